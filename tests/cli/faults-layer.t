#!/bin/sh
# faults-layer.t: a system call fails or the machine stops, at any point of
# cx-layer -o: each file has its old bytes or its new ones.
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
cx-layer --now 2026-04-18 -o new <in

prepare() { rm -rf layers && cp -Rp start layers; }
attempt() { faulty cx-layer --now 2026-04-18 -o layers <in; }
judge()
{
	for f in hot warm cold; do
		if cmp -s "layers/$f.json" "new/$f.json"; then
			continue
		elif ! cmp -s "layers/$f.json" "start/$f.json"; then
			echo "$f.json: neither old nor new"
		elif [ "$rc" -eq 0 ]; then
			echo "$f.json: status 0, but not done"
		fi
	done
	if [ "$rc" -ne 0 ] && [ "$how" != KILL ] && [ ! -s "$T/err" ]; then
		echo 'failed without a word'
	fi
	cx-layer --now 2026-04-18 -o layers <in 2>&1 ||
		echo 'the next run fails'
	diff -r layers new | head -n 4
}
for h in KILL ENOSPC EIO EINTR SHORT; do each_fault "$h"; done

done_testing
