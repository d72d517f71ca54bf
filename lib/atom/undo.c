#include "lib/atom/undo.h"

#include "lib/base/err.h"
#include "lib/base/utf8.h"
#include "lib/file/vault.h"
#include "lib/json/print.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* A part above this was not written by us. */
#define PART_MAX ((size_t)1 << 30)
/* The first line of a part is shorter. */
#define HEAD_MAX 16384
/* What all parts together may have; the last change counts anyway. */
#define BYTES_MAX ((int64_t)256 << 20)
#define NAME_MAX_BYTES 64

struct cx_str
cx_undo_change(const struct cx_str *name)
{
	static struct cx_buf id;
	const char *given = getenv("CORTEX_CHANGE");

	if (name && name->len) {
		id.len = 0;
		cx_buf_str(&id, *name);
	}
	if (!id.len && given && strlen(given) <= NAME_MAX_BYTES)
		cx_buf_puts(&id, given);
	if (!id.len)
		cx_buf_random(&id);
	return cx_buf_view(&id);
}

/* --- writing --- */

static bool
is_inside(struct cx_str s, size_t at)
{
	return at < s.len && ((unsigned char)s.s[at] & 0xc0) == 0x80;
}

void
cx_undo_add(struct cx_buf *part, const char *path, const struct cx_str *old,
    const struct cx_str *now)
{
	struct cx_str o = old ? *old : CX_STR(""), n = now ? *now : CX_STR("");
	size_t most = o.len < n.len ? o.len : n.len, from = 0, tail = 0;
	struct cx_printer p = cx_printer(part);
	CX_AUTO_BUF bytes = CX_BUF_INIT;
	char hex[CX_DIGEST_HEX + 1];

	while (from < most && o.s[from] == n.s[from])
		from++;
	while (tail < most - from &&
	    o.s[o.len - 1 - tail] == n.s[n.len - 1 - tail])
		tail++;
	/* Whole characters, as far as the text has them. */
	while (from && (is_inside(o, from) || is_inside(n, from)))
		from--;
	while (tail && (is_inside(o, o.len - tail) ||
	    is_inside(n, n.len - tail)))
		tail--;
	o = cx_strn(o.s, o.len - tail);
	o = cx_str_from(o, from);
	cx_print_object(&p);
	cx_print_kstr(&p, "path", cx_str(path));
	if (old)
		cx_digest_text(*old, hex);
	cx_print_kstr(&p, "before", cx_str(old ? hex : ""));
	if (now)
		cx_digest_text(n, hex);
	cx_print_kstr(&p, "after", cx_str(now ? hex : ""));
	cx_print_kint(&p, "from", (int64_t)from);
	cx_print_kint(&p, "to", (int64_t)(n.len - tail));
	if (cx_utf8_invalid(o) < o.len) {
		cx_buf_hex(&bytes, o.s, o.len);
		cx_print_kstr(&p, "hex", cx_buf_view(&bytes));
	} else {
		cx_print_kstr(&p, "text", o);
	}
	cx_print_line(&p);
}

static struct {
	bool redo;
	struct cx_str of, command; /* .s NULL: it is a change as others */
} step;

void
cx_undo_step(const struct cx_undo *u, bool redo)
{
	step.redo = redo;
	step.of = u->change;
	step.command = u->command;
}

static void
put_head(struct cx_buf *b, size_t n, const struct cx_rename *rename)
{
	struct cx_printer p = cx_printer(b);

	cx_print_object(&p);
	cx_print_kstr(&p, "change", cx_undo_change(NULL));
	cx_print_kstr(&p, "command", step.of.s ? step.command
	    : cx_str(cx_prog()));
	if (step.of.s) {
		cx_print_kstr(&p, "step", cx_str(step.redo ? "redo" : "undo"));
		cx_print_kstr(&p, "of", step.of);
	}
	cx_print_kint(&p, "notes", (int64_t)n);
	if (rename && rename->to.len) {
		cx_print_kstr(&p, "old", rename->from);
		cx_print_kstr(&p, "new", rename->to);
		cx_print_kint(&p, "have", (int64_t)rename->have);
	}
	cx_print_line(&p);
}

/* --- the parts there are --- */

struct part {
	uint64_t number;
	int64_t bytes;
};

/* A change: its parts one after the other. */
struct change {
	size_t from, to;     /* of the parts */
	struct cx_str name;  /* .s NULL: not a journal */
	struct cx_str step, of;
	int64_t bytes;
	bool empty; /* of an undo that a crash had done */
};

struct history {
	struct part *part;
	size_t n_parts, parts_cap;
	struct change *v;
	size_t n, cap;
	struct cx_arena arena;
	struct cx_buf path; /* of the part that was read last */
	int error;	    /* why one cannot be read */
};

static void
history_release(struct history *h)
{
	free(h->part);
	free(h->v);
	cx_arena_release(&h->arena);
	cx_buf_release(&h->path);
}

static int
by_number(const void *a, const void *b)
{
	const struct part *x = a, *y = b;

	return (x->number > y->number) - (x->number < y->number);
}

/* At most limit bytes of a part, with errors as cx_read_file. */
static int
read_part(struct history *h, int vault_fd, uint64_t number, size_t limit,
    struct cx_buf *text)
{
	h->path.len = text->len = 0;
	cx_buf_fmt(&h->path, CX_UNDO_DIR "/%llu.ndjson",
	    (unsigned long long)number);
	return cx_read_file(vault_fd, cx_buf_cstr(&h->path), text, limit, NULL);
}

/* Adds a part to the change that it is of. */
static void
add_part(struct history *h, size_t i, struct cx_str text,
    struct cx_json_parser *json)
{
	const struct cx_json *head = NULL;
	struct change *c = h->n ? &h->v[h->n - 1] : NULL;
	struct cx_str line, name = {NULL, 0};
	const char *why;
	int64_t notes = 0;

	if (cx_str_split(&text, '\n', &line))
		head = cx_json_parse(json, line.s, line.len, &why);
	if (head)
		name = cx_json_gets(head, "change", CX_STR(""));
	if (!c || !name.len || !cx_str_eq(c->name, name)) {
		c = CX_NEXT(h->v, h->n, h->cap);
		*c = (struct change){.from = i, .empty = true,
		    .name = name.s ? cx_arena_copy(&h->arena, name) : name,
		    .step = cx_arena_copy(&h->arena,
			cx_json_gets(head, "step", CX_STR(""))),
		    .of = cx_arena_copy(&h->arena,
			cx_json_gets(head, "of", CX_STR("")))};
	}
	c->to = i + 1;
	c->bytes += h->part[i].bytes;
	c->empty &= cx_json_geti(head, "notes", &notes) && !notes &&
	    !cx_json_get(head, "old");
}

/* False, with path and error, if they cannot be listed. */
static bool
list_parts(struct history *h, int vault_fd)
{
	CX_AUTO_DIR dir = cx_dir_stream(vault_fd, CX_UNDO_DIR);
	struct dirent *e;

	cx_buf_puts(&h->path, CX_UNDO_DIR);
	if (!dir && errno != ENOENT && errno != ENOTDIR)
		h->error = errno;
	while (dir && !h->error && (e = readdir(dir))) {
		struct cx_str s = cx_str(e->d_name);
		struct stat st = {.st_size = 0};
		uint64_t n;

		if (!s.len || s.s[0] == '0' ||
		    !cx_str_number(&s, UINT32_MAX, &n) || !n ||
		    !cx_str_is(s, ".ndjson"))
			continue;
		if (fstatat(dirfd(dir), e->d_name, &st, AT_SYMLINK_NOFOLLOW))
			h->error = errno;
		else if (!S_ISREG(st.st_mode))
			h->error = S_ISLNK(st.st_mode) ? ELOOP : ENODEV;
		if (h->error)
			cx_buf_fmt(&h->path, "/%s", e->d_name);
		*CX_NEXT(h->part, h->n_parts, h->parts_cap) =
		    (struct part){n, (int64_t)st.st_size};
	}
	CX_SORT(h->part, h->n_parts, by_number);
	return !h->error;
}

/* False, with path and error, if a part cannot be read. */
static bool
read_parts(struct history *h, int vault_fd)
{
	CX_AUTO_JSON json = cx_json_new();
	CX_AUTO_BUF text = CX_BUF_INIT;

	for (size_t i = 0; i < h->n_parts && !h->error; i++) {
		h->error = read_part(h, vault_fd, h->part[i].number, HEAD_MAX,
		    &text);
		if (h->error == EFBIG)
			h->error = 0;
		if (!h->error)
			add_part(h, i, cx_buf_view(&text), json);
	}
	return !h->error;
}

/* Removes the parts of changes that are too old; one more comes.  To tell them
 * all heads are read, so this waits until there are some more. */
static bool
forget_oldest(struct history *h, int vault_fd)
{
	/* Each may have an undo. */
	const size_t most = step.of.s ? 2 * CX_UNDO_CHANGES : CX_UNDO_CHANGES;
	size_t keep;
	int64_t bytes = 0;

	for (size_t i = 0; i < h->n_parts; i++)
		bytes += h->part[i].bytes;
	if (h->n_parts < most + CX_UNDO_MORE && bytes <= BYTES_MAX)
		return true;
	if (!read_parts(h, vault_fd))
		return false;
	keep = h->n;
	bytes = 0;
	while (keep && h->n - keep < most - 1 &&
	    (keep == h->n || bytes + h->v[keep - 1].bytes <= BYTES_MAX))
		bytes += h->v[--keep].bytes;
	for (size_t i = 0; keep && i < h->v[keep - 1].to; i++) {
		h->path.len = 0;
		cx_buf_fmt(&h->path, CX_UNDO_DIR "/%llu.ndjson",
		    (unsigned long long)h->part[i].number);
		(void)unlinkat(vault_fd, cx_buf_cstr(&h->path), 0);
	}
	return true;
}

/* Appends the path of the part that comes next; 0 or an errno. */
static int
next_part(int vault_fd, struct cx_buf *path)
{
	static int last_fd = -1;
	static uint64_t last;

	if (last_fd != vault_fd) {
		CX_AUTO(history_release) struct history h = {.error = 0};

		if (!list_parts(&h, vault_fd) || !forget_oldest(&h, vault_fd)) {
			cx_buf_str(path, cx_buf_view(&h.path));
			return h.error;
		}
		last = h.n_parts ? h.part[h.n_parts - 1].number : 0;
		last_fd = vault_fd;
	}
	cx_buf_fmt(path, CX_UNDO_DIR "/%llu.ndjson",
	    (unsigned long long)++last);
	return 0;
}

bool
cx_undo_put(struct cx_bulk *bulk, struct cx_lock *lock, int vault_fd,
    const struct cx_buf *part, size_t n, const struct cx_rename *rename)
{
	struct cx_pub pub = {CX_PUB_FAILED, 0, "open", false};
	CX_AUTO_BUF b = CX_BUF_INIT, path = CX_BUF_INIT;
	CX_AUTO_CLOSE dir = cx_vault_make_dir(vault_fd, CX_STR(CX_UNDO_DIR));

	pub.error = errno;
	if (dir < 0)
		cx_buf_puts(&path, CX_UNDO_DIR);
	else
		pub.error = next_part(vault_fd, &path);
	if (dir >= 0 && !pub.error) {
		put_head(&b, n, rename);
		cx_buf_str(&b, cx_buf_view(part));
		pub = cx_bulk_add_first(bulk, lock, dir, cx_buf_cstr(&path),
		    cx_buf_view(&b), NULL);
	}
	/* Who may change a note may still do so. */
	if (dir < 0 && (pub.error == EACCES || pub.error == EROFS)) {
		cx_warn(CX_UNDO_DIR ": %s; this cannot be undone",
		    strerror(pub.error));
		pub.status = CX_PUB_SAME;
	}
	if (pub.status > CX_PUB_SAME) {
		b.len = 0;
		cx_pub_why(&b, &pub);
		cx_error(CX_FAIL, "%s: %s; nothing was changed, as it could "
		    "not be undone", cx_buf_cstr(&path), cx_buf_cstr(&b));
	}
	return pub.status <= CX_PUB_SAME;
}

/* --- reading --- */

static void bad(const char *path, size_t line, const char *why) CX_NORETURN;
static void
bad(const char *path, size_t line, const char *why)
{
	cx_die(CX_FAIL, "%s:%zu: %s; nothing can be undone", path, line, why);
}

static bool
unhex(struct cx_str s, struct cx_buf *out)
{
	for (size_t i = 0; i < s.len; i += 2) {
		int high = cx_hex_digit(s.s[i]);
		int low = i + 1 < s.len ? cx_hex_digit(s.s[i + 1]) : -1;

		if (high < 0 || low < 0)
			return false;
		cx_buf_char(out, (char)(high << 4 | low));
	}
	return true;
}

static void
read_note(struct cx_undo *u, const char *file, size_t line,
    const struct cx_json *o)
{
	struct cx_str hex = cx_json_gets(o, "hex", CX_STR(""));
	struct cx_str text = cx_json_gets(o, "text", CX_STR(""));
	CX_AUTO_BUF b = CX_BUF_INIT;
	struct cx_undo_note n;
	int64_t from, to;

	n.path = cx_json_gets(o, "path", CX_STR(""));
	n.before = cx_json_gets(o, "before", CX_STR("-"));
	n.after = cx_json_gets(o, "after", CX_STR("-"));
	if (!cx_vault_path_note(n.path) && !cx_undo_config(n.path))
		bad(file, line, "not the path of a note");
	if ((n.before.len && n.before.len != CX_DIGEST_HEX) ||
	    (n.after.len && n.after.len != CX_DIGEST_HEX))
		bad(file, line, "not a digest");
	if (!cx_json_geti(o, "from", &from) || !cx_json_geti(o, "to", &to) ||
	    from < 0 || to < from || !unhex(hex, &b))
		bad(file, line, "not an edit");
	n.from = (size_t)from;
	n.to = (size_t)to;
	n.path = cx_arena_copy(&u->arena, n.path);
	n.before = cx_arena_copy(&u->arena, n.before);
	n.after = cx_arena_copy(&u->arena, n.after);
	n.text = cx_arena_copy(&u->arena, b.len ? cx_buf_view(&b) : text);
	*CX_NEXT(u->note, u->n, u->cap) = n;
}

static void
read_head(struct cx_undo *u, const char *file, const struct cx_json *head)
{
	struct cx_str old = cx_json_gets(head, "old", CX_STR(""));
	struct cx_str new = cx_json_gets(head, "new", CX_STR(""));
	int64_t have = 0;

	u->command = cx_arena_copy(&u->arena,
	    cx_json_gets(head, "command", CX_STR("?")));
	if (!old.len && !new.len)
		return;
	if (!cx_vault_path_theirs(old) || !cx_vault_path_theirs(new) ||
	    cx_is_note(old) != cx_is_note(new) ||
	    !cx_json_geti(head, "have", &have) || have < 0 ||
	    (uint64_t)have > new.len)
		bad(file, 1, "not a rename");
	u->rename.from = cx_arena_copy(&u->arena, old);
	u->rename.to = cx_arena_copy(&u->arena, new);
	u->rename.have = (size_t)have;
}

bool
cx_undo_config(struct cx_str path)
{
	return cx_str_is(path, "cortex.toml");
}

/* Reads part of a change; the last one says its command. */
static void
read_all(struct cx_undo *u, const char *file, struct cx_str text)
{
	CX_AUTO_JSON json = cx_json_new();
	struct cx_str line;
	size_t lines = 0, before = u->n;
	const char *why = "not an object";
	const struct cx_json *o;
	int64_t notes = -1;

	while (cx_str_split(&text, '\n', &line)) {
		o = cx_json_parse(json, line.s, line.len, &why);
		if (!o)
			bad(file, lines + 1, lines ? why : "not a journal");
		if (++lines > 1) {
			read_note(u, file, lines, o);
			continue;
		}
		(void)cx_json_geti(o, "notes", &notes);
		if (!cx_json_gets(o, "change", CX_STR("")).len)
			bad(file, 1, "no name of a change");
		read_head(u, file, o);
	}
	if (notes < 0 || (uint64_t)notes != u->n - before)
		bad(file, lines + 1, "cut short");
}

/* Takes away the change on a stack that a step has taken back. */
static void
pop(const struct history *h, size_t *stack, size_t *n, struct cx_str of)
{
	if (*n && cx_str_eq(h->v[stack[*n - 1]].name, of))
		--*n;
}

/* The change that is next; h->n if there is none.  What is damaged hides what
 * was before. */
static size_t
find_next(const struct history *h, bool redo)
{
	CX_AUTO_FREE size_t *done = cx_calloc(cx_add(h->n, 1), sizeof *done);
	CX_AUTO_FREE size_t *undone = cx_calloc(cx_add(h->n, 1),
	    sizeof *undone);
	size_t n_done = 0, n_undone = 0;

	for (size_t i = 0; i < h->n; i++) {
		const struct change *c = &h->v[i];

		if (cx_str_is(c->step, "undo")) {
			pop(h, done, &n_done, c->of);
			if (!c->empty)
				undone[n_undone++] = i;
			continue;
		}
		if (cx_str_is(c->step, "redo"))
			pop(h, undone, &n_undone, c->of);
		else
			n_undone = 0;
		if (!c->name.len)
			n_done = 0;
		if (!c->empty || !c->name.len)
			done[n_done++] = i;
	}
	if (redo)
		return n_undone ? undone[n_undone - 1] : h->n;
	return n_done ? done[n_done - 1] : h->n;
}

bool
cx_undo_read(struct cx_undo *u, int vault_fd, bool redo)
{
	CX_AUTO(history_release) struct history h = {.error = 0};
	CX_AUTO_BUF text = CX_BUF_INIT;
	size_t next;

	if (list_parts(&h, vault_fd) && read_parts(&h, vault_fd) &&
	    (next = find_next(&h, redo)) < h.n) {
		u->change = cx_arena_copy(&u->arena, h.v[next].name);
		for (size_t i = h.v[next].from; i < h.v[next].to; i++) {
			h.error = read_part(&h, vault_fd, h.part[i].number,
			    PART_MAX, &text);
			if (h.error)
				break;
			read_all(u, cx_buf_cstr(&h.path), cx_buf_view(&text));
		}
	}
	if (h.error)
		cx_die(CX_FAIL, "%s: %s", cx_buf_cstr(&h.path),
		    cx_file_error(h.error));
	return u->change.len > 0;
}

void
cx_undo_release(struct cx_undo *u)
{
	free(u->note);
	cx_arena_release(&u->arena);
}
