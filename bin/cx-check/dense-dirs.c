/* Dense-context projects as a whole: directories, caps, sources. */
#include "dense.h"

#include <stdlib.h>

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

static bool
is_name_byte(char b)
{
	return (b >= 'a' && b <= 'z') || (b >= 'A' && b <= 'Z') ||
	    (b >= '0' && b <= '9') || b == '_' || b == '-' || b == '.' ||
	    (unsigned char)b >= 0x80;
}

/* Every run of what names are made of, points at its end dropped. */
static void
read_names(struct check *c, struct dir *d, uint32_t contents)
{
	struct text t;
	size_t i = 0, from, to;

	d->listed = true;
	if (!text_read(c, atom_at(c, contents)->path, &t))
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
		if (cx_map_get(&d->names, cx_strn(t.all.s + from,
		    to - from)) == CX_MAP_NONE)
			cx_map_put(&d->names, cx_arena_copy(&c->arena,
			    cx_strn(t.all.s + from, to - from)));
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
			found(c, atom, (struct spot){0, 0}, NO_CONTENTS,
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
	found(c, atom, (struct spot){0, 0}, UNLISTED, "%.*s does not name it",
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
		found(c, atom, (struct spot){0, 0}, COMPROMISED,
		    "%s compromised: %u of %u sources are invalidated; look "
		    "at it again", bad == all ? "is" : "is partly", bad, all);
}

static void
check_place(struct check *c, const struct dense_place *p)
{
	static const char *const sections[] = {"Current Phase",
	    "Recent Progress", "Open Blockers", "Next Steps"};
	const struct spot all = {0, 0};
	int64_t most = dense_cap(p->which);

	/* It is not an atom: nothing is required of it. */
	atom_at(c, p->atom)->muted |= UINT64_C(1) << NO_FRONT_MATTER |
	    UINT64_C(1) << MISSING_FIELD;
	if (most && p->lines > most)
		found(c, p->atom, all, OVER_CAP, "%lld lines; keep it below "
		    "%lld", (long long)p->lines, (long long)most + 1);
	if (p->user && p->bytes > DENSE_USER_MAX)
		found(c, p->atom, all, OVER_CAP, "%lld bytes; keep it within "
		    "%d", (long long)p->bytes, DENSE_USER_MAX);
	for (unsigned i = 0; i < 4; i++)
		if (!(p->sections >> i & 1))
			found(c, p->atom, all, MISSING_SECTION,
			    "no section %s%s", sections[i],
			    i == 2 ? " or Unresolved Issues" : "");
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
	free(c->dense);
}
