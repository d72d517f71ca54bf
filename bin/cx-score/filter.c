#include "bin/cx-score/score.h"

#include "lib/base/utf8.h"

#include <stdlib.h>

void
filter_name(struct settings *s, const char *option)
{
	cx_buf_fmt(&s->filters, "%s%s", s->filters.len ? ", " : "", option);
}

static void
add(struct settings *s, struct cx_str expr)
{
	cx_buf_puts(&s->where_text, s->where_text.len ? " and (" : "(");
	cx_buf_str(&s->where_text, expr);
	cx_buf_char(&s->where_text, ')');
}

void
filter_add(struct settings *s, const char *option, const char *expr)
{
	filter_name(s, option);
	add(s, cx_str(expr));
}

static void
put_test(struct cx_buf *b, const char *test, struct cx_str value)
{
	cx_buf_puts(b, test);
	cx_expr_quote(b, value);
}

void
filter_equal(struct settings *s, const char *option, const char *member,
    const char *value)
{
	CX_AUTO_BUF b = CX_BUF_INIT;

	cx_buf_fmt(&b, "%s=", member);
	cx_expr_quote(&b, cx_str(value));
	filter_add(s, option, cx_buf_cstr(&b));
}

bool
filter_since(struct settings *s, const char *span)
{
	size_t n = strlen(span);
	CX_AUTO_BUF b = CX_BUF_INIT;

	if (n < 2 || n > 6 || span[0] == '0' ||
	    strspn(span, "0123456789") != n - 1 ||
	    !strchr("hdwmy", span[n - 1]))
		return false;
	cx_buf_fmt(&b, "updated>=-%s and not dated=mtime "
	    "and not dated=first", span);
	filter_add(s, "--since", cx_buf_cstr(&b));
	return true;
}

void
filters_compile(struct settings *s)
{
	if (s->where_text.len)
		s->how.where = cx_expr_arg("filter",
		    cx_buf_view(&s->where_text));
	s->bodies.needed |= s->how.where &&
	    cx_expr_names(s->how.where, "body");
}

void
filters_release(struct settings *s)
{
	cx_expr_free(s->how.where);
	cx_buf_release(&s->where_text);
	cx_buf_release(&s->filters);
	cx_buf_release(&s->tag);
	cx_map_release(&s->only);
	cx_arena_release(&s->only_paths);
	cx_map_release(&s->known);
	cx_arena_release(&s->known_text);
}

/* --- type:word and status:word --- */

static const struct cx_str known_names[] = {{"type", 4}, {"status", 6}};

/* The value of a member, in JSON, in any case. */
static struct cx_str
put_key(struct cx_buf *b, const char *member, struct cx_str json)
{
	cx_buf_puts(b, member);
	cx_utf8_key(b, json);
	return cx_buf_view(b);
}

static void
know(struct settings *s, const char *member, struct cx_str json)
{
	CX_AUTO_BUF b = CX_BUF_INIT;

	(void)cx_map_intern(&s->known, &s->known_text,
	    put_key(&b, member, json));
}

static void
know_configured(struct settings *s)
{
	static const char *const tables[] = {"types", "status"};

	for (int f = 0; f < 2; f++) {
		const struct cx_json *table = cx_json_get(cx_config_root(
		    s->config), tables[f]);

		CX_JSON_EACH(k, table) {
			CX_AUTO_BUF b = CX_BUF_INIT;

			cx_print_quoted(&b, cx_json_str(k));
			know(s, known_names[f].s, cx_buf_view(&b));
		}
	}
}

static void
know_notes(struct settings *s, const char *dir)
{
	struct cx_search *set = cx_search_find_set(dir);

	for (uint32_t i = 0; set && i < cx_search_atoms(set); i++) {
		struct cx_str texts[2];

		if (!cx_search_has(set, i))
			continue;
		cx_record_texts(cx_search_record(set, i), known_names, 2,
		    texts);
		for (int f = 0; f < 2; f++) {
			if (texts[f].s)
				know(s, known_names[f].s, texts[f]);
		}
	}
	cx_search_close(set);
}

/* Whether the configuration, which has what Cortex knows itself, or a note of
 * the index has the value. */
static bool
is_known(struct settings *s, const char *member, struct cx_str value)
{
	CX_AUTO_BUF json = CX_BUF_INIT, b = CX_BUF_INIT;
	struct cx_str key;

	cx_print_quoted(&json, value);
	key = put_key(&b, member, cx_buf_view(&json));
	if (!s->known.n)
		know_configured(s);
	if (cx_map_get(&s->known, key) != CX_MAP_NONE)
		return true;
	if (!s->known_all && s->index && !s->n_vaults)
		know_notes(s, s->index);
	for (uint32_t i = 0; i < s->n_vaults && !s->known_all; i++)
		know_notes(s, s->vaults[i].index);
	s->known_all = true;
	return cx_parts_now(s->parts, 'k', key, cx_map_get(&s->known, key) !=
	    CX_MAP_NONE) > 0;
}

bool
filter_said(void *arg, const char *member, struct cx_str value, bool exclude)
{
	struct settings *s = arg;
	CX_AUTO_BUF said = CX_BUF_INIT, test = CX_BUF_INIT;
	uint32_t n;

	if (!is_known(s, member, value))
		return false;
	cx_buf_fmt(&said, "%s%s:%.*s", exclude ? "-" : "", member,
	    (int)value.len, value.s);
	n = s->known.n;
	if (cx_map_intern(&s->known, &s->known_text, cx_buf_view(&said)) < n)
		return true; /* a second time */
	if (exclude)
		cx_note("without notes that have '%s'", cx_buf_cstr(&said) + 1);
	cx_buf_fmt(&test, "%s%s~=", exclude ? "not " : "", member);
	cx_expr_quote(&test, value);
	filter_add(s, cx_buf_cstr(&said), cx_buf_cstr(&test));
	return true;
}

/* --- tags --- */

void
filter_tag(struct settings *s, const char *tag)
{
	filter_name(s, "--tag");
	cx_utf8_key(&s->tag, cx_str(tag + (*tag == '#')));
	cx_buf_char(&s->tag, '\n');
}

static bool
has_tag(const struct settings *s, const struct cx_record *rec)
{
	struct cx_str rest = cx_buf_view(&s->tag), tag;
	CX_AUTO_BUF lower = CX_BUF_INIT;
	const struct cx_json *tags, *t;
	bool has = true;

	tags = rest.len ? cx_record_strings(rec, "tags") : NULL;
	while (has && cx_str_split(&rest, '\n', &tag) && tag.len) {
		has = false;
		for (t = cx_json_first(tags); t && !has;
		    t = cx_json_next(tags, t)) {
			lower.len = 0;
			cx_utf8_key(&lower, cx_json_str(t));
			has = cx_query_is_tag(cx_buf_view(&lower), tag);
		}
	}
	return has;
}

static void
take_tagged(struct cx_pool *pool, struct cx_str tag, uint64_t *bits)
{
	CX_AUTO_BUF below = CX_BUF_INIT;
	struct cx_words tags;
	struct cx_cursor c = cx_search_find(pool->set, CX_LIST_TAG, tag);

	cx_cursor_mark(&c, bits);
	cx_search_escape(&below, tag);
	cx_buf_char(&below, '/');
	tags = cx_search_words(pool->set, CX_LIST_TAG, cx_buf_view(&below),
	    CX_MATCH_START);
	while (cx_words_next(&tags, &c))
		cx_cursor_mark(&c, bits);
}

/* --- paths --- */

void
filter_only(struct settings *s)
{
	char *file[] = {(char *)(uintptr_t)s->only_file};
	struct cx_reader *r = cx_reader_open(file, 1);
	struct cx_record rec;

	while (cx_reader_next(r, &rec))
		cx_map_put(&s->only, cx_arena_copy(&s->only_paths,
		    cx_record_path(&rec)));
	cx_reader_close(r);
}

static void
take_only(const struct settings *s, struct cx_pool *pool,
    uint64_t *bits)
{
	for (uint32_t i = 0; i < s->only.n; i++) {
		uint32_t atom = vaults_find(s, pool, s->only.key[i]);

		if (atom != UINT32_MAX)
			bits[atom / 64] |= UINT64_C(1) << atom % 64;
	}
}

bool
filter_passes(const struct settings *s, const struct cx_record *rec)
{
	return (!s->only_file || cx_map_get(&s->only,
	    cx_record_path(rec)) != CX_MAP_NONE) && has_tag(s, rec);
}

/* --- scopes --- */

/* What a name means is a set of places: one as it is written, else all that are
 * called so in another case or normal form. */

/* One of another part, which may say anything. */
static void
add_place(void *set, struct cx_str name)
{
	if (name.len)
		cx_textset_add(set, name);
}

/* Those of all parts; of one as it is written, only that. */
static void
share_places(struct cx_textset *p, struct cx_pool *pool, struct cx_str name)
{
	struct cx_textset all = {0};
	bool exact;

	if (!pool->parts)
		return;
	cx_parts_shared(pool->parts, p->map.key, p->map.n, 1, add_place,
	    &all);
	exact = cx_map_get(&all.map, name) != CX_MAP_NONE;
	cx_textset_release(p);
	*p = exact ? (struct cx_textset){0} : all;
	if (!exact)
		return;
	cx_textset_release(&all);
	cx_textset_add(p, name);
}

static bool
find_projects(struct cx_textset *p, struct cx_pool *pool, struct cx_str name)
{
	struct cx_posting block[CX_POSTINGS_LINE];
	struct cx_cursor c = cx_search_project(pool->set, name);
	struct cx_record rec;
	struct cx_str project = CX_STR("");
	size_t n = 0;

	while (!cx_str_eq(project, name) && (n = cx_cursor_next(&c, block))) {
		for (size_t i = 0; i < n && !cx_str_eq(project, name); i++) {
			cx_records_get(&pool->records, block[i].atom, &rec);
			project = cx_record_str(&rec, "project", CX_STR(""));
			cx_textset_add(p, project);
		}
	}
	if (n) {
		cx_textset_release(p);
		*p = (struct cx_textset){0};
		cx_textset_add(p, name);
	}
	share_places(p, pool, name);
	return p->map.n > 0;
}

/* Whether an atom of from..to is in the directory. */
static bool
has_path(struct cx_pool *pool, uint32_t from, uint32_t to,
    struct cx_str dir)
{
	uint32_t at = cx_records_lower(&pool->records, from, to, dir);

	while (at < to && !cx_search_has(pool->set, at))
		at++;
	return at < to &&
	    cx_str_starts(cx_records_path(&pool->records, at), dir);
}

/* Of a path without its file, the directories that are called key, which
 * begins and ends with a slash. */
static void
find_within(struct cx_textset *p, struct cx_str path, struct cx_str key)
{
	CX_AUTO_BUF dir = CX_BUF_INIT;

	for (size_t i = 0; i < path.len; i++) {
		if (path.s[i] != '/')
			continue;
		dir.len = 0;
		cx_buf_char(&dir, '/');
		cx_utf8_key(&dir, cx_strn(path.s, i + 1));
		if (cx_str_ends(cx_buf_view(&dir), key))
			(void)cx_map_intern(&p->map, &p->text,
			    cx_strn(path.s, i + 1));
	}
}

/* Directories that have notes, with a slash at the end: the path, else, if
 * asked for, each whose path ends so. */
static bool
find_directories(struct cx_textset *p, struct cx_pool *pool, struct cx_str name,
    bool ends)
{
	uint32_t all = cx_search_atoms(pool->set), from, to;
	bool found = false;
	CX_AUTO_BUF dir = CX_BUF_INIT, key = CX_BUF_INIT;
	struct cx_str last = CX_STR("");

	while (name.len && name.s[name.len - 1] == '/')
		name.len--;
	cx_buf_str(&dir, name);
	cx_buf_char(&dir, '/');
	if (!name.len)
		return false;
	for (uint32_t i = 0; cx_search_run(pool->set, i, &from, &to); i++)
		found = found || has_path(pool, from, to, cx_buf_view(&dir));
	if (cx_parts_now(pool->parts, 'd', name, found)) {
		cx_textset_add(p, cx_buf_view(&dir));
		return true;
	}
	cx_buf_char(&key, '/');
	cx_utf8_key(&key, cx_buf_view(&dir));
	for (uint32_t i = 0; ends && i < all; i++) {
		struct cx_str path = cx_records_path(&pool->records, i);

		while (path.len && path.s[path.len - 1] != '/')
			path.len--;
		if (cx_search_has(pool->set, i) && !cx_str_eq(path, last))
			find_within(p, path, cx_buf_view(&key));
		last = path;
	}
	if (ends)
		share_places(p, pool, cx_buf_view(&dir));
	return p->map.n > 0;
}

const char *
filter_place(struct cx_pool *pool, struct cx_str name)
{
	struct cx_textset p = {0};
	const char *kind = find_projects(&p, pool, name) ? "project" :
	    find_directories(&p, pool, name, true) ? "directory" : NULL;

	cx_textset_release(&p);
	return kind;
}

static void
put_places(struct cx_buf *b, const struct cx_textset *p, bool directories)
{
	for (uint32_t i = 0; i < p->map.n; i++) {
		CX_AUTO_BUF end = CX_BUF_INIT;

		cx_buf_puts(b, i ? " or " : "");
		put_test(b, directories ? "path>=" : "project=",
		    p->map.key[i]);
		if (!directories)
			continue;
		cx_buf_str(&end, p->map.key[i]);
		end.s[end.len - 1] = '/' + 1;
		put_test(b, " and path<", cx_buf_view(&end));
	}
}

static void
say_several(const struct cx_textset *p, struct cx_str name, const char *kind)
{
	CX_AUTO_BUF b = CX_BUF_INIT;

	for (uint32_t i = 0; i < p->map.n; i++)
		cx_buf_fmt(&b, "%s%.*s", i ? ", " : "",
		    (int)p->map.key[i].len, p->map.key[i].s);
	if (p->map.n > 1)
		cx_note("scope '%.*s' is %u %s: %s", (int)name.len, name.s,
		    (unsigned)p->map.n, kind, cx_buf_cstr(&b));
}

/* One of the names that mean something by themselves. */
static bool
put_reserved(const struct settings *s, struct cx_buf *b)
{
	struct cx_str name = cx_str(s->scope);
	struct cx_buf id = CX_BUF_INIT;

	if (cx_str_is(name, "meetings")) {
		cx_buf_puts(b, "type=meeting");
	} else if (cx_str_is(name, "open")) {
		cx_buf_puts(b, "status=open");
	} else if (cx_str_is(name, "recent")) {
		/* The time of a file says when it was copied. */
		cx_buf_fmt(b, "updated>=-%lldd and not dated=mtime "
		    "and not dated=first",
		    (long long)cx_config_int(s->config, "scopes",
		    "recent_days"));
	} else if (cx_str_starts(name, CX_STR("meeting:")) &&
	    name.len > strlen("meeting:")) {
		name = cx_str_from(name, strlen("meeting:"));
		cx_buf_puts(&id, "[[");
		cx_buf_str(&id, name);
		cx_buf_puts(&id, "]]");
		put_test(b, "derived_from=", name);
		put_test(b, " or derived_from=", cx_buf_view(&id));
		put_test(b, " or meeting=", name);
		cx_buf_release(&id);
	}
	return b->len > 0;
}

/* A key of [scopes], whose {arg} cannot lead out of its place. */
static bool
put_configured(const struct settings *s, struct cx_buf *b)
{
	struct cx_str arg = cx_str(s->scope), key;
	const struct cx_json *v;
	struct cx_expr_error err;

	if (!cx_str_split(&arg, ':', &key))
		key = cx_str(s->scope);
	v = cx_json_getn(cx_json_get(cx_config_root(s->config), "scopes"),
	    key);
	if (!v || v->type != CX_JSON_STRING)
		return false;
	if (key.len == strlen(s->scope) &&
	    cx_str_has(cx_json_str(v), CX_STR("{arg}")))
		cx_die(CX_USAGE, "scope '%s' needs an argument, %s:ARG",
		    s->scope, s->scope);
	if (!cx_expr_bind(b, cx_json_str(v), arg, &err))
		cx_die(CX_USAGE, "scope '%s': %s", s->scope, err.why);
	return true;
}

/* Reserved names win over those of [scopes], these over projects, these over
 * directories; that a name is several of them is said. */
static void
add_scope(struct settings *s, struct cx_pool *pool)
{
	enum { RESERVED, KEY, PROJECT, DIRECTORY, KINDS };
	static const char *const names[KINDS] = {"a reserved name",
	    "a key of [scopes]", "a project", "a directory"};
	CX_AUTO_BUF kinds = CX_BUF_INIT;
	struct cx_textset projects = {0}, directories = {0};
	struct cx_buf expr[KINDS] = {CX_BUF_INIT};
	struct cx_str name = cx_str(s->scope);
	bool is[KINDS];
	int first = KINDS;

	is[RESERVED] = put_reserved(s, &expr[RESERVED]);
	is[KEY] = put_configured(s, &expr[KEY]);
	is[PROJECT] = find_projects(&projects, pool, name);
	put_places(&expr[PROJECT], &projects, false);
	is[DIRECTORY] = find_directories(&directories, pool, name,
	    !is[RESERVED] && !is[KEY] && !is[PROJECT]);
	put_places(&expr[DIRECTORY], &directories, true);
	for (int k = KINDS; k-- > 0;) {
		if (is[k])
			first = k;
	}
	if (first == KINDS)
		cx_die(CX_USAGE, "--scope: '%s' must be a project, a "
		    "directory, a key of [scopes], recent, open, meetings or "
		    "meeting:ID", s->scope);
	for (int k = first + 1; k < KINDS; k++) {
		if (is[k])
			cx_buf_fmt(&kinds, ", %s", names[k]);
	}
	if (kinds.len)
		cx_note("scope '%s' is %s here, and also%s", s->scope,
		    names[first], cx_buf_cstr(&kinds) + 1);
	add(s, cx_buf_view(&expr[first]));
	if (first == PROJECT)
		say_several(&projects, name, "projects");
	if (first == DIRECTORY)
		say_several(&directories, name, "directories");
	cx_textset_release(&projects);
	cx_textset_release(&directories);
	for (int k = 0; k < KINDS; k++)
		cx_buf_release(&expr[k]);
}

void
filter_pool(struct settings *s, struct cx_pool *pool)
{
	struct cx_str rest = cx_buf_view(&s->tag), tag;
	uint64_t *bits;

	if (s->scope) {
		add_scope(s, pool);
		filters_compile(s);
	}
	if (s->how.where)
		cx_pool_narrow(pool, s->how.where);
	while (cx_str_split(&rest, '\n', &tag) && tag.len) {
		bits = cx_pool_bits(pool);
		take_tagged(pool, tag, bits);
		cx_pool_narrow_to(pool, bits);
	}
	if (s->only_file) {
		bits = cx_pool_bits(pool);
		take_only(s, pool, bits);
		cx_pool_narrow_to(pool, bits);
	}
}
