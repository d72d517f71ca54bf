/*
 * Updates the CORTEX.md of a directory, which lists its files: a line for each
 * new atom of a kind, in the region "files".
 */
#include "new.h"

#include "lib/atom/rewrite.h"
#include "lib/markdown/marker.h"

#define FILE_NAME "CORTEX.md"

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
	CX_AUTO_BUF link = CX_BUF_INIT;

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
}

struct page {
	const struct drafts *all;
	const struct draft *d; /* the first of its directory */
};

static enum cx_rewrite_verdict
compose(void *arg, struct cx_rewrite_file *f)
{
	struct fault fault = {0, CX_BUF_INIT};
	struct cx_str text = cx_buf_view(&f->old);
	const struct page *page = arg;
	struct cx_markers m = {0};
	const char *end = "\n";
	size_t at = text.len;
	bool ok, found = false;

	cx_markers_find(&m, text, 0, take_fault, &fault);
	ok = cx_markers_pair(&m, text, take_fault, &fault);
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
		cx_error(CX_PARTIAL, "%s: line %zu: %s", f->path,
		    cx_line_of(text, fault.at), cx_buf_cstr(&fault.why));
	cx_buf_release(&fault.why);
	if (!ok)
		return CX_REWRITE_REFUSE;
	cx_buf_str(&f->now, (struct cx_str){text.s, at});
	if (!found) {
		if (at && text.s[at - 1] != '\n')
			cx_buf_char(&f->now, '\n');
		cx_buf_puts(&f->now, at ? "\n" : "# Contents\n\n");
		cx_buf_puts(&f->now, "<!-- AUTO:files -->\n");
	}
	put_lines(&f->now, page->all, page->d, text, end);
	if (!found)
		cx_buf_puts(&f->now, "<!-- /AUTO:files -->\n");
	cx_buf_str(&f->now, cx_str_from(text, at));
	return CX_REWRITE_CHANGE;
}

static void
update(const struct drafts *all, const struct draft *d,
    const struct settings *s)
{
	struct page page = {all, d};
	struct cx_rewrite w = {.vault = s->vault, .lock = s->lock,
	    .compose = compose, .arg = &page};
	struct cx_rewrite_file f = {.how = CX_REWRITE_EITHER};
	CX_AUTO_BUF path = CX_BUF_INIT;

	cx_buf_fmt(&path, "%.*s" FILE_NAME, (int)d->dir.len, d->dir.s);
	f.path = cx_buf_cstr(&path);
	if (!cx_rewrite(&w, &f, 1))
		cx_note("%s does not list the new files", f.path);
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
