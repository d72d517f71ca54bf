/* expr.c: compiles expressions. */
#include "lib/record/exprcode.h"
#include "lib/base/utf8.h"
#include "lib/base/date.h"

#include <stdlib.h>

enum token {
	T_END,
	T_OPEN,
	T_CLOSE,
	T_OP,
	T_AND,
	T_OR,
	T_NOT,
	T_WORD,
	T_BAD
};

struct lexer {
	struct cx_str text;
	size_t at;    /* after the token */
	size_t start; /* of the token */
	enum cx_expr_op op;
	struct cx_str word; /* as meant: without quotes and escapes */
	bool quoted;
	const char *why; /* of T_BAD */
	struct cx_arena *arena;
};

/* What waits on the operator stack: "(", "not", or an "and" or "or" whose
 * jump is patched once its right side is complete. */
struct pending {
	enum token what;
	uint32_t jump;
};

struct compiler {
	struct cx_expr *e;
	struct lexer lex;
	/* Between two open parentheses stand at most one "or" and one "and". */
	struct pending stack[3 * (CX_EXPR_DEPTH + 1)];
	size_t n;
	unsigned depth;
	struct cx_expr_error *err;
};

/* --- numbers and dates --- */

bool
cx_expr_number(struct cx_str s, double *out)
{
	char small[64];

	if (s.len >= sizeof small || !cx_str_is_decimal(s))
		return false;
	memcpy(small, s.s, s.len);
	small[s.len] = '\0';
	*out = strtod(small, NULL); /* cx_start fixed the locale */
	return *out - *out == 0.0;
}

/* All of s[from..to) digits: the number they make, else -1. */
static int
read_digits(struct cx_str s, size_t from, size_t to)
{
	int n = 0;

	for (; from < to; from++) {
		if (s.s[from] < '0' || s.s[from] > '9')
			return -1;
		n = n * 10 + (s.s[from] - '0');
	}
	return n;
}

/* YYYY or YYYY-MM. */
static bool
read_period(struct cx_str s, struct cx_expr_test *t)
{
	int year, month;

	if ((s.len != 4 && s.len != 7) || (year = read_digits(s, 0, 4)) < 1)
		return false;
	if (s.len == 4) {
		t->lo = cx_date_day(year, 1, 1);
		t->hi = cx_date_day(year, 12, 31);
		return true;
	}
	month = read_digits(s, 5, 7);
	if (s.s[4] != '-' || month < 1 || month > 12)
		return false;
	t->lo = cx_date_day(year, month, 1);
	t->hi = (month == 12 ? cx_date_day(year + 1, 1, 1)
			     : cx_date_day(year, month + 1, 1)) -
		1;
	return true;
}

/* Reads t->value as a date; relative ones by cx_now. */
static void
read_when(struct cx_expr_test *t)
{
	struct cx_str s = t->value;
	struct cx_date d;
	int64_t span;

	t->when = CX_EXPR_DAYS;
	if (read_period(s, t))
		return;
	if (cx_str_is(s, "today") || cx_str_is(s, "-0d") ||
	    cx_str_is(s, "+0d")) {
		t->lo = t->hi = cx_today();
	} else if (cx_str_is(s, "now")) {
		t->when = CX_EXPR_MOMENT;
		t->lo = t->hi = cx_now();
	} else if (s.len > 1 && (s.s[0] == '-' || s.s[0] == '+') &&
		   cx_date_span(cx_str_from(s, 1), &span)) {
		if (s.s[0] == '-')
			span = -span;
		/* Whole days unless hours were asked for. */
		if (s.s[s.len - 1] == 'h') {
			t->when = CX_EXPR_MOMENT;
			t->lo = t->hi = cx_now() + span;
		} else {
			t->lo = t->hi = cx_today() + span / CX_DAY;
		}
	} else if (cx_date_parse(s, &d)) {
		if (d.has_time)
			t->when = CX_EXPR_MOMENT;
		t->lo = t->hi = d.has_time ? d.sec : d.day;
	} else {
		t->when = CX_EXPR_NODATE;
	}
}

/* Written as YYYY-MM or YYYY-MM-DD, whether such a day exists or not. */
static bool
looks_like_date(struct cx_str s)
{
	return (s.len == 7 || s.len == 10) && read_digits(s, 0, 4) >= 0 &&
	       s.s[4] == '-' && read_digits(s, 5, 7) >= 0 &&
	       (s.len == 7 || (s.s[7] == '-' && read_digits(s, 8, 10) >= 0));
}

/* --- words of an expression --- */

static bool
is_delimiter(const struct lexer *l, size_t at)
{
	char c = l->text.s[at];

	if (c == '!')
		return at + 1 < l->text.len && l->text.s[at + 1] == '=';
	return cx_is_blank(c) || (c != '\0' && strchr("()=<>~\"'", c));
}

static bool
same_word(struct cx_str a, const char *lower)
{
	size_t i;

	for (i = 0; i < a.len && lower[i]; i++)
		if ((a.s[i] | 0x20) != lower[i])
			return false;
	return i == a.len && lower[i] == '\0';
}

static enum token
lex_quoted(struct lexer *l)
{
	struct cx_buf b = CX_BUF_INIT;
	char quote = l->text.s[l->at++];

	while (l->at < l->text.len && l->text.s[l->at] != quote) {
		if (quote == '"' && l->text.s[l->at] == '\\' &&
		    l->at + 1 < l->text.len &&
		    (l->text.s[l->at + 1] == '"' ||
			l->text.s[l->at + 1] == '\\'))
			l->at++;
		cx_buf_char(&b, l->text.s[l->at++]);
	}
	l->word = cx_arena_copy(l->arena, cx_buf_view(&b));
	cx_buf_release(&b);
	l->quoted = true;
	if (l->at == l->text.len) {
		l->why = "this quote is not closed";
		return T_BAD;
	}
	l->at++;
	return T_WORD;
}

static enum token
lex_operator(struct lexer *l)
{
	char c = l->text.s[l->at++];
	bool equals = l->at < l->text.len && l->text.s[l->at] == '=';

	switch (c) {
	case '=':
		l->op = CX_EXPR_EQ;
		return T_OP;
	case '~':
		l->op = equals ? CX_EXPR_SAME : CX_EXPR_HAS;
		break;
	case '!':
		l->op = CX_EXPR_NE;
		break;
	case '<':
		l->op = equals ? CX_EXPR_LE : CX_EXPR_LT;
		break;
	default:
		l->op = equals ? CX_EXPR_GE : CX_EXPR_GT;
		break;
	}
	if (equals)
		l->at++;
	return T_OP;
}

/* The next token, described in l. */
static enum token
lex_token(struct lexer *l)
{
	char c;

	while (l->at < l->text.len && cx_is_blank(l->text.s[l->at]))
		l->at++;
	l->start = l->at;
	l->quoted = false;
	if (l->at == l->text.len)
		return T_END;
	c = l->text.s[l->at];
	if (c == '(' || c == ')') {
		l->at++;
		return c == '(' ? T_OPEN : T_CLOSE;
	}
	if (c == '"' || c == '\'')
		return lex_quoted(l);
	if (is_delimiter(l, l->at))
		return lex_operator(l);
	while (l->at < l->text.len && !is_delimiter(l, l->at))
		l->at++;
	l->word = cx_strn(l->text.s + l->start, l->at - l->start);
	if (same_word(l->word, "and"))
		return T_AND;
	if (same_word(l->word, "or"))
		return T_OR;
	if (same_word(l->word, "not"))
		return T_NOT;
	return T_WORD;
}

static bool
fail(struct compiler *c, size_t at, const char *why)
{
	c->err->at = at;
	c->err->why = why;
	return false;
}

static size_t
emit(struct cx_expr *e, enum cx_expr_opcode op, size_t arg)
{
	CX_GROW(e->code, e->ncode, e->code_cap);
	/* CX_EXPR_MAX keeps all indices far below UINT32_MAX. */
	e->code[e->ncode] = (struct cx_expr_code){op, (uint32_t)arg};
	return e->ncode++;
}

static bool
set_name(struct compiler *c, struct cx_expr_test *t)
{
	struct cx_str rest, name = c->lex.word;

	if (name.len == 0)
		return fail(c, c->lex.start, "the name of a member is empty");
	if (cx_str_starts(name, CX_STR("extra.")) && name.len > 6) {
		t->only_extra = true;
		name = cx_str_from(name, 6);
	}
	t->name = rest = cx_arena_copy(&c->e->arena, name);
	do {
		if (t->nparts == CX_EXPR_PARTS)
			return fail(c, c->lex.start,
			    "a name has at most 8 parts between dots");
	} while (cx_str_split(&rest, '.', &t->part[t->nparts]) && ++t->nparts);
	return true;
}

static bool
set_value(struct compiler *c, struct cx_expr_test *t)
{
	const struct lexer *l = &c->lex;
	struct cx_expr *e = c->e;
	CX_AUTO_BUF b = CX_BUF_INIT;

	t->quoted = l->quoted;
	if (t->op >= CX_EXPR_HAS) {
		(t->op == CX_EXPR_HAS ? cx_utf8_lower : cx_utf8_key)(&b,
		    l->word);
		t->value = cx_arena_copy(&e->arena, cx_buf_view(&b));
		return true;
	}
	t->value = cx_arena_copy(&e->arena, l->word);
	t->is_number = cx_expr_number(t->value, &t->number);
	read_when(t);
	if (t->when == CX_EXPR_NODATE && !t->quoted &&
	    looks_like_date(t->value))
		return fail(c, l->start,
		    "no such date; quote it if it is text");
	return true;
}

/* The current token is the name; leaves *tok the one after the test. */
static bool
compile_test(struct compiler *c, enum token *tok)
{
	struct cx_expr_test t = {0};
	struct lexer *l = &c->lex;

	if (!set_name(c, &t))
		return false;
	*tok = lex_token(l);
	if (*tok == T_OP) {
		t.op = l->op;
		*tok = lex_token(l);
		if (*tok == T_BAD)
			return fail(c, l->start, l->why);
		if (*tok < T_AND || *tok > T_WORD)
			return fail(c, l->start,
			    *tok == T_OP
				? "a value was expected, not a second operator"
				: "a value was expected; the empty one is "
				  "\"\"");
		/* "and" after an operator is a value like any other. */
		if (!set_value(c, &t))
			return false;
		*tok = lex_token(l);
	}
	CX_GROW(c->e->test, c->e->ntest, c->e->test_cap);
	c->e->test[c->e->ntest] = t;
	emit(c->e, CX_EXPR_TEST, c->e->ntest++);
	return true;
}

/* Completes what waits on the stack and binds at least as tightly as op. */
static void
reduce(struct compiler *c, enum token op)
{
	while (c->n) {
		struct pending *p = &c->stack[c->n - 1];

		if (p->what == T_OPEN ||
		    (p->what == T_OR && op == T_AND))
			return;
		if (p->what == T_NOT) {
			emit(c->e, CX_EXPR_NOT, 0);
			c->depth--;
		} else {
			c->e->code[p->jump].arg = (uint32_t)c->e->ncode;
		}
		c->n--;
	}
}

static bool
compile(struct compiler *c)
{
	struct lexer *l = &c->lex;
	enum token tok = lex_token(l);

	for (;;) {
		/* An operand is due. */
		while (tok == T_OPEN || tok == T_NOT) {
			if (++c->depth > CX_EXPR_DEPTH)
				return fail(c, l->start,
				    "nested too deeply: "
				    "more than 100 open \"(\" and \"not\"");
			c->stack[c->n++] = (struct pending){tok, 0};
			tok = lex_token(l);
		}
		if (tok == T_BAD)
			return fail(c, l->start, l->why);
		if (tok != T_WORD)
			return fail(c, l->start,
			    tok == T_END
				? "the expression ends where a test "
				  "such as type=decision was expected"
			    : tok == T_OP
				? "a member name was expected before "
				  "the operator"
				: "a test such as type=decision was "
				  "expected");
		if (!compile_test(c, &tok))
			return false;
		while (tok == T_CLOSE) {
			reduce(c, T_CLOSE);
			if (c->n == 0)
				return fail(
				    c, l->start, "no parenthesis is open here");
			c->n--;
			c->depth--;
			tok = lex_token(l);
		}
		if (tok == T_AND || tok == T_OR) {
			size_t jump;

			reduce(c, tok);
			jump = emit(c->e,
			    tok == T_AND ? CX_EXPR_IFNOT : CX_EXPR_IF,
			    0);
			c->stack[c->n++] =
			    (struct pending){tok, (uint32_t)jump};
			tok = lex_token(l);
			continue;
		}
		if (tok == T_BAD)
			return fail(c, l->start, l->why);
		if (tok != T_END)
			return fail(c, l->start,
			    "\"and\" or \"or\" was "
			    "expected; quote a value that holds blanks");
		reduce(c, T_END);
		if (c->n)
			return fail(c, l->start,
			    "a parenthesis is still open at the end");
		return true;
	}
}

struct cx_expr *
cx_expr_new(struct cx_str text, struct cx_expr_error *err)
{
	struct compiler c = {0};
	struct cx_expr *e;

	*err = (struct cx_expr_error){0, "longer than 16 MiB"};
	if (text.len > CX_EXPR_MAX)
		return NULL;
	e = cx_calloc(1, sizeof *e);
	c.e = e;
	c.err = err;
	c.lex.text = text;
	c.lex.arena = &e->arena;
	if (!compile(&c)) {
		cx_expr_free(e);
		return NULL;
	}
	return e;
}

void
cx_expr_free(struct cx_expr *e)
{
	if (!e)
		return;
	cx_arena_release(&e->arena);
	free(e->code);
	free(e->test);
	cx_buf_release(&e->scratch);
	free(e);
}

#define ARG CX_STR("{arg}")

/* A word that needs no quotes, and so may be a number or a date. */
static bool
is_plain(struct cx_str s)
{
	for (size_t i = 0; i < s.len; i++) {
		unsigned char c = (unsigned char)s.s[i];

		if (c < 0x80 && !(c >= '0' && c <= '9') &&
		    !((c | 0x20) >= 'a' && (c | 0x20) <= 'z') &&
		    !(c && strchr("_-+.:/@#", c)))
			return false;
	}
	return s.len > 0;
}

void
cx_expr_quote(struct cx_buf *out, struct cx_str text)
{
	cx_buf_char(out, '"');
	for (size_t i = 0; i < text.len; i++) {
		if (text.s[i] == '"' || text.s[i] == '\\')
			cx_buf_char(out, '\\');
		cx_buf_char(out, text.s[i]);
	}
	cx_buf_char(out, '"');
}

static void
put_word(struct cx_buf *out, struct cx_str word, bool quoted)
{
	struct cx_str and = CX_STR("and"), or = CX_STR("or"), not =
	    CX_STR("not");
	struct cx_buf lower = CX_BUF_INIT;
	struct cx_str w;

	cx_utf8_lower(&lower, word);
	w = cx_buf_view(&lower);
	quoted = quoted || !is_plain(word) || cx_str_eq(w, and) ||
	    cx_str_eq(w, or) || cx_str_eq(w, not);
	cx_buf_release(&lower);
	if (!quoted) {
		cx_buf_str(out, word);
		return;
	}
	cx_expr_quote(out, word);
}

bool
cx_expr_bind(struct cx_buf *out, struct cx_str text, struct cx_str arg,
    struct cx_expr_error *err)
{
	struct cx_expr *e = cx_expr_new(text, err);
	struct cx_arena arena = {0};
	struct lexer l = {.text = text, .arena = &arena};
	struct cx_buf word = CX_BUF_INIT;
	size_t from = 0, before = out->len;
	enum token t;

	if (!e)
		return false;
	cx_expr_free(e);
	while ((t = lex_token(&l)) != T_END) {
		struct cx_str w = l.word;
		const char *p;

		if (t != T_WORD || !cx_str_has(w, ARG))
			continue;
		word.len = 0;
		while ((p = w.len ? memmem(w.s, w.len, ARG.s, ARG.len) :
		    NULL)) {
			cx_buf_add(&word, w.s, (size_t)(p - w.s));
			cx_buf_str(&word, arg);
			w = cx_str_from(w, (size_t)(p - w.s) + ARG.len);
		}
		cx_buf_str(&word, w);
		cx_buf_add(out, text.s + from, l.start - from);
		put_word(out, cx_buf_view(&word), l.quoted);
		from = l.at;
	}
	cx_buf_str(out, cx_str_from(text, from));
	cx_buf_release(&word);
	cx_arena_release(&arena);
	e = cx_expr_new(cx_str_from(cx_buf_view(out), before), err);
	cx_expr_free(e);
	return e != NULL;
}

#define SHOWN 60 /* bytes before and after an error */

/* Appends s so that every code point takes one column. */
static void
put_shown(struct cx_buf *b, struct cx_str s)
{
	size_t from = b->len;

	cx_utf8_clean(b, s);
	for (; from < b->len; from++)
		if ((unsigned char)b->s[from] < 0x20 || b->s[from] == 0x7f)
			b->s[from] = ' ';
}

/* All but the last line, which goes to caret. */
static void
complain(enum cx_exit status, const char *place, struct cx_str text,
    const struct cx_expr_error *err, struct cx_buf *caret)
{
	CX_AUTO_BUF line = CX_BUF_INIT;
	size_t from = 0, to = text.len, n;

	if (err->at > SHOWN) {
		from = err->at - SHOWN;
		while (from < err->at && (text.s[from] & 0xc0) == 0x80)
			from++;
		cx_buf_puts(&line, "...");
	}
	put_shown(&line, cx_strn(text.s + from, err->at - from));
	n = cx_utf8_count(cx_buf_view(&line));
	if (to - err->at > SHOWN) {
		to = err->at + SHOWN;
		while (to > err->at && (text.s[to] & 0xc0) == 0x80)
			to--;
	}
	put_shown(&line, cx_strn(text.s + err->at, to - err->at));
	if (to < text.len)
		cx_buf_puts(&line, "...");
	while (n--)
		cx_buf_char(caret, ' ');
	cx_buf_char(caret, '^');
	cx_error(status, "%s: column %zu: %s", place,
	    cx_utf8_count(cx_strn(text.s, err->at)) + 1, err->why);
	cx_note("  %s", cx_buf_cstr(&line));
}

void
cx_expr_complain(enum cx_exit status, const char *place, struct cx_str text,
    const struct cx_expr_error *err)
{
	CX_AUTO_BUF caret = CX_BUF_INIT;

	complain(status, place, text, err, &caret);
	cx_note("  %s", cx_buf_cstr(&caret));
}

struct cx_expr *
cx_expr_arg(const char *place, struct cx_str text)
{
	struct cx_buf caret = CX_BUF_INIT;
	struct cx_expr_error err;
	struct cx_expr *e = cx_expr_new(text, &err);

	if (!e) {
		complain(CX_USAGE, place, text, &err, &caret);
		cx_die(CX_USAGE, "  %s", cx_buf_cstr(&caret));
	}
	return e;
}
