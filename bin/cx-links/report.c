/* report.c: prints the graph for people, on one screen. */
#include "links.h"

#include "lib/base/display_path.h"
#include "lib/base/screen.h"
#include "lib/base/utf8.h"

#include <unistd.h>

#define SHOWN 10

static bool people;		       /* standard output is a terminal */
static size_t columns = SIZE_MAX / 16; /* that it has */

/* A path, after so many columns and before others. */
static void
put_path(struct cx_str path, size_t others)
{
	CX_AUTO_BUF b = CX_BUF_INIT;

	if (people)
		path = cx_display_path(&b, path);
	cx_put_fit(cx_out(), path, columns > others ? columns - others : 0,
	    true);
}

static void
put_more(size_t n, const char *option)
{
	if (n > SHOWN)
		cx_buf_fmt(cx_out(), "  ... and %zu more: %s lists all\n",
		    n - SHOWN, option);
}

static void
put_orphans(const struct graph *g)
{
	size_t n = 0, i;

	for (i = 0; i < g->n; i++)
		n += is_orphan(&g->atom[i]);
	cx_buf_fmt(cx_out(), "\nOrphans (no links in or out): %zu\n", n);
	n = 0;
	for (i = 0; i < g->n; i++) {
		const struct atom *a = &g->atom[g->order[i]];

		if (!is_orphan(a) || n++ >= SHOWN)
			continue;
		cx_buf_puts(cx_out(), "  ");
		put_path(atom_path(g, g->order[i]), 2);
		cx_buf_char(cx_out(), '\n');
	}
	put_more(n, "--orphans");
}

static void
put_hubs(const struct graph *g)
{
	size_t n, i;
	CX_AUTO_FREE uint32_t *hubs = graph_hubs(g, &n);
	CX_AUTO_BUF b = CX_BUF_INIT;

	cx_buf_fmt(cx_out(), "\nHubs (links in and out): %zu\n",
	    n < SHOWN ? n : SHOWN);
	for (i = 0; i < n && i < SHOWN; i++) {
		const struct atom *a = &g->atom[hubs[i]];

		cx_buf_fmt(
		    cx_out(), "  %5llu  ", (unsigned long long)a->in + a->out);
		b.len = 0;
		cx_buf_fmt(&b, "  (%u in, %u out)\n", a->in, a->out);
		put_path(atom_path(g, hubs[i]), 8 + b.len);
		cx_buf_str(cx_out(), cx_buf_view(&b));
	}
}

/* The path has what the target leaves, but half of the line at least. */
static void
put_link(struct cx_str path, struct cx_str target)
{
	size_t room = columns - 6, width = cx_utf8_width(target);
	struct cx_buf *out = cx_out();

	if (width > room / 2)
		width = room / 2;
	cx_buf_puts(out, "  ");
	put_path(path, width + 6);
	cx_buf_puts(out, " -> ");
	cx_put_fit(out, target, width, false);
	cx_buf_char(out, '\n');
}

static bool
is_of(const struct link *l, enum cx_resolve_status status, bool soft)
{
	return !l->relation && l->status == status && l->soft == soft;
}

/* The links of one status. */
static void
put_links(const struct graph *g, enum cx_resolve_status status, bool soft,
    const char *title, const char *option)
{
	size_t n = 0, i, k;

	for (i = 0; i < g->nlink; i++)
		n += is_of(&g->link[i], status, soft);
	if (n == 0)
		return;
	cx_buf_fmt(cx_out(), "\n%s: %zu\n", title, n);
	n = 0;
	for (i = 0; i < g->n; i++) {
		const struct atom *a = &g->atom[g->order[i]];

		for (k = a->first; k < a->end; k++) {
			const struct link *l = &g->link[k];

			if (!is_of(l, status, soft) || n++ >= SHOWN)
				continue;
			put_link(atom_path(g, l->source), link_target(l));
		}
	}
	put_more(n, option);
}

void
print_report(struct graph *g)
{
	size_t count[CX_LINK_OTHER + 1] = {0}, linked = 0, links = 0, i;

	people = isatty(STDOUT_FILENO) == 1;
	if (people)
		columns = cx_screen_columns() - 1;
	graph_degrees(g);
	for (i = 0; i < g->nlink; i++)
		if (!g->link[i].relation) {
			count[g->link[i].status]++;
			links++;
		}
	for (i = 0; i < g->n; i++)
		linked += g->atom[i].out > 0;
	cx_buf_fmt(
	    cx_out(), "Notes: %u, of which %zu have links\n", g->n, linked);
	cx_buf_fmt(cx_out(),
	    "Links: %zu (%zu ok, %zu broken, "
	    "%zu ambiguous, %zu to files, %zu other)\n",
	    links, count[CX_LINK_OK], count[CX_LINK_BROKEN],
	    count[CX_LINK_AMBIGUOUS], count[CX_LINK_FILE],
	    count[CX_LINK_OTHER]);
	put_orphans(g);
	put_hubs(g);
	put_links(g, CX_LINK_BROKEN, false, "Broken links", "--broken");
	put_links(g, CX_LINK_BROKEN, true,
	    "Broken references in backticks",
	    "--broken");
	put_links(
	    g, CX_LINK_AMBIGUOUS, false, "Ambiguous links", "--ambiguous");
	put_links(g, CX_LINK_AMBIGUOUS, true,
	    "Ambiguous references in backticks", "--ambiguous");
}
