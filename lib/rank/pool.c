#include "lib/rank/pool.h"

#include "lib/base/date.h"
#include "lib/record/table.h"
#include "lib/record/life.h"
#include "lib/search/build.h"
#include "lib/text/doctext.h"
#include "lib/text/literal.h"

#include <stdlib.h>

/* --- a set in memory, made of a stream --- */

/* What a record's text was, by order of arrival. */
struct body {
	struct cx_str text;
	size_t line;
};

struct cx_memory {
	bool texts;
	struct body *bodies;
	size_t n_bodies, cap_bodies;
	struct cx_arena arena;
	struct cx_search_build *build;
	struct cx_table atoms;
	struct cx_buf files[CX_S_FILES];
	struct cx_search *set;
};

static struct cx_buf *
begin(void *arg, const char *name)
{
	struct cx_memory *m = arg;
	int f = 0;

	while (f < CX_S_FILES && strcmp(name, cx_search_names[f]) != 0)
		f++;
	if (f == CX_S_FILES)
		cx_die(CX_FAIL, "a search set has no file '%s'", name);
	return &m->files[f];
}

static void
more(void *arg)
{
	(void)arg; /* all of it stays in memory */
}

/* The body stays with the terms it gave; lines are as an index has them. */
static void
add(void *arg, const struct cx_record *rec, uint32_t number)
{
	struct cx_memory *m = arg;
	struct cx_str body = cx_record_str(rec, "body",
	    (struct cx_str){NULL, 0});

	cx_search_build_add(m->build, rec, m->atoms.v[m->atoms.n - 1].len);
	while (m->texts && m->n_bodies <= number)
		*CX_NEXT(m->bodies, m->n_bodies, m->cap_bodies) =
		    (struct body){{NULL, 0}, 1};
	if (m->texts && body.s)
		m->bodies[number] = (struct body){
		    cx_arena_copy(&m->arena, body),
		    cx_body_line(rec, body)};
}

static void
write_manifest(struct cx_memory *m)
{
	struct cx_buf *b = &m->files[CX_S_MANIFEST];

	cx_buf_puts(b, "[\n");
	for (size_t i = 0; i < m->atoms.n; i++) {
		cx_buf_str(b, cx_row_line(&m->atoms, &m->atoms.v[i]));
		cx_buf_puts(b, i + 1 < m->atoms.n ? ",\n" : "\n");
	}
	cx_buf_puts(b, "]\n");
}

static struct cx_memory *
read_all(char *const *names, int n, bool texts, const struct cx_config *config)
{
	struct cx_memory *m = cx_calloc(1, sizeof *m);
	struct cx_search_sink sink = {begin, more, m};
	struct cx_str files[CX_S_FILES];
	struct cx_printer p;

	m->texts = texts;
	m->build = cx_search_build_new(config, CX_BUILD_MEMORY,
	    CX_STR(""));
	cx_table_read(&m->atoms, names, n, add, m);
	cx_search_build_write(m->build, &sink);
	write_manifest(m);
	p = cx_printer(&m->files[CX_S_META]);
	cx_print_object(&p);
	cx_search_build_meta(m->build, &p);
	cx_print_end(&p);
	cx_search_build_free(m->build);
	for (int f = 0; f < CX_S_FILES; f++)
		files[f] = cx_buf_view(&m->files[f]);
	m->set = cx_search_memory(files, NULL, "(stdin)");
	return m;
}

static void
memory_free(struct cx_memory *m)
{
	if (!m)
		return;
	cx_table_release(&m->atoms);
	cx_arena_release(&m->arena);
	free(m->bodies);
	for (int f = 0; f < CX_S_FILES; f++)
		cx_buf_release(&m->files[f]);
	free(m);
}

/* --- the pool --- */

static void
init(struct cx_pool *p, struct cx_search *set,
    const struct cx_config *config)
{
	uint32_t n = cx_search_statuses(set);

	*p = (struct cx_pool){.set = set, .config = config,
	    .analyzer = cx_analyzer_for(config, cx_search_analyzer(set)),
	    .records = cx_records_of(set),
	    .weight = cx_calloc(n, sizeof *p->weight),
	    .ended = cx_calloc(n, sizeof *p->ended),
	    .archived = cx_config_weight(config, CX_STR("archived"))};
	for (uint32_t i = 0; i < n; i++) {
		struct cx_str name = cx_search_status_name(set, i);

		p->weight[i] = cx_config_weight(config, name);
		p->ended[i] = cx_status_ends(config, name);
	}
}

void
cx_pool_open(struct cx_pool *p, const char *dir,
    const struct cx_config *config, struct cx_bodies *bodies)
{
	init(p, cx_search_open(dir), config);
	p->bodies = bodies;
}

void
cx_pool_join(struct cx_pool *p, struct cx_search *set,
    const struct cx_config *config, struct cx_bodies *bodies)
{
	init(p, set, config);
	p->bodies = bodies;
}

void
cx_pool_read(struct cx_pool *p, char *const *files, int n, bool texts,
    const struct cx_config *config)
{
	struct cx_memory *m = read_all(files, n, texts, config);

	init(p, m->set, config);
	p->memory = m;
}

void
cx_pool_release(struct cx_pool *p)
{
	free(p->only);
	free(p->weight);
	free(p->ended);
	cx_json_free(p->json);
	cx_buf_release(&p->line);
	cx_analyzer_free(p->analyzer);
	cx_records_release(&p->records);
	cx_search_close(p->set);
	memory_free(p->memory);
}

bool
cx_pool_body(struct cx_pool *p, uint32_t atom, const struct cx_record *rec,
    struct cx_str *body, size_t *line)
{
	const struct cx_memory *m = p->memory;
	uint32_t number = m ? m->atoms.v[atom].number : 0;

	if (!m) {
		struct cx_bodies *b = &p->bodies[cx_search_part(p->set, atom)];
		bool have = cx_body(b, rec, body);

		*line = b->line;
		return have;
	}
	if (number >= m->n_bodies || !m->bodies[number].text.s)
		return false;
	*body = m->bodies[number].text;
	*line = m->bodies[number].line;
	return true;
}

/* --- what stands in an atom --- */

struct looking {
	const struct cx_literal *const *x;
	size_t n;
	struct cx_literal text; /* at hand */
	uint64_t has;
};

static void
look_in(void *arg, enum cx_doc_piece piece, struct cx_str s)
{
	struct looking *l = arg;

	(void)piece;
	cx_literal_make(&l->text, s);
	for (size_t i = 0; i < l->n; i++) {
		if (!(l->has >> i & 1) && cx_literal_in(l->x[i], &l->text))
			l->has |= UINT64_C(1) << i;
	}
}

uint64_t
cx_pool_literals(struct cx_pool *p, uint32_t atom,
    const struct cx_literal *const *x, size_t n)
{
	struct looking l = {.x = x, .n = n,
	    .text.with_case = n && x[0]->with_case};
	struct cx_record rec;
	struct cx_str body;
	size_t line;

	cx_pool_record(p, atom, &rec);
	if (!cx_pool_body(p, atom, &rec, &body, &line))
		body = CX_STR("");
	look_in(&l, CX_DOC_NAME, cx_record_path(&rec));
	cx_doc_pieces(&rec, body, look_in, &l);
	cx_literal_release(&l.text);
	return l.has;
}

/* --- what a status is worth --- */

int64_t
cx_pool_weight(const struct cx_pool *p, uint32_t atom)
{
	int64_t weight = p->weight[cx_search_status(p->set, atom)];

	if (weight > p->archived &&
	    cx_expired(cx_search_expires(p->set, atom)))
		return p->archived;
	return weight;
}

int64_t
cx_pool_updated(struct cx_pool *p, uint32_t atom)
{
	const struct cx_str names[] = {CX_STR("updated"), CX_STR("dated")};
	struct cx_str text, texts[2];
	struct cx_record rec;
	struct cx_date d;

	cx_record_texts(cx_search_record(p->set, atom), names, 2, texts);
	if (cx_str_is(texts[1], "\"mtime\"") ||
	    !cx_record_plain(texts[0], &text)) {
		cx_pool_record(p, atom, &rec);
		text = cx_record_updated(&rec);
	}
	return cx_date_parse(text, &d) ? d.sec : INT64_MIN;
}

int64_t
cx_pool_most(const struct cx_pool *p)
{
	int64_t most = 0;

	for (uint32_t i = 0; i < cx_search_statuses(p->set); i++) {
		if (p->weight[i] > most)
			most = p->weight[i];
	}
	return most;
}

bool
cx_pool_in_force(const struct cx_pool *p, uint32_t atom)
{
	return !p->ended[cx_search_status(p->set, atom)] &&
	    !cx_expired(cx_search_expires(p->set, atom));
}

/* --- whether an atom matches: columns and members; its record last --- */

struct known {
	const struct cx_pool *pool;
	uint32_t atom;
};

/* What the JSON text of a member is; s NULL for none. */
static enum cx_expr_member
member(struct cx_str json, struct cx_str *out)
{
	if (!json.s || cx_str_is(json, "null"))
		return CX_EXPR_ABSENT;
	return cx_record_plain(json, out) ? CX_EXPR_TEXT : CX_EXPR_OTHER;
}

static enum cx_expr_member
text(void *arg, struct cx_str name, bool only_extra, struct cx_str *out)
{
	const struct cx_str names[] = {name, CX_STR("extra")};
	const struct known *k = arg;
	enum cx_expr_member m = CX_EXPR_ABSENT;
	struct cx_str texts[2], in_extra;

	if (!only_extra && cx_str_is(name, "body"))
		return CX_EXPR_OTHER;
	cx_record_texts(cx_search_record(k->pool->set, k->atom), names, 2,
	    texts);
	if (!only_extra)
		m = member(texts[0], out);
	if (m != CX_EXPR_ABSENT)
		return m;
	if (!texts[1].s)
		return cx_str_is(name, "extra") ? CX_EXPR_OTHER : m;
	if (texts[1].s[0] != '{')
		return m;
	cx_record_texts(texts[1], &name, 1, &in_extra);
	return member(in_extra, out);
}

static bool
day(void *arg, struct cx_str name, int64_t *out)
{
	const struct known *k = arg;

	if (!cx_str_is(name, "updated"))
		return false;
	*out = cx_search_day(k->pool->set, k->atom);
	return *out != CX_NO_DAY;
}

/* The record as a stream would bring it, with the text; that of a file above
 * the limit has none (cx-formats(5)). */
static bool
whole(struct cx_pool *p, uint32_t atom, struct cx_record *rec)
{
	CX_AUTO_BUF quoted = CX_BUF_INIT;
	struct cx_member m = {.name = "body"};
	struct cx_str body;
	const char *why;
	size_t line;

	cx_pool_record(p, atom, rec);
	if (!p->memory &&
	    cx_record_int(rec, "size_bytes", 0) > (int64_t)CX_ATOM_MAX)
		return true;
	if (!cx_pool_body(p, atom, rec, &body, &line))
		return p->memory;
	cx_print_quoted(&quoted, body);
	m.value = cx_buf_view(&quoted);
	p->line.len = 0;
	cx_record_put(&p->line, rec->line, &m, 1);
	cx_buf_room(&p->line, CX_JSON_PAD);
	rec->line = cx_buf_view(&p->line);
	if (!p->json)
		p->json = cx_json_new();
	rec->root = cx_json_parse(p->json, p->line.s, p->line.len, &why);
	if (!rec->root)
		cx_record_die(rec, "its text cannot be parsed: %s", why);
	return true;
}

bool
cx_pool_matches(struct cx_pool *p, uint32_t atom, struct cx_expr *where)
{
	struct known k = {p, atom};
	const struct cx_expr_known known = {text, day, &k};
	enum cx_expr_answer a;
	struct cx_record rec;

	if (!cx_pool_may_match(p, atom))
		return false;
	a = cx_expr_ask(where, &known);
	if (a != CX_EXPR_UNKNOWN)
		return a == CX_EXPR_YES;
	if (!cx_expr_names(where, "body"))
		cx_pool_record(p, atom, &rec);
	else if (!whole(p, atom, &rec))
		return false;
	return cx_expr_match(where, rec.root);
}

/* --- which atoms it can be true of, from lists and columns --- */

void
cx_pool_narrow_to(struct cx_pool *p, uint64_t *bits)
{
	size_t words = cx_search_atoms(p->set) / 64 + 1;

	for (size_t k = 0; k < words && p->only; k++)
		bits[k] &= p->only[k];
	free(p->only);
	p->only = bits;
}

/* Whether each atom has a project, so that it can't be in `extra`. */
static bool
all_have_projects(const struct cx_pool *p)
{
	struct cx_words words = cx_search_words(p->set, CX_LIST_PROJECT,
	    CX_STR(""), CX_MATCH_ANY);
	struct cx_cursor c;
	uint64_t n = 0;

	while (cx_words_next(&words, &c))
		n += c.df;
	return n == cx_search_count(p->set);
}

/* Leaves the atoms whose project is this, whatever its case. */
static void
narrow_to_project(struct cx_pool *p, struct cx_str project)
{
	uint64_t *bits = cx_pool_bits(p);
	struct cx_cursor c = cx_search_project(p->set, project);

	cx_cursor_mark(&c, bits);
	cx_pool_narrow_to(p, bits);
}

/* Leaves the atoms whose status is this, with no blanks around it; also active
 * ones, which are those that do not say it. */
static void
narrow_to_status(struct cx_pool *p, struct cx_str status)
{
	uint32_t n = cx_search_statuses(p->set);
	CX_AUTO_FREE bool *may = cx_calloc(n, sizeof *may);

	for (uint32_t i = 0; i < n; i++) {
		struct cx_str name = cx_search_status_name(p->set, i);

		may[i] = cx_str_eq(name, cx_str_trim(status)) ||
		    cx_str_is(name, "active");
	}
	for (uint32_t i = 0; i < cx_search_atoms(p->set); i++) {
		if (cx_pool_may_match(p, i) &&
		    !may[cx_search_status(p->set, i)])
			p->only[i / 64] &= ~(UINT64_C(1) << i % 64);
	}
}

/* Leaves those of the atoms from..to, which ascend by path, that fit. */
static void
narrow_range(struct cx_pool *p, uint32_t from, uint32_t to, const char *op,
    struct cx_str path)
{
	uint32_t at = cx_records_lower(&p->records, from, to, path);
	uint32_t behind = at;

	if (at < to && cx_str_eq(cx_records_path(&p->records, at), path))
		behind++;
	for (uint32_t i = from; i < to; i++) {
		bool fits = *op == '=' ? i >= at && i < behind :
		    strcmp(op, "<") == 0 ? i < at :
		    strcmp(op, "<=") == 0 ? i < behind :
		    strcmp(op, ">") == 0 ? i >= behind : i >= at;

		if (!fits)
			p->only[i / 64] &= ~(UINT64_C(1) << i % 64);
	}
}

static void
narrow_to_path(struct cx_pool *p, const char *op, struct cx_str path)
{
	uint32_t from, to;

	for (uint32_t i = 0; cx_search_run(p->set, i, &from, &to); i++)
		narrow_range(p, from, to, op, path);
}

/* False if it is known of none that it cannot match. */
static bool
narrow(struct cx_pool *p, struct cx_str name, const char *op,
    struct cx_str value)
{
	if (cx_str_is(name, "path"))
		narrow_to_path(p, op, value);
	else if (*op == '=' && cx_str_is(name, "project") &&
	    all_have_projects(p))
		narrow_to_project(p, value);
	/* No column holds what follows a colon. */
	else if (*op == '=' && cx_str_is(name, "status") &&
	    !memchr(value.s, ':', value.len))
		narrow_to_status(p, value);
	else
		return false;
	return true;
}

void
cx_pool_narrow(struct cx_pool *p, const struct cx_expr *where)
{
	size_t words = cx_search_atoms(p->set) / 64 + 1;
	struct cx_str name, value;
	bool narrowed = false;
	const char *op;

	p->only = cx_calloc(words, sizeof *p->only);
	memset(p->only, 0xff, words * sizeof *p->only);
	for (size_t i = 0; cx_expr_needs(where, i, &name, &op, &value); i++)
		narrowed |= narrow(p, name, op, value);
	if (narrowed)
		return;
	free(p->only);
	p->only = NULL;
}
