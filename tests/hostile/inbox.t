#!/bin/sh
# inbox.t: what is in inbox/pending becomes notes, or is named, whatever it is
# called.
. "$(dirname "$0")/../tap.sh"
need jq

touch cortex.toml
nl='
'
event() # NAME TEXT
{
	e=$(cx capture -- "$2") && mv "$e" "inbox/pending/$1"
}
event "evt-a${nl}b.md" 'The first queue stalls when two workers share its lock'
event "evt-$(printf '\033[31m').md" 'The second queue has a lock of its own since March'
event "evt-x y'\$(touch RAN);.md" 'The third queue is empty by Monday evening at six'
event "evt- processed evt-z.md" 'The fourth queue belongs to the payment service now'
event "evt-20260101T000000Z-0000000000.md" 'The fifth queue was renamed to mailer in April'
echo text >inbox/pending/other.md
echo text >"inbox/pending/evt-a${nl}b.txt"
run cx normalize
status 3
jq_of -s "$T/out" length 3 'three of them can be on a line, and become notes'
err_has 'inbox/pending/evt-a?b.md: has control characters in its name, and stays'
err_has 'inbox/pending/evt-a?b.txt: has control characters'
err_has 'inbox/pending/evt-?[31m.md: has control characters'
err_has 'inbox/pending/other.md: is not an event'
err_lines 4
is "$(find inbox/processed -name 'evt-*.md' | wc -l | tr -d ' ')" 3 \
	'they are processed'
ok 'one with a newline stays' [ -f "inbox/pending/evt-a${nl}b.md" ]
not_ok 'nothing has run' [ -e RAN ]
run cx normalize
status 3 'and is named again'
mv "inbox/pending/evt-a${nl}b.md" inbox/pending/evt-ab.md
rm inbox/pending/evt-*[!b].md "inbox/pending/evt-a${nl}b.txt"
run cx normalize
status 0
jq_of -s "$T/out" length 1 'renamed, it becomes a note'

### a note that is not written is known by its event, not by a message

cx capture --project nowhere -- \
	'NOT_WRITTEN drafts:1: the queue of drafts has words of a message' >/dev/null
cx capture -- 'drafts:1: x The sixth queue has words of a message, too' >/dev/null
printf '[projects]\nnames = ["here"]\n' >>cortex.toml
run cx normalize
is "$(find inbox/pending -name 'evt-*' | wc -l | tr -d ' ')" 0 'none is pending'
is "$(find inbox/failed -name '*.reason' | wc -l | tr -d ' ')$(wc -l <"$T/out" | tr -d ' ')" \
	11 'one has failed with a reason, one is a note'
done_testing
