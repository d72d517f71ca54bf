/*
 * similar_candidates.h: finds the atoms of a search set that can be near a text
 * (similar.h), so that the texts of the others need not be read.
 *
 * A cosine is at most the share of the common words in the length of the query
 * vector (Cauchy and Schwarz).  Postings list the atoms with a word's term;
 * stop words have no postings, so any atom may have them.  An atom that can be
 * near has at least one of the rarest words, as many as weigh more than what
 * may be missing: only their postings are read completely (prefix filtering;
 * Chaudhuri, Ganti and Kaushik, "A primitive operator for similarity joins in
 * data cleaning", ICDE 2006).
 */
#ifndef CX_SIMILAR_CANDIDATES_H
#define CX_SIMILAR_CANDIDATES_H

#include "lib/search/search.h"
#include "lib/text/similar.h"

struct cx_candidates;

/* Both are borrowed; the analyzer must match the set. */
struct cx_candidates *cx_candidates_new(const struct cx_search *set,
    struct cx_analyzer *analyzer);
void cx_candidates_free(struct cx_candidates *l);

/* Returns at least the atoms whose terms, among the n weights w, weigh
 * `enough`, in ascending order; if stop words alone weigh that, at least all of
 * the project.  Valid until the next call. */
const struct cx_atoms *cx_candidates_find(struct cx_candidates *l,
    struct cx_str project, const struct cx_weight *w, size_t n,
    double enough);

#endif
