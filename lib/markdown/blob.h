/*
 * blob.h: images and other data inside a text: data URIs (RFC 2397) and long
 * unbroken runs of base64 (RFC 4648), which are not words.
 *
 * A bare run has at least CX_BLOB_LEAST characters, including digits and only
 * few of `/`, `-` and `_`, so that paths and identifiers do not match.
 *
 * Takes time linear in the text and skips most bytes of ordinary prose.
 */
#ifndef CX_BLOB_H
#define CX_BLOB_H

#include "lib/base/mem.h"
#include "lib/base/str.h"

#define CX_BLOB_LEAST 256

/* Initialise as {.text = text}. */
struct cx_blobs {
	struct cx_str text;
	size_t start, end; /* of the blob found last */
	bool image;
	/* Private: the next data URI. */
	size_t uri, uri_end;
	bool uri_image;
};

/* Finds the next blob; returns false and sets start and end to text.len if
 * there is none. */
bool cx_blobs_next(struct cx_blobs *b);
/* Returns the text with `[image]` or `[data]` in place of each blob: the text
 * itself if it has none, otherwise stored in *room. */
struct cx_str cx_without_blobs(struct cx_str text, struct cx_buf *room);

#endif
