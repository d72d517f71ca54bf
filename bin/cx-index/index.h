/*
 * index.h: the parts of cx-index.
 */
#ifndef CX_INDEX_H
#define CX_INDEX_H

#include "lib/base/map.h"
#include "lib/index/meta.h"
#include "lib/index/publisher.h"
#include "lib/record/layerfiles.h"
#include "lib/search/build.h"

/* An atom's keys, as numbers of the maps. */
struct keys {
	uint32_t project;
	uint32_t type;
	uint32_t tags;	 /* offset in tags of the first */
	uint32_t n_tags;
};

struct index {
	struct cx_table atoms;
	struct keys *keys; /* by number of arrival */
	size_t n_keys, cap_keys;
	uint32_t *tags;
	size_t n_tags, cap_tags;
	struct cx_map projects, types, tag_names;
	struct cx_arena names; /* of the maps */
	struct cx_search_build *search; /* NULL: no search set */
	struct cx_layer_files *layers;	/* NULL: none */
	char config[CX_DIGEST_HEX + 1]; /* digest of what it is made with */
};

/* layers is borrowed, or NULL: none. */
void index_begin(struct index *ix, const struct cx_config *config,
    bool search, struct cx_layer_files *layers);
/* Reads all records. */
void index_read(struct index *ix, char *const *files, int n);
void index_release(struct index *ix);

/* The search set's way into a stage. */
struct cx_search_sink index_sink(struct cx_stage *s);
/* Writes the views and meta.json, and the layers into a stage of their own. */
void index_write(struct index *ix, struct cx_stage *s,
    struct cx_stage *layers);

/*
 * Whether writing the records of the index in p's directory again would change
 * nothing: the files are there, and formats, configuration and analyzer are the
 * current ones; with a search set, or without.  id is then its generation.
 */
bool index_same(const struct cx_publisher *p, const struct cx_config *config,
    bool search, cx_gen_id id);

/*
 * Prints in which way the index in dir is behind the files of its vault, as
 * JSON if said, and raises CX_STALE if it is; ends the program with CX_FAIL
 * if the index is damaged.  how is that of --fresh, NULL what [search] fresh
 * says.
 */
void index_behind(const char *dir, const struct cx_config *config,
    const char *vault, const char *how, bool json);

/* --- delta.c: a delta beside the base --- */

struct delta;

/* A delta beside the base that is in dir; NULL when the index should rather be
 * made again.  Both are borrowed until its end. */
struct delta *delta_open(const char *dir, const struct cx_config *config);
/* What has changed since the index was made: a record, or one that is gone. */
void delta_add(struct delta *d, const struct cx_record *change);
/* All is added; false when the index should rather be made again. */
bool delta_ready(struct delta *d);
/* The paths whose records it needs, one a call, i being 0 at first; false at
 * the end. */
bool delta_next(const struct delta *d, size_t *i, struct cx_str *path);
/* Reads these records; false when one is missing. */
bool delta_read(struct delta *d, char *const *files, int n,
    struct cx_str *missing);
/* Writes it beside the base in p's directory, which is open. */
struct cx_stage *delta_stage(struct delta *d, const struct cx_publisher *p);
void delta_close(struct delta *d);

/* --- update.c: index and layers, as the files of the vault are now --- */

struct update {
	const struct cx_config *config;
	const char *vault;  /* -C, or NULL */
	const char *index;  /* directories */
	const char *layers;
	bool search;
	bool full;
	int64_t wait; /* seconds for the lock */
};

void index_update(const struct update *u);

#endif
