#include "lib/text/analyze.h"
#include "lib/base/map.h"
#include "lib/base/shortmap.h"
#include "lib/base/ascii.h"
#include "lib/markdown/blob.h"
#include "lib/text/stopwords.h"
#include "lib/base/utf8.h"

#include <libstemmer.h>
#include <stdlib.h>
#include <utf8proc.h>

/* Bumped when the same text would give other terms. */
#define ALGORITHM 9
/* The Snowball release whose interface and algorithms we build against. */
#define STEMMER_RELEASE "snowball 2"

/* Twice a number of a word or term, plus 1 if the word is a stop word. */
typedef uint32_t word;

#define NO_WORD UINT32_MAX
/* A character and its marks: longer ones are no text. */
#define UNIT_MAX 8
/* In cx_analyzer.text: an accent was dropped after this one. */
#define ACCENTED 0x1000000

/* Of which stemmers know words. */
enum script { LATIN, GREEK, CYRILLIC, ARABIC, DEVANAGARI, ANOTHER };

struct stemmer {
	struct sb_stemmer *s;
	const char *name; /* of one that is made when a word needs it */
	enum script script;
	/* Porter's rules are about English: irregular forms have their base,
	 * and what is not ASCII is another language's and keeps its form. */
	bool english;
	enum light { FULL, SPANISH, ITALIAN } light;
};

#define STEMMERS 16

struct cx_analyzer {
	/* A word goes through those of its script, one after the other. */
	struct stemmer *stemmer;
	unsigned n_stemmers;
	bool stop_list;	     /* the English one */
	struct cx_buf language;
	struct cx_buf *stem;   /* room for one */
	struct cx_arena arena; /* bytes of terms and words */
	struct cx_map terms;   /* and words */
	word *term;	       /* of a word, by its number; NO_WORD: not met */
	size_t term_cap;
	/* ASCII words in lower case, to word: */
	struct cx_shortmap shorts;
	struct cx_map words; /* the longer ones */
	word *word;	     /* by number in words */
	size_t word_cap;
	/* Room for code points of text at hand, and of one word. */
	utf8proc_int32_t *text, *run;
	size_t text_cap, run_cap;
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

static enum script
script_of(struct cx_str folded)
{
	uint32_t cp;

	if (folded.len == 0 || (unsigned char)folded.s[0] < 0x80)
		return LATIN;
	(void)cx_utf8_decode(folded.s, folded.len, &cp, NULL);
	if (cp < 0x0370 || (cp >= 0x1E00 && cp <= 0x1EFF) ||
	    (cp >= 0x2C60 && cp <= 0x2C7F) || (cp >= 0xA720 && cp <= 0xA7FF))
		return LATIN;
	if (cp <= 0x03FF)
		return GREEK;
	if (cp <= 0x052F)
		return CYRILLIC;
	if (cp >= 0x0900 && cp <= 0x097F)
		return DEVANAGARI;
	return (cp >= 0x0600 && cp <= 0x06FF) || (cp >= 0x0750 &&
	    cp <= 0x077F) ? ARABIC : ANOTHER;
}

static bool
has_script(const struct cx_analyzer *a, enum script script)
{
	for (unsigned i = 0; i < a->n_stemmers; i++) {
		if (a->stemmer[i].script == script)
			return true;
	}
	return false;
}

/* A plural of Hindi in the singular, as far as that needs no lexicon.  Its
 * stemmer takes off single vowels, too, and makes one word of yesterday and
 * art. */
static struct cx_str
singular(const struct cx_analyzer *a, struct cx_str folded)
{
	static const struct {
		const char *many, *one;
	} ends[] = {{"\u093f\u092f\u094b\u0902", "\u0940"},
	    {"\u093f\u092f\u093e\u0902", "\u0940"},
	    {"\u093f\u092f\u093e\u0901", "\u0940"},
	    {"\u093e\u0913\u0902", "\u093e"}, {"\u093e\u090f\u0902", "\u093e"},
	    {"\u093e\u090f\u0901", "\u093e"}, {"\u094b\u0902", ""},
	    {"\u0947\u0902", ""}};

	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
		struct cx_str many = cx_str(ends[i].many);

		/* Two letters are before it. */
		if (folded.len < many.len + 6 || !cx_str_ends(folded, many))
			continue;
		a->stem->len = 0;
		cx_buf_add(a->stem, folded.s, folded.len - many.len);
		cx_buf_str(a->stem, cx_str(ends[i].one));
		return cx_buf_view(a->stem);
	}
	return folded;
}

/*
 * Without the end of number and gender.  Whole stemmers of these languages make
 * one word of dipendenza, dipendente and dipendere (Savoy, "Report on CLEF-2001
 * experiments", 2002).
 */
static struct cx_str
lighter(struct cx_str s, enum light language)
{
	const char *end = s.s + s.len;
	bool vowel, two;

	if (s.len < 5 || !cx_is_ascii(s))
		return s;
	if (language == SPANISH) {
		two = end[-1] == 's';
		vowel = strchr("aeo", end[two ? -2 : -1]);
	} else {
		vowel = s.len > 5 && strchr("aeio", end[-1]);
		two = end[-2] == 'i' ||
		    (end[-2] == 'h' && strchr("ei", end[-1]));
	}
	return vowel ? cx_strn(s.s, s.len - 1 - two) : s;
}

/* The stem is good until the next call. */
static struct cx_str
stem_of(const struct cx_analyzer *a, struct cx_str folded)
{
	enum script script = script_of(folded);
	struct cx_str stem = folded;

	for (unsigned i = 0; i < a->n_stemmers; i++) {
		struct stemmer *by = &a->stemmer[i];
		const sb_symbol *s;

		if (by->script != script ||
		    (by->english && !cx_is_ascii(folded)))
			continue;
		if (by->light) {
			stem = lighter(stem, by->light);
			continue;
		}
		if (!by->s)
			by->s = sb_stemmer_new(by->name, "UTF_8");
		/* What this libstemmer does not have is done without. */
		if (!by->s)
			continue;
		if (by->english && cx_str_eq(stem, folded))
			stem = cx_regular_form(folded);
		s = sb_stemmer_stem(by->s, (const sb_symbol *)stem.s,
		    (int)stem.len);
		if (!s)
			cx_die(CX_FAIL, "out of memory");
		if (sb_stemmer_length(by->s)) /* not of "s" */
			stem = cx_strn((const char *)s,
			    (size_t)sb_stemmer_length(by->s));
	}
	return script == DEVANAGARI && a->n_stemmers &&
	    !has_script(a, script) ? singular(a, folded) : stem;
}

/* The word of a folded run. */
static word
make_word(struct cx_analyzer *a, struct cx_str folded)
{
	uint32_t id, stem;
	struct cx_str got;
	bool stop;

	folded = cut(folded);
	id = stem = term_id(a, folded);
	if (a->term[id] != NO_WORD)
		return id << 1 | (a->term[id] & 1);
	stop = a->stop_list && cx_is_stopword(folded);
	got = stem_of(a, folded);
	if (!cx_str_eq(got, folded))
		stem = term_id(a, got);
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

/* A run of ASCII letters and digits, or C++ and the like; s is cut to
 * CX_TERM_MAX. */
static void
long_word(struct cx_analyzer *a, struct cx_str s, word counts, unsigned flags,
    struct cx_terms *out)
{
	char low[CX_TERM_MAX];
	struct cx_str key = {low, s.len};
	uint32_t known = a->words.n, n;

	for (size_t i = 0; i < s.len; i++)
		low[i] = folded_ascii[(unsigned char)s.s[i]] ?
		    folded_ascii[(unsigned char)s.s[i]] : s.s[i];
	n = cx_map_intern(&a->words, &a->arena, key);
	if (n == known) {
		CX_GROW(a->word, n, a->word_cap);
		a->word[n] = make_word(a, key);
	}
	add_word(a, out, a->word[n] & ~counts, flags);
}

/* 1 for a run that counts also if it is a stop word: IT, or a letter by
 * itself, not that of it's. */
static inline word
counts_anyway(const char *s, size_t n, uint32_t before, unsigned flags)
{
	if (n == 1)
		return (flags & CX_ANALYZE_LETTERS) && before != '\'' &&
		    before != 0x2019;
	/* Of ASCII letters and digits only capitals lack this bit. */
	return !(s[0] & 0x20) && !((s[1] | s[n - 1]) & 0x20) &&
	    !(flags & CX_ANALYZE_SHOUTED);
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
			long_word(a, cut(cx_strn(run.s + i, n)),
			    counts_anyway(run.s + i, n, 0, flags), flags, out);
	}
}

/* A run of ASCII letters and digits, case as written; counts: also if it is a
 * stop word. */
static void
add_run(struct cx_analyzer *a, struct cx_str run, word counts, unsigned flags,
    struct cx_terms *out)
{
	long_word(a, cut(run), counts, flags, out);
	if (flags & CX_ANALYZE_PARTS)
		add_parts(a, run, flags, out);
}

/* Whether a word goes on with this byte. */
static bool
goes_on(char c)
{
	return c == '_' || folded_ascii[(unsigned char)c] || (c & 0x80);
}

/* Whether no word begins after this byte. */
static bool
is_after_word(char c)
{
	return goes_on(c) || c == '.' || c == ')' || c == '/' || c == ']';
}

/* The word of C++, C# or .NET, that a run from..to of a text is part of; none
 * for another run. */
static struct cx_str
special(struct cx_str text, size_t from, size_t to)
{
	const char *s = text.s;
	size_t end = to;

	if (s[from] <= '9')
		return CX_STR("");
	if (from && s[from - 1] == '.' && to - from > 1 &&
	    (from == 1 || !is_after_word(s[from - 2])) &&
	    (to == text.len || !goes_on(s[to])))
		return cx_strn(s + from - 1, to - from + 1);
	if (to < text.len && s[to] == '#')
		end = to + 1;
	else if (to + 1 < text.len && s[to] == '+' && s[to + 1] == '+')
		end = to + 2;
	if (end == to || (from && goes_on(s[from - 1])) ||
	    (end < text.len && (goes_on(s[end]) || s[end] == '+' ||
		s[end] == '#')))
		return CX_STR("");
	return cx_strn(s + from, end - from);
}

/* Such a word, and then its part. */
static void
add_special(struct cx_analyzer *a, struct cx_str whole, struct cx_str run,
    unsigned flags, struct cx_terms *out)
{
	long_word(a, cut(whole), 1, flags, out);
	if (!(flags & CX_ANALYZE_PLAIN))
		add_run(a, run, counts_anyway(run.s, run.len, 0, flags),
		    flags & ~(unsigned)CX_ANALYZE_PARTS, out);
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

size_t
cx_unit(struct cx_str s)
{
	size_t n = 0, next;
	uint32_t cp;

	for (int i = 0; i < UNIT_MAX && n < s.len; i++, n += next) {
		next = cx_utf8_decode(s.s + n, s.len - n, &cp, NULL);
		if (n && (cp < 0x80 || !cx_is_mark(cp)))
			break;
	}
	return n;
}

bool
cx_is_two(struct cx_str term)
{
	size_t n = cx_unit(term);

	return n < term.len && n + cx_unit(cx_str_from(term, n)) == term.len;
}

/* Overlapping pairs of a run of unspaced characters. */
static void
pairs(struct cx_analyzer *a, struct cx_str run, bool joined, unsigned flags,
    struct cx_terms *out)
{
	size_t first = 0, second;

	second = cx_unit(run);
	if (second == run.len) {
		add_as_is(a, run, joined, flags, out);
		return;
	}
	while (second < run.len) {
		size_t end = second + cx_unit(cx_str_from(run, second));

		add_as_is(a, cx_strn(run.s + first, end - first), joined,
		    flags, out);
		first = second;
		second = end;
	}
}

/* Terms of folded text. */
static void
split_folded(struct cx_analyzer *a, struct cx_str s, word counts,
    unsigned flags, struct cx_terms *out)
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
			    i - from)) & ~counts, before || joined, flags);
		if (!joined && (flags & CX_ANALYZE_WHOLE) &&
		    cx_is_whole(cut(cx_strn(s.s + start, i - start))))
			add_as_is(a, cut(cx_strn(s.s + start, i - start)), true,
			    flags, out);
	}
}

/* --- what is beyond ASCII --- */

/* Whether the marks of a letter are accents, which people leave out, and not
 * letters: in Latin, Greek, Cyrillic, Hebrew and Arabic. */
static bool
has_accents(uint32_t cp)
{
	static const struct {
		uint32_t from, to;
	} ranges[] = {{0x0041, 0x052F}, {0x0590, 0x06FF}, {0x0750, 0x077F},
	    {0x0870, 0x08FF}, {0x1C80, 0x1C8F}, {0x1D00, 0x1FFF},
	    {0x2C60, 0x2C7F}, {0xA640, 0xA69F}, {0xA720, 0xA7FF},
	    {0xAB30, 0xAB6F}};

	for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
		if (cp >= ranges[i].from && cp <= ranges[i].to)
			return true;
	}
	return false;
}

/* What people type for a folded letter that has no decomposition. */
static const struct typed {
	uint32_t letter;
	char as[3];
} typed[] = {{0xDF, "ss"}, {0xE6, "ae"}, {0xF0, "d"}, {0xF8, "o"},
    {0xFE, "th"}, {0x111, "d"}, {0x127, "h"}, {0x131, "i"}, {0x138, "k"},
    {0x142, "l"}, {0x14B, "n"}, {0x153, "oe"}, {0x167, "t"}, {0x180, "b"},
    {0x199, "k"}, {0x19A, "l"}, {0x1B4, "y"}, {0x1B6, "z"}, {0x1E5, "g"},
    {0x247, "e"}, {0x249, "j"}, {0x24D, "r"}, {0x24F, "y"}, {0x253, "b"},
    {0x256, "d"}, {0x257, "d"}, {0x268, "i"}, {0x26B, "l"}, {0x275, "o"},
    {0x289, "u"}, {0x28B, "v"}, {0x640, ""} /* stretches a line */};

static int
by_letter(const void *key, const void *of)
{
	return cx_order_u32(key, &((const struct typed *)of)->letter);
}

bool
cx_is_accented(struct cx_str s)
{
	bool letter = false;
	uint32_t cp;

	for (size_t i = 0; i < s.len;) {
		i += cx_utf8_decode(s.s + i, s.len - i, &cp, NULL);
		if (!cx_is_letter(cp))
			return false;
	}
	for (size_t i = 0; i < s.len;) {
		utf8proc_int32_t got[8];
		utf8proc_ssize_t n;

		i += cx_utf8_decode(s.s + i, s.len - i, &cp, NULL);
		n = utf8proc_decompose_char((utf8proc_int32_t)cp, got, 8,
		    UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT | UTF8PROC_CASEFOLD,
		    NULL);
		for (utf8proc_ssize_t k = 0; k < n && k < 8; k++) {
			bool mark = cx_is_mark((uint32_t)got[k]);

			if ((mark && letter) || bsearch(&got[k], typed,
				sizeof typed / sizeof *typed, sizeof *typed,
				by_letter))
				return true;
			if (!mark)
				letter = has_accents((uint32_t)got[k]);
		}
	}
	return false;
}

bool
cx_is_symbol(uint32_t cp)
{
	utf8proc_category_t c;

	/* Lines of tables and trees, which are drawn with them. */
	if (cp < 0x80 || (cp >= 0x2500 && cp <= 0x259F) ||
	    cp == CX_REPLACEMENT)
		return false;
	c = utf8proc_category((utf8proc_int32_t)cp);
	return c == UTF8PROC_CATEGORY_SC || c == UTF8PROC_CATEGORY_SM ||
	    c == UTF8PROC_CATEGORY_SO || cp == 0xA7 || cp == 0xB6 ||
	    cp == 0x2020 || cp == 0x2021;
}

/* NFKD of s to a->text, without what is ignored, and without accents, where
 * those were ACCENTED. */
static size_t
decompose(struct cx_analyzer *a, struct cx_str s)
{
	const utf8proc_option_t how = UTF8PROC_COMPAT | UTF8PROC_DECOMPOSE |
	    UTF8PROC_IGNORE;
	utf8proc_ssize_t n;
	bool letter = false;
	size_t kept = 0;

	for (size_t room = s.len + 16;; room = (size_t)n) {
		if (room > a->text_cap) {
			free(a->text);
			a->text = cx_malloc(cx_mul(room, sizeof *a->text));
			a->text_cap = room;
		}
		n = utf8proc_decompose((const utf8proc_uint8_t *)s.s,
		    (utf8proc_ssize_t)s.len, a->text,
		    (utf8proc_ssize_t)a->text_cap, how);
		if (n < 0)
			cx_die(CX_FAIL, "cannot normalise text: %s",
			    utf8proc_errmsg(n));
		if ((size_t)n <= a->text_cap)
			break;
	}
	for (utf8proc_ssize_t i = 0; i < n; i++) {
		uint32_t cp = (uint32_t)a->text[i];

		if (cp >= 0x80 && cx_is_mark(cp)) {
			if (!letter) {
				if (kept)
					a->text[kept - 1] |= ACCENTED;
				continue;
			}
		} else {
			letter = cp >= 0x80 && cx_is_letter(cp) &&
			    !has_accents(cp);
		}
		a->text[kept++] = (utf8proc_int32_t)cp;
	}
	return kept;
}

/* Appends the folding of a code point to a->run. */
static void
put_folded(struct cx_analyzer *a, utf8proc_int32_t cp, size_t *n)
{
	utf8proc_int32_t got[8];
	utf8proc_ssize_t many = utf8proc_decompose_char(cp, got, 8,
	    UTF8PROC_CASEFOLD, NULL);

	for (utf8proc_ssize_t i = 0; i < many && i < 8; i++) {
		const struct typed *as = bsearch(&got[i], typed,
		    sizeof typed / sizeof *typed, sizeof *typed, by_letter);

		/* And one after the last, for utf8proc_reencode. */
		while (*n + 3 >= a->run_cap)
			a->run = cx_grow(a->run, &a->run_cap, sizeof *a->run);
		if (!as)
			a->run[(*n)++] = got[i];
		for (const char *c = as ? as->as : ""; *c; c++)
			a->run[(*n)++] = *c;
	}
}

/* A word in a->text that is not of ASCII alone. */
static void
fold_run(struct cx_analyzer *a, size_t from, size_t to, word counts,
    unsigned flags, struct cx_terms *out)
{
	size_t n = 0;
	utf8proc_ssize_t len;

	for (size_t i = from; i < to; i++)
		put_folded(a, a->text[i], &n);
	len = utf8proc_reencode(a->run, (utf8proc_ssize_t)n,
	    UTF8PROC_COMPOSE);
	if (len < 0)
		cx_die(CX_FAIL, "cannot normalise text: %s",
		    utf8proc_errmsg(len));
	split_folded(a, cx_strn((const char *)a->run, (size_t)len), counts,
	    flags, out);
}

static void
take_run(struct cx_analyzer *a, size_t from, size_t to, uint32_t before,
    bool accented, unsigned flags, struct cx_terms *out)
{
	CX_AUTO_BUF ascii = CX_BUF_INIT;

	for (size_t i = from; i < to; i++) {
		if (a->text[i] >= 0x80) {
			fold_run(a, from, to, accented || (to - from == 1 &&
			    counts_anyway("x", 1, before, flags)), flags, out);
			return;
		}
		cx_buf_char(&ascii, (char)a->text[i]);
	}
	/* English has none. */
	add_run(a, cx_buf_view(&ascii), accented || counts_anyway(ascii.s,
	    ascii.len, before, flags), flags, out);
}

/*
 * A stretch with bytes beyond ASCII, between ASCII bytes that are neither
 * letter nor digit, of which the one before it is given: those do not take
 * part in normalisation.
 */
static void
fold(struct cx_analyzer *a, struct cx_str s, uint32_t before, unsigned flags,
    struct cx_terms *out)
{
	CX_AUTO_BUF clean = CX_BUF_INIT, symbol = CX_BUF_INIT;
	size_t n, i = 0;

	cx_utf8_clean(&clean, s);
	n = decompose(a, cx_buf_view(&clean));
	while (i < n) {
		size_t from = i;
		uint32_t cp = 0;
		bool accented = false;

		for (; i < n; i++) {
			cp = (uint32_t)a->text[i] & (ACCENTED - 1);
			if (!cx_is_letter(cp) && !cx_is_digit(cp))
				break;
			accented |= (uint32_t)a->text[i] != cp;
			a->text[i] = (utf8proc_int32_t)cp;
		}
		if (i > from) {
			take_run(a, from, i, before, accented, flags, out);
			before = (uint32_t)a->text[i - 1];
			continue;
		}
		i++;
		before = cp;
		if ((flags & CX_ANALYZE_PLAIN) || !cx_is_symbol(cp))
			continue;
		symbol.len = 0;
		cx_utf8_put(&symbol, cp);
		add_word(a, out, make_word(a, cx_buf_view(&symbol)), flags);
	}
}

/* A word that begins at `from` and is not short, not of ASCII alone or counts
 * anyway, of which the bytes up to i were seen; where it ends.  Apart from
 * others, so that those have the registers. */
static __attribute__((noinline)) size_t
take_word(struct cx_analyzer *a, struct cx_str text, size_t from, size_t i,
    unsigned flags, struct cx_terms *out)
{
	const unsigned char *s = (const unsigned char *)text.s;
	const uint32_t before = from ? s[from - 1] : '\0';
	struct cx_str run, whole;

	while (i < text.len && folded_ascii[s[i]])
		i++;
	run = cx_strn(text.s + from, i - from);
	if (i == text.len || s[i] < 0x80) {
		whole = special(text, from, i);
		if (whole.len)
			add_special(a, whole, run, flags, out);
		else
			add_run(a, run, counts_anyway(run.s, run.len, before,
			    flags), flags, out);
		return i;
	}
	while (i < text.len && (folded_ascii[s[i]] || s[i] >= 0x80))
		i++;
	fold(a, cx_strn(run.s, i - from), before, flags, out);
	return i;
}

void
cx_analyze(struct cx_analyzer *a, struct cx_str text, unsigned flags,
    struct cx_terms *out)
{
	const unsigned char *s = (const unsigned char *)text.s;
	struct cx_blobs blobs = {.text = text};
	struct waiting w;
	size_t i = 0;

	if (!text.len)
		return;
	w.n = 0;
	(void)cx_blobs_next(&blobs);
	for (;;) {
		unsigned char before, next;
		size_t from;

		i += cx_ascii_gap(cx_strn(text.s + i, text.len - i));
		if (i >= blobs.start) {
			if (i == text.len)
				break;
			if (i < blobs.end)
				i = blobs.end;
			(void)cx_blobs_next(&blobs);
			continue;
		}
		from = i;
		i += cx_ascii_run(cx_strn(text.s + i, text.len - i),
		    (char *)w.v[w.n].key);
		before = from ? s[from - 1] : '\0';
		next = i < text.len ? s[i] : '\0';
		if (next >= 0x80 || folded_ascii[next] ||
		    counts_anyway(text.s + from, i - from, before, flags) ||
		    ((before == '.' || next == '+' || next == '#') &&
			special(text, from, i).len)) {
			look_up(a, &w, flags, out);
			i = take_word(a, text, from, i, flags, out);
			continue;
		}
		short_word(a, &w, flags, out);
		if (flags & CX_ANALYZE_PARTS) {
			look_up(a, &w, flags, out);
			add_parts(a, cx_strn(text.s + from, i - from), flags,
			    out);
		}
	}
	look_up(a, &w, flags, out);
}

void
cx_analyze_name(struct cx_analyzer *a, struct cx_str name, unsigned flags,
    struct cx_terms *out)
{
	cx_analyze(a, name, flags | CX_ANALYZE_PARTS, out);
}

/* The next place from i on where a capital follows a small letter. */
static size_t
next_hump(struct cx_str s, size_t i)
{
#ifdef __SSE2__
	for (; i + 17 <= s.len; i += 16) {
		unsigned humps = cx_sixteen_bits(_mm_and_si128(
		    cx_sixteen_from(cx_sixteen(s.s + i), 'a', 26),
		    cx_sixteen_from(cx_sixteen(s.s + i + 1), 'A', 26)));

		if (humps)
			return i + (size_t)__builtin_ctz(humps);
	}
#endif
	for (; i + 1 < s.len; i++) {
		if (s.s[i] >= 'a' && s.s[i] <= 'z' && s.s[i + 1] >= 'A' &&
		    s.s[i + 1] <= 'Z')
			return i;
	}
	return s.len;
}

/* Whether a word of another alphabet ends before an offset, or begins at it. */
static bool
joins(struct cx_str s, size_t at, bool before)
{
	uint32_t cp;
	size_t from = at;

	if (before ? at == 0 : at == s.len)
		return false;
	while (before && from && ((unsigned char)s.s[--from] & 0xC0) == 0x80)
		;
	(void)cx_utf8_decode(s.s + from, s.len - from, &cp, NULL);
	return cp >= 0x80 && cx_is_wordchar(cp);
}

/* Those of a text without data in it. */
static void
identifiers(struct cx_analyzer *a, struct cx_str text, unsigned flags,
    struct cx_terms *out)
{
	for (size_t i = 0, end; (i = next_hump(text, i)) < text.len; i = end) {
		size_t n = 0, from = i;

		for (end = i; end < text.len &&
		    folded_ascii[(unsigned char)text.s[end]]; end++)
			;
		while (from && folded_ascii[(unsigned char)text.s[from - 1]])
			from--;
		if (joins(text, from, true) || joins(text, end, false))
			continue;
		for (size_t k = from; k < end; n++)
			k += part_of(cx_strn(text.s + k, end - k));
		/* What was made by chance, as an id, is mostly shorter. */
		if (end - from <= CX_IDENTIFIER_MAX && end - from >= 3 * n)
			add_parts(a, cx_strn(text.s + from, end - from),
			    flags, out);
	}
}

void
cx_analyze_identifiers(struct cx_analyzer *a, struct cx_str text,
    unsigned flags, struct cx_terms *out)
{
	struct cx_blobs blobs = {.text = text};
	size_t from;

	do {
		from = blobs.end;
		(void)cx_blobs_next(&blobs);
		identifiers(a, cx_strn(text.s + from, blobs.start - from),
		    flags, out);
	} while (blobs.start < text.len);
}

/* Whether a text has a term, with these flags. */
static bool
has_any(struct cx_analyzer *a, struct cx_str s, unsigned flags)
{
	CX_AUTO(cx_terms_release) struct cx_terms t = {0};

	cx_analyze(a, s, flags | CX_ANALYZE_PARTS, &t);
	return t.n > 0;
}

static bool
has_stops(struct cx_analyzer *a, struct cx_str s, unsigned flags)
{
	CX_AUTO(cx_terms_release) struct cx_terms t = {0};
	size_t i = 0;

	cx_analyze(a, s, flags | CX_ANALYZE_WORDS, &t);
	while (i < t.n && !(t.id[i] & 1))
		i++;
	return i < t.n;
}

unsigned
cx_analyze_asked(struct cx_analyzer *a, struct cx_str query)
{
	unsigned flags = CX_ANALYZE_STOP | CX_ANALYZE_SHOUTED;

	for (size_t i = 0; i < query.len; i++) {
		if (query.s[i] >= 'a' && query.s[i] <= 'z')
			flags = CX_ANALYZE_STOP;
	}
	if (!has_any(a, query, flags))
		return CX_ANALYZE_SHOUTED;
	if (!has_stops(a, query, CX_ANALYZE_LETTERS |
		(flags & CX_ANALYZE_SHOUTED)))
		flags |= CX_ANALYZE_LETTERS;
	return flags;
}

void
cx_analyze_query(struct cx_analyzer *a, struct cx_str query, unsigned flags,
    struct cx_terms *out)
{
	cx_analyze(a, query, flags | cx_analyze_asked(a, query) |
	    CX_ANALYZE_PARTS, out);
}

/* --- analyzers, and what they know --- */


/* The script of a stemmer, by its names in libstemmer. */
static enum script
script_known(struct cx_str language)
{
	static const struct {
		const char *name;
		enum script script;
	} known[] = {{"greek", GREEK}, {"ell", GREEK}, {"gre", GREEK},
	    {"el", GREEK}, {"russian", CYRILLIC}, {"rus", CYRILLIC},
	    {"ru", CYRILLIC}, {"serbian", CYRILLIC}, {"srp", CYRILLIC},
	    {"sr", CYRILLIC}, {"arabic", ARABIC}, {"ara", ARABIC},
	    {"ar", ARABIC}, {"armenian", ANOTHER}, {"hye", ANOTHER},
	    {"arm", ANOTHER}, {"hy", ANOTHER}, {"hindi", DEVANAGARI},
	    {"hin", DEVANAGARI}, {"hi", DEVANAGARI}, {"nepali", DEVANAGARI},
	    {"nep", DEVANAGARI}, {"ne", DEVANAGARI}, {"tamil", ANOTHER},
	    {"tam", ANOTHER}, {"ta", ANOTHER}, {"yiddish", ANOTHER},
	    {"yid", ANOTHER}, {"yi", ANOTHER}};

	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		if (cx_str_is(language, known[i].name))
			return known[i].script;
	}
	return LATIN;
}

static bool
add_stemmer(struct cx_analyzer *a, struct cx_str language)
{
	struct stemmer *to = &a->stemmer[a->n_stemmers];
	char name[32];

	if (a->n_stemmers == STEMMERS || language.len >= sizeof name)
		return false;
	memcpy(name, language.s, language.len);
	name[language.len] = '\0';
	*to = (struct stemmer){.s = sb_stemmer_new(name, "UTF_8"),
	    .script = script_known(language),
	    .english = cx_str_is(language, "porter") ||
		cx_str_is(language, "english"),
	    .light = cx_str_is(language, "spanish") ? SPANISH :
		cx_str_is(language, "italian") ? ITALIAN : FULL};
	a->n_stemmers += to->s != NULL;
	return to->s;
}

static bool
is_english(const struct cx_analyzer *a)
{
	for (unsigned i = 0; i < a->n_stemmers; i++) {
		if (a->stemmer[i].english)
			return true;
	}
	return false;
}

/* Stemmers of a list of languages, and of scripts for which it has none; false
 * if there is no such stemmer. */
static bool
set_stemmers(struct cx_analyzer *a, struct cx_str languages)
{
	static const char *const usual[] = {
	    [LATIN] = "porter", [GREEK] = "greek", [CYRILLIC] = "russian",
	    [ARABIC] = "arabic"};
	bool found = cx_str_is(languages, "auto");
	struct cx_str rest = languages, name;

	while (!found && cx_str_split(&rest, ' ', &name)) {
		if (name.len && !add_stemmer(a, name))
			return false;
	}
	for (enum script s = LATIN; s <= ARABIC; s++) {
		if (!has_script(a, s) && a->n_stemmers < STEMMERS)
			a->stemmer[a->n_stemmers++] = (struct stemmer){
			    .name = usual[s], .script = s,
			    .english = s == LATIN};
	}
	return true;
}

static void
free_stemmers(struct cx_analyzer *a)
{
	while (a->n_stemmers)
		sb_stemmer_delete(a->stemmer[--a->n_stemmers].s);
}

struct cx_analyzer *
cx_analyzer_new(struct cx_str languages)
{
	struct cx_analyzer *a = cx_calloc(1, sizeof *a);
	struct cx_str rest = languages, first = CX_STR("");
	bool found;

	a->stem = cx_calloc(1, sizeof *a->stem);
	a->stemmer = cx_calloc(STEMMERS, sizeof *a->stemmer);
	cx_buf_str(&a->language, languages);
	cx_shortmap_init(&a->shorts);
	if (cx_str_is(languages, "none"))
		return a;
	(void)cx_str_split(&rest, ' ', &first);
	found = cx_str_is(first, "auto");
	if (!set_stemmers(a, found && rest.len ? rest : languages)) {
		cx_analyzer_free(a);
		return NULL;
	}
	a->stop_list = found || is_english(a);
	return a;
}

bool
cx_analyzer_is_open(const struct cx_analyzer *a)
{
	return cx_str_is(cx_buf_view(&a->language), "auto");
}

void
cx_analyzer_settle(struct cx_analyzer *a, struct cx_str languages)
{
	uint32_t n = a->terms.n;

	a->language.len = 0;
	cx_buf_fmt(&a->language, "auto %.*s", (int)languages.len, languages.s);
	if (cx_str_is(languages, "porter"))
		return; /* as it is */
	free_stemmers(a);
	(void)set_stemmers(a, languages);
	for (uint32_t id = 0; id < n; id++) {
		struct cx_str folded = cx_analyzer_term(a, id);
		uint32_t stem;

		if (a->term[id] == NO_WORD || script_of(folded) != LATIN ||
		    cx_is_whole(folded))
			continue;
		stem = term_id(a, stem_of(a, folded));
		a->term[id] = stem << 1 | (a->term[id] & 1);
	}
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

struct cx_analyzer *
cx_analyzer_for(const struct cx_config *config, struct cx_str made)
{
	struct cx_analyzer *a = cx_str_is(cx_config_str(config, "rank",
	    "language"), "auto") ? cx_analyzer_like(made) : NULL;

	return a ? a : cx_analyzer_of(config);
}

void
cx_analyzer_free(struct cx_analyzer *a)
{
	if (!a)
		return;
	free_stemmers(a);
	free(a->stemmer);
	cx_buf_release(&a->language);
	cx_buf_release(a->stem);
	free(a->stem);
	cx_arena_release(&a->arena);
	cx_map_release(&a->terms);
	cx_map_release(&a->words);
	cx_shortmap_release(&a->shorts);
	free(a->term);
	free(a->word);
	free(a->text);
	free(a->run);
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

bool
cx_analyzer_stops(const struct cx_analyzer *a)
{
	return a->stop_list;
}

struct cx_str
cx_analyzer_language(const struct cx_analyzer *a)
{
	return cx_buf_view(&a->language);
}

uint32_t
cx_analyzer_find(const struct cx_analyzer *a, struct cx_str term)
{
	return cx_map_get(&a->terms, term);
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
cx_analyzer_bends(const struct cx_analyzer *a, uint32_t id)
{
	enum script script = script_of(a->terms.key[id]);

	for (unsigned i = 0; i < a->n_stemmers; i++) {
		if (a->stemmer[i].script == script && !a->stemmer[i].english)
			return a->term[id] != NO_WORD &&
			    a->term[id] >> 1 != id;
	}
	return false;
}

bool
cx_analyzer_keeps_start(const struct cx_analyzer *a)
{
	for (unsigned i = 0; i < a->n_stemmers; i++)
		if (a->stemmer[i].script == LATIN && !a->stemmer[i].english)
			return false;
	return true;
}

bool
cx_analyzer_weak(const struct cx_analyzer *a, uint32_t term)
{
	struct cx_str s = cx_analyzer_term(a, term), asks;
	bool arabic = script_of(s) == ARABIC;

	for (unsigned i = 0; is_english(a) && cx_weak(i).len; i++) {
		if (cx_str_eq(cx_weak(i), s))
			return true;
	}
	/* But in Arabic a stem begins as its word does. */
	for (unsigned i = 0; s.len > 1 && (asks = cx_asking(i)).len; i++) {
		if ((arabic || (asks.s[0] == s.s[0] && asks.s[1] == s.s[1])) &&
		    cx_str_eq(stem_of(a, asks), s))
			return true;
	}
	return false;
}

struct cx_str
cx_analyzer_weak_term(const struct cx_analyzer *a, unsigned n)
{
	for (unsigned i = 0; is_english(a) && cx_weak(i).len; i++) {
		if (n-- == 0)
			return cx_weak(i);
	}
	return stem_of(a, cx_asking(n));
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
	if (a->n_stemmers)
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
