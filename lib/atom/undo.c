#include "lib/atom/undo.h"

#include "lib/base/err.h"
#include "lib/base/utf8.h"
#include "lib/file/vault.h"
#include "lib/json/print.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

/* A part above this was not written by us. */
#define PART_MAX ((size_t)1 << 30)

struct cx_str
cx_undo_change(const struct cx_str *name)
{
	static struct cx_buf id;

	if (name && name->len) {
		id.len = 0;
		cx_buf_str(&id, *name);
	}
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

static void
put_head(struct cx_buf *b, size_t n, const struct cx_rename *rename)
{
	struct cx_printer p = cx_printer(b);

	cx_print_object(&p);
	cx_print_kstr(&p, "change", cx_undo_change(NULL));
	cx_print_kstr(&p, "command", cx_str(cx_prog()));
	cx_print_kint(&p, "notes", (int64_t)n);
	if (rename && rename->to.len) {
		cx_print_kstr(&p, "old", rename->from);
		cx_print_kstr(&p, "new", rename->to);
		cx_print_kint(&p, "have", (int64_t)rename->have);
	}
	cx_print_line(&p);
}

/* The path of part i; its text, if it is of this change, "" of any.  *error
 * is why it cannot be read. */
static bool
read_part(int vault_fd, size_t i, struct cx_str change, struct cx_buf *path,
    struct cx_buf *text, struct cx_json_parser *json,
    const struct cx_json **head, int *error)
{
	struct cx_str rest, line;
	const char *why;

	path->len = text->len = 0;
	cx_buf_fmt(path, CX_UNDO_DIR "/%zu.ndjson", i);
	*error = cx_read_file(vault_fd, cx_buf_cstr(path), text, PART_MAX,
	    NULL);
	rest = cx_buf_view(text);
	if (*error || !cx_str_split(&rest, '\n', &line))
		return false;
	*head = cx_json_parse(json, line.s, line.len, &why);
	return *head && (!change.len || cx_str_eq(change,
	    cx_json_gets(*head, "change", CX_STR(""))));
}

/* Which part comes next. */
static size_t
next_part(int vault_fd)
{
	static int last_fd = -1;
	static size_t last;
	CX_AUTO_JSON json = NULL;
	CX_AUTO_BUF path = CX_BUF_INIT, text = CX_BUF_INIT;
	const struct cx_json *head;
	size_t i = 1;
	int error; /* one that cannot be read cannot be replaced either */

	if (last_fd == vault_fd)
		return ++last;
	json = cx_json_new();
	while (read_part(vault_fd, i, cx_undo_change(NULL), &path, &text, json,
	    &head, &error))
		i++;
	last_fd = vault_fd;
	return last = i;
}

bool
cx_undo_put(struct cx_bulk *bulk, struct cx_lock *lock, int vault_fd,
    const struct cx_buf *part, size_t n, const struct cx_rename *rename)
{
	struct cx_pub pub = {CX_PUB_FAILED, 0, "open", false};
	CX_AUTO_BUF b = CX_BUF_INIT, path = CX_BUF_INIT;
	CX_AUTO_CLOSE dir = cx_vault_make_dir(vault_fd, CX_STR(CX_UNDO_DIR));

	cx_buf_puts(&path, CX_UNDO_DIR);
	pub.error = errno;
	if (dir >= 0) {
		cx_buf_fmt(&path, "/%zu.ndjson", next_part(vault_fd));
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
	if (!cx_vault_path_note(n.path))
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
cx_undo_read(struct cx_undo *u, int vault_fd)
{
	CX_AUTO_JSON json = cx_json_new();
	CX_AUTO_BUF path = CX_BUF_INIT, text = CX_BUF_INIT;
	struct cx_str change = CX_STR("");
	const struct cx_json *head, *o;
	size_t i = 1;
	int error;

	while (read_part(vault_fd, i, change, &path, &text, json, &head,
	    &error)) {
		struct cx_str rest = cx_buf_view(&text), line;
		size_t lines = 0, before = u->n;
		const char *why = "not an object";
		int64_t notes = -1;

		change = cx_arena_copy(&u->arena,
		    cx_json_gets(head, "change", CX_STR("")));
		(void)cx_json_geti(head, "notes", &notes);
		if (!change.len)
			bad(path.s, 1, "no name of a change");
		read_head(u, path.s, head);
		while (cx_str_split(&rest, '\n', &line)) {
			if (++lines == 1)
				continue;
			o = cx_json_parse(json, line.s, line.len, &why);
			if (!o)
				bad(path.s, lines, why);
			read_note(u, path.s, lines, o);
		}
		if (notes < 0 || (uint64_t)notes != u->n - before)
			bad(path.s, lines + 1, "cut short");
		i++;
	}
	if (error && error != ENOENT && error != ENOTDIR)
		cx_die(CX_FAIL, "%s: %s", path.s, cx_file_error(error));
	if (i == 1 && text.len)
		bad(path.s, 1, "not a journal");
	return i > 1;
}

void
cx_undo_release(struct cx_undo *u)
{
	free(u->note);
	cx_arena_release(&u->arena);
}
