/*
 * pager.h: an answer that is longer than the screen goes through a pager.
 *
 * cx(1) puts the command of one into $CORTEX_PAGER for commands whose answer is
 * for reading.  The pager is a child of this process, which waits for it at its
 * end; one that is left early ends this program as each reader does (SIGPIPE).
 */
#ifndef CX_PAGER_H
#define CX_PAGER_H

#include "lib/base/str.h"

/* Starts it, and makes it standard output and standard error, if text does not
 * fit the terminal that standard output is. */
void cx_pager_for(struct cx_str text);

#endif
