/* A call: its process, its arguments, vault and project, its result. */
#include "cx-mcp.h"

#include "lib/date.h"
#include "lib/utf8.h"
#include "lib/vault.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

/* Texts that become arguments of programs. */
#define TEXT_MAX 1000

/* --- the result --- */

void
put_quoted(struct cx_buf *b, struct cx_str s)
{
	size_t i = 0, n;
	uint32_t cp;

	cx_buf_char(b, '"');
	while (i < s.len) {
		n = cx_utf8_decode(s.s + i, s.len - i, &cp, NULL);
		i += n;
		if (cp == '\n' || cp == '\r' || cp == '\t')
			cx_buf_char(b, ' ');
		else if (cp == '"' || cp == '\\')
			cx_buf_fmt(b, "\\%c", (int)cp);
		else if (cp < 0x20 || (cp >= 0x7f && cp < 0xa0) ||
		    cp == '<' || cp == '>' || cp == 0x61c ||
		    (cp >= 0x200b && cp <= 0x200f) ||
		    (cp >= 0x2028 && cp <= 0x202e) ||
		    (cp >= 0x2060 && cp <= 0x206f) || cp == 0xfeff)
			cx_buf_fmt(b, "\\u%04x", (unsigned)cp);
		else if (cp >= 0xe0000 && cp <= 0xe007f)
			/* Tags: ASCII that nobody sees. */
			cx_utf8_put(b, CX_REPLACEMENT);
		else
			cx_utf8_put(b, cp);
	}
	cx_buf_char(b, '"');
}

void
put_short(struct cx_buf *b, struct cx_str s, size_t n)
{
	struct cx_str head = cx_utf8_prefix(s, n);

	if (head.len < s.len && n > 0)
		head = cx_utf8_prefix(s, n - 1);
	cx_buf_str(b, head);
	if (head.len < s.len)
		cx_buf_puts(b, "…");
}

static void
print_text(struct cx_printer *p, struct cx_str text)
{
	cx_print_key(p, "content");
	cx_print_array(p);
	cx_print_object(p);
	cx_print_kstr(p, "type", CX_STR("text"));
	cx_print_kstr(p, "text", text);
	cx_print_end(p);
	cx_print_end(p);
}

void
answer(struct cx_str object, struct cx_str text)
{
	struct cx_printer p = cx_printer(cx_out());

	cx_print_object(&p);
	print_text(&p, text);
	cx_print_key(&p, "structuredContent");
	cx_print_raw(&p, object);
	cx_print_end(&p);
	cx_print_line(&p);
}

void
fail_with(struct cx_str code, struct cx_str message, struct cx_str details)
{
	struct cx_printer p = cx_printer(cx_out());
	struct cx_buf text = CX_BUF_INIT;

	cx_buf_str(&text, code);
	cx_buf_puts(&text, ": ");
	cx_buf_str(&text, message);
	cx_print_object(&p);
	print_text(&p, cx_buf_view(&text));
	cx_print_key(&p, "structuredContent");
	cx_print_object(&p);
	cx_print_key(&p, "error");
	cx_print_object(&p);
	cx_print_kstr(&p, "code", code);
	cx_print_kstr(&p, "message", message);
	if (details.len) {
		cx_buf_char(p.out, ',');
		cx_buf_str(p.out, details);
	}
	cx_print_end(&p);
	cx_print_end(&p);
	cx_print_key(&p, "isError");
	cx_print_bool(&p, true);
	cx_print_end(&p);
	cx_print_line(&p);
	exit(cx_finish());
}

void
fail(const char *code, const char *fmt, ...)
{
	struct cx_buf b = CX_BUF_INIT, clean = CX_BUF_INIT;
	va_list ap;

	va_start(ap, fmt);
	cx_buf_vfmt(&b, fmt, ap);
	va_end(ap);
	cx_put_visible(&clean, cx_buf_view(&b));
	fail_with(cx_str(code), cx_buf_view(&clean), CX_STR(""));
}

/* --- arguments --- */

static const struct cx_json *
value(const struct call *c, const char *name)
{
	return cx_json_get(c->args, name);
}

bool
arg_given(const struct call *c, const char *name)
{
	return value(c, name) != NULL;
}

struct cx_str
arg_text(const struct call *c, const char *name)
{
	return cx_json_gets(c->args, name, CX_STR(""));
}

int64_t
arg_int(const struct call *c, const char *name)
{
	const struct cx_json *v = value(c, name);

	if (v)
		return v->type == CX_JSON_INT ? v->u.i : (int64_t)v->u.d;
	for (const struct arg *a = c->tool->args; a->name; a++)
		if (strcmp(a->name, name) == 0)
			return a->otherwise;
	return 0;
}

const struct cx_json *
arg_tags(const struct call *c, const char *name)
{
	return value(c, name);
}

static bool
is_choice(const char *choices, struct cx_str s)
{
	struct cx_str rest = cx_str(choices), one;

	while (cx_str_split(&rest, ' ', &one))
		if (cx_str_eq(one, s))
			return true;
	return false;
}

static bool
has_control(struct cx_str s)
{
	for (size_t i = 0; i < s.len; i++)
		if ((unsigned char)s.s[i] < 0x20 || s.s[i] == 0x7f)
			return true;
	return false;
}

static bool
is_day(struct cx_str s)
{
	struct cx_date d;

	return s.len == 10 && cx_date_parse(s, &d);
}

static void
check_value(const struct arg *a, const struct cx_json *v)
{
	const char *bad = "INVALID_ARGUMENT";
	double d = v->type == CX_JSON_INT ? (double)v->u.i : v->u.d;
	int64_t seconds;
	size_t most = a->hi > 0 ? (size_t)a->hi : TEXT_MAX;

	switch (a->kind) {
	case INTEGER:
		if (d < a->lo || d > a->hi)
			fail(bad, "%s must be %d to %d", a->name, a->lo, a->hi);
		return;
	case CHOICE:
		if (!is_choice(a->choices, cx_json_str(v)))
			fail("INVALID_TYPE", "%s must be one of: %s", a->name,
			    a->choices);
		return;
	case DATE:
	case DATE_OR_NULL:
		if (v->type == CX_JSON_STRING && !is_day(cx_json_str(v)))
			fail(bad, "%s must be a day such as 2027-04-15",
			    a->name);
		return;
	case SPAN:
		if (!cx_date_span(cx_json_str(v), &seconds))
			fail(bad, "%s must be a number and h, d, w, m or y, "
			    "such as 7d", a->name);
		return;
	case ONLY_TRUE:
		if (v->type != CX_JSON_TRUE)
			fail(bad, "%s can only be true", a->name);
		return;
	case TAGS:
		for (const struct cx_json *e = cx_json_first(v); e;
		    e = cx_json_next(v, e))
			if (has_control(cx_json_str(e)) ||
			    memchr(e->u.s, ',', e->len) ||
			    cx_str_trim(cx_json_str(e)).len == 0)
				fail(bad, "%s: a tag is a word without commas",
				    a->name);
		return;
	case TEXT:
		/* What goes to a standard input may be anything. */
		if (strcmp(a->name, "content") == 0 ||
		    strcmp(a->name, "reason") == 0)
			return;
		if (strcmp(a->name, "memory_id") == 0)
			return;
		if (has_control(cx_json_str(v)))
			fail(bad, "%s: has a control character", a->name);
		if (cx_str_trim(cx_json_str(v)).len == 0)
			fail(bad, "%s is empty", a->name);
		if (cx_utf8_count(cx_json_str(v)) > most)
			fail(bad, "%s is longer than %zu characters", a->name,
			    most);
		return;
	}
}

static void
check_args(const struct call *c)
{
	const struct arg *a;

	for (const struct cx_json *k = cx_json_first(c->args); k;
	    k = cx_json_next(c->args, k)) {
		for (a = c->tool->args; a->name; a++)
			if (cx_str_is(cx_json_str(k), a->name))
				break;
		if (!a->name)
			fail("INVALID_ARGUMENT", "%s has no argument '%.*s'",
			    c->tool->name, (int)k->len, k->u.s);
	}
	for (a = c->tool->args; a->name; a++) {
		const struct cx_json *v = value(c, a->name);

		if (v)
			check_value(a, v);
		else if (a->required)
			fail("INVALID_ARGUMENT", "%s needs %s", c->tool->name,
			    a->name);
	}
}

/* --- vault and project --- */

static void
set_env(const char *name, const char *to)
{
	if (setenv(name, to, 1) != 0)
		cx_die(CX_FAIL, "%s: %s", name, strerror(errno));
}

/* The configuration as JSON, which also says where the vault is. */
static void
find_vault(struct call *c)
{
	const char *of = c->about->vault;
	const char *const config[] = {"cx-config", of ? "-C" : NULL, of, NULL};
	const char *const vault[] = {"cx-config", "--vault", NULL};
	struct ran r = {0};

	run(c, &r, config, CX_STR(""), 0);
	if (r.status != 0 && r.status != 3) {
		struct cx_str said = ran_said(&r);

		fail("BAD_CONFIG", "%.*s", (int)said.len, said.s);
	}
	set_env("CORTEX_CONFIG", cx_buf_cstr(&r.out));
	c->config = cx_config_load(NULL);
	c->vault = cx_config_vault(c->config);
	if (!c->vault) {
		ran_release(&r);
		run(c, &r, vault, CX_STR(""), 0);
		fail("NO_VAULT", "%.*s", (int)ran_said(&r).len,
		    ran_said(&r).s);
	}
	set_env("CORTEX_VAULT", c->vault);
	ran_release(&r);
}

static void
detect(struct call *c)
{
	const char *const argv[] = {"cx-project", "-C", c->vault, NULL};
	struct cx_json_parser *parser = cx_json_new();
	const struct cx_json *root;
	struct ran r = {0};
	const char *why;

	run(c, &r, argv, CX_STR(""), 0);
	if (r.status == 1) {
		/* None: then it is what has no project. */
		cx_buf_str(&c->project,
		    cx_config_str(c->config, "projects", "default"));
	} else if (r.status != 0) {
		fail("NO_PROJECT", "%.*s", (int)ran_said(&r).len,
		    ran_said(&r).s);
	} else {
		cx_buf_room(&r.out, CX_JSON_PAD);
		root = cx_json_parse(parser, r.out.s, r.out.len, &why);
		if (!root)
			cx_die(CX_FAIL, "cx-project: %s", why);
		cx_buf_str(&c->project,
		    cx_json_gets(root, "name", CX_STR("")));
	}
	cx_json_free(parser);
	ran_release(&r);
}

static void
enter(const struct call *c)
{
	if (chdir(c->vault) != 0)
		fail("NO_VAULT", "%s: %s", c->vault, strerror(errno));
}

void
call_vault(struct call *c)
{
	find_vault(c);
	enter(c);
}

void
call_project(struct call *c, const char *argument)
{
	struct cx_str said = argument ? arg_text(c, argument) : CX_STR("");

	find_vault(c);
	if (said.len == 0)
		detect(c);
	else if (!cx_str_is(said, "*"))
		cx_buf_str(&c->project, said);
	enter(c);
}

bool
call_rebuild(struct call *c)
{
	const char *const argv[] = {"cx", "-C", c->vault, "rebuild", NULL};
	struct ran r = {0};
	bool ok;

	run(c, &r, argv, CX_STR(""), 0);
	ok = r.status == 0 || r.status == 3;
	ran_release(&r);
	return ok;
}

void
call_index(struct call *c)
{
	if (access("index/manifest.json", F_OK) == 0)
		return;
	if (!call_rebuild(c))
		fail("NO_INDEX", "%s has no index, and it cannot be made; "
		    "cx rebuild says why", c->vault);
}

/* --- the process --- */

static void
work(const struct about *about, struct cx_str line, int life)
{
	struct cx_json_parser *parser = cx_json_new();
	struct cx_buf copy = CX_BUF_INIT;
	struct call c = {.about = about, .life = life};
	const struct cx_json *params;
	const char *why;

	cx_buf_str(&copy, line);
	cx_buf_room(&copy, CX_JSON_PAD);
	params = cx_json_get(cx_json_parse(parser, copy.s, copy.len, &why),
	    "params");
	c.tool = tool_find(cx_json_gets(params, "name", CX_STR("")));
	c.args = cx_json_get(params, "arguments");
	cx_now_init(NULL);
	check_args(&c);
	c.tool->run(&c);
}

bool
worker_start(struct worker *w, const struct about *about, struct cx_str line,
    int life, int life_end)
{
	sigset_t none;
	int out[2], nothing;

	if (pipe2(out, O_CLOEXEC) != 0) {
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
	work(about, line, life);
	exit(cx_finish());
}
