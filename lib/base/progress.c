/* Shows the progress of long work on a terminal. */
#include "lib/base/err.h"
#include "lib/base/mem.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define SECOND INT64_C(1000000000)
/* From the start of the program, and between two lines. */
#define FIRST SECOND
#define STEP (SECOND / 5)
#define WIPE "\033[K" /* to the end of the line (ECMA-48, EL) */

static const char *prog; /* NULL: nobody waits */
static int64_t next;
static atomic_bool shown;

static int64_t
now(void)
{
	struct timespec t;

	if (clock_gettime(CLOCK_MONOTONIC, &t) != 0)
		return 0;
	return (int64_t)t.tv_sec * SECOND + t.tv_nsec;
}

static bool
is_watched(void)
{
	const char *term = getenv("TERM");

	return isatty(STDERR_FILENO) && !isatty(STDOUT_FILENO) &&
	    term && strcmp(term, "dumb") != 0;
}

void
cx_progress_begin(const char *name)
{
	prog = is_watched() ? name : NULL;
	next = now() + FIRST;
}

/* The cursor stays at the beginning, for what others may print there. */
void
cx_progress(size_t n, const char *what)
{
	static size_t done;
	CX_AUTO_BUF line = CX_BUF_INIT;

	done += n;
	if (!prog || now() < next)
		return;
	next = now() + STEP;
	cx_buf_fmt(&line, "%s: %zu %s" WIPE "\r", prog, done, what);
	/* Nobody is worse off without it. */
	if (write(STDERR_FILENO, line.s, line.len) == (ssize_t)line.len)
		atomic_store(&shown, true);
}

void
cx_progress_end(void)
{
	if (atomic_exchange(&shown, false) &&
	    write(STDERR_FILENO, WIPE, sizeof WIPE - 1) < 0)
		return; /* then nobody sees it either */
}
