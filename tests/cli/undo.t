#!/bin/sh
# undo.t: cx-undo takes the last change back, whichever program made it, and
# refuses if a note has changed since.
# shellcheck disable=SC2016,SC2059
. "$(dirname "$0")/../tap.sh"
need jq git

# A vault as people have it, and what it was.
start()
{
	chmod -R u+rwx v 2>/dev/null
	rm -rf v kept && mkdir -p v/d
	printf -- '---\nname: A # c\nid: a1\ntype: rule\n---\nSee [[b]] and [c](d/c.md).\r\n' >v/a.md
	printf 'B, no front matter; `a.md`\n' >v/b.md
	printf 'L\351gal\n\n[up](../b.md) [[a|x]]\n' >v/d/c.md
	: >v/d/empty.md
	chmod 640 v/b.md
	cp -Rp v kept
}
# unchanged TEXT: all notes are what they were, byte for byte
unchanged()
{
	rm -rf now && cp -R v now && rm -rf now/.cortex
	find now -type d -empty -delete
	ok "$1" diff -r now kept
	rm -rf now
}

# takes_back TEXT COMMAND...
takes_back()
{
	takes=$1
	shift
	start
	run "$@"
	cp -R v changed && rm -rf changed/.cortex
	not_ok "$takes changes something" diff -r changed kept
	run cx-undo -C v -n
	status 0
	rm -rf now && cp -R v now && rm -rf now/.cortex
	ok "-n undoes nothing: $takes" diff -r now changed
	rm -rf now
	run cx-undo -C v --diff
	status 0
	run cx-undo -C v
	status 0
	err_has 'undid '
	unchanged "$takes is undone"
	is "$(stat -c %a v/b.md)" 640 'the mode stays'
	run cx-undo -C v
	status 1
	err_has 'nothing to undo'
	unchanged "... which stays: $takes"
	run cx-undo -C v --redo -n
	status 0
	unchanged "--redo -n redoes nothing: $takes"
	run cx-undo -C v --redo
	status 0
	err_has 'redid '
	rm -rf now && cp -R v now && rm -rf now/.cortex
	ok "an undo is undone: $takes" diff -r now changed
	run cx-undo -C v --redo
	status 1
	err_has 'nothing to redo'
	run cx-undo -C v
	unchanged "and once more: $takes"
	rm -rf now changed
}
takes_back migrate cx-migrate --write -C v
takes_back edit cx-edit -C v a.md status=archived tags+=x
takes_back 'edit of two' sh -c 'printf "%s\n" \
	"{\"path\":\"a.md\",\"set\":{\"x\":\"1\"}}" |
	cx-edit -C v --stdin; rm v/.cortex/lock'
takes_back 'move' cx-move -C v b.md deep/er/z.md
ok 'directories that were made are gone' [ ! -e v/deep ]
takes_back 'move of a note without links' cx-move -C v d/empty.md e.md
takes_back 'convert' cx-move -C v --convert
takes_back 'new' cx-new -C v --name 'Freeze on Fridays' --type rule \
	--description 'No deploys on Fridays after noon, since 2024.'
takes_back 'supersede by a new note' sh -c 'jq -nc "{name: \"N\",
	type: \"rule\", supersedes: \"a1\", content: \"text\"}" | cx-new -C v'
takes_back 'archive' cx -C v archive a.md
takes_back 'review' sh -c 'jq -nc "{path: \"a.md\", decision: \"archive\"}" |
	cx -C v review -'

# One command is one change, in several transactions too.
start
cx-migrate --write -C v >"$T/out" 2>&1
cx-edit -C v a.md status=open >"$T/out"
cx-undo -C v >"$T/out" 2>&1
ok 'only the last change' grep -q '^id: a1' v/a.md
ok 'only the last change' grep -q '^status: active' v/a.md
mkdir many && for i in $(seq 600); do echo "text $i" >"many/$i.md"; done
cp -R many kept-many
cx-migrate --write -C many >"$T/out" 2>&1
is "$(ls many/.cortex/undo)" '1.ndjson
2.ndjson' 'a part for each transaction'
cx-undo -C many >"$T/out" 2>&1
ok 'both are undone' diff -r -x .cortex many kept-many
cx-edit -C many 1.md x=1 >"$T/out" 2>&1
cp -R many again
cx-migrate --write -C many 2.md >"$T/out" 2>&1
cx-undo -C many >"$T/out" 2>&1
ok 'parts that are left of another change do not count' \
	diff -r -x .cortex many again

# Refused where somebody has saved a note since.
start
cx-migrate --write -C v >"$T/out" 2>&1
cp -R v changed
echo more >>v/b.md
for o in '' -n --diff; do
	# shellcheck disable=SC2086
	run cx-undo -C v $o
	status 1
	err_has 'b.md: has changed since; nothing is undone'
	out_empty
done
cp changed/b.md v/b.md
rm -rf changed/.cortex && cp -R v now && rm -rf now/.cortex
ok 'nothing was undone' diff -r now changed
rm v/b.md
run cx-undo -C v
status 1
err_has 'b.md: has changed since'
rm -rf now changed
start
cx-new -C v --name N --type rule --description text >"$T/out"
new=$(jq -r .path "$T/out")
echo more >>"v/$new"
run cx-undo -C v
status 1
ok 'what somebody went on writing stays' [ -e "v/$new" ]
start
cx-move -C v b.md z.md >"$T/out"
echo other >v/b.md
run cx-undo -C v
status 1
err_has 'b.md: there is another file now'
is "$(cat v/b.md)" other 'the other file stays'
ok 'so does the moved one' [ -e v/z.md ]
start
run cx-undo -C v
status 1
err_has 'nothing to undo'

# A failed change, and a change of nothing, take nothing from the journal.
start
cx-edit -C v a.md x=1 >"$T/out"
cx-edit -C v a.md x=1 >"$T/out"
cx-edit -C v nosuch.md x=1 >"$T/out" 2>&1
cx-edit -C v -n a.md x=2 >"$T/out" 2>&1
run cx-undo -C v
status 0
unchanged 'the change before is undone'

# A move that was interrupted and finished is one change.
start
jq -nc '{old: "b.md", new: "z.md", files: 0, have: 0, change: "m1"}' >plan
cx-move -C v b.md z.md >"$T/out"
cp -R v finished && rm -rf finished/.cortex
start
FAULT_AT=1000000 cx-move -C v -n b.md z.md >"$T/out"
mkdir -p v/.cortex && cp plan v/.cortex/move.plan
run cx-undo -C v
status 1
err_has 'cx-move --finish'
rm -rf v/.cortex finished

# A journal that is not ours.
bad() # TEXT ERROR
{
	mkdir -p v/.cortex/undo
	printf '%s\n' "$1" >v/.cortex/undo/1.ndjson
	run cx-undo -C v
	status 4
	err_has "$2"
	unchanged "nothing happens: $1"
}
start
zero=$(printf '%064d' 0)
bad 'x' 'not a journal'
bad '{}' 'no name of a change'
bad '{"change":"x"}' 'cut short'
bad '{"change":"x","notes":1}' 'cut short'
bad '{"change":"x","notes":0,"old":"a.md","new":"../b.md","have":0}' \
	'not a rename'
for p in ../x.md /etc/x.md .git/x.md d/cortex.toml x.toml .cortex/x.md a//b.md; do
	bad '{"change":"x","notes":1}
{"path":"'$p'","before":"","after":"'"$zero"'","from":0,"to":0,"text":""}' \
		'1.ndjson:2: not the path of a note'
done
bad '{"change":"x","notes":1}
{"path":"a.md","before":"","after":"x","from":0,"to":0,"text":""}' 'digest'
bad '{"change":"x","notes":1}
{"path":"a.md","before":"","after":"","from":2,"to":1,"text":""}' 'not an edit'
printf '%s\n%s\n' '{"change":"x","notes":1}' "{\"path\":\"a.md\",\"before\":\"$(
	printf '%064d' 0)\",\"after\":\"$(b2sum -l 256 v/a.md | cut -c1-64)\",\"from\":0,\"to\":9999999,\"text\":\"\"}" \
	>v/.cortex/undo/1.ndjson
run cx-undo -C v
status 1
unchanged 'an edit beyond the end'
rm -rf v/.cortex
for how in 'ln -s "$T" v/.cortex/undo' 'mkfifo v/.cortex/undo' \
	'mkdir v/.cortex/undo; mkfifo v/.cortex/undo/1.ndjson' \
	'mkdir v/.cortex/undo; ln -s "$T/x" v/.cortex/undo/1.ndjson'; do
	mkdir v/.cortex
	eval "$how"
	run timeout 200 cx-edit -C v a.md x=1
	status 4 "$how: an edit that could not be undone is not made"
	err_has '.cortex/undo'
	unchanged "$how"
	run timeout 200 cx-undo -C v
	ok "$how: undo ends" [ "$rc" -le 4 ]
	unchanged "$how: undo"
	ok 'nothing outside' [ ! -e "$T/1.ndjson" ] && ok 'nor there' [ ! -e "$T/x" ]
	rm -rf v/.cortex
done
run cx-undo -C v x
status 2
run cx-undo -C v -n --diff
status 2

# --- step by step ---

# state N: the notes are as they were after N changes
state()
{
	rm -rf now && cp -R v now && rm -rf now/.cortex
	find now -type d -empty -delete
	ok "$2" diff -r now "state$1"
	rm -rf now
}
keep() { cp -R v "state$1" && rm -rf "state$1/.cortex" && find "state$1" -type d -empty -delete; }
start
rm -rf state?
keep 0
cx-edit -C v a.md x=1 >"$T/out" && keep 1
cx-move -C v b.md deep/z.md >"$T/out" && keep 2
cx-new -C v --name N --type rule --body 'some text' >"$T/out" && keep 3
cx-edit -C v a.md x=2 tags+=t >"$T/out" && keep 4
for n in 3 2 1 0; do
	run cx-undo -C v
	status 0 "undo to $n"
	state $n "step by step back: $n"
done
run cx-undo -C v
status 1
err_has 'nothing to undo'
state 0 '... and no further'
for n in 1 2 3; do
	run cx -C v redo
	status 0 "redo to $n"
	state $n "step by step forward: $n"
done
for n in 2 3 2 1; do
	case $n in 3) run cx-undo -C v --redo ;; *) run cx-undo -C v ;; esac
	state $n "to and fro: $n"
done
cx-edit -C v a.md y=1 >"$T/out" && rm -rf state5 && keep 5
run cx-undo -C v --redo
status 1 'after another change there is nothing to redo'
err_has 'nothing to redo'
cx-undo -C v >"$T/out" 2>&1
state 1 'which is undone itself'
cx-undo -C v >"$T/out" 2>&1
state 0 'and then what was before'
cx-undo -C v --redo >"$T/out" 2>&1
cx-undo -C v --redo >"$T/out" 2>&1
state 5 'and both again'
# What a stranger saves in between stops it there.
echo more >>v/a.md
run cx-undo -C v
status 1
err_has 'a.md: has changed since; nothing is undone'
rm -rf state?

# Old changes are forgotten, and their files.
start
cp -R v state0
for n in $(seq 130); do cx-edit -C v a.md "x=$n" >"$T/out" || exit 99; done
# To tell the oldest all are read, so it is done for some at a time.
is "$(find v/.cortex/undo -name '*.ndjson' | wc -l | tr -d ' ')" 104 \
	'a hundred changes are kept, and some more'
for n in $(seq 103); do cx-undo -C v >"$T/out" 2>&1 || break; done
is "$n" 103 'and can be undone'
ok '... to the oldest of them' grep -q 'x: 27' v/a.md
rm -rf state0

# The rename of a project is one change, settings and notes.
rm -rf v state0 && mkdir v
printf '# Mine\n[projects]\nnames = ["old", "other"]\n' >v/cortex.toml
printf -- '---\nproject: old\n---\nText.\n' >v/a.md
cx -C v rebuild 2>"$T/err"
cp -R v state0
run cx -C v project rename old new
status 0
ok 'cortex.toml is changed' grep -q '"new"' v/cortex.toml
run cx -C v undo
status 0
ok 'undone: the settings' cmp v/cortex.toml state0/cortex.toml
ok 'undone: the note' cmp v/a.md state0/a.md
run cx -C v redo
ok 'redone: the settings' grep -q '"new"' v/cortex.toml
ok 'redone: the note' grep -q 'project: new' v/a.md
cx -C v config set layers.hot 5 >"$T/out"
run cx -C v undo
status 1
err_has 'cortex.toml: has changed since'
done_testing
