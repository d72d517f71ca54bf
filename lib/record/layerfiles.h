/*
 * layerfiles.h: hot.json, warm.json and cold.json of layers/.
 *
 * Path, name, type, project, tags, updated and lines of each note, one a
 * line, newest first, then by path; archived notes are in none of them.
 */
#ifndef CX_LAYERFILES_H
#define CX_LAYERFILES_H

#include "lib/index/gen.h"
#include "lib/record/table.h"
#include "lib/record/layer.h"

struct cx_layer_place;

struct cx_layer_files {
	struct cx_layers layers;
	struct cx_layer_place *v; /* by number of the record */
	size_t n, cap;
};

/* For cx_table_read's `each`: of every record, in order of their numbers. */
void cx_layer_files_add(struct cx_layer_files *f,
    const struct cx_record *rec);
/* Writes them, of the notes that are in the collection, and forgets what
 * was added. */
void cx_layer_files_write(struct cx_layer_files *f,
    const struct cx_table *notes, struct cx_stage *s);

/* The same of the records of files, see cx_table_read. */
void cx_layer_files_of(const struct cx_layers *layers, char *const *files,
    int n, struct cx_stage *s);

#endif
