/*
 * page.h: what the files of cx-page share.
 *
 * The terms of the notes, as the ranking of cx-score counts them: share/page
 * searches by these.
 */
#ifndef PAGE_H
#define PAGE_H

#include "lib/base/map.h"
#include "lib/json/print.h"
#include "lib/record/record.h"
#include "lib/text/analyze.h"

/* How often a note has a term, by field. */
struct page_count {
	uint32_t term;
	uint32_t names, labels, text;
};

struct page_terms {
	struct cx_analyzer *analyzer;
	uint32_t *number; /* by number of the analyzer, + 1; 0: none yet */
	size_t number_cap;
	uint32_t n;	  /* terms; each has a number below */
	struct cx_buf words; /* the terms in order, each with "\n" */
	/* Of the note at hand: */
	struct page_count *count;
	size_t n_count, count_cap;
	struct cx_terms ids;
	uint32_t *named; /* words of its title and names */
	size_t n_named, named_cap;
	uint32_t names, text, pairs, body; /* lengths; text: but pairs */
	/* Its names and its headings, as JSON arrays without "[". */
	struct cx_buf exact, heads;
	const struct cx_record *rec;
	struct cx_map tags;
	struct cx_buf also; /* its texts that are no member of the page */
};

/*
 * Takes a note apart.  Appends to p, in which an object is open, the members
 * by which it is ranked, and to out its terms: how many there are, then for
 * each the distance to the one before and (text << 1 | more), after which
 * names and labels stand if `more` is set; all are numbers of LEB128.
 */
void page_terms_take(struct page_terms *t, const struct cx_record *rec,
    struct cx_printer *p, struct cx_buf *out);
/* Prints the member `stems`: what the words of the notes become. */
void page_terms_stems(const struct page_terms *t, struct cx_printer *p);
void page_terms_release(struct page_terms *t);

/* What notes are rendered with.  Public: the first four. */
struct page_render {
	struct cx_resolver *notes, *images;
	const struct cx_map *targets; /* of the links of the note at hand */
	struct cx_map shown; /* paths of images that notes show */
	struct cx_str path;
	struct cx_map feet, given; /* labels of footnotes; that have a text */
	struct cx_arena arena;	   /* for these */
	struct cx_buf text, source, made, html, room, anchor;
	struct page_piece *piece;
	size_t n_pieces, pieces_cap;
	size_t highlit;	     /* where a highlight ends, 0 outside */
	struct cx_str quote; /* what begins the lines of a callout, in its
				title */
};

/* Whether it ends as an image that browsers show. */
bool page_is_image(struct cx_str path);
/*
 * Appends the HTML of a note, which comes without comments and without a first
 * heading that repeats its name.  In place of href and src, links and images
 * have
 *	data-n	a number in targets		data-i	the path of an image
 *	data-p	the path of a note, or nothing	data-m	a missing image
 *	data-h	a heading, id or block		data-u	the URL of an image
 *	data-e	[[link]] that embeds a note	data-t	[[link]] without a label
 * and there are b with data-c, the kind of a callout, whose title it is, and
 * with data-d, the number of a footnote; a with data-f leads to it.
 */
void page_render(struct page_render *r, struct cx_str path, struct cx_str name,
    struct cx_str body, struct cx_buf *out);
void page_render_release(struct page_render *r);

#endif
