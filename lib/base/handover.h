/*
 * handover.h: a second thread for what is done with full buffers.
 *
 * The caller fills one buffer while the thread uses another and a few wait, so
 * that neither has to stop when the other is slow for a moment.  The thread
 * begins with the first buffer submitted, so what is small has none; where none
 * can be had, cx_handover_submit uses the buffer itself.
 */
#ifndef CX_HANDOVER_H
#define CX_HANDOVER_H

#include "lib/base/mem.h"

struct cx_handover;

/* use gets the buffers in order, one at a time, and need not empty them. */
struct cx_handover *cx_handover_new(void (*use)(void *arg, struct cx_buf *b),
    void *arg);
/* Waits while too many have not been used; then *b is an empty one. */
void cx_handover_submit(struct cx_handover *h, struct cx_buf *b);
/* Waits until everything submitted has been used. */
void cx_handover_drain(struct cx_handover *h);
/* Drains first. */
void cx_handover_free(struct cx_handover *h);

#endif
