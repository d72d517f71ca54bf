/*
 * list.h: the files listed on standard input, for cx_vault_scan.
 */
#ifndef CX_SCAN_LIST_H
#define CX_SCAN_LIST_H

#include "lib/atom/scan.h"

struct list {
	int vault_fd;
	const struct cx_ignore *ignore;
	bool nul; /* paths end with NUL instead of a line end */
};

/* Adds the files of a struct list. */
void list_add(struct cx_scan *scan, void *list);

#endif
