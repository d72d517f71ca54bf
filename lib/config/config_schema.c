#include "lib/config/config_schema.h"
#include "lib/file/vault.h"

enum kind {
	UNKNOWN,
	BOOL,
	INT,
	NUMBER,
	STRING,
	PATH,	 /* a vault path */
	STRINGS, /* a list */
	COMMAS,	 /* a list, or one string with commas */
	WORD,	 /* one of `words` */
	TABLE,
	WHOLE /* a table that replaces its default, not one key of it */
};

/*
 * What the default does not say.  "*" stands for any key; the first rule
 * that fits counts.  lo and hi bound numbers, both included, where hi is not
 * 0.  Limits of days: a century.
 */
struct rule {
	const char *section, *key, *member;
	enum kind kind;
	double lo, hi;
	const char *words; /* each in quotes */
};

static const struct rule rules[] = {
    {"directories", NULL, NULL, WHOLE, 0, 0, NULL},
    {"directories", "*", NULL, STRING, 0, 0, NULL},
    {"tags", "*", NULL, COMMAS, 0, 0, NULL},
    {"layers", "hot", NULL, INT, 0, 36500, NULL},
    {"layers", "warm", NULL, INT, 0, 36500, NULL},
    {"status", "*", NULL, NUMBER, 0, 100, NULL},
    {"types", "*", NULL, TABLE, 0, 0, NULL},
    {"types", "*", "dir", PATH, 0, 0, NULL},
    {"types", "*", "until", STRING, 0, 0, NULL},
    {"types", "*", "archive_after", INT, 0, 36500, NULL},
    {"types", "*", "review_after", INT, 0, 36500, NULL},
    {"types", "*", "content_min", INT, 0, 1000000, NULL},
    {"types", "*", "content_max", INT, 1, 1000000, NULL},
    {"types", "*", "specificity", INT, 1, 5, NULL},
    {"scopes", "recent_days", NULL, INT, 0, 36500, NULL},
    {"scopes", "*", NULL, STRING, 0, 0, NULL},
    {"rank", "w_text", NULL, NUMBER, 0, 1, NULL},
    {"rank", "w_recency", NULL, NUMBER, 0, 1, NULL},
    {"rank", "w_activation", NULL, NUMBER, 0, 1, NULL},
    {"rank", "recency_half_life", NULL, NUMBER, 0.001, 36500, NULL},
    {"rank", "activation_half_life", NULL, NUMBER, 0.001, 36500, NULL},
    {"search", "rank", NULL, WORD, 0, 0, "\"recall\" or \"cortex\""},
    {"search", "limit", NULL, INT, 0, 1000000, NULL},
    {"search", "fresh", NULL, WORD, 0, 0, "\"full\", \"fast\" or \"no\""},
    {"index", "delta_from", NULL, INT, 1, 100000000, NULL},
    {"mcp", "wait", NULL, INT, 0, 1000000, NULL},
    {"gate", "content_min", NULL, INT, 0, 1000000, NULL},
    {"gate", "content_max", NULL, INT, 1, 1000000, NULL},
    {"gate", "reason_min", NULL, INT, 0, 1000000, NULL},
    {"gate", "specificity", NULL, INT, 1, 5, NULL},
    {"gate", "similarity", NULL, NUMBER, 0, 1, NULL},
    {"gate", "per_session", NULL, INT, 0, 1000000, NULL},
    {"gate", "per_day", NULL, INT, 0, 1000000, NULL},
    {"check", "fields", NULL, WORD, 0, 0, "\"any\" or \"standard\""},
    {"check", "links_ignore", NULL, STRINGS, 0, 0, NULL},
    {"check", "*", NULL, WORD, 0, 0,
	"\"error\", \"warning\", \"info\" or \"off\""},
    {"context", "budget", NULL, INT, 1000, 12000, NULL},
    {"context", "budgets", "*", INT, 1000, 12000, NULL},
};

static bool
fits(const char *pattern, const struct cx_config_place *at, unsigned level)
{
	if (!pattern)
		return at->n <= level;
	return at->n > level && (strcmp(pattern, "*") == 0 ||
	    cx_str_is(at->key[level], pattern));
}

static const struct rule *
find_rule(const struct cx_config_place *at)
{
	for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
		const struct rule *r = &rules[i];

		if (fits(r->section, at, 0) && fits(r->key, at, 1) &&
		    fits(r->member, at, 2))
			return r;
	}
	return NULL;
}

static enum kind
kind_of_default(const struct cx_json *def)
{
	if (!def)
		return UNKNOWN;
	switch (def->type) {
	case CX_JSON_FALSE:
	case CX_JSON_TRUE:
		return BOOL;
	case CX_JSON_INT:
		return INT;
	case CX_JSON_REAL:
		return NUMBER;
	case CX_JSON_STRING:
		return STRING;
	case CX_JSON_ARRAY:
		return STRINGS;
	default:
		return TABLE;
	}
}

static enum kind
kind_at(const struct cx_config_place *at, const struct cx_json *def)
{
	const struct rule *r = find_rule(at);

	return r ? r->kind : kind_of_default(def);
}

/* A NUL would cut a path or a pattern short where C reads it. */
static bool
is_string(const struct cx_json *v)
{
	return v->type == CX_JSON_STRING &&
	    (v->len == 0 || !memchr(v->u.s, '\0', v->len));
}

static bool
all_strings(const struct cx_json *v)
{
	if (v->type != CX_JSON_ARRAY)
		return false;
	CX_JSON_EACH(e, v)
		if (!is_string(e))
			return false;
	return true;
}

static bool
is_word(const struct cx_json *v, const char *words)
{
	struct cx_str rest = cx_str(words), word;

	/* Every other piece is in quotes. */
	while (v->type == CX_JSON_STRING && cx_str_split(&rest, '"', &word) &&
	    cx_str_split(&rest, '"', &word))
		if (cx_str_eq(cx_json_str(v), word))
			return true;
	return false;
}

/* NULL when v is right, else what is expected. */
static const char *
expected(enum kind kind, const struct cx_json *v, const char *words)
{
	switch (kind) {
	case BOOL:
		return v->type == CX_JSON_TRUE || v->type == CX_JSON_FALSE
		    ? NULL : "true or false";
	case INT:
		return v->type == CX_JSON_INT ? NULL : "a whole number";
	case NUMBER:
		return v->type == CX_JSON_INT || v->type == CX_JSON_REAL
		    ? NULL : "a number";
	case STRING:
		return is_string(v) ? NULL :
		    v->type == CX_JSON_STRING ? "no NUL" : "a string";
	case PATH:
		return v->type == CX_JSON_STRING &&
		    cx_vault_path_ok(cx_json_str(v))
		    ? NULL : "a directory inside the vault such as \"rules\"";
	case STRINGS:
		return all_strings(v) ? NULL : "a list of strings, [\"...\"]";
	case COMMAS:
		return is_string(v) || all_strings(v)
		    ? NULL : "a list of strings, [\"...\"]";
	case WORD:
		return is_word(v, words) ? NULL : words;
	case TABLE:
	case WHOLE:
		return v->type == CX_JSON_OBJECT ? NULL : "a table";
	case UNKNOWN:
		break;
	}
	return NULL;
}

static void
put_value(struct cx_buf *b, const struct cx_json *v)
{
	struct cx_printer p = cx_printer(b);

	if (v->type == CX_JSON_ARRAY)
		cx_buf_puts(b, all_strings(v) ? "a list" :
		    "a list with other things");
	else if (v->type == CX_JSON_OBJECT)
		cx_buf_puts(b, "a table");
	else if (v->type == CX_JSON_STRING && v->len > 60)
		cx_buf_puts(b, "a string");
	else
		cx_print_json(&p, v);
}

void
cx_config_put_place(struct cx_buf *b, const struct cx_config_place *at)
{
	for (unsigned i = 0; i < at->n; i++) {
		if (i)
			cx_buf_char(b, '.');
		cx_buf_str(b, at->key[i]);
	}
}

struct check {
	cx_config_report *report;
	void *arg;
	struct cx_buf text;
};

static void
say(struct check *c, const struct cx_config_place *at,
    const struct cx_json *node, bool fatal)
{
	c->report(c->arg, at, node, fatal, cx_buf_cstr(&c->text));
}

/* The keys that could have been meant. */
static void
unknown(struct check *c, const struct cx_config_place *at,
    const struct cx_json *key, const struct cx_json *siblings)
{
	const struct cx_json *k;
	const char *sep = "";

	c->text.len = 0;
	if (at->n == 1 && cx_str_is(at->key[0], "vaults")) {
		cx_buf_puts(&c->text, "vaults is ignored: it counts in your "
		    "own ~/.config/cortex/cortex.toml only");
		say(c, at, key, false);
		return;
	}
	cx_buf_puts(&c->text, at->n == 1 ? "unknown section " :
	    "unknown key ");
	cx_config_put_place(&c->text, at);
	cx_buf_puts(&c->text, " is ignored; known are ");
	for (k = cx_json_first(siblings); k && at->n < CX_CONFIG_DEPTH;
	    k = cx_json_next(siblings, k)) {
		cx_buf_puts(&c->text, sep);
		cx_buf_str(&c->text, cx_json_str(k));
		sep = ", ";
	}
	for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
		if (at->n < CX_CONFIG_DEPTH || !rules[i].member ||
		    !cx_str_is(at->key[0], rules[i].section))
			continue;
		cx_buf_fmt(&c->text, "%s%s", sep, rules[i].member);
		sep = ", ";
	}
	say(c, at, key, false);
}

/* A project is looked up by single parts of a path. */
static void
check_directory(struct check *c, const struct cx_config_place *at,
    const struct cx_json *key)
{
	if (at->n != 2 || !cx_str_is(at->key[0], "directories") ||
	    !key->len || !memchr(key->u.s, '/', key->len))
		return;
	c->text.len = 0;
	cx_config_put_place(&c->text, at);
	cx_buf_puts(&c->text, " is never met: name one directory, without /");
	say(c, at, key, false);
}

/* True when value is of the kind and within the limits. */
static bool
check_value(struct check *c, const struct cx_config_place *at,
    const struct cx_json *v, enum kind kind)
{
	const struct rule *r = find_rule(at);
	const char *want = expected(kind, v, r ? r->words : NULL);
	double d = v->type == CX_JSON_INT ? (double)v->u.i :
	    v->type == CX_JSON_REAL ? v->u.d : 0;

	if (!want && (!r || r->hi == 0 || (d >= r->lo && d <= r->hi)))
		return true;
	c->text.len = 0;
	cx_config_put_place(&c->text, at);
	cx_buf_puts(&c->text, ": expected ");
	if (want)
		cx_buf_puts(&c->text, want);
	else
		cx_buf_fmt(&c->text, "%.10g to %.10g", r->lo, r->hi);
	cx_buf_puts(&c->text, ", not ");
	put_value(&c->text, v);
	say(c, at, v, true);
	return false;
}

/* Recursion ends at CX_CONFIG_DEPTH: nothing there is a TABLE. */
static void
check_table(struct check *c, struct cx_config_place *at,
    const struct cx_json *user, const struct cx_json *def)
{
	CX_JSON_EACH(k, user) {
		const struct cx_json *d = cx_json_getn(def, cx_json_str(k));
		enum kind kind;

		at->key[at->n++] = cx_json_str(k);
		kind = kind_at(at, d);
		check_directory(c, at, k);
		if (kind == UNKNOWN)
			unknown(c, at, k, def);
		else if (check_value(c, at, k + 1, kind) && kind >= TABLE)
			check_table(c, at, k + 1, d);
		at->n--;
	}
}

void
cx_config_check(const struct cx_json *user, const struct cx_json *defaults,
    cx_config_report *report, void *arg)
{
	struct check c = {report, arg, CX_BUF_INIT};
	struct cx_config_place at = {.n = 0};

	check_table(&c, &at, user, defaults);
	cx_buf_release(&c.text);
}

struct merge {
	cx_config_leaf *leaf;
	void *arg;
	struct cx_buf text;
};

static void
merge_leaf(struct merge *m, struct cx_printer *p,
    const struct cx_config_place *at, const struct cx_json *user,
    const struct cx_json *def, enum kind kind)
{
	const struct cx_json *v = user ? user : def;
	struct cx_printer q = cx_printer(&m->text);

	m->text.len = 0;
	if (kind == COMMAS && v->type == CX_JSON_STRING) {
		struct cx_str rest = cx_json_str(v), word;

		cx_print_array(&q);
		while (cx_str_split(&rest, ',', &word)) {
			word = cx_str_trim(word);
			if (word.len)
				cx_print_str(&q, word);
		}
		cx_print_end(&q);
	} else {
		cx_print_json(&q, v);
	}
	if (m->leaf)
		m->leaf(m->arg, p, at, user, cx_buf_view(&m->text));
	else
		cx_print_raw(p, cx_buf_view(&m->text));
}

static void
merge_table(struct merge *m, struct cx_printer *p, struct cx_config_place *at,
    const struct cx_json *user, const struct cx_json *def);

static void
merge_member(struct merge *m, struct cx_printer *p,
    struct cx_config_place *at, struct cx_str name,
    const struct cx_json *user, const struct cx_json *def)
{
	enum kind kind;

	at->key[at->n++] = name;
	kind = kind_at(at, def);
	if (kind != UNKNOWN) {
		cx_print_keyn(p, name);
		if (kind >= TABLE)
			merge_table(m, p, at, user,
			    kind == WHOLE && user ? NULL : def);
		else
			merge_leaf(m, p, at, user, def, kind);
	}
	at->n--;
}

static void
merge_table(struct merge *m, struct cx_printer *p, struct cx_config_place *at,
    const struct cx_json *user, const struct cx_json *def)
{
	cx_print_object(p);
	CX_JSON_EACH(k, def)
		merge_member(m, p, at, cx_json_str(k),
		    cx_json_getn(user, cx_json_str(k)), k + 1);
	CX_JSON_EACH(k, user)
		if (!cx_json_getn(def, cx_json_str(k)))
			merge_member(m, p, at, cx_json_str(k), k + 1, NULL);
	cx_print_end(p);
}

void
cx_config_merge(struct cx_printer *p, const struct cx_json *user,
    const struct cx_json *defaults, cx_config_leaf *leaf, void *arg)
{
	struct merge m = {leaf, arg, CX_BUF_INIT};
	struct cx_config_place at = {.n = 0};

	merge_table(&m, p, &at, user, defaults);
	cx_buf_release(&m.text);
}

const char cx_config_defaults[] =
"{"
"\"vault\":{\"path\":\"\",\"skip_dirs\":[],\"skip_files\":[]},"
"\"projects\":{\"names\":[],\"default\":\"default\"},"
"\"directories\":{"
	"\"rules\":\"meta\",\"feedback\":\"meta\",\"_moc\":\"meta\"},"
"\"tags\":{},"
"\"layers\":{\"hot\":2,\"warm\":7,\"newest\":false},"
"\"fields\":{"
	"\"name\":[\"name\",\"title\"],"
	"\"created\":[\"created\",\"date\",\"published\",\"slurped\"],"
	"\"updated\":"
		"[\"updated\",\"modified\",\"last_modified\",\"lastmod\"],"
	"\"description\":[\"description\",\"summary\"],"
	"\"tags\":[\"tags\",\"tag\"]},"
"\"status\":{"
	"\"active\":1.0,\"review\":1.0,\"open\":1.0,\"valid\":1.0,"
	"\"partial\":1.0,\"challenged\":1.0,\"corrected\":1.0,"
	"\"archived\":0.3,\"superseded\":0.5,"
	"\"resolved\":0.5,\"fixed\":0.5,\"refined\":0.5,\"stale\":0.5,"
	"\"invalidated\":0.3,\"deprecated\":0.3},"
"\"types\":{"
	"\"rule\":{\"dir\":\"rules\"},"
	"\"insight\":{\"dir\":\"insights\"},"
	"\"incident\":{\"dir\":\"incidents\"},"
	"\"project\":{},"
	"\"person\":{\"dir\":\"people\"},"
	"\"reference\":{\"dir\":\"reference\",\"content_max\":100000},"
	"\"decision\":{\"until\":\"superseded\"},"
	"\"lesson\":{},\"event\":{},\"loss\":{},\"win\":{},\"concept\":{},"
	"\"feedback\":{\"dir\":\"feedback\"},"
	"\"user\":{\"dir\":\"user\"},"
	"\"context\":{\"archive_after\":30,\"content_min\":20,"
		"\"specificity\":2},"
	"\"preference\":{\"content_min\":20,\"specificity\":2},"
	"\"thread\":{\"until\":\"resolved\"},"
	"\"error\":{\"until\":\"fixed\"},"
	"\"learning\":{\"review_after\":90},"
	"\"experiment\":{},\"knowledge\":{},\"pattern\":{},"
	"\"meeting\":{},\"action\":{}},"
"\"scopes\":{\"recent_days\":14},"
"\"rank\":{"
	"\"language\":\"auto\","
	"\"w_text\":0.7,\"w_recency\":0.1,\"w_activation\":0.2,"
	"\"recency_half_life\":30.0,\"activation_half_life\":30.0,"
	"\"log_queries\":false},"
"\"search\":{\"rank\":\"recall\",\"limit\":10,\"fresh\":\"full\"},"
"\"links\":{\"text_first\":false,\"prefixes\":false},"
"\"new\":{\"type\":\"concept\",\"directory\":\"\",\"name\":\"\","
	"\"template\":\"\"},"
"\"daily\":{\"directory\":\"\",\"format\":\"\",\"template\":\"\"},"
"\"index\":{\"delta_from\":5000},"
"\"gate\":{"
	"\"content_min\":50,\"content_max\":2000,\"reason_min\":10,"
	"\"specificity\":3,\"similarity\":0.85,"
	"\"per_session\":50,\"per_day\":200,"
	"\"phrases\":[],\"secrets\":[],\"terms\":[]},"
"\"trust\":{\"user\":[],\"agent\":[],\"external\":[]},"
"\"access\":{\"share\":false},"
"\"check\":{\"fields\":\"any\",\"links_ignore\":[]},"
"\"context\":{\"budget\":4000,\"budgets\":{}},"
"\"mcp\":{\"isolate\":false,\"wait\":300},"
"\"capture\":{\"command\":\"\"}"
"}";

const size_t cx_config_defaults_len = sizeof cx_config_defaults - 1;
