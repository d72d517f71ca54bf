/*
 * front-salvage.c: salvages front matter that is not valid YAML.
 */
#include "lib/yaml/front-impl.h"

/* Lines that were not taken, one problem for each run of them. */
struct unread {
	struct cx_front_pos first;
	uint32_t last; /* line; 0 when there is none */
};

/* The line at *off without its end; moves *off past it. */
static struct cx_str
take_line(struct cx_str text, size_t end, size_t *off)
{
	struct cx_str line = cx_str_upto(cx_strn(text.s + *off, end - *off),
	    '\n');

	*off += line.len;
	*off += *off < end;
	if (cx_str_ends(line, CX_STR("\r")))
		line.len--;
	return line;
}

/* The length of s up to the quote that closes the one at its start, both
 * included; 0 when it is not closed. */
static size_t
quoted(struct cx_str s)
{
	char q = s.s[0];

	for (size_t i = 1; i < s.len; i++) {
		if (q == '"' && s.s[i] == '\\')
			i++;
		else if (s.s[i] == q) {
			if (q == '\'' && i + 1 < s.len && s.s[i + 1] == q)
				i++;
			else
				return i + 1;
		}
	}
	return 0;
}

static bool
is_quote(struct cx_str s)
{
	return s.len && (s.s[0] == '"' || s.s[0] == '\'');
}

/* Without quotes, where one pair of them holds it all. */
static struct cx_str
unquote(struct cx_str s)
{
	if (is_quote(s) && quoted(s) == s.len) {
		s.s++;
		s.len -= 2;
	}
	return s;
}

bool
cx_front_key_line(struct cx_str line, struct cx_str *key, struct cx_str *rest)
{
	size_t i = 0;

	if (!line.len || cx_is_blank(line.s[0]) || line.s[0] == '#' ||
	    cx_str_starts(line, CX_STR("- ")) ||
	    cx_str_starts(line, CX_STR("---")))
		return false;
	if (is_quote(line))
		i = quoted(line);
	for (; i < line.len; i++)
		if (line.s[i] == ':' &&
		    (i + 1 == line.len || cx_is_blank(line.s[i + 1])))
			break;
	if (i == line.len || i == 0)
		return false;
	*key = unquote(cx_str_trim(cx_strn(line.s, i)));
	*rest = cx_str_trim(cx_str_from(line, i + 1));
	return true;
}

/* Appends s, which points into the text, as a string. */
static void
put(struct cx_front_parser *p, struct cx_str s)
{
	struct cx_str inner = unquote(s);
	size_t i;

	cx_front_seek(p, (size_t)(s.s - p->text.s));
	i = cx_front_text(p, inner, p->cur.pos,
	    inner.s == s.s ? CX_FRONT_PLAIN : CX_FRONT_QUOTED);
	cx_front_seek(p, (size_t)(s.s - p->text.s) + s.len);
	p->marks[i].end = p->cur.pos.at;
}

/* [a, "b, c"] without lists or mappings in it; false if it is no such. */
static bool
put_list(struct cx_front_parser *p, struct cx_str s)
{
	size_t node, i, start;

	if (s.len < 2 || s.s[0] != '[' || s.s[s.len - 1] != ']')
		return false;
	for (i = 1; i < s.len - 1; i++)
		if (strchr("[]{}", s.s[i]) && s.s[i])
			return false;
	cx_front_seek(p, (size_t)(s.s - p->text.s));
	node = cx_front_push(p, CX_JSON_ARRAY, p->cur.pos, CX_FRONT_FLOW);
	for (start = 1; start < s.len - 1; start = i + 1) {
		struct cx_str item = cx_strn(s.s + start, s.len - 1 - start);
		size_t skip;

		item = cx_str_trim(item);
		skip = is_quote(item) ? quoted(item) : 0;
		i = skip ? (size_t)(item.s - s.s) + skip : start;
		while (i < s.len - 1 && s.s[i] != ',')
			i++;
		item = cx_str_trim(cx_strn(s.s + start, i - start));
		if (!item.len && i == s.len - 1)
			break; /* after a last comma */
		put(p, item);
		p->nodes[node].len++;
	}
	cx_front_seek(p, (size_t)(s.s - p->text.s) + s.len);
	p->nodes[node].span = (uint32_t)(p->n - node);
	p->marks[node].end = p->cur.pos.at;
	return true;
}

static void
report(struct cx_front_parser *p, struct unread *u)
{
	static const char why[] = "what continues a value that is not valid "
	    "YAML: put the value in quotes, on one line";

	if (!u->last)
		return;
	if (u->last == u->first.line)
		cx_front_problem(p, u->first, "not-read",
		    "line %lu is not read; it is %s",
		    (unsigned long)u->last, why);
	else
		cx_front_problem(p, u->first, "not-read",
		    "lines %lu to %lu are not read; they are %s",
		    (unsigned long)u->first.line, (unsigned long)u->last, why);
	u->last = 0;
}

/* The line at off is not taken. */
static void
leave(struct cx_front_parser *p, struct unread *u, size_t off)
{
	cx_front_seek(p, off);
	if (u->last && p->cur.pos.line > u->last + 1)
		report(p, u);
	if (!u->last)
		u->first = p->cur.pos;
	u->last = p->cur.pos.line;
}

/* Whether the line is an item with the indentation of those before
 * (SIZE_MAX: any, and it is noted). */
static bool
is_item(struct cx_str line, size_t *indent, struct cx_str *item)
{
	size_t i = 0;

	while (i < line.len && (line.s[i] == ' ' || line.s[i] == '\t'))
		i++;
	if (i == line.len || line.s[i] != '-' ||
	    (i + 1 < line.len && !cx_is_blank(line.s[i + 1])) ||
	    (*indent != SIZE_MAX && *indent != i))
		return false;
	*indent = i;
	*item = cx_str_trim(cx_str_from(line, i + 1));
	return true;
}

/* The lines below a key; items go to the list that `node` becomes with the
 * first one, where its value is empty. */
static void
read_below(struct cx_front_parser *p, size_t node, size_t off, size_t end)
{
	struct unread u = {{0, 0, 0}, 0};
	size_t indent = SIZE_MAX, start;

	while (off < end) {
		struct cx_str line, item;

		start = off;
		line = take_line(p->text, end, &off);
		item = cx_str_trim(line);
		if (!item.len || item.s[0] == '#')
			continue;
		if (!node || !is_item(line, &indent, &item)) {
			leave(p, &u, start);
			continue;
		}
		if (p->nodes[node].type == CX_JSON_STRING) {
			cx_front_seek(p, start + indent);
			p->nodes[node].type = CX_JSON_ARRAY;
			p->marks[node].pos = p->cur.pos;
			p->marks[node].style = CX_FRONT_BLOCK;
		}
		put(p, item);
		p->nodes[node].len++;
		p->marks[node].end = p->marks[p->n - 1].end;
	}
	if (node)
		p->nodes[node].span = (uint32_t)(p->n - node);
	report(p, &u);
}

/* The stretch text[cursor..end), which is not valid YAML, by lines. */
static void
read_lines(struct cx_front_parser *p, size_t end)
{
	size_t off = p->cur.off, start = off;
	struct cx_str line = take_line(p->text, end, &off), key, rest;

	if (!cx_front_key_line(line, &key, &rest)) {
		read_below(p, 0, start, end);
		return;
	}
	put(p, key);
	p->nodes[0].len++;
	if (rest.len == 0) {
		put(p, rest);
		read_below(p, p->n - 1, off, end);
		return;
	}
	if (!put_list(p, rest))
		put(p, rest);
	read_below(p, 0, off, end);
}

/* The offset of the next line after the one at off that begins a member. */
static size_t
next_member(struct cx_str text, size_t off)
{
	struct cx_str key, rest;
	size_t start;

	take_line(text, text.len, &off);
	while (off < text.len) {
		start = off;
		if (cx_front_key_line(take_line(text, text.len, &off), &key,
		    &rest))
			return start;
	}
	return off;
}

void
cx_front_salvage(struct cx_front_parser *p)
{
	size_t end;
	/* Of the whole, which the first broken stretch repeats. */
	uint32_t known = p->problems[p->n_problems - 1].at.line;

	while (p->cur.off < p->text.len) {
		struct cx_front_cursor start = p->cur;
		size_t problems = p->n_problems;

		end = next_member(p->text, start.off);
		if (cx_front_yaml(p, end) != CX_FRONT_READ) {
			if (p->n_problems > problems &&
			    p->problems[problems].at.line == known)
				p->n_problems = problems;
			p->cur = start;
			read_lines(p, end);
		}
		cx_front_seek(p, end);
	}
}
