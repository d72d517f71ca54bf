/*
 * timeit: runs commands in turns and prints what each one took.
 *
 *	timeit [-p] [-n RUNS] COMMAND...
 *	timeit [-p] [-n RUNS] -l FILE COMMAND
 *
 * Each COMMAND is one argument; without shell syntax it is split at blanks and
 * executed, else given to sh -c.  Commands alternate (a b a b ...), so that a
 * machine that slows down slows all of them.  A line for each command:
 *
 *	MEDIAN MIN MAX RSS PRIVATE STATUS
 *
 * milliseconds of wall clock; kilobytes of the largest process, shared pages
 * included; the worst exit status.  PRIVATE is 0 without -p; with it, the
 * command runs once more and is stopped at every system call, to see the most
 * anonymous memory that it has (Linux only; of sh itself where the shell runs
 * it).  With -l the
 * command runs for each line of FILE, its blank-separated words appended; then
 * the line is
 *
 *	MEDIAN P99 MAX RSS PRIVATE STATUS
 *
 * over the lines, of the median of RUNS each.  Input is empty,
 * output goes to /dev/null.
 */
#define _GNU_SOURCE
#include "common.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/ptrace.h>
#endif

struct job {
	char **argv;
	size_t n, cap;
	double *ms;
	size_t runs, ms_cap;
	long rss, private;
	int status;
};

static bool private_too;

static void
add_arg(struct job *j, char *s)
{
	j->argv = grow(j->argv, &j->cap, j->n + 2, sizeof(*j->argv));
	j->argv[j->n++] = s;
	j->argv[j->n] = NULL;
}

static char *
copy(const char *s)
{
	char *p = strdup(s);

	if (!p)
		die("out of memory");
	return p;
}

static void
add_words(struct job *j, const char *s)
{
	char *p = copy(s), *save = NULL, *w;

	for (w = strtok_r(p, " \t\n", &save); w;
	    w = strtok_r(NULL, " \t\n", &save))
		add_arg(j, copy(w));
	free(p);
}

static void
job_init(struct job *j, const char *command)
{
	memset(j, 0, sizeof(*j));
	if (strpbrk(command, "|&;<>()$`\\\"'*?[]#~=%{}!")) {
		add_arg(j, copy("sh"));
		add_arg(j, copy("-c"));
		add_arg(j, copy(command));
	} else {
		add_words(j, command);
	}
	if (!j->n)
		die("an empty command");
}

static _Noreturn void
child(struct job *j, bool traced)
{
	int fd = open("/dev/null", O_RDWR);

	if (fd < 0 || dup2(fd, 0) < 0 || dup2(fd, 1) < 0)
		_exit(126);
#ifdef __linux__
	if (traced && ptrace(PTRACE_TRACEME, 0, NULL, NULL))
		_exit(126);
#else
	(void)traced;
#endif
	execvp(j->argv[0], j->argv);
	_exit(127);
}

static int
exit_code(int status)
{
	return WIFEXITED(status) ? WEXITSTATUS(status) :
	    128 + WTERMSIG(status);
}

static void
run(struct job *j)
{
	struct rusage use;
	double start;
	int status;
	pid_t pid;

	start = seconds();
	pid = vfork();
	if (!pid)
		child(j, false);
	if (pid < 0)
		die("fork: %s", strerror(errno));
	while (wait4(pid, &status, 0, &use) < 0)
		if (errno != EINTR)
			die("wait: %s", strerror(errno));
	j->ms = grow(j->ms, &j->ms_cap, j->runs + 1, sizeof(*j->ms));
	j->ms[j->runs++] = (seconds() - start) * 1e3;
	if (use.ru_maxrss > j->rss)
		j->rss = use.ru_maxrss;
	if (exit_code(status) > j->status)
		j->status = exit_code(status);
}

#ifdef __linux__
static long
anonymous(pid_t pid)
{
	char path[64], line[256];
	long kb = 0;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%ld/status", (long)pid);
	f = fopen(path, "r");
	if (!f)
		return 0;
	while (fgets(line, sizeof(line), f))
		if (!strncmp(line, "RssAnon:", 8))
			kb = strtol(line + 8, NULL, 10);
	fclose(f);
	return kb;
}

/* One more run, stopped at every system call: memory is given back by none
 * but these, so no peak is missed. */
static void
run_traced(struct job *j)
{
	int status, sig;
	long kb;
	pid_t pid;

	pid = fork();
	if (!pid)
		child(j, true);
	if (pid < 0)
		die("fork: %s", strerror(errno));
	while (waitpid(pid, &status, 0) == pid && WIFSTOPPED(status)) {
		sig = WSTOPSIG(status);
		if (sig == SIGTRAP) {
			sig = 0;
			kb = anonymous(pid);
			if (kb > j->private)
				j->private = kb;
		}
		if (ptrace(PTRACE_SYSCALL, pid, NULL, (void *)(long)sig))
			die("ptrace: %s", strerror(errno));
	}
}
#else
static void
run_traced(struct job *j)
{
	(void)j;
}
#endif

static int
by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* nearest rank, of sorted values */
static double
quantile(const double *v, size_t n, double q)
{
	return v[(size_t)(q * (double)(n - 1) + 0.5)];
}

static void
each_line(const char *file, const char *command, size_t runs)
{
	double *medians = NULL;
	size_t n = 0, cap = 0, size = 0, r;
	long rss = 0, private = 0;
	int status = 0;
	char *line = NULL;
	struct job j;
	FILE *f = fopen(file, "r");

	if (!f)
		die("%s: %s", file, strerror(errno));
	while (getline(&line, &size, f) > 0) {
		job_init(&j, command);
		add_words(&j, line);
		for (r = 0; r < runs; r++)
			run(&j);
		if (private_too)
			run_traced(&j);
		medians = grow(medians, &cap, n + 1, sizeof(*medians));
		qsort(j.ms, j.runs, sizeof(*j.ms), by_value);
		medians[n++] = quantile(j.ms, j.runs, .5);
		rss = j.rss > rss ? j.rss : rss;
		private = j.private > private ? j.private : private;
		status = j.status > status ? j.status : status;
		for (r = 0; r < j.n; r++)
			free(j.argv[r]);
		free(j.argv);
		free(j.ms);
	}
	if (ferror(f) || fclose(f) || !n)
		die("%s: no lines", file);
	qsort(medians, n, sizeof(*medians), by_value);
	printf("%.3f %.3f %.3f %ld %ld %d\n", quantile(medians, n, .5),
	    quantile(medians, n, .99), medians[n - 1], rss, private, status);
	free(medians);
	free(line);
}

static void
alternate(char **commands, size_t n, size_t runs)
{
	struct job *j = calloc(n, sizeof(*j));
	size_t i, r;

	if (!j)
		die("out of memory");
	for (i = 0; i < n; i++)
		job_init(&j[i], commands[i]);
	for (r = 0; r < runs; r++)
		for (i = 0; i < n; i++)
			run(&j[i]);
	for (i = 0; i < n; i++) {
		if (private_too)
			run_traced(&j[i]);
		qsort(j[i].ms, runs, sizeof(*j[i].ms), by_value);
		printf("%.3f %.3f %.3f %ld %ld %d\n",
		    quantile(j[i].ms, runs, .5), j[i].ms[0],
		    j[i].ms[runs - 1], j[i].rss, j[i].private, j[i].status);
		for (r = 0; r < j[i].n; r++)
			free(j[i].argv[r]);
		free(j[i].argv);
		free(j[i].ms);
	}
	free(j);
}

int
main(int argc, char **argv)
{
	static const char use[] = "[-p] [-n RUNS] COMMAND... | "
	    "[-p] [-n RUNS] -l FILE COMMAND";
	const char *file = NULL;
	size_t runs = 5;
	int c;

	bench_prog = "timeit";
	while ((c = getopt(argc, argv, "+n:l:p")) != -1) {
		switch (c) {
		case 'n':
			runs = count(optarg, "-n");
			break;
		case 'l':
			file = optarg;
			break;
		case 'p':
			private_too = true;
			break;
		default:
			usage(use);
		}
	}
	if (optind == argc || (file && argc - optind != 1))
		usage(use);
	if (file)
		each_line(file, argv[optind], runs);
	else
		alternate(argv + optind, (size_t)(argc - optind), runs);
	close_stdout();
	return 0;
}
