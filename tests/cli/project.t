#!/bin/sh
# project.t: cx-project says which project a directory is.
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$0")/../tap.sh"
need git

W=$(pwd -P)
git_dir() # DIR URL: what a clone has
{
	git init -q "$1" && git -C "$1" config remote.origin.url "$2"
}
file() # DIR JSON
{
	mkdir -p "$1/.cortex" && printf '%s\n' "$2" >"$1/.cortex/project.json"
}
ask() { cx-project "$@" 2>&1 | jq -c '[.method,.id,.name]' 2>&1; }

### the remote, normalised

n=0
while read -r url want; do
	n=$((n + 1))
	git_dir "r$n" "$url"
	is "$(ask "r$n")" "[\"remote\",\"$want\",\"${want##*/}\"]" "$url"
done <<'END'
git@h:o/r.git h/o/r
https://u:p@h/o/r h/o/r
ssh://git@h:22/o/r/ h/o/r
https://H.Example/O/R.git h.example/O/R
git@H:O/R h/O/R
h:o/r h/o/r
git@h:/o/r.git/ h/o/r
https://h/o/r.git/ h/o/r
https://h/o/r// h/o/r
git://h:9418/o/r.git h/o/r
ssh://h/o/sub/r h/o/sub/r
https://token@h/o/r h/o/r
https://u:p@ss@h/o/r h/o/r
https://u:p/w@h/o/r h/o/r
u:secret@h:o/r h/o/r
https://h/o/r.git?access_token=x h/o/r
https://h/o/r#x h/o/r
ssh://git@[::1]:22/o/r.git [::1]/o/r
HTTPS://h/o/r h/o/r
/srv/git/r.git /srv/git/r
file:///srv/git/r.git /srv/git/r
/srv/r/.git /srv/r
END
for u in https://holder:sesame@h/o/r https://holder:ses/ame@h/o/r \
	holder:sesame@h:o/r; do
	git_dir secret "$u"
	run cx-project secret
	out_lacks @ "no credentials of $u"
	out_lacks sesame
	out_lacks ses/
	out_lacks holder
done
git_dir rel ../other/r.git
is "$(ask rel)" "[\"remote\",\"$W/other/r\",\"r\"]" 'a path, from the repository'

### what git knows

git_dir c h:o/first
git -C c config --add remote.origin.url h:o/mirror
is "$(ask c)" '["remote","h/o/first","first"]' 'the first url of several'
git -C c config --unset-all remote.origin.url
git -C c config remote.up.url h:o/up
is "$(ask c)" "[\"path\",\"$W/c\",\"c\"]" 'only origin counts'
printf '[remote "origin"]\nurl = short:o/inc\n' >c/.git/other
git -C c config include.path other
git config --global url.https://long.example/.insteadOf short:
is "$(ask c)" '["remote","long.example/o/inc","inc"]' 'include and insteadOf'
rm ~/.gitconfig
is "$(GIT_DIR=$W/r1/.git ask c)" '["remote","short/o/inc","inc"]' \
	'the directory counts, not GIT_DIR'
printf '[remote "origin\nurl = h:o/a\n' >c/.git/config
run cx-project c
status 2 'broken configuration'
err_has 'bad config line 1'
out_empty

### where git's directory is

mkdir -p r1/deep/er
is "$(ask r1/deep/er)" '["remote","h/o/r","r"]' 'from below'
cx-project r1/deep/er >"$T/json"
jq_of -r "$T/json" .root "$W/r1" 'root'
is "$(cd r1/deep && ask)" '["remote","h/o/r","r"]' 'the working directory'
g() { git -c user.name=t -c user.email=t@example.org \
	-c protocol.file.allow=always "$@"; }
for r in sub main; do
	g init -q $r
	g -C $r commit -q --allow-empty -m x
done
git -C main remote add origin git@h:team/main.git
git -C main worktree add -q ../wt -b side
g -C main submodule --quiet add "$W/sub" lib
git -C main/lib remote set-url origin https://h/team/lib.git
is "$(ask main)" '["remote","h/team/main","main"]' 'a repository'
is "$(ask wt)" '["remote","h/team/main","main"]' 'a worktree'
is "$(ask main/lib)" '["remote","h/team/lib","lib"]' 'a submodule'
env PATH="$BIN" cx-project main/lib >"$T/json"
jq_of -r "$T/json" .method path \
	'without git there is no remote'
mkdir wild && echo 'gitdir: ../nowhere' >wild/.git
run cx-project wild
status 2 'a .git file that leads nowhere'
err_has wild/.git
mkdir odd && echo 'hello' >odd/.git
run cx-project odd
status 2 'a .git file that is none'

### project.json

file p '{"id":"p-1","name":"Alpha"}'
mkdir -p p/a/b
is "$(ask p/a/b)" '["file","p-1","Alpha"]' 'project.json in a parent'
file q '{"id":"q-1"}'
is "$(ask q)" '["file","q-1","q"]' 'no name: the directory'
git_dir p/a/b h:o/inner
is "$(ask p/a/b)" '["file","p-1","Alpha"]' 'a file comes before a remote'
git_dir q h:o/far
is "$(ask q)" '["file","q-1","far"]' 'no name: the remote, then the directory'
file p/a '{"id":"p-2"}'
ask p/a/b >"$T/json"
jq_of "$T/json" '.[:2]' '["file","p-2"]' 'the nearest'
file p/a '{"name":"no id"}'
is "$(ask p/a/b)" '["file","p-1","Alpha"]' 'without id it does not count'
for bad in '{"id":' '[]' '{"id":7}' '{"id":""}' '{"id":"x","name":3}'; do
	file bad "$bad"
	run cx-project bad
	status 2 "project.json: $bad"
	err_has bad/.cortex/project.json
	out_empty
done
mkdir -p ten/1/2/3/4/5/6/7/8/9/10/11
file ten '{"id":"ten"}'
is "$(ask ten/1/2/3/4/5/6/7/8/9/10)" '["file","ten","ten"]' '10 up'
ask ten/1/2/3/4/5/6/7/8/9/10/11 >"$T/json"
jq_of -r "$T/json" '.[0]' path 'not 11'
mkdir -p home/me/x above/me/x
file home/me '{"id":"home"}'
file above '{"id":"above"}'
is "$(HOME=$W/home/me ask home/me/x)" '["file","home","me"]' 'the home directory'
HOME=$W/above/me ask above/me/x >"$T/json"
jq_of -r "$T/json" '.[0]' path 'not above it'
git_dir above h:o/above
HOME=$W/above/me ask above/me/x >"$T/json"
jq_of -r "$T/json" '.[0]' path \
	'... for a remote, either'
ln -s "$W/q" link
is "$(ask link)" '["file","q-1","far"]' 'through a symlink'

### the path, none, --create

mkdir plain
is "$(ask plain)" "[\"path\",\"$W/plain\",\"plain\"]" 'the real path'
ln -s plain alias
is "$(ask alias)" "[\"path\",\"$W/plain\",\"plain\"]" '... through a symlink'
git init -q local && mkdir local/sub
is "$(ask local/sub)" "[\"path\",\"$W/local\",\"local\"]" \
	'a repository without remote is one project'
run cx-project "$HOME"
status 1 'the home directory is not a project'
jq_is '[.method,.id,.name]' '["none",null,null]'
run cx-project /
status 1 'nor is what is above'
mkdir new
run cx-project --create new
status 0
jq_is '[.method,.name]' '["created","new"]'
id=$(jq -r .id "$T/out")
is "$(printf %s "$id" | wc -c | tr -d ' ')" 32 'an id of 32 digits'
jq_of -r new/.cortex/project.json .id "$id" 'it is in the file'
is "$(ask new)" "[\"file\",\"$id\",\"new\"]" 'and is found'
is "$(ask --create new)" "[\"file\",\"$id\",\"new\"]" 'a second time it is there'
mkdir new2
is "$(cx-project --create new2 | jq -r .id | grep -cx "$id")" 0 'ids differ'
is "$(ask --create r1)" '["remote","h/o/r","r"]' 'a remote needs none'
not_ok '... and gets none' test -e r1/.cortex
file noid '{"name":"x"}'
run cx-project --create noid
status 2 '--create where a file without id is'
err_has noid/.cortex/project.json
run cx-project nosuch
status 4
err_has nosuch
run cx-project a b
status 2

### several projects of one name

mkdir -p v/.cortex
name() { cx-project -C v "$@" 2>"$T/err" | jq -r .name; }
git_dir one git@h:a/app.git
git_dir two git@h:b/app.git
git_dir three https://h/a/app
git init -q x/app && git init -q y/app && git init -q z/y/app
is "$(name one)" app 'the vault learns a name'
is "$(name three)" app 'the same remote again'
is "$(name two)" 'app (…/b)' 'another remote of that name'
err_is "cx-project: app is another project here, h/a/app; this one is app (…/b) now; if they are one: cx project switch 'app'"
is "$(name two)" 'app (…/b)' 'the next time as well'
err_is ''
for n in 'x/app:app (…/x)' 'y/app:app (…/y)' 'z/y/app:app (…/z/y)'; do
	is "$(name "${n%%:*}")" "${n#*:}" "without a remote: ${n#*:}"
done
is "$(cx-project two | jq -r .name)" app 'without a vault nobody knows'
cx-project -C v --known >"$T/json"
jq_of -rs "$T/json" 'map("\(.name) \(.id | split("/w/")[-1]) \(.gone)") | sort[]' \
	'app (…/b) h/b/app null
app (…/x) x/app false
app (…/y) y/app false
app (…/z/y) z/y/app false
app h/a/app null' '--known'

# What is known by its path, and then has a remote or a file, stays what it is.
git -C x/app remote add origin h:c/app
is "$(name x/app)" 'app (…/x)' 'a remote is added'
is "$(name --create y/app)" 'app (…/y)' '--create'
mv y/app moved
is "$(name moved)" 'app (…/y)' 'an id goes with its directory'
mkdir -p n/tool && git init -q n/tool && is "$(name n/tool)" tool 'tool'
mkdir m && mv n/tool m/tool
is "$(name m/tool)" tool 'one that has moved has its name'
git init -q n/tool
is "$(name n/tool)" tool 'both are known as it now'
is "$(name --as other n/tool)" other '--as: a new project'
is "$(name n/tool)" other
is "$(name --as tool n/tool)" tool '--as: one that is known'
is "$(cx-project -C v m/tool | jq -r .name)" tool

# Names of files are for people; a vault may know their projects by others.
file two '{"id":"h/b/app","name":"app-b"}'
is "$(name two)" 'app (…/b)' 'an id is the project, whatever it is called'
cx-project -C v --renamed 'app (…/b)' --as app-b
is "$(name two)" app-b 'a new name'
run cx-project -C v --renamed 'app (…/b)' --as x
status 1 'nothing is known by that name'
file four '{"id":"f-4","name":"app"}'
is "$(name four)" 'app (…/w)' 'a file of that name and another id'
cx-project -C v --renamed 'app (…/w)' --as app
is "$(name four)" app 'two projects become one'
is "$(name one)" app
jq_of -c v/.cortex/projects/app.json '[.id, .also[]] | sort' \
	'["f-4","h/a/app"]'
git_dir dots 'h:x/..'
run cx-project -C v dots
ok 'no name leads out of the vault' \
	test "$(find . -name '*app*json' | grep -vc '^./v/.cortex/projects/')" -eq 0
mkdir -p r/v/.cortex && chmod a-w r/v/.cortex
if [ "$(id -u)" != 0 ]; then
	run cx-project -C r/v one
	status 0 'a vault that is only read'
	err_has 'another project of this name will not be noticed'
fi
chmod u+w r/v/.cortex
echo '<<<<<<< HEAD' >v/.cortex/projects/bad.json
run cx-project -C v one
status 2 'a damaged file'
err_has 'v/.cortex/projects/bad.json: names no project; remove it'
rm v/.cortex/projects/bad.json
echo '[]' >v/.cortex/paths.json
run cx-project -C v one
status 2 'a damaged list of paths'

# Many that begin at once get a name each.
rm -r v/.cortex && mkdir v/.cortex
for n in 1 2 3 4 5 6; do
	git init -q "at$n/once"
done
for n in 1 2 3 4 5 6; do
	cx-project -C v "at$n/once" >"once$n" 2>/dev/null &
done
wait
is "$(cat once? | jq -r .name | sort -u | wc -l | tr -d ' ')" 6 \
	'six at once are six'
is "$(jq length v/.cortex/paths.json)" 6

for bad in '--known' '-C v --known one' '--renamed a --as b' '-C v --renamed a' \
	'--as x --create one'; do
	# shellcheck disable=SC2086
	run cx-project $bad
	status 2 "cx-project $bad"
done

done_testing
