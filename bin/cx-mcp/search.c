/* search_memories, recall: what is asked, and of which project. */
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

/* A command without its project: an option of it, a value, what follows. */
struct question {
	const char *argv[256];
	struct cx_arena arena;
	size_t n;
	struct cx_str query;
};

static void
ask(struct question *q, const char *word)
{
	if (q->n + 1 == sizeof q->argv / sizeof q->argv[0])
		cx_die(CX_FAIL, "too many arguments");
	q->argv[q->n++] = word;
}

/* Runs it, for the notes of the call's scope or for all. */
static void
run_question(struct call *c, struct question *q, struct ran *r, int64_t top,
    bool scoped)
{
	CX_AUTO_BUF limit = CX_BUF_INIT, where = CX_BUF_INIT;
	size_t n = q->n;

	cx_buf_int(&limit, top);
	ask(q, "--limit");
	ask(q, cx_buf_cstr(&limit));
	if (scoped)
		put_scope(&where, c);
	if (where.len) {
		ask(q, "--where");
		ask(q, cx_buf_cstr(&where));
	}
	ask(q, "--");
	if (q->query.len)
		ask(q, q->query.s);
	q->argv[q->n] = NULL;
	run_indexed(c, r, q->argv);
	q->n = n;
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
	struct memory m = {0};
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
	memory_release(&m);
	return total;
}

/* The next piece of what was said, with the arguments of a call for options. */
static void
put_for_agents(struct cx_buf *b, struct cx_str *line)
{
	static const struct {
		const char *option, *is;
	} words[] = {{" --where", " project"},
	    {"; --all finds it", "; read_memories shows it"},
	    {"; --fuzzy searches for the nearest word", ""},
	    {" with --all", " with what is over"}, {"--", ""}};

	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
		struct cx_str option = cx_str(words[i].option);

		if (!cx_str_starts(*line, option))
			continue;
		cx_buf_puts(b, words[i].is);
		*line = cx_str_from(*line, option.len);
		return;
	}
	cx_buf_char(b, line->s[0]);
	*line = cx_str_from(*line, 1);
}

/* What a program said, without its name. */
static void
put_said(struct cx_buf *b, struct cx_str said)
{
	struct cx_str line, rest;

	while (cx_str_split(&said, '\n', &line)) {
		rest = line;
		cx_str_split(&rest, ':', &line);
		if (!cx_str_starts(line, CX_STR("cx")) || !rest.len)
			continue;
		line = cx_str_trim(rest);
		/* How much lies elsewhere is counted below. */
		if (cx_str_ends(line, CX_STR(" without --where")))
			continue;
		if (b->len)
			cx_buf_char(b, '\n');
		while (line.len)
			put_for_agents(b, &line);
	}
}

/* Nothing found is an answer too: where else there is something. */
static void
answer_nothing(struct call *c, struct cx_str records, struct cx_str said)
{
	CX_AUTO_BUF object = CX_BUF_INIT, text = CX_BUF_INIT;
	CX_AUTO_BUF hint = CX_BUF_INIT;
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
	cx_print_key(&p, "memories");
	cx_print_array(&p);
	cx_print_end(&p);
	if (total) {
		cx_print_key(&p, "elsewhere");
		cx_print_array(&p);
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
		put_clean(&hint, said, "; ");
		cx_buf_fmt(&text, "\n%s", cx_buf_cstr(&hint));
		cx_print_kstr(&p, "why", cx_buf_view(&hint));
	}
	cx_print_end(&p);
	answer(cx_buf_view(&object), cx_buf_view(&text));
	for (size_t i = 0; i < map.n; i++)
		free((char *)(uintptr_t)all[i].name.s);
}

static void
answer_question(struct call *c, struct question *q, int64_t from,
    bool memory, const char *source)
{
	/* One more shows whether there is another page. */
	int64_t top = from + arg_int(c, "limit") + 1;
	struct ran r = {0}, others = {0};
	struct results *results = NULL;
	CX_AUTO_BUF said = CX_BUF_INIT;

	if (memory && top > RECALL_MAX)
		top = RECALL_MAX;
	do {
		ran_release(&r);
		results_drop(results);
		run_question(c, q, &r, top, true);
		results = r.out.len || from ? results_ranked(c,
		    cx_buf_view(&r.out), from) : NULL;
	} while (call_renewed(c));
	if (results) {
		results_answer(c, results, source);
	} else {
		put_said(&said, cx_buf_view(&r.err));
		if (c->project.len && !c->isolated)
			run_question(c, q, &others, ELSEWHERE_MAX, false);
		if (arg_given(c, "project") && c->project.len &&
		    !is_project(c, cx_buf_view(&c->project)))
			cx_buf_fmt(&said, "%sno note has that project: "
			    "list_projects names them", said.len ? "\n" : "");
		answer_nothing(c, cx_buf_view(&others.out),
		    cx_buf_view(&said));
	}
	ran_release(&r);
	ran_release(&others);
}

/*
 * Whether a scope is the name of a project; what is reserved, and what
 * [scopes] has, is not.  So naming a project is what lets a caller out of
 * the one detected, and nothing else does.
 */
static bool
is_other(struct call *c, struct cx_str scope)
{
	static const char *const reserved[] = {"meetings", "recent", "open"};
	const struct cx_json *scopes = cx_json_get(cx_config_root(c->config),
	    "scopes");

	for (size_t i = 0; i < sizeof reserved / sizeof reserved[0]; i++)
		if (cx_str_is(scope, reserved[i]))
			return false;
	if (cx_str_starts(scope, CX_STR("meeting:")) ||
	    cx_json_getn(scopes, scope))
		return false;
	return is_project(c, scope);
}

/* An option with an argument of the call. */
static void
ask_with(struct question *q, const char *option, struct cx_str value)
{
	ask(q, option);
	ask(q, cx_arena_copy(&q->arena, value).s);
}

/*
 * As cx search --json and cx recall do, the index being fresh: they come to a
 * cx-score, which is asked itself, but for a relation.
 */
static void
ask_vault(struct call *c, const char *command, const char *source)
{
	bool memory = strcmp(command, "recall") == 0;
	static const char *const options[] = {"--type", "--since",
	    "--relation", "--scope"};
	struct question q = {.argv = {"cx-score", "-i", "index", "--search",
	    "--fresh=no", "--current"}, .n = 6};
	int64_t from = arg_cursor(c);
	struct cx_str scope = arg_text(c, "scope");
	const struct cx_json *tags = arg_tags(c, "tags"), *t;

	if (arg_given(c, "about") && !arg_given(c, "query"))
		fail("INVALID_ARGUMENT", "about: needs a query, the prompt");
	if (memory && from >= RECALL_MAX)
		fail("INVALID_ARGUMENT", "cursor: there are no results after "
		    "the first %d", RECALL_MAX);
	call_scope(c, "project");
	/* What these name may be newer than the index. */
	if (scope.len || arg_given(c, "relation"))
		(void)call_renewed(c);
	if (arg_given(c, "relation")) {
		const char *const argv[] = {"cx", "-C", c->vault, command,
		    "--json", "--no-log", "--fresh=no"};

		q.n = sizeof argv / sizeof argv[0];
		memcpy(q.argv, argv, sizeof argv);
	} else if (memory) {
		ask(&q, access(".cortex/access", F_OK) == 0 ?
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
	for (size_t i = 0; i < sizeof options / sizeof options[0]; i++)
		if (arg_given(c, options[i] + 2))
			ask_with(&q, options[i], arg_text(c, options[i] + 2));
	for (t = cx_json_first(tags); t; t = cx_json_next(tags, t))
		ask_with(&q, "--tag", cx_json_str(t));
	if (arg_given(c, "about"))
		ask(&q, "--about");
	q.query = cx_arena_copy(&q.arena, arg_text(c, "query"));
	answer_question(c, &q, from, memory, source);
	cx_arena_release(&q.arena);
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
