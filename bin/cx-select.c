/* cx-select - keep the records that match an expression */
#include "lib/record/expr.h"
#include "lib/base/opt.h"
#include "lib/base/platform.h"
#include "lib/record/record.h"

#include <sys/stat.h>

static bool invert, count;

static const struct cx_opt options[] = {
    CX_OPT_FLAG('v', "invert", invert, "keep the records that do not match"),
    CX_OPT_FLAG(0, "count", count, "print only the number of matching records"),
    CX_OPT_NOW, CX_OPT_END};

static const struct cx_usage usage = {"cx-select",
    "[-v] [--count] [--now DATE] EXPR [FILE...]",
    "keep the records that match an expression", options, false};

/* An index has records without their texts: nothing would match. */
static void
needs_text(const struct cx_expr *expr, const struct cx_args *a)
{
	struct stat st;

	for (int i = 1; i < a->argc && cx_expr_names(expr, "body"); i++)
		if (cx_str_ends(cx_str(a->argv[i]), CX_STR("manifest.json")) ||
		    (stat(a->argv[i], &st) == 0 && S_ISDIR(st.st_mode)))
			cx_die(CX_USAGE, "%s: the records of an index have no "
			    "body; use cx-scan --body . | cx-select EXPR, or "
			    "cx search --where EXPR WORD", a->argv[i]);
}

int
main(int argc, char **argv)
{
	struct cx_args a = cx_args_parse(&usage, argc, argv);
	struct cx_reader *reader;
	struct cx_record rec;
	struct cx_expr *expr;
	int64_t n = 0;

	if (a.argc < 1)
		cx_usage_die(&a, "an expression is missing, such as "
				 "type=decision");
	cx_only_read(-1, false);
	expr = cx_expr_arg("expression", cx_str(a.argv[0]));
	needs_text(expr, &a);
	reader = cx_reader_open(a.argv + 1, a.argc - 1);
	while (cx_reader_next(reader, &rec)) {
		if (cx_expr_match(expr, rec.root) == invert)
			continue;
		n++;
		if (count)
			continue;
		cx_buf_str(cx_out(), rec.line);
		cx_buf_char(cx_out(), '\n');
		cx_out_record();
	}
	cx_reader_close(reader);
	cx_expr_free(expr);
	if (count) {
		cx_buf_int(cx_out(), n);
		cx_buf_char(cx_out(), '\n');
	}
	if (n == 0)
		cx_raise(CX_NO);
	return cx_finish();
}
