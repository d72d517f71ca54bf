#include "lib/config/config.h"
#include "lib/file/ignore.h"
#include "lib/file/vault.h"

struct cx_ignore *
cx_ignore_load(const struct cx_config *config, int vault_fd)
{
	static const char *const keys[] = {"skip_dirs", "skip_files"};
	struct cx_ignore *ig = cx_ignore_new();
	int err;

	cx_ignore_defaults(ig);
	for (int i = 0; i < 2; i++) {
		const struct cx_json *l = cx_config_get(config, "vault",
		    keys[i]), *e;

		for (e = cx_json_first(l); e; e = cx_json_next(l, e))
			cx_ignore_add(ig, cx_json_str(e),
			    i ? CX_IGNORE_FILES : CX_IGNORE_DIRS);
	}
	err = cx_ignore_file(ig, vault_fd, CX_IGNORE_FILE);
	if (err)
		cx_die(CX_FAIL, "%s: %s", CX_IGNORE_FILE, cx_file_error(err));
	return ig;
}
