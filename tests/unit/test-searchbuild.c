/* The writer of the search set: every file of a tiny vault as written by
 * hand, long lists, any order of coming. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <cmocka.h>

#include "lib/search/build.h"
#include "lib/index/searchset.h"

#define FILES 17

/* Files in memory. */
struct files {
	struct {
		char *name;
		struct cx_buf text;
	} v[FILES];
	size_t n;
	struct cx_buf meta;
};

static struct cx_buf *
begin(void *arg, const char *name)
{
	struct files *f = arg;

	assert_true(f->n < FILES);
	f->v[f->n].name = cx_strdup(name);
	return &f->v[f->n++].text;
}

static void
more(void *arg)
{
	(void)arg;
}

static void
add(struct cx_search_build *b, const char *json, size_t line_len)
{
	struct cx_json_parser *p = cx_json_new();
	struct cx_buf s = CX_BUF_INIT;
	struct cx_record rec = {.file = "test", .lineno = 1};
	const char *why;

	cx_buf_puts(&s, json);
	cx_buf_room(&s, CX_JSON_PAD);
	rec.line = cx_buf_view(&s);
	rec.root = cx_json_parse(p, s.s, s.len, &why);
	assert_non_null(rec.root);
	cx_search_build_add(b, &rec, line_len);
	cx_json_free(p);
	cx_buf_release(&s);
}

static void
write_set(struct cx_search_build *b, struct files *f)
{
	struct cx_search_sink sink = {begin, more, f};
	struct cx_printer p;

	*f = (struct files){.n = 0};
	cx_search_build_write(b, &sink);
	assert_int_equal(f->n, FILES);
	p = cx_printer(&f->meta);
	cx_print_object(&p);
	cx_search_build_meta(b, &p);
	cx_print_end(&p);
}

static const char *
text(struct files *f, const char *name)
{
	for (size_t i = 0; i < f->n; i++) {
		if (strcmp(f->v[i].name, name) == 0)
			return cx_buf_cstr(&f->v[i].text);
	}
	fail_msg("no file %s", name);
	return NULL;
}

static void
release(struct files *f)
{
	for (size_t i = 0; i < f->n; i++) {
		free(f->v[i].name);
		cx_buf_release(&f->v[i].text);
	}
	cx_buf_release(&f->meta);
}

static const char *const vault[] = {
    "{\"path\":\"a/one.md\",\"name\":\"One\",\"updated\":\"2023-05-08\","
    "\"tags\":[\"Risk x\",\"b\",\"b\",\"\"],\"project\":\"Ops\","
    "\"description\":\"A d-d a\","
    "\"links_out\":[\"two\",\"two\",\"one\",\"nowhere\"],"
    "\"body\":\"deploy deploy the risks\"}",
    "{\"path\":\"a/two.md\",\"name\":\"Two\",\"updated\":\"x\","
    "\"status\":\"corrected:EXP-7\",\"body\":\"risk Caf\xC3\xA9\"}",
    "{\"path\":\"b/c/x.md\",\"name\":\"X\",\"updated\":\"1969-12-31\","
    "\"status\":\"archived\",\"links_out\":[\"one\"],"
    "\"extra\":{\"evidence\":\"two\",\"expires\":\"1970-01-03\"},"
    "\"body\":\"\xE6\x97\xA5\xE6\x9C\xAC\xE8\xAA\x9E text\"}",
    "{\"path\":\"top.md\",\"name\":\"Top\",\"tags\":[\"b\"],"
    "\"problems\":[{\"code\":\"too-large\"}]}"};

static void
check_vault(struct cx_search_build *b)
{
	struct files f;

	write_set(b, &f);
	assert_string_equal(text(&f, "words"),
	    "b 2 0 27\n"
	    "cafe 1 27 16\n"
	    "deploi 1 43 20\n"
	    "on 1 63 18\n"
	    "risk 2 81 24\n"
	    "text 1 105 16\n"
	    "top 1 121 19\n"
	    "two 1 140 19\n"
	    "x 2 159 25\n"
	    "\xE6\x97\xA5\xE6\x9C\xAC 1 184 18\n"
	    "\xE6\x9C\xAC\xE8\xAA\x9E 1 202 18\n");
	assert_string_equal(text(&f, "postings"),
	    "b 00000000 0:0:0:2 3:0:0:1\n"
	    "cafe 00000001 0\n"
	    "deploi 00000000 0:2\n"
	    "on 00000000 0:0:1\n"
	    "risk 00000000 0:1:0:1 1\n"
	    "text 00000002 0\n"
	    "top 00000003 0:0:1\n"
	    "two 00000001 0:0:1\n"
	    "x 00000000 0:0:0:1 2:0:1\n"
	    "\xE6\x97\xA5\xE6\x9C\xAC 00000002 0\n"
	    "\xE6\x9C\xAC\xE8\xAA\x9E 00000002 0\n");
	assert_string_equal(text(&f, "fields"),
	    "d a 00000000 0\n"
	    "d d 00000000 0\n"
	    "e one 00000000 0\n"
	    "e top 00000003 0\n"
	    "e two 00000001 0\n"
	    "e x 00000002 0\n"
	    "g b 00000000 0 3\n"
	    "g op 00000000 0\n"
	    "g risk 00000000 0\n"
	    "g x 00000000 0\n"
	    "j ops 00000000 0\n"
	    "n one 00000000 0\n"
	    "n top 00000003 0\n"
	    "n two 00000001 0\n"
	    "n x 00000002 0\n"
	    "p a 00000000 0 1\n"
	    "p b 00000002 0\n"
	    "p c 00000002 0\n"
	    "p md 00000000 0 1 1 1\n"
	    "p one 00000000 0\n"
	    "p top 00000003 0\n"
	    "p two 00000001 0\n"
	    "p x 00000002 0\n"
	    "t b 00000000 0 3\n"
	    "t risk%20x 00000000 0\n"
	    "u 1969 00000002 0\n"
	    "u 2023 00000000 0\n"
	    "u 31 00000002 0\n"
	    "u 8 00000000 0\n"
	    "u december 00000002 0\n"
	    "u may 00000000 0\n");
	assert_true(strncmp(text(&f, "fieldwords"),
	    "d a 1 0 15\nd d 1 15 15\ne one 1 30 17\n", 36) == 0);
	/* x.md is archived and top.md too large: their words do not count. */
	assert_string_equal(text(&f, "bodywords"),
	    "j Ops 0 1\n"
	    "j unknown 1 1\n"
	    "w cafe 1:1\n"
	    "w deploy 0:1\n"
	    "w risk 1:1\n"
	    "w risks 0:1\n"
	    "w the 0:1\n");
	assert_string_equal(text(&f, "docs.words"),
	    "3\n2\n1\n0\n");
	assert_string_equal(text(&f, "docs.pairs"),
	    "0\n0\n2\n0\n");
	assert_string_equal(text(&f, "docs.names"),
	    "1\n1\n1\n1\n");
	assert_string_equal(text(&f, "docs.body"),
	    "03.\n"
	    "02.\n"
	    "03.\n"
	    "00.\n");
	assert_string_equal(text(&f, "docs.day"),
	    "19485\n    -\n   -1\n    -\n");
	assert_string_equal(text(&f, "docs.expires"),
	    "-\n-\n2\n-\n");
	assert_string_equal(text(&f, "docs.status"),
	    "0\n2\n1\n0\n");
	assert_string_equal(text(&f, "docs.steps"),
	    " 2    0\n 2    0\n 2    0\n 0    0\n");
	assert_string_equal(text(&f, "docs.record"),
	    " 2\n14\n36\n68\n");
	assert_string_equal(text(&f, "docs.links"), "0\n");
	assert_string_equal(text(&f, "links"), "1 2\n0 2\n0 1\n\n");
	assert_non_null(strstr(cx_buf_cstr(&f.meta), "\"atoms\":4,\"terms\":11,"
	    "\"sums\":{\"names\":4,\"words\":6,"
	    "\"pairs\":2,\"named\":4,\"worded\":3,\"paired\":1},"
	    "\"statuses\":[\"active\",\"archived\",\"corrected\"],"));
	assert_non_null(strstr(f.meta.s, "\"docs.body\":16"));
	release(&f);
}

static void
by_hand(void **state)
{
	struct cx_config *c = cx_config_load(NULL);
	struct cx_search_build *b = cx_search_build_new(c, CX_BUILD_BASE,
	    CX_STR(""));

	(void)state;
	for (size_t i = 0; i < 4; i++)
		add(b, vault[i], 10 * (i + 1));
	check_vault(b);
	cx_search_build_free(b);
	cx_config_free(c);
}

static void
any_order(void **state)
{
	static const size_t orders[][4] = {
	    {3, 2, 1, 0}, {1, 0, 3, 2}, {2, 0, 3, 1}};
	struct cx_config *c = cx_config_load(NULL);

	(void)state;
	for (size_t o = 0; o < 3; o++) {
		struct cx_search_build *b =
		    cx_search_build_new(c, CX_BUILD_BASE,
	    CX_STR(""));

		for (size_t i = 0; i < 4; i++)
			add(b, vault[orders[o][i]], 10 * (orders[o][i] + 1));
		cx_search_build_end(b);
		check_vault(b);
		cx_search_build_free(b);
	}
	cx_config_free(c);
}

/* Atoms that are taken out leave nothing: no word, no ambiguity. */
static void
dropped(void **state)
{
	static const char ghost[] = "{\"path\":\"a/b/two.md\","
	    "\"name\":\"Ghost\",\"id\":\"one\",\"status\":\"odd\","
	    "\"tags\":[\"gone\"],\"project\":\"g\",\"description\":\"g\","
	    "\"links_out\":[\"top\"],\"updated\":\"1999-01-01\","
	    "\"body\":\"deploy phantom\"}";
	struct cx_config *c = cx_config_load(NULL);
	struct cx_search_build *b = cx_search_build_new(c, CX_BUILD_BASE,
	    CX_STR(""));

	(void)state;
	add(b, vault[0], 10);
	add(b, ghost, 99);
	for (size_t i = 1; i < 4; i++)
		add(b, vault[i], 10 * (i + 1));
	cx_search_build_drop(b, 1);
	check_vault(b);
	cx_search_build_free(b);
	cx_config_free(c);
}

static void
nothing(void **state)
{
	struct cx_config *c = cx_config_load(NULL);
	struct cx_search_build *b = cx_search_build_new(c, CX_BUILD_BASE,
	    CX_STR(""));
	struct files f;

	(void)state;
	write_set(b, &f);
	for (size_t i = 0; i < f.n; i++)
		assert_int_equal(f.v[i].text.len, 0);
	release(&f);
	cx_search_build_free(b);
	cx_config_free(c);
}

#define MANY 5000

/* The n-th of many: each third has the word, 1 to 200 times. */
static unsigned
times(unsigned n)
{
	return n % 3 ? 0 : n % 200 + 1;
}

static void
add_one_of_many(struct cx_search_build *b, unsigned n)
{
	struct cx_buf s = CX_BUF_INIT;

	cx_buf_fmt(&s, "{\"path\":\"d%02u/%05u.md\",\"name\":\"w%u\","
	    "\"body\":\"", n / 250, n, n);
	for (unsigned i = 0; i < times(n); i++)
		cx_buf_puts(&s, "often ");
	cx_buf_puts(&s, "\"}");
	add(b, cx_buf_cstr(&s), 1);
	cx_buf_release(&s);
}

/* Reads the lines of "often" in postings. */
static void
check_often(struct files *f)
{
	const char *p = strstr(text(f, "postings"), "\noften ") + 1;
	unsigned n = 0, lines = 0;

	for (; strncmp(p, "often ", 6) == 0; p++, lines++) {
		char *end;
		unsigned long at = strtoul(p + 6, &end, 10);
		unsigned in_line = 0;

		assert_int_equal(end - p, 14);
		for (p = end; *p == ' '; p = end, n += 3, in_line++) {
			unsigned long tf = 1;

			at += strtoul(p, &end, 10);
			if (*end == ':')
				tf = strtoul(end + 1, &end, 10);
			assert_int_equal(at, n);
			assert_int_equal(tf, times(n));
		}
		assert_int_equal(*p, '\n');
		assert_true(in_line == CX_POSTINGS_LINE || n >= MANY);
	}
	assert_int_equal(lines, 2);
	assert_true(n >= MANY);
}

/* More than a line, than a chunk, than a batch of the thread. */
static void
many(void **state)
{
	struct cx_config *c = cx_config_load(NULL);
	struct cx_search_build *b = cx_search_build_new(c, CX_BUILD_BASE,
	    CX_STR(""));
	struct cx_search_build *back = cx_search_build_new(c, CX_BUILD_BASE,
	    CX_STR(""));
	struct files f, g;

	(void)state;
	for (unsigned i = 0; i < MANY; i++) {
		add_one_of_many(b, i);
		add_one_of_many(back, MANY - 1 - i);
	}
	write_set(b, &f);
	write_set(back, &g);
	for (size_t i = 0; i < f.n; i++)
		assert_string_equal(text(&f, f.v[i].name),
		    text(&g, f.v[i].name));
	check_often(&f);
	release(&f);
	release(&g);
	cx_search_build_free(b);
	cx_search_build_free(back);
	cx_config_free(c);
}

/*
 * In how many bodies words are: by project, whose names are escaped, without
 * atoms that texts are not compared with, without the words of names, and
 * as they are written, stop words too.
 */
static void
bodies(void **state)
{
	static const char *const atoms[] = {
	    "{\"path\":\"1.md\",\"name\":\"runs alone\",\"project\":\"B b\","
	    "\"body\":\"runs the run RUNS a \xC3\x89\xC3\xA9 e\"}",
	    "{\"path\":\"2.md\",\"name\":\"Running\",\"project\":\"A\","
	    "\"body\":\"the runs of his hi\"}",
	    "{\"path\":\"3.md\",\"name\":\"x\",\"project\":\"A\","
	    "\"body\":\"runs running \xE4\xBA\xAC\xE9\x83\xBD\"}",
	    "{\"path\":\"4.md\",\"name\":\"x\",\"project\":\"A\","
	    "\"status\":\"superseded:3\",\"body\":\"runs only\"}",
	    "{\"path\":\"5.md\",\"name\":\"x\",\"project\":\"\","
	    "\"status\":\"open\",\"body\":\"\"}",
	    "{\"path\":\"6.md\",\"name\":\"x\",\"project\":\"C\","
	    "\"status\":\"archived\",\"body\":\"runs\"}"};
	struct cx_config *c = cx_config_load(NULL);
	struct files f;

	(void)state;
	for (int order = 0; order < 2; order++) {
		struct cx_search_build *b =
		    cx_search_build_new(c, CX_BUILD_BASE,
	    CX_STR(""));

		for (size_t i = 0; i < 6; i++)
			add(b, atoms[order ? 5 - i : i], 1);
		write_set(b, &f);
		assert_string_equal(text(&f, "bodywords"),
		    "j % 0 1\n"
		    "j A 1 2\n"
		    "j B%20b 2 1\n"
		    "w ee 2:1\n"
		    "w hi 1:1\n"
		    "w his 1:1\n"
		    "w of 1:1\n"
		    "w run 2:1\n"
		    "w running 1:1\n"
		    "w runs 1:2 2:1\n"
		    "w the 1:1 2:1\n"
		    "w \xE4\xBA\xAC\xE9\x83\xBD 1:1\n");
		assert_non_null(strstr(text(&f, "postings"),
		    "\nrun 00000000 0:3:1 1:1:1 1:2 1 2\n"));
		/* "his" has that stem too, but is a stop word. */
		assert_non_null(strstr(text(&f, "postings"),
		    "\nhi 00000001 0\n"));
		release(&f);
		cx_search_build_free(b);
	}
	cx_config_free(c);
}

/* Projects of which each word is in few, and in many. */
static void
many_projects(void **state)
{
	struct cx_config *c = cx_config_load(NULL);
	struct cx_search_build *b = cx_search_build_new(c, CX_BUILD_BASE,
	    CX_STR(""));
	struct cx_buf want = CX_BUF_INIT;
	struct files f;

	(void)state;
	for (unsigned i = 0; i < 300; i++) {
		struct cx_buf s = CX_BUF_INIT;

		cx_buf_fmt(&s, "{\"path\":\"%04u.md\",\"body\":\"most w%u\","
		    "\"project\":\"p%03u\"}", i, i % 100, 299 - i);
		add(b, cx_buf_cstr(&s), 1);
		cx_buf_release(&s);
	}
	write_set(b, &f);
	for (unsigned i = 0; i < 300; i++)
		cx_buf_fmt(&want, "j p%03u %u 1\n", i, i);
	cx_buf_puts(&want, "w most");
	for (unsigned i = 0; i < 300; i++)
		cx_buf_fmt(&want, " %u:1", i);
	cx_buf_char(&want, '\n');
	assert_int_equal(strncmp(text(&f, "bodywords"), cx_buf_cstr(&want),
	    want.len), 0);
	assert_non_null(strstr(text(&f, "bodywords"),
	    "\nw w0 99:1 199:1 299:1\n"));
	cx_buf_release(&want);
	release(&f);
	cx_search_build_free(b);
	cx_config_free(c);
}

/* More statuses than the column has numbers: those that weigh 1 share one. */
static void
many_statuses(void **state)
{
	struct cx_config *c = cx_config_load(NULL);
	struct cx_search_build *b = cx_search_build_new(c, CX_BUILD_BASE,
	    CX_STR(""));
	struct files f;

	(void)state;
	for (unsigned i = 0; i < 1500; i++) {
		struct cx_buf s = CX_BUF_INIT;

		cx_buf_fmt(&s, "{\"path\":\"%04u.md\",\"body\":\"\","
		    "\"status\":\"s%u\"}", i, i);
		add(b, i ? cx_buf_cstr(&s) : "{\"path\":\"0.md\","
		    "\"body\":\"\",\"status\":\"archived\"}", 1);
		cx_buf_release(&s);
	}
	write_set(b, &f);
	assert_non_null(strstr(cx_buf_cstr(&f.meta),
	    "\"statuses\":[\"\",\"archived\"]"));
	assert_int_equal(strncmp(text(&f, "docs.status"), "1\n0\n", 4), 0);
	release(&f);
	cx_search_build_free(b);
	cx_config_free(c);
}

/* Texts of more words than there are in a line. */
static void
long_texts(void **state)
{
	struct cx_config *c = cx_config_load(NULL);
	struct cx_search_build *b = cx_search_build_new(c, CX_BUILD_BASE,
	    CX_STR(""));
	struct cx_buf s = CX_BUF_INIT;
	struct files f;

	(void)state;
	for (int n = 0; n < 3; n++) {
		s.len = 0;
		cx_buf_fmt(&s, "{\"path\":\"%s/%d.md\",\"name\":\"n\","
		    "\"body\":\"", n < 2 ? "a" : "b", n);
		for (int i = 0; i < 6000000; i++)
			cx_buf_puts(&s, "x ");
		cx_buf_puts(&s, "\"}");
		add(b, cx_buf_cstr(&s), 1);
	}
	write_set(b, &f);
	assert_string_equal(text(&f, "docs.words"),
	    "6000000\n6000000\n6000000\n");
	assert_non_null(strstr(cx_buf_cstr(&f.meta), "\"words\":18000000,"));
	release(&f);
	cx_buf_release(&s);
	cx_search_build_free(b);
	cx_config_free(c);
}

/* A name of ASCII needs no look-up, which nobody can tell. */
static void
exact_names(void **state)
{
	static const char *const names[] = {"", " ", "A", "a-B  c9", "--x--",
	    "x_y", "Caf\xc3\xa9 au", "a \xe6\x97\xa5 b", "9 lives\t!"};
	struct cx_analyzer *a = cx_analyzer_new(CX_STR("none"));
	struct cx_buf name = CX_BUF_INIT, got = CX_BUF_INIT, want = CX_BUF_INIT;
	const size_t fixed = sizeof names / sizeof *names;
	struct cx_terms t = {0}, room = {0};

	(void)state;
	for (size_t i = 0; i < fixed + 4; i++) {
		name.len = want.len = t.n = 0;
		if (i < fixed)
			cx_buf_puts(&name, names[i]);
		else /* as long as a term may be, and longer */
			for (size_t k = 0; k < CX_TERM_MAX - 2 + i - fixed; k++)
				cx_buf_char(&name, 'L');
		cx_buf_puts(&want, "before");
		cx_analyze(a, cx_buf_view(&name), CX_ANALYZE_ALL, &t);
		for (size_t k = 0; k < t.n; k++) {
			if (k)
				cx_buf_char(&want, '_');
			cx_buf_str(&want, cx_analyzer_term(a, t.id[k]));
		}
		got.len = 0;
		cx_buf_puts(&got, "before");
		cx_search_exact(a, cx_buf_view(&name), &room, &got);
		assert_string_equal(cx_buf_cstr(&got), cx_buf_cstr(&want));
	}
	cx_buf_release(&name);
	cx_buf_release(&got);
	cx_buf_release(&want);
	cx_terms_release(&t);
	cx_terms_release(&room);
	cx_analyzer_free(a);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(by_hand), cmocka_unit_test(any_order),
	    cmocka_unit_test(dropped), cmocka_unit_test(nothing),
	    cmocka_unit_test(many), cmocka_unit_test(many_statuses),
	    cmocka_unit_test(bodies), cmocka_unit_test(many_projects),
	    cmocka_unit_test(long_texts),
	    cmocka_unit_test(exact_names)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
