/*
 * meta.h: meta.json, which describes the other files of a generation.
 *
 * It ends with the checksum of itself, ,"check":"0123456789abcdef"}: of all
 * bytes before the comma.
 */
#ifndef CX_META_H
#define CX_META_H

#include "lib/base/checksum.h"
#include "lib/base/mem.h"
#include "lib/json/json.h"
#include "lib/json/print.h"

#define CX_META_FILE "meta.json"
/* One more also when cx-scan makes another record of the same file: records of
 * unchanged files are kept. */
#define CX_INDEX_SCHEMA 4

/* Ends the object that p prints, its only value, with the checksum. */
void cx_meta_seal(struct cx_printer *p);

/* Zeroed memory is an empty one. */
struct cx_meta {
	struct cx_buf text;
	const struct cx_json *root; /* NULL: it could not be parsed */
	bool whole; /* its bytes are as they were sealed */
	struct cx_json_parser *json; /* private */
};

/* Parses a text, which is copied; NULL, or what is wrong. */
const char *cx_meta_parse(struct cx_meta *m, struct cx_str text);
/* The same of the file of a generation, or of an open one. */
const char *cx_meta_read(struct cx_meta *m, int gen);
const char *cx_meta_read_fd(struct cx_meta *m, int fd);
/* Whether all files that it lists are in the generation, of those sizes. */
bool cx_meta_has_files(const struct cx_meta *m, int gen);
/* Whether a file of which all bytes were added to blocks, which are released,
 * is what a member of `files` says. */
bool cx_meta_is(const struct cx_json *listed, struct cx_blocks *blocks,
    uint64_t bytes);
void cx_meta_release(struct cx_meta *m);

#endif
