#!/bin/sh
# serve.t: what is sent to cx serve by who has the address changes notes, and
# nothing else: no program is run, and no request is two.
. "$(dirname "$0")/../tap.sh"
need jq curl sha256sum

mkdir vault && cd vault || exit 99
touch cortex.toml
put a.md <<'E'
---
id: n-A
name: A
---
text
E
put b.md <<'E'
---
id: n-B
name: B
---
text
E
put "it's \$(touch RAN).md" <<'E'
---
id: n-C
name: C
---
text
E
cx rebuild

# The request as a server starts it; the server itself is below.
serve=$T/serve
mkdir -p "$serve/state"
printf token | sha256sum >"$serve/token"
lib=$BIN/../libexec/cortex
# post ACTION BODY: the answer in $T/out, $code its status
post()
{
	printf %s "$2" >"$T/body"
	last=$(printf '%s %s' "$1" "$2" | tr '\n' ' ')
	env -i PATH="$PATH" HOME="$HOME" TMPDIR="$TMPDIR" CORTEX_LIB="$lib" \
		CORTEX_VAULT="$PWD" REQUEST_METHOD=POST REMOTE_ADDR=127.0.0.1 \
		HTTP_HOST=127.0.0.1:1 HTTP_ORIGIN=http://127.0.0.1:1 \
		CONTENT_TYPE=application/json QUERY_STRING="t=token&do=$1" \
		CONTENT_LENGTH="$(wc -c <"$T/body" | tr -d ' ')" \
		sh "$lib/serve.d/request" "$serve" 1 $$ <"$T/body" \
		>"$T/out" 2>"$T/err"
	code=$(sed -n 's/^Status: \([0-9]*\).*/\1/p;1q' "$T/out" | tr -d '\r')
	cx_status=$(tr -d '\r' <"$T/out" | sed -n 's/^Cx-Status: //p')
	plain_words
}
# No path of ours, no word of jq.
plain_words()
{
	plain=0
	! grep -q -e "$TMPDIR" -e '^jq' -e 'jq: error' "$T/out" || plain=1
	result $plain "in our words: $last"
	not_ok "nothing has run: $last" [ -e RAN ]
}
notes()
{
	cat ./*.md | cksum
}
was=$(notes)

### as in the report

post supersede "{\"old\":\"a\",\"new\":\"b\"} {\"old\":\"touch\",\"new\":\"$PWD/RAN\"}"
is "$code" 400 'two documents in a request'
post supersede "{\"old\":\"a\",\"new\":\"b\"}
{\"old\":\"touch\",\"new\":\"$PWD/RAN\"}"
is "$code" 400 '... on two lines'

### not one document, of each action

for action in edit new supersede review capture undo normalize; do
	for body in '{} {}' '{}{}' '{' '1' 'null' '"a"' '{} x' "{}
touch RAN"; do
		post $action "$body"
		is "$code" 400 "refused: $last"
	done
done
for action in edit new supersede review capture undo; do
	post $action ''
	is "$code" 400 "$action: no document"
done
for action in new supersede review capture undo; do
	post $action '[{},{}]'
	is "$code" 400 "$action: an array"
done

### documents that lack something, or have something else

for body in '{}' '{"old":"a"}' '{"old":["a"],"new":"b"}' \
	'{"old":"a","new":{"x":"touch RAN"}}' '{"old":"a\u0000","new":"b"}' \
	'{"old":"a","new":"b","reason":["x"]}'; do
	post supersede "$body"
	is "$code" 400 "supersede: $body"
done
for body in '{}' '{"text":null}' '{"text":7}' '{"text":["x"]}'; do
	post capture "$body"
	is "$code" 400 "capture: $body"
done
not_ok 'nothing was captured' [ -d inbox/pending ]
post undo '{}'
is "$code" 400 'undo: {}'
is "$(notes)" "$was" 'no note has changed'

### words of sh are names

# shellcheck disable=SC2016 # not for this shell
for body in '{"old":"$(touch RAN)","new":"b"}' \
	'{"old":"a; touch RAN","new":"b"}' '{"old":"a","new":"`touch RAN`"}' \
	'{"old":"'\''; touch RAN; '\''","new":"b"}' \
	'{"old":"a\ntouch RAN","new":"b"}' '{"old":"--stdin","new":"-C/"}'; do
	post supersede "$body"
	is "$code" 200 "answered: $last"
	not_ok "in vain: $last" [ "$cx_status" = 0 ]
done
is "$(notes)" "$was" 'no note has changed'
# shellcheck disable=SC2016
post supersede '{"old":"it'\''s $(touch RAN).md","new":"b.md","reason":"$(touch RAN) it'\''s"}'
is "$cx_status" 0 'a name of words of sh'
# shellcheck disable=SC2016
ok 'with its reason' grep -qF '$(touch RAN) it' "it's \$(touch RAN).md"

### what works

post edit '{"path":"a.md","set":{"status":"review"}}'
is "$cx_status" 0 'one edit'
post edit '[{"path":"a.md","add":{"tags":["x"]}},
	{"path":"b.md","add":{"tags":["y"]}}]'
is "$cx_status" 0 'an array of edits'
ok 'the first of them' grep -q 'tags: \[x\]' a.md
ok 'and the second' grep -q y b.md
post edit '{"path":"a.md","set":7}'
not_ok 'an edit that is none fails' [ "$cx_status" = 0 ]
post review '{"path":"a.md","decision":"perhaps"}'
not_ok 'a decision that is none fails' [ "$cx_status" = 0 ]
post review '{"path":"a.md","decision":"keep"}'
is "$cx_status" 0 'a decision'
post new '{"name":"N","type":"insight","content":"text"}'
is "$cx_status" 0 'a new note'
post capture '{"text":"kept text\n"}'
is "$cx_status" 0 'a text to keep'
ok 'it is the text' grep -qx 'kept text' inbox/pending/*.md
post normalize ''
is "$code" 200 'normalize needs no document'

### the server

for server in lighttpd busybox; do
	PATH=$PATH:/usr/sbin
	command -v "$server" >/dev/null || {
		skip 2 "$server" 'not installed'
		continue
	}
	port=$(python3 -c 'import socket
s = socket.socket()
s.bind(("127.0.0.1", 0))
print(s.getsockname()[1])') || exit 99
	rm -f "$T/url" # of the server before: it would be read as ours
	cx serve --port "$port" --server "$server" >"$T/url" 2>/dev/null &
	pid=$!
	for _ in $(seq 600); do
		[ ! -s "$T/url" ] || break
		sleep 0.1
	done
	is "$(curl --retry 20 --retry-delay 1 --retry-connrefused -s -o "$T/out" -w '%{http_code}' \
		-H "Origin: http://127.0.0.1:$port" \
		-H 'Content-Type: application/json' \
		"$(cat "$T/url")&do=supersede" \
		-d "{\"old\":\"a\",\"new\":\"b\"} {\"old\":\"touch\",\"new\":\"$PWD/RAN\"}")" \
		400 "$server: two documents"
	not_ok "$server: nothing has run" [ -e RAN ]
	kill "$pid"
	wait "$pid"
done
done_testing
