#!/bin/sh
# faults-migrate.t: a system call fails or the machine stops, at any point of
# cx-migrate: each note has its old bytes or its new ones.
# shellcheck disable=SC1091,SC2016,SC2154,SC2317
. "$(dirname "$0")/../tap.sh"
. "$SRC/tests/faults/faults.sh"

mkdir -p start/d
printf 'One.\n' >start/a.md
printf -- '---\nname: B # c\n---\nTwo.\n' >start/d/b.md
printf 'Three.\r\n' >start/d/c.md
touch -d 2026-03-01T12:00:00Z start/a.md start/d/b.md start/d/c.md
chmod 640 start/a.md
cp -Rp start new
cx-migrate --write -C new >want || exit 99
rm -rf new/.cortex

prepare() { rm -rf v && cp -Rp start v; }
attempt() { faulty cx-migrate --write -C v; }
judge()
{
	whole a.md d/b.md d/c.md
	[ "$(stat -c %a v/a.md)" = 640 ] || echo 'the mode is lost'
	loud
	next_writer cx-edit -C . far/f.md x=1
	cx-migrate --write -C v >"$T/fin" 2>&1 || echo 'the next run fails'
	rm -rf v/.cortex
	diff -r v new | head -n 4
}
for h in KILL ENOSPC EIO EINTR SHORT; do each_fault "$h"; done
done_testing
