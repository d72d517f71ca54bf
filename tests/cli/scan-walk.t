#!/bin/sh
# scan-walk.t: which files of a vault are atoms, and in which order.
. "$(dirname "$0")/../tap.sh"
need jq

paths() { jq -r .path "$T/out"; }
atom() # FILE...
{
	for atom_f in "$@"; do
		printf -- '---\nupdated: 2026-01-01\n---\nx\n' | put "$atom_f"
	done
}

# What is skipped.
atom v/a.md v/b/c.md v/deep/er/est/d.md v/UPPER.MD v/.obsidian/x.md \
	v/.git/x.md v/.trash/x.md v/node_modules/x.md v/index/x.md \
	v/layers/x.md v/inbox/pending/x.md v/__pycache__/x.md v/.hidden/x.md \
	v/.cortex/x.md v/MEMORY.md v/b/node_modules/x.md v/b/.hid/x.md \
	v/b/index/x.md v/.cx-tmp-abc.md v/b/.cx-tmp-1.md v/memory.md \
	v/indexes/x.md v/logseq/bak/pages/x.md v/b/logseq/bak/x.md
printf 'x\n' | tee v/a.txt v/README v/b/a.markdown v/a.md.bak v/mdx.mdx \
	v/md >v/.md~
mkdir v/empty
run cx-scan v
status 0
err_empty
# UPPER.MD: names from other systems are markdown too.
is "$(paths)" 'UPPER.MD
a.md
b/c.md
b/index/x.md
deep/er/est/d.md
index/x.md
indexes/x.md
layers/x.md
memory.md' "skipped: hidden and derived directories, MEMORY.md, other files"

# An empty vault is a vault; none is an error.
mkdir none
run cx-scan none
status 0 "an empty vault"
out_empty
err_empty
run cx-scan nosuch
status 4 "no such vault"
out_empty
err_lines 1
err_has nosuch
run cx-scan v/a.md
status 4 "a file is not a vault"
out_empty
err_has v/a.md

# Order: bytes of the whole path, where "/" takes part.
rm -rf v
atom v/a.md v/a/z.md v/a-b.md v/a0.md v/a/b.md v/a/b/c.md v/a/b-c.md \
	v/a.d/x.md v/a.md.d/x.md "v/a b.md" 'v/a!/z.md' v/B.md v/_x.md \
	v/é.md v/日本.md v/ab/.x.md v/a/b.d/q.md v/Z/a.md 'v/a"q.md' \
	"v/a'q.md" 'v/a\b.md' "v/a$(printf '\t')t.md" v/a+/+.md
run cx-scan v
status 0
(cd v && find . -name '*.md' ! -name .x.md ! -path './*/.*' -type f) |
	sed 's|^\./||' | LC_ALL=C sort >want
paths | grep -v '/\.x\.md$' >got
same got want "records are in byte order of their paths"
LC_ALL=C.UTF-8 run cx-scan v
paths | grep -v '/\.x\.md$' >got
same got want "in any locale"

# Symlinks, FIFOs, sockets and directories that look like atoms.
rm -rf v
atom v/a.md v/dir.md/in.md out/secret.md
ln -s a.md v/link.md
ln -s ../out v/linkdir
ln -s ../out/secret.md v/linkout.md
ln -s nowhere v/dangling.md
ln -s . v/loop
mkfifo v/fifo.md
run timeout 200 cx-scan v
status 0 "links and FIFOs are skipped"
is "$(paths)" 'a.md
dir.md/in.md' "only regular files below the vault"
err_lines 1 "one summary line for all that was skipped"
ok "which counts them" grep -q '[0-9]' "$T/err"
ln -s v vlink
run timeout 200 cx-scan vlink
status 0 "the vault itself may be reached by a link: it was named"
is "$(paths)" 'a.md
dir.md/in.md' "with the same paths"
run timeout 200 cx-scan v/
is "$(paths)" 'a.md
dir.md/in.md' "a slash at the end does not show"
run timeout 200 cx-scan ./v/../v
is "$(paths)" 'a.md
dir.md/in.md' "nor does the way that was named"
(cd v && timeout 200 cx-scan . 2>/dev/null | jq -r .path) >got
is "$(cat got)" 'a.md
dir.md/in.md' "nor a point"

# Left alone: a scan never writes to a vault.
rm -rf v
atom v/a.md v/b/c.md v/.cx-tmp-left.md
find v -printf '%p %T@ %C@ %s %m\n' | sort >before
run cx-scan v
find v -printf '%p %T@ %C@ %s %m\n' | sort >after
same before after "a scan changes nothing"

# skip_dirs and skip_files of the configuration
rm -rf v
atom v/a.md v/old/b.md v/x/old/c.md v/draft.md v/x/draft.md v/older/d.md
cat >cortex.toml <<'E'
[vault]
skip_dirs = ["old"]
skip_files = ["draft.md"]
E
run cx-config
cp "$T/out" conf.json
run cx-scan -c conf.json v
status 0
is "$(paths)" 'a.md
older/d.md' "skip_dirs and skip_files, anywhere in the vault"
atom v/MEMORY.md v/.git/x.md
run cx-scan -c conf.json v
is "$(paths)" 'a.md
older/d.md' "they add to what is always skipped"
rm cortex.toml

# .cortexignore has the syntax of gitignore, and git is the judge.
rm -rf v
atom v/a.md v/b.md v/keep.md v/build/x.md v/src/build/x.md v/root/x.md \
	v/src/root/x.md v/t1.md v/t2.md v/tx.md v/sub/t1.md v/logs/a.md \
	v/logs/keep.md v/x/y/z/deep.md v/x/deep.md v/deep.md v/#hash.md \
	'v/!bang.md' 'v/sp .md' v/foo/bar.md v/z/foo/bar.md v/q/only.md \
	v/q/other.md v/gone/in.md v/gone/kept.md v/cls-b.md v/cls-z.md \
	v/file v/file.md/x.md v/mid/a/end.md v/mid/a/b/end.md v/mid/end.md \
	'v/st*r.md' v/star.md
cat >v/.cortexignore <<'E'
# a comment

build/
/root
t?.md
!/t2.md
logs/*
!logs/keep.md
x/**/deep.md
\#hash.md
\!bang.md
foo/bar.md
q/o[a-m]*.md
q/on*.md
gone/
!gone/kept.md
cls-[!a-c].md
mid/**/end.md
!mid/end.md
st\*r.md
b.md   
E
run cx-scan v
status 0
err_empty
paths >got
cat >want <<'E'
a.md
cls-b.md
deep.md
file.md/x.md
keep.md
logs/keep.md
mid/end.md
q/other.md
sp .md
src/root/x.md
star.md
t2.md
z/foo/bar.md
E
same got want ".cortexignore reads as gitignore(5) says"
if command -v git >/dev/null 2>&1; then
	cp v/.cortexignore v/.gitignore
	(
		cd v || exit 99
		GIT_CONFIG_NOSYSTEM=1 git init -q . &&
			git -c core.quotePath=off ls-files -o \
				--exclude-standard -- '*.md' &&
			rm -rf .git .gitignore
	) | LC_ALL=C sort >judge
	same got judge ".cortexignore ignores what git would"
else
	skip 1 ".cortexignore ignores what git would" "no git here"
fi
# A folder of somebody's own that has a name of ours: its notes are notes, also
# where our files are, and for every program.
for d in inbox index layers sub/inbox sub/index; do
	mkdir -p "own/$d"
	printf '# In %s\n' "$d" >"own/$d/n-$(echo "$d" | tr / -).md"
done
touch own/cortex.toml
echo '[[n-inbox]] [x](index/n-index.md) [[In sub/index]] [[layers/n-layers]]' \
	>own/a.md
mkdir -p own/inbox/pending own/inbox/processed own/inbox/failed
echo event | tee own/inbox/pending/evt-1.md own/inbox/failed/evt-2.md \
	>own/inbox/processed/evt-3.md
run cx -C own rebuild
status 0
for again in one two; do
	cx-scan own >records
	run jq -r .path records
	out_is 'a.md
inbox/n-inbox.md
index/n-index.md
layers/n-layers.md
sub/inbox/n-sub-inbox.md
sub/index/n-sub-index.md' "$again"
done
cx-index --cat own/index >"$T/json"
jq_of -rs "$T/json" '[.[] | .path | tostring] | length' 6 'cx rebuild'
run cx-links -C own records
jq_of -r "$T/out" 'select(.status != "ok") | .target' '' 'cx-links'
run cx-check --scan -C own --rule broken-link
out_empty 'cx-check'
run cx-resolve -C own n-sub-inbox
out_is sub/inbox/n-sub-inbox.md 'cx-resolve'
run cx-move -C own sub/index/n-sub-index.md inbox/
status 0 'cx-move, and into such a folder'
run cx-scan own/inbox/processed
jq_is .path '"evt-3.md"' 'a directory that is named is scanned'
run cx-move -C own inbox/n-inbox.md inbox/pending/
status 3 'but not to where events wait'
done_testing
