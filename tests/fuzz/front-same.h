/*
 * front-same.h: whether two readings of front matter are the same.  The fast
 * reader must say what libyaml says, or nothing.
 */
#ifndef FRONT_SAME_H
#define FRONT_SAME_H

#include "lib/yaml/front-impl.h"

static inline bool
same_place(struct cx_front_pos a, struct cx_front_pos b)
{
	return a.at == b.at && a.line == b.line && a.col == b.col;
}

static inline bool
same_nodes(const struct cx_json *a, const struct cx_json *b)
{
	if (a->span != b->span)
		return false;
	for (size_t i = 0; i < a->span; i++) {
		const struct cx_json *m = a + i, *n = b + i;

		if (m->type != n->type || m->span != n->span ||
		    m->len != n->len || (m->type == CX_JSON_STRING &&
		    !cx_str_eq(cx_json_str(m), cx_json_str(n))))
			return false;
	}
	return true;
}

static inline bool
same_front(const struct cx_front *a, const struct cx_front *b)
{
	if (a->n != b->n || a->n_problems != b->n_problems ||
	    a->salvaged != b->salvaged || !same_nodes(a->root, b->root))
		return false;
	for (size_t i = 0; i < a->n; i++) {
		const struct cx_front_member *m = &a->members[i];
		const struct cx_front_member *n = &b->members[i];

		if (m->key - a->root != n->key - b->root ||
		    !same_place(m->key_at, n->key_at) ||
		    !same_place(m->value_at, n->value_at) ||
		    m->value_end != n->value_end || m->style != n->style)
			return false;
	}
	for (size_t i = 0; i < a->n_problems; i++)
		if (!same_place(a->problems[i].at, b->problems[i].at) ||
		    !cx_str_eq(a->problems[i].text, b->problems[i].text))
			return false;
	return true;
}

#endif
