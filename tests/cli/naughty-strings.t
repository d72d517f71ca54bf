#!/bin/sh
# naughty-strings.t: each of the strings as name, tag, description, other
# member and body goes through scan, index and show, and comes back as it was.
. "$(dirname "$0")/../tap.sh"
need jq

L=$SRC/tests/conformance/naughty-strings.json
[ -f "$L" ] || skip_all "no $L"

# One atom a string.  In YAML's double quotes only \xNN, \uNNNN, \UNNNNNNNN
# are used, so that the file is valid YAML whatever the string is.
mkdir v
jq -r '
def hex($n): . as $v | [range($n)]
	| map(($v / pow(16; $n - 1 - .) | floor) % 16)
	| map("0123456789ABCDEF"[.:. + 1]) | join("");
def yaml: explode | map(
	if . == 34 or . == 92 then [92, .] | implode
	elif . >= 32 and . < 127 then [.] | implode
	elif . < 256 then "\\x" + hex(2)
	elif . < 65536 then "\\u" + hex(4)
	else "\\U" + hex(8) end) | "\"" + join("") + "\"";
to_entries[] | (.key + 1000 | tostring) as $n | .value as $s
| "---\nname: \($s | yaml)\nupdated: 2026-01-01\ntags: [\($s | yaml)]\n" +
	"description: \($s | yaml)\nextra1: \($s | yaml)\n---\n" +
	"\($s)\n" | "printf %s \(@sh) >v/n\($n).md"' "$L" >make.sh
# shellcheck source=/dev/null
. ./make.sh
count=$(jq length "$L")
is "$(find v -name '*.md' | wc -l | tr -d ' ')" "$count" "an atom each"

run cx-scan --body v
status 0
err_empty "nothing to report: it is valid YAML and UTF-8"
cp "$T/out" scan
is "$(wc -l <scan | tr -d ' ')" "$count" "a record each"

# lost TEXT FILE FILTER: names the strings for which FILTER (of {s: string,
# r: record}) is false.  FILE: records by path.
lost()
{
	jq -c -n --slurpfile l "$L" --slurpfile r "$2" "
		\$l[0] | to_entries[] | {s: .value, r: \$r[.key]}
		| select(($3) | not) | [.r.path, .s]" >lost 2>&1
	is "$(head -n 5 lost)" "" "$1"
}
# Blank strings are not names; that they become one is not asked here.
lost "body" scan '.r.body == .s + "\n"'
lost "name" scan '(.s | test("^[\\s\u200b-\u200f\ufeff\u2028-\u202f\u2060-\u206f]*$")) or .r.name == .s'
lost "description" scan '.r.description == .s or (.s | test("^\\s|\\s$"))'
lost "other members" scan '.r.extra.extra1 == .s'
# Of a tag: lower case, without the leading "#"; strings with capitals
# beyond ASCII are left to the tests of lower case.
lost "tags" scan '(.s | test("^\\s*$|^#|^\\s|\\s$|(?![A-Z])\\p{Lu}|\\p{Lt}"))
	or .r.tags[0] == (.s | ascii_downcase)'
jq_of "$L" '[.[] | select(test("^\\s*$|^#|^\\s|\\s$|(?![A-Z])\\p{Lu}|\\p{Lt}") | not)]
	| length > 400' true "most strings were compared as tags"

run cx-index -o index scan
status 0
err_empty
jq -c '.[]' index/manifest.json >manifest
jq -c 'del(.body)' scan >want
same manifest want "the manifest has what the scan had, without bodies"
run cx-show --json index/manifest.json
status 0
jq -c 'if type == "array" then .[] else . end' "$T/out" >shown
same shown want "cx-show --json shows it"
run cx-show --json scan
status 0
jq -c 'if type == "array" then .[] else . end' "$T/out" >shown
jq -c . scan >want
same shown want "with bodies too"
run cx-select 'not path=zzz' scan
status 0
same "$T/out" scan "cx-select passes each record byte for byte"
for f in by_tag by_type by_project graph meta; do
	jq_ok -s "index/$f.json" 'length == 1' "$f.json is JSON"
done
jq -r '[.[]|.[]|.path]|unique|length' index/by_tag.json >got
is "$(cat got)" "$(jq -s '[.[]|select(.tags!=[])]|length' scan)" \
	"by_tag.json has every record with a tag"
jq_of index/by_tag.json 'keys' "$(jq -c -s '[.[].tags[]]|unique' scan)" \
	"and every tag"

# As file names: what a file name can hold.
mkdir f
jq -r '.[] | select(test("[/\u0000]") | not) | select(utf8bytelength < 250)
	| select(test("^\\.") | not) | select(. != "")
	| "printf x >f/\(@sh "\(.)").md"' "$L" | sort -u >make.sh
# shellcheck source=/dev/null
. ./make.sh
run cx-scan f
status 0
err_empty
jq -r '.path' "$T/out" | LC_ALL=C sort >got
(cd f && find . -name '*.md' | sed 's|^\./||' | LC_ALL=C sort) >want
same got want "as names of files"
ok "more than 300 of them" test "$(wc -l <want)" -gt 300
# For a person at a terminal: no control byte gets through a table.
run cx-show --table scan
status 0
ok "cx-show --table: no control byte reaches the terminal" \
	sh -c '! LC_ALL=C grep -q "$(printf "[\001-\010\013-\037\177]")" "$1"' \
	sh "$T/out"
done_testing
