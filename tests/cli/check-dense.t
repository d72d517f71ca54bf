#!/bin/sh
# check-dense.t: cx-check's rules for dense-context projects.
# shellcheck disable=SC1091,SC2016
. "$(dirname "$0")/../tap.sh"
need jq git

CORTEX_NOW=2026-04-15T12:00:00
export CORTEX_NOW
# The rules of notes that were written for this.
printf '%s\n' '{"check":{"fields":"standard"}}' >"$T/standard"
CORTEX_CONFIG=$T/standard
export CORTEX_CONFIG

P=v/context/projects/p
atom() # FILE [LINE...] <BODY
{
	atom_f=$1
	shift
	mkdir -p "$(dirname "$atom_f")"
	atom_id=${atom_f##*/}
	{
		printf '%s\n' --- "id: ${atom_id%.md}" 'date: 2026-04-01' \
			'project: p' 'summary: It works' 'tags: [x]'
		[ $# -eq 0 ] || printf '%s\n' "$@"
		echo ---
		cat
	} >"$atom_f"
}
lines() { jq -r '"\(.path | sub("context/projects/p/"; "")) \(.code)"' "$T/out"; }
check()
{
	cx-scan v >records 2>/dev/null
	run cx-check -C v "$@" <records
}
contents() # every directory names its files
{
	find v/context -type d | while read -r d; do
		(cd "$d" && find . -maxdepth 1 -type f ! -name CORTEX.md |
			sed 's,^\./,- ,' >"$T/names" && mv "$T/names" CORTEX.md)
	done
}
sections='
## Status

accepted

## Context

Queues.

## Decision

One.

## Consequences

Fewer.
'
fresh()
{
	rm -rf v
	echo text | atom $P/experiments/EXP-001.md
	echo text | atom $P/experiments/EXP-12b.md
	echo text | atom $P/knowledge/K-001.md 'evidence: [EXP-001, EXP-12b]'
	echo text | atom $P/patterns/PAT-001.md 'source-experiments: [EXP-001]'
	printf '## Alternatives\n- one\n- two\n%s' "$sections" |
		atom $P/decisions/0001-one.md
	printf '# Alternatives\n\n| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n%s' \
		"$sections" |
		atom v/context/decisions/DR-0001-root.md
	printf '## %s\n' 'Current Phase' 'Recent Progress' \
		'Unresolved Issues' 'Next Steps' >$P/STATUS.md
	for f in ISSUES mission roadmap; do echo "# $f" >$P/$f.md; done
	echo '# Overview' >v/context/OVERVIEW.md
	mkdir -p v/context/user
	echo '# User' >v/context/user/USER.md
	contents
}

fresh
check
out_empty 'nothing is wrong'
status 0
rm -r v/context
mkdir v/notes
echo text >v/notes/STATUS.md
check
is "$(lines)" 'notes/STATUS.md no-front-matter' \
	'without a CORTEX.md a STATUS.md is a note'

fresh
for f in id date summary tags; do
	sed -i "/^$f:/d" $P/experiments/EXP-001.md
done
sed -i /^evidence:/d $P/knowledge/K-001.md
sed -i /^source/d $P/patterns/PAT-001.md
check --rule missing-field
jq_is .fields '"id, date, summary, tags"
"evidence"
"source-experiments"' 'what is required of each kind'

fresh
for s in active valid partial challenged corrected:EXP-7 superseded refined \
	invalidated stale; do
	echo text | atom "$P/experiments/EXP-1${#s}${s%%:*}.md" "status: $s"
done
echo text | atom $P/experiments/EXP-900.md 'status: archived'
contents
check --rule unknown-status
is "$(lines)" 'experiments/EXP-900.md unknown-status' 'statuses'

fresh
echo text | atom $P/knowledge/K-002.md 'evidence: [EXP-001, EXP-99]'
echo text | atom $P/experiments/EXP-001.md 'status: invalidated'
echo text | atom $P/knowledge/K-003.md 'evidence: EXP-001'
contents
check --rule broken-link,compromised
jq_of -r "$T/out" '"\(.path | sub(".*/"; "")) \(.code) \(.message |
	split(":")[0])"' 'K-001.md compromised is partly compromised
K-002.md compromised is partly compromised
K-002.md broken-link no note or file is called '\''EXP-99'\''
K-003.md compromised is compromised' 'evidence'

fresh
echo text | atom $P/experiments/EXP-001.md 'status: invalidated:EXP-003'
echo text | atom $P/experiments/EXP-002.md 'links: [EXP-001]'
echo text | atom $P/experiments/EXP-003.md 'links: [EXP-001, EXP-002]'
echo 'As [[EXP-001]] said' | atom $P/experiments/EXP-004.md
echo text | atom $P/experiments/EXP-005.md 'status: invalidated' \
	'links: EXP-001'
contents
check --rule compromised
jq_of -r "$T/out" '"\(.path | sub(".*/"; "")) \(.message | split(":")[0])"' \
	'EXP-002.md is compromised
K-001.md is partly compromised' \
	'an experiment that rests on an invalidated one'

fresh
echo text | atom $P/knowledge/K-002.md \
	'evidence: [EXP-001, "src/queue.c:120", "lib/a.h:3-9", "b.c:7:2"]'
echo text | atom $P/knowledge/K-003.md 'evidence: EXP-001, src/queue.c:120'
echo text | atom $P/knowledge/K-004.md 'evidence: "EXP-99:12, src/queue.c"'
contents
check --rule broken-link
jq_of -r "$T/out" '"\(.path | sub(".*/"; "")) \(.target)"' \
	'K-004.md EXP-99:12
K-004.md src/queue.c' 'FILE:LINE as evidence is not a broken link'
run cx-links --broken records
jq_of -r "$T/out" .target "$(printf 'EXP-99:12\nsrc/queue.c')" \
	'... nor one of cx-links'
sed -i 's/^status:.*//; s/^project: p/&\nstatus: invalidated/' \
	$P/experiments/EXP-001.md
check --rule compromised
ok 'a place in code is a source that stands' \
	grep -q 'K-002.md.*partly compromised: 1 of 4' "$T/out"

# Decision records without front matter, and ideas, are as people write them.
fresh
printf '# One queue\n\nDate: 2026-04-01\nStatus: accepted\n\n%s' '## Alternatives
- one
- two
' >$P/decisions/0002-queue.md
sed 's/queue/root queue/' $P/decisions/0002-queue.md \
	>v/context/decisions/DR-0002-queue.md
mkdir v/context/ideas v/ideas
echo 'Some day' >v/context/ideas/some.md
printf -- '---\ntags: [x]\n---\nOr not\n' >v/context/ideas/other.md
echo 'Elsewhere' >v/ideas/note.md
contents
check --rule no-front-matter,missing-field,few-alternatives
is "$(lines)" 'ideas/note.md no-front-matter' \
	'decision records in their own form, and ideas'

fresh
sed -i 's/^summary: .*/summary: "ANTI-PATTERN: never"/' \
	$P/experiments/EXP-001.md
sed -i 's/^tags: .*/tags: [anti-pattern]/' $P/experiments/EXP-12b.md
sed -i 's/^tags: .*/tags: [anti-pattern]/
	s/^summary: .*/summary: "ANTI-PATTERN: never"/' $P/knowledge/K-001.md
printf '## Alternatives\n- one\n%s' "$sections" |
	atom $P/decisions/0001-one.md
printf '## Alternatives\n| a |\n|---|\n| 1 |\n%s' "$sections" |
	atom v/context/decisions/DR-0001-root.md
check
is "$(lines)" 'context/decisions/DR-0001-root.md few-alternatives
decisions/0001-one.md few-alternatives
experiments/EXP-001.md anti-pattern
experiments/EXP-12b.md anti-pattern' 'anti-patterns and alternatives'

fresh
sed -i '/Next/d' $P/STATUS.md
yes line | head -n 117 >>$P/STATUS.md
check
is "$(lines)" 'STATUS.md missing-section' '120 lines are not above the cap'
yes line | head -n 1 >>$P/STATUS.md
yes line | head -n 80 >>$P/ISSUES.md
yes line | head -n 60 >>v/context/OVERVIEW.md
yes line | head -n 620 >>v/context/user/USER.md
s=$(printf '%0301d' 0)
sed -i "s/^summary: .*/summary: x$s/" $P/experiments/EXP-001.md
check --rule over-cap
is "$(lines)" 'context/OVERVIEW.md over-cap
ISSUES.md over-cap
STATUS.md over-cap
experiments/EXP-001.md over-cap
context/user/USER.md over-cap' 'caps'

fresh
rm $P/decisions/CORTEX.md
mv $P/experiments/CORTEX.md $P/experiments/index.md
echo new | atom $P/experiments/EXP-013.md
echo new | atom v/context/decisions/DR-0002-b.md
check --rule no-contents,unlisted
is "$(lines)" 'context/decisions/DR-0002-b.md unlisted
decisions/0001-one.md no-contents
experiments/EXP-013.md unlisted' 'directories name their files'

# The sections of a decision record, and what they are called elsewhere.
fresh
a='## Alternatives
- one
- two
'
printf '%s' "$a" | atom $P/decisions/0002-none.md
printf '# Decision: one\n\n%s\nStatus: accepted\n' "$a" | atom $P/decisions/0003-title.md
printf '%s' "$a$sections" | sed '/^## Conseq/,$d' |
	atom $P/decisions/0004-three.md
printf '%s' "$a$sections" | sed '/^## Status/,/^$/d' |
	atom $P/decisions/0005-front.md 'status: accepted'
printf '%s' "$a$sections" | sed '/^## Status/,/^$/d' |
	atom v/context/decisions/DR-0005-no-status.md
printf '# Nygard, setext\n\n%s\n' "$a" 'Status' '------' 'accepted' 'Context' '---' \
	'Decision' '---' 'Consequences' '---' | atom $P/decisions/0006-setext.md
printf '# MADR 2\n\n* Status: accepted\n* Date: 2020-01-01\n\n%s' \
	'## Context and Problem Statement
## Considered Options
* one
* two
## Decision Outcome
### Positive Consequences
* x
' | atom $P/decisions/0007-madr.md
printf '# Bold\n\n%s' "$a" '**Status:** done
**1. Context**
**Decision**: so
| Consequences | few |
' | atom $P/decisions/0008-bold.md
check --rule missing-section,few-alternatives
is "$(jq -r '"\(.path) \(.message)"' "$T/out" |
	sed 's,context/projects/p/,,')" \
	'context/decisions/DR-0005-no-status.md a decision record without Status
decisions/0002-none.md a decision record without Status, Context, Decision, Consequences
decisions/0003-title.md a decision record without Context, Decision, Consequences
decisions/0004-three.md a decision record without Consequences' \
	'the sections of decision records'

# Elsewhere the records of a directory say what they have.
rm -rf v
mkdir -p v/doc/adr v/docs/decisions v/docs/adr
for n in 1 2 3; do
	printf '# %s. Adr\n\nDate: 2020-01-01\n%s' $n "$sections" \
		>v/doc/adr/000$n-adr.md
	printf '# Y\n\n## Context\n\n## Decision\n\nIn the context of\n' \
		>v/docs/decisions/000$n-y.md
	printf '# Frei\n\n## Kontext\n\n## Entscheidung\n' >v/docs/adr/000$n-frei.md
done
mkdir -p v/decisions # Context is no Contexto
for n in 1 2; do printf '# Contexto\n\n# Status\n' >v/decisions/ADR-00$n-es.md; done
for n in 3 4; do printf '## Contexto\n\n# Status\n' >v/decisions/ADR-00$n-es.md; done
sed '/^## Context/,/^$/d' v/doc/adr/0001-adr.md >v/doc/adr/0004-less.md
printf '# 5. Stub\n\nSee [one](0001-adr.md).\n' >v/doc/adr/0005-stub.md
printf '# Template\n\n## Status\n' >v/doc/adr/template.md
printf '# Y\n\n## Context\n' >v/docs/decisions/0004-less.md
check --rule missing-section,few-alternatives
is "$(jq -r '"\(.path) \(.message)"' "$T/out")" \
	'doc/adr/0004-less.md a decision record without Context, which most here have
docs/decisions/0004-less.md a decision record without Decision, which most here have' \
	'outside of dense projects: what most of a directory have'

### --since

GIT_CONFIG_GLOBAL=/dev/null
GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a
GIT_COMMITTER_EMAIL=a@b
export GIT_CONFIG_GLOBAL GIT_AUTHOR_NAME GIT_AUTHOR_EMAIL \
	GIT_COMMITTER_NAME GIT_COMMITTER_EMAIL
fresh
printf -- '- [x] first\n- [X] second\n- [ ] third\n' >$P/roadmap.md
printf '[check]\nfields = "standard"\n' >v/cortex.toml
cd v || exit 99
git init -q . && git add . && git commit -qm one
run cx check --since HEAD
out_empty
printf -- '  * [x] first\n- [x] third\n' >${P#v/}/roadmap.md
echo new >>${P#v/}/mission.md
run cx check --since HEAD --format json
status 0
is "$(lines)" 'mission.md mission-changed
roadmap.md milestone-lost' 'missions and milestones'
jq_of -r "$T/out" 'select(.code == "milestone-lost") | .message' \
	'completed and gone: second' 'which'
printf -- '- [x] first\n- [x] second\n  - [x] one\n  - two\n  - [ ] four\n- [ ] third\n  - two\n' \
	>${P#v/}/roadmap.md
git commit -qam nested
lost() { cx check --since HEAD --rule milestone-lost --format json |
	jq -r .message; }
printf -- '- [x] second\n  - [x] four\n  - [x] one\n  - two\n- [x] third\n- [x] first\n' \
	>${P#v/}/roadmap.md
is "$(lost)" '' 'a nested list that stays with its milestone'
printf -- '- [x] first\n  - two\n- [x] second\n  - [ ] one\n- [ ] third\n  - two\n' \
	>${P#v/}/roadmap.md
is "$(lost)" "completed and gone: one
gone from below the completed 'second': two
gone from below the completed 'second': four" '... or is named'
printf -- '- [x] first\n  - two\n' >${P#v/}/roadmap.md
is "$(lost)" 'completed and gone: second
completed and gone: one' '... with a milestone that has gone, once'
: >${P#v/}/roadmap.md
is "$(lost | wc -l)" 3 '... also when nothing is left'
git checkout -q HEAD~ -- . && git commit -qm back
printf -- '  * [x] first\n- [x] third\n' >${P#v/}/roadmap.md
echo new >>${P#v/}/mission.md
run cx check --since HEAD --strict
status 1
run cx check --since HEAD --rule milestone-lost
is "$(wc -l <"$T/out")" 1 '--rule'
printf '[check]\nfields = "standard"\nmission-changed = "off"\nmilestone-lost = "error"\n' \
	>cortex.toml
run cx check --since HEAD
status 1
is "$(wc -l <"$T/out")" 1 '[check]'
done_testing
