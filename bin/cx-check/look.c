/* The text of an atom by itself: conflicts, secrets, regions, sketch. */
#include "check.h"

#include "lib/markdown/marker.h"
#include "lib/markdown/md.h"

/* The first line from `at` on that begins with mark; text.len if none. */
static size_t
find_line(struct cx_str text, size_t at, struct cx_str mark)
{
	const char *p;

	/* By its first byte, of which most texts have none. */
	for (; at < text.len; at++) {
		p = memchr(text.s + at, mark.s[0], text.len - at);
		if (!p)
			break;
		at = (size_t)(p - text.s);
		if ((at == 0 || p[-1] == '\n') &&
		    cx_str_starts(cx_str_from(text, at), mark))
			return at;
	}
	return text.len;
}

enum mark {
	BEGIN,
	MIDDLE,
	END,
	MARKS
};

/* The next line that git writes around a side; of the middle, one that is
 * the mark and nothing else. */
static size_t
find_mark(struct cx_str text, size_t at, enum mark kind)
{
	static const struct cx_str marks[MARKS] = {
	    {"<<<<<<< ", 8}, {"=======", 7}, {">>>>>>> ", 8}};

	for (;; at++) {
		at = find_line(text, at, marks[kind]);
		if (kind != MIDDLE || at + marks[kind].len >= text.len)
			return kind != MIDDLE ? at : text.len;
		if (text.s[at + marks[kind].len] == '\n' ||
		    text.s[at + marks[kind].len] == '\r')
			return at;
	}
}

/* Does one block of code hold all of [from, to)?  Then it is an example. */
static bool
in_code(struct cx_md *md, struct cx_md_item *it, bool *more, size_t from,
    size_t to)
{
	while (*more && it->end <= from)
		*more = cx_md_next(md, it);
	return *more && it->block && it->start < from && to < it->end;
}

struct conflict {
	size_t from, to; /* the first mark and the last */
	unsigned seen;	 /* 1 << each kind */
	struct cx_md md;
	struct cx_md_item block;
	bool more;
};

/* An example: all of it in one block of code, or, where a mark is missing,
 * one of those that are left. */
static bool
is_example(struct conflict *c, size_t body)
{
	size_t from = c->from - body, to = c->to - body;

	if (c->from < body)
		return false;
	if (c->seen == (1 << MARKS) - 1)
		return in_code(&c->md, &c->block, &c->more, from, to);
	return in_code(&c->md, &c->block, &c->more, from, from) ||
	    in_code(&c->md, &c->block, &c->more, to, to);
}

static void
end_conflict(struct conflict *c, struct text *t, struct cx_buf *notes)
{
	/* A mark alone is the underline of a heading, or a quotation. */
	if ((c->seen & (c->seen - 1)) && !is_example(c, t->body)) {
		/* In this order, or lines are counted from the first on. */
		struct spot from = text_spot(t, c->from);
		struct spot to = text_spot(t, c->to);

		note(notes, from, CONFLICT_MARKER, "a merge conflict that "
		    "was left here, up to line %u; choose a side and take "
		    "the markers away", (unsigned)to.line);
	}
	c->seen = 0;
}

/* Who clears a conflict away by hand may leave one or two of its marks. */
static void
check_conflicts(struct text *t, struct cx_buf *notes)
{
	struct conflict c = {.more = true};
	size_t next[MARKS] = {find_mark(t->all, 0, BEGIN),
	    find_mark(t->all, 0, MIDDLE), t->all.len};

	if (next[BEGIN] == t->all.len && next[MIDDLE] == t->all.len)
		return;
	next[END] = find_mark(t->all, 0, END);
	cx_md_init(&c.md, cx_str_from(t->all, t->body), CX_MD_CODE);
	for (;;) {
		enum mark k = next[BEGIN] < next[MIDDLE] ? BEGIN : MIDDLE;

		if (next[END] < next[k])
			k = END;
		if (next[k] == t->all.len)
			break;
		if (k == BEGIN)
			end_conflict(&c, t, notes);
		if (!(c.seen & 1 << BEGIN) && k != END)
			c.from = next[k];
		c.to = next[k];
		c.seen |= 1u << k;
		if (k == END)
			end_conflict(&c, t, notes);
		next[k] = find_mark(t->all, next[k] + 1, k);
	}
	end_conflict(&c, t, notes);
}

static void
check_secrets(const struct check *c, struct text *t, struct cx_buf *notes)
{
	CX_AUTO(cx_secrets_release) struct cx_secrets s =
	    cx_secrets(t->all, c->shape, c->n_shape);
	struct cx_secret one;

	while (cx_secrets_next(&s, &one)) {
		with_str("kind", cx_str(one.kind));
		note(notes, text_spot(t, one.at), SECRET,
		    "possible secret (%s): revoke it, then remove it from the "
		    "file and from git's history", one.kind);
	}
}

struct marking {
	struct text *t;
	struct cx_buf *notes;
};

static void
bad_marker(void *arg, size_t at, bool wrong, const char *why)
{
	const struct marking *m = arg;

	(void)wrong; /* it is not what somebody meant either way */
	note(m->notes, text_spot(m->t, at), BAD_MARKER, "%s", why);
}

static void
check_markers(struct text *t, struct cx_buf *notes)
{
	struct marking to = {t, notes};
	CX_AUTO(cx_markers_release) struct cx_markers m = {0};

	cx_markers_find(&m, t->all, t->body, bad_marker, &to);
	cx_markers_pair(&m, t->all, bad_marker, &to);
}

/* A sketch, how long what anchors.c has seen is, that, then notes. */
void
look(const struct check *c, struct text *t, struct cx_buf *out)
{
	struct sketch s = {0};
	size_t at, len = 0;

	if (rule_severity(DUPLICATE_NOTE) != OFF ||
	    rule_severity(SIMILAR_NOTE) != OFF)
		sketch_make(&s, cx_str_from(t->all, t->body));
	cx_buf_add(out, &s, sizeof s);
	at = out->len;
	cx_buf_add(out, &len, sizeof len);
	if (t->all.len == 0)
		return;
	anchors_look(c, t, out);
	len = out->len - at - sizeof len;
	memcpy(out->s + at, &len, sizeof len);
	check_conflicts(t, out);
	if (rule_severity(SECRET) != OFF)
		check_secrets(c, t, out);
	check_markers(t, out);
}

void
looked(struct check *c, uint32_t atom, struct cx_str what)
{
	struct sketch s;
	size_t len;

	memcpy(&s, what.s, sizeof s);
	alike_add(c->alike, c, atom, &s);
	what = cx_str_from(what, sizeof s);
	memcpy(&len, what.s, sizeof len);
	what = cx_str_from(what, sizeof len);
	anchors_looked(atom, cx_strn(what.s, len));
	found_notes(c, atom, cx_str_from(what, len));
}
