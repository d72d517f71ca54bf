/* Which atoms a filter can be true of, from lists and columns of the set. */
#include "bin/cx-score/source.h"

#include <stdlib.h>

/* Whether each atom has a project, so that it can't be in `extra`. */
static bool
all_have_projects(const struct set_source *s)
{
	struct cx_words words = cx_search_words(s->set, CX_LIST_PROJECT,
	    CX_STR(""), CX_MATCH_ANY);
	struct cx_cursor c;
	uint64_t n = 0;

	while (cx_words_next(&words, &c))
		n += c.df;
	return n == cx_search_count(s->set);
}

/* Leaves the atoms whose project is this, whatever its case. */
static void
narrow_to_project(struct set_source *s, struct cx_str project)
{
	size_t words = cx_search_atoms(s->set) / 64 + 1;
	CX_AUTO_FREE uint64_t *bits = cx_calloc(words, sizeof *bits);
	struct cx_cursor c = cx_search_project(s->set, project);

	cx_cursor_mark(&c, bits);
	for (size_t i = 0; i < words; i++)
		s->only[i] &= bits[i];
}

/* Leaves the atoms whose status is this, with no blanks around it; also active
 * ones, which are those that do not say it. */
static void
narrow_to_status(struct set_source *s, struct cx_str status)
{
	uint32_t n = cx_search_statuses(s->set);
	CX_AUTO_FREE bool *may = cx_calloc(n, sizeof *may);

	for (uint32_t i = 0; i < n; i++) {
		struct cx_str name = cx_search_status_name(s->set, i);

		may[i] = cx_str_eq(name, cx_str_trim(status)) ||
		    cx_str_is(name, "active");
	}
	for (uint32_t i = 0; i < cx_search_atoms(s->set); i++) {
		if (set_may_match(s, i) && !may[cx_search_status(s->set, i)])
			s->only[i / 64] &= ~(UINT64_C(1) << i % 64);
	}
}

/* Leaves those of the atoms from..to, which ascend by path, that fit. */
static void
narrow_range(struct set_source *s, uint32_t from, uint32_t to, const char *op,
    struct cx_str path)
{
	uint32_t at = cx_records_lower(s->records, from, to, path);
	uint32_t behind = at;

	if (at < to && cx_str_eq(cx_records_path(s->records, at), path))
		behind++;
	for (uint32_t i = from; i < to; i++) {
		bool fits = *op == '=' ? i >= at && i < behind :
		    strcmp(op, "<") == 0 ? i < at :
		    strcmp(op, "<=") == 0 ? i < behind :
		    strcmp(op, ">") == 0 ? i >= behind : i >= at;

		if (!fits)
			s->only[i / 64] &= ~(UINT64_C(1) << i % 64);
	}
}

/* Those of the base ascend, and so do those of the delta. */
static void
narrow_to_path(struct set_source *s, const char *op, struct cx_str path)
{
	uint32_t base = cx_search_base_atoms(s->set);

	narrow_range(s, 0, base, op, path);
	narrow_range(s, base, cx_search_atoms(s->set), op, path);
}

/* False if it is known of none that it cannot match. */
static bool
narrow(struct set_source *s, struct cx_str name, const char *op,
    struct cx_str value)
{
	if (cx_str_is(name, "path"))
		narrow_to_path(s, op, value);
	else if (*op == '=' && cx_str_is(name, "project") &&
	    all_have_projects(s))
		narrow_to_project(s, value);
	/* What stands behind a colon is in no column. */
	else if (*op == '=' && cx_str_is(name, "status") &&
	    !memchr(value.s, ':', value.len))
		narrow_to_status(s, value);
	else
		return false;
	return true;
}

void
set_narrow(struct set_source *s, const struct cx_expr *where)
{
	size_t words = cx_search_atoms(s->set) / 64 + 1;
	struct cx_str name, value;
	bool narrowed = false;
	const char *op;

	s->only = cx_calloc(words, sizeof *s->only);
	memset(s->only, 0xff, words * sizeof *s->only);
	for (size_t i = 0; cx_expr_needs(where, i, &name, &op, &value); i++)
		narrowed |= narrow(s, name, op, value);
	if (narrowed)
		return;
	free(s->only);
	s->only = NULL;
}
