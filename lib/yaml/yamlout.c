#include "lib/yaml/yamlout.h"
#include "lib/base/date.h"
#include "lib/base/utf8.h"
#include "lib/json/print.h"

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

/* --- TOML and JSON --- */

/* A number of both, or true or false. */
static bool
is_typed(struct cx_str s)
{
	size_t i = s.len && s.s[0] == '-';

	if (CX_ONE_OF(s, "true", "false"))
		return true;
	return cx_str_is_decimal(s) && s.s[0] != '+' && cx_is_decimal(s.s[i]) &&
	    cx_is_decimal(s.s[s.len - 1]) && (s.s[i] != '0' ||
		i + 1 == s.len || !cx_is_decimal(s.s[i + 1]));
}

static bool
is_toml_date(struct cx_str s)
{
	struct cx_date d;

	return cx_str_digits(s) == 4 && cx_date_parse(s, &d) &&
	    (s.len == 10 || (s.len >= 19 && (s.s[10] | 0x20) == 't'));
}

/* JSON's strings are TOML's, but for DEL. */
static void
put_quoted(struct cx_buf *out, struct cx_str s)
{
	const char *del;

	while (s.len && (del = memchr(s.s, 0x7f, s.len))) {
		CX_AUTO_BUF b = CX_BUF_INIT;
		size_t n = (size_t)(del - s.s);

		cx_print_quoted(&b, cx_strn(s.s, n));
		cx_buf_add(out, b.s + 1, b.len - 2);
		cx_buf_puts(out, "\\u007f");
		s = cx_str_from(s, n + 1);
	}
	if (s.len) {
		CX_AUTO_BUF b = CX_BUF_INIT;

		cx_print_quoted(&b, s);
		cx_buf_add(out, b.s + 1, b.len - 2);
	}
}

void
cx_front_put(struct cx_buf *out, enum cx_front_form form, struct cx_str s,
    unsigned flags, char quote)
{
	if (form == CX_FRONT_YAML) {
		cx_yaml_put(out, s, flags, quote);
	} else if (!quote && !(flags & (CX_YAML_TEXT | CX_YAML_FLOW)) &&
	    (is_typed(s) || (form == CX_FRONT_TOML && is_toml_date(s)))) {
		cx_buf_str(out, s);
	} else if (quote == '\'' && !memchr(s.s, '\'', s.len) && !any_odd(s)) {
		cx_buf_char(out, '\'');
		cx_buf_str(out, s);
		cx_buf_char(out, '\'');
	} else {
		cx_buf_char(out, '"');
		put_quoted(out, s);
		cx_buf_char(out, '"');
	}
}

void
cx_front_put_key(struct cx_buf *out, enum cx_front_form form,
    struct cx_str key)
{
	bool plain = form == CX_FRONT_TOML && key.len;

	if (form == CX_FRONT_YAML) {
		cx_yaml_put(out, key, CX_YAML_TEXT, 0);
		cx_buf_puts(out, ": ");
		return;
	}
	for (size_t i = 0; i < key.len && plain; i++)
		plain = cx_is_decimal(key.s[i]) || key.s[i] == '_' ||
		    key.s[i] == '-' || (cx_lower(key.s[i]) >= 'a' &&
			cx_lower(key.s[i]) <= 'z');
	if (plain)
		cx_buf_str(out, key);
	else
		cx_front_put(out, form, key, CX_YAML_TEXT, 0);
	cx_buf_puts(out, form == CX_FRONT_TOML ? " = " : ": ");
}
