/* Preserves mode, owner and extended attributes of a replaced file. */
#include "lib/file/publish-impl.h"

#include <errno.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/xattr.h>

/* The names, each terminated; 0 or an errno. */
static int
list(int fd, struct cx_buf *names)
{
	ssize_t n;

	do {
		n = flistxattr(fd, NULL, 0);
		if (n > 0)
			n = flistxattr(fd, cx_buf_room(names, (size_t)n),
			    (size_t)n);
	} while (n < 0 && errno == ERANGE); /* they grew in between */
	if (n < 0)
		return errno == ENOTSUP ? 0 : errno;
	names->len = (size_t)n;
	return 0;
}

/* Labels that the system gives and that a user may not be allowed to set:
 * the new file has its own. */
static bool
is_system_label(const char *name)
{
	return strncmp(name, "security.", 9) == 0 ||
	    strncmp(name, "trusted.", 8) == 0;
}

static int
copy_one(int from, int to, const char *name)
{
	CX_AUTO_BUF value = CX_BUF_INIT;
	ssize_t n;
	int error = 0;

	do {
		n = fgetxattr(from, name, NULL, 0);
		if (n >= 0)
			n = fgetxattr(from, name,
			    cx_buf_room(&value, (size_t)n + 1), (size_t)n);
	} while (n < 0 && errno == ERANGE);
	if (n < 0)
		error = errno == ENODATA ? 0 : errno; /* gone since */
	else if (fsetxattr(to, name, value.s, (size_t)n, 0) != 0)
		error = errno;
	return is_system_label(name) ? 0 : error;
}

static bool
has(const struct cx_buf *names, const char *name)
{
	for (size_t i = 0; i < names->len; i += strlen(names->s + i) + 1)
		if (strcmp(names->s + i, name) == 0)
			return true;
	return false;
}

static int
keep_xattrs(int from, int to)
{
	CX_AUTO_BUF old = CX_BUF_INIT, new = CX_BUF_INIT;
	int error = list(from, &old);

	if (!error)
		error = list(to, &new);
	/* What the new file inherited from its directory's default ACL. */
	for (size_t i = 0; !error && i < new.len;
	    i += strlen(new.s + i) + 1) {
		if (!is_system_label(new.s + i) && !has(&old, new.s + i) &&
		    fremovexattr(to, new.s + i) != 0)
			error = errno;
	}
	for (size_t i = 0; !error && i < old.len; i += strlen(old.s + i) + 1)
		error = copy_one(from, to, old.s + i);
	return error;
}
#elif defined(__APPLE__)
#include <copyfile.h>

static int
keep_xattrs(int from, int to)
{
	return fcopyfile(from, to, NULL, COPYFILE_XATTR | COPYFILE_ACL) ? errno
									: 0;
}
#else
/* The BSDs' extattr(2): nothing a vault is known to use there. */
static int
keep_xattrs(int from, int to)
{
	(void)from;
	(void)to;
	return 0;
}
#endif

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
	error = keep_xattrs(from, to);
	if (error)
		return error;
	/* Behind chown, which takes set-id bits away. */
	*what = "keep its mode";
	return fchmod(to, st->st_mode & 07777) == 0 ? 0 : errno;
}
