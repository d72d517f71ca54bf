/*
 * opt.h: command lines.
 *
 * A program has one static table of options, each bound to a variable, and one
 * usage text.  Every program has --help and --version, which print to stdout
 * and exit with 0.  A bad option prints two lines to stderr (the error and the
 * usage line), nothing to stdout, and exits with 2.
 *
 *	static bool dry;
 *	static const char *where;
 *	static int64_t top = 10;
 *	static int rank;
 *	static const struct cx_opt options[] = {
 *		CX_OPT_FLAG('n', "dry-run", dry, "print what would change"),
 *		CX_OPT_INT(0, "top", "N", top, 0, 100, "at most N (10)"),
 *		CX_OPT_TEXT(0, "where", "EXPR", where, "only these"),
 *		CX_OPT_WORD(0, "rank", "NAME", rank, "cortex recall", "..."),
 *		CX_OPT_CONFIG, CX_OPT_END
 *	};
 *	static const struct cx_usage usage = {
 *		"cx-score", "[--top N] [--] WORD...",
 *		"rank records against a query", options};
 *
 *	struct cx_args a = cx_args_parse(&usage, argc, argv);
 *
 * Options may stand anywhere before `--`, which ends them; `-` is an operand.
 * The operands remain in order in a.argv[0..a.argc).  Long options may be
 * written --top=5 and --top 5; short ones -n5 and -n 5; flags may be joined,
 * -xy.  An argument whose name is written "=N" in the table is optional and
 * only taken in the form --hubs=N.  If an option is repeated, the last one
 * counts, unless it is a list.
 */
#ifndef CX_OPT_H
#define CX_OPT_H

#include "lib/base/err.h"
#include "lib/base/str.h"

#include <stdint.h>

#define CX_VERSION "0.1.0"

enum cx_opt_kind {
	CX_KIND_NONE,	/* sets only the mode, if there is one */
	CX_KIND_FLAG,	/* true */
	CX_KIND_TEXT,	/* the argument, borrowed from argv */
	CX_KIND_STR,	/* the same, but must be UTF-8 */
	CX_KIND_NUMBER, /* an integer of lo..hi */
	CX_KIND_WORD,	/* its index in `words`, from 0 */
	CX_KIND_LIST	/* the argument, added to a list */
};

/* The arguments of an option that may be repeated.  v grows and is never freed,
 * because it lives as long as the program. */
struct cx_opt_list {
	char **v;
	size_t n, cap;
};

struct cx_opt {
	char letter;	      /* 0 for none */
	const char *name;     /* NULL for none */
	const char *argument; /* NULL for a flag */
	const char *help;
	enum cx_opt_kind kind;
	union {
		bool *flag;
		const char **text;
		struct cx_str *str;
		int64_t *number;
		int *word;
		struct cx_opt_list *list;
	};
	int64_t lo, hi;
	const char *words; /* separated by blanks */
	int *mode; /* options of one mode exclude each other; may be NULL */
	int is;	   /* the value for *mode, not 0 */
};

#define CX_OPT_FLAG(l, n, var, text_)                                         \
	{.letter = (l), .name = (n), .help = (text_), .kind = CX_KIND_FLAG,   \
	    .flag = &(var)}
#define CX_OPT_TEXT(l, n, arg, var, text_)                                    \
	{.letter = (l), .name = (n), .argument = (arg), .help = (text_),      \
	    .kind = CX_KIND_TEXT, .text = &(var)}
#define CX_OPT_STR(l, n, arg, var, text_)                                     \
	{.letter = (l), .name = (n), .argument = (arg), .help = (text_),      \
	    .kind = CX_KIND_STR, .str = &(var)}
#define CX_OPT_INT(l, n, arg, var, min, max, text_)                           \
	{.letter = (l), .name = (n), .argument = (arg), .help = (text_),      \
	    .kind = CX_KIND_NUMBER, .number = &(var), .lo = (min), .hi = (max)}
#define CX_OPT_WORD(l, n, arg, var, list_, text_)                             \
	{.letter = (l), .name = (n), .argument = (arg), .help = (text_),      \
	    .kind = CX_KIND_WORD, .word = &(var), .words = (list_)}
#define CX_OPT_LIST(l, n, arg, var, text_)                                    \
	{.letter = (l), .name = (n), .argument = (arg), .help = (text_),      \
	    .kind = CX_KIND_LIST, .list = &(var)}
#define CX_OPT_MODE(l, n, var, value_, text_)                                 \
	{.letter = (l), .name = (n), .help = (text_), .mode = &(var),         \
	    .is = (value_)}
#define CX_OPT_MODE_TEXT(l, n, arg, var, value_, to, text_)                   \
	{.letter = (l), .name = (n), .argument = (arg), .help = (text_),      \
	    .kind = CX_KIND_TEXT, .text = &(to), .mode = &(var),              \
	    .is = (value_)}
#define CX_OPT_END {.letter = 0}

/* Options that several programs share, with one meaning and one help text. */
struct cx_common {
	const char *config; /* -c: for cx_config_load */
	const char *vault;  /* -C: for cx_vault_init */
	const char *now;    /* --now, already passed to cx_now_init */
};
extern struct cx_common cx_common;

#define CX_OPT_CONFIG                                                         \
	CX_OPT_TEXT('c', NULL, "CONFIG", cx_common.config,                    \
	    "configuration, as cx-config prints it")
#define CX_OPT_VAULT                                                          \
	CX_OPT_TEXT('C', NULL, "VAULT", cx_common.vault, "the vault")
#define CX_OPT_NOW                                                            \
	CX_OPT_TEXT(0, "now", "DATE", cx_common.now,                          \
	    "YYYY-MM-DD[THH:MM:SS] instead of the clock")
#define CX_OPT_STRICT                                                         \
	CX_OPT_FLAG(0, "strict", cx_strict, "end with 3 after any warning")

struct cx_usage {
	const char *prog;
	const char *synopsis; /* one form per line */
	const char *summary;  /* the .Nd line of the manual */
	const struct cx_opt *options;
	/* Operands are words of a query: after the first one, -word is an
	 * operand, and so is an argument with a blank before any =. */
	bool query;
};

struct cx_args {
	const struct cx_usage *usage;
	int argc;
	char **argv;
	const char *joined; /* rest of a group of short options */
	const char *value;
	const struct cx_opt *option; /* the option that value belongs to */
	bool dashes; /* -- has ended the options */
	int before;  /* number of operands before it */
};

/* Calls cx_start, sets all variables and, if the table has CX_OPT_NOW, the
 * time. */
struct cx_args cx_args_parse(const struct cx_usage *usage, int argc,
    char **argv);

/* Prints "cx-score: text" and the usage line to stderr and exits with 2. */
void cx_usage_die(const struct cx_args *a, const char *fmt, ...) CX_NORETURN
    CX_PRINTF(2, 3);

/* --- suggestions for mistyped words --- */

/* The largest distance that counts as a typing mistake. */
#define CX_NEAR_MAX 2

/*
 * Returns how many bytes must be added, removed, changed or swapped with their
 * neighbour to turn `word` into `other` (Damerau, "A technique for computer
 * detection and correction of spelling errors", 1964; no byte is edited twice).
 * Words that begin with `word` have distance 1.  Returns more than CX_NEAR_MAX
 * for words that are not near, or if hardly anything of a short word would be
 * left.
 */
unsigned cx_nearness(struct cx_str word, struct cx_str other);

#endif
