/*
 * section.h: the sections of a text, by their headings.
 *
 * A section is a heading and what follows it, up to the next heading of the
 * same or a higher level.  Headings are those of md.h outside quotes, lists,
 * code and comments.
 *
 * A heading is named by its words as people read them, or as written; with `#`
 * before it, also by its level.  If a heading matches with the same case, case
 * matters.  `Install > Linux` is Linux within Install.
 *
 *	struct cx_sections s = {0};
 *
 *	cx_sections_read(&s, body);
 *	n = cx_sections_find(&s, CX_STR("Install > Linux"), &first);
 *	cx_sections_release(&s);
 */
#ifndef CX_SECTION_H
#define CX_SECTION_H

#include "lib/markdown/md.h"

#define CX_SECTION_NONE SIZE_MAX

struct cx_section {
	struct cx_md_heading heading;
	struct cx_str words; /* of it */
	size_t start; /* of the line of its heading */
	size_t text;  /* after its heading */
	size_t end;   /* of the section */
	size_t in;    /* the enclosing section, or CX_SECTION_NONE */
};

/* Zeroed memory stands for a text without sections; the text is borrowed. */
struct cx_sections {
	struct cx_section *v;
	size_t n, cap;
	struct cx_arena arena;
};

void cx_sections_read(struct cx_sections *s, struct cx_str body);
/* Returns the number of sections with that name, and the first in *first. */
size_t cx_sections_find(const struct cx_sections *s, struct cx_str name,
    size_t *first);
/* Returns the next section of that name after `at`, or CX_SECTION_NONE. */
size_t cx_sections_next(const struct cx_sections *s, struct cx_str name,
    size_t at);
/* Appends why a name does not match exactly one section, and similar names. */
void cx_sections_why(const struct cx_sections *s, struct cx_str name,
    struct cx_buf *out);
void cx_sections_release(struct cx_sections *s);

#endif
