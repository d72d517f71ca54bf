#!/bin/sh
# newer.t: of two notes that answer alike, the newer one is first, wherever one
# searches.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/../tap.sh"
need jq python3 node

CORTEX_NOW=2026-04-15T12:00:00
export CORTEX_NOW
mkdir v && cd v || exit 99
printf '[index]\ndelta_from = 3\n' >cortex.toml

note_of() # FILE DATE [NAME]
{
	put "$1.md" <<E
---
id: $1
name: ${3:-Note $1}
project: ops
updated: $2
---
The gateway closes at noon on Fridays.
E
}

# The first note, of whatever names one.
first() { sed -n 's/^ *\([a-z]*\)\.md.*/\1/p; t end
	s/^.*"path":"\([a-z]*\)\.md".*/\1/p; :end' "$T/out" | head -n 1; }

# mcp QUERY: what two tools find first
mcp()
{
	PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$SRC/tests/mcp python3 -c '
import sys
from client import Server
s = Server("--vault", ".", cwd=".")
s.start()
for tool in "search_memories", "recall":
    print(s.good(tool, {"query": sys.argv[1]})["memories"][0]["id"])
s.end()' "$1"
}

doors() # TEXT WANTED QUERY
{
	# What was used counts for cx recall.
	rm -rf .cortex/access
	for how in --json --paths --lines ''; do
		# shellcheck disable=SC2086 # options
		cx search $how --no-log "$3" >"$T/out"
		is "$(first)" "$2" "$1: cx search${how:+ $how}"
	done
	cx recall --json --no-log "$3" >"$T/out"
	is "$(first)" "$2" "$1: cx recall"
	cx-scan --body . >"$T/records" 2>/dev/null
	cx-score --rank recall "$3" <"$T/records" >"$T/out"
	is "$(first)" "$2" "$1: cx-score of a stream"
	cx-score --rank recall -i index -C . "$3" >"$T/out"
	is "$(first)" "$2" "$1: cx-score of an index"
	CORTEX_CONFIG=$(cx-config -C .) cx-page --now "$CORTEX_NOW" \
		"$T/records" >"$T/page"
	printf '%s\n' "$3" >"$T/queries"
	node "$SRC/tests/page/rank.cjs" "$T/page" "$T/queries" 1 |
		cut -f 2 >"$T/out"
	is "$(first)" "$2" "$1: the page"
	is "$(mcp "$3" | tr '\n' ' ')" "$2 $2 " "$1: search_memories, recall"
}

put x.md <<'E'
# Something else

Closes never.
E
put y.md <<'E'
# Another
E

### by day, by time of the day, and after a delta

while read -r old new text; do
	note_of a "$old"
	note_of z "$new"
	cx rebuild --full >/dev/null 2>&1
	doors "$text" z 'gateway closes'
	note_of a "$new"
	note_of z "$old"
	cx rebuild >/dev/null 2>&1
	ok "$text: there is a delta" \
		test -e index/generations/current/delta.dead
	doors "$text, the other way" a 'gateway closes'
done <<'E'
2024-03-01 2024-03-02 years ago
2026-04-14 2026-04-15 both are hot
2024-03-01T09:00:00 2024-03-01T15:30:00 on one day
2024-03-01T23:00:00+09:00 2024-03-01T15:30:00 in two zones
E

### copies are one result: the newest

note_of a 2024-03-01 Gateway
note_of z 2024-03-02 Gateway
cx rebuild --full >/dev/null 2>&1
doors 'of one name' z 'gateway closes'
run cx search --json --no-log --limit 1 gateway
jq_of -c "$T/out" .copies '["a.md"]' 'the older one is a copy of it'
for f in a z; do
	echo 'Who comes later rings at the other door, beside the old stairs.' \
		>>$f.md
done
sed -i 's/noon/half past four/' z.md
cx rebuild --full >/dev/null 2>&1
run cx search --copies --paths --limit 2 --no-log 'when does the gateway close'
out_is 'a.md
z.md'
run cx search --json --limit 1 --no-log 'when does the gateway close'
jq_of -sc "$T/out" 'map([.path, .copies])' '[["z.md",["a.md"]]]' \
	'... also if the newer one has more words, so that its score is lower'
is "$(mcp 'when does the gateway close' | tr '\n' ' ')" 'z z ' '... over MCP'
sed -i 's/noon/noon at Easter/' a.md
cx rebuild --full >/dev/null 2>&1
run cx search --json --limit 1 --no-log 'when does the gateway close at Easter'
jq_of -sc "$T/out" 'map([.path, .copies])' '[["a.md",["z.md"]]]' \
	'but not if the older one has a word of the query that it has not'

### of more than are looked at closely

python3 -c '
for i in range(900):
    with open("k%03d.md" % i, "w") as f:
        f.write("---\nname: Note k%03d\nproject: ops\nupdated: 2023-%02d-07\n"
                "---\nThe gateway closes at noon on Fridays.\n" %
                (i, i % 12 + 1))'
note_of a 2024-03-01
note_of z 2024-03-02
cx rebuild --full >/dev/null 2>&1
while read -r query; do
	doors "of 900, $query" z "$query"
done <<'E'
gateway
gateway closes
gateway noon/Fridays
when does the gateway close on Fridays, at noon or after noon, and who closes it
E

done_testing
