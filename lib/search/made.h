/*
 * made.h: was a generation of an index made as this version would make it?
 */
#ifndef CX_MADE_H
#define CX_MADE_H

#include "lib/config/config.h"
#include "lib/index/meta.h"
#include "lib/text/analyze.h"

/* With that configuration and, of a search set, analyzer. */
bool cx_index_compatible(const struct cx_meta *m,
    const struct cx_config *config);
/* Why not, of the index in dir; NULL: it was.  One that is damaged, or has
 * files missing, ends the program with CX_FAIL. */
const char *cx_index_mismatch(const char *dir, int gen,
    const struct cx_config *config);

/* The analyzer of the search set in dir; where there is none, that of the
 * configuration. */
struct cx_analyzer *cx_made_analyzer(const char *dir,
    const struct cx_config *config);

#endif
