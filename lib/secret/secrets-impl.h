/*
 * secrets-impl.h: shared by secrets.c (anchors and the formats of issuers),
 * secrets-form.c (keys, URLs, numbers and phrases), secrets-key.c (values
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
	CX_APART = 2048, /* blanks, line ends and : , ; | */
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

/* The number of bytes of a value that are examined: this keeps texts full of
 * prefixes of secrets linear. */
#define CX_SECRET_LOOK 128

/* Returns the end of the run of bytes of these classes starting at `at`. */
static inline size_t
cx_secret_run(struct cx_str text, size_t at, unsigned classes)
{
	while (at < text.len && (cx_secret_class(text.s[at]) & classes))
		at++;
	return at;
}

/* Whether the byte before `at` is in none of these classes. */
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

/* Whether s is one of the words, an array terminated by NULL. */
static inline bool
cx_secret_in(struct cx_str s, const char *const *words)
{
	const char first = s.len ? cx_lower(s.s[0]) : '\0';

	while (*words && !(**words == first && strlen(*words) == s.len &&
	    cx_secret_word_at(s, 0, *words)))
		words++;
	return *words != NULL;
}

static inline bool
cx_secret_found(struct cx_secret *out, const char *kind, size_t at, size_t end)
{
	*out = (struct cx_secret){kind, at, end - at};
	return end > at;
}

/* Checks one form where its anchor was found, at [at, end) in text.  The secret
 * may begin anywhere from *at on. */
typedef bool cx_secret_form(struct cx_str text, size_t at, size_t end,
    struct cx_secret *out);

/* secrets-form.c */
cx_secret_form cx_secret_jwt, cx_secret_pem, cx_secret_putty, cx_secret_der,
    cx_secret_jwk, cx_secret_hash, cx_secret_in_url, cx_secret_card,
    cx_secret_iban, cx_secret_seed;
/* Countries of IBANs, as anchors "DE00", with their lengths. */
struct cx_iban {
	char country[5];
	unsigned char len;
};
extern const struct cx_iban cx_ibans[];

/* secrets-fold.c */
/* Returns false, with nothing to release, if the text needs no folding. */
bool cx_secret_fold(struct cx_secret_fold *f, struct cx_str text);
/* Maps a finding from the folded text to the original. */
void cx_secret_unfold(const struct cx_secret_fold *f, struct cx_str text,
    struct cx_secret *found);

/* secrets-key.c */
cx_secret_form cx_secret_password, cx_secret_pass, cx_secret_token,
    cx_secret_key, cx_secret_bearer, cx_secret_basic, cx_secret_cookie,
    cx_secret_header, cx_secret_sql, cx_secret_piped, cx_secret_argument,
    cx_secret_pair;

/* Where the password is after an option, and whether it is after [at, end) of
 * such a command. */
enum cx_secret_place { NEXT = 1, ADJACENT, EITHER, USER, SECOND, THIRD,
	FOURTH };
bool cx_secret_option(struct cx_str text, size_t at, size_t end,
    const char *command, enum cx_secret_place place, struct cx_secret *out);

/* What a value must satisfy, by what introduces it. */
enum cx_secret_judge {
	ASSIGNED, /* "password = x": not plain words */
	SAID,	  /* "password is x": looks like a password */
	BESIDE,	  /* "password x": looks like one and nothing else */
	KEYED	  /* "key = x": 16 random characters or more */
};
/* The kind for a name that ends in key, when nothing more is known. */
extern const char cx_secret_any_key[];
/* Whether what begins at `at` is encrypted, so that all may see it. */
bool cx_secret_encrypted(struct cx_str text, size_t at);
/* Finds the value at `at`, quoted or not. */
bool cx_secret_value(struct cx_str text, size_t at, const char *kind,
    enum cx_secret_judge judge, struct cx_secret *out);
/* Whether the word at `at` is in the query of an address, and the name of what
 * gives no access. */
bool cx_secret_other_parameter(struct cx_str text, size_t at);
size_t cx_secret_skip(struct cx_str text, size_t at, const char *set,
    size_t most);
/* Whether a name and its value begin at `at`, "driver=org.h2.Driver", and not
 * base64 with its padding. */
bool cx_secret_assigns(struct cx_str text, size_t at);
/* The values below a word that is the head of a column. */
bool cx_secret_column(struct cx_str text, size_t at, size_t end,
    const char *kind, struct cx_secret *out);

/* "x is the password", "x as the token": what is before the word. */
bool cx_secret_said_before(struct cx_str text, size_t at, size_t end,
    const char *kind, struct cx_secret *out);

/* secrets-said.c */
/* Finds what the sentence says the word at [at, end) is: a match of the pattern
 * or, if that is "", a value that judge accepts. */
bool cx_secret_said(struct cx_str text, size_t at, size_t end,
    const char *kind, const char *body, struct cx_secret *out);
cx_secret_form cx_secret_codes, cx_secret_pgpass, cx_secret_wifi;

/* secrets-match.c */
/* Returns the classes of a letter in a pattern, 0 for a literal one. */
unsigned cx_secret_alphabet(char c);
/* Returns the end of a match at `at` of one of the patterns, separated by |, or
 * 0. */
size_t cx_secret_match(struct cx_str text, size_t at, const char *patterns);
/* Returns the start of a match of the pattern, which has at most one item, that
 * ends at `at`; SIZE_MAX if there is none. */
size_t cx_secret_match_back(struct cx_str text, size_t at,
    const char *pattern);

/* secrets-plain.c */

/* Whether s consists of words a person would write or names a program would
 * have; of placeholders for a value, or of nothing at all. */
bool cx_secret_plain(struct cx_str s);
bool cx_secret_sample(struct cx_str s);
/* The text of which s, all of it, is base64 or base64url, in room; empty if s
 * is something else, or more than room takes. */
#define CX_SECRET_ROOM 512
struct cx_str cx_secret_decoded(struct cx_str s, char room[CX_SECRET_ROOM]);
/* Whether s consists of names and their numbers: "oauth2/v2.0", "node-18". */
bool cx_secret_numbered(struct cx_str s);
/* Whether s is a placeholder: "xxxxxxxx", "your-api-key", "$TOKEN". */
bool cx_secret_placeholder(struct cx_str s);
/* Whether s is an example from public documentation of a service. */
bool cx_secret_published(struct cx_str s);
/* Whether s looks like a secret even without an assignment before it. */
bool cx_secret_strong(struct cx_str s);
/* Whether s is a password whatever surrounds it: letters of both cases, digits
 * and signs. */
bool cx_secret_certain(struct cx_str s);
/* Whether s is like "Winter2024", "Fuchs-12", "Sauna_kives31": what people
 * choose as a password. */
bool cx_secret_human(struct cx_str s);
/* Whether s is four words or more that no sentence has in a row. */
bool cx_secret_phrase(struct cx_str s);

#endif
