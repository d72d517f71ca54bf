/*
 * expr.h: the expression language of cx-select EXPR, cx-score --where and the
 * scopes of the configuration, documented in cx-select(1).
 *
 *	expr   = term { ("and" | "or") term }	"and" binds tighter than "or"
 *	term   = { "not" } ( "(" expr ")" | test )
 *	test   = NAME | NAME op VALUE
 *	op     = "=" | "!=" | "<" | "<=" | ">" | ">=" | "~" | "~="
 *
 * NAME and VALUE are runs of bytes other than blanks and ( ) = < > ~ " ' and !=
 * ; or quoted, "..." with \" and \\, or '...' without escapes.  "and", "or" and
 * "not" are recognised in any case.
 *
 * Member.  NAME is a member of the record or, if absent, of its `extra`;
 * "extra.NAME" is only the latter.  A name with dots is tried as a whole, then
 * as a path through objects.  null counts as absent.
 *
 * Test.  A list passes if any of its elements does, including nested lists;
 * "!=" is "not =", so it passes if no element is equal, and also if the member
 * is absent, when all other operators fail.
 *   - Two numbers are compared by value.  Text that looks like a number is
 *     one, because front matter values are text, unless VALUE was quoted.
 *   - Two dates: VALUE may be a day, a month (2026-03), a year, a time, -7d,
 *     +3d (units as in date.h), today, now.  Days, months and years are
 *     compared with the day as written: = means within, > after its end.
 *     A day or month that does not exist is an error, unless quoted.
 *   - Otherwise "=" compares bytes, and so do < <= > >=, unless VALUE is a
 *     number or a date: then any other value fails.
 *   - "~" searches a substring, both sides in lower case (utf8.h); "~=" passes
 *     if both are the same text, whatever their case and normal form.
 *   - NAME alone passes if it has a value other than "", false (also as text,
 *     in any case), an empty list or an empty object.
 *
 * Compiling and evaluating take time and memory linear in their input.
 */
#ifndef CX_EXPR_H
#define CX_EXPR_H

#include "lib/json/json.h"
#include "lib/base/mem.h"
#include "lib/base/str.h"

#define CX_EXPR_DEPTH 100              /* open parentheses and "not"s */
#define CX_EXPR_MAX (16 * 1024 * 1024) /* bytes of one expression */

struct cx_expr;

struct cx_expr_error {
	size_t at;       /* offset in the text, at most its length */
	const char *why; /* a constant string */
};

/*
 * Compiles text, which is not needed afterwards.  Returns NULL if it is
 * malformed, with the place in *err.  Relative dates are resolved here: call
 * cx_now_init first.
 */
struct cx_expr *cx_expr_new(struct cx_str text, struct cx_expr_error *err);
void cx_expr_free(struct cx_expr *e);

/* Appends text as a quoted VALUE. */
void cx_expr_quote(struct cx_buf *out, struct cx_str text);

/*
 * Appends text with arg in place of each {arg} within a name or a value.  The
 * contents of arg stay within that name or value, quoted if necessary.  Returns
 * false, with *err as for cx_expr_new, if text or the result is malformed.
 */
bool cx_expr_bind(struct cx_buf *out, struct cx_str text, struct cx_str arg,
    struct cx_expr_error *err);

/*
 * Reports an error in three lines ("place: column: cause", the text, a caret)
 * and raises `status`.  place is "expression" or names a configuration key.  Of
 * a long text only the part around the error is shown.
 */
void cx_expr_complain(enum cx_exit status, const char *place,
    struct cx_str text, const struct cx_expr_error *err);

/* cx_expr_new for an argument: exits with status 2 if it is malformed. */
struct cx_expr *cx_expr_arg(const char *place, struct cx_str text);

/* Whether the record matches.  e contains a scratch buffer, so that nothing is
 * allocated per record: for one thread at a time. */
bool cx_expr_match(struct cx_expr *e, const struct cx_json *record);

/*
 * The same from partial knowledge of a record, without parsing it; returns
 * unknown if that is insufficient.  text looks up a member of the record or, if
 * absent, of its `extra`, or only there; null counts as absent.  day returns
 * the day of a member of the record that is a date, false if unknown; it may be
 * NULL.
 */
enum cx_expr_member {
	CX_EXPR_ABSENT,
	CX_EXPR_TEXT, /* a string */
	CX_EXPR_OTHER /* or unknown */
};

struct cx_expr_known {
	enum cx_expr_member (*text)(void *arg, struct cx_str name,
	    bool only_extra, struct cx_str *out);
	bool (*day)(void *arg, struct cx_str name, int64_t *out);
	void *arg;
};

/* Whether e tests the member of that name, not only that of `extra`. */
bool cx_expr_names(const struct cx_expr *e, const char *member);

/* Returns the member of the i-th test, from 0; false beyond the last.
 * *only_extra: it is only looked up in `extra`. */
bool cx_expr_member(const struct cx_expr *e, size_t i, struct cx_str *name,
    bool *only_extra);

/*
 * Returns the i-th test, from 0, that every matching record must pass and that
 * compares bytes: *op is "=", "<", "<=", ">" or ">=".  False beyond the last.
 * Not all such tests are found.
 */
bool cx_expr_needs(const struct cx_expr *e, size_t i, struct cx_str *name,
    const char **op, struct cx_str *value);

enum cx_expr_answer {
	CX_EXPR_NO,
	CX_EXPR_YES,
	CX_EXPR_UNKNOWN
};

enum cx_expr_answer cx_expr_ask(struct cx_expr *e,
    const struct cx_expr_known *known);

#endif
