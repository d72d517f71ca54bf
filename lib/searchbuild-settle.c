/* When all atoms are there: numbers, folders, statuses, neighbours. */
#include "lib/searchbuild-impl.h"

#include "lib/doctext.h"

#include <stdlib.h>

/* Widest number in docs.status. */
#define STATUS_MAX 999

static struct cx_str
path_of(const struct cx_search_build *b, uint32_t final)
{
	return cx_resolver_path(b->resolver,
	    b->order ? b->order[final] : final);
}

/* --- numbers --- */

static void
number_atoms(struct cx_search_build *b)
{
	struct sorted_word *v;
	bool in_order = true;

	b->n_final = 0;
	for (uint32_t i = 0; i < b->n; i++) {
		if (b->atoms[i].status == NONE)
			in_order = false;
		else
			b->n_final++;
		if (i && cx_str_cmp(cx_resolver_path(b->resolver, i - 1),
		    cx_resolver_path(b->resolver, i)) > 0)
			in_order = false;
	}
	if (in_order)
		return; /* as cx-scan gives them */
	v = cx_calloc(b->n_final, sizeof *v);
	b->order = cx_calloc(b->n_final, sizeof *b->order);
	b->rank = cx_malloc(cx_mul(b->n, sizeof *b->rank));
	b->n_final = 0;
	for (uint32_t i = 0; i < b->n; i++) {
		b->rank[i] = NONE;
		if (b->atoms[i].status != NONE)
			v[b->n_final++] = (struct sorted_word){
			    .word = cx_resolver_path(b->resolver, i),
			    .number = i};
	}
	cx_sb_sort(v, b->n_final);
	for (uint32_t i = 0; i < b->n_final; i++) {
		b->order[i] = v[i].number;
		b->rank[v[i].number] = i;
	}
	free(v);
}

/* --- folders --- */

static void
number_folders(struct cx_search_build *b)
{
	struct cx_map map = {0};
	uint32_t *count, *number;
	struct sorted_word *v;

	b->folder = cx_malloc(cx_mul(b->n_final, sizeof *b->folder));
	count = cx_calloc(b->n_final, sizeof *count);
	for (uint32_t i = 0; i < b->n_final; i++) {
		b->folder[i] = cx_map_put(&map, cx_doc_folder(path_of(b, i)));
		count[b->folder[i]]++;
	}
	v = cx_calloc(map.n, sizeof *v);
	number = cx_malloc(cx_mul(map.n, sizeof *number));
	b->n_folders = 0;
	for (uint32_t f = 0; f < map.n; f++) {
		number[f] = NONE;
		if (count[f] >= CX_FOLDER_MIN && count[f] <= CX_FOLDER_MAX)
			v[b->n_folders++] = (struct sorted_word){
			    .word = map.key[f], .number = f};
	}
	cx_sb_sort(v, b->n_folders);
	for (uint32_t f = 0; f < b->n_folders; f++)
		number[v[f].number] = f;
	b->folder_length = cx_calloc(b->n_folders, sizeof *b->folder_length);
	for (uint32_t i = 0; i < b->n_final; i++) {
		uint32_t length =
		    b->texts.length[b->order ? b->order[i] : i];

		b->folder[i] = number[b->folder[i]];
		b->length += length;
		if (b->folder[i] == NONE)
			continue;
		b->folder_length[b->folder[i]] += length;
		b->folders_length += length;
	}
	free(count);
	free(number);
	free(v);
	cx_map_release(&map);
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
	struct sorted_word *v = cx_calloc(map->n, sizeof *v);
	bool *used = cx_calloc(map->n, sizeof *used);
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
	cx_sb_sort(v, n);
	b->status_number = cx_calloc(map->n, sizeof *b->status_number);
	b->status_names = cx_calloc(n, sizeof *b->status_names);
	b->n_statuses = 0;
	for (uint32_t i = 0; i < n; i++) {
		if (i == 0 || !cx_str_eq(v[i].word, v[i - 1].word))
			b->status_names[b->n_statuses++] = v[i].word;
		b->status_number[v[i].number] = b->n_statuses - 1;
	}
	free(used);
	free(v);
}

/* --- neighbours --- */

static void
link_atoms(struct cx_search_build *b)
{
	uint32_t *seen;
	size_t at = 0;

	for (uint32_t i = 0; i < b->n; i++) {
		struct cx_str path = cx_resolver_path(b->resolver, i);

		if (b->atoms[i].status == NONE) {
			at = b->atoms[i].links_end;
			continue;
		}
		while (at < b->atoms[i].links_end) {
			struct cx_resolved to;
			uint32_t len;

			memcpy(&len, b->links.s + at, sizeof len);
			at += sizeof len;
			to = cx_resolve(b->resolver, path,
			    cx_strn(b->links.s + at, len));
			at += len;
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
	seen = cx_calloc(b->n_final, sizeof *seen);
	b->near = cx_malloc(cx_mul(b->n_final, sizeof *b->near));
	for (uint32_t i = 0; i < b->n_final; i++)
		b->near[i] = cx_graph_near(&b->graph, i, seen);
	free(seen);
}

static void
sort_terms(struct cx_search_build *b)
{
	const struct texts *t = &b->texts;
	uint32_t all = cx_analyzer_count(t->analyzer);
	struct sorted_word *w = cx_calloc(all, sizeof *w);

	for (uint32_t i = 0; i < all && i < t->lists.n; i++) {
		if (t->lists.v[i].n)
			w[b->n_sorted++] = (struct sorted_word){
			    .word = cx_analyzer_term(t->analyzer, i),
			    .number = i};
	}
	cx_sb_sort(w, b->n_sorted);
	b->terms_sorted = w;
}

void
cx_sb_settle(struct cx_search_build *b)
{
	/* Memory goes as soon as it can: a resolver needs a lot. */
	cx_sb_texts_end(&b->texts);
	cx_analyzer_close(b->analyzer);
	cx_shortmap_release(&b->short_words);
	number_atoms(b);
	number_folders(b);
	number_statuses(b);
	link_atoms(b);
	cx_resolver_free(b->resolver);
	b->resolver = NULL;
	cx_buf_release(&b->links);
	sort_terms(b);
	cx_sb_fields(b);
}
