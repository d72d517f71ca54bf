/* Unit tests of gen.h: generations are whole whatever happens. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "tests/unit/faults.h"

#include "lib/index/gen.h"
#include "tests/unit/tempdir.h"

#include <dirent.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <time.h>

/* Names in a directory that begin with prefix. */
static size_t
names(const char *top, const char *prefix)
{
	DIR *d = opendir(top);
	const struct dirent *e;
	size_t n = 0;

	assert_non_null(d);
	while ((e = readdir(d)))
		n += strcmp(e->d_name, ".") != 0 &&
		    strcmp(e->d_name, "..") != 0 &&
		    strncmp(e->d_name, prefix, strlen(prefix)) == 0;
	closedir(d);
	return n;
}

/* The same of the directory of generations. */
static size_t
kept(const char *top, const char *prefix)
{
	struct cx_buf dir = CX_BUF_INIT;
	size_t n;

	cx_buf_fmt(&dir, "%s/" CX_GENERATIONS, top);
	n = names(cx_buf_cstr(&dir), prefix);
	cx_buf_release(&dir);
	return n;
}

/* Begins a stage of two files of the text (and a third, if given). */
static struct cx_stage *
begin(int fd, const char *text, const char *third)
{
	struct cx_stage *s = cx_stage_new(fd);
	struct cx_buf *out = cx_stage_file(s, "one.json");

	cx_buf_puts(out, text);
	cx_stage_more(s);
	out = cx_stage_file(s, "two.json");
	cx_buf_puts(out, text);
	cx_buf_puts(cx_stage_file(s, "always"), "the same");
	if (third)
		cx_buf_puts(cx_stage_file(s, third), text);
	return s;
}

static struct cx_gen_error
stage(int fd, const char *text, const char *third, cx_gen_id id)
{
	return cx_stage_end(begin(fd, text, third), id);
}

/* Stage and commit at once, or by two calls. */
static bool two_calls;

static struct cx_gen
put(int fd, const char *text)
{
	struct cx_gen gen = {.status = CX_GEN_FAILED};
	cx_gen_id id;

	if (!two_calls)
		return cx_stage_commit(begin(fd, text, NULL));
	gen.error = stage(fd, text, NULL, id);
	return gen.error.error ? gen : cx_gen_commit(fd, id, NULL);
}

static void
read_fd(int fd, char *s, size_t size)
{
	ssize_t n = read(fd, s, size - 1);

	assert_true(n >= 0);
	s[n] = '\0';
	close(fd);
}

/* The text of the current generation, which both files have, in s. */
static bool
get(int fd, char *s, size_t size)
{
	static const char *const both[] = {"one.json", "two.json"};
	int fds[2], gen = cx_gen_files(fd, both, 2, fds, NULL);
	char other[64];

	if (gen < 0)
		return false;
	read_fd(fds[0], s, size);
	read_fd(fds[1], other, sizeof other);
	close(gen);
	assert_string_equal(s, other);
	return true;
}

#define is_now(fd, text)                                                      \
	do {                                                                  \
		char now_[64];                                                \
		assert_true(get(fd, now_, sizeof now_));                      \
		assert_string_equal(now_, text);                              \
	} while (0)

static bool
same_times(const struct stat *a, const struct stat *b)
{
	return a->st_mtim.tv_sec == b->st_mtim.tv_sec &&
	    a->st_mtim.tv_nsec == b->st_mtim.tv_nsec &&
	    a->st_ctim.tv_sec == b->st_ctim.tv_sec &&
	    a->st_ctim.tv_nsec == b->st_ctim.tv_nsec;
}

static void
test_commit(void **state)
{
	cx_gen_id id, now;
	struct cx_gen gen;
	struct stat a, b, c;
	int fd, dir;
	char *top = temp_dir(&fd), *got;

	(void)state;
	assert_int_equal(cx_gen_open(fd, NULL), -1);
	assert_int_equal(cx_gen_commit(fd, NULL, NULL).status, CX_GEN_NONE);
	assert_int_equal(put(fd, "A").status, CX_GEN_DONE);
	is_now(fd, "A");
	got = temp_get(fd, "two.json"); /* through the links */
	assert_string_equal(got, "A");
	free(got);
	/* The same again touches nothing. */
	assert_int_equal(fstat(fd, &a), 0);
	assert_int_equal(fstatat(fd, "one.json", &b, 0), 0);
	gen = cx_stage_commit(begin(fd, "A", NULL));
	assert_int_equal(gen.status, CX_GEN_SAME);
	assert_int_equal(fstat(fd, &c), 0);
	assert_true(same_times(&a, &c));
	assert_int_equal(fstatat(fd, "one.json", &c, 0), 0);
	assert_true(b.st_ino == c.st_ino && same_times(&b, &c));
	assert_int_equal(stage(fd, "A", NULL, id).error, 0);
	gen = cx_gen_commit(fd, NULL, NULL);
	assert_int_equal(gen.status, CX_GEN_SAME);
	assert_string_equal(gen.id, id);
	dir = cx_gen_open(fd, now);
	assert_true(dir >= 0);
	assert_string_equal(now, id);
	close(dir);
	assert_int_equal(fstatat(fd, "one.json", &c, 0), 0);
	assert_true(b.st_ino == c.st_ino);
	/* one, two and generations, which has the link and one of them. */
	assert_int_equal(names(top, ""), 3);
	assert_int_equal(kept(top, ""), 2);
	assert_int_equal(put(fd, "B").status, CX_GEN_DONE);
	assert_int_equal(kept(top, "g-"), 2);
	assert_int_equal(put(fd, "C").status, CX_GEN_DONE);
	assert_int_equal(kept(top, "g-"), 2);
	is_now(fd, "C");
	/* Back to the old one, which is still there. */
	assert_int_equal(put(fd, "B").status, CX_GEN_DONE);
	is_now(fd, "B");
	assert_int_equal(names(top, ""), 3);
	assert_int_equal(kept(top, ""), 3);
	/* What did not change is one file. */
	assert_int_equal(fstatat(fd, CX_GENERATIONS
	    "/current/always", &b, 0), 0);
	assert_int_equal(b.st_nlink, 2);
	assert_int_equal(fstatat(fd, "one.json", &b, 0), 0);
	assert_int_equal(b.st_nlink, 1);
	temp_remove(top, fd);
}

/* Chunks by the thread: equal, longer, shorter, different late. */
static void
test_large(void **state)
{
	struct cx_stage *s;
	struct cx_buf *out;
	struct cx_gen gen;
	static const struct {
		size_t lines;
		size_t odd; /* this line differs */
		enum cx_gen_status status;
	} sets[] = {{200000, 0, CX_GEN_DONE}, {200000, 0, CX_GEN_SAME},
	    {200001, 0, CX_GEN_DONE}, {199999, 0, CX_GEN_DONE},
	    {199999, 150000, CX_GEN_DONE}, {199999, 150000, CX_GEN_SAME},
	    {0, 0, CX_GEN_DONE}, {0, 0, CX_GEN_SAME}};
	struct stat st;
	char line[32];
	int fd;
	char *top = temp_dir(&fd);

	(void)state;
	for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++) {
		char *got, *at;

		s = cx_stage_new(fd);
		out = cx_stage_file(s, "big.json");
		for (size_t k = 1; k <= sets[i].lines; k++) {
			cx_buf_fmt(out, "%s%zu\n", k == sets[i].odd ? "x" : "",
			    k);
			cx_stage_more(s);
		}
		gen = cx_stage_commit(s);
		assert_int_equal(gen.status, sets[i].status);
		at = got = temp_get(fd, "big.json");
		for (size_t k = 1; k <= sets[i].lines; k++) {
			int n = snprintf(line, sizeof line, "%s%zu\n",
			    k == sets[i].odd ? "x" : "", k);

			assert_memory_equal(at, line, n);
			at += n;
		}
		assert_int_equal(*at, '\0');
		free(got);
	}
	assert_int_equal(fstatat(fd, "big.json", &st, 0), 0);
	temp_remove(top, fd);
}

static void
test_links(void **state)
{
	cx_gen_id id;
	struct stat st;
	int fd;
	char *top = temp_dir(&fd);

	(void)state;
	temp_puts(fd, "one.json", "a file in the way");
	temp_puts(fd, "mine", "not ours");
	assert_int_equal(stage(fd, "A", "three.json", id).error, 0);
	assert_int_equal(cx_gen_commit(fd, id, NULL).status, CX_GEN_DONE);
	assert_int_equal(fstatat(fd, "three.json", &st, 0), 0);
	assert_int_equal(fstatat(fd, "one.json", &st, AT_SYMLINK_NOFOLLOW), 0);
	assert_true(S_ISLNK(st.st_mode));
	assert_int_equal(put(fd, "B").status, CX_GEN_DONE);
	assert_int_equal(fstatat(fd, "three.json", &st,
	    AT_SYMLINK_NOFOLLOW), -1);
	assert_int_equal(fstatat(fd, "mine", &st, 0), 0);
	/* A link that is lost comes back with the next commit. */
	assert_int_equal(unlinkat(fd, "two.json", 0), 0);
	assert_int_equal(put(fd, "B").status, CX_GEN_SAME);
	assert_int_equal(fstatat(fd, "two.json", &st, 0), 0);
	temp_remove(top, fd);
}

static void
test_damaged(void **state)
{
	struct cx_buf path = CX_BUF_INIT;
	struct cx_gen gen;
	int fd;
	char *top = temp_dir(&fd);

	(void)state;
	gen = put(fd, "A");
	assert_int_equal(gen.status, CX_GEN_DONE);
	cx_buf_fmt(&path, CX_GENERATIONS "/g-%s/two.json", gen.id);
	assert_int_equal(unlinkat(fd, cx_buf_cstr(&path), 0), 0);
	assert_int_equal(put(fd, "A").status, CX_GEN_DONE);
	is_now(fd, "A");
	temp_puts(fd, path.s, "longer");
	assert_int_equal(put(fd, "A").status, CX_GEN_DONE);
	is_now(fd, "A");
	assert_int_equal(names(top, ""), 3);
	assert_int_equal(kept(top, ""), 2);
	cx_buf_release(&path);
	temp_remove(top, fd);
}

static void
test_stages(void **state)
{
	cx_gen_id a, b, bad;
	const struct timespec moment = {0, 20000000};
	int fd;
	char *top = temp_dir(&fd);

	(void)state;
	memset(bad, 'a', sizeof bad - 1);
	bad[sizeof bad - 1] = '\0';
	assert_int_equal(cx_gen_commit(fd, "../../etc", NULL).status,
	    CX_GEN_NONE);
	assert_int_equal(cx_gen_commit(fd, bad, NULL).status, CX_GEN_NONE);
	assert_int_equal(stage(fd, "A", NULL, a).error, 0);
	nanosleep(&moment, NULL);
	assert_int_equal(stage(fd, "B", NULL, b).error, 0);
	assert_int_equal(kept(top, "staged-"), 2);
	/* The last one; the older one has been passed. */
	assert_int_equal(cx_gen_commit(fd, NULL, NULL).status, CX_GEN_DONE);
	is_now(fd, "B");
	assert_int_equal(kept(top, "staged-"), 0);
	assert_int_equal(cx_gen_commit(fd, a, NULL).status, CX_GEN_PASSED);
	assert_int_equal(cx_gen_commit(fd, b, NULL).status, CX_GEN_SAME);
	/* A younger stage of somebody else stays. */
	assert_int_equal(stage(fd, "C", NULL, a).error, 0);
	nanosleep(&moment, NULL);
	assert_int_equal(stage(fd, "D", NULL, b).error, 0);
	assert_int_equal(cx_gen_commit(fd, a, NULL).status, CX_GEN_DONE);
	is_now(fd, "C");
	assert_int_equal(kept(top, "staged-"), 1);
	assert_int_equal(cx_gen_commit(fd, b, NULL).status, CX_GEN_DONE);
	is_now(fd, "D");
	temp_remove(top, fd);
}

/* Each step fails, then each kills; A, B and C take turns. */
static void
steps(bool kill_it)
{
	int fd, status;
	char *top = temp_dir(&fd), now[64];
	struct cx_gen gen;
	long at;

	assert_int_equal(put(fd, "A").status, CX_GEN_DONE);
	assert_int_equal(put(fd, "B").status, CX_GEN_DONE);
	for (at = 1;; at++) {
		bool hit;

		fault_reset();
		if (kill_it) {
			pid_t pid = fork();

			assert_true(pid >= 0);
			if (pid == 0) {
				fault.at = at;
				_exit(put(fd, "C").status != CX_GEN_DONE);
			}
			assert_int_equal(waitpid(pid, &status, 0), pid);
			assert_true(WIFEXITED(status));
			hit = WEXITSTATUS(status) == FAULT_EXIT;
			assert_true(hit || WEXITSTATUS(status) == 0);
		} else {
			fault.at = at;
			fault.error = ENOSPC;
			gen = put(fd, "C");
			hit = fault.hit;
			fault_reset();
			if (gen.status == CX_GEN_FAILED)
				assert_int_equal(gen.error.error, ENOSPC);
			else
				assert_int_equal(gen.status, CX_GEN_DONE);
		}
		assert_true(get(fd, now, sizeof now));
		assert_true(strcmp(now, "B") == 0 || strcmp(now, "C") == 0);
		gen = put(fd, "C");
		assert_true(gen.status <= CX_GEN_SAME);
		is_now(fd, "C");
		assert_int_equal(kept(top, "staged-"), 0);
		assert_int_equal(names(top, ".cx-tmp-"), 0);
		assert_int_equal(kept(top, ".cx-tmp-"), 0);
		assert_true(kept(top, "g-") <= 2);
		assert_int_equal(names(top, ""), 3);
		assert_int_equal(kept(top, ""), 1 + kept(top, "g-"));
		if (!hit)
			break;
		assert_int_equal(put(fd, "A").status, CX_GEN_DONE);
		assert_int_equal(put(fd, "B").status, CX_GEN_DONE);
	}
	assert_true(at > 10);
	temp_remove(top, fd);
}

static void
test_errors(void **state)
{
	(void)state;
	steps(false);
	two_calls = true;
	steps(false);
	two_calls = false;
}

static void
test_killed(void **state)
{
	(void)state;
	steps(true);
	two_calls = true;
	steps(true);
	two_calls = false;
}

/* A reader in a loop while another process commits without pause. */
static void
test_reader(void **state)
{
	int fd, status;
	char *top = temp_dir(&fd), now[64];
	pid_t pid;
	size_t reads = 0;

	(void)state;
	assert_int_equal(put(fd, "A").status, CX_GEN_DONE);
	pid = fork();
	assert_true(pid >= 0);
	if (pid == 0) {
		for (int i = 0; i < 100; i++)
			if (put(fd, i % 3 ? i % 3 == 1 ? "B" : "C" : "A")
				.status > CX_GEN_SAME)
				_exit(1);
		_exit(0);
	}
	while (waitpid(pid, &status, WNOHANG) == 0) {
		assert_true(get(fd, now, sizeof now));
		reads++;
	}
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
	assert_true(reads > 0);
	assert_int_equal(names(top, ""), 3);
	assert_int_equal(kept(top, ""), 3);
	temp_remove(top, fd);
}

static void
test_missing(void **state)
{
	static const char *const want[] = {"one.json", "nine"};
	const char *missing;
	int fd, fds[2];
	char *top = temp_dir(&fd);

	(void)state;
	assert_int_equal(cx_gen_files(fd, want, 2, fds, &missing), -1);
	assert_int_equal(errno, ENOENT);
	assert_null(missing);
	assert_int_equal(put(fd, "A").status, CX_GEN_DONE);
	assert_int_equal(cx_gen_files(fd, want, 2, fds, &missing), -1);
	assert_int_equal(errno, ENOENT);
	assert_string_equal(missing, "nine");
	/* `current` leads nowhere else. */
	assert_int_equal(unlinkat(fd, CX_GENERATIONS "/current", 0), 0);
	assert_int_equal(symlinkat("/etc", fd,
	    CX_GENERATIONS "/current"), 0);
	assert_int_equal(cx_gen_open(fd, NULL), -1);
	assert_int_equal(put(fd, "A").status, CX_GEN_DONE);
	is_now(fd, "A");
	temp_remove(top, fd);
}

/* The note of the current generation is text. */
static void
note_is(int fd, const char *text)
{
	static const char *const name[] = {CX_GEN_STATCACHE};
	char s[64];
	int one, gen = cx_gen_files(fd, name, 1, &one, NULL);

	assert_true(gen >= 0);
	close(gen);
	read_fd(one, s, sizeof s);
	assert_string_equal(s, text);
}

static struct cx_gen
commit_note(int fd, const char *top, const cx_gen_id id, const char *text)
{
	struct cx_buf path = CX_BUF_INIT;
	struct cx_gen gen;

	temp_put(fd, "note", text, strlen(text));
	cx_buf_fmt(&path, "%s/note", top);
	gen = cx_gen_commit(fd, id, cx_buf_cstr(&path));
	cx_buf_release(&path);
	return gen;
}

static void
test_note(void **state)
{
	cx_gen_id a, b, now;
	struct stat st;
	int fd, dir;
	char *top = temp_dir(&fd);

	(void)state;
	assert_int_equal(stage(fd, "a", NULL, a).error, 0);
	assert_int_equal(commit_note(fd, top, a, "1").status, CX_GEN_DONE);
	note_is(fd, "1");
	assert_int_equal(fstatat(fd, "note", &st, 0), -1);
	/* The same files: another note, in the same generation. */
	assert_int_equal(stage(fd, "a", NULL, now).error, 0);
	assert_string_equal(now, a);
	assert_int_equal(commit_note(fd, top, a, "2").status, CX_GEN_SAME);
	note_is(fd, "2");
	is_now(fd, "a");
	/* Nothing staged. */
	assert_int_equal(commit_note(fd, top, a, "3").status, CX_GEN_SAME);
	note_is(fd, "3");
	/* A commit without one leaves it. */
	assert_int_equal(stage(fd, "a", NULL, now).error, 0);
	assert_int_equal(cx_gen_commit(fd, a, NULL).status, CX_GEN_SAME);
	note_is(fd, "3");
	/* Another generation does not take it over. */
	assert_int_equal(stage(fd, "b", NULL, b).error, 0);
	assert_int_equal(cx_gen_commit(fd, b, NULL).status, CX_GEN_DONE);
	dir = cx_gen_open(fd, NULL);
	assert_int_equal(fstatat(dir, CX_GEN_STATCACHE, &st, 0), -1);
	assert_int_equal(fstatat(fd, CX_GEN_STATCACHE, &st,
	    AT_SYMLINK_NOFOLLOW), -1);
	close(dir);
	/* What was passed gets none, and one that is not there is an error
	 * that leaves all as it was. */
	assert_int_equal(commit_note(fd, top, a, "4").status, CX_GEN_PASSED);
	assert_int_equal(fstatat(fd, "note", &st, 0), 0);
	assert_int_equal(stage(fd, "c", NULL, now).error, 0);
	assert_int_equal(cx_gen_commit(fd, now, "/nowhere/x").status,
	    CX_GEN_FAILED);
	is_now(fd, "b");
	temp_remove(top, fd);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_note),
	    cmocka_unit_test(test_commit),
	    cmocka_unit_test(test_large),
	    cmocka_unit_test(test_links),
	    cmocka_unit_test(test_damaged),
	    cmocka_unit_test(test_stages),
	    cmocka_unit_test(test_errors),
	    cmocka_unit_test(test_killed),
	    cmocka_unit_test(test_reader),
	    cmocka_unit_test(test_missing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
