/*
 * layer.h: the layers hot, warm and cold, by the day of the last update.
 *
 * Whole days from the day written in `updated` to today (date.h): at most
 * `hot` days is hot, at most `warm` warm, anything else cold.  A future day
 * is hot; a text that is not a date is cold.  With [layers] newest they count
 * to the newest of all notes instead, of those that are not in the future.
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

/* Limits in days, hot <= warm, and the day they count to. */
struct cx_layers {
	int64_t hot;
	int64_t warm;
	int64_t today;
	bool relative;	/* to the newest that was seen */
	int64_t newest; /* CX_NO_DAY: none was */
};

/* Takes the limits of the configuration, or the arguments unless negative;
 * counts from cx_today.  hot above warm is an error (exit status 2). */
struct cx_layers cx_layers_init(const struct cx_config *config, int64_t hot,
    int64_t warm);
/* Where [layers] newest is set, the days of all notes come first. */
void cx_layers_see(struct cx_layers *l, int64_t day);
/* The same with the records of a reader: what is returned in its place has
 * them, too. */
struct cx_reader *cx_layers_read(struct cx_layers *l, struct cx_reader *r);

enum cx_layer cx_layer_of(const struct cx_layers *l, struct cx_str updated);
/* Returns the layer of a day; CX_NO_DAY is cold. */
#define CX_NO_DAY INT64_MIN
/* The day of `updated`; CX_NO_DAY for what is not a date. */
int64_t cx_updated_day(struct cx_str updated);
enum cx_layer cx_layer_of_day(const struct cx_layers *l, int64_t day);
/* Returns the layer of that name, or CX_LAYERS. */
enum cx_layer cx_layer_named(struct cx_str name);

#endif
