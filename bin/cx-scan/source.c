#include "bin/cx-scan/scan.h"

#include "lib/utf8.h"
#include "lib/vault.h"

#include <stdlib.h>
#include <string.h>

static const char bad_name[] = "the name is no UTF-8, so no record can "
    "carry it; rename the file";

struct item
source_item(const struct cx_walk_entry *e)
{
	struct item it = {.path = e->path};

	switch (e->kind) {
	case CX_WALK_FILE:
		it.name = e->name;
		it.dir = e->dir;
		it.fd = e->dir->fd;
		if (!e->utf8)
			it.error = bad_name;
		break;
	case CX_WALK_DIRECTORY:
		break;
	case CX_WALK_UNREADABLE:
		it.error = strerror(e->error);
		break;
	case CX_WALK_DEEP:
		it.error = "nested too deep; what is in there gives no "
		    "records";
		break;
	}
	return it;
}

void
source_counts(const struct cx_walk *w)
{
	const struct cx_walk_counts *counts = cx_walk_counts(w);

	if (counts->symlinks || counts->special)
		cx_note("passed over: %llu symlinks, %llu special files",
		    (unsigned long long)counts->symlinks,
		    (unsigned long long)counts->special);
}

void
source_walk(struct pool *p, int vault_fd, const struct cx_ignore *ignore,
    struct cx_buf *dirs)
{
	struct cx_walk *w = cx_walk_open_at(vault_fd, CX_STR(""), ignore,
	    dirs ? CX_WALK_DIRS : 0);
	struct cx_walk_entry e;

	while (cx_walk_next(w, &e)) {
		if (e.kind == CX_WALK_DIRECTORY) {
			struct cx_stat st = cx_stat_of_dir(e.st, e.entries);

			cx_stat_print(dirs, e.path, &st);
		} else {
			struct item it = source_item(&e);

			pool_add(p, &it);
		}
	}
	source_counts(w);
	cx_walk_close(w);
}

/* Whether the rules of a walk let this path be an atom. */
static bool
is_atom(const struct cx_ignore *ignore, struct cx_str path)
{
	struct cx_str end = path.len > 3 ? cx_str_from(path, path.len - 3)
					 : CX_STR("");

	return end.len && end.s[0] == '.' && (end.s[1] | 0x20) == 'm' &&
	    (end.s[2] | 0x20) == 'd' && !cx_ignore_path(ignore, path);
}

static void
add_path(struct pool *p, int vault_fd, const struct cx_ignore *ignore,
    struct cx_str path, uint64_t *left_out)
{
	struct item it = {.fd = vault_fd, .path = path, .name = path.s};

	if (!cx_vault_path_ok(path)) {
		it.name = NULL;
		it.error = "no path inside of the vault; give paths relative "
		    "to it";
	} else if (cx_utf8_invalid(path) < path.len) {
		it.error = bad_name;
	} else if (!is_atom(ignore, path)) {
		++*left_out;
		return;
	}
	pool_add(p, &it);
}

/* The paths on stdin, each terminated, as offsets of text. */
struct list {
	struct cx_buf text;
	struct cx_str *path;
	size_t n;
	size_t cap;
};

static void
read_list(struct list *l, bool nul)
{
	const char sep = nul ? '\0' : '\n';
	struct cx_str rest, path;
	int err = cx_read_fd(0, &l->text, SIZE_MAX / 2);

	if (err)
		cx_die(CX_FAIL, "(stdin): %s", strerror(err));
	rest = cx_buf_view(&l->text);
	if (rest.len && rest.s[rest.len - 1] != sep)
		cx_die(CX_FAIL, "(stdin): the last path is cut short: it does "
		    "not end in %s; what wrote it has failed",
		    nul ? "NUL" : "a line end");
	while (cx_str_split(&rest, sep, &path)) {
		if (path.len == 0)
			continue;
		l->text.s[path.s + path.len - l->text.s] = '\0';
		if (cx_str_starts(path, CX_STR("./")))
			path = cx_str_from(path, 2);
		CX_GROW(l->path, l->n, l->cap);
		l->path[l->n++] = path;
	}
}

static int
by_bytes(const void *a, const void *b)
{
	return cx_str_cmp(*(const struct cx_str *)a,
	    *(const struct cx_str *)b);
}

void
source_stdin(struct pool *p, int vault_fd, const struct cx_ignore *ignore,
    bool nul)
{
	struct list l = {0};
	uint64_t left_out = 0;

	read_list(&l, nul);
	if (l.n)
		qsort(l.path, l.n, sizeof *l.path, by_bytes);
	for (size_t i = 0; i < l.n; i++) {
		if (i == 0 || !cx_str_eq(l.path[i - 1], l.path[i]))
			add_path(p, vault_fd, ignore, l.path[i], &left_out);
	}
	if (left_out)
		cx_note("passed over: %llu paths that the rules for atoms "
		    "leave out", (unsigned long long)left_out);
	cx_buf_release(&l.text);
	free(l.path);
}
