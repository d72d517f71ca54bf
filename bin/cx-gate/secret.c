/* Secrets in the members of a candidate. */
#include "bin/cx-gate/gate.h"

const char *const text_names[TEXTS] = {"content", "reason", "name",
    "description", "tags"};

void
shapes_init(struct shapes *s, const struct cx_config *config)
{
	const struct cx_json *list = cx_config_get(config, "gate", "secrets");

	for (const struct cx_json *e = cx_json_first(list); e;
	    e = cx_json_next(list, e)) {
		CX_GROW(s->v, s->n, s->cap);
		if (!cx_secret_shape(cx_json_str(e), &s->v[s->n++]))
			cx_die(CX_USAGE, "[gate] secrets: '%.*s' is no shape; "
			    "write how it begins and how many characters "
			    "follow at least (8 to 999), \"acme_*24\"",
			    (int)e->len, e->u.s);
	}
}

static void
add_kind(struct kinds *kinds, const char *kind)
{
	for (size_t i = 0; i < kinds->n; i++)
		if (strcmp(kinds->v[i], kind) == 0)
			return;
	if (kinds->n < sizeof kinds->v / sizeof *kinds->v)
		kinds->v[kinds->n++] = kind;
}

bool
hide(const struct shapes *shapes, struct cx_str s, struct cx_buf *out,
    struct kinds *kinds)
{
	struct cx_secrets it = cx_secrets(s, shapes->v, shapes->n);
	struct cx_secret f;
	size_t from = 0;

	while (cx_secrets_next(&it, &f)) {
		cx_buf_add(out, s.s + from, f.at - from);
		cx_buf_puts(out, "[REDACTED]");
		from = f.at + f.len;
		add_kind(kinds, f.kind);
	}
	cx_buf_str(out, cx_str_from(s, from));
	return from > 0;
}
