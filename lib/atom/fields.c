#include "lib/atom/fields.h"

#include "lib/base/ascii.h"
#include "lib/base/utf8.h"

#include <string.h>

#define FIELDS_MAX 64

static bool
read_field(struct cx_str line, struct cx_str *key, struct cx_str *value)
{
	size_t n = cx_str_upto(line, ':').len;

	if (n == 0 || n + 1 >= line.len || line.s[n + 1] != ':')
		return false;
	for (size_t i = 0; i < n; i++)
		if ((unsigned char)line.s[i] < 0x80 &&
		    line.s[i] != '-' && line.s[i] != '_' &&
		    !cx_is_ascii_word((unsigned char)line.s[i]))
			return false;
	*key = cx_strn(line.s, n);
	*value = cx_str_from(line, n + 2);
	if (value->len && !cx_is_blank(value->s[0]))
		return false;
	*value = cx_str_trim(*value);
	return true;
}

static const char *
field_text(struct cx_arena *arena, struct cx_str s, bool key, uint32_t *len)
{
	CX_AUTO_BUF b = CX_BUF_INIT;
	struct cx_str copy;

	if (key) {
		cx_utf8_lower(&b, s);
	} else {
		for (size_t i = 0; i < s.len; i++) {
			if (i + 1 < s.len && s.s[i] == s.s[i + 1] &&
			    (s.s[i] == '[' || s.s[i] == ']'))
				i++;
			else
				cx_buf_char(&b, s.s[i]);
		}
	}
	copy = cx_arena_copy(arena, cx_buf_view(&b));
	*len = (uint32_t)copy.len;
	return copy.s;
}

static void
add_field(struct cx_arena *arena, struct cx_str text,
    struct cx_front_member *members, size_t *n, struct cx_str key,
    struct cx_str value)
{
	struct cx_json *node = cx_arena_alloc(arena, 2 * sizeof *node);
	struct cx_front_member *f = &members[*n];
	size_t line, col;

	memset(node, 0, 2 * sizeof *node);
	for (int i = 0; i < 2; i++) {
		node[i].type = CX_JSON_STRING;
		node[i].span = 1;
		node[i].u.s = field_text(arena, i ? value : key, !i,
		    &node[i].len);
	}
	for (size_t i = 0; i < *n; i++)
		if (cx_str_eq(cx_json_str(members[i].key), cx_json_str(node)))
			return;
	/* These are lists of links, and the links are in the text. */
	if (CX_ONE_OF(cx_json_str(node), "links", "evidence",
	    "source-experiments"))
		return;
	cx_utf8_place(text, (size_t)(value.s - text.s), &line, &col);
	*f = (struct cx_front_member){.key = node};
	f->value_at.line = (uint32_t)line;
	f->value_at.col = (uint32_t)col;
	++*n;
}

const struct cx_front_member *
cx_fields_read(struct cx_arena *arena, struct cx_str text,
    const struct cx_front *front, size_t *n)
{
	struct cx_front_member *members = NULL;
	struct cx_str rest = cx_str_from(text, front->body), line, key, value;
	bool title = false;

	*n = front->n;
	while (cx_str_split(&rest, '\n', &line)) {
		if (cx_str_trim(line).len == 0 && !members)
			continue;
		if (!members && !title &&
		    (title = cx_str_starts(line, CX_STR("# "))))
			continue;
		if (!read_field(line, &key, &value) ||
		    *n == front->n + FIELDS_MAX)
			break;
		if (!members) {
			members = cx_arena_alloc(arena, cx_mul(cx_add(
			    front->n, FIELDS_MAX), sizeof *members));
			if (front->n)
				memcpy(members, front->members,
				    front->n * sizeof *members);
		}
		if (value.len)
			add_field(arena, text, members, n, key, value);
	}
	return members ? members : front->members;
}
