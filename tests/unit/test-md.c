/* Unit tests of the Markdown scanner: what it finds, what hides, where. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "lib/markdown/md.h"
#include "lib/base/mem.h"

#define ALL                                                                   \
	(CX_MD_LINK | CX_MD_TAG | CX_MD_REF | CX_MD_CODE | CX_MD_COMMENT |    \
	    CX_MD_TEXT)

static struct cx_str
cut(struct cx_str text, size_t start, size_t end)
{
	assert_true(start <= end && end <= text.len);
	return (struct cx_str){text.s + start, end - start};
}

/*
 * Items as words: l(target) link, e(target) embed, a(destination) Markdown
 * link, i(...) image, n(...) by reference, d(...) definition, t(tag),
 * r(path), c(code) span, b(...) fenced block, m(...) comment, x(...) text;
 * the last three whole, with ? where the end is missing.
 */
static void
show(struct cx_buf *out, struct cx_str text, unsigned want)
{
	struct cx_md m;
	struct cx_md_item it;
	struct cx_md_defs defs = {0};
	struct cx_str whole, target;
	size_t last = 0;

	cx_md_defs_find(&defs, text);
	cx_md_init(&m, text, want);
	m.defs = &defs;
	while (cx_md_next(&m, &it)) {
		assert_true(it.kind & want);
		assert_true(it.kind == CX_MD_INLINE || it.start >= last);
		assert_true(it.end > it.start && it.end > last);
		whole = cut(text, it.start, it.end);
		target = cx_md_item_target(&m, &it);
		last = it.end;
		if (out->len)
			cx_buf_char(out, ' ');
		switch (it.kind) {
		case CX_MD_LINK:
			assert_true(it.target > it.start &&
			    it.after + 2 <= it.end);
			cx_buf_puts(out, it.embed ? "e" : "l");
			assert_int_equal(whole.s[0], it.embed ? '!' : '[');
			break;
		case CX_MD_TAG:
			cx_buf_puts(out, "t");
			assert_int_equal(whole.s[0], '#');
			break;
		case CX_MD_REF:
			cx_buf_puts(out, "r");
			assert_int_equal(whole.s[0], '`');
			break;
		case CX_MD_CODE:
			cx_buf_puts(out, it.block ? "b" : "c");
			if (it.block)
				target = whole;
			break;
		case CX_MD_COMMENT:
			cx_buf_puts(out, "m");
			target = whole;
			break;
		case CX_MD_INLINE:
			cx_buf_puts(out, it.reference ? "n" : it.embed ? "i" :
			    "a");
			assert_int_equal(whole.s[0], it.embed ? '!' : '[');
			break;
		case CX_MD_DEF:
			cx_buf_puts(out, "d");
			assert_int_equal(whole.s[0], '[');
			break;
		case CX_MD_HTML:
			cx_buf_puts(out, it.embed ? "s" : "h");
			assert_int_equal(whole.s[0], '<');
			break;
		case CX_MD_MATH:
			cx_buf_puts(out, it.block ? "M" : "m$");
			break;
		case CX_MD_TEXT:
			cx_buf_puts(out, "x");
			target = whole;
			it.closed = true;
			break;
		}
		if ((it.block || it.kind == CX_MD_COMMENT) && !it.closed)
			cx_buf_char(out, '?');
		cx_buf_char(out, '(');
		cx_buf_str(out, target);
		cx_buf_char(out, ')');
	}
	assert_false(cx_md_next(&m, &it));
	cx_md_defs_release(&defs);
}

struct want {
	const char *text;
	const char *found;
};

static void
check(const struct want *w, size_t n, unsigned want)
{
	struct cx_buf b = CX_BUF_INIT;
	size_t i;

	for (i = 0; i < n; i++) {
		b.len = 0;
		show(&b, cx_str(w[i].text), want);
		if (strcmp(cx_buf_cstr(&b), w[i].found) != 0)
			print_error("in: %s\n", w[i].text);
		assert_string_equal(cx_buf_cstr(&b), w[i].found);
	}
	cx_buf_release(&b);
}

#define CHECK(table, want) check(table, sizeof(table) / sizeof *(table), want)

static void
test_math(void **state)
{
	static const struct want cases[] = {
	    {"$F[x](t)$ [a](b)", "m$(F[x](t)) a(b)"},
	    {"so $$G[f](omega)$$", "m$(G[f](omega))"},
	    {"$$\nM [[t]] + \\left[a\\right](\\mu)\n\n#x\n$$ [[b]]",
		"M(\nM [[t]] + \\left[a\\right](\\mu)\n\n#x\n) l(b)"},
	    {"$[[1,2],[3,4]]$", "m$([[1,2],[3,4]])"},
	    {"\\(F[x](t)\\) [a](b)", "m$(F[x](t)) a(b)"},
	    {"\\[\nG[f](w)\n\n\\]", "M(\nG[f](w)\n\n)"},
	    {"$2x[x](t)$", "m$(2x[x](t))"},
	    {"$10^3 [x](t)$", "m$(10^3 [x](t))"},
	    {"\xe8\xae\xbe$x$\xe4\xb8\xba", "m$(x)"},
	    /* code comes first, and hides a mark */
	    {"`$` [[a]] `$`", "c($) l(a) c($)"},
	    {"```math\n[[a]]\n```", "b(```math\n[[a]]\n```)"},
	    /* prices, variables, and what has no end */
	    {"from $5 [[a]] to $6", "l(a)"}, {"$5 for [[a]] and 6$", "l(a)"},
	    {"[$5](a) and [6$](b)", "a(a) a(b)"}, {"$20k, see [[a]] or 30$",
		"l(a)"},
	    {"US$5 [[a]] US$", "l(a)"}, {"$HOME/[[a]]:$PATH", "l(a)"},
	    {"\\$x [[a]] y$", "l(a)"}, {"$x [[a]]\n\ny$", "l(a)"},
	    {"| $ | [[a]] | $ |", "l(a)"}, {"|$a|[[b]]|c$|", "l(b)"},
	    {"$$\n[[a]]", "l(a)"}, {"$$$ [[a]] $$$", "l(a)"},
	    /* a line that begins with a bar is a row only of a table */
	    {"so $$ a\n|b|\nc $$\n[[a]] $$ d\ne $$",
		"m$( a\n|b|\nc ) l(a) m$( d\ne )"},
	    {"so $$ a\n|b|c|\n|-|-|\n|$$|[[a]]|", "l(a)"},
	    {"> so `a\n> |b|c|\n> |:-:|--|\n> |`|[[a]]|", "l(a)"},
	    {"> so `a [[x]]\n> |b` [[a]]\n|-|", "c(a [[x]]\n> |b) l(a)"},
	    {"$the price of two things [[a]] is x$", "l(a)"},
	    {"the $i$th of [[a]] is $q$", "l(a) m$(q)"},
	    {"$1'$\xe7\x9a\x84[[a]]\xe6\x98\xaf$q$", "m$(1') l(a) m$(q)"},
	    {"$x \\$ [[a]] y$", "m$(x \\$ [[a]] y)"},
	    /* brackets that had to be escaped */
	    {"\\[[1](#notes)\\]", "a(#notes)"},
	    {"\\[see [[a]]\\]", "l(a)"}, {"\\\\(x [[a]]\\\\)", "l(a)"},
	};

	(void)state;
	CHECK(cases, CX_MD_LINK | CX_MD_INLINE | CX_MD_TAG | CX_MD_CODE |
	    CX_MD_MATH);
}

static void
test_html(void **state)
{
	static const struct want cases[] = {
	    {"<img src=\"a b.png\" alt='x'>", "s(a b.png)"},
	    {"<IMG alt=x SRC=a.png/>", "s(a.png/)"},
	    {"<a class=\"x\"\nhref='../b.md#c'>[d](e)</a>",
		"h(../b.md#c) a(e)"},
	    {"<div>\n\n<p><a href=b><img src=c></a>\n[d](e)", "h(b) s(c)"},
	    {"> <a\n> href=b>", ""},
	    {"- <a href=\"b\n  c\">", "h(b\n  c)"},
	    {"<a href=\"b\n\nc\">", ""},
	    {"<a href=\"\"> <a hrefs=b> <a href> <a href=> </a href=b>", ""},
	    {"< a href=b> <a@b href=c>", ""},
	    {"`<a href=b>` <!-- <a href=c> --> \\<a href=d>", ""},
	    {"```\n<a href=b>\n```\n<a href=c>", "h(c)"},
	    {"[x <a href=b>](c)", "h(b) a(c)"},
	    {"<a title=\"`b.md` [[c]] [d](e)\" href=f>", "h(f) r(b.md) l(c)"},
	};

	(void)state;
	CHECK(cases, CX_MD_LINK | CX_MD_REF | CX_MD_INLINE | CX_MD_HTML);
}

static void
test_markdown(void **state)
{
	static const struct want cases[] = {
	    {"[a](b) ![a](c)", "a(b) i(c)"},
	    {"\\![a](b)", "a(b)"},
	    {"[a](<b c> \"t\")", "a(b c)"},
	    {"[a]( < b > )", "a(b)"},
	    {"[a](b(c)d) [a](b(c)", "a(b(c)d)"},
	    {"[a](b\\)c)", "a(b\\)c)"},
	    {"[a](b c) [a](b", ""},
	    {"[a]()", "a()"},
	    {"[![a](b)](c)", "i(b) a(c)"},
	    {"[a [b](c)](d)", "a(c)"},
	    {"[[a]](b)", "l(a)"},
	    {"[[[a]]](b)", "l(a) a(b)"},
	    {"[ [[a]] ](b)", "l(a) a(b)"},
	    {"[a `](b)` c](d)", "a(d)"},
	    {"[a](b #c) #d", "t(c) t(d)"},
	    {"[a](b#c) #d", "a(b#c) t(d)"},
	    {"[a\n\nb](c)", ""},
	    {"> [a](b\n> 't')", "a(b)"},
	    {"[a](b\n\n't')", ""},
	    {"<i t='](x)'>[a](b)", "a(b)"},
	    {"[a<i t='](x)'>](b)", "a(b)"},
	    {"<p>\n[a](b)\n\n[a](c)", "a(c)"},
	    {"x\n<i>\n[a](b)", "a(b)"},
	    {"<i>\n[a](b)", ""},
	    {"<script>\n\n[a](b)</script> [a](c)\n[a](d)", "a(d)"},
	    {"<!-- x --> [a](b)\n[a](c)", "a(c)"},
	    {"x <!-- y --> [a](b)", "a(b)"},
	    {"[r]\n\n[r]: b", "n(b) d(b)"},
	    {"[t][R]\n\n[r]: b", "n(b) d(b)"},
	    {"[r][]\n\n[r]: b\n[r]: c", "n(b) d(b) d(c)"},
	    {"[t [r]][r]\n\n[r]: b", "n(b) n(b) d(b)"},
	    {"[r][x]\n\n[r]: b", "d(b)"},
	    {"[r](x y)\n\n[r]: b", "n(b) d(b)"},
	    {"x\n[r]: b", ""},
	    {"# x\n[r]: b 't'", "d(b)"},
	    {"[r]: b t", ""},
	    {"[r]: b\n't' x", "d(b)"},
	    {"[r]:\nb\n't'\nx", "d(b)"},
	    {"[r]:", ""},
	    {"[r]: <>", "d()"},
	    {"[]: b", ""},
	    {"[^r]: b", ""},
	    {"- [r]: b\n\n> [s]: c", "d(b) d(c)"},
	};

	(void)state;
	CHECK(cases, CX_MD_LINK | CX_MD_TAG | CX_MD_INLINE | CX_MD_DEF);
}

static void
check_dest(const char *dest, const char *path, const char *anchor,
    const char *put)
{
	struct cx_buf p = CX_BUF_INIT, a = CX_BUF_INIT, b = CX_BUF_INIT;
	size_t n = cx_md_dest_len(cx_str(dest));
	bool local = cx_md_dest(cx_str(dest), &p, &a);

	assert_int_equal(local, path != NULL);
	assert_string_equal(cx_buf_cstr(&p), path ? path : "");
	assert_string_equal(cx_buf_cstr(&a), anchor);
	if (p.len) {
		cx_md_dest_put(&b, cx_buf_view(&p), cx_strn(dest, n), false);
		assert_string_equal(cx_buf_cstr(&b), put ? put : dest);
	}
	cx_buf_release(&p);
	cx_buf_release(&a);
	cx_buf_release(&b);
}

static void
test_dest(void **state)
{
	(void)state;
	check_dest("a.md", "./a.md", "", NULL);
	check_dest("./a.md", "./a.md", "", NULL);
	check_dest("../a.md", "../a.md", "", NULL);
	check_dest("/a.md", "/a.md", "", NULL);
	check_dest("a%20b.md#c%20d", "./a b.md", "c d", "a%20b.md");
	check_dest("%C3%BC.md", "./\xc3\xbc.md", "", NULL);
	check_dest("\xc3\xbc.md", "./\xc3\xbc.md", "", NULL);
	check_dest("a&amp;b.md?x#y", "./a&b.md", "y", "a%26b.md");
	check_dest("a\\#b", "./a", "b", "a");
	check_dest("a&#35;b", "./a", "b", "a");
	check_dest("./x:y.md", "./x:y.md", "", NULL);
	check_dest("a(b).md", "./a(b).md", "", NULL);
	check_dest("a%28.md", "./a(.md", "", NULL);
	check_dest("%zz%4", "./%zz%4", "", "%25zz%254");
	check_dest("#a", "", "a", NULL);
	check_dest("", NULL, "", NULL);
	check_dest("xy:z", NULL, "", NULL);
	check_dest("//x", NULL, "", NULL);
}

static void
test_links(void **state)
{
	static const struct want cases[] = {
	    {"", ""},
	    {"[[a]]", "l(a)"},
	    {"x ![[a]] y", "e(a)"},
	    {"[[ a b ]]", "l(a b)"},
	    {"    [[ -f ~/x ]] || touch x", ""},
	    {"    [[ ! -d x ]] && [[ $y == z ]]", ""},
	    {"[[a|b]] [[a#h]] [[a#h|b]]", "l(a) l(a) l(a)"},
	    {"| [[a\\|b]] |", "l(a)"},
	    {"[[a\\]]", "l(a\\)"},
	    {"[[a\\#b]]", "l(a\\)"},
	    {"[[#h]] [[|x]] [[^b]]", "l() l() l(^b)"},
	    {"[[[x]]]", "l(x)"},
	    {"![[[x]]]", "l(x)"},
	    {"[[a [[b]] c]]", "l(b)"},
	    {"[[a]b]] [[a[b]]", "l(a]b) l(a[b)"},
	    {"[[]] [[]]]] [[", ""},
	    {"[[]]x]]", ""},
	    {"[[a]]]", "l(a)"},
	    {"[[a\nb]]", ""},
	    {"[[a\r\nb]]", ""},
	    {"[a](b) [a] [b]: c", ""},
	    {"\\[[a]] \\\\[[b]] \\\\\\[[c]]", "l(b)"},
	    {"\\[[[a]]", "l(a)"},
	    {"\\![[a]] !![[b]]", "l(a) e(b)"},
	    {"[[a|`b`]]", "l(a)"},
	    {"[[a|`]]`]]", "l(a)"},
	    {"[[a `b]] c` [[d]]", "l(d)"},
	    {"[[a <!-- ]] --> b]]", "l(a <!-- ]] --> b)"},
	    {"[[a #b", "t(b)"},
	    {"[[a #b]] #c", "l(a) t(c)"},
	    {"[[a](b) [[c]]", "l(c)"},
	    {"\\\\`[[a]]`", ""},
	};

	(void)state;
	CHECK(cases, CX_MD_LINK | CX_MD_TAG);
}

static void
test_tags(void **state)
{
	static const struct want cases[] = {
	    {"#a", "t(a)"},
	    {"x #a-b/c_d, #e.", "t(a-b/c_d) t(e)"},
	    {"x#a (#b) \"#c\" /#d", ""},
	    {"\t#a\n#b\r\n#c", "t(a) t(b) t(c)"},
	    {"# a ## b #", ""},
	    {"##a", ""},
	    {"#1 #1a #a1 #2026-01", "t(a1)"},
	    {"#\xd9\xa3x", ""}, /* ARABIC-INDIC DIGIT THREE */
	    {"#\xc3\xa9t\xc3\xa9!", "t(\xc3\xa9t\xc3\xa9)"},
	    {"#\xe6\x97\xa5\xe6\x9c\xac #\xf0\x9f\x9a\x80",
		"t(\xe6\x97\xa5\xe6\x9c\xac) t(\xf0\x9f\x9a\x80)"},
	    {"#a\xe2\x80\x94" "b", "t(a)"}, /* EM DASH */
	    {"#a\xc2\xa0" "b", "t(a)"},	    /* NO-BREAK SPACE */
	    {"x\xc2\xa0#a x\xe3\x80\x80#b", "t(a) t(b)"},
	    {"\xc3\xa0#a \xe6\x97\xa5#b", ""},
	    {"`#a` #b`c`", "t(b)"},
	    {"`x`#a <!--x-->#b", ""},
	    {"> #a\n- #b\n>#c", "t(a) t(b)"},
	    {"http://x/#a", ""},
	    {"#a#b", "t(a)"},
	};

	(void)state;
	CHECK(cases, CX_MD_LINK | CX_MD_TAG);
}

static void
test_refs(void **state)
{
	static const struct want cases[] = {
	    {"`a.md` ``b/c.md`` ` d.md `", "r(a.md) r(b/c.md) r(d.md)"},
	    {"`a.md#h` `a.md:12` `a.md:12:3`", "r(a.md) r(a.md) r(a.md)"},
	    {"`a.md x` `a b.md` `*.md` `<x>.md` `a.mdx` `.md` `a.MD`", ""},
	    {"`a.md.bak` `a.md.md`", "r(a.md.md)"},
	    {"`a.md#x y` `c#.md`", "r(c#.md)"},
	    {"`a.md`[[b]]`c.md`", "r(a.md) l(b) r(c.md)"},
	    {"``` `a.md`\n`b.md` c", "r(a.md) r(b.md)"},
	    {"```\n`a.md`\n```\n<!-- `a.md` -->", ""},
	    {"`a\n.md`", ""},
	    {"``a.md#```b``", ""},
	    {"`a.md", ""},
	    {"\\`a.md`", ""},
	};

	(void)state;
	CHECK(cases, CX_MD_LINK | CX_MD_REF);
}

static void
test_code(void **state)
{
	static const struct want cases[] = {
	    {"`[[a]]` [[b]]", "l(b)"},
	    {"``[[a]] ` [[b]]`` [[c]]", "l(c)"},
	    {"` [[a]]", "l(a)"},
	    {"`` [[a]] ` [[b]] `", "l(a)"},
	    {"` [[a]]\n[[b]] ` [[c]]", "l(c)"},
	    {"` [[a]]\n\n[[b]] ` [[c]]", "l(a) l(b) l(c)"},
	    {"` [[a]]\n> [[b]] `", "l(a) l(b)"},
	    {"` [[a]]\n- [[b]] `", "l(a) l(b)"},
	    {"` [[a]]\n12) [[b]] `", "l(a) l(b)"},
	    {"` [[a]]\n# [[b]] `", "l(a) l(b)"},
	    {"| ` [[a]] |\n| ` [[b]] |", "l(a) l(b)"},
	    {"` [[a]]\n<!-- x -->\n[[b]] `", "l(a) l(b)"},
	    {"> ` [[a]]\n> ` [[b]]\n", "l(b)"},
	    {"\\` [[a]] `", "l(a)"},
	    {"\\`` [[a]] `", ""},
	    {"```\n[[a]]\n```\n[[b]]", "l(b)"},
	    {"```x y\n[[a]]\n`````  \n[[b]]", "l(b)"},
	    {"````\n```\n[[a]]\n````\n[[b]]", "l(b)"},
	    {"~~~ `x`\n```\n[[a]]\n~~~\n[[b]]", "l(b)"},
	    {"``` `x`\n[[a]]\n", "l(a)"},
	    {"```\n[[a]]\n``` x\n[[b]]\n", ""},
	    {"  ```\n[[a]]\n  ```\n[[b]]", "l(b)"},
	    {"- ```\n  [[a]]\n  ```\n  [[b]]", "l(b)"},
	    {"1. - > ~~~\n[[a]]", ""},
	    {"> ```\n> [[a]]\n[[b]]", "l(b)"},
	    {"> ```\n> [[a]]\n> ```\n> [[b]]", "l(b)"},
	    {"> ```\n> [[a]]\n```\n[[b]]\n```\n[[c]]", "l(b)"},
	    {"```\r\n[[a]]\r\n```\r\n[[b]]", "l(b)"},
	    {"x ``` [[a]]\n``` [[b]]", "l(a)"},
	    {"x ~~~ [[a]]\n", "l(a)"},
	    {"`` a\n```\n[[b]]\n```\n[[c]] ``", "l(c)"},
	};

	(void)state;
	CHECK(cases, CX_MD_LINK);
}

static void
test_comments(void **state)
{
	static const struct want cases[] = {
	    {"<!-- [[a]] --> [[b]]", "l(b)"},
	    {"<!-- [[a]]\n\n[[b]] --> [[c]]", "l(c)"},
	    {"<!-- [[a]]\n\n[[b]]", ""},
	    {"x <!-- [[a]]\n[[b]] --> [[c]]", "l(c)"},
	    {"x <!-- [[a]]\n\n[[b]] --> [[c]]", "l(a) l(b) l(c)"},
	    {"x <!-- [[a]]", "l(a)"},
	    {"<!--> [[a]] <!---> [[b]]", "l(a) l(b)"},
	    {"> <!-- [[a]]\n> [[b]]\n[[c]]", "l(c)"},
	    {"> <!-- [[a]]\n> [[b]] -->\n> [[c]]", "l(c)"},
	    {"- <!-- [[a]]\n\n[[b]] -->\n[[c]]", "l(c)"},
	    {"\\<!-- [[a]] -->", "l(a)"},
	    {"`<!--` [[a]] -->", "l(a)"},
	    {"x <!-- ` --> [[a]] `", "l(a)"},
	    {"```\n<!--\n```\n[[a]]", "l(a)"},
	    {"<!--\n```\n-->\n[[a]]", "l(a)"},
	    {"<!- [[a]] ->", "l(a)"},
	};

	(void)state;
	CHECK(cases, CX_MD_LINK);
}

/* With all kinds asked for nothing of the text is left out. */
static void
test_all(void **state)
{
	static const struct want cases[] = {
	    {"a [[b]] #c `d` `e.md`.",
		"x(a ) l(b) x( ) t(c) x( ) c(d) x( ) r(e.md) x(.)"},
	    {"a\n\n- ```\nx\n```\nb", "x(a\n\n) b(- ```\nx\n```\n) x(b)"},
	    {"```\nx", "b?(```\nx)"},
	    {"a ![[b]]", "x(a ) e(b)"},
	    {"a <!-- b --> c", "x(a ) m(<!-- b -->) x( c)"},
	    {"<!-- b\n", "m?(<!-- b\n)"},
	    {"> <!-- b\nc", "x(> ) m?(<!-- b\n) x(c)"},
	};
	static const struct want text[] = {
	    {"a [[b]] c `d` e #f <!-- g --> h",
		"x(a ) x( c ) x( e ) x( ) x( h)"},
	    {"[[a]]", ""},
	};

	(void)state;
	CHECK(cases, ALL);
	CHECK(text, CX_MD_TEXT);
}

/* Runs longer than the limit are text; those at the limit work. */
static void
test_ticks(void **state)
{
	struct cx_buf in = CX_BUF_INIT, out = CX_BUF_INIT;
	size_t n;

	(void)state;
	for (n = CX_MD_TICKS; n <= CX_MD_TICKS + 1; n++) {
		in.len = out.len = 0;
		cx_buf_puts(&in, "x ");
		memset(cx_buf_room(&in, n), '`', n);
		in.len += n;
		cx_buf_puts(&in, "[[a]]");
		memset(cx_buf_room(&in, n), '`', n);
		in.len += n;
		show(&out, cx_buf_view(&in), CX_MD_LINK);
		assert_string_equal(cx_buf_cstr(&out),
		    n > CX_MD_TICKS ? "l(a)" : "");
	}
	cx_buf_release(&in);
	cx_buf_release(&out);
}

static void
test_target(void **state)
{
	(void)state;
	assert_true(cx_str_is(cx_md_target(CX_STR(" a b#c|d ")), "a b"));
	assert_true(cx_str_is(cx_md_target(CX_STR("a\\|b")), "a"));
	assert_true(cx_str_is(cx_md_target(CX_STR("a\\")), "a\\"));
	assert_true(cx_str_is(cx_md_target(CX_STR("#h")), ""));
	assert_true(cx_str_is(cx_md_target(CX_STR("|")), ""));
	assert_true(cx_str_is(cx_md_target(CX_STR("")), ""));
}

/* Hostile bytes: every text of four out of these is walked to its end. */
static void
test_bytes(void **state)
{
	static const char bytes[] = "[]`~#<!->|\\ \n\ra\xe2\x80\0" "1.";
	enum { N = sizeof bytes - 1, LEN = 4 };
	struct cx_buf out = CX_BUF_INIT;
	size_t i, k, rest, total = 1;
	char text[LEN];

	(void)state;
	for (k = 0; k < LEN; k++)
		total *= N;
	for (i = 0; i < total; i++) {
		for (rest = i, k = 0; k < LEN; k++, rest /= N)
			text[k] = bytes[rest % N];
		out.len = 0;
		show(&out, cx_strn(text, LEN), ALL);
		assert_true(out.len > 0);
	}
	cx_buf_release(&out);
}

/* Prose is passed over many bytes at a time. */
static void
test_prose(void **state)
{
	static const char *const items[][2] = {{"[[x]]", "l(x)"},
	    {"`a.md`", "r(a.md)"}, {" #t", "t(t)"},
	    {"<!-- c -->", "m(<!-- c -->)"}};
	struct cx_buf in = CX_BUF_INIT, out = CX_BUF_INIT;

	(void)state;
	for (size_t i = 0; i < sizeof items / sizeof *items; i++) {
		for (size_t n = 0; n < 40; n++) {
			in.len = out.len = 0;
			for (size_t k = 0; k < n; k++)
				cx_buf_puts(&in, k % 7 ? "p" : "\xc3\xa9");
			cx_buf_puts(&in, items[i][0]);
			for (size_t k = 0; k < 20; k++)
				cx_buf_char(&in, k ? 'q' : ' ');
			show(&out, cx_buf_view(&in), ALL & ~CX_MD_TEXT);
			assert_string_equal(cx_buf_cstr(&out), items[i][1]);
		}
	}
	cx_buf_release(&in);
	cx_buf_release(&out);
}

static void
check_visible(const char *text, const char *want)
{
	CX_AUTO_BUF out = CX_BUF_INIT;

	cx_md_visible(&out, cx_str(text));
	assert_string_equal(cx_buf_cstr(&out), want);
}

static void
test_visible(void **state)
{
	static const char *const same[] = {"", "a", "a\n\nb\n",
	    "a <!-- b\n\nc", "<!-- b\n\nc", "`<!-- a -->` %%", "50%% of a\n",
	    "```\n%% a %%\n<!-- b -->\n```\n", "a %% b\n\nc %% d",
	    "%%%% a %%%%\n", "[[a]] #b [c](d) `e.md` <f> ![[g]]\n",
	    "$a %% b %% c$"};

	(void)state;
	for (size_t i = 0; i < sizeof same / sizeof *same; i++)
		check_visible(same[i], same[i]);
	check_visible("a <!-- b --> c", "a  c");
	check_visible("<!-- AUTO:x -->\n| a |\n|---|\n<!-- /AUTO:x -->\nb\n",
	    "| a |\n|---|\n\nb\n");
	check_visible("a\n\n  <!-- b\n\nc --> \n\nd", "a\n\n\nd");
	check_visible("a\n<!-- b -->\nc", "a\n\nc");
	check_visible("a\n<!-- b -->", "a\n");
	check_visible("> a\n> <!-- b -->\n> c", "> a\n> \n> c");
	check_visible("a %%b `c` d%% e", "a  e");
	check_visible("a\n\n%%\nb\n\nc\n%%\nd", "a\n\nd");
	check_visible("[[a]] <!-- [[b]] --> #c %%[[d]] `e`%%", "[[a]]  #c ");
	check_visible("%%a%% <!-- b --> %%c%%", "");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_links),
	    cmocka_unit_test(test_math),
	    cmocka_unit_test(test_html), cmocka_unit_test(test_markdown),
	    cmocka_unit_test(test_dest),
	    cmocka_unit_test(test_tags),
	    cmocka_unit_test(test_refs),
	    cmocka_unit_test(test_code),
	    cmocka_unit_test(test_comments),
	    cmocka_unit_test(test_visible),
	    cmocka_unit_test(test_all),
	    cmocka_unit_test(test_ticks),
	    cmocka_unit_test(test_target),
	    cmocka_unit_test(test_bytes),
	    cmocka_unit_test(test_prose),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
