/* Ranking: the best of many, what a query says, the same answer of a record as
 * of a pool, and what comes first under a limit. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include "lib/base/date.h"
#include "lib/file/publish.h"
#include "lib/rank/rank.h"

#define NOTES 200
#define FILE_NAME "/tmp/cx-test-rank-XXXXXX"

static uint32_t seed = 1;

static uint32_t
next(uint32_t below)
{
	seed = seed * 1103515245 + 12345;
	return (seed >> 16) % below;
}

/* --- the best of many --- */

static int
by_key(const void *va, const void *vb)
{
	const struct cx_ranked *a = va, *b = vb;

	if (a->key != b->key)
		return a->key > b->key ? -1 : 1;
	return (a->atom > b->atom) - (a->atom < b->atom);
}

static void
best(void **state)
{
	(void)state;
	for (size_t limit = 0; limit < 40; limit++) {
		struct cx_best b = {.limit = limit};
		struct cx_ranked all[30];

		for (uint32_t i = 0; i < 30; i++) {
			/* Many are equal. */
			all[i] = (struct cx_ranked){next(8) - 4, i};
			if (cx_best_wants(&b, all[i].key, i))
				cx_best_add(&b, all[i].key, i);
		}
		qsort(all, 30, sizeof all[0], by_key);
		assert_int_equal(b.n, limit && limit < 30 ? limit : 30);
		cx_best_sort(&b);
		for (size_t i = 0; i < b.n; i++)
			assert_int_equal(b.v[i].atom, all[i].atom);
		cx_best_heap(&b);
		for (size_t i = b.n; i-- > 0;)
			assert_int_equal(cx_best_take(&b).atom, all[i].atom);
		cx_best_release(&b);
	}
}

/* --- queries --- */

/* Each word an argument, as at a shell. */
static void
ask(struct cx_query *q, const char *text, size_t least)
{
	struct cx_query_text given = {.n = 0};
	struct cx_str rest = cx_str(text), word;

	while (cx_str_split(&rest, ' ', &word))
		cx_query_text_add(&given, word, true);
	cx_query_parse(q, &given, least);
	cx_query_text_release(&given);
}

static void
query(void **state)
{
	static const struct {
		const char *text;
		size_t n, positive;
		enum cx_field field; /* of the first term, and the next */
		bool exclude, phrase;
	} cases[] = {
	    {"", 0, 0, CX_FIELD_ANY, false, false},
	    {"  \t ", 0, 0, CX_FIELD_ANY, false, false},
	    {"a bc", 1, 1, CX_FIELD_ANY, false, false},
	    {"bc -de", 2, 1, CX_FIELD_ANY, false, false},
	    {"-de bc", 2, 1, CX_FIELD_ANY, true, false},
	    {"-\"de fg\"", 1, 0, CX_FIELD_ANY, true, true},
	    {"\"de fg", 2, 2, CX_FIELD_ANY, false, false},
	    {"name:x", 1, 1, CX_FIELD_NAME, false, false},
	    {"name: x", 1, 1, CX_FIELD_ANY, false, false},
	    {"-tags:x", 1, 0, CX_FIELD_TAG, true, false},
	    {"tags:", 1, 1, CX_FIELD_ANY, false, false},
	    {"tags: x", 1, 1, CX_FIELD_ANY, false, false},
	    {"#x y", 1, 1, CX_FIELD_TAG, false, false},
	    {"#1x", 1, 1, CX_FIELD_ANY, false, false},
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct cx_query q;

		ask(&q, cases[i].text, 2);
		assert_int_equal(q.n, cases[i].n);
		assert_int_equal(q.positive, cases[i].positive);
		if (q.n) {
			assert_int_equal(q.terms[0].field, cases[i].field);
			assert_int_equal(q.terms[0].exclude, cases[i].exclude);
			assert_int_equal(q.terms[0].phrase, cases[i].phrase);
		}
		cx_query_release(&q);
	}
}

/* --- a pool --- */

struct vault {
	struct cx_config *config;
	char file[sizeof FILE_NAME];
	struct cx_pool pool;
	struct cx_rank_how how;
};

static const char *const words[] = {"deploy", "risk", "plan", "cache", "ops",
    "freeze", "deploys", "re-plan"};

static const char *
word(void)
{
	return words[next(sizeof words / sizeof *words)];
}

/* Some are linked, some are over, some are of long ago. */
static int
set_up(void **state)
{
	static const char *const statuses[] = {"active", "archived",
	    "superseded:a/1.md", "valid"};
	struct vault *v = cx_calloc(1, sizeof *v);
	struct cx_buf b = CX_BUF_INIT;
	char *files[] = {v->file};
	int fd;

	memcpy(v->file, FILE_NAME, sizeof FILE_NAME);
	fd = mkstemp(v->file);
	for (int i = 0; i < NOTES; i++)
		cx_buf_fmt(&b, "{\"path\":\"%s/%d.md\",\"name\":\"%s %s\","
		    "\"type\":\"decision\",\"project\":\"%s\",\"status\":"
		    "\"%s\",\"updated\":\"202%u-0%u-11\",\"tags\":[\"%s\"],"
		    "\"description\":\"%s %s %s\",\"links_out\":[\"%u\"],"
		    "\"body\":\"%s %s %s %s\\n\"}\n", word(), i, word(),
		    word(), word(), statuses[next(4)], next(7), next(9) + 1,
		    word(), word(), word(), word(), next(NOTES), word(),
		    word(), word(), word());
	assert_int_equal(cx_write_all(fd, b.s, b.len), 0);
	assert_int_equal(close(fd), 0);
	cx_buf_release(&b);
	cx_now_init("2026-04-15");
	v->config = cx_config_load(NULL);
	v->how.layers = cx_layers_init(v->config, -1, -1);
	cx_pool_read(&v->pool, files, 1, true, v->config);
	*state = v;
	return 0;
}

static int
tear_down(void **state)
{
	struct vault *v = *state;

	cx_pool_release(&v->pool);
	cx_config_free(v->config);
	unlink(v->file);
	free(v);
	return 0;
}

static const char *const queries[] = {"deploy", "deploy risk", "plan -cache",
    "-plan", "name:deploy", "tag:ops plan", "project:risk", "re-plan",
    "eploy", "description:freeze -tag:risk", "\"deploy risk\"", "nowhere"};
#define QUERIES (sizeof queries / sizeof *queries)

/* What a stream gives a record, a pool gives its note. */
static void
alike(void **state)
{
	struct vault *v = *state;

	for (size_t i = 0; i < QUERIES; i++) {
		struct cx_ranking r = {.pool = &v->pool, .how = v->how};
		struct cx_keyword_scorer c;
		struct cx_query q;
		size_t n = 0;

		ask(&q, queries[i], 2);
		cx_keyword_init(&c, &q, v->config, v->how.layers);
		cx_rank_run(&r, &q);
		for (uint32_t a = 0; a < cx_search_atoms(v->pool.set); a++) {
			struct cx_record rec;
			struct cx_answer answer;
			struct cx_verdict got;
			size_t place;
			bool ranked = cx_rank_fate(&r, a, &answer, &place) ==
			    CX_RANKED;

			cx_pool_record(&v->pool, a, &rec);
			got = cx_keyword_score(&c, &rec, cx_layer_of(
			    &v->how.layers, cx_record_updated(&rec)));
			assert_int_equal(ranked, got.score > 0 &&
			    !got.excluded);
			if (!ranked)
				continue;
			n++;
			assert_int_equal(answer.score, got.score);
			assert_int_equal(cx_rank_partial(&r, &answer),
			    got.partial);
		}
		assert_int_equal(r.n, n);
		cx_rank_release(&r);
		cx_keyword_release(&c);
		cx_query_release(&q);
	}
}

/* The best so many are the first of all, by every ranking. */
static void
heads(void **state)
{
	struct vault *v = *state;

	for (enum cx_rank by = CX_RANK_KEYWORD; by <= CX_RANK_CONTEXT; by++) {
		for (size_t i = 0; i < QUERIES; i++) {
			struct cx_ranking all = {.pool = &v->pool,
			    .how = v->how};
			struct cx_ranking few = all;
			struct cx_query q;

			all.how.by = few.how.by = by;
			ask(&q, by == CX_RANK_CONTEXT ? "" : queries[i],
			    2);
			cx_rank_run(&all, &q);
			for (size_t k = 1; k < all.n + 2; k += 1 + k / 3) {
				few.how.limit = k;
				cx_rank_run(&few, &q);
				assert_int_equal(few.n, k < all.n ? k : all.n);
				for (size_t a = 0; a < few.n; a++) {
					assert_int_equal(few.answers[a].atom,
					    all.answers[a].atom);
					assert_int_equal(few.answers[a].score,
					    all.answers[a].score);
				}
			}
			cx_rank_release(&all);
			cx_rank_release(&few);
			cx_query_release(&q);
		}
	}
}

/* With less in its way a query finds what it finds without filters, and its
 * own answers stay. */
static void
again(void **state)
{
	struct vault *v = *state;
	struct cx_ranking r = {.pool = &v->pool, .how = v->how}, free_of = r;
	uint64_t *bits = cx_pool_bits(&v->pool);
	struct cx_query q;
	uint32_t first;
	size_t n;

	r.how.by = free_of.how.by = CX_RANK_RECALL;
	r.how.in_force = true;
	ask(&q, "deploy", 1);
	cx_rank_run(&free_of, &q);
	bits[0] = 0xff;
	cx_pool_narrow_to(&v->pool, bits);
	cx_rank_run(&r, &q);
	n = r.n;
	assert_true(n > 0 && n < free_of.n);
	assert_true(cx_rank_again(&r, false, true, 0, &first) >= n);
	assert_int_equal(cx_rank_again(&r, true, true, 0, &first), free_of.n);
	assert_int_equal(first, free_of.answers[0].atom);
	assert_int_equal(cx_rank_again(&r, true, true, 1, &first), 1);
	assert_int_equal(first, free_of.answers[0].atom);
	assert_int_equal(r.n, n);
	assert_ptr_equal(v->pool.only, bits);
	for (size_t i = 0; i < n; i++) {
		struct cx_record rec;
		struct cx_str status;

		assert_true(r.answers[i].atom < 8);
		cx_pool_record(&v->pool, r.answers[i].atom, &rec);
		status = cx_record_str(&rec, "status", CX_STR(""));
		assert_true(cx_str_is(status, "active") ||
		    cx_str_is(status, "valid"));
	}
	cx_rank_release(&r);
	cx_rank_release(&free_of);
	cx_query_release(&q);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(best),
	    cmocka_unit_test(query),
	    cmocka_unit_test_setup_teardown(alike, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(heads, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(again, set_up, tear_down),
	};

	return cmocka_run_group_tests_name("rank", tests, NULL, NULL);
}
