#!/bin/sh
# faults-move.t: a system call fails or the machine stops, at any point of
# cx-move: after the next run the vault is the old one or the new one.
# shellcheck disable=SC1091,SC2016,SC2154,SC2317
. "$(dirname "$0")/../tap.sh"
. "$SRC/tests/faults/faults.sh"

mkdir -p start/n start/x
printf 'a [[./b]] ![[../x/d]]\n' >start/n/a.md
printf 'b [[a]] `n/a.md`\n' >start/n/b.md
printf -- '---\nlinks: [a] # c\n---\nd [[n/a#h|see]]\n' >start/x/d.md
printf 'e\n' >start/x/e.md
chmod 640 start/n/b.md
# expect ARGUMENT...: cx-move with these makes new of start
expect()
{
	move=$*
	rm -rf new && cp -Rp start new
	cx-move -C new "$@" >want || exit 99
	rm -rf new/.cortex
	prepare() { afresh; }
	# shellcheck disable=SC2086 # words
	attempt() { faulty cx-move -C v $move; }
	judge() { judge_move; }
}
# what v is: old, new or something else
state()
{
	if diff -rqx .cortex -x '.cx-tmp-*' v new >/dev/null; then
		echo new
	elif diff -rqx .cortex -x '.cx-tmp-*' v start >/dev/null; then
		echo old
	else
		echo neither
	fi
}
afresh() { rm -rf v && cp -Rp start v; }
judge_move()
{
	was=$(state)
	case $how,$rc,$was in
	*,0,new | KILL,* | *,[1-9]*,*) ;;
	*) echo "status $rc, but the vault is $was" ;;
	esac
	loud
	if [ "$was" = neither ] && [ ! -f v/.cortex/move.plan ]; then
		echo 'in between, without a plan'
	fi
	next_writer cx-edit -C . far/f.md x=1
	cx-move -C v --finish >"$T/fin" 2>&1 || echo 'the next run fails'
	is=$(state)
	[ "$is" != neither ] || diff -r v new | head -n 3
	[ "$rc" -ne 0 ] || [ "$is" = new ] || echo "done, but $is"
	[ ! -e v/.cortex/move.plan ] || echo 'the plan is still there'
	# shellcheck disable=SC2086 # words
	[ "$is" = new ] || cx-move -C v $move >"$T/fin" 2>&1 ||
		echo 'the command fails afterwards'
	[ "$(state)" = new ] || echo 'and not even then it is the new one'
	[ ! -e new/n/b.md ] || [ "$(stat -c %a v/n/b.md)" = 640 ] ||
		echo 'the mode is lost'
	cx-undo -C v >"$T/fin" 2>&1 || echo 'it cannot be undone'
	[ "$(state)" = old ] || echo 'what is undone is not the old one'
	find v -name '.cx-tmp-*'
}
expect n/a.md y/z/q.md
for h in KILL ENOSPC EIO EINTR SHORT; do each_fault "$h"; done

# A second crash, while what the first has left is finished.
fault_places KILL >all
how=KILL
while read -r each_n; do
	afresh
	{ attempt; } >/dev/null 2>&1
	[ ! -f v/.cortex/move.plan ] || echo "$each_n" >>plans
done <all
ok 'some crashes leave a plan' [ -s plans ]
# The middle one.
each_n=$(sed -n "$((($(wc -l <plans) + 1) / 2))p" plans)
afresh
{ attempt; } >/dev/null 2>&1
rm -rf half && cp -Rp v half
prepare() { rm -rf v && cp -Rp half v; }
attempt() { faulty cx-move -C v --finish; }
judge()
{
	next_writer cx-edit -C . far/f.md x=1
	cx-move -C v --finish >"$T/fin" 2>&1 || echo 'the next run fails'
	[ "$(state)" = new ] || echo "the vault is $(state)"
	[ ! -e v/.cortex/move.plan ] || echo 'the plan is still there'
	find v -name '.cx-tmp-*'
}
for h in KILL ENOSPC EIO; do each_fault "$h"; done

# A folder, with a file that is no note.
rm -rf start
mkdir -p start/n/m start/x
printf 'a [[n/m/b]] ![p](../p.png)\n' >start/n/a.md
printf 'b [a](../a.md)\n' >start/n/m/b.md
printf 'd [a](../n/a.md) ![q](../n/q.png)\n' >start/x/d.md
echo p >start/p.png
echo q >start/n/q.png
expect n/ y/z/
for h in KILL ENOSPC EIO; do each_fault "$h"; done

# References become wikilinks.
rm -rf start
mkdir start
printf 'a `b.md` `c.md`\n' >start/a.md
printf 'b `a.md`\n' >start/b.md
printf 'c\n' >start/c.md
expect --convert
for h in KILL ENOSPC EIO; do each_fault "$h"; done

done_testing
