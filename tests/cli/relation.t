#!/bin/sh
# relation.t: --relation NOTE, and --only of cx-score: what is one link away.
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$0")/../tap.sh"
. "$SRC/tests/records.sh"
need jq awk

CORTEX_NOW=2026-04-15T12:00:00
export CORTEX_NOW
rebuild()
{
	cx rebuild >"$T/out" 2>&1 || note "rebuild failed: $(cat "$T/out")"
}
rj() { run cx search --json --no-log --limit 0 "$@"; }
sorted() { jq -r .path "$T/out" | sort | tr '\n' ' '; }

### supersedes, superseded_by and derived_from, as ids, lists and links

mkdir v && cd v || exit 99
put cortex.toml </dev/null
put old.md <<'E'
---
id: first
---
# First idea
E
put new.md <<'E'
---
id: second
supersedes:
  - first
  - '[[third|the third]]'
---
# Second idea
E
put third.md <<'E'
---
superseded_by: "second, First idea"
---
# Third idea
E
put meeting.md <<'E'
# Standup
E
put decision.md <<'E'
---
derived_from: standup
---
# Freeze on Fridays
E
rebuild
rj --relation meeting
is "$(sorted)" 'decision.md ' 'what is derived from it'
rj --relation decision
is "$(sorted)" 'meeting.md ' 'what it is derived from'
rj --relation first
is "$(sorted)" 'new.md third.md ' 'what supersedes it, and what names it'
rj --relation third
is "$(sorted)" 'new.md old.md ' 'in both directions'
rj --relation first nothing
status 1 'words narrow it'
rj --relation nowhere idea
status 3 'no such note'
err_lines 1 '... and no more is said'
err_has nowhere
put alone.md <<'E'
# Alone
E
rj --relation alone
status 1 'nothing is near it'
err_has alone
cx-links index >"$T/out"
jq_of -r "$T/out" '.path + " " + .target' 'new.md third' \
	'a link of the graph is what is written as one'
cd .. || exit 99

### thousands of notes, and paths with control characters

mkdir many && cd many || exit 99
put cortex.toml </dev/null
put hub.md <<'E'
# Hub
E
put far.md <<'E'
# Far, hello
E
tab=$(printf 'tab\tquote"back\\\177.md')
put "$tab" <<'E'
# Hello
[[hub]]
E
awk 'BEGIN { for (i = 0; i < 6000; i++) {
	f = sprintf("a-note-with-a-usual-name-%04d.md", i)
	printf "# Note %d\nhello [[hub]]\n", i >f
	close(f)
} }'
rebuild
rj --relation hub hello
status 0 'thousands of notes'
jq_of -rs "$T/out" length 6001 '... all of them, and no other'
is "$(jq -rs --arg p "$tab" 'map(select(.path == $p)) | length' "$T/out")" 1 \
	'... with control characters in the path'
rj --relation "$tab" hub
is "$(sorted)" 'hub.md ' 'of a note whose path has control characters'
run cx recall --relation hub --limit 3 --json --no-log
jq_of -rs "$T/out" length 3 'without words'

### cx-score --only: an index and a stream give the same

cx-scan --body . >../in
jq -c 'select(.name == "Note 7" or .name == "Far, hello")' ../in >../only
for rank in cortex recall; do
	cx-score --rank $rank --fresh=no -i index --only ../only hello >../a
	cx-score --rank $rank --only ../only hello <../in |
		jq -c 'del(.body)' >../b
	jq -c 'del(.body)' ../a | sort >../a2
	sort ../b >../b2
	same ../a2 ../b2 "$rank: index and stream"
done
is "$(paths ../a)" 'far.md a-note-with-a-usual-name-0007.md' 'only these'
run cx-score --fresh=no -i index --only - hello <../only
jq_of -rs "$T/out" length 1 'from standard input'
run cx-score --only - hello <../only
status 2 'records and --only cannot both be standard input'
run cx-score --fresh=no -i index --only ../none hello
status 4 'a file that is not there'
err_has none
run cx-score --fresh=no -i index --only /dev/null hello
status 1 'an empty one lets nothing through'
printf '{"path":"far.md"' >../cut
run cx-score --fresh=no -i index --only ../cut hello
status 4 'cut short'
run cx-score --fresh=no -i index --only ../only --why-not a-note-with-a-usual-name-0008.md hello
status 0 '--why-not'
jq_is '.why_not | test("--only")' true '... says why'


### cx links --near, by anything that names a note

mkdir "$T/near" && cd "$T/near" || exit 99
: >cortex.toml
echo 'to [[b]]' >a.md
echo '# Second' >b.md
echo 'alone' >c.md
rebuild
for of in '--near b' '--near=b.md' '--near Second'; do
	# shellcheck disable=SC2086
	run cx links $of
	status 0
	jq_is .path '"a.md"'
done
run cx links --near c
status 0
out_empty
run cx links --near nosuch
status 3

# Such a relation is none of the links, and its notes are no orphans.
mkdir "$T/w/orphans" && cd "$T/w/orphans" || exit 99
: >cortex.toml
printf -- '---\nid: n1\nsupersedes: n2\n---\nNew.\n' >new.md
printf -- '---\nid: n2\n---\nOld.\n' >old.md
printf -- '---\nid: n3\nderived_from: "[[talk]]"\n---\nFact.\n' >fact.md
printf 'Talk.\n' >talk.md
printf 'Alone.\n' >alone.md
printf -- '---\nsupersedes: n9\n---\nOf none.\n' >none.md
cx rebuild
run cx links --orphans
is "$(jq -r .path "$T/out" | tr '\n' ' ')" 'alone.md ' 'relations are edges'
run cx links --report
out_has 'Orphans (no links in or out): 1'
out_has 'Links: 1 (1 ok, 0 broken'
done_testing
