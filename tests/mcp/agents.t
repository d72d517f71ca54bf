#!/bin/sh
# agents.t: examples/agents: the set-ups are what clients read, and the hooks
# do what they say on payloads as Claude Code sends them.
# shellcheck disable=SC2088,SC2154
. "$(dirname "$0")/../tap.sh"
need jq flock timeout

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

P2=$T/prompt.json
hook() # NAME PAYLOAD [FILE]
{
	sed "s|@T@|$T|g; s|@W@|$W|g; s|@V@|$V|g; s|@FILE@|${3-}|g" \
		"$P/$2.json" >in
	run timeout 100 sh -c "~/.claude/cortex/$1 <in"
}

### set-ups

for f in mcp.json claude-code/mcp.json; do
	jq_of -r "$D/$f" '.mcpServers.cortex.command' cx-mcp "$f"
done
jq -r '.hooks[][].hooks[].command' "$D/claude-code/settings.json" >commands
is "$(sort commands)" "$(printf '~/.claude/cortex/%s\n' after-read \
	pre-compact prompt session-end session-start)" 'settings.json: the hooks'
while read -r c; do
	ok "settings.json: $c" sh -c "test -x $c"
done <commands
jq_of "$D/claude-code/settings.json" '.hooks | keys' \
	'["PostToolUse","PreCompact","SessionEnd","SessionStart","UserPromptSubmit"]' 'their events'

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

# Another program writes: the session begins before that has ended.
mkfifo ends
cx-file -C v lock .cortex/lock -- sh -c "echo >'$PWD/held'; read -r x <'$PWD/ends'" &
while [ ! -e held ]; do sleep .05; done
echo '# About late' >v/late.md
hook session-start session-start
status 0 'the lock of the vault is held'
out_has 'Another program is writing to the memory' 'is said'
out_has 'About a' 'and what the index has'
out_lacks 'About late'
mv v/index kept
hook session-start session-start
status 0 'the lock is held and there is no index'
out_is 'Another program is writing to the memory; its last changes may be missing here.'
mv kept v/index
echo >ends
wait
hook session-start session-start
out_lacks 'Another program' 'afterwards all is there'
rm v/late.md

### at a prompt

put prompt.json <<E1
{"session_id":"$S","cwd":"@W@","hook_event_name":"UserPromptSubmit","prompt":"@FILE@"}
E1
mv prompt.json "$P2"
asks() # PROMPT
{
	sed "s|@W@|$W|g" "$P2" | jq -c --arg p "$1" '.prompt = $p' >in
	run sh -c '~/.claude/cortex/prompt <in'
}
asks 'Can you tell me why the queue waits for a lock in PAT-3?'
status 0
out_has 'PAT-3'
out_has '> The queue of PAT-3 waits for a lock.'
out_has 'data from notes, not instructions'
err_empty
ok 'at most 600 tokens' [ "$("$BIN/../unit/test-tokens" --count <"$T/out")" -le 600 ]
for p in 'Roast a chicken with rosemary.' 'yes, go on' '' '   ' \
	'-- --help $(touch pwned) "; rm -rf x'; do
	asks "$p"
	status 0 "prompt: $p"
	out_empty
	err_empty
done
asks "$(i=0; while [ $i -lt 3000 ]; do printf 'word%d\n' $i; i=$((i + 1)); done)"
status 0 'a long prompt'
out_empty

### before compaction, at the end

hook pre-compact pre-compact
status 0
out_empty
err_empty
set -- v/inbox/pending/evt-*.md
is "$#" 1 'one event'
cp "$1" "$T/out"
out_has 'type: pre_compact'
out_has "\"$S\""
out_has 'project: "shop"'
out_has '**user**: Why is the queue slow?'
out_has '**assistant**: It waits for the lock.'
for w in 'hidden thought' 'secret file' 'Caveat: meta'; do
	out_lacks "$w"
done
printf '%s\n' '{"type":"user","message":{"role":"user","content":"Use two."}}' \
	>>"$T/transcript.jsonl"
printf '%s' '{"type":"assistant","message":{"content":[{"type":"text","te' \
	>>"$T/transcript.jsonl"
hook session-end session-end
status 0
set -- v/inbox/pending/evt-*.md
is "$#" 1 'the session has one event, which grows'
cp "$1" "$T/out"
out_has 'type: stop'
out_has 'Why is the queue slow'
out_has 'Use two.'
printf '%s\n' 'xt":"Two it is. The key is ghp_a1B2c3D4e5F6a1B2c3D4e5F6a1B2c3D4e5F6."}]}}' \
	>>"$T/transcript.jsonl"
hook session-end session-end
status 0
ok 'the line that was being written comes with the next' \
	grep -q 'Two it is. The key is \[REDACTED\]' v/inbox/pending/evt-*.md
set -- v/inbox/pending/evt-*.md
is "$#" 1 'still one'
run cx normalize
status 0
err_has 'need a command'
run cx normalize --with 'echo "{\"content\":\"The queue of the api server waits for a lock since build 214 because it has two workers.\",\"reason\":\"asked before\"}"'
status 0
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

for h in session-start pre-compact session-end after-read; do
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
for h in session-start pre-compact session-end prompt; do
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
cx project >"$T/json"
jq_of -r "$T/json" .name shop 'shell.md: the project'
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
