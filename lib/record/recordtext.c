/* Finds, sets and removes members in the text of a valid object. */
#include "lib/record/record.h"
#include "lib/json/print.h"


/* A quote ends a string unless an odd number of \ stands before it. */
static size_t
skip_string(struct cx_str s, size_t i)
{
	const char *from = s.s + i + 1, *quote = from, *back;

	for (;;) {
		quote = memchr(quote, '"', (size_t)(s.s + s.len - quote));
		for (back = quote; back > from && back[-1] == '\\'; back--)
			;
		quote++;
		if ((quote - back) % 2 == 1)
			return (size_t)(quote - s.s);
	}
}

static size_t
skip_blanks(struct cx_str s, size_t i)
{
	while (i < s.len && cx_is_blank(s.s[i]))
		i++;
	return i;
}

/* Behind the value at i: s is valid JSON, so brackets need only counting. */
static size_t
skip_value(struct cx_str s, size_t i)
{
	size_t depth = 0;

	for (; i < s.len;) {
		char c = s.s[i];

		if (c == '"') {
			i = skip_string(s, i);
			if (depth == 0)
				return i;
			continue;
		}
		if (c == '{' || c == '[') {
			depth++;
		} else if (c == '}' || c == ']') {
			if (depth == 0)
				return i;
			if (--depth == 0)
				return i + 1;
		} else if (depth == 0 && (c == ',' || cx_is_blank(c))) {
			return i;
		}
		i++;
	}
	return i;
}

/*
 * Which of the names the quoted key is; n for none.  A key that is spelled
 * with escapes is decoded: else the line would get a second member of that
 * name, which the next reader refuses.
 */
static size_t
which(struct cx_str key, const struct cx_str *names, size_t n)
{
	CX_AUTO_JSON p = NULL;
	CX_AUTO_BUF b = CX_BUF_INIT;
	struct cx_str name = cx_strn(key.s + 1, key.len - 2);
	const struct cx_json *node;
	const char *why;
	size_t m;

	if (memchr(key.s, '\\', key.len)) {
		cx_buf_str(&b, key);
		cx_buf_room(&b, CX_JSON_PAD);
		p = cx_json_new();
		node = cx_json_parse(p, b.s, b.len, &why);
		if (node)
			name = cx_json_str(node);
	}
	for (m = 0; m < n && !cx_str_eq(name, names[m]); m++)
		;
	return m;
}

/* The next member of the object, from offset *i on: its quoted name, its
 * value; false at the end.  *i is 0 at first. */
static bool
next_member(struct cx_str line, size_t *i, struct cx_str *key,
    struct cx_str *value)
{
	size_t at = skip_blanks(line, *i), end;

	if (line.s[at] == '{' || line.s[at] == ',')
		at = skip_blanks(line, at + 1);
	if (line.s[at] == '}')
		return false;
	end = skip_string(line, at);
	*key = cx_strn(line.s + at, end - at);
	at = skip_blanks(line, skip_blanks(line, end) + 1);
	end = skip_value(line, at);
	*value = cx_strn(line.s + at, end - at);
	*i = end;
	return true;
}

void
cx_record_texts(struct cx_str line, const struct cx_str *names, size_t n,
    struct cx_str *texts)
{
	struct cx_str key, value;
	size_t i = 0, left = n, m;

	for (m = 0; m < n; m++)
		texts[m] = (struct cx_str){NULL, 0};
	while (left && next_member(line, &i, &key, &value)) {
		m = which(key, names, n);
		if (m == n)
			continue;
		/* No name is there twice. */
		texts[m] = value;
		left--;
	}
}

void
cx_record_take(struct cx_buf *out, struct cx_str line,
    const struct cx_str *names, size_t n, struct cx_str *texts)
{
	const size_t begin = skip_blanks(line, 0) + 1, start = out->len;
	size_t i = 0, end = begin, from = 0, dropped = 0, left = n + 1, m;
	struct cx_str key, value;

	for (m = 0; m < n; m++)
		texts[m] = (struct cx_str){NULL, 0};
	for (; left && next_member(line, &i, &key, &value); end = i) {
		m = which(key, names, n + 1);
		left -= m <= n;
		if (m < n) /* where it is in the copy, that has no place yet */
			texts[m] = cx_strn(value.s - dropped, value.len);
		if (m != n)
			continue;
		/* With the comma before it; the first has one after. */
		cx_buf_add(out, line.s + from, end - from);
		from = i;
		if (end == begin && line.s[skip_blanks(line, i)] == ',')
			from = skip_blanks(line, i) + 1;
		dropped = from - end;
	}
	cx_buf_str(out, cx_str_from(line, from));
	for (m = 0; m < n; m++)
		if (texts[m].s)
			texts[m].s = out->s + start + (texts[m].s - line.s);
}

bool
cx_record_plain(struct cx_str json, struct cx_str *out)
{
	if (json.len < 2 || json.s[0] != '"' ||
	    memchr(json.s, '\\', json.len))
		return false;
	*out = cx_strn(json.s + 1, json.len - 2);
	return true;
}

void
cx_record_put(struct cx_buf *out, struct cx_str line,
    const struct cx_member *members, size_t n)
{
	uint64_t done = 0; /* bit per member that replaced one */
	struct cx_str names[CX_RECORD_MEMBERS], key, value;
	bool first = true;
	size_t i = 0, from, m;

	for (m = 0; m < n; m++)
		names[m] = cx_str(members[m].name);
	from = skip_blanks(line, 0) + 1;
	cx_buf_add(out, line.s, from);
	/* From `from` on the line has yet to be printed. */
	while (next_member(line, &i, &key, &value)) {
		m = which(key, names, n);
		if (m < n && !members[m].value.s) {
			from = i; /* with the comma before it */
			continue;
		}
		/* The first that is left may have had one before it. */
		if (first && line.s[skip_blanks(line, from)] == ',')
			from = skip_blanks(line, from) + 1;
		first = false;
		if (m < n) {
			done |= UINT64_C(1) << m;
			cx_buf_add(out, line.s + from,
			    (size_t)(value.s - line.s) - from);
			cx_buf_str(out, members[m].value);
		} else {
			cx_buf_add(out, line.s + from, i - from);
		}
		from = i;
	}
	for (m = 0; m < n; m++) {
		if (done >> m & 1 || !members[m].value.s)
			continue;
		if (!first)
			cx_buf_char(out, ',');
		first = false;
		cx_print_quoted(out, names[m]);
		cx_buf_char(out, ':');
		cx_buf_str(out, members[m].value);
	}
	cx_buf_str(out, cx_str_from(line, from));
}
