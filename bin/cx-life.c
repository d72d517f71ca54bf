/* cx-life - tell which notes are in force and which need attention */
#include "lib/base/opt.h"
#include "lib/base/platform.h"
#include "lib/json/print.h"
#include "lib/record/life.h"

static const struct cx_opt options[] = {CX_OPT_NOW, CX_OPT_CONFIG,
    CX_OPT_END};

static const struct cx_usage usage = {"cx-life",
    "[-c CONFIG] [--now DATE] [FILE...]",
    "tell which notes are in force and which need attention", options, false};

static void
put_life(struct cx_printer *p, const struct cx_config *config,
    const struct cx_record *rec)
{
	struct cx_life l = cx_life_of(config, rec);
	struct cx_str target, word = cx_status_word(
	    cx_record_str(rec, "status", CX_STR("active")), &target);

	cx_print_object(p);
	cx_print_kstr(p, "status", word);
	if (target.len)
		cx_print_kstr(p, "target", target);
	cx_print_kbool(p, "over", cx_life_over(config, rec));
	if (l.idle >= 0)
		cx_print_kint(p, "idle", l.idle);
	cx_print_karray(p, "due");
	for (int i = 0; i < CX_DUES; i++) {
		if (!l.days[i])
			continue;
		cx_print_object(p);
		cx_print_kstr(p, "why", cx_str(cx_due_names[i]));
		cx_print_kint(p, "days", l.days[i]);
		cx_print_end(p);
	}
	cx_print_end(p);
	cx_print_end(p);
}

int
main(int argc, char **argv)
{
	struct cx_args a = cx_args_parse(&usage, argc, argv);
	CX_AUTO_CONFIG config = cx_config_load(cx_common.config);
	CX_AUTO_BUF text = CX_BUF_INIT;
	struct cx_record rec;
	struct cx_reader *reader = cx_reader_open(a.argv, a.argc);

	cx_only_read(-1, false);
	while (cx_reader_next(reader, &rec)) {
		struct cx_printer p = cx_printer(&text);
		struct cx_member life = {"life", {NULL, 0}};

		text.len = 0;
		if (cx_record_gone(&rec)) {
			cx_buf_str(cx_out(), rec.line);
		} else {
			put_life(&p, config, &rec);
			life.value = cx_buf_view(&text);
			cx_record_put(cx_out(), rec.line, &life, 1);
		}
		cx_buf_char(cx_out(), '\n');
		cx_out_record();
	}
	cx_reader_close(reader);
	return cx_finish();
}
