/*
 * doctext.h: the terms of an atom, as the index and the ranking of a stream
 * both see them.
 */
#ifndef CX_DOCTEXT_H
#define CX_DOCTEXT_H

#include "lib/config/config.h"
#include "lib/record/record.h"

/* Body, which lives as long as the record; a record without one is a broken
 * stream. */
struct cx_str cx_doc_body(const struct cx_record *rec);

/* The texts of an atom, by what the ranking makes of them. */
enum cx_doc_piece {
	CX_DOC_TITLE, /* name; where only the stem, `title` or heading */
	CX_DOC_NAME,  /* name, stem: their terms that are not yet there */
	CX_DOC_ALIAS,
	CX_DOC_LABEL, /* tags, keywords */
	CX_DOC_TEXT,  /* description, summary ... */
	CX_DOC_BODY   /* once, and last */
};
typedef void cx_doc_fn(void *arg, enum cx_doc_piece piece, struct cx_str s);

/* Calls take for each of them, a title first.  body is the record's, which
 * need not have it. */
void cx_doc_pieces(const struct cx_record *rec, struct cx_str body,
    cx_doc_fn *take, void *arg);
/*
 * Calls take for each heading (`# so` to `###### so` outside fenced code) as
 * it is read: links are their text, and an id in braces at the end is left
 * out.  The text is good until take returns.
 */
void cx_doc_headings(struct cx_str body,
    void (*take)(void *arg, struct cx_str heading), void *arg);
/* Calls take for each text whose words may name a scope: tags, the project,
 * people.  piece is CX_DOC_LABEL. */
void cx_doc_scopes(const struct cx_record *rec, cx_doc_fn *take, void *arg);

/* A month by its number from 1, in small letters; "" for none. */
struct cx_str cx_doc_month(int month);
/*
 * Year, month name and day of `updated` as a query says them; *n is 3, or 0
 * for what is not a date or is only that of the file.
 */
struct cx_doc_date {
	char year[5], day[3];
	struct cx_str word[3];
	size_t n;
};
void cx_doc_date(const struct cx_record *rec, struct cx_doc_date *out);

/* Whether the last character that is not a blank is a question mark. */
bool cx_doc_asks(struct cx_str body);
/*
 * Whether new texts are compared with the atom's (similar.h), by its record
 * with or without body: its status has not ended it (life.h), nor is it too
 * large to have one.  Those of one project are compared with each other.
 */
#define CX_NO_PROJECT "unknown" /* of a record without project */
bool cx_doc_compared(const struct cx_config *config,
    const struct cx_record *rec);
struct cx_str cx_doc_project(const struct cx_record *rec);

#endif
