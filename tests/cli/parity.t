#!/bin/sh
# parity.t: the answers of the reference implementation on tests/parity/vault,
# see tests/parity/README.md: all of expected/, exactly.
. "$(dirname "$0")/../tap.sh"
need jq

P=$SRC/tests/parity
E=$P/expected
[ -d "$E" ] || skip_all "no $E"
NOW=2026-04-15T12:00:00
lines() { wc -l <"$1" | tr -d ' '; }
# equal GOT EXPECTED TEXT: two JSON files, whatever their blanks and order of
# members
equal()
{
	jq -S . "$1" >equal.got
	jq -S . "$2" >equal.want
	same equal.got equal.want "$3"
	ok "$3: not empty" test -s equal.want
}

run cx-scan "$P/vault"
status 0
err_empty
cp "$T/out" records
is "$(lines records)" 120 "120 atoms"
m='{path,name,type,project,status,tags,updated,created,lines,size_bytes,links_out,description}'
jq -c "$m" records >got
jq -c "$m" "$E/atoms.ndjson" >want
same got want "atoms: every member, in order"
is "$(jq -c 'has("problems") or has("dated")' records | sort -u)" false \
	"no atom has a problem"

run cx-index -o index records
status 0
err_empty
jq -c ".[] | $m" index/manifest.json >got
same got want "manifest.json: the same atoms"
for group in by_project by_type by_tag; do
	jq 'map_values(map(.path) | sort)' "index/$group.json" >got
	equal got "$E/$group.json" "$group.json"
	ok "$group.json: paths in byte order" \
		jq -es '.[0] | all(.[]; map(.path) == (map(.path) | sort))' \
		"index/$group.json"
	is "$(jq -c 'keys_unsorted == (keys_unsorted | sort)' \
		"index/$group.json")" true "$group.json: sorted keys"
done
is "$(jq -c '[.[][] | keys_unsorted] | unique' index/by_type.json)" \
	'[["path","name","type","project","tags","updated","status"]]' \
	"members of an entry of by_type.json"
is "$(jq -c '[.[][] | keys_unsorted] | unique' index/by_tag.json)" \
	'[["path","name","project","type"]]' \
	"members of an entry of by_tag.json"
equal index/graph.json "$E/graph.json" "graph.json"

# Layers: written, annotated, and kept.
run cx-layer --now "$NOW" -o layers records
status 0
err_empty
for layer in hot warm cold; do
	jq 'map(.path) | sort' "layers/$layer.json" >got
	jq ".$layer" "$E/layers.json" >want
	equal got want "layers/$layer.json"
	ok "layers/$layer.json: newest first" \
		jq -es '.[0] | map(.updated) as $u | $u == ($u | sort | reverse)' \
		"layers/$layer.json"
	is "$(jq -c '[.[] | keys_unsorted] | unique' "layers/$layer.json")" \
		'[["path","name","type","project","tags","updated","lines"]]' \
		"layers/$layer.json: members"
	run cx-layer --now "$NOW" records
	jq -s "map(select(.layer == \"$layer\" and .status != \"archived\")
		| .path) | sort" "$T/out" >got
	equal got want "records with the layer $layer"
	run cx-layer --now "$NOW" --only "$layer" records
	jq -s 'map(select(.status != "archived") | .path) | sort' "$T/out" >got
	equal got want "--only $layer"
done
run cx-layer --now "$NOW" records
is "$(lines "$T/out")" 120 "cx-layer annotates every record"
jq -c 'del(.layer)' "$T/out" >got
jq -c . records >want
same got want "and changes nothing else"

run cx-links --orphans records
jq -s 'map(.path) | sort' "$T/out" >got
jq .orphans "$E/links.json" >want
equal got want "orphans"
# Degrees count each link at both ends.
run cx-links --hubs=1000 records
jq -s 'map({key: .path, value: .degree}) | from_entries' "$T/out" >got
jq .degree "$E/links.json" >want
equal got want "degrees"

# The 76 rankings
q=0
jq -r .query "$E/search.ndjson" >queries
bad=0
: >scored
while IFS= read -r query; do
	q=$((q + 1))
	sed -n "${q}p" "$E/search.ndjson" |
		jq -c '.results[] | [.path, .score, .layer]' >want
	# shellcheck disable=SC2086
	cx-score --now "$NOW" --top 0 -- $query <records >out 2>err
	rc=$?
	jq -c '[.path, .score, .layer]' out >got
	w=0
	[ -s want ] || w=1
	if ! cmp -s got want || [ "$rc" -ne "$w" ] || [ -s err ]; then
		bad=$((bad + 1))
		note "query '$query': status $rc"
		diff got want | head -n 5 | sed 's/^/#   /'
		sed 's/^/#   /' err
	fi
	cat got >>scored
done <queries
is "$bad" 0 "every ranking: path, score, layer, order, status"
is "$q" 76 "all 76 queries"
is "$(lines scored)" \
	"$(jq -c '.results[]' "$E/search.ndjson" | wc -l | tr -d ' ')" \
	"all results"
# The words as one operand, the manifest as input, the default of --top
cx-score --now "$NOW" --top 0 -- "deploy risk" <records >got
cx-score --now "$NOW" --top 0 deploy risk <records >want
same got want "words may come as one operand"
cx-score --now "$NOW" --top 0 -f index/manifest.json -- deploy risk >out
jq -c '[.path, .score, .layer]' out >got
jq -c '[.path, .score, .layer]' want >want2
same got want2 "the manifest ranks as the stream does"
cx-score --now "$NOW" deploy risk <records >out
head -n 10 want >want10
same out want10 "ten unless said"
cx-score --now "$NOW" --top 3 deploy risk <records >out
head -n 3 want >want3
same out want3 "--top 3"
LC_ALL=C sort -r records | cx-score --now "$NOW" --top 0 deploy risk >out
same out want "the order of records does not matter"
CORTEX_NOW=$NOW cx-score --top 0 deploy risk <records >out
same out want "CORTEX_NOW is --now"
cx-score --now "$NOW" --rank score --top 0 <want >out
same out want "--rank score only sorts"
cx-score --now "$NOW" --top 0 deploy risk <want >out
same out want "scored records are scored again, not twice"
done_testing
