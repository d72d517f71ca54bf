/*
 * search.h: reads the search set (searchset.h).
 *
 * A set consists of the files of one generation, mapped, or of the same bytes
 * in memory.  Only the parts that a query needs are read, and these are
 * verified: an index that is truncated, damaged or of another version ends the
 * program with status 4 and one line that names the file.  For one thread per
 * set.
 */
#ifndef CX_SEARCH_H
#define CX_SEARCH_H

#include "lib/record/layer.h"
#include "lib/index/searchset.h"

#include <stdint.h>

/* The files of a set; only a delta has the last ones. */
enum cx_search_file {
	CX_S_WORDS,
	CX_S_POSTINGS,
	CX_S_FIELDWORDS,
	CX_S_FIELDS,
	CX_S_BODYWORDS,
	CX_S_DOC_WORDS,
	CX_S_DOC_PAIRS,
	CX_S_DOC_NAMES,
	CX_S_BODY,
	CX_S_DAY,
	CX_S_EXPIRES,
	CX_S_STATUS,
	CX_S_STEPS,
	CX_S_RECORD,
	CX_S_LINK_AT,
	CX_S_LINKS,
	CX_S_LINKKEYS,
	CX_S_MANIFEST,
	CX_S_SUMS,
	CX_S_META,
	CX_S_BASE_FILES,
	CX_S_DEAD = CX_S_BASE_FILES,
	CX_S_ATOMS,
	CX_S_NEAR,
	CX_S_FILES
};

/* File names; those of a delta have the prefix CX_DELTA. */
extern const char *const cx_search_names[CX_S_FILES];

struct cx_search;
struct cx_segment;

/*
 * Opens the current generation of the index directory dir.  Exits with status 4
 * if there is none, or it has no search set.
 */
struct cx_search *cx_search_open(const char *dir);
/* The same, but returns NULL if there is none, or if it is of another version;
 * exits if it is damaged. */
struct cx_search *cx_search_find_set(const char *dir);
/* The same, ignoring its delta, if any. */
struct cx_search *cx_search_open_base(const char *dir);
/* Opens a set in memory; the bytes are borrowed.  delta has the files of a
 * delta if meta.json has one.  name is for messages.  Checksums are verified if
 * meta.json lists files. */
struct cx_search *cx_search_memory(const struct cx_str files[CX_S_FILES],
    const struct cx_str *delta, const char *name);
/*
 * Makes n sets one, which owns them: as if one vault held all notes, except
 * that a link leads nowhere else.  The analyzers must be the same.  Atoms are
 * numbered set by set; counts and sums are those of all.  It has no statcache,
 * meta.json, keys and words of bodies.
 */
struct cx_search *cx_search_union(struct cx_search *const *sets, uint32_t n);
/* Returns the number of the set that has an atom; 0 unless it is a union. */
uint32_t cx_search_part(const struct cx_search *s, uint32_t atom);
void cx_search_close(struct cx_search *s);
/* Returns the stat cache of the generation, open for reading and borrowed, or
 * -1. */
int cx_search_statcache(const struct cx_search *s);

/* Returns the text of meta.json. */
struct cx_str cx_search_meta(const struct cx_search *s);
/* Returns the *n atoms of the base that are obsolete, ascending. */
const uint32_t *cx_search_dead(const struct cx_search *s, size_t *n);

/* Returns its directory, for messages. */
const char *cx_search_name(const struct cx_search *s);

/*
 * Atoms have numbers below cx_search_atoms: those of the base in the order of
 * their paths, then those of the delta.  Obsolete numbers are not in posting
 * lists, and not counted by cx_search_count.
 */
uint32_t cx_search_atoms(const struct cx_search *s);
uint32_t cx_search_base_atoms(const struct cx_search *s);
uint32_t cx_search_count(const struct cx_search *s);
bool cx_search_has(const struct cx_search *s, uint32_t atom);
/* Atoms from *from to *to, in the order of their paths: the base of each set,
 * and its delta.  Returns false if there are fewer than i + 1 such runs. */
bool cx_search_run(const struct cx_search *s, uint32_t i, uint32_t *from,
    uint32_t *to);
/* Returns a number that ascends with the path of an atom, not of a union. */
uint64_t cx_search_order(const struct cx_search *s, uint32_t atom);
/* Whether the path of x is before that of y; of equal ones, the set. */
bool cx_search_before(const struct cx_search *s, uint32_t x, uint32_t y);
/* Sums for comparing lengths. */
struct cx_search_sums {
	/* Number of terms of all atoms: of names; of texts, words and pairs. */
	uint64_t names, words, pairs;
	uint64_t named, worded, paired; /* number of atoms that have any */
};
struct cx_search_sums cx_search_sums(const struct cx_search *s);
struct cx_printer;
void cx_search_sums_print(const struct cx_search_sums *sums,
    struct cx_printer *p);
/* Returns how the index was analyzed (cx_analyzer_describe). */
struct cx_str cx_search_analyzer(const struct cx_search *s);
/* Returns the name of a status by its number in docs.status. */
struct cx_str cx_search_status_name(const struct cx_search *s, uint32_t n);
uint32_t cx_search_statuses(const struct cx_search *s);

/* --- columns; the atom must exist --- */

/* What ranking needs for each atom. */
struct cx_doc_length {
	uint32_t words, pairs, names; /* lengths in terms */
};
/* Optional fields to fetch besides words; others are set to 0. */
#define CX_RANK_PAIRS 1U
#define CX_RANK_NAMES 2U
struct cx_doc_length cx_doc_length(const struct cx_search *s,
    uint32_t atom, unsigned and);
struct cx_posting;
/* The same for n postings; names only if there are any. */
void cx_doc_lengths(const struct cx_search *s, const struct cx_posting *v,
    size_t n, unsigned and, struct cx_doc_length *out);
struct cx_search_body {
	uint8_t length; /* at most CX_BODY_MAX */
	bool asks;
};
struct cx_search_body cx_search_body(const struct cx_search *s,
    uint32_t atom);
/* Returns the day, or CX_NO_DAY of layer.h if it is not a date. */
int64_t cx_search_day(const struct cx_search *s, uint32_t atom);
/* Returns the last day in force (life.h), or CX_NO_DAY. */
int64_t cx_search_expires(const struct cx_search *s, uint32_t atom);
uint32_t cx_search_status(const struct cx_search *s, uint32_t atom);
uint32_t cx_search_n1(const struct cx_search *s, uint32_t atom);
uint32_t cx_search_n2(const struct cx_search *s, uint32_t atom);
/* Returns the record's line in the manifest, without framing. */
struct cx_str cx_search_record(const struct cx_search *s, uint32_t atom);
struct cx_atoms {
	uint32_t *v;
	size_t n;
	size_t cap;
};
/* Appends the neighbours of an atom that are not hubs, ascending, to out.
 * Returns whether it is a hub itself. */
bool cx_search_links(const struct cx_search *s, uint32_t atom,
    struct cx_atoms *out);

/* Whether linkkeys exists: the next two functions know the base's links. */
bool cx_search_has_keys(const struct cx_search *s);
/* Appends the atoms of the base that have a key of resolve.h (sort '='), or
 * that linkkeys lists as linking by it ('<'), ascending. */
void cx_search_keys(const struct cx_search *s, struct cx_str key, char sort,
    struct cx_atoms *out);
/* Appends the atoms of the base that may have a link by a key: all that have
 * one, and others, possibly repeatedly. */
void cx_search_sources(const struct cx_search *s, struct cx_str key,
    struct cx_atoms *out);

/* --- posting lists --- */

enum cx_list {
	CX_LIST_TEXT,
	CX_LIST_DESCRIPTION,
	CX_LIST_NAME,
	CX_LIST_PATH,
	CX_LIST_PROJECT,
	CX_LIST_TAG,
	CX_LIST_EXACT, /* a whole name; cx_search_exact of build.h */
	CX_LIST_HEADING, /* a whole heading, likewise */
	CX_LIST_SCOPE, /* a term of tags, project, people */
	CX_LIST_DATE   /* a word of the date (doctext.h) */
};

/* The frequencies of a term in the fields of an atom; in lists other than
 * CX_LIST_TEXT, text is 1. */
struct cx_posting {
	uint32_t atom;
	uint32_t text, names, labels;
};

/* The lines of a term in one file; private. */
struct cx_span {
	const struct cx_segment *part; /* NULL if missing */
	enum cx_search_file file;
	const char *begin, *end;
	size_t head;	/* bytes of a line before FIRST */
	uint32_t df;
	uint32_t limit; /* number of atoms */
};

/* An iterator over a posting list.  Private except for df. */
struct cx_cursor {
	uint32_t df; /* 0 if there is no such term */
	struct cx_span span[2]; /* of the base, of the delta */
	int now;		/* which one is being read */
	const char *at;
	uint32_t seen; /* postings read of it */
	uint32_t last; /* last atom + 1; 0 at first */
	uint32_t first; /* atom of the set, in a union */
	const struct cx_cursor *head, *next; /* those of all sets */
};

struct cx_cursor cx_search_find(const struct cx_search *s, enum cx_list list,
    struct cx_str term);
/* Returns the term, in CX_LIST_TEXT. */
static inline struct cx_str
cx_cursor_word(const struct cx_cursor *c)
{
	const struct cx_span *s = &c->span[c->span[0].part ? 0 : 1];

	return s->df ? cx_strn(s->begin, s->head - 1) : CX_STR("");
}
/* Finds the atoms whose records name this project, in any case and normal
 * form. */
struct cx_cursor cx_search_project(const struct cx_search *s,
    struct cx_str name);
/* Reads at most CX_POSTINGS_LINE postings, ascending; returns 0 at the end. */
size_t cx_cursor_next(struct cx_cursor *c, struct cx_posting *out);
/* Sets the bits of all remaining atoms. */
void cx_cursor_mark(struct cx_cursor *c, uint64_t *bits);
/* Gets the posting of an atom; returns false if it is not in the list.  Does
 * not move the cursor. */
bool cx_cursor_get(const struct cx_cursor *c, uint32_t atom,
    struct cx_posting *out);

/* --- words of bodies --- */

/* The words of the bodies of one project that texts are compared with
 * (similar.h, doctext.h).  An obsolete body counts as long as its base is
 * there. */
struct cx_body_part {
	uint32_t project; /* its number in the file */
	uint32_t n;	  /* number of bodies; 0: no such project */
};
struct cx_body_words {
	const struct cx_search *set;
	struct cx_body_part part[2]; /* of the base, of the delta */
	uint32_t n;		     /* of both */
};

struct cx_body_words cx_search_body_words(const struct cx_search *s,
    struct cx_str project);
/* Returns how many of them have a word (CX_ANALYZE_WORDS). */
uint32_t cx_body_words_df(const struct cx_body_words *b, struct cx_str word);
/* Calls take for each word of a body with this prefix; of one in both base and
 * delta, twice. */
void cx_search_body_begin(const struct cx_search *s, struct cx_str beginning,
    void (*take)(void *arg, struct cx_str word), void *arg);

/* --- words that contain a text --- */

enum cx_match { CX_MATCH_ANY, CX_MATCH_START, CX_MATCH_END, CX_MATCH_WHOLE };

/*
 * Finds the words in a list of fields that contain needle: anywhere, at the
 * start, at the end, or as a whole.  needle is letters and digits in lower
 * case; in CX_LIST_TEXT, which has terms, it begins with a byte above 0x7F
 * unless match is START.  Searches the dictionary, not the postings.  A word in
 * both base and delta is returned twice, with the postings of each.
 */
struct cx_words {
	const struct cx_search *all, *set; /* the same, or one of a union */
	uint32_t n; /* its number */
	enum cx_list list;
	struct cx_str needle;
	enum cx_match match;
	const struct cx_segment *part; /* private, and what follows */
	const char *at, *end;
};

/*
 * Finds words at most one or two edits (`most`) from a word in lower case: of
 * bodies, names, descriptions and tags.  Returns at most `max`, fewest edits
 * first; a word may be repeated.  They are valid as long as the set.
 */
struct cx_near_word {
	struct cx_str word;
	unsigned edits;
};

size_t cx_search_nearest(const struct cx_search *s, struct cx_str word,
    unsigned most, struct cx_near_word *out, size_t max);

struct cx_words cx_search_words(const struct cx_search *s, enum cx_list list,
    struct cx_str needle, enum cx_match match);
bool cx_words_next(struct cx_words *w, struct cx_cursor *c);

#endif
