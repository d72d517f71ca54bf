/*
 * vaultscan.h: the records of a vault on standard output, as cx-scan prints
 * them, in the order of a walk.
 *
 * With changed_file only what differs from that stat cache: a record for each
 * file that is new or has changed, {"path":...,"gone":true} for each that is
 * not there any more.  Where the cache is about another configuration or
 * cannot be read, a message says so and the status is CX_NO.
 *
 * For main() of programs, as it ends the program where the output or the stat
 * cache cannot be written.
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
	const char *stat_file;	  /* is written: what was read; or NULL */
	const char *changed_file; /* or NULL */
	bool body;		  /* records have it */
	unsigned threads;	  /* 0: as many as there are processors */
	/* NULL: the files of the vault; else it adds those to be read, and
	 * neither file is looked at. */
	void (*add)(struct cx_scan *scan, void *arg);
	void *arg;
};

void cx_vault_scan(const struct cx_vault_scan *what);

#endif
