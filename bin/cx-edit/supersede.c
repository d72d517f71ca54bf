/* OLD is superseded by NEW: each names the other. */
#include "edit.h"

#include "lib/base/date.h"

#include <errno.h>

/* The id of a file, and whether it has a member `supersedes`. */
static bool
read_id(struct targets *t, const struct settings *s, const struct target *x,
    struct cx_str *id, bool *supersedes)
{
	struct cx_front_parser *p = cx_front_new();
	struct cx_arena arena = {0};
	struct cx_buf text = CX_BUF_INIT;
	struct cx_front f;
	const struct cx_json *v;
	int err = cx_read_file(s->vault->fd, x->path.s, &text, CX_ATOM_MAX,
	    NULL);

	*id = CX_STR("");
	if (!err || err == EFBIG) {
		err = 0;
		cx_front_read(p, cx_buf_view(&text), &arena, &f);
		v = cx_json_get(f.root, "id");
		if (v && v->type == CX_JSON_STRING)
			*id = cx_arena_copy(&t->arena, cx_json_str(v));
		*supersedes = cx_json_get(f.root, "supersedes") != NULL;
	}
	if (err)
		cx_error(CX_PARTIAL, "%s: %s", x->path.s, cx_file_error(err));
	else if (!id->len)
		cx_error(CX_PARTIAL, "%s: has no id to be named by; give it "
		    "one with cx-migrate", x->path.s);
	cx_front_free(p);
	cx_arena_release(&arena);
	cx_buf_release(&text);
	return id->len > 0;
}

bool
supersede_prepare(struct targets *t, const struct settings *s)
{
	struct target *old = &t->v[0], *new = &t->v[t->n - 1];
	struct cx_str old_id, new_id;
	struct cx_buf today = CX_BUF_INIT;
	bool names, unused;

	if (t->n < 2) {
		if (t->n == 1 && cx_status() == CX_DONE)
			cx_error(CX_PARTIAL, "%s: cannot supersede itself",
			    t->v[0].path.s);
		t->n = 0;
		return false;
	}
	if (old->role != ROLE_SUPERSEDED) {
		old = new;
		new = &t->v[0];
	}
	if (!read_id(t, s, old, &old_id, &unused) ||
	    !read_id(t, s, new, &new_id, &names))
		return false;
	cx_date_put(&today, cx_today());
	cx_edit_set(&old->edit, CX_STR("status"), CX_STR("superseded"), 0);
	cx_edit_set(&old->edit, CX_STR("superseded_by"), new_id, 0);
	cx_edit_set(&old->edit, CX_STR("superseded_at"), cx_buf_view(&today),
	    0);
	if (s->reason.len)
		cx_edit_set(&old->edit, CX_STR("superseded_reason"),
		    s->reason, 0);
	if (names)
		cx_edit_add(&new->edit, CX_STR("supersedes"), old_id, 0);
	else
		cx_edit_set(&new->edit, CX_STR("supersedes"), old_id, 0);
	cx_buf_release(&today);
	return true;
}
