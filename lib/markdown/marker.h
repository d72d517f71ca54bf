/*
 * marker.h: the marked regions of a file.
 *
 *	<!-- AUTO:name -->
 *	what cx-moc(1) writes
 *	<!-- /AUTO:name -->
 *
 * A marker is a comment alone on its line, with at most three blanks before it
 * and any number after it, outside code and other comments.
 *
 *	struct cx_markers m = {0};
 *
 *	cx_markers_find(&m, text, from, say, arg);
 *	if (cx_markers_pair(&m, text, say, arg)) ...
 *	cx_markers_release(&m);
 */
#ifndef CX_MARKER_H
#define CX_MARKER_H

#include "lib/base/str.h"

struct cx_marker {
	bool end; /* <!-- /AUTO:name --> */
	struct cx_str name;
	size_t at;   /* of the comment */
	size_t line; /* where its line starts */
	size_t next; /* where the next line starts */
};

/* Zeroed memory holds no markers. */
struct cx_markers {
	struct cx_marker *v;
	size_t n, cap;
};

/* Receives a message about a place in the text, in one line; wrong is false if
 * something merely looks like a marker. */
typedef void cx_marker_say(void *arg, size_t at, bool wrong,
    const char *why);

/* Finds all markers in text[from..]; say, if not NULL, is called for comments
 * that look like markers but are not. */
void cx_markers_find(struct cx_markers *m, struct cx_str text, size_t from,
    cx_marker_say *say, void *arg);

/* Checks that the markers form pairs: region i lies between v[2 * i] and v[2 *
 * i + 1].  If they do not, or two regions have the same name, calls say once
 * and returns false. */
bool cx_markers_pair(const struct cx_markers *m, struct cx_str text,
    cx_marker_say *say, void *arg);

void cx_markers_release(struct cx_markers *m);

/* Returns the line number of an offset, from 1. */
size_t cx_line_of(struct cx_str text, size_t at);

#endif
