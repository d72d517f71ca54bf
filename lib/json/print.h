/*
 * print.h: printing JSON.  The printer knows about commas, quotes and
 * escapes, so programs never do.
 *
 *	struct cx_printer p = cx_printer(cx_out());
 *	cx_print_object(&p);
 *	cx_print_kstr(&p, "path", path);
 *	cx_print_line(&p);
 *
 * Output is compact: no blanks.  Strings are UTF-8 as they are; escaped are
 * only `"`, `\`, control bytes below 0x20 (short forms where JSON has them)
 * and U+007F.  Bytes that are not UTF-8 are printed as U+FFFD: a record is
 * UTF-8 by construction, and whoever cares about the loss checks before.
 */
#ifndef CX_PRINT_H
#define CX_PRINT_H

#include "lib/json/json.h"
#include "lib/base/mem.h"

#include <stdint.h>

/* Deepest nesting that can be printed; more is a bug and ends the program. */
#define CX_PRINT_DEPTH 64

struct cx_printer {
	struct cx_buf *out;	/* borrowed */
	unsigned depth;
	uint64_t object;	/* bit per level: closes with } and not ] */
	bool comma;		/* something stands before in this level */
};

struct cx_printer cx_printer(struct cx_buf *out);

void cx_print_object(struct cx_printer *p);
void cx_print_array(struct cx_printer *p);
/* Ends the innermost object or array. */
void cx_print_end(struct cx_printer *p);
/* A name of our own, with nothing to escape; then any other. */
void cx_print_key(struct cx_printer *p, const char *name);
void cx_print_keyn(struct cx_printer *p, struct cx_str name);
void cx_print_str(struct cx_printer *p, struct cx_str s);
void cx_print_int(struct cx_printer *p, int64_t n);
/* The shortest decimal that reads back as d; d is finite. */
void cx_print_real(struct cx_printer *p, double d);
/* n millionths with at most 6 decimals: 41000000 is 41, 6300000 is 6.3. */
void cx_print_micro(struct cx_printer *p, int64_t n);
void cx_print_bool(struct cx_printer *p, bool b);
void cx_print_null(struct cx_printer *p);
/* JSON text that is known to be valid. */
void cx_print_raw(struct cx_printer *p, struct cx_str json);
void cx_print_json(struct cx_printer *p, const struct cx_json *n);
/* Ends what is open, and the line. */
void cx_print_line(struct cx_printer *p);

/* A key and the value, or the beginning of it. */
void cx_print_kobject(struct cx_printer *p, const char *name);
void cx_print_karray(struct cx_printer *p, const char *name);
void cx_print_kstr(struct cx_printer *p, const char *name, struct cx_str s);
void cx_print_kint(struct cx_printer *p, const char *name, int64_t n);
void cx_print_kreal(struct cx_printer *p, const char *name, double d);
void cx_print_kmicro(struct cx_printer *p, const char *name, int64_t n);
void cx_print_kbool(struct cx_printer *p, const char *name, bool b);
void cx_print_kraw(struct cx_printer *p, const char *name, struct cx_str json);

/* "..." with escapes, outside of any printer. */
void cx_print_quoted(struct cx_buf *out, struct cx_str s);

#endif
