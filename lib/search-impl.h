/*
 * search-impl.h: between search.c (opening, columns) and search-lists.c
 * (dictionaries, postings); programs use search.h.
 */
#ifndef CX_SEARCH_IMPL_H
#define CX_SEARCH_IMPL_H

#include "lib/json.h"
#include "lib/search.h"

struct cx_search {
	struct cx_str file[CX_S_FILES];
	bool mapped;
	char *name; /* of the directory, for messages */
	struct cx_json_parser *json;
	struct cx_buf meta_text;
	uint32_t atoms, folders;
	uint64_t length_sum, folder_length_sum;
	struct cx_str analyzer;
	const struct cx_json *statuses;
};

/* "DIR/FILE: cause; the index is damaged: run cx rebuild --full". */
void cx_search_damaged(const struct cx_search *s, enum cx_search_file file,
    const char *cause) CX_NORETURN;

#endif
