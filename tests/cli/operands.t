#!/bin/sh
# operands.t: one way to name a note, for every command that takes one.
. "$(dirname "$0")/../tap.sh"
need jq

front() { printf -- '---\n%s\n---\n%s\n' "$1" "$2"; }
mkdir v && touch v/cortex.toml
front 'name: Root' root | put v/README.md
front 'name: Inner' inner | put v/atoms/README.md
front 'id: d1
aliases: [Freeze, "no deploys"]' '# Deploy freeze' | put v/atoms/deploy.md
front 'name: Twin' one | put v/a/twin.md
front 'name: Twin' two | put v/b/twin.md
front 'name: x' three | put v/b/d1.md
front 'name: plain.md' four | put v/b/odd.md
front 'name: L' five | put v/rules/Größe.md
mkdir -p v/atoms/sub out
ln -s ../README.md v/atoms/link.md
kept=$(cat v/README.md)
V=$PWD/v

# named WHERE WORD PATH
named()
{
	cd "$V/$1" || exit 99
	run cx-resolve -- "$2"
	out_is "$3" "$2 in /$1 is $3"
	status 0
	err_empty
	cd "$V/.." || exit 99
}
named atoms README.md atoms/README.md
named . README.md README.md
named atoms ../README.md README.md
named atoms ./README.md atoms/README.md
named atoms README atoms/README.md
named atoms/sub ../README.md atoms/README.md
named atoms/sub README.md README.md
named atoms atoms/deploy.md atoms/deploy.md
named atoms atoms/deploy atoms/deploy.md
named . "$V/atoms/deploy.md" atoms/deploy.md
named b d1 b/d1.md
named . d1 atoms/deploy.md
named . Freeze atoms/deploy.md
named . 'no deploys' atoms/deploy.md
named . 'Deploy freeze' atoms/deploy.md
named . 'deploy FREEZE' atoms/deploy.md
named . deploy atoms/deploy.md
named . größe rules/Größe.md
named . GRÖßE.md rules/Größe.md
named . plain.md b/odd.md
named a twin a/twin.md
named . b/twin b/twin.md
cd out || exit 99
run env CORTEX_VAULT="$V" cx-resolve README
out_is README.md 'outside of the vault, its root counts'
run env CORTEX_VAULT="$V" cx-resolve ../v/atoms/README.md ../v/atoms/../b/d1
out_is 'atoms/README.md
b/d1.md' '... and a path that leads into it'
run env CORTEX_VAULT="$V" cx-resolve ../v/../out/README.md
status 3
run env CORTEX_VAULT="$V" cx-resolve ../../../../../../../../../../../etc/passwd
status 3
cd ..
export CORTEX_VAULT="$V"

run cx-resolve twin deploy
status 2
out_is atoms/deploy.md
err_is 'cx-resolve: twin: is ambiguous: a/twin.md, b/twin.md; give a path'
run cx-resolve Twin
status 2
run cx-resolve nosuch ../x.md atoms/../../v/README.md /etc/passwd '' cortex.toml
status 3
out_empty
for w in nosuch ../x.md /etc/passwd cortex.toml; do
	err_has "$w: no such note in this vault"
done
# Of one word: what is near, and what has it in its name; in any case.
near() # WORD NOTES
{
	run cx-resolve "$1"
	status 3
	err_is "cx-resolve: $1: no such note in this vault; did you mean $2?"
}
near 'deploy freze' atoms/deploy.md
near FREEZY atoms/deploy.md
near twni 'a/twin.md or b/twin.md'
near eploy atoms/deploy.md
for w in x1 erg zebra; do
	run cx-resolve "$w"
	err_is "cx-resolve: $w: no such note in this vault"
done
run cx-resolve twni eploy
err_lacks 'did you mean'
run cx-resolve
status 2

# Every command that takes a note.
cd v/atoms || exit 99
unset CORTEX_VAULT
took() # PATH COMMAND...: a change of that note, and of no other
{
	took=$1
	shift
	cp -Rp "$V" "$V.was"
	run "$@"
	status 0
	cd "$V" || exit 99
	is "$(find . -name '*.md' -type f | while IFS= read -r f; do
		cmp -s "$f" "$V.was/$f" || printf '%s\n' "${f#./}"
	done)" "$took" "$* is about $took"
	cd .. && rm -rf "$V" && mv "$V.was" "$V" && cd "$V/atoms" || exit 99
}
took atoms/README.md cx edit README.md status=open
took atoms/README.md cx archive README.md
took atoms/README.md cx pin README
took README.md cx touch ../README.md
took atoms/deploy.md cx review 'Deploy freeze'
took atoms/deploy.md cx archive d1
took atoms/README.md cx migrate --write README.md
took atoms/moved.md cx move README.md moved.md
took README/atoms/README.md cx move README.md ../README/atoms/
took atoms/new.md cx move atoms/deploy.md atoms/new.md
took top.md cx move Freeze ../top.md
took deploy.md cx move deploy.md ..
run cx move deploy.md ../../x.md
status 3
err_has '../../x.md'
run cx archive twin
status 2
err_has 'a/twin.md, b/twin.md'
run cx supersede README.md twin
status 2
is "$(cat ../README.md)" "$kept" 'the other README is as it was'
cx rebuild >"$T/out" 2>&1
cp -Rp "$V" "$V.was"
echo 'Deploys of api stop on Fridays at 14:00 UTC, because nobody is there.' |
	cx supersede 'Deploy freeze' --name New --type rule \
	--reason 'the day has moved to Friday' \
	>"$T/out" 2>"$T/err"
ok 'supersede by name' grep -q '^superseded_by: ' deploy.md
rm -f ../rules/new.md && cp -p "$V.was/atoms/deploy.md" deploy.md
cx links --backlinks ../README.md >"$T/out" 2>"$T/err"
rc=$?
status 0 'links --backlinks takes a path from here'
cx links --backlinks twin >"$T/out" 2>"$T/err"
rc=$?
status 2
err_has 'a/twin.md, b/twin.md'
cx search --relation twin >"$T/out" 2>"$T/err"
rc=$?
status 2
run cx archive link.md
status 3
err_has 'atoms/link.md'
printf '%s\n' '{"path":"README.md","set":{"x":"1"}}' |
	cx edit --stdin >"$T/out" 2>"$T/err"
ok 'a record has the path from the root' grep -q '^x: ' ../README.md
printf '%s\n' '{"id":"Freeze","set":{"x":"1"}}' |
	cx edit --stdin >"$T/out" 2>"$T/err"
rc=$?
status 3
err_has 'no note has this id'

### what is called how is asked of the index, and of the files that changed

mkdir many
cd many || exit 99
touch cortex.toml
i=0
while [ $((i += 1)) -le 200 ]; do
	printf -- '---\nid: n%s\nname: Note %s\naliases: [al%s]\n---\nx\n' \
		$i $i $i >$i.md
done
cx rebuild
sleep .1
cx rebuild
if strace -o /dev/null true 2>/dev/null; then
	for c in 'cx-resolve n7' 'cx-resolve al77' 'cx-edit -n n7 x=1' \
		'cx show n7' 'cx-new -n --name Other'; do
		# shellcheck disable=SC2086 # words are meant to be split
		strace -f -o calls -e trace=openat $c >/dev/null 2>&1 </dev/null
		is "$(grep -c '[0-9]\.md"' calls | awk '{ print $1 < 10 }')" 1 \
			"few notes are opened: $c"
	done
	mv index away
	strace -f -o calls -e trace=openat cx-resolve n7 >"$T/out" 2>&1
	is "$(grep -c '[0-9]\.md"' calls)" 200 'without an index all are'
	out_is 7.md
	mv away index
else
	skip 7 'how many notes are opened' 'no strace'
fi
sed -i 's/^id: n8$/id: q8/' 8.md
run cx-resolve q8
out_is 8.md 'a new id'
run cx-resolve n8
status 3 'and not the old one'
rm 9.md
run cx-resolve n9
status 3 'nor that of a note that has gone'
cp 7.md copy.md
run cx-resolve n7
status 2 'a new note with an id that is taken'
printf -- '---\nid: 20260101_other\n---\n' >taken.md
CORTEX_NOW=2026-01-01 cx-new --name Other >made 2>/dev/null </dev/null
is "$(jq -r .id made)" 20260101_other_2 'an id that a new note has taken'
printf '[fields]\nid = ["key"]\n' >cortex.toml
cx-resolve n10 >"$T/out"
out_is 10.md 'another configuration'
cd .. || exit 99

done_testing
