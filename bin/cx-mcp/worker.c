/* The process of one call. */
#include "cx-mcp.h"

#include "lib/base/date.h"
#include "lib/base/platform.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

/* The client does not read our standard error. */
static void
say_failed(struct cx_str text)
{
	cx_out()->len = 0;
	fail("FAILED", "%.*s", (int)text.len, text.s);
}

static void
work(const struct server_options *about, struct cx_str message, bool modern,
    int life)
{
	struct cx_json_parser *parser = cx_json_new();
	struct cx_buf copy = CX_BUF_INIT;
	struct call c = {.about = about, .modern = modern, .life = life};
	const struct cx_json *root, *params;
	struct cx_str method;
	const char *why;

	cx_buf_str(&copy, message);
	cx_buf_room(&copy, CX_JSON_PAD);
	cx_json_mend_surrogates(parser);
	root = cx_json_parse(parser, copy.s, copy.len, &why);
	params = cx_json_get(root, "params");
	c.tool = rpc_called(root);
	method = cx_json_gets(root, "method", CX_STR(""));
	c.args = cx_str_starts(method, CX_STR("resources/")) ? params :
	    cx_json_get(params, "arguments");
	if (!cx_str_is(method, "tools/call"))
		fail_as_method();
	cx_die_calls(say_failed);
	cx_now_init(NULL);
	args_read(&c);
	c.tool->run(&c);
}

bool
worker_start(struct worker *w, const struct server_options *about,
    struct cx_str message, bool modern, int life, int life_end)
{
	sigset_t none;
	int out[2], nothing;

	if (cx_pipe(out) != 0) {
		cx_note("cannot start a call: %s", strerror(errno));
		return false;
	}
	w->pid = fork();
	if (w->pid < 0) {
		cx_note("cannot start a call: %s", strerror(errno));
		w->pid = 0;
		close(out[0]);
		close(out[1]);
		return false;
	}
	if (w->pid > 0) {
		/* Both do it, so that it is done for either. */
		setpgid(w->pid, w->pid);
		close(out[1]);
		w->out = out[0];
		return true;
	}
	setpgid(0, 0);
	signal(SIGTERM, SIG_DFL);
	signal(SIGINT, SIG_DFL);
	signal(SIGHUP, SIG_DFL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	close(life_end);
	nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
	if (nothing < 0 || dup2(nothing, STDIN_FILENO) < 0 ||
	    dup2(out[1], STDOUT_FILENO) < 0)
		cx_die(CX_FAIL, "cannot start a call: %s", strerror(errno));
	close(nothing);
	close(out[0]);
	close(out[1]);
	work(about, message, modern, life);
	exit(cx_finish());
}
