#!/bin/sh
# faults-index.t: a system call fails or the machine stops, at any point of
# cx-index -o: readers see the old index or the new one.
# shellcheck disable=SC1091,SC2016,SC2154,SC2317
. "$(dirname "$0")/../tap.sh"
. "$SRC/tests/records.sh"
. "$SRC/tests/faults/faults.sh"

rec One '["x"]' '' '' one.md >A
{ cat A; rec Two '["y"]' '' '' two.md; } >B
cx-index -o startA <A
cx-index -o wholeB <B

# views DIR: what a reader sees; a view that is not there is missing in it
views()
{
	cat "$1/manifest.json" "$1/by_project.json" "$1/by_type.json" \
		"$1/by_tag.json" "$1/graph.json" "$1/meta.json" 2>/dev/null
}
views startA >old
views wholeB >new
: >absent

attempt() { faulty cx-index -o index <B; }
judge()
{
	views index >now
	if cmp -s now new; then
		:
	elif ! cmp -s now "$before"; then
		echo 'neither the old nor the new'
		grep -c . now
	elif [ "$rc" -eq 0 ]; then
		echo 'status 0, but not done'
	fi
	if [ "$rc" -ne 0 ] && [ "$how" != KILL ] && [ ! -s "$T/err" ]; then
		echo 'failed without a word'
	fi
	cx-index -o index <B 2>&1 || echo 'the next run fails'
	views index >now
	cmp -s now new || echo 'the next run does not mend it'
	find index -name '.cx-tmp-*'
	set -- index/g-*
	[ $# -le 2 ] || echo 'more than one old generation'
}

before=old
prepare() { rm -rf index && cp -RP startA index; }
for h in KILL ENOSPC EIO EINTR SHORT; do each_fault "$h"; done

done_testing
