/*
 * md.h: one scanner for what matters of Markdown here: links, hashtags,
 * backtick references, and what hides them.
 *
 * It walks over a text once and gives its constructs in the order in which
 * they stand.  It allocates nothing, does not recurse, and its time is linear
 * in the length for every input.  The text is the atom's body, after the
 * front matter; it may hold any bytes and is never changed.  Offsets are
 * bytes from its start, spans are [start, end).
 *
 *	struct cx_md m;
 *	struct cx_md_item it;
 *
 *	cx_md_init(&m, body, CX_MD_LINK | CX_MD_TAG | CX_MD_REF);
 *	while (cx_md_next(&m, &it)) ...
 *
 * Blocks follow CommonMark 0.31 (https://spec.commonmark.org/0.31.2/), seen
 * line by line: blanks, `>` and list markers may stand before a block.
 *
 *  - Fenced code (4.5), ``` or ~~~: ends at a line of at least as many of the
 *    same, at a line that stands in fewer quotes, or with the text.  Indented
 *    code is not recognised: a list's text is indented too.
 *  - Code spans (6.1): a run of n backticks up to the next run of exactly n
 *    in the same paragraph.  A paragraph ends at a blank line, a heading, a
 *    list item, a table row, a fence, a comment that starts a line, or where
 *    the depth of quotes changes.  Runs of more than CX_MD_TICKS are text
 *    (cmark draws such a line too, since 0.28).
 *  - Comments (4.6, 6.6): one that starts a line runs to `-->`, else to the
 *    end of the quote or text; one within a line has to end in its paragraph,
 *    else its `<!--` is text.  What follows `-->` is text again.
 *  - Mathematics, which renderers take out first: $..$ in a paragraph, $$..$$,
 *    \(..\) and \[..\]; one of the last three that is alone on its line
 *    begins a block that may have blank lines.  A formula without an end is
 *    text.  After an opening $ and before a closing one stands no blank; no
 *    letter or digit stands before the first or after the second; an amount
 *    that goes on as text ($5 and ...) or many words are a price.  What is
 *    between \( and \), \[ and \] counts if it has no words outside of
 *    brackets and no link to a path: people escape brackets, too.
 *  - A backslash before `, [, < or ! makes it text.
 *
 * Markdown links (6.3, 6.4) are what CommonMark makes of them, but that
 * [[target]] is a wikilink first, that indented code is not recognised, and
 * that more than CX_MD_NEST brackets within each other are text.  Those of
 * HTML blocks (4.6), in tags and autolinks are none.  A link by reference
 * needs the definitions of the text, which stand anywhere in it:
 *
 *	struct cx_md_defs defs = {0};
 *
 *	cx_md_defs_find(&defs, body);
 *	cx_md_init(&m, body, CX_MD_LINK | CX_MD_INLINE);
 *	m.defs = &defs;
 *
 * A link is given where it ends, so that what stands in its text comes
 * before it: of [![a](b)](c) the image is the first.
 */
#ifndef CX_MD_H
#define CX_MD_H

#include <stdbool.h>
#include <stddef.h>

#include "lib/base/map.h"
#include "lib/base/mem.h"
#include "lib/base/str.h"

#define CX_MD_TICKS 255
#define CX_MD_NEST 64

enum cx_md_kind {
	/*
	 * [[target]], [[target#heading|alias]], with an exclamation mark
	 * before it an embed.  On one line, and the innermost pair:
	 * [[[x]]] is [ [[x]] ].  The target is what stands before `|` and `#`,
	 * trimmed, without the backslash of `\|` (as tables need it); it is
	 * empty for [[#heading]], which is not a link out.
	 *
	 * So are {{< ref "target#anchor" >}} and relref of Hugo, also with
	 * {{% %}}, and {% link target %} and {% post_url target %} of Jekyll;
	 * such an item ends with what they name.
	 */
	CX_MD_LINK = 1,
	/*
	 * #tag at the start of a line or after white space, in the characters
	 * that Obsidian allows (letters of any script, digits, emoji, `_`,
	 * `-`, `/`), the first no digit.  The target is the tag without `#`.
	 */
	CX_MD_TAG = 2,
	/*
	 * `path.md`, `path.md#heading`, `path.md:12`: a code span that is
	 * nothing but the path of a Markdown file; the target ends with .md.
	 */
	CX_MD_REF = 4,
	/*
	 * A fenced block, whole lines (block is set), or a code span that is
	 * no reference or was not asked for as one.  The target of a span is
	 * what stands between the backticks; a block has none.
	 */
	CX_MD_CODE = 8,
	/* <!-- --> with its delimiters; block is set if it starts a line.
	 * closed tells whether there is a `-->`.  No target. */
	CX_MD_COMMENT = 16,
	/* All that lies between the others; may go over several lines and
	 * paragraphs, and holds markup such as `>` and `**` as it is. */
	CX_MD_TEXT = 32,
	/*
	 * [text](destination "title") and ![image](destination); with the
	 * text's definitions at hand also [text][label], [label][] and
	 * [label] (reference is set).  The target is the destination's bytes
	 * without < and >, where they stand; cx_md_dest says what it means.
	 * Not together with CX_MD_TEXT.
	 */
	CX_MD_INLINE = 64,
	/* [label]: destination "title"; a label that begins with ^ is that of
	 * a footnote.  The target is the destination's bytes. */
	CX_MD_DEF = 128,
	/*
	 * <a href="destination">, <img src=destination>: a tag of HTML with one
	 * of these, and its bytes.  embed is set for src.  Its label is the
	 * value of srcset, a list; with that the target may be empty.  Its end
	 * is after the `<`: what stands in it is found, too, as without this
	 * kind.
	 * Together with CX_MD_INLINE or CX_MD_DEF.
	 */
	CX_MD_HTML = 512,
	/* A formula with its marks; the target is what stands between them.
	 * block is set if it starts a line. */
	CX_MD_MATH = 1024
};

/* How formulas are marked: $..$, $$..$$, \(..\), \[..\]. */
enum cx_md_math {
	CX_MD_DOLLAR,
	CX_MD_DOLLARS,
	CX_MD_PAREN,
	CX_MD_SQUARE,
	CX_MD_MATHS
};

/* From `from` on the next mark that ends a formula is at `at`; if none was
 * found, none is before it. */
struct cx_md_next {
	size_t from, at;
	bool found;
};

/* With the kinds: links are [[text|target]], as Dendron writes them
 * (wiki.dendron.so, "Links"); `dendron://vault/` before the target is not a
 * part of it. */
#define CX_MD_TEXT_FIRST 256U

struct cx_md_item {
	enum cx_md_kind kind;
	bool embed;
	bool block;
	bool closed;	      /* a comment or fence that has its end */
	bool reference;	      /* the target is that of a definition */
	bool angle;	      /* the target stands between < and >, or quotes */
	size_t start, end;    /* the whole construct */
	size_t target, after; /* the target is [target, after) */
	size_t label, label_end; /* of a definition; srcset of HTML */
};

/* Definitions by their labels; zeroed memory holds none. */
struct cx_md_def {
	size_t target, after;
};

struct cx_md_defs {
	struct cx_map labels;
	struct cx_md_def *v; /* by number of the label */
	size_t n, cap;
	struct cx_arena arena;
	struct cx_buf key;
};

/* A bracket that is open. */
struct cx_md_nest {
	size_t at;
	bool image;
	bool off; /* a link stands after it, so it opens none */
};

/* Read only, and only text; the rest belongs to md.c. */
struct cx_md {
	struct cx_str text;
	unsigned want;
	struct cx_md_defs *defs; /* of this text, to be set; or NULL */
	size_t pos;	 /* everything before is done */
	size_t given;	 /* everything before has been given or hidden */
	size_t seen;	 /* line was looked for up to here */
	size_t line;	 /* start of the line that holds seen */
	size_t own;	 /* where its own text begins, SIZE_MAX: not known */
	size_t para;	 /* end of the paragraph that holds pos, if above */
	size_t open[2];	 /* no `-->` ends a comment that starts in here */
	bool holding;
	bool ticks_ready;
	size_t ticks_end; /* ticks is complete up to this paragraph's end */
	struct cx_md_item held;
	size_t def_end;	  /* where a definition has ended */
	size_t inert;	  /* brackets before are HTML's */
	size_t hidden;	  /* hashtags before are in a tag, style or script */
	bool endless[2];  /* no style, no script that starts here ends */
	struct cx_md_next math[CX_MD_MATHS];
	size_t blank;	  /* a blank line after some formula */
	size_t bracket;	  /* the last one seen */
	size_t nest_para; /* end of the paragraph of nest */
	unsigned n_nest;
	struct cx_md_nest nest[CX_MD_NEST];
	size_t ticks[CX_MD_TICKS + 1]; /* last run of n seen, 0 for none */
};

/* want: the kinds to give, or-ed.  The text is borrowed. */
void cx_md_init(struct cx_md *m, struct cx_str text, unsigned want);

/* The next construct; false at the end. */
bool cx_md_next(struct cx_md *m, struct cx_md_item *it);

static inline struct cx_str
cx_md_item_target(const struct cx_md *m, const struct cx_md_item *it)
{
	return (struct cx_str){m->text.s + it->target, it->after - it->target};
}

/* Where the anchor of a link stands, after `#` and trimmed; false if it has
 * none.  That of a Markdown link may be percent-encoded: see cx_md_dest. */
bool cx_md_item_anchor(const struct cx_md *m, const struct cx_md_item *it,
    size_t *from, size_t *to);

/* A tag of HTML (6.6). */
struct cx_md_tag {
	struct cx_str name;
	struct cx_str url; /* the value of src or href; empty: none */
	struct cx_str set; /* that of srcset */
	bool closes;	   /* </name> */
	bool src;
};

/* How long the tag is that s begins with; 0 if it begins with none.  Time of
 * this length, or to the next `<` or quote. */
size_t cx_md_tag(struct cx_str s, struct cx_md_tag *tag);

/* The definitions of a text; what d held before is forgotten. */
void cx_md_defs_find(struct cx_md_defs *d, struct cx_str text);
void cx_md_defs_release(struct cx_md_defs *d);

/*
 * What a destination means: false for a URL, or a block of Logseq.  Else
 * appends the path to path, as cx_resolve takes it: without escapes, entities
 * and %20, and with "./" before it unless it begins with "/", "./" or "../";
 * nothing if there is only an anchor.  What follows `#` is appended to anchor,
 * if not NULL.
 */
bool cx_md_dest(struct cx_str dest, struct cx_buf *path,
    struct cx_buf *anchor);

/* How many bytes of a destination are its path: what is before # and ?. */
size_t cx_md_dest_len(struct cx_str dest);
/*
 * The way back: appends path, as cx_md_dest has given it, so that it can
 * stand where was, of such a length, has stood; angle: as in an item.  It
 * has "./" or percent signs if `was` had, or if it cannot do without.
 */
void cx_md_dest_put(struct cx_buf *out, struct cx_str path,
    struct cx_str was, bool angle);

/*
 * The headings of a text (4.2, 4.3) in their order, from { .rest = text } on:
 * not those in fenced code and comments.  One in a quote or list is nested, as
 * is one that is indented so far that it is code unless a list holds it.
 * Linear time.
 */
struct cx_md_heading {
	unsigned level; /* 1 to 6 */
	bool nested;
	/* As written, a part of the text: without the marks, blanks around
	 * it, and `{#id}`; may have several lines if it is underlined. */
	struct cx_str text;
};

struct cx_md_headings {
	struct cx_str rest;
	struct cx_str para; /* what may be underlined */
	size_t fence;	    /* length of the marks of a fence, 0 outside */
	size_t col;	    /* of the text of the list that holds it */
	size_t indent;	    /* of the fence, in columns below 4 */
	char mark;
	bool quoted, comment;
	bool endless[2]; /* no \], no $$ follows */
};

bool cx_md_heading_next(struct cx_md_headings *h, struct cx_md_heading *out);
/* Appends the text of a heading as people read it: without `**`, backticks,
 * `<em>` and its like, images (unless there is nothing else) and what makes
 * links of words, on one line. */
void cx_md_heading_words(struct cx_buf *out, struct cx_str text);
/* Appends a title of front matter, which is text, but for pairs of `<em>` and
 * its like: makers of sites render these (Eleventy, Jekyll, Hugo).  Linear
 * time. */
void cx_md_name(struct cx_buf *out, struct cx_str name);

/*
 * The first heading of level 1 of a text, `# so` or underlined with `=`, that
 * is in no fenced code, comment, quote or list; false if there is none, or if
 * `alone` and the text does not begin with it or has another.
 * Appended as cx_md_heading_words() does.  Linear time.
 */
bool cx_md_title(struct cx_str text, bool alone, struct cx_buf *out);

/*
 * Appends a text without what is for programs and writers alone: comments,
 * among them markers of regions, and Obsidian's %%comments%%.  One without an
 * end is text, and nothing is left out of code and mathematics.  A line that
 * had nothing else becomes blank, or goes.  Linear time.
 */
void cx_md_visible(struct cx_buf *out, struct cx_str text);

/*
 * The same for passages, where what a site makes of a text is not text either:
 * shortcodes, as {{< figure >}}, {{% so %}} and {% so %}, and lines that say
 * "do not edit this file".  It is in room; *kept tells what it is in text.
 */
struct cx_md_part {
	size_t at, from; /* offsets: there, in text */
};
struct cx_md_kept {
	struct cx_md_part *v;
	size_t n, cap;
};
struct cx_str cx_md_prose(struct cx_str text, struct cx_buf *room,
    struct cx_md_kept *kept);
size_t cx_md_kept_at(const struct cx_md_kept *kept, size_t at);
void cx_md_kept_release(struct cx_md_kept *kept);

/* The target in what stands between [[ and ]], as of a link in front matter:
 * a part of inner. */
struct cx_str cx_md_target(struct cx_str inner);

#endif
