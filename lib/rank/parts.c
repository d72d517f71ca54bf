#include "lib/rank/parts.h"

#include "lib/base/err.h"
#include "lib/base/map.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#define LINE_MAX_BYTES ((size_t)64 << 20)
#define READ ((size_t)1 << 16)
#define NUMBER_MAX (INT64_C(1) << 53) /* what JSON keeps */

struct cx_parts {
	int in, out;
	struct cx_buf text; /* read so far */
	size_t used;	    /* of it, by the line before */
	struct cx_json_parser *json;
	struct cx_map keys; /* of counts */
	struct cx_arena names;
	uint64_t *count; /* by key: of this part, then of all */
	size_t n, cap, known;
};

struct cx_parts *
cx_parts_new(int in, int out)
{
	struct cx_parts *p = cx_calloc(1, sizeof *p);

	p->in = in;
	p->out = out;
	p->json = cx_json_new();
	return p;
}

void
cx_parts_free(struct cx_parts *p)
{
	if (!p)
		return;
	cx_buf_release(&p->text);
	cx_json_free(p->json);
	cx_map_release(&p->keys);
	cx_arena_release(&p->names);
	free(p->count);
	free(p);
}

static void CX_NORETURN
broken(const char *why)
{
	cx_die(CX_FAIL, "what the other parts have: %s", why);
}

/* The next line, without its end. */
static struct cx_str
next_line(struct cx_parts *p)
{
	const char *end;
	ssize_t got;

	(void)cx_buf_room(&p->text, 0);
	memmove(p->text.s, p->text.s + p->used, p->text.len - p->used);
	p->text.len -= p->used;
	while (!(end = memchr(p->text.s, '\n', p->text.len))) {
		got = read(p->in, cx_buf_room(&p->text, READ), READ);
		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0 || p->text.len > LINE_MAX_BYTES)
			broken(got < 0 ? strerror(errno) : !got ?
			    "they have ended" : "the line is too long");
		p->text.len += (size_t)got;
	}
	p->used = (size_t)(end - p->text.s) + 1;
	return cx_strn(p->text.s, p->used - 1);
}

const struct cx_json *
cx_parts_ask(struct cx_parts *p, struct cx_str line)
{
	const struct cx_json *root;
	struct cx_str answer;
	const char *why;
	int err = cx_write_all(p->out, line.s, line.len);

	if (err)
		broken(strerror(err));
	answer = next_line(p);
	(void)cx_buf_room(&p->text, CX_JSON_PAD);
	root = cx_json_parse(p->json, p->text.s, answer.len, &why);
	if (!root)
		broken(why);
	return root;
}

/* --- numbers --- */

static void
exchange(struct cx_parts *p, const char *what, int64_t *v, size_t n)
{
	CX_AUTO_BUF line = CX_BUF_INIT;
	struct cx_printer pr = cx_printer(&line);
	const struct cx_json *all;
	size_t i = 0;

	if (!p || n == 0)
		return;
	cx_print_object(&pr);
	cx_print_karray(&pr, what);
	for (i = 0; i < n; i++)
		cx_print_int(&pr, v[i]);
	cx_print_line(&pr);
	all = cx_json_get(cx_parts_ask(p, cx_buf_view(&line)), what);
	i = 0;
	CX_JSON_EACH(e, all) {
		if (e->type == CX_JSON_INT && i < n)
			v[i++] = e->u.i < NUMBER_MAX ? e->u.i : NUMBER_MAX;
	}
	if (i < n)
		broken("they have too few numbers");
}

void
cx_parts_sum(struct cx_parts *p, int64_t *v, size_t n)
{
	exchange(p, "sum", v, n);
}

void
cx_parts_most(struct cx_parts *p, int64_t *v, size_t n)
{
	exchange(p, "most", v, n);
}

uint64_t
cx_parts_count(struct cx_parts *p, char kind, struct cx_str key, uint64_t mine)
{
	CX_AUTO_BUF name = CX_BUF_INIT;
	uint32_t i;

	if (!p)
		return mine;
	cx_buf_char(&name, kind);
	cx_buf_str(&name, key);
	i = cx_map_intern(&p->keys, &p->names, cx_buf_view(&name));
	if (i == p->n)
		*CX_NEXT(p->count, p->n, p->cap) = mine;
	return i < p->known ? p->count[i] : 1;
}

bool
cx_parts_learn(struct cx_parts *p)
{
	size_t from = p ? p->known : 0;

	if (!p || from == p->n)
		return false;
	cx_parts_sum(p, (int64_t *)p->count + from, p->n - from);
	p->known = p->n;
	return true;
}

uint64_t
cx_parts_now(struct cx_parts *p, char kind, struct cx_str key, uint64_t mine)
{
	(void)cx_parts_count(p, kind, key, mine);
	(void)cx_parts_learn(p);
	return cx_parts_count(p, kind, key, mine);
}

/* --- places --- */

size_t
cx_parts_rank(struct cx_parts *p, struct cx_records *records,
    const struct cx_parts_key *v, size_t n, size_t limit, size_t *place)
{
	CX_AUTO_BUF line = CX_BUF_INIT;
	struct cx_printer pr = cx_printer(&line);
	size_t mine = limit && n > limit ? limit : n, i = 0;
	const struct cx_json *all;
	int64_t total;

	for (size_t k = 0; k < n; k++)
		place[k] = k < mine ? k : SIZE_MAX;
	if (!p)
		return mine;
	cx_print_object(&pr);
	cx_print_karray(&pr, "rank");
	for (size_t k = 0; k < mine; k++) {
		cx_print_array(&pr);
		for (int j = 0; j < 3; j++)
			cx_print_int(&pr, v[k].key[j]);
		cx_print_str(&pr, cx_records_path(records, v[k].atom));
		cx_print_int(&pr, cx_search_part(records->set, v[k].atom));
		cx_print_end(&pr);
	}
	cx_print_end(&pr);
	cx_print_kint(&pr, "limit", (int64_t)limit);
	cx_print_line(&pr);
	all = cx_parts_ask(p, cx_buf_view(&line));
	CX_JSON_EACH(e, cx_json_get(all, "places")) {
		if (e->type == CX_JSON_INT && i < mine)
			place[i++] = e->u.i < 0 ? SIZE_MAX : (size_t)e->u.i;
	}
	if (i < mine || !cx_json_geti(all, "n", &total) || total < 0)
		broken("they have no places");
	return (size_t)total;
}

/* --- texts --- */

void
cx_parts_shared(struct cx_parts *p, const struct cx_str *v, size_t n,
    unsigned least, void (*take)(void *arg, struct cx_str text), void *arg)
{
	CX_AUTO_BUF line = CX_BUF_INIT;
	struct cx_printer pr = cx_printer(&line);
	const struct cx_json *all;

	cx_print_object(&pr);
	cx_print_karray(&pr, "shared");
	for (size_t i = 0; i < n; i++)
		cx_print_str(&pr, v[i]);
	cx_print_end(&pr);
	cx_print_kint(&pr, "least", least);
	cx_print_line(&pr);
	all = cx_json_get(cx_parts_ask(p, cx_buf_view(&line)), "shared");
	CX_JSON_EACH(e, all) {
		if (e->type == CX_JSON_STRING && take)
			take(arg, cx_json_str(e));
	}
}
