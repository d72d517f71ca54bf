/* files.c: what a vault holds besides its notes; see files.h. */
#include "lib/link/files.h"

#include "lib/link/resolvetable.h"
#include "lib/base/err.h"
#include "lib/base/utf8.h"

#include <errno.h>
#include <fts.h>
#include <stdlib.h>

/* Paths by their last part, all as keys (cx_utf8_key). */
struct cx_files {
	struct cx_pathtable table;
	uint32_t n;
	struct cx_arena arena;
	struct cx_buf key;
};

static void
add(struct cx_files *f, struct cx_str path)
{
	if (f->n == UINT32_MAX)
		cx_die(CX_FAIL, "too many files");
	f->key.len = 0;
	cx_utf8_key(&f->key, path);
	*CX_NEXT(f->table.path, f->n, f->table.cap) = cx_arena_copy(&f->arena,
	    cx_buf_view(&f->key));
}

struct cx_files *
cx_files_read(const char *vault)
{
	struct cx_files *f = cx_calloc(1, sizeof *f);
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
		else if (e->fts_info != FTS_DP && e->fts_pathlen > root)
			add(f, cx_strn(e->fts_path + root,
			    (size_t)e->fts_pathlen - root));
	}
	if (errno)
		cx_die(CX_FAIL, "%s: %s", vault, strerror(errno));
	fts_close(fts);
	free(roots[0]);
	cx_pathtable_build(&f->table, f->n);
	return f;
}

/* Whether the key, which follows a "/" in f->key, is a path or what follows
 * a "/" in one. */
static bool
has_end(const struct cx_files *f)
{
	struct cx_str tail = cx_buf_view(&f->key), key = cx_str_from(tail, 1);
	struct cx_atom_slice l = cx_many_get(&f->table.base, cx_last_part(key));

	return cx_pathtable_tail(&f->table, l, key, true).n > 0 ||
	    cx_pathtable_tail(&f->table, l, tail, false).n > 0;
}

bool
cx_files_have(struct cx_files *f, struct cx_str target)
{
	while (cx_str_starts(target, CX_STR("./")) ||
	    cx_str_starts(target, CX_STR("../")) ||
	    cx_str_starts(target, CX_STR("/")))
		target = cx_str_from(target,
		    (size_t)((const char *)memchr(target.s, '/', target.len) -
			target.s) + 1);
	/* A directory, perhaps the vault itself. */
	while (target.len && target.s[target.len - 1] == '/')
		target.len--;
	if (target.len == 0 || cx_str_is(target, ".") ||
	    cx_str_is(target, ".."))
		return true;
	f->key.len = 0;
	cx_buf_char(&f->key, '/');
	cx_utf8_key(&f->key, target);
	if (has_end(f))
		return true;
	/* note.md; of a site also note.html, which is made from it. */
	if (cx_str_ends(target, CX_STR(".html")))
		f->key.len -= strlen(".html");
	cx_buf_puts(&f->key, ".md");
	return has_end(f);
}

bool
cx_files_beside(struct cx_files *f, struct cx_str source, struct cx_str target)
{
	struct cx_str key;

	if (!cx_str_starts(target, CX_STR("./")))
		return false;
	f->key.len = 0;
	cx_utf8_key(&f->key, cx_strn(source.s,
	    source.len - cx_last_part(source).len));
	cx_utf8_key(&f->key, cx_str_from(target, 2));
	key = cx_buf_view(&f->key);
	return cx_pathtable_tail(&f->table,
	    cx_many_get(&f->table.base, cx_last_part(key)), key, true).n > 0;
}

bool
cx_files_outside(struct cx_str source, struct cx_str target)
{
	size_t depth = 0;
	struct cx_str part;

	if (!cx_str_starts(target, CX_STR("./")) &&
	    !cx_str_starts(target, CX_STR("../")))
		return false;
	for (size_t i = 0; i < source.len; i++)
		depth += source.s[i] == '/';
	while (cx_str_split(&target, '/', &part)) {
		if (cx_str_is(part, "..")) {
			if (depth-- == 0)
				return true;
		} else if (part.len && !cx_str_is(part, ".")) {
			depth++;
		}
	}
	return false;
}

void
cx_files_free(struct cx_files *f)
{
	if (!f)
		return;
	cx_pathtable_release(&f->table);
	cx_arena_release(&f->arena);
	cx_buf_release(&f->key);
	free(f);
}
