/*
 * queries: a mix of queries whose words have every document frequency.
 *
 *	queries -c VAULT > words         each word and the atoms that have it
 *	queries [-s SEED] [-n N] words   N queries of 1-4 words, one a line
 *	queries -f SHARE [-n N] words    the word nearest to SHARE of N atoms
 *
 * The logarithm of a word's document frequency is uniform: people search for
 * what is rare as well as for what is everywhere, and a plain draw from the
 * text would ask for common words only.  Stop words are left out.  A word is
 * a run of ASCII letters and digits with no other letter at its ends, so
 * index/words of a vault will also do: only the first two columns are read.
 */
#define _POSIX_C_SOURCE 200809L
#include "common.h"
#include "words.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct word {
	char *s;
	size_t df, last; /* last: the number of the atom that counted it */
};

struct words {
	struct word *slot; /* open addressing; s == NULL is free */
	size_t size, used, atoms;
	struct text t;
};

static struct word *
find(struct words *w, const char *s, size_t n)
{
	size_t at = hash_bytes(s, n) & (w->size - 1);

	while (w->slot[at].s && (strncmp(w->slot[at].s, s, n) ||
	    w->slot[at].s[n]))
		at = (at + 1) & (w->size - 1);
	return &w->slot[at];
}

static void
enlarge(struct words *w)
{
	struct words old = *w;
	size_t i;

	w->size = old.size ? old.size * 2 : 1 << 16;
	w->slot = calloc(w->size, sizeof(*w->slot));
	if (!w->slot)
		die("out of memory");
	for (i = 0; i < old.size; i++)
		if (old.slot[i].s)
			*find(w, old.slot[i].s, strlen(old.slot[i].s)) =
			    old.slot[i];
	free(old.slot);
}

static void
count_word(struct words *w, const char *s, size_t n)
{
	struct word *at;

	if (w->used * 2 >= w->size)
		enlarge(w);
	at = find(w, s, n);
	if (!at->s) {
		at->s = strndup(s, n);
		if (!at->s)
			die("out of memory");
		w->used++;
	}
	if (at->last != w->atoms) {
		at->last = w->atoms;
		at->df++;
	}
}

static bool
in_word(char *c, bool *ascii)
{
	if (*c >= 'A' && *c <= 'Z')
		*c = (char)(*c - 'A' + 'a');
	if ((unsigned char)*c >= 0x80) {
		*ascii = false; /* then it is a part of a word */
		return true;
	}
	return (*c >= 'a' && *c <= 'z') || (*c >= '0' && *c <= '9');
}

static void
count_atom(void *ctx, int dir, const char *name, const char *path)
{
	struct words *w = ctx;
	size_t len, i, start;

	(void)path;
	slurp(dir, name, &w->t);
	w->atoms++;
	front_matter(w->t.s, w->t.n, &len, &i);
	for (; i < w->t.n; i++) {
		bool ascii = true;

		for (start = i; i < w->t.n && in_word(&w->t.s[i], &ascii); i++)
			;
		if (ascii && i - start > 1)
			count_word(w, w->t.s + start, i - start);
	}
}

static int
by_word(const void *a, const void *b)
{
	return strcmp(((const struct word *)a)->s, ((const struct word *)b)->s);
}

static void
print_words(const char *vault)
{
	struct words w = { NULL, 0, 0, 0, { NULL, 0, 0 } };
	size_t i, n = 0;

	enlarge(&w);
	walk(vault, false, count_atom, &w);
	for (i = 0; i < w.size; i++)
		if (w.slot[i].s)
			w.slot[n++] = w.slot[i];
	qsort(w.slot, n, sizeof(*w.slot), by_word);
	for (i = 0; i < n; i++) {
		printf("%s %zu\n", w.slot[i].s, w.slot[i].df);
		free(w.slot[i].s);
	}
	free(w.slot);
	free(w.t.s);
}

/* one of the words file; alphabetical in it, by df after sorting */
static int
by_df(const void *a, const void *b)
{
	const struct word *x = a, *y = b;

	return x->df != y->df ? (x->df > y->df) - (x->df < y->df) :
	    strcmp(x->s, y->s);
}

static struct word *
read_words(const char *file, size_t *count_out)
{
	struct word *v = NULL;
	size_t n = 0, cap = 0, size = 0, len;
	FILE *f = fopen(file, "r");
	char *line = NULL, *end;

	if (!f)
		die("%s: %s", file, strerror(errno));
	while (getline(&line, &size, f) > 0) {
		len = strcspn(line, " \t");
		if (!line[len])
			die("%s: a line without a document frequency", file);
		line[len] = '\0';
		if (word_is_stop(line, len) || strspn(line,
		    "abcdefghijklmnopqrstuvwxyz") != len)
			continue;
		v = grow(v, &cap, n + 1, sizeof(*v));
		v[n].s = strdup(line);
		v[n].df = strtoul(line + len + 1, &end, 10);
		if (!v[n].s || !v[n].df)
			die("%s: '%s' has no document frequency", file, line);
		n++;
	}
	if (ferror(f) || fclose(f))
		die("%s: %s", file, strerror(errno));
	if (!n)
		die("%s: no words", file);
	free(line);
	qsort(v, n, sizeof(*v), by_df);
	*count_out = n;
	return v;
}

/* where df would stand: the first word with at least it */
static size_t
lower_bound(const struct word *v, size_t n, size_t df)
{
	size_t lo = 0, hi = n, mid;

	while (lo < hi) {
		mid = lo + (hi - lo) / 2;
		if (v[mid].df < df)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo < n ? lo : n - 1;
}

/* A word whose df is near the one drawn; among those of equal df, any. */
static const char *
draw(struct rng *r, const struct word *v, size_t n)
{
	uint64_t top = v[n - 1].df, octaves = 0;
	size_t at, end;
	int64_t x;

	while (top >> (octaves + 1))
		octaves++;
	do
		x = (int64_t)rng_below(r, (uint32_t)(octaves + 1) * 65536);
	while (exp2_fixed(x) >> 16 > top);
	at = lower_bound(v, n, exp2_fixed(x) >> 16);
	for (end = at; end + 1 < n && v[end + 1].df == v[at].df; end++)
		;
	return v[at + rng_below(r, (uint32_t)(end - at + 1))].s;
}

static void
print_mix(const struct word *v, size_t n, uint64_t seed, size_t queries)
{
	struct rng r = { mix64(seed) };
	unsigned words;

	while (queries--) {
		for (words = 1 + rng_below(&r, 4); words; words--)
			printf("%s%c", draw(&r, v, n), words > 1 ? ' ' : '\n');
	}
}

int
main(int argc, char **argv)
{
	static const char use[] = "-c VAULT | [-s SEED] [-n N] WORDS | "
	    "-f SHARE -n ATOMS WORDS";
	bool counting = false;
	double share = 0;
	size_t queries = 200, seed = 1, n, i;
	struct word *v;
	int c;

	bench_prog = "queries";
	while ((c = getopt(argc, argv, "cs:n:f:")) != -1) {
		if (c == 'c')
			counting = true;
		else if (c == 's')
			seed = count(optarg, "-s");
		else if (c == 'n')
			queries = count(optarg, "-n");
		else if (c == 'f')
			share = strtod(optarg, NULL);
		else
			usage(use);
	}
	if (argc - optind != 1 || share < 0 || share > 1)
		usage(use);
	if (counting) {
		print_words(argv[optind]);
	} else {
		v = read_words(argv[optind], &n);
		if (share > 0)
			puts(v[lower_bound(v, n,
			    (size_t)(share * (double)queries))].s);
		else
			print_mix(v, n, seed, queries);
		for (i = 0; i < n; i++)
			free(v[i].s);
		free(v);
	}
	close_stdout();
	return 0;
}
