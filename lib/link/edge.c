/* edge.c: finds the links of a record. */
#include "lib/link/edge.h"

#include "lib/base/map.h"
#include "lib/link/resolve.h"

/* Members of extra, loosely written. */
static const char *const evidence[] = {
    "evidence", "source-experiments", NULL};
static const char *const relations[] = {
    "supersedes", "superseded_by", "derived_from", NULL};

struct putting {
	cx_edge_fn *put;
	void *arg;
	struct cx_edge edge;
};

/* FILE:LINE, FILE:LINE:COLUMN or FILE:LINE-LINE, as compilers and editors
 * write places (GNU Coding Standards, "Error Messages"). */
static bool
is_place(struct cx_str s)
{
	struct cx_str head = cx_before_number(s);

	if (head.len < s.len && cx_str_ends(head, CX_STR("-"))) {
		s = cx_strn(head.s, head.len - 1);
		head = cx_before_number(s);
	}
	return head.len < s.len && cx_str_ends(head, CX_STR(":")) &&
	    (memchr(head.s, '.', head.len) || memchr(head.s, '/', head.len));
}

struct cx_str
cx_edge_loose(struct cx_str s)
{
	size_t i;

	if (cx_str_starts(s, CX_STR("[[")) && cx_str_ends(s, CX_STR("]]")) &&
	    s.len >= 4)
		s = cx_strn(s.s + 2, s.len - 4);
	for (i = 0; i < s.len && s.s[i] != '|' && s.s[i] != '#'; i++)
		;
	return cx_str_trim(cx_strn(s.s, i));
}

bool
cx_edge_is_loose(struct cx_str member)
{
	for (const char *const *name = evidence; *name; name++)
		if (cx_str_alike(member, cx_str(*name)))
			return true;
	return false;
}

static void
put_loose(void *arg, struct cx_str s)
{
	struct putting *p = arg;

	p->edge.target = cx_edge_loose(s);
	if (p->edge.target.len && !is_place(p->edge.target))
		p->put(p->arg, &p->edge);
}

/* Few soft links are compared one by one, many through a map, so that no
 * record costs the square of its length. */
#define FEW 8

struct soft {
	const struct cx_json *list;
	struct cx_map map;
};

static bool
is_soft(const struct soft *soft, struct cx_str target)
{
	if (soft->map.n)
		return cx_map_get(&soft->map, target) != CX_MAP_NONE;
	CX_JSON_EACH(s, soft->list)
		if (cx_str_eq(cx_json_str(s), target))
			return true;
	return false;
}

static void
put_links(const struct cx_record *rec, const char *name, struct putting *p)
{
	const struct cx_json *links = cx_record_strings(rec, name);
	struct soft soft = {cx_record_strings(rec, "links_soft"), {0}};

	if (soft.list && soft.list->len > FEW)
		CX_JSON_EACH(l, soft.list)
			cx_map_put(&soft.map, cx_json_str(l));
	CX_JSON_EACH(l, links) {
		p->edge.target = cx_json_str(l);
		p->edge.soft = is_soft(&soft, p->edge.target);
		p->put(p->arg, &p->edge);
	}
	cx_map_release(&soft.map);
}

static void
put_extra(const struct cx_record *rec, const char *const *names,
    cx_edge_fn *put, void *arg)
{
	const struct cx_json *extra = cx_json_get(rec->root, "extra");
	struct putting p = {put, arg, {{"", 0}, NULL, false}};

	for (; *names; names++) {
		p.edge.member = *names;
		cx_each_item(cx_json_get(extra, *names), put_loose, &p);
	}
}

void
cx_edges(const struct cx_record *rec, cx_edge_fn *put, void *arg)
{
	struct putting p = {put, arg, {{"", 0}, "links_out", false}};

	put_links(rec, "links_out", &p);
	put_extra(rec, evidence, put, arg);
}

static void
count_place(void *arg, struct cx_str s)
{
	*(size_t *)arg += is_place(cx_str_trim(s));
}

size_t
cx_edge_places(const struct cx_record *rec)
{
	const struct cx_json *extra = cx_json_get(rec->root, "extra");
	size_t n = 0;

	for (const char *const *name = evidence; *name; name++)
		cx_each_item(cx_json_get(extra, *name), count_place, &n);
	return n;
}

void
cx_relations(const struct cx_record *rec, cx_edge_fn *put, void *arg)
{
	put_extra(rec, relations, put, arg);
}
