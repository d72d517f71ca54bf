#include "lib/atom/supersede.h"
#include "lib/atom/fields.h"

#include "lib/base/date.h"
#include "lib/record/life.h"
#include "lib/yaml/yamlout.h"

const char *
cx_supersede_why_not(const struct cx_config *config, const struct cx_front *old)
{
	const struct cx_front_member *m = cx_edit_member(config, old,
	    CX_STR("status"));

	if (m && m->key[1].type == CX_JSON_STRING &&
	    cx_status_is(cx_json_str(m->key + 1), "superseded"))
		return "is superseded already; supersede its successor";
	return NULL;
}

struct cx_str
cx_supersede_id(const struct cx_front *f)
{
	return cx_field_text(f, CX_STR("id"));
}

void
cx_supersede_old(struct cx_edit *e, struct cx_str new_id, struct cx_str reason)
{
	CX_AUTO_BUF today = CX_BUF_INIT;

	cx_date_put(&today, cx_today());
	cx_edit_set(e, CX_STR("status"), CX_STR("superseded"), 0);
	cx_edit_set(e, CX_STR("superseded_by"), new_id, 0);
	cx_edit_set(e, CX_STR("superseded_at"), cx_buf_view(&today), 0);
	if (reason.len)
		cx_edit_set(e, CX_STR("superseded_reason"), reason,
		    CX_YAML_TEXT);
}

static bool
has(const struct cx_front *f, const char *key)
{
	return cx_field_find(f->members, f->n, cx_str(key)) != CX_NO_FIELD;
}

void
cx_supersede_new(struct cx_edit *e, const struct cx_front *new,
    struct cx_str old_id, struct cx_str reason)
{
	if (has(new, "supersedes"))
		cx_edit_add(e, CX_STR("supersedes"), old_id, 0);
	else
		cx_edit_set(e, CX_STR("supersedes"), old_id, 0);
	if (reason.len && !has(new, "reason"))
		cx_edit_set(e, CX_STR("reason"), reason, CX_YAML_TEXT);
}
