#!/bin/sh
# faults-stage.t: a system call fails or the machine stops, at any point of
# cx-index --stage: nothing is published.
# shellcheck disable=SC1091,SC2016,SC2154,SC2317
. "$(dirname "$0")/../tap.sh"
. "$SRC/tests/records.sh"
. "$SRC/tests/faults/faults.sh"

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

prepare() { rm -rf index && cp -RP startA index; }
attempt() { faulty cx-index --stage index <B; }
judge()
{
	views index >now
	cmp -s now old || echo 'staging has published'
	cx-index -o index <B 2>&1 || echo 'the next run fails'
	views index >now
	cmp -s now new || echo 'the next run does not mend it'
	find index -name '.cx-tmp-*'
}
for h in KILL EIO; do each_fault "$h"; done

done_testing
