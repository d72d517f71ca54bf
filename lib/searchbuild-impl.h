/*
 * searchbuild-impl.h: what the writer of the search set has in memory;
 * private to searchbuild*.c.
 */
#ifndef CX_SEARCHBUILD_IMPL_H
#define CX_SEARCHBUILD_IMPL_H

#include "lib/analyze.h"
#include "lib/graph.h"
#include "lib/handover.h"
#include "lib/map.h"
#include "lib/resolve.h"
#include "lib/searchbuild.h"
#include "lib/searchset.h"
#include "lib/shortmap.h"

#define NONE UINT32_MAX

/* --- posting lists (searchbuild-list.c) --- */

/*
 * A list under construction: of each posting a varint of twice the distance
 * to the document before, plus 1 if that one's tf is above 1 and so follows.
 * The tf of the last document stands here only, as it may still grow.  Bytes
 * are in chunks that are chained in the pool.
 */
struct list {
	uint32_t head;	/* the first chunk */
	uint32_t chunk; /* the last */
	uint16_t used;	/* bytes of it */
	uint16_t size;
	uint32_t doc; /* the last */
	uint32_t tf;
	uint32_t n; /* postings */
};

/* Chunks are numbered in units of 8 bytes. */
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
	uint32_t tf;
};

/* Room to take a list out into. */
struct unpacked {
	struct cx_buf bytes;
	struct posting *v;
	size_t n;
	size_t cap;
};

struct list *cx_sb_list(struct lists *l, uint32_t number);
/* The document has it once more.  Documents come in ascending order. */
void cx_sb_add(struct pool *pool, struct list *l, uint32_t doc);
/* The document has it, which counts once. */
void cx_sb_add_once(struct pool *pool, struct list *l, uint32_t doc);
/* Takes the list out.  rank gives the documents' final numbers, NONE for
 * those to be left out; NULL: they are final. */
void cx_sb_unpack(const struct pool *pool, const struct list *l,
    const uint32_t *rank, struct unpacked *out);
void cx_sb_unpacked_release(struct unpacked *u);
/* Appends the lines of postings, ascending: "HEAD FIRST MAXTF GAP...". */
void cx_sb_print(struct cx_buf *out, struct cx_str head,
    const struct posting *v, size_t n);

/* Where the postings of a word are. */
struct place {
	uint32_t df;
	uint64_t offset, bytes;
};

/* Appends " DF OFFSET BYTES". */
void cx_sb_print_place(struct cx_buf *out, const struct place *p);

/* --- a dictionary's words in byte order --- */

struct sorted_word {
	uint64_t prefix;
	struct cx_str word;
	uint32_t number;
};

void cx_sb_sort(struct sorted_word *v, size_t n);

/* --- what has been added --- */

/* In which members of a record a list is about; by the byte that names it in
 * `fieldwords`. */
enum field {
	FIELD_DESCRIPTION,
	FIELD_TAG_TERM,
	FIELD_PROJECT,
	FIELD_NAME,
	FIELD_PATH,
	FIELD_TAG,
	FIELD_DATE_TERM,
	FIELDS
};

/*
 * The texts take most of the time, so a thread analyses them, a batch after
 * the other.  All of this is its own until texts_end.
 */
struct texts {
	struct cx_handover *thread;
	struct cx_buf batch; /* size_t length, bytes; ... of name and body */
	struct cx_analyzer *analyzer;
	struct pool pool;
	struct lists lists; /* by term */
	uint32_t *length;   /* by atom: number of terms */
	size_t cap;
	uint32_t n;
	struct cx_terms terms; /* room */
};

void cx_sb_texts_init(struct texts *t, struct cx_analyzer *analyzer);
void cx_sb_texts_add(struct texts *t, struct cx_str name, struct cx_str body);
void cx_sb_texts_end(struct texts *t);
void cx_sb_texts_release(struct texts *t);

struct atom {
	uint32_t line_len;
	int32_t day;	 /* NO_DAY */
	int32_t expires; /* the same */
	uint32_t status; /* NONE: taken out */
	bool sibling;	 /* only its text, in its folder */
	size_t links_end; /* offset in links; they begin where those of the
			   * one before end */
};

#define NO_DAY INT32_MIN

/* Who has a key or links by it (searchbuild-keys.c). */
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

#define SEARCH_FILES 20

struct cx_search_build {
	const struct cx_config *config;
	enum cx_build what;
	struct texts texts;
	struct cx_analyzer *analyzer; /* of tags and dates */
	struct cx_resolver *resolver;
	struct atom *atoms; /* by order of coming */
	uint32_t n;
	size_t cap;
	struct cx_buf links; /* uint32_t length, bytes; ... */
	struct pool pool;	    /* of fields */
	struct lists field[FIELDS]; /* by term or by number in the map */
	struct cx_map words;	   /* of description, name and path */
	struct cx_shortmap short_words; /* to the number in words */
	struct cx_map projects, tags, statuses;
	struct keys keys; /* of a base */
	struct cx_map named; /* folders of a delta */
	struct cx_arena arena; /* keys of the maps */
	struct cx_terms terms; /* room */
	struct cx_buf lower;   /* room */

	/* For writing: */
	uint32_t *order;  /* final number to number of coming */
	uint32_t *rank;   /* the inverse; NULL when all is in order */
	uint32_t n_final; /* atoms that were not taken out; siblings follow */
	uint32_t n_all;	  /* and with them */
	uint32_t *folder; /* by final number; NONE */
	uint32_t *named_number; /* of a named folder; NONE */
	uint32_t n_folders;
	uint64_t *folder_length;
	uint32_t *status_number; /* by number in statuses */
	struct cx_str *status_names;
	uint32_t n_statuses;
	struct cx_graph graph;
	struct cx_graph_near *near;
	struct sorted_word *terms_sorted; /* of texts */
	size_t n_sorted;
	struct cx_buf fields_text, fieldwords_text;
	struct cx_handover *prepare;
	bool prepared;
	uint64_t length, folders_length, n_terms;
	struct file {
		const char *name;
		uint64_t bytes;
	} files[SEARCH_FILES];
	size_t n_files;
};

/* Notes the keys of an atom, and of links: all of an atom's, or one target. */
void cx_sb_own_keys(struct keys *k, uint32_t atom,
    const struct cx_record *rec);
void cx_sb_link_keys(struct keys *k, uint32_t atom, struct cx_str target);
void cx_sb_sort_keys(struct cx_search_build *b);
/* Appends the lines of the key at *at to linkkeys, and goes on to the next;
 * false at the end. */
bool cx_sb_print_key(struct cx_search_build *b, size_t *at,
    struct cx_buf *out);
void cx_sb_keys_release(struct keys *k);

/* Finds out all that is "for writing" (searchbuild-settle.c): ... */
void cx_sb_settle(struct cx_search_build *b);
/* ... of it, the text of fields and fieldwords. */
void cx_sb_fields(struct cx_search_build *b);

#endif
