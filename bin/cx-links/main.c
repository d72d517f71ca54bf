/* cx-links - link graph: orphans, hubs, broken, ambiguous, backlinks, mentions,
 * DOT */
#include "links.h"

#include "lib/base/opt.h"

enum {
	EDGES = 0,
	REPORT = CX_LONG,
	ORPHANS,
	HUBS,
	BROKEN,
	AMBIGUOUS,
	BACKLINKS,
	MENTIONS,
	DOT,
	NEAR
};

static const struct cx_opt options[] = {
    {0, "report", NULL, "totals and the head of each list, for people"},
    {0, "orphans", NULL, "atoms without a link in or out"},
    {0, "hubs", "=N", "the N atoms with most links, 0 for all (10)"},
    {0, "broken", NULL, "links that go to no atom"},
    {0, "ambiguous", NULL, "links that may mean several atoms"},
    {0, "backlinks", "PATH", "links to the atom with this path, name or id"},
    {0, "mentions", NULL, "names of atoms that stand unlinked in a body"},
    {0, "dot", NULL, "the graph for graphviz"},
    {0, "near", "PATH", "atoms that link to this one, or from it"},
    {0, NULL, NULL, NULL}};

static const struct cx_usage usage = {"cx-links",
    "[--report | --orphans | --hubs[=N] | --broken | --ambiguous | "
    "--backlinks=PATH | --mentions | --dot | "
    "--near=PATH] [FILE...]",
    "link graph: orphans, hubs, broken, ambiguous, backlinks, mentions, DOT",
    options};

int
main(int argc, char **argv)
{
	struct cx_args a = cx_args(&usage, argc, argv);
	struct graph g = {0};
	struct cx_reader *reader;
	const char *to = NULL;
	int64_t most = 10;
	int c, question = EDGES;

	while ((c = cx_args_next(&a)) != 0) {
		if (question != EDGES && question != c)
			cx_usage_die(&a,
			    "--%s and --%s are two questions; "
			    "ask one",
			    options[question - CX_LONG].name,
			    options[c - CX_LONG].name);
		question = c;
		if (c == HUBS && a.value)
			most = cx_args_int(&a, 0, INT64_MAX);
		if (c == BACKLINKS || c == NEAR)
			to = a.value;
	}
	g.bodies = question == MENTIONS;
	reader = cx_reader_open(a.argv, a.argc);
	graph_read(&g, reader);
	cx_reader_close(reader);
	switch (question) {
	case REPORT:
		print_report(&g);
		break;
	case ORPHANS:
		print_orphans(&g);
		break;
	case HUBS:
		print_hubs(&g, most);
		break;
	case BROKEN:
		print_broken(&g);
		break;
	case AMBIGUOUS:
		print_ambiguous(&g);
		break;
	case BACKLINKS:
		print_backlinks(&g, cx_str(to));
		break;
	case MENTIONS:
		print_mentions(&g);
		break;
	case DOT:
		print_dot(&g);
		break;
	case NEAR:
		print_near(&g, cx_str(to));
		break;
	default:
		print_edges(&g);
		break;
	}
	graph_release(&g);
	return cx_finish();
}
