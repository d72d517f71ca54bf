/*
 * resolveimpl.h: what a resolver holds; private to resolve*.c.
 */
#ifndef CX_RESOLVEIMPL_H
#define CX_RESOLVEIMPL_H

#include "lib/link/resolve.h"
#include "lib/link/resolvetable.h"

struct alias {
	uint32_t atom;
	struct cx_str name;
};

struct own {
	struct cx_str name;
	size_t first; /* its names in `name` of the resolver */
};

struct top {
	uint32_t n;
	uint32_t atom[CX_CANDIDATES];
};

struct cx_resolver {
	struct cx_arena arena;
	uint32_t n;
	struct cx_pathtable exact, folded; /* folded.path is made when needed */
	struct alias *id, *name;           /* name: names and aliases */
	size_t nid, id_cap, nname, name_cap;
	struct own *own; /* by atom */
	size_t own_cap;
	struct cx_many ids, names;
	bool names_built;
	struct cx_buf forms, joined, fold_target, fold_source;
	struct cx_map top_keys; /* long lists whose first were looked for */
	struct top *top, one;
	size_t top_cap;
};

#endif
