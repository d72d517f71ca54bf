/* cx-remote - ask vaults on other machines */
#include "bin/cx-remote/remote.h"

#include "lib/base/date.h"
#include "lib/base/opt.h"

#include <stdlib.h>

static const char *vaults;
static bool serves, check;
static struct asking a = {.timeout = 5, .again = 60, .how = ""};

static const struct cx_opt options[] = {
    CX_OPT_TEXT(0, "vaults", "FILE", vaults,
	"NAME:DIRECTORY or NAME:ssh://[USER@]HOST[:PORT]/PATH a line"),
    CX_OPT_FLAG(0, "check", check,
	"check those on other machines, each by itself"),
    CX_OPT_TEXT(0, "fresh", "HOW", a.how,
	"how thoroughly to look for changed notes, as cx-search has it"),
    CX_OPT_FLAG(0, "serve", serves,
	"answer the request on standard input, on the other machine"),
    CX_OPT_END};

static const struct cx_usage usage = {"cx-remote",
    "--vaults FILE [--check] [--fresh HOW] -- [ARGUMENT...]\n--serve",
    "ask vaults on other machines", options, false};

static void
read_seconds(const char *name, uint64_t least, uint64_t most, int64_t *to)
{
	const char *value = getenv(name);
	struct cx_str s = cx_str(value ? value : "");
	uint64_t n;

	if (!s.len)
		return;
	if (!cx_str_number(&s, most, &n) || s.len || n < least)
		cx_die(CX_USAGE, "%s must be a number of seconds from %llu to "
		    "%llu", name, (unsigned long long)least,
		    (unsigned long long)most);
	*to = (int64_t)n;
}

int
main(int argc, char **argv)
{
	struct cx_args args;
	CX_AUTO_BUF now = CX_BUF_INIT;

	read_seconds("CORTEX_REMOTE_TIMEOUT", 1, 3600, &a.timeout);
	read_seconds("CORTEX_REMOTE_AGAIN", 0, 86400, &a.again);
	args = cx_args_parse(&usage, argc, argv);
	if (serves && !vaults && !check && !args.argc)
		serve();
	if (serves || !vaults)
		cx_usage_die(&args, "needs --vaults FILE, or --serve alone");
	/* All count from one time. */
	cx_now_init(NULL);
	cx_date_put_sec(&now, cx_now());
	a.now = cx_buf_cstr(&now);
	a.check = check;
	a.argv = args.argv;
	a.argc = args.argc;
	asking_read(&a, vaults);
	if (asking_run(&a) || (check && a.n == 1))
		asking_print(&a);
	else if (cx_status() != CX_FAIL && cx_status() != CX_USAGE)
		cx_error(CX_FAIL, "no vault can be read");
	asking_release(&a);
	return cx_finish();
}
