/*
 * doctext.h: the texts of an atom, for both the index and the ranking of a
 * stream.
 */
#ifndef CX_DOCTEXT_H
#define CX_DOCTEXT_H

#include "lib/config/config.h"
#include "lib/record/record.h"

/* Returns the body, valid as long as the record; a record without one is a
 * broken stream and fatal. */
struct cx_str cx_doc_body(const struct cx_record *rec);

/* The texts of an atom, by their role in ranking. */
enum cx_doc_piece {
	CX_DOC_TITLE, /* name; if that is only the stem, `title` or heading */
	CX_DOC_NAME,  /* name, stem: terms not given before */
	CX_DOC_ALIAS,
	CX_DOC_LABEL, /* tags, keywords */
	CX_DOC_TEXT,  /* description, summary ... */
	CX_DOC_BODY   /* once, as the last */
};
typedef void cx_doc_fn(void *arg, enum cx_doc_piece piece, struct cx_str s);

/* Calls take for each text, a title first.  body is that of the record, which
 * need not contain it. */
void cx_doc_pieces(const struct cx_record *rec, struct cx_str body,
    cx_doc_fn *take, void *arg);
/*
 * Calls take for each heading (`# so` to `###### so` outside fenced code) as
 * people read it: links as their text, without an id in braces at the end.  The
 * text is valid until take returns.
 */
void cx_doc_headings(struct cx_str body,
    void (*take)(void *arg, struct cx_str heading), void *arg);
/* Calls take for each text whose words may name a scope: tags, the project,
 * people.  piece is CX_DOC_LABEL. */
void cx_doc_scopes(const struct cx_record *rec, cx_doc_fn *take, void *arg);

/* Returns the name of a month (1 to 12) in lower case, "" if out of range. */
struct cx_str cx_doc_month(int month);
/*
 * Year, month name and day of `updated` in the words of a query; *n is 3, or 0
 * if it is not a date or only that of the file.
 */
struct cx_doc_date {
	char year[5], day[3];
	struct cx_str word[3];
	size_t n;
};
void cx_doc_date(const struct cx_record *rec, struct cx_doc_date *out);

/* Whether the last character, apart from blanks, is a question mark. */
bool cx_doc_asks(struct cx_str body);
/*
 * Whether new texts are compared with this atom (similar.h); its record may
 * lack the body.  Its status must not have ended it (life.h), and it must not
 * be too large.  Atoms of one project are compared with each other.
 */
#define CX_NO_PROJECT "unknown" /* for records without project */
bool cx_doc_compared(const struct cx_config *config,
    const struct cx_record *rec);
struct cx_str cx_doc_project(const struct cx_record *rec);

#endif
