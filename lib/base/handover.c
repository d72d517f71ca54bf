#include "lib/base/handover.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

/* busy belongs to the thread while `given` is set. */
struct cx_handover {
	void (*use)(void *arg, struct cx_buf *b);
	void *arg;
	struct cx_buf busy;
	bool threaded, alone;
	pthread_t thread;
	pthread_mutex_t mutex;
	pthread_cond_t change;
	bool given;
	bool over;
};

struct cx_handover *
cx_handover_new(void (*use)(void *arg, struct cx_buf *b), void *arg)
{
	struct cx_handover *h = cx_calloc(1, sizeof *h);

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
	struct cx_handover *h = arg;

	pthread_mutex_lock(&h->mutex);
	for (;;) {
		while (!h->given && !h->over)
			pthread_cond_wait(&h->change, &h->mutex);
		if (!h->given)
			break;
		pthread_mutex_unlock(&h->mutex);
		h->use(h->arg, &h->busy);
		h->busy.len = 0;
		pthread_mutex_lock(&h->mutex);
		h->given = false;
		pthread_cond_signal(&h->change);
	}
	pthread_mutex_unlock(&h->mutex);
	return NULL;
}

static void
start(struct cx_handover *h)
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

void
cx_handover_drain(struct cx_handover *h)
{
	if (!h->threaded)
		return;
	pthread_mutex_lock(&h->mutex);
	while (h->given)
		pthread_cond_wait(&h->change, &h->mutex);
	pthread_mutex_unlock(&h->mutex);
}

void
cx_handover_submit(struct cx_handover *h, struct cx_buf *b)
{
	struct cx_buf full = *b;

	start(h);
	if (!h->threaded) {
		h->use(h->arg, b);
		b->len = 0;
		return;
	}
	cx_handover_drain(h);
	*b = h->busy;
	h->busy = full;
	pthread_mutex_lock(&h->mutex);
	h->given = true;
	pthread_cond_signal(&h->change);
	pthread_mutex_unlock(&h->mutex);
}

void
cx_handover_free(struct cx_handover *h)
{
	if (!h)
		return;
	if (h->threaded) {
		cx_handover_drain(h);
		pthread_mutex_lock(&h->mutex);
		h->over = true;
		pthread_cond_signal(&h->change);
		pthread_mutex_unlock(&h->mutex);
		pthread_join(h->thread, NULL);
	}
	cx_buf_release(&h->busy);
	pthread_mutex_destroy(&h->mutex);
	pthread_cond_destroy(&h->change);
	free(h);
}
