#!/bin/sh
# hooks.t: the git hooks and the CI check of examples/hooks.
# shellcheck disable=SC1091,SC2016,SC2086,SC2154,SC2317
. "$(dirname "$0")/../tap.sh"
. "$SRC/tests/records.sh"
need git jq

D=$SRC/examples/hooks
CORTEX_NOW=2026-04-15T12:00:00
export CORTEX_NOW
GIT_CONFIG_NOSYSTEM=1
GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a
GIT_COMMITTER_EMAIL=a@b
export GIT_CONFIG_NOSYSTEM GIT_AUTHOR_NAME GIT_AUTHOR_EMAIL
export GIT_COMMITTER_NAME GIT_COMMITTER_EMAIL
has() { jq -e --arg p "$1" 'any(.[]; .path == $p)' index/manifest.json; }

vault v
cd v || exit 99
git -c init.defaultBranch=main init -q . 2>/dev/null
printf '/index/\n/layers/\n/.cortex/\n' >.gitignore
git add -A && git commit -qm one
git branch -M main
cp "$D/post-merge" .git/hooks/post-merge
cp "$D/post-merge" .git/hooks/post-checkout
run git checkout -q -b other
status 0
ok 'a checkout makes the index' has atoms/cache.md
atom atoms/new.md 'New one' insight active 2026-04-15 'new'
rm atoms/cache.md
git add -A && git commit -qm two
run git checkout -q main
status 0
ok 'the branch without the note' has atoms/cache.md
not_ok '... and without the other' has atoms/new.md
run git merge -q other
status 0
ok 'a merge: the new note' has atoms/new.md
not_ok '... and not the deleted one' has atoms/cache.md
mkdir "$T/none"
for p in git sh readlink mktemp; do
	ln -s "$(command -v $p)" "$T/none/$p"
done
run env PATH="$T/none" git checkout -q other
status 0 'without cx git goes on'
err_has 'no cx in PATH'
mkdir -p "$T/bad"
printf '#!/bin/sh\necho broken >&2\nexit 4\n' >"$T/bad/cx"
chmod +x "$T/bad/cx"
run env PATH="$T/bad:$PATH" git checkout -q main
status 0 'a rebuild that fails does not stop git'
err_has 'the index is not up to date'

cx rebuild
run sh "$D/drift" .
status 0 'drift: none'
out_empty
# An index of other notes: as restored from a cache.
cp -R index "$T/old"
sed -i 's/Deploy freeze/Deploy thaw/' atoms/freeze.md
cx rebuild
rm -rf index && mv "$T/old" index
run sh "$D/drift" .
status 1 'drift: found'
out_has 'Deploy thaw'
run sh "$D/drift" .
status 0 'drift: mended by the rebuild'
rm -rf index
run sh "$D/drift" .
status 4 'drift: no index'
ok 'the README names both hooks' test -x "$D/post-checkout"
done_testing
