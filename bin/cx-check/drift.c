/* Checks an index for damage, and for differences from the stream. */
#include "check.h"

#include "lib/base/checksum.h"
#include "lib/base/digest.h"
#include "lib/index/gen.h"
#include "lib/index/meta.h"
#include "lib/index/searchset.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#define MANIFEST "manifest.json"
#define NOT_WRITTEN "the file is not what was written; nobody should edit it"
/* Examples that a message names. */
#define NAMED 3

/* A record of the stream. */
struct seen {
	struct cx_str path;
	uint64_t sum; /* of its line without its body */
	bool met;      /* in the index */
};

static const struct spot whole; /* of a file */

struct drift {
	const char *name; /* as given */
	int dir;
	struct seen *seen;
	size_t n, cap;
	struct cx_arena arena;
	struct cx_buf text;
};

struct drift *
drift_new(const char *dir)
{
	struct drift *d = cx_calloc(1, sizeof *d);

	d->name = dir;
	d->dir = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (d->dir < 0)
		cx_die(CX_FAIL, "%s: %s", dir, strerror(errno));
	return d;
}

static uint64_t
line_sum(struct drift *d, const struct cx_record *rec)
{
	static const struct cx_member none[] = {{"body", {NULL, 0}}};

	if (!cx_json_get(rec->root, none[0].name))
		return cx_checksum(rec->line.s, rec->line.len);
	d->text.len = 0;
	cx_record_put(&d->text, rec->line, none, 1);
	return cx_checksum(d->text.s, d->text.len);
}

void
drift_add(struct drift *d, struct cx_str path, const struct cx_record *rec)
{
	CX_GROW(d->seen, d->n, d->cap);
	d->seen[d->n++] = (struct seen){path, line_sum(d, rec), false};
}

/* A file of the index as findings name it; it lives as long as d. */
static struct cx_str
drift_path(struct drift *d, struct cx_str file)
{
	CX_AUTO_BUF b = CX_BUF_INIT;
	bool view;

	cx_buf_str(&b, file);
	view = cx_gen_is_view(cx_buf_cstr(&b));
	b.len = 0;
	cx_buf_fmt(&b, "%s/%s%.*s", d->name,
	    view ? "" : CX_GENERATIONS "/current/", (int)file.len, file.s);
	return cx_arena_copy(&d->arena, cx_buf_view(&b));
}

/* Does something else stand where people look for a file of the index?  That
 * there is nothing may be the work of a rebuild. */
static bool
drift_hidden(struct drift *d, struct cx_str file)
{
	CX_AUTO_BUF name = CX_BUF_INIT;

	cx_buf_str(&name, file);
	return cx_gen_is_view(cx_buf_cstr(&name)) &&
	    !cx_gen_leads(d->dir, name.s) && errno != ENOENT;
}

/* --- are its files what was written?  meta.json has digests --- */

static void
damaged(struct drift *d, struct cx_str file, const char *why)
{
	report_at(drift_path(d, file), whole, INDEX_DAMAGED, "%s; make the "
	    "index again with cx rebuild", why);
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

/* Whether a file is what meta.json says of it; *err is 0 or an errno. */
static bool
is_as_written(int gen, const struct cx_json *k, int *err)
{
	struct summing s = {.bytes = 0};
	CX_AUTO_BUF name = CX_BUF_INIT;

	cx_buf_str(&name, cx_json_str(k));
	*err = cx_each_chunk(gen, cx_buf_cstr(&name), add_blocks, &s);
	return cx_meta_is(k + 1, &s.blocks, s.bytes) && !*err;
}

/* Tells of each file that is not what was written; can the records be
 * read? */
static bool
check_files(struct drift *d, int gen, const struct cx_json *files)
{
	bool records = true;
	int err;

	CX_JSON_EACH(k, files) {
		if (is_as_written(gen, k, &err)) {
			if (drift_hidden(d, cx_json_str(k)))
				damaged(d, cx_json_str(k), NOT_WRITTEN);
			continue;
		}
		damaged(d, cx_json_str(k),
		    err ? cx_file_error(err) : NOT_WRITTEN);
		/* Nor are they read if there is nothing to compare with. */
		if (cx_str_starts(cx_json_str(k), CX_STR(CX_DELTA)) ||
		    cx_str_is(cx_json_str(k), MANIFEST) ||
		    cx_str_is(cx_json_str(k), CX_SUMS))
			records = false;
	}
	return records;
}

/* Whether those with its records are whole. */
static bool
check_generation(struct drift *d, int gen)
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

/* --- has it what the stream has? --- */

struct counts {
	unsigned changed, gone, missing;
	struct cx_buf names;
};

static void
count(struct counts *n, unsigned *which, struct cx_str path)
{
	if (n->changed + n->gone + n->missing < NAMED)
		cx_buf_fmt(&n->names, "%s%.*s", n->names.len ? ", " : "",
		    (int)path.len, path.s);
	++*which;
}

/* Does the index have what was seen, in the order in which it was?  So it
 * is most of the time, and no record needs to be parsed again. */
static bool
same_lines(const struct drift *d)
{
	struct cx_reader *r = cx_reader_index(d->name);
	struct cx_record rec;
	size_t n = 0;
	bool same = true;

	while (same && cx_reader_line(r, &rec)) {
		same = n < d->n && cx_checksum(rec.line.s, rec.line.len) ==
		    d->seen[n].sum;
		n++;
	}
	cx_reader_close(r);
	return same && n == d->n;
}

static void
check_records(struct drift *d, int gen)
{
	struct counts n = {0};
	CX_AUTO(cx_map_release) struct cx_map paths = {0};
	struct cx_reader *r;
	struct cx_record rec;
	uint32_t k;

	if (faccessat(gen, MANIFEST, F_OK, 0) != 0)
		return; /* found to be damaged */
	if (same_lines(d))
		return;
	/* That a path came twice is said elsewhere. */
	for (size_t i = 0; i < d->n; i++) {
		k = paths.n;
		if (cx_map_put(&paths, d->seen[i].path) == k)
			d->seen[k] = d->seen[i];
	}
	r = cx_reader_index(d->name);
	while (cx_reader_next(r, &rec)) {
		k = cx_map_get(&paths, cx_record_path(&rec));
		if (k == CX_MAP_NONE) {
			count(&n, &n.gone, cx_record_path(&rec));
			continue;
		}
		d->seen[k].met = true;
		if (d->seen[k].sum != line_sum(d, &rec))
			count(&n, &n.changed, cx_record_path(&rec));
	}
	cx_reader_close(r);
	for (k = 0; k < paths.n; k++)
		if (!d->seen[k].met)
			count(&n, &n.missing, paths.key[k]);
	if (n.changed || n.gone || n.missing) {
		with_int("changed", n.changed);
		with_int("new", n.missing);
		with_int("gone", n.gone);
		report_at(drift_path(d, CX_STR(MANIFEST)), whole, INDEX_STALE,
		    "%u changed, %u new, %u gone since it was made "
		    "(%s%s); run cx rebuild", n.changed, n.missing, n.gone,
		    cx_buf_cstr(&n.names),
		    n.changed + n.gone + n.missing > NAMED ? ", ..." : "");
	}
	cx_buf_release(&n.names);
}

void
drift_check(struct drift *d)
{
	int gen = cx_gen_open(d->dir, NULL);

	if (gen < 0) {
		if (errno != ENOENT)
			cx_die(CX_FAIL, "%s: %s", d->name, strerror(errno));
		report_at(drift_path(d, CX_STR(MANIFEST)), whole, INDEX_STALE,
		    "there is no index; make one with cx rebuild");
	} else {
		/* One that was edited may be no records at all. */
		if (check_generation(d, gen))
			check_records(d, gen);
		close(gen);
	}
	close(d->dir);
}

void
drift_free(struct drift *d)
{
	cx_arena_release(&d->arena);
	cx_buf_release(&d->text);
	free(d->seen);
	free(d);
}
