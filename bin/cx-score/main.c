/* cx-score - rank records against a query */
#include "bin/cx-score/blend.h"
#include "bin/cx-score/fresh.h"
#include "bin/cx-score/query.h"
#include "bin/cx-score/score.h"

#include "lib/base/date.h"
#include "lib/record/expr.h"
#include "lib/base/opt.h"
#include "lib/record/record.h"

#include <stdlib.h>

enum { OPT_RANK, OPT_TOP, OPT_WHERE, OPT_EXPLAIN, OPT_WHY_NOT, OPT_SNIPPETS,
	OPT_QUERIES, OPT_HOT, OPT_WARM, OPT_NOW, OPT_ACCESS, OPT_BODY,
	OPT_LINKED, OPT_CURRENT, OPT_FRESH };

static const struct cx_opt options[] = {
    [OPT_RANK] = {0, "rank", "NAME",
	"cortex (default), recall, context or score"},
    [OPT_TOP] = {0, "top", "N", "at most N results, 0 for all (10)"},
    [OPT_WHERE] = {0, "where", "EXPR", "only records that match EXPR"},
    [OPT_EXPLAIN] = {0, "explain", NULL, "add `why`: every factor"},
    [OPT_WHY_NOT] = {0, "why-not", "PATH",
	"why this atom is absent or low"},
    [OPT_SNIPPETS] = {0, "snippets", NULL, "add `snippets`: the best lines"},
    [OPT_QUERIES] = {0, "queries", "FILE",
	"many queries: NDJSON with query and qid"},
    [OPT_HOT] = {0, "hot", "DAYS", "how old a hot atom may be"},
    [OPT_WARM] = {0, "warm", "DAYS", "how old a warm atom may be"},
    [OPT_NOW] = {0, "now", "DATE",
	"YYYY-MM-DD[THH:MM:SS] instead of the clock"},
    [OPT_ACCESS] = {0, "access", "FILE",
	"rank by recency and accesses, too; implies recall"},
    [OPT_BODY] = {0, "body", NULL, "add `body`: the text"},
    [OPT_LINKED] = {0, "linked", NULL,
	"with context, -i: also what is linked with the results"},
    [OPT_CURRENT] = {0, "current", NULL,
	"leave out notes that are over, such as archived ones"},
    [OPT_FRESH] = {0, "fresh", "HOW",
	"no, fast (default), full; require: else end with 5"},
    {'i', NULL, "DIR", "search through the index in DIR"},
    {'C', NULL, "VAULT", "the vault, for texts that are not in the index"},
    {'f', NULL, "FILE", "read records from FILE; may be repeated"},
    {'c', NULL, "CONFIG", "configuration, as cx-config prints it"},
    {0, NULL, NULL, NULL}};

static const struct cx_usage usage = {"cx-score",
    "[-c CONFIG] [--rank NAME] [--top N] [--where EXPR] [-i DIR] [--explain] "
    "[--why-not PATH] [--snippets] [--queries FILE] [--hot DAYS] "
    "[--warm DAYS] [--now DATE] [--access FILE] [--body] [--current] "
    "[--linked] [--fresh HOW] [-C VAULT] [-f FILE]... [--] [WORD...]",
    "rank records against a query", options};

/* The operands as one text; the shell has taken the quotes away. */
static void
join(struct cx_buf *b, char *const *words, int n)
{
	for (int i = 0; i < n; i++) {
		if (i)
			cx_buf_char(b, ' ');
		cx_buf_puts(b, words[i]);
	}
}

static void
ask(struct settings *s, size_t *cap, struct cx_str text, struct cx_str qid)
{
	if (s->n_asks == *cap)
		s->asks = cx_grow(s->asks, cap, sizeof *s->asks);
	s->asks[s->n_asks].qid = qid;
	query_parse(&s->asks[s->n_asks++].query, text,
	    s->rank == RANK_RECALL ? 1 : 2);
}

/* {"qid":...,"query":"..."} a line; qid is printed as it was written. */
static void
read_queries(struct settings *s, size_t *cap, const char *file,
    struct cx_arena *arena)
{
	char *files[] = {(char *)(uintptr_t)file};
	struct cx_reader *r = cx_reader_open(files, 1);
	struct cx_record rec;

	while (cx_reader_next(r, &rec)) {
		const struct cx_str name = CX_STR("qid");
		struct cx_str qid, text = cx_record_str(&rec, "query",
		    (struct cx_str){NULL, 0});

		if (!text.s)
			cx_record_die(&rec, "no member 'query'");
		cx_record_texts(rec.line, &name, 1, &qid);
		if (qid.s)
			qid = cx_arena_copy(arena, qid);
		ask(s, cap, text, qid);
	}
	cx_reader_close(r);
}

static enum rank
rank_named(const struct cx_args *a)
{
	if (cx_str_is(cx_str(a->value), "cortex"))
		return RANK_CORTEX;
	if (cx_str_is(cx_str(a->value), "recall"))
		return RANK_RECALL;
	if (cx_str_is(cx_str(a->value), "context"))
		return RANK_CONTEXT;
	if (cx_str_is(cx_str(a->value), "score"))
		return RANK_SCORE;
	cx_usage_die(a, "--rank: '%s' is none of cortex, recall, context, "
	    "score",
	    a->value);
}

/* What the command line says besides words. */
struct line {
	struct settings *s;
	const char *config, *now, *where, *queries, *rank, *fresh;
	int64_t hot, warm;
	size_t n_files, files_cap;
};

static void
option(struct line *l, const struct cx_args *a, int c)
{
	struct settings *s = l->s;

	switch (c) {
	case CX_LONG + OPT_BODY:
		s->body = true;
		break;
	case CX_LONG + OPT_CURRENT:
		s->current = true;
		break;
	case CX_LONG + OPT_LINKED:
		s->linked = true;
		break;
	case CX_LONG + OPT_ACCESS:
		s->access = a->value;
		break;
	case CX_LONG + OPT_RANK:
		s->rank = rank_named(a);
		l->rank = a->value;
		break;
	case CX_LONG + OPT_TOP:
		s->top = (size_t)cx_args_int(a, 0, INT32_MAX);
		break;
	case CX_LONG + OPT_WHERE:
		l->where = a->value;
		break;
	case CX_LONG + OPT_EXPLAIN:
		s->explain = true;
		break;
	case CX_LONG + OPT_WHY_NOT:
		s->why_not = a->value;
		break;
	case CX_LONG + OPT_SNIPPETS:
		s->snippets = true;
		break;
	case CX_LONG + OPT_QUERIES:
		l->queries = a->value;
		break;
	case CX_LONG + OPT_HOT:
		l->hot = cx_args_int(a, 0, 1000000);
		break;
	case CX_LONG + OPT_WARM:
		l->warm = cx_args_int(a, 0, 1000000);
		break;
	case CX_LONG + OPT_NOW:
		l->now = a->value;
		break;
	case CX_LONG + OPT_FRESH:
		l->fresh = a->value;
		if (!fresh_parse(s, cx_str(a->value)))
			cx_usage_die(a, "--fresh: '%s' is not of no, fast, "
			    "full, require and quiet", a->value);
		break;
	case 'i':
		s->index = a->value;
		break;
	case 'C':
		s->vault = a->value;
		break;
	case 'f':
		CX_GROW(s->files, l->n_files, l->files_cap);
		s->files[l->n_files++] = (char *)(uintptr_t)a->value;
		break;
	case 'c':
		l->config = a->value;
		break;
	}
}

/* A fold and records can't both be standard input. */
static void
check_access(const struct line *l, const struct cx_args *a)
{
	struct settings *s = l->s;
	bool records = !s->index && l->n_files == 0;

	if (!s->access)
		return;
	if (l->rank && s->rank != RANK_RECALL)
		cx_usage_die(a, "--access is for the ranking recall, not %s",
		    l->rank);
	s->rank = RANK_RECALL;
	for (size_t i = 0; i < l->n_files; i++)
		records = records || strcmp(s->files[i], "-") == 0;
	if (records && strcmp(s->access, "-") == 0)
		cx_usage_die(a, "standard input is to be read twice; give the "
		    "records with -i or -f");
}

static void
check(const struct line *l, const struct cx_args *a)
{
	const struct settings *s = l->s;
	bool words = a->argc || l->queries;

	if (s->rank == RANK_SCORE && words)
		cx_usage_die(a, "--rank score sorts by the score that is "
		    "there and takes no words");
	if (s->rank == RANK_CONTEXT && words)
		cx_usage_die(a, "--rank context takes no words; to look for "
		    "some there is --rank recall");
	if (s->linked && (s->rank != RANK_CONTEXT || !s->index))
		cx_usage_die(a, "--linked goes with --rank context and -i");
	if (s->body && !s->index)
		cx_usage_die(a, "--body goes with -i; records that are read "
		    "keep theirs");
	if (s->snippets && !words)
		cx_usage_die(a, "--snippets are of words, and there are none");
	if (s->rank == RANK_SCORE && s->index)
		cx_usage_die(a, "an index has no scores to sort by");
	if (!words && s->rank != RANK_SCORE && s->rank != RANK_CONTEXT &&
	    !s->access)
		cx_usage_die(a, "no words to look for");
	for (int i = 0; i < a->argc && !a->dashes; i++) {
		if (strncmp(a->argv[i], "--", 2) == 0)
			cx_usage_die(a, "'%s' stands behind a word; options "
			    "come first, or write -- before the words",
			    a->argv[i]);
	}
	if (a->argc && l->queries)
		cx_usage_die(a, "words, or --queries; not both");
	if (l->fresh && !s->index)
		cx_usage_die(a, "--fresh is about an index; give -i DIR");
	if (s->fresh_require && s->fresh == CX_FRESH_NO)
		cx_usage_die(a, "--fresh: no and require exclude each other");
	if (s->index && l->n_files)
		cx_usage_die(a, "-i DIR or -f FILE; not both");
}

int
main(int argc, char **argv)
{
	struct cx_args a = cx_args(&usage, argc, argv);
	struct settings s = {.top = 10, .rank = RANK_CORTEX};
	struct line l = {.s = &s, .hot = -1, .warm = -1};
	struct cx_buf text = CX_BUF_INIT;
	struct cx_arena arena = {0};
	size_t asks_cap = 0;
	int c;

	while ((c = cx_args_next(&a)) != 0)
		option(&l, &a, c);
	check_access(&l, &a);
	check(&l, &a);
	s.n_files = (int)l.n_files;
	s.alone = a.argc == 0 && !l.queries;
	cx_now_init(l.now);
	s.config = cx_config_load(l.config);
	s.layers = cx_layers_init(s.config, l.hot, l.warm);
	if (l.where)
		s.where = cx_expr_arg("--where", cx_str(l.where));
	join(&text, a.argv, a.argc);
	if (l.queries)
		read_queries(&s, &asks_cap, l.queries, &arena);
	else
		ask(&s, &asks_cap, cx_buf_view(&text),
		    (struct cx_str){NULL, 0});
	if (s.access)
		s.blend = blend_new(s.config, s.access, s.n_asks == 1);
	if (s.index || (s.rank == RANK_RECALL && !s.alone)) {
		score_set(&s);
	} else {
		if (s.blend)
			blend_load(s.blend, NULL, 0);
		score_stream(&s);
	}
	for (size_t i = 0; i < s.n_asks; i++)
		query_release(&s.asks[i].query);
	free(s.asks);
	blend_free(s.blend);
	free(s.files);
	cx_buf_release(&text);
	cx_arena_release(&arena);
	cx_expr_free(s.where);
	cx_config_free(s.config);
	return cx_finish();
}
