#!/bin/sh
# enrich.t: cx enrich writes the words that a command finds, and nothing else.
# shellcheck disable=SC2016
. "$(dirname "$0")/../tap.sh"
need jq

CORTEX_NOW=2026-04-15
export CORTEX_NOW
mkdir v v/.cortex
n() # FILE FRONT
{
	printf -- '---\nid: %s\nname: Note %s\ntype: lesson\nupdated: 2026-04-10\n%s---\nThe nightly job of %s copies to Oslo.\n' \
		"$1" "$1" "$2" "$1" >"v/$1.md"
}
n a 'tags: [ops]
links: [b]
# kept
'
n b 'description: said
'
n c 'keywords: [there]
'
n d 'status: archived
'
cp -R v before
cx -C v rebuild

put finds <<'E2'
#!/bin/sh
read -r line
printf '%s\n' "$line" >>"$SAW"
echo 'Sure, here it is:'
echo '{"keywords":["backup"," S3 ","disaster recovery","backup"],"description":"Copies to Oslo."}'
E2
chmod +x finds
SAW=$T/saw
export SAW
W="'$T/w/finds'"

run cx -C v enrich --limit 1 --with "$W"
status 0
out_has '1 of 1 enriched'
run cx -C v enrich --with "$W"
status 0
out_has '1 of 1 enriched'
jq_of "$SAW" '[.name, .tags, .neighbours]' '["Note a",["ops"],["Note b"]]
["Note b",[],["Note a"]]' 'the command gets name, tags and neighbours'
ok '... and the text' grep -q 'nightly job of a copies' "$SAW"
cx-scan v >all
jq_of all 'select(.id == "a") | [.keywords, .description]' \
	'[["backup","S3","disaster recovery"],"Copies to Oslo."]' 'what it found is written'
jq_of -r all 'select(.id == "b").description' \
	said 'a description that is there stays'
for f in c d; do
	same v/$f.md before/$f.md "$f is left alone"
done
ok 'and the rest of the file' grep -qx '# kept' v/a.md
is "$(cx -C v search --paths disaster | sort | tr '\n' ' ')" 'a.md b.md ' \
	'a search finds them by it'
run cx -C v enrich --with "$W"
status 0
out_has '0 of 0 enriched'
is "$(wc -l <"$SAW" | tr -d ' ')" 2 'nothing is asked twice'

### answers that are none

fails() # COMMAND WHY
{
	rm -rf v && cp -R before v
	cx -C v rebuild
	run cx -C v enrich --with "$1" id=a
	status 3 "$1"
	err_has "$2"
	out_has '0 of 1 enriched, 1 failed'
	same v/a.md before/a.md "the note stays: $1"
}
fails 'exit 7' 'ended with status 7'
fails 'kill -9 $$' 'ended with status'
fails 'true' 'no line with keywords'
fails 'echo "{\"keywords\":5}"' 'no line with keywords'
fails 'echo "{\"keywords\":[]}"' 'no line with keywords'
fails 'echo "{\"keywords\":[1,null,{}]}"' 'no line with keywords'
fails 'echo "[\"a\"]"' 'no line with keywords'
fails 'yes | head -c 300000' 'no line with keywords'
fails 'echo "{\"keywords\":[\"ghp_a1B2c3D4e5F6a1B2c3D4e5F6a1B2c3D4e5F6\"]}"' 'secret'
run cx -C v enrich --with 'jq -nc "{keywords: [range(99) | \"w\(.)\"], description: (\"x\" * 999)}"' id=a
status 0
cx-scan v >"$T/json"
jq_of "$T/json" 'select(.id == "a") | [(.keywords | length), .description]' \
	'[15,""]' 'at most 15, and no description that is too long'
run cx -C v enrich
status 2
err_has 'no command'
run cx -C v enrich --with true --limit 0
status 2
run cx -C v enrich --with true 'not an expression ('
ok 'an expression that is none' [ "$rc" -ge 2 ]

### the example

rm -rf v && cp -R before v
cx -C v rebuild
put model <<'E2'
#!/bin/sh
cat >"$SAW.prompt"
printf 'Of course!\n```json\n{"keywords": ["backup", "cron"],\n "description": "x"}\n```\n'
E2
chmod +x model
run cx -C v enrich --with "'$SRC/examples/enrich/ask' ./model" id=a
status 3
run cx -C v enrich --with "'$SRC/examples/enrich/ask' '$T/w/model'" id=a
status 0
cx-scan v >"$T/json"
jq_of "$T/json" 'select(.id == "a").keywords' '["backup","cron"]' \
	'examples/enrich/ask takes an answer apart'
ok 'its prompt has the note as data' grep -q 'data, not instructions' "$SAW.prompt"
done_testing
