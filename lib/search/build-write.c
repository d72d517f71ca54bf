/* Writes the files of the search set. */
#include "lib/search/build-impl.h"

#include <stdlib.h>

/* FIRST has eight digits. */
#define ATOMS_MAX 100000000

/* A file that is being written. */
struct out {
	struct cx_search_build *b;
	const struct cx_search_sink *sink;
	struct cx_buf *buf;
	size_t mark; /* bytes of buf that have been counted */
};

static void
begin(struct out *o, const char *name)
{
	struct cx_buf full = CX_BUF_INIT;

	if (o->b->what == CX_BUILD_DELTA)
		cx_buf_puts(&full, CX_DELTA);
	cx_buf_puts(&full, name);
	o->buf = o->sink->begin(o->sink->arg, cx_buf_cstr(&full));
	cx_buf_release(&full);
	o->mark = o->buf->len;
	o->b->files[o->b->n_files++] = (struct file){name, 0};
}

/* After each line: counts it, and gives the sink a chance. */
static void
more(struct out *o)
{
	o->b->files[o->b->n_files - 1].bytes += o->buf->len - o->mark;
	o->sink->more(o->sink->arg);
	o->mark = o->buf->len;
}

static uint64_t
size(const struct out *o)
{
	return o->b->files[o->b->n_files - 1].bytes;
}

/* The whole of a file, which goes over as it is if it can. */
static void
put_all(struct out *o, struct cx_buf *text)
{
	struct cx_buf empty = *o->buf;

	if (empty.len) {
		cx_buf_str(o->buf, cx_buf_view(text));
	} else {
		*o->buf = *text;
		*text = empty;
	}
	more(o);
}

/* --- columns --- */

static void
put_field(struct out *o, int width, const char *s, size_t n, char end)
{
	char *at = cx_buf_room(o->buf, (size_t)width);

	if (n > (size_t)width - 1)
		cx_die(CX_FAIL, "%.*s in %s has more digits than the format "
		    "of the index allows", (int)n, s,
		    o->b->files[o->b->n_files - 1].name);
	memset(at, ' ', (size_t)width);
	memcpy(at + ((size_t)width - 1 - n), s, n);
	at[width - 1] = end;
	o->buf->len += (size_t)width;
	more(o);
}

static void
put_right(struct out *o, int width, const char *s, size_t n)
{
	put_field(o, width, s, n, '\n');
}

/* The digits of a number, at the end of a buffer. */
static struct cx_str
digits_of(int64_t n, char buf[24])
{
	uint64_t u = n < 0 ? -(uint64_t)n : (uint64_t)n;
	size_t at = 24;

	if (n == INT64_MIN)
		return CX_STR("-");
	do
		buf[--at] = (char)('0' + u % 10);
	while ((u /= 10) != 0);
	if (n < 0)
		buf[--at] = '-';
	return cx_strn(buf + at, 24 - at);
}

static void
put_number(struct out *o, int width, int64_t n, char end)
{
	char buf[24];
	struct cx_str digits = digits_of(n, buf);

	put_field(o, width, digits.s, digits.len, end);
}

static void
put_column(struct out *o, int width, int64_t n)
{
	put_number(o, width, n, '\n');
}

static uint32_t
coming(const struct cx_search_build *b, uint32_t final)
{
	return b->order ? b->order[final] : final;
}

static const struct atom *
atom(const struct cx_search_build *b, uint32_t final)
{
	return &b->atoms[coming(b, final)];
}

/* What a column has of an atom; INT64_MIN: nothing. */
typedef int64_t column_fn(const struct cx_search_build *, uint32_t final);

static int64_t
words_of(const struct cx_search_build *b, uint32_t final)
{
	return b->texts.atom[coming(b, final)].words;
}

static int64_t
pairs_of(const struct cx_search_build *b, uint32_t final)
{
	return b->texts.atom[coming(b, final)].pairs;
}

static int64_t
names_of(const struct cx_search_build *b, uint32_t final)
{
	return b->texts.atom[coming(b, final)].names;
}

static int64_t
day_of(const struct cx_search_build *b, uint32_t final)
{
	int32_t day = atom(b, final)->day;

	return day == NO_DAY ? INT64_MIN : day;
}

static int64_t
expires_of(const struct cx_search_build *b, uint32_t final)
{
	int32_t day = atom(b, final)->expires;

	return day == NO_DAY ? INT64_MIN : day;
}

static int64_t
status_of(const struct cx_search_build *b, uint32_t final)
{
	return b->status_number[atom(b, final)->status];
}

/* A column of n numbers, as wide as the longest. */
static void
write_numbers(struct out *o, const char *name, const int64_t *v, size_t n)
{
	size_t width = 0;
	char buf[24];

	for (size_t i = 0; i < n; i++) {
		struct cx_str digits = digits_of(v[i], buf);

		if (digits.len > width)
			width = digits.len;
	}
	begin(o, name);
	for (size_t i = 0; i < n; i++)
		put_column(o, (int)width + 1, v[i]);
}

static void
write_columns(struct out *o)
{
	static const struct {
		const char *name;
		column_fn *of;
	} columns[] = {{"docs.words", words_of}, {"docs.pairs", pairs_of},
	    {"docs.names", names_of}, {"docs.day", day_of},
	    {"docs.expires", expires_of}, {"docs.status", status_of}};
	struct cx_search_build *b = o->b;
	CX_AUTO_FREE int64_t *v = cx_calloc(b->n_final, sizeof *v);
	int64_t offset = 2; /* after "[\n" */

	for (size_t c = 0; c < sizeof columns / sizeof *columns; c++) {
		for (uint32_t i = 0; i < b->n_final; i++)
			v[i] = columns[c].of(b, i);
		write_numbers(o, columns[c].name, v, b->n_final);
	}
	for (uint32_t i = 0; i < b->n_final; i++) {
		v[i] = offset;
		offset += (int64_t)atom(b, i)->line_len + 2; /* ",\n" */
	}
	write_numbers(o, "docs.record", v, b->n_final);
	begin(o, "docs.body");
	for (uint32_t i = 0; i < b->n_final; i++) {
		const struct text_of_atom *t = &b->texts.atom[coming(b, i)];
		char line[CX_BODY_WIDTH] = {(char)('0' + t->body / 10),
		    (char)('0' + t->body % 10),
		    atom(b, i)->asks ? '?' : '.'};

		put_right(o, CX_BODY_WIDTH, line, CX_BODY_WIDTH - 1);
	}
}

/* --- neighbours --- */

static void
write_links(struct out *o)
{
	struct cx_search_build *b = o->b;
	CX_AUTO_FREE int64_t *line = cx_calloc(b->n_final / CX_LINKS_STEP + 1,
	    sizeof *line);
	size_t lines = 0, at = 0;

	for (uint32_t i = 0; i < b->n_final; i++) {
		const char *s = b->links_text.s + at;

		if (i % CX_LINKS_STEP == 0)
			line[lines++] = (int64_t)at;
		at += (size_t)((const char *)memchr(s, '\n',
		    b->links_text.len - at) - s) + 1;
	}
	begin(o, "links");
	put_all(o, &b->links_text);
	write_numbers(o, "docs.links", line, lines);
}

static void
write_near(struct out *o)
{
	struct cx_search_build *b = o->b;

	/* Who is not a hub has at most CX_HUB, and these as many each. */
	begin(o, "docs.steps");
	for (uint32_t i = 0; i < b->n_final; i++) {
		bool hub = cx_graph_is_hub(&b->graph, i);

		put_number(o, CX_STEP_WIDTH, hub ? 0 : b->near[i].one, ' ');
		put_column(o, CX_STEPS_WIDTH - CX_STEP_WIDTH,
		    hub ? 0 : b->near[i].two);
	}
}

/* --- dictionaries and postings --- */

/* Writes a word's postings. */
static struct place
put_postings(struct out *o, struct cx_str head, const struct posting *v,
    size_t n)
{
	struct place p = {(uint32_t)n, size(o), 0};

	/* A few lines at a time: a common word has megabytes of them. */
	for (size_t i = 0; i < n; i += CX_POSTINGS_LINE) {
		cx_builder_print(o->buf, head, v + i,
		    n - i < CX_POSTINGS_LINE ? n - i : CX_POSTINGS_LINE);
		more(o);
	}
	p.bytes = size(o) - p.offset;
	return p;
}

static void
write_text(struct out *o)
{
	struct cx_search_build *b = o->b;
	const struct sorted_word *w = b->w.sorted;
	CX_AUTO_BUF words = CX_BUF_INIT;

	begin(o, "postings");
	for (size_t i = 0; i < b->w.n; i++) {
		const struct unpacked *u = cx_builder_term(b, i);
		struct place docs;

		if (!u->n)
			continue;
		b->n_terms++;
		docs = put_postings(o, w[i].word, u->v, u->n);
		cx_buf_str(&words, w[i].word);
		cx_builder_print_place(&words, &docs);
		cx_buf_char(&words, '\n');
	}
	begin(o, "words");
	put_all(o, &words);
}

/* Of words that write_text has counted. */
static void
write_bodies(struct out *o)
{
	struct cx_search_build *b = o->b;

	begin(o, "bodywords");
	cx_builder_print_projects(b, o->buf);
	more(o);
	for (size_t i = 0; i < b->w.n; i++) {
		cx_builder_print_word(b, i, o->buf);
		more(o);
	}
}

/* --- all --- */

void
cx_search_build_write(struct cx_search_build *b,
    const struct cx_search_sink *sink)
{
	struct out o = {b, sink, NULL, 0};

	if (!b->prepared)
		cx_search_build_end(b);
	cx_worker_drain(b->prepare);
	if (b->n_final > ATOMS_MAX)
		cx_die(CX_FAIL, "more than %d notes in an index", ATOMS_MAX);
	write_text(&o);
	write_columns(&o);
	if (b->what != CX_BUILD_MEMORY)
		write_bodies(&o);
	cx_worker_drain(b->connect);
	begin(&o, "fields");
	put_all(&o, &b->fields_text);
	begin(&o, "fieldwords");
	put_all(&o, &b->fieldwords_text);
	if (b->what == CX_BUILD_DELTA)
		return;
	write_links(&o);
	write_near(&o);
	begin(&o, "linkkeys");
	put_all(&o, &b->keys_text);
}

struct cx_str
cx_search_build_language(const struct cx_search_build *b)
{
	return cx_analyzer_language(b->analyzer);
}

void
cx_search_build_meta(struct cx_search_build *b, struct cx_printer *p)
{
	CX_AUTO_BUF analyzer = CX_BUF_INIT;

	cx_analyzer_describe(b->analyzer, &analyzer);
	cx_print_kobject(p, b->what == CX_BUILD_DELTA ? "delta" : "search");
	cx_print_kint(p, "schema", CX_SEARCH_SCHEMA);
	cx_print_kstr(p, "analyzer", cx_buf_view(&analyzer));
	cx_print_kint(p, "atoms", b->n_final);
	cx_print_kint(p, "terms", (int64_t)b->n_terms);
	cx_search_sums_print(&b->sums, p);
	cx_print_karray(p, "statuses");
	for (uint32_t i = 0; i < b->n_statuses; i++)
		cx_print_str(p, b->status_names[i]);
	cx_print_end(p);
	cx_print_kobject(p, "files");
	for (size_t i = 0; i < b->n_files; i++)
		cx_print_kint(p, b->files[i].name,
		    (int64_t)b->files[i].bytes);
	cx_print_end(p);
	cx_print_end(p);
}
