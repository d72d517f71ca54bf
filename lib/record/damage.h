/*
 * damage.h: whether a note says what its author meant, by its record's
 * problems: for whoever shows it to a reader that does not see the file.
 */
#ifndef CX_DAMAGE_H
#define CX_DAMAGE_H

#include "lib/json/json.h"

enum cx_damage {
	CX_DAMAGE_NONE,
	CX_DAMAGE_CONFLICT, /* both sides of a merge stand in it */
	CX_DAMAGE_UNREAD    /* front matter that was not understood */
};

enum cx_damage cx_damage(const struct cx_json *record);
/* What that means, in a few words; NULL for none. */
const char *cx_damage_words(enum cx_damage d);

#endif
