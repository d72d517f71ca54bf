/* Combines base and delta: numbers and order of the atoms. */
#include "lib/search/search-impl.h"

#include <stdlib.h>

/* --- reading what lies between --- */

/* The lines of a file of the delta, number by number. */
struct lines {
	const struct cx_segment *part;
	enum cx_search_file file;
	struct cx_str rest, line;
};

static struct lines
open_lines(const struct cx_search *s, enum cx_search_file f)
{
	struct cx_str text = s->more.file[f];

	if (text.len)
		cx_segment_touch(&s->more, f, 0, text.len);
	return (struct lines){&s->more, f, text, CX_STR("")};
}

static void
bad_line(const struct lines *l)
{
	cx_segment_damaged(l->part, l->file, "a line that cannot be");
}

static bool
next_line(struct lines *l)
{
	if (l->rest.len == 0)
		return false;
	if (l->rest.s[l->rest.len - 1] != '\n')
		bad_line(l);
	return cx_str_split(&l->rest, '\n', &l->line);
}

/* The next number of the line, which must be below limit; of `-`, all bits. */
static uint64_t
next_number(struct lines *l, uint64_t limit)
{
	struct cx_str word;
	uint64_t n;

	if (!cx_str_split(&l->line, ' ', &word))
		bad_line(l);
	if (cx_str_is(word, "-"))
		return UINT64_MAX;
	if (!cx_str_number(&word, limit - 1, &n) || word.len)
		bad_line(l);
	return n;
}

static uint32_t
next_atom(struct lines *l, uint64_t limit)
{
	return (uint32_t)next_number(l, limit);
}

static size_t
count_lines(const struct cx_search *s, enum cx_search_file f)
{
	struct lines l = open_lines(s, f);
	size_t n = 0;

	while (next_line(&l))
		n++;
	return n;
}

static void
load_dead(struct cx_search *s, struct cx_delta *d)
{
	struct lines l = open_lines(s, CX_S_DEAD);

	d->dead = cx_calloc(s->base.atoms / 64 + 1, sizeof *d->dead);
	d->dead_list = cx_calloc(count_lines(s, CX_S_DEAD),
	    sizeof *d->dead_list);
	while (next_line(&l)) {
		uint32_t n = next_atom(&l, s->base.atoms);

		if (n == CX_NONE || l.line.len || (d->n_dead &&
			n <= d->dead_list[d->n_dead - 1]))
			bad_line(&l);
		d->dead[n / 64] |= UINT64_C(1) << n % 64;
		d->dead_list[d->n_dead++] = n;
	}
}

static void
load_atoms(struct cx_search *s, struct cx_delta *d)
{
	struct lines l = open_lines(s, CX_S_ATOMS);
	uint32_t n = 0;

	d->place = cx_calloc(s->more.atoms, sizeof *d->place);
	d->old = cx_calloc(s->more.atoms, sizeof *d->old);
	while (next_line(&l)) {
		if (n == s->more.atoms)
			bad_line(&l);
		d->place[n] = next_atom(&l, (uint64_t)s->base.atoms + 1);
		d->old[n] = next_atom(&l, s->base.atoms);
		if (d->place[n] == CX_NONE || l.line.len ||
		    (n && d->place[n] < d->place[n - 1]) ||
		    (d->old[n] != CX_NONE && (d->old[n] != d->place[n] ||
			!(d->dead[d->old[n] / 64] >> d->old[n] % 64 & 1))))
			bad_line(&l);
		n++;
	}
	if (n != s->more.atoms)
		cx_segment_damaged(&s->more, CX_S_ATOMS, "not a line a note");
}

/* Lines ATOM [*] NEIGHBOUR..., ascending. */
static void
load_near(struct cx_search *s, struct cx_delta *d)
{
	struct lines l = open_lines(s, CX_S_NEAR);
	uint32_t limit = cx_search_atoms(s);

	d->near = cx_calloc(count_lines(s, CX_S_NEAR), sizeof *d->near);
	while (next_line(&l)) {
		struct cx_near_line line = {.from = d->numbers.n};

		line.atom = next_atom(&l, limit);
		if (line.atom == CX_NONE || (d->n_near &&
			line.atom <= d->near[d->n_near - 1].atom))
			bad_line(&l);
		if (l.line.len && l.line.s[0] == '*') {
			line.hub = true;
			l.line = cx_str_from(l.line, l.line.len > 1 ? 2 : 1);
		}
		while (l.line.len) {
			uint32_t n = next_atom(&l, limit);

			if (n == CX_NONE || cx_is_dead(s, n) ||
			    (d->numbers.n > line.from &&
				n <= d->numbers.v[d->numbers.n - 1]))
				bad_line(&l);
			CX_GROW(d->numbers.v, d->numbers.n, d->numbers.cap);
			d->numbers.v[d->numbers.n++] = n;
		}
		line.to = d->numbers.n;
		d->near[d->n_near++] = line;
	}
}

void
cx_delta_load(struct cx_search *s, const struct cx_json *live)
{
	struct cx_delta *d = cx_calloc(1, sizeof *d);
	const struct cx_segment *p = &s->more;

	s->delta = d;
	d->live_atoms = (uint32_t)cx_segment_number(p, live, "atoms",
	    cx_search_atoms(s));
	d->sums = cx_segment_sums(p, live);
	load_dead(s, d);
	load_atoms(s, d);
	load_near(s, d);
}

void
cx_delta_free(struct cx_delta *d)
{
	if (!d)
		return;
	free(d->dead);
	free(d->dead_list);
	free(d->place);
	free(d->old);
	free(d->near);
	free(d->numbers.v);
	free(d->touched);
	free(d->seen);
	free(d);
}

/* --- numbers --- */

uint32_t
cx_search_atoms(const struct cx_search *s)
{
	return s->n_parts ? s->first[s->n_parts] :
	    s->base.atoms + s->more.atoms;
}

uint32_t
cx_search_base_atoms(const struct cx_search *s)
{
	return s->base.atoms;
}

uint32_t
cx_search_count(const struct cx_search *s)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < s->n_parts; i++)
		n += cx_search_count(s->part[i]);
	return s->n_parts ? n : s->delta ? s->delta->live_atoms :
	    s->base.atoms;
}

const uint32_t *
cx_search_dead(const struct cx_search *s, size_t *n)
{
	*n = s->delta ? s->delta->n_dead : 0;
	return s->delta ? s->delta->dead_list : NULL;
}

bool
cx_search_has(const struct cx_search *s, uint32_t atom)
{
	s = cx_part_of(s, &atom);
	return !cx_is_dead(s, atom);
}

/* Atoms of the delta stand before that of the base at their place. */
uint64_t
cx_search_order(const struct cx_search *s, uint32_t atom)
{
	if (atom < s->base.atoms)
		return (uint64_t)atom << 32 | UINT32_MAX;
	atom -= s->base.atoms;
	return (uint64_t)s->delta->place[atom] << 32 | atom;
}

uint32_t
cx_search_part(const struct cx_search *s, uint32_t atom)
{
	return s->n_parts ? cx_part_at(s, &atom) : 0;
}

bool
cx_search_run(const struct cx_search *s, uint32_t i, uint32_t *from,
    uint32_t *to)
{
	uint32_t first = 0, base;

	if (i / 2 >= (s->n_parts ? s->n_parts : 1))
		return false;
	if (s->n_parts) {
		first = s->first[i / 2];
		s = s->part[i / 2];
	}
	base = cx_search_base_atoms(s);
	*from = first + (i % 2 ? base : 0);
	*to = first + (i % 2 ? cx_search_atoms(s) : base);
	return true;
}

struct cx_search_sums
cx_search_sums(const struct cx_search *s)
{
	struct cx_search_sums all = {0};

	if (!s->n_parts)
		return s->delta ? s->delta->sums : s->base.sums;
	for (uint32_t i = 0; i < s->n_parts; i++) {
		struct cx_search_sums one = cx_search_sums(s->part[i]);

		all.names += one.names;
		all.words += one.words;
		all.pairs += one.pairs;
		all.named += one.named;
		all.worded += one.worded;
		all.paired += one.paired;
	}
	return all;
}
