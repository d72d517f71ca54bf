/* Reads the text of an atom and prints its record. */
#include "lib/atom/atom.h"
#include "lib/atom/fields.h"

#include "lib/base/date.h"
#include "lib/base/map.h"
#include "lib/base/utf8.h"
#include "lib/file/vault.h"
#include "lib/json/print.h"
#include "lib/markdown/conflict.h"
#include "lib/markdown/md.h"
#include "lib/yaml/front.h"

#include <math.h>
#include <stdlib.h>

struct problem {
	size_t line;
	size_t col;
	const char *code;
	struct cx_str text;
};

struct strings {
	struct cx_str *v;
	size_t n;
	size_t cap;
};

/* The fields whose keys are settings, which are looked up once. */
enum field { TAGS_AS, NAME_AS, CREATED_AS, UPDATED_AS, DESCRIPTION_AS, FIELDS };

struct cx_atom_maker {
	const struct cx_config *config;
	const struct cx_json *keys[FIELDS];
	bool body; /* records have it */
	unsigned links_as; /* of cx_md_init */
	bool prefixes;
	int64_t now;
	struct cx_git_dates *dates;
	struct cx_front_parser *front_parser;
	/* All below is about the atom at hand. */
	struct cx_arena arena;
	const struct cx_atom_file *file;
	struct cx_front front;
	struct cx_fields fields;
	struct cx_buf clean; /* the text, where it was not UTF-8 */
	struct cx_str text;
	bool *taken; /* per front member: stands in the record by itself */
	struct strings tags;
	struct strings links;
	struct strings soft;
	struct strings keywords;
	struct cx_md_defs defs;
	struct cx_buf dest;
	struct cx_map seen, seen_keywords;
	struct problem *problems;
	size_t n_problems;
	size_t problems_cap;
};

#define NO_MEMBER CX_NO_FIELD

unsigned
cx_atom_links_as(const struct cx_config *config)
{
	return cx_config_bool(config, "links", "text_first")
	    ? CX_MD_TEXT_FIRST : 0;
}

struct cx_atom_maker *
cx_atom_maker_new(const struct cx_config *config, bool body)
{
	static const char *const names[FIELDS] = {"tags", "name", "created",
	    "updated", "description"};
	struct cx_atom_maker *m = cx_calloc(1, sizeof *m);

	m->config = config;
	for (int i = 0; i < FIELDS; i++)
		m->keys[i] = cx_config_aliases(config, names[i]);
	m->body = body;
	m->links_as = cx_atom_links_as(config);
	m->prefixes = cx_config_bool(config, "links", "prefixes");
	m->now = cx_now();
	m->front_parser = cx_front_new();
	return m;
}

void
cx_atom_maker_dates(struct cx_atom_maker *m, struct cx_git_dates *dates)
{
	m->dates = dates;
}

const struct cx_front *
cx_atom_front(const struct cx_atom_maker *m)
{
	return m->text.s == m->file->text.s ? &m->front : NULL;
}

void
cx_atom_maker_free(struct cx_atom_maker *m)
{
	if (!m)
		return;
	cx_front_free(m->front_parser);
	cx_arena_release(&m->arena);
	cx_buf_release(&m->clean);
	free(m->tags.v);
	free(m->links.v);
	free(m->soft.v);
	free(m->keywords.v);
	cx_map_release(&m->seen);
	cx_map_release(&m->seen_keywords);
	cx_md_defs_release(&m->defs);
	cx_buf_release(&m->dest);
	free(m->problems);
	free(m);
}

static void
add(struct strings *l, struct cx_str s)
{
	*CX_NEXT(l->v, l->n, l->cap) = s;
}

static bool
first_time(struct cx_map *seen, struct cx_str s)
{
	uint32_t before = seen->n;

	cx_map_put(seen, s);
	return seen->n != before;
}

static void
complain(struct cx_atom_maker *m, size_t line, size_t col, const char *code,
    struct cx_str text)
{
	CX_GROW(m->problems, m->n_problems, m->problems_cap);
	m->problems[m->n_problems++] = (struct problem){line, col, code, text};
}

static void
complain_of(struct cx_atom_maker *m, size_t member, const char *code,
    const char *what)
{
	const struct cx_front_member *f = &m->fields.v[member];
	struct cx_str key = cx_json_str(f->key);
	CX_AUTO_BUF b = CX_BUF_INIT;

	cx_buf_fmt(&b, "%.*s: %s", (int)key.len, key.s, what);
	complain(m, f->value_at.line, f->value_at.col, code,
	    cx_arena_copy(&m->arena, cx_buf_view(&b)));
}

/* --- the text --- */

/* The text as UTF-8; what was none is U+FFFD from here on. */
static void
load_text(struct cx_atom_maker *m)
{
	struct cx_str raw = m->file->text;
	size_t bad = cx_utf8_invalid(raw), line, col;
	bool utf16 = cx_str_starts(raw, CX_STR("\xFF\xFE")) ||
	    cx_str_starts(raw, CX_STR("\xFE\xFF"));
	const char *nul;

	m->text = raw;
	if (bad < raw.len) {
		cx_utf8_place(raw, bad, &line, &col);
		m->clean.len = 0;
		cx_utf8_clean(&m->clean, raw);
		m->text = cx_buf_view(&m->clean);
		if (utf16)
			complain(m, line, col, "utf16", CX_STR("the file is "
			    "UTF-16; convert it with iconv -t UTF-8"));
		else
			complain(m, line, col, "utf8", CX_STR("bytes that are "
			    "no UTF-8, read as U+FFFD; save the file as "
			    "UTF-8"));
	}
	nul = raw.len ? memchr(raw.s, '\0', raw.len) : NULL;
	if (nul && !utf16) {
		cx_utf8_place(raw, (size_t)(nul - raw.s), &line, &col);
		complain(m, line, col, "nul", CX_STR("NUL bytes in the text; "
		    "was the file damaged?"));
	}
	if (m->file->size > raw.len)
		complain(m, 1, 1, "too-large", CX_STR("larger than 4 MiB: the "
		    "record has no body, and links and tags of its text are "
		    "not read"));
}

/* --- front matter --- */

static const struct cx_json *
value_of(const struct cx_atom_maker *m, size_t member)
{
	return m->fields.v[member].key + 1;
}

/* The member with a value among those from `from` to `to`; empty ones are
 * nothing that has to be kept. */
static size_t
find_among(struct cx_atom_maker *m, size_t from, size_t to, struct cx_str key)
{
	size_t i = cx_field_find(m->fields.v + from, to - from, key);

	if (i == NO_MEMBER)
		return i;
	i += from;
	if (!cx_field_is_empty(&m->fields.v[i]))
		return i;
	m->taken[i] = true;
	return NO_MEMBER;
}

static size_t
find(struct cx_atom_maker *m, struct cx_str name)
{
	size_t i = find_among(m, 0, m->fields.n, name);

	return i == NO_MEMBER && m->fields.all > m->fields.n
	    ? find_among(m, m->fields.n, m->fields.all, name) : i;
}

static size_t
find_field(struct cx_atom_maker *m, enum field field)
{
	size_t i;

	CX_JSON_EACH(k, m->keys[field]) {
		i = find_among(m, 0, m->fields.n, cx_json_str(k));
		if (i != NO_MEMBER)
			return i;
	}
	CX_JSON_EACH(k, m->keys[field]) {
		i = find_among(m, m->fields.n, m->fields.all, cx_json_str(k));
		if (i != NO_MEMBER)
			return i;
	}
	return NO_MEMBER;
}

/* Properties of Obsidian are often lists of one text, which is meant; of
 * several the first is, and extra keeps the list.  *depth is that of lists. */
static bool
first_text(struct cx_atom_maker *m, size_t i, struct cx_str *out,
    unsigned *depth)
{
	const struct cx_json *v;
	bool whole = true;

	*depth = 0;
	if (i == NO_MEMBER)
		return false;
	v = value_of(m, i);
	for (; v->type == CX_JSON_ARRAY && cx_json_first(v); ++*depth) {
		whole = whole && !cx_json_next(v, cx_json_first(v));
		v = cx_json_first(v);
	}
	if (v->type != CX_JSON_STRING) {
		complain_of(m, i, "wrong-type",
		    "expected text, found a list or mapping; kept under extra");
		return false;
	}
	m->taken[i] = whole;
	*out = cx_json_str(v);
	return true;
}

static bool
member_text(struct cx_atom_maker *m, size_t i, struct cx_str *out)
{
	unsigned depth;

	return first_text(m, i, out, &depth);
}

/* A word that others are compared with: of a link what is shown of it.
 * [[Page]] without quotes is a list in a list. */
static bool
member_word(struct cx_atom_maker *m, size_t i, struct cx_str *out)
{
	struct cx_str s, shown, target;
	unsigned depth;

	if (!first_text(m, i, &s, &depth))
		return false;
	shown = cx_str_trim(s);
	if (depth < 2 && cx_str_starts(shown, CX_STR("[[")) &&
	    cx_str_ends(shown, CX_STR("]]"))) {
		shown = cx_strn(shown.s + 2, shown.len - 4);
		depth = 2;
	}
	if (depth > 1) {
		s = cx_last_part(cx_md_target(shown));
		if (cx_is_note(s))
			s.len -= 3;
		if (cx_str_split(&shown, '|', &target) && shown.len)
			s = cx_str_trim(shown);
	}
	if (s.len)
		*out = s;
	return s.len > 0;
}

void
cx_atom_tag(struct cx_buf *out, struct cx_str piece)
{
	piece = cx_str_trim(piece);
	if (cx_str_starts(piece, CX_STR("[[")))
		piece = cx_atom_link(piece);
	if (piece.len && piece.s[0] == '#')
		piece = cx_str_from(piece, 1);
	cx_utf8_lower(out, piece);
}

bool
cx_atom_next_tag(struct cx_str *rest, struct cx_str *piece)
{
	size_t n = 0;

	while (rest->len && (rest->s[0] == ',' || cx_is_blank(rest->s[0]) ||
	    rest->s[0] == '\n'))
		*rest = cx_str_from(*rest, 1);
	while (n < rest->len && rest->s[n] != ',' &&
	    !cx_is_blank(rest->s[n]) && rest->s[n] != '\n')
		n++;
	*piece = cx_strn(rest->s, n);
	*rest = cx_str_from(*rest, n);
	return n > 0;
}

/* How the tags of a text are separated. */
enum split {
	SPLIT_NOT,
	SPLIT_COMMAS,
	SPLIT_BLANKS /* or commas */
};

static void
add_tags(struct cx_atom_maker *m, struct cx_str text, enum split split)
{
	struct cx_str rest = text, piece;

	while (split == SPLIT_BLANKS ? cx_atom_next_tag(&rest, &piece)
	    : cx_str_split(&rest, split == SPLIT_COMMAS ? ',' : '\0', &piece)) {
		struct cx_buf b = CX_BUF_INIT;

		cx_atom_tag(&b, piece);
		piece = cx_arena_copy(&m->arena, cx_buf_view(&b));
		cx_buf_release(&b);
		if (piece.len && first_time(&m->seen, piece))
			add(&m->tags, piece);
	}
}

void
cx_atom_keyword(struct cx_buf *out, struct cx_str piece)
{
	cx_utf8_lower(out, cx_str_trim(piece));
}

/* Keywords of one text, as written; each once, whatever its case. */
static void
add_keywords(struct cx_atom_maker *m, struct cx_str text, bool split)
{
	CX_AUTO_BUF b = CX_BUF_INIT;
	struct cx_str rest = text, piece;

	while (cx_str_split(&rest, split ? ',' : '\0', &piece)) {
		b.len = 0;
		cx_atom_keyword(&b, piece);
		piece = cx_str_trim(piece);
		if (piece.len && first_time(&m->seen_keywords,
		    cx_arena_copy(&m->arena, cx_buf_view(&b))))
			add(&m->keywords, piece);
	}
}

bool
cx_atom_next_link(struct cx_str *rest, struct cx_str *target)
{
	struct cx_str text = cx_str_trim(*rest), link;
	size_t n = 4;

	if (cx_str_starts(text, CX_STR(",")))
		text = cx_str_trim(cx_str_from(text, 1));
	link = text;
	if (cx_str_starts(link, CX_STR("!")))
		link = cx_str_from(link, 1);
	while (n <= link.len && memcmp(link.s + n - 2, "]]", 2) != 0)
		n++;
	if (n > link.len || !cx_str_starts(link, CX_STR("[[")))
		return false;
	*target = cx_md_target(cx_strn(link.s + 2, n - 4));
	*rest = cx_str_from(link, n);
	return true;
}

/* Whether all of a text is wikilinks, with commas between them. */
static bool
is_wikilinks(struct cx_str text)
{
	struct cx_str target;

	text = cx_str_trim(text);
	if (text.len < 5 || (text.s[0] != '[' && text.s[0] != '!'))
		return false;
	do {
		if (!cx_atom_next_link(&text, &target))
			return false;
		text = cx_str_trim(text);
	} while (cx_str_starts(text, CX_STR(",")));
	return text.len == 0;
}

void
cx_atom_links(struct cx_str text, bool list, cx_atom_link_fn *put, void *arg)
{
	struct cx_str target;

	if (is_wikilinks(text))
		while (cx_atom_next_link(&text, &target))
			put(arg, target);
	else if (list)
		put(arg, cx_atom_link(text));
}

struct cx_str
cx_atom_bare_link(const struct cx_front_parser *parser, struct cx_str text,
    const struct cx_front *front, const struct cx_json *node)
{
	const struct cx_json *inner = node + 1;
	struct cx_front_span at;
	struct cx_str raw;
	bool letters = false;

	if (node->type != CX_JSON_ARRAY || node->len != 1 ||
	    inner->type != CX_JSON_ARRAY || inner->len == 0 ||
	    inner->span != 1 + inner->len)
		return CX_STR("");
	at = cx_front_where(parser, front, node);
	raw = cx_strn(text.s + at.at.at, at.end - at.at.at);
	if (at.style != CX_FRONT_FLOW || raw.len < 5 ||
	    !cx_str_starts(raw, CX_STR("[[")) ||
	    !cx_str_ends(raw, CX_STR("]]")))
		return CX_STR("");
	raw = cx_strn(raw.s + 2, raw.len - 4);
	for (size_t i = 0; i < raw.len; i++) {
		if (strchr("[]\"'\n", raw.s[i]))
			return CX_STR("");
		letters = letters || cx_lower(raw.s[i]) >= 'a' ||
		    (unsigned char)raw.s[i] >= 0x80;
	}
	/* [[1, 2]] is a row of numbers. */
	return letters || inner->len == 1 ? cx_md_target(raw) : CX_STR("");
}

struct cx_str
cx_atom_link(struct cx_str text)
{
	text = cx_str_trim(text);
	if (cx_str_starts(text, CX_STR("!")))
		text = cx_str_from(text, 1);
	if (cx_str_starts(text, CX_STR("[[")) &&
	    cx_str_ends(text, CX_STR("]]")) && text.len >= 4)
		text = cx_strn(text.s + 2, text.len - 4);
	return cx_md_target(text);
}

static void
add_link(void *arg, struct cx_str target)
{
	struct cx_atom_maker *m = arg;

	if (target.len)
		add(&m->links, target);
}

/* The wikilinks in members that are not lists of links; those of evidence and
 * source-experiments are read by lib/link/edge.c. */
static void
add_wikilinks(struct cx_atom_maker *m, size_t links)
{
	for (size_t i = 0; i < m->front.n; i++) {
		struct cx_str key = cx_json_str(m->front.members[i].key);
		const struct cx_json *v = value_of(m, i), *n;

		if (i == links || cx_str_alike(key, CX_STR("links")) ||
		    cx_str_alike(key, CX_STR("evidence")) ||
		    cx_str_alike(key, CX_STR("source-experiments")))
			continue;
		for (n = v; n < v + v->span; n++)
			if (n->type == CX_JSON_STRING && n->len > 4 &&
			    (n->u.s[n->len - 1] == ']' ||
				cx_is_blank(n->u.s[n->len - 1])))
				cx_atom_links(cx_json_str(n), false, add_link,
				    m);
			else if (n->type == CX_JSON_ARRAY)
				add_link(m, cx_atom_bare_link(m->front_parser,
				    m->text, &m->front, n));
	}
}

enum list_of { TAGS, LINKS, KEYWORDS };

/*
 * The texts of a value: itself, or those of a list.  Lists in lists are
 * flattened, since YAML reads an unquoted [[link]] as one.
 */
static void
take_list(struct cx_atom_maker *m, size_t i, enum list_of of)
{
	const struct cx_json *v = value_of(m, i), *n;

	for (n = v; n < v + v->span; n++) {
		if (n->type == CX_JSON_OBJECT) {
			complain_of(m, i, "wrong-type",
			    "a mapping in a list of texts; kept in extra");
			return;
		}
	}
	m->taken[i] = true;
	for (n = v; n < v + v->span; n++) {
		if (of == LINKS && n->type == CX_JSON_ARRAY && i < m->front.n) {
			struct cx_str bare = cx_atom_bare_link(m->front_parser,
			    m->text, &m->front, n);

			add_link(m, bare);
			if (bare.len) {
				n += n->span - 1;
				continue;
			}
		}
		if (n->type != CX_JSON_STRING)
			continue;
		if (of == TAGS)
			add_tags(m, cx_json_str(n), n > v ? SPLIT_NOT
				: m->fields.v[i].style == CX_FRONT_FIELD
				? SPLIT_COMMAS : SPLIT_BLANKS);
		else if (of == KEYWORDS)
			add_keywords(m, cx_json_str(n), n == v);
		else
			cx_atom_links(cx_json_str(n), true, add_link, m);
	}
}

/* --- the body --- */

/* Markdown links are copies, as they are not what stands in the text. */
static bool
is_copy(const struct cx_atom_maker *m, struct cx_str link)
{
	return link.s < m->text.s || link.s >= m->text.s + m->text.len;
}

/* The Markdown links from the first on are those of a region that cx-moc
 * writes: derived from the graph, they are not part of it.  Else what is
 * listed as an orphan would be none the next time. */
static void
drop_derived(struct cx_atom_maker *m, size_t first)
{
	size_t to = first;

	for (size_t i = first; i < m->links.n; i++)
		if (!is_copy(m, m->links.v[i]))
			m->links.v[to++] = m->links.v[i];
	m->links.n = to;
}

/* Sees a comment, which may be a marker of cx-moc; *region is the number of
 * links before the one that began, SIZE_MAX for none. */
static void
see_comment(struct cx_atom_maker *m, struct cx_str comment, size_t *region)
{
	struct cx_str text = cx_str_trim(cx_str_from(comment, 4));

	if (cx_str_starts(text, CX_STR("AUTO:"))) {
		*region = m->links.n;
	} else if (cx_str_starts(text, CX_STR("/AUTO:"))) {
		if (*region != SIZE_MAX)
			drop_derived(m, *region);
		*region = SIZE_MAX;
	}
}

static void
read_body(struct cx_atom_maker *m, struct cx_str body)
{
	struct cx_md md;
	struct cx_md_item it;
	struct strings refs = {0};
	size_t region = SIZE_MAX;

	cx_md_defs_find(&m->defs, body);
	cx_md_init(&md, body, CX_MD_LINK | CX_MD_TAG | CX_MD_REF |
	    CX_MD_INLINE | CX_MD_COMMENT | m->links_as);
	md.defs = &m->defs;
	while (cx_md_next(&md, &it)) {
		struct cx_str target = cx_md_item_target(&md, &it);

		if (it.kind == CX_MD_COMMENT && it.block && it.closed)
			see_comment(m, cx_strn(body.s + it.start,
			    it.end - it.start), &region);
		if (it.kind == CX_MD_INLINE) {
			m->dest.len = 0;
			(void)cx_md_dest(target, &m->dest, NULL);
			target = cx_arena_copy(&m->arena,
			    cx_buf_view(&m->dest));
		}
		if (target.len == 0)
			continue;
		if (it.kind == CX_MD_TAG)
			add_tags(m, target, SPLIT_NOT);
		else
			add(it.kind == CX_MD_REF ? &refs : &m->links, target);
	}
	if (refs.n) {
		cx_map_clear(&m->seen);
		for (size_t i = 0; i < m->links.n; i++)
			cx_map_put(&m->seen, m->links.v[i]);
		for (size_t i = 0; i < refs.n; i++) {
			add(&m->links, refs.v[i]);
			if (first_time(&m->seen, refs.v[i]))
				add(&m->soft, refs.v[i]);
		}
	}
	free(refs.v);
}

/* One is enough: who reads the note has to know. */
static void
find_conflict(struct cx_atom_maker *m)
{
	struct cx_conflicts c;
	size_t line, col;

	cx_conflicts(&c, m->text, m->front.body);
	if (!cx_conflict_next(&c))
		return;
	cx_utf8_place(m->text, c.from, &line, &col);
	complain(m, line, col, "conflict-marker", CX_STR("a merge conflict "
	    "that was left; choose a side and take the markers away"));
}

/* --- all of it --- */

static void
say_comment(struct cx_atom_maker *m, struct cx_front_pos at, struct cx_str key,
    struct cx_str comment)
{
	CX_AUTO_BUF b = CX_BUF_INIT;

	cx_buf_fmt(&b, "%.*s: '%.*s' is a comment in YAML, so there is no "
	    "value: put it in quotes", (int)key.len, key.s, (int)comment.len,
	    comment.s);
	complain(m, at.line, at.col, "comment",
	    cx_arena_copy(&m->arena, cx_buf_view(&b)));
}

/* `tags: #a #b` and `color: #fff` are comments to YAML, where a text was meant:
 * people put a blank after the # of a comment. */
static void
find_comments(struct cx_atom_maker *m, size_t member)
{
	const struct cx_json *v = m->fields.v[member].key + 1, *n;
	struct cx_str key = cx_json_str(m->fields.v[member].key);

	for (n = v; n < v + v->span; n++) {
		struct cx_front_span at;
		struct cx_str line;

		if (n->type != CX_JSON_STRING || n->len)
			continue;
		at = cx_front_where(m->front_parser, &m->front, n);
		line = cx_str_trim(cx_str_upto(cx_str_from(m->text, at.end),
		    '\n'));
		if (at.style != CX_FRONT_PLAIN || line.len < 2 ||
		    line.s[0] != '#' || cx_is_blank(line.s[1]) ||
		    line.s[1] == '#')
			continue;
		say_comment(m, at.at, key, cx_utf8_prefix(line, 40));
	}
}

/* Tags and links of front matter, then those of the body. */
static void
read_lists(struct cx_atom_maker *m, struct cx_str body)
{
	size_t tags = find_field(m, TAGS_AS);
	size_t links = find(m, CX_STR("links"));
	size_t keywords = find(m, CX_STR("keywords"));

	if (tags != NO_MEMBER)
		take_list(m, tags, TAGS);
	if (links != NO_MEMBER)
		take_list(m, links, LINKS);
	if (keywords != NO_MEMBER)
		take_list(m, keywords, KEYWORDS);
	add_wikilinks(m, links);
	read_body(m, body);
}

static void
load(struct cx_atom_maker *m, const struct cx_atom_file *f, struct cx_str *body)
{
	cx_arena_reset(&m->arena);
	m->file = f;
	m->tags.n = m->links.n = m->soft.n = m->n_problems = 0;
	m->keywords.n = 0;
	cx_map_clear(&m->seen);
	cx_map_clear(&m->seen_keywords);
	load_text(m);
	cx_front_read(m->front_parser, m->text, &m->arena, &m->front);
	*body = cx_str_from(m->text, m->front.body);
	cx_fields_read(&m->fields, &m->arena, m->front_parser, m->text,
	    &m->front);
	m->taken = cx_arena_alloc(&m->arena, cx_add(m->fields.all, 1));
	memset(m->taken, 0, m->fields.all);
	for (size_t i = 0; i < m->front.n_problems; i++) {
		const struct cx_front_problem *x = &m->front.problems[i];

		complain(m, x->at.line, x->at.col, x->code, x->text);
	}
	find_conflict(m);
	for (size_t i = 0; m->front.form == CX_FRONT_YAML && i < m->front.n;
	    i++)
		find_comments(m, i);
	if (f->size > f->text.len)
		*body = CX_STR("");
	read_lists(m, *body);
}

/* --- the record --- */

/* A decimal number; *json is how it is printed. */
static bool
read_decimal(struct cx_atom_maker *m, struct cx_str s, struct cx_str *json)
{
	CX_AUTO_BUF b = CX_BUF_INIT;
	struct cx_printer p = cx_printer(&b);
	double d;

	if (!cx_str_is_decimal(s))
		return false;
	d = strtod(s.s, NULL); /* strings of the arena end in NUL */
	if (!isfinite(d))
		return false;
	if (d == 0)
		d = 0; /* no -0 */
	cx_print_real(&p, d);
	*json = cx_arena_copy(&m->arena, cx_buf_view(&b));
	return true;
}

static void
print_strings(struct cx_printer *p, const char *name, const struct strings *l)
{
	cx_print_karray(p, name);
	for (size_t i = 0; i < l->n; i++)
		cx_print_str(p, l->v[i]);
	cx_print_end(p);
}

static struct cx_str
stem(struct cx_str path)
{
	path = cx_last_part(path);
	if (path.len > 3)
		path.len -= 3; /* .md */
	return path;
}

/*
 * Whether a file is named for people, as `Deploy notes`, Grafana or 2026-04-11
 * are, and not deploy-notes, index or README.
 */
static bool
is_title(struct cx_str stem)
{
	bool small = false, capital = false, other = false, joint = false;

	for (size_t i = 0; i < stem.len; i++) {
		char c = stem.s[i];

		if (c == ' ')
			return true;
		small = small || (c >= 'a' && c <= 'z');
		capital = capital || (c >= 'A' && c <= 'Z');
		other = other || (unsigned char)c >= 0x80;
		joint = joint || c == '-' || c == '_';
	}
	if (!small && !capital && !other)
		return true;
	return !joint && (other || (small && capital));
}

/* Of front matter, else the first heading of level 1, else the file's name
 * without .md, exactly as it is.  What is named for people is named so, unless
 * its text has a title: elsewhere such a heading begins a part.  All drawings
 * of Excalidraw have the heading "Excalidraw Data". */
static void
print_name(struct cx_atom_maker *m, struct cx_printer *p, struct cx_str body)
{
	CX_AUTO_BUF b = CX_BUF_INIT;
	struct cx_str name;
	const size_t i = find_field(m, NAME_AS);
	const struct cx_str file = stem(m->file->path);

	if (member_text(m, i, &name)) {
		/* `name` is ours; others, as `title`, are for a page. */
		if (i != find(m, CX_STR("name")))
			cx_md_name(&b, name);
		cx_print_str(p, b.len ? cx_buf_view(&b) : name);
	} else if (find(m, CX_STR("excalidraw-plugin")) == NO_MEMBER &&
	    cx_md_title(body, is_title(file), &b))
		cx_print_str(p, cx_buf_view(&b));
	else
		cx_print_str(p, file);
}

/*
 * In a dense-context project the directory tells kind and project:
 * projects/NAME/experiments/... (cx-init(1)).  Its pages of contents are
 * neither experiments nor what anybody wants to remember.
 */
static void
from_directory(struct cx_str path, struct cx_str *type, struct cx_str *project)
{
	static const char *const kinds[][2] = {{"experiments", "experiment"},
	    {"knowledge", "knowledge"}, {"patterns", "pattern"},
	    {"decisions", "decision"}};
	struct cx_str part, before = {NULL, 0}, rest = path;
	struct cx_str in = {NULL, 0}; /* projects/in/ */

	while (cx_str_split(&rest, '/', &part) && rest.len) {
		if (in.s) {
			if (cx_str_is(rest, "CORTEX.md") ||
			    cx_str_is(rest, "index.md"))
				return;
			for (size_t i = 0; i < 4; i++) {
				if (cx_str_is(part, kinds[i][0])) {
					*type = cx_str(kinds[i][1]);
					*project = in;
				}
			}
			return;
		}
		if (before.s && cx_str_is(before, "projects"))
			in = part;
		before = part;
	}
}

static void
print_project(struct cx_atom_maker *m, struct cx_printer *p)
{
	struct cx_str type = CX_STR("unknown"), project = CX_STR("unknown");
	struct cx_str status = CX_STR("active");

	from_directory(m->file->path, &type, &project);
	member_word(m, find(m, CX_STR("type")), &type);
	if (!member_word(m, find(m, CX_STR("project")), &project))
		project = cx_config_directory(m->config, m->file->path,
		    project);
	member_word(m, find(m, CX_STR("status")), &status);
	cx_print_kstr(p, "type", type);
	cx_print_kstr(p, "project", project);
	cx_print_kstr(p, "status", status);
}

/* The latest moment that milliseconds are taken for: a year from now. */
#define MOMENT_AHEAD (INT64_C(366) * CX_DAY)

/* Dates as records have them.  Dendron writes milliseconds since 1970
 * (wiki.dendron.so, "Frontmatter"), which have 13 digits since 2001; other
 * programs a date without hyphens. */
static void
read_moment(struct cx_atom_maker *m, struct cx_str *s)
{
	CX_AUTO_BUF b = CX_BUF_INIT;
	struct cx_str rest = cx_str_trim(*s);
	struct cx_date d;
	uint64_t ms;

	if (rest.len < 8 || rest.s[4] == '-' || cx_str_digits(rest) < 8)
		return;
	if (rest.len == 13 && cx_str_digits(rest) == 13) {
		if (!cx_str_number(&rest, UINT64_C(9999999999999), &ms) ||
		    (int64_t)(ms / 1000) > m->now + MOMENT_AHEAD)
			return;
		cx_date_put_sec(&b, (int64_t)(ms / 1000));
	} else if (!cx_date_spell(rest, &b) ||
	    !cx_date_parse(cx_buf_view(&b), &d)) {
		return;
	}
	*s = cx_arena_copy(&m->arena, cx_buf_view(&b));
}

static void
print_dates(struct cx_atom_maker *m, struct cx_printer *p)
{
	struct cx_str created = {NULL, 0}, updated = {NULL, 0};
	CX_AUTO_BUF b = CX_BUF_INIT;
	const char *from;
	bool first;
	int64_t day;

	member_text(m, find_field(m, CREATED_AS), &created);
	member_text(m, find_field(m, UPDATED_AS), &updated);
	read_moment(m, &created);
	read_moment(m, &updated);
	cx_print_key(p, "created");
	if (created.s)
		cx_print_str(p, created);
	else
		cx_print_null(p);
	if (!updated.s)
		updated = created;
	if (updated.s) {
		cx_print_kstr(p, "updated", updated);
		return;
	}
	if (cx_date_in_name(stem(m->file->path), &day)) {
		from = "name";
	} else if (m->dates &&
	    cx_git_dates_get(m->dates, m->file->path, &day, &first)) {
		from = first ? "first" : "git";
	} else {
		day = cx_day_of(m->file->mtime);
		from = "mtime";
	}
	cx_date_put(&b, day);
	cx_print_kstr(p, "updated", cx_buf_view(&b));
	cx_print_kstr(p, "dated", cx_str(from));
}

static void
print_numbers(struct cx_atom_maker *m, struct cx_printer *p)
{
	static const char *const names[] = {
	    "confidence", "importance", "pnl_impact"};

	for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
		size_t i = find(m, cx_str(names[n]));
		struct cx_str json;

		if (i == NO_MEMBER)
			continue;
		if (value_of(m, i)->type != CX_JSON_STRING ||
		    !read_decimal(m, cx_json_str(value_of(m, i)), &json)) {
			complain_of(m, i, "not-a-number",
			    "not a finite number; kept as text in extra");
			continue;
		}
		m->taken[i] = true;
		cx_print_kraw(p, names[n], json);
	}
}

static void
print_extra(struct cx_atom_maker *m, struct cx_printer *p)
{
	cx_print_kobject(p, "extra");
	for (size_t i = 0; i < m->fields.n; i++) {
		struct cx_str key = cx_json_str(m->fields.v[i].key), name;

		if (m->taken[i])
			continue;
		name = cx_field_name(key, &m->arena);
		if (name.s != key.s && cx_field_find(m->fields.v, m->fields.n,
		    name) != i)
			name = key;
		cx_print_keyn(p, name);
		cx_print_json(p, value_of(m, i));
	}
	cx_print_end(p);
}

static int
by_place(const void *a, const void *b)
{
	const struct problem *x = a, *y = b;

	if (x->line != y->line)
		return x->line < y->line ? -1 : 1;
	if (x->col != y->col)
		return x->col < y->col ? -1 : 1;
	return strcmp(x->code, y->code);
}

static void
print_problems(struct cx_atom_maker *m, struct cx_printer *p,
    struct cx_buf *messages)
{
	if (m->n_problems == 0)
		return;
	qsort(m->problems, m->n_problems, sizeof *m->problems, by_place);
	cx_print_karray(p, "problems");
	for (size_t i = 0; i < m->n_problems; i++) {
		const struct problem *x = &m->problems[i];

		cx_print_object(p);
		cx_print_kint(p, "line", (int64_t)x->line);
		cx_print_kint(p, "col", (int64_t)x->col);
		cx_print_kstr(p, "code", cx_str(x->code));
		cx_print_kstr(p, "text", x->text);
		cx_print_end(p);
		cx_put_visible(messages, m->file->path);
		cx_buf_fmt(messages, ":%zu:%zu: ", x->line, x->col);
		cx_put_visible(messages, x->text);
		cx_buf_char(messages, '\n');
	}
	cx_print_end(p);
}

/* What a file is called up to each "-" in its name, as zk links notes. */
static void
print_prefixes(struct cx_printer *p, struct cx_str name)
{
	cx_print_karray(p, "prefixes");
	for (size_t i = 1; i < name.len; i++)
		if (name.s[i] == '-')
			cx_print_str(p, cx_strn(name.s, i));
	cx_print_end(p);
}

void
cx_atom_print(struct cx_atom_maker *m, const struct cx_atom_file *f,
    struct cx_buf *out, struct cx_buf *messages)
{
	struct cx_printer p = cx_printer(out);
	struct cx_str id, body, description = CX_STR("");
	bool whole = f->size <= f->text.len;

	load(m, f, &body);
	cx_print_object(&p);
	cx_print_kstr(&p, "path", f->path);
	cx_print_key(&p, "id");
	if (member_text(m, find(m, CX_STR("id")), &id))
		cx_print_str(&p, id);
	else
		cx_print_null(&p);
	cx_print_key(&p, "name");
	print_name(m, &p, body);
	print_project(m, &p);
	print_dates(m, &p);
	print_strings(&p, "tags", &m->tags);
	member_text(m, find_field(m, DESCRIPTION_AS), &description);
	cx_print_kstr(&p, "description", description);
	cx_print_kint(&p, "lines", (int64_t)f->newlines + 1);
	cx_print_kint(&p, "size_bytes", (int64_t)f->size);
	print_strings(&p, "links_out", &m->links);
	if (m->soft.n)
		print_strings(&p, "links_soft", &m->soft);
	if (m->keywords.n)
		print_strings(&p, "keywords", &m->keywords);
	if (m->prefixes && memchr(cx_last_part(f->path).s, '-',
	    cx_last_part(f->path).len))
		print_prefixes(&p, cx_last_part(f->path));
	print_numbers(m, &p);
	print_extra(m, &p);
	if (m->body && whole)
		cx_print_kstr(&p, "body", body);
	print_problems(m, &p, messages);
	cx_print_line(&p);
}

static void
print_text(struct cx_atom_maker *m, struct cx_str path, struct cx_str text,
    int64_t mtime, struct cx_buf *out, struct cx_buf *messages)
{
	struct cx_atom_file f = {.path = path, .text = text,
	    .size = text.len, .newlines = cx_str_count(text, '\n'),
	    .mtime = mtime};

	if (f.text.len > CX_ATOM_MAX)
		f.text.len = CX_ATOM_MAX;
	cx_atom_print(m, &f, out, messages);
}

void
cx_atom_print_text(struct cx_atom_maker *m, struct cx_str path,
    struct cx_str text, int64_t mtime, struct cx_buf *out)
{
	CX_AUTO_BUF messages = CX_BUF_INIT;
	struct cx_str rest, line;

	print_text(m, path, text, mtime, out, &messages);
	rest = cx_buf_view(&messages);
	while (cx_str_split(&rest, '\n', &line))
		cx_warn("%.*s", (int)line.len, line.s);
}

const struct cx_json *
cx_atom_record(struct cx_atom_maker *m, struct cx_json_parser *json,
    struct cx_str path, struct cx_str text, int64_t mtime,
    struct cx_buf *line)
{
	CX_AUTO_BUF messages = CX_BUF_INIT;
	const struct cx_json *root;
	const char *why;

	line->len = 0;
	print_text(m, path, text, mtime, line, &messages);
	cx_buf_room(line, CX_JSON_PAD);
	root = cx_json_parse(json, line->s, line->len, &why);
	if (!root)
		cx_die(CX_FAIL, "%.*s: its record is not JSON: %s",
		    (int)path.len, path.s, why);
	return root;
}
