/* cx-edit - lossless front matter edits */
#include "edit.h"

#include "lib/base/date.h"
#include "lib/base/opt.h"
#include "lib/base/utf8.h"

#include <stdlib.h>

enum {
	OPT_STDIN, OPT_UNSET, OPT_DRY, OPT_DIFF, OPT_ARCHIVE, OPT_RESTORE,
	OPT_SUPERSEDE, OPT_REASON, OPT_PIN, OPT_UNPIN, OPT_REVIEW, OPT_TOUCH,
	OPT_NOW, OPT_STRICT
};

static const struct cx_opt options[] = {
    [OPT_STDIN] = {0, "stdin", NULL, "read edits as records"},
    [OPT_UNSET] = {0, "unset", "FIELD", "take the member FIELD away"},
    [OPT_DRY] = {'n', "dry-run", NULL, "print the records as they would be"},
    [OPT_DIFF] = {0, "diff", NULL, "print what would change as a diff"},
    [OPT_ARCHIVE] = {0, "archive", NULL, "status=archived updated=today"},
    [OPT_RESTORE] = {0, "restore", NULL,
	"status=active updated=today, of archived atoms"},
    [OPT_SUPERSEDE] = {0, "supersede", NULL, "NEW takes the place of OLD"},
    [OPT_REASON] = {0, "reason", "TEXT", "with --supersede: why"},
    [OPT_PIN] = {0, "pin", NULL, "pinned=true"},
    [OPT_UNPIN] = {0, "unpin", NULL, "take pinned away"},
    [OPT_REVIEW] = {0, "review", NULL, "reviewed=today"},
    [OPT_TOUCH] = {0, "touch", NULL, "updated=today"},
    [OPT_NOW] = {0, "now", "DATE", "what today is"},
    [OPT_STRICT] = {0, "strict", NULL, "end with 3 after any warning"},
    {'C', NULL, "VAULT", "the vault"},
    {'c', NULL, "CONFIG", "configuration, as cx-config prints it"},
    {0, NULL, NULL, NULL}};

static const struct cx_usage usage = {"cx-edit",
    "[-n | --diff] [--unset FIELD] [--now DATE] [--strict] [-C VAULT] "
    "[-c CONFIG] ATOM... EDIT...\n"
    "[OPTION...] --stdin [EDIT...]\n"
    "[OPTION...] --archive | --restore | --pin | --unpin | --review | --touch "
    "ATOM... [EDIT...]\n"
    "[OPTION...] --supersede [--reason TEXT] OLD NEW",
    "lossless front matter edits", options};

static const struct {
	int option;
	enum verb verb;
} verbs[] = {{OPT_ARCHIVE, VERB_ARCHIVE}, {OPT_RESTORE, VERB_RESTORE},
    {OPT_SUPERSEDE, VERB_SUPERSEDE}, {OPT_PIN, VERB_PIN},
    {OPT_UNPIN, VERB_UNPIN}, {OPT_REVIEW, VERB_REVIEW},
    {OPT_TOUCH, VERB_TOUCH}};

/* What the command line says. */
struct asked {
	enum verb verb;
	bool from_stdin;
	const char *reason;
	struct cx_edit edit;
};

static void
take_verb(struct cx_args *a, struct asked *q, int c)
{
	for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++) {
		if (c != CX_LONG + verbs[i].option)
			continue;
		if (q->verb && q->verb != verbs[i].verb)
			cx_usage_die(a, "one of the verbs at a time");
		q->verb = verbs[i].verb;
	}
}

static void
take_unset(struct cx_args *a, struct cx_edit *e)
{
	struct cx_str field = cx_str_trim(cx_str(a->value));

	if (!field.len || cx_utf8_invalid(field) < field.len)
		cx_usage_die(a, "--unset needs the name of a field");
	if (cx_str_is(field, "id"))
		cx_usage_die(a, "--unset id: an atom keeps its id");
	cx_edit_unset(e, field);
}

/* Operands: atoms, then edits. */
static void
take_operands(struct cx_args *a, struct asked *q, struct targets *t)
{
	const char *why;
	int i = 0;

	cx_args_no_late(a);
	for (; i < a->argc && !word_is_edit(a->argv[i]); i++) {
		if (!a->argv[i][0])
			cx_usage_die(a, "an empty operand");
		target_add(t, cx_str(a->argv[i]), CX_OPERAND_NONE);
	}
	for (; i < a->argc; i++) {
		if (!word_is_edit(a->argv[i]))
			cx_usage_die(a, "%s: atoms come before edits",
			    a->argv[i]);
		why = word_read(&q->edit, a->argv[i]);
		if (why)
			cx_usage_die(a, "%s: %s", a->argv[i], why);
	}
}

static void
check(struct cx_args *a, const struct asked *q, const struct targets *t)
{
	if (q->reason && q->verb != VERB_SUPERSEDE)
		cx_usage_die(a, "--reason is about --supersede");
	if (q->verb == VERB_SUPERSEDE) {
		if (t->n != 2 || q->edit.n || q->from_stdin)
			cx_usage_die(a, "--supersede takes two atoms, OLD and "
			    "NEW, and no edits");
		return;
	}
	if (q->from_stdin && t->n)
		cx_usage_die(a, "%s: with --stdin, records say which atoms",
		    t->v[0].name.s);
	if (!q->from_stdin && !t->n)
		cx_usage_die(a, "no atom: give a path or an id");
	if (!q->from_stdin && !q->edit.n)
		cx_usage_die(a, "nothing to change: give FIELD=VALUE, "
		    "FIELD+=ITEM or FIELD-=ITEM");
}

int
main(int argc, char **argv)
{
	struct cx_args a = cx_args(&usage, argc, argv);
	struct settings s = {0};
	struct asked q = {0};
	struct targets t = {0};
	struct cx_config *config;
	struct cx_vault vault;
	const char *config_file = NULL, *dir = NULL, *now = NULL;
	int c;

	while ((c = cx_args_next(&a)) != 0) {
		s.dry |= c == 'n';
		s.diff |= c == CX_LONG + OPT_DIFF;
		q.from_stdin |= c == CX_LONG + OPT_STDIN;
		cx_strict |= c == CX_LONG + OPT_STRICT;
		take_verb(&a, &q, c);
		if (c == CX_LONG + OPT_UNSET)
			take_unset(&a, &q.edit);
		else if (c == CX_LONG + OPT_REASON)
			q.reason = a.value;
		else if (c == CX_LONG + OPT_NOW)
			now = a.value;
		else if (c == 'C')
			dir = a.value;
		else if (c == 'c')
			config_file = a.value;
	}
	if (s.dry && s.diff)
		cx_usage_die(&a, "one of --dry-run and --diff");
	if (q.reason && cx_utf8_invalid(cx_str(q.reason)) < strlen(q.reason))
		cx_usage_die(&a, "--reason: not UTF-8");
	cx_now_init(now);
	verb_edit(&q.edit, q.verb);
	take_operands(&a, &q, &t);
	check(&a, &q, &t);
	config = cx_config_load(config_file);
	cx_vault_init(&vault, dir, cx_config_vault(config));
	if (!edit_known(&q.edit, config, NULL))
		t.n = 0;
	else if (q.from_stdin)
		input_read(&t, &q.edit, config);
	for (size_t i = 0; i < t.n; i++) {
		if (!q.from_stdin)
			cx_edit_merge(&t.v[i].edit, &q.edit);
		if (q.verb == VERB_RESTORE)
			t.v[i].role = ROLE_RESTORED;
		if (q.verb == VERB_SUPERSEDE)
			t.v[i].role = i ? ROLE_SUCCESSOR : ROLE_SUPERSEDED;
	}
	s.config = config;
	s.vault = &vault;
	s.together = q.verb == VERB_SUPERSEDE;
	s.reason = cx_str(q.reason ? q.reason : "");
	targets_find(&t, &s);
	if (t.n)
		run(&t, &s);
	targets_release(&t);
	cx_edit_release(&q.edit);
	cx_vault_release(&vault);
	cx_config_free(config);
	return cx_finish();
}
