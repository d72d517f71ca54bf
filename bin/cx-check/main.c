/* cx-check - check the notes of a vault and print findings */
#include "check.h"

#include "lib/base/worker.h"
#include "lib/base/opt.h"
#include "lib/base/platform.h"
#include "lib/file/gitdates.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

static bool list_rules, scan, nul;
static const char *rule, *only, *index_dir;

static const struct cx_opt options[] = {
    CX_OPT_FLAG(0, "scan", scan, "scan the vault, then read each FILE"),
    CX_OPT_FLAG(0, "rules", list_rules, "print the rules as records"),
    CX_OPT_TEXT(0, "rule", "CODE,...", rule, "only these rules"),
    CX_OPT_TEXT(0, "only", "LIST", only,
	"only notes whose paths are in LIST"),
    CX_OPT_FLAG('0', NULL, nul, "paths in LIST end with NUL"),
    CX_OPT_TEXT(0, "index", "DIR", index_dir,
	"also check whether this index is up to date"),
    CX_OPT_FLAG(0, "strict", cx_strict, "exit with 1 after warnings, too"),
    CX_OPT_NOW, CX_OPT_VAULT, CX_OPT_CONFIG, CX_OPT_END};

static const struct cx_usage usage = {"cx-check",
    "[--scan] [--rule CODE,...] [--only LIST [-0]] [--index DIR] "
    "[--strict] [--now DATE] [-C VAULT] [-c CONFIG] [FILE...]\n"
    "--rules [-c CONFIG]",
    "check the notes of a vault and print findings", options, false};

/* Longest list of paths that is read. */
#define LIST_MAX ((size_t)1 << 30)

static void
read_only(struct check *c, const char *file, char sep)
{
	CX_AUTO_BUF text = CX_BUF_INIT;
	struct cx_str rest, path;
	int fd = open(file, O_RDONLY | O_CLOEXEC), err = fd < 0 ? errno : 0;

	if (!err) {
		err = cx_read_fd(fd, &text, LIST_MAX);
		close(fd);
	}
	if (err)
		cx_die(CX_FAIL, "%s: %s", file, cx_file_error(err));
	c->choosing = true;
	rest = cx_buf_view(&text);
	while (cx_str_split(&rest, sep, &path))
		if (path.len)
			cx_map_put(&c->chosen,
			    cx_arena_copy(&c->arena, path));
}

/* Shapes of one's own; cx-gate says what is wrong with one. */
static void
read_shapes(struct check *c)
{
	const struct cx_json *list;
	struct cx_secret_shape shape;
	size_t cap = 0;

	list = cx_config_get(c->config, "gate", "secrets");
	CX_JSON_EACH(e, list) {
		if (!cx_secret_shape(cx_json_str(e), &shape)) {
			cx_warn("[gate] secrets: '%.*s' is not a shape; write "
			    "a prefix, * and how many characters follow",
			    (int)e->len, e->u.s);
			continue;
		}
		*CX_NEXT(c->shape, c->n_shape, cap) = shape;
	}
}

/* Without a vault, records are checked by what they say. */
static void
find_vault(struct check *c, const char *option)
{
	CX_AUTO_BUF path = CX_BUF_INIT;
	enum cx_vault_by by;

	by = cx_vault_find(&path, option, cx_config_vault(c->config));
	if (by != CX_VAULT_NONE &&
	    !cx_vault_hold(&c->vault, cx_buf_cstr(&path)))
		cx_vault_die(by, cx_buf_cstr(&path));
}

static void
give_up_writing(const struct check *c)
{
	CX_AUTO_CLOSE dates = scan ? cx_git_dates_dir(c->vault.fd) : -1;

	cx_only_read(dates, true);
}

/* In a thread beside that which looks at links. */
static void
look_at_index(void *drift, struct cx_buf *nothing)
{
	(void)nothing;
	drift_check(drift);
}

static void
release(struct check *c)
{
	text_release();
	near_release();
	if (c->vault.path)
		cx_vault_release(&c->vault);
	cx_resolver_free(c->resolver);
	cx_external_free(c->elsewhere);
	cx_map_release(&c->chosen);
	cx_map_release(&c->touched);
	cx_map_release(&c->fields);
	cx_map_release(&c->ids.keys);
	cx_map_release(&c->names.keys);
	cx_arena_release(&c->arena);
	cx_buf_release(&c->key);
	for (size_t i = 0; i < CHUNKS && c->chunk[i]; i++)
		free(c->chunk[i]);
	free(c->edge);
	free(c->field_bits);
	free(c->ids.atom);
	free(c->names.atom);
	free(c->shape);
}

int
main(int argc, char **argv)
{
	struct cx_args a = cx_args_parse(&usage, argc, argv);
	struct cx_buf nothing = CX_BUF_INIT;
	struct cx_worker *beside = NULL;
	static struct check c;

	if (nul && !only)
		cx_usage_die(&a, "-0 needs --only");
	c.config = cx_config_load(cx_common.config);
	rules_init(c.config, rule);
	if (list_rules) {
		rules_print();
		return cx_finish();
	}
	fields_init(&c);
	if (scan)
		cx_vault_init(&c.vault, cx_common.vault,
		    cx_config_vault(c.config));
	else
		find_vault(&c, cx_common.vault);
	give_up_writing(&c);
	if (only)
		read_only(&c, only, nul ? '\0' : '\n');
	read_shapes(&c);
	if (index_dir) {
		c.drift = drift_new(index_dir);
		beside = cx_worker_new(look_at_index, c.drift);
	}
	c.resolver = cx_resolver_new();
	c.elsewhere = cx_external_new(c.vault.path, c.config);
	c.alike = alike_new();
	if (scan)
		check_vault(&c);
	if (!scan || a.argc)
		check_stream(&c, a.argv, a.argc);
	alike_free(c.alike);
	if (c.drift)
		cx_worker_submit(beside, &nothing);
	check_links(&c);
	dense_check(&c);
	cx_worker_free(beside);
	findings_print(&c, cx_strict ? WARNING : ERROR);
	if (c.drift)
		drift_free(c.drift);
	release(&c);
	return cx_finish();
}
