/*
 * new.h: the parts of cx-new.
 *
 * record.c reads drafts from records; draft.c completes and checks one;
 * compose.c writes the file's text; place.c finds ids and files that are free;
 * write.c publishes.  kind.c is about the atoms of dense-context projects,
 * contents.c names them in their CORTEX.md.  habit.c finds how the vault keeps
 * its notes.
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

/* What a note of a title has whatever its neighbours have. */
enum {
	GIVEN_TYPE = 1,
	GIVEN_PROJECT = 2,
	GIVEN_STATUS = 4,
	GIVEN_DESCRIPTION = 8
};

/* A member that is written as it was given. */
struct other {
	struct cx_str key;
	bool list;
	struct cx_edit_items items;
};

/* What the directory of a dense-context project says of its atoms. */
struct kind {
	const char *name;    /* the type */
	const char *dir;     /* in the project */
	const char *prefix;  /* of the id, before the number */
	int digits;
	bool slug;	     /* the file's name goes on with the title */
	const char *sources; /* the member with what it rests on, or NULL */
	const char *text;    /* of the body, if none is given */
};

/* A note that is there. */
struct neighbour {
	struct cx_str path, name, type;
};

/* How a vault keeps such notes as a new one. */
struct habit {
	struct neighbour *v; /* those that it is like, first of all notes */
	size_t n;
	bool untyped;	     /* they have no type */
	bool least;	     /* front matter as they have it */
	size_t read, headed; /* how many were read, and begin with # */
	struct cx_map keys;  /* "FIELD KEY", with how many have it */
	size_t *have;
	size_t cap;
};

/* An atom to be written.  Texts with .s NULL were not given. */
struct draft {
	size_t lineno; /* of its record; 0: the command line */
	const char *file;
	struct cx_str name, type, project, status, created, updated;
	struct cx_str description, body, dir, expires, trust, supersedes;
	struct cx_str kind_name, evidence;
	struct cx_str asked;  /* of a record: the question that it answers */
	struct cx_str own_id; /* of a record: the note is added only once */
	/* of a record that cx-gate(1) let pass: the project by which it was
	 * judged; .s NULL for all others */
	struct cx_str judged;
	struct cx_str number[NUMBERS];
	struct cx_edit_items tags, links, keywords;
	bool has_tags, has_keywords;
	struct cx_map tag_keys, keyword_keys; /* of those that there are */
	bool names_old; /* the old one had no id and is given one */
	struct other *others;
	size_t n_others, cap_others;
	struct cx_map other_keys;
	/* made by us */
	struct cx_str slug, id, path;
	bool titled;	      /* as cx new TITLE makes it */
	unsigned given;	      /* and what was asked for */
	struct habit habit;   /* of titled ones */
	struct cx_str stem;   /* of the file, instead of the slug */
	char joint;	      /* and what is between it and a number */
	struct cx_str front;  /* of the template */
	struct cx_str twin; /* the note that has the name without a number */
	struct cx_buf text; /* of the file */
	const struct kind *kind; /* NULL: an atom as others */
	struct cx_str old_path; /* of the atom that it supersedes */
	bool failed;
	bool there; /* the vault has an atom with its id */
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
	bool typed; /* the type was asked for */
	const char *template;
};

/* A member that is written as it was given; .s NULL if there is none. */
static inline struct cx_str
draft_other(const struct draft *d, const char *key)
{
	for (size_t i = 0; i < d->n_others; i++)
		if (cx_str_is(d->others[i].key, key) && !d->others[i].list)
			return d->others[i].items.v[0].text;
	return cx_strn(NULL, 0);
}

/* Rejects a draft: says why, with its place.  A mistake on the command line is
 * status 2, in a record 3. */
void draft_fail(struct draft *d, const char *fmt, ...) CX_PRINTF(2, 3);
/* Rejects a draft that the vault as it is leaves no room for. */
void draft_refuse(struct draft *d, enum cx_exit status, const char *fmt, ...)
    CX_PRINTF(3, 4);

/* --- record.c --- */

void records_read(struct drafts *all, char *const *files, int n,
    const struct cx_config *config);
/* What a record did not say, from the command line. */
void draft_defaults(struct draft *d, const struct draft *flags);
void draft_member(struct draft *d, struct cx_str key, bool list);
/* Tags or keywords of the draft, items, with commas. */
void draft_words(struct drafts *all, struct draft *d,
    struct cx_edit_items *items, struct cx_str text);

/* --- title.c --- */

/* Whether the operands are a title, and not names of files. */
bool title_given(char *const *words, int n);
/* Fills in what a person leaves out: name, directory, type. */
void title_take(struct drafts *all, struct draft *d, const struct settings *s,
    char *const *words, int n);
/* And the text, which needs no heading if bare. */
void title_body(struct drafts *all, struct draft *d, const struct settings *s,
    bool bare);
/* The type of the directory, else [new] type. */
void type_default(struct draft *d, const struct settings *s);
/* Opens the first note in an editor, as which the program goes on. */
void title_edit(const struct drafts *all, const struct settings *s);

/* --- habit.c --- */

/* Gives a titled draft directory, name of the file and text as the vault's
 * notes have them, which are put in another order. */
void habit_take(struct drafts *all, struct draft *d, const struct settings *s,
    struct neighbour *notes, size_t n);
/* Under which key most neighbours have a field; .s NULL if most have none. */
struct cx_str habit_key(const struct habit *h, const char *field);
void habit_release(struct habit *h);

/* --- draft.c --- */

/* Completes and checks; slug and dir are set then. */
void draft_check(struct drafts *all, struct draft *d,
    const struct settings *s);

/* --- asked.c --- */

/* Adds the words of the question that a complete draft answers and lacks to
 * its keywords. */
void draft_asked(struct drafts *all, struct draft *d, struct cx_analyzer *a);

/* --- compose.c --- */

/* False, having said why, if it is rejected. */
bool draft_compose(struct draft *d, const struct cx_config *config);

/* --- place.c --- */

/* The ids and files there are. */
struct places {
	struct cx_map paths; /* by utf8 key: a twin in case is not free */
	struct cx_str *path; /* of each */
	size_t cap_path;
	struct cx_map ids;
	struct cx_str *id_path; /* where each id was found; len 0: twice */
	size_t cap;
	struct cx_map given; /* the ids of this input */
	struct cx_map tried; /* names that were taken */
	unsigned long *next; /* the number that may be free */
	size_t cap_next;
	struct neighbour *notes;
	size_t n, notes_cap;
	bool cloned; /* others may make notes of these names meanwhile */
	const struct cx_vault *vault; /* not NULL: paths are looked for where a
				       * note goes, and ids in known */
	struct cx_known_ids known;
	struct cx_map dirs; /* looked at */
	struct cx_arena arena;
};

void places_init(struct places *p, const struct settings *s,
    const struct drafts *all);
/* Gives the draft an id and a path that nobody has; it has them from now
 * on. */
void places_take(struct places *p, struct draft *d);
/* Whether an atom has the id that the record gives; of two records with one
 * id, the second fails. */
bool places_has(struct places *p, struct draft *d);
/* The path of an id or a path; empty, after a message, if there is none. */
struct cx_str places_find(struct places *p, struct draft *d,
    const struct settings *s);
/* Marks them as taken. */
void places_add(struct places *p, struct cx_str path, struct cx_str id);
void places_release(struct places *p);

/* --- kind.c --- */

/* Kind, type and directory of a draft with a kind_name. */
void kind_check(struct drafts *all, struct draft *d,
    const struct settings *s);
void kind_summary(struct draft *d);
/* As places_take: the next number. */
void kind_take(struct places *p, struct draft *d, const struct settings *s);
void kind_template(struct cx_buf *b, const struct draft *d);

/* --- contents.c --- */

/* Names those that were made in the CORTEX.md of their directory. */
void contents_update(const struct drafts *all, const struct settings *s);

/* --- write.c --- */

void drafts_write(struct drafts *all, const struct settings *s);

#endif
