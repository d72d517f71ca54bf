/*
 * doctext.h: the terms of an atom, as the index and the ranking of a stream
 * both see them.
 */
#ifndef CX_DOCTEXT_H
#define CX_DOCTEXT_H

#include "lib/config/config.h"
#include "lib/text/analyze.h"
#include "lib/record/record.h"

/* Name and body, which live as long as the record; a record without body is
 * a broken stream. */
void cx_doc_strings(const struct cx_record *rec, struct cx_str *name,
    struct cx_str *body);
/* Their terms without stop words. */
void cx_doc_text(struct cx_analyzer *a, const struct cx_record *rec,
    struct cx_terms *out);
/* The terms of all tags, without stop words. */
void cx_doc_tags(struct cx_analyzer *a, const struct cx_record *rec,
    struct cx_terms *out);
/* The day of `updated` written as 8 May 2023, stop words kept; nothing for
 * what is no date.  *day is set when it is one. */
bool cx_doc_date(struct cx_analyzer *a, const struct cx_record *rec,
    struct cx_terms *out, int64_t *day);
/*
 * Whether new texts are compared with the atom's (similar.h), by its record
 * with or without body: its status has not ended it (life.h), nor is it too
 * large to have one.  Those of one project are compared with each other.
 */
#define CX_NO_PROJECT "unknown" /* of a record without project */
bool cx_doc_compared(const struct cx_config *config,
    const struct cx_record *rec);
struct cx_str cx_doc_project(const struct cx_record *rec);
/* The directory of a path; "" for the vault itself. */
struct cx_str cx_doc_folder(struct cx_str path);

#endif
