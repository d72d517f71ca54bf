#include "bin/cx-config/user.h"

#include "bin/cx-config/toml.h"
#include "lib/config/config_schema.h"
#include "lib/file/vault.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

struct named {
	struct cx_str name;
	char *dir;
};

struct user {
	struct cx_buf name; /* of the file */
	struct cx_buf text;
	struct cx_toml *toml;
	const struct cx_json *vaults;
	struct named *v;
	size_t n, cap;
};

static void
read_file(struct user *u)
{
	const char *base = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
	struct cx_toml_error error;
	int fd, err = 0;

	if (base && base[0] == '/')
		cx_buf_fmt(&u->name, "%s/cortex/cortex.toml", base);
	else
		cx_buf_fmt(&u->name, "%s/.config/cortex/cortex.toml",
		    home ? home : "");
	fd = open(cx_buf_cstr(&u->name), O_RDONLY | O_CLOEXEC | O_NONBLOCK |
	    O_NOCTTY);
	if (fd < 0)
		err = errno;
	else
		err = cx_read_fd(fd, &u->text, CX_CONFIG_MAX);
	if (fd >= 0)
		close(fd); /* was only read */
	if (err && err != ENOENT)
		cx_die(CX_FAIL, "%s: %s", cx_buf_cstr(&u->name),
		    cx_file_error(err));
	u->toml = cx_toml_parse(u->text.len ? u->text.s : "", u->text.len,
	    &error);
	if (!u->toml)
		cx_die(CX_USAGE, "%s:%u:%u: %s", cx_buf_cstr(&u->name),
		    error.at.line, error.at.column, error.cause);
	CX_JSON_EACH(k, cx_toml_root(u->toml)) {
		if (!cx_str_is(cx_json_str(k), "vaults"))
			cx_warn("%s:%u: only [vaults] counts here, not %.*s",
			    cx_buf_cstr(&u->name), cx_toml_at(u->toml, k).line,
			    (int)k->len, k->u.s);
	}
	u->vaults = cx_json_get(cx_toml_root(u->toml), "vaults");
	if (u->vaults && u->vaults->type != CX_JSON_OBJECT)
		cx_die(CX_USAGE, "%s: vaults: expected a table",
		    cx_buf_cstr(&u->name));
}

/* Names come before the colon of NAME:PATH, and are separated by commas. */
static bool
is_name(struct cx_str s)
{
	for (size_t i = 0; i < s.len; i++) {
		char c = s.s[i], low = (char)(c | 0x20);

		if (!(low >= 'a' && low <= 'z') && !(c >= '0' && c <= '9') &&
		    c != '-' && c != '_')
			return false;
	}
	return s.len && s.s[0] != '-' && !cx_str_is(s, "all");
}

static bool
is_word(struct cx_str s, const char *more)
{
	for (size_t i = 0; i < s.len; i++) {
		char low = (char)(s.s[i] | 0x20);

		if (!(low >= 'a' && low <= 'z') && !(s.s[i] >= '0' &&
			s.s[i] <= '9') && !strchr(more, s.s[i]))
			return false;
	}
	return s.len && s.s[0] != '-';
}

/* ssh://[USER@]HOST[:PORT]/PATH: ssh gets HOST and PORT as arguments, the other
 * machine PATH as data. */
static bool
is_remote(struct cx_str url)
{
	struct cx_str rest = cx_str_from(url, strlen("ssh://")), host, part;
	uint64_t port;

	if (cx_str_has_control(url) || !cx_str_split(&rest, '/', &host) ||
	    !rest.len || host.s + host.len == url.s + url.len)
		return false;
	if (cx_str_has(host, CX_STR("@")) && (!cx_str_split(&host, '@',
	    &part) || !is_word(part, "._-")))
		return false;
	if (!cx_str_has(host, CX_STR(":")))
		return is_word(host, "._-");
	return cx_str_split(&host, ':', &part) && is_word(part, "._-") &&
	    cx_str_number(&host, 65535, &port) && !host.len && port;
}

/* The directory that is meant; false after a message. */
static bool
path_of(struct user *u, struct cx_str name, const struct cx_json *v,
    struct cx_buf *path)
{
	struct cx_toml_place at = cx_toml_at(u->toml, v);
	struct cx_str s = v->type == CX_JSON_STRING ? cx_json_str(v) :
	    CX_STR("");
	const char *home = getenv("HOME"), *want = NULL;

	if (!is_name(name))
		want = "a name of letters, digits, - and _, other than all";
	else if (cx_str_starts(s, CX_STR("ssh://")))
		want = is_remote(s) ? NULL : "ssh://[USER@]HOST[:PORT]/PATH";
	else if (cx_str_has_control(s) || !(cx_str_starts(s, CX_STR("/")) ||
	    (home && (cx_str_is(s, "~") || cx_str_starts(s, CX_STR("~/"))))))
		want = "a directory that begins with / or ~/, or ssh://";
	if (want) {
		cx_error(CX_USAGE, "%s:%u:%u: vaults.%.*s: expected %s",
		    cx_buf_cstr(&u->name), at.line, at.column, (int)name.len,
		    name.s, want);
		return false;
	}
	if (s.s[0] == '~') {
		cx_buf_puts(path, home);
		s = cx_str_from(s, 1);
	}
	cx_buf_str(path, s);
	return true;
}

static bool
is_below(const char *dir, const char *root)
{
	size_t n = strlen(root);

	return strncmp(dir, root, n) == 0 && (dir[n] == '/' || !dir[n]);
}

/* Whether its notes are not those of another already: of one around it, and of
 * two names for one the first stays. */
static bool
is_own(const struct user *u, const struct named *v)
{
	for (const struct named *o = u->v; o < u->v + u->n; o++) {
		if (o == v || !is_below(v->dir, o->dir) ||
		    (strcmp(v->dir, o->dir) == 0 && o > v))
			continue;
		cx_error(CX_PARTIAL, "vault %.*s is left out: %s is %s vault "
		    "%.*s", (int)v->name.len, v->name.s, v->dir,
		    strcmp(v->dir, o->dir) == 0 ? "also" : "inside of",
		    (int)o->name.len, o->name.s);
		return false;
	}
	return true;
}

static void
take(struct user *u, struct cx_str name, const struct cx_json *v)
{
	CX_AUTO_BUF path = CX_BUF_INIT;
	const char *why;
	char *dir;

	for (size_t i = 0; i < u->n; i++) {
		if (cx_str_eq(u->v[i].name, name))
			return;
	}
	if (!path_of(u, name, v, &path))
		return;
	if (cx_str_starts(cx_buf_view(&path), CX_STR("ssh://"))) {
		*CX_NEXT(u->v, u->n, u->cap) = (struct named){name,
		    cx_strdup(cx_buf_cstr(&path))};
		return;
	}
	dir = realpath(cx_buf_cstr(&path), NULL);
	why = !dir ? strerror(errno) : access(dir, R_OK | X_OK) != 0 ?
	    strerror(errno) : cx_str_has_control(cx_str(dir)) ?
	    "has control characters in its name" : !cx_vault_is(dir) ?
	    "not a vault; cx init makes it one" : NULL;
	if (why) {
		cx_error(CX_PARTIAL, "vault %.*s is left out: %s: %s",
		    (int)name.len, name.s, cx_buf_cstr(&path), why);
		free(dir);
		return;
	}
	*CX_NEXT(u->v, u->n, u->cap) = (struct named){name, dir};
}

static void CX_NORETURN
unknown(struct user *u, struct cx_str name)
{
	CX_AUTO_BUF known = CX_BUF_INIT;

	CX_JSON_EACH(k, u->vaults)
		cx_buf_fmt(&known, "%s%.*s", known.len ? ", " : "",
		    (int)k->len, k->u.s);
	cx_die(CX_NO, "no vault is named '%.*s'; [vaults] in %s names %s",
	    (int)name.len, name.s, cx_buf_cstr(&u->name),
	    known.len ? cx_buf_cstr(&known) : "none");
}

void
user_vaults(const char *list)
{
	struct user u = {.name = CX_BUF_INIT};
	struct cx_str rest = cx_str(list), name;
	const struct cx_json *v;

	if (!rest.len)
		cx_die(CX_USAGE, "--vaults needs names with commas, or all");
	read_file(&u);
	if (cx_str_is(rest, "all")) {
		if (!u.vaults || !u.vaults->len)
			unknown(&u, rest);
		CX_JSON_EACH(k, u.vaults)
			take(&u, cx_json_str(k), k + 1);
	}
	while (!cx_str_is(cx_str(list), "all") &&
	    cx_str_split(&rest, ',', &name)) {
		v = u.vaults ? cx_json_getn(u.vaults, name) : NULL;
		if (!v)
			unknown(&u, name);
		take(&u, name, v);
	}
	for (size_t i = 0; i < u.n && cx_status() != CX_USAGE; i++) {
		if (is_own(&u, &u.v[i]))
			cx_buf_fmt(cx_out(), "%.*s:%s\n",
			    (int)u.v[i].name.len, u.v[i].name.s, u.v[i].dir);
	}
	if (!u.n && cx_status() != CX_USAGE)
		cx_raise(CX_FAIL);
	for (size_t i = 0; i < u.n; i++)
		free(u.v[i].dir);
	free(u.v);
	cx_toml_free(u.toml);
	cx_buf_release(&u.text);
	cx_buf_release(&u.name);
}
