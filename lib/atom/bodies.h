/*
 * bodies.h: the texts of notes, as their files are now.
 *
 * A struct cx_atom_text reads one file after the other below an open directory:
 *
 *	struct cx_atom_text t = {0};
 *
 *	err = cx_atom_read(&t, vault.fd, "notes/a.md");
 *	if (err && err != EFBIG)
 *		cx_error(CX_PARTIAL, "%s: %s", path, cx_atom_why(err));
 *	cx_atom_text_release(&t);
 *
 * A struct cx_bodies finds the texts of records.  It looks for the vault when
 * the first file is needed; since records may be shown without bodies, a
 * missing vault is only a warning, printed once.
 *
 *	struct cx_bodies b = {.vault = option_C, .config = config};
 *	if (cx_body(&b, &rec, &body)) ...
 *	cx_bodies_release(&b);
 */
#ifndef CX_BODIES_H
#define CX_BODIES_H

#include "lib/config/config.h"
#include "lib/yaml/front.h"
#include "lib/record/record.h"
#include "lib/file/vault.h"

/* Initialise with zeroes; its contents are valid until the next read. */
struct cx_atom_text {
	struct cx_str text; /* the bytes of the file, at most CX_ATOM_MAX */
	struct cx_front front;
	struct cx_str body; /* after the front matter, as UTF-8 */
	/* Private: */
	struct cx_front_parser *parser;
	struct cx_arena arena;
	struct cx_buf file, clean;
};

/* Reads a file; returns 0 or an errno like cx_read_file; with EFBIG the text is
 * its first CX_ATOM_MAX bytes. */
int cx_atom_read(struct cx_atom_text *t, int dirfd, const char *path);
/* Returns the meaning of such an errno, and the remedy. */
const char *cx_atom_why(int err);
void cx_atom_text_release(struct cx_atom_text *t);

struct cx_bodies {
	const char *vault; /* -C, or NULL */
	const struct cx_config *config;
	bool needed; /* exit with status 2 if there is no vault */
	size_t line; /* line in the file where the last body begins, from 1 */
	/* Private: */
	enum {
		CX_BODIES_NEW,
		CX_BODIES_OPEN,
		CX_BODIES_NONE
	} state;
	bool told;
	struct cx_vault held;
	struct cx_atom_text text;
	struct cx_buf visible, clean;
};

/*
 * Gets the record's `body`, otherwise that of the file in the vault, valid
 * until the next call.  Returns false after a message if there is none; a file
 * that cannot be read completely raises CX_PARTIAL.
 */
bool cx_body(struct cx_bodies *b, const struct cx_record *rec,
    struct cx_str *body);
/* The same for display, without comments (cx_md_visible) and data (blob.h). */
bool cx_body_visible(struct cx_bodies *b, const struct cx_record *rec,
    struct cx_str *body);
/* Returns the line in the file where the body of a record begins, from 1. */
size_t cx_body_line(const struct cx_record *rec, struct cx_str body);
/* Gets the whole file or, if there is no vault, the record's `body`; if both
 * are missing, raises CX_PARTIAL. */
bool cx_content(struct cx_bodies *b, const struct cx_record *rec,
    struct cx_str *text);
void cx_bodies_release(struct cx_bodies *b);

#endif
