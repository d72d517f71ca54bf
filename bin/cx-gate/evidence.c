/*
 * Tells what a text is made of, and what speaks for it and against it.
 *
 * Its parts are strings, each once: words as they are in the text and pairs of
 * them, where identifiers, numbers and names are only what they are (<id>,
 * <number>, <name>, and <said> for numbers and days in words); ~ and the stem
 * of a word; ^ and the first word of a sentence; ^^ and that of the text, and
 * its first two; # and how many words, identifiers, numbers and names there are
 * at least, with % in twentieths of the words; the marks it has, and the one
 * it ends with; its type.
 */
#include "bin/cx-gate/gate.h"
#include "lib/base/utf8.h"

#include <math.h>
#include <stdlib.h>

#define STEM "~"

/* Where fewer of the words are known, as in a language that few examples have,
 * doubt speaks for the text. */
#define FOREIGN (1. / 3)
#define DOUBT 8

/* Steps at which a count counts. */
static const size_t steps[] = {1, 2, 3, 5, 8, 13, 21, 34, 55};

static void
emit(struct evidence *e, const char *kind, struct cx_str a, struct cx_str b)
{
	CX_AUTO_BUF s = CX_BUF_INIT;

	cx_buf_puts(&s, kind);
	cx_buf_add(&s, a.s, a.len);
	if (b.len) {
		cx_buf_char(&s, ' ');
		cx_buf_add(&s, b.s, b.len);
	}
	(void)cx_map_intern(&e->map, &e->text, cx_buf_view(&s));
}

static void
emit_count(struct evidence *e, const char *of, size_t n)
{
	CX_AUTO_BUF s = CX_BUF_INIT;

	for (size_t i = 0; i < sizeof steps / sizeof *steps &&
	    steps[i] <= n; i++) {
		s.len = 0;
		cx_buf_fmt(&s, "%s %zu", of, steps[i]);
		emit(e, "#", cx_buf_view(&s), CX_STR(""));
	}
}

/* A word as it counts: itself, or what it is. */
static struct cx_str
class_of(const struct cx_fact *x)
{
	if (x->kind == CX_FACT_EXACT)
		return x->written ? CX_STR("<id>") : CX_STR("<number>");
	if (x->kind == CX_FACT_NAME)
		return x->written ? CX_STR("<name>") : CX_STR("<said>");
	return x->word;
}

static bool
holds_digit(struct cx_str s)
{
	for (size_t i = 0; i < s.len; i++)
		if (cx_is_digit((unsigned char)s.s[i]))
			return true;
	return false;
}

/* In whatever form a word is written. */
static void
emit_stems(struct evidence *e, struct cx_analyzer *stems, struct cx_str text)
{
	struct cx_terms terms = {0};

	cx_analyze(stems, text, CX_ANALYZE_ALL, &terms);
	for (size_t i = 0; i < terms.n; i++) {
		struct cx_str term = cx_analyzer_term(stems, terms.id[i]);

		if (!holds_digit(term))
			emit(e, STEM, term, CX_STR(""));
	}
	cx_terms_release(&terms);
}

void
evidence_read(struct evidence *e, struct cx_analyzer *stems,
    const struct cx_facts *f, struct cx_str text, struct cx_str type)
{
	static const char marks[] = ";:!?()[]{}<>|`\"*=$#~+/\\@%&'";
	size_t ids = 0, numbers = 0, names = 0, words = 0;
	uint32_t cp;

	emit(e, "type ", type, CX_STR(""));
	emit_stems(e, stems, text);
	for (size_t i = 0; i < f->n; i++) {
		const struct cx_fact *x = &f->v[i];
		struct cx_str now = class_of(x);
		bool begins = i == 0 || x->sentence != x[-1].sentence;

		words++;
		ids += x->kind == CX_FACT_EXACT && x->written;
		numbers += x->kind == CX_FACT_EXACT && !x->written;
		names += x->kind == CX_FACT_NAME;
		emit(e, "", now, CX_STR(""));
		if (x->kind != CX_FACT_WORD && !holds_digit(x->word) &&
		    x->word.len < 16)
			emit(e, "", x->word, CX_STR(""));
		if (i == 0)
			emit(e, "^^", now, CX_STR(""));
		if (begins)
			emit(e, "^", now, CX_STR(""));
		else
			emit(e, "", class_of(x - 1), now);
	}
	if (f->n > 1)
		emit(e, "^^", class_of(f->v), class_of(f->v + 1));
	emit_count(e, "words", words);
	emit_count(e, "ids", ids);
	emit_count(e, "numbers", numbers);
	emit_count(e, "names", names);
	emit_count(e, "% ids", ids * 20 / (words + 1));
	emit_count(e, "% numbers", numbers * 20 / (words + 1));
	emit_count(e, "% names", names * 20 / (words + 1));
	for (size_t i = 0; i < sizeof marks - 1; i++)
		if (memchr(text.s, marks[i], text.len))
			emit(e, "has ", cx_strn(marks + i, 1), CX_STR(""));
	if (memchr(text.s, '\n', text.len))
		emit(e, "has line", CX_STR(""), CX_STR(""));
	if (text.len) {
		size_t n = text.len - 1;

		while (n > 0 && ((unsigned char)text.s[n] & 0xC0) == 0x80)
			n--;
		(void)cx_utf8_decode(text.s + n, text.len - n, &cp, NULL);
		if (!cx_is_wordchar(cp))
			emit(e, "ends ", cx_str_from(text, n), CX_STR(""));
	}
}

void
evidence_release(struct evidence *e)
{
	cx_map_release(&e->map);
	cx_arena_release(&e->text);
}

/* --- the weights --- */

static const struct weight {
	const char *part;
	int weight;
} weights[] = {
#define BIAS(n)
#define PART(part, weight) {part, weight},
#include "bin/cx-gate/weights.def"
#undef BIAS
#undef PART
};

enum {
#define BIAS(n) bias = (n)
#define PART(part, weight)
#include "bin/cx-gate/weights.def"
#undef BIAS
#undef PART
};

static int
by_part(const void *key, const void *entry)
{
	return cx_str_cmp(*(const struct cx_str *)key,
	    cx_str(((const struct weight *)entry)->part));
}

/* A long text does not count more for its length. */
double
evidence_share(size_t n)
{
	return 10 / sqrt((double)n + 10);
}

double
evidence_odds(const struct evidence *e)
{
	size_t n = 0, stems = 0, known = 0;
	double sum = 0, share;

	for (uint32_t i = 0; i < e->map.n; i++) {
		const struct weight *w = bsearch(&e->map.key[i], weights,
		    sizeof weights / sizeof *weights, sizeof *weights,
		    by_part);
		bool stem = e->map.key[i].s[0] == STEM[0];

		stems += stem;
		known += stem && w;
		if (!w)
			continue;
		sum += w->weight;
		n++;
	}
	sum = (sum * evidence_share(n) + bias) / EVIDENCE_UNIT;
	share = stems ? (double)known / (double)stems : 0;
	return share < FOREIGN ? sum - (FOREIGN - share) * DOUBT : sum;
}
