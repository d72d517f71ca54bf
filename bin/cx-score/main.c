/* cx-score - rank records against a query */
#include "bin/cx-score/score.h"

#include "lib/base/opt.h"
#include "lib/base/platform.h"

#include <stdlib.h>
#include <unistd.h>

#define LINE_TOKENS 60
/* Words and phrases of a query, and phrases that it leaves out. */
#define WORDS_MAX 10000
#define WITHOUT_MAX 100
#define TOO_LONG "a query has at most 10000 words and phrases, and 100 "      \
    "-\"phrases\"; this one has %zu and %zu"

static const char *config_file, *queries, *access_fold, *fresh;
static const char *project, *type, *since, *vaults;
static int64_t top = -1, hot = -1, warm = -1;
static int rank = -1, snippets;
static int64_t tokens = 200; /* of the passages of a note */
static int part = -1;
static struct cx_opt_list files, where, tags;
static struct settings s = {.log = {.top = 100}};

static const struct cx_opt options[] = {
    CX_OPT_WORD(0, "rank", "NAME", rank, "cortex recall context score",
	"cortex (default), recall, context or score"),
    CX_OPT_INT(0, "top", "N", top, 0, INT32_MAX,
	"at most N results, 0 for all (10)"),
    CX_OPT_INT(0, "limit", "N", top, 0, INT32_MAX, "the same"),
    CX_OPT_LIST(0, "where", "EXPR", where,
	"only records that match EXPR; may be repeated"),
    CX_OPT_TEXT(0, "project", "NAME", project, "only notes of this project"),
    CX_OPT_TEXT(0, "type", "TYPE", type, "only notes of this type"),
    CX_OPT_LIST(0, "tag", "TAG", tags,
	"only with this tag or one below it; repeated: all"),
    CX_OPT_TEXT(0, "scope", "SCOPE", s.scope,
	"with -i: a project, a directory, recent, open, meetings, meeting:ID "
	"or a name of [scopes]"),
    CX_OPT_TEXT(0, "only", "FILE", s.only_file,
	"only records whose path a record in FILE has"),
    CX_OPT_TEXT(0, "since", "SPAN", since,
	"only updated within 12h, 7d, 2w, 3m, 1y"),
    CX_OPT_FLAG(0, "about", s.how.about,
	"only notes that the words, a prompt, are about, if any"),
    CX_OPT_FLAG(0, "case", s.how.with_case,
	"only notes with all words as typed, with the same case"),
    CX_OPT_FLAG(0, "copies", s.copies,
	"with --search: also copies of a better result"),
    CX_OPT_FLAG(0, "explain", s.explain, "add `why`: every factor"),
    CX_OPT_TEXT(0, "why-not", "PATH", s.why_not,
	"explain why this note is absent or ranked low"),
    {0, "snippets", "=TOKENS", "add `passages`: the best of the text (200)",
	.kind = CX_KIND_NUMBER, .number = &tokens, .lo = 20, .hi = 1000000,
	.mode = &snippets, .is = 1},
    CX_OPT_FLAG(0, "line", s.line, "the same, enough to fill a line"),
    CX_OPT_TEXT(0, "queries", "FILE", queries,
	"many queries: NDJSON with query and qid"),
    CX_OPT_INT(0, "hot", "DAYS", hot, 0, 1000000, "maximum age of a hot note"),
    CX_OPT_INT(0, "warm", "DAYS", warm, 0, 1000000,
	"maximum age of a warm note"),
    CX_OPT_NOW,
    CX_OPT_TEXT(0, "access", "FILE", access_fold,
	"also rank by recency and accesses; implies recall"),
    CX_OPT_FLAG(0, "body", s.body, "add `body`: the text"),
    CX_OPT_FLAG(0, "linked", s.how.linked,
	"with context, -i: also notes linked to or from results"),
    CX_OPT_FLAG(0, "current", s.how.in_force,
	"omit notes no longer in force, such as archived ones"),
    CX_OPT_FLAG(0, "fuzzy", s.fuzzy,
	"with -i: replace a word that no note has with the nearest"),
    CX_OPT_FLAG(0, "search", s.search,
	"with -i: use [search] rank, limit; explain empty results"),
    CX_OPT_FLAG(0, "nothing", s.nothing,
	"with --search: explain empty results as JSON on stdout"),
    CX_OPT_TEXT(0, "log", "SOURCE", s.log.source,
	"with -i: log the results as listed by it, search or recall"),
    CX_OPT_INT(0, "log-top", "N", s.log.top, 0, INT32_MAX,
	"log the first N only (100)"),
    CX_OPT_TEXT(0, "session", "ID", s.log.session,
	"session of the log entries"),
    CX_OPT_TEXT(0, "fresh", "HOW", fresh,
	"no, fast (default), full, configured; require: or exit with 5"),
    CX_OPT_TEXT('i', NULL, "DIR", s.index, "search through the index in DIR"),
    CX_OPT_TEXT(0, "vaults", "FILE", vaults,
	"instead of -i: through the indexes of the vaults in FILE, "
	"NAME:DIRECTORY a line, as if one held all notes"),
    CX_OPT_WORD(0, "part", "HOW", part, "loud quiet",
	"for cx-remote: one of several parts; quiet: without notes"),
    CX_OPT_TEXT('C', NULL, "VAULT", s.vault,
	"the vault, for texts that are not in the index"),
    CX_OPT_LIST('f', NULL, "FILE", files,
	"read records from FILE; may be repeated"),
    CX_OPT_TEXT('c', NULL, "CONFIG", config_file,
	"configuration, as cx-config prints it"),
    CX_OPT_END};

static const struct cx_usage usage = {"cx-score",
    "[-c CONFIG] [--rank NAME] [--top N] [--where EXPR] [--project NAME] "
    "[--type TYPE] [--tag TAG] [--scope SCOPE] [--only FILE] "
    "[--since SPAN] [-i DIR] [--about] [--case] [--copies] [--explain] "
    "[--why-not PATH] "
    "[--snippets[=TOKENS] | --line] [--queries FILE] "
    "[--hot DAYS] [--warm DAYS] [--now DATE] [--access FILE] [--body] "
    "[--current] [--linked] [--fuzzy] [--search [--nothing]] "
    "[--fresh HOW] [--log SOURCE [--log-top N] [--session ID]] "
    "[-C VAULT] [--vaults FILE] [--part HOW] "
    "[-f FILE]... [--] [WORD...]",
    "rank records against a query", options, true};

/* One query; it is left out, with a message, if it has more than can be looked
 * for in a second or two.  What is not to be there has each text read. */
static void
ask(size_t *cap, const struct cx_query_text *text, struct cx_str qid)
{
	struct cx_query *q;
	size_t n = 0;

	CX_GROW(s.asks, s.n_asks, *cap);
	s.asks[s.n_asks].qid = qid;
	q = &s.asks[s.n_asks++].query;
	cx_query_parse(q, text, least_word(&s));
	if (s.how.with_case)
		cx_query_quote(q);
	for (size_t i = 0; i < q->n; i++)
		n += q->terms[i].exclude && q->terms[i].phrase;
	s.bodies.needed |= n > 0;
	if (q->n <= WORDS_MAX && n <= WITHOUT_MAX)
		return;
	if (!queries)
		cx_die(CX_USAGE, TOO_LONG, q->n, n);
	cx_error(CX_PARTIAL, "query %.*s: " TOO_LONG, (int)qid.len,
	    qid.s ? qid.s : "", q->n, n);
	cx_query_release(q);
	s.n_asks--;
}

/* Whoever pasted a command did not mean to leave anything out. */
static void
say_excluded(const struct cx_query *q)
{
	CX_AUTO_BUF b = CX_BUF_INIT;

	for (size_t i = 0; i < q->n; i++) {
		const struct cx_query_term *t = &q->terms[i];
		bool any = t->field == CX_FIELD_ANY;

		if (t->exclude)
			cx_buf_fmt(&b, "%s'%s%s%.*s'", b.len ? " or " : "",
			    any ? "" : cx_field_names[t->field], any ? "" : ":",
			    (int)t->typed.len, t->typed.s);
	}
	if (b.len)
		cx_note("without notes that have %s", cx_buf_cstr(&b));
}

/* {"qid":...,"query":"..."} a line; qid is printed as it was written. */
static void
read_queries(size_t *cap, struct cx_arena *arena)
{
	char *file[] = {(char *)(uintptr_t)queries};
	struct cx_reader *r = cx_reader_open(file, 1);
	struct cx_record rec;

	while (cx_reader_next(r, &rec)) {
		const struct cx_str name = CX_STR("qid");
		struct cx_query_text one = {.n = 0};
		struct cx_str qid, text = cx_record_str(&rec, "query",
		    (struct cx_str){NULL, 0});

		if (!text.s)
			cx_record_die(&rec, "no member 'query'");
		cx_record_texts(rec.line, &name, 1, &qid);
		if (qid.s)
			qid = cx_arena_copy(arena, qid);
		cx_query_text_add(&one, text, false);
		ask(cap, &one, qid);
		cx_query_text_release(&one);
	}
	cx_reader_close(r);
}

/* [search] speaks for cx search, not for the filter. */
static void
apply_settings(void)
{
	struct cx_str named = cx_config_str(s.config, "search", "rank");

	s.top = top >= 0 ? (size_t)top : s.search ?
	    (size_t)cx_config_int(s.config, "search", "limit") : 10;
	/* What is remembered of all notes is not asked for at once. */
	if (s.search && access_fold && (s.top == 0 || s.top > 100))
		s.top = 100;
	s.how.limit = s.why_not ? 0 : s.top;
	s.how.fold = s.search && !s.copies && !s.why_not;
	if (rank >= 0)
		s.how.by = (enum cx_rank)rank;
	else if (access_fold || (s.search && cx_str_is(named, "recall")))
		s.how.by = CX_RANK_RECALL;
	else
		s.how.by = CX_RANK_KEYWORD;
}

static bool
is_stdin(const char *file)
{
	return file && strcmp(file, "-") == 0;
}

/* Records, a fold and paths: only one of them can be standard input. */
static void
check_stdin(const struct cx_args *a)
{
	int n = (!s.index && files.n == 0) + is_stdin(vaults) + (part >= 0);

	for (size_t i = 0; i < files.n; i++)
		n += is_stdin(files.v[i]);
	if (n + is_stdin(access_fold) + is_stdin(s.only_file) > 1)
		cx_usage_die(a, "standard input is to be read twice; give the "
		    "records with -i or -f");
}

static void
check_access(const struct cx_args *a)
{
	if (!access_fold)
		return;
	if (s.search && (top == 0 || top > 100))
		cx_usage_die(a, "--limit: '%lld' is not a number from 1 to "
		    "100", (long long)top);
	if (s.how.by != CX_RANK_RECALL)
		cx_usage_die(a, "--access is for the ranking recall only");
}

static void
check(const struct cx_args *a)
{
	bool words = a->argc || queries, only = s.filters.len > 0;

	if (s.how.by == CX_RANK_SCORE && words)
		cx_usage_die(a, "--rank score sorts by the score that is "
		    "there and takes no words");
	if (s.how.by == CX_RANK_CONTEXT && words)
		cx_usage_die(a, "--rank context takes no words; use --rank "
		    "recall to search");
	if (s.how.linked && (s.how.by != CX_RANK_CONTEXT || !s.index))
		cx_usage_die(a, "--linked needs --rank context and -i");
	if (s.body && !s.index)
		cx_usage_die(a, "--body needs -i; records that are read "
		    "keep theirs");
	if (s.snippets && !words)
		cx_usage_die(a, "--snippets and --line need words to search "
		    "for");
	if (s.how.by == CX_RANK_SCORE && s.index)
		cx_usage_die(a, "an index has no scores to sort by");
	if ((s.scope || s.fuzzy || s.search) && !s.index)
		cx_usage_die(a, "--scope, --fuzzy and --search need an index: "
		    "-i DIR");
	if (s.log.source && (!s.index || queries ||
	    cx_access_source(cx_str(s.log.source)) < 0))
		cx_usage_die(a, "--log takes a source such as search, with "
		    "-i DIR and without --queries");
	if (s.nothing && !s.search)
		cx_usage_die(a, "--nothing needs --search");
	if (!words && s.how.by != CX_RANK_SCORE &&
	    s.how.by != CX_RANK_CONTEXT && !access_fold &&
	    !(s.search && only))
		cx_usage_die(a, "no words to search for");
	if (s.how.about && (!s.index || !a->argc ||
		s.how.by != CX_RANK_RECALL || s.why_not))
		cx_usage_die(a, "--about is for words, with -i DIR and the "
		    "ranking recall, without --why-not");
	if (s.how.with_case && (!words || s.how.by != CX_RANK_RECALL ||
		s.fuzzy || s.how.about))
		cx_usage_die(a, "--case is for words and the ranking recall, "
		    "without --fuzzy and --about");
	if (a->argc && queries)
		cx_usage_die(a, "words or --queries, not both");
	if (fresh && !s.index)
		cx_usage_die(a, "--fresh needs an index; give -i DIR");
	if (s.fresh_require && s.fresh == CX_FRESH_NO)
		cx_usage_die(a, "--fresh: no and require exclude each other");
	if (vaults && (s.vault || s.log.source || (fresh &&
		(s.fresh_require || s.fresh != CX_FRESH_NO))))
		cx_usage_die(a, "--vaults goes without -i, -C, --log and "
		    "--fresh, except --fresh=no");
	if (s.index && files.n)
		cx_usage_die(a, "-i DIR or -f FILE, not both");
	if (part >= 0 && (!s.index || s.why_not || queries || s.only_file ||
		s.nothing || s.log.source || s.fresh_require ||
		s.how.by == CX_RANK_SCORE))
		cx_usage_die(a, "--part needs an index, and goes without "
		    "--why-not, --queries, --only, --nothing and --log");
}

/* What the options ask for beside the words, as one expression; but for the
 * scope, which an index has to tell. */
static void
read_filters(const struct cx_args *a)
{
	const struct {
		const char *option, *member, *value;
	} equal[] = {{"--project", "project", project},
	    {"--type", "type", type}};

	for (size_t i = 0; i < where.n; i++) {
		cx_expr_free(cx_expr_arg("--where", cx_str(where.v[i])));
		filter_add(&s, "--where", where.v[i]);
	}
	for (size_t i = 0; i < sizeof equal / sizeof *equal; i++) {
		if (equal[i].value)
			filter_equal(&s, equal[i].option, equal[i].member,
			    equal[i].value);
	}
	if (since && !filter_since(&s, since))
		cx_usage_die(a, "--since: '%s' is not a span such as 12h, 7d, "
		    "2w, 3m or 1y", since);
	for (size_t i = 0; i < tags.n; i++)
		filter_tag(&s, tags.v[i]);
	if (s.how.with_case)
		filter_name(&s, "--case");
	if (s.scope)
		filter_name(&s, "--scope");
	if (s.only_file)
		filter_name(&s, s.search ? "--relation" : "--only");
}

/* A query that only says where to look has no words to rank by. */
static bool
has_words(const struct cx_query *q)
{
	for (size_t i = 0; i < q->n; i++) {
		if (!q->terms[i].exclude && q->terms[i].field == CX_FIELD_ANY)
			return true;
	}
	return false;
}

/* Whether what the filters leave is listed, by its date. */
static bool
lists(const struct cx_query *q)
{
	return s.how.by == CX_RANK_RECALL && (s.search ? (q->positive ||
	    q->filters) && !has_words(q) : q->filters && !q->n);
}

int
main(int argc, char **argv)
{
	struct cx_args a = cx_args_parse(&usage, argc, argv);
	CX_AUTO(cx_query_text_release) struct cx_query_text text = {.n = 0};
	CX_AUTO_BUF about = CX_BUF_INIT;
	CX_AUTO(cx_arena_release) struct cx_arena arena = {0};
	size_t asks_cap = 0;

	s.snippets = snippets ? (size_t)tokens : s.line ? LINE_TOKENS : 0;
	if (!s.log.source)
		cx_only_read(-1, false);
	s.config = cx_config_load(config_file);
	if (fresh && !fresh_parse(&s, cx_str(fresh)))
		cx_usage_die(&a, "--fresh: '%s' must be one of no, fast, "
		    "full, configured, require and quiet", fresh);
	if (vaults && s.index)
		cx_usage_die(&a, "-i DIR or --vaults FILE, not both");
	/* Whatever an index can do, they can. */
	if (vaults)
		s.index = vaults;
	s.files = files.v;
	s.n_files = (int)files.n;
	apply_settings();
	check_access(&a);
	check_stdin(&a);
	read_filters(&a);
	check(&a);
	if (part >= 0)
		s.parts = cx_parts_new(STDIN_FILENO, STDOUT_FILENO);
	cx_no_notes = part == 1;
	/* Each part has its own, or none. */
	if (s.parts && access_fold && access(access_fold, F_OK) != 0 &&
	    !vaults)
		access_fold = "/dev/null";
	if (vaults) {
		vaults_read(&s, vaults, access_fold);
		vaults_open(&s);
	}
	if (s.parts)
		vaults_greet(&s);
	if (s.only_file)
		filter_only(&s);
	s.how.layers = cx_layers_init(s.config, hot, warm);
	s.bodies = (struct cx_bodies){.vault = s.vault, .config = s.config};
	for (int i = 0; i < a.argc; i++)
		cx_query_text_add(&text, cx_str(a.argv[i]), i < a.before);
	if (queries) {
		read_queries(&asks_cap, &arena);
	} else if (s.how.about) {
		struct cx_query_text words = {.n = 0};

		about_words(&about, cx_buf_view(&text.text));
		cx_query_text_add(&words, cx_buf_view(&about), false);
		ask(&asks_cap, &words, (struct cx_str){NULL, 0});
		cx_query_text_release(&words);
	} else {
		text.filter = filter_said;
		text.arg = &s;
		ask(&asks_cap, &text, (struct cx_str){NULL, 0});
		say_excluded(&s.asks[0].query);
	}
	s.how.alone = !queries && (a.argc == 0 || lists(&s.asks[0].query));
	if (s.how.by == CX_RANK_KEYWORD && !s.search && !queries &&
	    s.asks[0].query.filters && !s.asks[0].query.positive)
		cx_usage_die(&a, "no words to search for");
	if (s.how.alone && s.how.by == CX_RANK_RECALL && !access_fold)
		access_fold = "/dev/null";
	if (access_fold)
		s.how.blend = cx_blend_new(s.config, vaults ? NULL :
		    access_fold, s.n_asks == 1);
	if (!s.scope)
		filters_compile(&s);
	if (s.how.about && about.len == 0) {
		cx_raise(CX_NO);
		if (s.parts)
			cx_buf_puts(cx_out(), "{\"end\":0}\n");
	} else if (s.index || (s.how.by == CX_RANK_RECALL && !s.how.alone)) {
		if (s.fresh_require)
			fresh_making(&s);
		score_set(&s);
	} else {
		if (s.how.blend)
			cx_blend_load(s.how.blend, NULL, 0);
		score_stream(&s);
	}
	log_end(&s.log, cx_buf_view(&text.text), s.vault, s.config);
	for (size_t i = 0; i < s.n_asks; i++)
		cx_query_release(&s.asks[i].query);
	free(s.asks);
	result_release();
	cx_bodies_release(&s.bodies);
	vaults_release(&s);
	cx_blend_free(s.how.blend);
	free(files.v);
	free(where.v);
	free(tags.v);
	filters_release(&s);
	cx_parts_free(s.parts);
	cx_config_free(s.config);
	return cx_finish();
}
