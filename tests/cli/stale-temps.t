#!/bin/sh
# stale-temps.t: what a killed writer has left is removed by the next one, whoever
# that is and wherever it writes: .cortex/lock has the directories.
# shellcheck disable=SC2016,SC2034,SC2154,SC2317
. "$(dirname "$0")/../tap.sh"
. "$SRC/tests/faults/faults.sh"

CORTEX_NOW=2026-04-15
export CORTEX_NOW

vault() # [NOTE...]: a vault that a writer has been killed in
{
	rm -rf v
	for f in a far/b; do
		put "v/$f.md" <<-'E'
		---
		id: b
		---
		<!-- AUTO:x -->
		<!-- /AUTO:x -->
		E
	done
	mkdir -p v/deep/dir v/.cortex
	: >v/deep/dir/.cx-tmp-7-0
	: >v/.cortex/lock
	[ $# -eq 0 ] || printf '%s//\n' "$@" >v/.cortex/lock
}
temps() { find v -name '.cx-tmp-*' | sort; }
# Nothing is left, not even the note.
gone()
{
	is "$(temps)$(cat v/.cortex/lock)" '' "all is removed: $last"
}
stays() # [NOTES]
{
	is "$(temps)" v/deep/dir/.cx-tmp-7-0 "it stays: $last"
	is "$(cat v/.cortex/lock)" "${1-}" "and so does the note: $last"
}

# Each writer, also where it finds nothing to do.
for w in 'cx-new -C v --name N --type rule' 'cx-edit -C v a.md x=1' \
	'cx-edit -C v --unset x far/b.md' 'cx-edit -C v --archive a.md' \
	'cx-move -C v a.md c.md' 'cx-move -C v --convert' 'cx-move -C v --finish' \
	'cx-migrate --write -C v' 'cx-migrate --write -C v far/b.md' 'cx-moc v/far/b.md'; do
	vault deep/dir
	# shellcheck disable=SC2086
	run $w <<-'E'
	{"section":"x","text":"new"}
	E
	gone
done
vault deep/dir
run cx-moc v/far/b.md </dev/null
status 0
gone

# Where nothing is written nobody cleans, and nothing is noted.
for w in 'cx-new -n -C v --name N --type rule' 'cx-edit -n -C v a.md x=1' \
	'cx-move -n -C v a.md c.md' 'cx-migrate -n -C v' 'cx-moc -n v/a.md'; do
	vault deep/dir
	# shellcheck disable=SC2086
	run $w </dev/null
	status 0
	stays 'deep/dir//'
done

# The root, a name with a line end, several, one twice.
vault . "deep/di
r" deep/dir deep/dir
mkdir "v/deep/di
r"
: >v/.cx-tmp-1-1
: >"v/deep/di
r/.cx-tmp-1-1"
run cx-edit -C v far/b.md x=1
status 0
err_empty
gone
mkdir 'v/new
line'
cp v/a.md 'v/new
line/n.md'
each_n=0
how=KILL
while [ -z "$(temps)" ] && [ $each_n -lt 100 ]; do
	each_n=$((each_n + 1))
	{ faulty cx-edit -C v 'new
line/n.md' "x=$each_n"; } >"$T/out" 2>"$T/err"
done
is "$(cat v/.cortex/lock)" 'new
line//' 'such a name is noted'
run cx-edit -C v a.md y=1
gone

# Notes that are no good: cut short, nowhere, not ours.
vault
printf 'deep/dir' >v/.cortex/lock
run cx-edit -C v a.md x=1
status 0
err_empty
stays
vault
printf 'deep/dir//\ndeep/nosu' >v/.cortex/lock
run cx-edit -C v a.md x=1
status 0
err_empty
gone
vault nosuch a.md far/nosuch deep/dir
run cx-edit -C v a.md x=1
status 0
err_empty
gone
mkdir -p out
: >out/.cx-tmp-1-1
vault link link/sub deep/dir ../out /tmp ''
ln -s ../out v/link
run cx-edit -C v a.md x=1
status 0
gone
err_lines 3 'what is not a path of a directory is named'
err_has "'../out' is not a directory of the vault"
ok 'nothing outside is touched' [ -e out/.cx-tmp-1-1 ]
vault
head -c 100000 /dev/urandom >v/.cortex/lock
run cx-edit -C v a.md x=1
status 0
stays
# As written by somebody else, and large.
vault
head -c 70000000 /dev/zero >v/.cortex/lock
run cx-edit -C v a.md x=1
status 4
err_has '.cortex/lock: too large'

# What cannot be removed stays noted, and is named each time.
vault deep/dir far
chmod 555 v/deep/dir
run as_user cx-edit -C v a.md x=1
status 0
err_lines 1
err_has 'deep/dir: what a killed program left there cannot be removed:'
err_has 'remove deep/dir/.cx-tmp-*'
stays 'deep/dir//'
run as_user cx-edit --strict -C v a.md x=2
status 3
chmod 755 v/deep/dir
run as_user cx-edit -C v a.md x=3
status 0
err_empty
gone
vault deep/dir
chmod 0 v/deep
run as_user cx-edit -C v a.md x=1
status 0
err_has 'deep/dir: what a killed program left'
chmod 755 v/deep
stays 'deep/dir//'
vault deep/dir
chmod 0 v/deep/dir/.cx-tmp-7-0
run as_user cx-edit -C v a.md x=1
status 0
err_has 'deep/dir: what a killed program left'
stays 'deep/dir//'

# The directory of the lock may be closed, the lock may not.
vault deep/dir
chmod 555 v/.cortex
run as_user cx-edit -C v a.md x=1
status 0
gone
chmod 755 v/.cortex
vault deep/dir
chmod 444 v/.cortex/lock
run as_user cx-edit -C v a.md x=1
status 4
err_has '.cortex/lock: Permission denied; nothing was changed'
stays 'deep/dir//'
vault
rm v/.cortex/lock
mkfifo v/.cortex/lock
run timeout 200 cx-edit -C v a.md x=1
status 4
err_has '.cortex/lock: is not a regular file'
vault
printf 'deep/dir//\n' >out/note
ln -sf ../../out/note v/.cortex/lock
run cx-edit -C v a.md x=1
status 4
err_has '.cortex/lock: symlinks are not followed'
is "$(temps)" v/deep/dir/.cx-tmp-7-0 'and nobody else says what to remove'

# One that is held belongs to somebody who lives.
if command -v flock >/dev/null; then
	vault deep/dir
	exec 8<v/deep/dir/.cx-tmp-7-0
	flock 8
	run cx-edit -C v a.md x=1
	status 0
	err_empty
	stays 'deep/dir//'
	exec 8<&-
	run cx-edit -C v a.md x=2
	gone
fi

# A fault while it is removed: the next one ends it.
prepare() { vault nosuch deep/dir .; }
attempt() { faulty cx-edit -C v far/b.md x=1; }
judge()
{
	loud
	next_writer cx-edit -C . far/f.md x=1
}
for h in KILL ENOSPC EIO; do each_fault "$h"; done

# A note that cannot be written.
prepare() { vault; }
attempt() { faulty cx-edit -C v a.md far/b.md x=1; }
judge()
{
	! grep -h 'cannot note its directory in .cortex/lock: No space left' \
		"$T/err" >>"$T/said" || cmp -s v/a.md v/far/b.md ||
		echo 'one was written'
	rm v/deep/dir/.cx-tmp-7-0
	temps
}
: >"$T/said"
sampled=${CX_FAULTS-}
CX_FAULTS=all # each directory counts
each_fault ENOSPC
CX_FAULTS=$sampled
is "$(wc -l <"$T/said")" 3 'it is said, for each of the directories'

# cx-moc locks the vault that the file is in, not the one that we are in.
if command -v flock >/dev/null; then
	echo '{"section":"x","text":"new"}' >s
	vault
	mkdir -p w/.cortex
	run flock v/.cortex/lock sh -c \
		"cd w && timeout 1 cx-moc '$PWD/v/far/b.md' <../s"
	status 124 'it waits for the lock of its vault'
	run flock w/.cortex/lock sh -c \
		'cd w && timeout 200 cx-moc ../v/a.md <../s'
	status 0 'and for no other'
	run env CORTEX_VAULT="$PWD/w" flock v/.cortex/lock timeout 1 \
		cx-moc v/far/b.md <s
	status 124
	rm -r v/.cortex
	run env CORTEX_VAULT="$PWD/v" cx-moc v/far/b.md <s
	status 0
	ok 'a vault by CORTEX_VAULT' [ -f v/.cortex/lock ]
fi
# Files of two vaults and of none: all or none.
vault deep/dir
rm -rf u && cp -Rp v u && cp v/a.md loose.md
run cx-moc loose.md u/a.md v/a.md v/far/b.md <s
status 0
err_empty
is "$(grep -lx new loose.md u/a.md v/a.md v/far/b.md | wc -l)" 4 'all are written'
gone
is "$(find u -name '.cx-tmp-*')$(cat u/.cortex/lock)" '' 'and both cleaned'
vault
cp v/a.md u/a.md
chmod 555 u
run as_user cx-moc v/a.md u/a.md <s
status 4
not_ok 'one cannot be: none is' grep -qx new v/a.md
chmod 755 u

# What is written under a lock that the parent holds is noted in the same way.
vault
rm v/deep/dir/.cx-tmp-7-0
each_n=0
while [ -z "$(temps)" ] && [ $each_n -lt 100 ]; do
	each_n=$((each_n + 1))
	{ echo text | cx-file -C v lock .cortex/lock -- \
		env LD_PRELOAD="$T/fault.so" FAULT_AT=$each_n FAULT_HOW=KILL \
		FAULT_MARK="$T/mark" cx-file -C v put deep/dir/new.md; } \
		>"$T/out" 2>"$T/err"
done
is "$(temps | wc -l)" 1 'cx-file was killed'
is "$(cat v/.cortex/lock)" 'deep/dir//' 'its directory is noted'
run cx-edit -C v a.md x=1
gone
done_testing
