/* The C++ shim over toml++ (toml.h); no C++ is visible outside. */
#include "bin/cx-config/toml.h"

#include <cctype>
#include <cmath>
#include <cstdio>
#include <deque>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

/* Compiled in here, as a library of its own would be loaded at each start. */
#define TOML_HEADER_ONLY 1
#include <toml++/toml.h>

/* Deeper values than any setting are not flattened, nor deeper ones of another
 * program than JSON may be. */
#define DEPTH_MAX 8
#define DEPTH_OTHER 64

/* toml++ builds and frees dotted keys, a.b.c, by recursion and sets no limit
 * to it; one level takes about 100 bytes of stack. */
#define DOTS_MAX 10000

struct cx_toml {
	toml::table table;
	std::vector<cx_json> nodes;
	std::vector<toml::source_region> at;
	std::deque<std::string> texts; /* of other: what JSON has no form for */
	bool other;
};

static cx_toml_place
place(const toml::source_position &p)
{
	return {p.line, p.column};
}

static bool
fail(cx_toml_error *error, cx_toml_place at, std::string_view cause)
{
	std::string_view said = "Error while parsing ";
	int n;

	if (cause.substr(0, said.size()) == said)
		cause.remove_prefix(said.size());
	error->at = at;
	n = (int)cause.size();
	snprintf(error->cause, sizeof error->cause, "%.*s", n, cause.data());
	error->cause[0] = (char)std::tolower((unsigned char)error->cause[0]);
	return false;
}

static size_t
add(cx_toml *t, uint8_t type, const toml::source_region &r)
{
	cx_json n = {};

	n.type = type;
	n.span = 1;
	t->nodes.push_back(n);
	t->at.push_back(r);
	return t->nodes.size() - 1;
}

static void
add_string(cx_toml *t, std::string_view s, const toml::source_region &r)
{
	cx_json &n = t->nodes[add(t, CX_JSON_STRING, r)];

	n.u.s = s.data();
	n.len = (uint32_t)s.size();
}

/* As it is written in TOML. */
static bool
add_text(cx_toml *t, const toml::node &v)
{
	std::ostringstream out;

	v.visit([&out](const auto &e) { out << e; });
	t->texts.push_back(out.str());
	add_string(t, t->texts.back(), v.source());
	return true;
}

static bool
flatten(cx_toml *t, const toml::node &v, unsigned depth, cx_toml_error *error)
{
	const toml::source_region &r = v.source();
	size_t at;

	if (depth > (t->other ? DEPTH_OTHER : DEPTH_MAX))
		return fail(error, place(r.begin),
		    "nested deeper than any setting");
	switch (v.type()) {
	case toml::node_type::string:
		add_string(t, v.as_string()->get(), r);
		return true;
	case toml::node_type::integer:
		at = add(t, CX_JSON_INT, r);
		t->nodes[at].u.i = v.as_integer()->get();
		return true;
	case toml::node_type::floating_point:
		if (t->other && !std::isfinite(
		    v.as_floating_point()->get()))
			return add_text(t, v);
		at = add(t, CX_JSON_REAL, r);
		t->nodes[at].u.d = v.as_floating_point()->get();
		if (!std::isfinite(t->nodes[at].u.d))
			return fail(error, place(r.begin),
			    "inf and nan are not settings");
		return true;
	case toml::node_type::boolean:
		add(t, v.as_boolean()->get() ? CX_JSON_TRUE : CX_JSON_FALSE,
		    r);
		return true;
	case toml::node_type::array:
		at = add(t, CX_JSON_ARRAY, r);
		for (const toml::node &e : *v.as_array())
			if (!flatten(t, e, depth + 1, error))
				return false;
		t->nodes[at].len = (uint32_t)v.as_array()->size();
		break;
	case toml::node_type::table:
		at = add(t, CX_JSON_OBJECT, r);
		for (auto &&[key, value] : *v.as_table()) {
			add_string(t, key.str(), key.source());
			if (!flatten(t, value, depth + 1, error))
				return false;
		}
		t->nodes[at].len = (uint32_t)v.as_table()->size();
		break;
	default:
		if (t->other)
			return add_text(t, v);
		return fail(error, place(r.begin),
		    "a date or time is not a setting; quote it to make it a "
		    "string");
	}
	t->nodes[at].span = (uint32_t)(t->nodes.size() - at);
	return true;
}

static struct cx_toml *
parse(const char *s, size_t len, bool other, struct cx_toml_error *error)
{
	cx_toml *t = nullptr;
	size_t dots = 0;

	for (size_t i = 0; i < len; i++)
		dots += s[i] == '.';
	if (dots > DOTS_MAX) {
		fail(error, {1, 1}, "more than 10000 dots: keys may nest "
		    "too deep to be read");
		return nullptr;
	}
	try {
		t = new cx_toml;
		t->other = other;
		t->table = toml::parse(std::string_view(s, len));
		if (flatten(t, t->table, 0, error))
			return t;
	} catch (const toml::parse_error &e) {
		fail(error, place(e.source().begin), e.description());
	} catch (const std::exception &e) {
		fail(error, {1, 1}, e.what());
	}
	delete t;
	return nullptr;
}

struct cx_toml *
cx_toml_parse(const char *s, size_t len, struct cx_toml_error *error)
{
	return parse(s, len, false, error);
}

struct cx_toml *
cx_toml_parse_other(const char *s, size_t len, struct cx_toml_error *error)
{
	return parse(s, len, true, error);
}

void
cx_toml_free(struct cx_toml *t)
{
	delete t;
}

const struct cx_json *
cx_toml_root(const struct cx_toml *t)
{
	return t->nodes.data();
}

struct cx_toml_place
cx_toml_at(const struct cx_toml *t, const struct cx_json *node)
{
	return place(t->at[(size_t)(node - t->nodes.data())].begin);
}

struct cx_toml_place
cx_toml_end(const struct cx_toml *t, const struct cx_json *node)
{
	return place(t->at[(size_t)(node - t->nodes.data())].end);
}
