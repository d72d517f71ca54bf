#!/bin/sh
# query-fields.t: type:word and status:word in a query are filters if the value
# is known; any other is text.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/../tap.sh"
need jq

CORTEX_NOW=2026-04-15T12:00:00
export CORTEX_NOW
# note PATH TYPE STATUS UPDATED TEXT
note_()
{
	printf '%s\n' --- ${2:+"type: $2"} ${3:+"status: $3"} "updated: $4" \
		'tags: [ops]' --- "# $5" | put "v/$1"
}
put v/cortex.toml <<'END2'
[index]
delta_from = 2
[types.Movie]
dir = 'movies'
END2
note_ a.md decision open 2026-04-14 'deploy on Monday'
note_ b.md Decision '' 2026-04-10 'deploy on Friday, a risk'
note_ c.md insight open 2026-01-02 'a decision to deploy is a type:risk'
note_ d.md '"Café talk"' 'on hold' 2026-04-13 'deploy it'
note_ e.md '' '' 2026-04-12 'the upload ended with status:500'
note_ f.md decision archived 2026-04-11 'deploy no more'
cd v || exit 99
cx rebuild >"$T/said" 2>&1 || cat "$T/said"
CORTEX_CONFIG=$(cx-config -C .)
export CORTEX_CONFIG

# paths PATHS TEXT: what was found, in any order
paths()
{
	is "$(jq -r .path "$T/out" | sort | tr '\n' ' ')" "$1" "$2"
}
# indexed PATHS TEXT QUERY: by both rankings; $T/RANK
indexed()
{
	for rank in cortex recall; do
		cx-score --rank "$rank" -i index --fresh=no -- "$3" \
			2>"$T/said" | jq -c . >"$T/out"
		paths "$1" "$2 ($rank)"
		cp "$T/out" "$T/$rank"
	done
}
# streamed QUERY: the same from standard input
streamed()
{
	for rank in cortex recall; do
		cx-scan --body . 2>"$T/said" | cx-score --rank "$rank" -- "$1" \
			2>"$T/said" | jq -c 'del(.body)' >"$T/out"
		same "$T/out" "$T/$rank" '... and from standard input'
	done
}
# found PATHS TEXT QUERY
found()
{
	indexed "$@"
	streamed "$3"
}
# text TEXT QUERY: what it finds in --queries, where it is no filter
text()
{
	jq -nc --arg q "$2" '{qid: 1, query: $q}' >"$T/queries"
	for rank in cortex recall; do
		cx-score --rank "$rank" -i index --queries "$T/queries" |
			jq -c 'del(.qid)' >"$T/want"
		cx-score --rank "$rank" -i index -- "$2" | jq -c . >"$T/$rank"
		ok "$1: $rank finds some" [ -s "$T/want" ]
		same "$T/$rank" "$T/want" '... as its words'
	done
	streamed "$2"
}
found 'a.md b.md f.md ' type: 'type:decision deploy'
found 'a.md b.md f.md ' '... after the words, in any case' 'deploy type:DECISION'
found 'a.md c.md ' status: 'status:open deploy'
found 'a.md ' both 'type:decision status:open deploy'
found 'a.md ' 'beside other fields and phrases' \
	'type:decision tag:ops status:open "on Monday"'
found 'a.md b.md f.md ' 'said twice' 'type:decision deploy type:decision'
found '' 'none has two types' 'deploy type:decision type:insight'
found '' 'a type that [types] has' 'deploy type:movie'
found '' 'a status that [status] has' 'deploy status:challenged'
indexed 'd.md ' 'values that notes have' \
	'type:"café talk" status:"On hold" deploy'
indexed 'd.md ' '... in another normal form' \
	"$(printf 'type:"cafe\314\201 talk" deploy')"
indexed 'b.md ' 'what is there of a note that has none' 'status:active deploy'
text 'a status that none has' 'upload status:500'
text 'a type that none has' 'deploy type:risk'
text 'a part of a type' 'deploy type:decis'
text 'a type is no status' 'decision status:decision'
text '... nor a status a type' 'deploy type:open'
text 'a colon with nothing after it' 'decision type: risk'
text 'types:' 'decision types:decision'
text 'a value in quotes that none has' 'type:"risk of" deploy'

for rank in cortex recall; do
	for pair in type:decision:type~=decision status:open:status=open; do
		query=${pair%:*}
		cx-score --rank "$rank" -i index deploy risk \
			--where="${pair##*:}" >"$T/want"
		cx-score --rank "$rank" -i index deploy risk "$query" >"$T/out"
		same "$T/out" "$T/want" "$query is as an option ($rank)"
	done
	run cx-score -i index --rank "$rank" deploy -type:decision
	paths 'c.md d.md ' "-type: ($rank)"
	err_has "without notes that have 'type:decision'" '... which is reported'
	run cx-score -i index --rank "$rank" --why-not c.md deploy type:decision
	is "$(jq -r .why_not "$T/out")" \
		'left out by type:decision, or by a field:word or phrase' \
		"--why-not ($rank)"
done
for query in type:decision 'type:decision status:open'; do
	cx-score --rank recall -i index "$query" | jq -c . >"$T/recall"
	ok 'alone they list' [ -s "$T/recall" ]
	cx-scan --body . 2>"$T/said" | cx-score --rank recall "$query" |
		jq -c 'del(.body)' >"$T/out"
	same "$T/out" "$T/recall" '... also standard input'
	run cx-score -i index "$query"
	status 2
	err_has 'no words to search for' '... but by words alone nothing'
done

### cx search

sj()
{
	run cx search --json --no-log "$@"
}
sj type:decision
is "$(jq -r .path "$T/out" | tr '\n' ' ')" 'a.md b.md ' \
	'alone: those in force, the newest first'
sj type:decision '-"Friday"'
paths 'a.md ' '... without what is excluded'
sj --all 'deploy status:archived'
paths 'f.md ' '--all'
sj deploy status:archived
status 1
err_has '--all finds it' 'it says what --all would find'
sj deploy type:movie
status 1
err_has 'match without type:movie' 'it says what the filter leaves out'
sj --fuzzy deplyo type:insight
paths 'c.md ' '--fuzzy keeps the filter'
sj 'upload status:500'
is "$(jq -r .path "$T/out" | head -n 1)" e.md 'what is no status is found'
put inbox/pending/evt-1.md <<'END2'
---
status: open
---
## Raw Content
deploy on Sunday
END2
sj status:open
err_empty 'what was captured is searched, too'
rm -r inbox
run cx recall --json --no-log deploy type:insight
paths 'c.md ' 'cx recall'

### several vaults

printf '%s\n' "one:$PWD" >"$T/vaults"
for query in 'deploy status:open' 'deploy type:"café talk"'; do
	cx-score --vaults "$T/vaults" "$query" |
		jq -r '"\(.score) \(.path[4:])"' >"$T/out"
	cx-score -i index "$query" | jq -r '"\(.score) \(.path)"' >"$T/want"
	ok '--vaults' [ -s "$T/want" ]
	same "$T/out" "$T/want" "... as one: $query"
done

### after a delta

sed 's/^type: insight/type: idea/' c.md >c && mv c c.md
rm d.md
cx rebuild >"$T/said" 2>&1 || cat "$T/said"
ok 'a delta' sh -c 'ls index/generations/current/ | grep -q ^delta'
indexed 'c.md ' 'with a delta: a type that came' 'deploy type:IDEA'
text '... that is there no more' 'deploy type:"café talk"'
done_testing
