/* Groups the words of texts by term and counts the bodies with them. */
#include "lib/search/build-impl.h"

#include <stdlib.h>

/* --- projects --- */

/* Numbers the projects that have bodies, in order of their names, and gives
 * each atom that of its project. */
static void
number_projects(struct cx_search_build *b)
{
	struct words *w = &b->w;
	CX_AUTO_FREE struct sorted_word *v = cx_calloc(b->known.n, sizeof *v);
	uint32_t *bodies = cx_calloc(b->known.n, sizeof *bodies);
	uint32_t *rank = cx_calloc(b->known.n, sizeof *rank), n = 0;

	for (uint32_t i = 0; i < b->n; i++)
		if (b->atoms[i].status != NONE && b->atoms[i].known != NONE)
			bodies[b->atoms[i].known]++;
	for (uint32_t k = 0; k < b->known.n; k++) {
		if (!bodies[k])
			continue;
		b->escaped.len = 0;
		cx_search_escape(&b->escaped, b->known.key[k]);
		v[n++] = (struct sorted_word){.number = k,
		    .word = cx_arena_copy(&b->arena,
			cx_buf_view(&b->escaped))};
	}
	cx_builder_sort(v, n);
	w->names = cx_calloc(n, sizeof *w->names);
	w->bodies = cx_calloc(n, sizeof *w->bodies);
	for (uint32_t i = 0; i < n; i++) {
		w->names[i] = v[i].word;
		w->bodies[i] = bodies[v[i].number];
		rank[v[i].number] = i;
	}
	w->project = cx_malloc(cx_mul(b->n_final, sizeof *w->project));
	for (uint32_t i = 0; i < b->n_final; i++) {
		uint32_t known = b->atoms[b->order ? b->order[i] : i].known;

		w->project[i] = known == NONE ? n : rank[known];
	}
	w->n_projects = n;
	/* One more, for what is of no project. */
	w->count = cx_calloc(cx_add(n, 1), sizeof *w->count);
	w->seen = cx_calloc(cx_add(n, 1), sizeof *w->seen);
	free(bodies);
	free(rank);
}

/* --- words and terms --- */

static bool
has_postings(const struct lists *l, uint32_t number)
{
	return number < l->n && l->v[number].some;
}

void
cx_builder_words(struct cx_search_build *b)
{
	const struct lists *lists = &b->texts.lists;
	const struct cx_analyzer *a = b->texts.analyzer;
	uint32_t all = cx_analyzer_count(a);
	uint32_t *first = cx_malloc(cx_mul(all, sizeof *first));
	struct words *w = &b->w;

	number_projects(b);
	w->next = cx_malloc(cx_mul(all, sizeof *w->next));
	w->at = cx_calloc(all, sizeof *w->at);
	for (uint32_t i = 0; i < all; i++)
		first[i] = w->next[i] = NONE;
	for (uint32_t i = 0; i < all; i++) {
		struct cx_word word;

		if (!has_postings(lists, i) ||
		    !cx_analyzer_word(a, i, &word))
			continue;
		w->next[i] = first[word.term];
		first[word.term] = i;
	}
	w->sorted = cx_malloc(cx_mul(all, sizeof *w->sorted));
	for (uint32_t i = 0; i < all; i++) {
		if (first[i] != NONE || (i < lists->n &&
			lists->v[i].sort >= WORD_STOP) ||
		    has_postings(lists, i))
			w->sorted[w->n++] = (struct sorted_word){
			    .word = cx_analyzer_term(a, i), .number = i,
			    .more = first[i]};
	}
	free(first);
	cx_builder_sort(w->sorted, w->n);
}

void
cx_builder_words_release(struct words *w)
{
	free(w->sorted);
	free(w->next);
	free(w->project);
	free(w->names);
	free(w->bodies);
	free(w->count);
	free(w->seen);
	free(w->stops);
	free(w->at);
	cx_buf_release(&w->text);
	for (size_t i = 0; i < sizeof w->room / sizeof *w->room; i++)
		cx_builder_unpacked_release(&w->room[i]);
}

/* --- in how many bodies --- */

/* Most have one digit. */
static inline char *
put_count(char *at, uint32_t n)
{
	if (n >= 10)
		return cx_builder_put_number(at, n);
	*at = (char)('0' + n);
	return at + 1;
}

static void
print_count(struct words *w, uint32_t project)
{
	char *at = cx_buf_room(&w->text, 2 * CX_SB_NUMBER + 2);

	*at++ = ' ';
	at = put_count(at, project);
	*at++ = ':';
	at = put_count(at, w->count[project]);
	w->text.len = (size_t)(at - w->text.s);
	w->count[project] = 0;
}

/* Prints what w->count says of those seen, and forgets it. */
static void
print_counts(struct words *w, uint32_t seen, uint32_t number)
{
	w->count[w->n_projects] = 0;
	if (!seen)
		return;
	w->at[number] = w->text.len + 1;
	if (seen > w->n_projects / 8) {
		for (uint32_t p = 0; p < w->n_projects; p++) {
			if (w->count[p])
				print_count(w, p);
		}
	} else {
		qsort(w->seen, seen, sizeof *w->seen, cx_order_u32);
		for (uint32_t i = 0; i < seen; i++)
			print_count(w, w->seen[i]);
	}
	cx_buf_char(&w->text, '\n');
}

/* Counts the bodies of a word's list, and puts its
 * frequencies right. */
static void
count_bodies(struct words *w, struct unpacked *u, uint32_t number)
{
	uint32_t seen = 0, none = w->n_projects;

	for (size_t i = 0; i < u->n; i++) {
		struct posting *p = &u->v[i];
		uint32_t project = p->text & 1 ? w->project[p->doc] : none;

		if (w->count[project]++ == 0 && project != none)
			w->seen[seen++] = project;
		p->text = (p->text + 1) / 2;
	}
	print_counts(w, seen, number);
}

static void
take_out(struct cx_search_build *b, uint32_t number, struct unpacked *u)
{
	cx_builder_unpack(&b->texts.pool, &b->texts.lists.v[number], b->rank,
	    u);
	count_bodies(&b->w, u, number);
}

static void
ask_for_word(const struct cx_search_build *b, const struct sorted_word *word)
{
	if (word->more == NONE)
		return;
	AHEAD_OF(word->word.s);
	AHEAD_OF(&b->texts.lists.v[word->more]);
	AHEAD_OF(&b->w.next[word->more]);
	AHEAD_OF(&b->w.at[word->more]);
}

const struct unpacked *
cx_builder_term(struct cx_search_build *b, size_t i)
{
	struct words *w = &b->w;
	uint32_t number = w->sorted[i].more;

	if (i + 2 * AHEAD < w->n)
		ask_for_word(b, &w->sorted[i + 2 * AHEAD]);
	if (i + AHEAD < w->n && w->sorted[i + AHEAD].more != NONE)
		cx_builder_unpack_soon(&b->texts.pool,
		    &b->texts.lists.v[w->sorted[i + AHEAD].more]);
	w->room[0].n = 0;
	if (number == NONE)
		return &w->room[0];
	take_out(b, number, &w->room[0]);
	while ((number = w->next[number]) != NONE) {
		take_out(b, number, &w->room[1]);
		cx_builder_merge(&w->room[0], &w->room[1], &w->room[2]);
	}
	return &w->room[0];
}

/* --- stop words --- */

/* Stop words are of no terms and have no lists. */
static void
count_stop_words(struct cx_search_build *b)
{
	struct words *w = &b->w;

	w->stops = cx_calloc(cx_mul(cx_add(w->n_projects, 1), CX_STOPWORDS),
	    sizeof *w->stops);
	for (uint32_t i = 0; i < b->n_final; i++) {
		uint32_t *count = w->stops +
		    (size_t)w->project[i] * CX_STOPWORDS;
		const struct stopset *set =
		    &b->texts.atom[b->order ? b->order[i] : i].stops;

		for (unsigned k = 0; k < CX_STOPWORDS; k += 64)
			for (uint64_t left = set->bits[k / 64]; left;
			    left &= left - 1)
				count[k + (unsigned)__builtin_ctzll(left)]++;
	}
}

static void
take_stop_word(struct cx_search_build *b, uint32_t number)
{
	struct words *w = &b->w;
	uint32_t seen = 0, k;

	k = b->texts.lists.v[number].sort - WORD_STOP;

	for (uint32_t p = 0; p < w->n_projects; p++) {
		w->count[p] = w->stops[(size_t)p * CX_STOPWORDS + k];
		if (w->count[p])
			w->seen[seen++] = p;
	}
	print_counts(w, seen, number);
}

static bool
is_stop_word(const struct cx_search_build *b, uint32_t number)
{
	return number < b->texts.lists.n &&
	    b->texts.lists.v[number].sort >= WORD_STOP;
}

/* --- the file --- */

void
cx_builder_print_projects(struct cx_search_build *b, struct cx_buf *out)
{
	struct words *w = &b->w;

	count_stop_words(b);
	for (uint32_t p = 0; p < w->n_projects; p++) {
		cx_buf_puts(out, "j ");
		cx_buf_str(out, w->names[p]);
		cx_buf_char(out, ' ');
		cx_buf_int(out, p);
		cx_buf_char(out, ' ');
		cx_buf_int(out, w->bodies[p]);
		cx_buf_char(out, '\n');
	}
}

void
cx_builder_print_word(struct cx_search_build *b, size_t i, struct cx_buf *out)
{
	struct words *w = &b->w;
	struct cx_str word = w->sorted[i].word, counts;
	uint32_t number = w->sorted[i].number;

	if (i + 2 * AHEAD < w->n) {
		AHEAD_OF(&w->at[w->sorted[i + 2 * AHEAD].number]);
		AHEAD_OF(w->sorted[i + 2 * AHEAD].word.s);
	}
	if (i + AHEAD < w->n && w->at[w->sorted[i + AHEAD].number])
		AHEAD_OF(w->text.s + w->at[w->sorted[i + AHEAD].number] - 1);
	/* One byte is one ASCII character, not a word for similar.h. */
	if (word.len == 1)
		return;
	if (is_stop_word(b, number)) {
		w->at[number] = 0; /* in a name it counts as no body's */
		take_stop_word(b, number);
	}
	if (!w->at[number])
		return;
	counts = cx_str_from(cx_buf_view(&w->text), w->at[number] - 1);
	counts.len = (size_t)((const char *)memchr(counts.s, '\n',
	    counts.len) - counts.s) + 1;
	cx_buf_puts(out, "w ");
	cx_buf_str(out, word);
	cx_buf_str(out, counts);
}
