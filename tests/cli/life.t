#!/bin/sh
# life.t: every program gives the same answer to: is a note still in force,
# is it stale, and what has superseded it.
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$0")/../tap.sh"
. "$SRC/tests/records.sh"
need jq

CORTEX_NOW=2026-04-15
export CORTEX_NOW
ENDED='superseded archived invalidated deprecated stale refined resolved fixed
expired superseded:x9 archived:why invalidated:EXP-7 resolved:done'
mkdir -p v/.cortex
cd v || exit 99

# put_note NAME TYPE STATUS UPDATED [LINE]
put_note()
{
	put "$1.md" <<END
---
id: $1
name: Wombat $1
type: $2
project: ops
status: $3
created: 2025-01-01
updated: $4
tags: []
links: []
description: wombat $1
${5:-importance: 5}
---

The wombat of $1 digs a $1 burrow.
END
}
ids() { jq -r .id "$T/out" | sort | tr '\n' ' '; }

### ended

i=0
for s in $ENDED; do
	i=$((i + 1))
	put_note "e$i" thread "$s" 2026-04-14
done
put_note past thread open 2026-04-14 'expires: 2026-04-14'
put_note live thread open 2026-04-14 'expires: 2026-04-15'
put_note fixed_by thread corrected:EXP-7 2026-04-14
cx rebuild || exit 99

run cx recall --json wombat
is "$(ids)" 'fixed_by live ' 'recall'
run cx recall --all --json --limit 100 wombat
is "$(wc -l <"$T/out" | tr -d ' ')" 16 'recall --all has them'
run cx-score -i index --rank context --top 0
is "$(ids)" 'fixed_by live ' 'context, from an index'
run sh -c 'cx-scan | cx-score --rank context --top 0'
is "$(ids)" 'fixed_by live ' 'context, from a stream'
run sh -c 'cx-scan --body | cx-score --current --top 0 wombat'
is "$(ids)" 'fixed_by live ' '--current, from a stream'
run cx context
out_has live.md 'cx context'
is "$(grep -c 'e[0-9][0-9]*\.md\|past\.md' "$T/out")" 0 \
	'... has nothing that is over'
run sh -c 'cx-scan | cx-life'
jq_of -rs "$T/out" \
	'[.[] | select(.life.over | not) | .id | tostring] | map(. + " ") | add // ""' \
	'fixed_by live ' 'cx-life'
jq_is 'select(.id | IN("e10", "e11", "fixed_by"))
	| [.life.status, .life.target]' '["superseded","x9"]
["archived","why"]
["corrected","EXP-7"]' '... word and target'
run sh -c 'cx-scan | cx-pack --budget 12000 --no-body'
is "$(sed -n '/^## Open threads/,/^## [^O]/p' "$T/out" | grep -c "e[0-9][0-9]*\.md")" \
	0 'none is an open thread'
cat >cortex.toml <<'END'
[status]
done = 0.4
[types.thread]
until = "done"
END
put_note e14 thread done:well 2026-04-14
cx rebuild || exit 99
run cx recall --json wombat
is "$(ids)" 'fixed_by live ' 'until of a type ends a note, too'
rm cortex.toml

### archived

rm ./*.md
put_note why rule archived:why 2026-04-14
put_note plain rule archived 2026-04-14
put_note here rule active 2026-04-14
cx rebuild || exit 99
jq_of -r layers/hot.json '.[].path' here.md \
	'layers: archived:why is archived'
run cx summary
is "$(grep '^Status' "$T/out" | tr -s ' ')" 'Status archived 2, active 1' \
	'summary counts it as archived'
is "$(grep -c 'why.md' "$T/out")" 0 '... and it is not hot'
run cx-edit --restore why
status 0 'it can be restored'
put_note why rule archived:why 2026-04-14
printf '%s\n' '<!-- AUTO:project_stats -->' '<!-- /AUTO:project_stats -->' |
	put _moc/a.md
run cx moc
is "$(grep '^| ops' _moc/a.md)" '| ops | 3 | 1 | 3 rule |' \
	'project_stats: one is current'
rm -r _moc

### stale

rm ./*.md
put_note updated rule active 2026-04-14
put_note context context active 2026-01-01
put_note seen context active 2026-01-01 'reviewed: 2026-04-14'
put_note learned learning active 2026-01-01
put_note learned_seen learning active 2026-01-01 'reviewed: 2026-04-14'
put_note old rule active 2026-01-01
put_note ended context stale 2026-01-01
printf 'no type\n' >plain_2026-01-01.md
run cx review --list
jq_is '[.id, .review[].why]' '["context","stale"]
["learned","stale"]
["old","unreviewed"]' 'review: what was updated or reviewed is not stale'
jq -r 'select(.review[].why == "stale") | .path' "$T/out" >"$T/review"
run cx check --format json --rule stale
jq -r .path "$T/out" >"$T/check"
same "$T/check" "$T/review" 'check says the same'

### keep

rm ./*.md
put_note stale context active 2026-01-01
put_note unreviewed rule active 2026-01-01
put_note overdue action open 2026-04-10 'deadline: 2026-04-12'
put_note expired rule active 2026-04-10 'expires: 2026-04-12'
put_note later rule active 2026-01-01 'expires: 2026-05-12'
run cx review --list
is "$(ids)" 'expired later overdue stale unreviewed ' 'five want attention'
jq -c '.decision = "keep"' "$T/out" >"$T/keep"
run cx review - <"$T/keep"
status 0
run cx review --list
out_empty 'keep: none does a minute later'
cx-scan >"$T/json"
jq_of -r "$T/json" 'select(.extra.expires) | .id' later \
	'... and what had expired is in force again'
put_note expired rule active 2026-04-10 'expires: 2026-04-12'
run cx review expired.md
status 0
run cx review --list
out_empty 'one that is marked as reviewed is not asked about again, either'
run cx check --rule expired
out_has 'expired on 2026-04-12' '... but cx check says that it has expired'

### supersede

rm ./*.md
put_note old rule superseded:x9 2026-04-14
put_note new rule active 2026-04-14
before=$(md5sum ./*.md)
run cx supersede old new
status 3 'superseding twice: cx supersede OLD NEW'
err_has 'old.md: is superseded already'
run sh -c 'echo "The burrow of the badger is in the north of BARN_7 since 2026, as the old one was flooded." | cx supersede old --name Newer --reason "the old burrow was flooded"'
status 3 'superseding twice: cx supersede OLD <TEXT'
err_has 'old.md: is superseded already'
is "$(md5sum ./*.md)" "$before" 'nothing is written, x9 is kept'
put_note two rule active 2026-04-14
sed -i -e 's/^importance: 5/supersedes: [new, two]/' \
	-e 's/^status: .*/status: active/' old.md
run cx review --list
status 0
jq_is '[.id, .review[].by]' '["new","old"]
["two","old"]' 'one that supersedes several'
done_testing
