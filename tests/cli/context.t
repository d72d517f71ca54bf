#!/bin/sh
# context.t: cx context: what a session should know first.
# shellcheck disable=SC1091,SC2016,SC2154,SC2089,SC2090
. "$(dirname "$0")/../tap.sh"
. "$SRC/tests/records.sh"
need jq awk

CORTEX_NOW=2026-04-15
export CORTEX_NOW
CORTEX_HOST=here
export CORTEX_HOST
mkdir v && cd v && mkdir .cortex || exit 99
touch cortex.toml
run cx rebuild
run cx context
status 0 'an empty vault is not a failure'
is "$(wc -l <"$T/out" | tr -d ' ')" 3 'and a block of markers'
err_empty
cd "$T/w" && rm -rf v && vault v && cd v || exit 99
touch cortex.toml
note_on() # NAME PROJECT [MEMBER]
{
	put "atoms/$1.md" <<E
---
name: $1
type: decision
project: $2
created: 2026-01-01
updated: 2026-01-01
${3:+$3
}---
Text of $1. See [[other]].
E
}
note_on mine web
note_on pinned web 'pinned: true'
note_on expired web 'expires: 2026-04-01'
note_on other api
note_on far api
cx rebuild >"$T/out" 2>&1 || note "rebuild failed: $(cat "$T/out")"

run cx context --format json --no-log --project web
status 0
err_empty
jq_is '.items | map([.section, .path])' \
	'[["Pinned","atoms/pinned.md"],["Decisions","atoms/mine.md"],["Linked from other projects","atoms/other.md"]]' \
	'a project: pinned, own, and what is linked; what is expired is not, nor what is two links away'
jq_is '[.items[].text][0]' '"Text of pinned. See [[other]]."' \
	'with the text from the vault'
ok 'nothing was logged' [ ! -e .cortex/access ]
note_on needle web 'tags: [haystack]'
note_on straw api 'tags: [haystack]'
note_on burnt web 'status: superseded'
run cx context --format json --no-log --query haystack
status 0
err_empty
jq_is '.items | map(.path) | sort' '["atoms/needle.md","atoms/straw.md"]' \
	'--query: what is about it, and nothing else'
run cx context --format json --no-log --query=haystack --project web
jq_is '.items | map(.path)' '["atoms/needle.md"]' '--query: in a project'
run cx context --format json --no-log --query burnt
jq_is '.items' '[]' '--query: what is over is not'
run cx context --no-log --query 'zzqx -- --top'
status 0 '--query: nothing found is not a failure'
out_has 'CORTEX:BEGIN'
run cx context --no-log haystack
status 2
err_has 'words are given with --query'
rm atoms/needle.md atoms/straw.md atoms/burnt.md
run cx context --no-log --project wbe
status 0
err_has "no note of project 'wbe'" 'a typo is told'
run cx context --format json --no-log
is "$(jq -r '.items[].path' "$T/out" | grep -c -e expired -e old)" 0 \
	'archived, superseded and expired atoms are out'
jq_is '.items | length' 9 'all others are there'
run cx context --budget 1000
status 0
is "$(sed -n '1p;$p' "$T/out" | cut -d ' ' -f 2)" 'CORTEX:BEGIN
CORTEX:END' 'markers'
is "$(jq -r .source .cortex/access/here-2026-04.ndjson | sort -u)" context \
	'what was shown is logged'
is "$(wc -l <.cortex/access/here-2026-04.ndjson | tr -d ' ')" \
	"$(head -n 1 "$T/out" | grep -o 'items=[0-9]*' | cut -d = -f 2)" \
	'and nothing else'
rm -rf .cortex/access
: >.cortex/access
run cx context
status 0 'a log that cannot be written is not a failure'
out_has CORTEX:END
err_has access
rm .cortex/access
printf '[context]\nbudget = 1100\n' >cortex.toml
cx rebuild
run cx context --no-log --format=json
jq_is .budget 1100 '[context] budget'
run cx context --no-log --tokenizer false
status 4 'a tokenizer that fails'
out_empty
for bad in '--budget 10' '--format x' '--nope' 'word' '--project a"b'; do
	# shellcheck disable=SC2086 # words
	run cx context $bad
	status 2 "cx context $bad"
	out_empty
done
### the last edit counts, and the newest of what is old

filler=$(yes 'Filler sentence about nothing.' | head -9 | tr '\n' ' ')
dated() # NAME CREATED UPDATED [MEMBER]
{
	put "$1.md" <<E
---
name: Note $1
created: $2
updated: $3
${4:+$4
}---
$filler
E
}
vault_of() # DATE N: so many notes of that day
{
	cd "$T/w" && rm -rf rest && mkdir rest && cd rest || exit 99
	: >cortex.toml
	i=0
	while [ $((i += 1)) -le "$2" ]; do
		dated "$(printf 'b%02d' "$i")" "$1" "$1"
	done
}
shown() { grep -o 'Note [a-z0-9]*' "$T/out" | cut -d ' ' -f 2; }

CORTEX_NOW=2026-11-25
vault_of 2026-09-20 20
dated z 2025-01-01 2026-11-24
cx rebuild
run cx context --no-log --budget 1000
is "$(shown | head -n 1)" z 'a rule of old that was edited yesterday comes first'
dated z 2025-01-01 2025-01-01 'reviewed: 2026-11-24'
cx rebuild
run cx-score -i index --rank context --why-not z.md
jq_is .score 0.43 'one that was reviewed is not stale'
vault_of 2025-01-10 40
for day in 2026-08-20 2026-08-30 2026-09-01; do
	dated z 2026-01-01 "$day"
	cx rebuild
	run cx context --no-log --budget 1000
	is "$(shown | head -n 1)" z "all others are old: of $day"
done

# A memory that rested four months: all is stale, and the first by name are
# not the best.
vault_of 2026-04-01 0
n=0
for name in a b c d e f g h i j k l m n o p q r s t u v w x y z; do
	dated "feedback$name" 2026-03-01 "2026-03-$((10 + n % 20))"
	dated "project$name" 2026-03-01 "2026-05-$((10 + n % 20))"
	n=$((n + 1))
done
dated usera 2026-03-01 2026-07-14
dated userb 2026-03-01 2026-07-15
dated zlast 2026-03-01 2026-07-15
cx rebuild
run cx context --no-log --budget 1500
is "$(shown | sed '4,$d' | tr '\n' ' ')" 'userb zlast usera ' 'the newest first'
not_ok 'what was edited first is left out' grep -q 'Note feedbacka$' "$T/out"
cd "$T/w/v" || exit 99
CORTEX_NOW=2026-04-15

rm -rf index
run cx context --fresh=no
status 4 'no index'
err_has rebuild
run cx context --no-log
status 0 'it is made'
err_has 'so made one'

done_testing
