/*
 * move.h: shared by the parts of cx-move.
 *
 * world.c reads the vault and resolves all links before and after the move.
 * site.c finds the links of a file and the bytes of their targets, form.c
 * chooses the new form of a link, heading.c handles a renamed heading and the
 * anchors that lead to it; rewrite.c computes the changes to a file, build.c
 * those to all files; plan.c writes and reads the journal, apply.c carries the
 * plan out, main.c parses the command line.
 */
#ifndef CX_MOVE_MOVE_H
#define CX_MOVE_MOVE_H

#include "lib/atom/rename.h"
#include "lib/base/digest.h"
#include "lib/yaml/front.h"
#include "lib/file/ignore.h"
#include "lib/file/lock.h"
#include "lib/base/map.h"
#include "lib/link/resolve.h"
#include "lib/markdown/anchors.h"
#include "lib/markdown/splice.h"
#include "lib/file/vault.h"

/* Larger files are not notes. */
#define FILE_MAX ((size_t)256 << 20)

#define NO_ATOM UINT32_MAX

struct settings {
	const struct cx_config *config;
	struct cx_vault *vault;
	struct cx_lock *lock; /* of the vault; held unless dry or diff */
	struct cx_ignore *ignore;
	bool dry, diff;
	bool adopt;   /* unresolved links may come to mean the moved atom */
	bool convert; /* references become wikilinks */
	bool heading; /* rename a heading instead of a note */
};

/* --- site.c --- */

enum site_kind {
	SITE_LINK, /* [[target]] in the body */
	SITE_REF,  /* `target` */
	SITE_MD,   /* [text](target), [label]: target, <img src="target"> */
	SITE_HUGO, /* {{< ref "target" >}} */
	SITE_LIQUID, /* {% link target %} */
	SITE_FRONT, /* in a text of front matter */
	SITE_HEADING /* in a change: the heading itself */
};

/* A link of a file. */
struct site {
	enum site_kind kind;
	bool embed;
	bool anchor; /* target is the text after # in the link `of` */
	struct cx_str of;
	bool exact;	      /* [from, to) are exactly the target's bytes */
	size_t start, end;    /* the link, or the whole text in front matter */
	size_t from, to;      /* its target, if exact */
	bool angle;	      /* SITE_MD: enclosed in < and > */
	struct cx_str label;  /* SITE_MD: of a definition; part of the text */
	struct cx_str target; /* in UTF-8 */
	struct cx_str value;  /* SITE_FRONT: the decoded text, */
	size_t at;	      /* the offset of target in it, */
	char quote;	      /* and its quote, 0 for none */
};

struct sites {
	struct site *v;
	size_t n, cap;
	struct cx_front front;
	struct cx_front_parser *parser;
	struct cx_arena arena;
	bool anchors; /* include anchors, each after its link */
	unsigned links_as; /* see lib/atom/atom.h */
};

/* Finds all links of a file in order; what they point at is valid until the
 * next call. */
void sites_find(struct sites *s, struct cx_str text);
void sites_release(struct sites *s);

/* --- world.c --- */

struct link {
	uint32_t source;
	enum site_kind kind;
	bool anchor;
	struct cx_str of, target; /* as in struct site */
};

/* A heading that is renamed. */
struct heading {
	struct cx_str path;   /* of its note, terminated */
	struct cx_buf text;   /* of the note, before */
	struct cx_buf result; /* and after, except for links */
	struct cx_anchors before, after;
	uint32_t number;      /* of the heading, in both */
	size_t from, to;      /* its text, in the note's */
	struct cx_str now;
};

struct world {
	const struct settings *s;
	struct cx_str old, new; /* terminated; empty without a move */
	/* The number of the moved atom in both, or of the heading's note;
	 * NO_ATOM for a folder. */
	uint32_t moved;
	struct heading *heading; /* NULL: none */
	struct cx_resolver *before, *after; /* identical without a move */
	struct link *link;
	size_t n, cap;
	struct cx_arena arena;
	bool refused; /* something could not be read */
	/* The moved file is not a note. */
	bool file;
	/* Whether other files have its old or new name. */
	bool counted, twin, twin_after;
	bool unclear; /* a link has only a name that several files have */
};

/* Reads all notes.  The moved path is at old or, after an interruption (after),
 * at new. */
void world_read(struct world *w, bool after);
/* Whether everything in the directory old moves, or the file old. */
static inline bool
world_folder(const struct world *w)
{
	return w->new.len && !cx_is_note(w->new);
}
/* Whether the atom moves, or contains the heading. */
static inline bool
world_moves(const struct world *w, uint32_t atom)
{
	return atom == w->moved || (world_folder(w) &&
	    !cx_str_eq(cx_resolver_path(w->before, atom),
		cx_resolver_path(w->after, atom)));
}
/* A path as typed and as on disk may differ in normal form: replaces each part
 * that does not exist by a name that is the same after NFC. */
void path_on_disk(const struct world *w, struct cx_buf *path);
void world_release(struct world *w);

/* --- form.c --- */

enum verdict { KEEP, CHANGE, REFUSE };

/* Decides about a link; *now is the new target, or the reason for refusal. */
enum verdict link_decide(struct world *w, uint32_t source,
    enum site_kind kind, struct cx_str target, struct cx_buf *now);
/* Makes a wikilink target in source for the atom, like the path of a reference;
 * returns false if there is none. */
bool link_convert(struct world *w, uint32_t source, struct cx_str target,
    uint32_t atom, struct cx_buf *now);

/* --- heading.c --- */

/* Finds the heading OLD in NOTE and its new text; returns false after a
 * message. */
bool heading_find(struct heading *h, struct world *w,
    char *const operands[3]);
void heading_release(struct heading *h);
/* Like link_decide, for the text after # in the link to `of`. */
enum verdict anchor_decide(struct world *w, uint32_t source,
    enum site_kind kind, struct cx_str of, struct cx_str anchor,
    struct cx_buf *now);

/* --- rewrite.c --- */

/* A changed link, for the output. */
struct change {
	size_t line;
	enum site_kind kind;
	bool embed;
	struct cx_str old, new;
};

struct file_plan {
	struct cx_str path; /* terminated; its path after the move, */
	struct cx_str was;  /* and before, if different; otherwise empty */
	char before[CX_DIGEST_HEX + 1], after[CX_DIGEST_HEX + 1];
	struct cx_splices splices;
	struct change *change;
	size_t n, cap;
};

struct rewriter {
	struct world *w;
	struct sites sites, check;
	struct cx_buf now, result;
	struct cx_arena arena; /* for the changes */
	uint64_t unconverted;  /* references that are kept */
	/* Rewrite only links to the moved atom and refuse nothing. */
	bool lenient;
};

/* Fills f's splices, digests and changes; returns false after a message if a
 * link cannot be preserved. */
bool rewrite(struct rewriter *r, struct file_plan *f, uint32_t source,
    struct cx_str text);
void rewriter_release(struct rewriter *r);

/* --- plan.c --- */

struct plan {
	struct cx_str old, new; /* terminated; empty without a move */
	struct cx_str change;	/* its name in the journal of undo.h */
	bool alone; /* the moved file is not a note */
	size_t have;		/* bytes of new's directory that existed */
	struct file_plan *file;
	size_t n, cap;
	struct cx_arena arena;
};

struct file_plan *plan_add(struct plan *p, struct cx_str path);
/* Removes the last file again. */
void plan_drop(struct plan *p);
/* Writes the journal; returns false after a message on errors. */
bool plan_write(const struct plan *p, const struct settings *s);
/* Returns false if there is none; an unreadable one is fatal. */
bool plan_read(struct plan *p, int vault_fd);
bool plan_remove(int vault_fd);
void plan_print(const struct plan *p);
void plan_release(struct plan *p);

/* --- build.c --- */

/* Resolves OLD and NEW of the command line; returns false after a message. */
bool operands_find(struct world *w, const char *old, const char *new);
/* Plans the changes to the notes whose paths are in only, NULL for all; appends
 * the diff.  Returns false after a message if it is impossible. */
bool plan_build(struct plan *p, struct rewriter *r,
    const struct cx_map *only, struct cx_buf *diff);

/* --- apply.c --- */

/* Writes the journal and carries the plan out; returns false after a
 * message. */
bool plan_apply(struct plan *p, struct world *w);
/* Completes an interrupted plan; returns false after a message if that
 * fails. */
bool plan_finish(const struct settings *s);

#endif
