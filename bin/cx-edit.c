/* cx-edit - change the front matter or the text of notes and nothing else */
#include "lib/atom/atom.h"
#include "lib/atom/bodies.h"
#include "lib/atom/edit.h"
#include "lib/atom/notes.h"
#include "lib/atom/rewrite.h"
#include "lib/atom/supersede.h"
#include "lib/atom/textedit.h"
#include "lib/base/date.h"
#include "lib/base/map.h"
#include "lib/base/opt.h"
#include "lib/base/utf8.h"
#include "lib/config/config.h"
#include "lib/file/vault.h"
#include "lib/json/print.h"
#include "lib/link/operand.h"
#include "lib/record/life.h"
#include "lib/record/record.h"
#include "lib/text/prose.h"
#include "lib/yaml/yamlout.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* What has to be so before a verb makes sense. */
enum verb {
	VERB_NONE,
	VERB_ARCHIVE,
	VERB_RESTORE,
	VERB_SUPERSEDE,
	VERB_PIN,
	VERB_UNPIN,
	VERB_REVIEW,
	VERB_TOUCH
};

enum role {
	ROLE_PLAIN,
	ROLE_ARCHIVED,
	ROLE_RESTORED,	 /* must be archived */
	ROLE_SUPERSEDED, /* must not be superseded */
	ROLE_SUCCESSOR
};

struct target {
	struct cx_str path; /* terminated; empty: not found */
	struct cx_str name; /* as given, a path or an id */
	enum cx_operand_by only; /* how it is to be found */
	struct cx_str id; /* that it has to have; empty: any */
	struct cx_edit edit;
	struct cx_text_edit text;
	enum role role;
};

struct targets {
	struct target *v;
	size_t n, cap;
	struct cx_arena arena;
};

struct settings {
	const struct cx_config *config;
	struct cx_vault *vault;
	bool dry, diff;
	bool together; /* all or none: supersede */
	struct cx_str reason;
};

static struct target *
target_add(struct targets *t, struct cx_str name, enum cx_operand_by only)
{
	struct target *x = CX_NEXT(t->v, t->n, t->cap);

	*x = (struct target){.name = cx_arena_copy(&t->arena, name),
	    .only = only};
	return x;
}

static void
target_drop(struct targets *t)
{
	cx_edit_release(&t->v[--t->n].edit);
}

/* --- what is asked --- */

/* Whether a word of the command line is an edit: FIELD=..., not a path. */
static bool
word_is_edit(const char *word)
{
	return word[strcspn(word, "=/")] == '=';
}

/* Whether a field holds a date; `today` is one there. */
static bool
is_date_field(struct cx_str field)
{
	return CX_ONE_OF(field, "created", "updated", "reviewed", "expires") ||
	    cx_str_ends(field, CX_STR("_at"));
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
		return "a note keeps its id: give another one, or none of this";
	if (date && cx_str_is(value, "today")) {
		set_today(e, key);
		return NULL;
	}
	if (date && value.len && !cx_date_parse(value, &d))
		return "no date: write YYYY-MM-DD, or today";
	cx_edit_set(e, key, value, 0);
	return NULL;
}

static bool
has_commas(struct cx_str key)
{
	return CX_ONE_OF(key, "tags", "tag", "keywords");
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
	return n ? NULL : "nothing after the =";
}

static const char *
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

/* Whether the vault knows the types, statuses and projects that e sets; if not,
 * it is said of the record, with status 3, or the command line, with 2. */
static bool
edit_known(struct cx_edit *e, const struct cx_config *config,
    const struct cx_record *rec)
{
	CX_AUTO_BUF why = CX_BUF_INIT;
	bool ok = true;

	cx_edit_settle(e);
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

static void
verb_edit(struct cx_edit *e, enum verb verb)
{
	static const struct {
		const char *field, *value, *today;
	} verbs[] = {[VERB_ARCHIVE] = {"status", "archived", "updated"},
	    [VERB_RESTORE] = {"status", "active", "updated"},
	    [VERB_PIN] = {"pinned", "true", NULL},
	    [VERB_REVIEW] = {NULL, NULL, "reviewed"},
	    [VERB_TOUCH] = {NULL, NULL, "updated"}};

	if (verbs[verb].field)
		cx_edit_set(e, cx_str(verbs[verb].field),
		    cx_str(verbs[verb].value), 0);
	if (verbs[verb].today)
		set_today(e, cx_str(verbs[verb].today));
	if (verb == VERB_UNPIN)
		cx_edit_unset(e, CX_STR("pinned"));
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
		/* 20260415 may be any number. */
		if (!cx_date_parse(cx_json_str(v), &d) ||
		    cx_str_digits(cx_str_trim(cx_json_str(v))) >= 8)
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

	if (cx_str_is(key, "id") && (v->type != CX_JSON_STRING || v->len == 0))
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
	const struct cx_json *o = cx_json_get(rec->root, part);

	if (!o)
		return false;
	if (o->type != CX_JSON_OBJECT)
		cx_record_die(rec, "'%s' is not an object of fields", part);
	CX_JSON_EACH(k, o) {
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
	const struct cx_json *l = cx_record_strings(rec, "unset");

	CX_JSON_EACH(k, l) {
		if (cx_str_is(cx_json_str(k), "id"))
			cx_record_die(rec, "a note keeps its id");
		cx_edit_unset(e, cx_json_str(k));
	}
	return l != NULL;
}

static struct cx_str
text_member(struct targets *t, const struct cx_record *rec,
    const struct cx_json *o, const char *name)
{
	const struct cx_json *v = cx_json_get(o, name);

	if (v && v->type != CX_JSON_STRING)
		cx_record_die(rec, "text: '%s' is not a text", name);
	return v ? cx_arena_copy(&t->arena, cx_json_str(v)) : CX_STR("");
}

/* {"append": TEXT}, {"prepend": TEXT}, with "section"; {"with": TEXT} and what
 * it replaces, "section" or "replace" or both. */
static bool
read_text(struct targets *t, const struct cx_record *rec,
    struct cx_text_edit *e)
{
	static const char *const ways[] = {[CX_TEXT_APPEND] = "append",
	    [CX_TEXT_PREPEND] = "prepend", [CX_TEXT_REPLACE] = "with"};
	const struct cx_json *o = cx_json_get(rec->root, "text");

	if (!o)
		return false;
	if (o->type != CX_JSON_OBJECT)
		cx_record_die(rec, "'text' is not an object");
	CX_JSON_EACH(k, o)
		if (!CX_ONE_OF(cx_json_str(k), "append", "prepend", "with",
		    "section", "replace"))
			cx_record_die(rec, "text: there is no '%.*s'",
			    (int)k->len, k->u.s);
	for (int how = CX_TEXT_APPEND; how <= CX_TEXT_REPLACE; how++) {
		if (!cx_json_get(o, ways[how]))
			continue;
		if (e->how)
			cx_record_die(rec, "text: one of append, prepend and "
			    "with");
		e->how = (enum cx_text_how)how;
		e->text = text_member(t, rec, o, ways[how]);
	}
	e->section = text_member(t, rec, o, "section");
	e->old = text_member(t, rec, o, "replace");
	if (!e->how)
		cx_record_die(rec, "text: give append, prepend or with");
	if (e->how == CX_TEXT_REPLACE ? !e->old.len && !e->section.len :
	    e->old.len > 0)
		cx_record_die(rec, "text: 'with' needs 'replace' or "
		    "'section', and 'replace' needs 'with'");
	return true;
}

static void
input_read(struct targets *t, struct cx_edit *more,
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
		any |= read_text(t, &rec, &x->text);
		if (!any)
			cx_record_die(&rec, "nothing to change: give 'set', "
			    "'add', 'remove', 'unset' or 'text', or edits as "
			    "operands");
		if (edit_known(&x->edit, config, &rec))
			cx_edit_merge(&x->edit, more);
		else
			target_drop(t);
	}
	cx_reader_close(r);
}

/* --- which files are meant, and the way of their edits --- */

/* Edits of one file become one, in the order in which they were given. */
static void
unite(struct targets *t)
{
	CX_AUTO(cx_map_release) struct cx_map paths = {0};
	size_t n = 0;

	for (size_t i = 0; i < t->n; i++) {
		struct target *x = &t->v[i];
		uint32_t k;

		if (x->path.len) {
			k = cx_map_put(&paths, x->path);
			if (k == n) {
				t->v[n++] = *x;
				continue;
			}
			cx_edit_merge(&t->v[k].edit, &x->edit);
			if (x->text.how && t->v[k].text.how)
				cx_die(CX_FAIL, "%s: several edits of one "
				    "text; make them one after the other",
				    x->path.s);
			if (x->text.how)
				t->v[k].text = x->text;
		}
		cx_edit_release(&x->edit);
	}
	t->n = n;
}

/* Finds the paths, drops what is not there with a message, makes one of
 * those that are the same file, sorts by path. */
static void
targets_find(struct targets *t, const struct settings *s)
{
	struct cx_operand *o = cx_calloc(cx_add(t->n, 1), sizeof *o);

	for (size_t i = 0; i < t->n; i++)
		o[i] = (struct cx_operand){.word = t->v[i].name,
		    .only = t->v[i].only};
	(void)cx_operands_find(o, t->n, s->vault, s->config, &t->arena);
	for (size_t i = 0; i < t->n; i++) {
		t->v[i].path = o[i].path;
		if (o[i].by == CX_OPERAND_ID)
			t->v[i].id = t->v[i].name;
	}
	free(o);
	unite(t);
	CX_SORT(t->v, t->n, cx_order_str);
}

static void
targets_release(struct targets *t)
{
	for (size_t i = 0; i < t->n; i++)
		cx_edit_release(&t->v[i].edit);
	free(t->v);
	cx_arena_release(&t->arena);
}

/* --- what is asked becomes the transaction of rewrite.h --- */

struct run {
	const struct settings *s;
	struct cx_editor *editor;
	struct cx_atom_maker *maker;
	struct cx_arena arena;
	/* Of notes that supersede another; made: that it had none. */
	struct cx_str old_id, new_id;
	bool made_old, made_new;
	struct cx_map ids; /* all, if one is made */
};

static enum cx_rewrite_verdict
refuse(const struct target *x, const char *why)
{
	cx_error(CX_PARTIAL, "%s: %s", x->path.s, why);
	return CX_REWRITE_REFUSE;
}

static struct cx_str
value_of(const struct run *r, const char *field)
{
	const struct cx_front_member *m = cx_edit_member(r->s->config,
	    cx_editor_front(r->editor), cx_str(field));

	return m && m->key[1].type == CX_JSON_STRING ? cx_json_str(m->key + 1)
						     : CX_STR("");
}

/* NULL if the file is still what it was when it was found, and what the verb
 * needs; the editor has just read it. */
static const char *
unfit(const struct run *r, const struct target *x)
{
	if (x->id.len && !cx_str_eq(value_of(r, "id"), x->id))
		return "has another id by now; find out again which note "
		    "is meant";
	if (x->role == ROLE_RESTORED &&
	    !cx_status_is(value_of(r, "status"), "archived"))
		return "is not archived, so there is nothing to restore";
	return NULL;
}

static enum cx_rewrite_verdict
edit(struct run *r, const struct target *x, struct cx_edit *e,
    struct cx_rewrite_file *f)
{
	const char *why;
	bool made = false;

	switch (cx_edit_apply(r->editor, e, cx_buf_view(&f->old),
	    &f->splices)) {
	case CX_EDIT_MADE:
		made = true;
		break;
	case CX_EDIT_REFUSED:
		cx_error(CX_PARTIAL, "%s:%s", x->path.s,
		    cx_editor_why(r->editor));
		return CX_REWRITE_REFUSE;
	case CX_EDIT_SAME:
	case CX_EDIT_DONE:
		break;
	}
	why = unfit(r, x);
	if (why)
		return refuse(x, why);
	if (made && !f->tries)
		cx_note("%s: had no front matter; it %s", x->path.s,
		    r->s->dry || r->s->diff ? "would get some"
					    : "has some now");
	if (x->role == ROLE_ARCHIVED && !f->splices.n)
		cx_note("%s: is already archived", x->path.s);
	return f->splices.n ? CX_REWRITE_CHANGE : CX_REWRITE_KEEP;
}

/* `updated` is today where a note has it, or where it is read instead of
 * `created`. */
static void
touch(const struct run *r, const struct cx_str file, struct cx_edit *e)
{
	struct cx_front_parser *p = cx_front_new();
	CX_AUTO(cx_arena_release) struct cx_arena arena = {0};
	struct cx_front front;

	for (size_t i = 0; i < e->n; i++)
		if (cx_str_is(e->v[i].key, "updated"))
			goto done;
	cx_front_read(p, file, &arena, &front);
	if (cx_edit_member(r->s->config, &front, CX_STR("updated")) ||
	    cx_edit_member(r->s->config, &front, CX_STR("created")))
		set_today(e, CX_STR("updated"));
done:
	cx_front_free(p);
}

/* Front matter and text have no byte in common. */
static enum cx_rewrite_verdict
edit_text(struct run *r, struct target *x, struct cx_rewrite_file *f)
{
	CX_AUTO(cx_splices_release) struct cx_splices text = {0};
	CX_AUTO(cx_edit_release) struct cx_edit e = {0};
	struct cx_str file = cx_buf_view(&f->old);
	enum cx_rewrite_verdict v = CX_REWRITE_KEEP;
	CX_AUTO_BUF why = CX_BUF_INIT;

	if (!cx_text_edit_apply(&x->text, file, &text, &why)) {
		CX_AUTO_BUF clean = CX_BUF_INIT;

		cx_put_visible(&clean, cx_buf_view(&why));
		return refuse(x, cx_buf_cstr(&clean));
	}
	cx_edit_merge(&e, &x->edit);
	if (text.n)
		touch(r, file, &e);
	if (e.n || x->id.len)
		v = edit(r, x, &e, f);
	if (v == CX_REWRITE_REFUSE || !text.n)
		return v;
	for (size_t i = 0; i < text.n; i++)
		cx_splice_add(&f->splices, text.v[i].from, text.v[i].to,
		    cx_splice_text(&text, &text.v[i]));
	cx_splices_sort(&f->splices);
	return CX_REWRITE_CHANGE;
}

static enum cx_rewrite_verdict
compose(void *arg, struct cx_rewrite_file *f)
{
	struct target *x = f->arg;

	return x->text.how ? edit_text(arg, x, f) : edit(arg, x, &x->edit, f);
}

/* Both have been read before, for each needs the id of the other. */
static enum cx_rewrite_verdict
compose_pair(void *arg, struct cx_rewrite_file *f)
{
	struct cx_front_parser *p = cx_front_new();
	const struct target *x = f->arg;
	CX_AUTO(cx_arena_release) struct cx_arena arena = {0};
	enum cx_rewrite_verdict v;
	CX_AUTO(cx_edit_release) struct cx_edit e = {0};
	struct cx_front front;
	struct run *r = arg;
	const char *why;

	cx_front_read(p, cx_buf_view(&f->old), &arena, &front);
	why = x->role == ROLE_SUPERSEDED ?
	    cx_supersede_why_not(r->s->config, &front) : NULL;
	if (x->role == ROLE_SUPERSEDED ? r->made_old : r->made_new)
		cx_edit_set(&e, CX_STR("id"), x->role == ROLE_SUPERSEDED ?
		    r->old_id : r->new_id, CX_YAML_TEXT);
	if (x->role == ROLE_SUPERSEDED)
		cx_supersede_old(&e, r->new_id, r->s->reason);
	else
		cx_supersede_new(&e, &front, r->old_id, r->s->reason);
	v = why ? refuse(x, why) : edit(r, x, &e, f);
	cx_front_free(p);
	return v;
}

static void
see_id(void *arg, struct cx_str path, const struct cx_json *record)
{
	struct run *r = arg;
	struct cx_str id = cx_json_gets(record, "id", CX_STR(""));

	(void)path;
	if (id.len)
		cx_map_intern(&r->ids, &r->arena, id);
}

/* An id for a note that has none. */
static struct cx_str
make_id(struct run *r, const struct target *x, struct cx_str text)
{
	CX_AUTO_BUF line = CX_BUF_INIT, id = CX_BUF_INIT;
	CX_AUTO_JSON json = cx_json_new();
	struct cx_ignore *ignore;
	struct stat st;
	int64_t mtime = cx_now();
	uint32_t n;

	if (!r->ids.n) {
		ignore = cx_ignore_load(r->s->config, r->s->vault->fd);
		cx_notes_each(r->s->vault, r->s->config, ignore, true, see_id,
		    r);
		cx_ignore_free(ignore);
	}
	if (fstatat(r->s->vault->fd, x->path.s, &st, 0) == 0)
		mtime = (int64_t)st.st_mtime;
	cx_prose_id(&id, cx_atom_record(r->maker, json, x->path, text, mtime,
	    &line), &r->ids);
	n = cx_map_intern(&r->ids, &r->arena, cx_buf_view(&id));
	return r->ids.key[n];
}

/* The id of a note that is going to be named. */
static bool
read_id(struct run *r, const struct target *x, struct cx_str *id, bool *made)
{
	CX_AUTO(cx_atom_text_release) struct cx_atom_text t = {.front = {0}};
	int err = cx_atom_read(&t, r->s->vault->fd, x->path.s);

	*id = CX_STR("");
	if (err && err != EFBIG) {
		(void)refuse(x, cx_atom_why(err));
		return false;
	}
	*id = cx_arena_copy(&r->arena, cx_supersede_id(&t.front));
	*made = !id->len;
	if (*made)
		*id = make_id(r, x, t.text);
	return true;
}

static bool
prepare_pair(struct run *r, const struct targets *t)
{
	bool ok = t->n == 2;

	if (t->n == 1 && cx_status() == CX_DONE)
		(void)refuse(&t->v[0], "cannot supersede itself");
	for (size_t i = 0; ok && i < t->n; i++)
		ok = t->v[i].role == ROLE_SUPERSEDED
		    ? read_id(r, &t->v[i], &r->old_id, &r->made_old)
		    : read_id(r, &t->v[i], &r->new_id, &r->made_new);
	return ok;
}

/* The record of what has changed, as it is now; or the diff. */
static void
show(void *arg, struct cx_rewrite_file *f)
{
	const struct target *x = f->arg;
	struct run *r = arg;
	struct stat st = f->st;
	int fd;

	if (r->s->diff) {
		cx_splices_diff(cx_out(), &f->splices, cx_buf_view(&f->old),
		    f->path);
	} else {
		fd = cx_vault_open(r->s->vault->fd, f->path, O_RDONLY);
		if (fd >= 0) {
			/* Only the date of notes without one. */
			(void)fstat(fd, &st);
			close(fd);
		}
		cx_atom_print_text(r->maker, x->path, cx_buf_view(&f->now),
		    (int64_t)st.st_mtime, cx_out());
	}
	cx_out_record();
}

static void
run(struct targets *t, const struct settings *s)
{
	struct cx_lock lock = CX_LOCK_NONE;
	struct run r = {.s = s, .editor = cx_editor_new(s->config),
	    .maker = cx_atom_maker_new(s->config, false)};
	struct cx_rewrite w = {.vault = s->vault, .together = s->together,
	    .compose = s->together ? compose_pair : compose, .show = show,
	    .arg = &r};
	CX_AUTO_FREE struct cx_rewrite_file *files = cx_calloc(cx_add(t->n, 1),
	    sizeof *files);

	if (!s->dry && !s->diff) {
		cx_rewrite_lock(&lock, s->vault);
		w.lock = &lock;
	}
	if (!s->together || prepare_pair(&r, t)) {
		for (size_t i = 0; i < t->n; i++)
			/* If a crash comes between, the old note has no mark
			 * yet, and the same command completes it. */
			files[i] = (struct cx_rewrite_file){
			    .path = t->v[i].path.s, .arg = &t->v[i],
			    .second = t->v[i].role == ROLE_SUPERSEDED};
		(void)cx_rewrite(&w, files, t->n);
	}
	cx_unlock(&lock);
	cx_editor_free(r.editor);
	cx_atom_maker_free(r.maker);
	cx_map_release(&r.ids);
	cx_arena_release(&r.arena);
}

/* --- the command line --- */

static struct settings settings;
static int verb;
static bool from_stdin;
static struct cx_str reason;
static struct cx_opt_list unset;
static int text_how;
static struct cx_str section, replaced;
static struct cx_text_edit text_edit;

static const struct cx_opt options[] = {
    CX_OPT_FLAG(0, "stdin", from_stdin, "read edits as records"),
    CX_OPT_LIST(0, "unset", "FIELD", unset, "remove the member FIELD"),
    CX_OPT_FLAG('n', "dry-run", settings.dry,
	"print the resulting records"),
    CX_OPT_FLAG(0, "diff", settings.diff, "print what would change as a diff"),
    CX_OPT_MODE(0, "append", text_how, CX_TEXT_APPEND,
	"add standard input at the end of the text"),
    CX_OPT_MODE(0, "prepend", text_how, CX_TEXT_PREPEND,
	"add it before the text, after its title"),
    CX_OPT_STR(0, "section", "HEADING", section,
	"there, or instead of the text under HEADING"),
    CX_OPT_STR(0, "replace", "TEXT", replaced,
	"replace TEXT, which must occur once"),
    CX_OPT_MODE(0, "archive", verb, VERB_ARCHIVE,
	"status=archived updated=today"),
    CX_OPT_MODE(0, "restore", verb, VERB_RESTORE,
	"status=active updated=today, of archived notes"),
    CX_OPT_MODE(0, "supersede", verb, VERB_SUPERSEDE,
	"replace OLD with NEW"),
    CX_OPT_STR(0, "reason", "TEXT", reason, "with --supersede: the reason"),
    CX_OPT_MODE(0, "pin", verb, VERB_PIN, "pinned=true"),
    CX_OPT_MODE(0, "unpin", verb, VERB_UNPIN, "take pinned away"),
    CX_OPT_MODE(0, "review", verb, VERB_REVIEW, "reviewed=today"),
    CX_OPT_MODE(0, "touch", verb, VERB_TOUCH, "updated=today"),
    CX_OPT_NOW, CX_OPT_STRICT, CX_OPT_VAULT, CX_OPT_CONFIG, CX_OPT_END};

static const struct cx_usage usage = {"cx-edit",
    "[-n | --diff] [--unset FIELD] [--now DATE] [--strict] [-C VAULT] "
    "[-c CONFIG] NOTE... EDIT...\n"
    "[OPTION...] --append | --prepend [--section HEADING] NOTE [EDIT...]\n"
    "[OPTION...] --section HEADING | --replace TEXT NOTE [EDIT...]\n"
    "[OPTION...] --stdin [EDIT...]\n"
    "[OPTION...] --archive | --restore | --pin | --unpin | --review | --touch "
    "NOTE... [EDIT...]\n"
    "[OPTION...] --supersede [--reason TEXT] OLD NEW",
    "change the front matter or the text of notes and nothing else", options,
    false};

static void
take_unset(const struct cx_args *a, struct cx_edit *e)
{
	for (size_t i = 0; i < unset.n; i++) {
		struct cx_str field = cx_str_trim(cx_str(unset.v[i]));

		if (!field.len || cx_utf8_invalid(field) < field.len)
			cx_usage_die(a, "--unset needs the name of a field");
		if (cx_str_is(field, "id"))
			cx_usage_die(a, "--unset id: a note keeps its id");
		cx_edit_unset(e, field);
	}
}

/* Operands: atoms, then edits. */
static void
take_operands(const struct cx_args *a, struct cx_edit *e, struct targets *t)
{
	const char *why;
	int i = 0;

	for (; i < a->argc && !word_is_edit(a->argv[i]); i++) {
		if (!a->argv[i][0])
			cx_usage_die(a, "an empty operand");
		target_add(t, cx_str(a->argv[i]), CX_OPERAND_NONE);
	}
	for (; i < a->argc; i++) {
		if (!word_is_edit(a->argv[i]))
			cx_usage_die(a, "%s: notes come before edits",
			    a->argv[i]);
		why = word_read(e, a->argv[i]);
		if (why)
			cx_usage_die(a, "%s: %s", a->argv[i], why);
	}
}

/* The new text, from standard input. */
static void
take_text(struct targets *t)
{
	CX_AUTO_BUF b = CX_BUF_INIT;
	int err = cx_read_fd(STDIN_FILENO, &b, CX_REWRITE_MAX);

	if (err)
		cx_die(CX_FAIL, "standard input: %s", cx_file_error(err));
	text_edit.text = cx_arena_copy(&t->arena, cx_buf_view(&b));
	/* Within a line there is no line end, but commands print one. */
	if (text_edit.old.len && !cx_str_ends(text_edit.old, CX_STR("\n")) &&
	    cx_str_ends(text_edit.text, CX_STR("\n")))
		text_edit.text.len--;
	t->v[0].text = text_edit;
}

static void
check_text(const struct cx_args *a, const struct targets *t)
{
	if ((section.s && !cx_str_trim(section).len) ||
	    (replaced.s && !replaced.len))
		cx_usage_die(a, "%s is empty", replaced.s && !replaced.len ?
		    "--replace" : "--section");
	if (replaced.s && text_how)
		cx_usage_die(a, "one of --append, --prepend and --replace");
	text_edit.how = text_how ? (enum cx_text_how)text_how :
	    section.s || replaced.s ? CX_TEXT_REPLACE : CX_TEXT_NONE;
	text_edit.section = section.s ? section : CX_STR("");
	text_edit.old = replaced.s ? replaced : CX_STR("");
	if (!text_edit.how)
		return;
	if (from_stdin || verb)
		cx_usage_die(a, "an edit of the text, with --append, "
		    "--prepend, --section or --replace, takes neither --stdin "
		    "nor a verb");
	if (t->n != 1)
		cx_usage_die(a, "an edit of the text takes one note");
}

static void
check(const struct cx_args *a, const struct cx_edit *e, const struct targets *t)
{
	check_text(a, t);
	if (settings.dry && settings.diff)
		cx_usage_die(a, "one of --dry-run and --diff");
	if (reason.s && verb != VERB_SUPERSEDE)
		cx_usage_die(a, "--reason needs --supersede");
	if (verb == VERB_SUPERSEDE) {
		if (t->n != 2 || e->n || from_stdin)
			cx_usage_die(a, "--supersede takes two notes, OLD and "
			    "NEW, and no edits");
		return;
	}
	if (from_stdin && t->n)
		cx_usage_die(a, "%s: with --stdin, records say which notes",
		    t->v[0].name.s);
	if (!from_stdin && !t->n)
		cx_usage_die(a, "which note? give a path, an id or a name");
	if (!from_stdin && !e->n && !text_edit.how)
		cx_usage_die(a, "nothing to change: give FIELD=VALUE, "
		    "FIELD+=ITEM or FIELD-=ITEM");
}

int
main(int argc, char **argv)
{
	struct cx_args a = cx_args_parse(&usage, argc, argv);
	CX_AUTO(cx_edit_release) struct cx_edit edit = {0};
	struct targets t = {0};
	CX_AUTO_CONFIG config = NULL;
	CX_AUTO_VAULT vault = {-1, NULL};

	take_unset(&a, &edit);
	verb_edit(&edit, (enum verb)verb);
	take_operands(&a, &edit, &t);
	check(&a, &edit, &t);
	settings.config = config = cx_config_load(cx_common.config);
	cx_vault_init(&vault, cx_common.vault, cx_config_vault(config));
	if (!edit_known(&edit, config, NULL))
		t.n = 0;
	else if (from_stdin)
		input_read(&t, &edit, config);
	else if (text_edit.how)
		take_text(&t);
	for (size_t i = 0; i < t.n; i++) {
		if (!from_stdin)
			cx_edit_merge(&t.v[i].edit, &edit);
		if (verb == VERB_ARCHIVE)
			t.v[i].role = ROLE_ARCHIVED;
		if (verb == VERB_RESTORE)
			t.v[i].role = ROLE_RESTORED;
		if (verb == VERB_SUPERSEDE)
			t.v[i].role = i ? ROLE_SUCCESSOR : ROLE_SUPERSEDED;
	}
	settings.vault = &vault;
	settings.together = verb == VERB_SUPERSEDE;
	settings.reason = reason.s ? reason : CX_STR("");
	targets_find(&t, &settings);
	if (t.n)
		run(&t, &settings);
	targets_release(&t);
	return cx_finish();
}
