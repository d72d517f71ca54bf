/* A configuration of any JSON: what is accepted merges, and once merged it
 * is accepted in silence and merges to itself. */
#include <stdlib.h>

#include "lib/config/config_schema.h"

#define CHECK(x)                                                              \
	do {                                                                  \
		if (!(x))                                                     \
			abort();                                              \
	} while (0)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct seen {
	unsigned fatal, warned;
};

static void
note(void *arg, const struct cx_config_place *at, const struct cx_json *node,
    bool fatal, const char *text)
{
	struct seen *s = arg;

	CHECK(at->n && node && *text);
	s->fatal += fatal;
	s->warned += !fatal;
}

static const struct cx_json *
parse(struct cx_json_parser *p, struct cx_buf *b)
{
	const char *why;

	cx_buf_room(b, CX_JSON_PAD);
	return cx_json_parse(p, b->s, b->len, &why);
}

static void
merge(struct cx_buf *out, const struct cx_json *user,
    const struct cx_json *defaults)
{
	struct cx_printer p = cx_printer(out);

	out->len = 0;
	cx_config_merge(&p, user, defaults, NULL, NULL);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct cx_json_parser *user_json, *default_json;
	static const struct cx_json *defaults;
	static struct cx_buf text, once, twice;
	const struct cx_json *user;
	struct seen s = {0, 0};

	if (!defaults) {
		user_json = cx_json_new();
		default_json = cx_json_new();
		text.len = 0;
		cx_buf_add(&text, cx_config_defaults, cx_config_defaults_len);
		defaults = parse(default_json, &text);
		CHECK(defaults);
	}
	text.len = 0;
	cx_buf_add(&text, data, size);
	user = parse(user_json, &text);
	if (!user || user->type != CX_JSON_OBJECT)
		return 0;
	cx_config_check(user, defaults, note, &s);
	if (s.fatal)
		return 0;
	merge(&once, user, defaults);
	user = parse(user_json, &once);
	CHECK(user);
	s.warned = 0;
	cx_config_check(user, defaults, note, &s);
	CHECK(!s.fatal);
	merge(&twice, user, defaults);
	CHECK(cx_str_eq(cx_buf_view(&once), cx_buf_view(&twice)));
	return 0;
}
