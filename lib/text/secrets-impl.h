/*
 * secrets-impl.h: between secrets.c (known shapes), secrets-value.c (what
 * follows a word such as `password`) and secrets-card.c (card numbers);
 * programs use secrets.h.
 */
#ifndef CX_SECRETS_IMPL_H
#define CX_SECRETS_IMPL_H

#include "lib/text/secrets.h"

/* Classes of bytes, for runs. */
enum {
	CX_UPPER = 1,
	CX_LOWER = 2,
	CX_DIGIT = 4,
	CX_DASH = 8, /* - */
	CX_LOW = 16, /* _ */
	CX_ALNUM = CX_UPPER | CX_LOWER | CX_DIGIT
};

/* How much of a value is looked at to judge it: it keeps a text that is
 * nothing but beginnings of secrets linear. */
#define CX_SECRET_LOOK 256

unsigned cx_secret_class(char c);
/* The end of the run of bytes of these classes that begins at `at`. */
size_t cx_secret_run(struct cx_str text, size_t at, unsigned classes);

/* Whether s is made of words a person would write or names a program would
 * have, of places where the value is to be put, or of nothing at all. */
bool cx_secret_plain(struct cx_str s);

/* `password = VALUE` and `Authorization: Bearer VALUE`, the key word at
 * `at`. */
bool cx_secret_assigned(struct cx_str text, size_t at, struct cx_secret *out);

/* A card number of which no digit stands before `at`. */
bool cx_secret_card(struct cx_str text, size_t at, struct cx_secret *out);

#endif
