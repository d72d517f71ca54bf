/*
 * edit.h: the parts of cx-edit.
 *
 * input.c reads what is asked, on the command line and on standard input; run.c
 * finds the files and edits them.
 */
#ifndef CX_EDIT_EDIT_H
#define CX_EDIT_EDIT_H

#include "lib/atom/edit.h"
#include "lib/link/operand.h"
#include "lib/record/record.h"
#include "lib/file/vault.h"

#include <sys/stat.h>

/* What has to be so before a verb makes sense. */
enum verb {
	VERB_NONE,
	VERB_ARCHIVE,
	VERB_RESTORE,
	VERB_SUPERSEDE,
	VERB_PIN,
	VERB_UNPIN,
	VERB_REVIEW,
	VERB_TOUCH
};

enum role {
	ROLE_PLAIN,
	ROLE_ARCHIVED,
	ROLE_RESTORED,	 /* must be archived */
	ROLE_SUPERSEDED, /* must not be superseded */
	ROLE_SUCCESSOR
};

struct target {
	struct cx_str path; /* terminated; empty: not found */
	struct cx_str name; /* as given, a path or an id */
	enum cx_operand_by only; /* how it is to be found */
	struct cx_str id; /* that it has to have; empty: any */
	struct cx_edit edit;
	enum role role;
};

struct targets {
	struct target *v;
	size_t n, cap;
	struct cx_arena arena;
};

struct settings {
	const struct cx_config *config;
	struct cx_vault *vault;
	bool dry, diff;
	bool together; /* all or none: supersede */
	struct cx_str reason;
};

/* --- input.c: the command line --- */

/* Whether a word of the command line is an edit: FIELD=..., not a path. */
bool word_is_edit(const char *word);
/* Adds it to e; NULL, or what is wrong with it. */
const char *word_read(struct cx_edit *e, const char *word);
/* Whether a field holds a date; `today` is one there. */
bool is_date_field(struct cx_str field);
/* Whether a text of the field is a list with commas. */
bool has_commas(struct cx_str field);
/* What a verb does, but for supersede. */
void verb_edit(struct cx_edit *e, enum verb verb);
/* Whether the vault knows the types, statuses and projects that e sets; if not,
 * it is said of the record, with status 3, or the command line, with 2. */
bool edit_known(const struct cx_edit *e, const struct cx_config *config,
    const struct cx_record *rec);

/* --- input.c: standard input --- */

/* Reads standard input; more is for every record. */
void input_read(struct targets *t, const struct cx_edit *more,
    const struct cx_config *config);

/* --- run.c --- */

struct target *target_add(struct targets *t, struct cx_str name,
    enum cx_operand_by only);
/* Takes the last one away again. */
void target_drop(struct targets *t);
/* Finds the paths, drops what is not there with a message, makes one of
 * those that are the same file, sorts by path. */
void targets_find(struct targets *t, const struct settings *s);
void targets_release(struct targets *t);

void run(struct targets *t, const struct settings *s);

#endif
