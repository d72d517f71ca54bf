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

struct cx_body_words
cx_search_body_words(const struct cx_search *s, struct cx_str project)
{
	const struct cx_segment *p = &s->base;
	struct cx_body_words b = {s, 0, 0};
	CX_AUTO_BUF key = CX_BUF_INIT;
	struct cx_str line;

	cx_buf_puts(&key, "j ");
	cx_search_escape(&key, project);
	cx_buf_char(&key, ' ');
	if (cx_segment_line(p, CX_S_BODYWORDS, cx_buf_view(&key), &line)) {
		b.project = read_number(p, &line);
		expect(p, &line, ' ');
		b.n = read_number(p, &line);
		if (line.len || b.n == 0 || b.n > p->atoms)
			damaged(p);
	}
	return b;
}

uint32_t
cx_body_words_df(const struct cx_body_words *b, struct cx_str word)
{
	const struct cx_segment *p = &b->set->base;
	struct cx_buf key = CX_BUF_INIT;
	struct cx_str line;
	uint64_t least = 0;
	uint32_t df = 0;
	bool found;

	if (b->n == 0)
		return 0;
	cx_buf_puts(&key, "w ");
	cx_buf_str(&key, word);
	cx_buf_char(&key, ' ');
	found = cx_segment_line(p, CX_S_BODYWORDS, cx_buf_view(&key), &line);
	cx_buf_release(&key);
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

void
cx_search_body_begin(const struct cx_search *s, struct cx_str beginning,
    void (*take)(void *arg, struct cx_str word), void *arg)
{
	const struct cx_segment *p = &s->base;
	struct cx_str file = p->file[CX_S_BODYWORDS], line;
	CX_AUTO_BUF key = CX_BUF_INIT;
	const char *blank;
	size_t at;

	cx_buf_puts(&key, "w ");
	cx_buf_str(&key, beginning);
	at = cx_segment_lower(p, CX_S_BODYWORDS, cx_buf_view(&key), 0,
	    file.len);
	for (; at < file.len; at += line.len + 1) {
		line = cx_line_at(file, at);
		cx_segment_touch(p, CX_S_BODYWORDS, at, at + line.len);
		if (!cx_str_starts(line, cx_buf_view(&key)))
			break;
		blank = memchr(line.s + 2, ' ', line.len - 2);
		if (!blank)
			damaged(p);
		take(arg, cx_strn(line.s + 2,
		    (size_t)(blank - line.s) - 2));
	}
}
