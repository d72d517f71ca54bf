#include "lib/atom/bodies.h"

#include <errno.h>

static bool
find_vault(struct cx_bodies *b)
{
	const char *configured = cx_config_vault(b->config);
	CX_AUTO_BUF path = CX_BUF_INIT;

	if (b->state != CX_BODIES_NEW)
		return b->state == CX_BODIES_OPEN;
	b->state = CX_BODIES_NONE;
	if (cx_vault_find(&path, b->vault, configured) != CX_VAULT_NONE) {
		cx_vault_init(&b->held, b->vault, configured);
		b->state = CX_BODIES_OPEN;
	}
	return b->state == CX_BODIES_OPEN;
}

static bool
read_file(struct cx_bodies *b, struct cx_str path)
{
	CX_AUTO_BUF name = CX_BUF_INIT;
	int err = EINVAL;

	b->text.len = 0;
	cx_buf_str(&name, path);
	if (cx_vault_path_ok(path))
		err = cx_read_file(b->held.fd, cx_buf_cstr(&name), &b->text,
		    CX_ATOM_MAX, NULL);
	if (err == EINVAL)
		cx_error(CX_PARTIAL, "%s: not a path inside the vault",
		    cx_buf_cstr(&name));
	else if (err == ENOENT)
		cx_error(CX_PARTIAL, "%s: not in the vault any more; scan "
		    "again, or run cx rebuild", cx_buf_cstr(&name));
	else if (err == EFBIG)
		cx_error(CX_PARTIAL, "%s: above %d MiB; what is behind that "
		    "is left out", cx_buf_cstr(&name),
		    (int)(CX_ATOM_MAX >> 20));
	else if (err)
		cx_error(CX_PARTIAL, "%s: %s", cx_buf_cstr(&name),
		    cx_file_error(err));
	return err == 0 || err == EFBIG;
}

static bool
own_body(const struct cx_record *rec, struct cx_str *body)
{
	const struct cx_json *own = cx_json_get(rec->root, "body");

	if (!own || own->type != CX_JSON_STRING)
		return false;
	*body = cx_json_str(own);
	return true;
}

bool
cx_content(struct cx_bodies *b, const struct cx_record *rec,
    struct cx_str *text)
{
	struct cx_str path = cx_record_path(rec);

	if (find_vault(b)) {
		if (!read_file(b, path))
			return false;
		*text = cx_buf_view(&b->text);
		return true;
	}
	if (own_body(rec, text))
		return true;
	cx_error(CX_PARTIAL, "%.*s: no vault to read it from; give -C DIR",
	    (int)path.len, path.s);
	return false;
}

bool
cx_body(struct cx_bodies *b, const struct cx_record *rec, struct cx_str *body)
{
	struct cx_front f;

	if (own_body(rec, body))
		return true;
	if (!find_vault(b)) {
		if (!b->told)
			cx_warn("no vault, so there are no bodies; give -C "
			    "DIR, or records with a body (cx-scan --body)");
		b->told = true;
		return false;
	}
	if (!read_file(b, cx_record_path(rec)))
		return false;
	if (!b->front)
		b->front = cx_front_new();
	cx_arena_reset(&b->arena);
	cx_front_read(b->front, cx_buf_view(&b->text), &b->arena, &f);
	*body = cx_str_from(cx_buf_view(&b->text), f.body);
	return true;
}

void
cx_bodies_release(struct cx_bodies *b)
{
	if (b->state == CX_BODIES_OPEN)
		cx_vault_release(&b->held);
	cx_front_free(b->front);
	cx_arena_release(&b->arena);
	cx_buf_release(&b->text);
}
