/* Collects what may run, with the files it refers to. */
#include "trust.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define ITEM_MAX ((size_t)256 << 20)
/* A program above this is not a script, or none that a person reads. */
#define SCRIPT_MAX ((size_t)256 << 10)
/* Directories that words name, in which other words are looked for. */
#define DIRS_MAX 16
/* So many looks are a minute; a person reads no script that needs them. */
#define LOOKS_MAX 2000000

struct gathering {
	struct items *all;
	const struct cx_vault *v;
	struct cx_map paths; /* of items that are files, and links that leave */
	struct cx_map tried; /* words of the text at hand */
	struct cx_map dirs;  /* where its words are looked for, too */
	struct cx_arena arena;
	struct cx_buf path;
	size_t looks;
	bool script; /* the text is a script, and not the command */
};

static int
by_path(const void *a, const void *b)
{
	return strcmp(((const struct item *)a)->path,
	    ((const struct item *)b)->path);
}

static bool
is_new(struct gathering *g, struct cx_map *map, struct cx_str key)
{
	uint32_t n = map->n;

	return cx_map_intern(map, &g->arena, key) == n;
}

static struct item *
add(struct items *all, struct cx_str path, mode_t mode)
{
	struct item *x = CX_NEXT(all->item, all->n, all->cap);
	CX_AUTO_BUF b = CX_BUF_INIT;

	cx_buf_str(&b, path);
	*x = (struct item){.path = cx_strdup(cx_buf_cstr(&b)), .mode = mode,
	    .bytes = CX_BUF_INIT};
	return x;
}

/* What is no file: its digest is that of a text. */
static void
add_text(struct items *all, struct cx_str path, struct cx_str text)
{
	cx_digest_text(text, add(all, path, 0)->digest);
}

static void CX_NORETURN
cannot_read(const struct cx_vault *v, const char *path, int error)
{
	cx_die(CX_FAIL, "%s/%s: %s", v->path, path, cx_file_error(error));
}

static void
digest_more(void *arg, const void *data, size_t len)
{
	cx_digest_add(arg, data, len);
}

/* A file of the vault; the text of a script is kept for its words.  False: it
 * is there. */
static bool
add_file(struct gathering *g, struct cx_str path, const struct stat *st,
    bool program)
{
	struct item *x;
	struct cx_digest d;
	int error;

	if (!is_new(g, &g->paths, path))
		return false;
	x = add(g->all, path, st->st_mode & 07777);
	x->program = program;
	if (program || (size_t)st->st_size <= SCRIPT_MAX) {
		error = cx_read_file(g->v->fd, x->path, &x->bytes, ITEM_MAX,
		    NULL);
		cx_digest_text(cx_buf_view(&x->bytes), x->digest);
	} else {
		cx_digest_init(&d);
		error = cx_each_chunk(g->v->fd, x->path, digest_more, &d);
		cx_digest_hex(&d, x->digest);
	}
	if (error)
		cannot_read(g->v, x->path, error);
	return true;
}

/* --- files that are named --- */

/* Of a script: notes, and what cx writes, are data and change all the time. */
static bool
is_data(struct cx_str path)
{
	static const char *const ours[] = {"index/", "layers/", "inbox/"};

	for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
		if (cx_str_starts(path, cx_str(ours[i])))
			return true;
	return cx_is_note(path) || !cx_vault_path_theirs(path) ||
	    cx_str_is(cx_last_part(path), "TASKS.yaml");
}

/* Looks for a word in a directory, "" being the vault. */
static void
look_in(struct gathering *g, struct cx_str dir, struct cx_str word)
{
	CX_AUTO_BUF full = CX_BUF_INIT;
	CX_AUTO_FREE char *real = NULL;
	const char *root = g->v->path;
	size_t n = strlen(root);
	struct cx_str path;
	struct stat st;

	if (++g->looks > LOOKS_MAX)
		cx_die(CX_FAIL, "%s: its programs have more words than can "
		    "be checked; nothing in it runs", root);
	g->path.len = 0;
	if (dir.len)
		cx_buf_fmt(&g->path, "%.*s/", (int)dir.len, dir.s);
	cx_buf_str(&g->path, word);
	if (fstatat(g->v->fd, cx_buf_cstr(&g->path), &st, 0) != 0)
		return;
	path = cx_buf_view(&g->path);
	if (S_ISDIR(st.st_mode) && g->dirs.n < DIRS_MAX)
		(void)is_new(g, &g->dirs, path);
	if (!S_ISREG(st.st_mode))
		return;
	if (path.s[0] != '/')
		cx_buf_fmt(&full, "%s/", root);
	cx_buf_str(&full, path);
	real = realpath(cx_buf_cstr(&full), NULL);
	if (!real)
		return;
	n -= n == 1; /* the root of all */
	if (strncmp(real, root, n) == 0 && real[n] == '/') {
		path = cx_str(real + n + 1);
		if (!(g->script && is_data(path)) &&
		    add_file(g, path, &st, false))
			g->all->named = true;
	} else if (cx_vault_path_ok(path)) {
		/* A link of the vault, which may come to lead elsewhere. */
		cx_buf_fmt(&g->path, " -> %s", real);
		path = cx_buf_view(&g->path);
		if (is_new(g, &g->paths, path))
			add_text(g->all, path, cx_str(real));
	}
}

static void
take_word(void *arg, struct cx_str word)
{
	struct gathering *g = arg;

	if (word.len < 4096 && !memchr(word.s, '\0', word.len) &&
	    is_new(g, &g->tried, word))
		look_in(g, CX_STR(""), word);
}

/*
 * All files of the vault that a text names.  With `cd tools; sh x.sh` and
 * $(dirname "$0")/x.sh in mind, a word is also looked for in the directories
 * that are named and in that of the script itself, and without what stands
 * before its first slash.
 */
static void
add_words(struct gathering *g, struct cx_str text, struct cx_str from)
{
	const char *home = getenv("HOME");

	cx_map_clear(&g->tried);
	cx_map_clear(&g->dirs);
	(void)is_new(g, &g->dirs, CX_STR(""));
	if (home && *home == '/')
		(void)is_new(g, &g->dirs, cx_str(home));
	(void)is_new(g, &g->dirs, from);
	words(text, take_word, g);
	for (uint32_t i = 0; i < g->tried.n; i++) {
		struct cx_str word = g->tried.key[i];
		size_t n = strcspn(word.s, "/") + 1;
		struct cx_str rest = n < word.len ? cx_str_from(word, n) :
		    CX_STR("");

		for (uint32_t d = 0; d < g->dirs.n; d++) {
			struct cx_str dir = g->dirs.key[d];

			if (word.s[0] != '/' && dir.len)
				look_in(g, dir, word);
			if (rest.len && rest.s[0] != '/')
				look_in(g, dir, rest);
		}
	}
}

/* And those that these name, if they are text, and so on. */
static void
follow(struct gathering *g)
{
	g->script = true;
	for (size_t i = 0; i < g->all->n; i++) {
		struct item x = g->all->item[i];
		struct cx_str text = cx_buf_view(&x.bytes);

		if (text.len <= SCRIPT_MAX && !(text.len &&
		    memchr(text.s, '\0', text.len)))
			add_words(g, text, cx_dir_part(cx_str(x.path)));
		if (!x.program)
			cx_buf_release(&g->all->item[i].bytes);
	}
}

/* --- programs --- */

/* Takes the file if it is one that runs. */
static void
add_collector(struct gathering *g, int dir, const char *name)
{
	const char *root = g->v->path;
	struct stat st;

	if (fstatat(dir, name, &st, AT_SYMLINK_NOFOLLOW) != 0)
		return;
	if (S_ISLNK(st.st_mode))
		cx_note("%s/" COLLECTORS "/%s: is a symbolic link and never "
		    "runs; put the program there", root, name);
	if (!S_ISREG(st.st_mode) || !(st.st_mode & 0111))
		return;
	g->path.len = 0;
	cx_buf_fmt(&g->path, COLLECTORS "/%s", name);
	(void)add_file(g, cx_buf_view(&g->path), &st, true);
}

static void
gather_collectors(struct gathering *g)
{
	const struct cx_vault *v = g->v;
	CX_AUTO_CLOSE fd = cx_vault_open(v->fd, COLLECTORS,
	    O_RDONLY | O_DIRECTORY);
	struct dirent *e;
	DIR *dir;

	if (fd < 0 && errno == ENOENT)
		return;
	if (fd < 0 && (errno == ELOOP || errno == ENOTDIR)) {
		cx_note("%s/" COLLECTORS ": is a symbolic link or is reached "
		    "through one; nothing in it runs", v->path);
		return;
	}
	dir = fd < 0 ? NULL : cx_dir_stream(fd, ".");
	if (!dir)
		cannot_read(v, COLLECTORS, errno);
	for (errno = 0; (e = readdir(dir)); errno = 0)
		if (e->d_name[0] != '.')
			add_collector(g, fd, e->d_name);
	if (errno)
		cannot_read(v, COLLECTORS, errno);
	closedir(dir);
}

/* --- all --- */

/* The digest of all items, in the order of their paths. */
static void
sum_up(struct gathering *g)
{
	struct items *all = g->all;
	CX_AUTO_BUF b = CX_BUF_INIT;
	struct cx_digest d;

	cx_map_release(&g->paths);
	cx_map_release(&g->tried);
	cx_map_release(&g->dirs);
	cx_arena_release(&g->arena);
	cx_buf_release(&g->path);
	if (all->n == 0)
		return;
	qsort(all->item, all->n, sizeof *all->item, by_path);
	cx_digest_init(&d);
	for (size_t i = 0; i < all->n; i++) {
		const struct item *x = &all->item[i];

		b.len = 0;
		cx_buf_fmt(&b, "%04o %s %s", (unsigned)x->mode, x->digest,
		    x->path);
		cx_digest_add(&d, cx_buf_cstr(&b), b.len + 1);
	}
	cx_digest_hex(&d, all->digest);
}

void
items_gather(struct items *all, const struct cx_vault *v,
    const struct cx_config *config)
{
	const char *const argv[] = {"cx-config", "-C", v->path, "--leads",
	    NULL};
	struct cx_str command = cx_config_str(config, "capture", "command");
	struct gathering g = {.all = all, .v = v};
	CX_AUTO_BUF leads = CX_BUF_INIT;
	struct cx_str rest, line;

	gather_collectors(&g);
	if (command.len) {
		all->named = true;
		add_text(all, CX_STR(COMMAND), command);
		add_words(&g, command, CX_STR(""));
	}
	follow(&g);
	/* A configuration that is wrong leads nowhere. */
	if (cx_run_beside(argv, &leads) == CX_DONE) {
		rest = cx_buf_view(&leads);
		while (cx_str_split(&rest, '\n', &line))
			add_text(all, line, line);
	}
	sum_up(&g);
}

void
items_again(struct items *all, const struct cx_vault *v,
    const struct cx_json *runs)
{
	struct gathering g = {.all = all, .v = v};
	struct stat st;

	gather_collectors(&g);
	follow(&g);
	CX_JSON_EACH(e, runs) {
		struct cx_str path = cx_json_gets(e, "path", CX_STR(""));
		struct cx_str digest = cx_json_gets(e, "digest", CX_STR(""));

		if (cx_vault_path_ok(path) &&
		    cx_map_get(&g.paths, path) == CX_MAP_NONE &&
		    fstatat(v->fd, path.s, &st, AT_SYMLINK_NOFOLLOW) == 0 &&
		    S_ISREG(st.st_mode))
			(void)add_file(&g, path, &st, false);
		else if (digest.len == CX_DIGEST_HEX &&
		    cx_map_get(&g.paths, path) == CX_MAP_NONE &&
		    (cx_str_starts(path, CX_STR("cortex.toml: ")) ||
			cx_str_has(path, CX_STR(" -> "))))
			memcpy(add(all, path, 0)->digest, digest.s,
			    CX_DIGEST_HEX);
	}
	sum_up(&g);
}

void
items_release(struct items *all)
{
	for (size_t i = 0; i < all->n; i++) {
		free(all->item[i].path);
		cx_buf_release(&all->item[i].bytes);
	}
	free(all->item);
}
