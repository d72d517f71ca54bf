#!/bin/sh
# normalize.t: every captured event becomes its atoms, exactly once.
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$0")/../tap.sh"
. "$SRC/tests/records.sh"
need jq setsid

CORTEX_NOW=2026-04-15T12:00:00
export CORTEX_NOW

QUEUE='The queue stalls because two workers of the QueueService share a lock
on the server; restart it with --one.'
CACHE='A cold cache of the ApiGateway is an outage that waits, since all of
its clients read from the database at once.'
meeting()
{
	cat <<'END'
# Weekly of the platform team

Ann, Bob and Carl were there.

## Decisions

- Use Redis 7 for sessions,
  since the database is slow
- Drop Python 3.8
  - after the release

### Also
1. Test before each deploy

## Action items

- [ ] Ann: write the migration (due 2026-05-01)
- [x] Bob: order cake
- none
A line is an item, too

## Other

- not an item
- [ ] Carl checks backups
```
- [ ] in code
```
END
}
# three: a vault v with three events, in their order
three()
{
	rm -rf v
	[ ! -d three ] || { cp -Rp three v; return; }
	cx init v >/dev/null
	cd v || exit 99
	echo "$QUEUE" | cx capture --now 2026-04-15T10:00:02 --type manual \
		--session s1 --project api --tags 'queue, lock' >../e2
	meeting | cx capture --now 2026-04-15T10:00:03 --type meeting \
		--session s2 >../e3
	echo "$CACHE" | cx capture --now 2026-04-15T10:00:01 \
		--type manual --session s1 >../e1
	cd .. || exit 99
	cp -Rp v three
}
name() { basename "$(cat "$1")" .md; }

### what becomes of events

three
run cx -C v normalize
status 0
err_empty
jq_is '[.type, .extra.event_part]' '["event",null]
["event",null]
["meeting",null]
["decision","1"]
["decision","2"]
["decision","3"]
["action","4"]
["action","5"]
["action","6"]
["action","7"]' 'by time of capture; a meeting, its decisions and actions'
is "$(jq -r .extra.event "$T/out" | uniq -c | awk '{print $1, $2}')" \
	"1 $(name e1)
1 $(name e2)
8 $(name e3)" 'each names its event'
jq_of -rs "$T/out" \
	'[.[] | select(.extra.event_part) | .extra.derived_from | tostring] | unique[]' \
	"$(jq -r 'select(.type == "meeting") | .id' "$T/out")" \
	'decisions and actions are derived from the meeting'
jq_is 'select(.project == "api") | [.project, .tags, .extra.session, .created]' \
	'["api",["queue","lock"],"s1","2026-04-15"]' 'what the capture said'
jq_is 'select(.extra.event_part) | [.name, .status, .extra.deadline]' \
	'["Use Redis 7 for sessions, since the database is slow","active",null]
["Drop Python 3.8 after the release","active",null]
["Test before each deploy","active",null]
["Ann: write the migration (due 2026-05-01)","open","2026-05-01"]
["Bob: order cake","resolved",null]
["A line is an item, too","open",null]
["Carl checks backups","open",null]' 'items, their statuses and deadlines'
cx-scan --body v >all
is "$(jq -r 'select(.project == "api") | .body' all | grep .)" "$QUEUE" \
	'the text is the body'
is "$(jq -r 'select(.type == "meeting") | .body' all | grep .)" \
	"$(meeting | grep .)" 'all of it, of a meeting'
is "$(ls v/inbox/pending)" '' 'nothing is pending'
is "$(ls v/inbox/processed)" "$(cat e1 e2 e3 | xargs -n1 basename | sort)" \
	'all is processed'
is "$(cat v/.cortex/access/*.ndjson | jq -r .source | sort | uniq -c |
	awk '{print $1, $2}')" '10 save' 'the access log has what was saved'
cat v/.cortex/access/*.ndjson >"$T/json"
jq_of -rs "$T/json" '[.[] | [.path, .project, .session] | tojson] | sort[]' \
	"$(jq -c '[.path, .project, .extra.session]' all | sort)" \
	'... each once, with its project and session'
run cx -C v normalize
status 0
out_empty
is "$(cx-scan v | wc -l)" 10 'again: nothing to do'

### what is rejected

three
# Blank as another program may have left it: cx capture refuses that.
echo blank | cx -C v capture --type manual >e4
sed -i 's/^blank$/ /' "v/$(cat e4)"
printf 'The password of the server is %s because of the api.\n' \
	'password=hunter2hunter2 in the config' |
	cx -C v capture --type manual >e5
# Put there by another program, or before secrets were replaced.
sed -i 's/\[REDACTED\]/password=hunter2hunter2/' "v/$(cat e5)"
echo "$QUEUE" | cx -C v capture --type manual --project api >e6
echo "$CACHE" | cx -C v capture --project 'x' >e7
run cx -C v normalize
status 1
for e in 4:CONTENT_TOO_SHORT 5:SENSITIVE_DATA_DETECTED 6:DUPLICATE_DETECTED
do
	f=v/inbox/failed/$(name "e${e%%:*}")
	ok "${e#*:}: it has failed" [ -f "$f.md" ]
	ok "${e#*:}: with the reason" grep -q "^${e#*:}: " "$f.reason"
	err_has "${e#*:}"
done
ok 'another project has another memory' \
	[ -f "v/inbox/processed/$(name e7).md" ]
is "$(grep -rl hunter2 v | grep -v "$(name e5).md")" '' \
	'the secret is nowhere else'
is "$(cx-scan v | wc -l)" 11 'the others are made'
# Mended and tried again.
echo 'The server needs 2 GB.' >>"v/inbox/failed/$(name e4).md"
mv "v/inbox/failed/$(name e4).md" v/inbox/pending/
mv "v/inbox/failed/$(name e5).md" v/inbox/pending/
run cx -C v normalize --redact
status 0
jq_is .extra.event "\"$(name e5)\"
\"$(name e4)\"" 'mended, and moved back to pending'
ok 'the reasons are gone' [ "$(find v/inbox/failed -name 'evt-*' | wc -l)" -eq 2 ]
is "$(cx-scan --body v | grep -c hunter2)" 0 '--redact'
printf '# Daily\n\n- [ ] Ann: send the token=abcdef0123456789xyz to Bob\n- [ ] Bob waits\n' |
	cx -C v capture --type meeting >e8
sed -i 's/\[REDACTED\]/abcdef0123456789xyz/' "v/$(cat e8)"
run cx -C v normalize
status 1
ok 'a secret in a meeting: all of it fails' \
	[ -f "v/inbox/failed/$(name e8).md" ]
out_empty 'no part without its meeting'
printf '# One decision\n\n## Decisions\n- Use one queue for mail and webhooks, not two\n' |
	cx -C v capture --type meeting >e9
run cx -C v normalize
status 0 'a meeting that says little but its decision'
is "$(wc -l <"$T/out" | tr -d ' ')" 2 'both are made'
printf '%s\n' "$QUEUE" | cx -C v capture --project api --now bad >/dev/null 2>&1
printf 'Bad \377 bytes of the ServerConfig, because disk 7 of the server was lost today.\n' |
	cx -C v capture >e10
run cx -C v normalize
ok 'bytes that are not text: told' [ -s "$T/err" ]
ok 'and not lost' grep -rq "$(printf 'Bad \377')" v/inbox

three
printf '[projects]\nnames = ["web"]\ndefault = "web"\n' >v/cortex.toml
run cx -C v normalize
status 1
ok 'a project that is not known: failed, with the reason' grep -q \
	"^NOT_WRITTEN: .*project 'api'" "v/inbox/failed/$(name e2).reason"
is "$(find v/inbox/processed -name '*.md' | wc -l)" 2 'the others are made'
three
head -c 5000000 /dev/zero | tr '\0' x | cx -C v capture >e11
run cx -C v normalize
ok 'an event above 4 MiB: failed, with the reason' grep -q '^TOO_LARGE: ' \
	"v/inbox/failed/$(name e11).reason"
is "$(find v/inbox/processed -name '*.md' | wc -l)" 3 'the others are made'

### killed anywhere, and run again

# whole: every event has become its atoms, once
whole() # TEXT
{
	run cx -C v normalize
	status 0 "$1: run again"
	cx-scan v >atoms
	jq_of -rs atoms \
		'[.[] | "\(.extra.event) \(.extra.event_part // 0)"] | sort[]' \
		"$(cat want)" "$1: each atom once"
	is "$(ls v/inbox/pending)$(ls v/inbox/failed)$(find v/inbox/processed -name 'evt-*' |
		wc -l)" 3 "$1: all is processed"
	jq_of -rs atoms 'map(select(.type == "meeting").id) ==
		(map(select(.extra.event_part).extra.derived_from) | unique)' true "$1: derived from the one meeting"
}
# PROGRAM CALL: the CALLth call of PROGRAM, half done, kills all
killer()
{
	rm -rf "$T/tree" "$T/calls"
	tree "$T/tree"
	{
		printf '#!/bin/sh\necho x >>"%s"\n' "$T/calls"
		printf '[ "$(wc -l <"%s")" -eq %s ] ||\n' "$T/calls" "$2"
		printf '\texec "%s" "$@"\n' "$(command -v "$1")"
		case $1 in
		cx-new)
			# Some of the atoms are made.
			printf 'for f do :; done\nhead -n 1 "$f" >"%s"\n' "$T/one"
			printf 'cx-new.real -C . "%s" >/dev/null\n' "$T/one"
			;;
		esac
		printf 'kill -9 0\n'
	} >"$T/tree/bin/k"
	case $1 in cx-new) cp "$BIN/cx-new" "$T/tree/bin/cx-new.real" ;; esac
	rm -f "$T/tree/bin/$1"
	mv "$T/tree/bin/k" "$T/tree/bin/$1"
	chmod +x "$T/tree/bin/$1"
}
n=0
for k in cx-scan:1 cx-gate:3 cx-new:2 cx-file:2 cx-file:5 cx-file:8 \
	${CX_FAULTS:+cx-scan:2 cx-index:1 cx-gate:1 cx-new:1 cx-file:4 cx-file:6}
do
	three
	{
		echo "$(name e1) 0"
		echo "$(name e2) 0"
		for i in 0 1 2 3 4 5 6 7; do echo "$(name e3) $i"; done
	} | sort >want
	killer "${k%:*}" "${k#*:}"
	setsid --wait env PATH="$T/tree/bin:$PATH" \
		"$T/tree/bin/cx" -C v normalize >"$T/out" 2>&1
	ok "$k: it was killed there" \
		[ "$(wc -l <"$T/calls")" -eq "${k#*:}" ]
	ok "$k: events are still there" \
		[ "$(find v/inbox -name 'evt-*.md' | wc -l)" -eq 3 ]
	[ "$n" -ne 0 ] || cx -C v rebuild
	n=$((n + 1))
	whole "killed at $k"
done

### two at once

three
{
	echo "$(name e1) 0"
	echo "$(name e2) 0"
	for i in 0 1 2 3 4 5 6 7; do echo "$(name e3) $i"; done
} | sort >want
cx -C v normalize >/dev/null 2>&1 &
cx -C v normalize >/dev/null 2>&1 &
wait
whole 'two at once'

### what else stands there

three
echo 'not an event' >v/inbox/pending/note.md
echo torn >v/inbox/pending/.cx-tmp-abc
touch -t 202001010000 v/inbox/pending/.cx-tmp-abc
run cx -C v normalize
status 0
err_has 'inbox/pending/.cx-tmp-abc'
ok 'what is not an event stays' [ -f v/inbox/pending/note.md ]
rm -rf v/inbox && mkdir v/inbox && ln -s "$T" v/inbox/pending
run cx -C v normalize
status 4
err_has 'symlinks are not followed'
mkdir empty && cx init empty >/dev/null && cd empty || exit 99
run cx normalize
status 0
out_empty
err_empty
### sessions

cd "$T/w" || exit 99
session() # NAME TEXT
{
	echo "$2" | cx -C v capture --type stop --session "$1" --replace \
		--project api --now 2026-04-15
}
rm -rf v && cx init v >/dev/null
session one 'We talked about Redis.' >e1
run cx -C v normalize
status 0
out_empty
err_has 'need a command'
ok 'without a command a session waits' [ -f "v/$(cat e1)" ]
cx -C v rebuild
for c in summary context review; do
	run cx -C v $c
	ok "cx $c says that it waits" grep -q '1 capture waits: cx normalize' \
		"$T/out" "$T/err"
done
put finds <<'E2'
#!/bin/sh
cat >"$SAW"
printf '%s\n' "$CORTEX_EVENT $CORTEX_PROJECT" >"$SAW.env"
cat <<'E3'
Here is what I found:
{"content":"The api server keeps sessions in Redis 7 because the database took 40 ms a page.","type":"decision","reason":"it is asked for again and again","keywords":["cache","kv store"],"tags":["storage"]}
{"content":"too short"}
{"content":5}
["no candidate"]
{"content":"The key of the api server is ghp_a1B2c3D4e5F6a1B2c3D4e5F6a1B2c3D4e5F6 because of the module.","type":"learning","reason":"somebody may look for it"}
E3
E2
chmod +x finds
SAW=$T/saw
export SAW
run cx -C v normalize --with "'$T/w/finds'"
status 1
is "$(cat "$SAW")" 'We talked about Redis.' 'the command gets the text'
is "$(cat "$SAW.env")" "$(name e1) api" 'and which event it is'
jq_is '[.type, .project, .keywords, .tags, .extra.event, .extra.session, .extra.trust]' \
	"[\"decision\",\"api\",[\"cache\",\"kv store\"],[\"storage\"],\"$(name e1)\",\"one\",\"external\"]" \
	'what passed is a note, and where it is from'
ok 'the event is processed' [ -f "v/inbox/processed/$(name e1).md" ]
ok 'what did not pass is told' grep -q 'part 2: CONTENT_TOO_SHORT' \
	"v/inbox/processed/$(name e1).reason"
ok '... by kind' grep -q 'part 3: SENSITIVE_DATA_DETECTED' \
	"v/inbox/processed/$(name e1).reason"
not_ok 'a secret is left nowhere' grep -rq ghp_a1 v
# Nothing of it is accepted.
session two 'Small talk.' >e2
for c in 'cat >/dev/null' 'echo nothing' 'exit 3' 'kill -9 $$' \
	'echo "{\"content\":\"so so\"}"'; do
	run cx -C v normalize --with "$c"
	ok "status: $c" [ "$rc" -ne 2 ]
	out_empty
	ok "it waits: $c" [ -f "v/$(cat e2)" ]
	ok "and is told: $c" grep -q "$(name e2)" "$T/err"
done
run cx -C v normalize --with 'exit 3'
status 3 'a command that fails'
run cx -C v normalize --drop "$(name e2)"
status 0
ok 'dropped by hand' grep -q DROPPED "v/inbox/failed/$(name e2).reason"
not_ok 'and no longer pending' [ -e "v/$(cat e2)" ]
run cx -C v normalize --drop ../../x
status 1
# A command that came with the vault.
printf '[capture]\ncommand = "touch %s; cat %s"\n' "$T/ran" "$T/w/good" >v/cortex.toml
echo '{"content":"The queue of the api server stalls since build 214 because two workers share a lock.","type":"error","reason":"it will happen again"}' >good
session three 'The queue stalls.' >e3
run cx -C v normalize
status 1
err_has 'run `cx trust`'
not_ok 'a command of a vault does not run' [ -e "$T/ran" ]
ok '... and the session waits' [ -f "v/$(cat e3)" ]
run cx -C v trust -n
out_has '[capture] command'
run cx -C v trust
status 0
cx -C v rebuild
run cx -C v trust --list
out_has 'allowed '
run cx -C v normalize
status 0
jq_is .type '"error"' 'once it is allowed it does'
sed -i 's/touch/touch -c/' v/cortex.toml
session four 'Another.' >e4
rm -f "$T/ran"
run cx -C v normalize
status 1
not_ok 'one character more, and it asks again' [ -e "$T/ran" ]

### the question before an answer

said() # TIME [OPTION...]: text on stdin
{
	at=$1
	shift
	cx -C asked capture --now "2026-04-15T10:00:$at" "$@" >/dev/null
}
mkdir -p asked/.cortex
said 01 --session t1 <<'END'
We have moved. **Ann**: where do our nightly backups of `billing_db` go?
END
said 02 --session t2 'Nobody knows how long that takes.'
run cx -C asked normalize
status 0
jq_is .keywords 'null
null' 'a question, and what another session says after it'
said 03 --session t1 'Bob: to the cold bucket; the nightly ones since March.'
said 04 --session t1 'Ann: that costs us nothing much.'
said 05 --session t3 '我们的缓存放在哪里？'
said 06 --session t3 '在上海的机房。'
said 07 --session t4 'Wie heißt der Größenregler?'
said 08 --session t4 'Er heißt Emma.'
said 09 --session t5 'What is it, and who are you?'
said 10 --session t5 'A tangerine.'
said 11 'Where are the spare keys?'
said 12 'Twelve eggs and some milk.'
run cx -C asked normalize
status 0
jq_is '[.name, .keywords]' \
	'["Bob: to the cold bucket; the nightly ones since March.",["backups","billing_db","go"]]
["Ann: that costs us nothing much.",null]
["我们的缓存放在哪里？",null]
["在上海的机房。",["我们的缓存放在哪里"]]
["Wie heißt der Größenregler?",null]
["Er heißt Emma.",["der","Größenregler"]]
["What is it, and who are you?",null]
["A tangerine.",null]
["Where are the spare keys?",null]
["Twelve eggs and some milk.",null]' \
	'words of the question that the answer lacks, also of an earlier run'
run cx -C asked normalize
out_empty
cx -C asked rebuild
run cx -C asked search --json 'nightly backups'
jq_is '.name[:4]' '"We h"
"Bob:"' 'and the answer is found by them'

said 20 --type meeting <<'END'
# Weekly

Who is there?

## Decisions

### Which queue do we use for mail?

- Kafka stays
- Redis goes

### Also

- How often do
  we deploy?
- Twice a week
- Not on Fridays

Who writes the migration?

## Actions

- [ ] Ann does
END
run cx -C asked normalize
status 0
jq_is '[.name, .keywords]' '["Weekly",null]
["Kafka stays",["queue","use","mail"]]
["Redis goes",["queue","use","mail"]]
["How often do we deploy?",null]
["Twice a week",["often","deploy"]]
["Not on Fridays",null]
["Who writes the migration?",null]
["Ann does",null]' 'of a meeting: a heading is for all below it, an item for the next'

found() # CONTENT [MEMBER...]: a command that finds it
{
	jq -nc --arg c "$1" '{content: $c, type: "learning",
		reason: "asked for every few weeks"}'"${2-}" >found
	run cx -C asked normalize --with "cat $T/w/found"
	status 0
}
said 30 --type stop --session t6 <<'END'
**user**: Which port does the metrics exporter listen on?

**assistant**: I have looked. It listens on 9187, since the default was
taken by the old Postgres agent.

**user**: And who owns the pager rota?

**assistant**: The platform team.
END
found 'It listens on port 9187 since the default was taken by another agent.'
jq_is .keywords '["metrics","exporter"]' \
	'what is found in a session: the question before its line'
said 31 --type stop --session t7 '**user**: Which colour is the tower of the town hall?'
found 'The RetryPolicy of our HttpClient gives up after 5 attempts.'
jq_is .keywords null '... not one that has nothing to do with it'
said 32 --type stop --session t8 'Something else.'
found 'The BatchWriter flushes after 512 rows or 2 seconds.' \
	'+ {asked: "When does the importer flush?", keywords: ["sink"]}'
jq_is .keywords '["sink","importer"]' '... or what the command says'
run cx -C asked undo
status 0

# Starting jq takes longer than what it does here.
mkdir -p few/.cortex
put counted/jq <<END
#!/bin/sh
echo started >>"$T/starts"
exec $(command -v jq) "\$@"
END
chmod +x counted/jq
meeting | cx -C few capture --type meeting >/dev/null
echo "$QUEUE" | cx -C few capture --type manual >/dev/null
run env "PATH=$PWD/counted:$PATH" cx -C few normalize
status 0 'a meeting and a text'
is "$(find few/inbox/processed -name '*.md' | wc -l | tr -d ' ')" 2 '... both'
ok '... with at most eight jq' [ "$(wc -l <"$T/starts")" -le 8 ]

done_testing
