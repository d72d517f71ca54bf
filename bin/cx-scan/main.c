/* cx-scan - print one record a line for the notes of a vault */
#include "bin/cx-scan/cx-scan.h"

#include "lib/base/opt.h"
#include "lib/file/vault.h"

#include <string.h>
#include <unistd.h>

/* What is asked for besides records. */
static const char *changed_file, *stat_file;
static bool body, nul;
static int64_t threads;

static const struct cx_opt options[] = {
    CX_OPT_FLAG(0, "body", body, "add the text after the front matter"),
    CX_OPT_INT(0, "threads", "N", threads, 1, 1024,
	"read with N threads (all processors)"),
    CX_OPT_STRICT,
    CX_OPT_TEXT(0, "stat", "FILE", stat_file,
	"note in FILE which files were read"),
    CX_OPT_TEXT(0, "changed", "FILE", changed_file,
	"only what differs from what FILE notes"),
    CX_OPT_FLAG('0', NULL, nul, "paths on stdin end with NUL"),
    CX_OPT_TEXT('C', NULL, "VAULT", cx_common.vault,
	"the vault, with - as operand"),
    CX_OPT_CONFIG, CX_OPT_END};

static const struct cx_usage usage = {"cx-scan",
    "[-c CONFIG] [--body] [--strict] [--threads N] [--stat FILE] "
    "[--changed FILE] [-C VAULT] [-0] [VAULT | -]",
    "print one record a line for the notes of a vault", options,
    false};

/* stats: the cache that is written, or NULL. */
static void
print_batch(void *stats, struct cx_scan_batch *b)
{
	cx_scan_tell(b);
	cx_buf_str(cx_out(), cx_buf_view(&b->out));
	cx_out_record();
	if (b->stat.len)
		cx_stats_add(stats, cx_buf_view(&b->stat));
}

/* Scans the vault, or what has changed in it. */
static void
scan_vault(struct cx_scan_settings *s, const struct cx_vault *vault,
    const struct cx_ignore *ignore)
{
	char digest[CX_DIGEST_HEX + 1], dated[CX_DIGEST_HEX + 1];
	struct changes *changes = NULL;
	CX_AUTO_BUF dirs = CX_BUF_INIT;
	struct cx_walk_counts passed;
	struct cx_stats_writer *stats = NULL;
	struct cx_scan *scan;
	struct cx_str head;
	bool read;

	cx_stat_rules(s->config, vault->fd, digest);
	if (changed_file) {
		changes = changes_open(changed_file, digest, vault->path);
		if (!changes) {
			cx_raise(CX_NO);
			return;
		}
	}
	if (stat_file)
		stats = cx_stats_begin(stat_file, vault->fd, digest,
		    !changes);
	s->stats = stats != NULL;
	s->arg = stats;
	scan = cx_scan_start(s);
	if (changes) {
		changes_walk(changes, scan, vault->fd, ignore, stats);
	} else {
		passed = cx_scan_walk(scan, vault->fd, ignore,
		    stats ? &dirs : NULL);
		say_passed_over(&passed);
	}
	read = cx_scan_finish(scan);
	/* Of two HEADs the earlier one: then all is read the next time. */
	if (stats && changes && changes_dated(changes, dated)) {
		cx_stats_digest(stats, dated);
	} else if (stats && cx_git_dates_asked(s->dates, &head)) {
		cx_stat_rules_dated(digest, head, dated);
		cx_stats_digest(stats, dated);
	}
	if (changes)
		changes_end(changes, stats, read);
	else if (stats)
		cx_stats_publish(stats, cx_buf_view(&dirs));
}

int
main(int argc, char **argv)
{
	struct cx_args a = cx_args_parse(&usage, argc, argv);
	static const struct cx_scan_hooks hooks = {.take = print_batch};
	struct cx_scan_settings s = {.hooks = &hooks, .body = body,
	    .threads = (unsigned)threads};
	const char *dir = cx_common.vault;
	struct cx_config *config;
	struct cx_ignore *ignore;
	struct cx_vault vault;
	bool from_stdin;

	if (a.argc > 1)
		cx_usage_die(&a, "one vault at a time, not %d", a.argc);
	from_stdin = a.argc == 1 && strcmp(a.argv[0], "-") == 0;
	if (nul && !from_stdin)
		cx_usage_die(&a, "-0 is about paths on stdin: add -");
	if (from_stdin && (stat_file || changed_file))
		cx_usage_die(&a, "--stat and --changed are about the whole "
		    "vault, not about paths on stdin");
	if (a.argc == 1 && !from_stdin) {
		if (dir)
			cx_usage_die(&a, "two vaults: -C %s and %s", dir,
			    a.argv[0]);
		dir = a.argv[0];
	}
	config = cx_config_load(cx_common.config);
	cx_vault_init(&vault, dir, cx_config_vault(config));
	ignore = cx_ignore_load(config, vault.fd);
	s.config = config;
	s.dates = cx_git_dates_new(vault.path, vault.fd);
	if (from_stdin) {
		struct cx_scan *scan = cx_scan_start(&s);

		list_scan(scan, vault.fd, ignore, nul);
		(void)cx_scan_finish(scan);
	} else {
		scan_vault(&s, &vault, ignore);
	}
	cx_git_dates_free(s.dates);
	cx_ignore_free(ignore);
	cx_vault_release(&vault);
	cx_config_free(config);
	return cx_finish();
}
