#!/bin/sh
# trust.t: where a cortex.toml leads, and what a trusted command is made of,
# counts as far as a person has allowed it.
# shellcheck disable=SC1091,SC2016,SC2030,SC2031,SC2088,SC2154
. "$(dirname "$0")/../tap.sh"
need jq git

W=$(pwd -P)
H=$SRC/examples/agents/claude-code/hooks
CORTEX_NOW=2026-04-15T12:00:00
EDITOR=true
VISUAL=true
export CORTEX_NOW EDITOR VISUAL

# --- a clone whose [vault] path leads elsewhere ---

# private DIR: notes of the user, in a vault of his own or in none
private()
{
	mkdir -p "$1/private"
	printf -- '---\nid: bank\nname: My bank account\n---\nTOPSECRET 4711\n' \
		>"$1/private/bank.md"
}
private "$HOME/none"
private "$HOME/vault"
: >"$HOME/vault/cortex.toml"
private "$HOME"
cx -C "$HOME/vault" rebuild || exit 99
find "$HOME" ! -path '*/.local*' | sort >"$T/home.before"
find "$HOME" -type f ! -path '*/.local*' -exec cksum {} + | sort >>"$T/home.before"

# untouched TEXT: nothing of the home was read or written
untouched()
{
	cat "$T/out" "$T/err" >"$T/said"
	file_lacks "$T/said" TOPSECRET "$1: nothing of it is read"
	file_lacks "$T/said" 'bank account' "$1: nor its name"
	find "$HOME" ! -path '*/.local*' | sort >"$T/home.after"
	find "$HOME" -type f ! -path '*/.local*' -exec cksum {} + | sort \
		>>"$T/home.after"
	same "$T/home.before" "$T/home.after" "$1: nothing of it is written"
}
clone() # what its [vault] path is
{
	cd "$W" || exit 99
	rm -rf clone && mkdir -p clone/sub
	printf -- '---\nid: c\nname: Of the clone\n---\nqueue\n' >clone/c.md
	printf '[vault]\npath = "%s"\n' "$1" >clone/cortex.toml
	ln -s "$HOME" clone/link
	ln -s "$HOME/vault" clone/sub/link
	cd clone || exit 99
}
mcp='{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"memory_status","arguments":{"project":"*"}}}
{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"search_memories","arguments":{"query":"bank account","project":"*"}}}'
for path in "$HOME" '~' '~/vault' '~/none' "$HOME/vault" ../../home/vault \
	../../home link sub/link sub/link/../vault "~/vault/../none" \
	"$HOME/vault/private"; do
	clone "$path"
	for c in 'search bank' 'list' 'rebuild' 'context' 'scan' 'summary' \
		'check' 'config' 'doctor' 'moc' 'log' 'links' \
		'new --name N --type rule --body text' 'edit bank status=open' \
		'capture --type note' 'normalize' 'maintain' 'recall bank'; do
		# shellcheck disable=SC2086 # words
		run cx $c </dev/null
		[ "$c" != list ] ||
			err_has 'cortex.toml:2:8: vault.path leads out of this directory to ' \
				"$path: a line says so"
		cat "$T/out" "$T/err" >>all
	done
	for c in cx-scan 'cx-check --scan' 'cx-edit bank status=open' \
		'cx-config --vault' 'cx-new --name M --type rule --body t' \
		'cx-move bank x.md' cx-undo; do
		# shellcheck disable=SC2086 # words
		run $c </dev/null
		cat "$T/out" "$T/err" >>all
	done
	for hook in "$H"/*; do
		printf '{"session_id":"s","cwd":"%s","prompt":"my bank account?","tool_name":"Read","tool_input":{"file_path":"%s/c.md"}}' \
			"$PWD" "$PWD" | "$hook" >>all 2>&1
	done
	printf '%s\n' "$mcp" | cx-mcp >>all 2>&1
	file_has all '"warnings":["cortex.toml:2:8: vault.path leads out' \
		"$path: memory_status says so"
	mv all "$T/out"
	: >"$T/err"
	untouched "$path"
done

# After cx trust it counts, and only this path.
clone '~/vault'
run cx trust -n
status 0
out_has "cortex.toml: [vault] path $(cd "$HOME" && pwd -P)/vault" \
	'cx trust -n says where it leads'
run cx list
err_has 'run `cx trust` here' 'which allows nothing'
run cx trust
status 0
run cx search bank
status 0 'after cx trust'
err_empty
out_has bank
run cx trust --list
out_is "allowed $W/clone"
run cx config --get vault.path
out_is "$(cd "$HOME" && pwd -P)/vault"
printf '%s\n' "$mcp" | cx-mcp >"$T/out" 2>/dev/null
out_has bank 'cx-mcp, too'
private "$HOME/two"
: >"$HOME/two/cortex.toml"
printf '[vault]\npath = "~/two"\n' >cortex.toml
run cx list
err_has 'cortex.toml:2:8: vault.path leads out' 'another path asks again'
out_lacks bank
printf '[vault]\npath = "~/vault"\n' >cortex.toml
mv "$HOME/vault/cortex.toml" "$HOME/vault/.cortex" "$HOME/none"
run cx search bank
err_has 'which is not a vault' 'nor does what is no vault any more'
out_lacks bank
rm -rf "$HOME/two"
mv "$HOME/none/cortex.toml" "$HOME/none/.cortex" "$HOME/vault"
cp -R "$W/clone" "$W/copy"
cd "$W/copy" || exit 99
run cx list
err_has 'run `cx trust` here' 'a copy of the clone asks again'
cd "$W/clone" || exit 99
run cx trust --revoke .
status 0
run cx list
err_has 'run `cx trust` here' 'after --revoke . it does not count'
clone '~/none'
run cx trust
out_lacks path 'what is no vault cannot be allowed'
err_has 'which is not a vault'
run cx list
err_has 'which is not a vault'

# What stays below the directory needs nothing; nor does who decides himself.
clone sub
run cx config --get vault.path
out_is "$W/clone/sub"
err_empty 'a directory below'
clone .
run cx config --get vault.path
err_empty 'the directory itself'
clone "$W/clone"
run cx config --get vault.path
err_empty 'the directory itself, as an absolute path'
clone '~/vault'
run cx -C "$HOME/vault" search bank
status 0
err_empty 'with -C'
run env CORTEX_VAULT="$HOME/vault" cx search bank
status 0
err_empty 'with CORTEX_VAULT'
run cx-config --get vault.path cortex.toml
out_is "$(cd "$HOME" && pwd -P)/vault" 'a FILE that is named counts'
cd sub || exit 99
run cx config --get vault.path
out_is "$W/clone" 'of the file of a parent it never counts'
cd "$W" || exit 99
mkdir -p up/cortex.d && printf '[vault]\npath = "../../home/vault"\n' >up/cortex.toml
cd up/cortex.d && run cx list
out_lacks bank 'a cortex.toml above the working directory leads nowhere'

# Without a place for decisions, and with one that is not believed, no.
clone '~/vault'
cx trust >"$T/out" 2>"$T/err"
run env -u HOME HOMELESS=1 cx-config --vault
out_lacks home/vault 'without HOME'
chmod 777 "$HOME/.local/state/cortex/trust"
run cx list
not_ok 'a store that others can write is not believed' grep -q bank "$T/out"
chmod 700 "$HOME/.local/state/cortex/trust"
run cx search bank
status 0

# A file of settings that is a link out of the directory.
mkdir "$W/linked" && cd "$W/linked" || exit 99
printf '[scopes]\nTOPSECRET = "type=rule"\n' >"$HOME/private.toml"
ln -s "$HOME/private.toml" cortex.toml
run cx config
err_has 'cortex.toml: is a link to '
out_lacks TOPSECRET 'a linked cortex.toml is not read'
err_lacks TOPSECRET
run cx trust
status 0
run cx config
out_has TOPSECRET 'after cx trust it is'
err_empty
ln -sf "$HOME/vault/cortex.toml" cortex.toml
run cx config
err_has 'is a link to ' 'led elsewhere it asks again'
cp "$HOME/private.toml" own.toml && ln -sf own.toml cortex.toml
run cx config
err_empty 'a link within the directory needs nothing'
out_has TOPSECRET

# Settings of a stranger's file are those of a list, all that there are.
mkdir "$W/own" "$W/here" && cd "$W/here" || exit 99
: >"$W/own/cortex.toml"
cx-config | jq -r 'to_entries[] | .key as $s | .value | objects | keys[] |
	"\($s).\(.)"' | sort -u >keys
ok 'there are settings' [ "$(wc -l <keys)" -gt 40 ]
sed -n '/^static const char \*const from_strangers/,/^};/s/.*{"\(.*\)", "\(.*\)"}.*/\1.\2/p' \
	"$SRC/bin/cx-config/source.c" | sort >allowed
is "$(tr '\n' ' ' <allowed)" 'context.budget vault.path ' 'the list'
while read -r key; do
	file_has "$SRC/man/cx-config.1" \
		".It Ql [${key%.*}] ${key#*.}" "cx-config(1) has the reason of $key"
done <allowed

# --- what a command and a collector are made of ---

# vault: with tools, of which `command` is a trusted command
vault()
{
	cd "$W" || exit 99
	rm -rf v RAN && mkdir -p v/tools/deep v/_moc/collectors.d v/notes
	cd v || exit 99
	for f in tools/find.sh tools/lib.sh tools/deep/x.py 'tools/a b.sh' top.sh; do
		printf '#!/bin/sh\ntrue\n' >"$f"
	done
	chmod +x tools/find.sh
	printf '# data\n' >notes/data.md
	jq -n --arg c "$1" '"[capture]\ncommand = \($c | tojson)"' -r >cortex.toml
	rm -rf "$HOME/.local"
	run cx trust
	status 0 "allowed: $1"
	err_has 'not covered' 'what is not covered is said'
	cx trust --check || note 'not allowed'
}
# asks FILE: whether a change of it asks again
asks()
{
	echo "touch '$W/RAN'" >>"$1"
	run cx trust --check
	status 1 "$1 asks again"
	err_has 'changed since it was allowed'
	run cx trust --list
	out_is "changed $W/v" 'and --list says so'
	cx trust >"$T/out" 2>&1
}
while IFS='^' read -r command file; do
	vault "$command"
	asks "$file"
done <<'E'
sh tools/find.sh^tools/find.sh
./tools/find.sh^tools/find.sh
tools/find.sh --all^tools/find.sh
python3 tools/deep/x.py^tools/deep/x.py
sh 'tools/a b.sh'^tools/a b.sh
sh "tools/a b.sh"^tools/a b.sh
sh tools/a\ b.sh^tools/a b.sh
sh to"ols/fi"nd.sh^tools/find.sh
sh -c 'cat | sh tools/find.sh'^tools/find.sh
cd tools && sh find.sh^tools/find.sh
cd tools; sh deep/x.py^tools/deep/x.py
cat | sh ./tools/../tools/find.sh | cat^tools/find.sh
x=$(sh tools/find.sh); echo "$x"^tools/find.sh
awk -ftools/find.sh^tools/find.sh
x --file=tools/find.sh^tools/find.sh
env PATH=tools:/bin find.sh^tools/find.sh
sh <tools/find.sh^tools/find.sh
sh $CORTEX_VAULT/tools/find.sh^tools/find.sh
sh "$(pwd)/tools/find.sh"^tools/find.sh
claude -p "$(cat notes/data.md)"^notes/data.md
. ./top.sh^top.sh
E
vault "sh $W/v/tools/find.sh"
asks tools/find.sh

# Files that scripts name, and those of these.
printf '. tools/lib.sh\n' >tools/find.sh
printf '#!/bin/sh\n. "$(dirname "$0")/deep/x.py"\ncat notes/data.md TASKS.yaml\n' \
	>tools/lib.sh
vault 'sh tools/find.sh'
printf '. tools/lib.sh\n' >tools/find.sh
printf '#!/bin/sh\n. "$(dirname "$0")/deep/x.py"\ncat notes/data.md TASKS.yaml\n' \
	>tools/lib.sh
: >TASKS.yaml
cx trust >"$T/out" 2>&1
asks tools/find.sh
asks tools/lib.sh
asks tools/deep/x.py
echo more >>notes/data.md
echo more >>TASKS.yaml
echo more >>top.sh
run cx trust --check
status 0 'notes and tasks that a script reads are data'
printf '#!/bin/sh\n. tools/lib.sh\n' >_moc/collectors.d/mine
chmod +x _moc/collectors.d/mine
cx trust >"$T/out" 2>&1
asks tools/lib.sh
chmod +x tools/lib.sh
run cx trust --check
status 1 'its mode counts'
chmod -x tools/lib.sh
rm tools/lib.sh
run cx trust --check
status 1 'and that it is there'

# Links: another target, and another file behind one.
vault 'sh run.sh'
ln -s tools/find.sh run.sh
cx trust >"$T/out" 2>&1
asks tools/find.sh
ln -sf top.sh run.sh
run cx trust --check
status 1 'a link that leads to another file'
printf 'true\n' >"$W/outside.sh"
ln -sf "$W/outside.sh" run.sh
cx trust >"$T/out" 2>&1
cp "$W/outside.sh" "$W/other.sh"
ln -sf "$W/other.sh" run.sh
run cx trust --check
status 1 'a link that leads elsewhere outside'

# From the outside: a pull that changes the script, and what would run it.
vault 'sh tools/find.sh'
echo text | cx capture --type stop --session s >"$T/out" 2>&1
echo "touch '$W/RAN'" >tools/find.sh
run cx normalize
err_has 'not run: cortex.toml: [capture] command'
not_ok 'nothing of it has run' [ -e "$W/RAN" ]
run cx trust --run -- tools/find.sh
not_ok 'what is covered is no program of the vault' [ "$rc" -eq 0 ]
cx trust >"$T/out" 2>&1
run cx trust --run -- tools/find.sh
status 2 'nor when it is allowed'
run cx normalize
ok 'after cx trust it runs' [ -e "$W/RAN" ]

# A script that is hostile to the one who looks: ended in time.
vault true
awk 'BEGIN { for (i = 0; i < 40000; i++) print "a" i "/b" i }' \
	>_moc/collectors.d/big
mkdir d1 d2 d3 d4 d5 d6 d7 d8 d9
echo 'd1 d2 d3 d4 d5 d6 d7 d8 d9' >>_moc/collectors.d/big
chmod +x _moc/collectors.d/big
run timeout 100 cx trust
ok 'many words end' [ "$rc" -ne 124 ]
done_testing
