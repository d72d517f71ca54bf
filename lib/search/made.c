/* Compares meta.json with what this version would write. */
#include "lib/search/made.h"

#include "lib/base/digest.h"
#include "lib/index/gen.h"
#include "lib/index/searchset.h"

#include <fcntl.h>
#include <unistd.h>

/* A search set, made by the analyzer of now. */
static bool
is_analyzed(const struct cx_json *search, const struct cx_config *config)
{
	struct cx_str made = cx_json_gets(search, "analyzer", CX_STR(""));
	struct cx_analyzer *a = cx_analyzer_for(config, made);
	CX_AUTO_BUF now = CX_BUF_INIT;
	int64_t schema;
	bool same;

	cx_analyzer_describe(a, &now);
	same = cx_json_geti(search, "schema", &schema) &&
	    schema == CX_SEARCH_SCHEMA &&
	    cx_str_eq(cx_buf_view(&now), made);
	cx_analyzer_free(a);
	return same;
}

bool
cx_index_compatible(const struct cx_meta *m, const struct cx_config *config)
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

const char *
cx_index_mismatch(const char *dir, int gen, const struct cx_config *config)
{
	CX_AUTO(cx_meta_release) struct cx_meta m = {.root = NULL};
	const char *why = cx_meta_read(&m, gen);
	/* Another version may have another checksum. */
	bool other = !why && !cx_index_compatible(&m, config);

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
	return why;
}

struct cx_analyzer *
cx_made_analyzer(const char *dir, const struct cx_config *config)
{
	CX_AUTO(cx_meta_release) struct cx_meta m = {.root = NULL};
	int fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	int gen = fd < 0 ? -1 : cx_gen_open(fd, NULL);
	struct cx_str made = CX_STR("");

	if (gen >= 0 && !cx_meta_read(&m, gen))
		made = cx_json_gets(cx_json_get(m.root, "search"), "analyzer",
		    made);
	if (gen >= 0)
		close(gen); /* these are only read */
	if (fd >= 0)
		close(fd);
	return cx_analyzer_for(config, made);
}
