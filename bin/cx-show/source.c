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
	struct cx_vault vault;
	struct cx_buf text;
	struct cx_buf path;
	struct cx_front_parser *front;
	struct cx_arena arena;
} source;

/* Records alone can be shown without a vault; that there is none is said
 * once. */
static bool
find_vault(const struct show *s)
{
	struct cx_config *config;
	const char *configured;

	if (source.state != UNKNOWN)
		return source.state == HELD;
	config = cx_config_load(s->config);
	configured = cx_config_vault(config);
	if (s->format == CONTENT ||
	    cx_vault_find(&source.path, s->vault, configured) !=
	    CX_VAULT_NONE) {
		cx_vault_init(&source.vault, s->vault, configured);
		source.state = HELD;
	} else {
		cx_warn("no vault, so bodies are not shown; give -C DIR, or "
		    "records with a body (cx-scan --body)");
		source.state = NONE;
	}
	cx_config_free(config);
	return source.state == HELD;
}

bool
source_text(const struct show *s, struct cx_str path, struct cx_str *text)
{
	int err = EINVAL;

	if (!find_vault(s))
		return false;
	source.text.len = 0;
	source.path.len = 0;
	cx_buf_str(&source.path, path);
	if (cx_vault_path_ok(path))
		err = cx_read_file(source.vault.fd, cx_buf_cstr(&source.path),
		    &source.text, CX_ATOM_MAX, NULL);
	if (err == EINVAL)
		cx_error(CX_PARTIAL, "%.*s: not a path inside the vault",
		    (int)path.len, path.s);
	else if (err)
		cx_error(CX_PARTIAL, "%.*s: %s", (int)path.len, path.s,
		    cx_file_error(err));
	*text = cx_buf_view(&source.text);
	return err == 0 || err == EFBIG;
}

bool
source_body(const struct show *s, const struct cx_record *rec,
    struct cx_str *body)
{
	const struct cx_json *own = cx_json_get(rec->root, "body");
	struct cx_front f;
	struct cx_str text;

	if (own && own->type == CX_JSON_STRING) {
		*body = cx_json_str(own);
		return true;
	}
	if (!source_text(s, cx_record_path(rec), &text))
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
