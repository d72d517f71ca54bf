/*
 * analyze.h: turns text into terms, the same for atoms and queries.
 *
 * Text is normalised to NFKD and case-folded; invisible code points vanish.
 * Combining marks are dropped where they are accents, in Latin, Greek,
 * Cyrillic, Hebrew and Arabic; in other scripts they are letters.  A letter
 * without decomposition becomes what people type instead: l for ł, ae for æ.
 * Terms are the maximal runs of letters and digits, and each symbol beyond
 * ASCII; C++, C# and .NET are terms in addition to their parts.  Runs in
 * scripts written without spaces (Han, kana, Hangul, Thai, Lao, Khmer, Myanmar,
 * Tibetan) give overlapping pairs of characters with their marks, or a single
 * character.  Korean has blanks between words, so a word of more than two
 * characters, including its particle, is also a term (CX_ANALYZE_WHOLE).  Other
 * terms are stemmed: in English, irregular forms count as their base (went,
 * go), and non-ASCII words keep their form.  Runs longer than CX_TERM_MAX bytes
 * are cut.  Data URIs and long runs of base64 give no terms (blob.h).
 *
 * Normalisation: Unicode Standard Annex #15.  Stemmers: Snowball's
 * (libstemmer).  Pairs: Chen et al., "Chinese text retrieval without using a
 * dictionary", SIGIR 1997.
 *
 * An analyzer numbers the words and terms it has met, from 0; a word that is
 * its own term has one number.  It caches the result for each ASCII word, so a
 * repeated word costs one look-up.  For one thread at a time.
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
 * languages is a list of libstemmer names separated by blanks, or "none" for no
 * stemming and no stop list.  A word goes through the stemmers of its script.
 * Greek, Cyrillic and Arabic always have one; Latin has "porter" if no other is
 * named; Hindi loses the endings of the plural.  The stop list is English and
 * belongs to "porter" and "english", to "auto" (languages to be detected) and
 * to "auto LANGUAGES" (detected).
 * Returns NULL if a stemmer does not exist.
 */
struct cx_analyzer *cx_analyzer_new(struct cx_str languages);
void cx_analyzer_free(struct cx_analyzer *a);
/* Uses [rank] language of the configuration; if there is no such stemmer, exits
 * with status 2. */
struct cx_analyzer *cx_analyzer_of(const struct cx_config *config);
/* The same, but where the configuration leaves the languages to detection, they
 * are taken from a cx_analyzer_describe text. */
struct cx_analyzer *cx_analyzer_for(const struct cx_config *config,
    struct cx_str description);
/* Returns the argument of cx_analyzer_new, or "auto LANGUAGES". */
struct cx_str cx_analyzer_language(const struct cx_analyzer *a);
/* Whether it is "auto", which works like "auto porter" until settled. */
bool cx_analyzer_is_open(const struct cx_analyzer *a);
/* Sets the detected languages.  Words may get other terms; the numbers of
 * words, and of terms that stay the same, do not change. */
void cx_analyzer_settle(struct cx_analyzer *a, struct cx_str languages);
/* Creates the analyzer that cx_analyzer_describe described; NULL if this
 * version and its libraries cannot. */
struct cx_analyzer *cx_analyzer_like(struct cx_str description);

/* Terms in text order. */
struct cx_terms {
	uint32_t *id;
	size_t n;
	size_t cap;
};

enum {
	CX_ANALYZE_ALL = 0,
	/* Drop stop words, except those in capitals (IT) and those joined to a
	 * script without spaces, as in Korean with its particles. */
	CX_ANALYZE_STOP = 1,
	/* Instead of each term, the word before stemming: twice its number,
	 * plus 1 if it would be dropped as a stop word. */
	CX_ANALYZE_WORDS = 2,
	/* Compounds also give their parts of two or more characters: an ASCII
	 * word that changes from lower to upper case or between letters and
	 * digits (PrintNightmare, 125kHz), unless it has two parts and the
	 * first is one letter (iPhone). */
	CX_ANALYZE_PARTS = 4,
	/* Instead of each term twice its number, plus 1 if it is joined to a
	 * script of the other kind (with or without spaces). */
	CX_ANALYZE_JOINED = 8,
	/* After the terms of a word, the word itself if cx_is_whole. */
	CX_ANALYZE_WHOLE = 16,
	/* Words for comparing names: no symbols, and C++ without c. */
	CX_ANALYZE_PLAIN = 32,
	/* Treat stop words in capitals as stop words. */
	CX_ANALYZE_SHOUTED = 64,
	/* Do not treat single letters as stop words: series a. */
	CX_ANALYZE_LETTERS = 128
};

/* Appends the terms of text to *out. */
void cx_analyze(struct cx_analyzer *a, struct cx_str text, unsigned flags,
    struct cx_terms *out);

/* Appends the terms of a name, including parts and stop words.  flags:
 * CX_ANALYZE_WORDS, CX_ANALYZE_WHOLE or 0. */
void cx_analyze_name(struct cx_analyzer *a, struct cx_str name,
    unsigned flags, struct cx_terms *out);

/*
 * Appends the terms of the parts of identifiers such as iterateRootLeaves: runs
 * of at most CX_IDENTIFIER_MAX ASCII letters and digits in which a capital
 * follows a small letter and parts have three bytes on average.
 */
#define CX_IDENTIFIER_MAX 64
void cx_analyze_identifiers(struct cx_analyzer *a, struct cx_str text,
    unsigned flags, struct cx_terms *out);

/*
 * Appends the terms of a query, without stop words unless it has nothing else.
 * Stop words in capitals count, unless the whole query is in capitals; single
 * letters count unless another stop word shows that it is a sentence.
 * cx_analyze_asked returns the flags used; without CX_ANALYZE_STOP, the query
 * has only stop words.
 */
void cx_analyze_query(struct cx_analyzer *a, struct cx_str query,
    unsigned flags, struct cx_terms *out);
unsigned cx_analyze_asked(struct cx_analyzer *a, struct cx_str query);

/* Returns the bytes of the first character of a text, with its marks. */
size_t cx_unit(struct cx_str s);
/* Whether a term consists of two characters. */
bool cx_is_two(struct cx_str term);
/* Whether a word of letters changes when folded, or has accents: Łódź. */
bool cx_is_accented(struct cx_str word);
/* Whether a code point is a term by itself: an emoji, an arrow, a currency. */
bool cx_is_symbol(uint32_t cp);

/* Whether a script is written without spaces (Unicode Scripts.txt). */
bool cx_unspaced(uint32_t cp);
/* Whether a term begins with a character of such a script: a pair, a single
 * character or a whole word. */
bool cx_is_pair(struct cx_str term);
/* Whether a term is a word of more than two characters with Hangul. */
bool cx_is_whole(struct cx_str term);

/* Call after the last text: frees all but the terms and the description. */
void cx_analyzer_close(struct cx_analyzer *a);

/* Returns the number of a word or term; UINT32_MAX if it was not met. */
uint32_t cx_analyzer_find(const struct cx_analyzer *a, struct cx_str term);
/* Returns the term or word with a number, in UTF-8, not terminated, valid as
 * long as a. */
struct cx_str cx_analyzer_term(const struct cx_analyzer *a, uint32_t id);
struct cx_word {
	uint32_t term;
	bool stop;
};
/* Whether a number belongs to a word that was met; describes it in *out. */
bool cx_analyzer_word(const struct cx_analyzer *a, uint32_t id,
    struct cx_word *out);
/* Whether another stemmer than that of English has changed a word, which takes
 * more off. */
bool cx_analyzer_bends(const struct cx_analyzer *a, uint32_t id);
/* Whether stems begin with the letters of the word, except for y and i and for
 * irregular forms. */
bool cx_analyzer_keeps_start(const struct cx_analyzer *a);
/* Whether a term counts half in a query: English words such as `while`, and
 * question words of other languages.  The n-th such term, valid until the next
 * call; "" beyond the last. */
bool cx_analyzer_weak(const struct cx_analyzer *a, uint32_t term);
struct cx_str cx_analyzer_weak_term(const struct cx_analyzer *a, unsigned n);
/* Returns how many numbers are in use. */
uint32_t cx_analyzer_count(const struct cx_analyzer *a);

/* Whether English stop words are dropped. */
bool cx_analyzer_stops(const struct cx_analyzer *a);

/* Appends the algorithm and the library versions, for meta.json: if this text
 * changes, the index must be rebuilt. */
void cx_analyzer_describe(const struct cx_analyzer *a, struct cx_buf *out);

void cx_terms_release(struct cx_terms *t);

#endif
