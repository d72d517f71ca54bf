#include "lib/rank/keyword.h"

#include "lib/rank/best.h"
#include "lib/record/life.h"
#include "lib/base/utf8.h"

#include <stdlib.h>

/* --- on a record --- */

static const int points_of_field[CX_FIELDS] = {
    [CX_FIELD_NAME] = 10,
    [CX_FIELD_TAG] = 8,
    [CX_FIELD_PROJECT] = 5,
    [CX_FIELD_DESCRIPTION] = 4,
    [CX_FIELD_PATH] = 3,
};
static const int layer_points[CX_LAYERS] = {2, 1, 0};

void
cx_keyword_init(struct cx_keyword_scorer *c, const struct cx_query *q,
    const struct cx_config *config, struct cx_layers layers)
{
	*c = (struct cx_keyword_scorer){
	    .query = q, .config = config, .layers = layers};
}

void
cx_keyword_release(struct cx_keyword_scorer *c)
{
	cx_buf_release(&c->text);
	free(c->tags);
}

/* Puts the key of s (utf8.h) into c->text, which has room for it. */
static struct cx_str
lower(struct cx_keyword_scorer *c, struct cx_str s)
{
	size_t from = c->text.len;

	cx_utf8_key(&c->text, s);
	return cx_strn(c->text.s + from, c->text.len - from);
}

static void
load(struct cx_keyword_scorer *c, const struct cx_record *rec)
{
	const struct cx_json *tags = cx_record_strings(rec, "tags");
	struct cx_str as_read[CX_FIELDS] = {
	    [CX_FIELD_NAME] = cx_record_str(rec, "name", CX_STR("")),
	    [CX_FIELD_PROJECT] = cx_record_str(rec, "project", CX_STR("")),
	    [CX_FIELD_DESCRIPTION] = cx_record_str(rec, "description",
		CX_STR("")),
	    [CX_FIELD_PATH] = cx_record_path(rec),
	};

	/*
	 * In UTF-8, NFC is at most three times as long as what it is made of
	 * (UAX #15, 9), and no lower case more than three times as long as
	 * its upper case, so the buffer cannot move while fields point into
	 * it.
	 */
	c->text.len = 0;
	cx_buf_room(&c->text, cx_add(cx_mul(rec->line.len, 9), 64));
	for (int f = 0; f < CX_FIELDS; f++) {
		if (f != CX_FIELD_TAG)
			c->field[f] = lower(c, as_read[f]);
	}
	c->n_tags = 0;
	CX_JSON_EACH(t, tags) {
		CX_GROW(c->tags, c->n_tags, c->tags_cap);
		c->tags[c->n_tags++] = lower(c, cx_json_str(t));
	}
}

static bool
matches(const struct cx_keyword_scorer *c, const struct cx_query_term *t,
    enum cx_field f)
{
	struct cx_str word = t->text;

	switch (f) {
	case CX_FIELD_TAG:
		for (size_t i = 0; i < c->n_tags; i++) {
			if (cx_str_eq(c->tags[i], word) ||
			    (t->field == CX_FIELD_TAG &&
				cx_query_is_tag(c->tags[i], word)))
				return true;
		}
		return false;
	case CX_FIELD_PROJECT:
		return cx_str_eq(c->field[f], word);
	default:
		return cx_str_has(c->field[f], word);
	}
}

/* The fields that the term looks in and matches, as bits. */
static unsigned
matched_fields(const struct cx_keyword_scorer *c, const struct cx_query_term *t)
{
	unsigned got = 0;

	/* All fields stand in text: most records end here. */
	if (!cx_str_has(cx_buf_view(&c->text), t->text))
		return 0;
	for (int f = 0; f < CX_FIELDS; f++) {
		if ((t->field == CX_FIELD_ANY || (int)t->field == f) &&
		    matches(c, t, (enum cx_field)f))
			got |= 1u << f;
	}
	return got;
}

static int
points_of(unsigned got)
{
	int sum = 0;

	for (int f = 0; f < CX_FIELDS; f++) {
		if (got >> f & 1)
			sum += points_of_field[f];
	}
	return sum;
}

/*
 * The score, in millionths, of an atom with so many points, of whose layer
 * and status this is the weight; every word of a query of several matched.
 */
static int64_t
total(int64_t points, bool all_words, enum cx_layer layer,
    int64_t weight)
{
	int64_t score = points * CX_MICRO;

	if (all_words)
		score = score * 3 / 2;
	if (score > 0)
		score += layer_points[layer] * CX_MICRO;
	/* In two parts, so that no number of words can overflow. */
	return score / CX_MICRO * weight +
	    (score % CX_MICRO * weight + CX_MICRO / 2) / CX_MICRO;
}

/* What all factors work on; cx_keyword_explain shows them. */
struct sum {
	int64_t points;
	size_t matched; /* positive terms that matched somewhere */
	struct cx_str status;
	bool all_words;
	struct cx_verdict v;
};

static struct sum
sum_up(struct cx_keyword_scorer *c, const struct cx_record *rec,
    enum cx_layer layer)
{
	struct sum s = {0};
	const struct cx_query *q = c->query;

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
		s.v.score = total(s.points, s.all_words, layer,
		    cx_atom_weight(c->config, s.status, cx_expires(rec)));
	return s;
}

struct cx_verdict
cx_keyword_score(struct cx_keyword_scorer *c, const struct cx_record *rec,
    enum cx_layer layer)
{
	return sum_up(c, rec, layer).v;
}

bool
cx_keyword_fields(struct cx_keyword_scorer *c, const struct cx_record *rec)
{
	const struct cx_query *q = c->query;

	load(c, rec);
	for (size_t i = 0; i < q->n; i++) {
		const struct cx_query_term *t = &q->terms[i];

		if (t->field != CX_FIELD_ANY &&
		    (matched_fields(c, t) != 0) == t->exclude)
			return false;
	}
	return true;
}

void
cx_keyword_explain(struct cx_keyword_scorer *c, const struct cx_record *rec,
    struct cx_printer *p)
{
	enum cx_layer layer = cx_layer_of(&c->layers,
	    cx_record_updated(rec));
	struct sum s = sum_up(c, rec, layer);
	const struct cx_query *q = c->query;

	cx_print_object(p);
	cx_print_kstr(p, "rank", CX_STR("cortex"));
	cx_print_karray(p, "words");
	for (size_t i = 0; i < q->n; i++) {
		unsigned got = matched_fields(c, &q->terms[i]);

		cx_print_object(p);
		cx_print_kstr(p, q->terms[i].exclude ? "without" : "word",
		    q->terms[i].text);
		for (int f = 0; f < CX_FIELDS; f++) {
			if (got >> f & 1)
				cx_print_kint(p, cx_field_names[f],
				    points_of_field[f]);
		}
		cx_print_end(p);
	}
	cx_print_end(p);
	cx_print_kint(p, "points", s.points);
	cx_print_kmicro(p, "all_words",
	    s.all_words ? CX_MICRO * 3 / 2 : CX_MICRO);
	cx_print_kint(p, "layer", s.points ? layer_points[layer] : 0);
	cx_print_kmicro(p, "status",
	    cx_atom_weight(c->config, s.status, cx_expires(rec)));
	cx_print_end(p);
}

/* --- through a search set --- */

static const enum cx_list lists[CX_FIELDS] = {
    [CX_FIELD_NAME] = CX_LIST_NAME,
    [CX_FIELD_TAG] = CX_LIST_TAG,
    [CX_FIELD_PROJECT] = CX_LIST_PROJECT,
    [CX_FIELD_DESCRIPTION] = CX_LIST_DESCRIPTION,
    [CX_FIELD_PATH] = CX_LIST_PATH,
};
static const char *const members[CX_FIELDS] = {
    [CX_FIELD_NAME] = "name",
    [CX_FIELD_DESCRIPTION] = "description",
    [CX_FIELD_PATH] = "path",
};

struct run {
	struct cx_keywords *k;
	struct cx_pool *pool;
	const struct cx_search *set;
	uint32_t *touched; /* atoms that matched, in order of coming */
	size_t n_touched, touched_cap;
	/* Atoms that the field at hand is done with, a bit each; only those
	 * of listed are set. */
	uint64_t *seen;
	uint32_t *listed;
	size_t n_listed, listed_cap;
	struct cx_buf lower;
	struct cx_posting block[CX_POSTINGS_LINE];
};

/* The longest run of letters and digits in a word, and how it can stand in
 * a field's word. */
static struct cx_str
longest_run(struct cx_str word, enum cx_match *match)
{
	struct cx_str best = {word.s, 0};
	size_t i = 0;

	while (i < word.len) {
		size_t from = i, n;
		uint32_t cp;

		do {
			n = cx_utf8_decode(word.s + i, word.len - i, &cp, NULL);
			if (!cx_is_letter(cp) && !cx_is_digit(cp))
				break;
			i += n;
		} while (i < word.len);
		if (i - from > best.len)
			best = cx_strn(word.s + from, i - from);
		if (i < word.len)
			i += n;
	}
	if (best.len == word.len)
		*match = CX_MATCH_ANY;
	else if (best.s == word.s)
		*match = CX_MATCH_END;
	else if (best.s + best.len == word.s + word.len)
		*match = CX_MATCH_START;
	else
		*match = CX_MATCH_WHOLE;
	return best;
}

/* Whether the field of the record has the word. */
static bool
verify(struct run *u, uint32_t atom, enum cx_field f, struct cx_str word)
{
	struct cx_record rec;

	cx_pool_record(u->pool, atom, &rec);
	u->lower.len = 0;
	cx_utf8_key(&u->lower, cx_record_str(&rec, members[f], CX_STR("")));
	return cx_str_has(cx_buf_view(&u->lower), word);
}

/* Lists the atom once. */
static void
list_atom(struct run *u, uint32_t atom)
{
	uint64_t bit = UINT64_C(1) << atom % 64;

	if (u->seen[atom / 64] & bit)
		return;
	u->seen[atom / 64] |= bit;
	*CX_NEXT(u->listed, u->n_listed, u->listed_cap) = atom;
}

static void
list_postings(struct run *u, struct cx_cursor c)
{
	size_t n;

	while ((n = cx_cursor_next(&c, u->block))) {
		for (size_t i = 0; i < n; i++)
			list_atom(u, u->block[i].atom);
	}
}

/* The atoms with a tag below this one. */
static void
list_below(struct run *u, struct cx_str tag)
{
	CX_AUTO_BUF below = CX_BUF_INIT;
	struct cx_words words;
	struct cx_cursor c;

	cx_search_escape(&below, tag);
	cx_buf_char(&below, '/');
	words = cx_search_words(u->set, CX_LIST_TAG, cx_buf_view(&below),
	    CX_MATCH_START);
	while (cx_words_next(&words, &c))
		list_postings(u, c);
}

/* The atoms whose field has the word, into u->listed. */
static void
list_field(struct run *u, enum cx_field f, const struct cx_query_term *t)
{
	struct cx_str word = t->text;
	enum cx_match match;
	struct cx_str needle;
	struct cx_words words;
	struct cx_cursor c;
	size_t kept = 0;

	if (f == CX_FIELD_TAG || f == CX_FIELD_PROJECT) {
		list_postings(u, cx_search_find(u->set, lists[f], word));
		if (t->field == CX_FIELD_TAG)
			list_below(u, word);
		return;
	}
	needle = longest_run(word, &match);
	if (needle.len == 0) {
		for (uint32_t a = 0; a < cx_search_atoms(u->set); a++) {
			if (cx_search_has(u->set, a))
				list_atom(u, a);
		}
	} else {
		words = cx_search_words(u->set, lists[f], needle, match);
		while (cx_words_next(&words, &c))
			list_postings(u, c);
	}
	if (match == CX_MATCH_ANY && needle.len)
		return;
	for (size_t i = 0; i < u->n_listed; i++) {
		uint32_t atom = u->listed[i];

		if (verify(u, atom, f, word))
			u->listed[kept++] = atom;
		else
			u->seen[atom / 64] &= ~(UINT64_C(1) << atom % 64);
	}
	u->n_listed = kept;
}

static void
count(struct run *u, uint32_t atom, uint32_t term, enum cx_field f)
{
	struct cx_keyword *k = &u->k->of[atom];

	if (k->last == 0)
		*CX_NEXT(u->touched, u->n_touched, u->touched_cap) = atom;
	if (k->last != term + 1)
		k->matched++;
	k->last = (uint16_t)(term + 1);
	k->points += (uint32_t)points_of_field[f];
}

static void
look_for(struct run *u, const struct cx_query_term *t, uint32_t number)
{
	struct cx_keywords *k = u->k;

	for (int f = 0; f < CX_FIELDS; f++) {
		if (t->field != CX_FIELD_ANY && (int)t->field != f)
			continue;
		u->n_listed = 0;
		list_field(u, (enum cx_field)f, t);
		for (size_t i = 0; i < u->n_listed; i++) {
			uint32_t atom = u->listed[i];

			if (t->exclude)
				k->excluded[atom / 64] |= UINT64_C(1)
				    << atom % 64;
			else
				count(u, atom, number, (enum cx_field)f);
			u->seen[atom / 64] &= ~(UINT64_C(1) << atom % 64);
		}
	}
}

bool
cx_keywords_excluded(const struct cx_keywords *k, uint32_t atom)
{
	return k->excluded && k->excluded[atom / 64] >> atom % 64 & 1;
}

/*
 * Keeps the best of what was touched.  Layer and status are looked up only
 * for those that can be among them.
 */
static void
choose(struct run *u, const struct cx_query *q, const struct cx_layers *layers)
{
	struct cx_pool *pool = u->pool;
	struct cx_best *best = &u->k->best;
	int64_t most = cx_pool_most(pool);

	for (size_t i = 0; i < u->n_touched; i++) {
		uint32_t atom = u->touched[i];
		const struct cx_keyword *k = &u->k->of[atom];
		bool all = q->positive >= 2 && k->matched == q->positive;
		int64_t score;

		if (!cx_best_wants(best, total(k->points, all, CX_HOT,
			most), atom) || cx_keywords_excluded(u->k, atom))
			continue;
		score = total(k->points, all,
		    cx_layer_of_day(layers, cx_search_day(u->set, atom)),
		    cx_pool_weight(pool, atom));
		if (score > 0 && cx_best_wants(best, score, atom) &&
		    pool->accept(pool->arg, atom))
			cx_best_add(best, score, atom);
	}
	cx_best_sort(best);
}

void
cx_keywords_run(struct cx_keywords *k, struct cx_pool *pool,
    const struct cx_query *q, const struct cx_layers *layers, size_t limit)
{
	const struct cx_search *set = pool->set;
	struct run *u = cx_calloc(1, sizeof *u);

	if (q->n > CX_KEYWORDS_MAX)
		cx_die(CX_USAGE, "a query of %zu words; at most %d are "
		    "looked for", q->n, CX_KEYWORDS_MAX);
	*k = (struct cx_keywords){.best = {.set = set, .limit = limit}};
	k->atoms = cx_search_atoms(set);
	k->of = cx_calloc_sparse(k->atoms, sizeof *k->of);
	*u = (struct run){.k = k, .set = set, .pool = pool};
	u->seen = cx_pool_bits(pool);
	if (q->positive < q->n)
		k->excluded = cx_pool_bits(pool);
	for (size_t i = 0; i < q->n; i++)
		look_for(u, &q->terms[i], (uint32_t)i);
	choose(u, q, layers);
	free(u->touched);
	free(u->seen);
	free(u->listed);
	cx_buf_release(&u->lower);
	free(u);
}

void
cx_keywords_release(struct cx_keywords *k)
{
	cx_free_sparse(k->of, k->atoms, sizeof *k->of);
	free(k->excluded);
	cx_best_release(&k->best);
}
