#!/bin/sh
# scan-git.t: notes without a date have that of the last commit that touched
# them, so that a clone of a vault answers as the original does.
# shellcheck disable=SC2016
. "$(dirname "$0")/../tap.sh"
need jq
need git

GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a
GIT_COMMITTER_EMAIL=a@b CORTEX_NOW=2026-04-15
export GIT_CONFIG_GLOBAL GIT_CONFIG_SYSTEM GIT_AUTHOR_NAME \
	GIT_AUTHOR_EMAIL GIT_COMMITTER_NAME GIT_COMMITTER_EMAIL CORTEX_NOW
commit() # DAY DIRECTORY: all there is
{
	git -C "$2" add -A && GIT_AUTHOR_DATE="$1T12:00:00Z" \
		GIT_COMMITTER_DATE="2026-04-14T12:00:00Z" \
		git -C "$2" commit -qm x || exit 99
}
dates() { cx-scan "$@" 2>dates.err | jq -c '[.path, .updated, .dated]'; }
dated() # PATH WANT TEXT
{
	is "$(dates v | jq -r --arg p "$1" 'select(.[0] == $p) |
		"\(.[1]) \(.[2])"')" "$2" "$3"
}

W=$PWD
mkdir -p v/sub && touch v/cortex.toml
git -C v init -q
echo old >v/old.md
echo both >v/both.md
echo gone >v/gone.md
echo ren >v/ren.md
echo 'ü' >'v/sub/ü "x".md'
printf -- '---\ndate: 2026-01-01\n---\n' >v/own.md
echo x >v/2026-02-02.md
commit 2026-03-01 v
echo more >>v/both.md
git -C v mv ren.md renamed.md
git -C v rm -q gone.md
commit 2026-04-14 v
echo new >v/untracked.md
echo back >v/gone.md
touch -d 2026-04-01T12:00:00Z v/untracked.md v/gone.md
dated old.md '2026-03-01 first' 'the commit that made it'
dated both.md '2026-04-14 git' 'the last one that touched it'
dated renamed.md '2026-04-14 git' 'a rename touches it'
dated 'sub/ü "x".md' '2026-03-01 first' 'any name'
dated own.md '2026-01-01 null' 'front matter goes first'
dated 2026-02-02.md '2026-02-02 name' 'then the name'
dated untracked.md '2026-04-01 mtime' 'not in git'
dated gone.md '2026-04-01 mtime' 'removed, and there again'
echo edit >>v/old.md
dated old.md '2026-03-01 first' 'what is not committed does not count'
git -C v checkout -q old.md

# A commit changes dates of notes that have not changed on disk.
rm v/gone.md
run cx -C v rebuild
status 0
has() { cx-index --cat v/index | jq -r "select(.path == \"$1\").updated"; }
is "$(has both.md)" 2026-04-14 'the index has it'
echo more >>v/both.md
run cx -C v rebuild
status 0
commit 2026-04-15 v
run cx -C v rebuild
status 0
is "$(has both.md)" 2026-04-15 'a new commit is seen'
is "$(has untracked.md)" 2026-04-15 'so is that a file is tracked'
cx-scan --body v >full
cx-index --cat v/index >incremental
is "$(jq -Sc 'del(.body)' incremental)" "$(jq -Sc 'del(.body)' full)" \
	'an incremental rebuild is a full one'

# A clone answers as the original.
git clone -q v clone
touch -d 2020-01-01T12:00:00Z v/*.md
run cx -C clone rebuild
status 0
run cx -C v rebuild
status 0
for f in manifest.json by_project.json by_type.json by_tag.json graph.json; do
	same "v/index/$f" "clone/index/$f" "a clone has the same $f"
done
for f in hot warm cold; do
	same "v/layers/$f.json" "clone/layers/$f.json" "the same $f.json"
done
for c in v clone; do
	cx -C $c context --no-log >$c.context 2>&1
	cx -C $c recall --no-log --json more old >$c.recall 2>&1
done
same v.context clone.context 'the same context'
same v.recall clone.recall 'the same recall'

# Git is asked once per HEAD, and not where every note has its date.  A scan and
# what it starts can write to no file, but to one that is open.
mkdir bin
cat >bin/git <<E
#!/bin/sh
echo "\$*" >&2
exec $(command -v git) "\$@"
E
chmod +x bin/git
PATH=$W/bin:$PATH
dates v >first
is "$(grep -c ' log ' dates.err)" 0 'the log is kept by HEAD'
rm v/index/.git-dates
dates v >second
is "$(grep -c ' log ' dates.err)" 1 'it can be deleted'
same first second 'with the same answer'
printf 'cx-git-dates 1 %s\n1x old.md\n' "$(git -C v rev-parse HEAD)" \
	>v/index/.git-dates
dates v >second
same first second 'and damaged'
mkdir w && touch w/cortex.toml && git -C w init -q
cp v/own.md w
commit 2026-01-01 w
dates w >/dev/null
is "$(cat dates.err)" '' 'nobody asks where all have dates'
PATH=${PATH#*:}
# It is a file of ours, in our directory, or it is not.
rm v/index/.git-dates
ln -s "$W/victim" v/index/.git-dates
dates v >second
same first second 'a link in its place'
not_ok '... is not followed' test -e victim

# A vault within a repository; one without commits; a shallow clone.
mkdir -p r/notes && touch r/notes/cortex.toml && git -C r init -q
echo x >r/notes/a.md
touch -d 2026-04-01T12:00:00Z r/notes/a.md
is "$(dates r/notes)" '["a.md","2026-04-01","mtime"]' 'no commit yet'
commit 2026-02-01 r
is "$(dates r/notes)" '["a.md","2026-02-01","git"]' 'below the root'
echo y >r/notes/b.md
commit 2026-02-03 r
git clone -q --depth 1 "file://$W/r" s
dates s/notes >"$T/json"
jq_of -rs "$T/json" '[.[] | .[2] | tojson] | unique[]' '"mtime"' \
	'where history was cut off nothing is dated'

# What the first commit of a vault brings was there before: it is not all hot.
mkdir f && touch f/cortex.toml && git -C f init -q
for n in a b c d; do echo "# $n word" >"f/$n.md"; done
commit 2026-04-15 f
is "$(cx-scan f | cx-layer | jq -r '"\(.path) \(.layer) \(.dated)"')" \
	'a.md cold first
b.md cold first
c.md cold first
d.md cold first' 'a first commit makes no note new'
cx -C f rebuild
is "$(cx -C f search --no-log --json word | jq -r .layer | uniq -c |
	tr -s ' ')" ' 4 cold' '... in the index too'
is "$(cx -C f search --no-log --paths --since 7d word 2>/dev/null)" '' \
	'... and is not recent'
echo more >>f/b.md
commit 2026-04-15 f
cx -C f rebuild
is "$(cx -C f search --no-log --json word | jq -r 'select(.layer == "hot").path')" \
	b.md 'the next one does'

# A repository's own configuration starts nothing.
printf '#!/bin/sh\ntouch "%s/ran"\n' "$W" >evil && chmod +x evil
git -C v config core.fsmonitor "$W/evil"
# Files that a merge itself added or changed.
git init -q m && touch m/cortex.toml && echo a >m/a.md && echo b >m/b.md
commit 2026-03-01 m
git -C m checkout -qb side && echo side >m/a.md && commit 2026-03-02 m
git -C m checkout -q - && echo main >m/a.md && commit 2026-03-03 m
git -C m merge -q side >/dev/null 2>&1
echo both >m/a.md
echo new >m/merged.md
commit 2026-03-04 m
is "$(dates m)" '["a.md","2026-03-04","git"]
["b.md","2026-03-01","git"]
["merged.md","2026-03-04","git"]' 'what a merge added or changed has its date'
# What a side changed as it already was is not followed to that side, as in
# git log -1 -- FILE.
git init -q n && touch n/cortex.toml && echo a >n/a.md && echo b >n/b.md &&
	echo c >n/c.md
commit 2026-03-01 n
git -C n checkout -qb side && echo same >n/a.md && echo side >n/b.md
commit 2026-03-09 n
git -C n checkout -q - && echo same >n/a.md && commit 2026-03-03 n
git -C n checkout -qb other && echo other >n/c.md && echo e >'n/ e.md' &&
	commit 2026-03-04 n
git -C n checkout -q - && echo main >n/d.md && commit 2026-03-05 n
git -C n merge -q --no-ff -m one side
git -C n merge -q --no-ff -m two other
for f in ' e' a b c d; do
	printf '["%s.md","%s","git"]\n' "$f" "$(git -C n log -1 --format=%as -- \
		"$f.md")"
done >want
dates n >got
same got want 'a file is followed as git log -1 does'
is "$(cut -d '"' -f 4 want | tr '\n' ' ')" \
	'2026-03-04 2026-03-03 2026-03-09 2026-03-04 2026-03-05 ' '... to that'
# A git that does not know of --diff-merges, as before 2.31.
mkdir old
cat >old/git <<E
#!/bin/sh
case " \$* " in *' --diff-merges='*) exit 128 ;; esac
exec $(command -v git) "\$@"
E
chmod +x old/git
PATH=$W/old:$PATH
dates n >got
PATH=${PATH#*:}
is "$(jq -r '.[1]' got | tr '\n' ' ')" \
	'2026-03-04 2026-03-09 2026-03-09 2026-03-04 2026-03-05 ' \
	'an old git: the latest commit of all'
ok '... which is said' grep -q 'needs git 2.31' dates.err
mkdir n/sub && echo e >n/sub/e.md && touch n/sub/cortex.toml
commit 2026-03-12 n
is "$(dates n/sub)" '["e.md","2026-03-12","git"]' '... also below the top'
git -C v config log.showSignature true
git -C v config gpg.program "$W/evil"
git -C v config core.pager "$W/evil"
git -C v config diff.external "$W/evil"
rm -f v/index/.git-dates
dates v >second
same first second 'a hostile configuration'
not_ok '... starts nothing' test -e ran
# Where git fails, that is said.
rm -rf v/index/.git-dates v/.git/objects/??
run cx-scan v
status 0
err_has 'git log has failed' 'a repository that is damaged'
jq_of -r "$T/out" 'select(.path == "old.md").dated' mtime '... dates nothing'
done_testing
