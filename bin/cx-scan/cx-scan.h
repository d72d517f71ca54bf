/*
 * cx-scan.h: the parts of cx-scan besides lib/atom/scan.h.
 *
 * main.c prints what a scan gives; list.c scans the files that stdin names,
 * changes.c those that differ from a stat cache.
 */
#ifndef CX_SCAN_CX_SCAN_H
#define CX_SCAN_CX_SCAN_H

#include "lib/atom/scan.h"

/* list.c: one path a line, or with NUL after each. */
void list_scan(struct cx_scan *scan, int vault_fd,
    const struct cx_ignore *ignore, bool nul);

/* --- changes.c: what differs from a stat cache --- */

struct changes;

/* What a walk did not look at. */
void say_passed_over(const struct cx_walk_counts *counts);
/* NULL, with a message, when the cache in the file says nothing about this
 * vault as it is configured. */
struct changes *changes_open(const char *file, const char *digest,
    const char *vault);
/* Do dates of notes that have not changed come from git?  Then the digest
 * that the old cache has. */
bool changes_dated(const struct changes *c, char digest[CX_DIGEST_HEX + 1]);
/* The files that have changed, are new or have gone. */
void changes_walk(struct changes *c, struct cx_scan *scan, int vault_fd,
    const struct cx_ignore *ignore, struct cx_stats_writer *stats);
/* Publishes the cache that was written meanwhile, if it would not be the
 * same; read: what cx_scan_finish said. */
void changes_end(struct changes *c, struct cx_stats_writer *stats, bool read);

#endif
