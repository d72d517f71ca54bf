/* Words of a text by which it is told from another. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "lib/text/facts.h"

/* The words of a text, names with ^ and exact ones with ! before them. */
static void
expect(const char *text, const char *want)
{
	struct cx_facts f = {0};
	struct cx_buf b = CX_BUF_INIT;

	cx_facts_read(&f, cx_str(text));
	for (size_t i = 0; i < f.n; i++) {
		cx_buf_puts(&b, i ? " " : "");
		cx_buf_puts(&b, f.v[i].kind == CX_FACT_EXACT ? "!" :
		    f.v[i].kind == CX_FACT_NAME ? "^" : "");
		cx_buf_str(&b, f.v[i].word);
	}
	if (strcmp(cx_buf_cstr(&b), want) != 0)
		fail_msg("'%s': %s, not %s", text, b.s, want);
	cx_buf_release(&b);
	cx_facts_release(&f);
}

static void
words(void **state)
{
	(void)state;
	expect("", "");
	expect(" - ... !", "");
	expect("It is (so), \"said\" he; don't.", "it is so said he don't");
	expect("Redis is fast. Redis too, and Redis!", "redis is fast redis "
	    "too and ^redis");
	expect("the cat's and the dog\xE2\x80\x99s", "the cat and the dog");
	expect("input/output, well-known", "input output well known");
	expect("ALL IS WELL", "all is well");
	expect("on Mondays, in March", "on ^monday in ^march");
	expect("e.g. this, i.e. that", "e g this i e that");
	/* One character of a script without spaces after the other. */
	expect("\xE6\xBC\xA2\xE5\xAD\x97 7", "\xE6\xBC\xA2 \xE5\xAD\x97 !7");
}

static void
exact(void **state)
{
	(void)state;
	expect("at 10.0.0.7, port 8081.", "at !10.0.0.7 port !8081");
	expect("v2.3.1 and V2", "!2.3.1 and !2");
	expect("2.4 and 2.40", "!2.4 and !2.40");
	expect("1,000 or 1000 or 10,00", "!1000 or !1000 or !10,00");
	expect("8GB, 5 m, 30-day", "!8 gb !5 ^m !30 day");
	expect("three of one", "^3 of one");
	expect("-j4 --no-cache -v - x", "!-j4 !--no-cache !-v x");
	expect("in ~/x, ./y and /srv/z/", "in !~/x !./y and !/srv/z/");
	expect("deploy.yml .env a_b", "!deploy.yml !.env !a_b");
	expect("BIL-101 eu-west-1", "!bil-101 !eu-west-1");
	expect("the PDFs of an API by NestJS", "the !pdf of an !api by "
	    "!nestjs");
	expect("a@b.example http://x.example/y?z=1", "!a@b.example "
	    "!http://x.example/y?z=1");
	expect("A=b std::move C++ C# #12", "!a=b !std::move !c++ !c# !12");
}

static bool
differ(const char *x, const char *y)
{
	struct cx_analyzer *a = cx_analyzer_new(CX_STR("porter"));
	struct cx_facts_asked *f = cx_facts_ask(a, cx_str(x), NULL,
	    NULL);
	bool forth = cx_facts_differ(f, cx_str(y));

	/* What was asked in between changes nothing. */
	assert_false(cx_facts_differ(f, cx_str(x)));
	assert_int_equal(cx_facts_differ(f, cx_str(y)), forth);
	cx_facts_asked_free(f);
	f = cx_facts_ask(a, cx_str(y), NULL, NULL);
	assert_int_equal(cx_facts_differ(f, cx_str(x)), forth);
	cx_facts_asked_free(f);
	cx_analyzer_free(a);
	return forth;
}

static void
facts(void **state)
{
	(void)state;
	assert_false(differ("", ""));
	assert_false(differ("the cache of it", "The cache, of it."));
	assert_true(differ("the cache of host 7", "the cache of host 8"));
	assert_true(differ("the cache of host 7", "the cache of host"));
	assert_true(differ("the cache of flat 7a", "the cache of flat 7b"));
	assert_false(differ("it takes 7s there", "it takes 7 s there"));
	assert_true(differ("ask Ann about the cache", "ask Bob about the "
	    "cache"));
	assert_false(differ("ask Ann about the cache", "about the cache ask"));
	/* One mould. */
	assert_true(differ("the mould of the bread is green and bad",
	    "the mould of the cheese is green and bad"));
	assert_false(differ("the moulds of the bread are green because of it",
	    "the mould of the breads is green since it is so"));
	assert_false(differ("the mould of the bread is green and bad",
	    "the mould of the bread is green"));
	/* What has changed places, and what has only moved. */
	assert_true(differ("use npm over pnpm here", "use pnpm over npm here"));
	assert_true(differ("the web team calls the data office", "the data "
	    "office calls the web team"));
	assert_true(differ("two sons and a daughter", "two daughters and a "
	    "son"));
	assert_false(differ("sons and daughters", "daughters and sons"));
	assert_false(differ("every night the bread grows mould", "the bread "
	    "grows mould every night"));
	assert_false(differ("the cat eats the bird", "the bird is eaten by "
	    "the cat"));
	assert_true(differ("oil to the left tank, milk to the right one",
	    "milk goes to the left tank, oil goes to the right one"));
	/* Other words in another order are no mould. */
	assert_false(differ("at night the bread grows mould on the shelf",
	    "mould appears on the bread when on the shelf at night"));
}

static bool
agree(const char *x, const char *y)
{
	struct cx_analyzer *a = cx_analyzer_new(CX_STR("porter"));
	struct cx_facts_asked *f = cx_facts_ask(a, cx_str(x), NULL, NULL);
	bool so = cx_facts_agree(f, cx_str(y));

	cx_facts_asked_free(f);
	cx_analyzer_free(a);
	return so;
}

static void
agreeing(void **state)
{
	(void)state;
	assert_true(agree("the jam in Oslo on 8081", "Oslo: 8081 is stuck"));
	assert_false(agree("the jam in Oslo", "here in Oslo it is stuck"));
	assert_false(agree("the jam of 7, and again 7", "7, 7 are stuck"));
	assert_false(agree("lamp 4 is high in Oslo", "in Oslo lamp 4 is low"));
	/* What says more is no repetition; what says less is. */
	assert_false(agree("ask 7 in Oslo, the queue is long", "ask 7 in "
	    "Oslo"));
	assert_true(agree("ask 7 in Oslo", "ask 7 in Oslo, the queue is "
	    "long"));
}

/* Two documents as long as a reference may be, alike but for a word: with a
 * loop over all triples of words this took minutes. */
static void
documents(void **state)
{
	struct cx_analyzer *a = cx_analyzer_new(CX_STR("english"));
	struct cx_buf x = CX_BUF_INIT, y = CX_BUF_INIT;
	struct cx_facts_asked *f;

	(void)state;
	for (int i = 0; i < 12000; i++) {
		char word[8] = "waaaa";

		for (int n = i, k = 4; k > 0; k--, n /= 26)
			word[k] = (char)('a' + n % 26);
		cx_buf_fmt(&x, "%s%s ", word, i % 7 == 6 ? "," : "");
		cx_buf_fmt(&y, "%s%s ", i == 5000 ? "another" : word,
		    i % 7 == 6 ? "," : "");
	}
	f = cx_facts_ask(a, cx_buf_view(&x), NULL, NULL);
	assert_false(cx_facts_differ(f, cx_buf_view(&x)));
	assert_false(cx_facts_differ(f, cx_buf_view(&y)));
	cx_buf_puts(&x, "bars in the gauge and pascals in the report");
	cx_buf_puts(&y, "pascals in the gauge and bars in the report");
	cx_facts_asked_free(f);
	f = cx_facts_ask(a, cx_buf_view(&x), NULL, NULL);
	assert_true(cx_facts_differ(f, cx_buf_view(&y)));
	cx_facts_asked_free(f);
	cx_analyzer_free(a);
	cx_buf_release(&x);
	cx_buf_release(&y);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(words),
	    cmocka_unit_test(exact),
	    cmocka_unit_test(facts),
	    cmocka_unit_test(agreeing),
	    cmocka_unit_test(documents),
	};

	return cmocka_run_group_tests_name("facts", tests, NULL, NULL);
}
