#!/bin/sh
# walk-vaults.sh - cx on vaults that other people have made, step by step
#
# walk-vaults.sh [-d DIR] REPOSITORY...
#
# Each is cloned; then init, rebuild, search, check, links, context, daily, a
# move of the ten notes with most links to them and of a folder, archive of a
# note without front matter, and undo of all of it.  After each step git says
# what has changed, which must be what was asked for and nothing else: the
# files of init, the note of the day, what a move prints, and no more lines than
# it names; no formula changes, as formulas.py finds them; and after the last
# undo nothing has.  Commands end with 0, or 1 where that is an answer, and say
# no error.  With NODE_MODULES, a node_modules of npm, links are counted by
# others, too: see markdown-links.mjs and wikilinks.mjs.  With -d the diff of
# each step is kept in DIR, for people.  Prints a line for each vault, and what
# is wrong before it; ends with 1 if anything is.
set -u
here=$(cd "$(dirname "$0")" && pwd)
start=$PWD
kept=
[ "${1:-}" != -d ] || { kept=$2; shift 2; }
T=$(mktemp -d) || exit 4
trap 'rm -rf "$T"' EXIT
trap 'exit 4' HUP INT TERM
GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@example.org
GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@example.org
export GIT_AUTHOR_NAME GIT_AUTHOR_EMAIL GIT_COMMITTER_NAME GIT_COMMITTER_EMAIL
bad=0

wrong() # TEXT [FILE]
{
	echo "$name: $1"
	[ $# -lt 2 ] || head -n 8 "$2" | cut -c 1-200 | sed 's/^/    /'
	bad=1
}

# step ALLOWED COMMAND...: its status is one of these, and no line that it
# says is an error
step()
{
	allowed=$1
	shift
	"$@" >"$T/out" 2>"$T/err" </dev/null
	rc=$?
	case " $allowed " in
	*" $rc "*) ;;
	*) wrong "$*: status $rc" "$T/err" ;;
	esac
	# A finding of cx check is not a complaint.
	! grep -iE '(^|: )error|not found|cannot|killed|abort|runtime' "$T/err" \
		>"$T/errors" || wrong "$*: says" "$T/errors"
}

# changed EXPECTED-FILE WHEN: the working tree differs from HEAD in this only
changed()
{
	git status --porcelain --untracked-files=all >"$T/status"
	cmp -s "$1" "$T/status" || {
		diff "$1" "$T/status" >"$T/diff"
		wrong "after $2 git sees more, or less, than was asked" \
			"$T/diff"
	}
}

# keep WHAT: what this step has changed becomes what the next one begins with;
# no formula is among it
keep()
{
	git add -A
	git -c core.quotepath=off diff --cached -M1% HEAD >"$T/step"
	[ -z "$kept" ] || cp "$T/step" "$kept/$name-$1.diff"
	python3 "$here/formulas.py" >"$T/formulas" ||
		wrong "$1 changed formulas" "$T/formulas"
	git diff --cached --quiet HEAD || {
		git commit -qm "$1"
		steps=$((steps + 1))
	}
}

# move FROM TO WHAT: the files and the lines that git sees are those it names
move()
{
	cx links . >"$T/before" 2>/dev/null
	step 0 cx move "$1" "$2"
	cp "$T/out" "$T/moved"
	git add -A -N .
	jq -r '.moved // empty, .path' "$T/moved" | grep -v '/$' | sort -u \
		>"$T/want"
	git -c core.quotepath=off -c core.precomposeunicode=false diff -z \
		--name-only --no-renames HEAD | tr '\0' '\n' | sort -u >"$T/got"
	# Pictures go with their folder; it names notes.
	comm -23 "$T/want" "$T/got" >"$T/diff"
	comm -13 "$T/want" "$T/got" | grep -v -F -e "$1" -e "$2" >>"$T/diff"
	[ ! -s "$T/diff" ] ||
		wrong "after $3 git sees other files than it named" "$T/diff"
	# Within the lines, only targets: as many lines go as come, and each
	# is a line that the move names.
	named=$(jq -rs '[.[] | select(.moved | not) | [.path, .line]]
		| unique | length' "$T/moved")
	git diff -M1% --numstat HEAD | awk '$1 != "-" {
		p += $1; m += $2 } END { print p + 0, m + 0 }' >"$T/count"
	[ "$(cat "$T/count")" = "$named $named" ] ||
		wrong "$3 names $named lines, git + and -: $(cat "$T/count")"
	lines=$((lines + named))
	cx links . >"$T/after" 2>/dev/null
	[ "$(sed -n 's/^Links: //p' "$T/before")" = \
		"$(sed -n 's/^Links: //p' "$T/after")" ] || {
		diff "$T/before" "$T/after" >"$T/diff"
		wrong "$3 changed how many links lead somewhere" "$T/diff"
	}
	keep "$3"
}

for repository; do
	name=${repository%/}
	name=${name%/.git}
	name=${name%/repo}
	name=${name##*/}
	cd "$start" || exit 4 # git needs a directory that is there
	rm -rf "$T/v"
	git clone -q "$repository" "$T/v" || exit 4
	cd "$T/v" || exit 4
	steps=0 lines=0

	# The three commands of a new user.
	if [ -f .gitattributes ]; then
		echo ' M .gitattributes' >"$T/want"
	else
		echo '?? .gitattributes' >"$T/want"
	fi
	if [ -f .gitignore ]; then
		echo ' M .gitignore' >>"$T/want"
	else
		echo '?? .gitignore' >>"$T/want"
	fi
	[ -f cortex.toml ] || echo '?? cortex.toml' >>"$T/want"
	step 0 cx init
	git status --porcelain --untracked-files=all | sort -k 2 >"$T/status"
	# A .gitignore may have what init writes.
	[ -z "$(comm -13 "$T/want" "$T/status")" ] ||
		wrong 'init leaves other files' "$T/status"
	git add -A && git commit -qm walked
	base=$(git rev-parse HEAD)
	: >"$T/none"
	cx scan . >"$T/records" 2>/dev/null
	# A note that is called by three words or more, from the middle.
	jq -r 'select(.name | test("^[A-Za-z]+( [A-Za-z]+){2,}$"))
		| [.path, .name] | @tsv' "$T/records" >"$T/named"
	sed -n "$((($(wc -l <"$T/named") + 2) / 2))p" "$T/named" >"$T/one"
	words=$(cut -f 2 "$T/one")
	if [ -n "$words" ]; then
		# shellcheck disable=SC2086
		step 0 cx search --json $words
		jq -r .path "$T/out" | grep -qFx "$(cut -f 1 "$T/one")" ||
			wrong "cx search $words does not find it" "$T/out"
	fi
	changed "$T/none" search
	step 0 cx rebuild --full
	changed "$T/none" rebuild
	step '0 1' cx check
	checked=$(tail -n 1 "$T/err" | cut -c 1-60)
	changed "$T/none" check
	step 0 cx links
	links=$(sed -n 's/^Links: //p' "$T/out")
	changed "$T/none" links
	step '0 1' cx links --broken
	step 0 cx context --budget 2000
	changed "$T/none" context
	# A line for today, and no other file.
	step 0 cx daily 'walked by'
	[ "$(git status --porcelain --untracked-files=all | wc -l)" -eq 1 ] || {
		git status --porcelain --untracked-files=all >"$T/status"
		wrong 'cx daily changed another number of files than one' "$T/status"
	}
	keep daily

	# The notes that most links lead to get another name and place.
	cx links --json --hubs=0 2>/dev/null | jq -rs 'sort_by(-.in, .path)
		| map(select(.in > 0)) | .[:10][].path' >"$T/hubs"
	n=0
	while read -r hub <&3; do
		n=$((n + 1))
		move "$hub" "$(dirname "$hub")/moved-aside/$n-$(basename "$hub")" \
			"move$n"
	done 3<"$T/hubs"
	# The folder with most notes, of those with less than half of them.
	folder=$(cx scan . 2>/dev/null | jq -r .path | grep / |
		sed 's,/[^/]*$,,' | sort | uniq -c | sort -k 1,1nr -k 2 |
		awk -v all="$(wc -l <"$T/records")" '$1 < all / 2 {
			sub(/^ *[0-9]+ /, ""); print; exit }')
	[ -z "$folder" ] ||
		move "$folder/" "$(echo "$folder" | sed 's,[^/]*$,,')moved-folder/" \
			folder
	# One that has no front matter, from the middle.
	plain=$(cx scan . 2>/dev/null | jq -r '"./" + .path' |
		grep -vE '/(README|LICENSE|_?index)[^/]*$' | tr '\n' '\0' |
		xargs -0 awk 'FNR == 1 && !/^(---|[+][+][+]|[{])/ { print FILENAME }' |
		awk '{ v[NR] = substr($0, 3) } END { print v[int((NR + 1) / 2)] }')
	if [ -n "$plain" ]; then
		step 0 cx archive "$plain"
		git diff --numstat >"$T/count"
		[ "$(sed 's/	[^	]*$//' "$T/count")" = '4	0' ] ||
			wrong "archive of $plain" "$T/count"
		keep archive
	fi
	n=$steps
	while [ "$n" -gt 0 ]; do
		step 0 cx undo
		n=$((n - 1))
	done
	git add -A
	git diff --cached --stat "$base" >"$T/diff"
	[ ! -s "$T/diff" ] || wrong 'undo of all leaves' "$T/diff"
	find . -name 'moved-aside' -o -name moved-folder | grep . &&
		wrong 'undo leaves the directory of a move'
	find . -name '.cx-tmp-*' | grep . && wrong 'temporary files are left'
	echo "$name: $(wc -l <"$T/records") notes; links $links;" \
		"$steps steps with $lines lines of moves, folder" \
		"${folder:-none}, archive ${plain:-none}; ${checked:-no findings}"
	for tool in markdown-links wikilinks; do
		[ -n "${NODE_MODULES:-}" ] || continue
		flags=
		[ "$tool,$(cx config --get links.text_first)" != wikilinks,true ] ||
			flags=--dendron
		# shellcheck disable=SC2086
		cx scan --body . 2>/dev/null |
			(cd "$NODE_MODULES/.." && node "$here/$tool.mjs" $flags) >"$T/n" ||
			wrong "$tool: below 99.5 %" "$T/n"
		sed "s/^/    $tool: /" "$T/n"
	done
done
exit "$bad"
