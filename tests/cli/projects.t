#!/bin/sh
# projects.t: cx project list, rename and switch.
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$0")/../tap.sh"
need jq

CORTEX_NOW=2026-04-15
export CORTEX_NOW
cp -R "$SRC/examples/vault/." .
cx rebuild
run cx project list
status 0
is "$(sort "$T/out")" '     4  meta
     4  web
     7  api
     7  ops' 'cx project list: how many notes each has'
run cx project list --json
jq_is 'select(.project == "api")' '{"project":"api","notes":7}'
grep -rl '^project: web$' . --include='*.md' | sort >before
run cx project rename web 'front end'
status 0
out_has 'renamed web to front end in'
is "$(grep -rlx -e 'project: front end' -e 'project: "front end"' . \
	--include='*.md' | sort)" "$(cat before)" 'each note says the new name'
run cx project list
out_has '  front end'
out_lacks '  web'
cx undo >/dev/null
is "$(grep -rl '^project: web$' . --include='*.md' | sort)" "$(cat before)" \
	'cx undo takes that back'
run cx project rename meta notes
out_has 'changed cortex.toml'
is "$(cx config --get directories.rules)" notes 'the settings say it, too'
is "$(cx scan | cx-select --count project=meta)" 0 'nothing has the old name'
run cx project rename nosuch x
status 1
err_is 'cx project: no note belongs to project nosuch'
for bad in 'rename web' 'switch' 'list x' 'rename a b c'; do
	# shellcheck disable=SC2086
	run cx project $bad
	status 2 "cx project $bad"
done

mkdir "$T/repo" && cd "$T/repo" || exit 99
run cx project switch Shop
status 0
cx-project >"$T/json"
jq_of -r "$T/json" '.name, .method' 'Shop
file' 'cx project switch: the project of the working directory'
id=$(cx-project | jq -r .id)
mkdir below && cd below || exit 99
run cx project switch 'Shop 2'
cx-project >"$T/json"
jq_of -r "$T/json" '.name, .id' "Shop 2
$id" 'the id stays, and the directory above is meant'
run cx project
jq_is .name '"Shop 2"' 'without one of these words it is cx-project'
run cx tags
status 2 'a directory that has only the name of its project is not a vault'
err_has 'no vault'
mkdir -p "$T/repo/.cortex/access"
run cx tags --fresh=no
status 4 'one with more in .cortex is'
err_is 'cx tags: no index yet; make it with: cx rebuild'
cd / || exit 99
run cx -C "$T/repo" tags --fresh=no
err_is "cx tags: no index yet; make it with: cx -C $T/repo rebuild"
done_testing
