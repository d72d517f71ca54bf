/* Applies the rules in order; the first that fails decides. */
#include "bin/cx-gate/gate.h"
#include "lib/json/print.h"
#include "lib/base/utf8.h"

#include <math.h>

static void CX_PRINTF(4, 5)
fail(struct verdict *v, int rule, const char *code, const char *fmt, ...)
{
	va_list ap;

	v->rule = rule;
	v->code = code;
	va_start(ap, fmt);
	cx_buf_vfmt(&v->message, fmt, ap);
	va_end(ap);
}

static struct cx_printer
details(struct verdict *v)
{
	struct cx_printer p = cx_printer(&v->details);

	cx_print_object(&p);
	return p;
}

/* A limit of [gate], or that of the type where it lets more in. */
static int64_t
limit_of(struct gate *g, const struct candidate *c, const char *name)
{
	int64_t limit = cx_config_int(g->config, "gate", name), own;

	if (!cx_json_geti(cx_config_type(g->config, c->type), name, &own))
		return limit;
	return (own < limit) == (strcmp(name, "content_max") != 0) ? own :
	    limit;
}

static void
type(struct gate *g, struct candidate *c, struct verdict *v)
{
	const struct cx_json *types;
	struct cx_printer p;
	struct cx_str safe;

	if (cx_config_type(g->config, c->type))
		return;
	safe = cx_record_str(&c->safe.rec, "type", CX_STR(""));
	fail(v, RULE_TYPE, "INVALID_TYPE", c->type.len ? "type '%.*s' is not "
	    "known; details.known lists those that are" : "there is no "
	    "type%.*s; details.known lists those that are", (int)safe.len,
	    safe.s);
	p = details(v);
	cx_print_kstr(&p, "type", safe);
	cx_print_karray(&p, "known");
	types = cx_json_get(cx_config_root(g->config), "types");
	CX_JSON_EACH(k, types)
		cx_print_str(&p, cx_json_str(k));
	cx_print_end(&p);
	cx_print_end(&p);
}

static void
length(struct gate *g, struct candidate *c, struct verdict *v)
{
	int64_t least = limit_of(g, c, "content_min");
	int64_t most = limit_of(g, c, "content_max");
	int64_t least_reason = cx_config_int(g->config, "gate", "reason_min");
	int64_t n = (int64_t)cx_utf8_count(c->content);
	int64_t said = (int64_t)characters_said(c->content);
	int64_t reason = (int64_t)cx_utf8_count(c->reason);
	struct cx_printer p;

	if (said < least)
		fail(v, RULE_LENGTH, "CONTENT_TOO_SHORT", "content has %lld "
		    "characters, fewer than %lld; say which, where or when",
		    (long long)n, (long long)least);
	else if (n > most)
		fail(v, RULE_LENGTH, "CONTENT_TOO_LONG", "content has %lld "
		    "characters, more than %lld; shorten it, or save it as "
		    "several memories", (long long)n, (long long)most);
	else if (reason < least_reason)
		fail(v, RULE_LENGTH, "QUALITY_GATE_FAILED", "reason has %lld "
		    "characters, fewer than %lld; say why this is worth "
		    "remembering", (long long)reason, (long long)least_reason);
	else
		return;
	p = details(v);
	cx_print_kstr(&p, "member", n < least || n > most ?
	    CX_STR("content") : CX_STR("reason"));
	cx_print_kint(&p, "characters", n < least || n > most ? n : reason);
	cx_print_kint(&p, n > most ? "most" : "least",
	    n < least ? least : n > most ? most : least_reason);
	cx_print_end(&p);
}

static bool
phrase(struct gate *g, struct cx_str text, const char *member, int rule,
    struct verdict *v)
{
	struct cx_phrase f;
	struct cx_printer p;

	if (!cx_phrases_find(g->words.banned, text, &f))
		return false;
	fail(v, rule, "QUALITY_GATE_FAILED", "%s says \"%.*s\", which tells "
	    "of the conversation and not of the matter; say what will hold "
	    "tomorrow", member, (int)f.phrase.len, f.phrase.s);
	p = details(v);
	cx_print_kstr(&p, "member", cx_str(member));
	cx_print_kstr(&p, "phrase", f.phrase);
	cx_print_end(&p);
	return true;
}

static void
phrases(struct gate *g, struct candidate *c, struct verdict *v)
{
	phrase(g, c->content, "content", RULE_PHRASES, v);
}

static void
secrets(struct gate *g, struct candidate *c, struct verdict *v)
{
	struct cx_printer p;

	const struct kinds *kinds = &c->safe.kinds;

	if (g->redact || !c->safe.any)
		return;
	fail(v, RULE_SECRETS, "SENSITIVE_DATA_DETECTED", "there is a secret "
	    "in it (%s", kinds->v[0]);
	for (size_t i = 1; i < kinds->n; i++)
		cx_buf_fmt(&v->message, ", %s", kinds->v[i]);
	cx_buf_puts(&v->message, "); say where it is kept instead of what it "
	    "is");
	p = details(v);
	cx_print_karray(&p, "kinds");
	for (size_t i = 0; i < kinds->n; i++)
		cx_print_str(&p, cx_str(kinds->v[i]));
	cx_print_end(&p);
	cx_print_kraw(&p, "members", cx_buf_view(&c->safe.members));
	cx_print_end(&p);
}

/* The one point that costs least: what is there is said more exactly, and
 * nothing is added for its length. */
static const char *
cheapest(const struct score *s)
{
	if (!s->point[POINT_REASON])
		return "say in the reason when it will be needed, and for "
		    "what";
	if (!s->point[POINT_NAME] && !s->point[POINT_TERM])
		return "name the thing: which tool, file, person or place";
	if (!s->point[POINT_DIGIT] && !s->point[POINT_NAME])
		return "name which one: the version, number, date, file or "
		    "person";
	if (!s->point[POINT_DIGIT])
		return "say which version, number or date";
	if (!s->point[POINT_NAME])
		return "name the tool, file, person or place";
	return "say what follows from it, or where it holds";
}

static void
general(struct candidate *c, struct verdict *v, int64_t least,
    const struct substance *has, const char *missing)
{
	struct cx_printer p = details(v);

	cx_print_kint(&p, "score", c->score);
	if (has->why != SUBSTANCE_NOISE && !has->document)
		cx_print_kmicro(&p, "odds", llround(has->odds * 100) * 10000);
	cx_print_kint(&p, "least", least);
	cx_print_karray(&p, "missing");
	cx_print_str(&p, cx_str(missing));
	cx_print_end(&p);
	cx_print_end(&p);
}

/* Whether the log odds say that a text is junk; what has most points has to be
 * more like junk. */
static bool
is_junk(const struct score *s, const struct substance *has)
{
	double at = s->score > 3 ? 1.5 : .25;

	return !has->document && has->odds > at;
}

/* And at which it is so much like a memory that it makes up for a point. */
#define MEMORY_AT (-1.5)

static void
specific(struct gate *g, struct candidate *c, struct verdict *v)
{
	int64_t least = limit_of(g, c, "specificity");
	struct substance has = substance_of(&g->words, c->content,
	    c->type);
	struct score s = specificity(&g->words, c->content, c->reason, &has);
	const char *missing;

	c->score = s.score;
	c->tongue = has.tongue;
	if (cx_utf8_count(c->content) > (size_t)cx_config_int(g->config,
	    "gate", "content_max"))
		return;
	if (least <= 1)
		return;
	if (has.why == SUBSTANCE_NOISE) {
		missing = "write it in words";
		fail(v, RULE_SPECIFIC, "QUALITY_GATE_FAILED", "content is no "
		    "text: its letters or words repeat; %s", missing);
	} else if (has.why == SUBSTANCE_TALK) {
		missing = "say what holds from now on, and of which thing";
		fail(v, RULE_SPECIFIC, "QUALITY_GATE_FAILED", "content is "
		    "what was said or printed; %s", missing);
	} else if (is_junk(&s, &has)) {
		missing = "say what holds from now on, and of which tool, "
		    "file, person or place";
		fail(v, RULE_SPECIFIC, "QUALITY_GATE_FAILED", "content is of "
		    "the moment, or could be said of anything; %s", missing);
	} else if (s.score + (has.odds < MEMORY_AT) < least) {
		missing = cheapest(&s);
		fail(v, RULE_SPECIFIC, "QUALITY_GATE_FAILED", "too general: "
		    "specificity %d of 5, %lld needed; %s", s.score,
		    (long long)least, missing);
	} else {
		return;
	}
	general(c, v, least, &has, missing);
}

static void
similar(struct gate *g, struct candidate *c, struct verdict *v)
{
	int64_t least = llround(cx_config_num(g->config, "gate",
	    "similarity") * 1e6);
	struct cx_str path;
	struct cx_printer p;
	int64_t cosine;

	if (!near_find(g->near, c, least, &path, &cosine))
		return;
	fail(v, RULE_SIMILAR, "DUPLICATE_DETECTED", "%.*s says the same "
	    "(cosine ", (int)path.len, path.s);
	p = cx_printer(&v->message);
	cx_print_micro(&p, cosine);
	cx_buf_puts(&v->message, "); if this corrects it, name it in "
	    "supersedes");
	p = details(v);
	cx_print_kstr(&p, "path", path);
	cx_print_kmicro(&p, "cosine", cosine);
	cx_print_end(&p);
}

static void
rate(struct gate *g, struct candidate *c, struct verdict *v)
{
	int64_t session = cx_config_int(g->config, "gate", "per_session");
	int64_t day = cx_config_int(g->config, "gate", "per_day");
	bool in_session = c->session.len &&
	    rate_session(g->rate, c->session) >= session;
	struct cx_printer p;

	if (in_session)
		fail(v, RULE_RATE, "RATE_LIMIT_EXCEEDED", "this session has "
		    "saved %lld memories already; keep what matters most for "
		    "the next", (long long)session);
	else if (rate_today(g->rate, c->project) >= day)
		fail(v, RULE_RATE, "RATE_LIMIT_EXCEEDED", "%lld memories were "
		    "saved in this project today already; try again tomorrow",
		    (long long)day);
	else
		return;
	p = details(v);
	cx_print_kstr(&p, "per", in_session ? CX_STR("session") :
	    CX_STR("day"));
	cx_print_kint(&p, "limit", in_session ? session : day);
	cx_print_end(&p);
}

static void
reason(struct gate *g, struct candidate *c, struct verdict *v)
{
	int64_t least = llround(cx_config_num(g->config, "gate",
	    "similarity") * 1e6);
	CX_AUTO_BUF content = CX_BUF_INIT, own = CX_BUF_INIT;
	struct cx_printer p;

	if (phrase(g, c->reason, "reason", RULE_REASON, v))
		return;
	if (is_empty_reason(c->reason)) {
		fail(v, RULE_REASON, "QUALITY_GATE_FAILED", "reason says "
		    "nothing; say why this is worth remembering");
		p = details(v);
		cx_print_kstr(&p, "member", CX_STR("reason"));
		cx_print_end(&p);
		return;
	}
	cx_utf8_lower(&content, c->content);
	cx_utf8_lower(&own, c->reason);
	if (!cx_str_has(cx_buf_view(&content), cx_buf_view(&own)) &&
	    cx_similar_cosine(c->reason, c->content) < least)
		return;
	fail(v, RULE_REASON, "QUALITY_GATE_FAILED", "reason repeats the "
	    "content; say why it is worth remembering");
	p = details(v);
	cx_print_kstr(&p, "member", CX_STR("reason"));
	cx_print_end(&p);
}

void
judge(struct gate *g, struct candidate *c, struct verdict *v)
{
	static void (*const rules[])(struct gate *, struct candidate *,
	    struct verdict *) = {type, length, phrases, secrets, specific,
	    similar, rate, reason};

	struct cx_str like;

	v->code = NULL;
	v->message.len = v->details.len = 0;
	if (g->only_secrets) {
		secrets(g, c, v);
		return;
	}
	for (size_t i = 0; i < sizeof rules / sizeof *rules && !v->code; i++)
		if (!g->by_hand || rules[i] == secrets || rules[i] == similar ||
		    rules[i] == rate)
			rules[i](g, c, v);
	if (g->by_hand && !v->code && c->content.len == 0)
		fail(v, RULE_LENGTH, "CONTENT_TOO_SHORT", "the text is empty");
	if (g->by_hand && !v->code) {
		struct substance has = substance_of(&g->words, c->content,
		    c->type);

		c->score = specificity(&g->words, c->content, c->reason,
		    &has).score;
	}
	if (v->code)
		return;
	/* The second of a mould; of more it is known.  A stream tells each
	 * session once. */
	if (near_like(g->near, g->rate, c, &like) == 1 &&
	    rate_first(g->rate, c->session))
		cx_note("%s:%zu: the same sentence as %.*s, of something "
		    "else; both are kept, but one note with all of them would "
		    "be found at once", c->rec->file, c->rec->lineno,
		    (int)like.len, like.s);
	near_remember(g->near, c);
	rate_remember(g->rate, c);
}
