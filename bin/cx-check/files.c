/* Files of the vault that are no atoms: pictures, and notes left out. */
#include "check.h"

#include "lib/utf8.h"

#include <errno.h>
#include <fts.h>
#include <stdlib.h>

struct files {
	struct cx_map ends; /* each path, and what follows each / in it */
	struct cx_arena arena;
	struct cx_buf key;
};

static void
add(struct files *f, struct cx_str path)
{
	struct cx_str key;

	f->key.len = 0;
	cx_utf8_key(&f->key, path);
	key = cx_arena_copy(&f->arena, cx_buf_view(&f->key));
	for (;;) {
		const char *slash;

		cx_map_put(&f->ends, key);
		slash = memchr(key.s, '/', key.len);
		if (!slash)
			return;
		key = cx_str_from(key, (size_t)(slash - key.s) + 1);
	}
}

struct files *
files_read(const char *vault)
{
	struct files *f = cx_calloc(1, sizeof *f);
	char *roots[] = {cx_strdup(vault), NULL};
	size_t root = strlen(vault) + 1;
	FTS *fts = fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR | FTS_NOSTAT,
	    NULL);
	FTSENT *e;

	if (!fts)
		cx_die(CX_FAIL, "%s: %s", vault, strerror(errno));
	while ((errno = 0, e = fts_read(fts)) != NULL) {
		if (e->fts_info == FTS_D && strcmp(e->fts_name, ".git") == 0)
			fts_set(fts, e, FTS_SKIP);
		else if (e->fts_info == FTS_DNR || e->fts_info == FTS_ERR)
			cx_warn("%s: %s; links to files in it count as "
			    "broken", e->fts_path, strerror(e->fts_errno));
		else if (e->fts_info != FTS_D && e->fts_info != FTS_DP &&
		    e->fts_pathlen > root)
			add(f, cx_strn(e->fts_path + root,
			    (size_t)e->fts_pathlen - root));
	}
	if (errno)
		cx_die(CX_FAIL, "%s: %s", vault, strerror(errno));
	fts_close(fts);
	free(roots[0]);
	return f;
}

bool
files_have(struct files *f, struct cx_str target)
{
	while (cx_str_starts(target, CX_STR("./")) ||
	    cx_str_starts(target, CX_STR("../")) ||
	    cx_str_starts(target, CX_STR("/")))
		target = cx_str_from(target,
		    (size_t)((const char *)memchr(target.s, '/', target.len) -
			target.s) + 1);
	f->key.len = 0;
	cx_utf8_key(&f->key, target);
	if (cx_map_get(&f->ends, cx_buf_view(&f->key)) != CX_MAP_NONE)
		return true;
	cx_buf_puts(&f->key, ".md");
	return cx_map_get(&f->ends, cx_buf_view(&f->key)) != CX_MAP_NONE;
}

void
files_free(struct files *f)
{
	if (!f)
		return;
	cx_map_release(&f->ends);
	cx_arena_release(&f->arena);
	cx_buf_release(&f->key);
	free(f);
}
