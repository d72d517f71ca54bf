/* Posting lists of the search set. */
#include "lib/search/search-impl.h"

static void
damaged(const struct cx_span *c, const char *cause)
{
	cx_segment_damaged(c->part, c->file, cause);
}

/* FIRST of the line at p, which has 8 digits. */
static uint32_t
first_of(const struct cx_span *c, const char *p)
{
	uint64_t n = 0;

	if ((size_t)(c->end - p) < c->head + 8 + 3)
		damaged(c, "a line is cut short");
	p += c->head;
	for (int i = 0; i < 8; i++) {
		if (p[i] < '0' || p[i] > '9')
			damaged(c, "not a number");
		n = n * 10 + (uint64_t)(p[i] - '0');
	}
	if (p[8] != ' ' || n >= c->limit)
		damaged(c, "not a number of a note");
	return (uint32_t)n;
}

static uint32_t
frequency(const struct cx_span *c, const char **at)
{
	const char *p = *at + 1, *from = p;
	uint64_t n = 0;

	while ((unsigned char)(*p - '0') <= 9)
		n = n * 10 + (uint64_t)(*p++ - '0');
	if (p == from || p - from > 9)
		damaged(c, "a frequency that cannot be");
	*at = p;
	return (uint32_t)n;
}

/* :TEXT[:NAMES[:LABELS]] at p; returns where it ends. */
static const char *
frequencies(const struct cx_span *c, const char *p, struct cx_posting *out)
{
	out->text = frequency(c, &p);
	if (*p == ':')
		out->names = frequency(c, &p);
	if (*p == ':')
		out->labels = frequency(c, &p);
	if (!(out->text | out->names | out->labels))
		damaged(c, "a frequency that cannot be");
	return p;
}

/*
 * Decodes the line at *at, and moves *at past it.  Its last byte is known to be
 * a line end, so digits and separators need no other bound.
 */
static size_t
decode(const struct cx_span *c, const char **at, struct cx_posting *out)
{
	uint64_t atom = first_of(c, *at);
	const char *p = *at + c->head + 8;
	size_t n = 0;

	while (*p == ' ') {
		uint64_t gap = (uint64_t)(p[1] - '1');
		const char *from = ++p;

		/* Mostly one digit, and one of a frequency. */
		if (gap < 9 && n && n < CX_POSTINGS_LINE &&
		    atom + gap + 1 < c->limit) {
			bool often = p[1] == ':' && p[2] > '0' && p[2] <= '9';

			if (p[often ? 3 : 1] == ' ') {
				atom += gap + 1;
				out[n++] = (struct cx_posting){(uint32_t)atom,
				    often ? (uint32_t)(p[2] - '0') : 1, 0, 0};
				p += often ? 3 : 1;
				continue;
			}
		}
		gap = 0;
		while ((unsigned char)(*p - '0') <= 9)
			gap = gap * 10 + (uint64_t)(*p++ - '0');
		if (p == from || p - from > 9 || (gap == 0) != (n == 0))
			damaged(c, "a gap that cannot be");
		atom += gap;
		if (n == CX_POSTINGS_LINE || atom >= c->limit)
			damaged(c, "more than there can be");
		out[n] = (struct cx_posting){(uint32_t)atom, 1, 0, 0};
		if (*p == ':')
			p = frequencies(c, p, &out[n]);
		n++;
	}
	if (*p != '\n' || n == 0)
		damaged(c, "not a line of postings");
	*at = p + 1;
	return n;
}

/* The last line whose FIRST is not after atom; NULL: all are. */
static const char *
line_of(const struct cx_span *c, uint32_t atom)
{
	struct cx_str lines;
	size_t lo = 0, hi;

	if (!c->part || c->df == 0 || atom < first_of(c, c->begin))
		return NULL;
	lines = cx_strn(c->begin, (size_t)(c->end - c->begin));
	hi = lines.len;
	for (;;) {
		struct cx_str line = cx_line_at(lines, lo + (hi - lo) / 2);
		size_t start = (size_t)(line.s - lines.s);

		if (start <= lo) {
			/* Is there another line before hi? */
			size_t next = lo + cx_line_at(lines, lo).len + 1;

			if (next >= hi || first_of(c, lines.s + next) > atom)
				return lines.s + lo;
			lo = next;
		} else if (first_of(c, line.s) <= atom) {
			lo = start;
		} else {
			hi = start;
		}
	}
}

static bool
find(const struct cx_posting *v, size_t n, uint32_t atom,
    struct cx_posting *out)
{
	size_t lo = 0;

	while (lo < n) {
		size_t mid = lo + (n - lo) / 2;

		if (v[mid].atom == atom) {
			*out = v[mid];
			return true;
		}
		if (v[mid].atom < atom)
			lo = mid + 1;
		else
			n = mid;
	}
	return false;
}

/* The posting of an atom of the part. */
static bool
get_in(const struct cx_span *c, uint32_t atom, struct cx_posting *out)
{
	struct cx_posting block[CX_POSTINGS_LINE];
	const char *p = line_of(c, atom);

	return p && find(block, decode(c, &p, block), atom, out);
}

/* --- cursors --- */

/*
 * How many postings of the base are of dead atoms.  These are few, and often
 * neighbours: only the lines where one can be are decoded, each once.  Rare
 * words have still fewer postings.
 */
static uint32_t
count_dead(const struct cx_cursor *c)
{
	const struct cx_span *sp = &c->span[0];
	const struct cx_delta *d = sp->part->set->delta;
	size_t all = d->n_dead, in_block = 0;
	struct cx_posting block[CX_POSTINGS_LINE], found;
	uint32_t n = 0;

	for (const char *p = sp->begin; sp->df <= all && p < sp->end;) {
		in_block = decode(sp, &p, block);
		for (size_t i = 0; i < in_block; i++)
			n += cx_is_dead(sp->part->set, block[i].atom);
	}
	if (sp->df <= all)
		return n;
	for (size_t i = 0; i < all; i++) {
		uint32_t dead = d->dead_list[i];
		const char *p;

		if (in_block == 0 || dead > block[in_block - 1].atom) {
			p = line_of(sp, dead);
			in_block = p ? decode(sp, &p, block) : 0;
		}
		n += find(block, in_block, dead, &found);
	}
	return n;
}

struct cx_cursor
cx_cursor_of(struct cx_span base, struct cx_span more)
{
	struct cx_cursor c = {.span = {base, more}};

	c.df = base.df + more.df;
	if (base.part && base.part->set->delta) {
		uint32_t dead = count_dead(&c);

		if (dead > base.df)
			damaged(&base, "not as many postings as the "
			    "dictionary tells");
		c.df -= dead;
	}
	if (!base.part)
		c.now = 1;
	c.at = c.span[c.now].begin;
	return c;
}

/* The next line of the part at hand; 0 at its end. */
static size_t
next_line(struct cx_cursor *c, struct cx_posting *out)
{
	const struct cx_span *sp = &c->span[c->now];
	size_t n;

	if (!sp->part)
		return 0;
	if (c->at == sp->end) {
		if (c->seen != sp->df)
			damaged(sp, "not as many postings as the dictionary "
			    "tells");
		return 0;
	}
	/* The line must be of this term: compare with the first one's head. */
	if ((size_t)(sp->end - c->at) < sp->head ||
	    memcmp(c->at, sp->begin, sp->head) != 0)
		damaged(sp, "a line of another term");
	n = decode(sp, &c->at, out);
	if (c->last && out[0].atom < c->last)
		damaged(sp, "not ascending");
	c->last = out[n - 1].atom + 1;
	c->seen += (uint32_t)n;
	return n;
}

/* Numbers of the part become those of the set; dead ones are left out. */
static size_t
translate(const struct cx_cursor *c, struct cx_posting *v, size_t n)
{
	const struct cx_search *s = c->span[c->now].part->set;
	size_t kept = 0;

	if (!s->delta && !c->first)
		return n;
	for (size_t i = 0; i < n; i++) {
		if (c->now == 1)
			v[i].atom += s->base.atoms;
		else if (cx_is_dead(s, v[i].atom))
			continue;
		v[i].atom += c->first;
		v[kept++] = v[i];
	}
	return kept;
}

static void
next_set(struct cx_cursor *c)
{
	uint32_t df = c->df;
	const struct cx_cursor *head = c->head;

	*c = *c->next;
	c->df = df;
	c->head = head;
}

size_t
cx_cursor_next(struct cx_cursor *c, struct cx_posting *out)
{
	for (;;) {
		size_t n = next_line(c, out);

		if (n)
			n = translate(c, out, n);
		else if (c->now == 1 && !c->next)
			return 0;
		else if (c->now == 1)
			next_set(c);
		else
			*c = (struct cx_cursor){.df = c->df,
			    .span = {c->span[0], c->span[1]}, .now = 1,
			    .at = c->span[1].begin, .first = c->first,
			    .head = c->head, .next = c->next};
		if (n)
			return n;
	}
}

void
cx_cursor_mark(struct cx_cursor *c, uint64_t *bits)
{
	struct cx_posting p[CX_POSTINGS_LINE];
	size_t n;

	while ((n = cx_cursor_next(c, p)))
		for (size_t i = 0; i < n; i++)
			bits[p[i].atom / 64] |= UINT64_C(1) << p[i].atom % 64;
}

bool
cx_cursor_get(const struct cx_cursor *c, uint32_t atom,
    struct cx_posting *out)
{
	const struct cx_segment *p;
	uint32_t own;
	bool found;

	c = c->head ? c->head : c;
	while (c->next && atom >= c->next->first)
		c = c->next;
	p = c->span[0].part ? c->span[0].part : c->span[1].part;
	own = atom - c->first;
	if (!p || atom < c->first || own >= cx_search_atoms(p->set))
		return false;
	p = cx_segment_of(p->set, &own);
	if (p != &p->set->base)
		found = get_in(&c->span[1], own, out);
	else
		found = !cx_is_dead(p->set, own) &&
		    get_in(&c->span[0], own, out);
	out->atom = atom;
	return found;
}
