#!/bin/sh
# walk-vaults.sh - cx on vaults that other people have made, step by step
#
# walk-vaults.sh REPOSITORY...
#
# Each is cloned; then init, rebuild, search, check, links, context, a move of
# the note with most links to it, and undo.  After each step git says what has
# changed, which must be what was asked for and nothing else: the files of
# init, what the move prints, and the log of which notes were shown.  Commands
# end with 0, or 1 where that is an answer, and say no error.  With
# NODE_MODULES, a node_modules of npm, links are counted by others, too: see
# markdown-links.mjs and wikilinks.mjs.  Prints a line for each vault, and what
# is wrong before it; ends with 1 if anything is.
set -u
here=$(cd "$(dirname "$0")" && pwd)
start=$PWD
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
	git status --porcelain --untracked-files=all -- . ':!.cortex/access' \
		>"$T/status"
	cmp -s "$1" "$T/status" || {
		diff "$1" "$T/status" >"$T/diff"
		wrong "after $2 git sees more, or less, than was asked" \
			"$T/diff"
	}
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

	# The three commands of a new user.
	if [ -f .gitignore ]; then
		printf '%s\n' '?? .gitattributes' '?? cortex.toml' >"$T/want"
	else
		printf '%s\n' '?? .gitattributes' '?? .gitignore' \
			'?? cortex.toml' >"$T/want"
	fi
	step 0 cx init
	changed "$T/want" init
	git add -A && git commit -qm walked
	: >"$T/none"
	cx scan . >"$T/records" 2>/dev/null
	# A note that is called by three words or more, from the middle.
	jq -r 'select(.name | test("^[A-Za-z]+( [A-Za-z]+){2,}$"))
		| [.path, .name] | @tsv' "$T/records" >"$T/named"
	sed -n "$((($(wc -l <"$T/named") + 1) / 2))p" "$T/named" >"$T/one"
	words=$(cut -f 2 "$T/one")
	# shellcheck disable=SC2086
	step 0 cx search --json $words
	jq -r .path "$T/out" | grep -qFx "$(cut -f 1 "$T/one")" ||
		wrong "cx search $words does not find it" "$T/out"
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

	# The note that most links lead to gets another name and place.
	cx links --json --hubs=0 >"$T/hubs" 2>/dev/null
	most=$(jq -rs 'max_by(.in) | .path' "$T/hubs")
	cx links . >"$T/before" 2>/dev/null
	to=moved-aside/$(basename "$most" .md)-moved.md
	step 0 cx move "$most" "$to"
	cp "$T/out" "$T/moved"
	rm -rf .cortex/access
	git checkout -q -- .cortex/access 2>/dev/null
	git add -A -N .
	jq -r '.moved // empty, .path' "$T/moved" | sort -u >"$T/want"
	git -c core.quotepath=off diff --name-only --no-renames HEAD |
		sed 's/^"\(.*\)"$/\1/' | sort -u >"$T/got"
	cmp -s "$T/want" "$T/got" || {
		diff "$T/want" "$T/got" >"$T/diff"
		wrong 'after move git sees other files than it named' "$T/diff"
	}
	# Within the lines, only targets: as many lines go as come, and each
	# is a line that the move names.
	named=$(jq -rs '[.[] | select(.moved | not) | [.path, .line]]
		| unique | length' "$T/moved")
	git diff -M1% --numstat HEAD |
		awk '{ p += $1; m += $2 } END { print p + 0, m + 0 }' >"$T/count"
	[ "$(cat "$T/count")" = "$named $named" ] ||
		wrong "the move names $named lines, git + and -: $(cat "$T/count")"
	cx links . >"$T/after" 2>/dev/null
	[ "$(sed -n 's/^Links: //p' "$T/before")" = \
		"$(sed -n 's/^Links: //p' "$T/after")" ] ||
		wrong 'the move changed how many links lead somewhere'
	step 0 cx undo
	git reset -q
	changed "$T/none" undo
	[ ! -d 'moved-aside' ] || wrong 'undo leaves the directory of the move'
	find . -name '.cx-tmp-*' | grep . && wrong 'temporary files are left'
	echo "$name: $(wc -l <"$T/records") notes; links $links;" \
		"moved $most with $named lines; ${checked:-no findings}"
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
