/*
 * bodies.h: the text of atoms, all of it or that behind the front matter.
 * The vault is looked for when the first file is needed; records may be shown
 * without their bodies, so that there is none is a warning, said once.
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

struct cx_bodies {
	const char *vault; /* -C, or NULL */
	const struct cx_config *config;
	/* Private: */
	enum {
		CX_BODIES_NEW,
		CX_BODIES_OPEN,
		CX_BODIES_NONE
	} state;
	bool told;
	struct cx_vault held;
	struct cx_front_parser *front;
	struct cx_arena arena;
	struct cx_buf text;
};

/*
 * The record's `body`, else that of the file in the vault, good until the
 * next call.  False, after a message, when it cannot be had; a file that
 * cannot be read, or not all of it, raises CX_PARTIAL.
 */
bool cx_body(struct cx_bodies *b, const struct cx_record *rec,
    struct cx_str *body);
/* The whole file, else, where there is no vault, the record's `body`; without
 * either it is CX_PARTIAL. */
bool cx_content(struct cx_bodies *b, const struct cx_record *rec,
    struct cx_str *text);
void cx_bodies_release(struct cx_bodies *b);

#endif
