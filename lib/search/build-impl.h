/*
 * build-impl.h: the data structures of the search set writer; private to
 * build*.c.
 */
#ifndef CX_SEARCHBUILD_IMPL_H
#define CX_SEARCHBUILD_IMPL_H

#include "lib/text/analyze.h"
#include "lib/link/graph.h"
#include "lib/base/worker.h"
#include "lib/base/map.h"
#include "lib/link/resolve.h"
#include "lib/search/build.h"
#include "lib/base/shortmap.h"
#include "lib/text/doctext.h"
#include "lib/text/stopwords.h"

#define NONE UINT32_MAX

/* Prefetches the memory at p; loops that access memory in random order do so
 * AHEAD elements in advance. */
#define AHEAD 16
#ifdef __GNUC__
#define AHEAD_OF(p) __builtin_prefetch(p)
#else
#define AHEAD_OF(p) ((void)(p))
#endif

/* --- posting lists (build-list.c) --- */

/*
 * A list under construction: for each posting a varint of twice the distance to
 * the previous document, plus 1 if the frequencies of that one follow since
 * they differ from the usual: once, in the body.  The frequencies of the last
 * document are only here, because they may still grow.  Bytes are in chunks
 * chained in the pool; a list of one posting, the most common case, has none.
 */
struct list {
	uint32_t head;	/* the first chunk */
	uint32_t chunk; /* the last */
	uint16_t used;	/* bytes used of it */
	uint16_t size;	/* 0: no chunk */
	uint32_t doc;	/* the last document */
	/* Twice the frequency in its text, minus 1 if the body has it. */
	uint32_t text;
	uint32_t names, labels;
	uint8_t sort; /* of the word; enum word_sort */
	bool some;    /* it has a posting */
};

/* Other properties of a word; stop words are numbered from WORD_STOP. */
enum word_sort {
	WORD_NEW,
	WORD_PLAIN,
	WORD_PAIR, /* or a single character, of analyze.h */
	WORD_STOP
};
_Static_assert(WORD_STOP + CX_STOPWORDS <= UINT8_MAX, "sorts of words");

/* Chunks are numbered in units of this many bytes. */
#define CX_SB_UNIT 8
struct pool {
	unsigned char *s;
	size_t n;
	size_t cap;
};

/* Lists by number; missing ones are empty. */
struct lists {
	struct list *v;
	size_t n;
	size_t cap;
};

struct posting {
	uint32_t doc;
	uint32_t text, names, labels;
};

/* Space for an unpacked list. */
struct unpacked {
	struct cx_buf bytes;
	struct posting *v;
	size_t n;
	size_t cap;
};

struct list *cx_builder_list(struct lists *l, uint32_t number);
void cx_builder_lists_release(struct lists *l);
void cx_builder_pool_release(struct pool *pool);
/* Prefetches the place of the next posting. */
static inline void
cx_builder_soon(const struct pool *pool, const struct list *l)
{
	if (l->size)
		AHEAD_OF(pool->s + (size_t)l->chunk * CX_SB_UNIT + l->used);
}

/* Prefetches the list for cx_builder_unpack. */
static inline void
cx_builder_unpack_soon(const struct pool *pool, const struct list *l)
{
	if (l->size)
		AHEAD_OF(pool->s + (size_t)l->head * CX_SB_UNIT);
}

/* Starts the posting of a document, which has none yet. */
void cx_builder_next_doc(struct pool *pool, struct list *l, uint32_t doc);
/* Counts an occurrence in a document; the body comes last.  Documents come in
 * ascending order. */
enum place_of { IN_NAMES, IN_LABELS, IN_TEXT };
void cx_builder_add(struct pool *pool, struct list *l, uint32_t doc,
    enum place_of in);
static inline void
cx_builder_add_body(struct pool *pool, struct list *l, uint32_t doc)
{
	if (!l->some || l->doc != doc)
		cx_builder_next_doc(pool, l, doc);
	l->text += 1 + (l->text & 1);
}
/* Adds a document to a list without frequencies. */
void cx_builder_add_once(struct pool *pool, struct list *l, uint32_t doc);
/* Unpacks the list, with `text` as in struct list.  rank maps to the final
 * document numbers, NONE for those to leave out; NULL if they are final. */
void cx_builder_unpack(const struct pool *pool, const struct list *l,
    const uint32_t *rank, struct unpacked *out);
void cx_builder_unpacked_release(struct unpacked *u);
/* Merges a list's postings into `into`, which stays ascending; frequencies of a
 * document in both are added.  room is scratch space. */
void cx_builder_merge(struct unpacked *into, const struct unpacked *more,
    struct unpacked *room);
/* Appends lines of postings, ascending: "HEAD FIRST GAP...". */
void cx_builder_print(struct cx_buf *out, struct cx_str head,
    const struct posting *v, size_t n);

/* The place of a word's postings. */
struct place {
	uint32_t df;
	uint64_t offset, bytes;
};

/* Appends " DF OFFSET BYTES". */
void cx_builder_print_place(struct cx_buf *out, const struct place *p);
/* Writes n to `at`, which has room for CX_SB_NUMBER bytes; returns the end. */
#define CX_SB_NUMBER 10
char *cx_builder_put_number(char *at, uint32_t n);

/* --- a dictionary's words in byte order --- */

struct sorted_word {
	uint64_t prefix;
	struct cx_str word;
	uint32_t number;
	uint32_t more; /* for the caller */
};

void cx_builder_sort(struct sorted_word *v, size_t n);

/* --- words of texts (build-words.c) --- */

struct words {
	/* Words and terms; `more` is the first word of a term, or NONE. */
	struct sorted_word *sorted;
	size_t n;
	uint32_t *next; /* next word of the same term, by number, or NONE */
	/* Number of bodies with a word, by project: */
	uint32_t *project;    /* of each atom; n_projects if none */
	struct cx_str *names; /* names of projects, in order, escaped */
	uint32_t *bodies;     /* number of bodies by project */
	uint32_t n_projects;
	uint32_t *count; /* by project; 0 except while counting a word */
	uint32_t *seen;	 /* projects whose count is not 0 */
	uint32_t *stops; /* for stop words, CX_STOPWORDS per project */
	struct cx_buf text; /* the rest of the words' lines */
	size_t *at;	    /* by word number: offset in text, + 1 */
	struct unpacked room[3];
};

/* --- what was added --- */

/* The members of a record that a list covers, by the byte that names it in
 * `fieldwords`. */
enum field {
	FIELD_DESCRIPTION,
	FIELD_EXACT,
	FIELD_SCOPE,
	FIELD_HEADING,
	FIELD_PROJECT,
	FIELD_NAME,
	FIELD_PATH,
	FIELD_TAG,
	FIELD_DATE,
	FIELDS
};

/* A set of stop words, by their numbers. */
struct stopset {
	uint64_t bits[CX_STOPWORDS / 64];
};

/* Properties of an atom's texts. */
struct text_of_atom {
	/* Numbers of terms; those of the text are split into words and
	 * pairs. */
	uint32_t names, words, pairs;
	uint8_t body;	       /* the same for the body, at most CX_BODY_MAX */
	struct stopset stops;  /* of its body */
};

/*
 * Texts take most of the time, so a thread analyses them, batch by batch.  All
 * of this belongs to it until texts_end.
 */
struct texts {
	struct cx_worker *thread;
	struct cx_buf batch; /* enum cx_doc_piece, size_t length, bytes; ... */
	struct cx_analyzer *analyzer;
	struct pool pool;
	/* By word, before stemming.  A stop word has postings only where it
	 * counts: in names that have nothing else (analyze.h). */
	struct lists lists;
	struct text_of_atom *atom;
	size_t cap;
	uint32_t n; /* the current atom */
	struct cx_terms terms; /* scratch space */
	struct cx_terms named; /* words of the names, so far */
};

void cx_builder_texts_init(struct texts *t, struct cx_analyzer *analyzer);
/* Adds a piece of the current atom; the body ends it. */
void cx_builder_texts_add(void *texts, enum cx_doc_piece piece,
    struct cx_str s);
void cx_builder_texts_end(struct texts *t);
void cx_builder_texts_release(struct texts *t);

struct atom {
	uint32_t line_len;
	int32_t day;	 /* or NO_DAY */
	int32_t expires; /* the same */
	uint32_t status; /* or NONE: removed */
	uint32_t known;	 /* project, by number in known; NONE if not compared
			  * (doctext.h) */
	bool asks;	 /* the body ends with a question mark */
	size_t links_end; /* end offset in links; they begin where those of the
			   * previous atom end */
};

#define NO_DAY INT32_MIN

/* The atoms that have a key or link by it (build-keys.c). */
struct key_head {
	uint32_t atom; /* by order of arrival */
	uint32_t len;  /* of the key that follows; top bit: of a link */
};

struct keys {
	struct cx_buf text; /* heads and keys */
	size_t n;
	uint32_t atom; /* the current one; whether by a link */
	bool link;
	struct sorted_word *sorted;
	size_t n_sorted;
	uint64_t *atoms; /* space for those of one key */
	size_t atoms_cap;
};

/* Words of fields whose lists are then looked up together. */
#define FOUND 64

struct found {
	uint64_t key[CX_SHORT / 8];
	uint64_t hash;
	uint32_t number; /* NONE: that of the key */
	enum field field;
};

#define SEARCH_FILES 18

struct cx_search_build {
	const struct cx_config *config;
	enum cx_build what;
	struct texts texts;
	struct cx_analyzer *analyzer; /* of scopes */
	struct cx_analyzer *plain; /* for whole names: no stemming */
	struct cx_resolver *resolver;
	struct atom *atoms; /* by order of arrival */
	uint32_t n;
	size_t cap;
	struct cx_buf links; /* uint32_t length, bytes; ... */
	struct pool pool;	    /* of fields */
	struct lists field[FIELDS]; /* by term or by number in the map */
	struct cx_map words;	   /* of description, name and path */
	struct cx_shortmap short_words; /* to the number in words */
	struct found found[FOUND];
	unsigned n_found;
	struct cx_map projects, tags, statuses, exact, dates, headings;
	struct cx_map known; /* projects, as written and escaped */
	struct cx_map scopes; /* texts of scopes, ... */
	struct cx_terms scope_terms; /* their terms, ... */
	size_t *scope_end; /* by number: end of the terms of a scope */
	size_t scope_cap;
	struct keys keys; /* of a base */
	struct cx_arena arena; /* keys of the maps */
	struct cx_terms terms; /* scratch space */
	struct cx_buf lower, escaped; /* scratch space */
	struct cx_str last_name; /* the last one added to exact */

	/* For writing: */
	uint32_t *order;  /* final number to number of arrival */
	uint32_t *rank;   /* the inverse; NULL if in order already */
	uint32_t n_final; /* atoms that were not removed */
	uint32_t *status_number; /* by number in statuses */
	struct cx_str *status_names;
	uint32_t n_statuses;
	struct cx_graph graph;
	struct cx_graph_near *near;
	struct words w;
	struct cx_buf fields_text, fieldwords_text, links_text, keys_text;
	struct cx_worker *prepare, *connect;
	bool prepared;
	struct cx_search_sums sums;
	uint64_t n_terms;
	struct file {
		const char *name;
		uint64_t bytes;
	} files[SEARCH_FILES];
	size_t n_files;
};

/* Sorts the words, in cx_builder_finalize. */
void cx_builder_words(struct cx_search_build *b);
/* Returns the postings of the i-th word, empty if it is not a term, valid until
 * the next call, and counts the bodies with its words. */
const struct unpacked *cx_builder_term(struct cx_search_build *b, size_t i);
/* After all terms, append the lines of `bodywords`: of the projects, and of the
 * i-th word, if it is in a body. */
void cx_builder_print_projects(struct cx_search_build *b, struct cx_buf *out);
void cx_builder_print_word(struct cx_search_build *b, size_t i,
    struct cx_buf *out);
void cx_builder_words_release(struct words *w);
/* Record the keys of an atom, and of links: all links of an atom, or one
 * target. */
void cx_builder_own_keys(struct keys *k, uint32_t atom,
    const struct cx_record *rec);
void cx_builder_link_keys(struct keys *k, uint32_t atom, struct cx_str target);
/* Prints linkkeys and forgets the keys. */
void cx_builder_print_keys(struct cx_search_build *b);
void cx_builder_keys_release(struct keys *k);

/* Computes the members "for writing" (build-finalize.c): numbers and words
 * ... */
void cx_builder_finalize(struct cx_search_build *b);
/* ... and afterwards neighbours and what follows.  This may run in parallel
 * with cx_builder_term and cx_builder_print_word. */
void cx_builder_connect(struct cx_search_build *b);
/* A part of it: the texts of fields and fieldwords. */
void cx_builder_fields(struct cx_search_build *b);

#endif
