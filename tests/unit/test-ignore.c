/* Unit tests of ignore.h: gitignore(5)'s own examples, malformed patterns,
 * patterns that are exponential elsewhere, and git itself as the oracle. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

#include "lib/file/ignore.h"
#include "tests/unit/tempdir.h"

static bool
out(const char *text, const char *path)
{
	struct cx_ignore *ig = cx_ignore_new();
	bool answer;

	cx_ignore_text(ig, cx_str(text));
	answer = cx_ignore_path(ig, cx_str(path));
	cx_ignore_free(ig);
	return answer;
}

struct example {
	const char *text;
	const char *path;
	bool out;
};

static const struct example examples[] = {
    /* The bullet points of gitignore(5), in order. */
    {"\n\n", "a", false},
    {"#a", "#a", false},
    {"\\#a", "#a", true},
    {"a   ", "a", true},
    {"a\\ ", "a ", true},
    {"a\\ ", "a", false},
    {"a\\  ", "a ", true},
    {"a\t", "a", false},
    {"*.md\n!keep.md", "keep.md", false},
    {"*.md\n!keep.md", "x/lose.md", true},
    {"d/\n!d/keep", "d/keep", true},
    {"\\!a", "!a", true},
    {"doc/frotz/", "doc/frotz/x", true},
    {"doc/frotz/", "a/doc/frotz/x", false},
    {"frotz/", "a/frotz/x", true},
    {"frotz/", "a/frotz", false},
    {"/a", "a", true},
    {"/a", "b/a", false},
    {"a", "b/a", true},
    {"a/b", "a/b", true},
    {"a/b", "c/a/b", false},
    {"foo/*", "foo/test.json", true},
    {"foo/*", "foo/bar/hello.c", true}, /* foo/bar is out */
    {"f*o", "foo/bar", true},
    {"/f*r", "foo/bar", false},
    {"a?c", "abc", true},
    {"a?c", "a/c", false},
    {"a[a-c]c", "abc", true},
    {"a[!a-c]c", "abc", false},
    {"a[^a-c]c", "adc", true},
    {"**/foo", "foo", true},
    {"**/foo", "a/b/foo", true},
    {"**/foo/bar", "a/foo/bar", true},
    {"**/foo/bar", "a/foo/x/bar", false},
    {"abc/**", "abc/x/y", true},
    {"abc/**", "abc", false},
    {"a/**/b", "a/b", true},
    {"a/**/b", "a/x/b", true},
    {"a/**/b", "a/x/y/b", true},
    {"a/**/b", "ab", false},
    {"a/b**c/d", "a/bxc/d", true},
    {"a/b**c/d", "a/b/c/d", false},
    {"/*\n!/foo\n/foo/*\n!/foo/bar", "foo/bar", false},
    {"/*\n!/foo\n/foo/*\n!/foo/bar", "foo/x", true},
    {"/*\n!/foo\n/foo/*\n!/foo/bar", "x", true},
    /* Lines. */
    {"a\r\nb\r\n", "a", true},
    {"a\r\nb", "b", true},
    {"\xEF\xBB\xBF" "a", "a", true},
    {"!", "!", false},
    {"/", "a", false},
    {"//a", "a", false},
    {"!\n*", "a", true},
    /* Classes. */
    {"[]]", "]", true},
    {"[]-]", "-", true},
    {"[!]]", "]", false},
    {"[\\]]", "]", true},
    {"[a-]", "-", true},
    {"[[:digit:]]", "7", true},
    {"[[:digit:]x]", "x", true},
    {"[[:nope:]]", "n", false},
    {"[[:digit]", ":", true},
    {"[z-a]", "m", false},
    {"[\\a-c]", "b", true},
    {"a[b/c]d/", "abd/e", true},
    /* Malformed: matches nothing, and does not spoil the next line. */
    {"[\nb", "[", false},
    {"[\nb", "b", true},
    {"[]\na", "]", false},
    {"a\\", "a\\", false},
    {"a\\\nb", "b", true},
    {"[a\\", "a", false},
    {"***", "a/b", true},
    {"a/***/b", "a/x/y/b", true},
    {"*.md", ".md", true},
    {"*.m*", "a.md", true},
};

static void
test_examples(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof examples / sizeof examples[0]; i++) {
		const struct example *e = &examples[i];

		if (out(e->text, e->path) != e->out)
			fail_msg("'%s' on '%s': %s", e->text, e->path,
			    e->out ? "kept" : "left out");
	}
}

static void
test_kinds(void **state)
{
	struct cx_ignore *ig = cx_ignore_new();

	(void)state;
	cx_ignore_add(ig, CX_STR("templates"), CX_IGNORE_DIRS);
	cx_ignore_add(ig, CX_STR("draft*"), CX_IGNORE_FILES);
	cx_ignore_add(ig, CX_STR("#x"), CX_IGNORE_ANY);
	assert_true(cx_ignore_path(ig, CX_STR("a/templates/b.md")));
	assert_false(cx_ignore_path(ig, CX_STR("a/templates")));
	assert_true(cx_ignore_path(ig, CX_STR("draft.md")));
	assert_false(cx_ignore_path(ig, CX_STR("drafts/a.md")));
	assert_true(cx_ignore_path(ig, CX_STR("#x")));
	cx_ignore_free(ig);
}

static void
test_defaults(void **state)
{
	struct cx_ignore *ig = cx_ignore_new();

	(void)state;
	cx_ignore_defaults(ig);
	assert_true(cx_ignore_path(ig, CX_STR(".obsidian/a.md")));
	assert_true(cx_ignore_path(ig, CX_STR("a/node_modules/b/c.md")));
	assert_true(cx_ignore_path(ig, CX_STR("inbox/pending/a.md")));
	assert_false(cx_ignore_path(ig, CX_STR("inbox/a.md")));
	assert_false(cx_ignore_path(ig, CX_STR("a/inbox/pending/a.md")));
	assert_true(cx_ignore_path(ig, CX_STR("index/generations/a.md")));
	assert_false(cx_ignore_path(ig, CX_STR("layers/a.md")));
	assert_true(cx_ignore_path(ig, CX_STR("a/MEMORY.md")));
	assert_false(cx_ignore_path(ig, CX_STR("memory.md")));
	assert_false(cx_ignore_path(ig, CX_STR(".hidden.md")));
	assert_false(cx_ignore_path(ig, CX_STR("index.md")));
	assert_int_equal(cx_ignore_match(ig, CX_STR("a.md"), false),
	    CX_IGNORE_NONE);
	cx_ignore_text(ig, CX_STR("!node_modules/\n"));
	assert_false(cx_ignore_path(ig, CX_STR("node_modules/a.md")));
	assert_int_equal(cx_ignore_match(ig, CX_STR("node_modules"), true),
	    CX_IGNORE_IN);
	cx_ignore_free(ig);
}

/* A backtracking matcher needs longer than the universe for these. */
static void
test_pathological(void **state)
{
	struct cx_buf p = CX_BUF_INIT, s = CX_BUF_INIT;

	(void)state;
	for (int i = 0; i < 2000; i++)
		cx_buf_puts(&p, "a*");
	cx_buf_puts(&p, "b");
	for (int i = 0; i < 4000; i++)
		cx_buf_char(&s, 'a');
	assert_false(out(cx_buf_cstr(&p), cx_buf_cstr(&s)));
	p.len = s.len = 0;
	cx_buf_puts(&p, "/");
	for (int i = 0; i < 500; i++)
		cx_buf_puts(&p, "**/a*a/");
	cx_buf_puts(&p, "b");
	for (int i = 0; i < 1000; i++)
		cx_buf_puts(&s, "aaaa/");
	cx_buf_puts(&s, "c");
	assert_false(out(cx_buf_cstr(&p), cx_buf_cstr(&s)));
	cx_buf_release(&p);
	cx_buf_release(&s);
}

static uint32_t
rnd(uint64_t *seed, uint32_t n)
{
	*seed = *seed * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)(*seed >> 33) % n;
}

static const char *const tree[] = {"a", "b", "ab", "abc", "a.md", "b.md",
    "-", "]", "[", "!", "#", "a b", "a\\", "d/a", "d/b", "d/ab", "d/a.md",
    "d/e/a", "d/e/b", "d/e/ab", "d/e/abc", "d/e/d/a", "d/e/d/e", "e/d/a",
    "e/d/e/a", "e/a", "e/ab", "ae/b", "ae/d/ab", "d/ae/a", "d/ae/b/a"};

#define TREE (sizeof tree / sizeof tree[0])

static void
random_pattern(struct cx_buf *b, uint64_t *seed)
{
	static const char *const atoms[] = {"a", "b", "d", "e", "*", "*", "?",
	    "**", "/", "/", "/", "**/", "/**", "[ab]", "[!a]", "[a-d]", "\\",
	    "[", "]", "-", ".md", "[^-]", "[[:alpha:]]", "[]a]", " ", "ab",
	    "[d/e]", "\\/", "***"};
	uint32_t n = 1 + rnd(seed, 6);

	if (rnd(seed, 4) == 0)
		cx_buf_char(b, '!');
	while (n--)
		cx_buf_puts(b, atoms[rnd(seed, sizeof atoms /
		    sizeof atoms[0])]);
	if (rnd(seed, 5) == 0)
		cx_buf_char(b, '/');
}

/*
 * Where we keep to the manual and git does not.  It compares a literal
 * beginning apart and then takes what follows for the beginning of the
 * pattern, so that its `a**` followed by `/` crosses directories; and `**`
 * before an escaped `/` needs at least one directory.
 */
static bool
git_differs(struct cx_str p)
{
	size_t lit = 0;

	for (size_t i = 0; i + 3 < p.len; i++)
		if (memcmp(p.s + i, "**\\/", 4) == 0)
			return true;
	if (p.len && p.s[0] == '!')
		p = cx_str_from(p, 1);
	while (lit < p.len && !strchr("*?[\\", p.s[lit]))
		lit++;
	return lit > 0 && lit + 1 < p.len && p.s[lit - 1] != '/' &&
	    p.s[lit] == '*' && p.s[lit + 1] == '*';
}

static void
must(const char *command)
{
	if (system(command) != 0)
		fail_msg("failed: %s", command);
}

static void
test_git(void **state)
{
	int top_fd, back = open(".", O_RDONLY | O_CLOEXEC);
	char *top = temp_dir(&top_fd);
	const char *env = getenv("CX_SEED");
	uint64_t seed = env ? strtoull(env, NULL, 10) : 1;
	struct cx_buf text = CX_BUF_INIT, paths = CX_BUF_INIT;

	(void)state;
	if (system("git --version >/dev/null 2>&1") != 0) {
		temp_remove(top, top_fd);
		skip();
	}
	assert_true(back >= 0);
	assert_int_equal(chdir(top), 0);
	must("GIT_CONFIG_GLOBAL=/dev/null git init -q . 2>/dev/null");
	for (size_t i = 0; i < TREE; i++) {
		cx_buf_puts(&paths, tree[i]);
		cx_buf_char(&paths, '\0');
		temp_puts(top_fd, tree[i], "");
	}
	temp_put(top_fd, ".git/paths", paths.s, paths.len);
	for (int round = 0; round < 400; round++) {
		struct cx_ignore *ig = cx_ignore_new();
		static char got[4096];
		uint32_t n = 1 + rnd(&seed, 3);
		size_t len;
		FILE *f;

		text.len = 0;
		while (n) {
			size_t from = text.len;

			random_pattern(&text, &seed);
			if (git_differs(cx_strn(text.s + from,
				text.len - from))) {
				text.len = from;
				continue;
			}
			cx_buf_char(&text, '\n');
			n--;
		}
		temp_put(top_fd, ".gitignore", text.s, text.len);
		cx_ignore_text(ig, cx_buf_view(&text));
		f = popen("GIT_CONFIG_GLOBAL=/dev/null git check-ignore "
			  "--no-index --stdin -z <.git/paths", "r");
		assert_non_null(f);
		len = fread(got, 1, sizeof got, f);
		assert_true(len < sizeof got);
		pclose(f); /* 1 when nothing is ignored */
		for (size_t i = 0; i < TREE; i++) {
			bool git = false;

			for (size_t k = 0; k < len; k += strlen(got + k) + 1)
				git |= strcmp(got + k, tree[i]) == 0;
			if (git == cx_ignore_path(ig, cx_str(tree[i])))
				continue;
			fail_msg("git %s '%s' under\n%s",
			    git ? "ignores" : "keeps", tree[i],
			    cx_buf_cstr(&text));
		}
		cx_ignore_free(ig);
	}
	assert_int_equal(fchdir(back), 0);
	close(back);
	temp_remove(top, top_fd);
	cx_buf_release(&text);
	cx_buf_release(&paths);
}

static void
test_file(void **state)
{
	int fd;
	char *top = temp_dir(&fd);
	struct cx_ignore *ig = cx_ignore_new();

	(void)state;
	assert_int_equal(cx_ignore_file(ig, fd, "none"), 0);
	assert_int_equal(symlinkat("/etc/passwd", fd, "link"), 0);
	assert_int_not_equal(cx_ignore_file(ig, fd, "link"), 0);
	assert_int_equal(mkfifoat(fd, "fifo", 0600), 0);
	assert_int_not_equal(cx_ignore_file(ig, fd, "fifo"), 0);
	temp_puts(fd, CX_IGNORE_FILE, "*.tmp\n");
	assert_int_equal(cx_ignore_file(ig, fd, CX_IGNORE_FILE), 0);
	assert_true(cx_ignore_path(ig, CX_STR("a/b.tmp")));
	temp_remove(top, fd);
	cx_ignore_free(ig);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_examples),
	    cmocka_unit_test(test_kinds),
	    cmocka_unit_test(test_defaults),
	    cmocka_unit_test(test_pathological),
	    cmocka_unit_test(test_git),
	    cmocka_unit_test(test_file),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
