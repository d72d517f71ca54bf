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
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* Directories that are looked at: here and so many up. */
#define UP 10
#define PROJECT_DIR ".cortex"
#define PROJECT_FILE PROJECT_DIR "/project.json"
/* Of a vault: .cortex/projects/NAME.json has the ids that NAME stands for.
 * One file a name, so that two branches that learn the same thing merge, and
 * those that learn different things conflict.  What is known by its path is
 * noted apart, for this machine. */
#define CLAIMS PROJECT_DIR "/projects"
#define PATHS PROJECT_DIR "/paths.json"
#define LIMIT ((size_t)64 << 10)

static bool create, list;
static struct cx_str as, renamed;

static const struct cx_opt options[] = {
    CX_OPT_FLAG(0, "create", create, "create a project if there is none"),
    CX_OPT_STR(0, "as", "NAME", as, "make it the project NAME"),
    CX_OPT_TEXT('C', NULL, "VAULT", cx_common.vault,
	"use its name in the vault"),
    CX_OPT_FLAG(0, "known", list, "print the names that the vault knows"),
    CX_OPT_STR(0, "renamed", "OLD", renamed,
	"call the project OLD of the vault NAME (--as)"),
    CX_OPT_END};

static const struct cx_usage usage = {"cx-project",
    "[-C VAULT] [--create | --as NAME] [DIR]\n"
    "       cx-project -C VAULT --known\n"
    "       cx-project -C VAULT --renamed OLD --as NAME",
    "print the project of a directory", options, false};

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

/* The file of a project; CX_PUB_STALE if it is not what was seen. */
static struct cx_pub
put_object(int dir, const struct project *p, const struct cx_seen *seen)
{
	CX_AUTO_BUF text = CX_BUF_INIT;
	struct cx_printer printer = cx_printer(&text);

	cx_print_object(&printer);
	cx_print_kstr(&printer, "id", cx_buf_view(&p->id));
	cx_print_kstr(&printer, "name", cx_buf_view(&p->name));
	cx_print_line(&printer);
	return cx_publish(NULL, dir, "project.json", cx_buf_view(&text), seen);
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
	const struct cx_seen none = {.exists = false};
	struct cx_pub pub;

	if (dir < 0)
		cannot(p, cx_file_error(errno));
	cx_buf_random(&p->id);
	pub = put_object(dir, p, &none);
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

/* A name and an id that it stands for; in a vault no two projects have one. */
struct claim {
	struct cx_str name, id;
	bool path; /* the id is a directory of this machine */
};

struct claims {
	struct cx_vault vault;
	struct claim *v;
	size_t n, cap;
	struct cx_arena arena;
};

/* As a file name: anything but letters, digits, `_`, `-` and a `.` that is
 * not the first is %XX. */
static void
file_name(struct cx_buf *out, struct cx_str name)
{
	cx_buf_puts(out, CLAIMS "/");
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

/* The name that a file name stands for; false for another file. */
static bool
named_by(struct cx_buf *out, struct cx_str file)
{
	if (!cx_str_ends(file, CX_STR(".json")) || file.s[0] == '.')
		return false;
	file.len -= strlen(".json");
	for (size_t i = 0; i < file.len; i++) {
		char hex[3] = "";

		if (file.s[i] == '%' && i + 2 < file.len) {
			memcpy(hex, file.s + i + 1, 2);
			cx_buf_char(out, (char)strtoul(hex, NULL, 16));
			i += 2;
		} else {
			cx_buf_char(out, file.s[i]);
		}
	}
	return true;
}

static void
add_claim(struct claims *c, struct cx_str name, struct cx_str id, bool path)
{
	*CX_NEXT(c->v, c->n, c->cap) = (struct claim){
	    cx_arena_copy(&c->arena, name), cx_arena_copy(&c->arena, id), path};
}

/* Reads a file of a vault; NULL when it is not there. */
static const struct cx_json *
read_claim(const struct claims *c, const char *path, struct cx_buf *text,
    struct cx_json_parser *parser)
{
	int error = cx_read_file(c->vault.fd, path, text, LIMIT, NULL);
	const struct cx_json *root;
	const char *why;

	if (error == ENOENT)
		return NULL;
	if (error)
		cx_die(CX_FAIL, "%s/%s: %s", c->vault.path, path,
		    cx_file_error(error));
	root = cx_json_parse(parser, text->s, text->len, &why);
	if (!root || root->type != CX_JSON_OBJECT)
		cx_die(CX_USAGE, "%s/%s: names no project; remove it",
		    c->vault.path, path);
	return root;
}

static void
read_name(struct claims *c, const char *file)
{
	CX_AUTO_BUF path = CX_BUF_INIT, name = CX_BUF_INIT;
	CX_AUTO_BUF text = CX_BUF_INIT;
	CX_AUTO_JSON parser = cx_json_new();
	const struct cx_json *root;
	struct cx_str id;

	if (!named_by(&name, cx_str(file)))
		return;
	cx_buf_puts(&path, CLAIMS "/");
	cx_buf_puts(&path, file);
	root = read_claim(c, cx_buf_cstr(&path), &text, parser);
	if (!root)
		return;
	id = cx_json_gets(root, "id", CX_STR(""));
	if (id.len == 0)
		cx_die(CX_USAGE, "%s/%s: names no project; remove it",
		    c->vault.path, path.s);
	add_claim(c, cx_buf_view(&name), id, false);
	CX_JSON_EACH(e, cx_json_get(root, "also"))
		add_claim(c, cx_buf_view(&name), cx_json_str(e), false);
}

static void
read_claims(struct claims *c)
{
	CX_AUTO_DIR d = NULL;
	CX_AUTO_BUF text = CX_BUF_INIT;
	CX_AUTO_JSON parser = cx_json_new();
	const struct cx_json *paths = read_claim(c, PATHS, &text, parser);
	CX_AUTO_CLOSE cortex = cx_vault_open(c->vault.fd, PROJECT_DIR,
	    O_RDONLY | O_DIRECTORY);
	struct dirent *e;

	c->n = 0;
	CX_JSON_EACH(k, paths)
		add_claim(c, cx_json_str(k + 1), cx_json_str(k), true);
	d = cortex < 0 ? NULL : cx_dir_stream(cortex, "projects");
	while (d && (e = readdir(d)) != NULL)
		read_name(c, e->d_name);
}

static const struct claim *
claim_of(const struct claims *c, struct cx_str id)
{
	for (size_t i = 0; i < c->n; i++)
		if (cx_str_eq(c->v[i].id, id))
			return &c->v[i];
	return NULL;
}

static const struct claim *
claim_named(const struct claims *c, struct cx_str name)
{
	for (size_t i = 0; i < c->n; i++)
		if (cx_str_eq(c->v[i].name, name))
			return &c->v[i];
	return NULL;
}

/* 0 or an errno. */
static int
put_file(const struct claims *c, const char *path, const struct cx_buf *text)
{
	const char *name;
	CX_AUTO_CLOSE dir = cx_vault_dir(c->vault.fd, path, &name);
	struct cx_pub pub;

	if (dir < 0)
		return errno;
	pub = cx_publish(NULL, dir, name, cx_buf_view(text), NULL);
	return pub.status == CX_PUB_FAILED ? pub.error :
	    pub.status == CX_PUB_DONE || pub.status == CX_PUB_SAME ? 0 : EEXIST;
}

/* Writes what there is of a name, which may be nothing any more. */
static int
write_name(const struct claims *c, struct cx_str name)
{
	CX_AUTO_BUF path = CX_BUF_INIT, text = CX_BUF_INIT;
	struct cx_printer p = cx_printer(&text);
	size_t n = 0;

	file_name(&path, name);
	cx_print_object(&p);
	for (size_t i = 0; i < c->n; i++) {
		if (c->v[i].path || !cx_str_eq(c->v[i].name, name))
			continue;
		if (n++ == 0)
			cx_print_kstr(&p, "id", c->v[i].id);
		else if (n == 2)
			cx_print_karray(&p, "also");
		if (n > 1)
			cx_print_str(&p, c->v[i].id);
	}
	if (n > 1)
		cx_print_end(&p);
	cx_print_line(&p);
	if (n)
		return put_file(c, path.s, &text);
	return unlinkat(c->vault.fd, path.s, 0) == 0 || errno == ENOENT ? 0 :
	    errno;
}

static int
write_paths(const struct claims *c)
{
	CX_AUTO_BUF text = CX_BUF_INIT;
	struct cx_printer p = cx_printer(&text);

	cx_print_object(&p);
	for (size_t i = 0; i < c->n; i++) {
		if (!c->v[i].path)
			continue;
		cx_print_keyn(&p, c->v[i].id);
		cx_print_str(&p, c->v[i].name);
	}
	cx_print_line(&p);
	return put_file(c, PATHS, &text);
}

static void
claims_begin(struct claims *c)
{
	*c = (struct claims){.n = 0};
	cx_vault_init(&c->vault, cx_common.vault, NULL);
	read_claims(c);
}

static void
claims_end(struct claims *c)
{
	cx_vault_release(&c->vault);
	cx_arena_release(&c->arena);
	free(c->v);
}

/* Makes what is missing and reads again what another may have written; a
 * descriptor that holds the others off, or -1 with errno. */
static int
claims_lock(struct claims *c)
{
	CX_AUTO_CLOSE projects = cx_vault_make_dir(c->vault.fd, CX_STR(CLAIMS));
	int fd = projects < 0 ? -1 : cx_vault_open(c->vault.fd, PROJECT_DIR,
	    O_RDONLY | O_DIRECTORY);

	if (fd < 0)
		return -1;
	/* Where it cannot be locked, two that begin at once may share a
	 * name. */
	(void)cx_flock(fd, LOCK_EX);
	read_claims(c);
	return fd;
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

/* --- what it is called in a vault --- */

static struct cx_str
id_of(const struct project *p)
{
	return cx_buf_view(p->method == BY_PATH ? &p->root : &p->id);
}

static bool
is_dir(struct cx_str path)
{
	CX_AUTO_BUF b = CX_BUF_INIT;
	struct stat st;

	cx_buf_str(&b, path);
	return stat(cx_buf_cstr(&b), &st) == 0 && S_ISDIR(st.st_mode);
}

/* Whether the name is another project's.  A directory that is not there was
 * moved, or is one of another machine. */
static bool
is_taken(const struct claims *c, const struct project *p, struct cx_str name)
{
	for (size_t i = 0; i < c->n; i++)
		if (cx_str_eq(c->v[i].name, name) && (!c->v[i].path ||
		    (!cx_str_eq(c->v[i].id, cx_buf_view(&p->root)) &&
			is_dir(c->v[i].id))))
			return true;
	return false;
}

/* A name with as much of where it lies as tells it from the others. */
static void
tell_apart(const struct claims *c, struct project *p)
{
	CX_AUTO_BUF name = CX_BUF_INIT;
	struct cx_str from = cx_dir_part(p->method == BY_REMOTE ?
	    cx_buf_view(&p->id) : cx_buf_view(&p->root));
	size_t at = from.len;

	do {
		while (at > 0 && from.s[--at] != '/')
			;
		name.len = 0;
		cx_buf_str(&name, cx_buf_view(&p->name));
		if (at > 0 || from.s[0] != '/')
			cx_buf_fmt(&name, " (\xE2\x80\xA6/%.*s)",
			    (int)(from.len - at - (from.s[at] == '/')),
			    from.s + at + (from.s[at] == '/'));
		else
			cx_buf_fmt(&name, " (%.*s)", (int)id_of(p).len,
			    id_of(p).s);
	} while (at > 0 && is_taken(c, p, cx_buf_view(&name)));
	p->name.len = 0;
	cx_buf_str(&p->name, cx_buf_view(&name));
}

/* Chooses the name of a project that the vault does not know yet. */
static void
choose_name(const struct claims *c, const struct search *s, struct project *p)
{
	struct project plain = {.method = p->method};
	const struct claim *was = p->method == BY_PATH ? NULL :
	    claim_of(c, cx_buf_view(&p->root));
	const struct claim *other = claim_named(c, cx_buf_view(&p->name));

	cx_buf_str(&plain.root, cx_buf_view(&p->root));
	name_file(s, &plain);
	/* One that was known by its path has a remote or a file now. */
	if (was && cx_str_eq(cx_buf_view(&plain.name),
	    cx_buf_view(&p->name))) {
		p->name.len = 0;
		cx_buf_str(&p->name, was->name);
	} else if (is_taken(c, p, cx_buf_view(&p->name))) {
		tell_apart(c, p);
		cx_note("%.*s is another project here, %.*s; this one is %.*s "
		    "now; if they are one: cx project switch '%.*s'",
		    (int)other->name.len, other->name.s, (int)other->id.len,
		    other->id.s, (int)p->name.len, p->name.s,
		    (int)other->name.len, other->name.s);
	}
	cx_buf_release(&plain.root);
	cx_buf_release(&plain.name);
}

/* Sets the name that this vault, and no other project in it, knows the
 * project by. */
static void
settle_name(struct claims *c, const struct search *s, struct project *p)
{
	const struct claim *known = claim_of(c, id_of(p));
	CX_AUTO_CLOSE lock = -1;
	int error = 0;

	if (!known) {
		lock = claims_lock(c);
		error = lock < 0 ? errno : 0;
		known = claim_of(c, id_of(p));
	}
	if (known) {
		p->name.len = 0;
		cx_buf_str(&p->name, known->name);
		return;
	}
	choose_name(c, s, p);
	add_claim(c, cx_buf_view(&p->name), id_of(p), p->method == BY_PATH);
	if (!error)
		error = p->method == BY_PATH ? write_paths(c) :
		    write_name(c, cx_buf_view(&p->name));
	/* A read-only vault is not a reason to fail. */
	if (error)
		cx_warn("%s/" CLAIMS ": cannot record '%.*s': %s; another "
		    "project of this name will not be noticed", c->vault.path,
		    (int)p->name.len, p->name.s, cx_file_error(error));
}

/* Makes it the project of that name: that which the vault knows, or else a
 * new one. */
static void
become(const struct claims *c, struct project *p, struct cx_str name)
{
	const struct claim *known = c ? claim_named(c, name) : NULL;
	CX_AUTO_CLOSE root = open_dir(cx_buf_view(&p->root));
	CX_AUTO_CLOSE dir = root < 0 ? -1 :
	    cx_vault_make_dir(root, CX_STR(PROJECT_DIR));
	CX_AUTO_BUF why = CX_BUF_INIT;
	struct cx_pub pub;

	if (dir < 0)
		cannot(p, cx_file_error(errno));
	if (known) {
		p->id.len = 0;
		cx_buf_str(&p->id, known->id);
	} else if (p->id.len == 0 || (c && claim_of(c, cx_buf_view(&p->id)))) {
		p->id.len = 0;
		cx_buf_random(&p->id);
	}
	p->name.len = 0;
	cx_buf_str(&p->name, name);
	pub = put_object(dir, p, NULL);
	if (pub.status != CX_PUB_DONE && pub.status != CX_PUB_SAME) {
		cx_pub_why(&why, &pub);
		cannot(p, cx_buf_cstr(&why));
	}
	p->method = BY_FILE;
}

static void
rename_claims(struct claims *c, struct cx_str from, struct cx_str to)
{
	CX_AUTO_CLOSE lock = claim_named(c, from) ? claims_lock(c) : -1;
	int error = lock < 0 ? errno : 0;

	if (!claim_named(c, from)) {
		cx_raise(CX_NO);
		return;
	}
	for (size_t i = 0; i < c->n; i++)
		if (cx_str_eq(c->v[i].name, from))
			c->v[i].name = to;
	error = error ? error : write_name(c, to);
	error = error ? error : write_paths(c);
	error = error ? error : write_name(c, from);
	if (error)
		cx_die(CX_FAIL, "%s/" CLAIMS ": %s", c->vault.path,
		    cx_file_error(error));
}

static void
print_claims(const struct claims *c)
{
	struct cx_printer out = cx_printer(cx_out());

	for (size_t i = 0; i < c->n; i++) {
		cx_print_object(&out);
		cx_print_kstr(&out, "name", c->v[i].name);
		cx_print_kstr(&out, "id", c->v[i].id);
		if (c->v[i].path)
			cx_print_kbool(&out, "gone", !is_dir(c->v[i].id));
		cx_print_line(&out);
	}
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
		cx_print_str(&out, id_of(p));
	cx_print_key(&out, "name");
	if (p->method == BY_NOTHING)
		cx_print_null(&out);
	else
		cx_print_str(&out, cx_buf_view(&p->name));
	cx_print_kstr(&out, "root", cx_buf_view(&p->root));
	cx_print_line(&out);
}

/* --known and --renamed are of the vault alone. */
static void
of_vault(const struct cx_args *a, struct claims *c)
{
	if (!cx_common.vault || a->argc || create || (list ? as.s != NULL ||
	    renamed.s != NULL : as.len == 0 || renamed.len == 0))
		cx_usage_die(a, list ? "--known takes -C VAULT and nothing "
		    "else" : "--renamed takes -C VAULT and --as NAME");
	claims_begin(c);
	if (list)
		print_claims(c);
	else
		rename_claims(c, renamed, as);
	claims_end(c);
}

static void
make(const struct search *s, struct project *p)
{
	while (p->method == BY_PATH || p->method == BY_NOTHING) {
		if (file_create(p)) {
			p->method = BY_CREATION;
			break;
		}
		release(p);
		find(s, p); /* another process has made it since */
		if (p->method != BY_FILE)
			cx_die(CX_USAGE, "%s/.cortex/project.json: is there, "
			    "but has no id; add one", cx_buf_cstr(&p->root));
	}
}

int
main(int argc, char **argv)
{
	struct cx_args a = cx_args_parse(&usage, argc, argv);
	struct project p = {.method = BY_NOTHING};
	const char *home = getenv("HOME"), *dir;
	char *real_home, *start;
	struct claims claims;
	struct search s;

	if (list || renamed.s) {
		of_vault(&a, &claims);
		return cx_finish();
	}
	if (a.argc > 1)
		cx_usage_die(&a, "one directory at a time, not also '%s'",
		    a.argv[1]);
	if (as.s && (create || as.len == 0))
		cx_usage_die(&a, create ? "--create or --as, not both" :
		    "--as wants a name");
	dir = a.argc ? a.argv[0] : ".";
	start = realpath(dir, NULL);
	if (!start)
		cx_die(CX_FAIL, "%s: %s", dir, strerror(errno));
	real_home = home && *home ? realpath(home, NULL) : NULL;
	s = (struct search){cx_str(start), real_home};
	find(&s, &p);
	if (create)
		make(&s, &p);
	if (cx_common.vault)
		claims_begin(&claims);
	if (as.s)
		become(cx_common.vault ? &claims : NULL, &p, as);
	if (cx_common.vault && p.method != BY_NOTHING)
		settle_name(&claims, &s, &p);
	if (cx_common.vault)
		claims_end(&claims);
	if (p.method == BY_NOTHING)
		cx_raise(CX_NO);
	print(&p);
	release(&p);
	free(start);
	free(real_home);
	return cx_finish();
}
