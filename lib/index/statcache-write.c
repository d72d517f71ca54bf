/* Writing stat caches. */
#include "lib/file/publish-impl.h"
#include "lib/index/statcache-impl.h"
#include "lib/index/statcache.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#define CHUNK (256 * 1024)
/* How long to wait for a tick.  Most file systems have one every 4 or 10 ms;
 * where it is a second or two, what has just changed is racy. */
#define TICK_STEPS 20
#define TICK_STEP_NS 1000000
/* Between the clocks of two file systems. */
#define CLOCKS_APART INT64_C(3000000000)

struct cx_stats_writer {
	char *path;
	int dir;
	struct cx_pending file;
	struct cx_buf rules;
	struct cx_buf out;
	uint64_t written;
};

static void
die(struct cx_stats_writer *w, const char *step, int error)
{
	cx_pending_drop(&w->file, w->dir);
	cx_die(CX_FAIL, "%s: cannot %s: %s", w->path, step, strerror(error));
}

static void
refuse(struct cx_stats_writer *w, const struct cx_pub *pub)
{
	struct cx_buf why = CX_BUF_INIT;

	cx_pub_why(&why, pub);
	cx_die(CX_FAIL, "%s: %s", w->path, cx_buf_cstr(&why));
}

/* The time by the clock of the file's system. */
static int64_t
tick(struct cx_stats_writer *w, int vault_fd, bool wait)
{
	const struct timespec step = {0, TICK_STEP_NS};
	struct stat st, vault;
	int64_t first, now;

	if (fstat(w->file.fd, &st) != 0)
		die(w, "look at it", errno);
	first = now = cx_stat_of(&st).ctime;
	for (int i = 0; wait && i < TICK_STEPS && now <= first; i++) {
		nanosleep(&step, NULL);
		if (futimens(w->file.fd, NULL) != 0 ||
		    fstat(w->file.fd, &st) != 0)
			die(w, "set its time", errno);
		now = cx_stat_of(&st).ctime;
	}
	if (fstat(vault_fd, &vault) != 0)
		die(w, "look at the vault", errno);
	return vault.st_dev == st.st_dev ? now : now - CLOCKS_APART;
}

struct cx_stats_writer *
cx_stats_begin(const char *path, int vault_fd, const char *digest, bool wait)
{
	struct cx_stats_writer *w = cx_calloc(1, sizeof *w);
	const char *slash = strrchr(path, '/');
	char *dir = cx_strdup(path);
	struct cx_pub pub;

	w->path = cx_strdup(path);
	w->file.fd = -1;
	dir[slash ? slash - path + 1 : 0] = '\0';
	w->dir = open(slash ? dir : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	free(dir);
	if (w->dir < 0)
		cx_die(CX_FAIL, "%s: %s", path, strerror(errno));
	pub = cx_pending_begin(&w->file, w->dir, slash ? slash + 1 : path);
	if (pub.status != CX_PUB_DONE)
		refuse(w, &pub);
	cx_buf_fmt(&w->out, CX_STAT_HEAD " %" PRId64 " %s\n",
	    tick(w, vault_fd, wait), digest);
	for (int i = 0; i < CX_STAT_RULES; i++) {
		struct cx_stat st = cx_stat_of_rule(vault_fd, i);

		cx_stat_print(&w->rules, cx_str(cx_stat_rule_files[i]), &st);
	}
	return w;
}

static void
flush(struct cx_stats_writer *w)
{
	int error = cx_write_all(w->file.fd, w->out.s, w->out.len);

	if (error)
		die(w, "write it", error);
	w->written += w->out.len;
	w->out.len = 0;
}

void
cx_stats_add(struct cx_stats_writer *w, struct cx_str lines)
{
	cx_buf_str(&w->out, lines);
	if (w->out.len >= CHUNK)
		flush(w);
}

struct cx_str
cx_stats_rules(const struct cx_stats_writer *w)
{
	return cx_buf_view(&w->rules);
}

void
cx_stats_publish(struct cx_stats_writer *w, struct cx_str dirs)
{
	uint64_t rules = w->written + w->out.len;
	struct cx_pub pub;
	int error;

	cx_buf_str(&w->out, cx_buf_view(&w->rules));
	cx_buf_str(&w->out, dirs);
	cx_buf_fmt(&w->out, "end %020" PRIu64 "\n", rules);
	flush(w);
	error = cx_sync(w->file.fd);
	if (error)
		die(w, "sync it", error);
	pub = cx_pending_rename(&w->file, w->dir);
	if (pub.status != CX_PUB_DONE)
		refuse(w, &pub);
	error = cx_sync(w->dir);
	if (error)
		cx_die(CX_FAIL, "%s: cannot sync its directory: %s", w->path,
		    strerror(error));
	cx_stats_drop(w);
}

void
cx_stats_drop(struct cx_stats_writer *w)
{
	if (!w)
		return;
	cx_pending_drop(&w->file, w->dir);
	close(w->dir); /* only read */
	cx_buf_release(&w->out);
	cx_buf_release(&w->rules);
	free(w->path);
	free(w);
}
