/*
 * layerfiles.h: writes hot.json, warm.json and cold.json of layers/.
 *
 * They have path, name, type, project, tags, updated and lines of each note,
 * one per line, newest first, then by path; archived notes are left out.
 */
#ifndef CX_LAYERFILES_H
#define CX_LAYERFILES_H

#include "lib/index/gen.h"
#include "lib/record/table.h"
#include "lib/record/layer.h"

struct cx_layer_place;

struct cx_layer_files {
	struct cx_layers layers;
	struct cx_layer_place *v; /* by record number */
	size_t n, cap;
};

/* Adds a record; call for every record, in order (`each` of cx_table_read). */
void cx_layer_files_add(struct cx_layer_files *f,
    const struct cx_record *rec);
/* Writes the files for the notes in the table, and clears f. */
void cx_layer_files_write(struct cx_layer_files *f,
    const struct cx_table *notes, struct cx_stage *s);

/* The same for the records of files, see cx_table_read. */
void cx_layer_files_of(const struct cx_layers *layers, char *const *files,
    int n, struct cx_stage *s);

#endif
