/*
 * meta.h: meta.json, which describes the other files of a generation.
 *
 * It ends with a checksum of all bytes before that member:
 * ,"check":"0123456789abcdef"}
 */
#ifndef CX_META_H
#define CX_META_H

#include "lib/base/checksum.h"
#include "lib/base/mem.h"
#include "lib/json/json.h"
#include "lib/json/print.h"

#define CX_META_FILE "meta.json"
/* Increment it also when cx-scan changes the record of the same file, because
 * records of unchanged files are kept. */
#define CX_INDEX_SCHEMA 4

/* Closes the object that p prints, its only value, with the checksum. */
void cx_meta_seal(struct cx_printer *p);

/* Initialise with zeroes. */
struct cx_meta {
	struct cx_buf text;
	const struct cx_json *root; /* NULL if it cannot be parsed */
	bool whole; /* its checksum is correct */
	struct cx_json_parser *json; /* private */
};

/* Parses a text, which is copied; returns NULL or what is wrong. */
const char *cx_meta_parse(struct cx_meta *m, struct cx_str text);
/* The same for the file in a generation, or an open one. */
const char *cx_meta_read(struct cx_meta *m, int gen);
const char *cx_meta_read_fd(struct cx_meta *m, int fd);
/* Whether all files that it lists exist in the generation with these sizes. */
bool cx_meta_has_files(const struct cx_meta *m, int gen);
/* Whether a file whose bytes were all added to blocks, which are released,
 * matches a member of `files`. */
bool cx_meta_is(const struct cx_json *listed, struct cx_blocks *blocks,
    uint64_t bytes);
void cx_meta_release(struct cx_meta *m);

#endif
