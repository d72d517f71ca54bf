/*
 * The English stop list: articles, pronouns, auxiliaries, prepositions,
 * conjunctions, question words and parts of contractions.  Sorted by bytes.
 */
#include "lib/text/stopwords.h"

#include <stdlib.h>

static const char *const words[] = {
    "a", "about", "above", "after", "again", "against", "ain", "all",
    "also", "am", "an", "and", "any", "are", "aren", "as", "at", "be",
    "because", "been", "before", "being", "below", "between", "both", "but",
    "by", "can", "could", "couldn", "d", "did", "didn", "do", "does",
    "doesn", "doing", "don", "down", "during", "each", "few", "for", "from",
    "further", "had", "hadn", "has", "hasn", "have", "haven", "having",
    "he", "her", "here", "hers", "herself", "him", "himself", "his", "how",
    "i", "if", "in", "into", "is", "isn", "it", "its", "itself", "just",
    "ll", "m", "ma", "may", "me", "might", "mightn", "more", "most",
    "mustn", "my", "myself", "needn", "no", "nor", "not", "now", "o", "of",
    "off", "on", "once", "only", "or", "other", "our", "ours", "ourselves",
    "out", "over", "own", "re", "s", "same", "shan", "she", "should",
    "shouldn", "so", "some", "such", "t", "than", "that", "the", "their",
    "theirs", "them", "themselves", "then", "there", "these", "they",
    "this", "those", "through", "to", "too", "under", "until", "up", "ve",
    "very", "was", "wasn", "we", "were", "weren", "what", "when", "where",
    "which", "while", "who", "whom", "why", "will", "with", "won", "would",
    "wouldn", "y", "you", "your", "yours", "yourself", "yourselves",
};

static int
compare(const void *key, const void *word)
{
	const struct cx_str *k = key;

	return cx_str_cmp(*k, cx_str(*(const char *const *)word));
}

_Static_assert(sizeof words / sizeof *words <= CX_STOPWORDS,
    "CX_STOPWORDS is too small");

static const char *const *
find(struct cx_str s)
{
	return bsearch(&s, words, sizeof words / sizeof *words, sizeof *words,
	    compare);
}

bool
cx_is_stopword(struct cx_str s)
{
	return find(s);
}

unsigned
cx_stopword_number(struct cx_str s)
{
	return (unsigned)(find(s) - words);
}
