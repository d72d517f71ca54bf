/* Opens a search set: the files of a generation, or bytes in memory. */
#include "lib/search/search-impl.h"
#include "lib/index/gen.h"
#include "lib/index/meta.h"
#include "lib/file/vault.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

/* If a generation is removed while it is opened, open the current one. */
#define TRIES 10

static void
begin(struct cx_search *s, const char *name)
{
	s->name = cx_strdup(name);
	s->note = -1;
	s->links = cx_calloc(1, sizeof *s->links);
	s->base = (struct cx_segment){.set = s, .prefix = ""};
	s->more = (struct cx_segment){.set = s, .prefix = CX_DELTA};
}

/* Of what is mapped a copy, as parsing needs room at its end. */
static const struct cx_json *
parse_meta(struct cx_search *s, struct cx_str text)
{
	const char *why = cx_meta_parse(&s->meta, text);
	int64_t schema;

	if (why)
		cx_segment_damaged(&s->base, CX_S_META, why);
	if (s->mapped && (!cx_json_geti(s->meta.root, "schema", &schema) ||
	    schema != CX_INDEX_SCHEMA))
		cx_die(CX_FAIL, "%s: the index has another format than this "
		    "version reads; run cx rebuild --full", s->name);
	if (s->mapped && !s->meta.whole)
		cx_segment_damaged(&s->base, CX_S_META, "its bytes are not "
		    "those that were written");
	if (!cx_json_get(s->meta.root, "search"))
		cx_die(CX_FAIL, "%s: the index has no search set; run cx "
		    "rebuild, or cx-index --search", s->name);
	return s->meta.root;
}

static struct cx_str
map(const struct cx_segment *part, enum cx_search_file f, int fd)
{
	struct cx_str text;
	int err = cx_map_file(fd, &text);

	if (err == ENODEV)
		cx_segment_damaged(part, f, cx_file_error(err));
	if (err)
		cx_die(CX_FAIL, "%s/%s%s: %s", part->set->name, part->prefix,
		    cx_search_names[f], cx_file_error(err));
	return text;
}

static void
unmap(struct cx_segment *p)
{
	for (int f = 0; p->set->mapped && f < CX_S_FILES; f++)
		cx_unmap_file(p->file[f]);
	cx_segment_release(p);
}

/* The files of the delta, in the generation's directory.  NULL, or the one
 * that is missing. */
static const char *
map_delta(struct cx_search *s, int gen)
{
	const char *missing = NULL;
	CX_AUTO_BUF name = CX_BUF_INIT;

	for (int f = 0; f < CX_S_FILES && !missing; f++) {
		int fd;

		if (!cx_segment_has(&s->more, (enum cx_search_file)f))
			continue;
		name.len = 0;
		cx_buf_fmt(&name, CX_DELTA "%s", cx_search_names[f]);
		fd = openat(gen, cx_buf_cstr(&name),
		    O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
		if (fd < 0)
			missing = cx_search_names[f];
		else
			s->more.file[f] = map(&s->more,
			    (enum cx_search_file)f, fd);
		if (fd >= 0)
			close(fd);
	}
	return missing;
}

/* Loads the current generation; false if its delta has been removed. */
static bool
load(struct cx_search *s, int dirfd, bool with_delta, const char **missing)
{
	const struct cx_json *meta, *delta;
	int fds[CX_S_BASE_FILES], gen;

	*missing = NULL;
	gen = cx_gen_files(dirfd, cx_search_names, CX_S_BASE_FILES, fds,
	    missing);
	if (gen == -1 && !*missing)
		cx_die(CX_FAIL, "%s: no index here (%s); cx rebuild makes it",
		    s->name, strerror(errno));
	if (gen == -1)
		cx_die(CX_FAIL, "%s/%s: %s; the index has no whole search "
		    "set: run cx rebuild --full", s->name, *missing,
		    strerror(errno));
	s->mapped = true;
	for (int f = 0; f < CX_S_BASE_FILES; f++) {
		s->base.file[f] = map(&s->base, (enum cx_search_file)f,
		    fds[f]);
		close(fds[f]);
	}
	meta = parse_meta(s, s->base.file[CX_S_META]);
	cx_segment_load(&s->base, cx_json_get(meta, "search"),
	    cx_json_get(meta, "files"));
	delta = cx_json_get(meta, "delta");
	if (delta && with_delta) {
		*missing = map_delta(s, gen);
		if (*missing) {
			close(gen);
			return false;
		}
		cx_segment_load(&s->more, delta, cx_json_get(meta, "files"));
		cx_delta_load(s, cx_json_get(meta, "live"));
	}
	s->note = openat(gen, CX_GEN_STATCACHE,
	    O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	close(gen);
	return true;
}

static struct cx_search *
open_set(const char *dir, bool with_delta)
{
	struct cx_search *s = cx_calloc(1, sizeof *s);
	const char *missing;
	int dirfd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC), tries = 0;

	begin(s, dir);
	if (dirfd == -1)
		cx_die(CX_FAIL, "%s: %s; is there an index? cx rebuild makes "
		    "it", dir, strerror(errno));
	while (!load(s, dirfd, with_delta, &missing)) {
		if (++tries == TRIES)
			cx_die(CX_FAIL, "%s/" CX_DELTA "%s: not there; the "
			    "index has no whole search set: run cx rebuild "
			    "--full", dir, missing);
		cx_search_close(s);
		s = cx_calloc(1, sizeof *s);
		begin(s, dir);
	}
	close(dirfd);
	return s;
}

struct cx_search *
cx_search_open(const char *dir)
{
	return open_set(dir, true);
}

struct cx_search *
cx_search_open_base(const char *dir)
{
	return open_set(dir, false);
}

/* Whether meta.json tells of a set of this version; also if it is damaged,
 * which opening the set will tell. */
static bool
is_ours(int gen)
{
	CX_AUTO(cx_meta_release) struct cx_meta m = {.root = NULL};
	int64_t index, search;

	return cx_meta_read(&m, gen) || (cx_json_geti(m.root, "schema",
	    &index) && index == CX_INDEX_SCHEMA &&
	    cx_json_geti(cx_json_get(m.root, "search"), "schema", &search) &&
	    search == CX_SEARCH_SCHEMA);
}

struct cx_search *
cx_search_find_set(const char *dir)
{
	int dirfd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	int fds[CX_S_BASE_FILES], gen = -1;
	bool ours = false;

	if (dirfd != -1) {
		gen = cx_gen_files(dirfd, cx_search_names, CX_S_BASE_FILES,
		    fds, NULL);
		close(dirfd);
	}
	if (gen != -1) {
		for (int f = 0; f < CX_S_BASE_FILES; f++)
			close(fds[f]); /* they are there */
		ours = is_ours(gen);
		close(gen);
	}
	return ours ? open_set(dir, true) : NULL;
}

struct cx_search *
cx_search_memory(const struct cx_str files[CX_S_FILES],
    const struct cx_str *delta, const char *name)
{
	struct cx_search *s = cx_calloc(1, sizeof *s);
	const struct cx_json *meta;

	begin(s, name);
	memcpy(s->base.file, files, sizeof s->base.file);
	meta = parse_meta(s, files[CX_S_META]);
	cx_segment_load(&s->base, cx_json_get(meta, "search"),
	    cx_json_get(meta, "files"));
	if (delta && cx_json_get(meta, "delta")) {
		memcpy(s->more.file, delta, sizeof s->more.file);
		cx_segment_load(&s->more, cx_json_get(meta, "delta"),
		    cx_json_get(meta, "files"));
		cx_delta_load(s, cx_json_get(meta, "live"));
	}
	return s;
}

void
cx_search_close(struct cx_search *s)
{
	if (!s)
		return;
	if (s->n_parts)
		cx_arena_release(s->cursors);
	for (uint32_t i = 0; i < s->n_parts; i++)
		cx_search_close(s->part[i]);
	free(s->cursors);
	free(s->part);
	free(s->first);
	free(s->status);
	if (s->note >= 0)
		close(s->note); /* was only read */
	unmap(&s->base);
	unmap(&s->more);
	cx_delta_free(s->delta);
	cx_meta_release(&s->meta);
	free(s->links->at);
	free(s->links->lines.v);
	free(s->links);
	free(s->name);
	free(s);
}

struct cx_str
cx_search_meta(const struct cx_search *s)
{
	return cx_buf_view(&s->meta.text);
}

const char *
cx_search_name(const struct cx_search *s)
{
	return s->name;
}

int
cx_search_statcache(const struct cx_search *s)
{
	return s->note;
}

struct cx_str
cx_search_analyzer(const struct cx_search *s)
{
	return s->n_parts ? s->part[0]->base.analyzer : s->base.analyzer;
}

uint32_t
cx_search_statuses(const struct cx_search *s)
{
	return s->n_parts ? s->status[s->n_parts] : s->base.statuses->len +
	    (s->delta ? s->more.statuses->len : 0);
}

struct cx_str
cx_search_status_name(const struct cx_search *s, uint32_t n)
{
	const struct cx_segment *p;
	const struct cx_json *e;
	uint32_t i = 1;

	if (s->n_parts) {
		while (n >= s->status[i])
			i++;
		n -= s->status[--i];
		s = s->part[i];
	}
	p = &s->base;
	if (n >= p->statuses->len) {
		n -= p->statuses->len;
		p = &s->more;
	}
	e = cx_json_first(p->statuses);
	while (e && n-- > 0)
		e = cx_json_next(p->statuses, e);
	if (!e || e->type != CX_JSON_STRING)
		cx_segment_damaged(p, CX_S_META, "statuses");
	return cx_json_str(e);
}
