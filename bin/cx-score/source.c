#include "bin/cx-score/source.h"

#include "lib/layer.h"

void
set_record(const struct set_source *s, uint32_t atom, struct cx_record *rec)
{
	const char *why;

	s->line->len = 0;
	cx_buf_str(s->line, cx_search_record(s->set, atom));
	cx_buf_room(s->line, CX_JSON_PAD);
	*rec = (struct cx_record){.line = cx_buf_view(s->line),
	    .file = "manifest.json", .lineno = (size_t)atom + 2};
	rec->root = cx_json_parse(s->json, s->line->s, s->line->len, &why);
	if (!rec->root || rec->root->type != CX_JSON_OBJECT)
		cx_record_die(rec, "not a record; the index is damaged: run "
		    "cx rebuild --full");
}

/* The path is the first member, and most have nothing to unescape. */
struct cx_str
set_path(const struct set_source *s, uint32_t atom)
{
	const struct cx_str head = CX_STR("{\"path\":\"");
	struct cx_str rest = cx_search_record(s->set, atom), path;
	struct cx_record rec;

	if (cx_str_starts(rest, head)) {
		rest = cx_str_from(rest, head.len);
		if (cx_str_split(&rest, '"', &path) &&
		    (path.len == 0 || !memchr(path.s, '\\', path.len)))
			return path;
	}
	set_record(s, atom, &rec);
	return cx_record_path(&rec);
}

uint32_t
set_lower_bound(const struct set_source *s, struct cx_str path)
{
	uint32_t lo = 0, hi = cx_search_atoms(s->set);

	while (lo < hi) {
		uint32_t mid = lo + (hi - lo) / 2;

		if (cx_str_cmp(set_path(s, mid), path) < 0)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

uint32_t
set_find(const struct set_source *s, struct cx_str path)
{
	uint32_t atom = set_lower_bound(s, path);

	if (atom < cx_search_atoms(s->set) &&
	    cx_str_eq(set_path(s, atom), path))
		return atom;
	return UINT32_MAX;
}

/* --- filters --- */

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
	if (json.len < 2 || json.s[0] != '"' ||
	    memchr(json.s, '\\', json.len))
		return CX_EXPR_OTHER;
	*out = cx_strn(json.s + 1, json.len - 2);
	return CX_EXPR_TEXT;
}

static enum cx_expr_member
text(void *arg, struct cx_str name, bool only_extra, struct cx_str *out)
{
	const struct cx_str names[] = {name, CX_STR("extra")};
	const struct known *k = arg;
	enum cx_expr_member m = CX_EXPR_ABSENT;
	struct cx_str texts[2], in_extra;

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
	set_record(s, atom, &rec);
	return cx_expr_match(where, rec.root);
}
