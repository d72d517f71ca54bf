# measures.awk: retrieval measures at 10, binary relevance.
#
#	awk -f measures.awk QRELS RUN
#
# QRELS: QID PATH, a relevant pair a line.  RUN: QID PATH ..., a result a line,
# best first within a query.  Prints nDCG@10 MRR@10 recall@10 QUERIES: means
# over all queries of QRELS, so that one without an answer counts as 0.
#
#	DCG = sum of 1/log2(rank + 1) over the relevant among the first ten
#	nDCG = DCG / that of the best order (Jarvelin, Kekalainen 2002)
#	MRR = 1/rank of the first relevant; recall = found / relevant

function fail(text)
{
	printf "measures: %s:%d: %s\n", FILENAME, FNR, text >"/dev/stderr"
	failed = 1
	exit 4
}

NF < 2 { fail("not QID PATH") }

FILENAME == ARGV[1] {
	if (!(($1, $2) in relevant)) {
		relevant[$1, $2] = 1
		count[$1]++
	}
	next
}

{
	if (($1, $2) in seen)
		fail("query " $1 " has " $2 " twice")
	seen[$1, $2] = 1
	if (++rank[$1] > 10 || !(($1, $2) in relevant))
		next
	found[$1]++
	dcg[$1] += log(2) / log(rank[$1] + 1)
	if (!($1 in first))
		first[$1] = rank[$1]
}

END {
	if (failed)
		exit 4
	for (q in count) {
		n++
		best = 0
		for (i = 1; i <= count[q] && i <= 10; i++)
			best += log(2) / log(i + 1)
		ndcg += dcg[q] / best
		recall += found[q] / count[q]
		if (q in first)
			mrr += 1 / first[q]
	}
	if (!n) {
		print "measures: no relevant pairs" >"/dev/stderr"
		exit 4
	}
	printf "%.4f %.4f %.4f %d\n", ndcg / n, mrr / n, recall / n, n
}
