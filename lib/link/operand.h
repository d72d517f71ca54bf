/*
 * operand.h: which notes the words of a command line mean.
 *
 * The first of these that gives a note: the path from the working directory,
 * if that is in the vault; the path from the vault's root; both also without
 * `.md`; its id; its name or an alias; the end of its path, or its name as a
 * file, without `.md`; the same in any case; in a notebook of zk, what its
 * name is up to a `-`.  Several at one step are ambiguous.
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
	/* NONE: any of the ways; ROOT or ID, as records name notes: no other.
	 * Such a path need not be there. */
	enum cx_operand_by only;
	/* Found: */
	struct cx_str path; /* in the vault, terminated; empty: not found */
	enum cx_operand_by by;
};

/* True if all were found.  For the others there was a message: one that is
 * ambiguous is a wrong command line (2) and lists its notes, one that names no
 * note is input without a record (3). */
bool cx_operands_find(struct cx_operand *o, size_t n,
    const struct cx_vault *vault, const struct cx_config *config,
    struct cx_arena *arena);

/* Appends the working directory's path in the vault and a `/`, nothing for
 * its root; false if it is not in the vault. */
bool cx_operand_here(struct cx_buf *out, const struct cx_vault *vault);
/* Appends the vault path that word means from the vault directory dir, which
 * is empty or ends in `/`: `.` and `..` are resolved; nothing for the root.
 * False if that leads out of the vault. */
bool cx_operand_path(struct cx_buf *out, const struct cx_vault *vault,
    struct cx_str dir, struct cx_str word);

#endif
