/*
 * Finds out how a vault keeps its notes: where, under which names, with how
 * much front matter.  A note with a title is made like its neighbours.
 *
 * Those are the notes of its type, if any, otherwise those without a type, if
 * most notes have none.  [new] of the configuration overrides what they do; so
 * do Obsidian's settings, unless the type has a directory of its own.
 */
#include "new.h"

#include "lib/atom/bodies.h"
#include "lib/base/date.h"
#include "lib/base/utf8.h"
#include "lib/file/vault.h"
#include "lib/link/day.h"
#include "lib/yaml/front.h"

#include <errno.h>
#include <stdlib.h>

/* So many make a habit. */
#define SOME 3
/* So many are read for their front matter. */
#define READ 16
/* The name of a file has 255 bytes, with a number and .md. */
#define STEM_MAX 240

static const char *const fields[] = {"id", "name", "type", "project", "status",
    "created", "updated", "tags", "description", "links"};
enum { FIELDS = sizeof fields / sizeof *fields };

/* --- what they are called --- */

/* The format of a moment with which a name begins, and its bytes. */
static const char *
moment(struct cx_str stem, size_t *n)
{
	static const struct {
		size_t digits;
		const char *format;
	} forms[] = {{14, "YYYYMMDDHHmmss"}, {12, "YYYYMMDDHHmm"},
	    {8, "YYYYMMDD"}};
	struct cx_date d;

	*n = cx_str_digits(stem);
	for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
		if (*n == forms[i].digits &&
		    cx_date_parse(cx_strn(stem.s, 8), &d))
			return forms[i].format;
	*n = 10;
	if (*n <= stem.len && cx_date_parse(cx_strn(stem.s, *n), &d))
		return "YYYY-MM-DD";
	*n = 0;
	return NULL;
}

/* How the words of a name are written; NULL: it has one, in small letters. */
static const char *
words_of(struct cx_str s, struct cx_str name)
{
	CX_AUTO_BUF low = CX_BUF_INIT;
	bool blank = memchr(s.s, ' ', s.len), mark;

	cx_utf8_lower(&low, s);
	mark = memchr(s.s, '-', s.len) || memchr(s.s, '_', s.len);
	if (blank || (!mark && !cx_str_eq(cx_buf_view(&low), s)) ||
	    (cx_str_eq(s, name) && !cx_str_eq(cx_buf_view(&low), s)))
		return "{{title}}";
	if (memchr(s.s, '_', s.len))
		return "{{slug}}";
	return mark ? "{{slug:-}}" : NULL;
}

/* Appends the template of a name; nothing if it shows none. */
static void
put_form(struct cx_buf *b, struct cx_str path, struct cx_str name)
{
	struct cx_str stem = cx_last_part(path), rest;
	const char *format, *words;
	size_t n, gap = 0;

	stem.len -= 3;
	format = moment(stem, &n);
	rest = cx_str_from(stem, n);
	while (format && gap < rest.len && strchr(" -_", rest.s[gap]))
		gap++;
	words = rest.len > gap ? words_of(cx_str_from(rest, gap), name) : "";
	if (!words && format && gap)
		words = rest.s[0] == '-' ? "{{slug:-}}" : "{{slug}}";
	if (!words)
		return;
	if (format)
		cx_buf_fmt(b, "{{date:%s}}%.*s", format, (int)gap, rest.s);
	cx_buf_puts(b, words);
}

/* --- what most do --- */

struct votes {
	struct cx_map map;
	size_t *n, cap, all;
	struct cx_arena arena;
};

static void
vote(struct votes *v, struct cx_str s)
{
	uint32_t known = v->map.n, k = cx_map_intern(&v->map, &v->arena, s);

	if (k == known) {
		CX_GROW(v->n, k, v->cap);
		v->n[k] = 0;
	}
	v->n[k]++;
	v->all++;
}

/* What most are for, if they are a third; the first of equals. */
static struct cx_str
winner(const struct votes *v, struct cx_arena *to)
{
	uint32_t best = 0;

	for (uint32_t k = 1; k < v->map.n; k++)
		if (v->n[k] > v->n[best])
			best = k;
	if (v->all < SOME || v->n[best] * 3 < v->all)
		return cx_strn(NULL, 0);
	return cx_arena_copy(to, v->map.key[best]);
}

static void
votes_release(struct votes *v)
{
	cx_map_release(&v->map);
	cx_arena_release(&v->arena);
	free(v->n);
}

static struct cx_str
directory_of(struct cx_str path)
{
	struct cx_str last = cx_last_part(path);

	return cx_strn(path.s, path.len - last.len - (last.len < path.len));
}

/* Notes that are called as no other is, and templates, show nothing. */
static bool
is_special(struct cx_str path)
{
	CX_AUTO_BUF format = CX_BUF_INIT, low = CX_BUF_INIT;
	int64_t day;
	struct cx_str s;

	cx_utf8_lower(&low, path);
	s = cx_buf_view(&low);
	return cx_moment_of(path, &format, &day) ||
	    CX_ONE_OF(cx_last_part(s), "readme.md", "index.md", "_index.md",
		"changelog.md", "license.md", "contributing.md", "claude.md",
		"agents.md", "cortex.md") ||
	    cx_str_starts(s, CX_STR("template")) ||
	    cx_str_has(s, CX_STR("/template"));
}

/* Leaves the neighbours of a note of this type. */
static void
keep_neighbours(struct habit *h, struct cx_str type)
{
	size_t typed = 0, untyped = 0, all = 0, n = 0;

	for (size_t i = 0; i < h->n; i++) {
		if (is_special(h->v[i].path))
			continue;
		h->v[all++] = h->v[i];
		typed += cx_str_eq(h->v[i].type, type);
		untyped += cx_str_is(h->v[i].type, "unknown");
	}
	if (typed < SOME && (untyped < SOME || untyped * 2 < all))
		all = 0;
	h->untyped = typed < SOME;
	if (h->untyped)
		type = CX_STR("unknown");
	for (size_t i = 0; i < all; i++)
		if (cx_str_eq(h->v[i].type, type))
			h->v[n++] = h->v[i];
	h->n = n;
}

/* Leaves those of a directory, if there are some. */
static void
keep_directory(struct habit *h, struct cx_str dir)
{
	size_t n = 0;

	for (size_t i = 0; i < h->n; i++) {
		struct neighbour x = h->v[i];

		if (!cx_str_eq(directory_of(x.path), dir))
			continue;
		h->v[i] = h->v[n];
		h->v[n++] = x;
	}
	if (n >= SOME)
		h->n = n;
}

static struct cx_str
most_names(const struct habit *h, struct cx_arena *to)
{
	CX_AUTO(votes_release) struct votes v = {.all = 0};
	CX_AUTO_BUF form = CX_BUF_INIT;

	for (size_t i = 0; i < h->n; i++) {
		form.len = 0;
		put_form(&form, h->v[i].path, h->v[i].name);
		if (form.len)
			vote(&v, cx_buf_view(&form));
	}
	return winner(&v, to);
}

static struct cx_str
most_directories(const struct habit *h, struct cx_arena *to)
{
	CX_AUTO(votes_release) struct votes v = {.all = 0};
	struct cx_str s;

	for (size_t i = 0; i < h->n; i++)
		vote(&v, directory_of(h->v[i].path));
	s = winner(&v, to);
	/* Notes without a type that are all over the place begin at the
	 * root. */
	return s.s || v.all < SOME || !h->untyped ? s : CX_STR("");
}

/* Obsidian's place for new notes. */
static struct cx_str
obsidian_directory(const struct settings *s, struct cx_arena *to)
{
	CX_AUTO_JSON json = cx_json_new();
	CX_AUTO_BUF text = CX_BUF_INIT;
	const struct cx_json *o = cx_obsidian_read(json, &text, s->vault->fd,
	    ".obsidian/app.json");
	struct cx_str where = cx_json_gets(o, "newFileLocation", CX_STR(""));

	if (cx_str_is(where, "root"))
		return CX_STR("");
	if (!cx_str_is(where, "folder"))
		return cx_strn(NULL, 0);
	where = cx_json_gets(o, "newFileFolderPath", CX_STR(""));
	while (cx_str_starts(where, CX_STR("/")))
		where = cx_str_from(where, 1);
	return cx_arena_copy(to, where);
}

/* --- how much front matter they have --- */

static void
read_one(struct habit *h, struct cx_atom_text *t, const struct settings *s,
    struct cx_str path, struct cx_arena *arena)
{
	CX_AUTO_BUF key = CX_BUF_INIT;

	if (cx_atom_read(t, s->vault->fd, cx_arena_copy(arena, path).s) != 0)
		return;
	h->read++;
	h->headed += cx_str_starts(cx_str_trim(t->body), CX_STR("# "));
	for (size_t i = 0; i < FIELDS; i++) {
		const struct cx_front_member *m = cx_edit_member(s->config,
		    &t->front, cx_str(fields[i]));
		uint32_t known = h->keys.n, k;

		if (!m)
			continue;
		key.len = 0;
		cx_buf_fmt(&key, "%s ", fields[i]);
		cx_buf_str(&key, cx_json_str(m->key));
		k = cx_map_intern(&h->keys, arena, cx_buf_view(&key));
		if (k == known) {
			CX_GROW(h->have, k, h->cap);
			h->have[k] = 0;
		}
		h->have[k]++;
	}
}

static void
read_some(struct habit *h, const struct settings *s, struct cx_arena *arena)
{
	CX_AUTO(cx_atom_text_release) struct cx_atom_text t = {.front = {0}};
	size_t step = h->n / READ + 1;

	for (size_t i = 0; i < h->n; i += step)
		read_one(h, &t, s, h->v[i].path, arena);
}

struct cx_str
habit_key(const struct habit *h, const char *field)
{
	struct cx_str best = {NULL, 0};
	size_t most = 0, all = 0;

	for (uint32_t k = 0; k < h->keys.n; k++) {
		struct cx_str word, rest = h->keys.key[k];

		if (!cx_str_split(&rest, ' ', &word) ||
		    !cx_str_is(word, field))
			continue;
		all += h->have[k];
		if (h->have[k] > most) {
			most = h->have[k];
			best = rest;
		}
	}
	return all * 2 > h->read ? best : cx_strn(NULL, 0);
}

/* --- the name of the file --- */

/* What file systems, or links of Obsidian, do not take: gone at the end of a
 * word, a - inside of one. */
static void
put_title(struct cx_buf *b, struct cx_str s)
{
	for (size_t i = 0; i < s.len; i++) {
		char c = s.s[i];
		bool inside = i && i + 1 < s.len && !cx_is_blank(s.s[i - 1]) &&
		    !cx_is_blank(s.s[i + 1]);

		if (strchr("/\\:*?\"<>|#^[]", c) || (unsigned char)c < ' ' ||
		    c == 0x7f)
			c = inside ? '-' : '\0';
		if (c && !(cx_is_blank(c) && (!b->len ||
			    b->s[b->len - 1] == ' ')))
			cx_buf_char(b, c);
	}
}

/* {{slug}} and {{slug:-}} of a template; {{title}}, {{date:...}} follow. */
static void
put_slugs(struct cx_buf *b, struct cx_str text, struct cx_str slug)
{
	while (text.len) {
		bool plain = cx_str_starts(text, CX_STR("{{slug}}"));

		if (!plain && !cx_str_starts(text, CX_STR("{{slug:-}}"))) {
			cx_buf_char(b, text.s[0]);
			text = cx_str_from(text, 1);
			continue;
		}
		for (size_t i = 0; i < slug.len; i++)
			cx_buf_char(b, plain || slug.s[i] != '_' ? slug.s[i]
			    : '-');
		text = cx_str_from(text, plain ? 8 : 10);
	}
}

/* The name of the file, by the habit. */
static void
name_file(struct drafts *all, struct draft *d, struct cx_str name)
{
	CX_AUTO_BUF title = CX_BUF_INIT, form = CX_BUF_INIT, b = CX_BUF_INIT;
	CX_AUTO_BUF slug = CX_BUF_INIT;
	struct cx_str s;

	if (!name.len)
		return;
	put_title(&title, d->name);
	cx_prose_slug(&slug, d->name);
	put_slugs(&form, name, cx_buf_view(&slug));
	cx_day_fill(&b, cx_buf_view(&form), cx_buf_view(&title), cx_now());
	s = cx_buf_view(&b);
	if (s.len > STEM_MAX)
		for (s.len = STEM_MAX; ((unsigned char)s.s[s.len] & 0xC0) ==
		    0x80;)
			s.len--;
	/* Windows drops dots and blanks at the end. */
	while (s.len && strchr(". ", s.s[s.len - 1]))
		s.len--;
	while (s.len && strchr(". ", s.s[0]))
		s = cx_str_from(s, 1);
	if (!s.len)
		return;
	d->stem = cx_arena_copy(&all->arena, s);
	d->joint = cx_str_has(name, CX_STR("{{title")) ? ' ' :
	    cx_str_has(name, CX_STR("{{slug}}")) ? '_' : '-';
}

/* The text of [new] template: all of a note. */
static void
take_template(struct drafts *all, struct draft *d, const struct settings *s,
    struct cx_str path)
{
	CX_AUTO_BUF name = CX_BUF_INIT, text = CX_BUF_INIT, b = CX_BUF_INIT;
	struct cx_front_parser *parser = cx_front_new();
	struct cx_front f;
	int err;

	cx_buf_str(&name, path);
	if (!cx_is_note(path))
		cx_buf_puts(&name, ".md");
	err = cx_vault_path_ok(cx_buf_view(&name)) ? cx_read_file(
	    s->vault->fd, cx_buf_cstr(&name), &text, CX_ATOM_MAX / 2, NULL)
	    : EINVAL;
	if (err)
		cx_die(err == ENOENT || err == EINVAL ? CX_USAGE : CX_FAIL,
		    "%s, [new] template: %s", name.s, cx_file_error(err));
	cx_day_fill(&b, cx_buf_view(&text), d->name, cx_now());
	cx_front_read(parser, cx_buf_view(&b), &all->arena, &f);
	d->front = cx_arena_copy(&all->arena, cx_strn(b.s, f.body));
	cx_buf_str(&b, d->body);
	d->body = cx_arena_copy(&all->arena, cx_str_from(cx_buf_view(&b),
	    f.body));
	cx_front_free(parser);
}

void
habit_take(struct drafts *all, struct draft *d, const struct settings *s,
    struct neighbour *notes, size_t n)
{
	struct cx_arena *arena = &all->arena;
	struct habit *h = &d->habit;
	struct cx_str dir = cx_config_str(s->config, "new", "directory");
	struct cx_str name = cx_config_str(s->config, "new", "name");
	struct cx_str template = cx_config_str(s->config, "new", "template");

	d->given = (s->typed ? GIVEN_TYPE : 0) |
	    (d->project.len ? GIVEN_PROJECT : 0) |
	    (d->status.s ? GIVEN_STATUS : 0) |
	    (d->description.s ? GIVEN_DESCRIPTION : 0);
	/* A kind has a form of its own. */
	if (d->kind_name.s) {
		title_body(all, d, s, false);
		return;
	}
	h->v = notes;
	h->n = n;
	keep_neighbours(h, d->type);
	if (!h->untyped && !dir.len)
		dir = most_directories(h, arena);
	if (!dir.len)
		dir = cx_json_gets(cx_json_getn(cx_json_get(cx_config_root(
		    s->config), "types"), d->type), "dir", CX_STR(""));
	if (!dir.len)
		dir = obsidian_directory(s, arena);
	if (!dir.s)
		dir = most_directories(h, arena);
	if (!d->dir.s)
		d->dir = dir;
	if (d->dir.s)
		keep_directory(h, d->dir);
	name_file(all, d, name.len ? name : most_names(h, arena));
	if (template.len && !s->template) {
		take_template(all, d, s, template);
		return;
	}
	read_some(h, s, arena);
	h->least = h->read >= SOME && !d->supersedes.s;
	title_body(all, d, s, h->least && h->headed * 2 < h->read &&
	    (cx_str_eq(d->stem, d->name) || habit_key(h, "name").s));
}

void
habit_release(struct habit *h)
{
	cx_map_release(&h->keys);
	free(h->have);
}
