/* Which directory the index is of. */
#include "bin/cx-score/fresh-impl.h"
#include "lib/file/vault.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

/* Whether dir is the directory that was scanned. */
static bool
try(struct fresh *f, const char *dir)
{
	struct stat st;
	int fd;

	if (!dir || !*dir)
		return false;
	fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0)
		return false;
	if (fresh_find(f, f->stats.dirs, CX_STR("")) && fstat(fd, &st) == 0 &&
	    (uint64_t)st.st_ino == f->entry.st.ino) {
		f->vault = fd;
		return true;
	}
	close(fd);
	return false;
}

/* A vault that was copied with its index is another directory. */
static bool
try_copy(struct fresh *f, const char *dir)
{
	int fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (fd < 0)
		return false;
	if (faccessat(fd, ".cortex", F_OK, 0) == 0 ||
	    faccessat(fd, "cortex.toml", F_OK, 0) == 0) {
		f->vault = fd;
		return true;
	}
	close(fd);
	return false;
}

bool
fresh_find_vault(struct fresh *f)
{
	const struct settings *s = f->s;
	struct cx_str index = cx_str(s->index);
	struct cx_buf beside = CX_BUF_INIT, up = CX_BUF_INIT;
	size_t end = index.len;
	bool found;

	if (s->vault) {
		f->vault = open(s->vault, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
		if (f->vault < 0)
			cx_vault_die(CX_VAULT_OPTION, s->vault);
		return true;
	}
	while (end > 1 && index.s[end - 1] == '/')
		end--;
	while (end > 0 && index.s[end - 1] != '/')
		end--;
	cx_buf_add(&beside, index.s, end);
	if (end == 0)
		cx_buf_char(&beside, '.');
	cx_buf_fmt(&up, "%s/..", s->index);
	found = try(f, cx_buf_cstr(&beside)) || try(f, cx_buf_cstr(&up)) ||
	    try(f, getenv("CORTEX_VAULT")) ||
	    try(f, cx_config_vault(s->config)) || try_copy(f, beside.s) ||
	    try_copy(f, up.s);
	cx_buf_release(&beside);
	cx_buf_release(&up);
	return found;
}
