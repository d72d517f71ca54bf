/*
 * atom.h: turns the bytes of a file into its atom record (cx-formats(5)).
 *
 *	struct cx_atom_maker *m = cx_atom_maker_new(config, true);
 *	cx_atom_print(m, &file, cx_out(), &messages);
 *
 * A maker holds state kept between atoms; each thread needs its own.
 */
#ifndef CX_ATOM_H
#define CX_ATOM_H

#include "lib/config/config.h"
#include "lib/file/gitdates.h"
#include "lib/yaml/front.h"
#include "lib/base/mem.h"

#include <stdint.h>

struct cx_atom_file {
	struct cx_str path; /* in the vault, UTF-8 */
	struct cx_str text; /* all bytes, or the first CX_ATOM_MAX of them */
	uint64_t size;	    /* of the whole file, in bytes */
	uint64_t newlines;  /* in the whole file */
	int64_t mtime;	    /* seconds since 1970 */
};

struct cx_atom_maker;

/* config is borrowed; body: records get a `body`, the text after the front
 * matter. */
struct cx_atom_maker *cx_atom_maker_new(const struct cx_config *config,
    bool body);
/* Returns the flags for cx_md_init, besides kinds, that make it find the same
 * links as the records of this configuration. */
unsigned cx_atom_links_as(const struct cx_config *config);
/* Sets the source of dates that a note lacks; borrowed, NULL (initially) for
 * the time of the file. */
void cx_atom_maker_dates(struct cx_atom_maker *m, struct cx_git_dates *dates);
void cx_atom_maker_free(struct cx_atom_maker *m);

/*
 * Appends the record of f, one line, to out.  Input understood only in part is
 * reported twice: in the record's `problems`, and in messages as lines
 * "PATH:LINE:COL: text", each ending in "\n", for callers that warn.
 */
void cx_atom_print(struct cx_atom_maker *m, const struct cx_atom_file *f,
    struct cx_buf *out, struct cx_buf *messages);

/* The same for a file whose bytes are all in text; messages become warnings. */
void cx_atom_print_text(struct cx_atom_maker *m, struct cx_str path,
    struct cx_str text, int64_t mtime, struct cx_buf *out);

/* Puts that record, without messages, into *line and parses it; both are valid
 * until json or line is used again. */
const struct cx_json *cx_atom_record(struct cx_atom_maker *m,
    struct cx_json_parser *json, struct cx_str path, struct cx_str text,
    int64_t mtime, struct cx_buf *line);

/* Returns the front matter of the record printed last, with offsets in f.text;
 * NULL if that is not UTF-8, since it was read from a cleaned copy.  Valid
 * until the next record. */
const struct cx_front *cx_atom_front(const struct cx_atom_maker *m);

/* Appends the tag in a piece of front matter text, in lower case, without
 * surrounding blanks and #; nothing if it is not a tag. */
void cx_atom_tag(struct cx_buf *out, struct cx_str piece);
/* Splits off the next tag of a front matter text, separated by commas or blanks
 * as in Obsidian; false at the end. */
bool cx_atom_next_tag(struct cx_str *rest, struct cx_str *piece);
/* Appends a keyword in the form used for comparison, ignoring case. */
void cx_atom_keyword(struct cx_buf *out, struct cx_str piece);
/* Returns the target of a link in front matter, [[target|text]] or target, as a
 * part of text; empty if it is not a link. */
struct cx_str cx_atom_link(struct cx_str text);
/* Splits off the next of several wikilinks, [[a]], [[b]]; false at the end. */
bool cx_atom_next_link(struct cx_str *rest, struct cx_str *target);
/*
 * Calls put for the links in a front matter text: those in [[a]], [[b]] if it
 * contains nothing else; other text is a link only in a list of links.
 */
typedef void cx_atom_link_fn(void *arg, struct cx_str target);
void cx_atom_links(struct cx_str text, bool list, cx_atom_link_fn *put,
    void *arg);
/* Returns the target of an unquoted [[target]], which YAML reads as a list in a
 * list, as a part of text, which the parser has just read; empty if the node is
 * something else. */
struct cx_str cx_atom_bare_link(const struct cx_front_parser *parser,
    struct cx_str text, const struct cx_front *front,
    const struct cx_json *node);

#endif
