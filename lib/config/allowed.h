/*
 * allowed.h: what the user has allowed a directory, stored outside of it.
 *
 * cx-trust(1) writes a record for each directory, named by the digest of its
 * real path, into a directory that only the user can write to.  It holds the
 * digest of everything that was allowed to run, and each part of that by name;
 * the places that a cortex.toml leads to are such parts, too.
 */
#ifndef CX_ALLOWED_H
#define CX_ALLOWED_H

#include "lib/base/digest.h"
#include "lib/base/mem.h"
#include "lib/json/json.h"

/* For messages. */
#define CX_ALLOWED_STORE "cortex/trust"

/*
 * Returns a descriptor of the directory of records; -1 if there is none, or,
 * after a message, if it cannot be trusted.  With make, creates it or exits
 * (also without HOME).  The real path dir, which may be NULL, must not contain
 * it.
 */
int cx_allowed_open(const char *dir, bool make);

/* A record; zeroed memory is an empty one. */
struct cx_allowed {
	struct cx_buf dir, digest;
	const struct cx_json *runs; /* its parts: path, mode, digest */
	struct cx_json_parser *parser;
	struct cx_buf text;
};

/* Reads the record of that name; false if there is none that can be trusted. */
bool cx_allowed_read(struct cx_allowed *a, int store, const char *name);
void cx_allowed_release(struct cx_allowed *a);
#define CX_AUTO_ALLOWED CX_AUTO(cx_allowed_release) struct cx_allowed

/* Whether dir, a real path, was allowed the part `what`. */
bool cx_allowed(const char *dir, struct cx_str what);

#endif
