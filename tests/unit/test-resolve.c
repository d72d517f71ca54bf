/* Links to atoms: every step, ambiguity, keys, sizes that would hurt. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

#include <cmocka.h>

#include "lib/base/map.h"
#include "lib/link/resolve.h"

static struct cx_str none = {"", 0};

static struct cx_resolver *
vault(const char *const *paths)
{
	struct cx_resolver *r = cx_resolver_new();

	for (; *paths; paths++)
		cx_resolver_add(r, cx_str(*paths), none, none);
	return r;
}

/* want: "STEP PATH", "ambiguous N" or "broken". */
static void
expect(struct cx_resolver *r, const char *source, const char *target,
    const char *want)
{
	struct cx_resolved res =
	    cx_resolve(r, cx_str(source), cx_str(target));
	struct cx_buf b = CX_BUF_INIT;

	if (res.status == CX_LINK_OK) {
		cx_buf_puts(&b, cx_resolve_step_name(res.step));
		cx_buf_char(&b, ' ');
		cx_buf_str(&b, cx_resolver_path(r, res.atom));
	} else {
		cx_buf_puts(&b, cx_resolve_status_name(res.status));
		if (res.status == CX_LINK_AMBIGUOUS)
			cx_buf_fmt(&b, " %u", res.ncandidates);
	}
	if (strcmp(cx_buf_cstr(&b), want) != 0)
		fail_msg("%s in %s: %s, not %s", target, source, b.s, want);
	cx_buf_release(&b);
}

static void
steps(void **state)
{
	static const char *const paths[] = {"a/x.md", "a/b/x.md", "c/x.md",
	    "c/d/y.md", "root.md", "c/root.md", "a/Only.md", "deep/e/f/g.md",
	    "h/e/f/g.md", "a/twice.md.md", "a/Caf\x65\xcc\x81.md",
	    "u/NAME.md", "v/name.md", "a/..md", "c/only2.txt", NULL};
	struct cx_resolver *r = vault(paths);

	(void)state;
	expect(r, "root.md", "a/x.md", "path a/x.md");
	expect(r, "root.md", "a/x", "path a/x.md");
	expect(r, "root.md", "/a/x", "path a/x.md");
	expect(r, "a/b/q.md", "root", "path root.md");
	expect(r, "c/q.md", "root", "path root.md");
	expect(r, "c/q.md", "./root", "relative c/root.md");
	expect(r, "c/d/q.md", "../root.md", "relative c/root.md");
	expect(r, "c/d/q.md", "../../root", "relative root.md");
	expect(r, "c/d/q.md", "../../../root", "broken");
	expect(r, "c/d/q.md", "d/y", "tail c/d/y.md");
	expect(r, "c/q.md", "d/y", "relative c/d/y.md");
	expect(r, "c/q.md", "x", "relative c/x.md");
	expect(r, "root.md", "x", "ambiguous 3");
	expect(r, "root.md", "b/x", "tail a/b/x.md");
	expect(r, "root.md", "z/x", "ambiguous 3");
	expect(r, "root.md", "y", "tail c/d/y.md");
	expect(r, "root.md", "gone/y", "base c/d/y.md");
	expect(r, "root.md", "/gone/y", "broken");
	expect(r, "root.md", "/b/x", "tail a/b/x.md");
	expect(r, "root.md", "e/f/g", "ambiguous 2");
	expect(r, "root.md", "h/e/f/g", "path h/e/f/g.md");
	expect(r, "root.md", "Only", "tail a/Only.md");
	expect(r, "root.md", "ONLY.MD", "folded a/Only.md");
	expect(r, "root.md", "A/only", "folded a/Only.md");
	expect(r, "root.md", "nly", "broken");
	expect(r, "root.md", "twice.md", "tail a/twice.md.md");
	expect(r, "root.md", "twice", "broken");
	expect(r, "root.md", "caf\xc3\xa9", "folded a/Cafe\xcc\x81.md");
	expect(r, "root.md", "Name", "ambiguous 2");
	expect(r, "root.md", "name", "tail v/name.md");
	expect(r, "root.md", "only2.txt", "tail c/only2.txt");
	expect(r, "root.md", "only2", "broken");
	expect(r, "root.md", "", "broken");
	expect(r, "root.md", "/", "broken");
	expect(r, "root.md", "a/", "broken");
	expect(r, "root.md", "..", "broken");
	expect(r, "root.md", "a//x", "relative a/x.md");
	expect(r, "root.md", "a/../c/x", "relative c/x.md");
	cx_resolver_free(r);
}

static void
names(void **state)
{
	struct cx_resolver *r = cx_resolver_new();

	(void)state;
	cx_resolver_add(r, CX_STR("a.md"), CX_STR("EXP-7"),
	    CX_STR("Deploy \xc3\x9c" "ber"));
	cx_resolver_alias(r, CX_STR("Same"));
	cx_resolver_alias(r, CX_STR("same"));
	cx_resolver_add(r, CX_STR("b.md"), CX_STR("dup"), CX_STR("B"));
	cx_resolver_alias(r, CX_STR("Shared"));
	cx_resolver_add(r, CX_STR("c.md"), CX_STR("dup"),
	    CX_STR("shared"));
	expect(r, "z.md", "EXP-7", "id a.md");
	expect(r, "z.md", "exp-7", "broken");
	expect(r, "z.md", "deploy \xc3\xbc" "ber", "name a.md");
	expect(r, "z.md", "SAME", "name a.md");
	expect(r, "z.md", "dup", "ambiguous 2");
	expect(r, "z.md", "shared", "ambiguous 2");
	expect(r, "z.md", "B", "folded b.md");
	assert_int_equal(cx_resolver_find(r, CX_STR("b.md")), 1);
	assert_int_equal(cx_resolver_find(r, CX_STR("b")), UINT32_MAX);
	assert_int_equal(cx_resolver_twin(r), UINT32_MAX);
	cx_resolver_free(r);
}

/* Hugo's content: a page at its root comes before others of that name. */
static void
content(void **state)
{
	static const char *const paths[] = {"content/x.md", "content/v/x.md",
	    "content/v/w/x.md", "d/x.md", "content/v/y.md", "content/w/y.md",
	    "s/content/x.md", NULL};
	struct cx_resolver *r = vault(paths);

	(void)state;
	expect(r, "content/a/q.md", "x", "tail content/x.md");
	expect(r, "content/a/q.md", "x.md", "tail content/x.md");
	expect(r, "content/v/w/u/q.md", "x", "tail content/x.md");
	expect(r, "content/v/q.md", "x", "relative content/v/x.md");
	expect(r, "s/content/a/q.md", "x", "tail s/content/x.md");
	expect(r, "content/a/q.md", "y", "ambiguous 2");
	expect(r, "d/e/q.md", "x", "ambiguous 5");
	cx_resolver_free(r);
}

/* The page of the directory that a note is in, and the vault of its language,
 * come before other notes of the name. */
static void
own(void **state)
{
	static const char *const paths[] = {"en/api/Vault.md", "en/Vault.md",
	    "en/api/Vault/open.md", "cs/p/Graf.md", "sk/q/Graf.md",
	    "sk/q/Two.md", "sk/r/Two.md", "cs/q/Two.md", "old/Three.md",
	    "cs/Three.md", NULL};
	struct cx_resolver *r = vault(paths);

	(void)state;
	expect(r, "en/api/Vault/open.md", "./Vault", "tail en/api/Vault.md");
	expect(r, "en/api/Vault/open.md", "Vault", "tail en/api/Vault.md");
	expect(r, "en/api/Vault/open.md", "./vault",
	    "folded en/api/Vault.md");
	expect(r, "en/api/x/open.md", "./Vault", "ambiguous 2");
	expect(r, "sk/a.md", "Graf", "tail sk/q/Graf.md");
	expect(r, "sk/a.md", "./Graf.md", "tail sk/q/Graf.md");
	expect(r, "cs/a.md", "Graf", "tail cs/p/Graf.md");
	expect(r, "a.md", "Graf", "ambiguous 2");
	expect(r, "pl/a.md", "Graf", "ambiguous 2");
	expect(r, "sk/a.md", "Two", "ambiguous 3");
	expect(r, "cs/a.md", "Two", "tail cs/q/Two.md");
	expect(r, "cs/x/a.md", "Three", "ambiguous 2");
	cx_resolver_free(r);
}

static void
twins(void **state)
{
	static const char *const paths[] = {"b/x.md", "x.md", "a/x.md",
	    "b/x.md", NULL};
	struct cx_resolver *r = vault(paths);

	(void)state;
	assert_int_equal(cx_resolver_twin(r), 3);
	expect(r, "q.md", "b/x", "ambiguous 2");
	cx_resolver_free(r);
}

static void
candidates(void **state)
{
	struct cx_resolver *r = cx_resolver_new();
	struct cx_buf b = CX_BUF_INIT;
	struct cx_resolved res;
	const uint32_t *c;
	size_t n, i, round;

	(void)state;
	for (i = 0; i < 500; i++) {
		b.len = 0;
		cx_buf_fmt(&b, "d%03zu/n.md", (i * 7) % 500);
		cx_resolver_add(r, cx_buf_view(&b), none, none);
	}
	for (round = 0; round < 2; round++) {
		res = cx_resolve(r, CX_STR("q.md"), CX_STR("n"));
		assert_int_equal(res.ncandidates, 500);
		c = cx_resolve_candidates(r, &res, &n);
		assert_int_equal(n, CX_CANDIDATES);
		for (i = 0; i < n; i++) {
			b.len = 0;
			cx_buf_fmt(&b, "d%03zu/n.md", i);
			assert_true(cx_str_eq(cx_buf_view(&b),
			    cx_resolver_path(r, c[i])));
		}
	}
	cx_buf_release(&b);
	cx_resolver_free(r);
}

/* --- the keys decide --- */

struct keyset {
	struct cx_arena arena;
	struct cx_map map;
	bool met;
	const struct keyset *other;
};

static void
keep_key(void *arg, struct cx_str key)
{
	struct keyset *k = arg;

	cx_map_put(&k->map, cx_arena_copy(&k->arena, key));
}

static void
meet_key(void *arg, struct cx_str key)
{
	struct keyset *k = arg;

	if (cx_map_get(&k->other->map, key) != CX_MAP_NONE)
		k->met = true;
}

static uint32_t seed = 1;

static uint32_t
dice(uint32_t n)
{
	seed = seed * 1664525u + 1013904223u;
	return (seed >> 12) % n;
}

static void
random_path(struct cx_buf *b, bool link)
{
	static const char *const words[] = {"a", "B", "b", "x", "\xc3\xa9",
	    "e\xcc\x81", "\xc3\x89", "x.md", "md", "a b", "A"};
	size_t parts = 1 + dice(3);

	b->len = 0;
	if (link && dice(8) == 0)
		cx_buf_char(b, '/');
	while (parts--) {
		if (link && dice(9) == 0)
			cx_buf_puts(b, dice(2) ? "../" : "./");
		cx_buf_puts(b, words[dice(sizeof words / sizeof *words)]);
		if (parts)
			cx_buf_char(b, '/');
	}
	if (!link || dice(4) == 0)
		cx_buf_puts(b, ".md");
}

/*
 * A resolver that holds only the atoms with a key of the target says the
 * same as one that holds all.
 */
static void
keys(void **state)
{
	struct cx_buf b = CX_BUF_INIT, line[20] = {{NULL, 0, 0}}, s =
	    CX_BUF_INIT;
	struct cx_json_parser *p[20];
	struct cx_record rec[20];
	int round, i;

	(void)state;
	for (i = 0; i < 20; i++)
		p[i] = cx_json_new();
	for (round = 0; round < 3000; round++) {
		struct cx_resolver *all = cx_resolver_new();
		struct cx_resolver *some = cx_resolver_new();
		struct cx_resolved x, y;
		struct keyset t = {0};
		const char *why;

		random_path(&b, true);
		random_path(&s, false);
		cx_resolve_target_keys(cx_buf_view(&b), keep_key, &t);
		for (i = 0; i < 20; i++) {
			struct cx_buf path = CX_BUF_INIT, name = CX_BUF_INIT;
			struct keyset k = {0};

			random_path(&path, false);
			random_path(&name, true);
			line[i].len = 0;
			cx_buf_fmt(&line[i], "{\"path\":\"%s\",\"id\":\"%s\","
			    "\"extra\":{\"aliases\":\"%s, other\"}}",
			    cx_buf_cstr(&path), dice(2) ? path.s : "7",
			    cx_buf_cstr(&name));
			cx_buf_room(&line[i], CX_JSON_PAD);
			rec[i] = (struct cx_record){cx_buf_view(&line[i]),
			    cx_json_parse(p[i], line[i].s, line[i].len, &why),
			    "test", 1};
			assert_non_null(rec[i].root);
			cx_resolver_record(all, &rec[i]);
			k.other = &t;
			cx_resolve_record_keys(&rec[i], meet_key, &k);
			if (k.met)
				cx_resolver_record(some, &rec[i]);
			cx_buf_release(&path);
			cx_buf_release(&name);
		}
		x = cx_resolve(all, cx_buf_view(&s), cx_buf_view(&b));
		y = cx_resolve(some, cx_buf_view(&s), cx_buf_view(&b));
		if (x.status != y.status || x.step != y.step ||
		    x.ncandidates != y.ncandidates ||
		    (x.status == CX_LINK_OK &&
			!cx_str_eq(cx_resolver_path(all, x.atom),
			    cx_resolver_path(some, y.atom))))
			fail_msg("%s: %s %s %u, by keys %s %s %u",
			    cx_buf_cstr(&b), cx_resolve_status_name(x.status),
			    cx_resolve_step_name(x.step), x.ncandidates,
			    cx_resolve_status_name(y.status),
			    cx_resolve_step_name(y.step), y.ncandidates);
		cx_arena_release(&t.arena);
		cx_map_release(&t.map);
		cx_resolver_free(all);
		cx_resolver_free(some);
	}
	for (i = 0; i < 20; i++) {
		cx_json_free(p[i]);
		cx_buf_release(&line[i]);
	}
	cx_buf_release(&b);
	cx_buf_release(&s);
}

/* Seconds for n atoms of one base name, each linking by tail and by base. */
static double
same_names(int n)
{
	struct cx_resolver *r = cx_resolver_new();
	struct cx_buf b = CX_BUF_INIT;
	struct cx_resolved res;
	struct timespec from, to;
	size_t got;
	int i;

	for (i = 0; i < n; i++) {
		b.len = 0;
		cx_buf_fmt(&b, "d/%d/Plan.md", i);
		cx_resolver_add(r, cx_buf_view(&b), none, none);
	}
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &from);
	for (i = 0; i < n; i++) {
		b.len = 0;
		cx_buf_fmt(&b, "%d/plan", i);
		res = cx_resolve(r, CX_STR("q.md"), cx_buf_view(&b));
		assert_int_equal(res.status, CX_LINK_OK);
		assert_int_equal(res.atom, i);
		res = cx_resolve(r, CX_STR("q.md"), CX_STR("no/Plan"));
		assert_int_equal(res.ncandidates, n);
		cx_resolve_candidates(r, &res, &got);
		assert_int_equal(got, CX_CANDIDATES);
	}
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &to);
	cx_buf_release(&b);
	cx_resolver_free(r);
	return (double)(to.tv_sec - from.tv_sec) +
	    (double)(to.tv_nsec - from.tv_nsec) / 1e9;
}

static void
linear(void **state)
{
	double small, big;

	(void)state;
	small = same_names(2000);
	big = same_names(20000);
	/* Ten times as much; a hundred times if it were quadratic. */
	if (big > 40 * (small + 1e-3))
		fail_msg("2,000: %g s, 20,000: %g s", small, big);
}

static void
maps(void **state)
{
	struct cx_map m = {0};
	struct cx_arena arena = {0};
	struct cx_buf b = CX_BUF_INIT;
	uint32_t i;

	(void)state;
	assert_int_equal(cx_map_get(&m, CX_STR("x")), CX_MAP_NONE);
	for (i = 0; i < 5000; i++) {
		b.len = 0;
		cx_buf_fmt(&b, "%u", i);
		assert_int_equal(cx_map_put(&m,
		    cx_arena_copy(&arena, cx_buf_view(&b))), i);
		assert_int_equal(cx_map_put(&m, cx_buf_view(&b)), i);
	}
	for (i = 0; i < 6000; i++) {
		b.len = 0;
		cx_buf_fmt(&b, "%u", i);
		assert_int_equal(cx_map_get(&m, cx_buf_view(&b)),
		    i < 5000 ? i : CX_MAP_NONE);
	}
	cx_map_clear(&m);
	assert_int_equal(cx_map_get(&m, CX_STR("1")), CX_MAP_NONE);
	assert_int_equal(cx_map_put(&m, CX_STR("1")), 0);
	/* One that was large once is not cleared whole for ever. */
	assert_true(m.mask > 5000);
	cx_map_clear(&m);
	assert_true(m.mask < 64);
	assert_int_equal(cx_map_get(&m, CX_STR("1")), CX_MAP_NONE);
	assert_int_equal(cx_map_put(&m, CX_STR("2")), 0);
	assert_int_equal(cx_map_get(&m, CX_STR("2")), 0);
	cx_map_release(&m);
	cx_arena_release(&arena);
	cx_buf_release(&b);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(steps),
	    cmocka_unit_test(names), cmocka_unit_test(content),
	    cmocka_unit_test(own), cmocka_unit_test(twins),
	    cmocka_unit_test(candidates), cmocka_unit_test(keys),
	    cmocka_unit_test(linear), cmocka_unit_test(maps)};

	cx_start("test-resolve");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
