/*
 * filter.h: the options that say where to look: --where, --project, --type,
 * --since, --scope become one expression, --tag a look at the tags, --only one
 * at the path.
 */
#ifndef SCORE_FILTER_H
#define SCORE_FILTER_H

#include "bin/cx-score/score.h"
#include "bin/cx-score/source.h"

/* An expression that all results match, and the option it came from. */
void filter_add(struct settings *s, const char *option, const char *expr);
void filter_equal(struct settings *s, const char *option, const char *member,
    const char *value);
/* False if it is not a number and one of h, d, w, m (30 days) and y. */
bool filter_since(struct settings *s, const char *span);
void filter_tag(struct settings *s, const char *tag);
/* Reads the records of s->only_file. */
void filter_only(struct settings *s);
/* An option that there is a message about. */
void filter_name(struct settings *s, const char *option);
/* Looks up s->scope and adds what it means; a name that nothing has ends the
 * program. */
void filter_scope(struct settings *s, const struct set_source *source);
/* What has this name, "project" or "directory"; NULL for nothing. */
const char *filter_place(const struct set_source *source, struct cx_str name);
/* Makes s->where of all that was added. */
void filters_compile(struct settings *s);
/* Whether --tag and --only let the record through. */
bool filter_passes(const struct settings *s, const struct cx_record *rec);
/* Leaves in source->only what they let through. */
void filter_narrow(const struct settings *s, struct set_source *source);
void filters_release(struct settings *s);

#endif
