#!/bin/sh
# git-config.t: git's own configuration, which an archive or a directory of a
# clone can bring, runs nothing.
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$0")/../tap.sh"
need git

W=$(pwd -P)
mark=$W/RAN
put evil.sh <<E
#!/bin/sh
echo "\$0 \$*" >>"$mark"
exit 1
E
chmod +x evil.sh
evil=$W/evil.sh
git config --global user.name t
git config --global user.email t@example.org
git config --global init.defaultBranch main

# repository DIR: notes with a change in the work tree, one in the index
repository()
{
	git init -q "$1" && mkdir -p "$1/atoms" && : >"$1/cortex.toml"
	for n in a b c; do
		printf -- '---\nid: %s\nname: Note %s\ntype: decision\n---\ntext\n' \
			$n $n >"$1/atoms/$n.md"
	done
	printf '# Mission\n' >"$1/mission.md"
	printf -- '- [x] done\n' >"$1/roadmap.md"
	(cd "$1" && git add -A && git commit -qm x) || exit 99
	echo more >>"$1/atoms/a.md"
	echo more >>"$1/atoms/b.md"
	echo new >"$1/roadmap.md"
	(cd "$1" && git add atoms/b.md) || exit 99
}
# all DIR TEXT: every use of git, none of which may run anything
all()
{
	rm -f "$mark"
	touch "$1/atoms/c.md"
	for c in 'check --staged --format github' 'check --since HEAD' \
		'check --format sarif' 'migrate -n' 'project'; do
		# shellcheck disable=SC2086 # words
		(cd "$1" && timeout 200 cx $c >"$T/out" 2>"$T/err" </dev/null)
		[ $? -ne 124 ] || echo "$c: no end" >>"$mark"
	done
	is "$(cat "$mark" 2>/dev/null)" "" "$2"
}

repository plain
all plain 'nothing is named'
is "$(cd plain && cx check --since HEAD 2>&1 | grep -c ': milestone-lost')" 1 \
	'what git show was for is still found'

# Keys that name a program.
cp -Rp plain r
while read -r key value; do
	git -C r config "$key" "$(eval "printf %s \"$value\"")" || exit 99
done <<'END'
core.fsmonitor $evil
core.hooksPath $W/hooks
core.pager $evil
pager.diff $evil
pager.log $evil
core.sshCommand $evil
core.editor $evil
core.askPass $evil
core.gitProxy $evil
core.alternateRefsCommand $evil
credential.helper !$evil
diff.external $evil
gpg.program $evil
log.showSignature true
interactive.diffFilter $evil
alias.diff !$evil
alias.ls-files !$evil
uploadpack.packObjectsHook $evil
END
all r 'keys that name a program'

# Hooks, which lie in the repository as well.
rm -rf r
cp -Rp plain r
mkdir -p hooks
for h in post-index-change fsmonitor-watchman post-checkout pre-commit \
	reference-transaction pre-auto-gc; do
	cp evil.sh "hooks/$h"
	cp evil.sh "r/.git/hooks/$h"
done
all r 'hooks'
git -C r config core.hooksPath "$W/hooks"
all r 'core.hooksPath with hooks in it'

# Drivers that attributes ask for: of a clone these are, and the drivers are
# of the configuration that came along with it.
rm -rf r
cp -Rp plain r
echo '*.md filter=evil diff=evil merge=evil' >r/.gitattributes
git -C r add .gitattributes
git -C r config diff.evil.command "$evil"
git -C r config diff.evil.textconv "$evil"
git -C r config merge.evil.driver "$evil"
all r 'drivers for diffs'
git -C r config filter.evil.clean "$evil"
git -C r config filter.evil.smudge "$evil"
all r 'filters'
git -C r config filter.evil.process "$evil"
git -C r config filter.evil.required true
all r 'a filter that is required, as a process'
git -C r config 'filter.Evil It.clean' "$evil"
echo '*.md filter="Evil It"' >r/.gitattributes
all r 'a filter with a blank in its name'
git -C r config 'filter.a=b.clean' "$evil"
echo '*.md filter=a=b' >r/.gitattributes
all r 'a filter with = in its name'
run cx -C r check --since HEAD
status 4
err_has 'has a = in its name and cannot be disabled'

# A signed commit and who should verify it.
rm -rf r
cp -Rp plain r
git -C r cat-file commit HEAD | sed '/^committer/a\
gpgsig -----BEGIN PGP SIGNATURE-----\
 \
 x\
 -----END PGP SIGNATURE-----' >"$T/commit"
git -C r update-ref HEAD "$(git -C r hash-object -t commit -w "$T/commit")"
git -C r config log.showSignature true
git -C r config gpg.program "$evil"
all r 'gpg.program of a signed commit'

# What a partial clone would fetch with.
rm -rf r
cp -Rp plain r
git -C r config core.repositoryFormatVersion 1
git -C r config extensions.partialClone origin
git -C r config remote.origin.promisor true
git -C r config remote.origin.url "$W/plain"
git -C r config remote.origin.uploadpack "$evil"
git -C r config protocol.file.allow always
blob=$(git -C r rev-parse HEAD:atoms/c.md)
rm -f "r/.git/objects/$(printf %s "$blob" | cut -c 1-2)/$(printf %s "$blob" | cut -c 3-)"
all r 'a missing object is not fetched: a path'
git -C r config remote.origin.url "ext::$evil"
git -C r config protocol.ext.allow always
all r 'a missing object is not fetched: ext::'
git -C r config remote.origin.url ssh://example.org/x
git -C r config core.sshCommand "$evil"
git -C r config protocol.ssh.allow always
all r 'a missing object is not fetched: ssh'

# A submodule has a configuration of its own.
rm -rf r
cp -Rp plain r
cp -Rp plain r/sub
(cd r && git -c advice.addEmbeddedRepo=false add sub && git commit -qm sub) ||
	exit 99
git -C r/sub config core.fsmonitor "$evil"
echo x >>r/sub/mission.md
echo x >>r/atoms/a.md
all r 'a submodule'

# A vault that is a bare repository too, alone and in a clone: all of this are
# plain files, which git keeps.
bare() # DIR
{
	mkdir -p "$1/atoms" && : >"$1/cortex.toml"
	cp plain/atoms/a.md "$1/atoms"
	cp -R plain/.git/objects plain/.git/refs plain/.git/HEAD "$1"
	cp plain/.git/index "$1"
	printf '[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = .\n\tfsmonitor = "%s"\n' \
		"$evil" >"$1/config"
}
bare bare
all bare 'a vault that is a bare repository'
git init -q outer
bare outer/vault
all outer/vault 'a bare repository inside of a clone'
run cx -C outer/vault check --staged
status 4
err_has 'bare repository'
done_testing
