/* Columns, records and neighbours of the search set. */
#include "lib/search/search-impl.h"

#include <stdlib.h>
#include <string.h>

/* So many numbers of lines of links are kept. */
#define LINKS_KEPT ((size_t)4 << 20)

static const char *
column_line(const struct cx_segment *s, enum cx_search_file f, uint32_t line)
{
	size_t at = (size_t)line * s->width[f];

	cx_segment_touch(s, f, at, at + s->width[f]);
	return s->file[f].s + at;
}

/*
 * The number of a line.  Blanks, which stand before it, have the low bits of
 * 0, so all bytes but the line end are digits.
 */
static uint64_t
column(const struct cx_segment *s, enum cx_search_file f, uint32_t line)
{
	const char *p = column_line(s, f, line);
	unsigned width = s->width[f];
	uint64_t n = 0;

	if (p[width - 1] != '\n')
		cx_segment_damaged(s, f, "a line has another width");
	for (unsigned i = 0; i + 1 < width; i++) {
		if ((unsigned char)(p[i] - '0') > 9 && p[i] != ' ')
			cx_segment_damaged(s, f, "not a number");
		n = n * 10 + (p[i] & 15);
	}
	return n;
}

/* One that is below limit. */
static uint32_t
column32(const struct cx_segment *s, enum cx_search_file f, uint32_t line,
    uint64_t limit)
{
	uint64_t n = column(s, f, line);

	if (n >= limit)
		cx_segment_damaged(s, f, "a number is out of range");
	return (uint32_t)n;
}

/*
 * Eight bytes before `to` at once, of which the last is `end` and those before
 * the last `width` do not count, after Johnny Lee, "Fast numeric string to
 * int": pairs, then fours, then all.  Columns of these are asked for once a
 * posting.
 */
static uint32_t
eight(const struct cx_segment *s, enum cx_search_file f, const char *to,
    unsigned width, char end)
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	const uint64_t counts = ~UINT64_C(0) << (64 - 8 * width);
	uint64_t w;

	memcpy(&w, to - 8, 8);
	/* Blanks are 0x20, digits 0x3?: both have 001 on top. */
	if ((w & counts & UINT64_C(0xffe0e0e0e0e0e0e0)) !=
	    (((uint64_t)(unsigned char)end << 56 |
		UINT64_C(0x0020202020202020)) & counts))
		cx_segment_damaged(s, f, "not a number");
	w = ((w & counts) << 8) & UINT64_C(0x0f0f0f0f0f0f0f00);
	w = w * 10 + (w >> 8);
	w = ((w & UINT64_C(0x000000ff000000ff)) * UINT64_C(0x000f424000000064) +
	    ((w >> 16) & UINT64_C(0x000000ff000000ff)) *
	    UINT64_C(0x0000271000000001)) >> 32;
	return (uint32_t)w;
#else
	const char *p = to - width;
	uint32_t n = 0;

	for (unsigned i = 0; i + 1 < width; i++) {
		if ((p[i] < '0' || p[i] > '9') && p[i] != ' ')
			cx_segment_damaged(s, f, "not a number");
		n = n * 10 + (uint32_t)(p[i] & 15);
	}
	if (p[width - 1] != end)
		cx_segment_damaged(s, f, "not a number");
	return n;
#endif
}

/* A length: most have few digits. */
static uint32_t
length(const struct cx_segment *s, enum cx_search_file f, uint32_t atom)
{
	unsigned width = s->width[f];

	if (width > 8 || (uint64_t)atom * width + width < 8)
		return column32(s, f, atom, UINT32_MAX);
	return eight(s, f, column_line(s, f, atom) + width, width, '\n');
}

/* --- lengths --- */

static inline struct cx_doc_length
rank_of(const struct cx_segment *part, uint32_t atom, unsigned and)
{
	return (struct cx_doc_length){
	    .words = length(part, CX_S_DOC_WORDS, atom),
	    .pairs = and & CX_RANK_PAIRS ?
		length(part, CX_S_DOC_PAIRS, atom) : 0,
	    .names = and & CX_RANK_NAMES ?
		length(part, CX_S_DOC_NAMES, atom) : 0};
}

struct cx_doc_length
cx_doc_length(const struct cx_search *s, uint32_t atom, unsigned and)
{
	const struct cx_segment *part = cx_segment_of(s, &atom);

	return rank_of(part, atom, and);
}

void
cx_doc_lengths(const struct cx_search *s, const struct cx_posting *v,
    size_t n, unsigned and, struct cx_doc_length *out)
{
	for (size_t i = 0; i < n; i++) {
		uint32_t atom = v[i].atom;
		const struct cx_segment *part = cx_segment_of(s, &atom);

		out[i] = rank_of(part, atom,
		    v[i].names ? and | CX_RANK_NAMES : and);
	}
}

struct cx_search_body
cx_search_body(const struct cx_search *s, uint32_t atom)
{
	const struct cx_segment *part = cx_segment_of(s, &atom);
	const char *p = column_line(part, CX_S_BODY, atom);
	int n = (p[0] - '0') * 10 + p[1] - '0';

	if (p[0] < '0' || p[1] < '0' || n > CX_BODY_MAX || p[3] != '\n' ||
	    (p[2] != '?' && p[2] != '.'))
		cx_segment_damaged(part, CX_S_BODY, "not what is known of a "
		    "text");
	return (struct cx_search_body){(uint8_t)n, p[2] == '?'};
}

static int64_t
day_column(const struct cx_search *s, enum cx_search_file f, uint32_t atom)
{
	const struct cx_segment *part = cx_segment_of(s, &atom);
	const char *p = column_line(part, f, atom);
	unsigned width = part->width[f];
	bool negative = false;
	int64_t n = 0;

	if (p[width - 1] != '\n')
		cx_segment_damaged(part, f, "a line has another width");
	if (p[width - 2] == '-')
		return CX_NO_DAY;
	for (unsigned i = 0; i + 1 < width; i++) {
		if (p[i] == '-' && !negative && n == 0)
			negative = true;
		else if (p[i] >= '0' && p[i] <= '9')
			n = n * 10 + (p[i] - '0');
		else if (p[i] != ' ')
			cx_segment_damaged(part, f, "not a number");
	}
	return negative ? -n : n;
}

int64_t
cx_search_day(const struct cx_search *s, uint32_t atom)
{
	return day_column(s, CX_S_DAY, atom);
}

int64_t
cx_search_expires(const struct cx_search *s, uint32_t atom)
{
	return day_column(s, CX_S_EXPIRES, atom);
}

uint32_t
cx_search_status(const struct cx_search *s, uint32_t atom)
{
	uint32_t own = atom;
	uint32_t before = s->n_parts ? s->status[cx_part_at(s, &own)] : 0;
	const struct cx_segment *p = cx_segment_of(s, &atom);
	uint32_t n = column32(p, CX_S_STATUS, atom, p->statuses->len);

	return before + (p == &p->set->base ? n :
	    p->set->base.statuses->len + n);
}

struct cx_str
cx_search_record(const struct cx_search *s, uint32_t atom)
{
	const struct cx_segment *p = cx_segment_of(s, &atom);
	struct cx_str rest = p->file[CX_S_MANIFEST], line;
	uint64_t at = column(p, CX_S_RECORD, atom);
	bool at_start = at > 0 && at < rest.len && rest.s[at - 1] == '\n';

	if (!at_start)
		cx_segment_damaged(p, CX_S_RECORD, "no line begins there");
	rest = cx_str_from(rest, at);
	cx_str_split(&rest, '\n', &line);
	cx_segment_touch(p, CX_S_MANIFEST, at - 1, at + line.len + 1);
	if (cx_str_ends(line, CX_STR(",")))
		line.len--;
	if (line.len < 2 || line.s[0] != '{' || line.s[line.len - 1] != '}')
		cx_segment_damaged(p, CX_S_MANIFEST, "a line is not a record");
	return line;
}

/* A number that fills from..to of a line of docs.steps, with blanks before
 * it. */
static uint32_t
steps(const struct cx_search *s, uint32_t atom, int from, int to)
{
	const char *p = column_line(&s->base, CX_S_STEPS, atom);
	uint32_t n = 0;

	for (int i = from; i < to; i++) {
		if ((unsigned char)(p[i] - '0') > 9 && p[i] != ' ')
			cx_segment_damaged(&s->base, CX_S_STEPS,
			    "not a number");
		n = n * 10 + (uint32_t)(p[i] & 15);
	}
	if (p[to] != (to < CX_STEP_WIDTH ? ' ' : '\n'))
		cx_segment_damaged(&s->base, CX_S_STEPS, "not a number");
	return n;
}

uint32_t
cx_column_n1(const struct cx_search *s, uint32_t atom)
{
	return steps(s, atom, 0, CX_STEP_WIDTH - 1);
}

uint32_t
cx_column_n2(const struct cx_search *s, uint32_t atom)
{
	return steps(s, atom, CX_STEP_WIDTH, CX_STEPS_WIDTH - 1);
}

/* Where the line of an atom in links begins: some lines after one whose place
 * is known. */
static size_t
links_line(const struct cx_segment *part, uint32_t atom)
{
	struct cx_str file = part->file[CX_S_LINKS];
	uint64_t at = column(part, CX_S_LINK_AT, atom / CX_LINKS_STEP);
	uint64_t from = at;

	if (at >= file.len || (at > 0 && file.s[at - 1] != '\n') ||
	    file.s[file.len - 1] != '\n')
		cx_segment_damaged(part, CX_S_LINK_AT, "no line begins there");
	for (uint32_t i = atom % CX_LINKS_STEP; i > 0 && at < file.len; i--)
		at = (uint64_t)((const char *)memchr(file.s + at, '\n',
		    file.len - at) - file.s) + 1;
	if (at >= file.len)
		cx_segment_damaged(part, CX_S_LINKS, "fewer lines than notes");
	if (at > from)
		cx_segment_touch(part, CX_S_LINKS, from, at);
	return at;
}

bool
cx_base_is_hub(const struct cx_search *s, uint32_t atom)
{
	size_t at = links_line(&s->base, atom);

	cx_segment_touch(&s->base, CX_S_LINKS, at, at + 1);
	return s->base.file[CX_S_LINKS].s[at] == '*';
}

static bool
read_links(const struct cx_search *s, uint32_t atom, struct cx_atoms *out)
{
	const struct cx_segment *part = &s->base;
	struct cx_str file = part->file[CX_S_LINKS];
	size_t at = links_line(part, atom);
	uint64_t least = 0;
	const char *p, *line, *end;
	bool hub;

	/* The file ends in a line end, so nothing below runs beyond it. */
	p = line = file.s + at;
	end = memchr(p, '\n', file.len - at);
	cx_segment_touch(part, CX_S_LINKS, at, (size_t)(end - file.s) + 1);
	hub = *p == '*';
	p += hub;
	while (*p != '\n') {
		uint64_t n = 0;
		const char *from;

		p += p > line && *p == ' ';
		for (from = p; (unsigned char)(*p - '0') <= 9; p++)
			n = n * 10 + (uint64_t)(*p - '0');
		if (p == from || p - from > 10 || n < least ||
		    n >= part->atoms || (*p != ' ' && *p != '\n'))
			cx_segment_damaged(part, CX_S_LINKS, "not a list of "
			    "atoms");
		*CX_NEXT(out->v, out->n, out->cap) = (uint32_t)n;
		least = n + 1;
	}
	return hub;
}

bool
cx_base_links(const struct cx_search *s, uint32_t atom, struct cx_atoms *out)
{
	struct cx_links_read *r = s->links;
	struct cx_atoms *lines = &r->lines;
	uint32_t *line;
	size_t at, n;

	if (lines->n > LINKS_KEPT || atom >= s->base.atoms)
		return read_links(s, atom, out);
	if (!r->at)
		r->at = cx_calloc(s->base.atoms, sizeof *r->at);
	if (!r->at[atom]) {
		at = lines->n;
		*CX_NEXT(lines->v, lines->n, lines->cap) = 0;
		n = read_links(s, atom, lines);
		lines->v[at] = 2 * (uint32_t)(lines->n - at - 1) + (n != 0);
		r->at[atom] = (uint32_t)at + 1;
	}
	line = lines->v + r->at[atom] - 1;
	n = *line++ / 2;
	while (out->cap < out->n + n)
		out->v = cx_grow(out->v, &out->cap, sizeof *out->v);
	if (n)
		memcpy(out->v + out->n, line, n * sizeof *line);
	out->n += n;
	return line[-1] & 1;
}
