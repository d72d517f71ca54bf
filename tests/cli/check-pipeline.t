#!/bin/sh
# check-pipeline.t: cx check: forms, what git has staged, what has changed,
# mending; and the hooks, jobs and editor set-ups of examples/.
# shellcheck disable=SC1091,SC2016
. "$(dirname "$0")/../tap.sh"
need jq git

CORTEX_NOW=2026-04-15T12:00:00
GIT_CONFIG_GLOBAL=/dev/null
GIT_CONFIG_NOSYSTEM=1
export CORTEX_NOW GIT_CONFIG_GLOBAL GIT_CONFIG_NOSYSTEM
for v in AUTHOR COMMITTER; do
	export "GIT_${v}_NAME=a" "GIT_${v}_EMAIL=a@example.org"
done

note() # FILE BODY [LINE...]
{
	mkdir -p "$(dirname "$1")"
	note_f=$1 note_b=$2
	shift 2
	{
		printf '%s\n' --- "id: $(printf %s "$note_f" | tr -c a-z0-9 _)" \
			"name: $note_f" 'type: insight' 'project: ops' \
			'created: 2026-04-01' 'tags: []' 'links: []'
		printf '%s\n' "${@:-status: active}"
		case "$*" in
		*updated*) ;;
		*) echo 'updated: 2026-04-10' ;;
		esac
		printf '%s\n' --- "$note_b"
	} >"$note_f"
}
fresh() # a repository with a vault in it
{
	cd "$T/w" && rm -rf v && mkdir v && cd v || exit 99
	printf '[layers]\nhot = 2\n[check]\nfields = "standard"\n' >cortex.toml
	note a.md 'To [[b]] and ![[p.png]].'
	note sub/b.md 'To [[a]].'
	: >sub/p.png
	git init -q -b main . && git add . && git commit -qm one
}
quiet()
{
	is "$(ls "$TMPDIR")" '' 'no temporary files are left'
}
# Ours alone, to see what is left in it.
TMPDIR=$T/tmp
mkdir "$TMPDIR"
export TMPDIR

### forms

fresh
run cx check
status 0
out_empty
err_empty
note a.md '[[gone]] é [[lost]]' 'status: nope'
note c.md "$(printf '<<<<<<< a\n=======\n>>>>>>> b')"
run cx check
status 1
out_is 'a.md:9:9: warning: unknown-status status '\''nope'\'' is not known; correct it, or add it to [status] of cortex.toml
a.md:12:1: warning: broken-link no note is called '\''gone'\'' yet
a.md:12:12: warning: broken-link no note is called '\''lost'\'' yet
c.md:12:1: error: conflict-marker a merge conflict that was left here, up to line 14; choose a side and take the markers away'
run cx check --format json
status 1
jq_is .code '"unknown-status"
"broken-link"
"broken-link"
"conflict-marker"'
run cx check --format sarif
status 1
# What the schema of SARIF 2.1.0 requires of what we print.
jq_is '[.version, (.runs | length), (.runs[0].tool.driver.name | type),
	([.runs[0].tool.driver.rules[].id] | sort | unique | length),
	([.runs[0].results[] | select(
		(.message.text | type) == "string" and
		(.level | IN("error", "warning", "note")) and
		(.locations[0].physicalLocation |
			(.artifactLocation.uri | test("^[^/ ]+$")) and
			.region.startLine >= 1 and .region.startColumn >= 1))] |
		length)]' '["2.1.0",1,"string",3,4]'
run cx check --format junit
out_has '<testsuite'
run cx check --format github
out_has '::error file=c.md,line=12,col=1'
run cx check --format word
status 2
err_lines 2
run cx check --rule unknown-status
status 0
is "$(wc -l <"$T/out")" 1 '--rule'
run cx check --rule broken-link --strict
status 1
printf '[check]\nfields = "standard"\nconflict-marker = "off"\n' >cortex.toml
run cx check
status 0 '[check] of cortex.toml'
is "$(wc -l <"$T/out")" 3 'three are left'
run sh -c 'cx check >/dev/full'
status 4
quiet

### some files

run cx check c.md sub
status 0
out_empty
cd sub || exit 99
run cx check ../a.md
is "$(wc -l <"$T/out")" 3 'a path from where we are'
run cx check "$T/w/v/a.md"
is "$(wc -l <"$T/out")" 3 'a whole path'
run cx check .
out_empty 'a directory'
cd .. && cx check >all
run cx check .
is "$(cat "$T/out")" "$(cat all)" 'or the vault itself'
run cx check --format json sub a.md
cp "$T/out" before
run cx check sub a.md --json
same "$T/out" before 'options may come after the files'
run cx check sub --no-such
status 2
err_has "cx check: unknown option --no-such"
printf 'Text.\n' >--strict.md
run cx check -- --strict.md
out_has '--strict.md:1:1: error: no-front-matter'
rm ./--strict.md
cd sub || exit 99
run cx check nosuch.md
status 4
err_has nosuch.md
run cx check /etc/passwd
status 2
run cx check --staged a.md
status 2
cd ..

### the index

fresh
cx rebuild
run cx check
out_empty
echo more >>a.md
run cx check
out_has 'index/manifest.json:1:1: info: index-stale 1 changed, 0 new, 0 gone'

### what is staged

fresh
run cx check --staged
status 0 'nothing is staged'
out_empty
note a.md '[[gone]]'
git add a.md
note a.md '[[other]] [[things]]'
note new.md '[[nowhere]]'
run cx check --staged
status 0
out_is "a.md:12:1: warning: broken-link no note is called 'gone' yet" \
	'what is staged, not what the files have'
git mv sub/b.md sub/c.md
git checkout -q -f HEAD a.md
run cx check --staged
out_is "a.md:12:4: warning: broken-link no note is called 'b' yet" \
	'a link that the commit would break'
git reset -q --hard
git rm -q sub/p.png
git rm -q --cached sub/b.md
run cx check --staged
out_is "a.md:12:4: warning: broken-link no note is called 'b' yet" \
	'nothing but a removal is staged'
git reset -q --hard
name=$(printf 'ä "b\nc.md')
rm -f new.md
note "$name" '[[gone]]'
git add .
run cx check --staged --rule broken-link --format json
jq_is .path '"ä \"b\nc.md"' 'any name'
git reset -q --hard
rm -rf .git
run cx check --staged
status 4 'no repository'
err_lines 1
err_has 'repository'
run cx check --since HEAD
status 4 'no repository, --since'
err_lines 1
err_has 'repository'
quiet

# A vault that is a part of the repository, and a first commit.
cd "$T/w" && rm -rf v && mkdir -p v/notes/x v/pics || exit 99
cd v || exit 99
printf '[check]\nfields = "standard"\n' >notes/cortex.toml
: >pics/p.png
note notes/x/a.md '[[gone]] ![[p.png]]'
git init -q . && git add .
cd notes && run cx check --staged
out_is "x/a.md:12:1: warning: broken-link no note is called 'gone' yet
x/a.md:12:10: warning: broken-link no note or file is called 'p.png'" \
	'a vault below the top'
cd .. && run env GIT_INDEX_FILE=.git/index GIT_DIR=.git cx -C notes check --staged
is "$(wc -l <"$T/out")" 2 'as a hook is run'
# What reads these knows the repository and not the vault.
for how in '' --staged; do
	# shellcheck disable=SC2086 # nothing, or an option
	run cx -C notes check $how --rule broken-link --format sarif
	status 0
	jq_is '.runs[0].results[0].locations[0].physicalLocation |
		.artifactLocation.uri' '"notes/x/a.md"'
done
run cx -C notes check --rule broken-link --format github
out_has '::warning file=notes/x/a.md,line=12,col=1,'
run cx -C notes check --rule broken-link --format junit
out_has 'file="notes/x/a.md"'
run cx -C notes check --rule broken-link --format json
jq_is .path '"x/a.md"
"x/a.md"' 'a record has the path of its atom'
quiet

### what has changed

fresh
note old.md '[[gone]]'
git add . && git commit -qm two
run cx check --since HEAD
status 0
out_empty 'nothing has changed'
note new.md '[[nowhere]]'
note a.md '[[lost]]'
git rm -q --cached sub/b.md && rm sub/b.md
note c.md '[[b]]'
git add c.md && git commit -qm three
run cx check --since HEAD
out_is "a.md:12:1: warning: broken-link no note is called 'lost' yet
new.md:12:1: warning: broken-link no note is called 'nowhere' yet" \
	'files that differ, and new ones'
run cx check --since HEAD~1
is "$(sed 's/:.*//' "$T/out" | tr '\n' ' ')" 'a.md c.md new.md ' \
	'and commits'
git checkout -qb other HEAD~1
note elsewhere.md '[[x]]'
git add elsewhere.md && git commit -qm four
git checkout -q main
run cx check --since other
is "$(sed 's/:.*//' "$T/out" | tr '\n' ' ')" 'a.md c.md new.md ' \
	'since where two branches parted'
run cx check --since nosuch
status 2
err_has nosuch
run cx check --since --help
status 2

### mending

fresh
note a.md 'text' 'status: Active   # why' 'updated: 2026/4/1'
note c.md 'text' 'updated: 2026.4.2' 'status: active'
note d.md 'text' 'status: nope'
cp a.md a.was
run cx check --fix --diff
status 0
out_has '+status: active   # why'
out_has '+updated: 2026-04-02'
same a.md a.was '--diff: nothing is written'
run cx check --fix
status 0
out_is "d.md:9:9: warning: unknown-status status 'nope' is not known; correct it, or add it to [status] of cortex.toml" 'what is left is printed'
err_is 'cx check: files fixed: 2
1 warning
      1 warning unknown-status'
is "$(diff a.was a.md)" '9,10c9,10
< status: Active   # why
< updated: 2026/4/1
---
> status: active   # why
> updated: 2026-04-01' 'only what was wrong is changed'
run cx check --fix
err_lacks fixed 'twice is once'
run cx check --fix --staged
status 2
run cx check --diff
status 2
quiet

### for people: what repeats, and how much there is

fresh
for i in 1 2 3 4 5 6 7 8 9 10 11 12; do
	note n$i.md "[[gone $i]] [[always]]" 'status: active'
done
note secret.md "$(printf '<<<<<<< a\n=======\n>>>>>>> b')"
run cx check
status 1
is "$(grep -c broken-link "$T/out")" 10 'at most ten of a rule'
is "$(grep -c "'always'" "$T/out")" 1 'what repeats is said once'
out_has "'always' yet (and 11 more like it)"
out_has '(and 3 more; cx check --all lists them)'
out_has 'error: conflict-marker'
err_is '1 error, 24 warnings
      1 error conflict-marker
     24 warning broken-link'
run cx check --all
is "$(wc -l <"$T/out")" 25 '--all'
err_has '24 warning broken-link'
run cx check --format lines
is "$(wc -l <"$T/out")" 25 '--format lines is for tools'
err_empty
run cx check --all --format json
status 2

# Notes of somebody else, without settings.
cd "$T/w" && rm -rf v && mkdir v && cd v || exit 99
git init -q -b main . && touch cortex.toml && mkdir -p .git/hooks
git config core.hooksPath .git/hooks
cp "$SRC/examples/git/pre-commit" .git/hooks/
printf -- '---\nstatus: [[Published]]\ntags: [a, "b"]\ncreated: {{date}}\ntype:\n  - "[[X]]"\n---\n- [ ] task\n' >t.md
printf -- '---\nunclosed\n\n[[Nobody]]\n' >u.md
printf -- '---\nid: 1\na: b: c\n---\n' >w.md
cp w.md x.md
git add -A
run git commit -qm all
status 0 'pre-commit passes an ordinary vault'

### examples: git

fresh
git config core.hooksPath .git/hooks
mkdir -p .git/hooks
cp "$SRC/examples/git/pre-commit" .git/hooks/
note a.md '[[gone]]'
run git commit -qam warning
status 0 'pre-commit: a warning is not an obstacle'
note a.md "$(printf '<<<<<<< a\n=======\n>>>>>>> b')"
run git commit -qam conflict
status 1 'pre-commit: an error is'
err_has 'a.md:12:1: error: conflict-marker' 'it says which'
err_has 'pre-commit: fix'
run env PATH=/usr/bin:/bin git commit -qam conflict
status 1 'pre-commit: without cx too'

### examples: CI

fresh
git clone -q . "$T/w/origin.git" --bare
git remote add origin "$T/w/origin.git" && git fetch -q
git checkout -qb branch
note a.md "$(printf '<<<<<<< a\n=======\n>>>>>>> b')"
git commit -qam two
if python3 -c 'import yaml' 2>/dev/null; then
	python3 - "$SRC" <<'END'
import sys, yaml
src = sys.argv[1]
job = yaml.safe_load(open(src + "/examples/ci/github.yml"))["jobs"]["check"]
runs = [s["run"] for s in job["steps"] if "cx check" in s.get("run", "")]
assert len(runs) == 2
for i, r in enumerate(runs):
    open("../github.%d" % i, "w").write(r)
job = yaml.safe_load(open(src + "/examples/ci/gitlab.yml"))["notes"]
open("../gitlab", "w").write("\n".join(job["script"]))
assert job["artifacts"]["reports"]["junit"] == "notes.xml"
END
	run env GITHUB_BASE_REF=main sh -e ../github.0
	status 1 'github.yml: a pull request'
	out_has '::error file=a.md,line=12,col=1,title=conflict-marker::'
	run env RUNNER_TEMP="$T/w" sh -e ../github.1
	status 1 'github.yml: a push'
	jq_of ../notes.sarif '.runs[0].results | length' 1 'SARIF'
	run env CI_MERGE_REQUEST_DIFF_BASE_SHA="$(git rev-parse main)" \
		sh -e ../gitlab
	status 1 'gitlab.yml: a merge request'
	file_has notes.xml '<testsuite' 'a report'
	run sh -e ../gitlab
	status 1 'gitlab.yml: the main branch'
else
	skip 8 'CI jobs' 'no python3-yaml here'
fi

### examples: make

fresh
cp "$SRC/examples/Makefile.vault" Makefile
run make CORTEX="$BIN/../libexec/cortex" check
status 0 'Makefile.vault: check'
run make CORTEX="$BIN/../libexec/cortex"
status 0
ok 'Makefile.vault: the first target makes the index' \
	[ -e index/manifest.json ]
note a.md 'text' 'status: Active' 'updated: 2026-04-10'
run make -s CORTEX="$BIN/../libexec/cortex" strict
status 2 'Makefile.vault: strict'
run make -s CORTEX="$BIN/../libexec/cortex" fix
file_has a.md 'status: active' 'Makefile.vault: fix'

### examples: editors

fresh
note a.md '[[gone]]' 'status: nope'
note c.md "$(printf '<<<<<<< a\n=======\n>>>>>>> b')"
note d.md '`x.md`'
run cx check
cp "$T/out" lines
python3 - "$SRC/examples/editor/tasks.json" lines >matched <<'END'
import json, re, sys
p = json.load(open(sys.argv[1]))["tasks"][0]["problemMatcher"]["pattern"]
for line in open(sys.argv[2]):
    m = re.match(p["regexp"], line.rstrip("\n"))
    print(*[m.group(p[k]) for k in
        ("file", "line", "column", "severity", "code")])
END
is "$(cat matched)" 'a.md 9 9 warning unknown-status
a.md 12 1 warning broken-link
c.md 12 1 error conflict-marker
d.md 12 1 info broken-reference' 'tasks.json: the problem matcher'
if vim --version 2>/dev/null | grep -q '+quickfix'; then
	mkdir -p "$HOME/.vim/compiler"
	cp "$SRC/examples/editor/cortex.vim" "$HOME/.vim/compiler/"
	cat >t.vim <<'END'
set nocompatible
set runtimepath^=~/.vim
compiler cortex
silent make!
call writefile(map(getqflist(), 'bufname(v:val.bufnr) . " " .
	\ v:val.lnum . " " . v:val.col . " " . v:val.type . " " . v:val.text'),
	\ "quickfix")
qall!
END
	run vim -es -u NONE -S t.vim
	is "$(cut -d ' ' -f 1-5 quickfix 2>&1)" 'a.md 9 9 w unknown-status
a.md 12 1 w broken-link
c.md 12 1 e conflict-marker
d.md 12 1 i broken-reference' 'cortex.vim: the quickfix list'
else
	skip 1 'cortex.vim' 'no vim with quickfix here'
fi
done_testing
