/*
 * Finds the ids of messages that cannot be parsed because they are not JSON,
 * too long, or an array.  The sender waits for an answer with the id, which
 * many clients write last.
 *
 * A message is an object at the top level, or in an array at the top level; its
 * id is a string or a number after "id" directly in it.  So brackets are
 * counted and strings skipped, piece by piece.
 */
#include "cx-mcp.h"

/* A longer id is not looked for. */
#define ID_MAX ((size_t)64 << 10)
/* Bytes at the end in which one is looked for that quotes do not lead to. */
#define TAIL ((size_t)256)

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static size_t
digits(struct cx_str *s)
{
	size_t n = 0;

	for (; s->len && is_digit(s->s[0]); n++)
		*s = cx_str_from(*s, 1);
	return n;
}

/* One that may be too large for us. */
static bool
is_number(struct cx_str s)
{
	if (s.len && s.s[0] == '-')
		s = cx_str_from(s, 1);
	if (s.len > 1 && s.s[0] == '0' && is_digit(s.s[1]))
		return false;
	if (!digits(&s))
		return false;
	if (s.len && s.s[0] == '.') {
		s = cx_str_from(s, 1);
		if (!digits(&s))
			return false;
	}
	if (s.len && (s.s[0] == 'e' || s.s[0] == 'E')) {
		s = cx_str_from(s, 1);
		if (s.len && memchr("+-", s.s[0], 2))
			s = cx_str_from(s, 1);
		if (!digits(&s))
			return false;
	}
	return s.len == 0;
}

static bool
is_id(struct cx_str text)
{
	CX_AUTO_JSON parser = cx_json_new();
	CX_AUTO_BUF copy = CX_BUF_INIT;
	const struct cx_json *v;
	const char *why;

	cx_buf_str(&copy, text);
	cx_buf_room(&copy, CX_JSON_PAD);
	cx_json_mend_surrogates(parser);
	v = cx_json_parse(parser, copy.s, copy.len, &why);
	return v ? v->type == CX_JSON_STRING || v->type == CX_JSON_INT ||
	    v->type == CX_JSON_REAL : is_number(text);
}

/* A string or another value of a message has ended. */
static void
end_token(struct ids *f)
{
	struct cx_str text = cx_buf_view(&f->token);

	if (f->at == KEY && text.len && text.s[0] == '"') {
		f->is_id = cx_str_is(text, "\"id\"");
	} else if (f->at == VALUE && f->is_id && text.len) {
		/* Of two ids none is known to be meant. */
		f->bad |= f->id.len || !is_id(text);
		cx_buf_str(&f->id, text);
		f->is_id = false;
	}
	f->token.len = 0;
}

static void
end_message(struct ids *f)
{
	if (f->id.len && !f->bad) {
		cx_buf_str(&f->found, cx_buf_view(&f->id));
		cx_buf_char(&f->found, '\n');
	}
	f->id.len = 0;
	f->bad = f->is_id = false;
	f->at = NOWHERE;
}

static void
take_structure(struct ids *f, char c)
{
	bool ours = f->depth > 0 && f->depth == f->base;

	if (ours)
		end_token(f);
	switch (c) {
	case '{':
	case '[':
		if (!f->base)
			f->base = c == '[' ? 2 : 1;
		f->is_id &= !ours; /* neither is an id */
		if (++f->depth == f->base && c == '{')
			f->at = KEY;
		return;
	case '}':
	case ']':
		if (ours)
			end_message(f);
		f->depth -= f->depth > 0;
		return;
	case ',':
		if (ours && f->at != NOWHERE)
			f->at = KEY;
		return;
	case ':':
		if (ours && f->at == KEY)
			f->at = VALUE;
		return;
	}
}

static void
take(struct ids *f, char c)
{
	bool keep = f->depth > 0 && f->depth == f->base &&
	    f->token.len < ID_MAX;

	if (f->string) {
		if (keep)
			cx_buf_char(&f->token, c);
		if (f->escaped || c == '\\') {
			f->escaped = !f->escaped;
		} else if (c == '"') {
			f->string = false;
			if (keep)
				end_token(f);
		}
	} else if (c == '"') {
		f->token.len = 0;
		if (keep)
			cx_buf_char(&f->token, c);
		f->string = true;
	} else if (memchr("{}[],:", c, 6)) {
		take_structure(f, c);
	} else if (memchr(" \t\r\n", c, 4)) {
		if (keep && f->at == VALUE)
			end_token(f);
	} else if (keep) {
		cx_buf_char(&f->token, c);
	}
}

void
ids_take(struct ids *f, struct cx_str piece)
{
	struct cx_str tail = piece.len > TAIL ?
	    cx_str_from(piece, piece.len - TAIL) : piece;

	for (size_t i = 0; i < piece.len; i++)
		take(f, piece.s[i]);
	cx_buf_str(&f->tail, tail);
	if (f->tail.len > 4 * TAIL) {
		memmove(f->tail.s, f->tail.s + f->tail.len - TAIL, TAIL);
		f->tail.len = TAIL;
	}
}

/* What ends with "id":ID}, where a quote too many or too few hides it. */
static void
look_at_tail(struct ids *f)
{
	struct cx_str s = cx_str_trim(cx_buf_view(&f->tail)), id;
	const char *name = NULL, *from;

	if (!s.len || s.s[s.len - 1] != '}')
		return;
	s.len--;
	for (from = s.s; (from = memmem(from, s.len - (size_t)(from - s.s),
	    "\"id\"", 4)); from++)
		name = from;
	if (!name)
		return;
	id = cx_str_trim(cx_str_from(s, (size_t)(name - s.s) + 4));
	if (!id.len || id.s[0] != ':')
		return;
	id = cx_str_trim(cx_str_from(id, 1));
	s = cx_str_trim(cx_strn(s.s, (size_t)(name - s.s)));
	if (s.len && s.s[s.len - 1] == ',' && is_id(id)) {
		cx_buf_str(&f->found, id);
		cx_buf_char(&f->found, '\n');
	}
}

struct cx_str
ids_end(struct ids *f)
{
	/* A value that is cut short may have been another one. */
	end_message(f);
	if (!f->found.len && (f->string || !f->base))
		look_at_tail(f);
	return cx_buf_view(&f->found);
}

void
ids_release(struct ids *f)
{
	cx_buf_release(&f->found);
	cx_buf_release(&f->id);
	cx_buf_release(&f->token);
	cx_buf_release(&f->tail);
	*f = (struct ids){.depth = 0};
}
