/*
 * resolve.h: which atom a link means.
 *
 * A target is what stands in a link, without alias and heading.  These steps
 * are tried in order, and the first with a candidate decides:
 *
 *	path	  the path of an atom; the same + ".md"
 *	page	  a/b is a___b.md, as Logseq names the files of its pages,
 *		  ignoring case and after NFC
 *	relative  from the directory of the linking note; the same + ".md"
 *	tail	  the end of a path, from a "/" on; the same + ".md"
 *	base	  the last part of the target is the last part of a path;
 *		  the same + ".md"
 *	folded	  all of these again, ignoring case and after NFC; of a target
 *		  with directories, before base
 *	id	  an id, byte for byte
 *	name	  a name or an alias, ignoring case and after NFC
 *	prefix	  the last part is one of the record's `prefixes`, of one atom
 *		  alone, with the directories of the target at the end of its
 *		  own
 *
 * One candidate is the answer; more than one make the link ambiguous and
 * nothing is picked.  "/x" is from the root of the vault, or of a site that
 * a directory of it is, so it skips relative; "./x", as all Markdown links
 * are given (md.h), has relative before path; any other target with parts
 * "." or ".." has only relative and base.  Of these forms base counts only
 * where it is one atom, unless there is no directory: "./dir/README.md" does
 * not mean every README.md; and not at all for "/dir/x", of which no other
 * x.md is the page.  "/x/", as sites link to x.md (Hugo, Jekyll), is "/x"; of
 * several tails that one counts whose root is nearest above the linking note,
 * as content/en is.  A target that leads out of the vault means nothing in it.
 *
 * All atoms are added first.  Building takes O(n log n) for n atoms in the
 * worst case (all with the same base name) and memory of the order of their
 * strings; a lookup is a few hashes and a binary search, however many share
 * a base name.  One thread at a time.
 */
#ifndef CX_RESOLVE_H
#define CX_RESOLVE_H

#include "lib/record/record.h"

enum cx_resolve_status {
	CX_LINK_OK,
	CX_LINK_BROKEN,
	CX_LINK_AMBIGUOUS,
	CX_LINK_FILE, /* this one and the next: see external.h */
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
	uint32_t ncandidates;      /* above 1 if ambiguous */
	const uint32_t *candidate; /* in no useful order */
};

struct cx_resolver;

struct cx_resolver *cx_resolver_new(void);
void cx_resolver_free(struct cx_resolver *r);

/*
 * Adds an atom and returns its number: 0, 1, 2, ...  Strings are copied;
 * id and name may be empty.  cx_resolver_alias adds one more name to the
 * atom that was added last.
 */
uint32_t cx_resolver_add(struct cx_resolver *r, struct cx_str path,
    struct cx_str id, struct cx_str name);
void cx_resolver_alias(struct cx_resolver *r, struct cx_str alias);
/* All of these from a record; aliases are extra.aliases and extra.alias, a
 * list, or text with commas. */
uint32_t cx_resolver_record(struct cx_resolver *r, const struct cx_record *rec);

/* Takes an atom out, before anything is resolved; it keeps its number. */
void cx_resolver_drop(struct cx_resolver *r, uint32_t atom);

uint32_t cx_resolver_count(const struct cx_resolver *r);
struct cx_str cx_resolver_path(const struct cx_resolver *r, uint32_t atom);
struct cx_str cx_resolver_name(const struct cx_resolver *r, uint32_t atom);
/* The names that lead to an atom: its name, unless empty, and its aliases. */
size_t cx_resolver_names(const struct cx_resolver *r, uint32_t atom);
struct cx_str cx_resolver_name_at(
    const struct cx_resolver *r, uint32_t atom, size_t i);
/* The atom with exactly this path, or UINT32_MAX. */
uint32_t cx_resolver_find(struct cx_resolver *r, struct cx_str path);
/* An atom whose path another one has too, or UINT32_MAX. */
uint32_t cx_resolver_twin(struct cx_resolver *r);

/* a___b.md is the page a/b of Logseq (docs.logseq.com, "Filename format"):
 * appends its name; false if it is not called so. */
bool cx_page_of_file(struct cx_buf *page, struct cx_str path);

/* What target means in the note at path source. */
struct cx_resolved cx_resolve(
    struct cx_resolver *r, struct cx_str source, struct cx_str target);

/*
 * For callers that resolve n targets in order: called before the i-th, it has
 * the processor fetch what cx_resolve will read for the next 32, once in 32
 * calls, instead of waiting for each.  target(arg, k) is the k-th.
 */
void cx_resolve_soon(struct cx_resolver *r, size_t i, size_t n,
    struct cx_str (*target)(const void *arg, size_t k), const void *arg);

/* The first *n <= CX_CANDIDATES candidates by path.  The array lives until
 * the next call. */
#define CX_CANDIDATES 20
const uint32_t *cx_resolve_candidates(
    struct cx_resolver *r, const struct cx_resolved *res, size_t *n);

/* source's directory and target become one path without dots in b; false if
 * it leads out of the vault. */
bool cx_link_join(struct cx_buf *b, struct cx_str source, struct cx_str target);

const char *cx_resolve_status_name(enum cx_resolve_status status);
const char *cx_resolve_step_name(enum cx_resolve_step step);

/*
 * Keys, for incremental work.  What a target means depends only on the atoms
 * that share a key with it: a resolver that holds just these gives the same
 * answer.  So when an atom comes, changes or goes, the links to look at again
 * are those whose targets have one of the keys that it has or had.  Keys are
 * folded (utf8.h, cx_utf8_key) and may hold any byte but NUL.
 *
 * Each function calls put(arg, key) for every key, some perhaps twice; key
 * lives during the call.
 */
typedef void cx_key_fn(void *arg, struct cx_str key);

void cx_resolve_record_keys(
    const struct cx_record *rec, cx_key_fn *put, void *arg);
void cx_resolve_target_keys(struct cx_str target, cx_key_fn *put, void *arg);

/* Calls put(arg, item) for each string of a list, lists in it included, or
 * each part between commas of a string, trimmed; not for empty ones. */
void cx_each_item(const struct cx_json *list, cx_key_fn *put, void *arg);

#endif
