#!/bin/sh
# scan-dates.t: how old a note is: front matter, a date in the name of the
# file, the time of the file, which makes nothing new.
. "$(dirname "$0")/../tap.sh"
need jq

mkdir v
touch v/cortex.toml
: >want
note() # PATH UPDATED DATED; the text on standard input
{
	mkdir -p "v/$(dirname "$1")"
	cat >"v/$1"
	touch -d '2026-04-14T12:00:00Z' "v/$1"
	printf '%s\t%s\t%s\n' "$1" "$2" "$3" >>want
}
for key in date published slurped created updated modified last_modified \
	lastmod; do
	note "key-$key.md" 2026-01-02 null <<E
---
$key: 2026-01-02
---
E
done
note 2026-03-04-front.md 2026-01-02 null <<'E'
---
date: 2026-01-02
---
E
note tiddler.md 2026-01-02T03:04:05 null <<'E'
---
created: 20260101030405678
modified: 20260102030405678
---
E
for name in 2026-03-04 20260304 2026_03_04 'x 2026-03-04 y' a20260304b \
	202603041530 20260304153059 'journals/2026_03_04' '12 2026-03-04' \
	'1234567890 20260304'; do
	note "$name.md" 2026-03-04 name <<E
text
E
done
for name in 2026-02-30 20261301 202603042530 '1999' 2026-03_04 12345678 \
	120260304 2026-03-045 2026/03/04 22001122; do
	note "$name.md" 2026-04-14 mtime <<E
text
E
done
run cx-scan v
status 0
cp "$T/out" got
while IFS='	' read -r f day from <&3; do
	is "$(jq -r --arg f "$f" 'select(.path == $f) |
		"\(.updated) \(.dated)"' got)" "$day $from" "$f"
done 3<want

# The time of a file is that of a clone.
CORTEX_NOW=2026-04-15 && export CORTEX_NOW
cx-layer got >"$T/json"
jq_of -rs "$T/json" \
	'[.[] | select(.dated == "mtime") | .layer | tostring] | unique[]' \
	cold 'nothing is hot because its file is new'
rm -rf v && mkdir v && touch v/cortex.toml
echo 'The deploy queue' >v/old.md
printf -- '---\nupdated: 2026-04-14\n---\nThe deploy queue\n' >v/new.md
touch -d '2026-04-15T12:00:00Z' v/old.md
run cx -C v rebuild
status 0
jq_of v/layers/hot.json 'map(.path)' '["new.md"]' 'layers'
jq_of v/layers/cold.json 'map(.path)' '["old.md"]' '... cold'
answers() { cx -C v "$@" 2>/dev/null | sed 's/2026-04-1[45]/D/'; }
answers recall --no-log --json deploy queue >recall.1
answers context --no-log >context.1
answers recall --no-log --scope recent deploy >recent.1
touch -d '2020-01-01T12:00:00Z' v/old.md
run cx -C v rebuild
status 0
for f in recall context recent; do
	case $f in
	recall) answers recall --no-log --json deploy queue ;;
	context) answers context --no-log ;;
	recent) answers recall --no-log --scope recent deploy ;;
	esac | sed 's/2020-01-01/D/' >"$f.2"
	same "$f.1" "$f.2" "$f does not look at the time of a file"
done
ok 'recent knows the other one' grep -q new.md recent.1
not_ok '... and not this one' grep -q old.md recent.1
# The index answers as a stream does.
cx-scan --body v >records
for rank in recall cortex context; do
	set -- deploy
	[ $rank != context ] || set --
	cx-score --rank $rank --top 0 -f records -- "$@" >s.1
	cx-score --rank $rank --top 0 -i v/index -- "$@" >s.2
	jq_of s.2 '[.path, .score, .layer]' \
		"$(jq -c '[.path, .score, .layer]' s.1)" "$rank: as a stream"
done
done_testing
