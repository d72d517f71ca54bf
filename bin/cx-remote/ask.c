/* Starts the parts, and reads what they say. */
#include "bin/cx-remote/remote.h"

#include "lib/base/checksum.h"
#include "lib/base/date.h"
#include "lib/base/platform.h"
#include "lib/config/config.h"
#include "lib/file/vault.h"
#include "lib/record/record.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define LINE_MAX_BYTES ((size_t)64 << 20)
#define SAID_MAX ((size_t)4096)
#define READ ((size_t)1 << 16)
/* What is checked by itself may be checked for so many times as long. */
#define CHECK_TIMES 60
/* sockaddr_un, less two digests and what ssh appends. */
#define SOCKET_DIR_MAX 40
/* A part that ends without an answer later than this let the user wait: "No
 * route to host" takes 3 s. */
#define LATE_MS 1000

extern char **environ;

/* No word of it comes from anybody: what is asked is on standard input. */
#define REMOTE "sh -c 'PATH=$PATH:$HOME/.local/bin:/usr/local/bin; "          \
    "command -v cx-remote >/dev/null && exec cx-remote --serve; "              \
    "exec cx remote --serve'"

/* --- the list --- */

void
asking_read(struct asking *a, const char *file)
{
	int fd = open(file, O_RDONLY | O_CLOEXEC), err = fd < 0 ? errno : 0;
	CX_AUTO_BUF text = CX_BUF_INIT;
	struct cx_str rest, line, name;
	struct part here = {.pid = 0};

	if (!err)
		err = cx_read_fd(fd, &text, (size_t)1 << 20);
	if (err)
		cx_die(CX_FAIL, "%s: %s", file, cx_file_error(err));
	close(fd); /* was only read */
	a->list = file;
	/* Those here are asked as one, the first. */
	*CX_NEXT(a->part, a->n, a->cap) = here;
	rest = cx_arena_copy(&a->records, cx_buf_view(&text));
	while (cx_str_split(&rest, '\n', &line)) {
		struct part p = {.name = CX_STR("")};

		if (!cx_str_split(&line, ':', &name) || !name.len)
			cx_die(CX_USAGE, "%s: not a line NAME:PLACE", file);
		*CX_NEXT(a->names, a->n_names, a->names_cap) = name;
		if (!cx_str_starts(line, CX_STR("ssh://"))) {
			a->part[0].name = name;
			continue;
		}
		p.name = name;
		p.url = cx_arena_copy(&a->records, line).s;
		*CX_NEXT(p.vault, p.n_vaults, p.cap) = a->n_names - 1;
		*CX_NEXT(a->part, a->n, a->cap) = p;
	}
	a->part[0].gone = !a->part[0].name.s || a->check;
}

/* --- starting --- */

/* For sockets and what is late: a directory that nobody else can write to. */
static bool
run_dir(struct cx_buf *path)
{
	const char *base = getenv("XDG_RUNTIME_DIR");
	struct stat st;

	if (base && base[0] == '/')
		cx_buf_fmt(path, "%s/cortex", base);
	else
		cx_buf_fmt(path, "/tmp/cortex-%ld", (long)geteuid());
	(void)mkdir(cx_buf_cstr(path), 0700);
	return lstat(cx_buf_cstr(path), &st) == 0 && S_ISDIR(st.st_mode) &&
	    st.st_uid == geteuid() && (st.st_mode & 077) == 0;
}

/* For the names of files: the same in each process. */
static unsigned
digest(struct cx_str name)
{
	return (unsigned)cx_checksum(name.s, name.len);
}

/* Who let the user wait is not asked again for a while: a file has the time
 * and the address.  If it cannot be written or read, the only cost is that the
 * user waits again. */
static bool
late_file(struct cx_buf *path, const struct part *p)
{
	if (!p->url || !run_dir(path))
		return false;
	cx_buf_fmt(path, "/late-%08x", digest(cx_str(p->url)));
	return true;
}

static void
note_late(const struct asking *a, const struct part *p, bool late)
{
	CX_AUTO_BUF path = CX_BUF_INIT, text = CX_BUF_INIT;
	int fd;

	if (a->check || !late_file(&path, p))
		return;
	if (!late) {
		(void)unlink(cx_buf_cstr(&path));
		return;
	}
	cx_buf_fmt(&text, "%lld %s", (long long)cx_now(), p->url);
	fd = open(cx_buf_cstr(&path), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC |
	    O_NOFOLLOW, 0600);
	if (fd < 0)
		return;
	(void)cx_write_all(fd, text.s, text.len);
	close(fd);
}

/* Leaves it out if it was late within the time. */
static bool
was_late(const struct asking *a, struct part *p)
{
	CX_AUTO_BUF path = CX_BUF_INIT, text = CX_BUF_INIT;
	struct cx_str rest;
	uint64_t then;
	int64_t ago;
	int fd;

	if (a->check || !late_file(&path, p) ||
	    (fd = open(cx_buf_cstr(&path), O_RDONLY | O_CLOEXEC)) < 0)
		return false;
	(void)cx_read_fd(fd, &text, (size_t)1 << 16);
	close(fd); /* was only read */
	rest = cx_buf_view(&text);
	if (!cx_str_number(&rest, INT64_MAX, &then) ||
	    !cx_str_is(cx_str_from(rest, 1), p->url))
		return false;
	ago = cx_now() - (int64_t)then;
	if (ago < 0 || ago >= a->again)
		return false;
	part_leave_out(p, "is not asked, as it gave no answer %lld s ago; "
	    "CORTEX_REMOTE_AGAIN=0 asks it", (long long)ago);
	return true;
}

/* What ssh is started with; url is what cx-config --vaults has checked:
 * ssh://[USER@]HOST[:PORT]/PATH. */
struct command {
	const char *argv[32];
	struct cx_arena words;
};

static const char *
word(struct command *c, struct cx_str s)
{
	return cx_arena_copy(&c->words, s).s;
}

static void
make_ssh(struct command *c, struct cx_str name, const char *url,
    int64_t timeout)
{
	struct cx_str rest = cx_str_from(cx_str(url), strlen("ssh://")), host;
	CX_AUTO_BUF dir = CX_BUF_INIT, path = CX_BUF_INIT, wait = CX_BUF_INIT;
	const char *port;
	size_t n = 0;
	static const char *const fixed[] = {"ssh", "-T", "-x", "-a", "-o",
	    "BatchMode=yes", "-o", "ClearAllForwardings=yes", "-o",
	    "PermitLocalCommand=no", "-o", "ServerAliveInterval=5"};

	(void)cx_str_split(&rest, '/', &host);
	port = cx_str_last(host, ':');
	for (; n < sizeof fixed / sizeof *fixed; n++)
		c->argv[n] = fixed[n];
	/* We are the first to say that it was too long. */
	cx_buf_fmt(&wait, "ConnectTimeout=%lld", (long long)timeout + 1);
	c->argv[n++] = "-o";
	c->argv[n++] = word(c, cx_buf_view(&wait));
	if (run_dir(&dir) && dir.len <= SOCKET_DIR_MAX) {
		/* Two vaults of one host do not make one connection at the
		 * same time. */
		cx_buf_fmt(&path, "ControlPath=%s/%%C%08x", cx_buf_cstr(&dir),
		    digest(name));
		c->argv[n++] = "-o";
		c->argv[n++] = "ControlMaster=auto";
		c->argv[n++] = "-o";
		c->argv[n++] = "ControlPersist=60";
		c->argv[n++] = "-o";
		c->argv[n++] = word(c, cx_buf_view(&path));
	}
	if (port) {
		c->argv[n++] = "-p";
		c->argv[n++] = word(c, cx_str_from(host,
		    (size_t)(port + 1 - host.s)));
		host.len = (size_t)(port - host.s);
	}
	c->argv[n++] = "--";
	c->argv[n++] = word(c, host);
	c->argv[n++] = REMOTE;
}

static void
move(posix_spawn_file_actions_t *actions, int from, int to)
{
	if (posix_spawn_file_actions_adddup2(actions, from, to) != 0)
		cx_die(CX_FAIL, "%s", strerror(ENOMEM));
}

static void
start(struct part *p, const char *const *argv)
{
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attr;
	int in[2], out[2], err[2] = {-1, -1}, error;
	sigset_t set;

	if (cx_pipe(in) != 0 || cx_pipe(out) != 0 ||
	    (p->url && cx_pipe(err) != 0))
		cx_die(CX_FAIL, "a pipe: %s", strerror(errno));
	if (posix_spawn_file_actions_init(&actions) != 0 ||
	    posix_spawnattr_init(&attr) != 0)
		cx_die(CX_FAIL, "%s", strerror(ENOMEM));
	move(&actions, in[0], STDIN_FILENO);
	move(&actions, out[1], STDOUT_FILENO);
	if (p->url)
		move(&actions, err[1], STDERR_FILENO);
	sigemptyset(&set);
	sigaddset(&set, SIGPIPE);
	(void)posix_spawnattr_setsigdefault(&attr, &set);
	(void)posix_spawnattr_setflags(&attr, POSIX_SPAWN_SETSIGDEF);
	error = posix_spawnp(&p->pid, argv[0], &actions, &attr,
	    (char *const *)(uintptr_t)argv, environ);
	posix_spawn_file_actions_destroy(&actions);
	posix_spawnattr_destroy(&attr);
	close(in[0]); /* these are the child's */
	close(out[1]);
	if (p->url)
		close(err[1]);
	p->to = in[1];
	p->from = out[0];
	p->err = err[0];
	for (int i = 0; i < 3; i++) {
		int fd = i == 0 ? p->to : i == 1 ? p->from : p->err;

		if (fd >= 0)
			(void)fcntl(fd, F_SETFL, O_NONBLOCK);
	}
	if (error) {
		p->pid = 0;
		part_leave_out(p, "cannot run %s: %s", argv[0],
		    strerror(error));
	}
}

/* Of the configuration only what ranks. */
static void
print_config(struct cx_printer *pr)
{
	static const char *const sections[] = {"layers", "status", "types",
	    "rank", "search", "scopes"};
	CX_AUTO_CONFIG config = cx_config_load(NULL);

	cx_print_kobject(pr, "config");
	for (size_t i = 0; i < sizeof sections / sizeof *sections; i++) {
		const struct cx_json *v = cx_json_get(cx_config_root(config),
		    sections[i]);

		if (!v)
			continue;
		cx_print_key(pr, sections[i]);
		cx_print_json(pr, v);
	}
	cx_print_end(pr);
}

static void
request(struct asking *a, struct part *p, const char *loud)
{
	struct cx_printer pr = cx_printer(&p->queue);
	struct cx_str rest = cx_str_from(cx_str(p->url), strlen("ssh://"));

	rest = cx_str_from(rest, (size_t)((const char *)memchr(rest.s, '/',
	    rest.len) - rest.s));
	cx_print_object(&pr);
	cx_print_kstr(&pr, "vault", rest);
	cx_print_kstr(&pr, "now", cx_str(a->now));
	if (a->check) {
		cx_print_kstr(&pr, "do", CX_STR("check"));
	} else {
		cx_print_kstr(&pr, "do", CX_STR("score"));
		cx_print_kstr(&pr, "fresh", cx_str(a->how));
		print_config(&pr);
	}
	cx_print_karray(&pr, "arguments");
	if (!a->check)
		cx_print_str(&pr, cx_str(loud));
	for (int i = 0; i < a->argc; i++)
		cx_print_str(&pr, cx_str(a->argv[i]));
	cx_print_line(&pr);
}

static void
start_here(struct asking *a, struct part *p, const char *loud)
{
	const char **argv = cx_calloc((size_t)a->argc + 6, sizeof *argv);
	CX_AUTO_BUF list = CX_BUF_INIT;
	size_t n = 0;

	cx_buf_fmt(&list, "--vaults=%s", a->list);
	argv[n++] = "cx-score";
	argv[n++] = loud;
	argv[n++] = cx_buf_cstr(&list);
	for (int i = 0; i < a->argc; i++)
		argv[n++] = a->argv[i];
	if (setenv("CORTEX_NOW", a->now, 1) != 0)
		cx_die(CX_FAIL, "CORTEX_NOW: %s", strerror(errno));
	start(p, argv);
	free(argv);
}

static int64_t
now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* One of them speaks for all. */
static void
start_all(struct asking *a)
{
	const char *loud = "--part=loud";

	a->began = now_ms();
	for (struct part *p = a->part; p < a->part + a->n; p++) {
		if (p->gone || was_late(a, p))
			continue;
		if (p->url) {
			struct command c = {.argv = {NULL}};

			make_ssh(&c, p->name, p->url, a->timeout);
			start(p, c.argv);
			cx_arena_release(&c.words);
			request(a, p, loud);
		} else {
			start_here(a, p, loud);
		}
		loud = "--part=quiet";
	}
}

/* --- ending --- */

static void
shut(int *fd)
{
	if (*fd >= 0)
		close(*fd); /* of a pipe */
	*fd = -1;
}

static void
end_part(struct part *p)
{
	/* One that has closed its output is about to end by itself. */
	int tries = p->ended || p->from < 0 ? 100 : 0, status;
	pid_t done = 0;

	shut(&p->to);
	shut(&p->from);
	while (p->pid > 0 && tries-- > 0 &&
	    (done = waitpid(p->pid, &status, WNOHANG)) == 0)
		(void)cx_poll(NULL, 0, 10, NULL);
	if (done > 0) {
		p->status = WIFEXITED(status) ? WEXITSTATUS(status) : 128;
	} else if (p->pid > 0) {
		(void)kill(p->pid, SIGTERM);
		p->status = cx_wait(p->pid);
	}
	/* A last word of ssh must not end it with SIGPIPE. */
	shut(&p->err);
	p->pid = 0;
}

/* As before it was started. */
static void
forget(struct asking *a)
{
	for (struct part *p = a->part; p < a->part + a->n; p++) {
		end_part(p);
		p->queue.len = p->text.len = p->said.len = p->found.len = 0;
		p->sent = p->used = p->n_found = p->n_told = 0;
		p->n_sorted = 0;
		p->n_vaults = p->url ? p->n_vaults : 0;
		p->line = NULL;
		p->greeted = p->ended = false;
	}
	a->n_results = 0;
	free(a->copies);
	a->copies = NULL;
	a->n_copies = 0;
}

/* --- what is printed --- */

/* Members that programs after this one rely on. */
static bool
is_sound(const struct cx_json *record)
{
	static const struct {
		const char *name;
		enum cx_json_type type, or;
	} known[] = {{"name", CX_JSON_STRING, CX_JSON_NULL},
	    {"score", CX_JSON_INT, CX_JSON_REAL},
	    {"layer", CX_JSON_STRING, CX_JSON_STRING},
	    {"type", CX_JSON_STRING, CX_JSON_NULL},
	    {"status", CX_JSON_STRING, CX_JSON_NULL},
	    {"updated", CX_JSON_STRING, CX_JSON_NULL},
	    {"dated", CX_JSON_STRING, CX_JSON_NULL},
	    {"created", CX_JSON_STRING, CX_JSON_NULL},
	    {"project", CX_JSON_STRING, CX_JSON_NULL},
	    {"description", CX_JSON_STRING, CX_JSON_NULL},
	    {"body", CX_JSON_STRING, CX_JSON_NULL},
	    {"tags", CX_JSON_ARRAY, CX_JSON_NULL},
	    {"passages", CX_JSON_ARRAY, CX_JSON_ARRAY},
	    {"partial", CX_JSON_TRUE, CX_JSON_FALSE},
	    {"code", CX_JSON_STRING, CX_JSON_STRING},
	    {"severity", CX_JSON_STRING, CX_JSON_STRING},
	    {"message", CX_JSON_STRING, CX_JSON_STRING},
	    {"line", CX_JSON_INT, CX_JSON_INT}};

	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		const struct cx_json *v = cx_json_get(record, known[i].name);

		if (v && v->type != known[i].type && v->type != known[i].or)
			return false;
	}
	return record && record->type == CX_JSON_OBJECT;
}

/* Appends a record, as we print it, with the name of its vault. */
static bool
put_record(struct part *p, const struct cx_json *record, struct cx_buf *out)
{
	const struct cx_str none = {NULL, 0};
	struct cx_str path = cx_json_gets(record, "path", none);
	struct cx_member m = {.name = "path"};
	CX_AUTO_BUF text = CX_BUF_INIT, named = CX_BUF_INIT, json = CX_BUF_INIT;
	struct cx_printer pr = cx_printer(&text);

	if (!is_sound(record) || !path.s)
		return false;
	cx_print_json(&pr, record);
	if (!p->url) {
		cx_buf_str(out, cx_buf_view(&text));
		return true;
	}
	if (!cx_vault_path_ok(path))
		return false;
	cx_buf_fmt(&named, "%.*s:%.*s", (int)p->name.len, p->name.s,
	    (int)path.len, path.s);
	cx_print_quoted(&json, cx_buf_view(&named));
	m.value = cx_buf_view(&json);
	cx_record_put(out, cx_buf_view(&text), &m, 1);
	return true;
}

/* {"place":N,"record":{...}}; false if it is not that. */
static bool
take_result(struct asking *a, struct part *p, const struct cx_json *line)
{
	CX_AUTO_BUF text = CX_BUF_INIT;
	int64_t place;

	if (!cx_json_geti(line, "place", &place) || place < 0 ||
	    !part_has_place(p, (size_t)place) ||
	    !put_record(p, cx_json_get(line, "record"), &text))
		return false;
	*CX_NEXT(a->result, a->n_results, a->results_cap) = (struct result){
	    (size_t)place, p, cx_arena_copy(&a->records, cx_buf_view(&text))};
	p->n_found++;
	return true;
}

/* Lines that wait for no answer are taken at once; the next that does stays.
 * False if one is no JSON. */
static bool
take_lines(struct asking *a, struct part *p)
{
	const char *end, *why;

	while (!p->line && !p->ended && p->used < p->text.len &&
	    (end = memchr(p->text.s + p->used, '\n', p->text.len - p->used))) {
		const char *at = p->text.s + p->used;
		size_t used = (size_t)(end - p->text.s) + 1;
		const struct cx_json *line;
		int64_t n;

		if (!p->json)
			p->json = cx_json_new();
		(void)cx_buf_room(&p->text, CX_JSON_PAD);
		at = p->text.s + p->used;
		line = cx_json_parse(p->json, at, used - p->used - 1, &why);
		if (!line || line->type != CX_JSON_OBJECT)
			return false;
		p->used = used;
		if (!p->greeted) {
			p->line = line;
		} else if (a->check) {
			if (!put_record(p, line, &p->found))
				return false;
			cx_buf_char(&p->found, '\n');
		} else if (cx_json_get(line, "place")) {
			if (!take_result(a, p, line))
				return false;
		} else if (cx_json_geti(line, "end", &n)) {
			p->ended = n >= 0 && (size_t)n == p->n_found;
			return p->ended;
		} else {
			p->line = line;
		}
	}
	return p->text.len - p->used <= LINE_MAX_BYTES;
}

/* --- the loop --- */

static bool
waits(const struct part *p)
{
	return !p->gone && !p->ended && !p->line;
}

/* Reads a piece; false at the end. */
static bool
take(int fd, struct cx_buf *to)
{
	ssize_t n = read(fd, cx_buf_room(to, READ), READ);

	if (n > 0)
		to->len += (size_t)n;
	return n > 0 || (n < 0 && (errno == EINTR || errno == EAGAIN));
}

static void
read_part(struct asking *a, struct part *p)
{
	/* What was used goes, but not while a line is at hand. */
	if (!p->line && p->used) {
		memmove(p->text.s, p->text.s + p->used, p->text.len - p->used);
		p->text.len -= p->used;
		p->used = 0;
	}
	if (!take(p->from, &p->text)) {
		shut(&p->from);
		if (a->check && p->greeted && p->used == p->text.len) {
			p->ended = true;
		} else if (!p->line && !p->ended && p->url) {
			part_leave_out(p, "has ended");
			note_late(a, p, now_ms() - a->began >= LATE_MS);
		} else if (!p->line && !p->ended) {
			p->gone = true; /* it has said why */
		}
	}
}

static void
write_part(struct part *p)
{
	ssize_t n = write(p->to, p->queue.s + p->sent, p->queue.len - p->sent);

	if (n < 0 && errno != EINTR && errno != EAGAIN) {
		shut(&p->to);
		return; /* how it ended is read */
	}
	p->sent += n > 0 ? (size_t)n : 0;
	if (p->sent == p->queue.len)
		p->queue.len = p->sent = 0;
}

/* Waits until something happens or the time is over. */
static void
step(struct asking *a, int64_t left)
{
	struct pollfd *fd = cx_calloc(a->n * 3, sizeof *fd);
	nfds_t n = 0;

	for (struct part *p = a->part; p < a->part + a->n; p++) {
		bool on = !p->gone && p->pid > 0;

		fd[n++] = (struct pollfd){on && waits(p) ? p->from : -1,
		    POLLIN, 0};
		fd[n++] = (struct pollfd){on ? p->err : -1, POLLIN, 0};
		fd[n++] = (struct pollfd){on && p->queue.len ? p->to : -1,
		    POLLOUT, 0};
	}
	(void)cx_poll(fd, n, left > 0 ? (int)left : 0, NULL);
	for (size_t i = 0; i < a->n; i++) {
		struct part *p = &a->part[i];

		/* Why it ends stands in what it said before. */
		if (fd[3 * i + 1].revents && !take(p->err, &p->said))
			shut(&p->err);
		if (p->said.len > SAID_MAX)
			p->said.len = SAID_MAX;
		if (fd[3 * i + 2].revents)
			write_part(p);
		if (fd[3 * i].revents)
			read_part(a, p);
		if (!p->gone && !take_lines(a, p))
			part_leave_out(p, "says what cannot be read");
	}
	free(fd);
}

/* Whether those here, if there are some, have ended with a message. */
static bool
failed_here(const struct asking *a)
{
	return a->part[0].gone && a->part[0].name.len && !a->check;
}

/* Whether one is left out that was counted. */
static bool
is_lost(const struct asking *a)
{
	bool lost = false;

	for (const struct part *p = a->part; p < a->part + a->n; p++)
		lost |= p->gone && p->greeted && !a->check;
	return lost;
}

/* One round: false if a part is left out that was counted. */
static bool
play_round(struct asking *a)
{
	int64_t wait = a->timeout * 1000 * (a->check ? CHECK_TIMES : 1);
	int64_t end = now_ms() + wait;
	bool told = false;

	for (bool more = true; more;) {
		int64_t left = end - now_ms();
		bool here = false;

		more = false;
		for (struct part *p = a->part; p < a->part + a->n; p++) {
			if (!waits(p))
				continue;
			if (p->url && left <= 0) {
				part_leave_out(p, "gives no answer within "
				    "%lld s", (long long)(wait / 1000));
				note_late(a, p, true);
			} else {
				more = true;
			}
			here |= !p->url;
		}
		if (more)
			step(a, here && left <= 0 ? 1000 : left);
	}
	merge_round(a);
	for (struct part *p = a->part; p < a->part + a->n; p++)
		told |= !p->gone && p->line;
	for (struct part *p = a->part; p < a->part + a->n; p++) {
		/* It ended while the others were still asking. */
		if (told && p->ended && !a->check)
			part_leave_out(p, "has ended too early");
		p->line = NULL;
	}
	return !is_lost(a) && !failed_here(a);
}

static bool
is_done(const struct asking *a)
{
	for (const struct part *p = a->part; p < a->part + a->n; p++) {
		if (!p->gone && !p->ended)
			return false;
	}
	return true;
}

/* What a part said, beside its answer. */
static void
pass_on(const struct part *p)
{
	struct cx_str rest = cx_buf_view(&p->said), line;

	while (!p->gone && cx_str_split(&rest, '\n', &line))
		if (line.len)
			cx_note("%.*s: %.*s", (int)p->name.len, p->name.s,
			    (int)line.len, line.s);
}

static int
by_place(const void *va, const void *vb)
{
	const struct result *a = va, *b = vb;

	return (a->place > b->place) - (a->place < b->place);
}

/* Whether all places are there, once.  A place can be another's in another
 * ranking, so who is wrong is not known, but that it is not one here. */
static bool
is_whole(struct asking *a)
{
	CX_SORT(a->result, a->n_results, by_place);
	for (size_t i = 0; i < a->n_results; i++) {
		if (a->result[i].place == i)
			continue;
		for (struct part *p = a->part; p < a->part + a->n; p++) {
			if (p->url)
				part_leave_out(p, "or another answers in other "
				    "places than it was told");
		}
		return false;
	}
	return true;
}

static bool
any_left(const struct asking *a)
{
	bool any = false;

	for (const struct part *p = a->part; p < a->part + a->n; p++)
		any |= !p->gone;
	return any;
}

bool
asking_run(struct asking *a)
{
	(void)signal(SIGPIPE, SIG_IGN);
	while (any_left(a)) {
		start_all(a);
		while (!is_done(a) && play_round(a))
			;
		if (failed_here(a))
			break;
		/* Who was counted and is gone is undone: once more without. */
		if (is_done(a) && !is_lost(a) && is_whole(a))
			break;
		forget(a);
	}
	for (struct part *p = a->part; p < a->part + a->n; p++) {
		bool was = p->pid > 0;

		pass_on(p);
		end_part(p);
		if (!was)
			continue;
		if (!p->gone)
			note_late(a, p, false);
		if (p->gone && p->url && p->status != CX_STALE)
			continue; /* told */
		if (p->status > CX_STALE || (p->url && !p->gone && a->check &&
			p->status != CX_NO && p->status != CX_PARTIAL &&
			p->status))
			part_leave_out(p, "ends with status %d", p->status);
		else if (p->status != CX_NO || a->check)
			cx_raise((enum cx_exit)p->status);
	}
	(void)signal(SIGPIPE, SIG_DFL);
	/* What is wrong with the command line those here have said. */
	for (struct part *p = a->part; p < a->part + a->n; p++) {
		if (p->why.len && cx_status() != CX_USAGE)
			cx_error(CX_PARTIAL, "vault %.*s is left out: %s %s",
			    (int)p->name.len, p->name.s, p->url,
			    cx_buf_cstr(&p->why));
	}
	return any_left(a) && !failed_here(a);
}

void
asking_print(struct asking *a)
{
	struct cx_buf *out = cx_out();

	for (size_t i = 0; i < a->n_results; i++) {
		struct cx_member m = {.name = "copies"};

		if (i < a->n_copies && a->copies[i].s) {
			m.value = a->copies[i];
			cx_record_put(out, a->result[i].record, &m, 1);
		} else {
			cx_buf_str(out, a->result[i].record);
		}
		cx_buf_char(out, '\n');
		cx_out_record();
	}
	for (struct part *p = a->part; p < a->part + a->n; p++)
		if (!p->gone)
			cx_buf_str(out, cx_buf_view(&p->found));
	if (!a->n_results && !a->check)
		cx_raise(CX_NO);
}

void
asking_release(struct asking *a)
{
	for (struct part *p = a->part; p < a->part + a->n; p++) {
		free(p->vault);
		free(p->told);
		cx_buf_release(&p->queue);
		cx_buf_release(&p->text);
		cx_buf_release(&p->said);
		cx_buf_release(&p->found);
		cx_buf_release(&p->why);
		cx_json_free(p->json);
	}
	free(a->part);
	free(a->names);
	free(a->result);
	free(a->copies);
	cx_arena_release(&a->records);
}
