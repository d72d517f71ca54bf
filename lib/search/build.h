/*
 * build.h: writes the search set (searchset.h).
 *
 *	struct cx_search_build *b = cx_search_build_new(config, what, base);
 *	while (cx_reader_next(r, &rec))
 *		cx_search_build_add(b, &rec, length of its manifest line);
 *	cx_search_build_write(b, &sink);
 *
 * The output does not depend on the order of the records.  A builder uses
 * threads: one analyses texts while records are read, others prepare while the
 * caller writes other files.  The functions must be called from one thread.
 * Memory: the terms, a few bytes per posting, and paths, names and links of the
 * atoms; not the texts.
 */
#ifndef CX_SEARCHBUILD_H
#define CX_SEARCHBUILD_H

#include "lib/json/print.h"
#include "lib/record/record.h"
#include "lib/search/search.h"
#include "lib/text/analyze.h"

/* The destination of files: an index generation, or memory. */
struct cx_search_sink {
	/* Finishes the current file and starts the next; more may empty the
	 * buffer. */
	struct cx_buf *(*begin)(void *arg, const char *name);
	/* Called when there may be enough to write. */
	void (*more)(void *arg);
	void *arg;
};

struct cx_search_build;

/* Appends the folded words of a name, with stop words, separated by _.
 * Overwrites room. */
void cx_search_exact(struct cx_analyzer *a, struct cx_str name,
    struct cx_terms *room, struct cx_buf *out);

/*
 * MEMORY: for a ranking in this process.  BASE: with the lists by which a delta
 * finds what depends on it, unless there are fewer atoms than [index]
 * delta_from.  DELTA: without neighbours and folders (delta.h has them); file
 * names begin with CX_DELTA.
 */
enum cx_build { CX_BUILD_MEMORY, CX_BUILD_BASE, CX_BUILD_DELTA };

/* The analyzer is that of the configuration ([rank] language), or for a delta
 * the one that describes its base; an unknown language exits with status 2. */
struct cx_search_build *cx_search_build_new(const struct cx_config *config,
    enum cx_build what, struct cx_str base);
/*
 * Adds an atom.  The record must have its body (doctext.h).  line_len is the
 * length of its line in manifest.json, without "," and "\n": offsets in
 * docs.record follow from it and the framing "[\n" ... ",\n".  The caller must
 * not add two records with the same path.
 */
void cx_search_build_add(struct cx_search_build *b,
    const struct cx_record *rec, size_t line_len);
/* Returns the sums for meta.json, after writing. */
struct cx_search_sums cx_search_build_sums(const struct cx_search_build *b);
/* Returns the languages (cx_analyzer_language), after writing. */
struct cx_str cx_search_build_language(const struct cx_search_build *b);
/* Removes the atom with that number, in order of addition from 0. */
void cx_search_build_drop(struct cx_search_build *b, uint32_t number);
/* Optional, after the last record: starts preparing for writing in a thread. */
void cx_search_build_end(struct cx_search_build *b);
/* Writes the files of searchset.h except meta.json and manifest.json. */
void cx_search_build_write(struct cx_search_build *b,
    const struct cx_search_sink *sink);
/*
 * Prints the search members of meta.json into an open object,
 * "search":{"schema","analyzer","atoms","terms","folders","sums":{...},
 * "statuses":[...],"files":{"words":SIZE,...}} for a base, "delta":{...} for a
 * delta.  After writing.
 */
void cx_search_build_meta(struct cx_search_build *b, struct cx_printer *p);
void cx_search_build_free(struct cx_search_build *b);

#endif
