#!/bin/sh
# faults-rebuild.t: the machine stops, or a system call fails, at any point of
# cx rebuild, in any of its programs: readers see the old index or the new,
# and the next rebuild gives what a full one gives.
# shellcheck disable=SC1091,SC2016,SC2154,SC2317
. "$(dirname "$0")/../tap.sh"
. "$SRC/tests/records.sh"
. "$SRC/tests/faults/faults.sh"

CORTEX_NOW=2026-04-15T12:00:00
export CORTEX_NOW
ids() { echo "$(readlink index/generations/current) $(readlink layers/generations/current)"; }

# Two states of a vault of one note: an atom is added.
mkdir -p start/.cortex
atom start/a.md One insight active 2026-04-01 'x'
cd start || exit 99
cx rebuild
old=$(ids)
cd .. && cp -Rp start new && cd new || exit 99
atom b.md Two insight active 2026-04-14 'y'
cx rebuild --full
new=$(ids)
cp b.md "$T/b.md"
cd .. || exit 99

# More than one process is watched, and each counts for itself: the Nth call
# of every one of them fails.
# Copying changes inodes, which would be a change: the vault stays in place,
# and only index, layers and the note are put back.  That alone changes its
# directory, so that there is a new stat cache to write.
cp -R start v && cd v || exit 99
cx rebuild
cp -RP index layers "$T/"
prepare()
{
	rm -rf index layers b.md
	cp -RP "$T/index" "$T/layers" .
	[ "$kind" = same ] || cp "$T/b.md" b.md
}
# A shell that cannot read its script knows nothing of the rest.
attempt()
{
	if [ "$how" = KILL ]; then
		faulty cx rebuild
	else
		faulty env FAULT_NOT=sh cx rebuild
	fi
}
judge()
{
	now=$(ids)
	case $kind$now in
	same"$old" | changed"$old" | changed"$new") ;;
	changed*)
		# Layers follow the index: the one is new, the other old.
		[ "$now" = "${new% *} ${old#* }" ] || echo "neither: $now"
		;;
	*) echo "neither: $now" ;;
	esac
	cx-index --cat index >/dev/null 2>&1 || echo 'no whole index'
	want=$old
	[ "$kind" = same ] || want=$new
	[ "$rc" -ne 0 ] || [ "$(ids)" = "$want" ] ||
		echo 'status 0, but not done'
	[ "$rc" -eq 0 ] || [ "$how" = KILL ] || [ -s "$T/err" ] ||
		echo 'failed without a word'
	cx rebuild 2>&1 || echo 'the next run fails'
	[ "$(ids)" = "$want" ] || echo "the next run does not mend it"
	find . -name '.cx-tmp-*' -o -name 'staged-*' -o -name .stat -o -name .said
	cx-score -i index --fresh=full,require --top 1 -- x y >"$T/q" 2>&1
	[ $? -le 1 ] || cat "$T/q"
	set -- index/generations/g-*
	[ $# -le 2 ] || echo 'more than one old generation'
}

kind=changed
each_fault KILL
each_step=3
each_fault ENOSPC
# What is written then is the stat cache alone.
kind=same
each_fault KILL

# The scan alone dies, and what read from it says so and publishes nothing.
kind=changed
attempt() { faulty env FAULT_FORKED=yes cx rebuild; }
judge()
{
	[ "$(ids)" = "$old" ] || echo 'published'
	[ "$rc" -eq 4 ] || echo 'not status 4'
	grep -q '^cx rebuild: the scan was killed by signal 9$' "$T/err" ||
		cat "$T/err"
	grep -q '^cx rebuild: nothing is published' "$T/err" || cat "$T/err"
	cx rebuild 2>&1 || echo 'the next run fails'
	[ "$(ids)" = "$new" ] || echo 'the next run does not mend it'
}
each_fault KILL
done_testing
