/*
 * secrets-impl.h: between secrets.c (the anchors and the issuers' forms),
 * secrets-form.c (keys, URLs, numbers and phrases), secrets-key.c (what is
 * assigned to a word) and secrets-plain.c (what is not a secret); programs use
 * secrets.h.
 */
#ifndef CX_SECRETS_IMPL_H
#define CX_SECRETS_IMPL_H

#include "lib/secret/secrets.h"

/* Classes of bytes, for runs. */
enum {
	CX_LOWHEX = 1, /* a-f */
	CX_LOWREST = 2,
	CX_UPHEX = 4, /* A-F */
	CX_UPREST = 8,
	CX_DIGIT = 16,
	CX_DASH = 32,
	CX_LOW = 64, /* _ */
	CX_BASE64 = 128, /* + / */
	CX_EQUALS = 256,
	CX_DOT = 512,
	CX_URL = 1024, /* % ~ */
	CX_LOWER = CX_LOWHEX | CX_LOWREST,
	CX_UPPER = CX_UPHEX | CX_UPREST,
	CX_LETTER = CX_LOWER | CX_UPPER,
	CX_ALNUM = CX_LETTER | CX_DIGIT,
	CX_WORD = CX_ALNUM | CX_LOW
};

extern const uint16_t cx_secret_classes[256];

static inline unsigned
cx_secret_class(char c)
{
	return cx_secret_classes[(unsigned char)c];
}

/* How much of a value is looked at to judge it: it keeps a text that is
 * nothing but beginnings of secrets linear. */
#define CX_SECRET_LOOK 128

/* The end of the run of bytes of these classes that begins at `at`. */
static inline size_t
cx_secret_run(struct cx_str text, size_t at, unsigned classes)
{
	while (at < text.len && (cx_secret_class(text.s[at]) & classes))
		at++;
	return at;
}

/* No byte of these classes stands before `at`. */
static inline bool
cx_secret_begins(struct cx_str text, size_t at, unsigned classes)
{
	return at == 0 || !(cx_secret_class(text.s[at - 1]) & classes);
}

static inline bool
cx_secret_one_of(char c, const char *set)
{
	return c != '\0' && strchr(set, c) != NULL;
}

/* Whether the text has the word, given in lower case, at `at`. */
bool cx_secret_word_at(struct cx_str text, size_t at, const char *word);

/* Whether s is one of the words, the last of which NULL follows. */
static inline bool
cx_secret_in(struct cx_str s, const char *const *words)
{
	while (*words && !(s.len ? **words == cx_lower(s.s[0]) &&
	    strlen(*words) == s.len && cx_secret_word_at(s, 0, *words) :
	    !**words))
		words++;
	return *words != NULL;
}

static inline bool
cx_secret_found(struct cx_secret *out, const char *kind, size_t at, size_t end)
{
	*out = (struct cx_secret){kind, at, end - at};
	return end > at;
}

/* A form that is looked for where its anchor was found: the text, where the
 * anchor begins and ends.  What is found is in [*at, ...) of any place. */
typedef bool cx_secret_form(struct cx_str text, size_t at, size_t end,
    struct cx_secret *out);

/* secrets-form.c */
cx_secret_form cx_secret_jwt, cx_secret_pem, cx_secret_putty, cx_secret_der,
    cx_secret_hash, cx_secret_in_url, cx_secret_card, cx_secret_iban,
    cx_secret_seed;
/* Countries of IBANs, as anchors "DE00", and the length of each. */
struct cx_iban {
	char country[5];
	unsigned char len;
};
extern const struct cx_iban cx_ibans[];

/* secrets-fold.c */
/* False, and nothing to release, when the text is read as it stands. */
bool cx_secret_fold(struct cx_secret_fold *f, struct cx_str text);
/* From the folded text to the given one. */
void cx_secret_unfold(const struct cx_secret_fold *f, struct cx_str text,
    struct cx_secret *found);

/* secrets-key.c */
cx_secret_form cx_secret_password, cx_secret_pass, cx_secret_token,
    cx_secret_key, cx_secret_bearer, cx_secret_basic, cx_secret_option,
    cx_secret_cookie, cx_secret_sql;

/* What must hold of a value, by what leads to it. */
enum cx_secret_judge {
	ASSIGNED, /* "password = x": it is not plain words */
	SAID,	  /* "password is x": it looks like a password */
	BESIDE,	  /* "password x": it looks like one and like nothing else */
	KEYED	  /* "key = x": 16 characters or more by chance */
};
/* The kind of a name that ends in key, when nothing says more. */
extern const char cx_secret_any_key[];
/* The value at `at`, quoted or not. */
bool cx_secret_value(struct cx_str text, size_t at, const char *kind,
    enum cx_secret_judge judge, struct cx_secret *out);
size_t cx_secret_skip(struct cx_str text, size_t at, const char *set,
    size_t most);

/* secrets-said.c */
/* What the sentence says that the word at [at, end) is: of the pattern or,
 * when that is "", what judge wants. */
bool cx_secret_said(struct cx_str text, size_t at, size_t end,
    const char *kind, const char *body, struct cx_secret *out);
cx_secret_form cx_secret_codes, cx_secret_pgpass, cx_secret_wifi;

/* secrets-match.c */
/* The classes of a letter of a pattern, 0 for what stands for itself. */
unsigned cx_secret_alphabet(char c);
/* The end of what matches one of the patterns (with | between) at `at`, or
 * 0. */
size_t cx_secret_match(struct cx_str text, size_t at, const char *patterns);
/* The beginning of what matches the pattern, which has at most one item, up
 * to `at`; SIZE_MAX: nothing does. */
size_t cx_secret_match_back(struct cx_str text, size_t at,
    const char *pattern);

/* secrets-plain.c */

/* Whether s is made of words a person would write or names a program would
 * have, of places where the value is to be put, or of nothing at all. */
bool cx_secret_plain(struct cx_str s);
bool cx_secret_sample(struct cx_str s);
/* Whether s stands for a secret: "xxxxxxxx", "your-api-key", "$TOKEN". */
bool cx_secret_placeholder(struct cx_str s);
/* What the documentation of a service shows to everybody. */
bool cx_secret_published(struct cx_str s);
/* Whether s looks like a secret where no sign of assignment is before it. */
bool cx_secret_strong(struct cx_str s);
/* Four words or more that no sentence has in a row. */
bool cx_secret_phrase(struct cx_str s);

#endif
