#include "lib/atom.h"
#include "lib/date.h"
#include "lib/front.h"
#include "lib/md.h"
#include "lib/print.h"
#include "lib/strset.h"
#include "lib/utf8.h"
#include "lib/vault.h"

#include <math.h>
#include <stdlib.h>

struct problem {
	size_t line;
	size_t col;
	const char *code;
	struct cx_str text;
};

struct strings {
	struct cx_str *v;
	size_t n;
	size_t cap;
};

struct cx_atom_maker {
	const struct cx_config *config;
	bool body;
	struct cx_front_parser *front_parser;
	/* All below is about the atom at hand. */
	struct cx_arena arena;
	const struct cx_atom_file *file;
	struct cx_front front;
	struct cx_buf clean; /* the text, where it was not UTF-8 */
	struct cx_str text;
	bool *taken; /* per front member: stands in the record by itself */
	struct strings tags;
	struct strings links;
	struct strings soft;
	struct cx_strset seen;
	struct problem *problems;
	size_t n_problems;
	size_t problems_cap;
};

struct cx_atom_maker *
cx_atom_maker_new(const struct cx_config *config, bool body)
{
	struct cx_atom_maker *m = cx_calloc(1, sizeof *m);

	m->config = config;
	m->body = body;
	m->front_parser = cx_front_new();
	return m;
}

void
cx_atom_maker_free(struct cx_atom_maker *m)
{
	if (!m)
		return;
	cx_front_free(m->front_parser);
	cx_arena_release(&m->arena);
	cx_buf_release(&m->clean);
	free(m->tags.v);
	free(m->links.v);
	free(m->soft.v);
	cx_strset_release(&m->seen);
	free(m->problems);
	free(m);
}

static void
add(struct strings *l, struct cx_str s)
{
	CX_GROW(l->v, l->n, l->cap);
	l->v[l->n++] = s;
}

static void
complain(struct cx_atom_maker *m, size_t line, size_t col, const char *code,
    struct cx_str text)
{
	CX_GROW(m->problems, m->n_problems, m->problems_cap);
	m->problems[m->n_problems++] = (struct problem){line, col, code, text};
}

/* About the value of a front matter member; key is quoted in the text. */
static void
complain_value(struct cx_atom_maker *m, size_t member, const char *code,
    const char *what)
{
	const struct cx_front_member *f = &m->front.members[member];
	struct cx_str key = cx_json_str(f->key);
	struct cx_buf b = CX_BUF_INIT;

	cx_buf_fmt(&b, "%.*s: %s", (int)key.len, key.s, what);
	complain(m, f->value_at.line, f->value_at.col, code,
	    cx_arena_copy(&m->arena, cx_buf_view(&b)));
	cx_buf_release(&b);
}

/* --- the text --- */

static void
line_and_col(struct cx_str text, size_t at, size_t *line, size_t *col)
{
	size_t start = 0;
	const char *nl;

	*line = 1;
	while ((nl = memchr(text.s + start, '\n', at - start))) {
		start = (size_t)(nl - text.s) + 1;
		++*line;
	}
	*col = cx_utf8_count(cx_strn(text.s + start, at - start)) + 1;
}

/* The text as UTF-8; what was none is U+FFFD from here on. */
static void
load_text(struct cx_atom_maker *m)
{
	struct cx_str raw = m->file->text;
	size_t bad = cx_utf8_invalid(raw), line, col;
	bool utf16 = cx_str_starts(raw, CX_STR("\xFF\xFE")) ||
	    cx_str_starts(raw, CX_STR("\xFE\xFF"));
	const char *nul;

	m->text = raw;
	if (bad < raw.len) {
		line_and_col(raw, bad, &line, &col);
		m->clean.len = 0;
		cx_utf8_clean(&m->clean, raw);
		m->text = cx_buf_view(&m->clean);
		if (utf16)
			complain(m, line, col, "utf16", CX_STR("the file is "
			    "UTF-16; convert it with iconv -t UTF-8"));
		else
			complain(m, line, col, "utf8", CX_STR("bytes that are "
			    "no UTF-8, read as U+FFFD; save the file as "
			    "UTF-8"));
	}
	nul = raw.len ? memchr(raw.s, '\0', raw.len) : NULL;
	if (nul && !utf16) {
		line_and_col(raw, (size_t)(nul - raw.s), &line, &col);
		complain(m, line, col, "nul", CX_STR("NUL bytes in the text; "
		    "was the file damaged?"));
	}
	if (m->file->size > raw.len)
		complain(m, 1, 1, "too-large", CX_STR("larger than 4 MiB: the "
		    "record has no body, and links and tags of its text are "
		    "not read"));
}

/* --- front matter --- */

#define NONE SIZE_MAX

static const struct cx_json *
value_of(const struct cx_atom_maker *m, size_t member)
{
	return m->front.members[member].key + 1;
}

/* The member of that name; an empty value is none and says nothing. */
static size_t
find(struct cx_atom_maker *m, struct cx_str name)
{
	for (size_t i = 0; i < m->front.n; i++) {
		const struct cx_json *key = m->front.members[i].key;

		if (!cx_str_eq(cx_json_str(key), name))
			continue;
		if (key[1].type != CX_JSON_STRING || key[1].len)
			return i;
		m->taken[i] = true;
	}
	return NONE;
}

/* The first of the keys that stand for a field (cx-config(1), [fields]). */
static size_t
find_field(struct cx_atom_maker *m, const char *field)
{
	const struct cx_json *keys = cx_config_aliases(m->config, field), *k;

	for (k = cx_json_first(keys); k; k = cx_json_next(keys, k)) {
		size_t i = find(m, cx_json_str(k));

		if (i != NONE)
			return i;
	}
	return NONE;
}

/* Takes member i as text into *out; false leaves it to `extra`. */
static bool
take_text(struct cx_atom_maker *m, size_t i, struct cx_str *out)
{
	if (i == NONE)
		return false;
	if (value_of(m, i)->type != CX_JSON_STRING) {
		complain_value(m, i, "wrong-type",
		    "a list or mapping where text should be; kept in extra");
		return false;
	}
	m->taken[i] = true;
	*out = cx_json_str(value_of(m, i));
	return true;
}

/* Tags of one text: separated by commas, a leading # dropped. */
static void
add_tags(struct cx_atom_maker *m, struct cx_str text, bool split)
{
	struct cx_str rest = text, piece;

	while (cx_str_split(&rest, split ? ',' : '\0', &piece)) {
		struct cx_buf b = CX_BUF_INIT;

		piece = cx_str_trim(piece);
		if (piece.len && piece.s[0] == '#')
			piece = cx_str_from(piece, 1);
		if (piece.len == 0)
			continue;
		cx_utf8_lower(&b, piece);
		piece = cx_arena_copy(&m->arena, cx_buf_view(&b));
		cx_buf_release(&b);
		if (cx_strset_add(&m->seen, piece))
			add(&m->tags, piece);
	}
}

static void
add_link(struct cx_atom_maker *m, struct cx_str text)
{
	text = cx_str_trim(text);
	if (cx_str_starts(text, CX_STR("!")))
		text = cx_str_from(text, 1);
	if (cx_str_starts(text, CX_STR("[[")) &&
	    cx_str_ends(text, CX_STR("]]")) && text.len >= 4)
		text = cx_strn(text.s + 2, text.len - 4);
	text = cx_md_target(text);
	if (text.len)
		add(&m->links, text);
}

/*
 * The texts of a value: itself, or those of a list.  Lists in lists are
 * flattened, since YAML reads an unquoted [[link]] as one.
 */
static void
take_list(struct cx_atom_maker *m, size_t i, bool tags)
{
	const struct cx_json *v = value_of(m, i), *n;

	for (n = v; n < v + v->span; n++) {
		if (n->type == CX_JSON_OBJECT) {
			complain_value(m, i, "wrong-type",
			    "a mapping in a list of texts; kept in extra");
			return;
		}
	}
	m->taken[i] = true;
	for (n = v; n < v + v->span; n++) {
		if (n->type != CX_JSON_STRING)
			continue;
		if (tags)
			add_tags(m, cx_json_str(n), n == v);
		else
			add_link(m, cx_json_str(n));
	}
}

/* A decimal number; *json is how it is printed. */
static bool
number(struct cx_atom_maker *m, struct cx_str s, struct cx_str *json)
{
	struct cx_buf b = CX_BUF_INIT;
	struct cx_printer p = cx_printer(&b);
	size_t i = 0, digits = 0;
	double d;

	i += s.len && (s.s[0] == '-' || s.s[0] == '+');
	for (; i < s.len && s.s[i] >= '0' && s.s[i] <= '9'; i++)
		digits++;
	if (i < s.len && s.s[i] == '.')
		for (i++; i < s.len && s.s[i] >= '0' && s.s[i] <= '9'; i++)
			digits++;
	if (digits && i < s.len && (s.s[i] | 0x20) == 'e') {
		i++;
		i += i < s.len && (s.s[i] == '-' || s.s[i] == '+');
		for (digits = 0; i < s.len && s.s[i] >= '0' && s.s[i] <= '9';
		    i++)
			digits++;
	}
	if (!digits || i != s.len)
		return false;
	d = strtod(s.s, NULL); /* strings of the arena end in NUL */
	if (!isfinite(d))
		return false;
	if (d == 0)
		d = 0; /* no -0 */
	cx_print_real(&p, d);
	*json = cx_arena_copy(&m->arena, cx_buf_view(&b));
	cx_buf_release(&b);
	return true;
}

/* --- the body --- */

static void
read_body(struct cx_atom_maker *m, struct cx_str body)
{
	struct cx_md md;
	struct cx_md_item it;
	struct strings refs = {0};

	cx_md_init(&md, body, CX_MD_LINK | CX_MD_TAG | CX_MD_REF);
	while (cx_md_next(&md, &it)) {
		struct cx_str target = cx_md_item_target(&md, &it);

		if (target.len == 0)
			continue;
		if (it.kind == CX_MD_TAG)
			add_tags(m, target, false);
		else
			add(it.kind == CX_MD_REF ? &refs : &m->links, target);
	}
	if (refs.n) {
		cx_strset_clear(&m->seen);
		for (size_t i = 0; i < m->links.n; i++)
			cx_strset_add(&m->seen, m->links.v[i]);
		for (size_t i = 0; i < refs.n; i++) {
			add(&m->links, refs.v[i]);
			if (cx_strset_add(&m->seen, refs.v[i]))
				add(&m->soft, refs.v[i]);
		}
	}
	free(refs.v);
}

/* --- printing --- */

static void
print_strings(struct cx_printer *p, const char *name, const struct strings *l)
{
	cx_print_key(p, name);
	cx_print_array(p);
	for (size_t i = 0; i < l->n; i++)
		cx_print_str(p, l->v[i]);
	cx_print_end(p);
}

/* The file stem, `_` as blank, each word with a capital. */
static void
print_stem(struct cx_atom_maker *m, struct cx_printer *p)
{
	struct cx_str s = m->file->path;
	struct cx_buf b = CX_BUF_INIT;
	bool start = true;

	for (size_t i = s.len; i-- > 0;) {
		if (s.s[i] == '/') {
			s = cx_str_from(s, i + 1);
			break;
		}
	}
	if (s.len > 3)
		s.len -= 3; /* .md */
	while (s.len) {
		uint32_t cp;
		size_t n = cx_utf8_decode(s.s, s.len, &cp, NULL);

		if (cp == '_')
			cp = ' ';
		cx_utf8_put(&b, start ? cx_utf8_title(cp) : cp);
		start = cx_is_space(cp);
		s = cx_str_from(s, n);
	}
	cx_print_str(p, cx_buf_view(&b));
	cx_buf_release(&b);
}

/*
 * In a dense-context project the directory tells kind and project:
 * projects/NAME/experiments/..., and decisions/ at the root (cx-init(1)).
 */
static void
from_directory(struct cx_str path, struct cx_str *type, struct cx_str *project)
{
	static const char *const kinds[][2] = {{"experiments", "experiment"},
	    {"knowledge", "knowledge"}, {"patterns", "pattern"},
	    {"decisions", "decision"}};
	struct cx_str part, before = {NULL, 0}, rest = path;
	struct cx_str in = {NULL, 0}; /* projects/in/ */

	while (cx_str_split(&rest, '/', &part) && rest.len) {
		if (in.s) {
			for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
				if (cx_str_is(part, kinds[i][0])) {
					*type = cx_str(kinds[i][1]);
					*project = in;
				}
			}
			return;
		}
		if (before.s && cx_str_is(before, "projects"))
			in = part;
		before = part;
	}
}

static void
print_project(struct cx_atom_maker *m, struct cx_printer *p)
{
	struct cx_str type = CX_STR("unknown"), project = CX_STR("unknown");
	struct cx_str status = CX_STR("active");

	from_directory(m->file->path, &type, &project);
	take_text(m, find(m, CX_STR("type")), &type);
	if (!take_text(m, find(m, CX_STR("project")), &project))
		project = cx_config_directory(m->config, m->file->path,
		    project);
	take_text(m, find(m, CX_STR("status")), &status);
	cx_print_kstr(p, "type", type);
	cx_print_kstr(p, "project", project);
	cx_print_kstr(p, "status", status);
}

static void
print_dates(struct cx_atom_maker *m, struct cx_printer *p)
{
	struct cx_str created = {NULL, 0}, updated = {NULL, 0};
	struct cx_buf b = CX_BUF_INIT;

	take_text(m, find_field(m, "created"), &created);
	take_text(m, find_field(m, "updated"), &updated);
	cx_print_key(p, "created");
	if (created.s)
		cx_print_str(p, created);
	else
		cx_print_null(p);
	if (!updated.s)
		updated = created;
	if (updated.s) {
		cx_print_kstr(p, "updated", updated);
		return;
	}
	cx_date_put(&b, m->file->mtime / CX_DAY -
	    (m->file->mtime % CX_DAY < 0));
	cx_print_kstr(p, "updated", cx_buf_view(&b));
	cx_print_kstr(p, "dated", CX_STR("mtime"));
	cx_buf_release(&b);
}

static void
print_numbers(struct cx_atom_maker *m, struct cx_printer *p)
{
	static const char *const names[] = {
	    "confidence", "importance", "pnl_impact"};

	for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
		size_t i = find(m, cx_str(names[n]));
		struct cx_str json;

		if (i == NONE)
			continue;
		if (value_of(m, i)->type != CX_JSON_STRING ||
		    !number(m, cx_json_str(value_of(m, i)), &json)) {
			complain_value(m, i, "not-a-number",
			    "not a finite number; kept as text in extra");
			continue;
		}
		m->taken[i] = true;
		cx_print_key(p, names[n]);
		cx_print_raw(p, json);
	}
}

static void
print_extra(struct cx_atom_maker *m, struct cx_printer *p)
{
	cx_print_key(p, "extra");
	cx_print_object(p);
	for (size_t i = 0; i < m->front.n; i++) {
		if (m->taken[i])
			continue;
		cx_print_keyn(p, cx_json_str(m->front.members[i].key));
		cx_print_json(p, value_of(m, i));
	}
	cx_print_end(p);
}

static int
by_place(const void *a, const void *b)
{
	const struct problem *x = a, *y = b;

	if (x->line != y->line)
		return x->line < y->line ? -1 : 1;
	if (x->col != y->col)
		return x->col < y->col ? -1 : 1;
	return strcmp(x->code, y->code);
}

static void
print_problems(struct cx_atom_maker *m, struct cx_printer *p,
    struct cx_buf *messages)
{
	if (m->n_problems == 0)
		return;
	qsort(m->problems, m->n_problems, sizeof *m->problems, by_place);
	cx_print_key(p, "problems");
	cx_print_array(p);
	for (size_t i = 0; i < m->n_problems; i++) {
		const struct problem *x = &m->problems[i];

		cx_print_object(p);
		cx_print_kint(p, "line", (int64_t)x->line);
		cx_print_kint(p, "col", (int64_t)x->col);
		cx_print_kstr(p, "code", cx_str(x->code));
		cx_print_kstr(p, "text", x->text);
		cx_print_end(p);
		cx_put_visible(messages, m->file->path);
		cx_buf_fmt(messages, ":%zu:%zu: ", x->line, x->col);
		cx_put_visible(messages, x->text);
		cx_buf_char(messages, '\n');
	}
	cx_print_end(p);
}

static void
load(struct cx_atom_maker *m, const struct cx_atom_file *f)
{
	cx_arena_reset(&m->arena);
	m->file = f;
	m->tags.n = m->links.n = m->soft.n = m->n_problems = 0;
	cx_strset_clear(&m->seen);
	load_text(m);
	cx_front_read(m->front_parser, m->text, &m->arena, &m->front);
	m->taken = cx_arena_alloc(&m->arena, cx_add(m->front.n, 1));
	memset(m->taken, 0, m->front.n);
	for (size_t i = 0; i < m->front.n_problems; i++) {
		const struct cx_front_problem *x = &m->front.problems[i];

		complain(m, x->at.line, x->at.col, x->code, x->text);
	}
}

/* Tags and links of front matter, then those of the body. */
static void
read_lists(struct cx_atom_maker *m, struct cx_str body)
{
	size_t tags = find_field(m, "tags"), links = find(m, CX_STR("links"));

	if (tags != NONE)
		take_list(m, tags, true);
	if (links != NONE)
		take_list(m, links, false);
	read_body(m, body);
}

void
cx_atom_print(struct cx_atom_maker *m, const struct cx_atom_file *f,
    struct cx_buf *out, struct cx_buf *messages)
{
	struct cx_printer p = cx_printer(out);
	struct cx_str id, name, body, description = CX_STR("");
	bool whole = f->size <= f->text.len;

	load(m, f);
	body = whole ? cx_str_from(m->text, m->front.body) : CX_STR("");
	read_lists(m, body);
	cx_print_object(&p);
	cx_print_kstr(&p, "path", f->path);
	cx_print_key(&p, "id");
	if (take_text(m, find(m, CX_STR("id")), &id))
		cx_print_str(&p, id);
	else
		cx_print_null(&p);
	cx_print_key(&p, "name");
	if (take_text(m, find_field(m, "name"), &name))
		cx_print_str(&p, name);
	else
		print_stem(m, &p);
	print_project(m, &p);
	print_dates(m, &p);
	print_strings(&p, "tags", &m->tags);
	take_text(m, find_field(m, "description"), &description);
	cx_print_kstr(&p, "description", description);
	cx_print_kint(&p, "lines", (int64_t)f->newlines + 1);
	cx_print_kint(&p, "size_bytes", (int64_t)f->size);
	print_strings(&p, "links_out", &m->links);
	if (m->soft.n)
		print_strings(&p, "links_soft", &m->soft);
	print_numbers(m, &p);
	print_extra(m, &p);
	if (m->body && whole)
		cx_print_kstr(&p, "body", body);
	print_problems(m, &p, messages);
	cx_print_end(&p);
	cx_print_line(&p);
}
