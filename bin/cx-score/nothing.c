#include "bin/cx-score/nothing.h"
#include "bin/cx-score/filter.h"

#include "lib/base/utf8.h"
#include "lib/record/life.h"

#include <stdlib.h>

#define CANDIDATES 64 /* words that are compared */
#define OFFERED 3

/* --- words that no note has --- */

struct offer {
	struct cx_str word, term;
	unsigned edits;
	uint32_t df;
};

struct missing {
	struct cx_str word;
	struct offer offer[OFFERED];
	size_t n;
};

struct all_missing {
	struct missing *v;
	size_t n, cap;
	size_t words; /* of the query, without stop words */
};

static uint32_t
df_of(struct ranker *r, struct cx_str term)
{
	uint32_t text = cx_search_find(r->set, CX_LIST_TEXT, term).df;
	uint32_t scope = cx_search_find(r->set, CX_LIST_SCOPE, term).df;

	return text > scope ? text : scope;
}

/* The most frequent term of a word: of a compound, parts count, too. */
static struct offer
rate(struct ranker *r, struct cx_str word, unsigned edits)
{
	struct offer o = {word, {NULL, 0}, edits, 0};
	CX_AUTO(cx_terms_release) struct cx_terms ids = {0};

	cx_analyze_name(r->analyzer, word, 0, &ids);
	for (size_t i = 0; i < ids.n; i++) {
		struct cx_str term = cx_analyzer_term(r->analyzer, ids.id[i]);
		uint32_t df = df_of(r, term);

		if (!o.term.s || df > o.df) {
			o.term = term;
			o.df = df;
		}
	}
	return o;
}

static int
better(const void *va, const void *vb)
{
	const struct offer *a = va, *b = vb;

	if (a->edits != b->edits)
		return a->edits < b->edits ? -1 : 1;
	if (a->df != b->df)
		return a->df > b->df ? -1 : 1;
	return cx_str_cmp(a->word, b->word);
}

/* A short word has one wrong letter, a longer one two; what has two letters is
 * near to everything. */
static void
find_nearest(struct ranker *r, struct missing *m)
{
	size_t letters = cx_utf8_count(m->word), n = 0, found;
	struct cx_near_word near[CANDIDATES];
	struct offer offers[CANDIDATES];

	if (letters < 3)
		return;
	found = cx_search_nearest(r->set, m->word, letters <= 5 ? 1 : 2, near,
	    CANDIDATES);
	for (size_t i = 0; i < found; i++) {
		offers[n] = rate(r, near[i].word, near[i].edits);
		n += offers[n].df > 0;
	}
	CX_SORT(offers, n, better);
	for (size_t i = 0; i < n && m->n < OFFERED; i++) {
		bool known = false;

		for (size_t k = 0; k < m->n; k++)
			known = known || cx_str_eq(m->offer[k].term,
			    offers[i].term);
		if (!known)
			m->offer[m->n++] = offers[i];
	}
}

/* Scripts without spaces have pairs of characters for words. */
static bool
is_spelt(struct cx_str word)
{
	uint32_t cp;

	(void)cx_utf8_decode(word.s, word.len, &cp, NULL);
	return !cx_unspaced(cp);
}

static void
add_missing(struct ranker *r, const struct term *t, struct all_missing *all)
{
	CX_AUTO(cx_terms_release) struct cx_terms ids = {0};

	cx_analyze(r->analyzer, t->typed, CX_ANALYZE_WORDS, &ids);
	for (size_t i = 0; i < ids.n; i++) {
		struct cx_str word = cx_analyzer_term(r->analyzer,
		    ids.id[i] >> 1);

		if (ids.id[i] & 1)
			continue;
		all->words++;
		if (!is_spelt(word) || rate(r, word, 0).df)
			continue;
		CX_GROW(all->v, all->n, all->cap);
		all->v[all->n] = (struct missing){.word = word};
		find_nearest(r, &all->v[all->n++]);
	}
}

static struct all_missing
find_missing(struct ranker *r, const struct query *q)
{
	struct all_missing all = {NULL, 0, 0, 0};

	for (size_t i = 0; i < q->n; i++) {
		if (!q->terms[i].exclude && q->terms[i].field == FIELD_ANY)
			add_missing(r, &q->terms[i], &all);
	}
	return all;
}

static void
put_offers(struct cx_buf *b, const struct missing *m)
{
	for (size_t i = 0; i < m->n; i++) {
		cx_buf_puts(b, i == 0 ? "" : i + 1 < m->n ? ", " : " or ");
		cx_buf_fmt(b, "'%.*s'", (int)m->offer[i].word.len,
		    m->offer[i].word.s);
	}
}

/* One line, however many they are. */
static void
say_missing(const struct all_missing *all, bool fuzzy)
{
	CX_AUTO_BUF b = CX_BUF_INIT;
	bool offered = false;

	for (size_t i = 0; i < all->n; i++) {
		const struct missing *m = &all->v[i];

		cx_buf_fmt(&b, "%s'%.*s'", i ? ", " : "", (int)m->word.len,
		    m->word.s);
		if (m->n) {
			cx_buf_puts(&b, " (did you mean ");
			put_offers(&b, m);
			cx_buf_puts(&b, "?)");
		}
		offered = offered || m->n;
	}
	cx_note("no note has %s%s", cx_buf_cstr(&b), offered && !fuzzy ?
	    "; --fuzzy searches for the nearest word" : "");
}

void
nothing_replace(struct ranker *r, struct query *q)
{
	struct all_missing all = find_missing(r, q);
	CX_AUTO_BUF text = CX_BUF_INIT, said = CX_BUF_INIT;
	size_t at = 0;

	for (size_t i = 0; i < q->n; i++) {
		const struct term *t = &q->terms[i];
		bool quotes = t->phrase || t->field != FIELD_ANY;
		struct all_missing one = {NULL, 0, 0, 0};
		CX_AUTO(cx_terms_release) struct cx_terms ids = {0};

		if (!t->exclude && t->field == FIELD_ANY)
			add_missing(r, t, &one);
		cx_buf_puts(&text, t->exclude ? " -" : " ");
		if (t->field != FIELD_ANY)
			cx_buf_fmt(&text, "%s:", field_names[t->field]);
		cx_buf_puts(&text, quotes ? "\"" : "");
		cx_analyze(r->analyzer, t->typed, CX_ANALYZE_WORDS, &ids);
		for (size_t k = 0; k < ids.n && one.n; k++) {
			struct cx_str word = cx_analyzer_term(r->analyzer,
			    ids.id[k] >> 1);

			if (at < all.n && cx_str_eq(word, all.v[at].word)) {
				const struct missing *m = &all.v[at++];

				if (m->n) {
					cx_buf_fmt(&said, "%s'%.*s' for '%.*s'",
					    said.len ? ", " : "",
					    (int)m->offer[0].word.len,
					    m->offer[0].word.s, (int)word.len,
					    word.s);
					word = m->offer[0].word;
				}
			}
			cx_buf_puts(&text, k ? " " : "");
			cx_buf_str(&text, word);
		}
		if (one.n == 0)
			cx_buf_str(&text, t->typed);
		cx_buf_puts(&text, quotes ? "\"" : "");
		free(one.v);
	}
	if (said.len) {
		cx_note("searching %s", cx_buf_cstr(&said));
		query_release(q);
		query_parse(q, cx_buf_view(&text),
		    r->s->rank == RANK_RECALL ? 1 : 2);
	}
	free(all.v);
}

/* --- the same query with less in its way --- */

struct again {
	bool filters; /* without them */
	bool over;    /* with what is over */
};

/* How many notes it finds then, at most `top`; *first is the best. */
static size_t
run_again(struct ranker *r, struct again how, size_t top, uint32_t *first)
{
	struct settings *s = r->s, was = *s;
	const struct ask *was_ask = r->ask;
	struct ask ask = *was_ask;
	struct ranker kept = *r;
	struct recall recall = {0};
	struct keywords k = {0};
	size_t n;

	ask.query.terms = cx_calloc(ask.query.n, sizeof *ask.query.terms);
	ask.query.n = ask.query.positive = 0;
	for (size_t i = 0; i < was_ask->query.n; i++) {
		struct term t = was_ask->query.terms[i];

		if (how.filters && (t.exclude || t.field != FIELD_ANY))
			continue;
		t.phrase = t.phrase && !how.filters;
		ask.query.terms[ask.query.n++] = t;
		ask.query.positive += !t.exclude;
	}
	s->top = top;
	s->current = !how.over;
	r->answers = NULL;
	r->n = r->cap = 0;
	r->ask = &ask;
	r->cortex.query = &ask.query;
	if (how.filters) {
		s->where = NULL;
		r->source.only = NULL;
		r->has_filter = false;
	}
	ranker_run(r, &k, &recall);
	n = r->n;
	if (n)
		*first = r->answers[0].atom;
	recall_release(&recall);
	keyword_release(&k);
	free(r->answers);
	free(ask.query.terms);
	*s = was;
	/* What was learned of records and phrases stays. */
	r->answers = kept.answers;
	r->n = kept.n;
	r->cap = kept.cap;
	r->ask = was_ask;
	r->cortex.query = kept.cortex.query;
	r->has_filter = kept.has_filter;
	r->source.only = kept.source.only;
	return n;
}

/* The options, and what of the query narrows it. */
static void
put_filters(const struct ranker *r, struct cx_buf *b)
{
	const struct query *q = &r->ask->query;

	cx_buf_str(b, cx_buf_view(&r->s->filters));
	for (size_t i = 0; i < q->n; i++) {
		const struct term *t = &q->terms[i];

		if (!t->exclude && t->field == FIELD_ANY && !t->phrase)
			continue;
		cx_buf_fmt(b, "%s%s%s%s", b->len ? ", " : "",
		    t->exclude ? "-" : "", t->field == FIELD_ANY ? "" :
		    field_names[t->field], t->field == FIELD_ANY ? "" : ":");
		cx_buf_fmt(b, t->phrase ? "\"%.*s\"" : "%.*s",
		    (int)t->typed.len, t->typed.s);
	}
}

static const char *
status_of(struct ranker *r, const struct cx_record *rec)
{
	return cx_status_ends(r->s->config, cx_record_str(rec, "status",
	    CX_STR("active"))) ? NULL : "expired";
}

/* "PATH (superseded)" */
static void
put_over(struct ranker *r, struct cx_buf *b, uint32_t atom)
{
	struct cx_record rec;
	const char *expired;

	ranker_record(r, atom, &rec);
	expired = status_of(r, &rec);
	cx_buf_str(b, cx_record_path(&rec));
	cx_buf_puts(b, " (");
	if (expired)
		cx_buf_puts(b, expired);
	else
		cx_buf_str(b, cx_record_str(&rec, "status", CX_STR("")));
	cx_buf_char(b, ')');
}

static void
print_nothing(const struct all_missing *all, struct cx_str filters,
    size_t filtered, size_t over)
{
	struct cx_printer p = cx_printer(cx_out());

	cx_print_object(&p);
	cx_print_karray(&p, "unknown");
	for (size_t i = 0; i < all->n; i++) {
		cx_print_object(&p);
		cx_print_kstr(&p, "word", all->v[i].word);
		cx_print_karray(&p, "nearest");
		for (size_t k = 0; k < all->v[i].n; k++)
			cx_print_str(&p, all->v[i].offer[k].word);
		cx_print_end(&p);
		cx_print_end(&p);
	}
	cx_print_end(&p);
	cx_print_kstr(&p, "filters", filters);
	cx_print_kint(&p, "filtered", (int64_t)filtered);
	cx_print_kint(&p, "over", (int64_t)over);
	cx_print_end(&p);
	cx_print_line(&p);
}

/* A word is a word, whatever else has that name: --scope says where to look. */
static bool
say_places(const struct ranker *r)
{
	const struct query *q = &r->ask->query;
	bool said = false;

	for (size_t i = 0; i < q->n && !r->s->scope; i++) {
		const struct term *t = &q->terms[i];
		const char *place = t->exclude || t->field != FIELD_ANY ?
		    NULL : filter_place(&r->source, t->typed);

		if (place)
			cx_note("'%.*s' is a %s: --scope finds its notes",
			    (int)t->typed.len, t->typed.s, place);
		said = said || place;
	}
	return said;
}

void
nothing_found(struct ranker *r)
{
	struct all_missing all = find_missing(r, &r->ask->query);
	CX_AUTO_BUF filters = CX_BUF_INIT, first_over = CX_BUF_INIT;
	bool hopeless = all.words > 0 && all.n == all.words;
	size_t over = 0, filtered = 0, both = 0;
	uint32_t first = 0;

	put_filters(r, &filters);
	if (!hopeless && r->s->current)
		over = run_again(r, (struct again){false, true}, 0, &first);
	if (over)
		put_over(r, &first_over, first);
	if (!hopeless && filters.len)
		filtered = run_again(r, (struct again){true, false}, 0,
		    &first);
	if (!hopeless && filters.len && r->s->current && !over && !filtered)
		both = run_again(r, (struct again){true, true}, 0, &first);
	if (r->s->nothing) {
		print_nothing(&all, cx_buf_view(&filters), filtered, over);
	} else {
		if (all.n)
			say_missing(&all, r->s->fuzzy);
		/* Without words, all others would. */
		if (filtered && !r->ask->query.n)
			cx_note("no note matches %s", cx_buf_cstr(&filters));
		else if (filtered)
			cx_note("%zu note%s would match without %s", filtered,
			    filtered == 1 ? "" : "s", cx_buf_cstr(&filters));
		if (both)
			cx_note("%zu note%s would match without %s and with "
			    "--all", both, both == 1 ? "" : "s",
			    cx_buf_cstr(&filters));
		if (over)
			cx_note("left out because it is over: %s%s; --all "
			    "finds it", cx_buf_cstr(&first_over),
			    over > 1 ? " and others" : "");
		if (!say_places(r) && !all.n && !filtered && !both && !over)
			cx_note("nothing matches");
	}
	free(all.v);
}

/*
 * No note that is over can have a higher relevance than this: A and X are at
 * most what all terms are worth, and the other parts are shares of M.
 */
static int64_t
most_relevance(const struct recall *recall)
{
	int64_t terms = 0, dates = 0, scopes = 0, m = recall->best;

	for (size_t i = 0; i < recall->n_terms; i++) {
		terms += recall->terms[i].halves * recall->terms[i].idf *
		    11 / 10;
		scopes += recall->terms[i].scope ? recall->terms[i].qtf : 0;
	}
	for (size_t i = 0; i < recall->n_dates; i++)
		dates += recall->dates[i].points;
	if (recall->n_terms > 1)
		m = (3 * m + 7 * terms) / 10;
	/* P .075 ln 31 + .15, W .2, G .3 of what folders have */
	/* C 1.4, H .5 */
	if (recall->n_terms > 1)
		m += 14 * recall->best / 10;
	m += recall->best / 2;
	return m + recall->best + dates +
	    scopes * 35 * recall->best / 100;
}

void
nothing_misspelt(struct ranker *r)
{
	struct all_missing all = find_missing(r, &r->ask->query);
	size_t n = 0;

	for (size_t i = 0; i < all.n; i++) {
		if (all.v[i].n)
			all.v[n++] = all.v[i];
	}
	all.n = n;
	if (n)
		say_missing(&all, r->s->fuzzy);
	free(all.v);
}

void
nothing_better(struct ranker *r, const struct recall *recall)
{
	CX_AUTO_BUF b = CX_BUF_INIT;
	uint32_t first;

	/* A whole name or description has no less weight. */
	if (r->s->alone || (r->s->rank == RANK_RECALL && recall->n &&
		!recall->exact.n && (!recall->refused_all ||
		    recall->n_words < DESCRIPTION_WORDS) &&
		most_relevance(recall) / MICRO * r->left_out +
		most_relevance(recall) % MICRO * r->left_out / MICRO <
		recall->found[0].score))
		return;
	if (!run_again(r, (struct again){false, true}, 1, &first) ||
	    current_has(&r->current, first))
		return;
	put_over(r, &b, first);
	cx_note("left out because it is over, else first: %s; --all finds it",
	    cx_buf_cstr(&b));
}
