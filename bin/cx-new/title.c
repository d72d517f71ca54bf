/* `cx new "Deploy freeze"`: creates a note with a title, for people. */
#include "new.h"

#include "lib/base/date.h"
#include "lib/json/json.h"
#include "lib/link/day.h"
#include "lib/link/operand.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

/* Whether a file has records: it is empty or begins with an object.  What
 * cannot be looked at, such as a pipe, is one of records too. */
static bool
has_records(const char *path)
{
	CX_AUTO_BUF b = CX_BUF_INIT;
	struct stat st;
	struct cx_str s;

	if (stat(path, &st) != 0)
		return false;
	if (!S_ISREG(st.st_mode))
		return !S_ISDIR(st.st_mode);
	(void)cx_read_file(AT_FDCWD, path, &b, 4096, NULL);
	s = cx_str_trim(cx_buf_view(&b));
	return s.len == 0 || s.s[0] == '{' || s.s[0] == '\0';
}

bool
title_given(char *const *words, int n)
{
	return n && strcmp(words[0], "-") != 0 && !has_records(words[0]) &&
	    !cx_str_ends(cx_str(words[0]), CX_STR("json"));
}

/* The working directory as a directory of the vault: "" if it is the root or
 * elsewhere, or holds no notes. */
static struct cx_str
directory_here(struct drafts *all, const struct settings *s)
{
	CX_AUTO_BUF probe = CX_BUF_INIT;
	struct cx_buf path = CX_BUF_INIT;
	struct cx_str here = CX_STR("");

	if (cx_operand_here(&path, s->vault) && path.len)
		here = cx_arena_copy(&all->arena,
		    cx_strn(path.s, path.len - 1));
	cx_buf_release(&path);
	cx_buf_fmt(&probe, "%.*s/a.md", (int)here.len, here.s);
	if (!cx_vault_path_ok(here) ||
	    cx_ignore_path(s->ignore, cx_buf_view(&probe)))
		here = CX_STR("");
	return here;
}

/* The type whose directory this is; "" if there is none, or several. */
static struct cx_str
type_of_directory(const struct settings *s, struct cx_str dir)
{
	const struct cx_json *types = cx_json_get(cx_config_root(s->config),
	    "types");
	struct cx_str found = CX_STR("");

	CX_JSON_EACH(t, types) {
		if (!cx_str_eq(cx_json_gets(t + 1, "dir", CX_STR("")), dir))
			continue;
		if (found.len)
			return CX_STR("");
		found = cx_json_str(t);
	}
	return found;
}

/* Reads .cortex/templates/NAME.md; false if there is none. */
static bool
read_template(const struct settings *s, struct cx_str name, struct cx_buf *to)
{
	CX_AUTO_BUF path = CX_BUF_INIT;
	int err = ENOENT;

	cx_buf_fmt(&path, ".cortex/templates/%.*s.md", (int)name.len, name.s);
	if (name.len && !memchr(name.s, '/', name.len) && name.s[0] != '.')
		err = cx_read_file(s->vault->fd, cx_buf_cstr(&path), to,
		    CX_ATOM_MAX / 2, NULL);
	if (err && err != ENOENT)
		cx_die(CX_FAIL, "%s: %s", path.s, cx_file_error(err));
	if (!err && cx_str_starts(cx_buf_view(to), CX_STR("---\n")))
		cx_die(CX_USAGE, "%s: a template is the text after the front "
		    "matter; remove the lines up to the second ---", path.s);
	return !err;
}

void
title_body(struct drafts *all, struct draft *d, const struct settings *s,
    bool bare)
{
	const char *named = s->template;
	CX_AUTO_BUF text = CX_BUF_INIT, filled = CX_BUF_INIT;
	struct cx_str type = d->kind_name.s ? d->kind_name : d->type;

	if (named && !read_template(s, cx_str(named), &text))
		cx_die(CX_USAGE, "no template .cortex/templates/%s.md", named);
	if (!named && !read_template(s, type, &text) &&
	    !read_template(s, CX_STR("default"), &text))
		cx_buf_puts(&text, bare ? "" : "# {{title}}\n");
	/* A kind has a template of its own. */
	if (d->kind_name.s && !named && !d->body.s &&
	    cx_str_is(cx_buf_view(&text), "# {{title}}\n"))
		text.len = 0;
	cx_day_fill(&filled, cx_buf_view(&text), d->name, cx_now());
	if (d->body.len) {
		if (filled.len)
			cx_buf_char(&filled, '\n');
		cx_buf_str(&filled, d->body);
	}
	d->body = cx_arena_copy(&all->arena, cx_buf_view(&filled));
}

/* Outside of the vault, the project of the repository that we are in.  A
 * directory that is not one would only give its name. */
static struct cx_str
project_here(struct drafts *all, const struct settings *s)
{
	const char *argv[] = {"cx-project", "-C", s->vault->path, NULL};
	CX_AUTO_BUF said = CX_BUF_INIT, git = CX_BUF_INIT;
	struct cx_buf path = CX_BUF_INIT;
	CX_AUTO_JSON parser = NULL;
	const struct cx_json *root = NULL;
	struct cx_str name = CX_STR(""), method;
	const char *why;
	int status = CX_NO;

	if (!cx_operand_here(&path, s->vault))
		status = cx_run_beside(argv, &said);
	cx_buf_release(&path);
	parser = cx_json_new();
	if (status == 0) {
		cx_buf_room(&said, CX_JSON_PAD);
		root = cx_json_parse(parser, said.s, said.len, &why);
	} else if (status != CX_NO) {
		cx_die(status, "name the project with --project");
	}
	method = cx_json_gets(root, "method", CX_STR(""));
	cx_buf_str(&git, cx_json_gets(root, "root", CX_STR("")));
	cx_buf_puts(&git, "/.git");
	if (cx_str_is(method, "file") || cx_str_is(method, "remote") ||
	    (status == 0 && access(cx_buf_cstr(&git), F_OK) == 0))
		name = cx_arena_copy(&all->arena,
		    cx_json_gets(root, "name", CX_STR("")));
	return cx_config_project_known(s->config, name) ? name : CX_STR("");
}

void
title_take(struct drafts *all, struct draft *d, const struct settings *s,
    char *const *words, int n)
{
	struct cx_str here = directory_here(all, s);
	struct cx_buf title = CX_BUF_INIT;

	for (int i = 0; i < n; i++) {
		if (i)
			cx_buf_char(&title, ' ');
		cx_buf_puts(&title, words[i]);
	}
	d->name = cx_arena_copy(&all->arena, cx_str_trim(cx_buf_view(&title)));
	cx_buf_release(&title);
	if (!d->dir.s && !d->kind_name.s && here.len)
		d->dir = here;
	if (!d->project.s)
		d->project = project_here(all, s);
	type_default(d, s);
}

void
type_default(struct draft *d, const struct settings *s)
{
	if (d->type.s || d->kind_name.s || d->supersedes.s)
		return;
	if (d->dir.s)
		d->type = type_of_directory(s, d->dir);
	if (!d->type.len)
		d->type = cx_config_str(s->config, "new", "type");
}

void
title_edit(const struct drafts *all, const struct settings *s)
{
	CX_AUTO_BUF path = CX_BUF_INIT;
	char script[] = "${VISUAL:-${EDITOR:-vi}} \"$@\"";
	char sh[] = "sh", c[] = "-c";
	char *argv[] = {sh, c, script, sh, NULL, NULL};

	cx_buf_fmt(&path, "./%.*s", (int)all->v[0].path.len,
	    all->v[0].path.s);
	argv[4] = (char *)(uintptr_t)cx_buf_cstr(&path);
	if (fchdir(s->vault->fd) == 0)
		execvp(sh, argv);
	cx_error(CX_FAIL, "cannot start an editor for %s: %s", path.s,
	    strerror(errno));
}
