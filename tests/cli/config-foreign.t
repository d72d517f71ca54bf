#!/bin/sh
# config-foreign.t: a cortex.toml that is not the vault's own, scopes that do
# not parse, bare programs, and a configuration that is long.
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$0")/../tap.sh"
need jq

W=$(pwd -P)
note_in() # FILE PROJECT TEXT
{
	put "$1" <<E
---
id: $(basename "$1" .md)
name: Note $(basename "$1" .md)
type: decision
project: $2
updated: 2026-04-01
---
$3
E
}
CORTEX_NOW=2026-04-15T12:00:00
export CORTEX_NOW

note_in v/atoms/one.md alpha 'the queue of alpha'
note_in v/atoms/two.md beta 'the queue of beta'
printf '[layers]\nhot = 3\n' >v/cortex.toml
cx -C v rebuild || exit 99

# In a directory with a file of its own, the vault's counts.
mkdir here
cat >here/cortex.toml <<'E'
[vault]
skip_dirs = ["*"]
[layers]
hot = 30
[gate]
per_day = 0
[rank]
log_queries = true
[context]
budget = 1000
E
cd here || exit 99
said="cx-config: cortex.toml: not the file of the vault $W/v, so only vault.path and context.budget of it count; ignored: gate.per_day, layers.hot, rank.log_queries, vault.skip_dirs"
run env CORTEX_VAULT=../v cx-config
status 0
jq_is '[.layers.hot,.vault.skip_dirs,.gate.per_day,.rank.log_queries,.context.budget]' \
	'[3,[],200,false,1000]' "the vault's settings, and what is left to a directory"
err_is "$said" "one line says what is ignored"
run cx-config -C ../v --origin
jq_is '[.layers.hot.origin,.context.budget.origin,.rank.language.origin]' \
	"[\"$W/v/cortex.toml:2\",\"cortex.toml:10\",\"default\"]" "each value's origin"
run env CORTEX_VAULT=../v cx-config --strict
status 3
cp "$T/out" "$T/named"
run cx-config -C ../v --strict
status 0 'with -C nobody expects another file to count'
err_empty
same "$T/named" "$T/out" 'and the settings are the same'
run env CORTEX_VAULT="$W/v" cx rebuild
err_is "cx rebuild${said#cx-config}"
is "$(grep -c '^{' "$W/v/index/manifest.json")" 2 "a stranger's skip_dirs empty no index"
run cx-config -C ../v --vault
err_empty
printf '[vault]\npath = "../v"\n[layers]\nhot = 30\n' >cortex.toml
cx trust >"$T/out" 2>"$T/err" || exit 99
run cx-config
jq_is '[.vault.path,.layers.hot]' \
	"[\"$W/v\",3]" "path is followed, the rest is not"
err_has 'ignored: layers.hot'
run cx-config "$W/here/cortex.toml"
jq_is '[.vault.path,.layers.hot]' \
	"[\"$W/v\",30]" "a file that is named counts in full"
err_empty

# memory_status tells an agent.
req='{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"memory_status","arguments":{"project":"*"}}}'
printf '%s\n' "$req" | CORTEX_VAULT=../v cx-mcp 2>/dev/null |
	jq -c 'select(.id == 2).result.structuredContent | [.atoms, (.warnings[0] | test("ignored: layers.hot"))]' \
	>"$T/out"
out_is '[2,true]' "memory_status counts the vault and names what is ignored"
printf '%s\n' "$req" | cx-mcp --vault ../v 2>/dev/null |
	jq -c 'select(.id == 2).result.structuredContent | [.atoms, .warnings]' \
	>"$T/out"
out_is '[2,null]' 'not for a vault that is named'

# cx config says where a value comes from, whoever asks.
run cx config --origin
jq_is '.vault.path.origin' '"cortex.toml:2"' "cx config --origin: [vault] path"
run cx -C ../v config --origin
jq_is '.vault.path.origin' '"-C"'
run env CORTEX_VAULT="$W/v" cx config --origin
jq_is '.vault.path.origin' '"CORTEX_VAULT"'
cd ../v/atoms || exit 99
run cx config --origin
jq_is '.vault.path.origin' '"parent"'

# Bare programs find the vault that [vault] path names.
cd "$W/here" || exit 99
printf '[vault]\npath = "../v"\n' >cortex.toml
run cx-scan
jq_of -rs "$T/out" 'map("\(.path) ") | add // ""' \
	'atoms/one.md atoms/two.md ' 'cx-scan'
run cx-check --rules
status 0
run cx-edit -n atoms/one.md status=open
status 0 'cx-edit'
run env CORTEX_VAULT="$W/here" cx-scan
out_empty 'CORTEX_VAULT comes first'
printf '["vau\\u006ct"]\npath = "../v"\n' >cortex.toml
run cx-edit -n atoms/one.md status=open
status 0 'a key with an escape'
printf '[vault]\npath = "../none"\n' >cortex.toml
run cx-edit -n atoms/one.md status=open
status 2 'a vault that is not there'
err_has 'cortex.toml:2:8: vault.path: cannot open'
printf '[layers\n' >cortex.toml
run cx-scan
status 0 'a file that names no vault is not looked at'

# A scope is an expression by itself.
cd "$W/v" || exit 99
while IFS='|' read -r expression cause; do
	printf '[scopes]\ngood = "type=decision"\nevil = "%s"\n' "$expression" >cortex.toml
	for c in 'cx-config' 'cx recall --project alpha --scope evil queue' 'cx rebuild'; do
		# shellcheck disable=SC2086 # words
		run $c
		status 2 "$expression: $c"
		out_empty
		err_has "cortex.toml:3:8: scopes.evil: column" "... with its place"
		err_has "$cause"
		err_has '^'
	done
done <<'E'
type=zz) or (project=beta|no parenthesis is open here
(type=decision|still open
type=|a value was expected
E

# {arg} stays in its place.
cat >cortex.toml <<'E'
[scopes]
by = "project={arg}"
since = "updated>=-{arg}"
in = 'path~"atoms/{arg}"'
named = "{arg}=x"
none = "type=decision"
recent_days = 21
E
while IFS='|' read -r scope want; do
	run cx-config --scope "$scope"
	out_is "$want" "--scope $scope"
done <<'E'
by:alpha|project=alpha
by:zz) or (project=beta|project="zz) or (project=beta"
by:zz or project=beta|project="zz or project=beta"
by:zz" or "project"="beta|project="zz\" or \"project\"=\"beta"
by:zz\|project="zz\\"
by:or|project="or"
by:|project=""
by:{arg}|project="{arg}"
since:7d|updated>=-7d
in:o"n|path~"atoms/o\"n"
named:or|"or"=x
none|type=decision
none:x|type=decision
E
run cx-config --scope by
status 2
err_has 'needs an argument, by:ARG'
run cx-config --scope gone
status 1
run cx-config --scope recent_days
status 1
cx rebuild
run cx recall --scope by:beta queue
out_has two
run cx recall --project alpha --scope 'by:zz) or (project=beta' queue
status 1 "an argument does not lead out of its place"
run cx recall --project alpha --scope 'by:zz or project=beta' queue
status 1
run cx recall --scope recent queue
out_has one

# A configuration that one string of the environment cannot hold.
{
	echo '[tags]'
	seq 1 9000 | sed 's/.*/tag-number-& = "word&, another word &, and more of it &"/'
	printf '[scopes]\nmine = "project=beta"\n[status]\nodd = 0.5\n'
} >cortex.toml
is "$([ "$(wc -c <cortex.toml)" -gt 500000 ] && echo long)" long
mkdir -p _moc
printf '<!-- AUTO:project_stats -->\n<!-- /AUTO:project_stats -->\n' >_moc/a.md
for c in rebuild 'search queue' 'recall --scope mine queue' context summary \
	links 'check --format json' moc 'review --list' 'config' scan 'trust -n' \
	'new -n' normalize 'tasks' maintain; do
	# shellcheck disable=SC2086 # words
	cx $c >"$T/out" 2>"$T/err" </dev/null
	rc=$?
	case $rc in
	126 | 127 | 4)
		last="cx $c"
		status 0
		;;
	*) result 0 "a long configuration: cx $c" ;;
	esac
	err_lacks 'too long' "cx $c: no list is too long"
	err_lacks '/dev/fd' "cx $c: the file is there"
done
run cx recall --scope mine queue
out_has two 'its scopes count'
file_has _moc/a.md '| beta |' 'its collectors run'
run cx capture --type context --json <<'E'
{"name":"x"}
E
printf 'A note of a meeting on the queue.\n' | cx capture >/dev/null
run cx normalize
err_lacks 'too long'
printf '%s\n' "$req" | cx-mcp --vault . 2>/dev/null |
	jq -c 'select(.id == 2).result.structuredContent.atoms >= 2' >"$T/out"
out_is true 'cx-mcp with a long configuration'
done_testing
