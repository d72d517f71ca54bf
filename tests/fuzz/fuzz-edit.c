/*
 * An edit of any front matter: refused, or the body is what it was, what was
 * asked is read, and the same edit again changes nothing.  The first bytes
 * say which edit, the rest is the file.
 */
#include "lib/atom/edit.h"
#include "lib/base/utf8.h"
#include "lib/yaml/yamlout.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
ask(struct cx_edit *e, uint8_t what, struct cx_str key, struct cx_str value)
{
	unsigned flags = what & 64 ? CX_YAML_TEXT : 0;

	switch (what % 6) {
	case 0:
		cx_edit_set(e, key, value, flags);
		break;
	case 1:
		cx_edit_add(e, key, value, flags);
		break;
	case 2:
		cx_edit_remove(e, key, value);
		break;
	case 3:
		cx_edit_unset(e, key);
		break;
	case 4:
		cx_edit_set_list(e, key);
		cx_edit_add(e, key, value, flags);
		break;
	default:
		cx_edit_set_list(e, key);
		break;
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char *const keys[] = {"a", "tags", "links", "updated",
	    "b c", "name", "status", "z"};
	static const char *const values[] = {"x", "", "a, b", "y: #z", "no",
	    "[[l]]", "'q'", "\"w\"", "two\nlines", "2026-01-01", "#t", "\t"};
	static struct cx_config *config;
	static struct cx_editor *ed;
	struct cx_edit e = {0};
	struct cx_splices s = {0};
	struct cx_buf out = CX_BUF_INIT, diff = CX_BUF_INIT;
	struct cx_str file;
	size_t body;

	if (size < 6)
		return 0;
	if (!config) {
		config = cx_config_load(NULL);
		ed = cx_editor_new(config);
	}
	for (int i = 0; i < 2; i++)
		ask(&e, data[3 * i], cx_str(keys[data[3 * i + 1] % 8]),
		    cx_str(values[data[3 * i + 2] % 12]));
	file = cx_strn((const char *)data + 6, size - 6);
	if (cx_edit_apply(ed, &e, file, &s) == CX_EDIT_DONE) {
		body = cx_editor_front(ed)->body;
		cx_splices_apply(&out, &s, file);
		if (!cx_str_ends(cx_buf_view(&out), cx_str_from(file, body)))
			abort();
		cx_splices_diff(&diff, &s, file, "x");
		if (!diff.len)
			abort();
		if (cx_edit_apply(ed, &e, cx_buf_view(&out), &s) ==
		    CX_EDIT_MADE)
			abort();
	}
	cx_edit_release(&e);
	cx_splices_release(&s);
	cx_buf_release(&out);
	cx_buf_release(&diff);
	return 0;
}
