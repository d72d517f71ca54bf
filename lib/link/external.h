/*
 * external.h: classifies links that do not lead to exactly one note.
 *
 * Such a link may lead to a file of the vault that is not a note: a picture, a
 * directory, an ignored note.  It may be an example, a template to be filled in
 * later, a day whose note does not exist, or a file that .gitignore in the root
 * leaves out.  It may also have a meaning that only other tools know; these
 * cases are listed here, too.
 *
 * A file is found by the end of its path, in whole parts, ignoring case and
 * after NFC, with or without ".md" or with ".html" instead.  Files in .git do
 * not count.  The vault is walked, which takes memory for all paths, at the
 * first link that is neither a note nor an example.
 */
#ifndef CX_LINK_ELSEWHERE_H
#define CX_LINK_ELSEWHERE_H

#include "lib/config/config.h"
#include "lib/link/resolve.h"

struct cx_external;

/* vault must outlive it; NULL: do not look for files.  A pattern of [check]
 * links_ignore that is not a regular expression is fatal (2). */
struct cx_external *cx_external_new(const char *vault,
    const struct cx_config *config);
void cx_external_free(struct cx_external *e);
/* Must be called for every record before cx_external: records specify the URLs
 * of their pages. */
void cx_external_record(struct cx_external *e, const struct cx_record *rec);
/*
 * Refines the status of a link from cx_resolve: returns CX_LINK_FILE or
 * CX_LINK_OTHER if that applies, otherwise status.  soft: in backticks.  Warns
 * of a directory that cannot be read; exits if the vault cannot be read.
 */
enum cx_resolve_status cx_external(struct cx_external *e,
    enum cx_resolve_status status, struct cx_str source, struct cx_str target,
    bool soft);

/* Whether [check] links_ignore excludes a link: one of its extended regular
 * expressions matches the target, which may have an anchor.  Safe from any
 * thread. */
bool cx_external_ignores(const struct cx_external *e, struct cx_str target);

/* Whether s is filled in later by a template: {{date}} or <% tp.date %>. */
bool cx_is_template(struct cx_str s);
/* Whether other files are included in this one, or it in others, or a program
 * writes a part of it, so that only the finished page has all headings. */
bool cx_is_assembled(struct cx_str path, struct cx_str body);

#endif
