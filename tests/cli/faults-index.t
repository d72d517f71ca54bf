#!/bin/sh
# faults-index.t: a system call fails or the machine stops, at any point of
# cx-index -o: readers see the old index or the new one.
# shellcheck disable=SC1091,SC2016,SC2154,SC2317
. "$(dirname "$0")/../tap.sh"
. "$SRC/tests/records.sh"
. "$SRC/tests/faults/faults.sh"

rec One '["x"]' '' '' one.md >A
{ cat A; rec Two '["y"]' '' '' two.md; } >B
cx-index -o startA <A
cx-index -o wholeB <B

# views DIR: what a reader sees
views()
{
	for f in manifest by_project by_type by_tag graph meta; do
		echo "== $f"
		cat "$1/$f.json" 2>/dev/null || echo absent
	done
}
views startA >old
views wholeB >new
views nowhere >absent

attempt() { faulty cx-index -o index <B; }
judge()
{
	views index >now
	if ! cmp -s now "$before" && ! cmp -s now new; then
		echo 'neither the old nor the new'
		diff now new | head -n 4
	elif [ "$rc" -eq 0 ] && ! cmp -s now new; then
		echo 'status 0, but not done'
	elif [ "$rc" -ne 0 ] && [ "$how" != KILL ] && [ ! -s "$T/err" ]; then
		echo 'failed without a word'
	fi
	cx-index -o index <B 2>&1 || echo 'the next run fails'
	views index >now
	cmp -s now new || echo 'the next run does not mend it'
	find index -name '.cx-tmp-*' | sed 's/^/left over: /'
	[ "$(find index -maxdepth 1 -name 'g-*' | wc -l)" -le 2 ] ||
		echo 'more than one old generation'
}

before=old
prepare() { rm -rf index && cp -RP startA index; }
for h in KILL ENOSPC EIO EINTR SHORT; do each_fault "$h"; done
before=absent
prepare() { rm -rf index; }
for h in KILL ENOSPC; do each_fault "$h"; done

# In two steps: a stage that dies has not published.
before=old
prepare() { rm -rf index && cp -RP startA index; }
attempt() { faulty cx-index --stage index <B; }
judge()
{
	views index >now
	cmp -s now old || echo 'staging has published'
	cx-index -o index <B 2>&1 || echo 'the next run fails'
	find index -name '.cx-tmp-*' | sed 's/^/left over: /'
}
for h in KILL EIO; do each_fault "$h"; done

done_testing
