/* Paths at a terminal: relative to the directory that a person is in. */
#include "bin/cx-show/show.h"

#include <limits.h>
#include <stdlib.h>

static struct {
	struct cx_buf vault; /* with a slash at the end, "" where unknown */
	struct cx_buf from;  /* the same */
	struct cx_arena arena;
	bool known;
} at;

static void
find(struct cx_buf *b, const char *dir)
{
	char *real = dir && dir[0] == '/' ? realpath(dir, NULL) : NULL;

	if (!real)
		return;
	cx_buf_puts(b, real);
	if (real[1])
		cx_buf_char(b, '/');
	free(real);
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
path_from_here(const struct show *s, struct cx_str path)
{
	CX_AUTO_BUF b = CX_BUF_INIT;
	struct cx_str vault, from;
	size_t same;

	if (!at.known) {
		find(&at.vault, s->people ? getenv("CORTEX_VAULT") : NULL);
		find(&at.from, s->people ? getenv("CORTEX_FROM") : NULL);
		at.known = true;
	}
	vault = cx_buf_view(&at.vault);
	from = cx_buf_view(&at.from);
	if (!vault.len || !from.len || cx_str_eq(vault, from) || !path.len ||
	    path.s[0] == '/')
		return path;
	cx_buf_str(&b, vault);
	cx_buf_str(&b, path);
	path = cx_arena_copy(&at.arena, cx_buf_view(&b));
	same = in_common(path, from);
	/* With nothing in common but the root, the whole path says more. */
	if (same > 1) {
		b.len = 0;
		for (size_t i = same; i < from.len; i++)
			if (from.s[i] == '/')
				cx_buf_puts(&b, "../");
		cx_buf_str(&b, cx_str_from(path, same));
		path = cx_arena_copy(&at.arena, cx_buf_view(&b));
	}
	return path;
}

void
from_end(void)
{
	cx_buf_release(&at.vault);
	cx_buf_release(&at.from);
	cx_arena_release(&at.arena);
}
