#!/bin/sh
# access.t: cx-access log appends events; fold counts them.
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$0")/../tap.sh"
. "$SRC/tests/records.sh"

NOW=2026-04-15T12:00:00
CORTEX_HOST=Desk.Example
export CORTEX_HOST
mkdir -p v/.cortex
LOG=v/.cortex/access/desk.example-2026-04.ndjson

log() { cx-access log -C v --now "$NOW" "$@"; }
# ev PATH TS [SOURCE [SESSION]]
ev()
{
	printf '{"ts":"%s","path":"%s","source":"%s"%s}\n' "$2" "$1" \
		"${3:-read}" "${4:+,\"session\":\"$4\"}"
}
fold() { cx-access fold --now "$NOW" "$@"; }
# atoms FILTER: of the fold in $T/out, on one line
each() { jq -r "$1" "$T/out" 2>&1 | tr '\n' ' ' | sed 's/ $//'; }

### log: one line an event, in the file of host and month

echo '{"path":"a.md"}' >in
run log --source recall --session s1 <in
status 0
out_empty
err_empty
is "$(cat $LOG)" \
	'{"ts":"2026-04-15T12:00:00Z","path":"a.md","source":"recall","session":"s1"}' \
	'an event: ts, path, source, session'
is "$(ls v/.cortex/access)" desk.example-2026-04.ndjson \
	'HOST-YYYY-MM.ndjson, the host in lower case'
ev b.md 2026-04-14T10:00:00+02:00 save s2 >in
run log --source recall --session s1 <in
is "$(tail -n 1 $LOG)" \
	'{"ts":"2026-04-14T08:00:00Z","path":"b.md","source":"save","session":"s2"}' \
	'what the event says counts before the options; ts in UTC'
run log <in
is "$(wc -l <$LOG | tr -d ' ')" 3 'it appends'
rec n >in
run log --source search <in
is "$(tail -n 1 $LOG)" \
	'{"ts":"2026-04-15T12:00:00Z","path":"zz/zz.md","source":"search"}' \
	'a record is taken: no session, and nothing but its path'
before=$(wc -c <$LOG)
run log --source read </dev/null
status 0
is "$(wc -c <$LOG)" "$before" 'no events: nothing is written'
printf '{"path":"a.md"}\n' | run cx-access log -C v --source read \
	--now 2027-01-01
ok 'another month, another file' \
	test -s v/.cortex/access/desk.example-2027-01.ndjson
rm v/.cortex/access/desk.example-2027-01.ndjson
for h in '../../x' 'a b/c' '-rf' '.hid' ''; do
	CORTEX_HOST=$h
	echo '{"path":"a.md"}' | cx-access log -C v --now $NOW --source read
done
is "$(find v/.cortex -name '*.ndjson' -exec dirname {} \; | sort -u)" \
	v/.cortex/access 'no host name leads out of the directory'
is "$(find v/.cortex/access -name '[!a-z0-9]*' ! -name .gitattributes \
	! -name .gitignore |
	wc -l | tr -d ' ')" 0 \
	'... or begins with a dot or a dash'
rm -r v/.cortex/access
CORTEX_HOST=desk.example

### log: query text only by configuration

echo '{"path":"a.md","query":"secret plan"}' >in
log --source search <in
file_lacks $LOG secret 'no query text'
printf '[rank]\nlog_queries = true\n' >cortex.toml
cx-config >cfg.json
rm cortex.toml
run log -c cfg.json --source search <in
tail -n 1 $LOG >"$T/json"
jq_of -r "$T/json" .query 'secret plan' '[rank] log_queries'
echo '{"path":"a.md"}' | log -c cfg.json --source search --query 'plan b'
tail -n 1 $LOG >"$T/json"
jq_of -r "$T/json" .query 'plan b' '--query'
echo '{"path":"a.md"}' | log --source search --query 'plan c'
file_lacks $LOG 'plan c' '--query without log_queries'

### log: what is wrong

printf '{"path":"a.md"}\n' >in
run log <in
status 3 'no source'
err_has 'source'
run log --source look <in
status 2 'no such source'
out_empty
run cx-access <in
status 2 'which command?'
run cx-access dance <in
status 2
err_lines 2
before=$(wc -c <$LOG)
printf '{"path":"a.md"}\n{"path":"b.md"' >cut
run log --source read <cut
status 4 'a cut-short stream'
is "$(wc -c <$LOG)" "$before" '... of which nothing is written'
for p in '/etc/passwd' '../x.md' 'a/../../b.md' ''; do
	printf '{"path":"ok.md"}\n{"path":"%s"}\n' "$p" >in
	run log --source read <in
	status 3 "path '$p' is not in the vault"
	err_has '(stdin):2'
	tail -n 1 $LOG >"$T/json"
	jq_of -r "$T/json" .path ok.md '... the rest is logged'
done
printf '{"path":"%s/v/sub/x.md"}\n' "$PWD" | log --source read
tail -n 1 $LOG >"$T/json"
jq_of -r "$T/json" .path sub/x.md 'a path inside, in full'
printf '{"path":"a.md","ts":"yesterday"}\n' >in
run log --source read <in
status 3 'ts is not a date'
printf '{"path":"a\\nb.md"}\n' | log --source read
tail -n 1 $LOG >"$T/json"
jq_of "$T/json" .path '"a\nb.md"' 'one event is one line'

### log: the file it finds

printf '{"path":"torn' >$LOG
printf '{"path":"a.md"}\n' | log --source read
is "$(wc -l <$LOG | tr -d ' ') $(tail -n 1 $LOG | jq -r .path)" '2 a.md' \
	'behind a torn line it begins with a newline'
printf '{"path":"b.md"}\n' | log --source read
is "$(wc -l <$LOG | tr -d ' ')" 3 '... and only there'
run fold $LOG
status 3
err_has "$LOG:1"
is "$(each .path)" 'a.md b.md' 'readers name the bad line and go on'
rm $LOG
ln -s "$PWD/elsewhere" $LOG
printf '{"path":"a.md"}\n' >in
run log --source read <in
status 4 'a symlink is not followed'
not_ok '... nothing is written behind it' test -e elsewhere
err_has desk.example-2026-04.ndjson
rm $LOG
mkfifo $LOG
run log --source read <in
status 4 'a FIFO is not written to'
rm $LOG

### 32 at once: all lines whole, none lost

i=0
while [ $i -lt 32 ]; do
	awk -v i=$i 'BEGIN {
		for (k = 0; k < 50; k++)
			printf "{\"path\":\"p%d/%d-%0200d.md\"}\n", i, k, 0
	}' >in.$i
	log --source recall --session s$i <in.$i &
	i=$((i + 1))
done
seen=0
while [ $seen -lt 8 ]; do
	fold -C v >/dev/null
	seen=$((seen + 1))
done 2>torn
wait
is "$(cat torn)" '' 'who reads meanwhile sees whole lines'
is "$(wc -l <$LOG | tr -d ' ')" 1600 '32 loggers: every line'
is "$(jq -r .path $LOG | sort -u | wc -l | tr -d ' ')" 1600 '... whole'
rm -r v/.cortex/access in.*

# A line that another program is in the middle of writing is not torn.
if command -v flock >/dev/null; then
	mkdir v/.cortex/access
	: >$LOG
	flock -s $LOG sh -c 'printf "{\"ts\":\"2026-04-15\"," >>"$1"
		: >begun
		sleep 0.3
		echo "\"path\":\"slow.md\",\"source\":\"read\"}" >>"$1"' sh $LOG &
	while [ ! -e begun ]; do sleep 0.02; done
	printf '{"path":"quick.md"}\n' | log --source read
	wait
	is "$(jq -r .path $LOG 2>&1 | tr '\n' ' ')" 'slow.md quick.md ' \
		'an unfinished line is waited for'
	rm -r v/.cortex/access
else
	skip 1 'an unfinished line' 'no flock here'
fi

### fold: count, first, last, refs, activation

{
	ev b.md 2026-04-15T12:00:00Z
	ev a.md 2026-03-10T10:00:00Z
	ev a.md 2026-03-16T12:00:00Z
	ev a.md 2026-03-12T10:00:00Z
} >e1
run fold e1
status 0
err_empty
out_is '{"path":"a.md","count":3,"first":"2026-03-10T10:00:00Z","last":"2026-03-16T12:00:00Z","refs":3,"activation":0.6}
{"path":"b.md","count":1,"first":"2026-04-15T12:00:00Z","last":"2026-04-15T12:00:00Z","refs":1,"activation":0.5}'
run fold - <e1
is "$(each .path)" 'a.md b.md' '- is stdin'
run fold <e1
is "$(each .path)" 'a.md b.md' 'no FILE is stdin'
run fold </dev/null
status 0
out_empty
# a = n * 2^(-days / 30), A = a / (1 + a)
while read -r n days want; do
	k=0
	while [ $k -lt "$n" ]; do
		ev x.md "$(date -u -d "2026-04-15T12:00:00Z $((days * -24)) hours" \
			+%Y-%m-%dT%H:%M:%SZ)" read "s$k"
		k=$((k + 1))
	done >e
	fold e >"$T/json"
	jq_of "$T/json" .activation "$want" "activation: $n, $days days"
done <<'END'
1 0 0.5
3 30 0.6
1 30 0.333333
2 60 0.333333
3 0 0.75
1 3000 0
1 -5 0.5
END
printf '[rank]\nactivation_half_life = 10\n' >cortex.toml
cx-config >half.json
rm cortex.toml
ev x.md 2026-04-05T12:00:00Z >e
fold -c half.json e >"$T/json"
jq_of "$T/json" .activation 0.333333 \
	'[rank] activation_half_life'
ev x.md 2026-04-15T00:00:00Z >e
cx-access fold --now 2026-04-30 e >"$T/json"
jq_of "$T/json" .activation 0.414214 \
	'--now; half of a half-life'

### fold: to be shown is not to be used

# uses SOURCE N DAYS: N events of a source, so long ago
uses()
{
	k=0
	while [ $k -lt "$2" ]; do
		ev x.md "$(date -u -d "2026-04-15T12:00:00Z $(($3 * -24)) hours" \
			+%Y-%m-%dT%H:%M:%SZ)" "$1" "$1$k"
		k=$((k + 1))
	done
}
for s in read save; do
	uses $s 1 0 | fold >"$T/json"
	jq_of "$T/json" .activation 0.5 "one $s"
done
for s in search recall; do
	uses $s 1 0 | fold >"$T/json"
	jq_of "$T/json" .activation 0.090909 \
		"$s: a tenth of that"
	uses $s 10 0 | fold >"$T/json"
	jq_of "$T/json" .activation 0.5 "... ten of them: one"
done
uses context 1 0 | fold >"$T/json"
jq_of "$T/json" .activation 0.230769 'context: .3'
{
	uses read 8 60
	uses search 1 0
} >e
run fold e
# 8 / 4 + .1; as a use it would be 9
jq_is '[.count,.refs,.used,.last_used,.shown,.activation]' \
	'[9,9,8,"2026-02-14T12:00:00Z",0.1,0.677419]' \
	'a search makes no old reading new'
cp "$T/out" f
run fold f
same "$T/out" f '... and the fold of that fold is itself'
{ uses search 1 30; uses read 2 3; } >e2
fold e e2 >f1
fold e2 >f2
cat f f2 | fold >f3
same f1 f3 '... nor does it matter what was folded when'
echo '{"path":"x.md","count":1,"used":2}' >e
run fold e
status 3 'used more often than accessed'
err_has used

### fold: repeats within an hour

# count LINES...: of x.md in events of these times
count()
{
	for c in "$@"; do
		ev x.md "2026-04-10T$c:00Z" read s1
	done | fold | jq .count
}
is "$(count 10:00 10:30)" 1 'a repeat within the hour'
is "$(count 10:50 11:10)" 1 '... across the full hour'
is "$(count 10:00 11:00)" 2 'an hour later it is none'
is "$(count 10:00 10:40 11:20)" 2 'the hour runs from what was counted'
is "$(count 11:20 10:00 10:40)" 2 'order of lines is irrelevant'
is "$(count 10:00 10:30 10:59 11:05)" 2
{
	ev x.md 2026-04-10T10:00:00Z read s1
	ev x.md 2026-04-10T10:10:00Z read s2
	ev x.md 2026-04-10T10:20:00Z recall s1
	ev y.md 2026-04-10T10:30:00Z read s1
	ev x.md 2026-04-10T10:40:00Z read
} >e
run fold e
is "$(each '"\(.path)=\(.count)"')" 'x.md=4 y.md=1' \
	'another session, source or path is not a repeat'
{
	ev x.md 2026-04-10T10:00:00Z
	ev x.md 2026-04-10T10:30:00Z
} | run fold
is "$(each '"\(.count) \(.last)"')" '1 2026-04-10T10:30:00Z' \
	'a repeat is not counted, but was an access'

### fold: order, files and folds

awk 'BEGIN {
	for (i = 0; i < 400; i++)
		printf "{\"ts\":\"2026-04-%02dT%02d:%02d:00Z\"," \
			"\"path\":\"p%d.md\",\"source\":\"%s\"," \
			"\"session\":\"s%d\"}\n", 1 + i % 14, i * 7 % 24,
			i * 13 % 60, i * 11 % 17, i % 2 ? "read" : "recall", i % 3
}' >all
fold all >f1
sort -r all | fold >f2
same f1 f2 'the order of lines is irrelevant'
sed -n 1,150p all >p1
sed 1,150d all >p2
fold p1 p2 >f2
same f1 f2 'files or one file'
fold p2 p1 >f2
same f1 f2 'the order of files is irrelevant'
fold f1 >f2
same f1 f2 'a fold is an input, and its fold is itself'
grep -v 2026-04-1 all >early
grep 2026-04-1 all >late
fold early >fe
fold fe late >f2
same f1 f2 'a fold and what came later are all'
cx-access fold --now 2026-01-01 f1 | cx-access fold --now $NOW >f2
same f1 f2 'activation is computed again, not read'

### fold: what agents' hooks have written

mkdir -p v/projects/alpha/_meta
cat >v/projects/alpha/_meta/access-log.jsonl <<'END'
{"file":"EXP-001.md","tool":"Read","ts":"2026-04-10T10:00:00"}
{"file":"EXP-001.md","tool":"Grep","ts":"2026-04-11T10:00:00"}
{"file":"K-002.md","tool":"Read","ts":"2026-04-10T10:00:00"}
{"file":"PAT-003.md","tool":"Grep","ts":"2026-04-10T10:00:00"}
{"file":"_directory_search","tool":"Grep","ts":"2026-04-10T10:00:00"}
END
(cd v && fold projects/alpha/_meta/access-log.jsonl) >out1
jq_of -rs out1 '[.[] | "\(.path)=\(.count)"] | map(. + " ") | add // ""' \
	'projects/alpha/experiments/EXP-001.md=2 projects/alpha/knowledge/K-002.md=1 projects/alpha/patterns/PAT-003.md=1 ' \
	'lines of a hook, by the place of their file'
fold --in projects/alpha <v/projects/alpha/_meta/access-log.jsonl >out2
same out1 out2 '--in: the place of lines on stdin'
fold -C v v/projects/alpha/_meta/access-log.jsonl >out2
same out1 out2 'with -C a file counts from the vault'
echo '{"file":"notes.md","tool":"Read","ts":"2026-04-10T10:00:00"}' >e
run fold --in p e
status 3 'no kind of atom: where is it?'
err_has 'e:1'
rec n '[]' '' '' p/decisions/0001-a.md >recs
echo '{"file":"0001-a.md","tool":"Read","ts":"2026-04-10T10:00:00"}' >e
run fold --in p --records recs e
is "$(each .path)" p/decisions/0001-a.md 'records say where a file is'
rec n '[]' '' '' projects/alpha/experiments/EXP-001.md >recs
run fold -C v --records recs
status 0
is "$(each '"\(.path)=\(.count)"' | cut -d' ' -f1)" \
	projects/alpha/experiments/EXP-001.md=2 \
	'-C and records: the hook logs of their projects are read'

### fold: an atom's own refs and last-ref

# own PATH REFS LAST-REF
own()
{
	printf '{"path":"%s","extra":{%s%s}}\n' "$1" \
		"${2:+\"refs\":\"$2\"}" "${3:+${2:+,}\"last-ref\":\"$3\"}"
}
ev a.md 2026-04-12T10:00:00Z >e
ev a.md 2026-04-14T10:00:00Z >>e
own a.md 5 2026-04-01 >recs
run fold --records recs e
jq_is '[.count,.refs,.last]' '[2,7,"2026-04-14T10:00:00Z"]' \
	'later events add to refs'
cp "$T/out" f
run fold --records recs f
same "$T/out" f 'the fold of that fold is itself'
run fold f
same "$T/out" f '... without records, too'
own a.md 5 2026-04-12 >recs
run fold --records recs e
jq_is '[.count,.refs]' '[2,6]' 'up to last-ref they are in refs'
own a.md 5 2026-04-15 >recs
run fold --records recs e
jq_is '[.refs,.last]' '[5,"2026-04-15T00:00:00Z"]' 'last-ref is an access'
own q.md 3 2026-03-16T12:00:00 >recs
run fold --records recs </dev/null
jq_is '[.path,.count,.first,.refs,.activation]' '["q.md",0,null,3,0.6]' \
	'refs alone'
own q.md 3 >recs
run fold --records recs </dev/null
jq_is '[.refs,.last,.activation]' '[3,null,0]' 'refs and no date: no activation'
own q.md '' >recs
run fold --records recs </dev/null
out_empty 'neither: no line'
own q.md many >recs
run fold --records recs </dev/null
status 0
err_has q.md
own q.md 3 someday >recs
run fold --records recs </dev/null
err_has last-ref
run fold --records - - </dev/null
status 2 'standard input twice'

### bad lines

{
	ev a.md 2026-04-10T10:00:00Z
	echo rubbish
	echo '[]'
	echo '{"path":"a.md"}'
	echo '{"path":"a.md","ts":"x","source":"read"}'
	echo '{"path":"a.md","ts":"2026-04-10","source":"look"}'
	echo '{"path":"a.md","count":-1,"first":null,"last":null}'
	echo '{"path":"a.md","count":1.5,"first":null,"last":null}'
	echo '{"path":"a.md","count":99999999999999999,"first":null,"last":null}'
	echo '{"path":"/a.md","ts":"2026-04-10","source":"read"}'
	echo '{"path":"a.md","ts":"2026-04-10","source":"read","session":1}'
	echo
	printf '\377\000\n'
	ev b.md 2026-04-10T10:00:00Z
} >e
run fold e
status 3
err_lines 12
for l in 2 3 4 5 6 7 8 9 10 11 12 13; do
	err_has "e:$l: "
done
is "$(each '"\(.path)=\(.count)"')" 'a.md=1 b.md=1' 'the others count'
run fold e nosuch
status 4 'a file that is not there'
err_has nosuch
{ cat e1; printf '{"path":"a.md"'; } >e
run fold e
status 3 'a torn last line is a bad line'
is "$(each .path)" 'a.md b.md'
{ cat e1; ev c.md 2026-04-10T10:00:00Z | tr -d '\n'; } >e
run fold e
status 0 'one that lacks only its newline is none'
is "$(each .path)" 'a.md b.md c.md'

### the vault's logs

rm -rf v/.cortex/access
echo '{"path":"a.md"}' | log --source read
echo '{"path":"b.md"}' | CORTEX_HOST=other log --source read
echo x >v/.cortex/access/README
run fold -C v
status 0
err_empty
is "$(each .path)" 'a.md b.md' '-C: the logs of all hosts'
mkdir empty
run fold -C empty
status 0 '-C: no logs yet'
out_empty
run cx-access fold -C nosuch
status 4
not_ok 'folding makes no directory' test -e empty/.cortex

done_testing
