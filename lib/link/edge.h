/*
 * edge.h: the links of an atom record, from all its members.
 *
 * Links are in `links_out`, and in `extra` under evidence and
 * source-experiments (dense-context projects).  The latter are lists, or text
 * with commas, of ids or [[links]]; a place in code such as src/queue.c:120 is
 * evidence but not a link.
 */
#ifndef CX_EDGE_H
#define CX_EDGE_H

#include "lib/record/record.h"

struct cx_edge {
	struct cx_str target; /* as written, without alias and heading */
	const char *member;   /* member name; a constant string */
	bool soft;            /* only in backticks: `links_soft` */
};

/* Calls put(arg, edge) for each link in order; what edge points at is valid as
 * long as the record.  A links_out that is not a list of strings is a broken
 * stream.  Linear time. */
typedef void cx_edge_fn(void *arg, const struct cx_edge *edge);
void cx_edges(const struct cx_record *rec, cx_edge_fn *put, void *arg);
/* Whether the member is evidence or source-experiments; the target in one item
 * of it, "[[EXP-7#results|the seventh]]" or "EXP-7". */
bool cx_edge_is_loose(struct cx_str member);
struct cx_str cx_edge_loose(struct cx_str s);
/* Counts the places in code among the evidence of the record. */
size_t cx_edge_places(const struct cx_record *rec);
/* The same for supersedes, superseded_by and derived_from of `extra`, which
 * relate notes but are not links. */
void cx_relations(const struct cx_record *rec, cx_edge_fn *put, void *arg);

#endif
