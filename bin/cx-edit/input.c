/* What is asked, on the command line and on standard input. */
#include "edit.h"
#include "lib/base/date.h"
#include "lib/base/utf8.h"
#include "lib/config/known.h"
#include "lib/json/print.h"
#include "lib/record/record.h"
#include "lib/yaml/yamlout.h"

bool
word_is_edit(const char *word)
{
	return word[strcspn(word, "=/")] == '=';
}

bool
is_date_field(struct cx_str field)
{
	static const char *const names[] = {"created", "updated", "reviewed",
	    "expires"};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (cx_str_is(field, names[i]))
			return true;
	return cx_str_ends(field, CX_STR("_at"));
}

static void
set_today(struct cx_edit *e, struct cx_str field)
{
	CX_AUTO_BUF b = CX_BUF_INIT;

	cx_date_put(&b, cx_today());
	cx_edit_set(e, field, cx_buf_view(&b), 0);
}

static const char *
set(struct cx_edit *e, struct cx_str key, struct cx_str value)
{
	struct cx_date d;
	bool date = is_date_field(key);

	if (cx_str_is(key, "id") && !value.len)
		return "a note keeps its id: give another one, or none of "
		    "this";
	if (date && cx_str_is(value, "today")) {
		set_today(e, key);
		return NULL;
	}
	if (date && value.len && !cx_date_parse(value, &d))
		return "no date: write YYYY-MM-DD, or today";
	cx_edit_set(e, key, value, 0);
	return NULL;
}

bool
has_commas(struct cx_str key)
{
	return cx_str_is(key, "tags") || cx_str_is(key, "tag") ||
	    cx_str_is(key, "keywords");
}

/* += and -=; tags and keywords may be several, with commas. */
static const char *
change(struct cx_edit *e, struct cx_str key, struct cx_str value, bool add)
{
	bool split = has_commas(key);
	struct cx_str piece;
	size_t n = 0;

	while (cx_str_split(&value, split ? ',' : '\0', &piece)) {
		piece = cx_str_trim(piece);
		if (!piece.len)
			continue;
		if (add)
			cx_edit_add(e, key, piece, 0);
		else
			cx_edit_remove(e, key, piece);
		n++;
	}
	return n ? NULL : "nothing behind the =";
}

const char *
word_read(struct cx_edit *e, const char *word)
{
	struct cx_str key = cx_strn(word, strcspn(word, "="));
	struct cx_str value = cx_str(word + key.len + 1);
	char op = key.len ? key.s[key.len - 1] : '\0';

	if (cx_utf8_invalid(cx_str(word)) < strlen(word))
		return "not UTF-8";
	if (op == '+' || op == '-')
		key.len--;
	key = cx_str_trim(key);
	if (!key.len)
		return "no field before the =";
	if (op == '+' || op == '-')
		return change(e, key, value, op == '+');
	return set(e, key, value);
}

bool
edit_known(const struct cx_edit *e, const struct cx_config *config,
    const struct cx_record *rec)
{
	CX_AUTO_BUF why = CX_BUF_INIT;
	bool ok = true;

	for (size_t i = 0; i < e->n; i++) {
		const struct cx_edit_items *put = &e->v[i].put;

		for (size_t k = 0; k < put->n; k++) {
			if (cx_known(config, e->v[i].key, put->v[k].text, &why))
				continue;
			ok = false;
			if (rec)
				cx_error(CX_PARTIAL, "%s:%zu: %s", rec->file,
				    rec->lineno, cx_buf_cstr(&why));
			else
				cx_error(CX_USAGE, "%s", cx_buf_cstr(&why));
		}
	}
	return ok;
}

void
verb_edit(struct cx_edit *e, enum verb verb)
{
	switch (verb) {
	case VERB_ARCHIVE:
		cx_edit_set(e, CX_STR("status"), CX_STR("archived"), 0);
		set_today(e, CX_STR("updated"));
		break;
	case VERB_RESTORE:
		cx_edit_set(e, CX_STR("status"), CX_STR("active"), 0);
		set_today(e, CX_STR("updated"));
		break;
	case VERB_PIN:
		cx_edit_set(e, CX_STR("pinned"), CX_STR("true"), 0);
		break;
	case VERB_UNPIN:
		cx_edit_unset(e, CX_STR("pinned"));
		break;
	case VERB_REVIEW:
		set_today(e, CX_STR("reviewed"));
		break;
	case VERB_TOUCH:
		set_today(e, CX_STR("updated"));
		break;
	case VERB_NONE:
	case VERB_SUPERSEDE:
		break;
	}
}

/* --- edits as records on standard input --- */

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
	CX_AUTO_BUF b = CX_BUF_INIT;
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
}

static void
set_member(const struct cx_record *rec, struct cx_edit *e, struct cx_str key,
    const struct cx_json *v)
{
	CX_AUTO_BUF b = CX_BUF_INIT;
	unsigned flags;

	if (cx_str_is(key, "id") &&
	    (v->type != CX_JSON_STRING || v->len == 0))
		cx_record_die(rec, "a note keeps its id");
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
			set_member(rec, e, key, k + 1);
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
			cx_record_die(rec, "a note keeps its id");
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
