/* Reads and compiles patterns, and matches paths against them. */
#include "lib/file/ignore.h"
#include "lib/base/mem.h"
#include "lib/file/vault.h"

#include <errno.h>
#include <stdlib.h>

/*
 * A pattern is compiled to tokens, cut into path parts.  Only a part can hold
 * a `*`, and only a whole part can be a `**`; so matching is the same loop
 * twice, once over parts and once over bytes, each going back to its last
 * star only.  A later star never needs an earlier one to move: the earliest
 * match of what stands between two stars leaves most room for the rest.
 */

/* Tokens: 0..255 that byte; else one of these. */
enum { TOK_ANY = 256, TOK_STAR, TOK_CLASS /* + index of the class */ };

struct part {
	size_t first; /* of its tokens */
	size_t n;
	bool deep; /* `**`: any number of parts, at least one at the end */
};

enum shape { SHAPE_GLOB, SHAPE_EXACT, SHAPE_SUFFIX };

struct rule {
	bool negative;
	bool dirs;
	bool files;
	bool basename;	   /* no slash: compared with the last part alone */
	enum shape shape;  /* what tokens[0] (or [1], after a star) .. hold */
	size_t text;	   /* offset of the literal of EXACT and SUFFIX */
	size_t text_len;
	size_t first_part; /* of parts */
	size_t parts;
};

struct class {
	uint32_t bits[8];
};

struct cx_ignore {
	struct rule *rules;
	size_t n_rules, cap_rules;
	struct part *parts;
	size_t n_parts, cap_parts;
	uint32_t *tokens;
	size_t n_tokens, cap_tokens;
	struct class *classes;
	size_t n_classes, cap_classes;
	struct cx_buf text;
	size_t conflict; /* its first line; 0: there is none */
};

struct cx_ignore *
cx_ignore_new(void)
{
	return cx_calloc(1, sizeof(struct cx_ignore));
}

void
cx_ignore_free(struct cx_ignore *ig)
{
	if (!ig)
		return;
	free(ig->rules);
	free(ig->parts);
	free(ig->tokens);
	free(ig->classes);
	cx_buf_release(&ig->text);
	free(ig);
}

static void
class_add(struct class *c, unsigned from, unsigned to)
{
	for (unsigned b = from; b <= to; b++)
		c->bits[b >> 5] |= 1u << (b & 31);
}

/* ASCII only, whatever the locale; false for a name that POSIX lacks. */
static bool
class_named(struct class *c, struct cx_str name)
{
	static const struct {
		const char *name;
		unsigned char ranges[9]; /* pairs; 0 ends unless first */
	} known[] = {
	    {"alnum", {'0', '9', 'A', 'Z', 'a', 'z'}},
	    {"alpha", {'A', 'Z', 'a', 'z'}},
	    {"blank", {'\t', '\t', ' ', ' '}},
	    {"cntrl", {1, 31, 127, 127}},
	    {"digit", {'0', '9'}},
	    {"graph", {33, 126}},
	    {"lower", {'a', 'z'}},
	    {"print", {32, 126}},
	    {"punct", {33, 47, 58, 64, 91, 96, 123, 126}},
	    {"space", {'\t', '\r', ' ', ' '}},
	    {"upper", {'A', 'Z'}},
	    {"xdigit", {'0', '9', 'A', 'F', 'a', 'f'}},
	};

	for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
		if (!cx_str_is(name, known[i].name))
			continue;
		for (const unsigned char *r = known[i].ranges; *r; r += 2)
			class_add(c, r[0], r[1]);
		return true;
	}
	return false;
}

/*
 * Reads a class from p.s[*i], just after its `[`, and leaves *i just after its
 * `]`.  False if it is malformed.  Follows git's wildmatch to the letter: a `]`
 * that comes first is a member, `\` escapes, `[:` without `:]` is an ordinary
 * `[`.
 */
static bool
class_parse(struct class *c, struct cx_str p, size_t *i)
{
	const unsigned char *s = (const unsigned char *)p.s;
	bool negated = false, first = true;
	unsigned prev = 0; /* begins a range; 0 for none */
	size_t at = *i;

	memset(c, 0, sizeof *c);
	if (at < p.len && (s[at] == '!' || s[at] == '^'))
		negated = true, at++;
	for (;; first = false, at++) {
		unsigned b;

		if (at >= p.len)
			return false;
		b = s[at];
		if (b == ']' && !first)
			break;
		if (b == '\\') {
			if (++at >= p.len)
				return false;
			b = s[at];
			class_add(c, b, b);
			prev = b;
		} else if (b == '-' && prev && at + 1 < p.len &&
		    s[at + 1] != ']') {
			b = s[++at];
			if (b == '\\') {
				if (++at >= p.len)
					return false;
				b = s[at];
			}
			if (prev <= b)
				class_add(c, prev, b);
			prev = 0;
		} else if (b == '[' && at + 1 < p.len && s[at + 1] == ':') {
			size_t end = at + 2;

			while (end < p.len && s[end] != ']')
				end++;
			if (end == p.len)
				return false;
			if (end == at + 2 || s[end - 1] != ':') {
				class_add(c, b, b);
				prev = b;
				continue;
			}
			if (!class_named(c, cx_strn(p.s + at + 2,
						end - 1 - (at + 2))))
				return false;
			at = end;
			prev = 0;
		} else {
			class_add(c, b, b);
			prev = b;
		}
	}
	*i = at + 1;
	if (negated)
		for (size_t k = 0; k < 8; k++)
			c->bits[k] = ~c->bits[k];
	return true;
}

static void
part_begin(struct cx_ignore *ig)
{
	CX_GROW(ig->parts, ig->n_parts, ig->cap_parts);
	ig->parts[ig->n_parts++] = (struct part){ig->n_tokens, 0, false};
}

static void
token(struct cx_ignore *ig, unsigned t)
{
	*CX_NEXT(ig->tokens, ig->n_tokens, ig->cap_tokens) = t;
	ig->parts[ig->n_parts - 1].n++;
}

/* Compiles p into parts from ig->n_parts on; false when it cannot match. */
static bool
compile(struct cx_ignore *ig, struct cx_str p, bool basename)
{
	size_t stars;

	part_begin(ig);
	for (size_t i = 0; i < p.len;) {
		unsigned char b = (unsigned char)p.s[i++];
		struct part *part = &ig->parts[ig->n_parts - 1];

		switch (b) {
		case '\\':
			if (i == p.len)
				return false;
			b = (unsigned char)p.s[i++];
			if (b == '/')
				part_begin(ig);
			else
				token(ig, b);
			break;
		case '/':
			part_begin(ig);
			break;
		case '?':
			token(ig, TOK_ANY);
			break;
		case '*':
			for (stars = 1; i < p.len && p.s[i] == '*'; i++)
				stars++;
			part->deep = !basename && stars > 1 && part->n == 0 &&
			    (i == p.len || p.s[i] == '/' ||
				(p.s[i] == '\\' && i + 1 < p.len &&
				    p.s[i + 1] == '/'));
			token(ig, TOK_STAR);
			break;
		case '[':
			CX_GROW(ig->classes, ig->n_classes, ig->cap_classes);
			if (!class_parse(&ig->classes[ig->n_classes], p, &i))
				return false;
			token(ig, TOK_CLASS + (unsigned)ig->n_classes++);
			break;
		default:
			token(ig, b);
		}
	}
	return true;
}

/* Names and suffixes, which most patterns are, take a short way. */
static void
rule_shape(struct cx_ignore *ig, struct rule *r)
{
	const struct part *part = &ig->parts[r->first_part];
	const uint32_t *t = ig->tokens + part->first;
	size_t skip;

	if (!r->basename || part->n == 0)
		return;
	skip = t[0] == TOK_STAR;
	for (size_t i = skip; i < part->n; i++)
		if (t[i] > 255)
			return;
	r->shape = skip ? SHAPE_SUFFIX : SHAPE_EXACT;
	r->text = ig->text.len;
	r->text_len = part->n - skip;
	for (size_t i = skip; i < part->n; i++)
		cx_buf_char(&ig->text, (char)t[i]);
}

void
cx_ignore_add(struct cx_ignore *ig, struct cx_str p, enum cx_ignore_kind kind)
{
	struct rule r = {.dirs = kind == CX_IGNORE_DIRS,
	    .files = kind == CX_IGNORE_FILES, .first_part = ig->n_parts};
	size_t tokens = ig->n_tokens, classes = ig->n_classes;

	if (p.len && p.s[0] == '!') {
		r.negative = true;
		p = cx_str_from(p, 1);
	}
	if (p.len && p.s[p.len - 1] == '/') {
		r.dirs = true;
		p.len--;
	}
	r.basename = p.len == 0 || !memchr(p.s, '/', p.len);
	if (p.len && p.s[0] == '/')
		p = cx_str_from(p, 1);
	if (p.len == 0)
		return;
	if (!compile(ig, p, r.basename)) {
		ig->n_parts = r.first_part;
		ig->n_tokens = tokens;
		ig->n_classes = classes;
		return;
	}
	r.parts = ig->n_parts - r.first_part;
	rule_shape(ig, &r);
	*CX_NEXT(ig->rules, ig->n_rules, ig->cap_rules) = r;
}

/* Trailing spaces do not count unless escaped; tabs do. */
static struct cx_str
trim_spaces(struct cx_str line)
{
	size_t end = 0;

	for (size_t i = 0; i < line.len; i++) {
		if (line.s[i] == ' ')
			continue;
		if (line.s[i] == '\\' && i + 1 < line.len)
			i++;
		end = i + 1;
	}
	return cx_strn(line.s, end);
}

/* What git writes before, between and after the sides of a conflict. */
static bool
is_conflict(struct cx_str line)
{
	if (line.len < 7 || !strchr("<|=>", line.s[0]))
		return false;
	for (size_t i = 1; i < 7; i++)
		if (line.s[i] != line.s[0])
			return false;
	return line.len == 7 || line.s[7] == ' ';
}

size_t
cx_ignore_conflict(const struct cx_ignore *ig)
{
	return ig->conflict;
}

void
cx_ignore_text(struct cx_ignore *ig, struct cx_str text)
{
	size_t lines = 0;
	struct cx_str line;

	if (cx_str_starts(text, CX_STR("\xEF\xBB\xBF")))
		text = cx_str_from(text, 3);
	while (cx_str_split(&text, '\n', &line)) {
		lines++;
		if (line.len && line.s[line.len - 1] == '\r')
			line.len--;
		if (line.len == 0 || line.s[0] == '#')
			continue;
		if (is_conflict(line)) {
			if (!ig->conflict)
				ig->conflict = lines;
			continue;
		}
		cx_ignore_add(ig, trim_spaces(line), CX_IGNORE_ANY);
	}
}

void
cx_ignore_defaults(struct cx_ignore *ig)
{
	cx_ignore_text(ig, CX_STR(".*/\nnode_modules/\n__pycache__/\n"
	    "**/logseq/bak/\n"
	    "/index/generations/\n/index/*.json\n"
	    "/layers/generations/\n/layers/*.json\n"
	    "/inbox/pending/\n/inbox/processed/\n/inbox/failed/\n"));
	cx_ignore_add(ig, CX_STR("MEMORY.md"), CX_IGNORE_FILES);
}

/* Has a directory of the vault's root nothing but what is ours? */
static bool
is_ours(const struct cx_ignore *ig, int vault_fd, const char *name)
{
	CX_AUTO_DIR dir = cx_dir_stream(vault_fd, name);
	CX_AUTO_BUF path = CX_BUF_INIT;
	bool ours = true;
	struct dirent *e;

	while (dir && ours && (e = readdir(dir))) {
		path.len = 0;
		cx_buf_fmt(&path, "%s/%s", name, e->d_name);
		ours = e->d_name[0] == '.' || cx_ignore_match(ig,
		    cx_buf_view(&path), true) == CX_IGNORE_OUT;
	}
	return ours;
}

void
cx_ignore_ours(struct cx_ignore *ig, int vault_fd)
{
	static const char *const names[] = {"index", "layers", "inbox"};
	CX_AUTO_BUF rule = CX_BUF_INIT;

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		if (!is_ours(ig, vault_fd, names[i]))
			continue;
		rule.len = 0;
		cx_buf_fmt(&rule, "/%s/", names[i]);
		cx_ignore_add(ig, cx_buf_view(&rule), CX_IGNORE_ANY);
	}
}

int
cx_ignore_file(struct cx_ignore *ig, int dirfd, const char *name)
{
	CX_AUTO_BUF text = CX_BUF_INIT;
	int error = cx_read_file(dirfd, name, &text, CX_IGNORE_MAX, NULL);

	if (error == 0)
		cx_ignore_text(ig, cx_buf_view(&text));
	return error == ENOENT ? 0 : error;
}

/* --- paths against compiled patterns --- */

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

/* Offset of the part after the one that begins at i; path.len + 1 when
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
		} else if (k < r->parts && part_matches(ig, &parts[k],
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
	struct cx_str name = cx_last_part(path);

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
