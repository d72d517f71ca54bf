#include "bin/cx-score/phrase.h"

bool
phrase_in(struct cx_analyzer *a, struct cx_str phrase, struct cx_str text)
{
	CX_AUTO(cx_terms_release) struct cx_terms p = {0}, t = {0};
	bool found = false;

	cx_analyze(a, phrase, CX_ANALYZE_ALL, &p);
	cx_analyze(a, text, CX_ANALYZE_ALL, &t);
	for (size_t i = 0; p.n && i + p.n <= t.n && !found; i++)
		found = memcmp(t.id + i, p.id, p.n * sizeof *p.id) == 0;
	return found;
}
