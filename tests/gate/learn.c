/*
 * learn.c: learns bin/cx-gate/weights.def from examples (make weights).
 *
 * usage: learn <EXAMPLES
 *
 * A line of EXAMPLES is `junk` or `kept`, a type and a text, tabs between; a
 * line end within a text is written as its symbol.  The weights are those of a
 * logistic regression over the parts of a text that evidence.c tells, each
 * scaled by its log-count ratio (Wang and Manning, "Baselines and bigrams", ACL
 * 2012), with a penalty on their squares, by Adam (Kingma and Ba, 2014) over
 * all examples at once.  Junk as a whole counts as much as what is kept.  Only
 * the KEPT parts of most weight stay, and are learned once more by themselves.
 */
#include "bin/cx-gate/gate.h"
#include "lib/base/err.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { KEPT = 8000, LEAST = 2, ROUNDS = 400 };
#define PENALTY 1.0

struct example {
	uint32_t *part; /* numbers of its parts */
	size_t n;
	bool junk;
};

struct course {
	struct example *v;
	size_t n, cap;
	struct cx_map parts;
	struct cx_arena text;
	size_t *times; /* by part: in how many examples */
	double *telling; /* by part: how differently often it is in both */
	struct cx_analyzer *stems;
	double *weight; /* by part; 0 and `out`: not used */
	bool *out;
	double bias;
};

static void
add(struct course *c, struct cx_str line)
{
	struct cx_facts f = {0};
	struct evidence e = {0};
	struct example x = {0};
	CX_AUTO_BUF text = CX_BUF_INIT;
	struct cx_str label, type;

	if (!cx_str_split(&line, '\t', &label) ||
	    !cx_str_split(&line, '\t', &type))
		cx_die(CX_USAGE, "a line of examples has too few columns");
	for (size_t i = 0; i < line.len; i++) {
		if (cx_str_starts(cx_str_from(line, i),
		    CX_STR("\xE2\x90\xA4"))) {
			cx_buf_char(&text, '\n');
			i += 2;
		} else {
			cx_buf_char(&text, line.s[i]);
		}
	}
	x.junk = cx_str_is(label, "junk");
	cx_facts_read(&f, cx_buf_view(&text));
	evidence_read(&e, c->stems, &f, cx_buf_view(&text), type);
	x.part = cx_calloc(e.map.n, sizeof *x.part);
	for (; x.n < e.map.n; x.n++)
		x.part[x.n] = cx_map_intern(&c->parts, &c->text,
		    e.map.key[x.n]);
	*CX_NEXT(c->v, c->n, c->cap) = x;
	evidence_release(&e);
	cx_facts_release(&f);
}

/* The log odds that it is junk, and by how much each of its parts counts. */
static double
odds(const struct course *c, const struct example *x, double *each)
{
	double sum = 0;
	size_t n = 0;

	for (size_t i = 0; i < x->n; i++) {
		sum += c->weight[x->part[i]] * c->telling[x->part[i]];
		n += !c->out[x->part[i]];
	}
	*each = evidence_share(n);
	return sum * *each + c->bias;
}

static size_t
count_junk(const struct course *c)
{
	size_t n = 0;

	for (size_t i = 0; i < c->n; i++)
		n += c->v[i].junk;
	return n;
}

/* Counts each part among both kinds. */
static void
count_parts(struct course *c)
{
	double junk = (double)count_junk(c), kept = (double)c->n - junk;
	size_t *in_junk = cx_calloc(c->parts.n, sizeof *in_junk);

	for (size_t i = 0; i < c->n; i++) {
		for (size_t k = 0; k < c->v[i].n; k++) {
			c->times[c->v[i].part[k]]++;
			in_junk[c->v[i].part[k]] += c->v[i].junk;
		}
	}
	for (size_t k = 0; k < c->parts.n; k++) {
		double n = (double)in_junk[k], all = (double)c->times[k];

		c->out[k] = c->times[k] < LEAST;
		c->telling[k] = fabs(log((n + .5) / (junk + 1) /
		    ((all - n + .5) / (kept + 1))));
	}
	free(in_junk);
}

static void
learn(struct course *c)
{
	size_t n = c->parts.n, junk = count_junk(c);
	double *slope = cx_calloc(n + 1, sizeof *slope);
	double *mean = cx_calloc(n + 1, sizeof *mean);
	double *square = cx_calloc(n + 1, sizeof *square);

	memset(c->weight, 0, n * sizeof *c->weight);
	c->bias = 0;
	for (int round = 1; round <= ROUNDS; round++) {
		double rate = .1 * (1 - (double)round / (ROUNDS + 1));

		for (size_t k = 0; k < n; k++)
			slope[k] = c->weight[k] * PENALTY;
		slope[n] = 0;
		for (size_t i = 0; i < c->n; i++) {
			const struct example *x = &c->v[i];
			double each, z = odds(c, x, &each);
			double g = (1 / (1 + exp(-z)) - x->junk) *
			    (double)c->n / 2 / (double)(x->junk ? junk :
			    c->n - junk);

			for (size_t k = 0; k < x->n; k++)
				slope[x->part[k]] += g * each *
				    c->telling[x->part[k]];
			slope[n] += g;
		}
		for (size_t k = 0; k <= n; k++) {
			double *w = k < n ? &c->weight[k] : &c->bias;

			if (k < n && c->out[k])
				continue;
			mean[k] = .9 * mean[k] + .1 * slope[k];
			square[k] = .999 * square[k] + .001 * slope[k] *
			    slope[k];
			*w -= rate * mean[k] / (1 - pow(.9, round)) /
			    (sqrt(square[k] / (1 - pow(.999, round))) + 1e-8);
		}
	}
	free(slope);
	free(mean);
	free(square);
}

static int
by_size(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x < y) - (x > y);
}

/* Leaves out all but the KEPT parts of most weight. */
static void
prune(struct course *c)
{
	double *sizes = cx_calloc(c->parts.n, sizeof *sizes), least;

	for (size_t k = 0; k < c->parts.n; k++)
		sizes[k] = fabs(c->weight[k]) * c->telling[k] *
		    sqrt((double)c->times[k]);
	memcpy(c->weight, sizes, c->parts.n * sizeof *sizes);
	qsort(sizes, c->parts.n, sizeof *sizes, by_size);
	least = c->parts.n > KEPT ? sizes[KEPT] : 0;
	for (size_t k = 0; k < c->parts.n; k++)
		c->out[k] = c->out[k] || c->weight[k] <= least;
	free(sizes);
}

static int
by_text(const void *a, const void *b)
{
	return cx_str_cmp(*(const struct cx_str *)a, *(const struct cx_str *)b);
}

static void
print(struct course *c)
{
	struct cx_str *keys = cx_calloc(c->parts.n, sizeof *keys);
	size_t n = 0, at = 0;

	printf("/* Made by tests/gate/learn.c: what speaks for junk, and what "
	    "against it. */\nBIAS(%ld)\n", lround(c->bias * EVIDENCE_UNIT));
	for (size_t k = 0; k < c->parts.n; k++) {
		c->weight[k] *= c->telling[k] * EVIDENCE_UNIT;
		if (!c->out[k] && lround(c->weight[k]))
			keys[n++] = c->parts.key[k];
	}
	qsort(keys, n, sizeof *keys, by_text);
	for (size_t i = 0; i < n; i++) {
		CX_AUTO_BUF part = CX_BUF_INIT;

		cx_buf_puts(&part, "PART(\"");
		for (size_t k = 0; k < keys[i].len; k++) {
			if (strchr("\"\\", keys[i].s[k]))
				cx_buf_char(&part, '\\');
			cx_buf_char(&part, keys[i].s[k]);
		}
		cx_buf_fmt(&part, "\",%ld)", lround(c->weight[cx_map_get(
		    &c->parts, keys[i])]));
		at += part.len + 1;
		printf("%s%.*s", i == 0 ? "" : at < 80 ? " " : "\n",
		    (int)part.len, part.s);
		if (at >= 80)
			at = part.len;
	}
	putchar('\n');
	free(keys);
}

int
main(void)
{
	struct course c = {.stems = cx_analyzer_new(CX_STR("english"))};
	char *line = NULL;
	size_t cap = 0;
	ssize_t len;

	while ((len = getline(&line, &cap, stdin)) > 0) {
		if (line[len - 1] == '\n')
			len--;
		add(&c, cx_strn(line, (size_t)len));
	}
	c.times = cx_calloc(c.parts.n, sizeof *c.times);
	c.telling = cx_calloc(c.parts.n, sizeof *c.telling);
	c.weight = cx_calloc(c.parts.n, sizeof *c.weight);
	c.out = cx_calloc(c.parts.n, sizeof *c.out);
	count_parts(&c);
	learn(&c);
	prune(&c);
	learn(&c);
	print(&c);
	if (ferror(stdin) || fflush(stdout) != 0)
		cx_die(CX_FAIL, "cannot read the examples, or write the "
		    "weights");
	return 0;
}
