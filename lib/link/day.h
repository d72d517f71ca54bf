/*
 * day.h: finds the daily note of a day.
 *
 * The path of daily notes is determined by the first of: [daily] of the
 * configuration; .obsidian/daily-notes.json, as Obsidian writes it, or its
 * plug-in Periodic Notes; the pattern of most notes that are named after a day,
 * such as 2026/04/2026-04-15 Wed.md; daily/YYYY-MM-DD.md.  A note named after
 * the day is its note wherever it is, so that no day gets a second one.
 */
#ifndef CX_DAY_H
#define CX_DAY_H

#include "lib/config/config.h"
#include "lib/file/ignore.h"
#include "lib/file/vault.h"
#include "lib/json/json.h"

/*
 * Appends the time sec formatted with tokens of moment.js (momentjs.com/docs,
 * "Format"), which Obsidian, Foam and others use: YYYY, MM, dddd, Do, gggg, ww,
 * [text] and so on.  Names are English.
 */
void cx_moment_put(struct cx_buf *out, struct cx_str format, int64_t sec);

/*
 * Derives the format and the day from a path named after a day: for
 * log/2026/04-15.md "[log]/YYYY/MM-DD".  Returns false if its last part
 * contains more than a day, such as "2026-04-15 Meeting.md", or no day.  Words
 * and a dot may precede the day, as in Dendron.
 */
bool cx_moment_of(struct cx_str path, struct cx_buf *format, int64_t *day);

struct cx_day_note {
	struct cx_buf path;	/* of the note */
	struct cx_buf template; /* the path of its template, or empty */
	bool there;
};

/*
 * Finds the note of the day at sec.  Returns false after a message if several
 * notes are candidates and no setting decides (2), or if the settings do not
 * give a path in the vault (2).
 */
bool cx_day_find(struct cx_day_note *d, int64_t sec,
    const struct cx_vault *vault, const struct cx_config *config,
    const struct cx_ignore *ignore);
void cx_day_release(struct cx_day_note *d);

/* Reads the object in a settings file of Obsidian, valid as long as json and
 * text; returns NULL if there is none or, after a warning, if it cannot be
 * read. */
const struct cx_json *cx_obsidian_read(struct cx_json_parser *json,
    struct cx_buf *text, int vault_fd, const char *path);

/* Appends text with {{date}}, {{time}}, {{title}} replaced; the first two may
 * have a format, {{date:dddd}}. */
void cx_day_fill(struct cx_buf *out, struct cx_str text, struct cx_str title,
    int64_t sec);

#endif
