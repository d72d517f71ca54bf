/* cx-resolve - print the paths of notes */
#include "lib/base/opt.h"
#include "lib/base/date.h"
#include "lib/base/platform.h"
#include "lib/file/vault.h"
#include "lib/link/day.h"
#include "lib/link/operand.h"

#include <errno.h>

static bool nul, text;
static const char *day;

static const struct cx_opt options[] = {
    CX_OPT_FLAG('0', NULL, nul, "end each path with NUL"),
    CX_OPT_TEXT(0, "day", "DATE", day,
	"print the path of a day's note; exit with 1 if missing"),
    CX_OPT_FLAG(0, "text", text, "with --day: print the text of a new one"),
    CX_OPT_VAULT, CX_OPT_CONFIG, CX_OPT_END};

static const struct cx_usage usage = {"cx-resolve",
    "[-0] [-C VAULT] [-c CONFIG] NOTE...\n"
    "[-0 | --text] [-C VAULT] [-c CONFIG] --day DATE",
    "print the paths of notes", options, false};

static void
put_path(struct cx_str path)
{
	const size_t start = cx_out()->len;

	cx_put_visible(cx_out(), path);
	if (nul || cx_out()->len - start == path.len) {
		cx_out()->len = start;
		cx_buf_str(cx_out(), path);
		cx_buf_char(cx_out(), nul ? '\0' : '\n');
		return;
	}
	/* It could be taken for two paths, or disturb a terminal. */
	cx_out()->len = start;
	cx_error(CX_PARTIAL, "%.*s: control bytes in a path; use -0",
	    (int)path.len, path.s);
}

/* The text of the template, else a heading. */
static void
put_text(struct cx_day_note *d, int64_t sec, const struct cx_vault *vault)
{
	static const char usual[] = ".cortex/templates/daily.md";
	const char *from = d->template.len ? cx_buf_cstr(&d->template) : usual;
	struct cx_str title = cx_last_part(cx_buf_view(&d->path));
	CX_AUTO_BUF b = CX_BUF_INIT;
	int err = cx_read_file(vault->fd, from, &b, CX_ATOM_MAX, NULL);

	title.len -= cx_is_note(title) ? 3 : 0;
	if (err && (d->template.len || (err != ENOENT && err != ENOTDIR))) {
		cx_error(CX_FAIL, "%s: %s; it is the template of the notes "
		    "of days", from, cx_file_error(err));
		return;
	}
	if (err)
		cx_buf_puts(&b, "# {{title}}\n");
	cx_day_fill(cx_out(), cx_buf_view(&b), title, sec);
}

static void
find_day(const struct cx_args *a, const struct cx_vault *vault,
    const struct cx_config *config)
{
	struct cx_ignore *ignore = cx_ignore_load(config, vault->fd);
	struct cx_day_note d = {.there = false};
	struct cx_date date;

	if (!cx_date_parse(cx_str(day), &date))
		cx_usage_die(a, "--day: not a date, YYYY-MM-DD[THH:MM:SS]");
	if (cx_day_find(&d, date.sec, vault, config, ignore)) {
		if (text)
			put_text(&d, date.sec, vault);
		else
			put_path(cx_buf_view(&d.path));
		if (!d.there)
			cx_raise(CX_NO);
	}
	cx_day_release(&d);
	cx_ignore_free(ignore);
}

int
main(int argc, char **argv)
{
	struct cx_args a = cx_args_parse(&usage, argc, argv);
	size_t n = (size_t)a.argc;
	CX_AUTO_FREE struct cx_operand *o = cx_calloc(cx_add(n, 1), sizeof *o);
	CX_AUTO(cx_arena_release) struct cx_arena arena = {0};
	CX_AUTO_CONFIG config = NULL;
	CX_AUTO_VAULT vault = {-1, NULL};

	if (day && (n || (text && nul)))
		cx_usage_die(&a, n ? "--day takes no note" :
		    "one of -0 and --text");
	if (text && !day)
		cx_usage_die(&a, "--text needs --day");
	if (!n && !day)
		cx_usage_die(&a, "which note? give a path, an id or a "
		    "name");
	cx_only_read(-1, false);
	config = cx_config_load(cx_common.config);
	cx_vault_init(&vault, cx_common.vault, cx_config_vault(config));
	if (day)
		find_day(&a, &vault, config);
	for (size_t i = 0; i < n; i++)
		o[i].word = cx_str(a.argv[i]);
	if (n)
		(void)cx_operands_find(o, n, &vault, config, &arena);
	for (size_t i = 0; i < n; i++)
		if (o[i].path.len)
			put_path(o[i].path);
	return cx_finish();
}
