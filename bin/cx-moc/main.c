/* cx-moc - rewrite AUTO regions of files in place */
#include "moc.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "lib/base/date.h"
#include "lib/base/opt.h"
#include "lib/file/publish.h"

/* A file above this is not a note. */
#define FILE_MAX ((size_t)256 << 20)
/* How often to start over when files change under our hands. */
#define TRIES 8

static struct {
	bool dry, diff, check, sections, touch;
} opt;

static const struct cx_opt options[] = {
    CX_OPT_FLAG('n', "dry-run", opt.dry, "print what would change"),
    CX_OPT_FLAG(0, "diff", opt.diff, "print what would change as a diff"),
    CX_OPT_FLAG(0, "check", opt.check,
	"print what would change; status 1 if anything"),
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
	struct cx_arena arena;
	struct cx_front front;
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
	cx_arena_release(&f->arena);
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
	return *f->name && strcmp(f->name, ".") && strcmp(f->name, "..")
	    ? 0
	    : EISDIR;
}

static void
read_front(struct cx_str text, struct cx_arena *arena, struct cx_front *front)
{
	static struct cx_front_parser *parser;

	if (!parser)
		parser = cx_front_new();
	cx_arena_reset(arena);
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
		err = cx_read_fd(STDIN_FILENO, &f->text, FILE_MAX);
	} else {
		err = open_dir(f);
		if (!err)
			err = cx_read_file(f->dirfd, f->name, &f->text,
			    FILE_MAX, &f->st);
	}
	if (err) {
		cx_error(CX_PARTIAL, "%s: %s", f->path, cx_file_error(err));
		f->text.len = 0;
		return false;
	}
	f->front = (struct cx_front){0};
	/* Few files have regions; the others need no parser. */
	if (f->text.len == 0 ||
	    !memmem(f->text.s, f->text.len, "AUTO:", 5))
		return true;
	read_front(cx_buf_view(&f->text), &f->arena, &f->front);
	return true;
}

/* path:line: what, for each thing that would change. */
static void
print_edits(const struct cx_splices *e, const struct file *f)
{
	struct cx_str text = cx_buf_view(&f->text);
	size_t i, line = 1, seen = 0;

	for (i = 0; i < e->n; i++) {
		line += cx_line_of(cx_str_from(text, seen),
		    e->v[i].from - seen) - 1;
		seen = e->v[i].from;
		if (e->v[i].label.len)
			/* from is below the marker */
			cx_buf_fmt(cx_out(), "%s:%zu: AUTO:%.*s\n", f->path,
			    line - 1, (int)e->v[i].label.len,
			    e->v[i].label.s);
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
keeps_body(const struct file *f, const struct cx_splices *e)
{
	CX_AUTO_BUF out = CX_BUF_INIT;
	struct cx_arena arena = {0};
	struct cx_front front = {0};
	size_t body = f->front.body;

	for (size_t i = 0; i < e->n && e->v[i].from < f->front.body; i++)
		body = body + e->v[i].len - (e->v[i].to - e->v[i].from);
	cx_splices_apply(&out, e, cx_buf_view(&f->text));
	read_front(cx_buf_view(&out), &arena, &front);
	cx_arena_release(&arena);
	return front.body == body;
}

/*
 * Looks at one file; true if it is to be written, as *e says.  again: this
 * is not the first look.
 */
static bool
compose(struct file *f, const char *path, struct cx_splices *e,
    struct moc_sections *s, bool again)
{
	if (!file_read(f, path))
		return false;
	if (!moc_edit(e, cx_buf_view(&f->text), &f->front, path, s, opt.touch,
		again) || e->n == 0)
		return false;
	if (!keeps_body(f, e)) {
		cx_error(CX_PARTIAL, "%s:1: with a line --- in a region this "
		    "one would begin front matter; file left as it is; put "
		    "an empty line first", path);
		return false;
	}
	if (f->st.st_nlink > 1) {
		cx_warn("%s: has more than one hard link, which replacing it "
			"would break; left as it is; copy it to part them",
		    path);
		return false;
	}
	if (opt.diff)
		cx_splices_diff(cx_out(), e, cx_buf_view(&f->text), path);
	else if (opt.dry || opt.check)
		print_edits(e, f);
	cx_out_record();
	if (opt.check)
		cx_raise(CX_NO);
	return !opt.diff && !opt.dry && !opt.check;
}

/* True if the file has to be looked at again. */
static bool
must_retry(const char *path, const struct cx_pub *pub, bool last)
{
	CX_AUTO_BUF b = CX_BUF_INIT;

	if (pub->status <= CX_PUB_SAME)
		return false;
	if (pub->status == CX_PUB_STALE && !last)
		return true;
	cx_pub_why(&b, pub);
	if (pub->status == CX_PUB_LINKED)
		cx_warn("%s: %s", path, cx_buf_cstr(&b));
	else
		cx_error(pub->status == CX_PUB_FAILED ? CX_FAIL : CX_PARTIAL,
		    "%s: %s", path, cx_buf_cstr(&b));
	return false;
}

/* Writes the n files; leaves those that changed meanwhile in paths. */
static size_t
write_files(char **paths, size_t n, struct moc_sections *s,
    struct moc_vaults *vaults, bool last)
{
	struct file f = {.dirfd = -1};
	struct cx_splices e = {0};
	CX_AUTO_BUF out = CX_BUF_INIT, path = CX_BUF_INIT;
	struct cx_bulk *bulk = cx_bulk_new();
	struct cx_seen seen;
	struct moc_vault *v;
	struct cx_pub pub;
	char **added = cx_malloc(cx_mul(n, sizeof *added));
	size_t i, k = 0, left = 0;

	for (i = 0; i < n; i++) {
		if (compose(&f, paths[i], &e, s, true)) {
			out.len = 0;
			cx_splices_apply(&out, &e, cx_buf_view(&f.text));
			seen = cx_seen(&f.st);
			v = moc_vault_of(vaults, paths[i], -1, &path);
			if (v && v->lock.fd < 0)
				v = NULL; /* one of which we did not know */
			cx_bulk_add(bulk, v ? &v->lock : NULL, f.dirfd,
			    v ? path.s : f.name, cx_buf_view(&out), &seen);
			added[k++] = paths[i];
		}
	}
	cx_bulk_commit(bulk);
	for (i = 0; i < k; i++) {
		pub = cx_bulk_result(bulk, i);
		if (must_retry(added[i], &pub, last))
			paths[left++] = added[i];
	}
	cx_bulk_free(bulk);
	free(added);
	cx_splices_release(&e);
	file_release(&f);
	return left;
}

/*
 * First without locks, since mostly there is nothing to do; what would change
 * is read again under them.
 */
static void
edit_files(char **paths, size_t n, struct moc_sections *s)
{
	bool writes = !opt.dry && !opt.diff && !opt.check;
	char **todo = cx_malloc(cx_mul(n, sizeof *todo));
	struct file f = {.dirfd = -1};
	struct cx_splices e = {0};
	struct moc_vaults vaults = {0};
	struct cx_buf unused = CX_BUF_INIT;
	size_t i, left = 0;
	int tries;

	for (i = 0; i < n; i++) {
		bool changes = compose(&f, paths[i], &e, s, false);
		struct moc_vault *v = NULL;

		if (writes)
			v = moc_vault_of(&vaults, paths[i], f.dirfd, &unused);
		if (changes)
			todo[left++] = paths[i];
		if (v)
			v->wanted |= changes;
	}
	file_release(&f);
	cx_splices_release(&e);
	cx_buf_release(&unused);
	moc_sections_warn_unused(s);
	moc_vaults_lock(&vaults);
	for (tries = 1; left > 0 && tries <= TRIES; tries++)
		left = write_files(todo, left, s, &vaults, tries == TRIES);
	moc_vaults_release(&vaults);
	free(todo);
}

static void
print_files(char **paths, size_t n)
{
	struct file f = {.dirfd = -1};
	size_t i;

	for (i = 0; i < n; i++) {
		if (file_read(&f, paths[i]))
			moc_print_regions(cx_buf_view(&f.text), f.front.body,
			    f.path);
	}
	file_release(&f);
}

int
main(int argc, char **argv)
{
	static char *in[] = {"-"};
	struct cx_args a = cx_args_parse(&usage, argc, argv);
	struct moc_sections sections = {0};

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
	moc_sections_read(&sections);
	edit_files(a.argv, (size_t)a.argc, &sections);
	free(sections.v);
	cx_arena_release(&sections.arena);
	return cx_finish();
}
