#!/bin/sh
# scan-record.t: every row of the record table of cx-formats(5).
. "$(dirname "$0")/../tap.sh"
need jq

# one: standard input becomes v/a.md, which is scanned into $T/out
one()
{
	rm -rf v
	put v/a.md
	run cx-scan "$@" v
	last="$one_what"
}
# what TEXT: names the checks of the next case
what() { one_what=$1; }

what "a full record"
one --body <<'E'
---
id: 20260408_full
name: Full record
type: decision
project: ops
status: open
created: 2026-04-08
updated: 2026-04-10
tags: [one, two]
description: "what it says"
links: [atoms/x]
confidence: 0.8
importance: 7
pnl_impact: -1200.5
mood: calm
---

Body.
E
status 0
err_empty
jq_is 'keys_unsorted' \
	'["path","id","name","type","project","status","created","updated","tags","description","lines","size_bytes","links_out","confidence","importance","pnl_impact","extra","body"]' \
	"the members, in their order"
jq_is . \
	'{"path":"a.md","id":"20260408_full","name":"Full record","type":"decision","project":"ops","status":"open","created":"2026-04-08","updated":"2026-04-10","tags":["one","two"],"description":"what it says","lines":19,"size_bytes":255,"links_out":["atoms/x"],"confidence":0.8,"importance":7,"pnl_impact":-1200.5,"extra":{"mood":"calm"},"body":"\nBody.\n"}' \
	"every value of a full record"
is "$(wc -l <"$T/out" | tr -d ' ')" 1 "one record is one line"
is "$(tail -c 1 "$T/out" | od -An -c | tr -d ' ')" '\n' "the line ends"

what "keywords"
one <<'E'
---
keywords: [Blue-Green, "canary, rollout", canary, CANARY, "  two words "]
---
text
E
jq_is '[.keywords, .extra]' \
	'[["Blue-Green","canary, rollout","canary","two words"],{}]' \
	"a list, as written, each once whatever its case"
one <<'E'
---
keywords: rollout, Canary,, rollout
---
text
E
jq_is '[.keywords, (keys_unsorted|index("keywords")-index("links_out"))]' \
	'[["rollout","Canary"],1]' "text with commas; after links_out"
one <<'E'
---
keywords: [a, {b: c}]
---
text
E
jq_is '[has("keywords"), .extra.keywords, .problems[0].code]' \
	'[false,["a",{"b":"c"}],"wrong-type"]' \
	"a mapping among them is kept in extra and reported"

what "without --body"
one <<'E'
---
name: n
updated: 2026-01-01
---
text
E
jq_is 'has("body")' false "no body unless asked for"

what "a file without front matter"
rm -rf v
printf 'plain\n' | put v/deploy_freeze_window.md
touch -d '2026-03-05T23:30:00Z' v/deploy_freeze_window.md
TZ=Asia/Tokyo run cx-scan --body v
status 0
err_empty
jq_is '[.path,.id,.name,.type,.project,.status,.created,.updated,.dated,.tags,.description,.lines,.size_bytes,.links_out,.extra,.body]' \
	'["deploy_freeze_window.md",null,"deploy_freeze_window","unknown","unknown","active",null,"2026-03-05","mtime",[],"",2,6,[],{},"plain\n"]' \
	"the defaults; the date is that of the file in UTC"
jq_is 'keys_unsorted|map(select(IN("id","name","type","project","status","updated","dated","tags","description","lines","size_bytes","links_out","extra","body")))' \
	'["id","name","type","project","status","updated","dated","tags","description","lines","size_bytes","links_out","extra","body"]' \
	"dated stands after updated"
jq_is '[has("links_soft"),has("confidence"),has("importance"),has("pnl_impact"),has("problems")]' \
	'[false,false,false,false,false]' "no member for what is not there"

rm -rf v
for f in été_chaud план_дня 2026_plan x__y; do
	printf 'x\n' | put "v/$f.md"
done
run cx-scan v
jq_is .name '"2026_plan"
"x__y"
"été_chaud"
"план_дня"' "file names stay as they are"

# Aliases, in the order of [fields]; the one not used is not lost.
what "aliases"
one <<'E'
---
title: From title
date: 2026-01-02
lastmod: 2026-01-03
summary: From summary
tag: one
---
E
jq_is '[.name,.created,.updated,.description,.tags,.extra]' \
	'["From title","2026-01-02","2026-01-03","From summary",["one"],{}]'
what "an alias beside the member"
one <<'E'
---
title: From title
name: From name
modified: 2026-01-04
updated: 2026-01-05
---
E
jq_is '[.name,.updated,.extra.title,.extra.modified]' \
	'["From name","2026-01-05","From title","2026-01-04"]' \
	"the first alias of the list wins, the other stays in extra"

what "dates"
one <<'E'
---
created: 2026-02-03
---
E
jq_is '[.created,.updated,has("dated")]' '["2026-02-03","2026-02-03",false]' \
	"updated is created where it is missing"
one <<'E'
---
created: 2026-2-3
updated: 2026-02-03T10:11:12+02:00
---
E
jq_is '[.created,.updated]' '["2026-2-3","2026-02-03T10:11:12+02:00"]' \
	"dates stay as written"
one <<'E'
---
updated: "03.02.2026"
---
E
jq_is '[.updated,has("dated")]' '["03.02.2026",false]' \
	"what no date is stays as written too"
# An unfilled template has the key and no value: that is not a date.
what "empty values"
one <<'E'
---
id:
name:
type:
project: ""
status:
created:
updated:
tags:
description:
links:
---
E
touch -d '2026-03-05T00:00:00Z' v/a.md
run cx-scan v
status 0
err_empty "empty values are not a problem"
jq_is '[.id,.name,.type,.project,.status,.updated,.dated,.tags,.description,.links_out]' \
	'[null,"a","unknown","unknown","active","2026-03-05","mtime",[],"",[]]' \
	"an empty value is a missing one"

what "tags"
one <<'E'
---
tags: [Zeta, "#alpha", ZETA, ÉTÉ, on-call]
---
Text #beta and #Alpha, #Zeta/Sub.
E
jq_is .tags '["zeta","alpha","été","on-call","beta","zeta/sub"]' \
	"list, then hashtags, lower case, first occurrence kept"
one <<'E'
---
tags: one, Two ,#three
---
#four
E
jq_is .tags '["one","two","three","four"]' "a comma string of tags"
one <<'E'
---
tags: Single
---
E
jq_is .tags '["single"]' "a single tag"
one <<'E'
---
tags:
  - "#a"
  - b
  - no
  - 10:30
  - 2026
---
E
jq_is .tags '["a","b","no","10:30","2026"]' \
	"a block list; tags are text, whatever YAML would make of them"

what "lines and bytes"
printf 'a\r\nb' >f
one <f
jq_is '[.lines,.size_bytes]' '[2,4]' "newline count + 1, bytes"

what "links_out"
one <<'E'
---
links: [f/one, "[[f/two|Two]]", "f/three#part", " f/four "]
---
See `s/soft.md`, [[b/one|One]], [[ b/two ]] and [[b/three#h|T]].
Also [[b/four.md]], ![[pic.png]] and `b/four.md`.
E
# A property of Obsidian holds "[[x]]": the brackets are not part of a target.
jq_is .links_out \
	'["f/one","f/two","f/three","f/four","b/one","b/two","b/three","b/four.md","pic.png","s/soft.md","b/four.md"]' \
	"front matter, wikilinks, backticks; text before | and #, trimmed"
jq_is .links_soft '["s/soft.md"]' "what only backticks name is soft"
one <<'E'
---
links: f/one
---
E
jq_is .links_out '["f/one"]' "a single link"
one <<'E'
---
links:
  - [[f/one]]
  - f/two
---
E
jq_is .links_out '["f/one","f/two"]' "an unquoted [[x]] in a list"

what "numbers"
one <<'E'
---
confidence: 1
importance: 1e1
pnl_impact: +3.50
---
E
status 0
jq_is '[.confidence,.importance,.pnl_impact]' '[1,10,3.5]' "finite numbers"
jq_ok -s "$T/out" 'length == 1' "numbers are JSON"
for bad in high .inf -.inf .nan nan inf infinity 1e999 1_000 0x10 '"7 of 10"' \
	1,5 '[1]'; do
	what "confidence: $bad"
	one <<E
---
name: n
confidence: $bad
---
E
	status 0 "confidence: $bad is a warning"
	jq_is '[has("confidence"),(.extra|has("confidence")),(.problems|length)]' \
		'[false,true,1]' "confidence: $bad goes to extra, with a problem"
	err_has "cx-scan: a.md:3:"
done
what "number as text"
one <<'E'
---
pnl_impact: 12 EUR
---
E
jq_is .extra '{"pnl_impact":"12 EUR"}' "its text is kept"

what "extra"
one <<'E'
---
a: no
b: 10:00
c: 1e3
d: 007
e: ~
f: null
g: true
h: 2026-01-01
i: 'single ''quoted'''
j: "tab\there"
k:
l: |
  two
  lines
m: >-
  folded
  text
n: [x, 1, [y, {z: no}]]
o:
  p:
    q: yes
  r: []
s: {}
"quoted key": v
3: three
t: a # comment
u: !!str 5
---
E
status 0
err_empty
jq_is '.extra|keys_unsorted' \
	'["a","b","c","d","e","f","g","h","i","j","k","l","m","n","o","s","quoted key","3","t","u"]' \
	"extra keeps the order of the file"
jq_is .extra \
	'{"a":"no","b":"10:00","c":"1e3","d":"007","e":"~","f":"null","g":"true","h":"2026-01-01","i":"single '"'quoted'"'","j":"tab\there","k":"","l":"two\nlines\n","m":"folded text","n":["x","1",["y",{"z":"no"}]],"o":{"p":{"q":"yes"},"r":[]},"s":{},"quoted key":"v","3":"three","t":"a","u":"5"}' \
	"scalars stay the text that was written"
what "extra named like record members"
one <<'E'
---
path: evil/../../x
lines: 99
size_bytes: -1
body: b
extra: e
problems: p
layer: hot
score: 1000
---
E
jq_is '[.path,.lines,.size_bytes,has("layer"),has("score"),has("problems")]' \
	'["a.md",11,104,false,false,false]' \
	"front matter cannot forge what the scan measures"
jq_is .extra \
	'{"path":"evil/../../x","lines":"99","size_bytes":"-1","body":"b","extra":"e","problems":"p","layer":"hot","score":"1000"}' \
	"nor does it lose it"
what "a list where one value is expected"
one <<'E'
---
name: [one, two]
type: {a: b}
---
E
status 0
jq_is '[.extra.name,.extra.type]' '[["one","two"],{"a":"b"}]' \
	"a list as name and a map as type stay in extra"
jq_is '[.name,(.problems|map(.line))]' '["one",[3]]' \
	"the first of the list is the name; the map is reported"

what "problems"
one <<'E'
---
name: n
confidence: x
importance: y
---
E
jq_is '.problems|map(keys_unsorted)|unique' '[["line","col","code","text"]]' \
	"the members of a problem"
jq_is '.problems|map([.line,(.col|type),(.code|type),(.text|type)])' \
	'[[3,"number","string","string"],[4,"number","string","string"]]' \
	"problems come in file order and know their lines"
jq_is '.problems|all(.col>=1 and .text!="" and .code!="")' true \
	"columns count from 1"
err_lines 2

# [directories], by the configuration: the first path part that is there
rm -rf v
cat >cortex.toml <<'E'
[directories]
backend = "api"
web = "site"
E
for f in backend/web/a x/backend/b web/c y/z/d; do
	printf -- '---\nname: n\n---\n' | put "v/$f.md"
done
printf -- '---\nproject: ops\n---\n' | put v/backend/own.md
printf 'x\n' | put v/x/web.md
run cx-config
cp "$T/out" conf.json
run cx-scan -c conf.json v
status 0
jq_of -r "$T/out" '.path + " " + .project' 'backend/own.md ops
backend/web/a.md api
web/c.md site
x/backend/b.md api
x/web.md unknown
y/z/d.md unknown' "project by the first directory that [directories] names"
done_testing
