/*
 * md.h: a scanner for the parts of Markdown that matter here: links, hashtags,
 * backtick references, and what hides them.
 *
 * It makes one pass over a text and returns its constructs in order.  It does
 * not allocate or recurse and takes linear time for every input.  The text is
 * the atom's body, after the front matter; it may contain any bytes and is
 * never changed.  Offsets are bytes from its start, spans are [start, end).
 *
 *	struct cx_md m;
 *	struct cx_md_item it;
 *
 *	cx_md_init(&m, body, CX_MD_LINK | CX_MD_TAG | CX_MD_REF);
 *	while (cx_md_next(&m, &it)) ...
 *
 * Blocks follow CommonMark 0.31 (https://spec.commonmark.org/0.31.2/), line by
 * line: blanks, `>` and list markers may precede a block.
 *
 *  - Fenced code (4.5), ``` or ~~~: ends at a line of at least as many of the
 *    same character, at a line with fewer quote markers, or with the text.
 *    Indented code is not recognised, because the text of lists is indented,
 *    too.
 *  - Code spans (6.1): a run of n backticks up to the next run of exactly n in
 *    the same paragraph.  A paragraph ends at a blank line, a heading, a list
 *    item, a table row, a fence, a comment that starts a line, or where the
 *    depth of quotes changes.  Runs of more than CX_MD_TICKS are text (cmark
 *    has a limit as well, since 0.28).
 *  - Comments (4.6, 6.6): one that starts a line runs to `-->`, or to the end
 *    of the quote or text; one within a line must end in its paragraph,
 *    otherwise its `<!--` is text.
 *  - Mathematics, which renderers take out first: $..$ in a paragraph, $$..$$,
 *    \(..\) and \[..\]; one of the last three alone on its line begins a block
 *    that may have blank lines.  An unterminated formula is text.  No blank may
 *    follow an opening $ or precede a closing one; no letter or digit may
 *    precede the first or follow the second; an amount followed by text ($5 and
 *    ...) or many words are a price.  \(..\) and \[..\] count only without
 *    words outside of brackets and without a link to a path, because people
 *    escape brackets, too.
 *  - A backslash before `, [, < or ! makes it text.
 *
 * Markdown links (6.3, 6.4) follow CommonMark, except that [[target]] is a
 * wikilink first, indented code is not recognised, and brackets nested deeper
 * than CX_MD_NEST are text.  HTML blocks (4.6), tags and autolinks contain no
 * links.  Reference links need the definitions, which may be anywhere in the
 * text:
 *
 *	struct cx_md_defs defs = {0};
 *
 *	cx_md_defs_find(&defs, body);
 *	cx_md_init(&m, body, CX_MD_LINK | CX_MD_INLINE);
 *	m.defs = &defs;
 *
 * A link is returned where it ends, after the constructs in its text: in
 * [![a](b)](c) the image comes first.
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
	 * [[target]], [[target#heading|alias]]; an exclamation mark before it
	 * makes it an embed.  It is on one line, and the innermost pair counts:
	 * [[[x]]] is [ [[x]] ].  The target is what precedes `|` and `#`,
	 * trimmed, without the backslash of `\|` (as tables need it); it is
	 * empty for [[#heading]], which is not a link out.
	 *
	 * Also {{< ref "target#anchor" >}} and relref of Hugo, with {{% %}} as
	 * well, and {% link target %} and {% post_url target %} of Jekyll; such
	 * an item ends with the name.
	 */
	CX_MD_LINK = 1,
	/*
	 * #tag at the start of a line or after white space, in the characters
	 * that Obsidian allows (letters of any script, digits, emoji, `_`, `-`,
	 * `/`), not starting with a digit.  The target is the tag without `#`.
	 */
	CX_MD_TAG = 2,
	/*
	 * `path.md`, `path.md#heading`, `path.md:12`: a code span that consists
	 * of the path of a Markdown file; the target ends with .md.
	 */
	CX_MD_REF = 4,
	/*
	 * A fenced block of whole lines (block is set), or a code span that is
	 * not a reference or when references were not requested.  The target of
	 * a span is the text between the backticks; a block has none.
	 */
	CX_MD_CODE = 8,
	/* <!-- --> with its delimiters; block is set if it starts a line.
	 * closed is set if there is a `-->`.  No target. */
	CX_MD_COMMENT = 16,
	/* Everything between the others; may span several lines and paragraphs
	 * and contains markup such as `>` and `**` unchanged. */
	CX_MD_TEXT = 32,
	/*
	 * [text](destination "title") and ![image](destination); if defs is
	 * set, also [text][label], [label][] and [label] (reference is set).
	 * The target is the bytes of the destination, without < and >, wherever
	 * it is; cx_md_dest decodes it.  Cannot be combined with CX_MD_TEXT.
	 */
	CX_MD_INLINE = 64,
	/* [label]: destination "title"; a label that begins with ^ is a
	 * footnote.  The target is the bytes of the destination. */
	CX_MD_DEF = 128,
	/*
	 * <a href="destination">, <img src=destination>: an HTML tag with one
	 * of these, and its bytes.  embed is set for src.  Its label is the
	 * value of srcset, a list; the target may then be empty.  Its end is
	 * after the `<`: its contents are scanned as they are without this
	 * kind.  Requires CX_MD_INLINE or CX_MD_DEF.
	 */
	CX_MD_HTML = 512,
	/* A formula with its marks; the target is the text between them.  block
	 * is set if it starts a line. */
	CX_MD_MATH = 1024
};

/* The marks of formulas: $..$, $$..$$, \(..\), \[..\]. */
enum cx_md_math {
	CX_MD_DOLLAR,
	CX_MD_DOLLARS,
	CX_MD_PAREN,
	CX_MD_SQUARE,
	CX_MD_MATHS
};

/* The next closing mark at or after `from` is at `at`; if found is false, there
 * is none before `at`. */
struct cx_md_next {
	size_t from, at;
	bool found;
};

/* Or-ed with the kinds: links are [[text|target]], as Dendron writes them
 * (wiki.dendron.so, "Links"); the target excludes `dendron://vault/`. */
#define CX_MD_TEXT_FIRST 256U

struct cx_md_item {
	enum cx_md_kind kind;
	bool embed;
	bool block;
	bool closed;	      /* a comment or fence that is terminated */
	bool reference;	      /* the target comes from a definition */
	bool angle;	      /* the target is enclosed in < and >, or quotes */
	size_t start, end;    /* the whole construct */
	size_t target, after; /* the target is [target, after) */
	size_t label, label_end; /* of a definition; srcset of HTML */
};

/* Definitions by label; zeroed memory holds none. */
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

/* An open bracket. */
struct cx_md_nest {
	size_t at;
	bool image;
	bool off; /* contains a link, so it cannot open one */
};

/* Only text may be read, only defs set; the rest is private to md.c. */
struct cx_md {
	struct cx_str text;
	unsigned want;
	struct cx_md_defs *defs; /* of this text, set by the caller; or NULL */
	size_t pos;	 /* everything before it is done */
	size_t given;	 /* all before it is returned or hidden */
	size_t seen;	 /* line has been computed up to here */
	size_t line;	 /* start of the line that holds seen */
	size_t own;	 /* start of its text proper; SIZE_MAX: unknown */
	size_t para;	 /* end of the paragraph that holds pos, if above */
	size_t open[2];	 /* no `-->` for comments that start in here */
	bool holding;
	bool ticks_ready;
	size_t ticks_end; /* ticks is complete up to this paragraph's end */
	struct cx_md_item held;
	size_t def_end;	  /* end of the last definition */
	size_t inert;	  /* brackets before this are HTML's */
	size_t hidden;	  /* hashtags before this are in a tag or script */
	size_t raw;	  /* tags of a site before this are text */
	bool endless[2];  /* unterminated style, script from here on */
	struct cx_md_next math[CX_MD_MATHS];
	size_t blank;	  /* a blank line after a formula */
	size_t bracket;	  /* the last one seen */
	size_t nest_para; /* end of the paragraph of nest */
	unsigned n_nest;
	struct cx_md_nest nest[CX_MD_NEST];
	size_t ticks[CX_MD_TICKS + 1]; /* last run of n seen, 0 for none */
};

/* Starts on a text, which is borrowed; want: the kinds to return, or-ed. */
void cx_md_init(struct cx_md *m, struct cx_str text, unsigned want);

/* Returns the next construct in *it; false at the end. */
bool cx_md_next(struct cx_md *m, struct cx_md_item *it);

static inline struct cx_str
cx_md_item_target(const struct cx_md *m, const struct cx_md_item *it)
{
	return (struct cx_str){m->text.s + it->target, it->after - it->target};
}

/* Finds the anchor of a link, after `#` and trimmed; returns false if it has
 * none.  In a Markdown link it may be percent-encoded: see cx_md_dest. */
bool cx_md_item_anchor(const struct cx_md *m, const struct cx_md_item *it,
    size_t *from, size_t *to);

/* An HTML tag (6.6). */
struct cx_md_tag {
	struct cx_str name;
	struct cx_str url; /* value of src or href, or empty */
	struct cx_str set; /* value of srcset */
	bool closes;	   /* </name> */
	bool src;
};

/* Returns the length of the tag that s begins with, or 0.  Takes time linear in
 * that length, or in the distance to the next `<` or quote. */
size_t cx_md_tag(struct cx_str s, struct cx_md_tag *tag);

/* Finds the definitions in a text, replacing the contents of d. */
void cx_md_defs_find(struct cx_md_defs *d, struct cx_str text);
void cx_md_defs_release(struct cx_md_defs *d);

/*
 * Decodes a destination; returns false for a URL or a Logseq block.  Otherwise
 * appends the path to path as cx_resolve expects it: without escapes, entities
 * and %20, with "./" before it unless it begins with "/", "./" or "../", or
 * nothing if there is only an anchor.  What follows `#` is appended to anchor,
 * if not NULL.
 */
bool cx_md_dest(struct cx_str dest, struct cx_buf *path,
    struct cx_buf *anchor);

/* Returns the length of the path of a destination, up to # or ?. */
size_t cx_md_dest_len(struct cx_str dest);
/*
 * The inverse: appends path, as returned by cx_md_dest, encoded so that it can
 * replace `was`; angle: as in an item.  It has "./" or percent signs if `was`
 * had, or if they are necessary.
 */
void cx_md_dest_put(struct cx_buf *out, struct cx_str path,
    struct cx_str was, bool angle);

/*
 * Iterates over the headings of a text (4.2, 4.3), starting from { .rest = text
 * }, skipping fenced code and comments.  A heading in a quote or list is
 * nested; so is one indented so far that it is code unless it is in a list.
 * Linear time.
 */
struct cx_md_heading {
	unsigned level; /* 1 to 6 */
	bool nested;
	/* As written, a part of the text: without marks, surrounding blanks and
	 * `{#id}`; an underlined heading may have several lines. */
	struct cx_str text;
};

struct cx_md_headings {
	struct cx_str rest;
	struct cx_str para; /* may turn out to be underlined */
	size_t marks;	    /* $$ in it */
	size_t fence;	    /* number of marks of the fence, 0 outside */
	size_t col;	    /* column of the text of the enclosing list */
	size_t indent;	    /* of the fence, in columns below 4 */
	char mark;
	bool quoted, comment;
	bool endless[2]; /* no further \], $$ */
};

bool cx_md_heading_next(struct cx_md_headings *h, struct cx_md_heading *out);
/* Appends the text of a heading as people read it: on one line, without `**`,
 * backticks, `<em>` and similar tags, link markup and images (unless there is
 * nothing else). */
void cx_md_heading_words(struct cx_buf *out, struct cx_str text);
/* Appends a title from front matter: plain text except for pairs of `<em>` and
 * similar tags, which site generators render (Eleventy, Jekyll, Hugo).  Linear
 * time. */
void cx_md_name(struct cx_buf *out, struct cx_str name);

/*
 * Finds the first heading of level 1, `# so` or underlined with `=`, outside
 * fenced code, comments, quotes and lists, and appends it like
 * cx_md_heading_words().  Returns false if there is none or if, with `alone`,
 * the text does not begin with it or has another.  Linear time.
 */
bool cx_md_title(struct cx_str text, bool alone, struct cx_buf *out);

/*
 * Appends a text without what only programs and writers need: comments,
 * including region markers, and Obsidian's %%comments%%.  Unterminated ones are
 * text; code and mathematics are kept.  A line left empty becomes blank or is
 * removed.  Linear time.
 */
void cx_md_visible(struct cx_buf *out, struct cx_str text);

/*
 * The same for passages: also removes what a site generator replaces,
 * shortcodes such as {{< figure >}}, {{% so %}} and {% so %}, and lines that
 * say "do not edit this file".  The result is in room; *kept maps its offsets
 * to those of text.
 */
struct cx_md_part {
	size_t at, from; /* offsets in the result and in text */
};
struct cx_md_kept {
	struct cx_md_part *v;
	size_t n, cap;
};
struct cx_str cx_md_prose(struct cx_str text, struct cx_buf *room,
    struct cx_md_kept *kept);
size_t cx_md_kept_at(const struct cx_md_kept *kept, size_t at);
void cx_md_kept_release(struct cx_md_kept *kept);

/* Returns the target of a link from the text between [[ and ]], as in front
 * matter: a part of inner. */
struct cx_str cx_md_target(struct cx_str inner);

#endif
