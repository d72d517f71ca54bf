# shellcheck shell=sh disable=SC2034,SC2154
# imported.sh: sourced by the tests of cx import.

# vault FORMAT FILE: a new vault with what is imported; the records are in
# notes.
vault()
{
	rm -rf v && mkdir v && touch v/cortex.toml
	run cx -C v import "$@"
	cp "$T/out" notes
}
# field EXPR: of the records
field()
{
	jq -rc "$1" notes
}
