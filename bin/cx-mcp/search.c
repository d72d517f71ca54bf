/* search_memories, recall: what is asked, and of which project. */
#include "cx-mcp.h"

#include "lib/base/map.h"
#include "lib/text/doctext.h"

#include <stdlib.h>

/* What cx recall prints at most. */
#define RECALL_MAX 100
/* Hits in other projects that are counted, and projects that are named. */
#define ELSEWHERE_MAX 100
#define ELSEWHERE_NAMED 5

void
log_used(struct call *c, const char *source, struct cx_str paths)
{
	const char *const argv[] = {"cx-access", "log", "-C", c->vault,
	    "--source", source, "--session", c->about->session, NULL};
	struct ran r = {0};

	/* A vault that only is read is no reason to find nothing: what the
	 * program says is on stderr. */
	if (paths.len)
		run(c, &r, argv, paths, 0);
	ran_release(&r);
}

void
run_indexed(struct call *c, struct ran *r, const char *const *argv)
{
	run(c, r, argv, CX_STR(""), 0);
	/* Perhaps the index is that of another version. */
	if (r->status == 4 && call_rebuild(c)) {
		ran_release(r);
		run(c, r, argv, CX_STR(""), 0);
	}
	if (r->status != 0 && r->status != 1 && r->status != 3)
		fail_said("FAILED", r);
}

/* A command without its project: an option of it, a value, what follows. */
struct question {
	const char *argv[28];
	size_t n;
	struct cx_buf top, where, query;
};

static void
ask(struct question *q, const char *word)
{
	if (q->n + 1 == sizeof q->argv / sizeof q->argv[0])
		cx_die(CX_FAIL, "too many arguments");
	q->argv[q->n++] = word;
}

/* Runs it for the records that where lets through. */
static void
run_question(struct call *c, struct question *q, struct ran *r, int64_t top,
    const char *limit, bool scoped)
{
	size_t n = q->n;

	q->top.len = 0;
	cx_buf_int(&q->top, top);
	ask(q, limit);
	ask(q, cx_buf_cstr(&q->top));
	if (scoped && c->project.len) {
		struct cx_buf both = CX_BUF_INIT;

		put_scope(&both, c);
		if (q->where.len)
			cx_buf_puts(&both, " and ");
		cx_buf_str(&both, cx_buf_view(&q->where));
		q->where.len = 0;
		cx_buf_str(&q->where, cx_buf_view(&both));
		cx_buf_release(&both);
	}
	/* An empty expression is none. */
	if (q->where.len) {
		ask(q, "--where");
		ask(q, cx_buf_cstr(&q->where));
	}
	ask(q, "--");
	if (q->query.len)
		ask(q, cx_buf_cstr(&q->query));
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

/* Nothing found is an answer too: where else there is something. */
static void
answer_nothing(struct call *c, struct cx_str records)
{
	struct cx_buf object = CX_BUF_INIT, text = CX_BUF_INIT;
	struct cx_printer p = cx_printer(&object);
	struct other *all = NULL;
	struct cx_map map = {0};
	size_t total = count_others(records, &map, &all), named = 0;

	if (map.n)
		qsort(all, map.n, sizeof *all, most_first);
	cx_buf_puts(&text, "0 found");
	cx_print_object(&p);
	if (c->project.len) {
		cx_buf_puts(&text, " in ");
		put_word(&text, cx_buf_view(&c->project));
		if (c->with_none)
			cx_buf_puts(&text, " and without a project");
		cx_print_kstr(&p, "project", cx_buf_view(&c->project));
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
		struct cx_buf name = CX_BUF_INIT;
		bool none = cx_str_is(all[i].name, CX_NO_PROJECT);

		cx_buf_fmt(&text, "%s%zu ", i ? ", " : "; ", all[i].n);
		cx_buf_puts(&text, none ? "without a project" : "in ");
		put_clean(&name, all[i].name, " ");
		cx_print_object(&p);
		if (!none) {
			put_word(&text, all[i].name);
			cx_print_kstr(&p, "project", cx_buf_view(&name));
		}
		cx_print_kint(&p, "found", (int64_t)all[i].n);
		cx_print_end(&p);
		named += all[i].n;
		cx_buf_release(&name);
	}
	if (total) {
		const char *ask_all = strcmp(c->tool->name, "recall") == 0 ?
		    "scope" : "project";

		if (total > named)
			cx_buf_fmt(&text, ", %zu in others", total - named);
		if (total >= ELSEWHERE_MAX)
			cx_buf_puts(&text, " (of the first 100)");
		cx_buf_fmt(&text, ": ask with %s \"*\"", ask_all);
		cx_print_end(&p);
		cx_print_kstr(&p, "ask_with", cx_str(ask_all));
	}
	cx_print_end(&p);
	answer(cx_buf_view(&object), cx_buf_view(&text));
	for (size_t i = 0; i < map.n; i++)
		free((char *)(uintptr_t)all[i].name.s);
	free(all);
	cx_map_release(&map);
	cx_buf_release(&object);
	cx_buf_release(&text);
}

static void
answer_question(struct call *c, struct question *q, int64_t top,
    const char *limit, int64_t from, const char *source)
{
	struct cx_buf where = CX_BUF_INIT;
	struct ran r = {0};

	cx_buf_str(&where, cx_buf_view(&q->where));
	run_question(c, q, &r, top, limit, true);
	if (cx_str_trim(cx_buf_view(&r.out)).len == 0 && from == 0) {
		q->where.len = 0;
		cx_buf_str(&q->where, cx_buf_view(&where));
		ran_release(&r);
		if (c->project.len)
			run_question(c, q, &r, ELSEWHERE_MAX, limit, false);
		answer_nothing(c, cx_buf_view(&r.out));
	} else {
		answer_results(c, cx_buf_view(&r.out), from, source);
	}
	cx_buf_release(&where);
	cx_buf_release(&q->top);
	cx_buf_release(&q->where);
	cx_buf_release(&q->query);
	ran_release(&r);
}

void
search_memories(struct call *c)
{
	/* What cx search --json comes to. */
	struct question q = {.argv = {"cx-score", "-i", "index", "--rank",
	    "recall", "--current"}, .n = 6};
	int64_t from = arg_cursor(c);

	call_scope(c, "project");
	if (arg_given(c, "type"))
		put_equals(&q.where, "type", arg_text(c, "type"));
	cx_buf_str(&q.query, arg_text(c, "query"));
	/* One more shows whether there is another page. */
	answer_question(c, &q, from + arg_int(c, "limit") + 1, "--top", from,
	    "search");
}

bool
is_project(struct call *c, struct cx_str name)
{
	struct cx_buf where = CX_BUF_INIT, word = CX_BUF_INIT;
	struct ran r = {0};
	bool found;

	put_equals(&where, "project", name);
	/* Looked up as a word, so that not all records have to be read. */
	cx_buf_puts(&word, "project:\"");
	cx_buf_str(&word, name);
	cx_buf_char(&word, '"');
	const char *const argv[] = {"cx-score", "-i", "index", "--fresh=no",
	    "--top", "1", "--where", cx_buf_cstr(&where), "--",
	    cx_buf_cstr(&word), NULL};

	run(c, &r, argv, CX_STR(""), 0);
	found = r.status == 0;
	cx_buf_release(&where);
	cx_buf_release(&word);
	ran_release(&r);
	return found;
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

void
recall(struct call *c)
{
	struct question q = {.argv = {"cx", "-C", NULL, "recall", "--json",
	    "--no-log"}, .n = 6};
	static const char *const options[] = {"--scope", "--relation",
	    "--since"};
	static const char *const names[] = {"scope", "relation", "since"};
	int64_t from = arg_cursor(c), limit = arg_int(c, "limit");
	struct cx_str said = arg_text(c, "scope");
	struct cx_buf text[3] = {CX_BUF_INIT};
	bool all = cx_str_is(said, "*"), other;

	call_scope(c, all ? "scope" : NULL);
	q.argv[2] = c->vault;
	if (from >= RECALL_MAX)
		fail("INVALID_ARGUMENT", "cursor: recall ends after %d",
		    RECALL_MAX);
	other = said.len && !all && is_other(c, said);
	for (size_t i = 0; i < 3; i++) {
		if (!arg_given(c, names[i]) || (i == 0 && (all || other)))
			continue;
		cx_buf_str(&text[i], arg_text(c, names[i]));
		ask(&q, options[i]);
		ask(&q, cx_buf_cstr(&text[i]));
	}
	if (other) {
		c->project.len = 0;
		cx_buf_str(&c->project, said);
		c->with_none = false;
	}
	cx_buf_str(&q.query, arg_text(c, "query"));
	limit += from + 1;
	answer_question(c, &q, limit < RECALL_MAX ? limit : RECALL_MAX,
	    "--limit", from, "recall");
	for (size_t i = 0; i < 3; i++)
		cx_buf_release(&text[i]);
}
