/* Dictionaries of the search set; cursor.c reads postings. */
#include "lib/search/search-impl.h"

#include "lib/base/utf8.h"

/* The letter of a list in fieldwords. */
static const char letters[] = {
    [CX_LIST_DESCRIPTION] = 'd', [CX_LIST_NAME] = 'n', [CX_LIST_PATH] = 'p',
    [CX_LIST_PROJECT] = 'j', [CX_LIST_TAG] = 't', [CX_LIST_EXACT] = 'e',
    [CX_LIST_SCOPE] = 'g', [CX_LIST_HEADING] = 'h',
    [CX_LIST_DATE] = 'u'};

static enum cx_search_file
dictionary_of(enum cx_list list)
{
	return list == CX_LIST_TEXT ? CX_S_WORDS : CX_S_FIELDWORDS;
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

size_t
cx_segment_lower(const struct cx_segment *p, enum cx_search_file f,
    struct cx_str key, size_t lo, size_t hi)
{
	struct cx_str file = p->file[f];
	size_t to = hi;

	while (lo < hi) {
		struct cx_str line = cx_line_at(file, lo + (hi - lo) / 2);
		size_t start = (size_t)(line.s - file.s);
		size_t end = start + line.len + 1;

		cx_segment_touch(p, f, start ? start - 1 : 0,
		    end < file.len ? end : file.len);
		if (compare_key(line, key) < 0)
			lo = start + line.len + 1;
		else
			hi = start;
	}
	return lo < to ? lo : to;
}

/* The same in the whole file. */
static size_t
lower_bound(const struct cx_segment *p, enum cx_search_file f,
    struct cx_str key)
{
	return cx_segment_lower(p, f, key, 0, p->file[f].len);
}

/* The next number of a line and the blank before it. */
static bool
number(struct cx_str *line, uint64_t *out)
{
	if (!cx_str_starts(*line, CX_STR(" ")))
		return false;
	*line = cx_str_from(*line, 1);
	return cx_str_number(line, UINT64_MAX, out);
}

/* From DF OFFSET BYTES, of which rest holds what follows the key. */
static struct cx_span
span(const struct cx_segment *p, enum cx_list list, struct cx_str rest,
    size_t key_len)
{
	struct cx_span c = {.part = p,
	    .file = list == CX_LIST_TEXT ? CX_S_POSTINGS : CX_S_FIELDS};
	uint64_t df = 0, at = 0, bytes = 0;
	struct cx_str file;
	bool good = number(&rest, &df) && number(&rest, &at) &&
	    number(&rest, &bytes);

	file = p->file[c.file];
	c.limit = p->atoms;
	if (!good || at > file.len || bytes > file.len - at ||
	    df > c.limit || (df == 0) != (bytes == 0) ||
	    (bytes && file.s[at + bytes - 1] != '\n'))
		cx_segment_damaged(p, dictionary_of(list), "a line that does "
		    "not fit its postings");
	if (bytes)
		cx_segment_touch(p, c.file, at, at + bytes);
	c.df = (uint32_t)df;
	c.begin = file.s + at;
	c.end = c.begin + bytes;
	c.head = key_len + 1;
	return c;
}

bool
cx_segment_line(const struct cx_segment *p, enum cx_search_file f,
    struct cx_str key, struct cx_str *rest)
{
	struct cx_str file = p->file[f];
	size_t at = lower_bound(p, f, key);

	if (at >= file.len)
		return false;
	*rest = cx_line_at(file, at);
	if (!cx_str_starts(*rest, key))
		return false;
	*rest = cx_str_from(*rest, key.len);
	return true;
}

static struct cx_span
find(const struct cx_segment *p, enum cx_list list, struct cx_str key)
{
	struct cx_str rest;

	if (!cx_segment_line(p, dictionary_of(list), key, &rest))
		return (struct cx_span){.part = NULL};
	/* With the blank that ends the key. */
	return span(p, list, cx_strn(rest.s - 1, rest.len + 1), key.len - 1);
}

static struct cx_cursor
find_in(const struct cx_search *s, enum cx_list list, struct cx_str key)
{
	struct cx_span base, more = {.part = NULL};

	base = find(&s->base, list, key);
	if (s->delta)
		more = find(&s->more, list, key);
	return cx_cursor_of(base, more);
}

/* In all sets of a union, one after the other. */
static struct cx_cursor
find_all(const struct cx_search *s, enum cx_list list, struct cx_str key)
{
	struct cx_cursor *node, *last = NULL, all = {0};

	for (uint32_t i = 0; i < s->n_parts; i++) {
		struct cx_cursor c = find_in(s->part[i], list, key);

		if (c.df == 0)
			continue;
		node = cx_arena_alloc(s->cursors, sizeof *node);
		*node = c;
		node->first = s->first[i];
		if (last)
			last->next = node;
		else
			all.head = node;
		last = node;
		all.df += c.df;
	}
	if (last) {
		last = (struct cx_cursor *)(uintptr_t)all.head;
		all = (struct cx_cursor){.df = all.df, .head = last,
		    .span = {last->span[0], last->span[1]},
		    .now = last->now, .at = last->at, .first = last->first,
		    .next = last->next};
	}
	return all;
}

struct cx_cursor
cx_search_find(const struct cx_search *s, enum cx_list list,
    struct cx_str term)
{
	CX_AUTO_BUF key = CX_BUF_INIT;

	if (list != CX_LIST_TEXT)
		cx_buf_fmt(&key, "%c ", letters[list]);
	cx_search_escape(&key, term);
	cx_buf_char(&key, ' ');
	return s->n_parts ? find_all(s, list, cx_buf_view(&key)) :
	    find_in(s, list, cx_buf_view(&key));
}

struct cx_cursor
cx_search_project(const struct cx_search *s, struct cx_str name)
{
	CX_AUTO_BUF key = CX_BUF_INIT;

	cx_utf8_key(&key, name);
	return cx_search_find(s, CX_LIST_PROJECT, cx_buf_view(&key));
}

/* --- keys --- */

bool
cx_search_has_keys(const struct cx_search *s)
{
	return s->base.file[CX_S_LINKKEYS].len > 0;
}

void
cx_search_keys(const struct cx_search *s, struct cx_str key, char sort,
    struct cx_atoms *out)
{
	const struct cx_segment *p = &s->base;
	struct cx_str file = p->file[CX_S_LINKKEYS], line;
	CX_AUTO_BUF head = CX_BUF_INIT;
	uint64_t n, least = 0;
	size_t at;

	cx_search_escape(&head, key);
	cx_buf_char(&head, ' ');
	cx_buf_char(&head, sort);
	cx_buf_char(&head, ' ');
	at = lower_bound(p, CX_S_LINKKEYS, cx_buf_view(&head));
	line = at < file.len ? cx_line_at(file, at) : CX_STR("");
	if (cx_str_starts(line, cx_buf_view(&head)))
		line = cx_str_from(line, head.len - 1);
	else
		line = CX_STR("");
	while (line.len) {
		if (!number(&line, &n) || n < least || n >= p->atoms)
			cx_segment_damaged(p, CX_S_LINKKEYS, "not a list of "
			    "atoms");
		*CX_NEXT(out->v, out->n, out->cap) = (uint32_t)n;
		least = n + 1;
	}
}

/* --- words that hold a text --- */

/* The words of a part that can be it. */
static void
begin_words(struct cx_words *w, const struct cx_segment *p)
{
	enum cx_search_file f = dictionary_of(w->list);
	struct cx_str file = p->file[f];
	struct cx_buf key = CX_BUF_INIT;

	w->part = p;
	if (w->list == CX_LIST_TEXT)
		cx_buf_char(&key, '\x80'); /* as needle does, at least */
	else
		cx_buf_fmt(&key, "%c ", letters[w->list]);
	if (w->match == CX_MATCH_START || w->match == CX_MATCH_WHOLE) {
		key.len = w->list == CX_LIST_TEXT ? 0 : key.len;
		cx_buf_str(&key, w->needle);
	}
	w->at = file.s + lower_bound(p, f, cx_buf_view(&key));
	if (w->match == CX_MATCH_START) {
		cx_buf_char(&key, '\xff'); /* no UTF-8 has it */
	} else {
		key.len = 0;
		if (w->list != CX_LIST_TEXT) /* after "d " */
			cx_buf_fmt(&key, "%c!", letters[w->list]);
	}
	w->end = file.s + (key.len ? lower_bound(p, f, cx_buf_view(&key))
				   : file.len);
	cx_buf_release(&key);
	if (w->at < w->end)
		cx_segment_touch(p, f, (size_t)(w->at - file.s),
		    (size_t)(w->end - file.s));
}

struct cx_words
cx_search_words(const struct cx_search *s, enum cx_list list,
    struct cx_str needle, enum cx_match match)
{
	struct cx_words w = {.all = s, .set = s->n_parts ? s->part[0] : s,
	    .list = list, .needle = needle, .match = match};

	begin_words(&w, &w.set->base);
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

static bool
next_word(struct cx_words *w, struct cx_cursor *c)
{
	const struct cx_span none = {.part = NULL};
	enum cx_search_file f = dictionary_of(w->list);
	size_t head = f == CX_S_WORDS ? 0 : 2;
	struct cx_str file = w->part->file[f];
	struct cx_span here;

	while (w->at < w->end) {
		const char *hit = memmem(w->at, (size_t)(w->end - w->at),
		    w->needle.s, w->needle.len);
		const char *blank;
		struct cx_str line, word;

		if (!hit)
			break;
		/* Digits may be found in the numbers, so look at the word. */
		line = cx_line_at(file, (size_t)(hit - file.s));
		w->at = line.s + line.len + 1;
		word = cx_str_from(line, head);
		blank = memchr(word.s, ' ', word.len);
		if (!blank)
			cx_segment_damaged(w->part, f,
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
		here = span(w->part, w->list,
		    cx_str_from(line, word.len + head), word.len + head);
		*c = w->part == &w->set->base ? cx_cursor_of(here, none)
					      : cx_cursor_of(none, here);
		c->first = w->all->n_parts ? w->all->first[w->n] : 0;
		return true;
	}
	w->at = w->end;
	return false;
}

bool
cx_words_next(struct cx_words *w, struct cx_cursor *c)
{
	while (!next_word(w, c)) {
		if (w->set->delta && w->part == &w->set->base) {
			begin_words(w, &w->set->more);
			continue;
		}
		if (w->n + 1 >= w->all->n_parts)
			return false;
		w->set = w->all->part[++w->n];
		begin_words(w, &w->set->base);
	}
	return true;
}
