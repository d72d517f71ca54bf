/* Formats output for a terminal. */
#include "lib/base/screen.h"

#include "lib/base/date.h"
#include "lib/base/mem.h"
#include "lib/base/utf8.h"

#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define COLUMNS 80
#define ELLIPSIS "\xe2\x80\xa6"

size_t
cx_screen_columns(void)
{
	const char *text = getenv("COLUMNS");
	struct winsize window;
	unsigned long n;
	char *end;

	if (isatty(STDOUT_FILENO) &&
	    ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) == 0 && window.ws_col)
		return window.ws_col < 20 ? 20 : window.ws_col;
	n = text ? strtoul(text, &end, 10) : 0;
	return n >= 20 && n <= 1000 && !*end ? n : COLUMNS;
}

void
cx_put_words(struct cx_buf *out, struct cx_str words, size_t used,
    size_t columns)
{
	struct cx_str word;

	while (cx_str_split(&words, ' ', &word)) {
		const size_t width = cx_utf8_width(word);

		if (used + 1 + width > columns && used > 2) {
			cx_buf_puts(out, "\n  ");
			used = 2 + width;
		} else {
			cx_buf_char(out, ' ');
			used += 1 + width;
		}
		cx_buf_str(out, word);
	}
}

/* The end of s, in at most n columns. */
static struct cx_str
last_columns(struct cx_str s, size_t n)
{
	while (s.len && cx_utf8_width(s) > n)
		s = cx_str_from(s, cx_utf8_grapheme(s));
	return s;
}

size_t
cx_put_fit(struct cx_buf *out, struct cx_str text, size_t columns,
    bool keep_end)
{
	CX_AUTO_BUF b = CX_BUF_INIT;
	struct cx_str s;
	size_t width;

	cx_put_visible(&b, text);
	s = cx_buf_view(&b);
	width = cx_utf8_width(s);
	if (width <= columns) {
		cx_buf_str(out, s);
	} else if (columns && keep_end) {
		s = last_columns(s, columns - 1);
		cx_buf_puts(out, ELLIPSIS);
		cx_buf_str(out, s);
		width = cx_utf8_width(s) + 1;
	} else if (columns) {
		s = cx_utf8_fit(s, columns - 1);
		while (s.len && s.s[s.len - 1] == ' ')
			s.len--;
		cx_buf_str(out, s);
		cx_buf_puts(out, ELLIPSIS);
		width = cx_utf8_width(s) + 1;
	} else {
		width = 0;
	}
	return width;
}

bool
cx_put_command_word(struct cx_buf *out, struct cx_str word)
{
	CX_AUTO_BUF b = CX_BUF_INIT;
	bool plain = word.len && !strchr("=~", word.s[0]);
	size_t i;

	cx_put_visible(&b, word);
	if (!cx_str_eq(cx_buf_view(&b), word))
		return false;
	for (i = 0; i < word.len; i++)
		plain = plain && (cx_is_alnum(word.s[i]) ||
		    strchr("/._:=@%+,~-", word.s[i]));
	cx_buf_char(out, ' ');
	if (plain) {
		cx_buf_str(out, word);
		return true;
	}
	cx_buf_char(out, '\'');
	for (i = 0; i < word.len; i++) {
		if (word.s[i] == '\'')
			cx_buf_puts(out, "'\\'");
		cx_buf_char(out, word.s[i]);
		if (word.s[i] == '\'')
			cx_buf_char(out, '\'');
	}
	cx_buf_char(out, '\'');
	return true;
}

size_t
cx_name_columns(struct cx_str name, struct cx_str path, size_t room)
{
	size_t names = cx_utf8_width(name), paths = cx_utf8_width(path);

	if (names + paths <= room || names <= room - room * 3 / 10)
		return names;
	return paths > room * 3 / 10 ? room - room * 3 / 10 : room - paths;
}

static void
put_span(struct cx_buf *b, int64_t n, const char *unit, bool ahead)
{
	cx_buf_fmt(b, "%s%lld %s%s%s", ahead ? "in " : "", (long long)n, unit,
	    n == 1 ? "" : "s", ahead ? "" : " ago");
}

void
cx_put_age(struct cx_buf *b, struct cx_str date)
{
	struct cx_date d;
	int64_t days;
	bool ahead;

	if (!cx_date_parse(date, &d)) {
		cx_put_visible(b, date);
		return;
	}
	days = cx_today() - d.day;
	ahead = days < 0;
	if (ahead)
		days = -days;
	if (days == 0)
		cx_buf_puts(b, "today");
	else if (days == 1)
		cx_buf_puts(b, ahead ? "tomorrow" : "yesterday");
	else if (days < 14)
		put_span(b, days, "day", ahead);
	else if (days < 60)
		put_span(b, days / 7, "week", ahead);
	else if (days < 730)
		put_span(b, days / 30, "month", ahead);
	else
		put_span(b, days / 365, "year", ahead);
}
