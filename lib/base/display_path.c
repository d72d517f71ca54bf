/* Computes how the vault is reached from the user's directory. */
#include "lib/base/display_path.h"
#include "lib/base/mem.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>


/* Where the vault is, and the person, each with a slash at its end; NULL where
 * that is not known or the two are the same. */
static char *vault, *from;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static char *
directory(const char *name)
{
	const char *dir = getenv(name);
	char *real = dir && dir[0] == '/' ? realpath(dir, NULL) : NULL;
	struct cx_buf b = CX_BUF_INIT;

	if (!real)
		return NULL;
	cx_buf_puts(&b, real);
	if (real[1])
		cx_buf_char(&b, '/');
	free(real);
	cx_buf_cstr(&b);
	return b.s;
}

static void
find(void)
{
	vault = directory("CORTEX_VAULT");
	from = directory("CORTEX_FROM");
	if (vault && from && strcmp(vault, from) != 0)
		return;
	free(vault);
	free(from);
	vault = from = NULL;
}

/* The end of the last directory that both begin with. */
static size_t
in_common(struct cx_str a, struct cx_str b)
{
	size_t end = 0;

	for (size_t i = 0; i < a.len && i < b.len && a.s[i] == b.s[i]; i++)
		if (a.s[i] == '/')
			end = i + 1;
	return end;
}

struct cx_str
cx_display_path(struct cx_buf *b, struct cx_str path)
{
	struct cx_str here;
	size_t same;

	pthread_once(&once, find);
	if (!vault || !path.len || path.s[0] == '/')
		return path;
	here = cx_str(from);
	b->len = 0;
	cx_buf_puts(b, vault);
	cx_buf_str(b, path);
	same = in_common(cx_buf_view(b), here);
	/* With nothing in common but the root, the whole path says more. */
	if (same == 1)
		return cx_buf_view(b);
	b->len = 0;
	for (size_t i = same; i < here.len; i++)
		if (here.s[i] == '/')
			cx_buf_puts(b, "../");
	if (same < strlen(vault))
		cx_buf_puts(b, vault + same);
	else
		path = cx_str_from(path, same - strlen(vault));
	cx_buf_str(b, path);
	return cx_buf_view(b);
}
