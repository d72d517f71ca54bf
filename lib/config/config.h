/*
 * config.h: the resolved configuration, as filters see it.
 *
 * cx-config(1) turns cortex.toml into one JSON object; filters get it with -c
 * FILE or in $CORTEX_CONFIG and never read TOML.  Missing values have their
 * defaults, so every section and key of cx-config(1) exists.  It is read-only
 * after loading: any number of threads may use it.
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
 * Loads the configuration from file (option -c), otherwise from $CORTEX_CONFIG,
 * which is a file name or, if it begins with "{", the JSON itself, otherwise
 * the defaults.  An empty variable counts as unset.  The file may be a pipe.
 * On errors, exits with a message that names file and member: status 4 if the
 * file cannot be read, 2 if it is not a configuration.  Warns of unknown
 * members.
 */
struct cx_config *cx_config_load(const char *file);
void cx_config_free(struct cx_config *c);
/* A local configuration that is freed when its block is left. */
#define CX_AUTO_CONFIG CX_AUTO(cx_config_free_at) struct cx_config *
static inline void
cx_config_free_at(struct cx_config **c)
{
	cx_config_free(*c);
}

/*
 * Puts the JSON of a configuration into $CORTEX_CONFIG for child processes.
 * Linux limits a string of the environment to 128 KiB (MAX_ARG_STRLEN,
 * execve(2)), so a longer one is replaced by the name of a file in memory that
 * they inherit.
 */
void cx_config_export(struct cx_str json);

/* Returns the whole tree, an object; sections in the order of cx-config(1). */
const struct cx_json *cx_config_root(const struct cx_config *c);

/* Return a value whose section and key have a default, of the type of that
 * default; asking for any other is a bug and exits. */
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

/* Returns [vault] path, or NULL, for cx_vault_init. */
const char *cx_config_vault(const struct cx_config *c);

/* Returns the weight of a status in millionths, 1000000 if it is not listed.
 * In a status with a target, "corrected:EXP-7", the part before the colon
 * counts. */
int64_t cx_config_weight(const struct cx_config *c, struct cx_str status);

/* Returns the table of a type (dir, until, archive_after, review_after, each
 * only if set), or NULL for an unknown type. */
const struct cx_json *cx_config_type(const struct cx_config *c,
    struct cx_str type);
/* Whether a type has this `until`. */
bool cx_config_until(const struct cx_config *c, struct cx_str status);
/* Returns the directory for new atoms of a type. */
struct cx_str cx_config_type_dir(const struct cx_config *c, struct cx_str type);

/* Returns the front matter keys for name, created, updated, description or
 * tags: an array of strings, of which the first one present wins. */
const struct cx_json *cx_config_aliases(const struct cx_config *c,
    const char *field);

/* Whether atoms may belong to this project: always if [projects] names is
 * empty. */
bool cx_config_project_known(const struct cx_config *c, struct cx_str project);
/* Returns the project of the first directory on the vault path that is in
 * [directories], otherwise of its "*" ("top" stands for the top directory),
 * otherwise fallback. */
struct cx_str cx_config_directory(const struct cx_config *c,
    struct cx_str path, struct cx_str fallback);

/* Identifies the configuration in meta.json: equal for equal settings, wherever
 * the vault is ([vault] path does not count). */
void cx_config_digest(const struct cx_config *c, char hex[CX_DIGEST_HEX + 1]);

/* --- allowed values of fields, for programs that write them --- */

/*
 * Whether field may have the value.  An empty value is allowed, and any value
 * for fields other than type, status, project, confidence (0 to 1), importance
 * (1 to 10) and pnl_impact.  Only the part of a status before a colon counts:
 * "corrected:EXP-7".  If not, why gets the cause and the remedy.
 */
bool cx_known(const struct cx_config *c, struct cx_str field,
    struct cx_str value, struct cx_buf *why);

#endif
