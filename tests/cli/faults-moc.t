#!/bin/sh
# faults-moc.t: a system call fails or the machine stops, at any point of
# cx-moc: each file has its old bytes or its new ones.
# shellcheck disable=SC1091,SC2016,SC2154,SC2317
. "$(dirname "$0")/../tap.sh"
. "$SRC/tests/faults/faults.sh"

CORTEX_NOW=2026-04-15
export CORTEX_NOW
mkdir -p start/.cortex
for f in a b; do
	printf -- '---\nupdated: 2026-01-01\n---\n%s\n<!-- AUTO:x -->\nold\n<!-- /AUTO:x -->\nend\n' \
		$f >"start/$f.md"
done
chmod 640 start/a.md
echo '{"section":"x","text":"new"}' >sections
cp -Rp start new
cx-moc --touch new/a.md new/b.md <sections

prepare() { rm -rf v && cp -Rp start v; }
attempt() { faulty cx-moc --touch v/a.md v/b.md <sections; }
judge()
{
	whole a.md b.md
	[ "$(stat -c %a v/a.md)" = 640 ] || echo 'the mode is lost'
	loud
	next_writer cx-edit -C . far/f.md x=1
	cx-moc --touch v/a.md v/b.md <sections 2>&1 || echo 'the next run fails'
	diff -r v new | head -n 4
}
for h in KILL ENOSPC EIO EINTR SHORT; do each_fault "$h"; done

done_testing
