#!/bin/sh
# edit.t: cx-edit changes the bytes it was asked to change, and no others.
# shellcheck disable=SC2016
. "$(dirname "$0")/../tap.sh"
need jq

CORTEX_NOW=2026-04-15T12:00:00
export CORTEX_NOW
mkdir v

# change BEFORE AFTER WORDS...: printf(1) formats of the file around the edit
change()
{
	# shellcheck disable=SC2059
	printf -- "$1" >v/a.md
	# shellcheck disable=SC2059
	printf -- "$2" >want
	shift 2
	run cx-edit -C v "$@"
	status 0
	err_empty
	same v/a.md want "bytes: $last"
	cp v/a.md kept
	run cx-scan v
	cp "$T/out" after
}
# refused BEFORE TEXT WORDS...: nothing changes, status 3, stderr has TEXT
refused()
{
	# shellcheck disable=SC2059
	printf -- "$1" >v/a.md
	cp v/a.md want
	re_text=$2
	shift 2
	run cx-edit -C v "$@"
	status 3
	err_has "$re_text"
	out_empty
	same v/a.md want "untouched: $last"
}
F='---\nid: x1\nname: "A b"  # said\nstatus: active\ntags: [a, b]\n---\nbody\n'

# scalars
change "$F" '---\nid: x1\nname: "A b"  # said\nstatus: archived\ntags: [a, b]\n---\nbody\n' \
	a.md status=archived
jq_is '.status' '"archived"'
change "$F" '---\nid: x1\nname: "C: \\"d\\""  # said\nstatus: active\ntags: [a, b]\n---\nbody\n' \
	x1 'name=C: "d"'
jq_is '.name' '"C: \"d\""'
change "---\nn: 'it''s' # c\n---\n" "---\nn: 'we''re' # c\n---\n" a.md "n=we're"
change '---\nn: a\n---\n' '---\nn: "#x"\n---\n' a.md 'n=#x'
change '---\nn: a\n---\n' '---\nn: no\n---\n' a.md n=no
change '---\nn:\nm: b\n---\n' '---\nn: a\nm: b\n---\n' a.md n=a
change '---\nn: a # c\nm: b\n---\n' '---\nn: # c\nm: b\n---\n' a.md n=
change '---\nn: "a"\n---\n' '---\nn: ""\n---\n' a.md n=
change '---\nn: |  # c\n  x\n  y\nm: b\n---\n' '---\nn: z  # c\nm: b\n---\n' a.md n=z
change '---\nn: x\n  y\nm: b\n---\n' '---\nn: z\nm: b\n---\n' a.md n=z
change '---\n? n\n: b\n---\n' '---\n? n\n: c\n---\n' a.md n=c
change '---\ntags: [a]\n---\n' '---\ntags: [a, b, c]\n---\n' a.md tags+=b,c
change '---\nn: a\n---\n' '---\nn: "x\\ny"\n---\n' a.md "n=x
y"
# the end of lines, BOM, no final newline, closing dots
change '\357\273\277---\r\nstatus: a\r\n---\r\nb' \
	'\357\273\277---\r\nstatus: open\r\nx: 1\r\n---\r\nb' a.md status=open x=1
change '---\nstatus: a\n...' '---\nstatus: open\nx: 1\n...' a.md status=open x=1
change '---\n---\n' '---\nx: 1\n---\n' a.md x=1
change '---\n  a: 1\n  b: 2\n---\n' '---\n  a: 1\n  b: 2\n  x: 3\n---\n' a.md x=3
# updated=today, and the key that is read for a field
change '---\nupdated: 2020-01-01\n---\n' '---\nupdated: 2026-04-15\n---\n' \
	a.md updated=today
change "---\nmodified: '2020-01-01'\n---\n" "---\nmodified: '2026-04-15'\n---\n" \
	a.md updated=today
jq_of -r after .updated 2026-04-15 "the alias is what is read"
change '---\ntitle: A\n---\n' '---\ntitle: B\n---\n' a.md name=B
change '---\nname:\ntitle: A\n---\n' '---\nname:\ntitle: B\n---\n' a.md name=B
# lists
change "$F" '---\nid: x1\nname: "A b"  # said\nstatus: active\ntags: [a, b, risk]\n---\nbody\n' \
	a.md tags+=risk
change "$F" '---\nid: x1\nname: "A b"  # said\nstatus: active\ntags: [b]\n---\nbody\n' \
	a.md tags-=A
change "$F" '---\nid: x1\nname: "A b"  # said\nstatus: active\ntags: [a, c]\n---\nbody\n' \
	a.md tags-=b tags+=c
change "$F" '---\nid: x1\nname: "A b"  # said\nstatus: active\ntags: [a, b]\n---\nbody\n' \
	a.md tags+=A
change "$F" '---\nid: x1\nname: "A b"  # said\nstatus: active\ntags: [q, r]\n---\nbody\n' \
	a.md tags=q,r
change '---\ntags: []\n---\n' '---\ntags: ["x: y", z]\n---\n' a.md 'tags+=x: y' tags+=z
change '---\ntags: [a]\n---\n' '---\ntags: []\n---\n' a.md tags-=a
change '---\ntags: [a,]\n---\n' '---\ntags: []\n---\n' a.md tags-=a
change '---\ntags: [\n  a, # one\n  b\n]\n---\n' '---\ntags: [\n  a, # one\n  b, c\n]\n---\n' \
	a.md tags+=c
change '---\ntags:\n- a # one\n# two\n- b\nx: 1\n---\n' \
	'---\ntags:\n- a # one\n# two\n- b\n- c\nx: 1\n---\n' a.md tags+=c
change '---\r\ntags:\r\n  - a # one\r\n  - b\r\n---\r\n' \
	'---\r\ntags:\r\n  - b\r\n  - c\r\n---\r\n' a.md tags-=a tags+=c
change '---\ntags: # all\n- a\n- b\nx: 1\n---\n' '---\ntags: [] # all\nx: 1\n---\n' \
	a.md tags-=a tags-=b
change '---\ntags:\n- a\n---\n' '---\ntags:\n- a\n- b\nx: 1\n---\n' a.md x=1 tags+=b
change '---\ntags:\n- a\n- b\nx: 1\n---\n' '---\ntags:\n- q\n- r\nx: 1\n---\n' a.md tags=q,r
change '---\ntags: a, b\n---\n' '---\ntags: a, b, c\n---\n' a.md tags+=c
change '---\ntags: "a, #b"\n---\n' '---\ntags: "a"\n---\n' a.md tags-=b
change '---\ntags: a\n---\n' '---\ntags:\n---\n' a.md tags-=a
change '---\ntags:\n---\n' '---\ntags: [a]\n---\n' a.md tags+=a
change '---\nx: 1\n---\n' '---\nx: 1\ntags: [a, b]\n---\n' a.md tags+=a tags+=b
change '---\nx: 1\n---\n' '---\nx: 1\ntags: [a, b]\n---\n' a.md 'tags=a, b'
change '---\nx: 1\n---\n' '---\nx: 1\n---\n' a.md tags-=a
change '---\nlinks: ["[[n|x]]", m]\n---\n' '---\nlinks: [m, "[[o]]"]\n---\n' \
	a.md links-=n 'links+=[[o]]'
change '---\nlinks: [[n]]\n---\n' '---\nlinks: [[n], o]\n---\n' a.md links+=o
jq_is '.links_out' '["n","o"]'
change '---\nlinks: n\n---\n' '---\nlinks: [n, o]\n---\n' a.md links+=o
# keys go
change "$F" '---\nid: x1\nstatus: active\ntags: [a, b]\n---\nbody\n' --unset name a.md
change '---\na: 1\nb:\n  - x\n  # y\n  - z\nc: 2\n---\n' '---\na: 1\nc: 2\n---\n' \
	--unset b --unset nosuch a.md
change '---\na: |\n  x\n\n  y\nc: 2\n---\n' '---\nc: 2\n---\n' --unset a a.md

# what is printed: the record as cx-scan prints it, of what has changed
printf '%b' "$F" >v/a.md
run cx-edit -C v a.md status=open
cp "$T/out" printed
cx-scan v >scanned
same printed scanned 'the record is that of cx-scan'
run cx-edit -C v a.md status=open
status 0
out_empty 'nothing has changed, nothing is printed'
cp -p v/a.md before
run cx-edit -C v -n a.md status=review
status 0
jq_is .status '"review"'
same v/a.md before '--dry-run changes nothing'
run cx-edit -C v --diff a.md status=review tags-=a tags-=b
status 0
same v/a.md before '--diff changes nothing'
cp -p v/a.md d.md
ok 'the diff is one' sh -c '(cd "$1" && patch -s -p0 ../d.md) <"$2"' sh v "$T/out"
cx-edit -C v a.md status=review tags-=a tags-=b >/dev/null
same d.md v/a.md 'patch(1) does what cx-edit does'

# refusals
refused '---\na: x: y\n---\n' 'a.md:2:' a.md status=open
refused '---\na: &x y\n---\n' 'a.md:2:' a.md status=open
refused '---\na: 1\na: 2\n---\n' 'a.md:3:1' a.md status=open
refused '---\n- a\n---\n' 'a.md:2:1' a.md status=open
refused '---\na: 1\n' 'a.md:1:1' a.md status=open
refused '---\na: {b: c}\n---\n' 'a.md:2:4' a.md a=b
refused '---\na: {b: c}\n---\n' 'a.md:2:4' a.md a+=b
refused '---\na: [x, # one\n  y]\n---\n' 'a.md:2:4' a.md a-=x
refused '---\n{a: 1}\n---\n' 'a.md:2:' a.md b=2
refused '---\n? a\n: b\n---\n' 'a.md:2:3' --unset a a.md
refused '---\ntext\n' 'never closed' a.md a=2
refused '---\na: 1\n---\n' 'b.md' b.md a=2
refused '---\na: 1\n---\n' 'nosuch' nosuch a=2
refused '---\na: 1\n---\n' '../x.md' ../x.md a=2
mkdir -p v/sub && printf -- '---\nid: x1\n---\n' >v/sub/b.md
# shellcheck disable=SC2059
printf -- "$F" >v/a.md
cp -Rp v kept.v
run cx-edit -C v x1 a=2
status 2
err_has 'a.md, sub/b.md'
out_empty
ok 'an ambiguous id changes nothing' diff -r kept.v v
rm -r kept.v
rm -r v/sub
ln -s a.md v/l.md
refused "$F" 'l.md' l.md a=2
rm v/l.md
ln v/a.md v/h.md
refused "$F" 'hard link' a.md a=2
rm v/h.md

refused '---\na: 1\n---\n' '65536' a.md "x=$(head -c 70000 /dev/zero | tr '\0' x)"

# command lines
for w in 'a.md' 'a=b' '--archive' '--archive --restore a.md' '--supersede a.md' \
	'--stdin a.md' 'a.md =b' 'a.md tags+=' 'a.md updated=yesterdayx' \
	'--diff -n a.md a=b' '--unset= a.md' 'a.md id=' 'a.md a=b b.md'; do
	# shellcheck disable=SC2086
	run cx-edit -C v $w </dev/null
	status 2
	out_empty
	err_lines 2
done
run cx-edit -C v a.md "$(printf 'n=\377')"
status 2

# edits on standard input
printf '%b' "$F" >v/a.md
printf -- '---\nid: x2\nstatus: open\nold: 1\n---\n' >v/b.md
cat >edits <<'J'
{"path":"a.md","set":{"status":"open","num":5,"t":true,"s":"5","d":"2026-01-02","l":["x","1"]},"add":{"tags":["z"]},"remove":{"tags":["a","b"]}}
{"id":"x2","set":{"old":null,"name":"no"},"add":{"links":"a"}}
J
run cx-edit -C v --stdin <edits
status 0
err_empty
is "$(cat v/a.md)" '---
id: x1
name: "A b"  # said
status: open
tags: [z]
num: 5
t: true
s: "5"
d: 2026-01-02
l: [x, "1"]
---
body' 'set, add, remove by JSON'
is "$(cat v/b.md)" '---
id: x2
status: open
name: "no"
links: [a]
---' 'null takes a member away'
run sh -c 'cx-scan v | cx-edit -C v --stdin status=fixed'
status 0
cx-scan v >"$T/json"
jq_of -rs "$T/json" 'map(.status) | unique[]' fixed \
	'edits as operands are for all records of standard input'
for j in '{"path":"a.md","set":{"a":{"b":1}}}' '{"path":"a.md","set":{"a":[["b"]]}}' \
	'{"path":"a.md","set":[]}' '{"path":"a.md","add":{"a":1.5e400}}' '{"set":{"a":"b"}}' \
	'{"path":"a.md"}' '{"path":1,"set":{"a":"b"}}' '{"path":"a.md","set":{"id":null}}'; do
	cp v/a.md want
	run cx-edit -C v --stdin <<E
{"path":"a.md","set":{"status":"stale"}}
$j
E
	status 4
	err_has '(stdin):2'
	same v/a.md want "nothing is written of a broken stream: $j"
done
run cx-edit -C v --stdin <<'J'
{"path":"a.md","set":{"status":"valid"},"add":{"tags":"p"}}
{"id":"x1","add":{"tags":"q"}}
{"path":"nosuch.md","add":{"tags":"q"}}
J
status 3
err_has 'nosuch.md'
cx-scan v >"$T/json"
jq_of "$T/json" 'select(.path=="a.md")|.status,.tags' '"valid"
["z","p","q"]' 'two edits of one atom are one; the others are done'

# verbs
fresh() { printf -- '---\nid: o1\nstatus: open\nupdated: 2026-01-01\n---\nb\n' >v/a.md; }
verb() # WANT WORDS...: JSON of status, updated, extra
{
	v_want=$1
	shift
	run cx-edit -C v "$@"
	status 0
	cx-scan v >"$T/json"
	jq_of "$T/json" 'select(.path=="a.md")|[.status,.updated,.extra]' \
		"$v_want" "$*"
}
rm -f v/*.md
fresh
verb '["archived","2026-04-15",{}]' --archive o1
verb '["active","2026-04-15",{}]' --restore o1
run cx-edit -C v --restore o1
status 3
err_has 'a.md'
fresh
verb '["open","2026-01-01",{"pinned":"true"}]' --pin o1
verb '["open","2026-01-01",{}]' --unpin o1
verb '["open","2026-01-01",{"reviewed":"2026-04-15"}]' --review o1
verb '["open","2026-04-15",{"reviewed":"2026-04-15"}]' --touch o1
verb '["archived","2026-04-15",{"reviewed":"2026-04-15","why":"old"}]' --archive o1 why=old

fresh
printf -- '---\nid: n1\n---\n' >v/n.md
run cx-edit -C v --supersede o1 n.md --reason 'it: moved'
status 0
jq_is .path '"a.md"
"n.md"'
is "$(cat v/a.md)" '---
id: o1
status: superseded
updated: 2026-01-01
superseded_by: n1
superseded_at: 2026-04-15
superseded_reason: "it: moved"
---
b' 'the old one'
is "$(cat v/n.md)" '---
id: n1
supersedes: o1
reason: "it: moved"
---' 'the new one'
cp v/a.md want
run cx-edit -C v --supersede o1 n1
status 3
err_has 'superseded'
same v/a.md want 'superseding twice is an error'
fresh
printf -- '---\nid: n1\nreason: its own\n---\n' >v/n.md
run cx-edit -C v --supersede --reason moved o1 n1
status 0
is "$(cat v/n.md)" '---
id: n1
reason: its own
supersedes: o1
---' 'a note keeps the reason that it has'
fresh
printf -- '---\nid: n1\na: x: y\n---\n' >v/n.md
cp v/a.md want
run cx-edit -C v --supersede o1 n.md
status 3
same v/a.md want 'neither, when one is refused'
run cx-edit -C v --supersede o1 o1
status 3
err_has 'itself'
printf -- '---\nname: Newer\nupdated: 2026-04-02\n---\n' >v/n.md
run cx-edit -C v --supersede o1 n.md
status 0
is "$(cat v/n.md)" '---
name: Newer
updated: 2026-04-02
id: 20260402_newer
supersedes: o1
---' 'a note without an id is given one'
file_has v/a.md 'superseded_by: 20260402_newer' 'by which it is named'
### types, statuses and projects that nobody knows are not set

rm -rf v && mkdir v
printf '[projects]\nnames = ["shop"]\n[status]\nmine = 1\n[types]\nmemo = {}\n' \
	>v/cortex.toml
cx-config -C v >config
printf -- '---\nid: a\ntype: odd\nstatus: strange\nproject: lost\n---\nb\n' >v/a.md
printf -- '---\nid: b\ntype: rule\nstatus: open\n---\nb\n' >v/b.md
cp v/a.md before
for w in 'a.md status=nosuch' 'a.md type=Rule' 'a.md project=nosuch' \
	'a.md x=1 status=strange' 'a.md status=nosuch:EXP-7' 'a.md status=:open' \
	'a.md status+=nosuch' '-n a.md type=nosuch' '--diff a.md type=nosuch' \
	'--archive a.md status=nosuch' '--restore a.md type=nosuch' \
	'--touch a project=nosuch' '--stdin status=nosuch' 'nosuch.md type=x'; do
	# shellcheck disable=SC2086 # words
	run cx-edit -C v -c config $w <<-'E'
	{"path":"a.md","set":{"y":"1"}}
	E
	status 2
	out_empty
	err_lines 1
	same v/a.md before "nothing is written: $last"
done
run cx-edit -C v -c config a.md status=nosuch type=nosuch project=nosuch
cp "$T/err" said
run cx-new -C v -c config --name N --type nosuch --status nosuch --project shop
sed 's/^cx-new/cx-edit/' "$T/err" | sort >want
grep -v "^cx-edit: project 'nosuch' is not in \[projects\] names" said | sort >got
same got want 'it says what cx-new says'
is "$(grep -c . said)" 3 'of all that is wrong'
# What is known, what is empty, and what is not touched.
run cx-edit -C v -c config a.md status=corrected:EXP-7 type=memo project=shop
status 0
jq_is '[.status,.type,.project]' '["corrected:EXP-7","memo","shop"]'
for word in active valid partial challenged corrected superseded refined \
	invalidated stale mine stale:K-1; do
	run cx-edit -C v -c config a.md status=$word
	status 0
	jq_is .status "\"$word\""
done
run cx-edit -C v -c config a.md status= type= project=
status 0
cp before v/a.md
run cx-edit -C v -c config a.md x=1 status-=open
status 0
run cx-edit -C v -c config --touch a.md
status 0
run cx-edit -C v -c config --unset status --unset type --unset project a.md
status 0
jq_is '[.status,.type]' '["active","unknown"]'
run cx-edit -C v b.md project=any
status 0 'where [projects] names none, any is good'
# Numbers are what cx-new takes.
cp v/a.md now
for word in confidence=2 confidence=-0.1 confidence=abc confidence=0x1 \
	confidence=nan importance=0 importance=11 pnl_impact=much \
	pnl_impact=1e999; do
	run cx-edit -C v a.md "$word"
	status 2
	err_has "${word%%=*} '${word#*=}' is not a number"
	same v/a.md now "nothing is written: $last"
done
run cx-edit -C v a.md confidence=.5 importance=10 pnl_impact=-1e3
status 0
jq_is '[.confidence,.importance,.pnl_impact]' '[0.5,10,-1000]'
run cx-edit -C v a.md confidence= importance= pnl_impact=
status 0
# A record of an atom that has another id by now is out of date.
cp v/a.md now
run cx-edit -C v --stdin x=1 <<'J'
{"path":"a.md","id":"other"}
{"path":"b.md","id":"b"}
J
status 3
err_has 'a.md: has another id by now'
same v/a.md now 'it is not edited'
jq_is '[.path,.extra.x]' '["b.md","1"]'
# As records: that one is refused, the others are done.
cp before v/a.md
run cx-edit -C v -c config --stdin <<'J'
{"path":"a.md","set":{"status":"nosuch","x":"1"}}
{"id":"b","set":{"status":"stale","type":"memo","project":"shop"}}
{"path":"a.md","set":{"type":["rule","nosuch"]}}
{"path":"a.md","add":{"project":"nosuch"}}
{"path":"a.md","set":{"status":5}}
{"path":"a.md","set":{"type":null,"z":7},"remove":{"status":"nosuch"}}
J
status 3
err_lines 4
err_has "(stdin):1: status 'nosuch' is not known; there are active "
err_has "(stdin):3: type 'nosuch' is not known"
err_has "(stdin):4: project 'nosuch' is not in [projects] names of cortex.toml"
err_has "(stdin):5: status '5' is not known"
jq_is '[.path,.status,.type]' '["a.md","strange","unknown"]
["b.md","stale","memo"]'
is "$(cat v/a.md)" '---
id: a
status: strange
project: lost
z: 7
---
b' 'nothing of a refused record is done'
run cx-edit -C v -c config --stdin <<'J'
{"path":"a.md","set":{"status":"nosuch"}}
J
status 3
out_empty
printf -- '---\nid: o\nstatus: strange\n---\n' >v/o.md
run cx-edit -C v -c config --supersede o a
status 0 'what was there is no reason against a verb'

### an option after the names is one, and nothing is changed

rm -rf v && mkdir v
printf -- '---\nid: a\n---\n`a.md`\n<!-- AUTO:x -->\n<!-- /AUTO:x -->\n' >v/a.md
cp v/a.md before
echo '{"section":"x","text":"y"}' >sections
for late in 'cx-edit -C v a.md --diff status=open' 'cx-edit -C v a x=1 -n' \
	'cx-migrate -C v a.md --dry-run' 'cx-move -C v --convert a.md -n' \
	'cx-move -C v a.md b.md --diff'; do
	# shellcheck disable=SC2086 # words
	run $late <sections
	status 0
	same v/a.md before "nothing changed: $late"
done
cp v/a.md v/-n
mv v/-n v/-n.md
run cx-edit -C v -- -n.md x=1
status 0 'a name that begins with -'

### keywords: a list, or a text with commas, each once whatever its case

change '---\nkeywords: [Blue-Green]\n---\n' '---\nkeywords: [Blue-Green, canary, Two words]\n---\n' \
	a.md 'keywords+=canary,BLUE-green,Two words'
change '---\nkeywords: a b, C\n---\n' '---\nkeywords: a b, C, d\n---\n' a.md keywords+=c,d
change '---\nkeywords: [a, B]\n---\n' '---\nkeywords: [a]\n---\n' a.md keywords-=b
change '---\nn: x\n---\n' '---\nn: x\nkeywords: [a, b c]\n---\n' a.md 'keywords=a, b c'
jq_is 'select(.path=="a.md").keywords' '["a","b c"]'
printf -- '---\nn: x\n---\n' >v/a.md
printf '%s\n' '{"path":"a.md","set":{"keywords":["a b","c"]}}' >records
run cx-edit -C v --stdin <records
status 0
jq_is .keywords '["a b","c"]' 'from a record'

### an item that is empty

printf -- '---\nid: e\naliases: [x]\n---\n' >v/e.md
cp v/e.md want
for value in '" "' '""' '["y", " "]'; do
	printf '{"path":"e.md","add":{"aliases":%s}}\n' "$value" >records
	run cx-edit -C v --stdin <records
	ok "refused: $value" [ "$rc" -ne 0 ]
	err_has 'aliases: an item to add is empty'
	same v/e.md want '... and nothing is changed'
done

done_testing
