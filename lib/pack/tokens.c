#include "lib/pack/tokens.h"
/* Counting tokens: cut, then merged by the tables in share/. */
#include "lib/base/mem.h"
#include "lib/base/self.h"
#include "lib/base/utf8.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <utf8proc.h>

/* All tokens of both vocabularies; tests/tools/token-ranks.mjs says how it is
 * laid out. */
#define TABLE "share/cortex/token-ranks"

#define LONGEST 128
#define DIGITS 3
#define NO_RANK 0x3FFFFu

/* The slots of a hash table for each length. */
static struct {
	const char *first;
	uint32_t n;
} tables[LONGEST + 1];

static void CX_NORETURN
damaged(const char *name)
{
	cx_die(CX_FAIL, "%s is damaged; install Cortex again", name);
}

/* The table, which stays mapped. */
static struct cx_str
map_table(const char *name)
{
	CX_AUTO_CLOSE fd = open(name, O_RDONLY | O_CLOEXEC);
	struct stat st;
	void *p = MAP_FAILED;

	if (fd < 0 || fstat(fd, &st) != 0)
		cx_die(CX_FAIL, "%s: %s; tokens cannot be counted without it, "
		    "install Cortex again", name, strerror(errno));
	if (S_ISREG(st.st_mode) && st.st_size > 0)
		p = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd,
		    0);
	if (p == MAP_FAILED)
		damaged(name);
	return cx_strn(p, (size_t)st.st_size);
}

static void
find_tables(void)
{
	CX_AUTO_BUF path = CX_BUF_INIT;
	struct cx_str rest, line, word;
	const char *name;
	uint64_t n;

	if (!cx_self_dir(&path))
		cx_die(CX_FAIL, "cannot find " TABLE ": it is unknown "
		    "where this program is installed");
	path.len = cx_dir_part(cx_dir_part(cx_buf_view(&path))).len;
	cx_buf_puts(&path, "/" TABLE);
	name = cx_buf_cstr(&path);
	rest = map_table(name);
	line = cx_str_upto(rest, '\n');
	rest = cx_str_from(rest, line.len + 1);
	for (size_t len = 2; cx_str_split(&line, ' ', &word); len++) {
		size_t size = len + 2 * DIGITS + 1;

		if (len > LONGEST || !cx_str_number(&word, UINT32_MAX, &n) ||
		    word.len || n > rest.len / size)
			damaged(name);
		tables[len].first = rest.s;
		tables[len].n = (uint32_t)n;
		rest = cx_str_from(rest, n * size);
	}
	if (rest.len)
		damaged(name);
}

enum vocabulary {
	O200K,
	CL100K
};

/* A text, and how it is read. */
struct reader {
	struct cx_str s;
	enum vocabulary vocabulary;
	/* Characters that a later Unicode may have, before `next`: if one is
	 * a digit or a letter, a part may end elsewhere. */
	size_t unassigned, next;
};

static uint32_t
number(const char *digits)
{
	uint32_t n = 0;

	for (int i = 0; i < DIGITS; i++)
		n = n << 6 | (uint32_t)(digits[i] - '0');
	return n;
}

/* FNV-1a, and its bits once more mixed. */
static uint32_t
hash(struct cx_str s)
{
	uint32_t h = 0x811C9DC5;

	for (size_t i = 0; i < s.len; i++)
		h = (h ^ (unsigned char)s.s[i]) * 0x01000193;
	return (h ^ h >> 15) * 0x2C1B3C6D;
}

static uint32_t
rank(struct cx_str s, enum vocabulary v)
{
	size_t size = s.len + 2 * DIGITS + 1;
	uint32_t n = s.len <= LONGEST ? tables[s.len].n : 0;
	uint32_t i = (uint32_t)((uint64_t)hash(s) * n >> 32);

	for (uint32_t left = n; left > 0; left--, i = i + 1 == n ? 0 : i + 1) {
		const char *token = tables[s.len].first + i * size;
		const char *ranks = token + s.len;

		if (memcmp(token, s.s, s.len) == 0)
			return number(ranks + v * DIGITS);
		if (number(ranks) == NO_RANK &&
		    number(ranks + DIGITS) == NO_RANK)
			break;
	}
	return NO_RANK;
}

/* A part of more bytes is not merged, but counted as bytes.  Merging is
 * quadratic in these. */
#define MERGED_MAX 1024

/* Words come again: what was counted last, by hash. */
#define KNOWN 2048 /* 2^11 */
#define KNOWN_MAX 22

struct known {
	char text[KNOWN_MAX];
	uint8_t len, tokens[2]; /* 0: not counted */
};
static _Thread_local struct known known[KNOWN];

/* Byte-pair encoding: of neighbours that are a token together, those of the
 * lowest rank are merged, the first of them first, until there are none. */
static size_t
merge(struct cx_str part, enum vocabulary v)
{
	uint16_t start[MERGED_MAX + 2];
	uint32_t ranks[MERGED_MAX + 1]; /* of i and i + 1 together */
	size_t n = part.len;

	if (n < 2 || n > MERGED_MAX || rank(part, v) != NO_RANK)
		return n > MERGED_MAX ? n : n != 0;
	for (size_t i = 0; i <= n; i++) {
		start[i] = (uint16_t)i;
		ranks[i] = i + 2 <= n ?
		    rank(cx_strn(part.s + i, 2), v) : NO_RANK;
	}
	for (;;) {
		size_t best = 0;

		for (size_t i = 1; i + 1 < n; i++) {
			if (ranks[i] < ranks[best])
				best = i;
		}
		if (ranks[best] == NO_RANK)
			return n;
		memmove(start + best + 1, start + best + 2,
		    (n - best - 1) * sizeof *start);
		memmove(ranks + best, ranks + best + 1,
		    (n - best) * sizeof *ranks);
		n--;
		for (size_t i = best ? best - 1 : 0; i <= best; i++)
			ranks[i] = i + 2 <= n ? rank(cx_strn(part.s + start[i],
			    (size_t)(start[i + 2] - start[i])), v) : NO_RANK;
	}
}

static size_t
count_merged(struct cx_str part, enum vocabulary v)
{
	struct known *k;

	if (part.len < 2 || part.len > KNOWN_MAX)
		return merge(part, v);
	k = &known[hash(part) >> 21];
	if (k->len != part.len || memcmp(k->text, part.s, part.len) != 0) {
		*k = (struct known){.len = (uint8_t)part.len};
		memcpy(k->text, part.s, part.len);
	}
	if (!k->tokens[v])
		k->tokens[v] = (uint8_t)merge(part, v);
	return k->tokens[v];
}

/* What the patterns of the tokenizers tell apart. */
#define UPPER 1u    /* Lu, Lt */
#define LOWER 2u    /* Ll */
#define CASELESS 4u /* Lm, Lo */
#define MARK 8u	    /* M* */
#define NUMBER 16u  /* N* */
#define NEWLINE 32u
#define BLANK 64u
#define OTHER 128u
#define SLASH 256u
#define UNKNOWN 512u /* not UTF-8, or tokenizers differ */

#define SPACE (BLANK | NEWLINE)
#define SIGNS (OTHER | SLASH | MARK)
#define BEFORE_WORD (SIGNS | BLANK)

static utf8proc_category_t
category(uint32_t cp)
{
	return utf8proc_category((utf8proc_int32_t)cp);
}

static unsigned
class_beyond_ascii(uint32_t cp)
{
	utf8proc_category_t c = category(cp);

	/* One is a blank to Unicode, the other to JavaScript. */
	if (cp == 0x85 || cp == 0xFEFF)
		return UNKNOWN;
	switch (c) {
	case UTF8PROC_CATEGORY_LU:
	case UTF8PROC_CATEGORY_LT:
		return UPPER;
	case UTF8PROC_CATEGORY_LL:
		return LOWER;
	case UTF8PROC_CATEGORY_LM:
	case UTF8PROC_CATEGORY_LO:
		return CASELESS;
	default:
		break;
	}
	if (c >= UTF8PROC_CATEGORY_MN && c <= UTF8PROC_CATEGORY_ME)
		return MARK;
	if (c >= UTF8PROC_CATEGORY_ND && c <= UTF8PROC_CATEGORY_NO)
		return NUMBER;
	return cx_is_space(cp) ? BLANK : OTHER;
}

/* Apart, so that what is ASCII needs no call. */
static __attribute__((noinline)) unsigned
class_decoded(struct reader *r, size_t at, size_t *bytes)
{
	uint32_t cp;
	bool ok;

	*bytes = cx_utf8_decode(r->s.s + at, r->s.len - at, &cp, &ok);
	if (ok && at >= r->next && category(cp) == UTF8PROC_CATEGORY_CN) {
		r->next = at + *bytes;
		r->unassigned++;
	}
	return ok ? class_beyond_ascii(cp) : UNKNOWN;
}

/* 0 at the end of the text. */
static inline unsigned
class_at(struct reader *r, size_t at, size_t *bytes)
{
	unsigned char c = at < r->s.len ? (unsigned char)r->s.s[at] : 0;

	*bytes = 1;
	if (at >= r->s.len)
		return 0;
	if (c < 0x80) {
		if (c >= 'a' && c <= 'z')
			return LOWER;
		if (c >= 'A' && c <= 'Z')
			return UPPER;
		if (c >= '0' && c <= '9')
			return NUMBER;
		if (c == '\n' || c == '\r')
			return NEWLINE;
		if (c == ' ' || (c >= '\t' && c <= '\f'))
			return BLANK;
		return c == '/' ? SLASH : OTHER;
	}
	return class_decoded(r, at, bytes);
}

/* The end of the run of these classes from `at` on. */
static size_t
run_end(struct reader *r, size_t at, unsigned classes)
{
	size_t bytes;

	while (class_at(r, at, &bytes) & classes)
		at += bytes;
	return at;
}

/* Behind an ending like 's at `at`; `at` if there is none. */
static size_t
ending_end(struct reader *r, size_t at)
{
	struct cx_str s = cx_str_from(r->s, at);
	char a = s.len > 1 ? (char)(s.s[1] | 0x20) : 0;
	char b = s.len > 2 ? (char)(s.s[2] | 0x20) : 0;

	if (s.len < 2 || s.s[0] != '\'')
		return at;
	if (a == 's' || a == 'd' || a == 'm' || a == 't')
		return at + 2;
	if ((a == 'l' && b == 'l') || ((a == 'v' || a == 'r') && b == 'e'))
		return at + 3;
	return at;
}

/* Small letters after capitals are one word; with `any`, capitals alone are.
 * Letters without case count as either.  Returns `at` if there is no
 * word. */
static size_t
o200k_letters(struct reader *r, size_t at, bool any)
{
	size_t bytes, i = at, caseless = at, end;
	unsigned class;

	while ((class = class_at(r, i, &bytes)) & (UPPER | CASELESS | MARK)) {
		i += bytes;
		if (class != UPPER)
			caseless = i;
	}
	end = run_end(r, i, LOWER | CASELESS | MARK);
	return end > i || any ? end : caseless;
}

/* A word takes the character before it along; `at` if there is none. */
static size_t
word_end(struct reader *r, size_t at)
{
	size_t bytes, from, end;
	bool before = class_at(r, at, &bytes) & BEFORE_WORD;

	if (r->vocabulary == CL100K) {
		from = before ? at + bytes : at;
		end = run_end(r, from, UPPER | LOWER | CASELESS);
		return end > from ? end : at;
	}
	for (int any = 0; any < 2; any++) {
		for (int with = before; with >= 0; with--) {
			from = with ? at + bytes : at;
			end = o200k_letters(r, from, any);
			if (end > from)
				return ending_end(r, end);
		}
	}
	return at;
}

/* Blanks end with the last end of a line among them; else the last of several
 * belongs to what follows. */
static size_t
blank_end(struct reader *r, size_t at)
{
	size_t bytes, i = at, last = at, lines = at;
	unsigned class;

	while ((class = class_at(r, i, &bytes)) & SPACE) {
		last = i;
		i += bytes;
		if (class == NEWLINE)
			lines = i;
	}
	if (lines > at && !(r->vocabulary == CL100K && i == r->s.len))
		return lines;
	return i == r->s.len || last == at ? i : last;
}

/* The end of the part that begins at `at`. */
static size_t
part_end(struct reader *r, size_t at)
{
	size_t bytes, end, from;
	unsigned class = class_at(r, at, &bytes);

	if (r->vocabulary == CL100K) {
		end = ending_end(r, at);
		if (end > at)
			return end;
	}
	end = word_end(r, at);
	if (end > at)
		return end;
	if (class == NUMBER) {
		for (int i = 0; i < 3 && class_at(r, end, &bytes) == NUMBER;
		    i++)
			end += bytes;
		return end;
	}
	from = at + (r->s.s[at] == ' ');
	end = run_end(r, from, SIGNS);
	if (end > from)
		return run_end(r, end, r->vocabulary == O200K ?
		    NEWLINE | SLASH : NEWLINE);
	return class & SPACE ? blank_end(r, at) : at + bytes;
}

static size_t
count(struct reader *r)
{
	size_t n = 0, end, bytes;

	for (size_t at = 0; at < r->s.len; at = end) {
		end = part_end(r, at);
		/* U+FFFD, as which it will be read, has three bytes. */
		n += class_at(r, at, &bytes) == UNKNOWN ?
		    (bytes < 3 ? 3 : bytes) :
		    count_merged(cx_strn(r->s.s + at, end - at), r->vocabulary);
	}
	return n + r->unassigned;
}

size_t
cx_tokens(struct cx_str text)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	size_t most = 0;

	(void)pthread_once(&once, find_tables);
	for (int v = O200K; v <= CL100K; v++) {
		struct reader r = {.s = text, .vocabulary = v};
		size_t n = count(&r);

		if (n > most)
			most = n;
	}
	return most;
}
