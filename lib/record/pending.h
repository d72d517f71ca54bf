/*
 * pending.h: a move of cx-move that was interrupted.
 *
 * cx-move puts down what it is about to do in CX_MOVE_PLAN (cx-formats(5))
 * and takes it away when all is done, under the vault's lock.  Whoever holds
 * that lock and finds a plan finds what a crash has left: some links may be
 * rewritten and others not.
 */
#ifndef CX_PENDING_H
#define CX_PENDING_H

#include <stdbool.h>

#define CX_MOVE_PLAN ".cortex/move.plan"

/* Whether there is one; then a warning says so, and how to finish it.  For
 * writers, right after cx_lock. */
bool cx_move_pending(int vault_fd);

#endif
