#!/bin/sh
# forms.t: tests/dialects/ has a small file for each form that other tools write,
# and beside it the record that it gives.
# shellcheck disable=SC1091
. "$(dirname "$0")/../tap.sh"
need jq

CORTEX_NOW=2026-04-15
export CORTEX_NOW
FORMS=$SRC/tests/dialects
# What is the same of each, or depends on the copy, is left out.
filter='del(.id, .path, .lines, .size_bytes)
	| if .dated == "mtime" then del(.updated) else . end'
# What a record has that does not say it, and with .form what the manual says.
default='{name: $name, type: "unknown", project: "unknown", status: "active",
	created: null, dated: "mtime", tags: [], description: "", links_out: [],
	extra: {}}
	| if $want.updated and ($want.dated | not) then del(.dated) else . end'
mkdir v
cp "$FORMS"/*.md v
: >v/cortex.toml
cx-scan v 2>err >records
cx -C v tasks --json >due
# All at once, a line each: jq takes long to start.
jq -Sc ".path as \$path | [\$path, ($filter)]" records >got.all
jq -Sc "(input_filename | sub(\".*/\"; \"\") | .[:-5]) as \$name | . as \$want
	| [\"\(\$name).md\", ($default + \$want | del(.form, .tasks))]" \
	"$FORMS"/*.json >want.all
jq -c --slurpfile due due '.path as $path
	| [$path, [$due[] | select(.path == $path) | [.title, .due]]]' \
	records >got.tasks
jq -c 'select(has("tasks")) | [(input_filename | sub(".*/"; "") | .[:-5])
	+ ".md", .tasks]' "$FORMS"/*.json >want.tasks
for f in v/*.md; do
	name=${f##*/}
	for what in all tasks; do
		for side in got want; do
			grep -F "[\"$name\"," $side.$what >$side
		done
		case $what in
		all) ;;
		*) [ -s want ] || continue ;;
		esac
		same got want "${name%.md}, $what"
	done
done
is "$(find "$FORMS" -name '*.json' | wc -l | tr -d ' ')" \
	"$(find v -name '*.md' | wc -l | tr -d ' ')" 'each has a record'

# The table of cx-formats(5) is made of them: sh tests/tools/forms.sh
sh "$SRC/tests/tools/forms.sh" "$FORMS" >want
sed -n '/^\.\\" forms$/,/^\.\\" end of forms$/p' "$SRC/man/cx-formats.5" >got
same got want 'the table of the manual is that of the files'
done_testing
