/*
 * The C++ shim over simdjson's DOM (json.h).  It flattens the DOM into our
 * nodes; nothing of C++ shows outside.
 */
#include "lib/json/json.h"

#include <cstdlib>
#include <cstring>
#include <new>
#include <simdjson.h>

extern "C" {
#include "lib/base/mem.h"
}

static_assert(CX_JSON_PAD >= simdjson::SIMDJSON_PADDING, "padding");

namespace dom = simdjson::dom;

struct cx_json_parser {
	dom::parser dom;
	cx_json *nodes = nullptr;
	size_t n = 0;
	size_t cap = 0;
	/* The root's members by shape. */
	uint32_t first[CX_JSON_SHAPES];
	/* For duplicate members of one large object. */
	struct cx_str *names = nullptr;
	size_t names_cap = 0;
};

static const char duplicate_member[] = "a member is named twice";

struct cx_json_parser *
cx_json_new(void)
{
	cx_json_parser *p = new (std::nothrow) cx_json_parser;

	if (!p)
		cx_die(CX_FAIL, "out of memory");
	return p;
}

void
cx_json_free(struct cx_json_parser *p)
{
	if (!p)
		return;
	free(p->nodes);
	free(p->names);
	delete p;
}

static cx_json *
add(cx_json_parser *p, uint8_t type)
{
	if (p->n == p->cap)
		p->nodes = (cx_json *)cx_grow(p->nodes, &p->cap,
		    sizeof *p->nodes);
	cx_json *n = &p->nodes[p->n++];
	n->type = type;
	n->indexed = false;
	n->span = 1;
	n->len = 0;
	n->u.i = 0;
	return n;
}

static void
add_string(cx_json_parser *p, std::string_view s)
{
	cx_json *n = add(p, CX_JSON_STRING);

	n->u.s = s.data();
	n->len = (uint32_t)s.size();
}

static int
compare_names(const void *a, const void *b)
{
	return cx_str_cmp(*(const struct cx_str *)a, *(const struct cx_str *)b);
}

/*
 * A key that is about to be added to the object at `at`: compared with those
 * of its shape.  True when it has come before.
 */
static bool
is_repeated(cx_json_parser *p, size_t at, uint32_t *first, std::string_view key)
{
	const cx_json *obj = p->nodes + at;
	uint32_t here = (uint32_t)(p->n - at);
	uint32_t *from = &first[cx_json_shape(key.data(), key.size())];

	if (*from == 0) {
		*from = here;
		return false;
	}
	for (uint32_t i = *from; i < here; i += 1 + obj[i + 1].span)
		if (cx_str_eq(cx_json_str(obj + i),
		    cx_strn(key.data(), key.size())))
			return true;
	return false;
}

/* The same for all members of a large object at once. */
static bool
has_duplicates(cx_json_parser *p, const cx_json *obj)
{
	size_t n = 0;

	if (p->names_cap < obj->len) {
		p->names = (struct cx_str *)cx_realloc(p->names, obj->len,
		    sizeof *p->names);
		p->names_cap = obj->len;
	}
	for (const cx_json *k = cx_json_first(obj); k; k = cx_json_next(obj, k))
		p->names[n++] = cx_json_str(k);
	qsort(p->names, n, sizeof *p->names, compare_names);
	for (size_t i = 1; i < n; i++)
		if (cx_str_eq(p->names[i - 1], p->names[i]))
			return true;
	return false;
}

static bool flatten(cx_json_parser *p, dom::element e);

/* Most values are strings: they take the short way. */
static inline bool
add_value(cx_json_parser *p, dom::element e)
{
	std::string_view s;

	if (e.get(s) != simdjson::SUCCESS)
		return flatten(p, e);
	add_string(p, s);
	return true;
}

static bool
add_array(cx_json_parser *p, dom::array a)
{
	size_t at = p->n;
	uint32_t len = 0;

	add(p, CX_JSON_ARRAY);
	for (dom::element x : a) {
		if (!add_value(p, x))
			return false;
		len++;
	}
	p->nodes[at].len = len;
	p->nodes[at].span = (uint32_t)(p->n - at);
	return true;
}

/* The root, whose members are asked for, keeps its index. */
static bool
add_object(cx_json_parser *p, dom::object o)
{
	uint32_t here[CX_JSON_SHAPES], len = 0;
	size_t at = p->n;
	uint32_t *first = at ? here : p->first;
	bool small = o.size() <= 24;

	add(p, CX_JSON_OBJECT);
	if (small)
		memset(first, 0, sizeof here);
	if (small && at == 0) {
		p->nodes[at].indexed = true;
		p->nodes[at].u.first = first;
	}
	for (dom::key_value_pair m : o) {
		if (small && is_repeated(p, at, first, m.key))
			return false;
		add_string(p, m.key);
		if (!add_value(p, m.value))
			return false;
		len++;
	}
	p->nodes[at].len = len;
	p->nodes[at].span = (uint32_t)(p->n - at);
	return small || !has_duplicates(p, p->nodes + at);
}

/*
 * Recursion is bounded: simdjson refuses nesting beyond its max_depth, which
 * cx_json_parse sets to 256.
 */
static bool
flatten(cx_json_parser *p, dom::element e)
{
	switch (e.type()) {
	case dom::element_type::NULL_VALUE:
		add(p, CX_JSON_NULL);
		break;
	case dom::element_type::BOOL:
		add(p, bool(e) ? CX_JSON_TRUE : CX_JSON_FALSE);
		break;
	case dom::element_type::INT64:
		add(p, CX_JSON_INT)->u.i = int64_t(e);
		break;
	case dom::element_type::UINT64:
		add(p, CX_JSON_REAL)->u.d = (double)uint64_t(e);
		break;
	case dom::element_type::DOUBLE:
		add(p, CX_JSON_REAL)->u.d = double(e);
		break;
	case dom::element_type::STRING:
		add_string(p, std::string_view(e));
		break;
	case dom::element_type::ARRAY:
		return add_array(p, dom::array(e));
	case dom::element_type::OBJECT:
		return add_object(p, dom::object(e));
	}
	return true;
}

/* In the words of a message of ours, which follow "not a JSON object: ". */
static const char *
cause(simdjson::error_code err)
{
	switch (err) {
	case simdjson::EMPTY:
		return "there is nothing";
	case simdjson::TAPE_ERROR:
	case simdjson::INCOMPLETE_ARRAY_OR_OBJECT:
		return "a comma, colon, quote, bracket or brace is missing or "
		    "one too many";
	case simdjson::DEPTH_ERROR:
		return "nested deeper than 256";
	case simdjson::STRING_ERROR:
		return "a string has a broken escape";
	case simdjson::UNCLOSED_STRING:
		return "a string is not closed";
	case simdjson::UNESCAPED_CHARS:
		return "a string has a control character, which is written "
		    "\\u00XX";
	case simdjson::T_ATOM_ERROR:
	case simdjson::F_ATOM_ERROR:
	case simdjson::N_ATOM_ERROR:
		return "a word must be one of true, false and null";
	case simdjson::NUMBER_ERROR:
		return "a number is malformed or too large";
	case simdjson::UTF8_ERROR:
		return "not UTF-8";
	case simdjson::CAPACITY:
		return "longer than 4 GB";
	default:
		return simdjson::error_message(err);
	}
}

const struct cx_json *
cx_json_parse(struct cx_json_parser *p, const char *s, size_t len,
    const char **why)
{
	dom::element root;

	if (p->dom.max_depth() != 256 &&
	    p->dom.allocate(p->dom.capacity(), 256) != simdjson::SUCCESS)
		cx_die(CX_FAIL, "out of memory");
	simdjson::error_code err =
	    p->dom.parse((const uint8_t *)s, len, false).get(root);
	if (err == simdjson::MEMALLOC)
		cx_die(CX_FAIL, "out of memory");
	if (err) {
		*why = cause(err);
		return nullptr;
	}
	p->n = 0;
	if (!flatten(p, root)) {
		*why = duplicate_member;
		return nullptr;
	}
	return p->nodes;
}
