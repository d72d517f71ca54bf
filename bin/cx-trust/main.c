/*
 * cx-trust: allow executables of a vault to run
 *
 * A vault may bring executables (_moc/collectors.d), and whoever clones one has
 * not read them.  They run only after a person has allowed it.  The permission
 * is stored outside the vault, one file per vault, named by the digest of the
 * vault's real path; it contains a digest of the path, the mode and the bytes
 * of everything that may run, of the files in the vault that it refers to
 * (words.c), and of the places outside that cortex.toml leads to.  So moving or
 * copying a vault, or changing one byte, requires permission again.
 *
 * A file can be replaced between the check and the execution.  --run therefore
 * reads the file once, compares, and executes that copy, which nobody else can
 * write.
 */
#include "trust.h"

#include "lib/base/opt.h"
#include "lib/base/platform.h"
#include "lib/config/allowed.h"
#include "lib/file/publish.h"
#include "lib/json/print.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { ALLOW, LOOK, CHECK, LIST, REVOKE, RUN };

static int what;

static const struct cx_opt options[] = {
    CX_OPT_VAULT,
    CX_OPT_MODE('n', "dry-run", what, LOOK,
	"print what may run; allow nothing"),
    CX_OPT_MODE(0, "check", what, CHECK,
	"exit with 1 if anything was not allowed"),
    CX_OPT_MODE(0, "list", what, LIST,
	"print the vaults with a decision"),
    CX_OPT_MODE(0, "revoke", what, REVOKE, "withdraw the decision"),
    CX_OPT_MODE(0, "run", what, RUN,
	"run FILE of the vault if it was allowed"),
    CX_OPT_END};

static const struct cx_usage usage = {"cx-trust",
    "[-C VAULT] [-n | --check]\n"
    "--list\n"
    "[-C VAULT] --revoke [DIR]\n"
    "[-C VAULT] --run -- FILE [ARGUMENT...]",
    "allow executables of a vault to run", options, false};

/* --- what was allowed --- */

static void
record(const struct items *all, const struct cx_vault *v)
{
	CX_AUTO_BUF text = CX_BUF_INIT;
	struct cx_buf why = CX_BUF_INIT;
	struct cx_printer p = cx_printer(&text);
	char name[CX_DIGEST_HEX + 1], mode[8];
	CX_AUTO_CLOSE store = cx_allowed_open(v->path, true);
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
	CX_AUTO_ALLOWED was = {0};
	char name[CX_DIGEST_HEX + 1];
	CX_AUTO_CLOSE store = -1;

	if (all->n == 0)
		return TRUSTED;
	store = cx_allowed_open(v->path, false);
	cx_digest_text(cx_str(v->path), name);
	if (store < 0 || !cx_allowed_read(&was, store, name))
		return UNKNOWN;
	return cx_str_is(cx_buf_view(&was.digest), all->digest) ? TRUSTED :
	    CHANGED;
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
	CX_AUTO_ALLOWED was = {0};
	int store = cx_allowed_open(NULL, false);
	CX_AUTO_DIR dir = store < 0 ? NULL : cx_dir_stream(store, ".");
	struct dirent *e;

	while (dir && (e = readdir(dir))) {
		struct items all = {0};
		struct cx_vault v;
		const char *state = "gone";

		if (strlen(e->d_name) != CX_DIGEST_HEX ||
		    !cx_allowed_read(&was, store, e->d_name))
			continue;
		if (cx_vault_hold(&v, cx_buf_cstr(&was.dir))) {
			items_again(&all, &v, was.runs);
			state = cx_str_is(cx_buf_view(&was.digest),
			    all.digest) ? "allowed" : "changed";
			cx_vault_release(&v);
		}
		cx_buf_fmt(cx_out(), "%s ", state);
		cx_put_visible(cx_out(), cx_buf_view(&was.dir));
		cx_buf_char(cx_out(), '\n');
		items_release(&all);
	}
}

static void
forget(const char *vault)
{
	char name[CX_DIGEST_HEX + 1];
	CX_AUTO_CLOSE store = cx_allowed_open(NULL, false);
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

static void CX_NORETURN
run(const struct items *all, char **argv)
{
	struct cx_buf path = CX_BUF_INIT;
	char **with_sh;
	size_t i = 0, n = 0;
	int err;

	while (i < all->n && !(all->item[i].program &&
	    strcmp(all->item[i].path, argv[0]) == 0))
		i++;
	if (i == all->n)
		cx_die(CX_USAGE, "%s: not an executable in " COLLECTORS,
		    argv[0]);
	/* A copy that nobody changes any more; the name is for people who look
	 * at processes. */
	err = cx_bytes_path(&path, all->item[i].path,
	    cx_buf_view(&all->item[i].bytes));
	if (err)
		cx_die(CX_FAIL, "%s: cannot copy it: %s", argv[0],
		    strerror(err));
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
	items_gather(&all, &v, config);
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
		if (all.n && all.named)
			cx_note("files of the vault that these name by their "
			    "paths are among them; not covered is what they "
			    "read by names that are put together, modules, "
			    "and notes: see cx-trust(1)");
		if (what == ALLOW && all.n)
			record(&all, &v);
	}
	items_release(&all);
	return cx_finish();
}
