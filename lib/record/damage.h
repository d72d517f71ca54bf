/*
 * damage.h: detects from a record's problems that a note may not say what its
 * author meant, for programs that show it to readers who do not see the file.
 */
#ifndef CX_DAMAGE_H
#define CX_DAMAGE_H

#include "lib/json/json.h"

enum cx_damage {
	CX_DAMAGE_NONE,
	CX_DAMAGE_CONFLICT, /* it contains both sides of a merge */
	CX_DAMAGE_UNREAD    /* front matter that was not understood */
};

enum cx_damage cx_damage(const struct cx_json *record);
/* Returns a short description; NULL for CX_DAMAGE_NONE. */
const char *cx_damage_words(enum cx_damage d);

#endif
