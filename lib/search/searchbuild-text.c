/* The texts of the atoms, to posting lists. */
#include "lib/search/searchbuild-impl.h"

#include <stdlib.h>

#define BATCH (512 * 1024)
/* So many terms ahead memory is asked for a list. */
#define AHEAD 8

static void
add_stop_word(struct texts *t, struct list *l, struct stopset *stops)
{
	if (!l->tf) {
		l->tf = 1;
		l->head = cx_stopword_number(cx_analyzer_term(t->analyzer,
		    (uint32_t)(l - t->lists.v)));
	}
	stops->bits[l->head / 64] |= UINT64_C(1) << l->head % 64;
}

static void
analyze(struct texts *t, struct cx_str name, struct cx_str body)
{
	struct cx_terms *terms = &t->terms;
	struct stopset stops = {{0}};
	size_t of_name, stop_words = 0;
	uint32_t doc = t->n;

	terms->n = 0;
	cx_analyze(t->analyzer, name, CX_ANALYZE_STOP | CX_ANALYZE_WORDS,
	    terms);
	of_name = terms->n;
	cx_analyze(t->analyzer, body, CX_ANALYZE_WORDS, terms);
	if (terms->n > UINT32_MAX / 2)
		cx_die(CX_FAIL, "an atom of more than %u words",
		    UINT32_MAX / 2);
	/* Makes room for all, so that lists do not move below. */
	if (cx_analyzer_count(t->analyzer))
		cx_sb_list(&t->lists, cx_analyzer_count(t->analyzer) - 1);
	for (size_t i = 0; i < of_name; i++)
		cx_sb_add_name(&t->pool, &t->lists.v[terms->id[i] >> 1], doc);
	for (size_t i = of_name; i < terms->n; i++) {
		struct list *l = &t->lists.v[terms->id[i] >> 1];

		if (i + AHEAD < terms->n)
			AHEAD_OF(&t->lists.v[terms->id[i + AHEAD] >> 1]);
		if (terms->id[i] & 1) {
			add_stop_word(t, l, &stops);
			stop_words++;
		} else {
			cx_sb_add_body(&t->pool, l, doc);
		}
	}
	CX_GROW(t->stops, t->n, t->stops_cap);
	t->stops[t->n] = stops;
	CX_GROW(t->length, t->n, t->cap);
	t->length[t->n++] = (uint32_t)(terms->n - stop_words);
}

static struct cx_str
next_string(struct cx_str *rest)
{
	struct cx_str s;
	size_t len;

	memcpy(&len, rest->s, sizeof len);
	s = cx_strn(rest->s + sizeof len, len);
	*rest = cx_str_from(*rest, sizeof len + len);
	return s;
}

static void
take_batch(void *arg, struct cx_buf *batch)
{
	struct cx_str rest = cx_buf_view(batch);

	while (rest.len) {
		struct cx_str name = next_string(&rest);

		analyze(arg, name, next_string(&rest));
	}
}

void
cx_sb_texts_init(struct texts *t, struct cx_analyzer *analyzer)
{
	*t = (struct texts){.analyzer = analyzer};
	t->thread = cx_handover_new(take_batch, t);
}

static void
put_string(struct cx_buf *batch, struct cx_str s)
{
	cx_buf_add(batch, &s.len, sizeof s.len);
	cx_buf_str(batch, s);
}

void
cx_sb_texts_add(struct texts *t, struct cx_str name, struct cx_str body)
{
	put_string(&t->batch, name);
	put_string(&t->batch, body);
	if (t->batch.len >= BATCH)
		cx_handover_give(t->thread, &t->batch);
}

void
cx_sb_texts_end(struct texts *t)
{
	cx_handover_settle(t->thread);
	take_batch(t, &t->batch);
	cx_buf_release(&t->batch);
	cx_analyzer_close(t->analyzer);
}

void
cx_sb_texts_release(struct texts *t)
{
	cx_handover_free(t->thread);
	cx_buf_release(&t->batch);
	cx_analyzer_free(t->analyzer);
	free(t->pool.s);
	free(t->lists.v);
	free(t->length);
	free(t->stops);
	cx_terms_release(&t->terms);
}
