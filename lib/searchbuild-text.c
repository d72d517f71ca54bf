/* The texts of the atoms, to posting lists. */
#include "lib/searchbuild-impl.h"

#include <stdlib.h>

#define BATCH (512 * 1024)
/* So many terms ahead memory is asked for a list. */
#define AHEAD 8

static void
analyze(struct texts *t, struct cx_str name, struct cx_str body)
{
	struct cx_terms *terms = &t->terms;
	uint32_t doc = t->n;

	terms->n = 0;
	cx_analyze(t->analyzer, name, CX_ANALYZE_STOP, terms);
	cx_analyze(t->analyzer, body, CX_ANALYZE_STOP, terms);
	if (terms->n > UINT32_MAX)
		cx_die(CX_FAIL, "an atom of more than %u words", UINT32_MAX);
	CX_GROW(t->length, t->n, t->cap);
	t->length[t->n++] = (uint32_t)terms->n;
	/* Makes room for all, so that lists do not move below. */
	if (cx_analyzer_count(t->analyzer))
		cx_sb_list(&t->lists, cx_analyzer_count(t->analyzer) - 1);
	for (size_t i = 0; i < terms->n; i++) {
#ifdef __GNUC__
		if (i + AHEAD < terms->n)
			__builtin_prefetch(&t->lists.v[terms->id[i + AHEAD]]);
#endif
		cx_sb_add(&t->pool, &t->lists.v[terms->id[i]], doc);
	}
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
	cx_terms_release(&t->terms);
}
