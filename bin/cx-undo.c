/* cx-undo - undo changes to notes, one at a time */
#include "lib/atom/atom.h"
#include "lib/atom/rewrite.h"
#include "lib/atom/undo.h"
#include "lib/base/map.h"
#include "lib/base/date.h"
#include "lib/base/opt.h"
#include "lib/json/print.h"
#include "lib/file/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>

static bool dry, diff, redo;

static const struct cx_opt options[] = {
    CX_OPT_FLAG('n', "dry-run", dry, "print what would change, undo nothing"),
    CX_OPT_FLAG(0, "diff", diff, "print what would change as a diff"),
    CX_OPT_FLAG(0, "redo", redo, "revert the last undo"),
    CX_OPT_STRICT, CX_OPT_VAULT, CX_OPT_CONFIG, CX_OPT_END};

static const struct cx_usage usage = {"cx-undo",
    "[-n | --diff] [--redo] [--strict] [-C VAULT] [-c CONFIG]",
    "undo changes to notes, one at a time", options, false};

static struct cx_undo last;
static struct cx_vault vault;
static struct cx_atom_maker *maker;

/* --- one note --- */

/* A text, or none. */
struct version {
	struct cx_buf text;
	bool exists;
	char hex[CX_DIGEST_HEX + 1];
};

static void
set_digest(struct version *v)
{
	v->hex[0] = '\0';
	if (v->exists)
		cx_digest_text(cx_buf_view(&v->text), v->hex);
}

/* Puts back what n says; false if the result is not what the note was. */
static bool
put_back(struct version *v, const struct cx_undo_note *n)
{
	struct cx_buf b = CX_BUF_INIT;
	struct cx_str text = cx_buf_view(&v->text);

	if (n->to > text.len)
		return false;
	cx_buf_add(&b, text.s, n->from);
	cx_buf_str(&b, n->text);
	cx_buf_str(&b, cx_str_from(text, n->to));
	cx_buf_release(&v->text);
	v->text = b;
	v->exists = n->before.len > 0;
	set_digest(v);
	return cx_str_is(n->before, v->hex);
}

/* The notes of the journal, each once. */
static struct cx_map paths;
static size_t *newest; /* by number of the path: what was last, + 1 */
static size_t *older;  /* by entry: the one before of that path, + 1 */

static void
find_chains(void)
{
	size_t cap = cx_add(last.n, 1);

	newest = cx_calloc(cap, sizeof *newest);
	older = cx_calloc(cap, sizeof *older);
	for (size_t i = 0; i < last.n; i++) {
		uint32_t n = cx_map_put(&paths, last.note[i].path);

		older[i] = newest[n];
		newest[n] = i + 1;
	}
}

/*
 * The last change of a note first.  An entry of a failed attempt, made as
 * somebody saved the note, does not fit and is skipped, unless it is the last.
 */
static bool
restore(struct version *v, size_t i)
{
	bool known = false;

	for (; i; i = older[i - 1]) {
		const struct cx_undo_note *n = &last.note[i - 1];

		if (cx_str_is(n->after, v->hex)) {
			if (!put_back(v, n))
				return false;
		} else if (!cx_str_is(n->before, v->hex) && !known) {
			return false;
		}
		known = true;
	}
	return known;
}

static enum cx_rewrite_verdict
compose(void *arg, struct cx_rewrite_file *f)
{
	const size_t *chain = f->arg;
	struct version v = {.exists = f->exists};
	bool same;

	(void)arg;
	cx_buf_str(&v.text, cx_buf_view(&f->old));
	set_digest(&v);
	if (!restore(&v, *chain)) {
		cx_error(CX_NO, "%s: has changed since; nothing is %s",
		    f->path, redo ? "redone" : "undone");
		cx_buf_release(&v.text);
		return CX_REWRITE_REFUSE;
	}
	same = v.exists == f->exists &&
	    cx_str_eq(cx_buf_view(&v.text), cx_buf_view(&f->old));
	/* What goes is a diff too. */
	if (!same)
		cx_splice_add(&f->splices, 0, f->old.len, cx_buf_view(&v.text));
	cx_buf_release(&v.text);
	return same ? CX_REWRITE_KEEP
		    : v.exists ? CX_REWRITE_CHANGE : CX_REWRITE_REMOVE;
}

/* --- all of them --- */

/* Whether the last change has moved a folder, and not a note or another file;
 * it may be back already. */
static bool
is_folder(void)
{
	struct stat st;

	return last.rename.to.len && !cx_is_note(last.rename.to) &&
	    (fstatat(vault.fd, last.rename.to.s, &st,
		AT_SYMLINK_NOFOLLOW) == 0 || fstatat(vault.fd,
		last.rename.from.s, &st, AT_SYMLINK_NOFOLLOW) == 0) &&
	    S_ISDIR(st.st_mode);
}

static void
print_pair(struct cx_str path, const char *key, struct cx_str value)
{
	struct cx_printer p = cx_printer(cx_out());

	cx_print_object(&p);
	cx_print_kstr(&p, "path", path);
	cx_print_key(&p, key);
	if (value.len)
		cx_print_str(&p, value);
	else
		cx_print_bool(&p, true);
	cx_print_line(&p);
}

/* A folder as cx-move does, with a slash. */
static void
print_move(void)
{
	CX_AUTO_BUF from = CX_BUF_INIT, to = CX_BUF_INIT;
	const char *slash = is_folder() ? "/" : "";

	cx_buf_fmt(&from, "%s%s", last.rename.from.s, slash);
	cx_buf_fmt(&to, "%s%s", last.rename.to.s, slash);
	print_pair(cx_buf_view(&from), "moved", cx_buf_view(&to));
}

static void
show(void *arg, struct cx_rewrite_file *f)
{
	(void)arg;
	if (diff)
		cx_splices_diff(cx_out(), &f->splices, cx_buf_view(&f->old),
		    f->path);
	else if (f->remove)
		print_pair(cx_str(f->path), "gone", CX_STR(""));
	else if (cx_undo_config(cx_str(f->path)))
		print_pair(cx_str(f->path), "changed", CX_STR(""));
	else
		cx_atom_print_text(maker, cx_str(f->path),
		    cx_buf_view(&f->now), cx_now(), cx_out());
	cx_out_record();
}

/* Shows (lock: NULL) or undoes; false if a note was refused. */
static bool
rewrite(struct cx_lock *lock, const struct cx_rename *back, bool renamed,
    bool quiet)
{
	struct cx_rewrite w = {.vault = &vault, .lock = lock, .together = true,
	    .compose = compose, .show = quiet ? NULL : show, .rename = back,
	    .undoing = true};
	CX_AUTO_FREE struct cx_rewrite_file *f = cx_calloc(cx_add(paths.n, 1),
	    sizeof *f);
	struct cx_rename way = {last.rename.to, last.rename.from, 0};
	CX_AUTO_BUF b = CX_BUF_INIT;

	for (uint32_t i = 0; i < paths.n; i++) {
		struct cx_str path = paths.key[i];

		b.len = 0;
		if (renamed && cx_rename_path(&way, path, &b))
			path = cx_arena_copy(&last.arena, cx_buf_view(&b));
		f[i] = (struct cx_rewrite_file){.how = CX_REWRITE_EITHER,
		    .path = path.s, .arg = &newest[i]};
	}
	return cx_rewrite(&w, f, paths.n);
}

/* Whether the rename is undone already, as an undo was interrupted. */
static bool
is_back(void)
{
	struct stat st;

	return fstatat(vault.fd, last.rename.to.s, &st, AT_SYMLINK_NOFOLLOW) &&
	    !fstatat(vault.fd, last.rename.from.s, &st, AT_SYMLINK_NOFOLLOW);
}

static bool
rename_back(const struct cx_rename *back)
{
	struct stat st;
	int error;

	if (fstatat(vault.fd, last.rename.from.s, &st,
	    AT_SYMLINK_NOFOLLOW) == 0) {
		cx_error(CX_NO, "%s: there is another file now; nothing is "
		    "undone", last.rename.from.s);
		return false;
	}
	error = cx_rename_note(back, vault.fd);
	if (error)
		cx_error(CX_FAIL, "%s: cannot get back its path %s: %s; "
		    "nothing is undone", last.rename.to.s, last.rename.from.s,
		    cx_file_error(error));
	return !error;
}

static void
undo(struct cx_lock *lock)
{
	struct cx_rename back = {last.rename.to, last.rename.from, 0};
	bool moves = last.rename.to.len > 0, renamed = moves && is_back();
	CX_AUTO_BUF what = CX_BUF_INIT;
	unsigned n;

	if (moves)
		back.have = cx_rename_have(vault.fd, last.rename.from);
	/* Nothing is renamed in vain. */
	if (!rewrite(NULL, NULL, renamed, !dry && !diff) || dry || diff)
		return;
	if (moves && !renamed && !rename_back(&back))
		return;
	if (!rewrite(lock, moves ? &back : NULL, moves, false)) {
		if (moves && !renamed && cx_rename_note(&last.rename,
		    vault.fd) != 0)
			cx_error(CX_FAIL, "%s: is no longer %s; run cx-undo "
			    "again", last.rename.from.s, last.rename.to.s);
		return;
	}
	if (moves) {
		cx_rename_tidy(vault.fd, last.rename.to, last.rename.have);
		print_move();
	}
	cx_out_changed();
	/* One that only moves has no text to put back. */
	n = paths.n + (moves && !is_folder() &&
	    cx_map_get(&paths, last.rename.to) == CX_MAP_NONE);
	if (is_folder())
		cx_buf_puts(&what, n ? "a folder, links in " : "a folder");
	if (n)
		cx_buf_fmt(&what, "%u note%s", n, n == 1 ? "" : "s");
	cx_note("%s %.*s (%s); run cx %s it", redo ? "redid" : "undid",
	    (int)last.command.len, last.command.s, cx_buf_cstr(&what),
	    redo ? "undo to revert" : "redo to restore");
}

int
main(int argc, char **argv)
{
	struct cx_args a = cx_args_parse(&usage, argc, argv);
	struct cx_lock lock = CX_LOCK_NONE;
	CX_AUTO_CONFIG config = NULL;

	if (a.argc)
		cx_usage_die(&a, "unknown operand %s", a.argv[0]);
	if (dry && diff)
		cx_usage_die(&a, "one of --dry-run and --diff");
	config = cx_config_load(cx_common.config);
	cx_vault_init(&vault, cx_common.vault, cx_config_vault(config));
	maker = cx_atom_maker_new(config, false);
	if (!dry && !diff && !cx_lock(&lock, vault.fd))
		cx_die(CX_FAIL, "%s/.cortex/lock: %s; nothing was changed",
		    vault.path, cx_file_error(errno));
	if (cx_move_pending(vault.fd))
		cx_raise(CX_NO);
	else if (cx_undo_read(&last, vault.fd, redo)) {
		cx_undo_step(&last, redo);
		find_chains();
		undo(&lock);
	} else {
		cx_error(CX_NO, "nothing to %s", redo ? "redo" : "undo");
	}
	cx_unlock(&lock);
	free(newest);
	free(older);
	cx_map_release(&paths);
	cx_undo_release(&last);
	cx_atom_maker_free(maker);
	cx_vault_release(&vault);
	return cx_finish();
}
