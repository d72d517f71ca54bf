/* Edits as records on standard input. */
#include "edit.h"

#include "lib/base/date.h"
#include "lib/json/print.h"
#include "lib/record/record.h"
#include "lib/yaml/yamlout.h"

/* The scalar as text; false for null, lists and objects. */
static bool
scalar(const struct cx_json *v, struct cx_buf *out, unsigned *flags)
{
	struct cx_printer p = cx_printer(out);
	struct cx_date d;

	out->len = 0;
	*flags = 0;
	if (v->type == CX_JSON_NULL || v->type >= CX_JSON_ARRAY)
		return false;
	if (v->type == CX_JSON_STRING) {
		cx_buf_str(out, cx_json_str(v));
		if (!cx_date_parse(cx_json_str(v), &d))
			*flags = CX_YAML_TEXT;
	} else {
		cx_print_json(&p, v);
	}
	return true;
}

/* The value of a field, or the elements of its array. */
static void
items(const struct cx_record *rec, struct cx_edit *e, struct cx_str key,
    const struct cx_json *v, bool add)
{
	const struct cx_json *end = v + v->span;
	struct cx_buf b = CX_BUF_INIT;
	unsigned flags;
	struct cx_str rest, piece;
	bool split = has_commas(key);

	for (v += v->type == CX_JSON_ARRAY; v < end; v += v->span) {
		if (!scalar(v, &b, &flags))
			cx_record_die(rec, "%.*s: only texts, numbers and "
			    "lists of them can be written", (int)key.len,
			    key.s);
		rest = cx_buf_view(&b);
		if (add && !cx_str_trim(rest).len)
			cx_record_die(rec, "%.*s: an item to add is empty",
			    (int)key.len, key.s);
		while (cx_str_split(&rest, split ? ',' : '\0', &piece)) {
			if (add)
				cx_edit_add(e, key, cx_str_trim(piece), flags);
			else
				cx_edit_remove(e, key, cx_str_trim(piece));
		}
	}
	cx_buf_release(&b);
}

static void
set(const struct cx_record *rec, struct cx_edit *e, struct cx_str key,
    const struct cx_json *v)
{
	struct cx_buf b = CX_BUF_INIT;
	unsigned flags;

	if (cx_str_is(key, "id") &&
	    (v->type != CX_JSON_STRING || v->len == 0))
		cx_record_die(rec, "an atom keeps its id");
	if (v->type == CX_JSON_NULL) {
		cx_edit_unset(e, key);
	} else if (v->type == CX_JSON_ARRAY) {
		cx_edit_set_list(e, key);
		items(rec, e, key, v, true);
	} else if (scalar(v, &b, &flags)) {
		cx_edit_set(e, key, cx_buf_view(&b), flags);
	} else {
		cx_record_die(rec, "%.*s: a mapping cannot be written",
		    (int)key.len, key.s);
	}
	cx_buf_release(&b);
}

/* The members of one of the objects set, add and remove. */
static bool
read_part(const struct cx_record *rec, struct cx_edit *e, const char *part)
{
	const struct cx_json *o = cx_json_get(rec->root, part), *k;

	if (!o)
		return false;
	if (o->type != CX_JSON_OBJECT)
		cx_record_die(rec, "'%s' is not an object of fields", part);
	for (k = cx_json_first(o); k; k = cx_json_next(o, k)) {
		struct cx_str key = cx_json_str(k);

		if (!cx_str_trim(key).len)
			cx_record_die(rec, "'%s' has a field without a name",
			    part);
		if (*part == 's')
			set(rec, e, key, k + 1);
		else
			items(rec, e, key, k + 1, *part == 'a');
	}
	return true;
}

static bool
read_unset(const struct cx_record *rec, struct cx_edit *e)
{
	const struct cx_json *l = cx_record_strings(rec, "unset"), *k;

	for (k = cx_json_first(l); k; k = cx_json_next(l, k)) {
		if (cx_str_is(cx_json_str(k), "id"))
			cx_record_die(rec, "an atom keeps its id");
		cx_edit_unset(e, cx_json_str(k));
	}
	return l != NULL;
}

void
input_read(struct targets *t, const struct cx_edit *more,
    const struct cx_config *config)
{
	struct cx_reader *r = cx_reader_open(NULL, 0);
	struct cx_record rec;

	while (cx_reader_next(r, &rec)) {
		struct cx_str path = cx_record_str(&rec, "path", CX_STR(""));
		struct cx_str id = cx_record_str(&rec, "id", CX_STR(""));
		struct target *x;
		bool any = more->n > 0;

		if (!path.len && !id.len)
			cx_record_die(&rec, "neither path nor id says which "
			    "atom");
		x = target_add(t, path.len ? path : id,
		    path.len ? CX_OPERAND_ROOT : CX_OPERAND_ID);
		x->id = cx_arena_copy(&t->arena, id);
		any |= read_unset(&rec, &x->edit);
		any |= read_part(&rec, &x->edit, "set");
		any |= read_part(&rec, &x->edit, "remove");
		any |= read_part(&rec, &x->edit, "add");
		if (!any)
			cx_record_die(&rec, "nothing to change: give 'set', "
			    "'add', 'remove' or 'unset', or edits as operands");
		if (edit_known(&x->edit, config, &rec))
			cx_edit_merge(&x->edit, more);
		else
			target_drop(t);
	}
	cx_reader_close(r);
}
