#include "lib/text/doctext.h"
#include "lib/base/date.h"
#include "lib/file/vault.h"
#include "lib/record/life.h"

/* The front matter, or the whole: then cx-scan leaves the body out. */
static bool
too_large(const struct cx_record *rec)
{
	const struct cx_json *problems = cx_json_get(rec->root, "problems");

	for (const struct cx_json *p = cx_json_first(problems); p;
	    p = cx_json_next(problems, p)) {
		if (cx_str_is(cx_json_gets(p, "code", CX_STR("")), "too-large"))
			return true;
	}
	return false;
}

void
cx_doc_strings(const struct cx_record *rec, struct cx_str *name,
    struct cx_str *body)
{
	*name = cx_record_str(rec, "name", CX_STR(""));
	*body = cx_record_str(rec, "body", CX_STR(""));
	if (body->len || cx_json_get(rec->root, "body") || too_large(rec))
		return;
	cx_record_die(rec, "no member 'body': the whole text is to be "
	    "searched; scan with cx-scan --body");
}

void
cx_doc_text(struct cx_analyzer *a, const struct cx_record *rec,
    struct cx_terms *out)
{
	struct cx_str name, body;

	cx_doc_strings(rec, &name, &body);
	cx_analyze(a, name, CX_ANALYZE_STOP, out);
	cx_analyze(a, body, CX_ANALYZE_STOP, out);
}

void
cx_doc_tags(struct cx_analyzer *a, const struct cx_record *rec,
    struct cx_terms *out)
{
	const struct cx_json *tags = cx_record_strings(rec, "tags"), *t;

	for (t = cx_json_first(tags); t; t = cx_json_next(tags, t))
		cx_analyze(a, cx_json_str(t), CX_ANALYZE_STOP, out);
}

bool
cx_doc_date(struct cx_analyzer *a, const struct cx_record *rec,
    struct cx_terms *out, int64_t *day)
{
	static const char *const months[] = {"January", "February", "March",
	    "April", "May", "June", "July", "August", "September", "October",
	    "November", "December"};
	struct cx_buf text = CX_BUF_INIT;
	struct cx_date d;
	int year, month, mday;

	if (!cx_date_parse(cx_record_str(rec, "updated", CX_STR("")), &d))
		return false;
	*day = d.day;
	cx_date_civil(d.day, &year, &month, &mday);
	/* Not printf: this is done for every atom. */
	cx_buf_int(&text, mday);
	cx_buf_char(&text, ' ');
	cx_buf_puts(&text, months[month - 1]);
	cx_buf_char(&text, ' ');
	cx_buf_int(&text, year);
	cx_analyze(a, cx_buf_view(&text), CX_ANALYZE_ALL, out);
	cx_buf_release(&text);
	return true;
}

bool
cx_doc_compared(const struct cx_config *config, const struct cx_record *rec)
{
	if (cx_status_ends(config, cx_record_str(rec, "status", CX_STR(""))))
		return false;
	return cx_record_int(rec, "size_bytes", 0) <= (int64_t)CX_ATOM_MAX ||
	    !too_large(rec);
}

struct cx_str
cx_doc_project(const struct cx_record *rec)
{
	return cx_record_str(rec, "project", CX_STR(CX_NO_PROJECT));
}

struct cx_str
cx_doc_folder(struct cx_str path)
{
	while (path.len && path.s[path.len - 1] != '/')
		path.len--;
	path.len -= path.len != 0;
	return path;
}
