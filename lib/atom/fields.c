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
	if (cx_field_find(members, *n, cx_json_str(node)) != CX_NO_FIELD)
		return;
	/* These are lists of links, and the links are in the text. */
	if (CX_ONE_OF(cx_json_str(node), "links", "evidence",
	    "source-experiments"))
		return;
	cx_utf8_place(text, (size_t)(value.s - text.s), &line, &col);
	*f = (struct cx_front_member){.key = node, .style = CX_FRONT_FIELD};
	f->value_at.line = (uint32_t)line;
	f->value_at.col = (uint32_t)col;
	++*n;
}

/* Those of front matter, with room for fields and for more. */
static struct cx_front_member *
copy_members(struct cx_arena *arena, const struct cx_front *front, size_t more)
{
	struct cx_front_member *to = cx_arena_alloc(arena, cx_mul(cx_add(
	    front->n, cx_add(FIELDS_MAX, more)), sizeof *to));

	if (front->n)
		memcpy(to, front->members, front->n * sizeof *to);
	return to;
}

/* The members of `metadata`. */
static size_t
add_nested(const struct cx_front_parser *parser, const struct cx_front *front,
    const struct cx_json *o, struct cx_front_member *to)
{
	size_t n = 0;

	CX_JSON_EACH(k, o)
		to[n++] = (struct cx_front_member){.key = k,
		    .key_at = cx_front_where(parser, front, k).at,
		    .value_at = cx_front_where(parser, front, k + 1).at};
	return n;
}

void
cx_fields_read(struct cx_fields *f, struct cx_arena *arena,
    const struct cx_front_parser *parser, struct cx_str text,
    const struct cx_front *front)
{
	/* Where all values are texts there is none. */
	const struct cx_json *nested = front->root->span > 1 + 2 * front->n
	    ? cx_json_get(front->root, "metadata") : NULL;
	struct cx_front_member *members = NULL;
	struct cx_str rest = cx_str_from(text, front->body), line, key, value;
	size_t more = 0;
	bool title = false;

	if (nested && nested->type == CX_JSON_OBJECT)
		more = nested->len;
	f->v = front->members;
	f->n = front->n;
	while (cx_str_split(&rest, '\n', &line)) {
		if (cx_str_trim(line).len == 0 && !members)
			continue;
		if (!members && !title &&
		    (title = cx_str_starts(line, CX_STR("# "))))
			continue;
		if (!read_field(line, &key, &value) ||
		    f->n == front->n + FIELDS_MAX)
			break;
		if (!members)
			members = copy_members(arena, front, more);
		if (value.len)
			add_field(arena, text, members, &f->n, key, value);
	}
	if (more && !members)
		members = copy_members(arena, front, more);
	if (members)
		f->v = members;
	f->all = f->n;
	if (more)
		f->all += add_nested(parser, front, nested, members + f->n);
}

/* --- finding them --- */

bool
cx_field_is_empty(const struct cx_front_member *m)
{
	return m->key[1].type == CX_JSON_STRING && !m->key[1].len;
}

size_t
cx_field_find(const struct cx_front_member *v, size_t n, struct cx_str key)
{
	size_t best = CX_NO_FIELD;
	int rank = 0;

	for (size_t i = 0; i < n; i++) {
		struct cx_str has;
		bool exact;
		int now;

		/* Nearly all differ in these. */
		if (v[i].key->len != key.len || !key.len ||
		    ((v[i].key->u.s[0] ^ key.s[0]) & ~0x20))
			continue;
		has = cx_json_str(v[i].key);
		exact = memcmp(has.s, key.s, key.len) == 0;
		if (!exact && !cx_str_alike(has, key))
			continue;
		now = 1 + 2 * !cx_field_is_empty(&v[i]) + exact;
		if (now == 4)
			return i;
		if (now > rank) {
			rank = now;
			best = i;
		}
	}
	return best;
}

struct cx_str
cx_field_text(const struct cx_front *front, struct cx_str key)
{
	size_t i = cx_field_find(front->members, front->n, key);

	if (i == CX_NO_FIELD || front->members[i].key[1].type != CX_JSON_STRING)
		return CX_STR("");
	return cx_json_str(front->members[i].key + 1);
}

struct cx_str
cx_field_name(struct cx_str key, struct cx_arena *arena)
{
	/* What is looked for in `extra` of a record. */
	static const char *const names[] = {"abstract", "alias", "aliases",
	    "author", "check", "check-ignore", "deadline", "derived_from",
	    "desc", "due", "event", "evidence", "excalidraw-plugin",
	    "excerpt", "expires", "keywords", "people", "permalink", "person",
	    "pinned", "reason", "reviewed", "session", "slug", "source",
	    "source-experiments", "speaker", "summary", "superseded_at",
	    "superseded_by", "superseded_reason", "supersedes", "title",
	    "trust", "url"};
	struct cx_str name;

	for (size_t i = 0; i < key.len; i++) {
		if (key.s[i] < 'A' || key.s[i] > 'Z')
			continue;
		for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
			name = cx_str(names[k]);
			if (cx_str_alike(name, key))
				return cx_arena_copy(arena, name);
		}
		break;
	}
	return key;
}
