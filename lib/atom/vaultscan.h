/*
 * vaultscan.h: prints the records of a vault to standard output for cx-scan, in
 * the order of a walk.
 *
 * With changed_file, only differences from that stat cache: a record for each
 * new or changed file, {"path":...,"gone":true} for each that no longer exists.
 * If the cache is for another configuration or cannot be read, prints a message
 * and raises CX_NO.  With `only`, a note that was just written, the other files
 * are taken as unchanged if their directories are; any other change is found by
 * the next scan.
 *
 * For main(): exits if the output or the stat cache cannot be written.
 */
#ifndef CX_VAULTSCAN_H
#define CX_VAULTSCAN_H

#include "lib/config/config.h"
#include "lib/file/ignore.h"
#include "lib/file/vault.h"

struct cx_scan;

/* All of it is borrowed. */
struct cx_vault_scan {
	const struct cx_config *config;
	const struct cx_vault *vault;
	const struct cx_ignore *ignore;
	const char *stat_file;	  /* written: the files read; or NULL */
	const char *changed_file; /* or NULL */
	const char *only;	  /* needs both; or NULL */
	bool body;		  /* include the body in records */
	bool brief;		  /* count partly read notes, if several */
	unsigned threads;	  /* 0: the number of processors */
	/* NULL: scan the files of the vault; otherwise it adds the files to
	 * read, and both stat caches are ignored. */
	void (*add)(struct cx_scan *scan, void *arg);
	void *arg;
};

void cx_vault_scan(const struct cx_vault_scan *what);

#endif
