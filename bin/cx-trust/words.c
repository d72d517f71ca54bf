/* Finds the words of a text that may name a file. */
#include "trust.h"

/* What parts words for sh, unless it is quoted. */
static bool
parts_words(char c)
{
	return strchr(" \t\r\n;&|<>()`", c) != NULL;
}

/* What may stand right before or after a path in a word: --file=a.sh,
 * PATH=tools:lib, @a.txt, ["a.py", "b.py"], ${dir}/a.sh. */
static bool
parts_paths(char c)
{
	return parts_words(c) || strchr("'\"$=:,@{}[]", c) != NULL;
}

static void
pieces(struct cx_str word, void (*use)(void *, struct cx_str), void *arg)
{
	for (size_t from = 0, i = 0; i <= word.len; i++) {
		struct cx_str piece = cx_strn(word.s + from, i - from);

		if (i < word.len && !parts_paths(word.s[i]))
			continue;
		from = i + 1;
		if (!piece.len)
			continue;
		if (piece.len < word.len)
			use(arg, piece);
		/* As in awk -fa.awk. */
		if (piece.len > 2 && piece.s[0] == '-')
			use(arg, cx_str_from(piece, 2));
	}
}

void
words(struct cx_str text, void (*use)(void *arg, struct cx_str word), void *arg)
{
	CX_AUTO_BUF b = CX_BUF_INIT;
	char quote = '\0';

	for (size_t i = 0; i <= text.len; i++) {
		char c = i < text.len ? text.s[i] : '\n';

		if (i < text.len && c && quote ? c == quote :
		    c == '\'' || c == '"') {
			quote = quote ? '\0' : c;
		} else if (i == text.len || (!quote && parts_words(c))) {
			if (b.len) {
				use(arg, cx_buf_view(&b));
				pieces(cx_buf_view(&b), use, arg);
			}
			b.len = 0;
		} else if (c == '\\' && quote != '\'' && i + 1 < text.len) {
			/* One at the end of a line joins it to the next. */
			if (text.s[++i] != '\n')
				cx_buf_char(&b, text.s[i]);
		} else {
			cx_buf_char(&b, c);
		}
	}
}
