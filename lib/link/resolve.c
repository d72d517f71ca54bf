/* The atoms of a resolver, and the steps that resolve a target. */
#include "lib/link/resolve.h"

#include "lib/base/utf8.h"
#include "lib/link/resolvetable.h"

#include <stdlib.h>

struct alias {
	uint32_t atom;
	struct cx_str name;
};

struct own {
	struct cx_str name;
	size_t first; /* its names in `name` of the resolver */
};

struct top {
	uint32_t n;
	uint32_t atom[CX_CANDIDATES];
};

struct cx_resolver {
	struct cx_arena arena;
	uint32_t n;
	struct cx_pathtable exact, folded; /* folded.path is made when needed */
	struct alias *id, *name;           /* name: names and aliases */
	struct alias *prefix;
	size_t nid, id_cap, nname, name_cap, nprefix, prefix_cap;
	struct own *own; /* by atom */
	size_t own_cap;
	struct cx_many ids, names, prefixes;
	bool names_built;
	bool pages; /* some file is a page of Logseq */
	struct cx_buf forms, joined, fold_target, fold_source;
	struct cx_map top_keys; /* long lists searched before */
	struct top *top, one;
	size_t top_cap;
};

struct cx_resolver *
cx_resolver_new(void)
{
	return cx_calloc(1, sizeof(struct cx_resolver));
}

void
cx_resolver_free(struct cx_resolver *r)
{
	if (!r)
		return;
	cx_arena_release(&r->arena);
	cx_pathtable_release(&r->exact);
	cx_pathtable_release(&r->folded);
	cx_many_release(&r->ids);
	cx_many_release(&r->names);
	cx_many_release(&r->prefixes);
	cx_map_release(&r->top_keys);
	cx_buf_release(&r->forms);
	cx_buf_release(&r->joined);
	cx_buf_release(&r->fold_target);
	cx_buf_release(&r->fold_source);
	free(r->id);
	free(r->name);
	free(r->prefix);
	free(r->own);
	free(r->top);
	free(r);
}

uint32_t
cx_resolver_add(struct cx_resolver *r, struct cx_str path, struct cx_str id,
    struct cx_str name)
{
	uint32_t atom = r->n;

	if (atom == UINT32_MAX - 1)
		cx_die(CX_FAIL, "more than 2^32 notes");
	CX_GROW(r->exact.path, r->n, r->exact.cap);
	CX_GROW(r->own, r->n, r->own_cap);
	r->exact.path[atom] = cx_arena_copy(&r->arena, path);
	r->own[atom] = (struct own){cx_arena_copy(&r->arena, name), r->nname};
	r->n++;
	if (id.len) {
		CX_GROW(r->id, r->nid, r->id_cap);
		r->id[r->nid++] =
		    (struct alias){atom, cx_arena_copy(&r->arena, id)};
	}
	if (name.len) {
		CX_GROW(r->name, r->nname, r->name_cap);
		r->name[r->nname++] = (struct alias){atom, r->own[atom].name};
	}
	return atom;
}

void
cx_resolver_alias(struct cx_resolver *r, struct cx_str alias)
{
	CX_GROW(r->name, r->nname, r->name_cap);
	r->name[r->nname++] =
	    (struct alias){r->n - 1, cx_arena_copy(&r->arena, alias)};
}

void
cx_resolver_drop(struct cx_resolver *r, uint32_t atom)
{
	r->exact.path[atom].len = 0; /* which no atom's path is */
}

void
cx_each_item(const struct cx_json *list, cx_key_fn *put, void *arg)
{
	const struct cx_json *e;
	struct cx_str rest, item;

	if (list && list->type == CX_JSON_STRING) {
		rest = cx_json_str(list);
		while (cx_str_split(&rest, ',', &item))
			if ((item = cx_str_trim(item)).len)
				put(arg, item);
		return;
	}
	if (!list || list->type != CX_JSON_ARRAY)
		return;
	/* In document order, so that lists in lists need no recursion: YAML
	 * reads [[note]] without quotes as one. */
	for (e = list; e < list + list->span;
	     e += e->type == CX_JSON_ARRAY ? 1 : e->span)
		if (e->type == CX_JSON_STRING &&
		    (item = cx_str_trim(cx_json_str(e))).len)
			put(arg, item);
}

/* "/x/" is "/x". */
static struct cx_str
without_slash(struct cx_str target)
{
	while (target.len > 1 && target.s[0] == '/' &&
	    target.s[target.len - 1] == '/')
		target.len--;
	return target;
}

static void
add_alias(void *arg, struct cx_str alias)
{
	cx_resolver_alias(arg, alias);
}

static void
add_prefix(void *arg, struct cx_str prefix)
{
	struct cx_resolver *r = arg;

	*CX_NEXT(r->prefix, r->nprefix, r->prefix_cap) = (struct alias){
	    r->n - 1, cx_arena_copy(&r->arena, prefix)};
}

bool
cx_page_of_file(struct cx_buf *page, struct cx_str path)
{
	bool other = false;

	path = cx_last_part(path);
	if (path.len < 4 ||
	    !(cx_str_has(path, CX_STR("___")) || memchr(path.s, '%', path.len)))
		return false;
	path.len -= 3;
	for (size_t i = 0; i < path.len; i++) {
		struct cx_str rest = cx_str_from(path, i);

		if (cx_str_starts(rest, CX_STR("___"))) {
			cx_buf_char(page, '/');
			i += 2;
		} else if (rest.s[0] == '%' && rest.len > 2 &&
		    rest.s[1] >= '2' && rest.s[1] <= '7' && /* ASCII */
		    cx_hex_digit(rest.s[2]) >= 0) {
			cx_buf_char(page, (char)(cx_hex_digit(rest.s[1]) * 16 +
			    cx_hex_digit(rest.s[2])));
			i += 2;
		} else {
			cx_buf_char(page, path.s[i]);
			continue;
		}
		other = true;
	}
	return other;
}

static void
page_of_file(struct cx_str path, cx_key_fn *put, void *arg)
{
	CX_AUTO_BUF page = CX_BUF_INIT;

	if (cx_page_of_file(&page, path))
		put(arg, cx_buf_view(&page));
}

static void
each_alias(const struct cx_record *rec, cx_key_fn *put, void *arg)
{
	const struct cx_json *extra = cx_json_get(rec->root, "extra");

	cx_each_item(cx_json_get(extra, "aliases"), put, arg);
	cx_each_item(cx_json_get(extra, "alias"), put, arg);
	page_of_file(cx_record_path(rec), put, arg);
}

uint32_t
cx_resolver_record(struct cx_resolver *r, const struct cx_record *rec)
{
	uint32_t atom = cx_resolver_add(r, cx_record_path(rec),
	    cx_record_str(rec, "id", CX_STR("")),
	    cx_record_str(rec, "name", CX_STR("")));

	each_alias(rec, add_alias, r);
	cx_each_item(cx_json_get(rec->root, "prefixes"), add_prefix, r);
	r->pages |= cx_str_has(cx_last_part(cx_record_path(rec)),
	    CX_STR("___"));
	return atom;
}

uint32_t
cx_resolver_count(const struct cx_resolver *r)
{
	return r->n;
}

struct cx_str
cx_resolver_path(const struct cx_resolver *r, uint32_t atom)
{
	return r->exact.path[atom];
}

struct cx_str
cx_resolver_name(const struct cx_resolver *r, uint32_t atom)
{
	return r->own[atom].name;
}

size_t
cx_resolver_names(const struct cx_resolver *r, uint32_t atom)
{
	size_t end = atom + 1 < r->n ? r->own[atom + 1].first : r->nname;

	return end - r->own[atom].first;
}

struct cx_str
cx_resolver_name_at(const struct cx_resolver *r, uint32_t atom, size_t i)
{
	return r->name[r->own[atom].first + i].name;
}

static struct cx_pathtable *
exact(struct cx_resolver *r)
{
	if (!r->exact.built)
		cx_pathtable_build(&r->exact, r->n);
	return &r->exact;
}

uint32_t
cx_resolver_find(struct cx_resolver *r, struct cx_str path)
{
	struct cx_pathtable *t = exact(r);
	struct cx_atom_slice l = cx_pathtable_tail(
	    t, cx_many_get(&t->base, cx_last_part(path)), path, true);

	return l.n ? l.item[0] : UINT32_MAX;
}

uint32_t
cx_resolver_twin(struct cx_resolver *r)
{
	const struct cx_many *base = &exact(r)->base;
	uint32_t k, i;

	for (k = 0; k < base->keys.n; k++)
		for (i = base->start[k] + 1; i < base->start[k + 1]; i++)
			if (cx_str_eq(r->exact.path[base->item[i]],
				r->exact.path[base->item[i - 1]]))
				return base->item[i];
	return UINT32_MAX;
}

/* The first few by path of n, in time n. */
static void
take_first(const struct cx_resolver *r, const uint32_t *atom, uint32_t n,
    struct top *top)
{
	uint32_t i, at;

	top->n = 0;
	for (i = 0; i < n; i++) {
		struct cx_str path = r->exact.path[atom[i]];

		if (top->n == CX_CANDIDATES &&
		    cx_str_cmp(path, r->exact.path[top->atom[top->n - 1]]) >= 0)
			continue;
		at = top->n < CX_CANDIDATES ? top->n++ : top->n - 1;
		for (; at &&
		       cx_str_cmp(path, r->exact.path[top->atom[at - 1]]) < 0;
		     at--)
			top->atom[at] = top->atom[at - 1];
		top->atom[at] = atom[i];
	}
}

const uint32_t *
cx_resolve_candidates(
    struct cx_resolver *r, const struct cx_resolved *res, size_t *n)
{
	struct {
		uintptr_t list, n;
	} what = {(uintptr_t)res->candidate, res->ncandidates};
	struct cx_str key = {(const char *)&what, sizeof what};
	struct top *top = &r->one;
	uint32_t known = r->top_keys.n, k;

	if (res->ncandidates <= 4 * CX_CANDIDATES) {
		take_first(r, res->candidate, res->ncandidates, top);
	} else {
		/* 10,000 notes may all link to the same of 10,000 READMEs. */
		k = cx_map_intern(&r->top_keys, &r->arena, key);
		if (k == known) {
			CX_GROW(r->top, k, r->top_cap);
			take_first(
			    r, res->candidate, res->ncandidates, &r->top[k]);
		}
		top = &r->top[k];
	}
	*n = top->n;
	return top->atom;
}

const char *
cx_resolve_status_name(enum cx_resolve_status status)
{
	static const char *const names[] = {"ok", "broken", "ambiguous",
	    "attachment", "other"};

	return names[status];
}

const char *
cx_resolve_step_name(enum cx_resolve_step step)
{
	static const char *const names[] = {"nothing", "path", "relative",
	    "tail", "base", "folded", "id", "name", "prefix"};

	return names[step];
}

struct keys {
	cx_key_fn *put;
	void *arg;
	struct cx_buf buf;
};

static void
put_key(void *arg, struct cx_str s)
{
	struct keys *k = arg;

	k->buf.len = 0;
	cx_utf8_key(&k->buf, s);
	if (k->buf.len)
		k->put(k->arg, cx_buf_view(&k->buf));
}

/* The key of a path is its last part without any ".md": "a" may mean a.md, and
 * "a.md" a.md.md. */
static void
put_path_key(struct keys *k, struct cx_str path)
{
	k->buf.len = 0;
	cx_utf8_key(&k->buf, cx_last_part(path));
	while (cx_str_ends(cx_buf_view(&k->buf), CX_STR(".md")))
		k->buf.len -= 3;
	if (k->buf.len)
		k->put(k->arg, cx_buf_view(&k->buf));
}

/* [[a/b]] may mean any b.md until there is a page a/b. */
static void
put_page_key(void *arg, struct cx_str page)
{
	put_path_key(arg, page);
}

void
cx_resolve_record_keys(const struct cx_record *rec, cx_key_fn *put, void *arg)
{
	struct keys k = {put, arg, CX_BUF_INIT};

	put_path_key(&k, cx_record_path(rec));
	page_of_file(cx_record_path(rec), put_page_key, &k);
	put_key(&k, cx_record_str(rec, "id", CX_STR("")));
	put_key(&k, cx_record_str(rec, "name", CX_STR("")));
	each_alias(rec, put_key, &k);
	cx_each_item(cx_json_get(rec->root, "prefixes"), put_key, &k);
	cx_buf_release(&k.buf);
}

void
cx_resolve_target_keys(struct cx_str target, cx_key_fn *put, void *arg)
{
	struct keys k = {put, arg, CX_BUF_INIT};

	target = without_slash(target);
	/* As written (base + ".md", id, name), and as a path that has its
	 * ".md" already. */
	put_path_key(&k, target);
	put_key(&k, cx_last_part(target));
	put_key(&k, target);
	cx_buf_release(&k.buf);
}

/* --- the steps from a target to an atom --- */

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

bool
cx_link_join(struct cx_buf *b, struct cx_str source, struct cx_str target)
{
	struct cx_str part, rest = {source.s,
	    source.len - cx_last_part(source).len};

	b->len = 0;
	for (int i = 0; i < 2; i++, rest = target)
		while (cx_str_split(&rest, '/', &part)) {
			if (cx_str_is(part, "..")) {
				if (b->len == 0)
					return false;
				b->len -= cx_last_part(cx_buf_view(b)).len;
				b->len -= b->len > 0;
			} else if (!is_dots(part)) {
				if (b->len)
					cx_buf_char(b, '/');
				cx_buf_str(b, part);
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

/* Starts at the directory of source: 1 if that decides, 0 if it does not, -1 if
 * it leads out of the vault. */
static int
relative(struct cx_resolver *r, const struct cx_pathtable *t,
    struct cx_str source, struct cx_str target, const struct cx_atom_slice l[2],
    struct cx_resolved *res)
{
	if (!cx_link_join(&r->joined, source, target))
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

/* Where target may be in a table: form is "/" + target, without and with
 * ".md", l what has its last part. */
static bool
forms_of(struct cx_resolver *r, const struct cx_pathtable *t,
    struct cx_str target, struct cx_str form[2], struct cx_atom_slice l[2])
{
	struct cx_buf *b = &r->forms;
	size_t part;

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
	return l[0].n + (size_t)l[1].n > 0;
}

/* Of the paths that end in what a site calls a page, that of the site which
 * the note is a page of: content/en is the root for content/en/a.md, not for
 * content/de/a.md.  Candidates have n bytes after their root. */
static void
prefer_site(const struct cx_pathtable *t, struct cx_str source, size_t n,
    struct cx_resolved *res)
{
	size_t best = 0;

	for (uint32_t i = 0; res->status == CX_LINK_AMBIGUOUS &&
	    i < res->ncandidates; i++) {
		struct cx_str path = t->path[res->candidate[i]];
		struct cx_str root = cx_strn(path.s, path.len - n + 1);

		/* Roots of one source are of different lengths. */
		if (root.len > best && cx_str_starts(source, root)) {
			best = root.len;
			res->atom = i;
		}
	}
	if (best)
		decide(res, (struct cx_atom_slice){
		    &res->candidate[res->atom], 1}, CX_BY_TAIL);
}

/* The directory of the first language above the note, up to its slash: what
 * is below may be a vault of its own. */
static struct cx_str
own_language(struct cx_str source)
{
	struct cx_str rest = source, part;

	while (cx_str_split(&rest, '/', &part))
		if (rest.len && cx_is_language(part))
			return cx_strn(source.s, (size_t)(rest.s - source.s));
	return CX_STR("");
}

/* Of several notes with a name, the page of the directory that the note is in,
 * a/b.md for a/b/c.md, as each page of a reference names it; else the one in
 * the note's language, if all are in languages beside that.  Of very many it is
 * not looked for, as a look-up would take as long. */
#define OWN_MAX 64

static void
prefer_own(const struct cx_pathtable *t, struct cx_str source,
    struct cx_resolved *res)
{
	struct cx_str dir = cx_dir_part(source), root = own_language(source);
	const struct cx_str above = cx_dir_part(cx_strn(root.s,
	    root.len - (root.len > 0)));
	uint32_t own = 0, of_dir = res->ncandidates;
	bool languages = root.len > 0;

	if (res->ncandidates > OWN_MAX)
		return;
	for (uint32_t i = 0; i < res->ncandidates; i++) {
		struct cx_str path = t->path[res->candidate[i]], rest;

		if (dir.len && path.len == dir.len + 3 &&
		    cx_str_starts(path, dir) &&
		    cx_str_ends(path, CX_STR(".md")))
			of_dir = i;
		rest = cx_str_from(path, above.len + (above.len > 0));
		languages = languages && cx_str_starts(path, above) &&
		    cx_is_language(cx_str_upto(rest, '/'));
		if (cx_str_starts(path, root)) {
			own++;
			res->atom = i;
		}
	}
	if (of_dir < res->ncandidates)
		res->atom = of_dir;
	else if (!languages || own != 1)
		return;
	decide(res, (struct cx_atom_slice){&res->candidate[res->atom], 1},
	    CX_BY_TAIL);
}

bool
cx_link_page(struct cx_str target)
{
	return CX_ONE_OF(target, "index.md", "_index.md", "README.md",
	    "readme.md", "index", "_index", "README", "readme");
}

/* The directory content above the note, up to its slash, or nothing: Hugo looks
 * for a path there before it looks for a name anywhere ("ref": "relative to the
 * rest of the site"). */
static struct cx_str
site_content(struct cx_str source)
{
	struct cx_str rest = source, part, root = CX_STR("");

	while (cx_str_split(&rest, '/', &part))
		if (rest.len && cx_str_is(part, "content"))
			root = cx_strn(source.s, (size_t)(rest.s - source.s));
	return root;
}

/* The steps that go by paths, in one table: 1 when one decides, 0 when none
 * does, -1 when the target leads out of the vault. */
static int
by_path(struct cx_resolver *r, const struct cx_pathtable *t,
    struct cx_str source, struct cx_str target, enum shape shape,
    struct cx_resolved *res)
{
	struct cx_atom_slice l[2];
	struct cx_str form[2], root;
	size_t i;
	int way;

	if (!forms_of(r, t, target, form, l))
		return 0;
	if (shape == NEAR &&
	    relative(r, t, source, target, l, res) > 0)
		return 1;
	for (i = 0; i < 2 && shape != DOTTED; i++)
		if (l[i].n && decide(res,
				  cx_pathtable_tail(
				      t, l[i], cx_str_from(form[i], 1), true),
				  CX_BY_PATH))
			return 1;
	if ((shape == PLAIN || shape == DOTTED) &&
	    (way = relative(r, t, source, target, l, res)) != 0)
		return way;
	if (shape == PLAIN && (root = site_content(source)).len &&
	    relative(r, t, root, target, l, res) > 0) {
		res->step = CX_BY_TAIL;
		return 1;
	}
	/* The root of a site may be a directory of the vault, as Hugo's
	 * content is. */
	for (i = 0; i < 2 && shape != DOTTED; i++)
		if (l[i].n && !(shape == NEAR && l[i].n > 1 &&
		    cx_link_page(target)) &&
		    decide(res, cx_pathtable_tail(t, l[i], form[i], false),
			CX_BY_TAIL)) {
			if (shape == ROOTED)
				prefer_site(t, source, form[i].len, res);
			else if (res->status == CX_LINK_AMBIGUOUS)
				prefer_own(t, source, res);
			return 1;
		}
	return 0;
}

static bool
by_base(struct cx_resolver *r, const struct cx_pathtable *t,
    struct cx_str target, enum shape shape, struct cx_resolved *res)
{
	const bool dirs = memchr(target.s, '/', target.len) != NULL;
	struct cx_atom_slice l[2];
	struct cx_str form[2];

	/* "/a/b/" is the page of a site, of this one or another on the host, or
	 * has become stale: another b.md is not that page. */
	if ((shape == ROOTED && dirs) ||
	    !forms_of(r, t, target, form, l))
		return false;
	for (size_t i = 0; i < 2; i++) {
		/* A path from the note that several paths end in means none of
		 * them: it may be that of a file that is not a note. */
		if (l[i].n > 1 && (shape == DOTTED ||
		    (shape == NEAR && (dirs || cx_link_page(target))) ||
		    (dirs && cx_link_page(cx_last_part(target)))))
			return false;
		if (decide(res, l[i], CX_BY_BASE))
			return true;
	}
	return false;
}

#define SOON 32

void
cx_resolve_soon(struct cx_resolver *r, size_t i, size_t n,
    struct cx_str (*target)(const void *, size_t), const void *arg)
{
	const struct cx_pathtable *t;
	struct cx_str last[SOON];
	uint32_t number[SOON];
	size_t at = 0, some = n - i < SOON ? n - i : SOON;

	if (i % SOON)
		return;
	t = exact(r);
	if (t->base.keys.n == 0)
		return;
	r->forms.len = 0;
	for (size_t k = 0; k < some; k++) {
		last[k] = cx_last_part(without_slash(target(arg, i + k)));
		cx_buf_str(&r->forms, last[k]);
		if (!cx_str_ends(last[k], CX_STR(".md")))
			cx_buf_puts(&r->forms, ".md");
		last[k].len = r->forms.len;
	}
	for (size_t k = 0; k < some; k++) {
		last[k] = cx_strn(r->forms.s + at, last[k].len - at);
		at += last[k].len;
	}
	cx_pathtable_soon(t, last, some, number);
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
	cx_many_build(&r->names);
	for (i = 0; i < r->nprefix; i++) {
		b.len = 0;
		cx_utf8_key(&b, r->prefix[i].name);
		if (r->exact.path[r->prefix[i].atom].len)
			cx_many_put(&r->prefixes,
			    cx_arena_copy(&r->arena, cx_buf_view(&b)),
			    r->prefix[i].atom);
	}
	cx_buf_release(&b);
	cx_many_build(&r->prefixes);
	r->names_built = true;
}

/* a/b is the page a___b.md before it is any b.md but a/b.md itself; Logseq
 * ignores case. */
static bool
by_page(struct cx_resolver *r, struct cx_str target, struct cx_resolved *res)
{
	CX_AUTO_BUF page = CX_BUF_INIT;
	CX_AUTO_BUF key = CX_BUF_INIT;

	cx_buf_str(&page, target);
	cx_buf_puts(&page, ".md");
	if (cx_resolver_find(r, target) != UINT32_MAX ||
	    cx_resolver_find(r, cx_buf_view(&page)) != UINT32_MAX)
		return false;
	page.len = 0;
	for (size_t i = 0; i < target.len; i++)
		if (target.s[i] == '/')
			cx_buf_puts(&page, "___");
		else
			cx_buf_char(&page, target.s[i]);
	cx_buf_puts(&page, ".md");
	need_folded(r);
	cx_utf8_key(&key, cx_buf_view(&page));
	return decide(res, cx_many_get(&r->folded.base, cx_buf_view(&key)),
	    CX_BY_NAME);
}

/* zk, "Linking notes": [[x7f2]] is x7f2-paint.md, [[log/x7f2]] is it in log. */
static void
by_prefix(struct cx_resolver *r, struct cx_str source, struct cx_str path,
    enum shape shape, struct cx_resolved *res)
{
	struct cx_atom_slice l;
	struct cx_str dir;
	uint32_t found = 0, at = 0;

	if (shape == DOTTED) {
		if (!cx_link_join(&r->joined, source, path))
			return;
		path = cx_buf_view(&r->joined);
	}
	r->fold_target.len = 0;
	cx_utf8_key(&r->fold_target, cx_last_part(path));
	l = cx_many_get(&r->prefixes, cx_buf_view(&r->fold_target));
	r->fold_target.len = 0;
	if (cx_dir_part(path).len)
		cx_buf_char(&r->fold_target, '/');
	cx_utf8_key(&r->fold_target, cx_dir_part(path));
	dir = cx_buf_view(&r->fold_target);
	for (uint32_t i = 0; i < l.n; i++) {
		r->forms.len = 0;
		cx_buf_char(&r->forms, '/');
		cx_utf8_key(&r->forms,
		    cx_dir_part(r->exact.path[l.item[i]]));
		if (!cx_str_ends(cx_buf_view(&r->forms), dir))
			continue;
		if (found++)
			return; /* it is not unique */
		at = i;
	}
	if (found)
		decide(res, (struct cx_atom_slice){&l.item[at], 1},
		    CX_BY_PREFIX);
}

struct cx_resolved
cx_resolve(struct cx_resolver *r, struct cx_str source, struct cx_str target)
{
	struct cx_resolved res = {CX_LINK_BROKEN, CX_BY_NOTHING, 0, 0, NULL};
	struct cx_str path = target = without_slash(target);
	enum shape shape = shape_of(&path);
	const bool parts = path.len && memchr(path.s, '/', path.len);
	int way = -1;

	if (target.len == 0)
		return res;
	if (!r->exact.built)
		cx_pathtable_build(&r->exact, r->n);
	if (r->pages && shape == PLAIN && parts && by_page(r, path, &res))
		return res;
	if (shape != NO_PATH)
		way = by_path(r, &r->exact, source, path, shape, &res);
	if (way > 0 ||
	    (way == 0 && !parts && by_base(r, &r->exact, path, shape, &res)))
		return res;
	need_folded(r);
	r->fold_target.len = r->fold_source.len = 0;
	cx_utf8_key(&r->fold_target, path);
	cx_utf8_key(&r->fold_source, source);
	if (shape != NO_PATH)
		way = by_path(r, &r->folded, cx_buf_view(&r->fold_source),
		    cx_buf_view(&r->fold_target), shape, &res);
	if (way == 0 && parts && by_base(r, &r->exact, path, shape, &res))
		return res;
	if (way > 0 || (way == 0 && by_base(r, &r->folded,
	    cx_buf_view(&r->fold_target), shape, &res))) {
		res.step = CX_BY_FOLDED;
		return res;
	}
	need_names(r);
	if (decide(&res, cx_many_get(&r->ids, target), CX_BY_ID))
		return res;
	r->fold_target.len = 0;
	cx_utf8_key(&r->fold_target, target);
	if (!decide(&res, cx_many_get(&r->names,
	    cx_buf_view(&r->fold_target)), CX_BY_NAME) && r->nprefix &&
	    shape != NO_PATH)
		by_prefix(r, source, path, shape, &res);
	return res;
}
