/*
 * allowed.h: what a person has allowed a directory, kept outside of it.
 *
 * cx-trust(1) writes a record for each directory, named by the digest of its
 * real path, in a directory of the user's that nobody else may write to.  It
 * holds the digest of all that was allowed to run, and each part of that by
 * its name; what a cortex.toml may lead to is a part with such a name, too.
 */
#ifndef CX_ALLOWED_H
#define CX_ALLOWED_H

#include "lib/base/digest.h"
#include "lib/base/mem.h"
#include "lib/json/json.h"

/* Of messages. */
#define CX_ALLOWED_STORE "cortex/trust"

/*
 * A descriptor of the directory of records; -1 when there is none, or when it
 * is one that cannot be believed, which is said.  With make, it is there or
 * the program ends, as it does without a HOME.  dir, real, may not hold it;
 * it may be NULL.
 */
int cx_allowed_open(const char *dir, bool make);

/* A record as it was read; zeroed memory is none. */
struct cx_allowed {
	struct cx_buf dir, digest;
	const struct cx_json *runs; /* its parts: path, mode, digest */
	struct cx_json_parser *parser;
	struct cx_buf text;
};

/* False if there is none of this name, or none that is believed. */
bool cx_allowed_read(struct cx_allowed *a, int store, const char *name);
void cx_allowed_release(struct cx_allowed *a);
#define CX_AUTO_ALLOWED CX_AUTO(cx_allowed_release) struct cx_allowed

/* Whether dir, real, was allowed the part `what`. */
bool cx_allowed(const char *dir, struct cx_str what);

#endif
