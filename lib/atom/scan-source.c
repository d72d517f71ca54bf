/* The files of a walk. */
#include "lib/atom/scan.h"

#include <string.h>

const char cx_scan_bad_name[] = "the name is not UTF-8, so no record can "
    "carry it; rename the file";

struct cx_scan_item
cx_scan_entry(const struct cx_walk_entry *e)
{
	struct cx_scan_item it = {.path = e->path};

	switch (e->kind) {
	case CX_WALK_FILE:
		it.name = e->name;
		it.dir = e->dir;
		it.fd = e->dir->fd;
		if (!e->utf8)
			it.error = cx_scan_bad_name;
		break;
	case CX_WALK_DIRECTORY:
		break;
	case CX_WALK_UNREADABLE:
		it.error = strerror(e->error);
		break;
	case CX_WALK_DEEP:
		it.error = "nested too deep; what is in there gives no "
		    "records";
		break;
	}
	return it;
}

struct cx_walk_counts
cx_scan_walk(struct cx_scan *scan, int vault_fd,
    const struct cx_ignore *ignore, struct cx_buf *dirs)
{
	struct cx_walk_counts counts;
	struct cx_walk *w = cx_walk_open_at(vault_fd, CX_STR(""), ignore,
	    dirs ? CX_WALK_DIRS : 0);
	struct cx_walk_entry e;

	while (cx_walk_next(w, &e)) {
		if (e.kind == CX_WALK_DIRECTORY) {
			struct cx_stat st = cx_stat_of_dir(e.st, e.entries);

			cx_stat_print(dirs, e.path, &st);
		} else {
			struct cx_scan_item it = cx_scan_entry(&e);

			cx_scan_add(scan, &it);
		}
	}
	counts = *cx_walk_counts(w);
	cx_walk_close(w);
	return counts;
}
