/*
 * query.h: what a person types, as terms.
 *
 * Blanks separate terms.  "a phrase" is one term, -"a phrase" leaves out what
 * it matches, field:word looks in one field only; #a is tag:a, which is also
 * what is tagged a/b.  word* is each
 * word that begins so.  Anything else is a word with its punctuation: a command
 * that was pasted, `rsync -avz`, is text.  Where a person gives -word as an
 * argument of its own, that leaves out, too.  No query is an error.
 * A quote without a partner is dropped.  Substring matching drops words of one
 * character, which match nearly everything, unless their script is written
 * without spaces.
 */
#ifndef CX_QUERY_H
#define CX_QUERY_H

#include "lib/base/mem.h"
#include "lib/base/str.h"

#include <stdbool.h>

enum cx_field {
	CX_FIELD_NAME,
	CX_FIELD_TAG,
	CX_FIELD_PROJECT,
	CX_FIELD_DESCRIPTION,
	CX_FIELD_PATH,
	CX_FIELDS,
	CX_FIELD_ANY = CX_FIELDS
};

extern const char *const cx_field_names[CX_FIELDS];

struct cx_query_term {
	struct cx_str text;  /* its key (utf8.h), at least one character */
	struct cx_str typed; /* the same as it was typed, without quotes */
	enum cx_field field;
	bool exclude;
	bool phrase; /* was quoted */
	size_t prefix; /* bytes before the * that typed ends with; 0: none */
};

struct cx_query {
	struct cx_query_term *terms;
	size_t n;	 /* all terms */
	size_t positive; /* those that are not excluded */
	struct cx_buf text; /* owns the bytes of the terms */
	struct cx_buf typed;
};

/* A query as it was given: the arguments, with blanks between them, and where
 * a `-` leaves out. */
struct cx_query_text {
	struct cx_buf text;
	size_t *minus;
	size_t n, cap;
};

/* Appends an argument; own: if it is -word, that leaves out. */
void cx_query_text_add(struct cx_query_text *t, struct cx_str s, bool own);
void cx_query_text_release(struct cx_query_text *t);

/* Reads a text into *q, which the caller releases.  Words of fewer than `least`
 * characters are dropped, unless a field is named, or the script is written
 * without spaces. */
void cx_query_parse(struct cx_query *q, const struct cx_query_text *text,
    size_t least);
void cx_query_release(struct cx_query *q);
/* Makes its words phrases, but for those of a field and beginnings. */
void cx_query_quote(struct cx_query *q);
/* The beginning that a term of which that is known asks for; and what else of
 * the term is words: get_ of get_f*. */
struct cx_str cx_query_prefix(const struct cx_query_term *t);
struct cx_str cx_query_plain(const struct cx_query_term *t);
/* The next run of what is no blank. */
bool cx_query_piece(struct cx_str *text, struct cx_str *piece);
/* The next date in a text, which is moved past it: 2024-01-24, 24.01.2024,
 * 24 January 2024 or January 24, 2024, of the years 1900 to 2099; *date is how
 * it is written.  False if there is none. */
bool cx_query_date(struct cx_str *text, struct cx_str *date, int64_t *day);
/* Whether a tag is the wanted one or below it, as a/b is below a. */
bool cx_query_is_tag(struct cx_str tag, struct cx_str wanted);

#endif
