/*
 * tokens.h: how many tokens of a language model a text is, at most.
 *
 * The count is no less than that of o200k_base and of cl100k_base on any text
 * the tests know, and within a fifth of the larger one on prose, code, Han,
 * kana, Arabic and emoji; cx-pack(1) has the figures.  A text is cut where
 * both tokenizers cut it: into words with the character before them, up to
 * three digits, runs of other characters and blanks.  Each part is then the
 * pieces that a table finds in it, longest first.  The table has 29,393 of
 * some 84,000 strings that are one token in both vocabularies, so that a
 * rare word costs more here than there, which makes up for the places where
 * byte-pair encoding takes more tokens than the longest match.
 *
 * Texts may be counted in parts and the counts added up.  Linear in the
 * length of the text; bytes that are not UTF-8 are allowed.
 */
#ifndef CX_TOKENS_H
#define CX_TOKENS_H

#include "lib/base/str.h"

size_t cx_tokens(struct cx_str text);

#endif
