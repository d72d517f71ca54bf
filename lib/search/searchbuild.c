/* Taking atoms in; searchbuild-write.c writes what has become of them. */
#include "lib/search/searchbuild-impl.h"

#include "lib/base/ascii.h"
#include "lib/text/doctext.h"
#include "lib/link/edge.h"
#include "lib/record/life.h"
#include "lib/record/layer.h"
#include "lib/base/utf8.h"

#include <stdlib.h>

/* Below so many atoms a thread is not worth its start. */
#define MANY 1000

static void
prepare(void *arg, struct cx_buf *nothing)
{
	(void)nothing;
	cx_sb_settle(arg);
}

static struct cx_analyzer *
new_analyzer(struct cx_str language)
{
	struct cx_analyzer *a = cx_analyzer_new(language);

	if (!a)
		cx_die(CX_USAGE, "[rank] language '%.*s' is none that has a "
		    "stemmer; say \"none\" to do without", (int)language.len,
		    language.s);
	return a;
}

struct cx_search_build *
cx_search_build_new(const struct cx_config *config, enum cx_build what)
{
	struct cx_search_build *b = cx_calloc(1, sizeof *b);
	struct cx_str language = cx_config_str(config, "rank", "language");

	b->config = config;
	b->what = what;
	b->analyzer = new_analyzer(language);
	b->prepare = cx_handover_new(prepare, b);
	cx_sb_texts_init(&b->texts, new_analyzer(language));
	b->resolver = cx_resolver_new();
	cx_shortmap_init(&b->short_words);
	return b;
}

void
cx_search_build_free(struct cx_search_build *b)
{
	if (!b)
		return;
	cx_handover_free(b->prepare);
	cx_sb_texts_release(&b->texts);
	cx_analyzer_free(b->analyzer);
	cx_resolver_free(b->resolver);
	free(b->atoms);
	cx_buf_release(&b->links);
	free(b->pool.s);
	for (int f = 0; f < FIELDS; f++)
		free(b->field[f].v);
	cx_map_release(&b->words);
	cx_shortmap_release(&b->short_words);
	cx_map_release(&b->projects);
	cx_map_release(&b->tags);
	cx_map_release(&b->statuses);
	cx_map_release(&b->known);
	cx_sb_keys_release(&b->keys);
	cx_map_release(&b->named);
	cx_arena_release(&b->arena);
	cx_terms_release(&b->terms);
	cx_buf_release(&b->lower);
	cx_buf_release(&b->escaped);
	free(b->order);
	free(b->rank);
	free(b->folder);
	free(b->folder_length);
	free(b->named_number);
	free(b->status_number);
	free(b->status_names);
	cx_graph_release(&b->graph);
	free(b->near);
	cx_sb_words_release(&b->w);
	cx_buf_release(&b->fields_text);
	cx_buf_release(&b->fieldwords_text);
	free(b);
}

static uint32_t
number(struct cx_search_build *b, struct cx_map *map, struct cx_str key)
{
	uint32_t n = cx_map_get(map, key);

	return n != CX_MAP_NONE
	    ? n
	    : cx_map_put(map, cx_arena_copy(&b->arena, key));
}

/* The number of a word; low is its bytes with zeros behind if it has at most
 * CX_SHORT. */
static uint32_t
word_number(struct cx_search_build *b, struct cx_str word,
    const char low[CX_SHORT])
{
	uint64_t key[CX_SHORT / 8];
	uint32_t *n;

	if (word.len > CX_SHORT)
		return number(b, &b->words, word);
	memcpy(key, low, CX_SHORT);
	n = cx_shortmap_at(&b->short_words, key,
	    cx_shortmap_hash(&b->short_words, key));
	if (*n == UINT32_MAX)
		*n = number(b, &b->words, word);
	return *n;
}

static void
add_field(struct cx_search_build *b, enum field f, uint32_t word)
{
	cx_sb_add_once(&b->pool, cx_sb_list(&b->field[f], word), b->n);
}

static struct cx_str
lower(struct cx_search_build *b, struct cx_str s)
{
	b->lower.len = 0;
	cx_utf8_lower(&b->lower, s);
	return cx_buf_view(&b->lower);
}

/* The runs of letters and digits. */
static void
add_words(struct cx_search_build *b, enum field f, struct cx_str s)
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
		add_field(b, f, word_number(b, cx_strn(s.s + from, i - from),
		    low));
	}
}

/* A whole text, as searchset.h escapes it.  The empty one is no word. */
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
	const struct cx_json *tags = cx_record_strings(rec, "tags"), *t;

	add_words(b, FIELD_DESCRIPTION,
	    cx_record_str(rec, "description", CX_STR("")));
	add_words(b, FIELD_NAME, cx_record_str(rec, "name", CX_STR("")));
	add_words(b, FIELD_PATH, cx_record_path(rec));
	add_whole(b, FIELD_PROJECT, &b->projects,
	    cx_record_str(rec, "project", CX_STR("")));
	for (t = cx_json_first(tags); t; t = cx_json_next(tags, t))
		add_whole(b, FIELD_TAG, &b->tags, cx_json_str(t));
}

static void
add_terms(struct cx_search_build *b, const struct cx_record *rec,
    struct atom *a)
{
	struct cx_terms *terms = &b->terms;
	struct cx_str name, body;
	int64_t day;

	cx_doc_strings(rec, &name, &body);
	cx_sb_texts_add(&b->texts, name, body);
	if (b->what == CX_BUILD_BASE && cx_doc_compared(b->config, rec) &&
	    (body.len || cx_json_get(rec->root, "body")))
		a->known = number(b, &b->known, cx_doc_project(rec));
	terms->n = 0;
	cx_doc_tags(b->analyzer, rec, terms);
	for (size_t i = 0; i < terms->n; i++)
		add_field(b, FIELD_TAG_TERM, terms->id[i]);
	terms->n = 0;
	a->day = NO_DAY;
	if (cx_doc_date(b->analyzer, rec, terms, &day))
		a->day = (int32_t)day;
	for (size_t i = 0; i < terms->n; i++)
		add_field(b, FIELD_DATE_TERM, terms->id[i]);
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
		cx_handover_give(b->prepare, &nothing);
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
	add_terms(b, rec, &a);
	add_fields(b, rec);
	if (b->what == CX_BUILD_BASE)
		cx_sb_own_keys(&b->keys, b->n, rec);
	if (b->what != CX_BUILD_DELTA)
		cx_edges(rec, add_link, b);
	a.links_end = b->links.len;
	CX_GROW(b->atoms, b->n, b->cap);
	b->atoms[b->n++] = a;
}

void
cx_search_build_sibling(struct cx_search_build *b, const struct cx_record *rec)
{
	struct cx_str name, body;

	cx_resolver_record(b->resolver, rec);
	cx_doc_strings(rec, &name, &body);
	cx_sb_texts_add(&b->texts, name, body);
	CX_GROW(b->atoms, b->n, b->cap);
	b->atoms[b->n++] = (struct atom){.status = NONE, .known = NONE,
	    .sibling = true,
	    .links_end = b->links.len};
}

void
cx_search_build_folder(struct cx_search_build *b, struct cx_str path)
{
	(void)number(b, &b->named, path);
}

uint32_t
cx_search_build_folder_number(const struct cx_search_build *b,
    struct cx_str path)
{
	uint32_t n = cx_map_get(&b->named, path);

	return n == CX_MAP_NONE ? NONE : b->named_number[n];
}

uint64_t
cx_search_build_length(const struct cx_search_build *b)
{
	return b->length;
}

uint32_t
cx_search_build_folders(const struct cx_search_build *b)
{
	return b->n_folders;
}

uint64_t
cx_search_build_folders_length(const struct cx_search_build *b)
{
	return b->folders_length;
}
