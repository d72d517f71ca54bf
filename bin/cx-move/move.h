/*
 * move.h: the parts of cx-move.
 *
 * world.c reads the vault: which atom each link means, before the move and
 * after it.  site.c finds the links of a file and the bytes of their targets,
 * form.c says how a link is to be written, heading.c is about a heading that
 * gets another text and the anchors that lead to it; rewrite.c says what
 * changes in a file, build.c in all of them; plan.c puts that into the journal
 * and reads it back, apply.c carries it out, main.c is the grammar.
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

/* A file above this is not a note. */
#define FILE_MAX ((size_t)256 << 20)

#define NO_ATOM UINT32_MAX

struct settings {
	const struct cx_config *config;
	struct cx_vault *vault;
	struct cx_lock *lock; /* of the vault; held unless dry or diff */
	struct cx_ignore *ignore;
	bool dry, diff;
	bool adopt;   /* links without an atom may get the moved one */
	bool convert; /* references become wikilinks */
	bool heading; /* a heading gets another text, no note another path */
};

/* --- site.c --- */

enum site_kind {
	SITE_LINK, /* [[target]] in the body */
	SITE_REF,  /* `target` */
	SITE_MD,   /* [text](target), [label]: target, <img src="target"> */
	SITE_FRONT, /* within a text of the front matter */
	SITE_HEADING /* of a change: the heading itself */
};

/* A link of a file. */
struct site {
	enum site_kind kind;
	bool embed;
	bool anchor; /* target is the text after # in the link to of */
	struct cx_str of;
	bool exact;	      /* [from, to) are the target's bytes, plain */
	size_t start, end;    /* the link, or the whole text in front matter */
	size_t from, to;      /* its target, if exact */
	bool angle;	      /* SITE_MD: it stands between < and > */
	struct cx_str label;  /* SITE_MD: of a definition; a part of the text */
	struct cx_str target; /* in UTF-8 */
	struct cx_str value;  /* SITE_FRONT: the text as it reads, */
	size_t at;	      /* where the target stands in it, */
	char quote;	      /* and its quote, 0 for none */
};

struct sites {
	struct site *v;
	size_t n, cap;
	struct cx_front front;
	struct cx_front_parser *parser;
	struct cx_arena arena;
	bool anchors; /* wanted, each after its link */
	unsigned links_as; /* see lib/atom/atom.h */
};

/* All links of a file in the order of its bytes; what they point at lives
 * until the next call. */
void sites_find(struct sites *s, struct cx_str text);
void sites_release(struct sites *s);

/* --- world.c --- */

struct link {
	uint32_t source;
	enum site_kind kind;
	bool anchor;
	struct cx_str of, target; /* as of a site */
};

/* A heading that gets another text. */
struct heading {
	struct cx_str path;   /* of its note, terminated */
	struct cx_buf text;   /* of the note, before */
	struct cx_buf result; /* and after, but for links */
	struct cx_anchors before, after;
	uint32_t number;      /* of the heading, in both */
	size_t from, to;      /* its text, in the note's */
	struct cx_str now;
};

struct world {
	const struct settings *s;
	struct cx_str old, new; /* terminated; empty: nothing moves */
	/* Its number in both; or the heading's note; NO_ATOM: a folder. */
	uint32_t moved;
	struct heading *heading; /* NULL: none */
	struct cx_resolver *before, *after; /* one and the same without move */
	struct link *link;
	size_t n, cap;
	struct cx_arena arena;
	bool refused; /* something could not be read */
	/* What moves is one file that is not a note. */
	bool file;
	/* Whether others are called as it is and as it will be. */
	bool counted, twin, twin_after;
	bool unclear; /* some link has only a name, and several files have it */
};

/* Reads all notes.  What moves stands at old or, when that was interrupted
 * (after), at new. */
void world_read(struct world *w, bool after);
/* Whether all that is in the directory old moves, or the file old. */
static inline bool
world_folder(const struct world *w)
{
	return w->new.len && !cx_is_note(w->new);
}
/* Whether the atom moves, or is the heading's. */
static inline bool
world_moves(const struct world *w, uint32_t atom)
{
	return atom == w->moved || (world_folder(w) &&
	    !cx_str_eq(cx_resolver_path(w->before, atom),
		cx_resolver_path(w->after, atom)));
}
/* As people type a path and as a disk has it may differ in normal form: each
 * part that is not there gets the name of one that is the same after NFC. */
void path_on_disk(const struct world *w, struct cx_buf *path);
void world_release(struct world *w);

/* --- form.c --- */

enum verdict { KEEP, CHANGE, REFUSE };

/* What is to become of a link; *now is the new target, or why it is refused. */
enum verdict link_decide(struct world *w, uint32_t source,
    enum site_kind kind, struct cx_str target, struct cx_buf *now);
/* A target by which a wikilink of source leads to the atom, like the path of a
 * reference; false if there is none. */
bool link_convert(struct world *w, uint32_t source, struct cx_str target,
    uint32_t atom, struct cx_buf *now);

/* --- heading.c --- */

/* Finds the heading that OLD means in NOTE, and what it will be; false, having
 * said why. */
bool heading_find(struct heading *h, struct world *w,
    char *const operands[3]);
void heading_release(struct heading *h);
/* As link_decide, for the text after # in the link to `of`. */
enum verdict anchor_decide(struct world *w, uint32_t source,
    enum site_kind kind, struct cx_str of, struct cx_str anchor,
    struct cx_buf *now);

/* --- rewrite.c --- */

/* A link that changes, for the output. */
struct change {
	size_t line;
	enum site_kind kind;
	bool embed;
	struct cx_str old, new;
};

struct file_plan {
	struct cx_str path; /* terminated; where it stands after the move, */
	struct cx_str was;  /* and before, if that is elsewhere; else empty */
	char before[CX_DIGEST_HEX + 1], after[CX_DIGEST_HEX + 1];
	struct cx_splices splices;
	struct change *change;
	size_t n, cap;
};

struct rewriter {
	struct world *w;
	struct sites sites, check;
	struct cx_buf now, result;
	struct cx_arena arena; /* of the changes */
	uint64_t unconverted;  /* references that stay */
	/* Only links to the moved atom are rewritten, nothing is refused. */
	bool lenient;
};

/* Fills f's splices, digests and changes; false, having said why, when a link
 * cannot be kept. */
bool rewrite(struct rewriter *r, struct file_plan *f, uint32_t source,
    struct cx_str text);
void rewriter_release(struct rewriter *r);

/* --- plan.c --- */

struct plan {
	struct cx_str old, new; /* terminated; empty: nothing moves */
	struct cx_str change;	/* its name in the journal of undo.h */
	bool alone; /* what moves is a file, and not a note */
	size_t have;		/* of the directory of new, before */
	struct file_plan *file;
	size_t n, cap;
	struct cx_arena arena;
};

struct file_plan *plan_add(struct plan *p, struct cx_str path);
/* Takes the last one out again. */
void plan_drop(struct plan *p);
/* The journal; false, with a message, when it cannot be written. */
bool plan_write(const struct plan *p, const struct settings *s);
/* False when there is none; one that cannot be read ends the program. */
bool plan_read(struct plan *p, int vault_fd);
bool plan_remove(int vault_fd);
void plan_print(const struct plan *p);
void plan_release(struct plan *p);

/* --- build.c --- */

/* What OLD and NEW of the command line mean; false with a message. */
bool operands_find(struct world *w, const char *old, const char *new);
/* Plans what changes in the notes whose paths are in only, NULL for all;
 * appends the diff.  False, having said why, when it cannot be. */
bool plan_build(struct plan *p, struct rewriter *r,
    const struct cx_map *only, struct cx_buf *diff);

/* --- apply.c --- */

/* Puts the journal down and carries the plan out; false, having said why. */
bool plan_apply(struct plan *p, struct world *w);
/* Finishes what was interrupted; false, having said why, if that fails. */
bool plan_finish(const struct settings *s);

#endif
