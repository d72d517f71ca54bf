/* Determines the origin of a note's words. */
#include "lib/record/trust.h"

#include "lib/base/mem.h"
#include "lib/file/ignore.h"

#include <stdlib.h>

/* Where patterns of several match, the first counts: the least trusted. */
static const char *const names[] = {"external", "agent", "user"};

#define NAMES (sizeof names / sizeof *names)

struct cx_trust {
	struct cx_ignore *paths[NAMES];
};

struct cx_trust *
cx_trust_new(const struct cx_config *config)
{
	struct cx_trust *t = cx_calloc(1, sizeof *t);

	for (size_t i = 0; i < NAMES; i++) {
		const struct cx_json *l = cx_config_get(config, "trust",
		    names[i]);

		t->paths[i] = cx_ignore_new();
		CX_JSON_EACH(e, l)
			cx_ignore_add(t->paths[i], cx_json_str(e),
			    CX_IGNORE_ANY);
	}
	return t;
}

void
cx_trust_free(struct cx_trust *t)
{
	for (size_t i = 0; t && i < NAMES; i++)
		cx_ignore_free(t->paths[i]);
	free(t);
}

static const struct cx_json *
member(const struct cx_json *record, const char *name)
{
	const struct cx_json *v = cx_json_get(record, name);

	return v ? v : cx_json_get(cx_json_get(record, "extra"), name);
}

struct cx_str
cx_trust_of(const struct cx_trust *t, const struct cx_json *record,
    struct cx_str path)
{
	const struct cx_json *v = member(record, "trust");

	for (size_t i = 0; v && v->type == CX_JSON_STRING && i < NAMES; i++)
		if (cx_str_is(cx_json_str(v), names[i]))
			return cx_str(names[i]);
	if (v || member(record, "event") || member(record, "session"))
		return CX_STR("external");
	for (size_t i = 0; i < NAMES; i++)
		if (cx_ignore_path(t->paths[i], path))
			return cx_str(names[i]);
	return CX_STR("unknown");
}
