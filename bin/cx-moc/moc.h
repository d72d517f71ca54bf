/*
 * moc.h: the parts of cx-moc.
 *
 * sections.c reads what goes into regions, edit.c decides which bytes of a
 * file change, vaults.c finds the locks, main.c reads and publishes.
 */
#ifndef CX_MOC_H
#define CX_MOC_H

#include "lib/yaml/front.h"
#include "lib/file/lock.h"
#include "lib/markdown/marker.h"
#include "lib/base/mem.h"
#include "lib/markdown/splice.h"
#include "lib/file/vault.h"

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
/* The vaults of the files. */
struct moc_vault {
	struct cx_vault vault;
	struct cx_lock lock;
	bool wanted; /* a file of it is to be written */
};

struct moc_vaults {
	struct moc_vault **v;
	size_t n, cap;
	struct moc_vault *ours; /* or NULL */
	bool looked;		/* for ours */
	struct moc_vault *last; /* of dir */
	struct cx_buf dir, way; /* and the way from it to dir */
};

/* The vault of a file, whose directory is dirfd if not -1, and its path in
 * it.  NULL and its name if there is none: then nobody knows what a killed
 * writer has left in the directory, and it is removed at once. */
struct moc_vault *moc_vault_of(struct moc_vaults *vs, const char *file,
    int dirfd, struct cx_buf *path);
/* Takes the locks of those that are wanted or have something left. */
void moc_vaults_lock(struct moc_vaults *vs);
/* Ends with the locks. */
void moc_vaults_release(struct moc_vaults *vs);

/* Prints the regions of a file as records. */
void moc_print_regions(struct cx_str text, size_t body, const char *path);

#endif
