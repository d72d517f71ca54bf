/* Prints findings of a checker, and the problems of atom records. */
#include "bin/cx-show/show.h"

#include "lib/base/utf8.h"

#include <stdlib.h>
#include <unistd.h>

static const char *const severities[] = {"info", "warning", "error"};

bool
is_finding(const struct cx_record *rec)
{
	return cx_json_get(rec->root, "code") != NULL;
}

/* `path:line:col: severity: CODE message`, as compilers print it; editors
 * want numbers, so what is about a whole file stands at 1:1. */
static void
put_finding_line(const struct show *s, const struct finding *f,
    struct cx_str more)
{
	static const char *const colours[] = {ESC_BOLD, ESC_MAGENTA, ESC_RED};
	CX_AUTO_BUF said = CX_BUF_INIT;
	struct cx_buf *out = cx_out();
	size_t used = put_path(out, s, path_from_here(s, f->path), SIZE_MAX);
	const size_t from = out->len;

	cx_buf_fmt(out, ":%lld:%lld: ", (long long)(f->line ? f->line : 1),
	    (long long)(f->col ? f->col : 1));
	/* A place, which is not broken: terminals open it. */
	used += out->len - from;
	if (s->people && used + 9 > cx_screen_columns()) {
		out->s[out->len - 1] = '\n';
		cx_buf_puts(out, "  ");
		used = 2;
	}
	put_style(out, s, colours[f->severity]);
	cx_buf_fmt(out, "%s:", severities[f->severity]);
	put_style(out, s, ESC_END);
	cx_put_visible(&said, f->code);
	cx_buf_char(&said, ' ');
	cx_put_visible(&said, f->message);
	cx_buf_str(&said, more);
	cx_put_words(out, cx_buf_view(&said), used +
	    strlen(severities[f->severity]) + 1,
	    s->people ? cx_screen_columns() : SIZE_MAX);
	cx_buf_char(out, '\n');
}

/* --- for people: what repeats once, then how many there are --- */

/* Of one rule; more are only counted, unless they are errors. */
#define MOST 10

/* Different messages of one rule. */
struct rule {
	enum severity severity; /* the worst */
	size_t findings, messages, last; /* last: the one printed last */
};

struct message {
	struct finding f; /* the first that says it */
	size_t times;
	uint32_t rule;
	bool printed;
};

static struct {
	struct cx_arena arena;
	struct cx_buf key;
	struct cx_map rules, messages;
	struct rule *rule;
	struct message *message;
	size_t rule_cap, message_cap;
	size_t by_severity[ERROR + 1];
} all;

static uint32_t
rule_of(const struct finding *f)
{
	uint32_t known = all.rules.n, n;

	all.key.len = 0;
	cx_buf_fmt(&all.key, "%d ", (int)f->severity);
	cx_buf_str(&all.key, f->code);
	n = cx_map_intern(&all.rules, &all.arena, cx_buf_view(&all.key));
	if (n == known) {
		CX_GROW(all.rule, n, all.rule_cap);
		all.rule[n] = (struct rule){.severity = f->severity};
	}
	return n;
}

static void
groups_add(struct show *s, const struct finding *f)
{
	uint32_t r = rule_of(f), known = all.messages.n, n;
	struct message *m;

	all.by_severity[f->severity]++;
	all.rule[r].findings++;
	if (s->all) {
		put_finding_line(s, f, CX_STR(""));
		return;
	}
	all.key.len = 0;
	cx_buf_fmt(&all.key, "%u ", (unsigned)r);
	cx_buf_str(&all.key, f->message);
	n = cx_map_intern(&all.messages, &all.arena, cx_buf_view(&all.key));
	if (n != known) {
		all.message[n].times++;
		return;
	}
	CX_GROW(all.message, n, all.message_cap);
	m = &all.message[n];
	*m = (struct message){*f, 1, r, false};
	m->f.path = cx_arena_copy(&all.arena, f->path);
	m->f.code = cx_arena_copy(&all.arena, f->code);
	m->f.message = cx_arena_copy(&all.arena, f->message);
	m->printed = all.rule[r].messages++ < MOST || f->severity == ERROR;
	if (m->printed)
		all.rule[r].last = n;
}

static void
print_messages(struct show *s)
{
	CX_AUTO_BUF more = CX_BUF_INIT;

	for (uint32_t i = 0; i < all.messages.n; i++) {
		const struct message *m = &all.message[i];
		const struct rule *r = &all.rule[m->rule];

		if (!m->printed)
			continue;
		more.len = 0;
		if (m->times > 1)
			cx_buf_fmt(&more, " (and %zu more like it)",
			    m->times - 1);
		if (r->last == i && r->messages > MOST && r->severity != ERROR)
			cx_buf_fmt(&more, " (and %zu more; cx check --all "
			    "lists them)", r->messages - MOST);
		put_finding_line(s, &m->f, cx_buf_view(&more));
		cx_out_record();
	}
}

static int
by_rank(const void *va, const void *vb)
{
	uint32_t ia = *(const uint32_t *)va, ib = *(const uint32_t *)vb;
	const struct rule *a = &all.rule[ia], *b = &all.rule[ib];

	if (a->severity != b->severity)
		return a->severity > b->severity ? -1 : 1;
	if (a->findings != b->findings)
		return a->findings > b->findings ? -1 : 1;
	return cx_str_cmp(all.rules.key[ia], all.rules.key[ib]);
}

/* "1 error, 24 warnings, 3 info", then a line a rule. */
static void
put_counts(struct cx_buf *out)
{
	CX_AUTO_FREE uint32_t *order = cx_calloc(all.rules.n, sizeof *order);

	for (int i = ERROR; i >= INFO; i--)
		if (all.by_severity[i])
			cx_buf_fmt(out, "%s%zu %s%s", out->len ? ", " : "",
			    all.by_severity[i], severities[i],
			    i == INFO || all.by_severity[i] == 1 ? "" : "s");
	cx_buf_char(out, '\n');
	for (uint32_t i = 0; i < all.rules.n; i++)
		order[i] = i;
	qsort(order, all.rules.n, sizeof *order, by_rank);
	for (uint32_t i = 0; i < all.rules.n; i++) {
		const struct rule *r = &all.rule[order[i]];

		cx_buf_fmt(out, "%7zu %s", r->findings,
		    severities[r->severity]);
		/* After its severity, a digit. */
		cx_put_visible(out, cx_str_from(all.rules.key[order[i]], 1));
		cx_buf_char(out, '\n');
	}
}

/* Prints them, and how many of each rule on standard error. */
static void
groups_end(struct show *s)
{
	CX_AUTO_BUF counts = CX_BUF_INIT;

	print_messages(s);
	cx_out_flush();
	if (all.rules.n)
		put_counts(&counts);
	else if (isatty(STDERR_FILENO))
		cx_buf_puts(&counts, "no problems found\n");
	if (counts.len && write(STDERR_FILENO, counts.s, counts.len) < 0)
		cx_raise(CX_FAIL);
	cx_buf_release(&all.key);
	cx_map_release(&all.rules);
	cx_map_release(&all.messages);
	cx_arena_release(&all.arena);
	free(all.rule);
	free(all.message);
}

/* --- for other tools --- */

/*
 * GitHub's workflow commands ("Workflow commands for GitHub Actions"; the
 * escapes are those of actions/toolkit, command.ts): % and line ends in
 * data, also : and , in properties.
 */
static void
put_github_text(struct cx_buf *out, struct cx_str s, bool property)
{
	size_t start = 0;

	for (size_t i = 0; i <= s.len; i++) {
		if (i < s.len && !strchr(property ? "%\r\n:," : "%\r\n",
		    s.s[i] ? s.s[i] : 'x'))
			continue;
		cx_put_visible(out, cx_strn(s.s + start, i - start));
		if (i < s.len)
			cx_buf_fmt(out, "%%%02X", (unsigned char)s.s[i]);
		start = i + 1;
	}
}

static void
put_github(const struct finding *f)
{
	static const char *const commands[] = {"notice", "warning", "error"};
	struct cx_buf *out = cx_out();

	cx_buf_fmt(out, "::%s file=", commands[f->severity]);
	put_github_text(out, f->path, true);
	if (f->line)
		cx_buf_fmt(out, ",line=%lld", (long long)f->line);
	if (f->line && f->col)
		cx_buf_fmt(out, ",col=%lld", (long long)f->col);
	cx_buf_puts(out, ",title=");
	put_github_text(out, f->code, true);
	cx_buf_puts(out, "::");
	put_github_text(out, f->message, false);
	cx_buf_char(out, '\n');
}

static void
put_finding(struct show *s, const struct finding *f)
{
	switch (s->format) {
	case SARIF:
		sarif_add(f, s->shown == 0);
		break;
	case JUNIT:
		junit_add(f);
		break;
	case GITHUB:
		put_github(f);
		break;
	case GROUPS:
		groups_add(s, f);
		break;
	default:
		put_finding_line(s, f, CX_STR(""));
		break;
	}
	s->shown++;
}

static int64_t
place_number(const struct cx_record *rec, const struct cx_json *obj,
    const char *name)
{
	const struct cx_json *value = cx_json_get(obj, name);

	if (!value || value->type == CX_JSON_NULL)
		return 0;
	if (value->type != CX_JSON_INT || value->u.i < 0)
		cx_record_die(rec, "%s is not a line or column", name);
	return value->u.i;
}

static struct cx_str
text(const struct cx_record *rec, const struct cx_json *obj, const char *name)
{
	const struct cx_json *value = cx_json_get(obj, name);

	if (!value || value->type != CX_JSON_STRING)
		cx_record_die(rec, "a finding without a text '%s'", name);
	return cx_json_str(value);
}

static enum severity
severity(const struct cx_record *rec)
{
	struct cx_str s = cx_record_str(rec, "severity", CX_STR("warning"));

	for (int i = INFO; i <= ERROR; i++)
		if (cx_str_is(s, severities[i]))
			return (enum severity)i;
	if (cx_str_is(s, "note") || cx_str_is(s, "notice"))
		return INFO;
	cx_record_die(rec, "severity must be one of error, warning and info, "
	    "not '%.*s'", (int)s.len, s.s);
}

void
show_findings(struct show *s, const struct cx_record *rec)
{
	const struct cx_json *problems;
	struct finding f = {.path = cx_record_path(rec)};

	if (is_finding(rec)) {
		f.line = place_number(rec, rec->root, "line");
		f.col = place_number(rec, rec->root, "col");
		f.severity = severity(rec);
		f.code = text(rec, rec->root, "code");
		f.message = text(rec, rec->root, "message");
		put_finding(s, &f);
		return;
	}
	problems = cx_json_get(rec->root, "problems");
	if (problems && problems->type != CX_JSON_ARRAY)
		cx_record_die(rec, "problems is not an array");
	CX_JSON_EACH(p, problems) {
		f.line = place_number(rec, p, "line");
		f.col = place_number(rec, p, "col");
		f.severity = WARNING;
		f.code = text(rec, p, "code");
		f.message = text(rec, p, "text");
		put_finding(s, &f);
	}
}

void
findings_begin(const struct show *s)
{
	if (s->format == SARIF)
		sarif_begin();
}

void
findings_end(struct show *s)
{
	if (s->format == SARIF)
		sarif_end();
	else if (s->format == JUNIT)
		junit_end();
	else if (s->format == GROUPS)
		groups_end(s);
}
