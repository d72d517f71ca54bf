/* --fresh: handles an index that is behind. */
#include "bin/cx-score/score.h"

#include "lib/index/gen.h"
#include "lib/search/made.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

struct fresh {
	const struct settings *s;
	struct cx_fresh_ask ask;
	struct cx_fresh *found;
};

bool
fresh_parse(struct settings *s, struct cx_str words)
{
	struct cx_str word;
	bool configured = false;

	while (cx_str_split(&words, ',', &word)) {
		if (cx_str_is(word, "no"))
			s->fresh = CX_FRESH_NO;
		else if (cx_str_is(word, "fast"))
			s->fresh = CX_FRESH_FAST;
		else if (cx_str_is(word, "full"))
			s->fresh = CX_FRESH_FULL;
		else if (cx_str_is(word, "configured"))
			configured = true;
		else if (cx_str_is(word, "require"))
			s->fresh_require = true;
		else if (cx_str_is(word, "quiet"))
			s->fresh_quiet = true;
		else
			return false;
	}
	if (configured) {
		s->fresh = cx_fresh_depth(NULL, s->config);
		s->fresh_require = s->fresh_require &&
		    s->fresh != CX_FRESH_NO;
	}
	return true;
}

/* Says that the index is behind, if it is; under `require` that is the end.
 * Of several queries those before are printed. */
static void
tell(const struct fresh *f, bool end)
{
	struct cx_str path, what;

	if (!cx_fresh_behind(f->found, &path, &what))
		return;
	if (!f->s->fresh_quiet)
		cx_note("the index is behind: %.*s %.*s; bring it up to date "
		    "with: cx rebuild", (int)path.len, path.s, (int)what.len,
		    what.s);
	if (end) {
		cx_raise(CX_STALE);
		exit(cx_finish());
	}
}

/* Another version may be unable to open it. */
void
fresh_making(const struct settings *s)
{
	int dirfd = open(s->index, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	int gen = dirfd < 0 ? -1 : cx_gen_open(dirfd, NULL);
	const char *why = gen < 0 ? NULL
				  : cx_index_mismatch(s->index, gen, s->config);

	if (gen >= 0)
		close(gen); /* these are only read */
	if (dirfd >= 0)
		close(dirfd);
	if (!why)
		return;
	if (!s->fresh_quiet)
		cx_note("the index is behind: %s %s; bring it up to date "
		    "with: cx rebuild", s->index, why);
	cx_raise(CX_STALE);
	exit(cx_finish());
}

struct fresh *
fresh_open(const struct settings *s, const struct cx_search *set)
{
	struct fresh *f = cx_calloc(1, sizeof *f);
	const char *why;

	f->s = s;
	f->ask = (struct cx_fresh_ask){s->index, s->vault, s->config,
	    s->fresh};
	f->found = cx_fresh_open(&f->ask, cx_search_statcache(set));
	why = cx_fresh_unknown(f->found);
	if (why && s->fresh_require) {
		if (!s->fresh_quiet)
			cx_note("--fresh=require: cannot tell whether the "
			    "index is behind: %s", why);
		cx_raise(CX_STALE);
		exit(cx_finish());
	}
	if (s->fresh_require)
		tell(f, true);
	return f;
}

enum cx_fresh_state
fresh_look(void *arg, struct cx_str path)
{
	struct fresh *f = arg;
	enum cx_fresh_state state = cx_fresh_look(f->found, path);

	if (state != CX_FRESH_SAME && f->s->fresh_require)
		tell(f, true);
	return state;
}

void
fresh_close(struct fresh *f)
{
	if (!f)
		return;
	tell(f, false);
	cx_fresh_close(f->found);
	free(f);
}
