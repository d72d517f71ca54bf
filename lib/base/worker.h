/*
 * worker.h: a second thread for what is done with full buffers.
 *
 * The caller fills one buffer while the thread uses another and a few wait, so
 * that neither has to stop when the other is slow for a moment.  The thread
 * begins with the first buffer submitted, so what is small has none; where none
 * can be had, cx_worker_submit uses the buffer itself.
 */
#ifndef CX_WORKER_H
#define CX_WORKER_H

#include "lib/base/mem.h"

struct cx_worker;

/* use gets the buffers in order, one at a time, and need not empty them. */
struct cx_worker *cx_worker_new(void (*use)(void *arg, struct cx_buf *b),
    void *arg);
/* Waits while too many have not been used; then *b is an empty one. */
void cx_worker_submit(struct cx_worker *h, struct cx_buf *b);
/* Waits until everything submitted has been used. */
void cx_worker_drain(struct cx_worker *h);
/* Drains first. */
void cx_worker_free(struct cx_worker *h);

#endif
