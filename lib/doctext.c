#include "lib/doctext.h"
#include "lib/date.h"

void
cx_doc_strings(const struct cx_record *rec, struct cx_str *name,
    struct cx_str *body)
{
	const struct cx_json *problems;

	*name = cx_record_str(rec, "name", CX_STR(""));
	*body = cx_record_str(rec, "body", CX_STR(""));
	if (body->len || cx_json_get(rec->root, "body"))
		return;
	/* cx-scan leaves it out of an atom that is too large, and says so. */
	problems = cx_json_get(rec->root, "problems");
	for (const struct cx_json *p = cx_json_first(problems); p;
	    p = cx_json_next(problems, p)) {
		if (cx_str_is(cx_json_gets(p, "code", CX_STR("")), "too-large"))
			return;
	}
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
	cx_buf_fmt(&text, "%d %s %d", mday, months[month - 1], year);
	cx_analyze(a, cx_buf_view(&text), CX_ANALYZE_ALL, out);
	cx_buf_release(&text);
	return true;
}

struct cx_str
cx_doc_folder(struct cx_str path)
{
	while (path.len && path.s[path.len - 1] != '/')
		path.len--;
	path.len -= path.len != 0;
	return path;
}
