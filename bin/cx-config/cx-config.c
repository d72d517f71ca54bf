/* cx-config: prints the configuration of a vault as JSON */
#include "bin/cx-config/source.h"
#include "lib/config/config_schema.h"
#include "lib/base/opt.h"
#include "lib/base/utf8.h"

enum { ORIGIN = CX_LONG + 1, ONLY_VAULT, SHELL, STRICT };

static const struct cx_opt options[] = {
    {'C', NULL, "VAULT", "the vault"},
    {0, "origin", NULL, "print where each value comes from"},
    {0, "vault", NULL, "print the path of the vault and nothing else"},
    {0, "sh", NULL, "print shell assignments, for eval"},
    {0, "strict", NULL, "a warning ends with status 3"},
    {0, NULL, NULL, NULL}};

static const struct cx_usage usage = {"cx-config",
    "[-C VAULT] [--origin | --vault | --sh] [--strict] [FILE]",
    "prints the configuration of a vault as JSON", options};

struct output {
	const struct source *source;
	const struct found *found;
	bool origin;
};

static void
put_origin(struct cx_printer *p, const struct output *o,
    const struct cx_json *user, bool is_vault)
{
	static const char *const by[] = {"default", "-C", "CORTEX_VAULT", "",
	    "parent", "~/.cortex"};
	enum cx_vault_by how = o->found->by;
	struct cx_buf b = CX_BUF_INIT;

	if (is_vault && how != CX_VAULT_CONFIG)
		cx_buf_puts(&b, by[how]);
	else if (user)
		cx_buf_fmt(&b, "%s:%u", o->source->name,
		    cx_toml_at(o->source->toml, user).line);
	else
		cx_buf_puts(&b, "default");
	cx_print_kstr(p, "origin", cx_buf_view(&b));
	cx_buf_release(&b);
}

static void
leaf(void *arg, struct cx_printer *p, const struct cx_config_place *at,
    const struct cx_json *user, struct cx_str json)
{
	const struct output *o = arg;
	bool is_vault = at->n == 2 && cx_str_is(at->key[0], "vault") &&
	    cx_str_is(at->key[1], "path");
	struct cx_buf b = CX_BUF_INIT;

	if (is_vault) {
		const char *path = o->found->vault.path;

		cx_print_quoted(&b, cx_str(path ? path : ""));
		json = cx_buf_view(&b);
	}
	if (o->origin) {
		cx_print_object(p);
		cx_print_key(p, "value");
	}
	cx_print_raw(p, json);
	if (o->origin) {
		put_origin(p, o, user, is_vault);
		cx_print_end(p);
	}
	cx_buf_release(&b);
}

static void
print(struct output *o, const struct cx_json *defaults, struct cx_buf *out)
{
	struct cx_printer p = cx_printer(out);
	const char *path = o->found->vault.path;

	if (path && cx_utf8_invalid(cx_str(path)) < strlen(path))
		cx_die(CX_FAIL, "%s: JSON cannot hold this path, which is no "
		    "UTF-8; rename the directory", path);
	cx_config_merge(&p, o->source->root, defaults, leaf, o);
}

/* NAME='text', whatever the text holds. */
static void
assign(const char *name, struct cx_str text)
{
	cx_buf_fmt(cx_out(), "%s='", name);
	for (size_t i = 0; i < text.len; i++) {
		if (text.s[i] == '\'')
			cx_buf_puts(cx_out(), "'\\''");
		else
			cx_buf_char(cx_out(), text.s[i]);
	}
	cx_buf_puts(cx_out(), "'\n");
}

/* For cx(1): the environment of filters; without a vault no CORTEX_VAULT. */
static void
print_sh(struct output *o, const struct cx_json *defaults)
{
	struct cx_buf json = CX_BUF_INIT;

	print(o, defaults, &json);
	if (o->found->vault.path)
		assign("CORTEX_VAULT", cx_str(o->found->vault.path));
	assign("CORTEX_CONFIG", cx_buf_view(&json));
	cx_buf_release(&json);
}

static const struct cx_json *
parse_defaults(struct cx_json_parser *json)
{
	struct cx_buf text = CX_BUF_INIT;
	const struct cx_json *root;
	const char *why;

	cx_buf_add(&text, cx_config_defaults, cx_config_defaults_len);
	cx_buf_room(&text, CX_JSON_PAD);
	root = cx_json_parse(json, text.s, text.len, &why);
	if (!root)
		cx_die(CX_FAIL, "defaults: %s", why);
	cx_buf_release(&text);
	return root;
}

int
main(int argc, char **argv)
{
	struct cx_args a = cx_args(&usage, argc, argv);
	struct cx_json_parser *json;
	const struct cx_json *defaults;
	struct source source = SOURCE_INIT;
	struct found found = FOUND_INIT;
	struct output output = {&source, &found, false};
	bool only_vault = false, shell = false;
	const char *option = NULL;
	int c;

	while ((c = cx_args_next(&a)) != 0) {
		switch (c) {
		case 'C':
			option = a.value;
			break;
		case ORIGIN:
			output.origin = true;
			break;
		case ONLY_VAULT:
			only_vault = true;
			break;
		case SHELL:
			shell = true;
			break;
		case STRICT:
			cx_strict = true;
			break;
		}
	}
	if (a.argc > 1)
		cx_usage_die(&a, "one FILE at most");
	if (only_vault + output.origin + shell > 1)
		cx_usage_die(&a, "one of --origin, --vault and --sh at most");
	json = cx_json_new();
	defaults = parse_defaults(json);
	source_locate(&source, &found, a.argc ? a.argv[0] : NULL, option,
	    defaults);
	if (!source.bad && only_vault) {
		if (found.by == CX_VAULT_NONE)
			cx_vault_die(CX_VAULT_NONE, NULL);
		cx_buf_fmt(cx_out(), "%s\n", found.vault.path);
	} else if (!source.bad && shell) {
		print_sh(&output, defaults);
	} else if (!source.bad) {
		print(&output, defaults, cx_out());
		cx_buf_char(cx_out(), '\n');
	}
	cx_vault_release(&found.vault);
	source_release(&source);
	cx_json_free(json);
	return cx_finish();
}
