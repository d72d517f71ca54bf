/*
 * dense.h: between dense.c (one atom) and dense-dirs.c (the whole).
 */
#ifndef CX_CHECK_DENSE_H
#define CX_CHECK_DENSE_H

#include "check.h"

#define NO_ATOM UINT32_MAX
/* Bytes of USER.md. */
#define DENSE_USER_MAX 3072

/* A file that is not an atom, such as STATUS.md. */
struct dense_place {
	uint32_t atom;
	unsigned which;
	bool user; /* USER.md */
	int64_t lines, bytes;
	unsigned sections; /* a bit for each that STATUS.md has */
};

struct dense {
	struct dense_place *v;
	size_t n, cap;
};

/* Lines that a place may have; 0: any number. */
int64_t dense_cap(unsigned which);
/* The last part of a path; *dir is what stands before its slash. */
struct cx_str dense_base(struct cx_str path, struct cx_str *dir);

#endif
