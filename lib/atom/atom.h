/*
 * atom.h: from the bytes of a file to its atom record (cx-formats(5)).
 *
 *	struct cx_atom_maker *m = cx_atom_maker_new(config, true);
 *	cx_atom_print(m, &file, cx_out(), &messages);
 *
 * A maker holds what is kept between atoms; each thread has its own.
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

/* config is borrowed; body: records have `body`, the text after the front
 * matter. */
struct cx_atom_maker *cx_atom_maker_new(const struct cx_config *config,
    bool body);
/* What cx_md_init is to be asked for, besides kinds, so that it finds the
 * links that the records of config have. */
unsigned cx_atom_links_as(const struct cx_config *config);
/* Where dates come from that no note has; borrowed, NULL (as at first) for
 * the time of the file. */
void cx_atom_maker_dates(struct cx_atom_maker *m, struct cx_git_dates *dates);
void cx_atom_maker_free(struct cx_atom_maker *m);

/*
 * Appends the record of f, one line, to out.  What was understood in part is
 * told twice: in the record's `problems`, and as lines "PATH:LINE:COL: text"
 * appended to messages, each ending in "\n", for whoever warns.
 */
void cx_atom_print(struct cx_atom_maker *m, const struct cx_atom_file *f,
    struct cx_buf *out, struct cx_buf *messages);

/* The same of a file whose bytes are at hand, all of them; messages become
 * warnings. */
void cx_atom_print_text(struct cx_atom_maker *m, struct cx_str path,
    struct cx_str text, int64_t mtime, struct cx_buf *out);

/* That record in *line, without its messages, and parsed: both good until
 * json or line is used again. */
const struct cx_json *cx_atom_record(struct cx_atom_maker *m,
    struct cx_json_parser *json, struct cx_str path, struct cx_str text,
    int64_t mtime, struct cx_buf *line);

/* The front matter of the record that was printed last, by the bytes of
 * f.text; NULL where these are not UTF-8, for then it was read from a text
 * that is not the file's.  Until the next one. */
const struct cx_front *cx_atom_front(const struct cx_atom_maker *m);

/* The tag that a piece of text in front matter is: appended in lower case,
 * without blanks around it and without #; nothing when it is none. */
void cx_atom_tag(struct cx_buf *out, struct cx_str piece);
/* The next tag of a text in front matter, separated as Obsidian has it: by
 * commas or blanks; false at the end. */
bool cx_atom_next_tag(struct cx_str *rest, struct cx_str *piece);
/* Appends a keyword as it is compared: without regard to case. */
void cx_atom_keyword(struct cx_buf *out, struct cx_str piece);
/* The target of a link in front matter, [[target|text]] or target: a part of
 * text; empty when it is none. */
struct cx_str cx_atom_link(struct cx_str text);
/* The next of several wikilinks, [[a]], [[b]]; false if there is none. */
bool cx_atom_next_link(struct cx_str *rest, struct cx_str *target);
/*
 * The links of a text in front matter: those of [[a]], [[b]] where it is
 * nothing else; any other text only in a list of links.
 */
typedef void cx_atom_link_fn(void *arg, struct cx_str target);
void cx_atom_links(struct cx_str text, bool list, cx_atom_link_fn *put,
    void *arg);
/* The target of [[target]] without quotes, which YAML reads as a list in a
 * list: a part of text, whose front matter parser has just read; empty when
 * the node is none. */
struct cx_str cx_atom_bare_link(const struct cx_front_parser *parser,
    struct cx_str text, const struct cx_front *front,
    const struct cx_json *node);

#endif
