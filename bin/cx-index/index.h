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
	uint32_t tags;	 /* index of its first tag in tags */
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
	char config[CX_DIGEST_HEX + 1]; /* digest of the configuration */
};

/* layers is borrowed, or NULL for none. */
void index_begin(struct index *ix, const struct cx_config *config,
    bool search, struct cx_layer_files *layers);
/* Reads all records. */
void index_read(struct index *ix, char *const *files, int n);
void index_release(struct index *ix);

/* Returns a sink for the search set into a stage. */
struct cx_search_sink index_sink(struct cx_stage *s);
/* Writes the views and meta.json, and the layers into their own stage. */
void index_write(struct index *ix, struct cx_stage *s,
    struct cx_stage *layers);

/*
 * Whether indexing the same records again in p's directory would change
 * nothing: the files exist, and formats, configuration and analyzer are
 * current, with or without a search set.  id is then its generation.
 */
bool index_same(const struct cx_publisher *p, const struct cx_config *config,
    bool search, cx_gen_id id);

/*
 * Prints how the index in dir is behind the files of its vault, as JSON if
 * requested, and raises CX_STALE if it is; exits with CX_FAIL if the index is
 * damaged.  how is the argument of --fresh; NULL stands for [search] fresh.
 */
void index_behind(const char *dir, const struct cx_config *config,
    const char *vault, const char *how, bool json);

/* --- delta.c: a delta next to the base --- */

struct delta;

/* Opens a delta for the base in dir; returns NULL if the index should be
 * rebuilt instead.  Both arguments are borrowed until delta_close. */
struct delta *delta_open(const char *dir, const struct cx_config *config);
/* Adds a change since the index was made: a record, or a removal. */
void delta_add(struct delta *d, const struct cx_record *change);
/* Ends adding; returns false if the index should be rebuilt instead. */
bool delta_ready(struct delta *d);
/* Returns the paths whose records it needs, one per call, with i 0 at first;
 * false at the end. */
bool delta_next(const struct delta *d, size_t *i, struct cx_str *path);
/* Reads these records; returns false if one is missing. */
bool delta_read(struct delta *d, char *const *files, int n,
    struct cx_str *missing);
/* Stages it next to the base in p's directory, which must be open. */
struct cx_stage *delta_stage(struct delta *d, const struct cx_publisher *p);
void delta_close(struct delta *d);

/* --- update.c: updates index and layers from the files of the vault --- */

struct update {
	const struct cx_config *config;
	const char *vault;  /* -C, or NULL */
	const char *index;  /* directories */
	const char *layers;
	bool search;
	bool full;
	int64_t wait; /* seconds to wait for the lock */
	const char *only; /* the note that has changed, or NULL */
};

void index_update(const struct update *u);

#endif
