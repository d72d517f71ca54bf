/*
 * secrets.h: finds what looks like a secret in a text.
 *
 * Secrets are known by their form:
 *
 *  - keys and tokens of the issuers in secrets.def;
 *  - private keys (RFC 7468, RFC 9580, PuTTY, bare PKCS#8), JWTs (RFC 7519),
 *    hashes of passwords (crypt(5)), card numbers (ISO/IEC 7812), IBANs
 *    (ISO 13616), phrases of BIP 39 after words such as "seed phrase";
 *  - user:password@ in a URL (RFC 3986, 3.2.1);
 *  - what is assigned to a word such as `password`, in any of 40 languages, or
 *    to a name that ends in key, as people write it in prose, shells, code,
 *    YAML, XML, connection strings and headers;
 *  - PINs, codes and numbers that are secrets by the words before them.
 *
 * A form begins where no letter, digit or `_` comes before it.  Hashes, UUIDs,
 * dates, names, variables and placeholders are not secrets.  cx-secrets(5) has
 * the whole list.
 *
 * Wide forms, characters that nobody sees, strings in pieces ("a" + "b") and
 * lines that go on after a backslash are read as what they mean; a finding is
 * where it stands in the text as it was given.
 *
 *	CX_AUTO(cx_secrets_release) struct cx_secrets s =
 *	    cx_secrets(text, NULL, 0);
 *
 *	while (cx_secrets_next(&s, &found)) ...
 *
 * Time is linear in the text, whatever it holds; the text may hold any bytes.
 * A tree of all beginnings is made once in a process, by the first who asks;
 * any thread may.
 */
#ifndef CX_SECRETS_H
#define CX_SECRETS_H

#include "lib/base/ascii.h"
#include "lib/base/mem.h"
#include "lib/base/str.h"

#include <stdint.h>

struct cx_secret {
	const char *kind; /* a constant: "GitHub token" */
	size_t at;	  /* the secret itself, without what led to it */
	size_t len;
};

/* A shape of one's own ([gate] secrets): PREFIX and at least `least`
 * letters, digits, - and _. */
struct cx_secret_shape {
	struct cx_str prefix;
	uint32_t least;
};

/* Reads "PREFIX*N" ("acme_*24"), N being 8 to 999; false when it is not
 * that or PREFIX has less than 3 characters or does not begin with a letter
 * or digit.  prefix points into text. */
bool cx_secret_shape(struct cx_str text, struct cx_secret_shape *out);

/* The text as it is read: wide forms narrow, without characters that nobody
 * sees and what divides a line or a string in two. */
struct cx_secret_fold {
	struct cx_buf text;
	struct cx_secret_jump {
		size_t at;   /* from here on ... */
		size_t from; /* ... it is the text from there on */
	} *jump;
	size_t n, cap;
};

struct cx_secrets {
	struct cx_str given, text; /* as it is, as it is read */
	struct cx_secret_fold fold;
	const struct cx_secret_shape *more;
	size_t n_more;
	size_t at;    /* read up to here */
	size_t done;  /* the end of the last finding */
	size_t words; /* up to here it is plain words */
	struct cx_secret held; /* found, but an earlier one may follow */
};

/* text and more are borrowed; cx_secrets_release frees the rest. */
struct cx_secrets cx_secrets(struct cx_str text,
    const struct cx_secret_shape *more, size_t n_more);
void cx_secrets_release(struct cx_secrets *s);
/* The next finding; they come in order and do not overlap. */
bool cx_secrets_next(struct cx_secrets *s, struct cx_secret *out);

/* Whether what was found in the text looks like one that was made up to show
 * the form: it says so ("AKIAIOSFODNN7EXAMPLE"), counts ("1234567890abcdef"),
 * is of a host that only documentation has, or is a private key that has no
 * lines but the first and the last. */
bool cx_secret_example(struct cx_str text, const struct cx_secret *found);

/* Appends text with "[REDACTED]" in place of each secret, and calls found,
 * unless NULL, with each kind.  False when there was none. */
bool cx_secrets_redact(struct cx_buf *out, struct cx_str text,
    const struct cx_secret_shape *more, size_t n_more,
    void (*found)(void *arg, const char *kind), void *arg);

#endif
