/*
 * source.h: determines which cortex.toml applies and which directory is the
 * vault.
 *
 * Each may determine the other: a cortex.toml in the working directory may name
 * the vault, and without one the cortex.toml of the vault applies.
 */
#ifndef CX_SOURCE_H
#define CX_SOURCE_H

#include "bin/cx-config/toml.h"
#include "lib/config/config_schema.h"
#include "lib/file/vault.h"

/* Set: what is wrong with a file is printed as a record, not as a message. */
extern bool source_faults;

/* A settings file, or none. */
struct source {
	const char *name; /* for messages; NULL if there is no file */
	struct cx_buf name_buf;
	struct cx_str dir; /* directory of the file, for relative paths */
	struct cx_toml *toml;
	const struct cx_json *root; /* NULL if there is no file */
	struct cx_buf findings;	    /* struct finding */
	bool bad;		    /* had a fatal finding, reported */
	bool refused;		    /* a link that must not be followed */
	bool quiet;		    /* report only fatal findings */
};

#define SOURCE_INIT                                                           \
	{NULL, CX_BUF_INIT, {NULL, 0}, NULL, NULL, CX_BUF_INIT, false, false, \
	    false}

/* The vault, and how it was found; vault.path is NULL if there is none. */
struct found {
	enum cx_vault_by by;
	struct cx_vault vault;
};

#define FOUND_INIT {CX_VAULT_NONE, {-1, NULL}}

/*
 * Finds, reads and checks the file.  A cortex.toml of the working directory
 * that is not the vault's own goes to *here: only some of its settings apply,
 * and a warning names the others.  file is the operand and option the value of
 * -C, NULL if not given.  Exits if a file cannot be read or is not TOML, or if
 * a vault cannot be opened.
 */
void source_locate(struct source *s, struct source *here, struct found *f,
    const char *file, const char *option, const struct cx_json *defaults);
/* Returns the value in *here for a place, if it applies, or NULL. */
const struct cx_json *source_applies(const struct source *here,
    const struct cx_config_place *at);
/* Appends what the vault's file refers to outside the vault, one per line, by
 * the names in lib/config/allowed.h, without what can never apply. */
void source_leads(const struct source *s, const struct found *f,
    struct cx_buf *out);
void source_release(struct source *s);

#endif
