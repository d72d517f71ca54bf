/*
 * front-yaml.c: reads front matter with libyaml's events.
 *
 * libyaml counts code points, and lines by YAML's own line ends (a lone CR,
 * NEL, LS, PS); its index is converted to a place in the file by walking.
 */
#include "lib/yaml/front-impl.h"
#include "lib/base/utf8.h"

#include <yaml.h>

struct level {
	size_t node;
	bool mapping;
	bool key; /* a key comes next */
};

struct run {
	struct cx_front_parser *p;
	yaml_parser_t yaml;
	struct cx_front_cursor start;
	struct level levels[CX_FRONT_DEPTH];
	unsigned depth;
	unsigned documents;
	bool other;	/* the root is not a mapping */
	bool failed;
	uint32_t end;	/* where the last value ended */
};

/* What libyaml says, in words of people who write notes. */
static const struct {
	const char *says;
	const char *means;
	bool context; /* the place of the context says more */
} causes[] = {
	{"mapping values are not allowed in this context",
	    "a value holds ': ' or stands too far right: put it in quotes",
	    false},
	{"could not find expected ':'",
	    "a line is not 'key: value' (with a blank after the colon): "
	    "fix it, or indent it if it continues a value", true},
	{"found unexpected end of stream",
	    "a quote is not closed: close it", true},
	{"did not find expected ',' or ']'",
	    "a list in [ ] is not closed, or text follows a quote in it: "
	    "close it, or put the value in quotes", true},
	{"did not find expected ',' or '}'",
	    "a mapping in { } is not closed, or text follows a quote in it: "
	    "close it, or put the value in quotes", true},
	{"did not find expected key",
	    "text follows a finished value, or the indentation is odd: put "
	    "the whole value in quotes, or indent like the line above", false},
	{"did not find expected '-' indicator",
	    "a list goes on with something that is not an item: indent like "
	    "the items above", false},
	{"block sequence entries are not allowed in this context",
	    "an item '- ' stands on the line of its key: put it on the next "
	    "line, or the value in quotes", false},
	{"found unknown escape character",
	    "a \\ in \"...\" that begins no escape: double it, or use '...'",
	    false},
	{"found undefined tag handle",
	    "a value starts with '!': put it in quotes", false},
	{"did not find expected whitespace or line break",
	    "a value starts with '!' or '&': put it in quotes", false},
	{"did not find expected alphabetic or numeric character",
	    "a value starts with '*' or '&': put it in quotes", false},
	{"did not find expected comment or line break",
	    "text follows '|' or '>': put the value in quotes", false},
	{"did not find expected <document start>",
	    "text follows the end of a value, or a line starts with %: fix "
	    "the indentation, or put the value in quotes", false},
	{"found a tab character that violates indentation",
	    "a tab in the indentation: indent with blanks", false},
	{NULL, NULL, false}
};

/* The place of a mark; marks come in the order of the text but for those of
 * causes, for which the walk starts again. */
static struct cx_front_pos
place(struct run *r, size_t index)
{
	size_t chars = r->start.chars + index;

	if (chars < r->p->cur.chars)
		r->p->cur = r->start;
	cx_front_seek_char(r->p, chars);
	return r->p->cur.pos;
}

static void
fail(struct run *r, const yaml_mark_t *mark, const char *code, const char *text)
{
	cx_front_problem(r->p, place(r, mark->index), code, "%s", text);
	r->failed = true;
}

/* libyaml refuses these (YAML 1.1, 5.1 c-printable). */
static bool
is_refused(uint32_t cp)
{
	return (cp < 0x20 && cp != '\t' && cp != '\n' && cp != '\r') ||
	    (cp >= 0x7f && cp < 0xa0 && cp != 0x85) || cp == 0xfffe ||
	    cp == 0xffff;
}

static void
fail_control(struct run *r)
{
	struct cx_front_parser *p = r->p;
	uint32_t cp = 0;

	p->cur = r->start;
	while (p->cur.off < p->text.len) {
		cx_utf8_decode(p->text.s + p->cur.off,
		    p->text.len - p->cur.off, &cp, NULL);
		if (is_refused(cp))
			break;
		cx_front_seek(p, p->cur.off + 1);
	}
	if (cp == 0)
		cx_front_problem(p, p->cur.pos, "nul",
		    "a NUL byte in front matter: remove it");
	else
		cx_front_problem(p, p->cur.pos, "control",
		    "control character U+%04lX in front matter: remove it",
		    (unsigned long)cp);
	r->failed = true;
}

static void
fail_character(struct run *r, const yaml_mark_t *mark)
{
	struct cx_front_pos at = place(r, mark->index);
	const struct cx_front_parser *p = r->p;
	char c = p->cur.off < p->text.len ? p->text.s[p->cur.off] : '\t';

	if (c == '\t')
		cx_front_problem(r->p, at, "yaml-invalid", "a tab where YAML "
		    "wants blanks: indent with blanks");
	else
		cx_front_problem(r->p, at, "yaml-invalid", "a value starts "
		    "with '%c', which YAML reserves: put it in quotes", c);
	r->failed = true;
}

static void
fail_yaml(struct run *r)
{
	const yaml_parser_t *y = &r->yaml;
	const yaml_mark_t *mark = &y->problem_mark;
	const char *says = y->problem ? y->problem : "not YAML";

	if (y->error == YAML_MEMORY_ERROR)
		cx_die(CX_FAIL, "out of memory");
	if (y->error == YAML_READER_ERROR) {
		fail_control(r);
		return;
	}
	if (strcmp(says, "found character that cannot start any token") == 0) {
		fail_character(r, mark);
		return;
	}
	for (size_t i = 0; causes[i].says; i++)
		if (strcmp(says, causes[i].says) == 0) {
			if (causes[i].context && y->context)
				mark = &y->context_mark;
			fail(r, mark, "yaml-invalid", causes[i].means);
			return;
		}
	cx_front_problem(r->p, place(r, mark->index), "yaml-invalid",
	    "%s: put the value in quotes", says);
	r->failed = true;
}

/* Counts a value in what holds it; false when it cannot stand there. */
static bool
count(struct run *r, const yaml_event_t *e)
{
	struct level *l = &r->levels[r->depth - 1];

	if (!l->mapping) {
		r->p->nodes[l->node].len++;
		return true;
	}
	l->key = !l->key;
	if (l->key)
		return true;
	r->p->nodes[l->node].len++;
	if (e->type == YAML_SCALAR_EVENT)
		return true;
	fail(r, &e->start_mark, "complex-key", "the key reads as a "
	    "YAML list or mapping, as {{...}} does; quote it");
	return false;
}

static void
check_tag(struct run *r, const yaml_event_t *e, const yaml_char_t *tag)
{
	static const char yaml_org[] = "tag:yaml.org,2002:";

	if (tag &&
	    strncmp((const char *)tag, yaml_org, sizeof yaml_org - 1) != 0)
		cx_front_problem(r->p, place(r, e->start_mark.index), "tag",
		    "'%s' is a YAML tag and is ignored: put the value in "
		    "quotes if it is text", (const char *)tag);
}

static void
scalar(struct run *r, const yaml_event_t *e)
{
	enum cx_front_style style = CX_FRONT_PLAIN;
	struct cx_front_pos at = place(r, e->start_mark.index);
	size_t i;

	if (r->depth == 0)
		r->other = true;
	else if (!count(r, e))
		return;
	check_tag(r, e, e->data.scalar.tag);
	switch (e->data.scalar.style) {
	case YAML_SINGLE_QUOTED_SCALAR_STYLE:
	case YAML_DOUBLE_QUOTED_SCALAR_STYLE:
		style = CX_FRONT_QUOTED;
		break;
	case YAML_LITERAL_SCALAR_STYLE:
	case YAML_FOLDED_SCALAR_STYLE:
		style = CX_FRONT_BLOCK;
		break;
	default:
		break;
	}
	i = cx_front_text(r->p, cx_strn((const char *)e->data.scalar.value,
	    e->data.scalar.length), at, style);
	r->end = place(r, e->end_mark.index).at;
	r->p->marks[i].end = r->end;
}

static void
container(struct run *r, const yaml_event_t *e, bool mapping, bool flow)
{
	struct cx_front_pos at = place(r, e->start_mark.index);
	struct level *l = &r->levels[r->depth];

	if (r->depth == CX_FRONT_DEPTH) {
		fail(r, &e->start_mark, "too-deep",
		    "nested deeper than 16 levels: make it flatter");
		return;
	}
	if (r->depth && !count(r, e))
		return;
	check_tag(r, e, mapping ? e->data.mapping_start.tag
				: e->data.sequence_start.tag);
	l->mapping = l->key = mapping;
	l->node = 0;
	if (r->depth)
		l->node = cx_front_push(r->p,
		    mapping ? CX_JSON_OBJECT : CX_JSON_ARRAY, at,
		    flow ? CX_FRONT_FLOW : CX_FRONT_BLOCK);
	else if (!mapping)
		r->other = true;
	r->depth++;
}

static void
end(struct run *r, const yaml_event_t *e)
{
	struct cx_front_parser *p = r->p;
	size_t node = r->levels[--r->depth].node;

	if (!node)
		return;
	p->nodes[node].span = (uint32_t)(p->n - node);
	if (p->marks[node].style == CX_FRONT_FLOW)
		r->end = place(r, e->end_mark.index).at;
	p->marks[node].end = r->end;
	if (p->nodes[node].type == CX_JSON_OBJECT)
		cx_front_dedupe(p, node);
}

static void
event(struct run *r, const yaml_event_t *e)
{
	static const char alias[] = "'&name' and '*name' stand for other "
	    "values in YAML and are not followed: put the value in quotes";
	const yaml_char_t *anchor = NULL;

	switch (e->type) {
	case YAML_DOCUMENT_START_EVENT:
		if (r->documents++)
			fail(r, &e->start_mark, "documents", "a second YAML "
			    "document: remove the '--- ' before it");
		return;
	case YAML_ALIAS_EVENT:
		fail(r, &e->start_mark, "alias", alias);
		return;
	case YAML_SCALAR_EVENT:
		anchor = e->data.scalar.anchor;
		break;
	case YAML_SEQUENCE_START_EVENT:
		anchor = e->data.sequence_start.anchor;
		break;
	case YAML_MAPPING_START_EVENT:
		anchor = e->data.mapping_start.anchor;
		break;
	default:
		break;
	}
	if (anchor)
		fail(r, &e->start_mark, "alias", alias);
	else if (e->type == YAML_SCALAR_EVENT)
		scalar(r, e);
	else if (e->type == YAML_SEQUENCE_START_EVENT)
		container(r, e, false, e->data.sequence_start.style ==
		    YAML_FLOW_SEQUENCE_STYLE);
	else if (e->type == YAML_MAPPING_START_EVENT)
		container(r, e, true, e->data.mapping_start.style ==
		    YAML_FLOW_MAPPING_STYLE);
	else if (e->type == YAML_SEQUENCE_END_EVENT ||
	    e->type == YAML_MAPPING_END_EVENT)
		end(r, e);
}

enum cx_front_result
cx_front_yaml(struct cx_front_parser *p, size_t to)
{
	struct run r;
	yaml_event_t e;
	size_t n = p->n, problems = p->n_problems;
	uint32_t len = p->nodes[0].len;
	bool last = false;

	memset(&r, 0, sizeof r);
	r.p = p;
	r.start = p->cur;
	if (!yaml_parser_initialize(&r.yaml))
		cx_die(CX_FAIL, "out of memory");
	/* Said, or a BOM or UTF-16 would be guessed from the first bytes. */
	yaml_parser_set_encoding(&r.yaml, YAML_UTF8_ENCODING);
	yaml_parser_set_input_string(&r.yaml,
	    (const unsigned char *)p->text.s + p->cur.off, to - p->cur.off);
	while (!last && !r.failed) {
		if (!yaml_parser_parse(&r.yaml, &e)) {
			fail_yaml(&r);
			break;
		}
		last = e.type == YAML_STREAM_END_EVENT;
		event(&r, &e);
		yaml_event_delete(&e);
	}
	yaml_parser_delete(&r.yaml);
	if (!r.failed && !r.other)
		return CX_FRONT_READ;
	p->n = n;
	p->nodes[0].len = len;
	if (r.failed) {
		/* What was said of values that are now thrown away. */
		p->problems[problems] = p->problems[p->n_problems - 1];
		p->n_problems = problems + 1;
		return CX_FRONT_BROKEN;
	}
	p->n_problems = problems;
	return CX_FRONT_OTHER;
}
