/* cx-index - write records as index files */
#include "bin/cx-index/index.h"

#include "lib/file/lock.h"
#include "lib/file/vault.h"
#include "lib/record/record.h"

enum { CAT = CX_OTHER, NEEDED, BEHIND, UPDATE };

static struct cx_publisher to, layers;
static const char *statcache, *delta, *how;
static const char *only;
static bool search, nul, json, full;
static int64_t wait_seconds = CX_LOCK_WAIT;

static const struct cx_opt options[] = {
    CX_PUBLISHER_OPTIONS(to),
    CX_OPT_MODE_TEXT(0, "cat", "DIR", to.mode, CAT, to.path,
	"print the current records of DIR"),
    CX_OPT_FLAG(0, "search", search, "also write what cx-score -i needs"),
    CX_OPT_TEXT(0, "layers", "DIR", layers.path,
	"also write there what cx-layer writes"),
    CX_OPT_TEXT(0, "statcache", "FILE", statcache,
	"move FILE, of cx-scan, beside the files"),
    CX_OPT_MODE_TEXT(0, "needed", "DIR", to.mode, NEEDED, to.path,
	"print paths whose records a delta in DIR needs"),
    CX_OPT_TEXT(0, "delta", "FILE", delta,
	"write a delta; FILE lists the changes"),
    CX_OPT_MODE_TEXT(0, "behind", "DIR", to.mode, BEHIND, to.path,
	"exit with 5 if DIR is older than the files of its vault"),
    CX_OPT_TEXT(0, "fresh", "HOW", how,
	"how to check: full, fast or no ([search] fresh)"),
    CX_OPT_FLAG(0, "json", json, "print an object even if it is up to date"),
    CX_OPT_MODE_TEXT(0, "update", "DIR", to.mode, UPDATE, to.path,
	"bring DIR, and --layers, up to date with the vault"),
    CX_OPT_FLAG(0, "full", full, "--update: read all notes"),
    CX_OPT_TEXT(0, "only", "FILE", only,
	"--update: this note was written, others can wait"),
    CX_OPT_STRICT,
    CX_OPT_INT(0, "wait", "SECONDS", wait_seconds, 0, 1000000,
	"--update: give up if another program writes for this long"),
    CX_OPT_VAULT,
    CX_OPT_FLAG('0', NULL, nul, "paths end with NUL"),
    CX_OPT_NOW, CX_OPT_CONFIG, CX_OPT_END};

static const struct cx_usage usage = {"cx-index",
    "[--search] [--layers DIR] [--now DATE] [-c CONFIG] "
    "(-o DIR | --stage DIR) [FILE...]\n"
    "--commit DIR [--statcache FILE] [ID]\n"
    "--needed DIR [-0] [-c CONFIG] [FILE]\n"
    "--delta FILE [-c CONFIG] --stage DIR [FILE...]\n"
    "--behind DIR [--fresh HOW] [--json] [-C VAULT] [-c CONFIG]\n"
    "--update DIR --layers DIR [--search] [--full | --only FILE] "
    "[--strict] [--wait SECONDS] [--now DATE] [-C VAULT] [-c CONFIG]\n"
    "--cat DIR",
    "write records as index files", options, false};

static void
print_records(void)
{
	struct cx_reader *reader = cx_reader_index(to.path);
	struct cx_record rec;

	while (cx_reader_line(reader, &rec)) {
		cx_buf_str(cx_out(), rec.line);
		cx_buf_char(cx_out(), '\n');
		cx_out_record();
	}
	cx_reader_close(reader);
}

static void
write_index(const struct cx_config *config, char *const *files, int n)
{
	struct cx_stage *stage, *layer_stage = NULL;
	struct cx_layer_files layer_files;
	struct index ix;

	index_begin(&ix, config, search, layers.path ? &layer_files : NULL);
	index_read(&ix, files, n);
	cx_publisher_open(&to);
	stage = cx_stage_new(to.fd);
	if (layers.path) {
		layers.mode = to.mode;
		cx_publisher_open(&layers);
		layer_stage = cx_stage_new(layers.fd);
	}
	index_write(&ix, stage, layer_stage);
	cx_publisher_end(&to, stage);
	if (layer_stage)
		cx_publisher_end(&layers, layer_stage);
	index_release(&ix);
}

/* --- a delta, step by step --- */

static struct delta *
open_delta(const struct cx_config *config, const char *file)
{
	char *files[] = {(char *)(uintptr_t)file};
	struct delta *d = delta_open(to.path, config);
	struct cx_reader *reader;
	struct cx_record rec;

	if (!d)
		return NULL;
	reader = cx_reader_open(files, 1);
	while (cx_reader_next(reader, &rec))
		delta_add(d, &rec);
	cx_reader_close(reader);
	return d;
}

static void
list_needed(const struct cx_config *config, const char *file)
{
	struct delta *d = open_delta(config, file);
	struct cx_str path;
	size_t i = 0;

	if (!d || !delta_ready(d)) {
		cx_raise(CX_NO);
	} else {
		while (delta_next(d, &i, &path)) {
			cx_buf_str(cx_out(), path);
			cx_buf_char(cx_out(), nul ? '\0' : '\n');
			cx_out_record();
		}
	}
	delta_close(d);
}

static void
write_delta(const struct cx_config *config, char *const *files, int n)
{
	struct delta *d = open_delta(config, delta);
	struct cx_str missing;

	if (!d)
		cx_die(CX_FAIL, "%s: no index there that a delta can stand "
		    "beside; run cx rebuild --full", to.path);
	(void)delta_ready(d);
	/* Without the record of a note it would be gone, though it is not. */
	if (!delta_read(d, files, n, &missing))
		cx_die(CX_FAIL, "%.*s: no record of it, which a delta needs",
		    (int)missing.len, missing.s);
	cx_publisher_open(&to);
	cx_publisher_end(&to, delta_stage(d, &to));
	delta_close(d);
}

static void
check(const struct cx_args *a)
{
	int mode = to.mode;
	const char *alone = mode == CAT ? "cat" : mode == BEHIND ? "behind" :
	    mode == UPDATE ? "update" : NULL;

	if (mode == CX_NOWHERE)
		cx_usage_die(a, "give one of -o, --stage, --commit, "
		    "--needed, --behind, --update and --cat");
	if (mode != BEHIND && (how || json))
		cx_usage_die(a, "--fresh and --json need --behind");
	if (mode != BEHIND && mode != UPDATE && cx_common.vault)
		cx_usage_die(a, "-C needs --behind or --update");
	if (mode != UPDATE && (full || only || cx_strict ||
	    wait_seconds != CX_LOCK_WAIT))
		cx_usage_die(a, "--full, --only, --strict and --wait need "
		    "--update");
	if (full && only)
		cx_usage_die(a, "one of --full and --only");
	if (only && !cx_is_note(cx_str(only)))
		cx_usage_die(a, "--only: '%s' is not a note; give its path in "
		    "the vault, as atoms/a.md", only);
	if (mode == UPDATE && !layers.path)
		cx_usage_die(a, "--update needs --layers DIR");
	if (delta && mode != CX_STAGE)
		cx_usage_die(a, "--delta needs --stage");
	if (nul && mode != NEEDED)
		cx_usage_die(a, "-0 needs --needed");
	if (mode == NEEDED && a->argc > 1)
		cx_usage_die(a, "--needed takes one file, not also '%s'",
		    a->argv[1]);
	if (layers.path && (delta || (mode != CX_OUT && mode != CX_STAGE &&
	    mode != UPDATE)))
		cx_usage_die(a, "--layers needs -o, --stage or --update");
	if (search && (delta || (mode != CX_OUT && mode != CX_STAGE &&
	    mode != UPDATE)))
		cx_usage_die(a, "--search needs -o, --stage or --update");
	if (statcache && mode != CX_COMMIT)
		cx_usage_die(a, "--statcache needs --commit");
	if (alone && a->argc > 0)
		cx_usage_die(a, "--%s takes no operand, not '%s'", alone,
		    a->argv[0]);
}

static void
run_configured(const struct cx_args *a)
{
	struct cx_config *config = cx_config_load(cx_common.config);

	if (to.mode == BEHIND)
		index_behind(to.path, config, cx_common.vault, how, json);
	else if (to.mode == NEEDED)
		list_needed(config, a->argc ? a->argv[0] : "-");
	else if (to.mode == UPDATE)
		index_update(&(struct update){config, cx_common.vault, to.path,
		    layers.path, search, full, wait_seconds, only});
	else if (delta)
		write_delta(config, a->argv, a->argc);
	else
		write_index(config, a->argv, a->argc);
	cx_config_free(config);
}

int
main(int argc, char **argv)
{
	struct cx_args a = cx_args_parse(&usage, argc, argv);

	check(&a);
	if (to.mode == CAT)
		print_records();
	else if (to.mode == CX_COMMIT)
		cx_publisher_commit_asked(&to, &a, statcache);
	else
		run_configured(&a);
	return cx_finish();
}
