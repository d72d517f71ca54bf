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
	equals "$1" ".[0]" "$2" . "$3"
}

# equals GOT FILTER EXPECTED FILTER TEXT: what the filters make of them; the
# first one's takes a list of all values.
equals()
{
	{ cat "$1" && echo '"~"' && cat "$3"; } >both
	jq_of -s both "index(\"~\") as \$i | (.[:\$i] | $2) as \$got
		| (.[\$i + 1] | $4) as \$want | if \$got == \$want then []
		else [\$got, \$want] end" '[]' "$5"
	jq_ok -s both ".[index(\"~\") + 1] | $4 | . != null" "$5: not empty"
}

cx-config -C "$P/vault" >config
run cx-scan -c config "$P/vault"
status 0
err_empty
cp "$T/out" records
is "$(lines records)" 120 "120 atoms"
m='{path,name,type,project,status,tags,updated,created,lines,size_bytes,links_out,description}'
jq -c "$m" records >got
jq -c "$m" "$E/atoms.ndjson" >want
same got want "atoms: every member, in order"
jq_of -rs records \
	'[.[] | has("problems") or has("dated") | tojson] | unique[]' \
	false \
	"no atom has a problem"

run cx-index -o index records
status 0
err_empty
jq -c ".[] | $m" index/manifest.json >got
same got want "manifest.json: the same atoms"
for group in by_project by_type by_tag; do
	equals "index/$group.json" '.[0] | map_values(map(.path) | sort)' \
		"$E/$group.json" . "$group.json"
	jq_ok -s "index/$group.json" '.[0] | all(.[]; map(.path) == (map(.path) | sort))' \
		"$group.json: paths in byte order"
	jq_of "index/$group.json" 'keys_unsorted == (keys_unsorted | sort)' \
		true "$group.json: sorted keys"
done
jq_of index/by_type.json '[.[][] | keys_unsorted] | unique' \
	'[["path","name","type","project","tags","updated","status"]]' \
	"members of an entry of by_type.json"
jq_of index/by_tag.json '[.[][] | keys_unsorted] | unique' \
	'[["path","name","project","type"]]' \
	"members of an entry of by_tag.json"
equal index/graph.json "$E/graph.json" "graph.json"

# Layers: written, annotated, and kept.
run cx-layer --now "$NOW" -o layers records
status 0
err_empty
for layer in hot warm cold; do
	equals "layers/$layer.json" '.[0] | map(.path) | sort' \
		"$E/layers.json" ".$layer" "layers/$layer.json"
	jq_ok -s "layers/$layer.json" '.[0] | map(.updated) as $u | $u == ($u | sort | reverse)' \
		"layers/$layer.json: newest first"
	jq_of "layers/$layer.json" '[.[] | keys_unsorted] | unique' \
		'[["path","name","type","project","tags","updated","lines"]]' \
		"layers/$layer.json: members"
	run cx-layer --now "$NOW" records
	equals "$T/out" "map(select(.layer == \"$layer\" and .status !=
		\"archived\") | .path) | sort" "$E/layers.json" ".$layer" \
		"records with the layer $layer"
	run cx-layer --now "$NOW" --only "$layer" records
	equals "$T/out" 'map(select(.status != "archived") | .path) | sort' \
		"$E/layers.json" ".$layer" "--only $layer"
done
run cx-layer --now "$NOW" records
is "$(lines "$T/out")" 120 "cx-layer annotates every record"
jq -c 'del(.layer)' "$T/out" >got
jq -c . records >want
same got want "and changes nothing else"

run cx-links --orphans records
equals "$T/out" 'map(.path) | sort' "$E/links.json" .orphans orphans
# Degrees count each link at both ends.
run cx-links --hubs=1000 records
equals "$T/out" 'map({key: .path, value: .degree}) | from_entries' \
	"$E/links.json" .degree degrees

# The 76 rankings
q=0
jq -r .query "$E/search.ndjson" >queries
# jq 1.7 prints a number as it was written, until it is reckoned with.
jq -c '[.results[] | [.path, .score + 0, .layer]]' "$E/search.ndjson" >wants
bad=0
: >scored
: >gots
while IFS= read -r query; do
	q=$((q + 1))
	# shellcheck disable=SC2086
	cx-score --now "$NOW" --top 0 -- $query <records >out 2>err
	rc=$?
	{ echo '"~"' && cat out; } >>gots
	cat out >>scored
	w=0
	[ "$(sed -n "${q}p" wants)" != '[]' ] || w=1
	if [ "$rc" -ne "$w" ] || [ -s err ]; then
		bad=$((bad + 1))
		note "query '$query': status $rc"
		sed 's/^/#   /' err
	fi
done <queries
# One jq for all: each list of results on a line.
jq -cn 'reduce inputs as $r ([]; if $r == "~" then . + [[]] else
	.[-1] += [[$r | .path, .score + 0, .layer]] end) | .[]' gots >lists
cmp -s lists wants || {
	bad=$((bad + 1))
	diff lists wants | head -n 10 | cut -c 1-500 | sed 's/^/#   /'
}
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
