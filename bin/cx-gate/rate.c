/*
 * Counts accepted memories: events of source `save` in
 * .cortex/access/HOST-YYYY-MM.ndjson (cx-access(1)), of this month and the
 * previous one, and candidates that passed in this stream.
 */
#include "bin/cx-gate/gate.h"
#include "lib/access/access.h"
#include "lib/atom/bodies.h"
#include "lib/atom/fields.h"
#include "lib/base/date.h"
#include "lib/base/map.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

struct counts {
	struct cx_map names;
	int64_t *v;
	size_t cap;
};

struct rate {
	const struct cx_config *config;
	const struct cx_vault *vault;
	struct cx_arena arena;
	struct cx_map seen; /* session and path; an event may be repeated */
	struct cx_map seen_today;
	struct cx_map asked; /* sessions */
	struct counts sessions, projects;
};

static void
count(struct rate *r, struct counts *c, struct cx_str name)
{
	uint32_t known = c->names.n;
	uint32_t i = cx_map_intern(&c->names, &r->arena, name);

	if (i == known) {
		CX_GROW(c->v, i, c->cap);
		c->v[i] = 0;
	}
	c->v[i]++;
}

static int64_t
counted(const struct counts *c, struct cx_str name)
{
	uint32_t i = cx_map_get(&c->names, name);

	return i == CX_MAP_NONE ? 0 : c->v[i];
}

static void
put_key(struct cx_buf *key, struct cx_str a, struct cx_str b)
{
	cx_buf_str(key, a);
	cx_buf_char(key, '\0');
	cx_buf_str(key, b);
}

static bool
first_time(struct rate *r, struct cx_map *seen, struct cx_str a,
    struct cx_str b)
{
	CX_AUTO_BUF key = CX_BUF_INIT;
	uint32_t before = seen->n;

	put_key(&key, a, b);
	(void)cx_map_intern(seen, &r->arena, cx_buf_view(&key));
	return seen->n != before;
}

/* The project of an event: its own word, else the atom's, else that of its
 * directory. */
static void
count_project(struct rate *r, const struct cx_access_line *event)
{
	struct cx_str project = event->project, path = event->path;
	CX_AUTO(cx_atom_text_release) struct cx_atom_text text = {.front = {0}};
	CX_AUTO_BUF name = CX_BUF_INIT;

	cx_buf_str(&name, path);
	if (project.len == 0 && cx_vault_path_ok(path) &&
	    cx_atom_read(&text, r->vault->fd, cx_buf_cstr(&name)) == 0)
		project = cx_field_text(&text.front,
		    CX_STR("project"));
	if (project.len == 0)
		project = cx_config_directory(r->config, path,
		    CX_STR("unknown"));
	count(r, &r->projects, project);
}

static void
take_event(struct rate *r, const struct cx_access_line *event)
{
	if (!cx_str_is(event->source, "save"))
		return;
	if (event->session.len &&
	    first_time(r, &r->seen, event->session, event->path))
		count(r, &r->sessions, event->session);
	if (cx_day_of(event->ts) == cx_today() &&
	    first_time(r, &r->seen_today, event->path, CX_STR("")))
		count_project(r, event);
}

/* Most lines are reads; only those that may be a save are parsed. */
static void
read_log(struct rate *r, struct cx_json_parser *json, const char *name,
    struct cx_str rest)
{
	struct cx_str line;
	size_t lineno = 0;

	while (cx_str_split(&rest, '\n', &line)) {
		struct cx_access_line event;

		lineno++;
		if (!memmem(line.s, line.len, "save", 4))
			continue;
		cx_access_parse(json, line, &event);
		if (event.kind == CX_ACCESS_EVENT)
			take_event(r, &event);
		else if (event.kind == CX_ACCESS_BAD)
			cx_warn(CX_ACCESS_DIR "/%s:%zu: %s; the line is not "
			    "counted", name, lineno, event.why);
	}
}

/* HOST-YYYY-MM.ndjson of one of two months. */
static bool
of_months(struct cx_str name, struct cx_str this, struct cx_str last)
{
	if (!cx_str_ends(name, CX_STR(CX_ACCESS_SUFFIX)) || name.len < 16)
		return false;
	name.len -= 7;
	name = cx_str_from(name, name.len - 8);
	return name.s[0] == '-' && (cx_str_eq(cx_str_from(name, 1), this) ||
	    cx_str_eq(cx_str_from(name, 1), last));
}

static void
put_month(struct cx_buf *b, int64_t day, int back)
{
	int y, m, d;

	cx_date_civil(day, &y, &m, &d);
	if (back) {
		m--;
		if (m == 0)
			y--, m = 12;
	}
	cx_date_put(b, cx_date_day(y, m, 1));
	b->len -= 3;
}

static void
read_logs(struct rate *r)
{
	int fd = cx_vault_open(r->vault->fd, CX_ACCESS_DIR,
	    O_RDONLY | O_DIRECTORY);
	CX_AUTO_JSON json = cx_json_new();
	CX_AUTO_BUF this = CX_BUF_INIT, last = CX_BUF_INIT, text = CX_BUF_INIT;
	struct dirent *e;
	CX_AUTO_DIR dir = NULL;

	if (fd == -1 && errno != ENOENT)
		cx_die(CX_FAIL, CX_ACCESS_DIR ": %s", cx_file_error(errno));
	dir = fd == -1 ? NULL : fdopendir(fd);
	if (fd != -1 && !dir)
		cx_die(CX_FAIL, CX_ACCESS_DIR ": %s", strerror(errno));
	put_month(&this, cx_today(), 0);
	put_month(&last, cx_today(), 1);
	while (dir && (errno = 0, e = readdir(dir))) {
		int err, log;

		if (!of_months(cx_str(e->d_name), cx_buf_view(&this),
		    cx_buf_view(&last)))
			continue;
		text.len = 0;
		log = cx_vault_open(fd, e->d_name, O_RDONLY | O_NONBLOCK);
		err = log == -1 ? errno : cx_access_bytes(log, &text);
		if (err)
			cx_die(CX_FAIL, CX_ACCESS_DIR "/%s: %s", e->d_name,
			    cx_file_error(err));
		close(log); /* was only read */
		cx_buf_room(&text, CX_JSON_PAD);
		read_log(r, json, e->d_name, cx_buf_view(&text));
	}
	if (dir && errno)
		cx_die(CX_FAIL, CX_ACCESS_DIR ": %s", strerror(errno));
}

struct rate *
rate_new(const struct cx_config *config, const struct cx_vault *vault)
{
	struct rate *r = cx_calloc(1, sizeof *r);

	r->config = config;
	r->vault = vault;
	if (vault)
		read_logs(r);
	return r;
}

void
rate_free(struct rate *r)
{
	cx_map_release(&r->seen);
	cx_map_release(&r->seen_today);
	cx_map_release(&r->asked);
	cx_map_release(&r->sessions.names);
	cx_map_release(&r->projects.names);
	free(r->sessions.v);
	free(r->projects.v);
	cx_arena_release(&r->arena);
	free(r);
}

int64_t
rate_session(struct rate *r, struct cx_str session)
{
	return counted(&r->sessions, session);
}

bool
rate_saved(const struct rate *r, struct cx_str session, struct cx_str path)
{
	CX_AUTO_BUF key = CX_BUF_INIT;

	put_key(&key, session, path);
	return cx_map_get(&r->seen, cx_buf_view(&key)) != CX_MAP_NONE;
}

int64_t
rate_today(struct rate *r, struct cx_str project)
{
	return counted(&r->projects, project);
}

bool
rate_first(struct rate *r, struct cx_str session)
{
	return first_time(r, &r->asked, session, CX_STR(""));
}

void
rate_remember(struct rate *r, const struct candidate *c)
{
	if (c->session.len)
		count(r, &r->sessions, c->session);
	count(r, &r->projects, c->project);
}
