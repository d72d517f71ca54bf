#include "lib/search/records.h"

struct cx_records
cx_records_of(const struct cx_search *set)
{
	return (struct cx_records){.set = set, .json = cx_json_new()};
}

void
cx_records_release(struct cx_records *r)
{
	cx_json_free(r->json);
	cx_buf_release(&r->line);
}

void
cx_records_get(struct cx_records *r, uint32_t atom, struct cx_record *rec)
{
	const char *why;

	r->line.len = 0;
	cx_buf_str(&r->line, cx_search_record(r->set, atom));
	cx_buf_room(&r->line, CX_JSON_PAD);
	*rec = (struct cx_record){.line = cx_buf_view(&r->line),
	    .file = "manifest.json", .lineno = (size_t)atom + 2};
	rec->root = cx_json_parse(r->json, r->line.s, r->line.len, &why);
	if (!rec->root || rec->root->type != CX_JSON_OBJECT)
		cx_record_die(rec, "not a record; the index is damaged: run "
		    "cx rebuild --full");
}

/* The path is the first member, and most have nothing to unescape. */
struct cx_str
cx_records_path(struct cx_records *r, uint32_t atom)
{
	const struct cx_str head = CX_STR("{\"path\":\"");
	struct cx_str rest = cx_search_record(r->set, atom), path;
	struct cx_record rec;

	if (cx_str_starts(rest, head)) {
		rest = cx_str_from(rest, head.len);
		if (cx_str_split(&rest, '"', &path) &&
		    (path.len == 0 || !memchr(path.s, '\\', path.len)))
			return path;
	}
	cx_records_get(r, atom, &rec);
	return cx_record_path(&rec);
}

uint32_t
cx_records_lower(struct cx_records *r, uint32_t from, uint32_t to,
    struct cx_str path)
{
	while (from < to) {
		uint32_t mid = from + (to - from) / 2;

		if (cx_str_cmp(cx_records_path(r, mid), path) < 0)
			from = mid + 1;
		else
			to = mid;
	}
	return from;
}

uint32_t
cx_records_find(struct cx_records *r, uint32_t part, struct cx_str path)
{
	uint32_t from, to;

	for (uint32_t i = 2 * part; i < 2 * part + 2 &&
	    cx_search_run(r->set, i, &from, &to); i++) {
		uint32_t at = cx_records_lower(r, from, to, path);

		if (at < to && cx_search_has(r->set, at) &&
		    cx_str_eq(cx_records_path(r, at), path))
			return at;
	}
	return UINT32_MAX;
}
