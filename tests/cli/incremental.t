#!/bin/sh
# incremental.t: whatever happens to a vault, cx rebuild gives what reading
# all of it gives; and what is as it was costs no write.
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$0")/../tap.sh"
. "$SRC/tests/records.sh"
. "$SRC/tests/tools/random-edits.sh"
. "$SRC/tests/faults/faults.sh"
need jq

CORTEX_NOW=2026-04-15T12:00:00
export CORTEX_NOW
ids() { echo "$(readlink index/generations/current) $(readlink layers/generations/current)"; }
state() { find index layers ! -type d -printf '%p %y %i %s %T@ %l\n' | sort; }
# full: the ids of a full rebuild of a copy, whose files have other inodes
full()
{
	rm -rf "$T/full"
	cp -Rp . "$T/full"
	rm -rf "$T/full/index" "$T/full/layers"
	(cd "$T/full" && cx -C . rebuild --full >/dev/null 2>&1; ids)
}
left() { find . -name '.cx-tmp-*' -o -path './index/generations/staged-*' \
	-o -path './layers/generations/staged-*' -o -name .stat -o -name .said; }

### random edits, each seed a history that no full rebuild interrupts

for seed in 11 ${CX_FAULTS:+222 3333}; do
	rm -rf "$T/w/v"
	cd "$T/w" && vault v && cd v || exit 99
	edits_seed "$seed"
	history=
	wrong=
	step=0
	while [ $step -lt 12 ] && [ -z "$wrong" ]; do
		step=$((step + 1))
		random 4
		for _ in $(seq 0 "$drawn"); do
			edit_something
			history="$history$edited, "
		done
		history="$history| "
		cx rebuild >"$T/out" 2>&1 || wrong="status $?"
		[ "$(ids)" = "$(full)" ] || wrong="$wrong not what a full one gives"
		state >"$T/s1"
		cx rebuild >"$T/out" 2>&1
		state >"$T/s2"
		cmp -s "$T/s1" "$T/s2" || wrong="$wrong a second one writes"
	done
	is "$wrong" '' "seed $seed: $step steps"
	[ -z "$wrong" ] || note "$history"
done
is "$(left)" '' 'nothing is left over'

### each kind of change by itself

cd "$T/w" && rm -rf v && vault v && cd v || exit 99
cx rebuild
# change TEXT COMMAND...: the index follows, and then rests
change()
{
	change_text=$1
	shift
	"$@"
	cx rebuild >"$T/out" 2>"$T/err"
	is "$(ids)" "$(full)" "$change_text"
}
picked=atoms/freeze.md
change 'same size, same times of content' edit_in_secret
file_has index/manifest.json q '... the index has it'
change 'an older time' touch -d 2001-01-01 atoms/cache.md
change 'a time in the future' touch -d 2037-01-01 atoms/cache.md
state >"$T/s1"
cx rebuild
state >"$T/s2"
same "$T/s2" "$T/s1" '... is no reason to write again and again'
change 'two files change places' sh -c 'mv atoms/old.md t &&
	mv atoms/older.md atoms/old.md && mv t atoms/older.md'
change 'a hard link' ln atoms/old.md atoms/linked.md
change 'edited through it' sh -c 'echo more >>atoms/old.md'
change 'a directory in place of a note' sh -c 'rm atoms/linked.md &&
	mkdir atoms/linked.md && cp atoms/old.md atoms/linked.md/x.md'
change 'a note that is ignored' sh -c 'echo old.md >.cortexignore'
change 'no longer' rm .cortexignore
change 'a configuration' sh -c 'printf "[layers]\nhot = 90\nwarm = 99\n" >cortex.toml'
change 'another' sh -c 'printf "[rank]\nlanguage = \"german\"\n" >cortex.toml'
change 'none' rm cortex.toml
tar cf "$T/notes.tar" atoms rules feedback _moc
change 'all notes gone' rm -r atoms rules feedback _moc
jq_of index/manifest.json . '[]' '... so the index is empty'
change 'and back, as old as they were' tar xf "$T/notes.tar"
jq_of index/manifest.json length 8 '... all of them'

### edits in the tick in which they are read

# An edit of the same size at any moment of a rebuild, in the scan or after it.
cd "$T/w" && rm -rf v && vault v && cd v || exit 99
each_n=0
lost=
for forked in yes no; do
	each_n=0
	while [ $each_n -lt 120 ]; do
		each_n=$((each_n + ${each_edit:-7}))
		sed "s/^name: Cache .*/name: Cache $((1000 + each_n))/" \
			atoms/cache.md >saved
		echo "an edit besides $each_n" >>atoms/old.md
		rm -f "$T/mark"
		env LD_PRELOAD="$T/fault.so" FAULT_AT=$each_n FAULT_HOW=SAVE \
			FAULT_FORKED=$forked FAULT_MARK="$T/mark" \
			FAULT_SAVED="$PWD/saved" FAULT_FILE="$PWD/atoms/cache.md" \
			cx rebuild
		[ -e "$T/mark" ] || break
		saves=$((${saves:-0} + 1))
		cx rebuild
		[ "$(ids)" = "$(full)" ] || lost="$lost $forked:$each_n"
	done
	rm -f saved
done
is "$lost" '' 'an edit at any moment of a rebuild is seen by the next one'
ok '... at ten moments at least' [ "${saves:-0}" -ge 10 ]

# Clocks of today tell two edits apart; older ones do not, so the cache is
# made to say so.
at() # TIME: the scan was then
{
	sed "1s/ [0-9]* [0-9a-f]*$/ $1 $(head -n 1 index/generations/current/stat |
		cut -d ' ' -f 4)/" index/generations/current/stat >"$T/stat"
}
at 0000000000000000001
run cx scan --changed "$T/stat"
status 0
is "$(wc -l <"$T/out")" "$(jq length index/manifest.json)" \
	'what is not older than the scan is read again'
at 9000000000000000000
run cx scan --changed "$T/stat"
status 0
out_empty 'what is older is not'
picked=atoms/freeze.md
edit_in_secret
run cx scan --changed "$T/stat"
paths_are atoms/freeze.md 'the time of status tells'
cx rebuild
run cx-scan --changed index/no-such-stat
status 1
out_empty
err_has 'all files will be read'
printf '{"vault":{"skip_files":["x"]}}' >"$T/config"
run cx-scan -c "$T/config" --changed index/generations/current/stat
status 1
out_empty
err_has 'another configuration'
run sh -c 'echo atoms/freeze.md | cx-scan -C . --stat s -'
status 2
not_ok '... and none is written' [ -e s ]
for at in . /dev/full no-such-dir/x; do
	run cx-scan --stat "$at"
	status 4 "--stat $at"
	err_has "$at"
done

### options and damage

cx rebuild --no-search
not_ok '--no-search: none' [ -e index/generations/current/words ]
cx rebuild
ok 'then with a search set again' [ -e index/generations/current/words ]
rm -rf layers
cx rebuild
is "$(ids)" "$(full)" 'deleted layers come back'
rm -rf index
cx rebuild
is "$(ids)" "$(full)" 'a deleted index comes back'
rm index/manifest.json index/generations/current/words
cx rebuild
jq_ok index/manifest.json . 'deleted links come back'
rm index/generations/current/graph.json
cx rebuild
is "$(ids)" "$(full)" 'a file of the generation was deleted'
ok '... it is there again' [ -e index/graph.json ]
echo >>index/generations/current/by_tag.json
cx rebuild
is "$(tail -c 2 index/by_tag.json)" '}' 'a file of another size is made again'
for damage in 'sed 1s/cx-stat/ct-stat/' 'head -c 300' 'sed y/012345/abcdef/' 'cat /dev/null' \
	'sed 3s/...$//' 'sed s/%/%%/' 'sed $d' 'sed s/^end/enx/' \
	'sed s/[0-9][0-9]*$/99999999999999999999999/'; do
	echo "x $damage" >>atoms/cache.md
	cx rebuild
	# shellcheck disable=SC2086
	$damage index/generations/current/stat >"$T/stat" && cp "$T/stat" index/generations/current/stat
	run cx rebuild
	status 0 "a stat cache after: $damage"
	is "$(ids)" "$(full)" '... the index is right'
done
run env CORTEX_NOW=2026-04-16 cx rebuild
jq_of layers/hot.json 'map(.path)' \
	'["_moc/ops.md","rules/test_first.md"]' 'another day, the same layers'
run env CORTEX_NOW=2026-05-16 cx rebuild
jq_of layers/hot.json 'map(.path)' '[]' 'a later day: layers follow'
run cx rebuild --now 2026-04-15
is "$(ids)" "$(full)" 'and back'
cp atoms/cache.md "$(printf 'atoms/bad\377.md')"
cx rebuild >"$T/out" 2>&1
state >"$T/s1"
run cx rebuild
status 3 'a file without a record: status 3 each time'
err_has 'not UTF-8'
err_lines 2 '... said once, and that it is published'
state >"$T/s2"
same "$T/s2" "$T/s1" '... and nothing is written'
rm atoms/bad*.md
put atoms/warned.md <<'E2'
---
name: a: b
---
E2
cx rebuild 2>/dev/null
run cx rebuild
status 0 'a warning is not repeated'
run cx rebuild --strict
status 3 '... but under --strict'
rm atoms/warned.md

### git

if command -v git >/dev/null; then
	GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a
	GIT_COMMITTER_EMAIL=a@b
	export GIT_AUTHOR_NAME GIT_AUTHOR_EMAIL GIT_COMMITTER_NAME
	export GIT_COMMITTER_EMAIL
	{
		git init -q . && printf '/index\n/layers\n/.cortex\n' >.gitignore
		git add -A && git commit -qm one && git checkout -qb two
		sed -i 's/freeze/thaw_/' atoms/*.md && rm rules/*.md
		git mv atoms/old.md atoms/new.md
		git add -A && git commit -qm two
	} >"$T/out" 2>&1
	wrong=0
	for b in - - - - - -; do
		git checkout -q $b
		cx rebuild
		[ "$(ids)" = "$(full)" ] || wrong=$((wrong + 1))
	done
	is $wrong 0 'branch checkouts'
else
	skip 1 'branch checkouts' 'no git here'
fi

### a reader, while there are 40 rebuilds

cd "$T/w" && rm -rf v && vault v && cd v || exit 99
cx rebuild
cx-index --cat index >"$T/A"
sed -i 's/^name: .*/name: Everything else/' atoms/*.md
rm rules/test_first.md
cx rebuild
cx-index --cat index >"$T/B"
tar cf "$T/B.tar" atoms
(
	n=0
	while [ ! -e "$T/over" ]; do
		cx-index --cat index >"$T/seen" || echo "cat: $?"
		cmp -s "$T/seen" "$T/A" || cmp -s "$T/seen" "$T/B" ||
			echo 'neither the one nor the other'
		cx-score -i index --top 0 deploy >"$T/scored"
		[ $? -le 1 ] || echo 'score: failed'
		n=$((n + 1))
	done
	echo "$n" >"$T/reads"
) >"$T/reader" 2>&1 &
i=0
vault "$T/A.d"
while [ $i -lt 20 ]; do
	i=$((i + 1))
	cp "$T/A.d/atoms/"*.md atoms/ && cp "$T/A.d/rules/"*.md rules/
	cx rebuild || echo "rebuild: $?" >>"$T/reader"
	tar xf "$T/B.tar" && rm rules/test_first.md
	cx rebuild || echo "rebuild: $?" >>"$T/reader"
done
: >"$T/over"
wait
is "$(grep -v 'is behind' "$T/reader" | sort | uniq -c)" '' \
	'40 rebuilds: the reader saw whole generations only'
ok '... and read meanwhile' [ "$(cat "$T/reads")" -gt 10 ]
is "$(find index -name 'g-*' | wc -l | tr -d ' ')" 2 'one old generation is left'
is "$(left)" '' '... and nothing else'

done_testing
