/* Determines the vault, project and index of a call. */
#include "cx-mcp.h"

#include "lib/text/doctext.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* Bytes of the manifest of an index that is made in no time. */
#define SMALL ((off_t)1 << 20)

bool memory_of_vaults;

/* --- vault and project --- */

static void
set_env(const char *name, const char *to)
{
	if (setenv(name, to, 1) != 0)
		cx_die(CX_FAIL, "%s: %s", name, strerror(errno));
}

/* A model is told, which could make a vault wherever it is at work, and the
 * user would have two. */
static void CX_NORETURN
no_vault(void)
{
	CX_AUTO_FREE char *here = getcwd(NULL, 0);

	fail("NO_VAULT", "this server was started without a vault, in %s. "
	    "Tell the user: the setup of this server has to name the vault, "
	    "which the command cx agent install NAME does when it is run in "
	    "the vault (NAME: claude-code, codex, cursor, ...). Do not make a "
	    "vault.", here ? here : "a directory that is gone");
}

/* Our option is another program's. */
static void CX_NORETURN
bad_config(const struct ran *r)
{
	const struct cx_str theirs = CX_STR(" (from -C)");
	struct cx_buf said = CX_BUF_INIT;
	const char *at;

	put_cause(&said, r);
	at = memmem(said.s, said.len, theirs.s, theirs.len);
	fail("BAD_CONFIG", "%.*s%s%.*s", at ? (int)(at - said.s) :
	    (int)said.len, said.s, at ? " (from --vault)" : "",
	    at ? (int)(said.s + said.len - at - theirs.len) : 0,
	    at ? at + theirs.len : "");
}

bool
call_next_vault(struct cx_str *rest, struct cx_str *name, struct cx_str *dir)
{
	return cx_str_split(rest, '\n', dir) && cx_str_split(dir, ':', name);
}

/* An id NAME:PATH becomes PATH if that is the name.  The arguments are a tree
 * of our own. */
static bool
take_name(const struct cx_json *id, struct cx_str name)
{
	struct cx_json *own = (struct cx_json *)(uintptr_t)id;

	if (!id || id->type != CX_JSON_STRING ||
	    !cx_str_starts(cx_json_str(id), name) ||
	    id->len < name.len + 2 || id->u.s[name.len] != ':')
		return false;
	own->u.s += name.len + 1;
	own->len -= (uint32_t)name.len + 1;
	return true;
}

/* If the ids of a call are those of one of several vaults, that is its
 * vault. */
static void
find_named(struct call *c)
{
	const char *const argv[] = {"cx-config", "--vaults", c->about->vaults,
	    NULL};
	const struct cx_json *ids = cx_json_get(c->args, "ids");
	const struct cx_json *id = cx_json_get(c->args, "memory_id");
	struct cx_str rest, name, dir;
	AUTO_RAN r = {0};

	if (!c->about->vaults || (!ids && !id))
		return;
	run(c, &r, argv, CX_STR(""), 0);
	rest = cx_buf_view(&r.out);
	while (!c->named.len && call_next_vault(&rest, &name, &dir)) {
		bool named = take_name(id, name);

		CX_JSON_EACH(e, ids)
			named |= take_name(e, name);
		if (!named)
			continue;
		if (cx_str_starts(dir, CX_STR("ssh://")))
			fail("INVALID_ARGUMENT", "the vault %.*s is on another "
			    "machine, where only search_memories and recall "
			    "work", (int)name.len, name.s);
		cx_buf_str(&c->named, dir);
		cx_buf_fmt(&answer_note, "In the vault %.*s. ", (int)name.len,
		    name.s);
	}
}

/* The configuration as JSON, which also says where the vault is. */
static void
find_vault(struct call *c)
{
	const char *of;
	AUTO_RAN r = {0};

	find_named(c);
	of = c->named.len ? cx_buf_cstr(&c->named) : c->about->vault;
	const char *const config[] = {"cx-config", of ? "-C" : NULL, of, NULL};

	run(c, &r, config, CX_STR(""), 0);
	if (r.status != 0 && r.status != 3)
		bad_config(&r);
	cx_config_export(cx_buf_view(&r.out));
	cx_buf_str(&c->warnings, cx_buf_view(&r.err));
	c->config = cx_config_load(NULL);
	c->trust = cx_trust_new(c->config);
	c->vault = cx_config_vault(c->config);
	if (!c->vault)
		no_vault();
	set_env("CORTEX_VAULT", c->vault);
}

static void
begin_detection(struct call *c, struct job *j)
{
	const char *const argv[] = {"cx-project", "-C", c->vault, NULL};

	run_begin(c, j, argv, CX_STR(""), 0);
}

static void
end_detection(struct call *c, struct job *j)
{
	CX_AUTO_JSON parser = cx_json_new();
	const struct cx_json *root;
	AUTO_RAN r = {0};
	const char *why;

	run_end(c, j, &r);
	if (r.status == 1) {
		/* None: then it is what has no project. */
		cx_buf_str(&c->project,
		    cx_config_str(c->config, "projects", "default"));
	} else if (r.status != 0) {
		/* Two repositories of one name: whoever only reads need not
		 * know which of them this is. */
		put_cause(&c->undetected, &r);
	} else {
		cx_buf_room(&r.out, CX_JSON_PAD);
		root = cx_json_parse(parser, r.out.s, r.out.len, &why);
		if (!root)
			cx_die(CX_FAIL, "cx-project: %s", why);
		cx_buf_str(&c->project,
		    cx_json_gets(root, "name", CX_STR("")));
	}
}

/* The projects that notes may have. */
static void
put_projects(struct cx_buf *b, const struct cx_json *names)
{
	size_t n = 0;

	CX_JSON_EACH(e, names) {
		if (n++)
			cx_buf_puts(b, n < names->len ? ", " : " or ");
		put_word(b, cx_json_str(e));
	}
}

/* Ends a call that would write what is of no project that may be. */
static void
check_project(const struct call *c, bool said)
{
	struct cx_str name = cx_buf_view(&c->project);
	const struct cx_json *names = cx_json_get(cx_json_get(
	    cx_config_root(c->config), "projects"), "names");
	CX_AUTO_BUF text = CX_BUF_INIT;

	if (c->undetected.len && !said) {
		cx_buf_str(&text, cx_buf_view(&c->undetected));
		cx_buf_puts(&text, "; or give project: ");
		if (names && names->len)
			put_projects(&text, names);
		else
			cx_buf_puts(&text, "one that list_projects names, or a "
			    "new name");
		fail("NO_PROJECT", "%s", cx_buf_cstr(&text));
	}
	if (!name.len || cx_config_project_known(c->config, name))
		return;
	put_projects(&text, names);
	fail(said ? "INVALID_ARGUMENT" : "NO_PROJECT", "project '%.*s' is not "
	    "in [projects] names of cortex.toml; give project: %s",
	    (int)name.len, name.s, cx_buf_cstr(&text));
}

static void
enter(const struct call *c)
{
	if (chdir(c->vault) != 0)
		fail("NO_VAULT", "%s: %s", c->vault, strerror(errno));
}

static bool
is_here(const char *dir)
{
	struct stat here, st;

	return stat(".", &here) == 0 && stat(dir, &st) == 0 &&
	    here.st_dev == st.st_dev && here.st_ino == st.st_ino;
}

/* Whether we are elsewhere than in the vault's own directory, where all
 * projects are looked at. */
static bool
find_project(struct call *c, struct cx_str said, bool look, bool detect)
{
	bool all = cx_str_is(said, "*"), away;
	struct job detection = {0};

	find_vault(c);
	away = !is_here(c->vault);
	c->isolated = away && cx_config_bool(c->config, "mcp", "isolate");
	if (c->isolated || (detect && !said.len && (away || !look)))
		begin_detection(c, &detection);
	enter(c);
	if (look)
		call_look(c);
	if (detection.pid)
		end_detection(c, &detection);
	if (c->isolated && c->undetected.len)
		fail("NO_PROJECT", "%.*s", (int)c->undetected.len,
		    c->undetected.s);
	if (c->isolated && said.len && !all &&
	    !cx_str_eq(said, cx_buf_view(&c->project)))
		fail("OTHER_PROJECT", "projects are kept apart here ([mcp] "
		    "isolate); this one is %.*s", (int)c->project.len,
		    c->project.s);
	if (said.len && !c->isolated) {
		c->project.len = 0;
		if (!all)
			cx_buf_str(&c->project, said);
	}
	return away;
}

void
call_project(struct call *c, const char *argument, bool look)
{
	struct cx_str said = argument ? arg_text(c, argument) : CX_STR("");
	bool adds = c->tool->effect == ADDS;

	find_project(c, said, look, adds);
	if (adds || (said.len && c->tool->effect != READS &&
	    c->tool->effect != REMOVES))
		check_project(c, said.len > 0);
}

/* cx rebuild, without the programs that find out what is known here. */
#define UPDATE_INDEX                                                          \
	"cx-index", "--update", "index", "--layers", "layers", "--search",    \
	    "-C", "."

static bool
rebuild(struct call *c, struct ran *r, const char *how, const char *what)
{
	const char *const argv[] = {UPDATE_INDEX, how, what, NULL};

	run(c, r, argv, CX_STR(""), 0);
	return r->status == 0 || r->status == 3;
}

/* One that is damaged is made again, once in a call. */
static bool
mend(struct call *c)
{
	AUTO_RAN r = {0};
	bool ok = !c->mended && rebuild(c, &r, "--full", NULL);

	c->mended = true;
	return ok;
}

void
run_indexed(struct call *c, struct ran *r, const char *const *argv)
{
	run(c, r, argv, CX_STR(""), 0);
	/* Damaged, or that of another version. */
	if (r->status == 4 && mend(c)) {
		ran_release(r);
		run(c, r, argv, CX_STR(""), 0);
	}
	if (r->status != 0 && r->status != 1 && r->status != 3)
		fail_said("FAILED", r);
}

bool
is_project(struct call *c, struct cx_str name)
{
	CX_AUTO_BUF where = CX_BUF_INIT, word = CX_BUF_INIT;
	AUTO_RAN r = {0};

	put_equals(&where, "project", name);
	/* Looked up as a word, so that not all records have to be read. */
	cx_buf_puts(&word, "project:\"");
	cx_buf_str(&word, name);
	cx_buf_char(&word, '"');
	const char *const argv[] = {"cx-score", "-i", "index", "--fresh=no",
	    "--top", "1", "--where", cx_buf_cstr(&where), "--",
	    cx_buf_cstr(&word), NULL};

	run_indexed(c, &r, argv);
	return r.status == 0;
}

/* What the index makes of the project detected. */
static void
settle_scope(struct call *c)
{
	if (!c->may_widen)
		return;
	c->project.len = 0;
	if (is_project(c, cx_buf_view(&c->detected)))
		cx_buf_str(&c->project, cx_buf_view(&c->detected));
}

void
call_scope(struct call *c, const char *argument)
{
	struct cx_str said = argument ? arg_text(c, argument) : CX_STR("");
	bool away = find_project(c, said, true, true);

	c->with_none = !said.len || (c->isolated && cx_str_is(said, "*"));
	c->may_widen = away && !said.len && !c->isolated;
	cx_buf_str(&c->detected, cx_buf_view(&c->project));
	settle_scope(c);
	if (c->undetected.len) {
		cx_buf_puts(&answer_note, "This is of all projects, as that "
		    "of the directory is not known: give project for one, or "
		    "\"*\". The user can fix it: ");
		put_clean(&answer_note, cx_buf_view(&c->undetected), " ");
		cx_buf_puts(&answer_note, ". ");
	}
}

bool
call_may(const struct call *c, struct cx_str project)
{
	return !c->isolated || cx_str_is(project, CX_NO_PROJECT) ||
	    cx_str_eq(project, cx_buf_view(&c->project));
}

/* The project of notes that belong to no repository; "" where that is not to
 * be seen. */
static struct cx_str
default_project(const struct call *c)
{
	return c->with_none && !c->isolated ?
	    cx_config_str(c->config, "projects", "default") :
	    CX_STR("");
}

bool
call_covers(const struct call *c, struct cx_str project)
{
	return c->project.len == 0 ||
	    cx_str_eq(cx_buf_view(&c->project), project) ||
	    (c->with_none && cx_str_is(project, CX_NO_PROJECT)) ||
	    (project.len && cx_str_eq(project, default_project(c)));
}

void
put_scope(struct cx_buf *b, const struct call *c)
{
	struct cx_str other = default_project(c);

	if (c->project.len == 0)
		return;
	cx_buf_char(b, '(');
	put_equals(b, "project", cx_buf_view(&c->project));
	if (c->with_none)
		cx_buf_puts(b, " or project=\"" CX_NO_PROJECT "\"");
	if (other.len) {
		cx_buf_puts(b, " or ");
		put_equals(b, "project", other);
	}
	cx_buf_char(b, ')');
}

void
call_rebuild(struct call *c, struct cx_str only)
{
	CX_AUTO_BUF path = CX_BUF_INIT;
	AUTO_RAN r = {0};

	answer_send();
	cx_buf_str(&path, only);
	if (!rebuild(c, &r, only.len ? "--only" : NULL, cx_buf_cstr(&path))) {
		CX_AUTO_BUF why = CX_BUF_INIT;

		put_cause(&why, &r);
		cx_note("the index is behind: %s", cx_buf_cstr(&why));
	}
}

void
call_look(struct call *c)
{
	const char *const argv[] = {"cx-index", "--behind", "index", "-C",
	    ".", NULL};
	AUTO_RAN r = {0};

	if (access("index/manifest.json", F_OK) == 0) {
		run_begin(c, &c->look, argv, CX_STR(""), 0);
		return;
	}
	if (!rebuild(c, &r, NULL, NULL))
		fail_said("NO_INDEX", &r);
	c->renewed = true;
}

/* What a look said is behind, if anything; its status. */
static int
end_look(struct call *c, struct cx_buf *what)
{
	AUTO_RAN r = {0};

	if (!c->look.pid)
		return 0;
	run_end(c, &c->look, &r);
	cx_buf_str(what, cx_str_trim(cx_buf_view(&r.out)));
	return r.status;
}

/* Waits so long for a new index (-1: for it), which comes later if not in
 * time. */
static bool
renew(struct call *c, struct cx_str what, int status, int ms)
{
	const char *const argv[] = {UPDATE_INDEX, "--wait", "1", NULL};
	AUTO_RAN r = {0};
	bool in_time = run_within(c, &r, argv, ms);
	bool ok = in_time && (r.status == 0 || r.status == 3);

	/* A damaged one (4) that stays so ends the program that reads it. */
	if (!ok && (!in_time || status == CX_STALE)) {
		CX_AUTO_BUF why = CX_BUF_INIT;

		c->behind = true;
		cx_buf_puts(&answer_note, "The index is behind (");
		put_quoted(&answer_note, what);
		cx_buf_puts(&answer_note, in_time ? ") and cannot be brought "
		    "up to date (" : ") and not up to date yet");
		if (in_time) {
			put_cause(&why, &r);
			put_quoted(&answer_note, cx_buf_view(&why));
			cx_buf_char(&answer_note, ')');
		}
		cx_buf_puts(&answer_note, ": this answer may miss what "
		    "changed.");
	}
	return ok;
}

/* What call_renewed does, waiting so long. */
static bool
renewed(struct call *c, int ms)
{
	CX_AUTO_BUF what = CX_BUF_INIT;
	int status = end_look(c, &what);
	bool now = status != 0 && !c->renewed &&
	    renew(c, cx_buf_view(&what), status, ms);

	c->renewed |= now;
	return now;
}

/* How long a call waits.  A small index takes so long only where the machine
 * is busy, and then to be right is worth more. */
static int
patience(const struct call *c)
{
	int64_t ms = cx_config_int(c->config, "mcp", "wait");
	struct stat st;

	if (stat("index/manifest.json", &st) == 0 && st.st_size < SMALL)
		ms *= 10;
	return (int)ms;
}

bool
call_renewed(struct call *c)
{
	bool now = renewed(c, patience(c));

	if (now)
		settle_scope(c);
	return now;
}

bool
call_fresh(struct call *c)
{
	return renewed(c, -1);
}

void
call_index(struct call *c)
{
	call_look(c);
	(void)call_fresh(c);
}

void
log_used(struct call *c, const char *source, struct cx_str paths)
{
	const char *const argv[] = {"cx-access", "log", "-C", c->vault,
	    "--source", source, "--session", c->about->session, NULL};
	AUTO_RAN r = {0};

	/* A vault that only is read is no reason to find nothing: what the
	 * program says is on stderr. */
	if (paths.len && !memory_of_vaults)
		run(c, &r, argv, paths, 0);
}
