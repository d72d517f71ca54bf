/*
 * What cx-remote reads from other machines: any bytes end a part, not the
 * program, and what is printed is of the vault that it names.
 *
 * An input is what the parts print, in turns, 0x1E between them; the first
 * piece says how: "h" vaults here, which begin, "c" a check, and a digit how
 * many bytes come at once, 4 to its power.
 *
 * The Makefile links this target with the objects of cx-remote and with
 * --wrap: no program is started, a pipe is a piece of the input.
 */
#include "bin/cx-remote/remote.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/base/date.h"
#include "lib/config/config.h"
#include "lib/file/vault.h"

#define CHECK(x)                                                              \
	do {                                                                  \
		if (!(x))                                                     \
			abort();                                              \
	} while (0)
#define FIRST 1000 /* descriptor of ours */
#define FDS 1000
#define PARTS 5

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
const char *__asan_default_options(void);
struct cx_config *__real_cx_config_load(const char *file);
struct cx_config *__wrap_cx_config_load(const char *file);
void __wrap_cx_config_free(struct cx_config *c);
int __wrap_cx_pipe(int fd[2]);
int __wrap_cx_poll(struct pollfd *p, nfds_t n, int ms, const sigset_t *mask);
int __wrap_cx_wait(pid_t pid);
int __wrap_posix_spawnp(pid_t *pid, const char *file,
    const posix_spawn_file_actions_t *actions, const posix_spawnattr_t *attr,
    char *const argv[], char *const envp[]);
int __wrap_close(int fd);
int __wrap_fcntl(int fd, int cmd, ...);
int __wrap_kill(pid_t pid, int sig);
pid_t __wrap_waitpid(pid_t pid, int *status, int options);
ssize_t __wrap_read(int fd, void *to, size_t n);
ssize_t __wrap_write(int fd, const void *s, size_t n);
int __real_close(int fd);
int __real_fcntl(int fd, int cmd, ...);
ssize_t __real_read(int fd, void *to, size_t n);
ssize_t __real_write(int fd, const void *s, size_t n);
void __wrap_cx_note(const char *fmt, ...) CX_PRINTF(1, 2);
void __wrap_cx_error(enum cx_exit status, const char *fmt, ...)
    CX_PRINTF(2, 3);
void __wrap_cx_die(enum cx_exit status, const char *fmt, ...) CX_NORETURN
    CX_PRINTF(2, 3);
void __wrap_cx_out_record(void);

static struct cx_str piece[PARTS];
static struct asking asking;
static int n_fds, polls;
static size_t at[FDS], most;

/* Of 64 KiB for each pipe: what is freed is used again soon. */
const char *
__asan_default_options(void)
{
	return "quarantine_size_mb=4:thread_local_quarantine_size_kb=64:"
	    "malloc_context_size=4";
}

/* It is read once. */
struct cx_config *
__wrap_cx_config_load(const char *file)
{
	static struct cx_config *config;

	config = config ? config : __real_cx_config_load(file);
	return config;
}

void
__wrap_cx_config_free(struct cx_config *c)
{
	(void)c;
}

int
__wrap_cx_pipe(int fd[2])
{
	for (int i = 0; i < 2; i++) {
		CHECK(n_fds < FDS);
		at[n_fds] = 0;
		fd[i] = FIRST + n_fds++;
	}
	return 0;
}

int
__wrap_posix_spawnp(pid_t *pid, const char *file,
    const posix_spawn_file_actions_t *actions, const posix_spawnattr_t *attr,
    char *const argv[], char *const envp[])
{
	(void)actions, (void)attr, (void)argv, (void)envp;
	CHECK(strcmp(file, "ssh") == 0 || strcmp(file, "cx-score") == 0);
	*pid = 1;
	return 0;
}

int
__wrap_cx_poll(struct pollfd *p, nfds_t n, int ms, const sigset_t *mask)
{
	int ready = 0;

	(void)mask;
	CHECK(ms >= 0 && polls++ < 1000000);
	for (nfds_t i = 0; i < n; i++) {
		p[i].revents = p[i].fd < 0 ? 0 : p[i].events;
		ready += p[i].fd >= 0;
	}
	CHECK(ready || !n); /* nobody would ever wake it */
	return ready;
}

int
__wrap_close(int fd)
{
	return fd < FIRST ? __real_close(fd) : 0;
}

int
__wrap_fcntl(int fd, int cmd, ...)
{
	va_list ap;
	int value;

	va_start(ap, cmd);
	value = va_arg(ap, int);
	va_end(ap);
	return fd < FIRST ? __real_fcntl(fd, cmd, value) : 0;
}

int
__wrap_kill(pid_t pid, int sig)
{
	CHECK(pid == 1 && sig == SIGTERM);
	return 0;
}

int
__wrap_cx_wait(pid_t pid)
{
	CHECK(pid == 1);
	return 0;
}

pid_t
__wrap_waitpid(pid_t pid, int *status, int options)
{
	CHECK(pid == 1 && options == WNOHANG);
	*status = 0;
	return pid;
}

ssize_t
__wrap_read(int fd, void *to, size_t n)
{
	struct cx_str s = CX_STR("");
	size_t *used;

	if (fd < FIRST)
		return __real_read(fd, to, n);
	used = &at[fd - FIRST];
	for (size_t i = 0; i < asking.n; i++) {
		if (asking.part[i].from == fd || asking.part[i].err == fd)
			s = cx_str_from(piece[i], *used);
	}
	/* What comes after a line waits for an answer. */
	n = n < most ? n : most;
	s.len = s.len < n ? s.len : n;
	n = cx_str_upto(s, '\n').len;
	n += n < s.len;
	memcpy(to, s.s, n);
	*used += n;
	return (ssize_t)n;
}

ssize_t
__wrap_write(int fd, const void *s, size_t n)
{
	if (fd < FIRST)
		return __real_write(fd, s, n);
	return (ssize_t)(n < most ? n : most);
}

void
__wrap_cx_note(const char *fmt, ...)
{
	(void)fmt;
}

void
__wrap_cx_error(enum cx_exit status, const char *fmt, ...)
{
	(void)status, (void)fmt;
}

void
__wrap_cx_die(enum cx_exit status, const char *fmt, ...)
{
	(void)status, (void)fmt;
	abort();
}

void
__wrap_cx_out_record(void)
{
}

/* Records and findings: JSON with a path of a vault that was asked. */
static void
check_line(struct cx_str line)
{
	static struct cx_json_parser *json;
	static struct cx_buf copy;
	const struct cx_json *record;
	struct cx_str path, name;
	const char *why;
	bool known = false;

	json = json ? json : cx_json_new();
	copy.len = 0;
	cx_buf_str(&copy, line);
	(void)cx_buf_room(&copy, CX_JSON_PAD);
	record = cx_json_parse(json, copy.s, copy.len, &why);
	CHECK(record && record->type == CX_JSON_OBJECT);
	path = cx_json_gets(record, "path", CX_STR(""));
	if (!asking.part[0].gone && asking.part[0].name.s)
		return; /* one of those here may say what it likes */
	CHECK(cx_str_split(&path, ':', &name) && cx_vault_path_ok(path));
	for (size_t i = 0; i < asking.n; i++)
		known |= asking.part[i].url && !asking.part[i].gone &&
		    cx_str_eq(asking.part[i].name, name);
	CHECK(known);
}

static void
add_part(bool here, size_t i)
{
	static const char *const names[PARTS] = {"a", "b", "c", "d", "e"};
	struct part p = {.name = cx_str(names[i])};

	if (!here) {
		*CX_NEXT(asking.names, asking.n_names, asking.names_cap) =
		    p.name;
		p.url = "ssh://host/p";
		*CX_NEXT(p.vault, p.n_vaults, p.cap) = asking.n_names - 1;
	}
	*CX_NEXT(asking.part, asking.n, asking.cap) = p;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static bool begun;
	struct cx_str rest = cx_strn((const char *)data, size), how, line;
	struct cx_str out;
	size_t n = 1;

	if (!begun && (setenv("CORTEX_CONFIG", "{}", 1) != 0 ||
	    setenv("XDG_RUNTIME_DIR", "/proc/self/fd", 1) != 0))
		abort();
	if (!begun)
		cx_now_init(NULL);
	begun = true;
	if (!cx_str_split(&rest, '\x1e', &how))
		return 0;
	memset(&asking, 0, sizeof asking);
	asking.timeout = 5;
	asking.how = "";
	asking.now = "2026-04-15T12:00:00";
	asking.check = cx_str_has(how, CX_STR("c"));
	most = (size_t)1 << (how.len && how.s[0] >= '0' && how.s[0] <= '9' ?
	    2 * (how.s[0] - '0') : 16);
	n_fds = polls = 0;
	for (size_t i = 0; i < PARTS; i++)
		piece[i] = CX_STR("");
	add_part(true, 0);
	if (cx_str_has(how, CX_STR("h")) && !asking.check) {
		*CX_NEXT(asking.names, asking.n_names, asking.names_cap) =
		    asking.part[0].name;
		n = 0;
	} else {
		asking.part[0].name.s = NULL;
		asking.part[0].gone = true;
	}
	for (; n < PARTS && cx_str_split(&rest, '\x1e', &piece[n]); n++)
		if (n)
			add_part(false, n);
	if (asking_run(&asking) || (asking.check && asking.n == 1)) {
		for (size_t i = 0; i < asking.n_results; i++)
			CHECK(asking.check || asking.result[i].place == i);
		asking_print(&asking);
		out = cx_buf_view(cx_out());
		while (cx_str_split(&out, '\n', &line))
			check_line(line);
		cx_out()->len = 0;
	}
	asking_release(&asking);
	return 0;
}
