#include "lib/base/nearest.h"

#define LONGEST 40 /* of a command or an option */

static unsigned
least(unsigned a, unsigned b)
{
	return a < b ? a : b;
}

unsigned
cx_nearness(struct cx_str word, struct cx_str other)
{
	unsigned d[LONGEST + 1][LONGEST + 1];
	size_t n = word.len, m = other.len, i, k;
	unsigned far = CX_NEAR_MAX + 1;

	if (n > LONGEST || m > LONGEST)
		return far;
	if (n > 2 && cx_str_starts(other, word))
		return n < m;
	for (i = 0; i <= n; i++)
		d[i][0] = (unsigned)i;
	for (k = 0; k <= m; k++)
		d[0][k] = (unsigned)k;
	for (i = 1; i <= n; i++) {
		for (k = 1; k <= m; k++) {
			char a = word.s[i - 1], b = other.s[k - 1];

			d[i][k] = least(d[i - 1][k - 1] + (a != b),
			    least(d[i - 1][k], d[i][k - 1]) + 1);
			if (i > 1 && k > 1 && a == other.s[k - 2] &&
			    b == word.s[i - 2])
				d[i][k] = least(d[i][k], d[i - 2][k - 2] + 1);
		}
	}
	return d[n][m] <= CX_NEAR_MAX && d[n][m] + 1 < n ? d[n][m] : far;
}
