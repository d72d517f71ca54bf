#include "bin/cx-score/cortex.h"

#include "lib/record/life.h"
#include "lib/base/utf8.h"

#include <stdlib.h>

const int cortex_points[FIELDS] = {
    [FIELD_NAME] = 10,
    [FIELD_TAG] = 8,
    [FIELD_PROJECT] = 5,
    [FIELD_DESCRIPTION] = 4,
    [FIELD_PATH] = 3,
};
static const int layer_points[CX_LAYERS] = {2, 1, 0};

void
cortex_init(struct cortex *c, const struct query *q,
    const struct cx_config *config, struct cx_layers layers)
{
	*c = (struct cortex){.query = q, .config = config, .layers = layers};
}

void
cortex_release(struct cortex *c)
{
	cx_buf_release(&c->text);
	free(c->tags);
}

/* Puts the key of s (utf8.h) into c->text, which has room for it. */
static struct cx_str
lower(struct cortex *c, struct cx_str s)
{
	size_t from = c->text.len;

	cx_utf8_key(&c->text, s);
	return cx_strn(c->text.s + from, c->text.len - from);
}

static void
load(struct cortex *c, const struct cx_record *rec)
{
	const struct cx_json *tags = cx_record_strings(rec, "tags");
	struct cx_str as_read[FIELDS] = {
	    [FIELD_NAME] = cx_record_str(rec, "name", CX_STR("")),
	    [FIELD_PROJECT] = cx_record_str(rec, "project", CX_STR("")),
	    [FIELD_DESCRIPTION] = cx_record_str(rec, "description",
		CX_STR("")),
	    [FIELD_PATH] = cx_record_path(rec),
	};

	/*
	 * In UTF-8, NFC is at most three times as long as what it is made of
	 * (UAX #15, 9), and no lower case more than three times as long as
	 * its upper case, so the buffer cannot move while fields point into
	 * it.
	 */
	c->text.len = 0;
	cx_buf_room(&c->text, cx_add(cx_mul(rec->line.len, 9), 64));
	for (int f = 0; f < FIELDS; f++) {
		if (f != FIELD_TAG)
			c->field[f] = lower(c, as_read[f]);
	}
	c->n_tags = 0;
	CX_JSON_EACH(t, tags) {
		CX_GROW(c->tags, c->n_tags, c->tags_cap);
		c->tags[c->n_tags++] = lower(c, cx_json_str(t));
	}
}

static bool
matches(const struct cortex *c, const struct term *t, enum field f)
{
	struct cx_str word = t->text;

	switch (f) {
	case FIELD_TAG:
		for (size_t i = 0; i < c->n_tags; i++) {
			if (cx_str_eq(c->tags[i], word) ||
			    (t->field == FIELD_TAG &&
				query_is_tag(c->tags[i], word)))
				return true;
		}
		return false;
	case FIELD_PROJECT:
		return cx_str_eq(c->field[f], word);
	default:
		return cx_str_has(c->field[f], word);
	}
}

/* The fields that the term looks in and matches, as bits. */
static unsigned
matched_fields(const struct cortex *c, const struct term *t)
{
	unsigned got = 0;

	/* All fields stand in text: most records end here. */
	if (!cx_str_has(cx_buf_view(&c->text), t->text))
		return 0;
	for (int f = 0; f < FIELDS; f++) {
		if ((t->field == FIELD_ANY || (int)t->field == f) &&
		    matches(c, t, (enum field)f))
			got |= 1u << f;
	}
	return got;
}

static int
points_of(unsigned got)
{
	int sum = 0;

	for (int f = 0; f < FIELDS; f++) {
		if (got >> f & 1)
			sum += cortex_points[f];
	}
	return sum;
}

int64_t
cortex_total(int64_t points, bool all_words, enum cx_layer layer,
    int64_t weight)
{
	int64_t score = points * MICRO;

	if (all_words)
		score = score * 3 / 2;
	if (score > 0)
		score += layer_points[layer] * MICRO;
	/* In two parts, so that no number of words can overflow. */
	return score / MICRO * weight +
	    (score % MICRO * weight + MICRO / 2) / MICRO;
}

/* What all factors work on; cortex_explain shows them. */
struct sum {
	int64_t points;
	size_t matched; /* positive terms that matched somewhere */
	struct cx_str status;
	bool all_words;
	struct verdict v;
};

static struct sum
sum_up(struct cortex *c, const struct cx_record *rec, enum cx_layer layer)
{
	struct sum s = {0};
	const struct query *q = c->query;

	load(c, rec);
	for (size_t i = 0; i < q->n; i++) {
		unsigned got = matched_fields(c, &q->terms[i]);

		if (q->terms[i].exclude) {
			s.v.excluded |= got != 0;
			continue;
		}
		s.points += points_of(got);
		s.matched += got != 0;
	}
	s.v.partial = s.matched < q->positive;
	s.status = cx_record_str(rec, "status", CX_STR("active"));
	s.all_words = q->positive >= 2 && !s.v.partial;
	/* Most records have no point, and so need no weight. */
	if (s.points && !s.v.excluded)
		s.v.score = cortex_total(s.points, s.all_words, layer,
		    cx_atom_weight(c->config, s.status, cx_expires(rec)));
	return s;
}

struct verdict
cortex_score(struct cortex *c, const struct cx_record *rec,
    enum cx_layer layer)
{
	return sum_up(c, rec, layer).v;
}

bool
cortex_fields(struct cortex *c, const struct cx_record *rec)
{
	const struct query *q = c->query;

	load(c, rec);
	for (size_t i = 0; i < q->n; i++) {
		const struct term *t = &q->terms[i];

		if (t->field != FIELD_ANY &&
		    (matched_fields(c, t) != 0) == t->exclude)
			return false;
	}
	return true;
}

void
cortex_explain(struct cortex *c, const struct cx_record *rec,
    struct cx_printer *p)
{
	enum cx_layer layer = cx_layer_of(&c->layers,
	    cx_record_updated(rec));
	struct sum s = sum_up(c, rec, layer);
	const struct query *q = c->query;

	cx_print_object(p);
	cx_print_kstr(p, "rank", CX_STR("cortex"));
	cx_print_karray(p, "words");
	for (size_t i = 0; i < q->n; i++) {
		unsigned got = matched_fields(c, &q->terms[i]);

		cx_print_object(p);
		cx_print_kstr(p, q->terms[i].exclude ? "without" : "word",
		    q->terms[i].text);
		for (int f = 0; f < FIELDS; f++) {
			if (got >> f & 1)
				cx_print_kint(p, field_names[f],
				    cortex_points[f]);
		}
		cx_print_end(p);
	}
	cx_print_end(p);
	cx_print_kint(p, "points", s.points);
	cx_print_kmicro(p, "all_words", s.all_words ? MICRO * 3 / 2 : MICRO);
	cx_print_kint(p, "layer", s.points ? layer_points[layer] : 0);
	cx_print_kmicro(p, "status",
	    cx_atom_weight(c->config, s.status, cx_expires(rec)));
	cx_print_end(p);
}
