#include "lib/base/opt.h"
#include "lib/base/date.h"
#include "lib/base/mem.h"
#include "lib/base/self.h"
#include "lib/base/utf8.h"

#include <stdlib.h>
#include <string.h>

struct cx_common cx_common;

#define HELP_LETTER 'h'
#define COLUMNS 80
#define HELP_COLUMN 30

/* Where a text may end a line. */
enum breaks {
	WORDS,
	GROUPS, /* of a synopsis, such as [--top N] */
	CHOICES /* and before the | within one */
};

/* The length of the piece at the start of s. */
static size_t
piece(struct cx_str s, enum breaks breaks)
{
	unsigned depth = 0;
	size_t i, word = 0;

	for (i = 0; i < s.len; i++) {
		char c = s.s[i];
		bool option = s.s[word] == '-';

		depth += c == '[' || c == '(';
		depth -= depth && (c == ']' || c == ')');
		if (c != ' ' || i + 1 == s.len)
			continue;
		if (breaks == WORDS ||
		    (breaks == CHOICES && s.s[i + 1] == '|') ||
		    (depth == 0 && !option && s.s[i + 1] != '-'))
			break;
		word = i + 1;
	}
	return i;
}

/* Fills lines of 80 columns, of which the first has `column` already. */
static void
put_filled(struct cx_buf *b, struct cx_str text, size_t column, size_t indent,
    enum breaks breaks)
{
	bool first = true;

	while (text.len) {
		size_t n = piece(text, breaks);

		if (!first && column + 1 + n > COLUMNS) {
			cx_buf_fmt(b, "\n%*s", (int)indent, "");
			column = indent;
		} else if (!first) {
			cx_buf_char(b, ' ');
			column++;
		}
		cx_buf_add(b, text.s, n);
		column += n;
		text = cx_str_from(text, n + 1);
		first = false;
	}
	cx_buf_char(b, '\n');
}

/* "usage: cx-x SYNOPSIS", the following forms indented below. */
static void
put_usage(struct cx_buf *b, const struct cx_usage *u)
{
	struct cx_str rest = cx_str(u->synopsis), form;
	size_t column = strlen("usage: ") + strlen(u->prog);
	const char *head = "usage: ";

	if (!*u->synopsis)
		cx_buf_fmt(b, "usage: %s\n", u->prog);
	while (cx_str_split(&rest, '\n', &form)) {
		cx_buf_fmt(b, "%s%s%s", head, u->prog, form.len ? " " : "");
		put_filled(b, form, column + 1, column + 1, CHOICES);
		head = "       ";
	}
}

static void
put_option(struct cx_buf *b, const struct cx_opt *o)
{
	CX_AUTO_BUF left = CX_BUF_INIT;
	const char *arg = o->argument;

	cx_buf_puts(&left, "  ");
	if (o->letter)
		cx_buf_fmt(&left, "-%c", o->letter);
	if (o->letter && o->name)
		cx_buf_puts(&left, ", ");
	if (o->name)
		cx_buf_fmt(&left, "%s--%s", o->letter ? "" : "    ", o->name);
	if (arg && arg[0] == '=')
		cx_buf_fmt(&left, "[%s]", arg);
	else if (arg)
		cx_buf_fmt(&left, " %s", arg);
	if (left.len > HELP_COLUMN - 2)
		cx_buf_fmt(b, "%s\n%*s", cx_buf_cstr(&left), HELP_COLUMN, "");
	else
		cx_buf_fmt(b, "%-*s", HELP_COLUMN, cx_buf_cstr(&left));
	put_filled(b, cx_str(o->help), HELP_COLUMN, HELP_COLUMN, WORDS);
}

static void
help(const struct cx_usage *u)
{
	static const struct cx_opt common[] = {
	    {.letter = HELP_LETTER, .name = "help",
		.help = "print this and exit"},
	    {.name = "version", .help = "print the version and exit"}};
	struct cx_buf *b = cx_out();
	const struct cx_opt *o;
	size_t i;

	cx_buf_fmt(b, "%s - %s\n\n", u->prog, u->summary);
	put_usage(b, u);
	cx_buf_puts(b, "\n");
	for (o = u->options; o->letter || o->name; o++)
		put_option(b, o);
	for (i = 0; i < 2; i++)
		put_option(b, &common[i]);
}

/* "cx score" where cx-score was started so; NULL where a pipeline was, whose
 * options are others. */
static const char *
command_name(const struct cx_usage *u)
{
	const char *typed = cx_prog(), *name = u->prog;

	if (strncmp(typed, "cx ", 3) != 0)
		return name;
	return strncmp(name, "cx-", 3) == 0 &&
	    strcmp(typed + 3, name + 3) == 0 ? typed : NULL;
}

void
cx_usage_die(const struct cx_args *a, const char *fmt, ...)
{
	const char *name = command_name(a->usage);
	const char *hint = a->usage->query ? "words that begin with - go after "
	    "--" : "try --help";
	const size_t room = COLUMNS - strlen(": usage:  ... ()") -
	    strlen(hint) - 2 * strlen(a->usage->prog);
	struct cx_str form = {NULL, 0}, rest = cx_str(a->usage->synopsis);
	struct cx_buf b = CX_BUF_INIT;
	size_t n = 0, next;
	va_list ap;

	va_start(ap, fmt);
	cx_buf_vfmt(&b, fmt, ap);
	va_end(ap);
	cx_note("%s", cx_buf_cstr(&b));
	cx_buf_release(&b);
	if (!name) {
		cx_note("try %s --help", cx_prog());
		exit(CX_USAGE);
	}
	/* Two lines, however long the forms are and however many. */
	cx_str_split(&rest, '\n', &form);
	while (n < form.len) {
		next = n + (n > 0);
		next += piece(cx_str_from(form, next), GROUPS);
		if (next > room)
			break;
		n = next;
	}
	cx_note("usage: %s%s%.*s%s (%s)", name, n ? " " : "",
	    (int)n, form.s ? form.s : "", (n < form.len || rest.len) &&
	    !cx_str_ends(cx_strn(form.s, n), CX_STR("...")) ? " ..." : "",
	    hint);
	exit(CX_USAGE);
}

static const struct cx_opt *
find_long(const struct cx_usage *u, struct cx_str name)
{
	const struct cx_opt *o;

	for (o = u->options; o->letter || o->name; o++) {
		if (o->name && cx_str_is(name, o->name))
			return o;
	}
	return NULL;
}

static const struct cx_opt *
find_letter(const struct cx_usage *u, char letter)
{
	const struct cx_opt *o;

	for (o = u->options; o->letter || o->name; o++) {
		if (o->letter && o->letter == letter)
			return o;
	}
	return NULL;
}

static char *
shift(struct cx_args *a)
{
	a->argc--;
	return *a->argv++;
}

static void CX_NORETURN
answer(const struct cx_usage *u, bool version)
{
	if (version)
		cx_buf_fmt(cx_out(), "%s (cortex) %s\n", u->prog, CX_VERSION);
	else
		help(u);
	exit(cx_finish());
}

static void CX_NORETURN
unknown_option(struct cx_args *a, struct cx_str name)
{
	unsigned least = CX_NEAR_MAX + 1, n;
	const struct cx_opt *o, *near = NULL;

	for (o = a->usage->options; o->letter || o->name; o++) {
		n = o->name ? cx_nearness(name, cx_str(o->name)) : least;
		if (n < least) {
			least = n;
			near = o;
		}
	}
	cx_usage_die(a, "unknown option --%.*s%s%s%s", (int)name.len, name.s,
	    near ? "; did you mean --" : "", near ? near->name : "",
	    near ? "?" : "");
}

static void
long_option(struct cx_args *a, const char *text)
{
	const char *eq = strchr(text, '=');
	struct cx_str name = cx_strn(text, eq ? (size_t)(eq - text)
					      : strlen(text));
	const struct cx_opt *o = find_long(a->usage, name);

	if (!o && (cx_str_is(name, "help") || cx_str_is(name, "version")) &&
	    !eq)
		answer(a->usage, cx_str_is(name, "version"));
	if (!o)
		unknown_option(a, name);
	a->value = eq ? eq + 1 : NULL;
	if (!o->argument) {
		if (eq)
			cx_usage_die(a, "option --%s takes no argument",
			    o->name);
	} else if (o->argument[0] != '=' && !eq) {
		if (a->argc == 0)
			cx_usage_die(a, "option --%s needs %s", o->name,
			    o->argument);
		a->value = shift(a);
	}
	a->option = o;
}

static void
short_option(struct cx_args *a)
{
	char c = *a->joined++;
	const struct cx_opt *o = find_letter(a->usage, c);

	a->value = NULL;
	if (!o && c == HELP_LETTER)
		answer(a->usage, false);
	if (!o)
		cx_usage_die(a, "unknown option -%c", c);
	if (o->argument && o->argument[0] != '=') {
		if (*a->joined)
			a->value = a->joined;
		else if (a->argc)
			a->value = shift(a);
		else
			cx_usage_die(a, "option -%c needs %s", c, o->argument);
		a->joined = NULL;
	} else if (!*a->joined) {
		a->joined = NULL;
	}
	a->option = o;
}

/* Reads the next option; false at -- and before an operand. */
static bool
next_option(struct cx_args *a)
{
	const char *text;

	if (!a->joined) {
		if (a->argc == 0 || a->argv[0][0] != '-' || !a->argv[0][1])
			return false;
		text = shift(a);
		a->dashes = strcmp(text, "--") == 0;
		if (a->dashes)
			return false;
		if (text[1] == '-') {
			long_option(a, text + 2);
			return true;
		}
		a->joined = text + 1;
	}
	short_option(a);
	return true;
}

/* "--top" or "-o", for a message that ends the program. */
static const char *
spelled(const struct cx_opt *o)
{
	struct cx_buf b = CX_BUF_INIT;

	if (o->name)
		cx_buf_fmt(&b, "--%s", o->name);
	else
		cx_buf_fmt(&b, "-%c", o->letter);
	return cx_buf_cstr(&b);
}

/* The value as an integer of lo..hi; anything else is a usage error. */
static int64_t
number(const struct cx_args *a, int64_t lo, int64_t hi)
{
	const char *s = a->value;
	int64_t n = 0;
	bool neg = *s == '-';

	if (neg)
		s++;
	if (!*s)
		neg = false, s = "x";
	for (; *s >= '0' && *s <= '9' && n < INT64_C(1) << 58; s++)
		n = n * 10 + (*s - '0');
	if (neg)
		n = -n;
	if (*s || n < lo || n > hi)
		cx_usage_die(a, "%s: '%s' is not a number from %lld to %lld",
		    spelled(a->option), a->value, (long long)lo, (long long)hi);
	return n;
}

/* Which of the words it is. */
static int
word_number(const struct cx_args *a, const struct cx_opt *o)
{
	struct cx_str rest = cx_str(o->words), word;
	struct cx_buf list = CX_BUF_INIT;
	int i;

	/* The list is of use only when none of them matches. */
	for (i = 0; cx_str_split(&rest, ' ', &word); i++) {
		if (cx_str_is(word, a->value))
			return i;
		if (i)
			cx_buf_puts(&list, rest.len ? ", " : " or ");
		cx_buf_str(&list, word);
	}
	cx_usage_die(a, "%s must be %s%s, not '%s'", spelled(o),
	    i > 2 ? "one of " : "", cx_buf_cstr(&list), a->value);
}

static void
set_mode(const struct cx_args *a, const struct cx_opt *o)
{
	const struct cx_opt *other = a->usage->options;

	if (*o->mode && *o->mode != o->is) {
		while (other->mode != o->mode || other->is != *o->mode)
			other++;
		cx_usage_die(a, "%s and %s exclude each other",
		    spelled(other), spelled(o));
	}
	*o->mode = o->is;
}

static void
set_value(const struct cx_args *a, const struct cx_opt *o)
{
	if (o->mode)
		set_mode(a, o);
	switch (o->kind) {
	case CX_KIND_NONE:
		break;
	case CX_KIND_FLAG:
		*o->flag = true;
		break;
	case CX_KIND_TEXT:
		*o->text = a->value;
		break;
	case CX_KIND_STR:
		*o->str = cx_str(a->value);
		if (cx_utf8_invalid(*o->str) < o->str->len)
			cx_usage_die(a, "%s: not UTF-8", spelled(o));
		break;
	case CX_KIND_NUMBER:
		/* The argument of --hubs=N is optional. */
		if (a->value)
			*o->number = number(a, o->lo, o->hi);
		break;
	case CX_KIND_WORD:
		*o->word = word_number(a, o);
		break;
	case CX_KIND_LIST:
		CX_GROW(o->list->v, o->list->n, o->list->cap);
		/* As argv has it: nobody writes to it. */
		o->list->v[o->list->n++] = (char *)(uintptr_t)a->value;
		break;
	}
}

/* Whether an argument, after n operands, is one. */
static bool
is_operand(const struct cx_usage *usage, const char *s, int n)
{
	if (s[0] != '-' || !s[1])
		return true;
	return usage->query && ((n && s[1] != '-') ||
	    cx_is_blank(s[strcspn(s, "= \t\n")]));
}

struct cx_args
cx_args_parse(const struct cx_usage *usage, int argc, char **argv)
{
	struct cx_args a = {.usage = usage, .argc = argc > 0 ? argc - 1 : 0,
	    .argv = argc > 0 ? argv + 1 : argv};
	char **operands = a.argv;
	int n = 0;

	cx_start(usage->prog);
	cx_self_named(argc > 0 ? argv[0] : NULL);
	/* Operands move to the front, over options that were read. */
	while (a.argc) {
		if (is_operand(usage, a.argv[0], n)) {
			operands[n++] = shift(&a);
			continue;
		}
		do {
			if (!next_option(&a))
				break;
			set_value(&a, a.option);
		} while (a.joined);
		if (a.dashes)
			break;
	}
	a.before = n;
	while (a.argc)
		operands[n++] = shift(&a);
	a.argv = operands;
	a.argc = n;
	for (const struct cx_opt *o = usage->options; o->letter || o->name; o++)
		if (o->kind == CX_KIND_TEXT && o->text == &cx_common.now)
			cx_now_init(cx_common.now);
	return a;
}

/* --- near words --- */

#define BAND (2 * CX_NEAR_MAX + 1)

static unsigned
least(unsigned a, unsigned b)
{
	return a < b ? a : b;
}

/* Only what is at most CX_NEAR_MAX off the diagonal of the table is worked
 * out: the rest is farther. */
unsigned
cx_nearness(struct cx_str word, struct cx_str other)
{
	unsigned d[3][BAND + 2], best = 0;
	const unsigned far = CX_NEAR_MAX + 1;
	size_t n = word.len, m = other.len;

	if (n > 2 && cx_str_starts(other, word))
		return n < m;
	if (n > m + CX_NEAR_MAX || m > n + CX_NEAR_MAX)
		return far;
	/* d[i % 3][1 + j] is of the first i bytes and i + j - CX_NEAR_MAX. */
	for (size_t i = 0; i < 3; i++)
		for (size_t j = 0; j < BAND + 2; j++)
			d[i][j] = far;
	for (size_t i = 0; i <= n; i++) {
		unsigned *row = d[i % 3], *up = d[(i + 2) % 3],
		    *two = d[(i + 1) % 3], last = best;

		best = far;
		for (size_t j = 1; j <= BAND; j++) {
			const size_t k = i + j - 1 - CX_NEAR_MAX;

			row[j] = far;
			if (k > m) /* or less than 0 */
				continue;
			if (i == 0 || k == 0)
				row[j] = (unsigned)(i + k);
			else
				row[j] = least(up[j] +
				    (word.s[i - 1] != other.s[k - 1]),
				    least(up[j + 1], row[j - 1]) + 1);
			if (i > 1 && k > 1 && word.s[i - 1] == other.s[k - 2] &&
			    other.s[k - 1] == word.s[i - 2])
				row[j] = least(row[j], two[j] + 1);
			best = least(best, row[j]);
		}
		/* Two swapped bytes reach back two rows. */
		if (best >= far && last + 1 >= far)
			return far;
	}
	best = d[n % 3][1 + m + CX_NEAR_MAX - n];
	return best <= CX_NEAR_MAX && best + 1 < n ? best : far;
}
