/* The other side: a request becomes a program that answers it. */
#include "bin/cx-remote/remote.h"

#include "lib/base/self.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define REQUEST_MAX ((size_t)1 << 20)

/* Byte by byte: what follows the line is for the program. */
static void
read_request(struct cx_buf *line)
{
	char c = 0;
	ssize_t n;

	while ((n = read(STDIN_FILENO, &c, 1)) != 0 && c != '\n') {
		if (n < 0 && errno != EINTR)
			cx_die(CX_FAIL, "(stdin): %s", strerror(errno));
		if (n > 0)
			cx_buf_char(line, c);
		if (line->len > REQUEST_MAX)
			break;
	}
	if (c != '\n')
		cx_die(CX_FAIL, "(stdin): not a request");
}

static const char *
text(struct cx_arena *a, const struct cx_json *request, const char *name)
{
	struct cx_str s = cx_json_gets(request, name, CX_STR(""));

	if (cx_str_has_control(s))
		cx_die(CX_USAGE, "(stdin): %s has control characters", name);
	return cx_arena_copy(a, s).s;
}

/* ~/ is that of who is asked. */
static const char *
vault_of(struct cx_arena *a, const char *path)
{
	CX_AUTO_BUF b = CX_BUF_INIT;

	if (strncmp(path, "/~/", 3) != 0)
		return path;
	cx_buf_fmt(&b, "%s%s", getenv("HOME") ? getenv("HOME") : "", path + 2);
	return cx_arena_copy(a, cx_buf_view(&b)).s;
}

static void
give(const char *name, const char *value)
{
	if (setenv(name, value, 1) != 0)
		cx_die(CX_FAIL, "%s: %s", name, strerror(errno));
}

static void
give_config(struct cx_arena *a, const struct cx_json *config)
{
	CX_AUTO_BUF b = CX_BUF_INIT;
	struct cx_printer pr = cx_printer(&b);

	if (!config || config->type != CX_JSON_OBJECT)
		cx_die(CX_USAGE, "(stdin): no member 'config'");
	cx_print_json(&pr, config);
	give("CORTEX_PART_CONFIG", cx_arena_copy(a, cx_buf_view(&b)).s);
}

/* As cx(1) does, of which two processes are spared. */
static const char *
find_lib(void)
{
	CX_AUTO_BUF dir = CX_BUF_INIT, path = CX_BUF_INIT, lib = CX_BUF_INIT;

	if (getenv("CORTEX_LIB"))
		return getenv("CORTEX_LIB");
	if (!cx_self_dir(&dir))
		cx_die(CX_USAGE, "run it as: cx remote --serve");
	dir.len--;
	cx_buf_fmt(&lib, "%s/../libexec/cortex", cx_buf_cstr(&dir));
	cx_buf_fmt(&path, "%s:%s", cx_buf_cstr(&dir), getenv("PATH") ?
	    getenv("PATH") : "/usr/bin:/bin");
	give("PATH", cx_buf_cstr(&path));
	give("CORTEX_COMMAND", "cx remote");
	give("CORTEX_LIB", cx_buf_cstr(&lib));
	return getenv("CORTEX_LIB");
}

void
serve(void)
{
	CX_AUTO_BUF line = CX_BUF_INIT, script = CX_BUF_INIT;
	struct cx_arena arena = {0};
	const char *lib = find_lib(), *why, *vault;
	const struct cx_json *request, *arguments;
	const char **argv;
	struct cx_str what;
	size_t n = 0;

	read_request(&line);
	(void)cx_buf_room(&line, CX_JSON_PAD);
	request = cx_json_parse(cx_json_new(), line.s, line.len, &why);
	if (!request)
		cx_die(CX_FAIL, "(stdin): %s", why);
	vault = vault_of(&arena, text(&arena, request, "vault"));
	if (vault[0] != '/')
		cx_die(CX_USAGE, "(stdin): the vault is not an absolute path");
	give("CORTEX_PART_NOW", text(&arena, request, "now"));
	arguments = cx_json_get(request, "arguments");
	argv = cx_calloc((arguments ? arguments->len : 0) + 12, sizeof *argv);
	argv[n++] = "cx-config";
	argv[n++] = "-C";
	argv[n++] = vault;
	argv[n++] = "--run";
	argv[n++] = "--";
	what = cx_json_gets(request, "do", CX_STR(""));
	if (cx_str_is(what, "score")) {
		cx_buf_fmt(&script, "%s/remote.sh", lib);
		give_config(&arena, cx_json_get(request, "config"));
		argv[n++] = "sh";
		argv[n++] = cx_buf_cstr(&script);
		argv[n++] = text(&arena, request, "fresh");
	} else if (cx_str_is(what, "check")) {
		int fd = open("/dev/null", O_RDONLY | O_CLOEXEC);

		cx_buf_fmt(&script, "%s/check", lib);
		argv[n++] = cx_buf_cstr(&script);
		if (fd < 0 || dup2(fd, STDIN_FILENO) < 0 ||
		    cx_write_all(STDOUT_FILENO, "{\"part\":1}\n", 11) != 0)
			cx_die(CX_FAIL, "cannot answer: %s", strerror(errno));
	} else {
		cx_die(CX_USAGE, "'%.*s' cannot be asked from another machine",
		    (int)what.len, what.s);
	}
	CX_JSON_EACH(e, arguments) {
		if (e->type != CX_JSON_STRING ||
		    memchr(e->u.s, '\0', e->len))
			cx_die(CX_USAGE, "(stdin): an argument is not a "
			    "string");
		argv[n++] = cx_arena_copy(&arena, cx_json_str(e)).s;
	}
	execvp(argv[0], (char *const *)(uintptr_t)argv);
	cx_die(CX_FAIL, "cannot run %s: %s", argv[0], strerror(errno));
}
