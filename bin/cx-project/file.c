/* .cortex/project.json: read, made. */
#include "cx-project.h"
#include "lib/json/json.h"
#include "lib/json/print.h"
#include "lib/file/publish.h"
#include "lib/file/vault.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/random.h>
#include <unistd.h>

#define PROJECT_FILE ".cortex/project.json"
#define LIMIT ((size_t)64 << 10)
#define ID_BYTES 16

static void CX_NORETURN
wrong(struct cx_str dir, const char *why)
{
	cx_die(CX_USAGE, "%.*s/" PROJECT_FILE ": %s; it is such as "
	    "{\"id\":\"shop\",\"name\":\"Shop\"}", (int)dir.len, dir.s, why);
}

static bool
parse(struct cx_str dir, struct cx_buf *text, struct cx_buf *id,
    struct cx_buf *name)
{
	struct cx_json_parser *parser = cx_json_new();
	const struct cx_json *root, *v, *n;
	const char *why = NULL;

	root = cx_json_parse(parser, text->s, text->len, &why);
	if (!root)
		wrong(dir, why);
	if (root->type != CX_JSON_OBJECT)
		wrong(dir, "no JSON object");
	v = cx_json_get(root, "id");
	n = cx_json_get(root, "name");
	if (v && (v->type != CX_JSON_STRING || v->len == 0))
		wrong(dir, "'id' is no text");
	if (n && n->type != CX_JSON_STRING)
		wrong(dir, "'name' is no text");
	if (v) {
		cx_buf_str(id, cx_json_str(v));
		if (n)
			cx_buf_str(name, cx_json_str(n));
	}
	cx_json_free(parser);
	return v != NULL;
}

static int
open_dir(struct cx_str dir)
{
	struct cx_buf path = CX_BUF_INIT;
	int fd;

	cx_buf_str(&path, dir);
	fd = open(cx_buf_cstr(&path), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	cx_buf_release(&path);
	return fd;
}

bool
file_read(struct cx_str dir, struct cx_buf *id, struct cx_buf *name)
{
	struct cx_buf text = CX_BUF_INIT;
	int fd = open_dir(dir), error;
	bool found = false;

	/* A parent may be closed to us; then it is nobody's project. */
	if (fd < 0)
		return false;
	error = cx_read_file(fd, PROJECT_FILE, &text, LIMIT, NULL);
	close(fd); /* was only read */
	if (!error)
		found = parse(dir, &text, id, name);
	else if (error != ENOENT && error != ENOTDIR)
		cx_die(CX_FAIL, "%.*s/" PROJECT_FILE ": %s", (int)dir.len,
		    dir.s, cx_file_error(error));
	cx_buf_release(&text);
	return found;
}

static void CX_NORETURN
cannot(const struct project *p, const char *why)
{
	cx_die(CX_FAIL, "%.*s/" PROJECT_FILE ": cannot make it: %s",
	    (int)p->root.len, p->root.s, why);
}

bool
file_create(struct project *p)
{
	const struct cx_seen none = {.exists = false};
	unsigned char random[ID_BYTES];
	struct cx_buf text = CX_BUF_INIT, why = CX_BUF_INIT;
	struct cx_printer printer = cx_printer(&text);
	int root = open_dir(cx_buf_view(&p->root)), dir;
	struct cx_pub pub;

	if (root < 0 || getentropy(random, sizeof random) != 0)
		cannot(p, strerror(errno));
	for (size_t i = 0; i < sizeof random; i++)
		cx_buf_fmt(&p->id, "%02x", random[i]);
	cx_print_object(&printer);
	cx_print_kstr(&printer, "id", cx_buf_view(&p->id));
	cx_print_kstr(&printer, "name", cx_buf_view(&p->name));
	cx_print_end(&printer);
	cx_print_line(&printer);
	if (mkdirat(root, ".cortex", 0777) != 0 && errno != EEXIST)
		cannot(p, strerror(errno));
	dir = cx_vault_open(root, ".cortex", O_RDONLY | O_DIRECTORY);
	if (dir < 0)
		cannot(p, cx_file_error(errno));
	pub = cx_publish(NULL, dir, "project.json", cx_buf_view(&text), &none);
	if (pub.status != CX_PUB_DONE && pub.status != CX_PUB_STALE) {
		cx_pub_why(&why, &pub);
		cannot(p, cx_buf_cstr(&why));
	}
	close(dir); /* these were only read */
	close(root);
	cx_buf_release(&text);
	return pub.status == CX_PUB_DONE;
}
