/* Checks whether an index is what would be made now from these records and
 * files. */
#include "bin/cx-index/index.h"

#include "lib/index/fresh.h"
#include "lib/search/made.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

static bool
is_same(int gen, const struct cx_config *config, bool search)
{
	CX_AUTO(cx_meta_release) struct cx_meta m = {.root = NULL};

	return !cx_meta_read(&m, gen) && cx_index_compatible(&m, config) &&
	    search == (cx_json_get(m.root, "search") != NULL) &&
	    cx_meta_has_files(&m, gen);
}

bool
index_same(const struct cx_publisher *p, const struct cx_config *config,
    bool search, cx_gen_id id)
{
	int gen = cx_gen_open(p->fd, id);
	bool same;

	if (gen < 0 && errno != ENOENT)
		cx_die(CX_FAIL, "%s: %s", p->path, strerror(errno));
	if (gen < 0)
		return false;
	same = is_same(gen, config, search);
	close(gen); /* only read */
	return same;
}

/* --- behind the files? --- */

static void
print_behind(struct cx_str path, struct cx_str what, bool json)
{
	struct cx_printer p = cx_printer(cx_out());

	if (what.len)
		cx_raise(CX_STALE);
	if (json) {
		cx_print_object(&p);
		cx_print_kbool(&p, "behind", what.len > 0);
		if (what.len) {
			cx_print_kstr(&p, "path", path);
			cx_print_kstr(&p, "what", what);
		}
		cx_print_line(&p);
	} else if (what.len) {
		cx_buf_fmt(cx_out(), "%.*s %.*s\n", (int)path.len, path.s,
		    (int)what.len, what.s);
	}
}

void
index_behind(const char *dir, const struct cx_config *config,
    const char *vault, const char *how, bool json)
{
	struct cx_fresh_ask ask = {dir, vault, config,
	    cx_fresh_depth(how, config)};
	struct cx_str path = cx_str(dir), what = CX_STR("");
	int dirfd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC), gen, stat;
	struct cx_fresh *f;
	const char *why;

	if (dirfd < 0)
		cx_die(CX_FAIL, "%s: %s", dir, strerror(errno));
	if (ask.depth == CX_FRESH_NO) {
		close(dirfd); /* only read */
		print_behind(path, what, json);
		return;
	}
	gen = cx_gen_open(dirfd, NULL);
	if (gen < 0)
		cx_die(CX_FAIL, "%s: no index there (%s); make one with: cx "
		    "rebuild", dir, strerror(errno));
	why = cx_index_mismatch(dir, gen, config);
	stat = openat(gen, CX_GEN_STATCACHE,
	    O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	f = why ? NULL : cx_fresh_open(&ask, stat);
	if (f)
		why = cx_fresh_unknown(f);
	if (why)
		what = cx_str(why);
	else
		(void)cx_fresh_behind(f, &path, &what);
	print_behind(path, what, json);
	cx_fresh_close(f);
	if (stat >= 0)
		close(stat);
	close(gen); /* these are only read */
	close(dirfd);
}
