#!/bin/sh
# pictures.t: cx graph and cx chart draw what is there.  The two pictures of
# README.md are of examples/vault; UPDATE=1 makes them again.
. "$(dirname "$0")/../tap.sh"
need dot sfdp xmllint jq
CORTEX_NOW=2026-04-15T12:00:00
export CORTEX_NOW
# What a picture says, and its arrows, whatever the place and the version of
# graphviz.
texts()
{
	xmllint --nonet --xpath '//*[local-name()="text" or
		local-name()="title"]/text()' "$1" |
		LC_ALL=C sort
}

cp -R "$SRC/examples/vault" example
cd example || exit 99
cx rebuild >/dev/null
cx graph >"$T/graph.svg" 2>"$T/err"
err_empty 'graph: nothing to complain about'
cx chart layers --svg >"$T/layers.svg"
for picture in graph layers; do
	ok "$picture: XML" xmllint --nonet --noout "$T/$picture.svg"
	[ -z "${UPDATE-}" ] ||
		cp "$T/$picture.svg" "$SRC/docs/$picture.svg" || exit 99
	texts "$T/$picture.svg" >"$T/got"
	texts "$SRC/docs/$picture.svg" >"$T/want"
	same "$T/got" "$T/want" "$picture: the picture of README.md is of now"
	file_has "$SRC/README.md" "(docs/$picture.svg)" "$picture: README.md"
done
# What somebody sees who types this, in the colours of whoever looks.
has_terminal && for c in 'cx search cache' 'cx list --limit 5' 'cx check'; do
	printf '\033[2m$\033[0m \033[1m%s\033[0m\n' "$c"
	terminal "stty cols 80 rows 24; $c" </dev/null | tr -d '\r'
	echo
done >"$T/screen"
rm -rf .cortex/access
jq -Rsr --argjson columns 80 -f "$SRC/tests/tools/terminal-svg.jq" \
	<"$T/screen" >"$T/terminal.svg"
ok 'terminal: XML' xmllint --nonet --noout "$T/terminal.svg"
[ -z "${UPDATE-}" ] || cp "$T/terminal.svg" "$SRC/docs/terminal.svg" || exit 99
same "$T/terminal.svg" "$SRC/docs/terminal.svg" \
	'terminal: the picture of README.md is of now'
file_has "$SRC/README.md" '(docs/terminal.svg)' 'terminal: README.md'
is "$(grep -c 'class="node"' "$T/graph.svg")" "$(cx-index --cat index | wc -l)" \
	'graph: each note'
is "$(grep -c 'class="edge"' "$T/graph.svg")" \
	"$(cx-links --dot index | grep -c -e '->')" 'graph: each link'
run cx graph --where 'type=rule'
status 0
is "$(grep -c 'class="node"' "$T/out")" "$(jq -s 'map(select(.type == "rule"))
	| length' <"$(cx-index --cat index >"$T/records" && echo "$T/records")")" \
	'graph: some notes'
run cx graph --where 'type='
status 2

run cx chart
status 0
out_has 'Notes by layer: █ hot  ▓ warm  ░ cold'
is "$(tail -n 1 "$T/out" | awk '{ print $1, $2, $3, $4 }')" \
	"2026-04-15 $(cx-layer --only hot "$T/records" | wc -l
	) $(cx-layer --only warm "$T/records" | wc -l
	) $(cx-layer --only cold "$T/records" | wc -l)" 'layers: of today'
is "$(wc -l <"$T/out")" 14 'layers: twelve weeks'
is "$(sed -n 2p "$T/out" | tr -s ' ')" ' hot warm cold' 'under heads'
run cx chart notes --weeks 3
status 0
is "$(sed 1,2d "$T/out" | awk '{ print $1, $2 }' | tr '\n' ' ')" \
	"$(for day in 2026-04-01 2026-04-08 2026-04-15; do
		echo "$day $(jq -s --arg day "$day" '($day + "T00:00:00Z"
			| fromdate) as $t | map(select(.created + "T00:00:00Z"
			| fromdate | . <= $t and . > $t - 7 * 86400)) | length
			' "$T/records")"
	done | tr '\n' ' ')" 'notes: those made in each week'
COLUMNS=40
export COLUMNS
run cx chart
is "$(jq -R 'select(length > 40)' "$T/out")" '' \
	'no line is wider than the window'
echo '# No date' >undated.md
run cx chart
is "$(tail -n 1 "$T/out")" '1 undated note is left out'
is "$(jq -R 'select(length > 40)' "$T/out")" ''
rm undated.md
unset COLUMNS
run cx chart use
status 1 'use: no use has been logged yet'
printf '{"path":"atoms/<b>&\\u001b[31m.md"}\n{"path":"atoms/blue_green.md"}\n' |
	cx-access log -C . --source read
run cx chart use
status 0
out_has 'atoms/blue_green.md' 'use: what was read'
ok 'use: no control character' sh -c '! grep -q "$(printf "\033")" "$1"' sh \
	"$T/out"
run cx chart use --svg
ok 'use: XML, whatever the name' xmllint --nonet --noout "$T/out"
for wrong in 'chart nothing' 'chart layers use' 'chart --weeks 0' \
	'chart --weeks x' 'graph x'; do
	# shellcheck disable=SC2086 # words are meant to be split
	run cx $wrong
	status 2
done

mkdir "$T/many"
cd "$T/many" || exit 99
: >cortex.toml
awk 'BEGIN { for (i = 0; i < 80; i++) {
	f = "n" i ".md"
	printf "---\nname: \"</text>\\\" & <script> %d\"\n---\n[[n%d]]\n", i,
		(i + 1) % 80 >f
	close(f) } }'
cx rebuild >/dev/null
run cx graph
status 0 'many notes, with names that are no XML'
ok 'XML' xmllint --nonet --noout "$T/out"
not_ok 'no element of a name' grep -q '<script' "$T/out"
run sh -c 'cx graph >/dev/full'
status 4 'a full disk'
done_testing
