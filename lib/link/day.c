#include "lib/link/day.h"

#include "lib/base/date.h"
#include "lib/base/err.h"
#include "lib/base/map.h"
#include "lib/file/walk.h"
#include "lib/json/json.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>

static const char *const months[] = {"January", "February", "March", "April",
    "May", "June", "July", "August", "September", "October", "November",
    "December"};
static const char *const days[] = {"Sunday", "Monday", "Tuesday", "Wednesday",
    "Thursday", "Friday", "Saturday"};

/* A moment in the parts that a format may name. */
struct parts {
	int year, month, mday, yday, wday;
	int hour, minute, second;
	int iso_year, iso_week; /* ISO 8601: from Monday, 4 January is in 1 */
	int year_of_week, week; /* from Sunday, 1 January is in 1 */
};

/* The week of a day, of weeks that begin on a weekday, of which the first has
 * the day `in` of January in it. */
static void
week_of(int64_t day, int first, int in, int *year, int *week)
{
	int y, m, d;
	int64_t start = 0;

	cx_date_civil(day, &y, &m, &d);
	for (*year = y + 1; *year >= y - 1; (*year)--) {
		start = cx_date_day(*year, 1, in);
		start -= ((start + 4 - first) % 7 + 7) % 7;
		if (day >= start)
			break;
	}
	*week = (int)((day - start) / 7 + 1);
}

static struct parts
parts_of(int64_t sec)
{
	const int64_t day = cx_day_of(sec);
	const int rest = (int)(sec - day * CX_DAY);
	struct parts p = {.hour = rest / 3600, .minute = rest / 60 % 60,
	    .second = rest % 60};

	cx_date_civil(day, &p.year, &p.month, &p.mday);
	p.yday = (int)(day - cx_date_day(p.year, 1, 1)) + 1;
	p.wday = (int)(((day + 4) % 7 + 7) % 7);
	week_of(day, 1, 4, &p.iso_year, &p.iso_week);
	week_of(day, 0, 1, &p.year_of_week, &p.week);
	return p;
}

static const char *
ordinal(int n)
{
	if (n / 10 % 10 == 1)
		return "th";
	return n % 10 == 1 ? "st" : n % 10 == 2 ? "nd" : n % 10 == 3 ? "rd"
	    : "th";
}

/* Longest first. */
static const char *const tokens[] = {"YYYY", "YY", "MMMM", "MMM", "MM", "Mo",
    "M", "DDDD", "DDD", "DD", "Do", "D", "dddd", "ddd", "dd", "do", "d", "E",
    "e", "gggg", "gg", "GGGG", "GG", "wo", "ww", "w", "Wo", "WW", "W", "Qo",
    "Q", "HH", "H", "hh", "h", "kk", "k", "mm", "m", "ss", "s", "A", "a", "X",
    "Y"};

static void
put_token(struct cx_buf *b, const char *t, const struct parts *p, int64_t sec)
{
	const size_t n = strlen(t);
	const bool th = t[n - 1] == 'o';
	int v = 0;

	switch (t[0]) {
	case 'Y':
	case 'g':
	case 'G':
		v = t[0] == 'Y' ? p->year : t[0] == 'g' ? p->year_of_week
		    : p->iso_year;
		v = n == 2 ? v % 100 : v;
		break;
	case 'M':
		if (n > 2)
			cx_buf_fmt(b, n == 3 ? "%.3s" : "%s",
			    months[p->month - 1]);
		v = p->month;
		break;
	case 'D':
		v = n > 2 ? p->yday : p->mday;
		break;
	case 'd':
		if (n > 1 && !th)
			cx_buf_fmt(b, "%.*s", n == 4 ? 9 : (int)n,
			    days[p->wday]);
		v = p->wday;
		break;
	case 'E':
		v = p->wday ? p->wday : 7;
		break;
	case 'e':
		v = p->wday;
		break;
	case 'w':
		v = p->week;
		break;
	case 'W':
		v = p->iso_week;
		break;
	case 'Q':
		v = (p->month + 2) / 3;
		break;
	case 'H':
		v = p->hour;
		break;
	case 'k':
		v = p->hour ? p->hour : 24;
		break;
	case 'h':
		v = p->hour % 12 ? p->hour % 12 : 12;
		break;
	case 'm':
		v = p->minute;
		break;
	case 's':
		v = p->second;
		break;
	case 'A':
		cx_buf_puts(b, p->hour < 12 ? "AM" : "PM");
		return;
	case 'a':
		cx_buf_puts(b, p->hour < 12 ? "am" : "pm");
		return;
	default:
		cx_buf_int(b, sec);
		return;
	}
	if ((t[0] == 'M' && n > 2) || (t[0] == 'd' && n > 1 && !th))
		return;
	if (strcmp(t, "DDD") == 0 || n == 1 || th)
		cx_buf_int(b, v);
	else
		cx_buf_fmt(b, n == 4 ? t[0] == 'D' ? "%03d" : "%04d" : "%02d",
		    v);
	if (th)
		cx_buf_puts(b, ordinal(v));
}

void
cx_moment_put(struct cx_buf *out, struct cx_str format, int64_t sec)
{
	const struct parts p = parts_of(sec);
	const size_t n = sizeof tokens / sizeof *tokens;
	size_t i = 0, k;

	while (i < format.len) {
		struct cx_str rest = cx_str_from(format, i);
		const char *end = rest.s[0] == '['
		    ? memchr(rest.s, ']', rest.len) : NULL;

		if (end) {
			cx_buf_add(out, rest.s + 1,
			    (size_t)(end - rest.s) - 1);
			i += (size_t)(end - rest.s) + 1;
			continue;
		}
		for (k = 0; k < n && !cx_str_starts(rest, cx_str(tokens[k]));)
			k++;
		if (k < n)
			put_token(out, tokens[k], &p, sec);
		else
			cx_buf_char(out, rest.s[0]);
		i += k < n ? strlen(tokens[k]) : 1;
	}
}

/* --- from a name to its format --- */

/* A run of digits, of letters, or another character, of a path. */
struct piece {
	struct cx_str s;
	int value; /* of digits; else the number of a month, or -1 */
	bool digits, letters, weekday;
	bool stem; /* in the last part */
};

#define PIECES 64

static int
month_named(struct cx_str s)
{
	for (int i = 0; i < 12; i++)
		if (cx_str_is(s, months[i]) || (s.len == 3 &&
		    memcmp(s.s, months[i], 3) == 0))
			return i + 1;
	return -1;
}

static bool
is_weekday(struct cx_str s)
{
	for (int i = 0; i < 7; i++)
		if (cx_str_is(s, days[i]) ||
		    ((s.len == 2 || s.len == 3) &&
			memcmp(s.s, days[i], s.len) == 0))
			return true;
	return false;
}

static bool
is_letter(char c)
{
	return isalpha((unsigned char)c) || (unsigned char)c >= 0x80;
}

/* 0 if there are too many. */
static size_t
split(struct cx_str path, struct piece v[PIECES])
{
	const size_t stem = path.len - cx_last_part(path).len;
	size_t n = 0, i = 0, k;

	while (i < path.len) {
		struct piece *p = &v[n];
		bool digit = isdigit((unsigned char)path.s[i]);

		if (n++ == PIECES)
			return 0;
		for (k = i + 1; k < path.len && (digit
		    ? isdigit((unsigned char)path.s[k])
		    : is_letter(path.s[i]) && is_letter(path.s[k])); k++)
			;
		*p = (struct piece){.s = cx_strn(path.s + i, k - i),
		    .value = -1, .digits = digit, .stem = i >= stem};
		p->letters = is_letter(path.s[i]);
		if (digit) {
			struct cx_str s = p->s;
			uint64_t value;

			if (cx_str_number(&s, 99999999, &value))
				p->value = (int)value;
		} else if (p->letters) {
			p->value = month_named(p->s);
		}
		p->weekday = p->letters && is_weekday(p->s);
		i = k;
	}
	return n;
}

static bool
day_of(int y, int m, int d, int64_t *day)
{
	CX_AUTO_BUF b = CX_BUF_INIT;
	struct cx_date date;

	cx_buf_fmt(&b, "%04d-%02d-%02d", y, m, d);
	if (y < 1900 || y > 2199 || m < 0 || d < 0 ||
	    !cx_date_parse(cx_buf_view(&b), &date))
		return false;
	*day = date.day;
	return true;
}

/* The day that the last part names, with what the directories say of it. */
static bool
find_day(const struct piece *v, size_t n, int64_t *day)
{
	int year = -1, month = -1, two[3], k = 0, first = -1;
	bool year_first = true;

	for (size_t i = 0; i < n; i++) {
		const struct piece *p = &v[i];

		if (!p->stem)
			continue;
		if (p->letters && p->value > 0) {
			month = p->value;
		} else if (p->digits && p->s.len == 8) {
			return day_of(p->value / 10000, p->value / 100 % 100,
			    p->value % 100, day);
		} else if (p->digits && p->s.len == 4) {
			if (year >= 0)
				return false;
			year = p->value;
			year_first = k == 0;
		} else if (p->digits && p->s.len <= 2 && k < 3) {
			two[k++] = p->value;
		} else if (p->digits) {
			return false;
		}
	}
	if (year >= 0 && month > 0)
		return k == 1 && day_of(year, month, two[0], day);
	if (year >= 0)
		return k == 2 && (year_first
		    ? day_of(year, two[0], two[1], day)
		    : day_of(year, two[1], two[0], day));
	/* 2026/04/15.md, 2026/04-15.md, 2026/04 April/15.md */
	for (size_t i = 0; i < n && !v[i].stem; i++) {
		if (v[i].digits && v[i].s.len == 4 && v[i].value >= 1900 &&
		    v[i].value < 2200) {
			year = v[i].value;
			first = -1;
		} else if (v[i].value > 0 && v[i].value <= 12 && year >= 0 &&
		    (v[i].letters || v[i].s.len == 2)) {
			first = v[i].value;
		}
	}
	if (year < 0)
		return false;
	if (k == 2)
		return day_of(year, two[0], two[1], day);
	return k == 1 && day_of(year, month > 0 ? month : first, two[0], day);
}

static void
put_literal(struct cx_buf *b, struct cx_str s)
{
	cx_buf_char(b, '[');
	cx_buf_str(b, s);
	cx_buf_char(b, ']');
}

/* The token by which a piece of digits tells of the day, or NULL. */
static const char *
token_of(const struct piece *p, const struct parts *t, bool *month,
    bool *mday, bool named)
{
	if (p->s.len == 8 && p->value == (t->year * 100 + t->month) * 100 +
	    t->mday)
		return "YYYYMMDD";
	if (p->s.len == 6 && p->value == t->year * 100 + t->month)
		return "YYYYMM";
	if (p->s.len == 4 && p->value == t->year)
		return "YYYY";
	if (p->s.len > 2)
		return NULL;
	if (!*month && p->value == t->month) {
		*month = true;
		return p->s.len == 2 ? "MM" : "M";
	}
	if (!*mday && p->value == t->mday) {
		*mday = true;
		return p->s.len == 2 && !(named && p->s.s[0] != '0') ? "DD"
		    : "D";
	}
	return NULL;
}

bool
cx_moment_of(struct cx_str path, struct cx_buf *format, int64_t *day)
{
	struct piece v[PIECES];
	struct parts t;
	size_t n, word = 0;
	bool month = false, mday = false, dated = false, named = false;

	if (cx_is_note(path))
		path.len -= 3;
	n = split(path, v);
	if (!n || !find_day(v, n, day))
		return false;
	t = parts_of(*day * CX_DAY);
	for (size_t i = 0; i < n; i++) {
		const struct piece *p = &v[i];
		const bool week = i + 1 < n && cx_str_is(p->s, "W") &&
		    v[i + 1].value == t.iso_week && v[i + 1].s.len == 2;
		const char *token;

		/* Each part of a path says it once more. */
		if (cx_str_is(p->s, "/"))
			month = mday = false;
		/* Where the month is named, the number is the day. */
		for (size_t k = i; p->stem && !named && k < n; k++)
			named = v[k].letters && v[k].value == t.month;
		month |= named;
		token = p->digits ? token_of(p, &t, &month, &mday, named)
		    : NULL;
		if (week) {
			cx_buf_puts(format, "[W]WW");
			i++;
		} else if (token) {
			cx_buf_puts(format, token);
			dated |= p->stem;
			/* 1st, 22nd; 01 is no number with such an end */
			if (i + 1 < n && v[i + 1].s.len == 2 &&
			    cx_str_is(v[i + 1].s, ordinal(t.mday)) &&
			    token[0] == 'D') {
				cx_buf_char(format, 'o');
				i++;
			}
		} else if (p->letters && p->value == t.month) {
			cx_buf_puts(format, p->s.len == 3 && t.month != 5
			    ? "MMM" : "MMMM");
		} else if (p->weekday && memcmp(p->s.s, days[t.wday],
		    p->s.len) == 0) {
			cx_buf_puts(format, p->s.len == 2 ? "dd" :
			    p->s.len == 3 ? "ddd" : "dddd");
		} else if (p->letters || p->digits) {
			/* daily.journal.2026.04.15 */
			if (p->stem && (dated || p->digits))
				return false;
			word = p->stem ? i + 1 : word;
			put_literal(format, p->s);
		} else if (cx_str_is(p->s, "[") || cx_str_is(p->s, "]")) {
			return false;
		} else {
			cx_buf_str(format, p->s);
		}
	}
	return !word || cx_str_is(v[word].s, ".");
}

/* --- where a vault keeps them --- */

struct habit {
	size_t n;
	int64_t last;
};

struct finding {
	int64_t day;
	struct cx_map formats;
	struct habit *habit; /* by number of the format */
	size_t cap;
	struct cx_arena arena;
	struct cx_str *same; /* notes of the day */
	size_t n_same, same_cap;
};

static void
take_note(struct finding *f, struct cx_str path)
{
	CX_AUTO_BUF format = CX_BUF_INIT;
	const uint32_t known = f->formats.n;
	int64_t day;
	uint32_t k;

	if (!cx_moment_of(path, &format, &day))
		return;
	k = cx_map_intern(&f->formats, &f->arena, cx_buf_view(&format));
	if (k == known) {
		CX_GROW(f->habit, k, f->cap);
		f->habit[k] = (struct habit){.last = day};
	}
	f->habit[k].n++;
	if (day > f->habit[k].last)
		f->habit[k].last = day;
	if (day == f->day)
		*CX_NEXT(f->same, f->n_same, f->same_cap) =
		    cx_arena_copy(&f->arena, path);
}

static void
take_notes(struct finding *f, int vault_fd, const struct cx_ignore *ignore)
{
	struct cx_walk *w = cx_walk_open(vault_fd, ignore);
	struct cx_walk_entry e;

	while (cx_walk_next(w, &e)) {
		if (e.kind == CX_WALK_FILE)
			cx_dir_drop(e.dir);
		else
			cx_warn("%.*s: cannot be read: %s; a note of the day "
			    "in it would not be found", (int)e.path.len,
			    e.path.s, strerror(e.error));
		if (e.kind == CX_WALK_FILE && e.utf8)
			take_note(f, e.path);
	}
	cx_walk_close(w);
}

/* Beside the name of a month 15 does not tell whether 1 is 01; another note
 * does. */
static struct cx_str
padded(const struct finding *f, struct cx_str format)
{
	CX_AUTO_BUF b = CX_BUF_INIT;
	bool literal = false;
	uint32_t k;

	for (size_t i = 0; i < format.len; i++) {
		const char c = format.s[i];
		const char next = i + 1 < format.len ? format.s[i + 1] : 0;

		literal = c == '[' || (literal && c != ']');
		cx_buf_char(&b, c);
		if (literal || c != 'D')
			continue;
		if (next == 'D')
			cx_buf_char(&b, format.s[++i]);
		else if (next != 'o')
			cx_buf_char(&b, 'D');
	}
	k = cx_map_get(&f->formats, cx_buf_view(&b));
	return k == CX_MAP_NONE ? format : f->formats.key[k];
}

/* The format that most notes have; of equals that with the latest day.  Empty:
 * no note is called by a day. */
static struct cx_str
most(const struct finding *f)
{
	struct cx_str best = CX_STR("");
	const struct habit *b = NULL;

	for (uint32_t k = 0; k < f->formats.n; k++) {
		const struct habit *h = &f->habit[k];

		if (b && (h->n < b->n || (h->n == b->n && h->last <= b->last)))
			continue;
		b = h;
		best = f->formats.key[k];
	}
	return padded(f, best);
}

/* Where settings say what a day's note is called; each may be empty. */
struct rules {
	bool any; /* Obsidian's, in which an empty directory is the root */
	struct cx_buf directory, format, template;
};

static void
take_text(struct cx_buf *b, const struct cx_json *o, const char *name)
{
	struct cx_str s = cx_json_gets(o, name, CX_STR(""));

	b->len = 0;
	cx_buf_str(b, cx_str_trim(s));
}

const struct cx_json *
cx_obsidian_read(struct cx_json_parser *json, struct cx_buf *text,
    int vault_fd, const char *path)
{
	int err = cx_read_file(vault_fd, path, text, CX_ATOM_MAX, NULL);
	const struct cx_json *o;
	const char *why;

	if (err == ENOENT || err == ENOTDIR)
		return NULL;
	if (err) {
		cx_warn("%s: %s; it is ignored", path,
		    cx_file_error(err));
		return NULL;
	}
	cx_buf_room(text, CX_JSON_PAD);
	o = cx_json_parse(json, text->s, text->len, &why);
	if (o && o->type == CX_JSON_OBJECT)
		return o;
	cx_warn("%s: %s; it is ignored", path,
	    o ? "not an object" : why);
	return NULL;
}

/* Returns false if the file does not exist or has no settings for daily
 * notes. */
static bool
read_obsidian(struct rules *r, int vault_fd, const char *path,
    const char *member)
{
	CX_AUTO_JSON json = cx_json_new();
	CX_AUTO_BUF text = CX_BUF_INIT;
	const struct cx_json *o = cx_obsidian_read(json, &text, vault_fd, path);

	if (!o)
		return false;
	if (member) {
		const struct cx_json *on;

		o = cx_json_get(o, member);
		on = cx_json_get(o, "enabled");
		if (!o || !on || on->type != CX_JSON_TRUE)
			return false;
	}
	take_text(&r->directory, o, "folder");
	take_text(&r->format, o, "format");
	take_text(&r->template, o, "template");
	return r->any = true;
}

static void
add_md(struct cx_buf *path)
{
	if (path->len && !cx_is_note(cx_buf_view(path)))
		cx_buf_puts(path, ".md");
}

static void
read_rules(struct rules *r, const struct cx_vault *vault,
    const struct cx_config *config)
{
	static const char *const names[] = {"directory", "format", "template"};
	struct cx_buf *to[] = {&r->directory, &r->format, &r->template};

	if (!read_obsidian(r, vault->fd,
	    ".obsidian/plugins/periodic-notes/data.json", "daily"))
		(void)read_obsidian(r, vault->fd, ".obsidian/daily-notes.json",
		    NULL);
	for (int i = 0; i < 3; i++) {
		struct cx_str s = cx_config_str(config, "daily", names[i]);

		if (s.len) {
			to[i]->len = 0;
			cx_buf_str(to[i], s);
		}
	}
	add_md(&r->template);
}

/* The path that the rules, or else the habit, give to the day; no vault path
 * if one of them is wrong. */
static void
put_path(struct cx_buf *b, const struct rules *r, struct cx_str habit,
    int64_t sec)
{
	struct cx_str dir = cx_buf_view(&r->directory);

	while (dir.len && dir.s[dir.len - 1] == '/')
		dir.len--;
	if (cx_str_starts(dir, CX_STR("/")))
		dir = cx_str_from(dir, 1);
	if (cx_str_is(dir, "."))
		dir.len = 0;
	if (!r->any && !r->directory.len && !r->format.len && habit.len) {
		cx_moment_put(b, habit, sec);
	} else {
		cx_buf_str(b, !r->any && !r->directory.len ? CX_STR("daily")
		    : dir);
		if (b->len)
			cx_buf_char(b, '/');
		cx_moment_put(b, r->format.len ? cx_buf_view(&r->format)
		    : CX_STR("YYYY-MM-DD"), sec);
	}
	add_md(b);
}

static void
put_list(struct cx_buf *b, const struct finding *f)
{
	for (size_t i = 0; i < f->n_same; i++) {
		cx_buf_puts(b, i ? ", " : "");
		cx_buf_str(b, f->same[i]);
	}
}

static bool
choose(struct cx_day_note *d, struct finding *f, const struct rules *r,
    int64_t sec, const struct cx_vault *vault)
{
	const bool ruled = r->any || r->directory.len || r->format.len;
	CX_AUTO_BUF text = CX_BUF_INIT, day = CX_BUF_INIT;
	struct stat st;

	put_path(&d->path, r, most(f), sec);
	cx_date_put(&day, f->day);
	if (!cx_vault_path_ok(cx_buf_view(&d->path))) {
		cx_error(CX_USAGE, "%s: not a path in the vault; set [daily] "
		    "directory and format in cortex.toml",
		    cx_buf_cstr(&d->path));
		return false;
	}
	d->there = fstatat(vault->fd, cx_buf_cstr(&d->path), &st,
	    AT_SYMLINK_NOFOLLOW) == 0;
	put_list(&text, f);
	if (f->n_same > 1 && !(ruled && d->there)) {
		cx_error(CX_USAGE, "%s has several notes: %s; merge them, or "
		    "set [daily] directory in cortex.toml", cx_buf_cstr(&day),
		    cx_buf_cstr(&text));
		return false;
	}
	if (f->n_same > 1)
		cx_warn("%s has several notes: %s; this is %s",
		    cx_buf_cstr(&day), cx_buf_cstr(&text),
		    cx_buf_cstr(&d->path));
	else if (f->n_same == 1 && !d->there) {
		d->path.len = 0;
		cx_buf_str(&d->path, f->same[0]);
		d->there = true;
	}
	return true;
}

bool
cx_day_find(struct cx_day_note *d, int64_t sec, const struct cx_vault *vault,
    const struct cx_config *config, const struct cx_ignore *ignore)
{
	struct finding f = {.day = cx_day_of(sec)};
	struct rules r = {.any = false};
	bool ok;

	read_rules(&r, vault, config);
	take_notes(&f, vault->fd, ignore);
	ok = choose(d, &f, &r, sec, vault);
	cx_buf_str(&d->template, cx_buf_view(&r.template));
	cx_map_release(&f.formats);
	cx_arena_release(&f.arena);
	free(f.habit);
	free(f.same);
	cx_buf_release(&r.directory);
	cx_buf_release(&r.format);
	cx_buf_release(&r.template);
	return ok;
}

void
cx_day_release(struct cx_day_note *d)
{
	cx_buf_release(&d->path);
	cx_buf_release(&d->template);
}

void
cx_day_fill(struct cx_buf *out, struct cx_str text, struct cx_str title,
    int64_t sec)
{
	struct cx_str word, format;
	size_t i = 0, n;

	while (i < text.len) {
		struct cx_str rest = cx_str_from(text, i);

		n = 2;
		if (cx_str_starts(rest, CX_STR("{{")))
			while (n + 1 < rest.len && rest.s[n] != '\n' &&
			    (rest.s[n] != '}' || rest.s[n + 1] != '}'))
				n++;
		if (n + 1 >= rest.len || n == 2 || rest.s[n] != '}') {
			cx_buf_char(out, rest.s[0]);
			i++;
			continue;
		}
		format = cx_strn(rest.s + 2, n - 2);
		word = cx_str_upto(format, ':');
		format = cx_str_trim(cx_str_from(format, word.len +
		    (word.len < format.len)));
		word = cx_str_trim(word);
		if (cx_str_is(word, "title"))
			cx_buf_str(out, title);
		else if (CX_ONE_OF(word, "date", "time"))
			cx_moment_put(out, format.len ? format :
			    cx_str_is(word, "date") ? CX_STR("YYYY-MM-DD")
			    : CX_STR("HH:mm"), sec);
		else
			cx_buf_add(out, rest.s, n + 2);
		i += n + 2;
	}
}
