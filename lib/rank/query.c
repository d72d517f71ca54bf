#include "lib/rank/query.h"

#include "lib/base/date.h"
#include "lib/base/utf8.h"
#include "lib/text/analyze.h"
#include "lib/text/doctext.h"

#include <stdlib.h>

const char *const cx_field_names[CX_FIELDS] = {
    "name", "tag", "project", "description", "path"};

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
	    !cx_str_starts(*s, cx_str(name)) ||
	    cx_query_space(cx_str_from(*s, n + 1)))
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
	while (s->len && !cx_query_space(*s))
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
		if (cx_query_space(s))
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
		size_t from = q->text.len, blank = cx_query_space(text);
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
