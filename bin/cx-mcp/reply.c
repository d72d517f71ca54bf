/* The result of a call: quoted texts of atoms, errors with a code. */
#include "cx-mcp.h"

#include "lib/base/utf8.h"
#include "lib/record/expr.h"
#include "lib/text/quote.h"

#include <stdlib.h>

void
put_clean(struct cx_buf *b, struct cx_str s, const char *nl)
{
	size_t n;
	uint32_t cp;

	for (; s.len; s = cx_str_from(s, n)) {
		n = cx_utf8_decode(s.s, s.len, &cp, NULL);
		if (cp == '\r' && s.len > 1 && s.s[1] == '\n')
			n = 2;
		if (cp == '\n' || cp == '\r')
			cx_buf_puts(b, nl);
		else if (cp == '\t')
			cx_buf_char(b, ' ');
		else if (cx_is_hidden(cp) ||
		    (cp == '<' && cx_opens_tag(cx_str_from(s, n))))
			cx_buf_fmt(b, "\\u%04x", (unsigned)cp);
		else
			cx_utf8_put(b, cp);
	}
}

void
put_equals(struct cx_buf *b, const char *member, struct cx_str text)
{
	cx_buf_puts(b, member);
	cx_buf_char(b, '=');
	cx_expr_quote(b, text);
}

void
print_clean(struct cx_printer *p, const char *member, struct cx_str s)
{
	CX_AUTO_BUF b = CX_BUF_INIT;

	put_clean(&b, s, " ");
	cx_print_kstr(p, member, cx_buf_view(&b));
}

void
put_quoted(struct cx_buf *b, struct cx_str s)
{
	CX_AUTO_BUF all = CX_BUF_INIT;

	/* First, or its own backslashes would be doubled. */
	cx_expr_quote(&all, s);
	put_clean(b, cx_buf_view(&all), " ");
}

void
put_word(struct cx_buf *b, struct cx_str s)
{
	struct cx_str rest = s;
	uint32_t cp;
	size_t n;

	for (; rest.len; rest = cx_str_from(rest, n)) {
		n = cx_utf8_decode(rest.s, rest.len, &cp, NULL);
		if (!cx_is_wordchar(cp) && (cp >= 0x80 ||
		    !memchr("_-./:@+", (int)cp, 7)))
			break;
	}
	if (s.len && !rest.len)
		cx_buf_str(b, s);
	else
		put_quoted(b, s);
}

void
put_short(struct cx_buf *b, struct cx_str s, size_t n)
{
	struct cx_str head = cx_utf8_prefix(s, n);

	if (head.len < s.len && n > 0)
		head = cx_utf8_prefix(s, n - 1);
	cx_buf_str(b, head);
	if (head.len < s.len)
		cx_buf_puts(b, "…");
}

struct cx_buf answer_note = CX_BUF_INIT;

static void
print_part(struct cx_printer *p, struct cx_str text)
{
	cx_print_object(p);
	cx_print_kstr(p, "type", CX_STR("text"));
	cx_print_kstr(p, "text", text);
	cx_print_end(p);
}

static void
print_text(struct cx_printer *p, struct cx_str text)
{
	cx_print_karray(p, "content");
	print_part(p, text);
	if (answer_note.len)
		print_part(p, cx_str_trim(cx_buf_view(&answer_note)));
	cx_print_end(p);
}

void
answer(struct cx_str object, struct cx_str text)
{
	struct cx_printer p = cx_printer(cx_out());

	cx_print_object(&p);
	print_text(&p, text);
	cx_print_key(&p, "structuredContent");
	if (answer_note.len) {
		/* Its members, without the brace at the end. */
		cx_print_raw(&p, cx_strn(object.s, object.len - 1));
		cx_buf_puts(p.out, ",\"note\":");
		cx_print_quoted(p.out, cx_str_trim(cx_buf_view(&answer_note)));
		cx_buf_char(p.out, '}');
	} else {
		cx_print_raw(&p, object);
	}
	cx_print_line(&p);
}

/* The answer has been sent: no other result is printed. */
static bool sent;

void
answer_send(void)
{
	cx_buf_char(cx_out(), ANSWERED);
	cx_out_flush();
	cx_die_calls(NULL);
	sent = true;
}

void
prompt_answer(const struct call *c, struct cx_str text)
{
	struct cx_printer p = cx_printer(cx_out());

	cx_print_object(&p);
	cx_print_kstr(&p, "description", cx_str(c->tool->help));
	cx_print_karray(&p, "messages");
	cx_print_object(&p);
	cx_print_kstr(&p, "role", CX_STR("user"));
	cx_print_kobject(&p, "content");
	cx_print_kstr(&p, "type", CX_STR("text"));
	cx_print_kstr(&p, "text", text);
	cx_print_line(&p);
}

static bool as_method;

void
fail_as_method(void)
{
	as_method = true;
}

void
fail_method(int number, struct cx_str message, struct cx_str data)
{
	struct cx_printer p = cx_printer(cx_out());

	cx_print_object(&p);
	cx_print_kobject(&p, "error");
	cx_print_kint(&p, "code", number);
	cx_print_kstr(&p, "message", message);
	if (data.len)
		cx_print_kraw(&p, "data", data);
	cx_print_line(&p);
	exit(cx_finish());
}

void
fail_with(struct cx_str code, struct cx_str message, struct cx_str details)
{
	struct cx_printer p = cx_printer(cx_out());
	struct cx_buf text = CX_BUF_INIT;

	cx_buf_str(&text, code);
	cx_buf_puts(&text, ": ");
	cx_buf_str(&text, message);
	if (sent)
		cx_die(CX_FAIL, "%s", cx_buf_cstr(&text));
	if (as_method)
		fail_method(cx_str_starts(code, CX_STR("INVALID_")) ? -32602 :
		    -32603, cx_buf_view(&text), CX_STR(""));
	cx_print_object(&p);
	print_text(&p, cx_buf_view(&text));
	cx_print_kobject(&p, "structuredContent");
	cx_print_kobject(&p, "error");
	cx_print_kstr(&p, "code", code);
	cx_print_kstr(&p, "message", message);
	if (details.len) {
		cx_buf_char(p.out, ',');
		cx_buf_str(p.out, details);
	}
	cx_print_end(&p);
	cx_print_end(&p);
	cx_print_kbool(&p, "isError", true);
	cx_print_line(&p);
	exit(cx_finish());
}

void
fail(const char *code, const char *fmt, ...)
{
	struct cx_buf b = CX_BUF_INIT, clean = CX_BUF_INIT;
	va_list ap;

	va_start(ap, fmt);
	cx_buf_vfmt(&b, fmt, ap);
	va_end(ap);
	cx_put_visible(&clean, cx_buf_view(&b));
	fail_with(cx_str(code), cx_buf_view(&clean), CX_STR(""));
}
