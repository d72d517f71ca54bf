/* The notes of a search set: their records and texts, and whether one may be a
 * result. */
#include "bin/cx-score/ranker.h"
#include "bin/cx-score/filter.h"
#include "lib/file/vault.h"
#include "lib/text/analyze.h"

void
ranker_record(void *arg, uint32_t atom, struct cx_record *rec)
{
	struct ranker *r = arg;

	cx_records_get(&r->records, atom, rec);
}

bool
ranker_body(struct ranker *r, uint32_t atom, const struct cx_record *rec,
    struct cx_str *body, size_t *line)
{
	if (r->memory)
		return set_memory_body(r->memory, atom, body, line);
	return snippets_body(r->snippets, rec, body, line);
}

bool
ranker_read(void *arg, uint32_t atom, struct cx_record *rec,
    struct cx_str *body)
{
	size_t line;

	ranker_record(arg, atom, rec);
	return ranker_body(arg, atom, rec, body, &line);
}

bool
ranker_whole(void *arg, uint32_t atom, struct cx_record *rec)
{
	struct ranker *r = arg;
	struct cx_buf quoted = CX_BUF_INIT;
	struct cx_member m = {.name = "body"};
	struct cx_str body;
	const char *why;
	size_t line;

	ranker_record(arg, atom, rec);
	if (r->memory ? !set_memory_body(r->memory, atom, &body, &line) :
	    cx_record_int(rec, "size_bytes", 0) > (int64_t)CX_ATOM_MAX)
		return true;
	if (!r->memory && !snippets_body(r->snippets, rec, &body, &line))
		return false;
	cx_print_quoted(&quoted, body);
	m.value = cx_buf_view(&quoted);
	r->line.len = 0;
	cx_record_put(&r->line, rec->line, &m, 1);
	cx_buf_room(&r->line, CX_JSON_PAD);
	cx_buf_release(&quoted);
	rec->line = cx_buf_view(&r->line);
	rec->root = cx_json_parse(r->json, r->line.s, r->line.len, &why);
	if (!rec->root)
		cx_record_die(rec, "its text cannot be parsed: %s", why);
	return true;
}

/* Whether a text has the words of a phrase one after the other: terms are
 * compared, stop words included.  A phrase without terms is nowhere. */
static bool
phrase_in(struct cx_analyzer *a, struct cx_str phrase, struct cx_str text)
{
	CX_AUTO(cx_terms_release) struct cx_terms p = {0}, t = {0};
	bool found = false;

	cx_analyze(a, phrase, CX_ANALYZE_ALL, &p);
	cx_analyze(a, text, CX_ANALYZE_ALL, &t);
	for (size_t i = 0; p.n && i + p.n <= t.n && !found; i++)
		found = memcmp(t.id + i, p.id, p.n * sizeof *p.id) == 0;
	return found;
}

/* Whether all phrases are there, and no -"phrase" is.  One that no atom has
 * says nothing: whoever quotes a title may have it a little wrong. */
static bool
phrases_fit(struct ranker *r, uint32_t atom, const struct cx_record *rec)
{
	const struct query *q = &r->ask->query;
	bool fit = true;

	for (size_t i = 0; i < q->n; i++) {
		const struct term *t = &q->terms[i];
		struct cx_str body;
		size_t line;
		bool found;

		if (!t->phrase || t->field != FIELD_ANY || r->no_phrase[i])
			continue;
		found = phrase_in(r->analyzer, t->text,
		    cx_record_str(rec, "name", CX_STR("")));
		if (!found && ranker_body(r, atom, rec, &body, &line))
			found = phrase_in(r->analyzer, t->text, body);
		r->phrase_seen[i] = r->phrase_seen[i] || found;
		fit = fit && found != t->exclude;
	}
	return fit;
}

enum cx_fresh_state
ranker_state(struct ranker *r, uint32_t atom)
{
	struct cx_record rec;

	if (!r->fresh)
		return CX_FRESH_SAME;
	ranker_record(r, atom, &rec);
	return fresh_look(r->fresh, cx_record_path(&rec));
}

bool
ranker_accept(void *arg, uint32_t atom)
{
	struct ranker *r = arg;
	struct cx_record rec;

	if (!cx_search_has(r->set, atom) || !set_may_match(&r->source, atom))
		return false;
	if (r->s->current && !current_has(&r->current, atom)) {
		int64_t weight = weight_of(&r->weights, atom);

		if (weight > r->left_out)
			r->left_out = weight;
		return false;
	}
	if (r->check_all && ranker_state(r, atom) == CX_FRESH_GONE)
		return false;
	if (r->s->where && !set_matches(&r->source, atom, r->s->where))
		return false;
	if (!r->has_filter)
		return true;
	ranker_record(r, atom, &rec);
	return cortex_fields(&r->cortex, &rec) && phrases_fit(r, atom, &rec);
}
