/*
 * check.h: shared by the parts of cx-check.
 *
 * rules.c has the rules and their severities; findings.c collects findings and
 * prints them in order.  Records come from the vault (vault.c) or from a stream
 * (stream.c), each with the text of its file (text.c).  scan-text.c and
 * near-duplicates.c check texts by themselves in other threads, because that is
 * most of the work; then add-note.c passes the records one by one and in order
 * to fields.c, dates.c, names.c, dense.c, near-duplicates.c and drift.c.  After
 * the last record, links.c checks the vault and drift.c its index, in its own
 * thread.
 */
#ifndef CX_CHECK_CHECK_H
#define CX_CHECK_CHECK_H

#include "lib/config/config.h"
#include "lib/yaml/front.h"
#include "lib/base/map.h"
#include "lib/json/print.h"
#include "lib/link/external.h"
#include "lib/secret/secrets.h"
#include "lib/file/vault.h"

enum severity {
	OFF,
	INFO,
	WARNING,
	ERROR
};

/* In the order of the table in rules.c. */
/* The name that Claude Code and others give to the list of an agent's
 * memories. */
#define MEMORY_FILE "MEMORY.md"

enum rule {
	NO_FRONT_MATTER, MISSING_FIELD, BAD_ID, DUPLICATE_ID, UNKNOWN_TYPE,
	UNKNOWN_STATUS, UNKNOWN_PROJECT, BAD_DATE, DATE_ORDER, FUTURE_DATE,
	OUT_OF_RANGE, UNKNOWN_RULE,
	YAML_INVALID, FRONT_INVALID, COMMENT_ONLY, NOT_READ, DUPLICATE_KEY,
	UNTERMINATED, NOT_A_MAPPING,
	COMPLEX_KEY, ALIAS, TAG, DOCUMENTS, TOO_DEEP, TOO_LARGE, NOT_A_NUMBER,
	WRONG_TYPE, UTF8, UTF16, NUL_BYTE, CONTROL, PROBLEM,
	BROKEN_LINK, BROKEN_REFERENCE, AMBIGUOUS_LINK, MISSING_HEADING,
	MISSING_BLOCK,
	DUPLICATE_NOTE, SIMILAR_NOTE, CONFLICT_MARKER, SECRET, EXAMPLE,
	BAD_MARKER, EXPIRED, STALE,
	CASE_TWIN, BAD_NAME, NO_FILE, INDEX_STALE, INDEX_DAMAGED,
	COMPROMISED, ANTI_PATTERN, FEW_ALTERNATIVES, MISSING_SECTION,
	OVER_CAP, NO_CONTENTS, UNLISTED, MISSION_CHANGED, MILESTONE_LOST,
	RULES
};

/* Fields required of every atom; one bit each in struct text. */
enum field {
	ID, NAME, TYPE, PROJECT, STATUS, CREATED, UPDATED, TAGS, LINKS, FIELDS
};

/* A place in a file; line 0: the file as a whole. */
struct spot {
	uint32_t line, col;
};

/* The kind of an atom in a dense-context project, by its path (dense.c). */
enum kind {
	PLAIN, EXPERIMENT, KNOWLEDGE, PATTERN, DECISION
};

struct atom {
	struct cx_str path;
	uint64_t muted; /* a bit for each rule disabled in the file */
	size_t first, end; /* its edges */
	bool chosen;	   /* report its findings */
	bool file;	   /* it has a file in the vault */
	bool invalid;	   /* its status is invalidated */
	struct cx_str by;  /* ... by this, or "" if unstated */
	unsigned places;   /* number of places in code among its evidence */
	unsigned char kind; /* enum kind */
};

struct edge {
	struct cx_str target;
	bool soft;
	bool source; /* evidence or source-experiments */
};

/* The text of an atom: its file, or the body in its record. */
struct text {
	struct cx_str all;
	size_t body;	 /* where the body begins */
	uint32_t before; /* lines of the file that precede all */
	bool file;	 /* all is a file; the members below are valid */
	bool fenced;	 /* it has front matter */
	bool flawed;	 /* it has a problem */
	uint32_t there, full; /* fields in front matter; non-empty ones */
	struct texts *by; /* its reader; NULL: not by text_read */
	unsigned front;	 /* its number in by */
	size_t seen;	 /* text_spot has counted up to here */
	/* The first multi-line comment after from. */
	size_t from, open, close;
	struct spot at;
};

/* Hashes of the visible text for near-duplicates.c; see there. */
#define SKETCH 64
struct sketch {
	uint64_t whole; /* of everything but white space */
	size_t seen; /* number of visible words; least covers these */
	uint32_t least[SKETCH]; /* UINT32_MAX: none */
};

/* Atoms never move, for the thread that reads texts. */
#define CHUNK_BITS 16
#define CHUNK (UINT32_C(1) << CHUNK_BITS)
#define CHUNKS (1U << (32 - CHUNK_BITS))

struct alike;
struct dense;
struct drift;

/* Maps a key to the first atom that has it. */
struct firsts {
	struct cx_map keys;
	uint32_t *atom;
	size_t cap;
};

struct check {
	const struct cx_config *config;
	struct cx_vault vault; /* .path is NULL if there is none */
	struct cx_arena arena;
	struct cx_resolver *resolver;
	struct cx_external *elsewhere;
	struct atom *chunk[CHUNKS]; /* of atoms, see atom_at */
	uint32_t n;
	struct edge *edge;
	size_t n_edge, edge_cap;
	bool choosing;	       /* only some files were requested */
	struct cx_map chosen;  /* their paths */
	struct cx_map touched; /* keys of what was added, changed or removed */
	struct cx_map fields; /* keys of front matter for a field */
	uint32_t *field_bits;
	size_t field_cap;
	struct firsts ids, names;
	struct cx_secret_shape *shape;
	size_t n_shape;
	struct alike *alike;
	struct dense *dense;
	struct drift *drift;
	struct cx_buf key; /* scratch */
};

static inline struct atom *
atom_at(const struct check *c, uint32_t n)
{
	return &c->chunk[n >> CHUNK_BITS][n & (CHUNK - 1)];
}

/* Returns the first atom with the key, which is this one if the key is new. */
static inline uint32_t
first_of(struct check *c, struct firsts *f, struct cx_str key, uint32_t atom)
{
	const uint32_t n = f->keys.n, k = cx_map_intern(&f->keys, &c->arena,
	    key);

	CX_GROW(f->atom, k, f->cap);
	if (k == n)
		f->atom[k] = atom;
	return f->atom[k];
}

/* rules.c */
void rules_init(const struct cx_config *config, const char *only);
enum severity rule_severity(enum rule r);
const char *rule_code(enum rule r);
const char *severity_name(enum severity s);
/* Returns RULES if there is none. */
enum rule rule_find(struct cx_str code);
void rules_print(void);

/* findings.c */

/* Add a member, besides the message, to the next finding. */
void with_str(const char *name, struct cx_str value);
void with_int(const char *name, int64_t value);
/* Adds a correction that cx-edit can make: {"fix":{"field":"value"}}. */
void with_fix(struct cx_str field, struct cx_str value);
/* Adds a finding, unless its rule is off, in general or for this file. */
void report(const struct check *c, uint32_t atom, struct spot at, enum rule r,
    const char *fmt, ...) CX_PRINTF(5, 6);
/* The same even if the file was not chosen. */
void report_anyway(const struct check *c, uint32_t atom, struct spot at,
    enum rule r, const char *fmt, ...) CX_PRINTF(5, 6);
/* Adds a finding about a path that is not an atom. */
void report_at(struct cx_str path, struct spot at, enum rule r, const char *fmt,
    ...) CX_PRINTF(4, 5);
/* For findings about an atom whose number is not known yet: note appends one to
 * notes, in any thread; report_notes adds them. */
void note(struct cx_buf *notes, struct spot at, enum rule r, const char *fmt,
    ...) CX_PRINTF(4, 5);
void report_notes(const struct check *c, uint32_t atom, struct cx_str notes);
/* Suppresses findings of these rules, one bit each, on a line.  Must not be
 * called while findings are added. */
void report_ignore(uint32_t atom, uint32_t line, uint64_t rules);
/* Returns which of two similar atoms to report: the later one, if it is
 * chosen. */
uint32_t pair_spot(const struct check *c, uint32_t *other, uint32_t atom);
/* Prints all findings; raises CX_NO if one has at least severity red. */
void findings_print(const struct check *c, enum severity red);

/* vault.c: reads all files of the vault, in several threads. */
void check_vault(struct check *c);

/* stream.c: reads the records of FILEs. */
void check_stream(struct check *c, char *const *files, int n);

/* take.c */
/* Adds the next atom and returns its number. */
uint32_t add_note(struct check *c, const struct cx_record *rec, struct text *t);
/* Marks links to this record for checking. */
void add_keys(struct check *c, const struct cx_record *rec);

/* text.c */
/* Creates a reader for a thread that reads files concurrently; NULL is the
 * default reader. */
struct texts *texts_new(void);
void texts_free(struct texts *r);
/* Reads the text of an atom's file; returns false if it cannot be read. */
bool text_read(struct texts *r, const struct check *c, struct cx_str path,
    struct text *t);
/* Makes the text of a file whose front matter was read. */
void text_of(const struct check *c, struct cx_str all,
    const struct cx_front *front, struct text *t);
/* Makes the text from the body of a record, if there is no file. */
void text_of_record(const struct cx_record *rec, struct text *t);
void text_release(void);
/* Goes back to the beginning of t->all. */
void text_begin(struct text *t);
/* Returns line and column of an offset; linear over all calls that go
 * forward. */
struct spot text_spot(struct text *t, size_t at);
/* Whether an offset is in an Obsidian %%comment%% or in a Liquid comment.
 * Linear over all calls that go forward. */
bool text_hidden(struct text *t, size_t at);
/* Whether the link [from, to) is the header of a TOML table. */
bool text_table(const struct text *t, size_t from, size_t to);
/* Rereads the front matter of a file, because few atoms have findings in it.
 * Returns NULL if there is no file; valid until the next call. */
const struct cx_front *text_front(const struct text *t);
/* Returns the place of a node of text_front. */
struct spot text_front_spot(const struct text *t, const struct cx_json *node);
/* Returns the target of an unquoted [[link]] there, or "". */
struct cx_str text_bare_link(const struct text *t, const struct cx_json *node);
/* Returns the place of a field in front matter. */
struct spot field_spot(const struct check *c, const struct text *t,
    const char *field);

/* ignored.c: collects the check-ignore lines in out, in any thread; passes them
 * to findings.c. */
void ignored_look(struct text *t, struct cx_buf *out);
void ignored_looked(uint32_t atom, struct cx_str what);

/* near.c: appends what a broken link may mean, "a.md, b.md or c.md", or nothing
 * if no note has a similar name; one thread at a time. */
void near_put(const struct check *c, struct cx_str target,
    struct cx_buf *out);
void near_release(void);

/* fields.c */
void fields_init(struct check *c);
void check_fields(struct check *c, uint32_t atom, const struct cx_record *rec,
    const struct text *t);
void check_dates(struct check *c, uint32_t atom, const struct cx_record *rec,
    const struct text *t);
void check_name(struct check *c, uint32_t atom);

/* scan-text.c: checks a text by itself, in any thread, and appends the results
 * to out; looked turns them into findings and compares them with other
 * atoms. */
void look(const struct check *c, struct text *t, struct cx_buf *out);
void looked(struct check *c, uint32_t atom, struct cx_str what);

/* near-duplicates.c: sketches a body. */
void sketch_make(struct sketch *s, struct cx_str body);

struct alike *alike_new(void);
void alike_add(struct alike *a, struct check *c, uint32_t atom,
    const struct sketch *s);
void alike_free(struct alike *a);
/* Whether one of two paths is in a version that Docusaurus keeps, and the other
 * is not in that: it is a copy of all, with its ids. */
bool other_version(struct cx_str a, struct cx_str b);

void check_links(struct check *c);

/* anchors.c: collects the links of a text with an anchor, in any thread; stores
 * those of an atom, in one thread; reports the broken ones. */
void anchors_look(const struct check *c, struct text *t, struct cx_buf *out);
void anchors_looked(uint32_t atom, struct cx_str what);
void check_anchors(struct check *c);

/* dense.c: the rules of dense-context projects. */
enum kind dense_kind(struct cx_str path);
/* Appends to list what an atom of this kind lacks. */
void dense_required(struct cx_buf *list, enum kind kind,
    const struct cx_record *rec, const struct text *t);
bool dense_status(struct cx_str status);
void dense_add(struct check *c, uint32_t atom, const struct cx_record *rec,
    const struct text *t);
/* After the last record: checks directories and sources. */
void dense_check(struct check *c);

/* drift.c: compares an index with the stream and checks it for damage. */
struct drift *drift_new(const char *dir);
/* Adds a record, in the order of the stream; path must outlive d. */
void drift_add(struct drift *d, struct cx_str path,
    const struct cx_record *rec);
void drift_check(struct drift *d);
void drift_free(struct drift *d);

#endif
