/* Lines of access logs, and what they are worth; accesslog.c has the files. */
#include "lib/access.h"
#include "lib/date.h"
#include "lib/map.h"
#include "lib/print.h"
#include "lib/record.h"
#include "lib/vault.h"

#include <math.h>
#include <stdlib.h>

bool
cx_access_source(struct cx_str name)
{
	static const char *const sources[] = {"recall", "search", "context",
	    "read", "save"};

	for (size_t i = 0; i < sizeof sources / sizeof sources[0]; i++) {
		if (cx_str_is(name, sources[i]))
			return true;
	}
	return false;
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
number(const struct cx_json *root, const char *name, int64_t fallback,
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

static const char *
hook(const struct cx_json *root, struct cx_access_line *l)
{
	l->kind = CX_ACCESS_HOOK;
	l->source = CX_STR("read");
	if (!text(root, "file", &l->path) || l->path.len == 0)
		return "'file' is no name";
	if (cx_str_is(l->path, "_directory_search"))
		l->kind = CX_ACCESS_SEARCH;
	else if (!cx_vault_path_ok(l->path))
		return "'file' is no path in a project";
	if (!moment(root, "ts", false, &l->ts))
		return "'ts' is no date";
	return NULL;
}

static const char *
fold(const struct cx_json *root, struct cx_access_line *l)
{
	l->kind = CX_ACCESS_FOLD;
	if (!number(root, "count", 0, &l->count) ||
	    !number(root, "refs", l->count, &l->refs) ||
	    !number(root, "own", -1, &l->own))
		return "'count', 'refs' or 'own' is no count";
	if (l->own > l->refs)
		return "'own' is above 'refs', of which it is a part";
	if (!moment(root, "first", true, &l->first) ||
	    !moment(root, "last", true, &l->last))
		return "'first' or 'last' is no date";
	return NULL;
}

static const char *
event(const struct cx_json *root, struct cx_access_line *l)
{
	l->kind = CX_ACCESS_EVENT;
	if (!moment(root, "ts", false, &l->ts))
		return "'ts' is no date";
	if (!text(root, "source", &l->source) || !cx_access_source(l->source))
		return "'source' is none of recall, search, context, read, "
		       "save";
	if (!text(root, "session", &l->session) ||
	    !text(root, "project", &l->project) ||
	    !text(root, "query", &l->query))
		return "'session', 'project' or 'query' is no text";
	return NULL;
}

static const char *
parse(struct cx_json_parser *p, struct cx_str line, struct cx_access_line *l)
{
	const struct cx_json *root;
	const char *why;

	root = cx_json_parse(p, line.s, line.len, &why);
	if (!root)
		return why;
	if (root->type != CX_JSON_OBJECT)
		return "no JSON object";
	if (!cx_json_get(root, "path") && cx_json_get(root, "file"))
		return hook(root, l);
	if (!text(root, "path", &l->path) || !cx_vault_path_ok(l->path))
		return "'path' is no path in a vault";
	return cx_json_get(root, "count") ? fold(root, l) : event(root, l);
}

void
cx_access_parse(struct cx_json_parser *p, struct cx_str line,
    struct cx_access_line *out)
{
	*out = (struct cx_access_line){.first = CX_NO_TIME,
	    .last = CX_NO_TIME};
	out->why = line.len ? parse(p, line, out) : "empty line";
	if (out->why)
		out->kind = CX_ACCESS_BAD;
}

void
cx_access_put(struct cx_buf *out, const struct cx_access_line *event_line)
{
	struct cx_printer p = cx_printer(out);
	struct cx_buf ts = CX_BUF_INIT;

	cx_date_put_sec(&ts, event_line->ts);
	cx_buf_char(&ts, 'Z');
	cx_print_object(&p);
	cx_print_kstr(&p, "ts", cx_buf_view(&ts));
	cx_print_kstr(&p, "path", event_line->path);
	cx_print_kstr(&p, "source", event_line->source);
	if (event_line->session.s)
		cx_print_kstr(&p, "session", event_line->session);
	if (event_line->project.s)
		cx_print_kstr(&p, "project", event_line->project);
	if (event_line->query.s)
		cx_print_kstr(&p, "query", event_line->query);
	cx_print_end(&p);
	cx_print_line(&p);
	cx_buf_release(&ts);
}

int64_t
cx_activation(int64_t n, int64_t last, int64_t now, double half_life,
    int64_t one)
{
	const int64_t unit = INT64_C(1) << 30;
	const int64_t most = INT64_C(1) << 32; /* as good as any more */
	double days;
	int64_t a;

	if (n <= 0 || last == CX_NO_TIME)
		return 0;
	days = now > last ? (double)(now - last) / CX_DAY : 0;
	a = llrint(exp2(-days / half_life) * (double)unit) *
	    (n < most ? n : most);
	/* a / (1 + a) is 1 - 1 / (1 + a), and that does not overflow. */
	return one - (one * unit + (unit + a) / 2) / (unit + a);
}

struct cx_fold {
	struct cx_map paths;
	struct cx_arena keys;
	struct cx_folded *v;
	size_t n, cap;
};

struct cx_fold *
cx_fold_read(const char *file)
{
	struct cx_fold *f = cx_calloc(1, sizeof *f);
	struct cx_json_parser *parser = cx_json_new();
	struct cx_buf line = CX_BUF_INIT;
	char *name = cx_strdup(file);
	struct cx_reader *r = cx_reader_open(&name, 1);
	struct cx_record rec;

	while (cx_reader_line(r, &rec)) {
		struct cx_access_line l;
		struct cx_str key;

		line.len = 0;
		cx_buf_str(&line, rec.line);
		cx_buf_room(&line, CX_JSON_PAD);
		cx_access_parse(parser, cx_buf_view(&line), &l);
		if (l.kind == CX_ACCESS_BAD)
			cx_record_die(&rec, "%s", l.why);
		if (l.kind != CX_ACCESS_FOLD)
			cx_record_die(&rec, "an event, where a fold is read; "
			    "make one: cx-access fold FILE");
		if (cx_map_get(&f->paths, l.path) != CX_MAP_NONE)
			cx_record_die(&rec, "the path is there before; fold "
			    "the folds: cx-access fold FILE...");
		key = cx_arena_copy(&f->keys, l.path);
		(void)cx_map_put(&f->paths, key); /* is f->n */
		CX_GROW(f->v, f->n, f->cap);
		f->v[f->n++] = (struct cx_folded){l.refs, l.last};
	}
	cx_reader_close(r);
	cx_json_free(parser);
	cx_buf_release(&line);
	free(name);
	return f;
}

const struct cx_folded *
cx_fold_get(const struct cx_fold *f, struct cx_str path)
{
	uint32_t n = cx_map_get(&f->paths, path);

	return n == CX_MAP_NONE ? NULL : &f->v[n];
}

size_t
cx_fold_count(const struct cx_fold *f)
{
	return f->n;
}

struct cx_str
cx_fold_path(const struct cx_fold *f, size_t n, const struct cx_folded **of)
{
	*of = &f->v[n];
	return f->paths.key[n];
}

void
cx_fold_free(struct cx_fold *f)
{
	if (!f)
		return;
	cx_map_release(&f->paths);
	cx_arena_release(&f->keys);
	free(f->v);
	free(f);
}
