/* cx-move - rename or move a note or a folder and rewrite the links */
#include "move.h"

#include "lib/base/opt.h"
#include "lib/link/operand.h"
#include "lib/file/lock.h"

#include <errno.h>

static struct settings set;
static bool finish;

static const struct cx_opt options[] = {
    CX_OPT_FLAG(0, "convert", set.convert,
	"turn references in backticks into wikilinks"),
    CX_OPT_FLAG(0, "heading", set.heading,
	"rename a heading and rewrite the links to it"),
    CX_OPT_FLAG(0, "finish", finish, "complete an interrupted move"),
    CX_OPT_FLAG(0, "adopt", set.adopt,
	"allow broken links to lead to the moved note"),
    CX_OPT_FLAG('n', "dry-run", set.dry,
	"change nothing, print the changes"),
    CX_OPT_FLAG(0, "diff", set.diff, "print what would change as a diff"),
    CX_OPT_STRICT, CX_OPT_VAULT, CX_OPT_CONFIG, CX_OPT_END};

static const struct cx_usage usage = {"cx-move",
    "[-n | --diff] [--adopt] [--strict] [-C VAULT] [-c CONFIG] OLD NEW\n"
    "[-n | --diff] [--adopt] [--strict] [-C VAULT] [-c CONFIG] --heading "
    "NOTE OLD NEW\n"
    "[-n | --diff] [--strict] [-C VAULT] [-c CONFIG] --convert [NOTE...]\n"
    "[--strict] [-C VAULT] [-c CONFIG] --finish",
    "rename or move a note or a folder and rewrite the links", options,
    false};

/* The notes of --convert; false, with a message, if one is not there. */
static bool
read_notes(struct cx_map *only, struct cx_arena *arena,
    const struct cx_args *a, const struct world *w)
{
	size_t n = (size_t)a->argc;
	CX_AUTO_FREE struct cx_operand *o = cx_calloc(cx_add(n, 1), sizeof *o);
	bool ok;

	for (size_t i = 0; i < n; i++)
		o[i].word = cx_str(a->argv[i]);
	ok = cx_operands_find(o, n, w->s->vault, w->s->config, arena);
	for (size_t i = 0; ok && i < n; i++) {
		if (cx_resolver_find(w->before, o[i].path) == NO_ATOM) {
			cx_error(CX_PARTIAL, "%s: the vault's rules exclude "
			    "this note", o[i].path.s);
			ok = false;
		}
		cx_map_put(only, o[i].path);
	}
	return ok;
}

static void
run(struct world *w, const struct cx_args *a)
{
	const struct settings *s = w->s;
	struct rewriter r = {.w = w};
	struct plan p = {0};
	CX_AUTO(cx_map_release) struct cx_map only = {0};
	CX_AUTO_BUF diff = CX_BUF_INIT;
	struct heading h = {.number = 0};
	bool ok = s->convert || (s->heading ? heading_find(&h, w, a->argv)
	    : operands_find(w, a->argv[0], a->argv[1]));

	/* Where a file is replanned, it is still needed. */
	w->heading = s->heading ? &h : NULL;
	if (ok) {
		world_read(w, false);
		ok = !w->refused;
	}
	if (ok && s->convert)
		ok = read_notes(&only, &p.arena, a, w);
	ok = ok && plan_build(&p, &r, a->argc && s->convert ? &only : NULL,
	    &diff);
	if (ok && (p.n || p.new.len) && !s->dry && !s->diff)
		ok = plan_apply(&p, w);
	if (ok && s->diff)
		cx_buf_str(cx_out(), cx_buf_view(&diff));
	else if (ok)
		plan_print(&p);
	if (ok && r.unconverted)
		cx_note("%llu references stay: they lead to no note, or no "
		    "wikilink can stand for them",
		    (unsigned long long)r.unconverted);
	w->heading = NULL;
	heading_release(&h);
	plan_release(&p);
	rewriter_release(&r);
}

static void
check(const struct cx_args *a, const struct settings *s)
{
	if (s->dry && s->diff)
		cx_usage_die(a, "one of --dry-run and --diff");
	if (finish && (s->convert || s->heading || s->dry || s->diff ||
	    s->adopt || a->argc))
		cx_usage_die(a, "--finish takes no other option, no operand");
	if (s->convert && s->adopt)
		cx_usage_die(a, "--adopt only applies to moves");
	if (s->convert && s->heading)
		cx_usage_die(a, "one of --convert and --heading");
	if (s->heading && a->argc != 3)
		cx_usage_die(a, "give NOTE, OLD and NEW");
	if (!finish && !s->convert && !s->heading && a->argc != 2)
		cx_usage_die(a, "which note, and where to? give OLD "
		    "and NEW");
	for (int i = 0; i < a->argc; i++)
		if (!a->argv[i][0])
			cx_usage_die(a, "an empty operand");
}

int
main(int argc, char **argv)
{
	struct cx_args a = cx_args_parse(&usage, argc, argv);
	struct world w = {.s = &set, .moved = NO_ATOM};
	CX_AUTO_CONFIG config = cx_config_load(cx_common.config);
	struct cx_lock lock = CX_LOCK_NONE;
	CX_AUTO_VAULT vault = {-1, NULL};
	bool show = set.dry || set.diff;

	check(&a, &set);
	set.config = config;
	cx_vault_init(&vault, cx_common.vault, cx_config_vault(config));
	set.vault = &vault;
	set.lock = &lock;
	set.ignore = cx_ignore_load(config, vault.fd);
	if (show && cx_move_pending(vault.fd))
		cx_die(CX_PARTIAL, "nothing can be shown before that");
	if (!show && !cx_lock(&lock, vault.fd))
		cx_die(CX_FAIL, "%s/.cortex/lock: %s; nothing was changed",
		    vault.path, cx_file_error(errno));
	if ((show || plan_finish(&set)) && !finish)
		run(&w, &a);
	cx_unlock(&lock);
	world_release(&w);
	cx_ignore_free(set.ignore);
	return cx_finish();
}
