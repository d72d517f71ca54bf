#include "lib/text/tokens.h"
#include "lib/base/utf8.h"

#include <pthread.h>

/* The bytes of share/token-pieces are part of the program. */
__asm__(".pushsection .rodata\n"
	"token_pieces: .incbin \"share/token-pieces\"\n"
	"token_pieces_end:\n"
	".popsection");
extern const char pieces[] __asm__("token_pieces");
extern const char pieces_end[] __asm__("token_pieces_end");

#define PIECES_MAX 32000

/* Where each piece begins, and of each first byte the first piece. */
static uint32_t start[PIECES_MAX + 1];
static uint32_t first[257];

static void
find_pieces(void)
{
	struct cx_str rest = cx_strn(pieces, (size_t)(pieces_end - pieces));
	struct cx_str piece;
	size_t n = 0, byte = 0;

	while (cx_str_split(&rest, '\n', &piece)) {
		for (; byte <= (unsigned char)piece.s[0]; byte++)
			first[byte] = (uint32_t)n;
		start[n++] = (uint32_t)(piece.s - pieces);
	}
	for (; byte <= 256; byte++)
		first[byte] = (uint32_t)n;
	start[n] = (uint32_t)(pieces_end - pieces);
}

/* The byte at i of piece p; its end is before all bytes that a piece has. */
static unsigned
byte_of(uint32_t p, size_t i)
{
	return start[p] + i + 1 < start[p + 1] ?
	    (unsigned char)pieces[start[p] + i] : 0;
}

/* The first piece of lo..hi whose byte at i is not below c. */
static uint32_t
bound(uint32_t lo, uint32_t hi, size_t i, unsigned c)
{
	while (lo < hi) {
		uint32_t mid = lo + (hi - lo) / 2;

		if (byte_of(mid, i) < c)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

/* The length of the longest piece that s begins with; at least 1. */
static size_t
longest(struct cx_str s)
{
	unsigned c = (unsigned char)s.s[0];
	uint32_t lo = first[c], hi = first[c + 1];
	size_t found = 1;

	for (size_t i = 1; i < s.len && lo < hi; i++) {
		c = (unsigned char)s.s[i];
		lo = bound(lo, hi, i, c);
		hi = bound(lo, hi, i, c + 1);
		if (lo < hi && byte_of(lo, i + 1) == 0)
			found = i + 1;
	}
	return found;
}

/* Counts are in twelfths of a token.  What is beyond ASCII has all its pieces
 * in the table, and so none of the slack that rare words leave: half a
 * twelfth more of each piece of a part that has several. */
#define ONE 12

static size_t
count_pieces(struct cx_str part)
{
	size_t n = 0;
	bool beyond = false;

	for (; part.len; n++) {
		size_t len = longest(part);

		beyond |= (unsigned char)part.s[0] >= 0x80;
		/* Quotes in a row are merged in twos, though there is a piece
		 * of three. */
		if (len > 2 && (part.s[0] == '"' || part.s[0] == '\'') &&
		    len < part.len && part.s[len] == part.s[0] &&
		    part.s[len - 1] == part.s[0])
			len = 2;
		part = cx_str_from(part, len);
	}
	return n * ONE + (beyond && n > 1 ? (n + 1) / 2 : 0);
}

/* What the tokenizers tell apart. */
enum class {
	LETTER,
	NUMBER,
	BLANK,
	NEWLINE,
	OTHER
};

static enum class
class_of(struct cx_str s, size_t at, size_t *bytes)
{
	unsigned char c = (unsigned char)s.s[at];
	uint32_t cp;

	*bytes = 1;
	if (c < 0x80) {
		if ((c | 0x20) >= 'a' && (c | 0x20) <= 'z')
			return LETTER;
		if (c >= '0' && c <= '9')
			return NUMBER;
		if (c == '\n' || c == '\r')
			return NEWLINE;
		return c == ' ' || (c >= '\t' && c <= '\f') ? BLANK : OTHER;
	}
	*bytes = cx_utf8_decode(s.s + at, s.len - at, &cp, NULL);
	if (cx_is_letter(cp))
		return LETTER;
	if (cx_is_space(cp))
		return BLANK;
	return cx_is_wordchar(cp) ? NUMBER : OTHER;
}

/* The end of the run of this class from `at` on, at most `most` characters. */
static size_t
run_end(struct cx_str s, size_t at, enum class class, size_t most)
{
	size_t bytes;

	while (at < s.len && most-- && class_of(s, at, &bytes) == class)
		at += bytes;
	return at;
}

static bool
starts(struct cx_str s, size_t at, enum class class)
{
	size_t bytes;

	return at < s.len && class_of(s, at, &bytes) == class;
}

/* Blanks and ends of lines: one token, but very long ones are cut. */
static size_t
count_blank(size_t bytes)
{
	return (1 + bytes / 16) * ONE;
}

/* Takes the next part of s, which begins at *at. */
static size_t
count_part(struct cx_str s, size_t *at)
{
	size_t from = *at, bytes, end;
	enum class class = class_of(s, from, &bytes);

	/* A word takes the character before it along. */
	if (class == LETTER ||
	    ((class == BLANK || class == OTHER) &&
	    starts(s, from + bytes, LETTER))) {
		*at = run_end(s, from + (class == LETTER ? 0 : bytes), LETTER,
		    SIZE_MAX);
		return count_pieces(cx_strn(s.s + from, *at - from));
	}
	if (class == NUMBER) {
		*at = run_end(s, from, NUMBER, 3);
		/* Beyond ASCII a digit is not a token of its own. */
		return (*at - from <= 3 ? 1 : *at - from) * ONE;
	}
	/* So does a run of other characters a space; and what ends lines
	 * behind it, of which two are often part of its last token. */
	if (class == OTHER ||
	    (s.s[from] == ' ' && starts(s, from + 1, OTHER))) {
		end = run_end(s, from + (class != OTHER), OTHER, SIZE_MAX);
		*at = run_end(s, end, NEWLINE, SIZE_MAX);
		return count_pieces(cx_strn(s.s + from, end - from)) +
		    (*at - end > 2 ? count_blank(*at - end) : 0);
	}
	end = from;
	do {
		*at = end;
		end = run_end(s, end, BLANK, SIZE_MAX);
		end = run_end(s, end, NEWLINE, SIZE_MAX);
	} while (end > *at);
	/* The last blank belongs to the word that follows. */
	if (*at < s.len && s.s[*at - 1] == ' ' && *at - from > 1)
		--*at;
	return count_blank(*at - from);
}

size_t
cx_tokens(struct cx_str text)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	size_t n = 0, at = 0;

	(void)pthread_once(&once, find_pieces);
	while (at < text.len)
		n += count_part(text, &at);
	return (n + ONE - 1) / ONE;
}
