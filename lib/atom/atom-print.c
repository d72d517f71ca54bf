/* The record of an atom that atom.c has read. */
#include "lib/atom/atom-impl.h"
#include "lib/base/date.h"
#include "lib/json/print.h"
#include "lib/base/utf8.h"
#include "lib/file/vault.h"

#include <math.h>
#include <stdlib.h>

/* A decimal number; *json is how it is printed. */
static bool
number(struct cx_atom_maker *m, struct cx_str s, struct cx_str *json)
{
	struct cx_buf b = CX_BUF_INIT;
	struct cx_printer p = cx_printer(&b);
	size_t i = 0, digits = 0;
	double d;

	i += s.len && (s.s[0] == '-' || s.s[0] == '+');
	for (; i < s.len && s.s[i] >= '0' && s.s[i] <= '9'; i++)
		digits++;
	if (i < s.len && s.s[i] == '.')
		for (i++; i < s.len && s.s[i] >= '0' && s.s[i] <= '9'; i++)
			digits++;
	if (digits && i < s.len && (s.s[i] | 0x20) == 'e') {
		i++;
		i += i < s.len && (s.s[i] == '-' || s.s[i] == '+');
		for (digits = 0; i < s.len && s.s[i] >= '0' && s.s[i] <= '9';
		    i++)
			digits++;
	}
	if (!digits || i != s.len)
		return false;
	d = strtod(s.s, NULL); /* strings of the arena end in NUL */
	if (!isfinite(d))
		return false;
	if (d == 0)
		d = 0; /* no -0 */
	cx_print_real(&p, d);
	*json = cx_arena_copy(&m->arena, cx_buf_view(&b));
	cx_buf_release(&b);
	return true;
}

static void
print_strings(struct cx_printer *p, const char *name, const struct strings *l)
{
	cx_print_key(p, name);
	cx_print_array(p);
	for (size_t i = 0; i < l->n; i++)
		cx_print_str(p, l->v[i]);
	cx_print_end(p);
}

static struct cx_str
stem(struct cx_str path)
{
	for (size_t i = path.len; i-- > 0;) {
		if (path.s[i] == '/') {
			path = cx_str_from(path, i + 1);
			break;
		}
	}
	if (path.len > 3)
		path.len -= 3; /* .md */
	return path;
}

/* The first heading of level 1, else the file's name without .md, exactly as
 * it is. */
static void
print_own_name(struct cx_atom_maker *m, struct cx_printer *p,
    struct cx_str body)
{
	struct cx_buf b = CX_BUF_INIT;

	if (cx_md_title(body, &b))
		cx_print_str(p, cx_buf_view(&b));
	else
		cx_print_str(p, stem(m->file->path));
	cx_buf_release(&b);
}

/*
 * In a dense-context project the directory tells kind and project:
 * projects/NAME/experiments/... (cx-init(1)).  Its pages of contents are
 * neither experiments nor what anybody wants to remember.
 */
static void
from_directory(struct cx_str path, struct cx_str *type, struct cx_str *project)
{
	static const char *const kinds[][2] = {{"experiments", "experiment"},
	    {"knowledge", "knowledge"}, {"patterns", "pattern"},
	    {"decisions", "decision"}};
	struct cx_str part, before = {NULL, 0}, rest = path;
	struct cx_str in = {NULL, 0}; /* projects/in/ */

	while (cx_str_split(&rest, '/', &part) && rest.len) {
		if (in.s) {
			if (cx_str_is(rest, "CORTEX.md") ||
			    cx_str_is(rest, "index.md"))
				return;
			for (size_t i = 0; i < 4; i++) {
				if (cx_str_is(part, kinds[i][0])) {
					*type = cx_str(kinds[i][1]);
					*project = in;
				}
			}
			return;
		}
		if (before.s && cx_str_is(before, "projects"))
			in = part;
		before = part;
	}
}

static void
print_project(struct cx_atom_maker *m, struct cx_printer *p)
{
	struct cx_str type = CX_STR("unknown"), project = CX_STR("unknown");
	struct cx_str status = CX_STR("active");

	from_directory(m->file->path, &type, &project);
	cx_atom_take(m, cx_atom_find(m, CX_STR("type")), &type);
	if (!cx_atom_take(m, cx_atom_find(m, CX_STR("project")), &project))
		project = cx_config_directory(m->config, m->file->path,
		    project);
	cx_atom_take(m, cx_atom_find(m, CX_STR("status")), &status);
	cx_print_kstr(p, "type", type);
	cx_print_kstr(p, "project", project);
	cx_print_kstr(p, "status", status);
}

static void
print_dates(struct cx_atom_maker *m, struct cx_printer *p)
{
	struct cx_str created = {NULL, 0}, updated = {NULL, 0};
	struct cx_buf b = CX_BUF_INIT;
	const char *from;
	int64_t day;

	cx_atom_take(m, cx_atom_find_field(m, "created"), &created);
	cx_atom_take(m, cx_atom_find_field(m, "updated"), &updated);
	cx_print_key(p, "created");
	if (created.s)
		cx_print_str(p, created);
	else
		cx_print_null(p);
	if (!updated.s)
		updated = created;
	if (updated.s) {
		cx_print_kstr(p, "updated", updated);
		return;
	}
	if (cx_date_in_name(stem(m->file->path), &day)) {
		from = "name";
	} else if (m->dates &&
	    cx_git_dates_get(m->dates, m->file->path, &day)) {
		from = "git";
	} else {
		day = m->file->mtime / CX_DAY -
		    (m->file->mtime % CX_DAY < 0);
		from = "mtime";
	}
	cx_date_put(&b, day);
	cx_print_kstr(p, "updated", cx_buf_view(&b));
	cx_print_kstr(p, "dated", cx_str(from));
	cx_buf_release(&b);
}

static void
print_numbers(struct cx_atom_maker *m, struct cx_printer *p)
{
	static const char *const names[] = {
	    "confidence", "importance", "pnl_impact"};

	for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
		size_t i = cx_atom_find(m, cx_str(names[n]));
		struct cx_str json;

		if (i == CX_NO_MEMBER)
			continue;
		if (cx_atom_value(m, i)->type != CX_JSON_STRING ||
		    !number(m, cx_json_str(cx_atom_value(m, i)), &json)) {
			cx_atom_complain(m, i, "not-a-number",
			    "not a finite number; kept as text in extra");
			continue;
		}
		m->taken[i] = true;
		cx_print_key(p, names[n]);
		cx_print_raw(p, json);
	}
}

static void
print_extra(struct cx_atom_maker *m, struct cx_printer *p)
{
	cx_print_key(p, "extra");
	cx_print_object(p);
	for (size_t i = 0; i < m->front.n; i++) {
		if (m->taken[i])
			continue;
		cx_print_keyn(p, cx_json_str(m->front.members[i].key));
		cx_print_json(p, cx_atom_value(m, i));
	}
	cx_print_end(p);
}

static int
by_place(const void *a, const void *b)
{
	const struct problem *x = a, *y = b;

	if (x->line != y->line)
		return x->line < y->line ? -1 : 1;
	if (x->col != y->col)
		return x->col < y->col ? -1 : 1;
	return strcmp(x->code, y->code);
}

static void
print_problems(struct cx_atom_maker *m, struct cx_printer *p,
    struct cx_buf *messages)
{
	if (m->n_problems == 0)
		return;
	qsort(m->problems, m->n_problems, sizeof *m->problems, by_place);
	cx_print_key(p, "problems");
	cx_print_array(p);
	for (size_t i = 0; i < m->n_problems; i++) {
		const struct problem *x = &m->problems[i];

		cx_print_object(p);
		cx_print_kint(p, "line", (int64_t)x->line);
		cx_print_kint(p, "col", (int64_t)x->col);
		cx_print_kstr(p, "code", cx_str(x->code));
		cx_print_kstr(p, "text", x->text);
		cx_print_end(p);
		cx_put_visible(messages, m->file->path);
		cx_buf_fmt(messages, ":%zu:%zu: ", x->line, x->col);
		cx_put_visible(messages, x->text);
		cx_buf_char(messages, '\n');
	}
	cx_print_end(p);
}

void
cx_atom_print(struct cx_atom_maker *m, const struct cx_atom_file *f,
    struct cx_buf *out, struct cx_buf *messages)
{
	struct cx_printer p = cx_printer(out);
	struct cx_str id, name, body, description = CX_STR("");
	bool whole = f->size <= f->text.len;

	cx_atom_load(m, f, &body);
	cx_print_object(&p);
	cx_print_kstr(&p, "path", f->path);
	cx_print_key(&p, "id");
	if (cx_atom_take(m, cx_atom_find(m, CX_STR("id")), &id))
		cx_print_str(&p, id);
	else
		cx_print_null(&p);
	cx_print_key(&p, "name");
	if (cx_atom_take(m, cx_atom_find_field(m, "name"), &name))
		cx_print_str(&p, name);
	else
		print_own_name(m, &p, body);
	print_project(m, &p);
	print_dates(m, &p);
	print_strings(&p, "tags", &m->tags);
	cx_atom_take(m, cx_atom_find_field(m, "description"), &description);
	cx_print_kstr(&p, "description", description);
	cx_print_kint(&p, "lines", (int64_t)f->newlines + 1);
	cx_print_kint(&p, "size_bytes", (int64_t)f->size);
	print_strings(&p, "links_out", &m->links);
	if (m->soft.n)
		print_strings(&p, "links_soft", &m->soft);
	if (m->keywords.n)
		print_strings(&p, "keywords", &m->keywords);
	print_numbers(m, &p);
	print_extra(m, &p);
	if (m->body && whole)
		cx_print_kstr(&p, "body", body);
	print_problems(m, &p, messages);
	cx_print_end(&p);
	cx_print_line(&p);
}

void
cx_atom_print_text(struct cx_atom_maker *m, struct cx_str path,
    struct cx_str text, int64_t mtime, struct cx_buf *out)
{
	struct cx_atom_file f = {.path = path, .text = text,
	    .size = text.len, .mtime = mtime};
	struct cx_buf messages = CX_BUF_INIT;
	struct cx_str rest, line;

	for (size_t i = 0; i < text.len; i++)
		f.newlines += text.s[i] == '\n';
	if (f.text.len > CX_ATOM_MAX)
		f.text.len = CX_ATOM_MAX;
	cx_atom_print(m, &f, out, &messages);
	rest = cx_buf_view(&messages);
	while (cx_str_split(&rest, '\n', &line))
		cx_warn("%.*s", (int)line.len, line.s);
	cx_buf_release(&messages);
}
