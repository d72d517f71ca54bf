#!/bin/sh
# new.t: cx-new writes atoms that cx-scan reads as they were given.
# shellcheck disable=SC2016
. "$(dirname "$0")/../tap.sh"
need git jq

CORTEX_NOW=2026-04-15T12:00:00
export CORTEX_NOW
mkdir v

run cx-new -C v --name 'Use Redis: sessions' --type decision --project shop \
	--tags 'Cache, #ops,cache' --confidence 0.8 --importance 7 --pnl -12.5 \
	--expires 2026-12-31 --trust agent --status review \
	--body "# Title

Because of the *budget*,
see [[latency]].
"
status 0
err_empty
cp "$T/out" printed
is "$(cat v/atoms/use_redis_sessions.md)" '---
id: 20260415_use_redis_sessions
name: "Use Redis: sessions"
type: decision
project: shop
status: review
created: 2026-04-15
updated: 2026-04-15
tags: [cache, ops]
description: Because of the *budget*,
links: []
confidence: 0.8
importance: 7
pnl_impact: -12.5
expires: 2026-12-31
trust: agent
---
# Title

Because of the *budget*,
see [[latency]].' 'the file'
cx-scan v >scanned
same printed scanned 'prints what cx-scan prints'

# collisions, directories, defaults
for i in 2 3; do
	run cx-new -C v --name 'Use Redis: sessions' --type decision
	status 0
	jq_is '[.path,.id,.project,.status,.description]' \
		"[\"atoms/use_redis_sessions_$i.md\",\"20260415_use_redis_sessions_$i\",\"default\",\"active\",\"\"]"
done
run cx-new -C v --name 'Use Redis, sessions' --type rule
jq_is '[.path,.id,.project]' \
	'["rules/use_redis_sessions_4.md","20260415_use_redis_sessions_4","meta"]'
mkdir -p v/rules && : >v/rules/TWIN.md
run cx-new -C v --name Twin --type rule
jq_is .path '"rules/twin_2.md"' 'no twin in case of a file that is there'
jq_is .same_name '"rules/TWIN.md"' 'the record names the other note'
err_is 'cx-new: rules/TWIN.md has this name already; the new note is rules/twin_2.md'
run cx-new -C v --name Twin --type rule --dir x
jq_is '[.path, .same_name]' \
	'["x/twin.md",null]' 'in another directory it is not taken'
err_empty
run cx-new -C v --name Twin --type rule --dir y
jq_is '[.path, .id, .same_name]' \
	'["y/twin_3.md","20260415_twin_3","x/twin.md"]' 'but its id is not'
rm -r v/x v/y
printf '{"type":"rule","name":"Same"}\n%.0s' 1 2 3 4 5 6 >same
cp -R v many
run cx-new -C many same
is "$(grep -c same_name "$T/out")" 5 'each but the first'
is "$(wc -l <"$T/err")" 4 'three are named, the others counted'
err_has 'so it is with 2 more'
rm -r many
run cx-new -C v --name X --type rule --dir a/b --body text
jq_is .path '"a/b/x.md"'
is "$(tail -n 1 v/a/b/x.md)" text 'the text ends in a newline'
run sh -c 'printf "from\nstdin" | cx-new -C v --name Y --type rule --dir . --body -'
jq_is '[.path,.description]' '["y.md","from"]'
run sh -c 'printf text | cx-new -C v --project default "Piped text"'
text='"text"'
if [ -z "${CX_POSIX:-}" ]; then
	jq_is .description "$text" 'a text on a pipe is that of the note'
	err_empty
else
	text='""'
	err_has '--body - takes the text' 'nobody can say whose a pipe is'
fi
echo text >in
run sh -c 'cx-new -C v "Redirected text" <in'
jq_is .description '"text"' 'and one of a file'
printf 'Loop a\nLoop b\nLoop c\n' >titles
run sh -c 'while read -r t; do cx-new -C v -n "$t"; done <titles'
jq_of -rs "$T/out" 'map(.name) | join(" ")' 'Loop a Loop b Loop c' \
	'a loop over a file keeps its input'
err_has 'standard input was not read'
printf 'A text.\n' >text
run cx -C v new <text
status 4
err_has 'for a text, give a title: cx new TITLE' 'a text without a title'
run sh -c 'cat titles | while read -r t; do cx -C v new -n "$t"; done'
jq_of -rs "$T/out" 'map(.name) | join(" ")' 'Loop a Loop b Loop c' \
	'... and over a pipe'
run sh -c 'printf text | cx -C v new -n "By cx"'
jq_is .description "$text" 'cx hands it on'
run sh -c 'printf text | cx-new -C v -n --no-body "Unpiped text"'
jq_is .description '""' '--no-body leaves it'
err_empty
run cx-new -C v --no-body --body x Title
status 2
run sh -c 'printf " \n" | cx-new -C v -n "Blank"'
jq_is .description '""' 'blanks are no text'
mkdir -p Projects && echo text >README
run cx-new -C v -n Projects
jq_is .name '"Projects"' 'a directory may be a title'
run cx-new -C v -n README
jq_is .name '"README"' 'and a file without records'
run cx-new -C v -n README/x
jq_is .name '"README/x"'
long=$(printf '\350\252\236%.0s' $(seq 90))
run cx-new -C v -n "$long"
jq_is .name "\"$long\"" 'and what no file could be called'
rm -r Projects README titles
run sh -c 'printf text | cx-new -C v --body other "Text of its own"'
err_empty
run sh -c 'cx-new -C v "No text" </dev/null'
err_empty

slug() # NAME SLUG
{
	run cx-new -C v -n --name "$1" --type rule --dir s
	jq_is '[.path,.id]' "[\"s/$2.md\",\"20260415_$2\"]"
}
slug 'Über  Straße/Ñandú?' 'über_straße_ñandú'
slug '日本語 メモ' '日本語_メモ'
slug '../../etc/passwd' etc_passwd
slug '---' rule
slug '🚀' rule
slug CON con_rule
slug .hidden hidden
slug "$(printf '%0100d' 0)" "$(printf '%060d' 0)"
slug "$(printf 'é')" "$(printf 'é')"
ok '--dry-run makes no directory' test ! -e v/s

# description
desc() # BODY WANT
{
	run cx-new -C v -n --name d --type rule --body "$1"
	jq_is .description "$2"
}
desc '
## Head
```
code
```
<!-- c -->
| t |
first   *line*
second' '"first *line*"'
desc '> quoted' '"quoted"'
desc '# only head' '""'
desc "$(printf 'word %.0s' $(seq 60))" "\"$(printf 'word %.0s' $(seq 29))word\""
desc "$(printf 'ä%.0s' $(seq 200))" "\"$(printf 'ä%.0s' $(seq 150))\""

# what is refused
refused() # TEXT WORDS...
{
	re_text=$1
	shift
	run cx-new -C v "$@"
	status 2
	out_empty
	err_has "$re_text"
}
run cx-new -C v --name no --type rule --dir q --description 1e3 --tags 10:00
ok 'text that others would take for more is quoted' sh -c '
	grep -qx "name: \"no\"" v/q/no.md &&
	grep -qx "description: \"1e3\"" v/q/no.md &&
	grep -qx "tags: \[\"10:00\"\]" v/q/no.md &&
	grep -qx "created: 2026-04-15" v/q/no.md'
refused "'nope'" --name a --type nope
refused "'nope'" --name a --type rule --status nope
refused 'confidence' --name a --type rule --confidence 1.5
refused 'importance' --name a --type rule --importance eleven
refused 'pnl' --name a --type rule --pnl 1e999
refused 'expires' --name a --type rule --expires soon
refused 'trust' --name a --type rule --trust me
refused 'dir' --name a --type rule --dir ../x
refused 'dir' --name a --type rule --dir /tmp
refused 'inbox' --name a --type rule --dir inbox
refused 'name' --name ' ' --type rule
refused 'UTF-8' --name "$(printf 'a\377')" --type rule
refused 'operand' --name a --type rule file
printf '[projects]\nnames = ["shop"]\ndefault = "shop"\n' >v/cortex.toml
cx-config v/cortex.toml >conf 2>/dev/null || cx-config -C v >conf
refused "'other'" -c conf --name a --type insight --project other
run cx-new -C v -c conf -n --name a --type insight
jq_is .project '"shop"'
rm v/cortex.toml
ln -s /tmp v/link
run cx-new -C v --name a --type rule --dir link
status 3
out_empty

run sh -c '{ printf "{\"name\":\"a\",\"type\":\"rule\",\"k\":\""
	head -c 70000 /dev/zero | tr "\\0" x; echo "\"}"; } | cx-new -C v'
status 3
err_has 'front matter'
out_empty

# records
rm -rf v && mkdir v
cat >in <<'J'
{"name":"One","type":"rule","tags":["a","b c"],"body":"text\n","links":["[[n|x]]","m"],"session":"s1","num":5,"list":["no","x"],"created":"2026-01-02","score":3,"path":"zz.md","id":"zz"}
{"content":"We chose Redis because latency matters. It is quick.","reason":"latency","type":"decision","importance":8,"confidence":"0.5","quality":{"score":4}}
{"name":"One","type":"rule","extra":{"key: odd":"v","k2":["a"]}}
J
run cx-new -C v <in
status 0
err_is 'cx-new: rules/one.md has this name already; the new note is rules/one_2.md'
jq_of -r "$T/out" .path 'rules/one.md
atoms/we_chose_redis_because_latency_matters_it_is_quick.md
rules/one_2.md' 'in the order of the input'
is "$(cat v/rules/one.md)" '---
id: zz
name: One
type: rule
project: meta
status: active
created: 2026-01-02
updated: 2026-04-15
tags: [a, b c]
description: text
links: ["[[n|x]]", m]
session: s1
num: 5
list: ["no", x]
---
text' 'a record' || cat v/rules/one.md
run cx-scan v
jq_is 'select(.path=="rules/one_2.md")|.extra' '{"key: odd":"v","k2":["a"]}'
jq_is 'select(.type=="decision")|[.name,.importance,.confidence,.extra.reason]' \
	'["We chose Redis because latency matters. It is quick.",8,0.5,"latency"]'
run sh -c 'cx-new -C v --type insight --project p --tags t <<E
{"name":"q"}
{"name":"r","type":"nope"}
{"name":"s","type":"rule","project":"o","tags":"u"}
{"type":"rule"}
{"name":"t","x":{"y":1}}
{"name":7}
E'
status 3
err_has "(stdin):2"
err_has "(stdin):4"
err_has "(stdin):5"
err_has "(stdin):6"
jq_is '[.name,.type,.project,.tags]' '["q","insight","p",["t"]]
["s","rule","o",["u"]]' 'flags are for what a record does not say'
find v -type f | sort >before
run sh -c 'printf "{\"name\":\"z\",\"type\":\"rule\"}\n{\"name\":" | cx-new -C v'
status 4
find v -type f | sort >after
same after before 'nothing is written of a broken stream'

# supersedes
rm -rf v && mkdir v
cx-new -C v --name Old --type decision --project p --tags x,y --importance 9 --confidence 0.7 >/dev/null
run cx-new -C v --supersedes 20260415_old --reason 'it moved' --name New --body b
status 0
cx-scan v >"$T/json"
jq_of "$T/json" \
	'[.name,.type,.project,.status,.tags,.importance,.confidence,.extra]' \
	'["New","decision","p","active",["x","y"],9,0.7,{"supersedes":"20260415_old","reason":"it moved"}]
["Old","decision","p","superseded",["x","y"],9,0.7,{"superseded_by":"20260415_new","superseded_at":"2026-04-15","superseded_reason":"it moved"}]' \
	'the new one inherits, the old one names it'
run cx-new -C v --supersedes atoms/old.md --name New2
status 3
err_has 'superseded'
run cx-new -C v --supersedes nosuch --name New2
status 3
err_has 'nosuch'
run sh -c 'cx-new -C v <<E
{"name":"N1","supersedes":"20260415_new"}
{"name":"N2","supersedes":"20260415_new"}
E'
status 3
jq_is .name '"N1"'
cx-scan v >"$T/json"
jq_of -r "$T/json" 'select(.name=="N2")' '' 'not twice'

# An atom of another vault, with members that in a record mean something else.
rm -rf v && mkdir v
printf '%s\n' --- 'name: Own' 'type: rule' 'body: b' 'content: c' 'dir: ../d' \
	'pnl: p' 'path: q' 'score: 5' 'layer: hot' 'why: because' 'lines: 9' --- \
	'the text' | put other/a.md
cx-scan --body other >in
run cx-new -C v <in
status 0
cx-scan --body v >"$T/json"
jq_of "$T/json" '[.path, .body, .extra]' \
	"$(jq -c '["rules/own.md", .body, .extra]' in)" \
	'what stands in extra is front matter and nothing else'
printf '%s\n' '{"name":"Odd one","type":"rule","extra":{"id":"x","flag":true,"superseded_by":"b"}}' >odd
run cx-new -C v odd
status 0
err_is 'cx-new: odd:1: id in extra is not kept
cx-new: odd:1: superseded_by in extra is not kept' \
	'a member of extra that is not kept is named'
run cx-new -C v <<'E'
{"name":"A","type":"rule","extra":{"name":"B"}}
{"name":"A","type":"rule","body":"x","content":"y"}
{"name":"A","type":"rule","pnl":1,"extra":{"pnl_impact":2}}
{"name":"A","type":"rule","tags":["a"],"extra":{"tags":["b"]}}
{"name":"A","type":"rule","links":["a"],"extra":{"links":["b"]}}
E
status 3
out_empty
err_is 'cx-new: (stdin):1: name is given twice
cx-new: (stdin):2: content is given twice
cx-new: (stdin):3: pnl_impact is given twice
cx-new: (stdin):4: tags is given twice
cx-new: (stdin):5: links is given twice' 'none of two is dropped'

# A NUL is not text, see cx-check(1).
printf 'a\0b' >in
run cx-new -C v --name Nul2 --type rule --body - <in
status 2
out_empty
run cx-new -C v <<'E'
{"name":"Nul3","type":"rule","body":"a\u0000b"}
{"name":"Nul4","type":"rule"}
E
status 3
jq_is .name '"Nul4"'
err_has '(stdin):1: the text has a NUL'

# An id is taken also where the front matter is longer than is read of it.
rm -rf v && mkdir v
{
	printf -- '---\nid: 20260415_one\nname: One\n'
	seq -f 'member%.0f: text' 6000
	printf -- '---\n'
} >v/old.md
run cx-new -C v --name One --type rule --body x
status 0
jq_is .id '"20260415_one_2"' 'not that of a note with long front matter'

# naughty strings as everything
L=$SRC/tests/conformance/naughty-strings.json
rm -rf v && mkdir v
jq -c '.[] | {name: ("n" + .), type: "rule", tags: [("x" + .)], body: ., description: ., k: ., l: [., "x"]}' \
	"$L" >in
run cx-new -C v <in
status 0
cp "$T/out" printed
is "$(wc -l <printed)" "$(wc -l <in)" 'an atom each'
cx-scan --body v >scanned 2>"$T/err"
jq -c '{k:.path,v:.}' scanned | jq -cs 'map({(.k):.v})|add' >bypath
jq -c -n --slurpfile in in --slurpfile out printed --slurpfile s bypath '
	range($in|length) | $in[.] as $i | $out[.] as $o | $s[0][$o.path] as $r
	| select(($r.name != $i.name) or (($r.extra.k // "") != $i.k)
		or ($r.extra.l != $i.l) or ($r.description != $i.description and $i.description != "")
		or ($r.body != $i.body and $r.body != $i.body + "\n"))
	| [$i, $r]' >lost
is "$(head -n 3 lost)" '' 'what is read is what was given'
jq -c 'del(.body)' scanned | sort >a
jq -c 'del(.same_name)' printed | sort >b
same b a 'and what was printed'
ok 'file names are plain' sh -c '! find v -name "*[ :?*<>|\\]*" | grep .'
ok 'ids are unique' sh -c '[ -z "$(jq -r .id scanned | sort | uniq -d)" ]'

# Ids of records: what is there is not added again.
rm -rf v && mkdir v
cat >in <<'J'
{"id":"6f1c-é.2","name":"One","type":"rule","body":"See [[b-2]]."}
{"id":"b-2","name":"One","type":"rule","body":"two"}
{"name":"One","type":"rule","body":"three"}
J
run cx-new -C v <in
status 0
is "$(grep -c 'rules/one.md has this name already' "$T/err")" 2 'two are named so'
jq_of -r "$T/out" '[.path, .id] | join(" ")' 'rules/one.md 6f1c-é.2
rules/one_2.md b-2
rules/one_3.md 20260415_one_3' 'the id of the record, else a new one'
is "$(cx-scan v | cx-links --broken)" '' 'links to ids lead there'
mkdir v/old && mv v/rules/one.md v/old/moved.md
sed 2q in >again
run cx-new -C v <again
status 0
out_empty
err_has 'skipped 2 of 2 records'
run cx-new -C v --name x --type rule --body y
status 0
err_empty
run cx-new -C v <<'J'
{"id":"b-2","supersedes":"b-2","name":"One","type":"rule"}
{"id":"c","name":"First","type":"rule"}
{"id":"c","name":"Second","type":"rule"}
{"id":"a|b]]","name":"x","type":"rule"}
{"id":"","name":"x","type":"rule"}
{"id":7,"name":"x","type":"rule"}
{"id":null,"name":"Null","type":"rule"}
J
status 3
jq_is .name '"First"
"Null"'
err_has "(stdin):3: id 'c' is that of an earlier record"
err_has "(stdin):4: id 'a|b]]': an id has letters"
err_has "(stdin):5: id '': an id has letters"
err_has '(stdin):6: id is not text'
err_has 'skipped 1 of 7 records'
is "$(grep -c supersed v/rules/one_2.md)" 0 'a skipped record supersedes nothing'
# keywords
rm -rf v && mkdir v
run cx-new -C v --name N --type rule --body 'Deploys wait for a sign.' \
	--keywords 'Blue-Green, canary,CANARY,,two words'
status 0
jq_is .keywords '["Blue-Green","canary","two words"]' \
	'--keywords: as written, each once whatever its case'
printf '%s\n' '{"name":"M","type":"rule","body":"b","keywords":["a, b","c","C"]}' \
	'{"name":"O","type":"rule","body":"b","keywords":"a, c"}' >in
run cx-new -C v --keywords zzz <in
status 0
jq_is .keywords '["a, b","c"]
["a","c"]' 'of a record: a list, or a text with commas'
cx-scan v | jq -c 'del(.id)' | cx-new -C v | jq -c .keywords | sort >again
cx-scan v | jq -c .keywords | sort -u >want
sort -u again >got
same got want 'a record that was scanned keeps them'
cx -C v rebuild
is "$(cx -C v search --paths canary | sort | tr '\n' ' ')" 'rules/n.md rules/n_2.md ' 'a search finds a note by them'
run cx-new -C v --name P --type rule --body b
ok 'none, none in the file' sh -c '! grep -r ^keywords: v/rules/p.md'
printf '%s\n' '{"name":"M","type":"rule","body":"b","keywords":{"a":1}}' >in
run cx-new -C v <in
status 3
err_has 'keywords: only texts'

# What somebody would try first.
run cx -C v new 'My idea'
status 0
jq_is .name '"My idea"'
### what agents save in clones does not collide

git init -q --bare origin.git
for clone in one two; do
	git clone -q origin.git "$clone" 2>"$T/err"
	: >"$clone/cortex.toml"
	jq -nc --arg s "$clone" '{name: "Billing job", content: "x", session: $s,
		quality: 4, type: "context", reason: "r"}' >records
	run cx-new -C "$clone" records
	status 0 "$clone"
	path=$(jq -r .path "$T/out")
	printf '%s\n' "$path" >>paths
	jq -r .id "$T/out" >>ids
	run cx-new -C "$clone" records
	is "$(jq -r .same_name "$T/out")" "$path" 'the same session again: a number, and the other is named'
	run cx-new -C "$clone" --name 'By hand' </dev/null
	is "$(jq -r .path "$T/out")" 'atoms/by_hand.md' 'a person'"'"'s has no letters'
done
is "$(sort -u paths | wc -l) $(sort -u ids | wc -l)" '2 2' 'two paths, two ids'
ok 'letters of the session' grep -qx 'atoms/billing_job_[0-9a-f]\{4\}.md' paths

### what the gate let pass, with an index that knows the ids and without

for how in 'indexed, then saved' 'moved since'; do
	rm -rf kept && mkdir kept && : >kept/cortex.toml
	run cx-new -C kept records
	id=$(jq -r .id "$T/out")
	mkdir kept/old
	[ "$how" = 'moved since' ] || mv kept/atoms/billing_job.md kept/old/
	: >kept/atoms/BILLING_JOB_2.md
	cx -C kept rebuild
	[ -e kept/old/billing_job.md ] || mv kept/atoms/billing_job.md kept/old/
	run cx-new -C kept records
	jq_is '[.id, .path]' "[\"${id}_3\",\"atoms/billing_job_3.md\"]" \
		"$how: neither an id nor a path in any case is taken twice"
	jq_is .same_name '"old/billing_job.md"' '... and the other is named'
done
jq -c '.id = "own_1"' records >own
run cx-new -C kept own
jq_is .id '"own_1"' 'an id of its own'
cx -C kept rebuild
run cx-new -C kept own
out_empty
err_has 'skipped 1 of 1'
done_testing
