/*
 * textedit.h: edits of a note's text that change only what they are about.
 *
 * A text is added at the end or at the start, of all or of a section, or put
 * in the place of a section's text or of an exact text that occurs once.  It
 * is written with the line ends of the file, and a blank line before and after
 * it unless it goes on with a list, a table or a quote; whether the file ends
 * with a line end stays as it was.  All that is not replaced stays byte for
 * byte.
 *
 * What cannot be found, or not once, is refused, and so is what would do more
 * than was asked: leave a block of code or a comment open, which swallows what
 * follows, or make front matter.
 *
 *	struct cx_text_edit e = {.how = CX_TEXT_APPEND,
 *	    .section = CX_STR("Log"), .text = CX_STR("- done")};
 *
 *	if (!cx_text_edit_apply(&e, file, &splices, &why)) ...
 */
#ifndef CX_TEXTEDIT_H
#define CX_TEXTEDIT_H

#include "lib/markdown/splice.h"

enum cx_text_how {
	CX_TEXT_NONE,
	CX_TEXT_APPEND,
	CX_TEXT_PREPEND, /* after the heading of the section, or the title */
	CX_TEXT_REPLACE
};

struct cx_text_edit {
	enum cx_text_how how;
	struct cx_str section; /* a name as in section.h; empty: all */
	struct cx_str old;     /* what is replaced; empty: the section */
	struct cx_str text;
};

/* Adds the splices of a file to those there are; none if it is so already.
 * False with the cause and what is near in why. */
bool cx_text_edit_apply(const struct cx_text_edit *e, struct cx_str file,
    struct cx_splices *splices, struct cx_buf *why);

#endif
