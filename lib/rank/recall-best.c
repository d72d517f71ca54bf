/* Chooses the results among the shortlist and its neighbours. */
#include "lib/rank/recall-impl.h"
#include "lib/rank/best.h"

#include "lib/search/build.h"

#include <stdlib.h>

/* Shares of M: what a text that is not a question has beside its length. */
#define LENGTH_SHARE 0.075
#define ANSWER(m) (3 * (m) / 20)

int64_t
cx_recall_micro(int64_t score)
{
	return (score * 1000000 + FIX / 2) >> FIX_BITS;
}

/* Who types a whole name wants that note, also if it is over. */
static int64_t
weighed(int64_t sum, bool exact, int64_t weight)
{
	if (exact || weight == 1000000)
		return sum;
	return (int64_t)((wide)sum * weight / 1000000);
}

static int64_t
length_points(int64_t m, unsigned length)
{
	static int64_t share[CX_BODY_MAX + 1]; /* of M */

	if (length && !share[length])
		share[length] = fixed(LENGTH_SHARE * log(1 + (double)length));
	return (m * share[length]) >> FIX_BITS;
}

/* --- neighbours --- */

static bool
is_in(const struct cx_atoms *list, uint32_t atom)
{
	for (size_t lo = 0, hi = list->n; lo < hi;) {
		size_t mid = lo + (hi - lo) / 2;

		if (list->v[mid] == atom)
			return true;
		if (list->v[mid] < atom)
			lo = mid + 1;
		else
			hi = mid;
	}
	return false;
}

/*
 * What the atoms of a shortlist give to their neighbours.
 *
 * N1 of an atom are the atoms linked from or to it; N2 their neighbours
 * without itself and N1.  An atom with more than CX_HUB links is a hub: it
 * has no N1 and N2, and is in nobody's.  So whoever is given something finds
 * who gives it by its own links, and few need to ask.
 */
struct neighbour_gain {
	const struct cx_recall *r;
	uint32_t *givers; /* the shortlist, ascending */
	size_t n;
	int64_t *points; /* of each giver, what it has of each term */
	uint64_t *gives; /* a bit an atom: it is a giver */
	int64_t *most; /* by term: that one of them has */
	/* By term, what the last one that asked is given: the most that an
	 * atom of N1 has, then of N2. */
	int64_t *one, *two;
	struct cx_atoms own, next; /* room */
};

static void
take(const struct neighbour_gain *near, uint32_t giver, int64_t *most)
{
	const uint32_t *at = bsearch(&giver, near->givers, near->n,
	    sizeof giver, cx_order_u32);
	size_t terms = near->r->n_terms;
	const int64_t *points = near->points +
	    (size_t)(at - near->givers) * terms;

	for (size_t t = 0; t < terms; t++) {
		if (most[t] < points[t])
			most[t] = points[t];
	}
}

/* For a query of one term neighbours are nothing. */
static void
near_init(struct neighbour_gain *near, const struct cx_recall *r,
    const uint32_t *shortlist, size_t n)
{
	size_t terms = r->n_terms;

	*near = (struct neighbour_gain){.r = r, .n = n};
	near->gives = cx_pool_bits(r->pool);
	near->givers = cx_calloc(n, sizeof *near->givers);
	near->points = cx_calloc(cx_mul(n, terms), sizeof *near->points);
	near->most = cx_calloc(terms, sizeof *near->most);
	near->one = cx_calloc(terms, sizeof *near->one);
	near->two = cx_calloc(terms, sizeof *near->two);
	if (n)
		memcpy(near->givers, shortlist, n * sizeof *near->givers);
	CX_SORT(near->givers, n, cx_order_u32);
	for (size_t i = 0; i < n; i++) {
		uint32_t atom = near->givers[i];

		near->gives[atom / 64] |= UINT64_C(1) << atom % 64;
		for (size_t t = 0; t < terms && terms > 1; t++)
			near->points[i * terms + t] =
			    cx_run_points(&r->terms[t], atom);
		take(near, atom, near->most);
	}
}

static bool
near_gives(const struct neighbour_gain *near, uint32_t atom)
{
	return near->gives[atom / 64] >> atom % 64 & 1;
}

/* Finds one of an atom; two is the most that it can be.  False if none of
 * its N1 gives. */
static bool
near_ask(struct neighbour_gain *near, uint32_t atom)
{
	const struct cx_recall *r = near->r;
	bool any = false;

	near->own.n = 0;
	memset(near->one, 0, r->n_terms * sizeof *near->one);
	memset(near->two, 0, r->n_terms * sizeof *near->two);
	if (r->n_terms < 2 || cx_search_links(r->set, atom, &near->own))
		near->own.n = 0;
	if (near->own.n)
		memcpy(near->two, near->most, r->n_terms * sizeof *near->two);
	for (size_t i = 0; i < near->own.n; i++) {
		if (!near_gives(near, near->own.v[i]))
			continue;
		take(near, near->own.v[i], near->one);
		any = true;
	}
	return any;
}

/* Finds two of the same atom; false if none of its N2 gives. */
static bool
near_ask_further(struct neighbour_gain *near, uint32_t atom)
{
	const struct cx_recall *r = near->r;
	bool any = false;

	memset(near->two, 0, r->n_terms * sizeof *near->two);
	for (size_t i = 0; i < near->own.n; i++) {
		near->next.n = 0;
		cx_search_links(r->set, near->own.v[i], &near->next);
		for (size_t k = 0; k < near->next.n; k++) {
			uint32_t next = near->next.v[k];

			if (!near_gives(near, next) || next == atom ||
			    is_in(&near->own, next))
				continue;
			take(near, next, near->two);
			any = true;
		}
	}
	return any;
}

static void
near_release(struct neighbour_gain *near)
{
	free(near->givers);
	free(near->points);
	free(near->gives);
	free(near->most);
	free(near->one);
	free(near->two);
	free(near->own.v);
	free(near->next.v);
}

/* --- the parts of a score --- */

/* What one run has for all atoms. */
struct bounds {
	int64_t any; /* the most of what only orders */
	int64_t all; /* of an atom that has all terms */
	int64_t whole; /* and may have the query for a description; else 0 */
	int64_t weight; /* the best of a status, at least 1 */
};

/* What is chosen so far, and what the rest is measured by. */
struct choice {
	struct tally *u;
	struct neighbour_gain near;
	struct bounds b;
	int64_t most; /* the most of each term, added up */
	/* The most that an atom not judged yet is given, at one step and at
	 * two or fewer: of each term, added up. */
	int64_t one, two;
	int64_t highest; /* 0 without slack */
	/* Places of those touched that may yet be among the best; NULL: all. */
	uint32_t *rest;
	size_t n_rest;
	struct cx_best top; /* scores of the best results so far */
	struct cx_best first; /* their R, where feedback wants to know */
	uint64_t *seen; /* a bit an atom beside the shortlist */
};

static int64_t
smaller(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

/* 0.7 or 0.5, in tenths, of points; less with more than two neighbours. */
static int64_t
damp(int64_t tenths, int64_t points, uint32_t neighbours)
{
	return tenths * 2 * points /
	    (10 * (int64_t)(neighbours > 2 ? neighbours : 2));
}

/* X of who asked last: a word counts once, in the note or beside it. */
static int64_t
near_points(const struct choice *c, uint32_t atom, size_t place)
{
	const struct cx_recall *r = c->u->r;
	uint32_t n1 = cx_search_n1(r->set, atom);
	uint32_t n2 = cx_search_n2(r->set, atom);
	int64_t sum = 0;

	for (size_t t = 0; t < r->n_terms; t++) {
		int64_t most = larger(damp(7, c->near.one[t], n1),
		    damp(5, c->near.two[t], n2)), own;

		own = most && c->u->touched[place].text ?
		    cx_run_points(&r->terms[t], atom) : 0;
		if (most > own)
			sum += most - own;
	}
	return 7 * sum / 10;
}

/*
 * The most that X can be with these words of its own and so many neighbours.
 * Nobody is given more of a term than the most that an atom has of it, damped;
 * what it has itself does not count again, damped likewise, as it has no more
 * than the most either.
 */
static int64_t
near_most(const struct choice *c, int64_t text, uint32_t n1, uint32_t n2)
{
	int64_t one = smaller(c->one, c->most - text);
	int64_t two = smaller(c->two, c->most - text);
	int64_t sum = damp(5, two, n2) +
	    larger(damp(7, one, n1) - damp(5, one, n2), 0);

	return 7 * sum / 10 + 3; /* each quotient was rounded down */
}

static double
share(uint32_t length, uint64_t n, uint64_t sum)
{
	return sum ? (double)length * (double)n / (double)sum : 0;
}

/* How much a text that has all words says, in 2^-20: the more in a very short
 * one.  A text in two scripts is as long as it is in either. */
static int64_t
brevity(const struct tally *u, const struct cx_doc_length *rank)
{
	const struct cx_search_sums *s = &u->sums;
	double length = fmax(share(rank->words, s->worded, s->words),
	    share(rank->pairs, s->paired, s->pairs));

	return fixed(0.4 + 1 / (1 + 60 * length));
}

/* How often an atom has the term that it has least: 1, in 2^-20, is without
 * end.  What only happens to be in a long text is there once. */
static int64_t
least_often(const struct tally *u, size_t place)
{
	const struct cx_recall *r = u->r;
	uint32_t atom = u->touched[place].atom;
	int64_t least = FIX;

	for (size_t i = 0; i < r->n_terms && r->few; i++) {
		const struct cx_recall_term *t = &r->terms[i];

		if (!t->whole && t->idf)
			least = smaller(least, (int64_t)((wide)10 * FIX *
			    cx_run_points(t, atom) /
			    ((wide)11 * t->halves * t->idf)));
	}
	return least;
}

/* The most that it can be, as what the atom has of all of them together tells:
 * one of them has no more than its share. */
static int64_t
least_at_most(const struct tally *u, size_t place)
{
	int64_t idf = 0;

	for (size_t i = 0; i < u->r->n_terms && u->r->few; i++) {
		const struct cx_recall_term *t = &u->r->terms[i];

		idf += t->whole ? 0 : t->halves * t->idf;
	}
	return idf ? smaller(FIX, (int64_t)((wide)10 * FIX *
	    u->touched[place].text / ((wide)11 * idf))) : FIX;
}

/* All words in the text: a sentence or a long list has words that only a long
 * text has all of. */
static int64_t
text_points(const struct tally *u, const struct cx_doc_length *rank,
    int64_t least)
{
	if (!u->r->few)
		return 0;
	return 3 * ((((u->best * brevity(u, rank)) >> FIX_BITS) *
	    ((least * least) >> FIX_BITS)) >> FIX_BITS) / 2;
}

/* C, of an atom that has all words, if they are several: as much as the whole
 * name where they are in its names, or what it is worth to have each of them
 * often in the text. */
static int64_t
all_points(const struct tally *u, const struct cx_doc_length *rank,
    size_t place, int64_t least)
{
	int64_t points;

	if (u->r->n_must < 2)
		return 0;
	points = text_points(u, rank, least);
	return points < u->best && cx_run_named_all(u, place) ? u->best :
	    points;
}

/* The most that it can be. */
static int64_t
all_most(const struct tally *u, const struct cx_doc_length *rank)
{
	return u->r->n_must < 2 ? 0 : larger(u->best, text_points(u, rank,
	    FIX));
}

/* Whether a text may have so many words: in ASCII that is so many runs, and the
 * last one may go on in other letters. */
static bool
may_have_words(struct cx_str text, size_t n)
{
	size_t words = 0;
	bool in = false;

	for (size_t i = 0; i < text.len && words <= n + 1; i++) {
		char low = (char)(text.s[i] | 0x20);
		bool word = (low >= 'a' && low <= 'z') ||
		    (text.s[i] >= '0' && text.s[i] <= '9');

		if ((unsigned char)text.s[i] >= 0x80)
			return true;
		words += word && !in;
		in = word;
	}
	return words == n;
}

/* E: a name or a heading that the query is, or has among other words. */
static int64_t
named_points(const struct tally *u, uint32_t atom)
{
	const struct cx_recall *r = u->r;
	const struct cx_recall_named *found = r->n_named ?
	    bsearch(&atom, r->named, r->n_named, sizeof *found,
		cx_order_u32) : NULL;

	return found ? (int64_t)((wide)u->best * found->share / (10 * FIX)) :
	    0;
}

/* Whether the query is the whole description of an atom that has all of its
 * terms. */
static bool
is_description(const struct tally *u, uint32_t atom)
{
	const struct cx_recall *r = u->r;
	const struct cx_str name = CX_STR("description");
	struct cx_str text;
	CX_AUTO_BUF key = CX_BUF_INIT;
	CX_AUTO(cx_terms_release) struct cx_terms words = {0};
	struct cx_record rec;

	if (r->n_words < DESCRIPTION_WORDS)
		return false;
	cx_record_texts(cx_search_record(r->set, atom), &name, 1, &text);
	if (!text.s || text.s[0] != '"')
		return false;
	if (!cx_record_plain(text, &text)) {
		cx_pool_record(r->pool, atom, &rec);
		text = cx_record_str(&rec, "description", CX_STR(""));
	}
	if (!may_have_words(text, r->n_words))
		return false;
	cx_search_exact(r->analyzer, text, &words, &key);
	return cx_str_eq(cx_buf_view(&key), cx_buf_view(&r->key));
}

static struct bounds
find_bounds(const struct tally *u)
{
	const struct cx_doc_length empty = {0};
	struct bounds b = {length_points(u->best, CX_BODY_MAX) +
	    ANSWER(u->best), all_most(u, &empty),
	    u->r->n_words >= DESCRIPTION_WORDS ? u->best : 0,
	    larger(cx_pool_most(u->r->pool), 1000000)};

	b.any += cx_recall_young(u->r, CX_HOT);
	return b;
}

/* --- the least that is still of interest --- */

/* Scores are far below 2^62 (recall.h). */
#define NOTHING (-(INT64_C(1) << 62))

static int64_t
worst(const struct cx_best *b)
{
	return b->limit && b->n == b->limit ? b->v[0].key : NOTHING;
}

/* The least score that may be asked for, with this slack. */
static int64_t
lowest(const struct choice *c, int64_t slack)
{
	int64_t last = worst(&c->top);

	return last == NOTHING || slack == 0 ? last :
	    last - c->highest / 1000000 * slack -
	    c->highest % 1000000 * slack / 1000000 - 1;
}

/* Whether an atom whose R is at most this may be among the best. */
static bool
reaches(const struct choice *c, int64_t least, int64_t sum)
{
	return weighed(sum, false, c->b.weight) >= least ||
	    (c->first.limit && sum >= worst(&c->first));
}

/* The same of so much from words and neighbours; `all`: if it had
 * all terms itself, for so much. */
static int64_t
most(const struct choice *c, uint32_t atom, int64_t sum, bool has_all,
    int64_t all)
{
	return sum + c->b.any + (has_all ? all : 0) + larger(has_all ?
	    c->b.whole : 0, named_points(c->u, atom));
}

/* Whether it may be among the best; most need no look at anything but what
 * the words gave, the others at how many neighbours they have, and only then
 * at their length. */
static bool
may_reach(const struct choice *c, uint32_t atom, size_t place)
{
	struct tally *u = c->u;
	const struct cx_recall *r = u->r;
	int64_t text = u->touched[place].text, near = 0, all, least;
	int64_t sum = text + cx_run_date(u, place);
	bool any = text != 0;
	struct cx_doc_length rank;

	if (r->n_terms > 1)
		near = near_most(c, text, 0, 0);
	least = lowest(c, r->slack);
	if (!reaches(c, least, most(c, atom, sum + near, any, c->b.all)))
		return false;
	if (r->blend)
		least = larger(least, lowest(c, cx_blend_slack_of(r->blend,
		    atom)));
	if (r->n_terms > 1) {
		near = near_most(c, text, c->one ? cx_search_n1(r->set, atom) :
		    0, cx_search_n2(r->set, atom));
		any = any && cx_run_has_all(u, place);
		if (!reaches(c, least, most(c, atom, sum + near, any,
			c->b.all)))
			return false;
	}
	rank = cx_doc_length(r->set, atom, cx_run_lengths(u));
	sum += near;
	all = any ? all_points(u, &rank, place, least_at_most(u, place)) : 0;
	if (!reaches(c, least, most(c, atom, sum, any, all)))
		return false;
	all = any ? all_points(u, &rank, place, least_often(u, place)) : 0;
	return reaches(c, least, most(c, atom, sum, any, all));
}

/* --- judging --- */

/* All parts of R but X. */
static struct cx_hit
look(struct tally *u, uint32_t atom, size_t place)
{
	struct cx_recall *r = u->r;
	struct cx_doc_length rank = cx_doc_length(r->set, atom,
	    cx_run_lengths(u));
	struct cx_search_body body = cx_search_body(r->set, atom);
	struct cx_hit f = {.atom = atom, .when = cx_search_day(r->set, atom),
	    .set = r->set,
	    .weight = cx_pool_weight(r->pool, atom)};
	struct cx_hit_parts *p = &f.part;
	bool all = cx_run_has_all(u, place);

	p->text = u->touched[place].text;
	p->date = cx_run_date(u, place);
	p->length = length_points(u->best, body.length) +
	    (body.asks ? 0 : ANSWER(u->best));
	p->named = named_points(u, atom);
	p->whole = (u->best && p->named == u->best) ||
	    (all && is_description(u, atom));
	if (p->whole)
		p->named = u->best;
	p->all = all ? all_points(u, &rank, place, least_often(u, place)) : 0;
	if (r->layers)
		p->young = cx_recall_young(r, cx_layer_of_day(r->layers,
		    f.when));
	return f;
}

/* R; false if words and neighbours say nothing, or if it is too low
 * to be among the best. */
static bool
add_parts(const struct choice *c, struct cx_hit *f)
{
	const struct cx_hit_parts *p = &f->part;

	f->score = p->text + p->date + p->near;
	if (f->score <= 0)
		return false;
	f->score += p->length + p->named + p->all + p->young;
	return weighed(f->score, p->whole, f->weight) >=
	    lowest(c, c->u->r->slack) ||
	    (c->first.limit && f->score >= worst(&c->first));
}

static void
keep(struct cx_best *best, int64_t key, uint32_t atom)
{
	if (best->limit && cx_best_wants(best, key, atom))
		cx_best_add(best, key, atom);
}

/* Adds an atom to the results, if it is one of the best: of the shortlist, or
 * one that may be a result and is given something. */
static void
judge(struct choice *c, uint32_t atom)
{
	struct tally *u = c->u;
	struct cx_recall *r = u->r;
	size_t place = cx_run_place(u, atom);
	bool listed = near_gives(&c->near, atom);
	/* A heading has stop words that a text has not. */
	bool given = r->n_terms == 1 && u->touched[place].text +
	    cx_run_date(u, place);
	struct cx_hit f;

	if (!may_reach(c, atom, place))
		return;
	f = look(u, atom, place);
	if (r->n_terms > 1) {
		given = near_ask(&c->near, atom);
		f.part.near = near_points(c, atom, place);
		if (!add_parts(c, &f))
			return;
		given = near_ask_further(&c->near, atom) || given;
		f.part.near = near_points(c, atom, place);
	}
	if (!add_parts(c, &f) || (!listed && (!given || !cx_run_accepts(u,
		atom, place))))
		return;
	*CX_NEXT(r->found, r->n, u->found_cap) = f;
	keep(&c->first, f.score, atom);
	f.score = weighed(f.score, f.part.whole, f.weight);
	if (f.score > 0)
		keep(&c->top, f.score, atom);
}

/* --- beside the shortlist --- */

static bool
is_seen(const struct choice *c, uint32_t atom)
{
	return c->seen[atom / 64] >> atom % 64 & 1;
}

static void
judge_once(struct choice *c, uint32_t atom)
{
	if (is_seen(c, atom))
		return;
	c->seen[atom / 64] |= UINT64_C(1) << atom % 64;
	judge(c, atom);
}

/* Those beside a giver at one step. */
static void
judge_beside(struct choice *c, uint32_t giver)
{
	struct cx_atoms own = {0};

	(void)cx_search_links(c->u->r->set, giver, &own);
	for (size_t i = 0; i < own.n; i++)
		judge_once(c, own.v[i]);
	free(own.v);
}

/* Those at two steps. */
static void
judge_far(struct choice *c, uint32_t giver)
{
	struct cx_atoms own = {0};

	(void)cx_search_links(c->u->r->set, giver, &own);
	for (size_t i = 0; i < own.n; i++)
		judge_beside(c, own.v[i]);
	free(own.v);
}

/* A giver, and what it has of all terms. */
struct giver {
	size_t i;
	int64_t points;
	int64_t rest; /* the most of each term from here on, added up */
};

static int
by_points(const void *va, const void *vb)
{
	const struct giver *a = va, *b = vb;

	return a->points != b->points ? (a->points < b->points) -
	    (a->points > b->points) : (a->i > b->i) - (a->i < b->i);
}

/* The givers, the one that has most first: those with a rare word. */
static struct giver *
sort_givers(const struct choice *c)
{
	size_t terms = c->u->r->n_terms, n = c->near.n;
	struct giver *v = cx_calloc(n + 1, sizeof *v);
	CX_AUTO_FREE int64_t *most = cx_calloc(terms, sizeof *most);

	for (size_t i = 0; i < n; i++) {
		v[i].i = i;
		for (size_t t = 0; t < terms; t++)
			v[i].points += c->near.points[i * terms + t];
	}
	CX_SORT(v, n, by_points);
	for (size_t i = n; i-- > 0;) {
		v[i].rest = v[i + 1].rest;
		for (size_t t = 0; t < terms; t++) {
			int64_t points = c->near.points[v[i].i * terms + t];

			v[i].rest += larger(points - most[t], 0);
			most[t] = larger(most[t], points);
		}
	}
	return v;
}

/* The least R that may be among the best. */
static int64_t
least_sum(const struct choice *c)
{
	int64_t least = lowest(c, c->u->r->slack);

	if (least > 0 && c->b.weight > 1000000)
		least = (int64_t)((wide)least * 1000000 / c->b.weight);
	return c->first.limit ? smaller(least, worst(&c->first)) : least;
}

/* Whether one that the words gave something, `sum`, may have the least R with
 * what its neighbours may give it, and its own length. */
static bool
touched_reaches(const struct choice *c, size_t place, int64_t sum,
    int64_t least)
{
	struct tally *u = c->u;
	const struct touched *t = &u->touched[place];
	bool several = u->r->n_terms > 1, all;
	struct cx_doc_length rank;

	if (several)
		sum += near_most(c, t->text, 0, 0);
	all = cx_run_has_all(u, place);
	if (sum + (all ? c->b.all + c->b.whole : 0) < least)
		return false;
	if (!all || sum >= least || !several)
		return sum + (all ? c->b.whole : 0) >= least;
	rank = cx_doc_length(u->r->set, t->atom, cx_run_lengths(u));
	sum += c->b.whole;
	return sum + all_points(u, &rank, place, least_at_most(u, place)) >=
	    least && sum + all_points(u, &rank, place, least_often(u,
		place)) >= least;
}

/* Of those that the words gave something, keeps who may be among the best and
 * was not judged.  They become fewer as the others are. */
static void
keep_touched(struct choice *c)
{
	struct tally *u = c->u;
	int64_t least = least_sum(c) - c->b.any, one = least;
	int64_t all;
	size_t kept = 0, n = c->rest ? c->n_rest : u->n_touched;

	if (u->r->n_terms > 1)
		one -= near_most(c, 0, 0, 0);
	all = one - c->b.all - c->b.whole;
	if (!c->rest)
		c->rest = cx_malloc(cx_mul(n, sizeof *c->rest));
	for (size_t i = 0; i < n; i++) {
		size_t place = n == u->n_touched ? i : c->rest[i];
		int64_t sum = u->touched[place].text + cx_run_date(u, place);

		if ((sum >= one || (sum >= all && cx_run_has_all(u, place))) &&
		    !is_seen(c, u->touched[place].atom) &&
		    touched_reaches(c, place, sum, least))
			c->rest[kept++] = (uint32_t)place;
	}
	c->n_rest = kept;
}

static void
judge_touched(struct choice *c)
{
	const struct tally *u = c->u;

	for (size_t i = 0; i < c->n_rest; i++)
		judge_once(c, u->touched[c->rest[i]].atom);
}

#define ASKED 8192 /* of more, those that are beside are found first */

/* Whether nobody that nothing but neighbours speaks for can be among the best,
 * and few that the words gave something. */
static bool
enough(struct choice *c)
{
	int64_t sum = c->b.any + near_most(c, 0, 0, 0);

	if (reaches(c, lowest(c, c->u->r->slack), sum))
		return false;
	keep_touched(c);
	return c->n_rest <= ASKED;
}

/*
 * Whom the shortlist lifts.  The givers that have most come first, in steps
 * that leave at most 3/4 of what was to be given: as soon as the others can
 * lift nobody high enough, those that have words themselves are asked instead.
 */
static void
judge_lifted(struct choice *c)
{
	struct giver *v = sort_givers(c);
	size_t n = c->near.n, beside = 0, far = 0, to;

	while (far < n && !enough(c)) {
		for (to = far + 1; to < n && v[to].rest * 4 >=
		    v[far].rest * 3;)
			to++;
		/* There are fewer at one step than at two. */
		for (; beside < n && beside < far + 8 * (to - far); beside++)
			judge_beside(c, c->near.givers[v[beside].i]);
		c->one = v[beside].rest;
		if (enough(c))
			break;
		for (; far < to; far++)
			judge_far(c, c->near.givers[v[far].i]);
		c->two = v[far].rest;
	}
	if (far < n)
		judge_touched(c);
	free(v);
}

/* Those beside the shortlist. */
static void
judge_others(struct choice *c)
{
	const struct cx_recall *r = c->u->r;

	for (size_t i = 0; i < r->n_named; i++)
		judge_once(c, r->named[i].atom);
	/* A query of one term has no neighbours, and finds all that have it. */
	if (r->n_terms > 1) {
		judge_lifted(c);
	} else if (r->n_terms == 1) {
		keep_touched(c);
		judge_touched(c);
	}
}

static void
first_to_front(struct cx_recall *r)
{
	size_t first = 0;
	struct cx_hit f;

	for (size_t i = 1; i < r->n; i++) {
		if (cx_found_compare(&r->found[i], &r->found[first]) < 0)
			first = i;
	}
	if (first) {
		f = r->found[0];
		r->found[0] = r->found[first];
		r->found[first] = f;
	}
}

/* R becomes the score: what a status is worth, and nothing of 0. */
static void
weigh_all(struct cx_recall *r)
{
	size_t kept = 0;

	for (size_t i = 0; i < r->n; i++) {
		r->found[kept] = r->found[i];
		r->found[kept].score = weighed(r->found[i].score,
		    r->found[i].part.whole, r->found[i].weight);
		kept += r->found[kept].score > 0;
	}
	r->n = kept;
}

/* Equals of one day among the best go by the time of the day: their records
 * are read. */
static void
sort(struct cx_recall *r, size_t limit)
{
	struct cx_hit *v = r->found;

	CX_SORT(v, r->n, cx_found_compare);
	for (size_t i = 0, end; i < r->n && (!limit || i < limit); i = end) {
		for (end = i + 1; end < r->n && v[end].score == v[i].score &&
		    v[end].when == v[i].when; end++)
			;
		if (end - i < 2 || v[i].when == CX_NO_DAY)
			continue;
		for (size_t k = i; k < end; k++)
			v[k].when = cx_pool_updated(r->pool, v[k].atom);
		CX_SORT(v + i, end - i, cx_found_compare);
	}
}

/* L of the best: who has a word with punctuation as it stands. */
static void
add_literals(struct tally *u)
{
	struct cx_recall *r = u->r;
	const struct cx_literal *texts[LITERALS];
	size_t place[LITERAL_BEST];

	for (size_t i = 0; i < r->n_literals; i++)
		texts[i] = &r->literals[i].text;
	(void)cx_run_first(u, LITERAL_BEST, place);
	for (size_t i = 0; i < r->n && i < LITERAL_BEST &&
	    place[i] != SIZE_MAX; i++) {
		struct cx_hit *f = &r->found[i];
		uint64_t has = cx_pool_literals(r->pool, f->atom, texts,
		    r->n_literals);

		for (size_t k = 0; k < r->n_literals; k++) {
			if (has >> k & 1)
				f->part.literal += 3 * (int64_t)((wide)
				    r->literals[k].share * u->best / FIX);
		}
		f->score += f->part.literal;
	}
}

/* No score is above it. */
static int64_t
highest(const struct choice *c)
{
	const struct tally *u = c->u;
	int64_t date = 0;

	for (size_t i = 0; i < u->n_touched; i++)
		date = larger(date, cx_run_date(u, i));
	return weighed(larger(u->best, 7 * c->most / 10) + c->most +
	    date + c->b.any + c->b.all + u->best +
	    (u->r->n_typed ? u->best : 0) + (u->r->n_runs ? u->best : 0) +
	    (u->r->n_literals ? 3 * u->best : 0), false,
	    c->b.weight);
}

/*
 * The shortlist is judged first, then those beside it, as far as they may be
 * among the best `limit`; 0 is all.  Makes the results, best first, of n atoms
 * of the shortlist and of what is beside them.
 */
static void
choose(struct tally *u, const uint32_t *shortlist, size_t n, size_t limit)
{
	struct cx_recall *r = u->r;
	bool feedback = r->length >= 2 * FEEDBACK_TERMS;
	size_t first = !limit ? 0 : r->n_literals ? LITERAL_BEST :
	    feedback || r->n_typed || r->n_runs ? FEEDBACK_BEST : 0;
	struct choice c = {.u = u, .b = find_bounds(u),
	    .top = {.limit = limit}, .first = {.limit = first}};

	near_init(&c.near, r, shortlist, n);
	c.seen = cx_pool_bits(r->pool);
	for (size_t t = 0; t < r->n_terms; t++)
		c.most += r->terms[t].most;
	for (size_t t = 0; t < r->n_terms; t++)
		c.one = c.two += c.near.most[t];
	if (r->slack) {
		c.highest = highest(&c);
		cx_parts_most(r->pool->parts, &c.highest, 1);
	}
	for (size_t i = 0; i < n; i++)
		judge_once(&c, shortlist[i]);
	judge_others(&c);
	if (feedback)
		cx_recall_feedback(u);
	if (r->n_typed)
		cx_recall_typed(u);
	if (r->n_runs)
		cx_recall_add_runs(u);
	if (r->n_literals)
		add_literals(u);
	weigh_all(r);
	/* What is ranked again by other things needs to know the best alone. */
	if (r->slack)
		first_to_front(r);
	else
		sort(r, limit);
	near_release(&c.near);
	cx_best_release(&c.top);
	cx_best_release(&c.first);
	free(c.seen);
	free(c.rest);
}

void
cx_recall_run(struct cx_recall *r, const struct cx_blend *blend, size_t limit)
{
	CX_AUTO_FREE struct tally *u = cx_malloc(sizeof *u);
	uint32_t shortlist[SHORTLIST];
	size_t n;

	memset(u, 0, offsetof(struct tally, block));
	u->r = r;
	r->blend = blend;
	r->slack = blend ? cx_blend_slack(blend) : 0;
	n = cx_run_shortlist(u, shortlist);
	choose(u, shortlist, n, limit);
	r->best = u->best;
	cx_run_release(u);
}
