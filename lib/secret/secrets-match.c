/* Matches the patterns of secrets.def. */
#include "lib/secret/secrets-impl.h"

unsigned
cx_secret_alphabet(char c)
{
	static const unsigned classes[256] = {['a'] = CX_LOWER,
	    ['A'] = CX_UPPER, ['d'] = CX_DIGIT, ['h'] = CX_LOWHEX | CX_DIGIT,
	    ['H'] = CX_UPHEX | CX_DIGIT,
	    ['x'] = CX_LOWHEX | CX_UPHEX | CX_DIGIT, ['n'] = CX_ALNUM,
	    ['U'] = CX_UPPER | CX_DIGIT, ['l'] = CX_LOWER | CX_DIGIT,
	    ['w'] = CX_WORD, ['b'] = CX_WORD | CX_DASH,
	    ['B'] = CX_ALNUM | CX_BASE64, ['p'] = CX_EQUALS,
	    ['t'] = CX_WORD | CX_DASH | CX_DOT,
	    ['s'] = CX_WORD | CX_DASH | CX_DOT | CX_BASE64 | CX_EQUALS |
	    CX_URL,
	    ['r'] = CX_APART | CX_BASE64 | CX_DASH};

	return classes[(unsigned char)c];
}

struct item {
	unsigned classes; /* 0: a byte for itself */
	size_t least, most;
};

static size_t
number(const char **p)
{
	size_t n = 0;

	while (**p >= '0' && **p <= '9')
		n = n * 10 + (size_t)(*(*p)++ - '0');
	return n;
}

static const char *
item(const char *p, struct item *it)
{
	it->classes = cx_secret_alphabet(*p);
	it->least = it->most = 1;
	if (!it->classes)
		return p + 1;
	p++;
	it->least = it->most = number(&p);
	if (*p == '+') {
		it->most = SIZE_MAX;
		return p + 1;
	}
	if (*p == ',') {
		p++;
		it->most = number(&p);
	}
	return p;
}

/* RFC 9562, 4. */
static bool
uuid(struct cx_str text, size_t at)
{
	static const size_t parts[] = {8, 4, 4, 4, 12};

	for (size_t i = 0; i < 5; i++) {
		size_t end = cx_secret_run(text, at,
		    CX_LOWHEX | CX_UPHEX | CX_DIGIT);

		if (end - at != parts[i] ||
		    (i < 4 && (end == text.len || text.s[end] != '-')))
			return false;
		at = end + 1;
	}
	return true;
}

/* The end of what matches the pattern at `at`, or 0.  It does not go on with
 * the last alphabet, or with letters and digits. */
static size_t
match(struct cx_str text, size_t at, const char *pattern)
{
	unsigned last = CX_WORD;
	struct item it;

	for (const char *p = pattern, *next; *p && *p != '|'; p = next) {
		size_t end = at;

		if (*p == 'u') {
			if (!uuid(text, at))
				return 0;
			at += 36;
			last = CX_WORD;
			next = p + 1;
			continue;
		}
		next = item(p, &it);
		if (!it.classes) {
			if (at == text.len || text.s[at++] != *p)
				return 0;
			continue;
		}
		while (end < text.len && end - at < it.most &&
		    (cx_secret_class(text.s[end]) & it.classes))
			end++;
		if (end - at < it.least)
			return 0;
		at = end;
		/* Padding may follow, and is not what it goes on with. */
		if (it.classes != CX_EQUALS)
			last = it.classes | CX_WORD;
	}
	/* A point or a dash may end the sentence. */
	last &= CX_WORD | CX_BASE64;
	return cx_secret_run(text, at, last) > at ? 0 : at;
}

size_t
cx_secret_match(struct cx_str text, size_t at, const char *patterns)
{
	for (const char *p = patterns; p;
	    p = (p = strchr(p, '|')) ? p + 1 : NULL) {
		size_t end = match(text, at, p);

		if (end)
			return end;
	}
	return 0;
}

size_t
cx_secret_match_back(struct cx_str text, size_t at, const char *pattern)
{
	struct item it;
	size_t from = at;

	if (!*pattern)
		return at;
	item(pattern, &it);
	while (from > 0 && at - from < it.most &&
	    (cx_secret_class(text.s[from - 1]) & it.classes))
		from--;
	return at - from < it.least ? SIZE_MAX : from;
}
