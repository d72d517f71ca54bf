/* Choosing the results among the shortlist and its neighbours. */
#include "bin/cx-score/recall-run.h"

#include "lib/search/build.h"

#include <stdlib.h>

/* Shares of M: what a text that is not a question has beside its length, one
 * that says when. */
#define LENGTH_SHARE 0.075
#define ANSWER(m) (3 * (m) / 20)
#define WHEN(m) ((m) / 5)

int
recall_compare(const void *va, const void *vb)
{
	const struct found *a = va, *b = vb;

	if (a->score != b->score)
		return a->score > b->score ? -1 : 1;
	if (a->names != b->names)
		return a->names < b->names ? -1 : 1;
	return (a->order > b->order) - (a->order < b->order);
}

int64_t
recall_micro(int64_t score)
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

static int64_t
larger(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

/* 0.7 or 0.5, in tenths, of points; less with more than two neighbours. */
static int64_t
damp(int64_t tenths, int64_t points, uint32_t neighbours)
{
	return tenths * 2 * points /
	    (10 * (int64_t)(neighbours > 2 ? neighbours : 2));
}

/* X: a word counts once, in the note or beside it. */
static int64_t
near_points(struct run *u, const struct near *near, size_t i, uint32_t n1,
    uint32_t n2, bool has_own)
{
	const int64_t *one = near_most(near, i, 1), *two;
	int64_t sum = 0;

	two = near_most(near, i, 2);
	for (size_t t = 0; t < near->terms; t++) {
		int64_t most, own;

		if (!one[t] && !two[t])
			continue;
		most = larger(damp(7, one[t], n1), damp(5, two[t], n2));
		own = has_own ? run_points(&u->r->terms[t],
		    near->atoms[i].atom) : 0;
		if (most > own)
			sum += most - own;
	}
	return 7 * sum / 10;
}

/* The most that X can be, with few neighbours and none of the words; in one
 * quotient, as there are many that cannot be among the best. */
static int64_t
near_bound(const struct near *near, size_t i)
{
	const int64_t *one = near_most(near, i, 1), *two;
	int64_t sum = 0;

	two = near_most(near, i, 2);
	for (size_t t = 0; t < near->terms; t++)
		sum += larger(7 * one[t], 5 * two[t]);
	return 7 * sum / 100;
}

static double
share(uint32_t length, uint64_t n, uint64_t sum)
{
	return sum ? (double)length * (double)n / (double)sum : 0;
}

/* C, in 2^-20 of M: all words in one note, the more so in a very short one,
 * say more than the same of each.  A text in two scripts is as long as it is
 * in either. */
static int64_t
all_share(const struct run *u, const struct cx_search_rank *rank)
{
	const struct cx_search_sums *s = &u->sums;
	double length = fmax(share(rank->words, s->worded, s->words),
	    share(rank->pairs, s->paired, s->pairs));

	return fixed(0.4 + 1 / (1 + 60 * length));
}

bool
run_has_all(const struct run *u, uint32_t atom)
{
	const struct recall *r = u->r;

	if (u->text[atom] == 0)
		return false;
	if (u->terms)
		return u->terms[atom] == r->n_terms;
	for (size_t t = 0; t < r->n_terms && r->n_terms > 1; t++) {
		if (!run_points(&r->terms[t], atom))
			return false;
	}
	return true;
}

static int64_t
all_points(const struct run *u, const struct cx_search_rank *rank)
{
	return u->r->n_terms < 2 ? 0 :
	    (u->best * all_share(u, rank)) >> FIX_BITS;
}

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

/* H: a heading is the title of a part, which is less than the whole. */
static int64_t
heading_points(const struct run *u, uint32_t atom)
{
	return is_in(&u->r->headed, atom) ? u->best / 2 : 0;
}

/* Whether the query is the whole description of an atom that has all of its
 * terms. */
static bool
is_description(const struct run *u, uint32_t atom)
{
	const struct recall *r = u->r;
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
		r->record(u->arg, atom, &rec);
		text = cx_record_str(&rec, "description", CX_STR(""));
	}
	if (!may_have_words(text, r->n_words))
		return false;
	cx_search_exact(r->analyzer, text, &words, &key);
	return cx_str_eq(cx_buf_view(&key), cx_buf_view(&r->key));
}

/* What one run has for all atoms. */
struct bounds {
	int64_t any; /* the most of what only orders */
	int64_t all; /* of an atom that has all terms */
	bool described; /* which may have the query for a description */
	int64_t weight; /* the best of a status */
};

static struct bounds
find_bounds(const struct run *u)
{
	const struct cx_search_rank empty = {0};
	struct bounds b = {length_points(u->best, CX_BODY_MAX) +
	    ANSWER(u->best), all_points(u, &empty),
	    u->r->n_words >= DESCRIPTION_WORDS, weight_most(u->weights)};

	if (u->r->asks_when)
		b.any += WHEN(u->best);
	return b;
}

/* The score can be this at most, with so much from words, folder and
 * neighbours; `all`: if it had all terms itself, for so much. */
static int64_t
bound(const struct run *u, const struct bounds *b, uint32_t atom, int64_t sum,
    bool has_all, int64_t all)
{
	bool exact = is_in(&u->r->exact, atom) || (has_all && b->described);

	return weighed(sum + b->any + (has_all ? all : 0) +
	    (exact ? u->best : heading_points(u, atom)), exact, b->weight);
}

/* Adds d to the results, if it is one. */
static void
judge(struct run *u, const struct near *near, size_t i)
{
	struct recall *r = u->r;
	uint32_t atom = near->atoms[i].atom;
	struct cx_search_rank rank = cx_search_rank(r->set, atom,
	    CX_RANK_NAMES | run_lengths(u));
	struct found f = {.atom = atom, .names = rank.names,
	    .order = cx_search_order(r->set, atom)};
	struct cx_search_body body;
	struct parts *p = &f.part;
	bool all;

	p->text = u->text[atom];
	p->scope = u->scope ? u->scope[atom] : 0;
	p->date = other_points(u, atom) - p->scope;
	p->folder = run_folder(u, atom, rank.folder);
	if (near->terms)
		p->near = near_points(u, near, i, cx_search_n1(r->set, atom),
		    cx_search_n2(r->set, atom), p->text != 0);
	f.score = p->text + p->scope + p->date + p->folder + p->near;
	if (f.score <= 0)
		return;
	body = cx_search_body(r->set, atom);
	p->length = length_points(u->best, body.length) +
	    (body.asks ? 0 : ANSWER(u->best));
	p->when = r->asks_when && body.says_when ? WHEN(u->best) : 0;
	all = run_has_all(u, atom);
	p->exact = is_in(&r->exact, atom) || (all && is_description(u, atom)) ?
	    u->best : 0;
	p->heading = p->exact ? 0 : heading_points(u, atom);
	p->all = all ? all_points(u, &rank) : 0;
	f.score += p->length + p->when + p->exact + p->heading + p->all;
	f.weight = weight_of(u->weights, atom);
	*CX_NEXT(r->found, r->n, u->found_cap) = f;
}

static int64_t
near_sum(const struct run *u, const struct near *near, size_t i)
{
	uint32_t atom = near->atoms[i].atom;

	return u->text[atom] + other_points(u, atom) + near_bound(near, i);
}

/* The most that an atom can have, as far as an end of slack is measured by
 * it; 0 without slack. */
static int64_t
highest(const struct run *u, const struct near *near, const struct bounds *b)
{
	int64_t best = 0;

	for (size_t i = 0; i < near->n && u->r->slack; i++) {
		uint32_t atom = near->atoms[i].atom;

		best = larger(best, bound(u, b, atom, near_sum(u, near, i) +
		    u->folder_most, u->text[atom] != 0, b->all));
	}
	return best;
}

/* The least score that may be asked for when the last of the best has this
 * one, and the best that one. */
static int64_t
lowest(int64_t last, int64_t best, int64_t slack)
{
	return slack == 0 ? last : last - best / 1000000 * slack -
	    best % 1000000 * slack / 1000000 - 1;
}

/* Whether the i-th may be among the best; most need no look at their folder
 * and length, nor at anything else. */
static bool
may_reach(struct run *u, const struct near *near, size_t i,
    const struct bounds *b, int64_t last, int64_t best)
{
	const struct recall *r = u->r;
	uint32_t atom = near->atoms[i].atom;
	int64_t sum = near_sum(u, near, i);
	int64_t least = lowest(last, best, r->slack);
	bool any = u->text[atom] != 0;
	struct cx_search_rank rank;
	int64_t all;

	if (bound(u, b, atom, sum + u->folder_most, any, b->all) < least)
		return false;
	if (r->slack_of)
		least = larger(least, lowest(last, best,
		    r->slack_of(r->arg, atom)));
	rank = cx_search_rank(r->set, atom, run_lengths(u));
	sum += run_folder(u, atom, rank.folder);
	all = all_points(u, &rank);
	return bound(u, b, atom, sum, false, 0) >= least || (any &&
	    bound(u, b, atom, sum, true, all) >= least &&
	    run_has_all(u, atom));
}

static void
first_to_front(struct recall *r)
{
	size_t first = 0;
	struct found f;

	for (size_t i = 1; i < r->n; i++) {
		if (recall_compare(&r->found[i], &r->found[first]) < 0)
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
weigh_all(struct recall *r, size_t from)
{
	size_t kept = from;

	for (size_t i = from; i < r->n; i++) {
		r->found[kept] = r->found[i];
		r->found[kept].score = weighed(r->found[i].score,
		    r->found[i].part.exact > 0, r->found[i].weight);
		kept += r->found[kept].score > 0;
	}
	r->n = kept;
}

static void
sort(struct recall *r)
{
	CX_SORT(r->found, r->n, recall_compare);
}

/*
 * The shortlist stands first in near, and there are many more behind it, of
 * which few can be among the best: once the shortlist is judged, those that
 * cannot reach the last of the best so far are passed over.  Feedback moves
 * the best, so all are judged before.
 */
void
recall_choose(struct run *u, const struct near *near, size_t n_short,
    size_t limit)
{
	struct recall *r = u->r;
	struct bounds bounds = find_bounds(u);
	int64_t last = 0, best = 0;
	bool all = true, feedback = r->length >= 2 * FEEDBACK_TERMS;
	size_t weighed_to = 0;

	for (size_t i = 0; i < n_short; i++)
		judge(u, near, i);
	if (!feedback) {
		weigh_all(r, 0);
		weighed_to = r->n;
	}
	if (limit && r->n >= limit && !feedback) {
		sort(r);
		last = r->found[limit - 1].score;
		best = highest(u, near, &bounds);
		all = false;
	}
	for (size_t i = n_short; i < near->n; i++) {
		if ((all || may_reach(u, near, i, &bounds, last, best)) &&
		    run_accepts(u, near->atoms[i].atom))
			judge(u, near, i);
	}
	if (feedback)
		recall_feedback(u);
	weigh_all(r, weighed_to);
	/* What is ranked again by other things needs to know the best alone. */
	if (r->slack)
		first_to_front(r);
	else
		sort(r);
}
