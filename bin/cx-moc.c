/* cx-moc - rewrite AUTO regions of files in place */
#include "lib/atom/rewrite.h"
#include "lib/base/date.h"
#include "lib/base/err.h"
#include "lib/base/mem.h"
#include "lib/base/opt.h"
#include "lib/base/utf8.h"
#include "lib/file/lock.h"
#include "lib/json/print.h"
#include "lib/markdown/marker.h"
#include "lib/record/record.h"
#include "lib/yaml/front.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

struct section {
	struct cx_str name;
	struct cx_str text;
	size_t lineno; /* of its record */
	bool refused;  /* cannot stand in a region: already said */
	bool used;     /* some file has such a region */
};

struct sections {
	struct section *v; /* by name */
	size_t n, cap;
	struct cx_arena arena;
};

/* The vaults of the files. */
struct vault {
	struct cx_vault vault;
	struct cx_lock lock;
	bool wanted; /* a file of it is to be written */
};

struct vaults {
	struct vault **v;
	size_t n, cap;
	struct vault *ours; /* or NULL */
	bool looked;		/* for ours */
	struct vault *last; /* of dir */
	struct cx_buf dir, way; /* and the way from it to dir */
};

static int
by_name(const void *a, const void *b)
{
	const struct section *x = a, *y = b;
	int c = cx_str_cmp(x->name, y->name);

	return c ? c : (x->lineno > y->lineno) - (x->lineno < y->lineno);
}

/*
 * Can text stand in a region without changing what is marker and what not?
 * A region begins after a line of its own, outside of code, so what the
 * text leaves open by itself it leaves open there.
 */
static bool
fits(struct cx_str text)
{
	CX_AUTO(cx_markers_release) struct cx_markers m = {0};
	CX_AUTO_BUF b = CX_BUF_INIT;
	size_t at;

	cx_buf_str(&b, text);
	if (b.len > 0 && b.s[b.len - 1] != '\n')
		cx_buf_char(&b, '\n');
	at = b.len;
	cx_buf_puts(&b, "<!-- /AUTO:x -->\n");
	cx_markers_find(&m, cx_buf_view(&b), 0, NULL, NULL);
	return m.n == 1 && m.v[0].at == at;
}

static struct cx_str
need_string(const struct cx_record *rec, const char *name)
{
	const struct cx_json *v = cx_json_get(rec->root, name);

	if (!v || v->type != CX_JSON_STRING)
		cx_record_die(rec, "a section without the string \"%s\"; it "
			      "is {\"section\":\"name\",\"text\":\"...\"}",
		    name);
	return cx_json_str(v);
}

static void
sections_read(struct sections *s)
{
	struct cx_reader *r = cx_reader_open(NULL, 0);
	struct cx_record rec;
	struct section one;
	size_t i, n = 0;

	while (cx_reader_next(r, &rec)) {
		one = (struct section){.lineno = rec.lineno};
		one.name = cx_arena_copy(&s->arena,
		    need_string(&rec, "section"));
		one.text = cx_arena_copy(&s->arena, need_string(&rec, "text"));
		*CX_NEXT(s->v, s->n, s->cap) = one;
	}
	cx_reader_close(r);
	CX_SORT(s->v, s->n, by_name);
	for (i = 0; i < s->n; i++) {
		if (n > 0 && cx_str_eq(s->v[n - 1].name, s->v[i].name)) {
			if (cx_str_eq(s->v[n - 1].text, s->v[i].text))
				continue;
			cx_die(CX_FAIL, "(stdin):%zu: another text for "
			    "section %.*s, the first is on line %zu; keep one; "
			    "nothing was changed", s->v[i].lineno,
			    (int)s->v[i].name.len, s->v[i].name.s,
			    s->v[n - 1].lineno);
		}
		s->v[n++] = s->v[i];
	}
	s->n = n;
	for (i = 0; i < s->n; i++) {
		s->v[i].refused = !fits(s->v[i].text);
		if (s->v[i].refused)
			cx_error(CX_PARTIAL, "(stdin):%zu: section %.*s has "
			    "marker lines of its own or code that it does not "
			    "close, and would take in what follows it; its "
			    "regions are left as they are", s->v[i].lineno,
			    (int)s->v[i].name.len, s->v[i].name.s);
	}
}

static struct section *
sections_get(const struct sections *s, struct cx_str name)
{
	return s->n ? bsearch(&name, s->v, s->n, sizeof *s->v, cx_order_str)
		    : NULL;
}

static void
sections_warn_unused(const struct sections *s)
{
	size_t i;

	for (i = 0; i < s->n; i++)
		if (!s->v[i].used && !s->v[i].refused)
			cx_warn("(stdin):%zu: no file that was named has a "
				"region for section %.*s; add the lines "
				"<!-- AUTO:%.*s --> and <!-- /AUTO:%.*s --> "
				"to one of them", s->v[i].lineno,
			    (int)s->v[i].name.len, s->v[i].name.s,
			    (int)s->v[i].name.len, s->v[i].name.s,
			    (int)s->v[i].name.len, s->v[i].name.s);
}

/* --- edits: which bytes of a file change; regions as records --- */

/* Does the line of a marker end with CRLF?  Then the region's lines do. */
static bool
is_crlf(struct cx_str text, const struct cx_marker *m)
{
	return m->next >= 2 && text.s[m->next - 1] == '\n' &&
	    text.s[m->next - 2] == '\r';
}

/* The text as lines of a region. */
static void
put_lines(struct cx_buf *out, struct cx_str text, bool crlf)
{
	struct cx_str line;

	while (cx_str_split(&text, '\n', &line)) {
		cx_buf_str(out, line);
		if (crlf && !cx_str_ends(line, CX_STR("\r")))
			cx_buf_char(out, '\r');
		cx_buf_char(out, '\n');
	}
}

static bool
is_same(const struct cx_splices *e, const struct cx_splice *one,
    struct cx_str text)
{
	struct cx_str old = {text.s + one->from, one->to - one->from};

	return cx_str_eq(old, cx_splice_text(e, one));
}

/*
 * The bytes of updated's value: without its quotes, which stay.  False when
 * it is not a plain value on one line.
 */
static bool
find_updated(struct cx_str text, const struct cx_front *f, const char *path,
    struct cx_splice *one)
{
	const struct cx_front_member *m = NULL;
	size_t i, from, to;

	for (i = 0; i < f->n; i++)
		if (cx_str_is(cx_json_str(f->members[i].key), "updated"))
			m = &f->members[i];
	if (!m)
		return false;
	from = m->value_at.at;
	to = m->value_end;
	if (to > text.len || from > to || m->style > CX_FRONT_QUOTED ||
	    (to > from && memchr(text.s + from, '\n', to - from)) ||
	    (m->style == CX_FRONT_QUOTED && to - from < 2)) {
		if (path)
			cx_warn("%s:%u: updated is not a date on one line; "
			    "left as it is", path, (unsigned)m->key_at.line);
		return false;
	}
	if (m->style == CX_FRONT_QUOTED) {
		from++;
		to--;
	}
	*one = (struct cx_splice){.from = from, .to = to};
	return true;
}

/* Puts the date of today before the other edits. */
static void
touch_updated(struct cx_splices *e, struct cx_str text,
    const struct cx_front *f, const char *path)
{
	struct cx_splice one;

	if (!find_updated(text, f, path, &one))
		return;
	one.at = e->text.len;
	/* An empty value stands right after its colon. */
	if (one.from == one.to && text.s[one.from - 1] == ':')
		cx_buf_char(&e->text, ' ');
	cx_date_put(&e->text, cx_today());
	one.len = e->text.len - one.at;
	if (is_same(e, &one, text))
		return;
	*CX_NEXT(e->v, e->n, e->cap) = one;
	memmove(e->v + 1, e->v, (e->n - 1) * sizeof *e->v);
	e->v[0] = one;
}

static void
mark_used(const struct cx_markers *m, struct sections *s)
{
	struct section *sec;
	size_t i;

	for (i = 0; i < m->n; i++) {
		sec = sections_get(s, m->v[i].name);
		if (sec)
			sec->used = true;
	}
}

static void
edit_region(struct cx_splices *e, struct cx_str text,
    const struct cx_marker *m, struct sections *s)
{
	const struct section *sec = sections_get(s, m[0].name);
	struct cx_splice one = {.from = m[0].next, .to = m[1].line,
	    .at = e->text.len, .label = m[0].name};

	if (!sec || sec->refused)
		return;
	put_lines(&e->text, sec->text, is_crlf(text, m));
	one.len = e->text.len - one.at;
	if (is_same(e, &one, text))
		e->text.len = one.at;
	else
		*CX_NEXT(e->v, e->n, e->cap) = one;
}

struct lines {
	const char *path;
	struct cx_str text;
	size_t seen, line; /* the last place, and lines before it */
};

/* The number of the line of a place, soon if it is after the last one. */
static size_t
line_at(struct lines *l, size_t at)
{
	if (at < l->seen)
		l->seen = l->line = 0;
	l->line += cx_line_of(cx_str_from(l->text, l->seen), at - l->seen) - 1;
	l->seen = at;
	return l->line + 1;
}

static void
say(void *arg, size_t at, bool wrong, const char *why)
{
	struct lines *f = arg;
	size_t line = line_at(f, at);

	if (wrong)
		cx_error(CX_PARTIAL, "%s:%zu: %s; file left as it is",
		    f->path, line, why);
	else
		cx_warn("%s:%zu: %s", f->path, line, why);
}

/* What the sections change in a file, and the date of today then, if touch;
 * the label of a splice is the section's name, and none for the date.
 * again: what is to be warned of in this file has been said.  False if the
 * file is refused. */
static bool
edit(struct cx_splices *e, struct cx_str text,
    const struct cx_front *front, const char *path, struct sections *s,
    bool touch, bool again)
{
	struct cx_markers m = {0};
	struct lines to = {path, text, 0, 0};
	size_t i;
	bool paired;

	e->n = e->text.len = 0;
	cx_markers_find(&m, text, front->body, again ? NULL : say, &to);
	mark_used(&m, s);
	paired = cx_markers_pair(&m, text, say, &to);
	for (i = 0; paired && i < m.n; i += 2)
		edit_region(e, text, &m.v[i], s);
	cx_markers_release(&m);
	if (touch && e->n > 0)
		touch_updated(e, text, front, again ? NULL : path);
	return paired;
}

/* The text of a region as a section: CRLF, which put_lines gives back, is
 * no business of collectors. */
static void
region_text(struct cx_buf *out, struct cx_str text, const struct cx_marker *m)
{
	struct cx_str rest = {text.s + m[0].next, m[1].line - m[0].next}, line;
	bool crlf = is_crlf(text, m);

	while (cx_str_split(&rest, '\n', &line)) {
		if (crlf && cx_str_ends(line, CX_STR("\r")))
			line.len--;
		cx_buf_str(out, line);
		cx_buf_char(out, '\n');
	}
}

static void
print_regions(struct cx_str text, size_t body, const char *path)
{
	CX_AUTO(cx_markers_release) struct cx_markers m = {0};
	struct lines to = {path, text, 0, 0};
	CX_AUTO_BUF b = CX_BUF_INIT;
	struct cx_printer p = cx_printer(cx_out());

	cx_markers_find(&m, text, body, say, &to);
	if (!cx_markers_pair(&m, text, say, &to))
		m.n = 0;
	for (size_t i = 0; i < m.n; i += 2) {
		size_t line = line_at(&to, m.v[i].line);

		b.len = 0;
		region_text(&b, text, &m.v[i]);
		if (cx_utf8_invalid(cx_buf_view(&b)) < b.len)
			cx_warn("%s:%zu: region AUTO:%.*s is not all UTF-8; "
				"the record has U+FFFD there", path, line,
			    (int)m.v[i].name.len, m.v[i].name.s);
		cx_print_object(&p);
		cx_print_kstr(&p, "section", m.v[i].name);
		cx_print_kstr(&p, "text", cx_buf_view(&b));
		cx_print_kstr(&p, "path", cx_str(path));
		cx_print_kint(&p, "line", (int64_t)line);
		cx_print_line(&p);
		cx_out_record();
	}
}

/* --- whose lock a file needs: that of the vault around it --- */

/* The vault at path, held; NULL if it is not one. */
static struct vault *
hold(struct vaults *vs, const char *path)
{
	struct vault *x;
	struct cx_vault v;

	if (!cx_vault_hold(&v, path)) {
		if (errno == ENOENT || errno == ENOTDIR)
			return NULL;
		cx_die(CX_FAIL, "%s: %s", path, cx_file_error(errno));
	}
	for (size_t i = 0; i < vs->n; i++)
		if (strcmp(vs->v[i]->vault.path, v.path) == 0) {
			cx_vault_release(&v);
			return vs->v[i];
		}
	x = cx_malloc(sizeof *x);
	*x = (struct vault){.vault = v, .lock = CX_LOCK_NONE};
	*CX_NEXT(vs->v, vs->n, vs->cap) = x;
	return x;
}

/* The vault that we are in or were told of, if a file of this directory is in
 * that; else the nearest around it.  NULL, or with the way there in vs. */
static struct vault *
find(struct vaults *vs, const char *dir)
{
	CX_AUTO_FREE char *real = realpath(dir, NULL);
	CX_AUTO_BUF b = CX_BUF_INIT, file = CX_BUF_INIT;
	struct vault *x = NULL;

	if (!real && errno != ENOENT && errno != ENOTDIR)
		cx_die(CX_FAIL, "%s: %s", dir, cx_file_error(errno));
	if (!vs->looked && cx_vault_find(&b, NULL, NULL) != CX_VAULT_NONE)
		vs->ours = hold(vs, cx_buf_cstr(&b));
	vs->looked = true;
	if (real)
		cx_buf_fmt(&file, "%s/x", real);
	vs->way.len = 0;
	if (vs->ours && cx_vault_relative(&vs->way, &vs->ours->vault,
	    cx_buf_view(&file)))
		x = vs->ours;
	else if (real && cx_vault_around(&b, real))
		x = hold(vs, cx_buf_cstr(&b));
	if (x && x != vs->ours && !cx_vault_relative(&vs->way, &x->vault,
	    cx_buf_view(&file)))
		x = NULL; /* moved in the meantime */
	if (x)
		vs->way.len--; /* without the x */
	return x;
}

/* The vault of a file, whose directory is dirfd if not -1, and its path in
 * it.  NULL and its name if there is none: then nobody knows what a killed
 * writer has left in the directory, and it is removed at once. */
static struct vault *
vault_of(struct vaults *vs, const char *file, int dirfd, struct cx_buf *path)
{
	const char *slash = strrchr(file, '/');
	const char *name = slash ? slash + 1 : file;
	struct cx_buf dir = CX_BUF_INIT;

	cx_buf_add(&dir, file, (size_t)(name - file));
	if (!dir.len)
		cx_buf_char(&dir, '.');
	if (!cx_str_eq(cx_buf_view(&dir), cx_buf_view(&vs->dir))) {
		vs->last = find(vs, cx_buf_cstr(&dir));
		if (!vs->last && dirfd >= 0)
			(void)cx_temp_clean(dirfd);
		vs->dir.len = 0;
		cx_buf_str(&vs->dir, cx_buf_view(&dir));
	}
	cx_buf_release(&dir);
	path->len = 0;
	if (vs->last)
		cx_buf_str(path, cx_buf_view(&vs->way));
	cx_buf_puts(path, name);
	cx_buf_cstr(path);
	return vs->last;
}

static int
by_path(const void *va, const void *vb)
{
	struct vault *const *a = va, *const *b = vb;

	return strcmp((*a)->vault.path, (*b)->vault.path);
}

/* Takes the locks of those that are wanted or have something left. */
static void
vaults_lock(struct vaults *vs)
{
	/* In one order, so that no two of us wait for each other. */
	CX_SORT(vs->v, vs->n, by_path);
	for (size_t i = 0; i < vs->n; i++) {
		struct vault *x = vs->v[i];

		if (x->wanted || cx_lock_noted(x->vault.fd))
			cx_rewrite_lock(&x->lock, &x->vault);
	}
}

static void
vaults_release(struct vaults *vs)
{
	for (size_t i = 0; i < vs->n; i++) {
		cx_unlock(&vs->v[i]->lock);
		cx_vault_release(&vs->v[i]->vault);
		free(vs->v[i]);
	}
	free(vs->v);
	cx_buf_release(&vs->dir);
	cx_buf_release(&vs->way);
}

/* --- files --- */

static struct {
	bool dry, diff, check, sections, touch;
} opt;

static const struct cx_opt options[] = {
    CX_OPT_FLAG('n', "dry-run", opt.dry, "print what would change"),
    CX_OPT_FLAG(0, "diff", opt.diff, "print what would change as a diff"),
    CX_OPT_FLAG(0, "check", opt.check,
	"print what would change; exit with 1 if anything"),
    CX_OPT_FLAG(0, "sections", opt.sections,
	"print the regions as records"),
    CX_OPT_FLAG(0, "touch", opt.touch, "set updated: in files that change"),
    CX_OPT_NOW, CX_OPT_STRICT, CX_OPT_END};

static const struct cx_usage usage = {
    "cx-moc",
    "[--dry-run | --diff | --check] [--touch] [--now DATE] [--strict] "
    "FILE...\n--sections [--strict] [FILE...]",
    "rewrite AUTO regions of files in place", options, false};

/* A file as it was read. */
struct file {
	const char *path;
	const char *name; /* in dirfd */
	struct cx_buf dir; /* held as dirfd: most files share it */
	int dirfd;
	struct stat st;
	struct cx_buf text;
};

static void
leave_dir(struct file *f)
{
	if (f->dirfd >= 0)
		close(f->dirfd); /* was only looked through */
	f->dirfd = -1;
}

static void
file_release(struct file *f)
{
	leave_dir(f);
	cx_buf_release(&f->dir);
	cx_buf_release(&f->text);
}

static int
open_dir(struct file *f)
{
	const char *slash = strrchr(f->path, '/');
	struct cx_str dir = CX_STR(".");

	f->name = slash ? slash + 1 : f->path;
	if (slash)
		dir = (struct cx_str){f->path, (size_t)(f->name - f->path)};
	if (f->dirfd < 0 || !cx_str_eq(dir, cx_buf_view(&f->dir))) {
		leave_dir(f);
		f->dir.len = 0;
		cx_buf_str(&f->dir, dir);
		f->dirfd = cx_vault_named_dir(cx_buf_cstr(&f->dir), false);
	}
	if (f->dirfd < 0)
		return errno;
	/* "dir/", "." and "..". */
	return *f->name && strcmp(f->name, ".") && strcmp(f->name, "..") ? 0
	    : EISDIR;
}

static void
read_front(struct cx_str text, struct cx_arena *arena, struct cx_front *front)
{
	static struct cx_front_parser *parser;

	*front = (struct cx_front){0};
	/* Few files have regions; the others need no parser. */
	if (text.len == 0 || !memmem(text.s, text.len, "AUTO:", 5))
		return;
	if (!parser)
		parser = cx_front_new();
	cx_front_read(parser, text, arena, front);
}

/* False, with a message, if it cannot be read. */
static bool
file_read(struct file *f, const char *path)
{
	int err;

	f->path = path;
	f->text.len = 0;
	if (opt.sections && strcmp(path, "-") == 0) {
		f->path = "(stdin)";
		err = cx_read_fd(STDIN_FILENO, &f->text, CX_REWRITE_MAX);
	} else {
		err = open_dir(f);
		if (!err)
			err = cx_read_file(f->dirfd, f->name, &f->text,
			    CX_REWRITE_MAX, &f->st);
	}
	if (err) {
		cx_error(CX_PARTIAL, "%s: %s", f->path, cx_file_error(err));
		f->text.len = 0;
		return false;
	}
	return true;
}

/* path:line: what, for each thing that would change. */
static void
print_edits(const struct cx_splices *e, const struct file *f)
{
	struct lines l = {f->path, cx_buf_view(&f->text), 0, 0};

	for (size_t i = 0; i < e->n; i++) {
		size_t line = line_at(&l, e->v[i].from);

		if (e->v[i].label.len)
			/* from is below the marker */
			cx_buf_fmt(cx_out(), "%s:%zu: AUTO:%.*s\n", f->path,
			    line - 1, (int)e->v[i].label.len, e->v[i].label.s);
		else
			cx_buf_fmt(cx_out(), "%s:%zu: updated\n", f->path,
			    line);
	}
}

/*
 * Whether the body still begins where it did: with a first line --- that
 * nothing closes, a --- in a region would make front matter of all above it,
 * and the next run would not find the marker.
 */
static bool
keeps_body(struct cx_str text, size_t body, const struct cx_splices *e,
    struct cx_arena *arena)
{
	CX_AUTO_BUF out = CX_BUF_INIT;
	struct cx_front front;

	cx_splices_apply(&out, e, text);
	for (size_t i = 0; i < e->n && e->v[i].from < body; i++)
		body = body + e->v[i].len - (e->v[i].to - e->v[i].from);
	read_front(cx_buf_view(&out), arena, &front);
	return front.body == body;
}

/* What becomes of a text.  again: this is not the first look at the file. */
static enum cx_rewrite_verdict
look(struct cx_splices *e, struct cx_str text, const struct stat *st,
    const char *path, struct sections *s, bool again)
{
	CX_AUTO(cx_arena_release) struct cx_arena arena = {0};
	struct cx_front front;

	read_front(text, &arena, &front);
	if (!edit(e, text, &front, path, s, opt.touch, again))
		return CX_REWRITE_REFUSE;
	if (e->n == 0)
		return CX_REWRITE_KEEP;
	if (!keeps_body(text, front.body, e, &arena)) {
		cx_error(CX_PARTIAL, "%s:1: with a line --- in a region this "
		    "one would begin front matter; file left as it is; put "
		    "an empty line first", path);
		return CX_REWRITE_REFUSE;
	}
	if (st->st_nlink > 1) {
		cx_warn("%s: has more than one hard link, which replacing it "
			"would break; left as it is; copy it to part them",
		    path);
		return CX_REWRITE_KEEP;
	}
	return CX_REWRITE_CHANGE;
}

static enum cx_rewrite_verdict
compose(void *sections, struct cx_rewrite_file *f)
{
	return look(&f->splices, cx_buf_view(&f->old), &f->st, f->shown,
	    sections, true);
}

/* Looks at one file first; true if it is to be written. */
static bool
changes(struct file *f, const char *path, struct cx_splices *e,
    struct sections *s)
{
	struct cx_str text;

	if (!file_read(f, path))
		return false;
	text = cx_buf_view(&f->text);
	if (look(e, text, &f->st, path, s, false) != CX_REWRITE_CHANGE)
		return false;
	if (opt.diff)
		cx_splices_diff(cx_out(), e, text, path);
	else if (opt.dry || opt.check)
		print_edits(e, f);
	cx_out_record();
	if (opt.check)
		cx_raise(CX_NO);
	return true;
}

/*
 * First without locks, since mostly there is nothing to do; what would change
 * is read again under them.
 */
static void
edit_files(char **paths, size_t n, struct sections *s)
{
	bool writes = !opt.dry && !opt.diff && !opt.check;
	CX_AUTO_FREE struct cx_rewrite_file *todo = cx_calloc(n, sizeof *todo);
	struct cx_rewrite w = {.compose = compose, .arg = s};
	struct file f = {.dirfd = -1};
	CX_AUTO(cx_splices_release) struct cx_splices e = {0};
	CX_AUTO(cx_arena_release) struct cx_arena arena = {0};
	struct vaults vaults = {0};
	CX_AUTO_BUF path = CX_BUF_INIT;
	size_t k = 0;

	for (size_t i = 0; i < n; i++) {
		bool change = changes(&f, paths[i], &e, s);
		struct vault *v;

		if (!writes)
			continue;
		v = vault_of(&vaults, paths[i], f.dirfd, &path);
		if (!change)
			continue;
		todo[k] = (struct cx_rewrite_file){.path = paths[i],
		    .shown = paths[i]};
		if (v) {
			v->wanted = true;
			todo[k].vault = &v->vault;
			todo[k].lock = &v->lock;
			todo[k].path = cx_arena_copy(&arena,
			    cx_buf_view(&path)).s;
		}
		k++;
	}
	file_release(&f);
	sections_warn_unused(s);
	vaults_lock(&vaults);
	(void)cx_rewrite(&w, todo, k);
	vaults_release(&vaults);
}

static void
print_files(char **paths, size_t n)
{
	struct file f = {.dirfd = -1};
	CX_AUTO(cx_arena_release) struct cx_arena arena = {0};
	struct cx_front front;

	for (size_t i = 0; i < n; i++) {
		if (!file_read(&f, paths[i]))
			continue;
		cx_arena_reset(&arena);
		read_front(cx_buf_view(&f.text), &arena, &front);
		print_regions(cx_buf_view(&f.text), front.body, f.path);
	}
	file_release(&f);
}

int
main(int argc, char **argv)
{
	static char *in[] = {"-"};
	struct cx_args a = cx_args_parse(&usage, argc, argv);
	struct sections sections = {0};

	if (opt.sections) {
		if (opt.dry || opt.diff || opt.check || opt.touch)
			cx_usage_die(&a, "--sections only prints: leave "
			    "out the other options");
		if (a.argc == 0)
			print_files(in, 1);
		else
			print_files(a.argv, (size_t)a.argc);
		return cx_finish();
	}
	if (a.argc == 0)
		cx_usage_die(&a, "no file: sections come from standard "
		    "input, files are named");
	for (int i = 0; i < a.argc; i++)
		if (strcmp(a.argv[i], "-") == 0)
			cx_usage_die(&a, "-: standard input has the sections "
			    "and cannot be rewritten; a file of that name is "
			    "./-");
	sections_read(&sections);
	edit_files(a.argv, (size_t)a.argc, &sections);
	free(sections.v);
	cx_arena_release(&sections.arena);
	return cx_finish();
}
