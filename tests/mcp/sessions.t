#!/bin/sh
# sessions.t: what README says of agents, as real agents do it: a vault, cx agent
# install, then whole sessions in a repository beside the vault.  Their model is
# model.mjs, so that nothing leaves this machine.
# shellcheck disable=SC2154,SC2031,SC2012,SC2317
. "$(dirname "$0")/../tap.sh"
need jq git timeout
CLIENTS=mcp/clients
. "$SRC/tests/mcp/clients.sh"
unset CLAUDE_CONFIG_DIR CODEX_HOME XDG_CONFIG_HOME ANTHROPIC_AUTH_TOKEN
M=$NPM/node_modules
native() # PATTERN: a program that npm has for this machine
{
	find "$M" -path "$1" -type f 2>/dev/null | head -n 1
}
claude=$(native '*/claude-code-*/claude')
opencode=$(native '*/opencode-linux-*/bin/opencode')
runs() # CHECKS NAME COMMAND...
{
	runs_n=$1
	runs_name=$2
	shift 2
	# Some want to be updated, or a newer processor.
	if [ -n "$1" ] && timeout 60 "$@" --version >/dev/null 2>&1 </dev/null
	then
		return
	fi
	skip "$runs_n" "$runs_name" 'it does not run here'
	return 1
}

# As a login shell and a desktop have it.
echo "PATH=/usr/bin:/bin:$BIN" >"$HOME/.profile"
cd "$HOME" || exit 99
cx init ~/notes >/dev/null
for c in claude-code codex gemini-cli opencode; do
	run cx -C ~/notes agent install "$c"
	status 0
done
git init -q ~/app
cd ~/app || exit 99
run cx agent status
status 0

turn() # TOOL ARGUMENTS
{
	jq -nc --arg t "$1" --argjson a "$2" \
		'[{tool: $t, arguments: $a}, {text: "Done."}]' >"$T/script"
}
# The agent, with a model that does what $T/script says; its words are in
# $T/requests, and what its tools said in $T/results.
session() # COMMAND...
{
	rm -f "$T/port" "$T/requests"
	node "$SRC/tests/mcp/model.mjs" "$T/script" "$T/requests" \
		>"$T/port" 2>"$T/results" &
	model=$!
	while [ ! -s "$T/port" ] && kill -0 "$model" 2>/dev/null; do
		sleep .05
	done
	port=$(cat "$T/port")
	run "$@"
	kill "$model"
	wait "$model" 2>/dev/null
}
with_claude() # PROMPT
{
	ANTHROPIC_BASE_URL=http://127.0.0.1:$port ANTHROPIC_API_KEY=none \
		CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1 DISABLE_AUTOUPDATER=1 \
		ENABLE_TOOL_SEARCH=false timeout 120 "$claude" -p "$1" \
		--allowedTools mcp__cortex </dev/null
}
with_codex() # PROMPT
{
	timeout 120 node "$M/@openai/codex/bin/codex.js" exec \
		--skip-git-repo-check -c model=none -c model_provider=mock \
		-c "model_providers.mock={name=\"mock\",base_url=\"http://127.0.0.1:$port/v1\",wire_api=\"responses\"}" \
		"$1" </dev/null
}

### Claude Code

if runs 11 'Claude Code' "$claude"; then
	turn save_memory '{"type": "decision", "content": "The build of Shop 7 takes 14 minutes, because make -j4 runs out of memory on the 8 GB runners: use -j2.", "reason": "Asked for every few weeks"}'
	session with_claude 'Remember that.'
	status 0 'Claude Code: a session'
	out_is Done.
	cp "$T/results" "$T/out"
	out_has '\"project\":\"app\"' 'a memory is saved'
	out_lacks '"is_error":true'
	is "$(ls ~/notes/inbox/pending | wc -l | tr -d ' ')" 1 \
		'what was said is kept at the end'
	turn recall '{"query": "how long does the build take"}'
	session with_claude 'What about the build of Shop 7 and make -j2?'
	status 0 'Claude Code: the next session'
	cp "$T/results" "$T/out"
	out_has 'takes 14 minutes' 'it is recalled'
	cp "$T/requests" "$T/out"
	out_has 'CORTEX:BEGIN' 'the session began with the memory'
	out_has '> The build of Shop 7 takes 14 minutes' 'the prompt brought it'
	run timeout 120 "$claude" mcp list
	out_has "cx-mcp --vault $HOME/notes" 'Claude Code: its list'
	is "$(find . -name .git -prune -o -type f -print)" '' \
		'nothing is made in the repository'
fi

### Codex

if runs 6 'Codex' node "$M/@openai/codex/bin/codex.js"; then
	turn save_memory '{"type": "decision", "content": "The staging server of Shop 7 restarts at 04:30 UTC, because the backup of the database ends at 04:15.", "reason": "Asked for every few weeks"}'
	session with_codex 'Remember that.'
	status 0 'Codex: a session'
	out_has Done.
	cp "$T/results" "$T/out"
	# It asks before a tool that does not say what it may destroy.
	out_has staging_server 'a memory is saved'
	echo 'The staging server restarts at 04:30 UTC.' >~/notes/staging.md
	turn recall '{"query": "when does staging restart"}'
	session with_codex 'When does staging restart?'
	status 0 'Codex: the next session'
	cp "$T/results" "$T/out"
	out_has 'restarts at 04:30' 'it is recalled'
	is "$(find . -name .git -prune -o -type f -print)" '' \
		'nothing is made in the repository'
fi

### those with a list of servers

gemini=$M/@google/gemini-cli/bundle/gemini.js
if runs 1 "Gemini CLI" node "$gemini"; then
	# As a person does at the first start.
	printf '{"%s": "TRUST_FOLDER"}\n' "$PWD" >~/.gemini/trustedFolders.json
	run timeout 120 node "$gemini" mcp list
	cat "$T/err" >>"$T/out"
	out_has "$HOME/notes (stdio) - Connected" 'Gemini CLI connects'
fi
if runs 1 opencode "$opencode"; then
	run timeout 120 "$opencode" mcp list
	cat "$T/err" >>"$T/out"
	ok 'opencode connects' grep -q 'cortex.*connected' "$T/out"
fi
done_testing
