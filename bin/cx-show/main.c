/* cx-show - render records and findings for people and for other tools */
#include "bin/cx-show/show.h"
#include "lib/base/opt.h"
#include "lib/base/platform.h"

#include <stdlib.h>
#include <unistd.h>

static struct show show;

#define FORMAT(name, format_, text)                                           \
	CX_OPT_MODE(0, name, show.format, format_, text)
static const struct cx_opt options[] = {
    FORMAT("auto", AUTO, "what suits the records and standard output"),
    FORMAT("brief", BRIEF, "name, layer, score, path, three lines of the text"),
    FORMAT("hits", HITS, "two lines: name, path and age; the best line"),
    CX_OPT_MODE_TEXT(0, "did", "VERB", show.format, DID, show.did,
	"one line: VERB, path, name"),
    FORMAT("paths", PATHS, "one path a line"),
    FORMAT("content", CONTENT,
	"the whole files, each under a line with its path"),
    FORMAT("note", NOTE, "name, what is known of it, the text"),
    FORMAT("timeline", TIMELINE, "a line a note, by month"),
    FORMAT("changes", CHANGES,
	"age and subject, up to three paths: a change of cx log"),
    FORMAT("table", TABLE, "aligned columns"),
    FORMAT("json", JSON, "one JSON array"),
    FORMAT("lines", LINES,
	"path:line:col: severity: CODE message; of passages path:line:text"),
    CX_OPT_MODE_TEXT(0, "grep", "PATTERN", show.format, PATTERN, show.grep,
	"path:line:text of the lines that match a regular expression"),
    CX_OPT_FLAG(0, "case", show.with_case, "with --grep: match case"),
    FORMAT("groups", GROUPS,
	"lines, but what repeats only once; then counts, on standard error"),
    CX_OPT_FLAG(0, "all", show.all, "with --groups: also repeated findings"),
    FORMAT("sarif", SARIF, "SARIF 2.1.0"),
    FORMAT("junit", JUNIT, "JUnit XML"),
    FORMAT("github", GITHUB, "annotations for GitHub Actions"),
    CX_OPT_TEXT(0, "rules", "FILE", show.rules,
	"with --sarif: what the rules are about, as cx-check --rules prints "
	"it"),
    CX_OPT_FLAG('0', NULL, show.nul, "with --paths: end each path with NUL"),
    CX_OPT_INT(0, "top", "N", show.top, 0, INT32_MAX,
	"at most N records, 0 for all (0)"),
    CX_OPT_TEXT(0, "more", "TEXT", show.more,
	"with --top: print TEXT if there are more"),
    CX_OPT_NOW, CX_OPT_VAULT, CX_OPT_CONFIG, CX_OPT_END};

static const struct cx_usage usage = {"cx-show",
    "[--auto | --brief | --hits | --did VERB | --paths [-0] | "
    "--content | --note | --timeline | --changes | --table | --json] [--top N] "
    "[--more TEXT] [--now DATE] [-C VAULT] [-c CONFIG] [FILE ...]\n"
    "[--lines | --groups [--all] | --sarif [--rules FILE] | --junit | "
    "--github | --grep PATTERN [--case]] [FILE ...]",
    "render records and findings for people and for other tools", options,
    false};

/* The form of a record for which none was asked. */
static enum format
choose(const struct show *s, const struct cx_record *rec)
{
	if (is_finding(rec))
		return LINES;
	if (!s->people)
		return BRIEF;
	if (cx_json_get(rec->root, "passages"))
		return HITS;
	return cx_json_get(rec->root, "path") ? TABLE : MEMBERS;
}

static void
show_record(struct show *s, const struct cx_record *rec)
{
	static void (*const shows[])(struct show *s,
	    const struct cx_record *rec) = {[BRIEF] = show_brief,
	    [HITS] = show_hit, [DID] = show_did, [MEMBERS] = show_members,
	    [PATHS] = show_path,
	    [CONTENT] = show_content, [NOTE] = show_note,
	    [TIMELINE] = show_day, [CHANGES] = show_change,
	    [JSON] = show_json, [GITHUB] = show_findings,
	    [PATTERN] = show_pattern};
	int format = s->format;

	if (!format || format == AUTO || (format == BRIEF && is_finding(rec)))
		format = choose(s, rec);
	if (format != MEMBERS && format != JSON && cx_record_gone(rec))
		return;
	if (format == TABLE)
		table_add(s, rec);
	else if (format == LINES && cx_json_get(rec->root, "passages"))
		show_matches(s, rec);
	else
		(shows[format] ? shows[format] : show_findings)(s, rec);
}

/* No terminal can be asked whether it takes links (OSC 8), and one that does
 * not may show them as text. */
static bool
takes_links(void)
{
	static const char *const set[] = {"KONSOLE_VERSION", "WT_SESSION",
	    "DOMTERM"};
	static const char *const is[][2] = {{"TERM_PROGRAM", "iTerm.app"},
	    {"TERM_PROGRAM", "WezTerm"}, {"TERM_PROGRAM", "vscode"},
	    {"TERM_PROGRAM", "ghostty"}, {"TERM", "xterm-kitty"},
	    {"TERM", "xterm-ghostty"}, {"TERM", "alacritty"}, {"TERM", "foot"}};
	const char *v = getenv("VTE_VERSION");

	if (v && strtol(v, NULL, 10) >= 5001)
		return true;
	for (size_t i = 0; i < sizeof set / sizeof *set; i++)
		if (getenv(set[i]))
			return true;
	for (size_t i = 0; i < sizeof is / sizeof *is; i++) {
		v = getenv(is[i][0]);
		if (v && strcmp(v, is[i][1]) == 0)
			return true;
	}
	return false;
}

int
main(int argc, char **argv)
{
	struct cx_args a = cx_args_parse(&usage, argc, argv);
	const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");
	const char *when = getenv("CORTEX_COLOR");
	CX_AUTO_CONFIG config = NULL;
	struct cx_reader *reader;
	struct cx_record rec;
	const char *why = NULL;
	int64_t seen = 0;

	if (show.nul && show.format != PATHS)
		cx_usage_die(&a, "-0 needs --paths");
	if (show.all && show.format != GROUPS)
		cx_usage_die(&a, "--all needs --groups");
	if (show.rules && show.format != SARIF)
		cx_usage_die(&a, "--rules needs --sarif");
	if (show.with_case && show.format != PATTERN)
		cx_usage_die(&a, "--case needs --grep");
	if (show.format == PATTERN) {
		show.pattern = cx_pattern_new(cx_str(show.grep),
		    show.with_case, &why);
		if (why)
			cx_usage_die(&a, "--grep: '%s': %s", show.grep, why);
	}
	show.people = isatty(STDOUT_FILENO) == 1;
	when = when ? when : "";
	show.colour = strcmp(when, "always") == 0 ||
	    (show.people && strcmp(when, "never") != 0 &&
		!(no_color && *no_color) &&
		!(term && strcmp(term, "dumb") == 0));
	show.links = show.people && show.colour && takes_links();

	cx_only_read(-1, false);
	config = cx_config_load(cx_common.config);
	show.bodies.vault = cx_common.vault;
	show.bodies.config = config;
	reader = cx_reader_open(a.argv, a.argc);
	if (show.rules)
		sarif_rules(show.rules);
	findings_begin(&show);
	while (cx_reader_next(reader, &rec)) {
		if (show.top && seen++ >= show.top)
			continue;
		show_record(&show, &rec);
		cx_out_record();
	}
	if (show.format == JSON)
		show_json_end(&show);
	else
		findings_end(&show);
	table_print(&show);
	show_hits_end(&show);
	if (show.more && show.top && seen > show.top) {
		cx_put_fit(cx_out(), cx_str(show.more),
		    cx_screen_columns() - 1, false);
		cx_buf_char(cx_out(), '\n');
	}
	if (show.format == PATTERN && !show.shown)
		cx_raise(CX_NO);
	cx_pattern_free(show.pattern);
	people_end();
	cx_reader_close(reader);
	cx_bodies_release(&show.bodies);
	return cx_finish();
}
