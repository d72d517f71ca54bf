/* cx-links - link graph: orphans, hubs, broken, ambiguous, backlinks, mentions,
 * DOT */
#include "links.h"

#include "lib/base/opt.h"
#include "lib/base/platform.h"
#include "lib/config/config.h"
#include "lib/file/vault.h"

enum {
	EDGES,
	REPORT,
	ORPHANS,
	HUBS,
	BROKEN,
	AMBIGUOUS,
	BACKLINKS,
	MENTIONS,
	DOT,
	NEAR
};

static void (*const print[])(struct graph *) = {print_edges, print_report,
    print_orphans, print_hubs, print_broken, print_ambiguous, print_backlinks,
    print_mentions, print_dot, print_near};

static int question = EDGES;
static struct graph g = {.most = 10};

static const struct cx_opt options[] = {
    CX_OPT_MODE(0, "report", question, REPORT,
	"totals and the first of each list, for people"),
    CX_OPT_MODE(0, "orphans", question, ORPHANS,
	"notes without a link in or out"),
    {0, "hubs", "=N", "the N notes with most links, 0 for all (10)",
	.kind = CX_KIND_NUMBER, .number = &g.most, .lo = 0, .hi = INT64_MAX,
	.mode = &question, .is = HUBS},
    CX_OPT_MODE(0, "broken", question, BROKEN, "links to no note"),
    CX_OPT_MODE(0, "ambiguous", question, AMBIGUOUS,
	"links that may mean several notes"),
    {0, "backlinks", "PATH", "links to the note with this path, name or id; "
	"repeatable", .kind = CX_KIND_LIST, .list = &g.to,
	.mode = &question, .is = BACKLINKS},
    CX_OPT_MODE(0, "mentions", question, MENTIONS,
	"names of notes that appear unlinked in a text"),
    CX_OPT_MODE(0, "dot", question, DOT, "the graph for graphviz"),
    CX_OPT_MODE_TEXT(0, "near", "PATH", question, NEAR, g.near,
	"notes one link or relation away from this one"),
    CX_OPT_VAULT, CX_OPT_CONFIG, CX_OPT_END};

static const struct cx_usage usage = {"cx-links",
    "[--report | --orphans | --hubs[=N] | --broken | --ambiguous | "
    "--backlinks=PATH | --mentions | --dot | "
    "--near=PATH] [-C VAULT] [-c CONFIG] [FILE...]",
    "link graph: orphans, hubs, broken, ambiguous, backlinks, mentions, DOT",
    options, false};

int
main(int argc, char **argv)
{
	struct cx_args a = cx_args_parse(&usage, argc, argv);
	CX_AUTO_BUF vault = CX_BUF_INIT;
	CX_AUTO_CONFIG config = NULL;
	struct cx_reader *reader;
	enum cx_vault_by by;

	cx_only_read(-1, false);
	config = cx_config_load(cx_common.config);
	/* Files that are no notes have no links to a note. */
	by = question == BACKLINKS ? CX_VAULT_NONE :
	    cx_vault_find(&vault, cx_common.vault, cx_config_vault(config));
	g.bodies = question == MENTIONS;
	g.relations = question == NEAR || question == ORPHANS ||
	    question == REPORT;
	g.resolver = cx_resolver_new();
	g.elsewhere = cx_external_new(by == CX_VAULT_NONE ? NULL
	    : cx_buf_cstr(&vault), config);
	if (question != BACKLINKS || a.argc != 1 ||
	    !graph_read_index(&g, a.argv[0], &g.to)) {
		reader = cx_reader_open(a.argv, a.argc);
		graph_read(&g, reader);
		cx_reader_close(reader);
	}
	graph_resolve(&g);
	print[question](&g);
	graph_release(&g);
	return cx_finish();
}
