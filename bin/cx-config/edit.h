/*
 * edit.h: one setting of a cortex.toml changes; every other byte stays.
 *
 * Where a value stands is what the parser says.  A new line is put where its
 * relatives are, and the result is parsed again: a text that says anything
 * else than the old one with that one change is not printed.
 */
#ifndef CX_EDIT_H
#define CX_EDIT_H

#include "lib/base/mem.h"

/*
 * Appends `text` to *out with the setting `key`, a TOML key, changed to
 * `value`, which is TOML or else a string; NULL takes it out.  False where
 * there is nothing to take out.  What cannot be done ends the program, with
 * CX_USAGE; messages call the text cortex.toml.
 */
bool edit_setting(struct cx_buf *out, struct cx_str text, const char *key,
    const char *value);

#endif
