#!/bin/sh
# links.t: the graph of cx-links: how a link is resolved, step by step, and
# what is never guessed.
# shellcheck disable=SC1091,SC2016,SC2154,SC2317
. "$(dirname "$0")/../tap.sh"
. "$SRC/tests/records.sh"

# named FILE: every string that ends in .md, in any member, once each
named() { jq -r '..|strings|select(endswith(".md"))' "$1" 2>&1 | sort -u; }

# That all lines are JSON is looked at below, once for each option.
# from SRC TARGET [STREAM]: does SRC link to TARGET?
from()
{
	cx-links --backlinks="$2" "${3:-in}" >back 2>back.err
	grep -qF -e "\"$1\"" back
}
# ambiguous SRC LINK: is it reported?
ambiguous()
{
	cx-links --ambiguous in >amb 2>amb.err
	grep -F -e "\"$1\"" amb | grep -qF -e "\"$2\""
}
broken()
{
	cx-links --broken in >brk 2>brk.err
	grep -F -e "\"$1\"" brk | grep -qF -e "\"$2\""
}

# goes LINK-JSON TARGET TEXT PATH…: a link in d/src.md, with these atoms there,
# goes to TARGET and to no other.
goes()
{
	g_link=$1 g_to=$2 g_text=$3
	shift 3
	{
		linked d/src.md "[$g_link]"
		for p in "$@"; do linked "$p"; done
	} >in
	ok "$g_text" from d/src.md "$g_to"
	for p in "$@"; do
		[ "$p" = "$g_to" ] || not_ok "... and not to $p" from d/src.md "$p"
	done
}

### the order of the steps

goes '"x/a.md"' x/a.md 'exact path' x/a.md x/a.md.md y/a.md
goes '"a.md"' a.md 'exact path, before path + .md' a.md a.md.md d/a.md
goes '"x/a"' x/a.md 'path + .md' x/a.md d/x/a.md
goes '"a"' a.md 'path + .md, before relative' a.md d/a.md
goes '"a.b"' a.b.md 'a dot in a name is not an extension' a.b.md a.md
goes '"a.md"' d/a.md 'relative to the note' d/a.md e/a.md
goes '"a"' d/a.md 'relative, + .md, before a base name' d/a.md e/a.md f/a.md
goes '"./a"' d/a.md 'relative with ./' d/a.md e/a.md
goes '"../e/a"' e/a.md 'relative with ../' e/a.md f/e/a.md
goes '"../e/a.md"' e/a.md 'relative with ../ and .md' e/a.md f/e/a.md
goes '"t/a"' x/t/a.md 'unique path tail' x/t/a.md y/a.md
goes '"t/a.md"' x/t/a.md 'unique path tail with .md' x/t/a.md y/a.md
goes '"t/a"' x/t/a.md 'a tail is whole parts' x/t/a.md x/st/a.md
goes '"a"' x/y/a.md 'unique base name' x/y/a.md x/y/ba.md
goes '"a.md"' x/y/a.md 'unique base name with .md' x/y/a.md x/y/ba.md
goes '"A"' x/a.md 'ignoring case' x/a.md x/b.md
goes '"Note"' y/Note.md 'case as written, before ignoring it' x/note.md y/Note.md
goes '"X/A"' x/a.md 'a path ignoring case' x/a.md y/a.md
goes '"ÜBER"' x/über.md 'ignoring case beyond ASCII' x/über.md
nfc=$(printf 'caf\303\251')
nfd=$(printf 'cafe\314\201')
goes "\"$nfd\"" "x/$nfc.md" 'decomposed link, composed name' "x/$nfc.md"
goes "\"$nfc\"" "x/$nfd.md" 'composed link, decomposed name' "x/$nfd.md"

{
	linked d/src.md '["20260101_thing","The thing","Other word","third"]'
	linked x/a.md '[]' '' 'Named so' '"20260101_thing"'
	linked x/b.md '[]' '' 'The thing'
	linked x/c.md '[]' '' C | sed 's/}$/,"extra":{"aliases":["Other word","X"]}}/'
	linked x/d.md '[]' '' D | sed 's/}$/,"extra":{"aliases":"third, fourth"}}/'
} >in
ok 'by id' from d/src.md x/a.md
ok 'by name' from d/src.md x/b.md
ok 'by alias' from d/src.md x/c.md
ok 'by alias, as a comma string' from d/src.md x/d.md

{
	linked d/src.md '["thing"]'
	linked x/thing.md
	linked x/b.md '[]' '' 'N' '"thing"'
	linked x/c.md '[]' '' 'thing'
} >in
ok 'a base name comes before id and name' from d/src.md x/thing.md
not_ok '... not the id' from d/src.md x/b.md
not_ok '... not the name' from d/src.md x/c.md
grep -v x/thing.md in >in2 && mv in2 in
ok 'an id comes before a name' from d/src.md x/b.md
not_ok '... not the name' from d/src.md x/c.md

### ambiguity

# torn LINK-JSON TEXT PATH…: reported, and goes to nobody
torn()
{
	t_link=$1 t_text=$2
	shift 2
	{
		linked d/src.md "[\"$t_link\"]"
		for p in "$@"; do linked "$p"; done
	} >in
	ok "$t_text: reported" ambiguous d/src.md "$t_link"
	for p in "$@"; do
		not_ok "$t_text: not $p" from d/src.md "$p"
	done
	not_ok "$t_text: not called broken" broken d/src.md "$t_link"
	sort -r in >in2 && mv in2 in
	ok "$t_text: reported in another order" ambiguous d/src.md "$t_link"
}
torn a 'two of one base name' x/a.md y/a.md
torn t/a 'two of one tail' x/t/a.md y/t/a.md
torn A 'two that differ in case from the link' x/a.md y/a.md
torn NOTE 'twins in case' x/note.md y/Note.md
{
	linked d/src.md '["twin"]'
	linked x/a.md '[]' '' twin
	linked x/b.md '[]' '' twin
} >in
ok 'two of one name: reported' ambiguous d/src.md twin
{
	linked d/src.md '["thing"]'
	linked x/thing.md
	linked y/thing.md
	linked z/c.md '[]' '' n '"thing"'
} >in
ok 'ambiguous at a step: reported' ambiguous d/src.md thing
not_ok '... and no later step is asked' from d/src.md z/c.md
cx-links --ambiguous in >amb
ok 'the candidates are named' \
	sh -c 'grep -q x/thing.md amb && grep -q y/thing.md amb'

### broken, and what paths may not do

{
	linked d/src.md '["nowhere","soft.md","x/a"]' '' '' null '["soft.md"]'
	linked x/a.md
} >in
ok 'a link to nothing is broken' broken d/src.md nowhere
not_ok 'a link that resolves is not' broken d/src.md x/a
run cx-links --broken in
ok 'a broken backtick reference is marked soft' \
	sh -c 'grep -F soft.md "$1" | grep -v nowhere | grep -qi soft' - "$T/out"
is "$(grep -F '"nowhere"' "$T/out" | grep -c 'soft":true')" 0 'a broken wikilink is not'
for l in ../../etc/passwd /etc/passwd ../../../x/a ''; do
	{ linked d/src.md "[\"$l\"]"; linked x/b.md; } >in
	run cx-links --broken in
	ok "the link '$l' is confined and harmless" [ "$rc" -le 1 ]
	not_ok "... and does not reach x/b.md" from d/src.md x/b.md
done

### orphans, hubs

{
	linked hub.md '["a","b"]'
	linked a.md '["hub"]'
	linked b.md '["hub","a"]'
	linked c.md '["hub"]'
	linked lone.md
	linked lost.md '["nowhere"]'
	linked alone.md
} >in
run cx-links --orphans in
status 0
is "$(named "$T/out" | tr '\n' ' ')" 'alone.md lone.md ' \
	'orphans: nothing in, nothing out (a broken link is something)'
paths_are 'alone.md lone.md' 'orphans are records by path'
run cx-links --hubs=2 in
is "$(wc -l <"$T/out" | tr -d ' ')" 2 '--hubs=2 is two'
# hub: out 2, in 3; a: out 1, in 2; b: out 2, in 1.
ok 'the first has 5 links' sh -c 'head -n 1 "$1" | jq -e \
	"([..|strings]|index(\"hub.md\")) and ([..|numbers]|index(5))"' - "$T/out"
ok 'the second 3, a tie is broken by path' sh -c 'tail -n 1 "$1" | jq -e \
	"([..|strings]|index(\"a.md\")) and ([..|numbers]|index(3))"' - "$T/out"
run cx-links --hubs in
ok '--hubs has a default' [ -s "$T/out" ]
for n in 0x -1 x; do
	run cx-links --hubs=$n in
	status 2 "--hubs=$n: usage"
done
run cx-links --backlinks=hub.md in
is "$(named "$T/out" | grep -v '^hub.md$' | tr '\n' ' ')" 'a.md b.md c.md ' \
	'backlinks: all that link to it'
run cx-links --backlinks=lone.md in
is "$(named "$T/out" | grep -v '^lone.md$')" '' 'backlinks: none'
cx-links --backlinks=hub.md in >one
cx-links --backlinks=lone.md in >other
run cx-links --backlinks=hub.md --backlinks=lone.md --backlinks=hub.md in
status 0
is "$(sort "$T/out")" "$(sort one other)" 'backlinks of several notes, once each'
run cx-links --backlinks=no/such.md in
ok 'backlinks of an atom that is not there are not "none"' [ "$rc" -ne 0 ]
err_has no/such.md

### every answer is NDJSON, in any order of input the same

for o in '' --orphans --hubs --broken --ambiguous --backlinks=hub.md; do
	# shellcheck disable=SC2086 # no option is an option
	run cx-links $o in
	cp "$T/out" want
	jq_ok -s want 'all(type=="object")' "NDJSON: cx-links $o"
	sort -R in >mixed
	# shellcheck disable=SC2086
	run cx-links $o mixed
	same "$T/out" want "order of input does not matter: cx-links $o"
done
cx-links --report in >want
sort -R in >mixed
cx-links --report mixed >got
same got want 'order of input does not matter: --report'
for w in 7 hub.md lone.md; do
	file_has want "$w" "the report has $w"
done
ok 'the report speaks of orphans' grep -qi orphan want
ok 'the report speaks of hubs' grep -qi hub want
run cx-links --report </dev/null
status 0 'a report on nothing'

### dot

{
	linked 'q"uote.md' '["back\\slash","<b>"]' | sed 's/q"uote/q\\"uote/g'
	linked 'back\\slash.md' '[]' '' '<b>'
	linked 'new.md' '["é x"]'
	linked 'é x.md'
	linked 'node.md' '["graph"]'
	linked 'graph.md'
} >odd
run cx-links --dot odd
status 0
out_has graph
if command -v dot >/dev/null; then
	ok 'dot(1) draws it' sh -c 'dot -Tsvg <"$1" >g.svg' - "$T/out"
	is "$(grep -c 'class="edge"' g.svg)" 4 'with its edges'
	cx-links --dot in | dot -Tsvg >g.svg 2>dot.err
	is "$(cat dot.err)" '' 'dot has no complaint'
	ok 'resolved links are edges' [ "$(grep -c 'class="edge"' g.svg)" -ge 6 ]
else
	result 0 'dot(1) draws it # SKIP no graphviz'
fi
sort -R odd >mixed
cx-links --dot mixed >d1
cx-links --dot odd >d2
same d1 d2 'order of input does not matter: --dot'

### usage

run cx-links --orphans --hubs in
status 2 'two questions at once: usage'
run cx-links --backlinks in
status 2 '--backlinks without path: usage'

### near: one link away, in either direction

near() { cx-links --near="$1" near.in | jq -r .path | tr '\n' ' '; }
{
	linked a.md '["b","a","c"]'
	linked b.md '["c"]'
	linked c.md
	linked d.md '["a"]'
	linked e.md
} >near.in
is "$(near a.md)" 'b.md c.md d.md ' 'near: out and in, itself not'
is "$(near c)" 'a.md b.md ' 'near: in'
is "$(near e)" '' 'near: none'
run cx-links --near=z near.in
status 2 'near: no such atom'

done_testing
