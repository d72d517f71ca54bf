/* cx-access - append access events; fold them into refs and activation */
#include "cx-access.h"
#include "lib/base/date.h"

enum {
	OPT_NOW,
	OPT_SOURCE,
	OPT_SESSION,
	OPT_QUERY,
	OPT_PASS,
	OPT_RECORDS,
	OPT_IN,
	OPT_TOP
};

static const struct cx_opt options[] = {
    [OPT_NOW] = {0, "now", "DATE", "the time of events, and of activation"},
    [OPT_SOURCE] = {0, "source", "NAME", "of events that do not say it"},
    [OPT_SESSION] = {0, "session", "ID", "of events that do not say it"},
    [OPT_QUERY] = {0, "query", "TEXT", "logged only under log_queries"},
    [OPT_PASS] = {0, "pass", NULL, "print what is read, then log"},
    [OPT_RECORDS] = {0, "records", "FILE", "atom records: own refs, layers"},
    [OPT_IN] = {0, "in", "DIR", "the project of lines of agents' hooks"},
    [OPT_TOP] = {0, "top", "N", "log the first N only; lists of a report (10)"},
    {'C', NULL, "VAULT", "the vault; its logs, where no FILE is given"},
    {'c', NULL, "CONFIG", "configuration, as cx-config prints it"},
    {0, NULL, NULL, NULL}};

static const struct cx_usage usage = {"cx-access",
    "log [-C VAULT] [-c CONFIG] [--now DATE] [--source NAME] [--session ID] "
    "[--query TEXT] [--pass] [--top N] [FILE...]\n"
    "fold [-C VAULT] [-c CONFIG] [--now DATE] [--records FILE] [--in DIR] "
    "[FILE...]\n"
    "report [-C VAULT] [-c CONFIG] [--now DATE] [--records FILE] [--in DIR] "
    "[--top N] [FILE...]\n"
    "rotate [-C VAULT] [-c CONFIG] [--now DATE]",
    "append access events; fold them into refs and activation", options};

static const struct {
	const char *name;
	int (*run)(const struct options *o, const struct cx_args *a);
	const char *takes; /* which of the options: their first letters */
} commands[] = {{"log", cmd_log, "lsqpt"}, {"fold", cmd_fold, "ri"},
    {"report", cmd_report, "rit"}, {"rotate", cmd_rotate, ""}};

#define COMMANDS (sizeof commands / sizeof commands[0])

static void
set(struct options *o, struct cx_args *a, int c, const char **now)
{
	switch (c) {
	case CX_LONG + OPT_NOW:
		*now = a->value;
		break;
	case CX_LONG + OPT_SOURCE:
		o->source = a->value;
		break;
	case CX_LONG + OPT_SESSION:
		o->session = a->value;
		break;
	case CX_LONG + OPT_QUERY:
		o->query = a->value;
		break;
	case CX_LONG + OPT_PASS:
		o->pass = true;
		break;
	case CX_LONG + OPT_RECORDS:
		o->records = a->value;
		break;
	case CX_LONG + OPT_IN:
		o->in = a->value;
		break;
	case CX_LONG + OPT_TOP:
		o->top = cx_args_int(a, 0, INT32_MAX);
		break;
	case 'C':
		o->vault = a->value;
		break;
	default:
		o->config = a->value;
		break;
	}
}

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
	cx_usage_die(a, "unknown command '%s'; it is log, fold, report or "
	    "rotate", a->argv[0]);
}

/* An option that a command does not look at is a mistake. */
static void
check(const struct options *o, const struct cx_args *a, size_t command)
{
	const struct {
		const char *name;
		char letter;
		bool given;
	} given[] = {{"source", 'l', o->source}, {"session", 's', o->session},
	    {"query", 'q', o->query}, {"pass", 'p', o->pass},
	    {"records", 'r', o->records},
	    {"in", 'i', o->in}, {"top", 't', o->top >= 0}};

	for (size_t i = 0; i < sizeof given / sizeof given[0]; i++) {
		if (given[i].given &&
		    !strchr(commands[command].takes, given[i].letter))
			cx_usage_die(a, "%s takes no --%s",
			    commands[command].name, given[i].name);
	}
}

/* Standard input can be read once. */
static void
check_stdin(const struct options *o, const struct cx_args *a)
{
	int n = o->records && strcmp(o->records, "-") == 0;

	for (int i = 0; i < a->argc; i++)
		n += strcmp(a->argv[i], "-") == 0;
	if (o->records && a->argc == 0 && !o->vault)
		n++;
	if (n > 1)
		cx_usage_die(a, "standard input is to be read twice; give a "
		    "file, or -C for the logs of a vault");
}

int
main(int argc, char **argv)
{
	struct cx_args a = cx_args(&usage, argc, argv);
	struct options o = {.top = -1};
	const char *now = NULL;
	size_t command;
	int c;

	while ((c = cx_args_next(&a)) != 0)
		set(&o, &a, c, &now);
	command = find_command(&a);
	a.argc--;
	a.argv++;
	while ((c = cx_args_next(&a)) != 0)
		set(&o, &a, c, &now);
	check(&o, &a, command);
	check_stdin(&o, &a);
	cx_now_init(now);
	return commands[command].run(&o, &a);
}
