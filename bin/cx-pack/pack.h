/*
 * pack.h: turns records into pieces, and pieces into a block.
 *
 * An item has a head, one line, and a text in pieces: sentences as they will be
 * printed.  Every piece is counted separately (count.c); then pieces that fit
 * are chosen (fill.c) and printed (print.c).  Texts are read and counted only
 * when they may fit, which is rare.
 */
#ifndef PACK_PACK_H
#define PACK_PACK_H

#include "lib/atom/bodies.h"
#include "lib/record/record.h"
#include "lib/record/trust.h"

#include <stdint.h>

enum section {
	PINNED,
	NEW,
	THREADS,
	DECISIONS,
	PREFERENCES,
	LEARNINGS,
	REST,
	LINKED,
	SECTIONS
};

#define UNCOUNTED SIZE_MAX

struct piece {
	struct cx_str text;
	size_t tokens; /* or UNCOUNTED: pack_tokens */
	bool soft; /* not the end of a sentence: avoid cutting here */
};

struct item {
	enum section section;
	struct cx_str as_read; /* the unmodified path */
	struct cx_str path, name, type, project, updated, trust;
	struct cx_str about; /* description */
	const char *damage; /* words of damage.h, or NULL */
	struct cx_record record; /* its line is a copy, unparsed */
	bool read; /* pack_read has made its pieces */
	size_t head_tokens; /* or UNCOUNTED */
	size_t first, end;  /* its pieces */
	/* fill.c: */
	bool shown;
	size_t shown_pieces;
};

struct pack {
	struct cx_config *config;
	struct cx_trust *trust;
	struct cx_bodies bodies;
	const char *project;   /* or NULL */
	const char *tokenizer; /* or NULL: cx_tokens */
	size_t budget;
	bool json, no_body;
	struct cx_arena arena;
	struct cx_json_parser *parser;
	struct cx_buf text; /* to be counted */
	struct item *items; /* by rank */
	size_t n, cap;
	struct piece *pieces;
	size_t n_pieces, pieces_cap;
	int64_t newest; /* seconds; INT64_MIN: none */
	/* fill.c: */
	size_t section_tokens[SECTIONS]; /* for each title */
	size_t frame_tokens; /* markers, notice */
	size_t used, shown;
};

/* fill.c: adds a record. */
void pack_add(struct pack *p, const struct cx_record *rec);
/* Makes the pieces of an item, once. */
void pack_read(struct pack *p, struct item *it);

/* count.c: counts tokens of titles and frame; with --tokenizer of all
 * pieces. */
void pack_count(struct pack *p);
size_t pack_head_tokens(struct pack *p, struct item *it);
size_t pack_tokens(struct pack *p, struct piece *piece);

/* fill.c: chooses what is shown. */
void pack_fill(struct pack *p);

/* print.c */
void pack_block(const struct pack *p, struct cx_buf *out);
/* Append what is counted, as printed: the frame around items, with numbers at
 * their longest; a title; an item without its pieces; a piece. */
void pack_frame(const struct pack *p, struct cx_buf *out);
void pack_title(const struct pack *p, enum section s, struct cx_buf *out);
void pack_head(const struct pack *p, const struct item *it, bool cut,
    struct cx_buf *out);
void pack_piece(const struct pack *p, struct cx_str text, struct cx_buf *out);

#endif
