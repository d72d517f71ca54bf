/* report: totals, layers of results, most read, never read. */
#include "cx-access.h"
#include "lib/base/date.h"
#include "lib/json/print.h"

#include <stdlib.h>

struct report {
	int64_t by_source[CX_BY_COUNT];
	int64_t by_layer[CX_LAYERS];
	int64_t results;
	int64_t events, atoms, folded;
	int64_t first, last;
};

static int64_t
reads(const struct cx_tally_atom *a)
{
	return cx_tally_refs(a) - a->saves;
}

static bool
is_result(int source)
{
	return source == CX_BY_RECALL || source == CX_BY_SEARCH ||
	    source == CX_BY_CONTEXT;
}

/* The layer that the atom was in on the day of the event. */
static void
count_event(struct report *r, const struct cx_tally *t,
    const struct cx_tally_event *e, struct cx_layers *layers)
{
	const struct cx_tally_atom *a = &t->atoms[e->atom];

	r->by_source[e->source]++;
	if (!a->in_records || !is_result(e->source))
		return;
	layers->today = cx_day_of(e->ts);
	r->by_layer[cx_layer_of_day(layers, a->updated)]++;
	r->results++;
}

static void
count_atom(struct report *r, const struct cx_tally_atom *a)
{
	r->events += a->count;
	r->folded += a->folded;
	r->atoms += a->count > 0;
	if (a->count == 0)
		return;
	if (a->first != CX_NO_TIME &&
	    (r->first == CX_NO_TIME || a->first < r->first))
		r->first = a->first;
	if (a->last != CX_NO_TIME &&
	    (r->last == CX_NO_TIME || a->last > r->last))
		r->last = a->last;
}

static _Thread_local const struct cx_tally_atom *sort_atoms;

/* Most read first; numbers come in order of paths. */
static int
by_reads(const void *va, const void *vb)
{
	const struct cx_tally_atom *a = &sort_atoms[*(const uint32_t *)va];
	const struct cx_tally_atom *b = &sort_atoms[*(const uint32_t *)vb];
	int64_t ra = reads(a), rb = reads(b);

	if (ra != rb)
		return ra > rb ? -1 : 1;
	return cx_str_cmp(a->path, b->path);
}

static void
print_most_read(struct cx_printer *p, const struct cx_tally *t,
    const uint32_t *by_path, int64_t top)
{
	CX_AUTO_FREE uint32_t *v = cx_calloc(t->n ? t->n : 1, sizeof *v);
	size_t n = 0;

	for (size_t i = 0; i < t->n; i++) {
		if (reads(&t->atoms[by_path[i]]) > 0)
			v[n++] = by_path[i];
	}
	sort_atoms = t->atoms;
	CX_SORT(v, n, by_reads);
	cx_print_karray(p, "most_read");
	for (size_t i = 0; i < n && (top == 0 || i < (uint64_t)top); i++) {
		const struct cx_tally_atom *a = &t->atoms[v[i]];

		cx_print_object(p);
		cx_print_kstr(p, "path", a->path);
		cx_print_kint(p, "reads", reads(a));
		print_time(p, "last", a->last);
		cx_print_end(p);
	}
	cx_print_end(p);
}

static void
print_never_read(struct cx_printer *p, const struct cx_tally *t,
    const uint32_t *by_path, int64_t top)
{
	int64_t n = 0;

	cx_print_kobject(p, "never_read");
	cx_print_karray(p, "paths");
	for (size_t i = 0; i < t->n; i++) {
		const struct cx_tally_atom *a = &t->atoms[by_path[i]];

		if (!a->in_records || a->archived || reads(a) > 0)
			continue;
		n++;
		if (top == 0 || n <= top)
			cx_print_str(p, a->path);
	}
	cx_print_end(p);
	cx_print_kint(p, "count", n);
	cx_print_end(p);
}

/* Asked most, then last; queries come as they were met. */
static int
by_count(const void *va, const void *vb)
{
	const struct search *a = va, *b = vb;

	if (a->count != b->count)
		return a->count > b->count ? -1 : 1;
	if (a->last.ts != b->last.ts)
		return a->last.ts > b->last.ts ? -1 : 1;
	return cx_str_cmp(a->last.query, b->last.query);
}

static void
print_searches(struct cx_printer *p, struct searches *s, int64_t top)
{
	CX_SORT(s->v, s->n, by_count);
	cx_print_kobject(p, "searches");
	cx_print_kint(p, "count", s->count);
	cx_print_kint(p, "without_result", s->empty);
	cx_print_karray(p, "queries");
	for (size_t i = 0; i < s->n && (top == 0 || i < (uint64_t)top); i++) {
		const struct search *q = &s->v[i];

		cx_print_object(p);
		cx_print_kstr(p, "query", q->last.query);
		cx_print_kint(p, "count", q->count);
		cx_print_kint(p, "results", q->last.results);
		cx_print_key(p, "best");
		if (q->last.best < 0)
			cx_print_null(p);
		else
			cx_print_micro(p, q->last.best);
		print_time(p, "last", q->last.ts);
		cx_print_end(p);
	}
	cx_print_end(p);
	cx_print_end(p);
}

static void
print(const struct report *r, const struct cx_tally *t, struct searches *s,
    int64_t top, bool records)
{
	struct cx_printer p = cx_printer(cx_out());
	CX_AUTO_FREE uint32_t *by_path = tally_by_path(t);

	cx_print_object(&p);
	cx_print_kint(&p, "events", r->events);
	cx_print_kint(&p, "atoms", r->atoms);
	cx_print_kint(&p, "sessions", t->sessions.n);
	cx_print_kint(&p, "folded", r->folded);
	print_time(&p, "first", r->first);
	print_time(&p, "last", r->last);
	cx_print_kobject(&p, "sources");
	for (size_t i = 0; i < CX_BY_COUNT; i++) {
		if (r->by_source[i])
			cx_print_kint(&p, cx_access_sources[i],
			    r->by_source[i]);
	}
	cx_print_end(&p);
	cx_print_key(&p, "layers");
	if (r->results == 0) {
		cx_print_null(&p);
	} else {
		cx_print_object(&p);
		for (int i = 0; i < CX_LAYERS; i++) {
			cx_print_key(&p, cx_layer_names[i]);
			cx_print_micro(&p, (r->by_layer[i] * 1000000 +
			    r->results / 2) / r->results);
		}
		cx_print_end(&p);
	}
	print_most_read(&p, t, by_path, top);
	if (records) {
		print_never_read(&p, t, by_path, top);
	} else {
		cx_print_key(&p, "never_read");
		cx_print_null(&p);
	}
	if (s->count)
		print_searches(&p, s, top);
	cx_print_line(&p);
}

int
cmd_report(const struct options *o, const struct cx_args *a)
{
	struct report r = {.first = CX_NO_TIME, .last = CX_NO_TIME};
	CX_AUTO_CONFIG config = cx_config_load(cx_common.config);
	struct cx_layers layers = cx_layers_init(config, -1, -1);
	CX_AUTO(cx_tally_release) struct cx_tally t = {.n = 0};
	struct searches s = {.n = 0};

	read_logs(&t, &s, o, a);
	for (size_t i = 0; i < t.events_n; i++) {
		if (t.events[i].counted)
			count_event(&r, &t, &t.events[i], &layers);
	}
	for (size_t i = 0; i < t.n; i++)
		count_atom(&r, &t.atoms[i]);
	print(&r, &t, &s, o->top < 0 ? 10 : o->top, o->records);
	cx_arena_release(&s.text);
	cx_map_release(&s.queries);
	free(s.v);
	return cx_finish();
}
