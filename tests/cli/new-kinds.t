#!/bin/sh
# new-kinds.t: cx new --kind numbers the atoms of dense-context projects and names
# them in the CORTEX.md of their directory.
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$0")/../tap.sh"
. "$SRC/tests/records.sh"
need jq

CORTEX_NOW=2026-05-06
export CORTEX_NOW
cx init --project alpha --project beta v >/dev/null
cd v || exit 99
P=projects/alpha
new() { run cx new --kind "$@"; }
region() { sed -n '/AUTO:files/,/AUTO:files/p' "$1/CORTEX.md" | sed '1d;$d'; }

### what is made

new experiment --project alpha --name 'Try: it' --tags 'a, b' \
	--description 'What if'
status 0
err_empty
jq_is '[.path, .id, .type, .project, .created, .description, .tags]' \
	'["projects/alpha/experiments/EXP-001.md","EXP-001","experiment","alpha","2026-05-06","What if",["a","b"]]'
for l in 'id: EXP-001' 'date: 2026-05-06' 'project: alpha' \
	'summary: What if' 'tags: [a, b]' 'status: active'; do
	ok "front matter: $l" grep -qxF "$l" $P/experiments/EXP-001.md
done
is "$(grep '^#' $P/experiments/EXP-001.md | tr '\n' '|')" \
	'# EXP-001: Try: it|## Background|## Execution|## Results|## Conclusion|## Reflection|### Goal attainment|### Unexpected findings|### Process defects|### Behavioral adjustments|' \
	'an experiment has its headings'
is "$(region $P/experiments)" '- [EXP-001.md](EXP-001.md): What if' \
	'CORTEX.md names it'
new knowledge --project alpha --name Known --evidence 'EXP-001, EXP-2'
jq_is '[.path[15:], .extra]' \
	'["knowledge/K-001.md",{"evidence":["EXP-001","EXP-2"]}]'
ok 'the summary is the name' grep -qx 'summary: Known' $P/knowledge/K-001.md
new pattern --project alpha --name Recurs --evidence EXP-001
jq_is '[.path[15:], .extra]' \
	'["patterns/PAT-001.md",{"source-experiments":["EXP-001"]}]'
is "$(grep '^## ' $P/patterns/PAT-001.md | tr '\n' '|')" \
	'## Observation|## Evidence|## Pattern Statement|## Scope & Limitations|## Implications|' \
	'a pattern'
new decision --project alpha --name 'Use Redis: now'
jq_is '[.path[15:], .id, .type]' \
	'["decisions/0001-use-redis-now.md","0001","decision"]'
is "$(grep '^## ' $P/decisions/0001-use-redis-now.md | tr '\n' '|')" \
	'## Date|## Status|## Context|## Alternatives|## Decision|## Consequences|' \
	'a decision'
new decision --name 'For all'
jq_is '[.path, .id, .type]' \
	'["decisions/DR-0001-for-all.md","DR-0001","decision"]' \
	'a decision of no project'
is "$(region decisions)" '- [DR-0001-for-all.md](DR-0001-for-all.md): For all' \
	'and its line'
# A title as operand makes the same; what most notes do is nothing to a kind.
mkdir ../dense ../dense/notes
for n in 1 2 3 4; do printf '# Plain %s\n' $n >"../dense/notes/Plain $n.md"; done
(cd ../dense && cx init --layout dense . && cx init --project web) >/dev/null
run cx -C ../dense new --kind decision --project web 'Use Redis'
run cx -C ../dense new --kind decision 'Use git'
run cx -C ../dense check --rule missing-field,missing-section
out_empty 'what it makes is whole'
is "$(cd ../dense && cx scan | jq -r 'select(.type == "decision") | .path')" \
	'decisions/DR-0001-use-git.md
projects/web/decisions/0001-use-redis.md' '... and where decisions are'
new experiment --project alpha --body 'My own text.'
is "$(sed '1d; /^id:/,/^---$/d' $P/experiments/EXP-002.md)" 'My own text.' \
	'a body of its own'
ok 'its first line is the summary' grep -qx 'summary: My own text.' \
	$P/experiments/EXP-002.md
new experiment --project beta --name Other
jq_is .id '"EXP-001"' 'each project has numbers of its own'

### numbers

: >$P/experiments/EXP-009.md
new experiment --project alpha --name x
jq_is .id '"EXP-010"' 'the highest plus one, whatever is missing'
: >$P/experiments/EXP-012b.md
: >$P/experiments/EXP-99999999999.md
: >$P/experiments/EXP-050
: >$P/experiments/NEXP-060.md
new experiment --project alpha --name x
jq_is .id '"EXP-011"' 'a suffix does not count, nor what is no such name'
: >$P/experiments/EXP-999.md
new experiment --project alpha --name x
jq_is .id '"EXP-1000"' 'after 999'
: >$P/experiments/exp-2000.md
new experiment --project alpha --name x
jq_is .id '"EXP-2001"' 'names are compared without regard to case'
: >$P/decisions/0041-by-hand.md
new decision --project alpha --name x
jq_is .id '"0042"'
printf '%s\n' '{"name":"One","tags":["t"]}' '{"name":"Two","kind":"mine"}' \
	>two
run cx new --kind pattern --project alpha two
jq_is '[.id, .extra.kind]' '["PAT-002",null]
["PAT-003","mine"]' 'many at once; kind in a record is any member'
is "$(region $P/patterns | wc -l | tr -d ' ')" 3 'each has a line'
run cx new -n --kind pattern --project alpha --name Dry
jq_is .id '"PAT-004"'
not_ok 'a dry run makes nothing' [ -e $P/patterns/PAT-004.md ]
is "$(region $P/patterns | wc -l | tr -d ' ')" 3 'and no line'

### writers at once

i=0
while [ $i -lt 24 ]; do
	cx new --kind knowledge --project beta --name "Fact $i" \
		>/dev/null 2>>"$T/errs" &
	i=$((i + 1))
done
wait
is "$(cat "$T/errs")" '' '24 writers at once'
find projects/beta/knowledge -name 'K-*.md' | sed 's/.*K-//; s/\.md//' |
	sort >got
is "$(cat got)" "$(seq -f %03g 24)" 'each has a number of its own, none is left out'
is "$(cat projects/beta/knowledge/K-*.md | grep -c '^name: Fact')" 24 \
	'no file was replaced'
is "$(region projects/beta/knowledge | sed 's/.*(K-//; s/\.md.*//' | sort)" \
	"$(cat got)" 'all of them are named'

### CORTEX.md

printf 'by hand\r\n\r\n<!-- AUTO:files -->\r\n<!-- /AUTO:files -->\r\nend' \
	>$P/patterns/CORTEX.md
new pattern --project alpha --name A
printf 'by hand\r\n\r\n<!-- AUTO:files -->\r\n- [PAT-004.md](PAT-004.md): A\r\n<!-- /AUTO:files -->\r\nend' >want
same $P/patterns/CORTEX.md want 'CRLF; no other byte has changed'
printf 'mine' >$P/patterns/CORTEX.md
new pattern --project alpha --name B
status 0
printf 'mine\n\n<!-- AUTO:files -->\n- [PAT-005.md](PAT-005.md): B\n<!-- /AUTO:files -->\n' >want
same $P/patterns/CORTEX.md want 'without a region: one is added'
rm $P/patterns/CORTEX.md
new pattern --project alpha --name 'C
d'
status 0
is "$(region $P/patterns)" '- [PAT-006.md](PAT-006.md): C d' \
	'without the file: it is made'
printf '<!-- AUTO:files -->\n' >$P/patterns/CORTEX.md
cp $P/patterns/CORTEX.md want
new pattern --project alpha --name E
status 3
err_has "$P/patterns/CORTEX.md: line 1: "
ok 'the atom is made' [ -f $P/patterns/PAT-007.md ]
same $P/patterns/CORTEX.md want 'a broken region stays as it is'
rm $P/patterns/CORTEX.md
echo mine >"$T/elsewhere"
ln -s "$T/elsewhere" $P/patterns/CORTEX.md
new pattern --project alpha --name F
status 3
is "$(cat "$T/elsewhere")" mine 'nothing is written through a link'

### wrong

for a in 'round --name x' 'experiment --name x' \
	'experiment --project nobody --name x' \
	'experiment --project ../alpha --name x' \
	'experiment --project alpha --name x --dir y' \
	'experiment --project alpha --name x --type rule' \
	'experiment --project alpha --name x --evidence EXP-1'; do
	find . -type f | sort >"$T/before"
	# shellcheck disable=SC2086
	new $a
	status 2
	find . -type f | sort >"$T/after"
	same "$T/before" "$T/after" 'nothing is made'
done
new knowledge --project alpha --name x --description \
	"$(printf '%301s' '' | tr ' ' x)"
status 2
run cx new --type rule --name x --evidence EXP-1
status 2
mkdir -p "$T/w/o/context/projects/p" && cd "$T/w/o" && mkdir .cortex
new experiment --project p --name x
jq_is .path '"context/projects/p/experiments/EXP-001.md"' \
	'a vault that has the context'

### the pages of contents are not experiments

cd "$T/w/v" || exit 99
: >$P/experiments/index.md
cx-scan . >"$T/json"
jq_of -rs "$T/json" '[.[] | select(.path | test("^projects/alpha/.*/(CORTEX|index).md"))
	| .type + .project | tostring] | unique[]' unknownunknown 'type and project of contents'
done_testing
