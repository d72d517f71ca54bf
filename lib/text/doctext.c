#include "lib/text/doctext.h"
#include "lib/base/utf8.h"
#include "lib/file/vault.h"
#include "lib/record/life.h"

/* The front matter, or the whole: then cx-scan leaves the body out. */
static bool
too_large(const struct cx_record *rec)
{
	const struct cx_json *problems = cx_json_get(rec->root, "problems");

	CX_JSON_EACH(p, problems) {
		if (cx_str_is(cx_json_gets(p, "code", CX_STR("")), "too-large"))
			return true;
	}
	return false;
}

struct cx_str
cx_doc_body(const struct cx_record *rec)
{
	struct cx_str body = cx_record_str(rec, "body", CX_STR(""));

	if (!body.len && !cx_json_get(rec->root, "body") && !too_large(rec))
		cx_record_die(rec, "no member 'body': the whole text is to be "
		    "searched; scan with cx-scan --body");
	return body;
}

/* --- pieces --- */

struct taker {
	cx_doc_fn *take;
	void *arg;
	enum cx_doc_piece piece;
};

static void
give(const struct taker *t, struct cx_str s)
{
	t->take(t->arg, t->piece, s);
}

/* The items of a list, or of text with commas or semicolons between. */
static void
give_list(const struct taker *t, const struct cx_json *v)
{
	CX_AUTO_BUF number = CX_BUF_INIT;
	struct cx_str rest;

	if (!v)
		return;
	if (v->type == CX_JSON_STRING) {
		rest = cx_json_str(v);
		while (rest.len) {
			size_t n = 0;

			while (n < rest.len && rest.s[n] != ',' &&
			    rest.s[n] != ';')
				n++;
			give(t, cx_str_trim(cx_strn(rest.s, n)));
			rest = cx_str_from(rest, n < rest.len ? n + 1 : n);
		}
	}
	if (v->type != CX_JSON_ARRAY)
		return;
	CX_JSON_EACH(e, v) {
		number.len = 0;
		if (e->type == CX_JSON_STRING)
			give(t, cx_json_str(e));
		if (e->type != CX_JSON_INT)
			continue;
		cx_buf_int(&number, e->u.i);
		give(t, cx_buf_view(&number));
	}
}

static struct cx_str
file_stem(struct cx_str path)
{
	path = cx_last_part(path);
	if (cx_str_ends(path, CX_STR(".md")))
		path.len -= 3;
	return path;
}

static bool
same_name(struct cx_str a, struct cx_str b)
{
	CX_AUTO_BUF x = CX_BUF_INIT, y = CX_BUF_INIT;

	if (cx_str_eq(a, b))
		return true;
	/* ASCII that differs in more than case needs no keys. */
	for (size_t i = 0; i < a.len && i < b.len; i++) {
		unsigned char c = (unsigned char)a.s[i];
		unsigned char d = (unsigned char)b.s[i];

		if ((c | d) & 0x80)
			break;
		if (c != d && ((c ^ d) != 0x20 || (c | 0x20) < 'a' ||
		    (c | 0x20) > 'z'))
			return false;
	}
	cx_utf8_key(&x, a);
	cx_utf8_key(&y, b);
	return cx_str_eq(cx_buf_view(&x), cx_buf_view(&y));
}

/* The text of an ATX heading of at most this level after its `#`, without
 * closing ones; .s NULL for another line. */
static struct cx_str
heading(struct cx_str line, size_t most)
{
	struct cx_str text, bare;
	size_t level = cx_str_run(line, '#');

	if (level == 0 || level > most || level == line.len ||
	    (line.s[level] != ' ' && line.s[level] != '\t' &&
		line.s[level] != '\r'))
		return (struct cx_str){NULL, 0};
	text = bare = cx_str_trim(cx_str_from(line, level));
	while (bare.len && bare.s[bare.len - 1] == '#')
		bare.len--;
	if (bare.len < text.len && (bare.len == 0 ||
	    bare.s[bare.len - 1] == ' ' || bare.s[bare.len - 1] == '\t'))
		text = cx_str_trim(bare);
	return text;
}

/* The next heading of at most this level outside fenced code; .s NULL at the
 * end.  *fenced is false at the beginning. */
static struct cx_str
next_heading(struct cx_str *body, size_t most, bool *fenced)
{
	struct cx_str line, found;

	while (cx_str_split(body, '\n', &line)) {
		if (cx_str_starts(line, CX_STR("```")) ||
		    cx_str_starts(line, CX_STR("~~~")))
			*fenced = !*fenced;
		if (*fenced || line.len == 0 || line.s[0] != '#')
			continue;
		found = heading(line, most);
		if (found.s)
			return found;
	}
	return (struct cx_str){NULL, 0};
}

/* The heading of level 1 that a text begins with, if it has no other: others
 * begin parts of it, as for cx-scan; "" for none. */
static struct cx_str
only_heading(struct cx_str body)
{
	bool fenced = false;
	struct cx_str begin = cx_str_trim(body), found;

	if (!cx_str_starts(begin, CX_STR("#")))
		return CX_STR("");
	found = next_heading(&body, 1, &fenced);
	if (!found.s || cx_str_trim(cx_strn(begin.s + 1,
		(size_t)(found.s - begin.s) - 1)).len ||
	    next_heading(&body, 1, &fenced).s)
		return CX_STR("");
	return found;
}

/* Appends a heading without the destinations of links and an id in braces. */
static void
put_heading(struct cx_buf *out, struct cx_str s)
{
	const char *at, *end;

	if (s.len && s.s[s.len - 1] == '}' && (at = cx_str_last(s, '{')))
		s.len = (size_t)(at - s.s);
	while ((at = memmem(s.s, s.len, "](", 2))) {
		end = memchr(at, ')', s.len - (size_t)(at - s.s));
		if (!end)
			break;
		cx_buf_add(out, s.s, (size_t)(at - s.s));
		cx_buf_char(out, ' ');
		s = cx_str_from(s, (size_t)(end + 1 - s.s));
	}
	cx_buf_str(out, s);
}

void
cx_doc_headings(struct cx_str body,
    void (*take)(void *arg, struct cx_str heading), void *arg)
{
	CX_AUTO_BUF text = CX_BUF_INIT;
	bool fenced = false;
	struct cx_str one;

	while ((one = next_heading(&body, 6, &fenced)).s) {
		text.len = 0;
		put_heading(&text, one);
		take(arg, cx_buf_view(&text));
	}
}

static struct cx_str
text_of(const struct cx_json *extra, const char *name)
{
	return cx_json_gets(extra, name, CX_STR(""));
}

void
cx_doc_pieces(const struct cx_record *rec, struct cx_str body,
    cx_doc_fn *take, void *arg)
{
	static const char *const texts[] = {"summary", "abstract", "excerpt",
	    "desc"};
	const struct cx_json *extra = cx_json_get(rec->root, "extra");
	struct cx_str stem = file_stem(cx_record_path(rec)), title;
	struct cx_str name = cx_record_str(rec, "name", CX_STR(""));
	struct cx_str seen[1 + sizeof texts / sizeof *texts];
	struct taker t = {take, arg, CX_DOC_ALIAS};
	size_t n = 0;

	if (name.len == 0)
		name = stem;
	title = name;
	if (same_name(name, stem)) {
		title = text_of(extra, "title");
		if (title.len == 0)
			title = only_heading(body);
		if (title.len == 0)
			title = name;
	}
	take(arg, CX_DOC_TITLE, title);
	take(arg, CX_DOC_NAME, name);
	take(arg, CX_DOC_NAME, stem);
	give_list(&t, cx_json_get(rec->root, "aliases"));
	give_list(&t, cx_json_get(extra, "aliases"));
	give_list(&t, cx_json_get(extra, "alias"));
	t.piece = CX_DOC_LABEL;
	give_list(&t, cx_record_strings(rec, "tags"));
	give_list(&t, cx_json_get(rec->root, "keywords"));
	give_list(&t, cx_json_get(extra, "keywords"));
	for (size_t i = 0; i <= sizeof texts / sizeof *texts; i++) {
		struct cx_str s = i ? text_of(extra, texts[i - 1])
		    : cx_record_str(rec, "description", CX_STR(""));
		bool again = s.len == 0;

		for (size_t k = 0; k < n && !again; k++)
			again = cx_str_eq(seen[k], s);
		if (again)
			continue;
		seen[n++] = s;
		take(arg, CX_DOC_TEXT, s);
	}
	take(arg, CX_DOC_BODY, body);
}

void
cx_doc_scopes(const struct cx_record *rec, cx_doc_fn *take, void *arg)
{
	static const char *const people[] = {"people", "person", "author",
	    "speaker"};
	const struct cx_json *extra = cx_json_get(rec->root, "extra");
	struct cx_str project = cx_record_str(rec, "project", CX_STR(""));
	struct taker t = {take, arg, CX_DOC_LABEL};

	give_list(&t, cx_record_strings(rec, "tags"));
	if (!cx_str_is(project, CX_NO_PROJECT))
		give(&t, project);
	for (size_t i = 0; i < sizeof people / sizeof *people; i++)
		give_list(&t, cx_json_get(extra, people[i]));
}

/* --- dates --- */

struct cx_str
cx_doc_month(int month)
{
	static const char *const months[] = {"january", "february", "march",
	    "april", "may", "june", "july", "august", "september", "october",
	    "november", "december"};

	return month >= 1 && month <= 12 ? cx_str(months[month - 1])
					 : CX_STR("");
}

/* A date as it begins with YYYY-MM-DD: whoever asks for the 8th means what is
 * written there, in whatever zone. */
void
cx_doc_date(const struct cx_record *rec, struct cx_doc_date *out)
{
	struct cx_str s = cx_record_updated(rec);
	const char *form = "0000-00-00";
	int month;

	out->n = 0;
	if (s.len < 10)
		return;
	for (int i = 0; i < 10; i++) {
		if (form[i] == '-' ? s.s[i] != '-'
		    : s.s[i] < '0' || s.s[i] > '9')
			return;
	}
	month = (s.s[5] - '0') * 10 + s.s[6] - '0';
	if (cx_doc_month(month).len == 0)
		return;
	memcpy(out->year, s.s, 4);
	memcpy(out->day, s.s + 8, 2);
	out->word[0] = cx_strn(out->year, 4);
	out->word[1] = cx_doc_month(month);
	out->word[2] = out->day[0] == '0' ? cx_strn(out->day + 1, 1)
					  : cx_strn(out->day, 2);
	out->n = 3;
}

bool
cx_doc_asks(struct cx_str body)
{
	while (body.len) {
		size_t from = body.len - 1;
		uint32_t cp;

		while (from > 0 && body.len - from < 4 &&
		    ((unsigned char)body.s[from] & 0xC0) == 0x80)
			from--;
		(void)cx_utf8_decode(body.s + from, body.len - from, &cp, NULL);
		if (!cx_is_space(cp))
			return cp == '?';
		body.len = from;
	}
	return false;
}

bool
cx_doc_compared(const struct cx_config *config, const struct cx_record *rec)
{
	if (cx_status_ends(config, cx_record_str(rec, "status", CX_STR(""))))
		return false;
	return cx_record_int(rec, "size_bytes", 0) <= (int64_t)CX_ATOM_MAX ||
	    !too_large(rec);
}

struct cx_str
cx_doc_project(const struct cx_record *rec)
{
	return cx_record_str(rec, "project", CX_STR(CX_NO_PROJECT));
}
