/*
 * notes.h: what the notes of a vault are called.
 *
 * Every file is looked at, and few are read: where a file looks as it did when
 * the index was made (statcache.h), the record of the index is its record.  So
 * the answer is that of the files, and in a vault whose index is current it
 * costs a stat of each.  Without an index, or with one made by another
 * configuration, all are read, some ten thousand in a tenth of a second.
 */
#ifndef CX_NOTES_H
#define CX_NOTES_H

#include "lib/config/config.h"
#include "lib/file/ignore.h"
#include "lib/file/vault.h"
#include "lib/json/json.h"

/*
 * Calls each for every note, in path order, with its record (without body),
 * whose dates may be those of an index that lags behind; both live for the
 * call.  A note that cannot be read is reported, and has no call: with `unread`
 * as an error of status 3, else as a warning.  A manifest that is damaged ends
 * the program with status 4.
 */
void cx_notes_each(const struct cx_vault *vault,
    const struct cx_config *config, const struct cx_ignore *ignore, bool unread,
    void (*each)(void *arg, struct cx_str path, const struct cx_json *record),
    void *arg);

/*
 * For who only asks whether ids are taken, of a vault in which no note has come
 * or gone since the index was made: that costs a stat of each directory, and
 * tells nothing of ids that were changed in a file since.
 */
struct cx_known_ids {
	struct cx_buf text; /* the records of the index */
};

/* False: the index does not tell, and cx_notes_each has to. */
bool cx_known_ids_open(struct cx_known_ids *k, const struct cx_vault *vault,
    const struct cx_config *config);
/* The path of the note that has an id, which needs no escapes in JSON, copied
 * into the arena; .s NULL if none has it. */
struct cx_str cx_known_ids_find(const struct cx_known_ids *k, struct cx_str id,
    struct cx_arena *arena);
void cx_known_ids_release(struct cx_known_ids *k);

/* Whether it can be an id: letters and digits of any script, _, - and . */
bool cx_id_ok(struct cx_str id);

#endif
