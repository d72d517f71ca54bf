/* Preserves mode, owner and extended attributes of a replaced file. */
#include "lib/base/platform.h"
#include "lib/file/publish-impl.h"

#include <errno.h>
#include <unistd.h>

int
cx_keep_meta(int from, const struct stat *st, int to, const char **what)
{
	struct stat mine;
	int error;

	*what = "keep its owner";
	if (fstat(to, &mine) != 0)
		return errno;
	if ((mine.st_uid != st->st_uid || mine.st_gid != st->st_gid) &&
	    fchown(to, st->st_uid, st->st_gid) != 0)
		return errno;
	*what = "keep its extended attributes";
	error = cx_keep_xattrs(from, to);
	if (error)
		return error;
	/* Behind chown, which takes set-id bits away. */
	*what = "keep its mode";
	return fchmod(to, st->st_mode & 07777) == 0 ? 0 : errno;
}
