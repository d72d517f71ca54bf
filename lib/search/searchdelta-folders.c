/* The siblings of changes: a folder's words are those of all in it. */
#include "lib/search/searchdelta-impl.h"

#include "lib/text/doctext.h"

#include <stdlib.h>

/*
 * The atoms of the base directly in a folder, at most `most` of them.  Those
 * of its subdirectories, which stand between, are leapt over.
 */
static void
find_members(struct cx_changes *c, struct cx_str folder, size_t most,
    struct cx_atoms *out)
{
	struct cx_buf from = CX_BUF_INIT;
	uint32_t n = cx_search_atoms(c->base), at;
	size_t head;

	cx_buf_str(&from, folder);
	if (folder.len)
		cx_buf_char(&from, '/');
	head = from.len;
	at = cx_records_lower(&c->records, 0, n, cx_buf_view(&from));
	while (at < n && out->n < most) {
		struct cx_str path = cx_records_path(&c->records, at);
		const char *slash;

		from.len = head;
		if (!cx_str_starts(path, cx_buf_view(&from)))
			break;
		path = cx_str_from(path, head);
		slash = memchr(path.s, '/', path.len);
		if (!slash) {
			CX_GROW(out->v, out->n, out->cap);
			out->v[out->n++] = at++;
			continue;
		}
		cx_buf_add(&from, path.s, (size_t)(slash - path.s));
		cx_buf_char(&from, '/' + 1);
		at = cx_records_lower(&c->records, at, n, cx_buf_view(&from));
	}
	cx_buf_release(&from);
}

static bool
has_number(size_t atoms)
{
	return atoms >= CX_FOLDER_MIN && atoms <= CX_FOLDER_MAX;
}

/* Takes the dead out of the members; tells how many there were. */
static size_t
keep_living(struct cx_atoms *members, const uint32_t *dead, size_t n_dead)
{
	size_t all = members->n, kept = 0, d = 0;

	for (size_t i = 0; i < all; i++) {
		while (d < n_dead && dead[d] < members->v[i])
			d++;
		if (d == n_dead || dead[d] != members->v[i])
			members->v[kept++] = members->v[i];
	}
	members->n = kept;
	return all;
}

/* The changes from..to are all that there are in a folder. */
static void
look_at(struct cx_changes *c, struct cx_str folder, const size_t *in,
    size_t n_in)
{
	struct cx_changed_folder f = {.path = folder, .old = NONE};
	uint32_t *dead = cx_malloc(cx_mul(n_in, sizeof *dead));
	size_t n_dead = 0, new = 0, before;
	uint32_t any;

	for (size_t i = 0; i < n_in; i++) {
		if (c->v[in[i]].old != NONE)
			dead[n_dead++] = c->v[in[i]].old;
		new += c->v[in[i]].exists;
	}
	find_members(c, folder, CX_FOLDER_MAX + 1 + n_in, &f.members);
	any = f.members.n ? f.members.v[0] : NONE;
	before = keep_living(&f.members, dead, n_dead);
	free(dead);
	f.keeps = has_number(f.members.n + new);
	if (has_number(before))
		f.old = cx_search_folder(c->base, any);
	if (!f.keeps && f.old == NONE) {
		free(f.members.v);
		return;
	}
	CX_GROW(c->folders, c->n_folders, c->folders_cap);
	c->folders[c->n_folders++] = f;
}

struct in_folder {
	struct cx_str folder;
	size_t change;
};

static int
by_folder(const void *va, const void *vb)
{
	const struct in_folder *a = va, *b = vb;
	int order = cx_str_cmp(a->folder, b->folder);

	return order ? order : (a->change > b->change) -
	    (a->change < b->change);
}

void
cx_find_siblings(struct cx_changes *c)
{
	struct in_folder *v = cx_calloc(c->n, sizeof *v);
	size_t *in = cx_malloc(cx_mul(c->n, sizeof *in));
	size_t n = c->n;

	for (size_t i = 0; i < n; i++)
		v[i] = (struct in_folder){cx_doc_folder(c->v[i].path), i};
	if (n)
		qsort(v, n, sizeof *v, by_folder);
	for (size_t i = 0; i < n;) {
		struct cx_str folder = v[i].folder;
		size_t n_in = 0;

		for (; i < n && cx_str_eq(v[i].folder, folder); i++)
			in[n_in++] = v[i].change;
		look_at(c, folder, in, n_in);
	}
	for (size_t i = 0; i < c->n_folders; i++) {
		const struct cx_changed_folder *f = &c->folders[i];

		for (size_t k = 0; f->keeps && k < f->members.n; k++) {
			CX_GROW(c->v, c->n, c->cap);
			c->v[c->n++] = (struct cx_change){
			    .path = cx_arena_copy(&c->arena, cx_records_path(
				&c->records, f->members.v[k])),
			    .exists = true, .sibling = true,
			    .old = f->members.v[k]};
		}
	}
	free(v);
	free(in);
}
