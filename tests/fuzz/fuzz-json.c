/* Any bytes as JSON; what is accepted is printed, and read as the same. */
#include "lib/json/json.h"
#include "lib/json/print.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The pad is what a careless reader would take for more of the text. */
static const struct cx_json *
parse(struct cx_json_parser *p, const void *s, size_t len)
{
	const struct cx_json *root;
	char *text = malloc(len + CX_JSON_PAD);
	const char *why = NULL;

	if (!text)
		abort();
	if (len)
		memcpy(text, s, len);
	memset(text + len, len % 2 ? '"' : '7', CX_JSON_PAD);
	root = cx_json_parse(p, text, len, &why);
	if (!root && !why)
		abort();
	free(text);
	return root;
}

static double
value(const struct cx_json *n)
{
	return n->type == CX_JSON_INT ? (double)n->u.i : n->u.d;
}

static bool
is_number(const struct cx_json *n)
{
	return n->type == CX_JSON_INT || n->type == CX_JSON_REAL;
}

#define PRINTED 60

static uint32_t
containers(const struct cx_json *root)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < root->span; i++)
		n += root[i].type >= CX_JSON_ARRAY;
	return n;
}

/* A real one that is whole may come back as an integer. */
static void
compare(const struct cx_json *a, const struct cx_json *b)
{
	if (a->span != b->span)
		abort();
	for (uint32_t i = 0; i < a->span; i++) {
		const struct cx_json *x = a + i, *y = b + i;

		if (is_number(x) ? !is_number(y) || value(x) != value(y) :
		    x->type != y->type)
			abort();
		if (x->span != y->span || x->len != y->len ||
		    (x->type == CX_JSON_STRING &&
			memcmp(x->u.s, y->u.s, x->len + 1) != 0))
			abort();
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct cx_json_parser *p = cx_json_new(), *again = cx_json_new();
	const struct cx_json *root = parse(p, data, size), *same;
	CX_AUTO_BUF text = CX_BUF_INIT;
	struct cx_printer print = cx_printer(&text);
	const struct cx_json empty = {.type = CX_JSON_NULL, .span = 1};

	if (root) {
		for (const struct cx_json *k = cx_json_first(root);
		    k && root->type == CX_JSON_OBJECT;
		    k = cx_json_next(root, k)) {
			if (cx_json_getn(root, cx_json_str(k)) != k + 1)
				abort();
		}
		/* What is printed is nested less deep than what is read. */
		if (containers(root) > PRINTED)
			root = &empty;
		cx_print_json(&print, root);
		same = parse(again, text.s, text.len);
		if (!same)
			abort();
		compare(root, same);
	}
	cx_json_free(p);
	cx_json_free(again);
	return 0;
}
