/* Unit tests of headings, slugs and anchors. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

#include "lib/markdown/anchors.h"

static void
slugs(void **state)
{
	static const char *const table[][2] = {
	    {"Foo Bar", "foo-bar"},
	    {"Foo & Bar", "foo--bar"},
	    {"What's new?", "whats-new"},
	    {"v1.2.3: fixes", "v123-fixes"},
	    {"`cx-scan` and **bold**", "cx-scan-and-bold"},
	    {"snake_case stays", "snake_case-stays"},
	    {"_emphasis_ goes, __init__ too", "emphasis-goes-init-too"},
	    {"half _open", "half-_open"},
	    {"See [the page](a.md) and [[b|c]]", "see-the-page-and-c"},
	    {"A <a name=\"x\"></a> tag, `<T>` and &amp;", "a--tag-t-and-"},
	    {"\xc3\x9c" "ber Gr\xc3\xb6\xc3\x9f" "e",
		"\xc3\xbc" "ber-gr\xc3\xb6\xc3\x9f" "e"},
	    {"\xe6\x97\xa5\xe6\x9c\xac \xe8\xaa\x9e",
		"\xe6\x97\xa5\xe6\x9c\xac-\xe8\xaa\x9e"},
	    {"\xf0\x9f\x9a\x80 Start", "-start"},
	    {"\xe2\x9a\xa0\xef\xb8\x8f Stop", "-stop"},
	    {"a - b -- c", "a---b----c"},
	    {"1 < 2 > 0", "1--2--0"},
	    {"", ""},
	};
	struct cx_buf b = CX_BUF_INIT;

	(void)state;
	for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
		b.len = 0;
		cx_anchors_slug(&b, cx_str(table[i][0]));
		assert_string_equal(cx_buf_cstr(&b), table[i][1]);
	}
	cx_buf_release(&b);
}

static void
headings(void **state)
{
	static const char text[] = "# One\n## Two ##\nThree\nlines\n-----\n"
	    "```\n# code\n```\n- item\n  ```sh\n  # comment\n  ```\n"
	    "- ## In a list\n> ### Quoted\n\n> ```\n> # no\n\n"
	    "    # indented\n<!--\n# hidden\n-->\n####### seven\n#tag\n"
	    "Four {#four}\n====\n1. ### Fifth\n- ~~~\n  # no\n###### Six\n";
	static const struct {
		unsigned level;
		bool nested;
		const char *text;
	} want[] = {{1, false, "One"}, {2, false, "Two"},
	    {2, false, "Three\nlines"}, {2, true, "In a list"},
	    {3, true, "Quoted"}, {1, true, "indented"}, {1, false, "Four"},
	    {3, true, "Fifth"}, {6, false, "Six"}};
	struct cx_md_headings h = {.rest = CX_STR(text)};
	struct cx_md_heading one;
	size_t n = 0;

	(void)state;
	for (; cx_md_heading_next(&h, &one); n++) {
		assert_true(n < sizeof want / sizeof *want);
		if (!cx_str_is(one.text, want[n].text))
			print_error("%.*s\n", (int)one.text.len, one.text.s);
		assert_true(cx_str_is(one.text, want[n].text));
		assert_int_equal(one.level, want[n].level);
		assert_int_equal(one.nested, want[n].nested);
		assert_true(one.text.s >= text &&
		    one.text.s + one.text.len < text + sizeof text);
	}
	assert_int_equal(n, sizeof want / sizeof *want);
}

/* kind and heading, such as "t2": s slug, t text, b block, i id, - none. */
static void
find(struct cx_anchors *a, const char *anchor, bool wiki, const char *want)
{
	struct cx_anchor x = cx_anchors_find(a, cx_str(anchor), wiki);
	char got[32];

	if (x.n)
		snprintf(got, sizeof got, "%c%u", "-stbi"[x.kind],
		    (unsigned)x.part[x.n - 1].heading);
	else
		snprintf(got, sizeof got, "%c", "-stbi"[x.kind]);
	if (strcmp(got, want) != 0)
		print_error("%s: %s\n", anchor, got);
	assert_string_equal(got, want);
}

static void
anchors(void **state)
{
	static const char text[] = "# Guide\n## Set-up: first\ntext ^b-1\n"
	    "### Notes\n## Notes\n### Deep\n# Other\n### Deep\n^alone\n"
	    "## Notes-1\nno^block <a id='Pin'> x^2 ^no block\n"
	    "## With id {#own}\n<h2 name=named>\n{: #late .c}\n"
	    "- [[x]] ^bP_x2\n";
	static const struct {
		const char *anchor, *wiki, *markdown;
	} want[] = {
	    /* headings: 0 Guide, 1 Set-up: first, 2 Notes, 3 Notes, 4 Deep,
	     * 5 Other, 6 Deep, 7 Notes-1, 8 With id */
	    {"Guide", "t0", "t0"}, {"guide", "t0", "s0"},
	    {"Set-up: first", "t1", "t1"}, {"set-up first", "t1", "t1"},
	    {"set-up-first", "s1", "s1"}, {"setup-first", "-", "-"},
	    {"Notes", "t2", "t2"}, {"notes", "t2", "s2"},
	    {"notes-1", "t7", "s3"}, {"notes-1-1", "s7", "s7"},
	    {"deep", "t4", "s4"}, {"deep-1", "s6", "s6"},
	    {"Other#Deep", "t6", "t6"}, {"Guide#Deep", "t4", "t4"},
	    {"Guide#Notes#Deep", "-", "-"}, {"Deep#Other", "-", "-"},
	    {"Notes#Guide", "-", "-"}, {"^b-1", "b", "b"},
	    {"^B-1", "b", "b"}, {"^alone", "b", "b"}, {"^block", "-", "-"},
	    {"^no", "-", "-"}, {"^2", "-", "-"}, {"Guide#^alone", "b", "b"},
	    {"pin", "i", "i"}, {"own", "i", "i"}, {"With id", "t8", "t8"},
	    {"with-id", "s8", "s8"}, {"named", "i", "i"},
	    {"late", "i", "i"}, {"top", "i", "i"},
	    {":~:text=x", "i", "i"}, {"", "-", "-"}, {"#", "-", "-"},
	    {"^", "-", "-"}, {"none", "-", "-"}, {"^bP_x2", "b", "b"},
	    {"^begin", "b", "b"}, {"notes:#^end", "t2", "-"},
	};
	struct cx_anchors a = {0};

	(void)state;
	for (int twice = 0; twice < 2; twice++) {
		cx_anchors_read(&a, CX_STR(text));
		for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
			find(&a, want[i].anchor, true, want[i].wiki);
			find(&a, want[i].anchor, false, want[i].markdown);
		}
	}
	cx_anchors_read(&a, CX_STR(""));
	find(&a, "guide", false, "-");
	cx_anchors_release(&a);
}

/* A formula that begins at the end of a line ends at the next mark, which does
 * not begin another. */
static void
formulas(void **state)
{
	struct cx_anchors a = {0};

	(void)state;
	cx_anchors_read(&a, CX_STR("1. so: $$\n  f\n# no\n$$\n2. $x$\n\n"
	    "$$\n# no\n$$\n\n## Late\n$$\nz\n$$\n## Cost $$\n"
	    "one $$ two $$\n## Next\n`a` $$\n\n## Last\n\n$$\ny\n$$\n"));
	find(&a, "no", false, "-");
	find(&a, "late", false, "s0");
	find(&a, "next", false, "s2");
	find(&a, "last", false, "s3");
	cx_anchors_release(&a);
}

/* Slugs as the engines named here make them; the others are misses. */
static void
engines(void **state)
{
	static const char *const table[][2] = {
	    {"A & B", "a--b"}, {"A & B", "a-b"}, /* GitHub, GitLab */
	    {"What's new in 2.1?", "what-s-new-in-2-1"}, /* blackfriday */
	    {"What's new in 2.1?", "whats-new-in-21"},
	    {"What's new in 2.1?", "whats-new-in-21_1"}, /* Python-Markdown */
	    {"2. Gr\xc3\xb6\xc3\x9f" "e x", "gre-x"}, /* kramdown */
	    {"1. Steps", "steps"}, {"A - b_c", "a-b_c"},
	    {"Steps", ""}, {"Steps", "step"}, {"Steps", "steps-1"},
	    {"A & B", "b"}, {"!", "1"}, {"Steps", "_1"},
	};
	struct cx_anchors a = {0};

	(void)state;
	for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
		CX_AUTO_BUF text = CX_BUF_INIT;
		bool found;

		cx_buf_fmt(&text, "## %s\n", table[i][0]);
		cx_anchors_read(&a, cx_buf_view(&text));
		found = cx_anchors_find(&a, cx_str(table[i][1]), false).kind ==
		    CX_ANCHOR_SLUG;
		if (found != (i < 8))
			print_error("%s: %s\n", table[i][0], table[i][1]);
		assert_int_equal(found, i < 8);
	}
	cx_anchors_release(&a);
}

/* What stands behind `#` in each kind of link. */
static void
spans(void **state)
{
	static const char *const table[][2] = {
	    {"[[a#B c|d]]", "B c"}, {"[[#B]]", "B"}, {"[[a]]", ""},
	    {"[[a# ]]", ""}, {"| [[a#B\\|c]] |", "B"}, {"[[a|b#c]]", ""},
	    {"![[a#^x]]", "^x"}, {"[[a#B#C]]", "B#C"},
	    {"[t](a.md#b-c)", "b-c"}, {"[t](#b%20c \"T\")", "b%20c"},
	    {"[t](<a b.md#c d>)", "c d"}, {"[t](a.md?x=1#y)", "y"},
	    {"[t](a.md)", ""}, {"[t](a&#38;b.md#y)", "y"},
	    {"[l]: a.md#y 'T'", "y"}, {"`a.md#y`", "y"}, {"`` a.md#y ``", "y"},
	    {"`a.md:3`", ""}, {"`a.md`", ""},
	};
	struct cx_md m;
	struct cx_md_item it;
	size_t from, to;

	(void)state;
	for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
		struct cx_str t = cx_str(table[i][0]), got = CX_STR("");

		cx_md_init(&m, t, CX_MD_LINK | CX_MD_REF | CX_MD_INLINE |
		    CX_MD_DEF);
		assert_true(cx_md_next(&m, &it));
		if (cx_md_item_anchor(&m, &it, &from, &to))
			got = cx_strn(t.s + from, to - from);
		if (!cx_str_is(got, table[i][1]))
			print_error("%s: %.*s\n", t.s, (int)got.len, got.s);
		assert_true(cx_str_is(got, table[i][1]));
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(slugs),
	    cmocka_unit_test(headings), cmocka_unit_test(anchors),
	    cmocka_unit_test(formulas), cmocka_unit_test(engines),
	    cmocka_unit_test(spans)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
