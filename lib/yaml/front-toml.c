/*
 * front-toml.c: front matter in TOML, between lines +++, as in Hugo.
 *
 * It does not use the parser of cx-config, which is C++ and takes longer to
 * start than a scan of many notes.  It reads TOML 1.0 (toml.io) but does not
 * validate it: numbers and dates are text here, and are examined only to tell
 * them from words without quotes.  A line that it cannot read is reported and
 * skipped.
 *
 * Tables may come in any order, so everything is collected in a tree first.
 */
#include "lib/yaml/front-impl.h"
#include "lib/base/map.h"
#include "lib/base/utf8.h"

#include <stdlib.h>

struct item {
	struct cx_str key, text;
	struct cx_front_pos key_at, at;
	uint32_t end;
	uint8_t type, style;
	bool dropped;
	bool table; /* of a header, or of a dotted key: more may come */
	uint32_t number;
	struct item *first, *last, *next;
};

struct toml {
	struct cx_front_parser *p;
	const char *s;
	size_t i, len;
	uint32_t items;
	struct cx_map keys; /* number of a table, and key in it */
	struct item **of;   /* by number of keys */
	size_t cap;
	bool failed; /* on the line at hand */
};

static bool value(struct toml *t, struct item *to, unsigned depth);

static bool
fail(struct toml *t, const char *why)
{
	if (!t->failed) {
		cx_front_seek(t->p, t->i);
		cx_front_problem(t->p, t->p->cur.pos, "front-invalid",
		    "TOML: %s; this value is not read", why);
	}
	t->failed = true;
	return false;
}

static char
at(const struct toml *t, size_t n)
{
	return t->i + n < t->len ? t->s[t->i + n] : '\0';
}

static void
blanks(struct toml *t)
{
	while (at(t, 0) == ' ' || at(t, 0) == '\t')
		t->i++;
}

/* Blanks, comments and line ends. */
static void
space(struct toml *t)
{
	for (;; t->i++) {
		blanks(t);
		if (at(t, 0) == '#')
			while (t->i < t->len && t->s[t->i] != '\n')
				t->i++;
		if (at(t, 0) != '\n' && at(t, 0) != '\r')
			return;
	}
}

static struct cx_front_pos
here(struct toml *t)
{
	cx_front_seek(t->p, t->i);
	return t->p->cur.pos;
}

static struct item *
item_new(struct toml *t, enum cx_json_type type)
{
	struct item *x = cx_arena_alloc(t->p->arena, sizeof *x);

	memset(x, 0, sizeof *x);
	x->type = (uint8_t)type;
	x->number = t->items++;
	return x;
}

static void
append(struct item *to, struct item *x)
{
	if (to->last)
		to->last->next = x;
	else
		to->first = x;
	to->last = x;
}

/* --- strings --- */

static bool
escape(struct toml *t, struct cx_buf *b)
{
	static const char from[] = "btnfr\"\\e", to[] = "\b\t\n\f\r\"\\\x1b";
	const char c = at(t, 0), *known = c ? strchr(from, c) : NULL;
	size_t digits = c == 'u' ? 4 : c == 'U' ? 8 : 0;
	uint32_t cp = 0;

	t->i++;
	if (known) {
		cx_buf_char(b, to[known - from]);
		return true;
	}
	if (!digits)
		return fail(t, "a \\ in \"...\" that begins no escape: double "
		    "it, or use '...'");
	for (; digits; digits--, t->i++) {
		char d = cx_lower(at(t, 0));

		if (!cx_is_decimal(d) && !(d >= 'a' && d <= 'f'))
			return fail(t, "\\u wants 4 hexadecimal digits, \\U 8");
		cp = cp << 4 | (uint32_t)(cx_is_decimal(d) ? d - '0'
			: d - 'a' + 10);
	}
	if (cp > 0x10ffff || (cp >= 0xd800 && cp < 0xe000))
		return fail(t, "an escape of what is not a character");
	cx_utf8_put(b, cp);
	return true;
}

/* A \ at the end of a line, in """..."""; the blanks that follow go. */
static bool
folded(struct toml *t)
{
	size_t n = 0;

	while (at(t, n) == ' ' || at(t, n) == '\t' || at(t, n) == '\r')
		n++;
	if (at(t, n) != '\n')
		return false;
	while (strchr(" \t\r\n", at(t, n)) && at(t, n))
		n++;
	t->i += n;
	return true;
}

static bool
string(struct toml *t, struct cx_buf *b, bool *block)
{
	const char quote = at(t, 0);

	*block = at(t, 1) == quote && at(t, 2) == quote;
	t->i += *block ? 3 : 1;
	if (*block) {
		t->i += at(t, 0) == '\r' && at(t, 1) == '\n';
		t->i += at(t, 0) == '\n';
	}
	while (t->i < t->len) {
		char c = t->s[t->i];

		if (c == quote && !*block) {
			t->i++;
			return true;
		}
		if (c == quote && at(t, 1) == quote && at(t, 2) == quote) {
			/* Up to two of them may stand before the end. */
			for (; at(t, 3) == quote; t->i++)
				cx_buf_char(b, quote);
			t->i += 3;
			return true;
		}
		if (c == '\n' && !*block)
			break;
		t->i++;
		if (c == '\\' && quote == '"') {
			if (*block && folded(t))
				continue;
			if (!escape(t, b))
				return false;
		} else {
			cx_buf_char(b, c);
		}
	}
	return fail(t, "a quote is not closed: close it");
}

/* --- values --- */

/* Whether a word without quotes is a number, a date, true or false. */
static bool
is_bare(struct cx_str s)
{
	size_t i = 0;

	if (CX_ONE_OF(s, "true", "false"))
		return true;
	i += s.len && (s.s[0] == '+' || s.s[0] == '-');
	if (CX_ONE_OF(cx_str_from(s, i), "inf", "nan"))
		return true;
	if (i == s.len || !cx_is_decimal(s.s[i]))
		return false;
	for (; i < s.len; i++)
		if (!s.s[i] || !strchr("0123456789abcdefABCDEFxo_.+-:TtZz ",
		    s.s[i]))
			return false;
	return true;
}

static bool
bare(struct toml *t, struct item *to)
{
	size_t n = 0;
	struct cx_str s;

	while (t->i + n < t->len && !strchr(",]}#\n", t->s[t->i + n]))
		n++;
	s = cx_strn(t->s + t->i, n);
	while (s.len && cx_is_blank(s.s[s.len - 1]))
		s.len--;
	if (!s.len)
		return fail(t, "a value is missing");
	if (!is_bare(s))
		return fail(t, "text is put in quotes");
	to->style = CX_FRONT_PLAIN;
	to->text = cx_arena_copy(t->p->arena, s);
	t->i += s.len;
	return true;
}

static bool
array(struct toml *t, struct item *to, unsigned depth)
{
	to->type = CX_JSON_ARRAY;
	to->style = CX_FRONT_FLOW;
	t->i++;
	for (;;) {
		struct item *x;

		space(t);
		if (at(t, 0) == ']')
			break;
		x = item_new(t, CX_JSON_STRING);
		if (!value(t, x, depth + 1))
			return false;
		append(to, x);
		space(t);
		if (at(t, 0) == ']')
			break;
		if (at(t, 0) != ',')
			return fail(t, "a list in [ ] is not closed, or a "
			    "comma is missing");
		t->i++;
	}
	t->i++;
	return true;
}

/* --- keys --- */

static bool
key_part(struct toml *t, struct cx_str *key)
{
	CX_AUTO_BUF b = CX_BUF_INIT;
	bool block = false;

	if (at(t, 0) == '"' || at(t, 0) == '\'') {
		if (!string(t, &b, &block))
			return false;
	} else {
		for (; at(t, 0) == '_' || at(t, 0) == '-' ||
		    cx_is_decimal(at(t, 0)) || (cx_lower(at(t, 0)) >= 'a' &&
			cx_lower(at(t, 0)) <= 'z'); t->i++)
			cx_buf_char(&b, at(t, 0));
	}
	*key = cx_arena_copy(t->p->arena, cx_buf_view(&b));
	return (key->len && !block) || fail(t, "a line is not 'key = value': "
	    "a key has letters, digits, _ and -, or stands in quotes");
}

/* The key of a table; what had it before, in *old. */
static uint32_t
slot(struct toml *t, const struct item *in, struct cx_str key,
    struct item **old)
{
	CX_AUTO_BUF b = CX_BUF_INIT;
	uint32_t n = t->keys.n, k;

	cx_buf_fmt(&b, "%lu ", (unsigned long)in->number);
	cx_buf_str(&b, key);
	k = cx_map_intern(&t->keys, t->p->arena, cx_buf_view(&b));
	if (k == n) {
		CX_GROW(t->of, n, t->cap);
		t->of[k] = NULL;
	}
	*old = t->of[k];
	return k;
}

/* Puts x in a table; what has its key is dropped. */
static void
put(struct toml *t, struct item *in, struct cx_str key, struct item *x)
{
	struct item *old;
	uint32_t k = slot(t, in, key, &old);

	x->key = key;
	if (old) {
		old->dropped = true;
		cx_front_problem(t->p, x->key_at, "duplicate-key",
		    "key '%.*s' is there again; the value of line %lu is "
		    "dropped: keep one of them", (int)key.len, key.s,
		    (unsigned long)old->key_at.line);
	}
	t->of[k] = x;
	append(in, x);
}

/* The table of a name, made if it is not there; of a list of tables the last.
 * NULL if the name is that of a value. */
static struct item *
table(struct toml *t, struct item *in, struct cx_str key,
    struct cx_front_pos from)
{
	struct item *x;

	(void)slot(t, in, key, &x);
	if (x && x->type == CX_JSON_ARRAY && x->table)
		return x->last;
	if (x)
		return x->table ? x : NULL;
	x = item_new(t, CX_JSON_OBJECT);
	x->table = true;
	x->style = CX_FRONT_BLOCK;
	x->key_at = x->at = from;
	x->end = from.at;
	put(t, in, key, x);
	return x;
}

/* a.b.c up to the last part, which is in *key. */
static struct item *
key_path(struct toml *t, struct item *in, struct cx_str *key,
    struct cx_front_pos *from)
{
	unsigned depth = 0;

	*from = here(t);
	for (;;) {
		if (!key_part(t, key))
			return NULL;
		blanks(t);
		if (at(t, 0) != '.')
			return in;
		t->i++;
		blanks(t);
		in = table(t, in, *key, *from);
		if (!in || ++depth == CX_FRONT_DEPTH) {
			fail(t, in ? "nested deeper than 16 levels"
				   : "a table is called as a value is");
			return NULL;
		}
	}
}

/* key = value, for a table. */
static bool
member(struct toml *t, struct item *in, unsigned depth)
{
	struct item *x = item_new(t, CX_JSON_STRING);
	struct cx_front_pos from;
	struct cx_str key;

	in = key_path(t, in, &key, &from);
	if (!in)
		return false;
	if (at(t, 0) != '=')
		return fail(t, "a line is not 'key = value'");
	t->i++;
	blanks(t);
	x->key_at = from;
	if (!value(t, x, depth))
		return false;
	put(t, in, key, x);
	return true;
}

static bool
inline_table(struct toml *t, struct item *to, unsigned depth)
{
	to->type = CX_JSON_OBJECT;
	to->style = CX_FRONT_FLOW;
	t->i++;
	for (;;) {
		space(t);
		if (at(t, 0) == '}')
			break;
		if (!member(t, to, depth + 1))
			return false;
		space(t);
		if (at(t, 0) == '}')
			break;
		if (at(t, 0) != ',')
			return fail(t, "a table in { } is not closed, or a "
			    "comma is missing");
		t->i++;
	}
	t->i++;
	return true;
}

static bool
value(struct toml *t, struct item *to, unsigned depth)
{
	CX_AUTO_BUF b = CX_BUF_INIT;
	bool block, ok;

	if (depth >= CX_FRONT_DEPTH)
		return fail(t, "nested deeper than 16 levels");
	to->at = here(t);
	switch (at(t, 0)) {
	case '"':
	case '\'':
		ok = string(t, &b, &block);
		to->style = block ? CX_FRONT_BLOCK : CX_FRONT_QUOTED;
		to->text = cx_arena_copy(t->p->arena, cx_buf_view(&b));
		break;
	case '[':
		ok = array(t, to, depth);
		break;
	case '{':
		ok = inline_table(t, to, depth);
		break;
	default:
		ok = bare(t, to);
	}
	if (ok)
		to->end = here(t).at;
	return ok;
}

/* [a.b] or [[a.b]]; the table that follows. */
static struct item *
header(struct toml *t, struct item *root)
{
	const bool list = at(t, 1) == '[';
	struct item *in, *x, *all;
	struct cx_front_pos from;
	struct cx_str key;

	t->i += list ? 2 : 1;
	blanks(t);
	in = key_path(t, root, &key, &from);
	if (!in)
		return NULL;
	if (at(t, 0) != ']' || (list && at(t, 1) != ']')) {
		fail(t, "a [table] is not closed");
		return NULL;
	}
	t->i += list ? 2 : 1;
	if (!list) {
		x = table(t, in, key, from);
		if (!x)
			fail(t, "a table is called as a value is");
		return x;
	}
	(void)slot(t, in, key, &all);
	if (!all) {
		all = item_new(t, CX_JSON_ARRAY);
		all->table = true;
		all->style = CX_FRONT_BLOCK;
		all->key_at = all->at = from;
		all->end = from.at;
		put(t, in, key, all);
	} else if (all->type != CX_JSON_ARRAY || !all->table) {
		fail(t, "a table is called as a value is");
		return NULL;
	}
	x = item_new(t, CX_JSON_OBJECT);
	x->table = true;
	x->style = CX_FRONT_BLOCK;
	x->at = from;
	x->end = from.at;
	append(all, x);
	return x;
}

/* --- from the tree to nodes --- */

static void
push(struct cx_front_parser *p, const struct item *x)
{
	size_t node = x->type == CX_JSON_STRING
	    ? cx_front_text(p, x->text, x->at, x->style)
	    : cx_front_push(p, x->type, x->at, x->style);

	for (const struct item *c = x->first; c; c = c->next) {
		if (c->dropped)
			continue;
		if (x->type == CX_JSON_OBJECT)
			cx_front_text(p, c->key, c->key_at, CX_FRONT_PLAIN);
		push(p, c);
		p->nodes[node].len++;
	}
	p->nodes[node].span = (uint32_t)(p->n - node);
	p->marks[node].end = x->end;
}

void
cx_front_toml(struct cx_front_parser *p)
{
	struct toml t = {.p = p, .s = p->text.s, .len = p->text.len};
	struct item *root = item_new(&t, CX_JSON_OBJECT), *in = root;

	for (space(&t); t.i < t.len; space(&t)) {
		const bool head = at(&t, 0) == '[';

		t.failed = false;
		if (head)
			in = header(&t, root);
		else if (in)
			(void)member(&t, in, 1);
		else
			t.failed = true; /* of a table that was not read */
		blanks(&t);
		if (!t.failed && t.i < t.len && !strchr("#\r\n", at(&t, 0)))
			fail(&t, "text follows a finished value");
		while (t.i < t.len && t.s[t.i] != '\n')
			t.i++;
	}
	for (const struct item *c = root->first; c; c = c->next) {
		if (c->dropped)
			continue;
		cx_front_text(p, c->key, c->key_at, CX_FRONT_PLAIN);
		push(p, c);
		p->nodes[0].len++;
	}
	cx_map_release(&t.keys);
	free(t.of);
}
