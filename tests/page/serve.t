#!/bin/sh
# serve.t: cx serve does what the page asks for, and nothing that others ask.
. "$(dirname "$0")/../tap.sh"
need jq
PATH=$PATH:/usr/sbin
command -v lighttpd >/dev/null || busybox httpd --help >/dev/null 2>&1 ||
	skip_all 'neither lighttpd nor busybox httpd here: nothing can be served'
. "$SRC/tests/page/browser.sh"

free_port() # more or less
{
	python3 -c 'import socket
s = socket.socket()
s.bind(("127.0.0.1", 0))
print(s.getsockname()[1])'
}
# serve VAULT OPTION...: in the background; $pid, and its address in $url
serve()
{
	cd "$T/w/$1" || exit 99
	shift
	: >"$T/url"
	TMPDIR=$T/tmp cx serve "$@" >"$T/url" 2>"$T/said" &
	pid=$!
	for _ in $(seq 600); do
		[ ! -s "$T/url" ] || break
		kill -0 "$pid" || break
		sleep 0.2
	done
	url=$(cat "$T/url")
}
ask() # URL: the status of the answer, or that there is none
{
	python3 -c 'import sys, urllib.error, urllib.request
try:
    print(urllib.request.urlopen(sys.argv[1]).status)
except urllib.error.HTTPError as e:
    print(e.code)
except urllib.error.URLError as e:
    print("gone")' "$1"
}
port=$(free_port)
mkdir "$T/tmp"
cp -R "$SRC/examples/vault" "it's a vault"
cd "it's a vault" || exit 99
cx rebuild >/dev/null
run cx serve --port 0
status 2
run cx serve --port x
status 2
run cx serve --server x
status 2
run cx serve y
status 2

# A terminal ends all that it runs.
ok 'Ctrl-C ends it, and its server, and leaves nothing' python3 - "$port" \
	"$T/tmp" <<'END'
import os, signal, subprocess, sys, time
env = dict(os.environ, TMPDIR=sys.argv[2])
p = subprocess.Popen(['cx', 'serve', '--port', sys.argv[1]], env=env,
                     stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                     start_new_session=True,
                     # What runs these tests may have had it ignored.
                     preexec_fn=lambda: signal.signal(signal.SIGINT,
                                                      signal.SIG_DFL))
assert p.stdout.readline().startswith(b'http://127.0.0.1:')
os.killpg(p.pid, signal.SIGINT)
time.sleep(.01)
os.killpg(p.pid, signal.SIGINT) # who is impatient
assert p.wait(10) == 130, p.returncode
for _ in range(50):
    try:
        os.killpg(p.pid, 0)
    except ProcessLookupError:
        break
    time.sleep(.1)
else:
    sys.exit('something is left')
assert os.listdir(sys.argv[2]) == []
END
serve "it's a vault" --port "$port"
ok 'it prints its address' grep -qE \
	"^http://127.0.0.1:$port/cgi-bin/cx\?t=[0-9a-f]{48}\$" "$T/url"
is "$(stat -c %a "$T"/tmp/cx-serve.*)" 700 'nobody else sees its directory'
ok 'the token is in no file of it' sh -c '! grep -r "$1" "$2"' sh \
	"${url##*=}" "$T/tmp"
run cx serve --port "$port"
status 4 'a port that is taken'
err_has "does not start on port $port"
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

# Another vault at the same time: another browser and another server, as far
# as they are here.
# shellcheck disable=SC2086 # words are meant to be split
set -- $BROWSERS
in_browser "$1" serve.mjs "$url" "$PWD"
first=$pid first_url=$url
other=lighttpd
! busybox httpd --help >/dev/null 2>&1 || other=busybox
cp -R "$SRC/examples/vault" "$T/w/other"
serve other --port "$(free_port)" --server "$other"
ok "two at a time, the second with $other" [ -n "$url" ]
is "$(ask "${url%=*}=${first_url##*=}")" 403 'a token is for one of them'
[ $# -lt 2 ] || in_browser "$2" serve.mjs "$url" "$PWD"
browsers_done
for process in "$first" "$pid"; do
	kill "$process"
	wait "$process"
	is $? 143 'it ends when it is told to'
done
is "$(ls -A "$T/tmp")" '' 'and leaves nothing'
is "$(ask "$first_url") $(ask "$url")" 'gone gone' 'no server is left'

serve "it's a vault" --port "$port"
servers=$(pgrep -P "$pid")
is "$(ask "$url")" 200 'it serves again'
kill -9 "$pid"
wait "$pid" 2>/dev/null
if command -v setpriv >/dev/null; then
	sleep 0.5
	is "$(ask "$url")" gone 'after kill -9 its server is gone'
else
	is "$(ask "$url")" 403 'after kill -9 its server answers nothing'
	for server in $servers; do
		kill "$server"
	done
fi
for vault in "it's a vault" other; do
	ok "$vault is whole" sh -c 'cd "$1" && cx check \
		--rule yaml-invalid,duplicate-id >/dev/null' sh "$T/w/$vault"
done
done_testing
