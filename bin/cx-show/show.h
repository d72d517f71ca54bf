/*
 * show.h: shared by the renderers of cx-show.
 */
#ifndef CX_SHOW_H
#define CX_SHOW_H

#include "lib/atom/bodies.h"
#include "lib/base/map.h"
#include "lib/base/screen.h"
#include "lib/text/pattern.h"

enum format {
	AUTO = 1, /* see choose() */
	BRIEF,
	HITS,
	DID,
	PATHS,
	CONTENT,
	NOTE,
	TIMELINE,
	CHANGES,
	TABLE,
	MEMBERS,
	JSON,
	LINES,
	PATTERN,
	GROUPS,
	SARIF,
	JUNIT,
	GITHUB
};

struct show {
	int format; /* enum format; 0 means AUTO */
	const char *did;
	const char *grep; /* --grep */
	bool with_case;
	struct cx_pattern *pattern;
	struct cx_bodies bodies;
	bool nul; /* -0 */
	bool all; /* --all */
	bool colour;
	bool links; /* the terminal takes them */
	bool people; /* standard output is a terminal */
	int64_t top;	   /* maximum number of records; 0: all */
	const char *rules; /* --rules */
	const char *more;  /* the message that there are more */
	size_t shown; /* records printed so far */
	/* Of hits: one had all of the words; where in the output those begin
	 * that have not (0: not yet), and its length after the last one. */
	bool full;
	size_t rest_at, rest_len;
};

/* atoms.c: print one record each. */
void show_brief(struct show *s, const struct cx_record *rec);
void show_path(struct show *s, const struct cx_record *rec);
void show_content(struct show *s, const struct cx_record *rec);
void show_json(struct show *s, const struct cx_record *rec);
void show_json_end(const struct show *s);

/* table.c: columns are aligned after the last record. */
void table_add(const struct show *s, const struct cx_record *rec);
void table_print(const struct show *s);

/* people.c */

/* Returns a path of the vault as a person at a terminal would type it,
 * otherwise unchanged; valid until the next call. */
struct cx_str path_from_here(const struct show *s, struct cx_str path);
/* Appends such a path, cut to `columns`, as a link to the file if the terminal
 * takes links; returns its width. */
size_t put_path(struct cx_buf *out, const struct show *s, struct cx_str shown,
    size_t columns);
/* Appends text of a file: keeps tabs and line ends. */
void put_text(struct cx_buf *out, struct cx_str text);
void put_blanks(struct cx_buf *out, size_t n);
/* Appends an escape sequence if colour is on. */
void put_style(struct cx_buf *out, const struct show *s, const char *style);
/* Appends how old a note is, if it has a date: {{date}} of a template is no
 * date. */
void put_age_of(struct cx_buf *out, const struct cx_record *rec);
/* Appends a text, or another value as JSON. */
void put_value(struct cx_buf *out, const struct cx_json *value);
/* Appends the best line of a result, indented. */
void put_best(struct show *s, const struct cx_record *rec, size_t indent,
    size_t columns);
/* Appends the number of copies of a result, and where they are. */
void put_copies(struct show *s, const struct cx_record *rec, size_t indent,
    size_t columns);
/* Prints a search result in two lines. */
void show_hit(struct show *s, const struct cx_record *rec);
/* Draws a line after the last of them that has all of the words. */
void show_hits_end(struct show *s);
/* Prints path:line:text for the lines of its passages with matches. */
void show_matches(struct show *s, const struct cx_record *rec);
/* The same for the lines of its file that match s->pattern. */
void show_pattern(struct show *s, const struct cx_record *rec);
/* Prints a line below its month; the records come sorted by date. */
void show_day(struct show *s, const struct cx_record *rec);
void show_change(struct show *s, const struct cx_record *rec);
/* Prints a note for reading: name, metadata, text. */
void show_note(struct show *s, const struct cx_record *rec);
/* Prints what was done with a note. */
void show_did(struct show *s, const struct cx_record *rec);
/* Prints a record that is not a note: one line per member. */
void show_members(struct show *s, const struct cx_record *rec);
void people_end(void);

/* findings.c */

/*
 * A finding, from a record with a `code`, or from one of the problems of an
 * atom record.  line 0: the whole file; col 0: the whole line.
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
/* Prints the findings of a record, if any. */
void show_findings(struct show *s, const struct cx_record *rec);
/* Print what precedes and follows them. */
void findings_begin(const struct show *s);
void findings_end(struct show *s);

/* reports.c: documents for other tools. */
/* Reads the descriptions and severities of the rules from a file of records. */
void sarif_rules(const char *file);
void sarif_begin(void);
void sarif_add(const struct finding *f, bool first);
void sarif_end(void);
void junit_add(const struct finding *f);
void junit_end(void);

#define ESC_BOLD "\033[1m"
#define ESC_DIM "\033[2m"
/* What can be read on black and on white, unlike yellow and blue. */
#define ESC_MARK "\033[1;31m"
#define ESC_RED "\033[31m"
#define ESC_MAGENTA "\033[35m"
#define ESC_END "\033[0m"

#endif
