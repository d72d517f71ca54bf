/* Turns the texts of atoms into posting lists. */
#include "lib/search/build-impl.h"

#include <stdlib.h>

#define BATCH (128 * 1024)

static struct text_of_atom *
atom_at_hand(struct texts *t)
{
	return &t->atom[t->n];
}

/* Makes room for all words, so that lists do not move. */
static void
make_room(struct texts *t)
{
	if (t->terms.n > UINT32_MAX / 2)
		cx_die(CX_FAIL, "a note of more than %u words",
		    UINT32_MAX / 2);
	if (cx_analyzer_count(t->analyzer))
		cx_builder_list(&t->lists, cx_analyzer_count(t->analyzer) - 1);
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

/* Of a CX_DOC_NAME only the words count that the names do not have. */
static void
take_name(struct texts *t, enum cx_doc_piece piece, struct cx_str s)
{
	size_t before = t->named.n;
	bool stops = true; /* there is nothing else */

	cx_analyze_name(t->analyzer, s, CX_ANALYZE_WORDS | CX_ANALYZE_WHOLE,
	    &t->terms);
	make_room(t);
	for (size_t i = 0; i < t->terms.n; i++)
		stops = stops && t->terms.id[i] & 1;
	for (size_t i = 0; i < t->terms.n; i++) {
		uint32_t id = t->terms.id[i] >> 1;

		if (piece == CX_DOC_NAME && is_named(&t->named, before, id))
			continue;
		cx_builder_add(&t->pool, &t->lists.v[id], t->n, IN_NAMES);
		/* Beside other words a stop word makes it no longer. */
		atom_at_hand(t)->names += stops || !(t->terms.id[i] & 1);
		/* An alias comes after all names. */
		if (piece == CX_DOC_ALIAS)
			continue;
		*CX_NEXT(t->named.id, t->named.n, t->named.cap) = id;
	}
}

static void
find_sort(struct texts *t, struct list *l)
{
	uint32_t id = (uint32_t)(l - t->lists.v);
	struct cx_str word = cx_analyzer_term(t->analyzer, id);
	struct cx_word known;

	if (cx_analyzer_word(t->analyzer, id, &known) && known.stop)
		l->sort = (uint8_t)(WORD_STOP + cx_stopword_number(word));
	else
		l->sort = cx_is_pair(word) ? WORD_PAIR : WORD_PLAIN;
}

static void
add_length(struct texts *t, size_t words, size_t pairs)
{
	atom_at_hand(t)->words += (uint32_t)words;
	atom_at_hand(t)->pairs += (uint32_t)pairs;
}

/* The parts of identifiers can be found, and make no text longer. */
static void
take_identifiers(struct texts *t, struct cx_str s)
{
	t->terms.n = 0;
	cx_analyze_identifiers(t->analyzer, s, CX_ANALYZE_STOP |
	    CX_ANALYZE_WORDS, &t->terms);
	make_room(t);
	for (size_t i = 0; i < t->terms.n; i++) {
		struct list *l = &t->lists.v[t->terms.id[i] >> 1];

		if (l->sort == WORD_NEW)
			find_sort(t, l);
		cx_builder_add(&t->pool, l, t->n, IN_TEXT);
	}
}

static void
take_text(struct texts *t, struct cx_str s, enum place_of in)
{
	size_t pairs = 0;

	cx_analyze(t->analyzer, s, CX_ANALYZE_STOP | CX_ANALYZE_WORDS |
	    CX_ANALYZE_WHOLE, &t->terms);
	make_room(t);
	for (size_t i = 0; i < t->terms.n; i++) {
		struct list *l = &t->lists.v[t->terms.id[i] >> 1];

		if (l->sort == WORD_NEW)
			find_sort(t, l);
		pairs += l->sort == WORD_PAIR;
		cx_builder_add(&t->pool, l, t->n, in);
	}
	if (in != IN_TEXT)
		return;
	add_length(t, t->terms.n - pairs, pairs);
	take_identifiers(t, s);
}

static void
take_body(struct texts *t, struct cx_str s)
{
	struct text_of_atom *atom = atom_at_hand(t);
	size_t stop_words = 0, pairs = 0, n;

	cx_analyze(t->analyzer, s, CX_ANALYZE_WORDS | CX_ANALYZE_WHOLE,
	    &t->terms);
	make_room(t);
	for (size_t i = 0; i < t->terms.n; i++) {
		bool stop = t->terms.id[i] & 1;
		struct list *l = &t->lists.v[t->terms.id[i] >> 1];

		if (i + AHEAD < t->terms.n)
			AHEAD_OF(&t->lists.v[t->terms.id[i + AHEAD] >> 1]);
		if (i + AHEAD / 2 < t->terms.n)
			cx_builder_soon(&t->pool,
			    &t->lists.v[t->terms.id[i + AHEAD / 2] >> 1]);
		if (l->sort == WORD_NEW)
			find_sort(t, l);
		if (l->sort >= WORD_STOP) {
			unsigned k = l->sort - WORD_STOP;

			atom->stops.bits[k / 64] |= UINT64_C(1) << k % 64;
			if (stop) {
				stop_words++;
				continue;
			}
		}
		pairs += l->sort == WORD_PAIR;
		cx_builder_add_body(&t->pool, l, t->n);
	}
	n = t->terms.n - stop_words;
	add_length(t, n - pairs, pairs);
	atom->body = (uint8_t)(n < CX_BODY_MAX ? n : CX_BODY_MAX);
	take_identifiers(t, s);
}

static void
take(struct texts *t, enum cx_doc_piece piece, struct cx_str s)
{
	t->terms.n = 0;
	switch (piece) {
	case CX_DOC_TITLE:
		CX_GROW(t->atom, t->n, t->cap);
		t->atom[t->n] = (struct text_of_atom){.names = 0};
		t->named.n = 0;
		take_name(t, piece, s);
		break;
	case CX_DOC_NAME:
	case CX_DOC_ALIAS:
		take_name(t, piece, s);
		break;
	case CX_DOC_LABEL:
		take_text(t, s, IN_LABELS);
		break;
	case CX_DOC_TEXT:
		take_text(t, s, IN_TEXT);
		break;
	case CX_DOC_BODY:
		take_body(t, s);
		t->n++;
		break;
	}
}

static void
take_batch(void *arg, struct cx_buf *batch)
{
	struct cx_str rest = cx_buf_view(batch), s;

	while (rest.len) {
		enum cx_doc_piece piece;

		memcpy(&piece, rest.s, sizeof piece);
		memcpy(&s.len, rest.s + sizeof piece, sizeof s.len);
		rest = cx_str_from(rest, sizeof piece + sizeof s.len);
		s.s = rest.s;
		rest = cx_str_from(rest, s.len);
		take(arg, piece, s);
	}
}

void
cx_builder_texts_init(struct texts *t, struct cx_analyzer *analyzer)
{
	*t = (struct texts){.analyzer = analyzer};
	t->thread = cx_worker_new(take_batch, t);
}

void
cx_builder_texts_add(void *arg, enum cx_doc_piece piece, struct cx_str s)
{
	const size_t head = sizeof piece + sizeof s.len;
	struct texts *t = arg;
	char *at = cx_buf_room(&t->batch, cx_add(head, s.len));

	memcpy(at, &piece, sizeof piece);
	memcpy(at + sizeof piece, &s.len, sizeof s.len);
	if (s.len)
		memcpy(at + head, s.s, s.len);
	t->batch.len += head + s.len;
	if (piece == CX_DOC_BODY && t->batch.len >= BATCH)
		cx_worker_submit(t->thread, &t->batch);
}

void
cx_builder_texts_end(struct texts *t)
{
	cx_worker_drain(t->thread);
	take_batch(t, &t->batch);
	cx_buf_release(&t->batch);
}

void
cx_builder_texts_release(struct texts *t)
{
	cx_worker_free(t->thread);
	cx_buf_release(&t->batch);
	cx_analyzer_free(t->analyzer);
	cx_builder_pool_release(&t->pool);
	cx_builder_lists_release(&t->lists);
	free(t->atom);
	cx_terms_release(&t->terms);
	cx_terms_release(&t->named);
}
