/* cx-mcp - serve the vault to agents over MCP (stdio) */
#include "cx-mcp.h"

#include "lib/base/opt.h"
#include "lib/base/self.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static const char *vault, *vaults;

static const struct cx_opt options[] = {
    CX_OPT_TEXT('C', "vault", "DIR", vault,
	"vault to use instead of the one found"),
    CX_OPT_TEXT(0, "vaults", "NAME,...", vaults,
	"search these vaults of yours, or all, and read in them"),
    CX_OPT_END};

static const struct cx_usage usage = {"cx-mcp", "[-C DIR] [--vaults NAME,...]",
    "serve the vault to agents over MCP (stdio)", options, false};

/* A leading ~/ is for a shell to replace, and what reads a client's settings
 * is none. */
static const char *
expand(struct cx_buf *b, const char *dir)
{
	const char *home = getenv("HOME");

	if (!dir || dir[0] != '~' || (dir[1] && dir[1] != '/') || !home)
		return dir;
	cx_buf_puts(b, home);
	cx_buf_puts(b, dir + 1);
	return cx_buf_cstr(b);
}

int
main(int argc, char **argv)
{
	struct cx_args a = cx_args_parse(&usage, argc, argv);
	struct server_options about = {.vault = vault, .vaults = vaults};
	CX_AUTO_BUF session = CX_BUF_INIT;
	CX_AUTO_BUF option = CX_BUF_INIT, env = CX_BUF_INIT;
	CX_AUTO_BUF bin = CX_BUF_INIT;
	const char *of;

	if (a.argc > 0)
		cx_usage_die(&a, "unknown operand '%s'", a.argv[0]);
	if (about.vault && !about.vault[0])
		cx_usage_die(&a, "--vault: the name of a directory is missing");
	if (isatty(STDIN_FILENO) && isatty(STDERR_FILENO))
		cx_note("waiting for an agent to speak JSON-RPC on standard "
		    "input; cx agent sets one up, ctrl-d ends this");
	about.vault = expand(&option, vault);
	of = getenv("CORTEX_VAULT");
	if (expand(&env, of) != of && setenv("CORTEX_VAULT", env.s, 1) != 0)
		cx_die(CX_FAIL, "CORTEX_VAULT: %s", strerror(errno));
	about.bin = cx_self_dir(&bin) ? cx_buf_cstr(&bin) : NULL;
	cx_buf_random(&session);
	about.session = cx_buf_cstr(&session);
	about.told = mmap(NULL, sizeof *about.told, PROT_READ | PROT_WRITE,
	    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (about.told == MAP_FAILED)
		cx_die(CX_FAIL, "%s", strerror(errno));
	return serve(&about);
}
