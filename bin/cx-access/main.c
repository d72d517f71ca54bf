/* cx-access - append access events; fold them into refs and activation */
#include "cx-access.h"

static struct options o = {.top = -1};

static const struct cx_opt options[] = {
    CX_OPT_NOW,
    CX_OPT_TEXT(0, "source", "NAME", o.source,
	"the source of events that do not name one"),
    CX_OPT_TEXT(0, "session", "ID", o.session,
	"the session of events that do not name one"),
    CX_OPT_TEXT(0, "query", "TEXT", o.query, "logged only under log_queries"),
    CX_OPT_TEXT(0, "records", "FILE", o.records, "records: own refs, layers"),
    CX_OPT_TEXT(0, "in", "DIR", o.in, "project of lines from agents' hooks"),
    CX_OPT_INT(0, "top", "N", o.top, 0, INT32_MAX,
	"log the first N only; length of a report's lists (10)"),
    CX_OPT_VAULT, CX_OPT_CONFIG, CX_OPT_END};

static const struct cx_usage usage = {"cx-access",
    "log [-C VAULT] [-c CONFIG] [--now DATE] [--source NAME] [--session ID] "
    "[--query TEXT] [--top N] [FILE...]\n"
    "fold [-C VAULT] [-c CONFIG] [--now DATE] [--records FILE] [--in DIR] "
    "[FILE...]\n"
    "report [-C VAULT] [-c CONFIG] [--now DATE] [--records FILE] [--in DIR] "
    "[--top N] [FILE...]\n"
    "rotate [-C VAULT] [-c CONFIG] [--now DATE]",
    "append access events; fold them into refs and activation", options,
    false};

static const struct {
	const char *name;
	int (*run)(const struct options *o, const struct cx_args *a);
	const char *takes; /* which of the options: their first letters */
} commands[] = {{"log", cmd_log, "lsqt"}, {"fold", cmd_fold, "ri"},
    {"report", cmd_report, "rit"}, {"rotate", cmd_rotate, ""}};

#define COMMANDS (sizeof commands / sizeof commands[0])

static size_t
find_command(const struct cx_args *a)
{
	size_t i;

	if (a->argc == 0)
		cx_usage_die(a, "a command is missing: log, fold, report or "
		    "rotate");
	for (i = 0; i < COMMANDS; i++) {
		if (strcmp(a->argv[0], commands[i].name) == 0)
			return i;
	}
	cx_usage_die(a, "unknown command '%s'; it must be one of log, fold, "
	    "report or rotate", a->argv[0]);
}

/* An option that a command does not look at is a mistake. */
static void
check(const struct cx_args *a, size_t command)
{
	const struct {
		const char *name;
		char letter;
		bool given;
	} given[] = {{"source", 'l', o.source}, {"session", 's', o.session},
	    {"query", 'q', o.query}, {"records", 'r', o.records},
	    {"in", 'i', o.in}, {"top", 't', o.top >= 0}};

	for (size_t i = 0; i < sizeof given / sizeof given[0]; i++) {
		if (given[i].given &&
		    !strchr(commands[command].takes, given[i].letter))
			cx_usage_die(a, "%s takes no --%s",
			    commands[command].name, given[i].name);
	}
}

/* Standard input can be read once. */
static void
check_stdin(const struct cx_args *a, bool report)
{
	int n = o.records && strcmp(o.records, "-") == 0;

	for (int i = 0; i < a->argc; i++)
		n += strcmp(a->argv[i], "-") == 0;
	if (o.records && a->argc == 0 && !cx_common.vault && !report)
		n++;
	if (n > 1)
		cx_usage_die(a, "standard input cannot be read twice; give a "
		    "file, or -C for the logs of a vault");
}

int
main(int argc, char **argv)
{
	struct cx_args a = cx_args_parse(&usage, argc, argv);
	size_t command = find_command(&a);

	a.argc--;
	a.argv++;
	check(&a, command);
	check_stdin(&a, commands[command].run == cmd_report);
	return commands[command].run(&o, &a);
}
