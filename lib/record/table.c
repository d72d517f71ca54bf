#include "lib/record/table.h"

#include <stdlib.h>

/* By enum cx_text, and what is not held.  The defaults are those of the atom
 * record, cx-formats(5). */
static const struct cx_str names[CX_TEXTS + 1] = {
    [CX_TEXT_PATH] = {"path", 4},
    [CX_TEXT_NAME] = {"name", 4},
    [CX_TEXT_TYPE] = {"type", 4},
    [CX_TEXT_PROJECT] = {"project", 7},
    [CX_TEXT_STATUS] = {"status", 6},
    [CX_TEXT_TAGS] = {"tags", 4},
    [CX_TEXT_UPDATED] = {"updated", 7},
    [CX_TEXT_LINES] = {"lines", 5},
    [CX_TEXT_LINKS] = {"links_out", 9},
    [CX_TEXTS] = {"body", 4}};

static const char *const defaults[CX_TEXTS] = {
    [CX_TEXT_PATH] = "\"\"",
    [CX_TEXT_NAME] = "\"\"",
    [CX_TEXT_TYPE] = "\"unknown\"",
    [CX_TEXT_PROJECT] = "\"unknown\"",
    [CX_TEXT_STATUS] = "\"active\"",
    [CX_TEXT_TAGS] = "[]",
    [CX_TEXT_UPDATED] = "\"\"",
    [CX_TEXT_LINES] = "0",
    [CX_TEXT_LINKS] = "[]"};

struct gone {
	struct cx_str *v;
	size_t n, cap;
};

static void
check_types(const struct cx_record *rec)
{
	static const enum cx_text strings[] = {CX_TEXT_NAME, CX_TEXT_TYPE,
	    CX_TEXT_PROJECT, CX_TEXT_STATUS, CX_TEXT_UPDATED};

	for (size_t i = 0; i < sizeof strings / sizeof strings[0]; i++)
		(void)cx_record_str(rec, names[strings[i]].s, CX_STR(""));
	(void)cx_record_int(rec, "lines", 0);
	(void)cx_record_strings(rec, "tags");
	(void)cx_record_strings(rec, "links_out");
}

static void
hold(struct cx_table *c, const struct cx_record *rec)
{
	struct cx_row h = {.line = c->lines.len, .file = rec->file,
	    .lineno = rec->lineno};
	struct cx_str texts[CX_TEXTS];
	size_t len;

	if (c->n == UINT32_MAX)
		cx_record_die(rec, "more than %u records", UINT32_MAX);
	h.number = (uint32_t)c->n;
	h.path = cx_arena_copy(&c->paths, cx_record_path(rec));
	if (cx_json_get(rec->root, "body")) {
		cx_record_take(&c->lines, rec->line, names, CX_TEXTS, texts);
	} else {
		cx_buf_str(&c->lines, rec->line);
		cx_record_texts(cx_strn(c->lines.s + h.line, rec->line.len),
		    names, CX_TEXTS, texts);
	}
	len = c->lines.len - h.line;
	if (len > UINT32_MAX)
		cx_record_die(rec, "a record above 4 GiB");
	h.len = (uint32_t)len;
	for (size_t i = 0; i < CX_TEXTS; i++) {
		if (!texts[i].s || cx_str_is(texts[i], "null"))
			continue;
		h.at[i] = (uint32_t)(texts[i].s - c->lines.s - h.line);
		h.size[i] = (uint32_t)texts[i].len;
	}
	*CX_NEXT(c->v, c->n, c->cap) = h;
}

static int
by_path(const void *va, const void *vb)
{
	const struct cx_row *a = va, *b = vb;
	int order = cx_str_cmp(a->path, b->path);

	/* So that the message about two of a path names the later one. */
	return order ? order
		     : (a->number > b->number) - (a->number < b->number);
}

static bool
is_gone(const struct gone *gone, struct cx_str path)
{
	return gone->n && bsearch(&path, gone->v, gone->n, sizeof *gone->v,
	    cx_order_str);
}

/* Sorts, takes out what is gone, refuses what is there twice. */
static void
finalize(struct cx_table *c, struct gone *gone)
{
	bool sorted = true;
	size_t kept = 0;

	for (size_t i = 1; i < c->n && sorted; i++)
		sorted = cx_str_cmp(c->v[i - 1].path, c->v[i].path) < 0;
	if (!sorted)
		qsort(c->v, c->n, sizeof *c->v, by_path);
	CX_SORT(gone->v, gone->n, cx_order_str);
	for (size_t i = 0; i < c->n; i++) {
		const struct cx_row *h = &c->v[i];

		if (is_gone(gone, h->path))
			continue;
		if (kept && cx_str_eq(c->v[kept - 1].path, h->path))
			cx_die(CX_FAIL, "%s:%zu: a second record of %.*s; the "
			    "first is %s:%zu", h->file, h->lineno,
			    (int)h->path.len, h->path.s, c->v[kept - 1].file,
			    c->v[kept - 1].lineno);
		c->v[kept++] = *h;
	}
	c->n = kept;
}

void
cx_table_read(struct cx_table *c, char *const *files, int n,
    void (*each)(void *arg, const struct cx_record *rec, uint32_t number),
    void *arg)
{
	struct cx_reader *reader = cx_reader_open(files, n);
	struct gone gone = {NULL, 0, 0};
	struct cx_record rec;

	while (cx_reader_next(reader, &rec)) {
		if (cx_record_gone(&rec)) {
			CX_GROW(gone.v, gone.n, gone.cap);
			gone.v[gone.n++] = cx_arena_copy(&c->paths,
			    cx_record_path(&rec));
			continue;
		}
		check_types(&rec);
		hold(c, &rec);
		if (each)
			each(arg, &rec, c->v[c->n - 1].number);
	}
	cx_reader_close(reader);
	finalize(c, &gone);
	free(gone.v);
}

void
cx_table_release(struct cx_table *c)
{
	free(c->v);
	cx_buf_release(&c->lines);
	cx_arena_release(&c->paths);
	*c = (struct cx_table){.v = NULL};
}

struct cx_str
cx_row_line(const struct cx_table *c, const struct cx_row *h)
{
	return cx_strn(c->lines.s + h->line, h->len);
}

struct cx_str
cx_row_text(const struct cx_table *c, const struct cx_row *h,
    enum cx_text text)
{
	if (h->size[text] == 0)
		return cx_str(defaults[text]);
	return cx_strn(c->lines.s + h->line + h->at[text], h->size[text]);
}

void
cx_row_entry(struct cx_buf *out, const struct cx_table *c,
    const struct cx_row *h, const enum cx_text *texts, size_t n)
{
	struct cx_str value;
	size_t room = 1;
	char *at;

	/* This is most of what cx-index writes, so room is made once. */
	for (size_t i = 0; i < n; i++)
		room += names[texts[i]].len + 4 +
		    cx_row_text(c, h, texts[i]).len;
	at = cx_buf_room(out, room);
	for (size_t i = 0; i < n; i++) {
		value = cx_row_text(c, h, texts[i]);
		*at++ = i ? ',' : '{';
		*at++ = '"';
		memcpy(at, names[texts[i]].s, names[texts[i]].len);
		at += names[texts[i]].len;
		*at++ = '"';
		*at++ = ':';
		memcpy(at, value.s, value.len);
		at += value.len;
	}
	*at++ = '}';
	out->len = (size_t)(at - out->s);
}

void
cx_row_soon(const struct cx_table *c, const uint32_t *v, size_t i,
    size_t n)
{
	const size_t ahead = 4;
	const char *next, *line;

	if (i + 2 * ahead < n) {
		next = (const char *)&c->v[v[i + 2 * ahead]];
		__builtin_prefetch(next);
		__builtin_prefetch(next + 64);
	}
	if (i + ahead < n) {
		line = c->lines.s + c->v[v[i + ahead]].line;
		for (size_t k = 0; k < 6; k++)
			__builtin_prefetch(line + k * 64);
	}
}
