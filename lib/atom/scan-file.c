/* One file of a scan: read, and its record made. */
#include "lib/atom/scan-impl.h"

#include "lib/json/print.h"
#include "lib/file/vault.h"

#include <errno.h>

static void
fail(struct cx_scan_batch *b, struct cx_str path, const char *cause)
{
	cx_put_visible(&b->messages, path.len ? path : CX_STR("."));
	cx_buf_fmt(&b->messages, ": %s\n", cause);
	cx_raise(CX_PARTIAL);
}

static uint64_t
count_newlines(struct cx_str s)
{
	uint64_t n = 0;

	/* So few at a time that a compiler can count them in bytes. */
	for (size_t i = 0, end; i < s.len; i = end) {
		unsigned char few = 0;

		end = s.len - i < 240 ? s.len : i + 240;
		for (size_t k = i; k < end; k++)
			few += s.s[k] == '\n';
		n += few;
	}
	return n;
}

/* Of a file that is too large to hold. */
static void
add_newlines(void *newlines, const void *data, size_t len)
{
	*(uint64_t *)newlines += count_newlines(cx_strn(data, len));
}

static void
print_gone(struct cx_scan_batch *b, struct cx_str path)
{
	struct cx_printer p = cx_printer(&b->out);

	cx_print_object(&p);
	cx_print_kstr(&p, "path", path);
	cx_print_key(&p, "gone");
	cx_print_bool(&p, true);
	cx_print_end(&p);
	cx_print_line(&p);
}

/* st was taken before the file was read. */
static void
note_file(struct cx_scan_worker *w, struct cx_scan_batch *b, struct cx_str path,
    const struct stat *st)
{
	struct cx_stat s = cx_stat_of(st);

	w->moved = true;
	if (w->s->stats)
		cx_stat_print(&b->stat, path, &s);
}

void
cx_scan_item_read(struct cx_scan_worker *w, struct cx_scan_batch *b,
    const struct cx_scan_item *it)
{
	struct cx_atom_file f = {.path = it->path};
	struct stat st;
	int err;

	if (it->error) {
		fail(b, it->path, it->error);
		return;
	}
	if (it->known.len) {
		cx_buf_str(&b->stat, it->known);
		return;
	}
	if (it->gone) {
		print_gone(b, it->path);
		w->moved = true;
		return;
	}
	w->text.len = 0;
	err = cx_read_file(it->fd, it->name, &w->text, CX_ATOM_MAX, &st);
	f.text = cx_buf_view(&w->text);
	f.size = f.text.len;
	f.mtime = st.st_mtime;
	if (err == EFBIG) {
		err = cx_each_chunk(it->fd, it->name, add_newlines,
		    &f.newlines);
		f.size = (uint64_t)st.st_size;
	} else if (!err) {
		f.newlines = count_newlines(f.text);
	}
	if (err) {
		fail(b, it->path, cx_file_error(err));
		if (it->was) {
			print_gone(b, it->path);
			w->moved = true;
		}
		return;
	}
	note_file(w, b, it->path, &st);
	cx_atom_print(w->maker, &f, &b->out, w->s->quiet ? &w->unsaid :
	    &b->messages);
	w->unsaid.len = 0;
	if (w->s->hooks->file)
		w->s->hooks->file(w->own, &f, w->maker, &b->out);
}

void
cx_scan_tell(struct cx_scan_batch *b)
{
	struct cx_str rest = cx_buf_view(&b->messages), line;

	while (cx_str_split(&rest, '\n', &line))
		cx_warn("%.*s", (int)line.len, line.s);
}
