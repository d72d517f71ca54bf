#!/bin/sh
# rebuild.t: cx rebuild: what it makes, and that doing it again changes nothing.
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$0")/../tap.sh"
. "$SRC/tests/records.sh"

CORTEX_NOW=2026-04-15T12:00:00
export CORTEX_NOW

state() { find "$@" ! -type d -printf '%p %y %i %s %T@ %l\n' | sort; }
# derived: what people read of the derived files, by content
derived()
{
	for f in index/manifest.json index/by_*.json index/graph.json \
		index/meta.json layers/*.json; do
		echo "== $f"
		cat "$f" 2>&1
	done
}

### what it makes

vault v
cp -Rp v atoms-before
cd v || exit 99
run cx rebuild
status 0
jq_of -rs index/manifest.json \
	'[.[] | .[].path | tostring] | map(. + " ") | add // ""' \
	'_moc/ops.md atoms/cache.md atoms/freeze.md atoms/old.md atoms/older.md feedback/simple.md rules/test_first.md ' \
	'index/manifest.json has every atom'
jq_of layers/hot.json 'map(.path)' \
	'["_moc/ops.md","rules/test_first.md"]' 'layers/hot.json'
jq_of layers/warm.json 'map(.path)' '["atoms/freeze.md"]' \
	'layers/warm.json'
ok 'no temporary files' [ -z "$(find . -name '.cx-tmp-*')" ]
cp -RP index layers "$T/"
for d in rules atoms feedback _moc; do
	ok "atoms in $d are not touched" diff -r $d ../atoms-before/$d
done

### again, elsewhere, deleted

state index layers >"$T/s1"
sleep 0.05
run cx rebuild
status 0
state index layers >"$T/s2"
same "$T/s2" "$T/s1" 'a second rebuild writes nothing'
derived >"$T/d1"
rm -rf index layers
run cx rebuild
derived >"$T/d2"
same "$T/d2" "$T/d1" 'deleted, all comes back byte for byte'
rm -rf index layers
cd / || exit 99
run env TZ=Pacific/Kiritimati LC_ALL=C.UTF-8 cx -C "$T/w/v" rebuild
status 0
cd "$T/w/v" || exit 99
derived >"$T/d2"
same "$T/d2" "$T/d1" 'from elsewhere by -C, in another zone: the same bytes'
cd rules || exit 99
run cx rebuild
status 0 'from a directory inside the vault'
cd .. || exit 99
run env CORTEX_VAULT="$T/w/v" sh -c 'cd / && cx rebuild'
status 0 '$CORTEX_VAULT'

### the vault changes

atom atoms/new.md 'New one' insight active 2026-04-15 'new'
run cx rebuild
jq_of index/by_tag.json '.new|map(.path)' '["atoms/new.md"]' \
	'a new atom is in'
rm atoms/new.md
run cx rebuild
derived >"$T/d2"
same "$T/d2" "$T/d1" 'a deleted atom leaves no trace'
run env CORTEX_NOW=2026-05-30 cx rebuild
jq_of layers/hot.json length 0 'time passes: layers follow'
cx rebuild

### status 3: published, and said

odd=$(printf 'atoms/bad\377name.md')
cp atoms/cache.md "$odd"
atom atoms/late.md 'Late one' insight active 2026-04-15 'late'
run cx rebuild
status 3 'a name that is not UTF-8: status 3'
jq_ok index/by_tag.json .late '... what was read is published'
ok '... and something is said' [ -s "$T/err" ]
rm "$odd" atoms/late.md
chmod 000 atoms/cache.md
run as_user cx rebuild
status 3 'an unreadable atom: status 3'
jq_of index/manifest.json length 6 '... the others are published'
err_has cache.md
chmod 644 atoms/cache.md
run as_user cx rebuild
status 0

# Too few descriptors for the deepest directory is not a vault without it.
(
	i=0
	while [ "$i" -lt 60 ]; do
		mkdir d && cd d || exit 99
		i=$((i + 1))
	done
	echo deep >deep.md
)
cx rebuild
sum_before=$(cksum <index/manifest.json)
run sh -c 'ulimit -n 48 && exec cx rebuild --full'
status 4 'too few descriptors: status 4'
err_has 'd/d/d: ' # and what the C library calls EMFILE
is "$(cksum <index/manifest.json)" "$sum_before" '... and the index as it was'
rm -r d
cx rebuild

# A vault that may not be written: one line, of ours.
chmod a-w .cortex/lock
run as_user cx rebuild
status 4
err_is "cx rebuild: $PWD/.cortex/lock: Permission denied"
run as_user cx maintain --report
status 4
err_is "cx maintain: $PWD/.cortex/lock: Permission denied"
chmod u+w .cortex/lock
mv .cortex "$T/cortex"
chmod a-w .
run as_user cx -C . rebuild
status 4
err_is "cx rebuild: $PWD/.cortex/lock: Permission denied"
chmod u+w .
mv "$T/cortex" .cortex

# Derived directories that may not be written, or a disk that is full: 4, with
# the cause, in words.
for d in index layers; do
	for how in '' --full; do
		echo more >>atoms/cache.md
		chmod a-w $d $d/generations
		# shellcheck disable=SC2086
		run as_user cx rebuild $how --now 2026-06-1${#how}
		status 4 "$d $how cannot be written"
		err_has 'Permission denied'
		ok "$d is named" grep -q "^cx rebuild: $d" "$T/err"
		err_lacks eval
		chmod u+w $d $d/generations
	done
done
run cx rebuild
status 0
mkdir "$T/disk"
if unshare -rm mount -t tmpfs none "$T/disk" 2>/dev/null; then
	run unshare -rm sh -c 'mount -t tmpfs -o size=1m none "$1/disk" &&
		cp -R . "$1/disk" && cd "$1/disk" && rm -rf index layers &&
		cx -C . rebuild && echo more >>atoms/cache.md || exit 99
		head -c 2000000 /dev/zero >atoms/ballast.bin 2>/dev/null
		cx -C . rebuild' - "$T"
	status 4 'a full disk'
	err_has 'No space left on device'
	err_has 'nothing is published'
	err_lacks eval
else
	skip 4 'a full disk' 'cannot mount a tmpfs'
fi

### a pipeline of filters gives the same bytes

derived >"$T/d1"
for search in '' --search; do
	if [ "$search" ]; then cx rebuild --full
	else cx rebuild --full --no-search; fi
	cx-scan ${search:+--body} . |
		cx-index $search --stage "$T/i" --layers "$T/l" |
		sed 's/^/g-/' >"$T/piped"
	{
		readlink index/generations/current
		readlink layers/generations/current
	} >"$T/here"
	same "$T/piped" "$T/here" "the ids of cx-scan | cx-index $search"
done
derived >"$T/d2"
same "$T/d2" "$T/d1" 'with a search set, then without, then with one'

### a lock is held for one operation

for i in 1 2 3; do
	{ cx rebuild >"$T/o$i" 2>&1 || echo "lost $i" >>"$T/lost"; } &
done
wait
ok 'three at once: all succeed' [ ! -e "$T/lost" ]
derived >"$T/d2"
same "$T/d2" "$T/d1" '... with the same result'

### nothing there

cd "$T/w" || exit 99
mkdir plain
cd plain || exit 99
run cx rebuild
not_ok 'no vault: no success' [ "$rc" -eq 0 ]
err_has vault '... and the message says so'
is "$(find . -mindepth 1)" '' '... nothing is made'
mkdir .cortex
run cx rebuild
status 0 'an empty vault'
jq_of index/manifest.json . '[]'

### an index that was copied in another form

copied() # TEXT
{
	cp -a copy other
	run cx -C copy search freeze
	status 0 "$1: search"
	out_has Freeze
	err_empty
	for c in list tags; do
		rm -r copy
		cp -a other copy
		run cx -C copy $c
		status 0 "$1: $c"
	done
	rm -r copy
	mv other copy
	run cx -C copy rebuild
	status 0 "$1: rebuild"
	err_empty
	cx -C copy rebuild --full
	(cd copy && find index layers ! -name stat ! -name .made -exec ls -dF {} + |
		sed 's/ ->.*//') >"$T/got"
	same "$T/got" "$T/whole" "$1: as it was made"
	same copy/index/graph.json copied/index/graph.json "$1: the same index"
	is "$(cat copy/outside/keep)" keep "$1: nothing else is removed"
	rm -r copy
}
put copied/cortex.toml </dev/null
put copied/outside/keep <<'E1'
keep
E1
put copied/freeze.md <<'E1'
# Freeze

No deploys on Friday.
E1
cx -C copied rebuild
(cd copied && find index layers ! -name stat ! -name .made -exec ls -dF {} + |
	sed 's/ ->.*//') >"$T/whole"
cp -rL copied copy
copied 'links followed'
cp -r copied copy
for f in copy/index/generations/current copy/layers/generations/current; do
	rm "$f" && mkdir "$f"
done
copied 'empty directories'
cp -r copied copy
for f in copy/index/meta.json copy/index/manifest.json copy/layers/hot.json; do
	rm "$f" && mkdir "$f" && : >"$f/x"
done
copied 'directories in the place of views'
cp -r copied copy
find copy/index copy/layers -type l | while read -r f; do
	to=$(readlink "$f")
	rm "$f" && printf '%s' "$to" >"$f"
done
copied 'the text of links'
cp -r copied copy
for d in copy/index copy/layers; do
	rm -r $d/generations && : >$d/generations
done
copied 'a file in the place of all'
cp -r copied copy
for d in copy/index copy/layers; do
	for f in "$d"/generations/g-*; do
		rm -r "$f" && : >"$f"
	done
done
copied 'a file in the place of a generation'
cp -r copied copy
find copy/index copy/layers -type l -exec rm {} +
copied 'links left out'
cp -rL copied copy
rm -r copy/index/generations
copied 'only the views'

done_testing
