/*
 * parts.h: one ranking of notes in several places.
 *
 * Each part ranks its own notes.  What a score owes to the others is exchanged
 * with cx-remote(1), line by line: a part prints what it has, and reads what
 * all have together.
 *
 *	{"part":1,"vaults":["a"],"analyzer":"..."}	{"part":1}
 *	{"sum":[3,0]}			{"sum":[12,4]}
 *	{"most":[7]}			{"most":[9]}
 *	{"rank":[[9,1,0,"a.md",0]],"limit":20}	{"n":20,"places":[3]}
 *	{"shared":["a","b"],"least":2}	{"shared":["b"]}
 *	{"place":3,"record":{...}}
 *	{"end":1}
 *
 * (and "fold", in copies.c.)
 *
 * All parts ask the same in the same order, so what decides whether to ask must
 * be known to all: the query, the configuration, and what was exchanged.
 * Without parts, NULL, the answer is what the one has.
 */
#ifndef CX_PARTS_H
#define CX_PARTS_H

#include "lib/json/print.h"
#include "lib/search/records.h"

/* What is exchanged, and in which order, changes with the ranking. */
#define CX_PARTS_VERSION 1

struct cx_parts;

struct cx_parts *cx_parts_new(int in, int out);
void cx_parts_free(struct cx_parts *p);

/* Sends a line of JSON and returns the answer, which is valid until the next
 * call. */
const struct cx_json *cx_parts_ask(struct cx_parts *p, struct cx_str line);

/*
 * A count of all parts, such as the number of notes with a word.  Those not yet
 * known count as 1 until cx_parts_learn, which returns false if there are none:
 *
 *	do
 *		... cx_parts_count(p, 't', word, mine)
 *	while (cx_parts_learn(p));
 */
uint64_t cx_parts_count(struct cx_parts *p, char kind, struct cx_str key,
    uint64_t mine);
bool cx_parts_learn(struct cx_parts *p);
/* The same at once. */
uint64_t cx_parts_now(struct cx_parts *p, char kind, struct cx_str key,
    uint64_t mine);

/* Replace n numbers by the sums, or by the largest of each. */
void cx_parts_sum(struct cx_parts *p, int64_t *v, size_t n);
void cx_parts_most(struct cx_parts *p, int64_t *v, size_t n);

/* Best first: the larger key; then the path, then the order of vaults. */
struct cx_parts_key {
	int64_t key[3];
	uint32_t atom;
};
/* Finds the places from 0 of n, best first, among those of all parts; SIZE_MAX
 * from limit on (0: no limit).  Returns how many all have, at most limit. */
size_t cx_parts_rank(struct cx_parts *p, struct cx_records *records,
    const struct cx_parts_key *v, size_t n, size_t limit, size_t *place);

/* Calls take for each text that is at least so many times in all lists, in the
 * order of bytes; take may be NULL. */
void cx_parts_shared(struct cx_parts *p, const struct cx_str *v, size_t n,
    unsigned least, void (*take)(void *arg, struct cx_str text), void *arg);

#endif
