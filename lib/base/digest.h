/*
 * digest.h: the only digest in use, BLAKE2b with 32 bytes of output and no key
 * (RFC 7693).  It names generations, texts and configurations; `b2sum -l 256
 * FILE` computes it, too.  The files of an index are digested through the
 * checksums of their blocks (checksum.h).
 *
 *	struct cx_digest d;
 *	char hex[CX_DIGEST_HEX + 1];
 *
 *	cx_digest_init(&d);
 *	cx_digest_add(&d, s, len);
 *	cx_digest_hex(&d, hex);
 *
 * It is three times as fast as SHA-256 without special instructions.
 */
#ifndef CX_DIGEST_H
#define CX_DIGEST_H

#include "lib/base/str.h"

#define CX_DIGEST_SIZE 32
#define CX_DIGEST_HEX (2 * CX_DIGEST_SIZE)

/* Owns no memory: copy it to continue from a common prefix, drop it when
 * done. */
struct cx_digest {
	uint64_t h[8];
	uint64_t low, high; /* bytes compressed so far */
	size_t used;	    /* bytes in block */
	unsigned char block[128];
};

void cx_digest_init(struct cx_digest *d);
void cx_digest_add(struct cx_digest *d, const void *s, size_t len);
/* Writes the digest of all bytes added; initialise d before using it again. */
void cx_digest_end(struct cx_digest *d, unsigned char out[CX_DIGEST_SIZE]);
/* The same as a string in lower-case hexadecimal. */
void cx_digest_hex(struct cx_digest *d, char out[CX_DIGEST_HEX + 1]);
/* The same for one text. */
void cx_digest_text(struct cx_str text, char out[CX_DIGEST_HEX + 1]);

#endif
