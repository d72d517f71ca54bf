/*
 * new.h: shared by the parts of cx-new.
 *
 * record.c reads drafts from records; draft.c completes and checks one;
 * compose.c writes the file's text; place.c finds free ids and file names;
 * write.c publishes.  kind.c handles atoms of dense-context projects,
 * contents.c lists them in their CORTEX.md.  habit.c finds out how the vault
 * keeps its notes.
 */
#ifndef CX_NEW_NEW_H
#define CX_NEW_NEW_H

#include "lib/atom/edit.h"
#include "lib/atom/notes.h"
#include "lib/file/ignore.h"
#include "lib/file/lock.h"
#include "lib/base/map.h"
#include "lib/text/analyze.h"
#include "lib/text/prose.h"
#include "lib/file/vault.h"

enum number {
	NUMBER_CONFIDENCE,
	NUMBER_IMPORTANCE,
	NUMBER_PNL,
	NUMBERS
};

/* Properties of a note with a title that its neighbours do not override. */
enum {
	GIVEN_TYPE = 1,
	GIVEN_PROJECT = 2,
	GIVEN_STATUS = 4,
	GIVEN_DESCRIPTION = 8
};

/* A member that is written as given. */
struct other {
	struct cx_str key;
	bool list;
	struct cx_edit_items items;
};

/* What the directory of a dense-context project implies for its atoms. */
struct kind {
	const char *name;    /* the type */
	const char *dir;     /* in the project */
	const char *prefix;  /* of the id, before the number */
	int digits;
	bool slug;	     /* the file name continues with the title */
	const char *sources; /* the member for its sources, or NULL */
	const char *text;    /* default text of the body */
};

/* An existing note. */
struct neighbour {
	struct cx_str path, name, type;
};

/* How a vault keeps notes similar to a new one. */
struct habit {
	struct neighbour *v; /* the similar notes; at first all notes */
	size_t n;
	bool untyped;	     /* they have no type */
	bool least;	     /* give it only their front matter */
	size_t read, headed; /* number read, and beginning with # */
	struct cx_map keys;  /* "FIELD KEY", with the number that have it */
	size_t *have;
	size_t cap;
};

/* An atom to be written.  Texts with .s NULL were not given. */
struct draft {
	size_t lineno; /* of its record; 0 for the command line */
	const char *file;
	struct cx_str name, type, project, status, created, updated;
	struct cx_str description, body, dir, expires, trust, supersedes;
	struct cx_str kind_name, evidence;
	struct cx_str asked;  /* from a record: the question it answers */
	struct cx_str own_id; /* from a record: add the note only once */
	/* from a record that passed cx-gate(1): the project by which it was
	 * judged; otherwise .s NULL */
	struct cx_str judged;
	struct cx_str number[NUMBERS];
	struct cx_edit_items tags, links, keywords;
	bool has_tags, has_keywords;
	struct cx_map tag_keys, keyword_keys; /* those that were given */
	bool names_old; /* the old one had no id and gets one */
	struct other *others;
	size_t n_others, cap_others;
	struct cx_map other_keys;
	/* Computed: */
	struct cx_str slug, id, path;
	bool titled;	      /* created by cx new TITLE */
	unsigned given;	      /* and which options were given */
	struct habit habit;   /* for titled ones */
	struct cx_str stem;   /* of the file name, instead of the slug */
	char joint;	      /* and the separator before a number */
	struct cx_str front;  /* from the template */
	struct cx_str twin; /* the note with the name without a number */
	struct cx_buf text; /* of the file */
	const struct kind *kind; /* NULL for an ordinary atom */
	struct cx_str old_path; /* the atom it supersedes */
	bool failed;
	bool there; /* the vault already has an atom with its id */
	bool done;
};

struct drafts {
	struct draft *v;
	size_t n, cap;
	struct cx_arena arena;
};

struct settings {
	const struct cx_config *config;
	struct cx_vault *vault;
	struct cx_lock *lock; /* of the vault; held unless dry */
	struct cx_ignore *ignore;
	bool dry;
	bool quiet; /* print no records */
	bool typed; /* the type was given */
	const char *template;
};

/* Returns a member that is written as given, or .s NULL. */
static inline struct cx_str
draft_other(const struct draft *d, const char *key)
{
	for (size_t i = 0; i < d->n_others; i++)
		if (cx_str_is(d->others[i].key, key) && !d->others[i].list)
			return d->others[i].items.v[0].text;
	return cx_strn(NULL, 0);
}

/* Rejects a draft with a message and its place.  An error on the command line
 * is status 2, in a record 3. */
void draft_fail(struct draft *d, const char *fmt, ...) CX_PRINTF(2, 3);
/* Rejects a draft because of the current state of the vault. */
void draft_refuse(struct draft *d, enum cx_exit status, const char *fmt, ...)
    CX_PRINTF(3, 4);

/* --- record.c --- */

void records_read(struct drafts *all, char *const *files, int n,
    const struct cx_config *config);
/* Adds what a record lacks from the command line. */
void draft_defaults(struct draft *d, const struct draft *flags);
void draft_member(struct draft *d, struct cx_str key, bool list);
/* Adds tags or keywords, separated by commas, to items of the draft. */
void draft_words(struct drafts *all, struct draft *d,
    struct cx_edit_items *items, struct cx_str text);

/* --- title.c --- */

/* Whether the operands are a title rather than file names. */
bool title_given(char *const *words, int n);
/* Fills in what people leave out: name, directory, type. */
void title_take(struct drafts *all, struct draft *d, const struct settings *s,
    char *const *words, int n);
/* Adds the text, without a heading if bare. */
void title_body(struct drafts *all, struct draft *d, const struct settings *s,
    bool bare);
/* Sets the type of the directory, or [new] type. */
void type_default(struct draft *d, const struct settings *s);
/* Replaces the program by an editor for the first note. */
void title_edit(const struct drafts *all, const struct settings *s);

/* --- habit.c --- */

/* Gives a titled draft directory, file name and text like the vault's notes,
 * which are reordered. */
void habit_take(struct drafts *all, struct draft *d, const struct settings *s,
    struct neighbour *notes, size_t n);
/* Returns the key that most neighbours use for a field; .s NULL if most lack
 * it. */
struct cx_str habit_key(const struct habit *h, const char *field);
void habit_release(struct habit *h);

/* --- draft.c --- */

/* Completes and checks a draft; sets slug and dir. */
void draft_check(struct drafts *all, struct draft *d,
    const struct settings *s);

/* --- asked.c --- */

/* Adds the words of the question that a complete draft answers, but does not
 * contain, to its keywords. */
void draft_asked(struct drafts *all, struct draft *d, struct cx_analyzer *a);

/* --- compose.c --- */

/* Returns false after a message if the draft is rejected. */
bool draft_compose(struct draft *d, const struct cx_config *config);

/* --- place.c --- */

/* The existing ids and files. */
struct places {
	struct cx_map paths; /* by utf8 key: names differing in case collide */
	struct cx_str *path; /* of each */
	size_t cap_path;
	struct cx_map ids;
	struct cx_str *id_path; /* path of each id; len 0: used twice */
	size_t cap;
	struct cx_map given; /* the ids of this input */
	struct cx_map tried; /* names found to be taken */
	unsigned long *next; /* the next number that may be free */
	size_t cap_next;
	struct neighbour *notes;
	size_t n, notes_cap;
	bool cloned; /* others may create notes of these names */
	const struct cx_vault *vault; /* not NULL: look for paths where a note
				       * goes, and for ids in known */
	struct cx_known_ids known;
	struct cx_str free_id; /* what known does not have */
	struct cx_map dirs; /* already read */
	struct cx_arena arena;
};

void places_init(struct places *p, const struct settings *s,
    const struct drafts *all);
/* Gives the draft an unused id and path and marks them as taken. */
void places_take(struct places *p, struct draft *d);
/* Whether an atom has the record's id; of two records with the same id, the
 * second fails. */
bool places_has(struct places *p, struct draft *d);
/* Returns the path for an id or a path; empty, after a message, if not
 * found. */
struct cx_str places_find(struct places *p, struct draft *d,
    const struct settings *s);
/* Marks them as taken. */
void places_add(struct places *p, struct cx_str path, struct cx_str id);
void places_release(struct places *p);

/* --- kind.c --- */

/* Sets kind, type and directory of a draft with a kind_name. */
void kind_check(struct drafts *all, struct draft *d,
    const struct settings *s);
void kind_summary(struct draft *d);
/* Like places_take, with the next number. */
void kind_take(struct places *p, struct draft *d, const struct settings *s);
void kind_template(struct cx_buf *b, const struct draft *d);

/* --- contents.c --- */

/* Adds the created files to the CORTEX.md of their directory. */
void contents_update(const struct drafts *all, const struct settings *s);

/* --- write.c --- */

void drafts_write(struct drafts *all, const struct settings *s);

#endif
