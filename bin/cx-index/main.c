/* cx-index - write atom records as index files */
#include "bin/cx-index/index.h"

#include "lib/record/record.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

enum { OPT_OUT, OPT_STAGE, OPT_COMMIT, OPT_CAT, OPT_SEARCH,
	OPT_CHECK, OPT_STATCACHE, OPT_NEEDED, OPT_DELTA, OPT_BEHIND, OPT_FRESH,
	OPT_JSON };

static const struct cx_opt options[] = {
    CX_PUBLISHER_OPTIONS,
    [OPT_CAT] = {0, "cat", "DIR", "print the records that DIR has"},
    [OPT_SEARCH] = {0, "search", NULL, "also write what cx-score -i needs"},
    [OPT_CHECK] = {0, "check", "DIR",
	"would the files in DIR be the same now?"},
    [OPT_STATCACHE] = {0, "statcache", "FILE",
	"move FILE, of cx-scan, beside the files"},
    [OPT_NEEDED] = {0, "needed", "DIR",
	"print paths whose records a delta in DIR needs"},
    [OPT_DELTA] = {0, "delta", "FILE",
	"write a delta; FILE says what has changed"},
    [OPT_BEHIND] = {0, "behind", "DIR",
	"is DIR behind the files of its vault? then end with 5"},
    [OPT_FRESH] = {0, "fresh", "HOW",
	"how far to look: full, fast or no ([search] fresh)"},
    [OPT_JSON] = {0, "json", NULL, "print an object, also when it is not"},
    {'C', NULL, "VAULT", "the vault"},
    {'0', NULL, NULL, "paths end with NUL"},
    {'c', NULL, "CONFIG", "configuration, as cx-config prints it"},
    {0, NULL, NULL, NULL}};

static const struct cx_usage usage = {"cx-index",
    "[--search] [-c CONFIG] (-o DIR | --stage DIR) [FILE...]\n"
    "--commit DIR [--statcache FILE] [ID]\n"
    "--check DIR [--search] [--statcache FILE] [-c CONFIG]\n"
    "--needed DIR [-0] [-c CONFIG] [FILE]\n"
    "--delta FILE [-c CONFIG] --stage DIR [FILE...]\n"
    "--behind DIR [--fresh HOW] [--json] [-C VAULT] [-c CONFIG]\n"
    "--cat DIR",
    "write atom records as index files", options};

static void
print_records(const char *path)
{
	struct cx_reader *reader = cx_reader_index(path);
	struct cx_record rec;

	while (cx_reader_line(reader, &rec)) {
		cx_buf_str(cx_out(), rec.line);
		cx_buf_char(cx_out(), '\n');
		cx_out_record();
	}
	cx_reader_close(reader);
}

static void
write_index(struct cx_publisher *p, const char *config_file, bool search,
    char *const *files, int n)
{
	struct cx_config *config = cx_config_load(config_file);
	struct index ix = {.keys = NULL};
	char digest[CX_DIGEST_HEX + 1];
	struct cx_stage *stage;

#ifdef M_MMAP_THRESHOLD
	/* Arrays of megabytes grow by moving pages, not by leaving holes. */
	(void)mallopt(M_MMAP_THRESHOLD, 1 << 20);
#endif
	cx_config_digest(config, digest);
	if (search)
		ix.search = cx_search_build_new(config, CX_BUILD_BASE);
	index_read(&ix, files, n);
	cx_publisher_open(p);
	stage = cx_stage_new(p->fd);
	index_write(&ix, stage, digest);
	cx_publisher_end(p, stage);
	index_release(&ix);
	cx_config_free(config);
}

/* Also puts links right that lead to the files, and takes the note. */
static void
check_same(const char *path, const char *config_file, bool search,
    const char *note)
{
	struct cx_publisher p = {.mode = CX_COMMIT, .path = path};
	struct cx_config *config = cx_config_load(config_file);
	cx_gen_id id;

	cx_publisher_open(&p);
	if (index_same(&p, config, search, id))
		cx_publisher_commit(&p, id, note);
	else
		cx_raise(CX_NO);
	cx_config_free(config);
}

/* What the command line says. */
struct line {
	struct cx_publisher p;
	const char *config, *cat, *same, *note, *needed, *delta;
	const char *behind, *fresh, *vault;
	bool search, nul, json;
};

static void
check(const struct line *l, const struct cx_args *a)
{
	bool commit = l->p.mode == CX_COMMIT;
	int asked = (l->p.mode != CX_NOWHERE) + !!l->cat + !!l->same +
	    !!l->needed + !!l->behind;

	if (asked != 1)
		cx_usage_die(a, "give one of -o, --stage, --commit, --check, "
		    "--needed, --behind and --cat");
	if (!l->behind && (l->fresh || l->json || l->vault))
		cx_usage_die(a, "--fresh, --json and -C go with --behind");
	if (l->delta && l->p.mode != CX_STAGE)
		cx_usage_die(a, "--delta goes with --stage");
	if (l->nul && !l->needed)
		cx_usage_die(a, "-0 goes with --needed");
	if (l->needed && a->argc > 1)
		cx_usage_die(a, "--needed takes one file, not also '%s'",
		    a->argv[1]);
	if (l->search && (l->cat || l->needed || l->delta || l->behind ||
	    commit))
		cx_usage_die(a, "--search goes with -o, --stage and --check");
	if (l->note && !l->same && !commit)
		cx_usage_die(a, "--statcache goes with --commit and --check");
	if ((l->cat || l->same || l->behind) && a->argc > 0)
		cx_usage_die(a, "--%s takes no operand, not '%s'",
		    l->cat ? "cat" : l->same ? "check" : "behind",
		    a->argv[0]);
	if (commit && a->argc > 1)
		cx_usage_die(a, "--commit takes one id, not also '%s'",
		    a->argv[1]);
}

static void
run_configured(struct line *l, const struct cx_args *a)
{
	struct cx_config *config = cx_config_load(l->config);

	if (l->behind)
		index_behind(l->behind, config, l->vault, l->fresh, l->json);
	else if (l->needed)
		delta_list(l->needed, config, a->argc ? a->argv[0] : "-",
		    l->nul ? '\0' : '\n');
	else
		delta_stage(&l->p, config, l->delta, a->argv, a->argc);
	cx_config_free(config);
}

int
main(int argc, char **argv)
{
	struct cx_args a = cx_args(&usage, argc, argv);
	struct line l = {.p = {.mode = CX_NOWHERE}};
	int c;

	while ((c = cx_args_next(&a)) != 0) {
		switch (c) {
		case 'o':
			cx_publisher_set(&l.p, &a, CX_OUT);
			break;
		case CX_LONG + OPT_STAGE:
			cx_publisher_set(&l.p, &a, CX_STAGE);
			break;
		case CX_LONG + OPT_COMMIT:
			cx_publisher_set(&l.p, &a, CX_COMMIT);
			break;
		case CX_LONG + OPT_CAT:
			l.cat = a.value;
			break;
		case CX_LONG + OPT_SEARCH:
			l.search = true;
			break;
		case CX_LONG + OPT_CHECK:
			l.same = a.value;
			break;
		case CX_LONG + OPT_NEEDED:
			l.needed = a.value;
			break;
		case CX_LONG + OPT_DELTA:
			l.delta = a.value;
			break;
		case '0':
			l.nul = true;
			break;
		case CX_LONG + OPT_STATCACHE:
			l.note = a.value;
			break;
		case CX_LONG + OPT_BEHIND:
			l.behind = a.value;
			break;
		case CX_LONG + OPT_FRESH:
			l.fresh = a.value;
			break;
		case CX_LONG + OPT_JSON:
			l.json = true;
			break;
		case 'C':
			l.vault = a.value;
			break;
		default:
			l.config = a.value;
			break;
		}
	}
	check(&l, &a);
	if (l.cat) {
		print_records(l.cat);
	} else if (l.same) {
		check_same(l.same, l.config, l.search, l.note);
	} else if (l.needed || l.delta || l.behind) {
		run_configured(&l, &a);
	} else if (l.p.mode == CX_COMMIT) {
		cx_publisher_open(&l.p);
		cx_publisher_commit(&l.p, a.argc ? a.argv[0] : NULL, l.note);
	} else {
		write_index(&l.p, l.config, l.search, a.argv, a.argc);
	}
	return cx_finish();
}
