/*
 * migrate.h: shared by the parts of cx-migrate.
 *
 * history.c asks git when files were created and changed; derive.c finds a
 * value for each field, kind.c the type and the tags; run.c walks the vault,
 * composes the new text of each note and publishes it.
 */
#ifndef CX_MIGRATE_MIGRATE_H
#define CX_MIGRATE_MIGRATE_H

#include "lib/atom/atom.h"
#include "lib/atom/edit.h"
#include "lib/file/ignore.h"
#include "lib/base/map.h"
#include "lib/text/phrases.h"
#include "lib/file/vault.h"

/* In the order of output. */
enum field {
	FIELD_ID,
	FIELD_NAME,
	FIELD_TYPE,
	FIELD_PROJECT,
	FIELD_STATUS,
	FIELD_CREATED,
	FIELD_UPDATED,
	FIELD_TAGS,
	FIELD_DESCRIPTION,
	FIELD_LINKS,
	FIELDS
};

extern const char *const field_names[FIELDS];

struct settings {
	const struct cx_config *config;
	struct cx_vault *vault;
	struct cx_ignore *ignore;
	bool write, dry, diff, stats; /* one of them */
	struct cx_str type; /* if nothing else is known */
};

/* --- history.c --- */

/* Warns if git could not restore the notes. */
void warn_unsafe(const struct cx_vault *v);

/* The days of the first and last commit of a file. */
struct history_span {
	int64_t first, last;
};

struct history {
	struct cx_buf text;  /* output of git */
	struct cx_map names; /* past and present; index the two below */
	struct history_span *span;
	uint32_t *then; /* the span that the current commit affects */
	size_t cap, cap_span;
};

/* Asks git about the vault, once; the history is empty if there is none. */
void history_read(struct history *h, const struct cx_vault *v);
const struct history_span *history_get(const struct history *h,
    struct cx_str path);
void history_release(struct history *h);

/* --- kind.c --- */

struct keywords {
	struct cx_str tag;
	struct cx_phrases *phrases;
};

struct kinds {
	const struct cx_config *config;
	struct keywords *v;
	size_t n, cap;
};

/* The current note. */
struct note {
	struct cx_str path; /* terminated */
	struct cx_str text;
	int64_t mtime;
	struct cx_front front;
	struct cx_str body;
	const struct cx_json *record; /* as printed by cx-scan */
	bool has[FIELDS];
	struct cx_edit edit; /* the additions */
};

/* Whether the note is in a directory archive/. */
bool kind_archived(const struct note *n);
void kinds_init(struct kinds *k, const struct cx_config *config);
struct cx_str kind_type(const struct kinds *k, const struct note *n,
    struct cx_str otherwise);
/* Adds tags to the note's edit. */
void kind_tags(struct kinds *k, struct note *n);
void kinds_release(struct kinds *k);

/* --- derive.c --- */

/* The ids in the vault. */
struct known_ids {
	struct cx_map taken;
	struct cx_map tried;
	unsigned long *next; /* by id tried: the next number to try */
	struct cx_map given;
	struct cx_str *id; /* by path that was given an id */
	size_t cap, cap_id;
	struct cx_arena arena;
};

void ids_read(struct known_ids *ids, const struct settings *s);
void ids_release(struct known_ids *ids);

struct deriver {
	const struct settings *s;
	struct history history;
	struct kinds kinds;
	struct known_ids ids;
};

/* Determines which fields the note has. */
void fields_find(struct note *n, const struct cx_config *config);
/* Adds a value for each missing field to the note's edit. */
void derive(struct deriver *d, struct note *n);

/* --- run.c --- */

/* Migrates all notes, or those whose paths are in only. */
void run(const struct settings *s, const struct cx_map *only);

#endif
