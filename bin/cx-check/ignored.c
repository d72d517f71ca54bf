/* Finds lines with suppressed findings: <!-- check-ignore -->. */
#include "check.h"

#define COMMENT_MAX 1024 /* bytes of one */

struct ignored {
	uint32_t line;
	uint64_t rules;
};

/* All rules, or those that are named after a colon. */
static uint64_t
rules_of(struct cx_str inner)
{
	uint64_t rules = 0;
	struct cx_str code;
	enum rule r;

	inner = cx_str_trim(inner);
	if (!inner.len)
		return UINT64_MAX;
	if (inner.s[0] == ':')
		inner = cx_str_from(inner, 1);
	while (cx_str_split(&inner, ',', &code)) {
		r = rule_find(cx_str_trim(code));
		rules |= r < RULES ? UINT64_C(1) << r : 0;
	}
	return rules;
}

/* The comment from p on, if it is one of these; its end, else 0. */
static size_t
comment_at(struct cx_str s, size_t p, struct cx_str *inner)
{
	const struct cx_str word = CX_STR("check-ignore");
	struct cx_str rest = cx_str_upto(cx_str_from(s, p), '\n');
	const char *end;

	/* So that many comments that have no end are read in linear time. */
	if (rest.len > COMMENT_MAX)
		rest.len = COMMENT_MAX;
	if (!cx_str_starts(cx_str_trim(cx_str_from(rest, 4)), word))
		return 0;
	end = memmem(rest.s, rest.len, "-->", 3);
	if (!end)
		return 0;
	*inner = cx_str_trim(cx_strn(rest.s + 4,
	    end - rest.s > 4 ? (size_t)(end - rest.s) - 4 : 0));
	if (!cx_str_starts(*inner, word) || (inner->len > word.len &&
	    !strchr(" \t:", inner->s[word.len])))
		return 0;
	*inner = cx_str_from(*inner, word.len);
	return p + (size_t)(end - rest.s) + 3;
}

void
ignored_look(struct text *t, struct cx_buf *out)
{
	const struct cx_str s = t->all;
	struct cx_str inner, line;
	size_t p = 0, end;
	const char *found;

	while (p < s.len && (found = memchr(s.s + p, '<', s.len - p))) {
		struct ignored x;
		size_t from = (size_t)(found - s.s);

		p = from + 1;
		if (!cx_str_starts(cx_str_from(s, from), CX_STR("<!--")))
			continue;
		end = comment_at(s, from, &inner);
		if (!end)
			continue;
		x = (struct ignored){text_spot(t, from).line, rules_of(inner)};
		cx_buf_add(out, &x, sizeof x);
		/* Alone on its line it is about the next one. */
		while (from && s.s[from - 1] != '\n')
			from--;
		line = cx_str_trim(cx_str_upto(cx_str_from(s, from), '\n'));
		if (line.s == found && line.s + line.len == s.s + end) {
			x.line++;
			cx_buf_add(out, &x, sizeof x);
		}
		p = end;
	}
	text_begin(t);
}

void
ignored_looked(uint32_t atom, struct cx_str what)
{
	struct ignored x;

	for (; what.len; what = cx_str_from(what, sizeof x)) {
		memcpy(&x, what.s, sizeof x);
		report_ignore(atom, x.line, x.rules);
	}
}
