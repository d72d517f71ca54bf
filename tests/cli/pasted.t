#!/bin/sh
# pasted.t: a command that is pasted searches for itself.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/../tap.sh"
need jq

CORTEX_NOW=2026-04-15
export CORTEX_NOW
mkdir v && cd v || exit 99
: >cortex.toml
note_of() # NAME TEXT
{
	printf '# %s\n\n%s\n' "$1" "$1: $2" >"$1.md"
}
note_of sync 'use rsync -avz to copy.'
note_of other 'rsync elsewhere'
note_of amend 'git commit --amend mends the last one'
note_of commit 'git commit in general'
note_of cold 'temperatures of -20 are usual'
note_of warm 'temperatures of all kinds'
note_of childs 'Get-ChildItem -Recurse lists all files'
note_of child 'Get-ChildItem lists files'
note_of todo '- buy bread'
note_of shop 'buy what there is'
cx rebuild >/dev/null 2>&1

first_is() # PATH WORD...
{
	first_want=$1
	shift
	run cx search --no-log --paths "$@"
	is "$(sed 1q "$T/out")" "$first_want" "first: $last"
}

# Within one argument nothing is left out, and nothing has to be said.
while IFS='|' read -r want query; do
	first_is "$want" "$query"
	err_empty
	first_is "$want" -- "$query"
	run cx-score -i index -C . --rank recall "$query"
	is "$(jq -r .path "$T/out" | sed 1q)" "$want" "cx-score: $query"
	jq -nc --arg q "$query" '{qid: 1, query: $q}' >"$T/queries"
	run cx-score -i index -C . --rank recall --queries "$T/queries"
	is "$(jq -r .path "$T/out" | sed 1q)" "$want" "--queries: $query"
	cx-scan --body . | cx-score --rank recall "$query" >"$T/out"
	is "$(jq -r .path "$T/out" | sed 1q)" "$want" "a stream: $query"
done <<'END'
sync.md|rsync -avz
sync.md|-avz rsync
amend.md|git commit --amend
amend.md|--amend git commit
cold.md|temperatures of -20
childs.md|Get-ChildItem -Recurse
childs.md|-Recurse Get-ChildItem
todo.md|- buy -bread
END
first_is sync.md -- rsync -avz
err_empty
first_is childs.md -- -Recurse
first_is sync.md --rank cortex -- -avz sync

# A word of its own leaves out, which is said.
first_is other.md rsync -avz
err_is "cx search: without notes that have 'avz'"
run cx search --no-log --paths temperatures -20 -tag:x '-"of all"'
out_empty
err_has "cx search: without notes that have '20' or 'tag:x' or 'of all'"
run cx-score -i index -C . --rank recall rsync -avz
is "$(jq -r .path "$T/out")" other.md 'so does cx-score'
err_is "cx-score: without notes that have 'avz'"
run cx recall --no-log rsync -avz
err_has "cx recall: without notes that have 'avz'"
# A quotation leaves out anywhere.
first_is other.md 'rsync -"avz"'
err_is "cx search: without notes that have 'avz'"
run cx search --no-log --paths 'rsync -"avz'
is "$(grep -c . "$T/out")" 2 'half a quotation is text'

# A first word is an option, and where it should stand is said.
for word in -ErrorAction --amend -20; do
	run cx search "$word"
	status 2
	err_has 'words that begin with - go after --'
	run cx-score "$word"
	status 2
	err_has 'words that begin with - go after --'
done
run cx search --where 'type=x and y' --no-such='a b' rsync
status 2
err_has 'unknown option --no-such=a b'

done_testing
