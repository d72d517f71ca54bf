/* Is an index what would be made now, of these records, of these files? */
#include "bin/cx-index/index.h"

#include "lib/index/fresh.h"
#include "lib/index/searchset.h"
#include "lib/text/analyze.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

/* A search set, made by the analyzer of now. */
static bool
is_analyzed(const struct cx_json *search, const struct cx_config *config)
{
	struct cx_analyzer *a = cx_analyzer_new(cx_config_str(config, "rank",
	    "language"));
	struct cx_buf now = CX_BUF_INIT;
	int64_t schema;
	bool same;

	if (!a)
		return false; /* a rebuild reports the cause */
	cx_analyzer_describe(a, &now);
	same = cx_json_geti(search, "schema", &schema) &&
	    schema == CX_SEARCH_SCHEMA &&
	    cx_str_eq(cx_buf_view(&now),
		cx_json_gets(search, "analyzer", CX_STR("")));
	cx_buf_release(&now);
	cx_analyzer_free(a);
	return same;
}

/* Made by this version, configuration and, for a search set, analyzer. */
static bool
is_made_so(const struct cx_meta *m, const struct cx_config *config)
{
	const struct cx_json *set = cx_json_get(m->root, "search");
	char digest[CX_DIGEST_HEX + 1];
	int64_t schema;

	cx_config_digest(config, digest);
	return cx_json_geti(m->root, "schema", &schema) &&
	    schema == CX_INDEX_SCHEMA && cx_str_is(cx_json_gets(m->root,
	    "config", CX_STR("")), digest) &&
	    (!set || is_analyzed(set, config));
}

static bool
is_same(int gen, const struct cx_config *config, bool search)
{
	struct cx_meta m = {.root = NULL};
	bool same = !cx_meta_read(&m, gen) && is_made_so(&m, config) &&
	    search == (cx_json_get(m.root, "search") != NULL) &&
	    cx_meta_has_files(&m, gen);

	cx_meta_release(&m);
	return same;
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
		cx_print_key(&p, "behind");
		cx_print_bool(&p, what.len > 0);
		if (what.len) {
			cx_print_kstr(&p, "path", path);
			cx_print_kstr(&p, "what", what);
		}
		cx_print_end(&p);
		cx_print_line(&p);
	} else if (what.len) {
		cx_buf_fmt(cx_out(), "%.*s %.*s\n", (int)path.len, path.s,
		    (int)what.len, what.s);
	}
}

/* What of the index itself is not as it would be made now; NULL: nothing. */
static const char *
other_making(int gen, const struct cx_config *config, const char *dir)
{
	struct cx_meta m = {.root = NULL};
	const char *why = cx_meta_read(&m, gen);
	/* Another version may have another checksum. */
	bool other = !why && !is_made_so(&m, config);

	if (!why && !other && !m.whole)
		why = "its bytes are not those that were written";
	if (why)
		cx_die(CX_FAIL, "%s/" CX_META_FILE ": %s; the index is "
		    "damaged: run cx rebuild --full", dir, why);
	if (other)
		why = "was made with another configuration or version";
	else if (!cx_meta_has_files(&m, gen))
		cx_die(CX_FAIL, "%s: a file is missing or has another size; "
		    "the index is damaged: run cx rebuild --full", dir);
	cx_meta_release(&m);
	return why;
}

static enum cx_fresh_depth
depth_of(const char *how, const struct cx_config *config)
{
	struct cx_str said = how ? cx_str(how)
				 : cx_config_str(config, "search", "fresh");

	if (cx_str_is(said, "no"))
		return CX_FRESH_NO;
	if (cx_str_is(said, "fast"))
		return CX_FRESH_FAST;
	if (!cx_str_is(said, "full"))
		cx_die(CX_USAGE, "%s: '%.*s' must be one of full, fast and no",
		    how ? "--fresh" : "[search] fresh", (int)said.len, said.s);
	return CX_FRESH_FULL;
}

void
index_behind(const char *dir, const struct cx_config *config,
    const char *vault, const char *how, bool json)
{
	struct cx_fresh_ask ask = {dir, vault, config,
	    depth_of(how, config)};
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
	why = other_making(gen, config, dir);
	stat = openat(gen, CX_GEN_NOTE,
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
