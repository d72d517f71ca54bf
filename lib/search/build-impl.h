/*
 * build-impl.h: what the writer of the search set has in memory;
 * private to build*.c.
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

/* Asks memory for what stands at p; of what is gone through in an order that
 * is not that of memory, so many elements ahead. */
#define AHEAD 16
#ifdef __GNUC__
#define AHEAD_OF(p) __builtin_prefetch(p)
#else
#define AHEAD_OF(p) ((void)(p))
#endif

/* --- posting lists (build-list.c) --- */

/*
 * A list under construction: of each posting a varint of twice the distance
 * to the document before, plus 1 if that one's frequencies are not the usual
 * ones, once in its body, and so follow.  Those of the last document stand
 * here only, as they may still grow.  Bytes are in chunks that are chained in
 * the pool; a list of one posting, as most are, has none.
 */
struct list {
	uint32_t head;	/* the first chunk */
	uint32_t chunk; /* the last */
	uint16_t used;	/* bytes of it */
	uint16_t size;	/* 0: no chunk */
	uint32_t doc;	/* the last */
	/* Twice how often its text has it, minus 1 if its body does. */
	uint32_t text;
	uint32_t names, labels;
	uint8_t sort; /* of the word; enum word_sort */
	bool some;    /* there is a posting */
};

/* What is known of a word, besides: stop words are numbered from WORD_STOP. */
enum word_sort {
	WORD_NEW,
	WORD_PLAIN,
	WORD_PAIR, /* or a single character, of analyze.h */
	WORD_STOP
};
_Static_assert(WORD_STOP + CX_STOPWORDS <= UINT8_MAX, "sorts of words");

/* Chunks are numbered in units of so many bytes. */
#define CX_SB_UNIT 8
struct pool {
	unsigned char *s;
	size_t n;
	size_t cap;
};

/* Lists by number; those not there are empty. */
struct lists {
	struct list *v;
	size_t n;
	size_t cap;
};

struct posting {
	uint32_t doc;
	uint32_t text, names, labels;
};

/* Room to take a list out into. */
struct unpacked {
	struct cx_buf bytes;
	struct posting *v;
	size_t n;
	size_t cap;
};

struct list *cx_builder_list(struct lists *l, uint32_t number);
void cx_builder_lists_release(struct lists *l);
void cx_builder_pool_release(struct pool *pool);
/* Asks memory for what the next to be added goes to. */
static inline void
cx_builder_soon(const struct pool *pool, const struct list *l)
{
	if (l->size)
		AHEAD_OF(pool->s + (size_t)l->chunk * CX_SB_UNIT + l->used);
}

/* The same for who will take the list out. */
static inline void
cx_builder_unpack_soon(const struct pool *pool, const struct list *l)
{
	if (l->size)
		AHEAD_OF(pool->s + (size_t)l->head * CX_SB_UNIT);
}

/* The document has no posting yet. */
void cx_builder_next_doc(struct pool *pool, struct list *l, uint32_t doc);
/* Where a document has it once more; the body comes last.  Documents come in
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
/* The document has it, which counts once. */
void cx_builder_add_once(struct pool *pool, struct list *l, uint32_t doc);
/* Takes the list out, with `text` as it is in struct list.  rank gives the
 * documents' final numbers, NONE for those to be left out; NULL: they are
 * final. */
void cx_builder_unpack(const struct pool *pool, const struct list *l,
    const uint32_t *rank, struct unpacked *out);
void cx_builder_unpacked_release(struct unpacked *u);
/* Adds a list's postings to those that are in `into`, which stay ascending;
 * of a document in both frequencies are summed.  room is used. */
void cx_builder_merge(struct unpacked *into, const struct unpacked *more,
    struct unpacked *room);
/* Appends the lines of postings, ascending: "HEAD FIRST GAP...". */
void cx_builder_print(struct cx_buf *out, struct cx_str head,
    const struct posting *v, size_t n);

/* Where the postings of a word are. */
struct place {
	uint32_t df;
	uint64_t offset, bytes;
};

/* Appends " DF OFFSET BYTES". */
void cx_builder_print_place(struct cx_buf *out, const struct place *p);
/* Writes n at `at`, where there is room for CX_SB_NUMBER bytes; gives where
 * it ends. */
#define CX_SB_NUMBER 10
char *cx_builder_put_number(char *at, uint32_t n);

/* --- a dictionary's words in byte order --- */

struct sorted_word {
	uint64_t prefix;
	struct cx_str word;
	uint32_t number;
	uint32_t more; /* the caller's */
};

void cx_builder_sort(struct sorted_word *v, size_t n);

/* --- words of texts (build-words.c) --- */

struct words {
	/* Words and terms; `more` is of a term its first word, or NONE. */
	struct sorted_word *sorted;
	size_t n;
	uint32_t *next; /* word of the same term, by number; NONE */
	/* Bodies that have a word, by project: */
	uint32_t *project;    /* of each atom; n_projects: of none */
	struct cx_str *names; /* of projects, in order, escaped */
	uint32_t *bodies;     /* of projects: how many there are */
	uint32_t n_projects;
	uint32_t *count; /* by project; 0 but while one word is counted */
	uint32_t *seen;	 /* projects that are not 0 */
	uint32_t *stops; /* the same of stop words, CX_STOPWORDS a project */
	struct cx_buf text; /* what follows the words in their lines */
	size_t *at;	    /* by number of word: where in text, + 1 */
	struct unpacked room[3];
};

/* --- what has been added --- */

/* In which members of a record a list is about; by the byte that names it in
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

/* What is known of an atom's texts. */
struct text_of_atom {
	/* Numbers of terms; those of the text are words and pairs. */
	uint32_t names, words, pairs;
	uint8_t body;	       /* the same of the body, at most CX_BODY_MAX */
	struct stopset stops;  /* of its body */
};

/*
 * The texts take most of the time, so a thread analyses them, a batch after
 * the other.  All of this is its own until texts_end.
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
	uint32_t n; /* the atom at hand */
	struct cx_terms terms; /* room */
	struct cx_terms named; /* words of the names, so far */
};

void cx_builder_texts_init(struct texts *t, struct cx_analyzer *analyzer);
/* A piece of the atom at hand; the body ends it. */
void cx_builder_texts_add(void *texts, enum cx_doc_piece piece,
    struct cx_str s);
void cx_builder_texts_end(struct texts *t);
void cx_builder_texts_release(struct texts *t);

struct atom {
	uint32_t line_len;
	int32_t day;	 /* NO_DAY */
	int32_t expires; /* the same */
	uint32_t status; /* NONE: taken out */
	uint32_t known;	 /* project, by number in known; NONE: compared with
			  * nothing (doctext.h) */
	bool asks;	 /* the body ends with a question mark */
	size_t links_end; /* offset in links; they begin where those of the
			   * one before end */
};

#define NO_DAY INT32_MIN

/* Who has a key or links by it (build-keys.c). */
struct key_head {
	uint32_t atom; /* by order of coming */
	uint32_t len;  /* of the key, which follows; the top bit: a link's */
};

struct keys {
	struct cx_buf text; /* heads and keys */
	size_t n;
	uint32_t atom; /* at hand, and how */
	bool link;
	struct sorted_word *sorted;
	size_t n_sorted;
	uint64_t *atoms; /* room for those of one key */
	size_t atoms_cap;
};

/* Words of fields, whose lists are then found together. */
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
	struct cx_analyzer *plain; /* of whole names: without stems */
	struct cx_resolver *resolver;
	struct atom *atoms; /* by order of coming */
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
	size_t *scope_end; /* and by number where those of one end */
	size_t scope_cap;
	struct keys keys; /* of a base */
	struct cx_arena arena; /* keys of the maps */
	struct cx_terms terms; /* room */
	struct cx_buf lower, escaped; /* room */
	struct cx_str last_name; /* that was added to exact */

	/* For writing: */
	uint32_t *order;  /* final number to number of coming */
	uint32_t *rank;   /* the inverse; NULL when all is in order */
	uint32_t n_final; /* atoms that were not taken out */
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

/* Sorts the words, in cx_builder_finalize; */
void cx_builder_words(struct cx_search_build *b);
/* gives the postings of the i-th, none if it is not a term, good until the next
 * call, and counts in how many bodies its words are; */
const struct unpacked *cx_builder_term(struct cx_search_build *b, size_t i);
/* after all terms, appends the lines of `bodywords`: the projects, and that
 * of the i-th, if it is in a body. */
void cx_builder_print_projects(struct cx_search_build *b, struct cx_buf *out);
void cx_builder_print_word(struct cx_search_build *b, size_t i,
    struct cx_buf *out);
void cx_builder_words_release(struct words *w);
/* Notes the keys of an atom, and of links: all of an atom's, or one target. */
void cx_builder_own_keys(struct keys *k, uint32_t atom,
    const struct cx_record *rec);
void cx_builder_link_keys(struct keys *k, uint32_t atom, struct cx_str target);
/* Prints linkkeys; the keys are forgotten. */
void cx_builder_print_keys(struct cx_search_build *b);
void cx_builder_keys_release(struct keys *k);

/* Finds out what is "for writing" (build-finalize.c): numbers and words; ... */
void cx_builder_finalize(struct cx_search_build *b);
/* ... after that, neighbours and what is below.  It may be done beside
 * cx_builder_term and cx_builder_print_word. */
void cx_builder_connect(struct cx_search_build *b);
/* Of it, the texts of fields and fieldwords. */
void cx_builder_fields(struct cx_search_build *b);

#endif
