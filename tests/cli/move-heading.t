#!/bin/sh
# move-heading.t: cx-move --heading: a heading gets another text, and all that
# leads to it goes along, or nothing changes.
# shellcheck disable=SC2016
. "$(dirname "$0")/../tap.sh"
need jq

vault() # b.md is the note of the headings, from stdin
{
	rm -rf v && mkdir -p v/n && cat >v/n/b.md
}
# renamed OLD NEW: of n/b.md; links that lead somewhere still do
renamed()
{
	run cx-move -C v --heading n/b.md "$1" "$2"
	status 0 "$1: $2"
	err_empty
	cx-check --scan -C v --rule missing-heading,broken-link >left
	ok "$1: no link is left behind" test ! -s left
}
is_text() # FILE TEXT
{
	printf '%s\n' "$2" >want
	same "v/$1" want "$1"
}

### every form of link

vault <<'X'
---
name: Bee
---
# Guide
## First steps ##
See [[#First steps]] and [it](#first-steps).

Second
------
X
cat >v/a.md <<'X'
---
name: A
up: "[[b#First steps|x]]"
links: ['b#First steps']
---
[[b#First steps]] ![[n/b#first steps|the first]] [[Bee#Guide#First steps]]
| [[b#First steps\|t]] |
[x](n/b.md#first-steps "T") [x](<n/b.md#First steps>) [x](n/b.md#First%20steps)
[r] `n/b.md#first-steps` [[b#Guide]] [[b]] [x](n/b.md) [x](n/b.md#second)
`[[b#First steps]]` <!-- [[b#First steps]] --> [[c#First steps]]

[r]: n/b.md#first-steps 'T'
X
echo '# First steps' >v/c.md
cp -R v was
run cx-move -n -C v --heading n/b.md 'First steps' "What's next: go"
status 0
ok '-n changes nothing' diff -r was v
jq_of -rs "$T/out" \
	'map(.kind) | group_by(.) | map("\(length) \(.[0])") | join(", ")' \
	'1 embed, 2 field, 1 heading, 9 link, 1 reference' 'what it would'
jq_is 'select(.path == "n/b.md")' \
	'{"path":"n/b.md","line":5,"kind":"heading","old":"First steps","new":"What'"'"'s next: go"}
{"path":"n/b.md","line":6,"kind":"link","old":"#First steps","new":"#What'"'"'s next go"}
{"path":"n/b.md","line":6,"kind":"link","old":"#first-steps","new":"#whats-next-go"}' \
	'a record a change'
run cx-move --diff -C v --heading n/b.md 'First steps' "What's next: go"
ok '--diff changes nothing' diff -r was v
cp -R v patched
(cd patched && patch -s -p0 <"$T/out")
renamed 'First steps' "What's next: go"
ok 'the diff is what it does' diff -r patched v -x .cortex
is_text n/b.md "---
name: Bee
---
# Guide
## What's next: go ##
See [[#What's next go]] and [it](#whats-next-go).

Second
------"
is_text a.md "---
name: A
up: \"[[b#What's next go|x]]\"
links: ['b#What''s next go']
---
[[b#What's next go]] ![[n/b#What's next go|the first]] [[Bee#Guide#What's next go]]
| [[b#What's next go\\|t]] |
[x](n/b.md#whats-next-go \"T\") [x](<n/b.md#What's next go>) [x](n/b.md#What's%20next%20go)
[r] \`n/b.md#whats-next-go\` [[b#Guide]] [[b]] [x](n/b.md) [x](n/b.md#second)
\`[[b#First steps]]\` <!-- [[b#First steps]] --> [[c#First steps]]

[r]: n/b.md#whats-next-go 'T'"
run cx-undo -C v
status 0
rm -rf v/.cortex
ok 'cx undo takes it back, byte for byte' diff -r was v
renamed '## second' 'The 2nd part'
is "$(sed -n 8,9p v/n/b.md)" 'The 2nd part
------' 'an underlined heading'
is "$(grep -c 'b.md#the-2nd-part' v/a.md)" 1 'and the link to it'
renamed Guide 'Hand *book*'
is "$(grep -c 'Bee#Hand \*book\*#First steps' v/a.md)" 1 'a part of A#B'
is "$(grep -c 'b#Hand \*book\*\]\]' v/a.md)" 1 'with its marks, as Obsidian writes it'
rm -rf was patched

### slugs of headings that repeat it

vault <<'X'
## Notes
## Notes
## Other
X
printf '%s\n' '[1](b.md#notes) [2](b.md#notes-1) [[b#Notes]]' >v/n/a.md
cp -R v was
run cx-move -C v --heading n/b.md Notes Remarks
status 3 'which of the two is not said'
err_has "line 1 (#notes), line 2 (#notes-1)"
ok 'nothing changes' diff -r was v -x .cortex
renamed notes-1 More
is_text n/a.md '[1](b.md#notes) [2](b.md#more) [[b#Notes]]'
rm -rf v && mv was v
renamed '#notes' Remarks
is_text n/a.md '[1](b.md#remarks) [2](b.md#notes) [[b#Remarks]]'
renamed Other Notes
is_text n/b.md '## Remarks
## Notes
## Notes'
printf '%s\n' '[[b#Remarks]] [[b#Notes]]' >v/n/a.md
run cx-move -C v --heading n/b.md Remarks Notes
status 3 'nor does a link come to lead to another heading'
err_has 'would lead to another heading'
is_text n/a.md '[[b#Remarks]] [[b#Notes]]'

### the heading that names the note

vault <<'X'
# The plan
text
X
printf '%s\n' '[[The plan]] [[the plan#The plan|x]] [[b]]' >v/a.md
renamed 'The plan' 'A better plan'
is_text a.md '[[A better plan]] [[A better plan#A better plan|x]] [[b]]'
echo '[[No plan]]' >v/c.md
run cx-move -C v --heading n/b.md 'A better plan' 'No plan'
status 3 'a link that leads nowhere does not come to mean the note'
run cx-move -C v --adopt --heading n/b.md 'A better plan' 'No plan'
status 0 'but with --adopt'

### links within headings, code, CRLF, quotes and lists

printf '# One\r\n## See [[x]]\r\n```\r\n## Two\r\n```\r\n> ## Two\r\n- ## Three\r\n[[#Two]] [[#See x]]\r\n' |
	vault
echo x >v/x.md
echo y >v/y.md
renamed 'See [[x]]' 'See [[y]] and [y](../y.md)'
renamed Two 'Zwei'
renamed Three 'Drei'
printf '# One\r\n## See [[y]] and [y](../y.md)\r\n```\r\n## Two\r\n```\r\n> ## Zwei\r\n- ## Drei\r\n[[#Zwei]] [[#See y and [y](../y.md)]]\r\n' >want
same v/n/b.md want 'line ends, code and prefixes stay'

### what is refused

vault <<'X'
# One
## Two {#two}
X
cp -R v was
for new in ' ' One 'x #' "a
b" "$(printf 'a\tb')" "$(printf '\377')" 'x {#id}'; do
	run cx-move -C v --heading n/b.md One "$new"
	status 3 "refused: $new"
	out_empty
done
run cx-move -C v --heading n/b.md None New
status 3
err_is "cx-move: n/b.md: 'None' is not a heading of this note"
run cx-move -C v --heading n/b.md 'T-w-o' New
err_has "did you mean '#two'?"
run cx-move -C v --heading gone.md One New
status 3
run cx-move -C v --heading n/b.md One
status 2
run cx-move -C v --heading --convert
status 2
ok 'and nothing changed' diff -r was v -x .cortex
ln v/n/b.md hard
run cx-move -C v --heading n/b.md One New
status 3 'a hard link'
err_has 'hard link'
rm hard
renamed Two Deux
is "$(tail -n 1 v/n/b.md)" '## Deux {#two}' 'its attributes stay'
ln -s b.md v/n/s.md
run cx-move -C v --heading n/s.md One New
status 3 'not through a symbolic link'
rm v/n/s.md
done_testing
