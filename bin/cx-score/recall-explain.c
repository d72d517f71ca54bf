/* What recall found, taken apart. */
#include "bin/cx-score/recall.h"

static bool
has(const struct qterm *t, uint32_t atom)
{
	struct cx_posting p;

	if (run_points(t, atom) > 0)
		return true;
	for (size_t lo = 0, hi = t->n_own; lo < hi;) {
		size_t mid = lo + (hi - lo) / 2;

		if (t->own[mid].atom == atom)
			return true;
		if (t->own[mid].atom < atom)
			lo = mid + 1;
		else
			hi = mid;
	}
	return cx_cursor_get(&t->list, atom, &p) ||
	    cx_cursor_get(&t->carriers, atom, &p) ||
	    (t->dated && cx_cursor_get(&t->dates, atom, &p));
}

bool
recall_partial(const struct recall *r, uint32_t atom, const struct found *f)
{
	if (r->n_terms == 1 && f && f->part.text > 0)
		return false;
	for (size_t i = 0; i < r->n_terms; i++) {
		if (!has(&r->terms[i], atom))
			return true;
	}
	return false;
}

static void
print_fix(struct cx_printer *p, const char *name, int64_t x)
{
	cx_print_kmicro(p, name, recall_micro(x));
}

bool
recall_posting(const struct qterm *t, uint32_t atom, struct cx_posting *tf)
{
	if (!cx_cursor_get(&t->list, atom, tf))
		*tf = (struct cx_posting){atom, 0, 0, 0};
	for (size_t i = 0; i < t->n_own; i++) {
		if (t->own[i].atom == atom)
			*tf = t->own[i];
	}
	return tf->names || tf->labels || tf->text;
}

static void
explain_term(const struct qterm *t, uint32_t atom, struct cx_printer *p)
{
	struct cx_posting tf;

	recall_posting(t, atom, &tf);
	cx_print_object(p);
	cx_print_kstr(p, "term", t->text);
	cx_print_kint(p, "df", t->df);
	print_fix(p, "idf", t->idf);
	cx_print_kint(p, "names", tf.names);
	cx_print_kint(p, "labels", tf.labels);
	cx_print_kint(p, "text", tf.text);
	if (t->scope) {
		cx_print_kbool(p, "scope",
		    cx_cursor_get(&t->carriers, atom, &tf));
	}
	cx_print_end(p);
}

void
recall_explain(const struct recall *r, const struct found *f,
    struct cx_printer *p)
{
	const struct parts *part = &f->part;

	cx_print_karray(p, "terms");
	for (size_t i = 0; i < r->n_terms; i++)
		explain_term(&r->terms[i], f->atom, p);
	cx_print_end(p);
	print_fix(p, "A", part->text);
	print_fix(p, "T", part->scope);
	print_fix(p, "D", part->date);
	print_fix(p, "G", part->folder);
	print_fix(p, "X", part->near);
	print_fix(p, "P", part->length);
	print_fix(p, "W", part->when);
	print_fix(p, "E", part->exact);
	print_fix(p, "H", part->heading);
	print_fix(p, "C", part->all);
	if (r->length >= 2 * FEEDBACK_TERMS)
		print_fix(p, "feedback", part->feedback);
	cx_print_kmicro(p, "status", part->exact ? 1000000 : f->weight);
}
