/* Sends a long answer through a pager. */
#include "lib/base/pager.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

static pid_t pager;

static bool
fits(struct cx_str text, const struct winsize *window)
{
	struct cx_str line;
	size_t rows = 1; /* the prompt of the shell */

	while (cx_str_split(&text, '\n', &line))
		rows += line.len ? (line.len - 1) / window->ws_col + 1 : 1;
	return rows <= window->ws_row;
}

static void
wait_for_pager(void)
{
	close(STDOUT_FILENO);
	close(STDERR_FILENO);
	while (waitpid(pager, NULL, 0) < 0 && errno == EINTR)
		;
}

void
cx_pager_for(struct cx_str text)
{
	const char *command = getenv("CORTEX_PAGER");
	struct winsize window;
	char columns[16];
	int in[2];

	if (!command || !*command || pager ||
	    ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) != 0 ||
	    !window.ws_row || !window.ws_col || fits(text, &window) ||
	    pipe(in) != 0)
		return;
	/* For whoever asks later how wide standard output is. */
	snprintf(columns, sizeof columns, "%d", window.ws_col);
	setenv("COLUMNS", columns, 1);
	pager = fork();
	if (pager == 0) {
		close(in[1]);
		if (dup2(in[0], STDIN_FILENO) == STDIN_FILENO)
			execl("/bin/sh", "sh", "-c", command, (char *)NULL);
		_exit(127);
	}
	if (pager > 0) {
		if (isatty(STDERR_FILENO))
			dup2(in[1], STDERR_FILENO);
		dup2(in[1], STDOUT_FILENO);
		atexit(wait_for_pager);
	}
	close(in[0]);
	close(in[1]);
}
