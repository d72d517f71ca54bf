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
	struct cx_collection atoms;
	struct keys *keys; /* by number of arrival */
	size_t n_keys, cap_keys;
	uint32_t *tags;
	size_t n_tags, cap_tags;
	struct cx_map projects, types, tag_names;
	struct cx_arena names; /* of the maps */
	struct cx_search_build *search; /* NULL: no search set */
	struct cx_layer_files *layers;	/* NULL: none */
};

/* Reads all records. */
void index_read(struct index *ix, char *const *files, int n);
void index_release(struct index *ix);

/* The search set's way into a stage. */
struct cx_search_sink index_sink(struct cx_stage *s);
/* Writes the views and meta.json, and the layers into a stage of their own;
 * config is the digest of the configuration that they were made with. */
void index_write(struct index *ix, struct cx_stage *s,
    struct cx_stage *layers, const char *config);

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

/*
 * The paths whose records a delta beside the base in dir needs, when these
 * are the changes in file, records and gone: those that have changed since
 * the base was made, and those whose texts count in a folder with them.  CX_NO
 * when the index should be made again instead.
 */
void delta_list(const char *dir, const struct cx_config *config,
    const char *file, char end_of_path);
/* Stages it, of those records. */
void delta_stage(struct cx_publisher *p, const struct cx_config *config,
    const char *changes, char *const *files, int n);

#endif
