/*
 * layer.h: the layers hot, warm and cold, by the day of the last update.
 *
 * Counted in whole days from the day written in `updated` to today (date.h): at
 * most `hot` days is hot, at most `warm` is warm, anything else cold.  A future
 * day is hot; a text that is not a date is cold.  With [layers] newest, days
 * are counted to the newest note that is not in the future instead.
 */
#ifndef CX_LAYER_H
#define CX_LAYER_H

#include "lib/config/config.h"
#include "lib/base/str.h"
#include "lib/record/record.h"

#include <stdint.h>

enum cx_layer {
	CX_HOT,
	CX_WARM,
	CX_COLD,
	CX_LAYERS
};

extern const char *const cx_layer_names[CX_LAYERS];

/* Limits in days, hot <= warm, and the day to count to. */
struct cx_layers {
	int64_t hot;
	int64_t warm;
	int64_t today;
	bool relative;	/* count to the newest day seen */
	int64_t newest; /* or CX_NO_DAY */
};

/* Takes the limits of the configuration, or the arguments unless negative;
 * counts from cx_today.  hot above warm is an error (exit status 2). */
struct cx_layers cx_layers_init(const struct cx_config *config, int64_t hot,
    int64_t warm);
/* With [layers] newest, must be called with the days of all notes first. */
void cx_layers_see(struct cx_layers *l, int64_t day);
/* The same for the records of a reader; returns a reader that replaces it. */
struct cx_reader *cx_layers_read(struct cx_layers *l, struct cx_reader *r);

enum cx_layer cx_layer_of(const struct cx_layers *l, struct cx_str updated);
/* Returns the layer of a day; CX_NO_DAY is cold. */
#define CX_NO_DAY INT64_MIN
/* Returns the day of `updated`, or CX_NO_DAY if it is not a date. */
int64_t cx_updated_day(struct cx_str updated);
enum cx_layer cx_layer_of_day(const struct cx_layers *l, int64_t day);
/* Returns the layer of that name, or CX_LAYERS. */
enum cx_layer cx_layer_named(struct cx_str name);

#endif
