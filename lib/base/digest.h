/*
 * digest.h: the one digest of the house, BLAKE2b with 32 bytes of output and
 * no key (RFC 7693).  It names generations, texts and configurations; a
 * person checks one with `b2sum -l 256 FILE`.  That of a file of an index is
 * taken from the checksums of its blocks (checksum.h).
 *
 *	struct cx_digest d;
 *	char hex[CX_DIGEST_HEX + 1];
 *
 *	cx_digest_init(&d);
 *	cx_digest_add(&d, s, len);
 *	cx_digest_hex(&d, hex);
 *
 * Three times as fast as SHA-256 without special instructions.
 */
#ifndef CX_DIGEST_H
#define CX_DIGEST_H

#include "lib/base/str.h"

#define CX_DIGEST_SIZE 32
#define CX_DIGEST_HEX (2 * CX_DIGEST_SIZE)

/* No allocation behind it: copy it to continue from a common start, drop it
 * when done. */
struct cx_digest {
	uint64_t h[8];
	uint64_t low, high; /* bytes compressed so far */
	size_t used;	    /* bytes in block */
	unsigned char block[128];
};

void cx_digest_init(struct cx_digest *d);
void cx_digest_add(struct cx_digest *d, const void *s, size_t len);
/* The digest of all that was added; d is to be initialised before it is used
 * again. */
void cx_digest_end(struct cx_digest *d, unsigned char out[CX_DIGEST_SIZE]);
/* The same in lower case hexadecimal, terminated. */
void cx_digest_hex(struct cx_digest *d, char out[CX_DIGEST_HEX + 1]);
/* The same of one text. */
void cx_digest_text(struct cx_str text, char out[CX_DIGEST_HEX + 1]);

#endif
