/* cx-select - keeps the records that match an expression */
#include "lib/base/date.h"
#include "lib/record/expr.h"
#include "lib/base/opt.h"
#include "lib/record/record.h"

static const struct cx_opt options[] = {
    {'v', "invert", NULL, "keep the records that do not match"},
    {0, "count", NULL, "print only how many records match"},
    {0, "now", "DATE", "what today and -7d count from"}, {0, NULL, NULL, NULL}};

static const struct cx_usage usage = {"cx-select",
    "[-v] [--count] [--now DATE] EXPR [FILE...]",
    "keeps the records that match an expression", options};

int
main(int argc, char **argv)
{
	struct cx_args a = cx_args(&usage, argc, argv);
	const char *now = NULL;
	bool invert = false, count = false;
	struct cx_reader *reader;
	struct cx_record rec;
	struct cx_expr *expr;
	int64_t n = 0;
	int c;

	while ((c = cx_args_next(&a)) != 0) {
		switch (c) {
		case 'v':
			invert = true;
			break;
		case CX_LONG + 1:
			count = true;
			break;
		default:
			now = a.value;
			break;
		}
	}
	if (a.argc < 1)
		cx_usage_die(&a, "an expression is missing, such as "
				 "type=decision");
	cx_now_init(now);
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
