/* Adds atoms; build-write.c writes the result. */
#include "lib/search/build-impl.h"

#include "lib/base/ascii.h"
#include "lib/base/date.h"
#include "lib/text/doctext.h"
#include "lib/link/edge.h"
#include "lib/record/life.h"
#include "lib/record/layer.h"
#include "lib/base/utf8.h"

#include <stdlib.h>

/* Below so many atoms a thread is not worth its start. */
#define MANY 1000

static void
connect_atoms(void *arg, struct cx_buf *nothing)
{
	(void)nothing;
	cx_builder_connect(arg);
}

static void
prepare(void *arg, struct cx_buf *nothing)
{
	struct cx_search_build *b = arg;

	cx_builder_finalize(b);
	if (b->n < MANY)
		cx_builder_connect(b);
	else
		cx_worker_submit(b->connect, nothing);
}

struct cx_search_build *
cx_search_build_new(const struct cx_config *config, enum cx_build what,
    struct cx_str base)
{
	struct cx_search_build *b = cx_calloc(1, sizeof *b);

	b->config = config;
	b->what = what;
	b->analyzer = cx_analyzer_for(config, base);
	b->plain = cx_analyzer_new(CX_STR("none"));
	b->prepare = cx_worker_new(prepare, b);
	b->connect = cx_worker_new(connect_atoms, b);
	cx_builder_texts_init(&b->texts, cx_analyzer_for(config, base));
	b->resolver = cx_resolver_new();
	cx_shortmap_init(&b->short_words);
	return b;
}

void
cx_search_build_free(struct cx_search_build *b)
{
	if (!b)
		return;
	cx_worker_free(b->prepare);
	cx_worker_free(b->connect);
	cx_builder_texts_release(&b->texts);
	cx_analyzer_free(b->analyzer);
	cx_analyzer_free(b->plain);
	cx_resolver_free(b->resolver);
	free(b->atoms);
	cx_buf_release(&b->links);
	cx_builder_pool_release(&b->pool);
	for (int f = 0; f < FIELDS; f++)
		cx_builder_lists_release(&b->field[f]);
	cx_map_release(&b->words);
	cx_shortmap_release(&b->short_words);
	cx_map_release(&b->projects);
	cx_map_release(&b->tags);
	cx_map_release(&b->statuses);
	cx_map_release(&b->known);
	cx_builder_keys_release(&b->keys);
	cx_map_release(&b->exact);
	cx_map_release(&b->dates);
	cx_map_release(&b->scopes);
	cx_terms_release(&b->scope_terms);
	free(b->scope_end);
	cx_map_release(&b->headings);
	cx_arena_release(&b->arena);
	cx_terms_release(&b->terms);
	cx_buf_release(&b->lower);
	cx_buf_release(&b->escaped);
	free(b->order);
	free(b->rank);
	free(b->status_number);
	free(b->status_names);
	cx_graph_release(&b->graph);
	free(b->near);
	cx_builder_words_release(&b->w);
	cx_buf_release(&b->fields_text);
	cx_buf_release(&b->fieldwords_text);
	cx_buf_release(&b->links_text);
	cx_buf_release(&b->keys_text);
	free(b);
}

static uint32_t
number(struct cx_search_build *b, struct cx_map *map, struct cx_str key)
{
	return cx_map_intern(map, &b->arena, key);
}

static void
add_field(struct cx_search_build *b, enum field f, uint32_t word)
{
	cx_builder_add_once(&b->pool, cx_builder_list(&b->field[f], word),
	    b->n);
}

/* The number of a word in its zeros. */
static uint32_t
short_number(struct cx_search_build *b, const struct found *w)
{
	uint32_t *n = cx_shortmap_at(&b->short_words, w->key, w->hash);
	struct cx_str word = {(const char *)w->key, 0};

	if (*n == UINT32_MAX) {
		while (word.len < CX_SHORT && word.s[word.len])
			word.len++;
		*n = number(b, &b->words, word);
	}
	return *n;
}

/* Adds the words found, after asking memory for all that belongs to them. */
static void
add_found(struct cx_search_build *b)
{
	for (unsigned i = 0; i < b->n_found; i++) {
		struct found *w = &b->found[i];

		if (w->number == NONE)
			w->number = short_number(b, w);
		AHEAD_OF(cx_builder_list(&b->field[w->field], w->number));
	}
	for (unsigned i = 0; i < b->n_found; i++)
		cx_builder_soon(&b->pool, cx_builder_list(
		    &b->field[b->found[i].field], b->found[i].number));
	for (unsigned i = 0; i < b->n_found; i++)
		add_field(b, b->found[i].field, b->found[i].number);
	b->n_found = 0;
}

/* low is the word's bytes followed by zeros if it has at most CX_SHORT. */
static void
find_word(struct cx_search_build *b, enum field f, struct cx_str word,
    const char low[CX_SHORT])
{
	struct found *w = &b->found[b->n_found++];

	w->field = f;
	if (word.len > CX_SHORT) {
		w->number = number(b, &b->words, word);
	} else {
		w->number = NONE;
		memcpy(w->key, low, CX_SHORT);
		w->hash = cx_shortmap_hash(&b->short_words, w->key);
		cx_shortmap_ask(&b->short_words, w->hash);
	}
	if (b->n_found == FOUND)
		add_found(b);
}

static struct cx_str
lower(struct cx_search_build *b, struct cx_str s)
{
	b->lower.len = 0;
	cx_utf8_key(&b->lower, s);
	return cx_buf_view(&b->lower);
}

/* The runs of letters and digits, for add_found. */
static void
find_words(struct cx_search_build *b, enum field f, struct cx_str s)
{
	size_t i = 0, n = 0;

	s = lower(b, s);
	for (;;) {
		char low[CX_SHORT];
		size_t from;
		uint32_t cp;

		i += cx_ascii_gap(cx_str_from(s, i));
		if (i == s.len)
			return;
		from = i;
		i += cx_ascii_run(cx_str_from(s, i), low);
		for (; i < s.len; i += n) {
			n = cx_utf8_decode(s.s + i, s.len - i, &cp, NULL);
			if (!cx_is_letter(cp) && !cx_is_digit(cp))
				break;
		}
		if (i == from) { /* neither, and not ASCII */
			i += n;
			continue;
		}
		if (i - from <= CX_SHORT) {
			memset(low, 0, sizeof low);
			memcpy(low, s.s + from, i - from);
		}
		find_word(b, f, cx_strn(s.s + from, i - from), low);
	}
}

/* A whole text, as searchset.h escapes it.  The empty one is not a word. */
static void
add_whole(struct cx_search_build *b, enum field f, struct cx_map *map,
    struct cx_str s)
{
	if (s.len == 0)
		return;
	b->escaped.len = 0;
	cx_search_escape(&b->escaped, lower(b, s));
	add_field(b, f, number(b, map, cx_buf_view(&b->escaped)));
}

static void
add_fields(struct cx_search_build *b, const struct cx_record *rec)
{
	const struct cx_json *tags = cx_record_strings(rec, "tags");

	find_words(b, FIELD_DESCRIPTION,
	    cx_record_str(rec, "description", CX_STR("")));
	find_words(b, FIELD_NAME, cx_record_str(rec, "name", CX_STR("")));
	find_words(b, FIELD_PATH, cx_record_path(rec));
	add_found(b);
	add_whole(b, FIELD_PROJECT, &b->projects,
	    cx_record_str(rec, "project", CX_STR("")));
	CX_JSON_EACH(t, tags)
		add_whole(b, FIELD_TAG, &b->tags, cx_json_str(t));
}

/* The same of ASCII without long words, which needs no look-ups; false for
 * another text. */
static bool
exact_ascii(struct cx_str name, struct cx_buf *out)
{
	char *at = cx_buf_room(out, name.len);
	size_t n = 0, word = 0;

	for (size_t i = 0; i < name.len; i++) {
		unsigned char c = (unsigned char)name.s[i];

		/* C++, C# and .NET are words. */
		if (c >= 0x80 || word == CX_TERM_MAX || c == '+' ||
		    c == '#' || c == '.')
			return false;
		if (!cx_is_ascii_word(c)) {
			word = 0;
			continue;
		}
		if (word++ == 0 && n)
			at[n++] = '_';
		at[n++] = (char)(c | 0x20); /* which digits have */
	}
	out->len += n;
	return true;
}

/* Folded words as they are, with _ between, which is in none: the whole name,
 * to be compared with a whole query. */
void
cx_search_exact(struct cx_analyzer *a, struct cx_str name,
    struct cx_terms *room, struct cx_buf *out)
{
	if (exact_ascii(name, out))
		return;
	room->n = 0;
	cx_analyze(a, name, CX_ANALYZE_WORDS | CX_ANALYZE_PLAIN, room);
	for (size_t i = 0; i < room->n; i++) {
		if (i)
			cx_buf_char(out, '_');
		cx_buf_str(out, cx_analyzer_term(a, room->id[i] >> 1));
	}
}

static void
take_piece(void *arg, enum cx_doc_piece piece, struct cx_str s)
{
	struct cx_search_build *b = arg;
	bool again = piece == CX_DOC_NAME && cx_str_eq(s, b->last_name);

	/* A name that is the title adds no word (take_name). */
	if (again)
		return;
	cx_builder_texts_add(&b->texts, piece, s);
	if (piece > CX_DOC_ALIAS)
		return;
	b->last_name = s;
	b->lower.len = 0;
	cx_search_exact(b->plain, s, &b->terms, &b->lower);
	if (b->lower.len)
		add_field(b, FIELD_EXACT, number(b, &b->exact,
		    cx_buf_view(&b->lower)));
}

static void
take_heading(void *arg, struct cx_str s)
{
	struct cx_search_build *b = arg;

	b->lower.len = 0;
	cx_search_exact(b->plain, s, &b->terms, &b->lower);
	if (b->lower.len && b->lower.len <= CX_HEADING_MAX)
		add_field(b, FIELD_HEADING, number(b, &b->headings,
		    cx_buf_view(&b->lower)));
}

static void
take_scope(void *arg, enum cx_doc_piece piece, struct cx_str s)
{
	struct cx_search_build *b = arg;
	uint32_t known = b->scopes.n, n;
	size_t from;

	(void)piece;
	if (s.len == 0)
		return;
	/* Most have come before. */
	n = number(b, &b->scopes, s);
	if (n == known) {
		cx_analyze(b->analyzer, s, CX_ANALYZE_STOP | CX_ANALYZE_WORDS |
		    CX_ANALYZE_WHOLE, &b->scope_terms);
		CX_GROW(b->scope_end, n, b->scope_cap);
		b->scope_end[n] = b->scope_terms.n;
	}
	from = n ? b->scope_end[n - 1] : 0;
	for (size_t i = from; i < b->scope_end[n]; i++)
		add_field(b, FIELD_SCOPE, b->scope_terms.id[i] >> 1);
}

static void
add_texts(struct cx_search_build *b, const struct cx_record *rec,
    struct atom *a)
{
	struct cx_str body = cx_doc_body(rec);
	struct cx_doc_date date;
	struct cx_date d;

	cx_doc_pieces(rec, body, take_piece, b);
	cx_doc_headings(body, take_heading, b);
	cx_doc_scopes(rec, take_scope, b);
	if (b->what != CX_BUILD_MEMORY && cx_doc_compared(b->config, rec) &&
	    (body.len || cx_json_get(rec->root, "body")))
		a->known = number(b, &b->known, cx_doc_project(rec));
	a->asks = cx_doc_asks(body);
	cx_doc_date(rec, &date);
	for (size_t i = 0; i < date.n; i++)
		add_field(b, FIELD_DATE, number(b, &b->dates, date.word[i]));
	a->day = cx_date_parse(cx_record_updated(rec), &d) ? (int32_t)d.day
							   : NO_DAY;
}

static void
add_link(void *arg, const struct cx_edge *edge)
{
	struct cx_search_build *b = arg;
	uint32_t len = (uint32_t)edge->target.len;

	cx_buf_add(&b->links, &len, sizeof len);
	cx_buf_str(&b->links, edge->target);
}

/* Of a status with a target, "corrected:EXP-7", what stands before the
 * colon, as cx_config_weight takes it. */
static struct cx_str
status_of(const struct cx_search_build *b, const struct cx_record *rec)
{
	struct cx_str status = cx_record_str(rec, "status", CX_STR("active"));
	const struct cx_json *table =
	    cx_json_get(cx_config_root(b->config), "status");
	struct cx_str rest = status, head = status;

	if (!cx_json_getn(table, status) && cx_str_split(&rest, ':', &head))
		head = cx_str_trim(head);
	return head;
}

void
cx_search_build_end(struct cx_search_build *b)
{
	struct cx_buf nothing = CX_BUF_INIT;

	b->prepared = true;
	if (b->n < MANY)
		prepare(b, NULL);
	else
		cx_worker_submit(b->prepare, &nothing);
}

void
cx_search_build_drop(struct cx_search_build *b, uint32_t n)
{
	b->atoms[n].status = NONE;
	cx_resolver_drop(b->resolver, n);
}

void
cx_search_build_add(struct cx_search_build *b, const struct cx_record *rec,
    size_t line_len)
{
	struct atom a = {.known = NONE};
	int64_t expires;

	if (b->n == NONE - 1 || line_len > UINT32_MAX)
		cx_record_die(rec, "too large for an index");
	a.line_len = (uint32_t)line_len;
	a.status = number(b, &b->statuses, status_of(b, rec));
	expires = cx_expires(rec);
	a.expires = expires == CX_NO_DAY ? NO_DAY : (int32_t)expires;
	cx_resolver_record(b->resolver, rec);
	add_texts(b, rec, &a);
	add_fields(b, rec);
	if (b->what == CX_BUILD_BASE)
		cx_builder_own_keys(&b->keys, b->n, rec);
	if (b->what != CX_BUILD_DELTA)
		cx_edges(rec, add_link, b);
	a.links_end = b->links.len;
	*CX_NEXT(b->atoms, b->n, b->cap) = a;
}

struct cx_search_sums
cx_search_build_sums(const struct cx_search_build *b)
{
	return b->sums;
}
