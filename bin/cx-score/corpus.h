/*
 * corpus.h: what the recall ranking asks of a collection of atoms.
 *
 * There are two: records read from a stream (corpus-stream.c) and the search
 * set of an index (corpus-index.c).  Both number atoms in byte order of
 * their paths and give the same answers, so the ranking is the same.
 */
#ifndef SCORE_CORPUS_H
#define SCORE_CORPUS_H

#include "lib/mem.h"
#include "lib/record.h"

#include <stdint.h>

#define BLOCK 1024
#define NO_FOLDER UINT32_MAX

struct posting {
	uint32_t doc;
	uint32_t tf;
};

/* Of what a posting list tells. */
enum kind {
	KIND_TEXT,   /* terms of name and body, by atom */
	KIND_FOLDER, /* the same, by folder */
	KIND_TAG,    /* terms of the tags, tf 1 */
	KIND_DATE,   /* terms of the day of `updated`, tf 1 */
	KINDS
};

/* A posting list that is being read; private to the corpus. */
struct cursor {
	const void *at;
	const void *end;
};

struct corpus {
	const struct corpus_ops *ops;
	uint32_t n_docs;
	uint64_t sum_length;
	uint32_t n_folders; /* those that count as a document */
	uint64_t sum_folder_length;
};

struct corpus_ops {
	/* How many have the term; *cur reads them, ascending. */
	uint32_t (*open)(struct corpus *c, enum kind kind, struct cx_str term,
	    struct cursor *cur);
	/* At most BLOCK postings; 0 at the end. */
	size_t (*next)(struct corpus *c, struct cursor *cur,
	    struct posting *block);
	/* tf of one; 0 if it is not there. */
	uint32_t (*tf)(struct corpus *c, enum kind kind, struct cx_str term,
	    uint32_t doc);
	uint32_t (*length)(struct corpus *c, uint32_t doc);
	uint32_t (*folder)(struct corpus *c, uint32_t doc);
	uint32_t (*folder_length)(struct corpus *c, uint32_t folder);
	/* Atoms linked from or to doc, ascending, hubs included; good until
	 * the next call. */
	const uint32_t *(*links)(struct corpus *c, uint32_t doc, size_t *n);
	/* How many atoms count as neighbours at one and at two steps. */
	uint32_t (*n1)(struct corpus *c, uint32_t doc);
	uint32_t (*n2)(struct corpus *c, uint32_t doc);
	/* Weight of the status, in millionths. */
	int64_t (*weight)(struct corpus *c, uint32_t doc);
	/* The record as it will be printed, parsed; good until the next. */
	void (*record)(struct corpus *c, uint32_t doc, struct cx_record *rec);
	/* The text after the front matter; false, after a message, when it
	 * cannot be had. */
	bool (*body)(struct corpus *c, uint32_t doc, struct cx_buf *text);
};

#endif
