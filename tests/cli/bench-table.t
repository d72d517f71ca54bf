#!/bin/sh
# The table of the benchmark and of its quality part, with stand-ins for the
# programs: a row shows a number only when every stage of it worked.
. "$(dirname "$0")/../tap.sh"

ok 'the tools are built' "${MAKE:-make}" -s -C "$SRC" \
	-f tests/bench/bench.mk bench-tools "B=$SRC/build"
mkdir -p b/bin && ln -s "$SRC/build/bench" b/bench || exit 99
PATH=$(printf '%s' "$PATH" | sed "s,^$BIN:,,")

program() # NAME: its text on stdin
{
	{ echo '#!/bin/sh'; cat; } >"b/bin/$1" && chmod +x "b/bin/$1"
}

table() # ROWS
{
	run env BIN= B="$T/w/b" N=300 RUNS=1 ROWS="$1" CX_BENCH_DIR="$T/w/cache" \
		"$SRC/tests/bench/bench"
}

row_is() # WORK VERDICT: the row's last column begins with VERDICT
{
	is "$(grep -F "$1" "$T/out" | cut -c94- | cut -c"1-${#2}")" "$2" \
		"$1: $2"
}

table 'cx-scan . read|stdin'
status 0
row_is 'cx-scan | read' '- (no cx-scan)'
row_is 'cx-score on stdin' '- (no cx-score)'

program cx-scan <<'X'
for v; do :; done
find "$v" -name '*.md' -printf '{"path":"%P"}\n'
X
program cx-score <<'X'
cat >/dev/null
echo '{"path":"a"}'
X
program cx-links <<'X'
exit 1
X
program cx-index <<'X'
echo 'cx-index: disk: full' >&2
exit 4
X
program cx-layer <<'X'
exit 0
X
program cx-mcp <<'X'
sleep .1
X
table 'cx-scan|layers . ref|stdin|links|initialize'
status 0
row_is 'cx-scan | 32 MB' ok
row_is 'cx-links --report' '- (status 1'
row_is 'cx-mcp initialize' MISSED
# a stage that fails in the middle of a pipeline is not a number
row_is 'scan, index, layers | ref' '- (status 4: cx-index: disk: full'
is "$(cd cache && echo ./*)" \
	'./lock ./v300-1 ./v300-1.stamp ./v470-1 ./v470-1.stamp' \
	'no scratch directory is left'
(
	flock 9 && table 'read every'
	# shellcheck disable=SC2154 # run sets it
	echo "$rc" >rc
) 9>cache/lock
is "$(cat rc)" 4 'a second run in the same place is refused'
err_has 'in use by another run'
run env N=many "$SRC/tests/bench/bench"
status 4
err_has 'bench: N, SEED and RUNS are numbers'

# fewer records than atoms are not a measurement
program cx-scan <<'X'
echo '{"path":"a"}'
X
table 'cx-scan'
status 4
err_has 'cx-scan gave 1 records for 300 atoms'

# timeit: quantiles, worst status, the lines' words as arguments
run b/bench/timeit -n 3 'sh -c true' 'exit 5; :'
is "$(awk '{ print $2 <= $1 && $1 <= $3, $6 }' "$T/out")" '1 0
1 5' 'min, median, max in order; the status'
program slow <<'X'
sleep "$1"
X
printf '.01\n2\n.03\n' >lines
run b/bench/timeit -n 1 -l lines b/bin/slow
# shellcheck disable=SC2016
ok 'the median and the 99th percentile over lines' awk '
	{ exit !($1 >= 30 && $1 < 1900 && $2 >= 2000 && $3 == $2 && !$6) }' \
	"$T/out"

# quality
mkdir c
cat >c/docs.ndjson <<'X'
{"id":1,"title":"wing \"flow\": a","author":"a,b. and c,d.","text":"lift"}
{"id":2,"title":"plate","author":"","text":"shear of a plate"}
X
cat >c/queries.ndjson <<'X'
{"qid":1,"query":"what of lift -dash","relevant":[1]}
{"qid":2,"query":"shear","relevant":[2]}
X
program cx-scan <<'X'
cd "$2" && cat d1/d1.md >&2 && probe yaml . >&2
X
program cx-score <<'X'
while [ "$1" != --queries ]; do shift; done
cat "$2" >&2
echo '{"qid":1,"path":"d1/d1.md"}'
echo '{"qid":2,"path":"d1/d1.md"}'
echo '{"qid":2,"path":"d2/d2.md"}'
X
run env BIN= B="$T/w/b" CX_CRANFIELD="$T/w/c" "$SRC/tests/bench/quality"
status 0
out_has 'cx-score --rank recall         0.8155   0.7500     1.0000  nDCG'
if [ -x b/bench/fts5 ]; then
	out_has 'SQLite FTS5, porter            1.0000   1.0000     1.0000'
fi
run env -u CX_CRANFIELD BIN= B="$T/w/b" "$SRC/tests/bench/quality"
status 4
err_has 'set VAULT'

### bench-quality of a vault: what the programs say is in the table

if python3 -c 'import sqlite3; sqlite3.connect(":memory:").execute(
	"CREATE VIRTUAL TABLE t USING fts5(a)")' 2>/dev/null; then
	for n in one two six; do
		echo "{\"path\":\"$n.md\",\"name\":\"Note $n\",\"body\":\"## Part $n\"}"
	done >records
	program cx-scan <<X
cat $T/w/records
X
	program cx-index </dev/null
	# It finds the first note, whatever is asked.
	program cx-score <<'X'
while [ "$1" != --queries ]; do shift; done
jq -c '{qid, path: "one.md"}' "$2"
X
	run env BIN= B="$T/w/b" VAULT=. "$SRC/tests/bench/quality"
	status 1 'a vault where FTS5 is better'
	out_has '3 notes, MRR@20'
	out_has 'titles                         3    0.333    1.000  -0.6667  0.2722  MISSED'
	out_has 'headings                       3    0.333    1.000  -0.6667  0.2722  MISSED'
	program cx-score <<'X'
while [ "$1" != --queries ]; do shift; done
jq -c '{qid, path: "\(.query | split(" ") | last).md"}' "$2"
X
	run env BIN= B="$T/w/b" VAULT=. "$SRC/tests/bench/quality"
	status 0 'one where it is not'
	out_has 'titles                         3    1.000    1.000  +0.0000  0.0000  ok'
	out_has 'misspelt titles                0'
	program cx-scan <<'X'
exit 4
X
	run env BIN= B="$T/w/b" VAULT=. "$SRC/tests/bench/quality"
	status 4 'one that cannot be scanned'
else
	skip 9 'a vault' 'no python3 with FTS5'
fi
done_testing
