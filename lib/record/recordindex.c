#include "lib/record/recordindex.h"

#include "lib/base/err.h"
#include "lib/index/gen.h"
#include "lib/index/meta.h"
#include "lib/index/searchset.h"
#include "lib/file/vault.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

/* A generation that goes while it is opened is opened anew. */
#define TRIES 10

/* The number a line begins with, UINT64_MAX at the end. */
static uint64_t
next_number(struct cx_str *rest)
{
	struct cx_str line;
	uint64_t n = 0;

	if (!cx_str_split(rest, '\n', &line))
		return UINT64_MAX;
	for (size_t i = 0; i < line.len && line.s[i] >= '0' &&
	    line.s[i] <= '9'; i++)
		n = n * 10 + (uint64_t)(line.s[i] - '0');
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

/* A manifest that is cut short, or empty, is not an empty memory. */
static void
check_size(int manifest, const struct cx_meta *meta, const char *name)
{
	struct stat st;
	int64_t bytes;

	if (!meta->whole)
		cx_die(CX_FAIL, "%s/meta.json: its bytes are not those that "
		    "were written; the index is damaged: run cx rebuild "
		    "--full", name);
	if (!cx_json_geti(cx_json_get(cx_json_get(meta->root, "files"),
		"manifest.json"), "bytes", &bytes) ||
	    fstat(manifest, &st) == -1 || st.st_size != bytes)
		cx_die(CX_FAIL, "%s/manifest.json: not the size that "
		    "meta.json tells; the index is damaged: run cx rebuild "
		    "--full", name);
}

/* Whether meta.json tells of a delta; sees that the manifest is whole. */
static bool
has_delta(int fd, int manifest, const char *name)
{
	struct cx_meta m = {.root = NULL};
	const char *why = cx_meta_read_fd(&m, fd);
	bool has;

	if (why)
		cx_die(CX_FAIL, "%s/meta.json: %s; the index is damaged: run "
		    "cx rebuild --full", name, why);
	check_size(manifest, &m, name);
	has = cx_json_get(m.root, "delta") != NULL;
	cx_meta_release(&m);
	return has;
}

/* False when the generation has gone meanwhile. */
static bool
read_delta(struct cx_lag *l, int gen, const char *name)
{
	struct cx_str frame;

	if (!read_file(gen, CX_DELTA "manifest.json", name, &l->manifest) ||
	    !read_file(gen, CX_DELTA "dead", name, &l->dead) ||
	    !read_file(gen, CX_DELTA "atoms", name, &l->atoms))
		return false;
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
	static const char *const files[] = {"manifest.json", "meta.json"};
	int fd[2], gen;
	bool whole = false;

	*l = (struct cx_lag){.next_dead = UINT64_MAX,
	    .next_place = UINT64_MAX};
	for (int i = 0; i < TRIES && !whole; i++) {
		gen = cx_gen_files(dirfd, files, 2, fd, NULL);
		if (gen == -1)
			return -1;
		cx_lag_release(l);
		whole = !has_delta(fd[1], fd[0], name) ||
		    read_delta(l, gen, name);
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
