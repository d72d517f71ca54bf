/* Paths against compiled patterns. */
#include "lib/file/ignore-impl.h"

static bool
token_matches(const struct cx_ignore *ig, uint32_t t, unsigned char b)
{
	const struct class *c;

	if (t < TOK_ANY)
		return t == b;
	if (t == TOK_ANY)
		return true;
	c = &ig->classes[t - TOK_CLASS];
	return c->bits[b >> 5] >> (b & 31) & 1;
}

static bool
part_matches(const struct cx_ignore *ig, const struct part *part,
    struct cx_str s)
{
	const uint32_t *t = ig->tokens + part->first;
	size_t i = 0, k = 0, star_i = 0, star_k = 0;
	bool star = false;

	while (i < s.len) {
		if (k < part->n && t[k] == TOK_STAR) {
			star = true;
			star_k = ++k;
			star_i = i;
		} else if (k < part->n &&
		    token_matches(ig, t[k], (unsigned char)s.s[i])) {
			i++;
			k++;
		} else if (star) {
			i = ++star_i;
			k = star_k;
		} else {
			return false;
		}
	}
	while (k < part->n && t[k] == TOK_STAR)
		k++;
	return k == part->n;
}

/* Offset of the part behind the one that begins at i; path.len + 1 when
 * there is none. */
static size_t
next_part(struct cx_str path, size_t i)
{
	const char *slash = memchr(path.s + i, '/', path.len - i);

	return slash ? (size_t)(slash - path.s) + 1 : path.len + 1;
}

static bool
path_matches(const struct cx_ignore *ig, const struct rule *r,
    struct cx_str path)
{
	const struct part *parts = ig->parts + r->first_part;
	size_t i = 0, k = 0, star_i = 0, star_k = 0;
	bool star = false;

	while (i <= path.len) {
		size_t next = next_part(path, i);

		if (k < r->parts && parts[k].deep) {
			if (++k == r->parts)
				return true;
			star = true;
			star_k = k;
			star_i = i;
		} else if (k < r->parts &&
		    part_matches(ig, &parts[k],
			cx_strn(path.s + i, next - 1 - i))) {
			i = next;
			k++;
		} else if (star) {
			i = star_i = next_part(path, star_i);
			k = star_k;
		} else {
			return false;
		}
	}
	return k == r->parts;
}

static bool
rule_matches(const struct cx_ignore *ig, const struct rule *r,
    struct cx_str path, struct cx_str name, bool is_dir)
{
	struct cx_str text = {NULL, r->text_len};

	if ((r->dirs && !is_dir) || (r->files && is_dir))
		return false;
	if (!r->basename)
		return path_matches(ig, r, path);
	if (r->shape == SHAPE_GLOB)
		return part_matches(ig, &ig->parts[r->first_part], name);
	if (ig->text.s)
		text.s = ig->text.s + r->text;
	return r->shape == SHAPE_EXACT ? cx_str_eq(name, text)
				       : cx_str_ends(name, text);
}

enum cx_ignore_answer
cx_ignore_match(const struct cx_ignore *ig, struct cx_str path, bool is_dir)
{
	struct cx_str name = path;

	for (size_t i = path.len; i > 0; i--)
		if (path.s[i - 1] == '/') {
			name = cx_str_from(path, i);
			break;
		}
	for (size_t i = ig->n_rules; i > 0; i--) {
		const struct rule *r = &ig->rules[i - 1];

		if (rule_matches(ig, r, path, name, is_dir))
			return r->negative ? CX_IGNORE_IN : CX_IGNORE_OUT;
	}
	return CX_IGNORE_NONE;
}

bool
cx_ignore_path(const struct cx_ignore *ig, struct cx_str path)
{
	for (size_t i = next_part(path, 0); i <= path.len;
	    i = next_part(path, i))
		if (cx_ignore_match(ig, cx_strn(path.s, i - 1), true) ==
		    CX_IGNORE_OUT)
			return true;
	return cx_ignore_match(ig, path, false) == CX_IGNORE_OUT;
}
