# index.sh: an index of one record, `old`, becomes one of two, `new`; after
# faults.sh and records.sh.
# shellcheck shell=sh disable=SC2034,SC2154

rec One '["x"]' '' '' one.md >A
{ cat A; rec Two '["y"]' '' '' two.md; } >B
cx-index -o startA <A
cx-index -o wholeB <B

# views DIR: what a reader sees; a view that is not there is missing in it
views()
{
	cat "$1/manifest.json" "$1/by_project.json" "$1/by_type.json" \
		"$1/by_tag.json" "$1/graph.json" "$1/meta.json" 2>/dev/null
}
views startA >old
views wholeB >new
: >absent

old_index() { rm -rf index && cp -RP startA index; }

# The index is what $before has, or `new`, which the next run makes of it.
judge_index()
{
	views index >now
	if cmp -s now new; then
		:
	elif ! cmp -s now "$before"; then
		echo 'neither the old nor the new'
		grep -c . now
	elif [ "$rc" -eq 0 ]; then
		echo 'status 0, but not done'
	fi
	loud
	next_index
	set -- index/generations/g-*
	[ $# -le 2 ] || echo 'more than one old generation'
}

next_index()
{
	cx-index -o index <B 2>&1 || echo 'the next run fails'
	views index >now
	cmp -s now new || echo 'the next run does not mend it'
	find index -name '.cx-tmp-*'
}
