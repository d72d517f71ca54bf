/* cx-edit - change the front matter of notes and nothing else */
#include "edit.h"

#include "lib/base/opt.h"
#include "lib/base/utf8.h"

#include <stdlib.h>

static struct settings set;
static int verb;
static bool from_stdin;
static struct cx_str reason;
static struct cx_opt_list unset;

static const struct cx_opt options[] = {
    CX_OPT_FLAG(0, "stdin", from_stdin, "read edits as records"),
    CX_OPT_LIST(0, "unset", "FIELD", unset, "take the member FIELD away"),
    CX_OPT_FLAG('n', "dry-run", set.dry,
	"print the records as they would be"),
    CX_OPT_FLAG(0, "diff", set.diff, "print what would change as a diff"),
    CX_OPT_MODE(0, "archive", verb, VERB_ARCHIVE,
	"status=archived updated=today"),
    CX_OPT_MODE(0, "restore", verb, VERB_RESTORE,
	"status=active updated=today, of archived notes"),
    CX_OPT_MODE(0, "supersede", verb, VERB_SUPERSEDE,
	"NEW takes the place of OLD"),
    CX_OPT_STR(0, "reason", "TEXT", reason, "with --supersede: why"),
    CX_OPT_MODE(0, "pin", verb, VERB_PIN, "pinned=true"),
    CX_OPT_MODE(0, "unpin", verb, VERB_UNPIN, "take pinned away"),
    CX_OPT_MODE(0, "review", verb, VERB_REVIEW, "reviewed=today"),
    CX_OPT_MODE(0, "touch", verb, VERB_TOUCH, "updated=today"),
    CX_OPT_NOW, CX_OPT_STRICT, CX_OPT_VAULT, CX_OPT_CONFIG, CX_OPT_END};

static const struct cx_usage usage = {"cx-edit",
    "[-n | --diff] [--unset FIELD] [--now DATE] [--strict] [-C VAULT] "
    "[-c CONFIG] ATOM... EDIT...\n"
    "[OPTION...] --stdin [EDIT...]\n"
    "[OPTION...] --archive | --restore | --pin | --unpin | --review | --touch "
    "ATOM... [EDIT...]\n"
    "[OPTION...] --supersede [--reason TEXT] OLD NEW",
    "change the front matter of notes and nothing else", options, false};

static void
take_unset(const struct cx_args *a, struct cx_edit *e)
{
	for (size_t i = 0; i < unset.n; i++) {
		struct cx_str field = cx_str_trim(cx_str(unset.v[i]));

		if (!field.len || cx_utf8_invalid(field) < field.len)
			cx_usage_die(a, "--unset needs the name of a field");
		if (cx_str_is(field, "id"))
			cx_usage_die(a, "--unset id: a note keeps its id");
		cx_edit_unset(e, field);
	}
}

/* Operands: atoms, then edits. */
static void
take_operands(const struct cx_args *a, struct cx_edit *e, struct targets *t)
{
	const char *why;
	int i = 0;

	for (; i < a->argc && !word_is_edit(a->argv[i]); i++) {
		if (!a->argv[i][0])
			cx_usage_die(a, "an empty operand");
		target_add(t, cx_str(a->argv[i]), CX_OPERAND_NONE);
	}
	for (; i < a->argc; i++) {
		if (!word_is_edit(a->argv[i]))
			cx_usage_die(a, "%s: notes come before edits",
			    a->argv[i]);
		why = word_read(e, a->argv[i]);
		if (why)
			cx_usage_die(a, "%s: %s", a->argv[i], why);
	}
}

static void
check(const struct cx_args *a, const struct cx_edit *e,
    const struct targets *t)
{
	if (set.dry && set.diff)
		cx_usage_die(a, "one of --dry-run and --diff");
	if (reason.s && verb != VERB_SUPERSEDE)
		cx_usage_die(a, "--reason is about --supersede");
	if (verb == VERB_SUPERSEDE) {
		if (t->n != 2 || e->n || from_stdin)
			cx_usage_die(a, "--supersede takes two notes, OLD and "
			    "NEW, and no edits");
		return;
	}
	if (from_stdin && t->n)
		cx_usage_die(a, "%s: with --stdin, records say which notes",
		    t->v[0].name.s);
	if (!from_stdin && !t->n)
		cx_usage_die(a, "which note? give a path, an id or a name");
	if (!from_stdin && !e->n)
		cx_usage_die(a, "nothing to change: give FIELD=VALUE, "
		    "FIELD+=ITEM or FIELD-=ITEM");
}

int
main(int argc, char **argv)
{
	struct cx_args a = cx_args_parse(&usage, argc, argv);
	struct cx_edit edit = {0};
	struct targets t = {0};
	struct cx_config *config;
	struct cx_vault vault;

	take_unset(&a, &edit);
	verb_edit(&edit, (enum verb)verb);
	take_operands(&a, &edit, &t);
	check(&a, &edit, &t);
	set.config = config = cx_config_load(cx_common.config);
	cx_vault_init(&vault, cx_common.vault, cx_config_vault(config));
	if (!edit_known(&edit, config, NULL))
		t.n = 0;
	else if (from_stdin)
		input_read(&t, &edit, config);
	for (size_t i = 0; i < t.n; i++) {
		if (!from_stdin)
			cx_edit_merge(&t.v[i].edit, &edit);
		if (verb == VERB_ARCHIVE)
			t.v[i].role = ROLE_ARCHIVED;
		if (verb == VERB_RESTORE)
			t.v[i].role = ROLE_RESTORED;
		if (verb == VERB_SUPERSEDE)
			t.v[i].role = i ? ROLE_SUCCESSOR : ROLE_SUPERSEDED;
	}
	set.vault = &vault;
	set.together = verb == VERB_SUPERSEDE;
	set.reason = reason.s ? reason : CX_STR("");
	targets_find(&t, &set);
	if (t.n)
		run(&t, &set);
	targets_release(&t);
	cx_edit_release(&edit);
	cx_vault_release(&vault);
	cx_config_free(config);
	return cx_finish();
}
