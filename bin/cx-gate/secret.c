/* Finds secrets in any member of a candidate, including its name. */
#include "bin/cx-gate/gate.h"
#include "lib/json/print.h"

void
shapes_init(struct shapes *s, const struct cx_config *config)
{
	const struct cx_json *list = cx_config_get(config, "gate", "secrets");

	CX_JSON_EACH(e, list) {
		CX_GROW(s->v, s->n, s->cap);
		if (!cx_secret_shape(cx_json_str(e), &s->v[s->n++]))
			cx_die(CX_USAGE, "[gate] secrets: '%.*s' is not a "
			    "shape; write how it begins and how many "
			    "characters follow at least (8 to 999), "
			    "\"acme_*24\"",
			    (int)e->len, e->u.s);
	}
}

static void
add_kind(void *arg, const char *kind)
{
	struct kinds *kinds = arg;

	for (size_t i = 0; i < kinds->n; i++)
		if (strcmp(kinds->v[i], kind) == 0)
			return;
	if (kinds->n < sizeof kinds->v / sizeof *kinds->v)
		kinds->v[kinds->n++] = kind;
}

/* A walk over the text of a record, which was parsed: the nodes come in the
 * order of the text. */
struct walk {
	const struct shapes *shapes;
	struct cx_str line;
	const struct cx_json *node;
	struct safe *to;
	struct cx_str key; /* the last one */
	struct cx_str top; /* the last one of the record itself */
	struct cx_buf joined, hidden;
	unsigned keys; /* hidden ones */
};

/* The member's name says what its value is: {"password":"..."}; what is
 * found before the value, in the name, is another matter. */
static bool
hide_value(struct walk *w, struct cx_str value)
{
	struct cx_secrets it;
	struct cx_secret f;
	size_t from;
	bool found = false;

	w->joined.len = w->hidden.len = 0;
	cx_buf_str(&w->joined, w->key);
	cx_buf_puts(&w->joined, "=\"");
	from = w->joined.len;
	cx_buf_str(&w->joined, value);
	it = cx_secrets(cx_buf_view(&w->joined), w->shapes->v, w->shapes->n);
	while (cx_secrets_next(&it, &f)) {
		if (f.at < from)
			continue;
		cx_buf_add(&w->hidden, w->joined.s + from, f.at - from);
		cx_buf_puts(&w->hidden, "[REDACTED]");
		from = f.at + f.len;
		add_kind(&w->to->kinds, f.kind);
		found = true;
	}
	cx_secrets_release(&it);
	cx_buf_str(&w->hidden, cx_str_from(cx_buf_view(&w->joined), from));
	return found;
}

/* Members that are hidden have different names still. */
static bool
hide_key(struct walk *w, struct cx_str key)
{
	CX_AUTO_BUF quoted = CX_BUF_INIT;
	size_t len;

	w->hidden.len = 0;
	if (!cx_secrets_redact(&w->hidden, key, w->shapes->v, w->shapes->n,
	    add_kind, &w->to->kinds))
		return false;
	len = w->hidden.len;
	do {
		w->hidden.len = len;
		if (w->keys++)
			cx_buf_fmt(&w->hidden, " %u", w->keys);
		quoted.len = 0;
		cx_print_quoted(&quoted, cx_buf_view(&w->hidden));
	} while (cx_str_has(w->line, cx_buf_view(&quoted)));
	return true;
}

static void
add_member(struct walk *w)
{
	struct cx_buf *members = &w->to->members;
	CX_AUTO_BUF name = CX_BUF_INIT, quoted = CX_BUF_INIT;

	cx_secrets_redact(&name, w->top, w->shapes->v, w->shapes->n, NULL,
	    NULL);
	cx_print_quoted(&quoted, cx_buf_view(&name));
	if (!cx_str_has(cx_buf_view(members), cx_buf_view(&quoted))) {
		cx_buf_char(members, members->len ? ',' : '[');
		cx_buf_str(members, cx_buf_view(&quoted));
	}
}

/* The end of the string or the number that begins at `at`. */
static size_t
token_end(struct cx_str line, size_t at)
{
	if (line.s[at] != '"') {
		while (at < line.len && !cx_is_blank(line.s[at]) &&
		    !strchr(",]}", line.s[at]))
			at++;
		return at;
	}
	for (at++; line.s[at] != '"'; at++)
		if (line.s[at] == '\\')
			at++;
	return at + 1;
}

static size_t
take_token(struct walk *w, size_t at, unsigned depth)
{
	size_t end = token_end(w->line, at), next = end;
	struct cx_str text = cx_strn(w->line.s + at, end - at), s = text;
	bool string = w->line.s[at] == '"', key, found;

	if (string)
		s = cx_json_str(w->node);
	while (next < w->line.len && cx_is_blank(w->line.s[next]))
		next++;
	key = string && next < w->line.len && w->line.s[next] == ':';
	if (key && depth == 1)
		w->top = s;
	found = key ? hide_key(w, s) : hide_value(w, s);
	if (key)
		w->key = s;
	if (found) {
		add_member(w);
		cx_print_quoted(&w->to->line, cx_buf_view(&w->hidden));
	} else {
		cx_buf_str(&w->to->line, text);
	}
	w->to->any = w->to->any || found;
	w->node++;
	return end;
}

void
make_safe(const struct shapes *shapes, const struct cx_record *rec,
    struct safe *to)
{
	struct walk w = {.shapes = shapes, .line = rec->line,
	    .node = rec->root, .to = to};
	unsigned depth = 0;
	const char *why;

	to->any = false;
	to->kinds.n = to->line.len = to->members.len = 0;
	for (size_t i = 0; i < w.line.len;) {
		char c = w.line.s[i];

		if (c == '{' || c == '[') {
			depth++;
			w.node++;
		} else if (c == '}' || c == ']') {
			depth--;
		} else if (c != ',' && c != ':' && !cx_is_blank(c)) {
			i = take_token(&w, i, depth);
			continue;
		}
		cx_buf_char(&to->line, c);
		i++;
	}
	cx_buf_release(&w.joined);
	cx_buf_release(&w.hidden);
	to->rec = *rec;
	if (!to->any)
		return;
	cx_buf_char(&to->members, ']');
	if (!to->parser)
		to->parser = cx_json_new();
	cx_buf_room(&to->line, CX_JSON_PAD);
	to->rec.line = cx_buf_view(&to->line);
	to->rec.root = cx_json_parse(to->parser, to->line.s, to->line.len,
	    &why);
	if (!to->rec.root)
		cx_record_die(rec, "without its secrets: %s", why);
}

void
safe_release(struct safe *s)
{
	cx_buf_release(&s->line);
	cx_buf_release(&s->members);
	if (s->parser)
		cx_json_free(s->parser);
}
