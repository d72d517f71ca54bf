/* The sketch of a text; alike.c says what for. */
#include "check.h"

#include "lib/base/ascii.h"

static uint64_t
mix(uint64_t h)
{
	h ^= h >> 32;
	h *= UINT64_C(0x9E3779B97F4A7C15);
	return h ^ h >> 29;
}

static inline uint64_t
rotl(uint64_t h, int n)
{
	return h << n | h >> (64 - n);
}

/* The hashes of three words in a row. */
static void
keep_least(uint32_t least[SKETCH], const uint64_t word[3])
{
	uint64_t h = word[0] + rotl(word[1], 21) + rotl(word[2], 42);
	uint32_t *at = &least[h >> 58], low = (uint32_t)h, old = *at;

	/* Stored either way: nobody can guess which it will be. */
	*at = low < old ? low : old;
}

/* Bytes of words; those of UTF-8 beyond ASCII all count as letters. */
static bool
is_word(unsigned char b)
{
	return cx_is_ascii_word(b) || b >= 0x80;
}

/* Eight bytes at a time, as a multiplication for each would be half of all
 * the work. */
static uint64_t
word_hash(const unsigned char *p, size_t *at, size_t len)
{
	uint64_t h = 0, v;
	size_t i = *at, n;

	do {
		v = 0;
#if CX_EIGHT
		if (len - i >= 8) {
			memcpy(&v, p + i, 8);
			n = cx_eight_before(~(cx_eight_word(v) | v) & CX_HIGH);
		} else
#endif
			for (n = 0; n < 8 && i + n < len && is_word(p[i + n]);
			    n++)
				v |= (uint64_t)p[i + n] << 8 * n;
		/* What is behind the word falls out. */
		if (n > 0)
			h = mix(h ^ v << (64 - 8 * n));
		i += n;
	} while (n == 8);
	*at = i;
	return h;
}

/* Longest tag, address or comment that is left out. */
#define HIDDEN_MAX 4096

/* A block or a span of code that Obsidian and its plugins replace by what it
 * finds: queries of Bases, search, Tasks and Dataview. */
static bool
is_query(struct cx_str code)
{
	static const char *const names[] = {"```base", "```query", "```tasks",
	    "```dataview", "`$=", "`="};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (cx_str_starts(code, cx_str(names[i])))
			return true;
	return false;
}

enum hidden {
	HTML, ADDRESS, COMMENT, EMBED, BLOCK, SPAN, HIDDEN
};

/*
 * The end of what no reader sees, if that begins at i, else i: HTML tags and
 * comments, addresses after [text], comments between %%, and what stands for
 * other text: embeds and queries.  A template has more of these than of text,
 * and notes that are yet to be written would all be alike.  next: the nearest
 * end of each kind, so that each is looked for once.
 */
static size_t
hidden_end(struct cx_str text, size_t i, size_t next[HIDDEN])
{
	static const struct cx_str ends[HIDDEN] = {{">", 1}, {")", 1},
	    {"%%", 2}, {"]]", 2}, {"```", 3}, {"`", 1}};
	const char *p = text.s + i, after = i + 1 < text.len ? p[1] : '\0';
	enum hidden kind = HTML;
	size_t from;

	if (p[0] == '(' && i > 0 && p[-1] == ']')
		kind = ADDRESS;
	else if (p[0] == '%' && after == '%')
		kind = COMMENT;
	else if (p[0] == '[' && after == '[' && i > 0 && p[-1] == '!')
		kind = EMBED;
	else if (p[0] == '`' && is_query(cx_str_from(text, i)))
		kind = after == '`' ? BLOCK : SPAN;
	else if (p[0] != '<' || (after != '/' && after != '!' &&
	    !is_word((unsigned char)after)))
		return i;
	from = i + ends[kind].len;
	if (next[kind] < from + ends[kind].len) {
		p = memmem(text.s + from, text.len - from, ends[kind].s,
		    ends[kind].len);
		next[kind] = p ? (size_t)(p - text.s) + ends[kind].len
			       : SIZE_MAX;
	}
	return next[kind] - i > HIDDEN_MAX ? i : next[kind];
}

void
sketch_make(struct sketch *s, struct cx_str text)
{
	const uint64_t prime = UINT64_C(0x100000001B3); /* FNV-1a's */
	const unsigned char *p = (const unsigned char *)text.s;
	uint64_t whole = UINT64_C(0xCBF29CE484222325), word, last[3] = {0};
	size_t i = 0, hidden = 0, next[HIDDEN] = {0}, n = 0;
	uint32_t least[SKETCH];
	bool gap = false, seen;

	memset(least, 0xff, sizeof least);
	while (i < text.len) {
		if (p[i] <= ' ') {
			gap = true;
			i++;
			continue;
		}
		/* Where a word ends counts, how much space follows not. */
		word = gap ? 1 : 0;
		gap = false;
		seen = i >= hidden;
		if (!is_word(p[i])) {
			if (seen)
				hidden = hidden_end(text, i, next);
			whole = (whole ^ (p[i++] | word << 8)) * prime;
			continue;
		}
		whole ^= word << 9;
		word = word_hash(p, &i, text.len);
		whole = (whole ^ word) * prime;
		if (!seen)
			continue;
		last[0] = last[1];
		last[1] = last[2];
		last[2] = word;
		if (++n >= 3)
			keep_least(least, last);
	}
	*s = (struct sketch){.whole = mix(whole), .seen = n};
	memcpy(s->least, least, sizeof least);
}

/* How much the two sets have in common. */
double
sketch_resemblance(const struct sketch *a, const struct sketch *b)
{
	int same = 0, any = 0;

	for (int i = 0; i < SKETCH; i++) {
		if (a->least[i] == UINT32_MAX && b->least[i] == UINT32_MAX)
			continue;
		any++;
		same += a->least[i] == b->least[i];
	}
	return any ? (double)same / any : 0;
}
