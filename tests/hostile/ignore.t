#!/bin/sh
# ignore.t: a merge conflict that git has left in a file that cx reads is
# never taken in silence.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/../tap.sh"
need jq

mkdir v && cd v || exit 99
: >cortex.toml
mkdir atoms sub
for n in atoms/a b sub/c; do
	printf -- '---\nid: %s\nname: N\n---\ntext\n' "$(basename "$n")" >$n.md
done
said='.cortexignore:2: a merge conflict that was left here; the patterns of both sides count until it is resolved'

# conflict TEXT PATHS: of the patterns those of both sides count, and all that
# read them say so.
conflict()
{
	for c in 'rebuild' 'scan' 'move b.md d.md' \
		'move d.md b.md' 'new -n --name N --type rule --body x' \
		'migrate -n'; do
		# shellcheck disable=SC2086 # words
		run cx $c
		err_has "cx ${c%% *}: $said" "$1: cx $c says so"
	done
	run cx rebuild
	is "$(grep -c "$said" "$T/err")" 1 "$1: once"
	run cx scan
	jq_of -rs "$T/out" 'map(.path) | join(" ")' "$2" "$1: which notes are left"
	run cx scan --strict
	status 3 "$1: cx scan --strict"
	run cx check --rule conflict-marker --format json
	status 1 "$1: cx check"
	jq_is '[.path,.line,.severity,.code]' \
		'[".cortexignore",2,"error","conflict-marker"]' "$1: its finding"
	run cx check --rule conflict-marker b.md
	status 1 "$1: cx check of one note, too"
	printf '[check]\nconflict-marker = "off"\n' >cortex.toml
	run cx check --rule conflict-marker
	status 0 "$1: as [check] says"
	: >cortex.toml
}
printf '%s\n' '*.tmp' '<<<<<<< HEAD' '/sub' '=======' '/atoms' '>>>>>>> b' \
	>.cortexignore
conflict 'two sides' b.md
printf '%s\r\n' '*.tmp' '<<<<<<< HEAD' '/sub' '||||||| 1234' '/x' '=======' \
	'/atoms' '>>>>>>> b' >.cortexignore
conflict 'CRLF and diff3' b.md
printf '%s\n' '*.tmp' '=======' '/atoms' >.cortexignore
conflict 'a mark that was left' 'b.md sub/c.md'
printf '%s\n' '*.tmp' '>>>>>>> feature' >.cortexignore
conflict 'the last mark' 'atoms/a.md b.md sub/c.md'

# No conflict: comments, longer lines, and patterns that look like one.
printf '%s\n' '# <<<<<<< HEAD' '========' '<<<<<<' '=======x' '>>>>>>>y' \
	'\=======' >.cortexignore
run cx rebuild
err_empty 'what is none is a pattern'
run cx check --rule conflict-marker
status 0
rm .cortexignore

# The other files: they say it, or nothing of them is taken.
both() # what both sides say
{
	printf '%s\n' '<<<<<<< HEAD' "$1" '=======' "$2" '>>>>>>> b'
}
both '[layers]' '[gate]' >cortex.toml
for c in scan rebuild search list context; do
	run cx $c x
	not_ok "cortex.toml: cx $c" [ "$rc" -eq 0 ]
	err_has 'cortex.toml:1:1: '
done
: >cortex.toml
both '- title: a' '- title: b' >TASKS.yaml
run cx tasks
not_ok 'TASKS.yaml' [ "$rc" -eq 0 ]
err_has TASKS.yaml:1
rm TASKS.yaml
mkdir -p .cortex
both '{"id":"a","name":"A"}' '{"id":"b","name":"B"}' >.cortex/project.json
run cx project
not_ok '.cortex/project.json' [ "$rc" -eq 0 ]
err_has project.json
rm .cortex/project.json
mkdir -p .cortex/access
both '{"ts":"2026-01-01T00:00:00Z","op":"read","ids":["a"]}' \
	'{"ts":"2026-01-02T00:00:00Z","op":"read","ids":["b"]}' \
	>.cortex/access/2026-01.ndjson
run cx access report
err_has 2026-01.ndjson 'an access log'
rm -r .cortex/access
printf '\nSee [x](y).\n' >>b.md
both one two >>b.md
run cx check --rule conflict-marker
status 1 'a note'
out_has b.md
done_testing
