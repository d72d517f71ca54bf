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
#include "lib/config/config_schema.h"
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
	bool refused;		    /* it is a link that does not count */
	bool quiet;		    /* findings that are not fatal are not */
};

#define SOURCE_INIT                                                           \
	{NULL, CX_BUF_INIT, {NULL, 0}, NULL, NULL, CX_BUF_INIT, false, false, \
	    false}

/* What the vault is, and why; vault.path is NULL when there is none. */
struct found {
	enum cx_vault_by by;
	struct cx_vault vault;
};

#define FOUND_INIT {CX_VAULT_NONE, {-1, NULL}}

/*
 * Finds, reads and checks.  A cortex.toml of the working directory that is not
 * the vault's own goes to *here: of it only some settings count, and the
 * others are named in a warning.  file is the operand and option the value of
 * -C, NULL when not given.  A file that cannot be read or is not TOML, and a
 * vault that cannot be opened, end the program.
 */
void source_locate(struct source *s, struct source *here, struct found *f,
    const char *file, const char *option, const struct cx_json *defaults);
/* What *here says of a place where it counts; NULL: nothing. */
const struct cx_json *source_applies(const struct source *here,
    const struct cx_config_place *at);
/* Appends where the vault's file leads out of the vault, a line each, by the
 * names that lib/config/allowed.h has for it; what can never count is left
 * out. */
void source_leads(const struct source *s, const struct found *f,
    struct cx_buf *out);
void source_release(struct source *s);

#endif
