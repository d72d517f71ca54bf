/*
 * front-json.c: front matter in JSON, as in Hugo: an object at the start of the
 * file and alone on its lines.
 */
#include "lib/yaml/front-impl.h"

/* Past what separates values. */
static size_t
skip(struct cx_str s, size_t i)
{
	while (i < s.len && memchr(" \t\r\n,:", s.s[i], 6))
		i++;
	return i;
}

/* Past the string that begins at i. */
static size_t
past_string(struct cx_str s, size_t i)
{
	for (i++; i < s.len && s.s[i] != '"'; i++)
		i += s.s[i] == '\\';
	return i < s.len ? i + 1 : s.len;
}

enum cx_front_json
cx_front_json_end(struct cx_str s, size_t *end)
{
	size_t i = 1, depth = 0;

	while (i < s.len && memchr(" \t\r\n", s.s[i], 4))
		i++;
	if (i >= s.len || s.s[0] != '{' || (s.s[i] != '"' && s.s[i] != '}'))
		return CX_FRONT_JSON_NONE;
	for (i = 0; i < s.len;) {
		char c = s.s[i];

		if (c == '"') {
			i = past_string(s, i);
			continue;
		}
		i++;
		if (c == '{' || c == '[') {
			if (++depth > CX_FRONT_DEPTH)
				return CX_FRONT_JSON_DEEP;
		} else if ((c == '}' || c == ']') && --depth == 0) {
			break;
		}
	}
	if (depth)
		return CX_FRONT_JSON_OPEN;
	*end = i;
	return cx_str_trim(cx_str_upto(cx_str_from(s, i), '\n')).len
	    ? CX_FRONT_JSON_NONE : CX_FRONT_JSON_CLOSED;
}

/* The value n, which stands at i or after blanks; returns where it ends. */
static size_t
put(struct cx_front_parser *p, const struct cx_json *n, size_t i)
{
	struct cx_str s = p->text, text = {"", 0};
	struct cx_front_pos at;
	size_t node, from;

	from = i = skip(s, i);
	cx_front_seek(p, i);
	at = p->cur.pos;
	if (n->type < CX_JSON_ARRAY) {
		if (n->type == CX_JSON_STRING) {
			i = past_string(s, i);
			text = cx_json_str(n);
		} else {
			while (i < s.len && !memchr(" \t\r\n,]}", s.s[i], 7))
				i++;
			if (n->type != CX_JSON_NULL)
				text = cx_strn(s.s + from, i - from);
		}
		node = cx_front_text(p, text, at, n->type == CX_JSON_STRING
		    ? CX_FRONT_QUOTED : CX_FRONT_PLAIN);
	} else {
		node = cx_front_push(p, n->type, at, CX_FRONT_FLOW);
		i++;
		CX_JSON_EACH(c, n) {
			i = put(p, c, i);
			if (n->type == CX_JSON_OBJECT)
				i = put(p, c + 1, i);
			p->nodes[node].len++;
		}
		p->nodes[node].span = (uint32_t)(p->n - node);
		i = skip(s, i) + 1;
	}
	cx_front_seek(p, i);
	p->marks[node].end = p->cur.pos.at;
	return i;
}

void
cx_front_json(struct cx_front_parser *p)
{
	CX_AUTO_BUF b = CX_BUF_INIT;
	const struct cx_json *root;
	const char *why;
	size_t i = 1;

	if (!p->json)
		p->json = cx_json_new();
	cx_buf_str(&b, p->text);
	cx_buf_room(&b, CX_JSON_PAD);
	root = cx_json_parse(p->json, b.s, b.len, &why);
	if (!root) {
		cx_front_problem(p, p->cur.pos, "front-invalid", "front matter "
		    "is JSON that is not valid, so none of it is read: %s",
		    why);
		return;
	}
	CX_JSON_EACH(k, root) {
		i = put(p, k, i);
		i = put(p, k + 1, i);
		p->nodes[0].len++;
	}
}
