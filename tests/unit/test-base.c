/* Unit tests of the base: strings, UTF-8, dates, JSON in and out, records. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "lib/base/date.h"
#include "lib/base/worker.h"
#include "lib/json/json.h"
#include "lib/base/mem.h"
#include "lib/json/print.h"
#include "lib/record/record.h"
#include "lib/base/utf8.h"

#define is_buf(b, text)                                                       \
	do {                                                                  \
		assert_string_equal(cx_buf_cstr(&(b)), text);                 \
		(b).len = 0;                                                  \
	} while (0)

static void
test_dates(void **state)
{
	/* The first five are. */
	static const char *const periods[] = {"1968", "2026-04", "2026-W07",
	    "2026-Q2", "0000", "", "202", "2026-", "2026-4", "2026-W7",
	    "2026-Q02", "2026-Q", "2026-W", "2026-04-01", "20264", "a026"};
	static const char *const bad[] = {"", "2026", "2026-13-01",
	    "2026-02-29", "2026-04-31", "26-01-01", "2026-01-01x",
	    "2026-01-01T", "2026-01-01T25:00", "2026-01-01T10:00:00.",
	    "2026-01-01T10:00+1", "0x26-01-01", "2026-1-1",
	    /* Of the usual length, but for one byte: */
	    "2026-04-15T12:00:0:Z", "2026-04-15T12:00:0/Z",
	    "2026-04-15T24:00:00Z", "2026-04-15T12:60:00Z",
	    "2026-04-31T12:00:00Z", "2026-13-15T12:00:00Z",
	    "2026x04-15T12:00:00Z", "2026-04-15T12:00x00Z",
	    "2026-04-15T12:00:00X", "2026-04-15T12:00:61Z",
	    "2026-04-15T\26212:00:0Z", "\3062026-04-15T12:00Z"};
	struct cx_buf b = CX_BUF_INIT;
	struct cx_date d;
	int64_t s;

	(void)state;
	assert_true(cx_date_parse(CX_STR("1970-01-01"), &d));
	assert_int_equal(d.day, 0);
	assert_false(d.has_time);
	assert_true(cx_date_parse(CX_STR(" 2024-02-29 "), &d));
	cx_date_put(&b, d.day);
	is_buf(b, "2024-02-29");
	assert_true(cx_date_parse(CX_STR("2026-04-15T12:00:00"), &d));
	assert_int_equal(d.sec, d.day * CX_DAY + 43200);
	assert_true(cx_date_parse(CX_STR("2026-04-15T12:34:56Z"), &d));
	assert_true(d.has_time);
	assert_int_equal(d.sec, d.day * CX_DAY + 45296);
	assert_true(cx_date_parse(CX_STR("2026-04-15T12:34:60Z"), &d));
	assert_int_equal(d.sec, d.day * CX_DAY + 45299);
	assert_true(cx_date_parse(CX_STR("0000-02-29T00:00:00Z"), &d));
	cx_date_put_sec(&b, d.sec);
	is_buf(b, "0000-02-29T00:00:00");
	assert_true(cx_date_parse(CX_STR("2026-04-15 00:30:00.25+02:00"), &d));
	cx_date_put(&b, d.day);
	is_buf(b, "2026-04-15");
	cx_date_put_sec(&b, d.sec);
	is_buf(b, "2026-04-14T22:30:00");
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		assert_false(cx_date_parse(cx_str(bad[i]), &d));
	for (int64_t day = -800000; day < 800000; day += 97) {
		int y, m, n;

		cx_date_civil(day, &y, &m, &n);
		assert_int_equal(cx_date_day(y, m, n), day);
	}
	assert_true(cx_date_span(CX_STR("7d"), &s));
	assert_int_equal(s, 7 * CX_DAY);
	for (size_t i = 0; i < 5; i++) {
		static const char *const spans[] = {"2h", "2d", "2w", "2m",
		    "2y"};
		static const int64_t hours[] = {1, 24, 168, 720, 8760};

		assert_true(cx_date_span(cx_str(spans[i]), &s));
		assert_int_equal(s, 2 * 3600 * hours[i]);
	}
	/* No date has more than 10,000 years before or after it. */
	assert_true(cx_date_span(CX_STR("10000y"), &s));
	assert_true(cx_date_span(CX_STR("87600000h"), &s));
	assert_false(cx_date_span(CX_STR("10001y"), &s));
	assert_false(cx_date_span(CX_STR("87600001h"), &s));
	assert_false(cx_date_span(CX_STR("0d"), &s));
	assert_false(cx_date_span(CX_STR("7"), &s));
	assert_false(cx_date_span(CX_STR("d"), &s));
	assert_false(cx_date_span(CX_STR("99999999999999999999d"), &s));
	cx_buf_release(&b);
	for (size_t i = 0; i < sizeof periods / sizeof *periods; i++)
		assert_int_equal(cx_date_is_period(cx_str(periods[i])), i < 5);
}

static void
test_utf8(void **state)
{
	struct cx_buf b = CX_BUF_INIT;

	(void)state;
	assert_int_equal(cx_utf8_invalid(CX_STR("abc\xC3\xA9")), 5);
	assert_int_equal(cx_utf8_invalid(CX_STR("abcdefgh\xC3")), 8);
	assert_int_equal(cx_utf8_invalid(CX_STR("\xED\xA0\x80")), 0);
	/* Maximal subparts, Unicode 15 table 3-8. */
	cx_utf8_clean(&b, CX_STR("a\xF1\x80\x80\xE1\x80\xC2" "b\x80"));
	is_buf(b, "a\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD" "b\xEF\xBF\xBD");
	cx_utf8_lower(&b, CX_STR("Stra\xC3\x9F" "e \xC3\x84\xCE\xA3"));
	is_buf(b, "stra\xC3\x9F" "e \xC3\xA4\xCF\x83");
	cx_utf8_key(&b, CX_STR("E\xCC\x81"));
	is_buf(b, "\xC3\xA9");
	assert_int_equal(cx_utf8_count(CX_STR("a\xC3\xA9\xE2\x82\xAC")), 3);
	assert_int_equal(
	    cx_utf8_prefix(CX_STR("a\xC3\xA9\xE2\x82\xAC"), 2).len, 3);
	assert_true(cx_is_letter(0x4E2D));
	assert_true(cx_is_space(0x3000));
	assert_false(cx_is_letter('_'));
	cx_buf_release(&b);
}

/* Every length, with a character of two bytes at every place. */
static void
test_lower(void **state)
{
	static const char from[] = "@AZ[`az{MnOpQrStUvWxYz0189_-/.AB";
	static const char to[] = "@az[`az{mnopqrstuvwxyz0189_-/.ab";
	struct cx_buf text = CX_BUF_INIT, expected = CX_BUF_INIT;
	struct cx_buf b = CX_BUF_INIT;

	(void)state;
	for (size_t len = 0; len < sizeof from; len++) {
		for (size_t at = 0; at <= len; at++) {
			text.len = expected.len = b.len = 0;
			cx_buf_add(&text, from, at);
			cx_buf_puts(&text, "\xC3\x84");
			cx_buf_add(&text, from + at, len - at);
			cx_buf_add(&expected, to, at);
			cx_buf_puts(&expected, "\xC3\xA4");
			cx_buf_add(&expected, to + at, len - at);
			cx_utf8_lower(&b, cx_buf_view(&text));
			assert_true(cx_str_eq(cx_buf_view(&b),
			    cx_buf_view(&expected)));
		}
		b.len = 0;
		cx_utf8_lower(&b, cx_strn(from, len));
		assert_true(cx_str_eq(cx_buf_view(&b), cx_strn(to, len)));
	}
	cx_buf_release(&text);
	cx_buf_release(&expected);
	cx_buf_release(&b);
}

/* Parses text with padding and prints it again. */
static const char *
round_trip(struct cx_buf *b, const char *text)
{
	struct cx_json_parser *p = cx_json_new();
	struct cx_buf in = CX_BUF_INIT;
	const char *why = NULL;
	const struct cx_json *n;
	struct cx_printer pr = cx_printer(b);

	b->len = 0;
	cx_buf_puts(&in, text);
	cx_buf_room(&in, CX_JSON_PAD);
	n = cx_json_parse(p, in.s, in.len, &why);
	if (n) {
		cx_print_json(&pr, n);
	} else {
		/* It goes on with a message. */
		assert_in_range(why[0], 'a', 'z');
		cx_buf_puts(b, "error");
	}
	cx_json_free(p);
	cx_buf_release(&in);
	return cx_buf_cstr(b);
}

static void
test_json(void **state)
{
	static const char *const same[] = {"{}", "[]", "null", "[1,-2,0.5]",
	    "{\"a\":[{\"b\":[]},{}],\"c\":\"\\u0001\\n\\\"\"}", "[[[[]]]]",
	    "{\"a\":{\"a\":true},\"b\":false}", "\"\\u007f\""};
	static const char *const wrong[] = {"", "{", "{\"a\":1,\"a\":2}",
	    "[{\"b\":{\"a\":1,\"\\u0061\":2}}]", "[1,]", "01", "nul",
	    "\"\x01\"", "\"\xFF\"", "[1]x"};
	struct cx_buf b = CX_BUF_INIT, in = CX_BUF_INIT;

	(void)state;
	for (size_t i = 0; i < sizeof same / sizeof *same; i++)
		assert_string_equal(round_trip(&b, same[i]), same[i]);
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
		assert_string_equal(round_trip(&b, wrong[i]), "error");
	/* Large objects take another way to find duplicates. */
	cx_buf_char(&in, '{');
	for (int i = 0; i < 100; i++)
		cx_buf_fmt(&in, "\"k%d\":%d,", i, i);
	in.s[in.len - 1] = '}';
	assert_string_equal(round_trip(&b, cx_buf_cstr(&in)), in.s);
	in.len--;
	cx_buf_puts(&in, ",\"k7\":0}");
	assert_string_equal(round_trip(&b, cx_buf_cstr(&in)), "error");
	cx_buf_release(&in);
	cx_buf_release(&b);
}

/* Members are found by their shape; here n have the same, and values of more
 * than one node stand between. */
static void
test_members(void **state)
{
	struct cx_json_parser *p = cx_json_new();
	struct cx_buf in = CX_BUF_INIT, name = CX_BUF_INIT;
	const struct cx_json *n;
	const char *why;

	(void)state;
	for (int members = 0; members <= 40; members++) {
		in.len = 0;
		cx_buf_puts(&in, "{\"\":[]");
		for (int i = 0; i < members; i++)
			cx_buf_fmt(&in, ",\"a%02dz\":[%d,{\"a00z\":0}]", i, i);
		cx_buf_char(&in, '}');
		cx_buf_room(&in, CX_JSON_PAD);
		n = cx_json_parse(p, in.s, in.len, &why);
		assert_non_null(n);
		for (int i = 0; i <= 40; i++) {
			const struct cx_json *v;

			name.len = 0;
			cx_buf_fmt(&name, "a%02dz", i);
			v = cx_json_getn(n, cx_buf_view(&name));
			assert_int_equal(v != NULL, i < members);
			if (!v)
				continue;
			assert_int_equal(cx_json_first(v)->u.i, i);
			v = cx_json_next(v, cx_json_first(v));
			assert_non_null(cx_json_get(v, "a00z"));
			assert_null(cx_json_get(v, "a01z"));
		}
		assert_non_null(cx_json_get(n, ""));
		assert_null(cx_json_get(n, "b"));
		in.len--;
		cx_buf_puts(&in, ",\"\":0}");
		cx_buf_room(&in, CX_JSON_PAD);
		assert_null(cx_json_parse(p, in.s, in.len, &why));
		assert_string_equal(why, "a member is named twice");
	}
	cx_buf_release(&in);
	cx_buf_release(&name);
	cx_json_free(p);
}

static void
test_micro(void **state)
{
	struct cx_buf b = CX_BUF_INIT;
	struct cx_printer p = cx_printer(&b);

	(void)state;
	cx_print_array(&p);
	cx_print_micro(&p, 41000000);
	cx_print_micro(&p, 6300000);
	cx_print_micro(&p, -1);
	cx_print_micro(&p, 0);
	cx_print_real(&p, 0.1);
	cx_print_end(&p);
	is_buf(b, "[41,6.3,-0.000001,0,0.1]");
	cx_buf_release(&b);
}

static const char *
put(struct cx_buf *b, const char *line, const char *name, const char *value)
{
	struct cx_member m = {name, {value, value ? strlen(value) : 0}};

	b->len = 0;
	cx_record_put(b, cx_str(line), &m, 1);
	return cx_buf_cstr(b);
}

static void
test_put(void **state)
{
	struct cx_buf b = CX_BUF_INIT;

	(void)state;
	assert_string_equal(put(&b, "{}", "a", "1"), "{\"a\":1}");
	assert_string_equal(put(&b, "{ \"a\" : [1, {\"b\":\"}\"}] , \"c\":2 }",
	    "c", "3"), "{ \"a\" : [1, {\"b\":\"}\"}] , \"c\":3 }");
	assert_string_equal(put(&b, " { \"a\":1 , \"b\":2 , \"c\":3 } ", "a",
	    NULL), " { \"b\":2 , \"c\":3 } ");
	assert_string_equal(put(&b, "{ \"a\":1 , \"b\":2 , \"c\":3 }", "b",
	    NULL), "{ \"a\":1 , \"c\":3 }");
	assert_string_equal(put(&b, "{ \"a\":1 , \"b\":2 }", "b", NULL),
	    "{ \"a\":1 }");
	assert_string_equal(put(&b, "{ }", "b", "2"), "{\"b\":2 }");
	assert_string_equal(put(&b, "{ \"a\":1 }", "b", "2"),
	    "{ \"a\":1,\"b\":2 }");
	assert_string_equal(put(&b, "{\"a\\\\\":1,\"b\":\"\\\\\"}", "b", "2"),
	    "{\"a\\\\\":1,\"b\":2}");
	assert_string_equal(put(&b, "{\"a\":\"x\\\"\\\\\",\"b\":1}", "a", "2"),
	    "{\"a\":2,\"b\":1}");
	assert_string_equal(put(&b, "{\"a\":1,\"b\":1}", "a", NULL),
	    "{\"b\":1}");
	assert_string_equal(put(&b, "{\"a\":1}", "a", NULL), "{}");
	assert_string_equal(put(&b, "{\"\\u0061\":1}", "a", "2"),
	    "{\"\\u0061\":2}");
	assert_string_equal(put(&b, "{\"b\":1}", "a", "\"x\""),
	    "{\"b\":1,\"a\":\"x\"}");
	cx_buf_release(&b);
}

static void
test_texts(void **state)
{
	static const struct cx_str names[] = {{"a", 1}, {"b", 1}, {"c", 1}};
	const struct cx_str line = CX_STR("{ \"b\" : [1, \"]\"] ,"
	    "\"x\":{\"a\":2},\"\\u0061\":\"y\\\"\" }");
	struct cx_str texts[3];

	(void)state;
	cx_record_texts(line, names, 3, texts);
	assert_true(cx_str_is(texts[0], "\"y\\\"\""));
	assert_true(cx_str_is(texts[1], "[1, \"]\"]"));
	assert_null(texts[2].s);
	cx_record_texts(CX_STR("{}"), names, 3, texts);
	assert_null(texts[0].s);
}

/* The line without a member, and what is in it, as by the two that do one of
 * these. */
static void
test_take(void **state)
{
	static const struct cx_str names[] = {{"a", 1}, {"b", 1}, {"c", 1},
	    {"body", 4}};
	static const char *const lines[] = {"{}", "{ }", "{\"body\":1}",
	    "{ \"body\" : 1 , \"a\" : 2 , \"c\":3 }", "{\"a\":1,\"b\":[2]}",
	    " { \"a\":{\"body\":1} , \"b\\u006fdy\" : \"\\\"\" , \"b\":3 } ",
	    "{\"c\":\"}\",\"b\":2,\"x\":0,\"body\":\",\",\"y\":[]}",
	    "{\"c\":1,\"a\":2,\"b\":3,\"y\":4,\"body\":5,\"z\":6}"};
	struct cx_buf b = CX_BUF_INIT, taken = CX_BUF_INIT;
	struct cx_str got[3], want[3], line;

	(void)state;
	cx_buf_char(&taken, 'x');
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
		taken.len = 1;
		cx_record_take(&taken, cx_str(lines[i]), names, 3, got);
		line = cx_str_from(cx_buf_view(&taken), 1);
		put(&b, lines[i], "body", NULL);
		assert_true(cx_str_eq(line, cx_buf_view(&b)));
		cx_record_texts(line, names, 3, want);
		for (size_t k = 0; k < 3; k++) {
			assert_ptr_equal(got[k].s, want[k].s);
			assert_int_equal(got[k].len, want[k].len);
		}
	}
	cx_buf_release(&b);
	cx_buf_release(&taken);
}

static void
test_arena(void **state)
{
	struct cx_arena a = {0};

	(void)state;
	for (int round = 0; round < 3; round++) {
		for (size_t n = 1; n < 100000; n = n * 3 + 1) {
			char *p = cx_arena_alloc(&a, n);

			memset(p, 'x', n);
			assert_int_equal((uintptr_t)p % sizeof(void *), 0);
		}
		cx_arena_reset(&a);
	}
	assert_string_equal(cx_arena_copy(&a, CX_STR("hi")).s, "hi");
	cx_arena_release(&a);
}

/* From malloc's memory to pages of its own and beyond what is had at once. */
static void
test_sparse(void **state)
{
	uint64_t *v = NULL, *dense;
	size_t cap = 0, n = 0;

	(void)state;
	while (cap < 1 << 20) {
		v = cx_grow_sparse(v, &cap, sizeof *v);
		for (size_t i = n; i < cap; i++)
			assert_int_equal(v[i], 0);
		for (; n < cap; n++)
			v[n] = n;
	}
	for (size_t i = 0; i < n; i++)
		assert_int_equal(v[i], i);
	cx_free_sparse(v, cap, sizeof *v);
	for (n = 1; n < 1 << 21; n = n * 8 + 1) {
		dense = cx_calloc_dense(n, sizeof *dense);
		for (size_t i = 0; i < n; i++)
			assert_int_equal(dense[i], 0);
		cx_free_sparse(dense, n, sizeof *dense);
	}
}

/* Marks are put in order, but not hundreds of thousands of them. */
static void
test_marks(void **state)
{
	struct cx_buf b = CX_BUF_INIT, in = CX_BUF_INIT;

	(void)state;
	cx_utf8_nfc(&b, CX_STR("e\xCC\x81 a\xCC\x81\xCC\xA3\xFF"));
	is_buf(b, "\xC3\xA9 \xE1\xBA\xA1\xCC\x81\xEF\xBF\xBD");
	cx_buf_puts(&in, "a");
	for (int i = 0; i < 15; i++)
		cx_buf_puts(&in, "\xCC\x81\xCC\xA3");
	cx_utf8_nfc(&b, cx_buf_view(&in));
	assert_true(cx_str_starts(cx_buf_view(&b),
	    CX_STR("\xE1\xBA\xA1\xCC\xA3")));
	for (int i = 0; i < 200000; i++)
		cx_buf_puts(&in, "\xCC\x81\xCC\xA3");
	b.len = 0;
	cx_utf8_nfc(&b, cx_buf_view(&in));
	assert_true(cx_str_eq(cx_buf_view(&b), cx_buf_view(&in)));
	cx_buf_release(&b);
	cx_buf_release(&in);
}

/* Strings are looked at many bytes at a time. */
static void
test_quoted(void **state)
{
	CX_AUTO_BUF got = CX_BUF_INIT;
	enum { N = 44 };
	char text[N + 1];

	(void)state;
	for (int c = 1; c < 0x80; c++) {
		for (size_t at = 0; at < N; at++) {
			const char *plain = strchr("\"\\", c);
			char want[N + 4];

			memset(text, 'a', N);
			text[N] = '\0';
			text[at] = (char)c;
			cx_print_quoted(&got, cx_strn(text, N));
			if (c >= 0x20 && c != 0x7f && !plain) {
				(void)snprintf(want, sizeof want, "\"%s\"",
				    text);
				is_buf(got, want);
			} else {
				assert_true(got.len > N + 2);
				assert_int_equal(got.s[1 + at], '\\');
				assert_int_equal(got.s[got.len - 1], '"');
				assert_memory_equal(got.s + got.len - N + at,
				    text + at + 1, N - 1 - at);
				assert_memory_equal(got.s + 1, text, at);
				got.len = 0;
			}
		}
	}
	cx_print_quoted(&got, CX_STR("0123456\xC3\xA9 89\xFF"));
	is_buf(got, "\"0123456\xC3\xA9 89\xEF\xBF\xBD\"");
}

/* What a thread has been given, in order; it is slow now and then. */
struct given {
	uint32_t next, wrong;
};

static void
take_numbers(void *arg, struct cx_buf *b)
{
	struct given *g = arg;
	volatile unsigned turns = g->next % 7 == 0 ? 100000 : 0;
	uint32_t n;

	while (turns)
		turns--;
	for (size_t at = 0; at < b->len; at += sizeof n) {
		memcpy(&n, b->s + at, sizeof n);
		g->wrong += n != g->next++;
	}
}

static void
test_handover(void **state)
{
	struct given g = {0, 0};
	struct cx_worker *h = cx_worker_new(take_numbers, &g);
	struct cx_buf b = CX_BUF_INIT;

	(void)state;
	for (uint32_t i = 0; i < 3000; i++) {
		assert_int_equal(b.len, i % 3 * sizeof i);
		cx_buf_add(&b, &i, sizeof i);
		if (i % 3 == 2)
			cx_worker_submit(h, &b);
		if (i % 500 == 499) {
			cx_worker_drain(h);
			assert_int_equal(g.next, i / 3 * 3 + (i % 3 == 2) * 3);
		}
	}
	cx_worker_free(h);
	assert_int_equal(g.next, 3000);
	assert_int_equal(g.wrong, 0);
	cx_buf_release(&b);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_dates),
	    cmocka_unit_test(test_utf8), cmocka_unit_test(test_lower),
	    cmocka_unit_test(test_json), cmocka_unit_test(test_members),
	    cmocka_unit_test(test_micro), cmocka_unit_test(test_put),
	    cmocka_unit_test(test_texts), cmocka_unit_test(test_marks),
	    cmocka_unit_test(test_take), cmocka_unit_test(test_arena),
	    cmocka_unit_test(test_quoted),
	    cmocka_unit_test(test_sparse), cmocka_unit_test(test_handover)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
