/* cx-merge - merge two versions of a note */
#include "lib/atom/edit.h"
#include "lib/base/date.h"
#include "lib/base/map.h"
#include "lib/base/opt.h"
#include "lib/config/config.h"
#include "lib/file/git.h"
#include "lib/file/publish.h"
#include "lib/file/vault.h"
#include "lib/markdown/marker.h"
#include "lib/record/life.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

static bool driver;

static const struct cx_opt options[] = {
    CX_OPT_FLAG(0, "driver", driver, "write the result to OURS, for git"),
    CX_OPT_CONFIG, CX_OPT_END};

static const struct cx_usage usage = {"cx-merge",
    "[-c CONFIG] BASE OURS THEIRS\n"
    "--driver [-c CONFIG] BASE OURS THEIRS [PATH]",
    "merge two versions of a note", options, false};

/* A member with the lines of its own, and what is above it: comments. */
struct chunk {
	struct cx_str key, above, text;
	const struct cx_json *value;
};

struct version {
	struct cx_buf bytes;
	struct cx_str text, body;
	bool crlf;
	struct cx_front front;
	bool split; /* the chunks are all of its front matter */
	struct chunk *v;
	size_t n, cap;
	struct cx_str below; /* comments after the last member */
	struct cx_map keys;  /* of v */
};

/*
 * The sides are in the order of their bytes, so that it does not matter which
 * of them is ours, but where people read it: between markers.
 */
enum { BASE, ONE, TWO, VERSIONS };

struct merge {
	const struct cx_config *config;
	struct version v[VERSIONS];
	bool swapped; /* ONE is theirs */
	size_t conflicts;
	struct cx_front_parser *parser;
	struct cx_editor *editor;
	struct cx_arena arena;
	int ended; /* whose status counts, ONE or TWO; 0: nobody's */
};

/* --- versions --- */

static void
version_read(struct version *v, const char *path)
{
	CX_AUTO_CLOSE fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY |
	    O_NONBLOCK);
	struct stat st;
	int error = fd < 0 || fstat(fd, &st) ? errno : 0;
	const char *end;

	/* No FIFO, which might not end; /dev/null is a base that is not. */
	if (!error && !S_ISREG(st.st_mode) && strcmp(path, "/dev/null") != 0)
		error = S_ISDIR(st.st_mode) ? EISDIR : ENODEV;
	if (!error)
		error = cx_read_fd(fd, &v->bytes, (size_t)1 << 30);
	if (error)
		cx_die(CX_FAIL, "%s: %s", path, cx_file_error(error));
	v->text = cx_buf_view(&v->bytes);
	if (memchr(v->text.len ? v->text.s : "", 0, v->text.len))
		cx_die(CX_FAIL, "%s: has NUL bytes, so it is not text", path);
	end = v->text.len ? memchr(v->text.s, '\n', v->text.len) : NULL;
	v->crlf = end && end > v->text.s && end[-1] == '\r';
}

static void
drop_cr(struct cx_buf *b)
{
	size_t at = 0;

	for (size_t i = 0; i < b->len; i++)
		if (b->s[i] != '\r' || i + 1 == b->len || b->s[i + 1] != '\n')
			b->s[at++] = b->s[i];
	b->len = at;
}

static struct cx_str
with_cr(struct cx_arena *a, struct cx_str text)
{
	char *s = cx_arena_alloc(a, cx_add(cx_mul(text.len, 2), 1));
	size_t n = 0;

	for (size_t i = 0; i < text.len; i++) {
		if (text.s[i] == '\n')
			s[n++] = '\r';
		s[n++] = text.s[i];
	}
	return cx_strn(s, n);
}

/* Behind the end of the line that the byte before `end` stands on. */
static size_t
line_end(struct cx_str text, size_t end)
{
	while (end < text.len && text.s[end - 1] != '\n')
		end++;
	return end;
}

static void
version_split(struct merge *m, struct version *v)
{
	const struct cx_front *f = &v->front;
	size_t at, start, end;

	cx_front_read(m->parser, v->text, &m->arena, &v->front);
	v->body = cx_str_from(v->text, f->body);
	v->split = !f->n_problems;
	if (!v->split || !f->found)
		return;
	at = f->from;
	for (size_t i = 0; i < f->n && v->split; i++) {
		const struct cx_front_member *x = &f->members[i];
		struct cx_str key = cx_json_str(x->key);

		start = x->key_at.at;
		while (start > at && v->text.s[start - 1] == ' ')
			start--;
		end = line_end(v->text, x->value_end);
		v->split = start >= at && end <= f->to &&
		    v->text.s[start - 1] == '\n' &&
		    cx_map_put(&v->keys, key) == i;
		if (!v->split)
			return;
		*CX_NEXT(v->v, v->n, v->cap) = (struct chunk){.key = key,
		    .above = cx_strn(v->text.s + at, start - at),
		    .text = cx_strn(v->text.s + start, end - start),
		    .value = x->key + 1};
		at = end;
	}
	v->below = cx_strn(v->text.s + at, f->to - at);
}

static const struct chunk *
chunk_of(const struct version *v, struct cx_str key)
{
	uint32_t n = cx_map_get(&v->keys, key);

	return n == CX_MAP_NONE ? NULL : &v->v[n];
}

/* A value that is a text; "" for others. */
static struct cx_str
text_of(const struct chunk *c)
{
	return c && c->value->type == CX_JSON_STRING ? cx_json_str(c->value) :
	    CX_STR("");
}

static bool
same(const struct chunk *a, const struct chunk *b)
{
	if (!a || !b)
		return a == b;
	return cx_str_eq(a->text, b->text) ||
	    (a->value->type == CX_JSON_STRING &&
	    b->value->type == CX_JSON_STRING &&
	    cx_str_eq(text_of(a), text_of(b)));
}

/* --- text, by git --- */

static const char marks[] = "<|=>";

/* A number of marks in a row that no version has. */
static int
marker_size(const struct cx_str *text)
{
	int size = 61;

	for (size_t i = 0; i < VERSIONS; i++)
		for (size_t k = 0; k < sizeof marks - 1; k++) {
			CX_AUTO_BUF run = CX_BUF_INIT;

			memset(cx_buf_room(&run, (size_t)size), marks[k],
			    (size_t)size);
			run.len = (size_t)size;
			while (cx_str_has(text[i], cx_buf_view(&run))) {
				cx_buf_char(&run, marks[k]);
				size++;
			}
		}
	return size;
}

static void
put_ended(struct cx_buf *out, struct cx_str s)
{
	cx_buf_str(out, s);
	if (s.len && s.s[s.len - 1] != '\n')
		cx_buf_char(out, '\n');
}

static void
put_conflict(struct merge *m, struct cx_buf *out, struct cx_str one,
    struct cx_str two)
{
	cx_buf_puts(out, "<<<<<<< ours\n");
	put_ended(out, m->swapped ? two : one);
	cx_buf_puts(out, "=======\n");
	put_ended(out, m->swapped ? one : two);
	cx_buf_puts(out, ">>>>>>> theirs\n");
	m->conflicts++;
}

/*
 * What git has left to settle.  Where both have only added lines at one place,
 * both are kept: notes grow at their ends.
 */
static void
put_settled(struct merge *m, struct cx_buf *out, struct cx_str rest, int size)
{
	struct cx_buf part[sizeof marks - 2] = {0};
	struct cx_str line;
	size_t in = 0; /* which part: after marks[in - 1] */

	while (rest.len) {
		line = rest;
		line.len = line_end(rest, 1);
		rest = cx_str_from(rest, line.len);
		if (in < sizeof marks - 1 &&
		    cx_str_run(line, marks[in]) == (size_t)size)
			in++;
		else if (in)
			cx_buf_str(&part[in - 1], line);
		else
			cx_buf_str(out, line);
		if (in < sizeof marks - 1)
			continue;
		if (part[1].len || !m->v[BASE].text.len) {
			put_conflict(m, out, cx_buf_view(&part[0]),
			    cx_buf_view(&part[2]));
		} else {
			put_ended(out, cx_buf_view(&part[0]));
			cx_buf_str(out, cx_buf_view(&part[2]));
		}
		in = part[0].len = part[1].len = part[2].len = 0;
	}
	for (size_t i = 0; i < sizeof marks - 2; i++)
		cx_buf_release(&part[i]);
}

/* The three as files of a directory of our own, which is gone afterwards. */
static void
run_git(const struct cx_str *text, int size, struct cx_buf *out)
{
	static const char *const names[] = {"base", "one", "two"};
	CX_AUTO_BUF dir = CX_BUF_INIT, marker = CX_BUF_INIT;
	const char *tmp = getenv("TMPDIR");
	const char *args[] = {"merge-file", "-p", "-q", "--zdiff3", NULL,
	    names[ONE], names[BASE], names[TWO], NULL};
	int fd, error = 0, status;

	cx_buf_fmt(&marker, "--marker-size=%d", size);
	args[4] = cx_buf_cstr(&marker);
	cx_buf_fmt(&dir, "%s/cx-merge.XXXXXX", tmp && *tmp ? tmp : "/tmp");
	cx_buf_cstr(&dir);
	if (!mkdtemp(dir.s))
		cx_die(CX_FAIL, "%s: %s; TMPDIR names another directory",
		    dir.s, strerror(errno));
	fd = open(dir.s, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0)
		error = errno;
	for (size_t i = 0; i < VERSIONS && !error; i++) {
		int to = openat(fd, names[i], O_WRONLY | O_CREAT | O_EXCL |
		    O_CLOEXEC, 0600);

		error = to < 0 ? errno :
		    cx_write_all(to, text[i].s, text[i].len);
		if (to >= 0 && close(to) && !error)
			error = errno;
	}
	status = error ? -1 : cx_git(dir.s, NULL, args, false, out);
	if (status < 0 && !error)
		error = errno;
	for (size_t i = 0; i < VERSIONS && fd >= 0; i++)
		(void)unlinkat(fd, names[i], 0); /* may not be there */
	if (fd >= 0)
		close(fd); /* was only read */
	(void)rmdir(dir.s);
	if (error)
		cx_die(CX_FAIL, "git merge-file: %s", strerror(error));
	if (status > 127)
		cx_die(CX_FAIL, "git merge-file has failed (status %d)",
		    status);
}

static void
merge_text(struct merge *m, struct cx_buf *out, struct cx_str base,
    struct cx_str one, struct cx_str two)
{
	const struct cx_str text[VERSIONS] = {base, one, two};
	CX_AUTO_BUF raw = CX_BUF_INIT;
	int size;

	if (cx_str_eq(one, two) || cx_str_eq(base, two)) {
		cx_buf_str(out, one);
	} else if (cx_str_eq(base, one)) {
		cx_buf_str(out, two);
	} else {
		size = marker_size(text);
		run_git(text, size, &raw);
		put_settled(m, out, cx_buf_view(&raw), size);
	}
}

/* --- regions that programs write --- */

static const struct cx_marker *
region_of(const struct cx_markers *m, struct cx_str name)
{
	for (size_t i = 0; i + 1 < m->n; i += 2)
		if (cx_str_eq(m->v[i].name, name))
			return &m->v[i];
	return NULL;
}

static struct cx_str
inside(struct cx_str text, const struct cx_marker *start)
{
	return cx_strn(text.s + start->next, start[1].line - start->next);
}

/* The bodies with one content of each region that both sides have: that of
 * the side that has changed it.  Of two, one will do until it is written. */
static void
level_regions(struct cx_str *body, struct cx_buf *out)
{
	struct cx_markers found[VERSIONS] = {0};
	bool ok = true;

	for (size_t i = 0; i < VERSIONS; i++) {
		cx_markers_find(&found[i], body[i], 0, NULL, NULL);
		ok &= cx_markers_pair(&found[i], body[i], NULL, NULL);
	}
	for (size_t i = 0; i < VERSIONS && ok; i++) {
		size_t at = 0;

		for (size_t k = 0; k + 1 < found[i].n; k += 2) {
			const struct cx_marker *s = &found[i].v[k], *r[3];
			struct cx_str now, was;

			for (size_t j = 0; j < VERSIONS; j++)
				r[j] = region_of(&found[j], s->name);
			if (!r[ONE] || !r[TWO])
				continue;
			now = inside(body[ONE], r[ONE]);
			was = r[BASE] ? inside(body[BASE], r[BASE]) : now;
			if (cx_str_eq(now, was))
				now = inside(body[TWO], r[TWO]);
			cx_buf_str(&out[i], cx_strn(body[i].s + at,
			    s->next - at));
			cx_buf_str(&out[i], now);
			at = s[1].line;
		}
		cx_buf_str(&out[i], cx_str_from(body[i], at));
	}
	for (size_t i = 0; i < VERSIONS; i++) {
		if (ok)
			body[i] = cx_buf_view(&out[i]);
		cx_markers_release(&found[i]);
	}
}

static void
merge_body(struct merge *m, struct cx_buf *out)
{
	CX_AUTO_BUF one = CX_BUF_INIT, two = CX_BUF_INIT, base = CX_BUF_INIT;
	struct cx_buf level[VERSIONS] = {base, one, two};
	struct cx_str body[VERSIONS];

	for (size_t i = 0; i < VERSIONS; i++)
		body[i] = m->v[i].body;
	level_regions(body, level);
	base = level[BASE];
	one = level[ONE];
	two = level[TWO];
	merge_text(m, out, body[BASE], body[ONE], body[TWO]);
}

/* --- front matter, member by member --- */

enum choice { TAKE_NONE, TAKE_ONE, TAKE_TWO, TAKE_MADE, TAKE_CONFLICT };

struct member {
	const struct chunk *c[VERSIONS]; /* NULL: has none */
	struct cx_str key, above, made;
	enum choice choice;
};

/* Which date counts; false if one is none. */
static bool
choose_date(struct merge *m, struct member *x)
{
	const struct cx_json *created = cx_config_aliases(m->config, "created");
	struct cx_date one, two;
	bool earlier = false;

	if (!cx_date_parse(text_of(x->c[ONE]), &one) ||
	    !cx_date_parse(text_of(x->c[TWO]), &two))
		return false;
	CX_JSON_EACH(k, created)
		earlier |= cx_str_eq(cx_json_str(k), x->key);
	/* Of one moment, the text that says more of it. */
	if (one.sec == two.sec)
		x->choice = cx_str_cmp(x->c[ONE]->text, x->c[TWO]->text) > 0 ?
		    TAKE_ONE : TAKE_TWO;
	else
		x->choice = (one.sec > two.sec) != earlier ? TAKE_ONE :
		    TAKE_TWO;
	return true;
}

static bool
number_of(const struct chunk *c, uint64_t *n)
{
	struct cx_str s = text_of(c);

	return cx_str_number(&s, UINT32_MAX, n) && !s.len;
}

/* The chunk with an edit done to it; false if that cannot be. */
static bool
make(struct merge *m, struct member *x, const struct chunk *c,
    struct cx_edit *e)
{
	CX_AUTO(cx_splices_release) struct cx_splices s = {0};
	CX_AUTO_BUF note = CX_BUF_INIT, now = CX_BUF_INIT;
	struct cx_str text;

	cx_buf_puts(&note, "---\n");
	cx_buf_str(&note, c->text);
	cx_buf_puts(&note, "---\n");
	x->choice = TAKE_MADE;
	switch (cx_edit_apply(m->editor, e, cx_buf_view(&note), &s)) {
	case CX_EDIT_SAME:
		x->made = c->text;
		return true;
	case CX_EDIT_DONE:
		cx_splices_apply(&now, &s, cx_buf_view(&note));
		text = cx_buf_view(&now);
		x->made = cx_arena_copy(&m->arena, cx_strn(text.s + 4,
		    text.len - 8));
		return true;
	case CX_EDIT_MADE: /* no member would be in it */
	case CX_EDIT_REFUSED:
		break;
	}
	return false;
}

/* What each side has counted, the other has not. */
static bool
choose_count(struct merge *m, struct member *x)
{
	CX_AUTO(cx_edit_release) struct cx_edit e = {0};
	CX_AUTO_BUF sum = CX_BUF_INIT;
	uint64_t base, one, two;

	if (!CX_ONE_OF(x->key, "refs", "ref_count", "count", "access_count",
	    "uses", "use_count", "hits") || !number_of(x->c[ONE], &one) ||
	    !number_of(x->c[TWO], &two))
		return false;
	/* One that has been set back is not a count that goes on. */
	if (number_of(x->c[BASE], &base) && base <= one && base <= two)
		one += two - base;
	else
		one = one > two ? one : two;
	cx_buf_int(&sum, (int64_t)one);
	cx_edit_set(&e, x->key, cx_buf_view(&sum), 0);
	return make(m, x, x->c[ONE], &e);
}

/* Whether it can be a list; a text with commas is one where those are. */
static bool
items_of(struct merge *m, const struct chunk *c, struct cx_map *items)
{
	bool commas = c && CX_ONE_OF(c->key, "tags", "tag", "keywords");
	struct cx_str rest, piece;

	if (!c)
		return true;
	if (c->value->type == CX_JSON_STRING) {
		rest = text_of(c);
		while (cx_str_split(&rest, commas ? ',' : '\n', &piece))
			if (cx_str_trim(piece).len)
				cx_map_intern(items, &m->arena,
				    cx_str_trim(piece));
		return true;
	}
	if (c->value->type != CX_JSON_ARRAY)
		return false;
	CX_JSON_EACH(i, c->value) {
		if (i->type != CX_JSON_STRING)
			return false;
		cx_map_intern(items, &m->arena, cx_json_str(i));
	}
	return true;
}

static bool
has(const struct cx_map *items, struct cx_str item)
{
	return cx_map_get(items, item) != CX_MAP_NONE;
}

/* What is in both, and what either has added.  Where one has removed all of
 * it, what the other has added is left. */
static bool
choose_items(struct merge *m, struct member *x)
{
	struct cx_map items[VERSIONS] = {0};
	CX_AUTO(cx_edit_release) struct cx_edit e = {0};
	const struct chunk *from = x->c[ONE] ? x->c[ONE] : x->c[TWO];
	bool list = CX_ONE_OF(x->key, "tags", "tag", "keywords", "links",
	    "aliases", "related", "supersedes", "evidence",
	    "source-experiments");
	bool ok = true;
	size_t left = 0;

	for (size_t i = 0; i < VERSIONS; i++) {
		list |= x->c[i] && x->c[i]->value->type == CX_JSON_ARRAY;
		ok &= items_of(m, x->c[i], &items[i]);
	}
	ok &= list;
	for (size_t side = ONE; ok && side <= TWO; side++) {
		const struct cx_map *other = &items[ONE + TWO - side];

		for (uint32_t i = 0; i < items[side].n; i++) {
			struct cx_str item = items[side].key[i];

			if (has(other, item) || !has(&items[BASE], item)) {
				left++;
				if (x->c[side] != from)
					cx_edit_add(&e, x->key, item, 0);
			} else if (x->c[side] == from) {
				cx_edit_remove(&e, x->key, item);
			}
		}
	}
	if (ok && left)
		ok = make(m, x, from, &e);
	else if (ok)
		/* An empty list that both still have stays one. */
		ok = x->c[ONE] && x->c[TWO] ? make(m, x, from, &e) : true;
	for (size_t i = 0; i < VERSIONS; i++)
		cx_map_release(&items[i]);
	return ok;
}

/* Whose status counts where both have changed it: what is over is over, and
 * what has a successor says so. */
static int
whose_status(struct merge *m)
{
	const struct chunk *c[VERSIONS], *at[VERSIONS], *by[VERSIONS];
	struct cx_str s[VERSIONS];
	int64_t weight[VERSIONS];
	bool ends[VERSIONS], over[VERSIONS];
	int order;

	for (size_t i = 0; i < VERSIONS; i++) {
		c[i] = chunk_of(&m->v[i], CX_STR("status"));
		at[i] = chunk_of(&m->v[i], CX_STR("superseded_at"));
		by[i] = chunk_of(&m->v[i], CX_STR("superseded_by"));
		s[i] = text_of(c[i]);
		ends[i] = cx_status_ends(m->config, s[i]);
		over[i] = cx_status_is(s[i], "superseded");
		weight[i] = cx_config_weight(m->config, s[i]);
	}
	if (cx_str_eq(s[ONE], s[TWO]) && over[ONE]) {
		/* Either successor names it; the later one is named by it. */
		order = cx_str_cmp(text_of(at[ONE]), text_of(at[TWO]));
		if (!order)
			order = cx_str_cmp(text_of(by[ONE]), text_of(by[TWO]));
		return order ? order > 0 ? ONE : TWO : 0;
	}
	if (cx_str_eq(s[ONE], s[TWO]))
		return 0;
	if (same(c[BASE], c[ONE]) || same(c[BASE], c[TWO]))
		return same(c[BASE], c[ONE]) ? TWO : ONE;
	if (ends[ONE] != ends[TWO])
		return ends[ONE] ? ONE : TWO;
	if (over[ONE] != over[TWO])
		return over[ONE] ? ONE : TWO;
	if (!ends[ONE] || weight[ONE] == weight[TWO])
		return 0;
	return weight[ONE] < weight[TWO] ? ONE : TWO;
}

static void
choose(struct merge *m, struct member *x)
{
	if (same(x->c[ONE], x->c[TWO])) {
		/* One value, and who has written it in another way. */
		x->choice = !x->c[ONE] ? TAKE_NONE : x->c[BASE] &&
		    cx_str_eq(x->c[ONE]->text, x->c[BASE]->text) ? TAKE_TWO :
		    TAKE_ONE;
	} else if (same(x->c[BASE], x->c[TWO])) {
		x->choice = x->c[ONE] ? TAKE_ONE : TAKE_NONE;
	} else if (same(x->c[BASE], x->c[ONE])) {
		x->choice = x->c[TWO] ? TAKE_TWO : TAKE_NONE;
	} else if (m->ended && (cx_str_is(x->key, "status") ||
	    cx_str_starts(x->key, CX_STR("superseded_")))) {
		x->choice = !x->c[m->ended] ? TAKE_NONE :
		    m->ended == ONE ? TAKE_ONE : TAKE_TWO;
	} else if (choose_items(m, x)) {
	} else if (!x->c[ONE] || !x->c[TWO]) {
		/* What was written outlives that it was removed. */
		x->choice = x->c[ONE] ? TAKE_ONE : TAKE_TWO;
	} else if (!choose_date(m, x) && !choose_count(m, x)) {
		x->choice = TAKE_CONFLICT;
	}
}

/* Comments: those of the side that has changed them, else those of both. */
static struct cx_str
comments(struct merge *m, struct cx_str base, struct cx_str one,
    struct cx_str two)
{
	CX_AUTO_BUF b = CX_BUF_INIT;
	CX_AUTO(cx_map_release) struct cx_map lines = {0};
	struct cx_str line;

	if (cx_str_eq(one, two) || cx_str_eq(base, two))
		return one;
	if (cx_str_eq(base, one))
		return two;
	cx_buf_str(&b, one);
	while (cx_str_split(&one, '\n', &line))
		cx_map_put(&lines, line);
	while (cx_str_split(&base, '\n', &line))
		cx_map_put(&lines, line);
	while (cx_str_split(&two, '\n', &line)) {
		if (has(&lines, line))
			continue;
		cx_buf_str(&b, line);
		cx_buf_char(&b, '\n');
	}
	return cx_arena_copy(&m->arena, cx_buf_view(&b));
}

static struct member
member_of(struct merge *m, struct cx_str key)
{
	static const struct chunk none = {.above = {"", 0}};
	struct member x = {.key = key};
	const struct chunk *c[VERSIONS];

	for (size_t i = 0; i < VERSIONS; i++) {
		x.c[i] = chunk_of(&m->v[i], key);
		c[i] = x.c[i] ? x.c[i] : &none;
	}
	choose(m, &x);
	x.above = comments(m, x.c[BASE] ? c[BASE]->above : CX_STR(""),
	    x.c[ONE] ? c[ONE]->above : c[BASE]->above,
	    x.c[TWO] ? c[TWO]->above : c[BASE]->above);
	return x;
}

/* Those of ONE in its order, and each other one of TWO after the one that it
 * follows there. */
static size_t
members_of(struct merge *m, struct member **out)
{
	const struct version *one = &m->v[ONE], *two = &m->v[TWO];
	struct member *v = cx_calloc(cx_add(one->n, two->n) + 1, sizeof *v);
	size_t n = 0, at;

	for (size_t i = 0; i < one->n; i++)
		v[n++] = member_of(m, one->v[i].key);
	for (size_t i = 0; i < two->n; i++) {
		if (chunk_of(one, two->v[i].key))
			continue;
		for (at = 0; i && at < n; at++)
			if (cx_str_eq(v[at].key, two->v[i - 1].key))
				break;
		at += i != 0;
		memmove(v + at + 1, v + at, (n - at) * sizeof *v);
		v[at] = member_of(m, two->v[i].key);
		n++;
	}
	*out = v;
	return n;
}

static void
put_member(struct merge *m, struct cx_buf *out, const struct member *x)
{
	if (x->choice == TAKE_NONE)
		return;
	cx_buf_str(out, x->above);
	switch (x->choice) {
	case TAKE_NONE:
		break;
	case TAKE_ONE:
	case TAKE_TWO:
		cx_buf_str(out, x->c[x->choice == TAKE_ONE ? ONE : TWO]->text);
		break;
	case TAKE_MADE:
		cx_buf_str(out, x->made);
		break;
	case TAKE_CONFLICT:
		put_conflict(m, out, x->c[ONE]->text, x->c[TWO]->text);
		break;
	}
}

/* False, with nothing appended, if it does not read as what it shall say. */
static bool
merge_front(struct merge *m, struct cx_buf *out)
{
	const struct version *v = m->v;
	CX_AUTO_FREE struct member *x = NULL;
	size_t n, start = out->len, want = 0;
	struct cx_front now;

	/* A base may have none yet. */
	for (size_t i = 0; i < VERSIONS; i++)
		if (!v[i].split || (i && !v[i].front.found))
			return false;
	m->ended = whose_status(m);
	n = members_of(m, &x);
	cx_buf_str(out, cx_strn(v[ONE].text.s, v[ONE].front.from));
	for (size_t i = 0; i < n; i++) {
		put_member(m, out, &x[i]);
		want += x[i].choice != TAKE_NONE;
	}
	cx_buf_str(out, comments(m, v[BASE].below, v[ONE].below,
	    v[TWO].below));
	cx_buf_str(out, cx_strn(v[ONE].text.s + v[ONE].front.to,
	    v[ONE].front.body - v[ONE].front.to));
	if (m->conflicts)
		return true;
	cx_front_read(m->parser, cx_strn(out->s + start, out->len - start),
	    &m->arena, &now);
	if (now.found && !now.n_problems && now.n == want)
		return true;
	out->len = start;
	return false;
}

/* --- logs --- */

/* The lines of the base that both have kept, then those that either has
 * added, in the order of their times, which they begin with. */
static void
merge_log(struct merge *m, struct cx_buf *out)
{
	struct cx_map lines[VERSIONS] = {0};
	struct cx_str *added = NULL, rest, line;
	size_t n = 0, cap = 0;

	for (size_t i = 0; i < VERSIONS; i++) {
		rest = m->v[i].text;
		while (cx_str_split(&rest, '\n', &line))
			if (line.len)
				cx_map_put(&lines[i], line);
	}
	for (uint32_t i = 0; i < lines[BASE].n; i++)
		if (has(&lines[ONE], lines[BASE].key[i]) &&
		    has(&lines[TWO], lines[BASE].key[i]))
			put_ended(out, lines[BASE].key[i]);
	for (size_t side = ONE; side <= TWO; side++)
		for (uint32_t i = 0; i < lines[side].n; i++) {
			line = lines[side].key[i];
			if (!has(&lines[BASE], line) &&
			    (side == ONE || !has(&lines[ONE], line)))
				*CX_NEXT(added, n, cap) = line;
		}
	CX_SORT(added, n, cx_order_str);
	for (size_t i = 0; i < n; i++)
		put_ended(out, added[i]);
	free(added);
	for (size_t i = 0; i < VERSIONS; i++)
		cx_map_release(&lines[i]);
}

/* --- files --- */

static void
merge(struct merge *m, struct cx_str path, struct cx_buf *out)
{
	struct version *v = m->v;
	bool crlf = v[ONE].crlf == v[BASE].crlf ? v[TWO].crlf : v[ONE].crlf;
	bool mixed = v[ONE].crlf != v[TWO].crlf ||
	    (v[BASE].text.len && v[ONE].crlf != v[BASE].crlf);

	if (!v[BASE].text.len)
		crlf = v[ONE].crlf && v[TWO].crlf;
	for (size_t i = 0; i < VERSIONS; i++) {
		if (mixed)
			drop_cr(&v[i].bytes);
		v[i].text = cx_buf_view(&v[i].bytes);
	}
	if (cx_str_ends(path, CX_STR(".ndjson"))) {
		merge_log(m, out);
	} else {
		for (size_t i = 0; i < VERSIONS; i++)
			version_split(m, &v[i]);
		if (!merge_front(m, out))
			for (size_t i = 0; i < VERSIONS; i++)
				v[i].body = v[i].text;
		merge_body(m, out);
	}
	if (mixed && crlf) {
		struct cx_str text = with_cr(&m->arena, cx_buf_view(out));

		out->len = 0;
		cx_buf_str(out, text);
	}
}

static void
put_file(const char *path, struct cx_str text)
{
	struct cx_str dir = cx_dir_part(cx_str(path));
	CX_AUTO_BUF b = CX_BUF_INIT, why = CX_BUF_INIT;
	struct cx_pub pub;

	cx_buf_str(&b, path[0] == '/' && !dir.len ? CX_STR("/") :
	    dir.len ? dir : CX_STR("."));
	CX_AUTO_CLOSE fd = cx_vault_named_dir(cx_buf_cstr(&b), false);
	if (fd < 0)
		cx_die(CX_FAIL, "%s: %s", path, cx_file_error(errno));
	pub = cx_publish(NULL, fd, cx_last_part(cx_str(path)).s, text, NULL);
	if (pub.status == CX_PUB_DONE || pub.status == CX_PUB_SAME)
		return;
	cx_pub_why(&why, &pub);
	cx_die(CX_FAIL, "%s: %s", path, cx_buf_cstr(&why));
}

int
main(int argc, char **argv)
{
	struct cx_args a = cx_args_parse(&usage, argc, argv);
	struct merge m = {0};
	CX_AUTO_CONFIG config = NULL;
	CX_AUTO_BUF out = CX_BUF_INIT;
	struct version swap;

	if (a.argc < 3 || a.argc > 3 + driver)
		cx_usage_die(&a, "BASE, OURS and THEIRS are needed%s",
		    a.argc > 3 ? ", and no more" : "");
	m.config = config = cx_config_load(cx_common.config);
	m.parser = cx_front_new();
	m.editor = cx_editor_new(config);
	for (int i = 0; i < VERSIONS; i++)
		version_read(&m.v[i], a.argv[i]);
	m.swapped = cx_str_cmp(m.v[ONE].text, m.v[TWO].text) > 0;
	if (m.swapped) {
		swap = m.v[ONE];
		m.v[ONE] = m.v[TWO];
		m.v[TWO] = swap;
	}
	merge(&m, cx_str(a.argv[a.argc > 3 ? 3 : ONE]), &out);
	if (driver)
		put_file(a.argv[ONE], cx_buf_view(&out));
	else
		cx_buf_str(cx_out(), cx_buf_view(&out));
	if (m.conflicts)
		cx_raise(CX_NO);
	for (size_t i = 0; i < VERSIONS; i++) {
		free(m.v[i].v);
		cx_map_release(&m.v[i].keys);
		cx_buf_release(&m.v[i].bytes);
	}
	cx_front_free(m.parser);
	cx_editor_free(m.editor);
	cx_arena_release(&m.arena);
	return cx_finish();
}
