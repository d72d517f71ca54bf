/*
 * edit.h: changes one setting of a cortex.toml and keeps every other byte.
 *
 * The parser provides the place of a value.  A new line is put next to related
 * ones.  The result is parsed again and printed only if it differs from the old
 * text in exactly this setting.
 */
#ifndef CX_EDIT_H
#define CX_EDIT_H

#include "lib/base/mem.h"

/*
 * Appends `text` to *out with the setting `key`, a TOML key, changed to
 * `value`, which is TOML or otherwise a string; NULL removes it.  Returns false
 * if there is nothing to remove.  An impossible change exits with CX_USAGE;
 * messages call the text cortex.toml.
 */
bool edit_setting(struct cx_buf *out, struct cx_str text, const char *key,
    const char *value);

#endif
