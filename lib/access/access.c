/* Parses lines of access logs and computes activation; accesslog.c handles the
 * files, accessfold.c adds them up. */
#include "lib/access/access.h"
#include "lib/base/date.h"
#include "lib/json/print.h"
#include "lib/file/vault.h"

#include <math.h>

const char *const cx_access_sources[CX_BY_COUNT] = {"context", "read",
    "recall", "save", "search"};

int
cx_access_source(struct cx_str name)
{
	for (int i = 0; i < CX_BY_COUNT; i++) {
		if (cx_str_is(name, cx_access_sources[i]))
			return i;
	}
	return -1;
}

int64_t
cx_access_shown(int source)
{
	switch (source) {
	case CX_BY_RECALL:
	case CX_BY_SEARCH:
		return 1;
	case CX_BY_CONTEXT:
		return 3;
	default:
		return 0;
	}
}

/* A member that is absent, null or a string; false for anything else. */
static bool
text(const struct cx_json *root, const char *name, struct cx_str *out)
{
	const struct cx_json *v = cx_json_get(root, name);

	*out = cx_strn(NULL, 0);
	if (!v || v->type == CX_JSON_NULL)
		return true;
	if (v->type != CX_JSON_STRING)
		return false;
	*out = cx_json_str(v);
	return true;
}

/* A member that is a date, or, if may_lack, absent or null. */
static bool
moment(const struct cx_json *root, const char *name, bool may_lack,
    int64_t *out)
{
	struct cx_str s;
	struct cx_date d;

	*out = CX_NO_TIME;
	if (!text(root, name, &s))
		return false;
	if (!s.s)
		return may_lack;
	if (!cx_date_parse(s, &d))
		return false;
	*out = d.sec;
	return true;
}

/* A member that is a count, or absent: then fallback. */
static bool
count_member(const struct cx_json *root, const char *name, int64_t fallback,
    int64_t *out)
{
	const struct cx_json *v = cx_json_get(root, name);

	*out = fallback;
	if (!v)
		return true;
	if (v->type != CX_JSON_INT || v->u.i < 0 || v->u.i > CX_ACCESS_MOST)
		return false;
	*out = v->u.i;
	return true;
}

/* A member in tenths, or absent: 0. */
static bool
tenths(const struct cx_json *root, const char *name, int64_t *out)
{
	double d = 0;

	if (cx_json_get(root, name) && !cx_json_getd(root, name, &d))
		return false;
	if (!(d >= 0 && d <= (double)(CX_ACCESS_MOST / 10)))
		return false;
	*out = llrint(d * 10);
	return true;
}

static const char *
hook(const struct cx_json *root, struct cx_access_line *l)
{
	l->kind = CX_ACCESS_HOOK;
	l->source = CX_STR("read");
	if (!text(root, "file", &l->path) || l->path.len == 0)
		return "'file' is not a name";
	if (cx_str_is(l->path, "_directory_search"))
		l->kind = CX_ACCESS_SEARCH;
	else if (!cx_vault_path_ok(l->path))
		return "'file' is not a path in a project";
	if (!moment(root, "ts", false, &l->ts))
		return "'ts' is not a date";
	return NULL;
}

static const char *
fold(const struct cx_json *root, struct cx_access_line *l)
{
	l->kind = CX_ACCESS_FOLD;
	if (!count_member(root, "count", 0, &l->count) ||
	    !count_member(root, "refs", l->count, &l->refs) ||
	    !count_member(root, "own", -1, &l->own))
		return "'count', 'refs' or 'own' is not a count";
	if (l->own > l->refs)
		return "'own' is above 'refs', of which it is a part";
	if (!moment(root, "first", true, &l->first) ||
	    !moment(root, "last", true, &l->last))
		return "'first' or 'last' is not a date";
	if (!count_member(root, "used", -1, &l->used) ||
	    !tenths(root, "shown", &l->shown))
		return "'used' or 'shown' is not a count";
	if (l->used > l->refs)
		return "'used' is above 'refs', of which it is a part";
	l->last_used = l->last;
	if (l->used >= 0 && !moment(root, "last_used", true, &l->last_used))
		return "'last_used' is not a date";
	return NULL;
}

static const char *
event(const struct cx_json *root, struct cx_access_line *l)
{
	l->kind = CX_ACCESS_EVENT;
	if (!moment(root, "ts", false, &l->ts))
		return "'ts' is not a date";
	if (!text(root, "source", &l->source) ||
	    cx_access_source(l->source) < 0)
		return "'source' must be one of recall, search, context, read, "
		       "or save";
	if (!text(root, "session", &l->session) ||
	    !text(root, "project", &l->project) ||
	    !text(root, "query", &l->query))
		return "'session', 'project' or 'query' is not text";
	return NULL;
}

static const char *
search(const struct cx_json *root, struct cx_access_line *l)
{
	double best = -1;

	l->kind = CX_ACCESS_SEARCH;
	if (!moment(root, "ts", false, &l->ts))
		return "'ts' is not a date";
	if (!text(root, "source", &l->source) ||
	    !text(root, "query", &l->query) ||
	    !text(root, "session", &l->session))
		return "'source', 'session' or 'query' is not text";
	if (!count_member(root, "results", 0, &l->results))
		return "'results' is not a count";
	if (cx_json_get(root, "best") &&
	    (!cx_json_getd(root, "best", &best) || !(best >= 0 &&
	    best <= (double)CX_ACCESS_MOST / CX_ACCESS_BEST)))
		return "'best' is not a score";
	l->best = best < 0 ? -1 : llrint(best * CX_ACCESS_BEST);
	return NULL;
}

static const char *
parse(struct cx_json_parser *p, struct cx_str line, struct cx_access_line *l)
{
	const char *why;
	const struct cx_json *root = cx_json_parse(p, line.s, line.len, &why);

	if (!root)
		return why;
	if (root->type != CX_JSON_OBJECT)
		return "no JSON object";
	if (!cx_json_get(root, "path") && cx_json_get(root, "file"))
		return hook(root, l);
	if (!cx_json_get(root, "path") && cx_json_get(root, "results"))
		return search(root, l);
	if (!text(root, "path", &l->path) || !cx_vault_path_ok(l->path))
		return "'path' is not a path in a vault";
	return cx_json_get(root, "count") ? fold(root, l) : event(root, l);
}

void
cx_access_parse(struct cx_json_parser *p, struct cx_str line,
    struct cx_access_line *out)
{
	*out = (struct cx_access_line){.first = CX_NO_TIME, .last = CX_NO_TIME};
	out->why = line.len ? parse(p, line, out) : "empty line";
	if (out->why)
		out->kind = CX_ACCESS_BAD;
}

void
cx_access_put(struct cx_buf *out, const struct cx_access_line *event_line)
{
	struct cx_printer p = cx_printer(out);
	CX_AUTO_BUF ts = CX_BUF_INIT;

	cx_date_put_sec(&ts, event_line->ts);
	cx_buf_char(&ts, 'Z');
	cx_print_object(&p);
	cx_print_kstr(&p, "ts", cx_buf_view(&ts));
	if (event_line->kind != CX_ACCESS_SEARCH)
		cx_print_kstr(&p, "path", event_line->path);
	cx_print_kstr(&p, "source", event_line->source);
	if (event_line->session.s)
		cx_print_kstr(&p, "session", event_line->session);
	if (event_line->project.s)
		cx_print_kstr(&p, "project", event_line->project);
	if (event_line->query.s)
		cx_print_kstr(&p, "query", event_line->query);
	if (event_line->kind == CX_ACCESS_SEARCH) {
		cx_print_kint(&p, "results", event_line->results);
		if (event_line->best >= 0) {
			cx_print_kmicro(&p, "best", event_line->best);
		}
	}
	cx_print_line(&p);
}

/* n times its decay, in 2^-30. */
static int64_t
decayed(int64_t n, int64_t last, int64_t now, double half_life)
{
	const int64_t most = INT64_C(1) << 32; /* as good as any more */
	double days;

	if (n <= 0 || last == CX_NO_TIME)
		return 0;
	days = now > last ? (double)(now - last) / CX_DAY : 0;
	return llrint(exp2(-days / half_life) * (double)(INT64_C(1) << 30)) *
	    (n < most ? n : most);
}

int64_t
cx_activation(const struct cx_use *use, int64_t now, double half_life,
    int64_t one)
{
	const int64_t unit = INT64_C(1) << 30;
	int64_t a = decayed(use->used, use->last_used, now, half_life) +
	    decayed(use->shown, use->last, now, half_life) / 10;

	/* a / (1 + a) is 1 - 1 / (1 + a), and that does not overflow. */
	return one - (one * unit + (unit + a) / 2) / (unit + a);
}
