/* exprmatch.c: runs a compiled expression on a record. */
#include "lib/record/exprcode.h"

#include "lib/base/date.h"
#include "lib/json/print.h"
#include "lib/base/utf8.h"

/* A value as text; numbers, true and false as JSON writes them. */
static struct cx_str
text_of(struct cx_expr *e, const struct cx_json *n)
{
	struct cx_printer p;

	if (n->type == CX_JSON_STRING)
		return cx_json_str(n);
	e->scratch.len = 0;
	p = cx_printer(&e->scratch);
	cx_print_json(&p, n);
	return cx_buf_view(&e->scratch);
}

static bool
holds(struct cx_expr *e, const struct cx_expr_test *t, const struct cx_json *n)
{
	const bool part = t->op == CX_EXPR_HAS;
	struct cx_str s;

	if (part && t->value.len == 0)
		return true;
	if (n->type == CX_JSON_STRING) {
		e->scratch.len = 0;
		(part ? cx_utf8_lower : cx_utf8_key)(&e->scratch,
		    cx_json_str(n));
		s = cx_buf_view(&e->scratch);
	} else {
		s = text_of(e, n);
	}
	return part ? s.len >= t->value.len &&
	       memmem(s.s, s.len, t->value.s, t->value.len) != NULL :
	       cx_str_eq(s, t->value);
}

/* What -1, 0 or 1 of member against value means to the operator. */
static bool
ordered(enum cx_expr_op op, int c)
{
	switch (op) {
	case CX_EXPR_LT:
		return c < 0;
	case CX_EXPR_LE:
		return c <= 0;
	case CX_EXPR_GT:
		return c > 0;
	case CX_EXPR_GE:
		return c >= 0;
	default:
		return c == 0;
	}
}

/* True if both sides are numbers; then *c is how they compare. */
static bool
by_number(const struct cx_expr_test *t, const struct cx_json *n, int *c)
{
	double d;

	if (!t->is_number)
		return false;
	if (n->type == CX_JSON_INT)
		d = (double)n->u.i;
	else if (n->type == CX_JSON_REAL)
		d = n->u.d;
	else if (n->type != CX_JSON_STRING || t->quoted ||
		 !cx_expr_number(cx_json_str(n), &d))
		return false;
	*c = (d > t->number) - (d < t->number);
	return true;
}

static bool
by_date(const struct cx_expr_test *t, const struct cx_json *n, int *c)
{
	struct cx_date d;
	int64_t at;

	if (t->when == CX_EXPR_NODATE || n->type != CX_JSON_STRING ||
	    !cx_date_parse(cx_json_str(n), &d))
		return false;
	at = t->when == CX_EXPR_DAYS ? d.day : d.sec;
	*c = (at > t->hi) - (at < t->lo);
	return true;
}

static bool
is_something(const struct cx_json *n)
{
	struct cx_str s = cx_json_str(n);

	if (n->type == CX_JSON_FALSE)
		return false;
	if (n->type != CX_JSON_STRING)
		return true;
	return s.len != 0 &&
	       !(s.len == 5 && (s.s[0] | 0x20) == 'f' &&
		   (s.s[1] | 0x20) == 'a' && (s.s[2] | 0x20) == 'l' &&
		   (s.s[3] | 0x20) == 's' && (s.s[4] | 0x20) == 'e');
}

/* One value that is not a list, object or null; "!=" is asked as "=". */
static bool
passes(struct cx_expr *e, const struct cx_expr_test *t, const struct cx_json *n)
{
	bool equality = t->op == CX_EXPR_EQ || t->op == CX_EXPR_NE;
	int c;

	if (t->op == CX_EXPR_IS)
		return is_something(n);
	if (t->op >= CX_EXPR_HAS)
		return holds(e, t, n);
	if (by_number(t, n, &c) || by_date(t, n, &c))
		return ordered(t->op, c);
	/* "high" is neither above nor below 3, whatever its bytes. */
	if (!equality &&
	    ((t->is_number && !t->quoted) || t->when != CX_EXPR_NODATE))
		return false;
	return ordered(t->op, cx_str_cmp(text_of(e, n), t->value));
}

enum answer { ABSENT, NO, YES };

/* Values below a member that are still to be seen, at..end in document
 * order, and how many parts of the name led there. */
struct range {
	const struct cx_json *at, *end;
	unsigned part;
};

static enum answer
try_path(struct cx_expr *e, const struct cx_expr_test *t,
    const struct cx_json *obj, const struct cx_str *part, unsigned nparts)
{
	struct range stack[CX_EXPR_PARTS];
	const struct cx_json *n = cx_json_getn(obj, part[0]);
	enum answer answer = ABSENT;
	unsigned top = 0;

	if (!n)
		return ABSENT;
	stack[top++] = (struct range){n, n + n->span, 1};
	while (top) {
		struct range *r = &stack[top - 1];
		bool leaf = r->part == nparts;
		unsigned behind = r->part;

		if (r->at == r->end) {
			top--;
			continue;
		}
		n = r->at;
		if (n->type == CX_JSON_ARRAY) {
			/* Its elements come next; an empty one is a value,
			 * if one that passes no test. */
			if (leaf)
				answer = NO;
			r->at++;
			continue;
		}
		r->at += n->span;
		if (n->type == CX_JSON_NULL)
			continue;
		if (leaf) {
			bool yes = n->type == CX_JSON_OBJECT
				       ? t->op == CX_EXPR_IS && n->len
				       : passes(e, t, n);

			if (yes)
				return YES;
			answer = NO;
		} else if (n->type == CX_JSON_OBJECT &&
			   (n = cx_json_getn(n, part[behind])) != NULL) {
			stack[top++] =
			    (struct range){n, n + n->span, behind + 1};
		}
	}
	return answer;
}

static enum answer
try_object(
    struct cx_expr *e, const struct cx_expr_test *t, const struct cx_json *obj)
{
	enum answer a;

	if (!obj || obj->type != CX_JSON_OBJECT)
		return ABSENT;
	a = try_path(e, t, obj, &t->name, 1);
	if (a == ABSENT && t->nparts > 1)
		a = try_path(e, t, obj, t->part, t->nparts);
	return a;
}

static enum cx_expr_answer
run_test(struct cx_expr *e, const struct cx_expr_test *t,
    const struct cx_json *record)
{
	enum answer a = ABSENT;

	if (!t->only_extra)
		a = try_object(e, t, record);
	if (a == ABSENT)
		a = try_object(e, t, cx_json_get(record, "extra"));
	return (a == YES) != (t->op == CX_EXPR_NE) ? CX_EXPR_YES : CX_EXPR_NO;
}

static enum cx_expr_answer
ask_test(struct cx_expr *e, const struct cx_expr_test *t,
    const struct cx_expr_known *known)
{
	struct cx_json n = {.type = CX_JSON_STRING, .span = 1};
	struct cx_str text;
	int64_t day;
	bool yes;

	if (t->when == CX_EXPR_DAYS && !t->only_extra && known->day &&
	    known->day(known->arg, t->name, &day)) {
		yes = ordered(t->op, (day > t->hi) - (day < t->lo));
	} else {
		switch (known->text(known->arg, t->name, t->only_extra,
		    &text)) {
		case CX_EXPR_ABSENT:
			/* There may be a path of that name. */
			if (t->nparts > 1)
				return CX_EXPR_UNKNOWN;
			yes = false;
			break;
		case CX_EXPR_TEXT:
			if (t->nparts > 1 || text.len > UINT32_MAX)
				return CX_EXPR_UNKNOWN;
			n.len = (uint32_t)text.len;
			n.u.s = text.s;
			yes = passes(e, t, &n);
			break;
		default:
			return CX_EXPR_UNKNOWN;
		}
	}
	return yes != (t->op == CX_EXPR_NE) ? CX_EXPR_YES : CX_EXPR_NO;
}

/* Of a record that was parsed, or of what is known of one. */
static inline enum cx_expr_answer
run(struct cx_expr *e, const struct cx_json *record,
    const struct cx_expr_known *known)
{
	enum cx_expr_answer a = CX_EXPR_NO;

	for (size_t pc = 0; pc < e->ncode;) {
		const struct cx_expr_code *c = &e->code[pc];

		pc++;
		if (c->op == CX_EXPR_TEST)
			a = record ? run_test(e, &e->test[c->arg], record)
				   : ask_test(e, &e->test[c->arg], known);
		else if (c->op == CX_EXPR_NOT)
			a = a == CX_EXPR_YES ? CX_EXPR_NO : CX_EXPR_YES;
		else if ((c->op == CX_EXPR_IF) == (a == CX_EXPR_YES))
			pc = c->arg;
		if (a == CX_EXPR_UNKNOWN)
			break;
	}
	return a;
}

bool
cx_expr_match(struct cx_expr *e, const struct cx_json *record)
{
	return run(e, record, NULL) == CX_EXPR_YES;
}

enum cx_expr_answer
cx_expr_ask(struct cx_expr *e, const struct cx_expr_known *known)
{
	return run(e, NULL, known);
}

bool
cx_expr_names(const struct cx_expr *e, const char *member)
{
	for (size_t i = 0; i < e->ntest; i++) {
		if (!e->test[i].only_extra &&
		    cx_str_is(e->test[i].name, member))
			return true;
	}
	return false;
}

bool
cx_expr_member(const struct cx_expr *e, size_t i, struct cx_str *name,
    bool *only_extra)
{
	if (i >= e->ntest)
		return false;
	*name = e->test[i].name;
	*only_extra = e->test[i].only_extra;
	return true;
}

/* Bytes decide, whatever the member is. */
static bool
is_of_bytes(const struct cx_expr_test *t)
{
	return !t->only_extra && t->when == CX_EXPR_NODATE &&
	    (t->quoted || !t->is_number) && t->op != CX_EXPR_IS &&
	    t->op != CX_EXPR_NE && t->op < CX_EXPR_HAS;
}

bool
cx_expr_needs(const struct cx_expr *e, size_t i, struct cx_str *name,
    const char **op, struct cx_str *value)
{
	static const char *const ops[] = {[CX_EXPR_EQ] = "=",
	    [CX_EXPR_LT] = "<", [CX_EXPR_LE] = "<=", [CX_EXPR_GT] = ">",
	    [CX_EXPR_GE] = ">="};

	size_t over = 0;

	/* A test whose "no" goes to the end, and over which no jump leads that
	 * does not come from another such "no". */
	for (size_t pc = 0; pc < e->ncode; pc++) {
		const struct cx_expr_code *c = &e->code[pc];
		const struct cx_expr_test *t;
		bool ends = pc + 1 == e->ncode || (c[1].op == CX_EXPR_IFNOT &&
		    c[1].arg == e->ncode);

		if ((c->op == CX_EXPR_IF || c->op == CX_EXPR_IFNOT) &&
		    (c->op == CX_EXPR_IF || c->arg != e->ncode) &&
		    c->arg > over)
			over = c->arg;
		if (c->op != CX_EXPR_TEST || !ends || over > pc)
			continue;
		t = &e->test[c->arg];
		if (!is_of_bytes(t) || i-- > 0)
			continue;
		*name = t->name;
		*op = ops[t->op];
		*value = t->value;
		return true;
	}
	return false;
}
