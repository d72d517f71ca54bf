/* Reads from records an atom's own refs, its date and its place. */
#include "cx-access.h"
#include "lib/base/date.h"
#include "lib/record/life.h"

#include <stdlib.h>

/* Digits alone, as front matter has them. */
static bool
whole(const struct cx_json *v, int64_t *out)
{
	struct cx_str s;
	uint64_t n;

	if (v->type == CX_JSON_INT) {
		*out = v->u.i;
		return *out >= 0 && *out <= CX_ACCESS_MOST;
	}
	if (v->type != CX_JSON_STRING)
		return false;
	s = cx_str_trim(cx_json_str(v));
	if (!cx_str_number(&s, CX_ACCESS_MOST, &n) || s.len)
		return false;
	*out = (int64_t)n;
	return true;
}

static bool
is_empty(const struct cx_json *v)
{
	return !v || v->type == CX_JSON_NULL ||
	    (v->type == CX_JSON_STRING && v->len == 0);
}

static void
take_own(struct cx_tally_atom *a, const struct cx_record *rec)
{
	const struct cx_json *extra = cx_json_get(rec->root, "extra");
	const struct cx_json *refs = cx_json_get(extra, "refs");
	const struct cx_json *last = cx_json_get(extra, "last-ref");
	struct cx_date d;

	if (!is_empty(refs) && !whole(refs, &a->own)) {
		a->own = -1;
		cx_warn("%.*s: refs is not a count, so it adds none; fix the "
		    "front matter", (int)a->path.len, a->path.s);
	}
	if (is_empty(last))
		return;
	if (last->type != CX_JSON_STRING ||
	    !cx_date_parse(cx_json_str(last), &d)) {
		cx_warn("%.*s: last-ref is not a date, so all events count; "
		    "fix the front matter", (int)a->path.len, a->path.s);
		return;
	}
	if (a->own < 0)
		a->own = 0;
	/* Nobody knows when on that day: what is of the day is in refs. */
	a->own_until = d.has_time ? d.sec : (d.day + 1) * CX_DAY - 1;
	a->last = a->last_used = d.sec;
}

struct cx_str
place_key(struct places *p, struct cx_str project, struct cx_str file)
{
	p->scratch.len = 0;
	cx_buf_str(&p->scratch, project);
	cx_buf_char(&p->scratch, '\0');
	cx_buf_str(&p->scratch, file);
	return cx_buf_view(&p->scratch);
}

/* Where an agent's hook finds the atom: by its file name in a project. */
static void
take_place(struct places *p, const struct cx_tally *t, uint32_t atom)
{
	struct cx_str path = t->atoms[atom].path, base = cx_last_part(path);
	struct cx_str dir = cx_dir_part(path), kind = cx_last_part(dir), key;
	uint32_t known = p->names.n, n;

	if (base.len == path.len)
		return;
	dir = cx_dir_part(dir);
	if (!cx_str_is(kind, "experiments") && !cx_str_is(kind, "knowledge") &&
	    !cx_str_is(kind, "patterns") && !cx_str_is(kind, "decisions"))
		return;
	(void)cx_map_put(&p->projects, dir);
	key = place_key(p, dir, base);
	n = cx_map_intern(&p->names, &p->text, key);
	if (n < known) {
		p->v[n].ambiguous = true;
		return;
	}
	*CX_NEXT(p->v, p->n, p->cap) = (struct place){atom, false};
}

void
places_release(struct places *p)
{
	cx_map_release(&p->projects);
	cx_map_release(&p->names);
	cx_arena_release(&p->text);
	cx_buf_release(&p->scratch);
	free(p->v);
}

void
read_records(struct cx_tally *t, struct places *p, const char *file)
{
	CX_AUTO_FREE char *name = cx_strdup(file);
	struct cx_reader *r = cx_reader_open(&name, 1);
	struct cx_record rec;
	struct cx_date d;

	while (cx_reader_next(r, &rec)) {
		struct cx_str path = cx_record_path(&rec);
		uint32_t n;

		if (cx_record_gone(&rec))
			continue;
		n = cx_tally_atom(t, path);
		if (t->atoms[n].in_records)
			cx_record_die(&rec, "a second record of '%.*s'",
			    (int)path.len, path.s);
		t->atoms[n].in_records = true;
		t->atoms[n].archived = cx_status_is(cx_record_str(&rec,
		    "status", CX_STR("")), "archived");
		if (cx_date_parse(cx_record_updated(&rec), &d))
			t->atoms[n].updated = d.day;
		take_own(&t->atoms[n], &rec);
		take_place(p, t, n);
	}
	cx_reader_close(r);
}
