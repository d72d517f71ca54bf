/* Checks the text of an atom by itself: conflicts, secrets, regions, sketch. */
#include "check.h"

#include "lib/markdown/conflict.h"
#include "lib/markdown/marker.h"
#include "lib/markdown/md.h"

static void
check_conflicts(struct text *t, struct cx_buf *notes)
{
	struct cx_conflicts c;

	cx_conflicts(&c, t->all, t->body);
	while (cx_conflict_next(&c)) {
		/* In this order, or lines are counted from the first on. */
		struct spot from = text_spot(t, c.from);
		struct spot to = text_spot(t, c.to);

		note(notes, from, CONFLICT_MARKER, "a merge conflict that "
		    "was left here, up to line %u; choose a side and take "
		    "the markers away", (unsigned)to.line);
	}
}

static void
check_secrets(const struct check *c, struct text *t, struct cx_buf *notes)
{
	CX_AUTO(cx_secrets_release) struct cx_secrets s =
	    cx_secrets(t->all, c->shape, c->n_shape);
	struct cx_secret one;

	while (cx_secrets_next(&s, &one)) {
		with_str("kind", cx_str(one.kind));
		if (cx_secret_example(t->all, &one))
			note(notes, text_spot(t, one.at), EXAMPLE,
			    "what looks like a secret (%s) and like an "
			    "example: write one that nobody can take for "
			    "real, such as <token>", one.kind);
		else
			note(notes, text_spot(t, one.at), SECRET,
			    "possible secret (%s): revoke it, then remove it "
			    "from the file and from git's history", one.kind);
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

/* A sketch; how long what anchors.c has seen is, and that; the same of
 * ignored.c; then notes. */
void
look(const struct check *c, struct text *t, struct cx_buf *out)
{
	struct sketch s = {0};
	size_t at, len = 0, none = 0;

	if (rule_severity(DUPLICATE_NOTE) != OFF ||
	    rule_severity(SIMILAR_NOTE) != OFF)
		sketch_make(&s, cx_str_from(t->all, t->body));
	cx_buf_add(out, &s, sizeof s);
	at = out->len;
	cx_buf_add(out, &len, sizeof len);
	if (t->all.len == 0) {
		cx_buf_add(out, &none, sizeof none);
		return;
	}
	anchors_look(c, t, out);
	len = out->len - at - sizeof len;
	memcpy(out->s + at, &len, sizeof len);
	at = out->len;
	cx_buf_add(out, &none, sizeof none);
	ignored_look(t, out);
	len = out->len - at - sizeof len;
	memcpy(out->s + at, &len, sizeof len);
	check_conflicts(t, out);
	if (rule_severity(SECRET) != OFF || rule_severity(EXAMPLE) != OFF)
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
	what = cx_str_from(what, len);
	memcpy(&len, what.s, sizeof len);
	what = cx_str_from(what, sizeof len);
	ignored_looked(atom, cx_strn(what.s, len));
	report_notes(c, atom, cx_str_from(what, len));
}
