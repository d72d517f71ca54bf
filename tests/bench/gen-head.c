/* gen-head: titles, types, dates, paths, and who links to whom. */
#include "gen.h"

#include <stdio.h>
#include <stdlib.h>

static const struct {
	const char *name, *dir;
	unsigned weight;
} types[] = { { "decision", "atoms", 16 }, { "lesson", "atoms", 10 },
	{ "concept", "atoms", 10 }, { "event", "atoms", 8 },
	{ "win", "atoms", 6 }, { "loss", "atoms", 5 },
	{ "project", "atoms", 5 }, { "insight", "insights", 8 },
	{ "reference", "reference", 9 }, { "rule", "rules", 6 },
	{ "feedback", "feedback", 6 }, { "incident", "incidents", 5 },
	{ "person", "people", 4 }, { "user", "user", 2 } };

static const struct {
	const char *name;
	unsigned weight;
} statuses[] = { { "active", 74 }, { "review", 8 }, { "archived", 6 },
	{ "superseded", 5 }, { "open", 4 }, { "resolved", 3 } };

const char *const gen_projects[PROJECTS] = { "backend", "infra", "research",
	"personal", "ops", "mobile", "website", "billing", "search", "data",
	"security", "design", "hiring", "support", "platform", "payments",
	"docs", "garden", "reading", "travel", "health", "robotics", "music",
	"archive" };

const char *const gen_tags[TAGS] = { "deploy", "risk", "release",
	"testing", "database", "performance", "security", "config", "logging",
	"auth", "api", "bug", "ci", "on-call", "migration", "cache", "planning",
	"meeting", "people", "idea", "reading", "cost", "customer", "design",
	"frontend", "backend", "network", "backup", "monitoring", "incident",
	"postmortem", "process", "tooling", "docs", "legal", "hiring", "review",
	"research/paper", "research/data", "area/work", "area/home", "todo",
	"question", "follow-up", "health", "finance", "travel", "music" };

uint64_t gen_seed = 1;
size_t gen_atoms;
static uint8_t *copies; /* of each atom's path before it */

static unsigned
weighted(struct rng *r, unsigned n, unsigned (*weight)(unsigned))
{
	unsigned at = rng_below(r, 100), i;

	for (i = 0; i + 1 < n && at >= weight(i); i++)
		at -= weight(i);
	return i;
}

static unsigned
type_weight(unsigned i)
{
	return types[i].weight;
}

static unsigned
status_weight(unsigned i)
{
	return statuses[i].weight;
}

void
gen_head(struct head *h, size_t i)
{
	struct rng *r = &h->r;
	uint32_t odd;
	unsigned k;
	int age;

	h->number = i;
	h->copy = copies[i];
	r->s = mix64(gen_seed * 0x9e3779b97f4a7c15u + i);
	h->titles = 3 + rng_below(r, 4);
	for (k = 0; k < h->titles; k++)
		h->title[k] = word_draw_octaves(r, 7, 12);
	h->type = weighted(r, sizeof(types) / sizeof(types[0]), type_weight);
	h->status = weighted(r, sizeof(statuses) / sizeof(statuses[0]),
	    status_weight);
	h->project = rng_low(r, PROJECTS);
	age = (int)(rng_in(r, 500) ? rng_low(r, 1100) : rng_below(r, 1100));
	h->created = EPOCH - age;
	h->updated = EPOCH - (int)rng_low(r, (uint32_t)age + 1);
	odd = rng_below(r, 1000);
	h->crlf = odd < 10;
	h->quoted = odd >= 10 && odd < 30;
	h->block = odd >= 30 && odd < 65;
	h->accents = odd >= 65 && odd < 80;
	h->cjk = odd >= 80 && odd < 90;
}

/* days of 1970 to a date of the Gregorian calendar (Hinnant 2013) */
void
gen_date(int days, char out[32])
{
	unsigned z = (unsigned)days + 719468, era = z / 146097;
	unsigned doe = z - era * 146097;
	unsigned yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
	unsigned doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
	unsigned mp = (5 * doy + 2) / 153, m = mp < 10 ? mp + 3 : mp - 9;

	snprintf(out, 32, "%04u-%02u-%02u", yoe + era * 400 + (m <= 2), m,
	    doy - (153 * mp + 2) / 5 + 1);
}

void
gen_title(struct text *t, const struct head *h, char between)
{
	char w[WORD_MAX];
	unsigned k;
	size_t n;

	for (k = 0; k < h->titles; k++) {
		if (k)
			text_add(t, &between, 1);
		n = word_spell(h->title[k], w);
		if (!k && between == ' ')
			w[0] = (char)(w[0] - 'a' + 'A');
		text_add(t, w, n);
	}
}

void
gen_stem(struct text *t, const struct head *h)
{
	char s[16];

	gen_title(t, h, '_');
	if (h->copy) {
		snprintf(s, sizeof(s), "_%u", h->copy + 1);
		text_str(t, s);
	}
}

/*
 * TYPE/stem; in larger vaults TYPE/PROJECT/stem, then with the year, then the
 * month between, so that directories hold a few thousand atoms at most.
 */
void
gen_path(struct text *t, const struct head *h)
{
	char day[32];

	text_str(t, types[h->type].dir);
	text_add(t, "/", 1);
	if (gen_atoms > 2000) {
		text_str(t, gen_projects[h->project]);
		text_add(t, "/", 1);
	}
	if (gen_atoms > 20000) {
		gen_date(h->created, day);
		text_add(t, day, gen_atoms > 200000 ? 7 : 4);
		text_add(t, "/", 1);
	}
	gen_stem(t, h);
}

/* Fills copies, so that no two atoms have one path. */
void
gen_copies(void)
{
	size_t size = 64, i, at;
	struct text t = { NULL, 0, 0 };
	struct head h;
	uint64_t *seen, hash;

	while (size < gen_atoms * 2)
		size *= 2;
	seen = calloc(size, sizeof(*seen));
	copies = calloc(gen_atoms, 1);
	if (!seen || !copies)
		die("out of memory");
	for (i = 0; i < gen_atoms; i++) {
		gen_head(&h, i);
		for (;; h.copy++) {
			if (h.copy > UINT8_MAX)
				die("seed %llu gives one path over 256 times: "
				    "take another",
				    (unsigned long long)gen_seed);
			t.n = 0;
			gen_path(&t, &h);
			hash = hash_bytes(t.s, t.n) | 1;
			at = hash >> 1 & (size - 1);
			while (seen[at] && seen[at] != hash)
				at = (at + 1) & (size - 1);
			if (!seen[at])
				break;
		}
		seen[at] = hash;
		copies[i] = (uint8_t)h.copy;
	}
	free(seen);
	free(t.s);
}

/*
 * Preferential attachment gives the atom born as j-th a degree ~ (i/j)^1/2
 * (Barabasi and Albert 1999), which is what i u^2 draws; some links go to what
 * was written just before.
 */
size_t
gen_older(struct rng *r, size_t i)
{
	if (rng_below(r, 100) < 15)
		return i - 1 - rng_below(r, i < 64 ? (uint32_t)i : 64);
	return rng_low(r, (uint32_t)i);
}

const char *
gen_type(const struct head *h)
{
	return types[h->type].name;
}

const char *
gen_status(const struct head *h)
{
	return statuses[h->status].name;
}
