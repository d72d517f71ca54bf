#!/bin/sh
# quality.t: the goals of the rankings on a test collection, whose directory
# is CX_CRANFIELD (docs.ndjson, queries.ndjson; tests/bench/quality).
. "$(dirname "$0")/../tap.sh"
[ -n "${CX_CRANFIELD:-}" ] || skip_all "CX_CRANFIELD names no collection"
[ -z "${CX_ASAN:-}" ] || skip_all "measured without the sanitizers"
need jq awk

run sh "$SRC/tests/bench/quality"
status 0
# the columns are nDCG, MRR and recall at 10
row() # NAME: its measures
{
	sed -n "s/^$1  *\([0-9.]* .*\)/\1/p" "$T/out"
}
above() # VALUE LEAST TEXT
{
	ok "$3: $1, at least $2" awk "BEGIN { exit !(\"$1\" != \"\" &&
		\"$1\" + 0 >= $2) }"
}
row 'cx-score --rank recall' >ours
row 'cx-score --rank cortex' >keyword
read -r ndcg mrr recall _ <ours
above "$ndcg" .413 'recall: nDCG@10'
above "$mrr" .56 'recall: MRR@10'
above "$recall" .42 'recall: recall@10'
read -r ndcg _ <keyword
above "$ndcg" .19 'cortex: nDCG@10'
ok 'no ranking misses its goal' sh -c '! grep -q MISSED "$1"' - "$T/out"

done_testing
