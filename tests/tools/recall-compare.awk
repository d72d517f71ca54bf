# recall-compare.awk: is a ranking the one that is wanted?
#
#	awk -f recall-compare.awk WANTED GOT
#
# Both have lines QID<TAB>PATH<TAB>SCORE; GOT is in the order it was printed.
# Prints one line a difference.  Scores differ when it is by more than 2e-5 of
# the score and by more than 1e-5, which is what rounding to 2^-20 explains.
# As GOT has to descend, with ties by path, equal scores are equal orders but
# for ties within that.  A wanted score of less than 1e-5 may be missing.

BEGIN {
	FS = "\t"
}

function close_to(a, b)
{
	d = a < b ? b - a : a - b
	return d <= 1e-5 || d <= 2e-5 * b
}

FILENAME == ARGV[1] {
	want[$1 FS $2] = $3
	n++
	next
}

{
	k = $1 FS $2
	if (!(k in want))
		print "too much: " $0
	else if (!close_to($3, want[k]))
		print "score: " $0 ", wanted " want[k]
	if ($1 == qid && ($3 + 0 > last + 0 || ($3 == last && $2 < path)))
		print "order: " $0 " behind " path
	qid = $1
	path = $2
	last = $3
	delete want[k]
}

END {
	if (!n)
		print "nothing is wanted"
	for (k in want)
		if (want[k] > 1e-5)
			print "missing: " k FS want[k]
}
