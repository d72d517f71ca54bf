#include "lib/record/record.h"
#include "lib/base/platform.h"
#include "lib/record/recordindex.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define CHUNK (256 * 1024)
#define PIPE (1024 * 1024)

/* How a file of records is framed. */
enum framing {
	UNKNOWN,  /* nothing read yet */
	LINES,	  /* NDJSON */
	MANIFEST, /* records between [ and ] */
	CLOSED	  /* after the ] */
};

struct cx_reader {
	char *const *files;
	int n;
	int next;
	int fd; /* -1: none open */
	const char *name;
	const char *hint; /* after a first line that is no JSON */
	size_t lineno;
	enum framing framing;
	bool comma; /* the last line of a manifest ended in , */
	bool eof;
	struct cx_buf buf;
	size_t at;   /* of the next line */
	size_t scan; /* no newline before this offset */
	struct cx_lag lag; /* of an index */
	struct cx_json_parser *json;
};

struct cx_reader *
cx_reader_open(char *const *files, int n)
{
	static char dash[] = "-";
	static char *const standard_input[] = {dash};
	struct cx_reader *r = cx_calloc(1, sizeof *r);

	r->files = n ? files : standard_input;
	r->n = n ? n : 1;
	r->fd = -1;
	r->lag.next_dead = r->lag.next_place = UINT64_MAX;
	r->json = cx_json_new();
	return r;
}

struct cx_reader *
cx_reader_fd(int fd, const char *name)
{
	struct cx_reader *r = cx_calloc(1, sizeof *r);

	r->fd = fd;
	r->name = name;
	r->lag.next_dead = r->lag.next_place = UINT64_MAX;
	r->json = cx_json_new();
	return r;
}

/* A directory is an index, of which the records are those it has now. */
static int
open_index(struct cx_reader *r, int dirfd)
{
	int fd = cx_lag_open(&r->lag, dirfd, r->name);

	if (fd == -1 && errno == ENOENT)
		cx_die(CX_FAIL, "%s: a directory, and no index is in it; cx "
		    "rebuild makes it", r->name);
	if (fd == -1)
		cx_die(CX_FAIL, "%s: %s", r->name, strerror(errno));
	close(dirfd); /* only read */
	return fd;
}

struct cx_reader *
cx_reader_index(const char *dir)
{
	int fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	struct cx_reader *r = cx_reader_fd(-1, dir);

	if (fd == -1)
		cx_die(CX_FAIL, "%s: %s; cx rebuild makes the index", dir,
		    strerror(errno));
	r->fd = open_index(r, fd);
	return r;
}

void
cx_reader_close(struct cx_reader *r)
{
	if (!r)
		return;
	if (r->fd > 0)
		close(r->fd);
	cx_buf_release(&r->buf);
	cx_lag_release(&r->lag);
	cx_json_free(r->json);
	free(r);
}

static void
next_file(struct cx_reader *r)
{
	struct stat st;

	r->name = r->files[r->next++];
	r->lineno = 0;
	r->framing = UNKNOWN;
	r->comma = false;
	r->eof = false;
	r->buf.len = r->at = r->scan = 0;
	if (strcmp(r->name, "-") == 0) {
		r->name = "(stdin)";
		r->fd = 0;
		/* Nobody types records: something was left out. */
		if (isatty(0) && isatty(STDERR_FILENO))
			cx_note("waiting for records on standard input; ctrl-d "
			    "ends them, --help says what else there is");
		/* Fewer turns between us and who writes. */
		cx_pipe_widen(0, PIPE);
		return;
	}
	r->fd = open(r->name, O_RDONLY | O_CLOEXEC);
	if (r->fd == -1)
		cx_die(CX_FAIL, "%s: %s", r->name, strerror(errno));
	if (fstat(r->fd, &st) == 0 && S_ISDIR(st.st_mode))
		r->fd = open_index(r, r->fd);
}

/* Reads more after what is buffered; sets eof. */
static void
fill(struct cx_reader *r)
{
	ssize_t n;

	if (r->at > 0) {
		memmove(r->buf.s, r->buf.s + r->at, r->buf.len - r->at);
		r->buf.len -= r->at;
		r->scan -= r->at;
		r->at = 0;
	}
	cx_buf_room(&r->buf, CHUNK + CX_JSON_PAD);
	do
		n = read(r->fd, r->buf.s + r->buf.len,
		    r->buf.cap - r->buf.len - CX_JSON_PAD);
	while (n < 0 && errno == EINTR);
	if (n < 0)
		cx_die(CX_FAIL, "%s: %s", r->name, strerror(errno));
	if (n == 0)
		r->eof = true;
	r->buf.len += (size_t)n;
}

/* The next line of the open file, without "\n"; false at its end. */
static bool
next_line(struct cx_reader *r, struct cx_str *line)
{
	for (;;) {
		char *nl = NULL;

		if (r->buf.len > r->scan)
			nl = memchr(r->buf.s + r->scan, '\n',
			    r->buf.len - r->scan);
		if (nl) {
			*line = cx_strn(r->buf.s + r->at,
			    (size_t)(nl - r->buf.s) - r->at);
			r->at += line->len + 1;
			r->scan = r->at;
			r->lineno++;
			return true;
		}
		r->scan = r->buf.len;
		if (r->eof) {
			if (r->at == r->buf.len)
				return false;
			r->lineno++;
			cx_die(CX_FAIL, "%s:%zu: the last line is cut short; "
			    "what wrote it has failed", r->name, r->lineno);
		}
		fill(r);
	}
}

static void
end_file(struct cx_reader *r)
{
	if (r->framing == MANIFEST)
		cx_die(CX_FAIL, "%s:%zu: the closing ] is missing; the file "
		    "is cut short", r->name, r->lineno);
	if (!cx_lag_ended(&r->lag))
		cx_die(CX_FAIL, "%s: its delta is damaged; run cx rebuild "
		    "--full", r->name);
	if (r->fd > 0)
		close(r->fd);
	r->fd = -1;
	cx_lag_release(&r->lag);
}

/* Handles the frame of a manifest; true when *line is a record. */
static bool
unframe(struct cx_reader *r, struct cx_str *line)
{
	if (r->framing == UNKNOWN) {
		r->framing = cx_str_is(*line, "[") ? MANIFEST : LINES;
		if (r->framing == MANIFEST) {
			r->comma = true;
			return false;
		}
	}
	if (r->framing == CLOSED)
		cx_die(CX_FAIL, "%s:%zu: text after the closing ]", r->name,
		    r->lineno);
	if (r->framing == LINES)
		return true;
	if (cx_str_is(*line, "]")) {
		if (r->comma && r->lineno > 2)
			cx_die(CX_FAIL, "%s:%zu: a , stands before the closing "
			    "]", r->name, r->lineno);
		r->framing = CLOSED;
		return false;
	}
	if (!r->comma)
		cx_die(CX_FAIL, "%s:%zu: no , after the line before", r->name,
		    r->lineno);
	r->comma = cx_str_ends(*line, CX_STR(","));
	line->len -= r->comma;
	return true;
}

bool
cx_reader_line(struct cx_reader *r, struct cx_record *rec)
{
	struct cx_str line;

	for (;;) {
		if (r->fd == -1) {
			if (r->next == r->n)
				return false;
			next_file(r);
		}
		if (cx_lag_before(&r->lag, &line))
			break;
		if (!next_line(r, &line)) {
			end_file(r);
			continue;
		}
		if (unframe(r, &line) && cx_lag_counts(&r->lag))
			break;
	}
	*rec = (struct cx_record){line, NULL, r->name, r->lineno};
	if (line.len == 0)
		cx_record_die(rec, "empty line in a stream of records");
	return true;
}

void
cx_reader_hint(struct cx_reader *r, const char *hint)
{
	r->hint = hint;
}

bool
cx_reader_next(struct cx_reader *r, struct cx_record *rec)
{
	const char *why;

	if (!cx_reader_line(r, rec))
		return false;
	rec->root = cx_json_parse(r->json, rec->line.s, rec->line.len, &why);
	if (!rec->root)
		cx_record_die(rec, "not a JSON object: %s%s%s", why,
		    rec->lineno == 1 ? "; " : "", rec->lineno > 1 ? "" :
		    r->hint ? r->hint : "records are what cx-scan prints");
	if (rec->root->type != CX_JSON_OBJECT)
		cx_record_die(rec, "a record is a JSON object; this is not");
	return true;
}

void
cx_record_die(const struct cx_record *rec, const char *fmt, ...)
{
	struct cx_buf b = CX_BUF_INIT;
	va_list ap;

	va_start(ap, fmt);
	cx_buf_vfmt(&b, fmt, ap);
	va_end(ap);
	cx_die(CX_FAIL, "%s:%zu: %s", rec->file, rec->lineno, cx_buf_cstr(&b));
}

static const struct cx_json *
member(const struct cx_record *rec, const char *name)
{
	const struct cx_json *v = cx_json_get(rec->root, name);

	return v && v->type == CX_JSON_NULL ? NULL : v;
}

struct cx_str
cx_record_str(const struct cx_record *rec, const char *name,
    struct cx_str fallback)
{
	const struct cx_json *v = member(rec, name);

	if (!v)
		return fallback;
	if (v->type != CX_JSON_STRING)
		cx_record_die(rec, "member '%s' is not a string", name);
	return cx_json_str(v);
}

struct cx_str
cx_record_updated(const struct cx_record *rec)
{
	struct cx_str dated = cx_record_str(rec, "dated", CX_STR(""));

	if (dated.len && CX_ONE_OF(dated, "mtime", "first"))
		return CX_STR("");
	return cx_record_str(rec, "updated", CX_STR(""));
}

struct cx_str
cx_record_path(const struct cx_record *rec)
{
	struct cx_str path = cx_record_str(rec, "path", CX_STR(""));

	if (path.len == 0)
		cx_record_die(rec, "no member 'path'; is this a stream of "
		    "records?");
	return path;
}

const struct cx_json *
cx_record_strings(const struct cx_record *rec, const char *name)
{
	const struct cx_json *v = member(rec, name);

	if (!v)
		return NULL;
	if (v->type != CX_JSON_ARRAY)
		cx_record_die(rec, "member '%s' is not a list of strings",
		    name);
	CX_JSON_EACH(e, v) {
		if (e->type != CX_JSON_STRING)
			cx_record_die(rec, "member '%s' is not a list of "
			    "strings", name);
	}
	return v;
}

int64_t
cx_record_int(const struct cx_record *rec, const char *name, int64_t fallback)
{
	const struct cx_json *v = member(rec, name);

	if (!v)
		return fallback;
	if (v->type != CX_JSON_INT)
		cx_record_die(rec, "member '%s' is not a whole number", name);
	return v->u.i;
}

const struct cx_json *
cx_record_member(const struct cx_record *rec, const char *name)
{
	const struct cx_json *v = cx_json_get(rec->root, name);

	return v ? v : cx_json_get(cx_json_get(rec->root, "extra"), name);
}

bool
cx_record_gone(const struct cx_record *rec)
{
	const struct cx_json *v = cx_json_get(rec->root, "gone");

	return v && v->type == CX_JSON_TRUE;
}
