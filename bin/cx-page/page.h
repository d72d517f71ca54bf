/*
 * page.h: shared by the files of cx-page.
 *
 * The terms of the notes, counted as in the ranking of cx-score, for the search
 * in share/page.
 */
#ifndef PAGE_H
#define PAGE_H

#include "lib/base/map.h"
#include "lib/json/print.h"
#include "lib/record/record.h"
#include "lib/text/analyze.h"

/* The frequencies of a term in a note, by field. */
struct page_count {
	uint32_t term;
	uint32_t names, labels, text;
};

struct page_terms {
	struct cx_analyzer *analyzer;
	uint32_t *number; /* by analyzer number, + 1; 0: none yet */
	size_t number_cap;
	uint32_t *id; /* in the analyzer, by number */
	size_t n, id_cap;
	/* Of the current note: */
	struct page_count *count;
	size_t n_count, count_cap;
	struct cx_terms ids;
	uint32_t *named; /* words of its title and names */
	size_t n_named, named_cap;
	uint32_t names, text, pairs, body; /* lengths; text is without pairs */
	/* Its names and its headings, as JSON arrays without "[". */
	struct cx_buf exact, heads;
	const struct cx_record *rec;
	struct cx_map tags;
	struct cx_buf also; /* its texts that are not page members */
};

/*
 * Extracts the terms of a note.  Appends to p, in which an object is open, the
 * members for ranking, and to out its terms: their number, then for each the
 * distance to the previous one and (text << 1 | more), followed by names and
 * labels if `more` is set; all are LEB128 numbers.
 */
void page_terms_take(struct page_terms *t, const struct cx_record *rec,
    struct cx_printer *p, struct cx_buf *out);
/*
 * Prints the member `terms`: by number, each on a line, followed by the words
 * of which it is the stem: " ENDING", in which each "-" at the beginning takes
 * a letter off the term.
 */
void page_terms_print(struct page_terms *t, struct cx_printer *p);
void page_terms_release(struct page_terms *t);

/* The state for rendering notes.  Public: the first four. */
struct page_render {
	struct cx_resolver *notes, *images;
	const struct cx_map *targets; /* of the links of the current note */
	struct cx_map shown; /* paths of images in notes */
	struct cx_str path;
	struct cx_map feet, given; /* labels of footnotes; those with a text */
	struct cx_arena arena;	   /* for these */
	struct cx_buf text, source, made, html, room, anchor;
	struct page_piece *piece;
	size_t n_pieces, pieces_cap;
	size_t highlit;	     /* end of a highlight, 0 outside */
	struct cx_str quote; /* line prefix of a callout, in its title */
};

/* Whether a path has the suffix of an image that browsers show. */
bool page_is_image(struct cx_str path);
/*
 * Appends the HTML of a note, given without comments and without a first
 * heading that repeats its name.  Instead of href and src, links and images
 * have
 *	data-n	a number in targets		data-i	the path of an image
 *	data-p	the path of a note, or nothing	data-m	a missing image
 *	data-h	a heading, id or block		data-u	the URL of an image
 *	data-e	[[link]] that embeds a note	data-t	[[link]] without a label
 * and there are b with data-c, the kind of a callout, for its title, and b with
 * data-d, the number of a footnote; a with data-f links to it.
 */
void page_render(struct page_render *r, struct cx_str path, struct cx_str name,
    struct cx_str body, struct cx_buf *out);
void page_render_release(struct page_render *r);

#endif
