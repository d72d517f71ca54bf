#!/bin/sh
# agent.t: cx agent writes the entry of cx-mcp, with its vault, into the files of
# eight clients, touches nothing else there, takes it out again and proves from
# elsewhere that it works.
# shellcheck disable=SC1091,SC2012,SC2016,SC2154,SC2317
. "$(dirname "$0")/../tap.sh"
need jq git timeout
unset XDG_CONFIG_HOME CODEX_HOME CLAUDE_CONFIG_DIR
echo "PATH=/usr/bin:/bin:$BIN" >"$HOME/.profile"
V=$T/notes
cx init "$V" >/dev/null
echo 'The fern wants water twice a week.' >"$V/fern.md"

files='claude-code .claude.json mcpServers .mcp.json
codex .codex/config.toml - .codex/config.toml
cursor .cursor/mcp.json mcpServers .cursor/mcp.json
gemini-cli .gemini/settings.json mcpServers .gemini/settings.json
vscode .config/Code/User/mcp.json servers .vscode/mcp.json
windsurf .codeium/windsurf/mcp_config.json mcpServers -
zed .config/zed/settings.json context_servers .zed/settings.json
opencode .config/opencode/opencode.json mcp opencode.json'
# is_in KEY FILE: the entry is there, and starts cx-mcp
is_in()
{
	case $1 in
	-) grep -qx 'command = "cx-mcp"' "$2" && grep -qx '\[mcp_servers\.cortex\]' "$2" &&
		grep -qxF "args = [\"--vault\", \"$V\"]" "$2" ;;
	mcp) jq -e --arg v "$V" '.mcp.cortex == {type: "local",
		command: ["cx-mcp", "--vault", $v], enabled: true}' "$2" ;;
	*) jq -e --arg k "$1" --arg v "$V" '.[$k].cortex
		| [.command, .args] == ["cx-mcp", ["--vault", $v]]' "$2" ;;
	esac
}
tree() { (cd "$1" && find . -type f ! -path '*/.git/*' -exec cksum {} + | sort); }

mkdir repo && git init -q repo && mkdir repo/sub
printf '%s\n' "$files" >"$T/files"
# All of them, in an empty home and in a repository.
tree "$HOME" >"$T/before"
while read -r c file key project; do
	run cx -C "$V" agent install --print "$c"
	status 0
	out_has "$HOME/$file"
	out_has cx-mcp
	not_ok "$c: --print writes nothing" test -e "$HOME/$file"
	run cx -C "$V" agent install "$c"
	status 0 "$c: install"
	out_has "$HOME/$file"
	ok "$c: the entry" is_in "$key" "$HOME/$file"
	is "$(find "$HOME" -name .cortex)" '' "$c: no lock is left there"
	(cd repo/sub && run cx -C "$V" agent install "$c" --project; echo "$rc" >"$T/rc")
	case $project in
	-) is "$(cat "$T/rc")" 1 "$c: has no file for a project" ;;
	*)
		is "$(cat "$T/rc")" 0 "$c: --project"
		ok "$c: its file is at the top" is_in "$key" "repo/$project"
		;;
	esac
done <"$T/files"
(cd repo && cx agent status) >"$T/out"
is "$?" 0 'status of all'
while read -r c file key project; do
	out_has "$HOME/$file: cx-mcp reads 1 note in $V" "$c: the round trip"
	[ "$project" = - ] || ok "$c: status of a project" \
		grep -q "^ok  *$c  *project .* cx-mcp reads 1 note in $V$" "$T/out"
done <"$T/files"
is "$(grep -c '^ok ' "$T/out")" 15 'each of them once'
# Starting jq takes longer than all else: once for the files, once for the
# answer of the program that all of them start, here and there.
put counted/jq <<END
#!/bin/sh
echo started >>"$T/starts"
exec $(command -v jq) "\$@"
END
chmod +x counted/jq
counted=$PWD/counted
(cd repo && exec env "PATH=$counted:$PATH" cx agent status) >"$T/out"
is "$(grep -c '^ok ' "$T/out") $(wc -l <"$T/starts" | tr -d ' ')" '15 3' \
	'three jq for fifteen files'
while read -r c file key project; do
	run cx agent remove "$c"
	status 0 "$c: remove"
	[ "$project" = - ] || (cd repo && cx agent remove "$c" --project) >/dev/null
done <"$T/files"
tree "$HOME" >"$T/after"
same "$T/after" "$T/before" 'remove leaves nothing'
is "$(tree repo)" '' '--project: remove leaves nothing'

# All JSON goes the same way; that of opencode has another form.
grep -e '^codex ' -e '^cursor ' -e '^opencode ' "$T/files" >"$T/some"
while read -r c file key project; do
	run cx agent remove "$c"
	status 0 "$c: remove twice"
	cx -C "$V" agent install "$c" >/dev/null
	tree "$HOME" >"$T/once"
	run cx -C "$V" agent install "$c"
	status 0 "$c: twice"
	err_has 'nothing to change'
	out_empty
	tree "$HOME" >"$T/twice"
	same "$T/twice" "$T/once" "$c: twice changes nothing"
	run cx agent status
	status 0
	is "$(grep -c '^ok ' "$T/out")" 1 "$c: only this one"
	cx agent remove "$c" >/dev/null

	# A file with other keys; numbers and text are odd on purpose.
	mkdir -p "$HOME/$(dirname "$file")"
	case $key in
	-) printf 'model = "x" # mine\n[mcp_servers.other]\ncommand = "other"\n[tui]\ntext = """\n[mcp_servers.cortex]\n"""' ;;
	*) printf '{\n\t"a": [1.0, "\\u00e9\\/"],\n\t"%s": {\n\t\t"other": {"command": "x"}\n\t},\n\t"z": 1e-7\n}' "$key" ;;
	esac >"$HOME/$file"
	chmod 600 "$HOME/$file"
	cp "$HOME/$file" "$T/mine"
	run cx -C "$V" agent install "$c"
	status 0 "$c: install beside others"
	is "$(stat -c %a "$HOME/$file" "$HOME/$file.cortex-backup" | tr '\n' ' ')" \
		'600 600 ' "$c: file and backup are read by nobody else"
	same "$HOME/$file.cortex-backup" "$T/mine" "$c: the backup"
	ok "$c: the entry beside others" is_in "$key" "$HOME/$file"
	case $key in
	-)
		head -n 7 "$HOME/$file" >"$T/got"
		{ cat "$T/mine" && echo; } >"$T/want"
		same "$T/got" "$T/want" "$c: the rest of it stays"
		;;
	*)
		jq --arg k "$key" 'del(.[$k].cortex)' "$HOME/$file" >"$T/got"
		jq . "$T/mine" >"$T/want"
		same "$T/got" "$T/want" "$c: the rest of it stays"
		ok "$c: the indentation stays" grep -q '^	"a"' "$HOME/$file"
		;;
	esac
	cp "$HOME/$file" "$T/installed"
	run cx -C "$V" agent install "$c"
	same "$HOME/$file" "$T/installed" "$c: twice beside others"
	run cx agent remove "$c"
	status 0
	same "$HOME/$file" "$T/mine" "$c: remove gives the same bytes"
	not_ok "$c: the backup is gone with it" test -e "$HOME/$file.cortex-backup"
	# Changed since: only our entry goes.
	run cx -C "$V" agent install "$c"
	case $key in
	-) printf '[new]\nx = 1\n' >>"$HOME/$file" ;;
	*) jq '.new = 1' "$HOME/$file" >"$T/x" && cat "$T/x" >"$HOME/$file" ;;
	esac
	run cx agent remove "$c"
	status 0
	case $key in
	-) { cat "$T/mine" && printf '\n[new]\nx = 1\n'; } >"$T/want" ;;
	*) jq '.new = 1' "$T/mine" >"$T/want" ;;
	esac
	same "$HOME/$file" "$T/want" "$c: what came later stays"
	rm -f "$HOME/$file.cortex-backup"

	# What cannot be edited without loss.
	[ "$c" != opencode ] || continue
	case $key in
	-)
		for text in '[mcp_servers."cortex"]
command = "other"' '[mcp_servers]
cortex = { command = "other" }' 'mcp_servers.cortex.command = "other"' \
			'[mcp_servers.cortex]
url = "https://example.org"' '[mcp_servers.cortex.env]
A = "b"' 'mcp_servers = { }' 'a = """
x'; do
			printf '%s\n' "$text" >"$HOME/$file"
			cp "$HOME/$file" "$T/mine"
			run cx -C "$V" agent install "$c"
			status 1 "$c: $text"
			err_has 'it is left as it is'
			out_has 'command = "cx-mcp"'
			same "$HOME/$file" "$T/mine" "$c: $text: is as it was"
		done
		;;
	*)
		for text in '{ // mine
}' '{"a": 1,}' '{"a": 1, "a": 2}' '[]' '{} {}' \
			"{\"$key\": []}" "{\"$key\": {\"cortex\": {\"url\": \"x\"}}}"; do
			printf '%s' "$text" >"$HOME/$file"
			cp "$HOME/$file" "$T/mine"
			run cx -C "$V" agent install "$c"
			status 1 "$c: $text"
			err_has 'it is left as it is'
			out_has cx-mcp
			same "$HOME/$file" "$T/mine" "$c: $text: is as it was"
			run cx agent remove "$c"
			same "$HOME/$file" "$T/mine" "$c: $text: remove leaves it"
		done
		# jq 1.7 keeps such a number; an older one would change it.
		printf '{"n": 12345678901234567890}' >"$HOME/$file"
		run cx -C "$V" agent install "$c"
		ok "$c: a long number stays" \
			grep -q 12345678901234567890 "$HOME/$file"
		run cx agent remove "$c"
		ok "$c: ... and after remove" \
			grep -q 12345678901234567890 "$HOME/$file"
		printf '{"a":"\377"}' >"$HOME/$file"
		run cx -C "$V" agent install "$c"
		status 1 "$c: not UTF-8"
		;;
	esac
	printf 'a = 1\0\n' >"$HOME/$file"
	cp "$HOME/$file" "$T/mine"
	run timeout 200 cx -C "$V" agent install "$c"
	ok "$c: NUL" test "$rc" -ge 1 -a "$rc" -le 4
	same "$HOME/$file" "$T/mine" "$c: NUL: is as it was"
	rm "$HOME/$file"
	truncate -s 20G "$HOME/$file"
	run timeout 200 cx -C "$V" agent install "$c"
	status 4 "$c: a huge file"
	err_has '32 MB'
	rm "$HOME/$file"
	mkfifo "$HOME/$file"
	run timeout 200 cx -C "$V" agent install "$c"
	status 4 "$c: a FIFO"
	rm "$HOME/$file"

	mkdir -p "$T/elsewhere"
	rm -rf "repo/${project%%/*}"
	ln -s "$T/elsewhere" "repo/${project%%/*}"
	(cd repo && run cx -C "$V" agent install "$c" --project; echo "$rc" >"$T/rc")
	is "$(cat "$T/rc")" 4 "$c: a directory of a repository that is a link"
	is "$(ls "$T/elsewhere")" '' "$c: nothing is written where it leads"
	rm "repo/${project%%/*}"
done <"$T/some"

# Hooks of Claude Code.
S=$HOME/.claude/settings.json
mkdir -p "$HOME/.claude"
cat >"$S" <<'E2'
{
  "model": "x",
  "hooks": {
    "SessionStart": [
      {
        "hooks": [
          {
            "type": "command",
            "command": "mine"
          }
        ]
      }
    ]
  }
}
E2
cp "$S" "$T/mine"
run cx -C "$V" agent install claude-code
status 0
jq_of -r "$S" '.hooks.SessionStart[0].hooks[0].command' \
	mine 'a hook of mine stays'
jq_of -r "$S" '.hooks | keys | join(" ")' \
	'PostToolUse PreCompact SessionEnd SessionStart UserPromptSubmit' 'all hooks are there'
jq -r '.hooks[][].hooks[].command' "$S" | grep -v mine >"$T/commands"
echo '{"type":"user","message":{"role":"user","content":"Water it."}}' >"$T/said"
while read -r h; do
	# As Claude Code starts it, in a directory that is nobody's.
	echo "{\"session_id\":\"s\",\"cwd\":\"/\",\"prompt\":\"When does the fern want water?\",\"transcript_path\":\"$T/said\"}" |
		(cd / && timeout 200 env -i HOME="$HOME" PATH="/usr/bin:/bin:$BIN" \
			sh -c "$h") >"$T/out" 2>"$T/err"
	is $? 0 "${h##*/}: runs"
	case $h in
	*/session-start) out_has 'CORTEX:BEGIN' 'session-start finds the vault' ;;
	*/prompt) out_has 'The fern wants water' 'prompt finds the vault' ;;
	*/session-end) is "$(ls "$V/inbox/pending" | wc -l | tr -d ' ')" 1 'session-end finds the vault' ;;
	esac
done <"$T/commands"
rm -r "$V/inbox"
is "$(wc -l <"$T/commands")" 5 'five of them'
cp "$S" "$T/once"
cx -C "$V" agent install claude-code 2>/dev/null
same "$S" "$T/once" 'hooks twice'
jq '.hooks.Stop = [{"hooks": [{"type": "command", "command": "later"}]}]' "$S" \
	>"$T/x" && cp "$T/x" "$S"
run cx agent remove claude-code
status 0
jq_of "$S" '[.hooks[][].hooks[].command]' '["mine","later"]' \
	'remove takes out only ours'
cp "$T/mine" "$S"
cx -C "$V" agent install claude-code >/dev/null
cx agent remove claude-code >/dev/null
same "$S" "$T/mine" 'hooks: the same bytes'
echo '{"hooks": {"Stop": "x"}}' >"$S"
run cx -C "$V" agent install claude-code
status 1
err_has 'settings.json: has something else where the hooks would be'
cx agent remove claude-code >/dev/null 2>&1
rm -r "$HOME/.claude"

# Not in the login PATH: by its whole name.
: >"$HOME/.profile"
run cx -C "$V" agent install cursor
jq_of -r "$HOME/.cursor/mcp.json" .mcpServers.cortex.command "$BIN/cx-mcp" \
	'the whole name where it is not in the login PATH'
run cx agent status
out_has "$BIN/cx-mcp reads 1 note in $V"
run cx -C "$V" agent install --print claude-code
out_has "PATH=$BIN:\$PATH "
# What was added to our entry stays, and is what status starts.
jq '.mcpServers.cortex.env = {"A B": "x", "C": "$(touch canary)"}
	| .mcpServers.cortex.command = "/nowhere/cx-mcp"' "$HOME/.cursor/mcp.json" \
	>"$T/x" && cp "$T/x" "$HOME/.cursor/mcp.json"
run cx agent status
status 1
out_has 'wrong cursor'
out_has '/nowhere/cx-mcp does not answer'
run cx -C "$V" agent install cursor
status 0 'a path that has moved is mended'
jq_of "$HOME/.cursor/mcp.json" '.mcpServers.cortex | [.command, .env.C]' \
	"[\"$BIN/cx-mcp\",\"\$(touch canary)\"]" 'and what else is in the entry stays'
run cx agent status
status 0
not_ok 'nothing of it is run by the shell' test -e canary
# No client can start it: that is of this file alone.
for args in 5 '[[1]]' '[{"a": 1}]'; do
	jq --argjson a "$args" '.mcpServers.cortex.args = $a' "$T/x" \
		>"$HOME/.cursor/mcp.json"
	run cx agent status
	status 1 "arguments $args"
	out_has 'wrong cursor'
	out_has '/nowhere/cx-mcp does not answer'
done
put "$T/few/cx-mcp" <<'E2'
#!/bin/sh
echo '{"id":2,"result":{"tools":[1,2]}}'
E2
chmod +x "$T/few/cx-mcp"
jq --arg c "$T/few/cx-mcp" '.mcpServers.cortex.command = $c' "$T/x" >"$HOME/.cursor/mcp.json"
run cx agent status
status 1 'a program that answers something else'
out_has 'does not answer'
rm -r "$HOME/.cursor"

# A repository may be somebody else's: nothing of it is started.
put repo/cx-mcp <<'E2'
#!/bin/sh
: >canary
E2
chmod +x repo/cx-mcp
cp -p repo/cx-mcp repo/sub/
for command in "$PWD/repo/cx-mcp" ./cx-mcp; do
	jq -n --arg c "$command" '{mcpServers: {cortex: {command: $c}}}' >repo/.mcp.json
	(cd repo && PATH=.:$PATH cx agent status) >"$T/out" 2>&1
	ok "$command: status says so" grep -q 'which is not this cx-mcp' "$T/out"
	not_ok "$command: is not started" test -e repo/canary
done

run env CODEX_HOME="$T/codex" cx -C "$V" agent install codex
is "$(head -n 1 "$T/out")" "$T/codex/config.toml" 'CODEX_HOME is where Codex looks'
run timeout 200 env CODEX_HOME=codex cx -C "$V" agent install codex
status 2 'a relative CODEX_HOME'
# A .config that is a link is a person's own way to keep it.
mkdir "$T/dots"
rm -rf "$HOME/.config"
ln -s "$T/dots" "$HOME/.config"
run cx -C "$V" agent install zed
status 0 'a .config that is a link'
ok 'a .config that is a link is used' test -f "$T/dots/zed/settings.json"

if [ -w /dev/full ]; then
	cx -C "$V" agent install cursor >/dev/full 2>"$T/err"
	is $? 4 'a full standard output'
	err_has 'cannot write to standard output'
	cx -C "$V" agent install cursor --print >/dev/full 2>"$T/err"
	is $? 4 '--print to a full standard output'
fi

run cx -C "$V" agent install nobody
status 2
run cx -C "$V" agent install
status 2
run cx agent frobnicate
status 2
run cx agent remove cursor --print
status 2
done_testing
