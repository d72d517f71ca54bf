/*
 * cx-trust: allow what a vault brings to run
 *
 * A vault may bring executables (_moc/collectors.d), and whoever clones one
 * has not read them.  They run only after a person has said so.  What was
 * allowed is kept outside of the vault, one file a vault, named by the digest
 * of the vault's real path; it holds a digest of the path, the mode and the
 * bytes of everything that may run.  So a vault that is moved or copied, and
 * one byte that changes, ask again.
 *
 * Between a look and a run a file can be replaced.  --run therefore reads the
 * file once, compares, and executes that copy, which nobody else can write.
 */
#include "lib/base/digest.h"
#include "lib/base/opt.h"
#include "lib/config/config.h"
#include "lib/file/publish.h"
#include "lib/file/vault.h"
#include "lib/json/print.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#define COLLECTORS "_moc/collectors.d"
#define COMMAND "cortex.toml: [capture] command"
#define STORE "cortex/trust"
#define ITEM_MAX ((size_t)256 << 20)
#define RECORD_MAX ((size_t)16 << 20)

enum { ALLOW, LOOK, CHECK, LIST, REVOKE, RUN };

static int what;

static const struct cx_opt options[] = {
    CX_OPT_VAULT,
    CX_OPT_MODE('n', "dry-run", what, LOOK,
	"print what may run; allow nothing"),
    CX_OPT_MODE(0, "check", what, CHECK,
	"status 1 if anything was not allowed"),
    CX_OPT_MODE(0, "list", what, LIST,
	"print the vaults that were allowed something"),
    CX_OPT_MODE(0, "revoke", what, REVOKE, "allow nothing any more"),
    CX_OPT_MODE(0, "run", what, RUN,
	"run FILE of the vault, if it was allowed"),
    CX_OPT_END};

static const struct cx_usage usage = {"cx-trust",
    "[-C VAULT] [-n | --check]\n"
    "--list\n"
    "[-C VAULT] --revoke [DIR]\n"
    "[-C VAULT] --run -- FILE [ARGUMENT...]",
    "allow what a vault brings to run", options, false};

/* Something that may run. */
struct item {
	char *path; /* in the vault */
	mode_t mode;
	struct cx_buf bytes;
	char digest[CX_DIGEST_HEX + 1];
};

struct items {
	struct item *item;
	size_t n, cap;
	char digest[CX_DIGEST_HEX + 1]; /* of all; empty: there are none */
};

static int
by_path(const void *a, const void *b)
{
	return strcmp(((const struct item *)a)->path,
	    ((const struct item *)b)->path);
}

/* Takes the file if it is one that runs. */
static void
add_collector(struct items *all, const struct cx_vault *v, int dir,
    const char *name)
{
	struct item x = {.bytes = CX_BUF_INIT};
	struct stat st;
	int err;

	if (fstatat(dir, name, &st, AT_SYMLINK_NOFOLLOW) != 0)
		return;
	if (S_ISLNK(st.st_mode))
		cx_note("%s/" COLLECTORS "/%s: is a symbolic link and never "
		    "runs; put the program there", v->path, name);
	if (!S_ISREG(st.st_mode) || !(st.st_mode & 0111))
		return;
	err = cx_read_file(dir, name, &x.bytes, ITEM_MAX, &st);
	if (err)
		cx_die(CX_FAIL, "%s/" COLLECTORS "/%s: %s", v->path, name,
		    cx_file_error(err));
	x.mode = st.st_mode & 07777;
	cx_digest_text(cx_buf_view(&x.bytes), x.digest);
	x.path = cx_malloc(sizeof COLLECTORS "/" + strlen(name));
	memcpy(x.path, COLLECTORS "/", sizeof COLLECTORS "/" - 1);
	memcpy(x.path + sizeof COLLECTORS, name, strlen(name) + 1);
	*CX_NEXT(all->item, all->n, all->cap) = x;
}

static void
gather_collectors(struct items *all, const struct cx_vault *v)
{
	CX_AUTO_CLOSE fd = cx_vault_open(v->fd, COLLECTORS,
	    O_RDONLY | O_DIRECTORY);
	struct dirent *e;
	DIR *dir;

	if (fd < 0 && errno == ENOENT)
		return;
	if (fd < 0 && (errno == ELOOP || errno == ENOTDIR)) {
		cx_note("%s/" COLLECTORS ": is a symbolic link or is reached "
		    "through one; nothing in it runs", v->path);
		return;
	}
	dir = fd < 0 ? NULL : cx_dir_stream(fd, ".");
	if (!dir)
		cx_die(CX_FAIL, "%s/" COLLECTORS ": %s", v->path,
		    cx_file_error(errno));
	for (errno = 0; (e = readdir(dir)); errno = 0)
		if (e->d_name[0] != '.')
			add_collector(all, v, fd, e->d_name);
	if (errno)
		cx_die(CX_FAIL, "%s/" COLLECTORS ": %s", v->path,
		    strerror(errno));
	closedir(dir);
}

/* A command of the configuration, which is text and no file. */
static void
add_command(struct items *all, struct cx_str command, struct cx_str digest)
{
	struct item x = {.bytes = CX_BUF_INIT};

	if (digest.len == CX_DIGEST_HEX)
		memcpy(x.digest, digest.s, CX_DIGEST_HEX);
	else
		cx_digest_text(command, x.digest);
	x.path = cx_malloc(sizeof COMMAND);
	memcpy(x.path, COMMAND, sizeof COMMAND);
	*CX_NEXT(all->item, all->n, all->cap) = x;
}

/* The digest of all items, in the order of their paths. */
static void
sum_up(struct items *all)
{
	CX_AUTO_BUF b = CX_BUF_INIT;
	struct cx_digest d;

	if (all->n == 0)
		return;
	qsort(all->item, all->n, sizeof *all->item, by_path);
	cx_digest_init(&d);
	for (size_t i = 0; i < all->n; i++) {
		const struct item *x = &all->item[i];

		b.len = 0;
		cx_buf_fmt(&b, "%04o %s %s", (unsigned)x->mode, x->digest,
		    x->path);
		cx_digest_add(&d, cx_buf_cstr(&b), b.len + 1);
	}
	cx_digest_hex(&d, all->digest);
}

/* All that the vault brings and that may run. */
static void
gather(struct items *all, const struct cx_vault *v)
{
	CX_AUTO_CONFIG config = cx_config_load(NULL);
	struct cx_str command = cx_config_str(config, "capture", "command");

	gather_collectors(all, v);
	if (command.len)
		add_command(all, command, CX_STR(""));
	sum_up(all);
}

static void
items_release(struct items *all)
{
	for (size_t i = 0; i < all->n; i++) {
		free(all->item[i].path);
		cx_buf_release(&all->item[i].bytes);
	}
	free(all->item);
}

/* --- what was allowed --- */

/* The user's directory of state, by the XDG Base Directory Specification: one
 * that is not absolute counts as not given.  False: there is none. */
static bool
state_home(struct cx_buf *b)
{
	const char *dir = getenv("XDG_STATE_HOME"), *home = getenv("HOME");

	b->len = 0;
	if (dir && *dir == '/')
		cx_buf_puts(b, dir);
	else if (home && *home == '/')
		cx_buf_fmt(b, "%s/.local/state", home);
	cx_buf_cstr(b);
	return b->len > 0;
}

/* Only what its owner alone may have written is believed. */
static bool
only_ours(const struct stat *st)
{
	return st->st_uid == geteuid() && !(st->st_mode & 022);
}

/* mkdir -p of the user's own directory, which may go through links. */
static void
make_home(struct cx_buf *path)
{
	for (size_t i = 1; i <= path->len; i++) {
		char c = path->s[i];

		if (c != '/' && c != '\0')
			continue;
		path->s[i] = '\0';
		if (mkdir(path->s, 0700) != 0 && errno != EEXIST &&
		    errno != EISDIR && errno != EROFS && errno != EACCES)
			cx_die(CX_FAIL, "%s: cannot make it: %s", path->s,
			    strerror(errno));
		path->s[i] = c;
	}
}

/*
 * A descriptor of the directory of records; -1 when there is none, or when it
 * is one that cannot be believed, which is said.  With make, it is there or
 * the program ends.  vault may be NULL.
 */
static int
open_store(const char *vault, bool make)
{
	CX_AUTO_BUF path = CX_BUF_INIT;
	struct stat st;
	const char *why = NULL;
	CX_AUTO_FREE char *real = NULL;
	CX_AUTO_CLOSE home = -1;
	int fd = -1, err;

	if (!state_home(&path))
		cx_die(CX_FAIL, "cannot tell where decisions are kept: set "
		    "HOME or XDG_STATE_HOME to an absolute path");
	if (make) {
		umask(077);
		make_home(&path);
	}
	home = open(path.s, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (home >= 0) {
		fd = make ? cx_vault_make_dir(home, CX_STR(STORE)) :
		    cx_vault_open(home, STORE, O_RDONLY | O_DIRECTORY);
	}
	err = errno;
	real = realpath(path.s, NULL);
	if (fd < 0 && (make || (err != ENOENT && err != ENOTDIR)))
		cx_die(CX_FAIL, "%s/" STORE ": %s", path.s, cx_file_error(err));
	if (fd >= 0) {
		size_t n = vault ? strlen(vault) : 0;

		if (fstat(fd, &st) != 0)
			why = strerror(errno);
		else if (!only_ours(&st))
			why = "others may write to it; it must be yours, with "
			    "mode 0700";
		else if (vault && real && strncmp(real, vault, n) == 0 &&
		    (n == 1 || real[n] == '/' || real[n] == '\0'))
			why = "lies in the vault itself; set XDG_STATE_HOME "
			    "to a directory outside of it";
	}
	if (why) {
		cx_error(CX_FAIL, "%s/" STORE ": %s; nothing is trusted",
		    path.s, why);
		close(fd);
		fd = -1;
	}
	return fd;
}

/* Reads a record: what digest was allowed, and for which vault.  False if
 * there is none, or none that is believed. */
static bool
read_record(int store, const char *name, struct cx_buf *vault,
    struct cx_buf *digest, struct cx_buf *command)
{
	CX_AUTO_JSON parser = cx_json_new();
	CX_AUTO_BUF text = CX_BUF_INIT;
	const struct cx_json *root = NULL, *runs;
	struct stat st;
	const char *why;
	int err = cx_read_file(store, name, &text, RECORD_MAX, &st);

	vault->len = digest->len = 0;
	if (err && err != ENOENT)
		cx_error(CX_FAIL, "the record %s: %s", name,
		    cx_file_error(err));
	else if (!err && !only_ours(&st))
		cx_error(CX_FAIL, "the record %s: others may write to it; "
		    "it does not count", name);
	else if (!err)
		root = cx_json_parse(parser, text.s, text.len, &why);
	cx_buf_str(vault, cx_json_gets(root, "vault", CX_STR("")));
	cx_buf_str(digest, cx_json_gets(root, "digest", CX_STR("")));
	command->len = 0;
	runs = cx_json_get(root, "runs");
	CX_JSON_EACH(e, runs)
		if (cx_str_is(cx_json_gets(e, "path", CX_STR("")), COMMAND))
			cx_buf_str(command, cx_json_gets(e, "digest",
			    CX_STR("")));
	return digest->len == CX_DIGEST_HEX;
}

static void
record(const struct items *all, const struct cx_vault *v)
{
	CX_AUTO_BUF text = CX_BUF_INIT;
	struct cx_buf why = CX_BUF_INIT;
	struct cx_printer p = cx_printer(&text);
	char name[CX_DIGEST_HEX + 1], mode[8];
	CX_AUTO_CLOSE store = open_store(v->path, true);
	struct cx_pub pub;

	if (store < 0)
		return;
	cx_digest_text(cx_str(v->path), name);
	cx_print_object(&p);
	cx_print_kstr(&p, "vault", cx_str(v->path));
	cx_print_kstr(&p, "digest", cx_str(all->digest));
	cx_print_karray(&p, "runs");
	for (size_t i = 0; i < all->n; i++) {
		snprintf(mode, sizeof mode, "%04o",
		    (unsigned)all->item[i].mode);
		cx_print_object(&p);
		cx_print_kstr(&p, "path", cx_str(all->item[i].path));
		cx_print_kstr(&p, "mode", cx_str(mode));
		cx_print_kstr(&p, "digest", cx_str(all->item[i].digest));
		cx_print_end(&p);
	}
	cx_print_line(&p);
	pub = cx_publish(NULL, store, name, cx_buf_view(&text), NULL);
	if (pub.status != CX_PUB_DONE && pub.status != CX_PUB_SAME) {
		cx_pub_why(&why, &pub);
		cx_die(CX_FAIL, "cannot record it: %s", cx_buf_cstr(&why));
	}
}

enum trust { TRUSTED, UNKNOWN, CHANGED };

static enum trust
trust_of(const struct items *all, const struct cx_vault *v)
{
	CX_AUTO_BUF path = CX_BUF_INIT, digest = CX_BUF_INIT;
	CX_AUTO_BUF command = CX_BUF_INIT;
	char name[CX_DIGEST_HEX + 1];
	enum trust t = UNKNOWN;
	CX_AUTO_CLOSE store = -1;

	if (all->n == 0)
		return TRUSTED;
	store = open_store(v->path, false);
	if (store < 0)
		return UNKNOWN;
	cx_digest_text(cx_str(v->path), name);
	if (read_record(store, name, &path, &digest, &command))
		t = cx_str_is(cx_buf_view(&digest), all->digest) ? TRUSTED :
		    CHANGED;
	return t;
}

/* One line that says what does not run, and how to allow it. */
static void
say_untrusted(const struct items *all, const struct cx_vault *v, enum trust t)
{
	CX_AUTO_BUF b = CX_BUF_INIT;

	cx_buf_puts(&b, all->item[0].path);
	if (all->n > 1)
		cx_buf_fmt(&b, " and %zu more", all->n - 1);
	cx_error(CX_NO, "not run: %s%s; run `cx trust` in %s to allow it",
	    cx_buf_cstr(&b), t == CHANGED ? ", changed since it was allowed" :
	    "", v->path);
}

/* --- what is asked for --- */

static void
print_items(const struct items *all)
{
	for (size_t i = 0; i < all->n; i++) {
		const struct item *x = &all->item[i];

		cx_buf_fmt(cx_out(), "%04o %s ", (unsigned)x->mode, x->digest);
		cx_put_visible(cx_out(), cx_str(x->path));
		cx_buf_char(cx_out(), '\n');
	}
}

static void
list(void)
{
	CX_AUTO_BUF path = CX_BUF_INIT, digest = CX_BUF_INIT;
	CX_AUTO_BUF command = CX_BUF_INIT;
	int store = open_store(NULL, false);
	CX_AUTO_DIR dir = store < 0 ? NULL : cx_dir_stream(store, ".");
	struct dirent *e;

	while (dir && (e = readdir(dir))) {
		struct items all = {0};
		struct cx_vault v;
		const char *state = "gone";

		if (strlen(e->d_name) != CX_DIGEST_HEX ||
		    !read_record(store, e->d_name, &path, &digest, &command))
			continue;
		if (cx_vault_hold(&v, cx_buf_cstr(&path))) {
			/* Commands are those of other configurations: as they
			 * were. */
			gather_collectors(&all, &v);
			if (command.len)
				add_command(&all, CX_STR(""),
				    cx_buf_view(&command));
			sum_up(&all);
			state = cx_str_is(cx_buf_view(&digest), all.digest) ?
			    "allowed" : "changed";
			cx_vault_release(&v);
		}
		cx_buf_fmt(cx_out(), "%s ", state);
		cx_put_visible(cx_out(), cx_buf_view(&path));
		cx_buf_char(cx_out(), '\n');
		items_release(&all);
	}
}

static void
forget(const char *vault)
{
	char name[CX_DIGEST_HEX + 1];
	CX_AUTO_CLOSE store = open_store(NULL, false);
	int err = ENOENT;

	cx_digest_text(cx_str(vault), name);
	if (store >= 0)
		err = unlinkat(store, name, 0) == 0 ? cx_sync(store) : errno;
	if (err == ENOENT)
		cx_error(CX_NO, "%s: nothing was allowed", vault);
	else if (err)
		cx_die(CX_FAIL, "%s: cannot revoke it: %s", vault,
		    strerror(err));
}

/* A copy of the bytes in memory that can be executed and no longer written;
 * the name is for people who look at processes. */
static int
private_copy(const struct item *x)
{
	CX_AUTO_BUF path = CX_BUF_INIT;
	CX_AUTO_CLOSE rw = memfd_create(x->path,
	    MFD_CLOEXEC | MFD_ALLOW_SEALING);
	int low, fd = -1, err = rw < 0 ? errno : 0;

	if (!err)
		err = cx_write_all(rw, x->bytes.s, x->bytes.len);
	if (!err && fcntl(rw, F_ADD_SEALS, F_SEAL_SEAL | F_SEAL_SHRINK |
	    F_SEAL_GROW | F_SEAL_WRITE) != 0)
		err = errno;
	if (!err) {
		/* What is open for writing is not executed (ETXTBSY).  An
		 * interpreter opens it by number, so it stays open, out of
		 * the way of a script's own descriptors. */
		cx_buf_fmt(&path, "/proc/self/fd/%d", rw);
		low = open(cx_buf_cstr(&path), O_RDONLY | O_CLOEXEC);
		fd = low < 0 ? -1 : fcntl(low, F_DUPFD, 100);
		if (fd < 0)
			err = errno;
	}
	if (err)
		cx_die(CX_FAIL, "%s: cannot copy it: %s", x->path,
		    strerror(err));
	return fd;
}

static void CX_NORETURN
run(const struct items *all, char **argv)
{
	struct cx_buf path = CX_BUF_INIT;
	char **with_sh;
	size_t i = 0, n = 0;
	int fd;

	while (i < all->n && strcmp(all->item[i].path, argv[0]) != 0)
		i++;
	if (i == all->n)
		cx_die(CX_USAGE, "%s: not an executable in " COLLECTORS,
		    argv[0]);
	fd = private_copy(&all->item[i]);
	cx_buf_fmt(&path, "/proc/self/fd/%d", fd);
	execv(cx_buf_cstr(&path), argv);
	if (errno == ENOEXEC) {
		/* Without #! it is a script of sh, as a shell has it. */
		while (argv[n])
			n++;
		with_sh = cx_calloc(n + 2, sizeof *with_sh);
		memcpy(with_sh + 1, argv, n * sizeof *argv);
		with_sh[0] = argv[0];
		with_sh[1] = path.s;
		execv("/bin/sh", with_sh);
	}
	cx_die(CX_FAIL, "%s: cannot run it: %s", argv[0], strerror(errno));
}

int
main(int argc, char **argv)
{
	struct cx_args a = cx_args_parse(&usage, argc, argv);
	struct items all = {0};
	CX_AUTO_CONFIG config = NULL;
	CX_AUTO_VAULT v = {-1, NULL};
	enum trust t;

	if (what != RUN && a.argc > (what == REVOKE))
		cx_usage_die(&a, "unknown operand '%s'",
		    a.argv[what == REVOKE]);
	if (what == RUN && a.argc < 1)
		cx_usage_die(&a, "--run needs a FILE");
	if (what == LIST) {
		list();
		return cx_finish();
	}
	if (what == REVOKE && a.argc) {
		CX_AUTO_FREE char *real = realpath(a.argv[0], NULL);

		forget(real ? real : a.argv[0]);
		return cx_finish();
	}
	config = cx_config_load(NULL);
	cx_vault_init(&v, cx_common.vault, cx_config_vault(config));
	if (what == REVOKE) {
		forget(v.path);
		return cx_finish();
	}
	gather(&all, &v);
	if (what == CHECK || what == RUN) {
		t = trust_of(&all, &v);
		if (t != TRUSTED) {
			say_untrusted(&all, &v, t);
		} else if (what == RUN) {
			/* Behind it is what was moved there. */
			a.argv[a.argc] = NULL;
			run(&all, a.argv);
		}
	} else {
		print_items(&all);
		if (what == ALLOW && all.n)
			record(&all, &v);
	}
	items_release(&all);
	return cx_finish();
}
