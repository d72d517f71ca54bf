#!/bin/sh
# recall-pipe.t: cx recall: scopes, relation, since, limit, what is left out,
# what is printed and logged.
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$0")/../tap.sh"
. "$SRC/tests/records.sh"
need jq awk

CORTEX_NOW=2026-04-15T12:00:00
export CORTEX_NOW
CORTEX_HOST=here
export CORTEX_HOST
vault v
cd v || exit 99
atom ops/standup.md 'Standup deploy' meeting active 2026-04-13 '' 'Talked.'
put atoms/derived.md <<'E'
---
id: derived
name: Deploy on Tuesdays
type: decision
project: web
status: open
updated: 2026-04-13
derived_from: standup
---
Decided in the standup.
E
put atoms/expired.md <<'E'
---
id: expired
name: Deploy coupon
type: decision
project: web
updated: 2026-04-14
expires: 2026-04-14
---
Deploy.
E
atom atoms/bad.md 'Deploy at night' decision invalidated 2026-04-14
cat >cortex.toml <<'E'
[scopes]
rules_of = "type=rule and project={arg}"
web = "type=feedback"
E
cx rebuild >"$T/out" 2>&1 || note "rebuild failed: $(cat "$T/out")"
rj() { run cx recall --json --no-log "$@"; }
sorted() { jq -r .path "$T/out" | sort | tr '\n' ' '; }

### a query

run cx recall freeze --json --no-log
jq_of -rs "$T/out" '[.[] | .path | tostring] | .[:1][]' \
	atoms/freeze.md 'options anywhere'
rj -- freeze --json
status 0 '... but for words after --'
rj tuesdays coupon night standup freeze
status 0
err_empty
is "$(sorted)" \
	'_moc/ops.md atoms/derived.md atoms/freeze.md ops/standup.md rules/test_first.md ' \
	'what is superseded, archived, invalidated or expired is left out'
jq_of -s "$T/out" 'map(.score) == (map(.score) | sort | reverse)' true \
	'best first'
rj --all tuesdays coupon night standup freeze
is "$(jq -r .path "$T/out" | grep -c -e old -e bad -e expired)" 4 \
	'but not with --all'
rj xyzzy
status 1 'nothing found'
out_empty
err_has "no note has 'xyzzy'"
rj --limit 2 deploy
is "$(wc -l <"$T/out" | tr -d ' ')" 2 '--limit'
for bad in 0 101 x '' 1.5; do
	rj --limit "$bad" deploy
	status 2 "--limit '$bad'"
	out_empty
done

### without one: what is new and used

rj
jq_of -rs "$T/out" '[.[] | .path | tostring] | .[:1][]' \
	_moc/ops.md 'no query: the newest'
is "$(wc -l <"$T/out" | tr -d ' ')" 7 'of all'
for bad in 7 d 0d 7x -7d 07d; do
	rj --since "$bad"
	status 2 "--since '$bad'"
	out_empty
done
rj --since 1d
paths_are '_moc/ops.md rules/test_first.md' '--since'
rj --since 36h
paths_are '_moc/ops.md rules/test_first.md' '--since hours'

### scopes

rj --scope web
paths_are feedback/simple.md 'a key of [scopes]'
err_has 'project' 'that a project has the same name is said'
rj --scope rules_of:ops
paths_are rules/test_first.md '{arg}'
rj --scope rules_of
status 2 'an argument is missing'
rj --scope ops
jq_of -rs "$T/out" 'map(.project) | unique[]' ops 'a project'
err_has 'directory' 'and not the directory of that name, which is said'
rj --scope rules
paths_are rules/test_first.md 'a directory'
err_empty
cp -R . ../places
(
	cd ../places || exit
	mkdir -p areas/Health/old archive/health
	for f in areas/Health/blood areas/Health/old/bone archive/health/x; do
		printf '# Kettle\n\nkettle %s\n' "$f" >"$f.md"
	done
	printf -- '---\nproject: Shop One\n---\n# Till\n\nkettle\n' >till.md
	cx rebuild
)
while read -r said want scope; do
	run cx -C ../places recall --json --no-log --scope "$scope" kettle
	paths_are "$(echo "$want" | tr , ' ')" "--scope '$scope'"
	is "$(grep -c '2 directories: archive/health/, areas/Health/' "$T/err")" \
		"$said" "... says $said times that it is two directories"
done <<'END'
1 areas/Health/old/bone.md,archive/health/x.md,areas/Health/blood.md health
1 areas/Health/old/bone.md,archive/health/x.md,areas/Health/blood.md HEALTH/
0 areas/Health/old/bone.md,areas/Health/blood.md areas/Health
0 areas/Health/old/bone.md,areas/Health/blood.md AREAS/health
0 areas/Health/old/bone.md health/OLD
0 till.md Shop One
0 till.md shop one
END
run cx -C ../places recall --no-log --scope ealth kettle
status 2 'a part of a name is no name'
rj --all --scope rules/
status 0
rj --scope open
paths_are atoms/derived.md open
rj --scope meetings
paths_are ops/standup.md meetings
rj --scope meeting:standup
paths_are atoms/derived.md 'what derives from a meeting'
rj --scope recent
is "$(jq -r .path "$T/out" | grep -c -e simple -e cache)" 0 'recent: 14 days'
status 0
for bad in nope ../v /etc 'a"b' ''; do
	rj --scope "$bad"
	status 2 "--scope '$bad'"
	out_empty
done
rj --scope rules deploy
paths_are rules/test_first.md 'scope and query'

rj --project web --scope recent
is "$(jq -r .project "$T/out" | grep -vc web)" 0 '--project: and the scope'
rj --project ops --scope open
is "$(jq -r .project "$T/out" | sort -u | grep -v ops)" '' \
	'--project: no other one, whatever the scope'
rj --project nobody
status 1 '--project: of one that has none'
for bad in 'a"b' 'a\b' 'a" or "" = "'; do
	rj --project "$bad"
	status 1 "--project '$bad'"
done
rj --project ops --scope 'rules_of:x) or (path~a'
status 1 'an argument of a scope stays where it belongs'

### relation

rj --relation freeze
is "$(sorted)" '_moc/ops.md rules/test_first.md ' \
	'one link away, in both directions'
rj --relation rules/test_first.md --all
paths_are atoms/freeze.md 'by path'
rj --relation cache
status 1 'no link: nothing'
rj --relation nowhere
status 3 'no such note'
err_has nowhere

### what is printed

run cx recall --no-log --limit 1 freeze
cp "$T/out" recalled
run cx search --no-log --limit 1 freeze
is "$(sed 1d recalled)" "$(sed 1d "$T/out")" \
	'in a pipe: the path and the passage, as cx search prints them'
run cx recall --no-log --content --limit 1 freeze
out_has '==> atoms/freeze.md <=='
out_has 'After [[rules/test_first]].'
rj --content --limit 1 freeze
jq_is '[.path,(.body|contains("After [["))]' '["atoms/freeze.md",true]' \
	'--json --content: body'
ok 'nothing was logged so far' [ ! -e .cortex/access ]

### the log

run cx recall --limit 2 deploy freeze
status 0
err_empty
first=$(cx recall --json --no-log --limit 2 deploy freeze | jq -r .path)
is "$(jq -r '[.path, .source, .ts] | join(" ")' \
	.cortex/access/here-2026-04.ndjson | sort)" \
	"$(printf '%s\n' "$first" | sed 's/$/ recall 2026-04-15T12:00:00Z/' |
		sort)" 'what was printed is logged'
is "$(jq -r 'has("query")' .cortex/access/*.ndjson | sort -u)" false \
	'not the query'
run cx recall --no-log --json --limit 1 freeze
out_has '"last_access":"2026-04-15' 'the last access'
printf '[rank]\nlog_queries = true\n' >>cortex.toml
cx rebuild || exit 99
run cx recall --limit 1 'deploy freeze'
tail -n 1 .cortex/access/*.ndjson >"$T/json"
jq_of -r "$T/json" .query 'deploy freeze' \
	'log_queries: the query, too'
run env CORTEX_SESSION=s9 cx recall --limit 1 freeze
tail -n 1 .cortex/access/*.ndjson >"$T/json"
jq_of -r "$T/json" .session s9 'the session'
n=$(wc -l <.cortex/access/here-2026-04.ndjson)
i=0
while [ $i -lt 32 ]; do
	cx recall --limit 2 deploy >/dev/null 2>>"$T/errors" &
	i=$((i + 1))
done
wait
is "$(cat "$T/errors")" '' '32 at once: no complaint'
is "$(($(wc -l <.cortex/access/here-2026-04.ndjson) - n))" 96 \
	'all lines are there, two notes and the query of each'
jq_ok .cortex/access/here-2026-04.ndjson . 'and whole'
echo torn >>.cortex/access/here-2026-04.ndjson
run cx recall --no-log --limit 1 freeze
status 3 'a torn line of the log'
err_has here-2026-04.ndjson
out_has freeze
rm -rf .cortex/access
: >.cortex/access
run cx recall --limit 1 freeze
status 0 'a log that cannot be written is not a failure'
out_has freeze
err_has access
rm .cortex/access

### not so

run cx recall --nope
status 2
rm -rf index
rj --fresh no deploy
status 4 'no index'
err_has rebuild

done_testing
