/*
 * operand.h: finds the notes that words of a command line refer to.
 *
 * The first of these that matches a note: the path from the working directory,
 * if that is in the vault; the path from the vault's root; both also without
 * `.md`; its id; its name or an alias; the end of its path, or its file name,
 * without `.md`; the same ignoring case; in a zk notebook, its name up to a
 * `-`.  Several matches in one step are ambiguous.
 *
 *	struct cx_operand o[] = {{.word = cx_str(argv[0])}};
 *
 *	if (cx_operands_find(o, 1, &vault, config, &arena))
 *		... o[0].path
 */
#ifndef CX_OPERAND_H
#define CX_OPERAND_H

#include "lib/config/config.h"
#include "lib/file/vault.h"

enum cx_operand_by {
	CX_OPERAND_NONE,
	CX_OPERAND_HERE, /* from the working directory */
	CX_OPERAND_ROOT,
	CX_OPERAND_ID,
	CX_OPERAND_NAME
};

struct cx_operand {
	struct cx_str word;
	/* NONE: try all ways; ROOT or ID: only this one, as records name notes.
	 * Such a path need not exist. */
	enum cx_operand_by only;
	/* Result: */
	struct cx_str path; /* in the vault, terminated; empty: not found */
	enum cx_operand_by by;
};

/* Returns true if all were found.  The others are reported: an ambiguous word
 * is a usage error (2) and its notes are listed; an unknown one is input
 * without a record (3). */
bool cx_operands_find(struct cx_operand *o, size_t n,
    const struct cx_vault *vault, const struct cx_config *config,
    struct cx_arena *arena);

/* Appends the working directory's path in the vault and a `/`, nothing for its
 * root; returns false if it is not in the vault. */
bool cx_operand_here(struct cx_buf *out, const struct cx_vault *vault);
/* Appends the vault path for a word relative to the vault directory dir, which
 * is empty or ends in `/`: `.` and `..` are resolved; nothing for the root.
 * Returns false if the path leads out of the vault. */
bool cx_operand_path(struct cx_buf *out, const struct cx_vault *vault,
    struct cx_str dir, struct cx_str word);

#endif
