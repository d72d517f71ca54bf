/*
 * worker.h: a second thread that consumes full buffers.
 *
 * The caller fills one buffer while the thread uses another and a few wait, so
 * that neither has to stop when the other is slow for a moment.  The thread is
 * started at the first submission, so small tasks have none; if it cannot be
 * started, cx_worker_submit uses the buffer itself.
 */
#ifndef CX_WORKER_H
#define CX_WORKER_H

#include "lib/base/mem.h"

struct cx_worker;

/* `use` gets the buffers in order, one at a time, and need not empty them. */
struct cx_worker *cx_worker_new(void (*use)(void *arg, struct cx_buf *b),
    void *arg);
/* Hands *b over and sets it to an empty buffer; waits while too many are
 * unused. */
void cx_worker_submit(struct cx_worker *h, struct cx_buf *b);
/* Waits until everything submitted has been used. */
void cx_worker_drain(struct cx_worker *h);
/* Drains the queue first. */
void cx_worker_free(struct cx_worker *h);

#endif
