/* Explains why a query finds nothing, or not what was meant. */
#include "bin/cx-score/score.h"

#include "lib/base/opt.h"
#include "lib/base/utf8.h"
#include "lib/rank/prefix.h"
#include "lib/record/life.h"

#include <stdlib.h>

#define CANDIDATES 64 /* words that are compared */
#define OFFERED 3
/* Of so many words that no note has the nearest are looked for, a millisecond
 * each, and so many are named: more are no query with mistakes. */
#define NAMED 16

/* --- words that no note has --- */

struct offer {
	struct cx_str word, term;
	unsigned edits;
	uint32_t df;
};

struct missing {
	struct cx_str word, typed;
	bool begins; /* others do so */
	struct offer offer[OFFERED];
	size_t n;
};

struct all_missing {
	struct missing *v;
	size_t n, cap;
	size_t words; /* of the query, without stop words */
	size_t before; /* missing words of terms before these */
	struct cx_map *seen; /* each counts once; NULL: each time it is there */
};

static uint32_t
df_of(const struct cx_pool *pool, struct cx_str term)
{
	uint64_t text = cx_parts_count(pool->parts, 'A' + CX_LIST_TEXT, term,
	    cx_search_find(pool->set, CX_LIST_TEXT, term).df);
	uint64_t scope = cx_parts_count(pool->parts, 'A' + CX_LIST_SCOPE, term,
	    cx_search_find(pool->set, CX_LIST_SCOPE, term).df);

	return (uint32_t)(text > scope ? text : scope);
}

/* The most frequent term of a word: of a compound, parts count, too. */
static struct offer
rate(const struct cx_pool *pool, struct cx_str word, unsigned edits)
{
	struct offer o = {word, {NULL, 0}, edits, 0};
	CX_AUTO(cx_terms_release) struct cx_terms ids = {0};

	cx_analyze_query(pool->analyzer, word, 0, &ids);
	for (size_t i = 0; i < ids.n; i++) {
		struct cx_str term = cx_analyzer_term(pool->analyzer,
		    ids.id[i]);
		uint32_t df = df_of(pool, term);

		if (!o.term.s || df > o.df) {
			o.term = term;
			o.df = df;
		}
	}
	return o;
}

static int
better(const void *va, const void *vb)
{
	const struct offer *a = va, *b = vb;

	if (a->edits != b->edits)
		return a->edits < b->edits ? -1 : 1;
	if (a->df != b->df)
		return a->df > b->df ? -1 : 1;
	return cx_str_cmp(a->word, b->word);
}

/* Words near to one, and the memory of those of other parts. */
struct near_words {
	struct cx_near_word v[CANDIDATES];
	size_t n;
};
static struct cx_arena near_texts;

/* "1word" */
static void
add_near(void *arg, struct cx_str text)
{
	struct near_words *near = arg;

	if (near->n < CANDIDATES && text.len > 1)
		near->v[near->n++] = (struct cx_near_word){cx_str_from(
		    cx_arena_copy(&near_texts, text), 1),
		    (unsigned)(text.s[0] - '0')};
}

static void
share_near(struct cx_parts *parts, struct near_words *near)
{
	struct cx_str text[CANDIDATES];
	CX_AUTO_BUF all = CX_BUF_INIT;
	size_t n = near->n;

	if (!parts)
		return;
	for (size_t i = 0; i < n; i++) {
		all.len = 0;
		cx_buf_fmt(&all, "%u%.*s", near->v[i].edits,
		    (int)near->v[i].word.len, near->v[i].word.s);
		text[i] = cx_arena_copy(&near_texts, cx_buf_view(&all));
	}
	near->n = 0;
	cx_parts_shared(parts, text, n, 1, add_near, near);
}

/* A short word has one wrong letter, a longer one two; what has two letters is
 * near to everything. */
static void
find_nearest(const struct cx_pool *pool, struct missing *m)
{
	size_t letters = cx_utf8_count(m->word), n = 0;
	struct near_words near;
	struct offer offers[CANDIDATES];

	if (letters < 3)
		return;
	near.n = cx_search_nearest(pool->set, m->word, letters <= 5 ? 1 : 2,
	    near.v, CANDIDATES);
	share_near(pool->parts, &near);
	for (size_t i = 0; i < near.n; i++) {
		offers[n] = rate(pool, near.v[i].word, near.v[i].edits);
		n += offers[n].df > 0;
	}
	CX_SORT(offers, n, better);
	for (size_t i = 0; i < n && m->n < OFFERED; i++) {
		bool known = false;

		for (size_t k = 0; k < m->n; k++)
			known = known || cx_str_eq(m->offer[k].term,
			    offers[i].term);
		if (!known)
			m->offer[m->n++] = offers[i];
	}
}

/* Scripts without spaces have pairs of characters for words. */
static bool
is_spelt(struct cx_str word)
{
	uint32_t cp;

	(void)cx_utf8_decode(word.s, word.len, &cp, NULL);
	return !cx_unspaced(cp);
}

static void
count_list(void *arg, struct cx_str word, struct cx_cursor list)
{
	size_t *n = arg;

	(void)word;
	*n += list.df;
}

/* Whether a note has a word that begins so. */
static bool
begins(struct cx_pool *pool, struct cx_str beginning)
{
	size_t n = 0;

	cx_prefix_each(pool, beginning, count_list, &n);
	return cx_parts_now(pool->parts, 'b', beginning, n) > 0;
}

/* Without punctuation around it. */
static struct cx_str
bare(struct cx_str s)
{
	size_t from = s.len, to = 0, n;

	for (size_t i = 0; i < s.len; i += n) {
		uint32_t cp;

		n = cx_utf8_decode(s.s + i, s.len - i, &cp, NULL);
		if (!cx_is_wordchar(cp))
			continue;
		from = from < i ? from : i;
		to = i + n;
	}
	return to ? cx_strn(s.s + from, to - from) : s;
}

/* A word of the query, and as it was typed. */
static void
take_word(const struct cx_pool *pool, const struct cx_recall *dates,
    struct cx_str word, struct cx_str typed, struct all_missing *all)
{
	struct offer o;

	if (all->seen && cx_map_put(all->seen, word) < all->words)
		return;
	all->words++;
	o = rate(pool, word, 0);
	if (!is_spelt(word) || o.df || cx_recall_dated(dates, o.term))
		return;
	*CX_NEXT(all->v, all->n, all->cap) = (struct missing){.word = word,
	    .typed = typed};
	if (all->before + all->n <= NAMED)
		find_nearest(pool, &all->v[all->n - 1]);
}

static void
find_in_term(struct cx_pool *pool, const struct cx_recall *dates,
    const struct cx_query_term *t, struct all_missing *all)
{
	struct cx_str rest = cx_query_plain(t), piece;

	while (cx_query_piece(&rest, &piece)) {
		CX_AUTO(cx_terms_release) struct cx_terms ids = {0};

		cx_analyze(pool->analyzer, piece, CX_ANALYZE_WORDS |
		    CX_ANALYZE_PLAIN, &ids);
		for (size_t i = 0; i < ids.n; i++) {
			struct cx_str word = cx_analyzer_term(pool->analyzer,
			    ids.id[i] >> 1);

			if (!(ids.id[i] & 1))
				take_word(pool, dates, word, ids.n == 1 ?
				    bare(piece) : word, all);
		}
	}
	if (!t->prefix)
		return;
	all->words++;
	if (!begins(pool, cx_query_prefix(t)))
		*CX_NEXT(all->v, all->n, all->cap) = (struct missing){
		    .word = t->typed, .typed = t->typed};
}

/* The more is known of other parts, the fewer are missing. */
static void
add_missing(struct cx_pool *pool, const struct cx_recall *dates,
    const struct cx_query_term *t, struct all_missing *all)
{
	size_t n = all->n, words = all->words;

	find_in_term(pool, dates, t, all);
	while (cx_parts_learn(pool->parts)) {
		all->n = n;
		all->words = words;
		find_in_term(pool, dates, t, all);
	}
}

static struct all_missing
find_missing(const struct cx_ranking *r)
{
	const struct cx_query *q = r->query;
	struct cx_map seen = {0};
	struct all_missing all = {.seen = &seen};

	for (size_t i = 0; i < q->n; i++) {
		if (!q->terms[i].exclude && q->terms[i].field == CX_FIELD_ANY)
			add_missing(r->pool, &r->recall, &q->terms[i], &all);
	}
	cx_map_release(&seen);
	all.seen = NULL;
	return all;
}

static void
put_offers(struct cx_buf *b, const struct missing *m)
{
	for (size_t i = 0; i < m->n; i++) {
		cx_buf_puts(b, i == 0 ? "" : i + 1 < m->n ? ", " : " or ");
		cx_buf_fmt(b, "'%.*s'", (int)m->offer[i].word.len,
		    m->offer[i].word.s);
	}
}

/* One line, however many they are. */
static void
say_missing(const struct all_missing *all, bool fuzzy)
{
	CX_AUTO_BUF b = CX_BUF_INIT, begin = CX_BUF_INIT;
	bool offered = false;

	for (size_t i = 0; i < all->n && i < NAMED; i++) {
		const struct missing *m = &all->v[i];

		cx_buf_fmt(&b, "%s'%.*s'", i ? ", " : "", (int)m->typed.len,
		    m->typed.s);
		if (m->n) {
			cx_buf_puts(&b, " (did you mean ");
			put_offers(&b, m);
			cx_buf_puts(&b, "?)");
		}
		offered = offered || m->n;
		if (m->begins)
			cx_buf_fmt(&begin, "%s '%.*s*'", begin.len ? " or" :
			    ";", (int)m->typed.len, m->typed.s);
	}
	if (begin.len)
		cx_buf_puts(&begin, " would match");
	if (all->n > NAMED)
		cx_buf_fmt(&b, " and %zu more word%s", all->n - NAMED,
		    all->n == NAMED + 1 ? "" : "s");
	cx_note("no note has %s%s%s", cx_buf_cstr(&b), offered && !fuzzy ?
	    "; --fuzzy searches for the nearest word" : "",
	    cx_buf_cstr(&begin));
}

/* Appends the words of a term; for one that no note has, the nearest. */
static void
put_nearest(struct cx_pool *pool, const struct cx_recall *dates,
    const struct cx_query_term *t, size_t *missing, struct cx_buf *text,
    struct cx_buf *said)
{
	CX_AUTO(cx_terms_release) struct cx_terms ids = {0};
	struct all_missing all = {.before = *missing};
	size_t at = 0;

	if (!t->exclude && t->field == CX_FIELD_ANY && !t->prefix)
		add_missing(pool, dates, t, &all);
	*missing += all.n;
	if (all.n == 0)
		cx_buf_str(text, t->typed);
	else
		cx_analyze(pool->analyzer, t->typed, CX_ANALYZE_WORDS |
		    CX_ANALYZE_PLAIN, &ids);
	for (size_t k = 0; k < ids.n; k++) {
		struct cx_str word = cx_analyzer_term(pool->analyzer,
		    ids.id[k] >> 1);
		const struct missing *m = &all.v[at];

		cx_buf_puts(text, k ? " " : "");
		if (at == all.n || !cx_str_eq(word, m->word)) {
			cx_buf_str(text, word);
			continue;
		}
		at++;
		if (m->n)
			cx_buf_fmt(said, "%s'%.*s' for '%.*s'",
			    said->len ? ", " : "", (int)m->offer[0].word.len,
			    m->offer[0].word.s, (int)m->typed.len, m->typed.s);
		cx_buf_str(text, m->n ? m->offer[0].word : word);
	}
	free(all.v);
}

void
nothing_replace(const struct settings *s, struct cx_pool *pool,
    struct cx_query *q)
{
	CX_AUTO(cx_query_text_release) struct cx_query_text text = {.n = 0};
	CX_AUTO_BUF said = CX_BUF_INIT, word = CX_BUF_INIT;
	struct cx_recall dates;
	size_t missing = 0;

	cx_recall_init(&dates, pool, q);
	for (size_t i = 0; i < q->n; i++) {
		const struct cx_query_term *t = &q->terms[i];
		const char *quote = t->phrase || t->field != CX_FIELD_ANY ?
		    "\"" : "";

		word.len = 0;
		cx_buf_puts(&word, t->exclude ? "-" : "");
		if (t->field != CX_FIELD_ANY)
			cx_buf_fmt(&word, "%s:", cx_field_names[t->field]);
		cx_buf_puts(&word, quote);
		put_nearest(pool, &dates, t, &missing, &word, &said);
		cx_buf_puts(&word, quote);
		cx_query_text_add(&text, cx_buf_view(&word), t->exclude);
	}
	cx_recall_release(&dates);
	if (said.len == 0)
		return;
	cx_note("searching %s", cx_buf_cstr(&said));
	cx_query_release(q);
	cx_query_parse(q, &text, least_word(s));
}

/* --- what is said --- */

/* The options, and what of the query narrows it. */
static void
put_filters(const struct settings *s, const struct cx_query *q,
    struct cx_buf *b)
{
	cx_buf_str(b, cx_buf_view(&s->filters));
	for (size_t i = 0; i < q->n; i++) {
		const struct cx_query_term *t = &q->terms[i];
		bool any = t->field == CX_FIELD_ANY;

		if (!t->exclude && any && (!t->phrase || s->how.with_case))
			continue;
		cx_buf_fmt(b, "%s%s%s%s", b->len ? ", " : "",
		    t->exclude ? "-" : "",
		    any ? "" : cx_field_names[t->field], any ? "" : ":");
		cx_buf_fmt(b, t->phrase ? "\"%.*s\"" : "%.*s",
		    (int)t->typed.len, t->typed.s);
	}
}

static void
add_text(void *b, struct cx_str text)
{
	cx_buf_str(b, text);
}

/* "PATH (superseded)"; UINT32_MAX is one of another part. */
static void
put_over(struct cx_pool *pool, struct cx_buf *b, uint32_t atom)
{
	struct cx_record rec;
	struct cx_str status, text;

	if (atom == UINT32_MAX) {
		cx_parts_shared(pool->parts, NULL, 0, 1, add_text, b);
		return;
	}
	cx_pool_record(pool, atom, &rec);
	status = cx_record_str(&rec, "status", CX_STR("active"));
	if (!cx_status_ends(pool->config, status))
		status = CX_STR("expired");
	cx_buf_str(b, cx_record_path(&rec));
	cx_buf_fmt(b, " (%.*s)", (int)status.len, status.s);
	text = cx_buf_view(b);
	if (pool->parts)
		cx_parts_shared(pool->parts, &text, 1, 1, NULL, NULL);
}

static void
print_nothing(const struct all_missing *all, struct cx_str filters,
    size_t filtered, size_t over)
{
	struct cx_printer p = cx_printer(cx_out());

	cx_print_object(&p);
	cx_print_karray(&p, "unknown");
	for (size_t i = 0; i < all->n; i++) {
		cx_print_object(&p);
		cx_print_kstr(&p, "word", all->v[i].typed);
		cx_print_karray(&p, "nearest");
		for (size_t k = 0; k < all->v[i].n; k++)
			cx_print_str(&p, all->v[i].offer[k].word);
		cx_print_end(&p);
		if (all->v[i].begins)
			cx_print_kbool(&p, "begins", true);
		cx_print_end(&p);
	}
	cx_print_end(&p);
	cx_print_kstr(&p, "filters", filters);
	cx_print_kint(&p, "filtered", (int64_t)filtered);
	cx_print_kint(&p, "over", (int64_t)over);
	cx_print_line(&p);
}

/* --- members that no record has --- */

static bool
has_value(const struct cx_json *v)
{
	return v->type != CX_JSON_NULL &&
	    (v->type < CX_JSON_ARRAY || v->len > 0);
}

/* What the members of all records are called, as an expression names them. */
static void
collect_members(struct cx_pool *pool, struct cx_textset *m)
{
	uint32_t mine;

	for (uint32_t i = 0; i < cx_search_atoms(pool->set); i++) {
		const struct cx_json *extra;
		struct cx_record rec;

		cx_pool_record(pool, i, &rec);
		CX_JSON_EACH(k, rec.root) {
			if (has_value(k + 1))
				cx_textset_add(m, cx_json_str(k));
		}
		extra = cx_record_member(&rec, "extra");
		CX_JSON_EACH(k, extra) {
			if (has_value(k + 1))
				cx_textset_add(m, cx_json_str(k));
		}
	}
	mine = m->map.n;
	if (pool->parts)
		cx_parts_shared(pool->parts, m->map.key, mine, 1,
		    cx_textset_add, m);
}

static bool
any_has(struct cx_pool *pool, struct cx_str name, bool only_extra)
{
	CX_AUTO_BUF text = CX_BUF_INIT, full = CX_BUF_INIT;
	struct cx_expr *has;
	uint64_t *only = pool->only;
	bool any = false;

	cx_buf_fmt(&full, "%s%.*s", only_extra ? "extra." : "", (int)name.len,
	    name.s);
	cx_expr_quote(&text, cx_buf_view(&full));
	cx_buf_puts(&text, ">=\"\"");
	has = cx_expr_arg("member", cx_buf_view(&text));
	pool->only = NULL;
	for (uint32_t i = 0; i < cx_search_atoms(pool->set) && !any; i++)
		any = cx_pool_matches(pool, i, has);
	pool->only = only;
	cx_expr_free(has);
	return cx_parts_now(pool->parts, 'm', cx_buf_view(&full), any) > 0;
}

/* A filter that looks at what no record has is likely to be misspelt. */
static void
say_members(const struct settings *s, struct cx_pool *pool)
{
	struct cx_textset members = {0};
	const struct cx_map *all = &members.map;
	struct cx_map said = {0};
	struct cx_str name;
	bool extra, collected = false;

	for (size_t i = 0; cx_expr_member(s->how.where, i, &name, &extra);
	    i++) {
		unsigned least = CX_NEAR_MAX + 1;
		struct cx_str near = {NULL, 0};
		uint32_t n = said.n;

		if (cx_map_put(&said, name) < n || n == NAMED ||
		    any_has(pool, name, extra))
			continue;
		if (!collected)
			collect_members(pool, &members);
		collected = true;
		for (uint32_t k = 0; k < all->n && !extra; k++) {
			unsigned far = cx_nearness(name, all->key[k]);

			if (far < least || (far == least && near.s &&
				cx_str_cmp(all->key[k], near) < 0)) {
				least = far;
				near = all->key[k];
			}
		}
		cx_note("no record has the member '%.*s'%s%.*s%s",
		    (int)name.len, name.s, near.s ? "; did you mean '" : "",
		    (int)near.len, near.s ? near.s : "", near.s ? "'?" : "");
	}
	cx_textset_release(&members);
	cx_map_release(&said);
}

/* A word is a word, whatever else has that name: --scope says where to look. */
static bool
say_places(const struct settings *s, const struct cx_ranking *r)
{
	bool said = false;

	for (size_t i = 0; i < r->query->n && !s->scope; i++) {
		const struct cx_query_term *t = &r->query->terms[i];
		const char *place = t->exclude || t->field != CX_FIELD_ANY ?
		    NULL : filter_place(r->pool, t->typed);

		if (place)
			cx_note("'%.*s' is a %s: --scope finds its notes",
			    (int)t->typed.len, t->typed.s, place);
		said = said || place;
	}
	return said;
}

/* A query of nothing that a text could be about. */
static void
say_common(const struct cx_ranking *r)
{
	CX_AUTO(cx_terms_release) struct cx_terms ids = {0};
	CX_AUTO_BUF b = CX_BUF_INIT;

	for (size_t i = 0; i < r->query->n; i++) {
		const struct cx_query_term *t = &r->query->terms[i];

		if (t->exclude || t->field != CX_FIELD_ANY)
			continue;
		cx_buf_fmt(&b, "%s%.*s", b.len ? " " : "", (int)t->typed.len,
		    t->typed.s);
		cx_analyze(r->pool->analyzer, t->typed, CX_ANALYZE_WORDS |
		    CX_ANALYZE_PLAIN, &ids);
	}
	cx_note(b.len ? "nothing matches '%s': there are only %s" :
	    "nothing matches", cx_buf_cstr(&b), ids.n ? "common words" :
	    "symbols");
}

void
nothing_found(const struct settings *s, const struct cx_ranking *r)
{
	struct all_missing all = find_missing(r);
	CX_AUTO_BUF filters = CX_BUF_INIT, first_over = CX_BUF_INIT;
	bool hope = all.words == 0 || all.n < all.words;
	bool in_force = hope && s->how.in_force;
	size_t over = 0, filtered = 0, both = 0;
	uint32_t first = 0;

	for (size_t i = 0; i < all.n && i < NAMED; i++) {
		struct missing *m = &all.v[i];

		/* What was typed by itself is in the query. */
		m->begins = m->typed.s != m->word.s && m->word.len > 1 &&
		    begins(r->pool, m->word);
	}
	put_filters(s, r->query, &filters);
	if (in_force)
		over = cx_rank_again(r, false, true, 0, &first);
	if (over)
		put_over(r->pool, &first_over, first);
	if (hope && filters.len)
		filtered = cx_rank_again(r, true, false, 0, &first);
	if (in_force && filters.len && !over && !filtered)
		both = cx_rank_again(r, true, true, 0, &first);
	if (s->nothing) {
		print_nothing(&all, cx_buf_view(&filters), filtered, over);
		free(all.v);
		return;
	}
	if (all.n)
		say_missing(&all, s->fuzzy);
	if (filtered && s->how.where)
		say_members(s, r->pool);
	/* Without words, all others would. */
	if (filtered && !r->query->n)
		cx_note("no note matches %s", cx_buf_cstr(&filters));
	else if (filtered)
		cx_note("%zu note%s would match without %s", filtered,
		    filtered == 1 ? "" : "s", cx_buf_cstr(&filters));
	if (both)
		cx_note("%zu note%s would match without %s and with --all",
		    both, both == 1 ? "" : "s", cx_buf_cstr(&filters));
	if (over)
		cx_note("left out as no longer in force: %s%s; --all finds it",
		    cx_buf_cstr(&first_over), over > 1 ? " and others" : "");
	if (!say_places(s, r) && !all.n && !filtered && !both && !over) {
		if (all.words)
			cx_note("nothing matches");
		else
			say_common(r);
	}
	free(all.v);
}

void
nothing_misspelt(const struct settings *s, const struct cx_ranking *r)
{
	struct all_missing all = find_missing(r);
	size_t n = 0;

	/* Beside an answer, a word of three letters is near to too many. */
	for (size_t i = 0; i < all.n; i++) {
		size_t letters = cx_utf8_count(all.v[i].word);

		if (all.v[i].n && letters >= 4 * all.v[i].offer[0].edits)
			all.v[n++] = all.v[i];
	}
	all.n = n;
	if (n)
		say_missing(&all, s->fuzzy);
	free(all.v);
}

void
nothing_better(const struct cx_ranking *r)
{
	CX_AUTO_BUF b = CX_BUF_INIT;
	uint32_t first;
	int64_t all[] = {r->left_out, r->recall.refused_all, r->recall.n ?
	    r->recall.found[0].score : 0}, over;

	cx_parts_most(r->pool->parts, all, 3);
	if (!all[0] || r->how.alone || (r->how.by == CX_RANK_RECALL &&
		!cx_recall_may_beat(&r->recall, all[0], all[1], all[2])))
		return;
	if (!cx_rank_again(r, false, true, 1, &first))
		return;
	over = first != UINT32_MAX && !cx_pool_in_force(r->pool, first);
	cx_parts_most(r->pool->parts, &over, 1);
	if (!over)
		return;
	put_over(r->pool, &b, first);
	cx_note("left out as no longer in force, else first: %s; --all "
	    "finds it",
	    cx_buf_cstr(&b));
}
