/* exprlex.c: the words of an expression. */
#include "lib/record/exprcode.h"

static bool
is_delimiter(const struct cx_expr_lexer *l, size_t at)
{
	char c = l->text.s[at];

	if (c == '!')
		return at + 1 < l->text.len && l->text.s[at + 1] == '=';
	return cx_is_blank(c) || (c != '\0' && strchr("()=<>~\"'", c));
}

static bool
same_word(struct cx_str a, const char *lower)
{
	size_t i;

	for (i = 0; i < a.len && lower[i]; i++)
		if ((a.s[i] | 0x20) != lower[i])
			return false;
	return i == a.len && lower[i] == '\0';
}

static enum cx_expr_token
lex_quoted(struct cx_expr_lexer *l)
{
	struct cx_buf b = CX_BUF_INIT;
	char quote = l->text.s[l->at++];

	while (l->at < l->text.len && l->text.s[l->at] != quote) {
		if (quote == '"' && l->text.s[l->at] == '\\' &&
		    l->at + 1 < l->text.len &&
		    (l->text.s[l->at + 1] == '"' ||
			l->text.s[l->at + 1] == '\\'))
			l->at++;
		cx_buf_char(&b, l->text.s[l->at++]);
	}
	l->word = cx_arena_copy(l->arena, cx_buf_view(&b));
	cx_buf_release(&b);
	l->quoted = true;
	if (l->at == l->text.len) {
		l->why = "this quote is not closed";
		return CX_EXPR_T_BAD;
	}
	l->at++;
	return CX_EXPR_T_WORD;
}

static enum cx_expr_token
lex_operator(struct cx_expr_lexer *l)
{
	char c = l->text.s[l->at++];
	bool equals = l->at < l->text.len && l->text.s[l->at] == '=';

	switch (c) {
	case '=':
		l->op = CX_EXPR_EQ;
		return CX_EXPR_T_OP;
	case '~':
		l->op = CX_EXPR_HAS;
		return CX_EXPR_T_OP;
	case '!':
		l->op = CX_EXPR_NE;
		break;
	case '<':
		l->op = equals ? CX_EXPR_LE : CX_EXPR_LT;
		break;
	default:
		l->op = equals ? CX_EXPR_GE : CX_EXPR_GT;
		break;
	}
	if (equals)
		l->at++;
	return CX_EXPR_T_OP;
}

enum cx_expr_token
cx_expr_lex(struct cx_expr_lexer *l)
{
	char c;

	while (l->at < l->text.len && cx_is_blank(l->text.s[l->at]))
		l->at++;
	l->start = l->at;
	l->quoted = false;
	if (l->at == l->text.len)
		return CX_EXPR_T_END;
	c = l->text.s[l->at];
	if (c == '(' || c == ')') {
		l->at++;
		return c == '(' ? CX_EXPR_T_OPEN : CX_EXPR_T_CLOSE;
	}
	if (c == '"' || c == '\'')
		return lex_quoted(l);
	if (is_delimiter(l, l->at))
		return lex_operator(l);
	while (l->at < l->text.len && !is_delimiter(l, l->at))
		l->at++;
	l->word = cx_strn(l->text.s + l->start, l->at - l->start);
	if (same_word(l->word, "and"))
		return CX_EXPR_T_AND;
	if (same_word(l->word, "or"))
		return CX_EXPR_T_OR;
	if (same_word(l->word, "not"))
		return CX_EXPR_T_NOT;
	return CX_EXPR_T_WORD;
}
