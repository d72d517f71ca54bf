/*
 * rotate: folds past months, each in its own file.
 *
 * A file keeps its name, and the result depends only on its lines, so that two
 * branches that both rotate can still be merged.  The fold of all logs must not
 * change: what could be a repeat of, or be repeated by, an event of another
 * month is kept, with all events of its path, source and session.  So are
 * events of source save, which cx-gate(1) counts.
 */
#include "cx-access.h"
#include "lib/base/date.h"
#include "lib/file/publish.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <unistd.h>

struct month {
	int64_t from, to; /* seconds; to is after the end */
};

struct kept {
	struct cx_str *v;
	size_t n, cap;
};

/* The month in HOST-YYYY-MM.ndjson; false if the name has another form. */
static bool
month_of(struct cx_str name, struct cx_str host, struct month *m)
{
	struct cx_buf day = CX_BUF_INIT;
	struct cx_date d, next;
	struct cx_str ym;
	bool ok;

	if (!cx_str_starts(name, host) ||
	    !cx_str_ends(name, CX_STR(CX_ACCESS_SUFFIX)) ||
	    name.len != host.len + strlen("-YYYY-MM" CX_ACCESS_SUFFIX) ||
	    name.s[host.len] != '-')
		return false;
	ym = cx_strn(name.s + host.len + 1, strlen("YYYY-MM"));
	cx_buf_str(&day, ym);
	cx_buf_puts(&day, "-01");
	ok = cx_date_parse(cx_buf_view(&day), &d);
	cx_buf_release(&day);
	if (!ok)
		return false;
	m->from = d.sec;
	/* 31 days after the first of a month is in the next one. */
	cx_date_put(&day, d.day + 31);
	day.len -= strlen("DD");
	cx_buf_puts(&day, "01");
	ok = cx_date_parse(cx_buf_view(&day), &next);
	cx_buf_release(&day);
	m->to = next.sec;
	return ok;
}

/* What repeats of an event have in common. */
static void
event_key(struct cx_buf *key, const struct cx_access_line *event)
{
	key->len = 0;
	cx_buf_str(key, event->path);
	cx_buf_char(key, '\0'); /* a vault path has none */
	cx_buf_str(key, event->source);
	cx_buf_char(key, '\0');
	cx_buf_str(key, event->session);
}

/* Whether an event is far enough from other months to be settled. */
static bool
is_settled(const struct cx_access_line *l, const struct month *m)
{
	return l->ts >= m->from + CX_TALLY_REPEAT &&
	    l->ts < m->to - CX_TALLY_REPEAT;
}

/* The keys that have an event near another month. */
static void
find_open(struct cx_json_parser *parser, struct cx_str rest,
    const struct month *m, struct cx_map *open, struct cx_arena *arena)
{
	CX_AUTO_BUF key = CX_BUF_INIT;
	struct cx_access_line l;
	struct cx_str line;

	while (cx_str_split(&rest, '\n', &line)) {
		cx_access_parse(parser, line, &l);
		if (l.kind != CX_ACCESS_EVENT || is_settled(&l, m))
			continue;
		event_key(&key, &l);
		(void)cx_map_intern(open, arena, cx_buf_view(&key));
	}
}

static bool
to_be_folded(const struct cx_access_line *l, const struct cx_map *open,
    struct cx_buf *key)
{
	if (l->kind == CX_ACCESS_FOLD)
		return true;
	if (l->kind != CX_ACCESS_EVENT || cx_str_is(l->source, "save"))
		return false;
	event_key(key, l);
	return cx_map_get(open, cx_buf_view(key)) == CX_MAP_NONE;
}

/* What the file is to hold: folds by path, then lines that stay, sorted. */
static void
fold(struct cx_buf *text, const char *name, const struct month *m,
    struct cx_buf *out)
{
	CX_AUTO_JSON parser = cx_json_new();
	CX_AUTO_BUF key = CX_BUF_INIT;
	CX_AUTO(cx_map_release) struct cx_map open = {.n = 0};
	CX_AUTO(cx_tally_release) struct cx_tally t = {.n = 0};
	struct kept kept = {.v = NULL};
	struct cx_access_line l;
	struct cx_str rest, line;
	size_t lineno = 0;
	uint32_t *order;

	cx_buf_room(text, CX_JSON_PAD);
	rest = cx_buf_view(text);
	find_open(parser, rest, m, &open, &t.text);
	while (cx_str_split(&rest, '\n', &line)) {
		lineno++;
		cx_access_parse(parser, line, &l);
		if (l.kind == CX_ACCESS_BAD)
			cx_error(CX_PARTIAL, CX_ACCESS_DIR "/%s:%zu: no access "
			    "event: %s; the line is left, remove it", name,
			    lineno, l.why);
		if (to_be_folded(&l, &open, &key)) {
			cx_tally_add(&t, &l, name, lineno);
			continue;
		}
		*CX_NEXT(kept.v, kept.n, kept.cap) = line;
	}
	cx_tally_end(&t);
	order = tally_by_path(&t);
	for (size_t i = 0; i < t.n; i++)
		print_fold(out, &t.atoms[order[i]], 0);
	CX_SORT(kept.v, kept.n, cx_order_str);
	for (size_t i = 0; i < kept.n; i++) {
		cx_buf_str(out, kept.v[i]);
		cx_buf_char(out, '\n');
	}
	free(order);
	free(kept.v);
}

/* Programs that log wait, and then find that the file has been replaced. */
static void
rotate(int dir, const char *name, const struct month *m)
{
	CX_AUTO_BUF text = CX_BUF_INIT, out = CX_BUF_INIT, why = CX_BUF_INIT;
	CX_AUTO_CLOSE fd = cx_access_open(dir, name, O_RDONLY, LOCK_EX);
	struct cx_pub pub;
	int error;

	if (fd < 0 && errno == ENOENT)
		return;
	error = fd < 0 ? errno : cx_read_fd(fd, &text, SIZE_MAX);
	if (error) {
		cx_error(CX_FAIL, CX_ACCESS_DIR "/%s: %s", name,
		    cx_file_error(error));
	} else {
		fold(&text, name, m, &out);
		pub = cx_publish(NULL, dir, name, cx_buf_view(&out), NULL);
		if (pub.status != CX_PUB_DONE && pub.status != CX_PUB_SAME) {
			cx_pub_why(&why, &pub);
			cx_error(CX_FAIL, CX_ACCESS_DIR "/%s: %s", name,
			    cx_buf_cstr(&why));
		}
	}
}

/* The logs of this host in the directory, by name. */
static void
rotate_all(int dir, struct cx_str host)
{
	char **names;
	size_t n;
	int error = cx_access_logs(dir, &names, &n);
	struct month m;

	if (error)
		cx_die(CX_FAIL, CX_ACCESS_DIR ": %s", strerror(error));
	for (size_t i = 0; i < n; i++) {
		if (month_of(cx_str(names[i]), host, &m) && m.to <= cx_now())
			rotate(dir, names[i], &m);
		free(names[i]);
	}
	free(names);
}

int
cmd_rotate(const struct options *o, const struct cx_args *a)
{
	CX_AUTO_CONFIG config = cx_config_load(cx_common.config);
	CX_AUTO_BUF host = CX_BUF_INIT;
	struct cx_vault v;
	int dir;

	(void)o; /* rotate has no options of its own */
	if (a->argc)
		cx_usage_die(a, "rotate takes no file; it works on the logs "
		    "of the vault");
	cx_vault_init(&v, cx_common.vault, cx_config_vault(config));
	dir = cx_vault_open(v.fd, CX_ACCESS_DIR, O_RDONLY | O_DIRECTORY);
	if (dir >= 0) {
		cx_access_host(&host);
		rotate_all(dir, cx_buf_view(&host));
		close(dir); /* was only read */
	} else if (errno != ENOENT) {
		cx_error(CX_FAIL, CX_ACCESS_DIR ": %s", cx_file_error(errno));
	}
	cx_vault_release(&v);
	return cx_finish();
}
