/*
 * made.h: checks whether this version would make the same generation of an
 * index.
 */
#ifndef CX_MADE_H
#define CX_MADE_H

#include "lib/config/config.h"
#include "lib/index/meta.h"
#include "lib/text/analyze.h"

/* Whether the configuration and, for a search set, the analyzer are the
 * same. */
bool cx_index_compatible(const struct cx_meta *m,
    const struct cx_config *config);
/* Returns why the index in dir is different, or NULL.  If it is damaged or
 * files are missing, exits with CX_FAIL. */
const char *cx_index_mismatch(const char *dir, int gen,
    const struct cx_config *config);

/* Returns the analyzer of the search set in dir; if there is none, that of the
 * configuration. */
struct cx_analyzer *cx_made_analyzer(const char *dir,
    const struct cx_config *config);

#endif
