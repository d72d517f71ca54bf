/*
 * The walk, the stat cache and the manifest of the index are all ordered by
 * path and are merged.  The cache is opened first: if another generation
 * becomes current in between, its records are newer than the entries, and a
 * file that has changed meanwhile differs from its entry and is read.
 */
#include "lib/atom/notes.h"
#include "lib/atom/atom.h"
#include "lib/base/ascii.h"
#include "lib/base/utf8.h"
#include "lib/file/walk.h"
#include "lib/index/fresh.h"
#include "lib/index/gen.h"
#include "lib/index/statcache.h"
#include "lib/record/record.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

struct known {
	struct cx_stats stats;
	struct cx_str rest; /* its lines of files */
	struct cx_stat_entry entry;
	bool more; /* entry is one */
	struct cx_reader *reader; /* NULL: nothing is known */
	struct cx_record record;
	struct cx_str path; /* of record; .s NULL at the end */
	struct cx_buf name;
};

static void
next_entry(struct known *k)
{
	/* A damaged cache knows nothing of what follows. */
	k->more = cx_stats_next(&k->rest, &k->entry) > 0;
}

static void
next_record(struct known *k)
{
	k->path = cx_reader_next(k->reader, &k->record) ?
	    cx_record_path(&k->record) : (struct cx_str){NULL, 0};
}

static int
open_generation(const struct cx_vault *vault)
{
	int dir = openat(vault->fd, "index",
	    O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	int gen = dir < 0 ? -1 : cx_gen_open(dir, NULL);

	if (dir >= 0)
		close(dir); /* only read */
	return gen;
}

/* Maps the cache of a generation, if it is about this configuration. */
static bool
map_stats(struct cx_stats *stats, int gen, const struct cx_vault *vault,
    const struct cx_config *config)
{
	char digest[CX_DIGEST_HEX + 1];
	const char *why;
	int fd = gen < 0 ? -1 : openat(gen, CX_GEN_STATCACHE,
	    O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	bool ok = fd >= 0 && cx_stats_map(stats, fd, &why);

	if (fd >= 0)
		close(fd); /* only read */
	if (!ok)
		return false;
	cx_stat_rules(config, vault->fd, digest);
	if (cx_stat_rules_same(stats->digest, cx_str(digest)))
		return true;
	cx_stats_unmap(stats);
	return false;
}

static void
known_open(struct known *k, const struct cx_vault *vault,
    const struct cx_config *config)
{
	int gen = open_generation(vault);

	if (map_stats(&k->stats, gen, vault, config)) {
		k->rest = k->stats.files;
		cx_buf_fmt(&k->name, "%s/index", vault->path);
		k->reader = cx_reader_index(cx_buf_cstr(&k->name));
		next_entry(k);
		next_record(k);
	}
	if (gen >= 0)
		close(gen); /* only read */
}

static void
known_close(struct known *k)
{
	if (k->reader)
		cx_stats_unmap(&k->stats);
	cx_reader_close(k->reader);
	cx_stat_entry_release(&k->entry);
	cx_buf_release(&k->name);
}

/* The record of a file that is as it was; NULL if that is not known. */
static const struct cx_json *
known_find(struct known *k, const struct cx_walk_entry *e)
{
	struct cx_stat now;
	struct stat st;

	if (!k->reader)
		return NULL;
	while (k->more && cx_str_cmp(k->entry.path, e->path) < 0)
		next_entry(k);
	while (k->path.s && cx_str_cmp(k->path, e->path) < 0)
		next_record(k);
	if (!k->more || !cx_str_eq(k->entry.path, e->path) || !k->path.s ||
	    !cx_str_eq(k->path, e->path) ||
	    fstatat(e->dir->fd, e->name, &st, AT_SYMLINK_NOFOLLOW) != 0)
		return NULL;
	now = cx_stat_of(&st);
	return cx_stat_same(&now, &k->entry.st) &&
	    !cx_stats_racy(&k->stats, &now) ? k->record.root : NULL;
}

void
cx_notes_each(const struct cx_vault *vault, const struct cx_config *config,
    const struct cx_ignore *ignore, bool unread,
    void (*each)(void *arg, struct cx_str path, const struct cx_json *record),
    void *arg)
{
	struct cx_atom_maker *maker = cx_atom_maker_new(config, false);
	struct cx_walk *w = cx_walk_open(vault->fd, ignore);
	CX_AUTO_BUF line = CX_BUF_INIT, text = CX_BUF_INIT;
	CX_AUTO_JSON json = cx_json_new();
	struct known k = {.name = CX_BUF_INIT};
	struct cx_walk_entry e;

	known_open(&k, vault, config);
	while (cx_walk_next(w, &e)) {
		const struct cx_json *record = NULL;
		int error = e.kind == CX_WALK_DEEP ? ENAMETOOLONG : e.error;

		if (e.kind == CX_WALK_FILE) {
			record = e.utf8 ? known_find(&k, &e) : NULL;
			text.len = 0;
			if (!record)
				error = e.utf8 ? cx_read_file(e.dir->fd,
				    e.name, &text, CX_ATOM_MAX, NULL) : ENOENT;
			cx_dir_drop(e.dir);
		}
		/* One that is too large has front matter; one that has gone
		 * since has no name. */
		if (error && error != ENOENT && error != EFBIG) {
			if (unread)
				cx_error(CX_PARTIAL, "%.*s: %s; ids in there "
				    "are not known", (int)e.path.len, e.path.s,
				    cx_file_error(error));
			else
				cx_warn("%.*s: %s; what is called there is not "
				    "known", (int)e.path.len, e.path.s,
				    cx_file_error(error));
		}
		if (e.kind != CX_WALK_FILE || (error && error != EFBIG))
			continue;
		each(arg, e.path, record ? record : cx_atom_record(maker, json,
		    e.path, cx_buf_view(&text), 0, &line));
	}
	known_close(&k);
	cx_walk_close(w);
	cx_atom_maker_free(maker);
}

/* --- ids alone --- */

static bool
dirs_are_same(const struct cx_stats *stats, const struct cx_vault *vault)
{
	struct cx_stat_entry e = {.st = {0}};
	struct cx_str rest = stats->dirs;
	CX_AUTO_BUF name = CX_BUF_INIT;
	bool same = true;
	int more = 1;

	while (same && (more = cx_stats_next(&rest, &e)) > 0) {
		struct cx_stat now;
		struct stat st;

		name.len = 0;
		cx_buf_str(&name, e.path);
		name.len -= name.len > 0; /* with its `/` it is followed */
		same = (name.len ? fstatat(vault->fd, cx_buf_cstr(&name), &st,
		    AT_SYMLINK_NOFOLLOW) : fstat(vault->fd, &st)) == 0;
		if (!same)
			break;
		now = cx_stat_of_dir(&st, (size_t)e.st.size);
		same = cx_stat_same(&now, &e.st) && !cx_stats_racy(stats, &now);
	}
	cx_stat_entry_release(&e);
	return same && more == 0;
}

bool
cx_known_ids_open(struct cx_known_ids *k, const struct cx_vault *vault,
    const struct cx_config *config)
{
	int gen = open_generation(vault);
	struct cx_stats stats = {0};
	bool ok = map_stats(&stats, gen, vault, config);

	*k = (struct cx_known_ids){.delta = CX_BUF_INIT};
	if (ok) {
		ok = cx_dirs_tell(vault->fd) && dirs_are_same(&stats, vault);
		cx_stats_unmap(&stats);
	}
	if (ok) {
		CX_AUTO_CLOSE base = cx_vault_open(gen, "manifest.json",
		    O_RDONLY | O_NONBLOCK);
		int err = cx_read_file(gen, "delta.manifest.json", &k->delta,
		    SIZE_MAX, NULL);

		ok = base >= 0 && cx_map_file(base, &k->base) == 0 &&
		    (err == 0 || err == ENOENT);
	}
	if (gen >= 0)
		close(gen); /* only read */
	return ok;
}

/* In the lines of records. */
static struct cx_str
find_id(struct cx_str rest, struct cx_str id, struct cx_arena *arena)
{
	struct cx_str path = {NULL, 0};
	CX_AUTO_BUF member = CX_BUF_INIT, line = CX_BUF_INIT;
	CX_AUTO_JSON json = cx_json_new();
	const char *at, *why;

	cx_buf_fmt(&member, "\"id\":\"%.*s\"", (int)id.len, id.s);
	while (rest.len && !path.s &&
	    (at = memmem(rest.s, rest.len, member.s, member.len)) != NULL) {
		const char *from = cx_str_last(cx_strn(rest.s,
		    (size_t)(at - rest.s)), '\n');
		const struct cx_json *root;
		struct cx_str record;

		rest = cx_str_from(rest, from ?
		    (size_t)(from - rest.s) + 1 : 0);
		if (!cx_str_split(&rest, '\n', &record))
			break;
		record.len -= cx_str_ends(record, CX_STR(","));
		/* Nothing may be read past the end of what is mapped. */
		line.len = 0;
		cx_buf_room(&line, record.len + CX_JSON_PAD);
		cx_buf_str(&line, record);
		root = cx_json_parse(json, line.s, line.len, &why);
		if (root && cx_str_eq(cx_json_gets(root, "id", CX_STR("")),
		    id))
			path = cx_arena_copy(arena, cx_json_gets(root, "path",
			    CX_STR("")));
	}
	return path;
}

struct cx_str
cx_known_ids_find(const struct cx_known_ids *k, struct cx_str id,
    struct cx_arena *arena)
{
	struct cx_str path = find_id(cx_buf_view(&k->delta), id, arena);

	return path.s ? path : find_id(k->base, id, arena);
}

void
cx_known_ids_release(struct cx_known_ids *k)
{
	cx_unmap_file(k->base);
	cx_buf_release(&k->delta);
}

bool
cx_id_ok(struct cx_str id)
{
	uint32_t cp;
	size_t n;
	bool ok;

	if (!id.len)
		return false;
	for (; id.len; id = cx_str_from(id, n)) {
		n = 1;
		if (cx_is_ascii_word((unsigned char)id.s[0]))
			continue;
		n = cx_utf8_decode(id.s, id.len, &cp, &ok);
		if (!ok || (!cx_is_wordchar(cp) && cp != '_' && cp != '-' &&
			cp != '.'))
			return false;
	}
	return true;
}
