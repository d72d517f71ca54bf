/*
 * utf8.h: UTF-8 (RFC 3629) and the little of Unicode that Cortex needs.
 * Properties and mappings come from utf8proc; ASCII has a fast path.
 */
#ifndef CX_UTF8_H
#define CX_UTF8_H

#include "lib/base/mem.h"
#include "lib/base/str.h"

#include <stdint.h>

#define CX_REPLACEMENT 0xFFFDu

/*
 * Decodes one code point of the len > 0 bytes at s into *cp and returns its
 * length in bytes.  Bytes that are not UTF-8 give CX_REPLACEMENT and the length
 * of the maximal subpart (Unicode 15, 3.9 U+FFFD Substitution).  *ok (may be
 * NULL) is false for those.
 */
size_t cx_utf8_decode(const char *s, size_t len, uint32_t *cp, bool *ok);
void cx_utf8_put(struct cx_buf *b, uint32_t cp);

/* Returns the offset of the first byte that is not UTF-8, or s.len. */
size_t cx_utf8_invalid(struct cx_str s);
/* Appends s with every invalid subpart replaced by U+FFFD. */
void cx_utf8_clean(struct cx_buf *b, struct cx_str s);
/* Counts code points; an invalid subpart counts as one. */
size_t cx_utf8_count(struct cx_str s);
/* Computes the line and column, both from 1, of the offset `at` in a text;
 * columns are code points. */
void cx_utf8_place(struct cx_str text, size_t at, size_t *line, size_t *col);
/* Returns the longest prefix of at most n code points. */
struct cx_str cx_utf8_prefix(struct cx_str s, size_t n);

/* Appends s in lower case: Unicode's simple lower mapping, no folding. */
void cx_utf8_lower(struct cx_buf *b, struct cx_str s);
/* Appends s normalised to NFC.  Invalid bytes become U+FFFD.  Sequences of more
 * than 30 combining marks are not text (UAX #15, 13) and are left as they
 * are. */
void cx_utf8_nfc(struct cx_buf *b, struct cx_str s);
/* Appends a key for comparing names regardless of case, normalisation form and
 * invisible code points such as U+00AD: NFC in lower case without those. */
void cx_utf8_key(struct cx_buf *b, struct cx_str s);

/* Returns the columns of s on a terminal: 2 for wide characters, 0 for
 * marks. */
size_t cx_utf8_width(struct cx_str s);
/* Returns the longest prefix of at most n columns. */
struct cx_str cx_utf8_fit(struct cx_str s, size_t n);

/* Returns the bytes of the first user-perceived character, including marks,
 * modifiers and joined parts (UAX 29, extended grapheme clusters); 0 if s is
 * empty. */
size_t cx_utf8_grapheme(struct cx_str s);

bool cx_is_letter(uint32_t cp);	   /* categories L*, M* */
bool cx_is_mark(uint32_t cp);	   /* categories M* */
bool cx_is_ignored(uint32_t cp);   /* Default_Ignorable_Code_Point */
bool cx_is_upper(uint32_t cp);	   /* categories Lu, Lt */
bool cx_is_digit(uint32_t cp);	   /* category Nd */
bool cx_is_space(uint32_t cp);	   /* ASCII blanks, Z* */
bool cx_is_wordchar(uint32_t cp);  /* letter, digit or other number, mark */
/* What people type for the apostrophe of don't, quotation marks included. */
static inline bool
cx_is_apostrophe(uint32_t cp)
{
	return cp == '\'' || cp == 0x2018 || cp == 0x2019 || cp == 0x02BC ||
	    cp == 0xFF07;
}

#endif
