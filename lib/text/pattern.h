/*
 * pattern.h: regular expressions over lines, in time linear in the text for
 * every pattern.
 *
 * a|b, ab, a* a+ a? a{2} a{2,} a{2,5}, (a) and (?:a), any character but a line
 * end as `.`, [a-z[:digit:]] and [^a], \d \w \s and \D \W \S, ^ $ \b \B \< \>;
 * another character after a backslash is itself.  Repetitions may have a `?`
 * behind them, which makes no difference to whether a line has a match.  What
 * would need backtracking, back references and looking around, is refused, and
 * so is a pattern of more than CX_PATTERN_MAX positions after {} is written
 * out.
 *
 * Positions: Glushkov, "The abstract theory of automata", 1961, with a bit for
 * each: Navarro and Raffinot, "Fast and simple character classes and bounded
 * gaps pattern matching", 2003.  ^ and its like are positions that are passed
 * between two characters.
 */
#ifndef CX_PATTERN_H
#define CX_PATTERN_H

#include "lib/base/str.h"

#define CX_PATTERN_MAX 256

struct cx_pattern;

/* Case counts or not.  NULL, and *why says what is wrong. */
struct cx_pattern *cx_pattern_new(struct cx_str text, bool with_case,
    const char **why);
void cx_pattern_free(struct cx_pattern *p);
/* Whether a line, without its end, has a match. */
bool cx_pattern_in(struct cx_pattern *p, struct cx_str line);

#endif
