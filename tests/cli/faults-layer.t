#!/bin/sh
# faults-layer.t: a system call fails or the machine stops, at any point of
# cx-layer -o: readers see the old layers or the new ones.
# shellcheck disable=SC1091,SC2016,SC2154,SC2317
. "$(dirname "$0")/../tap.sh"
. "$SRC/tests/records.sh"
. "$SRC/tests/faults/faults.sh"

{
	rec Hot '[]' '' '' h.md 2026-04-14
	rec Warm '[]' '' '' w.md 2026-04-10
	rec Cold
} >in
cx-layer --now 2026-04-15 -o start <in
cx-layer --now 2026-04-18 -o after <in

views() { cat "$1/hot.json" "$1/warm.json" "$1/cold.json" 2>/dev/null; }
views start >old
views after >new

prepare() { rm -rf layers && cp -RPp start layers; }
attempt() { faulty cx-layer --now 2026-04-18 -o layers <in; }
judge()
{
	views layers >now
	if cmp -s now new; then
		:
	elif ! cmp -s now old; then
		echo 'neither the old nor the new'
	elif [ "$rc" -eq 0 ]; then
		echo 'status 0, but not done'
	fi
	loud
	cx-layer --now 2026-04-18 -o layers <in 2>&1 ||
		echo 'the next run fails'
	views layers >now
	cmp -s now new || echo 'the next run does not mend it'
	find layers -name '.cx-tmp-*'
}
for h in KILL ENOSPC EIO EINTR SHORT; do each_fault "$h"; done

done_testing
