#define _POSIX_C_SOURCE 200809L
#define _DEFAULT_SOURCE
#include "common.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

const char *bench_prog = "bench";

void
die(const char *fmt, ...)
{
	va_list ap;

	fprintf(stderr, "%s: ", bench_prog);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
	exit(4);
}

void
usage(const char *text)
{
	fprintf(stderr, "usage: %s %s\n", bench_prog, text);
	exit(2);
}

size_t
count(const char *s, const char *what)
{
	char *end;
	unsigned long v;

	errno = 0;
	v = strtoul(s, &end, 10);
	if (*s < '0' || *s > '9' || *end || errno || v < 1 || v > 100000000) {
		fprintf(stderr, "%s: %s: '%s' is not a number from 1 to "
		    "100000000\n", bench_prog, what, s);
		exit(2);
	}
	return v;
}

void *
grow(void *p, size_t *cap, size_t need, size_t size)
{
	size_t n = *cap ? *cap : 64;

	if (need <= *cap && p)
		return p;
	while (n < need) {
		if (n > SIZE_MAX / 2)
			die("out of memory");
		n *= 2;
	}
	if (n > SIZE_MAX / size)
		die("out of memory");
	p = realloc(p, n * size);
	if (!p)
		die("out of memory");
	*cap = n;
	return p;
}

void
close_stdout(void)
{
	if (ferror(stdout) || fclose(stdout))
		die("standard output: %s", strerror(errno));
}

double
seconds(void)
{
	struct timespec t;

	if (clock_gettime(CLOCK_MONOTONIC, &t))
		die("clock: %s", strerror(errno));
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

void
text_add(struct text *t, const char *s, size_t n)
{
	if (n > SIZE_MAX - t->n - 1)
		die("out of memory");
	t->s = grow(t->s, &t->cap, t->n + n + 1, 1);
	if (n)
		memcpy(t->s + t->n, s, n);
	t->n += n;
	t->s[t->n] = '\0';
}

void
text_str(struct text *t, const char *s)
{
	text_add(t, s, strlen(s));
}

void
slurp(int dir, const char *name, struct text *out)
{
	struct stat st;
	ssize_t got;
	size_t want;
	int fd;

	fd = openat(dir, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
	if (fd < 0 || fstat(fd, &st))
		die("%s: %s", name, strerror(errno));
	want = (size_t)st.st_size;
	out->n = 0;
	out->s = grow(out->s, &out->cap, want + 1, 1);
	while (out->n < want) {
		got = read(fd, out->s + out->n, want - out->n);
		if (got < 0)
			die("%s: %s", name, strerror(errno));
		if (!got)
			break;
		out->n += (size_t)got;
	}
	out->s[out->n] = '\0';
	if (close(fd))
		die("%s: %s", name, strerror(errno));
}

const char *
front_matter(const char *s, size_t n, size_t *len, size_t *body)
{
	size_t i, line;

	*len = *body = 0;
	if (n < 4 || memcmp(s, "---", 3) || (s[3] != '\n' && s[3] != '\r'))
		return NULL;
	for (i = 3; i < n && s[i] != '\n'; i++)
		;
	line = ++i;
	for (*body = i; i < n; i++) {
		if (s[i] != '\n')
			continue;
		if (i - line >= 3 && !memcmp(s + line, "---", 3) &&
		    (i - line == 3 || (i - line == 4 && s[i - 1] == '\r'))) {
			*len = line - *body;
			i++;
			s += *body;
			*body = i;
			return s;
		}
		line = i + 1;
	}
	*body = 0;
	return NULL;
}

static bool
left_out(const char *name)
{
	static const char *const dirs[] = { "index", "layers", "inbox",
		"node_modules", "__pycache__" };
	size_t i;

	if (name[0] == '.')
		return true;
	for (i = 0; i < sizeof(dirs) / sizeof(dirs[0]); i++)
		if (!strcmp(name, dirs[i]))
			return true;
	return false;
}

struct names {
	char **v;
	size_t n, cap;
};

static void
names_add(struct names *l, const char *a, const char *b)
{
	size_t an = strlen(a), bn = strlen(b);
	char *s;

	s = malloc(an + bn + 2);
	if (!s)
		die("out of memory");
	memcpy(s, a, an);
	if (an)
		s[an++] = '/';
	memcpy(s + an, b, bn + 1);
	l->v = grow(l->v, &l->cap, l->n + 1, sizeof(*l->v));
	l->v[l->n++] = s;
}

static int
by_bytes(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool
is_dir(int dir, const struct dirent *e)
{
	struct stat st;

	if (e->d_type != DT_UNKNOWN)
		return e->d_type == DT_DIR;
	if (fstatat(dir, e->d_name, &st, AT_SYMLINK_NOFOLLOW))
		die("%s: %s", e->d_name, strerror(errno));
	return S_ISDIR(st.st_mode);
}

/* Hands over the files of one directory and adds its directories to todo. */
static void
walk_dir(int root, const char *path, struct names *files, struct names *todo,
    walk_fn *fn, void *ctx, bool sorted)
{
	size_t i, n, skip = *path ? strlen(path) + 1 : 0, first = todo->n;
	struct dirent *e;
	DIR *d;
	int fd;

	fd = openat(root, *path ? path : ".",
	    O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
	d = fd < 0 ? NULL : fdopendir(fd);
	if (!d)
		die("%s: %s", path, strerror(errno));
	files->n = 0;
	while ((errno = 0, e = readdir(d)) != NULL) {
		n = strlen(e->d_name);
		if (n > 3 && !memcmp(e->d_name + n - 3, ".md", 3)) {
			if (e->d_type != DT_LNK && !is_dir(fd, e) &&
			    strcmp(e->d_name, "MEMORY.md"))
				names_add(files, path, e->d_name);
		} else if (!left_out(e->d_name) && is_dir(fd, e)) {
			names_add(todo, path, e->d_name);
		}
	}
	if (errno)
		die("%s: %s", path, strerror(errno));
	if (sorted && files->n)
		qsort(files->v, files->n, sizeof(*files->v), by_bytes);
	if (sorted && todo->n > first)
		qsort(todo->v + first, todo->n - first, sizeof(*todo->v),
		    by_bytes);
	for (i = 0; i < files->n; i++) {
		fn(ctx, fd, files->v[i] + skip, files->v[i]);
		free(files->v[i]);
	}
	if (closedir(d))
		die("%s: %s", path, strerror(errno));
}

void
walk(const char *root, bool sorted, walk_fn *fn, void *ctx)
{
	struct names files = { NULL, 0, 0 }, todo = { NULL, 0, 0 };
	char *path;
	int fd;

	fd = open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0)
		die("%s: %s", root, strerror(errno));
	names_add(&todo, "", "");
	while (todo.n) {
		path = todo.v[--todo.n];
		walk_dir(fd, path, &files, &todo, fn, ctx, sorted);
		free(path);
	}
	free(files.v);
	free(todo.v);
	if (close(fd))
		die("%s: %s", root, strerror(errno));
}

uint64_t
mix64(uint64_t x)
{
	x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
	x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
	return x ^ (x >> 31);
}

uint64_t
rng_next(struct rng *r)
{
	return mix64(r->s += 0x9e3779b97f4a7c15u);
}

uint32_t
rng_below(struct rng *r, uint32_t n)
{
	return (uint32_t)(((rng_next(r) >> 32) * n) >> 32);
}

bool
rng_in(struct rng *r, uint32_t per_thousand)
{
	return rng_below(r, 1000) < per_thousand;
}

uint32_t
rng_low(struct rng *r, uint32_t n)
{
	uint64_t u = rng_next(r) >> 32;

	return (uint32_t)((((u * u) >> 32) * n) >> 32);
}

uint64_t
hash_bytes(const char *s, size_t n)
{
	uint64_t h = 0xcbf29ce484222325u;

	while (n--)
		h = (h ^ (unsigned char)*s++) * 0x100000001b3u;
	return mix64(h);
}
