/* The text of an atom: conflicts, secrets, regions. */
#include "check.h"

#include "lib/handover.h"
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
check_conflicts(const struct check *c, uint32_t atom, struct text *t)
{
	const struct cx_str begin = CX_STR("<<<<<<< ");
	const struct cx_str end = CX_STR(">>>>>>> ");
	struct cx_str body = cx_str_from(t->all, t->body);
	size_t at = 0, middle, last;
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
		if (at < t->body || !in_code(&md, &it, &more, at - t->body,
		    last - t->body))
			found(c, atom, text_spot(t, at), CONFLICT_MARKER,
			    "a merge conflict that was left here, up to line "
			    "%u; choose a side and take the markers away",
			    (unsigned)text_spot(t, last).line);
		at = last;
	}
}

static void
check_secrets(const struct check *c, uint32_t atom, struct text *t)
{
	struct cx_secrets s = cx_secrets(t->all, c->shape, c->n_shape);
	struct cx_secret one;

	while (cx_secrets_next(&s, &one)) {
		with_str("kind", cx_str(one.kind));
		found(c, atom, text_spot(t, one.at), SECRET,
		    "looks like a secret (%s); withdraw it, then take it out "
		    "of the file and of git's history", one.kind);
	}
}

struct marking {
	const struct check *c;
	struct text *t;
	uint32_t atom;
};

static void
bad_marker(void *arg, size_t at, bool wrong, const char *why)
{
	const struct marking *m = arg;

	(void)wrong; /* it is not what somebody meant either way */
	found(m->c, m->atom, text_spot(m->t, at), BAD_MARKER, "%s", why);
}

static void
check_text(struct check *c, uint32_t atom, struct text *t)
{
	struct marking to = {c, t, atom};
	struct cx_markers m = {0};

	if (t->all.len == 0)
		return;
	check_conflicts(c, atom, t);
	if (rule_severity(SECRET) != OFF)
		check_secrets(c, atom, t);
	cx_markers_find(&m, t->all, t->body, bad_marker, &to);
	cx_markers_pair(&m, t->all, bad_marker, &to);
	cx_markers_release(&m);
}

/* How the texts stand in a batch: this, then the bytes. */
struct packed {
	uint32_t atom, before;
	size_t body, len;
};

#define BATCH ((size_t)1 << 20)

static void
use_texts(void *arg, struct cx_buf *b)
{
	struct check *c = arg;
	struct packed p;

	for (size_t at = 0; at < b->len; at += p.len) {
		struct text t = {.at = {1, 1}};

		memcpy(&p, b->s + at, sizeof p);
		at += sizeof p;
		t.all = cx_strn(b->s + at, p.len);
		t.body = p.body;
		t.before = p.before;
		text_begin(&t);
		check_text(c, p.atom, &t);
		alike_add(c->alike, c, p.atom, cx_str_from(t.all, t.body));
	}
	b->len = 0;
}

void
texts_begin(struct check *c)
{
	c->alike = alike_new();
	c->texts = cx_handover_new(use_texts, c);
}

void
texts_add(struct check *c, uint32_t atom, const struct text *t)
{
	const struct packed p = {atom, t->before, t->body, t->all.len};

	if (p.len == 0)
		return;
	cx_buf_add(&c->batch, &p, sizeof p);
	cx_buf_str(&c->batch, t->all);
	if (c->batch.len >= BATCH)
		cx_handover_give(c->texts, &c->batch);
}

void
texts_end(struct check *c)
{
	cx_handover_settle(c->texts);
	use_texts(c, &c->batch); /* a small vault needs no thread */
	cx_handover_free(c->texts);
	cx_buf_release(&c->batch);
	alike_free(c->alike);
}
