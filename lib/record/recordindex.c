#include "lib/record/recordindex.h"

#include "lib/base/checksum.h"
#include "lib/base/err.h"
#include "lib/index/gen.h"
#include "lib/index/meta.h"
#include "lib/index/searchset.h"
#include "lib/file/vault.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <sys/mman.h>
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
	struct cx_buf sums, more; /* of the base, of the delta */
};

static void CX_NORETURN
damaged(const struct proof *p, const char *file, const char *cause)
{
	cx_die(CX_FAIL, "%s/%s: %s; the index is damaged: run cx rebuild "
	    "--full", p->name, file, cause);
}

/*
 * Sees that a file has the bytes that were written.  The lines of sums are of
 * the blocks of all files of its part, by name, as meta.json lists them
 * (searchset.h); a wrong size there leads to other lines, not beyond the end.
 */
static void
check(const struct proof *p, const struct cx_buf *sums, const char *file,
    struct cx_str text)
{
	bool of_delta = cx_str_starts(cx_str(file), CX_STR(CX_DELTA));
	const struct cx_json *files = cx_json_get(p->meta.root, "files");
	uint64_t at = 0, lines = sums->len / CX_SUMS_WIDTH;
	int64_t bytes = -1;

	for (const struct cx_json *k = cx_json_first(files); k;
	    k = cx_json_next(files, k)) {
		struct cx_str name = cx_json_str(k);

		if (!cx_json_geti(k + 1, "bytes", &bytes) || bytes < 0)
			damaged(p, CX_META_FILE, "files");
		if (cx_str_is(name, file))
			break;
		if (cx_str_starts(name, CX_STR(CX_DELTA)) == of_delta &&
		    !cx_str_ends(name, CX_STR(CX_SUMS)))
			at += cx_blocks_of((uint64_t)bytes);
		bytes = -1;
	}
	/* One that is cut short, or empty, is not an empty memory. */
	if (bytes == -1 || (uint64_t)bytes != text.len)
		damaged(p, file, "not the size that meta.json tells");
	if (at > lines || cx_blocks_of(text.len) > lines - at)
		damaged(p, of_delta ? CX_DELTA CX_SUMS : CX_SUMS,
		    "fewer lines than meta.json lists blocks");
	for (; text.len; at++) {
		size_t len = text.len < CX_BLOCK ? text.len : CX_BLOCK;
		char sum[CX_SUMS_WIDTH + 1];

		snprintf(sum, sizeof sum, "%016" PRIx64 "\n",
		    cx_checksum(text.s, len));
		if (memcmp(sum, sums->s + at * CX_SUMS_WIDTH, CX_SUMS_WIDTH))
			damaged(p, file, "its bytes are not those that were "
			    "written");
		text = cx_str_from(text, len);
	}
}

static void
check_manifest(const struct proof *p, int fd)
{
	static const char file[] = "manifest.json";
	struct cx_str text = CX_STR("");
	struct stat st;
	void *map;

	if (fstat(fd, &st) == -1 || !S_ISREG(st.st_mode))
		damaged(p, file, "not a regular file");
	if (st.st_size) {
		text.len = (size_t)st.st_size;
		map = mmap(NULL, text.len, PROT_READ, MAP_SHARED, fd, 0);
		if (map == MAP_FAILED)
			cx_die(CX_FAIL, "%s/%s: %s", p->name, file,
			    strerror(errno));
		text.s = map;
	}
	check(p, &p->sums, file, text);
	if (text.len)
		munmap((void *)(uintptr_t)text.s, text.len);
}

/* Reads what the files are checked by. */
static void
proof_read(struct proof *p, int meta, int sums)
{
	const char *why = cx_meta_read_fd(&p->meta, meta);
	int error = why ? 0 : cx_read_fd(sums, &p->sums, SIZE_MAX / 2);

	if (why)
		damaged(p, CX_META_FILE, why);
	if (error)
		cx_die(CX_FAIL, "%s/" CX_SUMS ": %s", p->name,
		    cx_file_error(error));
	if (!p->meta.whole)
		damaged(p, CX_META_FILE, "its bytes are not those that were "
		    "written");
}

static void
proof_release(struct proof *p)
{
	cx_meta_release(&p->meta);
	cx_buf_release(&p->sums);
	cx_buf_release(&p->more);
}

/* False when the generation has gone meanwhile. */
static bool
read_delta(struct cx_lag *l, int gen, struct proof *p)
{
	static const char *const files[] = {CX_DELTA "manifest.json",
	    CX_DELTA "dead", CX_DELTA "atoms"};
	struct cx_buf *const to[] = {&l->manifest, &l->dead, &l->atoms};
	struct cx_str frame;

	if (!read_file(gen, CX_DELTA CX_SUMS, p->name, &p->more))
		return false;
	for (size_t i = 0; i < 3; i++) {
		if (!read_file(gen, files[i], p->name, to[i]))
			return false;
		check(p, &p->more, files[i], cx_buf_view(to[i]));
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
	static const char *const files[] = {"manifest.json", CX_META_FILE,
	    CX_SUMS};
	int fd[3], gen;
	bool whole = false;

	*l = (struct cx_lag){.next_dead = UINT64_MAX,
	    .next_place = UINT64_MAX};
	for (int i = 0; i < TRIES && !whole; i++) {
		struct proof p = {.name = name};

		gen = cx_gen_files(dirfd, files, 3, fd, NULL);
		if (gen == -1)
			return -1;
		cx_lag_release(l);
		proof_read(&p, fd[1], fd[2]);
		check_manifest(&p, fd[0]);
		whole = !cx_json_get(p.meta.root, "delta") ||
		    read_delta(l, gen, &p);
		proof_release(&p);
		close(fd[1]);
		close(fd[2]);
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
