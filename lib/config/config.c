#include "lib/config/config.h"
#include "lib/base/platform.h"
#include "lib/config/config_schema.h"
#include "lib/file/publish.h"
#include "lib/file/vault.h"
#include "lib/file/ignore.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define STRING_MAX ((size_t)64 << 10)
/* Longer than any that 1 MiB of TOML gives: "a,a" becomes "a","a". */
#define JSON_MAX (8 * CX_CONFIG_MAX)

struct cx_config {
	struct cx_json_parser *json, *defaults_json;
	const struct cx_json *root, *defaults;
	char *vault; /* NULL: none */
	struct cx_str *until; /* of the types that have it */
	size_t n_until, until_cap;
	char *digest; /* "": nobody has asked for it */
};

static const struct cx_json *
parse(struct cx_json_parser *p, struct cx_buf *text, const char *name)
{
	const char *why;
	const struct cx_json *root;

	cx_buf_room(text, CX_JSON_PAD);
	root = cx_json_parse(p, text->s, text->len, &why);
	if (!root)
		cx_die(CX_USAGE, "%s: not JSON: %s; cx-config prints what is "
		    "expected", name, why);
	if (root->type != CX_JSON_OBJECT)
		cx_die(CX_USAGE, "%s: not a JSON object; cx-config prints "
		    "what is expected", name);
	return root;
}

static void
report(void *arg, const struct cx_config_place *at, const struct cx_json *node,
    bool fatal, const char *text)
{
	const char *name = arg;

	(void)at;
	(void)node;
	if (fatal)
		cx_die(CX_USAGE, "%s: %s; cx-config prints what is expected",
		    name, text);
	cx_warn("%s: %s", name, text);
}

static void
read_config(const char *file, struct cx_buf *text)
{
	CX_AUTO_CLOSE fd = -1;
	int err;

	if (strcmp(file, "-") == 0)
		cx_die(CX_USAGE, "-c -: standard input is for records; give "
		    "a file, as in: cx-config >c.json");
	fd = open(file, O_RDONLY | O_CLOEXEC | O_NOCTTY);
	if (fd < 0)
		cx_die(CX_FAIL, "%s: %s", file, strerror(errno));
	err = cx_read_fd(fd, text, JSON_MAX);
	if (err)
		cx_die(CX_FAIL, "%s: %s", file, cx_file_error(err));
}

static const struct cx_json *
load_defaults(struct cx_config *c)
{
	CX_AUTO_BUF text = CX_BUF_INIT;

	cx_buf_add(&text, cx_config_defaults, cx_config_defaults_len);
	c->defaults_json = cx_json_new();
	c->defaults = parse(c->defaults_json, &text, "defaults");
	return c->defaults;
}

/* It is asked for with each note. */
static void
find_until(struct cx_config *c)
{
	const struct cx_json *types = cx_json_get(c->root, "types");

	CX_JSON_EACH(t, types) {
		struct cx_str s = cx_json_gets(t + 1, "until", CX_STR(""));

		if (s.len)
			*CX_NEXT(c->until, c->n_until, c->until_cap) = s;
	}
}

struct cx_config *
cx_config_load(const char *file)
{
	struct cx_config *c = cx_calloc(1, sizeof *c);
	const char *env = getenv("CORTEX_CONFIG");
	CX_AUTO_BUF text = CX_BUF_INIT, merged = CX_BUF_INIT;
	struct cx_str path;

	c->digest = cx_calloc(1, CX_DIGEST_HEX + 1);
	c->root = load_defaults(c);
	if (!file && env && *env)
		file = env;
	if (file) {
		CX_AUTO_JSON user = cx_json_new();
		const struct cx_json *root;
		struct cx_printer p = cx_printer(&merged);
		CX_AUTO_FREE char *name = cx_strdup(*file == '{' &&
		    file == env ? "CORTEX_CONFIG" : file);

		if (*file == '{' && file == env)
			cx_buf_puts(&text, env);
		else
			read_config(file, &text);
		root = parse(user, &text, name);
		cx_config_check(root, c->defaults, report, name);
		cx_config_merge(&p, root, c->defaults, NULL, NULL);
		c->json = cx_json_new();
		c->root = parse(c->json, &merged, name);
	}
	find_until(c);
	path = cx_config_str(c, "vault", "path");
	if (path.len) {
		struct cx_buf b = CX_BUF_INIT;

		cx_buf_str(&b, path);
		cx_buf_cstr(&b);
		c->vault = b.s;
	}
	return c;
}

void
cx_config_export(struct cx_str json)
{
	CX_AUTO_BUF b = CX_BUF_INIT;
	int error;

	if (json.len <= STRING_MAX) {
		cx_buf_str(&b, json);
	} else {
		error = cx_bytes_path(&b, "cortex-config", json);
		if (error)
			cx_die(CX_FAIL, "cannot pass the configuration on: %s",
			    strerror(error));
	}
	if (setenv("CORTEX_CONFIG", cx_buf_cstr(&b), 1) != 0)
		cx_die(CX_FAIL, "CORTEX_CONFIG: %s", strerror(errno));
}

void
cx_config_free(struct cx_config *c)
{
	if (!c)
		return;
	cx_json_free(c->json);
	cx_json_free(c->defaults_json);
	free(c->vault);
	free(c->until);
	free(c->digest);
	free(c);
}

const struct cx_json *
cx_config_root(const struct cx_config *c)
{
	return c->root;
}

const struct cx_json *
cx_config_get(const struct cx_config *c, const char *section, const char *key)
{
	const struct cx_json *v = cx_json_get(cx_json_get(c->root, section),
	    key);

	if (!v)
		cx_die(CX_FAIL, "configuration has no %s.%s", section, key);
	return v;
}

bool
cx_config_bool(const struct cx_config *c, const char *section, const char *key)
{
	return cx_config_get(c, section, key)->type == CX_JSON_TRUE;
}

int64_t
cx_config_int(const struct cx_config *c, const char *section, const char *key)
{
	return cx_config_get(c, section, key)->u.i;
}

double
cx_config_num(const struct cx_config *c, const char *section, const char *key)
{
	const struct cx_json *v = cx_config_get(c, section, key);

	return v->type == CX_JSON_INT ? (double)v->u.i : v->u.d;
}

struct cx_str
cx_config_str(const struct cx_config *c, const char *section, const char *key)
{
	return cx_json_str(cx_config_get(c, section, key));
}

const char *
cx_config_vault(const struct cx_config *c)
{
	return c->vault;
}

int64_t
cx_config_weight(const struct cx_config *c, struct cx_str status)
{
	const struct cx_json *table = cx_json_get(c->root, "status");
	const struct cx_json *v = cx_json_getn(table, status);
	struct cx_str rest = status, word;

	if (!v && cx_str_split(&rest, ':', &word))
		v = cx_json_getn(table, cx_str_trim(word));
	if (!v)
		return 1000000;
	return v->type == CX_JSON_INT ? v->u.i * 1000000 :
	    (int64_t)llround(v->u.d * 1e6);
}

const struct cx_json *
cx_config_type(const struct cx_config *c, struct cx_str type)
{
	return cx_json_getn(cx_json_get(c->root, "types"), type);
}

bool
cx_config_until(const struct cx_config *c, struct cx_str status)
{
	for (size_t i = 0; i < c->n_until; i++)
		if (cx_str_eq(status, c->until[i]))
			return true;
	return false;
}

struct cx_str
cx_config_type_dir(const struct cx_config *c, struct cx_str type)
{
	return cx_json_gets(cx_config_type(c, type), "dir", CX_STR("atoms"));
}

const struct cx_json *
cx_config_aliases(const struct cx_config *c, const char *field)
{
	return cx_config_get(c, "fields", field);
}

bool
cx_config_project_known(const struct cx_config *c, struct cx_str project)
{
	const struct cx_json *names = cx_config_get(c, "projects", "names");

	CX_JSON_EACH(e, names)
		if (cx_str_eq(cx_json_str(e), project))
			return true;
	return names->len == 0;
}

struct cx_str
cx_config_directory(const struct cx_config *c, struct cx_str path,
    struct cx_str fallback)
{
	const struct cx_json *table = cx_json_get(c->root, "directories");
	const struct cx_json *v, *any;
	struct cx_str part, top = CX_STR("");

	if (table->len == 0)
		return fallback;
	while (cx_str_split(&path, '/', &part) && path.len) {
		if (!top.len)
			top = part;
		v = cx_json_getn(table, part);
		if (v)
			return cx_json_str(v);
	}
	any = top.len ? cx_json_get(table, "*") : NULL;
	if (!any)
		return fallback;
	return cx_str_is(cx_json_str(any), "top") ? top : cx_json_str(any);
}

static void
without_path(void *arg, struct cx_printer *p,
    const struct cx_config_place *at, const struct cx_json *user,
    struct cx_str json)
{
	(void)arg;
	(void)user;
	if (at->n == 2 && cx_str_is(at->key[0], "vault") &&
	    cx_str_is(at->key[1], "path"))
		json = CX_STR("\"\"");
	cx_print_raw(p, json);
}

void
cx_config_digest(const struct cx_config *c, char hex[CX_DIGEST_HEX + 1])
{
	CX_AUTO_BUF b = CX_BUF_INIT;
	struct cx_printer p = cx_printer(&b);

	if (!*c->digest) {
		cx_config_merge(&p, c->root, c->defaults, without_path, NULL);
		cx_digest_text(cx_buf_view(&b), c->digest);
	}
	memcpy(hex, c->digest, CX_DIGEST_HEX + 1);
}

struct cx_ignore *
cx_ignore_read(const struct cx_config *config, int vault_fd)
{
	static const char *const keys[] = {"skip_dirs", "skip_files"};
	struct cx_ignore *ig = cx_ignore_new();
	int err;

	cx_ignore_defaults(ig);
	cx_ignore_ours(ig, vault_fd);
	for (int i = 0; i < 2; i++) {
		const struct cx_json *l = cx_config_get(config, "vault",
		    keys[i]);

		CX_JSON_EACH(e, l)
			cx_ignore_add(ig, cx_json_str(e),
			    i ? CX_IGNORE_FILES : CX_IGNORE_DIRS);
	}
	err = cx_ignore_file(ig, vault_fd, CX_IGNORE_FILE);
	if (err)
		cx_die(CX_FAIL, "%s: %s", CX_IGNORE_FILE, cx_file_error(err));
	return ig;
}

struct cx_ignore *
cx_ignore_load(const struct cx_config *config, int vault_fd)
{
	struct cx_ignore *ig = cx_ignore_read(config, vault_fd);

	if (cx_ignore_conflict(ig))
		cx_warn(CX_IGNORE_FILE ":%zu: " CX_IGNORE_CONFLICT,
		    cx_ignore_conflict(ig));
	return ig;
}

/* --- what fields may have --- */

static void
unknown(struct cx_buf *why, const char *what, struct cx_str value,
    const struct cx_json *known, const char *where)
{
	cx_buf_fmt(why, "%s '%.*s' is not known; there are", what,
	    (int)value.len, value.s);
	CX_JSON_EACH(k, known) {
		cx_buf_char(why, ' ');
		cx_buf_str(why, cx_json_str(k));
	}
	cx_buf_fmt(why, "; add it to %s of cortex.toml", where);
}

/* As cx-scan reads it: decimal, no hexadecimal, no words. */
static bool
is_number(struct cx_str s, double lo, double hi)
{
	CX_AUTO_BUF b = CX_BUF_INIT;
	double x;

	cx_buf_str(&b, s);
	x = strtod(cx_buf_cstr(&b), NULL);
	return cx_str_is_decimal(s) && isfinite(x) && x >= lo && x <= hi;
}

static void
check_number(struct cx_str field, struct cx_str value, struct cx_buf *why)
{
	static const struct {
		const char *field;
		double lo, hi;
		const char *want;
	} numbers[] = {
	    {"confidence", 0, 1, "a number from 0 to 1"},
	    {"importance", 1, 10, "a number from 1 to 10"},
	    {"pnl_impact", -HUGE_VAL, HUGE_VAL, "a number"}};

	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		if (cx_str_is(field, numbers[i].field) &&
		    !is_number(value, numbers[i].lo, numbers[i].hi))
			cx_buf_fmt(why, "%s '%.*s' is not %s",
			    numbers[i].field, (int)value.len, value.s,
			    numbers[i].want);
}

bool
cx_known(const struct cx_config *c, struct cx_str field, struct cx_str value,
    struct cx_buf *why)
{
	const struct cx_json *root = cx_config_root(c);
	const struct cx_json *statuses = cx_json_get(root, "status");
	struct cx_str rest = value, word;

	why->len = 0;
	if (!value.len)
		return true;
	if (cx_str_is(field, "type") && !cx_config_type(c, value))
		unknown(why, "type", value, cx_json_get(root, "types"),
		    "[types]");
	if (cx_str_is(field, "status") && !(cx_str_split(&rest, ':', &word) &&
	    cx_json_getn(statuses, word)))
		unknown(why, "status", value, statuses, "[status]");
	if (cx_str_is(field, "project") && !cx_config_project_known(c, value))
		cx_buf_fmt(why, "project '%.*s' is not in [projects] names of "
		    "cortex.toml; add it there", (int)value.len, value.s);
	check_number(field, value, why);
	return !why->len;
}
