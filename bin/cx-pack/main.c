/* cx-pack - packs ranked records into a token budget */
#include "bin/cx-pack/pack.h"

#include "lib/base/date.h"
#include "lib/base/map.h"
#include "lib/base/opt.h"
#include "lib/json/print.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

enum { OPT_BUDGET, OPT_FORMAT, OPT_TOKENIZER, OPT_PROJECT, OPT_NO_BODY,
	OPT_SHOWN, OPT_NOW };

static const struct cx_opt options[] = {
    [OPT_BUDGET] = {0, "budget", "N", "at most N tokens, 1000 to 12000 (4000)"},
    [OPT_FORMAT] = {0, "format", "NAME", "markdown (default) or json"},
    [OPT_TOKENIZER] = {0, "tokenizer", "CMD",
	"counts tokens instead of the estimate"},
    [OPT_PROJECT] = {0, "project", "NAME",
	"whose block it is; records of others are linked ones"},
    [OPT_NO_BODY] = {0, "no-body", NULL, "names and descriptions only"},
    [OPT_SHOWN] = {0, "shown", "FILE",
	"write the paths that are shown, NDJSON"},
    [OPT_NOW] = {0, "now", "DATE",
	"YYYY-MM-DD[THH:MM:SS] instead of the clock"},
    {'C', NULL, "VAULT", "the vault, for records without a body"},
    {'c', NULL, "CONFIG", "configuration, as cx-config prints it"},
    {0, NULL, NULL, NULL}};

static const struct cx_usage usage = {"cx-pack",
    "[-c CONFIG] [--budget N] [--format NAME] [--tokenizer CMD] "
    "[--project NAME] "
    "[--no-body] [--shown FILE] [--now DATE] [-C VAULT] [FILE...]",
    "packs ranked records into a token budget", options};

#define BUDGET_MIN 1000
#define BUDGET_MAX 12000

/* [context.budgets] of the project, else [context] budget. */
static size_t
configured_budget(const struct pack *p)
{
	const struct cx_json *all = cx_config_get(p->config, "context",
	    "budgets");
	int64_t n;

	if (!p->project || !cx_json_geti(all, p->project, &n))
		n = cx_config_int(p->config, "context", "budget");
	return (size_t)n;
}

static void
read_all(struct pack *p, const struct cx_args *a)
{
	struct cx_reader *r = cx_reader_open(a->argv, a->argc);
	struct cx_record rec;
	struct cx_arena keys = {0};
	struct cx_map seen = {0};

	while (cx_reader_next(r, &rec)) {
		struct cx_str path = cx_record_path(&rec);

		/* One atom, one place: the first, which is the best. */
		if (cx_record_gone(&rec) ||
		    cx_map_get(&seen, path) != CX_MAP_NONE)
			continue;
		(void)cx_map_put(&seen, cx_arena_copy(&keys, path));
		pack_add(p, &rec);
	}
	cx_reader_close(r);
	cx_map_release(&seen);
	cx_arena_release(&keys);
}

/* {"path":...} a line, for cx-access log, after the block is out. */
static void
write_shown(const struct pack *p, const char *name)
{
	struct cx_buf b = CX_BUF_INIT;
	FILE *f = fopen(name, "w");

	cx_out_flush();
	for (size_t i = 0; i < p->n; i++) {
		struct cx_printer pr = cx_printer(&b);

		if (!p->items[i].shown)
			continue;
		cx_print_object(&pr);
		cx_print_kstr(&pr, "path", p->items[i].as_read);
		cx_print_end(&pr);
		cx_print_line(&pr);
	}
	if (!f || (b.len && fwrite(b.s, 1, b.len, f) != b.len) ||
	    fclose(f) == EOF)
		cx_error(CX_FAIL, "%s: %s", name, strerror(errno));
	cx_buf_release(&b);
}

int
main(int argc, char **argv)
{
	struct cx_args a = cx_args(&usage, argc, argv);
	struct pack p = {.newest = INT64_MIN};
	const char *config = NULL, *now = NULL, *shown = NULL;
	int c;

	while ((c = cx_args_next(&a)) != 0) {
		switch (c) {
		case CX_LONG + OPT_BUDGET:
			p.budget = (size_t)cx_args_int(&a, BUDGET_MIN,
			    BUDGET_MAX);
			break;
		case CX_LONG + OPT_FORMAT:
			p.json = cx_str_is(cx_str(a.value), "json");
			if (!p.json && !cx_str_is(cx_str(a.value), "markdown"))
				cx_usage_die(&a, "--format: '%s' is neither "
				    "markdown nor json", a.value);
			break;
		case CX_LONG + OPT_TOKENIZER:
			p.tokenizer = a.value;
			break;
		case CX_LONG + OPT_PROJECT:
			p.project = a.value;
			break;
		case CX_LONG + OPT_NO_BODY:
			p.no_body = true;
			break;
		case CX_LONG + OPT_SHOWN:
			shown = a.value;
			break;
		case CX_LONG + OPT_NOW:
			now = a.value;
			break;
		case 'C':
			p.bodies.vault = a.value;
			break;
		case 'c':
			config = a.value;
			break;
		}
	}
	cx_now_init(now);
	p.config = cx_config_load(config);
	p.bodies.config = p.config;
	if (!p.budget)
		p.budget = configured_budget(&p);
	read_all(&p, &a);
	pack_count(&p);
	if (p.frame_tokens > p.budget)
		cx_die(CX_USAGE, "a budget of %zu is too small for the markers "
		    "alone, of %zu tokens", p.budget, p.frame_tokens);
	pack_fill(&p);
	pack_print(&p);
	if (shown)
		write_shown(&p, shown);
	cx_bodies_release(&p.bodies);
	cx_config_free(p.config);
	cx_arena_release(&p.arena);
	free(p.items);
	free(p.pieces);
	return cx_finish();
}
