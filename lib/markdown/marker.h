/*
 * marker.h: the marked regions of a file.
 *
 *	<!-- AUTO:name -->
 *	what cx-moc(1) writes
 *	<!-- /AUTO:name -->
 *
 * A marker is a comment that is alone on its line, with at most three blanks
 * before it and any after; in code and within other comments there is none.
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

/* Zeroed memory has none. */
struct cx_markers {
	struct cx_marker *v;
	size_t n, cap;
};

/* What is wrong at a place of the text, in one line; wrong is false for what
 * only looks like a marker. */
typedef void cx_marker_say(void *arg, size_t at, bool wrong,
    const char *why);

/* All markers of text[from..]; say, if not NULL, hears of comments that look
 * like markers and are none. */
void cx_markers_find(struct cx_markers *m, struct cx_str text, size_t from,
    cx_marker_say *say, void *arg);

/* The markers in pairs: region i lies between v[2 * i] and v[2 * i + 1].
 * False, and say is called once, if they do not pair up or two regions have
 * one name. */
bool cx_markers_pair(const struct cx_markers *m, struct cx_str text,
    cx_marker_say *say, void *arg);

void cx_markers_release(struct cx_markers *m);

/* The line of a place, from 1. */
size_t cx_line_of(struct cx_str text, size_t at);

#endif
