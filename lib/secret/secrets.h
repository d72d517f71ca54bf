/*
 * secrets.h: finds what looks like a secret in a text.
 *
 * Secrets are recognised by their form:
 *
 *  - keys and tokens of the issuers in secrets.def;
 *  - private keys (RFC 7468, RFC 9580, PuTTY, bare PKCS#8), JWTs (RFC 7519),
 *    password hashes (crypt(5)), card numbers (ISO/IEC 7812), IBANs (ISO
 *    13616), phrases of BIP 39 after words such as "seed phrase";
 *  - user:password@ in a URL (RFC 3986, 3.2.1);
 *  - values assigned to a word such as `password`, in any of 40 languages, or
 *    to a name that ends in key, as written in prose, shells, code, YAML, XML,
 *    connection strings and headers;
 *  - PINs, codes and numbers introduced as secrets by the words before them.
 *
 * A form must not follow a letter, digit or `_`.  Hashes, UUIDs, dates, names,
 * variables, placeholders and what a compressed drawing of Excalidraw contains
 * are not secrets.  cx-secrets(5) has the complete list.
 *
 * Full-width forms, invisible characters, concatenated strings ("a" + "b") and
 * lines continued after a backslash are normalised first; findings refer to the
 * original text.
 *
 *	CX_AUTO(cx_secrets_release) struct cx_secrets s =
 *	    cx_secrets(text, NULL, 0);
 *
 *	while (cx_secrets_next(&s, &found)) ...
 *
 * Time is linear in the text, which may contain any bytes.  A tree of all
 * prefixes is built once per process, by the first caller, in any thread.
 */
#ifndef CX_SECRETS_H
#define CX_SECRETS_H

#include "lib/base/ascii.h"
#include "lib/base/mem.h"
#include "lib/base/str.h"

#include <stdint.h>

struct cx_secret {
	const char *kind; /* a constant: "GitHub token" */
	size_t at;	  /* the secret itself, without its introduction */
	size_t len;
};

/* A user-defined form ([gate] secrets): PREFIX and at least `least` letters,
 * digits, - and _. */
struct cx_secret_shape {
	struct cx_str prefix;
	uint32_t least;
};

/* Reads "PREFIX*N" ("acme_*24") with N from 8 to 999.  Returns false for other
 * text, or if PREFIX has fewer than 3 characters or does not begin with a
 * letter or digit.  prefix points into text. */
bool cx_secret_shape(struct cx_str text, struct cx_secret_shape *out);

/* The normalised text: full-width forms narrowed, without invisible characters
 * and breaks in lines and strings. */
struct cx_secret_fold {
	struct cx_buf text;
	struct cx_secret_jump {
		size_t at;   /* from this offset ... */
		size_t from; /* ... the original continues there */
	} *jump;
	size_t n, cap;
};

struct cx_secrets {
	struct cx_str given, text; /* the original, the normalised */
	struct cx_secret_fold fold;
	const struct cx_secret_shape *more;
	size_t n_more;
	size_t at;    /* read up to here */
	size_t done;  /* end of the last finding */
	size_t words; /* plain words up to here */
	size_t drawing, drawn; /* the drawing of Excalidraw found last */
	struct cx_secret held; /* found, but an earlier one may come */
};

/* text and more are borrowed; cx_secrets_release frees the rest. */
struct cx_secrets cx_secrets(struct cx_str text,
    const struct cx_secret_shape *more, size_t n_more);
void cx_secrets_release(struct cx_secrets *s);
/* Returns the next finding; they come in order and do not overlap. */
bool cx_secrets_next(struct cx_secrets *s, struct cx_secret *out);

/* Whether a finding looks like an example made up to show the form: it says so
 * ("AKIAIOSFODNN7EXAMPLE"), counts ("1234567890abcdef"), has a host used only
 * in documentation, is a JWT of jwt.io's, or a private key without 32
 * characters in a line. */
bool cx_secret_example(struct cx_str text, const struct cx_secret *found);

/* Appends text with "[REDACTED]" in place of each secret, and calls found,
 * unless NULL, with each kind.  Returns false if there was none. */
bool cx_secrets_redact(struct cx_buf *out, struct cx_str text,
    const struct cx_secret_shape *more, size_t n_more,
    void (*found)(void *arg, const char *kind), void *arg);

#endif
