#!/bin/sh
# cx-config: from cortex.toml to JSON: types, places, order, faults.
. "$(dirname "$0")/../tap.sh"

# The defaults come out the same through a file that says nothing.
run cx-config
status 0
err_empty
is "$(wc -l <"$T/out" | tr -d ' ')" 1 "one line"
cp "$T/out" "$T/defaults"
: >empty.toml
run cx-config empty.toml
same "$T/out" "$T/defaults" "an empty file gives the defaults"
run cx-config - <"$T/defaults"
status 2 "JSON is not TOML"
out_empty

cat >all.toml <<'X'
# every section
[vault]
skip_dirs = ["drafts"]
[projects]
names = ["acme", "zeta"]
default = "acme"
[directories]
acme = "Acme Inc"
rules = "house"
[tags]
risk = "danger, hazard"
ops = ["deploy", "release"]
[layers]
hot = 3
[fields]
updated = ["changed", "updated"]
[status]
draft = 0.75
archived = 0
[types.runbook]
dir = "ops/runbooks"
review_after = 30
[types.decision]
archive_after = 400
[scopes]
recent_days = 7
mine = "tags=me and not status=archived"
[rank]
language = "german"
recency_half_life = 10
log_queries = true
[gate]
similarity = 0.9
phrases = ["it just works"]
[check]
CX101 = "off"
[context]
budget = 6000
[context.budgets]
acme = 12000
X
run cx-config all.toml
status 0
err_empty
jq_is '.vault.skip_dirs' '["drafts"]'
jq_is '.projects' '{"names":["acme","zeta"],"default":"acme"}'
jq_is '.directories' '{"acme":"Acme Inc","rules":"house"}' \
	"[directories] replaces the default table"
jq_is '.tags' '{"ops":["deploy","release"],"risk":["danger","hazard"]}'
jq_is '.layers' '{"hot":3,"warm":7,"newest":false}'
jq_is '[.fields.updated, .fields.tags]' \
	'[["changed","updated"],["tags","tag"]]'
jq_is '[.status.draft, .status.archived, .status.superseded]' '[0.75,0,0.5]'
jq_is '.types.runbook' '{"dir":"ops/runbooks","review_after":30}'
jq_is '.types.decision' '{"until":"superseded","archive_after":400}'
jq_is '.scopes' '{"recent_days":7,"mine":"tags=me and not status=archived"}'
jq_is '[.rank.language, .rank.recency_half_life, .rank.activation_half_life]' \
	'["german",10,30]'
jq_is '.check' '{"fields":"any","links_ignore":[],"CX101":"off"}'
jq_is '.context' '{"budget":6000,"budgets":{"acme":12000}}'
jq_is 'keys_unsorted | join(" ")' \
	'"vault projects directories tags layers fields status types scopes rank search links new daily index gate trust access check context mcp capture"'
jq_is '.status|keys_unsorted[-1]' '"draft"' \
	"own keys stand behind the known ones"

# Another order of the same settings is the same configuration.
printf 'layers.warm = 9\nlayers.hot = 1\nscopes.b = "x"\nscopes.a = "y"\n' >1.toml
printf '[scopes]\na = "y"\nb = "x"\n\n[layers]\nhot = 1 # c\nwarm = 9\n' >2.toml
cx-config 1.toml >1.json
cx-config 2.toml >2.json
same 1.json 2.json "the order of lines does not matter"

run cx-config --origin all.toml
status 0
jq_is '.layers' \
	'{"hot":{"value":3,"origin":"all.toml:14"},"warm":{"value":7,"origin":"default"},"newest":{"value":false,"origin":"default"}}'
jq_is '.types.decision.until' '{"value":"superseded","origin":"default"}'
jq_is '.types.runbook.review_after.origin' '"all.toml:22"'
jq_is '.context.budgets.acme.origin' '"all.toml:40"'
jq -c 'walk(if type == "object" and has("origin") then .value else . end)' \
	"$T/out" >values.json
cx-config all.toml | jq -c . >plain.json
same values.json plain.json "--origin changes no value"

# Faults: TEXT, STATUS, MESSAGE
fault()
{
	printf '%b' "$1" >f.toml
	run cx-config f.toml
	status "$2" "status $2: $1"
	err_is "cx-config: f.toml:$3" "message: $1"
	[ "$2" = 0 ] || out_empty
}
fault 'a = \n' 2 "1:5: key-value pair: expected value, saw '\\n'"
fault '[layers]\nhot = "two"\n' 2 \
	'2:7: layers.hot: expected a whole number, not "two"'
fault '[layers]\nhot = -1\n' 2 '2:7: layers.hot: expected 0 to 36500, not -1'
fault 'layers = 3\n' 2 '1:10: layers: expected a table, not 3'
fault '[vault]\nskip_dirs = "a"\n' 2 \
	'2:13: vault.skip_dirs: expected a list of strings, ["..."], not "a"'
fault '[rank]\nw_text = inf\n' 2 '2:10: inf and nan are not settings'
fault '[scopes]\na = 2026-01-01\n' 2 \
	'2:5: a date or time is not a setting; quote it to make it a string'
fault '[status]\n\n[status]\n' 2 \
	"3:1: table header: cannot redefine existing table 'status'"
fault '[tags]\n"\\u001b[31m" = 1\n' 2 \
	'2:16: tags.\x1b[31m: expected a list of strings, ["..."], not 1'
fault '[vault]\npath = "a\\u0000b"\n' 2 \
	'2:8: vault.path: expected no NUL, not "a\u0000b"'
fault '[types.x]\ndir = "../y"\n' 2 \
	'2:7: types.x.dir: expected a directory inside the vault such as "rules", not "../y"'
fault '[layers]\nhto = 1\n' 0 \
	'2:1: unknown key layers.hto is ignored; known are hot, warm, newest'
fault '[check]\nCX1 = "loud"\n' 2 \
	'2:7: check.CX1: expected "error", "warning", "info" or "off", not "loud"'

# All that is wrong is said at once, in the order of the lines.
printf '[scopes]\nz = 1\n[layers]\nhot = "x"\nwarm = true\n' >f.toml
run cx-config f.toml
status 2
is "$(cut -d: -f3 "$T/err" | tr '\n' ' ')" "2 4 5 " "every fault, by line"

printf '[layers]\nhto = 1\n' >f.toml
run cx-config --strict f.toml
status 3

# Hostile nesting ends in a message.
awk 'BEGIN { for (i = 0; i < 500000; i++) printf "a."; print "a = 1" }' >f.toml
run cx-config f.toml
status 2
err_is 'cx-config: f.toml:1:1: more than 10000 dots: keys may nest too deep to be read'
awk 'BEGIN { for (i = 0; i < 9000; i++) printf "a."; print "a = 1" }' >f.toml
run cx-config f.toml
status 2
awk 'BEGIN { printf "a = "; for (i = 0; i < 500000; i++) printf "[" }' >f.toml
run cx-config f.toml
status 2
awk 'BEGIN { for (i = 0; i < 1100000; i++) printf "#" }' >f.toml
run cx-config f.toml
status 4
err_is 'cx-config: f.toml: too large'

# Another program's file, which may have what no setting is.
printf 'd = 1979-05-27\nx = inf\r\n[a."b.c"]\nl = ["x",\n  {y = 1}]\n' >other
run cx-config --toml <other
status 0
out_is '{"a":{"b.c":{"l":["x",{"y":1}]}},"d":"1979-05-27","x":"inf"}' 'TOML as JSON'
printf 'a = 1\nb = [\n' >other
run cx-config --toml <other
status 2
err_has '(stdin):2:'
run cx-config --toml other
status 2 '--toml reads standard input'
run cx-config --toml </dev/null
out_is '{}' 'an empty file'
done_testing
