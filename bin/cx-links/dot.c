/* dot.c: the graph in the language of graphviz. */
#include "links.h"

#include "lib/base/mem.h"

/* A quoted string, as node name and as label: both read \\ and \" (and a
 * label \N, \n and others, hence no lone backslash). */
static void
put_quoted(struct cx_buf *b, struct cx_str s)
{
	size_t i;

	cx_buf_char(b, '"');
	for (i = 0; i < s.len; i++) {
		if (s.s[i] == '"' || s.s[i] == '\\')
			cx_buf_char(b, '\\');
		/* Control bytes would end the drawing; the SVG is XML. */
		cx_buf_char(b, (unsigned char)s.s[i] < 0x20 || s.s[i] == 0x7f
				   ? ' '
				   : s.s[i]);
	}
	cx_buf_char(b, '"');
}

void
print_dot(struct graph *g)
{
	struct cx_buf *out = cx_out();
	size_t i, k;

	cx_buf_puts(out, "digraph vault {\n\trankdir=LR;\n"
			 "\tnode [shape=box];\n");
	for (i = 0; i < g->n; i++) {
		uint32_t atom = g->order[i];

		cx_buf_char(out, '\t');
		put_quoted(out, atom_path(g, atom));
		cx_buf_puts(out, " [label=");
		put_quoted(out, cx_resolver_name(g->resolver, atom));
		cx_buf_puts(out, "];\n");
		cx_out_record();
	}
	for (i = 0; i < g->n; i++) {
		uint32_t atom = g->order[i];
		const struct atom *a = &g->atom[atom];

		for (k = a->first; k < a->end; k++) {
			const struct link *l = &g->link[k];

			if (l->atom == NO_ATOM)
				continue;
			cx_buf_char(out, '\t');
			put_quoted(out, atom_path(g, atom));
			cx_buf_puts(out, " -> ");
			put_quoted(out, atom_path(g, l->atom));
			cx_buf_puts(
			    out, l->soft ? " [style=dashed];\n" : ";\n");
			cx_out_record();
		}
	}
	cx_buf_puts(out, "}\n");
}
