#include "lib/atom/bodies.h"
#include "lib/base/utf8.h"
#include "lib/markdown/blob.h"
#include "lib/markdown/md.h"

#include <errno.h>

int
cx_atom_read(struct cx_atom_text *t, int dirfd, const char *path)
{
	int err;

	t->file.len = 0;
	err = cx_read_file(dirfd, path, &t->file, CX_ATOM_MAX, NULL);
	if (err && err != EFBIG)
		return err;
	if (!t->parser)
		t->parser = cx_front_new();
	cx_arena_reset(&t->arena);
	t->text = cx_buf_view(&t->file);
	cx_front_read(t->parser, t->text, &t->arena, &t->front);
	t->body = cx_str_from(t->text, t->front.body);
	if (cx_utf8_invalid(t->body) < t->body.len) {
		t->clean.len = 0;
		cx_utf8_clean(&t->clean, t->body);
		t->body = cx_buf_view(&t->clean);
	}
	return err;
}

const char *
cx_atom_why(int err)
{
	switch (err) {
	case ENOENT:
		return "not in the vault any more; scan again, or run cx "
		    "rebuild";
	case EFBIG:
		return "above 4 MiB; the rest is left out";
	default:
		return cx_file_error(err);
	}
}

void
cx_atom_text_release(struct cx_atom_text *t)
{
	cx_front_free(t->parser);
	cx_arena_release(&t->arena);
	cx_buf_release(&t->file);
	cx_buf_release(&t->clean);
}

static bool
find_vault(struct cx_bodies *b)
{
	const char *configured = cx_config_vault(b->config);
	CX_AUTO_BUF path = CX_BUF_INIT;

	if (b->state != CX_BODIES_NEW)
		return b->state == CX_BODIES_OPEN;
	b->state = CX_BODIES_NONE;
	if (b->needed || cx_vault_find(&path, b->vault, configured) !=
	    CX_VAULT_NONE) {
		cx_vault_init(&b->held, b->vault, configured);
		b->state = CX_BODIES_OPEN;
	}
	return b->state == CX_BODIES_OPEN;
}

static bool
read_file(struct cx_bodies *b, const struct cx_record *rec)
{
	CX_AUTO_BUF name = CX_BUF_INIT;
	const char *path;
	int err = EINVAL;

	cx_buf_str(&name, cx_record_path(rec));
	path = cx_buf_cstr(&name);
	if (cx_vault_path_ok(cx_record_path(rec)))
		err = cx_atom_read(&b->text, b->held.fd, path);
	if (err)
		cx_error(CX_PARTIAL, "%s: %s", path, cx_atom_why(err));
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

size_t
cx_body_line(const struct cx_record *rec, struct cx_str body)
{
	int64_t lines = cx_record_int(rec, "lines", 0);
	int64_t before = lines - (int64_t)cx_str_count(body, '\n') - 1;

	return before > 0 ? (size_t)before + 1 : 1;
}

bool
cx_content(struct cx_bodies *b, const struct cx_record *rec,
    struct cx_str *text)
{
	struct cx_str path = cx_record_path(rec);

	if (find_vault(b)) {
		if (!read_file(b, rec))
			return false;
		*text = b->text.text;
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
	if (own_body(rec, body)) {
		b->line = cx_body_line(rec, *body);
		return true;
	}
	if (!find_vault(b)) {
		if (!b->told)
			cx_warn("no vault, so there are no bodies; give -C "
			    "DIR, or records with a body (cx-scan --body)");
		b->told = true;
		return false;
	}
	if (!read_file(b, rec))
		return false;
	*body = b->text.body;
	b->line = b->text.front.lines + 1;
	return true;
}

bool
cx_body_visible(struct cx_bodies *b, const struct cx_record *rec,
    struct cx_str *body)
{
	if (!cx_body(b, rec, body))
		return false;
	b->visible.len = 0;
	cx_md_visible(&b->visible, cx_without_blobs(*body, &b->clean));
	*body = cx_buf_view(&b->visible);
	return true;
}

void
cx_bodies_release(struct cx_bodies *b)
{
	cx_buf_release(&b->visible);
	cx_buf_release(&b->clean);
	if (b->state == CX_BODIES_OPEN)
		cx_vault_release(&b->held);
	cx_atom_text_release(&b->text);
}
