/* log: appends events from standard input with one write. */
#include "cx-access.h"
#include "lib/base/date.h"
#include "lib/record/record.h"

#include <signal.h>

struct logger {
	const struct options *options;
	struct cx_vault vault;
	bool queries;
	struct cx_buf path;
	struct cx_buf lines;
	int64_t n;
};

/* A member that is a string or not there; what else it is, is said. */
static struct cx_str
member(const struct cx_record *rec, const char *name, const char *fallback)
{
	return cx_record_str(rec, name,
	    fallback ? cx_str(fallback) : cx_strn(NULL, 0));
}

/* NULL, or why it is not an event. */
static const char *
log_record(struct logger *g, const struct cx_record *rec)
{
	const struct options *o = g->options;
	struct cx_access_line e = {.kind = CX_ACCESS_EVENT, .ts = cx_now()};
	struct cx_str ts = member(rec, "ts", NULL);
	struct cx_date d;

	g->path.len = 0;
	if (!cx_vault_relative(&g->path, &g->vault,
		member(rec, "path", "")))
		return "'path' is missing or not inside the vault";
	e.path = cx_buf_view(&g->path);
	if (ts.s && !cx_date_parse(ts, &d))
		return "'ts' is not a date";
	if (ts.s)
		e.ts = d.sec;
	e.source = member(rec, "source", o->source);
	if (!e.source.s)
		return "no 'source'; give it with --source";
	if (cx_access_source(e.source) < 0)
		return "'source' must be one of recall, search, context, read, "
		       "or save";
	e.session = member(rec, "session", o->session);
	/* How many are saved in a project is limited (cx-gate(1)). */
	if (cx_str_is(e.source, "save"))
		e.project = member(rec, "project", NULL);
	if (g->queries)
		e.query = member(rec, "query", o->query);
	cx_access_put(&g->lines, &e);
	g->n++;
	return NULL;
}

static void
complain(const struct logger *g, const char *name,
    const struct cx_access_result *r)
{
	cx_error(CX_FAIL, "%s: cannot %s it: %s; %lld %s lost", name, r->step,
	    cx_file_error(r->error), (long long)g->n,
	    g->n == 1 ? "event is" : "events are");
}

int
cmd_log(const struct options *o, const struct cx_args *a)
{
	struct logger g = {.options = o};
	CX_AUTO_CONFIG config = cx_config_load(cx_common.config);
	CX_AUTO_BUF name = CX_BUF_INIT;
	struct cx_access_result r;
	struct cx_reader *reader;
	struct cx_record rec;
	const char *why;
	int64_t left = o->top > 0 ? o->top : INT64_MAX;

	/* Above a limit of the system a write fails, and that is all. */
	signal(SIGXFSZ, SIG_IGN);
	if (o->source && cx_access_source(cx_str(o->source)) < 0)
		cx_usage_die(a, "--source must be one of recall, search, "
		    "context, read and save, not '%s'", o->source);
	cx_vault_init(&g.vault, cx_common.vault, cx_config_vault(config));
	g.queries = cx_config_bool(config, "rank", "log_queries");
	reader = cx_reader_open(a->argv, a->argc);
	while (cx_reader_next(reader, &rec)) {
		if (left-- <= 0)
			continue;
		why = log_record(&g, &rec);
		if (why)
			cx_error(CX_PARTIAL, "%s:%zu: %s; the line is not "
			    "logged", rec.file, rec.lineno, why);
	}
	cx_reader_close(reader);
	if (g.n) {
		r = cx_access_append(g.vault.fd, cx_now(),
		    cx_buf_view(&g.lines),
		    cx_config_bool(config, "access", "share"), &name);
		if (r.error)
			complain(&g, cx_buf_cstr(&name), &r);
	}
	cx_vault_release(&g.vault);
	cx_buf_release(&g.path);
	cx_buf_release(&g.lines);
	return cx_finish();
}
