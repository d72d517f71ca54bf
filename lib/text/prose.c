/* Derives names, slugs and descriptions from text. */
#include "lib/text/prose.h"

#include "lib/base/utf8.h"

#define SLUG_MAX 60

/* A rule, a table row, a comment or an image: lines that say nothing. */
static bool
is_mark_up(struct cx_str line)
{
	if (line.s[0] == '|' || cx_str_starts(line, CX_STR("<!--")) ||
	    cx_str_starts(line, CX_STR("![")))
		return true;
	for (size_t i = 0; i < line.len; i++)
		if (!strchr("-*_=> \t", line.s[i]))
			return false;
	return true;
}

/* What stands after `> `, `- `, `* `, `+ `. */
static struct cx_str
unmarked(struct cx_str line)
{
	size_t n;

	for (;;) {
		n = 0;
		if (line.len && line.s[0] == '>')
			n = 1;
		else if (line.len > 1 && strchr("-*+", line.s[0]) &&
		    cx_is_blank(line.s[1]))
			n = 2;
		if (!n)
			return line;
		line = cx_str_trim(cx_str_from(line, n));
	}
}

struct cx_str
cx_prose_first(struct cx_str body, bool heading)
{
	struct cx_str line;
	char fence = '\0';
	size_t ticks = 0, n;

	while (cx_str_split(&body, '\n', &line)) {
		line = cx_str_trim(line);
		if (!line.len)
			continue;
		n = cx_str_run(line, line.s[0]);
		if (n >= 3 && (line.s[0] == '`' || line.s[0] == '~') &&
		    (!fence || (line.s[0] == fence && n >= ticks))) {
			fence = fence ? '\0' : line.s[0];
			ticks = n;
			continue;
		}
		if (fence || is_mark_up(line))
			continue;
		n = cx_str_run(line, '#');
		if (n && n <= 6 && (n == line.len || line.s[n] == ' ')) {
			line = cx_str_trim(cx_str_from(line, n));
			if (heading && line.len)
				return line;
			continue;
		}
		if (!heading)
			return unmarked(line);
	}
	return CX_STR("");
}

void
cx_prose_cut(struct cx_buf *out, struct cx_str s, size_t n)
{
	CX_AUTO_BUF b = CX_BUF_INIT;
	struct cx_str cut;
	size_t end;

	for (size_t i = 0; i < s.len; i++)
		if (!cx_is_blank(s.s[i]))
			cx_buf_char(&b, s.s[i]);
		else if (b.len && b.s[b.len - 1] != ' ')
			cx_buf_char(&b, ' ');
	s = cx_str_trim(cx_buf_view(&b));
	cut = cx_utf8_prefix(s, n);
	if (cut.len < s.len && s.s[cut.len] != ' ') {
		for (end = cut.len; end && cut.s[end - 1] != ' ';)
			end--;
		if (end > cut.len / 2)
			cut.len = end;
	}
	cx_buf_str(out, cx_str_trim(cut));
}

void
cx_prose_slug(struct cx_buf *out, struct cx_str name)
{
	CX_AUTO_BUF nfc = CX_BUF_INIT, lower = CX_BUF_INIT;
	struct cx_str s;
	size_t n, start = out->len, chars = 0;
	bool gap = false;
	uint32_t cp;

	cx_utf8_nfc(&nfc, name);
	cx_utf8_lower(&lower, cx_buf_view(&nfc));
	for (s = cx_buf_view(&lower); s.len; s = cx_str_from(s, n)) {
		n = cx_utf8_decode(s.s, s.len, &cp, NULL);
		if (!cx_is_letter(cp) && !cx_is_digit(cp)) {
			gap = out->len > start;
			continue;
		}
		if (chars + 1 + gap > SLUG_MAX)
			break;
		if (gap)
			cx_buf_char(out, '_');
		cx_utf8_put(out, cp);
		chars += 1 + gap;
		gap = false;
	}
}

void
cx_prose_id(struct cx_buf *id, const struct cx_json *record,
    const struct cx_map *taken)
{
	struct cx_str day = cx_json_gets(record, "updated", CX_STR(""));
	const size_t start = id->len;
	size_t len;

	for (size_t i = 0; id->len - start < 8 && i < day.len; i++)
		if (cx_is_decimal(day.s[i]))
			cx_buf_char(id, day.s[i]);
	cx_buf_char(id, '_');
	len = id->len;
	cx_prose_slug(id, cx_json_gets(record, "name", CX_STR("")));
	if (id->len == len)
		cx_buf_puts(id, "note");
	len = id->len;
	for (unsigned n = 2; cx_map_get(taken, cx_strn(id->s + start,
	    id->len - start)) != CX_MAP_NONE; n++) {
		id->len = len;
		cx_buf_fmt(id, "_%u", n);
	}
}
