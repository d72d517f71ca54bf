#include "bin/cx-score/keyword.h"
#include "bin/cx-score/cortex.h"

#include "lib/base/utf8.h"

#include <stdlib.h>

static const enum cx_list lists[FIELDS] = {
    [FIELD_NAME] = CX_LIST_NAME,
    [FIELD_TAG] = CX_LIST_TAG,
    [FIELD_PROJECT] = CX_LIST_PROJECT,
    [FIELD_DESCRIPTION] = CX_LIST_DESCRIPTION,
    [FIELD_PATH] = CX_LIST_PATH,
};
static const char *const members[FIELDS] = {
    [FIELD_NAME] = "name",
    [FIELD_DESCRIPTION] = "description",
    [FIELD_PATH] = "path",
};

struct run {
	struct keywords *k;
	const struct cx_search *set;
	const struct keyword_how *how;
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

/* Whether the field of the record really has the word. */
static bool
verify(struct run *u, uint32_t atom, enum field f, struct cx_str word)
{
	struct cx_record rec;

	u->how->record(u->how->arg, atom, &rec);
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
list_field(struct run *u, enum field f, const struct term *t)
{
	struct cx_str word = t->text;
	enum cx_match match;
	struct cx_str needle;
	struct cx_words words;
	struct cx_cursor c;
	size_t kept = 0;

	if (f == FIELD_TAG || f == FIELD_PROJECT) {
		list_postings(u, cx_search_find(u->set, lists[f], word));
		if (t->field == FIELD_TAG)
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
count(struct run *u, uint32_t atom, uint32_t term, enum field f)
{
	struct keyword *k = &u->k->of[atom];

	if (k->last == 0) {
		*CX_NEXT(u->touched, u->n_touched, u->touched_cap) = atom;
	}
	if (k->last != term + 1)
		k->matched++;
	k->last = (uint16_t)(term + 1);
	k->points += (uint32_t)cortex_points[f];
}

static void
look_for(struct run *u, const struct term *t, uint32_t number)
{
	struct keywords *k = u->k;

	for (int f = 0; f < FIELDS; f++) {
		if (t->field != FIELD_ANY && (int)t->field != f)
			continue;
		u->n_listed = 0;
		list_field(u, (enum field)f, t);
		for (size_t i = 0; i < u->n_listed; i++) {
			uint32_t atom = u->listed[i];

			if (t->exclude)
				k->excluded[atom / 64] |= UINT64_C(1)
				    << atom % 64;
			else
				count(u, atom, number, (enum field)f);
			u->seen[atom / 64] &= ~(UINT64_C(1) << atom % 64);
		}
	}
}

bool
keyword_excluded(const struct keywords *k, uint32_t atom)
{
	return k->excluded && k->excluded[atom / 64] >> atom % 64 & 1;
}

/*
 * Keeps the best of what was touched.  Layer and status are looked up only
 * for those that can be among them.
 */
static void
choose(struct run *u, const struct query *q)
{
	const struct keyword_how *how = u->how;
	struct best *best = &u->k->best;
	int64_t most = weight_most(how->weights);

	for (size_t i = 0; i < u->n_touched; i++) {
		uint32_t atom = u->touched[i];
		const struct keyword *k = &u->k->of[atom];
		bool all = q->positive >= 2 && k->matched == q->positive;
		int64_t score;

		if (!best_wants(best, cortex_total(k->points, all, CX_HOT,
			most), atom) || keyword_excluded(u->k, atom))
			continue;
		score = cortex_total(k->points, all,
		    cx_layer_of_day(how->layers, cx_search_day(u->set, atom)),
		    weight_of(how->weights, atom));
		if (score > 0 && best_wants(best, score, atom) &&
		    how->accept(how->arg, atom))
			best_add(best, score, atom);
	}
	best_sort(best);
}

void
keyword_run(struct keywords *k, const struct cx_search *set,
    const struct query *q, const struct keyword_how *how)
{
	size_t words = cx_search_atoms(set) / 64 + 1;
	struct run *u = cx_calloc(1, sizeof *u);

	if (q->n > KEYWORDS_MAX)
		cx_die(CX_USAGE, "a query of %zu words; at most %d are "
		    "looked for", q->n, KEYWORDS_MAX);
	*k = (struct keywords){.best = {.set = set, .limit = how->limit}};
	k->atoms = cx_search_atoms(set);
	k->of = cx_calloc_sparse(k->atoms, sizeof *k->of);
	*u = (struct run){.k = k, .set = set, .how = how};
	u->seen = cx_calloc(words, sizeof *u->seen);
	if (q->positive < q->n)
		k->excluded = cx_calloc(words, sizeof *k->excluded);
	for (size_t i = 0; i < q->n; i++)
		look_for(u, &q->terms[i], (uint32_t)i);
	choose(u, q);
	free(u->touched);
	free(u->seen);
	free(u->listed);
	cx_buf_release(&u->lower);
	free(u);
}

void
keyword_release(struct keywords *k)
{
	cx_free_sparse(k->of, k->atoms, sizeof *k->of);
	free(k->excluded);
	best_release(&k->best);
}
