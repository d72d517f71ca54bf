/* cx-scan - print one atom record a line for the files of a vault */
#include "bin/cx-scan/scan.h"

#include "lib/opt.h"
#include "lib/vault.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { OPT_BODY, OPT_THREADS, OPT_STRICT };

static const struct cx_opt options[] = {
    [OPT_BODY] = {0, "body", NULL, "add the text after the front matter"},
    [OPT_THREADS] = {0, "threads", "N", "read with N threads (all processors)"},
    [OPT_STRICT] = {0, "strict", NULL, "end with 3 after any warning"},
    {'0', NULL, NULL, "paths on stdin end with NUL"},
    {'C', NULL, "VAULT", "the vault, with - as operand"},
    {'c', NULL, "CONFIG", "configuration, as cx-config prints it"},
    {0, NULL, NULL, NULL}};

static const struct cx_usage usage = {"cx-scan",
    "[-c CONFIG] [--body] [--strict] [--threads N] [-C VAULT] [-0] "
    "[VAULT | -]",
    "print one atom record a line for the files of a vault", options};

int
main(int argc, char **argv)
{
	struct cx_args a = cx_args(&usage, argc, argv);
	struct pool_settings s = {0};
	struct cx_config *config;
	struct cx_ignore *ignore;
	struct cx_vault vault;
	struct pool *pool;
	const char *config_file = NULL, *dir = NULL;
	bool nul = false, from_stdin;
	int c;

	while ((c = cx_args_next(&a)) != 0) {
		switch (c) {
		case CX_LONG + OPT_BODY:
			s.body = true;
			break;
		case CX_LONG + OPT_THREADS:
			s.threads = (unsigned)cx_args_int(&a, 1, 1024);
			break;
		case CX_LONG + OPT_STRICT:
			cx_strict = true;
			break;
		case '0':
			nul = true;
			break;
		case 'C':
			dir = a.value;
			break;
		case 'c':
			config_file = a.value;
			break;
		}
	}
	if (a.argc > 1)
		cx_usage_die(&a, "one vault at a time, not %d", a.argc);
	from_stdin = a.argc == 1 && strcmp(a.argv[0], "-") == 0;
	if (nul && !from_stdin)
		cx_usage_die(&a, "-0 is about paths on stdin: add -");
	if (a.argc == 1 && !from_stdin) {
		if (dir)
			cx_usage_die(&a, "two vaults: -C %s and %s", dir,
			    a.argv[0]);
		dir = a.argv[0];
	}
	config = cx_config_load(config_file);
	cx_vault_init(&vault, dir, cx_config_vault(config));
	ignore = cx_ignore_load(config, vault.fd);
	s.config = config;
	pool = pool_start(&s);
	if (from_stdin)
		source_stdin(pool, vault.fd, ignore, nul);
	else
		source_walk(pool, vault.fd, ignore);
	pool_finish(pool);
	cx_ignore_free(ignore);
	cx_vault_release(&vault);
	cx_config_free(config);
	return cx_finish();
}
