/* query-date.c: finds dates in a text, without what else a query needs. */
#include "lib/rank/query.h"

#include "lib/base/date.h"
#include "lib/base/utf8.h"
#include "lib/text/doctext.h"

size_t
cx_query_space(struct cx_str s)
{
	uint32_t cp;
	size_t n = s.len ? cx_utf8_decode(s.s, s.len, &cp, NULL) : 0;

	return n && cx_is_space(cp) ? n : 0;
}

bool
cx_query_piece(struct cx_str *text, struct cx_str *piece)
{
	size_t n;

	while (text->len && (n = cx_query_space(*text)))
		*text = cx_str_from(*text, n);
	*piece = *text;
	while (text->len && !cx_query_space(*text))
		*text = cx_str_from(*text, 1);
	piece->len = (size_t)(text->s - piece->s);
	return piece->len > 0;
}

/* The next word, without punctuation around it; "" at the end. */
static struct cx_str
eat_word(struct cx_str *s)
{
	struct cx_str word = {"", 0};

	(void)cx_query_piece(s, &word);
	while (word.len && strchr("([{<'\"", word.s[0]))
		word = cx_str_from(word, 1);
	while (word.len && strchr(".,;:!?)]}>'\"", word.s[word.len - 1]))
		word.len--;
	return word;
}

/* Moves s past a number of so many digits; -1 if there is none. */
static int
eat_number(struct cx_str *s, size_t least, size_t most)
{
	int n = 0;
	size_t i = 0;

	for (; i < s->len && i < most && cx_is_decimal(s->s[i]); i++)
		n = n * 10 + s->s[i] - '0';
	if (i < least || (i < s->len && cx_is_decimal(s->s[i])))
		return -1;
	*s = cx_str_from(*s, i);
	return n;
}

/* A day of a month: 7, 07, 7th. */
static int
day_of(struct cx_str s)
{
	static const char *const endings[] = {"st", "nd", "rd", "th"};
	int n = eat_number(&s, 1, 2);
	bool fits = s.len == 0;

	for (size_t i = 0; i < 4; i++)
		fits = fits || cx_str_is(s, endings[i]);
	return fits ? n : -1;
}

/* A month by its name, or three or four letters of it. */
static int
month_of(struct cx_str s)
{
	CX_AUTO_BUF low = CX_BUF_INIT;

	cx_utf8_lower(&low, s);
	for (int m = 1; m <= 12; m++) {
		struct cx_str name = cx_doc_month(m);

		if (cx_str_eq(cx_buf_view(&low), name) || (low.len == 3 &&
		    cx_str_starts(name, cx_buf_view(&low))) ||
		    (m == 9 && cx_str_is(cx_buf_view(&low), "sept")))
			return m;
	}
	return -1;
}

static int
year_of(struct cx_str s)
{
	int n = eat_number(&s, 4, 4);

	return s.len ? -1 : n;
}

static bool
is_day(int year, int month, int mday, int64_t *day)
{
	int y, m, d;

	if (year < 1900 || year > 2099 || month < 1 || month > 12 || mday < 1)
		return false;
	*day = cx_date_day(year, month, mday);
	cx_date_civil(*day, &y, &m, &d);
	return m == month && d == mday;
}

static bool
eat_dot(struct cx_str *s)
{
	if (!cx_str_starts(*s, CX_STR(".")))
		return false;
	*s = cx_str_from(*s, 1);
	return true;
}

/* 24.01.2024, or what cx_date_parse reads of a day. */
static bool
is_date(struct cx_str word, int64_t *day)
{
	struct cx_date d;
	int mday, month, year;

	if (word.len == 10 && word.s[4] == '-' && cx_date_parse(word, &d)) {
		*day = d.day;
		return true;
	}
	mday = eat_number(&word, 1, 2);
	if (!eat_dot(&word))
		return false;
	month = eat_number(&word, 1, 2);
	if (!eat_dot(&word))
		return false;
	year = year_of(word);
	return is_day(year, month, mday, day);
}

bool
cx_query_date(struct cx_str *text, struct cx_str *date, int64_t *day)
{
	for (;;) {
		struct cx_str rest, first = eat_word(text), second, third;

		*date = first;
		if (first.len == 0 && text->len == 0)
			return false;
		if (is_date(first, day))
			return true;
		rest = *text;
		second = eat_word(&rest);
		if (cx_str_is(second, "of"))
			second = eat_word(&rest);
		third = eat_word(&rest);
		if (!is_day(year_of(third), month_of(second), day_of(first),
			day) && !is_day(year_of(third), month_of(first),
			day_of(second), day))
			continue;
		date->len = (size_t)(third.s + third.len - first.s);
		*text = rest;
		return true;
	}
}
