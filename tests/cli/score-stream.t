#!/bin/sh
# score-stream.t: what cx-score does with the stream: order, --top, --where,
# members, --explain, --why-not, --rank score, operands.
# shellcheck disable=SC1003,SC1091,SC2016,SC2154
. "$(dirname "$0")/../tap.sh"
. "$SRC/tests/records.sh"

CORTEX_NOW=2026-04-15T12:00:00
export CORTEX_NOW

### the stream: order, ties, --top

{
	rec B '["deploy"]' '' '' b.md
	rec U '["deploy"]' '' '' é.md
	rec A '["deploy"]' '' '' a.md
	rec Z '["deploy"]' '' '' Z.md
	rec Deploy '[]' '' '' zz.md
	rec none '[]' '' '' none.md
} >many
run cx-score deploy <many
status 0
jq_of -rs "$T/out" 'map("\(.path) ") | add // ""' "zz.md Z.md a.md b.md é.md " \
	'scores descend, ties by path bytes, no zero scores'
cp "$T/out" first
sort -r many >turned
run cx-score deploy <turned
same "$T/out" first 'input order does not matter'
run cx-score --top 2 deploy <many
jq_of -rs "$T/out" 'map("\(.path) ") | add // ""' "zz.md Z.md " '--top 2'
i=0
while [ $i -lt 25 ]; do
	rec Deploy '[]' '' '' "n$i.md"
	i=$((i + 1))
done >lots
run cx-score deploy <lots
is "$(wc -l <"$T/out" | tr -d ' ')" 10 'ten results unless said'
run cx-score --top 0 deploy <lots
is "$(wc -l <"$T/out" | tr -d ' ')" 25 '--top 0 is all'
run cx-score --top=3 deploy <lots
is "$(wc -l <"$T/out" | tr -d ' ')" 3 '--top=3'
for bad in -1 x 1.5 '' 99999999999999999999; do
	run cx-score --top "$bad" deploy <lots
	status 2 "--top '$bad' is a usage error"
	err_has "--top: '" 'and names the option'
	out_empty "--top '$bad' prints nothing"
done

### --where: filters before ranking

{
	rec Deploy '["a"]' '' '' a.md '' archived
	rec Deploy '["b"]' '' '' b.md
} >two
run cx-score --where 'status=archived' deploy <two
jq_is .path '"a.md"' '--where keeps what matches'
run cx-score --where 'not status=archived' --top 1 deploy <two
jq_is .path '"b.md"' '--where not'
run cx-score --where 'tags=nowhere' deploy <two
status 1 '--where that leaves nothing: no match'
run cx-score --where 'tags=' deploy <two
status 2 '--where with a syntax error is a usage error'
err_has '^' 'the caret stands under it'
out_empty

### partial

rec 'Deploy' >in
run cx-score deploy risk <in
jq_is '[.score,.partial]' '[10,true]' 'one of two words: partial'
run cx-score deploy <in
jq_is 'has("partial")' false 'every word matched: no partial member'
jq -c '.+{partial:true}' in >was
run cx-score deploy <was
jq_is 'has("partial") and .partial' false \
	'a partial of an earlier query does not survive'

### members: replaced, not doubled; unknown ones byte for byte

printf '%s\n' '{ "path" : "a.md","name":"Deploy\u0021 \/ x","updated":"2026-04-15","tags":[],"future":{"b":1.50,"a":[1e3,-0.0]},"uni":"\u00e9é" }' >odd
run cx-score deploy <odd
status 0
file_has "$T/out" '"name":"Deploy\u0021 \/ x"' 'escapes stay as written'
file_has "$T/out" '"future":{"b":1.50,"a":[1e3,-0.0]}' 'numbers stay as written'
file_has "$T/out" '{ "path" : "a.md",' 'spaces stay as written'
jq_is '[.score,.layer]' '[12,"hot"]'
cx-score --top 0 deploy <many >once
cx-score --top 0 deploy <once >twice
same once twice 'cx-score | cx-score is cx-score'
is "$(grep -o '"score":' twice | wc -l | tr -d ' ')" \
	"$(wc -l <twice | tr -d ' ')" 'one score a record'
printf '%s\n' '{"path":"a.md","score":999,"name":"Deploy","layer":"cold","updated":"2026-04-15"}' >old
run cx-score deploy <old
jq_is '[.score,.layer]' '[12,"hot"]' 'stale score and layer are replaced'
is "$(grep -o '"layer"' "$T/out" | wc -l | tr -d ' ')" 1 'one layer'
is "$(grep -o '"score"' "$T/out" | wc -l | tr -d ' ')" 1 'one score'
run cx-score deploy </dev/null
is "$rc $(wc -c <"$T/out" | tr -d ' ')" '1 0' 'an empty stream: no match'

### missing and odd members

echo '{"path":"deploy.md"}' >in
run cx-score deploy <in
jq_is .score 3 'a record with only a path'
echo '{"path":"x","name":"Deploy","tags":null,"project":null,"description":null,"updated":null}' >in
run cx-score deploy null <in
jq_is .score 10 'null members match nothing'

### numbers

cat >cortex.toml <<'END'
[status]
odd = 0.1234567
archived = 0.25
[layers]
hot = 10
warm = 20
END
cx-config >cfg.json
rec Deploy '[]' '' '' '' '' odd >in
run cx-score -c cfg.json deploy <in
ok 'at most six decimals' grep -Eq '"score":1\.23[0-9]{1,4}[,}]' "$T/out"
rec Deploy '[]' '' '' '' '' archived >in
run cx-score -c cfg.json deploy <in
jq_is .score 2.5 'weights come from [status]'
rec Deploy '[]' '' '' '' 2026-04-05 >in
run cx-score -c cfg.json deploy <in
jq_is '[.score,.layer]' '[12,"hot"]' 'thresholds come from [layers]'
rm cortex.toml

### --explain and --why-not

rec 'Deploy freeze' '["risk"]' ops '' 'a.md' 2026-04-14 archived >in
run cx-score --explain deploy risk <in
status 0
jq_is '.score' 8.7 '--explain does not change the score: (18 x 1.5 + 2) x .3'
jq_is 'has("why")' true '--explain adds why'
for w in deploy risk name tag 'hot|layer' 'archived|status' 0.3 '1\.5'; do
	ok "why names $w" sh -c 'jq -c .why "$1" | grep -qE -e "$2"' - \
		"$T/out" "$w"
done
jq -c 'del(.why)' "$T/out" >noexp
cx-score deploy risk <in | jq -c . >plain
same noexp plain '--explain adds nothing else'
cx-score deploy <in >noexp
cx-score --explain deploy <in | cx-score deploy | jq -c 'has("why")' >again
is "$(cat again)" false 'why of an earlier query does not survive'

{
	rec Deploy '[]' '' '' top.md
	rec x '["deploy"]' '' '' low.md
	rec x '[]' '' '' zero.md
	rec Deploy '[]' '' '' gone.md '' archived
} >why
whynot() # PATH TEXT ARGS…: prints what the program says about PATH
{
	wn=$1
	shift
	run cx-score --why-not "$wn" "$@" <why
	said=said.$(echo "$wn" | tr / _)
	cat "$T/out" "$T/err" >"$said"
	file_has "$said" "$wn" "--why-not $wn names it"
	[ "$rc" -lt 2 ] || { result 1 "--why-not $wn: status $rc"; show_run; }
}
whynot low.md --top 1 deploy
whynot zero.md deploy
whynot no/such.md deploy
whynot gone.md --where 'not status=archived' deploy
whynot top.md deploy
is "$(cat said.low.md said.zero.md said.no_such.md said.gone.md |
	sed 's/[a-z/]*\.md//g' | sort | uniq -d | grep -c .)" 0 \
	'the four reasons differ'

### --rank score: only sorts

printf '%s\n' '{"path":"b.md","score":2,"layer":"odd"}' \
	'{"path":"a.md","score":2.000000,"x":1}' \
	'{"path":"c.md","score":1e1}' '{"path":"d.md","score":0.5}' \
	'{"path":"e.md","score":-1}' >scored
run cx-score --rank score <scored
status 0
out_is "$(printf '%s\n' '{"path":"c.md","score":1e1}' \
	'{"path":"a.md","score":2.000000,"x":1}' \
	'{"path":"b.md","score":2,"layer":"odd"}' \
	'{"path":"d.md","score":0.5}' '{"path":"e.md","score":-1}')" \
	'--rank score: lines as read, by score, ties by path'
run cx-score --rank score --top 2 <scored
jq_of -rs "$T/out" 'map("\(.path) ") | add // ""' \
	'c.md a.md ' '--rank score --top'
run cx-score --rank score --where 'path=d.md' <scored
jq_of -r "$T/out" .path 'd.md' '--rank score --where'
# Two vaults, ranked apart and merged, are one ranking.
sed -n '1~2p' many >v1
sed -n '2~2p' many >v2
cx-score --top 0 deploy <many >whole
{ cx-score --top 0 deploy <v1; cx-score --top 0 deploy <v2; } |
	cx-score --rank score --top 0 >merged
same merged whole 'results of two vaults merge to the ranking of both'
cx-score --top 0 deploy <v1 >r1
cx-score --top 0 deploy <v2 >r2
run cx-score --rank score --top 0 -f r1 -f r2
same "$T/out" whole 'the same from two files'
# Law 1: a record without a score is not dropped in silence: the stream was
# never ranked.
printf '%s\n' '{"path":"b.md","score":1}' '{"path":"a.md"}' \
	'{"path":"c.md","score":"2"}' >unscored
run cx-score --rank score <unscored
status 4 'a record without a score: a stream that was not ranked'
err_has :2 '... its line is named'
out_empty

### operands and options

rec 'set -x and --verbose' >in
run cx-score -- -x <in
ok '-- -x is a word' [ "$rc" -lt 2 ]
run cx-score -- --verbose <in
ok '-- --verbose is a word' [ "$rc" -lt 2 ]
run cx-score -x <in
status 2 '-x without -- is a bad option'
out_empty
is "$(wc -l <"$T/err" | tr -d ' ')" 2 'a bad option prints two lines'
run cx-score <in
status 2 'no word at all is a usage error'
run cx-score --rank nonsense deploy <in
status 2 'an unknown ranking is a usage error'
err_has nonsense
rec Deploy >a.ndjson
rec Deploy '[]' '' '' zz/b.md >b.ndjson
run cx-score -f a.ndjson deploy </dev/null
jq_is .path '"zz/zz.md"' '-f FILE'
run cx-score -f a.ndjson -f b.ndjson deploy </dev/null
jq_of -rs "$T/out" 'map("\(.path) ") | add // ""' 'zz/b.md zz/zz.md ' '-f twice'
run cx-score -f - deploy <a.ndjson
jq_is .path '"zz/zz.md"' '-f - is stdin'
run cx-score -f no.such deploy
status 4 '-f on a missing file'
err_has no.such
{ echo '['; sed 's/$/,/' a.ndjson; cat b.ndjson; echo ']'; } >man.json
run cx-score -f man.json deploy
jq_of -rs "$T/out" 'map("\(.path) ") | add // ""' 'zz/b.md zz/zz.md ' \
	'a manifest is a stream'
printf '{"path":"a.md","name":"Deploy"' >cut.ndjson
run cx-score deploy <cut.ndjson
status 4 'a cut-short last line'
printf '%s\n' '{"path":"a.md","name":"Deploy","name":"x"}' >dup
run cx-score deploy <dup
status 4 'duplicate members'
err_has 1 'and the line is named'

done_testing
