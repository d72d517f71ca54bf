/* Finds markers and checks that they form pairs. */
#include "lib/markdown/marker.h"

#include "lib/markdown/md.h"

#include <stdlib.h>

#define BEGIN "<!-- AUTO:"
#define END "<!-- /AUTO:"
#define CLOSE " -->"

size_t
cx_line_of(struct cx_str text, size_t at)
{
	return cx_str_count(cx_strn(text.s, at), '\n') + 1;
}

static bool
is_name_char(char c)
{
	return cx_is_alnum(c) || c == '_' || c == '-' || c == '.';
}

static bool
is_space(char c)
{
	return c == ' ' || c == '\t';
}

/* Is the comment that spans [at, end) alone on the line on which it ends?
 * Four blanks make it code in Markdown, as a tab does. */
static bool
alone(struct cx_str text, size_t from, size_t at, size_t end,
    struct cx_marker *m)
{
	size_t p = at;

	while (p > from && at - p < 4 && text.s[p - 1] == ' ')
		p--;
	if (at - p > 3 || (p > from && text.s[p - 1] != '\n'))
		return false;
	m->at = at;
	m->line = p;
	for (p = end; p < text.len && is_space(text.s[p]); p++)
		;
	if (p < text.len && text.s[p] == '\r')
		p++;
	if (p < text.len && text.s[p] != '\n')
		return false;
	m->next = p < text.len ? p + 1 : p;
	return true;
}

/*
 * Does the comment [start, end) end with a marker?  It may have begun on an
 * earlier line: a comment ends at the first `-->`, so a marker line within
 * one is its last, and what follows it is outside.  Hence it counts.
 */
static bool
parse(struct cx_str text, size_t from, size_t start, size_t end,
    struct cx_marker *m)
{
	const struct cx_str whole = {text.s + start, end - start};
	struct cx_str head;
	size_t p, last;

	if (!cx_str_ends(whole, CX_STR(CLOSE)))
		return false;
	last = p = end - (sizeof CLOSE - 1);
	while (p > start && is_name_char(text.s[p - 1]))
		p--;
	m->name = (struct cx_str){text.s + p, last - p};
	head = (struct cx_str){text.s + start, p - start};
	m->end = cx_str_ends(head, CX_STR(END));
	if (m->name.len == 0 || (!m->end && !cx_str_ends(head, CX_STR(BEGIN))))
		return false;
	p -= m->end ? sizeof END - 1 : sizeof BEGIN - 1;
	return alone(text, from, p, end, m);
}

/* Somebody meant it: AUTO: alone on a line, but written otherwise. */
static bool
looks_like_one(struct cx_str text, size_t from, const struct cx_md_item *it)
{
	struct cx_str s = {text.s + it->start, it->end - it->start};
	struct cx_marker m;

	if (!it->closed || memchr(s.s, '\n', s.len))
		return false;
	s = cx_str_trim(cx_str_from(s, sizeof "<!--" - 1));
	if (cx_str_starts(s, CX_STR("/")))
		s = cx_str_trim(cx_str_from(s, 1));
	return cx_str_starts(s, CX_STR("AUTO:")) &&
	    alone(text, from, it->start, it->end, &m);
}

void
cx_markers_find(struct cx_markers *m, struct cx_str text, size_t from,
    cx_marker_say *say, void *arg)
{
	struct cx_marker one;
	struct cx_md md;
	struct cx_md_item it;

	m->n = 0;
	/* Most texts have no comment at all. */
	if (from >= text.len || !memchr(text.s + from, '<', text.len - from) ||
	    !memmem(text.s + from, text.len - from, "AUTO:", 5))
		return;
	cx_md_init(&md, cx_str_from(text, from), CX_MD_COMMENT);
	while (cx_md_next(&md, &it)) {
		it.start += from;
		it.end += from;
		if (parse(text, from, it.start, it.end, &one)) {
			*CX_NEXT(m->v, m->n, m->cap) = one;
		} else if (say && looks_like_one(text, from, &it)) {
			say(arg, it.start, false,
			    "looks like a marker but is not; "
			    "write <!-- AUTO:name -->, the name in letters, "
			    "digits, _, - and .");
		}
	}
}

void
cx_markers_release(struct cx_markers *m)
{
	free(m->v);
	*m = (struct cx_markers){0};
}

struct saying {
	cx_marker_say *say;
	void *arg;
};

static void CX_PRINTF(3, 4)
wrong(const struct saying *to, size_t at, const char *fmt, ...)
{
	CX_AUTO_BUF b = CX_BUF_INIT;
	va_list ap;

	va_start(ap, fmt);
	cx_buf_vfmt(&b, fmt, ap);
	va_end(ap);
	to->say(to->arg, at, true, cx_buf_cstr(&b));
}

static int
by_name(const void *a, const void *b)
{
	const struct cx_marker *x = *(struct cx_marker *const *)a;
	const struct cx_marker *y = *(struct cx_marker *const *)b;
	int c = cx_str_cmp(x->name, y->name);

	return c ? c : (x->at > y->at) - (x->at < y->at);
}

/* The first marker in the file that begins a region for the second time. */
static bool
is_single(const struct cx_markers *m, struct cx_str text,
    const struct saying *to)
{
	const struct cx_marker **v, *again = NULL, *first = NULL;
	size_t i, n = m->n / 2;

	if (n < 2)
		return true;
	v = cx_malloc(cx_mul(n, sizeof *v));
	for (i = 0; i < n; i++)
		v[i] = &m->v[2 * i];
	qsort(v, n, sizeof *v, by_name);
	for (i = 1; i < n; i++)
		if (cx_str_eq(v[i - 1]->name, v[i]->name) &&
		    (!again || v[i]->at < again->at)) {
			again = v[i];
			first = v[i - 1];
		}
	free(v);
	if (again)
		wrong(to, again->at, "a second region AUTO:%.*s, the first "
		    "is on line %zu; rename one", (int)again->name.len,
		    again->name.s, cx_line_of(text, first->at));
	return !again;
}

bool
cx_markers_pair(const struct cx_markers *m, struct cx_str text,
    cx_marker_say *say, void *arg)
{
	const struct cx_marker *open = NULL, *one;
	const struct saying to = {say, arg};
	size_t i;

	for (i = 0; i < m->n; i++) {
		one = &m->v[i];
		if (one->end && !open) {
			wrong(&to, one->at, "/AUTO:%.*s closes a region that "
			    "was not begun", (int)one->name.len, one->name.s);
			return false;
		}
		if (one->end != (open != NULL) ||
		    (open && !cx_str_eq(open->name, one->name))) {
			wrong(&to, one->at, "%sAUTO:%.*s within AUTO:%.*s, "
			    "which begins on line %zu; close that first",
			    one->end ? "/" : "", (int)one->name.len,
			    one->name.s, (int)open->name.len, open->name.s,
			    cx_line_of(text, open->at));
			return false;
		}
		open = open ? NULL : one;
	}
	if (open)
		wrong(&to, open->at, "AUTO:%.*s is not closed; add a line "
		    "<!-- /AUTO:%.*s -->, outside of code",
		    (int)open->name.len, open->name.s, (int)open->name.len,
		    open->name.s);
	return !open && is_single(m, text, &to);
}
