/*
 * Dense-context projects: numbered atoms in experiments/, knowledge/, patterns/
 * and decisions/ of projects/NAME, and the files around them.
 *
 * Only its path and name make an atom part of one.  The files around them are
 * checked if there is a CORTEX.md: the topmost directory with one is a root.
 */
#include "check.h"
#include "lib/atom/atom.h"
#include "lib/base/utf8.h"
#include "lib/link/edge.h"
#include "lib/record/life.h"

#include <stdlib.h>
#include <strings.h>

#define NO_ATOM UINT32_MAX
/* Bytes of USER.md. */
#define DENSE_USER_MAX 3072

/* A file that is not an atom, such as STATUS.md. */
struct dense_place {
	uint32_t atom;
	unsigned which;
	bool user; /* USER.md */
	int64_t lines, bytes;
	unsigned sections; /* a bit for each that STATUS.md has */
};

/* The sections of a decision record, under the names that Nygard and MADR
 * give them. */
enum { PARTS = 4 };
static const struct {
	const char *name, *also[3];
} parts[PARTS] = {
    {"Status", {NULL}},
    {"Context", {"Problem", "Background", "Issue"}},
    {"Decision", {"Outcome"}},
    {"Consequences", {"Consequence", "Implication", "Positive"}},
};

/* One of them, and a bit for each section that it has. */
struct adr {
	uint32_t atom;
	unsigned has;
};

struct dense {
	struct dense_place *v;
	size_t n, cap;
	struct adr *adr;
	size_t n_adr, adr_cap;
};

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

static struct cx_str
dense_base(struct cx_str path, struct cx_str *dir)
{
	struct cx_str base = cx_last_part(path);
	size_t n = path.len - base.len;

	*dir = cx_strn(path.s, n ? n - 1 : 0);
	return base;
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
	return CX_ONE_OF(status, "active", "valid", "partial", "challenged",
	    "corrected", "superseded", "refined", "invalidated", "stale");
}

static void
check_summary(struct check *c, uint32_t atom, const struct cx_record *rec,
    const struct text *t)
{
	struct cx_str s = cx_record_str(rec, "description", CX_STR(""));
	const struct cx_json *tags = cx_record_strings(rec, "tags");
	bool says = cx_str_has(s, CX_STR("ANTI-PATTERN:")), tagged = false;
	size_t n = cx_utf8_count(s);

	CX_JSON_EACH(e, tags)
		tagged |= cx_str_is(cx_json_str(e), "anti-pattern");
	if (says != tagged)
		report(c, atom, field_spot(c, t, says ? "tags" : "description"),
		    ANTI_PATTERN, says
		    ? "the summary says ANTI-PATTERN:; tag it anti-pattern"
		    : "tagged anti-pattern; begin the summary with "
		      "ANTI-PATTERN:");
	if (n > SUMMARY_MAX)
		report(c, atom, field_spot(c, t, "description"), OVER_CAP,
		    "a summary of %zu characters; %d are enough", n,
		    SUMMARY_MAX);
}

static bool
begins(struct cx_str line, const char *title)
{
	return line.len >= strlen(title) &&
	    strncasecmp(line.s, title, strlen(title)) == 0;
}

/* A heading that begins so, case aside. */
static bool
is_heading(struct cx_str line, const char *title)
{
	size_t n = cx_str_run(line, '#');

	return n && begins(cx_str_trim(cx_str_from(line, n)), title);
}

static bool
is_name_byte(char b)
{
	return (b >= 'a' && b <= 'z') || (b >= 'A' && b <= 'Z') ||
	    (b >= '0' && b <= '9') || b == '_' || b == '-' || b == '.' ||
	    (unsigned char)b >= 0x80;
}

/* A heading below the title, or what people write in its place: **Status**,
 * Status: accepted, | Status | accepted |, with a number or not. */
static bool
is_part(struct cx_str line, const char *title)
{
	size_t n = cx_str_run(line, '#');
	struct cx_str rest;

	while (line.len && strchr("#*_-+>| \t0123456789.)", line.s[0]))
		line = cx_str_from(line, 1);
	if (!begins(line, title))
		return false;
	rest = cx_str_from(line, strlen(title));
	if (rest.len && rest.s[0] == 's')
		rest = cx_str_from(rest, 1);
	if (rest.len && is_name_byte(rest.s[0]) && !strchr("_.-", rest.s[0]))
		return false; /* another word, of another language */
	while (rest.len && strchr("*_ \t\r", rest.s[0]))
		rest = cx_str_from(rest, 1);
	return n > 1 || !rest.len || (!n && strchr(":|", rest.s[0]));
}

/* Points, numbers, rows and headings below Alternatives, up to the next
 * heading that is not below it. */
static void
check_alternatives(struct check *c, uint32_t atom, const struct text *t)
{
	struct cx_str rest = cx_str_from(t->all, t->body), line;
	size_t level = 0, n, count = 0, rows = 0;

	while (cx_str_split(&rest, '\n', &line)) {
		n = cx_str_run(line, '#');
		if (n && level && n <= level)
			break;
		if (!level) {
			if (is_heading(line, "Alternatives") ||
			    is_heading(line, "Considered") ||
			    is_heading(line, "Options"))
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
		report(c, atom, (struct spot){0, 0}, FEW_ALTERNATIVES,
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

/* A numbered note where decisions are kept, in a dense-context project or
 * not. */
static bool
is_adr(struct cx_str path)
{
	struct cx_str dir, above, name = dense_base(path, &dir);
	struct cx_str in = dense_base(dir, &above);
	size_t n = begins(name, "adr-") ? 4 : 0, from = n;

	while (n < name.len && name.s[n] >= '0' && name.s[n] <= '9')
		n++;
	return n > from + 2 && n < name.len && (cx_str_ends(in,
	    CX_STR("decisions")) || cx_str_alike(in, CX_STR("adr")) ||
	    cx_str_alike(in, CX_STR("adrs")));
}

static unsigned
parts_of(const struct text *t)
{
	struct cx_str rest = cx_str_from(t->all, t->body), line;
	unsigned has = t->full >> STATUS & 1;

	while (cx_str_split(&rest, '\n', &line)) {
		for (unsigned i = 0; i < PARTS; i++) {
			bool is = is_part(line, parts[i].name);

			for (size_t k = 0; k < 3 && parts[i].also[k]; k++)
				is |= is_part(line, parts[i].also[k]);
			has |= (unsigned)is << i;
		}
	}
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
	if ((a->kind == DECISION || is_adr(a->path)) && t->all.len) {
		if (!d)
			d = c->dense = cx_calloc(1, sizeof *d);
		*CX_NEXT(d->adr, d->n_adr, d->adr_cap) =
		    (struct adr){atom, parts_of(t)};
	}
	for (i = 0; i < N_AROUND && !cx_str_eq(name, around[i].name); i++)
		;
	if (i == N_AROUND)
		return;
	if (!d)
		d = c->dense = cx_calloc(1, sizeof *d);
	*CX_NEXT(d->v, d->n, d->cap) = (struct dense_place){atom, i,
	    cx_str_is(name, "USER.md"),
	    cx_record_int(rec, "lines", 1) - 1,
	    cx_record_int(rec, "size_bytes", 0),
	    cx_str_is(name, "STATUS.md") ? sections_of(t->all) : 15};
}

/* --- dense-context projects as a whole: directories, caps, sources --- */

struct dir {
	uint32_t cortex, index; /* atoms, NO_ATOM for none */
	uint32_t first;		/* atom in it, to name it by */
	bool dense;		/* it or one above has a CORTEX.md */
	bool listed;		/* names is filled */
	struct cx_map names;	/* words of its contents file */
};

struct dirs {
	struct check *c;
	struct cx_map map;
	struct dir *v;
	size_t cap;
};

static struct dir *
dir_of(struct dirs *d, struct cx_str path, uint32_t atom)
{
	uint32_t known = d->map.n, n = cx_map_put(&d->map, path);

	if (n == known) {
		CX_GROW(d->v, n, d->cap);
		d->v[n] = (struct dir){NO_ATOM, NO_ATOM, atom, false, false,
		    {0}};
	}
	return &d->v[n];
}

/* Has the directory or one above it a CORTEX.md? */
static bool
is_dense(const struct dirs *d, struct cx_str path)
{
	uint32_t n;

	for (;;) {
		n = cx_map_get(&d->map, path);
		if (n != CX_MAP_NONE && d->v[n].cortex != NO_ATOM)
			return true;
		if (path.len == 0)
			return false;
		dense_base(path, &path);
	}
}

/* Every run of what names are made of, points at its end dropped. */
static void
read_names(struct check *c, struct dir *d, uint32_t contents)
{
	struct text t;
	size_t i = 0, from, to;

	d->listed = true;
	if (!text_read(NULL, c, atom_at(c, contents)->path, &t))
		return;
	while (i < t.all.len) {
		if (!is_name_byte(t.all.s[i])) {
			i++;
			continue;
		}
		from = i;
		while (i < t.all.len && is_name_byte(t.all.s[i]))
			i++;
		for (to = i; to > from && t.all.s[to - 1] == '.'; to--)
			;
		(void)cx_map_intern(&d->names, &c->arena,
		    cx_strn(t.all.s + from, to - from));
	}
}

static void
check_listed(struct check *c, struct dirs *all, uint32_t atom)
{
	struct cx_str path, name = dense_base(atom_at(c, atom)->path, &path);
	struct dir *d = dir_of(all, path, atom);
	uint32_t contents = d->cortex != NO_ATOM ? d->cortex : d->index;
	struct cx_str stem = name;

	if (!d->dense || cx_str_is(name, "CORTEX.md") ||
	    cx_str_is(name, "index.md"))
		return;
	if (contents == NO_ATOM) {
		if (d->first == atom)
			report(c, atom, (struct spot){0, 0}, NO_CONTENTS,
			    "%.*s/ has no CORTEX.md that names its files",
			    (int)path.len, path.s);
		return;
	}
	if (!d->listed)
		read_names(c, d, contents);
	stem.len -= 3; /* .md */
	if (cx_map_get(&d->names, name) != CX_MAP_NONE ||
	    cx_map_get(&d->names, stem) != CX_MAP_NONE)
		return;
	path = atom_at(c, contents)->path;
	with_str("other", path);
	report(c, atom, (struct spot){0, 0}, UNLISTED, "%.*s does not name it",
	    (int)path.len, path.s);
}

/* What invalidates an atom links to it and does not rest on it. */
static bool
is_by(const struct check *c, const struct atom *a, uint32_t other)
{
	struct cx_resolved res;

	if (!a->by.len)
		return false;
	res = cx_resolve(c->resolver, a->path, a->by);
	return res.status == CX_LINK_OK && res.atom == other;
}

static void
check_sources(struct check *c, uint32_t atom)
{
	const struct atom *a = atom_at(c, atom);
	unsigned all = a->places, bad = 0;

	for (size_t e = a->first; e < a->end; e++) {
		struct cx_resolved res;

		if (!c->edge[e].source)
			continue;
		res = cx_resolve(c->resolver, a->path, c->edge[e].target);
		all++;
		bad += res.status == CX_LINK_OK &&
		    atom_at(c, res.atom)->invalid &&
		    !is_by(c, atom_at(c, res.atom), atom);
	}
	if (bad)
		report(c, atom, (struct spot){0, 0}, COMPROMISED,
		    "%s compromised: %u of %u sources are invalidated; look "
		    "at it again", bad == all ? "is" : "is partly", bad, all);
}

static void
check_place(struct check *c, const struct dense_place *p)
{
	static const char *const sections[] = {"Current Phase",
	    "Recent Progress", "Open Blockers", "Next Steps"};
	const struct spot all = {0, 0};
	int64_t most = around[p->which].lines;

	/* It is not an atom: nothing is required of it. */
	atom_at(c, p->atom)->muted |= UINT64_C(1) << NO_FRONT_MATTER |
	    UINT64_C(1) << MISSING_FIELD;
	if (most && p->lines > most)
		report(c, p->atom, all, OVER_CAP, "%lld lines; keep it below "
		    "%lld", (long long)p->lines, (long long)most + 1);
	if (p->user && p->bytes > DENSE_USER_MAX)
		report(c, p->atom, all, OVER_CAP, "%lld bytes; keep it within "
		    "%d", (long long)p->bytes, DENSE_USER_MAX);
	for (unsigned i = 0; i < 4; i++)
		if (!(p->sections >> i & 1))
			report(c, p->atom, all, MISSING_SECTION,
			    "no section %s%s", sections[i],
			    i == 2 ? " or Unresolved Issues" : "");
}

/* Elsewhere than in a dense-context project it is the records of a directory
 * that show what they have: what most of three or more do. */
static void
check_parts(struct check *c, const struct dense *d)
{
	CX_AUTO(cx_map_release) struct cx_map dirs = {0};
	CX_AUTO_FREE unsigned *n = cx_calloc(d->n_adr, (PARTS + 1) *
	    sizeof *n);
	CX_AUTO_FREE unsigned *of = cx_calloc(d->n_adr, sizeof *of);

	for (size_t i = 0; i < d->n_adr; i++) {
		struct cx_str dir;

		dense_base(atom_at(c, d->adr[i].atom)->path, &dir);
		of[i] = cx_map_put(&dirs, dir) * (PARTS + 1);
		n[of[i] + PARTS]++;
		for (unsigned k = 0; k < PARTS; k++)
			n[of[i] + k] += d->adr[i].has >> k & 1;
	}
	for (size_t i = 0; i < d->n_adr; i++) {
		const struct adr *r = &d->adr[i];
		bool dense = atom_at(c, r->atom)->kind == DECISION;
		CX_AUTO_BUF list = CX_BUF_INIT;

		for (unsigned k = 0; k < PARTS; k++)
			lacks(&list, r->has >> k & 1 || (!dense &&
			    (!r->has || n[of[i] + PARTS] < 3 ||
				n[of[i] + k] * 2 <= n[of[i] + PARTS])),
			    parts[k].name);
		if (list.len)
			report(c, r->atom, (struct spot){0, 0}, MISSING_SECTION,
			    dense ? "a decision record without %s" :
			    "a decision record without %s, which most here "
			    "have", cx_buf_cstr(&list));
	}
}

/* A decision record may have its date and status in the text, where Nygard
 * put them ("Documenting Architecture Decisions", 2011), and an idea may be
 * anything. */
static void
let_be(struct check *c, struct dirs *all, uint32_t i)
{
	struct atom *a = atom_at(c, i);
	struct cx_str path, above;
	bool idea;

	dense_base(a->path, &path);
	idea = cx_str_is(dense_base(path, &above), "ideas");
	if (!dir_of(all, path, i)->dense || (!idea && a->kind != DECISION))
		return;
	a->muted |= UINT64_C(1) << NO_FRONT_MATTER;
	if (idea)
		a->muted |= UINT64_C(1) << MISSING_FIELD;
}

static void
note_contents(struct dirs *all, uint32_t atom)
{
	struct cx_str path, in, above;
	struct cx_str name = dense_base(atom_at(all->c, atom)->path, &path);
	struct dir *d = dir_of(all, path, atom);

	in = dense_base(path, &above);
	if (cx_str_is(name, "CORTEX.md"))
		d->cortex = atom;
	else if (cx_str_is(name, "index.md") && (cx_str_is(in,
	    "experiments") || cx_str_is(in, "knowledge") ||
	    cx_str_is(in, "patterns")))
		d->index = atom;
}

void
dense_check(struct check *c)
{
	struct dirs all = {.c = c};
	struct cx_str path;

	for (uint32_t i = 0; i < c->n; i++)
		if (atom_at(c, i)->kind == KNOWLEDGE ||
		    (atom_at(c, i)->kind == EXPERIMENT &&
			!atom_at(c, i)->invalid))
			check_sources(c, i);
	if (!c->dense)
		return;
	check_parts(c, c->dense);
	for (uint32_t i = 0; i < c->n; i++)
		note_contents(&all, i);
	for (uint32_t i = 0; i < all.map.n; i++)
		all.v[i].dense = is_dense(&all, all.map.key[i]);
	for (size_t i = 0; i < c->dense->n; i++) {
		dense_base(atom_at(c, c->dense->v[i].atom)->path, &path);
		if (dir_of(&all, path, c->dense->v[i].atom)->dense)
			check_place(c, &c->dense->v[i]);
	}
	for (uint32_t i = 0; i < c->n; i++) {
		let_be(c, &all, i);
		check_listed(c, &all, i);
	}
	for (uint32_t i = 0; i < all.map.n; i++)
		cx_map_release(&all.v[i].names);
	cx_map_release(&all.map);
	free(all.v);
	free(c->dense->v);
	free(c->dense->adr);
	free(c->dense);
}
