/* Counts the bodies that contain a word. */
#include "lib/search/search-impl.h"

static void
damaged(const struct cx_segment *p)
{
	cx_segment_damaged(p, CX_S_BODYWORDS, "not a line of words of bodies");
}

/* The number at the start of a line, which is moved past it. */
static uint32_t
read_number(const struct cx_segment *p, struct cx_str *line)
{
	uint64_t n;

	if (!cx_str_number(line, UINT32_MAX - 1, &n))
		damaged(p);
	return (uint32_t)n;
}

static void
expect(const struct cx_segment *p, struct cx_str *line, char c)
{
	if (line->len == 0 || line->s[0] != c)
		damaged(p);
	*line = cx_str_from(*line, 1);
}

static void
find_project(const struct cx_segment *p, struct cx_str key,
    struct cx_body_part *b)
{
	struct cx_str line;

	if (!cx_segment_line(p, CX_S_BODYWORDS, key, &line))
		return;
	b->project = read_number(p, &line);
	expect(p, &line, ' ');
	b->n = read_number(p, &line);
	if (line.len || b->n == 0 || b->n > p->atoms)
		damaged(p);
}

struct cx_body_words
cx_search_body_words(const struct cx_search *s, struct cx_str project)
{
	struct cx_body_words b = {.set = s};
	CX_AUTO_BUF key = CX_BUF_INIT;

	cx_buf_puts(&key, "j ");
	cx_search_escape(&key, project);
	cx_buf_char(&key, ' ');
	for (int i = 0; i < (s->delta ? 2 : 1); i++) {
		find_project(i ? &s->more : &s->base, cx_buf_view(&key),
		    &b.part[i]);
		b.n += b.part[i].n;
	}
	return b;
}

static uint32_t
part_df(const struct cx_segment *p, const struct cx_body_part *b,
    struct cx_str key)
{
	struct cx_str line;
	uint64_t least = 0;
	uint32_t df = 0;
	bool found;

	if (b->n == 0)
		return 0;
	found = cx_segment_line(p, CX_S_BODYWORDS, key, &line);
	while (found && line.len) {
		uint32_t project = read_number(p, &line), n;

		expect(p, &line, ':');
		n = read_number(p, &line);
		if (line.len)
			expect(p, &line, ' ');
		if (project < least || n == 0 || n > p->atoms)
			damaged(p);
		least = (uint64_t)project + 1;
		if (project >= b->project) {
			df = project == b->project ? n : 0;
			break;
		}
	}
	if (df > b->n)
		damaged(p);
	return df;
}

uint32_t
cx_body_words_df(const struct cx_body_words *b, struct cx_str word)
{
	CX_AUTO_BUF key = CX_BUF_INIT;

	if (b->n == 0)
		return 0;
	cx_buf_puts(&key, "w ");
	cx_buf_str(&key, word);
	cx_buf_char(&key, ' ');
	return part_df(&b->set->base, &b->part[0], cx_buf_view(&key)) +
	    part_df(&b->set->more, &b->part[1], cx_buf_view(&key));
}

static void
begin_in(const struct cx_segment *p, struct cx_str key,
    void (*take)(void *arg, struct cx_str word), void *arg)
{
	struct cx_str file = p->file[CX_S_BODYWORDS], line;
	const char *blank;
	size_t at;

	at = cx_segment_lower(p, CX_S_BODYWORDS, key, 0, file.len);
	for (; at < file.len; at += line.len + 1) {
		line = cx_line_at(file, at);
		cx_segment_touch(p, CX_S_BODYWORDS, at, at + line.len);
		if (!cx_str_starts(line, key))
			break;
		blank = memchr(line.s + 2, ' ', line.len - 2);
		if (!blank)
			damaged(p);
		take(arg, cx_strn(line.s + 2,
		    (size_t)(blank - line.s) - 2));
	}
}

void
cx_search_body_begin(const struct cx_search *s, struct cx_str beginning,
    void (*take)(void *arg, struct cx_str word), void *arg)
{
	CX_AUTO_BUF key = CX_BUF_INIT;

	for (uint32_t i = 0; i < s->n_parts; i++)
		cx_search_body_begin(s->part[i], beginning, take, arg);
	if (s->n_parts)
		return;
	cx_buf_puts(&key, "w ");
	cx_buf_str(&key, beginning);
	begin_in(&s->base, cx_buf_view(&key), take, arg);
	if (s->delta)
		begin_in(&s->more, cx_buf_view(&key), take, arg);
}
