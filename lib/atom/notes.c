/*
 * The walk, the stat cache and the manifest of the index come in one order,
 * that of paths, and are merged.  The cache is opened first: should another
 * generation become the current one in between, its records are newer than
 * the entries, and a file that changed meanwhile differs from its entry and is
 * read.
 */
#include "lib/atom/notes.h"
#include "lib/atom/atom.h"
#include "lib/base/ascii.h"
#include "lib/base/utf8.h"
#include "lib/file/walk.h"
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

static void
known_open(struct known *k, const struct cx_vault *vault,
    const struct cx_config *config)
{
	char digest[CX_DIGEST_HEX + 1];
	const char *why;
	int dir = openat(vault->fd, "index",
	    O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	int gen = dir < 0 ? -1 : cx_gen_open(dir, NULL);
	int fd = gen < 0 ? -1 : openat(gen, CX_GEN_STATCACHE,
	    O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);

	if (fd >= 0 && cx_stats_map(&k->stats, fd, &why)) {
		cx_stat_rules(config, vault->fd, digest);
		if (cx_stat_rules_same(k->stats.digest, cx_str(digest))) {
			k->rest = k->stats.files;
			cx_buf_fmt(&k->name, "%s/index", vault->path);
			k->reader = cx_reader_index(cx_buf_cstr(&k->name));
			next_entry(k);
			next_record(k);
		} else {
			cx_stats_unmap(&k->stats);
		}
	}
	/* These are only read. */
	if (fd >= 0)
		close(fd);
	if (gen >= 0)
		close(gen);
	if (dir >= 0)
		close(dir);
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
