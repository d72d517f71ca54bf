#!/bin/sh
# config.t: cx-config: defaults, where the configuration and the vault come
# from, and what is said of a cortex.toml that is not right.
. "$(dirname "$0")/../tap.sh"
need jq

val() # FILTER EXPECTED TEXT
{
	jq_is "$1" "$2" "$3"
}
# toml TEXT...: the lines of ./cortex.toml
toml() { printf '%s\n' "$@" >cortex.toml; }
# fresh: an empty directory to be in, with the vault v/
fresh()
{
	cd "$T/w" || exit 99
	rm -rf c "$HOME/.cortex"
	mkdir -p c/v
	cd c || exit 99
}

# Defaults
fresh
run cx-config -C v
status 0
err_empty
jq_is type '"object"' "one JSON object"
val '[.layers.hot,.layers.warm]' '[2,7]' "layers"
val .fields.name '["name","title"]' "fields.name"
val .fields.created '["created","date","published","slurped"]' "fields.created"
val .fields.updated '["updated","modified","last_modified","lastmod"]' "fields.updated"
val .fields.description '["description","summary"]' "fields.description"
val .fields.tags '["tags","tag"]' "fields.tags"
val '[.status|.active,.review,.open,.valid,.partial,.challenged,.corrected]' \
	'[1,1,1,1,1,1,1]' "weights of the living"
val '[.status|.archived,.superseded,.resolved,.fixed,.refined,.stale,.invalidated,.deprecated]' \
	'[0.3,0.5,0.5,0.5,0.5,0.5,0.3,0.3]' "weights of the others"
for t in rule insight incident project person reference decision lesson event \
	loss win concept feedback user context preference thread error \
	learning experiment knowledge pattern meeting action; do
	jq_ok -s "$T/out" ".[0].types
		| (if type==\"object\" then keys else . end)
		| any(.[]; . == \"$t\")" "type $t"
done
jq_ok -s "$T/out" '.[0] | [.vault,.projects,.directories,.tags,.layers,.fields,
	.status,.types,.scopes,.rank,.gate,.check,.context]
	| all(. != null)' "sections"
cp "$T/out" one
run cx-config -C v
same "$T/out" one "twice the same"
LC_ALL=C.UTF-8 TZ=Asia/Tokyo run cx-config -C v
same "$T/out" one "in any locale"
ok "filters take it" cx-scan -c one v

# Values
toml '[vault]' 'path = "."' 'skip_dirs = ["old", "tmp"]' 'skip_files = ["x.md"]' \
	'[layers]' 'hot = 3' '[directories]' '"my dir" = "api"' \
	'[projects]' 'names = ["api", "été"]' \
	'[tags]' 'deploy = ["release", "rollout"]' \
	'[fields]' 'name = ["title"]' '[status]' 'active = 0.9' 'odd = 0.25' \
	'[scopes]' 'risky = "tags=risk"'
run cx-config
status 0
err_empty
val '[.layers.hot,.layers.warm]' '[3,7]' "a value replaces a default, others stay"
val '[.vault.skip_dirs,.vault.skip_files]' '[["old","tmp"],["x.md"]]' "lists"
val '.directories["my dir"]' '"api"' "a quoted key"
val '.projects.names' '["api","été"]' "projects"
val '.tags.deploy' '["release","rollout"]' "tags"
val '.fields.name' '["title"]' "a list replaces the default list"
val '[.status.active,.status.odd,.status.archived]' '[0.9,0.25,0.3]' \
	"statuses of one's own beside the others"
val '.scopes.risky' '"tags=risk"' "scopes"

# All of TOML, not some of it
toml '# c' 'layers.hot = 0x4' 'layers . "warm" = 1_0' '[vault]' 'path = """' \
	'."""' 'skip_dirs = [ # c' '  "a",' "  'b\\c'," ']' \
	'[tags]' '"quoted \u00e9" = ["\U0001F680"]'
run cx-config
status 0
err_empty
val '[.layers.hot,.layers.warm]' '[4,10]' "dotted keys, hexadecimal, underscores"
val '.vault.skip_dirs' '["a","b\\c"]' "lists over lines, literal strings"
val '.tags["quoted é"]' '["🚀"]' "escapes"
printf '[layers]\r\nhot = 5\r\n' >cortex.toml
run cx-config -C .
val .layers.hot 5 "CRLF"
: >cortex.toml
run cx-config -C .
status 0
err_empty "an empty cortex.toml"
val .layers.hot 2 "an empty cortex.toml changes nothing"

# Unknown keys: a warning with its line
toml '[layers]' 'hot = 3' 'hott = 4' '' '[layer]' 'warm = 9' '[vault]' \
	'path = "."'
run cx-config
status 0 "an unknown key is a warning"
val .layers.hot 3 "and the rest counts"
ok "unknown key: its line" grep -q 'cortex\.toml:3[: ].*hott' "$T/err"
ok "unknown section: its line" grep -q 'cortex\.toml:5[: ].*layer' "$T/err"
run cx-config --strict
status 3 "--strict: an unknown key is status 3"
toml 'hot = 3' '[vault]' 'path = "."'
run cx-config
status 0
ok "a key outside of all sections" grep -q 'cortex\.toml:1[: ]' "$T/err"

# Type errors: nothing is printed that a filter would believe.  The table of
# statuses has no word for it; a file that is not right is like a bad
# option (2) or like broken input (4), and never 0.
bad() # TEXT LINE: cortex.toml is wrong in LINE
{
	run cx-config -C .
	ok "$1: status 2 or 4, not $rc" test "$rc" = 2 -o "$rc" = 4
	out_empty "$1: nothing on stdout"
	ok "$1: file and line" grep -q "cortex\\.toml:$2[: ]" "$T/err"
	err_lines 1 "$1: one line"
}
wrong() # TEXT LINE VALUE...
{
	w_text=$1 w_line=$2
	shift 2
	toml "$@"
	bad "$w_text" "$w_line"
}
wrong "text for a number" 2 '[layers]' 'hot = "three"'
wrong "a number for text" 3 '' '[vault]' 'path = 3'
wrong "a number for a list" 2 '[vault]' 'skip_dirs = 1'
wrong "text for a list" 2 '[fields]' 'name = "title"'
wrong "a list with a number in it" 2 '[vault]' 'skip_dirs = ["a", 1]'
wrong "a value for a section" 1 'layers = 3'
wrong "a section for a value" 1 '[layers.hot]' 'x = 1'
wrong "a weight that is text" 2 '[status]' 'active = "1"'
wrong "a weight that is not a number" 2 '[status]' 'active = nan'
wrong "a negative number of days" 2 '[layers]' 'hot = -1'
wrong "a fraction of a day" 2 '[layers]' 'hot = 1.5'
wrong "a date for text" 2 '[vault]' 'path = 2026-01-01'

# Syntax errors: line and column
syntax() # TEXT LINE:COL VALUE...
{
	s_text=$1 s_at=$2
	shift 2
	toml "$@"
	bad "$s_text" "${s_at%:*}"
	ok "$s_text: line and column" \
		grep -q "cortex\\.toml:$s_at:\\{0,1\\} " "$T/err"
}
syntax "no value" '2:[1-9][0-9]*' '[layers]' 'hot =' 'warm = 3'
syntax "no equal sign" '2:[1-9][0-9]*' '[layers]' 'hot 3'
syntax "an open section" '3:[1-9][0-9]*' '[layers]' 'hot = 3' '[vault'
syntax "a bare word" '2:[1-9][0-9]*' '[vault]' 'path = here'
syntax "twice the same key" '3:[1-9][0-9]*' '[layers]' 'hot = 1' 'hot = 2'
printf '[vault]\npath = "a\377b"\n' >cortex.toml
bad "not UTF-8" 2
printf '[layers]\nhot = 3\n\000' >cortex.toml
bad "a NUL" '[23]'
rm cortex.toml
mkdir cortex.toml
run cx-config -C .
ok "a directory for a file: status 4, not $rc" test "$rc" = 4
out_empty
err_has cortex.toml
rmdir cortex.toml
run cx-config -C nosuch
ok "-C nosuch: status 2 or 4, not $rc" test "$rc" = 2 -o "$rc" = 4
err_has nosuch

# Where the configuration comes from: the vault, else defaults.
fresh
printf '[layers]\nhot = 8\nwarm = 80\n' >v/cortex.toml
run cx-config -C v
val '[.layers.hot,.layers.warm]' '[8,80]' "cortex.toml of the vault"
printf '[layers]\nhot = 9\n' >cortex.toml
run cx-config -C v
val '[.layers.hot,.layers.warm]' '[8,80]' \
	"that of the working directory does not count for another vault"
mkdir sub
(cd sub && cx-config -C ../v >"$T/out")
val '[.layers.hot,.layers.warm]' '[8,80]' \
	"that of a parent is not that of the working directory"

# Where the vault comes from.  Paths are compared as the system sees them.
vault_is() # DIR TEXT COMMAND...
{
	v_want=$(cd "$1" && pwd -P) v_text=$2
	shift 2
	run "$@"
	status 0 "$v_text: status 0"
	v_path=$(jq -r .vault.path "$T/out")
	is "$(cd "$v_path" 2>/dev/null && pwd -P)" "$v_want" "$v_text"
}
fresh
mkdir -p by-c by-env by-toml up/deep/er up/.cortex "$HOME/.cortex"
printf '[vault]\npath = "by-toml"\n' >cortex.toml
export CORTEX_VAULT="$PWD/by-env"
vault_is by-c "-C comes first" cx-config -C by-c
vault_is by-env "then CORTEX_VAULT" cx-config
unset CORTEX_VAULT
vault_is by-toml "then [vault] path" cx-config
printf '[layers]\nhot = 3\n' >cortex.toml
vault_is . "a cortex.toml without path: the vault is here" cx-config
rm cortex.toml
top=$PWD
cd up/deep/er || exit 99
vault_is "$top/up" "then the nearest parent with .cortex" cx-config
: >"$top/up/deep/cortex.toml"
vault_is "$top/up/deep" "or with cortex.toml" cx-config
printf '[vault]\npath = "%s/by-toml"\n' "$top" >"$top/up/deep/er/cortex.toml"
mkdir "$top/by-toml/.cortex"
cx trust >"$T/out" 2>"$T/err" || exit 99
vault_is "$top/by-toml" "an absolute path" cx-config
rm "$top/up/deep/cortex.toml" "$top/up/deep/er/cortex.toml"
rmdir "$top/up/.cortex"
vault_is "$HOME/.cortex" "then ~/.cortex" cx-config
rmdir "$HOME/.cortex"
CORTEX_VAULT='' vault_is "$top/by-c" "-C without any of them" \
	cx-config -C "$top/by-c"
run cx-scan
ok "else an error: status 2 or 4, not $rc" test "$rc" = 2 -o "$rc" = 4
out_empty
err_lines 1
ok "that names the next step" \
	grep -qE -e '-C|CORTEX_VAULT|cortex\.toml' "$T/err"
cd "$top" || exit 99
# The programs find the same vault.
printf 'x\n' >by-env/env.md
printf 'x\n' >by-c/c.md
export CORTEX_VAULT="$PWD/by-env"
run cx-scan
jq_of -r "$T/out" .path env.md "cx-scan: CORTEX_VAULT"
run cx-scan -C by-c
jq_of -r "$T/out" .path c.md "cx-scan: -C"
run cx-scan by-c
jq_of -r "$T/out" .path c.md "cx-scan: its operand"
unset CORTEX_VAULT
mkdir up/.cortex
printf 'x\n' >up/up.md
(cd up/deep/er && cx-scan >"$T/out")
jq_of -r "$T/out" .path up.md "cx-scan: the nearest parent"

# Origins, on request: each value says where it comes from.
fresh
printf '[layers]\nhot = 9\n' >cortex.toml
opt=$(cx-config --help 2>/dev/null | grep -oE -e '--[a-z-]*origins?' |
	head -n 1)
ok "--help names an option for origins" test -n "$opt"
export CORTEX_VAULT="$PWD"
run cx-config "${opt:---origins}"
status 0
jq_ok -s "$T/out" '[.. | strings] | any(.[]; test("cortex\\.toml"))
		and any(.[]; test("default"))
		and any(.[]; test("CORTEX_VAULT|env"))' "JSON, with cortex.toml, the default and the environment as origins"
jq_ok -s "$T/out" '[.. | strings | select(test("cortex\\.toml:2"))] | length > 0' \
	"the origin of hot has its line"
done_testing
