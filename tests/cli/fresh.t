#!/bin/sh
# fresh.t: a query sees when the index is behind: what is gone is not served,
# what has changed is marked, and somebody is told.
# shellcheck disable=SC1091,SC2016,SC2086,SC2154,SC2317
. "$(dirname "$0")/../tap.sh"
. "$SRC/tests/records.sh"
need jq

CORTEX_NOW=2026-04-15T12:00:00
export CORTEX_NOW
mend='bring it up to date with: cx rebuild'

vault v
cd v || exit 99
cx rebuild
ask() { cx-score -i index "$@" deploy; }

### nothing has changed

for rank in cortex recall; do
	for how in no fast full require full,require require,quiet; do
		run ask --rank $rank --fresh=$how
		status 0
		err_empty
	done
done
cp "$T/out" "$T/all"
run ask --fresh no
cp "$T/out" "$T/no"
run ask
same "$T/out" "$T/no" 'a fresh index: nothing is added to the records'

### what is not a change

touch atoms/.cache.md.swp && rm atoms/.cache.md.swp
run ask --fresh=require
status 0 'a file that came and went: the names are the same'
touch atoms/picture.png
run ask --fresh=require
status 0 'a file that is not an atom'
mkdir .obsidian
run ask --fresh=require
status 0 'a directory without atoms'
rm -r .obsidian atoms/picture.png

### a result that changed, one that is gone

echo more >>rules/test_first.md
for rank in cortex recall; do
	run ask --rank $rank
	status 0
	jq_of -r "$T/out" 'select(.stale) | .path' rules/test_first.md \
		"$rank: a changed file is marked"
	jq_is 'select(.path == "rules/test_first.md") | .stale' \
		true '... with true'
	err_lines 1
	err_has 'rules/test_first.md has changed'
	err_has "$mend"
	run ask --rank $rank --fresh=require
	status 5
	out_empty
	err_lines 1
	run ask --rank $rank --fresh=require,quiet
	status 5
	out_empty
	err_empty
	run ask --rank $rank --fresh=no
	jq_of -r "$T/out" 'select(.stale) | .path' '' 'no: not looked at'
	err_empty
done
run cx search --fresh=require deploy
status 5
out_empty
for rank in cortex recall; do
	cx-score -i index --fresh=no --rank $rank --top 3 deploy |
		jq -r .path >"$T/three"
	second=$(sed -n 2p "$T/three")
	mv "$second" "$T/second"
	run ask --rank $rank --top 2
	paths "$T/out" >"$T/got"
	is "$(cat "$T/got")" "$(sed '2d' "$T/three" | tr '\n' ' ' |
		sed 's/ $//')" "$rank: the next best takes the place of a deleted one"
	err_lines 1
	run ask --rank $rank --top 0
	not_ok "$rank: the deleted one is not served" \
		grep -qF "\"path\":\"$second\"" "$T/out"
	run ask --rank $rank --why-not "$second"
	jq_is .why_not '"its file was removed after indexing"'
	ln -s "$T/second" "$second"
	run ask --rank $rank --top 0
	not_ok "$rank: a symlink in its place" \
		grep -qF "\"path\":\"$second\"" "$T/out"
	rm "$second"
	mkdir "$second"
	run ask --rank $rank --top 0
	not_ok "$rank: a directory in its place" \
		grep -qF "\"path\":\"$second\"" "$T/out"
	rmdir "$second"
	mv "$T/second" "$second"
done
mv rules hidden && ln -s hidden rules
run ask --top 0
not_ok 'behind a symlink that took the place of its directory' \
	grep -qF '"path":"rules/' "$T/out"
rm rules && mv hidden rules
rm -r atoms rules
mkdir keep && run ask
status 1 'all results gone: none is served'
out_empty
rmdir keep
cd "$T/w" && rm -rf v && vault v && cd v || exit 99
cx rebuild

### what is seen of other files

# seen TEXT CAUSE COMMAND...: and after a rebuild nothing is
seen()
{
	seen_text=$1
	seen_cause=$2
	shift 2
	"$@"
	run cx score -i index nosuchword
	status 1
	err_has "$seen_cause" "$seen_text: seen"
	run cx score -i index --fresh=require nosuchword
	status 5
	run cx score -i index --fresh=full,require nosuchword
	status 5
	cx rebuild
	run cx score -i index --fresh=full,require nosuchword
	status 1 '... a rebuild mends it'
	err_empty
}
seen 'a new note' 'atoms/new.md is new' cp atoms/cache.md atoms/new.md
seen 'a deleted note' 'atoms/new.md has gone' rm atoms/new.md
seen 'a renamed note' 'atoms/cache.md has gone' mv atoms/cache.md atoms/c.md
seen 'a changed note' 'atoms/c.md has changed' sh -c 'echo more >>atoms/c.md'
seen 'an edit that hides' 'atoms/c.md has changed' sh -c '
	cp -p atoms/c.md t && sed "s/Alone/Along/" t >atoms/c.md &&
	touch -r t atoms/c.md && rm t'
seen 'a replaced note' 'atoms/c.md has changed' sh -c '
	sed s/Along/Alone/ atoms/c.md >t && mv t atoms/c.md'
mkdir deep
run cx score -i index --fresh=require nosuchword
status 1 'a new directory without notes'
seen 'a note in a new directory' 'deep/ is new' sh -c 'mkdir deep/er &&
	cp atoms/c.md deep/er/x.md'
seen 'a note in a directory that was empty' 'deep/y.md is new' \
	cp atoms/c.md deep/y.md
seen 'a directory gone' 'deep/' rm -r deep
seen 'a configuration' 'cortex.toml has changed' \
	sh -c 'printf "[layers]\nhot = 3\n" >cortex.toml'
seen 'one less' 'cortex.toml has changed' rm cortex.toml
seen 'ignore rules' '.cortexignore has changed' \
	sh -c 'echo nothing.md >.cortexignore'

# A large vault: directories are looked at, files only in those that changed.
i=0
while [ $i -lt 1100 ]; do
	i=$((i + 1))
	echo "# Number $i" >"atoms/n$i.md"
done
cx rebuild
echo wombat >>atoms/n7.md
run cx score -i index nosuchword
err_empty 'over 1,000 files: an edit in place is not seen by fast'
run cx score -i index --fresh=full nosuchword
err_has 'atoms/n7.md has changed' '... but by full'
seen 'over 1,000 files: a new one in a small directory' 'rules/new.md is new' \
	cp rules/test_first.md rules/new.md
seen 'over 1,000 files: one in a large directory' 'atoms/' \
	cp rules/test_first.md atoms/zz.md
rm atoms/n*.md
cx rebuild

### --fresh

for bad in never fast,never; do
	run ask --fresh="$bad"
	status 2 "--fresh=$bad"
	err_lines 2
	run cx search --fresh="$bad" deploy
	status 2 "cx search --fresh=$bad"
	err_lines 1
done
run sh -c 'cx-scan | cx-score --fresh=fast deploy'
status 2 '--fresh without an index'
run ask --fresh=no,require
status 2

### which vault?

echo more >>atoms/c.md
here=$PWD
# knows DIR COMMAND...
knows()
{
	knows_dir=$1
	shift
	cd "$knows_dir" || exit 99
	run "$@" nosuchword
	err_has 'has changed' "found: in $knows_dir: $*"
	cd "$here" || exit 99
}
knows . cx-score -i index
knows . cx-score -i ./index/
knows atoms cx-score -i ../index
knows index cx-score -i .
knows / cx-score -i "$here/index"
cp -R index "$T/elsewhere"
cp index/generations/current/stat "$T/stat"
run cx-score -i "$T/elsewhere" deploy
status 0
err_empty 'an index that was taken elsewhere is taken as it is'
run_out=$(cat "$T/out")
run cx-score -i index --fresh=no deploy
is "$(cat "$T/out")" "$run_out" '... with all its records'
run cx-score -i "$T/elsewhere" --fresh=require deploy
status 5
err_has 'cannot tell'
knows . cx-score -C . -i "$T/elsewhere"
knows . env CORTEX_VAULT="$here" cx-score -i "$T/elsewhere"
mkdir "$T/other" && mkdir "$T/other/.cortex"
run env CORTEX_VAULT="$T/other" cx-score -i "$T/elsewhere" deploy
is "$(cat "$T/out")" "$run_out" 'another vault is not taken for it'
cp -R . "$T/copy"
knows "$T/copy" cx-score -i index
cx rebuild
cx-scan --body | cx-index --search -o "$T/by-hand"
run cx-score -i "$T/by-hand" --fresh=require deploy
status 5 'an index made by hand: nobody can tell'
run cx-score -i "$T/by-hand" deploy
status 0
err_empty

### many queries

printf '{"qid":1,"query":"deploy"}\n{"qid":2,"query":"cache"}\n' >"$T/q"
echo more >>atoms/c.md
run cx-score -i index --queries "$T/q"
err_lines 1 'several queries: told once'
jq_is 'select(.stale)|[.qid,.path]' '[2,"atoms/c.md"]'

done_testing
