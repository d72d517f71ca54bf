/*
 * check.h: the parts of cx-check.
 *
 * rules.c knows the rules and their severities, findings.c keeps what was
 * found and prints it in order.  Records come from the vault (vault.c) or
 * from a stream (stream.c), each with the text of its file (text.c).  What a
 * text shows by itself, look.c and near-duplicates.c find in other threads,
 * for it is most of the work; then take.c shows the record, one after the
 * other and in order, to fields.c, dates.c, names.c, dense.c,
 * near-duplicates.c and drift.c.  When all are read, links.c looks at the
 * vault, and drift.c at its index, in a thread of its own.
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
/* What Claude Code and others call the list of an agent's memories. */
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

/* What every atom has to have; a bit each in struct text. */
enum field {
	ID, NAME, TYPE, PROJECT, STATUS, CREATED, UPDATED, TAGS, LINKS, FIELDS
};

/* Where something stands; line 0: about the whole file. */
struct spot {
	uint32_t line, col;
};

/* What an atom is in a dense-context project, by its path (dense.c). */
enum kind {
	PLAIN, EXPERIMENT, KNOWLEDGE, PATTERN, DECISION
};

struct atom {
	struct cx_str path;
	uint64_t muted; /* a bit for each rule that the file switches off */
	size_t first, end; /* its edges */
	bool chosen;	   /* its findings are wanted */
	bool file;	   /* there is one in the vault */
	bool invalid;	   /* its status is invalidated */
	struct cx_str by;  /* ... by this; "" where it does not say */
	unsigned places;   /* evidence that is a place in code */
	unsigned char kind; /* enum kind */
};

struct edge {
	struct cx_str target;
	bool soft;
	bool source; /* evidence or source-experiments */
};

/* The text of an atom: its file, or the body that its record has. */
struct text {
	struct cx_str all;
	size_t body;	 /* where it begins */
	uint32_t before; /* lines of the file that are not in all */
	bool file;	 /* all is a file's, and known is what follows */
	bool fenced;	 /* it has front matter */
	bool flawed;	 /* there is a problem with it */
	uint32_t there, full; /* fields of front matter; not empty ones */
	struct texts *by; /* NULL: not read by text_read */
	unsigned front;	 /* its number there */
	size_t seen;	 /* text_spot has counted up to here */
	/* The first comment of several lines after from. */
	size_t from, open, close;
	struct spot at;
};

/* What a reader sees of a text, for near-duplicates.c; see there. */
#define SKETCH 64
struct sketch {
	uint64_t whole; /* of all but white space */
	size_t seen; /* words that a reader sees; least is of these */
	uint32_t least[SKETCH]; /* UINT32_MAX: none */
};

/* Atoms stay where they are, for the thread that reads texts. */
#define CHUNK_BITS 16
#define CHUNK (UINT32_C(1) << CHUNK_BITS)
#define CHUNKS (1U << (32 - CHUNK_BITS))

struct alike;
struct dense;
struct drift;

/* Which atom was the first to have a key. */
struct firsts {
	struct cx_map keys;
	uint32_t *atom;
	size_t cap;
};

struct check {
	const struct cx_config *config;
	struct cx_vault vault; /* .path is NULL when there is none */
	struct cx_arena arena;
	struct cx_resolver *resolver;
	struct cx_external *elsewhere;
	struct atom *chunk[CHUNKS]; /* of atoms, see atom_at */
	uint32_t n;
	struct edge *edge;
	size_t n_edge, edge_cap;
	bool choosing;	       /* only some files were asked for */
	struct cx_map chosen;  /* their paths */
	struct cx_map touched; /* keys of what came, changed or went */
	struct cx_map fields; /* keys of front matter that give one */
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

/* The atom that has the key; this one if it is the first. */
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
/* RULES when there is none. */
enum rule rule_find(struct cx_str code);
void rules_print(void);

/* findings.c */

/* A member of the next finding besides its message. */
void with_str(const char *name, struct cx_str value);
void with_int(const char *name, int64_t value);
/* What cx-edit may set to mend it: {"fix":{"field":"value"}}. */
void with_fix(struct cx_str field, struct cx_str value);
/* Keeps a finding, unless its rule is off, for all or for this file. */
void found(const struct check *c, uint32_t atom, struct spot at, enum rule r,
    const char *fmt, ...) CX_PRINTF(5, 6);
/* The same also when the file was not chosen. */
void found_anyway(const struct check *c, uint32_t atom, struct spot at,
    enum rule r, const char *fmt, ...) CX_PRINTF(5, 6);
/* About a path that is not an atom. */
void found_at(struct cx_str path, struct spot at, enum rule r, const char *fmt,
    ...) CX_PRINTF(4, 5);
/* A finding about an atom whose number is not known yet: appended to notes,
 * in any thread.  found_notes finds them. */
void note(struct cx_buf *notes, struct spot at, enum rule r, const char *fmt,
    ...) CX_PRINTF(4, 5);
void found_notes(const struct check *c, uint32_t atom, struct cx_str notes);
/* Findings of these rules, a bit for each, on the line are not wanted.  Not
 * while findings are kept. */
void found_ignore(uint32_t atom, uint32_t line, uint64_t rules);
/* Which of two that are alike is to be named: the later, if it is chosen. */
uint32_t pair_spot(const struct check *c, uint32_t *other, uint32_t atom);
/* Prints all; raises CX_NO if one has the severity or a worse one. */
void findings_print(const struct check *c, enum severity red);

/* vault.c: all files of the vault, in several threads. */
void check_vault(struct check *c);

/* stream.c: the records of FILEs. */
void check_stream(struct check *c, char *const *files, int n);

/* take.c */
/* The next atom gets this number. */
uint32_t take(struct check *c, const struct cx_record *rec, struct text *t);
/* What links to this record is to be looked at. */
void take_keys(struct check *c, const struct cx_record *rec);

/* text.c */
/* Who reads files beside another thread that does; NULL is for the rest. */
struct texts *texts_new(void);
void texts_free(struct texts *r);
/* The text of an atom's file; false when it cannot be read. */
bool text_read(struct texts *r, const struct check *c, struct cx_str path,
    struct text *t);
/* The text of a file whose front matter was read. */
void text_of(const struct check *c, struct cx_str all,
    const struct cx_front *front, struct text *t);
/* The body of a record, when there is no file. */
void text_of_record(const struct cx_record *rec, struct text *t);
void text_release(void);
/* To the beginning of t->all. */
void text_begin(struct text *t);
/* Line and column of an offset; linear over all calls that go forward. */
struct spot text_spot(struct text *t, size_t at);
/* Whether it stands in %%a comment%% of Obsidian, or in one of Liquid that
 * begins and ends on its line.  Linear over all calls that go forward. */
bool text_hidden(struct text *t, size_t at);
/* Whether the link [from, to) is the head of a table of TOML. */
bool text_table(const struct text *t, size_t from, size_t to);
/* The front matter of a file, read again: few atoms have a finding in it.
 * NULL when there is no file; good until the next call. */
const struct cx_front *text_front(const struct text *t);
/* Where a node of what text_front gave stands. */
struct spot text_front_spot(const struct text *t, const struct cx_json *node);
/* The target of an unquoted [[link]] there; "" if the node is none. */
struct cx_str text_bare_link(const struct text *t, const struct cx_json *node);
/* Where a field stands in front matter. */
struct spot field_spot(const struct check *c, const struct text *t,
    const char *field);

/* ignored.c: lines that say check-ignore, appended to out in any thread; the
 * same told to findings.c. */
void ignored_look(struct text *t, struct cx_buf *out);
void ignored_looked(uint32_t atom, struct cx_str what);

/* near.c: what a broken link may mean, "a.md, b.md or c.md", appended to out;
 * one thread at a time.  Nothing if no note is called nearly so. */
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

/* look.c: what a text shows by itself, in any thread: appended to out, for
 * looked to make findings of and to compare with other atoms. */
void look(const struct check *c, struct text *t, struct cx_buf *out);
void looked(struct check *c, uint32_t atom, struct cx_str what);

/* near-duplicates.c: of a body. */
void sketch_make(struct sketch *s, struct cx_str body);

struct alike *alike_new(void);
void alike_add(struct alike *a, struct check *c, uint32_t atom,
    const struct sketch *s);
void alike_free(struct alike *a);

void check_links(struct check *c);

/* anchors.c: appends the links of a text that have an anchor, in any thread;
 * keeps those of an atom, in one; says which lead nowhere. */
void anchors_look(const struct check *c, struct text *t, struct cx_buf *out);
void anchors_looked(uint32_t atom, struct cx_str what);
void check_anchors(struct check *c);

/* dense.c: the rules of dense-context projects. */
enum kind dense_kind(struct cx_str path);
/* What an atom of this kind lacks is appended to list. */
void dense_required(struct cx_buf *list, enum kind kind,
    const struct cx_record *rec, const struct text *t);
bool dense_status(struct cx_str status);
void dense_add(struct check *c, uint32_t atom, const struct cx_record *rec,
    const struct text *t);
/* When all are read: directories and sources. */
void dense_check(struct check *c);

/* drift.c: is an index whole, and does it have what the stream has? */
struct drift *drift_new(const char *dir);
/* Records in the order of the stream; path outlives d. */
void drift_add(struct drift *d, struct cx_str path,
    const struct cx_record *rec);
void drift_check(struct drift *d);
void drift_free(struct drift *d);

#endif
