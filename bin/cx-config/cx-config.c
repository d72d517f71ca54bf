/* cx-config: prints the configuration of a vault as JSON */
#include "bin/cx-config/edit.h"
#include "bin/cx-config/source.h"
#include "bin/cx-config/toml.h"
#include "bin/cx-config/user.h"
#include "lib/config/config.h"
#include "lib/config/config_schema.h"
#include "lib/base/date.h"
#include "lib/base/opt.h"
#include "lib/base/platform.h"
#include "lib/base/utf8.h"
#include "lib/record/expr.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
	PRINT, ORIGIN, ONLY_VAULT, LEADS, FAULTS, GET, SCOPE, CLOCK, RUN, SET,
	UNSET, NEAREST, TOML, VAULTS
};

/* Of another program's file. */
#define OTHER_MAX ((size_t)32 << 20)

static int what;
static const char *name;

static const struct cx_opt options[] = {
    CX_OPT_VAULT,
    CX_OPT_MODE(0, "origin", what, ORIGIN,
	"print where each value comes from"),
    CX_OPT_MODE(0, "vault", what, ONLY_VAULT,
	"print the path of the vault and nothing else"),
    CX_OPT_MODE(0, "leads", what, LEADS,
	"print places where cortex.toml leads out of the vault"),
    CX_OPT_MODE(0, "faults", what, FAULTS,
	"print what is wrong with the configuration as records"),
    CX_OPT_MODE_TEXT(0, "get", "KEY", what, GET, name,
	"print one value, such as layers.hot"),
    CX_OPT_MODE_TEXT(0, "scope", "NAME", what, SCOPE, name,
	"print the expression of NAME or NAME:ARG in [scopes]"),
    CX_OPT_MODE(0, "clock", what, CLOCK,
	"print the time of --now as YYYY-MM-DDTHH:MM:SS in UTC"),
    CX_OPT_MODE(0, "run", what, RUN,
	"run COMMAND with vault and configuration in its environment"),
    CX_OPT_MODE_TEXT(0, "set", "KEY", what, SET, name,
	"print the cortex.toml on stdin with KEY set to VALUE"),
    CX_OPT_MODE_TEXT(0, "unset", "KEY", what, UNSET, name,
	"print it without KEY; exit with 1 if it is not set"),
    CX_OPT_MODE_TEXT(0, "nearest", "WORD", what, NEAREST, name,
	"print up to three lines of stdin most similar to WORD"),
    CX_OPT_MODE_TEXT(0, "vaults", "NAME,...", what, VAULTS, name,
	"print NAME:DIRECTORY of these vaults of yours, or of all"),
    CX_OPT_MODE(0, "toml", what, TOML,
	"print the TOML on stdin, of any program, as JSON"),
    CX_OPT_NOW, CX_OPT_STRICT, CX_OPT_END};

static const struct cx_usage usage = {"cx-config",
    "[-C VAULT] [--origin | --vault | --leads | --faults | --get KEY | "
    "--scope NAME] [--strict] [FILE]\n"
    "--clock [--now DATE]\n"
    "[-C VAULT] [--strict] --run -- COMMAND [ARGUMENT...]\n"
    "--set KEY [--] VALUE | --unset KEY | --nearest WORD | --toml\n"
    "--vaults NAME,...",
    "prints the configuration of a vault as JSON", options, false};

struct output {
	const struct source *source;
	const struct source *here; /* the working directory's, or none */
	const struct found *found;
	bool origin;
};

static bool
is_at(const struct cx_config_place *at, const char *section, const char *key)
{
	return at->n == 2 && cx_str_is(at->key[0], section) &&
	    cx_str_is(at->key[1], key);
}

/* Dendron's workspace is a directory with dendron.yml, of which the vault is
 * a part; we look no further than the repository.  A vault has a
 * root.schema.yml (wiki.dendron.so, "Vaults"). */
static bool
is_dendron(const struct found *f)
{
	CX_AUTO_BUF up = CX_BUF_INIT;
	struct stat st, last = {.st_ino = 0};

	if (f->by == CX_VAULT_NONE)
		return false;
	if (fstatat(f->vault.fd, "root.schema.yml", &st, 0) == 0)
		return S_ISREG(st.st_mode);
	for (;; cx_buf_puts(&up, "../")) {
		size_t n = up.len;

		cx_buf_puts(&up, "dendron.yml");
		if (fstatat(f->vault.fd, cx_buf_cstr(&up), &st, 0) == 0)
			return S_ISREG(st.st_mode);
		up.len = n;
		cx_buf_puts(&up, ".git");
		if (fstatat(f->vault.fd, cx_buf_cstr(&up), &st, 0) == 0)
			return false;
		up.len = n;
		cx_buf_puts(&up, ".");
		if (fstatat(f->vault.fd, cx_buf_cstr(&up), &st, 0) != 0 ||
		    (st.st_ino == last.st_ino && st.st_dev == last.st_dev))
			return false; /* the root of all */
		up.len = n;
		last = st;
	}
}

/* A notebook of zk has a directory .zk. */
static bool
is_zk(const struct found *f)
{
	struct stat st;

	return f->by != CX_VAULT_NONE && fstatat(f->vault.fd, ".zk", &st,
	    AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(st.st_mode);
}

static void
put_origin(struct cx_printer *p, const struct output *o,
    const struct source *s, const struct cx_json *user, bool is_vault)
{
	static const char *const by[] = {"default", "-C", "CORTEX_VAULT", "",
	    "parent", "~/.cortex"};
	enum cx_vault_by how = o->found->by;
	CX_AUTO_BUF b = CX_BUF_INIT;

	if (is_vault && how != CX_VAULT_CONFIG)
		cx_buf_puts(&b, by[how]);
	else if (user)
		cx_buf_fmt(&b, "%s:%u", s->name,
		    cx_toml_at(s->toml, user).line);
	else
		cx_buf_puts(&b, "default");
	cx_print_kstr(p, "origin", cx_buf_view(&b));
}

static void
leaf(void *arg, struct cx_printer *p, const struct cx_config_place *at,
    const struct cx_json *user, struct cx_str json)
{
	const struct output *o = arg;
	const struct cx_json *mine = source_applies(o->here, at);
	const struct source *s = mine ? o->here : o->source;
	bool is_vault = is_at(at, "vault", "path");
	const char *tool = NULL; /* whose vault decides */
	CX_AUTO_BUF b = CX_BUF_INIT;
	struct cx_printer q = cx_printer(&b);

	if (is_vault) {
		const char *path = o->found->vault.path;

		cx_print_quoted(&b, cx_str(path ? path : ""));
		json = cx_buf_view(&b);
	} else if (mine) {
		cx_print_json(&q, mine);
		json = cx_buf_view(&b);
	} else if (!user && is_at(at, "links", "text_first") &&
	    is_dendron(o->found)) {
		tool = "dendron.yml";
	} else if (!user && is_at(at, "links", "prefixes") &&
	    is_zk(o->found)) {
		tool = ".zk";
	}
	if (tool)
		json = CX_STR("true");
	if (o->origin) {
		cx_print_object(p);
		cx_print_key(p, "value");
	}
	cx_print_raw(p, json);
	if (o->origin) {
		if (tool)
			cx_print_kstr(p, "origin", cx_str(tool));
		else
			put_origin(p, o, s, mine ? mine : user, is_vault);
		cx_print_end(p);
	}
}

static void
print(struct output *o, const struct cx_json *defaults, struct cx_buf *out)
{
	struct cx_printer p = cx_printer(out);
	const char *path = o->found->vault.path;

	if (path && cx_utf8_invalid(cx_str(path)) < strlen(path))
		cx_die(CX_FAIL, "%s: JSON cannot hold this path, which is not "
		    "UTF-8; rename the directory", path);
	cx_config_merge(&p, o->source->root, defaults, leaf, o);
}

static const struct cx_json *
parse(struct cx_json_parser *parser, struct cx_buf *json)
{
	const struct cx_json *root;
	const char *why;

	cx_buf_room(json, CX_JSON_PAD);
	root = cx_json_parse(parser, json->s, json->len, &why);
	if (!root)
		cx_die(CX_FAIL, "%s", why);
	return root;
}

/* The configuration again, as nodes. */
static const struct cx_json *
resolved(struct output *o, const struct cx_json *defaults,
    struct cx_json_parser *parser)
{
	CX_AUTO_BUF json = CX_BUF_INIT;

	print(o, defaults, &json);
	return parse(parser, &json);
}

/* A key may have dots itself: the longest name that is there counts. */
static const struct cx_json *
look_up(const struct cx_json *at, struct cx_str key)
{
	size_t n = key.len;

	while (n > 0) {
		const struct cx_json *v = cx_json_getn(at, cx_strn(key.s, n));

		if (v && n == key.len)
			return v;
		v = v ? look_up(v, cx_str_from(key, n + 1)) : NULL;
		if (v)
			return v;
		while (n > 0 && key.s[--n] != '.')
			;
	}
	return NULL;
}

/* The keys that may have been meant: the nearest, or those of this name. */
static bool
find_meant(const struct cx_json *root, struct cx_buf *meant)
{
	const struct cx_str word = cx_str(name);
	CX_AUTO_BUF key = CX_BUF_INIT;
	unsigned best = CX_NEAR_MAX + 1, near;

	CX_JSON_EACH(s, root) {
		if (s[1].type != CX_JSON_OBJECT)
			continue;
		CX_JSON_EACH(k, s + 1) {
			key.len = 0;
			cx_buf_str(&key, cx_json_str(s));
			cx_buf_char(&key, '.');
			cx_buf_str(&key, cx_json_str(k));
			near = cx_str_eq(word, cx_json_str(k)) ? 1
			    : cx_nearness(word, cx_buf_view(&key));
			if (near > best || near > CX_NEAR_MAX)
				continue;
			if (near < best)
				meant->len = 0;
			best = near;
			cx_buf_puts(meant, meant->len ? " or " : "");
			cx_buf_str(meant, cx_buf_view(&key));
		}
	}
	return meant->len && meant->len <= 100;
}

static void
get(const struct cx_json *root)
{
	const struct cx_json *v = look_up(root, cx_str(name));
	struct cx_printer p = cx_printer(cx_out());
	CX_AUTO_BUF meant = CX_BUF_INIT;

	if (!v && find_meant(root, &meant))
		cx_error(CX_NO, "%s is not set; did you mean %s?", name,
		    cx_buf_cstr(&meant));
	else if (!v)
		cx_error(CX_NO, "%s is not set; cx config lists the settings",
		    name);
	else if (v->type == CX_JSON_STRING)
		cx_buf_str(cx_out(), cx_json_str(v));
	else
		cx_print_json(&p, v);
	cx_buf_puts(cx_out(), v ? "\n" : "");
}

static void
scope(const struct cx_json *root)
{
	struct cx_str arg = cx_str(name), key;
	const struct cx_json *v;
	struct cx_expr_error err;

	if (!cx_str_split(&arg, ':', &key))
		key = cx_str(name);
	v = cx_json_getn(cx_json_get(root, "scopes"), key);
	if (!v || v->type != CX_JSON_STRING) {
		cx_raise(CX_NO);
		return;
	}
	if (key.len == strlen(name) &&
	    cx_str_has(cx_json_str(v), CX_STR("{arg}")))
		cx_die(CX_USAGE, "scope '%s' needs an argument, %s:ARG", name,
		    name);
	if (!cx_expr_bind(cx_out(), cx_json_str(v), arg, &err))
		cx_die(CX_USAGE, "scope '%s': %s", name, err.why);
	cx_buf_char(cx_out(), '\n');
}

/* For cx(1): the environment of filters; without a vault no CORTEX_VAULT. */
static void CX_NORETURN
run(struct output *o, const struct cx_json *defaults, const struct cx_args *a)
{
	const char *vault = o->found->vault.path;
	const char *now = getenv("CORTEX_NOW");
	struct cx_buf json = CX_BUF_INIT, time = CX_BUF_INIT;

	if (cx_status() != CX_DONE)
		exit(cx_finish());
	/* For sh in one form. */
	if (now && *now) {
		cx_date_put_sec(&time, cx_now());
		if (setenv("CORTEX_NOW", cx_buf_cstr(&time), 1) != 0)
			cx_die(CX_FAIL, "CORTEX_NOW: %s", strerror(errno));
	}
	print(o, defaults, &json);
	cx_config_export(cx_buf_view(&json));
	if ((vault ? setenv("CORTEX_VAULT", vault, 1) :
	    unsetenv("CORTEX_VAULT")) != 0)
		cx_die(CX_FAIL, "CORTEX_VAULT: %s", strerror(errno));
	a->argv[a->argc] = NULL; /* after it is what was moved there */
	execvp(a->argv[0], a->argv);
	cx_die(CX_FAIL, "%s: %s", a->argv[0], strerror(errno));
}

static const struct cx_json *
parse_defaults(struct cx_json_parser *json)
{
	CX_AUTO_BUF text = CX_BUF_INIT;

	cx_buf_add(&text, cx_config_defaults, cx_config_defaults_len);
	return parse(json, &text);
}

static void
read_stdin(struct cx_buf *text)
{
	int err = cx_read_fd(STDIN_FILENO, text, CX_CONFIG_MAX);

	if (err)
		cx_die(CX_FAIL, "(stdin): %s", cx_file_error(err));
}

static int
nearest(void)
{
	CX_AUTO_BUF text = CX_BUF_INIT;
	unsigned left = 3;

	read_stdin(&text);
	for (unsigned near = 0; near <= CX_NEAR_MAX && left == 3; near++) {
		struct cx_str rest = cx_buf_view(&text), line;

		while (left && cx_str_split(&rest, '\n', &line)) {
			if (cx_nearness(cx_str(name), line) != near)
				continue;
			cx_buf_str(cx_out(), line);
			cx_buf_char(cx_out(), '\n');
			left--;
		}
	}
	if (left == 3)
		cx_raise(CX_NO);
	return cx_finish();
}

static int
other_toml(void)
{
	CX_AUTO_BUF text = CX_BUF_INIT;
	struct cx_toml_error error;
	struct cx_printer p = cx_printer(cx_out());
	struct cx_toml *t;
	int err = cx_read_fd(STDIN_FILENO, &text, OTHER_MAX);

	if (err)
		cx_die(CX_FAIL, "(stdin): %s", cx_file_error(err));
	t = cx_toml_parse_other(text.s, text.len, &error);
	if (!t)
		cx_die(CX_USAGE, "(stdin):%u:%u: %s", error.at.line,
		    error.at.column, error.cause);
	cx_print_json(&p, cx_toml_root(t));
	cx_buf_char(cx_out(), '\n');
	cx_toml_free(t);
	return cx_finish();
}

static int
edit(const char *value)
{
	CX_AUTO_BUF text = CX_BUF_INIT;

	read_stdin(&text);
	if (!edit_setting(cx_out(), cx_buf_view(&text), name, value))
		cx_error(CX_NO, "%s is not set in cortex.toml", name);
	return cx_finish();
}

int
main(int argc, char **argv)
{
	struct cx_args a = cx_args_parse(&usage, argc, argv);
	struct cx_json_parser *json, *again;
	const struct cx_json *defaults;
	struct source source = SOURCE_INIT, here = SOURCE_INIT;
	struct found found = FOUND_INIT;
	struct output output = {&source, &here, &found, false};

	if (what != RUN)
		cx_only_read(-1, false);
	if (what == NEAREST)
		return nearest();
	if (what == VAULTS) {
		if (a.argc > 0)
			cx_usage_die(&a, "--vaults takes no FILE");
		user_vaults(name);
		return cx_finish();
	}
	if (what == TOML) {
		if (a.argc > 0)
			cx_usage_die(&a, "--toml takes no FILE");
		return other_toml();
	}
	if (what == SET || what == UNSET) {
		if (a.argc != (what == SET))
			cx_usage_die(&a, what == SET ? "--set needs a VALUE" :
			    "--unset takes no VALUE");
		return edit(what == SET ? a.argv[0] : NULL);
	}
	if (what == RUN ? a.argc < 1 : a.argc > 1)
		cx_usage_die(&a, what == RUN ? "--run needs a COMMAND" :
		    "one FILE at most");
	if (what == CLOCK) {
		cx_date_put_sec(cx_out(), cx_now());
		cx_buf_char(cx_out(), '\n');
		return cx_finish();
	}
	output.origin = what == ORIGIN;
	source_faults = what == FAULTS;
	/* Who only asks for the vault is not told of other settings. */
	source.quiet = (what == ONLY_VAULT || what == LEADS) && !cx_strict;
	json = cx_json_new();
	again = cx_json_new();
	defaults = parse_defaults(json);
	source_locate(&source, &here, &found,
	    a.argc && what != RUN ? a.argv[0] : NULL, cx_common.vault,
	    defaults);
	if (source.bad || here.bad || what == FAULTS) {
		/* printed already */
	} else if ((what == ONLY_VAULT || what == LEADS) &&
	    found.by == CX_VAULT_NONE) {
		cx_vault_die(CX_VAULT_NONE, NULL);
	} else if (what == LEADS) {
		source_leads(&source, &found, cx_out());
	} else if (what == ONLY_VAULT) {
		cx_buf_fmt(cx_out(), "%s\n", found.vault.path);
	} else if (what == RUN) {
		run(&output, defaults, &a);
	} else if (what == GET) {
		get(resolved(&output, defaults, again));
	} else if (what == SCOPE) {
		scope(resolved(&output, defaults, again));
	} else {
		print(&output, defaults, cx_out());
		cx_buf_char(cx_out(), '\n');
	}
	cx_vault_release(&found.vault);
	source_release(&source);
	source_release(&here);
	cx_json_free(json);
	cx_json_free(again);
	return cx_finish();
}
