/*
 * Runs programs as a person would; no shell sees text from the client.
 */
#include "cx-mcp.h"
#include "lib/base/platform.h"

#include "lib/file/vault.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

extern char **environ;

#define OUT_MAX ((size_t)64 << 20)
#define ERR_MAX ((size_t)64 << 10)

enum { IN, OUT, ERR, EXTRA, PIPES = RUN_PIPES };

void
command_add(struct command *cmd, const char *word)
{
	CX_GROW(cmd->argv, cmd->n + 1, cmd->cap);
	cmd->argv[cmd->n++] = word;
	cmd->argv[cmd->n] = NULL;
}

void
command_add_str(struct command *cmd, struct cx_str word)
{
	command_add(cmd, cx_arena_copy(&cmd->arena, word).s);
}

void
command_release(struct command *cmd)
{
	free(cmd->argv);
	cx_arena_release(&cmd->arena);
}

static void CX_NORETURN
cannot(const char *program, int error)
{
	cx_die(CX_FAIL, "cannot run %s: %s", program, strerror(error));
}

static void
make_pipe(int fds[2])
{
	if (cx_pipe(fds) != 0)
		cannot("a program", errno);
}

/* fds[i], where it is not -1, becomes descriptor i of the program. */
static pid_t
start(const struct call *c, const char *const *argv, const int *fds,
    int flags)
{
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attr;
	CX_AUTO_BUF path = CX_BUF_INIT;
	sigset_t set;
	short how = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK;
	pid_t pid;
	int error;

	if (c->about->bin)
		cx_buf_puts(&path, c->about->bin);
	cx_buf_puts(&path, argv[0]);
	error = posix_spawn_file_actions_init(&actions);
	if (!error)
		error = posix_spawnattr_init(&attr);
	for (int i = 0; i < PIPES && !error; i++)
		if (fds[i] >= 0)
			error = posix_spawn_file_actions_adddup2(&actions,
			    fds[i], i);
	/* A shell could not give itself a SIGPIPE that it was denied. */
	sigemptyset(&set);
	sigaddset(&set, SIGPIPE);
	if (!error)
		error = posix_spawnattr_setsigdefault(&attr, &set);
	sigemptyset(&set);
	if (flags & RUN_WHOLE)
		sigaddset(&set, SIGTERM);
	/* A process group of its own outlives the call's. */
	if (flags & RUN_OUTLIVES)
		how |= POSIX_SPAWN_SETPGROUP;
	if (!error)
		error = posix_spawnattr_setsigmask(&attr, &set);
	if (!error)
		error = posix_spawnattr_setflags(&attr, how);
	/* posix_spawn takes what it does not change as char *. */
	if (!error)
		error = (c->about->bin ? posix_spawn : posix_spawnp)(&pid,
		    cx_buf_cstr(&path), &actions, &attr,
		    (char *const *)(uintptr_t)argv, environ);
	if (error)
		cannot(argv[0], error);
	posix_spawn_file_actions_destroy(&actions);
	posix_spawnattr_destroy(&attr);
	return pid;
}

/* The server has ended, so nobody wants this any more. */
static void
leave(void)
{
	kill(0, SIGTERM);
	exit(CX_FAIL);
}

/* Reads a piece; false at the end.  What is above max is dropped. */
static bool
take(int fd, struct cx_buf *to, size_t max)
{
	ssize_t n = read(fd, cx_buf_room(to, 65536), 65536);

	if (n < 0 && errno == EINTR)
		return true;
	if (n < 0)
		cx_die(CX_FAIL, "a pipe: %s", strerror(errno));
	to->len += (size_t)n;
	if (to->len > max)
		to->len = max;
	return n > 0;
}

static bool
give(int fd, struct cx_str *input)
{
	ssize_t n = write(fd, input->s, input->len < 4096 ? input->len : 4096);

	if (n < 0 && errno == EINTR)
		return true;
	/* EPIPE: it wants no more; its status says whether that is well. */
	if (n < 0)
		return false;
	*input = cx_str_from(*input, (size_t)n);
	return input->len > 0;
}

/* Feeds and reads until all of a program's descriptors are closed. */
static void
talk(const struct call *c, struct ran *r, int *ours, struct cx_str input)
{
	struct cx_buf *const to[PIPES] = {NULL, &r->out, &r->err, &r->extra};
	struct pollfd p[PIPES + 1];
	int open = 0;

	for (int i = 0; i < PIPES; i++)
		open += ours[i] >= 0;
	while (open > 0) {
		for (int i = 0; i < PIPES; i++)
			p[i] = (struct pollfd){ours[i],
			    i == IN ? POLLOUT : POLLIN, 0};
		p[PIPES] = (struct pollfd){c->life, POLLIN, 0};
		if (poll(p, PIPES + 1, -1) < 0) {
			if (errno == EINTR)
				continue;
			cx_die(CX_FAIL, "cannot wait: %s", strerror(errno));
		}
		if (p[PIPES].revents)
			leave();
		for (int i = 0; i < PIPES; i++) {
			if (ours[i] < 0 || !p[i].revents)
				continue;
			if (i == IN ? give(ours[i], &input) :
			    take(ours[i], to[i], i == ERR ? ERR_MAX : OUT_MAX))
				continue;
			close(ours[i]); /* nothing is left to be written */
			ours[i] = -1;
			open--;
		}
	}
}

void
run_begin(struct call *c, struct job *j, const char *const *argv,
    struct cx_str input, int flags)
{
	int theirs[PIPES], fds[2];

	*j = (struct job){.program = argv[0], .input = input};
	for (int i = 0; i < PIPES; i++) {
		j->ours[i] = theirs[i] = -1;
		if ((i == IN && input.len == 0) ||
		    (i == EXTRA && !(flags & RUN_EXTRA)))
			continue;
		make_pipe(fds);
		j->ours[i] = fds[i == IN];
		theirs[i] = fds[i != IN];
		/* Low numbers would be covered by each other. */
		if (theirs[i] < PIPES) {
			int high = fcntl(theirs[i], F_DUPFD_CLOEXEC, PIPES);

			if (high < 0)
				cannot(argv[0], errno);
			close(theirs[i]);
			theirs[i] = high;
		}
	}
	if (input.len == 0)
		theirs[IN] = STDIN_FILENO;
	j->pid = start(c, argv, theirs, flags);
	for (int i = 0; i < PIPES; i++)
		if (theirs[i] > STDIN_FILENO)
			close(theirs[i]);
	/* So that it may begin: what the pipe has room for. */
	while (j->ours[IN] >= 0 && poll(&(struct pollfd){j->ours[IN], POLLOUT,
	    0}, 1, 0) > 0) {
		if (give(j->ours[IN], &j->input))
			continue;
		close(j->ours[IN]);
		j->ours[IN] = -1;
	}
}

void
run_end(struct call *c, struct job *j, struct ran *r)
{
	size_t before = r->err.len;

	talk(c, r, j->ours, j->input);
	r->status = cx_wait(j->pid);
	j->pid = 0;
	if (r->out.len == OUT_MAX)
		cx_die(CX_FAIL, "%s: more than %zu bytes", j->program,
		    OUT_MAX);
	/* Diagnostics are also for who reads ours. */
	if (r->err.len > before &&
	    write(STDERR_FILENO, r->err.s + before, r->err.len - before) < 0)
		cx_raise(CX_DONE);
}

void
run(struct call *c, struct ran *r, const char *const *argv,
    struct cx_str input, int flags)
{
	struct job j;

	run_begin(c, &j, argv, input, flags);
	run_end(c, &j, r);
}

bool
run_within(struct call *c, struct ran *r, const char *const *argv, int ms)
{
	int theirs[PIPES] = {STDIN_FILENO, STDERR_FILENO, -1, -1}, fds[2], n;
	FILE *said = tmpfile();
	struct pollfd p[2];
	pid_t pid;

	/* Nothing is written to the pipe: it closes when the program and all
	 * that it has started end.  Messages go to a file, as writing to a
	 * pipe that is not read any more would end the program. */
	make_pipe(fds);
	theirs[EXTRA] = fds[1];
	theirs[ERR] = said ? fileno(said) : STDERR_FILENO;
	pid = start(c, argv, theirs, RUN_OUTLIVES);
	close(fds[1]);
	p[0] = (struct pollfd){fds[0], POLLIN, 0};
	p[1] = (struct pollfd){c->life, POLLIN, 0};
	while ((n = poll(p, 2, ms)) < 0 && errno == EINTR)
		;
	if (n < 0)
		cx_die(CX_FAIL, "cannot wait: %s", strerror(errno));
	if (n > 0 && p[1].revents)
		leave();
	close(fds[0]); /* was only watched */
	if (n > 0)
		r->status = cx_wait(pid);
	if (said && lseek(fileno(said), 0, SEEK_SET) == 0)
		while (n > 0 && take(fileno(said), &r->err, ERR_MAX))
			;
	if (said)
		fclose(said); /* has no name, and was only read */
	return n > 0;
}

void
put_cause(struct cx_buf *b, const struct ran *r)
{
	struct cx_str rest = cx_buf_view(&r->err), line, tail;
	size_t before = b->len;
	const char *colon;

	while (cx_str_split(&rest, '\n', &line) && b->len < before + 600) {
		if (cx_str_starts(line, CX_STR("usage:")) || line.len == 0)
			continue;
		/* "cx-new: ", "cx search: " */
		colon = memmem(line.s, line.len, ": ", 2);
		tail = colon ? cx_str_from(line,
		    (size_t)(colon - line.s) + 2) : line;
		if (cx_str_starts(line, CX_STR("cx")) && tail.len)
			line = tail;
		/* An agent has sent neither a file nor an option, but
		 * arguments of the tool. */
		if (cx_str_starts(line, CX_STR("(stdin):1: ")))
			line = cx_str_from(line, 11);
		if (cx_str_starts(line, CX_STR("--")))
			line = cx_str_from(line, 2);
		if (b->len > before)
			cx_buf_puts(b, "; ");
		cx_buf_str(b, line);
	}
	if (b->len == before)
		cx_buf_fmt(b, "it ended with status %d", r->status);
}

void
fail_said(const char *code, const struct ran *r)
{
	struct cx_buf b = CX_BUF_INIT;

	put_cause(&b, r);
	if (r->status == CX_USAGE && strcmp(code, "FAILED") == 0)
		code = "INVALID_ARGUMENT";
	fail(code, "%.*s", (int)b.len, b.s);
}

void
ran_release(struct ran *r)
{
	cx_buf_release(&r->out);
	cx_buf_release(&r->err);
	cx_buf_release(&r->extra);
	*r = (struct ran){0};
}
