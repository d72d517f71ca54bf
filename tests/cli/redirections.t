#!/bin/sh
# redirections.t: what pipelines and example hooks write, they write through
# cx-file(1) or into a private directory outside of the vault.  Every other
# redirection and file command is on the list below, with its reason.
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$0")/../tap.sh"

list()
{
	awk -f "$SRC/tests/cli/redirections.awk" "$@" | sort -u
}

# It finds what there is to find.
mkdir pipelines
put pipelines/x <<'E2'
# >comment
cp a b; >"index/x" 2>>y >&2 2>/dev/null
sh -c 'rm -f z'
echo "$(touch q)" 'no > t' "no > t"
[ x ] || { ln -s a b; }
cat <> fifo
echo "a > b" | tee -a f
xargs -0 rm --
cat <<E >made
rm inside
E
exec 5>"$1"
trap 'mv a b' EXIT
echo >"$tmp/x" >"$tmp/../x"
cx-file mkdir a >b
awk '{ print >name }'
E2
list pipelines/x >got
sort >want <<'E2'
pipelines/x: >"$1"
pipelines/x: >"$tmp/../x"
pipelines/x: >"index/x"
pipelines/x: >>y
pipelines/x: >b
pipelines/x: >made
pipelines/x: <>fifo
pipelines/x: awk print >name
pipelines/x: cp a b
pipelines/x: ln -s a b
pipelines/x: mv a b EXIT
pipelines/x: rm --
pipelines/x: rm -f z
pipelines/x: tee -a f
pipelines/x: touch q
E2
same got want 'a script of everything'

# What they do.  A reason stands above what it is for.
grep -v '^#' >want <<'E2'
# what to do, not install(1)
pipelines/agent: install
pipelines/agent: install ]
# what other tools call move and archive
pipelines/help.sh: mv
pipelines/help.sh: rm
# the terminal, which it reads
pipelines/review: dd bs=1 count=1 && echo .
# whether a lock that is there, and no link, is held
examples/agents/claude-code/hooks/session-start: flock -n "$vault/.cortex/lock" true
# a file of mktemp, in TMPDIR
examples/hooks/drift: mktemp
examples/hooks/drift: >"$old"
examples/hooks/drift: rm -f "$old" EXIT
# a copy of what git has staged, in $tmp
pipelines/check: >>"$git_to"
pipelines/check: mkdir -p "$vault"
pipelines/check: mkdir -p --
pipelines/check: touch -- <"$tmp/others"
# the note of the day, as it is and as it will be, in $tmp
pipelines/daily: awk printf '%s\n' "- $words" >>"$tmp/new" || exit 4
pipelines/daily: cp "$tmp/old" "$tmp/new"
pipelines/daily: rm -rf "$tmp"
# the vault itself, as it is named
pipelines/init: mkdir -p -- "$1"
# a list, in $tmp
pipelines/gather: awk printf '%s\n' "$file" >>"$tmp/list"
pipelines/vaults.sh: awk printf '%s\n' "$1" >"$tmp/list" || exit 4
# a directory of our own beside the one that is named, which it becomes
pipelines/shards.sh: chmod 755 "$new" && mv -- "$new" "$dir"
pipelines/shards.sh: mktemp -d "${dir%/*
pipelines/shards.sh: mv -- "$new" "$dir"
pipelines/shards.sh: rm -rf "$new"
# the settings as they were and as they would be, in $tmp
pipelines/config: >"${1%.toml}.said"
# that there are more, in $tmp
# copies and links in $tmp, and what is reported
pipelines/import: >"$none"
pipelines/import: awk print me ": skipped " substr($0, 13, length($0) - 14) >"/dev/stderr"
pipelines/import: cp -p -- "$1" "$copy/index-of-memory.md"
pipelines/import: cp -p -- "$f" "$0/$to"
pipelines/import: ln -sf "$1" "$tmp/in.zip"
pipelines/import: ln -sf "$PWD/$1" "$tmp/in.zip"
pipelines/import: >"$to"
pipelines/import: mkdir "$copy"
pipelines/import: mkdir -p -- "$0/${to%/*
pipelines/import: mktemp -d "$tmp/XXXXXX"
pipelines/import: rm -f "$none"
pipelines/import: rm -rf "$tmp"
# a command that is printed; and cx sync, not sync(1)
pipelines/sync: rm -f "$git_dir/index.lock"
examples/timers/cortex-sync@.service: sync
examples/timers/crontab-sync: sync
# what two sides have, in $tmp
pipelines/sync.d/merge: mkdir "$tmp/$1" && index_git "$1" "$tmp/$1" read-tree "$2" &&
pipelines/sync.d/merge: mkdir "$tmp/empty"
pipelines/sync.d/merge: mkdir -p "$tmp/$1/$below" &&
pipelines/sync.d/merge: rm -rf "$tmp/ours" "$tmp/theirs"
# what -o names, where it does not stay below the working directory
pipelines/site: mkdir -p -- "$out"
# what the web server is given, in $tmp
pipelines/serve: >"$tmp/www/cgi-bin/cx"
pipelines/serve: awk printf '%s' "$token" | sha256sum >"$tmp/token" || exit 4
pipelines/serve: chmod 700 "$tmp/www/cgi-bin/cx"
pipelines/serve: mkdir "$tmp/www" "$tmp/www/cgi-bin" "$tmp/state"
# the records that a page has, in the directory of cx serve
pipelines/serve.d/request: ln "$serve/state/$since" "$tmp/since"
pipelines/serve.d/request: mv "$tmp/records" "$serve/state/$state"
pipelines/serve.d/request: rm -f
# $tmp, and what is in it
pipelines/normalize: awk printf '%s\n' "$event" >>"$tmp/waits"
pipelines/lib.sh: mktemp -d "${TMPDIR:-/tmp
pipelines/lib.sh: rm -rf "$tmp"
# lists of files, in $tmp
pipelines/lib.sh: >"$list_to"
pipelines/lib.sh: >"$list_to.all"
pipelines/lib.sh: >"$list_to.odd"
pipelines/lib.sh: >"$list_to.swapped"
# a list in $tmp, and commands that are printed
pipelines/doctor: >"$0"
pipelines/doctor: chmod +x "$hooks/pre-commit"
pipelines/doctor: chmod u+rwx "$shut"
pipelines/doctor: cp "$hook" "$hooks/pre-commit"
pipelines/doctor: rm -r -q --cached --ignore-unmatch "$@"
pipelines/doctor: rm -rf "$@"
pipelines/moc: >"$CX_SECTIONS"
pipelines/moc: mv "$tmp/tried" "$tmp/sections"
pipelines/tasks: rm -rf "$tmp/items"
pipelines/tasks: mkdir "$tmp/items" && :
pipelines/tasks: cp "$tmp/there" "$tmp/archive"
pipelines/tasks.awk: awk printf "---\ntask:\n" >f
pipelines/tasks.awk: awk print text[i] >f
pipelines/tasks.awk: awk printf "---\n" >f
pipelines/tasks.awk: awk printf "%d: %s\n", NR, why >complaints
pipelines/toc: awk print >(dir "/list")
pipelines/toc: awk print substr($0, 2) >f
pipelines/watch: >"$said"
pipelines/watch: mkfifo "$said"
E2
cd "$SRC" || exit 99
find pipelines examples/hooks examples/git examples/timers \
	examples/agents/claude-code/hooks -type f ! -name '*.jq' ! -name '*.xsl' \
	! -name '*.md' ! -name '*.toml' ! -name gitignore >"$T/files"
# shellcheck disable=SC2046 # names without blanks
list $(cat "$T/files") >"$T/got"
is "$(sort -u "$T/w/want" | comm -13 - "$T/got")" '' \
	'no redirection and no file command but those with a reason'
is "$(sort -u "$T/w/want" | comm -23 - "$T/got")" '' 'no reason without need'
ok 'the hooks are among them' grep -q after-read "$T/files"
done_testing
