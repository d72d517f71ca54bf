/* cx-select - keep the records that match an expression */
#include "lib/record/expr.h"
#include "lib/base/opt.h"
#include "lib/record/record.h"

static bool invert, count;

static const struct cx_opt options[] = {
    CX_OPT_FLAG('v', "invert", invert, "keep the records that do not match"),
    CX_OPT_FLAG(0, "count", count, "print only how many records match"),
    CX_OPT_NOW, CX_OPT_END};

static const struct cx_usage usage = {"cx-select",
    "[-v] [--count] [--now DATE] EXPR [FILE...]",
    "keep the records that match an expression", options, false};

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
	expr = cx_expr_arg("expression", cx_str(a.argv[0]));
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
