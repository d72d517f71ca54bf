/* Findings: kept until all are there, printed by path and place. */
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

/* Two threads find something. */
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct finding *findings;
static size_t n_findings, cap_findings;
static struct cx_buf tails;
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

static void CX_PRINTF(5, 0)
keep(struct cx_str path, uint32_t atom, struct spot at, enum rule r,
    const char *fmt, va_list ap)
{
	struct cx_buf message = CX_BUF_INIT;
	struct finding *f;

	cx_buf_vfmt(&message, fmt, ap);
	pthread_mutex_lock(&mutex);
	CX_GROW(findings, n_findings, cap_findings);
	f = &findings[n_findings++];
	*f = (struct finding){path, atom, at, r, tails.len, 0};
	cx_print_quoted(&tails, cx_buf_view(&message));
	cx_buf_str(&tails, cx_buf_view(&more));
	f->len = tails.len - f->tail;
	pthread_mutex_unlock(&mutex);
	cx_buf_release(&message);
}

/* Is a finding of this rule wanted from this file? */
static bool
wanted(const struct atom *a, enum rule r)
{
	return rule_severity(r) != OFF && !(a->muted >> r & 1);
}

void
found(const struct check *c, uint32_t atom, struct spot at, enum rule r,
    const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	if (atom_at(c, atom)->chosen && wanted(atom_at(c, atom), r))
		keep(atom_at(c, atom)->path, atom, at, r, fmt, ap);
	va_end(ap);
	cx_buf_release(&more);
}

void
found_anyway(const struct check *c, uint32_t atom, struct spot at,
    enum rule r, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	if (wanted(atom_at(c, atom), r))
		keep(atom_at(c, atom)->path, atom, at, r, fmt, ap);
	va_end(ap);
	cx_buf_release(&more);
}

void
found_at(struct cx_str path, enum rule r, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	if (rule_severity(r) != OFF)
		keep(path, NO_ATOM, (struct spot){0, 0}, r, fmt, ap);
	va_end(ap);
	cx_buf_release(&more);
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
	static const char *const names[] = {"off", "info", "warning", "error"};
	struct cx_printer p = cx_printer(cx_out());

	if (n_findings)
		qsort(findings, n_findings, sizeof *findings, in_order);
	for (size_t i = 0; i < n_findings; i++) {
		const struct finding *f = &findings[i];

		/* Taken back by the stream since? */
		if (f->atom != NO_ATOM &&
		    !wanted(atom_at(c, f->atom), f->rule))
			continue;
		cx_print_object(&p);
		cx_print_kstr(&p, "path", f->path);
		if (f->at.line) {
			cx_print_kint(&p, "line", f->at.line);
			cx_print_kint(&p, "col", f->at.col);
		}
		cx_print_kstr(&p, "severity",
		    cx_str(names[rule_severity(f->rule)]));
		cx_print_kstr(&p, "code", cx_str(rule_code(f->rule)));
		cx_print_key(&p, "message");
		/* It brings the members behind it along. */
		cx_print_raw(&p, cx_strn(tails.s + f->tail, f->len));
		cx_print_end(&p);
		cx_print_line(&p);
		cx_out_record();
		if (rule_severity(f->rule) >= red)
			cx_raise(CX_NO);
	}
	free(findings);
	cx_buf_release(&tails);
}
