#!/bin/sh
# watch.t: cx watch sees changes, loses none, and ends with its children.
# shellcheck disable=SC1091,SC2016,SC2086,SC2154,SC2317
. "$(dirname "$0")/../tap.sh"
. "$SRC/tests/records.sh"
need jq

CORTEX_NOW=2026-04-15T12:00:00
export CORTEX_NOW

# until COMMAND...: waits for it, 15 s at most
until_ok()
{
	tries=0
	until "$@" >/dev/null 2>&1; do
		tries=$((tries + 1))
		[ $tries -lt 300 ] || return 1
		sleep 0.05
	done
}
tagged() { jq -e --arg t "$1" 'has($t)' index/by_tag.json; }
gone() { ! kill -0 "$1"; }
children() { ps -o pid= --ppid "$1" 2>/dev/null | tr -d ' '; }

vault v
cd v || exit 99
watched() # NAME OPTIONS...: the same for each way to watch
{
	name=$1
	shift
	rm -rf index layers
	# Not as `&`, which would have INT ignored.
	env TMPDIR="$T" cx watch --quiet 0.05 "$@" >"$T/wo" 2>"$T/we" &
	pid=$!
	ok "$name: it begins with a rebuild" until_ok test -e index/generations/current/stat
	atom atoms/new.md New insight active 2026-04-15 "first"
	ok "$name: a new note" until_ok tagged first
	for i in 1 2 3 4 5 6; do
		atom atoms/new.md New insight active 2026-04-15 "change$i"
		sleep 0.03
	done
	ok "$name: the last of several changes" until_ok tagged change6
	mkdir -p deep/er
	atom deep/er/note.md Deep insight active 2026-04-15 "deep$$"
	ok "$name: a note in a new directory" until_ok tagged "deep$$"
	rm -r deep atoms/new.md
	ok "$name: deleted" until_ok sh -c '! grep -q deep/er index/manifest.json'
	printf '[layers]\nhot = 400\nwarm = 500\n' >cortex.toml
	ok "$name: a changed configuration" \
		until_ok sh -c 'grep -q cache.md layers/hot.json'
	rm cortex.toml
	kids=$(children $pid)
	kill -TERM $pid
	wait $pid
	is $? 0 "$name: status 0 after TERM"
	for kid in $kids; do
		ok "$name: its child has ended" until_ok gone "$kid"
	done
	is "$(find "$T" -maxdepth 1 -name 'cx-watch*')" '' \
		"$name: nothing is left in TMPDIR"
	is "$(cat "$T/wo")" '' "$name: nothing on stdout"
}
if command -v inotifywait >/dev/null; then
	watched inotify --every 600
	is "$(cat "$T/we")" '' 'inotify: nothing to say'
else
	skip 10 inotify 'no inotifywait here'
fi
watched poll --poll --every 0.1

# A directory of programs without inotifywait.
mkdir "$T/bin"
printf '#!/bin/sh\necho "Failed to watch .; upper limit on inotify watches reached!" >&2\nexit 1\n' \
	>"$T/bin/inotifywait"
chmod +x "$T/bin/inotifywait"
rm -rf index
env PATH="$T/bin:$PATH" sh -c 'exec cx watch' >"$T/wo" 2>"$T/we" &
pid=$!
ok 'no watches left: files are looked at instead' until_ok test -e index/generations/current/stat
kill -TERM $pid
wait $pid
is $? 0 '... and it ends'
file_has "$T/we" 'upper limit' '... the cause is said'

for bad in '--every' '--every x' '--quiet=1.2.3' 'operand'; do
	# shellcheck disable=SC2086
	run cx watch $bad
	status 2
	err_lines 2
done
cd "$T/w" && mkdir nothing && cd nothing || exit 99
run cx watch
status 2 'no vault'
done_testing
