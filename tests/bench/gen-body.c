/* gen-body: the text of an atom. */
#include "gen.h"

#include <string.h>

enum { RECENT = 32 };

/* The body: one atom's stream of words */
struct page {
	struct head *h;
	struct text *t;
	uint64_t recent[RECENT]; /* content words used: they come again */
	unsigned used;
};

static void
add_char(struct text *t, uint32_t c)
{
	char s[3] = { (char)(0xe0 | c >> 12), (char)(0x80 | (c >> 6 & 63)),
		(char)(0x80 | (c & 63)) };

	text_add(t, s, 3);
}

/*
 * Words of an atom are not independent draws: those of its subject recur
 * (burstiness), and a project has words of its own.
 */
static uint64_t
draw(struct page *p)
{
	uint32_t way = rng_below(&p->h->r, 100);
	uint64_t rank;

	if (way < 12 && p->used)
		return p->recent[rng_below(&p->h->r,
		    p->used < RECENT ? p->used : RECENT)];
	if (way < 20)
		rank = 400 + p->h->project * 64 +
		    word_draw_octaves(&p->h->r, 0, 5);
	else
		rank = word_draw(&p->h->r);
	if (rank >= WORD_CONTENT)
		p->recent[p->used++ % RECENT] = rank;
	return rank;
}

static void
add_word(struct page *p, bool capital)
{
	char w[WORD_MAX];
	size_t n = word_spell(draw(p), w);
	char *e;

	if (capital)
		w[0] = (char)(w[0] - 'a' + 'A');
	e = p->h->accents ? memchr(w + 1, 'e', n - 1) : NULL;
	if (!e) {
		text_add(p->t, w, n);
		return;
	}
	text_add(p->t, w, (size_t)(e - w));
	/* é composed, or e and a combining acute (NFC and NFD) */
	text_str(p->t, rng_below(&p->h->r, 8) ? "\xc3\xa9" : "e\xcc\x81");
	text_add(p->t, e + 1, n - (size_t)(e - w) - 1);
}

static void
add_words(struct page *p, unsigned n)
{
	unsigned i;

	for (i = 0; i < n; i++) {
		if (i)
			text_add(p->t, " ", 1);
		add_word(p, false);
	}
}

static void
add_link(struct page *p)
{
	uint32_t form = rng_below(&p->h->r, 100);
	uint32_t more = rng_below(&p->h->r, 100);
	struct head to;

	gen_head(&to, gen_older(&p->h->r, p->h->number));
	text_str(p->t, more < 3 ? "![[" : "[[");
	if (form < 55) {
		gen_path(p->t, &to);
		if (form < 10)
			text_str(p->t, ".md");
	} else if (form < 90) {
		gen_stem(p->t, &to);
	} else if (form < 95) {
		gen_title(p->t, &to, ' ');
	} else {
		add_words(p, 2); /* nothing has this name: a broken link */
	}
	if (more >= 3 && more < 8)
		text_str(p->t, "#Notes");
	if (more >= 75) {
		text_str(p->t, more < 85 ? "| " : "|");
		add_words(p, 1 + rng_below(&p->h->r, 3));
	}
	text_str(p->t, "]]");
}

static void
add_sentence(struct page *p)
{
	unsigned n = 5 + rng_below(&p->h->r, 16), i;

	if (p->h->cjk && rng_below(&p->h->r, 3)) {
		for (i = 0; i < n; i++)
			add_char(p->t, 0x4e00 + rng_low(&p->h->r, 3000));
		add_char(p->t, 0x3002);
		return;
	}
	for (i = 0; i < n; i++) {
		if (i)
			text_str(p->t, rng_below(&p->h->r, 14) ? " " : ", ");
		add_word(p, !i);
	}
	text_str(p->t, rng_below(&p->h->r, 20) ? "." : "?");
}

static void
add_code(struct page *p)
{
	unsigned n = 2 + rng_below(&p->h->r, 6);

	text_str(p->t, rng_below(&p->h->r, 2) ? "```sh\n" : "```\n");
	while (n--) {
		add_word(p, false);
		text_str(p->t, " --");
		add_word(p, false);
		text_str(p->t, "=\"$");
		add_word(p, false);
		text_str(p->t, "\" # [[not a link]]\n");
	}
	text_str(p->t, "```\n\n");
}

static void
add_paragraph(struct page *p, unsigned *links)
{
	unsigned n = 1 + rng_below(&p->h->r, 5), i;
	bool list = rng_below(&p->h->r, 6) == 0;

	if (rng_below(&p->h->r, 6) == 0) {
		text_str(p->t, "## ");
		add_words(p, 1 + rng_below(&p->h->r, 4));
		text_str(p->t, "\n\n");
	}
	for (i = 0; i < n; i++) {
		text_str(p->t, list ? "- " : i ? " " : "");
		add_sentence(p);
		if (*links && rng_below(&p->h->r, 3) == 0) {
			text_str(p->t, " See ");
			add_link(p);
			text_add(p->t, ".", 1);
			--*links;
		}
		if (list)
			text_add(p->t, "\n", 1);
	}
	text_str(p->t, list ? "\n" : "\n\n");
}

/* words of a body: log-normal, median 104, sigma 0.8 */
static size_t
length(struct rng *r)
{
	int64_t z = -6 * 65536;
	unsigned i;

	for (i = 0; i < 12; i++) /* Irwin-Hall: nearly normal */
		z += (int64_t)(rng_next(r) >> 48);
	return 5 + (size_t)((104 * exp2_fixed(z * 1154 / 1000)) >> 16);
}

static void
add_body(struct page *p)
{
	size_t bytes = p->t->n + length(&p->h->r) * 7;
	unsigned links = p->h->number ? rng_below(&p->h->r, 7) : 0, n;
	struct head to;

	text_str(p->t, "\n# ");
	gen_title(p->t, p->h, ' ');
	text_str(p->t, "\n\n");
	do {
		add_paragraph(p, &links);
		if (rng_in(&p->h->r, 25))
			add_code(p);
	} while (p->t->n < bytes);
	while (links--) {
		text_str(p->t, "- ");
		add_link(p);
		text_add(p->t, "\n", 1);
	}
	if (p->h->number && rng_in(&p->h->r, 120)) {
		gen_head(&to, gen_older(&p->h->r, p->h->number));
		text_str(p->t, "Also `");
		gen_path(p->t, &to);
		text_str(p->t, ".md`.\n");
	}
	if (rng_in(&p->h->r, 300)) {
		text_str(p->t, "\nFiled under");
		for (n = 1 + rng_below(&p->h->r, 3); n; n--) {
			text_str(p->t, " #");
			text_str(p->t, gen_tags[rng_low(&p->h->r, TAGS)]);
		}
		text_add(p->t, "\n", 1);
	}
}

void
gen_body(struct text *t, struct head *h)
{
	struct page p = { .h = h, .t = t };

	add_body(&p);
}
