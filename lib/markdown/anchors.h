/*
 * anchors.h: resolves the `#...` of a link within a note.
 *
 * A heading is found in three ways:
 *
 *  - by its slug, as GitHub and most site generators make it: lower case,
 *    without markup and punctuation, blanks become hyphens, and repeated slugs
 *    get -1, -2, ... (docs.github.com, "Basic writing and formatting syntax",
 *    Section links; the order of numbers is that of the package
 *    github-slugger);
 *  - by its slug as GitLab, Hugo with blackfriday, MkDocs or Jekyll make it, if
 *    nothing else is found, because the generator is unknown;
 *  - by its text, as Obsidian compares it: regardless of case and of
 *    punctuation, with runs of blanks as one (stripHeading of its API); the
 *    first heading wins; A#B is the first B of a deeper level after A
 *    (resolveSubpath; help.obsidian.md, "Internal links").
 *
 * The title of a tab, `=== "Linux"`, is found by its slug, or by that of the
 * heading above, a hyphen and its own (PyMdown, "Tabbed", combine_header_slug).
 * Terms of definition lists are found by their slugs, and #fn:1 leads to the
 * footnote [^1].  Names in a comment or expression, as in `<!-- setting x -->`,
 * are places, too, because the site generator may turn them into anchors.
 *
 * ^id is a block: a line that consists of `^id` or ends in it after a blank
 * ("Link to a block").  HTML ids (<a name="x">, <h2 id="x">), {#x}, `top`
 * (HTML, 7.4.6.3) and text fragments (:~:text=) are places, too.  Reading takes
 * time linear in the text, a look-up one hash look-up for each part and, for
 * A#B, a walk over the headings with that text.
 */
#ifndef CX_ANCHORS_H
#define CX_ANCHORS_H

#include "lib/base/map.h"
#include "lib/markdown/md.h"

enum cx_anchor_kind {
	CX_ANCHOR_NONE, /* not found */
	CX_ANCHOR_SLUG,
	CX_ANCHOR_TEXT,
	CX_ANCHOR_BLOCK,
	CX_ANCHOR_ID
};

struct cx_anchor_heading {
	struct cx_md_heading at;
	struct cx_str slug;
	uint32_t next; /* the next one with that text, or CX_MAP_NONE */
};

/* Zeroed memory stands for a text without places.  Members are read-only. */
struct cx_anchors {
	struct cx_anchor_heading *v;
	uint32_t n;
	size_t cap;
	struct cx_map slugs;	/* numbered like the headings */
	uint32_t *repeats;	/* of each slug */
	size_t repeats_cap;
	struct cx_map texts;
	struct {
		uint32_t first, last;
	} *of_text; /* headings of each text */
	size_t of_text_cap;
	struct cx_map places; /* ids; ^id for blocks */
	struct cx_map letters; /* slugs reduced to letters, made on demand */
	uint32_t *of_letters;
	size_t of_letters_cap;
	struct cx_map others; /* the same for slugs of other engines */
	uint32_t *of_others;
	size_t of_others_cap;
	struct cx_arena arena;
	struct cx_buf key;
};

/* Replaces the contents of a; the text is borrowed. */
void cx_anchors_read(struct cx_anchors *a, struct cx_str body);

/* Levels grow from part to part of A#B. */
#define CX_ANCHOR_PARTS 6

struct cx_anchor {
	enum cx_anchor_kind kind;
	unsigned n; /* parts, for SLUG and TEXT; the last is the target */
	struct {
		struct cx_str text; /* of the anchor */
		uint32_t heading;
	} part[CX_ANCHOR_PARTS];
};

/* Resolves an anchor, decoded and without `#`.  wiki: the link is [[link]],
 * where text takes precedence over slugs. */
struct cx_anchor cx_anchors_find(struct cx_anchors *a, struct cx_str anchor,
    bool wiki);

/* Returns the slug of a heading that differs from a dead anchor only in
 * punctuation, or an empty string. */
struct cx_str cx_anchors_like(struct cx_anchors *a, struct cx_str anchor);

/* Returns the ^id part of a block anchor, or an empty string. */
struct cx_str cx_anchor_block(struct cx_str anchor);

/* Appends the slug of a heading, without the number for repeated slugs. */
void cx_anchors_slug(struct cx_buf *out, struct cx_str heading);

void cx_anchors_release(struct cx_anchors *a);

#endif
