/* Reads and writes stat caches. */
#include "lib/index/statcache.h"
#include "lib/base/ascii.h"
#include "lib/base/opt.h"
#include "lib/config/config.h"
#include "lib/file/ignore.h"
#include "lib/file/publish-impl.h"
#include "lib/file/vault.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
#include <utf8proc.h>
#include <yaml.h>

#define STAT_HEAD "cx-stat 1"
/* "end " and 20 digits and a line end. */
#define STAT_END 25

const char *const cx_stat_rule_files[CX_STAT_RULES] = {CX_IGNORE_FILE,
    "cortex.toml"};

/* Beyond the year 2262 it wraps, and still tells one time from another. */
static int64_t
nanoseconds(struct timespec t)
{
	return (int64_t)((uint64_t)t.tv_sec * 1000000000 +
	    (uint64_t)t.tv_nsec);
}

struct cx_stat
cx_stat_of(const struct stat *st)
{
	struct cx_seen seen = cx_seen(st);

	return (struct cx_stat){(uint64_t)st->st_size,
	    nanoseconds(seen.mtime), nanoseconds(seen.ctime),
	    (uint64_t)st->st_ino};
}

struct cx_stat
cx_stat_of_dir(const struct stat *st, size_t entries)
{
	struct cx_stat s = cx_stat_of(st);

	s.size = entries; /* st_size says nothing that mtime does not */
	return s;
}

struct cx_stat
cx_stat_of_rule(int vault_fd, int rule)
{
	struct stat st;

	if (fstatat(vault_fd, cx_stat_rule_files[rule], &st, 0) != 0)
		return (struct cx_stat){0};
	return cx_stat_of(&st);
}

void
cx_stat_rules(const struct cx_config *config, int vault_fd,
    char hex[CX_DIGEST_HEX + 1])
{
	CX_AUTO_BUF b = CX_BUF_INIT;

	cx_config_digest(config, hex);
	cx_buf_fmt(&b, "%s\n%s\nutf8proc %s\nyaml %s\ndates 2\n", CX_VERSION,
	    hex, utf8proc_version(), yaml_get_version_string());
	/* What cannot be read has been an error of cx_ignore_load. */
	(void)cx_read_file(vault_fd, CX_IGNORE_FILE, &b, CX_IGNORE_MAX, NULL);
	cx_digest_text(cx_buf_view(&b), hex);
}

void
cx_stat_rules_dated(const char rules[CX_DIGEST_HEX + 1], struct cx_str head,
    char hex[CX_DIGEST_HEX + 1])
{
	struct cx_digest d;

	cx_digest_init(&d);
	cx_digest_add(&d, "HEAD ", 5);
	cx_digest_add(&d, head.s, head.len);
	cx_digest_hex(&d, hex);
	memcpy(hex, rules, CX_DIGEST_HEX / 2);
}

bool
cx_stat_rules_same(struct cx_str a, struct cx_str b)
{
	return a.len == CX_DIGEST_HEX && b.len == CX_DIGEST_HEX &&
	    memcmp(a.s, b.s, CX_DIGEST_HEX / 2) == 0;
}

/* --- lines --- */

/* A blank and a whole number; false if it is none, or does not fit. */
static bool
read_number(const char **at, const char *end, bool *negative, uint64_t *n)
{
	const char *p = *at, *first;
	uint64_t sum = 0;

	if (p == end || *p++ != ' ')
		return false;
	*negative = p < end && *p == '-'; /* a time before 1970 */
	p += *negative;
	first = p;
#if CX_EIGHT
	/* Times have 19 digits, of every note, before each search. */
	for (uint64_t eight; p - first <= 8 && end - p >= 8 &&
	    cx_eight_digits(p, &eight); p += 8)
		sum = sum * 100000000 + eight;
#endif
	for (; p < end && (unsigned char)(*p - '0') <= 9; p++) {
		uint64_t digit = (uint64_t)(*p - '0');

		/* 19 digits fit, whatever they are. */
		if (p - first >= 19 && sum > (UINT64_MAX - digit) / 10)
			return false;
		sum = sum * 10 + digit;
	}
	*n = sum;
	*at = p;
	return p > first;
}

static bool
count(const char **at, const char *end, uint64_t *n)
{
	bool negative;

	return read_number(at, end, &negative, n) && !negative;
}

static bool
moment(const char **at, const char *end, int64_t *t)
{
	bool negative;
	uint64_t n;

	if (!read_number(at, end, &negative, &n) || n > INT64_MAX)
		return false;
	*t = negative ? -(int64_t)n : (int64_t)n;
	return true;
}

static int
hex_digit(char c)
{
	static const char digits[] = "0123456789ABCDEF";
	const char *p = c ? strchr(digits, c) : NULL;

	return p ? (int)(p - digits) : -1;
}

/* The path that was escaped; false if that is damaged. */
static bool
unescape(struct cx_str s, struct cx_buf *b)
{
	b->len = 0;
	for (size_t i = 0; i < s.len; i++) {
		int hi, lo;

		if (s.s[i] != '%') {
			cx_buf_char(b, s.s[i]);
			continue;
		}
		hi = i + 2 < s.len ? hex_digit(s.s[i + 1]) : -1;
		lo = i + 2 < s.len ? hex_digit(s.s[i + 2]) : -1;
		if (hi < 0 || lo < 0)
			return false;
		cx_buf_char(b, (char)(hi << 4 | lo));
		i += 2;
	}
	return true;
}

static bool
parse_path(struct cx_str line, struct cx_stat_entry *e)
{
	const char *at = memchr(line.s, ' ', line.len);

	if (!at)
		return false;
	e->numbers = cx_str_from(line, (size_t)(at - line.s));
	e->path = cx_strn(line.s, (size_t)(at - line.s));
	if (memchr(line.s, '%', e->path.len)) {
		if (!unescape(e->path, &e->buf))
			return false;
		e->path = cx_buf_view(&e->buf);
	}
	return true;
}

static bool
parse_numbers(struct cx_stat_entry *e)
{
	const char *at = e->numbers.s, *end = at + e->numbers.len;

	return count(&at, end, &e->st.size) &&
	    moment(&at, end, &e->st.mtime) &&
	    moment(&at, end, &e->st.ctime) && count(&at, end, &e->st.ino) &&
	    at == end;
}

int
cx_stats_next_path(struct cx_str *lines, struct cx_stat_entry *e)
{
	struct cx_str line;

	e->line.s = lines->s;
	if (!cx_str_split(lines, '\n', &line))
		return 0;
	e->line.len = line.len + 1; /* the file ends in a line end */
	return parse_path(line, e) ? 1 : -1;
}

int
cx_stats_next(struct cx_str *lines, struct cx_stat_entry *e)
{
	int got = cx_stats_next_path(lines, e);

	return got > 0 && !parse_numbers(e) ? -1 : got;
}

int
cx_stats_find(struct cx_str lines, struct cx_str path,
    struct cx_stat_entry *e)
{
	size_t lo = 0, hi = lines.len;

	/* lo and hi are where lines begin. */
	while (lo < hi) {
		size_t at = lo + (hi - lo) / 2;
		struct cx_str rest;
		int c, got;

		while (at > lo && lines.s[at - 1] != '\n')
			at--;
		rest = cx_str_from(lines, at);
		got = cx_stats_next_path(&rest, e);
		if (got < 0)
			return -1;
		c = cx_str_cmp(e->path, path);
		if (c == 0)
			return parse_numbers(e) ? 1 : -1;
		if (c < 0)
			lo = at + e->line.len;
		else
			hi = at;
	}
	return 0;
}

void
cx_stat_entry_release(struct cx_stat_entry *e)
{
	cx_buf_release(&e->buf);
}

void
cx_stat_print(struct cx_buf *b, struct cx_str path, const struct cx_stat *st)
{
	for (size_t i = 0; i < path.len; i++) {
		unsigned char c = (unsigned char)path.s[i];

		if (c <= 0x20 || c == 0x7F || c == '%')
			cx_buf_fmt(b, "%%%02X", c);
		else
			cx_buf_char(b, (char)c);
	}
	cx_buf_fmt(b, " %" PRIu64 " %" PRId64 " %" PRId64 " %" PRIu64 "\n",
	    st->size, st->mtime, st->ctime, st->ino);
}

/* --- the file --- */

/* The first line: "cx-stat VERSION TIME DIGEST". */
static bool
read_head(struct cx_stats *s, struct cx_str line)
{
	struct cx_str head = CX_STR(STAT_HEAD);
	const char *at = line.s + head.len, *end = line.s + line.len;

	if (!cx_str_starts(line, head) || !moment(&at, end, &s->time) ||
	    at == end || *at != ' ')
		return false;
	s->digest = cx_strn(at + 1, (size_t)(end - at) - 1);
	return s->digest.len == CX_DIGEST_HEX;
}

/* The last line: "end AT", AT being where the rules' lines begin, in
 * STAT_END bytes.  So a file that was cut off is none. */
static bool
read_end(struct cx_stats *s, size_t head)
{
	const char *at, *end;
	struct cx_str rest;
	uint64_t rules;

	if (s->text.len < head + STAT_END)
		return false;
	end = s->text.s + s->text.len - 1;
	at = s->text.s + s->text.len - STAT_END;
	if (at[-1] != '\n' || *end != '\n' || memcmp(at, "end", 3) != 0)
		return false;
	s->text.len -= STAT_END;
	at += 3;
	if (!count(&at, end, &rules) || at != end || rules < head ||
	    rules > s->text.len || s->text.s[rules - 1] != '\n')
		return false;
	s->files = cx_strn(s->text.s + head, rules - head);
	s->dirs = cx_str_from(s->text, rules);
	s->rules = s->dirs;
	for (int i = 0; i < CX_STAT_RULES; i++) {
		if (!cx_str_split(&s->dirs, '\n', &rest))
			return false;
	}
	s->rules.len -= s->dirs.len;
	return true;
}

bool
cx_stats_map(struct cx_stats *s, int fd, const char **why)
{
	struct cx_str rest, line;
	int err;

	*s = (struct cx_stats){.time = 0};
	err = cx_map_file(fd, &s->mapped);
	if (err) {
		*why = cx_file_error(err);
		return false;
	}
	rest = s->text = s->mapped;
	if (cx_str_split(&rest, '\n', &line) && read_head(s, line) &&
	    read_end(s, line.len + 1))
		return true;
	cx_stats_unmap(s);
	*why = "no whole stat cache of this version";
	return false;
}

void
cx_stats_unmap(struct cx_stats *s)
{
	cx_unmap_file(s->mapped);
	*s = (struct cx_stats){.time = 0};
}

/* --- writing --- */

#define CHUNK (256 * 1024)
/* How long to wait for a tick.  Most file systems have one every 4 or 10 ms;
 * where it is a second or two, what has just changed is racy. */
#define TICK_STEPS 20
#define TICK_STEP_NS 1000000
/* Between the clocks of two file systems. */
#define CLOCKS_APART INT64_C(3000000000)

struct cx_stats_writer {
	char *path;
	int dir;
	struct cx_pending file;
	struct cx_buf rules;
	struct cx_buf out;
	uint64_t written;
	size_t digest; /* where it is in the file */
};

static void
die(struct cx_stats_writer *w, const char *step, int error)
{
	cx_pending_drop(&w->file, w->dir);
	cx_die(CX_FAIL, "%s: cannot %s: %s", w->path, step, strerror(error));
}

static void
refuse(struct cx_stats_writer *w, const struct cx_pub *pub)
{
	struct cx_buf why = CX_BUF_INIT;

	cx_pub_why(&why, pub);
	cx_die(CX_FAIL, "%s: %s", w->path, cx_buf_cstr(&why));
}

/* The time by the clock of the file's system. */
static int64_t
tick(struct cx_stats_writer *w, int vault_fd, int64_t after)
{
	const struct timespec step = {0, TICK_STEP_NS};
	struct stat st, vault;
	int64_t first, now;

	if (fstat(w->file.fd, &st) != 0)
		die(w, "look at it", errno);
	first = now = cx_stat_of(&st).ctime;
	for (int i = 0; first <= after && i < TICK_STEPS && now <= first;
	    i++) {
		nanosleep(&step, NULL);
		if (futimens(w->file.fd, NULL) != 0 ||
		    fstat(w->file.fd, &st) != 0)
			die(w, "set its time", errno);
		now = cx_stat_of(&st).ctime;
	}
	if (fstat(vault_fd, &vault) != 0)
		die(w, "look at the vault", errno);
	return vault.st_dev == st.st_dev ? now : now - CLOCKS_APART;
}

struct cx_stats_writer *
cx_stats_begin(const char *path, int vault_fd, const char *digest,
    int64_t after)
{
	struct cx_stats_writer *w = cx_calloc(1, sizeof *w);
	const char *slash = strrchr(path, '/');
	char *dir = cx_strdup(path);
	struct cx_pub pub;

	w->path = cx_strdup(path);
	w->file.fd = -1;
	dir[slash ? slash - path + 1 : 0] = '\0';
	w->dir = cx_vault_named_dir(slash ? dir : ".", false);
	free(dir);
	if (w->dir < 0)
		cx_die(CX_FAIL, "%s: %s", path, cx_file_error(errno));
	pub = cx_pending_begin(&w->file, w->dir, slash ? slash + 1 : path);
	if (pub.status != CX_PUB_DONE)
		refuse(w, &pub);
	cx_buf_fmt(&w->out, STAT_HEAD " %" PRId64 " %s\n",
	    tick(w, vault_fd, after), digest);
	w->digest = w->out.len - strlen(digest) - 1;
	for (int i = 0; i < CX_STAT_RULES; i++) {
		struct cx_stat st = cx_stat_of_rule(vault_fd, i);

		cx_stat_print(&w->rules, cx_str(cx_stat_rule_files[i]), &st);
	}
	return w;
}

static void
flush(struct cx_stats_writer *w)
{
	int error = cx_write_all(w->file.fd, w->out.s, w->out.len);

	if (error)
		die(w, "write it", error);
	w->written += w->out.len;
	w->out.len = 0;
}

void
cx_stats_add(struct cx_stats_writer *w, struct cx_str lines)
{
	cx_buf_str(&w->out, lines);
	if (w->out.len >= CHUNK)
		flush(w);
}

struct cx_str
cx_stats_rules(const struct cx_stats_writer *w)
{
	return cx_buf_view(&w->rules);
}

void
cx_stats_digest(struct cx_stats_writer *w, const char *digest)
{
	const size_t n = strlen(digest);

	if (!w->written)
		memcpy(w->out.s + w->digest, digest, n);
	else if (pwrite(w->file.fd, digest, n, (off_t)w->digest) !=
	    (ssize_t)n)
		die(w, "write it", errno);
}

void
cx_stats_publish(struct cx_stats_writer *w, struct cx_str dirs)
{
	uint64_t rules = w->written + w->out.len;
	struct cx_pub pub;
	int error;

	cx_buf_str(&w->out, cx_buf_view(&w->rules));
	cx_buf_str(&w->out, dirs);
	cx_buf_fmt(&w->out, "end %020" PRIu64 "\n", rules);
	flush(w);
	error = cx_sync(w->file.fd);
	if (error)
		die(w, "sync it", error);
	pub = cx_pending_rename(&w->file, w->dir);
	if (pub.status != CX_PUB_DONE)
		refuse(w, &pub);
	/* After a crash the directory may have the one before. */
	cx_stats_drop(w);
}

void
cx_stats_drop(struct cx_stats_writer *w)
{
	if (!w)
		return;
	cx_pending_drop(&w->file, w->dir);
	close(w->dir); /* only read */
	cx_buf_release(&w->out);
	cx_buf_release(&w->rules);
	free(w->path);
	free(w);
}
