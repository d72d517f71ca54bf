/* Whether an index is what would be made of the same records anew. */
#include "bin/cx-index/index.h"

#include "lib/text/analyze.h"
#include "lib/json/json.h"
#include "lib/index/searchset.h"
#include "lib/file/vault.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#define META "meta.json"
/* meta.json is some kilobytes. */
#define META_MAX ((size_t)16 << 20)

/* All files that meta.json tells are there, of that size. */
static bool
has_files(int gen, const struct cx_json *files)
{
	struct cx_buf name = CX_BUF_INIT;
	bool whole = files != NULL;

	for (const struct cx_json *k = cx_json_first(files); k && whole;
	    k = cx_json_next(files, k)) {
		struct stat st;
		int64_t bytes;

		name.len = 0;
		cx_buf_str(&name, cx_json_str(k));
		whole = cx_json_geti(k + 1, "bytes", &bytes) &&
		    fstatat(gen, cx_buf_cstr(&name), &st,
			AT_SYMLINK_NOFOLLOW) == 0 &&
		    S_ISREG(st.st_mode) && st.st_size == bytes;
	}
	cx_buf_release(&name);
	return whole;
}

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
		return false; /* making it anew will tell */
	cx_analyzer_describe(a, &now);
	same = cx_json_geti(search, "schema", &schema) &&
	    schema == CX_SEARCH_SCHEMA &&
	    cx_str_eq(cx_buf_view(&now),
		cx_json_gets(search, "analyzer", CX_STR("")));
	cx_buf_release(&now);
	cx_analyzer_free(a);
	return same;
}

static bool
is_same(int gen, const struct cx_config *config, bool search)
{
	struct cx_json_parser *parser = cx_json_new();
	struct cx_buf text = CX_BUF_INIT;
	const struct cx_json *root = NULL, *set;
	char digest[CX_DIGEST_HEX + 1];
	int64_t schema;
	const char *why;
	bool same;

	cx_config_digest(config, digest);
	if (cx_read_file(gen, META, &text, META_MAX, NULL) == 0)
		root = cx_json_parse(parser, text.s, text.len, &why);
	set = cx_json_get(root, "search");
	same = cx_json_geti(root, "schema", &schema) &&
	    schema == CX_INDEX_SCHEMA &&
	    cx_str_is(cx_json_gets(root, "config", CX_STR("")), digest) &&
	    !search == !set && (!set || is_analyzed(set, config)) &&
	    has_files(gen, cx_json_get(root, "files"));
	cx_buf_release(&text);
	cx_json_free(parser);
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
