#include "lib/yaml/yamlout.h"
#include "lib/base/utf8.h"

/* Needs an escape: what YAML 1.1 refuses, line ends, and what nobody sees
 * (5.1 c-printable, 5.4, 5.2 byte order mark). */
static bool
is_odd(uint32_t cp)
{
	return cp < 0x20 || (cp >= 0x7f && cp < 0xa0) || cp == 0x2028 ||
	    cp == 0x2029 || cp == 0xfeff || cp == 0xfffe || cp == 0xffff;
}

static bool
any_odd(struct cx_str s)
{
	uint32_t cp;

	for (size_t i = 0; i < s.len;) {
		i += cx_utf8_decode(s.s + i, s.len - i, &cp, NULL);
		if (is_odd(cp))
			return true;
	}
	return false;
}

/* Begins a plain scalar, whatever follows (5.3 c-indicator). */
static bool
may_begin(struct cx_str s)
{
	if (s.s[0] == '-')
		return s.len > 1 && cx_is_decimal(s.s[1]);
	return !strchr("?:,[]{}#&*!|>'\"%@`=<~ ", s.s[0]) &&
	    !cx_str_starts(s, CX_STR("..."));
}

/* Whether a YAML reader that types scalars might see more than text in it:
 * YAML 1.1 types and 1.2 core schema.  Rather too often than not. */
static bool
looks_typed(struct cx_str s)
{
	CX_AUTO_BUF b = CX_BUF_INIT;
	size_t i;

	if (s.len <= 5) {
		cx_utf8_lower(&b, s);
		if (CX_ONE_OF(cx_buf_view(&b), "null", "true", "false", "yes",
		    "no", "on", "off", "y", "n", ".inf", ".nan", "+.inf",
		    "-.inf"))
			return true;
	}
	i = strchr("+-.", s.s[0]) != NULL;
	i += i < s.len && s.s[0] != '.' && s.s[i] == '.';
	if (i == s.len || !cx_is_decimal(s.s[i]))
		return false;
	/* Numbers of base 2, 8, 10, 16, 60; dates and times. */
	for (i = 0; i < s.len; i++)
		if (!s.s[i] || !strchr("0123456789abcdefABCDEFxXo._,+-:TtZz ",
		    s.s[i]))
			return false;
	return true;
}

static bool
can_be_plain(struct cx_str s, unsigned flags)
{
	if (!s.len || s.s[s.len - 1] == ' ' || s.s[s.len - 1] == ':' ||
	    !may_begin(s))
		return false;
	for (size_t i = 0; i < s.len; i++) {
		char c = s.s[i], next = i + 1 < s.len ? s.s[i + 1] : ' ';

		if (c == ':' && (next == ' ' || (flags & CX_YAML_FLOW)))
			return false;
		if (c == '#' && s.s[i - 1] == ' ')
			return false;
		if ((flags & CX_YAML_FLOW) && c && strchr(",[]{}?", c))
			return false;
	}
	return !any_odd(s) && !((flags & CX_YAML_TEXT) && looks_typed(s));
}

static void
put_double(struct cx_buf *out, struct cx_str s)
{
	uint32_t cp;
	size_t n;

	cx_buf_char(out, '"');
	for (; s.len; s = cx_str_from(s, n)) {
		n = cx_utf8_decode(s.s, s.len, &cp, NULL);
		if (cp == '"' || cp == '\\')
			cx_buf_char(out, '\\');
		if (cp == '\n')
			cx_buf_puts(out, "\\n");
		else if (cp == '\t')
			cx_buf_puts(out, "\\t");
		else if (is_odd(cp))
			cx_buf_fmt(out, cp < 0x100 ? "\\x%02lX" : "\\u%04lX",
			    (unsigned long)cp);
		else
			cx_utf8_put(out, cp);
	}
	cx_buf_char(out, '"');
}

static void
put_single(struct cx_buf *out, struct cx_str s)
{
	cx_buf_char(out, '\'');
	for (size_t i = 0; i < s.len; i++) {
		if (s.s[i] == '\'')
			cx_buf_char(out, '\'');
		cx_buf_char(out, s.s[i]);
	}
	cx_buf_char(out, '\'');
}

void
cx_yaml_put(struct cx_buf *out, struct cx_str s, unsigned flags, char quote)
{
	if (!quote && can_be_plain(s, flags))
		cx_buf_str(out, s);
	else if (quote == '\'' && !any_odd(s))
		put_single(out, s);
	else
		put_double(out, s);
}
