/*
 * atom-impl.h: between atom.c, which reads an atom's text, and atom-print.c,
 * which prints its record; programs use atom.h.
 */
#ifndef CX_ATOM_IMPL_H
#define CX_ATOM_IMPL_H

#include "lib/atom/atom.h"
#include "lib/yaml/front.h"
#include "lib/base/map.h"
#include "lib/markdown/md.h"

struct problem {
	size_t line;
	size_t col;
	const char *code;
	struct cx_str text;
};

struct strings {
	struct cx_str *v;
	size_t n;
	size_t cap;
};

struct cx_atom_maker {
	const struct cx_config *config;
	bool body; /* records have it */
	struct cx_git_dates *dates;
	struct cx_front_parser *front_parser;
	/* All below is about the atom at hand. */
	struct cx_arena arena;
	const struct cx_atom_file *file;
	struct cx_front front;
	struct cx_buf clean; /* the text, where it was not UTF-8 */
	struct cx_str text;
	bool *taken; /* per front member: stands in the record by itself */
	struct strings tags;
	struct strings links;
	struct strings soft;
	struct strings keywords;
	struct cx_md_defs defs;
	struct cx_buf dest;
	struct cx_map seen, seen_keywords;
	struct problem *problems;
	size_t n_problems;
	size_t problems_cap;
};

#define CX_NO_MEMBER SIZE_MAX

/* Reads text, front matter and links of f; *body is the text behind the
 * front matter, or nothing when f holds only the beginning of the file. */
void cx_atom_load(struct cx_atom_maker *m, const struct cx_atom_file *f,
    struct cx_str *body);

/* The front matter member of that name; an empty value is none and says
 * nothing. */
size_t cx_atom_find(struct cx_atom_maker *m, struct cx_str name);
/* The first of the keys that stand for a field (cx-config(1), [fields]). */
size_t cx_atom_find_field(struct cx_atom_maker *m, const char *field);
const struct cx_json *cx_atom_value(const struct cx_atom_maker *m,
    size_t member);
/* Takes member i as text into *out; false leaves it to `extra`. */
bool cx_atom_take(struct cx_atom_maker *m, size_t i, struct cx_str *out);
/* A problem with the value of a member. */
void cx_atom_complain(struct cx_atom_maker *m, size_t member,
    const char *code, const char *what);

#endif
