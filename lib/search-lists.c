/* Dictionaries and posting lists of the search set. */
#include "lib/search-impl.h"

/* The letter of a list in fieldwords. */
static const char letters[] = {
    [CX_LIST_DESCRIPTION] = 'd', [CX_LIST_NAME] = 'n', [CX_LIST_PATH] = 'p',
    [CX_LIST_PROJECT] = 'j', [CX_LIST_TAG] = 't', [CX_LIST_TAG_TERM] = 'g',
    [CX_LIST_DATE_TERM] = 'u'};

/* The line that holds offset at, of a text whose bytes were looked at. */
static struct cx_str
line_at(struct cx_str file, size_t at)
{
	const char *start = file.s + at, *end;

	while (start > file.s && start[-1] != '\n')
		start--;
	end = memchr(start, '\n', file.len - (size_t)(start - file.s));
	return cx_strn(start, (size_t)((end ? end : file.s + file.len) -
	    start));
}

/* Whether the line's key, up to the blank that ends it, is before key, which
 * itself ends in a blank. */
static int
compare_key(struct cx_str line, struct cx_str key)
{
	size_t n = line.len < key.len ? line.len : key.len;
	int c = memcmp(line.s, key.s, n);

	return c ? c : line.len < key.len ? -1 : 0;
}

/*
 * Binary search in a file of sorted lines: the offset of the first line that
 * is not before key; its length if there is none.
 */
static size_t
lower_bound(const struct cx_search *s, enum cx_search_file f,
    struct cx_str key)
{
	struct cx_str file = s->file[f];
	size_t lo = 0, hi = file.len;

	while (lo < hi) {
		struct cx_str line = line_at(file, lo + (hi - lo) / 2);
		size_t start = (size_t)(line.s - file.s);
		size_t end = start + line.len + 1;

		cx_search_touch(s, f, start ? start - 1 : 0,
		    end < file.len ? end : file.len);

		if (compare_key(line, key) < 0)
			lo = start + line.len + 1;
		else
			hi = start;
	}
	return lo < file.len ? lo : file.len;
}

/* The next number of a line and the blank before it. */
static bool
number(struct cx_str *line, uint64_t *out)
{
	uint64_t n = 0;
	size_t i = 1;

	if (line->len < 2 || line->s[0] != ' ')
		return false;
	for (; i < line->len && line->s[i] >= '0' && line->s[i] <= '9'; i++) {
		if (n > UINT64_MAX / 20)
			return false;
		n = n * 10 + (uint64_t)(line->s[i] - '0');
	}
	*line = cx_str_from(*line, i);
	*out = n;
	return i > 1;
}

/* From DF OFFSET BYTES, of which rest holds what follows the key. */
static struct cx_cursor
cursor(const struct cx_search *s, enum cx_list list, struct cx_str rest,
    size_t key_len)
{
	enum cx_search_file dictionary =
	    list <= CX_LIST_FOLDER ? CX_S_WORDS : CX_S_FIELDWORDS;
	struct cx_cursor c = {.set = s, .file = CX_S_FIELDS};
	uint64_t df = 0, at = 0, bytes = 0;
	struct cx_str file;
	bool good = number(&rest, &df) && number(&rest, &at) &&
	    number(&rest, &bytes);

	if (list <= CX_LIST_FOLDER)
		c.file = list == CX_LIST_TEXT ? CX_S_POSTINGS : CX_S_FOLDERS;
	if (list == CX_LIST_FOLDER)
		good = good && number(&rest, &df) && number(&rest, &at) &&
		    number(&rest, &bytes);
	file = s->file[c.file];
	c.limit = list == CX_LIST_FOLDER ? s->folders : s->atoms;
	if (!good || at > file.len || bytes > file.len - at ||
	    df > c.limit || (df == 0) != (bytes == 0) ||
	    (bytes && file.s[at + bytes - 1] != '\n'))
		cx_search_damaged(s, dictionary, "a line that does not fit "
		    "its postings");
	if (bytes)
		cx_search_touch(s, c.file, at, at + bytes);
	c.df = (uint32_t)df;
	c.begin = c.at = file.s + at;
	c.end = c.at + bytes;
	c.head = key_len + 1;
	return c;
}

static void
put_escaped(struct cx_buf *b, struct cx_str s)
{
	for (size_t i = 0; i < s.len; i++) {
		unsigned char ch = (unsigned char)s.s[i];

		if (ch <= 0x20 || ch == 0x7f || ch == '%')
			cx_buf_fmt(b, "%%%02X", ch);
		else
			cx_buf_char(b, (char)ch);
	}
}

struct cx_cursor
cx_search_find(const struct cx_search *s, enum cx_list list,
    struct cx_str term)
{
	enum cx_search_file dictionary =
	    list <= CX_LIST_FOLDER ? CX_S_WORDS : CX_S_FIELDWORDS;
	struct cx_str file = s->file[dictionary], line;
	struct cx_cursor c = {.df = 0};
	struct cx_buf key = CX_BUF_INIT;
	size_t at;

	if (list > CX_LIST_FOLDER)
		cx_buf_fmt(&key, "%c ", letters[list]);
	put_escaped(&key, term);
	cx_buf_char(&key, ' ');
	at = lower_bound(s, dictionary, cx_buf_view(&key));
	if (at < file.len) {
		line = line_at(file, at);
		if (cx_str_starts(line, cx_buf_view(&key)))
			c = cursor(s, list, cx_str_from(line, key.len - 1),
			    key.len - 1);
	}
	cx_buf_release(&key);
	return c;
}

static void
damaged(const struct cx_cursor *c, const char *cause)
{
	cx_search_damaged(c->set, c->file, cause);
}

/* FIRST of the line at p, which has 8 digits. */
static uint32_t
first_of(const struct cx_cursor *c, const char *p)
{
	uint64_t n = 0;

	if ((size_t)(c->end - p) < c->head + 8 + 4)
		damaged(c, "a line is cut short");
	p += c->head;
	for (int i = 0; i < 8; i++) {
		if (p[i] < '0' || p[i] > '9')
			damaged(c, "not a number");
		n = n * 10 + (uint64_t)(p[i] - '0');
	}
	if (p[8] != ' ' || n >= c->limit)
		damaged(c, "not a number of an atom");
	return (uint32_t)n;
}

/*
 * Decodes the line at *at, moving it behind.  Its last byte is known to be a
 * line end, so digits and separators need no other bound.
 */
static size_t
decode(const struct cx_cursor *c, const char **at, struct cx_posting *out)
{
	uint64_t atom = first_of(c, *at);
	const char *p = *at + c->head + 9;
	size_t n = 0;

	while (*p >= '0' && *p <= '9')
		p++; /* MAXTF, which is for skipping */
	while (*p == ' ') {
		uint64_t gap = 0, tf = 1;
		const char *from = ++p;

		while ((unsigned char)(*p - '0') <= 9)
			gap = gap * 10 + (uint64_t)(*p++ - '0');
		if (p == from || p - from > 9 || (gap == 0) != (n == 0))
			damaged(c, "a gap that cannot be");
		if (*p == ':') {
			from = ++p;
			tf = 0;
			while ((unsigned char)(*p - '0') <= 9)
				tf = tf * 10 + (uint64_t)(*p++ - '0');
			if (p == from || p - from > 9 || tf == 0)
				damaged(c, "a frequency that cannot be");
		}
		atom += gap;
		if (n == CX_POSTINGS_LINE || atom >= c->limit)
			damaged(c, "more than there can be");
		out[n].atom = (uint32_t)atom;
		out[n++].tf = (uint32_t)tf;
	}
	if (*p != '\n' || n == 0)
		damaged(c, "not a line of postings");
	*at = p + 1;
	return n;
}

size_t
cx_cursor_next(struct cx_cursor *c, struct cx_posting *out)
{
	size_t n;

	if (c->at == c->end) {
		if (c->seen != c->df)
			damaged(c, "not as many postings as the dictionary "
			    "tells");
		return 0;
	}
	/* The line must be of this term: compare with the first one's head. */
	if ((size_t)(c->end - c->at) < c->head ||
	    memcmp(c->at, c->begin, c->head) != 0)
		damaged(c, "a line of another term");
	n = decode(c, &c->at, out);
	if (c->last && out[0].atom < c->last)
		damaged(c, "not ascending");
	c->last = out[n - 1].atom + 1;
	c->seen += (uint32_t)n;
	return n;
}

uint32_t
cx_cursor_tf(const struct cx_cursor *c, uint32_t atom)
{
	struct cx_posting block[CX_POSTINGS_LINE];
	struct cx_str lines;
	size_t lo = 0, hi, n, a = 0;
	const char *p;

	if (c->df == 0 || atom < first_of(c, c->begin))
		return 0;
	lines = cx_strn(c->begin, (size_t)(c->end - c->begin));
	/* The last line whose FIRST is not behind atom. */
	hi = lines.len;
	for (;;) {
		struct cx_str line = line_at(lines, lo + (hi - lo) / 2);
		size_t start = (size_t)(line.s - lines.s);

		if (start <= lo) {
			/* Is there another line before hi? */
			size_t next = lo + line_at(lines, lo).len + 1;

			if (next >= hi || first_of(c, lines.s + next) > atom)
				break;
			lo = next;
		} else if (first_of(c, line.s) <= atom) {
			lo = start;
		} else {
			hi = start;
		}
	}
	p = lines.s + lo;
	n = decode(c, &p, block);
	while (a < n) {
		size_t mid = a + (n - a) / 2;

		if (block[mid].atom == atom)
			return block[mid].tf;
		if (block[mid].atom < atom)
			a = mid + 1;
		else
			n = mid;
	}
	return 0;
}

/* --- words that hold a text --- */

struct cx_words
cx_search_words(const struct cx_search *s, enum cx_list list,
    struct cx_str needle, enum cx_match match)
{
	struct cx_str file = s->file[CX_S_FIELDWORDS];
	struct cx_words w = {s, list, needle, match, NULL, NULL};
	struct cx_buf key = CX_BUF_INIT;

	cx_buf_fmt(&key, "%c ", letters[list]);
	if (match == CX_MATCH_START || match == CX_MATCH_WHOLE)
		cx_buf_str(&key, needle);
	w.at = file.s +
	    lower_bound(s, CX_S_FIELDWORDS, cx_buf_view(&key));
	key.len = 0;
	cx_buf_fmt(&key, "%c!", letters[list]); /* behind "d " */
	w.end = file.s +
	    lower_bound(s, CX_S_FIELDWORDS, cx_buf_view(&key));
	cx_buf_release(&key);
	if (w.at < w.end)
		cx_search_touch(s, CX_S_FIELDWORDS, (size_t)(w.at - file.s),
		    (size_t)(w.end - file.s));
	return w;
}

static bool
fits(const struct cx_words *w, struct cx_str word)
{
	switch (w->match) {
	case CX_MATCH_START:
		return cx_str_starts(word, w->needle);
	case CX_MATCH_END:
		return cx_str_ends(word, w->needle);
	case CX_MATCH_WHOLE:
		return cx_str_eq(word, w->needle);
	case CX_MATCH_ANY:
		break;
	}
	return cx_str_has(word, w->needle);
}

bool
cx_words_next(struct cx_words *w, struct cx_cursor *c)
{
	struct cx_str file = w->set->file[CX_S_FIELDWORDS];

	while (w->at < w->end) {
		const char *hit = memmem(w->at, (size_t)(w->end - w->at),
		    w->needle.s, w->needle.len);
		const char *blank;
		struct cx_str line, word;

		if (!hit)
			break;
		/* Digits may be found in the numbers, so look at the word. */
		line = line_at(file, (size_t)(hit - file.s));
		w->at = line.s + line.len + 1;
		word = cx_str_from(line, 2);
		blank = memchr(word.s, ' ', word.len);
		if (!blank)
			cx_search_damaged(w->set, CX_S_FIELDWORDS,
			    "a line without numbers");
		word.len = (size_t)(blank - word.s);
		if (!fits(w, word)) {
			/* The words that start so stand together. */
			if (w->match == CX_MATCH_START &&
			    cx_str_cmp(word, w->needle) > 0 &&
			    !cx_str_starts(word, w->needle))
				break;
			continue;
		}
		*c = cursor(w->set, w->list,
		    cx_str_from(line, word.len + 2), word.len + 2);
		return true;
	}
	w->at = w->end;
	return false;
}
