/*
 * Dense-context projects: numbered atoms in experiments/, knowledge/,
 * patterns/ and decisions/ of projects/NAME, and the files around them.
 *
 * An atom belongs to one by its path and name alone.  What is around them
 * counts where a CORTEX.md says so: the topmost directory that has one is a
 * root.
 */
#include "dense.h"

#include "lib/atom/atom.h"
#include "lib/base/utf8.h"
#include "lib/link/edge.h"
#include "lib/record/life.h"

#include <strings.h>

#define SUMMARY_MAX 300
#define ALTERNATIVES 2

static const struct {
	enum kind kind;
	const char *dir, *prefix;
	unsigned digits;
	const char *also; /* required besides what all have */
} kinds[] = {
    {EXPERIMENT, "experiments", "EXP-", 3, NULL},
    {KNOWLEDGE, "knowledge", "K-", 3, "evidence"},
    {PATTERN, "patterns", "PAT-", 3, "source-experiments"},
    {DECISION, "decisions", "", 4, NULL},
};

/* The files that are not atoms, and the lines they may have; 0: any. */
static const struct {
	struct cx_str name;
	int64_t lines;
} around[] = {{{"CORTEX.md", 9}, 0}, {{"OVERVIEW.md", 11}, 60},
    {{"STATUS.md", 9}, 120}, {{"ISSUES.md", 9}, 80}, {{"USER.md", 7}, 0},
    {{"mission.md", 10}, 0}, {{"roadmap.md", 10}, 0},
    {{"tasks-archive.md", 16}, 0}, {{"index.md", 8}, 0}};

#define N_AROUND (sizeof around / sizeof *around)

int64_t
dense_cap(unsigned which)
{
	return around[which].lines;
}

struct cx_str
dense_base(struct cx_str path, struct cx_str *dir)
{
	size_t i = path.len;

	while (i && path.s[i - 1] != '/')
		i--;
	*dir = cx_strn(path.s, i ? i - 1 : 0);
	return cx_str_from(path, i);
}

/* EXP-007 and EXP-007b, 0007-title. */
static bool
is_numbered(struct cx_str name, size_t k)
{
	struct cx_str rest = name;
	size_t n = 0;

	if (!cx_str_starts(rest, cx_str(kinds[k].prefix)))
		return false;
	rest = cx_str_from(rest, strlen(kinds[k].prefix));
	while (n < rest.len && rest.s[n] >= '0' && rest.s[n] <= '9')
		n++;
	return n >= (kinds[k].kind == DECISION ? kinds[k].digits : 1U);
}

enum kind
dense_kind(struct cx_str path)
{
	struct cx_str dir, name = dense_base(path, &dir), project;
	struct cx_str in = dense_base(dir, &project), above, top;

	if (cx_str_is(in, "decisions") && cx_str_starts(name,
	    CX_STR("DR-")))
		return DECISION;
	if (!dense_base(project, &above).len ||
	    !cx_str_is(dense_base(above, &top), "projects"))
		return PLAIN;
	for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
		if (cx_str_is(in, kinds[k].dir) && is_numbered(name, k))
			return kinds[k].kind;
	return PLAIN;
}

static void
lacks(struct cx_buf *list, bool there, const char *field)
{
	if (there)
		return;
	cx_buf_puts(list, list->len ? ", " : "");
	cx_buf_puts(list, field);
}

void
dense_required(struct cx_buf *list, enum kind kind,
    const struct cx_record *rec, const struct text *t)
{
	const struct cx_json *extra = cx_json_get(rec->root, "extra");
	const uint32_t there = t->file ? t->there : UINT32_MAX;
	struct cx_str none = CX_STR("");

	lacks(list, cx_record_str(rec, "id", none).len > 0, "id");
	lacks(list, cx_record_str(rec, "created", none).len > 0, "date");
	lacks(list, !cx_str_is(cx_record_str(rec, "project",
	    CX_STR("unknown")), "unknown"), "project");
	lacks(list, cx_record_str(rec, "description", none).len > 0,
	    "summary");
	lacks(list, there >> TAGS & 1, "tags");
	for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
		if (kinds[k].kind == kind && kinds[k].also)
			lacks(list, cx_json_get(extra, kinds[k].also) != NULL,
			    kinds[k].also);
}

bool
dense_status(struct cx_str status)
{
	static const char *const known[] = {"active", "valid", "partial",
	    "challenged", "corrected", "superseded", "refined", "invalidated",
	    "stale"};

	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (cx_str_is(status, known[i]))
			return true;
	return false;
}

static void
check_summary(struct check *c, uint32_t atom, const struct cx_record *rec,
    const struct text *t)
{
	struct cx_str s = cx_record_str(rec, "description", CX_STR(""));
	const struct cx_json *tags = cx_record_strings(rec, "tags"), *e;
	bool says = cx_str_has(s, CX_STR("ANTI-PATTERN:")), tagged = false;
	size_t n = cx_utf8_count(s);

	for (e = cx_json_first(tags); e; e = cx_json_next(tags, e))
		tagged |= cx_str_is(cx_json_str(e), "anti-pattern");
	if (says != tagged)
		found(c, atom, field_spot(c, t, says ? "tags" : "description"),
		    ANTI_PATTERN, says
		    ? "the summary says ANTI-PATTERN:; tag it anti-pattern"
		    : "tagged anti-pattern; begin the summary with "
		      "ANTI-PATTERN:");
	if (n > SUMMARY_MAX)
		found(c, atom, field_spot(c, t, "description"), OVER_CAP,
		    "a summary of %zu characters; %d are enough", n,
		    SUMMARY_MAX);
}

/* A heading with this text in it, case aside. */
static bool
is_heading(struct cx_str line, const char *title)
{
	size_t n = cx_str_run(line, '#');

	line = cx_str_trim(cx_str_from(line, n));
	return n && line.len >= strlen(title) &&
	    strncasecmp(line.s, title, strlen(title)) == 0;
}

/* Points, numbers, rows and headings below Alternatives, up to the next
 * heading that is not below it. */
static void
check_alternatives(struct check *c, uint32_t atom, const struct text *t)
{
	struct cx_str rest = cx_str_from(t->all, t->body), line;
	size_t level = 0, n, count = 0, rows = 0;

	while (cx_str_split(&rest, '\n', &line)) {
		for (n = 0; n < line.len && line.s[n] == '#'; n++)
			;
		if (n && level && n <= level)
			break;
		if (!level) {
			if (is_heading(line, "Alternatives"))
				level = n;
			continue;
		}
		rows += line.len && line.s[0] == '|';
		count += n || (line.len > 1 && (cx_str_starts(line,
		    CX_STR("- ")) || cx_str_starts(line, CX_STR("* ")) ||
		    (line.s[0] >= '1' && line.s[0] <= '9' && memchr(line.s,
		    '.', line.len < 4 ? line.len : 4))));
	}
	/* A table has a head and a line below it. */
	count += rows > 2 ? rows - 2 : 0;
	if (count < ALTERNATIVES)
		found(c, atom, (struct spot){0, 0}, FEW_ALTERNATIVES,
		    "a decision has at least %d alternatives, points or rows "
		    "below a heading Alternatives; here are %zu",
		    ALTERNATIVES, count);
}

static unsigned
sections_of(struct cx_str text)
{
	struct cx_str line;
	unsigned has = 0;

	while (cx_str_split(&text, '\n', &line))
		has |= (is_heading(line, "Current Phase") ? 1U : 0) |
		    (is_heading(line, "Recent Progress") ? 2U : 0) |
		    (is_heading(line, "Open Blockers") ||
			is_heading(line, "Unresolved Issues") ? 4U : 0) |
		    (is_heading(line, "Next Steps") ? 8U : 0);
	return has;
}

/* An experiment rests on those that its front matter links to: there is no
 * other member for them. */
static void
find_sources(struct check *c, const struct atom *a, const struct text *t)
{
	const struct cx_front *front = text_front(t);
	const struct cx_json *node;
	struct cx_str rest, piece;

	for (size_t i = 0; front && i < front->n; i++) {
		const struct cx_json *key = front->members[i].key;

		if (!cx_str_is(cx_json_str(key), "links"))
			continue;
		for (node = key + 1; node < key + 1 + key[1].span; node++) {
			rest = node->type == CX_JSON_STRING
			    ? cx_json_str(node) : CX_STR("");
			while (cx_str_split(&rest, ',', &piece))
				for (size_t e = a->first; e < a->end; e++)
					c->edge[e].source |= cx_str_eq(
					    c->edge[e].target,
					    cx_atom_link(piece));
		}
	}
}

void
dense_add(struct check *c, uint32_t atom, const struct cx_record *rec,
    const struct text *t)
{
	struct atom *a = atom_at(c, atom);
	struct cx_str dir, name = dense_base(a->path, &dir);
	struct dense *d = c->dense;
	struct cx_str by;
	unsigned i;

	a->invalid = cx_str_is(cx_status_word(cx_record_str(rec, "status",
	    CX_STR("")), &by), "invalidated");
	a->by = a->invalid ? cx_arena_copy(&c->arena, by) : CX_STR("");
	a->places = (unsigned)cx_edge_places(rec);
	if (a->kind == EXPERIMENT && t->file)
		find_sources(c, a, t);
	if (a->kind != PLAIN)
		check_summary(c, atom, rec, t);
	if (a->kind == DECISION && t->all.len)
		check_alternatives(c, atom, t);
	for (i = 0; i < N_AROUND && !cx_str_eq(name, around[i].name); i++)
		;
	if (i == N_AROUND)
		return;
	if (!d)
		d = c->dense = cx_calloc(1, sizeof *d);
	CX_GROW(d->v, d->n, d->cap);
	d->v[d->n++] = (struct dense_place){atom, i,
	    cx_str_is(name, "USER.md"),
	    cx_record_int(rec, "lines", 1) - 1,
	    cx_record_int(rec, "size_bytes", 0),
	    cx_str_is(name, "STATUS.md") ? sections_of(t->all) : 15};
}
