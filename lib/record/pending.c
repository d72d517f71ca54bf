#include "lib/record/pending.h"
#include "lib/base/err.h"

#include <fcntl.h>
#include <sys/stat.h>

bool
cx_move_pending(int vault_fd)
{
	struct stat st;

	if (fstatat(vault_fd, CX_MOVE_PLAN, &st, AT_SYMLINK_NOFOLLOW) != 0)
		return false;
	cx_warn(CX_MOVE_PLAN ": a move was interrupted, so some links may "
	    "still have the old path; run cx-move --finish");
	return true;
}
