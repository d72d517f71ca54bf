/* Runs git(1) so that it starts nothing else, and normalises URLs. */
#include "lib/file/git.h"
#include "lib/base/date.h"
#include "lib/base/err.h"
#include "lib/file/vault.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <strings.h>
#include <unistd.h>

extern char **environ;

/* --- the program --- */

/* What says which repository, where the directory shall; git rev-parse
 * --local-env-vars, as far as it can. */
static const char *const local[] = {"GIT_DIR", "GIT_WORK_TREE",
    "GIT_COMMON_DIR", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY",
    "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_NAMESPACE", "GIT_PREFIX",
    "GIT_CONFIG", "GIT_CONFIG_PARAMETERS", "GIT_CONFIG_COUNT",
    "GIT_GRAFT_FILE", "GIT_SHALLOW_FILE", "GIT_REPLACE_REF_BASE",
    "GIT_EXTERNAL_DIFF", "GIT_PAGER"};

/* LC_ALL: its messages are looked at. */
static const char *const set[][2] = {{"GIT_ALLOW_PROTOCOL", "none"},
    {"GIT_NO_LAZY_FETCH", "1"}, {"GIT_OPTIONAL_LOCKS", "0"},
    {"GIT_TERMINAL_PROMPT", "0"}, {"LC_ALL", "C"}};

/* pipelines/lib.sh has the same for the shell, and the reasons. */
static const char *const safe[] = {"--no-pager", "-c", "core.fsmonitor=false",
    "-c", "core.hooksPath=/dev/null", "-c", "core.alternateRefsCommand=:",
    "-c", "log.showSignature=false", "-c", "diff.external=", "-c",
    "diff.ignoreSubmodules=all", "-c", "safe.bareRepository=explicit"};

#define N(a) (sizeof(a) / sizeof *(a))

/* The environment of git; the strings live in *a. */
static char **
environment(struct cx_arena *a, const char *ceiling)
{
	size_t n = 0, at = 0;
	char **env;

	while (environ[n])
		n++;
	env = cx_calloc(n + N(set) + 2, sizeof *env);
	for (size_t i = 0; i < n; i++) {
		size_t len = strcspn(environ[i], "="), k = 0;
		struct cx_str name = cx_strn(environ[i], len);

		while (k < N(local) && !cx_str_is(name, local[k]))
			k++;
		if (k == N(local))
			env[at++] = environ[i];
	}
	for (size_t i = 0; i <= N(set); i++) {
		const char *name = i < N(set) ? set[i][0] :
		    "GIT_CEILING_DIRECTORIES";
		const char *value = i < N(set) ? set[i][1] : ceiling;
		struct cx_str was = cx_str(name);
		char *s;

		if (!value)
			continue;
		/* The first of a name would count. */
		for (size_t k = 0; k < at; k++)
			if (cx_str_starts(cx_str(env[k]), was) &&
			    env[k][was.len] == '=')
				env[k--] = env[--at];
		s = cx_arena_alloc(a, was.len + strlen(value) + 2);
		memcpy(s, name, was.len);
		s[was.len] = '=';
		memcpy(s + was.len + 1, value, strlen(value) + 1);
		env[at++] = s;
	}
	return env;
}

/* Seconds without output, after which git is given up; 0 for never. */
static int
patience(void)
{
	const char *s = getenv("CORTEX_GIT_TIMEOUT");
	struct cx_str digits = cx_str(s ? s : "");
	uint64_t n = 30;

	if (digits.len && (!cx_str_number(&digits, 999999, &n) || digits.len))
		cx_die(CX_USAGE, "CORTEX_GIT_TIMEOUT must be a number of "
		    "seconds, not '%s'", s);
	return (int)n;
}

/* An errno, ETIMEDOUT when nothing came for so many seconds. */
static int
read_output(int fd, int seconds, struct cx_buf *out)
{
	struct pollfd p = {.fd = fd, .events = POLLIN};
	char piece[16384];
	ssize_t n;
	int ready;

	for (;;) {
		ready = poll(&p, 1, seconds ? seconds * 1000 : -1);
		if (ready == 0)
			return ETIMEDOUT;
		n = ready < 0 ? -1 : read(fd, piece, sizeof piece);
		if (n < 0 && errno != EINTR)
			return errno;
		if (n == 0)
			return 0;
		if (n > 0)
			cx_buf_add(out, piece, (size_t)n);
	}
}

int
cx_git(const char *dir, const char *ceiling, const char *const *args,
    bool said, struct cx_buf *out)
{
	struct cx_arena a = {0};
	const char **argv;
	char **env;
	size_t n = 0, at = 0;
	int fd = -1, error, status = 0, seconds = patience();
	pid_t pid;

	while (args[n])
		n++;
	argv = cx_calloc(n + N(safe) + 4, sizeof *argv);
	argv[at++] = "git";
	argv[at++] = "-C";
	argv[at++] = dir;
	for (size_t i = 0; i < N(safe); i++)
		argv[at++] = safe[i];
	memcpy(argv + at, args, n * sizeof *args);
	env = environment(&a, ceiling);
	error = cx_spawn("git", argv, env, STDIN_FILENO, said, &fd, &pid);
	if (!error) {
		error = read_output(fd, seconds, out);
		close(fd); /* was only read */
		if (error == ETIMEDOUT)
			kill(pid, SIGKILL);
		status = cx_wait(pid);
	}
	free(argv);
	free(env);
	cx_arena_release(&a);
	if (error == ETIMEDOUT)
		cx_die(CX_FAIL, "%s: git %s gave no answer in %d seconds and "
		    "was stopped; a FIFO among its files or a slow disk? "
		    "CORTEX_GIT_TIMEOUT sets the limit", dir, args[0], seconds);
	if (error) {
		errno = error;
		return -1;
	}
	return status;
}

bool
cx_git_work_tree(const char *dir)
{
	struct cx_str up = cx_str(dir);
	CX_AUTO_BUF b = CX_BUF_INIT;
	struct stat st;
	bool found = false;

	while (!found) {
		b.len = 0;
		cx_buf_fmt(&b, "%.*s/.git", (int)up.len, up.s);
		found = lstat(cx_buf_cstr(&b), &st) == 0;
		if (!up.len)
			break;
		up = cx_dir_part(up);
	}
	return found;
}

/* --- the log --- */

/* "\1SECONDS COMMIT PARENT..." of a commit. */
static bool
read_commit(struct cx_str token, struct cx_git_change *c)
{
	char *end;
	long long sec;

	/* Every token is followed by a NUL. */
	errno = 0;
	sec = strtoll(token.s + 1, &end, 10);
	c->day = cx_day_of(sec);
	if (errno || end >= token.s + token.len || *end != ' ')
		return false;
	c->parents = cx_str_from(token, (size_t)(end + 1 - token.s));
	if (!cx_str_split(&c->parents, ' ', &c->commit))
		return false;
	c->root = !c->parents.len;
	return true;
}

/* False when it is not what git prints. */
static bool
read_log(struct cx_str rest, bool commits,
    void (*change)(void *arg, const struct cx_git_change *c), void *arg)
{
	struct cx_git_change c = {0};
	struct cx_str token;

	if (rest.len && rest.s[rest.len - 1] != '\0')
		return false;
	while (cx_str_split(&rest, '\0', &token)) {
		if (token.len && token.s[0] == '\1') {
			c.status = 0;
			if (!read_commit(token, &c))
				return false;
			if (commits)
				change(arg, &c);
			continue;
		}
		token = cx_str_trim(token);
		if (!token.len)
			continue;
		c.status = token.s[0];
		c.to = cx_strn(NULL, 0);
		if (!strchr("ACDMRTUXB", c.status) ||
		    !cx_str_split(&rest, '\0', &c.path) ||
		    ((c.status == 'R' || c.status == 'C') &&
		    !cx_str_split(&rest, '\0', &c.to)))
			return false;
		change(arg, &c);
	}
	return true;
}

bool
cx_git_log(const char *dir, bool renames, struct cx_buf *text,
    void (*change)(void *arg, const struct cx_git_change *c), void *arg)
{
	/* -c: a merge may add a file that no parent has.  With renames its
	 * form is another one. */
	const char *args[] = {"log", "-z", "--relative",
	    renames ? "--no-color" : "-c",
	    renames ? "-M100%" : "--no-renames", "--no-ext-diff",
	    "--no-textconv", "--no-color", "--name-status",
	    "--format=%x01%at %H %P",
	    renames ? "--no-color" : "--topo-order",
	    renames ? "--no-color" : "--full-history",
	    renames ? "--no-color" : "--sparse", "--", ".", NULL};
	int status;

	text->len = 0;
	status = cx_git(dir, NULL, args, false, text);
	if (status == 0 && read_log(cx_buf_view(text), !renames,
	    change, arg))
		return true;
	cx_warn("git log has failed%s%s; dates come from the files",
	    status < 0 ? ": " : "", status < 0 ? strerror(errno) : "");
	return false;
}

/* --- the url --- */

/* Behind the last @ in the first n bytes: what is before is credentials. */
static struct cx_str
drop_user(struct cx_str s, size_t n)
{
	if (n > s.len)
		n = s.len;
	while (n > 0 && s.s[n - 1] != '@')
		n--;
	return cx_str_from(s, n);
}

static struct cx_str
drop_ends(struct cx_str s)
{
	while (s.len > 1 && s.s[s.len - 1] == '/')
		s.len--;
	if (cx_str_ends(s, CX_STR(".git")) && s.len > 4)
		s.len -= 4;
	while (s.len > 1 && s.s[s.len - 1] == '/')
		s.len--;
	return s;
}

static bool
put(struct cx_buf *out, struct cx_str host, struct cx_str path)
{
	size_t start = out->len;

	for (size_t i = 0; i < host.len; i++)
		cx_buf_char(out, cx_lower(host.s[i]));
	while (path.len && path.s[0] == '/')
		path = cx_str_from(path, 1);
	path = drop_ends(path);
	if (host.len && path.len)
		cx_buf_char(out, '/');
	cx_buf_str(out, path);
	return out->len > start;
}

/* The length of the host at the start of s, [::1] being one. */
static size_t
host_len(struct cx_str s)
{
	size_t end = cx_str_upto(s, ']').len;

	if (s.len && s.s[0] == '[' && end < s.len)
		return end + 1;
	return cx_str_upto(s, ':').len;
}

/* What is after `scheme://`. */
static bool
put_url(struct cx_buf *out, struct cx_str s)
{
	struct cx_str authority, host, port;
	size_t at;

	/* A query may hold a token. */
	s = cx_str_upto(cx_str_upto(s, '?'), '#');
	s = drop_user(s, cx_str_upto(s, '/').len);
	for (;;) {
		authority = host = cx_str_upto(s, '/');
		host.len = host_len(authority);
		port = cx_str_from(authority, host.len);
		if (port.len == 0 || cx_str_digits(cx_str_from(port, 1)) ==
		    port.len - 1)
			break;
		/* user:pass/word@host: no port, but a part of a password. */
		at = drop_user(s, s.len).len;
		if (at == s.len)
			break;
		s = cx_str_from(s, s.len - at);
	}
	return put(out, host, cx_str_from(s, authority.len));
}

bool
cx_git_normalise(struct cx_buf *out, struct cx_str url)
{
	size_t scheme = 0;
	struct cx_str host;

	url = cx_str_trim(url);
	while (scheme < url.len && (cx_is_alnum(url.s[scheme]) ||
	    memchr("-+.", url.s[scheme], 3)))
		scheme++;
	if (scheme && cx_str_starts(cx_str_from(url, scheme), CX_STR("://"))) {
		bool file = scheme == 4 && strncasecmp(url.s, "file", 4) == 0;

		url = cx_str_from(url, scheme + 3);
		if (!file)
			return put_url(out, url);
		url = cx_str_from(url, cx_str_upto(url, '/').len);
	} else {
		host = cx_str_upto(url, '/');
		if (cx_str_upto(host, ':').len < host.len) {
			/* git@host:path, as scp has it */
			url = drop_user(url, host.len);
			host = url;
			host.len = host_len(url);
			url = cx_str_from(url, host.len);
			return put(out, host, cx_str_from(url, 1));
		}
	}
	url = drop_ends(url);
	cx_buf_str(out, url);
	return url.len > 0;
}
