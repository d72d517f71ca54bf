#!/bin/sh
# search-fresh.t: every query looks whether notes have changed and brings the
# index up to date before it answers, in a vault of any size.
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$0")/../tap.sh"
. "$SRC/tests/records.sh"
need jq

mkdir -p v/.cortex v/a && cd v || exit 99
i=0
while [ $i -lt 1200 ]; do
	printf 'Note %s\n' $i >"a/n$i.md"
	i=$((i + 1))
done
cx rebuild

### --behind

run cx-index --behind index -C .
status 0 '--behind: up to date'
out_empty
run cx-index --behind index -C . --json
is "$(cat "$T/out")" '{"behind":false}' '--json'
# The same size, in a directory that does not change: an edit in place.
edit() { printf '%s\n' "$1" | dd of=a/n777.md conv=notrunc status=none; }
edit wildebee
run cx-index --behind index -C .
status 5 '--behind: a note was edited in place'
is "$(cat "$T/out")" 'a/n777.md has changed' '... which it names'
run cx-index --behind index -C . --json
status 5
is "$(cat "$T/out")" '{"behind":true,"path":"a/n777.md","what":"has changed"}' \
	'--json'
run cx-index --behind index -C . --fresh no
status 0 '--fresh no looks at nothing'
run cx-index --behind index -C . --fresh often
status 2 'no such depth'
run cx-index --behind nowhere
status 4 'no such directory'
mkdir empty
run cx-index --behind empty
status 4 'not an index'
rmdir empty

# Two threads look; whoever finds it, the first path is named.
for n in 999 640 333 102; do echo more >>a/n$n.md; done
rm a/n1107.md
for _ in 1 2 3 4 5 6 7 8 9 10; do
	cx-index --behind index -C .
done >"$T/first"
is "$(sort -u "$T/first")" 'a/n102.md has changed' \
	'of several the first path is named, each time'
cx rebuild
rm a/n102.md
echo new >a/n1010x.md
is "$(cx-index --behind index -C .)" 'a/n1010x.md is new' '... also a new one'
rm a/n1010x.md
is "$(cx-index --behind index -C .)" 'a/n102.md has gone' '... or one that went'
echo 'Note 1107' >a/n1107.md
echo 'Note 102' >a/n102.md
cx rebuild

# Directories that are as they were are not listed.  Theirs is also the time
# of status, which nobody can set back.
run cx-index --behind index -C .
status 0 'no directory has changed'
touch -r a "$T/before"
echo new >a/n1010x.md
touch -r "$T/before" a
is "$(cx-index --behind index -C .)" 'a/n1010x.md is new' \
	'a new note, the time of its directory set back'
rm a/n1010x.md
mkdir b
touch -r "$T/before" a
run cx-index --behind index -C .
status 0 'a directory without notes'
echo new >b/n.md
is "$(cx-index --behind index -C .)" 'b/n.md is new' 'a note in it'
rm -r b
echo 'Note 1010' >a/n1010x.md
chmod 0 a/n1010x.md
as_user cx rebuild 2>/dev/null
sleep .1
run as_user cx-index --behind index -C .
status 0 'a note that cannot be read gives no record'
chmod 644 a/n1010x.md
is "$(cx-index --behind index -C .)" 'a/n1010x.md is new' \
	'... and is new when it can, which changes no directory'
rm a/n1010x.md
cx rebuild

### cx-score looks itself; a query that is up to date starts no other program

stale() # HOW STATUS WHAT
{
	run cx-score -i index --rank recall --fresh="$1" Note
	status "$2" "$3"
}
edit antelope
stale configured,require 5 '--fresh=configured: the default of [search] fresh'
out_empty
err_has 'a/n777.md has changed'
stale configured,require,quiet 5 '... quiet'
err_empty
jq -c '.search.fresh = "no"' >conf <<END
$(cx-config)
END
run cx-score -c conf -i index --rank recall --fresh=configured,require Note
status 0 '[search] fresh = "no": nothing to require'
jq -c '.layers.hot = 3' >conf <<END
$(cx-config)
END
run cx-score -c conf -i index --rank recall --fresh=fast,require Note
status 5 'an index of another configuration is behind'
err_has 'another configuration'
rm conf
cx rebuild
mkdir "$T/one" "$T/one/bin"
cp "$(command -v cx)" "$T/one/bin/cx"
ln -s "$(dirname "$(command -v cx)")/../libexec" "$T/one/libexec"
for p in "$(dirname "$(command -v cx)")"/cx-*; do
	ln -s "$p" "$T/one/bin/${p##*/}"
done
rm "$T/one/bin/cx-index"
printf '#!/bin/sh\nexit 99\n' >"$T/one/bin/cx-index"
chmod +x "$T/one/bin/cx-index"
run "$T/one/bin/cx" search --no-log Note
status 0 'without cx-index: a search'
err_empty 'without cx-index: a search'
run "$T/one/bin/cx" recall --no-log Note
status 0 'without cx-index: recall'
run "$T/one/bin/cx" context --no-log
status 0 'without cx-index: context'
err_empty 'without cx-index: context'
edit wildebee

### each query finds it

finds() # WORD COMMAND...
{
	word=$1
	shift
	run "$@" --json --no-log "$word"
	jq_of -r "$T/out" .path a/n777.md "$*: finds what was just written"
	err_empty "$*"
}
run cx search --fresh=no --rank recall --no-log wildebee
status 1 '--fresh=no answers from what is there'
finds wildebee cx search --rank recall
edit giraffes
finds giraffes cx recall
edit elephant
run cx search --fresh=require --no-log elephant
status 5 '--fresh=require: the index is behind'
out_empty
err_lines 1
err_has 'a/n777.md has changed'
run cx recall --fresh require --no-log elephant
status 5 'so does recall'
echo '[[a/n1]]' >a/linking.md
run cx links --backlinks=a/n1.md
out_has a/linking.md 'cx links sees a new link'
run cx links --fresh=fast --report
status 0
rm a/linking.md
run cx summary
out_has 'Notes     1200' 'cx summary does not count what is gone'
echo 'Freshly written words' >a/context.md
run cx context --no-log --budget 1000
out_has 'a/context.md' 'cx context shows a new note'
rm a/context.md
printf '[search]\nfresh = "no"\n' >cortex.toml
cx rebuild
edit antelope
run cx search --rank recall --no-log antelope
status 1 '[search] fresh = "no"'
run cx search --fresh=full --rank recall --no-log antelope
status 0 'the option wins over the configuration'
printf '[search]\nfresh = "daily"\n' >cortex.toml
run cx search --rank recall --no-log antelope
status 2 '[search] fresh that is not a depth'
err_has 'cortex.toml:2'
rm cortex.toml
cx rebuild

### a new day does not come with --now

before=$(cat layers/.made)
edit buffalos
run cx search --now 2020-01-01 --rank recall --no-log buffalos
status 0
is "$(cut -d ' ' -f 1 layers/.made)" "${before%% *}" \
	'the layers are of the day, not of --now'

### where the index cannot be brought up to date

edit dolphins
exec 8>>.cortex/lock
flock 8
before=$(date +%s)
run cx search --rank recall --no-log --json buffalos
ok 'another writer: waits for a second or so' \
	[ $(($(date +%s) - before)) -lt 30 ]
status 0 'another writer: what is there answers'
jq_is '[.path, .stale]' '["a/n777.md",true]' \
	'... and what has changed is marked'
err_lines 1
err_has 'a/n777.md has changed' '... and it is said'
err_has 'lock'
rm a/n776.md
run cx search --rank recall --no-log --json 776
out_empty 'what is gone is not served'
err_lines 2
err_has 'nothing matches'
exec 8>&-
finds dolphins cx search --rank recall
edit raccoons
chmod 555 index/generations
run as_user cx search --rank recall --no-log --json dolphins
status 0 'a directory that cannot be written: what is there answers'
jq_is '[.path, .stale]' '["a/n777.md",true]' \
	'... marked'
err_lines 1
err_has 'a/n777.md has changed' '... and it is said'
chmod 755 index/generations
finds raccoons cx search --rank recall

### a note that gives no record is not looked for again and again

edit unreadit
chmod 000 a/n5.md
run as_user cx search --rank recall --no-log unreadit
status 0
run as_user cx-index --behind index -C .
status 0 'a note that cannot be read is known after one try'
chmod 644 a/n5.md

### damage

run cx search --rank recall --no-log unreadit
gen=$(readlink -f index/generations/current)
cp "$gen/meta.json" "$T/meta"
sed 's/"atoms":1/"atoms":2/' "$T/meta" >"$gen/meta.json"
run cx-index --behind index -C .
status 4 'meta.json was edited'
err_lines 1
err_has 'index/meta.json'
err_has 'cx rebuild --full'
run cx search --rank recall --no-log unreadit
status 4 'a query of it'
out_empty
err_lines 1
: >"$gen/meta.json"
run cx-index --behind index -C .
status 4 'an empty meta.json'
err_lines 1
cp "$T/meta" "$gen/meta.json"
rm "$gen/words"
run cx-index --behind index -C .
status 4 'a file is missing'
run cx rebuild --full
run cx-index --behind index -C .
status 0 'mended'
gen=$(readlink -f index/generations/current)
rm "$gen/stat"
run cx-index --behind index -C .
status 5 'without a stat cache nobody knows'
run cx search --rank recall --no-log unreadit
status 0
run cx-index --behind index -C .
status 0 'so a query makes one'
done_testing
