/*
 * config.h: the resolved configuration, as filters see it.
 *
 * cx-config(1) turns cortex.toml into one JSON object; a filter gets it with
 * -c FILE or in $CORTEX_CONFIG and never reads TOML.  Whatever it does not
 * say has its default, so every section and key of cx-config(1) is there.
 * After loading nothing is written: any number of threads may ask.
 *
 *	struct cx_config *c = cx_config_load(option_c);
 *	int64_t hot = cx_config_int(c, "layers", "hot");
 */
#ifndef CX_CONFIG_H
#define CX_CONFIG_H

#include "lib/base/digest.h"
#include "lib/json/json.h"
#include "lib/base/mem.h"

struct cx_config;

/*
 * From file (option -c), else from $CORTEX_CONFIG, which is the name of a
 * file, or the JSON itself when it begins with "{", else the defaults.  An
 * empty variable counts as unset.  The file may be a pipe.  Ends the program
 * with a message that names file and member: 4 when the file cannot be read,
 * 2 when it is not a configuration.  A member that is not known is a warning.
 */
struct cx_config *cx_config_load(const char *file);
void cx_config_free(struct cx_config *c);
/* A local one that is freed when its block is left. */
#define CX_AUTO_CONFIG CX_AUTO(cx_config_free_at) struct cx_config *
static inline void
cx_config_free_at(struct cx_config **c)
{
	cx_config_free(*c);
}

/*
 * Puts the JSON of a configuration into $CORTEX_CONFIG for the programs that
 * we run.  Linux passes at most 128 KiB in one string of the environment
 * (MAX_ARG_STRLEN, execve(2)), so one that is longer becomes the name of a
 * file in memory, which they inherit open.
 */
void cx_config_export(struct cx_str json);

/* The whole tree, an object; sections in the order of cx-config(1). */
const struct cx_json *cx_config_root(const struct cx_config *c);

/* A value whose section and key have a default (the type is the default's);
 * asking for another ends the program, as a mistake of ours. */
const struct cx_json *cx_config_get(const struct cx_config *c,
    const char *section, const char *key);
bool cx_config_bool(const struct cx_config *c, const char *section,
    const char *key);
int64_t cx_config_int(const struct cx_config *c, const char *section,
    const char *key);
double cx_config_num(const struct cx_config *c, const char *section,
    const char *key);
struct cx_str cx_config_str(const struct cx_config *c, const char *section,
    const char *key);

/* [vault] path, NULL when there is none: for cx_vault_init. */
const char *cx_config_vault(const struct cx_config *c);

/* Weight of a status in millionths, 1000000 for one that is not listed.  Of
 * a status with a target, "corrected:EXP-7", what stands before the colon
 * counts. */
int64_t cx_config_weight(const struct cx_config *c, struct cx_str status);

/* The table of a type: dir, until, archive_after, review_after, each where
 * it is set; NULL for a type that is not known. */
const struct cx_json *cx_config_type(const struct cx_config *c,
    struct cx_str type);
/* Whether a type has this `until`. */
bool cx_config_until(const struct cx_config *c, struct cx_str status);
/* Where new atoms of a type go. */
struct cx_str cx_config_type_dir(const struct cx_config *c, struct cx_str type);

/* Front matter keys that give name, created, updated, description or tags:
 * an array of strings, the first that is there wins. */
const struct cx_json *cx_config_aliases(const struct cx_config *c,
    const char *field);

/* Whether atoms may belong to this project: any may when [projects] names is
 * empty. */
bool cx_config_project_known(const struct cx_config *c, struct cx_str project);
/* The project of the first directory on the vault path that [directories]
 * has, else of its "*", where "top" is the directory at the top; fallback when
 * neither is there. */
struct cx_str cx_config_directory(const struct cx_config *c,
    struct cx_str path, struct cx_str fallback);

/* Names the configuration in meta.json: equal for equal settings, wherever
 * the vault lies ([vault] path does not count). */
void cx_config_digest(const struct cx_config *c, char hex[CX_DIGEST_HEX + 1]);

/* --- what fields may have, for those that write them --- */

/*
 * Whether field may be given the value.  One that is empty may be, and any for
 * fields other than type, status, project, confidence (0 to 1), importance (1
 * to 10) and pnl_impact.  Only the part of a status before a colon counts:
 * "corrected:EXP-7".  If not, why gets cause and mend.
 */
bool cx_known(const struct cx_config *c, struct cx_str field,
    struct cx_str value, struct cx_buf *why);

#endif
