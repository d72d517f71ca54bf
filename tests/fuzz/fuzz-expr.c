/* Any bytes as an expression; what compiles is run on one record. */
#include "lib/base/date.h"
#include "lib/record/expr.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char text[] =
	    "{\"type\":\"decision\",\"tags\":[\"risk\",[\"x\"]],\"lines\":1,"
	    "\"updated\":\"2026-04-10\",\"extra\":{\"a\":{\"b\":[{\"c\":1},"
	    "null,true]},\"d\":\"5\"}}";
	static struct cx_json_parser *parser;
	static const struct cx_json *root;
	struct cx_expr_error err;
	struct cx_expr *e;

	if (!root) {
		struct cx_buf b = CX_BUF_INIT;
		const char *why;

		cx_now_init("2026-04-15");
		cx_buf_puts(&b, text);
		cx_buf_room(&b, CX_JSON_PAD);
		parser = cx_json_new();
		root = cx_json_parse(parser, b.s, b.len, &why);
		if (!root)
			abort();
		cx_buf_release(&b);
	}
	e = cx_expr_new(cx_strn((const char *)data, size), &err);
	if (e)
		cx_expr_match(e, root);
	else if (err.at > size || !err.why)
		abort();
	cx_expr_free(e);
	return 0;
}
