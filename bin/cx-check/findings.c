/* Collects findings and prints them sorted by path and place. */
#include "check.h"

#include <pthread.h>
#include <stdlib.h>

#define NO_ATOM UINT32_MAX

struct finding {
	struct cx_str path;
	uint32_t atom;
	struct spot at;
	enum rule rule;
	size_t tail, len; /* message and more, in tails */
};

/* Several threads find something. */
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct finding *findings;
static size_t n_findings, cap_findings;
static struct cx_buf tails;
/* Lines whose findings are not wanted, by atom and line when all are there. */
struct quiet {
	uint32_t atom, line;
	uint64_t rules;
};
static struct quiet *quiet;
static size_t n_quiet, cap_quiet;
/* Members of the next one: empty again when it is kept. */
static _Thread_local struct cx_buf more;

static void
key(const char *name)
{
	cx_buf_char(&more, ',');
	cx_print_quoted(&more, cx_str(name));
	cx_buf_char(&more, ':');
}

void
with_str(const char *name, struct cx_str value)
{
	key(name);
	cx_print_quoted(&more, value);
}

void
with_int(const char *name, int64_t value)
{
	key(name);
	cx_buf_int(&more, value);
}

void
with_fix(struct cx_str field, struct cx_str value)
{
	key("fix");
	cx_buf_char(&more, '{');
	cx_print_quoted(&more, field);
	cx_buf_char(&more, ':');
	cx_print_quoted(&more, value);
	cx_buf_char(&more, '}');
}

/* Message and members after it, as they are printed. */
static void CX_PRINTF(2, 0)
put_tail(struct cx_buf *out, const char *fmt, va_list ap)
{
	CX_AUTO_BUF message = CX_BUF_INIT;

	cx_buf_vfmt(&message, fmt, ap);
	cx_print_quoted(out, cx_buf_view(&message));
	cx_buf_str(out, cx_buf_view(&more));
	cx_buf_release(&more);
}

static void
keep(struct cx_str path, uint32_t atom, struct spot at, enum rule r,
    struct cx_str tail)
{
	pthread_mutex_lock(&mutex);
	*CX_NEXT(findings, n_findings, cap_findings) = (struct finding){path,
	    atom, at, r, tails.len, tail.len};
	cx_buf_str(&tails, tail);
	pthread_mutex_unlock(&mutex);
}

static void CX_PRINTF(5, 0)
keep_said(struct cx_str path, uint32_t atom, struct spot at, enum rule r,
    const char *fmt, va_list ap)
{
	CX_AUTO_BUF tail = CX_BUF_INIT;

	put_tail(&tail, fmt, ap);
	keep(path, atom, at, r, cx_buf_view(&tail));
}

/* Whether a finding of this rule is wanted from this file. */
static bool
wanted(const struct atom *a, enum rule r)
{
	return rule_severity(r) != OFF && !(a->muted >> r & 1);
}

void
report(const struct check *c, uint32_t atom, struct spot at, enum rule r,
    const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	if (atom_at(c, atom)->chosen && wanted(atom_at(c, atom), r))
		keep_said(atom_at(c, atom)->path, atom, at, r, fmt, ap);
	va_end(ap);
	cx_buf_release(&more);
}

void
report_anyway(const struct check *c, uint32_t atom, struct spot at,
    enum rule r, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	if (wanted(atom_at(c, atom), r))
		keep_said(atom_at(c, atom)->path, atom, at, r, fmt, ap);
	va_end(ap);
	cx_buf_release(&more);
}

void
report_at(struct cx_str path, struct spot at, enum rule r, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	if (rule_severity(r) != OFF)
		keep_said(path, NO_ATOM, at, r, fmt, ap);
	va_end(ap);
	cx_buf_release(&more);
}

/* What is before the tail of a note. */
struct noted {
	struct spot at;
	enum rule rule;
	size_t len;
};

void
note(struct cx_buf *notes, struct spot at, enum rule r, const char *fmt, ...)
{
	struct noted n = {at, r, 0};
	size_t head = notes->len, from = head + sizeof n;
	va_list ap;

	va_start(ap, fmt);
	if (rule_severity(r) != OFF) {
		cx_buf_add(notes, &n, sizeof n);
		put_tail(notes, fmt, ap);
		n.len = notes->len - from;
		memcpy(notes->s + head, &n, sizeof n);
	}
	va_end(ap);
	cx_buf_release(&more);
}

void
report_notes(const struct check *c, uint32_t atom, struct cx_str notes)
{
	const struct atom *a = atom_at(c, atom);
	struct noted n;

	for (; notes.len; notes = cx_str_from(notes, n.len)) {
		memcpy(&n, notes.s, sizeof n);
		notes = cx_str_from(notes, sizeof n);
		if (a->chosen && wanted(a, n.rule))
			keep(a->path, atom, n.at, n.rule,
			    cx_strn(notes.s, n.len));
	}
}

uint32_t
pair_spot(const struct check *c, uint32_t *other, uint32_t atom)
{
	uint32_t first = *other;

	if (atom_at(c, atom)->chosen || !atom_at(c, first)->chosen)
		return atom;
	*other = atom;
	return first;
}

void
report_ignore(uint32_t atom, uint32_t line, uint64_t rules)
{
	*CX_NEXT(quiet, n_quiet, cap_quiet) = (struct quiet){atom, line,
	    rules};
}

static int
by_line(const void *x, const void *y)
{
	const struct quiet *a = x, *b = y;

	if (a->atom != b->atom)
		return a->atom < b->atom ? -1 : 1;
	return (a->line > b->line) - (a->line < b->line);
}

static bool
is_quiet(const struct finding *f)
{
	const struct quiet key = {f->atom, f->at.line, 0};
	const struct quiet *q = n_quiet ? bsearch(&key, quiet, n_quiet,
	    sizeof *quiet, by_line) : NULL;

	if (!q)
		return false;
	while (q > quiet && by_line(q - 1, &key) == 0)
		q--;
	for (; q < quiet + n_quiet && by_line(q, &key) == 0; q++)
		if (q->rules >> f->rule & 1)
			return true;
	return false;
}

static int
in_order(const void *x, const void *y)
{
	const struct finding *a = x, *b = y;
	int c = cx_str_cmp(a->path, b->path);

	if (c)
		return c;
	if (a->at.line != b->at.line)
		return a->at.line < b->at.line ? -1 : 1;
	if (a->at.col != b->at.col)
		return a->at.col < b->at.col ? -1 : 1;
	if (a->rule != b->rule)
		return a->rule < b->rule ? -1 : 1;
	return (a->tail > b->tail) - (a->tail < b->tail);
}

void
findings_print(const struct check *c, enum severity red)
{
	struct cx_printer p = cx_printer(cx_out());

	CX_SORT(findings, n_findings, in_order);
	CX_SORT(quiet, n_quiet, by_line);
	for (size_t i = 0; i < n_findings; i++) {
		const struct finding *f = &findings[i];

		/* Whether the stream has taken it back since. */
		if (f->atom != NO_ATOM &&
		    (!wanted(atom_at(c, f->atom), f->rule) || is_quiet(f)))
			continue;
		cx_print_object(&p);
		cx_print_kstr(&p, "path", f->path);
		if (f->at.line) {
			cx_print_kint(&p, "line", f->at.line);
			cx_print_kint(&p, "col", f->at.col);
		}
		cx_print_kstr(&p, "severity",
		    cx_str(severity_name(rule_severity(f->rule))));
		cx_print_kstr(&p, "code", cx_str(rule_code(f->rule)));
		cx_print_key(&p, "message");
		/* The members after it are in the same text. */
		cx_print_raw(&p, cx_strn(tails.s + f->tail, f->len));
		cx_print_line(&p);
		cx_out_record();
		if (rule_severity(f->rule) >= red)
			cx_raise(CX_NO);
	}
	free(findings);
	free(quiet);
	cx_buf_release(&tails);
}
