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
	for f in a b; do
		if cmp -s "v/$f.md" "new/$f.md"; then
			continue
		elif ! cmp -s "v/$f.md" "start/$f.md"; then
			echo "$f.md: neither old nor new"
		elif [ "$rc" -eq 0 ]; then
			echo "$f.md: status 0, but not done"
		fi
	done
	[ "$(stat -c %a v/a.md)" = 640 ] || echo 'the mode is lost'
	if [ "$rc" -ne 0 ] && [ "$how" != KILL ] && [ ! -s "$T/err" ]; then
		echo 'failed without a word'
	fi
	cx-edit -C v a b.md status=archived x=1 >"$T/again" 2>&1 ||
		echo 'the next run fails'
	diff -r v new | head -n 4
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
	[ "$state" = nn ] || cx-edit -C v --supersede a b >"$T/again" 2>&1 ||
		echo 'the next run fails'
	cx-edit -C v a y=1 >/dev/null && cx-edit -C v --unset y a >/dev/null
	diff -r v new | head -n 4
}
for h in KILL ENOSPC EIO; do each_fault "$h"; done

done_testing
