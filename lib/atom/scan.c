/* Scans files in threads, and finds them. */
#include "lib/atom/scan.h"

#include "lib/base/date.h"
#include "lib/base/platform.h"
#include "lib/file/vault.h"
#include "lib/json/print.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

struct worker {
	const struct cx_scan_settings *s;
	struct cx_atom_maker *maker;
	void *own;	   /* what hooks->begin gave */
	struct cx_buf text;
	struct cx_buf unsaid; /* messages of a quiet scan */
	bool moved;	      /* a file was read, or had gone */
};

/* err is the errno behind the cause, or 0.  What the machine is short of says
 * nothing about the file: the records are then not those of the vault. */
static void
fail(struct cx_scan_batch *b, struct cx_str path, const char *cause, int err)
{
	bool is_short = err == ENOMEM || err == EMFILE || err == ENFILE ||
	    err == ENOSPC;

	cx_put_visible(&b->messages, path.len ? path : CX_STR("."));
	cx_buf_fmt(&b->messages, ": %s\n", cause);
	cx_raise(is_short ? CX_FAIL : CX_PARTIAL);
}

/* Of a file that is too large to hold. */
static void
add_newlines(void *newlines, const void *data, size_t len)
{
	*(uint64_t *)newlines += cx_str_count(cx_strn(data, len), '\n');
}

static void
print_gone(struct cx_scan_batch *b, struct cx_str path)
{
	struct cx_printer p = cx_printer(&b->out);

	cx_print_object(&p);
	cx_print_kstr(&p, "path", path);
	cx_print_kbool(&p, "gone", true);
	cx_print_line(&p);
}

/* st was taken before the file was read. */
static void
note_file(struct worker *w, struct cx_scan_batch *b, struct cx_str path,
    const struct stat *st)
{
	struct cx_stat s = cx_stat_of(st);

	w->moved = true;
	if (w->s->stats)
		cx_stat_print(&b->stat, path, &s);
}

static void
read_item(struct worker *w, struct cx_scan_batch *b,
    const struct cx_scan_item *it)
{
	struct cx_atom_file f = {.path = it->path};
	struct cx_buf *said;
	struct stat st;
	size_t before;
	int err;

	if (it->error) {
		fail(b, it->path, it->error, it->error_number);
		return;
	}
	if (it->known.len) {
		cx_buf_str(&b->stat, it->known);
		return;
	}
	if (it->gone) {
		print_gone(b, it->path);
		w->moved = true;
		return;
	}
	w->text.len = 0;
	err = cx_read_file(it->fd, it->name, &w->text, CX_ATOM_MAX, &st);
	f.text = cx_buf_view(&w->text);
	f.size = f.text.len;
	f.mtime = st.st_mtime;
	if (err == EFBIG) {
		err = cx_each_chunk(it->fd, it->name, add_newlines,
		    &f.newlines);
		f.size = (uint64_t)st.st_size;
	} else if (!err) {
		f.newlines = cx_str_count(f.text, '\n');
	}
	if (err) {
		fail(b, it->path, cx_file_error(err), err);
		if (it->was) {
			print_gone(b, it->path);
			w->moved = true;
		}
		return;
	}
	note_file(w, b, it->path, &st);
	said = w->s->quiet ? &w->unsaid : w->s->brief ? &b->partly :
	    &b->messages;
	before = said->len;
	cx_atom_print(w->maker, &f, &b->out, said);
	b->n_partly += said->len > before;
	w->unsaid.len = 0;
	if (w->s->hooks->file)
		w->s->hooks->file(w->own, &f, w->maker, &b->out);
}

void
cx_scan_tell(struct cx_str messages)
{
	struct cx_str line;

	while (cx_str_split(&messages, '\n', &line))
		cx_warn("%.*s", (int)line.len, line.s);
}

#define THREADS_MAX 16
#define RING_MAX (THREADS_MAX * 3)
/* Descriptors that are not for directories of batches: those of the walk, of
 * what is read and of the program. */
#define FILES_OTHER 32
/* Bytes that batches may hold together before they have to wait. */
#define HELD_MAX (12u << 20)
/* Bytes of the stat cache after which an item takes no more lines. */
#define JOINED_MAX 4096

struct cx_scan {
	struct cx_scan_settings s;
	pthread_t threads[THREADS_MAX];
	unsigned n_threads;
	unsigned ring_size;
	struct cx_scan_batch ring[RING_MAX];
	struct cx_scan_batch *filling; /* by the source, ring[tail] */
	pthread_mutex_t lock;
	pthread_cond_t changed;
	/* Batches in order: handed on < head <= worked on < next <= tail. */
	size_t head;
	size_t next;
	size_t tail;
	bool handing;
	bool closed;
	/* Directories that the batch being filled holds open, and may. */
	unsigned dirs, dirs_max;
	const struct cx_dir *dir; /* of the last item */
	atomic_bool moved; /* a file was read, or had gone */
};

static void
lock(struct cx_scan *p)
{
	pthread_mutex_lock(&p->lock);
}

static void
unlock(struct cx_scan *p)
{
	pthread_mutex_unlock(&p->lock);
}

static struct cx_scan_batch *
at(struct cx_scan *p, size_t seq)
{
	return &p->ring[seq % p->ring_size];
}

/* Hands on what the batch holds; only the thread that set p->handing. */
static void
hand_on(struct cx_scan *p, struct cx_scan_batch *b)
{
	p->s.hooks->take(p->s.arg, b);
	b->out.len = 0;
	b->stat.len = 0;
	b->messages.len = 0;
	b->partly.len = 0;
	b->n_partly = 0;
}

/* A batch that has grown large is handed on so far, once it is its turn. */
static void
hand_on_early(struct cx_scan *p, struct cx_scan_batch *b)
{
	lock(p);
	while (p->handing || at(p, p->head) != b)
		pthread_cond_wait(&p->changed, &p->lock);
	p->handing = true;
	unlock(p);
	hand_on(p, b);
	lock(p);
	p->handing = false;
	pthread_cond_broadcast(&p->changed);
	unlock(p);
}

/* Marks b done and hands on all batches at the head that are. */
static void
finish_batch(struct cx_scan *p, struct cx_scan_batch *b)
{
	lock(p);
	b->done = true;
	if (!p->handing) {
		p->handing = true;
		while (p->head < p->next && at(p, p->head)->done) {
			struct cx_scan_batch *first = at(p, p->head);

			unlock(p);
			hand_on(p, first);
			cx_progress(first->n, "notes");
			cx_arena_reset(&first->arena);
			first->n = 0;
			lock(p);
			first->done = false;
			p->head++;
			pthread_cond_broadcast(&p->changed);
		}
		p->handing = false;
	}
	pthread_cond_broadcast(&p->changed);
	unlock(p);
}

static struct cx_scan_batch *
next_batch(struct cx_scan *p)
{
	struct cx_scan_batch *b = NULL;

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
	struct cx_scan *p = arg;
	struct worker w = {.s = &p->s,
	    .maker = cx_atom_maker_new(p->s.config, p->s.body)};
	struct cx_scan_batch *b;

	cx_atom_maker_dates(w.maker, p->s.dates);
	if (p->s.hooks->begin)
		w.own = p->s.hooks->begin(p->s.arg);
	while ((b = next_batch(p))) {
		for (size_t i = 0; i < b->n; i++) {
			read_item(&w, b, &b->items[i]);
			if (b->items[i].dir)
				cx_dir_drop(b->items[i].dir);
			if (b->out.len > HELD_MAX / p->ring_size)
				hand_on_early(p, b);
		}
		finish_batch(p, b);
	}
	if (p->s.hooks->end)
		p->s.hooks->end(w.own);
	if (w.moved)
		p->moved = true;
	cx_atom_maker_free(w.maker);
	cx_buf_release(&w.text);
	cx_buf_release(&w.unsaid);
	return NULL;
}

/* --- the source's side --- */

/* How many directories a batch may hold, so that enough descriptors are left
 * to read files: few are, where there are few and each note has its own. */
static unsigned
directories(unsigned batches)
{
	struct rlimit limit;

	cx_raise_files();
	if (getrlimit(RLIMIT_NOFILE, &limit) != 0 ||
	    limit.rlim_cur >= FILES_OTHER + batches * CX_SCAN_BATCH)
		return CX_SCAN_BATCH;
	if (limit.rlim_cur < FILES_OTHER + batches)
		return 1;
	return (unsigned)(limit.rlim_cur - FILES_OTHER) / batches;
}

struct cx_scan *
cx_scan_start(const struct cx_scan_settings *s)
{
	struct cx_scan *p = cx_calloc(1, sizeof *p);
	unsigned want = s->threads ? s->threads : cx_processors();
	int err;

	p->s = *s;
	if (want > THREADS_MAX)
		want = THREADS_MAX;
	p->ring_size = want * 3;
	p->dirs_max = directories(p->ring_size);
	p->filling = &p->ring[0];
	if (pthread_mutex_init(&p->lock, NULL) != 0 ||
	    pthread_cond_init(&p->changed, NULL) != 0)
		cx_die(CX_FAIL, "cannot make a lock");
	(void)cx_now(); /* not in several threads at once */
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
pass_on(struct cx_scan *p)
{
	lock(p);
	p->tail++;
	pthread_cond_broadcast(&p->changed);
	while (p->tail - p->head == p->ring_size)
		pthread_cond_wait(&p->changed, &p->lock);
	p->filling = at(p, p->tail);
	unlock(p);
	p->dirs = 0;
	p->dir = NULL;
}

void
cx_scan_add(struct cx_scan *p, const struct cx_scan_item *it)
{
	struct cx_scan_batch *b = p->filling;
	struct cx_scan_item *to = &b->items[b->n];

	/* Lines of the cache that follow each other are one item, unless it
	 * becomes large: a batch holds a copy. */
	if (it->known.len && b->n && to[-1].known.len &&
	    to[-1].known.len < JOINED_MAX &&
	    to[-1].known.s + to[-1].known.len == it->known.s) {
		to[-1].known.len += it->known.len;
		if (it->dir)
			cx_dir_drop(it->dir);
		return;
	}
	b->n++;
	*to = *it;
	to->path = cx_arena_copy(&b->arena, it->path);
	/* The name is the last part of the path, or all of it. */
	if (it->name)
		to->name = to->path.s + (to->path.len - strlen(it->name));
	if (it->error)
		to->error = cx_arena_copy(&b->arena, cx_str(it->error)).s;
	p->dirs += it->dir && it->dir != p->dir;
	p->dir = it->dir;
	if (b->n == CX_SCAN_BATCH || p->dirs == p->dirs_max)
		pass_on(p);
}

bool
cx_scan_finish(struct cx_scan *p)
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
		cx_buf_release(&p->ring[i].partly);
	}
	pthread_mutex_destroy(&p->lock);
	pthread_cond_destroy(&p->changed);
	moved = p->moved;
	free(p);
	return moved;
}

/* --- the files of a walk --- */

const char cx_scan_bad_name[] = "the name is not UTF-8, so no record can "
    "carry it; rename the file";

struct cx_scan_item
cx_scan_entry(const struct cx_walk_entry *e)
{
	struct cx_scan_item it = {.path = e->path};

	switch (e->kind) {
	case CX_WALK_FILE:
		it.name = e->name;
		it.dir = e->dir;
		it.fd = e->dir->fd;
		if (!e->utf8)
			it.error = cx_scan_bad_name;
		break;
	case CX_WALK_DIRECTORY:
		break;
	case CX_WALK_UNREADABLE:
		it.error = strerror(e->error);
		it.error_number = e->error;
		break;
	case CX_WALK_DEEP:
		it.error = "nested too deep; what is in there gives no records";
		break;
	}
	return it;
}

struct cx_walk_counts
cx_scan_walk(struct cx_scan *scan, int vault_fd,
    const struct cx_ignore *ignore, struct cx_buf *dirs)
{
	struct cx_walk_counts counts;
	struct cx_walk *w = cx_walk_open_at(vault_fd, CX_STR(""), ignore,
	    dirs ? CX_WALK_DIRS : 0);
	struct cx_walk_entry e;

	while (cx_walk_next(w, &e)) {
		if (e.kind == CX_WALK_DIRECTORY) {
			struct cx_stat st = cx_stat_of_dir(e.st, e.entries);

			cx_stat_print(dirs, e.path, &st);
		} else {
			struct cx_scan_item it = cx_scan_entry(&e);

			cx_scan_add(scan, &it);
		}
	}
	counts = *cx_walk_counts(w);
	cx_walk_close(w);
	return counts;
}
