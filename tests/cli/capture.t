#!/bin/sh
# capture.t: cx capture keeps every byte, or says that it did not.
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$0")/../tap.sh"
. "$SRC/tests/records.sh"
need jq

cx init v >/dev/null
cd v || exit 99

# raw FILE: the text of an event
raw() { sed '1,/^## Raw Content$/d' "$1" | tail -c +2; }

### every byte

printf 'a\000b\r\n---\nevent: no\n---\n## Raw Content\n\377\376\n\n' >in.bytes
printf 'no newline at the end' >in.short
# Not the password that it begins as.
printf 'mdpC:@\216\307\274=8\372\245\205W\317a\177 w://\303}\334Iz:\0\1x@b' >in.picture
head -c 3000000 /dev/urandom >in.big
printf '%s' '$(rm -rf x) `id` %s %n \\ "' >in.shell
for f in in.*; do
	run cx capture --type stop <"$f"
	status 0 "$f"
	err_empty
	file=$(cat "$T/out")
	ok "$f: named by time" sh -c 'echo "$1" | grep -qxE \
		"inbox/pending/evt-[0-9]{8}T[0-9]{6}Z-[0-9a-z]+\.md"' - "$file"
	raw "$file" >"$T/raw"
	same "$T/raw" "$f" "$f: byte for byte"
done
is "$(find inbox/pending -name '*.md' | wc -l)" 5 'each has its own'
is "$(find inbox/pending -type f ! -name 'evt-*' ! -name .gitignore)" '' \
	'and nothing else is there'
rm -r inbox/pending in.*

### what is said of it

run cx capture --type=meeting --session 'a: "b" #c
d' --project 'x{y}' --tags ' ops, on call ,,r' --now 2026-04-15T12:30:00 <<'E2'
hello
E2
status 0
file=$(cat "$T/out")
ok 'the time is that of --now' sh -c 'case $1 in
	inbox/pending/evt-20260415T123000Z-*) ;; *) false ;; esac' - "$file"
cp "$file" event.md
run cx-scan -C . - <<'E2'
event.md
E2
jq_is '[.type, .project, .tags, .extra.session, .extra.timestamp]' \
	'["meeting","x{y}",["ops","on call","r"],"a: \"b\" #c\nd","2026-04-15T12:30:00Z"]' \
	'what the options said, as YAML has it'
jq_is '.extra.event' "\"$(basename "$file" .md)\"" 'event is the name'
jq_is '.problems' null
rm event.md
cx-scan . >"$T/json"
jq_of -r "$T/json" .path '' 'an event is not an atom'
for t in stop pre_compact meeting manual; do
	run cx capture --type $t word
	status 0
	ok "type: $t" grep -qx "type: $t" "$(cat "$T/out")"
done
run cx capture word
ok 'manual unless said' grep -qx 'type: manual' "$(cat "$T/out")"

### nothing is not kept

n=$(find inbox/pending | wc -l)
for text in '' ' ' '\n\n' ' \t\r\n '; do
	for c in 'cx capture' 'cx capture --session s --replace'; do
		run sh -c "printf '$text' | $c"
		status 3
		err_is 'cx capture: no text on standard input; nothing was written'
		out_empty
	done
done
for word in '' ' ' '
'; do
	run cx capture "$word" </dev/null
	status 2
	err_has 'no text to capture: the words are blank'
done
run cx capture -- '' </dev/null
status 2
is "$(find inbox/pending | wc -l)" "$n" 'there is no event of it'

### many at once

rm -r inbox/pending
i=0
while [ $i -lt 20 ]; do
	echo "text $i" | cx capture --now 2026-04-15 >/dev/null 2>>"$T/errs" &
	i=$((i + 1))
done
wait
is "$(cat "$T/errs")" '' 'twenty at once'
is "$(cat inbox/pending/evt-*.md | grep -c '^text ')" 20 'none is lost'

### what cannot be

: >file.md
for a in '--type x' '--type' 'file.md'; do
	# shellcheck disable=SC2086
	run cx capture $a </dev/null
	status 2
	err_lines 2
done
run sh -c 'echo kept | cx capture >/dev/full'
status 4
ok 'the message names the event' [ -f "$(sed 's/.* is in //' "$T/err")" ]
ok 'a lost answer is not a lost text' grep -qrx kept inbox/pending
run sh -c 'cx capture <.'
status 4 'standard input cannot be read'
is "$(grep -L 'text\|kept' inbox/pending/evt-*)" '' 'then there is no event'
rm -rf inbox && ln -s "$T" inbox
run cx capture word
status 4
err_has 'symlinks are not followed'
is "$(find "$T" -maxdepth 1 -name pending)" '' 'nothing outside of the vault'
rm inbox
mkdir "$T/nowhere"
cd "$T/nowhere" || exit 99
run cx capture </dev/null
status 2 'no vault'
# Killed while it reads: no event, and nothing that is taken for one.
cd "$T/w/v" || exit 99
mkfifo pipe
setsid cx capture --type stop <pipe >/dev/null 2>&1 &
pid=$!
exec 8>pipe
echo 'half a te' >&8
n=0
until pgrep -s "$pid" cx-file >/dev/null || [ $n -ge 100 ]; do
	sleep 0.1
	n=$((n + 1))
done
kill -9 "-$pid"
wait "$pid" 2>/dev/null
exec 8>&-
is "$(find inbox -name 'evt-*')" '' 'killed while it reads: no event'
ok 'and nothing of it on the disk' sh -c '! grep -rqs "half a te" inbox'

### secrets do not reach the disk

key=ghp_$(printf 'a1B2c3D4e5F6%.0s' 1 2 3)
rm -rf inbox
printf 'The token is %s, keep it.\npassword = hunter2hunter2\n' "$key" >secret
run cx capture <secret
status 0
ok 'a secret is replaced' grep -qx 'The token is \[REDACTED\], keep it.' "$(cat "$T/out")"
not_ok '... and is nowhere in the vault' grep -rq -e "$key" -e hunter2 . --include='evt*'
printf '[gate]\nsecrets = ["acme_*24"]\n' >>cortex.toml
echo "it is acme_$(printf 'q9W8e7R6t5Y4%.0s' 1 2 3)" >secret
run cx capture --type stop --session s --replace <secret
ok 'also of a shape of the configuration' grep -qx 'it is \[REDACTED\]' "$(cat "$T/out")"

### one event a session, replaced as it grows

rm -rf inbox
for text in one 'one two' 'one two three'; do
	run cx capture --type stop --session s-1 --replace <<E2
$text
E2
	status 0
	cp "$T/out" name
done
run cx capture --type pre_compact --session s-2 --replace <<'E2'
other
E2
status 0
is "$(find inbox/pending -type f | wc -l | tr -d ' ')" 2 'one event a session'
raw "$(cat name)" >"$T/raw"
is "$(cat "$T/raw")" 'one two three' 'the last text'
run cx capture --type stop --session s-1 --now 2027-01-01 --replace <<'E2'
later
E2
is "$(cat "$T/out")" "$(cat name)" 'its name does not change'
run cx capture --type stop --session s-1 <<'E2'
alone
E2
is "$(find inbox/pending -type f | wc -l | tr -d ' ')" 3 'without --replace another one'
run cx capture --replace </dev/null
status 2
err_has '--replace needs --session'

### what waits is found

rm -rf found
mkdir found
cd found || exit 99
: >cortex.toml
printf '# A\n\nThe kettle.\n' >a.md
cx rebuild
kept=$(cx capture remember the milk)
run cx search milk
status 0
out_has 'remember the milk'
out_has "$kept"
err_has 'captured'
is "$(cx search --paths milk 2>/dev/null)" "$kept" 'its path'
is "$(cx search --json milk 2>/dev/null | jq -r .path)" "$kept" 'its record'
is "$(cx search --paths kettle 2>/dev/null)" a.md 'other words do not find it'
run cx search 'milk kettle zebra'
not_ok 'nor some of several' grep -q "$kept" "$T/out"
run cx search --type concept milk
status 1
run cx list
not_ok 'no list has it' grep -q milk "$T/out"
cd .. || exit 99
done_testing
