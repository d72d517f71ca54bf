#include "lib/analyze.h"
#include "lib/map.h"
#include "lib/stopwords.h"
#include "lib/utf8.h"

#include <libstemmer.h>
#include <stdlib.h>
#include <utf8proc.h>

/* Bumped when the same text would give other terms. */
#define ALGORITHM 1
/* The Snowball release whose interface and algorithms we build against. */
#define STEMMER_RELEASE "snowball 2"

/* What an ASCII word, in lower case, has become. */
struct word {
	uint32_t term;
	bool stop;
};

/*
 * Most words are short, and most of the time of an index is looking them up.
 * So they stand, with zeros behind, in the slots of a table of their own: a
 * look-up touches one place in memory and compares two numbers.
 */
#define SHORT 16

struct short_word {
	uint64_t key[SHORT / 8]; /* key[0] is 0: empty */
	struct word word;
};

struct cx_analyzer {
	struct sb_stemmer *stemmer; /* NULL: none */
	bool stop_list;
	struct cx_buf language;
	struct cx_arena arena; /* bytes of terms and words */
	struct cx_map terms;
	struct short_word *slot;
	size_t mask; /* number of slots - 1 */
	size_t n_short;
	uint64_t seed[2];
	struct cx_map words; /* the longer ones */
	struct word *word;   /* by number in words */
	size_t word_cap;
};

struct cx_analyzer *
cx_analyzer_new(struct cx_str language)
{
	struct cx_analyzer *a = cx_calloc(1, sizeof *a);

	cx_buf_str(&a->language, language);
	a->mask = 1023;
	a->slot = cx_calloc(a->mask + 1, sizeof *a->slot);
	/* Drawn once a process, as the map's. */
	a->seed[0] = cx_hash(CX_STR("first")) | 1;
	a->seed[1] = cx_hash(CX_STR("second")) | 1;
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
	free(a->slot);
	free(a->word);
	free(a);
}

static void
add(struct cx_terms *out, uint32_t id)
{
	CX_GROW(out->id, out->n, out->cap);
	out->id[out->n++] = id;
}

static uint32_t
term_id(struct cx_analyzer *a, struct cx_str term)
{
	uint32_t id = cx_map_get(&a->terms, term);

	if (id == CX_MAP_NONE)
		id = cx_map_put(&a->terms, cx_arena_copy(&a->arena, term));
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

/* The word of a folded run. */
static struct word
make_word(struct cx_analyzer *a, struct cx_str folded)
{
	struct word w;

	folded = cut(folded);
	w.stop = a->stop_list && cx_is_stopword(folded);
	if (a->stemmer) {
		const sb_symbol *s = sb_stemmer_stem(a->stemmer,
		    (const sb_symbol *)folded.s, (int)folded.len);

		if (!s)
			cx_die(CX_FAIL, "out of memory");
		folded = cx_strn((const char *)s,
		    (size_t)sb_stemmer_length(a->stemmer));
	}
	w.term = term_id(a, folded);
	return w;
}

static void
add_word(struct cx_terms *out, struct word w, unsigned flags)
{
	if (!(w.stop && (flags & CX_ANALYZE_STOP)))
		add(out, w.term);
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

/* The slot that holds key, or the empty one where it belongs. */
static struct short_word *
short_slot(const struct cx_analyzer *a, const uint64_t key[2])
{
	uint64_t h = (key[0] ^ a->seed[0]) * a->seed[1];
	size_t at;

	h = ((h ^ h >> 32) + key[1]) * a->seed[0];
	h = (h ^ h >> 29) * a->seed[1];
	for (at = h >> 32 & a->mask; a->slot[at].key[0]; at = (at + 1) & a->mask)
		if (a->slot[at].key[0] == key[0] &&
		    a->slot[at].key[1] == key[1])
			break;
	return &a->slot[at];
}

static void
widen_short(struct cx_analyzer *a)
{
	struct short_word *old = a->slot;
	size_t n = a->mask + 1;

	a->mask = n * 2 - 1;
	a->slot = cx_calloc(cx_mul(n, 2), sizeof *a->slot);
	for (size_t i = 0; i < n; i++)
		if (old[i].key[0])
			*short_slot(a, old[i].key) = old[i];
	free(old);
}

/* A run of at most SHORT ASCII letters and digits, in lower case. */
static void
short_word(struct cx_analyzer *a, struct cx_str low, unsigned flags,
    struct cx_terms *out)
{
	uint64_t key[2] = {0, 0};
	struct short_word *slot;

	memcpy(key, low.s, low.len);
	slot = short_slot(a, key);
	if (!slot->key[0]) {
		if (a->n_short++ > a->mask / 4 * 3) {
			widen_short(a);
			slot = short_slot(a, key);
		}
		memcpy(slot->key, key, sizeof key);
		slot->word = make_word(a, low);
	}
	add_word(out, slot->word, flags);
}

/* A run of ASCII letters and digits; s is cut to CX_TERM_MAX. */
static void
ascii_word(struct cx_analyzer *a, struct cx_str s, unsigned flags,
    struct cx_terms *out)
{
	char low[CX_TERM_MAX];
	struct cx_str key = {low, s.len};
	uint32_t n;

	for (size_t i = 0; i < s.len; i++)
		low[i] = folded_ascii[(unsigned char)s.s[i]];
	if (s.len <= SHORT) {
		short_word(a, key, flags, out);
		return;
	}
	n = cx_map_get(&a->words, key);
	if (n == CX_MAP_NONE) {
		n = cx_map_put(&a->words, cx_arena_copy(&a->arena, key));
		if (n == a->word_cap)
			a->word = cx_grow(a->word, &a->word_cap,
			    sizeof *a->word);
		a->word[n] = make_word(a, key);
	}
	add_word(out, a->word[n], flags);
}

/* Scripts that are written without spaces (Unicode Scripts.txt). */
static bool
unspaced(uint32_t cp)
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

/* Overlapping pairs of a run of unspaced characters. */
static void
pairs(struct cx_analyzer *a, struct cx_str run, struct cx_terms *out)
{
	size_t first = 0, second;
	uint32_t cp;

	second = cx_utf8_decode(run.s, run.len, &cp, NULL);
	if (second == run.len) {
		add(out, term_id(a, run));
		return;
	}
	while (second < run.len) {
		size_t end = second + cx_utf8_decode(run.s + second,
		    run.len - second, &cp, NULL);

		add(out, term_id(a, cx_strn(run.s + first, end - first)));
		first = second;
		second = end;
	}
}

/* Terms of folded text. */
static void
split_folded(struct cx_analyzer *a, struct cx_str s, unsigned flags,
    struct cx_terms *out)
{
	size_t i = 0;

	while (i < s.len) {
		size_t from = i, n;
		bool pair = false;
		uint32_t cp;

		while (i < s.len) {
			n = cx_utf8_decode(s.s + i, s.len - i, &cp, NULL);
			if (!cx_is_letter(cp) && !cx_is_digit(cp))
				break;
			if (i == from)
				pair = unspaced(cp);
			else if (pair != unspaced(cp))
				break;
			i += n;
		}
		if (i == from)
			i += n;
		else if (pair)
			pairs(a, cx_strn(s.s + from, i - from), out);
		else
			add_word(out, make_word(a, cx_strn(s.s + from,
			    i - from)), flags);
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
	struct cx_buf clean = CX_BUF_INIT;
	utf8proc_uint8_t *got = NULL;
	utf8proc_ssize_t n;

	cx_utf8_clean(&clean, s);
	/*
	 * COMPOSE: after the marks have gone it only puts Hangul syllables
	 * together again, whose letters would make poor pairs.
	 */
	n = utf8proc_map((const utf8proc_uint8_t *)clean.s,
	    (utf8proc_ssize_t)clean.len, &got, UTF8PROC_COMPAT |
	    UTF8PROC_COMPOSE | UTF8PROC_STRIPMARK | UTF8PROC_CASEFOLD);
	if (n < 0)
		cx_die(CX_FAIL, "cannot normalise text: %s",
		    utf8proc_errmsg(n));
	split_folded(a, cx_strn((const char *)got, (size_t)n), flags, out);
	free(got);
	cx_buf_release(&clean);
}

void
cx_analyze(struct cx_analyzer *a, struct cx_str text, unsigned flags,
    struct cx_terms *out)
{
	const unsigned char *s = (const unsigned char *)text.s;
	size_t i = 0;

	for (;;) {
		size_t from;

		while (i < text.len && !folded_ascii[s[i]] && s[i] < 0x80)
			i++;
		if (i == text.len)
			return;
		from = i;
		while (i < text.len && folded_ascii[s[i]])
			i++;
		if (i == text.len || s[i] < 0x80) {
			ascii_word(a, cut(cx_strn(text.s + from, i - from)),
			    flags, out);
			continue;
		}
		while (i < text.len && (folded_ascii[s[i]] || s[i] >= 0x80))
			i++;
		fold(a, cx_strn(text.s + from, i - from), flags, out);
	}
}

struct cx_str
cx_analyzer_term(const struct cx_analyzer *a, uint32_t id)
{
	return a->terms.key[id];
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

void
cx_terms_release(struct cx_terms *t)
{
	free(t->id);
	*t = (struct cx_terms){0};
}
