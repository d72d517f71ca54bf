/* external.c: classifies links that lead to no note; see external.h. */
#include "lib/link/external.h"

#include "lib/base/date.h"
#include "lib/base/err.h"
#include "lib/base/utf8.h"
#include "lib/file/ignore.h"
#include "lib/file/names.h"
#include "lib/file/vault.h"
#include "lib/link/resolvetable.h"

#include <errno.h>
#include <fcntl.h>
#include <regex.h>
#include <stdlib.h>
#include <strings.h>

/* --- what only other tools know --- */

static bool
is_name(struct cx_str target)
{
	return target.s[0] != '/' && !cx_str_starts(target, CX_STR("./")) &&
	    !cx_str_starts(target, CX_STR("../"));
}

static bool
is_word(struct cx_str target)
{
	return cx_str_starts(target, CX_STR("./")) &&
	    !memchr(target.s + 2, '/', target.len - 2) &&
	    !memchr(target.s + 2, '.', target.len - 2);
}

static bool
is_tag_page(struct cx_str target)
{
	return cx_str_starts(target, CX_STR("tags/"));
}

/* A file that shows whose a vault is, and the links that lead to no note, or to
 * several, and are not wrong in it. */
static const struct dialect {
	const char *file;
	bool (*knows)(struct cx_str target);
} dialects[] = {
    /* Logseq: a page is there once something links to it, and gets a file when
     * it gets a text. */
    {"logseq/config.edn", is_name},
    /* Hugo, "Link render hooks": [text](g), where a template of the site says
     * what the word g means. */
    {"_markup/render-link.html", is_word},
    /* Quartz: tags/x is the page of the tag x. */
    {"quartz.config.ts", is_tag_page},
};
#define DIALECTS (sizeof dialects / sizeof *dialects)

struct cx_external {
	const char *vault;
	struct cx_str dir; /* of the record at hand, as a page */
	struct cx_pathtable table; /* paths by their last part, all as keys */
	uint32_t n;
	bool here[DIALECTS];
	struct cx_map routes; /* last parts of what sites call pages */
	struct cx_str *sent; /* addresses that a host sends elsewhere */
	size_t n_sent, sent_cap;
	struct cx_ignore *left_out; /* .gitignore */
	regex_t *ignored; /* [check] links_ignore */
	size_t n_ignored, ignored_cap;
	struct cx_arena arena;
	struct cx_buf key;
};

struct cx_external *
cx_external_new(const char *vault, const struct cx_config *config)
{
	struct cx_external *e = cx_calloc(1, sizeof *e);
	CX_AUTO_BUF b = CX_BUF_INIT;
	char why[200];

	e->vault = vault;
	CX_JSON_EACH(p, cx_config_get(config, "check", "links_ignore")) {
		int error;

		b.len = 0;
		cx_buf_str(&b, cx_json_str(p));
		error = regcomp(CX_NEXT(e->ignored, e->n_ignored,
		    e->ignored_cap), cx_buf_cstr(&b), REG_EXTENDED | REG_NOSUB);
		if (!error)
			continue;
		regerror(error, &e->ignored[e->n_ignored - 1], why,
		    sizeof why);
		cx_die(CX_USAGE, "[check] links_ignore: '%s': %s",
		    b.s, why);
	}
	return e;
}

bool
cx_external_ignores(const struct cx_external *e, struct cx_str target)
{
	CX_AUTO_BUF b = CX_BUF_INIT;

	if (!e->n_ignored)
		return false;
	/* A Markdown link has "./" only here. */
	if (cx_str_starts(target, CX_STR("./")))
		target = cx_str_from(target, 2);
	cx_buf_str(&b, target);
	for (size_t i = 0; i < e->n_ignored; i++)
		if (regexec(&e->ignored[i], cx_buf_cstr(&b), 0, NULL, 0) == 0)
			return true;
	return false;
}

void
cx_external_free(struct cx_external *e)
{
	cx_pathtable_release(&e->table);
	cx_map_release(&e->routes);
	free(e->sent);
	if (e->left_out)
		cx_ignore_free(e->left_out);
	while (e->n_ignored)
		regfree(&e->ignored[--e->n_ignored]);
	free(e->ignored);
	cx_arena_release(&e->arena);
	cx_buf_release(&e->key);
	free(e);
}

/* --- files of the vault --- */

static void
add(struct cx_external *e, struct cx_str path)
{
	if (e->n == UINT32_MAX)
		cx_die(CX_FAIL, "too many files");
	e->key.len = 0;
	cx_utf8_key(&e->key, path);
	*CX_NEXT(e->table.path, e->n, e->table.cap) = cx_arena_copy(&e->arena,
	    cx_buf_view(&e->key));
}

/* netlify.toml and _redirects (docs.netlify.com, "Redirect options"; those of
 * Cloudflare Pages are the same): addresses up to a * or a :placeholder. */
static void
read_redirects(struct cx_external *e, const char *path)
{
	CX_AUTO_CLOSE vault = open(e->vault, O_RDONLY | O_DIRECTORY |
	    O_CLOEXEC);
	CX_AUTO_BUF b = CX_BUF_INIT;
	struct cx_str rest, line, to;

	if (cx_read_file(vault, path, &b, 1 << 20, NULL) != 0)
		return; /* links to these are broken then, which is said */
	rest = cx_buf_view(&b);
	while (cx_str_split(&rest, '\n', &line)) {
		line = cx_str_trim(line);
		if (cx_str_starts(line, CX_STR("from"))) {
			to = cx_str_trim(cx_str_from(line, strlen("from")));
			if (!cx_str_starts(to, CX_STR("=")))
				continue;
			line = cx_str_trim(cx_str_from(to, 1));
			line = cx_str_from(line, line.len > 0);
		}
		if (!cx_str_starts(line, CX_STR("/")))
			continue;
		for (to = line, line.len = 0; line.len < to.len &&
		    !strchr("\"' \t*:", to.s[line.len]); line.len++)
			;
		if (line.len > 1 && line.s[line.len - 1] == '/' &&
		    (line.len == to.len || !strchr("*:", to.s[line.len])))
			line.len--;
		if (line.len > 1)
			*CX_NEXT(e->sent, e->n_sent, e->sent_cap) =
			    cx_arena_copy(&e->arena, line);
	}
}

/* Whether a host sends the address elsewhere: one that ends in a / is where
 * others begin. */
static bool
is_sent(const struct cx_external *e, struct cx_str target)
{
	for (size_t i = 0; i < e->n_sent; i++) {
		struct cx_str from = e->sent[i];

		if (cx_str_starts(target, from) && (from.s[from.len - 1] ==
		    '/' || target.len == from.len ||
		    (target.len == from.len + 1 && target.s[from.len] == '/')))
			return true;
	}
	return false;
}

static void
read_files(struct cx_external *e)
{
	CX_AUTO_CLOSE dir = open(e->vault, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	struct cx_names n;

	cx_names_open(&n, e->vault);
	while (cx_names_next(&n)) {
		if (n.error && n.path.len < n.root)
			cx_die(CX_FAIL, "%s: %s", e->vault, strerror(n.error));
		else if (n.error)
			cx_warn("%s: %s; links to files in it count as "
			    "broken", n.path.s, strerror(n.error));
		else {
			if (CX_ONE_OF(cx_str(n.name), "netlify.toml",
			    "_redirects"))
				read_redirects(e, n.path.s + n.root);
			add(e, cx_str_from(cx_buf_view(&n.path), n.root));
		}
	}
	cx_names_close(&n);
	/* Links to what a file says that cannot be read are broken. */
	e->left_out = cx_ignore_new();
	(void)cx_ignore_file(e->left_out, dir, ".gitignore");
	cx_pathtable_build(&e->table, e->n);
}

/* Whether the key, which follows a "/" in e->key, is a path or what follows
 * a "/" in one. */
static bool
has_end(const struct cx_external *e)
{
	struct cx_str tail = cx_buf_view(&e->key), key = cx_str_from(tail, 1);
	struct cx_atom_slice l = cx_many_get(&e->table.base, cx_last_part(key));

	return cx_pathtable_tail(&e->table, l, key, true).n > 0 ||
	    cx_pathtable_tail(&e->table, l, tail, false).n > 0;
}

static bool
have(struct cx_external *e, struct cx_str target)
{
	while (cx_str_starts(target, CX_STR("./")) ||
	    cx_str_starts(target, CX_STR("../")) ||
	    cx_str_starts(target, CX_STR("/")))
		target = cx_str_from(target,
		    (size_t)((const char *)memchr(target.s, '/', target.len) -
			target.s) + 1);
	/* A directory, perhaps the vault itself. */
	while (target.len && target.s[target.len - 1] == '/')
		target.len--;
	if (target.len == 0 || cx_str_is(target, ".") ||
	    cx_str_is(target, ".."))
		return true;
	e->key.len = 0;
	cx_buf_char(&e->key, '/');
	cx_utf8_key(&e->key, target);
	if (cx_link_page(target)) {
		struct cx_str key = cx_str_from(cx_buf_view(&e->key), 1);

		return cx_pathtable_tail(&e->table, cx_many_get(
		    &e->table.base, key), key, true).n > 0;
	}
	if (has_end(e))
		return true;
	/* note.md; of a site also note.html, which is made from it. */
	if (cx_str_ends(target, CX_STR(".html")))
		e->key.len -= strlen(".html");
	cx_buf_puts(&e->key, ".md");
	return has_end(e);
}

/* Is the file at this path from the note's directory, "./a/b.md", there?  It is
 * what a Markdown link means before it means a note elsewhere. */
static bool
is_beside(struct cx_external *e, struct cx_str source, struct cx_str target)
{
	CX_AUTO_BUF path = CX_BUF_INIT;

	if (!cx_str_starts(target, CX_STR("./")) ||
	    !cx_link_join(&path, source, target))
		return false;
	e->key.len = 0;
	cx_utf8_key(&e->key, cx_buf_view(&path));
	return cx_pathtable_tail(&e->table, cx_many_get(&e->table.base,
	    cx_last_part(cx_buf_view(&e->key))), cx_buf_view(&e->key),
	    true).n > 0;
}

/* Hugo, "Multilingual mode": in x.fr.md, a link to a/b.md is one to a/b.fr.md,
 * if that is there. */
static bool
is_translated(struct cx_external *e, struct cx_str source, struct cx_str target)
{
	const struct cx_str end = cx_language_end(source);

	if (end.len == 0 || !cx_str_ends(target, CX_STR(".md")))
		return false;
	if (cx_str_starts(target, CX_STR("./")))
		target = cx_str_from(target, 2);
	e->key.len = 0;
	cx_buf_char(&e->key, '/');
	cx_utf8_key(&e->key, cx_strn(target.s, target.len - strlen("md")));
	cx_utf8_key(&e->key, end);
	return has_end(e);
}

/* Whether .gitignore names it: a file that is built, or that each clone has for
 * itself, may well exist elsewhere. */
static bool
is_left_out(struct cx_external *e, struct cx_str source, struct cx_str target)
{
	CX_AUTO_BUF path = CX_BUF_INIT;

	if (!memchr(cx_last_part(target).s, '.', cx_last_part(target).len) ||
	    cx_str_ends(target, CX_STR(".md")) ||
	    !cx_link_join(&path, target.s[0] == '.' ? source : CX_STR(""),
		target) || path.len == 0)
		return false;
	return cx_ignore_path(e->left_out, cx_buf_view(&path));
}

/* --- what needs no file --- */

bool
cx_is_template(struct cx_str s)
{
	return cx_str_has(s, CX_STR("{{")) || cx_str_has(s, CX_STR("<%"));
}

/* What a template fills in later is not a target yet, nor is a piece of code in
 * backticks that happens to end in .md, *.png, <id>, a list of texts in code,
 * or a host of RFC 2606. */
static bool
is_example(struct cx_str s, bool soft)
{
	for (size_t i = 0; soft && i < s.len; i++)
		if (memchr("[](){}<>*$|\"'", s.s[i], 13))
			return true;
	return cx_is_template(s) || memchr(s.s, '*', s.len) ||
	    strchr("<\"'", s.s[0]) || cx_str_has(s, CX_STR("/<")) ||
	    cx_str_starts(s, CX_STR("./example.com"));
}

/* A day, week, month, quarter or year whose note nobody has written, as
 * periodic notes link to those before, after and above them.  Several notes
 * of one day are two too many. */
static bool
is_period(struct cx_str s)
{
	struct cx_date date;

	s = cx_last_part(s);
	if (cx_str_ends(s, CX_STR(".md")))
		s.len -= 3;
	return cx_date_is_period(s) ||
	    (s.len == 10 && s.s[4] == '-' && cx_date_parse(s, &date));
}

/* "Write a [[link]]": the word for it, and not the name of a note. */
static bool
is_word_for_link(struct cx_str s)
{
	static const char *const words[] = {"link", "links", "wikilink",
	    "wikilinks", "wiki-link", "wiki-links", "wiki link", "wiki links",
	    "internal link", "internal links", "this link", "some document",
	    "some note", "some page", "your note", "note name", "page name",
	    "backlink", "backlinks"};

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (s.len == strlen(words[i]) &&
		    strncasecmp(s.s, words[i], s.len) == 0)
			return true;
	return s.len >= 11 && strncasecmp(s.s, "placeholder", 11) == 0;
}

static void
add_route(void *arg, struct cx_str path)
{
	struct cx_external *e = arg;

	while (path.len && path.s[path.len - 1] == '/')
		path.len--;
	path = cx_last_part(path);
	if (path.len)
		cx_map_intern(&e->routes, &e->arena, path);
}

/* Without a slash it is another name of the note, as in Obsidian, or of its
 * page, beside it: x of a/b.md is /a/x/. */
static void
add_alias(void *arg, struct cx_str path)
{
	struct cx_external *e = arg;

	if (memchr(path.s, '/', path.len)) {
		add_route(e, path);
		return;
	}
	e->key.len = 0;
	cx_buf_str(&e->key, e->dir);
	cx_buf_char(&e->key, '/');
	cx_buf_str(&e->key, path);
	cx_map_intern(&e->routes, &e->arena, cx_buf_view(&e->key));
}

void
cx_external_record(struct cx_external *e, const struct cx_record *rec)
{
	/* What Hugo and Jekyll call a page, or called it. */
	static const char *const names[] = {"slug", "url", "permalink"};
	const struct cx_json *extra = cx_json_get(rec->root, "extra");
	const struct cx_json *aliases = cx_json_get(extra, "aliases");

	if (!e->vault)
		return;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		cx_each_item(cx_json_get(extra, names[i]), add_route, e);
	if (!aliases)
		return;
	/* a/_index.md is the page a. */
	e->dir = cx_dir_part(cx_record_path(rec));
	if (CX_ONE_OF(cx_last_part(cx_record_path(rec)), "_index.md",
	    "index.md"))
		e->dir = cx_dir_part(e->dir);
	e->dir = cx_last_part(e->dir);
	cx_each_item(aliases, add_alias, e);
}

/* Whether the root of a site has the part: the root of the vault, or a
 * directory on the way to the note. */
static bool
has_root(struct cx_external *e, struct cx_str source, struct cx_str part)
{
	struct cx_str dir = source;

	do {
		dir = cx_dir_part(dir);
		e->key.len = 0;
		cx_buf_char(&e->key, '/');
		cx_utf8_key(&e->key, dir);
		if (dir.len)
			cx_buf_char(&e->key, '/');
		cx_utf8_key(&e->key, part);
		if (cx_pathtable_tail(&e->table, cx_many_get(&e->table.base,
		    cx_last_part(cx_buf_view(&e->key))),
		    cx_str_from(cx_buf_view(&e->key), 1), true).n > 0)
			return true;
	} while (dir.len);
	return false;
}

/* "/2019/10/03/title": a post by its day, as Hugo and Jekyll name them
 * ("Permalinks"), whatever its file is called. */
static bool
is_post(struct cx_str target)
{
	static const char form[] = "/0000/00/00/";
	size_t i = 0;

	while (i < target.len && (form[i] == '0' ? target.s[i] >= '0' &&
	    target.s[i] <= '9' : form[i] && target.s[i] == form[i]))
		i++;
	return i == sizeof form - 1 && i < target.len;
}

/* A page of a site, "/a/b/", of which the vault does not even have /a: the
 * host has it from elsewhere, or the site knows posts by their days. */
static bool
is_route(struct cx_external *e, struct cx_str source, struct cx_str target)
{
	struct cx_str rest = target, part, last;
	size_t at;

	if (is_sent(e, target))
		return true;
	if (cx_str_ends(target, CX_STR(".md")))
		return false; /* a file */
	while (cx_str_split(&rest, '/', &part))
		if (cx_map_get(&e->routes, part) != CX_MAP_NONE)
			return true;
	while (target.len > 1 && target.s[target.len - 1] == '/')
		target.len--;
	last = cx_last_part(target);
	at = target.len - last.len;
	part = cx_last_part(cx_dir_part(target));
	if (cx_map_get(&e->routes, cx_strn(part.s, part.len + 1 + last.len)) !=
	    CX_MAP_NONE)
		return true;
	part = cx_str_upto(cx_str_from(target, 1), '/');
	/* A site makes /tags/x/ of the tags. */
	return CX_ONE_OF(part, "tags", "categories") || (at >= 2 &&
	    (is_post(target) || !has_root(e, source, part)) &&
	    !have(e, cx_strn(target.s, at - 1)));
}

static bool
is_known(struct cx_external *e, struct cx_str source, struct cx_str target,
    bool broken)
{
	/* A name that may mean several notes, everybody has to write out. */
	if (!broken && !memchr(target.s, '/', target.len))
		return false;
	/* Where the root of a site is, of which /dir/note is a page, the site
	 * knows: of several languages in one vault (Hugo, "Multilingual
	 * mode"). */
	if (target.s[0] == '/')
		return !broken || is_route(e, source, target);
	for (size_t i = 0; i < DIALECTS; i++)
		if (e->here[i] && dialects[i].knows(target))
			return true;
	return false;
}

enum cx_resolve_status
cx_external(struct cx_external *e, enum cx_resolve_status status,
    struct cx_str source, struct cx_str target, bool soft)
{
	const bool broken = status == CX_LINK_BROKEN;

	if (status == CX_LINK_OK)
		return status;
	if (is_example(target, soft) || is_word_for_link(target) ||
	    (broken && is_period(target)) || cx_external_ignores(e, target))
		return CX_LINK_OTHER;
	if (!e->vault)
		return status;
	if (!e->table.built) {
		read_files(e);
		for (size_t i = 0; i < DIALECTS; i++)
			e->here[i] = have(e, cx_str(dialects[i].file));
	}
	/* Whether a file outside the vault exists is not known. */
	if (broken ? (target.s[0] == '.' &&
	    !cx_link_join(&e->key, source, target)) || have(e, target) :
	    is_beside(e, source, target))
		return CX_LINK_FILE;
	if (broken && is_translated(e, source, target))
		return CX_LINK_FILE;
	if (broken && is_left_out(e, source, target))
		return CX_LINK_OTHER;
	return is_known(e, source, target, broken) ? CX_LINK_OTHER : status;
}

/* Words of Hugo, Jekyll, Liquid, mdBook, Markdown-Include, snippets of PyMdown
 * and of what a site has made for itself, on a line that begins with one of
 * open; directories of Hugo, Jekyll and Docusaurus. */
bool
cx_is_assembled(struct cx_str path, struct cx_str body)
{
	static const char *const open[] = {"{{", "{%", "{!", "--8<--",
	    "!include", ":::"};
	static const char *const words[] = {"include", "generat", "readfile",
	    "snippet", "import", "render", "partial", "--8<--", "{!", "embed",
	    ".md\""};
	struct cx_str line;
	bool opens = false;

	while (cx_str_split(&path, '/', &line))
		if (CX_ONE_OF(line, "_common", "_includes", "_partials",
		    "_shared", "_snippets"))
			return true;
	while (cx_str_split(&body, '\n', &line)) {
		line = cx_str_trim(line);
		for (size_t k = 0; k < sizeof open / sizeof *open; k++)
			opens |= cx_str_starts(line, cx_str(open[k]));
		for (size_t k = 0; opens && k < sizeof words / sizeof *words;
		    k++)
			if (cx_str_has(line, cx_str(words[k])))
				return true;
		/* {{< x a="b"
		 *     c="d" >}} */
		opens = opens && line.len && !cx_str_has(line, CX_STR("}}")) &&
		    !cx_str_has(line, CX_STR("%}"));
	}
	return false;
}
