#!/bin/sh
# forms.t: tests/dialects/ has a small file for each form that other tools write,
# and beside it the record that it gives.
# shellcheck disable=SC1091
. "$(dirname "$0")/../tap.sh"
need jq

CORTEX_NOW=2026-04-15
export CORTEX_NOW
# What is the same of each, or depends on the copy, is left out.
filter='del(.id, .path, .lines, .size_bytes)
	| if .dated == "mtime" then del(.updated) else . end'
mkdir v
cp "$SRC"/tests/dialects/*.md v
cx-scan v 2>err >records
for f in v/*.md; do
	name=${f##*/}
	jq -S --arg path "$name" "select(.path == \$path) | $filter" \
		<records >got
	jq -S . "$SRC/tests/dialects/${name%.md}.json" >want
	same got want "$name"
done
is "$(find "$SRC/tests/dialects" -name '*.json' | wc -l | tr -d ' ')" \
	"$(find v -mindepth 1 -maxdepth 1 | wc -l | tr -d ' ')" 'each has a record'
done_testing
