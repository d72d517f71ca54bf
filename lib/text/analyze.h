/*
 * analyze.h: text to terms, the same for atoms and for queries.
 *
 * Text is normalised to NFKD, and case is folded.  Code points that are not
 * seen vanish.  Combining marks are dropped where they are accents, in Latin,
 * Greek, Cyrillic, Hebrew and Arabic; in other scripts they are letters.  A
 * letter that has no decomposition becomes what people type: l for ł, ae for
 * æ.  Terms are the maximal runs of letters and digits, and each symbol beyond
 * ASCII; C++, C# and .NET are terms beside their parts.  Runs in
 * scripts that are written without spaces (Han, kana, Hangul, Thai, Lao,
 * Khmer, Myanmar, Tibetan) give overlapping pairs of characters with their
 * marks, a single character itself.  Korean has blanks between words: there a
 * word of more than two characters is a term as it is written, too, with its
 * particle (CX_ANALYZE_WHOLE).  Other terms are stemmed: in English, irregular
 * forms count as their base (went, go), and what is not ASCII keeps its form.
 * A run longer than CX_TERM_MAX bytes counts as its beginning.  Data URIs and
 * long runs of base64 give no terms (blob.h).
 *
 * Normalisation: Unicode Standard Annex #15.  Stemmers: Snowball's
 * (libstemmer).  Pairs: Chen et al., "Chinese text retrieval without using
 * a dictionary", SIGIR 1997.
 *
 * An analyzer numbers the words and terms it has met, from 0 on; a word that
 * is its own term has one number.  It remembers what became of each ASCII
 * word, so a word met again costs one look-up.  One thread at a time.
 */
#ifndef CX_ANALYZE_H
#define CX_ANALYZE_H

#include "lib/config/config.h"
#include "lib/base/mem.h"
#include "lib/base/str.h"

#include <stdint.h>

#define CX_TERM_MAX 128

struct cx_analyzer;

/*
 * languages are names that libstemmer knows, with blanks between, or "none":
 * no stemming and no stop list.  A word goes through the stemmers of its
 * script.  Greek, Cyrillic and Arabic have one always, and Latin, where no
 * other is named, "porter".  The stop list is English and belongs to "porter"
 * and "english"; and to "auto", for which the languages are to be found, and
 * "auto LANGUAGES", which were.  NULL if there is no such stemmer.
 */
struct cx_analyzer *cx_analyzer_new(struct cx_str languages);
void cx_analyzer_free(struct cx_analyzer *a);
/* That of the configuration, [rank] language; where there is no such stemmer
 * the program ends, status 2. */
struct cx_analyzer *cx_analyzer_of(const struct cx_config *config);
/* The same, with the languages that cx_analyzer_describe tells where the
 * configuration leaves them to be found. */
struct cx_analyzer *cx_analyzer_for(const struct cx_config *config,
    struct cx_str description);
/* What cx_analyzer_new was given, or "auto LANGUAGES". */
struct cx_str cx_analyzer_language(const struct cx_analyzer *a);
/* Whether it is "auto": for the time being it is "auto porter". */
bool cx_analyzer_is_open(const struct cx_analyzer *a);
/* These were found.  What words become is another now; numbers of words, and
 * their terms where those stay, do not change. */
void cx_analyzer_settle(struct cx_analyzer *a, struct cx_str languages);
/* One that cx_analyzer_describe describes so; NULL if this version and its
 * libraries make none. */
struct cx_analyzer *cx_analyzer_like(struct cx_str description);

/* Terms in the order of the text. */
struct cx_terms {
	uint32_t *id;
	size_t n;
	size_t cap;
};

enum {
	CX_ANALYZE_ALL = 0,
	/* Drop stop words, but for those in capitals (IT) and those that are
	 * written in one with a script without spaces, as in Korean with its
	 * particles. */
	CX_ANALYZE_STOP = 1,
	/* Instead of each term the word as it was before stemming: twice its
	 * number, plus 1 if it would be dropped as a stop word. */
	CX_ANALYZE_WORDS = 2,
	/* A compound also gives its parts of two characters or more: an ASCII
	 * word that changes from lower to upper case or between letters and
	 * digits (PrintNightmare, 125kHz), unless it has two parts and the
	 * first is one letter (iPhone). */
	CX_ANALYZE_PARTS = 4,
	/* Instead of each term twice its number, plus 1 if it is written in
	 * one with a script of the other kind: with or without spaces. */
	CX_ANALYZE_JOINED = 8,
	/* After the terms of a word the word itself, if cx_is_whole. */
	CX_ANALYZE_WHOLE = 16,
	/* Words as names are compared by: no symbols, and C++ without c. */
	CX_ANALYZE_PLAIN = 32,
	/* Stop words in capitals are stop words. */
	CX_ANALYZE_SHOUTED = 64,
	/* Single letters are not: series a. */
	CX_ANALYZE_LETTERS = 128
};

/* Appends the terms of text to *out. */
void cx_analyze(struct cx_analyzer *a, struct cx_str text, unsigned flags,
    struct cx_terms *out);

/* The terms of a name: parts, too, and stop words.  flags: CX_ANALYZE_WORDS,
 * CX_ANALYZE_WHOLE or 0. */
void cx_analyze_name(struct cx_analyzer *a, struct cx_str name,
    unsigned flags, struct cx_terms *out);

/*
 * The terms of the parts of identifiers in a text, as iterateRootLeaves: runs
 * of ASCII letters and digits of at most CX_IDENTIFIER_MAX bytes, in which a
 * capital follows a small letter and parts have three bytes on average.
 */
#define CX_IDENTIFIER_MAX 64
void cx_analyze_identifiers(struct cx_analyzer *a, struct cx_str text,
    unsigned flags, struct cx_terms *out);

/*
 * The terms of a query: without stop words, unless it has nothing else.  Those
 * in capitals count, unless all of it is in capitals; single letters do where
 * no other stop word shows that it is a sentence.  cx_analyze_asked tells by
 * which flags; without CX_ANALYZE_STOP it has nothing but stop words.
 */
void cx_analyze_query(struct cx_analyzer *a, struct cx_str query,
    unsigned flags, struct cx_terms *out);
unsigned cx_analyze_asked(struct cx_analyzer *a, struct cx_str query);

/* Bytes of the first character of a text, with its marks. */
size_t cx_unit(struct cx_str s);
/* Whether a term is two of them. */
bool cx_is_two(struct cx_str term);
/* Whether a word, of letters alone, is another one as it is folded, or has
 * accents: Łódź. */
bool cx_is_accented(struct cx_str word);
/* Whether a code point is a term by itself: an emoji, an arrow, a currency. */
bool cx_is_symbol(uint32_t cp);

/* Whether a script is written without spaces (Unicode Scripts.txt). */
bool cx_unspaced(uint32_t cp);
/* Whether a term begins with such a character: a pair, a single one or a whole
 * word. */
bool cx_is_pair(struct cx_str term);
/* Whether a term is a word of more than two characters with Hangul. */
bool cx_is_whole(struct cx_str term);

/* No text follows: frees all but the terms and what describes them. */
void cx_analyzer_close(struct cx_analyzer *a);

/* The number of a word or term; UINT32_MAX: it was not met. */
uint32_t cx_analyzer_find(const struct cx_analyzer *a, struct cx_str term);
/* The term or word of a number, UTF-8 without a terminator, good as long as
 * a. */
struct cx_str cx_analyzer_term(const struct cx_analyzer *a, uint32_t id);
struct cx_word {
	uint32_t term;
	bool stop;
};
/* Whether a number was met as a word, and what is known of that. */
bool cx_analyzer_word(const struct cx_analyzer *a, uint32_t id,
    struct cx_word *out);
/* Whether its stems begin with the letters of the word, but for y and i, and
 * those of irregular forms. */
bool cx_analyzer_keeps_start(const struct cx_analyzer *a);
/* Whether a term counts half in a query, as `while` does in English, and words
 * that ask in other languages; the n-th such term, good until the next call, ""
 * beyond the last. */
bool cx_analyzer_weak(const struct cx_analyzer *a, uint32_t term);
struct cx_str cx_analyzer_weak_term(const struct cx_analyzer *a, unsigned n);
/* How many numbers there are. */
uint32_t cx_analyzer_count(const struct cx_analyzer *a);

/* Whether English words are stop words. */
bool cx_analyzer_stops(const struct cx_analyzer *a);

/* Names algorithm and libraries with their versions, for meta.json: with
 * another text an index has to be built again. */
void cx_analyzer_describe(const struct cx_analyzer *a, struct cx_buf *out);

void cx_terms_release(struct cx_terms *t);

#endif
