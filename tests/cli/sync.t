#!/bin/sh
# sync.t: cx sync brings two clones of a vault together, whatever state they
# are in, and refuses what it cannot do with what to do.
# shellcheck disable=SC2016,SC2154,SC2317
. "$(dirname "$0")/../tap.sh"
need git jq

CORTEX_NOW=2026-04-15T12:00:00
export CORTEX_NOW
git config --global user.name T
git config --global user.email t@example.org
git config --global init.defaultBranch main
git config --global advice.detachedHead false

# on SIDE COMMAND...: in that clone
on() { (cd "$T/w/$1" && shift && "$@"); }
# note PATH ID CREATED TEXT, in the working directory
note()
{
	printf -- '---\nid: %s\nname: N\ncreated: %s\n---\n%s\n' "$2" "$3" "$4" |
		put "$1"
}
# clones: a and b of the bare repository r, with a vault of two notes
clones()
{
	cd "$T/w" || exit 99
	rm -rf r a b
	git init -q --bare r
	git clone -q r a 2>/dev/null
	on a touch cortex.toml
	on a note one.md one 2026-01-01 'First note.'
	on a note two.md two 2026-01-02 'See [[one]].'
	on a cx sync >first.out 2>first.err || exit 99
	git clone -q r b
	on b cx rebuild
}
# same_clones TEXT: both have the same files, and git nothing to say
same_clones()
{
	for c in a b; do
		on $c git status --porcelain -- . ':!.cortex' >$c.status
		file_empty $c.status "$1: git has nothing to say in $c"
		on $c git ls-files -s >$c.files
	done
	same a.files b.files "$1: the same files"
	is "$(on a git rev-parse HEAD)" "$(on b git rev-parse HEAD)" \
		"$1: the same commit"
	not_ok "$1: no plan is left" [ -e a/.git/cortex-sync ]
}

### there and back

clones
same first.out - 'the first sync' <<'E2'
committed: 2 notes new, 1 other file
pushed to origin
E2
file_empty first.err 'without a word of git'
same_clones 'after the first'
is "$(on a git config merge.cortex.driver)" \
	'cx merge --driver %O %A %B %P' 'it sets the driver of git merge'
run on a cx sync
status 0 'nothing to do'
out_empty
on a cx edit one.md tags+=x >printed
on a note three.md three 2026-02-01 'Third.'
rm a/two.md
echo x >a/picture.svg
run on a cx sync -n
status 0 'a dry run'
out_is 'would commit: 1 note new, 1 changed, 1 removed, 1 other file'
is "$(on a git log --oneline | wc -l | tr -d ' ')" 1 'commits nothing'
run on a cx sync
out_is 'committed: 1 note new, 1 changed, 1 removed, 1 other file
pushed to origin'
on b cx edit one.md tags+=y >printed
run on b cx sync
status 0
out_is 'committed: 1 note changed
merged: 4 files of origin
pushed to origin'
is "$(sed -n 's/^tags: //p' b/one.md)" '[x, y]' 'both tags'
run on b cx search --json third
jq_is .path '"three.md"' 'the index has what came'
run on a cx sync
out_is 'merged: 1 file of origin'
same_clones 'both have edited'

### two of one name, id or number

clones
on a mkdir exp
on b mkdir exp
on a note plan.md plan 2026-03-02 'Ours. See [[exp/EXP-001]].'
on a note exp/EXP-001.md EXP-001 2026-03-01 'By a, [[plan]].'
on a note exp/K-04-heat.md K-04 2026-03-01 'By a.'
on a note x.md same 2026-03-01 'By a.'
on b note plan.md plan-b 2026-03-01 'Theirs.'
on b note exp/EXP-001.md EXP-001 2026-03-02 'By b; EXP-001 is this.'
on b note exp/K-04-cold.md K-04 2026-03-02 'By b.'
on b note y.md same 2026-03-02 'By b.'
on b note sum.md sum 2026-03-02 'See [[EXP-001]], EXP-0010, `exp/EXP-001.md` and [[K-04]].'
echo 'evidence: [EXP-001]' >ev
on b sed -i '3r ../ev' sum.md
on a cx sync >printed 2>&1
run on b cx sync
status 0 'notes of one name'
on a cx sync >printed
same_clones 'notes of one name'
is "$(cd a && find . -name '*.md' -o -path ./.git -prune -a -name x | sort)" \
	"$(printf './%s\n' exp/EXP-001.md exp/EXP-002.md exp/K-04-heat.md \
	exp/K-05-cold.md one.md plan-2.md plan.md sum.md two.md x.md y.md)" \
	'both live, the later one under another name'
file_has a/plan.md Theirs. 'the earlier one keeps its name'
file_has a/exp/EXP-001.md '[[plan-2]]' 'links of its side follow'
file_has a/exp/EXP-002.md 'id: EXP-002' 'the id follows'
file_has a/exp/EXP-002.md 'By b; EXP-002 is this.' 'as it is named elsewhere'
file_has a/sum.md \
	'See [[EXP-002]], EXP-0010, `exp/EXP-002.md` and [[K-05]].' \
	'all links of its side'
file_has a/sum.md 'evidence: [EXP-002]' 'front matter too'
file_has a/plan-2.md '[[exp/EXP-001]]' 'those of the other side stay'
file_has a/y.md 'id: same-2' 'an id of its own'
run on a cx check --rule duplicate-id,broken-link,ambiguous-link
status 0 'cx check is content'
# One note that both have.
clones
for c in a b; do on $c note new.md new 2026-03-01 'One text.'; done
on b sed -i 's/^name.*/&\nrefs: 3/' new.md
on a cx sync >printed
run on b cx sync
status 0
err_empty 'a note that was copied is one'
is "$(ls b/new*)" b/new.md 'it has one file'

### conflicts

clones
on a sed -i 's/^First.*/By a./' one.md
on b sed -i 's/^First.*/By b./' one.md
on b cx edit two.md tags+=b >printed
on a cx sync >printed
run on b cx sync
status 1 'a conflict'
err_has 'cx sync: one.md: both have changed it in one place'
err_has 'then run cx sync again'
file_has b/one.md '<<<<<<< ours' 'it is marked'
run on b cx check --rule conflict-marker
status 1 'cx check shows it'
is "$(on r git log -1 --format=%s main)" '1 note changed' 'nothing is pushed'
run on b cx sync
status 1 'as long as it is there'
err_has 'one.md'
err_has 'resolve the conflicts above, then run cx sync again'
on b sed -i '/^<<<<<<</d;/^=======/d;/^>>>>>>>/d' one.md
run on b cx sync
status 0 'settled'
out_is 'committed: 1 note changed
pushed to origin'
on a cx sync >printed
same_clones 'after a conflict'
file_has a/one.md 'By a.' 'what a wrote'
file_has a/one.md 'By b.' 'what b wrote'
file_has a/two.md 'tags: [b]' 'what was without a conflict'
# One removed what the other has changed.
on a rm one.md
on a cx sync >printed
on b cx edit one.md tags+=c >printed
run on b cx sync
status 0 'removed and changed'
ok 'it lives' [ -f b/one.md ]
on a cx sync >printed
same_clones 'removed and changed'
# What is no note.
printf 'one\ntwo\n' >a/list.txt
on a cx sync >printed && on b cx sync >printed
printf 'one\nTWO\n' >a/list.txt
printf 'one\nDos\n' >b/list.txt
on a cx sync >printed
run on b cx sync
status 1 'a conflict in another file'
err_has 'list.txt'
run on b cx sync
status 1
err_has 'a file other than a note has conflict markers'
printf 'one\nTWO Dos\n' >b/list.txt
run on b cx sync
status 0
on a cx sync >printed
same_clones 'after a conflict in another file'

### two people at once, and two terminals of one

clones
both_write() # I
{
	for c in a b; do
		{
			echo "w$1$c" >>$c/one.md
			on $c cx sync || echo "status $?"
		} >$c.said 2>&1 &
	done
	on a cx sync >a2.said 2>&1 || echo "status $?" >>a2.said
	wait
	cat a.said b.said a2.said
}
for i in 1 2 3 4; do both_write $i; done >raced
not_ok 'none of them fails' grep status raced
on a cx sync >printed && on b cx sync >printed && on a cx sync >printed
same_clones 'two people at once'
is "$(grep -c '^w[1-4][ab]$' a/one.md)" 8 'nothing is lost'

### states that it refuses

refused() # TEXT MESSAGE
{
	on a git rev-parse HEAD >head.before
	run on a cx sync
	status 4 "$1"
	err_has "$2"
	on a git rev-parse HEAD >head.after
	same head.before head.after "$1: nothing is committed"
}
clones
echo >>a/one.md
on a git checkout -q --detach
refused 'a detached head' 'git switch BRANCH'
on a git switch -q main
on a git checkout -q -b other && on a sed -i 's/^First/1st/' one.md &&
	on a git commit -qam o && on a git switch -q main &&
	on a sed -i 's/^First/Premier/' one.md && on a git commit -qam m
on a git -c core.editor=true merge other >printed 2>&1
refused 'a merge of git' 'git merge --continue, or git merge --abort'
on a git merge --abort
on a git rebase other >printed 2>&1
refused 'a rebase' 'git rebase --continue, or --abort'
on a git rebase --abort
on a git cherry-pick other >printed 2>&1
refused 'a cherry-pick' 'git cherry-pick --continue, or --abort'
on a git cherry-pick --abort
mkdir nogit && touch nogit/cortex.toml
run on nogit cx sync
status 4 'not in git'
err_has 'git init'

# A remote that refuses, or is not there.
clones
printf '#!/bin/sh\necho "not today" >&2\nexit 1\n' | put r/hooks/pre-receive
chmod +x r/hooks/pre-receive
echo more >>a/one.md
run on a cx sync
status 4 'a remote that refuses'
err_has 'not today'
err_has 'it is committed here, and the next cx sync pushes it'
rm r/hooks/pre-receive
run on a cx sync
status 0
out_is 'pushed to origin'
mv r gone
echo more >>a/one.md
run on a cx sync
status 4 'no remote there'
err_has 'origin cannot be reached; what you changed is committed here'
mv gone r
on a git remote remove origin
echo more >>a/one.md
run on a cx sync
status 0 'without a remote'
out_is 'committed: 1 note changed'
err_is 'cx sync: there is no remote; nothing is fetched or pushed'

# A clone without the past.
clones
for i in 1 2 3; do
	echo $i >>a/one.md
	on a cx sync >printed
done
git clone -q --depth 1 "file://$T/w/r" c
echo c >>c/two.md
run on c cx sync
status 0 'a shallow clone'
git clone -q --depth 1 "file://$T/w/r" d
on a cx sync >printed
echo a >>a/one.md
on a cx sync >printed
echo d >>d/two.md
run on d cx sync
status 0 'a shallow clone that is behind'
rm -rf c d
# Another history.
clones
git init -q c && touch c/cortex.toml && echo x >c/x.md
on c git remote add origin "$T/w/r"
run on c cx sync
status 4 'another history'
err_has '--allow-unrelated-histories'
rm -rf c
# A vault that is a part of a repository.
rm -rf r big c
git init -q --bare r && git clone -q r big 2>/dev/null
mkdir big/notes && touch big/notes/cortex.toml && echo code >big/main.c
on big/notes note n.md n 2026-01-01 Text
run on big cx -C notes sync
status 0 'a vault in a larger repository'
is "$(on big git ls-files | tr '\n' ' ')" 'notes/cortex.toml notes/n.md ' \
	'only the vault is committed'
git clone -q r c
on c sh -c 'echo c >>notes/n.md; git commit -qam c; git push -q'
echo x >>big/main.c
on big git add main.c
run on big/notes cx sync
status 0
file_has big/notes/n.md c 'what came is in its place'
rm -rf big c

### what git may run

clones
for c in core.fsmonitor core.hooksPath merge.evil.driver filter.evil.clean \
	core.editor gpg.program diff.external; do
	on a git config $c "touch $T/w/ran; false"
done
on a git config commit.gpgSign true
mkdir -p a/.git/hooks
for h in pre-commit post-commit post-merge pre-push reference-transaction \
	post-index-change post-checkout prepare-commit-msg; do
	printf '#!/bin/sh\ntouch %s/w/ran\nexit 1\n' "$T" | put a/.git/hooks/$h
	chmod +x a/.git/hooks/$h
done
echo '*.md merge=evil' >a/.gitattributes
sed -i 's/^First/1st/' a/one.md
sed -i 's/^name: N/name: M/' b/one.md
on b cx sync >printed
run on a cx sync
status 0 'with hooks and drivers of a repository'
not_ok 'none of them ran' [ -e ran ]
file_has a/one.md 1st 'and it is merged'
for c in core.sshCommand credential.helper credential.https://h.helper \
	remote.origin.uploadpack; do
	on a git config $c "touch $T/w/ran"
	run on a cx sync
	status 4 "$c of a repository"
	err_has 'set it with git config --global'
	on a git config --unset $c
done
echo '*.md filter=evil' >a/.gitattributes
run on a cx sync
status 4 'a filter'
err_has 'goes through a filter of git'
rm a/.git/hooks/*
on a rm .gitattributes
on a git config --unset filter.evil.clean
on a git remote set-url origin "ext::sh -c touch% $T/w/ran"
run on a cx sync
status 4 'a remote that is a command'
git init -q --bare a/inner && mkdir -p a/inner/hooks
on a git remote set-url origin ./inner
run on a cx sync
status 4 'a remote in the vault'
err_has 'is in this repository itself'
not_ok 'none of them ran' [ -e ran ]

### files

# Nobody has the executable bit set or a link followed.
clones
on b sh -c 'printf "#!/bin/sh\n" >run && chmod +x run && ln -s one.md l &&
	git add -A && git commit -qm run && git push -q'
run on a cx sync
status 0 'a program and a link'
ok 'the program is one' [ -x a/run ]
ok 'the link is one' [ -h a/l ]
same_clones 'a program and a link'
# Access logs: only where they are shared.
on a cx show one.md >printed
on a cx search first >printed
rm -f a/cortex.toml && touch a/cortex.toml
on a cx sync >printed
is "$(on a git ls-files .cortex)" '' 'access logs stay here'
printf '!/.cortex\n!/.cortex/**\n!.cortex/undo/**\n' >a/.gitignore
rm -f a/.cortex/.gitignore a/.cortex/*/.gitignore
on a cx edit one.md tags+=z >printed
rm -f a/.cortex/.gitignore a/.cortex/*/.gitignore
run on a cx sync
status 4 'a .gitignore that gives away what is private'
err_has 'is private, but .gitignore includes it'
rm a/.gitignore
printf '[access]\nshare = true\n' >a/cortex.toml
run on a cx sync
status 0
ok 'access logs that are shared' sh -c \
	'cd a && git ls-files .cortex | grep "access/.*ndjson"'
is "$(on a git ls-files .cortex | grep -v '^.cortex/access/')" '' 'and nothing else'
# What the names of projects stand for goes with the notes that have them.
mkdir -p a/.cortex/projects
echo '{"id":"h/o/api"}' >a/.cortex/projects/api.json
echo '{"/srv/x":"x"}' >a/.cortex/paths.json
on a cx sync >printed
is "$(on a git ls-files .cortex | grep -v '^.cortex/access/')" \
	.cortex/projects/api.json 'ids of projects, but no paths of this machine'
on b cx sync >printed
for c in a b; do
	echo "{\"path\":\"by-$c.md\"}" | on $c cx-access log --source read >printed
done
on a cx sync >printed
run on b cx sync
status 0 'logs of both'
ok 'they have each other' sh -c \
	'grep -q by-a b/.cortex/access/*ndjson && grep -q by-b b/.cortex/access/*ndjson'
# A name that a line has no room for.
on b touch "$(printf 'a\nb.md')"
on b cx sync >printed 2>&1
run on a cx sync
status 4 'a newline in a name'
err_has 'newline'

done_testing
