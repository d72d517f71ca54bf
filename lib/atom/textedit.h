/*
 * textedit.h: edits of a note's text that change only the necessary bytes.
 *
 * A text is added at the start or end of the note or a section, or replaces the
 * text of a section or an exact text that occurs once.  It gets the line ends
 * of the file, and a blank line before and after it unless it continues a list,
 * a table or a quote; whether the file ends with a line end is preserved.  All
 * other bytes stay the same.
 *
 * An edit is refused if the old text is not found exactly once, or if it would
 * have side effects: leave a block of code or a comment open, which swallows
 * what follows, or create front matter.
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
	CX_TEXT_PREPEND, /* after the heading of the section or the title */
	CX_TEXT_REPLACE
};

struct cx_text_edit {
	enum cx_text_how how;
	struct cx_str section; /* as in section.h; empty: the whole note */
	struct cx_str old;     /* the text to replace; empty: the section */
	struct cx_str text;
};

/* Adds the splices for a file; none if the edit is already in place.  Returns
 * false with the cause and similar names in why. */
bool cx_text_edit_apply(const struct cx_text_edit *e, struct cx_str file,
    struct cx_splices *splices, struct cx_buf *why);

#endif
