/* Does an index have what the stream has? */
#include "check.h"

#include "lib/gen.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#define MANIFEST "manifest.json"
/* Examples that a message names. */
#define NAMED 3

struct drift {
	const char *name; /* as given */
	int dir;
	struct cx_map paths;
	struct cx_arena arena;
	uint64_t *line; /* hash of each path's record without its text */
	bool *met;
	size_t line_cap;
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
line_hash(struct drift *d, const struct cx_record *rec)
{
	static const struct cx_member none[] = {{"body", {NULL, 0}},
	    {"text", {NULL, 0}}};

	if (!cx_json_get(rec->root, none[0].name) &&
	    !cx_json_get(rec->root, none[1].name))
		return cx_hash(rec->line);
	d->text.len = 0;
	cx_record_put(&d->text, rec->line, none, 2);
	return cx_hash(cx_buf_view(&d->text));
}

void
drift_add(struct drift *d, const struct cx_record *rec)
{
	uint32_t n = d->paths.n, k;

	k = cx_map_put(&d->paths,
	    cx_arena_copy(&d->arena, cx_record_path(rec)));
	if (k < n)
		return; /* said elsewhere */
	CX_GROW(d->line, k, d->line_cap);
	d->line[k] = line_hash(d, rec);
}

struct cx_str
drift_path(struct drift *d, struct cx_str file)
{
	struct cx_buf b = CX_BUF_INIT;
	struct cx_str s;

	cx_buf_fmt(&b, "%s/%.*s", d->name, (int)file.len, file.s);
	s = cx_arena_copy(&d->arena, cx_buf_view(&b));
	cx_buf_release(&b);
	return s;
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

static void
check_records(struct drift *d, int gen)
{
	struct counts n = {0};
	struct cx_reader *r;
	struct cx_record rec;
	uint32_t k;

	if (faccessat(gen, MANIFEST, F_OK, 0) != 0)
		return; /* found to be damaged */
	d->met = cx_calloc(d->paths.n ? d->paths.n : 1, sizeof *d->met);
	r = cx_reader_index(d->name);
	while (cx_reader_next(r, &rec)) {
		k = cx_map_get(&d->paths, cx_record_path(&rec));
		if (k == CX_MAP_NONE) {
			count(&n, &n.gone, cx_record_path(&rec));
			continue;
		}
		d->met[k] = true;
		if (d->line[k] != line_hash(d, &rec))
			count(&n, &n.changed, cx_record_path(&rec));
	}
	cx_reader_close(r);
	for (k = 0; k < d->paths.n; k++)
		if (!d->met[k])
			count(&n, &n.missing, d->paths.key[k]);
	if (n.changed || n.gone || n.missing) {
		with_int("changed", n.changed);
		with_int("new", n.missing);
		with_int("gone", n.gone);
		found_at(drift_path(d, CX_STR(MANIFEST)), INDEX_STALE,
		    "%u atoms changed, %u new, %u gone since it was made "
		    "(%s%s); run cx rebuild", n.changed, n.missing, n.gone,
		    cx_buf_cstr(&n.names),
		    n.changed + n.gone + n.missing > NAMED ? ", ..." : "");
	}
	cx_buf_release(&n.names);
	free(d->met);
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
	cx_map_release(&d->paths);
	cx_arena_release(&d->arena);
	cx_buf_release(&d->text);
	free(d->line);
	free(d);
}
