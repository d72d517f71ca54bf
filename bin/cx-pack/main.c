/* cx-pack - pack ranked records into a token budget */
#include "bin/cx-pack/pack.h"

#include "lib/base/map.h"
#include "lib/base/opt.h"
#include "lib/base/platform.h"
#include "lib/json/print.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

static struct pack p = {.newest = INT64_MIN};
static int64_t budget;
static int format;
static const char *shown;

#define BUDGET_MIN 1000
#define BUDGET_MAX 12000

static const struct cx_opt options[] = {
    CX_OPT_INT(0, "budget", "N", budget, BUDGET_MIN, BUDGET_MAX,
	"at most N tokens, 1000 to 12000 (4000)"),
    CX_OPT_WORD(0, "format", "NAME", format, "markdown json",
	"markdown (default) or json"),
    CX_OPT_TEXT(0, "tokenizer", "CMD", p.tokenizer,
	"count tokens with CMD instead"),
    CX_OPT_TEXT(0, "project", "NAME", p.project,
	"project of the block; other records are linked ones"),
    CX_OPT_FLAG(0, "no-body", p.no_body, "names and descriptions only"),
    CX_OPT_TEXT(0, "shown", "FILE", shown,
	"write the paths of the items shown, as NDJSON"),
    CX_OPT_NOW, CX_OPT_VAULT, CX_OPT_CONFIG, CX_OPT_END};

static const struct cx_usage usage = {"cx-pack",
    "[-c CONFIG] [--budget N] [--format NAME] [--tokenizer CMD] "
    "[--project NAME] "
    "[--no-body] [--shown FILE] [--now DATE] [-C VAULT] [FILE...]",
    "pack ranked records into a token budget", options, false};

/* [context.budgets] of the project, else [context] budget. */
static size_t
configured_budget(void)
{
	const struct cx_json *all = cx_config_get(p.config, "context",
	    "budgets");
	int64_t n;

	if (!p.project || !cx_json_geti(all, p.project, &n))
		n = cx_config_int(p.config, "context", "budget");
	return (size_t)n;
}

static void
read_all(const struct cx_args *a)
{
	struct cx_reader *r = cx_reader_open(a->argv, a->argc);
	struct cx_record rec;
	CX_AUTO(cx_arena_release) struct cx_arena keys = {0};
	CX_AUTO(cx_map_release) struct cx_map seen = {0};

	while (cx_reader_next(r, &rec)) {
		uint32_t known = seen.n;

		/* One note, one place: the first, which is the best. */
		if (!cx_record_gone(&rec) && cx_map_intern(&seen, &keys,
		    cx_record_path(&rec)) == known)
			pack_add(&p, &rec);
	}
	cx_reader_close(r);
}

/* {"path":...} a line, for cx-access log, after the block is out. */
static void
write_shown(const char *name)
{
	CX_AUTO_BUF b = CX_BUF_INIT;
	FILE *f = fopen(name, "w");

	cx_out_flush();
	for (size_t i = 0; i < p.n; i++) {
		struct cx_printer pr = cx_printer(&b);

		if (!p.items[i].shown)
			continue;
		cx_print_object(&pr);
		cx_print_kstr(&pr, "path", p.items[i].as_read);
		cx_print_line(&pr);
	}
	if (!f || (b.len && fwrite(b.s, 1, b.len, f) != b.len) ||
	    fclose(f) == EOF)
		cx_error(CX_FAIL, "%s: %s", name, strerror(errno));
}

int
main(int argc, char **argv)
{
	struct cx_args a = cx_args_parse(&usage, argc, argv);

	p.json = format == 1;
	if (!shown && !p.tokenizer)
		cx_only_read(-1, false);
	p.config = cx_config_load(cx_common.config);
	p.trust = cx_trust_new(p.config);
	p.bodies.config = p.config;
	p.bodies.vault = cx_common.vault;
	p.budget = budget ? (size_t)budget : configured_budget();
	read_all(&a);
	/* The command counts all in one go. */
	for (size_t i = 0; p.tokenizer && i < p.n; i++)
		pack_read(&p, &p.items[i]);
	pack_count(&p);
	if (p.frame_tokens > p.budget)
		cx_die(CX_USAGE, "a budget of %zu is too small for the markers "
		    "alone, of %zu tokens", p.budget, p.frame_tokens);
	pack_fill(&p);
	pack_block(&p, cx_out());
	cx_out_record();
	if (shown)
		write_shown(shown);
	cx_bodies_release(&p.bodies);
	cx_trust_free(p.trust);
	cx_config_free(p.config);
	cx_arena_release(&p.arena);
	cx_json_free(p.parser);
	cx_buf_release(&p.text);
	free(p.items);
	free(p.pieces);
	return cx_finish();
}
