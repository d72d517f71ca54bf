/* cx-migrate - give existing notes standard front matter */
#include "migrate.h"

#include "lib/base/opt.h"
#include "lib/link/operand.h"

#include <stdlib.h>

enum { WRITE = 1, DRY, DIFF, STATS };

static int how;
static struct cx_str type;

static const struct cx_opt options[] = {
    CX_OPT_MODE(0, "write", how, WRITE,
	"change the notes, print their records"),
    CX_OPT_MODE('n', "dry-run", how, DRY,
	"print the resulting records"),
    CX_OPT_MODE(0, "diff", how, DIFF,
	"print what would change as a diff (default)"),
    CX_OPT_MODE(0, "stats", how, STATS, "print how many notes lack members"),
    CX_OPT_STR(0, "type", "TYPE", type,
	"type if nothing else determines it (concept)"),
    CX_OPT_STRICT, CX_OPT_VAULT, CX_OPT_CONFIG, CX_OPT_END};

static const struct cx_usage usage = {"cx-migrate",
    "[--write | -n | --diff | --stats] [--type TYPE] [--strict] [-C VAULT] "
    "[-c CONFIG] [NOTE...]",
    "give existing notes standard front matter", options, false};

int
main(int argc, char **argv)
{
	struct cx_args a = cx_args_parse(&usage, argc, argv);
	struct settings s = {.type = type.s ? type : CX_STR("concept"),
	    .write = how == WRITE, .dry = how == DRY, .stats = how == STATS,
	    .diff = how == 0 || how == DIFF};
	CX_AUTO_CONFIG config = NULL;
	CX_AUTO_VAULT vault = {-1, NULL};
	CX_AUTO(cx_map_release) struct cx_map only = {0};
	CX_AUTO(cx_arena_release) struct cx_arena arena = {0};
	struct cx_operand *o;

	s.config = config = cx_config_load(cx_common.config);
	if (!cx_config_type(config, s.type))
		cx_usage_die(&a, "--type %.*s: no such type; add it to [types] "
		    "of cortex.toml", (int)s.type.len, s.type.s);
	cx_vault_init(&vault, cx_common.vault, cx_config_vault(config));
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
	cx_ignore_free(s.ignore);
	return cx_finish();
}
