/* renders records and findings for people and for other tools */
#include "bin/cx-show/show.h"
#include "lib/base/opt.h"

#include <stdlib.h>
#include <unistd.h>

/* The formats first, in the order of enum format. */
static const struct cx_opt options[] = {
    {0, "brief", NULL, "name, layer, score, path, three lines of the body"},
    {0, "summary", NULL, "one line: id, type, project, last access, name"},
    {0, "paths", NULL, "one path a line"},
    {0, "content", NULL, "the whole files, each under a line with its path"},
    {0, "table", NULL, "aligned columns"},
    {0, "json", NULL, "one JSON array"},
    {0, "lines", NULL, "path:line:col: severity: CODE message"},
    {0, "sarif", NULL, "SARIF 2.1.0"},
    {0, "junit", NULL, "JUnit XML"},
    {0, "github", NULL, "annotations for GitHub Actions"},
    {'0', NULL, NULL, "with --paths: a NUL behind each path"},
    {'C', NULL, "VAULT", "the vault that the files are read from"},
    {'c', NULL, "CONFIG", "configuration as cx-config prints it"},
    {0, NULL, NULL, NULL}};

static const struct cx_usage usage = {"cx-show",
    "[--brief | --summary | --paths [-0] | --content | --table | --json] "
    "[-C VAULT] [-c CONFIG] [FILE ...]\n"
    "[--lines | --sarif | --junit | --github] [FILE ...]",
    "renders records and findings for people and for other tools", options};

static struct show show = {.format = AUTO};

static void
show_record(struct show *s, const struct cx_record *rec)
{
	if (s->format == JSON) {
		show_json(s, rec);
		return;
	}
	if (cx_record_gone(rec))
		return;
	switch (s->format) {
	case AUTO:
	case BRIEF:
		if (is_finding(rec))
			show_findings(s, rec);
		else
			show_brief(s, rec);
		break;
	case SUMMARY:
		show_summary(s, rec);
		break;
	case PATHS:
		show_path(s, rec);
		break;
	case CONTENT:
		show_content(s, rec);
		break;
	case TABLE:
		table_add(rec);
		break;
	default:
		show_findings(s, rec);
		break;
	}
}

static void
set_format(const struct cx_args *a, enum format format)
{
	if (show.format != AUTO && show.format != format)
		cx_usage_die(a, "--%s and --%s exclude each other",
		    options[show.format].name, options[format].name);
	show.format = format;
}

int
main(int argc, char **argv)
{
	struct cx_args a = cx_args(&usage, argc, argv);
	const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");
	const char *config_file = NULL;
	struct cx_config *config;
	struct cx_reader *reader;
	struct cx_record rec;
	int c;

	while ((c = cx_args_next(&a)) != 0) {
		switch (c) {
		case '0':
			show.nul = true;
			break;
		case 'C':
			show.bodies.vault = a.value;
			break;
		case 'c':
			config_file = a.value;
			break;
		default:
			set_format(&a, (enum format)(c - CX_LONG));
			break;
		}
	}
	if (show.nul && show.format != PATHS)
		cx_usage_die(&a, "-0 goes with --paths only");
	show.colour = isatty(STDOUT_FILENO) == 1 && !(no_color && *no_color) &&
	    !(term && strcmp(term, "dumb") == 0);

	config = cx_config_load(config_file);
	show.bodies.config = config;
	reader = cx_reader_open(a.argv, a.argc);
	findings_begin(&show);
	while (cx_reader_next(reader, &rec)) {
		show_record(&show, &rec);
		cx_out_record();
	}
	if (show.format == JSON)
		show_json_end(&show);
	else if (show.format == TABLE)
		table_print();
	else
		findings_end(&show);
	cx_reader_close(reader);
	cx_bodies_release(&show.bodies);
	cx_config_free(config);
	return cx_finish();
}
