/* cx-resolve - print the paths of notes */
#include "lib/base/opt.h"
#include "lib/link/operand.h"

static bool nul;

static const struct cx_opt options[] = {
    CX_OPT_FLAG('0', NULL, nul, "end each path with NUL"), CX_OPT_VAULT,
    CX_OPT_CONFIG, CX_OPT_END};

static const struct cx_usage usage = {"cx-resolve",
    "[-0] [-C VAULT] [-c CONFIG] NOTE...", "print the paths of notes", options,
    false};

int
main(int argc, char **argv)
{
	struct cx_args a = cx_args_parse(&usage, argc, argv);
	size_t n = (size_t)a.argc, start;
	CX_AUTO_FREE struct cx_operand *o = cx_calloc(cx_add(n, 1), sizeof *o);
	CX_AUTO(cx_arena_release) struct cx_arena arena = {0};
	CX_AUTO_CONFIG config = NULL;
	CX_AUTO_VAULT vault = {-1, NULL};

	if (!n)
		cx_usage_die(&a, "which note? give a path, an id or a "
		    "name");
	config = cx_config_load(cx_common.config);
	cx_vault_init(&vault, cx_common.vault, cx_config_vault(config));
	for (size_t i = 0; i < n; i++)
		o[i].word = cx_str(a.argv[i]);
	(void)cx_operands_find(o, n, &vault, config, &arena);
	for (size_t i = 0; i < n; i++) {
		if (!o[i].path.len)
			continue;
		start = cx_out()->len;
		cx_put_visible(cx_out(), o[i].path);
		if (nul || cx_out()->len - start == o[i].path.len) {
			cx_out()->len = start;
			cx_buf_str(cx_out(), o[i].path);
			cx_buf_char(cx_out(), nul ? '\0' : '\n');
			continue;
		}
		/* It could be taken for two paths, or disturb a terminal. */
		cx_out()->len = start;
		cx_error(CX_PARTIAL, "%.*s: control bytes in a path; use -0",
		    (int)o[i].path.len, o[i].path.s);
	}
	return cx_finish();
}
