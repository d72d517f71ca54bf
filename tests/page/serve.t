#!/bin/sh
# serve.t: cx serve does what the page asks for, and nothing that others ask.
. "$(dirname "$0")/../tap.sh"
need jq
# The server passes on no options of the sanitizers.
[ -z "${CX_ASAN-}" ] || skip_all "the programs are not those of the sanitizers"
PATH=$PATH:/usr/sbin
command -v lighttpd >/dev/null || busybox httpd --help >/dev/null 2>&1 ||
	skip_all 'neither lighttpd nor busybox httpd here: nothing can be served'
. "$SRC/tests/page/browser.sh"

cp -R "$SRC/examples/vault" "it's a vault"
cd "it's a vault" || exit 99
cx rebuild >/dev/null
run cx serve --port 0
status 2
run cx serve --port x
status 2
run cx serve y
status 2

# A port that is free, more or less.
port=$(python3 -c 'import socket
s = socket.socket()
s.bind(("127.0.0.1", 0))
print(s.getsockname()[1])')
mkdir "$T/tmp"
serve()
{
	: >"$T/url"
	TMPDIR=$T/tmp cx serve --port "$port" >"$T/url" 2>"$T/said" &
	pid=$!
	for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
		[ ! -s "$T/url" ] || break
		sleep 0.5
	done
}
# A terminal ends all that it runs.
ok 'Ctrl-C ends it, and its server, and leaves nothing' python3 - "$port" \
	"$T/tmp" <<'END'
import os, signal, subprocess, sys, time
env = dict(os.environ, TMPDIR=sys.argv[2])
p = subprocess.Popen(['cx', 'serve', '--port', sys.argv[1]], env=env,
                     stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                     start_new_session=True)
assert p.stdout.readline().startswith(b'http://127.0.0.1:')
os.killpg(p.pid, signal.SIGINT)
assert p.wait(10) == 130, p.returncode
time.sleep(.2)
try:
    os.killpg(p.pid, 0)
    sys.exit('something is left')
except ProcessLookupError:
    pass
assert os.listdir(sys.argv[2]) == []
END
serve
ok 'it prints its address' grep -qE \
	"^http://127.0.0.1:$port/cgi-bin/cx\?t=[0-9a-f]{48}\$" "$T/url"
is "$(stat -c %a "$T"/tmp/cx-serve.*)" 700 'nobody else sees its directory'
ok 'the token is in no file of it' sh -c '! grep -r "$1" "$2"' sh \
	"$(sed 's/.*=//' "$T/url")" "$T/tmp"
run cx serve --port "$port"
status 4 'a port that is taken'
ok 'it is on the loopback address alone' python3 -c 'import socket, sys
port = int(sys.argv[1])
hosts = {a[4][0] for a in socket.getaddrinfo(socket.gethostname(), port)}
hosts |= {"127.0.0.2", "::1"}
for host in hosts - {"127.0.0.1"}:
    try:
        socket.create_connection((host, port), 2).close()
    except OSError:
        continue
    sys.exit("open on " + host)' "$port"
START=$test_n node "$SRC/tests/page/serve.mjs" "$(cat "$T/url")" "$PWD" \
	>"$T/tap" 2>&1
grep -v '^1\.\.' "$T/tap"
test_n=$(grep -cE '^(not )?ok ' "$T/tap")
test_bad=$((test_bad + $(grep -c '^not ok ' "$T/tap")))
test_n=$((test_n + 9))
ok 'the tests in Chromium came to their end' grep -q '^1\.\.' "$T/tap"
kill "$pid"
wait "$pid"
is $? 143 'it ends when it is told to'
is "$(ls -A "$T/tmp")" '' 'and leaves nothing'
not_ok 'no server is left' python3 -c 'import socket, sys
socket.create_connection(("127.0.0.1", int(sys.argv[1])), 2)' "$port"
serve
servers=$(pgrep -P "$pid")
ask()
{
	python3 -c 'import sys, urllib.error, urllib.request
try:
    print(urllib.request.urlopen(sys.argv[1]).status)
except urllib.error.HTTPError as e:
    print(e.code)' "$(cat "$T/url")"
}
is "$(ask)" 200 'it serves again'
kill -9 "$pid"
wait "$pid" 2>/dev/null
is "$(ask)" 403 'after kill -9 the server answers nothing more'
ok 'the server is known' [ -n "$servers" ]
for server in $servers; do
	kill "$server"
done
ok 'the vault is whole' sh -c 'cx check --rule yaml-invalid,duplicate-id >/dev/null'
done_testing
