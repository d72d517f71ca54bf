#!/bin/sh
# zk-prefix.t: a notebook of zk in place: a unique beginning of a file's name,
# up to a -, is a name of it (zk, "Linking notes").
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$0")/../tap.sh"
need jq git

CORTEX_NOW=2026-04-15
export CORTEX_NOW
git init -q .
: >cortex.toml
mkdir journal work
put a1b2-plan.md <<'END'
# Plan

[[x7f2]] and [oven](q1w2) [[x7f2#paint]] [[x7f2#gone]] [[journal/2024-05-01]]
[[q1w2-oven]] [[a1b2-plan-for]] [d](journal/2024-05-01) [[2024-05]] [[Q1W2|o]]
[[Garden]] [[garden]] [[none]] `x7f2.md`
END
echo '# Paint' >x7f2-paint.md
echo '# Oven' >q1w2-oven.md
echo '# For' >a1b2-plan-for-me.md
echo '# Day' >journal/2024-05-01-meeting.md
echo '# Day two' >journal/2024-05-02-meeting.md
echo '# Day' >work/2024-05-01-work.md
printf -- '---\ntitle: Garden\n---\n' >t0t0-title.md
echo 'the one with the title is meant' >garden-x.md
git add -A
git -c user.name=t -c user.email=t@example.org commit -qm one

run cx check --rule broken-link --format lines
is "$(grep -c '^a1b2-plan' "$T/out")" 7 'elsewhere it is not'
mkdir .zk
echo '[note]' >.zk/config.toml
run cx config --origin
jq_is .links.prefixes '{"value":true,"origin":".zk"}' 'the notebook says so'
cx rebuild
run cx links --json
jq_of -rs "$T/out" 'map(select(.path == "a1b2-plan.md") |
	"\(.target) \(.to // .status)")[]' 'x7f2 x7f2-paint.md
./q1w2 q1w2-oven.md
x7f2 x7f2-paint.md
x7f2 x7f2-paint.md
journal/2024-05-01 journal/2024-05-01-meeting.md
q1w2-oven q1w2-oven.md
a1b2-plan-for a1b2-plan-for-me.md
./journal/2024-05-01 journal/2024-05-01-meeting.md
2024-05 other
Q1W2 q1w2-oven.md
Garden t0t0-title.md
garden t0t0-title.md
none broken
x7f2.md broken' 'unique beginnings, after everything else'
run cx check --rule broken-link,missing-heading,ambiguous-link --format lines
is "$(grep -o '^a1b2-plan[^ ]* [^ ]* [^ ]*' "$T/out")" \
	'a1b2-plan.md:3:42: warning: missing-heading
a1b2-plan.md:5:23: warning: broken-link' 'headings are looked for there'
run cx backlinks x7f2-paint.md
out_has a1b2-plan.md
run cx backlinks x7f2
out_has a1b2-plan.md 'operands too'
run cx show x7f2
out_has Paint
run cx-resolve journal/2024-05-01
out_is '' 'directly, the setting is not there'
run cx config --run -- cx-resolve journal/2024-05-01 a1b2-plan-for
out_is 'journal/2024-05-01-meeting.md
a1b2-plan-for-me.md'
run cx show 2024-05-01
status 2 'several are ambiguous'
cp a1b2-plan.md "$T/plan"

# The identifier stays: nothing changes.
run cx move x7f2-paint.md work/x7f2-colour.md
status 0
same "$T/plan" a1b2-plan.md 'a link by it stays where it stays'
cx undo >"$T/undo" 2>&1
# It goes: the link gets what the note is called now.
run cx move x7f2-paint.md work/paint.md
status 0
is "$(sed -n 3p a1b2-plan.md)" \
	'[[paint]] and [oven](q1w2) [[paint#paint]] [[paint#gone]] [[journal/2024-05-01]]' \
	'where it goes, the links follow'
cx undo >"$T/undo" 2>&1
run cx move q1w2-oven.md stove.md
is "$(sed -n 3,4p a1b2-plan.md)" \
	'[[x7f2]] and [oven](stove) [[x7f2#paint]] [[x7f2#gone]] [[journal/2024-05-01]]
[[stove]] [[a1b2-plan-for]] [d](journal/2024-05-01) [[2024-05]] [[stove|o]]' \
	'Markdown links too'
cx undo >"$T/undo" 2>&1
run cx move --heading x7f2 Paint 'A coat'
is "$(sed -n 3p a1b2-plan.md)" \
	'[[x7f2]] and [oven](q1w2) [[x7f2#A coat]] [[x7f2#gone]] [[journal/2024-05-01]]' \
	'and headings'
cx undo >"$T/undo" 2>&1
is "$(git status --porcelain -uno)" '' 'undo takes all of it back'

# A second one makes it no name, also in an index that is only brought up to
# date.
echo two >x7f2-two.md
cx rebuild
run cx links --json
jq_of -rs "$T/out" 'map(select(.target == "x7f2") | .status) | unique[]' \
	broken 'one that is not unique is none'
rm x7f2-two.md
cx rebuild
run cx links --json
jq_of -rs "$T/out" 'map(select(.target == "x7f2") | .to) | unique[]' \
	x7f2-paint.md 'until it is again'
done_testing
