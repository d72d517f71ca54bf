/*
 * The Markdown scanner is linear.  Every hostile text below is scanned in
 * sizes n, 2n and 4n under callgrind, which counts instructions; what 4n
 * costs over 2n must be about twice what 2n costs over n.  A single
 * quadratic case outweighs all others, so their sum is compared.
 *
 *	test-md-linear N [CASE]   only scans; for finding the culprit
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

#include "lib/markdown/md.h"
#include "lib/base/mem.h"

/* Repeated to fill the text; a leading \1 means a growing run of the next
 * byte before the rest, \2 a shrinking one. */
static const char *const cases[] = {
    "[", "]", "`", "~", "#", ">", "-", "\\", "\n", "- ", "1. ", "> ", ">\n",
    "[[", "[[a", "[[a\n", "[[a]]", "[[[[]]", "![[a", "[[`", "[[ `x` ", "[[ `` ",
    "[[a <!-- ", "[[a <!--x-->", "\\[[", "\\`", "\\\\`", "`a\n", "`a\n\n",
    "` a`` ", "```a ", "x ```", "~~~ ", "x ~~~ ", "~~~\nx\n", "> ```\n",
    "> ```\nx\n", "```\n> ", ">```\n>>", "<", "<!--", "x <!-- ", "x <!-- -",
    "<!--\n\n", "> <!-- x\n", "> <!--\nx\n", "<!-- x -->", "- <!-- --> ~~~ ",
    ">>>> x <!-- --> ~~~ ` ", "x <!-- -->\n", "#a ", "#a", "#1a", " #",
    "\xe2\x80\x83#\xc3\xa9 ", "| `\n", "`[[`]]", "\1` ", "\1`a\n", "\2` ",
    "\1[ ", "\1\\`", "\1~ x", "\1>\n", "`x.md:", "`x.md#", "`x.md` ", ".md",
    "[a](", "](a 'b", "[a](<b", "[a](b(", "[a]: b\n", "[a][a]", "[a]:",
    "<a b=\"", "<a b='", "<a ", "<a href=", "<a href=\"\">",
    "<x:", "<p>\n", "<p>[a](b)\n\n", "<?", "</",
    "\1[]", "[]", "[a]: b\n\n[a]", "![a](b)", "[a](b \"", "[\\]", "[[a]](",
    "$", "$a", "$a ", "$a$ ", "$5 a ", "$5 a$", "\1$a ", "$$", "$$a", "$$a ",
    "$$\n", "$$\n\n", "$$a\n", "> $$\n", "\\(", "\\[", "\\(a ", "\\[\n",
    "\\(a\\)", "\\]", "\1\\(", "\1\\\\) ", "| $a", "$a|",
    "|a\n", "x\n|", "$$ |a\n", "$$ a\n|", "`a\n|", "|-\n|a\n", "$`a", "$[a](",
    "x\n`", "\1` [[ ", "[[\1` ", "x `` <!-- [[ \\` ~~~ #a > ",
};

/* Valgrind cannot run what carries its own sanitizer. */
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#endif
#ifndef SANITIZED
#define SANITIZED 0
#endif

enum { N_CASES = sizeof cases / sizeof *cases };

static const char *self;

static void
fill(struct cx_buf *b, const char *pattern, size_t n)
{
	size_t k = *pattern == '\2' ? 600 : 1, i;
	const char *p;

	while (b->len < n) {
		for (p = pattern; *p; p++) {
			if (*p != '\1' && *p != '\2') {
				cx_buf_char(b, *p);
				continue;
			}
			for (i = 0; i < k && b->len < n; i++)
				cx_buf_char(b, p[1]);
			k += *p == '\1' ? 1 : k > 1 ? (size_t)-1 : 599;
			p++;
		}
	}
}

/* Also with a line before all that keeps the prefix of lines long. */
static size_t
scan(const char *pattern, size_t n, size_t quotes)
{
	struct cx_buf b = CX_BUF_INIT;
	struct cx_md m;
	struct cx_md_item it;
	struct cx_md_defs defs = {0};
	size_t items = 0;

	while (b.len < quotes)
		cx_buf_char(&b, '>');
	fill(&b, pattern, n);
	cx_md_init(&m, cx_buf_view(&b),
	    CX_MD_LINK | CX_MD_TAG | CX_MD_REF | CX_MD_TEXT);
	while (cx_md_next(&m, &it))
		items++;
	cx_md_defs_find(&defs, cx_buf_view(&b));
	cx_md_init(&m, cx_buf_view(&b), CX_MD_LINK | CX_MD_TAG | CX_MD_REF |
	    CX_MD_INLINE | CX_MD_DEF | CX_MD_HTML);
	m.defs = &defs;
	while (cx_md_next(&m, &it))
		items++;
	cx_md_defs_release(&defs);
	cx_buf_release(&b);
	return items;
}

static void
scan_all(size_t n, int only)
{
	int i;

	for (i = 0; i < N_CASES; i++)
		if (only < 0 || only == i) {
			scan(cases[i], n, 0);
			scan(cases[i], n, n / 2);
		}
}

/* Instructions of scan_all, as callgrind counts them; 0 without it. */
static double
count(size_t n, int only)
{
	struct cx_buf cmd = CX_BUF_INIT;
	char line[512];
	double got = 0;
	FILE *f;

	/* Valgrind 3.19 gives up on what clang writes for debuggers. */
	cx_buf_fmt(&cmd, "strip -g -o '%s.plain' '%s' && "
	    "valgrind --tool=callgrind --callgrind-out-file=/dev/null"
	    " '%s.plain' %zu %d 2>&1; rm -f '%s.plain'", self, self, self, n,
	    only, self);
	f = popen(cx_buf_cstr(&cmd), "r");
	assert_non_null(f);
	while (fgets(line, sizeof line, f))
		if (sscanf(line, "==%*d== Collected : %lf", &got) == 1)
			break;
	while (fgets(line, sizeof line, f))
		;
	assert_int_not_equal(pclose(f), -1);
	cx_buf_release(&cmd);
	return got;
}

static void
test_linear(void **state)
{
	enum { N = 8000 };
	double one, two, four, ratio;
	int i;

	(void)state;
	if (SANITIZED) {
		scan_all(N, -1);
		skip();
	}
	if (system("valgrind --version >/dev/null 2>&1") != 0) {
		print_message("valgrind is not there: nothing counted\n");
		skip();
	}
	one = count(N, -1);
	two = count(2 * N, -1);
	four = count(4 * N, -1);
	assert_true(one > 0 && two > one && four > two);
	ratio = (four - two) / (two - one);
	if (ratio > 2.03)
		for (i = 0; i < N_CASES; i++)
			print_error("case %d: %.2f\n", i,
			    (count(4 * N, i) - count(2 * N, i)) /
				(count(2 * N, i) - count(N, i)));
	print_message("instructions %.0f %.0f %.0f, ratio %.3f\n", one, two,
	    four, ratio);
	assert_true(ratio < 2.03);
	/* Filling included; a search repeated up to a limit shows here. */
	assert_true(four < 240.0 * 4 * N * 2 * N_CASES);
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_linear)};

	if (argc > 1) {
		scan_all(strtoul(argv[1], NULL, 10),
		    argc > 2 ? atoi(argv[2]) : -1);
		return 0;
	}
	self = argv[0];
	return cmocka_run_group_tests(tests, NULL, NULL);
}
