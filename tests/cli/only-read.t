#!/bin/sh
# only-read.t: programs that only read notes can no longer write to a file when
# they begin, where the kernel has Landlock (tests/unit/test-only-read.c).
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/../tap.sh"
need python3
[ -z "${CX_POSIX:-}" ] || skip_all 'no Landlock here'

# Lines of strace: what was opened or given up, in this order.
calls='open,openat,creat,truncate,unlink,unlinkat,rename,renameat,renameat2'
calls=$calls,mkdir,mkdirat,symlinkat,linkat,landlock_restrict_self
traced() # COMMAND...
{
	run strace -f -o "$T/calls" -e trace="$calls" "$@" <records
}
strace -o "$T/calls" true 2>/dev/null || skip_all 'no strace'
# landlock_create_ruleset(2) has this number on each processor.
python3 -c 'import ctypes, sys
sys.exit(ctypes.CDLL(None).syscall(444, None, 0, 1) <= 0)' ||
	skip_all 'no Landlock here'

mkdir v
put v/a.md <<'END'
---
name: A
updated: 2026-04-15
---

Water the plants, see [[b]].
END
put v/b.md <<'END'
# B

Plants.
END
: >v/cortex.toml
git -C v init -q && git -C v add a.md b.md &&
	git -C v -c user.name=x -c user.email=x@example.org commit -qm x || exit 99
cx-scan --body v >records
cx -C v rebuild >printed 2>&1 || exit 99
printf '{"type":"lesson","content":"Water them."}\n' >candidates
# Also with what starts git (dates of notes) and other programs of ours.
while read -r program args; do
	# shellcheck disable=SC2086 # words
	traced "$program" $args
	given=$(grep -n 'landlock_restrict_self.* = 0$' "$T/calls" |
		sed 's/:.*//; q')
	ok "$program gives writing up" [ -n "$given" ]
	sed "1,${given:-0}d" "$T/calls" >after
	is "$(grep EACCES after)" '' "$program: ... and does not miss it"
done <<'END'
cx-scan --body v
cx-check --scan -C v --index v/index
cx-gate -C v -i v/index --rejects rejects candidates
cx-life records
cx-links --report -C v records
cx-resolve -C v a
cx-score --rank recall -C v -i v/index --body plants
cx-score --top 1 -f records plants
cx-select path~a records
cx-show --content -C v records
cx-layer records
cx-summary -i v/index
cx-pack --budget 1000 records
cx-page records
cx-config --vault -C v
END
rm v/index/.git-dates
run cx-scan v
ok 'what is known of git is kept' [ -s v/index/.git-dates ]
jq_of -s "$T/out" '.[1].dated' '"git"' 'git is asked'
is "$(jq -r .error rejects)" CONTENT_TOO_SHORT 'what was asked for is written'

# Those that were asked to write do.
while read -r file command; do
	# shellcheck disable=SC2086 # words
	traced $command
	is "$(grep landlock_restrict_self "$T/calls")" '' "$command does not"
	ok "... and has written $file" [ -s "$file" ]
done <<'END'
stat cx-scan --stat stat v
v/.cortex/access cx-score --rank recall -C v -i v/index --log search plants
shown cx-pack --budget 1000 --shown shown records
out/hot.json cx-layer -o out records
v/kept cx-config -C v --run -- tee v/kept
END
done_testing
