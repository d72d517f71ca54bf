#!/bin/sh
# ages.t: the TypeScript SDK of four ages starts the entries that cx agent writes,
# as clients do, in directories that are nobody's; see ages.mjs
# shellcheck disable=SC2031 # HOME is that of tap.sh
. "$(dirname "$0")/../tap.sh"
need jq git
. "$SRC/tests/mcp/clients.sh"
unset XDG_CONFIG_HOME CODEX_HOME CLAUDE_CONFIG_DIR

echo "PATH=/usr/bin:/bin:$BIN" >"$HOME/.profile"
cx init "$HOME/notes" >/dev/null
git init -q "$HOME/app"
cd "$HOME/notes" || exit 99
for c in claude-code codex cursor gemini-cli vscode windsurf zed opencode; do
	cx agent install "$c" >/dev/null || exit 99
done
cx-config --toml <"$HOME/.codex/config.toml" >"$T/codex.json" || exit 99
jq -n '[inputs | .. | objects | .cortex? // empty | {
	command: (if .command | type == "array" then .command[0] else .command end),
	args: (if .command | type == "array" then .command[1:] else .args end)}]' \
	"$HOME/.claude.json" "$T/codex.json" "$HOME/.cursor/mcp.json" \
	"$HOME/.gemini/settings.json" "$HOME/.config/Code/User/mcp.json" \
	"$HOME/.codeium/windsurf/mcp_config.json" \
	"$HOME/.config/zed/settings.json" \
	"$HOME/.config/opencode/opencode.json" >"$T/entries" || exit 99
# Packages are looked for beside the script.
cp "$SRC/tests/mcp/ages.mjs" "$SRC/tests/mcp/check.mjs" "$NPM" || exit 99
cd / || exit 99
node "$NPM/ages.mjs" "$T/entries" "$BIN" "$HOME/app"
