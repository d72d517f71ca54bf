/* Adds records, one by one and in order, each with the text of its file. */
#include "check.h"

#include "lib/link/edge.h"

static void
add_edge(void *arg, const struct cx_edge *edge)
{
	struct check *c = arg;

	*CX_NEXT(c->edge, c->n_edge, c->edge_cap) = (struct edge){
	    cx_arena_copy(&c->arena, edge->target), edge->soft,
	    strcmp(edge->member, "links_out") != 0};
}

static void
touch(void *arg, struct cx_str key)
{
	struct check *c = arg;

	(void)cx_map_intern(&c->touched, &c->arena, key);
}

void
add_keys(struct check *c, const struct cx_record *rec)
{
	cx_resolve_record_keys(rec, touch, c);
}

struct muting {
	uint64_t muted;
	struct cx_str bad; /* the first that is not a rule */
};

static void
mute(void *arg, struct cx_str code)
{
	struct muting *m = arg;
	enum rule r = rule_find(code);

	if (r < RULES)
		m->muted |= UINT64_C(1) << r;
	else if (!m->bad.len)
		m->bad = code;
}

/* Whether it is the list of an agent's memories, and no note. */
static bool
is_memory(struct cx_str path)
{
	return cx_str_is(cx_last_part(path), MEMORY_FILE);
}

/* What the file itself switches off: `check: off`, `check-ignore: [CODE]`. */
static struct cx_str
read_muted(struct atom *a, const struct cx_record *rec)
{
	const struct cx_json *extra = cx_json_get(rec->root, "extra");
	struct cx_str all = cx_json_gets(extra, "check", CX_STR(""));
	struct muting m = {0, {"", 0}};

	if (cx_str_is(all, "off") || cx_str_is(all, "false"))
		m.muted = UINT64_MAX;
	cx_each_item(cx_json_get(extra, "check-ignore"), mute, &m);
	/* Of a list of memories only what it says of others counts. */
	if (is_memory(a->path))
		m.muted |= ~(UINT64_C(1) << SECRET |
		    UINT64_C(1) << BROKEN_LINK |
		    UINT64_C(1) << AMBIGUOUS_LINK |
		    UINT64_C(1) << MISSING_HEADING |
		    UINT64_C(1) << CONFLICT_MARKER);
	a->muted = m.muted;
	return m.bad;
}

static void
take_problems(const struct check *c, uint32_t atom,
    const struct cx_record *rec, const struct text *t)
{
	/* Front matter that a template fills in is YAML only then. */
	const bool template = t->file &&
	    cx_is_template(cx_strn(t->all.s, t->body));
	const struct cx_json *list = cx_json_get(rec->root, "problems");
	struct cx_str code, text;
	int64_t line, col;
	enum rule r;

	if (list && list->type != CX_JSON_ARRAY)
		cx_record_die(rec, "problems is not an array");
	CX_JSON_EACH(p, list) {
		code = cx_json_gets(p, "code", CX_STR("problem"));
		text = cx_json_gets(p, "text", CX_STR(""));
		if (!cx_json_geti(p, "line", &line) || line < 0)
			line = 0;
		if (!cx_json_geti(p, "col", &col) || col < 0)
			col = 1;
		r = rule_find(code);
		if (template && (r == YAML_INVALID || r == NOT_READ ||
		    r == FRONT_INVALID))
			continue;
		/* Those of the text are looked for, all of them. */
		if (r == CONFLICT_MARKER)
			continue;
		if (r == RULES) {
			r = PROBLEM;
			with_str("problem", code);
		}
		report(c, atom, (struct spot){(uint32_t)line, (uint32_t)col},
		    r, "%.*s", (int)text.len, text.s);
	}
}

uint32_t
add_note(struct check *c, const struct cx_record *rec, struct text *t)
{
	const uint32_t n = c->n;
	struct cx_str bad;
	struct atom *a;

	if (n == UINT32_MAX)
		cx_die(CX_FAIL, "too many notes");
	if (!c->chunk[n >> CHUNK_BITS])
		c->chunk[n >> CHUNK_BITS] = cx_calloc(CHUNK, sizeof *a);
	c->n++;
	a = atom_at(c, n);
	*a = (struct atom){
	    .path = cx_arena_copy(&c->arena, cx_record_path(rec)),
	    .first = c->n_edge, .file = t->file};
	a->chosen = !c->choosing ||
	    cx_map_get(&c->chosen, a->path) != CX_MAP_NONE;
	if (cx_resolver_record(c->resolver, rec) != n)
		cx_die(CX_FAIL, "the resolver counts otherwise");
	if (c->choosing && a->chosen)
		add_keys(c, rec);
	cx_external_record(c->elsewhere, rec);
	cx_edges(rec, add_edge, c);
	a->end = c->n_edge;
	bad = read_muted(a, rec);
	if (!t->file && c->vault.path)
		report(c, n, (struct spot){0, 0}, NO_FILE, "the vault "
		    "%s has no such file; its record alone was "
		    "checked; is -C right?", c->vault.path);
	if (bad.len)
		report(c, n, field_spot(c, t, "check-ignore"), UNKNOWN_RULE,
		    "check-ignore: there is no rule '%.*s'; cx-check --rules "
		    "lists them", (int)bad.len, bad.s);
	a->kind = (unsigned char)dense_kind(a->path);
	dense_add(c, n, rec, t);
	take_problems(c, n, rec, t);
	check_fields(c, n, rec, t);
	check_dates(c, n, rec, t);
	check_name(c, n);
	if (c->drift && !is_memory(a->path))
		drift_add(c->drift, a->path, rec);
	return n;
}
