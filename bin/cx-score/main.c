/* cx-score - rank records against a query */
#include "bin/cx-score/cortex.h"
#include "bin/cx-score/query.h"
#include "bin/cx-score/score.h"
#include "bin/cx-score/top.h"

#include "lib/date.h"
#include "lib/expr.h"
#include "lib/opt.h"

#include <stdlib.h>

enum { OPT_RANK, OPT_TOP, OPT_WHERE, OPT_EXPLAIN, OPT_WHY_NOT, OPT_HOT,
	OPT_WARM, OPT_NOW };

static const struct cx_opt options[] = {
    [OPT_RANK] = {0, "rank", "NAME", "cortex (default) or score"},
    [OPT_TOP] = {0, "top", "N", "at most N results, 0 for all (10)"},
    [OPT_WHERE] = {0, "where", "EXPR", "only records that match EXPR"},
    [OPT_EXPLAIN] = {0, "explain", NULL, "add `why`: every factor"},
    [OPT_WHY_NOT] = {0, "why-not", "PATH",
	"why this atom is absent or low"},
    [OPT_HOT] = {0, "hot", "DAYS", "how old a hot atom may be"},
    [OPT_WARM] = {0, "warm", "DAYS", "how old a warm atom may be"},
    [OPT_NOW] = {0, "now", "DATE", "YYYY-MM-DD[THH:MM:SS] instead of the clock"},
    {'f', NULL, "FILE", "read records from FILE; may be repeated"},
    {'c', NULL, "CONFIG", "configuration, as cx-config prints it"},
    {0, NULL, NULL, NULL}};

static const struct cx_usage usage = {"cx-score",
    "[-c CONFIG] [--rank NAME] [--top N] [--where EXPR] [--explain]\n"
    "[--why-not PATH] [--hot DAYS] [--warm DAYS] [--now DATE] [-f FILE]...\n"
    "[--] [WORD...]",
    "rank records against a query", options};

/* The operands as one text; the shell has taken the quotes away. */
static void
join(struct cx_buf *b, char *const *words, int n)
{
	for (int i = 0; i < n; i++) {
		if (i)
			cx_buf_char(b, ' ');
		cx_buf_puts(b, words[i]);
	}
}

int
main(int argc, char **argv)
{
	struct cx_args a = cx_args(&usage, argc, argv);
	struct settings s = {.top = 10, .rank = RANK_CORTEX};
	struct cx_buf text = CX_BUF_INIT;
	const char *config = NULL, *now = NULL, *where = NULL;
	int64_t hot = -1, warm = -1;
	size_t files_cap = 0, n_files = 0;
	int c;

	while ((c = cx_args_next(&a)) != 0) {
		switch (c) {
		case CX_LONG + OPT_RANK:
			if (cx_str_is(cx_str(a.value), "cortex"))
				s.rank = RANK_CORTEX;
			else if (cx_str_is(cx_str(a.value), "score"))
				s.rank = RANK_SCORE;
			else
				cx_usage_die(&a, "--rank: '%s' is none of "
				    "cortex, score", a.value);
			break;
		case CX_LONG + OPT_TOP:
			s.top = (size_t)cx_args_int(&a, 0, INT32_MAX);
			break;
		case CX_LONG + OPT_WHERE:
			where = a.value;
			break;
		case CX_LONG + OPT_EXPLAIN:
			s.explain = true;
			break;
		case CX_LONG + OPT_WHY_NOT:
			s.why_not = a.value;
			break;
		case CX_LONG + OPT_HOT:
			hot = cx_args_int(&a, 0, 1000000);
			break;
		case CX_LONG + OPT_WARM:
			warm = cx_args_int(&a, 0, 1000000);
			break;
		case CX_LONG + OPT_NOW:
			now = a.value;
			break;
		case 'f':
			CX_GROW(s.files, n_files, files_cap);
			s.files[n_files++] = (char *)a.value;
			break;
		case 'c':
			config = a.value;
			break;
		}
	}
	if (s.rank == RANK_SCORE && a.argc)
		cx_usage_die(&a, "--rank score sorts by the score that is "
		    "there and takes no words");
	if (s.rank != RANK_SCORE && a.argc == 0)
		cx_usage_die(&a, "no words to look for");
	s.n_files = (int)n_files;
	cx_now_init(now);
	s.config = cx_config_load(config);
	s.layers = cx_layers_init(s.config, hot, warm);
	if (where)
		s.where = cx_expr_arg("--where", cx_str(where));
	join(&text, a.argv, a.argc);
	query_parse(&s.query, cx_buf_view(&text));
	score_stream(&s);
	query_release(&s.query);
	cx_buf_release(&text);
	cx_expr_free(s.where);
	cx_config_free(s.config);
	free(s.files);
	return cx_finish();
}
