/*
 * gen: what the parts of gen-vault share.
 *
 * An atom is a function of the seed and its number alone: its head (title,
 * type, dates, path) can be made again whenever another atom links to it, so
 * nothing but one hash and one byte an atom is held in memory.
 */
#ifndef BENCH_GEN_H
#define BENCH_GEN_H

#include "common.h"
#include "words.h"

enum { TITLE_MAX = 6, PROJECTS = 24, TAGS = 48 };
enum { EPOCH = 20558 }; /* 2026-04-15, the vault's last day, in days of 1970 */

struct head {
	struct rng r; /* goes on as the stream of the body */
	uint64_t title[TITLE_MAX];
	size_t number;
	unsigned titles, type, project, status;
	unsigned copy; /* atoms of the same path before this one */
	int created, updated; /* days of 1970 */
	bool crlf, quoted, block, accents, cjk;
};

extern uint64_t gen_seed;
extern size_t gen_atoms;
extern const char *const gen_projects[PROJECTS];
extern const char *const gen_tags[TAGS];

void gen_copies(void); /* once, before any path is made */
void gen_head(struct head *h, size_t i);
const char *gen_type(const struct head *h);
const char *gen_status(const struct head *h);
void gen_date(int days, char out[32]); /* YYYY-MM-DD */
void gen_title(struct text *t, const struct head *h, char between);
void gen_stem(struct text *t, const struct head *h);
void gen_path(struct text *t, const struct head *h); /* without .md */
/* the number of an older atom than i > 0, hubs more often */
size_t gen_older(struct rng *r, size_t i);
/* appends links, sentences, code, hashtags to t; goes on drawing from h->r */
void gen_body(struct text *t, struct head *h);

#endif
