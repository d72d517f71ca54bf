#include "lib/base/worker.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

/* Buffers that are in use or wait. */
#define WAITING 8

/* The `given` buffers from `first` on, round the end, belong to the thread. */
struct cx_worker {
	void (*use)(void *arg, struct cx_buf *b);
	void *arg;
	struct cx_buf ring[WAITING];
	unsigned first, given;
	bool threaded, alone;
	pthread_t thread;
	pthread_mutex_t mutex;
	pthread_cond_t change;
	bool over;
};

struct cx_worker *
cx_worker_new(void (*use)(void *arg, struct cx_buf *b), void *arg)
{
	struct cx_worker *h = cx_calloc(1, sizeof *h);

	h->use = use;
	h->arg = arg;
	/* With default attributes these do not fail where we run. */
	if (pthread_mutex_init(&h->mutex, NULL) != 0 ||
	    pthread_cond_init(&h->change, NULL) != 0)
		cx_die(CX_FAIL, "no memory for a lock");
	return h;
}

static void *
work(void *arg)
{
	struct cx_worker *h = arg;

	pthread_mutex_lock(&h->mutex);
	for (;;) {
		struct cx_buf *b = &h->ring[h->first];

		while (!h->given && !h->over)
			pthread_cond_wait(&h->change, &h->mutex);
		if (!h->given)
			break;
		pthread_mutex_unlock(&h->mutex);
		h->use(h->arg, b);
		b->len = 0;
		pthread_mutex_lock(&h->mutex);
		h->first = (h->first + 1) % WAITING;
		h->given--;
		pthread_cond_signal(&h->change);
	}
	pthread_mutex_unlock(&h->mutex);
	return NULL;
}

static void
start(struct cx_worker *h)
{
	sigset_t all, old;

	if (h->threaded || h->alone)
		return;
	/* Signals are for the thread that the program knows. */
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	h->threaded = pthread_create(&h->thread, NULL, work, h) == 0;
	h->alone = !h->threaded;
	pthread_sigmask(SIG_SETMASK, &old, NULL);
}

/* Waits until fewer than n buffers are given. */
static void
await(struct cx_worker *h, unsigned n)
{
	while (h->given >= n)
		pthread_cond_wait(&h->change, &h->mutex);
}

void
cx_worker_drain(struct cx_worker *h)
{
	if (!h->threaded)
		return;
	pthread_mutex_lock(&h->mutex);
	await(h, 1);
	pthread_mutex_unlock(&h->mutex);
}

void
cx_worker_submit(struct cx_worker *h, struct cx_buf *b)
{
	struct cx_buf full = *b, *at;

	start(h);
	if (!h->threaded) {
		h->use(h->arg, b);
		b->len = 0;
		return;
	}
	pthread_mutex_lock(&h->mutex);
	await(h, WAITING);
	at = &h->ring[(h->first + h->given++) % WAITING];
	*b = *at;
	*at = full;
	pthread_cond_signal(&h->change);
	pthread_mutex_unlock(&h->mutex);
}

void
cx_worker_free(struct cx_worker *h)
{
	if (!h)
		return;
	if (h->threaded) {
		cx_worker_drain(h);
		pthread_mutex_lock(&h->mutex);
		h->over = true;
		pthread_cond_signal(&h->change);
		pthread_mutex_unlock(&h->mutex);
		pthread_join(h->thread, NULL);
	}
	for (unsigned i = 0; i < WAITING; i++)
		cx_buf_release(&h->ring[i]);
	pthread_mutex_destroy(&h->mutex);
	pthread_cond_destroy(&h->change);
	free(h);
}
