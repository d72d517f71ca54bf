/*
 * The CORTEX.md of a directory, which names its files: a line for each new
 * atom of a kind, in the region "files".
 */
#include "new.h"

#include "lib/markdown/marker.h"
#include "lib/file/publish.h"

#include <errno.h>
#include <unistd.h>

#define FILE_NAME "CORTEX.md"
#define TRIES 16

struct fault {
	size_t at;
	struct cx_buf why; /* the first; empty if there is none */
};

static void
take_fault(void *arg, size_t at, bool wrong, const char *why)
{
	struct fault *f = arg;

	if (!wrong || f->why.len)
		return;
	f->at = at;
	cx_buf_puts(&f->why, why);
}

static bool
same_dir(const struct draft *a, const struct draft *b)
{
	return a->done && a->kind && cx_str_eq(a->dir, b->dir);
}

/* What is not there yet, of all new atoms of d's directory. */
static void
put_lines(struct cx_buf *out, const struct drafts *all, const struct draft *d,
    struct cx_str there, const char *end)
{
	struct cx_buf link = CX_BUF_INIT;

	for (size_t i = 0; i < all->n; i++) {
		const struct draft *x = &all->v[i];
		struct cx_str name;

		if (!same_dir(x, d))
			continue;
		name = cx_str_from(x->path, x->dir.len);
		link.len = 0;
		cx_buf_fmt(&link, "(%.*s)", (int)name.len, name.s);
		if (there.len && memmem(there.s, there.len, link.s, link.len))
			continue;
		cx_buf_fmt(out, "- [%.*s](%.*s): ", (int)name.len, name.s,
		    (int)name.len, name.s);
		for (size_t k = 0; k < x->description.len; k++) {
			unsigned char c = (unsigned char)x->description.s[k];

			cx_buf_char(out, c < ' ' || c == 127 ? ' ' : (char)c);
		}
		cx_buf_puts(out, end);
	}
	cx_buf_release(&link);
}

/* The new text of the file; false with a fault. */
static bool
compose(struct cx_buf *out, const struct drafts *all, const struct draft *d,
    struct cx_str text, struct fault *fault)
{
	struct cx_markers m = {0};
	const char *end = "\n";
	size_t at = text.len;
	bool ok, found = false;

	cx_markers_find(&m, text, 0, take_fault, fault);
	ok = cx_markers_pair(&m, text, take_fault, fault);
	for (size_t i = 0; ok && i + 1 < m.n; i += 2) {
		if (!cx_str_is(m.v[i].name, "files"))
			continue;
		found = true;
		at = m.v[i + 1].line;
		if (at >= 2 && text.s[at - 2] == '\r')
			end = "\r\n";
	}
	cx_markers_release(&m);
	if (!ok)
		return false;
	cx_buf_str(out, (struct cx_str){text.s, at});
	if (!found) {
		if (at && text.s[at - 1] != '\n')
			cx_buf_char(out, '\n');
		cx_buf_puts(out, at ? "\n" : "# Contents\n\n");
		cx_buf_puts(out, "<!-- AUTO:files -->\n");
	}
	put_lines(out, all, d, text, end);
	if (!found)
		cx_buf_puts(out, "<!-- /AUTO:files -->\n");
	cx_buf_str(out, cx_str_from(text, at));
	return true;
}

static void
refuse(const struct draft *d, enum cx_exit status, const char *why)
{
	cx_error(status, "%.*s" FILE_NAME ": %s; the new files are not named "
	    "there", (int)d->dir.len, d->dir.s, why);
}

static void
update(const struct drafts *all, const struct draft *d,
    const struct settings *s)
{
	struct cx_buf path = CX_BUF_INIT, text = CX_BUF_INIT, b = CX_BUF_INIT;
	struct cx_pub pub = {.status = CX_PUB_STALE};
	const char *name;
	int dir, err;

	cx_buf_fmt(&path, "%.*s" FILE_NAME, (int)d->dir.len, d->dir.s);
	dir = cx_vault_dir(s->vault->fd, cx_buf_cstr(&path), &name);
	if (dir < 0) {
		refuse(d, CX_FAIL, cx_file_error(errno));
		goto out;
	}
	for (int i = 0; i < TRIES && pub.status == CX_PUB_STALE; i++) {
		struct cx_seen seen = {.exists = false};
		struct fault fault = {0, CX_BUF_INIT};
		struct stat st;

		text.len = b.len = 0;
		err = cx_read_file(dir, name, &text, CX_ATOM_MAX, &st);
		if (err && err != ENOENT) {
			refuse(d, CX_PARTIAL, cx_file_error(err));
			goto out;
		}
		if (!err)
			seen = cx_seen(&st);
		if (!compose(&b, all, d, cx_buf_view(&text), &fault)) {
			path.len = 0;
			cx_buf_fmt(&path, "line %zu: %s", cx_line_of(
			    cx_buf_view(&text), fault.at),
			    cx_buf_cstr(&fault.why));
			cx_buf_release(&fault.why);
			refuse(d, CX_PARTIAL, cx_buf_cstr(&path));
			goto out;
		}
		cx_buf_release(&fault.why);
		pub = cx_publish(s->lock, dir, path.s, cx_buf_view(&b), &seen);
	}
	if (pub.status > CX_PUB_SAME) {
		b.len = 0;
		cx_pub_why(&b, &pub);
		refuse(d, pub.status == CX_PUB_FAILED ? CX_FAIL : CX_PARTIAL,
		    cx_buf_cstr(&b));
	}
out:
	if (dir >= 0)
		close(dir); /* was only looked through */
	cx_buf_release(&path);
	cx_buf_release(&text);
	cx_buf_release(&b);
}

void
contents_update(const struct drafts *all, const struct settings *s)
{
	for (size_t i = 0; i < all->n; i++) {
		const struct draft *d = &all->v[i];
		bool first = d->done && d->kind;

		for (size_t k = 0; first && k < i; k++)
			first = !same_dir(&all->v[k], d);
		if (first)
			update(all, d, s);
	}
}
