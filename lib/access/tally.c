#include "lib/access/tally.h"
#include "lib/record/layer.h"

#include <stdlib.h>

uint32_t
cx_tally_atom(struct cx_tally *t, struct cx_str path)
{
	uint32_t n = cx_map_intern(&t->paths, &t->text, path);

	if (n < t->n)
		return n;
	*CX_NEXT(t->atoms, t->n, t->cap) = (struct cx_tally_atom){
	    .path = t->paths.key[n], .first = CX_NO_TIME, .last = CX_NO_TIME,
	    .last_used = CX_NO_TIME, .own = -1, .own_until = CX_NO_TIME,
	    .updated = CX_NO_DAY};
	return n;
}

/* That of no name is none; it is counted among the sessions all the same. */
static uint32_t
session(struct cx_tally *t, struct cx_str name)
{
	uint32_t n = name.s ? cx_map_intern(&t->sessions, &t->text, name) : 0;

	return name.len ? n + 1 : 0;
}

static void
add_event(struct cx_tally *t, const struct cx_access_line *line)
{
	CX_GROW(t->events, t->events_n, t->events_cap);
	t->events[t->events_n++] = (struct cx_tally_event){.ts = line->ts,
	    .atom = cx_tally_atom(t, line->path),
	    .session = session(t, line->session),
	    .source = (uint8_t)cx_access_source(line->source)};
}

static void
widen(struct cx_tally_atom *a, int64_t first, int64_t last)
{
	if (first != CX_NO_TIME && (a->first == CX_NO_TIME || first < a->first))
		a->first = first;
	if (last != CX_NO_TIME && (a->last == CX_NO_TIME || last > a->last))
		a->last = last;
}

static void
widen_used(struct cx_tally_atom *a, int64_t last)
{
	if (last != CX_NO_TIME &&
	    (a->last_used == CX_NO_TIME || last > a->last_used))
		a->last_used = last;
}

/* Sums stay counts; more than 2^40 accesses are as good as 2^40. */
static void
add_to(int64_t *sum, int64_t n)
{
	*sum = n > CX_ACCESS_MOST - *sum ? CX_ACCESS_MOST : *sum + n;
}

/* How many accesses of a line of a fold come on top of the atom's own. */
static int64_t
later_of(const struct cx_tally_atom *a, const struct cx_access_line *line,
    const char *name, size_t lineno)
{
	if (!a->in_records || a->own < 0)
		return line->own < 0 ? line->refs : line->refs - line->own;
	if (a->own_until == CX_NO_TIME || line->first == CX_NO_TIME ||
	    line->first > a->own_until)
		return line->count;
	if (line->last <= a->own_until)
		return 0;
	if (line->own >= 0)
		return line->refs - line->own;
	cx_warn("%s:%zu: some of these accesses are before last-ref of the "
	    "note and may be in its refs; all are counted", name, lineno);
	return line->count;
}

static void
add_fold(struct cx_tally *t, const struct cx_access_line *line,
    const char *name, size_t lineno)
{
	uint32_t n = cx_tally_atom(t, line->path); /* may move the atoms */
	struct cx_tally_atom *a = &t->atoms[n];
	int64_t later = later_of(a, line, name, lineno);

	widen(a, line->first, line->last);
	widen_used(a, line->last_used);
	add_to(&a->count, line->count);
	add_to(&a->folded, line->count);
	add_to(&a->later, later);
	if (later > 0 && line->used >= 0) {
		add_to(&a->shown, line->shown);
		add_to(&a->n_shown, line->refs - line->used);
	}
	if (!a->in_records && line->own > a->own)
		a->own = line->own;
}

void
cx_tally_add(struct cx_tally *t, const struct cx_access_line *line,
    const char *name, size_t lineno)
{
	if (line->kind == CX_ACCESS_FOLD)
		add_fold(t, line, name, lineno);
	else
		add_event(t, line);
}

/* --- what is a repeat --- */

/* The events by atom, those of one in the order in which they came. */
static void
by_atom(struct cx_tally *t)
{
	size_t *end = cx_calloc(t->n + 1, sizeof *end);
	struct cx_tally_event *v = cx_calloc(t->events_n, sizeof *v);

	for (size_t i = 0; i < t->events_n; i++)
		end[t->events[i].atom + 1]++;
	for (size_t i = 0; i < t->n; i++)
		end[i + 1] += end[i];
	for (size_t i = 0; i < t->events_n; i++)
		v[end[t->events[i].atom]++] = t->events[i];
	free(end);
	free(t->events);
	t->events = v;
	t->events_cap = t->events_n;
}

/* Of one atom: what can repeat each other together, then by time. */
static int
by_time(const void *va, const void *vb)
{
	const struct cx_tally_event *a = va, *b = vb;

	if (a->source != b->source)
		return a->source < b->source ? -1 : 1;
	if (a->session != b->session)
		return a->session < b->session ? -1 : 1;
	return (a->ts > b->ts) - (a->ts < b->ts);
}

/* Counts an access unless it is within the hour of the one counted last. */
static void
count(struct cx_tally *t, struct cx_tally_event *e,
    const struct cx_tally_event *last)
{
	struct cx_tally_atom *a = &t->atoms[e->atom];

	widen(a, e->ts, e->ts);
	if (!cx_access_shown(e->source))
		widen_used(a, e->ts);
	if (last && last->source == e->source && last->session == e->session &&
	    e->ts - last->ts < CX_TALLY_REPEAT)
		return;
	e->counted = true;
	add_to(&a->count, 1);
	if (a->own_until != CX_NO_TIME && e->ts <= a->own_until)
		return;
	add_to(&a->later, 1);
	if (e->source == CX_BY_SAVE)
		add_to(&a->saves, 1);
	if (cx_access_shown(e->source)) {
		add_to(&a->shown, cx_access_shown(e->source));
		add_to(&a->n_shown, 1);
	}
}

void
cx_tally_end(struct cx_tally *t)
{
	size_t to;

	if (t->events_n == 0)
		return;
	by_atom(t);
	for (size_t from = 0; from < t->events_n; from = to) {
		struct cx_tally_event *v = t->events;
		const struct cx_tally_event *last = NULL;

		for (to = from; to < t->events_n &&
		     v[to].atom == v[from].atom; to++)
			;
		if (to - from > 1)
			qsort(v + from, to - from, sizeof *v, by_time);
		for (size_t i = from; i < to; i++) {
			count(t, &v[i], last);
			if (v[i].counted)
				last = &v[i];
		}
	}
}

void
cx_tally_release(struct cx_tally *t)
{
	cx_map_release(&t->paths);
	cx_map_release(&t->sessions);
	cx_arena_release(&t->text);
	free(t->atoms);
	free(t->events);
}

int64_t
cx_tally_refs(const struct cx_tally_atom *a)
{
	int64_t refs = a->later;

	if (a->own > 0)
		add_to(&refs, a->own);
	return refs;
}

struct cx_use
cx_tally_use(const struct cx_tally_atom *a)
{
	return (struct cx_use){cx_tally_refs(a) - a->n_shown, a->last_used,
	    a->shown, a->last};
}

bool
cx_tally_told(const struct cx_tally_atom *a)
{
	return a->count > 0 || a->own >= 0;
}
