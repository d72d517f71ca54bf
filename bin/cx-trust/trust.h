/*
 * trust.h: the parts of cx-trust.
 *
 * items.c gathers what may run and what it is made of, with the files that
 * words.c finds in a text; main.c compares it with what was allowed.
 */
#ifndef CX_TRUST_TRUST_H
#define CX_TRUST_TRUST_H

#include "lib/base/digest.h"
#include "lib/base/map.h"
#include "lib/config/config.h"
#include "lib/file/vault.h"

#define COLLECTORS "_moc/collectors.d"
#define COMMAND "cortex.toml: [capture] command"

/* Something that may run, or that it names, or where cortex.toml leads. */
struct item {
	char *path; /* in the vault; of what is no file, what it is */
	mode_t mode;
	bool program; /* a collector: bytes are what runs */
	struct cx_buf bytes;
	char digest[CX_DIGEST_HEX + 1];
};

struct items {
	struct item *item;
	size_t n, cap;
	bool named; /* there is a command, or a file that was named */
	char digest[CX_DIGEST_HEX + 1]; /* of all; empty: there are none */
};

/* items.c */
/* All that the vault brings and that may run. */
void items_gather(struct items *all, const struct cx_vault *v,
    const struct cx_config *config);
/* The same for a vault whose configuration is not at hand: what is no program
 * is taken from what was recorded. */
void items_again(struct items *all, const struct cx_vault *v,
    const struct cx_json *runs);
void items_release(struct items *all);

/*
 * words.c: calls use for everything in a text of sh, or of another language,
 * that may be the path of a file: its words without their quotes, and what
 * stands in them between blanks, quotes and signs.  Some are given again.
 */
void words(struct cx_str text, void (*use)(void *arg, struct cx_str word),
    void *arg);

#endif
