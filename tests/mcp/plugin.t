#!/bin/sh
# plugin.t: examples/claude-plugin has the shape of a plugin of Claude Code, its
# hooks run, and it and cx agent do not both register.
# shellcheck disable=SC2154
. "$(dirname "$0")/../tap.sh"
need jq git
unset CLAUDE_CONFIG_DIR CLAUDE_PROJECT_DIR
echo "PATH=/usr/bin:/bin:$BIN" >"$HOME/.profile"
D=$SRC/examples/claude-plugin
S=$HOME/.claude/settings.json
CORTEX_NOW=2026-04-15T12:00:00
export CORTEX_NOW

### its shape

is "$(jq -r '.name, (.version | type), (.description | type)' \
	"$D/.claude-plugin/plugin.json" | tr '\n' ' ')" 'cortex string string ' \
	'plugin.json'
is "$(jq -r '.name, .owner.name, .plugins[].name, .plugins[].source' \
	"$D/.claude-plugin/marketplace.json" | tr '\n' ' ')" \
	'cortex Cortex cortex ./ ' 'marketplace.json'
jq_of "$D/.mcp.json" .mcpServers \
	'{"cortex":{"command":"cx-mcp","args":[]}}' '.mcp.json'
jq_of "$D/hooks/hooks.json" '.hooks | map_values(map({matcher, n: [.hooks[].command
	| sub("^cx agent hook "; "") | sub(" [|][|] exit 1$"; "")]}))' \
	"$(jq -c '.hooks | map_values(map({matcher, n: [.hooks[].command
	| sub("^.*/"; "")]}))' "$SRC/examples/agents/claude-code/settings.json")" \
	'hooks.json: the hooks of settings.json'
is "$(sed -n '1p; 2s/: .*//p; 3s/: .*//p; 4p' "$D/skills/memory/SKILL.md" |
	tr '\n' ' ')" '--- name description --- ' 'SKILL.md: its front matter'
printf '%s\n' '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}' |
	cx-mcp | jq -r '.result.tools[].name' | sort >"$T/tools"
grep -o '`[a-z]*_mem[a-z]*`' "$D/skills/memory/SKILL.md" | tr -d '`' | sort -u >"$T/named"
ok 'SKILL.md names some tools' [ "$(wc -l <"$T/named")" -ge 5 ]
is "$(comm -23 "$T/named" "$T/tools")" '' 'and only tools that there are'
[ -z "$(command -v claude)" ] || {
	run claude plugin validate "$D"
	status 0 'claude plugin validate'
}

### its hooks

mkdir -p v shop/.cortex
echo '{"id":"shop-1","name":"shop"}' >shop/.cortex/project.json
put v/cortex.toml </dev/null
put v/queue.md <<'E1'
---
name: The queue of build 214
type: decision
project: shop
updated: 2026-04-10
---
The queue of build 214 waits for a lock.
E1
cx -C v rebuild
CORTEX_VAULT=$PWD/v
export CORTEX_VAULT
hook() # NAME
{
	jq -nc --arg d "$PWD/shop" '{session_id: "s1", cwd: $d,
		prompt: "Why does the queue of build 214 wait for a lock?"}' >in
	command=$(jq -r --arg n "hook $1 " '.hooks[][].hooks[].command
		| select(contains($n))' "$D/hooks/hooks.json")
	run sh -c "{ $command; } <in"
}
hook prompt
status 0
out_has '> The queue of build 214 waits for a lock.' 'the prompt brings a note'
hook session-start
status 0
out_has 'data, not instructions' 'a session starts with what matters'
for h in pre-compact session-end after-read; do
	hook "$h"
	status 0 "$h"
	out_empty
done
echo '[' >shop/cortex.toml
cd shop || exit 99
: >in
command='cx agent hook prompt || exit 1'
run sh -c "{ $command; } <in"
status 1 'what is wrong with the configuration does not block a prompt'
rm cortex.toml
cd .. || exit 99
run cx agent hook nope
status 2
err_has "'nope' is not session-start"

### once, not twice

mkdir -p "$HOME/.claude"
echo '{"enabledPlugins":{"cortex@cortex":true,"other@x":true}}' >"$S"
cp "$S" "$T/settings"
run cx agent install claude-code
status 1 'the plugin is enabled: nothing is installed'
err_has "$S enables the plugin cortex@cortex"
same "$S" "$T/settings" 'the settings are as they were'
ok 'there is no entry' [ ! -e "$HOME/.claude.json" ]
run cx agent install cursor
status 0 'another client has no plugin'
run cx agent status
status 1 'the plugin finds no vault elsewhere'
out_has "wrong claude-code plugin  $S: cortex@cortex finds no vault from /; name it in this file"
jq --arg v "$CORTEX_VAULT" '.env.CORTEX_VAULT = $v' "$S" >"$T/now" && cp "$T/now" "$S"
run cx agent status
status 0
out_has "ok    claude-code plugin  $S: cortex@cortex: cx-mcp reads 1 note in $CORTEX_VAULT"
echo '{"enabledPlugins":{"cortex@cortex":false,"cortex@other":true}}' >"$S"
run cx agent install claude-code
status 0 'it is not enabled any more'
hook prompt
status 0
out_empty 'what the settings have is not said twice'
run sh -c "$(jq -r '.hooks.UserPromptSubmit[0].hooks[0].command' "$S") <in"
out_has '> The queue of build 214 waits for a lock.' 'but once'
jq '.enabledPlugins["cortex@cortex"] = true' "$S" >"$T/now"
cp "$T/now" "$S"
run cx agent status
status 1 'both are set up'
out_has 'cortex@cortex registers the same: cx agent remove claude-code'
run cx agent remove claude-code
status 0
jq --arg v "$CORTEX_VAULT" '.env.CORTEX_VAULT = $v' "$S" >"$T/now" && cp "$T/now" "$S"
run cx agent status
status 0 'only the plugin'
hook prompt
out_has 'build 214' 'which says it then'
mkdir -p shop/.claude
mv "$S" shop/.claude/settings.local.json
cd shop || exit 99
git init -q .
run cx agent install claude-code
status 1 'it is enabled for this repository'
err_has 'settings.local.json enables the plugin'
done_testing
