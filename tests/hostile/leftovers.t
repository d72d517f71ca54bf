#!/bin/sh
# leftovers.t: what is in TMPDIR may be private: nothing stays there when a
# reader leaves, and cx doctor finds what a kill leaves.
. "$(dirname "$0")/../tap.sh"
need jq

touch cortex.toml
put a.md <<'E'
---
id: a
name: A
type: insight
tags: [x]
---
text
E
cx rebuild
left()
{
	find "$TMPDIR" -mindepth 1 -maxdepth 1 -name 'cx-*' | sed 's,.*/,,'
}

### a reader that leaves

for c in 'agent status' doctor tasks maintain 'review --list' 'check' \
	'agent install cursor --print' 'chart' 'moc --diff' 'import --list'; do
	# shellcheck disable=SC2086 # words
	cx $c 2>/dev/null | true
	# shellcheck disable=SC2086
	cx $c 2>/dev/null | head -c 1 >/dev/null
	is "$(left)" '' "cx $c | head: nothing stays"
done
# One that has left before anything is printed.
for shell in dash bash; do
	command -v "$shell" >/dev/null || continue
	{
		sleep 0.5
		CORTEX_LIB=$BIN/../libexec/cortex PATH=$BIN:$PATH HOME=$HOME \
			"$shell" "$BIN/../libexec/cortex/agent" status 2>/dev/null
	} | true
	is "$(left)" '' "$shell: nothing stays"
done
cx config set layers.hot 3 >/dev/null
is "$(left)" '' 'cx config set: nothing stays'

### a kill

# shellcheck disable=SC2016 # for the command
cx enrich --with 'echo $$ >"$HOME/asked"; exec sleep 60' >/dev/null 2>&1 &
pid=$!
for _ in $(seq 200); do
	[ ! -s "$HOME/asked" ] || break
	sleep 0.05
done
run cx doctor
out_lacks 'of killed programs' 'one that runs is not a leftover'
dir=$(left | grep enrich)
ok 'it has a directory' [ -d "$TMPDIR/$dir" ]
is "$(stat -c %a "$TMPDIR/$dir")" 700 'which is private'
# Its command lives on, and may use the directory.
kill -9 "$pid"
wait "$pid" 2>/dev/null
run cx doctor
out_lacks 'of killed programs' 'one whose command still runs is none'
ok 'and it is there' [ -d "$TMPDIR/$dir" ]
kill "$(cat "$HOME/asked")"
for _ in $(seq 100); do
	cx doctor >"$T/out" 2>/dev/null
	! grep -q 'of killed programs' "$T/out" || break
	sleep 0.05
done
run cx doctor
status 1
out_has 'wrong leftovers of killed programs, with what they read: 1 in'
out_has "rm -rf $TMPDIR/$dir"

### what is not ours to remove

mkdir -m 700 "$TMPDIR/cx-other.abcdef" "$TMPDIR/elsewhere"
: >"$TMPDIR/elsewhere/open"
ln -s elsewhere "$TMPDIR/cx-link.abcdef"
mkdir "$TMPDIR/cx-file.abcdef"
ln -s ../elsewhere/open "$TMPDIR/cx-file.abcdef/open"
mkdir "$TMPDIR/cx-a;touch RAN.abcdef"
: >"$TMPDIR/cx-a;touch RAN.abcdef/open"
run cx doctor
out_has 'read: 1 in' 'links, and names that are none of ours, are passed over'

### as it stands there

sh -c "$(sed -n 's/^ \{20\}\(rm -rf .*\)/\1/p' "$T/out")"
not_ok 'the command removes it' [ -e "$TMPDIR/$dir" ]
ok 'and nothing else' [ -d "$TMPDIR/cx-other.abcdef" ]
run cx doctor
out_lacks 'of killed programs'

### cx serve

PATH=$PATH:/usr/sbin
if command -v lighttpd >/dev/null || busybox httpd --help >/dev/null 2>&1; then
	port=$(python3 -c 'import socket
s = socket.socket()
s.bind(("127.0.0.1", 0))
print(s.getsockname()[1])')
	cx serve --port "$port" >"$T/url" 2>/dev/null &
	pid=$!
	for _ in $(seq 100); do
		[ ! -s "$T/url" ] || break
		sleep 0.1
	done
	run cx doctor
	out_lacks 'of killed programs' 'cx serve that runs'
	kill -9 "$pid"
	wait "$pid" 2>/dev/null
	for _ in $(seq 100); do
		cx doctor >"$T/out" 2>/dev/null
		! grep -q 'of killed programs' "$T/out" || break
		sleep 0.1
	done
	ok 'cx serve that was killed' grep -q "rm -rf .*/cx-serve[.]" "$T/out"
else
	skip 2 'cx serve' 'no server'
fi

### no room in TMPDIR: the cause is said

if [ "$(id -u)" -eq 0 ] && mkdir "$T/full" &&
	mount -t tmpfs -o size=64k cx "$T/full" 2>/dev/null; then
	head -c 1000000 /dev/zero >"$T/full/fill" 2>/dev/null
	for c in tasks moc 'moc --check' maintain 'check' 'agent status' \
		'check --staged' 'check --since HEAD' 'review --list' toc; do
		# shellcheck disable=SC2086
		TMPDIR=$T/full run cx $c
		[ "$rc" -ne 4 ] || err_has 'No space left on device' "cx $c"
		err_lacks 'says: $'
		is "$(find "$T/full" -name 'cx-*')" '' "cx $c: nothing stays"
	done
	umount "$T/full"
else
	skip 20 'a full TMPDIR' 'nothing can be mounted here'
fi
done_testing
