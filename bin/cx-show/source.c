/* Files of the vault. */
#include "bin/cx-show/show.h"
#include "lib/config.h"

#include <errno.h>

static struct {
	enum {
		UNKNOWN,
		HELD,
		NONE
	} state;
	bool told;
	struct cx_vault vault;
	struct cx_buf text;
	struct cx_buf path;
	struct cx_front_parser *front;
	struct cx_arena arena;
} source;

static bool
find_vault(const struct show *s)
{
	struct cx_config *config;
	const char *configured;

	if (source.state != UNKNOWN)
		return source.state == HELD;
	config = cx_config_load(s->config);
	configured = cx_config_vault(config);
	source.state = NONE;
	if (cx_vault_find(&source.path, s->vault, configured) !=
	    CX_VAULT_NONE) {
		cx_vault_init(&source.vault, s->vault, configured);
		source.state = HELD;
	}
	cx_config_free(config);
	return source.state == HELD;
}

static bool
read_text(struct cx_str path, struct cx_str *text)
{
	int err = EINVAL;

	source.text.len = 0;
	source.path.len = 0;
	cx_buf_str(&source.path, path);
	if (cx_vault_path_ok(path))
		err = cx_read_file(source.vault.fd, cx_buf_cstr(&source.path),
		    &source.text, CX_ATOM_MAX, NULL);
	if (err == EINVAL)
		cx_error(CX_PARTIAL, "%.*s: not a path inside the vault",
		    (int)path.len, path.s);
	else if (err == ENOENT)
		cx_error(CX_PARTIAL, "%.*s: not in the vault any more; scan "
		    "again", (int)path.len, path.s);
	else if (err)
		cx_error(CX_PARTIAL, "%.*s: %s", (int)path.len, path.s,
		    cx_file_error(err));
	*text = cx_buf_view(&source.text);
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
source_content(const struct show *s, const struct cx_record *rec,
    struct cx_str *text)
{
	struct cx_str path = cx_record_path(rec);

	if (find_vault(s))
		return read_text(path, text);
	if (own_body(rec, text))
		return true;
	cx_error(CX_PARTIAL, "%.*s: no vault to read it from; give -C DIR",
	    (int)path.len, path.s);
	return false;
}

/* Records can be shown without bodies; that there is no vault is said once. */
bool
source_body(const struct show *s, const struct cx_record *rec,
    struct cx_str *body)
{
	struct cx_front f;
	struct cx_str text;

	if (own_body(rec, body))
		return true;
	if (!find_vault(s)) {
		if (!source.told)
			cx_warn("no vault, so bodies are not shown; give -C "
			    "DIR, or records with a body (cx-scan --body)");
		source.told = true;
		return false;
	}
	if (!read_text(cx_record_path(rec), &text))
		return false;
	if (!source.front)
		source.front = cx_front_new();
	cx_arena_reset(&source.arena);
	cx_front_read(source.front, text, &source.arena, &f);
	*body = cx_str_from(text, f.body);
	return true;
}

void
source_release(void)
{
	if (source.state == HELD)
		cx_vault_release(&source.vault);
	cx_front_free(source.front);
	cx_buf_release(&source.text);
	cx_buf_release(&source.path);
	cx_arena_release(&source.arena);
}
