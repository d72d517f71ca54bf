#!/bin/sh
# typed.t: beginnings, identifiers and dates in a query; what is said of words
# that no note has.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/../tap.sh"
need jq python3

CORTEX_NOW=2026-04-15
export CORTEX_NOW
mkdir v && cd v || exit 99
: >cortex.toml
note_of() # NAME TEXT [DATE]
{
	printf -- '---\nname: %s\nupdated: %s\n---\n%s\n' "$1" \
		"${3:-2020-05-05}" "$2" >"$1.md"
}
note_of p1 'Kubernetes runs on three machines; kubectl shows them.'
note_of p2 'The configuration was explored by Bob.'
note_of p3 'A walker walks along the Walkway.'
note_of p4 'Nothing of that.'
note_of i1 'The caller of iterateRootLeaves, “parseHTTPHeader”, get_first_dest.'
note_of i2 'All leaves of a root: we iterate. First get the dest. Header, parse.'
note_of i3 'Get-ChildItem lists files.'
note_of i4 'Every child gets an item.'
note_of i5 'The id dQw4w9WgXcQ of an iPhone, isItSo.'
for d in 2024-01-22 2024-01-23 2024-01-24 2024-01-25 2024-01-26 2024-01-27 \
	2023-12-31 2024-02-24; do
	note_of "d$d" 'meeting with Ann' "$d"
done
note_of walk 'A long stroll; adjust the boots.' 2023-08-14
printf -- '---\nname: late\nupdated: 2024-01-24\nstatus: archived\n---\nkubernetic\n' \
	>late.md
cx rebuild >/dev/null 2>&1 || exit 99

found() # PATHS QUERY...
{
	found_want=$1
	shift
	cx search --no-log --paths --limit 0 "$@" >"$T/out" 2>"$T/err"
	is "$(tr '\n' ' ' <"$T/out")" "$found_want" "$*"
}
first_is() # PATH QUERY...
{
	first_want=$1
	shift
	cx search --no-log --paths "$@" >"$T/out" 2>"$T/err"
	is "$(sed 1q "$T/out")" "$first_want" "first: $*"
}

### beginnings

found 'p1.md ' 'kube*'
found 'p1.md ' 'KUBE*'
found 'p1.md late.md ' --all 'kube*'
found 'p2.md ' 'exploratio* configuratio*'
found 'p2.md ' 'configuratio*'
found 'p3.md ' 'walkw*'
found 'p1.md ' 'kube* -kubernetic'
first_is i1.md 'get_fir*'
found '' 'kube* machines' -'ku*'
err_has "without notes that have 'ku*'"
found '' 'qqq*'
err_has "no note has 'qqq*'"
found '' '"kube*"'
found '' kube
err_has "no note has 'kube'; 'kube*' would match"
found '' Kubern
err_has "no note has 'Kubern'; 'Kubern*' would match"
found '' 'kube exploratio'
err_has "no note has 'kube', 'exploratio'; 'kube*' would match"
found 'p1.md ' --rank cortex 'p1*'
# What a delta has begins so, too.
note_of p5 'Kubeadm makes a cluster.'
found 'p1.md p5.md ' 'kube*'
note_of p5 'A serialization of that.'
found 'p5.md ' 'serializat*'
rm p5.md
run cx search --no-log --snippets 'kube*'
is "$(jq -c '.passages[0].matches' "$T/out")" '[[0,10],[35,7]]' \
	'words that begin so are marked'

### identifiers

first_is i1.md iterateRootLeaves
first_is i1.md ITERATEROOTLEAVES
first_is i1.md get_first_dest
first_is i3.md Get-ChildItem
first_is i3.md get-childitem
for q in 'root leaves' 'Leaves Iterate' iterate_root_leaves 'http header'; do
	cx search --no-log --paths "$q" >"$T/out" 2>&1
	ok "part of an identifier: $q" grep -qx i1.md "$T/out"
done
found 'i3.md i4.md ' 'child item'
found '' qw
found '' phone
found '' 'isItSo wg' --tag none

### dates

for q in 2024-01-24 24.01.2024 '24 January 2024' 'January 24, 2024' \
	'24th of Jan 2024' '(2024-01-24)' 'Jan 24 2024'; do
	run cx search --no-log --json "meeting $q"
	is "$(jq -r .path "$T/out" | sed 5q | tr '\n' ' ')" \
		'd2024-01-24.md d2024-01-25.md d2024-01-26.md d2024-01-23.md d2024-02-24.md ' \
		"a day: $q"
	err_empty
done
run cx search --no-log --explain 'meeting 24.01.2024'
is "$(jq -s 'map({(.name): .why.D}) | add |
	.["d2024-01-24"] as $one | map_values(. / $one * 1000 | round) |
	[.["d2024-01-25"], .["d2024-01-26"], .["d2024-01-23"],
		.["d2024-01-22"], .["d2024-01-27"]] | tostring' "$T/out")" \
	'"[700,500,500,0,0]"' 'what days are worth'
is "$(jq -r 'select(.name == "d2024-01-24") | .partial' "$T/out")" null \
	'a note of the day lacks no word of the date'
first_is d2023-12-31.md 'meeting 1 January 2024'
first_is d2024-02-24.md 'meeting 30 February 2024'
first_is walk.md 'stroll August 2023'
err_empty
run cx search --no-log --fuzzy 'stroll August 2023'
err_empty
first_is walk.md 2023-08-15

### what is said

found 'p2.md ' 'configuration cat'
err_empty
found 'p2.md ' 'configuration bod'
err_empty
first_is p2.md 'configuration kubernettes'
err_has "'kubernettes' (did you mean 'kubernetes'?)"
first_is p2.md 'configuration boots explord'
err_has "'explord' (did you mean 'explored'?)"
found '' explorrd
err_has "did you mean 'explored'?"
found '' '!!! ...'
err_has "nothing matches '!!! ...': there are only symbols"
found '' '★'
err_has "nothing matches '★': there are only symbols"
found '' 'whom herself'
err_has "nothing matches 'whom herself': there are only common words"
found '' Łódźk
err_has "no note has 'Łódźk'"
found '' '"nowhere   Übersee"'
err_has "no note has 'nowhere', 'Übersee'"
run cx search -ErrorAction
status 2
err_has 'words that begin with - go after --'

### the reference says the same

cat >"$T/qs" <<'END'
kube*
explorat*
configuratio* bob
walk* walkway
get_fir* dest
the* meeting
root leaves
iterate_root_leaves
parse header http
meeting 2024-01-24
meeting 24.01.2024 ann
January 24, 2024
meeting 31 December 2023 and 2024-02-24
meeting 30 February 2024
stroll August 2023
meeting 24 January 2031
END
jq -Rc '{qid: (input_line_number | tostring), query: .}' "$T/qs" >"$T/queries"
cx rebuild >/dev/null 2>&1
cx-scan --body . >"$T/records"
python3 "$SRC/tests/tools/recall-reference.py" --top 50 --queries "$T/queries" \
	- <"$T/records" >"$T/want"
cx-score -i index --fresh no --rank recall --top 50 --queries "$T/queries" |
	jq -r '[.qid, .score, .path] | @tsv' >"$T/got"
is "$(awk -f "$SRC/tests/tools/recall-compare.awk" "$T/want" "$T/got")" '' \
	"the index: $(wc -l <"$T/want") results"
cx-score --rank recall --top 50 --queries "$T/queries" <"$T/records" |
	jq -r '[.qid, .score, .path] | @tsv' >"$T/got"
is "$(awk -f "$SRC/tests/tools/recall-compare.awk" "$T/want" "$T/got")" '' \
	'... and a stream'

### the first search after a clone

cp -r . "$T/clone" && cd "$T/clone" && rm -rf index layers .cortex || exit 99
run env -i PATH="$PATH" HOME="$HOME" CORTEX_NOW=2026-04-15 \
	sh -c 'cd / && exec cx -C "$1" search --no-log --paths "kube*"' - "$PWD"
status 0
out_is p1.md
err_is 'cx search: there was no index, so made one'
run cx search --no-log --paths 'kube*'
out_is p1.md
err_empty
rm -rf index
run cx search --no-log --fresh=no kube
status 4
err_has 'no index yet; make it with: cx rebuild'
not_ok 'none is made then' [ -e index ]
run cx search --no-log --fresh=require kube
status 4
: >index
run cx search --no-log kube
status 4
err_has 'no index yet, and none can be made'
rm index
run cx list --paths
status 0
run cx tags
status 0
err_empty

done_testing
