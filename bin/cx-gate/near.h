/*
 * near.h: between near.c, which compares, and near-set.c, which asks the search
 * set of the index which atoms can be near at all and reads those.  Where
 * there is no such set near.c reads all; the answers are the same.
 */
#ifndef NEAR_H
#define NEAR_H

#include "bin/cx-gate/gate.h"
#include "lib/yaml/front.h"
#include "lib/base/map.h"
#include "lib/search/search.h"

struct place {
	struct cx_str path, id; /* id "": none */
};

/* Texts of one project. */
struct corpus {
	struct cx_similar *texts;
	struct place *place; /* by number of text */
	size_t n, cap;
	struct cx_atoms passed;	 /* numbers of candidates */
};

/* Ids or paths. */
struct names {
	struct cx_str *v;
	size_t n, cap;
};

struct all;
struct near_set;

struct near {
	const struct cx_config *config;
	const char *index;
	const struct cx_vault *vault;
	bool told; /* that there is no index */
	struct all *all; /* NULL: none */
	struct near_set *set; /* NULL: none */
	struct cx_arena arena;
	struct cx_map projects;
	struct corpus *corpus; /* by project */
	size_t corpus_cap;
	size_t gone;
	struct cx_front_parser *parser;
	struct cx_buf text;	    /* room */
	struct cx_arena front;	    /* room */
	struct names names;	    /* room */
	struct cx_atoms of, without; /* room */
};

/* The number of a project. */
uint32_t near_project(struct near *n, struct cx_str name);
/* Whether one of the names is the id of p, or its path with or without .md. */
bool near_is_named(const struct names *names, const struct place *p);
/* Adds the atom's text as its file is now; rest says whether it is counted
 * already (similar.h).  False if there is none, which has been said. */
bool near_read(struct near *n, struct corpus *c, struct place place,
    bool rest);

/* --- near-set.c --- */

/* NULL if the index has no search set that serves. */
struct near_set *near_set_open(struct near *n);
void near_set_free(struct near_set *set);
/* Begins a project that is new. */
void near_set_begin(struct near *n, struct corpus *c, struct cx_str project);
/* Reads the atoms of the project that may have one of these names. */
void near_set_named(struct near *n, struct corpus *c, struct cx_str project,
    const struct names *names);
/*
 * Reads the atoms of the project that can be near to text, and appends the
 * numbers of their texts to n->of, in order of their paths.
 */
void near_set_find(struct near *n, struct corpus *c, struct cx_str project,
    struct cx_str text, int64_t least);

#endif
