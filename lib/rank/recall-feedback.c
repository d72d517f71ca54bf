/*
 * A query of FEEDBACK_TERMS terms or more describes what is wanted: the best K
 * results are ranked again by terms that the first F of them share.  Those of a
 * list of few words are ranked again by the words as they were typed, and those
 * of a query in a script without spaces by characters in a row.
 */
#include "lib/rank/recall-impl.h"

#include "lib/base/utf8.h"
#include "lib/text/doctext.h"

#include <stdlib.h>
#include <string.h>

#define K FEEDBACK_BEST
#define F 10
#define TERMS 25 /* that are shared, at most */
#define HALF_LENGTH (50 * FIX)

/* A result and its terms or words, each once, by number. */
struct doc {
	struct cx_hit *found;
	struct cx_doc_length rank;
	int64_t share; /* of the first of F */
	struct term_of_doc {
		uint32_t term;
		struct cx_posting tf;
	} *v;
	size_t n, cap;
};

/* While a text is taken apart. */
struct reading {
	struct doc *doc;
	struct cx_analyzer *analyzer;
	struct cx_terms ids;
	bool words; /* instead of terms */
	struct cx_terms named; /* words of names */
};

static void
add(struct doc *d, uint32_t term, enum cx_doc_piece piece)
{
	struct term_of_doc *t = CX_NEXT(d->v, d->n, d->cap);

	*t = (struct term_of_doc){.term = term};
	if (piece <= CX_DOC_ALIAS)
		t->tf.names = 1;
	else if (piece == CX_DOC_LABEL)
		t->tf.labels = 1;
	else
		t->tf.text = 1;
}

static bool
is_named(const struct cx_terms *named, size_t n, uint32_t word)
{
	for (size_t i = 0; i < n; i++) {
		if (named->id[i] == word)
			return true;
	}
	return false;
}

/* As when the index is built: of a CX_DOC_NAME only the words count that the
 * names do not have. */
static void
take_name(struct reading *r, enum cx_doc_piece piece, struct cx_str s)
{
	size_t before = r->named.n;

	cx_analyze_name(r->analyzer, s, CX_ANALYZE_WORDS | CX_ANALYZE_WHOLE,
	    &r->ids);
	for (size_t i = 0; i < r->ids.n; i++) {
		uint32_t id = r->ids.id[i] >> 1;
		struct cx_word w;

		if (piece == CX_DOC_NAME && is_named(&r->named, before, id))
			continue;
		*CX_NEXT(r->named.id, r->named.n, r->named.cap) = id;
		add(r->doc, !r->words && cx_analyzer_word(r->analyzer, id,
		    &w) ? w.term : id, piece);
	}
}

static void
take(void *arg, enum cx_doc_piece piece, struct cx_str s)
{
	struct reading *r = arg;
	unsigned flags = CX_ANALYZE_STOP | (r->words ? CX_ANALYZE_WORDS : 0);

	r->ids.n = 0;
	if (piece <= CX_DOC_ALIAS) {
		take_name(r, piece, s);
		return;
	}
	cx_analyze(r->analyzer, s, flags | CX_ANALYZE_WHOLE, &r->ids);
	if (piece >= CX_DOC_TEXT)
		cx_analyze_identifiers(r->analyzer, s, flags, &r->ids);
	for (size_t i = 0; i < r->ids.n; i++)
		add(r->doc, r->words ? r->ids.id[i] >> 1 : r->ids.id[i],
		    piece);
}

/* Reads the text of d; one that cannot be read has no terms. */
static void
read_doc(struct tally *u, struct doc *d, bool words)
{
	struct reading r = {.doc = d, .analyzer = u->r->analyzer,
	    .words = words};
	struct cx_record rec;
	struct cx_str body;
	size_t kept = 0, line;

	d->rank = cx_doc_length(u->r->set, d->found->atom, CX_RANK_PAIRS |
	    CX_RANK_NAMES);
	cx_pool_record(u->r->pool, d->found->atom, &rec);
	if (!cx_pool_body(u->r->pool, d->found->atom, &rec, &body, &line))
		return;
	cx_doc_pieces(&rec, body, take, &r);
	cx_terms_release(&r.ids);
	cx_terms_release(&r.named);
	CX_SORT(d->v, d->n, cx_order_u32);
	for (size_t i = 0; i < d->n; i++) {
		struct term_of_doc *t = &d->v[kept ? kept - 1 : 0];

		if (!kept || t->term != d->v[i].term) {
			d->v[kept++] = d->v[i];
			continue;
		}
		t->tf.text += d->v[i].tf.text;
		t->tf.names += d->v[i].tf.names;
		t->tf.labels += d->v[i].tf.labels;
	}
	d->n = kept;
}

/* A term that several of F have. */
struct shared {
	uint32_t term;
	struct cx_str text;
	int64_t idf, points;
};

static int
by_points(const void *va, const void *vb)
{
	const struct shared *a = va, *b = vb;

	if (a->points != b->points)
		return a->points > b->points ? -1 : 1;
	return cx_str_cmp(a->text, b->text);
}

/* How often d has a term or word; NULL: never. */
static const struct cx_posting *
find(const struct doc *d, uint32_t term)
{
	const struct term_of_doc key = {.term = term}, *t;

	t = d->n ? bsearch(&key, d->v, d->n, sizeof key, cx_order_u32) : NULL;
	return t ? &t->tf : NULL;
}

static int64_t
points_of(struct tally *u, const struct doc *d, const struct shared *s)
{
	const struct cx_posting *tf = find(d, s->term);

	return tf ? saturate(s->idf, cx_run_weigh(u, &d->rank, tf,
	    cx_is_pair(s->text))) : 0;
}

/* Terms of the first. */
struct shared_terms {
	struct tally *u;
	struct shared *v;
	size_t n, cap;
	struct cx_arena texts;
};

static void
add_term(void *arg, struct cx_str text)
{
	struct shared_terms *s = arg;

	/* Where it was not met, no text has it. */
	*CX_NEXT(s->v, s->n, s->cap) = (struct shared){
	    .term = cx_analyzer_find(s->u->r->analyzer, text),
	    .text = cx_arena_copy(&s->texts, text)};
}

/* Those that two or more of n docs have, and others of other parts. */
static void
find_terms(struct shared_terms *s, struct doc *docs, size_t n)
{
	struct cx_analyzer *a = s->u->r->analyzer;
	struct cx_parts *parts = s->u->r->pool->parts;
	uint32_t all = cx_analyzer_count(a);
	CX_AUTO_FREE uint32_t *count = cx_calloc(all, sizeof *count);
	CX_AUTO_FREE struct cx_str *texts = NULL;
	size_t n_texts = 0, cap = 0;

	for (size_t i = 0; i < n; i++) {
		for (size_t k = 0; k < docs[i].n; k++) {
			count[docs[i].v[k].term]++;
			if (parts)
				*CX_NEXT(texts, n_texts, cap) =
				    cx_analyzer_term(a, docs[i].v[k].term);
		}
	}
	if (parts)
		cx_parts_shared(parts, texts, n_texts, 2, add_term, s);
	for (uint32_t t = 0; t < all && !parts; t++) {
		if (count[t] >= 2)
			*CX_NEXT(s->v, s->n, s->cap) = (struct shared){
			    .term = t, .text = cx_analyzer_term(a, t)};
	}
}

/* The terms of two or more of n docs, best first; at most TERMS. */
static size_t
find_shared(struct shared_terms *s, struct doc *docs, size_t n, int64_t shares)
{
	struct cx_pool *pool = s->u->r->pool;
	enum { TEXT = 'A' + CX_LIST_TEXT };
	CX_AUTO_FREE int64_t *points = NULL;
	size_t kept = 0;

	find_terms(s, docs, n);
	points = cx_calloc(s->n, sizeof *points);
	for (size_t t = 0; t < s->n; t++)
		(void)cx_parts_count(pool->parts, TEXT, s->v[t].text,
		    cx_search_find(pool->set, CX_LIST_TEXT, s->v[t].text).df);
	(void)cx_parts_learn(pool->parts);
	for (size_t t = 0; t < s->n; t++) {
		uint64_t df = cx_parts_count(pool->parts, TEXT, s->v[t].text,
		    cx_search_find(pool->set, CX_LIST_TEXT, s->v[t].text).df);

		/* A text that has changed since may have what no list has. */
		s->v[t].idf = df ? idf(cx_pool_count(pool), df) : 0;
		for (size_t i = 0; i < n; i++)
			points[t] += (int64_t)((wide)docs[i].share *
			    points_of(s->u, &docs[i], &s->v[t]) / shares);
	}
	cx_parts_sum(pool->parts, points, s->n);
	for (size_t t = 0; t < s->n; t++) {
		s->v[t].points = points[t];
		if (points[t] > 0)
			s->v[kept++] = s->v[t];
	}
	CX_SORT(s->v, kept, by_points);
	return kept < TERMS ? kept : TERMS;
}

static void
add_shared(struct tally *u, struct doc *docs, size_t n, size_t first)
{
	int64_t best = n ? docs[0].found->score : 0, all[2] = {0}, shares;
	int64_t total = 0, length;
	struct shared_terms shared = {.u = u};
	size_t terms;

	cx_parts_most(u->r->pool->parts, &best, 1);
	for (size_t i = 0; i < first; i++) {
		docs[i].share = fixed(pow((double)docs[i].found->score /
		    (double)best, 3));
		all[0] += docs[i].share;
		all[1] += docs[i].share * ((int64_t)docs[i].rank.names +
		    docs[i].rank.words + docs[i].rank.pairs);
	}
	cx_parts_sum(u->r->pool->parts, all, 2);
	shares = larger(all[0], 1);
	length = (int64_t)((wide)all[1] * FIX / shares);
	terms = find_shared(&shared, docs, first, shares);
	for (size_t t = 0; t < terms; t++)
		total += shared.v[t].points;
	for (size_t i = 0; i < n && total; i++) {
		struct cx_hit *f = docs[i].found;
		wide sum = 0;

		for (size_t t = 0; t < terms; t++)
			sum += (wide)shared.v[t].points * points_of(u,
			    &docs[i], &shared.v[t]) / total;
		f->part.feedback = (int64_t)((wide)u->r->length * sum *
		    length / (4 * (length + HALF_LENGTH)));
		f->score += f->part.feedback;
	}
	free(shared.v);
	cx_arena_release(&shared.texts);
}

void
cx_recall_feedback(struct tally *u)
{
	struct cx_recall *r = u->r;
	struct doc docs[K] = {{0}};
	size_t place[K], n = 0, first = 0;

	/* As yet without the weight of the status. */
	if (cx_run_first(u, K, place) < 2)
		return;
	for (; n < K && n < r->n && place[n] != SIZE_MAX; n++) {
		docs[n].found = &r->found[n];
		read_doc(u, &docs[n], false);
		first += place[n] < F;
	}
	add_shared(u, docs, n, first);
	for (size_t i = 0; i < n; i++)
		free(docs[i].v);
}

void
cx_recall_typed(struct tally *u)
{
	struct cx_recall *r = u->r;
	size_t place[K];

	(void)cx_run_first(u, K, place);
	for (size_t i = 0; i < r->n && i < K && place[i] != SIZE_MAX; i++) {
		struct cx_hit *f = &r->found[i];
		struct doc d = {.found = f};

		read_doc(u, &d, true);
		for (size_t t = 0; t < r->n_terms; t++) {
			const struct cx_recall_term *term = &r->terms[t];
			struct cx_posting tf = {0};

			for (size_t k = 0; k < r->n_typed; k++) {
				const struct cx_posting *more =
				    find(&d, r->typed[k].word);

				if (!more || r->typed[k].term != term)
					continue;
				tf.text += more->text;
				tf.names += more->names;
				tf.labels += more->labels;
			}
			f->part.typed += term->halves * saturate(term->idf,
			    cx_run_weigh(u, &d.rank, &tf, term->pair)) / 2;
		}
		f->score += f->part.typed;
		free(d.v);
	}
}

/* --- characters in a row --- */

/* Marks the runs of the query that a text has. */
static void
mark_runs(void *arg, enum cx_doc_piece piece, struct cx_str s)
{
	struct cx_recall *r = arg;
	CX_AUTO_BUF nfc = CX_BUF_INIT;

	/* File names may be in NFD. */
	if (piece <= CX_DOC_ALIAS) {
		cx_utf8_nfc(&nfc, s);
		s = cx_buf_view(&nfc);
	}
	for (size_t i = 0; i < r->n_runs; i++)
		r->runs[i].met |= s.len && memmem(s.s, s.len,
		    r->runs[i].text.s, r->runs[i].text.len);
}

void
cx_recall_add_runs(struct tally *u)
{
	struct cx_recall *r = u->r;
	size_t place[K];

	(void)cx_run_first(u, K, place);
	for (size_t i = 0; i < r->n && i < K && place[i] != SIZE_MAX; i++) {
		struct cx_hit *f = &r->found[i];
		struct cx_record rec;
		struct cx_str body;
		int64_t met = 0, points;
		size_t line;

		for (size_t k = 0; k < r->n_runs; k++)
			r->runs[k].met = false;
		cx_pool_record(r->pool, f->atom, &rec);
		if (!cx_pool_body(r->pool, f->atom, &rec, &body, &line))
			body = CX_STR("");
		cx_doc_pieces(&rec, body, mark_runs, r);
		for (size_t k = 0; k < r->n_runs; k++)
			met += r->runs[k].met;
		met = met * FIX / (int64_t)r->n_runs;
		points = (int64_t)((wide)u->best * (met * met >> FIX_BITS) >>
		    FIX_BITS);
		f->part.typed += points;
		f->score += points;
	}
}
