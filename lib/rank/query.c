#include "lib/rank/query.h"

#include "lib/base/date.h"
#include "lib/base/utf8.h"
#include "lib/text/analyze.h"
#include "lib/text/doctext.h"

#include <stdlib.h>

const char *const cx_field_names[CX_FIELDS] = {
    "name", "tag", "project", "description", "path"};

/* Bytes of the white space of any script at the start of s; 0 for none. */
static size_t
space(struct cx_str s)
{
	uint32_t cp;
	size_t n = s.len ? cx_utf8_decode(s.s, s.len, &cp, NULL) : 0;

	return n && cx_is_space(cp) ? n : 0;
}

static bool
eat(struct cx_str *s, const char *prefix)
{
	if (!cx_str_starts(*s, cx_str(prefix)))
		return false;
	*s = cx_str_from(*s, strlen(prefix));
	return true;
}

/* A colon with nothing after it is punctuation. */
static bool
eat_name(struct cx_str *s, const char *name)
{
	size_t n = strlen(name);

	if (s->len <= n + 1 || s->s[n] != ':' ||
	    !cx_str_starts(*s, cx_str(name)) || space(cx_str_from(*s, n + 1)))
		return false;
	*s = cx_str_from(*s, n + 1);
	return true;
}

static enum cx_field
eat_field(struct cx_str *s)
{
	uint32_t cp;

	for (int f = 0; f <= CX_FIELDS; f++) {
		if (eat_name(s, f < CX_FIELDS ? cx_field_names[f] : "tags"))
			return f < CX_FIELDS ? (enum cx_field)f : CX_FIELD_TAG;
	}
	/* As in a note: "# 1" and "#1" are not tags. */
	if (s->len > 1 && s->s[0] == '#') {
		(void)cx_utf8_decode(s->s + 1, s->len - 1, &cp, NULL);
		if (cx_is_letter(cp) || cx_is_symbol(cp)) {
			*s = cx_str_from(*s, 1);
			return CX_FIELD_TAG;
		}
	}
	return CX_FIELD_ANY;
}

bool
cx_query_is_tag(struct cx_str tag, struct cx_str wanted)
{
	return cx_str_starts(tag, wanted) && (tag.len == wanted.len ||
	    tag.s[wanted.len] == '/');
}

/* The next run of non-blanks, or what stands between two quotes. */
static struct cx_str
eat_text(struct cx_str *s)
{
	struct cx_str text = *s;
	const char *close;

	if (s->s[0] == '"' && (close = memchr(s->s + 1, '"', s->len - 1))) {
		text = cx_strn(s->s + 1, (size_t)(close - s->s) - 1);
		*s = cx_str_from(*s, text.len + 2);
		return cx_str_trim(text);
	}
	eat(s, "\"");
	text = *s;
	while (s->len && !space(*s))
		*s = cx_str_from(*s, 1);
	text.len = (size_t)(s->s - text.s);
	return text;
}

/* If the value is not known, the word stays text. */
static bool
eat_filter(const struct cx_query_text *given, struct cx_str *s, bool exclude)
{
	static const char *const names[] = {"type", "status"};

	for (size_t i = 0; i < 2 && given->filter; i++) {
		struct cx_str rest = *s;

		if (!eat_name(&rest, names[i]) || !given->filter(given->arg,
		    names[i], eat_text(&rest), exclude))
			continue;
		*s = rest;
		return true;
	}
	return false;
}

/* One letter matches nearly everything, but one character of a script without
 * spaces is a word. */
static bool
is_short(struct cx_str word, size_t least)
{
	uint32_t cp;

	if (cx_utf8_count(word) >= least)
		return false;
	(void)cx_utf8_decode(word.s, word.len, &cp, NULL);
	return !cx_unspaced(cp);
}

/*
 * Bytes of what comes before the last * of a word, if that asks for all words
 * that begin so: kube*, of two letters at least.  *so* is Markdown, and where
 * there are no blanks a text is found in the middle of others anyway.
 */
static size_t
prefix_of(struct cx_str word)
{
	size_t chars = 0, from = word.len - 1;
	uint32_t cp;

	if (word.len < 3 || word.s[word.len - 1] != '*' || word.s[0] == '*')
		return 0;
	for (size_t at = from; at > 0; chars++) {
		do
			at--;
		while (at && ((unsigned char)word.s[at] & 0xC0) == 0x80);
		(void)cx_utf8_decode(word.s + at, from - at, &cp, NULL);
		if (cx_unspaced(cp) || !cx_is_wordchar(cp))
			break;
		from = at;
	}
	return chars > 1 ? word.len - 1 - from : 0;
}

void
cx_query_quote(struct cx_query *q)
{
	for (size_t i = 0; i < q->n; i++) {
		struct cx_query_term *t = &q->terms[i];

		t->phrase = t->phrase || (t->field == CX_FIELD_ANY &&
		    !t->prefix);
	}
}

struct cx_str
cx_query_prefix(const struct cx_query_term *t)
{
	return cx_strn(t->typed.s + t->typed.len - 1 - t->prefix, t->prefix);
}

struct cx_str
cx_query_plain(const struct cx_query_term *t)
{
	return cx_strn(t->typed.s, t->typed.len -
	    (t->prefix ? t->prefix + 1 : 0));
}

static bool
has_space(struct cx_str s)
{
	for (; s.len; s = cx_str_from(s, 1)) {
		if (space(s))
			return true;
	}
	return false;
}

void
cx_query_text_add(struct cx_query_text *t, struct cx_str s, bool own)
{
	if (t->text.len)
		cx_buf_char(&t->text, ' ');
	if (own && s.len > 1 && s.s[0] == '-' && !has_space(s))
		*CX_NEXT(t->minus, t->n, t->cap) = t->text.len;
	cx_buf_str(&t->text, s);
}

void
cx_query_text_release(struct cx_query_text *t)
{
	cx_buf_release(&t->text);
	free(t->minus);
	*t = (struct cx_query_text){0};
}

/* Whether the `-` at the start of what is left of a text leaves out: it says
 * so, or a quotation follows. */
static bool
is_minus(const struct cx_query_text *t, struct cx_str rest)
{
	size_t at = t->text.len - rest.len;

	if (rest.len < 2 || rest.s[0] != '-')
		return false;
	for (size_t i = 0; i < t->n; i++) {
		if (t->minus[i] == at)
			return true;
	}
	return rest.s[1] == '"' && memchr(rest.s + 2, '"', rest.len - 2);
}

void
cx_query_parse(struct cx_query *q, const struct cx_query_text *given,
    size_t least)
{
	struct cx_str text = cx_buf_view(&given->text);
	size_t cap = 0;
	size_t *ends = NULL, ends_cap = 0;

	*q = (struct cx_query){0};
	while (text.len) {
		struct cx_query_term t;
		size_t from = q->text.len, blank = space(text);
		struct cx_str word, word_key;
		bool quoted;

		if (blank) {
			text = cx_str_from(text, blank);
			continue;
		}
		t.exclude = is_minus(given, text);
		if (t.exclude)
			eat(&text, "-");
		if (eat_filter(given, &text, t.exclude)) {
			q->filters++;
			continue;
		}
		t.field = eat_field(&text);
		quoted = text.len && text.s[0] == '"' && memchr(text.s + 1, '"',
		    text.len - 1);
		word = eat_text(&text);
		t.phrase = quoted;
		t.prefix = quoted || t.field != CX_FIELD_ANY ? 0 :
		    prefix_of(word);
		cx_utf8_key(&q->text, cx_strn(word.s, word.len -
		    (t.prefix > 0)));
		word_key = cx_str_from(cx_buf_view(&q->text), from);
		t.text = cx_strn(NULL, word_key.len);
		if (t.text.len == 0 || (t.field == CX_FIELD_ANY &&
		    is_short(word_key, least))) {
			q->text.len = from;
			continue;
		}
		if (q->n == cap)
			q->terms = cx_grow(q->terms, &cap, sizeof *q->terms);
		CX_GROW(ends, q->n, ends_cap);
		ends[q->n] = from;
		t.typed = cx_strn(NULL, word.len);
		cx_buf_str(&q->typed, word);
		q->terms[q->n++] = t;
		q->positive += !t.exclude;
	}
	/* The buffers move no more: now the terms can point into them. */
	for (size_t i = 0, at = 0; i < q->n; i++) {
		q->terms[i].text.s = q->text.s + ends[i];
		q->terms[i].typed.s = q->typed.s + at;
		at += q->terms[i].typed.len;
	}
	free(ends);
}

void
cx_query_release(struct cx_query *q)
{
	free(q->terms);
	cx_buf_release(&q->text);
	cx_buf_release(&q->typed);
	*q = (struct cx_query){0};
}

bool
cx_query_piece(struct cx_str *text, struct cx_str *piece)
{
	size_t n;

	while (text->len && (n = space(*text)))
		*text = cx_str_from(*text, n);
	*piece = *text;
	while (text->len && !space(*text))
		*text = cx_str_from(*text, 1);
	piece->len = (size_t)(text->s - piece->s);
	return piece->len > 0;
}

/* --- dates --- */

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
	if (!eat(&word, "."))
		return false;
	month = eat_number(&word, 1, 2);
	if (!eat(&word, "."))
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
