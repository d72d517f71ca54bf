/* Checks that front matter is complete and its fields are valid. */
#include "check.h"

#include "lib/atom/notes.h"
#include "lib/base/utf8.h"
#include "lib/link/day.h"

static const char *const fields[FIELDS] = {"id", "name", "type", "project",
    "status", "created", "updated", "tags", "links"};

static void
add_alias(struct check *c, struct cx_str key, enum field field)
{
	uint32_t known = c->fields.n, n = cx_map_put(&c->fields, key);

	if (n == known) {
		CX_GROW(c->field_bits, n, c->field_cap);
		c->field_bits[n] = 0;
	}
	c->field_bits[n] |= 1U << field;
}

void
fields_init(struct check *c)
{
	const struct cx_json *table, *list;

	table = cx_json_get(cx_config_root(c->config), "fields");
	for (enum field f = 0; f < FIELDS; f++) {
		list = cx_json_get(table, fields[f]);
		if (!list)
			add_alias(c, cx_str(fields[f]), f);
		CX_JSON_EACH(k, list)
			add_alias(c, cx_json_str(k), f);
	}
}

/* What the record of an atom whose file is not at hand tells. */
static bool
record_has(const struct cx_record *rec, enum field f)
{
	if (f == ID || f == CREATED)
		return cx_record_str(rec, fields[f], CX_STR("")).len > 0;
	if (f == TYPE || f == PROJECT)
		return !cx_str_is(cx_record_str(rec, fields[f],
		    CX_STR("unknown")), "unknown");
	return true;
}

static bool
has(const struct cx_record *rec, const struct text *t, enum field f)
{
	/* [directories] gives a project as well. */
	if (!t->file || f == PROJECT)
		return record_has(rec, f);
	/* No tags and no links may be said by an empty value. */
	return (f == TAGS || f == LINKS ? t->there : t->full) >> f & 1;
}

/* The note of a day, as cx daily makes it: it is what it is called. */
static bool
is_daily(const struct check *c, uint32_t atom)
{
	CX_AUTO_BUF format = CX_BUF_INIT;
	int64_t day;

	return atom_at(c, atom)->kind == PLAIN &&
	    cx_moment_of(atom_at(c, atom)->path, &format, &day);
}

static void
check_required(const struct check *c, uint32_t atom,
    const struct cx_record *rec, const struct text *t)
{
	CX_AUTO_BUF list = CX_BUF_INIT;
	struct spot at = {t->file ? 1 : 0, t->file ? 1 : 0};

	if (t->file && !t->fenced) {
		/* One that does not end has its own finding. */
		if (!t->flawed && !is_daily(c, atom))
			report(c, atom, at, NO_FRONT_MATTER,
			    "no front matter; cx migrate adds it");
		return;
	}
	if (atom_at(c, atom)->kind != PLAIN)
		dense_required(&list, atom_at(c, atom)->kind, rec, t);
	for (enum field f = 0; f < FIELDS && atom_at(c, atom)->kind == PLAIN;
	    f++)
		if (!has(rec, t, f)) {
			cx_buf_puts(&list, list.len ? ", " : "");
			cx_buf_puts(&list, fields[f]);
		}
	if (list.len && !is_daily(c, atom)) {
		with_str("fields", cx_buf_view(&list));
		report(c, atom, at, MISSING_FIELD,
		    "front matter lacks %s; cx migrate adds what is missing",
		    cx_buf_cstr(&list));
	}
}

static void
check_id(struct check *c, uint32_t atom, const struct cx_record *rec,
    const struct text *t)
{
	struct cx_str id = cx_record_str(rec, "id", CX_STR(""));
	struct spot at = {0, 0};
	uint32_t other, where;

	if (id.len == 0)
		return;
	if (!cx_id_ok(id))
		report(c, atom, field_spot(c, t, "id"), BAD_ID, "id '%.*s': "
		    "an id has letters, digits, _, - and . only", (int)id.len,
		    id.s);
	other = first_of(c, &c->ids, id, atom);
	if (other == atom || other_version(atom_at(c, atom)->path,
	    atom_at(c, other)->path))
		return;
	where = pair_spot(c, &other, atom);
	with_str("other", atom_at(c, other)->path);
	if (where == atom)
		at = field_spot(c, t, "id");
	report(c, where, at, DUPLICATE_ID, "id '%.*s' is also used by %.*s; "
	    "change one of them", (int)id.len, id.s,
	    (int)atom_at(c, other)->path.len, atom_at(c, other)->path.s);
}

/* The first of the table's keys that is `word` but for case. */
static struct cx_str
same_but_case(const struct cx_json *table, struct cx_str word)
{
	CX_AUTO_BUF key = CX_BUF_INIT;
	struct cx_str s = {NULL, 0};

	cx_utf8_lower(&key, word);
	if (cx_json_getn(table, cx_buf_view(&key)))
		CX_JSON_EACH(k, table)
			if (cx_str_eq(cx_json_str(k), cx_buf_view(&key)))
				s = cx_json_str(k);
	return s;
}

static void
check_word(const struct check *c, uint32_t atom, const struct cx_record *rec,
    const struct text *t, const char *field, const char *section,
    enum rule r)
{
	const struct cx_json *table =
	    cx_json_get(cx_config_root(c->config), section);
	struct cx_str s = cx_record_str(rec, field, CX_STR("")), word, known;
	const char *colon = memchr(s.s, ':', s.len);

	/* "corrected:EXP-7" is a status with a target. */
	word = colon && r == UNKNOWN_STATUS
	    ? cx_strn(s.s, (size_t)(colon - s.s)) : s;
	if (word.len == 0 || cx_str_is(word, "unknown") ||
	    (r == UNKNOWN_STATUS && atom_at(c, atom)->kind != PLAIN
		? dense_status(word) : cx_json_getn(table, word) != NULL))
		return;
	known = same_but_case(table, word);
	if (known.len) {
		if (!colon)
			with_fix(cx_str(field), known);
		report(c, atom, field_spot(c, t, field), r,
		    "%s '%.*s': write it '%.*s'", field, (int)word.len,
		    word.s, (int)known.len, known.s);
		return;
	}
	report(c, atom, field_spot(c, t, field), r, "%s '%.*s' is not known; "
	    "correct it, or add it to [%s] of cortex.toml", field,
	    (int)word.len, word.s, section);
}

static void
check_project(const struct check *c, uint32_t atom,
    const struct cx_record *rec, const struct text *t)
{
	struct cx_str s = cx_record_str(rec, "project", CX_STR("unknown"));

	if (cx_str_is(s, "unknown") || cx_config_project_known(c->config, s))
		return;
	report(c, atom, field_spot(c, t, "project"), UNKNOWN_PROJECT,
	    "project '%.*s' is not in [projects] names of cortex.toml",
	    (int)s.len, s.s);
}

void
check_fields(struct check *c, uint32_t atom, const struct cx_record *rec,
    const struct text *t)
{
	double d;

	check_required(c, atom, rec, t);
	check_id(c, atom, rec, t);
	check_word(c, atom, rec, t, "type", "types", UNKNOWN_TYPE);
	check_word(c, atom, rec, t, "status", "status", UNKNOWN_STATUS);
	check_project(c, atom, rec, t);
	if (cx_json_getd(rec->root, "confidence", &d) && (d < 0 || d > 1))
		report(c, atom, field_spot(c, t, "confidence"), OUT_OF_RANGE,
		    "confidence %.10g is not within 0 and 1", d);
}
