#!/bin/sh
# docs.t: every command of the pages in docs/ prints what stands there, at a
# terminal of 80 columns, as a reader sees it.  tests/tools/console.sh runs the
# commands; UPDATE=1 writes what they print now into the pages.
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$0")/../tap.sh"
need jq git script
has_terminal || skip_all 'no terminal here'

CORTEX_NOW=2026-04-15
NO_COLOR=1
LC_ALL=C.UTF-8
GIT_CONFIG_NOSYSTEM=1
GIT_AUTHOR_NAME=Me GIT_AUTHOR_EMAIL=me@example.org
GIT_COMMITTER_NAME=Me GIT_COMMITTER_EMAIL=me@example.org
PAGER='cat'
export PAGER CORTEX_NOW NO_COLOR LC_ALL GIT_CONFIG_NOSYSTEM GIT_AUTHOR_NAME \
	GIT_AUTHOR_EMAIL GIT_COMMITTER_NAME GIT_COMMITTER_EMAIL
unset VISUAL EDITOR

# Colours, and what is another one each time: where things are, random ids.
esc=$(printf '\033')
plain()
{
	tr -d '\r' | sed "s|$esc\\[[0-9;]*m||g; s|$HOME|/home/me|g
		s|${BIN%/bin}|/usr/local|g; s|_m[0-9]\\{6\\}|_m482913|g"
}

for page in docs/tutorial.md docs/cookbook.md docs/coming-from.md; do
	rm -rf "$HOME"
	mkdir "$HOME"
	cd "$HOME" || exit 99
	case $page in
	*cookbook*) cp -R "$SRC/examples/vault" notes && cd notes || exit 99 ;;
	esac
	run terminal "stty cols 80; sh '$SRC/tests/tools/console.sh' '$SRC/$page'" \
		</dev/null
	status 0 "$page: its commands run"
	plain <"$T/out" >"$T/page"
	if [ -n "${UPDATE:-}" ] && [ "$rc" -eq 0 ]; then
		cp "$T/page" "$SRC/$page"
	fi
	same "$SRC/$page" "$T/page" "$page: they print what it says"
	ok "$page: there are commands" [ "$(grep -c '^\$ ' "$T/page")" -gt 10 ]
	ok "$page: none of them fails" \
		sh -c '! grep -n "^\[[0-9]*\]$\|: not found$" "$1"' - "$T/page"
	cd "$T/w" || exit 99
done
### the commands in the tables of coming-from.md, each in a new copy

grep '^|' "$SRC/docs/coming-from.md" | sed 's/.* | //; s/\\|/|/g' |
	grep -o '`[^`]*cx [^`]*`' | tr -d '`' | sort -u >commands
ok 'there are commands in tables' [ "$(wc -l <commands)" -gt 40 ]
EDITOR=true
export EDITOR
while IFS= read -r command; do
	case $command in
	*'cx pick'* | *'cx serve'*) continue ;; # for people at a terminal
	esac
	rm -rf "$HOME" notes
	mkdir "$HOME"
	cp -R "$SRC/examples/vault" "$HOME/notes"
	cd "$HOME/notes" || exit 99
	git init -q && git add . && git commit -qm Begin
	cx new Trip --body 'To the sea.' >/dev/null && cx rebuild
	run sh -c "$command" </dev/null
	status 0 "coming-from.md: $command"
	cd "$T/w" || exit 99
done <commands
is "$(grep -c '^\*\*[0-9]' "$SRC/docs/cookbook.md")" 40 \
	'the cookbook has forty questions'
done_testing
