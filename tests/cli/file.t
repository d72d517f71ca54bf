#!/bin/sh
# file.t: cx-file writes whole files, keeps what belongs to them, and says what
# it did not do.
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$0")/../tap.sh"

mkdir v && cd v || exit 99
f() { cx-file "$@"; }

### new

echo text >in
run f new a/b/c.md <in
status 0
same a/b/c.md in 'a new file, with its directories'
run f new a/b/c.md </dev/null
status 1
same a/b/c.md in 'one that is there stays'
run f --text 'head
' new d.md <in
is "$(cat d.md)" 'head
text' '--text comes first'
f --text 'top
' put put.md <in
is "$(cat put.md)" 'top
text' 'also with put'
printf ' \n\t' >blank
for v in new put; do
	run f --some --text head $v none.md <blank
	status 3 "--some $v: blanks are no text"
	err_is 'cx-file: no text on standard input; nothing was written'
	not_ok '... and nothing is written' [ -e none.md ]
	f --some $v "$v-some.md" <in
	same "$v-some.md" in '... but a text is'
done
head -c 3000000 /dev/urandom >big
f new big2 <big
same big2 big 'every byte'
run sh -c 'cx-file new e.md <.'
status 4
not_ok 'input that cannot be read: no file' [ -e e.md ]

### put

run f put p.md <in
status 0
before=$(stat -c '%i %Y' p.md)
run f put p.md <in
status 0
is "$(stat -c '%i %Y' p.md)" "$before" 'the same bytes are not written'
chmod 640 p.md
echo other | f put p.md
is "$(stat -c %a p.md) $(cat p.md)" '640 other' 'the mode stays'
if chown 12:34 p.md 2>/dev/null; then
	echo third | f put p.md
	is "$(stat -c %u:%g p.md)" 12:34 'the owner stays'
	chown "$(id -u):$(id -g)" p.md
else
	skip 1 'the owner stays' 'not root'
fi
if [ -z "${CX_POSIX:-}" ] && command -v setfattr >/dev/null &&
	setfattr -n user.x -v y p.md 2>/dev/null
then
	echo fourth | f put p.md
	is "$(getfattr --only-values -n user.x p.md)" y 'xattrs stay'
else
	skip 1 'xattrs stay' 'none here'
fi
ln p.md twin
cp p.md was
run f put p.md <in
status 3
err_has 'more than one hard link'
same p.md was 'a file with hard links is left'
same twin was 'and so is its twin'
rm twin
run f --was was put p.md <in
status 0
same p.md in 'as it was: replaced'
run f --was was put p.md <big
status 1
same p.md in 'no longer as it was: left'
run f --was /dev/null put q.md <in
status 0
same q.md in 'there was none'
run f --was was put r.md <in
status 1
not_ok 'there was one' [ -e r.md ]
is "$(find . -name '.cx-tmp-*')" '' 'nothing is left behind'

### append

printf torn >log
echo line | f append log
is "$(cat log)" 'torn
line' 'a torn line is ended'
printf cut >cut
run f append log <cut
status 4
is "$(wc -l <log)" 2 'a line that is cut short is refused'
i=0
while [ $i -lt 20 ]; do
	i=$((i + 1))
	head -c 3000 /dev/zero | tr '\0' x | sed 's/$/\n/' | f append many &
done
wait
is "$(grep -cE '^x{3000}$' many) $(grep -vcE '^(x{3000})?$' many)" '20 0' \
	'lines of twenty at once are whole'

### cat, mkdir, rm, mv

run f cat p.md
status 0
same "$T/out" in 'cat'
run f cat nosuch
status 1
out_empty
err_empty
run f cat a
status 4
run sh -c 'cx-file cat p.md >/dev/full'
status 4
f mkdir x/y z
ok 'mkdir' [ -d x/y ]
run f mkdir x/y
status 0
run f rm nosuch x/nosuch/deep
status 0
run f rm x
status 4
run f mv p.md q.md
status 1
run f mv p.md moved/p.md
status 0
same moved/p.md in 'mv makes directories'
run f mv nosuch b
status 4

### the lock

is "$(f lock .cortex/lock -- sh -c 'echo "$0 $*"' a 'b c')" 'a b c' \
	'the command has its arguments'
run f lock .cortex/lock -- sh -c 'exit 7'
status 7
run f lock .cortex/lock -- ./nosuch
status 4
run timeout 200 cx-file lock .cortex/lock -- sh -c 'echo t | cx-file put in1'
status 0 'its programs do not wait for it'
f lock .cortex/lock -- sh -c 'echo >held
	while [ -e held ]; do sleep 0.1; done' &
until [ -e held ]; do sleep 0.05; done
run timeout 1 cx-file lock .cortex/lock -- true
status 124 'others wait'
run env CORTEX_LOCKED=1 timeout 1 sh -c 'echo t | cx-file put in2'
status 124 'also those that only say that they have it'
run env CORTEX_LOCKED=1 timeout 1 \
	sh -c 'echo t | cx-file put in2 9<>.cortex/lock'
status 124 'or have it open'
rm held
wait
is "$(cat .cortex/lock)" '' 'no note is left in it'

### paths

for p in '' . .. ../x /etc/passwd a//b a/../b a/ ./a; do
	for v in 'cat' 'rm' 'mkdir' 'put' 'new' 'append'; do
		run f $v "$p" <in
		status 4 "$v '$p'"
	done
done
ln -s . here
for v in cat rm mkdir put new append; do
	run f $v here/p.md <in
	status 4 "$v past a link"
	err_has 'symlinks are not followed'
done
f rm here
not_ok 'a link itself can be removed' [ -h here ]
for a in '' 'nosuch x' 'cat' 'cat a b' 'mv a' 'lock x' '--was x cat y' \
	'--text x cat y' '--some cat y'; do
	# shellcheck disable=SC2086
	run f $a
	status 2 "'$a'"
	err_lines 2
done
done_testing
