/* Determines the type and the tags of a note. */
#include "migrate.h"

#include "lib/atom/atom.h"
#include "lib/markdown/md.h"
#include "lib/link/resolve.h"
#include "lib/base/utf8.h"
#include "lib/yaml/yamlout.h"

#include <stdlib.h>

static void
add_phrase(void *arg, struct cx_str phrase)
{
	struct keywords *k = arg;

	if (!cx_phrases_add(k->phrases, phrase))
		cx_warn("[tags] %.*s: '%.*s' has no word in it",
		    (int)k->tag.len, k->tag.s, (int)phrase.len, phrase.s);
}

void
kinds_init(struct kinds *k, const struct cx_config *config)
{
	const struct cx_json *tags = cx_json_get(cx_config_root(config),
	    "tags");

	*k = (struct kinds){.config = config};
	CX_JSON_EACH(t, tags) {
		CX_GROW(k->v, k->n, k->cap);
		k->v[k->n] = (struct keywords){cx_json_str(t),
		    cx_phrases_new()};
		cx_each_item(t + 1, add_phrase, &k->v[k->n++]);
	}
}

void
kinds_release(struct kinds *k)
{
	for (size_t i = 0; i < k->n; i++)
		cx_phrases_free(k->v[i].phrases);
	free(k->v);
}

/* --- the type --- */

/* Headings that notes of a type have, in lower case. */
static const struct {
	const char *heading;
	const char *type;
} headings[] = {
    {"decision", "decision"}, {"decision outcome", "decision"},
    {"consequences", "decision"}, {"considered options", "decision"},
    {"attendees", "meeting"}, {"participants", "meeting"},
    {"agenda", "meeting"}, {"minutes", "meeting"},
    {"root cause", "incident"}, {"postmortem", "incident"},
    {"post-mortem", "incident"}, {"impact", "incident"},
    {"lessons learned", "lesson"}, {"lesson", "lesson"},
    {"hypothesis", "experiment"}, {"action items", "meeting"},
};

/* Whether word is the name of a type, or its plural. */
static bool
is_type(struct cx_str word, struct cx_str type)
{
	if (cx_str_eq(word, type))
		return true;
	if (cx_str_starts(word, type))
		return cx_str_is(cx_str_from(word, type.len), "s");
	type.len -= type.len > 0;
	return cx_str_starts(word, type) &&
	    cx_str_is(cx_str_from(word, type.len), "ies");
}

/* The type that a lower case word names; dir: also where its atoms go. */
static bool
type_of(const struct kinds *k, struct cx_str word, bool dir,
    struct cx_str *type)
{
	const struct cx_json *types = cx_json_get(cx_config_root(k->config),
	    "types");

	CX_JSON_EACH(t, types) {
		*type = cx_json_str(t);
		if (is_type(word, *type) || (dir && word.len &&
		    cx_str_eq(word, cx_json_gets(t + 1, "dir", CX_STR("")))))
			return true;
	}
	return false;
}

static bool
lower_type(const struct kinds *k, struct cx_str word, bool dir,
    struct cx_str *type)
{
	CX_AUTO_BUF b = CX_BUF_INIT;

	cx_utf8_lower(&b, word);
	return type_of(k, cx_buf_view(&b), dir, type);
}

static bool
from_path(const struct kinds *k, struct cx_str path, struct cx_str *type)
{
	/* The nearest directory first. */
	while ((path = cx_dir_part(path)).len)
		if (lower_type(k, cx_last_part(path), true, type))
			return true;
	return false;
}

static bool
from_tags(const struct kinds *k, const struct note *n, struct cx_str *type)
{
	const struct cx_json *tags = cx_json_get(n->record, "tags");

	CX_JSON_EACH(t, tags)
		if (type_of(k, cx_json_str(t), false, type))
			return true;
	return false;
}

static bool
from_body(const struct kinds *k, struct cx_str body, struct cx_str *type)
{
	struct cx_md_headings h = {.rest = body};
	struct cx_md_heading one;
	CX_AUTO_BUF b = CX_BUF_INIT;

	while (cx_md_heading_next(&h, &one)) {
		b.len = 0;
		cx_utf8_lower(&b, one.text);
		for (size_t i = 0; i < sizeof headings / sizeof *headings;
		    i++) {
			*type = cx_str(headings[i].type);
			if (cx_str_is(cx_buf_view(&b), headings[i].heading) &&
			    cx_config_type(k->config, *type))
				return true;
		}
	}
	return false;
}

/* The words of the file's name: `_` is a blank there. */
static void
put_stem(struct cx_buf *b, struct cx_str path)
{
	struct cx_str file = cx_last_part(path);

	for (size_t i = 0; i + 3 < file.len; i++) /* .md */
		cx_buf_char(b, file.s[i] == '_' ? ' ' : file.s[i]);
}

/* The type that the first word names. */
static bool
from_name(const struct kinds *k, struct cx_str name, struct cx_str *type)
{
	size_t word = 0;
	uint32_t cp;

	for (size_t step; word < name.len; word += step) {
		step = cx_utf8_decode(name.s + word, name.len - word, &cp,
		    NULL);
		if (!cx_is_wordchar(cp))
			break;
	}
	return lower_type(k, cx_strn(name.s, word), false, type);
}

bool
kind_archived(const struct note *n)
{
	struct cx_str rest = n->path, part;

	while (cx_str_split(&rest, '/', &part) && rest.len)
		if (cx_str_is(part, "archive"))
			return true;
	return false;
}

struct cx_str
kind_type(const struct kinds *k, const struct note *n, struct cx_str otherwise)
{
	struct cx_str type = cx_json_gets(n->record, "type", CX_STR(""));
	struct cx_str name = cx_json_gets(n->record, "name", CX_STR(""));
	CX_AUTO_BUF stem = CX_BUF_INIT;
	bool found;

	/* Directories of dense-context projects, which cx-scan knows. */
	if (type.len && !cx_str_is(type, "unknown"))
		return type;
	if (from_path(k, n->path, &type) || from_tags(k, n, &type))
		return type;
	if (kind_archived(n)) {
		type = CX_STR("reference");
		if (cx_config_type(k->config, type))
			return type;
	}
	put_stem(&stem, n->path);
	found = from_name(k, name, &type) ||
	    from_name(k, cx_buf_view(&stem), &type) ||
	    from_body(k, n->body, &type);
	return found ? type : otherwise;
}

/* --- tags --- */

/* What Obsidian takes as a tag: letters, digits, - and _; without the number
 * before a name that only sorts directories. */
static void
put_tag(struct cx_buf *b, struct cx_str dir)
{
	CX_AUTO_BUF lower = CX_BUF_INIT;
	struct cx_str s;
	size_t step;
	uint32_t cp;
	bool gap = false, letter = false;

	cx_utf8_lower(&lower, dir);
	for (s = cx_buf_view(&lower); s.len; s = cx_str_from(s, step)) {
		step = cx_utf8_decode(s.s, s.len, &cp, NULL);
		if (!cx_is_letter(cp) && !(letter && cx_is_digit(cp)) &&
		    !(cp == '_' && b->len)) {
			gap = b->len > 0;
			continue;
		}
		letter = true;
		if (gap)
			cx_buf_char(b, '-');
		gap = false;
		cx_utf8_put(b, cp);
	}
	while (b->len && b->s[b->len - 1] == '_')
		b->len--;
}

static bool
has_tag(const struct note *n, struct cx_str tag)
{
	const struct cx_json *tags = cx_json_get(n->record, "tags");

	CX_JSON_EACH(t, tags)
		if (cx_str_eq(cx_json_str(t), tag))
			return true;
	return false;
}

static void
add_tag(struct note *n, struct cx_str tag)
{
	/* A hashtag of the body is one already. */
	if (tag.len && !has_tag(n, tag))
		cx_edit_add(&n->edit, CX_STR("tags"), tag, CX_YAML_TEXT);
}

static void
tags_of_path(struct kinds *k, struct note *n)
{
	const struct cx_json *dirs = cx_json_get(cx_config_root(k->config),
	    "directories");
	struct cx_str rest = n->path, part, type;
	CX_AUTO_BUF b = CX_BUF_INIT;

	while (cx_str_split(&rest, '/', &part) && rest.len) {
		/* These say type and project already. */
		if (lower_type(k, part, true, &type) ||
		    cx_json_getn(dirs, part) || cx_str_is(part, "atoms"))
			continue;
		b.len = 0;
		put_tag(&b, part);
		add_tag(n, cx_buf_view(&b));
	}
}

void
kind_tags(struct kinds *k, struct note *n)
{
	struct cx_str name = cx_json_gets(n->record, "name", CX_STR(""));
	CX_AUTO_BUF b = CX_BUF_INIT, stem = CX_BUF_INIT;
	struct cx_phrase found;

	put_stem(&stem, n->path);
	cx_edit_set_list(&n->edit, CX_STR("tags"));
	tags_of_path(k, n);
	for (size_t i = 0; i < k->n; i++) {
		if (!cx_phrases_find(k->v[i].phrases, name, &found) &&
		    !cx_phrases_find(k->v[i].phrases, cx_buf_view(&stem),
			&found) &&
		    !cx_phrases_find(k->v[i].phrases, n->body, &found))
			continue;
		b.len = 0;
		cx_atom_tag(&b, k->v[i].tag);
		add_tag(n, cx_buf_view(&b));
	}
}
