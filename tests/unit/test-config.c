/* The resolved configuration: defaults, overlay, accessors, digest. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stddef.h>
#include <stdlib.h>
#include <cmocka.h>

#include "lib/config/config.h"
#include "lib/config/config_schema.h"

static struct cx_config *
load(const char *json)
{
	setenv("CORTEX_CONFIG", json, 1);
	return cx_config_load(NULL);
}

static void
defaults(void **state)
{
	struct cx_config *c;

	(void)state;
	unsetenv("CORTEX_CONFIG");
	c = cx_config_load(NULL);
	assert_int_equal(cx_config_root(c)->len, 22);
	assert_int_equal(cx_config_int(c, "layers", "hot"), 2);
	assert_int_equal(cx_config_int(c, "layers", "warm"), 7);
	assert_int_equal(cx_config_num(c, "rank", "recency_half_life"), 30);
	assert_false(cx_config_bool(c, "rank", "log_queries"));
	assert_true(cx_str_is(cx_config_str(c, "projects", "default"),
	    "default"));
	assert_null(cx_config_vault(c));
	assert_int_equal(cx_config_aliases(c, "updated")->len, 4);
	cx_config_free(c);
}

static void
weights(void **state)
{
	static const struct {
		const char *status;
		int64_t weight;
	} want[] = {{"active", 1000000}, {"archived", 300000},
	    {"superseded", 500000}, {"stale", 500000},
	    {"deprecated", 300000}, {"superseded:EXP-7", 500000},
	    {"superseded : EXP-7", 500000}, {"Archived", 1000000},
	    {"", 1000000}, {":", 1000000}, {"mine", 123457}, {"two", 2000000},
	    {"a:b", 250000}};
	struct cx_config *c = load("{\"status\":{\"mine\":0.1234567,"
	    "\"two\":2,\"a:b\":0.25}}");

	(void)state;
	for (size_t i = 0; i < sizeof want / sizeof *want; i++)
		assert_int_equal(cx_config_weight(c, cx_str(want[i].status)),
		    want[i].weight);
	cx_config_free(c);
}

static void
types(void **state)
{
	struct cx_config *c = load("{\"types\":{\"runbook\":{\"dir\":\"ops/"
	    "books\"},\"decision\":{\"review_after\":5}}}");
	const struct cx_json *t;
	int64_t days;

	(void)state;
	assert_true(cx_str_is(cx_config_type_dir(c, CX_STR("runbook")),
	    "ops/books"));
	assert_true(cx_str_is(cx_config_type_dir(c, CX_STR("person")),
	    "people"));
	assert_true(cx_str_is(cx_config_type_dir(c, CX_STR("win")), "atoms"));
	assert_null(cx_config_type(c, CX_STR("Rule")));
	t = cx_config_type(c, CX_STR("decision"));
	assert_true(cx_str_is(cx_json_gets(t, "until", CX_STR("")),
	    "superseded"));
	assert_true(cx_json_geti(t, "review_after", &days));
	assert_int_equal(days, 5);
	cx_config_free(c);
}

static void
projects(void **state)
{
	struct cx_config *c = load("{\"directories\":{\"acme\":\"Acme Inc\","
	    "\"b.md\":\"no\"},\"projects\":{\"names\":[\"x\",\"y\"]}}");

	(void)state;
#define DIR(path) cx_config_directory(c, CX_STR(path), CX_STR("unknown"))
	assert_true(cx_str_is(DIR("acme/a.md"), "Acme Inc"));
	assert_true(cx_str_is(DIR("clients/acme/deep/a.md"), "Acme Inc"));
	assert_true(cx_str_is(DIR("clients/acme"), "unknown"));
	assert_true(cx_str_is(DIR("b.md"), "unknown"));
	assert_true(cx_str_is(DIR("acm/a.md"), "unknown"));
#undef DIR
	assert_true(cx_config_project_known(c, CX_STR("y")));
	assert_false(cx_config_project_known(c, CX_STR("z")));
	cx_config_free(c);
	unsetenv("CORTEX_CONFIG");
	c = cx_config_load(NULL);
	assert_true(cx_config_project_known(c, CX_STR("z")));
	assert_true(cx_str_is(cx_config_directory(c, CX_STR("a/b"),
	    CX_STR("u")), "u"));
	cx_config_free(c);
}

static void
digest(void **state)
{
	char a[CX_DIGEST_HEX + 1], b[CX_DIGEST_HEX + 1];
	static const char *const same[] = {"{}",
	    "{\"vault\":{\"path\":\"/x\"}}",
	    "{\"layers\":{\"warm\":7,\"hot\":2}}",
	    "{\"rank\":{\"recency_half_life\":30}}",
	    "{\"unheard\":{}}"};
	struct cx_config *c;

	(void)state;
	unsetenv("CORTEX_CONFIG");
	c = cx_config_load(NULL);
	cx_config_digest(c, a);
	cx_config_free(c);
	for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
		c = load(same[i]);
		cx_config_digest(c, b);
		assert_string_equal(a, b);
		cx_config_free(c);
	}
	c = load("{\"layers\":{\"hot\":3}}");
	cx_config_digest(c, b);
	assert_string_not_equal(a, b);
	cx_config_free(c);
}

struct seen {
	struct cx_buf text;
	unsigned fatal, warned;
};

static void
note(void *arg, const struct cx_config_place *at, const struct cx_json *node,
    bool fatal, const char *text)
{
	struct seen *s = arg;

	assert_true(at->n > 0);
	assert_non_null(node);
	s->fatal += fatal;
	s->warned += !fatal;
	s->text.len = 0;
	cx_buf_puts(&s->text, text);
	cx_buf_cstr(&s->text);
}

static void
faults(void **state)
{
	static const struct {
		const char *json;
		bool fatal;
		const char *text;
	} cases[] = {
	    {"{\"layers\":{\"hot\":\"two\"}}", true,
		"layers.hot: expected a whole number, not \"two\""},
	    {"{\"layers\":{\"hot\":2.5}}", true,
		"layers.hot: expected a whole number, not 2.5"},
	    {"{\"layers\":{\"hot\":-1}}", true,
		"layers.hot: expected 0 to 36500, not -1"},
	    {"{\"layers\":5}", true, "layers: expected a table, not 5"},
	    {"{\"vault\":{\"skip_dirs\":\"x\"}}", true,
		"vault.skip_dirs: expected a list of strings, [\"...\"], "
		"not \"x\""},
	    {"{\"vault\":{\"skip_dirs\":[1]}}", true,
		"vault.skip_dirs: expected a list of strings, [\"...\"], "
		"not a list with other things"},
	    {"{\"vault\":{\"path\":\"a\\u0000b\"}}", true,
		"vault.path: expected no NUL, not \"a\\u0000b\""},
	    {"{\"status\":{\"x\":true}}", true,
		"status.x: expected a number, not true"},
	    {"{\"types\":{\"x\":\"y\"}}", true,
		"types.x: expected a table, not \"y\""},
	    {"{\"types\":{\"x\":{\"dir\":\"../y\"}}}", true,
		"types.x.dir: expected a directory inside the vault such as "
		"\"rules\", not \"../y\""},
	    {"{\"types\":{\"x\":{\"days\":1}}}", false,
		"unknown key types.x.days is ignored; known are dir, until, "
		"archive_after, review_after, content_min, "
	    "content_max, specificity"},
	    {"{\"check\":{\"CX1\":\"loud\"}}", true,
		"check.CX1: expected \"error\", \"warning\", \"info\" or "
		"\"off\", not \"loud\""},
	    {"{\"context\":{\"budgets\":{\"x\":999}}}", true,
		"context.budgets.x: expected 1000 to 12000, not 999"},
	    {"{\"rank\":{\"log_queries\":null}}", true,
		"rank.log_queries: expected true or false, not null"},
	    {"{\"layers\":{\"hto\":1}}", false,
		"unknown key layers.hto is ignored; known are hot, warm, "
		"newest"},
	    {"{\"directories\":{\"a/b\":\"c\"}}", false,
		"directories.a/b is never met: name one directory, without "
		"/"},
	    {"{\"scopes\":{\"recent_days\":\"x\"}}", true,
		"scopes.recent_days: expected a whole number, not \"x\""}};
	struct cx_json_parser *p = cx_json_new(), *q = cx_json_new();
	struct seen s = {CX_BUF_INIT, 0, 0};
	struct cx_buf b = CX_BUF_INIT;
	const struct cx_json *def, *user;
	const char *why;

	(void)state;
	cx_buf_add(&b, cx_config_defaults, cx_config_defaults_len);
	cx_buf_room(&b, CX_JSON_PAD);
	def = cx_json_parse(p, b.s, b.len, &why);
	assert_non_null(def);
	cx_config_check(def, def, note, &s);
	assert_int_equal(s.fatal + s.warned, 0);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		b.len = 0;
		cx_buf_puts(&b, cases[i].json);
		cx_buf_room(&b, CX_JSON_PAD);
		user = cx_json_parse(q, b.s, b.len, &why);
		assert_non_null(user);
		s.fatal = s.warned = 0;
		cx_config_check(user, def, note, &s);
		assert_int_equal(s.fatal, cases[i].fatal);
		assert_int_equal(s.warned, !cases[i].fatal);
		assert_string_equal(s.text.s, cases[i].text);
	}
	cx_json_free(p);
	cx_json_free(q);
	cx_buf_release(&b);
	cx_buf_release(&s.text);
}

/* What is merged merges to itself, and commas become a list. */
static void
merging(void **state)
{
	struct cx_config *c = load("{\"tags\":{\"risk\":\"danger, hazard,\","
	    "\"b\":[\"c\"]},\"scopes\":{\"mine\":\"tags=me\"}}");
	struct cx_buf once = CX_BUF_INIT, twice = CX_BUF_INIT;
	struct cx_printer p = cx_printer(&once);
	const struct cx_json *t = cx_json_get(cx_config_root(c), "tags");

	(void)state;
	assert_int_equal(cx_json_get(t, "risk")->len, 2);
	cx_print_json(&p, cx_config_root(c));
	cx_config_free(c);
	c = load(cx_buf_cstr(&once));
	p = cx_printer(&twice);
	cx_print_json(&p, cx_config_root(c));
	assert_string_equal(once.s, cx_buf_cstr(&twice));
	cx_config_free(c);
	cx_buf_release(&once);
	cx_buf_release(&twice);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(defaults),
	    cmocka_unit_test(weights), cmocka_unit_test(types),
	    cmocka_unit_test(projects), cmocka_unit_test(digest),
	    cmocka_unit_test(faults), cmocka_unit_test(merging)};

	cx_start("test-config");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
