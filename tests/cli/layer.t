#!/bin/sh
# layer.t: cx-layer annotates, keeps some layers, or writes the layer files.
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$0")/../tap.sh"
. "$SRC/tests/records.sh"

NOW=2026-04-15T12:00:00

# layer DATE [OPTION…]: the layer of an atom of that date
layer()
{
	rec n '[]' '' '' a.md "$1" >dated
	shift
	cx-layer "$@" dated 2>&1 | jq -r .layer 2>&1
}
# layer_is LAYER TEXT DATE [OPTION…]: the layer of an atom of that date
layer_is()
{
	layer_want=$1 layer_text=$2
	rec n '[]' '' '' a.md "$3" >dated
	shift 3
	cx-layer "$@" dated >layered 2>&1
	jq_of -r layered .layer "$layer_want" "$layer_text"
}

### annotate: days and their boundaries

while read -r now date want; do
	layer_is "$want" "$date seen from $now: $want" "$date" --now "$now"
done <<'END'
2026-04-15T12:00:00 2026-04-15 hot
2026-04-15T12:00:00 2026-04-13 hot
2026-04-15T12:00:00 2026-04-12 warm
2026-04-15T12:00:00 2026-04-08 warm
2026-04-15T12:00:00 2026-04-07 cold
2026-04-15T00:00:00 2026-04-13 hot
2026-04-15T00:00:00 2026-04-12 warm
2026-04-15T23:59:59 2026-04-13 hot
2026-04-15T23:59:59 2026-04-08 warm
2026-04-15T23:59:59 2026-04-07 cold
2026-04-15 2026-04-13 hot
2026-04-15 2026-04-07 cold
2024-03-01 2024-02-28 hot
2024-03-01 2024-02-27 warm
2023-03-01 2023-02-27 hot
2026-01-01 2025-12-30 hot
2026-01-01 2025-12-25 warm
2026-01-01 2025-12-24 cold
2026-04-15 2026-04-16 hot
2026-04-15 9999-12-31 hot
2026-04-15 0001-01-01 cold
2026-04-15T12:00:00 someday cold
2026-04-15T12:00:00 2026-02-30 cold
2026-04-15T12:00:00 2026-13-01 cold
2026-04-15T12:00:00 2026-4-15 cold
2026-04-15T12:00:00 20260415 hot
2026-04-15T12:00:00 {{date}} cold
2026-04-15T12:00:00 -2026-04-15 cold
2026-04-15T12:00:00 2026-04-15xyz cold
END
# The manual of dates is silent on times in `updated`; notes written by other
# tools carry them, and the day is what counts.
layer_is hot 'a time in updated: its day' 2026-04-13T23:59:59 --now $NOW
layer_is warm 'a time in updated: its day' 2026-04-12T23:59:59 --now $NOW
echo '{"path":"a.md"}' | cx-layer --now $NOW >"$T/json"
jq_of -r "$T/json" .layer cold \
	'no updated: cold'
echo '{"path":"a.md","updated":null}' | cx-layer --now $NOW >"$T/json"
jq_of -r "$T/json" .layer cold 'updated null: cold'
echo '{"path":"a.md","updated":""}' | cx-layer --now $NOW >"$T/json"
jq_of -r "$T/json" .layer cold 'updated empty: cold'

### --hot and --warm

layer_is hot '--hot 0: today is hot' 2026-04-15 --now $NOW --hot 0
layer_is warm '--hot 0: yesterday is not' 2026-04-14 --now $NOW --hot 0
layer_is hot '--hot 10' 2026-04-05 --now $NOW --hot 10 --warm 20
layer_is warm '--warm 20' 2026-04-04 --now $NOW --hot 10 --warm 20
layer_is cold 'beyond --warm' 2026-03-25 --now $NOW --hot=10 --warm=20
printf '[layers]\nhot = 10\nwarm = 20\n' >cortex.toml
cx-config >cfg.json
rm cortex.toml
layer_is hot '[layers] by -c' 2026-04-05 --now $NOW -c cfg.json
layer_is warm 'a flag wins' 2026-04-05 --now $NOW -c cfg.json --hot 3
rec n >in
for o in '--hot -1' '--hot x' '--warm 1.5' '--warm 99999999999999999999'; do
	# shellcheck disable=SC2086 # option and value
	run cx-layer --now $NOW $o <in
	status 2 "$o: usage"
	out_empty "$o prints nothing"
done

### now

is "$(CORTEX_NOW=2026-04-30 layer 2026-04-30)" hot '$CORTEX_NOW'
is "$(CORTEX_NOW=2026-04-30T10:00:00 layer 2026-04-27)" warm '$CORTEX_NOW'
is "$(CORTEX_NOW=2026-04-30 layer 2026-04-15 --now $NOW)" hot \
	'--now wins over $CORTEX_NOW'
layer_is hot 'neither: the clock' "$(date -u +%Y-%m-%d)"
is "$(TZ=Pacific/Kiritimati layer 2026-04-07 --now $NOW)" cold 'TZ does not matter'
for n in yesterday 2026-4-5 2026-02-30 2026-04-15T25:00:00 2026-04-15T12: \
	2026-04-15x ''; do
	run cx-layer --now "$n" <in
	status 2 "--now '$n': usage"
	CORTEX_NOW=$n
	[ -n "$n" ] || continue
	export CORTEX_NOW
	run cx-layer <in
	not_ok "\$CORTEX_NOW '$n' is not taken for a date" [ "$rc" -eq 0 ]
	err_has CORTEX_NOW "... and the message names it ('$n')"
	unset CORTEX_NOW
done

### lines: kept in order, one member added

{
	printf '%s\n' '{ "path":"b.md" , "updated":"2026-04-15","x":[1.0,{"y":1e9}],"n":"\u0041\/"}'
	printf '%s\n' '{"path":"a.md","updated":"2026-04-10","layer":"nonsense","z":null}'
	printf '%s\n' '{"path":"c.md","updated":"2020-01-01"}'
} >in
run cx-layer --now $NOW <in
status 0
paths_are 'b.md a.md c.md' 'records keep their order'
jq_of -rs "$T/out" 'map("\(.layer) ") | add // ""' 'hot warm cold '
file_has "$T/out" '{ "path":"b.md" , "updated":"2026-04-15","x":[1.0,{"y":1e9}],"n":"\u0041\/"' \
	'what was read stays byte for byte'
is "$(grep -o '"layer"' "$T/out" | wc -l | tr -d ' ')" 3 \
	'a layer that was there is replaced'
jq_ok -s "$T/out" '.[1]|has("z")' '"z" survives the replacement'
cx-layer --now $NOW "$T/out" >twice
same "$T/out" twice 'cx-layer | cx-layer is cx-layer'

### --only

run cx-layer --now $NOW --only hot <in
paths_are b.md '--only hot'
run cx-layer --now $NOW --only warm,cold <in
paths_are 'a.md c.md' '--only warm,cold'
jq_is .layer "$(printf '"warm"\n"cold"')" '--only annotates too'
run cx-layer --now $NOW --only hot,warm,cold <in
is "$(wc -l <"$T/out" | tr -d ' ')" 3 '--only all'
for o in tepid hot,tepid ''; do
	run cx-layer --only "$o" <in
	status 2 "--only '$o': usage"
done

### -o DIR

{
	rec Hot1 '["t"]' p d h1.md 2026-04-14
	rec Hot2 '[]' p d h2.md 2026-04-15
	rec Hot0 '[]' p d h0.md 2026-04-15
	rec Warm '[]' p d w.md 2026-04-10
	rec Gone '[]' p d gone.md 2026-04-15 archived
	rec Super '[]' p d super.md 2026-04-01 superseded
	rec Cold '[]' p d c.md 2020-01-01
	rec When '[]' p d when.md someday
} >in
run cx-layer --now $NOW -o layers <in
status 0
err_empty
jq_of layers/hot.json 'map(.path)' '["h0.md","h2.md","h1.md"]' \
	'hot.json: newest first, then by path; no archived atom'
jq_of layers/warm.json 'map(.path)' '["w.md"]' 'warm.json'
jq_of layers/cold.json 'map(.path)' '["super.md","c.md","when.md"]' \
	'cold.json: an unparsable date is the oldest; superseded atoms are there'
jq_of layers/hot.json '.[2]' \
	'{"path":"h1.md","name":"Hot1","type":"insight","project":"p","tags":["t"],"updated":"2026-04-14","lines":3}' \
	'members and their order'
find layers -type f -printf '%p %i %T@\n' | sort >before
sleep 0.05
sort -R in >mixed
run cx-layer --now $NOW -o layers <mixed
find layers -type f -printf '%p %i %T@\n' | sort >after
same after before 'the same records in another order: nothing is rewritten'
run cx-layer --now 2026-04-16 -o layers <in
jq_of layers/warm.json 'map(.path)' '["w.md"]'
is "$(find layers -name '.cx-tmp-*' | wc -l | tr -d ' ')" 0 'no temporary files'
cp -RP layers was
: >layers/.cx-tmp-left
run cx-layer --now $NOW -o layers </dev/null
cat layers/hot.json layers/warm.json layers/cold.json >"$T/json"
jq_of -rs "$T/json" 'map(tojson) | map(. + " ") | add // ""' \
	'[] [] [] ' 'no records: three empty lists'
is "$(find layers -name '.cx-tmp-*' | wc -l | tr -d ' ')" 0 \
	'a left-over temporary file is removed'
rm -rf layers
cx-layer --now 2026-04-16 -o layers <in
ok 'deleted, they come back byte for byte' diff -r layers was
{ cat in; printf '{"path":"cut.md"'; } >bad
run cx-layer --now 2026-05-30 -o layers <bad
status 4 'a cut-short line'
ok '... and the files are as they were' diff -r layers was
echo precious >file
run cx-layer --now $NOW -o file <in
status 4 'a file in place of the directory'
is "$(cat file)" precious '... is not touched'
chmod 555 layers/generations
run as_user cx-layer --now 2026-05-30 -o layers <in
status 4 'a read-only directory'
ok '... and the files are as they were' diff -r layers was

### operands

chmod 755 layers/generations
sed -n 1,2p in >f1
sed 1,2d in >f2
cx-layer --now $NOW f1 f2 >o1
cx-layer --now $NOW <in >o2
same o1 o2 'files are read one after the other'
cx-layer --now $NOW f1 - <f2 >o1
same o1 o2 '- is stdin'

### newest = true: a vault that rests; one answer, whoever is asked

mkdir rests
(
	cd rests || exit
	printf '[layers]\nnewest = true\n[index]\ndelta_from = 3\n' >cortex.toml
	for day in 06-20 06-18 06-17 06-13 06-12; do
		printf -- '---\nupdated: 2023-%s\n---\n# Kettle %s\n' $day $day \
			>"n$day.md"
	done
	printf -- '---\nupdated: 2031-01-01\n---\n# Kettle of the future\n' \
		>typo.md
	printf '# Kettle without a date\n' >plain.md
)
cd rests || exit
want='n06-12.md cold
n06-13.md warm
n06-17.md warm
n06-18.md hot
n06-20.md hot
plain.md cold
typo.md hot'
# agree TEXT: every program has the layers that $want says
agree()
{
	is "$(cx scan | cx-layer -c "$T/config" | jq -r '"\(.path) \(.layer)"' | sort)" "$want" \
		"$1: the records"
	cx scan >"$T/whole"
	is "$(sed -n 1p "$T/whole" | cx-layer -c "$T/config" --hot 0 "$T/whole" - |
		jq -r 'select(.path == "n06-13.md").layer' | head -n 1)" "$2" '... from two files'
	cx rebuild
	cx-layer -c "$T/config" -o "$T/layers" index
	is "$(for l in hot warm cold; do
		jq -r ".[] | \"\(.path) $l\"" "$T/layers/$l.json"
	done | sort)" "$want" '... cx-layer -o'
	is "$(cx search --no-log --json kettle | jq -r '"\(.path) \(.layer)"' |
		sort)" "$want" '... search'
	is "$(cx scan --body | cx-score -c "$T/config" kettle |
		jq -r '"\(.path) \(.layer)"' | sort)" "$want" '... of a stream'
	is "$(cx scan | cx-score -c "$T/config" --rank cortex kettle |
		jq -r '"\(.path) \(.layer)"' | sort)" "$want" '... and keyword by keyword'
	is "$(cx summary --json | jq -c .layers)" \
		"$(echo "$want" | jq -Rsc '[split("\n")[] | split(" ")[1] // empty]
		| {hot: map(select(. == "hot")) | length,
			warm: map(select(. == "warm")) | length,
			cold: map(select(. == "cold")) | length}')" '... cx summary'
}
CORTEX_NOW=2026-04-15
export CORTEX_NOW
cx-config >"$T/config"
agree 'layers count to the newest note' warm
ok '... cx rebuild' diff layers/warm.json "$T/layers/warm.json"
printf -- '---\nupdated: 2023-06-25\n---\n# Kettle again\n' >n06-25.md
want='n06-12.md cold
n06-13.md cold
n06-17.md cold
n06-18.md warm
n06-20.md warm
n06-25.md hot
plain.md cold
typo.md hot'
agree 'a newer note, in a delta' cold
rm n06-25.md n06-20.md
want='n06-12.md warm
n06-13.md warm
n06-17.md hot
n06-18.md hot
plain.md cold
typo.md hot'
agree 'the newest ones are gone' warm
cx rebuild --full
ok '... cx rebuild' diff layers/hot.json "$T/layers/hot.json"
rm n*.md typo.md
is "$(cx scan | cx-layer -c "$T/config" | jq -r .layer)" cold 'no date at all'

done_testing
