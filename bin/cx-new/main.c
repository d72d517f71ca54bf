/* cx-new - create notes */
#include "new.h"

#include "lib/base/opt.h"
#include "lib/base/platform.h"
#include "lib/link/operand.h"
#include "lib/base/utf8.h"
#include "lib/yaml/yamlout.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static struct settings set;
static struct draft flags;
static struct cx_str tags, keywords, reason;
static const char *template;
static bool edit, no_body;

static const struct cx_opt options[] = {
    CX_OPT_STR(0, "name", "NAME", flags.name, "name of the note"),
    CX_OPT_STR(0, "type", "TYPE", flags.type, "one of [types]"),
    CX_OPT_STR(0, "kind", "KIND", flags.kind_name,
	"experiment, knowledge, pattern or decision, instead of a type"),
    CX_OPT_STR(0, "evidence", "ID,...", flags.evidence,
	"experiments that support knowledge or a pattern"),
    CX_OPT_STR(0, "project", "PROJECT", flags.project,
	"one of [projects], if any"),
    CX_OPT_STR(0, "tags", "TAG,...", tags, "its tags"),
    CX_OPT_STR(0, "keywords", "WORD,...", keywords,
	"words for finding it that its text lacks"),
    CX_OPT_STR(0, "body", "TEXT", flags.body,
	"its text, - for standard input"),
    CX_OPT_FLAG(0, "no-body", no_body,
	"with TITLE: leave standard input alone"),
    CX_OPT_STR(0, "description", "TEXT", flags.description,
	"one line (the first line of prose)"),
    CX_OPT_STR(0, "dir", "DIR", flags.dir,
	"directory (default: that of its type)"),
    CX_OPT_STR(0, "status", "STATUS", flags.status,
	"one of [status] (active)"),
    CX_OPT_STR(0, "confidence", "N", flags.number[NUMBER_CONFIDENCE],
	"from 0 to 1"),
    CX_OPT_STR(0, "importance", "N", flags.number[NUMBER_IMPORTANCE],
	"from 1 to 10"),
    CX_OPT_STR(0, "pnl", "N", flags.number[NUMBER_PNL],
	"profit or loss: pnl_impact"),
    CX_OPT_STR(0, "expires", "DATE", flags.expires,
	"day when it expires"),
    CX_OPT_STR(0, "trust", "WHO", flags.trust, "user, agent or external"),
    CX_OPT_STR(0, "supersedes", "NOTE", flags.supersedes,
	"note that it replaces"),
    CX_OPT_STR(0, "reason", "TEXT", reason, "why it is there"),
    CX_OPT_FLAG('n', "dry-run", set.dry, "print the record, write nothing"),
    CX_OPT_NOW, CX_OPT_STRICT,
    CX_OPT_TEXT(0, "template", "NAME", template,
	"with TITLE: the text of .cortex/templates/NAME.md"),
    CX_OPT_FLAG('e', "edit", edit,
	"with TITLE: open the note in $VISUAL or $EDITOR"),
    CX_OPT_VAULT, CX_OPT_CONFIG, CX_OPT_END};

static const struct cx_usage usage = {"cx-new",
    "[-n] [--now DATE] [--strict] [-C VAULT] [-c CONFIG] "
    "[--type TYPE | --kind KIND [--evidence ID,...]] [--project PROJECT] "
    "[--tags TAG,...] [--body TEXT | --no-body] "
    "[--keywords WORD,...] [--description TEXT] [--dir DIR] "
    "[--status STATUS] [--confidence N] "
    "[--importance N] [--pnl N] [--expires DATE] [--trust WHO] "
    "[--supersedes NOTE] [--reason TEXT] "
    "([-e] [--template NAME] TITLE... | --name NAME)\n"
    "[OPTION...] [FILE...]",
    "create notes", options, false};

/* Options that are more than one text of the draft. */
static void
take_lists(struct drafts *all, struct draft *d)
{
	struct other *o;

	if (tags.s)
		draft_words(all, d, &d->tags, tags);
	if (keywords.s)
		draft_words(all, d, &d->keywords, keywords);
	if (reason.s) {
		draft_member(d, CX_STR("reason"), false);
		o = &d->others[0];
		*CX_NEXT(o->items.v, o->items.n,
		    o->items.cap) = (struct cx_edit_item){reason, CX_YAML_TEXT};
	}
}

static void
read_body(struct drafts *all, struct draft *d)
{
	CX_AUTO_BUF b = CX_BUF_INIT;
	int err;

	if (isatty(STDIN_FILENO) && isatty(STDERR_FILENO))
		cx_note("waiting for the text; ctrl-d ends it");
	err = cx_read_fd(STDIN_FILENO, &b, CX_ATOM_MAX);
	if (err)
		cx_die(err == EFBIG ? CX_USAGE : CX_FAIL, "(stdin): %s",
		    cx_file_error(err));
	if (cx_utf8_invalid(cx_buf_view(&b)) < b.len)
		cx_die(CX_USAGE, "(stdin): the text is not UTF-8; convert it "
		    "with iconv -t UTF-8");
	d->body = cx_arena_copy(&all->arena, cx_buf_view(&b));
}

/* Whether a pipe is also the standard input of whoever runs this, as in a loop
 * `while read`: then it is not for us.  Where nobody can say, it is taken to be
 * so. */
static bool
pipe_shared(const struct stat *in)
{
	const char *caller = getenv("CORTEX_CALLER");
	CX_AUTO_BUF path = CX_BUF_INIT;
	char parent[32];
	struct stat st;

	snprintf(parent, sizeof parent, "%ld", (long)getppid());
	return !cx_path_stdin(&path, caller && *caller ? caller : parent) ||
	    stat(cx_buf_cstr(&path), &st) != 0 ||
	    (st.st_dev == in->st_dev && st.st_ino == in->st_ino);
}

/* What is on standard input: nothing, a text for the note, or one that is not
 * ours to read, as of a file of which somebody has read the beginning.  A
 * socket is what programs leave open for nobody. */
static enum input {
	INPUT_NONE,
	INPUT_TEXT,
	INPUT_OTHER
}
input_find(void)
{
	struct stat st;
	off_t at;

	if (fstat(STDIN_FILENO, &st) < 0)
		return INPUT_NONE;
	if (S_ISREG(st.st_mode)) {
		at = lseek(STDIN_FILENO, 0, SEEK_CUR);
		return at >= st.st_size ? INPUT_NONE
		    : at > 0 ? INPUT_OTHER : INPUT_TEXT;
	}
	if (S_ISFIFO(st.st_mode))
		return pipe_shared(&st) ? INPUT_OTHER : INPUT_TEXT;
	return S_ISSOCK(st.st_mode) ? INPUT_OTHER : INPUT_NONE;
}

/* Whether there is something to read. */
static bool
input_waits(void)
{
	struct pollfd in = {.fd = STDIN_FILENO, .events = POLLIN};

	return poll(&in, 1, 0) > 0 && (in.revents & POLLIN);
}

static void
release(struct drafts *all)
{
	for (size_t i = 0; i <= all->n; i++) {
		struct draft *d = i < all->n ? &all->v[i] : &flags;

		free(d->tags.v);
		free(d->links.v);
		free(d->keywords.v);
		for (size_t k = 0; k < d->n_others; k++)
			free(d->others[k].items.v);
		free(d->others);
		cx_map_release(&d->tag_keys);
		cx_map_release(&d->keyword_keys);
		cx_map_release(&d->other_keys);
		cx_buf_release(&d->text);
		habit_release(&d->habit);
	}
	free(all->v);
	cx_arena_release(&all->arena);
}

/* Which note --supersedes means; records say it by path or id. */
static bool
find_old(struct drafts *all, const struct cx_vault *vault,
    const struct cx_config *config)
{
	struct cx_operand o = {.word = flags.supersedes};
	bool ok = !o.word.s || cx_operands_find(&o, 1, vault, config,
	    &all->arena);

	if (ok && o.word.s)
		flags.supersedes = o.path;
	return ok;
}

int
main(int argc, char **argv)
{
	struct cx_args a = cx_args_parse(&usage, argc, argv);
	bool title = !flags.name.s && title_given(a.argv, a.argc);
	enum input input = title && !flags.body.s && !edit && !no_body
	    ? input_find() : INPUT_NONE;
	struct drafts all = {0};
	CX_AUTO_CONFIG config = NULL;
	struct cx_lock lock = CX_LOCK_NONE;
	CX_AUTO_VAULT vault = {-1, NULL};

	if (!title && !flags.name.s && !flags.body.s && !a.argc &&
	    isatty(STDIN_FILENO))
		cx_usage_die(&a, "no title, as in: cx new \"Deploy freeze\"");
	take_lists(&all, &flags);
	if ((template || edit) && !title)
		cx_usage_die(&a, "%s needs a title, as in: cx new -e "
		    "\"Deploy freeze\"", edit ? "--edit" : "--template");
	if (!title && (flags.name.s || flags.body.s) && a.argc)
		cx_usage_die(&a, "%s: --name and --body are for one note; no "
		    "operand then", a.argv[0]);
	config = cx_config_load(cx_common.config);
	cx_vault_init(&vault, cx_common.vault, cx_config_vault(config));
	if (no_body && flags.body.s)
		cx_usage_die(&a, "one of --body and --no-body");
	if (input == INPUT_TEXT ||
	    (flags.body.s && cx_str_is(flags.body, "-")))
		read_body(&all, &flags);
	if (input == INPUT_TEXT && !cx_str_trim(flags.body).len)
		flags.body = cx_strn(NULL, 0);
	set.config = config;
	set.vault = &vault;
	set.lock = &lock;
	set.ignore = cx_ignore_load(config, vault.fd);
	set.quiet = edit && !set.dry;
	set.typed = flags.type.s;
	set.template = template;
	if (title)
		title_take(&all, &flags, &set, a.argv, a.argc);
	else if (flags.name.s || flags.body.s)
		type_default(&flags, &set);
	if (!find_old(&all, &vault, config)) {
		; /* a message has said why nothing is made */
	} else if (flags.name.s || flags.body.s) {
		*CX_NEXT(all.v, all.n, all.cap) = (struct draft){
		    .titled = title};
	} else {
		records_read(&all, a.argv, a.argc, config);
	}
	for (size_t i = 0; i < all.n; i++)
		draft_defaults(&all.v[i], &flags);
	drafts_write(&all, &set);
	/* Late, so that who writes to a pipe has begun. */
	if (input == INPUT_OTHER && all.n && all.v[0].done && input_waits())
		cx_note("standard input was not read, as others may read it; "
		    "--body - takes the text from it");
	if (set.quiet && all.n && all.v[0].done)
		title_edit(&all, &set);
	release(&all);
	cx_ignore_free(set.ignore);
	return cx_finish();
}
