/*
 * scan-impl.h: between scan.c, which has the threads, and scan-file.c, which
 * reads a file; programs use scan.h.
 */
#ifndef CX_SCAN_IMPL_H
#define CX_SCAN_IMPL_H

#include "lib/atom/scan.h"

struct cx_scan_worker {
	const struct cx_scan_settings *s;
	struct cx_atom_maker *maker;
	void *own;	   /* what hooks->begin gave */
	struct cx_buf text;
	struct cx_buf unsaid; /* messages of a quiet scan */
	bool moved;	      /* a file was read, or had gone */
};

void cx_scan_item_read(struct cx_scan_worker *w, struct cx_scan_batch *b,
    const struct cx_scan_item *it);

#endif
