/* After the last atom: computes numbers, statuses, neighbours. */
#include "lib/search/build-impl.h"

#include "lib/text/doctext.h"
#include "lib/text/language.h"

#include <stdlib.h>

/* Widest number in docs.status. */
#define STATUS_MAX 999

/* --- numbers --- */

static void
number_atoms(struct cx_search_build *b)
{
	struct sorted_word *v;
	bool in_order = true;

	b->n_final = 0;
	for (uint32_t i = 0; i < b->n; i++) {
		b->n_final += b->atoms[i].status != NONE;
		if (b->atoms[i].status == NONE)
			in_order = false;
		if (i && cx_str_cmp(cx_resolver_path(b->resolver, i - 1),
		    cx_resolver_path(b->resolver, i)) > 0)
			in_order = false;
	}
	if (in_order)
		return; /* as cx-scan gives them */
	v = cx_calloc(b->n_final, sizeof *v);
	b->order = cx_calloc(b->n_final, sizeof *b->order);
	b->rank = cx_malloc(cx_mul(b->n, sizeof *b->rank));
	for (uint32_t i = 0, n = 0; i < b->n; i++) {
		b->rank[i] = NONE;
		if (b->atoms[i].status != NONE)
			v[n++] = (struct sorted_word){
			    .word = cx_resolver_path(b->resolver, i),
			    .number = i};
	}
	cx_builder_sort(v, b->n_final);
	for (uint32_t i = 0; i < b->n_final; i++) {
		b->order[i] = v[i].number;
		b->rank[v[i].number] = i;
	}
	free(v);
}

/* --- sums --- */

static const struct text_of_atom *
text_of(const struct cx_search_build *b, uint32_t final)
{
	return &b->texts.atom[b->order ? b->order[final] : final];
}

static void
sum_up(struct cx_search_build *b)
{
	for (uint32_t i = 0; i < b->n_final; i++) {
		const struct text_of_atom *t = text_of(b, i);

		b->sums.names += t->names;
		b->sums.named += t->names != 0;
		b->sums.words += t->words;
		b->sums.worded += t->words != 0;
		b->sums.pairs += t->pairs;
		b->sums.paired += t->pairs != 0;
	}
}

/* --- statuses --- */

/*
 * Numbers those that atoms have, in byte order.  Their weights are all that
 * is asked for, so with too many to number, those that the configuration
 * does not list share the empty name: they all weigh 1.
 */
static void
number_statuses(struct cx_search_build *b)
{
	const struct cx_json *table =
	    cx_json_get(cx_config_root(b->config), "status");
	const struct cx_map *map = &b->statuses;
	CX_AUTO_FREE struct sorted_word *v = cx_calloc(map->n, sizeof *v);
	CX_AUTO_FREE bool *used = cx_calloc(map->n, sizeof *used);
	uint32_t n = 0;

	for (uint32_t i = 0; i < b->n; i++) {
		uint32_t s = b->atoms[i].status;

		if (s == NONE || used[s])
			continue;
		used[s] = true;
		v[n++] = (struct sorted_word){.word = map->key[s],
		    .number = s};
	}
	for (uint32_t i = 0; n > STATUS_MAX && i < n; i++) {
		if (!cx_json_getn(table, v[i].word))
			v[i].word = CX_STR("");
	}
	cx_builder_sort(v, n);
	b->status_number = cx_calloc(map->n, sizeof *b->status_number);
	b->status_names = cx_calloc(n, sizeof *b->status_names);
	b->n_statuses = 0;
	for (uint32_t i = 0; i < n; i++) {
		if (i == 0 || !cx_str_eq(v[i].word, v[i - 1].word))
			b->status_names[b->n_statuses++] = v[i].word;
		b->status_number[v[i].number] = b->n_statuses - 1;
	}
}

/* --- neighbours --- */

/* A link by which a delta could not find its atom from the neighbours of
 * others that share a key: see searchset.h, linkkeys. */
static bool
needs_key(uint32_t from, const struct cx_resolved *to)
{
	return to->status != CX_LINK_OK || to->step == CX_BY_ID ||
	    to->step == CX_BY_NAME || to->atom == from;
}

/* The link at *at, which is moved past it. */
static struct cx_str
next_link(const struct cx_search_build *b, size_t *at)
{
	const char *s = b->links.s + *at;
	uint32_t len;

	memcpy(&len, s, sizeof len);
	*at += sizeof len + len;
	return cx_strn(s + sizeof len, len);
}

/* The keys of all links of hubs, which are in nobody's line. */
static void
add_hub_keys(struct cx_search_build *b)
{
	for (uint32_t i = 0; i < b->n_final; i++) {
		uint32_t coming = b->order ? b->order[i] : i;
		size_t at = coming ? b->atoms[coming - 1].links_end : 0;

		if (!cx_graph_is_hub(&b->graph, i))
			continue;
		while (at < b->atoms[coming].links_end)
			cx_builder_link_keys(&b->keys, coming,
			    next_link(b, &at));
	}
}

/* Asks memory for what the links from `at` on will need (resolve.h); gives
 * where those that were not asked for begin. */
#define SOON 32

static struct cx_str
nth_link(const void *links, size_t i)
{
	return ((const struct cx_str *)links)[i];
}

static size_t
ask_for_links(const struct cx_search_build *b, size_t at)
{
	struct cx_str link[SOON];
	size_t n = 0;

	while (n < SOON && at < b->links.len)
		link[n++] = next_link(b, &at);
	cx_resolve_soon(b->resolver, 0, n, nth_link, link);
	return at;
}

static void
link_atoms(struct cx_search_build *b)
{
	bool with_keys = b->what == CX_BUILD_BASE && b->n_final >=
	    cx_config_int(b->config, "index", "delta_from");
	uint32_t *seen;
	size_t at = 0, asked = 0;

	for (uint32_t i = 0; i < b->n; i++) {
		struct cx_str path = cx_resolver_path(b->resolver, i);

		if (b->atoms[i].status == NONE) {
			at = b->atoms[i].links_end;
			continue;
		}
		while (at < b->atoms[i].links_end) {
			struct cx_resolved to;
			struct cx_str link;

			if (at >= asked)
				asked = ask_for_links(b, at);
			link = next_link(b, &at);
			to = cx_resolve(b->resolver, path, link);
			if (with_keys && needs_key(i, &to))
				cx_builder_link_keys(&b->keys, i, link);
			if (to.status != CX_LINK_OK)
				continue;
			if (b->rank)
				cx_graph_link(&b->graph, b->rank[i],
				    b->rank[to.atom]);
			else
				cx_graph_link(&b->graph, i, to.atom);
		}
	}
	cx_graph_build(&b->graph, b->n_final);
	if (with_keys)
		add_hub_keys(b);
	else
		cx_builder_keys_release(&b->keys);
	seen = cx_calloc(b->n_final, sizeof *seen);
	b->near = cx_malloc(cx_mul(b->n_final, sizeof *b->near));
	for (uint32_t i = 0; i < b->n_final; i++)
		b->near[i] = cx_graph_near(&b->graph, i, seen);
	free(seen);
}

static void
print_links(struct cx_search_build *b)
{
	const struct cx_graph *g = &b->graph;
	struct cx_buf *out = &b->links_text;

	for (uint32_t i = 0; i < b->n_final; i++) {
		const char *between = "";

		if (cx_graph_is_hub(g, i)) {
			cx_buf_char(out, '*');
			between = " ";
		}
		for (size_t k = g->start[i]; k < g->start[i + 1]; k++) {
			if (cx_graph_is_hub(g, g->to[k]))
				continue;
			cx_buf_puts(out, between);
			cx_buf_int(out, g->to[k]);
			between = " ";
		}
		cx_buf_char(out, '\n');
	}
}

/* --- languages --- */

/* In how many bodies a stop word is. */
static uint64_t
bodies_with_stop(const struct cx_search_build *b, unsigned k)
{
	uint64_t n = 0;

	for (uint32_t i = 0; i < b->n; i++)
		n += b->atoms[i].status != NONE &&
		    b->texts.atom[i].stops.bits[k / 64] >> k % 64 & 1;
	return n;
}

/* In how many texts a word is. */
static uint64_t
texts_with(const struct cx_search_build *b, struct cx_str word,
    struct unpacked *room)
{
	const struct texts *t = &b->texts;
	uint32_t id;
	uint64_t n = 0;

	if (cx_is_stopword(word))
		return bodies_with_stop(b, cx_stopword_number(word));
	id = cx_analyzer_find(t->analyzer, word);
	if (id >= t->lists.n || !t->lists.v[id].some)
		return 0;
	cx_builder_unpack(&t->pool, &t->lists.v[id], NULL, room);
	for (size_t i = 0; i < room->n; i++)
		n += room->v[i].text &&
		    b->atoms[room->v[i].doc].status != NONE;
	return n;
}

/* Words are stemmed as in the languages that are frequent in the texts. */
static void
find_languages(struct cx_search_build *b)
{
	CX_AUTO_BUF found = CX_BUF_INIT;
	struct unpacked room = {0};
	uint64_t seen[CX_LANGUAGES] = {0}, most = 0, words = 0;

	for (uint32_t i = 0; i < b->n; i++)
		words += b->atoms[i].status != NONE ? b->texts.atom[i].body : 0;
	for (unsigned l = 0; cx_language(l).len; l++) {
		for (unsigned k = 0; k < CX_LANGUAGE_WORDS; k++)
			seen[l] += texts_with(b, cx_language_word(l, k), &room);
		most = seen[l] > most ? seen[l] : most;
	}
	for (unsigned l = 0; cx_language(l).len; l++) {
		if (cx_language_is_frequent(seen[l], most, words)) {
			cx_buf_puts(&found, found.len ? " " : "");
			cx_buf_str(&found, cx_language(l));
		}
	}
	cx_builder_unpacked_release(&room);
	if (!found.len)
		cx_buf_puts(&found, "porter");
	cx_analyzer_settle(b->texts.analyzer, cx_buf_view(&found));
	cx_analyzer_settle(b->analyzer, cx_buf_view(&found));
}

void
cx_builder_finalize(struct cx_search_build *b)
{
	/* Memory goes as soon as it can: a resolver needs a lot. */
	cx_builder_texts_end(&b->texts);
	if (cx_analyzer_is_open(b->analyzer))
		find_languages(b);
	cx_analyzer_close(b->texts.analyzer);
	cx_analyzer_close(b->analyzer);
	cx_shortmap_release(&b->short_words);
	number_atoms(b);
	sum_up(b);
	number_statuses(b);
	cx_builder_words(b);
}

void
cx_builder_connect(struct cx_search_build *b)
{
	link_atoms(b);
	cx_resolver_free(b->resolver);
	b->resolver = NULL;
	cx_buf_release(&b->links);
	print_links(b);
	cx_builder_print_keys(b);
	cx_builder_fields(b);
}
