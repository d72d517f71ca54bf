#!/bin/sh
# faults-new.t: a system call fails or the machine stops, at any point of
# cx-new: a file is there whole or not at all, and what is printed is there.
# shellcheck disable=SC1091,SC2016,SC2154,SC2317
. "$(dirname "$0")/../tap.sh"
. "$SRC/tests/faults/faults.sh"

CORTEX_NOW=2026-04-15
export CORTEX_NOW
mkdir start
printf -- '---\nid: o\ntype: rule\n---\nold\n' >start/o.md
cat >in <<'J'
{"name":"One","type":"rule","body":"first"}
{"name":"Two","type":"insight","body":"second"}
J
cp -Rp start new
cx-new -C new <in >want

prepare() { rm -rf v && cp -Rp start v; }
attempt() { faulty cx-new -C v in; }
judge()
{
	n=0
	for f in rules/one.md insights/two.md; do
		if cmp -s "v/$f" "new/$f"; then
			n=$((n + 1))
		elif [ -e "v/$f" ]; then
			echo "$f: not whole"
		elif [ "$rc" -eq 0 ]; then
			echo "$f: status 0, but not done"
		elif grep -q "$f" "$T/out"; then
			echo "$f: printed, but not there"
		fi
	done
	loud
	next_writer cx-edit -C . far/f.md x=1
	cx-new -C v in >"$T/again" 2>&1 || echo 'the next run fails'
	[ "$(cx-scan v | wc -l)" -eq $((n + 3)) ] || echo 'too few or too many'
	find v -name '.cx-tmp-*'
}
for h in KILL ENOSPC EIO EINTR SHORT; do each_fault "$h"; done

# A successor: both or neither; a crash may leave it without its mark on the
# old one, never the mark alone.
rm -rf new && cp -Rp start new
cx-new -C new --supersedes o --name One --body b >want
attempt() { faulty cx-new -C v --supersedes o --name One --body b; }
judge()
{
	state=
	for f in o.md rules/one.md; do
		if cmp -s "v/$f" "new/$f"; then
			state=${state}n
		elif cmp -s "v/$f" "start/$f" || [ ! -e "v/$f" ]; then
			state=${state}o
		else
			echo "$f: neither old nor new"
		fi
	done
	case $how,$rc,$state in
	*,*,nn | *,[1-9]*,oo) ;;
	KILL,*,on) ;;
	*) echo "one without the other: $state" ;;
	esac
	next_writer cx-moc far/f.md
	cx-new -C v --supersedes o --name One --body b >"$T/again" 2>&1
	find v -name '.cx-tmp-*'
}
for h in KILL ENOSPC EIO; do each_fault "$h"; done
done_testing
