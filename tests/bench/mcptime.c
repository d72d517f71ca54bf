/*
 * mcptime: times calls of a tool as a client of cx-mcp sees them.
 *
 *	mcptime [-n CALLS] MESSAGES COMMAND...
 *
 * COMMAND is started once.  MESSAGES is a file: a request that initializes, a
 * notification, and a request that calls a tool, a line each.  The last is
 * sent CALLS times (50), the next one when the answer to the one before has
 * come, each with an id of its own in the place of "id":2.  Like timeit's:
 *
 *	MEDIAN MIN MAX RSS PRIVATE STATUS
 *
 * milliseconds of wall clock from a request to its answer; kilobytes of the
 * server at the end (0 where /proc does not tell); 0; 1 if an answer was an
 * error or none.  The server has to end by itself when its input does.
 */
#define _GNU_SOURCE
#include "common.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

struct server {
	pid_t pid;
	int in;
	FILE *out;
	char *line; /* the last answer */
	size_t cap;
};

static void
start(struct server *s, char **argv)
{
	int in[2], out[2];

	if (pipe2(in, O_CLOEXEC) != 0 || pipe2(out, O_CLOEXEC) != 0)
		die("pipe: %s", strerror(errno));
	s->pid = fork();
	if (s->pid < 0)
		die("fork: %s", strerror(errno));
	if (s->pid == 0) {
		if (dup2(in[0], 0) < 0 || dup2(out[1], 1) < 0)
			_exit(127);
		execvp(argv[0], argv);
		_exit(127);
	}
	close(in[0]);
	close(out[1]);
	s->in = in[1];
	s->out = fdopen(out[0], "r");
	if (!s->out)
		die("fdopen: %s", strerror(errno));
}

static void
send_line(struct server *s, const char *line, size_t n)
{
	while (n > 0) {
		ssize_t done = write(s->in, line, n);

		if (done < 0 && errno == EINTR)
			continue;
		if (done < 0)
			die("the server takes no message: %s",
			    strerror(errno));
		line += done;
		n -= (size_t)done;
	}
}

/* Whether an answer with this id came, and a good one. */
static bool
receive(struct server *s, const char *id)
{
	if (getline(&s->line, &s->cap, s->out) < 0)
		return false;
	return strstr(s->line, id) && strstr(s->line, "\"result\":") &&
	    !strstr(s->line, "\"isError\":true");
}

static bool
call(struct server *s, const char *line, size_t number)
{
	const char *id = strstr(line, "\"id\":2,");
	struct text t = {0};
	char own[40];
	bool good;

	if (!id)
		die("the call has no \"id\":2");
	snprintf(own, sizeof own, "\"id\":%zu,", number + 2);
	text_add(&t, line, (size_t)(id - line));
	text_str(&t, own);
	text_str(&t, id + strlen("\"id\":2,"));
	send_line(s, t.s, t.n);
	/* It may stand last in the object. */
	own[strlen(own) - 1] = '\0';
	good = receive(s, own);
	free(t.s);
	return good;
}

static long
resident(pid_t pid)
{
	char name[64], line[256];
	long kb = 0;
	FILE *f;

	snprintf(name, sizeof name, "/proc/%ld/status", (long)pid);
	f = fopen(name, "r");
	while (f && fgets(line, sizeof line, f))
		sscanf(line, "VmRSS: %ld", &kb);
	if (f)
		fclose(f);
	return kb;
}

static int
ascending(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

int
main(int argc, char **argv)
{
	const char *how = "usage: mcptime [-n CALLS] MESSAGES COMMAND...";
	struct server s = {0};
	struct text messages = {0};
	char *line[3], *end;
	size_t calls = 50;
	double *ms;
	bool good;
	long rss;
	int c, status;

	bench_prog = "mcptime";
	while ((c = getopt(argc, argv, "+n:")) != -1) {
		if (c != 'n')
			usage(how);
		calls = count(optarg, "CALLS");
	}
	if (argc - optind < 2)
		usage(how);
	slurp(AT_FDCWD, argv[optind], &messages);
	end = messages.s;
	for (int i = 0; i < 3; i++) {
		line[i] = end;
		end = strchr(end, '\n');
		if (!end)
			die("%s: fewer than three lines", argv[optind]);
		end++;
	}
	signal(SIGPIPE, SIG_IGN);
	start(&s, argv + optind + 1);
	send_line(&s, line[0], (size_t)(line[1] - line[0]));
	good = receive(&s, "\"id\":1");
	send_line(&s, line[1], (size_t)(line[2] - line[1]));
	*end = '\0';
	ms = calloc(calls, sizeof *ms);
	if (!ms)
		die("out of memory");
	for (size_t i = 0; i < calls && good; i++) {
		double from = seconds();

		good = call(&s, line[2], i);
		ms[i] = (seconds() - from) * 1000;
	}
	rss = resident(s.pid);
	if (!good)
		fprintf(stderr, "mcptime: no good answer: %s\n",
		    s.line ? s.line : "");
	close(s.in);
	if (waitpid(s.pid, &status, 0) < 0)
		die("wait: %s", strerror(errno));
	qsort(ms, calls, sizeof *ms, ascending);
	printf("%.3f %.3f %.3f %ld 0 %d\n", ms[calls / 2], ms[0],
	    ms[calls - 1], rss, !good || status != 0);
	free(ms);
	free(s.line);
	free(messages.s);
	fclose(s.out);
	close_stdout();
	return 0;
}
