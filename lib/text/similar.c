#include "lib/text/similar.h"
#include "lib/text/analyze.h"
#include "lib/base/utf8.h"

#include <math.h>
#include <stdlib.h>

#define MILLION 1e6

/* A word of a text, and how often it stands there. */
struct part {
	uint32_t term;
	uint32_t tf;
};

struct doc {
	size_t from, to; /* in parts */
	uint32_t negations;
	bool out; /* not there for the text that is asked */
};

#define NOT_ASKED INT64_MIN

struct cx_similar {
	struct cx_analyzer *analyzer;
	bool own_analyzer;
	struct cx_similar_rest rest; /* df NULL: none */
	struct cx_terms terms; /* of the text at hand */
	struct part *part;
	size_t n_parts, parts_cap;
	struct doc *doc;
	size_t n, cap;
	uint32_t counted; /* of the texts, those not in the rest */
	struct cx_weight *weight;
	size_t n_weights, weight_cap;
	bool reword;
	bool (*same)(void *arg, uint32_t number, bool loose);
	void *same_arg;
	bool (*plain)(void *arg, struct cx_str word); /* NULL: none */
	void *plain_arg;
	/* By word: */
	int64_t *df;   /* how many texts have it; NOT_ASKED the rest */
	double *idf;   /* for the text that is asked */
	uint32_t *tf;  /* in the text at hand */
	uint32_t *seen; /* by term: the text that had it last */
	uint32_t round;
	size_t n_terms, df_cap, idf_cap, tf_cap, seen_cap;
};

/* --- how often a text says no --- */

/* In English, German, the Romance and Slavic languages, Dutch, those of the
 * North, Finnish, Hungarian, Turkish, Greek, Arabic, Hebrew and Hindi. */
static const char said_no[] = " not cannot no never without neither nor "
    "nobody none unless nicht nichts nie niemals niemand ohne weder kein keine "
    "keinen keinem keiner keines pas jamais sans aucun aucune rien nunca jamás "
    "sin ningún ninguna ninguno nadie nada não sem nem nenhum nenhuma non "
    "senza nessun nessuna nessuno niente niet geen nooit zonder niemand inte "
    "ikke utan uden uten ingen inga inget aldrig aldri не нет ни без никогда "
    "никто нельзя немає ні nigdy bez není nikdy ei nem nincs soha değil yok "
    "asla δεν μη μην χωρίς ποτέ لا ليس لم لن بدون לא אין בלי नहीं मत बिना ";
/* Where words are not set apart: Chinese, Japanese, Korean. */
static const char *const within[] = {"不", "没", "沒", "未", "勿", "ない",
    "ません", "なかっ", "なし", "않", "없", "못"};

static bool
negation(struct cx_str word, bool hyphen)
{
	char at[32];

	if (word.len > 3 && cx_str_ends(word, CX_STR("n't")))
		return true;
	if (word.len < 2 || word.len > sizeof at - 2 ||
	    (hyphen && cx_str_is(word, "non")))
		return false;
	at[0] = at[word.len + 1] = ' ';
	memcpy(at + 1, word.s, word.len);
	return memmem(said_no, sizeof said_no - 1, at, word.len + 2);
}

static size_t
count_within(struct cx_str text)
{
	size_t n = 0;

	for (size_t i = 0; i < sizeof within / sizeof *within; i++) {
		struct cx_str no = cx_str(within[i]), rest = text;
		const char *at;

		while ((at = memmem(rest.s, rest.len, no.s, no.len))) {
			rest = cx_str_from(rest,
			    (size_t)(at - rest.s) + no.len);
			n++;
		}
	}
	return n;
}

uint32_t
cx_negations(struct cx_str text)
{
	CX_AUTO_BUF low = CX_BUF_INIT, word = CX_BUF_INIT;
	size_t count = 0, len;
	bool unspaced = false;
	struct cx_str rest;
	uint32_t cp;

	cx_utf8_lower(&low, text);
	for (rest = cx_buf_view(&low); ; rest = cx_str_from(rest, len)) {
		cp = len = 0;
		if (rest.len)
			len = cx_utf8_decode(rest.s, rest.len, &cp, NULL);
		unspaced = unspaced || cx_unspaced(cp);
		if (cx_is_apostrophe(cp) && word.len)
			cx_buf_char(&word, '\'');
		else if (len && cx_is_wordchar(cp))
			cx_buf_add(&word, rest.s, len);
		else {
			count += negation(cx_buf_view(&word), cp == '-');
			word.len = 0;
		}
		if (!len)
			break;
	}
	return (uint32_t)(count + (unspaced ?
	    count_within(cx_buf_view(&low)) : 0));
}

struct cx_similar *
cx_similar_new(void)
{
	struct cx_similar *s = cx_calloc(1, sizeof *s);

	s->analyzer = cx_analyzer_new(CX_STR("none"));
	s->own_analyzer = true;
	return s;
}

struct cx_similar *
cx_similar_among(struct cx_analyzer *a, const struct cx_similar_rest *rest)
{
	struct cx_similar *s = cx_calloc(1, sizeof *s);

	s->analyzer = a;
	s->rest = *rest;
	return s;
}

void
cx_similar_free(struct cx_similar *s)
{
	if (!s)
		return;
	if (s->own_analyzer)
		cx_analyzer_free(s->analyzer);
	cx_terms_release(&s->terms);
	free(s->part);
	free(s->doc);
	free(s->weight);
	free(s->df);
	free(s->idf);
	free(s->tf);
	free(s->seen);
	free(s);
}

void
cx_similar_reword(struct cx_similar *s,
    bool (*same)(void *arg, uint32_t number, bool loose), void *arg)
{
	s->reword = true;
	s->same = same;
	s->same_arg = arg;
}

void
cx_similar_plain(struct cx_similar *s,
    bool (*plain)(void *arg, struct cx_str word), void *arg)
{
	s->plain = plain;
	s->plain_arg = arg;
}

/* --- texts --- */

static void
grow_terms(struct cx_similar *s)
{
	size_t n = cx_analyzer_count(s->analyzer);

	while (s->df_cap < n)
		s->df = cx_grow(s->df, &s->df_cap, sizeof *s->df);
	while (s->idf_cap < n)
		s->idf = cx_grow(s->idf, &s->idf_cap, sizeof *s->idf);
	while (s->tf_cap < n)
		s->tf = cx_grow(s->tf, &s->tf_cap, sizeof *s->tf);
	while (s->seen_cap < n)
		s->seen = cx_grow(s->seen, &s->seen_cap, sizeof *s->seen);
	for (; s->n_terms < n; s->n_terms++) {
		s->df[s->n_terms] = NOT_ASKED;
		s->tf[s->n_terms] = 0;
		s->seen[s->n_terms] = 0;
	}
}

/* A word that is met for the first time may be in the rest. */
static void
ask_rest(struct cx_similar *s, uint32_t word)
{
	if (s->df[word] != NOT_ASKED)
		return;
	s->df[word] = s->rest.df ? s->rest.df(s->rest.arg,
	    cx_analyzer_term(s->analyzer, word)) : 0;
}

/* Appends the words of a text to the parts, in the order of the text. */
static struct doc
read_text(struct cx_similar *s, struct cx_str text)
{
	struct doc d = {.from = s->n_parts, .negations = cx_negations(text)};

	s->terms.n = 0;
	cx_analyze(s->analyzer, text, CX_ANALYZE_WORDS | CX_ANALYZE_PLAIN,
	    &s->terms);
	grow_terms(s);
	for (size_t i = 0; i < s->terms.n; i++) {
		uint32_t id = s->terms.id[i] >>= 1;

		/* One byte is one ASCII character. */
		if (cx_analyzer_term(s->analyzer, id).len == 1 ||
		    s->tf[id]++ > 0)
			continue;
		ask_rest(s, id);
		CX_GROW(s->part, s->n_parts, s->parts_cap);
		s->part[s->n_parts++] = (struct part){id, 0};
	}
	d.to = s->n_parts;
	for (size_t i = 0; i < s->terms.n; i++) {
		if (cx_analyzer_term(s->analyzer, s->terms.id[i]).len == 1)
			s->tf[s->terms.id[i]] = 0;
	}
	for (size_t i = d.from; i < d.to; i++) {
		s->part[i].tf = s->tf[s->part[i].term];
		s->tf[s->part[i].term] = 0;
	}
	return d;
}

/* Counts the words of a text in df, or takes them out of it. */
static void
count_words(struct cx_similar *s, struct doc d, bool add)
{
	for (size_t i = d.from; i < d.to; i++) {
		if (add)
			s->df[s->part[i].term]++;
		else
			s->df[s->part[i].term]--;
	}
}

static uint32_t
add_doc(struct cx_similar *s, struct doc d)
{
	CX_GROW(s->doc, s->n, s->cap);
	if (s->n == UINT32_MAX)
		cx_die(CX_FAIL, "too many texts to compare with");
	s->doc[s->n] = d;
	return (uint32_t)s->n++;
}

uint32_t
cx_similar_add(struct cx_similar *s, struct cx_str text)
{
	struct doc d = read_text(s, text);

	count_words(s, d, true);
	s->counted++;
	return add_doc(s, d);
}

uint32_t
cx_similar_show(struct cx_similar *s, struct cx_str text)
{
	return add_doc(s, read_text(s, text));
}

/* --- the cosine --- */

static double
square(double x)
{
	return x * x;
}

/* idf of each word of a text; df counts the text that is asked.  A text of
 * the rest may have changed since that was counted. */
static void
weigh(struct cx_similar *s, struct doc d, double n)
{
	for (size_t i = d.from; i < d.to; i++) {
		uint32_t t = s->part[i].term;
		double df = s->df[t] > 0 ? (double)s->df[t] : 0;

		s->idf[t] = log(n / (1.0 + df)) + 1;
	}
}

static double
norm(const struct cx_similar *s, struct doc d)
{
	double sum = 0;

	for (size_t i = d.from; i < d.to; i++)
		sum += square(s->part[i].tf * s->idf[s->part[i].term]);
	return sum;
}

/*
 * The cosine of d with the asked text, whose words have their number in tf.
 * That tf is divided by the length makes no difference to it.
 */
static int64_t
cosine(struct cx_similar *s, struct doc d, double asked_norm, double n)
{
	double dot = 0, product;

	weigh(s, d, n);
	for (size_t i = d.from; i < d.to; i++) {
		const struct part *p = &s->part[i];

		dot += (double)p->tf * s->tf[p->term] * square(s->idf[p->term]);
	}
	product = asked_norm * norm(s, d);
	return product > 0 ? llround(dot / sqrt(product) * MILLION) : 0;
}

/*
 * No cosine is above the share that the common words have in the length of
 * the asked vector (Cauchy and Schwarz): most texts need no closer look.
 */
static bool
can_reach(const struct cx_similar *s, struct doc d, double enough)
{
	double common = 0;

	for (size_t i = d.from; i < d.to; i++) {
		uint32_t t = s->part[i].term;

		if (s->tf[t])
			common += square(s->tf[t] * s->idf[t]);
	}
	return common >= enough;
}

/* --- in other words --- */

/* Whether a word says what a text is about; its term. */
static bool
tells(const struct cx_similar *s, uint32_t word, uint32_t *term)
{
	struct cx_word w;

	if (!cx_analyzer_word(s->analyzer, word, &w) || w.stop ||
	    (s->plain && s->plain(s->plain_arg,
	    cx_analyzer_term(s->analyzer, word))))
		return false;
	*term = w.term;
	return true;
}

/* How many terms d has that were seen in a round, marking them as of the next
 * one, and how many in all. */
static size_t
count_terms(struct cx_similar *s, struct doc d, uint32_t round, size_t *all)
{
	size_t common = 0;
	uint32_t term;

	*all = 0;
	for (size_t i = d.from; i < d.to; i++) {
		if (!tells(s, s->part[i].term, &term) ||
		    s->seen[term] == s->round)
			continue;
		common += s->seen[term] == round;
		s->seen[term] = s->round;
		++*all;
	}
	return common;
}

static size_t
share(const struct cx_similar *s, bool loose)
{
	return (s->plain ? CX_SIMILAR_PLAIN_SHARE : CX_SIMILAR_SHARE) -
	    (loose ? CX_SIMILAR_LOOSE : 0);
}

static bool
enough_common(size_t common, size_t a, size_t b, size_t percent)
{
	return (common > CX_SIMILAR_TERMS || (common == CX_SIMILAR_TERMS &&
		a == b)) &&
	    common * 100 >= percent * (a > b ? a : b);
}

enum reworded { NOT_REWORDED, LOOSE, REWORDED };

static enum reworded
reworded(struct cx_similar *s, struct doc asked, struct doc d)
{
	size_t a, b, common;
	uint32_t round;

	if (!s->reword)
		return NOT_REWORDED;
	round = ++s->round;
	(void)count_terms(s, asked, 0, &a);
	s->round++;
	common = count_terms(s, d, round, &b);
	if (enough_common(common, a, b, share(s, false)))
		return REWORDED;
	return s->same && enough_common(common, a, b, share(s, true)) ?
	    LOOSE : NOT_REWORDED;
}

const struct cx_weight *
cx_similar_terms(struct cx_similar *s, struct cx_str text, size_t *count,
    double *enough)
{
	struct doc d = read_text(s, text);
	uint32_t term;

	s->n_weights = 0;
	s->round++;
	for (size_t i = d.from; i < d.to; i++) {
		if (!tells(s, s->part[i].term, &term) ||
		    s->seen[term] == s->round)
			continue;
		s->seen[term] = s->round;
		*CX_NEXT(s->weight, s->n_weights, s->weight_cap) =
		    (struct cx_weight){1, term, false};
	}
	s->n_parts = d.from;
	*count = s->n_weights;
	*enough = fmax(CX_SIMILAR_TERMS,
	    ceil((double)(share(s, s->same) * *count) / 100));
	return s->weight;
}

/* A text that is asked, and what it is asked with. */
struct ask {
	struct doc doc;
	const uint32_t *without;
	size_t n_without;
	double n, norm, enough;
};

/* From here to end_ask df is as the asked text sees it. */
static struct ask
begin_ask(struct cx_similar *s, struct cx_str text, int64_t least,
    const uint32_t *without, size_t n)
{
	struct ask a = {.without = without, .n_without = n};
	double texts = (double)s->rest.n + s->counted - (double)n;

	a.doc = read_text(s, text);
	a.n = 1 + (texts > 0 ? texts : 0);
	for (size_t i = 0; i < n; i++) {
		s->doc[without[i]].out = true;
		count_words(s, s->doc[without[i]], false);
	}
	count_words(s, a.doc, true);
	weigh(s, a.doc, a.n);
	a.norm = norm(s, a.doc);
	/* What rounding to millionths could add, and more than arithmetic. */
	a.enough = a.norm * square(((double)least - 1) / MILLION);
	if (least <= 1)
		a.enough = 0;
	return a;
}

static void
end_ask(struct cx_similar *s, const struct ask *a)
{
	count_words(s, a->doc, false);
	for (size_t i = 0; i < a->n_without; i++) {
		count_words(s, s->doc[a->without[i]], true);
		s->doc[a->without[i]].out = false;
	}
	s->n_parts = a->doc.from;
}

/* Among the texts of, or all if that is NULL. */
static bool
nearest(struct cx_similar *s, const struct ask *a, int64_t least,
    const uint32_t *of, size_t n, struct cx_nearest *out)
{
	bool found = false;

	for (size_t i = a->doc.from; i < a->doc.to; i++)
		s->tf[s->part[i].term] = s->part[i].tf;
	for (size_t i = 0; i < n; i++) {
		uint32_t number = of ? of[i] : (uint32_t)i;
		const struct doc *d = &s->doc[number];
		enum reworded other;
		int64_t c;

		if (d->out || d->negations != a->doc.negations)
			continue;
		other = reworded(s, a->doc, *d);
		if (!other && !can_reach(s, *d, a->enough))
			continue;
		c = cosine(s, *d, a->norm, a->n);
		if ((!other && c < least) || (found && c <= out->cosine) ||
		    (s->same && !s->same(s->same_arg, number,
		    other == LOOSE && c < least)))
			continue;
		*out = (struct cx_nearest){number, c};
		found = true;
	}
	for (size_t i = a->doc.from; i < a->doc.to; i++)
		s->tf[s->part[i].term] = 0;
	return found;
}

bool
cx_similar_nearest(struct cx_similar *s, struct cx_str text, int64_t least,
    const uint32_t *without, size_t n, struct cx_nearest *out)
{
	struct ask a = begin_ask(s, text, least, without, n);
	bool found = nearest(s, &a, least, NULL, s->n, out);

	end_ask(s, &a);
	return found;
}

bool
cx_similar_nearest_of(struct cx_similar *s, struct cx_str text,
    int64_t least, const uint32_t *of, size_t n_of, const uint32_t *without,
    size_t n, struct cx_nearest *out)
{
	struct ask a = begin_ask(s, text, least, without, n);
	bool found = of && nearest(s, &a, least, of, n_of, out);

	end_ask(s, &a);
	return found;
}

const struct cx_weight *
cx_similar_weights(struct cx_similar *s, struct cx_str text, int64_t least,
    const uint32_t *without, size_t n, size_t *count, double *enough)
{
	struct ask a = begin_ask(s, text, least, without, n);

	s->n_weights = 0;
	for (size_t i = a.doc.from; i < a.doc.to; i++) {
		const struct part *p = &s->part[i];
		struct cx_word word;

		(void)cx_analyzer_word(s->analyzer, p->term, &word);
		CX_GROW(s->weight, s->n_weights, s->weight_cap);
		s->weight[s->n_weights++] = (struct cx_weight){
		    square(p->tf * s->idf[p->term]), word.term, word.stop};
	}
	*enough = a.enough;
	*count = s->n_weights;
	end_ask(s, &a);
	return s->weight;
}

int64_t
cx_similar_cosine(struct cx_str a, struct cx_str b)
{
	struct cx_similar *s = cx_similar_new();
	struct cx_nearest got = {0, 0};

	cx_similar_add(s, b);
	s->doc[0].negations = cx_negations(a);
	cx_similar_nearest(s, a, 0, NULL, 0, &got);
	cx_similar_free(s);
	return got.cosine;
}
