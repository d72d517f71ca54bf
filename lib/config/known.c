#include "lib/config/known.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void
unknown(struct cx_buf *why, const char *what, struct cx_str value,
    const struct cx_json *known, const char *where)
{
	const struct cx_json *k;

	cx_buf_fmt(why, "%s '%.*s' is not known; there are", what,
	    (int)value.len, value.s);
	for (k = cx_json_first(known); k; k = cx_json_next(known, k)) {
		cx_buf_char(why, ' ');
		cx_buf_str(why, cx_json_str(k));
	}
	cx_buf_fmt(why, "; add it to %s of cortex.toml", where);
}

/* As cx-scan reads it: decimal, no hexadecimal, no words. */
static bool
is_number(struct cx_str s, double lo, double hi)
{
	CX_AUTO_BUF b = CX_BUF_INIT;
	char *end;
	double x;

	cx_buf_str(&b, s);
	x = strtod(cx_buf_cstr(&b), &end);
	return s.len && end == b.s + b.len && isfinite(x) &&
	    strspn(b.s, "0123456789+-.eE") == b.len && x >= lo && x <= hi;
}

static void
check_number(struct cx_str field, struct cx_str value, struct cx_buf *why)
{
	static const struct {
		const char *field;
		double lo, hi;
		const char *want;
	} numbers[] = {
	    {"confidence", 0, 1, "a number from 0 to 1"},
	    {"importance", 1, 10, "a number from 1 to 10"},
	    {"pnl_impact", -HUGE_VAL, HUGE_VAL, "a number"}};

	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		if (cx_str_is(field, numbers[i].field) &&
		    !is_number(value, numbers[i].lo, numbers[i].hi))
			cx_buf_fmt(why, "%s '%.*s' is not %s",
			    numbers[i].field, (int)value.len, value.s,
			    numbers[i].want);
}

bool
cx_known(const struct cx_config *c, struct cx_str field, struct cx_str value,
    struct cx_buf *why)
{
	const struct cx_json *root = cx_config_root(c);
	const struct cx_json *statuses = cx_json_get(root, "status");
	struct cx_str rest = value, word;

	why->len = 0;
	if (!value.len)
		return true;
	if (cx_str_is(field, "type") && !cx_config_type(c, value))
		unknown(why, "type", value, cx_json_get(root, "types"),
		    "[types]");
	if (cx_str_is(field, "status") && !(cx_str_split(&rest, ':', &word) &&
	    cx_json_getn(statuses, word)))
		unknown(why, "status", value, statuses, "[status]");
	if (cx_str_is(field, "project") && !cx_config_project_known(c, value))
		cx_buf_fmt(why, "project '%.*s' is not in [projects] names of "
		    "cortex.toml; add it there", (int)value.len, value.s);
	check_number(field, value, why);
	return !why->len;
}
