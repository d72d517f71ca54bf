#include "lib/markdown/blob.h"

/* The longest media type with its parameters that is looked for. */
#define TYPE_MAX 128

/* Whether base64 is written with it, as in URLs, too. */
static bool
is_base64(char c)
{
	return cx_is_alnum(c) || c == '+' || c == '/' || c == '-' || c == '_';
}

/* Whether a URI goes on with it, wherever Markdown or HTML has it. */
static bool
is_of_uri(char c)
{
	return (unsigned char)c > ' ' && !strchr("()<>\"'`\\^{}|", c);
}

/* Reads a data URI whose colon is there. */
static bool
read_uri(struct cx_str text, size_t colon, struct cx_blobs *b)
{
	struct cx_str s = cx_str_from(text, colon + 1);
	size_t n = 0, slash = 0;

	if (colon < b->end + 4 || !cx_str_alike(cx_strn(text.s + colon - 4, 4),
		CX_STR("data")) || (colon > 4 &&
		cx_is_alnum(text.s[colon - 5])))
		return false;
	for (; n < s.len && n < TYPE_MAX && s.s[n] != ','; n++) {
		if (!is_of_uri(s.s[n]))
			return false;
		if (s.s[n] == '/' && !slash)
			slash = n;
	}
	if (n == s.len || s.s[n] != ',' || (!slash && s.s[0] != ';'))
		return false;
	while (n < s.len && is_of_uri(s.s[n]))
		n++;
	b->uri_end = colon + 1 + n;
	b->uri_image = cx_str_alike(cx_strn(s.s, slash), CX_STR("image"));
	return true;
}

/* Whether a run of such characters is data: not a path, not a word. */
static bool
is_data(struct cx_str run)
{
	size_t digits = 0, marks = 0;

	for (size_t i = 0; i < run.len; i++) {
		digits += cx_is_decimal(run.s[i]);
		marks += !cx_is_alnum(run.s[i]) && run.s[i] != '+';
	}
	return digits >= run.len / 32 && marks <= run.len / 12;
}

/* Finds the next data URI, from the end of the last blob on. */
static void
look_for_uri(struct cx_blobs *b)
{
	struct cx_str s = b->text;
	size_t at = b->end;
	const char *colon;

	b->uri = b->uri_end = s.len;
	while (at < s.len) {
		colon = memchr(s.s + at, ':', s.len - at);
		if (!colon)
			return;
		at = (size_t)(colon - s.s);
		if (read_uri(s, at, b)) {
			b->uri = at - 4;
			return;
		}
		at++;
	}
}

/* Finds a bare run before the next data URI. */
static bool
find_run(struct cx_blobs *b)
{
	struct cx_str s = cx_strn(b->text.s, b->uri);
	size_t from = b->end, probe, i;

	/* A run cannot contain other characters, so start after the last one
	 * within reach. */
	while (s.len - from >= CX_BLOB_LEAST) {
		probe = i = from + CX_BLOB_LEAST - 1;
		while (i > from && is_base64(s.s[i]))
			i--;
		if (!is_base64(s.s[i])) {
			from = i + 1;
			continue;
		}
		for (i = probe; i < s.len && is_base64(s.s[i]);)
			i++;
		if (is_data(cx_strn(s.s + from, i - from))) {
			b->start = from;
			b->end = i + cx_str_run(cx_str_from(s, i), '=');
			return true;
		}
		from = i;
	}
	return false;
}

bool
cx_blobs_next(struct cx_blobs *b)
{
	if (b->uri_end <= b->end)
		look_for_uri(b);
	b->image = false;
	if (find_run(b))
		return true;
	b->start = b->uri;
	b->end = b->uri_end;
	b->image = b->uri_image;
	return b->start < b->text.len;
}

struct cx_str
cx_without_blobs(struct cx_str text, struct cx_buf *room)
{
	struct cx_blobs b = {.text = text};
	size_t from = 0;

	if (!cx_blobs_next(&b))
		return text;
	room->len = 0;
	do {
		cx_buf_add(room, text.s + from, b.start - from);
		cx_buf_puts(room, b.image ? "[image]" : "[data]");
		from = b.end;
	} while (cx_blobs_next(&b));
	cx_buf_str(room, cx_str_from(text, from));
	return cx_buf_view(room);
}
