/*
 * set.h: a search set to rank in, from an index or made of a stream.
 */
#ifndef SCORE_SET_H
#define SCORE_SET_H

#include "bin/cx-score/score.h"

/* Makes the set of the records in s->files; for --rank recall on a stream. */
struct set_memory;
struct set_memory *set_memory_read(struct settings *s);
const struct cx_search *set_memory_search(const struct set_memory *m);
/* An atom's text and the number of its first line; false if it had none. */
bool set_memory_body(const struct set_memory *m, uint32_t atom,
    struct cx_str *body, size_t *line);
void set_memory_free(struct set_memory *m);

#endif
