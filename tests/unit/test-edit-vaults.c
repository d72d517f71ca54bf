/*
 * Edit and edit back is the identity, and what cx-scan reads between is what
 * was asked, on every file of the vaults in $CX_VAULTS (none is part of this
 * project).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "lib/atom/atom.h"
#include "lib/atom/edit.h"
#include "lib/file/vault.h"
#include "lib/file/walk.h"
#include "lib/yaml/yamlout.h"

#include <fcntl.h>
#include <unistd.h>

static const char plain[] = "no plain; value";
static const char odd[] = "it's: \"odd\" #x, y";

static struct {
	size_t files, none, refused, edits, same, reworded, declined;
} count;

struct tool {
	struct cx_config *config;
	struct cx_editor *ed;
	struct cx_front_parser *parser;
	struct cx_atom_maker *maker;
	struct cx_json_parser *json, *json2;
	struct cx_arena arena;
	const char *path;
};

/* file edited; the status. */
static enum cx_edit_status
apply(struct tool *t, struct cx_edit *e, struct cx_str file,
    struct cx_buf *out)
{
	struct cx_splices s = {0};
	enum cx_edit_status status = cx_edit_apply(t->ed, e, file, &s);

	out->len = 0;
	cx_splices_apply(out, &s, file);
	cx_buf_room(out, CX_JSON_PAD);
	cx_splices_release(&s);
	cx_edit_release(e);
	if (status == CX_EDIT_REFUSED && getenv("CX_SHOW"))
		fprintf(stderr, "%s:%s\n", t->path, cx_editor_why(t->ed));
	return status;
}

static const struct cx_json *
record(struct tool *t, struct cx_json_parser *json, struct cx_str text)
{
	struct cx_atom_file f = {.path = CX_STR("dir/a_b.md"), .text = text,
	    .size = text.len};
	struct cx_buf out = CX_BUF_INIT, messages = CX_BUF_INIT;
	const struct cx_json *r;
	const char *why;

	cx_atom_print(t->maker, &f, &out, &messages);
	cx_buf_room(&out, CX_JSON_PAD);
	r = cx_json_parse(json, out.s, out.len - 1, &why);
	assert_non_null(r);
	cx_buf_release(&out);
	cx_buf_release(&messages);
	return r;
}

static bool
same(const struct cx_json *a, const struct cx_json *b)
{
	if (a->span != b->span)
		return false;
	for (size_t i = 0; i < a->span; i++)
		if (a[i].type != b[i].type || a[i].len != b[i].len ||
		    (a[i].type == CX_JSON_STRING
			    ? !cx_str_eq(cx_json_str(a + i),
				  cx_json_str(b + i))
			    : a[i].type < CX_JSON_STRING &&
				a[i].type >= CX_JSON_INT &&
				a[i].u.i != b[i].u.i))
			return false;
	return true;
}

/* The records before and after agree but in size and in these members. */
static void
check_record(struct tool *t, struct cx_str before, struct cx_str after,
    const char *but, const char *but2)
{
	const struct cx_json *a = record(t, t->json, before);
	const struct cx_json *b = record(t, t->json2, after), *k;

	for (k = cx_json_first(a); k; k = cx_json_next(a, k)) {
		struct cx_str name = cx_json_str(k);
		const struct cx_json *v = cx_json_getn(b, name);

		/* Problems have lines, which move. */
		if (cx_str_is(name, "size_bytes") ||
		    cx_str_is(name, "lines") ||
		    cx_str_is(name, "problems") ||
		    cx_str_is(name, "dated") ||
		    cx_str_is(name, but) ||
		    cx_str_is(name, but2))
			continue;
		if (!v || !same(k + 1, v))
			fail_msg("%s: %.*s has changed with %s", t->path,
			    (int)name.len, name.s, but);
	}
}

static void
back(struct tool *t, struct cx_edit *e, struct cx_str file, struct cx_str was,
    bool exact, const char *what)
{
	struct cx_buf b = CX_BUF_INIT;
	enum cx_edit_status status = apply(t, e, was, &b);

	if (status == CX_EDIT_DONE && cx_str_eq(cx_buf_view(&b), file)) {
		count.same++;
	} else if (exact || status != CX_EDIT_DONE) {
		if (getenv("CX_SHOW"))
			fprintf(stderr, "%.*s\n===\n%.*s\n", 600, was.s, 600,
			    b.len ? b.s : "");
		fail_msg("%s: %s and back is not the identity (%d)", t->path,
		    what, (int)status);
	} else {
		count.reworded++;
	}
	cx_buf_release(&b);
}

/* Whether a value stands there as the writer would write it, on one line and
 * not a block; only then can it be the same bytes again. */
static bool
is_canonical(struct cx_str file, const struct cx_front_member *m)
{
	struct cx_str v = cx_strn(file.s + m->value_at.at,
	    m->value_end - m->value_at.at);
	struct cx_buf b = CX_BUF_INIT;
	bool is;

	if (m->style == CX_FRONT_QUOTED)
		cx_yaml_put(&b, cx_json_str(m->key + 1), 0, v.s[0]);
	else if (v.len)
		cx_yaml_put(&b, cx_json_str(m->key + 1), 0, 0);
	is = m->style <= CX_FRONT_QUOTED && cx_str_eq(v, cx_buf_view(&b));
	cx_buf_release(&b);
	return is;
}

static void
edit_text(struct tool *t, struct cx_str file, const struct cx_front_member *m)
{
	struct cx_str key = cx_json_str(m->key), old = cx_json_str(m->key + 1);
	struct cx_edit e = {0};
	struct cx_buf b = CX_BUF_INIT;
	enum cx_edit_status status;

	/* What has to be quoted stays quoted when it is edited back. */
	cx_edit_set(&e, key, m->style == CX_FRONT_QUOTED ? cx_str(odd)
							 : cx_str(plain), 0);
	status = apply(t, &e, file, &b);
	count.edits++;
	if (status == CX_EDIT_DONE) {
		cx_edit_set(&e, key, old, 0);
		back(t, &e, file, cx_buf_view(&b), is_canonical(file, m),
		    "set");
	} else {
		count.declined++;
	}
	cx_buf_release(&b);
}

static void
edit_list(struct tool *t, struct cx_str file, const struct cx_front_member *m)
{
	struct cx_str key = cx_json_str(m->key);
	const struct cx_json *v = m->key + 1, *k;
	struct cx_edit e = {0};
	struct cx_buf b = CX_BUF_INIT;

	count.edits++;
	cx_edit_add(&e, key, CX_STR("zz: q"), 0);
	if (apply(t, &e, file, &b) == CX_EDIT_DONE) {
		cx_edit_remove(&e, key, CX_STR("zz: q"));
		back(t, &e, file, cx_buf_view(&b), v->len > 0 ||
		    m->value_end - m->value_at.at == 2, "add");
	} else {
		count.declined++;
	}
	/* Taken away, each of them; what is read is checked by the editor. */
	for (k = cx_json_first(v); k; k = cx_json_next(v, k)) {
		if (k->type != CX_JSON_STRING)
			continue;
		count.edits++;
		cx_edit_remove(&e, key, cx_json_str(k));
		if (apply(t, &e, file, &b) != CX_EDIT_DONE)
			count.declined++;
	}
	cx_buf_release(&b);
}

static void
edit_file(struct tool *t, struct cx_str file)
{
	struct cx_edit e = {0};
	struct cx_buf b = CX_BUF_INIT;
	struct cx_front f;
	const struct cx_json *r;
	enum cx_edit_status status;

	count.files++;
	cx_edit_set(&e, CX_STR("zz_new"), cx_str(odd), 0);
	status = apply(t, &e, file, &b);
	if (status == CX_EDIT_MADE || status == CX_EDIT_REFUSED) {
		if (status == CX_EDIT_MADE)
			count.none++;
		else
			count.refused++;
		cx_buf_release(&b);
		return;
	}
	assert_int_equal(status, CX_EDIT_DONE);
	check_record(t, file, cx_buf_view(&b), "extra", "");
	r = record(t, t->json, cx_buf_view(&b));
	assert_true(cx_str_is(cx_json_gets(cx_json_get(r, "extra"), "zz_new",
	    CX_STR("")), odd));
	cx_edit_unset(&e, CX_STR("zz_new"));
	back(t, &e, file, cx_buf_view(&b), true, "a new member");

	cx_edit_set(&e, CX_STR("updated"), CX_STR("2031-02-03"), 0);
	cx_edit_add(&e, CX_STR("tags"), CX_STR("zztag"), 0);
	if (apply(t, &e, file, &b) == CX_EDIT_DONE) {
		check_record(t, file, cx_buf_view(&b), "updated", "tags");
		r = record(t, t->json, cx_buf_view(&b));
		assert_true(cx_str_is(cx_json_gets(r, "updated", CX_STR("")),
		    "2031-02-03"));
		assert_non_null(memmem(b.s, b.len, "zztag", 5));
	} else {
		count.declined++;
	}
	count.edits += 2;
	cx_arena_reset(&t->arena);
	cx_front_read(t->parser, file, &t->arena, &f);
	for (size_t i = 0; i < f.n; i++) {
		if (f.members[i].key[1].type == CX_JSON_STRING)
			edit_text(t, file, &f.members[i]);
		else if (f.members[i].key[1].type == CX_JSON_ARRAY)
			edit_list(t, file, &f.members[i]);
	}
	cx_buf_release(&b);
}

static void
test_vaults(void **state)
{
	const char *dir = getenv("CX_VAULTS");
	struct tool t = {.config = cx_config_load(NULL)};
	struct cx_buf text = CX_BUF_INIT, path = CX_BUF_INIT;
	struct cx_walk *w;
	struct cx_walk_entry e;
	int fd;

	(void)state;
	if (!dir || !*dir)
		skip();
	fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	assert_true(fd >= 0);
	t.ed = cx_editor_new(t.config);
	t.parser = cx_front_new();
	t.maker = cx_atom_maker_new(t.config, true);
	t.json = cx_json_new();
	t.json2 = cx_json_new();
	w = cx_walk_open(fd, NULL);
	while (cx_walk_next(w, &e)) {
		if (e.kind != CX_WALK_FILE)
			continue;
		text.len = path.len = 0;
		cx_buf_str(&path, e.path);
		t.path = cx_buf_cstr(&path);
		if (cx_read_file(e.dir->fd, e.name, &text, CX_ATOM_MAX,
			NULL) == 0)
			edit_file(&t, cx_buf_view(&text));
		cx_dir_drop(e.dir);
	}
	cx_walk_close(w);
	close(fd);
	fprintf(stderr, "# %zu files: %zu without front matter, %zu refused; "
	    "%zu edits: %zu the same bytes after edit and edit back, %zu of "
	    "values in an unusual form, %zu declined\n", count.files,
	    count.none, count.refused, count.edits, count.same,
	    count.reworded, count.declined);
	assert_true(count.same > 0);
	cx_editor_free(t.ed);
	cx_front_free(t.parser);
	cx_atom_maker_free(t.maker);
	cx_json_free(t.json);
	cx_json_free(t.json2);
	cx_arena_release(&t.arena);
	cx_config_free(t.config);
	cx_buf_release(&text);
	cx_buf_release(&path);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_vaults)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
