/*
 * build.h: writes the search set (searchset.h).
 *
 *	struct cx_search_build *b = cx_search_build_new(config, what, base);
 *	while (cx_reader_next(r, &rec))
 *		cx_search_build_add(b, &rec, length of its manifest line);
 *	cx_search_build_write(b, &sink);
 *
 * Records may come in any order; what is written does not depend on it.
 * Threads work for a builder: one analyses texts while records are read, and
 * then others prepare while the caller writes other things.  The functions are
 * for one thread.
 * Memory: the terms, a few bytes a posting, and paths, names and links of
 * the atoms; not the texts.
 */
#ifndef CX_SEARCHBUILD_H
#define CX_SEARCHBUILD_H

#include "lib/json/print.h"
#include "lib/record/record.h"
#include "lib/search/search.h"
#include "lib/text/analyze.h"

/* Where files go: an index generation, or memory. */
struct cx_search_sink {
	/* Begins the next file, ending the one before; the buffer may be
	 * emptied by more. */
	struct cx_buf *(*begin)(void *arg, const char *name);
	/* There may be enough to write. */
	void (*more)(void *arg);
	void *arg;
};

struct cx_search_build;

/* Appends the folded words of a name, stop words included, with _ between.
 * What is in room then says nothing. */
void cx_search_exact(struct cx_analyzer *a, struct cx_str name,
    struct cx_terms *room, struct cx_buf *out);

/*
 * MEMORY: for a ranking in this process.  BASE: also the lists by which a
 * delta finds what depends on it, unless there are fewer atoms than
 * [index] delta_from.  DELTA: neither neighbours nor folders (delta.h
 * has them); file names begin with CX_DELTA.
 */
enum cx_build { CX_BUILD_MEMORY, CX_BUILD_BASE, CX_BUILD_DELTA };

/* The analyzer is the configuration's ([rank] language), of a delta that of its
 * base, which is described; a language that is not known ends the program,
 * status 2. */
struct cx_search_build *cx_search_build_new(const struct cx_config *config,
    enum cx_build what, struct cx_str base);
/*
 * Adds an atom.  The record must have its body (doctext.h).  line_len is the
 * length of the line that manifest.json has for it, without "," and "\n":
 * offsets in docs.record follow from it and the framing "[\n" ... ",\n".
 * Two records of one path: the caller sees to it that there are none.
 */
void cx_search_build_add(struct cx_search_build *b,
    const struct cx_record *rec, size_t line_len);
/* What meta tells, after writing. */
struct cx_search_sums cx_search_build_sums(const struct cx_search_build *b);
/* Its languages, after writing (cx_analyzer_language). */
struct cx_str cx_search_build_language(const struct cx_search_build *b);
/* Takes out the atom that was added as number, counted from 0. */
void cx_search_build_drop(struct cx_search_build *b, uint32_t number);
/* No more comes: what can be prepared for writing begins in a thread.  May
 * be left out. */
void cx_search_build_end(struct cx_search_build *b);
/* Writes the files of searchset.h but meta.json and manifest.json. */
void cx_search_build_write(struct cx_search_build *b,
    const struct cx_search_sink *sink);
/*
 * Prints the members that meta.json has for searching, into an open object,
 * "search":{"schema","analyzer","atoms","terms","folders","sums":{...},
 * "statuses":[...],"files":{"words":SIZE,...}}
 * for a base, "delta":{...} for a delta.  After writing.
 */
void cx_search_build_meta(struct cx_search_build *b, struct cx_printer *p);
void cx_search_build_free(struct cx_search_build *b);

#endif
