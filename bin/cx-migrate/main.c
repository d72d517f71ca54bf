/* cx-migrate - give existing notes standard front matter */
#include "migrate.h"

#include "lib/base/opt.h"
#include "lib/link/operand.h"

#include <stdlib.h>

enum { OPT_WRITE, OPT_DRY, OPT_DIFF, OPT_STATS, OPT_TYPE, OPT_STRICT };

static const struct cx_opt options[] = {
    [OPT_WRITE] = {0, "write", NULL, "change the notes, print their records"},
    [OPT_DRY] = {'n', "dry-run", NULL, "print the records as they would be"},
    [OPT_DIFF] = {0, "diff", NULL,
	"print what would change as a diff (default)"},
    [OPT_STATS] = {0, "stats", NULL, "print how many notes lack what"},
    [OPT_TYPE] = {0, "type", "TYPE",
	"the type where nothing else tells (concept)"},
    [OPT_STRICT] = {0, "strict", NULL, "end with 3 after any warning"},
    {'C', NULL, "VAULT", "the vault"},
    {'c', NULL, "CONFIG", "configuration, as cx-config prints it"},
    {0, NULL, NULL, NULL}};

static const struct cx_usage usage = {"cx-migrate",
    "[--write | -n | --diff | --stats] [--type TYPE] [--strict] [-C VAULT] "
    "[-c CONFIG] [NOTE...]",
    "give existing notes standard front matter", options};

int
main(int argc, char **argv)
{
	struct cx_args a = cx_args(&usage, argc, argv);
	struct settings s = {.type = CX_STR("concept")};
	struct cx_config *config;
	struct cx_vault vault;
	struct cx_map only = {0};
	struct cx_arena arena = {0};
	struct cx_operand *o;
	const char *config_file = NULL, *dir = NULL;
	int c;

	while ((c = cx_args_next(&a)) != 0) {
		s.write |= c == CX_LONG + OPT_WRITE;
		s.dry |= c == 'n';
		s.diff |= c == CX_LONG + OPT_DIFF;
		s.stats |= c == CX_LONG + OPT_STATS;
		cx_strict |= c == CX_LONG + OPT_STRICT;
		if (c == CX_LONG + OPT_TYPE)
			s.type = cx_str(a.value);
		else if (c == 'C')
			dir = a.value;
		else if (c == 'c')
			config_file = a.value;
	}
	if (s.write + s.dry + s.diff + s.stats > 1)
		cx_usage_die(&a, "one of --write, --dry-run, --diff and "
		    "--stats");
	s.diff = !s.write && !s.dry && !s.stats;
	cx_args_no_late(&a);
	s.config = config = cx_config_load(config_file);
	if (!cx_config_type(config, s.type))
		cx_usage_die(&a, "--type %.*s: no such type; add it to [types] "
		    "of cortex.toml", (int)s.type.len, s.type.s);
	cx_vault_init(&vault, dir, cx_config_vault(config));
	s.vault = &vault;
	s.ignore = cx_ignore_load(config, vault.fd);
	o = cx_calloc(cx_add((size_t)a.argc, 1), sizeof *o);
	for (int i = 0; i < a.argc; i++)
		o[i].word = cx_str(a.argv[i]);
	(void)cx_operands_find(o, (size_t)a.argc, &vault, config, &arena);
	for (int i = 0; i < a.argc; i++)
		if (o[i].path.len)
			cx_map_put(&only, o[i].path);
	free(o);
	run(&s, a.argc ? &only : NULL);
	cx_map_release(&only);
	cx_arena_release(&arena);
	cx_ignore_free(s.ignore);
	cx_vault_release(&vault);
	cx_config_free(config);
	return cx_finish();
}
