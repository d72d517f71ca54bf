/* The journal: the plan, with everything needed to complete it. */
#include "move.h"

#include "lib/file/lock.h"
#include "lib/json/print.h"
#include "lib/file/publish.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

struct file_plan *
plan_add(struct plan *p, struct cx_str path)
{
	struct file_plan *f = CX_NEXT(p->file, p->n, p->cap);

	*f = (struct file_plan){.path = cx_arena_copy(&p->arena, path)};
	return f;
}

void
plan_drop(struct plan *p)
{
	struct file_plan *f = &p->file[--p->n];

	cx_splices_release(&f->splices);
	free(f->change);
}

static void
put_splices(struct cx_printer *p, const struct cx_splices *e)
{
	cx_print_karray(p, "edits");
	for (size_t i = 0; i < e->n; i++) {
		cx_print_object(p);
		cx_print_kint(p, "from", (int64_t)e->v[i].from);
		cx_print_kint(p, "to", (int64_t)e->v[i].to);
		cx_print_kstr(p, "text", cx_splice_text(e, &e->v[i]));
		cx_print_end(p);
	}
	cx_print_end(p);
}

static void
put_plan(struct cx_buf *b, const struct plan *plan)
{
	struct cx_printer p = cx_printer(b);

	cx_print_object(&p);
	cx_print_kstr(&p, "old", plan->old);
	cx_print_kstr(&p, "new", plan->new);
	cx_print_kint(&p, "files", (int64_t)plan->n);
	cx_print_kint(&p, "have", (int64_t)plan->have);
	cx_print_kstr(&p, "change", plan->change);
	cx_print_line(&p);
	for (size_t i = 0; i < plan->n; i++) {
		const struct file_plan *f = &plan->file[i];

		cx_print_object(&p);
		cx_print_kstr(&p, "path", f->path);
		cx_print_kstr(&p, "before", cx_str(f->before));
		cx_print_kstr(&p, "after", cx_str(f->after));
		put_splices(&p, &f->splices);
		cx_print_line(&p);
	}
}

bool
plan_write(const struct plan *p, const struct settings *s)
{
	static const struct cx_seen none = {.exists = false};
	CX_AUTO_BUF b = CX_BUF_INIT;
	struct cx_pub pub = {CX_PUB_FAILED, 0, "open its directory", false};
	const char *name;
	CX_AUTO_CLOSE dir = cx_vault_dir(s->vault->fd, CX_MOVE_PLAN, &name);

	put_plan(&b, p);
	pub.error = errno;
	if (dir >= 0)
		pub = cx_publish(s->lock, dir, CX_MOVE_PLAN, cx_buf_view(&b),
		    &none);
	if (pub.status != CX_PUB_DONE) {
		b.len = 0;
		cx_pub_why(&b, &pub);
		cx_error(CX_FAIL, CX_MOVE_PLAN ": %s", cx_buf_cstr(&b));
		/* Nothing has begun, so nothing is to be finished. */
		if (pub.renamed)
			plan_remove(s->vault->fd);
	}
	return pub.status == CX_PUB_DONE;
}

/* --- reading --- */

static void
bad(size_t line, const char *what)
{
	cx_die(CX_FAIL, CX_MOVE_PLAN ":%zu: %s; see which links are broken "
	    "with cx-links, then remove this file", line, what);
}

/* Of a file; what moves may also be a folder, or nothing. */
static struct cx_str
get_path(struct plan *p, const struct cx_json *o, const char *name,
    size_t line, bool moves)
{
	struct cx_str s = cx_json_gets(o, name, CX_STR(""));

	if (moves ? s.len && !cx_vault_path_theirs(s) : !cx_vault_path_note(s))
		bad(line, "no path of a note");
	return cx_arena_copy(&p->arena, s);
}

static void
get_digest(const struct cx_json *o, const char *name, size_t line,
    char hex[CX_DIGEST_HEX + 1])
{
	struct cx_str s = cx_json_gets(o, name, CX_STR(""));

	if (s.len != CX_DIGEST_HEX)
		bad(line, "no digest");
	memcpy(hex, s.s, s.len);
	hex[s.len] = '\0';
}

static void
get_file(struct plan *p, const struct cx_json *o, size_t line)
{
	struct file_plan *f = plan_add(p, get_path(p, o, "path", line, false));
	const struct cx_json *l = cx_json_get(o, "edits");
	int64_t from, to, done = 0;

	get_digest(o, "before", line, f->before);
	get_digest(o, "after", line, f->after);
	CX_JSON_EACH(e, l) {
		if (!cx_json_geti(e, "from", &from) ||
		    !cx_json_geti(e, "to", &to) || from < done || to < from)
			bad(line, "malformed edits");
		done = to;
		cx_splice_add(&f->splices, (size_t)from, (size_t)to,
		    cx_json_gets(e, "text", CX_STR("")));
	}
}

bool
plan_read(struct plan *p, int vault_fd)
{
	CX_AUTO_JSON json = cx_json_new();
	CX_AUTO_BUF text = CX_BUF_INIT;
	struct cx_str rest, line;
	const struct cx_json *o;
	const char *why;
	int64_t files = -1, have = 0;
	int err = cx_read_file(vault_fd, CX_MOVE_PLAN, &text, SIZE_MAX / 2,
	    NULL);

	if (err && err != ENOENT && err != ENOTDIR)
		cx_die(CX_FAIL, CX_MOVE_PLAN ": %s", cx_file_error(err));
	rest = cx_buf_view(&text);
	for (size_t n = 1; !err && cx_str_split(&rest, '\n', &line); n++) {
		o = cx_json_parse(json, line.s, line.len, &why);
		if (!o)
			bad(n, why);
		if (n > 1) {
			get_file(p, o, n);
			continue;
		}
		p->old = get_path(p, o, "old", n, true);
		p->new = get_path(p, o, "new", n, true);
		if (!cx_json_geti(o, "files", &files) ||
		    !cx_json_geti(o, "have", &have) || have < 0 ||
		    (uint64_t)have > p->new.len ||
		    !p->old.len != !p->new.len ||
		    cx_is_note(p->old) != cx_is_note(p->new))
			bad(n, "not a plan");
		p->have = (size_t)have;
		p->change = cx_arena_copy(&p->arena,
		    cx_json_gets(o, "change", CX_STR("")));
	}
	if (!err && (files < 0 || (size_t)files != p->n))
		bad(p->n + 1, "the plan is not whole");
	return !err;
}

bool
plan_remove(int vault_fd)
{
	const char *name;
	CX_AUTO_CLOSE dir = cx_vault_dir(vault_fd, CX_MOVE_PLAN, &name);
	bool ok = dir >= 0 && unlinkat(dir, name, 0) == 0;
	int error = errno;

	if (ok) {
		error = cx_sync(dir);
		ok = error == 0;
	}
	if (!ok)
		cx_error(CX_FAIL, CX_MOVE_PLAN ": cannot be removed: %s; run "
		    "cx-move --finish", strerror(error));
	return ok;
}

/* --- for people and programs --- */

static const char *
kind_name(const struct change *c)
{
	switch (c->kind) {
	case SITE_HEADING:
		return "heading";
	case SITE_REF:
		return "reference";
	case SITE_FRONT:
		return "field";
	default:
		return c->embed ? "embed" : "link";
	}
}

static void
print_move(struct cx_str path, struct cx_str was, const char *slash)
{
	struct cx_printer p = cx_printer(cx_out());
	CX_AUTO_BUF b = CX_BUF_INIT;

	cx_print_object(&p);
	cx_buf_fmt(&b, "%s%s", path.s, slash);
	cx_print_kstr(&p, "path", cx_buf_view(&b));
	b.len = 0;
	cx_buf_fmt(&b, "%s%s", was.s, slash);
	cx_print_kstr(&p, "moved", cx_buf_view(&b));
	cx_print_line(&p);
}

void
plan_print(const struct plan *plan)
{
	struct cx_printer p = cx_printer(cx_out());

	if (plan->new.len && !cx_is_note(plan->new))
		print_move(plan->new, plan->old, plan->alone ? "" : "/");
	for (size_t i = 0; i < plan->n; i++)
		if (plan->file[i].was.len)
			print_move(plan->file[i].path, plan->file[i].was, "");
	for (size_t i = 0; i < plan->n; i++)
		for (size_t k = 0; k < plan->file[i].n; k++) {
			const struct change *c = &plan->file[i].change[k];

			cx_print_object(&p);
			cx_print_kstr(&p, "path", plan->file[i].path);
			cx_print_kint(&p, "line", (int64_t)c->line);
			cx_print_kstr(&p, "kind", cx_str(kind_name(c)));
			cx_print_kstr(&p, "old", c->old);
			cx_print_kstr(&p, "new", c->new);
			cx_print_line(&p);
			cx_out_record();
		}
}

void
plan_release(struct plan *p)
{
	while (p->n)
		plan_drop(p);
	free(p->file);
	cx_arena_release(&p->arena);
}
