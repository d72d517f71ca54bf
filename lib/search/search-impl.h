/*
 * search-impl.h: between search.c (opening), part.c (checking),
 * columns.c, dictionary.c, cursor.c (postings),
 * delta-read.c, neighbours.c and nearest.c; programs use search.h.
 */
#ifndef CX_SEARCH_IMPL_H
#define CX_SEARCH_IMPL_H

#include "lib/base/checksum.h"
#include "lib/index/meta.h"
#include "lib/search/search.h"

/* A set of files that is complete in itself: the base, or the delta. */
struct cx_segment {
	const struct cx_search *set;
	const char *prefix; /* of the names of its files */
	struct cx_str file[CX_S_FILES];
	unsigned width[CX_S_FILES]; /* of a column's lines, with their end */
	uint32_t atoms;
	struct cx_search_sums sums;
	struct cx_str analyzer;
	const struct cx_json *statuses;
	/* Blocks found good, a bit each; NULL: nothing is checked, since it is
	 * our own memory.  A file's first block is its first. */
	unsigned char *good;
	uint64_t first[CX_S_FILES];
};

/* The neighbours of an atom that are not those of the base. */
struct cx_near_line {
	uint32_t atom;
	bool hub;
	size_t from, to; /* in the numbers of the delta */
};

/* What lies between base and delta (searchset.h); all by number. */
struct cx_delta {
	uint64_t *dead; /* a bit an atom of the base */
	uint32_t *dead_list;
	size_t n_dead;
	uint32_t *place, *old; /* by atom of the delta; old may be NONE */
	struct cx_near_line *near;
	size_t n_near;
	struct cx_atoms numbers;
	/* For counting neighbours (neighbours.c), made when first asked: */
	uint64_t *touched; /* a bit an atom */
	uint32_t *seen;	   /* marks, by atom */
	uint32_t mark;
	uint32_t counted, count[2]; /* the last one, once there is a mark */
	uint32_t live_atoms;
	struct cx_search_sums sums;
};

#define CX_NONE UINT32_MAX

/* Lines of links that were read: a ranking asks for many of them again. */
struct cx_links_read {
	uint32_t *at; /* by atom: its place in v + 1; 0: it was not read */
	struct cx_atoms lines; /* at each place twice the number of them, one
				* more for a hub, and they */
};

struct cx_search {
	struct cx_segment base;
	struct cx_segment more; /* the delta; no atoms without one */
	struct cx_delta *delta; /* NULL: there is none */
	bool mapped;
	int note;
	struct cx_links_read *links;
	char *name; /* of the directory, for messages */
	struct cx_meta meta;
};

/* Files that a base has, or a delta. */
bool cx_segment_has(const struct cx_segment *p, enum cx_search_file file);

/*
 * Checks that these bytes of a file are as they were written; if not, ends the
 * program.  Every read of a mapped file starts here.
 */
void cx_segment_check(const struct cx_segment *p, enum cx_search_file file,
    size_t from, size_t to);

static inline void
cx_segment_touch(const struct cx_segment *p, enum cx_search_file file,
    size_t from, size_t to)
{
	uint64_t block = p->first[file] + from / CX_BLOCK;

	/* One block that is known to be good: the usual case. */
	if (p->good && (from / CX_BLOCK != (to - 1) / CX_BLOCK ||
	    !(p->good[block / 8] >> block % 8 & 1)))
		cx_segment_check(p, file, from, to);
}

/* "DIR/FILE: cause; the index is damaged: run cx rebuild --full". */
void cx_segment_damaged(const struct cx_segment *p, enum cx_search_file file,
    const char *cause) CX_NORETURN;

/* The files and numbers of a part, after meta.json: `search` or `delta` of
 * it, and `files`. */
void cx_segment_load(struct cx_segment *p, const struct cx_json *meta,
    const struct cx_json *files);
/* A member of meta.json that is at most so large. */
uint64_t cx_segment_number(const struct cx_segment *p,
    const struct cx_json *meta, const char *name, uint64_t most);
void cx_segment_release(struct cx_segment *p);

/* Where an atom is, whose number becomes that of the part. */
static inline const struct cx_segment *
cx_segment_of(const struct cx_search *s, uint32_t *atom)
{
	if (*atom < s->base.atoms)
		return &s->base;
	*atom -= s->base.atoms;
	return &s->more;
}

static inline bool
cx_is_dead(const struct cx_search *s, uint32_t atom)
{
	return s->delta && atom < s->base.atoms &&
	    s->delta->dead[atom / 64] >> atom % 64 & 1;
}

/*
 * The line of a sorted file that begins with key, which ends in a blank;
 * what follows that, and false if there is none.
 */
bool cx_segment_line(const struct cx_segment *p, enum cx_search_file file,
    struct cx_str key, struct cx_str *rest);
/* Binary search in the sorted lines from..to of a file: the offset of the
 * first one that is not before key; `to` if there is none. */
size_t cx_segment_lower(const struct cx_segment *p, enum cx_search_file file,
    struct cx_str key, size_t from, size_t to);
/* The line that holds offset at, of a text whose bytes were looked at. */
struct cx_str cx_line_at(struct cx_str file, size_t at);
/* The postings of one term: of the base, of the delta. */
struct cx_cursor cx_cursor_of(struct cx_span base, struct cx_span more);

/* Columns and lines of an atom of the base, whatever the delta says. */
uint32_t cx_column_n1(const struct cx_search *s, uint32_t atom);
uint32_t cx_column_n2(const struct cx_search *s, uint32_t atom);
bool cx_base_links(const struct cx_search *s, uint32_t atom,
    struct cx_atoms *out);
bool cx_base_is_hub(const struct cx_search *s, uint32_t atom);

/* Reads the files dead, atoms and near of the delta; `live`
 * is that member of meta.json. */
void cx_delta_load(struct cx_search *s, const struct cx_json *live);
void cx_delta_free(struct cx_delta *d);
/* The member "sums". */
struct cx_search_sums cx_segment_sums(const struct cx_segment *p,
    const struct cx_json *meta);

#endif
