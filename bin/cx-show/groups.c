/* Findings for people: what repeats once, then how many there are. */
#include "bin/cx-show/show.h"

#include <stdlib.h>
#include <unistd.h>

/* Of one rule; more are only counted, unless they are errors. */
#define MOST 10

/* Different messages of one rule. */
struct rule {
	enum severity severity; /* the worst */
	size_t findings, messages, last; /* last: the one printed last */
};

struct message {
	struct finding f; /* the first that says it */
	size_t times;
	uint32_t rule;
	bool printed;
};

static struct {
	struct cx_arena arena;
	struct cx_buf key;
	struct cx_map rules, messages;
	struct rule *rule;
	struct message *message;
	size_t rule_cap, message_cap;
	size_t by_severity[ERROR + 1];
} all;

static uint32_t
rule_of(const struct finding *f)
{
	uint32_t known = all.rules.n, n;

	all.key.len = 0;
	cx_buf_fmt(&all.key, "%d ", (int)f->severity);
	cx_buf_str(&all.key, f->code);
	n = cx_map_intern(&all.rules, &all.arena, cx_buf_view(&all.key));
	if (n == known) {
		CX_GROW(all.rule, n, all.rule_cap);
		all.rule[n] = (struct rule){.severity = f->severity};
	}
	return n;
}

void
groups_add(struct show *s, const struct finding *f)
{
	uint32_t r = rule_of(f), known = all.messages.n, n;
	struct message *m;

	all.by_severity[f->severity]++;
	all.rule[r].findings++;
	if (s->all) {
		put_finding_line(s, f, CX_STR(""));
		return;
	}
	all.key.len = 0;
	cx_buf_fmt(&all.key, "%u ", (unsigned)r);
	cx_buf_str(&all.key, f->message);
	n = cx_map_intern(&all.messages, &all.arena, cx_buf_view(&all.key));
	if (n != known) {
		all.message[n].times++;
		return;
	}
	CX_GROW(all.message, n, all.message_cap);
	m = &all.message[n];
	*m = (struct message){*f, 1, r, false};
	m->f.path = cx_arena_copy(&all.arena, f->path);
	m->f.code = cx_arena_copy(&all.arena, f->code);
	m->f.message = cx_arena_copy(&all.arena, f->message);
	m->printed = all.rule[r].messages++ < MOST || f->severity == ERROR;
	if (m->printed)
		all.rule[r].last = n;
}

static void
print_messages(struct show *s)
{
	CX_AUTO_BUF more = CX_BUF_INIT;

	for (uint32_t i = 0; i < all.messages.n; i++) {
		const struct message *m = &all.message[i];
		const struct rule *r = &all.rule[m->rule];

		if (!m->printed)
			continue;
		more.len = 0;
		if (m->times > 1)
			cx_buf_fmt(&more, " (and %zu more like it)",
			    m->times - 1);
		if (r->last == i && r->messages > MOST && r->severity != ERROR)
			cx_buf_fmt(&more, " (and %zu more; cx check --all "
			    "lists them)", r->messages - MOST);
		put_finding_line(s, &m->f, cx_buf_view(&more));
		cx_out_record();
	}
}

static int
by_rank(const void *va, const void *vb)
{
	uint32_t ia = *(const uint32_t *)va, ib = *(const uint32_t *)vb;
	const struct rule *a = &all.rule[ia], *b = &all.rule[ib];

	if (a->severity != b->severity)
		return a->severity > b->severity ? -1 : 1;
	if (a->findings != b->findings)
		return a->findings > b->findings ? -1 : 1;
	return cx_str_cmp(all.rules.key[ia], all.rules.key[ib]);
}

/* "1 error, 24 warnings, 3 info", then a line a rule. */
static void
put_counts(struct cx_buf *out)
{
	static const char *const severities[] = {"info", "warning", "error"};
	CX_AUTO_FREE uint32_t *order = cx_calloc(all.rules.n, sizeof *order);

	for (int i = ERROR; i >= INFO; i--)
		if (all.by_severity[i])
			cx_buf_fmt(out, "%s%zu %s%s", out->len ? ", " : "",
			    all.by_severity[i], severities[i],
			    i == INFO || all.by_severity[i] == 1 ? "" : "s");
	cx_buf_char(out, '\n');
	for (uint32_t i = 0; i < all.rules.n; i++)
		order[i] = i;
	qsort(order, all.rules.n, sizeof *order, by_rank);
	for (uint32_t i = 0; i < all.rules.n; i++) {
		const struct rule *r = &all.rule[order[i]];

		cx_buf_fmt(out, "%7zu %s", r->findings,
		    severities[r->severity]);
		/* After its severity, a digit. */
		cx_put_visible(out, cx_str_from(all.rules.key[order[i]], 1));
		cx_buf_char(out, '\n');
	}
}

void
groups_end(struct show *s)
{
	CX_AUTO_BUF counts = CX_BUF_INIT;

	print_messages(s);
	cx_out_flush();
	if (all.rules.n) {
		put_counts(&counts);
		if (write(STDERR_FILENO, counts.s, counts.len) < 0)
			cx_raise(CX_FAIL);
	}
	cx_buf_release(&all.key);
	cx_map_release(&all.rules);
	cx_map_release(&all.messages);
	cx_arena_release(&all.arena);
	free(all.rule);
	free(all.message);
}
