#!/bin/sh
# faults-undo.t: a system call fails or the machine stops, at any point of a
# change or of cx-undo: undo, run again, gives what was before.
# shellcheck disable=SC1091,SC2016,SC2154,SC2317
. "$(dirname "$0")/../tap.sh"
. "$SRC/tests/faults/faults.sh"

mkdir -p start/n
printf -- '---\nid: ida\n---\nSee [[b]].\n' >start/n/a.md
printf 'See [a](a.md) and [[n/a]].\n' >start/n/b.md
printf '`n/a.md`\n' >start/c.md
start_again() { rm -rf v && cp -Rp start v; }
same_notes() # DIR
{
	rm -rf now && cp -R v now && rm -rf now/.cortex
	find now -type d -empty -delete -o -name '.cx-tmp-*' -delete
	diff -r now "$1" | head -n 4
}

# A crash in the middle of a change.
prepare() { start_again; }
attempt() { faulty cx-migrate --write -C v; }
judge()
{
	rm -rf now && cp -R v now && rm -rf now/.cortex
	find now -name '.cx-tmp-*' -delete
	cx-undo -C v >"$T/fin" 2>&1
	undone=$?
	case $undone in
	0) ;;
	1) diff -r now start >"$T/diff" ||
		echo "changed, and nothing to undo: $(cat "$T/fin")" ;;
	*) echo "undo ends with $undone: $(cat "$T/fin")" ;;
	esac
	same_notes start
}
for h in KILL ENOSPC EIO; do each_fault "$h"; done

# One in the middle of the way back.
start_again
cx-move -C v n/a.md deep/z.md >want || exit 99
rm -rf moved && cp -Rp v moved && rm -rf v
cp -Rp moved changed && rm -rf changed/.cortex
prepare() { rm -rf v && cp -Rp moved v; }
attempt() { faulty cx-undo -C v; }
judge()
{
	loud
	[ "$rc" -ne 0 ] || [ -z "$(same_notes start)" ] ||
		echo 'status 0, but not undone'
	[ "$how" = KILL ] || [ "$rc" -eq 0 ] || [ -z "$(same_notes start)" ] ||
		[ -z "$(same_notes changed)" ] || cx-undo -C v >"$T/fin" 2>&1
	# Once or, where all was done and only the end failed, twice.
	for _ in 1 2; do
		[ -n "$(same_notes start)" ] || break
		cx-undo -C v >"$T/fin" 2>&1 || cat "$T/fin"
	done
	same_notes start
	cx-edit -C v n/a.md status=open >"$T/fin" 2>&1 || cat "$T/fin"
	find v -name '.cx-tmp-*'
}
for h in KILL ENOSPC EIO EINTR SHORT; do each_fault "$h"; done
done_testing
