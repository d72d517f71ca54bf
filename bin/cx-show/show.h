/*
 * show.h: what the renderers of cx-show share.
 */
#ifndef CX_SHOW_H
#define CX_SHOW_H

#include "lib/atom/bodies.h"

enum format {
	AUTO, /* none was asked for: brief for records, lines for findings */
	BRIEF,
	SUMMARY,
	PATHS,
	CONTENT,
	TABLE,
	JSON,
	LINES,
	SARIF,
	JUNIT,
	GITHUB
};

struct show {
	int format; /* enum format */
	struct cx_bodies bodies;
	bool nul; /* -0 */
	bool colour;
	size_t shown; /* records printed so far */
};

/* atoms.c: one record each. */
void show_brief(struct show *s, const struct cx_record *rec);
void show_summary(struct show *s, const struct cx_record *rec);
void show_path(struct show *s, const struct cx_record *rec);
void show_content(struct show *s, const struct cx_record *rec);
void show_json(struct show *s, const struct cx_record *rec);
void show_json_end(const struct show *s);

/* table.c: nothing can be aligned before all is read. */
void table_add(const struct cx_record *rec);
void table_print(void);

/* findings.c */

/*
 * A finding, from a record that has a `code`, or from one of the problems of
 * an atom record.  line 0: about the whole file; col 0: about the line.
 */
enum severity {
	INFO,
	WARNING,
	ERROR
};

struct finding {
	struct cx_str path;
	int64_t line;
	int64_t col;
	enum severity severity;
	struct cx_str code;
	struct cx_str message;
};

bool is_finding(const struct cx_record *rec);
/* Prints the findings of a record, if it has any. */
void show_findings(struct show *s, const struct cx_record *rec);
/* What stands around them. */
void findings_begin(const struct show *s);
void findings_end(struct show *s);

/* reports.c: documents for other tools. */
void sarif_begin(void);
void sarif_add(const struct finding *f, bool first);
void sarif_end(void);
void junit_add(const struct finding *f);
void junit_end(void);

#define ESC_BOLD "\033[1m"
#define ESC_DIM "\033[2m"
#define ESC_RED "\033[31m"
#define ESC_YELLOW "\033[33m"
#define ESC_BLUE "\033[34m"
#define ESC_END "\033[0m"

#endif
