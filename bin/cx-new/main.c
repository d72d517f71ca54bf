/* cx-new - creates atoms */
#include "new.h"

#include "lib/base/date.h"
#include "lib/base/opt.h"
#include "lib/link/operand.h"
#include "lib/base/utf8.h"
#include "lib/yaml/yamlout.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

enum {
	OPT_NAME, OPT_TYPE, OPT_KIND, OPT_EVIDENCE, OPT_PROJECT,
	OPT_TAGS, OPT_KEYWORDS, OPT_BODY, OPT_DESCRIPTION,
	OPT_DIR, OPT_STATUS, OPT_CONFIDENCE, OPT_IMPORTANCE, OPT_PNL,
	OPT_EXPIRES, OPT_TRUST, OPT_SUPERSEDES, OPT_REASON, OPT_DRY, OPT_NOW,
	OPT_STRICT, OPT_TEMPLATE, OPT_EDIT
};

static const struct cx_opt options[] = {
    [OPT_NAME] = {0, "name", "NAME", "what it is called"},
    [OPT_TYPE] = {0, "type", "TYPE", "one of [types]"},
    [OPT_KIND] = {0, "kind", "KIND",
	"experiment, knowledge, pattern or decision, instead of a type"},
    [OPT_EVIDENCE] = {0, "evidence", "ID,...",
	"experiments that knowledge or a pattern rests on"},
    [OPT_PROJECT] = {0, "project", "PROJECT", "one of [projects], if any"},
    [OPT_TAGS] = {0, "tags", "TAG,...", "its tags"},
    [OPT_KEYWORDS] = {0, "keywords", "WORD,...",
	"words to find it by that its text lacks"},
    [OPT_BODY] = {0, "body", "TEXT", "its text, - for standard input"},
    [OPT_DESCRIPTION] = {0, "description", "TEXT",
	"one line (the first line of prose)"},
    [OPT_DIR] = {0, "dir", "DIR", "where it goes (the place of its type)"},
    [OPT_STATUS] = {0, "status", "STATUS", "one of [status] (active)"},
    [OPT_CONFIDENCE] = {0, "confidence", "N", "from 0 to 1"},
    [OPT_IMPORTANCE] = {0, "importance", "N", "from 1 to 10"},
    [OPT_PNL] = {0, "pnl", "N", "profit or loss: pnl_impact"},
    [OPT_EXPIRES] = {0, "expires", "DATE", "when it no longer counts"},
    [OPT_TRUST] = {0, "trust", "WHO", "user, agent or external"},
    [OPT_SUPERSEDES] = {0, "supersedes", "ATOM",
	"the atom whose place it takes"},
    [OPT_REASON] = {0, "reason", "TEXT", "why it is there"},
    [OPT_DRY] = {'n', "dry-run", NULL, "print the record, write nothing"},
    [OPT_NOW] = {0, "now", "DATE", "what today is"},
    [OPT_STRICT] = {0, "strict", NULL, "end with 3 after any warning"},
    [OPT_TEMPLATE] = {0, "template", "NAME",
	"with TITLE: the text of .cortex/templates/NAME.md"},
    [OPT_EDIT] = {'e', "edit", NULL,
	"with TITLE: open the note in $VISUAL or $EDITOR"},
    {'C', NULL, "VAULT", "the vault"},
    {'c', NULL, "CONFIG", "configuration, as cx-config prints it"},
    {0, NULL, NULL, NULL}};

static const struct cx_usage usage = {"cx-new",
    "[-n] [--now DATE] [--strict] [-C VAULT] [-c CONFIG] "
    "[--type TYPE | --kind KIND [--evidence ID,...]] [--project PROJECT] "
    "[--tags TAG,...] [--body TEXT] "
    "[--keywords WORD,...] [--description TEXT] [--dir DIR] "
    "[--status STATUS] [--confidence N] "
    "[--importance N] [--pnl N] [--expires DATE] [--trust WHO] "
    "[--supersedes ATOM] [--reason TEXT] "
    "([-e] [--template NAME] TITLE... | --name NAME)\n"
    "[OPTION...] [FILE...]",
    "creates atoms", options};

/* An option that is a text of the draft; NULL for the others. */
static struct cx_str *
text_option(struct draft *d, int option)
{
	switch (option) {
	case OPT_NAME:
		return &d->name;
	case OPT_TYPE:
		return &d->type;
	case OPT_KIND:
		return &d->kind_name;
	case OPT_EVIDENCE:
		return &d->evidence;
	case OPT_PROJECT:
		return &d->project;
	case OPT_BODY:
		return &d->body;
	case OPT_DESCRIPTION:
		return &d->description;
	case OPT_DIR:
		return &d->dir;
	case OPT_STATUS:
		return &d->status;
	case OPT_CONFIDENCE:
		return &d->number[NUMBER_CONFIDENCE];
	case OPT_IMPORTANCE:
		return &d->number[NUMBER_IMPORTANCE];
	case OPT_PNL:
		return &d->number[NUMBER_PNL];
	case OPT_EXPIRES:
		return &d->expires;
	case OPT_TRUST:
		return &d->trust;
	case OPT_SUPERSEDES:
		return &d->supersedes;
	default:
		return NULL;
	}
}

static void
take_option(struct cx_args *a, int option, struct drafts *all,
    struct draft *d)
{
	struct cx_str value = cx_str(a->value);
	struct cx_str *text = text_option(d, option);
	struct other *o;

	if (cx_utf8_invalid(value) < value.len)
		cx_usage_die(a, "--%s: not UTF-8", options[option].name);
	if (text)
		*text = value;
	if (option == OPT_TAGS)
		draft_tags(all, d, value);
	if (option == OPT_KEYWORDS)
		draft_keywords(all, d, value);
	if (option == OPT_REASON && !d->n_others) {
		draft_member(d, CX_STR("reason"), false);
		o = &d->others[0];
		CX_GROW(o->items.v, o->items.n, o->items.cap);
		o->items.v[o->items.n++] = (struct cx_edit_item){value,
		    CX_YAML_TEXT};
	}
}

static void
read_body(struct drafts *all, struct draft *d)
{
	struct cx_buf b = CX_BUF_INIT;
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
	cx_buf_release(&b);
}

static void
release(struct drafts *all, struct draft *flags)
{
	for (size_t i = 0; i <= all->n; i++) {
		struct draft *d = i < all->n ? &all->v[i] : flags;

		free(d->tags.v);
		free(d->links.v);
		free(d->keywords.v);
		for (size_t k = 0; k < d->n_others; k++)
			free(d->others[k].items.v);
		free(d->others);
		cx_buf_release(&d->text);
	}
	free(all->v);
	cx_arena_release(&all->arena);
}

/* Which note --supersedes means; records say it by path or id. */
static bool
find_old(struct drafts *all, struct draft *flags, const struct cx_vault *vault,
    const struct cx_config *config)
{
	struct cx_operand o = {.word = flags->supersedes};
	bool ok = !o.word.s || cx_operands_find(&o, 1, vault, config,
	    &all->arena);

	if (ok && o.word.s)
		flags->supersedes = o.path;
	return ok;
}

int
main(int argc, char **argv)
{
	struct cx_args a = cx_args(&usage, argc, argv);
	struct settings s = {0};
	struct drafts all = {0};
	struct draft flags = {0};
	struct cx_config *config;
	struct cx_lock lock = CX_LOCK_NONE;
	struct cx_vault vault;
	const char *config_file = NULL, *dir = NULL, *now = NULL;
	const char *template = NULL;
	bool title, edit = false;
	int c;

	while ((c = cx_args_next(&a)) != 0) {
		s.dry |= c == 'n';
		cx_strict |= c == CX_LONG + OPT_STRICT;
		edit |= c == 'e';
		if (c == CX_LONG + OPT_TEMPLATE)
			template = a.value;
		else if (c == CX_LONG + OPT_NOW)
			now = a.value;
		else if (c == 'C')
			dir = a.value;
		else if (c == 'c')
			config_file = a.value;
		else if (c >= CX_LONG && c < CX_LONG + OPT_DRY)
			take_option(&a, c - CX_LONG, &all, &flags);
	}
	cx_now_init(now);
	title = !flags.name.s && title_given(a.argv, a.argc);
	if ((template || edit) && !title)
		cx_usage_die(&a, "%s goes with a title, as in: cx new -e "
		    "\"Deploy freeze\"", edit ? "--edit" : "--template");
	if (!title && (flags.name.s || flags.body.s) && a.argc)
		cx_usage_die(&a, "%s: --name and --body are for one atom; no "
		    "operand then", a.argv[0]);
	config = cx_config_load(config_file);
	cx_vault_init(&vault, dir, cx_config_vault(config));
	if (flags.body.s && cx_str_is(flags.body, "-"))
		read_body(&all, &flags);
	s.config = config;
	s.vault = &vault;
	s.lock = &lock;
	s.ignore = cx_ignore_load(config, vault.fd);
	s.quiet = edit && !s.dry;
	if (title)
		title_take(&all, &flags, &s, a.argv, a.argc, template);
	else if (flags.name.s || flags.body.s)
		type_default(&flags, &s);
	if (!find_old(&all, &flags, &vault, config)) {
		; /* it has been said why nothing is made */
	} else if (flags.name.s || flags.body.s) {
		CX_GROW(all.v, all.n, all.cap);
		all.v[all.n++] = (struct draft){0};
	} else {
		records_read(&all, a.argv, a.argc);
	}
	for (size_t i = 0; i < all.n; i++)
		draft_defaults(&all.v[i], &flags);
	drafts_write(&all, &s);
	if (s.quiet && all.n && all.v[0].done)
		title_edit(&all, &s);
	release(&all, &flags);
	cx_ignore_free(s.ignore);
	cx_vault_release(&vault);
	cx_config_free(config);
	return cx_finish();
}
