/*
 * source.h: which cortex.toml counts and which directory is the vault.
 *
 * Each may name the other: a cortex.toml in the working directory may say
 * where the vault is, and a vault has the cortex.toml that counts when there
 * is none in the working directory.
 */
#ifndef CX_SOURCE_H
#define CX_SOURCE_H

#include "bin/cx-config/toml.h"
#include "lib/file/vault.h"

/* A file of settings, or none. */
struct source {
	const char *name; /* for messages; NULL: there is no file */
	struct cx_buf name_buf;
	struct cx_str dir; /* of the file, for relative paths */
	struct cx_toml *toml;
	const struct cx_json *root; /* NULL: no file */
	struct cx_buf findings;	    /* struct finding */
	bool bad;		    /* it had a fatal finding, now told */
};

#define SOURCE_INIT                                                           \
	{NULL, CX_BUF_INIT, {NULL, 0}, NULL, NULL, CX_BUF_INIT, false}

/* What the vault is, and why; vault.path is NULL when there is none. */
struct found {
	enum cx_vault_by by;
	struct cx_vault vault;
};

#define FOUND_INIT {CX_VAULT_NONE, {-1, NULL}}

/*
 * Finds, reads and checks.  file is the operand and option the value of -C,
 * NULL when not given.  A file that cannot be read or is no TOML, and a vault
 * that cannot be opened, end the program.
 */
void source_locate(struct source *s, struct found *f, const char *file,
    const char *option, const struct cx_json *defaults);
void source_release(struct source *s);

#endif
