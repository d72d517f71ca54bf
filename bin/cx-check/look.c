/* The text of an atom by itself: conflicts, secrets, regions, sketch. */
#include "check.h"

#include "lib/marker.h"
#include "lib/md.h"

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

/* A line that is mark and nothing else, as git writes the middle one. */
static size_t
find_middle(struct cx_str text, size_t at)
{
	const struct cx_str mark = CX_STR("=======");

	for (;; at++) {
		at = find_line(text, at, mark);
		if (at + mark.len >= text.len)
			return text.len;
		if (text.s[at + mark.len] == '\n' ||
		    text.s[at + mark.len] == '\r')
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

static void
check_conflicts(struct text *t, struct cx_buf *notes)
{
	const struct cx_str begin = CX_STR("<<<<<<< ");
	const struct cx_str end = CX_STR(">>>>>>> ");
	struct cx_str body = cx_str_from(t->all, t->body);
	size_t at = 0, middle, last;
	struct spot first;
	struct cx_md_item it = {0};
	struct cx_md md;
	bool more = true;

	if (find_line(t->all, 0, begin) == t->all.len)
		return;
	cx_md_init(&md, body, CX_MD_CODE);
	while ((at = find_line(t->all, at, begin)) < t->all.len) {
		middle = find_middle(t->all, at);
		last = find_line(t->all, middle, end);
		if (last == t->all.len)
			return;
		/* The first place before the other: text_spot goes forward. */
		first = text_spot(t, at);
		if (at < t->body || !in_code(&md, &it, &more, at - t->body,
		    last - t->body))
			note(notes, first, CONFLICT_MARKER,
			    "a merge conflict that was left here, up to line "
			    "%u; choose a side and take the markers away",
			    (unsigned)text_spot(t, last).line);
		at = last;
	}
}

static void
check_secrets(const struct check *c, struct text *t, struct cx_buf *notes)
{
	struct cx_secrets s = cx_secrets(t->all, c->shape, c->n_shape);
	struct cx_secret one;

	while (cx_secrets_next(&s, &one)) {
		with_str("kind", cx_str(one.kind));
		note(notes, text_spot(t, one.at), SECRET,
		    "looks like a secret (%s); withdraw it, then take it out "
		    "of the file and of git's history", one.kind);
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
	struct cx_markers m = {0};

	cx_markers_find(&m, t->all, t->body, bad_marker, &to);
	cx_markers_pair(&m, t->all, bad_marker, &to);
	cx_markers_release(&m);
}

/* A sketch, then notes. */
void
look(const struct check *c, struct text *t, struct cx_buf *out)
{
	struct sketch s = {0};

	if (rule_severity(DUPLICATE_ATOM) != OFF ||
	    rule_severity(SIMILAR_ATOM) != OFF)
		sketch_make(&s, cx_str_from(t->all, t->body));
	cx_buf_add(out, &s, sizeof s);
	if (t->all.len == 0)
		return;
	check_conflicts(t, out);
	if (rule_severity(SECRET) != OFF)
		check_secrets(c, t, out);
	check_markers(t, out);
}

void
looked(struct check *c, uint32_t atom, struct cx_str what)
{
	struct sketch s;

	memcpy(&s, what.s, sizeof s);
	alike_add(c->alike, c, atom, &s);
	found_notes(c, atom, cx_str_from(what, sizeof s));
}
