/* Reads the files listed on stdin. */
#include "bin/cx-scan/list.h"

#include "lib/base/utf8.h"
#include "lib/file/vault.h"

#include <stdlib.h>
#include <string.h>

/* Whether the rules of a walk let this path be an atom. */
static bool
is_atom(const struct cx_ignore *ignore, struct cx_str path)
{
	struct cx_str end = path.len >= 3 ? cx_str_from(path, path.len - 3)
					 : CX_STR("");

	return end.len && end.s[0] == '.' && (end.s[1] | 0x20) == 'm' &&
	    (end.s[2] | 0x20) == 'd' && !cx_ignore_path(ignore, path);
}

static void
add_path(struct cx_scan *p, int vault_fd, const struct cx_ignore *ignore,
    struct cx_str path, uint64_t *left_out)
{
	struct cx_scan_item it = {.fd = vault_fd, .path = path, .name = path.s};

	if (!cx_vault_path_ok(path)) {
		it.name = NULL;
		it.error = "no path inside of the vault; give paths relative "
		    "to it";
	} else if (cx_utf8_invalid(path) < path.len) {
		it.error = cx_scan_bad_name;
	} else if (!is_atom(ignore, path)) {
		++*left_out;
		return;
	}
	cx_scan_add(p, &it);
}

/* The paths on stdin, each terminated, as offsets of text. */
struct paths {
	struct cx_buf text;
	struct cx_str *path;
	size_t n;
	size_t cap;
};

static void
read_list(struct paths *l, bool nul)
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
		*CX_NEXT(l->path, l->n, l->cap) = path;
	}
}

void
list_add(struct cx_scan *p, void *list)
{
	const struct list *from = list;
	struct paths l = {0};
	uint64_t left_out = 0;

	read_list(&l, from->nul);
	CX_SORT(l.path, l.n, cx_order_str);
	for (size_t i = 0; i < l.n; i++) {
		if (i == 0 || !cx_str_eq(l.path[i - 1], l.path[i]))
			add_path(p, from->vault_fd, from->ignore, l.path[i],
			    &left_out);
	}
	if (left_out)
		cx_note("skipped %llu path%s that the rules for notes leave "
		    "out", (unsigned long long)left_out,
		    left_out == 1 ? "" : "s");
	cx_buf_release(&l.text);
	free(l.path);
}
