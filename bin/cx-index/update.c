/*
 * Updates index and layers from the files of a vault, in one program.
 *
 * Every file is checked, unless one is named, and if none has changed since the
 * last scan, that is all.  In a large vault, few changes go into a delta next
 * to the index; otherwise the vault is read.  The scan is a process of its own,
 * as in a pipeline, whose output is used only if it succeeded.  All of it holds
 * the vault's lock, from before the scan: otherwise an update that scanned
 * earlier could commit later, over a newer index.
 */
#include "bin/cx-index/index.h"

#include "lib/atom/scan.h"
#include "lib/atom/vaultscan.h"
#include "lib/base/date.h"
#include "lib/base/platform.h"
#include "lib/file/lock.h"
#include "lib/file/publish.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Beyond so many changes all is read again. */
#define MANY 10000

enum changes { NONE, SOME, UNKNOWN };

struct run {
	const struct update *u;
	struct cx_vault vault;
	struct cx_ignore *ignore;
	struct cx_publisher index, layers;
	struct cx_buf note;	/* path of what the scan notes */
	struct cx_buf changes;	/* records of what has changed */
	struct cx_buf said;	/* by the scan of changes */
	enum cx_exit status;	/* of that; counts unless all is read again */
};

/* The scan that runs, 0 for none, and what reads from it. */
static pid_t scan;
static int scan_out = -1, scan_said = -1;

/* --- when it fails --- */

static const char *outcome;

static void
scan_ended(int status)
{
	scan = 0;
	if (status > 128)
		cx_note("the scan was killed by signal %d", status - 128);
}

static void
close_reader(int *fd)
{
	if (*fd >= 0)
		close(*fd); /* only read */
	*fd = -1;
}

/* After a message: what it means for the vault. */
static void
say_outcome(struct cx_str text)
{
	(void)text;
	if (scan) {
		/* It may wait for its reader, which we are. */
		close(STDIN_FILENO);
		close_reader(&scan_out);
		close_reader(&scan_said);
		scan_ended(cx_wait(scan));
	}
	cx_note("%s", outcome);
}

static void fail(int status) CX_NORETURN;
static void
fail(int status)
{
	cx_note("%s", outcome);
	exit(status >= CX_NO && status <= CX_STALE ? status : CX_FAIL);
}

/* --- the scan --- */

enum messages { SAY, KEEP, DROP };

/* Starts a scan that prints into scan_out, and what it says on standard error,
 * into scan_said or nowhere: somebody has to read both while it runs, or it
 * waits for ever. */
static void
start_scan(const struct cx_vault_scan *what, enum messages messages)
{
	int to[2], said[2] = {-1, -1};

	if (cx_pipe(to) != 0 ||
	    (messages == KEEP && cx_pipe(said) != 0) ||
	    (messages == DROP &&
		(said[1] = open("/dev/null", O_WRONLY | O_CLOEXEC)) < 0) ||
	    (scan = fork()) < 0) {
		scan = 0;
		cx_die(CX_FAIL, "cannot start the scan: %s", strerror(errno));
	}
	if (scan == 0) {
		cx_die_calls(NULL);
		if (dup2(to[1], STDOUT_FILENO) < 0 || (messages != SAY &&
		    dup2(said[1], STDERR_FILENO) < 0))
			cx_die(CX_FAIL, "cannot start the scan: %s",
			    strerror(errno));
		close(to[0]);
		close(to[1]);
		close_reader(&said[0]);
		close_reader(&said[1]);
		cx_progress_begin(cx_prog());
		cx_vault_scan(what);
		exit(cx_finish());
	}
	close(to[1]);
	if (messages != SAY)
		close(said[1]);
	scan_out = to[0];
	scan_said = said[0];
}

/* Reads what there is; false at the end. */
static bool
take(int *fd, struct cx_buf *b)
{
	ssize_t n;

	cx_buf_room(b, 65536);
	do
		n = read(*fd, b->s + b->len, 65536);
	while (n < 0 && errno == EINTR);
	if (n < 0)
		cx_die(CX_FAIL, "cannot read from the scan: %s",
		    strerror(errno));
	b->len += (size_t)n;
	if (n == 0)
		close_reader(fd);
	return n > 0;
}

/* Reads both to their ends; where there are more than `most` changes they are
 * of no use, and the scan need not go on.  Tells whether there are. */
static bool
take_changes(struct run *r, size_t most)
{
	size_t lines = 0;

	while (scan_out >= 0 || scan_said >= 0) {
		struct pollfd p[] = {{scan_out, POLLIN, 0},
		    {scan_said, POLLIN, 0}};
		size_t before = r->changes.len;

		if (poll(p, 2, -1) < 0) {
			if (errno == EINTR)
				continue;
			cx_die(CX_FAIL, "cannot read from the scan: %s",
			    strerror(errno));
		}
		if (p[0].revents && take(&scan_out, &r->changes)) {
			lines += cx_str_count(cx_str_from(
			    cx_buf_view(&r->changes), before), '\n');
			if (lines > most)
				close_reader(&scan_out);
		}
		if (p[1].revents)
			(void)take(&scan_said, &r->said);
	}
	return lines > most;
}

static void
say_said(const struct run *r)
{
	/* What cannot be told has no other way either. */
	(void)cx_write_all(STDERR_FILENO, r->said.s, r->said.len);
}

static struct cx_vault_scan
scan_of(const struct run *r)
{
	return (struct cx_vault_scan){.config = r->u->config,
	    .vault = &r->vault, .ignore = r->ignore, .body = r->u->search};
}

/* Whether the current generation has this file, and it is not empty. */
static bool
has_file(const struct run *r, const char *name)
{
	int gen = cx_gen_open(r->index.fd, NULL);
	struct stat st;
	bool has = gen >= 0 &&
	    fstatat(gen, name, &st, AT_SYMLINK_NOFOLLOW) == 0 && st.st_size > 0;

	if (gen >= 0)
		close(gen); /* only read */
	return has;
}

static enum changes
find_changes(struct run *r)
{
	struct cx_vault_scan what = scan_of(r);
	CX_AUTO_BUF cache = CX_BUF_INIT;
	size_t most = has_file(r, "linkkeys") ? MANY : 0;
	int status;
	bool many;

	if (r->u->full || cx_strict || !has_file(r, CX_GEN_STATCACHE))
		return UNKNOWN;
	cx_buf_fmt(&cache, "%s/" CX_GENERATIONS "/current/" CX_GEN_STATCACHE,
	    r->u->index);
	what.body = false;
	what.changed_file = cx_buf_cstr(&cache);
	what.stat_file = cx_buf_cstr(&r->note);
	what.only = r->u->only;
	start_scan(&what, KEEP);
	many = take_changes(r, most);
	status = cx_wait(scan);
	scan = 0;
	if (many || status == CX_NO)
		return UNKNOWN;
	if (status != CX_DONE && status != CX_PARTIAL) {
		say_said(r);
		scan_ended(status);
		fail(status);
	}
	r->status = status;
	return r->changes.len ? SOME : NONE;
}

/* --- layers --- */

/* What layers are made of, and which ones they are: a day, an index. */
static void
describe_layers(const struct run *r, struct cx_buf *b)
{
	const int dirs[] = {r->index.fd, r->layers.fd};

	cx_date_put(b, cx_today());
	for (int i = 0; i < 2; i++) {
		cx_gen_id id;
		int gen = cx_gen_open(dirs[i], id);

		cx_buf_char(b, ' ');
		if (gen < 0)
			continue;
		cx_buf_fmt(b, "g-%s", id);
		close(gen); /* only read */
	}
	cx_buf_char(b, '\n');
}

#define MADE ".made"

static bool
layers_are_up_to_date(const struct run *r)
{
	CX_AUTO_BUF want = CX_BUF_INIT, have = CX_BUF_INIT;

	if (r->u->full || !cx_gen_leads(r->layers.fd, "hot.json") ||
	    !cx_gen_leads(r->layers.fd, "warm.json") ||
	    !cx_gen_leads(r->layers.fd, "cold.json") ||
	    cx_read_file(r->layers.fd, MADE, &have, 4096, NULL) != 0)
		return false;
	describe_layers(r, &want);
	return cx_str_eq(cx_buf_view(&want), cx_buf_view(&have));
}

static void
open_layers(struct run *r)
{
	r->layers = (struct cx_publisher){.mode = CX_STAGE,
	    .path = r->u->layers};
	cx_publisher_open(&r->layers);
}

/* Of the index that is there, for another day. */
static void
stage_layers(struct run *r, cx_gen_id id)
{
	char *files[] = {(char *)(uintptr_t)r->u->index};
	const struct cx_layers layers = cx_layers_init(r->u->config, -1, -1);
	struct cx_stage *s = cx_stage_new(r->layers.fd);

	cx_layer_files_of(&layers, files, 1, s);
	cx_publisher_stage(&r->layers, s, id);
}

/* lock is held. */
static void
commit_layers(struct run *r, struct cx_lock *lock, const char *id)
{
	CX_AUTO_BUF made = CX_BUF_INIT, path = CX_BUF_INIT;
	struct cx_publisher *p = &r->layers;
	CX_AUTO_BUF why = CX_BUF_INIT;
	struct cx_pub pub;
	bool inside;

	cx_publisher_commit(p, id, NULL);
	open_layers(r);
	describe_layers(r, &made);
	inside = cx_vault_relative(&path, &r->vault, cx_str(p->path));
	cx_buf_puts(&path, inside ? "/" MADE : MADE);
	pub = cx_publish(inside ? lock : NULL, p->fd, cx_buf_cstr(&path),
	    cx_buf_view(&made), NULL);
	if (pub.status != CX_PUB_DONE && pub.status != CX_PUB_SAME) {
		cx_pub_why(&why, &pub);
		cx_die(CX_FAIL, "%s/" MADE ": %s", p->path, cx_buf_cstr(&why));
	}
}

/* --- the index --- */

static void
commit_index(struct run *r, const char *id)
{
	cx_publisher_commit(&r->index, id, cx_buf_cstr(&r->note));
	cx_publisher_open(&r->index);
	outcome = "the index is new, the layers are old; run cx rebuild again";
}

/* Whether the index is what a full scan would make of it. */
static bool
is_same(struct run *r)
{
	struct cx_publisher same = {.mode = CX_COMMIT, .path = r->u->index};
	struct stat st;
	cx_gen_id id;

	cx_publisher_open(&same);
	if (!index_same(&same, r->u->config, r->u->search, id)) {
		cx_publisher_close(&same);
		return false;
	}
	cx_publisher_commit(&same, id, fstatat(AT_FDCWD,
	    cx_buf_cstr(&r->note), &st, AT_SYMLINK_NOFOLLOW) == 0 ?
	    cx_buf_cstr(&r->note) : NULL);
	return true;
}

/* What a delta asks for, of the vault. */
struct needed {
	const struct delta *delta;
	int vault_fd;
};

static void
add_needed(struct cx_scan *s, void *arg)
{
	const struct needed *needed = arg;
	struct cx_str path;
	size_t i = 0;

	while (delta_next(needed->delta, &i, &path)) {
		struct cx_scan_item it = {.fd = needed->vault_fd,
		    .path = path, .name = path.s};

		cx_scan_add(s, &it);
	}
}

static void
add_changes(struct run *r, struct delta *d)
{
	struct cx_json_parser *parser = cx_json_new();
	struct cx_record rec = {.file = "(changes)"};
	struct cx_str rest;
	const char *why;

	cx_buf_room(&r->changes, CX_JSON_PAD);
	rest = cx_buf_view(&r->changes);
	while (cx_str_split(&rest, '\n', &rec.line)) {
		rec.lineno++;
		if (rec.line.len == 0)
			continue;
		rec.root = cx_json_parse(parser, rec.line.s, rec.line.len,
		    &why);
		if (!rec.root)
			cx_record_die(&rec, "%s", why);
		delta_add(d, &rec);
	}
	cx_json_free(parser);
}

/* Starts a scan whose records are standard input. */
static void
scan_to_stdin(const struct cx_vault_scan *what, enum messages messages)
{
	start_scan(what, messages);
	if (dup2(scan_out, STDIN_FILENO) < 0)
		cx_die(CX_FAIL, "cannot read from the scan: %s",
		    strerror(errno));
	close_reader(&scan_out);
}

/*
 * Only what has changed is read and written.  False: it cannot be, or not for
 * less than all; or a note could not be read, which was changed or removed a
 * moment ago.
 */
static bool
stage_delta(struct run *r, cx_gen_id id)
{
	struct delta *d = delta_open(r->u->index, r->u->config);
	struct cx_vault_scan what = scan_of(r);
	struct needed needed = {d, r->vault.fd};
	struct cx_str missing;
	bool done;

	if (!d)
		return false;
	add_changes(r, d);
	if (!delta_ready(d)) {
		delta_close(d);
		return false;
	}
	what.add = add_needed;
	what.arg = &needed;
	/* What it says of those that have changed was said before. */
	scan_to_stdin(&what, DROP);
	done = delta_read(d, NULL, 0, &missing);
	if (cx_wait(scan) != CX_DONE)
		done = false;
	scan = 0;
	if (done)
		cx_publisher_stage(&r->index, delta_stage(d, &r->index), id);
	else
		cx_note("no delta, all is read again");
	delta_close(d);
	return done;
}

static bool
update_by_delta(struct run *r, struct cx_lock *lock)
{
	cx_gen_id id, layers_id;
	bool fresh;
	int gen;

	if (!r->u->search || !stage_delta(r, id))
		return false;
	say_said(r);
	cx_raise(r->status);
	fresh = layers_are_up_to_date(r);
	commit_index(r, id);
	/* They follow when the delta is merged; but not to another day.  The
	 * commit removes what a run that was killed has staged. */
	if (fresh && (gen = cx_gen_open(r->layers.fd, layers_id)) >= 0)
		close(gen); /* only read */
	else
		stage_layers(r, layers_id);
	commit_layers(r, lock, layers_id);
	return true;
}

static void
update_all(struct run *r, struct cx_lock *lock)
{
	struct cx_vault_scan what = scan_of(r);
	struct cx_layer_files layer_files;
	struct cx_stage *index, *layers;
	cx_gen_id id, layers_id;
	struct index ix;
	int status;

	index_begin(&ix, r->u->config, r->u->search, &layer_files);
	what.stat_file = cx_buf_cstr(&r->note);
	scan_to_stdin(&what, SAY);
	index_read(&ix, NULL, 0);
	status = cx_wait(scan);
	scan_ended(status);
	if (status != CX_DONE && status != CX_PARTIAL)
		fail(status);
	cx_raise(status);
	index = cx_stage_new(r->index.fd);
	layers = cx_stage_new(r->layers.fd);
	index_write(&ix, index, layers);
	index_release(&ix);
	cx_publisher_stage(&r->index, index, id);
	cx_publisher_stage(&r->layers, layers, layers_id);
	commit_index(r, id);
	commit_layers(r, lock, layers_id);
}

/* For a person; counts are those of the base. */
static void
say_done(const struct run *r, bool changed)
{
	CX_AUTO(cx_meta_release) struct cx_meta m = {.root = NULL};
	int gen = cx_gen_open(r->index.fd, NULL);
	int64_t notes = 0;
	struct cx_buf *out = cx_out();

	if (gen >= 0) {
		(void)cx_meta_read(&m, gen);
		close(gen); /* only read */
	}
	(void)cx_json_geti(cx_json_get(m.root, "counts"), "atoms", &notes);
	if (notes == 0)
		cx_buf_puts(out, "no notes here yet; write one with: cx new "
		    "\"Title\"\n");
	else if (!changed)
		cx_buf_fmt(out, "nothing changed; %lld notes in the index\n",
		    (long long)notes);
	else if (notes == 1)
		cx_buf_puts(out, "1 note in the index; find it with: cx "
		    "search WORD\n");
	else
		cx_buf_fmt(out, "%lld notes in the index; find them with: cx "
		    "search WORD\n", (long long)notes);
}

/* Before the scan: making it later would change the vault's directory. */
static void
make_dir(const struct run *r, const char *path)
{
	int fd = cx_vault_named_dir(path, true), error = errno;

	if (fd >= 0)
		close(fd); /* only read */
	else if (*path == '/')
		cx_die(CX_FAIL, "%s: %s", path, cx_file_error(error));
	else
		cx_die(CX_FAIL, "%s/%s: %s", r->vault.path, path,
		    cx_file_error(error));
}

static void
open_all(struct run *r)
{
	const struct update *u = r->u;

	make_dir(r, u->index);
	make_dir(r, u->layers);
	r->ignore = cx_ignore_load(u->config, r->vault.fd);
	r->index = (struct cx_publisher){.mode = CX_STAGE, .path = u->index};
	cx_publisher_open(&r->index);
	open_layers(r);
	cx_buf_fmt(&r->note, "%s/." CX_GEN_STATCACHE, u->index);
	if (unlinkat(r->index.fd, "." CX_GEN_STATCACHE, 0) != 0 &&
	    errno != ENOENT)
		cx_die(CX_FAIL, "%s: %s", cx_buf_cstr(&r->note),
		    cx_file_error(errno));
}

void
index_update(const struct update *u)
{
	struct run r = {.u = u};
	struct cx_lock lock = CX_LOCK_NONE;
	cx_gen_id id;
	enum changes changes;

	cx_vault_init(&r.vault, u->vault, cx_config_vault(u->config));
	if (!cx_lock_wait(&lock, r.vault.fd, u->wait))
		cx_die(CX_FAIL, "%s/" CX_LOCK_PATH ": %s", r.vault.path,
		    errno == EWOULDBLOCK ? "another program holds this lock" :
		    cx_file_error(errno));
	outcome = "nothing is published; index and layers are as they were";
	open_all(&r);
	cx_die_calls(say_outcome);
	changes = find_changes(&r);
	if (changes == NONE && is_same(&r)) {
		say_said(&r);
		cx_raise(r.status);
		if (!layers_are_up_to_date(&r)) {
			stage_layers(&r, id);
			commit_layers(&r, &lock, id);
		}
	} else if (changes != SOME || !update_by_delta(&r, &lock)) {
		update_all(&r, &lock);
	}
	cx_die_calls(NULL);
	if (isatty(STDOUT_FILENO))
		say_done(&r, changes != NONE);
	if (cx_status() == CX_PARTIAL)
		cx_note("published; what is named above is missing or in part");
	cx_publisher_close(&r.index);
	cx_publisher_close(&r.layers);
	cx_unlock(&lock);
	cx_ignore_free(r.ignore);
	cx_vault_release(&r.vault);
	cx_buf_release(&r.note);
	cx_buf_release(&r.changes);
	cx_buf_release(&r.said);
}
