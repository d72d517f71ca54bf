#!/bin/sh
# Retrieval measures, against values worked out by hand.
. "$(dirname "$0")/../tap.sh"

M=$SRC/tests/bench/measures.awk

# q1: relevant a, b; found at ranks 2 and 4.
#   DCG = 1/log2(3) + 1/log2(5) = 0.63093 + 0.43068 = 1.06161
#   best = 1/log2(2) + 1/log2(3) = 1.63093; nDCG = 0.65092; RR = 1/2; recall 1
printf 'q1 a\nq1 b\n' >qrels
printf 'q1 x 1 9\nq1 a 2 8\nq1 y 3 7\nq1 b 4 6\n' >run
run awk -f "$M" qrels run
status 0
out_is '0.6509 0.5000 1.0000 1'

# q2: relevant c, in place 11.  q3: relevant d, no result at all.
# Means of (0.65092, 0, 0), (0.5, 0, 0), (1, 0, 0).
printf 'q2 c\nq3 d\n' >>qrels
for i in 1 2 3 4 5 6 7 8 9 10; do echo "q2 n$i"; done >>run
echo 'q2 c' >>run
run awk -f "$M" qrels run
out_is '0.2170 0.1667 0.3333 3' 'beyond ten, and no answer'

# Twelve relevant, ten found first: the best order has ten places, so 1;
# recall is 10/12.
awk 'BEGIN { for (i = 1; i <= 12; i++) print "q d" i }' >qrels
head -n 10 qrels >run
run awk -f "$M" qrels run
out_is '1.0000 1.0000 0.8333 1' 'more relevant than places'

printf 'q a\n' >qrels
printf 'other a\nq a\n' >run
run awk -f "$M" qrels run
out_is '1.0000 1.0000 1.0000 1' 'a query that nobody judged does not count'

: >run
run awk -f "$M" qrels run
status 0
out_is '0.0000 0.0000 0.0000 1' 'no results at all'

printf 'q a\nq a\n' >run
run awk -f "$M" qrels run
status 4
err_has 'q has a twice'

: >qrels
run awk -f "$M" qrels run
status 4 'no relevant pairs'
done_testing
