/*
 * search-impl.h: between search.c (opening, checking), search-columns.c and
 * search-lists.c (dictionaries, postings); programs use search.h.
 */
#ifndef CX_SEARCH_IMPL_H
#define CX_SEARCH_IMPL_H

#include "lib/checksum.h"
#include "lib/json.h"
#include "lib/search.h"

struct cx_search {
	struct cx_str file[CX_S_FILES];
	bool mapped;
	int note;
	char *name; /* of the directory, for messages */
	struct cx_json_parser *json;
	struct cx_buf meta_text;
	uint32_t atoms, folders;
	uint64_t length_sum, folder_length_sum;
	struct cx_str analyzer;
	const struct cx_json *statuses;
	/* Blocks that were found good, a bit each; NULL: nothing is checked,
	 * since it is our own memory.  A file's first block is its base. */
	unsigned char *good;
	uint64_t base[CX_S_FILES];
};

/* Width of a line, with its end, of the files that are columns; else 0. */
extern const unsigned cx_search_widths[CX_S_FILES];

/*
 * Sees that these bytes of a file are as they were written; ends the program
 * when they are not.  Every look into a file that is mapped begins here.
 */
void cx_search_check(const struct cx_search *s, enum cx_search_file file,
    size_t from, size_t to);

static inline void
cx_search_touch(const struct cx_search *s, enum cx_search_file file,
    size_t from, size_t to)
{
	uint64_t block = s->base[file] + from / CX_BLOCK;

	/* One block that is known to be good: the usual case. */
	if (s->good && (from / CX_BLOCK != (to - 1) / CX_BLOCK ||
	    !(s->good[block / 8] >> block % 8 & 1)))
		cx_search_check(s, file, from, to);
}

/* "DIR/FILE: cause; the index is damaged: run cx rebuild --full". */
void cx_search_damaged(const struct cx_search *s, enum cx_search_file file,
    const char *cause) CX_NORETURN;

#endif
