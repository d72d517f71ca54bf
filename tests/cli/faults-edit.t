#!/bin/sh
# faults-edit.t: a system call fails or the machine stops, at any point of
# cx-edit: each file has its old bytes or its new ones.
# shellcheck disable=SC1091,SC2016,SC2154,SC2317
. "$(dirname "$0")/../tap.sh"
. "$SRC/tests/faults/faults.sh"

CORTEX_NOW=2026-04-15
export CORTEX_NOW
mkdir start
for f in a b; do
	printf -- '---\nid: %s\nstatus: open # c\n---\n%s\n' $f $f >"start/$f.md"
done
chmod 640 start/a.md
cp -Rp start new
cx-edit -C new a b.md status=archived x=1 >want

prepare() { rm -rf v && cp -Rp start v; }
attempt() { faulty cx-edit -C v a b.md status=archived x=1; }
judge()
{
	whole a.md b.md
	[ "$(stat -c %a v/a.md)" = 640 ] || echo 'the mode is lost'
	loud
	next_writer cx-moc far/f.md
	cx-edit -C v a b.md status=archived x=1 >"$T/again" 2>&1 ||
		echo 'the next run fails'
	diff -r -x undo v new | head -n 4
}
for h in KILL ENOSPC EIO EINTR SHORT; do each_fault "$h"; done

# Two that belong together: both or neither; after a crash the next run ends
# what was begun.
rm -rf new && cp -Rp start new
cx-edit -C new --supersede a b >want
attempt() { faulty cx-edit -C v --supersede a b; }
judge()
{
	state=
	for f in a b; do
		if cmp -s "v/$f.md" "new/$f.md"; then
			state=${state}n
		elif cmp -s "v/$f.md" "start/$f.md"; then
			state=${state}o
		else
			echo "$f.md: neither old nor new"
		fi
	done
	case $how,$rc,$state in
	*,*,nn | *,[1-9]*,oo) ;;
	KILL,*,on) ;;
	*) echo "one without the other: $state" ;;
	esac
	next_writer cx-migrate --write -C . far/f.md
	# Where all is done it says so.
	cx-edit -C v --supersede a b >"$T/again" 2>&1 || [ $? -eq 3 ] ||
		echo 'the next run fails'
	diff -r -x undo v new | head -n 4
}
for h in KILL ENOSPC EIO; do each_fault "$h"; done

done_testing
