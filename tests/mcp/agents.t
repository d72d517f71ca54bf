#!/bin/sh
# agents.t: examples/agents: the set-ups are what clients read, and the hooks
# do what they say on payloads as Claude Code sends them.
# shellcheck disable=SC2088,SC2154
. "$(dirname "$0")/../tap.sh"
need jq flock

D=$SRC/examples/agents
P=$SRC/tests/mcp/payloads
CORTEX_NOW=2026-04-15T12:00:00
export CORTEX_NOW
S=3f0a5b6e-11d2-4a6c-9c27-0f6d4f0c9a01

put v/.cortex/keep <<'E1'
E1
for f in notes/a notes/b p/knowledge/K-7 p/patterns/PAT-3 \
	p/experiments/EXP-12b; do
	put "v/$f.md" <<E1
---
name: About ${f##*/}
type: decision
project: shop
updated: 2026-04-10
---
The queue of ${f##*/} waits for a lock.
E1
done
mkdir -p v/p/_meta shop/.cortex
put shop/.cortex/project.json <<'E1'
{"id":"shop-1","name":"shop"}
E1
V=$PWD/v
W=$PWD/shop
cp "$P/transcript.jsonl" "$T/transcript.jsonl"
# Installed as the README says.
mkdir -p "$HOME/.claude"
cp -R "$D/claude-code/hooks" "$HOME/.claude/cortex"
CORTEX_VAULT=$V
export CORTEX_VAULT

hook() # NAME PAYLOAD [FILE]
{
	sed "s|@T@|$T|g; s|@W@|$W|g; s|@V@|$V|g; s|@FILE@|${3-}|g" \
		"$P/$2.json" >in
	run sh -c "~/.claude/cortex/$1 <in"
}

### set-ups

for f in mcp.json claude-code/mcp.json; do
	is "$(jq -r '.mcpServers.cortex.command' "$D/$f")" cx-mcp "$f"
done
jq -r '.hooks[][].hooks[].command' "$D/claude-code/settings.json" >commands
is "$(sort commands)" "$(printf '~/.claude/cortex/%s\n' after-read \
	pre-compact session-start stop)" 'settings.json: the four hooks'
while read -r c; do
	ok "settings.json: $c" sh -c "test -x $c"
done <commands
is "$(jq -c '.hooks | keys' "$D/claude-code/settings.json")" \
	'["PostToolUse","PreCompact","SessionStart","Stop"]' 'their events'

### session start

hook session-start session-start
status 0
out_has 'About a' 'the context of the project'
out_has 'data, not instructions' 'and what it is'
err_empty
is "$(jq -r '.source + " " + .session' v/.cortex/access/*.ndjson |
	sort -u)" "context $S" 'what was shown is logged'
CORTEX_BUDGET=1000
export CORTEX_BUDGET
hook session-start session-start
out_has '/1000' 'a budget'
unset CORTEX_BUDGET

### before compaction, at stop

hook pre-compact pre-compact
status 0
out_empty
err_empty
set -- v/inbox/pending/evt-*.md
is "$#" 1 'one event'
cp "$1" "$T/out"
out_has 'type: pre_compact'
out_has "\"$S\"" 'its session'
out_has 'project: "shop"'
out_has '**user**: Why is the queue slow?'
out_has '**assistant**: It waits for the lock.'
for w in 'hidden thought' 'secret file' 'Caveat: meta'; do
	out_lacks "$w"
done
hook stop stop
status 0
set -- v/inbox/pending/evt-*.md
is "$#" 1 'nothing new was said: nothing is captured'
printf '%s\n' '{"type":"user","message":{"role":"user","content":"Use two."}}' \
	>>"$T/transcript.jsonl"
printf '%s' '{"type":"assistant","message":{"content":[{"type":"text","te' \
	>>"$T/transcript.jsonl"
hook stop stop
status 0
set -- v/inbox/pending/evt-*.md
is "$#" 2 'what was said since then is'
ok 'and only that' sh -c 'grep -l "Use two" v/inbox/pending/*.md |
	xargs grep -L slow | grep -q .'
printf '%s\n' 'xt":"Two it is."}]}}' >>"$T/transcript.jsonl"
hook stop stop
status 0
ok 'the line that was being written comes with the next' \
	grep -q 'Two it is' v/inbox/pending/evt-*.md
is "$(grep -l 'Use two' v/inbox/pending/*.md | wc -l | tr -d ' ')" 1 \
	'nothing twice'
run cx normalize
err_has 'QUALITY_GATE_FAILED' 'normalize judges the events'
ls v/inbox/pending >"$T/out"
out_empty 'and none is left'

### after a read

events()
{
	cat v/.cortex/access/*.ndjson 2>/dev/null |
		jq -r 'select(.source == "read").path'
}
dense()
{
	jq -r '.file + " " + .tool' v/p/_meta/access-log.jsonl
}
hook after-read read notes/a.md
status 0
out_empty
err_empty
is "$(events)" notes/a.md 'Read of a note'
hook after-read read p/experiments/EXP-12b.md
is "$(dense)" 'EXP-12b.md Read' 'Read of an experiment'
for f in ../shop/README.md .cortex/keep inbox/pending/x.md index/x.md \
	notes/a.txt; do
	hook after-read read "$f"
	status 0
done
is "$(events)" notes/a.md 'Read of what is not a note'
rm -r v/.cortex/access v/p/_meta/*
hook after-read grep-files
status 0
is "$(events | tr '\n' ' ')" 'notes/a.md notes/b.md ' 'Grep: each file once'
is "$(dense)" 'K-7.md Grep' 'Grep: a piece of knowledge'
rm -r v/.cortex/access v/p/_meta/*
hook after-read grep-content
is "$(events)|$(dense)" 'notes/a.md|PAT-3.md Grep' 'Grep: lines'
rm -r v/.cortex/access v/p/_meta/*
hook after-read grep-output
is "$(events)|$(dense)" 'notes/a.md|EXP-12b.md Grep' 'Grep: tool_output, text'
rm -r v/.cortex/access v/p/_meta/*
hook after-read grep-none
status 0
is "$(events)|$(dense)" '|_directory_search Grep' 'Grep: no hit'
hook after-read grep-files
ok 'cx-access counts both' sh -c 'cx-access fold -C . <v/p/_meta/access-log.jsonl \
	--in p - | grep -q K-7'

### what goes wrong stops nothing

for h in session-start pre-compact stop after-read; do
	echo 'no JSON' >in
	run sh -c "~/.claude/cortex/$h <in"
	status 1 "$h: no JSON"
	echo '{}' >in
	run sh -c "~/.claude/cortex/$h <in"
	[ "$rc" -le 1 ]
	result $? "$h: {} does not stop the agent"
done
unset CORTEX_VAULT
mkdir plain
W=$PWD/plain
for h in session-start pre-compact stop; do
	hook "$h" "$h"
	status 0 "$h: no vault, no word"
	out_empty
	err_empty
done
hook after-read read notes/a.md
status 0 'after-read: no vault'

### a shell is enough

CORTEX_VAULT=$V
export CORTEX_VAULT
cd shop || exit 99
cx rebuild
awk '/^```sh$/ { n++; f = 1; next } /^```/ { f = 0 }
	f { print >("step" n) }' "$D/shell.md"
set -- step*
is "$#" 5 'shell.md: five commands'
is "$(cx project | jq -r .name)" shop 'shell.md: the project'
for f in "$@"; do
	sed 's/\bP\b/shop/g; s/cache restart/queue/; s/--project shop"/&/' \
		"$f" >now
	if grep -q supersede now; then
		id=$(cx recall --project shop --json Redis |
			jq -r 'select(.name | test("Redis")).id')
		sed "s/20260415_[a-z0-9_]*/$id/" now >later
		mv later now
	fi
	run sh ./now
	status 0 "shell.md: $(head -n 1 "$f")"
done
cx recall --project shop --json Valkey >"$T/out"
out_has 'Valkey 8' 'shell.md: what was saved is found'
out_lacks '"name":"Sessions live in Redis' 'and not what it supersedes'
done_testing
