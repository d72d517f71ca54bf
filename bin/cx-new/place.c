/* Finds unused ids and file names. */
#include "new.h"

#include "lib/base/digest.h"
#include "lib/base/utf8.h"
#include "lib/file/git.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#define ID_MAX 200
/* Letters that tell the notes of one session from those of others. */
#define SESSION 4

static struct cx_str
path_key(struct places *p, struct cx_str path)
{
	CX_AUTO_BUF b = CX_BUF_INIT;

	cx_utf8_key(&b, path);
	return cx_arena_copy(&p->arena, cx_buf_view(&b));
}

void
places_add(struct places *p, struct cx_str path, struct cx_str id)
{
	uint32_t n = p->paths.n, k;
	struct cx_str key = path_key(p, path);

	k = cx_map_put(&p->paths, key);
	if (k == n) {
		CX_GROW(p->path, n, p->cap_path);
		p->path[k] = cx_str_eq(key, path) ? key
		    : cx_arena_copy(&p->arena, path);
	}
	n = p->ids.n;
	if (!id.len)
		return;
	k = cx_map_put(&p->ids, cx_arena_copy(&p->arena, id));
	if (k == n) {
		CX_GROW(p->id_path, n, p->cap);
		p->id_path[k] = cx_arena_copy(&p->arena, path);
	} else {
		p->id_path[k].len = 0;
	}
}

static void
seen(void *arg, struct cx_str path, const struct cx_json *record)
{
	struct places *p = arg;

	places_add(p, path, cx_json_gets(record, "id", CX_STR("")));
	*CX_NEXT(p->notes, p->n, p->notes_cap) = (struct neighbour){
	    cx_arena_copy(&p->arena, path),
	    cx_arena_copy(&p->arena, cx_json_gets(record, "name", CX_STR(""))),
	    cx_arena_copy(&p->arena, cx_json_gets(record, "type",
		CX_STR("unknown")))};
}

/* Whether there are other clones, as far as this one knows. */
static bool
is_cloned(const struct cx_vault *vault)
{
	static const char *const list[] = {"remote", NULL};
	CX_AUTO_BUF remotes = CX_BUF_INIT;

	return cx_git_work_tree(vault->path) &&
	    cx_git(vault->path, NULL, list, false, &remotes) == 0 &&
	    remotes.len > 0;
}

/* What the gate let pass needs no more than a free id and path: all of its
 * neighbours need not be read for that. */
static bool
are_judged(const struct drafts *all)
{
	for (size_t i = 0; i < all->n; i++) {
		const struct draft *d = &all->v[i];

		if (!d->judged.s || d->own_id.s || d->supersedes.s ||
		    d->kind_name.s || d->titled)
			return false;
	}
	return true;
}

void
places_init(struct places *p, const struct settings *s,
    const struct drafts *all)
{
	*p = (struct places){.cloned = is_cloned(s->vault)};
	if (are_judged(all) &&
	    cx_known_ids_open(&p->known, s->vault, s->config))
		p->vault = s->vault;
	else
		cx_notes_each(s->vault, s->config, s->ignore, true, seen, p);
}

/* Paths of a directory, which is empty or ends in `/`; one that is not there
 * has none, and one that cannot be read is said when a note is put there. */
static void
look_at_dir(struct places *p, struct cx_str dir)
{
	uint32_t n = p->dirs.n;
	CX_AUTO_BUF path = CX_BUF_INIT;
	CX_AUTO_DIR d = NULL;
	struct dirent *e;
	int fd;

	if (cx_map_put(&p->dirs, dir) < n)
		return;
	cx_buf_str(&path, dir.len ? cx_strn(dir.s, dir.len - 1) :
	    CX_STR("."));
	fd = dir.len ? cx_vault_open(p->vault->fd, cx_buf_cstr(&path),
	    O_RDONLY | O_DIRECTORY) : dup(p->vault->fd);
	d = fd < 0 ? NULL : fdopendir(fd);
	while (d && (e = readdir(d))) {
		path.len = 0;
		cx_buf_str(&path, dir);
		cx_buf_puts(&path, e->d_name);
		if (cx_is_note(cx_buf_view(&path)))
			places_add(p, cx_buf_view(&path), CX_STR(""));
	}
}

/* The path of the note that has an id; .s NULL if none has it. */
static struct cx_str
path_of_id(struct places *p, struct cx_str id)
{
	uint32_t k = cx_map_get(&p->ids, id);
	struct cx_str path = {NULL, 0};

	if (k != CX_MAP_NONE)
		return p->id_path[k];
	/* The first is asked for twice, and all of the index is read. */
	if (p->vault && !cx_str_eq(id, p->free_id)) {
		path = cx_known_ids_find(&p->known, id, &p->arena);
		if (!path.s)
			p->free_id = id;
	}
	return path;
}

/* Of the session, the machine, for sessions may be named alike, and more. */
static void
digest_session(char hex[CX_DIGEST_HEX + 1], const struct draft *d,
    struct cx_str more)
{
	CX_AUTO_BUF who = CX_BUF_INIT;
	char host[256] = "";

	if (gethostname(host, sizeof host - 1) == 0)
		cx_buf_puts(&who, host);
	cx_buf_char(&who, '\n');
	cx_buf_str(&who, draft_other(d, "session"));
	cx_buf_str(&who, more);
	cx_digest_text(cx_buf_view(&who), hex);
}

/*
 * Agents on two machines save one fact under one name on one day, and clones
 * then have two notes of one path and id, a conflict that nobody sees.  So what
 * the gate let pass has a number in its id, which is short, as agents read it
 * with each text, and in a vault that has a remote letters in its path.
 */
static void
put_session(struct cx_buf *id, struct cx_buf *path, const struct places *p,
    const struct draft *d)
{
	char hex[CX_DIGEST_HEX + 1];

	digest_session(hex, d, d->slug);
	hex[8] = '\0';
	cx_buf_fmt(id, "_m%06lu", strtoul(hex, NULL, 16) % 1000000);
	digest_session(hex, d, CX_STR(""));
	if (p->cloned)
		cx_buf_fmt(path, "_%.*s", SESSION, hex);
}

static void
name_it(struct places *p, struct draft *d, unsigned long n)
{
	CX_AUTO_BUF id = CX_BUF_INIT, path = CX_BUF_INIT;

	for (size_t i = 0; id.len < 8 && i < d->created.len; i++)
		if (d->created.s[i] >= '0' && d->created.s[i] <= '9')
			cx_buf_char(&id, d->created.s[i]);
	cx_buf_str(&path, d->dir);
	cx_buf_str(&path, d->stem.s ? d->stem : d->slug);
	if (d->judged.s)
		put_session(&id, &path, p, d);
	else
		cx_buf_fmt(&id, "_%.*s", (int)d->slug.len, d->slug.s);
	if (n > 1) {
		cx_buf_fmt(&id, "_%lu", n);
		cx_buf_fmt(&path, "%c%lu", d->stem.s ? d->joint : '_', n);
	}
	cx_buf_puts(&path, ".md");
	d->id = d->own_id.s ? d->own_id
			    : cx_arena_copy(&p->arena, cx_buf_view(&id));
	d->path = cx_arena_copy(&p->arena, cx_buf_view(&path));
}

void
places_take(struct places *p, struct draft *d)
{
	uint32_t n = p->tried.n, k;
	struct cx_str key;

	if (p->vault)
		look_at_dir(p, d->dir);
	/* Many notes of one name need not each try all numbers. */
	name_it(p, d, 1);
	k = cx_map_put(&p->tried, path_key(p, d->path));
	if (k == n) {
		CX_GROW(p->next, n, p->cap_next);
		p->next[k] = 1;
	}
	n = cx_map_get(&p->paths, path_key(p, d->path));
	if (n != CX_MAP_NONE)
		d->twin = p->path[n];
	else if (!d->own_id.s)
		d->twin = path_of_id(p, d->id);
	do {
		name_it(p, d, p->next[k]++);
		key = path_key(p, d->path);
	} while (cx_map_get(&p->paths, key) != CX_MAP_NONE ||
	    (!d->own_id.s && path_of_id(p, d->id).s));
	places_add(p, d->path, d->id);
}

bool
places_has(struct places *p, struct draft *d)
{
	uint32_t n = p->given.n;

	if (!d->own_id.s || d->kind_name.s)
		return false;
	if (!cx_id_ok(d->own_id) || d->own_id.len > ID_MAX)
		draft_fail(d, "id '%.*s': an id has letters, digits, _, - and "
		    ". only, and at most %d bytes", (int)d->own_id.len,
		    d->own_id.s, ID_MAX);
	else if (cx_map_put(&p->given, d->own_id) != n)
		draft_fail(d, "id '%.*s' is that of an earlier record",
		    (int)d->own_id.len, d->own_id.s);
	else
		return cx_map_get(&p->ids, d->own_id) != CX_MAP_NONE;
	return false;
}

struct cx_str
places_find(struct places *p, struct draft *d, const struct settings *s)
{
	struct cx_str name = d->supersedes;
	uint32_t k = cx_map_get(&p->ids, name);
	CX_AUTO_BUF b = CX_BUF_INIT;
	struct cx_str path = {NULL, 0};

	if (k != CX_MAP_NONE && p->id_path[k].len)
		return p->id_path[k];
	if (k != CX_MAP_NONE) {
		draft_refuse(d, CX_PARTIAL,
		    "supersedes: several notes have the id %.*s; "
		    "name the file", (int)name.len, name.s);
		return path;
	}
	if (cx_vault_relative(&b, s->vault, name) && cx_map_get(&p->paths,
	    path_key(p, cx_buf_view(&b))) != CX_MAP_NONE)
		path = cx_arena_copy(&p->arena, cx_buf_view(&b));
	else
		draft_refuse(d, CX_PARTIAL,
		    "supersedes: no note has the id or the path "
		    "%.*s", (int)name.len, name.s);
	return path;
}

void
places_release(struct places *p)
{
	cx_map_release(&p->paths);
	cx_map_release(&p->ids);
	cx_map_release(&p->given);
	cx_map_release(&p->tried);
	cx_map_release(&p->dirs);
	cx_known_ids_release(&p->known);
	free(p->notes);
	free(p->path);
	free(p->id_path);
	free(p->next);
	cx_arena_release(&p->arena);
}
