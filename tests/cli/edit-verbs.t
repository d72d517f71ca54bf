#!/bin/sh
# edit-verbs.t: the commands of cx that are one edit.
. "$(dirname "$0")/../tap.sh"
need jq

CORTEX_NOW=2026-04-15
export CORTEX_NOW
mkdir v && : >v/cortex.toml
printf -- '---\nid: o\ntype: rule\nstatus: open\n---\n' >v/o.md
printf -- '---\nid: n\n---\n' >v/n.md
verb() # WANT WORDS...
{
	verb_want=$1
	shift
	run cx -C v "$@"
	status 0
	err_empty
	cx-scan v >"$T/json"
	jq_of "$T/json" 'select(.id=="o")|[.status,.extra]' "$verb_want" "cx $*"
}
verb '["archived",{}]' archive o
verb '["active",{}]' restore o
verb '["active",{"pinned":"true"}]' pin o
verb '["active",{}]' unpin o
verb '["active",{"reviewed":"2026-04-15"}]' review o.md
verb '["active",{"reviewed":"2026-04-15"}]' touch o.md
run cx -C v supersede o n --reason 'it moved' --diff
status 0
out_has '+superseded_reason: it moved'
run cx -C v supersede --reason 'it moved' --diff o n
status 0 'options before the atoms, as everywhere'
out_has '+superseded_reason: it moved'
run cx -C v supersede -n
status 2
verb '["superseded",{"reviewed":"2026-04-15","superseded_by":"n","superseded_at":"2026-04-15","superseded_reason":"it moved"}]' \
	supersede o n --reason 'it moved'
third='Deploys of the web project need two reviews since the outage of March.'
run sh -c 'printf "# The third\n\n%s\n" "$1" | cx -C v supersede n --reason "agreed after it" --type rule' sh "$third"
status 0
jq_is '[.name,.description,.extra.supersedes,.extra.reason]' \
	"[\"The third\",\"$third\",\"n\",\"agreed after it\"]"
run cx -C v supersede
status 2
before=$(cat v/n.md)
run cx -C v review n.md -n
status 0 'an option after an atom is one: nothing is changed'
is "$(cat v/n.md)" "$before" '... and the atom is as it was'
for v in archive restore pin unpin review touch supersede; do
	run cx "$v" --help
	status 0
	out_has "$v"
done
done_testing
