/*
 * external.h: what a link means that leads to no note, or to several.
 *
 * It may lead to a file of the vault that is not a note: a picture, a
 * directory, a note that the rules leave out.  It may be an example, a template
 * that is filled in later, or a day whose note nobody has written.  And other
 * tools give links a meaning that only they know: what these are, is here too.
 *
 * A file is found by the end of its path, in whole parts, ignoring case and
 * after NFC, with or without ".md" or with ".html" for it.  What is in .git
 * does not count.  The vault is walked, which takes memory for all paths, when
 * the first link is neither a note nor an example.
 */
#ifndef CX_LINK_ELSEWHERE_H
#define CX_LINK_ELSEWHERE_H

#include "lib/config/config.h"
#include "lib/link/resolve.h"

struct cx_external;

/* vault outlives it; NULL: there is none, and no files.  A pattern of [check]
 * links_ignore that is not a regular expression ends the program (2). */
struct cx_external *cx_external_new(const char *vault,
    const struct cx_config *config);
void cx_external_free(struct cx_external *e);
/* Every record, before the first question: notes say what a site calls their
 * pages. */
void cx_external_record(struct cx_external *e, const struct cx_record *rec);
/*
 * The status of a link for which cx_resolve has found this one: CX_LINK_FILE
 * or CX_LINK_OTHER if that is what it is, else the same.  soft: in backticks.
 * A directory that cannot be read is a warning; a vault that cannot be ends
 * the program.
 */
enum cx_resolve_status cx_external(struct cx_external *e,
    enum cx_resolve_status status, struct cx_str source, struct cx_str target,
    bool soft);

/* Whether [check] links_ignore leaves the link out: one of its extended regular
 * expressions is found in the target, which may have an anchor.  In any
 * thread. */
bool cx_external_ignores(const struct cx_external *e, struct cx_str target);

/* Does a template fill this in later, as {{date}} or <% tp.date %>? */
bool cx_is_template(struct cx_str s);
/* Whether other files are put into this one, or it into others, or a program
 * writes a part of it: only the page has all headings. */
bool cx_is_assembled(struct cx_str path, struct cx_str body);

#endif
