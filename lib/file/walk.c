#include "lib/file/walk.h"
#include "lib/base/mem.h"
#include "lib/file/publish.h"
#include "lib/file/vault.h"
#include "lib/base/utf8.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* Waiting for other threads to give descriptors back: 100 x 10 ms. */
#define WAIT_STEPS 100
#define WAIT_STEP_NS 10000000

/* A name of a directory.  key is its first 8 bytes, big-endian, so that most
 * comparisons need no look at the text. */
struct item {
	uint64_t key;
	uint32_t at;  /* in names */
	uint32_t len; /* with the `/` of a directory */
};

struct level {
	struct cx_dir *dir;
	struct item *items;
	size_t n, cap;
	size_t next;
	struct cx_buf names;
	size_t path_len; /* of the directory, with its `/` */
	bool utf8;
	struct stat st;
};

struct cx_walk {
	const struct cx_ignore *ignore;
	struct level levels[CX_WALK_DEPTH]; /* their buffers are reused */
	size_t depth;			    /* levels in use */
	struct cx_buf path;
	struct cx_walk_counts counts;
	unsigned flags;
	bool told; /* the directory walked from was an entry, if it is one */
	int vault_error; /* the vault itself cannot be read; 0 once told */
};

void
cx_raise_files(void)
{
	struct rlimit limit;

	/* Failing leaves the limit as it is, and is not an error: what needs
	 * more descriptors than there are says so itself. */
	if (getrlimit(RLIMIT_NOFILE, &limit) == 0 &&
	    limit.rlim_cur < limit.rlim_max) {
		limit.rlim_cur = limit.rlim_max;
		(void)setrlimit(RLIMIT_NOFILE, &limit);
	}
}

void
cx_dir_drop(struct cx_dir *dir)
{
	if (!dir || atomic_fetch_sub(&dir->owners, 1) > 1)
		return;
	close(dir->fd); /* nothing was written through it */
	free(dir);
}

enum what { FILE_MD, DIRECTORY, SYMLINK, SPECIAL, NOTHING };

static enum what
what_by_mode(mode_t mode)
{
	if (S_ISDIR(mode))
		return DIRECTORY;
	if (S_ISREG(mode))
		return FILE_MD;
	return S_ISLNK(mode) ? SYMLINK : SPECIAL;
}

/* File systems need not tell types in directories (readdir(3)). */
static enum what
what_is(int dirfd, const struct dirent *d, struct cx_str name)
{
	enum what what = NOTHING;
	struct stat st;

#ifdef DT_UNKNOWN
	switch (d->d_type) {
	case DT_REG:
		what = FILE_MD;
		break;
	case DT_DIR:
		return DIRECTORY;
	case DT_LNK:
		return SYMLINK;
	case DT_UNKNOWN:
		break;
	default:
		return SPECIAL;
	}
	if (what == FILE_MD)
		return cx_is_note(name) ? FILE_MD : NOTHING;
#endif
	if (fstatat(dirfd, d->d_name, &st, AT_SYMLINK_NOFOLLOW) == 0) {
		what = what_by_mode(st.st_mode);
		return what == FILE_MD && !cx_is_note(name) ? NOTHING : what;
	}
	if (errno == ENOENT)
		return NOTHING;
	/* It is there and we may not look: whoever opens it tells why. */
	return cx_is_note(name) ? FILE_MD : DIRECTORY;
}

static uint64_t
key_of(const char *s, size_t len)
{
	uint64_t key = 0;

	for (size_t i = 0; i < 8; i++)
		key = key << 8 | (i < len ? (unsigned char)s[i] : 0);
	return key;
}

static void
add_item(struct level *l, struct cx_str name, bool directory)
{
	struct item it = {0, (uint32_t)l->names.len,
	    (uint32_t)(name.len + directory)};

	cx_buf_str(&l->names, name);
	if (directory)
		cx_buf_char(&l->names, '/');
	cx_buf_char(&l->names, '\0');
	it.key = key_of(l->names.s + it.at, it.len);
	*CX_NEXT(l->items, l->n, l->cap) = it;
}

/* The path of a name in the level, in w->path. */
static struct cx_str
path_of(struct cx_walk *w, const struct level *l, struct cx_str name)
{
	w->path.len = l->path_len;
	cx_buf_str(&w->path, name);
	cx_buf_cstr(&w->path);
	return cx_buf_view(&w->path);
}

static void
add_entry(struct cx_walk *w, struct level *l, const struct dirent *d)
{
	struct cx_str name = cx_str(d->d_name);
	enum what what;

	if (cx_str_is(name, ".") || cx_str_is(name, "..") ||
	    cx_str_starts(name, CX_STR(CX_TEMP_PREFIX)))
		return;
	what = what_is(l->dir->fd, d, name);
	if (what == NOTHING)
		return;
	if (w->ignore && cx_ignore_match(w->ignore, path_of(w, l, name),
		what == DIRECTORY) == CX_IGNORE_OUT) {
		w->counts.ignored += what == FILE_MD || what == DIRECTORY;
		return;
	}
	if (what == SYMLINK)
		w->counts.symlinks++;
	else if (what == SPECIAL)
		w->counts.special++;
	else
		add_item(l, name, what == DIRECTORY);
}

/* qsort has no place for a context; the walk of a thread sorts one directory
 * at a time. */
static _Thread_local const char *sort_names;

static int
by_name(const void *va, const void *vb)
{
	const struct item *a = va, *b = vb;

	if (a->key != b->key)
		return a->key < b->key ? -1 : 1;
	return cx_str_cmp(cx_strn(sort_names + a->at, a->len),
	    cx_strn(sort_names + b->at, b->len));
}

static int
open_waiting(int parent, const char *name)
{
	const struct timespec step = {0, WAIT_STEP_NS};
	int fd;

	for (int i = 0;; i++) {
		fd = openat(parent, name,
		    O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
		if (fd >= 0 || i == WAIT_STEPS ||
		    (errno != EMFILE && errno != ENFILE))
			return fd;
		nanosleep(&step, NULL);
	}
}

/* A directory whose files are replaced while it is read may give a name twice
 * (readdir(3)): on tmpfs and btrfs the new file stands at its end. */
static void
drop_twins(struct level *l)
{
	size_t kept = 0;

	for (size_t i = 0; i < l->n; i++)
		if (kept == 0 || by_name(&l->items[kept - 1], &l->items[i]))
			l->items[kept++] = l->items[i];
	l->n = kept;
}

/* Fills the level from its directory; 0 or an errno. */
static int
read_level(struct cx_walk *w, struct level *l)
{
	const struct dirent *d;
	int fd = open_waiting(l->dir->fd, "."); /* the DIR owns its own */
	DIR *stream;
	int error;

	l->n = l->next = l->names.len = 0;
	if (fd < 0)
		return errno;
	stream = fdopendir(fd);
	if (!stream) {
		error = errno;
		close(fd);
		return error;
	}
	for (;;) {
		errno = 0;
		d = readdir(stream);
		error = d ? 0 : errno;
		if (!d)
			break;
		if (l->names.len > UINT32_MAX - 1024) {
			error = EOVERFLOW;
			break;
		}
		add_entry(w, l, d);
	}
	closedir(stream); /* nothing was written */
	sort_names = l->names.s;
	if (!error && l->n > 1) {
		qsort(l->items, l->n, sizeof *l->items, by_name);
		drop_twins(l);
	}
	return error;
}

/* Enters the directory fd, whose path is path_len bytes of w->path; 0 or an
 * errno, fd closed. */
static int
enter(struct cx_walk *w, int fd, size_t path_len, bool utf8)
{
	struct level *l = &w->levels[w->depth];
	int error;

	l->dir = cx_malloc(sizeof *l->dir);
	l->dir->fd = fd;
	atomic_init(&l->dir->owners, 1);
	l->path_len = path_len;
	l->utf8 = utf8;
	error = fstat(fd, &l->st) == 0 ? read_level(w, l) : errno;
	if (error) {
		cx_dir_drop(l->dir);
		return error;
	}
	w->depth++;
	w->counts.directories++;
	return 0;
}

struct cx_walk *
cx_walk_open_at(int from, struct cx_str prefix,
    const struct cx_ignore *ignore, unsigned flags)
{
	struct cx_walk *w = cx_calloc(1, sizeof *w);
	int fd;

	cx_raise_files();
	w->ignore = ignore;
	w->flags = flags;
	w->told = !(flags & CX_WALK_DIRS);
	cx_buf_str(&w->path, prefix);
	fd = open_waiting(from, ".");
	w->vault_error = fd < 0 ? errno
				: enter(w, fd, prefix.len,
				      cx_utf8_invalid(prefix) == prefix.len);
	return w;
}

struct cx_walk *
cx_walk_open(int vault_fd, const struct cx_ignore *ignore)
{
	return cx_walk_open_at(vault_fd, CX_STR(""), ignore, 0);
}

void
cx_walk_close(struct cx_walk *w)
{
	if (!w)
		return;
	for (size_t i = 0; i < CX_WALK_DEPTH; i++) {
		if (i < w->depth)
			cx_dir_drop(w->levels[i].dir);
		free(w->levels[i].items);
		cx_buf_release(&w->levels[i].names);
	}
	cx_buf_release(&w->path);
	free(w);
}

const struct cx_walk_counts *
cx_walk_counts(const struct cx_walk *w)
{
	return &w->counts;
}

/* The entry of the directory that was entered last. */
static void
tell_directory(struct cx_walk *w, struct cx_walk_entry *e)
{
	const struct level *l = &w->levels[w->depth - 1];

	w->path.len = l->path_len;
	cx_buf_cstr(&w->path);
	*e = (struct cx_walk_entry){.kind = CX_WALK_DIRECTORY,
	    .utf8 = l->utf8, .path = cx_buf_view(&w->path),
	    .name = w->path.s, .st = &l->st, .entries = l->n};
}

/* A directory of the level l: enters it, or makes an entry of what is wrong
 * with it and returns true. */
static bool
step_down(struct cx_walk *w, const struct level *l, struct cx_str name,
    struct cx_walk_entry *e)
{
	size_t len;
	int fd;

	w->path.len = l->path_len;
	cx_buf_str(&w->path, name); /* with its `/` */
	len = w->path.len;
	e->utf8 = l->utf8 && cx_utf8_invalid(name) == name.len;
	if (w->flags & CX_WALK_SHALLOW) {
		e->kind = CX_WALK_DIRECTORY;
		cx_buf_cstr(&w->path);
		e->path = cx_buf_view(&w->path);
		e->name = w->path.s + l->path_len;
		return true;
	}
	if (w->depth == CX_WALK_DEPTH) {
		e->kind = CX_WALK_DEEP;
	} else {
		/* "name/" opens like "name" but would follow a symlink. */
		w->path.s[len - 1] = '\0';
		fd = open_waiting(l->dir->fd, w->path.s + l->path_len);
		e->error = fd < 0 ? errno : 0;
		w->path.s[len - 1] = '/';
		if (fd >= 0)
			e->error = enter(w, fd, len, e->utf8);
		if (e->error == 0 && w->flags & CX_WALK_DIRS) {
			tell_directory(w, e);
			return true;
		}
		if (e->error == 0 || e->error == ENOENT)
			return false; /* ENOENT: it has gone since */
		e->kind = CX_WALK_UNREADABLE;
	}
	w->path.s[len - 1] = '\0';
	e->path = cx_strn(w->path.s, len - 1);
	e->name = w->path.s + l->path_len;
	return true;
}

bool
cx_walk_next(struct cx_walk *w, struct cx_walk_entry *e)
{
	*e = (struct cx_walk_entry){.utf8 = true};
	if (w->vault_error) {
		e->kind = CX_WALK_UNREADABLE;
		e->error = w->vault_error;
		e->path = CX_STR("");
		e->name = "";
		w->vault_error = 0;
		return true;
	}
	if (!w->told && w->depth > 0) {
		w->told = true;
		tell_directory(w, e);
		return true;
	}
	while (w->depth > 0) {
		struct level *l = &w->levels[w->depth - 1];
		struct cx_str name;

		if (l->next == l->n) {
			cx_dir_drop(l->dir);
			w->depth--;
			continue;
		}
		name = cx_strn(l->names.s + l->items[l->next].at,
		    l->items[l->next].len);
		l->next++;
		if (name.s[name.len - 1] == '/') {
			*e = (struct cx_walk_entry){.utf8 = true};
			if (step_down(w, l, name, e))
				return true;
			continue;
		}
		*e = (struct cx_walk_entry){.kind = CX_WALK_FILE,
		    .utf8 = l->utf8 && cx_utf8_invalid(name) == name.len,
		    .path = path_of(w, l, name), .dir = l->dir};
		e->name = w->path.s + l->path_len;
		atomic_fetch_add(&l->dir->owners, 1);
		return true;
	}
	return false;
}
