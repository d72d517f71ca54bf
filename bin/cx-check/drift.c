/* Does an index have what the stream has? */
#include "check.h"

#include "lib/base/checksum.h"
#include "lib/index/gen.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#define MANIFEST "manifest.json"
/* Examples that a message names. */
#define NAMED 3

/* A record of the stream. */
struct seen {
	struct cx_str path;
	uint64_t sum; /* of its line without its body */
	bool met;      /* in the index */
};

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

struct cx_str
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

bool
drift_hidden(struct drift *d, struct cx_str file)
{
	CX_AUTO_BUF name = CX_BUF_INIT;

	cx_buf_str(&name, file);
	return cx_gen_is_view(cx_buf_cstr(&name)) &&
	    !cx_gen_leads(d->dir, name.s) && errno != ENOENT;
}

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
		found_at(drift_path(d, CX_STR(MANIFEST)), INDEX_STALE,
		    "%u notes changed, %u new, %u gone since it was made "
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
		found_at(drift_path(d, CX_STR(MANIFEST)), INDEX_STALE,
		    "there is no index; make one with cx rebuild");
	} else {
		/* One that was edited may be no records at all. */
		if (whole_check(d, gen))
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
