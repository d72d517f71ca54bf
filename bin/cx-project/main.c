/* cx-project - print the project of a directory */
#include "cx-project.h"
#include "lib/json/print.h"

#include <errno.h>
#include <stdlib.h>

static bool create;

static const struct cx_opt options[] = {
    CX_OPT_FLAG(0, "create", create, "make it a project if it is not one"),
    CX_OPT_TEXT('C', NULL, "VAULT", cx_common.vault,
	"check the name against those the vault knows"),
    CX_OPT_END};

static const struct cx_usage usage = {"cx-project",
    "[-C VAULT] [--create] [DIR]", "print the project of a directory",
    options, false};

struct search {
	struct cx_str start; /* real path */
	const char *home;    /* likewise, or NULL */
};

struct cx_str
last_part(struct cx_str path)
{
	size_t i = path.len;

	while (i > 0 && path.s[i - 1] != '/')
		i--;
	return i < path.len ? cx_str_from(path, i) : path;
}

/* Whether dir is the home directory (at) or one that it lies in. */
static bool
is_home(const struct search *s, struct cx_str dir, bool at)
{
	struct cx_str home;

	if (!s->home)
		return false;
	home = cx_str(s->home);
	if (cx_str_eq(dir, home))
		return at;
	return cx_str_starts(home, dir) &&
	    (dir.len == 1 || home.s[dir.len] == '/');
}

/* The parent; false at the top, or where it is above the home directory. */
static bool
up(const struct search *s, struct cx_str *dir)
{
	size_t n = dir->len;

	if (n <= 1)
		return false;
	while (n > 1 && dir->s[n - 1] != '/')
		n--;
	dir->len = n > 1 ? n - 1 : 1;
	return !is_home(s, *dir, false);
}

static bool
by_file(const struct search *s, struct project *p)
{
	struct cx_str dir = s->start;

	for (int i = 0; i <= UP; i++) {
		if (file_read(dir, &p->id, &p->name)) {
			cx_buf_str(&p->root, dir);
			p->method = BY_FILE;
			return true;
		}
		if (!up(s, &dir))
			break;
	}
	return false;
}

/* The repository that start is in: its directory and, maybe, its remote. */
static enum repository
repository(const struct search *s, struct cx_str *dir, struct cx_buf *remote)
{
	enum repository r;

	*dir = s->start;
	for (int i = 0; i <= UP; i++) {
		r = git_read(*dir, remote);
		if (r != NO_REPOSITORY)
			return r;
		if (!up(s, dir))
			break;
	}
	return NO_REPOSITORY;
}

/* A file without name: its directory's remote has one, or the directory. */
static void
name_file(const struct search *s, struct project *p)
{
	struct search from = {cx_buf_view(&p->root), s->home};
	struct cx_buf remote = CX_BUF_INIT;
	struct cx_str dir;

	if (repository(&from, &dir, &remote) == WITH_REMOTE)
		cx_buf_str(&p->name, last_part(cx_buf_view(&remote)));
	else
		cx_buf_str(&p->name, last_part(from.start));
	cx_buf_release(&remote);
}

static void
find(const struct search *s, struct project *p)
{
	struct cx_str dir;

	if (by_file(s, p)) {
		if (p->name.len == 0)
			name_file(s, p);
		return;
	}
	switch (repository(s, &dir, &p->id)) {
	case WITH_REMOTE:
		p->method = BY_REMOTE;
		cx_buf_str(&p->name, last_part(cx_buf_view(&p->id)));
		cx_buf_str(&p->root, dir);
		return;
	case WITHOUT_REMOTE:
		/* A home directory under git is not one project. */
		if (is_home(s, dir, true))
			dir = s->start;
		break;
	case NO_REPOSITORY:
		dir = s->start;
		break;
	}
	cx_buf_str(&p->root, dir);
	cx_buf_str(&p->name, last_part(dir));
	p->method = is_home(s, dir, true) ? BY_NOTHING : BY_PATH;
}

static void
release(struct project *p)
{
	cx_buf_release(&p->id);
	cx_buf_release(&p->name);
	cx_buf_release(&p->root);
	*p = (struct project){.method = BY_NOTHING};
}

static void
print(const struct project *p)
{
	static const char *const names[] = {"file", "remote", "path",
	    "created", "none"};
	struct cx_printer out = cx_printer(cx_out());

	cx_print_object(&out);
	cx_print_kstr(&out, "method", cx_str(names[p->method]));
	cx_print_key(&out, "id");
	if (p->method == BY_NOTHING)
		cx_print_null(&out);
	else
		cx_print_str(&out, cx_buf_view(p->method == BY_PATH
			? &p->root
			: &p->id));
	cx_print_key(&out, "name");
	if (p->method == BY_NOTHING)
		cx_print_null(&out);
	else
		cx_print_str(&out, cx_buf_view(&p->name));
	cx_print_kstr(&out, "root", cx_buf_view(&p->root));
	cx_print_end(&out);
	cx_print_line(&out);
}

int
main(int argc, char **argv)
{
	struct cx_args a = cx_args_parse(&usage, argc, argv);
	struct project p = {.method = BY_NOTHING};
	const char *home = getenv("HOME"), *dir;
	char *real_home, *start;
	struct search s;

	if (a.argc > 1)
		cx_usage_die(&a, "one directory at a time, not also '%s'",
		    a.argv[1]);
	dir = a.argc ? a.argv[0] : ".";
	start = realpath(dir, NULL);
	if (!start)
		cx_die(CX_FAIL, "%s: %s", dir, strerror(errno));
	real_home = home && *home ? realpath(home, NULL) : NULL;
	s = (struct search){cx_str(start), real_home};
	find(&s, &p);
	while (create && (p.method == BY_PATH || p.method == BY_NOTHING)) {
		if (file_create(&p)) {
			p.method = BY_CREATION;
			break;
		}
		release(&p);
		find(&s, &p); /* another process has made it since */
		if (p.method != BY_FILE)
			cx_die(CX_USAGE, "%s/.cortex/project.json: is there, "
			    "but has no id; add one", cx_buf_cstr(&p.root));
	}
	if (cx_common.vault && p.method == BY_REMOTE)
		claim_name(cx_common.vault, &p);
	if (p.method == BY_NOTHING)
		cx_raise(CX_NO);
	print(&p);
	release(&p);
	free(start);
	free(real_home);
	return cx_finish();
}
