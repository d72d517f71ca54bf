/*
 * print.h: printing JSON.  The printer takes care of commas, quotes and
 * escapes.
 *
 *	struct cx_printer p = cx_printer(cx_out());
 *	cx_print_object(&p);
 *	cx_print_kstr(&p, "path", path);
 *	cx_print_line(&p);
 *
 * Output is compact: no blanks.  In strings only `"`, `\`, control bytes below
 * 0x20 (short forms where JSON has them) and U+007F are escaped.  Bytes that
 * are not UTF-8 are printed as U+FFFD: records are UTF-8 by construction, and
 * callers that care about the loss must check first.
 */
#ifndef CX_PRINT_H
#define CX_PRINT_H

#include "lib/json/json.h"
#include "lib/base/mem.h"

#include <stdint.h>

/* The deepest nesting that can be printed; going deeper is a bug and fatal. */
#define CX_PRINT_DEPTH 64

struct cx_printer {
	struct cx_buf *out;	/* borrowed */
	unsigned depth;
	uint64_t object;	/* bit per level: 1 ends with }, 0 with ] */
	bool comma;		/* this level already has a value */
};

struct cx_printer cx_printer(struct cx_buf *out);

void cx_print_object(struct cx_printer *p);
void cx_print_array(struct cx_printer *p);
/* Closes the innermost object or array. */
void cx_print_end(struct cx_printer *p);
/* Print a key of our own, which needs no escapes, or any key. */
void cx_print_key(struct cx_printer *p, const char *name);
void cx_print_keyn(struct cx_printer *p, struct cx_str name);
void cx_print_str(struct cx_printer *p, struct cx_str s);
void cx_print_int(struct cx_printer *p, int64_t n);
/* Prints the shortest decimal that reads back as d, which must be finite. */
void cx_print_real(struct cx_printer *p, double d);
/* Prints n millionths with at most 6 decimals: 41000000 is 41, 6300000 is
 * 6.3. */
void cx_print_micro(struct cx_printer *p, int64_t n);
void cx_print_bool(struct cx_printer *p, bool b);
void cx_print_null(struct cx_printer *p);
/* Prints JSON text that is known to be valid. */
void cx_print_raw(struct cx_printer *p, struct cx_str json);
void cx_print_json(struct cx_printer *p, const struct cx_json *n);
/* Closes what is open and ends the line. */
void cx_print_line(struct cx_printer *p);

/* Print a key and the value, or the start of it. */
void cx_print_kobject(struct cx_printer *p, const char *name);
void cx_print_karray(struct cx_printer *p, const char *name);
void cx_print_kstr(struct cx_printer *p, const char *name, struct cx_str s);
void cx_print_kint(struct cx_printer *p, const char *name, int64_t n);
void cx_print_kreal(struct cx_printer *p, const char *name, double d);
void cx_print_kmicro(struct cx_printer *p, const char *name, int64_t n);
void cx_print_kbool(struct cx_printer *p, const char *name, bool b);
void cx_print_kraw(struct cx_printer *p, const char *name, struct cx_str json);

/* Appends "..." with escapes, without a printer. */
void cx_print_quoted(struct cx_buf *out, struct cx_str s);

#endif
