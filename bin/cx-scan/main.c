/* cx-scan - print one record a line for the notes of a vault */
#include "bin/cx-scan/list.h"

#include "lib/atom/vaultscan.h"
#include "lib/base/opt.h"
#include "lib/base/platform.h"
#include "lib/file/gitdates.h"

#include <string.h>
#include <unistd.h>

/* What is asked for besides records. */
static const char *changed_file, *stat_file;
static bool body, brief, nul;
static int64_t threads;

static const struct cx_opt options[] = {
    CX_OPT_FLAG(0, "body", body, "add the text after the front matter"),
    CX_OPT_FLAG(0, "brief", brief,
	"one line for all notes whose front matter is read only in part"),
    CX_OPT_INT(0, "threads", "N", threads, 1, 1024,
	"read with N threads (all processors)"),
    CX_OPT_STRICT,
    CX_OPT_TEXT(0, "stat", "FILE", stat_file,
	"write the state of the files read to FILE"),
    CX_OPT_TEXT(0, "changed", "FILE", changed_file,
	"only differences from the stat cache FILE"),
    CX_OPT_FLAG('0', NULL, nul, "paths on stdin end with NUL"),
    CX_OPT_TEXT('C', NULL, "VAULT", cx_common.vault,
	"the vault, with - as operand"),
    CX_OPT_CONFIG, CX_OPT_END};

static const struct cx_usage usage = {"cx-scan",
    "[-c CONFIG] [--body] [--brief] [--strict] [--threads N] [--stat FILE] "
    "[--changed FILE] [-C VAULT] [-0] [VAULT | -]",
    "print one record a line for the notes of a vault", options,
    false};

int
main(int argc, char **argv)
{
	struct cx_args a = cx_args_parse(&usage, argc, argv);
	struct cx_vault_scan scan = {.body = body, .brief = brief,
	    .stat_file = stat_file, .changed_file = changed_file,
	    .threads = (unsigned)threads};
	struct list list;
	const char *dir = cx_common.vault;
	struct cx_config *config;
	struct cx_ignore *ignore;
	struct cx_vault vault;
	bool from_stdin;

	if (a.argc > 1)
		cx_usage_die(&a, "one vault at a time, not %d", a.argc);
	from_stdin = a.argc == 1 && strcmp(a.argv[0], "-") == 0;
	if (nul && !from_stdin)
		cx_usage_die(&a, "-0 needs paths on stdin: add -");
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
	if (!stat_file) {
		CX_AUTO_CLOSE dates = cx_git_dates_dir(vault.fd);

		cx_only_read(dates, true);
	}
	ignore = cx_ignore_load(config, vault.fd);
	scan.config = config;
	scan.vault = &vault;
	scan.ignore = ignore;
	list = (struct list){vault.fd, ignore, nul};
	if (from_stdin) {
		scan.add = list_add;
		scan.arg = &list;
	}
	cx_vault_scan(&scan);
	cx_ignore_free(ignore);
	cx_vault_release(&vault);
	cx_config_free(config);
	return cx_finish();
}
