#!/bin/sh
# maintain.t: cx maintain finds what dense-context projects ask for.
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$0")/../tap.sh"
. "$SRC/tests/records.sh"
need jq

CORTEX_NOW=2026-05-31
export CORTEX_NOW
cx init --project alpha --project beta v >/dev/null
cd v || exit 99
P=projects/alpha

# dense FILE DATE STATUS TAGS [LINE [BODY]]
dense()
{
	put "$P/$1.md" <<END
---
id: ${1##*/}
date: $2
project: alpha
status: $3
summary: about $1
tags: [$4]
${5:-executor: me}
---

${6:-text}
END
}
# found CODE: the ids of findings of it
found() { jq -r "select(.code == \"$1\") | .path" "$T/out" |
	sed 's/.*\///; s/\.md//' | tr '\n' ' '; }

run cx maintain
status 0
out_empty 'two empty projects'
err_empty

### cold, stale, front matter

dense experiments/EXP-001 2026-05-16 active a
dense experiments/EXP-002 2026-05-17 active b
dense experiments/EXP-003 2026-04-30 active c
dense experiments/EXP-004 2026-04-30 superseded d
dense experiments/EXP-005 2026-05-01 active e
dense experiments/EXP-006 2026-01-01 active f 'updated: 2026-05-30'
echo '{"file":"EXP-005.md","tool":"Read","ts":"2026-05-02T00:00:00Z"}' \
	>$P/_meta/access-log.jsonl
run cx maintain
status 0
err_empty
is "$(found cold)" 'EXP-001 EXP-003 EXP-004 EXP-006 ' \
	'cold: no refs, older than 14 days'
is "$(found stale)" 'EXP-003 ' 'stale: active, older than 30 days'
cp cortex.toml was
cx-config --set types.experiment.review_after 60 <was >cortex.toml
run cx maintain
is "$(found stale)" '' 'or than cortex.toml says'
mv was cortex.toml
run cx maintain
cp "$T/out" findings
run cx-show --lines findings
status 0 'cx-show takes them'
out_has "$P/experiments/EXP-001.md"
put $P/experiments/EXP-007.md <<'END'
---
project: alpha
---
END
put $P/knowledge/K-001.md <<'END'
---
id: K-001
date: 2026-05-30
summary: x
tags: [a]
---
END
put $P/patterns/PAT-001.md <<'END'
---
id: PAT-001
date: 2026-05-30
summary: "x
tags: [a]
---
END
run cx maintain
jq_is 'select(.code == "invalid-front-matter") | [.path[15:], .message]' \
	"$(jq -c . <<'END'
["experiments/EXP-007.md","front matter lacks id, date, summary, tags"]
["knowledge/K-001.md","front matter lacks evidence"]
END
jq -c 'select(.path | endswith("PAT-001.md"))
	| select(.code == "invalid-front-matter") | [.path[15:], .message]' \
	"$T/out")" 'what front matter lacks'
ok 'YAML that is none' [ "$(jq -r 'select(.line) | .path' "$T/out" |
	sort -u)" = $P/patterns/PAT-001.md ]
rm -r ${P:?}/*/*0*.md

### evidence

dense experiments/EXP-001 2026-05-30 invalidated:EXP-2 a
dense experiments/EXP-002 2026-05-30 valid b
dense knowledge/K-001 2026-05-30 valid a 'evidence: [EXP-001]'
dense knowledge/K-002 2026-05-30 valid b 'evidence: EXP-1, EXP-002'
dense knowledge/K-003 2026-05-30 valid c 'evidence: ["[[EXP-002]]"]'
dense knowledge/K-004 2026-05-30 invalidated d 'evidence: [EXP-001]'
dense patterns/PAT-001 2026-05-30 active e 'source-experiments: [EXP-001]'
run cx maintain
is "$(found compromised)" 'K-001 PAT-001 ' 'every source is invalidated'
is "$(found partly-compromised)" 'K-002 ' 'some are; EXP-1 is EXP-001'
dense experiments/EXP-008 2026-05-30 active f 'links: ["[[EXP-001]]"]'
dense experiments/EXP-009 2026-05-30 active g 'links: ["[[EXP-001]]", "[[EXP-002]]"]'
dense experiments/EXP-010 2026-05-30 active h '' 'See [[EXP-001]].'
run cx maintain
is "$(found compromised)" 'EXP-008 K-001 PAT-001 ' 'an experiment, by its links'
is "$(found partly-compromised)" 'EXP-009 K-002 ' '... as cx check has it'
rm -r ${P:?}/*/*0*.md

### clusters

dense experiments/EXP-001 2026-05-30 active 'x, y, z'
dense experiments/EXP-002 2026-05-30 active 'y, x'
dense experiments/EXP-003 2026-05-30 invalidated 'x, y'
run cx maintain
is "$(found pattern-candidate)" '' 'two live experiments are not a cluster'
dense experiments/EXP-004 2026-05-30 corrected:EXP-1 'x, y'
run cx maintain
jq_is '[.code, .tags, (.atoms | map(.[27:34]))]' \
	'["pattern-candidate",["x","y"],["EXP-001","EXP-002","EXP-004"]]' \
	'three with two tags'
dense patterns/PAT-001 2026-05-30 active 'x, q' 'source-experiments: [EXP-001]'
run cx maintain
is "$(found pattern-candidate)" 'EXP-001 ' 'a pattern with one of them'
dense patterns/PAT-001 2026-05-30 active 'x, q, y' \
	'source-experiments: [EXP-001]'
run cx maintain
is "$(found pattern-candidate)" '' 'a pattern with both'
rm -r ${P:?}/*/*0*.md
# What the same experiments share is one finding, however many tags.
many=$(seq -f 'tag%.0f' -s ', ' 40)
for i in 1 2 3 4; do
	dense experiments/EXP-00$i 2026-05-30 active "$many, own$i"
done
run cx maintain
jq_is '[.code, (.tags | length), (.atoms | length)]' \
	'["pattern-candidate",40,4]' 'forty tags of four experiments: one finding'
jq_is '.message | test("tag8 and tag9, and no pattern has all of them: ")' \
	true \
	'its message'
dense patterns/PAT-001 2026-05-30 active "$many" 'source-experiments: [EXP-001]'
run cx maintain
is "$(found pattern-candidate)" '' 'a pattern with all forty'
rm -r ${P:?}/*/*0*.md
# a-b: 1 2 3 4; a-c: 1 2 3; b-c: 1 2 3; c-d: 3 5 6.
dense experiments/EXP-001 2026-05-30 active 'a, b, c'
dense experiments/EXP-002 2026-05-30 active 'b, a, c'
dense experiments/EXP-003 2026-05-30 active 'c, a, b, d'
dense experiments/EXP-004 2026-05-30 active 'a, b'
dense experiments/EXP-005 2026-05-30 active 'd, c'
dense experiments/EXP-006 2026-05-30 active 'c, d'
clusters()
{
	jq -r '[(.tags | join("")), (.atoms | map(.[33:34]) | join(""))]
		| join(" ")' "$T/out" | sort | paste -sd ,
}
run cx maintain
is "$(clusters)" 'ab 1234,abc 123,cd 356' \
	'the largest group of each tag: a and b, c with either, d with c'
dense patterns/PAT-001 2026-05-30 active 'a, b' 'source-experiments: [EXP-001]'
run cx maintain
is "$(clusters)" 'abc 123,cd 356' 'a pattern has a and b: the next largest'
rm -r ${P:?}/*/*0*.md
# Every two of twelve tags are on other experiments: 66 pairs.
i=0
for a in 1 2 3 4 5 6 7 8 9 10 11 12; do
	for b in 1 2 3 4 5 6 7 8 9 10 11 12; do
		[ $a -lt $b ] || continue
		for _ in 1 2 3; do
			i=$((i + 1))
			dense "experiments/EXP-$i" 2026-05-30 active "t$a, t$b"
		done
	done
done
run cx maintain
jq_of -s "$T/out" 'length <= 12 and ([.[].tags[]] | unique | length) == 12' \
	true 'no more findings than tags, and each tag is in one'
rm -r ${P:?}/*/*-*.md
dense experiments/EXP-001 2026-05-30 active a 'links: [EXP-002]'
dense experiments/EXP-002 2026-05-30 active b
dense experiments/EXP-003 2026-05-30 active c 'links: [EXP-3]'
run cx maintain
is "$(found linked-experiments)" '' 'two are connected'
dense experiments/EXP-003 2026-05-30 active c 'links: [EXP-2]'
run cx maintain
jq_is '.atoms | map(.[27:34])' '["EXP-001","EXP-002","EXP-003"]' \
	'three, in whatever direction'
dense patterns/PAT-001 2026-05-30 active q \
	'source-experiments: [EXP-001, EXP-002, EXP-003]'
run cx maintain
out_empty 'a pattern rests on all of them'
rm -r ${P:?}/*/*0*.md

### chains

dense knowledge/K-001 2026-05-30 superseded:K-002 a 'evidence: [EXP-9]'
dense knowledge/K-002 2026-05-30 active a 'evidence: [EXP-9]'
run cx maintain
is "$(found supersede-chain)" '' 'two are not a chain'
dense knowledge/K-002 2026-05-30 superseded a 'evidence: [EXP-9]
superseded_by: K-003'
dense knowledge/K-003 2026-05-30 active a 'evidence: [EXP-9]'
run cx maintain
jq_is '.atoms | map(.[25:30])' '["K-001","K-002","K-003"]' 'three are'
dense knowledge/K-003 2026-05-30 superseded:K-001 a 'evidence: [EXP-9]'
run cx maintain
status 0 'a circle ends'
rm -r ${P:?}/*/*0*.md

### words that recur

dense experiments/EXP-001 2026-05-30 active a '' '## Reflection

### Process defects

The baseline was forgotten.

### Behavioral adjustments

calibration'
dense experiments/EXP-002 2026-05-30 active b '' '## Reflection

**Process defects:** no Baseline, calibration
**Behavioral adjustments:** none'
dense experiments/EXP-003 2026-05-30 active c '' '## Reflection

- Process defects: the
  baseline again

## Other

calibration'
run cx maintain
jq_is '[.code, .word]' '["recurring-defect","baseline"]' \
	'a word of three experiments, in that part'
rm $P/experiments/EXP-003.md
run cx maintain
out_empty 'of two'

### the report

dense experiments/EXP-003 2026-01-01 active c
before=$(find projects -type f -exec md5sum {} + | sort)
run cx maintain --report
status 0
out_is scans/2026-05-31.md
ok 'the report names what is cold' grep -q 'EXP-003' scans/2026-05-31.md
is "$(sed -n '/AUTO:projects/,/AUTO:projects/p' OVERVIEW.md | sed '1d;$d')" \
	'Last scan: [2026-05-31](scans/2026-05-31.md)

- [alpha](projects/alpha/CORTEX.md): 3 experiments, 0 knowledge, 0 patterns, 0 decisions; 1 cold, 1 stale
- [beta](projects/beta/CORTEX.md): 0 experiments, 0 knowledge, 0 patterns, 0 decisions' \
	'OVERVIEW.md: one line a project'
ok 'scans/CORTEX.md names it' grep -qF '(2026-05-31.md)' scans/CORTEX.md
is "$(find projects -type f -exec md5sum {} + | sort)" "$before" \
	'nothing else is written'
stat -c '%i %Y' OVERVIEW.md scans/* >before
run cx maintain --report
status 0
stat -c '%i %Y' OVERVIEW.md scans/* >after
same before after 'again: no file is touched'
cx rebuild
sleep 0.01
run cx maintain --report --now 2026-06-01
status 0
ok 'OVERVIEW.md has the date of the last scan' \
	grep -qxF 'Last scan: [2026-06-01](scans/2026-06-01.md)' OVERVIEW.md
run cx index --behind index -C .
status 0 'a report leaves the index up to date'
out_empty
rm scans/2026-06-01.md
cx maintain --report >/dev/null
run cx maintain --project beta
out_empty
for a in x --bad '--report --project a'; do
	# shellcheck disable=SC2086
	run cx maintain $a
	status 2
done
stat -c '%i %Y' OVERVIEW.md scans/* >before
tree "$T/tree"
printf '#!/bin/sh\n"%s/cx-scan" "$@" | head -n 2\nkill -9 $$\n' "$BIN" \
	>"$T/tree/bin/cx-scan"
run env PATH="$T/tree/bin:$PATH" "$T/tree/bin/cx" maintain --report
status 4
stat -c '%i %Y' OVERVIEW.md scans/* >after
same before after 'a killed scan: no report'
done_testing
