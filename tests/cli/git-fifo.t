#!/bin/sh
# git-fifo.t: git waits for a FIFO in the place of one of its files; cx does
# not wait for git.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/../tap.sh"
need git timeout

git config --global user.name t
git config --global user.email t@example.org
git config --global init.defaultBranch main
git init -q r && cd r || exit 99
: >cortex.toml
put atoms/a.md <<'END'
---
id: a
type: decision
---
no date here
END
echo '# Mission' >mission.md
echo '- [x] done' >roadmap.md
git add -A && git commit -qm x || exit 99
echo '- [ ] more' >roadmap.md
echo more >>atoms/a.md
git add atoms || exit 99

commands='check --staged
check --since HEAD
check --format sarif
migrate -n
project
scan
rebuild --full'
CORTEX_GIT_TIMEOUT=1
export CORTEX_GIT_TIMEOUT

# ends TEXT WANTED: every command ends; those that match WANTED say why
ends()
{
	while IFS= read -r c; do
		rm -rf index layers
		# shellcheck disable=SC2086 # words
		timeout 200 cx $c >"$T/out" 2>"$T/err" </dev/null
		rc=$?
		ok "$1: cx $c ends" [ $rc -ne 124 ]
		# shellcheck disable=SC2254 # a pattern
		case $c in
		$2)
			last="$1: cx $c"
			status 4
			err_has 'gave no answer in 1 seconds'
			;;
		esac
	done <<END
$commands
END
}
ends 'nothing is wrong' none
run cx check --since HEAD
out_has milestone-lost

mv .git/HEAD "$T/HEAD"
mkfifo .git/HEAD
ends 'HEAD' '*'
rm .git/HEAD
mv "$T/HEAD" .git/HEAD

mkfifo "$T/fifo"
cp .git/config "$T/config"
printf '[include]\n\tpath = %s\n' "$T/fifo" >>.git/config
ends 'include.path' '*'
cp "$T/config" .git/config

mv .git/index "$T/index"
mkfifo .git/index
ends 'the index' 'check --s*'
rm .git/index
mv "$T/index" .git/index

object=.git/objects/$(git rev-parse HEAD | sed 's,^..,&/,')
mv "$object" "$T/object"
mkfifo "$object"
ends 'a commit' 'check --since*'
rm -f "$object"
mv "$T/object" "$object"

object=.git/objects/$(git rev-parse HEAD:roadmap.md | sed 's,^..,&/,')
mv "$object" "$T/object"
mkfifo "$object"
ends 'a file of a commit' 'check --since*'
rm -f "$object"
mv "$T/object" "$object"

rm -f .gitattributes
mkfifo .gitattributes
ends '.gitattributes' none
rm .gitattributes

run env CORTEX_GIT_TIMEOUT=soon cx project
status 2
err_has "CORTEX_GIT_TIMEOUT must be a number of seconds, not 'soon'"
run cx check --since no-such-revision
status 2
err_has 'no such revision'
done_testing
