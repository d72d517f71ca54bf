/*
 * The server: lines in, lines out, one worker at a time.
 *
 * It never waits for only one thing.  Input is read while a call runs, so that
 * the call can be cancelled; output is written in small parts, as fast as its
 * reader accepts it, so that a client may write all of its requests before it
 * reads.
 */
#include "cx-mcp.h"
#include "lib/base/platform.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Above these no more is read until some of it is done. */
#define WAITING_MAX ((size_t)16 << 20)
#define OUT_MAX ((size_t)16 << 20)
/* A longer result is a mistake of ours. */
#define RESULT_MAX ((size_t)16 << 20)
/* Buffers above this are given back when they are empty. */
#define KEEP ((size_t)256 << 10)
/* After the end of the input, what was asked may still be answered, as a pipe
 * ends its input at once; a cancelled call may end what must not be left
 * half-way. */
#define GRACE_MS 10000
/* Who is asked to end has to. */
#define FORCE_MS 250
/* As much as a pipe takes without waiting when it takes anything. */
#define PIECE 4096

/* The answers to a batch are one line, when there are all. */
struct batch {
	size_t left;	   /* that are not done */
	struct cx_buf out; /* answers, each a line */
};

struct waiting {
	struct request req;
	struct cx_buf line;
};

struct server {
	const struct server_options *about;
	struct rpc rpc;
	struct cx_buf in, out;
	size_t in_done, out_done; /* bytes before are done with */
	bool eof, skip;		  /* skip: the rest of a line too long */
	struct ids ids;		  /* of that line */
	bool gone;		  /* nobody reads our output */
	int64_t end_at;		  /* when the input ended */
	struct waiting *queue;
	size_t first, n, cap, queued; /* queued: bytes */
	struct worker worker;
	struct request running;
	struct cx_buf result;
	bool cancelled;
	bool answered; /* the worker is only updating the index */
	int64_t kill_at; /* of the worker; 0: not */
	int life[2];
};

static volatile sig_atomic_t ended;

static void
on_signal(int sig)
{
	ended = sig;
}

static int64_t
now_ms(void)
{
	struct timespec t;

	if (clock_gettime(CLOCK_MONOTONIC, &t) != 0)
		cx_die(CX_FAIL, "the clock: %s", strerror(errno));
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* --- batches --- */

/* Where the answer to a request goes. */
static struct cx_buf *
answers(struct server *s, struct batch *b)
{
	return b ? &b->out : &s->out;
}

/* One of a batch, if it is one, is done; the last sends the answers. */
static void
settle(struct server *s, struct batch *b)
{
	struct cx_str rest, line;
	bool first = true;

	if (!b || --b->left > 0)
		return;
	rest = cx_buf_view(&b->out);
	while (cx_str_split(&rest, '\n', &line)) {
		if (!line.len)
			continue;
		cx_buf_char(&s->out, first ? '[' : ',');
		cx_buf_str(&s->out, line);
		first = false;
	}
	/* Notifications want no answer. */
	if (!first)
		cx_buf_puts(&s->out, "]\n");
	cx_buf_release(&b->out);
	free(b);
}

/* --- the worker --- */

static void
signal_worker(const struct server *s, int sig)
{
	/* ESRCH: it has ended already. */
	if (s->worker.pid && kill(-s->worker.pid, sig) != 0 && errno != ESRCH)
		cx_note("cannot end a call: %s", strerror(errno));
}

/* Answers the running call, with what its worker has printed. */
static void
answer_running(struct server *s)
{
	if (!s->cancelled)
		rpc_result(&s->running, cx_str_trim(cx_buf_view(&s->result)),
		    answers(s, s->running.batch));
	settle(s, s->running.batch);
	request_release(&s->running);
	s->running = (struct request){0};
	s->answered = true;
	s->result.len = 0;
	if (s->result.cap > KEEP)
		cx_buf_release(&s->result);
}

static void
reap(struct server *s)
{
	int status = 0;
	siginfo_t info;

	close(s->worker.out); /* was only read */
	/* It stays a zombie, so that nobody else gets the group's number. */
	while (waitid(P_PID, (id_t)s->worker.pid, &info, WEXITED | WNOWAIT) !=
	    0 && errno == EINTR)
		;
	signal_worker(s, SIGKILL);
	while (waitpid(s->worker.pid, &status, 0) < 0 && errno == EINTR)
		;
	s->worker.pid = 0;
	if (s->answered)
		return;
	if (status != 0)
		s->result.len = 0;
	answer_running(s);
}

static void
read_worker(struct server *s)
{
	ssize_t n = read(s->worker.out, cx_buf_room(&s->result, 65536), 65536);

	if (n > 0) {
		if (s->answered)
			return;
		s->result.len += (size_t)n;
		if (s->result.len <= RESULT_MAX) {
			if (s->result.s[s->result.len - 1] == ANSWERED) {
				s->result.len--;
				answer_running(s);
			}
			return;
		}
		cx_note("a result above %zu bytes is not sent", RESULT_MAX);
		s->result.len = 0;
		signal_worker(s, SIGKILL);
		return;
	}
	if (n == 0 || errno != EINTR)
		reap(s);
}

static void
start_next(struct server *s)
{
	struct waiting w;

	while (!s->worker.pid && s->n > 0 && s->out.len < OUT_MAX) {
		w = s->queue[s->first++];
		s->n--;
		if (s->n == 0)
			s->first = 0;
		s->queued -= w.line.len;
		s->running = w.req;
		s->cancelled = s->answered = false;
		s->kill_at = 0;
		if (!worker_start(&s->worker, s->about, cx_buf_view(&w.line),
		    w.req.modern, s->life[0], s->life[1])) {
			rpc_result(&s->running, CX_STR(""),
			    answers(s, s->running.batch));
			settle(s, s->running.batch);
			request_release(&s->running);
		}
		cx_buf_release(&w.line);
	}
}

static void
cancel(struct server *s, struct cx_str same)
{
	if (s->worker.pid && !s->answered &&
	    cx_str_eq(cx_buf_view(&s->running.same), same)) {
		s->cancelled = true;
		signal_worker(s, SIGTERM);
		if (!s->kill_at)
			s->kill_at = now_ms() + GRACE_MS;
	}
	for (size_t i = s->first; i < s->first + s->n; i++) {
		struct waiting *w = &s->queue[i];

		if (!cx_str_eq(cx_buf_view(&w->req.same), same))
			continue;
		s->queued -= w->line.len;
		settle(s, w->req.batch);
		request_release(&w->req);
		cx_buf_release(&w->line);
		memmove(w, w + 1, (s->first + s->n - i - 1) * sizeof *w);
		s->n--;
		i--;
	}
}

/* --- input --- */

static void
wait_for(struct server *s, struct request *req, struct cx_str line)
{
	struct waiting *w;

	if (s->first > 0 && s->first + s->n == s->cap) {
		memmove(s->queue, s->queue + s->first,
		    s->n * sizeof *s->queue);
		s->first = 0;
	}
	CX_GROW(s->queue, s->first + s->n, s->cap);
	w = &s->queue[s->first + s->n++];
	*w = (struct waiting){.req = *req};
	cx_buf_str(&w->line, line);
	s->queued += line.len;
}

static void
handle(struct server *s, struct cx_str message, struct batch *batch)
{
	struct request req = {.batch = batch};

	rpc_message(&s->rpc, message, &req, answers(s, batch));
	if (req.todo == CALL) {
		wait_for(s, &req, message);
		return;
	}
	if (req.todo == CANCEL)
		cancel(s, cx_buf_view(&req.same));
	settle(s, batch);
	request_release(&req);
}

static void
handle_line(struct server *s, struct cx_str line)
{
	struct cx_str rest, member;
	struct batch *b;

	if (!rpc_is_batch(&s->rpc, line, &rest)) {
		handle(s, line, NULL);
		return;
	}
	b = cx_calloc(1, sizeof *b);
	b->left = 1; /* until all are known */
	while (rpc_member(&rest, &member)) {
		b->left++;
		handle(s, member, b);
	}
	settle(s, b);
}

/* A line that is too long is dropped as it comes, but for its id. */
static void
skip(struct server *s, struct cx_str piece, bool ends)
{
	ids_take(&s->ids, piece);
	s->skip = !ends;
	if (!ends)
		return;
	rpc_too_long(&s->out, ids_end(&s->ids));
	ids_release(&s->ids);
}

/* Handles what has come as far as lines have ended. */
static void
lines(struct server *s)
{
	struct cx_str rest;
	const char *nl;

	for (;;) {
		rest = cx_str_from(cx_buf_view(&s->in), s->in_done);
		nl = rest.len ? memchr(rest.s, '\n', rest.len) : NULL;
		if (!nl || s->queued > WAITING_MAX)
			break;
		rest.len = (size_t)(nl - rest.s);
		s->in_done += rest.len + 1;
		if (s->skip || rest.len > MESSAGE_MAX)
			skip(s, rest, true);
		else
			handle_line(s, rest);
	}
	if (!nl && (s->skip || rest.len > MESSAGE_MAX)) {
		skip(s, rest, false);
		s->in_done = s->in.len;
	}
	/* What is left is moved when it is little, or half. */
	if (s->in_done == s->in.len || s->in_done > s->in.len / 2) {
		if (s->in_done < s->in.len)
			memmove(s->in.s, s->in.s + s->in_done,
			    s->in.len - s->in_done);
		s->in.len -= s->in_done;
		s->in_done = 0;
	}
	if (s->in.len == 0 && s->in.cap > KEEP)
		cx_buf_release(&s->in);
}

static void
read_input(struct server *s)
{
	const size_t much = 65536;
	ssize_t n;

	/* The parser reads a little beyond a line. */
	n = read(STDIN_FILENO, cx_buf_room(&s->in, much + CX_JSON_PAD), much);
	if (n < 0 && (errno == EINTR || errno == EAGAIN))
		return;
	if (n <= 0) {
		if (n < 0)
			cx_error(CX_FAIL, "standard input: %s",
			    strerror(errno));
		if (s->skip)
			skip(s, CX_STR(""), true);
		s->eof = true;
		s->end_at = now_ms();
		return;
	}
	s->in.len += (size_t)n;
	lines(s);
}

/* --- output --- */

static void
write_output(struct server *s)
{
	size_t left = s->out.len - s->out_done;
	ssize_t n = write(STDOUT_FILENO, s->out.s + s->out_done,
	    left < PIECE ? left : PIECE);

	if (n < 0) {
		if (errno == EINTR || errno == EAGAIN)
			return;
		if (errno != EPIPE)
			cx_error(CX_FAIL, "standard output: %s",
			    strerror(errno));
		s->gone = true;
		return;
	}
	s->out_done += (size_t)n;
	if (s->out_done == s->out.len) {
		s->out.len = s->out_done = 0;
		if (s->out.cap > KEEP)
			cx_buf_release(&s->out);
	}
}

/* --- the loop --- */

static bool
has_output(const struct server *s)
{
	return s->out.len > s->out_done;
}

/* Milliseconds until something has to happen by itself; -1: never. */
static int
patience(const struct server *s)
{
	int64_t at = s->worker.pid ? s->kill_at : 0, left;

	if (s->eof && (!at || s->end_at + GRACE_MS < at))
		at = s->end_at + GRACE_MS;
	if (!at)
		return -1;
	left = at - now_ms();
	return left < 0 ? 0 : left > INT_MAX ? INT_MAX : (int)left;
}

static bool
is_done(const struct server *s)
{
	if (s->gone || ended)
		return true;
	return s->eof && ((!s->worker.pid && s->n == 0 && !has_output(s)) ||
	    now_ms() >= s->end_at + GRACE_MS);
}

static void
turn(struct server *s, const sigset_t *mask)
{
	struct pollfd p[3];
	int ms = patience(s);
	bool take = !s->eof && s->queued <= WAITING_MAX &&
	    s->out.len <= OUT_MAX;

	p[0] = (struct pollfd){take ? STDIN_FILENO : -1, POLLIN, 0};
	p[1] = (struct pollfd){STDOUT_FILENO, has_output(s) ? POLLOUT : 0, 0};
	p[2] = (struct pollfd){s->worker.pid ? s->worker.out : -1, POLLIN, 0};
	if (cx_poll(p, 3, ms, mask) < 0) {
		if (errno != EINTR)
			cx_die(CX_FAIL, "cannot wait: %s", strerror(errno));
		return;
	}
	if (p[1].revents & (POLLERR | POLLHUP | POLLNVAL))
		s->gone = true;
	else if (p[1].revents)
		write_output(s);
	if (p[2].revents)
		read_worker(s);
	if (p[0].revents)
		read_input(s);
	else if (s->in.len > s->in_done)
		lines(s);
	if (s->worker.pid && s->kill_at && now_ms() >= s->kill_at)
		signal_worker(s, SIGKILL);
	start_next(s);
}

/* Ends a call that is still running, first kindly. */
static void
stop(struct server *s)
{
	int64_t force = now_ms() + FORCE_MS;
	struct pollfd p = {s->worker.out, POLLIN, 0};

	s->cancelled = true;
	signal_worker(s, SIGTERM);
	while (s->worker.pid && now_ms() < force)
		if (poll(&p, 1, 10) > 0)
			read_worker(s);
	if (s->worker.pid) {
		signal_worker(s, SIGKILL);
		reap(s);
	}
}

static void
release(struct server *s)
{
	for (size_t i = s->first; i < s->first + s->n; i++) {
		settle(s, s->queue[i].req.batch);
		request_release(&s->queue[i].req);
		cx_buf_release(&s->queue[i].line);
	}
	free(s->queue);
	cx_buf_release(&s->in);
	cx_buf_release(&s->out);
	cx_buf_release(&s->result);
	ids_release(&s->ids);
	if (s->rpc.parser)
		cx_json_free(s->rpc.parser);
}

int
serve(const struct server_options *about)
{
	static struct server s;
	struct sigaction act = {.sa_handler = on_signal};
	sigset_t blocked, before;
	size_t lost;

	s.about = about;
	/* A signal is seen while waiting and at no other time. */
	sigemptyset(&blocked);
	sigaddset(&blocked, SIGTERM);
	sigaddset(&blocked, SIGINT);
	sigaddset(&blocked, SIGHUP);
	sigprocmask(SIG_BLOCK, &blocked, &before);
	sigaction(SIGTERM, &act, NULL);
	sigaction(SIGINT, &act, NULL);
	sigaction(SIGHUP, &act, NULL);
	signal(SIGPIPE, SIG_IGN);
	if (cx_pipe(s.life) != 0)
		cx_die(CX_FAIL, "cannot make a pipe: %s", strerror(errno));
	while (!is_done(&s))
		turn(&s, &before);
	lost = s.n + (s.worker.pid && !s.answered ? 1 : 0);
	if (s.worker.pid)
		stop(&s);
	if (lost && !s.gone)
		cx_note("the input has ended; %zu calls are not answered; "
		    "keep it open until the answers are there", lost);
	release(&s);
	return cx_status();
}
