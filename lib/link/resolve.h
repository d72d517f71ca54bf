/*
 * resolve.h: resolves links to atoms.
 *
 * A target is the text of a link without alias and heading.  These steps are
 * tried in order, and the first with a candidate decides:
 *
 *	path	  the path of an atom; the same + ".md"
 *	page	  a/b is a___b.md, as Logseq names the files of its pages,
 *		  ignoring case and after NFC
 *	relative  from the directory of the linking note; the same + ".md"
 *	tail	  the end of a path, from a "/" on; the same + ".md"
 *	base	  the last part of the target is the last part of a path;
 *		  the same + ".md"
 *	folded	  all of these again, ignoring case and after NFC; for a target
 *		  with directories, before base
 *	id	  an id, byte for byte
 *	name	  a name or an alias, ignoring case and after NFC
 *	prefix	  the last part is one of the record's `prefixes`, of only one
 *		  atom, and the directories of the target are at the end of its
 *		  own
 *
 * One candidate is the answer; several make the link ambiguous, and none is
 * picked, but of paths with the end "x", a/x.md for a note a/x/c.md, or the one
 * in the language of the note, sk/b/x.md for sk/c.md, if all are in languages.
 * "/x" starts at the root of the vault, or of a site in one of its
 * directories, so it skips relative; "./x", the form of all Markdown links
 * (md.h), has relative before path; any other target with parts "." or ".." has
 * only relative and base.  In these forms base counts only if it matches one
 * atom, unless there is no directory ("./dir/README.md" does not mean every
 * README.md, nor does "./index.md"), and never for "/dir/x", since no other
 * x.md is that page.  "/x/", as sites link to x.md (Hugo, Jekyll), is "/x"; of
 * several tails, the one whose root is nearest above the linking note counts,
 * such as content/en; of those of "x", the one at the root of the directory
 * content above the note, where Hugo looks first.  A target that leads out of
 * the vault resolves to nothing.
 *
 * All atoms must be added first.  Building takes O(n log n) for n atoms in the
 * worst case (all with the same base name) and memory proportional to their
 * strings; a lookup takes a few hashes and a binary search, however many atoms
 * share a base name.  For one thread at a time.
 */
#ifndef CX_RESOLVE_H
#define CX_RESOLVE_H

#include "lib/record/record.h"

enum cx_resolve_status {
	CX_LINK_OK,
	CX_LINK_BROKEN,
	CX_LINK_AMBIGUOUS,
	CX_LINK_FILE, /* from here on: see external.h */
	CX_LINK_OTHER
};

enum cx_resolve_step {
	CX_BY_NOTHING,
	CX_BY_PATH,
	CX_BY_RELATIVE,
	CX_BY_TAIL,
	CX_BY_BASE,
	CX_BY_FOLDED,
	CX_BY_ID,
	CX_BY_NAME,
	CX_BY_PREFIX
};

struct cx_resolved {
	enum cx_resolve_status status;
	enum cx_resolve_step step;
	uint32_t atom;             /* if CX_LINK_OK */
	uint32_t ncandidates;      /* more than 1 if ambiguous */
	const uint32_t *candidate; /* in arbitrary order */
};

struct cx_resolver;

struct cx_resolver *cx_resolver_new(void);
void cx_resolver_free(struct cx_resolver *r);

/*
 * Adds an atom and returns its number: 0, 1, 2, ...  Strings are copied; id and
 * name may be empty.  cx_resolver_alias adds another name to the last atom.
 */
uint32_t cx_resolver_add(struct cx_resolver *r, struct cx_str path,
    struct cx_str id, struct cx_str name);
void cx_resolver_alias(struct cx_resolver *r, struct cx_str alias);
/* Adds all of these from a record; aliases are extra.aliases and extra.alias, a
 * list, or text with commas. */
uint32_t cx_resolver_record(struct cx_resolver *r, const struct cx_record *rec);

/* Removes an atom, before anything is resolved; its number stays in use. */
void cx_resolver_drop(struct cx_resolver *r, uint32_t atom);

uint32_t cx_resolver_count(const struct cx_resolver *r);
struct cx_str cx_resolver_path(const struct cx_resolver *r, uint32_t atom);
struct cx_str cx_resolver_name(const struct cx_resolver *r, uint32_t atom);
/* The names that resolve to an atom: its name, unless empty, and its
 * aliases. */
size_t cx_resolver_names(const struct cx_resolver *r, uint32_t atom);
struct cx_str cx_resolver_name_at(
    const struct cx_resolver *r, uint32_t atom, size_t i);
/* Returns the atom with exactly this path, or UINT32_MAX. */
uint32_t cx_resolver_find(struct cx_resolver *r, struct cx_str path);
/* Returns an atom that shares its path with another one, or UINT32_MAX. */
uint32_t cx_resolver_twin(struct cx_resolver *r);

/* Appends the name of a Logseq page, a/b:c for a___b%3Ac.md (docs.logseq.com,
 * "Filename format"); returns false if the path has another form. */
bool cx_page_of_file(struct cx_buf *page, struct cx_str path);

/* Resolves target in the note at path source. */
struct cx_resolved cx_resolve(
    struct cx_resolver *r, struct cx_str source, struct cx_str target);

/*
 * For callers that resolve n targets in order: call it before the i-th.  Once
 * in 32 calls it prefetches what cx_resolve will read for the next 32, instead
 * of waiting for each.  target(arg, k) returns the k-th.
 */
void cx_resolve_soon(struct cx_resolver *r, size_t i, size_t n,
    struct cx_str (*target)(const void *arg, size_t k), const void *arg);

/* Returns the first *n <= CX_CANDIDATES candidates by path, valid until the
 * next call. */
#define CX_CANDIDATES 20
const uint32_t *cx_resolve_candidates(
    struct cx_resolver *r, const struct cx_resolved *res, size_t *n);

/* Joins source's directory and target into one path without dots in b; returns
 * false if it leads out of the vault. */
bool cx_link_join(struct cx_buf *b, struct cx_str source, struct cx_str target);
/* Whether a target is what the page of a directory is called, index.md or
 * README.md: the name alone does not mean that of another directory. */
bool cx_link_page(struct cx_str target);

const char *cx_resolve_status_name(enum cx_resolve_status status);
const char *cx_resolve_step_name(enum cx_resolve_step step);

/*
 * Keys for incremental work.  The meaning of a target depends only on the atoms
 * that share a key with it: a resolver with only these gives the same answer.
 * So when an atom is added, changed or removed, the links to resolve again are
 * those whose targets have one of the keys that it has or had.  Keys are folded
 * (utf8.h, cx_utf8_key) and may contain any byte but NUL.
 *
 * Each function calls put(arg, key) for every key, possibly repeatedly; key is
 * valid during the call.
 */
typedef void cx_key_fn(void *arg, struct cx_str key);

void cx_resolve_record_keys(
    const struct cx_record *rec, cx_key_fn *put, void *arg);
void cx_resolve_target_keys(struct cx_str target, cx_key_fn *put, void *arg);

/* Calls put(arg, item) for each string of a list, including nested lists, or
 * for each part of a string between commas, trimmed; not for empty ones. */
void cx_each_item(const struct cx_json *list, cx_key_fn *put, void *arg);

#endif
