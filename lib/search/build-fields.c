/* Dictionary and postings of the fields. */
#include "lib/search/build-impl.h"

#include <stdlib.h>

static struct cx_str
field_word(const struct cx_search_build *b, enum field f, uint32_t number)
{
	struct cx_word word;

	switch (f) {
	case FIELD_PROJECT:
		return b->projects.key[number];
	case FIELD_TAG:
		return b->tags.key[number];
	case FIELD_EXACT:
		return b->exact.key[number];
	case FIELD_HEADING:
		return b->headings.key[number];
	case FIELD_DATE:
		return b->dates.key[number];
	case FIELD_SCOPE:
		(void)cx_analyzer_word(b->analyzer, number, &word);
		return cx_analyzer_term(b->analyzer, word.term);
	default:
		return b->words.key[number];
	}
}

/* The words of a field, in order; *n of them. */
static struct sorted_word *
sort_field(const struct cx_search_build *b, enum field f, size_t *n)
{
	const struct lists *l = &b->field[f];
	struct sorted_word *w;

	*n = 0;
	for (size_t i = 0; i < l->n; i++)
		*n += l->v[i].some;
	w = cx_calloc(*n, sizeof *w);
	*n = 0;
	for (uint32_t i = 0; i < l->n; i++) {
		if (l->v[i].some)
			w[(*n)++] = (struct sorted_word){
			    .word = field_word(b, f, i), .number = i};
	}
	cx_builder_sort(w, *n);
	return w;
}

void
cx_builder_fields(struct cx_search_build *b)
{
	static const char kinds[FIELDS] = "deghjnptu";
	CX_AUTO_BUF head = CX_BUF_INIT;
	struct cx_buf *out = &b->fields_text;
	struct unpacked u = {0}, more = {0}, room = {0};

	for (int f = 0; f < FIELDS; f++) {
		const struct list *list = b->field[f].v;
		size_t n;
		struct sorted_word *w = sort_field(b, (enum field)f, &n);

		for (size_t i = 0; i < n; i++) {
			struct place p = {.offset = out->len};

			if (i + 2 * AHEAD < n) {
				AHEAD_OF(w[i + 2 * AHEAD].word.s);
				AHEAD_OF(&list[w[i + 2 * AHEAD].number]);
			}
			if (i + AHEAD < n)
				cx_builder_unpack_soon(&b->pool,
				    &list[w[i + AHEAD].number]);
			cx_builder_unpack(&b->pool, &list[w[i].number], b->rank,
			    &u);
			/* Of a scope's term there may be several words. */
			while (i + 1 < n && cx_str_eq(w[i].word,
				w[i + 1].word)) {
				cx_builder_unpack(&b->pool,
				    &list[w[++i].number], b->rank, &more);
				cx_builder_merge(&u, &more, &room);
				for (size_t k = 0; k < u.n; k++)
					u.v[k].text = 1;
			}
			if (!u.n)
				continue;
			head.len = 0;
			cx_buf_char(&head, kinds[f]);
			cx_buf_char(&head, ' ');
			cx_buf_str(&head, w[i].word);
			cx_builder_print(out, cx_buf_view(&head), u.v, u.n);
			p.df = (uint32_t)u.n;
			p.bytes = out->len - p.offset;
			cx_buf_str(&b->fieldwords_text, cx_buf_view(&head));
			cx_builder_print_place(&b->fieldwords_text, &p);
			cx_buf_char(&b->fieldwords_text, '\n');
		}
		free(w);
	}
	cx_builder_unpacked_release(&u);
	cx_builder_unpacked_release(&more);
	cx_builder_unpacked_release(&room);
}
