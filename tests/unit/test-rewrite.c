/* Unit tests of rewrite.h: all or none, and no save is lost, whatever fails
 * and whoever saves at whichever step. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "tests/unit/faults.h"

#include "lib/atom/rewrite.h"
#include "tests/unit/tempdir.h"

static struct {
	int fd;
	const char *saved; /* what somebody saves at a step, */
	long later;	   /* and how many steps later one fails */
	bool refuse;	   /* the second file, from its second time on */
	char names[2][8];  /* of files to create */
} at;

static bool
has(const char *name, const char *text)
{
	char *got = temp_get(at.fd, name);
	bool ok = got && strcmp(got, text) == 0;

	free(got);
	return ok;
}

/* "old" becomes "new", wherever it stands. */
static enum cx_rewrite_verdict
compose(void *arg, struct cx_rewrite_file *f)
{
	const char *p;

	(void)arg;
	if (f->how == CX_REWRITE_CREATE) {
		if (f->tries == 0 || f->taken)
			at.names[0][0]++;
		f->taken = false;
		f->path = at.names[0];
		cx_buf_puts(&f->now, "created\n");
		return CX_REWRITE_CHANGE;
	}
	if (at.refuse && f->tries > 0 && f->second)
		return CX_REWRITE_REFUSE;
	p = f->old.len ? memmem(f->old.s, f->old.len, "old", 3) : NULL;
	if (!p)
		return CX_REWRITE_KEEP;
	cx_splice_add(&f->splices, (size_t)(p - f->old.s),
	    (size_t)(p - f->old.s) + 3, CX_STR("new"));
	return CX_REWRITE_CHANGE;
}

static bool
rewrite(struct cx_rewrite_file *files, size_t n, bool together, bool dry)
{
	struct cx_vault vault = {.fd = at.fd, .path = (char *)"v"};
	struct cx_lock lock = CX_LOCK_NONE;
	struct cx_rewrite w = {.vault = &vault, .lock = dry ? NULL : &lock,
	    .together = together, .compose = compose};
	long step = fault.at;
	bool ok;

	fault.at = 0;
	if (!dry)
		assert_true(cx_lock(&lock, at.fd));
	fault.at = step;
	fault.steps = 0;
	ok = cx_rewrite(&w, files, n);
	fault.at = 0;
	cx_unlock(&lock);
	return ok;
}

static bool
pair(void)
{
	struct cx_rewrite_file f[] = {{.path = "d/b.md", .second = true},
	    {.path = "a.md"}};

	return rewrite(f, 2, true, false);
}

/* Somebody saves a file in place, and later a step fails. */
static void
save(void)
{
	long steps = fault.steps;

	fault.at = 0;
	fault.before = NULL;
	temp_puts(at.fd, at.saved, "saved old\n");
	fault.steps = steps;
	fault.at = at.later ? steps + at.later : 0;
	fault.error = EIO;
}

static void
start(void)
{
	fault_reset();
	temp_puts(at.fd, "a.md", "a old\n");
	temp_puts(at.fd, "d/b.md", "b old\n");
	at.saved = NULL;
	at.later = 0;
	at.refuse = false;
	fault_reset();
}

static void
test_fails(void **state)
{
	char *top = temp_dir(&at.fd);

	(void)state;
	for (long n = 1;; n++) {
		start();
		fault.at = n;
		fault.error = EIO;
		if (pair() && !fault.hit)
			break;
		assert_true(has("a.md", "a new\n") == has("d/b.md", "b new\n"));
		assert_true(has("a.md", "a old\n") == has("d/b.md", "b old\n"));
	}
	assert_true(has("a.md", "a new\n") && has("d/b.md", "b new\n"));
	temp_remove(top, at.fd);
}

/* The save is in the file, with the edit or without. */
static void
saves(const char *name, const char *other)
{
	for (long later = 0; later < 24; later++) {
		for (long n = 1;; n++) {
			bool ok;

			start();
			at.saved = name;
			at.later = later;
			fault.at = n;
			fault.before = save;
			ok = pair();
			if (!fault.hit)
				break;
			assert_true(has(name, "saved old\n") ||
			    has(name, "saved new\n"));
			if (!later)
				assert_true(ok && (has("a.md", "a new\n") ||
				    has("d/b.md", "b new\n")));
			assert_true(has(other, *other == 'a' ? "a new\n" :
			    "b new\n") || has(other, *other == 'a' ?
			    "a old\n" : "b old\n"));
		}
	}
}

static void
test_saves(void **state)
{
	char *top = temp_dir(&at.fd);

	(void)state;
	saves("a.md", "d/b.md");
	saves("d/b.md", "a.md");
	temp_remove(top, at.fd);
}

/* The first is published, the second has been saved and is then refused. */
static void
test_refused_late(void **state)
{
	char *top = temp_dir(&at.fd);
	bool met = false;

	(void)state;
	for (long n = 1;; n++) {
		start();
		at.refuse = true;
		at.saved = "d/b.md";
		fault.at = n;
		fault.before = save;
		if (pair()) {
			if (!fault.hit)
				break;
			continue;
		}
		met = true;
		assert_true(has("a.md", "a old\n"));
		assert_true(has("d/b.md", "saved old\n"));
	}
	assert_true(met);
	temp_remove(top, at.fd);
}

static void
test_plain(void **state)
{
	char *top = temp_dir(&at.fd);
	struct cx_rewrite_file f[] = {{.path = "a.md"}, {.path = "gone.md"},
	    {.path = "d/b.md"}, {.path = "linked.md"}};

	(void)state;
	start();
	temp_puts(at.fd, "linked.md", "old\n");
	assert_int_equal(linkat(at.fd, "linked.md", at.fd, "twin", 0), 0);
	assert_false(rewrite(f, 4, false, true));
	assert_true(f[0].done && !f[1].done && f[2].done && !f[3].done);
	assert_true(f[1].refused && f[3].refused);
	assert_true(has("a.md", "a old\n"));
	memset(f, 0, sizeof f);
	f[0].path = "a.md";
	f[1].path = "gone.md";
	f[2].path = "d/b.md";
	f[3].path = "linked.md";
	assert_false(rewrite(f, 4, false, false));
	assert_true(has("a.md", "a new\n") && has("d/b.md", "b new\n"));
	assert_true(has("linked.md", "old\n"));
	temp_remove(top, at.fd);
}

static void
test_create(void **state)
{
	char *top = temp_dir(&at.fd);
	struct cx_rewrite_file f = {.how = CX_REWRITE_CREATE, .path = ""};

	(void)state;
	start();
	strcpy(at.names[0], "0.md");
	/* The same bytes are somebody else's all the same. */
	temp_puts(at.fd, "1.md", "created\n");
	assert_int_equal(mkdirat(at.fd, "2.md", 0777), 0);
	assert_true(rewrite(&f, 1, false, false));
	assert_string_equal(f.path, "3.md");
	assert_true(f.done && has("3.md", "created\n"));
	/* With another that fails there is none. */
	start();
	at.refuse = true;
	struct cx_rewrite_file two[] = {{.how = CX_REWRITE_CREATE,
	    .path = ""}, {.path = "gone.md", .second = true}};
	assert_false(rewrite(two, 2, true, false));
	assert_int_not_equal(faccessat(at.fd, "4.md", F_OK, 0), 0);
	temp_remove(top, at.fd);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_plain),
	    cmocka_unit_test(test_create),
	    cmocka_unit_test(test_fails),
	    cmocka_unit_test(test_saves),
	    cmocka_unit_test(test_refused_late),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
