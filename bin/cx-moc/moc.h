/*
 * moc.h: the parts of cx-moc.
 *
 * sections.c reads what goes into regions, edit.c decides which bytes of a
 * file change, main.c reads and publishes.
 */
#ifndef CX_MOC_H
#define CX_MOC_H

#include "lib/front.h"
#include "lib/marker.h"
#include "lib/mem.h"
#include "lib/splice.h"

struct moc_section {
	struct cx_str name;
	struct cx_str text;
	size_t lineno; /* of its record */
	bool refused;  /* cannot stand in a region: already said */
	bool used;     /* some file has such a region */
};

struct moc_sections {
	struct moc_section *v; /* by name */
	size_t n, cap;
	struct cx_arena arena;
};

/* Reads standard input to its end. */
void moc_sections_read(struct moc_sections *s);
struct moc_section *moc_sections_get(struct moc_sections *s,
    struct cx_str name);
void moc_sections_warn_unused(const struct moc_sections *s);

/* What the sections change in a file, and the date of today then, if touch;
 * the label of a splice is the section's name, and none for the date.
 * again: what is to be warned of in this file has been said.  False if the
 * file is refused. */
bool moc_edit(struct cx_splices *e, struct cx_str text,
    const struct cx_front *front, const char *path, struct moc_sections *s,
    bool touch, bool again);
/* Prints the regions of a file as records. */
void moc_print_regions(struct cx_str text, size_t body, const char *path);

#endif
