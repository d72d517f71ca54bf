/* Neighbours: distinct, both ways, without hubs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

#include <cmocka.h>

#include "lib/link/graph.h"
#include "lib/index/searchset.h"

static void
expect(const struct cx_graph *g, uint32_t atom, uint32_t *seen, uint32_t one,
    uint32_t two)
{
	struct cx_graph_near near = cx_graph_near(g, atom, seen);

	assert_int_equal(near.one, one);
	assert_int_equal(near.two, two);
}

static void
distinct(void **state)
{
	struct cx_graph g = {0};
	uint32_t seen[5] = {0};
	static const uint32_t to[] = {1, 3, 0, 2, 1, 0};

	(void)state;
	cx_graph_link(&g, 0, 3);
	cx_graph_link(&g, 0, 1);
	cx_graph_link(&g, 1, 0);
	cx_graph_link(&g, 0, 1);
	cx_graph_link(&g, 2, 1);
	cx_graph_link(&g, 2, 2);
	cx_graph_build(&g, 5);
	assert_int_equal(g.start[5], 6);
	for (size_t i = 0; i < 6; i++)
		assert_int_equal(g.to[i], to[i]);
	assert_int_equal(g.start[4], 6);
	expect(&g, 0, seen, 2, 1);
	expect(&g, 1, seen, 2, 1);
	expect(&g, 2, seen, 1, 1);
	expect(&g, 3, seen, 1, 1);
	expect(&g, 4, seen, 0, 0);
	cx_graph_release(&g);
}

/* 0 has `leaves` neighbours, 1 .. leaves, of which 1 and 2 are linked; beyond
 * them is one that 1 links to. */
static void
star(uint32_t leaves, uint32_t hub_two, uint32_t leaf_one, uint32_t leaf_two,
    uint32_t far_two)
{
	struct cx_graph g = {0};
	uint32_t *seen = calloc(leaves + 2, sizeof *seen);

	assert_non_null(seen);
	for (uint32_t i = 1; i <= leaves; i++)
		cx_graph_link(&g, i, 0);
	cx_graph_link(&g, 1, 2);
	cx_graph_link(&g, 1, leaves + 1);
	cx_graph_build(&g, leaves + 2);
	expect(&g, 0, seen, leaves, hub_two);
	expect(&g, 2, seen, leaf_one, leaf_two);
	expect(&g, leaves + 1, seen, 1, far_two);
	cx_graph_release(&g);
	free(seen);
}

static void
hubs(void **state)
{
	(void)state;
	/* 2 sees 0 and 1, and through them all others. */
	star(CX_HUB, 1, 2, CX_HUB - 1, 2);
	/* 0 is a hub: it is in no N1, nothing is seen through it; it still
	 * has its own. */
	star(CX_HUB + 1, 1, 1, 1, 1);
}

static void
empty(void **state)
{
	struct cx_graph g = {0};

	(void)state;
	cx_graph_build(&g, 0);
	assert_int_equal(g.start[0], 0);
	cx_graph_release(&g);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(distinct),
	    cmocka_unit_test(hubs), cmocka_unit_test(empty)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
