/*
 * pattern.h: regular expressions over lines, in time linear in the text for
 * every pattern.
 *
 * a|b, ab, a* a+ a? a{2} a{2,} a{2,5}, (a) and (?:a), any character but a line
 * end as `.`, [a-z[:digit:]] and [^a], \d \w \s and \D \W \S, ^ $ \b \B \< \>;
 * another character after a backslash is itself.  A `?` after a repetition is
 * accepted and ignored, since it does not affect whether a line matches.  Back
 * references and lookaround, which need backtracking, are errors, and so is a
 * pattern of more than CX_PATTERN_MAX positions after {} is expanded.
 *
 * Positions: Glushkov, "The abstract theory of automata", 1961, with a bit for
 * each: Navarro and Raffinot, "Fast and simple character classes and bounded
 * gaps pattern matching", 2003.  ^ and similar assertions are positions passed
 * between two characters.
 */
#ifndef CX_PATTERN_H
#define CX_PATTERN_H

#include "lib/base/str.h"

#define CX_PATTERN_MAX 256

struct cx_pattern;

/* Compiles a pattern; returns NULL with the error in *why. */
struct cx_pattern *cx_pattern_new(struct cx_str text, bool with_case,
    const char **why);
void cx_pattern_free(struct cx_pattern *p);
/* Whether a line, without its end, matches. */
bool cx_pattern_in(struct cx_pattern *p, struct cx_str line);

#endif
