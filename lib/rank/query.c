#include "lib/rank/query.h"

#include "lib/base/utf8.h"
#include "lib/text/analyze.h"

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

static enum cx_field
eat_field(struct cx_str *s)
{
	uint32_t cp;

	for (int f = 0; f <= CX_FIELDS; f++) {
		const char *name = f < CX_FIELDS ? cx_field_names[f] : "tags";
		size_t n = strlen(name);

		/* A colon with nothing after it is punctuation. */
		if (s->len > n + 1 && s->s[n] == ':' &&
		    cx_str_starts(*s, cx_str(name)) &&
		    !space(cx_str_from(*s, n + 1))) {
			*s = cx_str_from(*s, n + 1);
			return f < CX_FIELDS ? (enum cx_field)f : CX_FIELD_TAG;
		}
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
		t.field = eat_field(&text);
		quoted = text.len && text.s[0] == '"' && memchr(text.s + 1, '"',
		    text.len - 1);
		word = eat_text(&text);
		t.phrase = quoted;
		cx_utf8_key(&q->text, word);
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
