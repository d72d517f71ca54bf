/*
 * anchors.h: what `#...` after a link leads to within a note.
 *
 * A heading is found in three ways:
 *
 *  - by its slug, as GitHub and most site generators make it: lower case,
 *    without markup and punctuation, blanks become hyphens, and one that
 *    would repeat another gets -1, -2, ... (docs.github.com, "Basic writing
 *    and formatting syntax", Section links; the order of numbers is that of
 *    the package github-slugger);
 *  - by its slug as GitLab, Hugo with blackfriday, MkDocs or Jekyll make it,
 *    where nothing else is found: which one makes the site is not known;
 *  - by its text, as Obsidian compares it: regardless of case and of
 *    punctuation, blanks in a row being one (stripHeading of its API), the
 *    first one of that text; A#B is the first B of a deeper level after A
 *    (resolveSubpath; help.obsidian.md, "Internal links").
 *
 * So does a term of a list of definitions, by its slug, and #fn:1 leads to the
 * footnote [^1].  What a comment or an expression names, as in
 * `<!-- setting x -->`, is a place that the program may make which makes pages
 * of the notes.
 *
 * ^id is a block: a line that ends in `^id` after a blank, or is that
 * ("Link to a block").  An id of HTML (<a name="x">, <h2 id="x">), one given
 * as {#x}, `top` (HTML, 7.4.6.3) and text fragments (:~:text=) are places,
 * too.  Reading takes time linear in the text; a look-up a hash for each part,
 * and for A#B the headings of that text.
 */
#ifndef CX_ANCHORS_H
#define CX_ANCHORS_H

#include "lib/base/map.h"
#include "lib/markdown/md.h"

enum cx_anchor_kind {
	CX_ANCHOR_NONE, /* there is no such place */
	CX_ANCHOR_SLUG,
	CX_ANCHOR_TEXT,
	CX_ANCHOR_BLOCK,
	CX_ANCHOR_ID
};

struct cx_anchor_heading {
	struct cx_md_heading at;
	struct cx_str slug;
	uint32_t next; /* the next one of that text, CX_MAP_NONE: none */
};

/* Zeroed memory is a text without places.  Read only. */
struct cx_anchors {
	struct cx_anchor_heading *v;
	uint32_t n;
	size_t cap;
	struct cx_map slugs;	/* the number of each is its heading's */
	uint32_t *repeats;	/* of each slug */
	size_t repeats_cap;
	struct cx_map texts;
	struct {
		uint32_t first, last;
	} *of_text; /* headings of each text */
	size_t of_text_cap;
	struct cx_map places; /* ids; ^id for blocks */
	struct cx_map letters; /* of slugs, once they are asked for */
	uint32_t *of_letters;
	size_t of_letters_cap;
	struct cx_map others; /* the same of slugs of other engines */
	uint32_t *of_others;
	size_t of_others_cap;
	struct cx_arena arena;
	struct cx_buf key;
};

/* What a held before is forgotten; the text is borrowed. */
void cx_anchors_read(struct cx_anchors *a, struct cx_str body);

/* Levels grow from part to part of A#B. */
#define CX_ANCHOR_PARTS 6

struct cx_anchor {
	enum cx_anchor_kind kind;
	unsigned n; /* parts, of SLUG and TEXT; the last one is meant */
	struct {
		struct cx_str text; /* of the anchor */
		uint32_t heading;
	} part[CX_ANCHOR_PARTS];
};

/* What an anchor means, decoded and without `#`.  wiki: in [[link]], where
 * text goes before slug. */
struct cx_anchor cx_anchors_find(struct cx_anchors *a, struct cx_str anchor,
    bool wiki);

/* The slug of a heading that differs from an anchor in punctuation alone, for
 * one that leads nowhere; empty if there is none. */
struct cx_str cx_anchors_like(struct cx_anchors *a, struct cx_str anchor);

/* The ^id of an anchor that means a block, a part of it; else empty. */
struct cx_str cx_anchor_block(struct cx_str anchor);

/* Appends the slug of a heading, without the number of one that repeats
 * another. */
void cx_anchors_slug(struct cx_buf *out, struct cx_str heading);

void cx_anchors_release(struct cx_anchors *a);

#endif
