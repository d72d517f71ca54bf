/*
 * Are the files of an index what was written?
 *
 * meta.json has a digest of each.  One of them, the checksums of the blocks
 * of all others (the delta has one of its own), is enough to read these
 * several times as fast; what does not lead there, in whatever way, is told
 * by the digests.
 */
#include "check.h"

#include "lib/base/checksum.h"
#include "lib/base/digest.h"
#include "lib/index/gen.h"
#include "lib/index/meta.h"
#include "lib/index/searchset.h"

#include <errno.h>

#define NOT_WRITTEN "the file is not what was written; nobody should edit it"

static void
damaged(struct drift *d, struct cx_str file, const char *why)
{
	found_at(drift_path(d, file), INDEX_DAMAGED, "%s; make the index again "
	    "with cx rebuild", why);
}

static void
add_digest(void *arg, const void *data, size_t len)
{
	cx_digest_add(arg, data, len);
}

/* Whether a file has the digest said; *err is 0 or an errno. */
static bool
by_digest(int gen, const char *name, struct cx_str said, int *err)
{
	char hex[CX_DIGEST_HEX + 1];
	struct cx_digest digest;

	cx_digest_init(&digest);
	*err = cx_each_chunk(gen, name, add_digest, &digest);
	cx_digest_hex(&digest, hex);
	return !*err && cx_str_is(said, hex);
}

struct summing {
	struct cx_blocks blocks;
	uint64_t bytes;
};

static void
add_blocks(void *arg, const void *data, size_t len)
{
	struct summing *s = arg;

	cx_blocks_add(&s->blocks, data, len);
	s->bytes += len;
}

/* Does the line say this sum? */
static bool
says(const char *line, uint64_t sum)
{
	for (int i = 16; i-- > 0; sum >>= 4)
		if (line[i] != "0123456789abcdef"[sum & 15])
			return false;
	return line[16] == '\n';
}

/* Whether a file of so many bytes has the checksums on these lines. */
static bool
by_blocks(int gen, const char *name, uint64_t bytes, const char *lines,
    int *err)
{
	struct summing s = {.bytes = 0};
	bool same;

	*err = cx_each_chunk(gen, name, add_blocks, &s);
	cx_blocks_end(&s.blocks);
	same = !*err && s.bytes == bytes;
	for (size_t i = 0; same && i < s.blocks.n; i++)
		same = says(lines + i * CX_SUMS_WIDTH, s.blocks.sum[i]);
	cx_blocks_release(&s.blocks);
	return same;
}

/* The size of file k of the list; -1 when it has none. */
static int64_t
size_of(const struct cx_json *k)
{
	int64_t bytes;

	return cx_json_geti(k + 1, "bytes", &bytes) ? bytes : -1;
}

/* A file of checksums, and where those of the next file stand in it; NULL:
 * digests tell. */
struct sums {
	const char *name;
	struct cx_buf text;
	const char *line;
};

/* Which of the two a file has its checksums in: the delta has its own. */
static unsigned
which_sums(const struct cx_json *k)
{
	return cx_str_starts(cx_json_str(k), CX_STR(CX_DELTA));
}

/* The checksums of all blocks of its files, if they are whole: a line for
 * each. */
static bool
read_sums(int gen, const struct cx_json *files, struct sums *s,
    unsigned which)
{
	struct cx_str said = cx_json_gets(cx_json_get(files, s->name),
	    "digest", CX_STR(""));
	char hex[CX_DIGEST_HEX + 1];
	uint64_t blocks, n;

	if (!said.len ||
	    cx_read_file(gen, s->name, &s->text, SIZE_MAX / 2, NULL) != 0)
		return false;
	cx_digest_text(cx_buf_view(&s->text), hex);
	blocks = s->text.len / CX_SUMS_WIDTH;
	for (const struct cx_json *k = cx_json_first(files); k;
	    k = cx_json_next(files, k)) {
		if (which_sums(k) != which || cx_str_is(cx_json_str(k),
		    s->name))
			continue;
		n = cx_blocks_of((uint64_t)size_of(k));
		if (size_of(k) < 0 || n > blocks)
			return false;
		blocks -= n;
	}
	return cx_str_is(said, hex) && s->text.len % CX_SUMS_WIDTH == 0 &&
	    blocks == 0;
}

static bool
check_file(int gen, const struct cx_json *k, struct sums *s, int *err)
{
	CX_AUTO_BUF name = CX_BUF_INIT;
	bool good;

	cx_buf_str(&name, cx_json_str(k));
	*err = 0;
	if (!s->line) {
		good = by_digest(gen, cx_buf_cstr(&name),
		    cx_json_gets(k + 1, "digest", CX_STR("")), err);
	} else if (cx_str_is(cx_json_str(k), s->name)) {
		good = true; /* it was, when it was read */
	} else {
		good = by_blocks(gen, cx_buf_cstr(&name),
		    (uint64_t)size_of(k), s->line, err);
		s->line += CX_SUMS_WIDTH * cx_blocks_of((uint64_t)size_of(k));
	}
	return good;
}

/* Tells of each file that is not what was written; can the records be
 * read? */
static bool
check_files(struct drift *d, int gen, const struct cx_json *files)
{
	struct sums sums[] = {{.name = CX_SUMS}, {.name = CX_DELTA CX_SUMS}};
	bool records = true;
	int err;

	for (unsigned i = 0; i < 2; i++)
		if (read_sums(gen, files, &sums[i], i))
			sums[i].line = cx_buf_cstr(&sums[i].text);
	for (const struct cx_json *k = cx_json_first(files); k;
	    k = cx_json_next(files, k)) {
		if (check_file(gen, k, &sums[which_sums(k)], &err)) {
			if (drift_hidden(d, cx_json_str(k)))
				damaged(d, cx_json_str(k), NOT_WRITTEN);
			continue;
		}
		damaged(d, cx_json_str(k),
		    err ? cx_file_error(err) : NOT_WRITTEN);
		/* Nor are they read if there is nothing to compare with. */
		if (which_sums(k) == 1 || cx_str_is(cx_json_str(k),
		    "manifest.json") || cx_str_is(cx_json_str(k), CX_SUMS))
			records = false;
	}
	cx_buf_release(&sums[0].text);
	cx_buf_release(&sums[1].text);
	return records;
}

bool
whole_check(struct drift *d, int gen)
{
	CX_AUTO(cx_meta_release) struct cx_meta m = {.root = NULL};
	const char *why = cx_meta_read(&m, gen);
	const struct cx_json *files = cx_json_get(m.root, "files");
	bool records = false;

	if (!files)
		damaged(d, CX_STR(CX_META_FILE), why ? why : "it has no list "
		    "of files");
	else if (!m.whole)
		damaged(d, CX_STR(CX_META_FILE), NOT_WRITTEN);
	else
		records = check_files(d, gen, files);
	return records;
}
