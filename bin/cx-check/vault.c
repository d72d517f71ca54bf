/*
 * Reads all files of the vault.
 *
 * A worker makes the record of a file and checks its text while it is in
 * memory; then the records are added in order, by one thread at a time.
 */
#include "check.h"

#include "lib/file/ignore.h"
#include "lib/atom/scan.h"

/* A worker's own. */
struct looker {
	const struct check *c;
	struct cx_buf seen;
	/* For files that are not UTF-8. */
	struct cx_front_parser *parser;
	struct cx_arena arena;
	struct cx_front front;
};

/* Follows a record; after it come the text and what look found. */
struct packed {
	struct text t; /* but for all */
	size_t len, seen;
};

/* This many bytes must be readable after what is parsed. */
_Static_assert(sizeof(struct packed) >= CX_JSON_PAD, "records are padded");

struct reading {
	struct check *c;
	struct cx_json_parser *parser;
	size_t n;
};

static void *
begin(void *arg)
{
	struct looker *l = cx_calloc(1, sizeof *l);
	const struct reading *r = arg;

	l->c = r->c;
	return l;
}

static void
end(void *own)
{
	CX_AUTO_FREE struct looker *l = own;

	cx_front_free(l->parser);
	cx_arena_release(&l->arena);
	cx_buf_release(&l->seen);
}

static const struct cx_front *
front_of(struct looker *l, struct cx_str text)
{
	if (!l->parser)
		l->parser = cx_front_new();
	cx_arena_reset(&l->arena);
	cx_front_read(l->parser, text, &l->arena, &l->front);
	return &l->front;
}

static void
look_at_file(void *own, const struct cx_atom_file *f, struct cx_atom_maker *m,
    struct cx_buf *out)
{
	const struct cx_front *front = cx_atom_front(m);
	struct looker *l = own;
	struct packed p;

	text_of(l->c, f->text, front ? front : front_of(l, f->text), &p.t);
	l->seen.len = 0;
	look(l->c, &p.t, &l->seen);
	text_begin(&p.t);
	p.len = f->text.len;
	p.seen = l->seen.len;
	cx_buf_add(out, &p, sizeof p);
	cx_buf_str(out, f->text);
	cx_buf_str(out, cx_buf_view(&l->seen));
}

static struct cx_str
cut(struct cx_str *rest, size_t n)
{
	struct cx_str s = cx_strn(rest->s, n);

	*rest = cx_str_from(*rest, n);
	return s;
}

static void
take_batch(void *arg, struct cx_scan_batch *b)
{
	struct reading *r = arg;
	struct cx_str rest = cx_buf_view(&b->out);
	struct cx_record rec = {.file = r->c->vault.path};
	const char *why;
	struct packed p;
	uint32_t atom;

	cx_scan_tell(cx_buf_view(&b->messages));
	while (cx_str_split(&rest, '\n', &rec.line)) {
		memcpy(&p, cut(&rest, sizeof p).s, sizeof p);
		p.t.all = cut(&rest, p.len);
		rec.lineno = ++r->n;
		rec.root = cx_json_parse(r->parser, rec.line.s, rec.line.len,
		    &why);
		if (!rec.root)
			cx_record_die(&rec, "%s", why);
		atom = add_note(r->c, &rec, &p.t);
		looked(r->c, atom, cut(&rest, p.seen));
	}
}

void
check_vault(struct check *c)
{
	static const struct cx_scan_hooks hooks = {begin, end, look_at_file,
	    take_batch};
	struct reading r = {c, cx_json_new(), 0};
	struct cx_scan_settings s = {.config = c->config, .hooks = &hooks,
	    .arg = &r, .quiet = true};
	struct cx_ignore *ignore = cx_ignore_read(c->config, c->vault.fd);
	struct cx_scan *scan;

	if (cx_ignore_conflict(ignore))
		report_at(CX_STR(CX_IGNORE_FILE), (struct spot){
		    (uint32_t)cx_ignore_conflict(ignore), 1}, CONFLICT_MARKER,
		    CX_IGNORE_CONFLICT);
	/* No note, but people and agents read it, and publish it. */
	cx_ignore_add(ignore, CX_STR("!" MEMORY_FILE), CX_IGNORE_FILES);
	s.dates = cx_git_dates_new(c->vault.path, c->vault.fd);
	scan = cx_scan_start(&s);
	cx_scan_walk(scan, c->vault.fd, ignore, NULL);
	cx_scan_finish(scan);
	cx_git_dates_free(s.dates);
	cx_ignore_free(ignore);
	cx_json_free(r.parser);
}
