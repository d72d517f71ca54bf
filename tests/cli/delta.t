#!/bin/sh
# delta.t: beside a large index a change goes into a delta, and nobody can
# tell the answers from those of an index that is made again.
# shellcheck disable=SC1091,SC2016,SC2154,SC2317
. "$(dirname "$0")/../tap.sh"
. "$SRC/tests/records.sh"
need jq python3

CORTEX_NOW=2026-04-15T12:00:00
export CORTEX_NOW
TOOLS=$SRC/tests/tools

### random edits, compared after each rebuild (tests/tools/delta-walk.py)

for seed in ${CX_SEEDS:-1${CX_FAULTS:+ 8 23}}; do
	mkdir "$T/walk$seed"
	out=$(python3 "$TOOLS/delta-walk.py" "$seed" 6 "$T/walk$seed" 2>&1)
	is "$?" 0 "seed $seed: $out"
	not_ok "seed $seed: there were deltas" \
		sh -c "echo '$out' | grep -q ' 0 with a delta'"
	rm -rf "$T/walk$seed"
done

### more to say of what has changed than a pipe holds

mkdir -p loud && cd loud || exit 99
printf '[index]\ndelta_from = 10\n' >cortex.toml
python3 -c '
for i in range(1200):
    open("n%d.md" % i, "w").write("---\nname: n%d\n---\nx\n" % i)'
cx rebuild
python3 -c '
for i in range(900):
    open("n%d.md" % i, "w").write("---\nname: a: b: %s\n---\ny\n" % ("z" * 90))'
run timeout 100 cx rebuild
status 0 'it ends'
ok '... and says all of it' [ "$(wc -c <"$T/err")" -gt 65536 ]
ok '... and writes a delta' ls index/generations/current/delta.atoms
cd .. && rm -r loud

### when there is one

vault()
{
	rm -rf v
	mkdir v
	printf '[index]\ndelta_from = %s\n' "$1" >v/cortex.toml
	for n in 1 2 3 4; do
		atom v/a/note$n.md "Note $n" insight active 2026-04-0$n \
			'' "word$n shared [[note1]]"
	done
}
# shellcheck disable=SC2317 # called by ok
has_delta() { [ -e v/index/generations/current/delta.dead ]; }

vault 5
cx -C v rebuild
echo more >>v/a/note1.md
cx -C v rebuild
not_ok 'an index of fewer atoms than delta_from gets none' has_delta

vault 4
cx -C v rebuild
not_ok 'a new index has none' has_delta
ids=$(readlink v/index/generations/current)
run cx -C v rebuild
is "$(readlink v/index/generations/current)" "$ids" 'without a change nothing is written'
echo zebra >>v/a/note2.md
run cx -C v rebuild
status 0 'a change'
err_empty 'a change'
ok 'a change goes into a delta' has_delta
same=1
for f in manifest.json postings words links by_tag.json; do
	[ "$(stat -L -c %i "v/index/generations/$ids/$f")" = \
		"$(stat -L -c %i "v/index/generations/current/$f")" ] || same=$f
done
is "$same" 1 'the files of the base are the same ones, not copies'
run cx -C v recall --no-log --json zebra
status 0 'what is new is found'
out_has '"path":"a/note2.md"' 'what is new is found'
rm v/a/note3.md
run cx -C v recall --no-log --json word3
out_lacks note3 'what has gone is not served before the rebuild'
cx -C v rebuild
run cx -C v recall --no-log --json word3
out_lacks note3 'nor after it'
is "$(tr '\n' ' ' <v/index/generations/current/delta.dead)" '1 2 ' \
	'a delta has all that differs from the base'
before=$(readlink v/index/generations/current)
run cx -C v rebuild
is "$(readlink v/index/generations/current)" "$before" \
	'beside a delta, too, nothing is written without a change'

### who reads the records of now

cx-index --cat v/index >"$T/json"
jq_of -rs "$T/json" 'map("\(.path) ") | add // ""' \
	'a/note1.md a/note2.md a/note4.md ' 'cx-index --cat'
is "$(cx-select 'name~note' v/index | wc -l | tr -d ' ')" 3 \
	'a directory as operand of a program'
jq_of v/index/manifest.json length 4 'the view is that of the base'
is "$(cx -C v summary | sed -n 's/^Notes *//p')" 3 'cx summary'
is "$(cx -C v links --report | sed -n 's/^Notes: \([0-9]*\).*/\1/p')" 3 \
	'cx links'
run cx -C v check
out_lacks INDEX 'cx check finds no drift'
printf '{"path":"a/note4.md","gone":true}\n' >gone
run env CORTEX_CONFIG="$(cx -C v config)" cx-index --needed v/index gone
out_lacks note4 '--needed: no record of what has gone is needed'
out_lacks a/note1.md '--needed: nor those of its folder'

rm -f gone
atom v/a/note9.md 'Note 9' insight active 2026-04-09 '' \
	'the harbour crane is inspected every second Tuesday of the month'
sed -i 's/^project:.*/project: dockyard/' v/a/note9.md
cx -C v rebuild
ok 'a project that the base has not' has_delta
printf '{"body":"%s","project":"dockyard"}\n' 'the harbour crane is inspected
every second Tuesday of the month' | tr '\n' ' ' | sed 's/ $//' >candidate
echo >>candidate
run cx-gate -C v -i v/index candidate
status 1 'cx-gate compares with what is in the delta'
run cx -C v recall --no-log --json --scope dockyard crane
status 0 'cx recall --scope of a project that is in the delta'
out_has note9.md 'cx recall --scope of a project that is in the delta'
cp -a v/index torn
sed -i 1d torn/generations/current/delta.atoms
run cx-index --cat torn
status 4 'a delta that lacks a line is not a shorter list'
err_has 'cx rebuild --full' 'a delta that lacks a line is not a shorter list'
rm v/a/note9.md
cx -C v rebuild

### neighbours, compared with those of an index that is made again

same_as_new() # NAME
{
	rm -rf new
	(cd v && cx-scan --body .) | cx-index --search -o new
	ok "$1: a delta" has_delta
	for dir in v/index new; do
		cx-score --rank recall --explain --top 0 --fresh no -i "$dir" \
			-- needle zebra >"$T/say"
		mv "$T/say" "$T/$(basename "$dir").say"
	done
	ok "$1" cmp "$T/index.say" "$T/new.say"
}

mv v w
mkdir v
echo '[index]
delta_from = 1' >v/cortex.toml
mkdir v/a
echo 'needle [[foo]]' >v/a/foo.md
echo other >v/b.md
cx -C v rebuild
echo 'what it means now' >v/foo.md
cx -C v rebuild
same_as_new 'a link to its own note, which means another one now'

rm -r v
mkdir -p v/x
echo '[index]
delta_from = 1' >v/cortex.toml
echo 'needle zebra' >v/x/b.md
echo 'needle [[a/b]]' >v/from.md
cx -C v rebuild
echo other >v/a___b.md
cx -C v rebuild
same_as_new 'a page of Logseq comes, which a link to b.md means now'
echo '[[a:c]]' >v/from.md
cx -C v rebuild
echo other >v/a%3Ac.md
cx -C v rebuild
same_as_new 'one whose name a file cannot have'

# h stays a hub and only gets another neighbour; g is none any more.
links() # TO N
{
	n=0
	while [ $n -lt "$2" ]; do
		n=$((n + 1))
		echo "[[n$n]]"
	done
	[ -z "$1" ] || echo "[[$1]]"
}
rm -rf v
mkdir v
echo '[index]
delta_from = 1' >v/cortex.toml
n=0
while [ $n -lt 70 ]; do
	n=$((n + 1))
	echo "note $n" >v/n$n.md
done
links g 66 >v/h.md
links '' 64 | sed '1s/^/needle /' >v/g.md
cx -C v rebuild
links g 67 >v/h.md
links '' 60 | sed '1s/^/needle /' >v/g.md
cx -C v rebuild
same_as_new 'beside a hub that has grown, one that is none any more'
rm -rf v
mv w v

### it is merged

run cx -C v rebuild --full
status 0 'cx rebuild --full'
not_ok '... merges it' has_delta
cp -R v w
rm -rf w/index w/layers
cx -C w rebuild
is "$(readlink v/index/generations/current)" "$(readlink w/index/generations/current)" \
	'... to the same bytes as an index that is made again'
echo yet >>v/a/note2.md
cx -C v rebuild
printf '[index]\ndelta_from = 100\n' >v/cortex.toml
run cx -C v rebuild
not_ok 'another configuration merges it' has_delta
printf '[index]\ndelta_from = 2\n' >v/cortex.toml
cx -C v rebuild
i=0
while [ $i -lt 2100 ]; do
	echo "note $i" >v/b$i.md
	i=$((i + 1))
done
run cx -C v rebuild
status 0 'many changes at once'
not_ok '... are not a delta' has_delta

### a note in a folder of its own comes and goes

vault 4
cx -C v rebuild
mkdir v/once
atom v/once/new.md 'Short lived' insight active 2026-04-05 '' 'once word1'
cx -C v rebuild
rm -r v/once
run cx -C v rebuild
status 0 'a folder comes and goes beside the base'
run cx -C v recall --no-log --json word1
status 0 'a folder that came and went'
out_has '"path":"a/note1.md"' 'a folder that came and went'

### messages

echo '---
name: "cut' >v/a/bad.md
run cx -C v rebuild
ok 'a note with a problem is in a delta' has_delta
err_lines 1 'what is wrong with it is said once'
chmod 0 v/a/note1.md
if [ "$(id -u)" -ne 0 ]; then
	run cx -C v rebuild
	status 3 'a note that cannot be read any more'
	is "$(cx-index --cat v/index | jq -r .path | grep -c note1)" 0 \
		'... is not in the index'
fi
chmod 644 v/a/note1.md

run cx-index --delta gone -o x rec
status 2 '--delta without --stage'
run cx-index --delta gone --stage nowhere gone
status 4 'a delta beside nothing'
err_has 'nowhere' 'a delta beside nothing'
vault 100
cx -C v rebuild
run cx-index --needed v/index gone
status 1 '--needed of an index that gets no delta'
out_empty '--needed of an index that gets no delta'
run cx-index --delta gone --stage v/index gone
status 4 '--delta of such an index'
err_has 'cx rebuild --full' '--delta of such an index'

### a damaged delta is an error, never a wrong answer

rm -rf v
mkdir v
python3 "$TOOLS/random-vault.py" 31 40 v/notes || exit 99
printf '[index]\ndelta_from = 2\n' >v/cortex.toml
cx -C v rebuild 2>"$T/said"
for f in $(find v/notes -name '*.md' | LC_ALL=C sort | head -n 12); do
	echo 'deploy [[index]] risk eplo naïve 東京' >>"$f"
done
cx -C v rebuild 2>"$T/said"
ok 'a delta to damage' has_delta
printf '{"query":"%s"}\n' 'deploy risk' 'cache 2023 東京 index' \
	'frozen on-call name:id' 'tag:ops 9 May' 'eplo naïve' >qs
cp -a v/index whole
python3 "$TOOLS/damage-index.py" v/index qs ${CX_FAULTS:+3} >report 2>"$T/err"
is "$?" 0 'the damage was done'
for f in whole/generations/current/delta.*; do
	f=${f##*/}
	grep "^$f: " report >wrong
	is "$(wc -l <wrong | tr -d ' ')" 0 "$f: $(sed -n \
		"s/^$f \([0-9]*\) \([0-9]*\)$/\1 questions, \2 refused/p" report)"
	head -n 5 wrong | cut -c 1-300 | sed 's/^/#   /'
done

### --only: one note was written, others can wait

# only STATUS PATH WHAT: --update --only PATH, then whether the index is behind;
# and in the end nobody can tell it from one that is made again
only()
{
	sleep .03 # else the file is as young as the scan, which is not trusted
	run cx-index --update v/index --layers v/layers --search -c conf -C v --only "$2"
	status 0 "--only: $3"
	[ -n "${4-}" ] || ok "... by a delta: $3" has_delta
	run cx-index --behind v/index -c conf -C v
	status "$1" "... and is it behind: $3"
	[ "$1" = 0 ] || cx -C v rebuild
	cx-index --cat v/index | sort >got
	cx -C v rebuild --full
	cx-index --cat v/index | sort >want
	same got want "... the records are those of the files: $3"
}
for n in $(seq 60); do
	atom "many/b/m$n.md" "M $n" insight active 2026-04-01 '' "m$n"
done
ready()
{
	vault 4
	cp many/b/*.md v/a/
	atom v/b/other.md Other insight active 2026-04-01 '' x
	cx-config -C v >conf
	cx -C v rebuild
	sleep .03
}
ready; echo zebra >>v/a/note2.md; only 0 a/note2.md 'it has changed'
ready; atom v/a/new.md New insight active 2026-04-01 '' zebra; only 0 a/new.md 'it is new'
ready; atom v/root.md Root insight active 2026-04-01 '' zebra; only 0 root.md 'it is new in the root'
# All are looked at where directories do not tell.
other=5
[ -z "${CX_POSIX:-}" ] || other=0
ready; echo zebra >>v/a/note2.md; echo y >>v/b/other.md
only $other a/note2.md 'another has changed in place, too'
ready; echo zebra >>v/a/note2.md; echo y >>v/a/note3.md
only $other a/note2.md 'another beside it, too'
ready; echo zebra >>v/a/note2.md; atom v/b/two.md Two insight active 2026-04-01 '' y
only 0 a/note2.md 'one elsewhere is new, so all are looked at'
ready; echo zebra >>v/a/note2.md; atom v/a/two.md Two insight active 2026-04-01 '' y
only 0 a/note2.md 'one beside it is new'
ready; echo zebra >>v/a/note2.md; rm v/a/note3.md
only 0 a/note2.md 'one beside it has gone'
ready; mv v/a/note3.md v/a/note9.md; only 0 a/note3.md 'it has been renamed'
ready; rm v/a/note3.md; only 0 a/note3.md 'it has gone'
ready; mkdir v/c; atom v/c/new.md New insight active 2026-04-01 '' zebra; only 0 c/new.md 'its directory is new'
ready; echo zebra >>v/a/note2.md; echo 'b/*' >v/.cortexignore; only 0 a/note2.md 'the rules have changed' all
ready; only 0 a/note2.md 'nothing has changed' none
ready; only 0 a/none.md 'it is not there' none
ready; echo zebra >>v/a/note2.md; only 0 ./a/note2.md 'another way to write its path'
# Twice within one tick of the clock.
ready
for n in 1 2 3 4 5 6; do
	atom "v/a/q$n.md" "Quick $n" insight active 2026-04-01 '' "quick$n"
	cx-index --update v/index --layers v/layers --search -c conf -C v --only "a/q$n.md"
	echo "again$n" >>"v/a/q$n.md"
	cx-index --update v/index --layers v/layers --search -c conf -C v --only "a/q$n.md"
done
only 0 a/q6.md 'one after the other'
run cx-index --update v/index --layers v/layers --only v/a
status 2
err_has 'not a note'
run cx-index --update v/index --layers v/layers --full --only a.md
status 2

# What the generation before had is on the disk.
ready; echo zebra >>v/a/note2.md
if strace -o /dev/null true 2>/dev/null; then
	strace -f -e trace=fsync -o calls cx-index --update v/index \
		--layers v/layers --search -c conf -C v
	new=$(find v/index/generations/current/ -type f -links 1 | wc -l)
	ok 'files of the base are not synced again' \
		[ "$(grep -c 'fsync(' calls)" -le $((new + 8)) ]
else
	skip 1 'files of the base are not synced again' 'no strace'
fi

done_testing
