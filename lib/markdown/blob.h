/*
 * blob.h: pictures and other data inside of a text: data URIs (RFC 2397) and
 * long unbroken runs of base64 (RFC 4648), which are no words.
 *
 * A bare run is one of at least CX_BLOB_LEAST characters with digits among
 * them and few of `/`, `-` and `_`, so that paths and identifiers do not match.
 *
 * Takes time linear in the text, and skips most bytes of ordinary prose.
 */
#ifndef CX_BLOB_H
#define CX_BLOB_H

#include "lib/base/mem.h"
#include "lib/base/str.h"

#define CX_BLOB_LEAST 256

/* Begins as {.text = text}. */
struct cx_blobs {
	struct cx_str text;
	size_t start, end; /* of the one that was found last */
	bool image;
	/* Private: the data URI that comes next. */
	size_t uri, uri_end;
	bool uri_image;
};

/* Goes on to the next one; false if there is none, and then start and end are
 * text.len. */
bool cx_blobs_next(struct cx_blobs *b);
/* The text as people and agents read it: `[image]` or `[data]` instead of each.
 * Text that has none is returned as it is, else it is put in *room. */
struct cx_str cx_without_blobs(struct cx_str text, struct cx_buf *room);

#endif
