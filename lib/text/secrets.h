/*
 * secrets.h: finds what looks like a secret in a text.
 *
 * Secrets are known by their shape, that of the issuers' own documentation
 * (AWS, GitHub, OpenAI, Anthropic, Stripe, GitLab, Slack, Google, npm,
 * Hugging Face), of RFC 7519 (JWT), RFC 7468 and RFC 9580 (private keys),
 * RFC 3986 3.2.1 (user:password@), RFC 6750 (bearer tokens), ISO/IEC 7812
 * (card numbers), or by a word such as `password` in front of a value that
 * is not plain words.  A shape begins where no letter, digit or `_` stands
 * before it.  Hashes, UUIDs, dates and identifiers are none by themselves.
 *
 *	struct cx_secrets s = cx_secrets(text, NULL, 0);
 *
 *	while (cx_secrets_next(&s, &found)) ...
 *
 * Time is linear in the text, whatever it holds; nothing is allocated, and
 * the text may hold any bytes.
 */
#ifndef CX_SECRETS_H
#define CX_SECRETS_H

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

struct cx_secrets {
	struct cx_str text;
	size_t at;
	const struct cx_secret_shape *more;
	size_t n_more;
};

/* text and more are borrowed. */
struct cx_secrets cx_secrets(struct cx_str text,
    const struct cx_secret_shape *more, size_t n_more);
/* The next finding; they come in order and do not overlap. */
bool cx_secrets_next(struct cx_secrets *s, struct cx_secret *out);

#endif
