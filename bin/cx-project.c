/* cx-project - print the project of a directory */
#include "lib/base/opt.h"
#include "lib/file/git.h"
#include "lib/file/publish.h"
#include "lib/file/vault.h"
#include "lib/json/json.h"
#include "lib/json/print.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* Directories that are looked at: here and so many up. */
#define UP 10
#define PROJECT_DIR ".cortex"
#define PROJECT_FILE PROJECT_DIR "/project.json"
/* Of a vault: .cortex/projects/NAME.json has the remote that NAME stands for.
 * One file a name, so that two branches that learn the same thing merge, and
 * those that learn different things conflict. */
#define CLAIMS ".cortex/projects"
#define LIMIT ((size_t)64 << 10)

static bool create;

static const struct cx_opt options[] = {
    CX_OPT_FLAG(0, "create", create, "make it a project if it is not one"),
    CX_OPT_TEXT('C', NULL, "VAULT", cx_common.vault,
	"check the name against those the vault knows"),
    CX_OPT_END};

static const struct cx_usage usage = {"cx-project",
    "[-C VAULT] [--create] [DIR]", "print the project of a directory",
    options, false};

enum method {
	BY_FILE,
	BY_REMOTE,
	BY_PATH,
	BY_CREATION,
	BY_NOTHING
};

struct project {
	enum method method;
	struct cx_buf id, name;
	struct cx_buf root; /* real path */
};

/* What is after the last `/`; all of "/". */
static struct cx_str
name_of(struct cx_str path)
{
	return cx_last_part(path).len ? cx_last_part(path) : path;
}

/* A new file of one object; CX_PUB_STALE if it is there. */
static struct cx_pub
put_new(int dir, const char *file, const struct cx_buf *id,
    const struct cx_buf *name)
{
	const struct cx_seen none = {.exists = false};
	CX_AUTO_BUF text = CX_BUF_INIT;
	struct cx_printer printer = cx_printer(&text);

	cx_print_object(&printer);
	cx_print_kstr(&printer, "id", cx_buf_view(id));
	if (name)
		cx_print_kstr(&printer, "name", cx_buf_view(name));
	cx_print_line(&printer);
	return cx_publish(NULL, dir, file, cx_buf_view(&text), &none);
}

/* --- .cortex/project.json --- */

static void CX_NORETURN
wrong(struct cx_str dir, const char *why)
{
	cx_die(CX_USAGE, "%.*s/" PROJECT_FILE ": %s; write it as in "
	    "{\"id\":\"shop\",\"name\":\"Shop\"}", (int)dir.len, dir.s, why);
}

static bool
parse(struct cx_str dir, struct cx_buf *text, struct cx_buf *id,
    struct cx_buf *name)
{
	CX_AUTO_JSON parser = cx_json_new();
	const struct cx_json *root, *v, *n;
	const char *why = NULL;

	root = cx_json_parse(parser, text->s, text->len, &why);
	if (!root)
		wrong(dir, why);
	if (root->type != CX_JSON_OBJECT)
		wrong(dir, "not a JSON object");
	v = cx_json_get(root, "id");
	n = cx_json_get(root, "name");
	if (v && (v->type != CX_JSON_STRING || v->len == 0))
		wrong(dir, "'id' must be a text");
	if (n && n->type != CX_JSON_STRING)
		wrong(dir, "'name' must be a text");
	if (v) {
		cx_buf_str(id, cx_json_str(v));
		if (n)
			cx_buf_str(name, cx_json_str(n));
	}
	return v != NULL;
}

static int
open_dir(struct cx_str dir)
{
	CX_AUTO_BUF path = CX_BUF_INIT;

	cx_buf_str(&path, dir);
	return open(cx_buf_cstr(&path), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

/* Whether dir has one with an id; *name stays empty if it says none. */
static bool
file_read(struct cx_str dir, struct cx_buf *id, struct cx_buf *name)
{
	CX_AUTO_BUF text = CX_BUF_INIT;
	CX_AUTO_CLOSE fd = open_dir(dir);
	int error;

	/* A parent may be closed to us; then it is nobody's project. */
	if (fd < 0)
		return false;
	error = cx_read_file(fd, PROJECT_FILE, &text, LIMIT, NULL);
	if (error && error != ENOENT && error != ENOTDIR)
		cx_die(CX_FAIL, "%.*s/" PROJECT_FILE ": %s", (int)dir.len,
		    dir.s, cx_file_error(error));
	return !error && parse(dir, &text, id, name);
}

static void CX_NORETURN
cannot(const struct project *p, const char *why)
{
	cx_die(CX_FAIL, "%.*s/" PROJECT_FILE ": cannot make it: %s",
	    (int)p->root.len, p->root.s, why);
}

/* Makes one; false when there is one by now. */
static bool
file_create(struct project *p)
{
	struct cx_buf why = CX_BUF_INIT;
	CX_AUTO_CLOSE root = open_dir(cx_buf_view(&p->root));
	CX_AUTO_CLOSE dir = root < 0 ? -1 :
	    cx_vault_make_dir(root, CX_STR(PROJECT_DIR));
	struct cx_pub pub;

	if (dir < 0)
		cannot(p, cx_file_error(errno));
	cx_buf_random(&p->id);
	pub = put_new(dir, "project.json", &p->id, &p->name);
	if (pub.status != CX_PUB_DONE && pub.status != CX_PUB_STALE) {
		cx_pub_why(&why, &pub);
		cannot(p, cx_buf_cstr(&why));
	}
	return pub.status == CX_PUB_DONE;
}

/* --- the repository of a directory, as git itself sees it --- */

enum repository {
	NO_REPOSITORY,
	WITHOUT_REMOTE,
	WITH_REMOTE
};

/* `..` and `.` taken out by their names: the directory may be elsewhere. */
static void
clean(struct cx_buf *out, struct cx_str path)
{
	size_t start = out->len;
	struct cx_str part;

	while (cx_str_split(&path, '/', &part)) {
		if (part.len == 0 || cx_str_is(part, "."))
			continue;
		if (cx_str_is(part, "..")) {
			while (out->len > start && out->s[out->len - 1] != '/')
				out->len--;
			if (out->len > start)
				out->len--;
			continue;
		}
		cx_buf_char(out, '/');
		cx_buf_str(out, part);
	}
}

/* A remote that is a relative path counts from the repository. */
static bool
put_remote(struct cx_buf *remote, struct cx_str dir, struct cx_str url)
{
	CX_AUTO_BUF b = CX_BUF_INIT;

	if (cx_str_starts(url, CX_STR("./")) ||
	    cx_str_starts(url, CX_STR("../"))) {
		CX_AUTO_BUF full = CX_BUF_INIT;

		cx_buf_str(&full, dir);
		cx_buf_char(&full, '/');
		cx_buf_str(&full, url);
		clean(&b, cx_buf_view(&full));
		url = cx_buf_view(&b);
	}
	return cx_git_normalise(remote, url);
}

static struct cx_str
parent_of(struct cx_str dir)
{
	return cx_dir_part(dir).len ? cx_dir_part(dir) : CX_STR("/");
}

/* What is called .git there; 0 for nothing. */
static mode_t
marked(struct cx_str dir, struct cx_buf *path)
{
	struct stat st;

	cx_buf_str(path, dir);
	cx_buf_puts(path, "/.git");
	return lstat(cx_buf_cstr(path), &st) == 0 ? st.st_mode : 0;
}

/* The first line of what git has said. */
static struct cx_str
first_line(const struct cx_buf *said)
{
	struct cx_str rest = cx_buf_view(said), line = {NULL, 0};

	cx_str_split(&rest, '\n', &line);
	return line;
}

/* Looks at dir alone; appends the remote, normalised. */
static enum repository
git_read(struct cx_str dir, struct cx_buf *remote)
{
	/* Knows include, insteadOf, worktrees and submodules. */
	static const char *const get[] = {"remote", "get-url", "origin", NULL};
	static const char *const is[] = {"rev-parse", "--git-dir", NULL};
	CX_AUTO_BUF path = CX_BUF_INIT, parent = CX_BUF_INIT;
	CX_AUTO_BUF said = CX_BUF_INIT;
	enum repository r = WITHOUT_REMOTE;
	mode_t mode = marked(dir, &path);
	struct cx_str line;
	int status;

	if (!mode)
		return NO_REPOSITORY;
	path.len = dir.len;
	cx_buf_str(&parent, dir.len > 1 ? parent_of(dir) : dir);
	status = cx_git(cx_buf_cstr(&path), cx_buf_cstr(&parent), get, true,
	    &said);
	line = first_line(&said);
	if (status == 0) {
		if (put_remote(remote, dir, line))
			r = WITH_REMOTE;
	} else if (status < 0 && errno != ENOENT) {
		cx_die(CX_FAIL, "git: %s", strerror(errno));
	} else if (status > 0 &&
	    !cx_str_has(cx_buf_view(&said), CX_STR("No such remote"))) {
		/* Any directory may be called .git, but a file that is leads
		 * somewhere.  Other trouble would change what the project is,
		 * so it is not passed over. */
		said.len = 0;
		status = cx_git(path.s, parent.s, is, true, &said);
		line = first_line(&said);
		if (status == 0 || !S_ISDIR(mode) || !cx_str_has(line,
		    CX_STR("not a git repository")))
			cx_die(CX_USAGE, "%s/.git: git says: %.*s", path.s,
			    (int)line.len, line.s);
		r = NO_REPOSITORY;
	}
	return r;
}

/* --- names that a vault knows --- */

/* As a file name: anything but letters, digits, `_`, `-` and a `.` that is
 * not the first is %XX. */
static void
file_name(struct cx_buf *out, struct cx_str name)
{
	for (size_t i = 0; i < name.len; i++) {
		char c = name.s[i];

		if (cx_is_alnum(c) || c == '_' || c == '-' ||
		    (c == '.' && i > 0))
			cx_buf_char(out, c);
		else
			cx_buf_fmt(out, "%%%02X", (unsigned)(unsigned char)c);
	}
	cx_buf_puts(out, ".json");
	cx_buf_cstr(out);
}

/* Compares with what the vault knows; false when it knows nothing. */
static bool
known(const struct cx_vault *v, const char *path, const struct project *p)
{
	CX_AUTO_JSON parser = cx_json_new();
	CX_AUTO_BUF text = CX_BUF_INIT;
	int error = cx_read_file(v->fd, path, &text, LIMIT, NULL);
	const struct cx_json *root;
	const char *why;
	struct cx_str id;

	if (error && error != ENOENT)
		cx_die(CX_FAIL, "%s/%s: %s", v->path, path,
		    cx_file_error(error));
	if (!error) {
		root = cx_json_parse(parser, text.s, text.len, &why);
		id = cx_json_gets(root, "id", CX_STR(""));
		if (id.len == 0)
			cx_die(CX_USAGE, "%s/%s: names no project; remove it",
			    v->path, path);
		if (!cx_str_eq(id, cx_buf_view(&p->id)))
			cx_die(CX_USAGE, "two remotes of one name, '%.*s': "
			    "%.*s, and in this vault %.*s; give one another "
			    "name: {\"id\":\"...\",\"name\":\"...\"} in "
			    ".cortex/project.json of %.*s",
			    (int)p->name.len, p->name.s, (int)p->id.len,
			    p->id.s, (int)id.len, id.s, (int)p->root.len,
			    p->root.s);
	}
	return !error;
}

/* 0 or an errno; *stale when somebody else was quicker. */
static int
learn(const struct cx_vault *v, const char *name, const struct project *p,
    bool *stale)
{
	CX_AUTO_CLOSE dir = cx_vault_make_dir(v->fd, CX_STR(CLAIMS));
	struct cx_pub pub;

	*stale = false;
	if (dir < 0)
		return errno;
	pub = put_new(dir, name, &p->id, NULL);
	*stale = pub.status == CX_PUB_STALE;
	return pub.status == CX_PUB_FAILED ? pub.error : 0;
}

/* Ends the program where the name is another remote's. */
static void
claim_name(const struct project *p)
{
	CX_AUTO_BUF name = CX_BUF_INIT, path = CX_BUF_INIT;
	struct cx_vault v;
	bool stale = false;
	int error;

	cx_vault_init(&v, cx_common.vault, NULL);
	file_name(&name, cx_buf_view(&p->name));
	cx_buf_puts(&path, CLAIMS "/");
	cx_buf_puts(&path, name.s);
	cx_buf_cstr(&path);
	do {
		if (known(&v, path.s, p))
			break;
		error = learn(&v, name.s, p, &stale);
		/* A read-only vault is not a reason to fail. */
		if (error)
			cx_warn("%s/%s: cannot make it: %s; another remote of "
			    "this name will not be noticed", v.path, path.s,
			    cx_file_error(error));
	} while (stale);
	cx_vault_release(&v);
}

/* --- which one it is --- */

struct search {
	struct cx_str start; /* real path */
	const char *home;    /* likewise, or NULL */
};

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
	if (dir->len <= 1)
		return false;
	dir->len = parent_of(*dir).len;
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
	CX_AUTO_BUF remote = CX_BUF_INIT;
	struct cx_str dir;

	if (repository(&from, &dir, &remote) == WITH_REMOTE)
		cx_buf_str(&p->name, name_of(cx_buf_view(&remote)));
	else
		cx_buf_str(&p->name, name_of(from.start));
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
		cx_buf_str(&p->name, name_of(cx_buf_view(&p->id)));
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
	cx_buf_str(&p->name, name_of(dir));
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
		claim_name(&p);
	if (p.method == BY_NOTHING)
		cx_raise(CX_NO);
	print(&p);
	release(&p);
	free(start);
	free(real_home);
	return cx_finish();
}
