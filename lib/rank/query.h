/*
 * query.h: parses what a person types into terms.
 *
 * Blanks separate terms.  "a phrase" is one term, -"a phrase" excludes what it
 * matches, field:word searches only in one field; #a is tag:a, which also
 * matches the tag a/b.  word* stands for every word with that prefix.  Anything
 * else is a word with its punctuation: a pasted command such as `rsync -avz` is
 * text.  -word excludes, too, if it is an argument of its own.  type:word and
 * status:word are no terms if who asked takes them as filters.  An empty query
 * is an error.  An unmatched quote is dropped.  Substring matching drops words
 * of one character, which match nearly everything, unless their script is
 * written without spaces.
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
	struct cx_str typed; /* as typed, without quotes */
	enum cx_field field;
	bool exclude;
	bool phrase; /* was quoted */
	size_t prefix; /* bytes before the * that typed ends with; 0: none */
};

struct cx_query {
	struct cx_query_term *terms;
	size_t n;	 /* number of terms */
	size_t positive; /* number of terms not excluded */
	size_t filters;	 /* number of those taken as filters */
	struct cx_buf text; /* owns the bytes of the terms */
	struct cx_buf typed;
};

/* A query as given: the arguments, separated by blanks, and where a `-`
 * excludes. */
struct cx_query_text {
	struct cx_buf text;
	size_t *minus;
	size_t n, cap;
	/* Takes the value of type or status as a filter, or returns false if it
	 * is text; NULL: all are. */
	bool (*filter)(void *arg, const char *member, struct cx_str value,
	    bool exclude);
	void *arg;
};

/* Appends an argument; own: as -word, it excludes. */
void cx_query_text_add(struct cx_query_text *t, struct cx_str s, bool own);
void cx_query_text_release(struct cx_query_text *t);

/* Parses a text into *q, which the caller releases.  Words of fewer than
 * `least` characters are dropped, unless they name a field or their script is
 * written without spaces. */
void cx_query_parse(struct cx_query *q, const struct cx_query_text *text,
    size_t least);
void cx_query_release(struct cx_query *q);
/* Turns words into phrases, except those with a field or prefix. */
void cx_query_quote(struct cx_query *q);
/* The prefix that a term asks for, and the other words of the term: get_ in
 * get_f*. */
struct cx_str cx_query_prefix(const struct cx_query_term *t);
struct cx_str cx_query_plain(const struct cx_query_term *t);
/* Bytes of the white space of any script at the start of s; 0 for none. */
size_t cx_query_space(struct cx_str s);
/* Splits off the next run of non-blank characters. */
bool cx_query_piece(struct cx_str *text, struct cx_str *piece);
/* Finds the next date in a text and moves past it: 2024-01-24, 24.01.2024, 24
 * January 2024 or January 24, 2024, in the years 1900 to 2099; *date is its
 * text.  Returns false if there is none. */
bool cx_query_date(struct cx_str *text, struct cx_str *date, int64_t *day);
/* Whether a tag is the wanted one or below it, as a/b is below a. */
bool cx_query_is_tag(struct cx_str tag, struct cx_str wanted);

#endif
