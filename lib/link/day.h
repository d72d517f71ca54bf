/*
 * day.h: which note is that of a day.
 *
 * Where a vault keeps the notes of its days, the first of these says:
 * [daily] of the configuration; .obsidian/daily-notes.json, as Obsidian
 * writes it, or its plug-in Periodic Notes; what most notes have that are
 * called by a day, as 2026/04/2026-04-15 Wed.md is; else it is
 * daily/YYYY-MM-DD.md.  A note that is called by the day is its note wherever
 * it is, so that no day gets a second one.
 */
#ifndef CX_DAY_H
#define CX_DAY_H

#include "lib/config/config.h"
#include "lib/file/ignore.h"
#include "lib/file/vault.h"
#include "lib/json/json.h"

/*
 * Appends the moment in seconds as format says, in tokens of moment.js
 * (momentjs.com/docs, "Format"), which Obsidian, Foam and others use: YYYY,
 * MM, dddd, Do, gggg, ww, [text] and so on.  Names are English.
 */
void cx_moment_put(struct cx_buf *out, struct cx_str format, int64_t sec);

/*
 * Appends the format of a path that is named by a day, and the day: of
 * log/2026/04-15.md "[log]/YYYY/MM-DD".  False if its last part says more than
 * a day, as "2026-04-15 Meeting.md" does, or no day.  Words and a dot may stand
 * before it, as Dendron has them.
 */
bool cx_moment_of(struct cx_str path, struct cx_buf *format, int64_t *day);

struct cx_day_note {
	struct cx_buf path;	/* of the note */
	struct cx_buf template; /* the path of its template, or empty */
	bool there;
};

/*
 * The note of the day at sec.  False, with a message, where several notes are
 * that of the day and no setting decides (2), or the settings make no path in
 * the vault (2).
 */
bool cx_day_find(struct cx_day_note *d, int64_t sec,
    const struct cx_vault *vault, const struct cx_config *config,
    const struct cx_ignore *ignore);
void cx_day_release(struct cx_day_note *d);

/* The object in a file of settings of Obsidian, good as long as json and text;
 * NULL if there is none, or, after a warning, it cannot be read. */
const struct cx_json *cx_obsidian_read(struct cx_json_parser *json,
    struct cx_buf *text, int vault_fd, const char *path);

/* Appends text with {{date}}, {{time}}, {{title}} filled in, of which the
 * first two may have a format, {{date:dddd}}. */
void cx_day_fill(struct cx_buf *out, struct cx_str text, struct cx_str title,
    int64_t sec);

#endif
