#include "bin/cx-scan/scan.h"

#include "lib/utf8.h"
#include "lib/vault.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

static const char bad_name[] = "the name is no UTF-8, so no record can "
    "carry it; rename the file";

void
source_walk(struct pool *p, int vault_fd, const struct cx_ignore *ignore)
{
	struct cx_walk *w = cx_walk_open(vault_fd, ignore);
	const struct cx_walk_counts *counts;
	struct cx_walk_entry e;

	while (cx_walk_next(w, &e)) {
		struct item it = {.path = e.path, .name = e.name};

		switch (e.kind) {
		case CX_WALK_FILE:
			it.dir = e.dir;
			it.fd = e.dir->fd;
			if (!e.utf8)
				it.error = bad_name;
			break;
		case CX_WALK_UNREADABLE:
			it.name = NULL;
			it.error = strerror(e.error);
			break;
		case CX_WALK_DEEP:
			it.name = NULL;
			it.error = "nested too deep; what is in there gives "
			    "no records";
			break;
		}
		pool_add(p, &it);
	}
	counts = cx_walk_counts(w);
	if (counts->symlinks || counts->special)
		cx_note("passed over: %llu symlinks, %llu special files",
		    (unsigned long long)counts->symlinks,
		    (unsigned long long)counts->special);
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
    struct cx_buf *line, uint64_t *left_out)
{
	struct cx_str path = cx_buf_view(line);
	struct item it = {.fd = vault_fd};

	if (cx_str_starts(path, CX_STR("./")))
		path = cx_str_from(path, 2);
	it.path = path;
	cx_buf_cstr(line);
	it.name = path.s;
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

void
source_stdin(struct pool *p, int vault_fd, const struct cx_ignore *ignore,
    bool nul)
{
	const char sep = nul ? '\0' : '\n';
	struct cx_buf line = CX_BUF_INIT;
	char chunk[65536];
	uint64_t left_out = 0;
	ssize_t n;

	while ((n = read(0, chunk, sizeof chunk)) != 0) {
		struct cx_str rest;
		const char *end;

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			cx_die(CX_FAIL, "(stdin): %s", strerror(errno));
		rest = cx_strn(chunk, (size_t)n);
		while ((end = rest.len ? memchr(rest.s, sep, rest.len) : NULL)) {
			size_t len = (size_t)(end - rest.s);

			cx_buf_add(&line, rest.s, len);
			rest = cx_str_from(rest, len + 1);
			if (line.len)
				add_path(p, vault_fd, ignore, &line, &left_out);
			line.len = 0;
		}
		cx_buf_str(&line, rest);
	}
	if (line.len)
		cx_error(CX_FAIL, "(stdin): the last path is cut short: it "
		    "does not end in %s; what wrote it has failed",
		    nul ? "NUL" : "a line end");
	if (left_out)
		cx_note("passed over: %llu paths that the rules for atoms "
		    "leave out", (unsigned long long)left_out);
	cx_buf_release(&line);
}
