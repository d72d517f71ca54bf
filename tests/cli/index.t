#!/bin/sh
# index.t: the views of cx-index: formats, and that neither order nor source
# nor repetition of the records shows in them.
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$0")/../tap.sh"
. "$SRC/tests/records.sh"

lines() { wc -l <"$1" | tr -d ' '; }
# key FILE KEY: that key's value as compact JSON
key() { jq -c --arg k "$2" '.[$k]' "$1" 2>&1; }

{
	printf '%s\n' '{"path":"b/two.md","id":"i2","name":"Two","type":"rule","project":"ops","status":"archived","created":"2026-01-01","updated":"2026-02-02","tags":["x","y z"],"description":"d","lines":9,"size_bytes":99,"links_out":["one","a/one#h"],"links_soft":["one"],"extra":{"k":"no"},"body":"text\n","problems":[{"line":1,"col":2,"code":"c","text":"t"}]}'
	printf '%s\n' '{"path":"a/one.md","id":null,"name":"One \"q\" é","type":"rule","project":"unknown","status":"active","created":"2026-01-01","updated":"2026-01-01","tags":["x"],"description":"","lines":1,"size_bytes":1,"links_out":[],"body":""}'
	printf '%s\n' '{"path":"B/three.md","id":null,"name":"Three","type":"event","project":"ops","status":"active","created":"2026-01-01","updated":"2026-01-01","tags":[],"description":"","lines":1,"size_bytes":1,"links_out":["b/two.md"],"mine":[1.50,{"z":1e2}]}'
} >recs

run cx-index -o index <recs
status 0
out_empty
err_empty

### the shape of the directory

is "$(cd index && echo *)" "by_project.json by_tag.json by_type.json generations \
graph.json manifest.json meta.json" \
	'the views, meta.json and one directory'
ok 'current is a link' [ -L index/generations/current ]
gen=$(readlink index/generations/current)
ok 'current points to g-DIGEST beside it' \
	expr "X$gen" : 'Xg-[0-9a-f]\{8,\}/\{0,1\}$'
ok 'the generation is a directory' [ -d "index/generations/$gen" ]
for f in manifest by_project by_type by_tag graph meta; do
	ok "$f.json is a link through current" \
		[ "$(readlink "index/$f.json")" = "generations/current/$f.json" ]
	jq_ok -s "index/$f.json" 'length==1' "$f.json is JSON"
	is "$(tail -c 1 "index/$f.json" | od -An -c | tr -d ' ')" '\n' \
		"$f.json ends in a newline"
done
is "$(find index -name '.cx-tmp-*' | wc -l | tr -d ' ')" 0 'no temporary files'
is "$(find index/generations -maxdepth 1 -name 'g-*' | wc -l | tr -d ' ')" 1 \
	'one generation'

### manifest.json

is "$(head -n 1 index/manifest.json)" '[' 'manifest: [ on a line'
is "$(tail -n 1 index/manifest.json)" ']' 'manifest: ] on a line'
is "$(lines index/manifest.json)" 5 'manifest: one record a line'
jq_of index/manifest.json 'map(.path)' \
	'["B/three.md","a/one.md","b/two.md"]' 'manifest: by path bytes'
jq_of index/manifest.json 'map(has("body"))|any' false \
	'manifest: without bodies'
jq_of index/manifest.json '.[2].problems' \
	'[{"line":1,"col":2,"code":"c","text":"t"}]' 'manifest: problems are kept'
file_has index/manifest.json '"mine":[1.50,{"z":1e2}]' \
	'manifest: unknown members byte for byte'
file_has index/manifest.json '"name":"One \"q\" é"' 'manifest: text as it was'
sed -n '4{s/,$//;p;}' index/manifest.json >"$T/json"
jq_of "$T/json" 'keys|length' 16 \
	'manifest: no other member lost or added'

### the groups

jq_of index/by_type.json keys '["event","rule"]' 'by_type: keys'
is "$(key index/by_type.json rule)" '[{"path":"a/one.md","name":"One \"q\" é","type":"rule","project":"unknown","tags":["x"],"updated":"2026-01-01","status":"active"},{"path":"b/two.md","name":"Two","type":"rule","project":"ops","tags":["x","y z"],"updated":"2026-02-02","status":"archived"}]' \
	'by_type: entries, members in order, by path'
is "$(key index/by_project.json ops)" '[{"path":"B/three.md","name":"Three","type":"event","project":"ops","tags":[],"updated":"2026-01-01","status":"active"},{"path":"b/two.md","name":"Two","type":"rule","project":"ops","tags":["x","y z"],"updated":"2026-02-02","status":"archived"}]' \
	'by_project: entries'
jq_of index/by_project.json keys '["ops","unknown"]' 'by_project: keys'
is "$(key index/by_tag.json x)" '[{"path":"a/one.md","name":"One \"q\" é","project":"unknown","type":"rule"},{"path":"b/two.md","name":"Two","project":"ops","type":"rule"}]' \
	'by_tag: entries'
is "$(key index/by_tag.json 'y z')" \
	'[{"path":"b/two.md","name":"Two","project":"ops","type":"rule"}]' \
	'by_tag: a tag with a blank'
for f in by_type by_project by_tag; do
	is "$(lines index/$f.json)" "$(($(jq length index/$f.json) + 2))" \
		"$f: one key a line"
	jq_of index/$f.json 'keys_unsorted' \
		"$(jq -c 'keys' index/$f.json)" "$f: keys in order"
done
jq_of index/graph.json . \
	'{"B/three.md":["b/two.md"],"b/two.md":["one","a/one#h"]}' \
	'graph: source to targets as written, only atoms that link'
is "$(lines index/graph.json)" 4 'graph: one source a line'

### meta.json

jq_of index/meta.json '[..|numbers]|index(3)|type' '"number"' \
	'meta: counts the atoms'
jq_ok index/meta.json '[paths(scalars)|.[-1]|tostring|select(test("schema|version"))]|length>0' \
	'meta: a schema version'
jq_ok index/meta.json '[..|strings|select(test("^[0-9a-z:_-]*[0-9a-f]{16,}$"))]|length>0' \
	'meta: digests'

# What names a file: the digest of its checksums, as `sums` has them.
sums_say() # DIR
{
	line=1
	jq -r '.files | to_entries[] | select(.key != "sums") |
	    "\(.key) \(.value.bytes) \(.value.digest)"' "$1/meta.json" |
	while read -r name bytes digest; do
		blocks=$(((bytes + 4095) / 4096))
		want=$(sed -n "$line,$((line + blocks - 1))p" "$1/sums" |
			b2sum -l 256)
		line=$((line + blocks))
		[ "${want%% *}" = "$digest" ] || echo "$name"
	done
}
is "$(sums_say index/generations/current)" '' 'meta: the digest of a file is that of its checksums'

### any order, any source, again and again: the same bytes

for o in '-k1' '-r' '-R'; do
	sort "$o" recs >other
	run cx-index -o idx2 <other
	ok "records in another order ($o): the same bytes" diff -r index idx2
	rm -rf idx2
done
sed -n 1p recs >f1
sed 1d recs >f2
run cx-index -o idx2 f2 f1
ok 'two files are one stream' diff -r index idx2
rm -rf idx2
run cx-index -o idx2 f1 - <f2
ok 'a file and stdin are one stream' diff -r index idx2
rm -rf idx2
run cx-index -o idx2 index/manifest.json
ok 'its own manifest is a stream that gives the same bytes' diff -r index idx2
rm -rf idx2
LC_ALL=C.UTF-8 TZ=Pacific/Kiritimati CORTEX_NOW=1999-01-01 \
	cx-index -o idx2 <recs
ok 'locale, zone and clock do not show' diff -r index idx2
rm -rf index
cx-index -o index <recs
ok 'deleted, it comes back byte for byte' diff -r index idx2
is "$(readlink index/generations/current)" "$gen" '... under the same name'

### a manifest and a stream are interchangeable for every reader

sed 's/,"body":"[^"]*"//' recs | sort >stream
M=index/manifest.json
for cmd in 'cx-select type=rule' 'cx-layer --now 2026-04-15' \
	'cx-links --report' 'cx-links' 'cx-show --json' 'cx-show --paths'; do
	# shellcheck disable=SC2086 # a command with its arguments
	$cmd $M >from_manifest 2>&1
	# shellcheck disable=SC2086
	jq -c '.[]' $M | $cmd >from_stream 2>&1
	# jq -c rewrites a number, so compare as jq sees both.
	jq -c . from_manifest >m1 2>/dev/null || cp from_manifest m1
	jq -c . from_stream >m2 2>/dev/null || cp from_stream m2
	same m1 m2 "manifest or stream: $cmd"
	ok "... and there is something to compare: $cmd" [ -s m1 ]
done
cx-score --now 2026-04-15 -f $M two >m1
cx-score --now 2026-04-15 two <stream | jq -c . >m2
jq -c . m1 >m3
same m3 m2 'manifest or stream: cx-score'

### an empty vault

run cx-index -o empty </dev/null
status 0
jq_of empty/manifest.json . '[]' 'no atoms: an empty manifest'
jq_of empty/by_tag.json . '{}' 'no atoms: empty groups'
run cx-select type=rule empty/manifest.json
ok 'an empty manifest is a stream of nothing' [ "$rc" -le 1 ]
err_empty

### members that are not there

run cx-index -o sparse <<'END'
{"path":"a.md"}
{"path":"b.md","tags":null,"type":null,"links_out":null}
END
status 0 'records with hardly a member are indexed'
jq_of sparse/manifest.json 'map(.path)' '["a.md","b.md"]'

### keys that are not plain

run cx-index -o keys <<'END'
{"path":"a.md","name":"n","type":"a\"b\\","project":"p\u0001","tags":["é","__proto__","日本","x/y"],"links_out":["[[x]]","a|b"]}
END
jq_ok keys/by_type.json '.["a\"b\\"]|length==1' 'keys that need escapes'
jq_ok keys/by_project.json '.["p\u0001"]|length==1' 'control characters in keys'
jq_of keys/by_tag.json 'keys' '["__proto__","x/y","é","日本"]' \
	'any tag is a key'
jq_of keys/graph.json '.["a.md"]' '["[[x]]","a|b"]' \
	'targets are not touched'

### layers, written with the index

for day in 2026-02-03 2026-04-15; do
	cx-layer --now $day -o "layers.$day" <recs
	run cx-index --now $day --layers with -o index <recs
	status 0
	out_empty
	for f in hot warm cold; do
		same "with/$f.json" "layers.$day/$f.json" "$day: $f.json"
	done
done
cx-index --now 2026-01-02 --stage index --layers with <recs >ids
is "$(lines ids)" 2 'staged: an id each, a line each'
run cx-index --commit index "$(sed -n 1p ids)"
status 0 'the first is that of the index'
not_ok '... which leaves the layers as they were' grep -q One with/hot.json
run cx-layer --commit with "$(sed -n 2p ids)"
status 0 'the second that of the layers'
file_has with/hot.json One '... which are then those of that day'
echo >file
run cx-index --layers file -o none <recs
status 4 'layers that cannot be written'
err_has file
not_ok '... no index either' [ -e none/meta.json ]
for o in '--commit index' '--cat index'; do
	# shellcheck disable=SC2086
	run cx-index --layers with $o
	status 2 "--layers and $o"
	err_has '--layers needs -o, --stage or --update'
done

done_testing
