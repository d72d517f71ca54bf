/*
 * The words of the dictionary nearest to one that it lacks.
 *
 * The dictionary is sorted, so words that begin alike follow each other and
 * share the rows of the table of edit distances; when a beginning is too far
 * already, all words with it are passed over.  Distance: Damerau, "A technique
 * for computer detection and correction of spelling errors", CACM 7(3), 1964
 * (insert, delete, replace a character, swap two neighbours).  Walking the
 * words as a tree: Shang and Merrettal, "Tries for approximate string
 * matching", IEEE TKDE 8(4), 1996.
 */
#include "lib/search/search-impl.h"

#include "lib/base/utf8.h"

#define LETTERS 48 /* longer words are not looked for */
#define ROWS (LETTERS + 4)
/* So many lines are passed one by one before the rest is searched. */
#define LINEAR 8

struct walk {
	uint32_t want[LETTERS];
	unsigned n, most;
	/* By length of a beginning of the word at hand: */
	uint8_t row[ROWS + 1][LETTERS + 1];
	uint8_t least[ROWS + 1];
	uint32_t letter[ROWS + 1];
	size_t end[ROWS + 1];
	unsigned depth;
	struct cx_str before; /* the word whose rows they are */
	struct cx_near_word *out;
	size_t found, max;
};

static uint8_t
min(unsigned a, unsigned b)
{
	return (uint8_t)(a < b ? a : b);
}

/* One letter more; false if no word that begins so is near. */
static bool
push(struct walk *w, uint32_t letter, size_t end)
{
	unsigned i = ++w->depth;
	const uint8_t *up = w->row[i - 1];
	uint8_t *row = w->row[i];

	w->letter[i] = letter;
	w->end[i] = end;
	row[0] = w->least[i] = (uint8_t)i;
	for (unsigned j = 1; j <= w->n; j++) {
		row[j] = min(up[j - 1] + (letter != w->want[j - 1]),
		    1u + min(up[j], row[j - 1]));
		if (i > 1 && j > 1 && letter == w->want[j - 2] &&
		    w->letter[i - 1] == w->want[j - 1])
			row[j] = min(row[j], w->row[i - 2][j - 2] + 1u);
		w->least[i] = min(w->least[i], row[j]);
	}
	return w->least[i] <= w->most || w->least[i - 1] < w->most;
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

/* The bytes of the beginning that is too far; 0: it was no such word. */
static size_t
look_at(struct walk *w, struct cx_str word)
{
	size_t same = 0;

	while (same < word.len && same < w->before.len &&
	    word.s[same] == w->before.s[same])
		same++;
	while (w->end[w->depth] > same)
		w->depth--;
	w->before = word;
	while (w->end[w->depth] < word.len) {
		size_t at = w->end[w->depth];
		uint32_t cp;
		size_t n = cx_utf8_decode(word.s + at, word.len - at, &cp,
		    NULL);

		if (w->depth == ROWS || !push(w, cp, at + n)) {
			w->before.len = w->end[w->depth];
			return w->before.len;
		}
	}
	if (w->row[w->depth][w->n] <= w->most && w->row[w->depth][w->n])
		add(w, word, w->row[w->depth][w->n]);
	return 0;
}

/* The first line after those whose word begins so. */
static size_t
pass_over(const struct cx_part *p, enum cx_search_file f, size_t at,
    size_t end, struct cx_str beginning)
{
	CX_AUTO_BUF key = CX_BUF_INIT;

	for (int i = 0; i < LINEAR && at < end; i++) {
		struct cx_str line = cx_line_at(p->file[f], at);

		cx_part_touch(p, f, at, at + line.len + 1);
		if (!cx_str_starts(line, beginning))
			return at;
		at += line.len + 1;
	}
	if (at >= end)
		return end;
	cx_buf_str(&key, beginning);
	cx_buf_char(&key, '\xff'); /* no UTF-8 has it */
	at = cx_part_lower(p, f, cx_buf_view(&key), at, end);
	return at;
}

/* Lines "KIND WORD ..." of a file; KIND "" is of all lines "WORD ...". */
static void
walk_words(struct walk *w, const struct cx_part *p, enum cx_search_file f,
    const char *kind)
{
	struct cx_str file = p->file[f];
	size_t head = *kind ? strlen(kind) + 1 : 0, at = 0, end = file.len;
	struct cx_buf key = CX_BUF_INIT;

	if (*kind) {
		cx_buf_fmt(&key, "%s ", kind);
		at = cx_part_lower(p, f, cx_buf_view(&key), 0, end);
		key.s[key.len - 1] = '!'; /* after the blank */
		end = cx_part_lower(p, f, cx_buf_view(&key), at, end);
	}
	cx_buf_release(&key);
	w->depth = 0;
	w->before.len = 0;
	while (at < end) {
		struct cx_str line = cx_line_at(file, at), word;
		const char *blank;
		size_t far;

		cx_part_touch(p, f, at, at + line.len + 1);
		word = cx_str_from(line, head < line.len ? head : line.len);
		blank = memchr(word.s, ' ', word.len);
		if (!blank)
			cx_part_damaged(p, f, "a line without numbers");
		word.len = (size_t)(blank - word.s);
		far = look_at(w, word);
		at += line.len + 1;
		if (far)
			at = pass_over(p, f, at, end, cx_strn(line.s,
			    head + far));
	}
}

size_t
cx_search_nearest(const struct cx_search *s, struct cx_str word,
    unsigned most, struct cx_near_word *out, size_t max)
{
	const struct cx_part *parts[] = {&s->base, s->delta ? &s->more : NULL};
	static const char *const kinds[] = {"d", "n", "t"};
	struct walk w = {.most = most, .out = out, .max = max};

	while (word.len) {
		size_t n;

		if (w.n == LETTERS)
			return 0;
		n = cx_utf8_decode(word.s, word.len, &w.want[w.n++], NULL);
		word = cx_str_from(word, n);
	}
	for (unsigned j = 0; j <= w.n; j++)
		w.row[0][j] = (uint8_t)j;
	for (int i = 0; i < 2 && parts[i]; i++) {
		walk_words(&w, parts[i], CX_S_BODYWORDS, "w");
		for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
			walk_words(&w, parts[i], CX_S_FIELDWORDS, kinds[k]);
	}
	for (int i = 0; i < 2 && parts[i] && w.found == 0; i++)
		walk_words(&w, parts[i], CX_S_WORDS, "");
	return w.found;
}
