#include "lib/record/recordindex.h"

#include "lib/base/err.h"
#include "lib/index/gen.h"
#include "lib/index/meta.h"
#include "lib/index/searchset.h"
#include "lib/file/vault.h"

#include <errno.h>
#include <unistd.h>

/* If a generation is removed while it is opened, open the current one. */
#define TRIES 10

/* The number a line begins with, UINT64_MAX at the end. */
static uint64_t
next_number(struct cx_str *rest)
{
	struct cx_str line;
	uint64_t n = 0;

	if (!cx_str_split(rest, '\n', &line))
		return UINT64_MAX;
	(void)cx_str_number(&line, UINT64_MAX, &n);
	return n;
}

/* False when the generation has no such file. */
static bool
read_file(int gen, const char *file, const char *name, struct cx_buf *out)
{
	int error = cx_read_file(gen, file, out, SIZE_MAX / 2, NULL);

	if (error && error != ENOENT)
		cx_die(CX_FAIL, "%s/%s: %s", name, file, cx_file_error(error));
	cx_buf_room(out, CX_JSON_PAD);
	return !error;
}

/* What one index is seen to be whole by. */
struct proof {
	const char *name; /* of the index */
	struct cx_meta meta;
};

static void CX_NORETURN
damaged(const struct proof *p, const char *file, const char *cause)
{
	cx_die(CX_FAIL, "%s/%s: %s; the index is damaged: run cx rebuild "
	    "--full", p->name, file, cause);
}

/* Sees that a file has the bytes that were written: one that is cut short, or
 * empty, is not an empty memory. */
static void
check(const struct proof *p, const char *file, struct cx_str text)
{
	const struct cx_json *files = cx_json_get(p->meta.root, "files");
	struct cx_blocks blocks = {0};

	cx_blocks_add(&blocks, text.s, text.len);
	if (!cx_meta_is(cx_json_get(files, file), &blocks, text.len))
		damaged(p, file, "its bytes are not those that were written");
}

static void
check_manifest(const struct proof *p, int fd)
{
	static const char file[] = "manifest.json";
	struct cx_str text;
	int err = cx_map_file(fd, &text);

	if (err == ENODEV)
		damaged(p, file, cx_file_error(err));
	if (err)
		cx_die(CX_FAIL, "%s/%s: %s", p->name, file,
		    cx_file_error(err));
	check(p, file, text);
	cx_unmap_file(text);
}

/* False if the generation has been removed. */
static bool
read_delta(struct cx_lag *l, int gen, struct proof *p)
{
	static const char *const files[] = {CX_DELTA "manifest.json",
	    CX_DELTA "dead", CX_DELTA "atoms"};
	struct cx_buf *const to[] = {&l->manifest, &l->dead, &l->atoms};
	struct cx_str frame;

	for (size_t i = 0; i < 3; i++) {
		if (!read_file(gen, files[i], p->name, to[i]))
			return false;
		check(p, files[i], cx_buf_view(to[i]));
	}
	l->rest_manifest = cx_buf_view(&l->manifest);
	(void)cx_str_split(&l->rest_manifest, '\n', &frame);
	l->rest_dead = cx_buf_view(&l->dead);
	l->rest_atoms = cx_buf_view(&l->atoms);
	l->next_dead = next_number(&l->rest_dead);
	l->next_place = next_number(&l->rest_atoms);
	return true;
}

int
cx_lag_open(struct cx_lag *l, int dirfd, const char *name)
{
	static const char *const files[] = {"manifest.json", CX_META_FILE};
	int fd[2], gen;
	bool whole = false;

	*l = (struct cx_lag){.next_dead = UINT64_MAX,
	    .next_place = UINT64_MAX};
	for (int i = 0; i < TRIES && !whole; i++) {
		struct proof p = {.name = name};
		const char *why;

		gen = cx_gen_files(dirfd, files, 2, fd, NULL);
		if (gen == -1)
			return -1;
		cx_lag_release(l);
		why = cx_meta_read_fd(&p.meta, fd[1]);
		if (why)
			damaged(&p, CX_META_FILE, why);
		if (!p.meta.whole)
			damaged(&p, CX_META_FILE, "its bytes are not those "
			    "that were written");
		check_manifest(&p, fd[0]);
		whole = !cx_json_get(p.meta.root, "delta") ||
		    read_delta(l, gen, &p);
		cx_meta_release(&p.meta);
		close(fd[1]);
		close(gen); /* only read */
		if (!whole)
			close(fd[0]);
	}
	if (!whole)
		cx_die(CX_FAIL, "%s: a part of its delta is missing; run cx "
		    "rebuild --full", name);
	return fd[0];
}

bool
cx_lag_before(struct cx_lag *l, struct cx_str *line)
{
	if (l->next_place > l->at)
		return false;
	l->next_place = next_number(&l->rest_atoms);
	if (!cx_str_split(&l->rest_manifest, '\n', line))
		return false;
	if (cx_str_ends(*line, CX_STR(",")))
		line->len--;
	return true;
}

bool
cx_lag_counts(struct cx_lag *l)
{
	if (l->at++ != l->next_dead)
		return true;
	l->next_dead = next_number(&l->rest_dead);
	return false;
}

bool
cx_lag_ended(const struct cx_lag *l)
{
	return l->next_place == UINT64_MAX && l->next_dead == UINT64_MAX &&
	    (l->rest_manifest.len == 0 ||
		cx_str_is(l->rest_manifest, "]\n"));
}

void
cx_lag_release(struct cx_lag *l)
{
	cx_buf_release(&l->manifest);
	cx_buf_release(&l->dead);
	cx_buf_release(&l->atoms);
	*l = (struct cx_lag){.next_dead = UINT64_MAX,
	    .next_place = UINT64_MAX};
}
