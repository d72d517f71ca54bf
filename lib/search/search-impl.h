/*
 * search-impl.h: shared by search.c (opening), part.c (checking), columns.c,
 * dictionary.c, cursor.c (postings), delta-read.c, neighbours.c and nearest.c;
 * programs use search.h.
 */
#ifndef CX_SEARCH_IMPL_H
#define CX_SEARCH_IMPL_H

#include "lib/base/checksum.h"
#include "lib/index/meta.h"
#include "lib/search/search.h"

/* A complete set of files: the base, or the delta. */
struct cx_segment {
	const struct cx_search *set;
	const char *prefix; /* of the names of its files */
	struct cx_str file[CX_S_FILES];
	unsigned width[CX_S_FILES]; /* of a column's lines, with their end */
	uint32_t atoms;
	struct cx_search_sums sums;
	struct cx_str analyzer;
	const struct cx_json *statuses;
	/* One bit per verified block; NULL for our own memory, which is not
	 * checked.  `first` numbers the first block of each file. */
	unsigned char *good;
	uint64_t first[CX_S_FILES];
};

/* The neighbours of an atom, if they differ from those of the base. */
struct cx_near_line {
	uint32_t atom;
	bool hub;
	size_t from, to; /* in numbers of the delta */
};

/* The relation of base and delta (searchset.h), by number. */
struct cx_delta {
	uint64_t *dead; /* one bit per atom of the base */
	uint32_t *dead_list;
	size_t n_dead;
	uint32_t *place, *old; /* by atom of the delta; old may be NONE */
	struct cx_near_line *near;
	size_t n_near;
	struct cx_atoms numbers;
	/* For counting neighbours (neighbours.c), allocated on demand: */
	uint64_t *touched; /* one bit per atom */
	uint32_t *seen;	   /* marks, by atom */
	uint32_t mark;
	uint32_t counted, count[2]; /* the last one, valid if mark is set */
	uint32_t live_atoms;
	struct cx_search_sums sums;
};

#define CX_NONE UINT32_MAX

/* Cached lines of links, because a ranking reads many of them repeatedly. */
struct cx_links_read {
	uint32_t *at; /* by atom: index in lines + 1; 0: not read */
	struct cx_atoms lines; /* at each index twice their number, plus 1 for a
				* hub, followed by the atoms */
};

struct cx_search {
	struct cx_segment base;
	struct cx_segment more; /* the delta; without one, it has no atoms */
	struct cx_delta *delta; /* NULL if there is none */
	bool mapped;
	int note;
	struct cx_links_read *links;
	char *name; /* of the directory, for messages */
	struct cx_meta meta;
	/* Several sets as one (union.c), which has nothing else: by set, the
	 * numbers of its first atom and status; and cursors of all of them. */
	struct cx_search **part;
	uint32_t n_parts;
	uint32_t *first, *status;
	struct cx_arena *cursors;
};

/* Returns the number of the set that has an atom, and changes *atom to its
 * number there. */
static inline uint32_t
cx_part_at(const struct cx_search *s, uint32_t *atom)
{
	uint32_t i = 1;

	while (*atom >= s->first[i])
		i++;
	*atom -= s->first[--i];
	return i;
}

/* The same, the set itself. */
static inline const struct cx_search *
cx_part_of(const struct cx_search *s, uint32_t *atom)
{
	return s->n_parts ? s->part[cx_part_at(s, atom)] : s;
}

/* Whether this segment, a base or a delta, has the file. */
bool cx_segment_has(const struct cx_segment *p, enum cx_search_file file);

/*
 * Verifies bytes of a file, and exits if they are damaged.  Every read of a
 * mapped file starts here.
 */
void cx_segment_check(const struct cx_segment *p, enum cx_search_file file,
    size_t from, size_t to);

static inline void
cx_segment_touch(const struct cx_segment *p, enum cx_search_file file,
    size_t from, size_t to)
{
	uint64_t block = p->first[file] + from / CX_BLOCK;

	/* The usual case is one block that has been verified. */
	if (p->good && (from / CX_BLOCK != (to - 1) / CX_BLOCK ||
	    !(p->good[block / 8] >> block % 8 & 1)))
		cx_segment_check(p, file, from, to);
}

/* "DIR/FILE: cause; the index is damaged: run cx rebuild --full". */
void cx_segment_damaged(const struct cx_segment *p, enum cx_search_file file,
    const char *cause) CX_NORETURN;

/* Loads the files and numbers of a segment, after meta.json: from its `search`
 * or `delta`, and `files`. */
void cx_segment_load(struct cx_segment *p, const struct cx_json *meta,
    const struct cx_json *files);
/* Returns a member of meta.json, which must not exceed `most`. */
uint64_t cx_segment_number(const struct cx_segment *p,
    const struct cx_json *meta, const char *name, uint64_t most);
void cx_segment_release(struct cx_segment *p);

/* Returns the segment of an atom and changes *atom to its number there. */
static inline const struct cx_segment *
cx_segment_of(const struct cx_search *s, uint32_t *atom)
{
	s = cx_part_of(s, atom);
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
 * Finds the line of a sorted file that begins with key, which ends in a blank;
 * *rest is what follows.  Returns false if there is none.
 */
bool cx_segment_line(const struct cx_segment *p, enum cx_search_file file,
    struct cx_str key, struct cx_str *rest);
/* Binary search in the sorted lines from..to of a file: returns the offset of
 * the first line not before key, or `to`. */
size_t cx_segment_lower(const struct cx_segment *p, enum cx_search_file file,
    struct cx_str key, size_t from, size_t to);
/* Returns the line containing offset at, in a text that has been verified. */
struct cx_str cx_line_at(struct cx_str file, size_t at);
/* Returns the postings of one term, in the base and in the delta. */
struct cx_cursor cx_cursor_of(struct cx_span base, struct cx_span more);

/* Columns and lines of an atom of the base, ignoring the delta. */
uint32_t cx_column_n1(const struct cx_search *s, uint32_t atom);
uint32_t cx_column_n2(const struct cx_search *s, uint32_t atom);
bool cx_base_links(const struct cx_search *s, uint32_t atom,
    struct cx_atoms *out);
bool cx_base_is_hub(const struct cx_search *s, uint32_t atom);

/* Reads the files dead, atoms and near of the delta; `live` is that member of
 * meta.json. */
void cx_delta_load(struct cx_search *s, const struct cx_json *live);
void cx_delta_free(struct cx_delta *d);

/* Reads the member "sums". */
struct cx_search_sums cx_segment_sums(const struct cx_segment *p,
    const struct cx_json *meta);

#endif
