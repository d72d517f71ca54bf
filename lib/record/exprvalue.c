/* exprvalue.c: numbers and dates in expressions. */
#include "lib/record/exprcode.h"

#include "lib/base/date.h"

#include <stdlib.h>

bool
cx_expr_number(struct cx_str s, double *out)
{
	char small[64];
	size_t i = 0, digits = 0;

	if (s.len == 0 || s.len >= sizeof small)
		return false;
	if (s.s[i] == '-' || s.s[i] == '+')
		i++;
	for (; i < s.len && s.s[i] >= '0' && s.s[i] <= '9'; i++)
		digits++;
	if (i < s.len && s.s[i] == '.')
		for (i++; i < s.len && s.s[i] >= '0' && s.s[i] <= '9'; i++)
			digits++;
	if (digits == 0)
		return false;
	if (i < s.len && (s.s[i] == 'e' || s.s[i] == 'E')) {
		i++;
		if (i < s.len && (s.s[i] == '-' || s.s[i] == '+'))
			i++;
		if (i == s.len)
			return false;
		while (i < s.len && s.s[i] >= '0' && s.s[i] <= '9')
			i++;
	}
	if (i < s.len)
		return false;
	memcpy(small, s.s, s.len);
	small[s.len] = '\0';
	*out = strtod(small, NULL); /* cx_start fixed the locale */
	return *out - *out == 0.0;
}

/* All of s[from..to) digits: the number they make, else -1. */
static int
read_digits(struct cx_str s, size_t from, size_t to)
{
	int n = 0;

	for (; from < to; from++) {
		if (s.s[from] < '0' || s.s[from] > '9')
			return -1;
		n = n * 10 + (s.s[from] - '0');
	}
	return n;
}

/* YYYY or YYYY-MM. */
static bool
read_period(struct cx_str s, struct cx_expr_test *t)
{
	int year, month;

	if ((s.len != 4 && s.len != 7) || (year = read_digits(s, 0, 4)) < 1)
		return false;
	if (s.len == 4) {
		t->lo = cx_date_day(year, 1, 1);
		t->hi = cx_date_day(year, 12, 31);
		return true;
	}
	month = read_digits(s, 5, 7);
	if (s.s[4] != '-' || month < 1 || month > 12)
		return false;
	t->lo = cx_date_day(year, month, 1);
	t->hi = (month == 12 ? cx_date_day(year + 1, 1, 1)
			     : cx_date_day(year, month + 1, 1)) -
		1;
	return true;
}

void
cx_expr_when(struct cx_expr_test *t)
{
	struct cx_str s = t->value;
	struct cx_date d;
	int64_t span;

	t->when = CX_EXPR_DAYS;
	if (read_period(s, t))
		return;
	if (cx_str_is(s, "today") || cx_str_is(s, "-0d") ||
	    cx_str_is(s, "+0d")) {
		t->lo = t->hi = cx_today();
	} else if (cx_str_is(s, "now")) {
		t->when = CX_EXPR_MOMENT;
		t->lo = t->hi = cx_now();
	} else if (s.len > 1 && (s.s[0] == '-' || s.s[0] == '+') &&
		   cx_date_span(cx_str_from(s, 1), &span)) {
		if (s.s[0] == '-')
			span = -span;
		/* Whole days unless hours were asked for. */
		if (s.s[s.len - 1] == 'h') {
			t->when = CX_EXPR_MOMENT;
			t->lo = t->hi = cx_now() + span;
		} else {
			t->lo = t->hi = cx_today() + span / CX_DAY;
		}
	} else if (cx_date_parse(s, &d)) {
		if (d.has_time)
			t->when = CX_EXPR_MOMENT;
		t->lo = t->hi = d.has_time ? d.sec : d.day;
	} else {
		t->when = CX_EXPR_NODATE;
	}
}

bool
cx_expr_looks_like_date(struct cx_str s)
{
	return (s.len == 7 || s.len == 10) && read_digits(s, 0, 4) >= 0 &&
	       s.s[4] == '-' && read_digits(s, 5, 7) >= 0 &&
	       (s.len == 7 || (s.s[7] == '-' && read_digits(s, 8, 10) >= 0));
}
