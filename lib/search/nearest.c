/*
 * Finds the dictionary words nearest to an unknown word.
 *
 * The dictionary is sorted, so words with a common prefix are adjacent and
 * share the state computed for it; if the prefix is too far already, all words
 * with it are skipped.  Distance: Damerau, "A technique for computer detection
 * and correction of spelling errors", CACM 7(3), 1964 (insert, delete or
 * replace a character, swap two neighbours).  A bit for each letter of the
 * pattern: Wu and Manber, "Fast text searching allowing errors", CACM 35(10),
 * 1992.  Walking the words as a tree: Shang and Merrettal, "Tries for
 * approximate string matching", IEEE TKDE 8(4), 1996.
 */
#include "lib/search/search-impl.h"

#include "lib/base/utf8.h"
#include "lib/text/analyze.h"

#define LETTERS 48 /* longer words are not looked for */
#define ROWS (LETTERS + 4)
#define EDITS 2
/* So many lines are passed one by one, and the rest is searched from so many
 * bytes on, as the next one is mostly near. */
#define LINEAR 8
#define NEAR 1024

struct walk {
	uint32_t want[LETTERS];
	unsigned n, most;
	bool spaced; /* it is ASCII, and longer than edits can be */
	uint64_t ascii[128]; /* places_of those letters */
	/* By length of a beginning of the word at hand: of near[e] bit j, if
	 * that and the first j letters wanted are at most e edits apart. */
	uint64_t near[ROWS + 1][EDITS + 1];
	uint64_t places[ROWS + 1]; /* of its last letter */
	size_t end[ROWS + 1];
	unsigned depth;
	struct cx_str before; /* the word whose rows they are */
	struct cx_near_word *out;
	size_t found, max;
};

/* Bit j for each place j, from 1 on, where a letter is wanted. */
static uint64_t
places_of(const struct walk *w, uint32_t letter)
{
	uint64_t bits = 0;

	for (unsigned j = 0; j < w->n; j++)
		bits |= (uint64_t)(w->want[j] == letter) << (j + 1);
	return bits;
}

/* Adds a letter; false if no word with this beginning is near. */
static bool
push(struct walk *w, uint32_t letter, size_t end)
{
	unsigned i = ++w->depth;
	const uint64_t *up = w->near[i - 1];
	uint64_t *row = w->near[i], all = (UINT64_C(2) << w->n) - 1;
	uint64_t here = letter < 128 ? w->ascii[letter] : places_of(w, letter);
	uint64_t swapped = i > 1 ? here << 1 & w->places[i - 1] : 0;

	w->places[i] = here;
	w->end[i] = end;
	row[0] = up[0] << 1 & here;
	for (unsigned e = 1; e <= w->most; e++) {
		row[e] = (up[e] << 1 & here) | up[e - 1] | up[e - 1] << 1 |
		    row[e - 1] << 1;
		if (swapped)
			row[e] |= w->near[i - 2][e - 1] << 2 & swapped;
		row[e] &= all;
	}
	/* The next letter may be the first of two that are swapped. */
	return row[w->most] || (w->most && up[w->most - 1] << 2 & here);
}

/* Fewer edits first; the place of a farther one is taken. */
static void
add(struct walk *w, struct cx_str word, unsigned edits)
{
	size_t at = w->found;

	if (at == w->max && w->out[at - 1].edits <= edits)
		return;
	if (at < w->max)
		w->found++;
	else
		at--;
	for (; at > 0 && w->out[at - 1].edits > edits; at--)
		w->out[at] = w->out[at - 1];
	w->out[at] = (struct cx_near_word){word, edits};
}

/*
 * Han and most of Hangul: whatever begins with this byte is a pair or a whole
 * word (analyze.h).
 */
static bool
leads_unspaced(unsigned char c)
{
	return (c >= 0xE4 && c <= 0xE9) || c == 0xEB || c == 0xEC;
}

/* The bytes of the beginning that is too far; 0: it was no such word. */
static size_t
look_at(struct walk *w, struct cx_str word)
{
	size_t same = 0;

	/* It has none of the wanted letters. */
	if (w->spaced && word.len && leads_unspaced((unsigned char)word.s[0]))
		return 1;
	while (same < word.len && same < w->before.len &&
	    word.s[same] == w->before.s[same])
		same++;
	while (w->end[w->depth] > same)
		w->depth--;
	w->before = word;
	while (w->end[w->depth] < word.len) {
		size_t at = w->end[w->depth];
		uint32_t cp = (unsigned char)word.s[at];
		size_t n = cp < 0x80 ? 1 : cx_utf8_decode(word.s + at,
		    word.len - at, &cp, NULL);

		if (w->depth == ROWS || !push(w, cp, at + n)) {
			w->before.len = w->end[w->depth];
			return w->before.len;
		}
	}
	for (unsigned e = 0; e <= w->most; e++) {
		if (w->near[w->depth][e] >> w->n & 1) {
			/* What has a particle is there without it, too. */
			if (e && !cx_is_whole(word))
				add(w, word, e);
			break;
		}
	}
	return 0;
}

/* The line that begins at `at`. */
static struct cx_str
line_from(struct cx_str file, size_t at)
{
	const char *end = memchr(file.s + at, '\n', file.len - at);

	return cx_strn(file.s + at, (end ? (size_t)(end - file.s) : file.len) -
	    at);
}

/* The first line after those whose word begins so. */
static size_t
pass_over(const struct cx_segment *p, enum cx_search_file f, size_t at,
    size_t end, struct cx_str beginning)
{
	CX_AUTO_BUF key = CX_BUF_INIT;

	for (int i = 0; i < LINEAR && at < end; i++) {
		struct cx_str line = line_from(p->file[f], at);

		cx_segment_touch(p, f, at, at + line.len + 1);
		if (!cx_str_starts(line, beginning))
			return at;
		at += line.len + 1;
	}
	cx_buf_str(&key, beginning);
	cx_buf_char(&key, '\xff'); /* no UTF-8 has it */
	for (size_t hi, step = NEAR; at < end; step *= 8) {
		hi = end;
		if (end - at > step)
			hi = at + step + line_from(p->file[f],
			    at + step).len + 1;
		at = cx_segment_lower(p, f, cx_buf_view(&key), at, hi);
		if (at < hi)
			return at;
	}
	return end;
}

/* Lines "KIND WORD ..." of a file; KIND "" is of all lines "WORD ...". */
static void
walk_words(struct walk *w, const struct cx_segment *p, enum cx_search_file f,
    const char *kind)
{
	struct cx_str file = p->file[f];
	size_t head = *kind ? strlen(kind) + 1 : 0, at = 0, end = file.len;
	struct cx_buf key = CX_BUF_INIT;

	if (*kind) {
		cx_buf_fmt(&key, "%s ", kind);
		at = cx_segment_lower(p, f, cx_buf_view(&key), 0, end);
		key.s[key.len - 1] = '!'; /* after the blank */
		end = cx_segment_lower(p, f, cx_buf_view(&key), at, end);
	}
	cx_buf_release(&key);
	w->depth = 0;
	w->before.len = 0;
	while (at < end) {
		struct cx_str line = line_from(file, at), word;
		const char *blank;
		size_t far;

		cx_segment_touch(p, f, at, at + line.len + 1);
		word = cx_str_from(line, head < line.len ? head : line.len);
		blank = memchr(word.s, ' ', word.len);
		if (!blank)
			cx_segment_damaged(p, f, "a line without numbers");
		word.len = (size_t)(blank - word.s);
		far = look_at(w, word);
		at += line.len + 1;
		if (far)
			at = pass_over(p, f, at, end, cx_strn(line.s,
			    head + far));
	}
}

static void
walk_segment(struct walk *w, const struct cx_segment *p)
{
	static const char *const kinds[] = {"d", "n", "t"};

	walk_words(w, p, CX_S_BODYWORDS, "w");
	for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
		walk_words(w, p, CX_S_FIELDWORDS, kinds[k]);
}

size_t
cx_search_nearest(const struct cx_search *s, struct cx_str word,
    unsigned most, struct cx_near_word *out, size_t max)
{
	struct walk w = {.most = most < EDITS ? most : EDITS, .out = out,
	    .max = max};

	while (word.len) {
		size_t n;

		if (w.n == LETTERS)
			return 0;
		n = cx_utf8_decode(word.s, word.len, &w.want[w.n++], NULL);
		word = cx_str_from(word, n);
	}
	w.spaced = w.n > w.most;
	for (unsigned j = 0; j < w.n; j++)
		w.spaced = w.spaced && w.want[j] < 128;
	for (unsigned e = 0; e <= w.most; e++)
		w.near[0][e] = (UINT64_C(2) << e) - 1;
	for (uint32_t c = 0; c < 128; c++)
		w.ascii[c] = places_of(&w, c);
	for (uint32_t i = 0; i == 0 || i < s->n_parts; i++) {
		const struct cx_search *one = s->n_parts ? s->part[i] : s;

		walk_segment(&w, &one->base);
		if (one->delta)
			walk_segment(&w, &one->more);
	}
	return w.found;
}
