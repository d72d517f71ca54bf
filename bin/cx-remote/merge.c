/* What the parts have, together. */
#include "bin/cx-remote/remote.h"

#include "lib/base/map.h"
#include "lib/file/vault.h"
#include "lib/rank/copies.h"
#include "lib/rank/parts.h"

#include <stdlib.h>

#define SUM_MAX (INT64_C(1) << 53)
#define NONSENSE "says what is not an answer"

#define EACH_PART(p, a)                                                       \
	for (struct part *p = (a)->part; p < (a)->part + (a)->n; p++)         \
		if (!p->gone && p->line)

static void
tell_all(struct asking *a, struct cx_buf *line)
{
	EACH_PART(p, a)
		part_tell(p, cx_buf_view(line));
}

/* --- the first line --- */

static void
greet(struct asking *a)
{
	CX_AUTO_BUF line = CX_BUF_INIT;

	EACH_PART(p, a) {
		/* Those here say which of them could be opened. */
		CX_JSON_EACH(v, cx_json_get(p->line, "vaults")) {
			for (size_t i = 0; i < a->n_names && !p->url; i++)
				if (v->type == CX_JSON_STRING &&
				    cx_str_eq(a->names[i], cx_json_str(v)))
					*CX_NEXT(p->vault, p->n_vaults,
					    p->cap) = i;
		}
		p->greeted = true;
	}
	cx_buf_fmt(&line, "{\"part\":%d}\n", CX_PARTS_VERSION);
	tell_all(a, &line);
}

/* --- numbers --- */

static bool
add(int64_t *v, size_t n, const struct cx_json *list, bool sum)
{
	size_t i = 0;

	CX_JSON_EACH(e, list) {
		if (e->type != CX_JSON_INT || i == n ||
		    (sum && (e->u.i < 0 || e->u.i > SUM_MAX)))
			return false;
		if (sum)
			v[i] = v[i] + e->u.i < SUM_MAX ? v[i] + e->u.i :
			    SUM_MAX;
		else if (e->u.i > v[i])
			v[i] = e->u.i;
		i++;
	}
	return i == n;
}

static void
numbers(struct asking *a, const char *what, size_t n, bool sum)
{
	CX_AUTO_FREE int64_t *v = cx_calloc(n, sizeof *v);
	CX_AUTO_BUF line = CX_BUF_INIT;
	struct cx_printer pr = cx_printer(&line);

	for (size_t i = 0; i < n && !sum; i++)
		v[i] = INT64_MIN;
	EACH_PART(p, a) {
		if (!add(v, n, cx_json_get(p->line, what), sum))
			part_leave_out(p, NONSENSE);
	}
	cx_print_object(&pr);
	cx_print_karray(&pr, what);
	for (size_t i = 0; i < n; i++)
		cx_print_int(&pr, v[i]);
	cx_print_line(&pr);
	tell_all(a, &line);
}

/* --- places --- */

/* Prints a place, or -1 for none, and notes whose it is. */
static void
tell_place(struct part *p, struct cx_printer *pr, bool has, size_t place)
{
	cx_print_int(pr, has ? (int64_t)place : -1);
	if (has)
		*CX_NEXT(p->told, p->n_told, p->told_cap) = place;
}

struct entry {
	int64_t key[3];
	struct cx_str path;
	size_t vault; /* its number in the list */
	struct part *part;
	size_t i; /* of those of the part */
	size_t place;
	struct cx_copy copy;
};

static int
by_rank(const void *va, const void *vb)
{
	const struct entry *a = va, *b = vb;
	int c;

	for (int k = 0; k < 3; k++) {
		if (a->key[k] != b->key[k])
			return a->key[k] > b->key[k] ? -1 : 1;
	}
	c = cx_str_cmp(a->path, b->path);
	if (c)
		return c;
	return a->vault != b->vault ? (a->vault > b->vault) -
	    (a->vault < b->vault) : (a->i > b->i) - (a->i < b->i);
}

static int
by_part(const void *va, const void *vb)
{
	const struct entry *a = va, *b = vb;

	return a->part != b->part ? (a->part > b->part) - (a->part < b->part) :
	    (a->i > b->i) - (a->i < b->i);
}

/* The next element of an array, of this type. */
static const struct cx_json *
next(const struct cx_json *list, const struct cx_json *last,
    enum cx_json_type type)
{
	const struct cx_json *e = last ? cx_json_next(list, last) :
	    cx_json_first(list);

	return e && e->type == type ? e : NULL;
}

/* Three numbers. */
static const struct cx_json *
take_keys(struct entry *e, const struct cx_json *list)
{
	const struct cx_json *at = NULL;

	for (int k = 0; k < 3; k++) {
		at = next(list, at, CX_JSON_INT);
		if (!at)
			return NULL;
		e->key[k] = at->u.i;
	}
	return at;
}

/* A path and the number of a vault of the part. */
static const struct cx_json *
take_path(struct entry *e, const struct cx_json *list,
    const struct cx_json *at)
{
	const struct part *p = e->part;

	at = next(list, at, CX_JSON_STRING);
	if (!at || !cx_vault_path_ok(cx_json_str(at)))
		return NULL;
	e->path = cx_json_str(at);
	at = next(list, at, CX_JSON_INT);
	if (!at || at->u.i < 0 || (size_t)at->u.i >= p->n_vaults)
		return NULL;
	e->vault = p->vault[at->u.i];
	return at;
}

/* [key, key, key, path, vault] */
static bool
take_entry(struct entry *e, const struct cx_json *list)
{
	const struct cx_json *at = take_keys(e, list);

	at = at ? take_path(e, list, at) : NULL;
	return at && !cx_json_next(list, at);
}

/* What all parts have listed; a part with one that is wrong is left out. */
static struct entry *
take_entries(struct asking *a, const char *kind,
    bool (*take)(struct entry *e, const struct cx_json *list), size_t *n)
{
	struct entry *v = NULL;
	size_t cap = 0;

	*n = 0;
	EACH_PART(p, a) {
		size_t i = 0;

		CX_JSON_EACH(list, cx_json_get(p->line, kind)) {
			struct entry e = {.path = CX_STR(""), .part = p,
			    .i = i++};

			if (list->type != CX_JSON_ARRAY || !take(&e, list)) {
				part_leave_out(p, NONSENSE);
				free(e.copy.rows);
				break;
			}
			*CX_NEXT(v, *n, cap) = e;
		}
	}
	return v;
}

static void
rank(struct asking *a, int64_t limit)
{
	size_t n, all;
	CX_AUTO_FREE struct entry *v = take_entries(a, "rank", take_entry, &n);

	CX_SORT(v, n, by_rank);
	all = limit && n > (size_t)limit ? (size_t)limit : n;
	for (size_t i = 0; i < n; i++)
		v[i].place = i;
	CX_SORT(v, n, by_part);
	EACH_PART(p, a) {
		CX_AUTO_BUF line = CX_BUF_INIT;
		struct cx_printer pr = cx_printer(&line);

		cx_print_object(&pr);
		cx_print_kint(&pr, "n", (int64_t)all);
		cx_print_karray(&pr, "places");
		for (size_t i = 0; i < n; i++) {
			if (v[i].part == p)
				tell_place(p, &pr, v[i].place < all,
				    v[i].place);
		}
		cx_print_line(&pr);
		part_tell(p, cx_buf_view(&line));
	}
}

/* --- texts --- */

struct text {
	struct cx_str s;
	size_t n;
};

static void
shared(struct asking *a, int64_t least)
{
	struct cx_map texts = {0};
	CX_AUTO_FREE struct text *v = NULL;
	size_t n = 0, cap = 0;
	CX_AUTO_BUF line = CX_BUF_INIT;
	struct cx_printer pr = cx_printer(&line);

	EACH_PART(p, a) {
		CX_JSON_EACH(e, cx_json_get(p->line, "shared")) {
			uint32_t i;

			if (e->type != CX_JSON_STRING) {
				part_leave_out(p, NONSENSE);
				break;
			}
			i = cx_map_put(&texts, cx_json_str(e));
			if (i == n)
				*CX_NEXT(v, n, cap) = (struct text){
				    cx_json_str(e), 0};
			v[i].n++;
		}
	}
	CX_SORT(v, n, cx_order_str);
	cx_print_object(&pr);
	cx_print_karray(&pr, "shared");
	for (size_t i = 0; i < n; i++) {
		if (v[i].n >= (size_t)least)
			cx_print_str(&pr, v[i].s);
	}
	cx_print_line(&pr);
	tell_all(a, &line);
	cx_map_release(&texts);
}

/* --- copies --- */

static int
by_place(const void *va, const void *vb)
{
	const struct entry *a = va, *b = vb;

	return (a->place > b->place) - (a->place < b->place);
}

/* [place, score, updated, name, path, vault, rows...] */
static bool
take_copy(struct entry *e, const struct cx_json *list)
{
	const struct cx_json *at = take_keys(e, list), *last;
	struct cx_copy *c = &e->copy;

	at = at ? next(list, at, CX_JSON_STRING) : NULL;
	if (!at || e->key[0] < 0)
		return false;
	*c = (struct cx_copy){.name = cx_json_str(at), .score = e->key[1],
	    .updated = e->key[2], .read = true};
	e->place = (size_t)e->key[0];
	last = at = take_path(e, list, at);
	while (at && (at = next(list, at, CX_JSON_INT))) {
		*CX_NEXT(c->rows, c->n, c->cap) = (uint64_t)at->u.i;
		last = at;
	}
	return last && !cx_json_next(list, last);
}

/* The copies of those that stay, as JSON, by their new place. */
static void
keep_copies(struct asking *a, const struct entry *v, const struct cx_copy *c,
    const size_t *order, size_t n, size_t kept)
{
	a->copies = cx_calloc(kept, sizeof *a->copies);
	a->n_copies = kept;
	for (size_t i = kept, end; i < n; i = end) {
		CX_AUTO_BUF list = CX_BUF_INIT;
		struct cx_printer pr = cx_printer(&list);

		cx_print_array(&pr);
		for (end = i; end < n && c[order[end]].copy_of ==
		    c[order[i]].copy_of; end++) {
			CX_AUTO_BUF path = CX_BUF_INIT;

			cx_buf_str(&path, a->names[v[order[end]].vault]);
			cx_buf_char(&path, ':');
			cx_buf_str(&path, v[order[end]].path);
			cx_print_str(&pr, cx_buf_view(&path));
		}
		cx_print_end(&pr);
		a->copies[c[order[i]].copy_of] = cx_arena_copy(&a->records,
		    cx_buf_view(&list));
	}
}

static void
answer_fold(struct asking *a, struct entry *v, const struct cx_copy *c,
    const size_t *order, size_t n, size_t kept)
{
	CX_AUTO_FREE size_t *at = cx_calloc(n, sizeof *at);

	for (size_t i = 0; i < n; i++)
		at[order[i]] = i;
	EACH_PART(p, a) {
		CX_AUTO_BUF line = CX_BUF_INIT;
		struct cx_printer pr = cx_printer(&line);

		cx_print_object(&pr);
		cx_print_karray(&pr, "folded");
		/* In the order in which the part has them: by place. */
		for (size_t i = 0; i < n; i++) {
			if (v[i].part != p)
				continue;
			tell_place(p, &pr, at[i] < kept, at[i]);
			cx_print_int(&pr, c[i].score);
			cx_print_int(&pr, at[i] < kept && a->copies[at[i]].s);
		}
		cx_print_line(&pr);
		part_tell(p, cx_buf_view(&line));
	}
}

static void
fold(struct asking *a)
{
	size_t n, kept;
	CX_AUTO_FREE struct entry *v = take_entries(a, "fold", take_copy, &n);
	CX_AUTO_FREE struct cx_copy *c = cx_calloc(n, sizeof *c);
	CX_AUTO_FREE size_t *order = cx_calloc(n, sizeof *order);

	CX_SORT(v, n, by_place);
	for (size_t i = 0; i < n; i++)
		c[i] = v[i].copy;
	kept = cx_copies_group(&(struct cx_copies){c, n, NULL, NULL}, order);
	keep_copies(a, v, c, order, n, kept);
	answer_fold(a, v, c, order, n, kept);
	for (size_t i = 0; i < n; i++)
		free(c[i].rows);
}

/* --- one round --- */

/* What a part asks for: all that are honest ask the same. */
struct question {
	const char *kind; /* NULL: nothing that is known */
	size_t n;
	int64_t more;
	struct cx_str analyzer;
};

static struct question
question_of(const struct part *p)
{
	static const char *const kinds[] = {"part", "sum", "most", "rank",
	    "shared", "fold"};
	struct question q = {.analyzer = cx_json_gets(p->line, "analyzer",
	    CX_STR(""))};

	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		const struct cx_json *v = cx_json_get(p->line, kinds[i]);

		/* A greeting comes once, and before all. */
		if (!v || p->greeted == (i == 0))
			continue;
		q.kind = kinds[i];
		q.n = (i == 1 || i == 2) && v->type == CX_JSON_ARRAY ?
		    v->len : 0;
		if (!cx_json_geti(p->line, "limit", &q.more) &&
		    !cx_json_geti(p->line, "least", &q.more))
			(void)cx_json_geti(p->line, "part", &q.more);
		break;
	}
	return q;
}

static bool
is_same(struct question a, struct question b)
{
	return a.kind && a.kind == b.kind && a.n == b.n && a.more == b.more &&
	    cx_str_eq(a.analyzer, b.analyzer);
}

/* That of those here, or of most. */
static struct question
common_question(struct asking *a)
{
	struct question best = {.kind = NULL};
	size_t most = 0;

	EACH_PART(p, a) {
		struct question its = question_of(p);
		size_t n = 0;

		if (!p->url)
			return its;
		EACH_PART(other, a)
			n += is_same(its, question_of(other));
		if (n > most) {
			most = n;
			best = its;
		}
	}
	return best;
}

void
merge_round(struct asking *a)
{
	struct question q;

	EACH_PART(p, a) {
		if (!p->greeted && cx_json_get(p->line, "part") &&
		    question_of(p).more != CX_PARTS_VERSION)
			part_leave_out(p, "has another version of Cortex");
	}
	q = common_question(a);
	EACH_PART(p, a) {
		if (!is_same(q, question_of(p)))
			part_leave_out(p, p->greeted ||
			    question_of(p).kind != q.kind ? NONSENSE :
			    "has words of another language than the others; "
			    "set [rank] language in each of them");
	}
	if (!q.kind)
		return;
	if (strcmp(q.kind, "part") == 0)
		greet(a);
	else if (strcmp(q.kind, "rank") == 0)
		rank(a, q.more);
	else if (strcmp(q.kind, "shared") == 0)
		shared(a, q.more);
	else if (strcmp(q.kind, "fold") == 0)
		fold(a);
	else
		numbers(a, q.kind, q.n, strcmp(q.kind, "sum") == 0);
}
