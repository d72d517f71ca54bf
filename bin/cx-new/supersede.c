/* The atom that a new one takes the place of. */
#include "new.h"

#include "lib/base/date.h"
#include "lib/record/life.h"

#include <errno.h>

static struct cx_str
copy_text(struct drafts *all, const struct settings *s,
    const struct cx_front *f, const char *field)
{
	const struct cx_front_member *m = cx_edit_member(s->config, f,
	    cx_str(field));

	if (!m || m->key[1].type != CX_JSON_STRING || !m->key[1].len)
		return (struct cx_str){NULL, 0};
	return cx_arena_copy(&all->arena, cx_json_str(m->key + 1));
}

static void
inherit_tags(struct drafts *all, struct draft *d, const struct settings *s,
    const struct cx_front *f)
{
	const struct cx_front_member *m = cx_edit_member(s->config, f,
	    CX_STR("tags"));
	const struct cx_json *v, *n;

	if (!m || d->has_tags)
		return;
	v = m->key + 1;
	for (n = v; n < v + v->span; n++)
		if (n->type == CX_JSON_STRING)
			draft_tags(all, d, cx_json_str(n));
}

static void
inherit(struct drafts *all, struct draft *d, const struct settings *s,
    const struct cx_front *f)
{
	static const struct {
		const char *name;
		enum number number;
	} numbers[] = {{"confidence", NUMBER_CONFIDENCE},
	    {"importance", NUMBER_IMPORTANCE}};
	struct cx_str status = copy_text(all, s, f, "status");

	if (status.s && cx_status_is(status, "superseded")) {
		draft_refuse(d, CX_PARTIAL,
		    "%s: is superseded already; supersede its "
		    "successor", d->old_path.s);
		return;
	}
	d->supersedes = copy_text(all, s, f, "id");
	if (!d->supersedes.s) {
		draft_refuse(d, CX_PARTIAL,
		    "%s: has no id to be named by; give it one with "
		    "cx-migrate", d->old_path.s);
		return;
	}
	if (!d->type.s)
		d->type = copy_text(all, s, f, "type");
	if (!d->project.s)
		d->project = copy_text(all, s, f, "project");
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		if (!d->number[numbers[i].number].s)
			d->number[numbers[i].number] = copy_text(all, s, f,
			    numbers[i].name);
	inherit_tags(all, d, s, f);
}

void
supersede_inherit(struct drafts *all, struct draft *d, struct places *p,
    const struct settings *s)
{
	struct cx_front_parser *parser = cx_front_new();
	struct cx_arena arena = {0};
	struct cx_buf text = CX_BUF_INIT;
	struct cx_front f;
	int err;

	d->old_path = places_find(p, d, s);
	for (struct draft *x = all->v; x < d && d->old_path.len; x++)
		if (!x->failed && cx_str_eq(x->old_path, d->old_path)) {
			draft_refuse(d, CX_PARTIAL,
			    "%s: is superseded by another record of "
			    "this input", d->old_path.s);
			d->old_path.len = 0;
		}
	if (d->old_path.len) {
		err = cx_read_file(s->vault->fd, d->old_path.s, &text,
		    CX_ATOM_MAX, NULL);
		if (err && err != EFBIG) {
			draft_refuse(d, CX_PARTIAL, "%s: %s", d->old_path.s,
			    cx_file_error(err));
		} else {
			cx_front_read(parser, cx_buf_view(&text), &arena, &f);
			inherit(all, d, s, &f);
		}
	}
	cx_front_free(parser);
	cx_arena_release(&arena);
	cx_buf_release(&text);
}

bool
supersede_edit(struct draft *d, const struct settings *s, struct cx_buf *text,
    struct stat *st)
{
	struct cx_editor *ed = cx_editor_new(s->config);
	struct cx_edit e = {0};
	struct cx_splices splices = {0};
	struct cx_buf old = CX_BUF_INIT, today = CX_BUF_INIT;
	enum cx_edit_status status = CX_EDIT_REFUSED;
	int err = cx_read_file(s->vault->fd, d->old_path.s, &old,
	    (size_t)256 << 20, st);

	cx_date_put(&today, cx_today());
	cx_edit_set(&e, CX_STR("status"), CX_STR("superseded"), 0);
	cx_edit_set(&e, CX_STR("superseded_by"), d->id, 0);
	cx_edit_set(&e, CX_STR("superseded_at"), cx_buf_view(&today), 0);
	if (!err)
		status = cx_edit_apply(ed, &e, cx_buf_view(&old), &splices);
	if (err)
		draft_refuse(d, CX_PARTIAL,
		    "%s: %s", d->old_path.s, cx_file_error(err));
	else if (status == CX_EDIT_REFUSED)
		draft_refuse(d, CX_PARTIAL,
		    "%s:%s", d->old_path.s, cx_editor_why(ed));
	else if (status == CX_EDIT_NONE)
		draft_refuse(d, CX_PARTIAL,
		    "%s: has no front matter to edit; give it some "
		    "with cx-migrate", d->old_path.s);
	text->len = 0;
	cx_splices_apply(text, &splices, cx_buf_view(&old));
	cx_editor_free(ed);
	cx_edit_release(&e);
	cx_splices_release(&splices);
	cx_buf_release(&old);
	cx_buf_release(&today);
	return !d->failed;
}
