# recall-compare.awk: is a ranking the one that is wanted?
#
#	awk -f recall-compare.awk WANTED GOT
#
# Both have lines QID<TAB>SCORE<TAB>PATH, best first.  Prints a line for each
# difference: the order must be the same, scores may differ by 1e-5.

BEGIN {
	FS = "\t"
}

FILENAME == ARGV[1] {
	want[++n] = $0
	next
}

{
	split(want[++k], w, FS)
	d = $2 - w[2]
	if ($1 != w[1] || $3 != w[3] || d > 1e-5 || d < -1e-5)
		print "got " $0 ", wanted " want[k]
}

END {
	if (!n)
		print "nothing is wanted"
	for (k++; k <= n; k++)
		print "missing: " want[k]
}
