/* Prints the metadata of a note. */
#include "cx-mcp.h"

#include "lib/base/utf8.h"

#include <stdio.h>

/* Code points of a name, and bytes of an id that is not too long to show. */
#define NAME 80
#define ID 128

/* In their order; what is silent is not said. */
static const struct part {
	const char *name, *silent, *before;
	unsigned bit;
} parts[] = {{"type", "unknown", "", HEAD_TYPE},
    {"project", "unknown", "", HEAD_PROJECT},
    {"status", "active", "", HEAD_STATUS},
    {"trust", "user", "trust ", HEAD_TRUST}};
#define PARTS (sizeof parts / sizeof parts[0])

static struct cx_str
part(const struct call *c, const struct memory *m, const struct part *x)
{
	struct cx_str s = x->bit == HEAD_TRUST ?
	    cx_trust_of(c->trust, m->root, m->path) :
	    cx_json_gets(m->root, x->name, CX_STR(""));

	return cx_str_is(s, x->silent) ? CX_STR("") : s;
}

/* The day is enough. */
static struct cx_str
updated(const struct memory *m)
{
	struct cx_str s = cx_json_gets(m->root, "updated", CX_STR(""));

	return s.len > 10 ? cx_strn(s.s, 10) : s;
}

struct cx_str
memory_day(const struct memory *m)
{
	struct cx_str day = updated(m);
	const char *id = m->id.s;

	if (day.len != 10)
		return day;
	return m->id.len > 8 && id[8] == '_' && memcmp(id, day.s, 4) == 0 &&
	    memcmp(id + 4, day.s + 5, 2) == 0 &&
	    memcmp(id + 6, day.s + 8, 2) == 0 ? CX_STR("") : day;
}

struct cx_str
memory_handle(const struct memory *m)
{
	return m->id.len && m->id.len <= ID ? m->id : m->path;
}

static void
put_name(struct cx_buf *b, const struct memory *m)
{
	put_short(b, cx_json_gets(m->root, "name", CX_STR("")), NAME);
}

/* Appends the letters and digits of at most so many bytes of s. */
static void
put_letters(struct cx_buf *b, struct cx_str s, size_t most)
{
	CX_AUTO_BUF lower = CX_BUF_INIT;
	struct cx_str rest;
	uint32_t cp;
	size_t n;

	if (s.len > most)
		s.len = most;
	cx_utf8_lower(&lower, s);
	rest = cx_buf_view(&lower);
	for (; rest.len; rest = cx_str_from(rest, n)) {
		n = cx_utf8_decode(rest.s, rest.len, &cp, NULL);
		if (cx_is_wordchar(cp) && cp != '_')
			cx_buf_add(b, rest.s, n);
	}
}

bool
begins_with_name(const struct memory *m, struct cx_str text)
{
	struct cx_str name = cx_json_gets(m->root, "name", CX_STR(""));
	CX_AUTO_BUF a = CX_BUF_INIT, b = CX_BUF_INIT;

	put_letters(&a, name, name.len);
	/* Markup may stand in between. */
	put_letters(&b, text, 4 * name.len + 16);
	return a.len && cx_str_starts(cx_buf_view(&b), cx_buf_view(&a));
}

bool
handle_is_name(const struct memory *m)
{
	struct cx_str name = cx_json_gets(m->root, "name", CX_STR(""));
	struct cx_str own = cx_last_part(memory_handle(m));
	CX_AUTO_BUF a = CX_BUF_INIT, b = CX_BUF_INIT;
	size_t day = 0;

	if (cx_str_ends(own, CX_STR(".md")))
		own.len -= 3;
	while (day < own.len && own.s[day] >= '0' && own.s[day] <= '9')
		day++;
	if (day == 8 && day < own.len && own.s[day] == '_')
		own = cx_str_from(own, day);
	put_letters(&a, own, own.len);
	put_letters(&b, name, name.len);
	return cx_str_eq(cx_buf_view(&a), cx_buf_view(&b));
}

unsigned
head_shared(const struct call *c, const struct memory *a,
    const struct memory *b)
{
	unsigned same = 0;

	for (size_t i = 0; i < PARTS; i++)
		if (parts[i].bit & HEAD_SHARED && cx_str_eq(
		    part(c, a, &parts[i]), part(c, b, &parts[i])))
			same |= parts[i].bit;
	return same;
}

bool
put_parts(const struct call *c, struct cx_buf *b, const struct memory *m,
    unsigned which, const char *before)
{
	bool any = false;

	for (size_t i = 0; i < PARTS; i++) {
		struct cx_str s = part(c, m, &parts[i]);

		if (!s.len || !(parts[i].bit & which))
			continue;
		cx_buf_puts(b, any ? ", " : before);
		cx_buf_puts(b, parts[i].before);
		put_word(b, s);
		any = true;
	}
	return any;
}

void
print_parts(const struct call *c, struct cx_printer *p,
    const struct memory *m, unsigned which)
{
	for (size_t i = 0; i < PARTS; i++) {
		struct cx_str s = part(c, m, &parts[i]);

		if (s.len && parts[i].bit & which)
			print_clean(p, parts[i].name, s);
	}
}

void
put_about(const struct call *c, struct cx_buf *b, const struct memory *m,
    unsigned which, struct cx_str year)
{
	struct cx_str day = which & HEAD_UPDATED ? memory_day(m) : CX_STR("");
	CX_AUTO_BUF name = CX_BUF_INIT;

	if (year.len && cx_str_starts(day, year))
		day = cx_str_from(day, year.len);
	cx_buf_str(b, day);
	(void)put_parts(c, b, m, which, day.len ? " " : "");
	if (which & HEAD_NAME) {
		put_name(&name, m);
		cx_buf_puts(b, ": ");
		put_clean(b, cx_buf_view(&name), " ");
	}
}

void
put_head(const struct call *c, struct cx_buf *b, const struct memory *m,
    unsigned which, struct cx_str year)
{
	CX_AUTO_BUF about = CX_BUF_INIT;

	cx_buf_char(b, '[');
	put_word(b, memory_handle(m));
	cx_buf_char(b, ']');
	put_about(c, &about, m, which, year);
	if (about.len && about.s[0] != ':')
		cx_buf_char(b, ' ');
	cx_buf_str(b, cx_buf_view(&about));
}

void
print_head(const struct call *c, struct cx_printer *p, const struct memory *m,
    unsigned which)
{
	CX_AUTO_BUF name = CX_BUF_INIT;

	print_clean(p, "id", memory_handle(m));
	if (which & HEAD_UPDATED && updated(m).len)
		print_clean(p, "updated", updated(m));
	if (which & HEAD_NAME) {
		put_name(&name, m);
		print_clean(p, "name", cx_buf_view(&name));
	}
	print_parts(c, p, m, which);
}
