#!/bin/sh
# score-context.t: cx-score --rank context, and what expires.
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$0")/../tap.sh"
. "$SRC/tests/records.sh"

CORTEX_NOW=2026-04-15
export CORTEX_NOW

# note PATH MEMBERS: a record with these members more
note_rec()
{
	printf '{"path":"%s","name":"N","type":"insight","project":"p",' "$1"
	printf '"status":"active",%s"tags":[],%s}\n' "$(case $2 in
	*updated*) ;;
	*) echo '"updated":"2026-04-15",' ;;
	esac)" "$2"
}

### the table: importance, confidence of 5, days

while read -r i c days want; do
	# 1776211200 is the day of CORTEX_NOW.
	created=$(awk -v d="$days" 'BEGIN {printf "%d", 1776211200 - d * 86400}')
	created=$(date -u -d "@$created" +%Y-%m-%dT%H:%M:%S)
	for dates in "created $created updated 2024-01-01" \
		"created 2024-01-01 updated $created" \
		"created $created updated $created"; do
		# shellcheck disable=SC2086 # words
		set -- $dates
		jq -nc --arg a "$2" --arg b "$4" --argjson i "$i" \
			--argjson c "$c" '{path: "a.md", name: "N", type: "insight",
			project: "p", status: "active", created: $a, updated: $b,
			tags: [], importance: $i, confidence: ($c / 5)}' >r
		run cx-score --rank context <r
		jq_is .score "$want" "($i, $c, $days) is $want: $dates"
	done
done <<'END'
10 5 0 1
5 3 0 0.63
5 3 10 0.564
5 3 30 0.432
5 3 31 0.43
8 4 7 0.7938
10 5 90 0.8
10 5 90.01 0.4
1 1 0 0.31
10 5 -3 1
END
old='"importance":10,"confidence":1,"created":"2026-01-14","updated":"2026-01-14"'
note_rec a.md "$old" >r
run cx-score --rank context <r
jq_is .score 0.4 '(10, 5, 91) is .4'
note_rec a.md "$old,\"extra\":{\"reviewed\":\"2026-04-14\"}" >r
run cx-score --rank context <r
jq_is .score 0.8 '... reviewed yesterday .8'
note_rec a.md '"created":null' >r
run cx-score --rank context --explain <r
jq_is '[.score,.why.importance,.why.confidence]' '[0.63,5,0.6]' \
	'defaults; updated where created is not there'
note_rec a.md '"created":"2026-04-15","importance":99,"confidence":3' >r
run cx-score --rank context <r
jq_is .score 1 'numbers beyond the scale count as its end'

note_rec a.md "$old,\"dated\":\"mtime\"" |
	sed 's/"updated":"[^"]*"/"updated":"2026-04-15"/' >r
run cx-score --rank context <r
jq_is .score 0.4 'the time of a file is no edit'

### equal scores: the newest first, then by path

for i in 1 2 3 4 5 6; do
	printf '{"path":"n%d.md","name":"N","type":"insight","project":"p",' "$i"
	printf '"status":"active","created":"2025-0%d-01",' $((i % 3 + 1))
	printf '"updated":"2025-0%d-01","body":"text"}\n' $((i % 3 + 1))
done >old
printf '{"path":"a.md","name":"N","type":"insight","project":"p","status":"active","body":"text"}\n' >>old
want='n2.md n5.md n1.md n4.md n3.md n6.md a.md'
run cx-score --rank context <old
paths_are "$want" 'all are old: the newest first, what has no date last'
cx-index --search -o index old
run cx-score -i index --rank context
paths_are "$want" '... from an index'
run cx-score -i index --rank context --top 2
paths_are 'n2.md n5.md' '... and the best'
run cx-score --rank context --top 3 <old
paths_are 'n2.md n5.md n1.md'
rm -r index

### who is left out; order; the index

{
	for s in active archived superseded superseded:x invalidated; do
		rec "$s" '[]' p '' "$s.md" 2026-04-01 "$s" |
			sed 's/"created":"[^"]*"/"created":"2026-04-01"/'
	done
	note_rec gone.md '"extra":{"expires":"2026-04-14"}'
	note_rec today.md '"extra":{"expires":"2026-04-15"}'
	note_rec never.md '"extra":{"expires":"when done"}'
} >records
run cx-score --rank context <records
status 0
paths_are 'never.md today.md active.md' \
	'what is over is left out; ties by path'
cp "$T/out" stream
jq -c '. + {body: "text"}' records | cx-index --search -o index
run cx-score -i index --rank context
same "$T/out" stream 'the same from an index'
run cx-score -i index --rank context --top 1 --where 'path~act'
paths_are active.md '--top, --where'
run cx-score -i index --rank context --why-not gone.md
jq_is .why_not '"left out: its status has ended it, or it has expired"'
run cx-score --rank context --why-not gone.md -f records
jq_is .why_not '"left out: its status has ended it, or it has expired"'
run cx-score --rank context word <records
status 2 'no words'
out_empty

### what is expired ranks as archived

{
	rec 'Deploy one' '[]' p '' one.md 2020-01-01
	rec 'Deploy two' '[]' p '' two.md 2020-01-01 |
		sed 's/}$/,"extra":{"expires":"2026-04-14"}}/'
	rec 'Deploy six' '[]' p '' six.md 2020-01-01 |
		sed 's/}$/,"extra":{"expires":"2026-04-15T09:00:00Z"}}/'
} | jq -c '. + {body: "text"}' >records
cx-index --search -o index <records
run cx-score deploy <records
jq_is '[.path,.score]' '["one.md",10]
["six.md",10]
["two.md",3]' 'cortex'
cp "$T/out" stream
run cx-score -i index deploy
jq_of stream 'del(.body)' "$(cat "$T/out")" '... from the index'
run cx-score -i index --rank recall --explain deploy
jq_is '[.path,.why.status]' '["one.md",1]
["six.md",1]
["two.md",0.3]' 'recall'
cp "$T/out" stream
run cx-score --rank recall --explain deploy <records
same "$T/out" stream '... of a stream'
run cx-score --now 2026-04-16 -i index --rank recall --explain deploy
jq_is '[.path,.why.status]' '["one.md",1]
["six.md",0.3]
["two.md",0.3]' 'the day after, two are'
is "$(awk '{print $1}' index/generations/current/docs.expires | tr '\n' ' ')" '- 20558 20557 ' \
	'the column'

done_testing
