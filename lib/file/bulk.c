/* Publishes many files: writes all, syncs once, renames all. */
#include "lib/file/publish.h"
#include "lib/base/platform.h"
#include "lib/file/publish-impl.h"
#include "lib/file/walk.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

/* Up to this many, each file is synced by itself; beyond, its file system. */
#define SYNC_EACH 8

struct directory {
	dev_t dev;
	ino_t ino;
	int fd;
	bool begun; /* noted and cleaned */
	bool changed; /* a rename happened */
};

struct item {
	struct cx_pending pending;
	size_t dir;
	bool waiting;
	struct cx_pub pub;
};

struct cx_bulk {
	struct directory *dirs;
	size_t n_dirs, cap_dirs;
	struct item *items;
	size_t n, cap;
	size_t waiting;
	size_t first; /* renamed before the others: its number + 1, or 0 */
	bool failed;  /* of what was to be written, something could not be */
	bool given_up; /* some descriptors and locks */
};

struct cx_bulk *
cx_bulk_new(void)
{
	cx_raise_files();
	return cx_calloc(1, sizeof(struct cx_bulk));
}

size_t
cx_bulk_count(const struct cx_bulk *b)
{
	return b->n;
}

struct cx_pub
cx_bulk_result(const struct cx_bulk *b, size_t i)
{
	return b->items[i].pub;
}

static void
fail_item(struct cx_bulk *b, struct item *it, struct cx_pub pub)
{
	cx_pending_drop(&it->pending, b->dirs[it->dir].fd);
	it->waiting = false;
	b->waiting--;
	it->pub = pub;
}

/* Closes the temporary files written so far. */
static void
give_up_locks(struct cx_bulk *b)
{
	b->given_up = true;
	for (size_t i = 0; i < b->n; i++) {
		struct item *it = &b->items[i];
		int fd = it->pending.fd;

		if (!it->waiting || fd < 0)
			continue;
		it->pending.fd = -1;
		if (close(fd) != 0 && errno != EINTR) {
			fail_item(b, it, cx_pub_failed(errno, "close"));
			b->failed = true;
		}
	}
}

static bool
out_of_files(int error)
{
	return error == EMFILE || error == ENFILE;
}

/* Our own descriptor of the directory, one for all of its files; paths come
 * sorted, so the one looked for is nearly always the last.  0 or an errno. */
static int
find_dir(struct cx_bulk *b, int dirfd, size_t *index)
{
	struct directory d = {.fd = -1};
	struct stat st;

	if (fstat(dirfd, &st) != 0)
		return errno;
	for (size_t i = b->n_dirs; i > 0; i--) {
		if (b->dirs[i - 1].ino == st.st_ino &&
		    b->dirs[i - 1].dev == st.st_dev) {
			*index = i - 1;
			return 0;
		}
	}
	d.dev = st.st_dev;
	d.ino = st.st_ino;
	d.fd = fcntl(dirfd, F_DUPFD_CLOEXEC, 0);
	if (d.fd < 0 && errno == EMFILE && !b->given_up) {
		give_up_locks(b);
		d.fd = fcntl(dirfd, F_DUPFD_CLOEXEC, 0);
	}
	if (d.fd < 0)
		return errno;
	CX_GROW(b->dirs, b->n_dirs, b->cap_dirs);
	b->dirs[b->n_dirs] = d;
	*index = b->n_dirs++;
	return 0;
}

struct cx_pub
cx_bulk_add(struct cx_bulk *b, struct cx_lock *lock, int dirfd,
    const char *path, struct cx_str bytes, const struct cx_seen *seen)
{
	struct item it = {.pending.fd = -1};
	struct directory *d;
	int error = find_dir(b, dirfd, &it.dir);

	if (error) {
		it.pub = cx_pub_failed(error, "use its directory");
		b->failed = true;
	} else {
		d = &b->dirs[it.dir];
		it.pub = cx_pending_write(&it.pending, lock, d->fd, path,
		    bytes, seen, !d->begun);
		if (it.pub.status == CX_PUB_FAILED &&
		    out_of_files(it.pub.error)) {
			give_up_locks(b);
			it.pub = cx_pending_write(&it.pending, lock, d->fd,
			    path, bytes, seen, !d->begun);
		}
		it.waiting = it.pub.status == CX_PUB_DONE;
		d->begun |= it.waiting;
		b->waiting += it.waiting;
		b->failed |= it.pub.status == CX_PUB_FAILED;
	}
	*CX_NEXT(b->items, b->n, b->cap) = it;
	return it.pub;
}

struct cx_pub
cx_bulk_add_first(struct cx_bulk *b, struct cx_lock *lock, int dirfd,
    const char *path, struct cx_str bytes, const struct cx_seen *seen)
{
	b->first = b->n + 1;
	return cx_bulk_add(b, lock, dirfd, path, bytes, seen);
}

static void
fail_all(struct cx_bulk *b, struct cx_pub pub)
{
	for (size_t i = 0; i < b->n; i++)
		if (b->items[i].waiting)
			fail_item(b, &b->items[i], pub);
}

void
cx_bulk_drop(struct cx_bulk *b)
{
	fail_all(b, cx_pub_failed(ECANCELED, "write it without the others"));
}

/*
 * Syncs the file systems of the directories; an errno if one fails.  Linux
 * reports failed writes of the whole file system here since 5.8, seen from
 * when the descriptor was opened.
 */
static int
sync_systems(const struct cx_bulk *b)
{
	for (size_t i = 0; i < b->n_dirs; i++) {
		bool done = false;
		int error = 0;

		for (size_t k = 0; k < i && !done; k++)
			done = b->dirs[k].dev == b->dirs[i].dev;
		if (!done)
			error = cx_sync_system(b->dirs[i].fd);
		if (error)
			return error;
	}
	return 0;
}

static int
sync_item(const struct cx_bulk *b, const struct item *it)
{
	int fd = it->pending.fd, error;

	if (fd >= 0)
		return cx_sync(fd);
	fd = openat(b->dirs[it->dir].fd, it->pending.temp,
	    O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0)
		return errno;
	error = cx_sync(fd);
	close(fd); /* nothing was written through it */
	return error;
}

static int
sync_files(const struct cx_bulk *b)
{
	int error = ENOSYS;

	if (b->waiting > SYNC_EACH)
		error = sync_systems(b);
	if (error != ENOSYS)
		return error;
	for (size_t i = 0; i < b->n; i++) {
		if (!b->items[i].waiting)
			continue;
		error = sync_item(b, &b->items[i]);
		if (error)
			return error;
	}
	return 0;
}

static void
sync_dirs(struct cx_bulk *b)
{
	size_t changed = 0;
	int all = ENOSYS;

	for (size_t i = 0; i < b->n_dirs; i++)
		changed += b->dirs[i].changed;
	if (changed > SYNC_EACH)
		all = sync_systems(b);
	for (size_t i = 0; i < b->n_dirs; i++) {
		int error = all;

		if (!b->dirs[i].changed)
			continue;
		if (error == ENOSYS)
			error = cx_sync(b->dirs[i].fd);
		for (size_t k = 0; error && k < b->n; k++) {
			struct item *it = &b->items[k];

			if (it->dir != i || !it->pub.renamed)
				continue;
			it->pub = cx_pub_failed(error, "sync its directory");
			it->pub.renamed = true;
		}
	}
}

static void
rename_item(struct cx_bulk *b, struct item *it)
{
	if (!it->waiting)
		return;
	it->pub = cx_pending_rename(&it->pending, b->dirs[it->dir].fd);
	it->waiting = false;
	b->waiting--;
	b->dirs[it->dir].changed |= it->pub.renamed;
}

size_t
cx_bulk_commit(struct cx_bulk *b)
{
	size_t bad = 0;
	int error;

	if (b->failed)
		cx_bulk_drop(b);
	error = sync_files(b);
	if (error)
		fail_all(b, cx_pub_failed(error, "sync"));
	if (b->first) {
		struct item *first = &b->items[b->first - 1];

		rename_item(b, first);
		if (first->pub.status > CX_PUB_SAME)
			cx_bulk_drop(b);
	}
	for (size_t i = 0; i < b->n; i++)
		rename_item(b, &b->items[i]);
	sync_dirs(b);
	for (size_t i = 0; i < b->n; i++)
		bad += b->items[i].pub.status > CX_PUB_SAME;
	return bad;
}

void
cx_bulk_free(struct cx_bulk *b)
{
	if (!b)
		return;
	cx_bulk_drop(b);
	for (size_t i = 0; i < b->n_dirs; i++)
		close(b->dirs[i].fd);
	free(b->dirs);
	free(b->items);
	free(b);
}
