#!/bin/sh
# journal.t: a change of notes of any name is taken back; a journal or a plan
# that a stranger brings changes nothing but notes of the vault.
# shellcheck disable=SC1091,SC2016
. "$(dirname "$0")/../tap.sh"
need jq python3

# --- the same rule for who writes and who reads the journal ---

nl='
'
# notes DIR: one of each name, all of them linking to hub.md
notes()
{
	mkdir -p "$1/d" "$1/.notes/.deep" "$1/.github"
	printf '!/.notes/\n!/.notes/.deep/\n!/.github/\n' >"$1/.cortexignore"
	: >"$1/cortex.toml"
	echo '# hub' >"$1/hub.md"
	for n in .draft.md ..md ...md .md .x.MD d/.md d/..a.md .notes/n.md \
		.notes/.deep/.x.md .github/t.md .git.md .cortex.md .gitx.md \
		-n.md 'a b.md' '$(touch x).md' 'ünï.md' "new${nl}line.md" \
		"q'\".md" .cx-tmp.md; do
		printf -- '---\nid: i%s\nstatus: active\n---\n[[hub]]\n' \
			"$(printf %s "$n" | cksum | cut -d ' ' -f 1)" >"$1/$n"
	done
}
notes kept
is "$(cx -C kept scan 2>"$T/err" | jq -s length)" 21 'all of them are notes'
rm -rf kept/.cortex
for c in 'move hub.md new.md' 'move hub.md deep/er/.hub.md' \
	'move .notes/n.md .notes/m.md' 'move d/ .notes/e/' 'move .draft.md x.md' \
	'edit .draft.md status=open' 'edit ..md status=open' 'pin .md' \
	'archive .notes/.deep/.x.md' 'archive .github/t.md .git.md d/.md' \
	'touch .x.MD' 'edit .cortex.md tags+=a'; do
	rm -rf v && cp -R kept v
	# shellcheck disable=SC2086 # words
	run cx -C v $c
	status 0 "cx $c"
	not_ok "it changes something: $c" diff -rx .cortex -x index v kept
	run cx -C v undo
	status 0 "and is taken back: $c"
	ok "to the byte: $c" diff -rx .cortex -x index v kept
	run cx -C v redo
	status 0 "an undo is undone: $c"
	run cx -C v undo
	ok "and once more: $c" diff -rx .cortex -x index v kept
done

# What no journal may name, no program changes.
rm -rf v && cp -R kept v
mkdir -p v/.git v/sub/.git v/.cortex
printf '!/.git/\n!.git/\n!/.cortex/\n' >>v/.cortexignore
for n in .git/a.md sub/.git/a.md .cortex/a.md; do
	printf -- '---\nid: a\n---\n[[hub]]\n' >"v/$n"
	run cx-edit -C v "$n" status=open
	status 3 "not edited: $n"
	run cx-move -C v hub.md "$n"
	not_ok "nor moved to: $n" [ "$rc" -eq 0 ]
	is "$(sed -n 4p "v/$n")" '[[hub]]' "it stays: $n"
	run cx-move -C v "$n" z.md
	not_ok "nor moved from: $n" [ -e v/z.md ]
	rm "v/$n"
done
echo text >v/other.txt
echo '{"path":"other.txt","set":{"a":"b"}}' >edits
run cx-edit -C v --stdin <edits
not_ok 'nor is what is no note' [ "$rc" -eq 0 ]
is "$(cat v/other.txt)" text 'it stays as it is'

# --- journals of a stranger ---

mkdir w && cd w || exit 99
hex=$(printf '# x\n' | b2sum -l 256 | cut -d ' ' -f 1)
while read -r path; do
	rm -rf v out && mkdir -p v/.cortex/undo v/.git/hooks v/.GIT out v/d || exit 99
	: >v/cortex.toml
	printf '#!/bin/sh\n' >v/hook
	ln -s ../out v/link
	for at in ../out/x.md .git/x.md .cortex/x.md v/x; do
		case $at in
		v/*) echo '# x' >v/x.md ;;
		*) echo '# x' >"v/$at" ;;
		esac
	done
	printf '{"change":"c","command":"x","notes":1}\n{"path":"%s","before":"","after":"%s","from":0,"to":4,"text":""}\n' \
		"$path" "$hex" >v/.cortex/undo/1.ndjson
	find v out -type f ! -path 'v/.cortex/lock' ! -name .gitignore -exec cksum {} + | sort >before
	run cx-undo -C v
	not_ok "not taken: $path" [ "$rc" -eq 0 ]
	find v out -type f ! -path 'v/.cortex/lock' ! -name .gitignore -exec cksum {} + | sort >after
	same before after "nothing changes: $path"
done <<'E'
../out/x.md
link/x.md
.git/x.md
.GIT/x.md
.cortex/x.md
d/../x.md
./x.md
hook
E
while read -r old new; do
	rm -rf v out && mkdir -p v/.cortex/undo v/.git/hooks v/d out || exit 99
	: >v/cortex.toml
	printf '#!/bin/sh\n' >v/hook
	echo '# x' >v/x.md
	ln -s ../out v/link
	find . -path ./v/.cortex -prune -o -print | sort >before
	printf '{"change":"c","command":"x","notes":0,"old":"%s","new":"%s","have":0}\n' \
		"$new" "$old" >v/.cortex/undo/1.ndjson
	run cx-undo -C v
	not_ok "undo: not $old to $new" [ "$rc" -eq 0 ]
	find . -path ./v/.cortex -prune -o -print | sort >after
	same before after "undo: nothing moves: $old to $new"
	rm -r v/.cortex/undo
	printf '{"old":"%s","new":"%s","files":0,"have":0,"change":"c"}\n' \
		"$old" "$new" >v/.cortex/move.plan
	run cx-move -C v --finish
	not_ok "plan: not $old to $new" [ "$rc" -eq 0 ]
	find . -path ./v/.cortex -prune -o -print | sort >after
	same before after "plan: nothing moves: $old to $new"
done <<'E'
hook .git/hooks/post-merge
d .git/d
x.md .git/x.md
x.md .cortex/x.md
.git g
.git/hooks h
d .cortex/undo/d
d ../out/d
x.md ../out/x.md
x.md link/x.md
d sub/.GIT/d
E

# Many of them, by chance; make fuzz has more.
cd .. && mkdir fuzz && cd fuzz || exit 99
python3 "$SRC/tests/tools/fuzz-journal.py" "${SEED:-1}" 150 >report 2>&1
is "$(sed '$d' report | head -n 20)" '' 'of journals by chance none does harm'
tail -n 1 report >last
ok 'and some of them are taken' grep -q '^150 journals, [1-9]' last
note "$(cat last)"
done_testing
