#!/bin/sh
# The vault generator and the query mix of the benchmark: deterministic, and
# of the shape that the figures rely on.
. "$(dirname "$0")/../tap.sh"

B=$SRC/build
ok 'the tools are built' "${MAKE:-make}" -s -C "$SRC" \
	-f tests/bench/bench.mk bench-tools "B=$B"
PATH=$B/bench:$PATH

run gen-vault -s 7 -n 3000 a
status 0
out_empty
err_empty
is "$(find a -type f -name '*.md' | wc -l | tr -d ' ')" 3000 'as many atoms'
gen-vault -s 7 -n 3000 b
ok 'the same seed: the same bytes' diff -r a b
gen-vault -s 8 -n 3000 c
not_ok 'another seed: other bytes' diff -rq a c

# Figures of two machines compare only if their vaults are the same.
is "$(cd a && find . -type f | sort | xargs cat | cksum)" \
	'144874090 4677961' 'the vault of seed 7 has not changed'

run probe yaml a
status 0
err_has '3000 files'
err_has ' 0 invalid' 'front matter is valid YAML'
is "$(grep -rhm1 '^type: ' a | tr -d '\r' | sort -u | wc -l | tr -d ' ')" \
	14 'atoms of all types'
for key in id name type project status created updated tags links; do
	is "$(find a -name '*.md' -exec grep -L "^$key:" {} +)" '' \
		"every atom has $key"
done
size=$(find a -name '*.md' -exec cat {} + | wc -c)
ok 'atoms of 1.3 to 1.9 KB on average' test "$((size / 3000))" -gt 1300 -a \
	"$((size / 3000))" -lt 1900
ok 'CRLF occurs' grep -rq "$(printf '\r')" a
ok 'Chinese occurs' grep -rq '。' a

find a -name '*.md' | sed 's,^a/,,; s/\.md$//' | sort >paths
grep -rhoE '\[\[[a-z]+/[a-z]+/[a-z0-9_]+' a | sed 's/^\[\[//' | sort -u >links
ok 'there are links by path' test "$(wc -l <links)" -gt 1000
is "$(comm -13 paths links)" '' 'every link by path has its atom'

run gen-vault -n 3 a
status 4
err_has 'gen-vault: a: '
run gen-vault -n 0 d
status 2
run gen-vault -n 3
status 2
err_has 'usage: gen-vault'

queries -c a >words
ok 'words are sorted' sort -c words
w=$(awk '$2 == 40 { print $1; exit }' words)
find a -name '*.md' -exec awk -v w="$w" '
	FNR == 1 { fence = 0 }
	/^---\r?$/ && ++fence <= 2 { next }
	fence >= 2 {
		n = split(tolower($0), p, /[^a-z0-9]+/)
		for (i = 1; i <= n; i++)
			if (p[i] == w)
				print FILENAME
	}' {} + | sort -u >with
is "$(wc -l <with | tr -d ' ')" 40 "document frequency of '$w', counted apart"

run queries -s 3 -n 200 words
status 0
cp "$T/out" first
is "$(wc -l <first | tr -d ' ')" 200 'as many queries'
is "$(awk 'NF < 1 || NF > 4' first)" '' 'of one to four words'
run queries -s 3 -n 200 words
same first "$T/out" 'the same seed: the same queries'
# log-uniform: half of the words are rarer than the root of the highest
# shellcheck disable=SC2016
ok 'rare and common words alike' awk '
	NR == FNR { df[$1] = $2; next }
	{ for (i = 1; i <= NF; i++) {
		n++
		if (df[$i] > top)
			top = df[$i]
		all[n] = df[$i]
	} }
	END {
		for (i = 1; i <= n; i++)
			low += all[i] * all[i] < top
		exit !(low / n > .4 && low / n < .6)
	}' words first
run queries -f .38 -n 3000 words
status 0
# shellcheck disable=SC2016
ok 'a common word is common' awk -v w="$(cat "$T/out")" '
	$1 == w { exit !($2 > 1000 && $2 < 1300) }' words
done_testing
