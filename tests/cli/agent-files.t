#!/bin/sh
# agent-files.t: which vault cx agent writes, into files that are links or that
# others wrote, and that remove gives the same bytes again.
# shellcheck disable=SC1091,SC2010,SC2012,SC2016,SC2088,SC2154,SC2317
. "$(dirname "$0")/../tap.sh"
need jq git timeout
unset XDG_CONFIG_HOME CODEX_HOME CLAUDE_CONFIG_DIR
V=$T/notes
cx init "$V" >/dev/null
echo 'The fern wants water twice a week.' >"$V/fern.md"
: >"$HOME/.profile"
echo '{"type":"user","message":{"role":"user","content":"Water it."}}' >"$T/said"
echo 'claude-code .mcp.json
codex .codex/config.toml
cursor .cursor/mcp.json
gemini-cli .gemini/settings.json
vscode .vscode/mcp.json
zed .zed/settings.json
opencode opencode.json' >"$T/files"

# --- which vault ---

E=$HOME/.cursor/mcp.json
run cx agent install cursor
status 2 'no vault here: none is written'
err_has 'cx init ~/notes'
err_has 'agent install cursor'
not_ok 'and no file' test -e "$E"
run cx agent install cursor --print
status 2 '--print neither'
cd "$V" || exit 99
run cx agent install cursor
cd "$T/w" || exit 99
jq_of "$E" .mcpServers.cortex.args "[\"--vault\",\"$V\"]" 'the vault that it stood in'
out_has "cursor has the memory of $V now"
out_has 'restart cursor; cx agent status tests it'
# An entry of before says no vault.
jq '.mcpServers.cortex.args = []' "$E" >"$T/old" && cp "$T/old" "$E"
run cx agent status
status 1 'an entry without a vault'
out_has "wrong cursor      user    $E: $BIN/cx-mcp finds no vault from /; in the vault, run: cx agent install cursor"
run cx agent install cursor
status 2 'where no vault is, it stays'
same "$E" "$T/old" 'as it was'
run env CORTEX_VAULT="$V" cx agent status
status 1 'what our own shell has, no client has'
(cd "$V" && run cx agent status; echo "$rc" >"$T/rc")
is "$(cat "$T/rc")" 1 'nor does it start where we stand'
run cx -C "$V" agent install cursor
status 0 'it is mended'
run cx agent status
status 0
out_has "reads 1 note in $V"
jq '.mcpServers.cortex.args += ["--vault=x"]' "$E" >"$T/old" && cp "$T/old" "$E"
cx init "$T/other" >/dev/null
run cx -C "$T/other" agent install cursor
jq_of "$E" .mcpServers.cortex.args "[\"--vault\",\"$T/other\"]" 'another vault'
out_has "the memory of $T/other now, before that of $V"
jq '.mcpServers.cortex.command = "/gone/cx-mcp"' "$E" >"$T/old" && cp "$T/old" "$E"
run cx agent install cursor
status 0 'outside of a vault the program is mended'
jq_of "$E" .mcpServers.cortex.args "[\"--vault\",\"$T/other\"]" 'and the vault stays'
mv "$T/other" "$T/moved"
run cx agent status
status 1 'a vault that is gone'
out_has "$T/other"
out_has '; in the vault, run: cx agent install cursor'
run cx -C "$V" doctor
out_has "cannot open the vault '$T/other'"
out_has '                    cx agent install cursor'
mv "$T/moved" "$T/other"
run cx -C "$V" doctor
out_has "ok    agents    cursor (in $T/other)" 'doctor: an agent of another vault'
jq --arg v "$V" '.mcpServers.cortex.args = [] | .mcpServers.cortex.env = {CORTEX_VAULT: $v}' \
	"$E" >"$T/old" && cp "$T/old" "$E"
run cx agent status
status 0 'the vault of its environment'
run cx -C "$V" agent install cursor
same "$E" "$T/old" 'is a vault, too'
jq '.mcpServers.cortex.env = {CORTEX_VAULT: "${userHome}/../notes"}' "$T/old" >"$E"
run cx agent status
status 0 'a vault as a client names the home directory'
jq '.mcpServers.cortex.disabled = true' "$T/old" >"$E"
run cx agent status
out_has '?     cursor'
out_has 'switched off'
rm -r "$HOME/.cursor"
mkdir "$HOME/.cortex"
run cx agent install cursor
status 0 '~/.cortex'
jq_of "$E" .mcpServers.cortex.args "[\"--vault\",\"$HOME/.cortex\"]" '~/.cortex is a vault'
out_has "the memory of $HOME/.cortex now"
rm -r "$HOME/.cursor" "$HOME/.cortex"
run cx -C "$T/nowhere" agent install cursor
ok 'a vault that is not there' test "$rc" -ge 2
not_ok 'is not written' test -e "$E"
odd=$T/'my $(notes) "x" \ ü'
cx init "$odd" >/dev/null
for c in cursor codex opencode claude-code; do
	run cx -C "$odd" agent install "$c"
	status 0 "$c: an odd name"
done
run cx agent status
status 0 'an odd name'
is "$(grep -cF "reads 0 notes in $odd" "$T/out")" 4 'four of them'
h=$(jq -r '.hooks.SessionEnd[0].hooks[0].command' "$HOME/.claude/settings.json")
echo "{\"session_id\":\"s\",\"cwd\":\"/\",\"transcript_path\":\"$T/said\"}" |
	(cd / && env -i HOME="$HOME" PATH="/usr/bin:/bin" sh -c "$h") >"$T/out" 2>"$T/err"
ok 'an odd name: the hooks' test -d "$odd/inbox/pending"
for c in cursor codex opencode claude-code; do
	cx agent remove "$c"
done >/dev/null
cx init "$T/$(printf 'a\001')" >/dev/null
run cx -C "$T/$(printf 'a\001')" agent install cursor
status 2 'a name with a control character'

# In the file of a repository that has the vault, no path of this machine.
rm -rf repo && mkdir -p repo/sub && git init -q repo
cx init repo/docs/memory >/dev/null
cx init "$T/w/whole" >/dev/null
git init -q whole
while read -r c project; do
	(cd repo/sub && cx -C ../docs/memory agent install "$c" --project >/dev/null 2>&1)
	ok "$c: a vault in the repository" grep -q '"\(\${workspaceFolder}/\)*docs/memory"' "repo/$project"
	not_ok "$c: no path of this machine" grep -q "\"$T/w" "repo/$project"
	(cd whole && cx agent install "$c" --project >"$T/out" 2>&1)
	not_ok "$c: a vault that is the repository" grep -q "$T/w" "whole/$project"
	out_lacks 'of this machine'
done <"$T/files"
for d in repo whole; do
	(cd "$d" && cx agent status) >"$T/out"
	is "$?" 0 "$d: status"
	is "$(grep -c '^ok .* project ' "$T/out")" 7 "$d: all of them"
done
out_has "reads 0 notes in $T/w/whole"
rm -rf whole
jq -r '.hooks[][].hooks[].command' repo/.claude/settings.json >"$T/commands"
ok 'a hook of a repository' grep -q '^CORTEX_VAULT="${CLAUDE_PROJECT_DIR:-.}"/docs/memory ' "$T/commands"
rm -rf repo && mkdir -p repo/sub && git init -q repo
cd repo/sub || exit 99
run cx -C "$V" agent install codex --project
cd ../.. || exit 99
status 0 'a vault elsewhere'
out_has 'names a directory of this machine'
out_has 'a directory that it trusts'
run cx -C "$V" agent install codex
out_lacks 'trusts' 'not of a file of the user'
cx agent remove codex >/dev/null

# --- links ---

# Dotfiles: what a link of the user leads to is changed, the link stays.
mkdir -p "$HOME/dot/deep" "$HOME/.cursor"
printf '{"mcpServers":{}}' >"$HOME/dot/deep/m.json"
cp "$HOME/dot/deep/m.json" "$T/mine"
ln -s deep/m.json "$HOME/dot/m2.json"
for to in "$HOME/dot/deep/m.json" ../dot/m2.json; do
	ln -s "$to" "$E"
	run cx -C "$V" agent install cursor
	status 0 "a link to $to"
	is "$(head -n 1 "$T/out")" "$E" 'by its own name'
	is "$(readlink "$E") $(readlink "$HOME/dot/m2.json")" "$to deep/m.json" 'it stays a link'
	file_has "$HOME/dot/deep/m.json" "$V" 'what it leads to has the entry'
	is "$(find "$HOME/dot" -name '*backup')" '' 'the backup is beside the link'
	run cx agent status
	out_has "$E: $BIN/cx-mcp reads 1 note"
	run cx agent remove cursor
	status 0
	same "$HOME/dot/deep/m.json" "$T/mine" 'the same bytes'
	ok 'and a link' test -h "$E"
	rm "$E"
done
ln -s ../dot/new.json "$E"
run cx -C "$V" agent install cursor
status 0 'a link to a file that is not there'
ok 'is made' test -f "$HOME/dot/new.json"
run cx agent remove cursor
ok 'and removed, but for the link' test -h "$E" -a ! -e "$HOME/dot/new.json"
for to in ../gone/m.json mcp.json; do
	ln -sf "$to" "$E"
	run cx -C "$V" agent install cursor
	status 4 "a link to $to"
	out_has '"--vault"'
	err_lines 1
	err_lacks vault: 'no word of a vault'
	is "$(readlink "$E")" "$to" 'it stays'
	run cx agent status
	status 1 "status of a link to $to"
done
# A store that only is read, as of home-manager; and a file of two names.
mkdir "$HOME/store"
cp "$T/mine" "$HOME/store/m.json"
chmod 555 "$HOME/store"
ln -sf ../store/m.json "$E"
if command -v setpriv >/dev/null || [ "$(id -u)" -ne 0 ]; then
	run as_user cx -C "$V" agent install cursor
	status 4 'a link into what is not written'
	err_lines 1
	err_has "$E: cannot be written: "
	out_has '"--vault"'
	is "$(ls -A "$HOME/.cursor" "$HOME/store" | grep -c backup)" 0 'no copy is left'
else
	skip 5 'a link into what is not written' 'no setpriv here'
fi
chmod 755 "$HOME/store"
ln "$HOME/store/m.json" "$HOME/store/n.json"
run cx -C "$V" agent install cursor
status 4 'a file with two names'
err_has 'cannot be written: '
out_has '"--vault"'
same "$HOME/store/n.json" "$T/mine" 'stays'
rm -r "$HOME/.cursor" "$HOME/store"
ln -s dot/deep "$HOME/.cursor"
run cx -C "$V" agent install cursor
status 0 'a directory that is a link'
ok 'is used' test -f "$HOME/dot/deep/mcp.json"
cx agent remove cursor >/dev/null
rm "$HOME/.cursor"
ln -s nowhere "$HOME/.cursor"
run cx -C "$V" agent install cursor
status 4 'a directory that is a link to nowhere'
err_has "$HOME/.cursor is a link that leads nowhere"
rm "$HOME/.cursor"
mkdir repo/.cursor
ln -s "$HOME/dot/deep/m.json" repo/.cursor/mcp.json
(cd repo && run cx -C "$V" agent install cursor --project; echo "$rc" >"$T/rc")
is "$(cat "$T/rc")" 4 'a link of a repository'
out_has '"--vault"' 'what to add'
err_lacks 'inside a vault'
is "$(grep -c 'cx agent: cx' "$T/err")" 0 'the name is said once'
same "$HOME/dot/deep/m.json" "$T/mine" 'is not followed'
# In the home directory both are one file.
mkdir "$HOME/.cursor"
ln -s "$HOME/dot/deep/m.json" "$E"
cx -C "$V" agent install cursor >/dev/null 2>&1
(cd "$HOME" && cx agent status) >"$T/out"
is "$(grep -c cursor "$T/out")" 1 'at home: once'
cx agent remove cursor >/dev/null
rm -r "$HOME/.cursor" "$HOME/dot"

# --- what others wrote ---

C=$HOME/.codex/config.toml
mkdir -p "$HOME/.codex"
for more in 'args = ["--vault", "V"] # mine' '[mcp_servers.cortex.env]
CORTEX_VAULT = "V"' 'env = { "CORTEX_VAULT" = "V" }
startup_timeout_sec = 20' 'args = [
  "--vault",
  "V",
]' "args = ['--vault', 'V']
cwd = \"/\""; do
	printf 'model = "x"\n\n[mcp_servers.cortex]\ncommand = "cx-mcp"\n%s\n' \
		"$more" | sed "s|\"V\"|\"$V\"|; s|'V'|'$V'|" >"$C"
	printf '\n# about other\n[mcp_servers.other]\ncommand = "other"\n' >>"$C"
	sed 's|"cx-mcp"|"'"$BIN"'/cx-mcp"|' "$C" >"$T/x" && cp "$T/x" "$C"
	cp "$C" "$T/mine"
	run cx agent status
	status 0 "by hand: $more"
	out_has "ok    codex       user    $C: $BIN/cx-mcp reads 1 note in $V"
	run cx -C "$V" agent install codex
	status 0 "by hand: $more: install"
	err_has 'nothing to change'
	same "$C" "$T/mine" "by hand: $more: stays"
	run cx agent remove codex
	status 0 "by hand: $more: remove"
	printf 'model = "x"\n\n# about other\n[mcp_servers.other]\ncommand = "other"\n' >"$T/want"
	same "$C" "$T/want" "by hand: $more: goes as a whole"
done
printf '[mcp_servers.cortex]\ncommand = "/gone/cx-mcp"\nargs = [\n  "-x",\n]\nenabled = true\n' >"$C"
run cx -C "$V" agent install codex
status 0 'a table of before'
printf '[mcp_servers.cortex]\ncommand = "%s"\nargs = ["--vault", "%s", "-x"]\nenabled = true\n' \
	"$BIN/cx-mcp" "$V" >"$T/want"
same "$C" "$T/want" 'is mended, and what else is in it stays'
for text in 'mcp_servers = { cortex = { command = "cx-mcp" } }' \
	'[mcp_servers]
cortex = { command = "cx-mcp" }' 'mcp_servers.cortex.command = "cx-mcp"' \
	'[mcp_servers.cortex]
command = "/gone/cx-mcp" # mine'; do
	printf '%s\n' "$text" >"$C"
	cp "$C" "$T/mine"
	run cx -C "$V" agent install codex
	status 1 "codex: $text"
	err_has 'a form that is not edited'
	out_has 'in the place of what is there'
	out_has "args = [\"--vault\", \"$V\"]"
	same "$C" "$T/mine" "codex: $text: stays"
	run cx agent status
	status 1 "codex: $text: status"
	out_has 'wrong codex' "codex: $text: status knows it"
	case $text in
	*mine) continue ;;
	esac
	run cx agent remove codex
	status 1 "codex: $text: remove"
	err_has 'take the entry of cx-mcp out by hand'
	same "$C" "$T/mine" "codex: $text: remove leaves it"
done
printf 'a = 1\nb = [\n' >"$C"
run cx -C "$V" agent install codex
status 1 'codex: not TOML'
err_has 'is not TOML: line'
rm -r "$HOME/.codex"

# Comments around an entry that is right.
Z=$HOME/.config/zed/settings.json
mkdir -p "$HOME/.config/zed"
printf '// Zed, "mine"\n{\n  /* a "b */ "theme": "x // y", // {\n  "list": [1, 2, ],\n  "context_servers": {\n    // here\n    "cortex": {\n      "command": "%s",\n      "args": ["--vault", "%s"],\n    },\n  },\n}\n' \
	"$BIN/cx-mcp" "$V" >"$Z"
cp "$Z" "$T/mine"
run cx agent status
status 0 'an entry between comments'
out_has "ok    zed         user    $Z: $BIN/cx-mcp reads 1 note in $V"
run cx -C "$V" agent install zed
status 0 'an entry between comments is there'
out_empty
err_has 'nothing to change'
run cx -C "$T/other" agent install zed
status 1 'another vault'
out_has 'in the place of what is there'
run cx agent remove zed
status 1 'between comments: remove'
err_has 'take the entry of cx-mcp out by hand'
same "$Z" "$T/mine" 'it stays as it is'
rm "$Z"

# Half a set-up is said.
echo '{ // mine
}' >"$HOME/.claude.json"
run cx -C "$V" agent install claude-code
status 1 'the file of the tools is not edited'
err_has 'only the hooks are set up; the tools are not'
run cx agent status
status 1 'hooks without tools'
out_has "wrong claude-code user    $HOME/.claude/settings.json: has the hooks, but no file has the tools"
cx agent remove claude-code >/dev/null 2>&1
rm "$HOME/.claude.json"
echo '{ // mine
}' >"$HOME/.claude/settings.json"
run cx -C "$V" agent install claude-code
status 1 'the file of the hooks is not edited'
err_has 'only the tools are set up; the hooks are not'
rm -r "$HOME/.claude" "$HOME/.claude.json"
cx -C "$V" agent install claude-code >/dev/null 2>&1
sed 's/CORTEX_VAULT=[^ ]* //' "$HOME/.claude/settings.json" >"$T/x" && cp "$T/x" "$HOME/.claude/settings.json"
run cx agent status
status 1 'hooks of before'
out_has 'the hooks name no vault'
run cx -C "$V" agent install claude-code
run cx agent status
status 0 'are mended'
cx agent remove claude-code >/dev/null

# --- the same bytes again ---

json() # TEXT: cursor
{
	printf '%b' "$1" >"$HOME/.cursor/mcp.json"
	again cursor "$HOME/.cursor/mcp.json" "$1"
}
table() # TEXT: codex
{
	printf '%b' "$1" >"$HOME/.codex/config.toml"
	again codex "$HOME/.codex/config.toml" "$1"
}
again() # CLIENT FILE TEXT
{
	cp "$2" "$T/mine"
	(cx -C "$V" agent install "$1"; cp "$2" "$T/once"
	cx -C "$V" agent install "$1") >"$T/out" 2>&1
	rc=$?
	if [ $rc -eq 0 ]; then
		not_ok "$3: is changed" cmp -s "$T/once" "$T/mine"
		(cx agent status) | grep -q "^ok  *$1"
		is $? 0 "$3: works"
	else
		out_has '"--vault"' "$3: is left, with what to add"
	fi
	same "$2" "$T/once" "$3: twice"
	cx agent remove "$1" >"$T/out" 2>&1
	same "$2" "$T/mine" "$3: the same bytes"
	is "$(ls -A "$(dirname "$2")")" "${2##*/}" "$3: nothing else is left"
}
mkdir -p "$HOME/.cursor" "$HOME/.codex"
json '{}'
json '{}\n'
json '{"mcpServers":{"a":{"command":"b"}},"z":[1,2]}'
json '{\n  "mcpServers": {\n    "a": {"command": "b"}\n  }\n}\n'
json '{\n\t"mcpServers": {},\n\t"é": "\\\\u00e9"\n}\n'
json '{\n    "a": 1,\n    "b": [1.50, 1e3]\n}'
json '{\n  // mine\n  "a": 1\n}\n'
json '{"a": [1, 2,],}\n'
json '\357\273\277{"a": 1}\n'
json '{\r\n  "a": 1\r\n}\r\n'
json ''
json 'null'
json '[]\n'
json '{"mcpServers": {"cortex": {"command": "other"}}}\n'
json '{"mcpServers": null}'
json '{"a": 1, "a": 2}'
json '{"n": 12345678901234567890}'
json '{"cost": 0.30000000000000004, "n": 1.7976931348623157e308}'
json '{"a": "\\\\ud83d"}'
json '{"a": {"b": {"c": []}}}\n\n'
table ''
table 'model = "x"\n'
table 'model = "x"'
table 'a = [\n  "[mcp_servers.cortex]",\n]\n'
table '# mine\n\n[mcp_servers.other] # other\ncommand = "o"\n[tui]\nx = 1979-05-27\ny = inf\n'
table 'mcp_servers = {}\n'
table 'mcp_servers.other.command = "o"\n'
table '[mcp_servers]\nother = { command = "o" }\n'
table 'model = "x"\r\n[tui]\r\nx = 1\r\n'
table 't = """\n[mcp_servers.cortex]\n"""\n\n'
table '[[list]]\na = 1\n[[list]]\na = 2\n'
table '[mcp_servers.cortex]\ncommand = "other"\n'
table "a = '''\\n[x\\n'''\\n"
rm -r "$HOME/.cursor" "$HOME/.codex"
# A copy that stays is named.
mkdir -p "$HOME/.cursor"
echo '{"key": "k"}' >"$E"
cx -C "$V" agent install cursor >/dev/null 2>&1
jq '.new = 1' "$E" >"$T/x" && cp "$T/x" "$E"
run cx agent remove cursor
status 0
err_has "$E.cortex-backup is the file as it was"
run cx agent remove cursor
err_has "$E.cortex-backup" 'and said again'
rm -r "$HOME/.cursor"
done_testing
