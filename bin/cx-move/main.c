/* cx-move - the one link rewriter: renames an atom, converts references */
#include "move.h"

#include "lib/base/opt.h"
#include "lib/link/operand.h"
#include "lib/record/pending.h"

#include <errno.h>
#include <stdlib.h>

enum { OPT_CONVERT, OPT_FINISH, OPT_ADOPT, OPT_DRY, OPT_DIFF, OPT_STRICT };

static const struct cx_opt options[] = {
    [OPT_CONVERT] = {0, "convert", NULL,
	"make wikilinks of references in backticks"},
    [OPT_FINISH] = {0, "finish", NULL, "finish what was interrupted"},
    [OPT_ADOPT] = {0, "adopt", NULL,
	"links that lead nowhere may get the moved atom"},
    [OPT_DRY] = {'n', "dry-run", NULL, "change nothing, print the changes"},
    [OPT_DIFF] = {0, "diff", NULL, "print what would change as a diff"},
    [OPT_STRICT] = {0, "strict", NULL, "end with 3 after any warning"},
    {'C', NULL, "VAULT", "the vault"},
    {'c', NULL, "CONFIG", "configuration, as cx-config prints it"},
    {0, NULL, NULL, NULL}};

static const struct cx_usage usage = {"cx-move",
    "[-n | --diff] [--adopt] [--strict] [-C VAULT] [-c CONFIG] OLD NEW\n"
    "[-n | --diff] [--strict] [-C VAULT] [-c CONFIG] --convert [NOTE...]\n"
    "[--strict] [-C VAULT] [-c CONFIG] --finish",
    "the one link rewriter: renames an atom, converts references", options};

/* The notes of --convert; false, with a message, if one is not there. */
static bool
read_notes(struct cx_map *only, struct cx_arena *arena,
    const struct cx_args *a, const struct world *w)
{
	size_t n = (size_t)a->argc;
	struct cx_operand *o = cx_calloc(cx_add(n, 1), sizeof *o);
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
	free(o);
	return ok;
}

static void
run(struct world *w, const struct cx_args *a)
{
	const struct settings *s = w->s;
	struct rewriter r = {.w = w};
	struct plan p = {0};
	struct cx_map only = {0};
	struct cx_buf diff = CX_BUF_INIT;
	bool ok = s->convert || operands_find(w, a->argv[0], a->argv[1]);

	if (ok) {
		world_read(w, w->old);
		ok = !w->refused;
	}
	if (ok && s->convert)
		ok = read_notes(&only, &p.arena, a, w);
	ok = ok && plan_build(&p, &r, a->argc && s->convert ? &only : NULL,
	    &diff);
	if (ok && p.n && !s->dry && !s->diff)
		ok = plan_apply(&p, w);
	if (ok && s->diff)
		cx_buf_str(cx_out(), cx_buf_view(&diff));
	else if (ok)
		plan_print(&p);
	if (ok && r.unconverted)
		cx_note("%llu references stay: they lead to no atom, or no "
		    "wikilink can stand for them",
		    (unsigned long long)r.unconverted);
	plan_release(&p);
	rewriter_release(&r);
	cx_map_release(&only);
	cx_buf_release(&diff);
}

static void
check(const struct cx_args *a, const struct settings *s, bool finish)
{
	cx_args_no_late(a);
	if (s->dry && s->diff)
		cx_usage_die(a, "one of --dry-run and --diff");
	if (finish && (s->convert || s->dry || s->diff || s->adopt || a->argc))
		cx_usage_die(a, "--finish stands alone");
	if (s->convert && s->adopt)
		cx_usage_die(a, "--adopt is about moving");
	if (!finish && !s->convert && a->argc != 2)
		cx_usage_die(a, "give OLD and NEW");
	for (int i = 0; i < a->argc; i++)
		if (!a->argv[i][0])
			cx_usage_die(a, "an empty operand");
}

int
main(int argc, char **argv)
{
	struct cx_args a = cx_args(&usage, argc, argv);
	struct settings s = {0};
	struct world w = {.s = &s, .moved = NO_ATOM};
	struct cx_config *config;
	struct cx_lock lock = CX_LOCK_NONE;
	struct cx_vault vault;
	const char *config_file = NULL, *dir = NULL;
	bool finish = false, show;
	int c;

	while ((c = cx_args_next(&a)) != 0) {
		s.convert |= c == CX_LONG + OPT_CONVERT;
		s.adopt |= c == CX_LONG + OPT_ADOPT;
		s.dry |= c == 'n';
		s.diff |= c == CX_LONG + OPT_DIFF;
		finish |= c == CX_LONG + OPT_FINISH;
		cx_strict |= c == CX_LONG + OPT_STRICT;
		if (c == 'C')
			dir = a.value;
		else if (c == 'c')
			config_file = a.value;
	}
	check(&a, &s, finish);
	s.config = config = cx_config_load(config_file);
	cx_vault_init(&vault, dir, cx_config_vault(config));
	s.vault = &vault;
	s.lock = &lock;
	s.ignore = cx_ignore_load(config, vault.fd);
	show = s.dry || s.diff;
	if (show && cx_move_pending(vault.fd))
		cx_die(CX_PARTIAL, "nothing can be shown before that");
	if (!show && !cx_lock(&lock, vault.fd))
		cx_die(CX_FAIL, "%s/.cortex/lock: %s; nothing was changed",
		    vault.path, cx_file_error(errno));
	if ((show || plan_finish(&s)) && !finish)
		run(&w, &a);
	cx_unlock(&lock);
	world_release(&w);
	cx_ignore_free(s.ignore);
	cx_vault_release(&vault);
	cx_config_free(config);
	return cx_finish();
}
