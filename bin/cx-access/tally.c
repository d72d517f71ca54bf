/* Adds up accesses, whatever the order in which they come. */
#include "cx-access.h"
#include "lib/date.h"
#include "lib/print.h"

#include <stdlib.h>

uint32_t
tally_atom(struct tally *t, struct cx_str path)
{
	uint32_t n = cx_map_get(&t->paths, path);

	if (n != CX_MAP_NONE)
		return n;
	path = cx_arena_copy(&t->text, path);
	n = cx_map_put(&t->paths, path);
	CX_GROW(t->atoms, t->n, t->cap);
	t->atoms[t->n++] = (struct atom){.path = path, .first = CX_NO_TIME,
	    .last = CX_NO_TIME, .own = -1, .own_until = CX_NO_TIME,
	    .updated = CX_NO_DAY};
	return n;
}

void
tally_key(struct cx_buf *key, const struct cx_access_line *event)
{
	key->len = 0;
	cx_buf_str(key, event->path);
	cx_buf_char(key, '\0'); /* a vault path has none */
	cx_buf_str(key, event->source);
	cx_buf_char(key, '\0');
	cx_buf_str(key, event->session);
}

static void
add_event(struct tally *t, const struct cx_access_line *line)
{
	uint32_t n;

	tally_key(&t->scratch, line);
	n = cx_map_get(&t->key_map, cx_buf_view(&t->scratch));
	if (n == CX_MAP_NONE) {
		struct cx_str key = cx_arena_copy(&t->text,
		    cx_buf_view(&t->scratch));

		n = cx_map_put(&t->key_map, key);
		CX_GROW(t->keys, t->keys_n, t->keys_cap);
		t->keys[t->keys_n++] = (struct key){
		    tally_atom(t, cx_strn(key.s, line->path.len)),
		    cx_strn(key.s + line->path.len + 1, line->source.len)};
		if (line->session.s)
			(void)cx_map_put(&t->sessions, cx_strn(
			    key.s + key.len - line->session.len,
			    line->session.len));
	}
	CX_GROW(t->events, t->events_n, t->events_cap);
	t->events[t->events_n++] = (struct access){n, false, line->ts};
}

static void
widen(struct atom *a, int64_t first, int64_t last)
{
	if (first != CX_NO_TIME &&
	    (a->first == CX_NO_TIME || first < a->first))
		a->first = first;
	if (last != CX_NO_TIME && (a->last == CX_NO_TIME || last > a->last))
		a->last = last;
}

/* Sums stay counts; more than 2^40 accesses are as good as 2^40. */
static void
add_to(int64_t *sum, int64_t n)
{
	*sum = n > CX_ACCESS_MOST - *sum ? CX_ACCESS_MOST : *sum + n;
}

/* How many accesses of a line of a fold come on top of the atom's own. */
static int64_t
later_of(const struct atom *a, const struct cx_access_line *line,
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
	    "atom and may be in its refs; all are counted", name, lineno);
	return line->count;
}

static void
add_fold(struct tally *t, const struct cx_access_line *line, const char *name,
    size_t lineno)
{
	uint32_t n = tally_atom(t, line->path); /* may move the atoms */
	struct atom *a = &t->atoms[n];

	widen(a, line->first, line->last);
	add_to(&a->count, line->count);
	add_to(&a->folded, line->count);
	add_to(&a->later, later_of(a, line, name, lineno));
	if (!a->in_records && line->own > a->own)
		a->own = line->own;
}

void
tally_add(struct tally *t, const struct cx_access_line *line, const char *name,
    size_t lineno)
{
	if (line->kind == CX_ACCESS_FOLD)
		add_fold(t, line, name, lineno);
	else
		add_event(t, line);
}

static int
by_key(const void *va, const void *vb)
{
	const struct access *a = va, *b = vb;

	if (a->key != b->key)
		return a->key < b->key ? -1 : 1;
	return (a->ts > b->ts) - (a->ts < b->ts);
}

/* Counts an access unless it is within the hour of the one counted last. */
static void
count(struct tally *t, struct access *e, const struct access *last)
{
	const struct key *k = &t->keys[e->key];
	struct atom *a = &t->atoms[k->atom];

	widen(a, e->ts, e->ts);
	if (last && last->key == e->key && e->ts - last->ts < REPEAT)
		return;
	e->counted = true;
	add_to(&a->count, 1);
	if (a->own_until != CX_NO_TIME && e->ts <= a->own_until)
		return;
	add_to(&a->later, 1);
	if (cx_str_is(k->source, "save"))
		add_to(&a->saves, 1);
}

void
tally_end(struct tally *t)
{
	const struct access *last = NULL;

	if (t->events_n > 1)
		qsort(t->events, t->events_n, sizeof *t->events, by_key);
	for (size_t i = 0; i < t->events_n; i++) {
		count(t, &t->events[i], last);
		if (t->events[i].counted)
			last = &t->events[i];
	}
}

void
tally_release(struct tally *t)
{
	cx_map_release(&t->paths);
	cx_map_release(&t->key_map);
	cx_map_release(&t->sessions);
	cx_map_release(&t->projects);
	cx_map_release(&t->places);
	cx_arena_release(&t->text);
	cx_buf_release(&t->scratch);
	free(t->atoms);
	free(t->keys);
	free(t->events);
	free(t->place_atoms);
}

int64_t
atom_refs(const struct atom *a)
{
	int64_t refs = a->later;

	if (a->own > 0)
		add_to(&refs, a->own);
	return refs;
}

static _Thread_local const struct atom *sort_atoms;

static int
by_path(const void *a, const void *b)
{
	return cx_str_cmp(sort_atoms[*(const uint32_t *)a].path,
	    sort_atoms[*(const uint32_t *)b].path);
}

uint32_t *
tally_by_path(const struct tally *t)
{
	uint32_t *v = cx_calloc(t->n ? t->n : 1, sizeof *v);

	for (size_t i = 0; i < t->n; i++)
		v[i] = (uint32_t)i;
	sort_atoms = t->atoms;
	if (t->n > 1)
		qsort(v, t->n, sizeof *v, by_path);
	return v;
}

void
print_time(struct cx_printer *p, const char *name, int64_t ts)
{
	struct cx_buf b = CX_BUF_INIT;

	cx_print_key(p, name);
	if (ts == CX_NO_TIME) {
		cx_print_null(p);
		return;
	}
	cx_date_put_sec(&b, ts);
	cx_buf_char(&b, 'Z');
	cx_print_str(p, cx_buf_view(&b));
	cx_buf_release(&b);
}

void
print_fold(struct cx_buf *out, const struct atom *a, double half_life)
{
	struct cx_printer p = cx_printer(out);
	int64_t refs = atom_refs(a);

	cx_print_object(&p);
	cx_print_kstr(&p, "path", a->path);
	cx_print_kint(&p, "count", a->count);
	print_time(&p, "first", a->first);
	print_time(&p, "last", a->last);
	cx_print_kint(&p, "refs", refs);
	if (a->own >= 0)
		cx_print_kint(&p, "own", a->own);
	if (half_life > 0) {
		cx_print_key(&p, "activation");
		cx_print_micro(&p, cx_activation(refs, a->last, cx_now(),
		    half_life, 1000000));
	}
	cx_print_end(&p);
	cx_print_line(&p);
}
