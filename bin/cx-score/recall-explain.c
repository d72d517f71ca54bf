/* What recall found, taken apart. */
#include "bin/cx-score/bm25.h"

bool
recall_partial(const struct recall *r, uint32_t atom)
{
	for (size_t i = 0; i < r->n_terms; i++) {
		const struct cx_cursor *l = r->terms[i].list;

		if (!cx_cursor_tf(&l[IN_TEXT], atom) &&
		    !cx_cursor_tf(&l[IN_TAGS], atom) &&
		    !cx_cursor_tf(&l[IN_DATE], atom))
			return true;
	}
	return false;
}

static void
print_fix(struct cx_printer *p, const char *name, int64_t x)
{
	cx_print_key(p, name);
	cx_print_micro(p, (x * 1000000 + FIX / 2) >> FIX_BITS);
}

static void
explain_term(const struct recall *r, const struct qterm *t, uint32_t atom,
    struct cx_printer *p)
{
	uint32_t tf = cx_cursor_tf(&t->list[IN_TEXT], atom);
	const struct cx_search *set = r->set;

	cx_print_object(p);
	cx_print_kstr(p, "term", t->text);
	cx_print_kint(p, "df", t->list[IN_TEXT].df);
	print_fix(p, "idf", t->idf[IN_TEXT]);
	cx_print_kint(p, "tf", tf);
	if (t->scope) {
		cx_print_key(p, "scope");
		cx_print_bool(p, true);
	} else if (tf) {
		print_fix(p, "text", bm25(t->idf[IN_TEXT], tf,
		    norm(cx_search_length(set, atom), cx_search_count(set),
			cx_search_length_sum(set))) * t->qtf);
	}
	if (cx_cursor_tf(&t->list[IN_TAGS], atom))
		print_fix(p, "tags", tag_points(t));
	cx_print_end(p);
}

static int64_t
tags(const struct recall *r, const struct found *f)
{
	int64_t sum = 0;

	for (size_t i = 0; i < r->n_terms && f->other; i++) {
		if (cx_cursor_tf(&r->terms[i].list[IN_TAGS], f->atom))
			sum += tag_points(&r->terms[i]);
	}
	return sum;
}

void
recall_explain(const struct recall *r, const struct found *f,
    struct cx_printer *p)
{
	cx_print_key(p, "terms");
	cx_print_array(p);
	for (size_t i = 0; i < r->n_terms; i++)
		explain_term(r, &r->terms[i], f->atom, p);
	cx_print_end(p);
	print_fix(p, "text", f->text);
	print_fix(p, "tags", tags(r, f));
	print_fix(p, "dates", f->other - tags(r, f));
	print_fix(p, "folder", f->folder);
	print_fix(p, "neighbours", f->near);
	cx_print_key(p, "status");
	cx_print_micro(p, f->weight);
}
