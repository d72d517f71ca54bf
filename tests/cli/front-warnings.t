#!/bin/sh
# front-warnings.t: what is wrong in front matter is one line where nobody asked
# for it, and cx rebuild --full lists it.
. "$(dirname "$0")/../tap.sh"

: >cortex.toml
for n in 1 2 3; do
	printf '%s\n' '---' 'name: {{title}}' 'project: {{project}}' '---' text \
		>"$n.md"
done
run cx rebuild --full
is "$(grep -c '\.md:[23]:' "$T/err")" 6 'cx rebuild --full lists it'
for command in review site toc 'links --mentions' maintain; do
	# shellcheck disable=SC2086 # words are meant to be split
	cx $command </dev/null >"$T/out" 2>"$T/err"
	is "$(grep -c 'md:[0-9]*:[0-9]*:' "$T/err") $(grep -c \
		'3 notes have front matter .*; cx rebuild --full' \
		"$T/err")" '0 1' "cx $command: one line"
done
printf '%s\n' --- 'name: A' --- text >1.md
cp 1.md 2.md
printf '%s\n' --- 'name: {{title}}' --- text >3.md
run cx site -o -
err_has '3.md:2:' 'a single one is said'
[ "$(id -u)" -eq 0 ] || {
	chmod 0 1.md
	run cx site -o -
	status 3
	err_has '1.md' 'a file that cannot be read is named'
}
done_testing
