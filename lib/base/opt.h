/*
 * opt.h: command lines.
 *
 * A program has one static table of options, each bound to a variable, and
 * one usage text.  --help and --version are known to all; both print to
 * stdout and end with 0.  A bad option prints two lines to stderr (what is
 * wrong; the usage line) and ends with 2, with nothing on stdout.
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
 * What remains are the operands, a.argv[0..a.argc), in their order.  Long
 * options may be written --top=5 and --top 5; short ones -n5 and -n 5; flags
 * may be joined, -xy.  An argument whose name is written "=N" in the table is
 * optional and only taken in the form --hubs=N.  Of an option that is given
 * twice the last counts, unless it is a list.
 */
#ifndef CX_OPT_H
#define CX_OPT_H

#include "lib/base/err.h"
#include "lib/base/str.h"

#include <stdint.h>

#define CX_VERSION "0.1.0"

enum cx_opt_kind {
	CX_KIND_NONE,	/* nothing to set but the mode, if there is one */
	CX_KIND_FLAG,	/* true */
	CX_KIND_TEXT,	/* the argument, borrowed from argv */
	CX_KIND_STR,	/* the same, which has to be UTF-8 */
	CX_KIND_NUMBER, /* an integer of lo..hi */
	CX_KIND_WORD,	/* which of `words` it is, from 0 */
	CX_KIND_LIST	/* the argument, added to a list */
};

/* The arguments of an option that may be repeated; v grows and is never
 * freed, as it lives as long as the program. */
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
	int *mode; /* options of one mode exclude each other; NULL for none */
	int is;	   /* what *mode becomes, not 0 */
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

/* What several programs take, with one meaning and one help text. */
struct cx_common {
	const char *config; /* -c: for cx_config_load */
	const char *vault;  /* -C: for cx_vault_init */
	const char *now;    /* --now: has been given to cx_now_init */
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
	const char *synopsis; /* one form a line */
	const char *summary;  /* the .Nd line of the manual */
	const struct cx_opt *options;
	/* Operands are words of a query: after the first one -word is one,
	 * too, and what has a blank before any = is no option. */
	bool query;
};

struct cx_args {
	const struct cx_usage *usage;
	int argc;
	char **argv;
	const char *joined; /* rest of a group of short options */
	const char *value;
	const struct cx_opt *option; /* whose value it is */
	bool dashes; /* -- has ended the options */
	int before;  /* operands before it */
};

/* Calls cx_start, sets every variable and, where the table has CX_OPT_NOW,
 * the time. */
struct cx_args cx_args_parse(const struct cx_usage *usage, int argc,
    char **argv);

/* "cx-score: text" and the usage line on stderr, status 2. */
void cx_usage_die(const struct cx_args *a, const char *fmt, ...) CX_NORETURN
    CX_PRINTF(2, 3);

/* --- what somebody meant who mistyped a word --- */

/* As much as a mistake can be. */
#define CX_NEAR_MAX 2

/*
 * How many bytes more, less, changed or swapped with their neighbour make
 * `other` out of `word` (Damerau, "A technique for computer detection and
 * correction of spelling errors", 1964; no byte is edited twice).  What begins
 * with the word counts 1.  More than CX_NEAR_MAX where they are not near: also
 * where hardly anything of a short word would be left.
 */
unsigned cx_nearness(struct cx_str word, struct cx_str other);

#endif
