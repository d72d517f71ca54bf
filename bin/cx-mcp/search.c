/* search_memories, recall: query and project. */
#include "cx-mcp.h"

#include "lib/base/map.h"
#include "lib/text/doctext.h"

#include <stdlib.h>
#include <unistd.h>

/* What cx recall prints at most, so on all its pages. */
#define RECALL_MAX 100
/* Hits in other projects that are counted, and projects that are named. */
#define ELSEWHERE_MAX 100
#define ELSEWHERE_NAMED 5

/* Runs a question, for the notes of the call's scope or for all. */
static void
run_question(struct call *c, const struct command *q, struct ran *r,
    int64_t top, bool scoped)
{
	CX_AUTO_BUF limit = CX_BUF_INIT, where = CX_BUF_INIT;
	struct cx_str query = arg_text(c, "query");
	AUTO_COMMAND cmd = {.n = 0};

	for (size_t i = 0; i < q->n; i++)
		command_add(&cmd, q->argv[i]);
	cx_buf_int(&limit, top);
	command_add(&cmd, "--limit");
	command_add(&cmd, cx_buf_cstr(&limit));
	if (scoped)
		put_scope(&where, c);
	if (where.len) {
		command_add(&cmd, "--where");
		command_add(&cmd, cx_buf_cstr(&where));
	}
	command_add(&cmd, "--");
	if (query.len)
		command_add_str(&cmd, query);
	run_indexed(c, r, cmd.argv);
}

struct other {
	struct cx_str name;
	size_t n;
};

static int
most_first(const void *a, const void *b)
{
	const struct other *x = a, *y = b;

	return x->n != y->n ? (x->n < y->n ? 1 : -1) :
	    cx_str_cmp(x->name, y->name);
}

/* What is found in other projects, by project. */
static size_t
count_others(struct cx_str records, struct cx_map *map, struct other **all)
{
	AUTO_MEMORY m = {0};
	struct cx_str line;
	size_t cap = 0, total = 0;

	while (cx_str_split(&records, '\n', &line)) {
		struct cx_str name;
		uint32_t i;

		if (!memory_parse(&m, line))
			continue;
		name = cx_json_gets(m.root, "project", CX_STR(CX_NO_PROJECT));
		i = cx_map_get(map, name);
		if (i == CX_MAP_NONE) {
			/* Records do not live on. */
			char *copy = cx_malloc(name.len + 1);

			if (name.len)
				memcpy(copy, name.s, name.len);
			name.s = copy;
			i = cx_map_put(map, name);
			CX_GROW(*all, i, cap);
			(*all)[i] = (struct other){name, 0};
		}
		(*all)[i].n++;
		total++;
	}
	return total;
}

/* The next piece of what was said, with arguments of the call for options.
 * --where is first the argument, if there is one, and then the project. */
static void
put_for_agents(struct cx_buf *b, struct cx_str *line, bool *where)
{
	static const struct {
		const char *option, *is;
	} words[] = {{"--all", "all: true"}, {"--fuzzy", "fuzzy: true"},
	    {"--top", "limit"}, {"--where", "project"}, {"--", ""}};

	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
		struct cx_str option = cx_str(words[i].option);

		if (!cx_str_starts(*line, option))
			continue;
		if (*where && cx_str_is(option, "--where")) {
			cx_buf_puts(b, "where");
			*where = false;
		} else {
			cx_buf_puts(b, words[i].is);
		}
		*line = cx_str_from(*line, option.len);
		return;
	}
	cx_buf_char(b, line->s[0]);
	*line = cx_str_from(*line, 1);
}

static void
put_line(struct cx_buf *b, struct cx_str line, bool where)
{
	while (line.len)
		put_for_agents(b, &line, &where);
}

/* What a program said, without its name, on one line. */
static void
put_said(const struct call *c, struct cx_buf *b, struct cx_str said)
{
	CX_AUTO_BUF all = CX_BUF_INIT;
	bool where = arg_given(c, "where");
	struct cx_str line, rest;

	while (cx_str_split(&said, '\n', &line)) {
		rest = line;
		cx_str_split(&rest, ':', &line);
		if (!cx_str_starts(line, CX_STR("cx")) || !rest.len)
			continue;
		line = cx_str_trim(rest);
		/* How much lies elsewhere is counted below, or secret, as are
		 * the words that other projects have. */
		if (c->isolated ? !cx_str_starts(line, CX_STR("left out ")) :
		    !where && cx_str_has(line, CX_STR(" would match without "))
		    && cx_str_ends(line, CX_STR(" without --where")))
			continue;
		if (all.len)
			cx_buf_char(&all, '\n');
		put_line(&all, line, where);
	}
	put_clean(b, cx_buf_view(&all), "; ");
}

/* Nothing found is an answer too: where else there is something. */
static void
answer_nothing(struct call *c, struct cx_str records, struct cx_str said)
{
	CX_AUTO_BUF object = CX_BUF_INIT, text = CX_BUF_INIT;
	struct cx_printer p = cx_printer(&object);
	CX_AUTO_FREE struct other *all = NULL;
	CX_AUTO(cx_map_release) struct cx_map map = {0};
	size_t total = count_others(records, &map, &all), named = 0;

	CX_SORT(all, map.n, most_first);
	cx_buf_puts(&text, "0 found");
	cx_print_object(&p);
	if (c->project.len) {
		cx_buf_puts(&text, " in ");
		put_word(&text, cx_buf_view(&c->project));
		if (c->with_none)
			cx_buf_puts(&text, " and without a project");
		print_clean(&p, "project", cx_buf_view(&c->project));
	} else {
		cx_buf_puts(&text, " in any project");
	}
	cx_print_karray(&p, "memories");
	cx_print_end(&p);
	if (total) {
		cx_print_karray(&p, "elsewhere");
	}
	for (size_t i = 0; i < map.n && i < ELSEWHERE_NAMED; i++) {
		bool none = cx_str_is(all[i].name, CX_NO_PROJECT);

		cx_buf_fmt(&text, "%s%zu ", i ? ", " : "; ", all[i].n);
		cx_buf_puts(&text, none ? "without a project" : "in ");
		cx_print_object(&p);
		if (!none) {
			put_word(&text, all[i].name);
			print_clean(&p, "project", all[i].name);
		}
		cx_print_kint(&p, "found", (int64_t)all[i].n);
		cx_print_end(&p);
		named += all[i].n;
	}
	if (total) {
		if (total > named)
			cx_buf_fmt(&text, ", %zu in others", total - named);
		if (total >= ELSEWHERE_MAX)
			cx_buf_puts(&text, " (of the first 100)");
		cx_buf_puts(&text, ": ask with project \"*\"");
		cx_print_end(&p);
		cx_print_kstr(&p, "ask_with", CX_STR("project"));
	}
	if (said.len) {
		cx_buf_char(&text, '\n');
		cx_buf_str(&text, said);
		cx_print_kstr(&p, "why", said);
	}
	cx_print_end(&p);
	answer(cx_buf_view(&object), cx_buf_view(&text));
	for (size_t i = 0; i < map.n; i++)
		free((char *)(uintptr_t)all[i].name.s);
}

/* Why a note is absent or low: its record says so. */
static void
answer_why_not(struct call *c, struct cx_str record)
{
	CX_AUTO_BUF object = CX_BUF_INIT, text = CX_BUF_INIT;
	CX_AUTO_BUF said = CX_BUF_INIT, why = CX_BUF_INIT;
	CX_AUTO_BUF members = CX_BUF_INIT;
	struct cx_printer p = cx_printer(&object);
	AUTO_MEMORY m = {0};

	if (!memory_parse(&m, record))
		fail("MEMORY_NOT_FOUND", "why_not: the index does not have "
		    "this note");
	put_line(&said, cx_json_gets(m.root, "why_not", CX_STR("")),
	    arg_given(c, "where"));
	put_why(c, &m, &why, &members);
	put_head(c, &text, &m, HEAD_ALL, CX_STR(""));
	cx_buf_char(&text, '\n');
	cx_buf_str(&text, cx_buf_view(&said));
	cx_buf_str(&text, cx_buf_view(&why));
	cx_print_object(&p);
	print_head(c, &p, &m, HEAD_ALL);
	cx_print_kstr(&p, "why_not", cx_buf_view(&said));
	cx_buf_str(&object, cx_buf_view(&members));
	cx_print_end(&p);
	answer(cx_buf_view(&object), cx_buf_view(&text));
}

/* Tokens that a result takes at least, to tell how many a budget may hold. */
#define RESULT_TOKENS 24

/* The limit that was given; without one, as many as the budget may hold. */
static int64_t
limit_of(const struct call *c)
{
	return arg_given(c, "limit") ? arg_int(c, "limit") :
	    arg_int(c, "budget") / RESULT_TOKENS;
}

static void
answer_question(struct call *c, struct command *q, int64_t from,
    bool memory, const char *source)
{
	bool why_not = arg_given(c, "why_not");
	/* One more shows whether there is another page. */
	int64_t limit = limit_of(c), top = from + limit + !why_not;
	AUTO_RAN r = {0}, others = {0};
	struct results *results = NULL;
	CX_AUTO_BUF said = CX_BUF_INIT;

	if (memory && top > RECALL_MAX)
		top = RECALL_MAX;
	do {
		ran_release(&r);
		results_drop(results);
		run_question(c, q, &r, top, true);
		results = !why_not && (r.out.len || from) ?
		    results_ranked(c, cx_buf_view(&r.out), from, limit) :
		    NULL;
	} while (call_renewed(c));
	put_said(c, &said, cx_buf_view(&r.err));
	if (why_not) {
		answer_why_not(c, cx_buf_view(&r.out));
	} else if (results) {
		cx_buf_str(&answer_note, cx_buf_view(&said));
		results_answer(c, results, source);
	} else {
		if (c->project.len && !c->isolated)
			run_question(c, q, &others, ELSEWHERE_MAX, false);
		if (arg_given(c, "project") && c->project.len &&
		    !is_project(c, cx_buf_view(&c->project)))
			cx_buf_fmt(&said, "%sno note has that project: "
			    "list_projects names them", said.len ? "; " : "");
		answer_nothing(c, cx_buf_view(&others.out),
		    cx_buf_view(&said));
	}
}

/*
 * Whether a scope is the name of a project; what is reserved, and what
 * [scopes] has, is not.  So naming a project is what lets a caller out of
 * the one detected, and nothing else does.
 */
static bool
is_other(struct call *c, struct cx_str scope)
{
	const struct cx_json *scopes = cx_json_get(cx_config_root(c->config),
	    "scopes");

	if (CX_ONE_OF(scope, "meetings", "recent", "open") ||
	    cx_str_starts(scope, CX_STR("meeting:")) ||
	    cx_json_getn(scopes, scope))
		return false;
	return is_project(c, scope);
}

/* The arguments that are options of cx search. */
static void
ask_options(struct call *c, struct command *q)
{
	const struct cx_json *v;

	for (const struct arg *a = c->tool->args; a->name; a++) {
		if (!a->option || !arg_given(c, a->name))
			continue;
		v = cx_json_get(c->args, a->name);
		if (v->type != CX_JSON_ARRAY)
			command_add(q, a->option);
		if (v->type == CX_JSON_STRING)
			command_add_str(q, cx_json_str(v));
		CX_JSON_EACH(e, v) {
			command_add(q, a->option);
			command_add_str(q, cx_json_str(e));
		}
	}
}

/*
 * As cx search --json and cx recall do, the index being fresh: they come to a
 * cx-score, which is asked itself, but for a relation and for several vaults.
 */
static void
ask_vault(struct call *c, const char *command, const char *source)
{
	bool memory = strcmp(command, "recall") == 0;
	bool all = arg_given(c, "all");
	static const char *const score[] = {"cx-score", "-i", "index",
	    "--search", "--fresh=no"};
	AUTO_COMMAND q = {.n = 0};
	int64_t from = arg_cursor(c);
	struct cx_str scope = arg_text(c, "scope");

	if (arg_given(c, "about") && !arg_given(c, "query"))
		fail("INVALID_ARGUMENT", "about: needs a query, the prompt");
	if (arg_given(c, "about") && arg_given(c, "why_not"))
		fail("INVALID_ARGUMENT", "about and why_not exclude each "
		    "other");
	if (memory && from >= RECALL_MAX)
		fail("INVALID_ARGUMENT", "cursor: there are no results after "
		    "the first %d", RECALL_MAX);
	call_scope(c, "project");
	/* What these name may be newer than the index. */
	if (scope.len || arg_given(c, "relation") || arg_given(c, "why_not"))
		(void)call_renewed(c);
	memory_of_vaults = c->about->vaults && !c->isolated &&
	    !arg_given(c, "relation") && !arg_given(c, "why_not");
	if (arg_given(c, "relation") || memory_of_vaults) {
		const char *const cx[] = {"cx", "-C", c->vault, command,
		    "--json", "--no-log", memory_of_vaults ? "--content" :
		    "--fresh=no", "--vaults", c->about->vaults};

		for (size_t i = 0; i < 7U + 2 * memory_of_vaults; i++)
			command_add(&q, cx[i]);
		if (all)
			command_add(&q, "--all");
	} else {
		for (size_t i = 0; i < sizeof score / sizeof score[0]; i++)
			command_add(&q, score[i]);
		if (!all)
			command_add(&q, "--current");
		if (memory)
			command_add(&q, access(".cortex/access", F_OK) == 0 ?
			    "--access=.cortex/access" : "--access=/dev/null");
	}
	if (scope.len && is_other(c, scope)) {
		/* Where projects are kept apart it is one of them. */
		if (!c->isolated) {
			c->project.len = 0;
			cx_buf_str(&c->project, scope);
			c->with_none = false;
		}
	}
	ask_options(c, &q);
	if (arg_given(c, "why_not")) {
		AUTO_MEMORY m = {0};

		memory_find(c, &m, arg_text(c, "why_not"),
		    cx_buf_view(&c->project));
		command_add(&q, "--why-not");
		command_add_str(&q, m.path);
	}
	answer_question(c, &q, from, memory, source);
}

void
search_memories(struct call *c)
{
	ask_vault(c, "search", "search");
}

void
recall(struct call *c)
{
	ask_vault(c, "recall", "recall");
}
