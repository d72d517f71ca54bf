/* Checks that paths are portable to other systems. */
#include "check.h"

#include "lib/base/utf8.h"

#define NAME_LONGEST 255

/* "Naming Files, Paths, and Namespaces" in Microsoft's documentation of
 * Windows; a name is reserved with any extension. */
static const char *const reserved[] = {"con", "prn", "aux", "nul", "com0",
    "com1", "com2", "com3", "com4", "com5", "com6", "com7", "com8", "com9",
    "lpt0", "lpt1", "lpt2", "lpt3", "lpt4", "lpt5", "lpt6", "lpt7", "lpt8",
    "lpt9", "com\xc2\xb9", "com\xc2\xb2", "com\xc2\xb3", "lpt\xc2\xb9",
    "lpt\xc2\xb2", "lpt\xc2\xb3", "conin$", "conout$"};

static bool
is_reserved(struct cx_str part)
{
	const char *dot = memchr(part.s, '.', part.len);
	char low[8];
	size_t n = dot ? (size_t)(dot - part.s) : part.len;

	while (n && part.s[n - 1] == ' ')
		n--;
	if (n >= sizeof low)
		return false;
	for (size_t i = 0; i < n; i++)
		low[i] = part.s[i] >= 'A' && part.s[i] <= 'Z'
		    ? (char)(part.s[i] + 32) : part.s[i];
	for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++)
		if (n && low[0] == reserved[i][0] &&
		    cx_str_is(cx_strn(low, n), reserved[i]))
			return true;
	return false;
}

/* The first character that Windows refuses, as a string; NULL for none. */
static const char *
refused_char(struct cx_str part)
{
	static char s[2];

	for (size_t i = 0; i < part.len; i++) {
		switch (part.s[i]) {
		case '<': case '>': case ':': case '"':
		case '\\': case '|': case '?': case '*':
			s[0] = part.s[i];
			return s;
		default:
			if ((unsigned char)part.s[i] < 0x20)
				return "a control byte";
		}
	}
	return NULL;
}

static void
check_part(const struct check *c, uint32_t atom, struct cx_str part)
{
	const struct spot all = {0, 0};
	const char *bad = refused_char(part);
	const int n = (int)part.len;
	char last = part.s[part.len - 1];

	if (part.len > NAME_LONGEST)
		report(c, atom, all, BAD_NAME, "a name of %d bytes; most file "
		    "systems take %d", n, NAME_LONGEST);
	if (bad)
		report(c, atom, all, BAD_NAME, "'%.*s' cannot be a name on "
		    "Windows for %s; rename it with cx-move", n, part.s, bad);
	else if (last == '.' || last == ' ')
		report(c, atom, all, BAD_NAME, "'%.*s' ends in a %s, which "
		    "Windows drops; rename it with cx-move", n, part.s,
		    last == '.' ? "dot" : "blank");
	else if (is_reserved(part))
		report(c, atom, all, BAD_NAME, "'%.*s' is the name of a device "
		    "on Windows; rename it with cx-move", n, part.s);
}

void
check_name(struct check *c, uint32_t atom)
{
	struct cx_str rest = atom_at(c, atom)->path, part;
	uint32_t other;

	while (cx_str_split(&rest, '/', &part))
		if (part.len)
			check_part(c, atom, part);
	c->key.len = 0;
	cx_utf8_key(&c->key, atom_at(c, atom)->path);
	other = first_of(c, &c->names, cx_buf_view(&c->key), atom);
	if (other == atom)
		return;
	atom = pair_spot(c, &other, atom);
	with_str("other", atom_at(c, other)->path);
	report(c, atom, (struct spot){0, 0}, CASE_TWIN, "differs from '%.*s' "
	    "only in case or normalisation: macOS and Windows keep one of "
	    "the two; rename one with cx-move",
	    (int)atom_at(c, other)->path.len, atom_at(c, other)->path.s);
}
