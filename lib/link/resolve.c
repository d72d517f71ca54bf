/* resolve.c: the steps from a target to an atom. */
#include "lib/link/resolveimpl.h"

#include "lib/base/utf8.h"

#include <stdlib.h>

enum shape {
	PLAIN,
	NEAR,	/* began with "./", which is cut off; else like PLAIN */
	ROOTED, /* began with "/", which is cut off */
	DOTTED, /* has parts ".", ".." or empty ones */
	NO_PATH /* the last part is one of these */
};

static bool
is_dots(struct cx_str part)
{
	return part.len == 0 ||
	       (part.s[0] == '.' &&
		   (part.len == 1 || (part.len == 2 && part.s[1] == '.')));
}

static enum shape
shape_of(struct cx_str *target)
{
	enum shape shape = PLAIN;
	struct cx_str rest = *target, part;

	while (cx_str_starts(rest, CX_STR("./")))
		rest = cx_str_from(rest, 2);
	if (target->len && target->s[0] == '/') {
		*target = cx_str_from(*target, 1);
		shape = ROOTED;
	} else if (rest.len < target->len) {
		shape = NEAR;
	}
	if (is_dots(cx_last_part(*target)))
		return NO_PATH;
	if (shape != NEAR)
		rest = *target;
	for (struct cx_str r = rest; cx_str_split(&r, '/', &part);)
		if (is_dots(part))
			return shape == ROOTED ? NO_PATH : DOTTED;
	*target = rest;
	return shape;
}

/* source's directory and target become one path without dots in b; false if
 * it leads out of the vault. */
static bool
join(struct cx_buf *b, struct cx_str source, struct cx_str target)
{
	struct cx_str dir = {source.s, source.len - cx_last_part(source).len};
	struct cx_str part;
	int i;

	b->len = 0;
	for (i = 0; i < 2; i++) {
		struct cx_str rest = i ? target : dir;

		while (cx_str_split(&rest, '/', &part)) {
			if (cx_str_is(part, "..")) {
				if (b->len == 0)
					return false;
				b->len -= cx_last_part(cx_buf_view(b)).len;
				if (b->len)
					b->len--;
			} else if (!is_dots(part)) {
				if (b->len)
					cx_buf_char(b, '/');
				cx_buf_str(b, part);
			}
		}
	}
	return true;
}

static bool
decide(struct cx_resolved *res, struct cx_atom_slice l,
    enum cx_resolve_step step)
{
	if (l.n == 0)
		return false;
	res->step = step;
	res->ncandidates = l.n;
	res->candidate = l.item;
	res->status = l.n == 1 ? CX_LINK_OK : CX_LINK_AMBIGUOUS;
	res->atom = l.item[0];
	return true;
}

/* From the directory of source on: 1 when that decides, 0 when it does not,
 * -1 when it leads out of the vault. */
static int
relative(struct cx_resolver *r, const struct cx_pathtable *t,
    struct cx_str source, struct cx_str target, const struct cx_atom_slice l[2],
    struct cx_resolved *res)
{
	if (!join(&r->joined, source, target))
		return -1;
	cx_buf_puts(&r->joined, ".md");
	for (int i = 0; i < 2; i++)
		if (l[i].n && decide(res, cx_pathtable_tail(t, l[i],
				      cx_strn(r->joined.s,
					  r->joined.len - (i ? 0 : 3)), true),
				  CX_BY_RELATIVE))
			return 1;
	return 0;
}

/* The steps that go by paths, in one table. */
static bool
by_path(struct cx_resolver *r, const struct cx_pathtable *t,
    struct cx_str source, struct cx_str target, enum shape shape,
    struct cx_resolved *res)
{
	struct cx_buf *b = &r->forms;
	struct cx_atom_slice l[2];
	struct cx_str form[2]; /* "/" + target, without and with ".md" */
	size_t i, part;
	int way;

	b->len = 0;
	cx_buf_char(b, '/');
	cx_buf_str(b, target);
	cx_buf_puts(b, ".md");
	form[0] = cx_strn(b->s, b->len - 3);
	form[1] = cx_buf_view(b);
	part = form[0].len - cx_last_part(form[0]).len;
	l[0].n = 0;
	if (!t->all_md || cx_str_ends(target, CX_STR(".md")))
		l[0] = cx_many_get(&t->base, cx_str_from(form[0], part));
	l[1] = cx_many_get(&t->base, cx_str_from(form[1], part));
	if (l[0].n + (size_t)l[1].n == 0)
		return false;

	if (shape == NEAR &&
	    relative(r, t, source, target, l, res) > 0)
		return true;
	for (i = 0; i < 2 && shape != DOTTED; i++)
		if (l[i].n && decide(res,
				  cx_pathtable_tail(
				      t, l[i], cx_str_from(form[i], 1), true),
				  CX_BY_PATH))
			return true;
	if ((shape == PLAIN || shape == DOTTED) &&
	    (way = relative(r, t, source, target, l, res)) != 0)
		return way > 0;
	/* The root of a site may be a directory of the vault, as Hugo's
	 * content is. */
	for (i = 0; i < 2 && shape != DOTTED; i++)
		if (l[i].n &&
		    decide(res, cx_pathtable_tail(t, l[i], form[i], false),
			CX_BY_TAIL))
			return true;
	for (i = 0; i < 2; i++) {
		/* A way from the note or the root that several have the end of
		 * leads to none of them: it may lead to a file that is not a
		 * note. */
		if (l[i].n > 1 && (shape == DOTTED ||
		    ((shape == NEAR || shape == ROOTED) &&
		    memchr(target.s, '/', target.len))))
			return false;
		if (decide(res, l[i], CX_BY_BASE))
			return true;
	}
	return false;
}

static void
need_folded(struct cx_resolver *r)
{
	struct cx_buf b = CX_BUF_INIT;
	uint32_t i;

	if (r->folded.built)
		return;
	r->folded.path =
	    cx_malloc(cx_mul(cx_add(r->n, 1), sizeof *r->folded.path));
	for (i = 0; i < r->n; i++) {
		b.len = 0;
		cx_utf8_key(&b, r->exact.path[i]);
		r->folded.path[i] =
		    cx_str_eq(cx_buf_view(&b), r->exact.path[i])
			? r->exact.path[i]
			: cx_arena_copy(&r->arena, cx_buf_view(&b));
	}
	cx_buf_release(&b);
	cx_pathtable_build(&r->folded, r->n);
}

static void
need_names(struct cx_resolver *r)
{
	struct cx_buf b = CX_BUF_INIT;
	size_t i;

	if (r->names_built)
		return;
	for (i = 0; i < r->nid; i++) {
		if (r->exact.path[r->id[i].atom].len)
			cx_many_put(&r->ids, r->id[i].name, r->id[i].atom);
	}
	cx_many_build(&r->ids);
	for (i = 0; i < r->nname; i++) {
		if (r->exact.path[r->name[i].atom].len == 0)
			continue; /* it has been dropped */
		b.len = 0;
		cx_utf8_key(&b, r->name[i].name);
		cx_many_put(&r->names,
		    cx_arena_copy(&r->arena, cx_buf_view(&b)), r->name[i].atom);
	}
	cx_buf_release(&b);
	cx_many_build(&r->names);
	r->names_built = true;
}

struct cx_resolved
cx_resolve(struct cx_resolver *r, struct cx_str source, struct cx_str target)
{
	struct cx_resolved res = {CX_LINK_BROKEN, CX_BY_NOTHING, 0, 0, NULL};
	struct cx_str path = target;
	enum shape shape = shape_of(&path);

	if (target.len == 0)
		return res;
	if (!r->exact.built)
		cx_pathtable_build(&r->exact, r->n);
	if (shape != NO_PATH &&
	    by_path(r, &r->exact, source, path, shape, &res))
		return res;
	need_folded(r);
	r->fold_target.len = r->fold_source.len = 0;
	cx_utf8_key(&r->fold_target, path);
	cx_utf8_key(&r->fold_source, source);
	if (shape != NO_PATH &&
	    by_path(r, &r->folded, cx_buf_view(&r->fold_source),
		cx_buf_view(&r->fold_target), shape, &res)) {
		res.step = CX_BY_FOLDED;
		return res;
	}
	need_names(r);
	if (decide(&res, cx_many_get(&r->ids, target), CX_BY_ID))
		return res;
	r->fold_target.len = 0;
	cx_utf8_key(&r->fold_target, target);
	decide(&res, cx_many_get(&r->names, cx_buf_view(&r->fold_target)),
	    CX_BY_NAME);
	return res;
}
