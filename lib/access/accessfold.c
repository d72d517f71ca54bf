/* Reads folds, and computes them from logs. */
#include "lib/access/access.h"
#include "lib/record/record.h"
#include "lib/access/tally.h"
#include "lib/file/vault.h"

#include <fcntl.h>
#include <stdlib.h>

struct cx_access_counts {
	struct cx_map paths;
	struct cx_arena keys;
	struct cx_use *v; /* used -1: nobody accessed it */
	size_t n, cap;
};

struct cx_access_counts *
cx_access_counts_read(const char *file)
{
	struct cx_access_counts *f = cx_calloc(1, sizeof *f);
	CX_AUTO_JSON parser = cx_json_new();
	CX_AUTO_BUF line = CX_BUF_INIT;
	CX_AUTO_FREE char *name = cx_strdup(file);
	struct cx_reader *r = cx_reader_open(&name, 1);
	struct cx_record rec;

	while (cx_reader_line(r, &rec)) {
		struct cx_access_line l;
		struct cx_str key;

		line.len = 0;
		cx_buf_str(&line, rec.line);
		cx_buf_room(&line, CX_JSON_PAD);
		cx_access_parse(parser, cx_buf_view(&line), &l);
		if (l.kind == CX_ACCESS_BAD)
			cx_record_die(&rec, "%s", l.why);
		if (l.kind != CX_ACCESS_FOLD)
			cx_record_die(&rec, "an event, where a fold is read; "
			    "make one: cx-access fold FILE");
		if (cx_map_get(&f->paths, l.path) != CX_MAP_NONE)
			cx_record_die(&rec, "the path is there before; fold "
			    "the folds: cx-access fold FILE...");
		key = cx_arena_copy(&f->keys, l.path);
		(void)cx_map_put(&f->paths, key); /* is f->n */
		*CX_NEXT(f->v, f->n, f->cap) = (struct cx_use){
		    l.used < 0 ? l.refs : l.used, l.last_used, l.shown, l.last};
	}
	cx_reader_close(r);
	return f;
}

int
cx_access_open_dir(const char *dir)
{
	const int flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC;

	/* What is in a vault is not to lead out of it. */
	if (cx_vault_path_ok(cx_str(dir)))
		return cx_vault_open(AT_FDCWD, dir, flags);
	return open(dir, flags);
}

uint64_t
cx_access_dir_size(int dirfd)
{
	uint64_t size = 0;
	char **names;
	size_t n;

	if (cx_access_logs(dirfd, &names, &n))
		return 0; /* who reads them will tell */
	for (size_t i = 0; i < n; i++) {
		struct stat st;

		if (fstatat(dirfd, names[i], &st, AT_SYMLINK_NOFOLLOW) == 0)
			size += (uint64_t)st.st_size;
		free(names[i]);
	}
	free(names);
	return size;
}

/*
 * Most lines are of none of the paths.  Eight bytes of them and their length
 * tell that for nearly all: a bit is set for each path that is asked for.
 */
#define HINT_BITS 16

struct logs {
	struct cx_tally tally;
	uint64_t hints[(1 << HINT_BITS) / 64];
	bool all;
	bool again;
};

static uint32_t
hint_of(struct cx_str path)
{
	const size_t end = strlen(".md"); /* all have that */
	uint64_t bytes = 0;

	if (path.len > sizeof bytes + end)
		memcpy(&bytes, path.s + path.len - end - sizeof bytes,
		    sizeof bytes);
	bytes ^= path.len;
	/* Fibonacci hashing: 2^64 over the golden ratio. */
	return (uint32_t)(bytes * UINT64_C(11400714819323198485) >>
	    (64 - HINT_BITS));
}

static bool
is_wanted(const struct logs *g, struct cx_str path)
{
	uint32_t h = hint_of(path);

	return g->all || ((g->hints[h / 64] >> h % 64 & 1) &&
	    cx_map_get(&g->tally.paths, path) != CX_MAP_NONE);
}

static void
add_line(void *arg, const struct cx_access_line *line, const char *name,
    size_t lineno)
{
	struct logs *g = arg;

	switch (line->kind) {
	case CX_ACCESS_BAD:
		if (!g->again)
			cx_access_complain(line, name, lineno);
		break;
	case CX_ACCESS_SEARCH:
		break;
	case CX_ACCESS_HOOK:
		if (!g->again)
			cx_error(CX_PARTIAL, "%s:%zu: a hook's line, and of "
			    "no known project; the line is skipped, "
			    "remove it", name, lineno);
		break;
	case CX_ACCESS_EVENT:
	case CX_ACCESS_FOLD:
		if (is_wanted(g, line->path))
			cx_tally_add(&g->tally, line, name, lineno);
		break;
	}
}

struct cx_access_counts *
cx_access_counts_logs(int dirfd, const char *dir, const struct cx_str *paths,
    size_t n, bool again)
{
	struct cx_access_counts *f = cx_calloc(1, sizeof *f);
	struct logs g = {.all = !paths, .again = again};
	struct cx_tally *t = &g.tally;

	for (size_t i = 0; paths && i < n; i++) {
		uint32_t h = hint_of(paths[i]);

		(void)cx_tally_atom(t, paths[i]); /* is i */
		g.hints[h / 64] |= UINT64_C(1) << h % 64;
	}
	cx_access_read_dir(dirfd, dir, add_line, &g);
	cx_tally_end(t);
	f->v = cx_calloc(t->n, sizeof *f->v);
	for (f->n = 0; f->n < t->n; f->n++) {
		const struct cx_tally_atom *a = &t->atoms[f->n];

		f->v[f->n] = cx_tally_use(a);
		if (!cx_tally_told(a))
			f->v[f->n].used = -1;
	}
	/* The paths stay, the rest goes. */
	f->paths = t->paths;
	f->keys = t->text;
	t->paths = (struct cx_map){.n = 0};
	t->text = (struct cx_arena){NULL, NULL, NULL};
	cx_tally_release(t);
	return f;
}

static const struct cx_use *
folded(const struct cx_access_counts *f, size_t n)
{
	return f->v[n].used < 0 ? NULL : &f->v[n];
}

const struct cx_use *
cx_access_counts_get(const struct cx_access_counts *f, struct cx_str path)
{
	uint32_t n = cx_map_get(&f->paths, path);

	return n == CX_MAP_NONE ? NULL : folded(f, n);
}

size_t
cx_access_counts_count(const struct cx_access_counts *f)
{
	return f->n;
}

struct cx_str
cx_access_counts_path(const struct cx_access_counts *f, size_t n,
    const struct cx_use **of)
{
	*of = folded(f, n);
	return f->paths.key[n];
}

void
cx_access_counts_free(struct cx_access_counts *f)
{
	if (!f)
		return;
	cx_map_release(&f->paths);
	cx_arena_release(&f->keys);
	free(f->v);
	free(f);
}
