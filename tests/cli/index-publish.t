#!/bin/sh
# index-publish.t: cx-index publishes a whole generation or nothing: stage and
# commit, the no-op, old generations, and places that cannot be written.
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$0")/../tap.sh"
. "$SRC/tests/records.sh"

inode() { stat -c %i "$1"; }
gens() { find "$1/generations" -maxdepth 1 -name 'g-*' | wc -l | tr -d ' '; }
temps() { find "$1" -name '.cx-tmp-*' | wc -l | tr -d ' '; }

rec One '["x"]' '' '' one.md >A
{ cat A; rec Two '["y"]' '' '' two.md; } >B
{ cat B; rec Three '["z"]' '' '' three.md; } >C

### an equal digest is the no-op

cx-index -o index <A
find index ! -path index -printf '%p %i %T@ %C@\n' | sort >before
sleep 0.05
run cx-index -o index <A
status 0
find index ! -path index -printf '%p %i %T@ %C@\n' | sort >after
same after before 'the same records again: no file or link touched'
ino=$(inode "index/generations/$(readlink index/generations/current)")
genA=$(readlink index/generations/current)

### one old generation is kept

run cx-index -o index <B
genB=$(readlink index/generations/current)
not_ok 'other records: another generation' [ "$genA" = "$genB" ]
is "$(gens index)" 2 'the old generation is kept'
jq_of "index/generations/$genA/manifest.json" 'map(.path)' '["one.md"]' \
	'a reader of the old generation still finds it whole'
is "$(inode "index/generations/$genA")" "$ino" 'the old generation was not rewritten'
run cx-index -o index <C
is "$(gens index)" 2 'one old generation, not two'
not_ok 'the oldest is gone' [ -e "index/generations/$genA" ]
ok 'the one before is there' [ -d "index/generations/$genB" ]
run cx-index -o index <B
is "$(readlink index/generations/current)" "$genB" 'back to a state that is still there'
jq_of index/manifest.json length 2 '... is that state'
is "$(gens index)" 2 '... and the other is kept'

### --stage and --commit

rm -rf index
run cx-index --stage index <A
status 0
not_ok 'staged and not committed: no manifest' [ -e index/manifest.json ]
not_ok 'staged and not committed: no current' [ -e index/generations/current ]
run cx-index --commit index
status 0
jq_of index/manifest.json length 1 'committed: visible'
cx-index -o direct <A
ok '-o is stage and commit' diff -r index direct
run cx-index --stage index <B
status 0
jq_of index/manifest.json length 1 'staged: readers see the old one'
is "$(readlink index/generations/current)" "$genA" '... under the old name'
run cx-index --stage index <C
run cx-index --commit index
status 0
jq_of index/manifest.json length 3 'staged twice: the last one counts'
is "$(temps index)" 0 'nothing of the first is left'
run cx-index --stage index <C
run cx-index --commit index
status 0 'staging what is there already, then commit'
jq_of index/manifest.json length 3
# Nothing was staged: to say "done" would hide a pipeline that lost its stage.
rm -rf none && mkdir none
run cx-index --commit none
not_ok 'commit without stage is not a success' [ "$rc" -eq 0 ]
not_ok '... and says so' [ ! -s "$T/err" ]
not_ok '... and publishes nothing' [ -e none/generations/current ]
# What is derived does not get into git by an `add -A`.
rm -rf index g && git init -q g && mkdir g/index
cx-index -o g/index <A
is "$(git -C g status --short)" '' 'git does not see the index'
echo '# ours' >g/index/.gitignore
cx-index -o g/index <C
is "$(cat g/index/.gitignore)" '# ours' 'one that is there stays'
rm -rf g

# A stage that was never committed is not published by somebody's -o.
rm -rf index
cx-index --stage index <C
run cx-index -o index <A
jq_of index/manifest.json length 1 '-o publishes what it read'
is "$(ls -A index/generations)" "$(printf 'current\n%s' \
	"$(readlink index/generations/current)")" 'and removes the stage that was left'
# What --stage prints names one stage among several.
id=$(cx-index --stage index <B)
cx-index --stage index <C >"$T/out"
run cx-index --commit index "$id"
status 0
jq_of index/manifest.json length 2 '--commit DIR ID: that stage'
run cx-index --commit index g-nonsense/../..
not_ok 'an ID that is none' [ "$rc" -eq 0 ]

### broken streams publish nothing

cx-index -o index <A
broken() # TEXT STATUS: with the stream in ./bad
{
	run cx-index -o index <bad
	status "$2" "$1: status $2"
	ok "$1: something is said" [ -s "$T/err" ]
	is "$(readlink index/generations/current)" "$genA" "$1: the old index stands"
	is "$(temps index)" 0 "$1: no temporary file is left"
	run cx-index --stage index <bad
	status "$2" "$1: --stage has status $2"
	run cx-index --commit index
	is "$(readlink index/generations/current)" "$genA" "$1: nothing to commit"
}
{ cat B; printf '{"path":"cut.md"'; } >bad
broken 'a cut-short line' 4
{ cat B; printf '{"path":"cut.md"}'; } >bad
broken 'a last line without newline' 4
{ echo '{"path":'; cat B; } >bad
broken 'malformed JSON' 4
{ cat B; echo '["path"]'; } >bad
broken 'a line that is not an object' 4
{ cat B; echo '{"path":"x.md","path":"y.md"}'; } >bad
broken 'duplicate members' 4
{ printf '[\n'; sed 's/$/,/' B; } >bad
broken 'a manifest without its end' 4
{ cat B; printf '{"path":"a\0b.md"}\n'; } >bad
broken 'a NUL byte' 4
run cx-index -o index no.such.file
status 4 'a missing file'
err_has no.such.file
is "$(readlink index/generations/current)" "$genA" '... publishes nothing'

# Two records of one path: which one is true nobody knows, so neither is
# taken in silence.
{ cat B; rec Other '[]' '' '' two.md; } >dup
run cx-index -o index <dup
ok 'a path twice is not success' [ "$rc" -ge 3 ]
err_has two.md 'and the path is named'
cx-index -o index <A
echo '{"name":"no path"}' >bad
run cx-index -o index <bad
ok 'a record without path is not success' [ "$rc" -ge 3 ]
err_has 1 'and its line is named'

### what an earlier run left

rm -rf index
cx-index -o index <A
: >index/.cx-tmp-left
mkdir index/.cx-tmp-dir
: >index/.cx-tmp-dir/file
run cx-index -o index <B
status 0
is "$(temps index)" 0 'left-over temporary files and directories are removed'
: >index/README.mine
run cx-index -o index <C
ok 'a file that is not ours stays' [ -e index/README.mine ]
rm -rf index/generations/g-*
run cx-index -o index <C
status 0 'current points nowhere: mended'
jq_of index/manifest.json length 3
rm index/manifest.json
run cx-index -o index <C
jq_of index/manifest.json length 3 'a view link that was lost is mended'
rm index/manifest.json
echo '[]' >index/manifest.json
run cx-index -o index <C
jq_of index/manifest.json length 3 \
	'a plain file in place of a view does not shadow the index'

### places that cannot be written

echo precious >file
run cx-index -o file <A
status 4 'a file in place of the directory'
err_has file
is "$(cat file)" precious '... is not touched'
run cx-index -o no/such/parent/index <A
status 4 'a parent that is not there'
rm -rf index
cx-index -o index <A
chmod 555 index/generations
run as_user cx-index -o index <B
status 4 'a read-only directory'
err_has index
jq_of index/manifest.json length 1 '... keeps the old index'
chmod 755 index/generations
run as_user cx-index -o index <B
status 0 'writable again'

if unshare -m true 2>/dev/null; then
	i=0
	while [ $i -lt 400 ]; do
		rec "Name number $i" '["t"]' '' '' "big/$i.md"
		i=$((i + 1))
	done >big
	mkdir small
	run unshare -m sh -c 'mount -t tmpfs -o size=96k none small &&
		cx-index -o small/index <A && cp -RP small/index was &&
		{ cx-index -o small/index <big; echo "status $?"; } &&
		find small -name ".cx-tmp-*" && cp -RP small/index now'
	if [ -d was ]; then
		out_is 'status 4' 'no space left: status 4, no temporary files'
		err_has 'o space left'
		ok '... and the old index, whole' diff -r was now
	else
		result 0 'no space left # SKIP no tmpfs can be mounted'
	fi
else
	result 0 'no space left # SKIP no mount namespace'
fi
if [ -w /dev/full ]; then
	run cx-index -o /dev/full <A
	status 4 'a device in place of the directory'
fi

### writers and readers side by side

rm -rf index
cx-index -o index <A
for f in A B C A B C A B C A B C; do
	cx-index -o index <$f 2>>racers || echo "lost $f" >>racers
done &
writer=$!
n=0
mkdir seen
# One jq reads them all, later; as long as somebody writes, and sixty at least.
while [ $n -lt 60 ] || { kill -0 $writer 2>/dev/null && [ $n -lt 1000 ]; }; do
	cat index/manifest.json >seen/$n 2>&1
	n=$((n + 1))
done
wait $writer
jq length seen/* >lengths 2>&1
is "$(grep -cx '[123]' lengths)" $n \
	'a reader beside a writer sees whole generations only'
for f in A B C; do
	for i in 1 2 3 4; do
		# A run that another has overtaken may say so.
		cx-index -o index <$f 2>>overtaken ||
			echo "lost $f $i" >>racers
	done &
done
wait
is "$(cat racers 2>/dev/null)" '' 'writers at once: each succeeds'
jq_ok index/manifest.json 'length>0' 'the last one is there'
is "$(temps index)" 0 'and nothing is left behind'
ok 'not more than one old generation' [ "$(gens index)" -le 2 ]

### usage

run cx-index <A
status 2 'no directory named: usage'
out_empty
run cx-index --stage a --commit a <A
status 2 'stage and commit at once: usage'

done_testing
