/*
 * ids.h: which file of a vault has which id.
 *
 * There is no register: the front matter of every atom is read, some ten
 * thousand of them in a tenth of a second, so that the answer is that of the
 * files and not that of an index that lags behind.
 */
#ifndef CX_IDS_H
#define CX_IDS_H

#include "lib/file/ignore.h"
#include "lib/base/str.h"

/*
 * Calls each for every atom, in path order; id is empty where there is none.
 * Both live for the call.  What cannot be read is an error, status 3.
 */
void cx_ids_each(int vault_fd, const struct cx_ignore *ignore,
    void (*each)(void *arg, struct cx_str path, struct cx_str id), void *arg);

/* Whether it can be an id: letters and digits of any script, _, - and . */
bool cx_id_ok(struct cx_str id);

#endif
