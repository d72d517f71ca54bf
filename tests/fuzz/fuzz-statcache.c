/*
 * A stat cache of any bytes is none, or ends, or is read to its end; what a
 * search finds has the path that was looked for.
 */
#include "lib/index/statcache.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
read_all(struct cx_str lines)
{
	struct cx_stat_entry e = {.line = {NULL, 0}};
	struct cx_stat_entry found = {.line = {NULL, 0}};
	struct cx_str rest = lines;
	struct cx_buf b = CX_BUF_INIT;

	while (cx_stats_next(&rest, &e) == 1) {
		if (cx_stats_find(lines, e.path, &found) == 1 &&
		    !cx_str_eq(found.path, e.path))
			abort();
		b.len = 0;
		cx_stat_print(&b, e.path, &e.st);
		if (b.len == 0 || b.s[b.len - 1] != '\n')
			abort();
	}
	cx_buf_release(&b);
	cx_stat_entry_release(&e);
	cx_stat_entry_release(&found);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	int fd = memfd_create("cache", MFD_CLOEXEC);
	struct cx_stats s;
	const char *why;

	if (fd < 0 || write(fd, data, size) != (ssize_t)size)
		abort();
	if (cx_stats_map(&s, fd, &why)) {
		read_all(s.files);
		read_all(s.rules);
		read_all(s.dirs);
		cx_stats_unmap(&s);
	}
	close(fd);
	return 0;
}
