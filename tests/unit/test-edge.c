/* The links of a record: members, soft ones, loose writing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

#include <cmocka.h>

#include "lib/link/edge.h"

static void
put(void *arg, const struct cx_edge *e)
{
	struct cx_buf *b = arg;

	cx_buf_puts(b, strcmp(e->member, "links_out") == 0 ? "" : e->member);
	cx_buf_puts(b, e->soft ? "~" : ":");
	cx_buf_str(b, e->target);
	cx_buf_char(b, ' ');
}

static void
count(void *arg, const struct cx_edge *e)
{
	*(size_t *)arg += e->soft;
}

static void
edges(const char *json, cx_edge_fn *fn, void *arg)
{
	struct cx_json_parser *p = cx_json_new();
	struct cx_buf b = CX_BUF_INIT;
	struct cx_record rec = {.file = "test", .lineno = 1};
	const char *why;

	cx_buf_puts(&b, json);
	cx_buf_room(&b, CX_JSON_PAD);
	rec.line = cx_buf_view(&b);
	rec.root = cx_json_parse(p, b.s, b.len, &why);
	assert_non_null(rec.root);
	cx_edges(&rec, fn, arg);
	cx_json_free(p);
	cx_buf_release(&b);
}

static void
expect(const char *json, const char *want)
{
	struct cx_buf b = CX_BUF_INIT;

	edges(json, put, &b);
	assert_string_equal(cx_buf_cstr(&b), want);
	cx_buf_release(&b);
}

static void
members(void **state)
{
	(void)state;
	expect("{\"path\":\"a.md\"}", "");
	expect("{\"path\":\"a.md\",\"links_out\":[\"x\",\"y.md\",\"x\"],"
	    "\"links_soft\":[\"y.md\"]}", ":x ~y.md :x ");
	expect("{\"extra\":{\"evidence\":[\"EXP-1\",\"[[EXP-2#r|two]]\","
	    "[[\"EXP-3\"]],\" \",\"[[]]\"],"
	    "\"source-experiments\":\"EXP-4, EXP-5 ,\"}}",
	    "evidence:EXP-1 evidence:EXP-2 evidence:EXP-3 "
	    "source-experiments:EXP-4 source-experiments:EXP-5 ");
}

/* Seconds for a record of n links, all soft. */
static double
soft_links(int n)
{
	struct cx_buf b = CX_BUF_INIT;
	struct timespec from, to;
	size_t soft = 0;
	int list, i;

	cx_buf_puts(&b, "{\"links_out\":[\"0\"");
	for (list = 0; list < 2; list++) {
		for (i = 1; i < n; i++)
			cx_buf_fmt(&b, ",\"%d\"", i);
		cx_buf_puts(&b, list ? "]}" : "],\"links_soft\":[\"x\"");
	}
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &from);
	edges(cx_buf_cstr(&b), count, &soft);
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &to);
	assert_int_equal(soft, n - 1);
	cx_buf_release(&b);
	return (double)(to.tv_sec - from.tv_sec) +
	    (double)(to.tv_nsec - from.tv_nsec) / 1e9;
}

static void
many(void **state)
{
	double small, big;

	(void)state;
	small = soft_links(4000);
	big = soft_links(40000);
	/* Ten times as much; a hundred times if it were quadratic. */
	if (big > 40 * (small + 2e-4))
		fail_msg("4,000: %g s, 40,000: %g s", small, big);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(members),
	    cmocka_unit_test(many)};

	cx_start("test-edge");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
