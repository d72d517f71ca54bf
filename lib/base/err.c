#include "lib/base/err.h"
#include "lib/base/mem.h"
#include "lib/base/display_path.h"
#include "lib/base/pager.h"
#include "lib/base/utf8.h"

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define OUT_CHUNK (64 * 1024)
#define WRITE_MAX ((size_t)1 << 30)

bool cx_strict;
bool cx_no_notes;

static const char *prog = "cx";
static atomic_uint raised; /* bit per enum cx_exit */
static struct cx_buf out;
static atomic_bool changed; /* see cx_out_changed */

/* What a person has typed, if cx(1) has started us: messages name that. */
static const char *
command_typed(void)
{
	const char *typed = getenv("CORTEX_COMMAND");

	if (typed && strcmp(typed, "cx") == 0)
		return typed;
	if (!typed || strncmp(typed, "cx ", 3) != 0 ||
	    typed[strspn(typed, "abcdefghijklmnopqrstuvwxyz -")])
		return NULL;
	return typed;
}

static void no_memory(const char *why) CX_NORETURN;

static void
no_memory(const char *why)
{
	cx_die(CX_FAIL, "%s", why);
}

void
cx_start(const char *name)
{
	struct sigaction sa;
	int fd;

	prog = command_typed();
	if (!prog)
		prog = name;
	cx_no_memory = no_memory;
	memset(&sa, 0, sizeof sa);
	sa.sa_handler = SIG_DFL;
	sigemptyset(&sa.sa_mask);
	sigaction(SIGPIPE, &sa, NULL);
	setlocale(LC_ALL, "C");
	/*
	 * A closed descriptor is filled with one that refuses the wrong
	 * direction, so that using it stays an error: stdin that is only
	 * for writing, stdout and stderr only for reading.
	 */
	for (fd = 0; fd <= 2; fd++) {
		if (fcntl(fd, F_GETFD) == -1 && errno == EBADF &&
		    open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY) != fd)
			_exit(CX_FAIL);
	}
	cx_progress_begin(prog);
}

const char *
cx_prog(void)
{
	return prog;
}

/* Controls (C0, DEL, C1), line and paragraph separators, and what changes the
 * direction of text (UAX #9, 2.1 to 2.6).  `plain` in collectors.jq is the same
 * for pipelines. */
static bool
is_disturbing(uint32_t cp)
{
	return cp < 0x20 || (cp >= 0x7f && cp < 0xa0) || cp == 0x61c ||
	    cp == 0x200e || cp == 0x200f ||
	    (cp >= 0x2028 && cp <= 0x202e) || (cp >= 0x2066 && cp <= 0x2069);
}

void
cx_put_visible(struct cx_buf *b, struct cx_str s)
{
	while (s.len) {
		uint32_t cp;
		bool ok;
		size_t n = 0, i;

		/* Most of a text is ASCII. */
		while (n < s.len && s.s[n] >= ' ' && s.s[n] <= '~')
			n++;
		if (n) {
			cx_buf_add(b, s.s, n);
			s = cx_str_from(s, n);
			continue;
		}
		n = cx_utf8_decode(s.s, s.len, &cp, &ok);
		if (!ok || is_disturbing(cp)) {
			for (i = 0; i < n; i++) {
				cx_buf_puts(b, "\\x");
				cx_buf_hex(b, s.s + i, 1);
			}
		} else {
			cx_buf_add(b, s.s, n);
		}
		s = cx_str_from(s, n);
	}
}

void
cx_put_visible_line(struct cx_buf *b, struct cx_str line)
{
	struct cx_str piece;

	if (cx_str_ends(line, CX_STR("\r")))
		line.len--;
	for (; line.len; line = cx_str_from(line, piece.len + 1)) {
		piece = cx_str_upto(line, '\t');
		cx_put_visible(b, piece);
		if (piece.len < line.len)
			cx_buf_char(b, '\t');
	}
}

/* The text of a message for a person, who is not at the root of the vault: a
 * note that it begins with is named from there, as on standard output. */
static struct cx_str
from_here(struct cx_buf *b, struct cx_str text)
{
	const char *vault = getenv("CORTEX_VAULT");
	const char *colon = memchr(text.s, ':', text.len);
	CX_AUTO_BUF scratch = CX_BUF_INIT;
	struct cx_str path = cx_strn(text.s, colon ?
	    (size_t)(colon - text.s) : 0);
	struct stat st;

	if (!vault || !getenv("CORTEX_FROM") || !path.len ||
	    path.s[0] == '/' || isatty(2) != 1)
		return text;
	cx_buf_puts(&scratch, vault);
	cx_buf_char(&scratch, '/');
	cx_buf_str(&scratch, path);
	if (lstat(cx_buf_cstr(&scratch), &st) == 0) {
		cx_buf_str(b, cx_display_path(&scratch, path));
		cx_buf_str(b, cx_str_from(text, path.len));
		text = cx_buf_view(b);
	}
	return text;
}

static void message(const char *fmt, va_list ap) CX_PRINTF(1, 0);

static void
message(const char *fmt, va_list ap)
{
	CX_AUTO_BUF text = CX_BUF_INIT, line = CX_BUF_INIT;
	CX_AUTO_BUF named = CX_BUF_INIT;

	cx_progress_end();
	cx_buf_vfmt(&text, fmt, ap);
	cx_buf_puts(&line, prog);
	cx_buf_puts(&line, ": ");
	cx_put_visible(&line, from_here(&named, cx_buf_view(&text)));
	cx_buf_char(&line, '\n');
	(void)cx_write_all(2, line.s, line.len); /* nowhere to complain */
}

void
cx_note(const char *fmt, ...)
{
	va_list ap;

	if (cx_no_notes)
		return;
	va_start(ap, fmt);
	message(fmt, ap);
	va_end(ap);
}

void
cx_warn(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	message(fmt, ap);
	va_end(ap);
	if (cx_strict)
		cx_raise(CX_PARTIAL);
}

void
cx_error(enum cx_exit status, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	message(fmt, ap);
	va_end(ap);
	cx_raise(status);
}

static void (*last_call)(struct cx_str text);

void
cx_die_calls(void (*last)(struct cx_str text))
{
	last_call = last;
}

void
cx_die(enum cx_exit status, const char *fmt, ...)
{
	void (*last)(struct cx_str text) = last_call;
	struct cx_buf text = CX_BUF_INIT;
	va_list ap;

	va_start(ap, fmt);
	message(fmt, ap);
	va_end(ap);
	last_call = NULL;
	if (last) {
		va_start(ap, fmt);
		cx_buf_vfmt(&text, fmt, ap);
		va_end(ap);
		last(cx_buf_view(&text));
		cx_buf_release(&text);
	}
	cx_raise(status);
	exit(cx_status());
}

void
cx_raise(enum cx_exit status)
{
	atomic_fetch_or(&raised, 1u << status);
}

enum cx_exit
cx_status(void)
{
	static const enum cx_exit order[] = {
	    CX_FAIL, CX_USAGE, CX_STALE, CX_PARTIAL, CX_NO};
	unsigned r = atomic_load(&raised);
	size_t i;

	for (i = 0; i < sizeof order / sizeof *order; i++) {
		if (r & 1u << order[i])
			return order[i];
	}
	return CX_DONE;
}

struct cx_buf *
cx_out(void)
{
	return &out;
}

void
cx_out_changed(void)
{
	atomic_store(&changed, true);
}

/* Whoever repeats a command because of this would do it twice. */
static _Noreturn void
out_failed(const char *what, int error)
{
	struct stat st;
	char file[4096];
	ssize_t n = -1;

	/* Who wrote `>FILE' may be a script that nobody looks into. */
	if (fstat(STDOUT_FILENO, &st) == 0 && S_ISREG(st.st_mode))
		n = readlink("/proc/self/fd/1", file, sizeof file);
	cx_die(CX_FAIL, "cannot %s stdout%s%.*s%s: %s%s", what,
	    n > 0 ? " (" : "", n > 0 ? (int)n : 0, file, n > 0 ? ")" : "",
	    strerror(error), atomic_load(&changed) ?
	    "; files were changed before that, and stay so" : "");
}

int
cx_write_all(int fd, const void *s, size_t len)
{
	const char *p = s;

	while (len > 0) {
		ssize_t n = write(fd, p, len < WRITE_MAX ? len : WRITE_MAX);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return errno;
		if (n == 0)
			return EIO; /* no progress and no reason */
		p += n;
		len -= (size_t)n;
	}
	return 0;
}

void
cx_out_flush(void)
{
	int error;

	cx_pager_for(cx_buf_view(&out));
	error = cx_write_all(1, out.s, out.len);
	if (error)
		out_failed("write to", error);
	out.len = 0;
}

void
cx_out_record(void)
{
	if (out.len >= OUT_CHUNK)
		cx_out_flush();
}

int
cx_finish(void)
{
	bool used = out.s != NULL;

	cx_progress_end();
	cx_out_flush();
	cx_buf_release(&out);
	/* A program that printed nothing does not care whether it could. */
	if (used && close(1) == -1 && errno != EINTR)
		out_failed("close", errno);
	return (int)cx_status();
}
