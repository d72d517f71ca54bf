/* Extracts the terms of the notes. */
#include "page.h"

#include "lib/base/ascii.h"
#include "lib/base/utf8.h"
#include "lib/search/build.h"
#include "lib/text/doctext.h"
#include "lib/text/stopwords.h"

#include <stdlib.h>

/* The number of a term, given at the first meeting: frequent terms have small
 * numbers. */
static uint32_t
number_of(struct page_terms *t, uint32_t id)
{
	while (id >= t->number_cap) {
		size_t before = t->number_cap;

		t->number = cx_grow(t->number, &t->number_cap,
		    sizeof *t->number);
		memset(t->number + before, 0, (t->number_cap - before) *
		    sizeof *t->number);
	}
	if (!t->number[id]) {
		*CX_NEXT(t->id, t->n, t->id_cap) = id;
		t->number[id] = (uint32_t)t->n;
	}
	return t->number[id] - 1;
}

static void
count(struct page_terms *t, uint32_t id, struct page_count one)
{
	one.term = number_of(t, id);
	*CX_NEXT(t->count, t->n_count, t->count_cap) = one;
}

static bool
is_named(const struct page_terms *t, size_t n, uint32_t id)
{
	for (size_t i = 0; i < n; i++) {
		if (t->named[i] == id)
			return true;
	}
	return false;
}

/* Appends what a whole query must be to match this name or heading, unless it
 * is longer than `most` bytes or the note has it already. */
static void
put_whole(struct page_terms *t, struct cx_str s, struct cx_buf *out,
    size_t most)
{
	CX_AUTO_BUF key = CX_BUF_INIT, quoted = CX_BUF_INIT;

	t->ids.n = 0;
	cx_search_exact(t->analyzer, s, &t->ids, &key);
	if (key.len == 0 || key.len > most)
		return;
	cx_print_quoted(&quoted, cx_buf_view(&key));
	/* Often the name, the file and the first heading are the same. */
	if (cx_str_has(cx_buf_view(&t->exact), cx_buf_view(&quoted)) ||
	    cx_str_has(cx_buf_view(out), cx_buf_view(&quoted)))
		return;
	cx_buf_puts(out, out->len ? "," : "");
	cx_buf_str(out, cx_buf_view(&quoted));
}

static void
add_length(struct page_terms *t, uint32_t term)
{
	if (cx_is_pair(cx_analyzer_term(t->analyzer, term)))
		t->pairs++;
	else
		t->text++;
}

static void
take_name(struct page_terms *t, enum cx_doc_piece piece, struct cx_str s)
{
	size_t before = t->n_named;
	bool stops = true; /* there is nothing else */

	cx_analyze_name(t->analyzer, s, CX_ANALYZE_WORDS | CX_ANALYZE_WHOLE,
	    &t->ids);
	for (size_t i = 0; i < t->ids.n; i++)
		stops = stops && t->ids.id[i] & 1;
	for (size_t i = 0; i < t->ids.n; i++) {
		uint32_t id = t->ids.id[i] >> 1;
		struct cx_word word;

		(void)cx_analyzer_word(t->analyzer, id, &word);
		if (piece == CX_DOC_NAME && is_named(t, before, id))
			continue;
		count(t, word.term, (struct page_count){.names = 1});
		t->names += stops || !(t->ids.id[i] & 1);
		/* An alias comes after all names. */
		if (piece == CX_DOC_ALIAS)
			continue;
		*CX_NEXT(t->named, t->n_named, t->named_cap) = id;
	}
	put_whole(t, s, &t->exact, SIZE_MAX);
}

static void
take_heading(void *arg, struct cx_str s)
{
	struct page_terms *t = arg;

	put_whole(t, s, &t->heads, CX_HEADING_MAX);
}

static void
take_identifiers(struct page_terms *t, struct cx_str s)
{
	t->ids.n = 0;
	cx_analyze_identifiers(t->analyzer, s, CX_ANALYZE_STOP, &t->ids);
	for (size_t i = 0; i < t->ids.n; i++)
		count(t, t->ids.id[i], (struct page_count){.text = 1});
}

static void
take_body(struct page_terms *t, struct cx_str s)
{
	cx_analyze(t->analyzer, s, CX_ANALYZE_WORDS | CX_ANALYZE_WHOLE,
	    &t->ids);
	for (size_t i = 0; i < t->ids.n; i++) {
		uint32_t id = t->ids.id[i] >> 1;
		struct cx_word word;

		if (t->ids.id[i] & 1)
			continue; /* a stop word */
		(void)cx_analyzer_word(t->analyzer, id, &word);
		count(t, word.term, (struct page_count){.text = 1});
		add_length(t, word.term);
		t->body++;
	}
	take_identifiers(t, s);
}

/* Whether the page has a text besides: of these it has the record's. */
static bool
is_member(const struct page_terms *t, enum cx_doc_piece piece, struct cx_str s)
{
	return s.len == 0 || piece == CX_DOC_NAME || piece == CX_DOC_BODY ||
	    (piece == CX_DOC_LABEL &&
		cx_map_get(&t->tags, s) != CX_MAP_NONE) ||
	    cx_str_eq(s, cx_record_str(t->rec, "name", CX_STR(""))) ||
	    cx_str_eq(s, cx_record_str(t->rec, "description", CX_STR("")));
}

static void
count_piece(void *arg, enum cx_doc_piece piece, struct cx_str s)
{
	struct page_terms *t = arg;

	if (!is_member(t, piece, s)) {
		cx_buf_puts(&t->also, t->also.len ? "," : "");
		cx_print_quoted(&t->also, s);
	}
	t->ids.n = 0;
	if (piece <= CX_DOC_ALIAS) {
		take_name(t, piece, s);
		return;
	}
	if (piece == CX_DOC_BODY) {
		take_body(t, s);
		return;
	}
	cx_analyze(t->analyzer, s, CX_ANALYZE_STOP | CX_ANALYZE_WHOLE,
	    &t->ids);
	for (size_t i = 0; i < t->ids.n; i++) {
		if (piece == CX_DOC_TEXT)
			add_length(t, t->ids.id[i]);
		count(t, t->ids.id[i], piece == CX_DOC_LABEL ?
		    (struct page_count){.labels = 1} :
		    (struct page_count){.text = 1});
	}
	if (piece == CX_DOC_TEXT)
		take_identifiers(t, s);
}

/* Puts together what belongs to one term. */
static void
merge_counts(struct page_terms *t)
{
	size_t n = 0;

	CX_SORT(t->count, t->n_count, cx_order_u32);
	for (size_t i = 0; i < t->n_count; i++) {
		const struct page_count *c = &t->count[i];

		if (n && t->count[n - 1].term == c->term) {
			t->count[n - 1].names += c->names;
			t->count[n - 1].labels += c->labels;
			t->count[n - 1].text += c->text;
		} else {
			t->count[n++] = *c;
		}
	}
	t->n_count = n;
}

static void
leb128(struct cx_buf *out, uint32_t n)
{
	for (; n >= 0x80; n >>= 7)
		cx_buf_char(out, (char)(n | 0x80));
	cx_buf_char(out, (char)n);
}

static void
put_counts(struct page_terms *t, struct cx_buf *out)
{
	uint32_t last = 0;

	leb128(out, (uint32_t)t->n_count);
	for (size_t i = 0; i < t->n_count; i++) {
		const struct page_count *c = &t->count[i];
		bool more = c->names || c->labels;

		leb128(out, c->term - last);
		last = c->term;
		leb128(out, c->text << 1 | more);
		if (more) {
			leb128(out, c->names);
			leb128(out, c->labels);
		}
	}
}

void
page_terms_take(struct page_terms *t, const struct cx_record *rec,
    struct cx_printer *p, struct cx_buf *out)
{
	struct cx_str body = cx_record_str(rec, "body", CX_STR(""));
	const struct cx_json *tags;

	t->n_count = t->n_named = t->exact.len = t->heads.len = 0;
	t->also.len = 0;
	t->rec = rec;
	cx_map_clear(&t->tags);
	tags = cx_record_strings(rec, "tags");
	CX_JSON_EACH(e, tags)
		cx_map_put(&t->tags, cx_json_str(e));
	t->names = t->text = t->pairs = t->body = 0;
	cx_doc_pieces(rec, body, count_piece, t);
	cx_doc_headings(body, take_heading, t);
	merge_counts(t);
	put_counts(t, out);
	cx_print_karray(p, "lengths");
	cx_print_int(p, t->names);
	cx_print_int(p, t->text);
	cx_print_int(p, t->pairs);
	cx_print_int(p, t->body < CX_BODY_MAX ? t->body : CX_BODY_MAX);
	cx_print_end(p);
	cx_print_kint(p, "asks", cx_doc_asks(body));
	cx_print_karray(p, "exact");
	if (t->exact.len)
		cx_print_raw(p, cx_buf_view(&t->exact));
	cx_print_end(p);
	cx_print_karray(p, "heads");
	if (t->heads.len)
		cx_print_raw(p, cx_buf_view(&t->heads));
	cx_print_end(p);
	if (t->also.len) {
		cx_print_karray(p, "also");
		cx_print_raw(p, cx_buf_view(&t->also));
		cx_print_end(p);
	}
}

/* What the word has instead of the end of its term; each "-" is a letter of
 * that. */
static void
put_ending(struct cx_buf *out, struct cx_str term, struct cx_str word)
{
	size_t same = 0;

	while (same < term.len && same < word.len &&
	    term.s[same] == word.s[same])
		same++;
	while (same < word.len && ((unsigned char)word.s[same] & 0xC0) == 0x80)
		same--;
	cx_buf_char(out, ' ');
	for (size_t n = cx_utf8_count(cx_str_from(term, same)); n > 0; n--)
		cx_buf_char(out, '-');
	cx_buf_str(out, cx_str_from(word, same));
}

void
page_terms_print(struct page_terms *t, struct cx_printer *p)
{
	CX_AUTO_BUF all = CX_BUF_INIT;
	size_t at = 0;

	t->n_count = 0;
	for (uint32_t i = 0; i < cx_analyzer_count(t->analyzer); i++) {
		struct cx_word w;

		if (cx_analyzer_word(t->analyzer, i, &w) && w.term != i)
			*CX_NEXT(t->count, t->n_count, t->count_cap) =
			    (struct page_count){number_of(t, w.term),
				.text = i};
	}
	CX_SORT(t->count, t->n_count, cx_order_u32);
	for (uint32_t k = 0; k < t->n; k++) {
		struct cx_str term = cx_analyzer_term(t->analyzer, t->id[k]);

		cx_buf_str(&all, term);
		for (; at < t->n_count && t->count[at].term == k; at++)
			put_ending(&all, term, cx_analyzer_term(t->analyzer,
			    t->count[at].text));
		cx_buf_char(&all, '\n');
	}
	cx_print_kstr(p, "terms", cx_buf_view(&all));
}

void
page_terms_release(struct page_terms *t)
{
	cx_analyzer_free(t->analyzer);
	free(t->number);
	free(t->id);
	cx_buf_release(&t->also);
	cx_map_release(&t->tags);
	free(t->count);
	cx_terms_release(&t->ids);
	free(t->named);
	cx_buf_release(&t->exact);
	cx_buf_release(&t->heads);
}
