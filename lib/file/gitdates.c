/*
 * gitdates.c: the date of the last commit that touched each file, as `git log
 * -1 -- FILE` says for all of them at once.
 *
 * At a merge a file is followed to the first parent that has it as the merge
 * does (git-log(1), "History Simplification").  Files that are followed
 * together are in one lane, which goes from a commit to its first parent; at a
 * merge those that differ from the first parent change to a lane of the other
 * parents.  Lanes that meet become one.
 */
#include "lib/file/gitdates.h"

#include "lib/base/err.h"
#include "lib/base/map.h"
#include "lib/file/git.h"
#include "lib/file/publish.h"
#include "lib/file/vault.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

#define CACHE "index/.git-dates"
#define CACHE_HEAD "cx-git-dates 3 "
#define CACHE_MAX ((size_t)1 << 30)

#define GONE INT64_MIN /* the last commit removed it */
#define NONE (INT64_MIN + 1) /* no commit touched it so far */
/* A first commit of so many notes brought what was there already. */
#define MANY 3

struct cx_git_dates {
	const char *vault;
	int vault_fd;
	pthread_mutex_t lock;
	atomic_bool ready;
	struct cx_buf head;
	struct cx_buf text, merges; /* what the keys of the map are parts of */
	struct cx_map paths;
	/* By path: twice the day, and 1 if a first commit brought it, which a
	 * later one of that day does not change. */
	int64_t *day;
	size_t cap;
	size_t brought; /* by first commits */
	struct history *history; /* while it is read */
};

struct history {
	struct cx_map commits;
	uint32_t *lane_of; /* by commit */
	size_t lane_of_cap;
	uint32_t *same; /* by lane: itself, or one that it is part of */
	size_t n_lanes, same_cap;
	uint32_t *lane; /* by path */
	size_t lane_cap;
	struct cx_str commit, parents; /* at hand */
	uint32_t here; /* its lane */
	bool merges_read;
	struct cx_map merges; /* commits */
	struct cx_str *differs; /* by merge: files, each with a NUL */
	size_t differs_cap;
};

struct cx_git_dates *
cx_git_dates_new(const char *vault, int vault_fd)
{
	struct cx_git_dates *d = cx_calloc(1, sizeof *d);

	d->vault = vault;
	d->vault_fd = vault_fd;
	if (pthread_mutex_init(&d->lock, NULL) != 0)
		cx_die(CX_FAIL, "cannot make a lock");
	return d;
}

void
cx_git_dates_free(struct cx_git_dates *d)
{
	if (!d)
		return;
	pthread_mutex_destroy(&d->lock);
	cx_buf_release(&d->head);
	cx_buf_release(&d->text);
	cx_buf_release(&d->merges);
	cx_map_release(&d->paths);
	free(d->day);
	free(d);
}

void
cx_git_head(const char *vault, struct cx_buf *out)
{
	static const char *const args[] = {"rev-parse", "--verify", "--quiet",
	    "--is-shallow-repository", "HEAD", NULL};
	CX_AUTO_BUF b = CX_BUF_INIT;
	struct cx_str rest, shallow, head;

	if (cx_git_work_tree(vault) &&
	    cx_git(vault, NULL, args, false, &b) == 0) {
		rest = cx_buf_view(&b);
		if (cx_str_split(&rest, '\n', &shallow) &&
		    cx_str_split(&rest, '\n', &head)) {
			cx_buf_str(out, head);
			if (cx_str_is(shallow, "true"))
				cx_buf_puts(out, "-shallow");
		}
	}
}

static uint32_t
number_of(struct cx_git_dates *d, struct cx_str path)
{
	uint32_t n = d->paths.n, k = cx_map_put(&d->paths, path);

	if (k < n)
		return k;
	CX_GROW(d->day, k, d->cap);
	d->day[k] = NONE;
	if (d->history) {
		CX_GROW(d->history->lane, k, d->history->lane_cap);
		d->history->lane[k] = 0; /* that of HEAD */
	}
	return k;
}

static bool
is_known(int64_t day)
{
	return day != GONE && day != NONE;
}

static bool
is_shallow(const struct cx_git_dates *d)
{
	return cx_str_ends(cx_buf_view(&d->head), CX_STR("-shallow"));
}

/* --- lanes --- */

static uint32_t
new_lane(struct history *h)
{
	uint32_t lane = (uint32_t)h->n_lanes;

	*CX_NEXT(h->same, h->n_lanes, h->same_cap) = lane;
	return lane;
}

static uint32_t
find_lane(struct history *h, uint32_t lane)
{
	for (; h->same[lane] != lane; lane = h->same[lane])
		h->same[lane] = h->same[h->same[lane]];
	return lane;
}

static void
go_to(struct history *h, struct cx_str commit, uint32_t lane)
{
	uint32_t n = h->commits.n, k = cx_map_put(&h->commits, commit);

	if (k < n) {
		h->same[find_lane(h, lane)] = find_lane(h, h->lane_of[k]);
	} else {
		CX_GROW(h->lane_of, k, h->lane_of_cap);
		h->lane_of[k] = lane;
	}
}

/* In what files each merge differs from its first parent.  If git does not know
 * that (before 2.31), files are followed to all parents. */
static void
read_merges(struct cx_git_dates *d)
{
	static const char *const args[] = {"log", "-z", "--relative",
	    "--merges", "--diff-merges=first-parent", "--no-renames",
	    "--no-ext-diff", "--no-textconv", "--no-color", "--name-only",
	    "--format=%x01%H", "--full-history", "--sparse", "--", ".", NULL};
	struct history *h = d->history;
	struct cx_str rest, token, *differs = NULL;

	h->merges_read = true;
	if (cx_git(d->vault, NULL, args, false, &d->merges) != 0) {
		cx_warn("git log --diff-merges has failed, which needs git "
		    "2.31; the date of a note may be that of a merged branch");
		d->merges.len = 0;
		return;
	}
	rest = cx_buf_view(&d->merges);
	while (cx_str_split(&rest, '\0', &token)) {
		if (token.len && token.s[0] == '\1') {
			uint32_t k = cx_map_put(&h->merges,
			    cx_str_from(token, 1));

			CX_GROW(h->differs, k, h->differs_cap);
			differs = &h->differs[k];
			*differs = cx_strn(rest.s, 0);
		} else if (differs) {
			differs->len = (size_t)(rest.s - differs->s);
		}
	}
}

/* The files of the merge at hand that differ from its first parent go to a lane
 * of the others.  False if they are not known. */
static bool
leave_lane(struct cx_git_dates *d, uint32_t lane)
{
	struct history *h = d->history;
	uint32_t here = find_lane(h, h->here), k;
	struct cx_str rest, path;

	if (!h->merges_read)
		read_merges(d);
	k = cx_map_get(&h->merges, h->commit);
	if (k == CX_MAP_NONE)
		return false;
	rest = h->differs[k];
	while (cx_str_split(&rest, '\0', &path)) {
		/* After the names of a commit, before the first, is a line. */
		if (cx_str_starts(path, CX_STR("\n")))
			path = cx_str_from(path, 1);
		if (!cx_is_note(path))
			continue;
		k = number_of(d, path);
		if (find_lane(h, h->lane[k]) == here)
			h->lane[k] = lane;
	}
	return true;
}

/* After the changes of a commit, its lane goes on to its first parent. */
static void
end_commit(struct cx_git_dates *d)
{
	struct history *h = d->history;
	struct cx_str rest = h->parents, parent;
	uint32_t other = 0;

	for (int i = 0; cx_str_split(&rest, ' ', &parent); i++) {
		if (i == 1) {
			other = new_lane(h);
			if (!leave_lane(d, other))
				other = h->here;
		}
		if (i > 0)
			go_to(h, parent, other);
	}
	rest = h->parents;
	if (cx_str_split(&rest, ' ', &parent))
		go_to(h, parent, h->here);
}

static void
begin_commit(struct cx_git_dates *d, const struct cx_git_change *c)
{
	struct history *h = d->history;
	uint32_t k;

	end_commit(d);
	h->commit = c->commit;
	h->parents = c->parents;
	k = cx_map_get(&h->commits, c->commit);
	h->here = k == CX_MAP_NONE ? 0 : h->lane_of[k];
}

static void
add_change(void *arg, const struct cx_git_change *c)
{
	struct cx_git_dates *d = arg;
	struct history *h = d->history;
	uint32_t k;

	if (!c->status) {
		begin_commit(d, c);
		return;
	}
	/* Where history is cut off, all seems to be new. */
	if (!cx_is_note(c->path) || (c->root && is_shallow(d)))
		return;
	d->brought += c->root;
	k = number_of(d, c->path);
	if (find_lane(h, h->lane[k]) != find_lane(h, h->here))
		return;
	if (d->day[k] == NONE)
		d->day[k] = c->status == 'D' ? GONE : c->day * 2 + c->root;
	else if (d->day[k] != GONE && c->status != 'D' &&
	    c->day > d->day[k] >> 1)
		d->day[k] = c->day * 2 + (d->day[k] & 1);
}

/* --- what was asked before --- */

/* "DAY PATH" a line, after one with HEAD. */
static bool
read_cache(struct cx_git_dates *d, struct cx_str head)
{
	struct cx_str rest, line;
	bool ok = false;

	d->text.len = 0;
	if (cx_read_file(d->vault_fd, CACHE, &d->text, CACHE_MAX, NULL) == 0) {
		rest = cx_buf_view(&d->text);
		ok = rest.len && rest.s[rest.len - 1] == '\n' &&
		    cx_str_split(&rest, '\n', &line) &&
		    cx_str_starts(line, CX_STR(CACHE_HEAD)) &&
		    cx_str_eq(cx_str_from(line, strlen(CACHE_HEAD)), head);
		while (ok && cx_str_split(&rest, '\n', &line)) {
			char *end;
			long long day = strtoll(line.s, &end, 10);
			size_t n = (size_t)(end - line.s);
			uint32_t k;

			ok = n > 0 && n + 1 < line.len && *end == ' ';
			if (!ok)
				break;
			k = number_of(d, cx_str_from(line, n + 1));
			d->day[k] = day;
		}
	}
	if (!ok)
		cx_map_clear(&d->paths);
	return ok;
}

int
cx_git_dates_dir(int vault_fd)
{
	const char *name;

	return cx_vault_dir(vault_fd, CACHE, &name);
}

/* If it cannot be written, git is asked again the next time. */
static void
write_cache(const struct cx_git_dates *d, struct cx_str head)
{
	CX_AUTO_BUF b = CX_BUF_INIT;
	const char *name;
	bool lines = true;
	CX_AUTO_CLOSE dir = cx_vault_dir(d->vault_fd, CACHE, &name);

	if (dir < 0)
		return;
	cx_buf_puts(&b, CACHE_HEAD);
	cx_buf_str(&b, head);
	cx_buf_char(&b, '\n');
	for (uint32_t k = 0; k < d->paths.n && lines; k++) {
		struct cx_str path = d->paths.key[k];

		if (!is_known(d->day[k]))
			continue;
		lines = !memchr(path.s, '\n', path.len);
		cx_buf_int(&b, d->day[k]);
		cx_buf_char(&b, ' ');
		cx_buf_str(&b, path);
		cx_buf_char(&b, '\n');
	}
	if (lines)
		(void)cx_publish(NULL, dir, name, cx_buf_view(&b), NULL);
}

static bool
read_history(struct cx_git_dates *d)
{
	struct history h = {0};
	bool ok;

	d->history = &h;
	h.here = new_lane(&h);
	ok = cx_git_log(d->vault, false, &d->text, add_change, d);
	d->history = NULL;
	cx_map_release(&h.commits);
	cx_map_release(&h.merges);
	free(h.lane_of);
	free(h.same);
	free(h.lane);
	free(h.differs);
	return ok;
}

static void
load(struct cx_git_dates *d)
{
	struct cx_str h;

	cx_git_head(d->vault, &d->head);
	h = cx_buf_view(&d->head);
	if (h.len && !read_cache(d, h)) {
		/* Names of both sides of a rename tell all that is asked. */
		if (!read_history(d)) {
			cx_map_clear(&d->paths);
			return;
		}
		for (uint32_t k = 0; d->brought < MANY && k < d->paths.n; k++) {
			if (is_known(d->day[k]))
				d->day[k] &= ~INT64_C(1);
		}
		write_cache(d, h);
	}
}

bool
cx_git_dates_get(struct cx_git_dates *d, struct cx_str path, int64_t *day,
    bool *first)
{
	uint32_t k;

	if (!atomic_load(&d->ready)) {
		pthread_mutex_lock(&d->lock);
		if (!atomic_load(&d->ready))
			load(d);
		atomic_store(&d->ready, true);
		pthread_mutex_unlock(&d->lock);
	}
	k = cx_map_get(&d->paths, path);
	if (k == CX_MAP_NONE || !is_known(d->day[k]))
		return false;
	*day = d->day[k] >> 1;
	*first = d->day[k] & 1;
	return true;
}

bool
cx_git_dates_asked(const struct cx_git_dates *d, struct cx_str *head)
{
	*head = cx_buf_view(&d->head);
	return atomic_load(&d->ready);
}
