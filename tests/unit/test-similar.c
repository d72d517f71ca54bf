/* Similarity: reference values, negations, which is nearest. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <math.h>
#include <stdlib.h>

#include <cmocka.h>

#include "lib/text/similar.h"

static int64_t
cosine(const char *a, const char *b)
{
	int64_t forth = cx_similar_cosine(cx_str(a), cx_str(b));
	int64_t back = cx_similar_cosine(cx_str(b), cx_str(a));

	assert_int_equal(forth, back);
	return forth;
}

static void
reference(void **state)
{
	(void)state;
	assert_int_equal(cosine("Using NestJS for the backend API with "
	    "TypeScript strict mode", "Using NestJS for backend API with "
	    "TypeScript strict mode enabled"), 760837);
	assert_int_equal(cosine("aa bb cc dd", "aa bb cc ee"), 514661);
	assert_int_equal(cosine("Decided to use Turso for cloud sync because "
	    "it is SQLite-compatible and has a generous free tier",
	    "Using Turso for cloud sync since it is SQLite compatible with a "
	    "generous free tier for our needs"), 427658);
	assert_int_equal(cosine("We decided to use Redis for the session "
	    "cache in production because latency matters",
	    "We decided not to use Redis for the session cache in production "
	    "because latency matters"), 912082);
	assert_int_equal(cosine("Case, or punctuation; ONLY!",
	    "case or punctuation only"), 1000000);
}

static void
edges(void **state)
{
	(void)state;
	assert_int_equal(cosine("", ""), 0);
	assert_int_equal(cosine("a b c", "a b c"), 0);
	assert_int_equal(cosine("aa bb", ""), 0);
	assert_int_equal(cosine("aa bb", "cc dd"), 0);
	/* Single characters count where they are not ASCII. */
	assert_int_equal(cosine("x aa y", "z aa"), 1000000);
	assert_true(cosine("\xD1\x8F aa", "\xD0\xB6 aa") < 1000000);
	/* Scripts without blanks are compared by pairs. */
	assert_int_equal(cosine("\xE6\xBC\xA2\xE5\xAD\x97\xE5\x88\x97",
	    "\xE6\xBC\xA2\xE5\xAD\x97\xE5\x88\x97"), 1000000);
	assert_true(cosine("\xE6\xBC\xA2\xE5\xAD\x97\xE5\x88\x97",
	    "\xE6\xBC\xA2\xE5\xAD\x97\xE6\x96\x87") < 1000000);
	/* Words are not stemmed, and stop words count. */
	assert_int_equal(cosine("running", "runs"), 0);
	assert_int_equal(cosine("the", "the"), 1000000);
}

static void
negations(void **state)
{
	(void)state;
	assert_int_equal(cx_negations(CX_STR("")), 0);
	assert_int_equal(cx_negations(CX_STR("notable north knot nothing")), 0);
	assert_int_equal(cx_negations(CX_STR("Not no NEVER without")), 4);
	assert_int_equal(cx_negations(CX_STR("neither nor Nobody none unless")),
	    5);
	assert_int_equal(cx_negations(CX_STR("don't won\xE2\x80\x99t")), 2);
	/* As some keyboards and word processors have it. */
	assert_int_equal(cx_negations(CX_STR("don\xE2\x80\x98t")), 1);
	assert_int_equal(cx_negations(CX_STR("cannot, can't")), 2);
	assert_int_equal(cx_negations(CX_STR("Nicht kein KEINEM keineswegs")),
	    3);
	assert_int_equal(cx_negations(CX_STR("n\xE2\x80\x99" "est pas, "
	    "N\xC3\x83" "O, \xD0\x9D\xD0\xB5")), 3);
	assert_int_equal(cx_negations(CX_STR("non-root, non")), 1);
	/* 不可以, ありません */
	assert_int_equal(cx_negations(CX_STR("\xE4\xB8\x8D\xE5\x8F\xAF"
	    "\xE4\xBB\xA5 \xE3\x81\x82\xE3\x82\x8A\xE3\x81\xBE"
	    "\xE3\x81\x9B\xE3\x82\x93")), 2);
	assert_int_equal(cx_negations(CX_STR("ant want isnt 't n't")), 0);
}

static void
put(struct cx_similar *s, const char *text, uint32_t number)
{
	assert_int_equal(cx_similar_add(s, cx_str(text)), number);
}

static void
nearest(void **state)
{
	struct cx_similar *s = cx_similar_new();
	struct cx_nearest n = {0, 0};
	static const uint32_t both[] = {1, 3};
	struct cx_str text = CX_STR("alpha beta gamma delta");

	(void)state;
	assert_false(cx_similar_nearest(s, text, 0, NULL, 0, &n));
	put(s, "something else entirely", 0);
	put(s, "Alpha beta gamma delta.", 1);
	put(s, "never alpha beta gamma delta", 2);
	put(s, "delta gamma beta alpha", 3);
	put(s, "alpha beta gamma", 4);

	/* The first of equals. */
	assert_true(cx_similar_nearest(s, text, 850000, NULL, 0, &n));
	assert_int_equal(n.number, 1);
	assert_int_equal(n.cosine, 1000000);
	assert_true(cx_similar_nearest(s, text, 850000, both, 1, &n));
	assert_int_equal(n.number, 3);
	/* Left out, they do not count in df and N either. */
	assert_true(cx_similar_nearest(s, text, 1, both, 2, &n));
	assert_int_equal(n.number, 4);
	{
		struct cx_similar *t = cx_similar_new();
		struct cx_nearest m;

		put(t, "something else entirely", 0);
		put(t, "never alpha beta gamma delta", 1);
		put(t, "alpha beta gamma", 2);
		assert_true(cx_similar_nearest(t, text, 1, NULL, 0, &m));
		assert_int_equal(m.cosine, n.cosine);
		assert_int_equal(m.number, 2);
		cx_similar_free(t);
	}
	/* As near as is asked for is near enough. */
	assert_true(cx_similar_nearest(s, text, n.cosine, both, 2, &n));
	assert_false(cx_similar_nearest(s, text, n.cosine + 1, both, 2, &n));
	/* A negation on both sides is none. */
	assert_true(cx_similar_nearest(s, CX_STR("alpha never beta gamma "
	    "delta"), 850000, NULL, 0, &n));
	assert_int_equal(n.number, 2);
	cx_similar_free(s);
}

/* Against the plain formula, on small random texts. */
static void
formula(void **state)
{
	static const char *const words[] = {"aa", "bb", "cc", "dd", "ee",
	    "ff", "gg", "hh"};
	uint32_t seed = 7;

	(void)state;
	for (int round = 0; round < 200; round++) {
		struct cx_similar *s = cx_similar_new();
		struct cx_nearest best = {0, 0}, got = {0, 0};
		double tf[9][8] = {{0}}, idf[8];

		for (int t = 0; t < 9; t++) {
			struct cx_buf b = CX_BUF_INIT;

			for (int k = 0; k < 12; k++) {
				seed = seed * 1664525u + 1013904223u;
				tf[t][(seed >> 20) % 8]++;
				cx_buf_fmt(&b, "%s ", words[(seed >> 20) % 8]);
			}
			if (t < 8) {
				cx_similar_add(s, cx_buf_view(&b));
				cx_buf_release(&b);
				continue;
			}
			cx_similar_nearest(s, cx_buf_view(&b), 0, NULL, 0,
			    &got);
			cx_buf_release(&b);
		}
		for (int w = 0; w < 8; w++) {
			int df = 0;

			for (int t = 0; t < 9; t++)
				df += tf[t][w] > 0;
			idf[w] = log(9.0 / (1 + df)) + 1;
		}
		for (int t = 0; t < 8; t++) {
			double ab = 0, aa = 0, bb = 0;
			int64_t c;

			for (int w = 0; w < 8; w++) {
				double x = tf[8][w] / 12 * idf[w];
				double y = tf[t][w] / 12 * idf[w];

				ab += x * y, aa += x * x, bb += y * y;
			}
			c = llround(ab / sqrt(aa) / sqrt(bb) * 1e6);
			if (c > best.cosine)
				best = (struct cx_nearest){(uint32_t)t, c};
		}
		assert_int_equal(got.number, best.number);
		assert_int_equal(got.cosine, best.cosine);
		cx_similar_free(s);
	}
}

/* The texts that rest_df counts: all but the last two of these. */
static const char *const all[] = {"the alpha beta gamma", "beta gammas Delta",
    "alpha alpha epsilon zeta", "the gamma delta x", "alpha beta gamma eta",
    "theta iota"};

#define REST 4

static uint32_t
rest_df(void *arg, struct cx_str word)
{
	uint32_t df = 0;

	++*(int *)arg;
	for (size_t i = 0; i < REST; i++) {
		struct cx_analyzer *a = cx_analyzer_new(CX_STR("none"));
		struct cx_terms t = {NULL, 0, 0};
		bool has = false;

		cx_analyze(a, cx_str(all[i]), CX_ANALYZE_ALL, &t);
		for (size_t k = 0; k < t.n; k++)
			has |= cx_str_eq(cx_analyzer_term(a, t.id[k]), word);
		df += has;
		cx_terms_release(&t);
		cx_analyzer_free(a);
	}
	return df;
}

/* With counts of the rest, a few texts give the same as all; whatever the
 * analyzer stems. */
static void
among(void **state)
{
	struct cx_analyzer *a = cx_analyzer_new(CX_STR("porter"));
	int asked = 0;
	struct cx_similar *s = cx_similar_among(a, &(struct cx_similar_rest){
	    REST, rest_df, &asked});
	struct cx_similar *t = cx_similar_new();
	struct cx_str text = CX_STR("Alpha gamma, the beta x");
	static const uint32_t order[] = {0, 1, 2, 3, 4, 5};
	/* In s the third, the first, and those that are not in the rest. */
	static const uint32_t of[] = {1, 0, 2, 3}, same[] = {0, 2, 4, 5};
	struct cx_nearest n, m;

	(void)state;
	for (uint32_t i = 0; i < 6; i++)
		put(t, all[i], i);
	assert_int_equal(cx_similar_show(s, cx_str(all[2])), 0);
	assert_int_equal(cx_similar_show(s, cx_str(all[0])), 1);
	assert_int_equal(cx_similar_add(s, cx_str(all[4])), 2);
	assert_int_equal(cx_similar_add(s, cx_str(all[5])), 3);
	for (size_t i = 0; i < 4; i++) {
		/* Each alone, and with each other one left out. */
		for (size_t k = 0; k < 5; k++) {
			bool out = k < 4;

			assert_int_equal(cx_similar_nearest_of(s, text, 1,
			    &of[i], 1, &of[k % 4], out, &n), k != i && i < 3);
			assert_int_equal(cx_similar_nearest_of(t, text, 1,
			    &same[i], 1, &same[k % 4], out, &m),
			    k != i && i < 3);
			if (k != i && i < 3)
				assert_int_equal(n.cosine, m.cosine);
		}
	}
	/* Each word is asked for once. */
	assert_int_equal(asked, 9);
	/* Whom of equals the order says. */
	assert_true(cx_similar_nearest_of(t, cx_str(all[0]), 1, order, 6, NULL,
	    0, &m));
	assert_int_equal(m.number, 0);
	assert_int_equal(m.cosine, 1000000);
	assert_false(cx_similar_nearest_of(s, text, 1, NULL, 0, NULL, 0, &n));
	cx_similar_free(s);
	cx_similar_free(t);
	cx_analyzer_free(a);
}

/* What the words weigh comes to the whole, and a text that lacks more than
 * may be missing is not near. */
static void
weights(void **state)
{
	struct cx_analyzer *a = cx_analyzer_new(CX_STR("porter"));
	struct cx_similar *s = cx_similar_among(a, &(struct cx_similar_rest){
	    0, NULL, NULL});
	struct cx_str text = CX_STR("the runs runs of run x");
	const struct cx_weight *w;
	double enough, sum = 0;
	size_t n;

	(void)state;
	put(s, "run", 0);
	w = cx_similar_weights(s, text, 850000, NULL, 0, &n, &enough);
	assert_int_equal(n, 4);
	for (size_t i = 0; i < n; i++) {
		/* the runs of run: df 1 1 1 2, of 2 */
		double idf = log(2.0 / (i == 3 ? 3 : 2)) + 1;
		double tf = i == 1 ? 2 : 1;

		assert_true(fabs(w[i].square - tf * idf * tf * idf) < 1e-12);
		assert_int_equal(w[i].stop, i == 0 || i == 2);
		assert_int_equal(w[i].term == w[1].term, i == 1 || i == 3);
		sum += w[i].square;
	}
	assert_true(enough <= sum * .85 * .85);
	assert_true(enough > sum * .8499 * .8499);
	(void)cx_similar_weights(s, text, 0, NULL, 0, &n, &enough);
	assert_true(enough <= 0);
	cx_similar_free(s);
	cx_analyzer_free(a);
}

static bool
is_even(void *arg, uint32_t number, bool loose)
{
	++*(int *)arg;
	return !loose && number % 2 == 0;
}

static void
reworded(void **state)
{
	struct cx_analyzer *a = cx_analyzer_new(CX_STR("porter"));
	struct cx_similar_rest rest = {0, NULL, NULL};
	struct cx_similar *s = cx_similar_among(a, &rest);
	struct cx_str text = CX_STR("the lamps of the hall were painted "
	    "yellow by Anna");
	struct cx_nearest n = {0, 0};
	const struct cx_weight *w;
	double enough;
	size_t count;
	int asked = 0;

	(void)state;
	put(s, "Anna paints a hall, and its yellow lamp", 0);
	put(s, "Anna paints a hall", 1);
	put(s, "no lamp of the hall is painted yellow by Anna", 2);
	assert_false(cx_similar_nearest(s, text, 850000, NULL, 0, &n));
	w = cx_similar_terms(s, text, &count, &enough);
	assert_int_equal(count, 5);
	assert_true(w[0].square == 1 && enough == 4);
	cx_similar_reword(s, is_even, &asked);
	assert_true(cx_similar_nearest(s, text, 850000, NULL, 0, &n));
	assert_int_equal(n.number, 0);
	assert_int_equal(asked, 1);
	/* Also in another order, and then it is asked again. */
	put(s, "the hall, the lamps, yellow, painted: Anna", 3);
	assert_true(cx_similar_nearest(s, text, 850000, NULL, 0, &n));
	assert_int_equal(n.number, 0);
	assert_int_equal(asked, 3);
	cx_similar_free(s);
	cx_analyzer_free(a);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(reference),
	    cmocka_unit_test(edges),
	    cmocka_unit_test(negations),
	    cmocka_unit_test(nearest),
	    cmocka_unit_test(reworded),
	    cmocka_unit_test(formula),
	    cmocka_unit_test(among),
	    cmocka_unit_test(weights),
	};

	return cmocka_run_group_tests_name("similar", tests, NULL, NULL);
}
