/*
 * trust.h: shared by the parts of cx-trust.
 *
 * items.c collects what may run and what it consists of, including the files
 * that words.c finds in a text; main.c compares it with what was allowed.
 */
#ifndef CX_TRUST_TRUST_H
#define CX_TRUST_TRUST_H

#include "lib/base/digest.h"
#include "lib/base/map.h"
#include "lib/config/config.h"
#include "lib/file/vault.h"

#define COLLECTORS "_moc/collectors.d"
#define COMMAND "cortex.toml: [capture] command"

/* Something that may run or that it refers to, or a place that cortex.toml
 * leads to. */
struct item {
	char *path; /* in the vault; for anything but a file, its name */
	mode_t mode;
	bool program; /* a collector: runs bytes */
	struct cx_buf bytes;
	char digest[CX_DIGEST_HEX + 1];
};

struct items {
	struct item *item;
	size_t n, cap;
	bool named; /* has a command, or a file it refers to */
	char digest[CX_DIGEST_HEX + 1]; /* of all; empty if there are none */
};

/* items.c */
/* Collects everything in the vault that may run. */
void items_gather(struct items *all, const struct cx_vault *v,
    const struct cx_config *config);
/* The same for a vault without its configuration: everything but programs is
 * taken from the record. */
void items_again(struct items *all, const struct cx_vault *v,
    const struct cx_json *runs);
void items_release(struct items *all);

/*
 * words.c: calls use for everything in a text of sh, or of another language,
 * that may be a file path: its words without quotes, and their parts between
 * blanks, quotes and punctuation, possibly repeatedly.
 */
void words(struct cx_str text, void (*use)(void *arg, struct cx_str word),
    void *arg);

#endif
