#include "lib/text/analyze.h"
#include "lib/base/map.h"
#include "lib/base/shortmap.h"
#include "lib/base/ascii.h"
#include "lib/text/stopwords.h"
#include "lib/base/utf8.h"

#include <libstemmer.h>
#include <stdlib.h>
#include <utf8proc.h>

/* Bumped when the same text would give other terms. */
#define ALGORITHM 5
/* The Snowball release whose interface and algorithms we build against. */
#define STEMMER_RELEASE "snowball 2"

/* Twice a number of a word or term, plus 1 if the word is a stop word. */
typedef uint32_t word;

#define NO_WORD UINT32_MAX

struct cx_analyzer {
	struct sb_stemmer *stemmer; /* NULL: none */
	bool stop_list;
	struct cx_buf language;
	struct cx_arena arena; /* bytes of terms and words */
	struct cx_map terms;   /* and words */
	word *term;	       /* of a word, by its number; NO_WORD: not met */
	size_t term_cap;
	/* ASCII words in lower case, to word: */
	struct cx_shortmap shorts;
	struct cx_map words; /* the longer ones */
	word *word;	     /* by number in words */
	size_t word_cap;
};

/* --- texts to terms --- */

static void
add(struct cx_terms *out, uint32_t id)
{
	*CX_NEXT(out->id, out->n, out->cap) = id;
}

static uint32_t
term_id(struct cx_analyzer *a, struct cx_str term)
{
	uint32_t known = a->terms.n;
	uint32_t id = cx_map_intern(&a->terms, &a->arena, term);

	if (id < known)
		return id;
	CX_GROW(a->term, id, a->term_cap);
	a->term[id] = NO_WORD;
	return id;
}

static struct cx_str
cut(struct cx_str s)
{
	if (s.len <= CX_TERM_MAX)
		return s;
	s.len = CX_TERM_MAX;
	while (((unsigned char)s.s[s.len] & 0xC0) == 0x80)
		s.len--;
	return s;
}

static bool
is_ascii(struct cx_str s)
{
	for (size_t i = 0; i < s.len; i++) {
		if ((unsigned char)s.s[i] >= 0x80)
			return false;
	}
	return true;
}

/* The word of a folded run. */
static word
make_word(struct cx_analyzer *a, struct cx_str folded)
{
	uint32_t id, stem;
	bool stop;

	folded = cut(folded);
	id = stem = term_id(a, folded);
	if (a->term[id] != NO_WORD)
		return id << 1 | (a->term[id] & 1);
	stop = a->stop_list && cx_is_stopword(folded);
	/* Porter's rules are about English: what is not ASCII is another
	 * language's and keeps its form. */
	if (a->stemmer && (!a->stop_list || is_ascii(folded))) {
		struct cx_str base = a->stop_list ? cx_regular_form(folded)
						  : folded, got;
		const sb_symbol *s = sb_stemmer_stem(a->stemmer,
		    (const sb_symbol *)base.s, (int)base.len);

		if (!s)
			cx_die(CX_FAIL, "out of memory");
		got = cx_strn((const char *)s,
		    (size_t)sb_stemmer_length(a->stemmer));
		if (got.len == 0)
			got = base; /* "s" */
		if (!cx_str_eq(got, folded))
			stem = term_id(a, got);
	}
	/* There are at most 2^30 (map.h). */
	a->term[id] = stem << 1 | stop;
	return id << 1 | stop;
}

/* joined: with a word in a script of the other kind.  What is written in one
 * with a script without spaces is no stop word: it has a particle, or the text
 * is about it. */
static void
add_joined(const struct cx_analyzer *a, struct cx_terms *out, word w,
    bool joined, unsigned flags)
{
	if (joined)
		w &= ~(word)1;
	if (w & 1 && (flags & CX_ANALYZE_STOP))
		return;
	if (!(flags & CX_ANALYZE_WORDS)) {
		w = a->term[w >> 1] >> 1;
		if (flags & CX_ANALYZE_JOINED)
			w = w << 1 | joined;
	}
	add(out, w);
}

static void
add_word(const struct cx_analyzer *a, struct cx_terms *out, word w,
    unsigned flags)
{
	add_joined(a, out, w, false, flags);
}

/* For each byte: the ASCII letter in lower case or digit, else 0. */
static const char folded_ascii[256] = {
    ['0'] = '0', ['1'] = '1', ['2'] = '2', ['3'] = '3', ['4'] = '4',
    ['5'] = '5', ['6'] = '6', ['7'] = '7', ['8'] = '8', ['9'] = '9',
#define L(up, low) [up] = low, [low] = low
    L('A', 'a'), L('B', 'b'), L('C', 'c'), L('D', 'd'), L('E', 'e'),
    L('F', 'f'), L('G', 'g'), L('H', 'h'), L('I', 'i'), L('J', 'j'),
    L('K', 'k'), L('L', 'l'), L('M', 'm'), L('N', 'n'), L('O', 'o'),
    L('P', 'p'), L('Q', 'q'), L('R', 'r'), L('S', 's'), L('T', 't'),
    L('U', 'u'), L('V', 'v'), L('W', 'w'), L('X', 'x'), L('Y', 'y'),
    L('Z', 'z')
#undef L
};

/*
 * Short words wait until there are some, so that memory has time to bring
 * their slots.
 */
#define WAITING 16

struct waiting {
	struct {
		uint64_t key[CX_SHORT / 8]; /* lower case, padded with zeros */
		uint64_t hash;
	} v[WAITING];
	unsigned n;
};

static word
make_short(struct cx_analyzer *a, const uint64_t *key)
{
	struct cx_str low = {(const char *)key, 0};

	while (low.len < CX_SHORT && low.s[low.len])
		low.len++;
	return make_word(a, low);
}

static void
look_up(struct cx_analyzer *a, struct waiting *w, unsigned flags,
    struct cx_terms *out)
{
	for (unsigned i = 0; i < w->n; i++) {
		word *known = cx_shortmap_at(&a->shorts, w->v[i].key,
		    w->v[i].hash);

		if (*known == UINT32_MAX)
			*known = make_short(a, w->v[i].key);
		add_word(a, out, *known, flags);
	}
	w->n = 0;
}

/* The word whose key was put after the others. */
static inline void
short_word(struct cx_analyzer *a, struct waiting *w, unsigned flags,
    struct cx_terms *out)
{
	w->v[w->n].hash = cx_shortmap_hash(&a->shorts, w->v[w->n].key);
	cx_shortmap_ask(&a->shorts, w->v[w->n].hash);
	if (++w->n == WAITING)
		look_up(a, w, flags, out);
}

/* A run of more than CX_SHORT ASCII letters and digits; s is cut to
 * CX_TERM_MAX. */
static void
long_word(struct cx_analyzer *a, struct cx_str s, unsigned flags,
    struct cx_terms *out)
{
	char low[CX_TERM_MAX];
	struct cx_str key = {low, s.len};
	uint32_t known = a->words.n, n;

	for (size_t i = 0; i < s.len; i++)
		low[i] = folded_ascii[(unsigned char)s.s[i]];
	n = cx_map_intern(&a->words, &a->arena, key);
	if (n == known) {
		CX_GROW(a->word, n, a->word_cap);
		a->word[n] = make_word(a, key);
	}
	add_word(a, out, a->word[n], flags);
}

/* Bytes of the first part of a compound: capitals up to one that begins a
 * word, a word in small letters with or without a capital, or digits. */
static size_t
part_of(struct cx_str s)
{
	size_t n = 1;

	if (s.s[0] <= '9') {
		while (n < s.len && s.s[n] <= '9')
			n++;
		return n;
	}
	if (s.s[0] >= 'a' || (s.len > 1 && s.s[1] >= 'a')) {
		while (n < s.len && s.s[n] >= 'a')
			n++;
		return n;
	}
	while (n < s.len && s.s[n] >= 'A' && s.s[n] <= 'Z')
		n++;
	return n < s.len && s.s[n] >= 'a' ? n - 1 : n;
}

/* The parts of a run of ASCII letters and digits, case as written, if it has
 * some: not of iPhone, whose first is one letter. */
static void
add_parts(struct cx_analyzer *a, struct cx_str run, unsigned flags,
    struct cx_terms *out)
{
	size_t first = part_of(run), n = 0;

	for (size_t i = 0; i < run.len; i += part_of(cx_str_from(run, i)))
		n++;
	if (n < 2 || (n == 2 && first == 1 && run.s[0] > '9'))
		return;
	for (size_t i = 0; i < run.len; i += n) {
		n = part_of(cx_str_from(run, i));
		if (n > 1)
			long_word(a, cut(cx_strn(run.s + i, n)), flags, out);
	}
}

bool
cx_unspaced(uint32_t cp)
{
	static const struct {
		uint32_t from, to;
	} ranges[] = {
	    {0x0E00, 0x0EFF},	/* Thai, Lao */
	    {0x0F00, 0x109F},	/* Tibetan, Myanmar */
	    {0x1100, 0x11FF},	/* Hangul Jamo */
	    {0x1780, 0x17FF},	/* Khmer */
	    {0x2E80, 0x2FDF},	/* CJK radicals */
	    {0x3005, 0x3007}, {0x3021, 0x3029}, {0x3038, 0x303C},
	    {0x3040, 0x30FF},	/* kana */
	    {0x3105, 0x318F},	/* Bopomofo, Hangul compatibility Jamo */
	    {0x31A0, 0x31BF}, {0x31F0, 0x31FF},
	    {0x3400, 0x4DBF}, {0x4E00, 0x9FFF}, /* Han */
	    {0xA960, 0xA97F}, {0xAC00, 0xD7FF}, /* Hangul */
	    {0xF900, 0xFAFF}, {0x1B000, 0x1B16F}, {0x20000, 0x3FFFF}};

	if (cp < ranges[0].from)
		return false;
	for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
		if (cp >= ranges[i].from && cp <= ranges[i].to)
			return true;
	}
	return false;
}

bool
cx_is_pair(struct cx_str term)
{
	uint32_t cp;

	if (term.len == 0 || (unsigned char)term.s[0] < 0x80)
		return false;
	(void)cx_utf8_decode(term.s, term.len, &cp, NULL);
	return cx_unspaced(cp);
}

bool
cx_is_whole(struct cx_str term)
{
	size_t characters = 0;
	bool hangul = false;
	uint32_t cp;

	for (size_t i = 0; i < term.len; characters++) {
		i += cx_utf8_decode(term.s + i, term.len - i, &cp, NULL);
		hangul = hangul || (cp >= 0xAC00 && cp <= 0xD7A3);
	}
	return hangul && characters > 2;
}

/* A pair or a whole word is its own term and never a stop word. */
static void
add_as_is(struct cx_analyzer *a, struct cx_str s, bool joined, unsigned flags,
    struct cx_terms *out)
{
	uint32_t id = term_id(a, s);

	a->term[id] = id << 1;
	add_joined(a, out, id << 1, joined, flags);
}

/* Overlapping pairs of a run of unspaced characters. */
static void
pairs(struct cx_analyzer *a, struct cx_str run, bool joined, unsigned flags,
    struct cx_terms *out)
{
	size_t first = 0, second;
	uint32_t cp;

	second = cx_utf8_decode(run.s, run.len, &cp, NULL);
	if (second == run.len) {
		add_as_is(a, run, joined, flags, out);
		return;
	}
	while (second < run.len) {
		size_t end = second + cx_utf8_decode(run.s + second,
		    run.len - second, &cp, NULL);

		add_as_is(a, cx_strn(run.s + first, end - first), joined,
		    flags, out);
		first = second;
		second = end;
	}
}

/* Terms of folded text. */
static void
split_folded(struct cx_analyzer *a, struct cx_str s, unsigned flags,
    struct cx_terms *out)
{
	bool joined = false;
	size_t start = 0, i = 0;

	while (i < s.len) {
		bool pair = false, before = joined;
		size_t from = i, n = 0;
		uint32_t cp;

		for (joined = false; i < s.len; i += n) {
			n = cx_utf8_decode(s.s + i, s.len - i, &cp, NULL);
			if (!cx_is_letter(cp) && !cx_is_digit(cp))
				break;
			if (i == from)
				pair = cx_unspaced(cp);
			joined = pair != cx_unspaced(cp);
			if (joined)
				break;
		}
		if (i == from) {
			i += n;
			continue;
		}
		if (!before)
			start = from;
		if (pair)
			pairs(a, cx_strn(s.s + from, i - from),
			    before || joined, flags, out);
		else
			add_joined(a, out, make_word(a, cx_strn(s.s + from,
			    i - from)), before || joined, flags);
		if (!joined && (flags & CX_ANALYZE_WHOLE) &&
		    cx_is_whole(cut(cx_strn(s.s + start, i - start))))
			add_as_is(a, cut(cx_strn(s.s + start, i - start)), true,
			    flags, out);
	}
}

static void fold(struct cx_analyzer *a, struct cx_str s, unsigned flags,
    struct cx_terms *out);

/*
 * Terms of text that is normalised but not folded: compounds are known by
 * their capitals.
 */
static void
split_compounds(struct cx_analyzer *a, struct cx_str s, unsigned flags,
    struct cx_terms *out)
{
	size_t i = 0;

	while (i < s.len) {
		size_t from = i, n = 0;
		struct cx_str run;
		uint32_t cp;

		for (; i < s.len; i += n) {
			n = cx_utf8_decode(s.s + i, s.len - i, &cp, NULL);
			if (!cx_is_letter(cp) && !cx_is_digit(cp))
				break;
		}
		run = cx_strn(s.s + from, i - from);
		if (i == from) {
			i += n;
		} else if (is_ascii(run)) {
			long_word(a, cut(run), flags, out);
			add_parts(a, run, flags, out);
		} else {
			fold(a, run, flags & ~(unsigned)CX_ANALYZE_PARTS, out);
		}
	}
}

/*
 * A stretch with bytes beyond ASCII, between ASCII bytes that are neither
 * letter nor digit: those do not take part in normalisation, but for marks
 * that follow them, and marks are dropped.
 */
static void
fold(struct cx_analyzer *a, struct cx_str s, unsigned flags,
    struct cx_terms *out)
{
	CX_AUTO_BUF clean = CX_BUF_INIT;
	CX_AUTO_FREE utf8proc_uint8_t *got = NULL;
	utf8proc_ssize_t n;

	cx_utf8_clean(&clean, s);
	/*
	 * COMPOSE: after the marks have gone it only puts Hangul syllables
	 * together again, whose letters would make poor pairs.
	 */
	n = utf8proc_map((const utf8proc_uint8_t *)clean.s,
	    (utf8proc_ssize_t)clean.len, &got, UTF8PROC_COMPAT |
	    UTF8PROC_COMPOSE | UTF8PROC_STRIPMARK |
	    (flags & CX_ANALYZE_PARTS ? 0 : UTF8PROC_CASEFOLD));
	if (n < 0)
		cx_die(CX_FAIL, "cannot normalise text: %s",
		    utf8proc_errmsg(n));
	if (flags & CX_ANALYZE_PARTS)
		split_compounds(a, cx_strn((const char *)got, (size_t)n),
		    flags, out);
	else
		split_folded(a, cx_strn((const char *)got, (size_t)n), flags,
		    out);
}

void
cx_analyze(struct cx_analyzer *a, struct cx_str text, unsigned flags,
    struct cx_terms *out)
{
	const unsigned char *s = (const unsigned char *)text.s;
	struct waiting w;
	size_t i = 0;

	w.n = 0;
	for (;;) {
		size_t from;

		i += cx_ascii_gap(cx_str_from(text, i));
		if (i == text.len)
			break;
		from = i;
		i += cx_ascii_run(cx_str_from(text, i), (char *)w.v[w.n].key);
		if (i == text.len || (s[i] < 0x80 && !folded_ascii[s[i]])) {
			short_word(a, &w, flags, out);
			if (flags & CX_ANALYZE_PARTS)
				add_parts(a, cx_strn(text.s + from, i - from),
				    flags, out);
			continue;
		}
		look_up(a, &w, flags, out);
		while (i < text.len && folded_ascii[s[i]])
			i++;
		if (i == text.len || s[i] < 0x80) {
			long_word(a, cut(cx_strn(text.s + from, i - from)),
			    flags, out);
			if (flags & CX_ANALYZE_PARTS)
				add_parts(a, cx_strn(text.s + from, i - from),
				    flags, out);
			continue;
		}
		while (i < text.len && (folded_ascii[s[i]] || s[i] >= 0x80))
			i++;
		fold(a, cx_strn(text.s + from, i - from), flags, out);
	}
	look_up(a, &w, flags, out);
}

void
cx_analyze_name(struct cx_analyzer *a, struct cx_str name, unsigned flags,
    struct cx_terms *out)
{
	size_t n = out->n;

	flags &= CX_ANALYZE_WORDS | CX_ANALYZE_JOINED | CX_ANALYZE_WHOLE;
	cx_analyze(a, name, flags | CX_ANALYZE_STOP | CX_ANALYZE_PARTS, out);
	if (out->n == n)
		cx_analyze(a, name, flags, out);
}

/* --- analyzers, and what they know --- */


struct cx_analyzer *
cx_analyzer_new(struct cx_str language)
{
	struct cx_analyzer *a = cx_calloc(1, sizeof *a);

	cx_buf_str(&a->language, language);
	cx_shortmap_init(&a->shorts);
	if (cx_str_is(language, "none"))
		return a;
	a->stemmer = sb_stemmer_new(cx_buf_cstr(&a->language), "UTF_8");
	a->stop_list = cx_str_is(language, "porter") ||
	    cx_str_is(language, "english");
	if (!a->stemmer) {
		cx_analyzer_free(a);
		return NULL;
	}
	return a;
}

struct cx_analyzer *
cx_analyzer_of(const struct cx_config *config)
{
	struct cx_str language = cx_config_str(config, "rank", "language");
	struct cx_analyzer *a = cx_analyzer_new(language);

	if (!a)
		cx_die(CX_USAGE, "[rank] language '%.*s' has no stemmer; "
		    "say \"none\" to do without", (int)language.len,
		    language.s);
	return a;
}

void
cx_analyzer_free(struct cx_analyzer *a)
{
	if (!a)
		return;
	if (a->stemmer)
		sb_stemmer_delete(a->stemmer);
	cx_buf_release(&a->language);
	cx_arena_release(&a->arena);
	cx_map_release(&a->terms);
	cx_map_release(&a->words);
	cx_shortmap_release(&a->shorts);
	free(a->term);
	free(a->word);
	free(a);
}

void
cx_analyzer_close(struct cx_analyzer *a)
{
	cx_shortmap_release(&a->shorts);
	cx_map_release(&a->words);
	free(a->word);
	a->word = NULL;
	a->word_cap = 0;
	cx_map_close(&a->terms);
}

struct cx_str
cx_analyzer_term(const struct cx_analyzer *a, uint32_t id)
{
	return a->terms.key[id];
}

bool
cx_analyzer_word(const struct cx_analyzer *a, uint32_t id, struct cx_word *out)
{
	*out = (struct cx_word){a->term[id] >> 1, a->term[id] & 1};
	return a->term[id] != NO_WORD;
}

bool
cx_analyzer_weak(const struct cx_analyzer *a, uint32_t term)
{
	return a->stop_list && cx_is_weak(cx_analyzer_term(a, term));
}

uint32_t
cx_analyzer_count(const struct cx_analyzer *a)
{
	return a->terms.n;
}

void
cx_analyzer_describe(const struct cx_analyzer *a, struct cx_buf *out)
{
	cx_buf_fmt(out, "%d; %.*s; utf8proc %s, unicode %s", ALGORITHM,
	    (int)a->language.len, a->language.s, utf8proc_version(),
	    utf8proc_unicode_version());
	if (a->stemmer)
		cx_buf_puts(out, "; " STEMMER_RELEASE);
}

struct cx_analyzer *
cx_analyzer_like(struct cx_str description)
{
	struct cx_str rest = description, language = {NULL, 0};
	struct cx_buf own = CX_BUF_INIT;
	struct cx_analyzer *a;
	bool same;

	/* "ALGORITHM; LANGUAGE; ..." */
	if (!cx_str_split(&rest, ';', &language) ||
	    !cx_str_split(&rest, ';', &language))
		return NULL;
	a = cx_analyzer_new(cx_str_trim(language));
	if (!a)
		return NULL;
	cx_analyzer_describe(a, &own);
	same = cx_str_eq(cx_buf_view(&own), description);
	cx_buf_release(&own);
	if (same)
		return a;
	cx_analyzer_free(a);
	return NULL;
}

void
cx_terms_release(struct cx_terms *t)
{
	free(t->id);
	*t = (struct cx_terms){0};
}
