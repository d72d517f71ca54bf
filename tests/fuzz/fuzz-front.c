/* Front matter of any bytes: nodes, places and problems hold together. */
#include <stdlib.h>

#include "lib/base/utf8.h"
#include "tests/fuzz/front-same.h"

#define CHECK(x)                                                              \
	do {                                                                  \
		if (!(x))                                                     \
			abort();                                              \
	} while (0)

/* A place is what counting from the start of the file gives. */
static void
check_place(struct cx_str file, struct cx_front_pos pos)
{
	size_t start = pos.at, from = 0;
	uint32_t line = 1;

	CHECK(pos.at <= file.len);
	while (start && file.s[start - 1] != '\n')
		start--;
	if (start == 0 && cx_str_starts(file, CX_STR("\xef\xbb\xbf")))
		from = 3;
	for (size_t i = 0; i < start; i++)
		line += file.s[i] == '\n';
	CHECK(pos.line == line);
	if (pos.at > start + from)
		from = cx_utf8_count(cx_strn(file.s + start + from,
		    pos.at - start - from));
	else
		from = 0;
	CHECK(pos.col == from + 1);
}

static void
check_nodes(const struct cx_json *root)
{
	const struct cx_json *open[CX_FRONT_DEPTH + 1];
	size_t left[CX_FRONT_DEPTH + 1], depth = 0;

	for (size_t i = 0; i < root->span; i++) {
		const struct cx_json *n = root + i;

		CHECK(n->span >= 1 && i + n->span <= root->span);
		if (n->type == CX_JSON_STRING) {
			CHECK(n->span == 1);
			CHECK(cx_utf8_invalid(cx_json_str(n)) == n->len);
		} else {
			CHECK(depth <= CX_FRONT_DEPTH);
			open[depth] = n;
			left[depth++] = (size_t)n->len *
			    (n->type == CX_JSON_OBJECT ? 2 : 1);
		}
		while (depth && left[depth - 1] == 0) {
			depth--;
			CHECK(n == open[depth] + open[depth]->span - 1);
		}
		if (depth)
			left[depth - 1]--;
	}
	CHECK(depth == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct cx_front_parser *parser;
	static struct cx_arena arena;
	struct cx_str file = cx_strn((const char *)data, size);
	struct cx_front f, slow;

	if (!parser)
		parser = cx_front_new();
	cx_arena_reset(&arena);
	parser->slow = true;
	cx_front_read(parser, file, &arena, &slow);
	parser->slow = false;
	cx_front_read(parser, file, &arena, &f);
	CHECK(same_front(&f, &slow));
	check_nodes(f.root);
	CHECK(f.body <= size && f.from <= f.to && f.to <= f.body);
	CHECK(f.n == f.root->len && (f.found || !f.n));
	CHECK(!f.salvaged || f.n_problems);
	for (size_t i = 0; i < f.n; i++) {
		const struct cx_front_member *m = &f.members[i];

		CHECK(m->key->type == CX_JSON_STRING);
		check_place(file, m->key_at);
		check_place(file, m->value_at);
		CHECK(m->key_at.at >= f.from);
		CHECK(m->key_at.at <= m->value_at.at);
		CHECK(m->value_at.at <= m->value_end);
		CHECK(m->value_end <= f.to);
		for (size_t j = 0; j < i; j++)
			CHECK(i > 50 || !cx_str_eq(cx_json_str(m->key),
			    cx_json_str(f.members[j].key)));
	}
	for (size_t i = 0; i < f.n_problems; i++) {
		check_place(file, f.problems[i].at);
		CHECK(f.problems[i].code[0] && f.problems[i].text.len);
		CHECK(!memchr(f.problems[i].text.s, '\n',
		    f.problems[i].text.len) ||
		    strcmp(f.problems[i].code, "duplicate-key") == 0);
	}
	return 0;
}
