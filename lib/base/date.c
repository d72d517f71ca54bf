#include "lib/base/date.h"
#include "lib/base/err.h"

#include <stdlib.h>
#include <time.h>

static int64_t now_sec;
static bool now_known;

/*
 * Days and civil dates, after the era arithmetic of Howard Hinnant,
 * "chrono-Compatible Low-Level Date Algorithms": years begin in March, so
 * that the leap day is the last day of one; an era is 400 years.
 */
int64_t
cx_date_day(int year, int month, int day)
{
	int64_t y = year - (month <= 2);
	int64_t era = (y >= 0 ? y : y - 399) / 400;
	int64_t yoe = y - era * 400;
	int64_t doy = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;

	return era * 146097 + yoe * 365 + yoe / 4 - yoe / 100 + doy - 719468;
}

void
cx_date_civil(int64_t day, int *year, int *month, int *mday)
{
	int64_t z = day + 719468;
	int64_t era = (z >= 0 ? z : z - 146096) / 146097;
	int64_t doe = z - era * 146097;
	int64_t yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
	int64_t doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
	int64_t mp = (5 * doy + 2) / 153;

	*mday = (int)(doy - (153 * mp + 2) / 5 + 1);
	*month = (int)(mp < 10 ? mp + 3 : mp - 9);
	*year = (int)(yoe + era * 400 + (*month <= 2));
}

/* Exactly n digits at *s; moves *s past them. */
static bool
digits(struct cx_str *s, int n, int *out)
{
	int v = 0;

	if (s->len < (size_t)n)
		return false;
	for (int i = 0; i < n; i++) {
		if (s->s[i] < '0' || s->s[i] > '9')
			return false;
		v = v * 10 + (s->s[i] - '0');
	}
	*s = cx_str_from(*s, (size_t)n);
	*out = v;
	return true;
}

static bool
eat(struct cx_str *s, char c)
{
	if (s->len == 0 || s->s[0] != c)
		return false;
	*s = cx_str_from(*s, 1);
	return true;
}

/* Z, +HH:MM, -HH:MM, +HHMM or nothing; seconds east of UTC in *off. */
static bool
zone(struct cx_str *s, int *off)
{
	int h, m, sign;

	*off = 0;
	*s = cx_str_trim(*s);
	if (s->len == 0 || eat(s, 'Z') || eat(s, 'z'))
		return true;
	sign = s->s[0] == '-' ? -1 : 1;
	if (!eat(s, '+') && !eat(s, '-'))
		return false;
	if (!digits(s, 2, &h))
		return false;
	eat(s, ':');
	if (!digits(s, 2, &m) || h > 23 || m > 59)
		return false;
	*off = sign * (h * 3600 + m * 60);
	return true;
}

static bool
clock_time(struct cx_str *s, int *sec)
{
	int h, m, x = 0, off;

	if (!digits(s, 2, &h) || !eat(s, ':') || !digits(s, 2, &m))
		return false;
	if (eat(s, ':')) {
		if (!digits(s, 2, &x))
			return false;
		if (eat(s, '.')) {
			if (!cx_str_digits(*s))
				return false;
			*s = cx_str_from(*s, cx_str_digits(*s));
		}
	}
	/* 60 is a leap second, which UTC days of 86400 s cannot tell apart. */
	if (h > 23 || m > 59 || x > 60 || !zone(s, &off))
		return false;
	*sec = h * 3600 + m * 60 + (x == 60 ? 59 : x) - off;
	return true;
}

static bool
set_day(struct cx_date *out, int y, int m, int d)
{
	static const int month_days[] = {
	    31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
	int last;

	if (m < 1 || m > 12)
		return false;
	last = month_days[m - 1];
	if (m == 2 && y % 4 == 0 && (y % 100 != 0 || y % 400 == 0))
		last = 29;
	if (d < 1 || d > last)
		return false;
	out->day = cx_date_day(y, m, d);
	return true;
}

static int
two(const char *p)
{
	return (p[0] - '0') * 10 + (p[1] - '0');
}

/* Whether eight bytes are those of form, in which 0 is any digit. */
static inline bool
is_like(const char *p, const char *form)
{
	const uint64_t high = UINT64_C(0xf0f0f0f0f0f0f0f0);
	uint64_t x, f, digits = 0;

	memcpy(&x, p, sizeof x);
	memcpy(&f, form, sizeof f);
	x ^= f; /* 0 to 9 for a digit, 0 for all else */
	for (int i = 0; i < 64; i += 8)
		digits |= (uint64_t)((f >> i & 0xff) == '0' ? 6 : 15) << i;
	return ((x | (x + digits)) & high) == 0;
}

/* YYYY-MM-DD of notes, and YYYY-MM-DDTHH:MM:SSZ, which logs have by the
 * thousand; false for any other form, and for a date that does not exist. */
static bool
usual(struct cx_str s, struct cx_date *out)
{
	const char *p = s.s;
	int h, m, x;

	if (s.len == strlen("YYYY-MM-DD") && is_like(p, "0000-00-") &&
	    is_like(p + 2, "00-00-00")) {
		out->has_time = false;
		if (!set_day(out, two(p) * 100 + two(p + 2), two(p + 5),
			two(p + 8)))
			return false;
		out->sec = out->day * CX_DAY;
		return true;
	}
	if (s.len != strlen("YYYY-MM-DDTHH:MM:SSZ") ||
	    !is_like(p, "0000-00-") || !is_like(p + 8, "00T00:00") ||
	    !is_like(p + 12, "0:00:00Z"))
		return false;
	h = two(p + 11);
	m = two(p + 14);
	x = two(p + 17);
	if (h > 23 || m > 59 || x > 59 || !set_day(out, two(p) * 100 +
	    two(p + 2), two(p + 5), two(p + 8)))
		return false;
	out->has_time = true;
	out->sec = out->day * CX_DAY + h * 3600 + m * 60 + x;
	return true;
}

bool
cx_date_spell(struct cx_str s, struct cx_buf *out)
{
	size_t n, end;

	s = cx_str_trim(s);
	n = cx_str_digits(s);
	if (s.len < 8 || cx_str_cmp(s, CX_STR("1900")) < 0 ||
	    cx_str_cmp(s, CX_STR("2200")) >= 0)
		return false;
	if (n == 8 && s.len > 9 && (s.s[8] == 'T' || s.s[8] == 't'))
		n = 9 + cx_str_digits(cx_str_from(s, 9));
	else if (n != s.len)
		return false;
	end = n;
	/* TiddlyWiki's end in milliseconds. */
	if (n == 17 && s.s[8] <= '9')
		n = 14;
	/* The hours, minutes and seconds, which may follow a T. */
	if (n != 8 && n != 12 + (s.s[8] > '9') && n != 14 + (s.s[8] > '9'))
		return false;
	cx_buf_fmt(out, "%.4s-%.2s-%.2s", s.s, s.s + 4, s.s + 6);
	for (size_t i = 8 + (n > 8 && s.s[8] > '9'), k = 0; i < n; i += 2)
		cx_buf_fmt(out, "%c%.2s", k++ ? ':' : 'T', s.s + i);
	cx_buf_str(out, cx_str_from(s, end));
	return true;
}

/* The form without hyphens. */
static bool
compact(struct cx_str s, struct cx_date *out)
{
	CX_AUTO_BUF b = CX_BUF_INIT;

	return cx_date_spell(s, &b) && cx_date_parse(cx_buf_view(&b), out);
}

bool
cx_date_parse(struct cx_str s, struct cx_date *out)
{
	int y, m, d, sec = 0;

	if (usual(s, out))
		return true;
	s = cx_str_trim(s);
	if (s.len >= 8 && s.s[4] != '-' && cx_str_digits(s) >= 8)
		return compact(s, out);
	if (!digits(&s, 4, &y) || !eat(&s, '-') || !digits(&s, 2, &m) ||
	    !eat(&s, '-') || !digits(&s, 2, &d) || !set_day(out, y, m, d))
		return false;
	out->has_time = s.len != 0;
	if (s.len) {
		if (s.s[0] != 'T' && s.s[0] != 't' && !cx_is_blank(s.s[0]))
			return false;
		if (!eat(&s, 'T') && !eat(&s, 't'))
			s = cx_str_trim(s);
		if (!clock_time(&s, &sec) || cx_str_trim(s).len)
			return false;
	}
	out->sec = out->day * CX_DAY + sec;
	return true;
}

bool
cx_date_is_period(struct cx_str s)
{
	int n;

	if (!digits(&s, 4, &n))
		return false;
	if (eat(&s, '-')) {
		const int width = eat(&s, 'Q') ? 1 : 2;

		if (width == 2)
			eat(&s, 'W');
		if (!digits(&s, width, &n))
			return false;
	}
	return s.len == 0;
}

/* n in two digits, after a character. */
static void
put_two(struct cx_buf *b, char before, int n)
{
	char *p = cx_buf_room(b, 3);

	p[0] = before;
	p[1] = (char)('0' + n / 10);
	p[2] = (char)('0' + n % 10);
	b->len += 3;
}

void
cx_date_put(struct cx_buf *b, int64_t day)
{
	int y, m, d;

	cx_date_civil(day, &y, &m, &d);
	cx_buf_fmt(b, "%04d", y);
	put_two(b, '-', m);
	put_two(b, '-', d);
}

void
cx_date_put_sec(struct cx_buf *b, int64_t sec)
{
	int64_t day = cx_day_of(sec);
	int x = (int)(sec - day * CX_DAY);

	cx_date_put(b, day);
	put_two(b, 'T', x / 3600);
	put_two(b, ':', x / 60 % 60);
	put_two(b, ':', x % 60);
}

void
cx_now_init(const char *option)
{
	const char *from = option ? "--now" : "$CORTEX_NOW";
	const char *text = option ? option : getenv("CORTEX_NOW");
	struct cx_date d;

	now_known = true;
	if (!text || (!option && !*text)) {
		now_sec = (int64_t)time(NULL);
		return;
	}
	if (!cx_date_parse(cx_str(text), &d))
		cx_die(CX_USAGE, "%s: '%s' is not a date; write "
		    "YYYY-MM-DD or YYYY-MM-DDTHH:MM:SS", from, text);
	now_sec = d.sec;
}

int64_t
cx_now(void)
{
	if (!now_known)
		cx_now_init(NULL);
	return now_sec;
}

int64_t
cx_today(void)
{
	return cx_day_of(cx_now());
}

bool
cx_date_span(struct cx_str s, int64_t *seconds)
{
	static const char letters[] = "hdwmy";
	static const int64_t units[] = {3600, CX_DAY, 7 * CX_DAY, 30 * CX_DAY,
	    365 * CX_DAY};
	const int64_t most = INT64_C(10000) * 365 * CX_DAY;
	const char *unit;
	uint64_t n;

	if (s.len < 2 || s.s[0] == '0' ||
	    !cx_str_number(&s, (uint64_t)most, &n) || s.len != 1)
		return false;
	unit = memchr(letters, s.s[0], strlen(letters));
	if (!unit || (int64_t)n > most / units[unit - letters])
		return false;
	*seconds = (int64_t)n * units[unit - letters];
	return true;
}

/* --- names of files --- */

/* Whether a date begins with s, whose first digits are n. */
static bool
name_date(struct cx_str s, size_t n, int64_t *day)
{
	char text[11] = "0000-00-00";
	struct cx_date d;

	if (n == 8 || n == 12 || n == 14) {
		memcpy(text, s.s, 4);
		memcpy(text + 5, s.s + 4, 2);
		memcpy(text + 8, s.s + 6, 2);
	} else if (n == 4 && s.len >= 10 && s.s[4] == s.s[7] &&
	    (s.s[4] == '-' || s.s[4] == '_') &&
	    cx_str_digits(cx_str_from(s, 5)) == 2 &&
	    cx_str_digits(cx_str_from(s, 8)) == 2) {
		memcpy(text, s.s, 4);
		memcpy(text + 5, s.s + 5, 2);
		memcpy(text + 8, s.s + 8, 2);
	} else {
		return false;
	}
	if (strcmp(text, "1900") < 0 || strcmp(text, "2200") >= 0 ||
	    !cx_date_parse(cx_str(text), &d))
		return false;
	*day = d.day;
	return n <= 8 || (memcmp(s.s + 8, "24", 2) < 0 &&
	    memcmp(s.s + 10, "60", 2) < 0 &&
	    (n == 12 || memcmp(s.s + 12, "60", 2) < 0));
}

bool
cx_date_in_name(struct cx_str name, int64_t *day)
{
	size_t i = 0, n;

	for (; i < name.len; i += n ? n : 1) {
		n = cx_str_digits(cx_str_from(name, i));
		if (n && name_date(cx_str_from(name, i), n, day))
			return true;
	}
	return false;
}
