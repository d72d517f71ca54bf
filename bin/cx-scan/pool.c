#include "bin/cx-scan/scan.h"

#include "lib/atom.h"
#include "lib/print.h"
#include "lib/vault.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

#define THREADS_MAX 16
#define RING_MAX (THREADS_MAX * 3)
/* Output that batches may hold together before they have to wait. */
#define HELD_MAX (12u << 20)

struct pool {
	struct pool_settings s;
	pthread_t threads[THREADS_MAX];
	unsigned n_threads;
	unsigned ring_size;
	struct batch ring[RING_MAX];
	struct batch *filling; /* by the source, ring[tail] */
	pthread_mutex_t lock;
	pthread_cond_t changed;
	/* Batches in order: written < head <= worked on < next <= tail. */
	size_t head;
	size_t next;
	size_t tail;
	bool writing;
	bool closed;
	atomic_bool moved; /* a file was read, or had gone */
};

static void
lock(struct pool *p)
{
	pthread_mutex_lock(&p->lock);
}

static void
unlock(struct pool *p)
{
	pthread_mutex_unlock(&p->lock);
}

static struct batch *
at(struct pool *p, size_t seq)
{
	return &p->ring[seq % p->ring_size];
}

/* Writes what the batch holds; only the thread that set p->writing. */
static void
emit(struct pool *p, struct batch *b)
{
	struct cx_str rest = cx_buf_view(&b->messages), line;

	while (cx_str_split(&rest, '\n', &line))
		cx_warn("%.*s", (int)line.len, line.s);
	b->messages.len = 0;
	cx_buf_str(cx_out(), cx_buf_view(&b->out));
	b->out.len = 0;
	cx_out_record();
	if (b->stat.len)
		cx_stats_add(p->s.stats, cx_buf_view(&b->stat));
	b->stat.len = 0;
}

/* --- one file --- */

struct worker {
	struct pool *pool;
	struct cx_atom_maker *maker;
	struct cx_buf text;
};

static void
fail(struct batch *b, struct cx_str path, const char *cause)
{
	cx_put_visible(&b->messages, path.len ? path : CX_STR("."));
	cx_buf_fmt(&b->messages, ": %s\n", cause);
	cx_raise(CX_PARTIAL);
}

static uint64_t
count_newlines(struct cx_str s)
{
	const char *at = s.s, *end = s.s + s.len;
	uint64_t n = 0;

	while (at < end && (at = memchr(at, '\n', (size_t)(end - at)))) {
		n++;
		at++;
	}
	return n;
}

/* Newlines of a file that is too large to hold; 0 or an errno. */
static int
count_large(const struct item *it, uint64_t *newlines)
{
	char chunk[65536];
	ssize_t n;
	int err = 0;
	int fd = cx_vault_open(it->fd, it->name, O_RDONLY | O_NONBLOCK);

	if (fd == -1)
		return errno;
	*newlines = 0;
	while ((n = read(fd, chunk, sizeof chunk)) != 0) {
		if (n > 0)
			*newlines += count_newlines(cx_strn(chunk, (size_t)n));
		else if (errno != EINTR) {
			err = errno;
			break;
		}
	}
	close(fd);
	return err;
}

static void
print_gone(struct batch *b, struct cx_str path)
{
	struct cx_printer p = cx_printer(&b->out);

	cx_print_object(&p);
	cx_print_kstr(&p, "path", path);
	cx_print_key(&p, "gone");
	cx_print_bool(&p, true);
	cx_print_end(&p);
	cx_print_line(&p);
}

/* st was taken before the file was read. */
static void
note_file(struct worker *w, struct batch *b, struct cx_str path,
    const struct stat *st)
{
	struct cx_stat s = cx_stat_of(st);

	w->pool->moved = true;
	if (w->pool->s.stats)
		cx_stat_print(&b->stat, path, &s);
}

static void
scan_item(struct worker *w, struct batch *b, const struct item *it)
{
	struct cx_atom_file f = {.path = it->path};
	struct stat st;
	int err;

	if (it->error) {
		fail(b, it->path, it->error);
		return;
	}
	if (it->known.len) {
		cx_buf_str(&b->stat, it->known);
		return;
	}
	if (it->gone) {
		print_gone(b, it->path);
		w->pool->moved = true;
		return;
	}
	w->text.len = 0;
	err = cx_read_file(it->fd, it->name, &w->text, CX_ATOM_MAX, &st);
	f.text = cx_buf_view(&w->text);
	f.size = f.text.len;
	f.mtime = st.st_mtime;
	if (err == EFBIG) {
		err = count_large(it, &f.newlines);
		f.size = (uint64_t)st.st_size;
	} else if (!err) {
		f.newlines = count_newlines(f.text);
	}
	if (err) {
		fail(b, it->path, cx_file_error(err));
		if (it->was) {
			print_gone(b, it->path);
			w->pool->moved = true;
		}
		return;
	}
	note_file(w, b, it->path, &st);
	cx_atom_print(w->maker, &f, &b->out, &b->messages);
}

/* --- workers --- */

/* A batch that has grown large is written so far, once it is its turn. */
static void
write_early(struct pool *p, struct batch *b)
{
	lock(p);
	while (p->writing || at(p, p->head) != b)
		pthread_cond_wait(&p->changed, &p->lock);
	p->writing = true;
	unlock(p);
	emit(p, b);
	lock(p);
	p->writing = false;
	pthread_cond_broadcast(&p->changed);
	unlock(p);
}

/* Marks b done and writes all batches at the head that are. */
static void
finish_batch(struct pool *p, struct batch *b)
{
	lock(p);
	b->done = true;
	if (!p->writing) {
		p->writing = true;
		while (p->head < p->next && at(p, p->head)->done) {
			struct batch *first = at(p, p->head);

			unlock(p);
			emit(p, first);
			cx_progress(first->n, "notes");
			cx_arena_reset(&first->arena);
			first->n = 0;
			lock(p);
			first->done = false;
			p->head++;
			pthread_cond_broadcast(&p->changed);
		}
		p->writing = false;
	}
	pthread_cond_broadcast(&p->changed);
	unlock(p);
}

static struct batch *
next_batch(struct pool *p)
{
	struct batch *b = NULL;

	lock(p);
	while (p->next == p->tail && !p->closed)
		pthread_cond_wait(&p->changed, &p->lock);
	if (p->next < p->tail)
		b = at(p, p->next++);
	unlock(p);
	return b;
}

static void *
work(void *arg)
{
	struct pool *p = arg;
	struct worker w = {p, cx_atom_maker_new(p->s.config, p->s.with),
	    CX_BUF_INIT};
	struct batch *b;

	while ((b = next_batch(p))) {
		for (size_t i = 0; i < b->n; i++) {
			scan_item(&w, b, &b->items[i]);
			if (b->items[i].dir)
				cx_dir_drop(b->items[i].dir);
			if (b->out.len > HELD_MAX / p->ring_size)
				write_early(p, b);
		}
		finish_batch(p, b);
	}
	cx_atom_maker_free(w.maker);
	cx_buf_release(&w.text);
	return NULL;
}

/* --- the source's side --- */

static unsigned
processors(void)
{
#ifdef CPU_COUNT
	cpu_set_t set;

	if (sched_getaffinity(0, sizeof set, &set) == 0)
		return (unsigned)CPU_COUNT(&set);
#endif
	long n = sysconf(_SC_NPROCESSORS_ONLN);

	return n > 0 ? (unsigned)n : 1;
}

struct pool *
pool_start(const struct pool_settings *s)
{
	struct pool *p = cx_calloc(1, sizeof *p);
	unsigned want = s->threads ? s->threads : processors();
	int err;

	p->s = *s;
	if (want > THREADS_MAX)
		want = THREADS_MAX;
	p->ring_size = want * 3;
	p->filling = &p->ring[0];
	if (pthread_mutex_init(&p->lock, NULL) != 0 ||
	    pthread_cond_init(&p->changed, NULL) != 0)
		cx_die(CX_FAIL, "cannot make a lock");
	for (; p->n_threads < want; p->n_threads++) {
		err = pthread_create(&p->threads[p->n_threads], NULL, work, p);
		if (err && p->n_threads == 0)
			cx_die(CX_FAIL, "cannot start a thread: %s",
			    strerror(err));
		if (err)
			break; /* fewer will do */
	}
	return p;
}

/* Hands the batch that is being filled to the workers; waits for room. */
static void
pass_on(struct pool *p)
{
	lock(p);
	p->tail++;
	pthread_cond_broadcast(&p->changed);
	while (p->tail - p->head == p->ring_size)
		pthread_cond_wait(&p->changed, &p->lock);
	p->filling = at(p, p->tail);
	unlock(p);
}

void
pool_add(struct pool *p, const struct item *it)
{
	struct batch *b = p->filling;
	struct item *to = &b->items[b->n++];

	*to = *it;
	to->path = cx_arena_copy(&b->arena, it->path);
	/* The name is the last part of the path, or all of it. */
	if (it->name)
		to->name = to->path.s + (to->path.len - strlen(it->name));
	if (it->error)
		to->error = cx_arena_copy(&b->arena, cx_str(it->error)).s;
	if (b->n == BATCH_ITEMS)
		pass_on(p);
}

bool
pool_finish(struct pool *p)
{
	bool moved;

	if (p->filling->n)
		pass_on(p);
	lock(p);
	p->closed = true;
	pthread_cond_broadcast(&p->changed);
	unlock(p);
	for (unsigned i = 0; i < p->n_threads; i++)
		pthread_join(p->threads[i], NULL);
	for (unsigned i = 0; i < p->ring_size; i++) {
		cx_arena_release(&p->ring[i].arena);
		cx_buf_release(&p->ring[i].out);
		cx_buf_release(&p->ring[i].stat);
		cx_buf_release(&p->ring[i].messages);
	}
	pthread_mutex_destroy(&p->lock);
	pthread_cond_destroy(&p->changed);
	moved = p->moved;
	free(p);
	return moved;
}
