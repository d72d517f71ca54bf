/* Whether an atom matches, from columns and members before its record. */
#include "bin/cx-score/source.h"

#include "lib/record/layer.h"

struct known {
	const struct set_source *source;
	uint32_t atom;
};

/* What the JSON text of a member is; s NULL for none. */
static enum cx_expr_member
member(struct cx_str json, struct cx_str *out)
{
	if (!json.s || cx_str_is(json, "null"))
		return CX_EXPR_ABSENT;
	return cx_record_plain(json, out) ? CX_EXPR_TEXT : CX_EXPR_OTHER;
}

static enum cx_expr_member
text(void *arg, struct cx_str name, bool only_extra, struct cx_str *out)
{
	const struct cx_str names[] = {name, CX_STR("extra")};
	const struct known *k = arg;
	enum cx_expr_member m = CX_EXPR_ABSENT;
	struct cx_str texts[2], in_extra;

	if (!only_extra && cx_str_is(name, "body"))
		return CX_EXPR_OTHER;
	cx_record_texts(cx_search_record(k->source->set, k->atom), names, 2,
	    texts);
	if (!only_extra)
		m = member(texts[0], out);
	if (m != CX_EXPR_ABSENT)
		return m;
	if (!texts[1].s)
		return cx_str_is(name, "extra") ? CX_EXPR_OTHER : m;
	if (texts[1].s[0] != '{')
		return m;
	cx_record_texts(texts[1], &name, 1, &in_extra);
	return member(in_extra, out);
}

static bool
day(void *arg, struct cx_str name, int64_t *out)
{
	const struct known *k = arg;

	if (!cx_str_is(name, "updated"))
		return false;
	*out = cx_search_day(k->source->set, k->atom);
	return *out != CX_NO_DAY;
}

bool
set_matches(const struct set_source *s, uint32_t atom, struct cx_expr *where)
{
	struct known k = {s, atom};
	const struct cx_expr_known known = {text, day, &k};
	enum cx_expr_answer a;
	struct cx_record rec;

	if (!set_may_match(s, atom))
		return false;
	a = cx_expr_ask(where, &known);
	if (a != CX_EXPR_UNKNOWN)
		return a == CX_EXPR_YES;
	if (s->whole && !s->whole(s->arg, atom, &rec))
		return false;
	if (!s->whole)
		cx_records_get(s->records, atom, &rec);
	return cx_expr_match(where, rec.root);
}
