/* Prints findings as documents for CI systems. */
#include "bin/cx-show/show.h"
#include "lib/base/map.h"
#include "lib/base/opt.h"
#include "lib/json/print.h"
#include "lib/base/utf8.h"

#include <stdlib.h>

/*
 * SARIF 2.1.0 (OASIS Standard, 27 March 2020), one result a line.  The tool
 * follows the results, since its rules are known only then.
 */
static struct {
	struct cx_arena arena;
	struct cx_str *codes;
	size_t n, cap, limit;
	struct cx_buf uri;
	struct cx_map rules; /* codes of --rules, to */
	struct about {
		struct cx_str text, severity;
	} *about;
	size_t about_cap;
} sarif;

void
sarif_rules(const char *file)
{
	char *const files[] = {(char *)(uintptr_t)file};
	struct cx_reader *reader = cx_reader_open(files, 1);
	struct cx_record rec;

	while (cx_reader_next(reader, &rec)) {
		const uint32_t known = sarif.rules.n;
		uint32_t k = cx_map_intern(&sarif.rules, &sarif.arena,
		    cx_json_gets(rec.root, "code", CX_STR("")));

		if (k < known)
			continue;
		CX_GROW(sarif.about, k, sarif.about_cap);
		sarif.about[k] = (struct about){
		    cx_arena_copy(&sarif.arena, cx_json_gets(rec.root, "about",
			CX_STR(""))),
		    cx_arena_copy(&sarif.arena, cx_json_gets(rec.root,
			"severity", CX_STR("warning")))};
	}
	cx_reader_close(reader);
}

static void
put_message(struct cx_printer *p, const char *name, struct cx_str text)
{
	cx_print_kobject(p, name);
	cx_print_kstr(p, "text", text);
	cx_print_end(p);
}

static const char *
level_of(struct cx_str severity)
{
	return cx_str_is(severity, "error") ? "error" :
	    cx_str_is(severity, "info") ? "note" : "warning";
}

/* What a service shows of a rule (3.49): its text, what to do, its level. */
static void
put_rule(struct cx_printer *p, struct cx_str code)
{
	const uint32_t k = cx_map_get(&sarif.rules, code);
	CX_AUTO_BUF help = CX_BUF_INIT;

	cx_print_object(p);
	cx_print_kstr(p, "id", code);
	cx_print_kstr(p, "helpUri", CX_STR("man:cx-check(1)"));
	if (k != CX_MAP_NONE) {
		put_message(p, "shortDescription", sarif.about[k].text);
		cx_buf_fmt(&help, "%.*s. cx-check(1) says more. For a line: "
		    "<!-- check-ignore: %.*s -->; for a file: check-ignore: "
		    "[%.*s] in its front matter; for all: %.*s = \"off\" in "
		    "[check] of cortex.toml.", (int)sarif.about[k].text.len,
		    sarif.about[k].text.s, (int)code.len, code.s,
		    (int)code.len, code.s, (int)code.len, code.s);
		put_message(p, "help", cx_buf_view(&help));
		cx_print_kobject(p, "defaultConfiguration");
		cx_print_kstr(p, "level",
		    cx_str(level_of(sarif.about[k].severity)));
		cx_print_end(p);
	}
	cx_print_end(p);
}

static void
drop_repeated(void)
{
	size_t to = 0;

	if (!sarif.n)
		return;
	qsort(sarif.codes, sarif.n, sizeof *sarif.codes, cx_order_str);
	for (size_t i = 1; i < sarif.n; i++)
		if (!cx_str_eq(sarif.codes[to], sarif.codes[i]))
			sarif.codes[++to] = sarif.codes[i];
	sarif.n = to + 1;
}

static void
add_code(struct cx_str code)
{
	if (sarif.n && cx_str_eq(sarif.codes[sarif.n - 1], code))
		return;
	if (sarif.n >= sarif.limit) {
		drop_repeated();
		sarif.limit = cx_add(cx_mul(sarif.n, 2), 256);
	}
	CX_GROW(sarif.codes, sarif.n, sarif.cap);
	sarif.codes[sarif.n++] = cx_arena_copy(&sarif.arena, code);
}

/* A path as a relative URI reference (RFC 3986, 2.3 and 3.3). */
static struct cx_str
uri(struct cx_str path)
{
	sarif.uri.len = 0;
	for (size_t i = 0; i < path.len; i++) {
		unsigned char c = (unsigned char)path.s[i];

		if (cx_is_letter(c < 0x80 ? c : 0) ||
		    (c >= '0' && c <= '9') || (c && strchr("-._~/", c)))
			cx_buf_char(&sarif.uri, (char)c);
		else
			cx_buf_fmt(&sarif.uri, "%%%02X", c);
	}
	return cx_buf_view(&sarif.uri);
}

void
sarif_begin(void)
{
	cx_buf_puts(cx_out(), "{\"$schema\":\"https://json.schemastore.org/"
	    "sarif-2.1.0.json\",\"version\":\"2.1.0\",\"runs\":[{"
	    "\"columnKind\":\"unicodeCodePoints\",\"results\":[\n");
}

void
sarif_add(const struct finding *f, bool first)
{
	static const char *const levels[] = {"note", "warning", "error"};
	struct cx_printer p = cx_printer(cx_out());

	add_code(f->code);
	if (!first)
		cx_buf_puts(cx_out(), ",\n");
	cx_print_object(&p);
	cx_print_kstr(&p, "ruleId", f->code);
	cx_print_kstr(&p, "level", cx_str(levels[f->severity]));
	cx_print_kobject(&p, "message");
	cx_print_kstr(&p, "text", f->message);
	cx_print_end(&p);
	cx_print_karray(&p, "locations");
	cx_print_object(&p);
	cx_print_kobject(&p, "physicalLocation");
	cx_print_kobject(&p, "artifactLocation");
	cx_print_kstr(&p, "uri", uri(f->path));
	cx_print_end(&p);
	if (f->line) {
		cx_print_kobject(&p, "region");
		cx_print_kint(&p, "startLine", f->line);
		if (f->col)
			cx_print_kint(&p, "startColumn", f->col);
		cx_print_end(&p);
	}
	for (int i = 0; i < 4; i++)
		cx_print_end(&p);
}

void
sarif_end(void)
{
	struct cx_printer p = cx_printer(cx_out());

	drop_repeated();
	cx_buf_puts(cx_out(), sarif.n ? "\n],\"tool\":" : "],\"tool\":");
	cx_print_object(&p);
	cx_print_kobject(&p, "driver");
	cx_print_kstr(&p, "name", CX_STR("cortex"));
	cx_print_kstr(&p, "version", CX_STR(CX_VERSION));
	cx_print_karray(&p, "rules");
	for (size_t i = 0; i < sarif.n; i++)
		put_rule(&p, sarif.codes[i]);
	for (int i = 0; i < 3; i++)
		cx_print_end(&p);
	cx_buf_puts(cx_out(), "}]}\n");
	free(sarif.codes);
	free(sarif.about);
	cx_map_release(&sarif.rules);
	cx_buf_release(&sarif.uri);
	cx_arena_release(&sarif.arena);
}

/*
 * JUnit's XML as Jenkins, GitLab and GitHub's reporters read it.  An error is
 * a failed test; a warning or an info is a passed one with output, for it
 * must not turn a build red.
 */
static struct {
	struct cx_buf body; /* the counts stand before it */
	struct cx_buf scratch;
	size_t tests;
	size_t failures;
} junit;

/* XML 1.0, 2.2 and 2.4: control characters cannot be written at all, nor can
 * U+FFFE and U+FFFF, which become U+FFFD. */
static void
put_xml(struct cx_buf *b, struct cx_str s)
{
	junit.scratch.len = 0;
	cx_put_visible(&junit.scratch, s);
	for (size_t i = 0; i < junit.scratch.len; i++) {
		char c = junit.scratch.s[i];

		if (b->len >= 2 && (c == '\xbe' || c == '\xbf') &&
		    memcmp(b->s + b->len - 2, "\xef\xbf", 2) == 0)
			cx_buf_char(b, '\xbd');
		else if (c == '&')
			cx_buf_puts(b, "&amp;");
		else if (c == '<')
			cx_buf_puts(b, "&lt;");
		else if (c == '>')
			cx_buf_puts(b, "&gt;");
		else if (c == '"')
			cx_buf_puts(b, "&quot;");
		else
			cx_buf_char(b, c);
	}
}

static void
put_xml_place(struct cx_buf *b, const struct finding *f)
{
	put_xml(b, f->path);
	cx_buf_fmt(b, ":%lld:%lld", (long long)(f->line ? f->line : 1),
	    (long long)(f->col ? f->col : 1));
}

void
junit_add(const struct finding *f)
{
	struct cx_buf *b = &junit.body;
	bool failed = f->severity == ERROR;

	junit.tests++;
	junit.failures += failed;
	cx_buf_puts(b, "<testcase classname=\"");
	put_xml(b, f->path);
	cx_buf_puts(b, "\" name=\"");
	put_xml(b, f->code);
	cx_buf_char(b, ' ');
	put_xml_place(b, f);
	cx_buf_puts(b, "\" file=\"");
	put_xml(b, f->path);
	cx_buf_fmt(b, "\" line=\"%lld\">", (long long)(f->line ? f->line : 1));
	if (failed) {
		cx_buf_puts(b, "<failure type=\"");
		put_xml(b, f->code);
		cx_buf_puts(b, "\" message=\"");
		put_xml(b, f->message);
		cx_buf_puts(b, "\">");
	} else {
		cx_buf_puts(b, "<system-out>");
	}
	put_xml_place(b, f);
	cx_buf_puts(b, f->severity == ERROR ? ": error: " :
	    f->severity == WARNING ? ": warning: " : ": info: ");
	put_xml(b, f->code);
	cx_buf_char(b, ' ');
	put_xml(b, f->message);
	cx_buf_puts(b, failed ? "</failure>" : "</system-out>");
	cx_buf_puts(b, "</testcase>\n");
}

void
junit_end(void)
{
	struct cx_buf *out = cx_out();

	cx_buf_puts(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
	cx_buf_fmt(out, "<testsuites tests=\"%zu\" failures=\"%zu\">\n"
	    "<testsuite name=\"cortex\" tests=\"%zu\" failures=\"%zu\" "
	    "errors=\"0\" skipped=\"0\">\n", junit.tests, junit.failures,
	    junit.tests, junit.failures);
	cx_buf_str(out, cx_buf_view(&junit.body));
	cx_buf_puts(out, "</testsuite>\n</testsuites>\n");
	cx_buf_release(&junit.body);
	cx_buf_release(&junit.scratch);
}
