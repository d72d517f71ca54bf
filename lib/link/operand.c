#include "lib/link/operand.h"

#include "lib/atom/notes.h"
#include "lib/base/map.h"
#include "lib/base/opt.h"
#include "lib/base/utf8.h"
#include "lib/file/ignore.h"
#include "lib/link/resolve.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>

/* So many notes of an ambiguous word are listed. */
#define LISTED 20

bool
cx_operand_here(struct cx_buf *out, const struct cx_vault *vault)
{
	CX_AUTO_FREE char *here = realpath(".", NULL);
	struct cx_str path = here ? cx_str(here) : CX_STR("");
	struct cx_str root = cx_str(vault->path);
	bool in = cx_str_starts(path, root) && (path.len == root.len ||
	    path.s[root.len] == '/' || cx_str_is(root, "/"));

	if (in && path.len > root.len) {
		path = cx_str_from(path, root.len);
		if (path.s[0] == '/')
			path = cx_str_from(path, 1);
		cx_buf_str(out, path);
		cx_buf_char(out, '/');
	}
	return in;
}

bool
cx_operand_path(struct cx_buf *out, const struct cx_vault *vault,
    struct cx_str dir, struct cx_str word)
{
	size_t start = out->len;
	struct cx_str part;

	if (word.len && word.s[0] == '/')
		return cx_vault_relative(out, vault, word);
	cx_buf_str(out, dir);
	while (cx_str_split(&word, '/', &part)) {
		if (!part.len || cx_str_is(part, "."))
			continue;
		if (!cx_str_is(part, "..")) {
			cx_buf_str(out, part);
			cx_buf_char(out, '/');
			continue;
		}
		if (out->len == start)
			return false;
		/* The way to a directory has no links, as nothing in a vault
		 * is reached through one. */
		do
			out->len--;
		while (out->len > start && out->s[out->len - 1] != '/');
	}
	out->len -= out->len > start;
	return true;
}

/* Whether word is a path from dir of something that is there, a link too:
 * whoever opens it says what is wrong with that. */
static bool
find_path(struct cx_buf *b, const struct cx_vault *vault, struct cx_str dir,
    struct cx_str word)
{
	struct stat st;

	b->len = 0;
	if (!cx_operand_path(b, vault, dir, word) || !b->len)
		return false;
	if (!cx_is_note(cx_buf_view(b)))
		cx_buf_puts(b, ".md");
	return cx_vault_path_ok(cx_buf_view(b)) && fstatat(vault->fd,
	    cx_buf_cstr(b), &st, AT_SYMLINK_NOFOLLOW) == 0 &&
	    !S_ISDIR(st.st_mode);
}

/* The same from the working directory, wherever that is; dir is it, without
 * its first slash and with one at its end. */
static bool
find_from_here(struct cx_buf *b, const struct cx_vault *vault,
    struct cx_str dir, struct cx_str word)
{
	CX_AUTO_BUF path = CX_BUF_INIT;

	cx_buf_char(&path, '/');
	return dir.len && (word.len == 0 || word.s[0] != '/') &&
	    cx_operand_path(&path, vault, dir, word) &&
	    find_path(b, vault, CX_STR(""), cx_buf_view(&path));
}

/* --- by what notes are called --- */

enum { BY_ID, BY_NAME, BY_FILE, BY_FOLDED, BY_PREFIX, WAYS };

struct found {
	struct cx_str path[LISTED];
	size_t n;
};

#define SIMILAR 3

/* A word that is not a path. */
struct wanted {
	struct cx_operand *o;
	struct cx_str file; /* the word without .md */
	struct cx_str key;  /* the same in any case */
	struct found way[WAYS];
	struct {
		struct cx_str path;
		unsigned far;
	} similar[SIMILAR]; /* nearest first, for a word alone */
	size_t n_similar;
	size_t next; /* of the same key, + 1 */
};

struct search {
	struct wanted *v;
	size_t n;
	struct cx_map keys; /* of words, without .md, in any case */
	size_t *first;	    /* of that key, + 1 */
	struct cx_arena *arena;
	struct cx_buf key;
	struct cx_str path; /* of the note at hand */
};

static struct cx_str
key_of(struct search *s, struct cx_str name)
{
	s->key.len = 0;
	cx_utf8_key(&s->key, name);
	return cx_buf_view(&s->key);
}

static void
want(struct search *s, struct cx_operand *o)
{
	struct wanted *x = &s->v[s->n];
	uint32_t k;

	x->o = o;
	x->file = o->word;
	if (cx_is_note(x->file))
		x->file.len -= 3;
	x->key = cx_arena_copy(s->arena, key_of(s, x->file));
	k = cx_map_get(&s->keys, x->key);
	if (k == CX_MAP_NONE)
		k = cx_map_put(&s->keys, x->key);
	x->next = s->first[k];
	s->first[k] = ++s->n;
}

static void
hit(struct search *s, struct wanted *x, int way)
{
	struct found *f = &x->way[way];

	if (f->n && f->n <= LISTED && cx_str_eq(f->path[f->n - 1], s->path))
		return;
	if (f->n < LISTED)
		f->path[f->n] = cx_arena_copy(s->arena, s->path);
	f->n++;
}

/* Keeps the note if its name is near the word, or has the word in it. */
static void
try_similar(struct search *s, struct cx_str key)
{
	struct wanted *x = s->v;
	unsigned far = x->key.len >= 4 && cx_str_has(key, x->key) ? 1 :
	    cx_nearness(x->key, key);
	size_t i = 0, *n = &x->n_similar;

	if (far > CX_NEAR_MAX)
		return;
	while (i < *n && !cx_str_eq(x->similar[i].path, s->path))
		i++;
	if (i == SIMILAR)
		i--;
	if (i < *n && x->similar[i].far <= far)
		return;
	*n += i == *n;
	for (; i > 0 && x->similar[i - 1].far > far; i--)
		x->similar[i] = x->similar[i - 1];
	x->similar[i].path = cx_arena_copy(s->arena, s->path);
	x->similar[i].far = far;
}

/* The note is called so, in that way. */
static void
try(struct search *s, struct cx_str name, int way)
{
	struct cx_str stem = cx_strn(name.s, name.len -
	    (cx_is_note(name) ? 3 : 0));
	uint32_t k = cx_map_get(&s->keys, key_of(s, stem));
	size_t i = k == CX_MAP_NONE ? 0 : s->first[k];

	if (s->n == 1)
		try_similar(s, cx_buf_view(&s->key));
	for (; i; i = s->v[i - 1].next) {
		struct wanted *x = &s->v[i - 1];

		if (cx_str_eq(name, way == BY_FILE || way == BY_PREFIX
		    ? x->file : x->o->word))
			hit(s, x, way);
		else if (way == BY_FILE || (way == BY_NAME &&
		    cx_is_note(name) == cx_is_note(x->o->word)))
			hit(s, x, BY_FOLDED);
	}
}

static void
try_name(void *arg, struct cx_str name)
{
	try(arg, name, BY_NAME);
}

/* With the directories of the note before it, or some of them. */
static void
try_prefix(void *arg, struct cx_str prefix)
{
	struct search *s = arg;
	struct cx_str way = cx_strn(s->path.s, s->path.len -
	    cx_last_part(s->path).len + prefix.len);

	for (size_t at = way.len - prefix.len + 1; at-- > 0;)
		if (at == 0 || way.s[at - 1] == '/')
			try(s, cx_str_from(way, at), BY_PREFIX);
}

static void
try_note(void *arg, struct cx_str path, const struct cx_json *record)
{
	struct search *s = arg;
	const struct cx_json *extra = cx_json_get(record, "extra");
	struct cx_str id = cx_json_gets(record, "id", CX_STR(""));
	struct cx_str stem = path;

	s->path = path;
	if (id.len)
		try(s, id, BY_ID);
	try_name(s, cx_json_gets(record, "name", CX_STR("")));
	cx_each_item(cx_json_get(extra, "aliases"), try_name, s);
	cx_each_item(cx_json_get(extra, "alias"), try_name, s);
	stem.len -= cx_is_note(stem) ? 3 : 0;
	for (size_t at = stem.len; at-- > 0;)
		if (at == 0 || stem.s[at - 1] == '/')
			try(s, cx_str_from(stem, at), BY_FILE);
	cx_each_item(cx_json_get(record, "prefixes"), try_prefix, s);
}

static bool
ambiguous(const struct cx_operand *o, const struct found *f)
{
	CX_AUTO_BUF b = CX_BUF_INIT;

	for (size_t i = 0; i < f->n && i < LISTED; i++) {
		cx_buf_puts(&b, i ? ", " : "");
		cx_buf_str(&b, f->path[i]);
	}
	if (f->n > LISTED)
		cx_buf_fmt(&b, " and %zu more", f->n - LISTED);
	cx_error(o->only ? CX_PARTIAL : CX_USAGE,
	    "%.*s: is ambiguous: %s; give a path", (int)o->word.len, o->word.s,
	    cx_buf_cstr(&b));
	return false;
}

static bool
decide(struct wanted *x)
{
	struct cx_operand *o = x->o;
	CX_AUTO_BUF b = CX_BUF_INIT;

	for (int way = 0; way < (o->only ? BY_NAME : WAYS); way++) {
		const struct found *f = &x->way[way];

		if (f->n > 1)
			return ambiguous(o, f);
		if (f->n != 1)
			continue;
		o->path = f->path[0];
		o->by = way == BY_ID ? CX_OPERAND_ID : CX_OPERAND_NAME;
		return true;
	}
	for (size_t i = 0; i < x->n_similar; i++) {
		cx_buf_puts(&b, i == 0 ? "; did you mean " :
		    i + 1 < x->n_similar ? ", " : " or ");
		cx_buf_str(&b, x->similar[i].path);
	}
	cx_error(CX_PARTIAL, o->only ? "%.*s: no note has this id" :
	    "%.*s: no such note in this vault%s%s", (int)o->word.len,
	    o->word.s, cx_buf_cstr(&b), b.len ? "?" : "");
	return false;
}

/* The path from the root that a record has; false with a message. */
static bool
take_path(struct cx_operand *o, const struct cx_vault *vault,
    struct cx_buf *b)
{
	b->len = 0;
	if (cx_vault_relative(b, vault, o->word) && cx_is_note(cx_buf_view(b)))
		return true;
	cx_error(CX_PARTIAL, "%.*s: not the path of a note in the vault",
	    (int)o->word.len, o->word.s);
	return false;
}

bool
cx_operands_find(struct cx_operand *o, size_t n, const struct cx_vault *vault,
    const struct cx_config *config, struct cx_arena *arena)
{
	size_t size = cx_add(n, 1);
	struct search s = {.v = cx_calloc(size, sizeof *s.v),
	    .first = cx_calloc(size, sizeof *s.first), .arena = arena};
	CX_AUTO_BUF here = CX_BUF_INIT, b = CX_BUF_INIT;
	CX_AUTO_FREE char *cwd = realpath(".", NULL);
	bool all = true;

	if (cwd && cwd[1])
		cx_buf_fmt(&here, "%s/", cwd + 1);

	for (size_t i = 0; i < n; i++) {
		enum cx_operand_by only = o[i].only;

		o[i].by = CX_OPERAND_NONE;
		if (only == CX_OPERAND_ROOT && !take_path(&o[i], vault, &b)) {
			all = false;
			continue;
		}
		if (only)
			o[i].by = only == CX_OPERAND_ROOT ? only
							  : CX_OPERAND_NONE;
		else if (find_from_here(&b, vault, cx_buf_view(&here),
		    o[i].word))
			o[i].by = CX_OPERAND_HERE;
		else if (find_path(&b, vault, CX_STR(""), o[i].word))
			o[i].by = CX_OPERAND_ROOT;
		if (!o[i].by) {
			want(&s, &o[i]);
		} else if (cx_utf8_invalid(cx_buf_view(&b)) < b.len) {
			cx_error(CX_PARTIAL, "%.*s: the name is not UTF-8; "
			    "rename the file", (int)b.len, b.s);
			o[i].by = CX_OPERAND_NONE;
			all = false;
		} else {
			o[i].path = cx_arena_copy(arena, cx_buf_view(&b));
		}
	}
	if (s.n) {
		struct cx_ignore *ignore = cx_ignore_load(config, vault->fd);

		/* Each is looked at once, for all words. */
		cx_notes_each(vault, config, ignore, false, try_note, &s);
		cx_ignore_free(ignore);
	}
	for (size_t i = 0; i < s.n; i++)
		all &= decide(&s.v[i]);
	free(s.v);
	free(s.first);
	cx_map_release(&s.keys);
	cx_buf_release(&s.key);
	return all;
}
