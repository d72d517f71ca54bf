/* The rules: codes, severities, and descriptions. */
#include "check.h"

/* The severity where `fields` of [check] is any, and standard where that is
 * another one: what notes are that were written for this. */
static struct {
	const char *code;
	enum severity severity;
	const char *about;
	enum severity standard;
} rules[RULES] = {
[NO_FRONT_MATTER] = {"no-front-matter", OFF,
    "a file without front matter", ERROR},
[MISSING_FIELD] = {"missing-field", OFF,
    "id, name, type, project, status, created, updated, tags and links are "
    "required", ERROR},
[BAD_ID] = {"bad-id", OFF,
    "an id of other characters than letters, digits, _, - and .", WARNING},
[DUPLICATE_ID] = {"duplicate-id", WARNING,
    "an id that another note has", ERROR},
[UNKNOWN_TYPE] = {"unknown-type", OFF, "a type that [types] lacks", WARNING},
[UNKNOWN_STATUS] = {"unknown-status", OFF,
    "a status that [status] lacks", WARNING},
[UNKNOWN_PROJECT] = {"unknown-project", OFF,
    "a project that [projects] names lacks", WARNING},
[BAD_DATE] = {"bad-date", WARNING, "a value that is not a date", ERROR},
[DATE_ORDER] = {"date-order", WARNING, "updated before it was created"},
[FUTURE_DATE] = {"future-date", WARNING,
    "created or updated later than tomorrow"},
[OUT_OF_RANGE] = {"out-of-range", WARNING,
    "a confidence outside 0 to 1", ERROR},
[UNKNOWN_RULE] = {"unknown-rule", WARNING,
    "check-ignore names an unknown rule"},
[YAML_INVALID] = {"yaml-invalid", WARNING,
    "front matter that is not YAML, taken line by line", ERROR},
[FRONT_INVALID] = {"front-invalid", WARNING,
    "front matter in TOML or JSON that is not valid", ERROR},
[COMMENT_ONLY] = {"comment", WARNING,
    "a value that is only a comment in YAML, as in tags: #a", ERROR},
[NOT_READ] = {"not-read", WARNING,
    "lines of front matter that were lost", ERROR},
[DUPLICATE_KEY] = {"duplicate-key", WARNING,
    "a key again in front matter", ERROR},
[UNTERMINATED] = {"unterminated", WARNING,
    "front matter that is opened and not closed", ERROR},
[NOT_A_MAPPING] = {"not-a-mapping", WARNING,
    "a list or text where key: value should be", ERROR},
[COMPLEX_KEY] = {"complex-key", OFF,
    "a list or mapping as key, as in {{date}}", WARNING},
[ALIAS] = {"alias", WARNING, "an anchor or alias in front matter"},
[TAG] = {"tag", INFO, "a YAML tag in front matter, which is ignored"},
[DOCUMENTS] = {"documents", WARNING, "more than one YAML document"},
[TOO_DEEP] = {"too-deep", WARNING,
    "front matter nested beyond 16 levels", ERROR},
[TOO_LARGE] = {"too-large", WARNING,
    "front matter above 64 KiB, or a note above 4 MiB", ERROR},
[NOT_A_NUMBER] = {"not-a-number", WARNING,
    "text where a number should be", ERROR},
[WRONG_TYPE] = {"wrong-type", OFF,
    "a list or mapping where text should be", ERROR},
[UTF8] = {"utf8", WARNING, "bytes that are not UTF-8"},
[UTF16] = {"utf16", ERROR, "a file in UTF-16"},
[NUL_BYTE] = {"nul", ERROR, "NUL bytes in the text"},
[CONTROL] = {"control", WARNING, "control bytes in front matter"},
[PROBLEM] = {"problem", WARNING,
    "a problem of a record that has no rule of its own"},
[BROKEN_LINK] = {"broken-link", WARNING, "a link without a target"},
[BROKEN_REFERENCE] = {"broken-reference", OFF,
    "a `path.md` without a file", INFO},
[AMBIGUOUS_LINK] = {"ambiguous-link", WARNING,
    "a link that may mean several notes"},
[MISSING_HEADING] = {"missing-heading", WARNING,
    "a link to a heading that its note does not have"},
[MISSING_BLOCK] = {"missing-block", WARNING,
    "a link to a block that its note does not have"},
[DUPLICATE_NOTE] = {"duplicate-note", WARNING,
    "the text of another note, but for white space"},
[SIMILAR_NOTE] = {"similar-note", INFO,
    "shares 90 % of its phrases with another note"},
[CONFLICT_MARKER] = {"conflict-marker", ERROR,
    "a merge conflict of git that was left, in a note or in .cortexignore"},
[SECRET] = {"secret", ERROR, "what looks like a secret"},
[EXAMPLE] = {"example-secret", WARNING,
    "what looks like a secret that was made up to show one"},
[BAD_MARKER] = {"bad-marker", ERROR, "AUTO regions that do not pair up"},
[EXPIRED] = {"expired", WARNING,
    "a note whose expires has passed, and whose status has not ended it"},
[STALE] = {"stale", INFO,
    "a note that nobody has updated or reviewed within archive_after or "
    "review_after of its type"},
[CASE_TWIN] = {"case-twin", ERROR,
    "paths that differ only in case or normalisation"},
[BAD_NAME] = {"bad-name", WARNING, "a name that Windows refuses, or that is "
    "above 255 bytes"},
[NO_FILE] = {"no-file", WARNING, "a record without a file in the vault"},
[INDEX_STALE] = {"index-stale", INFO,
    "an index that is behind the vault (--index)"},
[INDEX_DAMAGED] = {"index-damaged", ERROR,
    "an index file that is not what it was (--index)"},
[COMPROMISED] = {"compromised", WARNING,
    "knowledge or an experiment that rests on one that was invalidated"},
[ANTI_PATTERN] = {"anti-pattern", WARNING,
    "ANTI-PATTERN: in the summary and the tag anti-pattern go together"},
[FEW_ALTERNATIVES] = {"few-alternatives", WARNING,
    "a decision record with less than two alternatives"},
[MISSING_SECTION] = {"missing-section", WARNING,
    "a STATUS.md, or a decision record, without one of its sections"},
[OVER_CAP] = {"over-cap", WARNING,
    "STATUS.md above 120 lines, ISSUES.md 80, OVERVIEW.md 60, USER.md 3 KB, "
    "a summary 300 characters"},
[NO_CONTENTS] = {"no-contents", WARNING, "a directory without CORTEX.md"},
[UNLISTED] = {"unlisted", WARNING,
    "a file that the CORTEX.md of its directory does not name"},
[MISSION_CHANGED] = {"mission-changed", WARNING,
    "a mission.md that was changed (cx check --since)"},
[MILESTONE_LOST] = {"milestone-lost", WARNING,
    "a completed milestone, or an item below one, that vanished from "
    "roadmap.md (cx check --since)"},
};

_Static_assert(RULES <= 64, "struct atom has a bit for each rule");

static const char *const severities[] = {"off", "info", "warning", "error"};

enum severity
rule_severity(enum rule r)
{
	return rules[r].severity;
}

const char *
severity_name(enum severity s)
{
	return severities[s];
}

const char *
rule_code(enum rule r)
{
	return rules[r].code;
}

enum rule
rule_find(struct cx_str code)
{
	enum rule r = 0;

	while (r < RULES && !cx_str_is(code, rules[r].code))
		r++;
	return r;
}

static void
set_severity(struct cx_str code, struct cx_str severity)
{
	enum rule r = rule_find(code);

	if (r == RULES) {
		cx_warn("[check]: there is no rule %.*s; cx-check --rules "
		    "lists them", (int)code.len, code.s);
		return;
	}
	for (enum severity s = OFF; s <= ERROR; s++)
		if (cx_str_is(severity, severities[s]))
			rules[r].severity = s;
}

void
rules_init(const struct cx_config *config, const char *only)
{
	const struct cx_json *table;
	struct cx_str rest, code;
	uint64_t kept = 0;
	enum rule r;

	table = cx_json_get(cx_config_root(config), "check");
	if (cx_str_is(cx_json_gets(table, "fields", CX_STR("")), "standard"))
		for (r = 0; r < RULES; r++)
			if (rules[r].standard != OFF)
				rules[r].severity = rules[r].standard;
	CX_JSON_EACH(k, table)
		if (!CX_ONE_OF(cx_json_str(k), "fields", "links_ignore"))
			set_severity(cx_json_str(k), cx_json_str(k + 1));
	if (!only)
		return;
	rest = cx_str(only);
	while (cx_str_split(&rest, ',', &code)) {
		code = cx_str_trim(code);
		r = rule_find(code);
		if (r == RULES)
			cx_die(CX_USAGE, "--rule: there is no rule '%.*s'; "
			    "cx-check --rules lists them", (int)code.len,
			    code.s);
		kept |= UINT64_C(1) << r;
	}
	for (r = 0; r < RULES; r++)
		if (!(kept >> r & 1))
			rules[r].severity = OFF;
}

void
rules_print(void)
{
	struct cx_printer p = cx_printer(cx_out());

	for (enum rule r = 0; r < RULES; r++) {
		cx_print_object(&p);
		cx_print_kstr(&p, "code", cx_str(rules[r].code));
		cx_print_kstr(&p, "severity",
		    cx_str(severities[rules[r].severity]));
		cx_print_kstr(&p, "about", cx_str(rules[r].about));
		cx_print_line(&p);
		cx_out_record();
	}
}
