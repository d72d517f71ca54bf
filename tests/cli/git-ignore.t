#!/bin/sh
# git-ignore.t: what must not get into git keeps itself out, also in a vault
# that was made with touch cortex.toml.
. "$(dirname "$0")/../tap.sh"
need git

git config --global user.name t
git config --global user.email t@example.org
git init -q v && cd v || exit 99
touch cortex.toml
printf -- '---\nname: A\n---\nsecret text\n' | put a.md
git add -A && git commit -qm one || exit 99
echo 'A captured token of yesterday that waits.' | cx capture >"$T/out"
cx edit a.md status=open >"$T/out"
run git status --porcelain --untracked-files=all
out_is ' M a.md' 'a capture, a lock and a journal are not for git'
git add -A
is "$(git diff --cached --name-only)" a.md 'git add takes none of them'
git reset -q
cx-scan . | cx-access log -C . --source read >"$T/out" || exit 99
git status --porcelain --untracked-files=all >"$T/out"
is "$(cat "$T/out")" ' M a.md' 'nor are access logs'
ok 'which are there' test -s .cortex/access/*.ndjson

# A search leaves git status clean, and everything else that logs.
git add -A && git commit -qm two || exit 99
cx rebuild
for command in 'search secret' 'recall text' context 'show a.md' doctor; do
	# shellcheck disable=SC2086 # words
	cx $command >"$T/out" 2>&1
	is "$(git status --porcelain)" '' "git status is clean after cx $command"
done
run cx doctor
out_lacks access 'the doctor has nothing to say'
echo '[access]' >cortex.toml
echo 'share = true' >>cortex.toml
cx search secret >"$T/out"
git status --porcelain --untracked-files=all >"$T/out"
ok 'where they are shared, they are for git' \
	grep -q '^?? \.cortex/access/.*ndjson' "$T/out"
ok 'with what merges them' grep -q '^?? \.cortex/access/.gitattributes' "$T/out"
run cx doctor
out_lacks '.cortex/access'
git add -A && git commit -qm three || exit 99
: >cortex.toml
cx search secret >"$T/out"
run cx doctor
status 1
out_has 'wrong access    .cortex/access/' 'logs that are in git are named'
out_has 'git rm -r -q --cached .cortex/access'
out_has 'cx config set access.share true'
git rm -r -q --cached .cortex/access
git commit -qam four
cx search secret >"$T/out"
is "$(git status --porcelain)" '' 'and this mends it'
rm .cortex/access/.gitignore
run cx doctor
out_has 'git does not ignore .cortex/access'
cx search secret >"$T/out"
ok 'a search puts it there again' [ -f .cortex/access/.gitignore ]
echo '/mine' >.cortex/access/.gitignore
printf '[access]\nshare = true\n' >cortex.toml
cx search secret >"$T/out"
is "$(cat .cortex/access/.gitignore)" /mine 'somebody'\''s own stays'
: >cortex.toml
printf '*\n' >.cortex/access/.gitignore
git add -A && git commit -qm five --allow-empty || exit 99

# A vault from before, or one that came without the file.
rm .cortex/.gitignore
cx edit a.md status=review >"$T/out"
ok 'it is made again' [ -f .cortex/.gitignore ]
echo '/mine' >.cortex/.gitignore
cx edit a.md status=open >"$T/out"
is "$(cat .cortex/.gitignore)" /mine 'what is there is not replaced'

# A folder called inbox that somebody has keeps its notes in git.
cd "$T/w" && git init -q own && cd own || exit 99
touch cortex.toml
echo mine | put inbox/mine.md
git add -A && git commit -qm one
echo 'A captured text of today that waits.' | cx capture >"$T/out"
ok 'no .gitignore among them' [ ! -e inbox/.gitignore ]
echo more | put inbox/more.md
is "$(git status --porcelain --untracked-files=all)" '?? inbox/more.md' \
	'but events there are not for git'

# Nothing is written through a link.
cd "$T/w" && mkdir -p bad/.cortex && cd bad || exit 99
touch cortex.toml "$T/outside"
printf -- '---\nname: A\n---\n' | put a.md
ln -s "$T/outside" .cortex/.gitignore
run cx edit a.md status=open
status 0
is "$(cat "$T/outside")" '' 'a link in its place is not followed'
done_testing
