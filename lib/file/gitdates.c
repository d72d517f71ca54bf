/* gitdates.c: reads one log of the vault, newest commit first. */
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
#define CACHE_HEAD "cx-git-dates 2 "
#define CACHE_MAX ((size_t)1 << 30)

#define GONE INT64_MIN /* the last commit removed it */
/* A first commit of so many notes brought what was there already. */
#define MANY 3

struct cx_git_dates {
	const char *vault;
	int vault_fd;
	pthread_mutex_t lock;
	atomic_bool ready;
	struct cx_buf head;
	struct cx_buf text; /* what the keys of the map are parts of */
	struct cx_map paths;
	/* By path: twice the day, and 1 if a first commit brought it, which a
	 * later one of that day does not change. */
	int64_t *day;
	size_t cap;
	size_t brought; /* by first commits */
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
number_of(struct cx_git_dates *d, struct cx_str path, bool *new)
{
	uint32_t n = d->paths.n, k = cx_map_put(&d->paths, path);

	*new = k == n;
	if (*new)
		CX_GROW(d->day, k, d->cap);
	return k;
}

static bool
is_shallow(const struct cx_git_dates *d)
{
	return cx_str_ends(cx_buf_view(&d->head), CX_STR("-shallow"));
}

static void
add_change(void *arg, const struct cx_git_change *c)
{
	struct cx_git_dates *d = arg;
	bool new;
	uint32_t k;

	/* Where history is cut off, all seems to be new. */
	if (!cx_is_note(c->path) || (c->root && is_shallow(d)))
		return;
	d->brought += c->root;
	k = number_of(d, c->path, &new);
	if (new)
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
	bool ok = false, new;

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
			k = number_of(d, cx_str_from(line, n + 1), &new);
			d->day[k] = day;
		}
	}
	if (!ok)
		cx_map_clear(&d->paths);
	return ok;
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

		if (d->day[k] == GONE)
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

static void
load(struct cx_git_dates *d)
{
	struct cx_str h;

	cx_git_head(d->vault, &d->head);
	h = cx_buf_view(&d->head);
	if (h.len && !read_cache(d, h)) {
		/* Names of both sides of a rename tell all that is asked. */
		if (!cx_git_log(d->vault, false, &d->text, add_change, d)) {
			cx_map_clear(&d->paths);
			return;
		}
		for (uint32_t k = 0; d->brought < MANY && k < d->paths.n; k++)
			d->day[k] &= d->day[k] == GONE ? GONE : ~INT64_C(1);
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
	if (k == CX_MAP_NONE || d->day[k] == GONE)
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
