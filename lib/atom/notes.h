/*
 * notes.h: enumerates the notes of a vault.
 *
 * Every file is checked but few are read: if a file is unchanged since the
 * index was made (statcache.h), its record is taken from the index.  So the
 * answer always reflects the files, and with a current index it costs one stat
 * per file.  Without an index, or with one made with another configuration, all
 * are read, about ten thousand in a tenth of a second.
 */
#ifndef CX_NOTES_H
#define CX_NOTES_H

#include "lib/config/config.h"
#include "lib/file/ignore.h"
#include "lib/file/vault.h"
#include "lib/json/json.h"

/*
 * Calls each for every note, in path order, with its record (without body); its
 * dates may come from an outdated index.  Both are valid during the call.  A
 * note that cannot be read is skipped and reported: with `unread` as an error
 * of status 3, otherwise as a warning.  A damaged manifest is fatal (status 4).
 */
void cx_notes_each(const struct cx_vault *vault,
    const struct cx_config *config, const struct cx_ignore *ignore, bool unread,
    void (*each)(void *arg, struct cx_str path, const struct cx_json *record),
    void *arg);

/*
 * Whether ids are taken, in a vault in which no note was added or removed since
 * the index was made: costs a stat of each directory, and does not notice ids
 * changed in a file since.
 */
struct cx_known_ids {
	struct cx_str base; /* mapped: the records of the index */
	struct cx_buf delta;
};

/* Returns false if the index is not sufficient and cx_notes_each must be
 * used. */
bool cx_known_ids_open(struct cx_known_ids *k, const struct cx_vault *vault,
    const struct cx_config *config);
/* Returns the path of the note with an id, which must not need escapes in JSON,
 * copied into the arena; .s NULL if there is none. */
struct cx_str cx_known_ids_find(const struct cx_known_ids *k, struct cx_str id,
    struct cx_arena *arena);
void cx_known_ids_release(struct cx_known_ids *k);

/* Whether id is valid: letters and digits of any script, _, - and . */
bool cx_id_ok(struct cx_str id);

#endif
