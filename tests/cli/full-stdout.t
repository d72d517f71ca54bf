#!/bin/sh
# full-stdout.t: a program that has changed files and then cannot print what it
# did says that they are changed: a repetition would do it twice.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/../tap.sh"
. "$SRC/tests/records.sh"
need git
[ -w /dev/full ] || skip_all 'no /dev/full here'

CORTEX_NOW=2026-04-15T12:00:00
export CORTEX_NOW
git config --global user.name t
git config --global user.email t@example.org
git init -q v && cd v || exit 99
touch cortex.toml
atom atoms/a.md One insight active 2026-04-01 x
atom atoms/b.md Two insight active 2026-04-01 x
atom atoms/c.md Three insight active 2026-04-01 x
printf 'plain\n' >atoms/plain.md
printf '<!-- AUTO:vault_count -->\n<!-- /AUTO:vault_count -->\n' >map.md
git add -A && git commit -qm x || exit 99
changed() # COMMAND...: changes something, told on the way out
{
	git add -A && git commit -q --allow-empty -m x
	run sh -c '"$@" >/dev/full' sh "$@"
	status 4
	err_has "${told:-files were changed before that, and stay so}"
	ok "it is changed: $*" \
		[ -n "$(git status --porcelain --ignored -- ':!.cortex')" ]
}
changed cx-new --name 'A note' --type decision
changed cx edit atoms/a.md status=archived
changed cx move atoms/b.md atoms/d.md
changed cx migrate --write
changed cx archive atoms/c.md
echo 'The queue stalls.' >../text
told='the text is in inbox/pending/'
changed sh -c 'cx capture <../text'

# What has changed nothing says nothing of it.
git add -A && git commit -q --allow-empty -m x
for c in 'cx-scan .' 'cx edit --diff atoms/a.md status=open' \
	'cx-new -n --name B --type decision'; do
	# shellcheck disable=SC2086 # words
	run sh -c '"$@" >/dev/full' sh $c
	status 4
	err_lacks 'were changed'
done
# Nor is it a tool below that speaks.
cx rebuild
for c in 'cx graph' 'cx site -o -' 'cx --version' 'cx help' 'cx chart' \
	'cx tags' 'cx import --list'; do
	me="cx ${c#cx }"
	case $c in
	*-version | *help) me=cx ;;
	*graph) command -v dot >/dev/null || continue ;;
	esac
	# shellcheck disable=SC2086 # words
	run sh -c '"$@" >/dev/full' sh $c
	status 4
	me=${me% -o -}
	err_is "${me% --list}: cannot write to standard output"
done
# A reader that leaves is no trouble at all; a page is longer than a pipe.
{
	cx site -o - 2>"$T/err"
	echo $? >code
} | true
is "$(cat code)" 141 'cx site ends as its reader does'
err_empty
done_testing
