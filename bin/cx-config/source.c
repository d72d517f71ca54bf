#include "bin/cx-config/source.h"
#include "lib/base/date.h"
#include "lib/config/allowed.h"
#include "lib/record/expr.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#define NAME "cortex.toml"

struct finding {
	struct cx_toml_place at;
	bool fatal;
	char *key;
	char *text;
};

bool source_faults;

/* Of the file as a whole. */
static const struct cx_toml_place nowhere;

/* What is wrong with a file: for a program, or for a person.  key is that of
 * the setting which is better removed, or NULL. */
static void CX_PRINTF(5, 6)
complain(const struct source *s, struct cx_toml_place at, enum cx_exit status,
    const char *key, const char *fmt, ...)
{
	CX_AUTO_BUF text = CX_BUF_INIT, place = CX_BUF_INIT;
	struct cx_printer p = cx_printer(cx_out());
	va_list ap;

	if (at.line)
		cx_buf_fmt(&place, ":%u:%u", at.line, at.column);
	va_start(ap, fmt);
	cx_buf_vfmt(&text, fmt, ap);
	va_end(ap);
	if (source_faults) {
		cx_print_object(&p);
		cx_print_kstr(&p, "file", cx_str(s->name));
		if (at.line) {
			cx_print_kint(&p, "line", at.line);
			cx_print_kint(&p, "column", at.column);
		}
		if (key)
			cx_print_kstr(&p, "key", cx_str(key));
		cx_print_kstr(&p, "message", cx_buf_view(&text));
		cx_print_end(&p);
		cx_buf_char(cx_out(), '\n');
		cx_raise(status);
	} else if (status != CX_DONE) {
		cx_error(status, "%s%s: %s", s->name, cx_buf_cstr(&place),
		    cx_buf_cstr(&text));
	} else {
		cx_warn("%s%s: %s", s->name, cx_buf_cstr(&place),
		    cx_buf_cstr(&text));
	}
}

/* The same, and the end. */
#define complain_die(...) \
	do { \
		complain(__VA_ARGS__); \
		exit(cx_finish()); \
	} while (0)

/* In the order of the file, which is not that of the tree. */
static int
by_place(const void *a, const void *b)
{
	const struct finding *x = a, *y = b;

	if (x->at.line != y->at.line)
		return x->at.line < y->at.line ? -1 : 1;
	return (x->at.column > y->at.column) - (x->at.column < y->at.column);
}

static void
report(void *arg, const struct cx_config_place *at, const struct cx_json *node,
    bool fatal, const char *text)
{
	struct source *s = arg;
	CX_AUTO_BUF key = CX_BUF_INIT;
	struct finding f = {cx_toml_at(s->toml, node), fatal, NULL,
	    cx_strdup(text)};

	cx_config_put_place(&key, at);
	f.key = cx_strdup(cx_buf_cstr(&key));
	cx_buf_add(&s->findings, &f, sizeof f);
}

static void
say_findings(struct source *s)
{
	size_t n = s->findings.len / sizeof(struct finding);
	struct finding *f = (struct finding *)(void *)s->findings.s;

	CX_SORT(f, n, by_place);
	for (size_t i = 0; i < n; i++) {
		s->bad |= f[i].fatal;
		if (f[i].fatal || !s->quiet)
			complain(s, f[i].at, f[i].fatal ? CX_USAGE : CX_DONE,
			    f[i].key, "%s", f[i].text);
		free(f[i].key);
		free(f[i].text);
	}
	cx_buf_release(&s->findings);
}

/* Each expression by itself: recall puts them between parentheses. */
static void
check_scopes(struct source *s)
{
	const struct cx_json *t = cx_json_get(s->root, "scopes");
	CX_AUTO_BUF place = CX_BUF_INIT;
	struct cx_expr_error err;
	struct cx_expr *e;

	if (!t || t->type != CX_JSON_OBJECT)
		return;
	cx_now_init(NULL);
	CX_JSON_EACH(k, t) {
		struct cx_toml_place at = cx_toml_at(s->toml, k + 1);

		if (k[1].type != CX_JSON_STRING)
			continue;
		e = cx_expr_new(cx_json_str(k + 1), &err);
		cx_expr_free(e);
		if (e)
			continue;
		s->bad = true;
		place.len = 0;
		if (source_faults) {
			cx_buf_fmt(&place, "scopes.%.*s", (int)k->len, k->u.s);
			complain(s, at, CX_USAGE, cx_buf_cstr(&place),
			    "%s: %s", cx_buf_cstr(&place), err.why);
			continue;
		}
		cx_buf_fmt(&place, "%s:%u:%u: scopes.%.*s", s->name, at.line,
		    at.column, (int)k->len, k->u.s);
		cx_expr_complain(CX_USAGE, cx_buf_cstr(&place),
		    cx_json_str(k + 1), &err);
	}
}

/* The value of [vault] path, NULL when there is none. */
static const struct cx_json *
named_vault(const struct source *s)
{
	const struct cx_json *v = cx_json_get(cx_json_get(s->root, "vault"),
	    "path");

	return v && v->type == CX_JSON_STRING && v->len && !s->bad ? v : NULL;
}

/* --- what leads out of the directory of the file --- */

/*
 * Whoever wrote the file may be a stranger, so it decides about its own
 * directory and what is below.  What else it leads to, after all links, counts
 * once cx-trust(1) has recorded it for that directory, by this name.
 */
#define PATH_LEADS NAME ": [vault] path "
#define LINK_LEADS NAME ": link to "

enum lead {
	STAYS,
	ALLOWED,
	NOT_ALLOWED,
	NO_VAULT, /* nor can it be allowed */
};

static enum lead
lead(const char *dir, const char *what, const char *path, bool vault,
    struct cx_buf *name)
{
	CX_AUTO_FREE char *root = realpath(dir, NULL);
	CX_AUTO_FREE char *real = root ? realpath(path, NULL) : NULL;
	size_t n;

	/* Whoever opens it says what is wrong. */
	if (!real)
		return STAYS;
	n = strlen(root) - (root[1] == '\0');
	if (strncmp(real, root, n) == 0 && (real[n] == '/' || !real[n]))
		return STAYS;
	name->len = 0;
	cx_buf_fmt(name, "%s%s", what, real);
	if ((vault && !cx_vault_is(real)) ||
	    cx_str_has_control(cx_buf_view(name)))
		return NO_VAULT;
	return cx_allowed(root, cx_buf_view(name)) ? ALLOWED : NOT_ALLOWED;
}

static bool
is_link(int dirfd)
{
	struct stat st;

	return fstatat(dirfd, NAME, &st, AT_SYMLINK_NOFOLLOW) == 0 &&
	    S_ISLNK(st.st_mode);
}

/* Whether the file, if it is a link, is read. */
static bool
link_counts(const struct source *s)
{
	CX_AUTO_BUF name = CX_BUF_INIT;
	CX_AUTO_BUF dir = CX_BUF_INIT;
	enum lead l;

	cx_buf_str(&dir, s->dir.len ? s->dir : CX_STR("."));
	l = lead(cx_buf_cstr(&dir), LINK_LEADS, s->name, false, &name);
	if (l == STAYS || l == ALLOWED)
		return true;
	complain(s, nowhere, CX_DONE, NULL, "is a link to %s, outside of its "
	    "directory, and does not count before it is allowed; look at it, "
	    "then run `cx trust` there",
	    cx_buf_cstr(&name) + strlen(LINK_LEADS));
	return false;
}

static void
parse(struct source *s, struct cx_buf *text, const struct cx_json *defaults)
{
	struct cx_toml_error error;

	s->toml = cx_toml_parse(text->s, text->len, &error);
	if (!s->toml)
		complain_die(s, error.at, CX_USAGE, NULL, "%s", error.cause);
	s->root = cx_toml_root(s->toml);
	cx_buf_release(text);
	/* Other settings do not change which vault it is. */
	if (s->quiet && (!cx_json_get(s->root, "vault") || named_vault(s)))
		return;
	cx_config_check(s->root, defaults, report, s);
	say_findings(s);
	check_scopes(s);
}

/*
 * Reads dir/cortex.toml, dirfd being open on dir; false when there is none,
 * or one that does not count.  It may be a symlink: people keep such files
 * together elsewhere.
 */
static bool
read_in(struct source *s, int dirfd, const char *dir, struct cx_buf *text)
{
	int fd = openat(dirfd, NAME, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	struct stat st;
	int err = errno;

	if (fd < 0 && err == ENOENT)
		return false;
	s->dir = cx_str(dir);
	if (*dir)
		cx_buf_fmt(&s->name_buf, "%s%s" NAME, dir,
		    strcmp(dir, "/") == 0 ? "" : "/");
	else
		cx_buf_puts(&s->name_buf, NAME);
	s->name = cx_buf_cstr(&s->name_buf);
	if (fd >= 0 && is_link(dirfd) && !link_counts(s)) {
		close(fd);
		s->name = NULL;
		s->refused = true;
		return false;
	}
	if (fd >= 0) {
		if (fstat(fd, &st) != 0)
			err = errno;
		else if (!S_ISREG(st.st_mode))
			err = S_ISDIR(st.st_mode) ? EISDIR : ENODEV;
		else
			err = cx_read_fd(fd, text, CX_CONFIG_MAX);
		close(fd);
	}
	if (err)
		complain_die(s, nowhere, CX_FAIL, NULL, "%s",
		    cx_file_error(err));
	return true;
}

static void
read_operand(struct source *s, const char *file, struct cx_buf *text)
{
	bool standard = strcmp(file, "-") == 0;
	int fd = standard ? 0 : open(file, O_RDONLY | O_CLOEXEC | O_NOCTTY);
	const char *slash = strrchr(file, '/');
	int err;

	s->name = standard ? "(stdin)" : file;
	s->dir = cx_strn(file, slash ? (size_t)(slash - file) : 0);
	if (slash == file)
		s->dir.len = 1;
	if (fd < 0)
		complain_die(s, nowhere, CX_FAIL, NULL, "%s", strerror(errno));
	err = cx_read_fd(fd, text, CX_CONFIG_MAX);
	if (!standard)
		close(fd);
	if (err)
		complain_die(s, nowhere, CX_FAIL, NULL, "%s",
		    cx_file_error(err));
}

/* [vault] path from the directory of its file on; ~/ is the home. */
static const char *
configured(const struct source *s, struct cx_buf *path)
{
	const struct cx_json *v = named_vault(s);
	const char *home = getenv("HOME");
	struct cx_str p;

	if (!v)
		return NULL;
	p = cx_json_str(v);
	path->len = 0;
	if (home && *home && (cx_str_is(p, "~") ||
	    cx_str_starts(p, CX_STR("~/")))) {
		cx_buf_puts(path, home);
		p = cx_str_from(p, 1);
	} else if (p.s[0] != '/' && s->dir.len) {
		cx_buf_str(path, s->dir);
		cx_buf_char(path, '/');
	}
	cx_buf_str(path, p);
	return cx_buf_cstr(path);
}

/* Whether [vault] path, which is this, counts; if not, that is said. */
static bool
path_counts(const struct source *s, const char *path)
{
	struct cx_toml_place at = cx_toml_at(s->toml, named_vault(s));
	CX_AUTO_BUF name = CX_BUF_INIT;
	enum lead l = lead(".", PATH_LEADS, path, true, &name);
	const char *to = cx_buf_cstr(&name) + strlen(PATH_LEADS);

	if (l == NO_VAULT)
		complain(s, at, CX_DONE, NULL, "vault.path leads out of this "
		    "directory to %s, which is not a vault and is ignored: run "
		    "`cx init` there, then `cx trust` here", to);
	else if (l == NOT_ALLOWED)
		complain(s, at, CX_DONE, NULL, "vault.path leads out of this "
		    "directory to %s and is ignored until it is allowed: run "
		    "`cx trust` here", to);
	return l == STAYS || l == ALLOWED;
}

static void
hold(struct found *f, const struct source *s, const char *path)
{
	if (f->by == CX_VAULT_NONE || cx_vault_hold(&f->vault, path))
		return;
	if (f->by == CX_VAULT_CONFIG)
		complain_die(s, cx_toml_at(s->toml, named_vault(s)), CX_USAGE,
		    NULL, "vault.path: cannot open '%s': %s", path,
		    strerror(errno));
	cx_vault_die(f->by, path);
}

/* The vault's own file names another vault, but that counts only where the
 * file is in the working directory. */
static void
check_elsewhere(const struct source *s, const struct found *f)
{
	const struct cx_json *v = named_vault(s);
	CX_AUTO_BUF path = CX_BUF_INIT;
	char *real;

	if (!v || f->by != CX_VAULT_PARENT)
		return;
	real = realpath(configured(s, &path), NULL);
	if (!real || strcmp(real, f->vault.path) != 0)
		complain(s, cx_toml_at(s->toml, v), CX_DONE, NULL, "vault.path "
		    "only applies in the directory of this file; the vault is "
		    "%s", f->vault.path);
	free(real);
}

/*
 * What counts of a file in the working directory that is not the vault's own,
 * for whoever wrote it may be a stranger: nothing but this.  Every other
 * setting is the vault's to say.
 */
static const char *const from_strangers[][2] = {
    /* Which notes a directory has is its own to say; those of a place outside
     * of it after cx trust: path_counts. */
    {"vault", "path"},
    /* How much is printed, 1000 to 12000 tokens whatever it says; of what,
     * the vault says. */
    {"context", "budget"},
};
#define FROM_STRANGERS (sizeof from_strangers / sizeof *from_strangers)

const struct cx_json *
source_applies(const struct source *here, const struct cx_config_place *at)
{
	for (size_t i = 0; i < FROM_STRANGERS && at->n == 2; i++)
		if (cx_str_is(at->key[0], from_strangers[i][0]) &&
		    cx_str_is(at->key[1], from_strangers[i][1]))
			return cx_json_getn(cx_json_getn(here->root,
			    at->key[0]), at->key[1]);
	return NULL;
}

static void
say_ignored(const struct source *here, const struct found *f)
{
	CX_AUTO_BUF b = CX_BUF_INIT, only = CX_BUF_INIT;
	size_t n = 0;

	for (size_t i = 0; i < FROM_STRANGERS; i++)
		cx_buf_fmt(&only, "%s%s.%s", i == 0 ? "" :
		    i + 1 < FROM_STRANGERS ? ", " : " and ",
		    from_strangers[i][0], from_strangers[i][1]);
	CX_JSON_EACH(section, here->root) {
		CX_JSON_EACH(key, section + 1) {
			struct cx_config_place at = {.key =
			    {cx_json_str(section), cx_json_str(key)}, .n = 2};

			if (section[1].type != CX_JSON_OBJECT ||
			    source_applies(here, &at) || n++ >= 5)
				continue;
			cx_buf_fmt(&b, "%s%.*s.%.*s", n > 1 ? ", " : "",
			    (int)at.key[0].len, at.key[0].s,
			    (int)at.key[1].len, at.key[1].s);
		}
	}
	if (n > 5)
		cx_buf_fmt(&b, " and %zu more", n - 5);
	/* Whoever names the vault does not expect the file of another. */
	if (n && !here->quiet && !source_faults && !here->bad &&
	    f->by != CX_VAULT_OPTION)
		cx_warn("%s: not the file of the vault %s, so only %s of it "
		    "count; ignored: %s", here->name, f->vault.path,
		    cx_buf_cstr(&only), cx_buf_cstr(&b));
}

static bool
is_here(const struct found *f)
{
	struct stat a, b;

	return fstat(f->vault.fd, &a) == 0 && stat(".", &b) == 0 &&
	    a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

void
source_locate(struct source *s, struct source *here, struct found *f,
    const char *file, const char *option, const struct cx_json *defaults)
{
	CX_AUTO_BUF path = CX_BUF_INIT, named = CX_BUF_INIT;
	struct cx_buf text = CX_BUF_INIT;
	const char *configured_path;

	if (file)
		read_operand(s, file, &text);
	if (file || read_in(s, AT_FDCWD, "", &text))
		parse(s, &text, defaults);
	configured_path = configured(s, &named);
	f->by = cx_vault_find(&path, option,
	    configured_path ? configured_path : "");
	/* Who names the file has decided. */
	if (!file && f->by == CX_VAULT_CONFIG &&
	    !path_counts(s, configured_path))
		f->by = cx_vault_find(&path, option, "");
	hold(f, s, cx_buf_cstr(&path));
	if (!file && s->name && f->by != CX_VAULT_NONE && !is_here(f)) {
		bool quiet = s->quiet;

		*here = *s;
		*s = (struct source)SOURCE_INIT;
		s->quiet = quiet;
		say_ignored(here, f);
	}
	if (f->by != CX_VAULT_NONE && !s->name && !(s->refused && is_here(f)) &&
	    read_in(s, f->vault.fd, f->vault.path, &text)) {
		parse(s, &text, defaults);
		check_elsewhere(s, f);
	}
}

void
source_leads(const struct source *s, const struct found *f, struct cx_buf *out)
{
	CX_AUTO_BUF path = CX_BUF_INIT, name = CX_BUF_INIT;
	enum lead l = STAYS;

	cx_buf_fmt(&path, "%s/" NAME, f->vault.path);
	if (is_link(f->vault.fd))
		l = lead(f->vault.path, LINK_LEADS, cx_buf_cstr(&path), false,
		    &name);
	if (l == ALLOWED || l == NOT_ALLOWED)
		cx_buf_fmt(out, "%s\n", cx_buf_cstr(&name));
	if (!s->root || !configured(s, &path))
		return;
	l = lead(f->vault.path, PATH_LEADS, cx_buf_cstr(&path), true, &name);
	if (l == ALLOWED || l == NOT_ALLOWED)
		cx_buf_fmt(out, "%s\n", cx_buf_cstr(&name));
}

void
source_release(struct source *s)
{
	cx_toml_free(s->toml);
	cx_buf_release(&s->name_buf);
}
