/* Sections: what standard input gives for the regions. */
#include "moc.h"

#include <stdlib.h>

#include "lib/base/err.h"
#include "lib/record/record.h"

static int
by_name(const void *a, const void *b)
{
	const struct moc_section *x = a, *y = b;
	int c = cx_str_cmp(x->name, y->name);

	return c ? c : (x->lineno > y->lineno) - (x->lineno < y->lineno);
}

/*
 * Can text stand in a region without changing what is marker and what not?
 * A region begins behind a line of its own, outside of code, so what the
 * text leaves open by itself it leaves open there.
 */
static bool
fits(struct cx_str text)
{
	struct cx_markers m = {0};
	CX_AUTO_BUF b = CX_BUF_INIT;
	size_t at;
	bool ok;

	cx_buf_str(&b, text);
	if (b.len > 0 && b.s[b.len - 1] != '\n')
		cx_buf_char(&b, '\n');
	at = b.len;
	cx_buf_puts(&b, "<!-- /AUTO:x -->\n");
	cx_markers_find(&m, cx_buf_view(&b), 0, NULL, NULL);
	ok = m.n == 1 && m.v[0].at == at;
	cx_markers_release(&m);
	return ok;
}

static struct cx_str
need_string(const struct cx_record *rec, const char *name)
{
	const struct cx_json *v = cx_json_get(rec->root, name);

	if (!v || v->type != CX_JSON_STRING)
		cx_record_die(rec, "a section without the string \"%s\"; it "
			      "is {\"section\":\"name\",\"text\":\"...\"}",
		    name);
	return cx_json_str(v);
}

void
moc_sections_read(struct moc_sections *s)
{
	struct cx_reader *r = cx_reader_open(NULL, 0);
	struct cx_record rec;
	struct moc_section one;
	size_t i, n = 0;

	while (cx_reader_next(r, &rec)) {
		one = (struct moc_section){.lineno = rec.lineno};
		one.name = cx_arena_copy(&s->arena,
		    need_string(&rec, "section"));
		one.text = cx_arena_copy(&s->arena, need_string(&rec, "text"));
		*CX_NEXT(s->v, s->n, s->cap) = one;
	}
	cx_reader_close(r);
	CX_SORT(s->v, s->n, by_name);
	for (i = 0; i < s->n; i++) {
		if (n > 0 && cx_str_eq(s->v[n - 1].name, s->v[i].name)) {
			if (cx_str_eq(s->v[n - 1].text, s->v[i].text))
				continue;
			cx_die(CX_FAIL, "(stdin):%zu: another text for "
			    "section %.*s, the first is on line %zu; keep one; "
			    "nothing was changed", s->v[i].lineno,
			    (int)s->v[i].name.len, s->v[i].name.s,
			    s->v[n - 1].lineno);
		}
		s->v[n++] = s->v[i];
	}
	s->n = n;
	for (i = 0; i < s->n; i++) {
		s->v[i].refused = !fits(s->v[i].text);
		if (s->v[i].refused)
			cx_error(CX_PARTIAL, "(stdin):%zu: section %.*s has "
			    "marker lines of its own or code that it does not "
			    "close, and would take in what follows it; its "
			    "regions are left as they are", s->v[i].lineno,
			    (int)s->v[i].name.len, s->v[i].name.s);
	}
}

struct moc_section *
moc_sections_get(struct moc_sections *s, struct cx_str name)
{
	size_t lo = 0, hi = s->n, mid;
	int c;

	while (lo < hi) {
		mid = lo + (hi - lo) / 2;
		c = cx_str_cmp(s->v[mid].name, name);
		if (c == 0)
			return &s->v[mid];
		if (c < 0)
			lo = mid + 1;
		else
			hi = mid;
	}
	return NULL;
}

void
moc_sections_warn_unused(const struct moc_sections *s)
{
	size_t i;

	for (i = 0; i < s->n; i++)
		if (!s->v[i].used && !s->v[i].refused)
			cx_warn("(stdin):%zu: no file that was named has a "
				"region for section %.*s; add the lines "
				"<!-- AUTO:%.*s --> and <!-- /AUTO:%.*s --> "
				"to one of them", s->v[i].lineno,
			    (int)s->v[i].name.len, s->v[i].name.s,
			    (int)s->v[i].name.len, s->v[i].name.s,
			    (int)s->v[i].name.len, s->v[i].name.s);
}
