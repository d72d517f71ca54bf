#include "lib/markdown/conflict.h"

/* The first line from `at` on that begins with mark; text.len if none. */
static size_t
find_line(struct cx_str text, size_t at, struct cx_str mark)
{
	const char *p;

	/* By its first byte, of which most texts have none. */
	for (; at < text.len; at++) {
		p = memchr(text.s + at, mark.s[0], text.len - at);
		if (!p)
			break;
		at = (size_t)(p - text.s);
		if ((at == 0 || p[-1] == '\n') &&
		    cx_str_starts(cx_str_from(text, at), mark))
			return at;
	}
	return text.len;
}

enum { BEGIN, MIDDLE, END };

/* The next line that git writes around a side; of the middle, one that is
 * the mark and nothing else. */
static size_t
find_mark(struct cx_str text, size_t at, int kind)
{
	static const struct cx_str marks[CX_CONFLICT_MARKS] = {
	    {"<<<<<<< ", 8}, {"=======", 7}, {">>>>>>> ", 8}};

	for (;; at++) {
		at = find_line(text, at, marks[kind]);
		if (kind != MIDDLE || at + marks[kind].len >= text.len)
			return kind != MIDDLE ? at : text.len;
		if (text.s[at + marks[kind].len] == '\n' ||
		    text.s[at + marks[kind].len] == '\r')
			return at;
	}
}

/* Does one block of code hold all of [from, to)?  Then it is an example. */
static bool
in_code(struct cx_conflicts *c, size_t from, size_t to)
{
	while (c->more && c->block.end <= from)
		c->more = cx_md_next(&c->md, &c->block);
	return c->more && c->block.block && c->block.start < from &&
	    to < c->block.end;
}

/* An example: all of it in one block of code, or, where a mark is missing,
 * one of those that are left. */
static bool
is_example(struct cx_conflicts *c)
{
	size_t from = c->from - c->body, to = c->to - c->body;

	if (c->from < c->body)
		return false;
	if (c->seen == (1 << CX_CONFLICT_MARKS) - 1)
		return in_code(c, from, to);
	return in_code(c, from, from) || in_code(c, to, to);
}

void
cx_conflicts(struct cx_conflicts *c, struct cx_str text, size_t body)
{
	c->text = text;
	c->body = body;
	c->seen = 0;
	c->next[BEGIN] = find_mark(text, 0, BEGIN);
	c->next[MIDDLE] = find_mark(text, 0, MIDDLE);
	c->next[END] = text.len;
	if (c->next[BEGIN] == text.len && c->next[MIDDLE] == text.len)
		return; /* of nearly all: the rest costs more than the search */
	c->next[END] = find_mark(text, 0, END);
	c->block = (struct cx_md_item){0};
	c->more = true;
	cx_md_init(&c->md, cx_str_from(text, body), CX_MD_CODE);
}

/* Whether what was seen so far is a conflict; then another begins. */
static bool
ends(struct cx_conflicts *c)
{
	bool is = (c->seen & (c->seen - 1)) && !is_example(c);

	c->seen = 0;
	return is;
}

bool
cx_conflict_next(struct cx_conflicts *c)
{
	for (;;) {
		int k = c->next[BEGIN] < c->next[MIDDLE] ? BEGIN : MIDDLE;

		if (c->next[END] < c->next[k])
			k = END;
		if (c->next[k] == c->text.len)
			return c->seen && ends(c);
		if (k == BEGIN && c->seen && ends(c))
			return true;
		if (!(c->seen & 1 << BEGIN) && k != END)
			c->from = c->next[k];
		c->to = c->next[k];
		c->seen |= 1u << k;
		c->next[k] = find_mark(c->text, c->next[k] + 1, k);
		if (k == END && ends(c))
			return true;
	}
}
