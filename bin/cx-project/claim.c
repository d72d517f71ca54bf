/*
 * Names of projects in a vault: .cortex/projects/NAME.json has the remote
 * that the name stands for.  One file a name, so that two branches that
 * learn the same thing merge, and those that learn different things conflict.
 */
#include "cx-project.h"
#include "lib/json/json.h"
#include "lib/json/print.h"
#include "lib/file/publish.h"
#include "lib/file/vault.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#define CLAIMS ".cortex/projects"
#define LIMIT ((size_t)64 << 10)

/* As a file name: anything but letters, digits, `_`, `-` and a `.` that is
 * not the first is %XX. */
static void
file_name(struct cx_buf *out, struct cx_str name)
{
	for (size_t i = 0; i < name.len; i++) {
		char c = name.s[i];

		if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
		    (c >= '0' && c <= '9') || c == '_' || c == '-' ||
		    (c == '.' && i > 0))
			cx_buf_char(out, c);
		else
			cx_buf_fmt(out, "%%%02X", (unsigned)(unsigned char)c);
	}
	cx_buf_puts(out, ".json");
	cx_buf_cstr(out);
}

/* Compares with what the vault knows; false when it knows nothing. */
static bool
known(const struct cx_vault *v, const char *path, const struct project *p)
{
	struct cx_json_parser *parser = cx_json_new();
	struct cx_buf text = CX_BUF_INIT;
	int error = cx_read_file(v->fd, path, &text, LIMIT, NULL);
	const struct cx_json *root;
	const char *why;
	struct cx_str id;

	if (error && error != ENOENT)
		cx_die(CX_FAIL, "%s/%s: %s", v->path, path,
		    cx_file_error(error));
	if (!error) {
		root = cx_json_parse(parser, text.s, text.len, &why);
		id = cx_json_gets(root, "id", CX_STR(""));
		if (id.len == 0)
			cx_die(CX_USAGE, "%s/%s: names no project; remove it",
			    v->path, path);
		if (!cx_str_eq(id, cx_buf_view(&p->id)))
			cx_die(CX_USAGE, "two remotes of one name, '%.*s': "
			    "%.*s, and in this vault %.*s; give one another "
			    "name: {\"id\":\"...\",\"name\":\"...\"} in "
			    ".cortex/project.json of %.*s",
			    (int)p->name.len, p->name.s, (int)p->id.len,
			    p->id.s, (int)id.len, id.s, (int)p->root.len,
			    p->root.s);
	}
	cx_json_free(parser);
	cx_buf_release(&text);
	return !error;
}

/* 0 or an errno; *stale when somebody else was quicker. */
static int
learn(const struct cx_vault *v, const char *name, const struct project *p,
    bool *stale)
{
	const struct cx_seen none = {.exists = false};
	struct cx_buf text = CX_BUF_INIT;
	struct cx_printer printer = cx_printer(&text);
	struct cx_pub pub;
	int dir;

	*stale = false;
	if ((mkdirat(v->fd, ".cortex", 0777) != 0 && errno != EEXIST) ||
	    (mkdirat(v->fd, CLAIMS, 0777) != 0 && errno != EEXIST))
		return errno;
	dir = cx_vault_open(v->fd, CLAIMS, O_RDONLY | O_DIRECTORY);
	if (dir < 0)
		return errno;
	cx_print_object(&printer);
	cx_print_kstr(&printer, "id", cx_buf_view(&p->id));
	cx_print_end(&printer);
	cx_print_line(&printer);
	pub = cx_publish(NULL, dir, name, cx_buf_view(&text), &none);
	close(dir); /* was only read */
	cx_buf_release(&text);
	*stale = pub.status == CX_PUB_STALE;
	return pub.status == CX_PUB_FAILED ? pub.error : 0;
}

void
claim_name(const char *vault, const struct project *p)
{
	struct cx_buf name = CX_BUF_INIT, path = CX_BUF_INIT;
	struct cx_vault v;
	bool stale = false;
	int error;

	cx_vault_init(&v, vault, NULL);
	file_name(&name, cx_buf_view(&p->name));
	cx_buf_puts(&path, CLAIMS "/");
	cx_buf_puts(&path, name.s);
	cx_buf_cstr(&path);
	do {
		if (known(&v, path.s, p))
			break;
		error = learn(&v, name.s, p, &stale);
		/* A vault that only is read is no reason to fail. */
		if (error)
			cx_warn("%s/%s: cannot make it: %s; another remote of "
			    "this name will not be noticed", v.path, path.s,
			    cx_file_error(error));
	} while (stale);
	cx_vault_release(&v);
	cx_buf_release(&name);
	cx_buf_release(&path);
}
