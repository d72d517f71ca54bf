/*
 * Finds atoms with the same text, or nearly the same.
 *
 * Same means equal except for white space, by a hash of the rest.  Nearly the
 * same: sets of three consecutive visible words are compared by sketches of
 * SKETCH minima (Broder, "On the resemblance and containment of documents",
 * 1997; one hash for all of them as in Li, Owen, Zhang, "One permutation
 * hashing", 2012).  Only atoms whose sketches agree in one of BANDS parts are
 * compared, and each only with the first that had the part, so that time is
 * linear however many are similar; an atom at 0.9 is missed once in a hundred
 * times.
 */
#include "check.h"
#include "lib/base/ascii.h"
#include "lib/link/resolvetable.h"

#include <stdlib.h>
#include <strings.h>

/* --- the sketch of a text --- */

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

/* Bytes of words, a bit each: 0 to 9, A to Z, a to z, and all of UTF-8 beyond
 * ASCII, which count as letters. */
static inline bool
is_word(unsigned char b)
{
	static const uint64_t words[4] = {UINT64_C(0x03FF000000000000),
	    UINT64_C(0x07FFFFFE07FFFFFE), UINT64_MAX, UINT64_MAX};

	return words[b >> 6] >> (b & 63) & 1;
}

/* Eight bytes at a time, as a multiplication for each would be half of all
 * the work. */
static uint64_t
word_hash(const unsigned char *p, size_t *at, size_t len)
{
	uint64_t h = 0, v;
	size_t i = *at, n;

#ifdef __SSE2__
	/* Most are short. */
	if (len - i >= 16) {
		const char *s = (const char *)p + i;
		__m128i low;

		n = (size_t)__builtin_ctz(~(cx_sixteen_word(s, &low) |
		    cx_sixteen_bits(cx_sixteen(s))));
		if (n < 8) {
			memcpy(&v, s, 8);
			*at = i + n;
			return mix(v << (64 - 8 * n));
		}
	}
#endif
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
		/* What is after the word falls out. */
		if (n > 0)
			h = mix(h ^ v << (64 - 8 * n));
		i += n;
	} while (n == 8);
	*at = i;
	return h;
}

/* Added where white space was. */
#define GAP (UINT64_C(1) << 9)

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

/* Shorter texts say too little to be anybody's copy.  Headings, and as many
 * words for each thing that stands for other text, are the frame of one. */
#define WORDS_SAME 10
#define WORDS_SIMILAR 50

enum hidden {
	HTML, ADDRESS, COMMENT, EMBED, BLOCK, SPAN, EXPRESSION, HIDDEN
};

/*
 * The end of what no reader sees, if that begins at i, else i: HTML tags and
 * comments, addresses after [text], comments between %%, and what stands for
 * other text: embeds, queries and {{expressions}}.  A template has more of
 * these than of text, and notes that are yet to be written would all be alike.
 * next: the nearest end of each kind, so that each is looked for once.
 */
static size_t
hidden_end(struct cx_str text, size_t i, size_t next[HIDDEN])
{
	static const struct cx_str ends[HIDDEN] = {{">", 1}, {")", 1},
	    {"%%", 2}, {"]]", 2}, {"```", 3}, {"`", 1}, {"}}", 2}};
	const char *p = text.s + i, after = i + 1 < text.len ? p[1] : '\0';
	enum hidden kind = HTML;
	size_t from;

	if (p[0] == '(' && i > 0 && p[-1] == ']')
		kind = ADDRESS;
	else if (p[0] == '%' && after == '%')
		kind = COMMENT;
	else if (p[0] == '{' && after == '{')
		kind = EXPRESSION;
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
	uint64_t gap = 0;
	size_t i = 0, hidden = 0, next[HIDDEN] = {0}, n = 0, frame = 0;
	uint32_t least[SKETCH];
	bool seen, line = true, heading = false;

	memset(least, 0xff, sizeof least);
	while (i < text.len) {
		if (p[i] <= ' ') {
			/* Where a word ends counts, how much space follows
			 * not. */
			gap = GAP;
			line |= p[i] == '\n';
			heading &= !line;
			i++;
			continue;
		}
		seen = i >= hidden;
		heading |= line && p[i] == '#';
		line = false;
		if (!is_word(p[i])) {
			if (seen)
				hidden = hidden_end(text, i, next);
			/* An embed, a query or an expression. */
			if (seen && hidden > i && memchr("[`{", p[i], 3))
				frame += WORDS_SAME;
			whole = (whole ^ (p[i++] | gap)) * prime;
			gap = 0;
			continue;
		}
		word = word_hash(p, &i, text.len);
		whole = (whole ^ gap ^ word) * prime;
		gap = 0;
		if (i < text.len && p[i] == ' ') {
			gap = GAP;
			i++;
		}
		if (!seen)
			continue;
		last[0] = last[1];
		last[1] = last[2];
		last[2] = word;
		frame += heading;
		if (++n >= 3)
			keep_least(least, last);
	}
	*s = (struct sketch){.whole = mix(whole),
	    .seen = n - (n < frame ? n : frame)};
	memcpy(s->least, least, sizeof least);
}

/* How much the two sets have in common. */
static double
resemblance(const struct sketch *a, const struct sketch *b)
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

/* --- atoms that are alike --- */

#define BANDS 8
#define ROWS (SKETCH / BANDS)
#define ALIKE 0.9

/* Which sketch came first with a part: as in map.h, but the key stands in
 * the sketch, and there is time to ask memory for BANDS slots at once. */
struct slot {
	uint32_t hash;
	uint32_t first; /* + 1; 0 is empty */
};

struct band {
	struct slot *slot;
	uint32_t mask; /* number of slots - 1 */
	uint32_t n;
};

struct alike {
	uint64_t seed[ROWS + 1]; /* of part_hash */
	struct cx_arena arena;
	struct cx_map same;   /* sketch.whole */
	uint32_t *first;      /* the sketch that came first with it */
	size_t first_cap;
	struct band band[BANDS];
	const struct sketch **v;
	uint32_t *atom;
	size_t n, cap, atom_cap;
};

struct alike *
alike_new(void)
{
	struct alike *a = cx_calloc(1, sizeof *a);

	/* What nobody can know beforehand. */
	for (size_t i = 0; i <= ROWS; i++)
		a->seed[i] = cx_hash(cx_strn((const char *)&i, sizeof i));
	return a;
}

/* The sketch that came first with this text; n itself if it is the first. */
static uint32_t
first_same(struct alike *a, const struct sketch *s, uint32_t n)
{
	uint32_t k = a->same.n, got = cx_map_put(&a->same,
	    cx_strn((const char *)&s->whole, sizeof s->whole));

	if (got < k)
		return a->first[got];
	CX_GROW(a->first, got, a->first_cap);
	a->first[got] = n;
	return n;
}

/* Multilinear (Lemire and Kaser, "Strongly universal string hashing is fast",
 * 2014). */
static uint32_t
part_hash(const struct alike *a, const uint32_t part[ROWS])
{
	uint64_t h = a->seed[ROWS];

	for (size_t i = 0; i < ROWS; i++)
		h += a->seed[i] * part[i];
	return (uint32_t)(h >> 32);
}

/* Room for one more. */
static void
widen(struct band *b)
{
	size_t old = b->slot ? (size_t)b->mask + 1 : 0, n = old ? 2 * old : 64;
	struct slot *slot;

	if (b->n < old / 2)
		return;
	if (n > UINT32_MAX)
		cx_die(CX_FAIL, "too many notes");
	slot = cx_malloc(cx_mul(n, sizeof *slot));
	memset(slot, 0, n * sizeof *slot);
	for (size_t i = 0; i < old; i++) {
		size_t at = b->slot[i].hash & (n - 1);

		if (!b->slot[i].first)
			continue;
		while (slot[at].first)
			at = (at + 1) & (n - 1);
		slot[at] = b->slot[i];
	}
	free(b->slot);
	b->slot = slot;
	b->mask = (uint32_t)(n - 1);
}

/* The sketch that came first with part i of sketch n; n if it is that. */
static uint32_t
first_with(struct alike *a, int i, uint32_t hash, uint32_t n)
{
	const size_t from = (size_t)i * ROWS;
	struct band *b = &a->band[i];
	uint32_t at = hash & b->mask;

	for (; b->slot[at].first; at = (at + 1) & b->mask)
		if (b->slot[at].hash == hash &&
		    memcmp(a->v[b->slot[at].first - 1]->least + from,
			a->v[n]->least + from, ROWS * sizeof(uint32_t)) == 0)
			return b->slot[at].first - 1;
	b->slot[at] = (struct slot){hash, n + 1};
	b->n++;
	return n;
}

static size_t
digits_at(struct cx_str s, size_t i)
{
	size_t n = 0;

	while (i + n < s.len && s.s[i + n] >= '0' && s.s[i + n] <= '9')
		n++;
	return n;
}

static bool
has_digit(struct cx_str s)
{
	for (size_t i = 0; i < s.len; i++)
		if (digits_at(s, i))
			return true;
	return false;
}

/* "4-0-1.md" and "4-0-10.md" */
static bool
same_but_numbers(struct cx_str a, struct cx_str b)
{
	size_t i = 0, k = 0;

	while (i < a.len && k < b.len) {
		const size_t n = digits_at(a, i), m = digits_at(b, k);

		if ((n == 0) != (m == 0) || (n == 0 && a.s[i] != b.s[k]))
			return false;
		i += n ? n : 1;
		k += m ? m : 1;
	}
	return i == a.len && k == b.len;
}

/* "2.13", "v3.4", and not "2024.01" */
static bool
is_version(struct cx_str s)
{
	const size_t from = cx_str_starts(s, CX_STR("v")),
	    n = digits_at(s, from);

	if (n == 0 || n > 3 || from + n == s.len || s.s[from + n] != '.')
		return false;
	for (size_t i = from + n; i < s.len; i++)
		if (s.s[i] != '.' && digits_at(s, i) == 0)
			return false;
	return true;
}

/* The directory of a version that Docusaurus keeps, of one set of pages or of
 * several: versioned_docs/version-1.2, api_versioned_docs/version-1.2. */
static struct cx_str
kept_version(struct cx_str path)
{
	struct cx_str rest = path, part;

	while (cx_str_split(&rest, '/', &part))
		if (cx_str_ends(part, CX_STR("versioned_docs")) &&
		    cx_str_starts(rest, CX_STR("version-")))
			return cx_strn(path.s, (size_t)(rest.s - path.s) +
			    cx_str_upto(rest, '/').len);
	return CX_STR("");
}

bool
other_version(struct cx_str a, struct cx_str b)
{
	return !cx_str_eq(kept_version(a), kept_version(b));
}

/* The name of a page without its language: "x." of x.md and x.fr.md. */
static struct cx_str
without_language(struct cx_str name)
{
	size_t end = cx_language_end(name).len;

	return cx_strn(name.s, name.len - (end ? end : strlen("md")));
}

/* Whether a directory may be a language: de, pcm, zh-hant (BCP 47). */
static bool
may_be_language(struct cx_str dir)
{
	size_t n = 0;

	while (n < dir.len && (dir.s[n] | 0x20) >= 'a' &&
	    (dir.s[n] | 0x20) <= 'z')
		n++;
	return (n == 2 || n == 3) && (n == dir.len || ((dir.s[n] == '-' ||
	    dir.s[n] == '_') && dir.len - n > 2 && dir.len - n < 6));
}

/* src and img are not languages; pcm is one where it stands beside bn. */
static bool
are_languages(struct cx_str a, struct cx_str b)
{
	return may_be_language(a) && may_be_language(b) &&
	    (cx_is_language(a) || cx_is_language(b));
}

/*
 * Whether they are one page in two versions, periods or languages: the names of
 * the files differ in numbers at most, and the first directories that differ
 * are a version, as in docs/v3.4/faq.md and docs/v3.5/tasks/faq.md, or are
 * languages, as may be what names end with, faq.fr.md.  Where both are
 * versions, a page may have got another name.
 */
static bool
is_one_page(struct cx_str a, struct cx_str b)
{
	const bool same = same_but_numbers(cx_last_part(a), cx_last_part(b));
	struct cx_str pa, pb, from_a, from_b;

	if (other_version(a, b))
		return true;
	do {
		from_a = a;
		from_b = b;
		if (!cx_str_split(&a, '/', &pa) || !cx_str_split(&b, '/', &pb))
			return false;
	} while (cx_str_eq(pa, pb));
	/* The first language of a site may have no directory. */
	if ((cx_is_language(pb) && cx_str_eq(from_a, b)) ||
	    (cx_is_language(pa) && cx_str_eq(from_b, a)))
		return true;
	if (a.len == 0 && b.len == 0 &&
	    cx_str_eq(without_language(pa), without_language(pb)))
		return true;
	return (same && (has_digit(pa) || has_digit(pb) ||
	    are_languages(pa, pb))) ||
	    (is_version(pa) && is_version(pb));
}

static void
say(struct check *c, uint32_t atom, uint32_t other, enum rule r,
    const char *what)
{
	uint32_t where;

	if (is_one_page(atom_at(c, atom)->path, atom_at(c, other)->path))
		return;
	where = pair_spot(c, &other, atom);

	with_str("other", atom_at(c, other)->path);
	report(c, where, (struct spot){0, 0}, r, "%s %.*s; keep one, or link "
	    "them", what, (int)atom_at(c, other)->path.len,
	    atom_at(c, other)->path.s);
}

static void
find_similar(struct alike *a, struct check *c, uint32_t n)
{
	const struct sketch *s = a->v[n];
	uint32_t best = n, k, hash[BANDS];
	double most = ALIKE, d;

	for (int i = 0; i < BANDS; i++) {
		hash[i] = part_hash(a, s->least + (size_t)i * ROWS);
		widen(&a->band[i]);
#ifdef __GNUC__
		__builtin_prefetch(&a->band[i].slot[hash[i] &
		    a->band[i].mask]);
#endif
	}
	for (int i = 0; i < BANDS; i++) {
		k = first_with(a, i, hash[i], n);
		d = k == n ? 0 : resemblance(s, a->v[k]);
		if (d > most || (d == most && k < best)) {
			most = d;
			best = k;
		}
	}
	if (best != n)
		say(c, a->atom[n], a->atom[best], SIMILAR_NOTE,
		    "has nearly the text of");
}

/* Templates, in a directory of that name, are alike by their nature. */
static bool
is_in_templates(struct cx_str path)
{
	struct cx_str part;

	while (memchr(path.s, '/', path.len)) {
		cx_str_split(&path, '/', &part);
		if (part.len && part.s[0] == '_')
			part = cx_str_from(part, 1);
		if (part.len >= 8 && strncasecmp(part.s, "template", 8) == 0)
			return true;
	}
	return false;
}

void
alike_add(struct alike *a, struct check *c, uint32_t atom,
    const struct sketch *made)
{
	uint32_t n = (uint32_t)a->n, first;
	struct sketch *s;

	if (made->seen < WORDS_SAME ||
	    is_in_templates(atom_at(c, atom)->path))
		return;
	s = cx_arena_alloc(&a->arena, sizeof *s);
	*s = *made;
	CX_GROW(a->v, a->n, a->cap);
	CX_GROW(a->atom, a->n, a->atom_cap);
	a->v[n] = s;
	a->atom[n] = atom;
	a->n++;
	first = first_same(a, s, n);
	if (first != n)
		say(c, atom, a->atom[first], DUPLICATE_NOTE,
		    "has the text of");
	else if (s->seen >= WORDS_SIMILAR)
		find_similar(a, c, n);
}

void
alike_free(struct alike *a)
{
	cx_map_release(&a->same);
	free(a->first);
	for (int i = 0; i < BANDS; i++)
		free(a->band[i].slot);
	cx_arena_release(&a->arena);
	free(a->v);
	free(a->atom);
	free(a);
}
