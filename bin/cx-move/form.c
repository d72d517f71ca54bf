/* Determines the form in which a link names its atom, and keeps it after the
 * move. */
#include "move.h"

#include "lib/base/utf8.h"
#include "lib/file/names.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>

enum form {
	FORM_BASE,     /* name or name.md, whatever finds it */
	FORM_TAIL,     /* the last parts of the path */
	FORM_PATH,     /* the whole path */
	FORM_RELATIVE, /* from the note's directory on */
	FORM_DOTTED,   /* the same with . or .. in it */
	FORM_ROOTED,   /* from / on */
	FORM_SITE,     /* the same from the root of a site */
	FORM_STALE,    /* a path that is right in its last part only */
	FORM_ID,
	FORM_NAME,
	FORM_PAGE,     /* a/b for a___b.md */
	FORM_PREFIX    /* x7f2 for x7f2-paint.md */
};

static const struct cx_str md = {".md", 3};

static size_t
parts(struct cx_str path)
{
	return cx_str_count(path, '/') + 1;
}

static struct cx_str
without_md(struct cx_str path)
{
	if (path.len > md.len && cx_str_ends(path, md))
		path.len -= md.len;
	return path;
}

static bool
has_dots(struct cx_str target)
{
	struct cx_str part;

	while (cx_str_split(&target, '/', &part))
		if (!part.len || cx_str_is(part, ".") || cx_str_is(part, ".."))
			return true;
	return false;
}

/* Ignoring case and normal form. */
static bool
same_key(struct cx_str s, struct cx_str t)
{
	CX_AUTO_BUF a = CX_BUF_INIT, b = CX_BUF_INIT;

	cx_utf8_key(&a, s);
	cx_utf8_key(&b, t);
	return cx_str_eq(cx_buf_view(&a), cx_buf_view(&b));
}

/* Whether path is target, with or without .md. */
static bool
same_path(struct cx_str path, struct cx_str target)
{
	return same_key(path, target) || same_key(without_md(path), target);
}

/* The last n parts of path. */
static struct cx_str
tail(struct cx_str path, size_t n)
{
	size_t at = path.len;

	while (at && (path.s[at - 1] != '/' || --n))
		at--;
	return cx_str_from(path, at);
}

/* "/x/", a page of a site, is "/x". */
static struct cx_str
without_slash(struct cx_str target)
{
	while (target.len > 1 && target.s[0] == '/' &&
	    target.s[target.len - 1] == '/')
		target.len--;
	return target;
}

/* The directory, with its `/`, that is the root of the site for which path is
 * the page target, "/a/b/"; all of path if there is no such. */
static struct cx_str
site_root(struct cx_str path, struct cx_str target)
{
	struct cx_str end;

	target = without_slash(target);
	end = tail(path, parts(target) - 1);
	return same_path(end, cx_str_from(target, 1))
	    ? cx_strn(path.s, path.len - end.len) : path;
}

static enum form
form_of(enum site_kind kind, struct cx_str source, struct cx_str path,
    struct cx_str target, enum cx_resolve_step step)
{
	CX_AUTO_BUF b = CX_BUF_INIT;
	bool rooted = target.s[0] == '/';
	enum form form = FORM_STALE;

	/* "./" says no more than that it is Markdown. */
	if (kind == SITE_MD && cx_link_join(&b, source, target) &&
	    same_path(path, cx_buf_view(&b)))
		form = FORM_DOTTED;
	if (form == FORM_DOTTED && !rooted)
		return form;
	form = FORM_STALE;
	while (kind == SITE_MD && cx_str_starts(target, CX_STR("./")))
		target = cx_str_from(target, 2);

	if (step == CX_BY_ID)
		return FORM_ID;
	if (step == CX_BY_PREFIX)
		return FORM_PREFIX;
	b.len = 0;
	if (step == CX_BY_NAME)
		return cx_page_of_file(&b, path) &&
		    same_key(cx_buf_view(&b), target) ? FORM_PAGE : FORM_NAME;
	if (!memchr(target.s, '/', target.len))
		return FORM_BASE;
	if (rooted)
		return same_path(path, cx_str_from(without_slash(target), 1))
		    ? FORM_ROOTED : site_root(path, target).len < path.len
		    ? FORM_SITE : FORM_STALE;
	if (has_dots(target)) {
		if (cx_link_join(&b, source, target) &&
		    same_path(path, cx_buf_view(&b)))
			form = FORM_DOTTED;
	} else if (same_path(path, target)) {
		form = FORM_PATH;
	} else if (cx_link_join(&b, source, target) &&
	    same_path(path, cx_buf_view(&b))) {
		form = FORM_RELATIVE;
	} else if (same_path(tail(path, parts(target)), target)) {
		form = FORM_TAIL;
	}
	return form;
}

/* The way from the note at source to path; ./ only where asked for. */
static void
relative(struct cx_buf *b, struct cx_str source, struct cx_str path, bool dot)
{
	struct cx_str dir = cx_strn(source.s,
	    source.len - cx_last_part(source).len);
	size_t common = 0, up = 0;

	for (size_t i = 0; i < dir.len && i < path.len &&
	    dir.s[i] == path.s[i]; i++)
		if (dir.s[i] == '/')
			common = i + 1;
	for (size_t i = common; i < dir.len; i++)
		up += dir.s[i] == '/';
	if (!up && dot)
		cx_buf_puts(b, "./");
	while (up--)
		cx_buf_puts(b, "../");
	cx_buf_str(b, cx_str_from(path, common));
}

/* A search for the way to write a link. */
struct writing {
	struct world *w;
	struct cx_str source, path; /* after the move */
	uint32_t atom;
	bool markdown;
	bool ext; /* with .md */
	bool slash; /* with "/" at its end, where it has no .md */
	struct cx_str root; /* of the site, for FORM_SITE and tags */
	struct cx_buf *now;
};

/* Whether what stands in now leads to the atom. */
static bool
leads(struct writing *x)
{
	struct cx_resolved r;

	if (!x->ext)
		x->now->len = without_md(cx_buf_view(x->now)).len;
	if (!x->ext && x->slash && x->now->s[0] == '/')
		cx_buf_char(x->now, '/');
	r = cx_resolve(x->w->after, x->source, cx_buf_view(x->now));
	return r.status == CX_LINK_OK && r.atom == x->atom;
}

static bool
try_text(struct writing *x, const char *before, struct cx_str s)
{
	x->now->len = 0;
	cx_buf_puts(x->now, x->markdown && !*before ? "./" : before);
	cx_buf_str(x->now, s);
	return leads(x);
}

static bool
try_relative(struct writing *x, bool dot)
{
	x->now->len = 0;
	relative(x->now, x->source, x->path, dot);
	return leads(x);
}

/* In the form given, else longer, until it is plain which atom is meant. */
static bool
write_form(struct writing *x, enum form form, size_t n)
{
	CX_AUTO_BUF page = CX_BUF_INIT;
	bool found = false;

	if (form == FORM_PAGE && cx_page_of_file(&page, x->path))
		found = try_text(x, "", cx_buf_view(&page));
	if (form == FORM_NAME && world_moves(x->w, x->atom))
		found = try_text(x, "", cx_resolver_name(x->w->after,
		    x->atom));
	if (!found && (form == FORM_RELATIVE || form == FORM_DOTTED))
		found = try_relative(x, form == FORM_DOTTED) ||
		    try_relative(x, true);
	if (!found && x->markdown && form == FORM_STALE)
		found = try_relative(x, true);
	if (x->root.s && cx_str_starts(x->path, x->root))
		found = try_text(x, form == FORM_SITE ? "/" : "",
		    cx_str_from(x->path, x->root.len));
	if (!found && (form == FORM_ROOTED || form == FORM_SITE))
		found = try_text(x, "/", x->path);
	if (form == FORM_BASE || form >= FORM_ID)
		n = 1;
	else if (form != FORM_TAIL)
		n = SIZE_MAX;
	for (; !found && n < parts(x->path); n++)
		found = try_text(x, "", tail(x->path, n));
	return found || try_text(x, "", x->path) ||
	    try_text(x, "/", x->path);
}

/* Whether a file or a directory is there before the move; *to is its path
 * after it. */
static bool
find_file(struct world *w, struct cx_buf *path, struct cx_buf *to)
{
	struct cx_rename way = {w->old, w->new, 0};
	int fd = w->s->vault->fd;
	struct stat st;
	bool moves;

	path_on_disk(w, path);
	to->len = 0;
	moves = cx_rename_path(&way, cx_buf_view(path), to);
	/* When --finish completes a move, it is at its new path already. */
	return (fstatat(fd, path->len ? cx_buf_cstr(path) : ".", &st,
		    AT_SYMLINK_NOFOLLOW) == 0 ||
		(moves && fstatat(fd, cx_buf_cstr(to), &st,
		    AT_SYMLINK_NOFOLLOW) == 0)) &&
	    (S_ISREG(st.st_mode) || S_ISDIR(st.st_mode));
}

/* The file that is meant by the end of its path, which a part of the folder's
 * path is in: target gets the same of the new one, or all of it. */
static bool
move_tail(struct world *w, struct cx_str target, struct cx_buf *now)
{
	CX_AUTO_BUF b = CX_BUF_INIT;
	struct cx_str key = target, end;

	while (key.len && (key.s[0] == '/' || cx_str_starts(key,
	    CX_STR("./"))))
		key = cx_str_from(key, 1);
	for (size_t at = 0; at < w->old.len; at++) {
		struct cx_rename way = {cx_str_from(w->old, at), w->new, 0};

		if (at && w->old.s[at - 1] != '/')
			continue;
		now->len = b.len = 0;
		cx_buf_add(&b, w->old.s, at);
		cx_buf_str(&b, key);
		if (!cx_rename_path(&way, key, now) ||
		    !find_file(w, &b, now))
			continue;
		end = cx_buf_view(now);
		if (cx_str_starts(end, cx_strn(w->old.s, at)))
			end = cx_str_from(end, at);
		b.len = 0;
		cx_buf_add(&b, target.s, target.len - key.len);
		cx_buf_str(&b, end);
		now->len = 0;
		cx_buf_str(now, cx_buf_view(&b));
		return true;
	}
	return false;
}

/* Looks once whether other files have the name of the one that moves, or its
 * new one. */
static void
count_twins(struct world *w)
{
	struct cx_names n;

	w->counted = true;
	cx_names_open(&n, w->s->vault->path);
	while (cx_names_next(&n)) {
		if (n.error || S_ISDIR(n.type) || CX_ONE_OF(cx_str(n.path.s +
		    n.root), w->old.s, w->new.s))
			continue;
		w->twin |= same_key(cx_str(n.name), cx_last_part(w->old));
		w->twin_after |= same_key(cx_str(n.name),
		    cx_last_part(w->new));
	}
	cx_names_close(&n);
}

/* ![[a.png]] means the file of that name, wherever it is; one at the root is
 * meant before all others. */
static bool
move_name(struct world *w, struct cx_str target, struct cx_buf *now)
{
	if (!w->file || !same_key(target, cx_last_part(w->old)))
		return false;
	if (!w->counted)
		count_twins(w);
	if (w->twin && memchr(w->old.s, '/', w->old.len)) {
		w->unclear = true;
		return false;
	}
	now->len = 0;
	cx_buf_str(now, w->twin_after ? w->new : cx_last_part(w->new));
	return !cx_str_eq(cx_buf_view(now), target);
}

/* A picture or another file, which is not an atom: the way to it changes with
 * the note that the link is in, and with the file. */
static bool
move_file(struct world *w, uint32_t source, struct cx_str target,
    struct cx_buf *now)
{
	struct cx_str from = cx_resolver_path(w->before, source);
	struct cx_str here = cx_resolver_path(w->after, source);
	CX_AUTO_BUF b = CX_BUF_INIT, to = CX_BUF_INIT;
	bool rooted = target.s[0] == '/', dots = has_dots(target);

	if (!memchr(target.s, '/', target.len))
		return move_name(w, target, now);
	if (!world_folder(w) && !world_moves(w, source))
		return false;
	now->len = 0;
	/* From the vault's root on the note's place does not matter. */
	if ((rooted || !dots) && cx_link_join(&b, CX_STR(""), target) &&
	    find_file(w, &b, &to)) {
		cx_buf_puts(now, rooted ? "/" : "");
		cx_buf_str(now, cx_buf_view(&to));
	} else if (!rooted && cx_link_join(&b, from, target) &&
	    find_file(w, &b, &to)) {
		if (cx_link_join(&b, here, target) &&
		    cx_str_eq(cx_buf_view(&b), cx_buf_view(&to)))
			return false;
		relative(now, here, cx_buf_view(&to), dots);
	} else if (w->file && cx_str_starts(target, CX_STR("./")) &&
	    cx_str_count(target, '/') == 1) {
		if (!move_name(w, cx_str_from(target, 2), &b))
			return false;
		now->len = 0;
		cx_buf_fmt(now, "./%.*s", (int)b.len, b.s);
	} else if (!world_folder(w) || !move_tail(w, target, now)) {
		return false;
	}
	if (now->len && now->s[now->len - 1] != '/' &&
	    target.s[target.len - 1] == '/')
		cx_buf_char(now, '/');
	return !cx_str_eq(cx_buf_view(now), target);
}

/* Links that have led to no atom, or could mean several. */
static enum verdict
decide_open(struct world *w, uint32_t source, struct cx_str target,
    enum cx_resolve_status was, struct cx_buf *now)
{
	struct cx_str path = cx_resolver_path(w->after, source);
	struct cx_resolved r;

	if (was == CX_LINK_BROKEN && w->new.len &&
	    move_file(w, source, target, now)) {
		r = cx_resolve(w->after, path, cx_buf_view(now));
		if (r.status == CX_LINK_BROKEN)
			return CHANGE;
	}
	r = cx_resolve(w->after, path, target);
	if (r.status == CX_LINK_BROKEN ||
	    (was == CX_LINK_AMBIGUOUS && r.status == CX_LINK_AMBIGUOUS))
		return KEEP;
	if (r.status == CX_LINK_OK && w->s->adopt)
		return KEEP;
	now->len = 0;
	if (r.status == CX_LINK_OK)
		path = cx_resolver_path(w->after, r.atom);
	cx_buf_fmt(now, "the link '%.*s', which %s, would %s%.*s",
	    (int)target.len, target.s, was == CX_LINK_BROKEN
		? "leads to no note" : "can mean several notes",
	    r.status == CX_LINK_OK ? "lead to " : "be able to mean several",
	    r.status == CX_LINK_OK ? (int)path.len : 0, path.s);
	cx_buf_puts(now, r.status == CX_LINK_OK
	    ? "; if that is what you want, give --adopt"
	    : "; fix it first");
	return REFUSE;
}

enum verdict
link_decide(struct world *w, uint32_t source, enum site_kind kind,
    struct cx_str target, struct cx_buf *now)
{
	struct cx_str from = cx_resolver_path(w->before, source);
	struct cx_resolved was = cx_resolve(w->before, from, target), is;
	struct writing x = {.w = w, .now = now,
	    .source = cx_resolver_path(w->after, source)};
	struct cx_str path;
	enum form form;

	if (was.status != CX_LINK_OK)
		return decide_open(w, source, target, was.status, now);
	is = cx_resolve(w->after, x.source, target);
	x.atom = was.atom;
	x.path = cx_resolver_path(w->after, was.atom);
	path = cx_resolver_path(w->before, was.atom);
	x.markdown = kind == SITE_MD;
	form = form_of(kind, from, path, target, was.step);
	if (form == FORM_SITE)
		x.root = site_root(path, target);
	/* Where tags count from; only Hugo finds a name anywhere. */
	else if ((kind == SITE_LIQUID && form == FORM_BASE &&
		cx_str_ends(target, md)) ||
	    ((kind == SITE_LIQUID || kind == SITE_HUGO) && form == FORM_TAIL))
		x.root = cx_strn(path.s,
		    path.len - tail(path, parts(target)).len);
	if (is.status == CX_LINK_OK && is.atom == was.atom &&
	    ((!world_moves(w, source) && !world_moves(w, was.atom)) ||
		form >= FORM_ID || (form == form_of(kind, x.source, x.path,
		    target, is.step) && (form != FORM_SITE ||
		    cx_str_eq(x.root, site_root(x.path, target))))))
		return KEEP;
	x.slash = target.s[target.len - 1] == '/';
	x.ext = kind == SITE_REF || (form < FORM_ID &&
	    same_key(cx_last_part(target), cx_last_part(path)));
	if (write_form(&x, form, parts(target)))
		return cx_str_eq(cx_buf_view(now), target) ? KEEP : CHANGE;
	x.ext = true;
	if (write_form(&x, form, parts(target)))
		return cx_str_eq(cx_buf_view(now), target) ? KEEP : CHANGE;
	now->len = 0;
	cx_buf_fmt(now, "no link could tell %.*s from the other notes; choose "
	    "another name", (int)x.path.len, x.path.s);
	return REFUSE;
}

bool
link_convert(struct world *w, uint32_t source, struct cx_str target,
    uint32_t atom, struct cx_buf *now)
{
	struct writing x = {.w = w, .now = now, .atom = atom,
	    .source = cx_resolver_path(w->after, source),
	    .path = cx_resolver_path(w->after, atom)};

	if (try_text(&x, "", target))
		return true;
	x.ext = true;
	return try_text(&x, "", target);
}
